"""Hints beside each action, and reasons why others are not offered."""

from __future__ import annotations

import pytest

from hako.content.flip_city import GAME
from hako.content.flip_city import action_notes as notes
from hako.content.flip_city.action_notes import counted
from hako.content.flip_city.events import CardUpgraded
from hako.content.flip_city.odds import Risk
from hako.engine.i18n.languages import Language
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.game import view
from hako.engine.transcript.figure_changes import summed
from hako.engine.transcript.sentences import texts_of
from tests.rules.flip_city.table import alone, at


@pytest.mark.parametrize(
    ("line", "action", "says"),
    [
        # a Hospital at 0/3: $1 + $1 more and one unhappy icon; nothing below can bust
        ("H C | - | F | $2 0 0/3 2", "play", "Hospital: $4, unhappy 1/3, points 0"),
        ("R C | - | A A | $2 0 2/3 1", "play", "BUST: Residential Area, unhappy 3/3"),
        (
            "R C | U | A A | $2 0 2/3 1",
            "play",
            "BUST: Residential Area, unhappy 3/3; recycling first saves you",
        ),
        ("S C | - | S M M | $6 5 0/3 1", "play", "WIN: Station"),
        ("C | W | S S M | $3 7 0/3 1", "recycle W", "WIN"),
        # one R among 4 cards at 2/3
        ("- | C F K R | A A | $2 0 2/3 1", "reshuffle", "forced bust 25%, 4 cards"),
        # what the money buys, the dearest first: develop C (6), buy F or K (5), buy H (4)
        (
            "C | - | K K | $6 0 0/3 1",
            "stop",
            "$6, 1 action; within reach: Shopping Mall, Factory, Central Park, Hospital",
        ),
        ("C | - | A | $1 0 1/3 1", "stop", "$1: nothing to buy"),
        # recycling: the bonus, and the price given up
        ("C | M | F H | $2 0 1/3 2", "recycle M", "$4 now; upgrading again costs $3"),
        ("C | U | F H | $2 0 1/3 2", "recycle U", "unhappy 1/4 now; upgrading again costs $5"),
        ("C | W | F H | $2 0 1/3 2", "recycle W", "points 1 now; upgrading again costs $4"),
        (
            "C | S | F H | $2 0 1/3 2",
            "recycle S",
            "Central Park on top of the deck; upgrading again costs $7",
        ),
        ("C | T | F H | $2 0 1/3 2", "recycle T", "3 build actions now; upgrading again costs $4"),
    ],
)
def test_what_an_action_of_the_play_phase_tells(line: str, action: str, says: str) -> None:
    assert at(line).beside(action) == says


@pytest.mark.parametrize(
    ("line", "says"),
    [
        # after C at 2/3 the next card is R, forced, in 1 of 3 cases
        ("C R F F | - | A A | $2 0 2/3 1", "forced bust 33%; Convenience Store: $"),
        (
            "C R F F | U | A A | $2 0 2/3 1",
            "forced bust 33% (0% after recycling); Convenience Store: $",
        ),
    ],
)
def test_a_play_warns_of_the_bust_that_may_follow_before_one_can_stop(line: str, says: str) -> None:
    assert at(line).beside("play").startswith(says)


def test_building_tells_what_comes_of_it_and_the_money_left() -> None:
    table = at("- | A H | K K K | $9 0 0/3 1", build=True)

    assert table.beside("buy K") == "$4 left"
    assert table.beside("develop C") == "$3 left, Shopping Mall"
    assert table.beside("upgrade H") == "$4 left, Church"
    assert table.beside("pass A 1") == "$2 left"
    assert table.beside("end") == "$9 unspent"


def test_an_office_tells_which_card_it_is_about() -> None:
    table = at("O R C | - | F | $2 0 0/3 2").play()

    assert table.beside("bury") == "Residential Area goes to the bottom"
    assert table.beside("keep") == "Residential Area stays on top"


@pytest.mark.parametrize(
    ("supply", "says"),
    [
        ("C1 H1 F0 K0", "1 card left in the supply"),
        ("C0 H1 F0 K0", "LOST: the supply is empty"),
    ],
)
def test_alone_the_supply_is_counted_down(supply: str, says: str) -> None:
    assert alone("- | C K | F | $2 0 0/3 2", supply=supply).reshuffle().beside("remove H") == says


@pytest.mark.rule("flip_city.play.2", "flip_city.play.5", "flip_city.play.6")
def test_it_is_told_why_stopping_is_not_offered() -> None:
    first = at("C R | - | - | $0 0 0/3 1")
    forced = at("R C | - | F | $2 0 0/3 2")
    obliged = at("C R | - | K | $3 0 0/3 1 obliged")

    assert first.reason("stop") == "Play a card first (play.2)."
    assert forced.reason("stop") == "Residential Area on top must be played (play.5)."
    assert obliged.reason("stop") == "Central Park: play one more card (play.6)."


@pytest.mark.rule("flip_city.build.1", "flip_city.build.7", "flip_city.recycle.5")
def test_it_is_told_why_something_cannot_be_built() -> None:
    table = at("- | U | F | $2 0 0/3 2", build=True, supply="C8 H0 F12 K12")

    assert table.reason("buy C") == "It costs $3; you have $2 (build.1)."
    assert table.reason("develop H") == "The pile of Hospital is empty (build.7)."
    assert table.reason("recycle U") == (
        "Cards can be recycled only in the play phase (recycle.5)."
    )


@pytest.mark.rule("flip_city.info.4")
def test_the_cards_left_in_a_deck_are_counted_by_face() -> None:
    seen = view(GAME, at("C R F R | - | K | $3 0 0/3 1").city, None)

    assert counted(seen, seen.boards[0].deck_cards()) == (
        ("residential_area", 2),
        ("convenience_store", 1),
        ("factory", 1),
    )


@pytest.mark.parametrize(("chance", "says"), [(0.001, "1%"), (0.999, "99%"), (1, "100%")])
def test_a_bust_that_is_not_certain_is_neither_0_nor_100_percent(
    chance: float, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes, "risk", lambda *_: Risk(0, 0, chance))
    assert f"bust {says}," in at("- | C F K R | A A | $2 0 2/3 1").beside("reshuffle")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ann upgrades 2 cards for $4 in all: Residential Area."),
        ("ja", "Annは合計$4で2枚をアップグレードした（住宅街）。"),
    ],
)
def test_news_add_up_what_two_upgrades_cost(language: Language, sentence: str) -> None:
    """$2 each: a Residential Area is upgraded for $2, never for $4."""
    table = History.new(GAME, new_header(GAME, (Player("Ann"), Player("Ben")), seed=1))
    upgrade = CardUpgraded(0, "residential_area", 2)

    assert summed([upgrade, upgrade], texts_of(table, language)) == sentence
    one = summed([upgrade], texts_of(table, language))
    assert "$2" in one
