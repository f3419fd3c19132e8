"""A variant's rule in plain words, made from its parameters: what is said is what is played."""

from __future__ import annotations

from collections.abc import Sequence

from pyramid_stats.rules.variant import DECK_SIZE, Variant

_PAIR_WORDS = {
    "PP": "two exposed cards of the pyramid",
    "PH": "one of them and the hand card",
    "PS": "one of them and the stock's open card",
    "PW": "one of them and {top}",
    "HW": "the hand card and {top}",
    "SW": "the stock's open card and {top}",
    "WW": "the top cards of two waste piles",
    "Ww": "the two topmost cards of the waste",
    "pP": "an exposed card of the pyramid and a card that it alone still covers",
}


def describe(variant: Variant) -> str:
    """Say a variant's rule in English, one topic a line."""
    lines = [
        _layout(variant),
        _face_down(variant),
        "A card is exposed when no other card lies on it. Values: ace 1, 2 to 10 as printed, "
        "jack 11, queen 12, king 13.",
        _kings(variant),
        _pairs(variant),
        _draw(variant),
        _initial_draws(variant),
        _redeal(variant),
        _when(variant),
        _goal(variant),
    ]
    return "\n".join(filter(None, lines))


def allowed_pairs(variant: Variant) -> tuple[str, ...]:
    """Return the pairs that a variant allows, as two letters for where the cards lie.

    P an exposed card of the pyramid, p a covered one with its only cover, H the hand card, S the
    stock's open card, W a top card of the waste, w the card under it.
    """
    turned = {"none": "", "hand": "H", "top": "S"}[variant.access]
    stocked = variant.draw > 0
    pairs = {
        "PP": True,
        f"P{turned}": bool(turned),
        "PW": stocked,
        f"{turned}W": bool(turned) and variant.stock_waste_pairs,
        "WW": variant.waste_piles > 1 and variant.waste_pairs,
        "Ww": stocked and variant.waste_second,
        "pP": variant.overlap,
    }
    return tuple(pair for pair, allowed in pairs.items() if allowed)


def _number(count: int, thing: str, things: str = "") -> str:
    return f"{count} {thing if count == 1 else things or thing + 's'}"


def _listed(words: Sequence[str]) -> str:
    """Join words as in ``a, b or c``."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def _layout(variant: Variant) -> str:
    cells = _number(variant.tableau.cells, "card")
    laid = f"A pyramid of {_number(variant.rows, 'row')} ({cells}) is laid out"
    rest = "are not used" if variant.draw == 0 else "are the stock, face down"
    if variant.access == "top":
        rest += " except its top card, which lies open"
    return f"{laid}; the other {variant.stock_size} {rest}."


def _face_down(variant: Variant) -> str:
    if variant.face_down_rows == 0:
        return "All cards of the pyramid lie face up."
    hidden = "row" if variant.face_down_rows == 1 else f"{variant.face_down_rows} rows"
    return (
        f"The top {hidden} of the pyramid lie{'s' * (hidden == 'row')} face down; "
        "a card is turned up the moment nothing covers it."
    )


def _waste_top(variant: Variant) -> str:
    return "the top card of the waste" if variant.waste_piles == 1 else "the top card of a pile"


def _kings(variant: Variant) -> str:
    """Say where a king may be taken from, and whether it has to be."""
    places = ["an exposed card of the pyramid"]
    if variant.access != "none":
        places.append({"hand": "the hand card", "top": "the stock's open card"}[variant.access])
    if variant.draw:
        places.append(_waste_top(variant))
    forced = (
        "An exposed king of the pyramid has to go before anything else is done."
        if variant.kings == "automatic"
        else "It may also stay."
    )
    return f"A king is removed alone, if it is {_listed(places)}. {forced}"


def _pairs(variant: Variant) -> str:
    pairs = allowed_pairs(variant)
    words = [_PAIR_WORDS[pair].format(top=_waste_top(variant)) for pair in pairs]
    if variant.overlap and variant.face_down_rows:
        words[-1] += " (if that one lies face up)"
    return f"Two cards that make 13 are removed together: {'; '.join(words)}. No other pair."


def _draw(variant: Variant) -> str:
    if variant.draw == 0:
        return "Nothing is drawn."
    if variant.access == "hand":
        return (
            "A draw lays the hand card, if there is one, on the waste and takes the next card "
            "of the stock into the hand."
        )
    verb = "lays" if variant.access == "top" else "turns"
    if variant.draw == 1:
        card = "the stock's open card" if variant.access == "top" else "the next card of the stock"
        return f"A draw {verb} {card} onto the waste."
    where = (
        f"one onto each of {variant.waste_piles} waste piles, always in the same order"
        if variant.waste_piles > 1
        else "one after the other onto the waste"
    )
    return (
        f"A draw {verb} the next {variant.draw} cards of the stock, {where}; "
        "where fewer are left, it takes those."
    )


def _initial_draws(variant: Variant) -> str:
    if variant.initial_draws == 0:
        return ""
    return f"Before the first move, {_number(variant.initial_draws, 'draw')} " + (
        "is done." if variant.initial_draws == 1 else "are done."
    )


def _redeal(variant: Variant) -> str:
    if variant.draw == 0:
        return ""
    if variant.passes == 1:
        return "The stock is run through once; there is no redeal."
    hand = "the hand card is laid on the waste, and " if variant.access == "hand" else ""
    turned = (
        "the waste piles are put together in the order in which their cards were drawn"
        if variant.waste_piles > 1
        else "the waste is turned over, its order kept,"
    )
    return (
        f"A redeal, possible when the stock is empty: {hand}{turned} to be the stock again. "
        f"{_how_often(variant)}"
    )


def _how_often(variant: Variant) -> str:
    if variant.passes == "unlimited":
        return "There is no limit, but the game ends after a pass in which nothing was removed."
    redeals = variant.passes - 1
    return f"{_number(variant.passes, 'pass', 'passes')} in all, so {_number(redeals, 'redeal')}."


def _when(variant: Variant) -> str:
    if variant.draw == 0:
        return ""
    moves = "Draws" if variant.passes == 1 else "Draws and redeals"
    if variant.draw_when == "stuck":
        return f"{moves} are allowed only when nothing can be removed."
    return f"{moves} are allowed at any time, whatever could be removed."


def _goal(variant: Variant) -> str:
    if variant.goal == "pyramid":
        rest = "" if variant.draw == 0 else ", whatever is left of the stock and the waste"
        return f"The game is won when the pyramid is empty{rest}."
    return f"The game is won when all {DECK_SIZE} cards are gone."
