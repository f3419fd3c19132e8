"""What is to be played: a seed, a number of games, variants and strategies.

An experiment comes from a config, from flags, or from a config with flags on top. It is complete
and checked before anything is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyramid_stats.errors import UsageError, shown, suggestion
from pyramid_stats.rules import catalog
from pyramid_stats.rules.variant import Variant
from pyramid_stats.simulate.columns import GAMES
from pyramid_stats.simulate.config import Config, read_config
from pyramid_stats.simulate.length import find_length
from pyramid_stats.simulate.parts import LONGEST_NAME

if TYPE_CHECKING:  # at run time they would load the kernels that play, and statsmodels
    from pyramid_stats.statistics.stopping import Stopping
    from pyramid_stats.strategies.strategy import Strategy

SEED_VARIANTS = ("classic", "classic-three-piles", "swedish", "swedish-two-passes", "finnish")
"""The games of the five rule texts: what is played where nothing else is asked for."""


@dataclass(frozen=True)
class Experiment:
    """A checked experiment.

    Parameters
    ----------
    title
        For people; may be empty.
    seed
        0 to 2**64 - 1.
    games
        Games of each variant and strategy: the deals 0 to ``games - 1``; with ``stopping`` at most
        so many.
    at_most
        Games of single strategies, by name, where that is less than ``games``.
    stopping
        The precision at which each variant and strategy stops before ``games``; None: it doesn't.
    chunk
        Games in one file; None: as many as suit each strategy.
    variants
        No two of them with the same name.
    strategies
        No two of them with the same name.
    limit
        States after which a strategy that searches gives a deal up; None: its own.
    detail
        Whether each game is stored, or the sums over each chunk (``columns.SUMMARY``).
    """

    title: str
    seed: int
    games: int
    chunk: int | None
    variants: tuple[Variant, ...]
    strategies: tuple[Strategy, ...]
    limit: int | None = None
    at_most: Mapping[str, int] = field(default_factory=dict)
    stopping: Stopping | None = None
    detail: str = GAMES

    def games_of(self, strategy: Strategy) -> int:
        """Return how many games a strategy plays of each variant."""
        return min(self.games, self.at_most.get(strategy.name, self.games))


def build_experiment(
    config: Path | None = None,
    flags: dict[str, Any] | None = None,
    settings: Sequence[str] = (),
    before_loading: Callable[[], None] = lambda: None,
) -> Experiment:
    """Read the config, lay the flags over it, and check everything.

    Parameters
    ----------
    config
        A TOML file; without one the defaults hold.
    flags
        Keys of a config that replace the file's; None means that the flag was not given.
    settings
        ``key=value`` changes to every variant.
    before_loading
        Called when all the rest is sound and the strategies are looked for: that may compile.

    Raises
    ------
    UsageError
        Names the file, or the flag, and the key and value that are wrong.
    """
    given = {key: value for key, value in (flags or {}).items() if value is not None}
    file, merged = read_config(config, given)
    games, stopping = find_length(file, given, "" if config is None else f"{config}: ")
    variants = _variants(merged, config, "variants" in given, settings)
    before_loading()
    strategies = _strategies(merged, config, "strategies" in given)
    if "strategies" not in given:
        _refuse_absent(merged.at_most, strategies, f"{config}: at_most")
    return Experiment(
        merged.title,
        merged.seed,
        games,
        merged.chunk,
        variants,
        strategies,
        merged.limit,
        merged.at_most,
        stopping,
        merged.detail,
    )


def _variants(
    config: Config, file: Path | None, flagged: bool, settings: Sequence[str]
) -> tuple[Variant, ...]:
    """Resolve the variants: those named, else those that the config describes, else the five.

    A config's .toml files are looked for beside it, those of a flag (``flagged``) from here.
    """
    place = "--variant" if flagged else f"{file}: variants"
    folder = Path() if flagged or file is None else file.parent
    described = {
        name: catalog.from_delta(delta, name, where=f"{file}: variant.{name}")
        for name, delta in config.variant.items()
    }
    specs = config.variants or list(described) or list(SEED_VARIANTS)
    found = [_find(spec, described, folder, place) for spec in specs]
    for variant in found:
        _refuse_false_name(variant, place)
    changed = tuple(_with_settings(variant, settings) for variant in found)
    # Some file systems take Classic and classic for the same folder.
    _refuse_doubles([variant.name.casefold() for variant in changed], place)
    return changed


def _find(spec: str, described: dict[str, Variant], folder: Path, place: str) -> Variant:
    if spec in described:
        return described[spec]
    if spec.endswith(".toml"):
        return catalog.from_file(folder / spec)
    known = {*catalog.variant_names(), *described}
    if spec not in known:
        raise UsageError(f"{place}: unknown variant {shown(spec)}", suggestion(spec, known))
    return catalog.builtin(spec)


def _refuse_false_name(variant: Variant, place: str) -> None:
    """Refuse another game under the name of a built-in: reports could not tell them apart."""
    name = variant.name
    if name in catalog.variant_names() and variant.rule_hash() != catalog.builtin(name).rule_hash():
        raise UsageError(
            f"{place}: {name!r} is the name of a built-in variant with another rule",
            "give it a name of its own",
        )


def _with_settings(variant: Variant, settings: Sequence[str]) -> Variant:
    """Apply ``--set``; an error says which variant it doesn't fit."""
    try:
        changed = catalog.with_settings(variant, settings)
    except UsageError as error:
        raise UsageError(f"{error.message} (variant {variant.name})", error.hint) from None
    if len(changed.name) > LONGEST_NAME:
        raise UsageError(
            f"variant name: {changed.name[:40]}... has {len(changed.name)} letters",
            f"a name has at most {LONGEST_NAME}; describe the variant in a .toml file",
        )
    return changed


def _strategies(config: Config, file: Path | None, flagged: bool) -> tuple[Strategy, ...]:
    """Resolve the strategies: those named, else those that the config describes, else the usual."""
    from pyramid_stats.simulate.players import find_players  # noqa: PLC0415  (loads the kernels)

    place = "--strategy" if flagged else f"{file}: strategies"
    beside = Path() if file is None else file.parent
    _refuse_doubles(config.strategies or [], place)
    found = find_players(
        config.strategies, config.strategy, str(file), beside, Path() if flagged else beside, place
    )
    _refuse_doubles([strategy.name.casefold() for strategy in found], place)
    return found


def _refuse_absent(at_most: Mapping[str, int], players: Sequence[Strategy], place: str) -> None:
    """Refuse a number of games for a strategy that doesn't play: a slip of the pen, most likely."""
    names = [player.name for player in players]
    for name in at_most:
        if name not in names:
            raise UsageError(f"{place}: {name!r} doesn't play", suggestion(name, names))


def _refuse_doubles(names: Sequence[str], place: str) -> None:
    name, times = max(Counter(names).items(), key=lambda item: item[1], default=("", 1))
    if times > 1:
        raise UsageError(f"{place}: {name!r} is named {times} times", "name each once")
