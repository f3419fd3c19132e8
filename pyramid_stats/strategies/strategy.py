"""What a strategy is, and the decorator that makes a built-in one of a function."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Self

from numpy.typing import NDArray

from pyramid_stats.engine import play
from pyramid_stats.engine.jit import kernel
from pyramid_stats.engine.view import choose_signature
from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.rules.variant import Variant
from pyramid_stats.strategies.parameters import Parameter, check_settings, joined_call

BUILT_IN = "built-in"
USUAL_CHUNK = 250_000


@dataclass(frozen=True, kw_only=True)
class Strategy(ABC):
    """A player.

    Parameters
    ----------
    name
        As reports call it, with the parameters that were given: ``determinized(samples=50)``.
    title
        What it does, in one line.
    honest
        Whether it sees only what a player at the table sees.
    chunk
        How many of its games make a file where nobody says otherwise: some seconds' work.
    parameters
        What it may be given.
    given
        What it was given; the other parameters have their defaults.
    origin
        By what the registry finds it: a name, or ``file:function``.
    source
        Where it comes from, for people.
    digest
        A hash of its code where that isn't the package's own, so that no report takes two for one.
    """

    name: str
    title: str
    honest: bool = True
    chunk: int = USUAL_CHUNK
    parameters: tuple[Parameter, ...] = ()
    given: Mapping[str, float] = field(default_factory=dict)
    origin: str = ""
    source: str = BUILT_IN
    digest: str = ""

    @property
    def quick(self) -> bool:
        """Whether it plays thousands of games a second, so that it may play unasked."""
        return self.chunk >= USUAL_CHUNK

    def play(
        self, variant: Variant, seed: int, first: int, last: int, limit: int | None = None
    ) -> NDArray[Any]:
        """Play the deals ``first`` to ``last - 1`` and return a row each (dtype ``records.ROW``).

        ``limit`` is for strategies that search: states after which they give a deal up.

        Raises
        ------
        PyramidStatsError
            It failed, or chose no legal move; names the strategy, its source and the deal.
        """
        with self._named():
            return self._play(variant, seed, range(first, last), limit)

    def moves(self, variant: Variant, seed: int, deal: int) -> list[int]:
        """Return the move codes of one game; it may raise what :meth:`play` does."""
        with self._named():
            return self._moves(variant, seed, deal)

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Put source and name before what an error says."""
        try:
            yield
        except PyramidStatsError as error:
            place = "" if self.source == BUILT_IN else f"{self.source}: "
            text = f"{place}strategy {self.name!r}: {error.message}"
            raise type(error)(text, error.hint) from error.__cause__

    @abstractmethod
    def _play(self, variant: Variant, seed: int, deals: range, limit: int | None) -> NDArray[Any]:
        """Play deals."""

    @abstractmethod
    def _moves(self, variant: Variant, seed: int, deal: int) -> list[int]:
        """Play one deal and return its moves."""

    @property
    def kernels(self) -> str:
        """The module that is compiled where it first plays; empty if there is none to wait for."""
        return ""

    def prepare(self) -> None:  # noqa: B027  (there may be nothing to do)
        """Compile what it needs, once before worker processes start."""

    def values(self, variant: Variant) -> Sequence[float]:
        """Return the value of each parameter in a variant."""
        return [self.given.get(each.name, each.default) for each in self.parameters]

    def with_settings(self, given: Mapping[str, object], name: str = "") -> Self:
        """Return the strategy with some parameters given, and under another name.

        Without a name it is called by what it was given. Raises UsageError if it takes no such
        parameter, or not that value.
        """
        checked = check_settings(self.parameters, given, f"strategy {name or self.name!r}")
        origin = self.origin or self.name
        name = name or joined_call(self.name, checked)
        return replace(self, given=checked, name=name, origin=origin)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it be sent to a worker process, which finds it by its origin."""
        from pyramid_stats.strategies.registry import rebuilt  # noqa: PLC0415  (uses this module)

        return rebuilt, (self.origin or self.name, dict(self.given), self.name)


@dataclass(frozen=True, kw_only=True)
class Chooser(Strategy):
    """A player that chooses one move at a time.

    Parameters
    ----------
    function
        ``choose(view)``, which returns the index of one of the legal moves (see
        :mod:`pyramid_stats.engine.view`). It is compiled when it is first needed, if it isn't
        yet, and passed to the engine's kernels as a function pointer: a new strategy doesn't
        compile them again.
    """

    function: Any

    @property
    def choose(self) -> Any:
        """The compiled function."""
        return _compiled(self.function)

    @property
    def kernels(self) -> str:
        """The module of the function; a user's is compiled when its file is read."""
        module = str(self.function.__module__)
        return module.rpartition(".")[2] if self.source == BUILT_IN else ""

    def prepare(self) -> None:
        """Compile what it needs."""
        _ = self.choose

    def _play(self, variant: Variant, seed: int, deals: range, limit: int | None) -> NDArray[Any]:
        settings = self.values(variant)
        return play.play_deals(variant, self.choose, seed, deals.start, deals.stop, settings)

    def _moves(self, variant: Variant, seed: int, deal: int) -> list[int]:
        return play.transcript(variant, self.choose, seed, deal, self.values(variant))


@cache
def _compiled(function: Any) -> Any:
    return function if hasattr(function, "py_func") else kernel(choose_signature)(function)


def title_of(function: Any) -> str:
    """Return the first line of a docstring, without its full stop."""
    lines = (function.__doc__ or "").strip().splitlines()
    return lines[0].rstrip(".") if lines else ""


def strategy(name: str, **more: Any) -> Callable[[Callable[..., Any]], Chooser]:
    """Make a built-in strategy of a function; its docstring's first line becomes the title.

    Parameters
    ----------
    name
        As on the command line.
    more
        Further fields of :class:`Strategy`.
    """

    def wrap(function: Callable[..., Any]) -> Chooser:
        return Chooser(name=name, title=title_of(function), function=function, **more)

    return wrap
