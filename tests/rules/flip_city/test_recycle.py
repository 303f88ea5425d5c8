"""Recycling."""

from __future__ import annotations

import pytest

from hako.content.flip_city.events import GameWon
from hako.engine.rules.play import IllegalAction
from tests.rules.flip_city.table import at
from tests.rules.tables import by_clause

FOUR = "recycle M, recycle M, recycle M, recycle M"


@by_clause(
    "before moves options",
    # backs but the Apartment; each face is one option, whatever its copies
    (
        "recycle.1",
        "C | A C F H K M M O R S T U W | F | $2 0 0/3 2",
        "",
        "play, stop, recycle M, recycle U, recycle W, recycle S, recycle T",
    ),
    # at every choice of the play phase: before the first card, between cards, ...
    ("recycle.3", "C F | U | - | $0 0 0/3 1", "", "play, recycle U"),
    ("recycle.3", "C F | U | F | $2 0 0/3 2", "", "play, stop, recycle U"),
    # ... while a play is forced, while obliged, with an empty deck, ...
    ("recycle.3", "R F | U | F | $2 0 0/3 2", "", "play, recycle U"),
    ("recycle.3", "C F | U | K | $3 0 0/3 1 obliged", "", "play, recycle U"),
    ("recycle.3", "- | F U | F | $2 0 0/3 2", "", "reshuffle, stop, recycle U"),
    # ... but not while an Office asks
    ("recycle.3 card.office", "O C | U | F | $2 0 0/3 2", "play", "bury, keep"),
    # a reshuffle takes the Church away, and R is forced
    ("recycle.4", "- | R U | A A | $2 0 2/3 1", "", "reshuffle, stop, recycle U"),
    ("recycle.4", "- | R U | A A | $2 0 2/3 1", "reshuffle -> R U", "play"),
    # a covered Residential Area does not free from the first card, and forces again uncovered
    ("recycle.9 play.2", "R C | S | - | $0 0 0/3 1", "recycle S", "play"),
    ("recycle.9", "R C F | S | A | $1 0 1/3 1", "recycle S", "play, stop"),
    ("recycle.9", "R C F | S | A | $1 0 1/3 1", "recycle S, play", "play"),
    # recycling fulfils no obligation: of a Station its Central Park has to be played
    ("recycle.10", "C | S | K | $3 0 0/3 1 obliged", "recycle S", "play"),
    ("recycle.10", "C | M | K | $3 0 0/3 1 obliged", "recycle M", "play"),
    ("recycle.10", "C | U | K | $3 0 0/3 1 obliged", "recycle U", "play"),
    ("recycle.10", "C | W | K | $3 0 0/3 1 obliged", "recycle W", "play"),
    ("recycle.10", "C | T | K | $3 0 0/3 1 obliged", "recycle T", "play"),
)
def test_what_may_be_done(before: str, moves: str, options: str) -> None:
    assert at(before, "H | M S | -").plays(moves).options == options


@by_clause(
    "before moves after",
    # it costs nothing, and any number is allowed
    (
        "recycle.1",
        "C | M M M M U U | - | $0 0 0/3 1",
        f"{FOUR}, recycle U, recycle U",
        "C | C C C C H H | - | $8 0 0/5 1",
    ),
    # a recycled card is flipped and stays in the discard pile
    ("recycle.2", "C R | M U | F | $2 0 0/3 2", "recycle U", "C R | H M | F | $2 0 0/4 2"),
    # Mall +$2, Church limit +1, Power Plant +1 point, Station to the deck, Center +1 action
    (
        "recycle.7 card.shopping_mall",
        "C | M | F | $2 0 0/3 2",
        "recycle M",
        "C | C | F | $4 0 0/3 2",
    ),
    ("recycle.7 card.church", "C | U | F | $2 0 0/3 2", "recycle U", "C | H | F | $2 0 0/4 2"),
    ("recycle.7 card.power_plant", "C | W | F | $2 0 0/3 2", "recycle W", "C | F | F | $2 1 0/3 2"),
    ("recycle.7 card.station", "C | S | F | $2 0 0/3 2", "recycle S", "K C | - | F | $2 0 0/3 2"),
    (
        "recycle.7 card.trade_center",
        "C | T | F | $2 0 0/3 2",
        "recycle T",
        "C | O | F | $2 0 0/3 3",
    ),
    # a recycled Station is played as a Central Park this very turn
    (
        "recycle.8",
        "C | S | F | $2 0 0/3 2",
        "recycle S, play",
        "C | - | F K | $5 0 0/3 2 obliged",
    ),
)
def test_what_recycling_brings(before: str, moves: str, after: str) -> None:
    assert at(before).plays(moves).line == after


@by_clause(
    "before moves after",
    # after the third unhappy icon it is too late for the Church
    ("recycle.4", "A C | U | R R | $2 0 2/3 1", "play", "C | A R R U | -"),
    # a recycled card stays front side up after a bust
    ("recycle.6 bust.2", "A C | M | R R | $2 0 2/3 1", "recycle M, play", "C | A C R R | -"),
)
def test_what_a_bust_leaves(before: str, moves: str, after: str) -> None:
    table = at(before).plays(moves)

    assert table.cards(0) == after
    assert table.city.turn.seat == 1


@by_clause(
    "before letters build",
    # Malls on the deck, in the city and with a neighbour; A and C in the discard pile
    ("recycle.5", "M F | A C | M | $3 1 0/3 1", "MAC", False),
    ("recycle.5", "C | U | F | $2 0 0/3 2", "U", True),
)
def test_what_is_refused(before: str, letters: str, build: bool) -> None:
    table = at(before, "M | M | -", build=build)

    for letter in letters:
        with pytest.raises(IllegalAction):
            table.recycle(letter)


@pytest.mark.rule("flip_city.recycle.11")
def test_recycled_points_win_before_a_card_is_played() -> None:
    """Eight Power Plants bring 8 points; seven do not."""
    table = at("R C | W W W W W W W W | - | $0 0 0/3 1")
    for _ in range(7):
        table.recycle("W")

    assert table.city.ending is None
    assert table.recycle("W").told[-1] == GameWon(0, "points")
