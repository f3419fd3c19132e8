"""The view: all that a strategy gets to see, in one value.

It holds only what a player at the table knows, the rules, the strategy's own dice and its own
settings. The deck isn't in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from numba import types

from pyramid_stats.engine.records import (
    DICE,
    MOVES,
    POSITION,
    SETTINGS,
    dice_type,
    moves_type,
    new,
    position_type,
    rules_of,
    rules_type,
    settings_type,
)
from pyramid_stats.rules.variant import Variant


class View(NamedTuple):
    """What a strategy sees; each field is a record of :mod:`pyramid_stats.engine.records`."""

    rules: Any
    """The rules, and who covers whom."""
    position: Any
    """What lies where, as far as the player knows it."""
    moves: Any
    """The legal moves: removals first, then the draw or the redeal."""
    dice: Any
    """The strategy's own random stream."""
    settings: Any
    """The values of its parameters, in its own order."""


view_type = types.NamedTuple(  # type: ignore[no-untyped-call]
    (rules_type, position_type, moves_type, dice_type, settings_type), View
)

choose_signature = types.int64(view_type)
"""What a strategy is to the engine: it picks an index of the list of legal moves."""

choose_type = types.FunctionType(choose_signature)


def new_view(variant: Variant, settings: Sequence[float] = ()) -> View:
    """Return a view on nothing yet, for games of a variant.

    Parameters
    ----------
    variant
        The rules.
    settings
        At most :data:`~pyramid_stats.engine.records.MAX_SETTINGS` values; the rest are 0.
    """
    view = View(rules_of(variant), new(POSITION), new(MOVES), new(DICE), new(SETTINGS))
    view.settings["value"][: len(settings)] = settings
    return view
