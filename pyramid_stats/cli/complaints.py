"""Whatever went wrong, said in one line, with a hint in the next."""

from __future__ import annotations

import re
from dataclasses import dataclass

import click

from pyramid_stats.errors import PyramidStatsError, suggestion


@dataclass(frozen=True)
class Complaint:
    """What the user is told, and the exit code that goes with it."""

    message: str
    hint: str
    exit_code: int

    def text(self) -> str:
        """Return the lines for stderr."""
        hint = f"\nhint: {_one_line(self.hint)}" if self.hint else ""
        return f"error: {_one_line(self.message)}{hint}"


def explain(error: Exception) -> Complaint:
    """Find the words for an error."""
    if isinstance(error, PyramidStatsError):
        return Complaint(error.message, error.hint, error.exit_code)
    if isinstance(error, click.ClickException):
        return _explain_click(error)
    if isinstance(error, MemoryError):
        return Complaint("not enough memory", "ask for fewer games at a time", 1)
    if isinstance(error, OSError) and error.strerror:
        path = f"{error.filename}: " if error.filename is not None else ""
        hint = "see whether there is room, and permission to read and write"
        return Complaint(f"{path}{error.strerror}", hint, 1)
    return Complaint(f"{type(error).__name__}: {error}", "run again with --debug", 1)


def _explain_click(error: click.ClickException) -> Complaint:
    """Say click's complaint in our form; a message's second line, if any, is its hint."""
    context = getattr(error, "ctx", None)
    more = f"{context.command_path} --help" if context else "see --help"
    message = error.message
    if isinstance(error, click.NoSuchOption):
        message = f"no such option: {error.option_name}"
        if error.possibilities:
            message += f"\ndid you mean {error.possibilities[0]}?"
    elif isinstance(error, click.BadParameter):
        message = _explain_parameter(error)
    message, _, hint = message.partition("\n")
    return Complaint(_lower_first(message).rstrip("."), hint or more, error.exit_code)


def _explain_parameter(error: click.BadParameter) -> str:
    """Name the parameter and the value; suggest one of its choices if it has any."""
    parameter = error.param
    name = str(error.param_hint or "")
    if parameter is not None and error.ctx is not None:
        name = parameter.get_error_hint(error.ctx)
    name = name.replace("'", "")
    if isinstance(error, click.MissingParameter):
        return f"{name} is missing"
    word = re.match(r"'(.*)' is not one of", error.message)
    if word and parameter is not None and isinstance(parameter.type, click.Choice):
        hint = suggestion(word[1], parameter.type.choices)
        return f"{name}: unknown value {word[1]!r}\n{hint}"
    return f"{name}: {_lower_first(error.message)}"


def _lower_first(text: str) -> str:
    """Begin a message as all messages begin, unless its first word is a name."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _one_line(text: str) -> str:
    """Keep line ends, and what else could steer a terminal, out of a message."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )
