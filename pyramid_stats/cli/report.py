"""``report``: win rates, tables and figures from stored runs."""

from __future__ import annotations

import sys
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyramid_stats.cli.options import RunPlace
from pyramid_stats.errors import UsageError, suggestion

if TYPE_CHECKING:
    from pyramid_stats.report.summary import Summary
    from pyramid_stats.simulate.places import Place
    from pyramid_stats.simulate.store import Run

TEXT_FORMATS = {"text": "report.txt", "json": "report.json", "csv": "report.csv", "md": "report.md"}
PAGE_FORMATS = {"html": "report.html"}
FIGURE_FORMATS = ("svg", "png")


@click.command("report")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=RunPlace())
@click.option(
    "--out",
    metavar="DIR",
    type=RunPlace(),
    help="Where files go.  [default: RUN/_report of the first run; if that is in an object store, "
    "results/NAME/_report]",
)
@click.option(
    "--format",
    "formats",
    metavar="LIST",
    help="Some of text, json, csv, md, html, svg and png, separated by commas.  [default: text]",
)
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@click.option(
    "--confidence",
    metavar="LEVEL",
    default="95%",
    show_default=True,
    help="Confidence of the intervals.",
)
@click.option(
    "--reference",
    metavar="STRATEGY",
    help="Compare each strategy with this one only, on the same deals.  [default: all with all]",
)
@click.option("--pool", is_flag=True, help="Add up runs whose deals have different seeds.")
def command(
    runs: tuple[Place, ...],
    out: Place | None,
    formats: str | None,
    as_json: bool,
    confidence: str,
    reference: str | None,
    pool: bool,
) -> None:
    """Report win rates with their intervals, by variant and strategy.

    Strategies, and variants that are dealt from the same decks, are compared on the same deals.
    Games of several runs are added together; the same games twice are refused. A single table
    goes to stdout unless --out is given; the page (html) and figures (svg, png) are always files.
    """
    wanted = _formats(formats, as_json)
    level = _confidence(confidence)

    from pyramid_stats.report.summary import summarize
    from pyramid_stats.simulate.store import open_run

    opened = [open_run(path) for path in runs]
    summary = summarize(opened, level, reference=reference, pool=pool)
    _say_what_is_missing(opened, summary)

    texts = [name for name in wanted if name in TEXT_FORMATS]
    figures = [name for name in wanted if name in FIGURE_FORMATS]
    folder = out or _usual_folder(runs[0])
    written = []
    if len(texts) == 1 and out is None:
        _print(_render(summary, texts[0]))
    else:
        written += _write_tables(summary, texts, folder)
    written += _write_page(summary, [name for name in wanted if name in PAGE_FORMATS], folder)
    written += _write_figures(summary, figures, folder)
    for path in written:
        click.echo(path, err=bool(texts))


def _usual_folder(run: Place) -> Place:
    """Return where files go: beside the run's, on this machine."""
    from pyramid_stats.simulate.folder import RESULTS

    folder = (run if isinstance(run, Path) else RESULTS / run.name) / "_report"
    if folder.is_symlink():
        raise UsageError(
            f"{folder}: a link, which leads out of the run", "name a folder with --out"
        )
    return folder


def _formats(text: str | None, as_json: bool) -> list[str]:
    """Return the formats asked for, each once."""
    names = [name.strip() for name in text.split(",")] if text is not None else []
    if as_json:
        names.append("json")
    known = [*TEXT_FORMATS, *PAGE_FORMATS, *FIGURE_FORMATS]
    for name in names:
        if name not in known:
            raise UsageError(f"--format: unknown format {name!r}", suggestion(name, known))
    return list(dict.fromkeys(names)) or ["text"]


def _confidence(text: str) -> float:
    """Read 95%, 95 % or 0.95."""
    try:
        number = Decimal(text.strip().removesuffix("%").strip())
        share = number / 100 if "%" in text or number >= 1 else number
        valid = Decimal("0.5") <= share < 1 and float(share) < 1
    except InvalidOperation:
        valid = False
    if not valid:
        raise UsageError(f"--confidence: {text!r} is not allowed", "it takes 50% to 99.999%")
    return float(share)


def _say_what_is_missing(runs: list[Run], summary: Summary) -> None:
    """Name on stderr what a reader of the numbers should know was not counted."""
    for run in runs:
        for path in run.foreign:
            click.echo(f"left out: {_shown(path)}: not part of the run", err=True)
        if run.manifest.finished is None:
            there = sum(part.games for part in run.parts)
            planned = f"{'at most ' if run.manifest.stopping else ''}{run.manifest.planned_games:,}"
            click.echo(
                f"note: {run.path}: the run is not finished, "
                f"{there:,} of {planned} games are there",
                err=True,
            )
    if len({run.manifest.kernel_hash for run in runs}) > 1:
        click.echo("note: the runs were played by different versions of the code", err=True)
    for path, problem in summary.damaged.items():
        click.echo(f"left out: {path}: {problem}", err=True)


def _shown(path: Place) -> str:
    """Return a path without what could steer a terminal: anybody may have named the file."""
    return "".join(sign if sign.isprintable() else "?" for sign in str(path))


def _render(summary: Summary, name: str) -> str:
    from pyramid_stats.report import export, tables

    writers = {
        "text": tables.text_table,
        "md": tables.markdown_table,
        "json": export.json_text,
        "csv": export.csv_text,
    }
    return writers[name](summary)


def _print(text: str) -> None:
    """Print a text; what the terminal's encoding lacks becomes a question mark."""
    encoding = sys.stdout.encoding or "utf-8"
    click.echo(text.encode(encoding, "replace").decode(encoding), nl=False)


def _write_tables(summary: Summary, names: list[str], folder: Place) -> list[Place]:
    from pyramid_stats.simulate.atomic import write_text

    paths = {name: folder / TEXT_FORMATS[name] for name in names}
    for name, path in paths.items():
        write_text(path, _render(summary, name))
    return list(paths.values())


def _write_page(summary: Summary, names: list[str], folder: Place) -> list[Place]:
    if not names:
        return []
    from pyramid_stats.report.page import html_page
    from pyramid_stats.simulate.atomic import write_text

    paths = [folder / PAGE_FORMATS[name] for name in names]
    for path in paths:
        write_text(path, html_page(summary))
    return paths


def _write_figures(summary: Summary, endings: list[str], folder: Place) -> list[Place]:
    if not endings:
        return []
    from pyramid_stats.report.figures import FIGURES, save_figure

    paths = []
    for name, draw in FIGURES.items():
        figure = draw(summary)
        if figure is None:
            continue
        for ending in endings:
            paths.append(folder / f"{name}.{ending}")
            save_figure(figure, paths[-1])
    return paths
