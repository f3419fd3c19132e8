"""Results for programs: JSON and CSV, every digit of them. Their keys are a contract."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict, fields
from typing import Any

from pyramid_stats.report.summary import Row, Summary
from pyramid_stats.simulate.places import Place
from pyramid_stats.simulate.store import Manifest

SCHEMA_NUMBER = 1
ABOUT = {
    "win_rate": "wins / games; rate_is says whether it is a strategy's win rate or, for a player "
    "who sees every card, the share of winnable deals",
    "ci": "Wilson; undecided games are lost in the lower limit and won in the upper",
    "mean": "over all games, won, lost and undecided; mean_tableau_left_lost over the lost ones",
    "batches": "where it is not null, single games aren't stored: the comparison is over so many "
    "common chunks of deals, by batch means and Student's t",
    "comparisons": "rate of a less rate of b on the deals that both played: interval by Newcombe, "
    "p_value by McNemar (exact), p_adjusted by Holm over comparisons and variant_comparisons",
    "equalities": "Cochran's Q on the deals that all honest strategies of a variant played",
}
"""What the numbers are, for whoever finds the file alone."""


def json_text(summary: Summary) -> str:
    """Return the summary as JSON; what no game was played for is null, never NaN."""
    content = {
        "schema": SCHEMA_NUMBER,
        "runs": [_run(path, manifest) for path, manifest in summary.runs],
        "rows": [asdict(row) for row in summary.rows],
        "comparisons": [asdict(each) for each in summary.strategy_comparisons],
        "variant_comparisons": [asdict(each) for each in summary.variant_comparisons],
        "equalities": [asdict(each) for each in summary.equalities],
        "about": ABOUT,
    }
    return json.dumps(content, indent=2, allow_nan=False) + "\n"


def csv_text(summary: Summary) -> str:
    """Return the rows as CSV; what no game was played for is left empty."""
    text = io.StringIO()
    names = [field.name for field in fields(Row)]
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(row) for row in summary.rows)
    return text.getvalue()


def _run(path: Place, manifest: Manifest) -> dict[str, Any]:
    """Return a run's manifest and where it lies, less the counts: the rows say what was found."""
    content = manifest.as_json()
    content.pop("counts")
    return {"path": str(path), **content}
