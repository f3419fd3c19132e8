"""Ways to spoil a value, a text or a file: hypothesis strategies."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import strategies as st

ODD_VALUES: list[Any] = [
    None, True, 0, -1, 1, 2**63, 2**64, 10**30, 1e308, 5e-324, float("nan"), float("inf"),
    "", "x", "\x1b[2J\n", "<script>", "../../x", "/etc/passwd", "mine.py:choose", "a" * 10_000,
    "\0", "\ud800", "é", [], {}, [1], [[]], {"a": 1}, {"a": {"b": []}},
]  # fmt: skip
ODD_KEYS = ["name", "x", "\ud800", "a b", ""]
odd = st.sampled_from(ODD_VALUES) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@st.composite
def spoilt(draw: st.DrawFn, value: dict[str, Any], times: int = 3) -> dict[str, Any]:
    """Return a value of JSON with some entries replaced, removed or added."""
    changed = copy.deepcopy(value)
    for _ in range(draw(st.integers(1, times))):
        where, key = draw(st.sampled_from(list(_entries(changed))))
        what = draw(st.sampled_from(["replace", "replace", "replace", "remove", "add"]))
        if what == "replace":
            where[key] = copy.deepcopy(draw(odd))
        elif what == "remove":
            del where[key]
        elif isinstance(where, dict):
            where[draw(st.sampled_from(ODD_KEYS))] = copy.deepcopy(draw(odd))
        if not changed:
            break
    return changed


def _entries(value: Any) -> Any:
    """Yield every entry of a nested value as its holder and its key."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(pairs):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _entries(inner)


def toml(values: dict[str, Any]) -> str:
    """Write values as TOML; what that has no word for (null, NaN) makes it no TOML at all."""
    return "\n".join(f"{json.dumps(key)} = {_inline(value)}" for key, value in values.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)} = {_inline(inner)}" for key, inner in value.items())
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode()


@st.composite
def spoilt_bytes(draw: st.DrawFn, data: bytes, others: tuple[bytes, ...] = ()) -> bytes:
    """Return the bytes of a file with some flipped, cut out, doubled, or swapped."""
    places = st.integers(0, len(data) - 1)
    start, stop = sorted((draw(places), draw(places)))
    what = draw(st.sampled_from(["flip", "flip", "flip", "cut", "end", "swap", "other", "more"]))
    if what == "flip":
        changed = bytearray(data)
        for place in draw(st.lists(places, min_size=1, max_size=4)):
            changed[place] ^= draw(st.integers(1, 255))
        return bytes(changed)
    middle = (start + stop) // 2
    return {
        "cut": data[:start] + data[stop:],
        "end": data[:start],
        "swap": data[:start] + data[middle:stop] + data[start:middle] + data[stop:],
        "other": draw(st.sampled_from(others or (b"", b"PAR1PAR1", b"{}"))),
        "more": data[:stop] + data[start:],
    }[what]
