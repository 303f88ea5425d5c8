"""Play: steps follow each other, secret answers wait for each other, previews stop in time."""

from __future__ import annotations

from typing import Literal, assert_type

import pytest
from msgspec.structs import replace

from hako.engine.i18n.lazy_text import LazyText
from hako.engine.log.log_format import encode
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.model import Choice, Group, Hidden, Resolution, Step, known
from hako.engine.rules.play import (
    IllegalAction,
    begin,
    check,
    fold,
    legal_actions,
    pending,
    play,
    waiting,
)
from hako.engine.rules.preview import preview
from tests.engine.auction import BIDDING, after, auction_state, table
from tests.toys.sealed_bids import (
    GAME,
    Bid,
    Bidding,
    BidsOpened,
    CoinDrawn,
    CoinLaidAside,
    EndRound,
    Fold,
    House,
    LayAside,
    Lead,
    Look,
    Open,
    PileShuffled,
    PrizeWon,
)


def seen(state: House, seat: int) -> House:
    return view(GAME, state, seat)


# ------------------------------------------------------------ steps


def test_steps_are_done_in_the_order_yielded_before_what_waited() -> None:
    """Dealt and rolled by the table itself; the leader is asked first, then all, then it ends."""
    assert table().state.agenda == (EndRound(1), Bidding((0, 1)), Lead(0))


def test_a_step_may_put_itself_back_on_the_agenda() -> None:
    state, _ = after(auction_state(), (0, Look()))

    assert pending(state) == Lead(0)


def test_a_choice_that_a_game_begins_with_is_not_done_by_itself() -> None:
    asked = replace(auction_state(), agenda=(Lead(0),))

    assert begin(asked, Chance(1, 0)) == (asked, ())
    assert begin(replace(auction_state(), agenda=()), Chance(1, 0))[1] == ()


class OneByOne(Step[House, None], frozen=True):
    """Two follow-ups, and an event before each."""

    def resolve(self, server: House, action: None, chance: Chance, /) -> Resolution[House]:
        yield PileShuffled((4, 7))
        yield Lead(0)
        yield PileShuffled((7, 4))
        yield Lead(1)


class AllAtOnce(Step[House, None], frozen=True):
    """The same, returned at once."""

    def resolve(self, server: House, action: None, chance: Chance, /) -> Group[House]:
        return PileShuffled((4, 7)), Lead(0), PileShuffled((7, 4)), Lead(1)


class Then(Choice[House, Open], frozen=True):
    """The next step."""

    step: Step[House, None]

    def resolve(self, server: House, action: Open, chance: Chance, /) -> Resolution[House]:
        yield self.step


def test_what_a_step_returns_at_once_is_done_as_if_it_had_yielded_it() -> None:
    """Played, folded from the log, and foreseen in a preview."""
    results = []
    for step in (OneByOne(), AllAtOnce()):
        asked = auction_state(EndRound(1), Then(0, step))
        state, then = play(asked, 0, Open(), Chance(1, 1))
        assert then[1] == (PileShuffled((4, 7)), Lead(0), PileShuffled((7, 4)), Lead(1))
        assert state.agenda == (EndRound(1), Lead(1), Lead(0))
        assert fold(asked, 0, Open(), then) == state
        results.append((state, then[1:], preview(asked, 0, Open())))

    assert results[0] == results[1]


def test_an_empty_agenda_is_the_end() -> None:
    state, then = after(auction_state(), (0, Open()), (0, Fold()), (1, Bid(2)))

    assert (pending(state), waiting(state), legal_actions(state, 0)) == (None, (), ())
    assert then[0] == (BidsOpened((None, 2)), PrizeWon(1, 5))


def test_a_refused_action_says_why() -> None:
    looked, _ = after(auction_state(), (0, Look()))
    with pytest.raises(IllegalAction) as again:
        check(looked, 0, Look())
    with pytest.raises(IllegalAction) as empty:
        check(auction_state(pile=()), 0, Look())
    with pytest.raises(IllegalAction) as not_held:
        check(auction_state(), 0, LayAside(7))

    assert again.value.reason == LazyText("looked_already")
    assert empty.value.reason == LazyText("pile_empty")
    assert not_held.value.reason is None


def test_what_is_known_keeps_the_type_that_it_had() -> None:
    """A Literal stays one, for mypy; so a card of a hand fits where a card is asked for."""
    card: Literal["red", "blue"] | None = _turned_up("blue")

    assert_type(known(card), Literal["red", "blue"])
    assert known(card) == "blue"
    with pytest.raises(Hidden):
        known(_turned_up(None))


def _turned_up(card: Literal["red", "blue"] | None) -> Literal["red", "blue"] | None:
    return card


# ------------------------------------------------------------ secret answers


def test_an_answer_is_sealed_while_others_still_choose() -> None:
    state, then = after(auction_state(*BIDDING), (1, Bid(3)))

    assert then == ()
    assert waiting(state) == (0,)
    assert state.hands == ((1, 4), (2, 3))


def test_the_last_answer_opens_all() -> None:
    _, then = after(auction_state(*BIDDING), (1, Bid(3)), (0, Bid(4)))

    assert then[0] == (BidsOpened((4, 3)), PrizeWon(0, 5))


def test_answers_may_come_in_any_order() -> None:
    one, _ = after(auction_state(*BIDDING), (0, Bid(1)), (1, Bid(3)))
    other, _ = after(auction_state(*BIDDING), (1, Bid(3)), (0, Bid(1)))

    assert one == other


def test_nobody_answers_twice() -> None:
    state, _ = after(auction_state(*BIDDING), (1, Bid(3)))

    assert legal_actions(state, 1) == ()
    with pytest.raises(IllegalAction):
        check(state, 1, Bid(2))


def test_folding_a_log_with_sealed_answers_gives_the_same_states() -> None:
    game = table(seats=3)
    game.play(0, Open())
    for seat in (2, 0, 1):
        game.play(seat, Fold())

    state = game.positions[0].state
    for moment in game.positions[1:]:
        state = fold(state, moment.record.seat, moment.record.action, moment.record.then)
        assert state == moment.state
    assert game.positions[2].record.is_sealed


def test_the_same_history_gives_the_same_dice_after_an_undo() -> None:
    game = table()
    for _ in range(2):
        game.play(0, Open())
        game.play(1, Fold())
        game.play(0, Fold())
        game.go_to(0)

    first, second = game.positions[3].record, game.positions[6].record
    assert first.drew
    assert encode(replace(first, digest=None)) == encode(replace(second, digest=None))


# ------------------------------------------------------------ previews


def test_a_preview_tells_what_follows() -> None:
    foreseen = preview(seen(auction_state(), 0), 0, LayAside(4))

    assert foreseen.events == (CoinLaidAside(0, 4),)
    assert foreseen.state.aside == ((4,), ())
    assert waiting(foreseen.state) == (0, 1)
    assert not foreseen.open_end


def test_a_preview_stops_before_what_is_hidden() -> None:
    foreseen = preview(seen(auction_state(), 0), 0, Look())

    assert foreseen.events == ()
    assert foreseen.open_end


def test_a_preview_stops_before_chance() -> None:
    """The winner is certain when one bids alone; then coins are drawn from the pile."""
    state = replace(auction_state(EndRound(1), Bidding((0,)), hands=((1, 4),), pile=()), rounds=2)

    foreseen = preview(seen(state, 0), 0, Bid(4))

    assert foreseen.events == (BidsOpened((4,)), PrizeWon(0, 5))
    assert foreseen.open_end


def test_a_preview_of_a_sealed_answer_ends_with_the_envelope() -> None:
    foreseen = preview(seen(auction_state(*BIDDING), 1), 1, Bid(3))

    assert foreseen.events == ()
    assert waiting(foreseen.state) == (0,)
    assert not foreseen.open_end


def test_a_preview_of_the_last_answer_does_not_open_the_others() -> None:
    state, _ = after(auction_state(*BIDDING), (0, Bid(4)))

    foreseen = preview(seen(state, 1), 1, Bid(3))

    assert foreseen.events == ()
    assert foreseen.open_end


def test_a_preview_shows_what_its_seat_may_see() -> None:
    """Seat 0 has looked: it knows what seat 0 draws next, and not what seat 1 draws."""
    looked, _ = after(auction_state(EndRound(1), Lead(0)), (0, Look()))

    foreseen = preview(seen(looked, 0), 0, Open())

    assert foreseen.events == (CoinDrawn(0, 7),)
    assert foreseen.open_end


class Foresee(Choice[House, Open], frozen=True):
    """The seat would put two coins into the pile, in an order that nobody may know."""

    def resolve(self, server: House, action: Open, chance: Chance, /) -> Resolution[House]:
        yield PileShuffled((4, 7))


def test_a_preview_hides_what_an_event_hides_from_all() -> None:
    foreseen = preview(auction_state(Foresee(0)), 0, Open())

    assert foreseen.events == (PileShuffled((None, None)),)


def test_a_preview_draws_no_chance_and_leaves_the_table_alone() -> None:
    game = table()
    before, chance = game.state, Chance(game.header.seed, 1)

    for action in game.legal_actions(0):
        game.preview(0, action)

    assert game.state is before
    assert game.chance().dice.bits() == chance.dice.bits()
