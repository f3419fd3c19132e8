"""Fuzzing guided by coverage (Atheris), for as long as one likes: ``make fuzz SECONDS=60``.

``python -m tests.fuzz.guided --seconds 60`` gives each target a share of the time, in a process
of its own: libFuzzer ends the process when it is done. What it found worth keeping, and what makes
a target fail (``crash-...``), stays in the folder, so that the next time begins there.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

USUAL_FOLDER = Path(".fuzz")
COMPILED = ("engine", "solver", "strategies")
"""Rooms of kernels: Numba can't compile instrumented code."""

LONGEST = 20_000
SLOWEST = 20
MEMORY = 4096  # MB


class Target(NamedTuple):
    """What is fuzzed: a function of bytes that may refuse them, and sound ones to begin with."""

    ask: Callable[[bytes], object]
    seeds: list[bytes]


def deck(_folder: Path) -> Target:
    from pyramid_stats.rules.decktext import deck_text, parse_deck

    seed = deck_text(range(52)).encode()
    return Target(lambda data: parse_deck(data.decode("utf-8", "replace")), [seed])


def config(folder: Path) -> Target:
    from pyramid_stats.rules.catalog import from_file
    from pyramid_stats.simulate.config import read_config
    from tests.fuzz.spoiling import toml
    from tests.fuzz.test_texts import CONFIG, PRECISE, RULE

    def ask(data: bytes) -> None:
        path = folder / "config.toml"
        path.write_bytes(data)
        answer(lambda: from_file(path))
        read_config(path, {})

    return Target(ask, [toml(each).encode() for each in (CONFIG, PRECISE, RULE)])


def manifest(folder: Path) -> Target:
    from pyramid_stats.simulate.store import open_run
    from tests.fuzz.runs import write_run

    write_run(folder / "run")
    seed = (folder / "run" / "run.json").read_bytes()

    def ask(data: bytes) -> None:
        (folder / "run" / "run.json").write_bytes(data)
        open_run(folder / "run")

    return Target(ask, [seed])


def moves(_folder: Path) -> Target:
    from pyramid_stats.replay.referee import judge_lines
    from pyramid_stats.rules.catalog import builtin
    from tests.fuzz.test_texts import LINE

    seed = repr(LINE).replace("'", '"').encode()
    return Target(lambda data: list(judge_lines(data.split(b"\n"), builtin("classic"))), [seed])


def part(folder: Path) -> Target:
    from pyramid_stats.simulate.checking import check_part, count_part
    from pyramid_stats.simulate.store import Part
    from tests.fuzz.runs import CHUNK, a_part, write_run

    write_run(folder / "run")
    place = Part("classic", "greedy", 0, CHUNK, folder / "part.parquet")

    def ask(data: bytes) -> None:
        place.path.write_bytes(data)
        count_part(place)
        check_part(place, bytewise=True)

    return Target(ask, [a_part(folder / "run").read_bytes()])


TARGETS: dict[str, Callable[[Path], Target]] = {
    each.__name__: each for each in (deck, config, manifest, moves, part)
}


def answer(call: Callable[[], object]) -> None:
    """Let a call refuse; whatever else it raises ends the fuzzing."""
    from tests.fuzz.asking import answer_of

    answer_of(call)


def _compiled() -> Iterator[str]:
    """Yield the modules that are not instrumented; Atheris takes no names of packages there."""
    root = Path(__file__).resolve().parents[2]
    for room in COMPILED:
        yield f"pyramid_stats.{room}"
        for path in (root / "pyramid_stats" / room).rglob("*.py"):
            yield ".".join(path.relative_to(root).with_suffix("").parts)


def fuzz(name: str, seconds: int, kept: Path) -> None:
    """Fuzz one target; doesn't return."""
    import atheris

    with atheris.instrument_imports(["pyramid_stats", "tomllib"], exclude=list(_compiled())):
        scratch = tempfile.TemporaryDirectory()
        target = TARGETS[name](Path(scratch.name))
    for number, seed in enumerate(target.seeds):
        (kept / f"seed-{number}").write_bytes(seed)
    options = {
        "max_total_time": seconds,
        "max_len": LONGEST,
        "timeout": SLOWEST,
        "rss_limit_mb": MEMORY,
        "artifact_prefix": f"{kept.parent}/{name}-",
        "print_final_stats": 1,
    }
    flags = [f"-{key}={value}" for key, value in options.items()]
    atheris.Setup([sys.argv[0], *flags, str(kept)], lambda data: answer(lambda: target.ask(data)))
    atheris.Fuzz()


def main() -> int:
    """Fuzz all targets, or those that are named; 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=60, help="for all targets together")
    parser.add_argument("--folder", type=Path, default=USUAL_FOLDER, help="what is kept goes here")
    parser.add_argument("--here", action="store_true", help="fuzz one target in this process")
    given = parser.parse_args()
    names = given.targets or list(TARGETS)
    for name in names:
        if name not in TARGETS:
            parser.error(f"no target {name!r}; known: {', '.join(TARGETS)}")
    seconds = max(1, given.seconds // len(names))
    if given.here:
        fuzz(names[0], seconds, given.folder / names[0])
    failed = []
    for name in names:
        (given.folder / name).mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "tests.fuzz.guided", name, "--here"]
        more = ["--seconds", str(seconds), "--folder", str(given.folder)]
        print(f"{name}: {seconds} s", flush=True)
        if subprocess.run([*command, *more], check=False).returncode:
            failed.append(name)
    print(f"failed: {', '.join(failed)}; see {given.folder}/" if failed else "none failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
