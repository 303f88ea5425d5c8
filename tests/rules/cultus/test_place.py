"""Laying construction cards."""

from __future__ import annotations

import pytest

from hako.content.cultus.actions import LayCard
from hako.content.cultus.events.turn import CardLaid
from hako.content.cultus.map_moves import anchors
from hako.engine.i18n.lazy_text import LazyText
from tests.rules.cultus.table import acting, at, card, cards, ruler, spots
from tests.rules.tables import by_clause


@by_clause(
    "pawn text",
    # on a map full of cards eight anchors, none of them diagonal only
    ("place.1", "r4c4", "r2c3 r2c4 r3c2 r3c5 r4c2 r4c5 r5c3 r5c4"),
    # the whole card lies on the map: above and to the right of a corner
    ("place.2", "r8c1", "r6c1 r7c2"),
)
def test_a_card_lies_beside_the_pawn(pawn: str, text: str) -> None:
    assert spots(anchors(acting(ruler(pawn, hand="25")).town, 0)) == text


@pytest.mark.rule("cultus.place.1")
def test_the_card_leaves_the_hand() -> None:
    laid = acting(ruler("r4c4", hand="25 26")).place("25").lay("r5c4")

    assert laid.me.hand == cards("26")
    assert laid.points == 2
    assert laid.happened(CardLaid) == [CardLaid(0, card("25"), at("r5c4"), 0)]


@pytest.mark.rule("cultus.place.3", "cultus.map.6")
def test_a_card_covers_parts_of_others_at_any_offset() -> None:
    """Card 25 (C P / W C) on r5c4 covers parts of four cards."""
    laid = acting(ruler("r4c4", hand="25")).place("25").lay("r5c4")

    assert "".join(str(laid.icon(item)) for item in ("r5c4", "r5c5", "r6c4", "r6c5")) == "CPWC"
    assert "".join(str(laid.icon(one)) for one in ("r5c3", "r5c6", "r6c3", "r6c6")) == "MMOO"


@pytest.mark.rule("cultus.place.3")
def test_the_latest_card_lies_on_top() -> None:
    turn = acting(ruler("r4c4", hand="25 26")).place("25").lay("r5c4").place("26").lay("r5c3")

    under, over = turn.town.laid[-2:]
    assert (under.card, over.card) == cards("25 26")
    first, _, third, _ = turn.town.content.card[card("26")].cells
    assert turn.town.icons[at("r5c3")] == first
    assert turn.town.icons[at("r6c3")] == third
    assert turn.icon("r5c5") == "P"


@pytest.mark.rule("cultus.place.4")
@pytest.mark.parametrize("name", ["me", "other"])
def test_no_pawn_and_no_monument_is_covered(name: str) -> None:
    """Something on r5c4: r5c3, r5c4 and r4c3's neighbours below drop out."""
    text = "r5c4" if name == "me" else ""
    line = "r5c4" if name == "other" else ""
    turn = acting(ruler("r4c4", hand="25", monuments=text), ruler("r8c8", monuments=line))

    assert spots(anchors(turn.town, 0)) == "r2c3 r2c4 r3c2 r3c5 r4c2 r4c5"

    pawn = acting(ruler("r4c4", hand="25"), ruler("r5c4"))
    assert spots(anchors(pawn.town, 0)) == "r2c3 r2c4 r3c2 r3c5 r4c2 r4c5"


@pytest.mark.rule("cultus.place.4", "cultus.monument.5")
def test_friendship_does_not_let_cards_cover_monuments() -> None:
    turn = acting(ruler("r4c4", hand="25", monuments="r5c4", owns="friendship"))

    assert at("r5c4") not in anchors(turn.town, 0)


@pytest.mark.rule("cultus.place.5")
def test_a_card_may_be_turned_by_half() -> None:
    """Card 25 (C P / W C) turned is C W / P C."""
    turn = acting(ruler("r4c4", hand="25")).place("25")
    assert {action.rotation for action in turn.choices(LayCard)} == {0, 180}

    laid = turn.lay("r5c4", 180)

    assert "".join(str(laid.icon(item)) for item in ("r5c4", "r5c5", "r6c4", "r6c5")) == "CWPC"


@pytest.mark.rule("cultus.action.2", "cultus.place.4")
def test_without_a_place_no_card_can_be_laid() -> None:
    """Monuments beside a pawn in the corner."""
    turn = acting(ruler("r1c1", hand="25", monuments="r1c2 r2c1"))

    assert turn.offers("place") == []
    assert turn.why_not("place 25") == LazyText("no_room")
