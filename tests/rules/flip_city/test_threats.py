"""Threats in Flip City: what a rival's cards can do in its next turn."""

from __future__ import annotations

import pytest

from hako.content.flip_city import GAME
from hako.engine.rules.game import threats_to, view
from hako.engine.rules.threats import Threat
from tests.rules.flip_city.table import at

WINS = "S S U U M K K K A A | R"
"""Ten cards with 9 points and two unhappy icons: they win in any order."""

NOTHING = "R H | H C R | - | $0 0 0/3 1"


def threats(line: str, *others: str, viewer: int | None = 0, build: bool = False) -> list[Threat]:
    city = at(line, *others, build=build).city
    return [*threats_to(GAME, view(GAME, city, viewer), viewer)]


def test_a_deck_that_wins_in_any_order_is_told_with_what_it_holds() -> None:
    """9 points of 8 in ten cards, 2 unhappy icons of 3."""
    (threat,) = threats(NOTHING, WINS)

    assert (threat.gravity, threat.seat, threat.text.key) == ("wins", 1, "wins_first")
    assert threat.text.values == {
        "seat": 1,
        "points": 9,
        "goal": 8,
        "cards": 10,
        "unhappy": 2,
        "limit": 3,
    }


def test_who_builds_is_not_told_that_it_cannot_win_first() -> None:
    (threat,) = threats("H | H C R | R | $0 0 1/3 1", WINS, build=True)

    assert threat.text.key == "wins_next"


def test_a_deck_that_may_bust_can_win_and_its_chance_is_exact() -> None:
    """A Station on top, then five Malls and three Residential Areas in any order.

    It needs all five Malls before the third Residential Area: so the last of the eight cards has to
    be a Residential Area, in 3 of 8 orders (flip_city.bust.1, win.1).
    """
    (threat,) = threats(NOTHING, "S M M M M M R R R | H")

    assert (threat.gravity, threat.text.key) == ("can_win", "can_win_next")
    assert threat.text.values["unhappy"] == 3
    assert threat.text.values["chance"] == 38


def test_seven_points_are_no_threat() -> None:
    assert threats(NOTHING, "S M M M M | R") == []


def test_recycling_counts_as_points() -> None:
    """Seven points in the deck and a Power Plant in the discard pile (flip_city.recycle.11)."""
    (threat,) = threats(NOTHING, "S M M M M | W")

    assert (threat.gravity, threat.text.values["points"]) == ("wins", 8)


def test_the_active_rival_is_told_by_its_turn() -> None:
    """Seat 0 has 6 points and two malls in its deck: it wins this turn."""
    (threat,) = threats("M M | R | S M M M | $0 6 0/3 1", "R | R", viewer=1)

    assert (threat.gravity, threat.text.key) == ("wins", "wins_now")
    assert threat.text.values["points"] == 8


def test_nobody_is_warned_of_itself() -> None:
    assert threats("M M | R | S M M M | $0 6 0/3 1", "R | R", viewer=0) == []


def test_a_rival_after_the_next_can_win_only() -> None:
    """The next seat plays before it, and may win first."""
    (threat,) = threats(NOTHING, "R H | R", WINS)

    assert (threat.gravity, threat.seat, threat.text.values["chance"]) == ("can_win", 2, None)


def test_an_empty_deck_is_reshuffled_but_nothing_is_certain() -> None:
    """flip_city.play.10, build.8: an Apartment may still come to the discard pile."""
    (threat,) = threats(NOTHING, "- | S M M M M M")

    assert (threat.gravity, threat.text.values["points"]) == ("can_win", 8)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [(15, []), (16, [("ends", "crowd_near")]), (18, [("can_win", "can_win_crowd")])],
)
def test_a_crowd_of_cards_is_a_threat(cards: int, expected: list[tuple[str, str]]) -> None:
    """flip_city.win.2: 18 cards, a Convenience Store among them."""
    crowd = " ".join(["C", *"F" * (cards - 2)])

    assert [
        (threat.gravity, threat.text.key) for threat in threats(NOTHING, f"R | {crowd}")
    ] == expected


@pytest.mark.parametrize(
    ("unhappy", "churches", "expected"),
    [(2, 0, ["can_win_crowd"]), (3, 0, ["crowd_near"]), (5, 0, []), (4, 2, ["can_win_crowd"])],
)
def test_a_crowd_wins_only_if_the_limit_lets_it_be_played(
    unhappy: int, churches: int, expected: list[str]
) -> None:
    """flip_city.bust.1: of 18 cards two may have an unhappy icon, and one more for each Church.

    With a third one 17 can be played, with five 15.
    """
    happy = 17 - unhappy - churches
    crowd = " ".join(["C", *"R" * unhappy, *"U" * churches, *"F" * happy])

    assert [threat.text.key for threat in threats(NOTHING, f"- | {crowd}")] == expected


def test_without_a_store_no_crowd_wins() -> None:
    assert threats(NOTHING, "R | " + " ".join("R" * 19)) == []


def test_a_win_by_recycling_needs_no_figures_of_the_deck() -> None:
    """flip_city.recycle.11: seven points and a Power Plant in the discard pile, whatever comes."""
    (threat,) = threats("R R R | W | S M M M M | $0 7 0/3 1", "R | R", viewer=1)

    assert (threat.gravity, threat.text.key) == ("wins", "wins_surely")
