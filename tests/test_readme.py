"""What the pages show is run: commands, configs and Python, in one folder, in order."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "docs/rules.md", "docs/strategies.md", "docs/statistics.md")
BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str, *languages: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    found = [match for match in BLOCK.finditer(text) if match["language"] in languages]
    return [match["text"] for match in found]


def commands(block: str) -> list[list[str]]:
    lines = [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]
    return [shlex.split(line) for line in lines]


def run(arguments: list[str], folder: Path) -> str:
    result = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, f"{arguments}\n{result.stdout}\n{result.stderr}"
    return result.stdout


@pytest.mark.parametrize("page", PAGES)
def test_everything_on_the_page_runs(page, tmp_path):
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    shown = 0
    for block in blocks(page, "toml", "console", "python"):
        if block.startswith("# ") and block.partition("\n")[0].endswith((".toml", ".py")):
            (tmp_path / block.split()[1]).write_text(block, encoding="utf-8")
        elif block.startswith("$ "):
            for program, *arguments in commands(block):
                assert program == "pyramid-stats"
                assert run(["-m", "pyramid_stats", *arguments], tmp_path).strip() or (
                    arguments[0] in {"simulate", "report"}
                )
                shown += 1
        else:
            assert run(["-c", block], tmp_path).strip()
    assert shown, f"{page} shows no command"


def test_the_config_of_the_rule_page_is_a_variant(tmp_path):
    (block,) = [text for text in blocks("docs/rules.md", "toml") if "my-six" in text]
    path = tmp_path / "my-six.toml"
    path.write_text(block, encoding="utf-8")
    assert "6 rows" in run(["-m", "pyramid_stats", "variants", str(path)], tmp_path)


def test_readme_opens_with_purpose_and_one_command():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    title, purpose = text.split("\n\n")[:2]
    assert title == "# pyramid-stats"
    assert "Pyramid Solitaire" in purpose
    assert blocks("README.md", "sh")[0].split() == ["make", "demo"]
