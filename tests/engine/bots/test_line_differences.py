"""Reasons: what comes in the games played on from one line and not in those from another."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hako.content import load
from hako.content.cultus import GAME as CULTUS
from hako.content.flip_city import GAME as FLIP_CITY
from hako.content.monumental import GAME as MONUMENTAL
from hako.content.monumental.events.acquisitions import WonderCompleted
from hako.content.world_monger import GAME as WORLD_MONGER
from hako.engine.bots.line_differences import Reason, reasons_of
from hako.engine.bots.observation import Observation
from hako.engine.bots.playout_tally import Occurrence, PlayoutTally
from hako.engine.bots.rollouts import Playout, playout
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.transcript.sentences import texts_of

PLAYERS = (Player("Ann"), Player("Ben"))


def won(**kinds: tuple[int, int, int]) -> Playout:
    """A game that seat 0 won; for each event its seat, how often it came and the first turn."""
    events = {
        f"{tag} {seat}": Occurrence(seat, tag != "turn_busted", times, turn)
        for tag, (seat, times, turn) in kinds.items()
    }
    return Playout((0.5, 0.5), (1.0, 0.0), occurrences=events)


def told(game: Game[Any], reasons: list[Reason], language: Language = "en") -> list[str]:
    """The reasons as sentences at a table of Ann, Ben and others that the game needs."""
    players = (*PLAYERS, Player("Cat"))[: max(2, game.seats[0])]
    table = History.new(game, new_header(game, players, seed=1))
    return [reason.text(texts_of(table, language)) for reason in reasons]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Monuments of Ann: the next one comes sooner in 10 of 12 games, later in 1."),
        ("ja", "Annの「記念碑」は、12局のうち10局で次が早まります（遅れるのは1）。"),
    ],
)
def test_an_own_event_that_comes_sooner_is_a_reason(language: Language, sentence: str) -> None:
    """A turn sooner in ten games of twelve, as soon in one, a turn later in one."""
    better = [won(monument_built=(0, 1, turn)) for turn in (*(2,) * 10, 3, 4)]
    other = [won(monument_built=(0, 1, 3))] * 12

    assert told(CULTUS, [*reasons_of(better, other, 0)], language) == [sentence]


def test_an_event_of_the_rival_that_comes_later_or_not_at_all_is_a_reason() -> None:
    later = [won(monument_built=(1, 1, 5))] * 8
    soon = [won(monument_built=(1, 1, 3))] * 8

    assert told(CULTUS, [*reasons_of(later, soon, 0)]) == [
        "Monuments of Ben: the next one comes later in 8 of 8 games."
    ]
    assert told(CULTUS, [*reasons_of([won()] * 8, soon, 0)]) == [
        "Monuments of Ben: fewer in 8 of 8 games."
    ]
    assert told(CULTUS, [*reasons_of(soon, later, 0)]) == []


def test_an_event_that_harms_its_seat_is_a_reason_where_it_comes_less_often() -> None:
    bust, none = [won(turn_busted=(0, 1, 1))] * 9, [won()] * 9

    assert told(FLIP_CITY, [*reasons_of(none, bust, 0)]) == ["Busts of Ann: fewer in 9 of 9 games."]
    assert told(FLIP_CITY, [*reasons_of(bust, none, 0)]) == []


def test_what_comes_as_often_both_ways_is_no_reason() -> None:
    """More in four games of nine, fewer in three: far from three standard errors.

    More in seven of twelve and fewer in one are two and a half, as one of a dozen kinds often has.
    """
    better = [won(monument_built=(0, 2, 1))] * 4 + [won(monument_built=(0, 1, 1))] * 5
    other = [won(monument_built=(0, 1, 1))] * 6 + [won(monument_built=(0, 2, 1))] * 3

    assert told(CULTUS, [*reasons_of(better, other, 0)]) == []
    better = [won(monument_built=(0, count, 1)) for count in (*(3,) * 7, *(2,) * 4, 1)]
    other = [won(monument_built=(0, 2, 1))] * 12
    assert told(CULTUS, [*reasons_of(better, other, 0)]) == []


def test_where_a_game_names_its_sources_of_points_they_stand_for_the_parts() -> None:
    """Coins are the whole score: dividends bring 4 or 5 more; the trade brings less."""
    better = [
        Playout((0.5,), (1.0,), ({"coins": 40},), 0, ({"dividends": 9 + n % 2, "trade": -3},))
        for n in range(8)
    ]
    other = [Playout((0.5,), (1.0,), ({"coins": 36},), 0, ({"dividends": 5},))] * 8

    assert told(WORLD_MONGER, [*reasons_of(better, other, 0)]) == [
        "On average, dividends: +4.5 coins."
    ]


@pytest.mark.parametrize(
    ("game", "part", "units"),
    [
        ("flip_city", "apartment", ("3.2 points", "3.2点")),
        ("world_monger", "dividends", ("3.2 coins", "3.2コイン")),
        ("cultus", "centre", ("3.2 VP", "3.2点")),
        ("monumental", "military", ("3.2 VP", "3.2点")),
        ("quo_vadis", "razing", ("3.2 VP", "3.2VP")),
    ],
)
def test_a_difference_of_points_has_the_unit_in_which_the_game_counts(
    game: str, part: str, units: tuple[str, str]
) -> None:
    """Coins win World Monger (world_monger.end.5), points or VP all others."""
    for language, unit in zip(LANGUAGES, units, strict=True):
        (sentence,) = told(load(game), [Reason(part, 3.2)], language)
        assert f"{unit}" in sentence


def start(game: Game[Any]) -> Observation:
    """The first decision of a game of two, as its seat sees it."""
    table = History.new(game, new_header(game, PLAYERS, seed=3))
    seat = table.waiting()[0]
    return Observation(game, seat, view(game, table.state, seat), 2)


@pytest.mark.parametrize("game", [CULTUS, WORLD_MONGER], ids=["cultus", "world_monger"])
def test_all_that_came_in_from_the_sources_is_the_score_beside_what_was_there(
    game: Game[Any],
) -> None:
    """From the first decision to the end, seat by seat."""
    asked = start(game)
    before = game.progress(view(game, asked.view, None))[1]

    end = playout(asked, (), Chance(1, 1))

    gained = [sum(points or 0 for points in end.parts_of(seat).values()) for seat in (0, 1)]
    assert [sum(end.incomes_of(seat).values()) for seat in (0, 1)] == [
        after - first for after, first in zip(gained, before, strict=True)
    ]


def test_every_event_of_a_playout_that_counts_is_counted_for_its_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The monuments of a whole game of Cultus are as many as stand on its map in the end."""
    standing = dict[int, int]()
    score_parts = type(CULTUS).score_parts

    def last(game: Any, town: Any) -> Any:
        standing.update({seat: len(ruler.monuments) for seat, ruler in enumerate(town.rulers)})
        return score_parts(game, town)

    monkeypatch.setattr(type(CULTUS), "score_parts", last)
    end = playout(start(CULTUS), (), Chance(1, 1))

    built = {known.seat: known.times for known in end.occurrences.values()}
    assert built == {seat: count for seat, count in standing.items() if count}
    assert all(known.turn >= 1 for known in end.occurrences.values())


def test_the_round_of_an_event_is_that_of_the_game() -> None:
    """Monumental: who has not passed has several turns on end, and all are of the same round."""
    tally = PlayoutTally(MONUMENTAL)

    tally.add(replace(start(MONUMENTAL).view, round=3), ((WonderCompleted(0, "pyramids"),),))

    assert [known.turn for known in tally.occurrences.values()] == [3]
