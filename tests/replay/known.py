"""A deck whose positions are easy to foresee."""

from __future__ import annotations

from pyramid_stats.rules.decktext import parse_deck

ORDERED_TEXT = (
    "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ah 2h "
    "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
)
ORDERED = parse_deck(ORDERED_TEXT)
"""With 7 rows: the base is 9d Td Jd Qd Kd Ah 2h, the row above it 3d to 8d, and the stock begins
with 3h 4h 5h."""
