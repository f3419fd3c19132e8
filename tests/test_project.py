"""The project as a whole: its size, its pages, and that they tell of everything there is."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest

import pyramid_stats
from pyramid_stats.cli.main import COMMANDS
from pyramid_stats.rules.catalog import variant_names
from pyramid_stats.rules.variant import RULE_KEYS
from pyramid_stats.strategies.features import FEATURES
from pyramid_stats.strategies.questions import __all__ as questions
from pyramid_stats.strategies.registry import get, names

ROOT = Path(__file__).resolve().parent.parent
LONGEST_FILE = 300
SOURCES = sorted(
    path
    for room in ("pyramid_stats", "tests", "benchmarks")
    for path in (ROOT / room).rglob("*.py")
)
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#]+)[^)]*\)")
PIN = re.compile(r"[a-z0-9-]+==[0-9][0-9a-z.]*")


def parameters():
    return {each.name for name in names() for each in get(name).parameters}


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_file_is_too_long_to_read(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


def test_types_are_for_users_too():
    assert (ROOT / "pyramid_stats" / "py.typed").is_file()


def test_the_changelog_knows_this_version():
    assert f"## [{pyramid_stats.__version__}]" in text_of("CHANGELOG.md")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_shown_in_the_readme(command):
    assert f"pyramid-stats {command}" in text_of("README.md")


@pytest.mark.parametrize("name", [*variant_names(), *RULE_KEYS])
def test_the_rule_page_has_every_variant_and_parameter(name):
    assert f"| `{name}` |" in text_of("docs/rules.md")


@pytest.mark.parametrize("name", [*names(), *(feature.name for feature in FEATURES)])
def test_the_strategy_page_has_every_strategy_and_feature(name):
    assert f"| `{name}` |" in text_of("docs/strategies.md")


@pytest.mark.parametrize("name", sorted({*questions, *parameters()}))
def test_the_strategy_page_has_every_question_and_parameter(name):
    assert re.search(rf"`{name}[(`]", text_of("docs/strategies.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page):
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_rooms_of_the_structure_page_exist():
    named = re.findall(
        r"`((?:pyramid_stats|configs|tests|benchmarks)/[\w/]*)`", text_of("docs/structure.md")
    )
    assert len(named) > 8
    assert [name for name in named if not (ROOT / name).is_dir()] == []


def constraint_lines() -> list[str]:
    lines = text_of("constraints.txt").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_constraints_are_plain_pins_in_order():
    lines = constraint_lines()
    assert [line for line in lines if not PIN.fullmatch(line)] == []
    names_only = [line.partition("==")[0] for line in lines]
    assert names_only == sorted(set(names_only))


def test_every_dependency_is_pinned():
    pinned = {line.partition("==")[0] for line in constraint_lines()}
    wanted = [re.match(r"[\w-]+", text).group().lower() for text in requires("pyramid-stats") or []]
    build = tomllib.loads(text_of("pyproject.toml"))["build-system"]["requires"]
    assert {*wanted, *build} - pinned == set()
