from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from pyramid_stats.cli import main


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The first line of stderr; the second has to be a hint, and there is no third."""
        error, hint = self.err.splitlines()
        assert error.startswith("error: ")
        assert hint.startswith("hint: ")
        assert len(hint) > len("hint: ")
        assert self.code in {1, 2}
        return error.removeprefix("error: ")

    @property
    def hint(self) -> str:
        assert self.error
        return self.err.splitlines()[1].removeprefix("hint: ")


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command line in this process, where the kernels are warm."""

    def run_(*arguments: str, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main.run(arguments)
        captured = capsys.readouterr()
        news = [line for line in captured.err.splitlines(True) if not line.startswith("compiling")]
        return Result(code, captured.out, "".join(news))

    return run_


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Pretend that stdout is a terminal of some width."""

    def become(columns: int) -> None:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.delenv("NO_COLOR", raising=False)

    return become
