"""A share as people write it: ``0.1%``, ``0.1 %`` or ``0.001``."""

from __future__ import annotations

import re
from decimal import ROUND_UP, Context, Decimal

FINEST = 0.000001
"""The finest precision that may be asked for, absolute or as a share of the win rate."""
WIDEST_PRECISION = 0.5
WIDEST_RELATIVE = 1.0

_SHARE = re.compile(r"(\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})\s*(%?)", re.ASCII)


def parse_share(text: str) -> float | None:
    """Return the share, from 0 on, or None if the text is none.

    Read as a decimal number, so that ``0.1%`` and ``0.001`` are the same float.
    """
    match = _SHARE.fullmatch(text.strip())
    if match is None:
        return None
    number = Decimal(match[1])
    return float(number / 100 if match[2] else number)


def percent(share: float) -> str:
    """Write a share such as a confidence or a mark on an axis in percent: 95 %, 0.01 %."""
    return f"{100 * share:.8f}".rstrip("0").rstrip(".") + " %"


def percent_above(share: float) -> str:
    """Write a share in percent in three digits, rounded up: what is too wide also looks so."""
    rounded = Context(prec=3, rounding=ROUND_UP).create_decimal_from_float(share)
    return percent(float(rounded))
