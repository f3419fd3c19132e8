"""How long an experiment is: a number of games, or as many as a precision takes.

Flags replace what the config says: ``--precision`` its ``relative`` and the other way round, and
``--games`` all of its stopping by precision. With ``--precision`` the ``games`` of a config become
the most that are played, unless something says ``max_games``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pyramid_stats.errors import UsageError
from pyramid_stats.simulate.config import Config

if TYPE_CHECKING:
    from pyramid_stats.statistics.stopping import Stopping

KINDS = ("precision", "relative")
BOUNDS = ("min_games", "max_games")


def find_length(file: Config, flags: Mapping[str, Any], place: str) -> tuple[int, Stopping | None]:
    """Return how many games are played at most, and the precision at which they stop before.

    Parameters
    ----------
    file
        What the config says, without the flags.
    flags
        The flags that were given, by the config's keys.
    place
        What an error about the config begins with.

    Raises
    ------
    UsageError
        Keys or flags contradict each other; names them.
    """
    told = {key: getattr(file, key) for key in file.model_fields_set}
    told, given = _of_length(told), _of_length(flags)
    _refuse_contradictions(told, place, str)
    _refuse_contradictions(given, "", _flag)
    if "games" in given:
        told = {}
    if given.keys() & set(KINDS):
        told = {key: value for key, value in told.items() if key not in KINDS}
    merged = told | given
    names = {key: _flag(key) if key in given else f"{place}{key}" for key in merged}
    if merged.keys() & set(KINDS):
        stopping = _stopping(merged, names)
        return stopping.max_games, stopping
    for key in BOUNDS:
        if key in merged:
            raise UsageError(
                f"{names[key]} makes no sense without a precision",
                "add --precision or --relative, or say the number of --games",
            )
    games: int = merged.get("games", file.games)
    return games, None


def _of_length(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is about the length; None says nothing."""
    keys = ("games", *KINDS, *BOUNDS)
    return {key: values[key] for key in keys if values.get(key) is not None}


def _flag(key: str) -> str:
    return f"--{key.replace('_', '-')}"


def _refuse_contradictions(
    values: Mapping[str, Any], place: str, name: Callable[[str], str]
) -> None:
    """Refuse what can't be meant together in one place: in the config, or among the flags."""
    precision, relative = map(name, KINDS)
    if set(KINDS) <= values.keys():
        raise UsageError(f"{place}{precision} and {relative} don't go together", "leave one out")
    others = [name(key) for key in (*KINDS, *BOUNDS) if key in values]
    if "games" in values and others:
        raise UsageError(
            f"{place}{name('games')} and {others[0]} don't go together",
            f"{name('max_games')} is the most that are played for a precision",
        )


def _stopping(values: Mapping[str, Any], names: Mapping[str, str]) -> Stopping:
    from pyramid_stats.statistics.stopping import (  # noqa: PLC0415  (statsmodels takes a second)
        MAX_GAMES,
        MIN_GAMES,
        Stopping,
    )

    most = values.get("max_games", values.get("games", MAX_GAMES))
    fewest = values.get("min_games", min(MIN_GAMES, most))
    if fewest > most:
        raise UsageError(
            f"{names['min_games']}: {fewest:,} is more than the {most:,} games that are allowed",
            "lower it, or raise --max-games",
        )
    kinds = {kind: values[kind] for kind in KINDS if kind in values}
    return Stopping(**kinds, min_games=fewest, max_games=most)
