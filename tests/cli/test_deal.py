from __future__ import annotations

import json

import pytest

from pyramid_stats.rules.cards import card_text
from pyramid_stats.rules.decktext import parse_deck
from tests import naive
from tests.cli.conftest import Run

LAST_SEED, LAST_DEAL = str(2**64 - 1), str(2**63 - 1)


def test_rows_of_the_tableau_then_the_stock(run: Run) -> None:
    result = run("deal", "--seed", "5", "--deal", "7")
    lines = result.out.splitlines()
    assert (result.code, result.err) == (0, "")
    assert [len(line.split()) for line in lines] == [1, 2, 3, 4, 5, 6, 7, 24]
    assert result.out.split() == naive.deal_deck(5, 7)


def test_the_variant_decides_where_lines_break_and_nothing_else(run: Run) -> None:
    classic, finnish = run("deal").out, run("deal", "--variant", "finnish").out
    assert classic.split() == finnish.split()
    assert [len(line.split()) for line in finnish.splitlines()] == [1, 2, 3, 4, 5, 6, 7, 8, 16]
    assert len(run("deal", "--set", "rows=9").out.splitlines()) == 10


def test_one_line(run: Run) -> None:
    flat = run("deal", "--flat").out
    assert flat.count("\n") == 1
    assert flat.split() == run("deal", "--deal", "0").out.split() == naive.deal_deck(13, 0)


def test_several_deals_are_lines(run: Run) -> None:
    lines = run("deal", "--deals", "3:6", "--seed", "1").out.splitlines()
    assert [line.split() for line in lines] == [naive.deal_deck(1, deal) for deal in (3, 4, 5)]
    assert run("deal", "--deals", "4:4").out == ""


def test_more_deals_than_are_printed_at_once(run: Run) -> None:
    lines = run("deal", "--deals", "0:2345").out.splitlines()
    assert len(set(lines)) == 2345
    assert lines[2344].split() == naive.deal_deck(13, 2344)


def test_json(run: Run) -> None:
    (line,) = run("deal", "--json", "--seed", LAST_SEED, "--deal", LAST_DEAL).out.splitlines()
    found = json.loads(line)
    assert found == {
        "seed": 2**64 - 1,
        "deal": 2**63 - 1,
        "variant": "classic",
        "deck": " ".join(naive.deal_deck(2**64 - 1, 2**63 - 1)),
    }
    assert list(map(card_text, parse_deck(found["deck"]))) == naive.deal_deck(2**64 - 1, 2**63 - 1)


def test_json_of_several_deals_is_a_line_each(run: Run) -> None:
    lines = run("deal", "--json", "--deals", "0:3", "--variant", "swedish").out.splitlines()
    assert [json.loads(line)["deal"] for line in lines] == [0, 1, 2]
    assert {json.loads(line)["variant"] for line in lines} == {"swedish"}


def test_the_last_deals_of_all(run: Run) -> None:
    first = 2**63 - 2
    lines = run("deal", "--deals", f"{first}:{first + 2}").out.splitlines()
    assert [line.split() for line in lines] == [naive.deal_deck(13, first + n) for n in (0, 1)]


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (["--seed", "-1"], "--seed: '-1' is not allowed", "a seed is a whole number from 0 to 18"),
        (["--seed", str(2**64)], "--seed: '18446744073709551616' is not allowed", "a seed is"),
        (["--seed", "1.5"], "--seed: '1.5' is not allowed", "a seed is a whole number"),
        (["--seed", "9" * 6000], f"--seed: '{'9' * 40}' is not allowed", "a seed is a whole"),
        (["--deal", str(2**63)], "--deal: '9223372036854775808' is not allowed", "a deal is a"),
        (["--deal", "-1"], "--deal: '-1' is not allowed", "a deal is a whole number from 0"),
        (["--deals", "5"], "--deals: '5' is not allowed", "write FIRST:LAST"),
        (["--deals", "5:4"], "--deals: '5:4' is not allowed", "write FIRST:LAST"),
        (["--deals", ":4"], "--deals: ':4' is not allowed", "write FIRST:LAST"),
        (["--deals", "1:2:3"], "--deals: '1:2:3' is not allowed", "write FIRST:LAST"),
        (["--deals", f"0:{2**63 + 1}"], f"--deals: '0:{2**63 + 1}' is not allowed", "write FI"),
        (["--deals", "0:2", "--deal", "3"], "--deal does not go with --deals", "leave out --deal"),
        (["--variant", "clasic"], "unknown variant 'clasic'", "did you mean 'classic'?"),
        (["--set", "rows=10"], "--set: rows: 10 is not allowed", "rows takes 1 to 9"),
    ],
)
def test_wrong_use(run: Run, arguments: list[str], error: str, hint: str) -> None:
    result = run("deal", *arguments)
    assert (result.code, result.out, result.error) == (2, "", error)
    assert result.hint.startswith(hint)


def test_digits_may_be_grouped(run: Run) -> None:
    assert run("deal", "--seed", "1_000").out == run("deal", "--seed", "1000").out
