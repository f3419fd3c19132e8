"""All that the author of a strategy needs: two decorators, and what can be asked of a view.

::

    from pyramid_stats.strategies.kit import compiled, exposes

    @compiled
    def choose(view):
        best = 0
        for move in range(view.moves.removals):
            if exposes(view, move) > exposes(view, best):
                best = move
        return best

See docs/strategies.md, and :mod:`pyramid_stats.strategies.questions`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba import types
from numba.core.errors import NumbaError

from pyramid_stats.engine.view import View, choose_signature, view_type
from pyramid_stats.errors import UsageError
from pyramid_stats.strategies.files import check_signature
from pyramid_stats.strategies.parameters import Parameter
from pyramid_stats.strategies.plain import CHUNK, SECONDS, Plain
from pyramid_stats.strategies.questions import *  # noqa: F403  (offered here)
from pyramid_stats.strategies.questions import __all__ as _questions
from pyramid_stats.strategies.strategy import Chooser, Strategy, title_of

__all__ = ["View", "compiled", "helper", "plain", *_questions]  # noqa: PLE0604

Maker = Callable[[Any], Strategy]


def compiled(function: Any = None, *, honest: bool = True, **defaults: float) -> Any:
    """Make a strategy of a function ``choose(view)`` that Numba compiles.

    Parameters
    ----------
    function
        Returns the index of a legal move.
    honest
        Whether it knows only what the view shows; for people, it is not checked.
    defaults
        Its parameters, numbers, with their defaults; ``view.settings.value`` holds them in this
        order.

    Raises
    ------
    UsageError
        The function takes other arguments, or can't be compiled.
    """

    def make(function: Any) -> Chooser:
        check_signature(function, function.__name__)
        try:
            # Not kept on disk: a change in another file of the user's would go unnoticed.
            choose = numba.njit((view_type,), nogil=True)(function)
            answer = choose.nopython_signatures[0].return_type
            if isinstance(answer, types.Integer) and answer != types.int64:
                choose = numba.njit(choose_signature, nogil=True)(function)
        except NumbaError as error:
            raise UsageError(
                f"{function.__name__}: can't be compiled: {_reason(error)}",
                "without @compiled it is plain Python, and may use anything",
            ) from error
        if not isinstance(answer, types.Integer):
            raise UsageError(
                f"{function.__name__}: returns {answer} and not the index of a move",
                "a move is a whole number from 0 to view.moves.count - 1",
            )
        return Chooser(
            name=function.__name__,
            title=title_of(function),
            honest=honest,
            parameters=_parameters(defaults),
            function=choose,
        )

    return make if function is None else make(function)


def plain(
    function: Any = None, *, honest: bool = True, seconds: float = SECONDS, **defaults: float
) -> Any:
    """Make a strategy of a plain Python function ``choose(view)``, or of a class with one.

    Of a class each game gets an instance of its own. Without any parameters the decorator may be
    left out.

    Parameters
    ----------
    function
        Returns the index of a legal move.
    honest, defaults
        As for :func:`compiled`.
    seconds
        What a move may take.
    """

    def make(function: Any) -> Plain:
        is_class = isinstance(function, type)
        method = function.choose if is_class else function
        check_signature(method, function.__name__, method=is_class)
        return Plain(
            name=function.__name__,
            title=title_of(function),
            honest=honest,
            chunk=CHUNK,
            parameters=_parameters(defaults),
            start=(lambda: function().choose) if is_class else (lambda: function),
            seconds=seconds,
        )

    return make if function is None else make(function)


def helper(function: Any) -> Any:
    """Compile a function that compiled strategies call."""
    return numba.njit(nogil=True)(function)


def _parameters(defaults: dict[str, float]) -> tuple[Parameter, ...]:
    return tuple(Parameter(name, float(value)) for name, value in defaults.items())


def _reason(error: Exception) -> str:
    """Return the line of Numba's long message that says most."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "-", "File", "During"))]
    reason = (telling or lines or [type(error).__name__])[0]
    return reason.partition("(Record")[0].partition("(<Record")[0]  # types as long as a page
