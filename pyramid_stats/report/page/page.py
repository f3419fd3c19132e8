"""From a summary to the page: what stands where is in ``page.html``, what it says is here."""

from __future__ import annotations

import json
from typing import Any, NamedTuple
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined

from pyramid_stats import __version__
from pyramid_stats.errors import PyramidStatsError
from pyramid_stats.report import numbers
from pyramid_stats.report.findings import findings
from pyramid_stats.report.page.drawings import drawings
from pyramid_stats.report.page.tables import tables
from pyramid_stats.report.summary import Summary
from pyramid_stats.rules.variant import build_variant
from pyramid_stats.rules.words import describe
from pyramid_stats.simulate import recipe
from pyramid_stats.simulate.manifest import Manifest, VariantEntry
from pyramid_stats.simulate.places import Place, full_name

_MOST_NAMES = 3


class RunOnPage(NamedTuple):
    """A run: how to play it again, and its manifest."""

    name: str
    command: str
    config: str | None
    """A config to save first; None where the command says all."""
    config_link: str
    files: tuple[str, ...]
    """Files of strategies that one needs."""
    manifest: str
    notes: str


class Rule(NamedTuple):
    """A variant in words."""

    name: str
    title: str
    source: str
    lines: tuple[str, ...]


def html_page(summary: Summary) -> str:
    """Return the page: one file, which asks the network for nothing."""
    environment = Environment(
        loader=PackageLoader("pyramid_stats.report.page", "files"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["bound"] = _bound
    return environment.get_template("page.html").render(_content(summary))


def _content(summary: Summary) -> dict[str, Any]:
    return {
        "title": "; ".join(summary.titles) or "Pyramid Solitaire",
        "question": question(summary),
        "sample": numbers.sample(summary),
        "confidence": numbers.percent(summary.confidence),
        "findings": findings(summary),
        "damaged": {path.name: why for path, why in summary.damaged.items()},
        "drawings": list(drawings(summary)),
        "tables": tables(summary),
        "rules": [_rule(each) for each in summary.rules.values()],
        "strategies": {
            each.name: each for _, manifest in summary.runs for each in manifest.strategies
        },
        "has_ceiling": any(not row.honest for row in summary.rows),
        "reference": summary.reference,
        "family": summary.family,
        "method": summary.method,
        "by_chunks": summary.by_chunks,
        "runs": [_run(path, manifest) for path, manifest in summary.runs],
        "version": __version__,
    }


def _bound(text: str) -> str:
    """Keep a number and its percent sign on one line."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def question(summary: Summary) -> str:
    """Say in words what the runs ask."""
    variants = _named(summary.variants, "variants of Pyramid Solitaire")
    honest = list(dict.fromkeys(row.strategy for row in summary.rows if row.honest))
    several = len(summary.variants) > 1
    if not honest:
        return f"How many deals of {variants} can be won at all?"
    who = _named(honest, "strategies")
    if len(honest) == 1:
        return f"How hard {'are' if several else 'is'} {variants} for {who}?"
    if several:
        return f"How hard are {variants}, and which of {len(honest)} strategies wins most?"
    return f"Which of {len(honest)} strategies wins {variants} most often?"


def _named(names: tuple[str, ...] | list[str], many: str) -> str:
    """Name a few, count many."""
    return numbers.listing(list(names)) if len(names) <= _MOST_NAMES else f"{len(names)} {many}"


def _rule(entry: VariantEntry) -> Rule:
    try:
        lines = describe(build_variant({**entry.parameters, "name": entry.name}, entry.name))
    except PyramidStatsError:  # a run of another version, whose parameters are not ours
        lines = "\n".join(f"{key}: {value}" for key, value in entry.parameters.items())
    return Rule(entry.name, entry.title, entry.source, tuple(lines.splitlines()))


def _run(path: Place, manifest: Manifest) -> RunOnPage:
    config = recipe.config_text(manifest) if recipe.needs_config(manifest) else None
    versions = ", ".join(f"{name} {number}" for name, number in manifest.versions.items())
    return RunOnPage(
        full_name(path),
        recipe.command(manifest),
        config,
        f"data:application/toml;charset=utf-8,{quote(config or '')}",
        tuple(recipe.files_needed(manifest)),
        json.dumps(manifest.as_json(), indent=2, ensure_ascii=False),
        f"Played {manifest.started} with {versions}." if versions else "",
    )
