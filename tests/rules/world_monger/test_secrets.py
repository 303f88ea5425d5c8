"""Public information, and what one seat alone knows of a deck."""

from __future__ import annotations

import pytest

from hako.content.world_monger import GAME
from hako.content.world_monger.actions import AddCard, ReturnLooked
from hako.content.world_monger.deck_knowledge import (
    Run,
    look,
    mix,
    places,
    put_on_top,
    put_under,
    take,
    take_top,
)
from hako.content.world_monger.events.shares import EndValuesFound
from hako.content.world_monger.steps.civilization_phase import UseCards
from hako.content.world_monger.steps.development import Develop
from hako.content.world_monger.steps.rounds import Cleanup
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.preview import preview
from tests.rules.world_monger.table import Table, acting, at, names, words

V, S = "villager", "share"


def closing(*, ledger: bool) -> Table:
    """The last card of the last round is to be added; all Shares are cashed then."""
    agenda = Cleanup(), Develop(0, "egypt")
    row = "V | pyramid pyramid V | chariot S | 1"
    return at(*agenda, number=3, final_round=3, ledger=ledger, egypt=row)


def raid() -> Table:
    """Seat 0 used the Huns' Cavalry on Egypt and has the top two cards in hand."""
    table = acting(
        "huns",
        huns="cavalry cavalry official | V V V V | - | 1",
        egypt="V | S chariot V pyramid | V S | 0 1",
    )
    return table.use("cavalry")


# ------------------------------------------------------------ the clauses


@pytest.mark.rule("world_monger.secret.2")
@pytest.mark.parametrize("ledger", [False, True])
def test_a_preview_tells_the_end_values_only_with_the_ledger(*, ledger: bool) -> None:
    seen = view(GAME, closing(ledger=ledger).world, 0)

    foreseen = preview(seen, 0, AddCard("villager"))

    assert foreseen.open_end is not ledger
    assert any(isinstance(event, EndValuesFound) for event in foreseen.events) is ledger
    assert closing(ledger=False).add("villager").world.end_values == (6,)


@pytest.mark.rule(
    "world_monger.secret.1",
    "world_monger.secret.2",
    "world_monger.secret.3",
    "world_monger.secret.4",
)
def test_all_see_how_many_cards_there_are_the_top_discard_shares_and_coins() -> None:
    """And can reckon deck and discards as sets, as every card moved openly."""
    table = at(coins=(3, 14, 15, 92), egypt="V | S chariot V | S pyramid V | 0 1 2 3")

    for viewer in (0, 3, None):
        seen = table.seen(viewer)
        civilization = seen.civilization("egypt")
        assert (words(civilization.deck), words(civilization.discard)) == ("? ? ?", "? ? V")
        assert civilization.deck_cards() == tuple(sorted(names("S chariot V")))
        assert civilization.discard_cards() == tuple(sorted(names("S pyramid V")))
        assert (civilization.shares, seen.coins) == ((0, 1, 2, 3), (3, 14, 15, 92))


@pytest.mark.rule("world_monger.secret.5", "world_monger.card.cavalry")
def test_cards_looked_at_are_seen_by_who_looks_alone() -> None:
    """Seat 1 controls Egypt and sees nothing all the same."""
    table = raid()

    assert table.seen_deck(0, "egypt") == "S chariot ? ?"
    assert table.seen_deck(1, "egypt") == "? ? ? ?"
    assert table.seen(1) == table.seen(None) != table.seen(0)


@pytest.mark.rule("world_monger.secret.5", "world_monger.card.cavalry")
def test_the_order_in_which_cards_are_put_back_is_a_secret() -> None:
    table = raid().enough().return_looked("chariot")

    assert table.seen_deck(0, "egypt") == "chariot S ? ?"
    assert table.seen_deck(1, "egypt") == "? ? ? ?"


@pytest.mark.rule("world_monger.secret.5", "world_monger.card.cavalry")
@pytest.mark.parametrize("deck", ["V V S S", "V S S S"])
def test_whether_the_cards_are_alike_shows_in_no_question_left_out(deck: str) -> None:
    """Two Villagers are asked about as often as a Villager and a Share."""
    table = acting("huns", huns="cavalry | V | - | 1", egypt=f"- | {deck}").use("cavalry")

    assert len(table.enough().options) >= 1
    assert isinstance(table.options[0], ReturnLooked)


@pytest.mark.rule("world_monger.secret.5", "world_monger.card.observatory")
def test_an_observatorys_cards_are_the_controllers_until_they_are_placed() -> None:
    table = acting("maya", maya="observatory | S chariot V pyramid | - | 0 1", seat=1)
    table.use("observatory")

    assert table.seen_deck(1, "maya") == "S chariot V ?"
    assert table.seen_deck(0, "maya") == "? ? ? ?"


@pytest.mark.rule("world_monger.term.8", "world_monger.secret.1")
def test_all_know_a_card_that_was_put_on_top_openly_until_it_is_drawn() -> None:
    table = acting("han", han="official V city | S V V | - | 1").use("official").topdeck("S")
    assert table.seen_deck(3, "han") == "S ? ?"

    table.use("city")

    assert table.seen_deck(3, "han") == "?"


def test_knowledge_lasts_after_the_cards_went_back() -> None:
    """Seat 0 looks again and turns them round: it knows the new order."""
    table = raid().enough().return_looked("S")
    assert table.seen_deck(0, "egypt") == "S chariot ? ?"

    table.use("cavalry").enough().return_looked("chariot")

    assert table.seen_deck(0, "egypt") == "chariot S ? ?"


def test_who_looked_before_no_longer_knows_the_order_after_somebody_else_looked() -> None:
    table = raid().enough().return_looked("S").end_turn().given(agenda=(UseCards(2, "huns"),))

    table.use("cavalry").enough().return_looked("S")

    assert table.seen_deck(0, "egypt") == "? ? ? ?"
    assert table.world.civilization("egypt").sights[0] == (Run(2, names("chariot S")),)
    assert table.seen_deck(2, "egypt") == "S chariot ? ?"


def test_others_make_up_any_cards_there() -> None:
    seen = view(GAME, raid().world, 1)

    tops = {
        GAME.determinize(seen, 1, Chance(1, number)).civilization("egypt").deck[0]
        for number in range(40)
    }
    assert tops == {S, V, "chariot", "pyramid"}


# ------------------------------------------------------------ sights


def test_a_card_put_on_top_is_known_until_it_is_taken() -> None:
    sight = put_on_top((), S)

    assert places(sight) == (S,)
    assert take_top(sight, [S]) == ()


def test_cards_that_somebody_else_had_in_hand_are_known_but_not_their_order() -> None:
    sight = mix(look((), (S, V)), 2)

    assert sight == (Run(2, (S, V)),)
    assert places(sight) == (None, None)
    assert take(sight, 0, V) == (Run(1, (S,)),)


def test_alike_cards_are_known_in_any_order() -> None:
    assert places(mix(look((), (V, V)), 2)) == (V, V)


def test_an_unknown_card_among_known_ones_leaves_the_known_one_anywhere() -> None:
    """A Share on top, then something: whoever mixes them may have put it below."""
    sight = mix(put_on_top((), S), 2)

    assert sight == (Run(2, (S,)),)
    assert take(sight, 0, V) == (Run(1, (S,)),)
    assert take(sight, 0, S) == ()


def test_a_run_that_reaches_below_the_mixed_cards_is_mixed_as_a_whole() -> None:
    sight = put_on_top(mix(look((), (V, "chariot")), 2), S)

    assert mix(sight, 2) == (Run(3, ("chariot", S, V)),)


def test_what_is_left_of_a_deck_is_known_when_others_come_under_it() -> None:
    """All counted along: the one card above the shuffled ones is the Chariot."""
    assert places(put_under((), ("chariot",))) == ("chariot",)
    assert put_under(look((), (S,)), ("chariot", S)) == (Run(1, (S,)), Run(1, ("chariot",)))
    assert put_under((), ()) == ()


def test_what_is_left_is_known_as_a_set_if_its_order_is_not() -> None:
    unsure = mix(put_on_top((), S), 2)

    assert put_under(unsure, ("chariot", S)) == (Run(2, ("chariot", S)),)
