"""The build phase and the end of the turn."""

from __future__ import annotations

import pytest

from hako.content.flip_city.events import CardBought, CardDeveloped, CardUpgraded
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.play import IllegalAction
from tests.rules.flip_city.table import LETTERS, at, cards
from tests.rules.tables import by_clause


@by_clause(
    "before moves after",
    # all actions share the money of the turn, and kinds of actions may repeat
    ("build.1", "C | R | F F | $10 0 0/3 3", "buy F", "C | F R | F F | $5 0 0/3 2"),
    ("build.1", "C | R | F F | $10 0 0/3 3", "buy F, buy C", "C | C F R | F F | $2 0 0/3 1"),
    (
        "build.2",
        "C | - | F F F | $9 0 0/3 4",
        "buy C, buy C, buy C",
        "C | C C C | F F F | $0 0 0/3 1",
    ),
    # a card bought in this phase may be upgraded
    ("build.9", "R | - | F F | $12 0 0/3 3", "buy K, upgrade K", "R | S | F F | $0 0 0/3 1"),
)
def test_what_is_built(before: str, moves: str, after: str) -> None:
    assert at(before, build=True).plays(moves).line == after


@by_clause(
    "before moves after",
    # the last action ends the turn
    ("build.1", "C | R | F F | $10 0 0/3 3", "buy F, buy C, upgrade R", "C | A C F F F | -"),
    ("build.1", "C | R | K K K | $9 0 0/3 1", "buy C", "C | C K K K R | -"),
    # building may end at any time, and the money is lost
    ("build.3", "C | - | F F F | $9 0 0/3 4", "buy C, end", "C | C F F F | -"),
    # the city goes to the discard pile, sides unchanged
    ("end.1", "R | C | M F W | $7 4 1/3 2", "end", "R | C F M W | -"),
)
def test_what_a_turn_leaves(before: str, moves: str, after: str) -> None:
    table = at(before, "F | - | -", build=True).plays(moves)

    assert table.cards(0) == after
    assert table.line == "F | - | - | $0 0 0/3 1"


@pytest.mark.rule("flip_city.build.4")
@pytest.mark.parametrize(("letter", "cost"), [("C", 3), ("H", 4), ("F", 5), ("K", 5)])
def test_a_bought_card_comes_from_its_pile_front_side_up(letter: str, cost: int) -> None:
    """C costs 3, H 4, F 5, K 5; with a dollar less it is refused."""
    table = at(f"R | - | F F | ${cost} 0 0/3 3", build=True)
    assert table.why_not(f"buy {letter}") is None
    table.buy(letter)

    assert table.line == f"R | {letter} | F F | $0 0 0/3 2"
    assert table.told[0] == CardBought(0, LETTERS[letter], cost)
    assert f"{letter}7" in table.supply or f"{letter}11" in table.supply

    poor = at(f"R | - | F F | ${cost - 1} 0 0/3 3", build=True)
    assert f"buy {letter}" not in poor.options
    assert poor.why_not(f"buy {letter}") == LazyText("too_dear", {"cost": cost, "money": cost - 1})


@pytest.mark.rule("flip_city.build.5")
@pytest.mark.parametrize(
    ("front", "back", "cost"),
    [("R", "A", 2), ("C", "M", 3), ("H", "U", 5), ("F", "W", 4), ("K", "S", 7), ("O", "T", 4)],
)
def test_an_upgraded_card_is_flipped_in_the_discard_pile(front: str, back: str, cost: int) -> None:
    """R costs 2, C 3, H 5, F 4, K 7, O 4; with a dollar less it is not offered."""
    table = at(f"R | {front} | F F | ${cost} 0 0/3 3", build=True).upgrade(front)

    assert table.line == f"R | {back} | F F | $0 0 0/3 2"
    assert table.told[0] == CardUpgraded(0, LETTERS[front], cost)

    poor = at(f"R | {front} | F F | ${cost - 1} 0 0/3 3", build=True)
    assert f"upgrade {front}" not in poor.options


@pytest.mark.rule("flip_city.build.5", "flip_city.play.4")
def test_only_cards_of_the_discard_pile_are_upgraded() -> None:
    """The H on the deck, the F in the city and a neighbour's K stay as they are."""
    table = at("H | - | F | $20 0 0/3 2", "C | K | -", build=True)

    assert "upgrade" not in table.options
    for letter in "HFK":
        with pytest.raises(IllegalAction):
            table.upgrade(letter)


@pytest.mark.rule("flip_city.build.5")
def test_what_has_no_upgrade_cost_cannot_be_upgraded() -> None:
    assert "upgrade" not in at("C | M S T U W | F | $20 0 0/3 2", build=True).options


@pytest.mark.rule("flip_city.build.6")
@pytest.mark.parametrize(
    ("front", "back", "cost"), [("C", "M", 6), ("H", "U", 9), ("F", "W", 9), ("K", "S", 12)]
)
def test_a_developed_card_comes_back_side_up_for_one_action(
    front: str, back: str, cost: int
) -> None:
    """Cost and upgrade cost together: C 6, H 9, F 9, K 12; with a dollar less it is not offered."""
    table = at(f"R | - | F F | ${cost} 0 0/3 3", build=True).develop(front)

    assert table.line == f"R | {back} | F F | $0 0 0/3 2"
    assert table.told[0] == CardDeveloped(0, LETTERS[front], cost)
    assert f"{front}7" in table.supply or f"{front}11" in table.supply

    poor = at(f"R | - | F F | ${cost - 1} 0 0/3 3", build=True)
    assert f"develop {front}" not in poor.options


@pytest.mark.rule("flip_city.build.7")
def test_an_empty_pile_offers_neither_buying_nor_developing() -> None:
    table = at("R | - | F F | $20 0 0/3 3", build=True, supply="C1 H0 F0 K0").buy("C")

    assert table.supply == "C0 H0 F0 K0"
    assert table.options == "upgrade C, end"


@pytest.mark.rule("flip_city.build.8", "flip_city.card.apartment")
def test_one_chooses_who_gets_the_apartment() -> None:
    """With 4 players three can be chosen, in turn order; it costs $7."""
    table = at("C | A | K K | $7 0 0/3 1", "H | -", "F | -", "K | -", build=True, seat=1)

    assert "pass A 2, pass A 3, pass A 0" in table.options
    table.pass_("A", to=0)
    assert table.cards(0) == "H | R | -"
    assert table.cards(1) == "C | K K | -"

    poor = at("C | A | K K | $6 0 0/3 1", "H | -", "F | -", build=True)
    assert "pass" not in poor.options


@pytest.mark.rule("flip_city.build.9")
def test_a_card_recycled_this_turn_may_be_upgraded_again() -> None:
    table = at("C | M | F K | $5 0 0/3 2").recycle("M").stop().upgrade("C")

    assert table.line == "C | M | F K | $4 0 0/3 1"


@pytest.mark.rule("flip_city.end.2")
def test_the_last_seat_is_followed_by_the_first() -> None:
    table = at("R | C | F | $2 0 0/3 2", "H | -", "K | -", build=True, seat=2).end()

    assert table.city.turn.seat == 0
    assert table.line == "H | - | - | $0 0 0/3 1"


@pytest.mark.rule("flip_city.setup.2")
def test_the_residential_area_cannot_be_bought() -> None:
    """It has no cost, and no pile holds it."""
    assert cards().face["residential_area"].cost is None
    assert "R" not in at("R | C | F | $20 0 0/3 2", build=True).supply
