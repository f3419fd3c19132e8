"""The command line: finds the command, runs it, and turns every error into a line and a hint.

Nothing heavy is imported here, nor when a command's module is: ``--help``, ``--version`` and
completion stay quick. A test holds the list of what must not be imported.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from pyramid_stats import __version__
from pyramid_stats.cli.complaints import explain
from pyramid_stats.cli.interruption import INTERRUPTED, PROGRAM
from pyramid_stats.errors import LeftOut, suggestion

COMMANDS = {
    "simulate": "Play many games and store them.",
    "plan": "Tell how many games are needed, and how long they take here.",
    "winnable": "Count the deals that can be won at all, every card known.",
    "solve": "Tell whether a deck can be won, every card known, and how.",
    "report": "Report win rates with their intervals, by variant and strategy.",
    "verify": "Check that a run is whole, each game there once.",
    "replay": "Show one game move by move, or referee a list of moves.",
    "deal": "Print deals in the text format that other programs read.",
    "tune": "Search weights that win more of a variant's games.",
    "variants": "List the variants, or say the rule of one in plain words.",
    "strategies": "List the strategies, or say what one of them does.",
}
"""Each command with the first line of its own help, so that listing them imports none."""


def _remember_debug(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        context.ensure_object(dict)["debug"] = True


def debug_option() -> click.Option:
    """Return the ``--debug`` flag, which may stand before or after a command's name."""
    return click.Option(
        ["--debug"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_remember_debug,
        help="Show a traceback with an error.",
    )


class LazyGroup(click.Group):
    """A group that imports a command's module when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which people need them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module ``pyramid_stats.cli.<name>`` and return its ``command``."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            command: click.Command = import_module(f"pyramid_stats.cli.{cmd_name}").command
            command.params.append(debug_option())
            self.commands[cmd_name] = command
        return self.commands[cmd_name]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which one may be meant."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = suggestion(args[0], COMMANDS)
            raise click.UsageError(f"no such command: {args[0]!r}\n{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Complete a command's name without importing it."""
        from click.shell_completion import CompletionItem

        names = [
            CompletionItem(name, help=text)
            for name, text in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return names + click.Command.shell_complete(self, ctx, incomplete)


@click.command(
    cls=LazyGroup,
    params=[debug_option()],
    help="Play Pyramid Solitaire by the million: how hard is it, and under which rules?",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Results go to stdout, everything else to stderr. "
    f"For one command: {PROGRAM} COMMAND --help",
)
@click.version_option(__version__, "--version", "-V", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Run a command; without one, print the help."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(2)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; nothing is raised."""
    settings: dict[str, Any] = {"arguments": list(sys.argv[1:] if arguments is None else arguments)}
    try:
        with _warnings_in_one_line():
            code = _run_click(arguments, settings)
        sys.stdout.flush()  # now, while an error can still be told
    except BrokenPipeError:
        code = 1
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        code = INTERRUPTED
    except Exception as error:
        if settings.get("debug"):
            traceback.print_exc()
        complaint = explain(error)
        click.echo(complaint.text(), err=True)
        code = complaint.exit_code
    _give_up_unwritten_output()
    return code


@contextmanager
def _warnings_in_one_line() -> Iterator[None]:
    """Say what was left out in one line, as errors are; all other warnings stay Python's."""
    usual = warnings.showwarning

    def show(message: Any, category: type[Warning], *more: Any, **others: Any) -> None:
        if issubclass(category, LeftOut):
            click.echo(f"warning: {message}", err=True)
        else:
            usual(message, category, *more, **others)

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def _run_click(arguments: Sequence[str] | None, settings: dict[str, Any]) -> int:
    """Let click parse and run; it hands back an exit code, or what the command returned."""
    try:
        result = cli.main(args=arguments, prog_name=PROGRAM, standalone_mode=False, obj=settings)
    except SystemExit as end:  # shell completion, or click's own way with a broken pipe
        result = end.code
    return result if isinstance(result, int) else 0


def _give_up_unwritten_output() -> None:
    """Keep Python from complaining at exit about output that nobody takes."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the command line and leave with its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a title that the terminal can't show
    sys.exit(run())
