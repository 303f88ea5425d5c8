"""Ratings: what a result does to them, that no order of reading or of seats does, and how they are told."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from hako.content import THE_SHELF
from hako.engine import ENGINE
from hako.engine.bots.levels import LEVELS
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import Language
from hako.engine.missing_package import MissingPackage
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.ratings import ratings as of_server
from hako.multiplayer.ratings.ratings import (
    ANCHORS,
    Rating,
    Ratings,
    build_leaderboards,
    points,
    ratings_text,
)
from hako.multiplayer.ratings.results import Entrant, Flaw, Result
from hako.tui import TUI

GAME = "flip_city"


def result(
    *places: int, at: int = 0, names: Sequence[str] = "ABCDEF", left: str = "", flaw: Flaw = ""
) -> Result:
    """A, B, C ... came to these places; a name that is a level is a bot's."""
    entrants = tuple(
        Entrant(name, place, 0, bot=name)
        if name in LEVELS
        else Entrant(name, place, 0, key=f"SHA256:{name}", left=name in left)
        for name, place in zip(names, places, strict=False)
    )
    return Result(at, f"{at:064x}", GAME, entrants, flaw)


def rated(*results: Result) -> dict[str, Rating]:
    """Everybody's rating by name."""
    ratings = Ratings()
    ratings.take(sorted(results, key=lambda result: result.order))
    return {rating.name: rating for rating in ratings.of.get(GAME, {}).values()}


def tie_patterns() -> Iterator[tuple[int, ...]]:
    """Six equal players, in all places that there can be: 62 ways."""
    for count in range(2, 7):
        for steps in product((0, 1), repeat=count - 1):
            groups = [sum(steps[:at]) for at in range(count)]
            yield tuple(1 + sum(other < own_text for other in groups) for own_text in groups)


@pytest.mark.parametrize("places", [*tie_patterns()], ids=str)
def test_a_better_place_is_never_worth_less_and_an_equal_one_the_same(
    places: tuple[int, ...],
) -> None:
    mu = [rating.mu for rating in rated(result(*places)).values()]

    for one, other in product(range(len(places)), repeat=2):
        if places[one] < places[other]:
            assert mu[one] > mu[other]
        elif places[one] == places[other]:
            assert mu[one] == mu[other]


def test_there_are_62_patterns_of_ties() -> None:
    assert len({*tie_patterns()}) == 62


def played(count: int, seed: int = 1) -> list[Result]:
    """Games of some of six players and bots, with ties and leavers; several end at the same time."""
    chance = random.Random(seed)
    games = []
    for number in range(count):
        names = chance.sample([*"ABCDEF", "greedy", "strong"], chance.randint(2, 5))
        places = [chance.randint(1, len(names)) for _ in names]
        left = chance.choice(["", "", names[0]])
        item = result(*places, at=number // 3, names=names, left=left, flaw="early" if left else "")
        games.append(Result(item.at, f"{number:064x}", GAME, item.entrants, item.flaw))
    return games


def test_it_is_the_same_whenever_results_are_read() -> None:
    """Counted as they come, in any order, or all at once: to the last digit."""
    games = played(60)
    at_once = rated(*games)
    for seed in range(10):
        order = random.Random(seed).sample(games, len(games))
        as_they_come = Ratings()
        for upto in range(len(order) + 1):
            as_they_come.take(sorted(order[:upto], key=lambda result: result.order))

        assert {rating.name: rating for rating in as_they_come.of[GAME].values()} == at_once


def test_no_order_of_seats_matters() -> None:
    games = played(60)
    turned = [
        Result(game.at, game.deal, game.game, game.entrants[::-1], game.flaw) for game in games
    ]

    assert rated(*games) == rated(*turned)


def test_board_games_have_more_luck_than_the_usual_model_has() -> None:
    """A game of two moves a newcomer by 1.63, and by 2.64 with the model's own beta."""
    assert round(rated(result(1, 2))["A"].mu - 25, 2) == 1.63


def test_what_goes_on_is_counted_on_and_not_anew() -> None:
    ratings, games = Ratings(), played(30)
    ratings.take(games[:20])
    before = ratings.of
    ratings.take(games)
    assert ratings.of is before
    ratings.take(games[1:])
    assert ratings.of is not before


def test_bots_stay_where_they_are_and_people_move() -> None:
    """The usual bot has 1000, and so has whoever is new; who beats it has more."""
    values = rated(*(result(1, 2, at=at, names=("A", "greedy")) for at in range(12)))

    assert {*values} == {"A"}
    assert values["A"].points > 1000
    assert points(ANCHORS["greedy"]) == 1000
    assert {*ANCHORS} == {*LEVELS}
    assert [*ANCHORS.values()] == sorted(ANCHORS.values())


def test_to_win_against_a_stronger_bot_brings_more() -> None:
    gained = [
        rated(result(1, 2, names=("A", level)))["A"].mu for level in ("gentle", "greedy", "strong")
    ]

    assert gained == sorted(gained)


def test_who_leaves_early_loses_and_the_others_win_nothing() -> None:
    values = rated(result(1, 2, 3, left="C", flaw="early"))

    assert {*values} == {"C"}
    assert values["C"].mu < 25
    assert rated(result(1, 1, 1, flaw="unended")) == {}


def test_a_rating_goes_with_the_key_and_has_the_last_name() -> None:
    key = "SHA256:a"
    first, second = (
        Result(
            at,
            f"{at:064x}",
            GAME,
            (Entrant(name, 1, 0, key=key), Entrant("B", 2, 0, key="SHA256:b")),
        )
        for at, name in enumerate(("Ann", "Anna"))
    )
    values = rated(first, second)

    assert values["Anna"].games == 2
    assert "Ann" not in values


def test_a_place_needs_some_ten_games() -> None:
    """Four who always meet have none after 4 games, and all have one after 14."""

    def settled(games: int) -> set[bool]:
        chance = random.Random(3)
        results = [
            result(*chance.sample((1, 2, 3, 4), 4), at=at, names="ABCD") for at in range(games)
        ]
        return {rating.is_settled for rating in rated(*results).values()}

    assert [Rating("A", 25, sigma).is_settled for sigma in (25 / 3, 7.01, 6.99)] == [0, 0, 1]
    assert settled(4) == {False}
    assert settled(14) == {True}


def leagues(*results: Result) -> list[of_server.RatedGameRow]:
    ratings = Ratings()
    ratings.take(results)
    return build_leaderboards(ratings, results)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_tells_places_bounds_bots_and_what_did_not_count(language: Language) -> None:
    games = [result(1, 2, 3, at=at, names=("A", "B", "greedy")) for at in range(20)]
    games.append(result(1, 2, at=20, names=("C", "A")))
    games.append(result(0, 0, at=21, names=("A", "B"), flaw="unended"))
    lines = [
        *ratings_text(
            leagues(*games), THE_SHELF, load_catalogue(language, ENGINE, MULTIPLAYER, TUI)
        )
    ]

    assert lines[0] == ("Flip City" if language == "en" else "フリップシティ")
    rows = [line.split() for line in lines[1:5]]
    assert [row[0] for row in rows[:3]] == (
        ["1.", "2.", "?"] if language == "en" else ["1位", "2位", "?"]
    )
    assert rows[2][1] == "C"
    assert rows[3][:2] == (["bot,", "greedy"] if language == "en" else ["ボット（欲張り）", "1000"])
    assert "A" in lines[5]
    assert "B" in lines[5]
    assert ("Not counted" if language == "en" else "数えなかった") in lines[5]


def test_programs_are_told_no_key() -> None:
    import msgspec

    text = msgspec.json.decode(msgspec.json.encode(leagues(result(1, 2))))

    assert text[0]["game"] == GAME
    assert [item["name"] for item in text[0]["players"]] == ["A", "B"]
    first = text[0]["players"][0]
    assert first["low"] < first["rating"] < first["high"]
    assert first["place"] is None
    assert b"SHA256" not in msgspec.json.encode(text)


def test_where_nothing_was_rated_it_says_how_to_begin() -> None:
    (line,) = ratings_text([], THE_SHELF, load_catalogue("en", ENGINE, MULTIPLAYER, TUI))

    assert "waiting room" in line


def test_without_openskill_it_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    of_server._model.cache_clear()
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(MissingPackage, match=r"hako-tabletop\[league\]"):
        rated(result(1, 2))
    monkeypatch.undo()
    of_server._model.cache_clear()
