"""Parameters of strategies: named numbers, as in ``determinized(samples=50)``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite

from pyramid_stats.errors import UsageError, suggestion

_CALL = re.compile(r"([^()]*)\(([^()]*)\)")


@dataclass(frozen=True)
class Parameter:
    """One number that a strategy may be given.

    Parameters
    ----------
    name
        As in ``name=value``.
    default
        Its value where none is given.
    lowest, highest
        Between which it lies.
    whole
        Whether it is a whole number.
    text
        What it means, in one line.
    """

    name: str
    default: float
    text: str = ""
    lowest: float = -1e9
    highest: float = 1e9
    whole: bool = False

    def checked(self, value: object, where: str) -> float:
        """Return a value that is allowed, or raise UsageError with ``where`` in front."""
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not self.lowest <= value <= self.highest:  # type: ignore[operator]
            raise self._refusal(value, where)
        if self.whole and value != int(value):  # type: ignore[call-overload]
            raise self._refusal(value, where)
        return float(value)  # type: ignore[arg-type]

    def _refusal(self, value: object, where: str) -> UsageError:
        kind = "whole number" if self.whole else "number"
        written = plain(value) if isinstance(value, float) and isfinite(value) else repr(value)
        return UsageError(
            f"{where}: {self.name}: {written} is not allowed",
            f"{self.name} is a {kind} from {plain(self.lowest)} to {plain(self.highest)}",
        )


def plain(value: float) -> str:
    """Write a number as short as it can be read back: 50 and not 50.0."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))


def split_call(text: str) -> tuple[str, dict[str, float]]:
    """Split ``name(key=value, ...)`` into the name and the values; no brackets give none.

    Raises
    ------
    UsageError
        Something else is written there.
    """
    text = text.strip()
    if "(" not in text and ")" not in text:
        return text, {}
    match = _CALL.fullmatch(text)
    if match is None:
        raise UsageError(f"strategy {text!r}: unreadable", "write name(key=value, key=value)")
    found: dict[str, float] = {}
    for piece in filter(None, (each.strip() for each in match[2].split(","))):
        key, equals, value = (each.strip() for each in piece.partition("="))
        if not equals or key in found:
            what = "no '='" if not equals else f"{key} is given twice"
            raise UsageError(f"strategy {text!r}: {piece!r}: {what}", "write name(key=value)")
        found[key] = _number(value, text, key)
    return match[1].strip(), found


def _number(text: str, whole: str, key: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(
            f"strategy {whole!r}: {key}: {text!r} is not a number", f"write {key}=number"
        ) from None


def joined_call(name: str, given: Mapping[str, float]) -> str:
    """Write what :func:`split_call` reads, without spaces."""
    values = ",".join(f"{key}={plain(value)}" for key, value in given.items())
    return f"{name}({values})" if values else name


def check_settings(
    parameters: Iterable[Parameter], given: Mapping[str, object], where: str
) -> dict[str, float]:
    """Return the given values in the order of the parameters.

    Raises
    ------
    UsageError
        A name is none of a parameter, or a value is not allowed.
    """
    known = {parameter.name: parameter for parameter in parameters}
    for key in given:
        if key not in known:
            hint = suggestion(key, known) if known else "it takes no parameters"
            raise UsageError(f"{where}: unknown parameter {key!r}", hint)
    return {
        name: parameter.checked(given[name], where)
        for name, parameter in known.items()
        if name in given
    }
