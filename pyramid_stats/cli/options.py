"""Options that several commands share, and what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from pyramid_stats.errors import UsageError
from pyramid_stats.statistics.shares import parse_share, percent

if TYPE_CHECKING:
    from pyramid_stats.rules.variant import Variant
    from pyramid_stats.simulate.places import Place

DEFAULT_SEED = 13
DEFAULT_VARIANT = "classic"
LAST_SEED = 2**64 - 1
LAST_DEAL = 2**63 - 1
MOST_STATES = 10**9

_Command = TypeVar("_Command", bound=Callable[..., Any])
Decorator = Callable[[_Command], _Command]


class WholeNumber(click.ParamType):  # type: ignore[type-arg] # generic in newer click only
    """A whole number between two limits, whatever its size; underscores may group digits."""

    def __init__(self, name: str, lowest: int, highest: int) -> None:
        self.name = name
        self.lowest = lowest
        self.highest = highest

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, or say what it may be."""
        number = _whole_number(str(value))
        if number is None or not self.lowest <= number <= self.highest:
            self.fail(
                f"{str(value)[:40]!r} is not allowed\n"
                f"{self.name} is a whole number from {self.lowest} to {self.highest}",
                param,
                ctx,
            )
        return number


class RunPlace(click.ParamType):  # type: ignore[type-arg] # generic in newer click only
    """Where a run lies: a folder, or a URI as ``s3://bucket/run``."""

    name = "run"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Place:
        """Read a path or URI."""
        if "://" not in str(value):  # object stores take 0.2 s to import
            return Path(value)
        from pyramid_stats.simulate.places import place_of

        return place_of(str(value))


class DealRange(click.ParamType):  # type: ignore[type-arg] # generic in newer click only
    """Deal numbers as ``FIRST:LAST``, the last not included."""

    name = "range"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> range:
        """Read the range, or say how one is written."""
        if isinstance(value, range):
            return value
        first, colon, last = str(value).partition(":")
        ends = _whole_number(first), _whole_number(last)
        if not colon or None in ends or not 0 <= ends[0] <= ends[1] <= LAST_DEAL + 1:  # type: ignore[operator]
            self.fail(
                f"{str(value)[:40]!r} is not allowed\n"
                "write FIRST:LAST, the last not included, as in 0:1000",
                param,
                ctx,
            )
        return range(*ends)  # type: ignore[arg-type]


class Share(click.ParamType):  # type: ignore[type-arg] # generic in newer click only
    """A share between two limits, in percent or as a number: ``0.1%`` or ``0.001``."""

    def __init__(self, name: str, lowest: float, highest: float) -> None:
        self.name = name
        self.lowest = lowest
        self.highest = highest

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the share, or say what it may be."""
        share = parse_share(str(value))
        if share is None or not self.lowest <= share <= self.highest:
            self.fail(
                f"{str(value)[:40]!r} is not allowed\n"
                f"{self.name} is a share from {percent(self.lowest)} to {percent(self.highest)}, "
                "as in 0.1% or 0.001",
                param,
                ctx,
            )
        return share


def _whole_number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:  # no number, or one of thousands of digits
        return None


class VariantSpec(click.ParamType):  # type: ignore[type-arg] # generic in newer click only
    """A variant's name or a TOML file, as text: resolving it needs heavy imports."""

    name = "variant"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Keep the text."""
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the built-in variants, else files."""
        folder = resources.files("pyramid_stats.rules") / "variants"
        names = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir())
        items = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return items or [CompletionItem(incomplete, type="file")]


def variant_option(**settings: Any) -> Decorator[Any]:
    """Return ``--variant``; more settings of click, such as ``multiple``, may be given."""
    defaults: dict[str, Any] = {
        "type": VariantSpec(),
        "metavar": "NAME|FILE.toml",
        "help": "A variant's name, or a TOML file that describes one.",
    }
    return click.option("--variant", **(defaults | settings))


set_option = click.option(
    "--set",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    help="Change one parameter of the variant, as in passes=3; may be repeated.",
)


def seed_option(**settings: Any) -> Decorator[Any]:
    """Return ``--seed``."""
    defaults: dict[str, Any] = {
        "type": WholeNumber("a seed", 0, LAST_SEED),
        "metavar": "N",
        "help": "The seed of all deals, 0 to 2**64 - 1.",
    }
    return click.option("--seed", **(defaults | settings))


def deal_option(**settings: Any) -> Decorator[Any]:
    """Return ``--deal``."""
    defaults: dict[str, Any] = {
        "type": WholeNumber("a deal", 0, LAST_DEAL),
        "metavar": "N",
        "help": "The number of the deal, 0 to 2**63 - 1.",
    }
    return click.option("--deal", **(defaults | settings))


def limit_option(**settings: Any) -> Decorator[Any]:
    """Return ``--limit``, the states after which the solver gives up."""
    defaults: dict[str, Any] = {"type": WholeNumber("a limit", 1, MOST_STATES), "metavar": "N"}
    return click.option("--limit", **(defaults | settings))


strategies_option = click.option(
    "--strategy",
    multiple=True,
    metavar="NAME",
    help="Who plays: NAME, NAME(PARAMETER=VALUE) or FILE.py:FUNCTION; may be repeated.  "
    "[default: the quick honest ones]",
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def resolve_variant(spec: str, settings: Sequence[str] = ()) -> Variant:
    """Return the variant that the rule flags describe.

    Raises
    ------
    UsageError
        Names the file, key or flag and the value that is wrong.
    """
    from pyramid_stats.rules import catalog

    return catalog.with_settings(catalog.find(spec), settings)


def refuse_together(given: dict[str, Any], reason: str) -> None:
    """Refuse options that make no sense beside another one.

    Parameters
    ----------
    given
        Each option's name and value; None, False and an empty tuple mean that it wasn't given.
    reason
        What they don't go with.
    """
    wrong = [name for name, value in given.items() if not _is_absent(value)]
    if wrong:
        raise UsageError(f"{wrong[0]} {reason}", f"leave out {' and '.join(wrong)}")


def _is_absent(value: Any) -> bool:
    return value is None or value is False or value == ()
