"""One frozen, validated value that says how a game is played.

The parameters and their meaning are those of the rule page (docs/rules.md). A variant is written
as a delta against the default, which is ``classic``.
"""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from pyramid_stats.errors import UsageError
from pyramid_stats.rules.fields import checked, explain
from pyramid_stats.rules.tableau import Tableau, pyramid

DECK_SIZE = 52
MAX_WASTE_PILES = 8


def _clash(message: str, hint: str) -> PydanticCustomError:
    """Return the error for two parameters that don't go together."""
    return PydanticCustomError("clash", "{message}", {"message": message, "hint": hint})


class Variant(BaseModel):
    """The rules of one variant of Pyramid Solitaire."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._+-]*$")] = checked(
        "classic",
        "letters, digits and . _ + - (it names a folder)",
        "short name, used in options and folder names",
    )
    title: str = checked("", "a text", "the game's full name")
    source: str = checked("", "a text", "where the rule comes from")

    rows: Annotated[int, Field(ge=1, le=9)] = checked(7, "1 to 9", "rows of the pyramid")
    face_down_rows: Annotated[int, Field(ge=0, le=8)] = checked(
        0, "0 to rows - 1", "rows from the apex whose cards lie face down until nothing covers them"
    )
    access: Literal["none", "hand", "top"] = checked(
        "none",
        "none, hand or top",
        "what a drawn card does: none = straight to the waste; hand = held in the hand until the "
        "next draw; top = the stock's top card lies open and is playable in place",
    )
    draw: Annotated[int, Field(ge=0, le=51)] = checked(
        1, "0 (no stock) to 51", "cards turned by one draw"
    )
    waste_piles: Annotated[int, Field(ge=1, le=MAX_WASTE_PILES)] = checked(
        1, "1, or the same number as draw (at most 8)", "waste piles; a draw puts one card on each"
    )
    waste_pairs: bool = checked(
        True, "true or false", "the tops of two waste piles may pair with each other"
    )
    waste_second: bool = checked(
        False, "true or false", "the two topmost cards of the one waste pile may pair"
    )
    stock_waste_pairs: bool = checked(
        True, "true or false", "the hand card or the stock's open top may pair with a waste top"
    )
    initial_draws: Annotated[int, Field(ge=0)] = checked(
        0, "0 up to the draws that the stock allows", "draws done before the first move"
    )
    passes: Annotated[int, Field(ge=1, le=255)] | Literal["unlimited"] = checked(
        1, "1 to 255, or unlimited", "runs through the stock"
    )
    overlap: bool = checked(
        False,
        "true or false",
        "a pair of which one card covers the other and is its only cover may go together",
    )
    goal: Literal["pyramid", "all"] = checked(
        "pyramid", "pyramid or all", "won when the tableau is empty, or when all cards are gone"
    )
    draw_when: Literal["any", "stuck"] = checked(
        "any", "any or stuck", "draw and redeal at any time, or only when nothing can be removed"
    )
    kings: Literal["optional", "automatic"] = checked(
        "optional",
        "optional or automatic",
        "an exposed king of the tableau may stay, or has to go before anything else is done",
    )

    @model_validator(mode="after")
    def _parameters_fit_together(self) -> Variant:
        if self.face_down_rows >= self.rows:
            raise _clash(
                f"face_down_rows: {self.face_down_rows} with rows {self.rows}",
                "face_down_rows takes 0 to rows - 1: the base lies face up",
            )
        if self.access == "hand" and self.draw != 1:
            raise _clash(
                f"draw: {self.draw} with access 'hand'", "a hand holds one card: draw takes 1"
            )
        if self.waste_piles > 1 and self.waste_piles != self.draw:
            raise _clash(
                f"waste_piles: {self.waste_piles} with draw {self.draw}",
                "waste_piles takes 1, or the same number as draw",
            )
        if self.waste_second and self.waste_piles > 1:
            raise _clash(
                f"waste_second: true with waste_piles {self.waste_piles}",
                "waste_second needs one waste pile; for several see waste_pairs",
            )
        if self.initial_draws > self.draws_in_a_pass:
            raise _clash(
                f"initial_draws: {self.initial_draws} with {self.stock_size} cards in the stock",
                f"initial_draws takes 0 to {self.draws_in_a_pass}",
            )
        if self.draw == 0:
            self._check_no_stock()
        return self

    def _check_no_stock(self) -> None:
        """Refuse what makes no sense where the stock is never touched."""
        for key, neutral in (("access", "none"), ("passes", 1), ("goal", "pyramid")):
            value = getattr(self, key)
            if value != neutral:
                raise _clash(
                    f"{key}: {value!r} with draw 0", f"without a stock, {key} takes {neutral!r}"
                )

    @property
    def tableau(self) -> Tableau:
        """The tableau's cells and who covers whom."""
        return pyramid(self.rows)

    @property
    def stock_size(self) -> int:
        """Cards that are not in the tableau when the game starts."""
        return DECK_SIZE - self.tableau.cells

    @property
    def draws_in_a_pass(self) -> int:
        """Draws that a full stock allows; the last may be short."""
        return -(-self.stock_size // self.draw) if self.draw else 0

    def parameters(self) -> dict[str, Any]:
        """Return the rule alone, without name, title and source."""
        return self.model_dump(exclude={"name", "title", "source"})

    def rule_hash(self) -> str:
        """Return a hash that is equal for equal rules, whatever they are called."""
        text = json.dumps(self.parameters(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


RULE_KEYS = tuple(key for key in Variant.model_fields if key not in {"name", "title", "source"})


def build_variant(values: dict[str, Any], where: str) -> Variant:
    """Validate a variant; ``where`` (a file, a config table, a flag) begins each error message."""
    try:
        return Variant.model_validate(values)
    except ValidationError as error:
        raise _explain(error.errors()[0], where) from None


def _explain(problem: ErrorDetails, where: str) -> UsageError:
    """Turn pydantic's first complaint into one line and a hint."""
    if problem["type"] == "clash":
        context = problem["ctx"]
        return UsageError(f"{where}: {context['message']}", str(context["hint"]))
    return explain(problem, Variant.model_fields, where)
