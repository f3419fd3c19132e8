"""Runs of made-up games: the store and the report need no engine."""

from __future__ import annotations

import numpy as np

from pyramid_stats.simulate import parts
from pyramid_stats.simulate.runners import serial
from pyramid_stats.simulate.store import Manifest, part_path, write_manifest
from pyramid_stats.simulate.workers import processes

ROW = np.dtype(
    [
        ("deal", "u8"),
        ("won", "i1"),
        ("tableau_left", "u1"),
        ("stock_left", "u1"),
        ("removals", "u2"),
        ("draws", "u2"),
        ("passes", "u1"),
    ]
)


def make_rows(first, last, rate=0.1, undecided=0.0, seed=0):
    """Return plausible rows; each deal's row is the same however the deals are cut."""
    rows = np.zeros(last - first, ROW)
    random = np.random.Generator(np.random.PCG64(seed).advance(6 * first))
    luck = random.random((last - first, 6))
    rows["deal"] = np.arange(first, last, dtype=np.uint64)
    rows["won"] = np.where(luck[:, 0] < undecided, -1, luck[:, 1] < rate)
    rows["tableau_left"] = np.where(rows["won"] == 1, 0, 1 + luck[:, 2] * 28)
    rows["stock_left"] = luck[:, 3] * 25
    rows["removals"] = (52 - rows["tableau_left"] - rows["stock_left"]) // 2 + 1
    rows["draws"] = luck[:, 4] * 25
    rows["passes"] = 1 + luck[:, 5] * 3
    return rows


def write_part(rows, path):
    """Write rows as the file of a part."""
    parts.write_part(parts.encoded(rows), path)


def flipped(part, step):
    """Flip a byte of a file, at one place after another; yield each place, and mend it at last."""
    data = part.read_bytes()
    for place in range(0, len(data), step):
        changed = bytearray(data)
        changed[place] ^= 0x10
        part.write_bytes(bytes(changed))
        yield place
    part.write_bytes(data)


def make_manifest(variants=("classic",), strategies=("greedy",), games=0, **changes):
    content = {
        "schema": 1,
        "title": "A test",
        "seed": 13,
        "games": games,
        "chunk": 100,
        "variants": [
            {"name": name, "rule_hash": f"hash of {name}", "parameters": {"passes": 1}}
            for name in variants
        ],
        "strategies": [{"name": name, "title": name, "honest": True} for name in strategies],
        "generator": "philox",
        "kernel_hash": "0123",
        "started": "2025-01-01T00:00:00+00:00",
        "finished": "2025-01-01T00:01:00+00:00",
        "counts": [],
    }
    return Manifest.model_validate(content | changes)


def make_run(
    path, variants=("classic",), strategies=("greedy",), *, first=0, games=250, chunk=100, **changes
):
    """Write a run; later strategies win more."""
    write_manifest(path, make_manifest(variants, strategies, games, **changes))
    for variant in variants:
        for index, strategy in enumerate(strategies):
            for start in range(first, first + games, chunk):
                stop = min(start + chunk, first + games)
                rows = make_rows(start, stop, rate=0.05 + 0.3 * index, seed=index)
                write_part(rows, part_path(path, variant, strategy, start, stop))
    return path


def engine(workers, start_method=None):
    """Return this process as the one that plays, or some others."""
    return serial if workers == 1 else processes(workers, start_method)
