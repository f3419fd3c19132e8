"""The solver against the decks of which exhaustive searches said what can be won, and how soon."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from pyramid_stats.rules.catalog import builtin, with_settings
from pyramid_stats.solver.solve import shortest, winnable
from tests.engine.adapter import numbers
from tests.solver.solutions import check

DATA = Path(__file__).parents[1] / "data"
PARTS = 5


def read_table(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


SEEDS, MICROSOFT = read_table("seed-variants.tsv"), read_table("microsoft.tsv")
NO_WASTE_PAIRS = "-no-waste-pairs"

in_parts = pytest.mark.parametrize("part", range(PARTS))


def seed_variant(name: str):
    """Return the variant of a column."""
    variant = builtin(name.removesuffix(NO_WASTE_PAIRS))
    return with_settings(variant, ["waste_pairs=false"] * name.endswith(NO_WASTE_PAIRS))


def test_the_tables_hold_decks_of_both_kinds():
    columns = [name for name in SEEDS[0] if name != "deck"]
    assert (len(SEEDS), len(columns), len(MICROSOFT)) == (300, 6, 500)
    for name in columns:
        assert {deal[name] for deal in SEEDS} == {"0", "1"}
    assert sum(deal["shortest"] != "0" for deal in MICROSOFT) == 332


@in_parts
@pytest.mark.parametrize("name", [name for name in SEEDS[0] if name != "deck"])
def test_the_verdicts_of_the_seed_variants_are_the_listed_ones(name, part):
    variant = seed_variant(name)
    for deal in SEEDS[part::PARTS]:
        deck = numbers(deal["deck"].split())
        answer = winnable(deck, variant)
        assert answer.winnable is (deal[name] == "1"), deal["deck"]
        check(answer, variant, deck)


@in_parts
def test_the_shortest_solutions_of_microsoft_are_as_long_as_the_listed_ones(part):
    variant = builtin("microsoft")
    for deal in MICROSOFT[part::PARTS]:
        deck = numbers(deal["deck"].split())
        quick, best = winnable(deck, variant), shortest(deck, variant)
        assert quick.winnable is best.winnable is best.shortest is (deal["shortest"] != "0")
        assert len(best.codes) == int(deal["shortest"]), deal["deck"]
        for answer in (quick, best):
            check(answer, variant, deck)
            assert len(answer.codes) >= int(deal["shortest"])
            assert not answer.shortest or len(answer.codes) == len(best.codes)
