from __future__ import annotations

import errno
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from pyramid_stats import __version__
from pyramid_stats.cli import main
from pyramid_stats.cli.complaints import explain
from pyramid_stats.errors import PyramidStatsError
from tests.cli.conftest import Run

PROGRAM = [sys.executable, "-m", "pyramid_stats"]
modules = [import_module(f"pyramid_stats.cli.{name}") for name in main.COMMANDS]


def test_help_lists_every_command_with_its_line(run: Run) -> None:
    listed = run("--help").out.partition("Commands:")[2]
    for name, text in main.COMMANDS.items():
        assert f"{name:<10}  {text}"[:60] in listed


@pytest.mark.parametrize("module", modules, ids=lambda module: module.command.name)
def test_the_listed_line_is_the_first_of_the_commands_own_help(module) -> None:
    assert main.COMMANDS[module.command.name] == module.command.help.splitlines()[0]


@pytest.mark.parametrize("module", modules, ids=lambda module: module.command.name)
def test_every_option_is_explained(module) -> None:
    for option in module.command.params:
        if isinstance(option, click.Option) and not option.hidden:
            assert option.help
            assert option.help.endswith((".", "]"))


@pytest.mark.parametrize("name", main.COMMANDS)
def test_help_of_a_command(run: Run, name: str) -> None:
    long, short = run(name, "--help"), run(name, "-h")
    assert long == short
    assert (long.code, long.err) == (0, "")
    assert long.out.startswith(f"Usage: pyramid-stats {name}")
    assert long.out.count("--debug") == 1


def test_version(run: Run) -> None:
    assert run("--version").out == run("-V").out == f"pyramid-stats {__version__}\n"


def test_no_command_is_wrong_use(run: Run) -> None:
    result = run()
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Usage: pyramid-stats")


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (["varaints"], "no such command: 'varaints'", "did you mean 'variants'?"),
        (
            ["xyz"],
            "no such command: 'xyz'",
            "known: deal, plan, replay, report, simulate, solve, strategies, ",
        ),
        (["--degub"], "no such option: --degub", "did you mean --debug?"),
        (["deal", "--sede", "3"], "no such option: --sede", "did you mean --seed"),
        (["deal", "--xyz"], "no such option: --xyz", "pyramid-stats deal --help"),
        (["deal", "--seed"], "option '--seed' requires an argument", "see --help"),
        (["deal", "5"], "got unexpected extra argument (5)", "pyramid-stats deal --help"),
        (["deal", "--seed", "x"], "--seed: 'x' is not allowed", "a seed is a whole number from"),
        (["deal", "--flat=3"], "option '--flat' does not take a value", "see --help"),
        (["report"], "RUN... is missing", "pyramid-stats report --help"),
    ],
)
def test_wrong_use(run: Run, arguments: list[str], error: str, hint: str) -> None:
    result = run(*arguments)
    assert (result.code, result.out, result.error) == (2, "", error)
    assert result.hint.startswith(hint)


def test_a_wrong_choice_gets_a_suggestion() -> None:
    option = click.Option(["--colour"], type=click.Choice(["red", "black"]))
    command = click.Command("paint", params=[option])
    with pytest.raises(click.BadParameter) as error:
        command.main(["--colour", "rad"], standalone_mode=False)
    complaint = explain(error.value)
    assert complaint.text() == ("error: --colour: unknown value 'rad'\nhint: did you mean 'red'?")
    assert complaint.exit_code == 2


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch):
    """Put an error in the place of the command ``variants``."""

    def fail_with(error: BaseException) -> None:
        @click.command("variants")
        def command() -> None:
            raise error

        monkeypatch.setattr(import_module("pyramid_stats.cli.variants"), "command", command)
        monkeypatch.setattr(main.cli, "commands", {})

    return fail_with


def test_an_unexpected_error_is_one_line(run: Run, failing) -> None:
    failing(KeyError("rows\nand\x1b[31m more"))
    result = run("variants")
    assert result.code == 1
    assert result.error == r"KeyError: 'rows\nand\x1b[31m more'"
    assert result.hint == "run again with --debug"


@pytest.mark.parametrize("arguments", [["--debug", "variants"], ["variants", "--debug"]])
def test_debug_shows_the_traceback(run: Run, failing, arguments: list[str]) -> None:
    failing(KeyError("rows"))
    result = run(*arguments)
    assert result.code == 1
    assert result.err.startswith("Traceback")
    assert result.err.endswith("error: KeyError: 'rows'\nhint: run again with --debug\n")


def test_line_ends_and_escapes_in_a_message_do_no_harm(run: Run, failing) -> None:
    failing(PyramidStatsError("no\nsuch\x1b[2J \u2028file", "na\rme it"))
    assert run("variants").err == ("error: no\\nsuch\\x1b[2J \\u2028file\nhint: na\\rme it\n")


def test_exit_codes(run: Run, failing) -> None:
    failing(click.exceptions.Exit(3))
    assert run("variants").code == 3
    failing(SystemExit(3))
    assert run("variants").code == 3
    failing(PyramidStatsError("x", "y"))
    assert run("variants").code == 1
    failing(KeyboardInterrupt())
    result = run("variants")
    assert (result.code, result.err.strip()) == (130, "interrupted")


def test_a_reader_that_has_gone_is_no_news(run: Run, failing) -> None:
    failing(BrokenPipeError(errno.EPIPE, "Broken pipe"))
    result = run("variants")
    assert (result.code, result.out, result.err) == (1, "", "")


def test_a_full_disk_names_the_trouble(run: Run, failing) -> None:
    failing(OSError(errno.ENOSPC, "No space left on device", "run.json"))
    assert run("variants").error == "run.json: No space left on device"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROGRAM, "variants"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr.startswith("error: No space left on device\nhint: ")
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.skipif(os.name != "posix", reason="needs a pipe that breaks")
def test_a_broken_pipe_is_quiet() -> None:
    program = subprocess.Popen(
        [*PROGRAM, "variants"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdout
    assert program.stderr
    program.stdout.close()
    assert program.stderr.read() == b""
    assert program.wait() == 1
    program.stderr.close()


def test_signs_that_the_terminal_lacks_become_question_marks(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('title = "Pyramidi ♥"', encoding="utf-8")
    done = subprocess.run(
        [*PROGRAM, "variants", str(tmp_path / "mine.toml")],
        capture_output=True,
        encoding="latin-1",
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )
    assert done.returncode == 0
    assert done.stdout.startswith("mine: Pyramidi ?\n")
