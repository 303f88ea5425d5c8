"""Public information, and what a player alone knows."""

from __future__ import annotations

import pytest

from hako.content.cultus import GAME
from hako.content.cultus.actions import LayCard
from hako.content.cultus.events.ending import PlansRevealed
from hako.content.cultus.events.monuments import MonumentCardTurnedUp
from hako.content.cultus.events.turn import CardDiscarded, CardDrawn, CardLaid
from hako.content.cultus.steps.laying import Lay
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.play import play
from tests.rules.cultus.table import (
    Table,
    acting,
    at,
    card,
    cards,
    content,
    enemy_phase,
    foe,
    in_turn,
    income,
    new,
    ruler,
)


@pytest.mark.rule("cultus.setup.4", "cultus.start.1")
def test_others_see_how_many_cards_a_hand_has_and_no_more() -> None:
    turn = acting(ruler("r1c1", hand="02 03"), ruler("r8c8", hand="05"))

    assert [item.hand for item in turn.seen(0).rulers] == [cards("02 03"), (None,)]
    assert [one.hand for one in turn.seen(None).rulers] == [(None, None), (None,)]


@pytest.mark.rule("cultus.start.1", "cultus.draw.1")
def test_the_deck_of_a_drawn_card_is_seen_and_the_card_is_not() -> None:
    drawn = acting().draw("MO")
    (event,) = drawn.happened(CardDrawn)

    assert event.masked(0).card == drawn.me.hand[0]
    assert event.masked(1) == event.masked(None) == CardDrawn(0, income("MO"), None)


@pytest.mark.rule("cultus.place.1")
def test_a_card_is_not_shown_before_it_lies() -> None:
    """The player who chooses a card may still take that back."""
    turn = acting(ruler("r4c4", hand="25 26")).place("25")

    assert turn.seen(0).agenda[-1] == Lay(0, card("25"))
    assert turn.seen(1).agenda[-1] == turn.seen(None).agenda[-1] == Lay(0, None)

    (laid,) = turn.lay("r5c4").happened(CardLaid)
    assert laid.masked(1) == laid


@pytest.mark.rule("cultus.hand.1", "cultus.shift.1", "cultus.solo.11")
def test_discards_are_face_up() -> None:
    moved = acting(ruler("r3c7", hand="02 03", monuments="r3c7")).move("r3c7", "r4c7")
    gone = enemy_phase(ruler("r1c1"), enemy=foe("annet"))

    assert moved.seen(1).discard == cards("02 03")
    assert gone.seen().discard == gone.town.discard != ()


@pytest.mark.rule("cultus.build.3", "cultus.score.2", "cultus.hand.1")
def test_what_is_turned_up_was_not_known_before() -> None:
    """Nobody takes back freely what they have seen the answer to."""
    for kind in (MonumentCardTurnedUp, PlansRevealed, CardDiscarded):
        assert kind.reveals


@pytest.mark.rule("cultus.solo.6")
def test_a_solo_player_keeps_no_secret_from_those_who_watch() -> None:
    """Only the hand."""
    table = Table(new(1))
    for _ in range(4):
        table.do(table.legal[0])

    watched, own = table.seen(None), table.seen(0)
    assert watched.rulers[0].plan == own.rulers[0].plan is not None
    assert watched.rulers[0].hand == (None, None)


@pytest.mark.rule("cultus.setup.4", "cultus.setup.6")
def test_what_is_hidden_is_dealt_from_what_the_seat_does_not_see() -> None:
    """48 cards, 6 plans and 12 monument cards in all, in every made-up world."""
    seen = view(GAME, new(3), 1)
    for number in range(5):
        town = GAME.determinize(seen, 1, Chance(number, 0))

        hands = [card for ruler in town.rulers for card in ruler.hand]
        decks = [card for space in town.row for card in space.deck]
        assert sorted(map(str, (*hands, *decks, *town.left_over))) == sorted(content().card)
        assert len({item.plan for item in town.rulers}) == 3
        monuments = map(str, (*town.open_monuments, *town.monument_deck))
        assert sorted(monuments) == sorted(content().monument)
        assert view(GAME, town, 1) == seen


def test_a_made_up_world_knows_the_card_that_somebody_is_laying() -> None:
    turn = acting(ruler("r4c4", hand="25 26")).place("25")

    town = GAME.determinize(turn.seen(1), 1, Chance(1, 0))

    step = town.agenda[-1]
    assert isinstance(step, Lay)
    assert step.card in town.rulers[0].hand
    laid, _ = play(town, 0, LayCard(at("r5c4"), 0), Chance(1, 0))
    assert laid.icons[at("r5c4")] is not None


@pytest.mark.rule("cultus.start.1")
def test_a_draw_cannot_be_foreseen() -> None:
    """Neither which card it is, nor anything that comes after it."""
    turn = in_turn()

    assert turn.foreseen(turn.options[0]) == ()


@pytest.mark.rule("cultus.build.4", "cultus.build.3")
def test_points_for_a_monument_are_foreseen_and_the_next_card_is_not() -> None:
    turn = acting(ruler("r3c7", cost=10))

    foreseen = [type(event).__name__ for event in turn.foreseen(turn.options[4])]

    assert foreseen[-2:] == ["BonusScored", "CubeReplaced"]
