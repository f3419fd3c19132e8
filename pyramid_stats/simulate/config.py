"""A config: its keys, what they take, and flags laid over them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from pyramid_stats.rules import catalog
from pyramid_stats.rules.fields import checked, explain
from pyramid_stats.simulate.parts import LARGEST_CHUNK
from pyramid_stats.statistics.shares import (
    FINEST,
    WIDEST_PRECISION,
    WIDEST_RELATIVE,
    parse_share,
    percent,
)

MOST_GAMES = 2**63
MOST_STATES = 10**9  # as much as --limit takes

GameCount = Annotated[int, Field(ge=0, le=MOST_GAMES)]


def _share_up_to(highest: float) -> BeforeValidator:
    """Read a share, a text like ``"0.1%"`` or a number, from the finest to the highest."""

    def read(value: object) -> float:
        share = parse_share(value) if isinstance(value, str) else value
        if not isinstance(share, float) or not FINEST <= share <= highest:
            raise ValueError("not such a share")
        return share

    return BeforeValidator(read)


def _share_words(highest: float, example: str) -> str:
    return f"a share from {percent(FINEST)} to {percent(highest)}, as in {example}"


class Config(BaseModel):
    """A config as it stands in the file, or the flags that are laid over it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    title: str = checked("", "a text")
    seed: Annotated[int, Field(ge=0, lt=2**64)] = checked(
        13, "a whole number from 0 to 18446744073709551615"
    )
    games: GameCount = checked(100_000, "a whole number from 0 on, as in 1_000_000")
    precision: Annotated[float, _share_up_to(WIDEST_PRECISION)] | None = checked(
        None, _share_words(WIDEST_PRECISION, '"0.1%" or 0.001')
    )
    relative: Annotated[float, _share_up_to(WIDEST_RELATIVE)] | None = checked(
        None, _share_words(WIDEST_RELATIVE, '"1%" or 0.01')
    )
    min_games: GameCount | None = checked(None, "a whole number from 0 on, as in 1_000")
    max_games: GameCount | None = checked(None, "a whole number from 0 on, as in 1_000_000")
    at_most: dict[str, GameCount] = checked(
        {}, "numbers of games by strategy, as in { rollout = 10_000 }"
    )
    chunk: Annotated[int, Field(ge=1, le=LARGEST_CHUNK)] | None = checked(
        None, "a whole number from 1 to 100_000_000"
    )
    detail: Literal["games", "summary"] = checked("games", '"games" or "summary"')
    limit: Annotated[int, Field(ge=1, le=MOST_STATES)] | None = checked(
        None, "a whole number from 1 to 1_000_000_000"
    )
    variants: Annotated[list[str], Field(min_length=1)] | None = checked(
        None, 'names or .toml files, as in ["classic", "swedish"]'
    )
    strategies: Annotated[list[str], Field(min_length=1)] | None = checked(
        None, 'names, as in ["random", "greedy"]'
    )
    variant: dict[str, dict[str, Any]] = checked({}, "tables, as in [variant.my-six]")
    strategy: dict[str, dict[str, Any]] = checked({}, "tables, as in [strategy.careful]")


def read_config(path: Path | None, flags: dict[str, Any]) -> tuple[Config, Config]:
    """Return what a file says, and the same with flags over it.

    Raises
    ------
    UsageError
        Names the file and the key and value that are wrong.
    """
    where = "" if path is None else str(path)
    file = _validate({} if path is None else catalog.read_toml(path), where)
    return file, _validate(file.model_dump(exclude_unset=True) | flags, "")


def _validate(values: dict[str, Any], where: str) -> Config:
    try:
        return Config.model_validate(values)
    except ValidationError as error:
        raise explain(error.errors()[0], Config.model_fields, where) from None
