"""The play phase."""

from __future__ import annotations

import pytest

from hako.content.flip_city.events import (
    CardPlayed,
    CardUncovered,
    GameWon,
    MoneyGained,
    TurnBusted,
)
from hako.engine.rules.play import IllegalAction
from tests.rules.flip_city.table import at, corrected
from tests.rules.tables import by_clause

SEVENTEEN = "C F F F F F F F F F F F F F F F F"


@by_clause(
    "before moves options",
    # nobody stops before the first card, not even after recycling
    ("play.2", "C F | M | - | $0 0 0/3 1", "", "play, recycle M"),
    ("play.2", "C F | M | - | $0 0 0/3 1", "recycle M", "play"),
    # after each card one plays on or stops, also without any money
    ("play.3", "C F K A | - | - | $0 0 0/3 1", "play", "play, stop"),
    ("play.3", "C F K A | - | - | $0 0 0/3 1", "play, play", "play, stop"),
    ("play.3", "U C | - | - | $0 0 0/3 1", "play", "play, stop"),
    # the Mall and the Hospital of the city are not recycled
    ("play.4", "M H F | - | - | $0 0 0/3 1", "play, play", "play, stop"),
    # a Residential Area forces on top alone
    ("play.5 card.residential_area", "R C | U | F | $2 0 0/3 2", "", "play, recycle U"),
    ("play.5", "C R | - | F | $2 0 0/3 2", "", "play, stop"),
    # an obligation ends with the next card, and a second Central Park obliges anew
    ("play.6 card.central_park", "K C F | - | - | $0 0 0/3 1", "play", "play"),
    ("play.6 card.central_park", "K C F | - | - | $0 0 0/3 1", "play, play", "play, stop"),
    ("play.6", "K K C F | - | - | $0 0 0/3 1", "play, play", "play"),
    ("play.6", "K K C F | - | - | $0 0 0/3 1", "play, play, play", "play, stop"),
    # a reshuffle fulfils none, and what it brings up may force
    ("play.8", "C | F M U | K | $3 0 0/3 1 obliged", "play, reshuffle -> U M F", "play, stop"),
    ("play.9 play.5", "- | F R | C | $1 0 0/3 1", "", "reshuffle, stop"),
    ("play.9 play.5", "- | F R | C | $1 0 0/3 1", "reshuffle -> R F", "play"),
    # a turn with an empty deck begins with a reshuffle; a recycled Station replaces it
    ("play.10", "- | C F | - | $0 0 0/3 1", "", "reshuffle"),
    ("play.10", "- | C F | - | $0 0 0/3 1", "reshuffle -> F C", "play"),
    ("play.10 recycle.8", "- | C S | K | $3 0 0/3 1 obliged", "", "reshuffle, recycle S"),
    ("play.10 recycle.8", "- | C S | K | $3 0 0/3 1 obliged", "recycle S", "play"),
    # an obligation lapses where there is nothing to play
    ("play.11", "K | - | C F | $3 0 0/3 2", "play", "stop"),
)
def test_what_may_be_done(before: str, moves: str, options: str) -> None:
    assert at(before).plays(moves).options == options


@by_clause(
    "before moves after",
    # the top card moves to the city with the same side up
    ("play.1", "W F | - | - | $0 0 0/3 1", "play", "F | - | W | $2 3 1/3 1"),
    # a reshuffle keeps the sides and leaves the city alone
    (
        "play.8",
        "C | F M U | K | $3 0 0/3 1 obliged",
        "play, reshuffle -> U M F",
        "U M F | - | K C | $4 0 0/3 1",
    ),
    # a recycled Station is the only card of an empty deck
    (
        "play.10 recycle.8",
        "- | C S | K | $3 0 0/3 1 obliged",
        "recycle S",
        "K | C | K | $3 0 0/3 1 obliged",
    ),
    ("play.11", "K | - | C F | $3 0 0/3 2", "play", "- | - | C F K | $6 0 0/3 2 obliged"),
)
def test_how_a_turn_goes_on(before: str, moves: str, after: str) -> None:
    assert at(before).plays(moves).line == after


@by_clause(
    "before move",
    ("play.2", "C F | M | - | $0 0 0/3 1", "stop"),
    ("play.5", "R C | U | F | $2 0 0/3 2", "stop"),
    # one reshuffles only when the deck is empty
    ("play.8", "C | F M U | K F | $5 0 0/3 2", "reshuffle"),
)
def test_what_is_refused(before: str, move: str) -> None:
    table = at(before)

    with pytest.raises(IllegalAction) as refused:
        table.plays(move)
    assert refused.value.reason == table.why_not(move)


@pytest.mark.rule("flip_city.play.4")
def test_a_card_of_the_city_is_not_upgraded() -> None:
    assert "upgrade" not in at("M H F | - | - | $0 0 0/3 1").plays("play, play, stop").options


@pytest.mark.rule("flip_city.play.5")
def test_a_residential_area_does_nothing_in_the_build_phase_or_the_turn_of_another() -> None:
    assert at("R C | - | F | $2 0 0/3 2", build=True).options == "end"
    assert at("C F | - | F | $2 0 0/3 2", "R R | - | -").options == "play, stop"


@pytest.mark.rule("flip_city.play.7")
def test_icons_count_before_effects_and_effects_before_the_bust() -> None:
    """A third unhappy icon on a Hospital: its $1, then $3 for 3 icons, then the bust at 3/3."""
    table = at("H C | - | A A | $2 0 2/3 1").play()

    assert table.told[:3] == (
        CardPlayed(0, "hospital"),
        MoneyGained(0, 3),
        TurnBusted(0, 3, 3),
    )


@pytest.mark.rule("flip_city.play.7")
def test_an_effect_that_raises_the_limit_counts_before_the_bust() -> None:
    """Were a Church unhappy, it would make 3/4 of 2/3 and not bust."""
    table = at("U C | - | A A | $2 0 2/3 1", content=corrected("church", unhappy=1)).play()

    assert table.line == "C | - | A A U | $2 1 3/4 1"


@pytest.mark.rule("flip_city.play.7", "flip_city.win.2")
def test_a_win_comes_before_the_obligation() -> None:
    """A Central Park as 18th card wins; nobody is obliged any more."""
    table = at(f"K C | - | {SEVENTEEN} | $33 0 0/3 17").play()

    assert table.told == (CardPlayed(0, "central_park"), GameWon(0, "cards"))


@pytest.mark.rule("flip_city.play.7", "flip_city.card.office")
def test_an_office_asks_only_after_bust_and_win_were_checked() -> None:
    """As 18th card it wins without a question; were it unhappy, it would bust without one."""
    won = at(f"O C | - | {SEVENTEEN} | $33 0 0/3 17").play()
    bust = at("O C | - | A A | $2 0 2/3 1", content=corrected("office", unhappy=1)).play()

    assert won.city.winner == 0
    assert bust.city.turn.seat == 1


@pytest.mark.rule("flip_city.play.12", "flip_city.build.8")
def test_cards_that_arrive_before_the_reshuffle_are_shuffled_in() -> None:
    """Seat 0 stops with an empty deck; seat 1 passes an Apartment; the R is shuffled in."""
    table = at("C | F | H | $2 0 1/3 1", "M M M | A").play().stop()
    assert (table.cards(0), table.told) == ("- | F | H C", ()), "nothing is shuffled yet"

    assert table.end().cards(0) == "- | C F H | -"
    table.plays("play, play, play, stop").pass_("A", to=0)
    assert table.cards(0) == "- | C F H R | -"
    assert table.reshuffle(order="R C F H").line == "R C F H | - | - | $0 0 0/3 1"


@pytest.mark.rule("flip_city.play.1", "flip_city.info.2")
def test_the_card_below_comes_to_light_at_once() -> None:
    table = at("C F K | - | H | $2 0 1/3 1")

    assert table.seen_deck(0) == "C ? ?"
    assert CardUncovered(0, "factory") in table.play().told
    assert table.seen_deck(0) == "F ?"
