"""Setting up: a header that says all that a game needs, or an error that says what would do."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import pytest
from msgspec.structs import replace

from hako.engine.content.files import BadContent
from hako.engine.log.header import Header, Player
from hako.engine.log.log_content import content_of
from hako.engine.log.log_format import BadLog, bad_log_errors
from hako.engine.log.setup import new_header, setup_of
from hako.engine.log.setup_checks import BadSetup
from tests.toys.sealed_bids import GAME

PLAYERS = (Player("Ann"), Player("Ben"), Player("Cho"), Player("Dan"), Player("Eve"))


def header(seats: int = 2, **values: Any) -> Header:
    return new_header(GAME, PLAYERS[:seats], seed=1, **values)


def test_a_header_tells_game_rules_seats_seed_and_version() -> None:
    made = header(3)

    assert (made.game, made.rules, made.seed) == ("sealed_bids", 1, 1)
    assert made.seats == PLAYERS[:3]
    assert made.hako == version("hako-tabletop")


def test_options_that_were_not_named_have_their_default() -> None:
    assert header(3, options={"house": "great"}).options == {"rounds": "3", "house": "great"}


def test_it_is_told_when_a_game_began_in_utc() -> None:
    before = datetime.now(UTC).replace(microsecond=0)

    began = datetime.fromisoformat(header().created)

    assert before <= began <= datetime.now(UTC)


def test_without_a_seed_every_game_is_another() -> None:
    seeds = {new_header(GAME, PLAYERS[:2]).seed for _ in range(20)}

    assert len(seeds) == 20


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (1, {}, "sealed_bids is for 2 to 4 players, not 1."),
        (5, {}, "sealed_bids is for 2 to 4 players, not 5."),
        (
            2,
            {"round": "3"},
            "sealed_bids has no option 'round'. Its options: rounds, house. Did you mean 'rounds'?",
        ),
        (2, {"rounds": "4"}, "The option 'rounds' must be one of 3, 1, 5, not '4'."),
        (
            3,
            {"house": "graet"},
            "The option 'house' must be one of small, great, not 'graet'. Did you mean 'great'?",
        ),
    ],
)
def test_what_a_game_does_not_allow_is_refused_with_what_it_does(
    seats: int, options: dict[str, str], sentence: str
) -> None:
    with pytest.raises(BadSetup, match=re.escape(sentence)):
        header(seats, options=options)


def test_a_name_that_a_terminal_would_obey_is_refused() -> None:
    with pytest.raises(BadSetup, match=r"the name 'Eve\\x1b\[31m' contains terminal"):
        new_header(GAME, (Player("Ann"), Player("Eve\x1b[31m")))


def test_a_japanese_name_may_have_a_wide_blank() -> None:
    assert new_header(GAME, (Player("山田　太郎"), Player("Ben"))).seats[0].name == "山田　太郎"


def test_an_option_that_came_after_a_log_is_as_the_game_was_without_it() -> None:
    old = replace(header(), options={"rounds": "1"})

    assert content_of(GAME, old, "game") == content_of(GAME, header(), "game")
    assert setup_of(GAME, old, None).options == {"rounds": "1", "house": "small"}


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"seats": ()}, "game, line 1: sealed_bids is for 2 to 4 players, not 0."),
        ({"seats": PLAYERS}, "game, line 1: sealed_bids is for 2 to 4 players, not 5."),
        (
            {"options": {"rounds": "4", "house": "great"}},
            "game, line 1: this hako has no option rounds=4 for sealed_bids. This very hako",
        ),
        (
            {"options": {"rounds": "3", "house": "great", "wine": "on"}},
            "game, line 1: this hako has no option wine=on for sealed_bids. This very hako",
        ),
        (
            {"seats": (Player("A\x07"), Player("B"))},
            r"game, line 1: the name 'A\x07' contains terminal",
        ),
    ],
)
def test_the_header_of_a_log_is_for_a_game_that_can_be_played(
    changed: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadLog, match=re.escape(sentence)):
        content_of(GAME, replace(header(), **changed), "game")


def test_corrected_cards_are_kept_in_the_header_and_change_the_digest() -> None:
    made = header(changes={"hand": 4})

    assert made.changes == {"hand": 4}
    assert made.content != header().content
    assert content_of(GAME, made, "game").hand == 4


def test_corrected_cards_that_do_not_fit_are_told_with_their_file() -> None:
    with pytest.raises(BadContent, match=r"^mine\.toml, hand: expected `int`, got `str`\.$"):
        header(changes={"hand": "four"}, changes_from="mine.toml")


def test_a_log_that_asks_for_too_many_coins_is_refused_before_they_are_laid_out() -> None:
    greedy = replace(header(), changes={"hand": 30_000_000})

    too_many = "^game, line 1: changes, hand: the number must be at most 999"
    with pytest.raises(BadLog, match=too_many), bad_log_errors("game"):
        content_of(GAME, greedy, "game")


def test_a_log_played_with_cards_that_we_do_not_have_is_refused_with_a_way_out() -> None:
    strange = replace(header(), content="0" * 16, tables={}, hako="9.9")

    with pytest.raises(
        BadLog, match=r"game, line 1: played with other content .* hako that wrote it \(9\.9\)"
    ):
        content_of(GAME, strange, "game")
