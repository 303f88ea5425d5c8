"""Bust and winning."""

from __future__ import annotations

import pytest

from hako.content.flip_city import GAME
from hako.content.flip_city.events import TurnBusted
from hako.engine.rules.game import view
from tests.rules.flip_city.table import at
from tests.rules.tables import by_clause

SIXTEEN = "F F F F F F F F F F F F F F F F"


@by_clause(
    "before after",
    # the third unhappy icon ends the turn at once: $9 and 2 actions are lost
    ("bust.1", "A C | K | H R F | $9 0 2/3 2", "C | A F H K R | -"),
    # the city goes to the discard pile, sides unchanged
    ("bust.2", "W C | U | M A A | $5 1 2/3 1", "C | A A M U W | -"),
    # before the 18th card, beside a Convenience Store, can win
    ("bust.3", f"A F | - | C {SIXTEEN} | $33 0 2/3 17", f"F | A C {SIXTEEN} | -"),
)
def test_a_bust(before: str, after: str) -> None:
    table = at(before, "C | - | -").play()

    assert TurnBusted(0, 3, 3) in table.told
    assert table.cards(0) == after
    assert table.city.winner is None
    assert table.line == "C | - | - | $0 0 0/3 1"


@pytest.mark.rule("flip_city.bust.1")
def test_a_raised_limit_bears_more() -> None:
    """At 2/4 a third icon is borne, at 3/4 a fourth one busts."""
    table = at("A A C | - | H R U | $5 1 2/4 1").play()

    assert table.line == "A C | - | H R U A | $6 1 3/4 1"
    assert TurnBusted(0, 4, 4) in table.play().told


@pytest.mark.rule("flip_city.win.1")
@pytest.mark.parametrize(
    ("card", "points", "wins"), [("M", 6, False), ("M", 7, True), ("S", 5, True), ("S", 7, True)]
)
def test_eight_points_or_more_win(card: str, points: int, wins: bool) -> None:
    """A Mall brings 1 point, a Station 3."""
    assert (at(f"{card} C | - | F | $2 {points} 0/3 2").play().city.winner == 0) is wins


@by_clause(
    "before ended",
    # seventeen cards are not enough, an eighteenth is
    ("win.2", f"F F | - | C {SIXTEEN[2:]} | $31 0 0/3 16", None),
    ("win.2", f"F F | - | C {SIXTEEN} | $33 0 0/3 17", "cards"),
    # a Shopping Mall is no Convenience Store
    ("win.2", f"F C F | - | M {SIXTEEN} | $35 1 0/3 17", None),
    ("win.2", f"C F | - | M F {SIXTEEN} | $37 1 0/3 18", "cards"),
    # one in the discard pile and on the deck is not in the city
    ("win.2", f"F C | C | F {SIXTEEN} | $34 0 0/3 18", None),
    # what others own wins nothing
    ("win.3", "C F | - | F | $2 0 0/3 2", None),
)
def test_eighteen_cards_with_a_convenience_store_win(before: str, ended: str | None) -> None:
    assert at(before, "S S S | - | -").play().city.ending == ended


@pytest.mark.rule("flip_city.win.3")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_win_is_no_choice_and_ends_the_game(seat: int) -> None:
    """Nobody has a turn any more; the active player alone has won."""
    table = at("S C | - | S M M | $6 5 0/3 1", "S S S | - | -", seat=seat).play()

    assert table.city.agenda == ()
    assert table.result.winners == (seat,)
    assert table.city.winner == seat


@pytest.mark.rule("flip_city.win.3")
def test_the_outcome_tells_how_it_was_won() -> None:
    by_points = at("S C | - | S M M | $6 5 0/3 1").play().result.how
    by_cards = at(f"F F | - | C {SIXTEEN} | $33 0 0/3 17").play().result.how

    assert (by_points.key, by_points.values["points"]) == ("won_by_points", 8)
    assert (by_cards.key, by_cards.values["cards"]) == ("won_by_cards", 18)


@pytest.mark.rule("flip_city.win.1")
def test_the_race_is_told_by_the_points_that_each_seat_owns() -> None:
    """Wherever they lie: S M W on deck, discard pile and city are 7; a lone M is 1."""
    table = at("S | M | W | $2 3 1/3 1", "C | M | -")

    assert GAME.progress(view(GAME, table.city, None)) == (1, (7, 1))
    assert GAME.progress(view(GAME, table.stop().end().city, None)) == (2, (7, 1))
    assert [sorted(score_part.values()) for score_part in GAME.score_parts(table.city)] == [
        [1, 3, 3],
        [1],
    ]
