"""The stories of finished games: their numbers add up to what the game counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content import THE_SHELF, load
from hako.content.cultus.events.turn import OverhandPaid
from hako.content.flip_city.events import CardPlayed, GameWon, PointsGained, TurnBegan
from hako.content.monumental.events.acquisitions import WonderCompleted
from hako.content.monumental.events.map_pieces import ProvinceConquered
from hako.content.monumental.scoring import leaders
from hako.content.quo_vadis.events.war import WarDecided
from hako.content.world_monger.events.rounds import PricesSet
from hako.content.world_monger.events.shares import ShareBought
from hako.engine.bots.observation import observation_of
from hako.engine.bots.simple_bots import ranked
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.play import events
from hako.engine.rules.story_table import StoryBand, StoryMoment, StoryRow
from hako.engine.transcript.sentences import texts_of
from hako.engine.transcript.story_table_layout import band_lines, band_text, band_title, story_of
from tests.rules.flip_city.table import at

SEEDS = range(1, 4)
seeds = pytest.mark.parametrize("seed", SEEDS)
language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def finished(game_id: str, seed: int) -> History[Any]:
    """A game to its end: a careful player against those that mostly play at random."""
    game, random = load(game_id), Random(seed)
    seats = max(2, game.seats[0])
    table = History.new(game, new_header(game, [Player(f"P{n}") for n in range(seats)], seed=seed))
    while table.outcome is None:
        seat = table.waiting()[0]
        if seat == 0 or random.random() < 0.3:
            action, *_ = ranked(*observation_of(table, seat))
        else:
            action = random.choice(table.legal_actions(seat))
        table.play(seat, action)
    return table


def all_events(table: History[Any]) -> Iterator[Any]:
    for moment in table.path():
        yield from events(moment.record.then)


def band(table: History[Any], key: str) -> StoryBand:
    return next(band for band in story_of(table) if band.title.key == key)


def numbers(row: StoryRow) -> list[int]:
    """The number of each cell that is one with a sign or a unit; 0 for a dash."""
    cells = [str(cell[0]).rstrip("$★") for cell in row.cells]
    return [0 if cell == "--" else int(cell) for cell in cells]


def note(part: LazyText | str | int) -> LazyText:
    assert isinstance(part, LazyText)
    return part


def seat_of(row: StoryRow) -> int:
    assert isinstance(row.label, int)
    return row.label


def with_key(row: StoryRow, key: str) -> list[LazyText]:
    """The texts of a row that have that key."""
    parts = (part for cell in row.cells for part in cell if isinstance(part, LazyText))
    return [part for part in parts if part.key == key]


@seeds
def test_an_account_of_world_monger_adds_up_to_the_coins(seed: int) -> None:
    table = finished("world_monger", seed)
    assert table.outcome is not None

    account = {seat_of(row): numbers(row) for row in band(table, "story_account").rows}
    assert [account[seat][-1] for seat in (0, 1)] == [*table.outcome.scores]
    for row in account.values():
        assert row[0] == 15  # world_monger.setup: each begins with 15 coins
        assert sum(row[:-1]) == row[-1]


@seeds
def test_prices_of_world_monger_have_every_round_and_every_trade(seed: int) -> None:
    """The set-up runs on to the prices of the first round, in which trades are chosen."""
    table = finished("world_monger", seed)
    set_then = [event.prices for event in all_events(table) if isinstance(event, PricesSet)]
    bought = Counter(
        event.civilization for event in all_events(table) if isinstance(event, ShareBought)
    )

    for place, row in enumerate(band(table, "story_prices").rows):
        shown = [cell[0] for cell in row.cells[: len(set_then)]]
        assert shown == [f"{prices[place]}$" for prices in set_then]
        name = note(row.label).values["civilization"]
        assert sum(cell.count("+") for cell in row.cells) == bought[name]


@seeds
def test_sources_of_cultus_add_up_to_the_points(seed: int) -> None:
    table = finished("cultus", seed)
    assert table.outcome is not None

    sources = {seat_of(row): numbers(row) for row in band(table, "story_sources").rows}
    assert [sources[seat][-1] for seat in (0, 1)] == [*table.outcome.scores]
    for row in sources.values():
        assert sum(row[:-1]) == row[-1]


@seeds
def test_monuments_of_cultus_bring_what_the_sources_say(seed: int) -> None:
    table = finished("cultus", seed)

    built = {seat_of(row): row for row in band(table, "story_monuments_built").rows}
    for row in band(table, "story_sources").rows:
        monuments = with_key(built[seat_of(row)], "story_monument")
        assert sum(monument.values["points"] for monument in monuments) == numbers(row)[0]
        assert len(monuments) == len(table.state.rulers[seat_of(row)].monuments)


@seeds
def test_the_winner_of_cultus_stands_first_and_every_column_has_a_name(seed: int) -> None:
    """A seat has one place in all bands; without an enemy nothing else than sources changes VP."""
    table = finished("cultus", seed)
    assert table.outcome is not None
    best = max((0, 1), key=table.outcome.scores.__getitem__)

    for key in ("story_sources", "story_monuments_built"):
        assert seat_of(band(table, key).rows[0]) == best
    heads = {getattr(part, "key", "") for (part,) in band(table, "story_sources").heads}
    assert "story_other" not in heads
    lost = [event for event in all_events(table) if isinstance(event, OverhandPaid) and event.vp]
    assert ("story_cards" in heads) is bool(lost)


@seeds
def test_the_winning_turn_of_flip_city_is_told_card_by_card(seed: int) -> None:
    table = finished("flip_city", seed)
    (won,) = (event for event in all_events(table) if isinstance(event, GameWon))
    if won.by != "points":
        assert [band.title.key for band in story_of(table)] == ["story_turns"]
        return
    cards, sums = band(table, "story_winning_turn").rows

    last = [event.face for event in all_events(table) if isinstance(event, CardPlayed)]
    played = [card.values["face"] for card in with_key(cards, "story_card")]
    assert played == last[-len(played) :]
    assert numbers(sums)[-1] >= 8  # flip_city.win.1
    assert numbers(sums)[-1] == table.state.turn.points
    best = band(table, "story_turns").rows[won.seat].cells[0]
    assert best == sums.cells[-1]


def test_points_recycled_before_the_first_card_count_with_it() -> None:
    """A Power Plant recycled for 1, then Station, Station and Church: 3, 3 and 1 more make 8."""
    city = at("S S U | W | - | $0 0 0/3 1").city
    played = [CardPlayed(0, face) for face in ("station", "station", "church")]
    turn = (TurnBegan(0, 5), PointsGained(0, 1), *played, GameWon(0, "points"))

    winning, turns = load("flip_city").story([StoryMoment(5, city, turn, city)])

    assert numbers(winning.rows[1]) == [4, 7, 8]
    assert turns.rows[0].cells[0] == ("8★",)


@language
def test_the_winning_turn_of_flip_city_leaves_room_for_the_turns_at_80_columns(
    language: Language,
) -> None:
    """Ten cards in two rows with their sums; a word each."""
    city = at("R | - | - | $0 0 0/3 1").city
    faces = [
        "apartment",
        "church",
        "shopping_mall",
        "church",
        "shopping_mall",
        "central_park",
        "shopping_mall",
    ]
    faces += ["shopping_mall", "residential_area", "station"]
    turn = (TurnBegan(0, 5), *(CardPlayed(0, face) for face in faces), GameWon(0, "points"))
    winning, _ = load("flip_city").story([StoryMoment(5, city, turn, city)])
    table = History.new(
        load("flip_city"), new_header(load("flip_city"), [Player("A"), Player("B")], seed=1)
    )

    assert len(band_text(winning, texts_of(table, language), 76)) <= 4


@seeds
def test_generations_of_quo_vadis_bring_the_points_of_territory(seed: int) -> None:
    table = finished("quo_vadis", seed)
    parts = table.game.score_parts(table.view(None))

    for row in band(table, "story_generations").rows:
        closed = [text.values for text in with_key(row, "story_generation")]
        assert sum(values["points"] for values in closed) == parts[seat_of(row)]["territory"]
        for values in closed:  # quo_vadis.settle.6
            assert values["majorities"] * values["cards"] == values["points"]


@seeds
def test_each_war_of_quo_vadis_has_a_column(seed: int) -> None:
    table = finished("quo_vadis", seed)
    decided = [event for event in all_events(table) if isinstance(event, WarDecided)]
    if not decided:
        return

    wars = band(table, "story_wars")
    assert len(wars.heads) == 1 + len(decided)
    for row in wars.rows:
        [wins] = with_key(row, "story_won_of")
        assert wins.values["won"] == sum(war.winner == row.label for war in decided)
    for column, war in enumerate(decided, start=1):
        won = [
            row.label
            for row in wars.rows
            if any(getattr(part, "key", "") == "story_won" for part in row.cells[column])
        ]
        assert won == ([] if war.winner is None else [war.winner])


@seeds
def test_each_column_of_monumental_has_the_leaders_at_the_end_of_its_round(seed: int) -> None:
    table = finished("monumental", seed)
    *rows, built_row, taken_row = band(table, "story_leaders").rows

    last = {note(row.label).values["category"]: row.cells[-1] for row in rows}
    assert last == {
        name: leader.seats or ("",) for name, leader in leaders(table.view(None)).items()
    }
    by_round = {}
    for moment in table.path():
        state = table.view(None, moment.number)
        by_round[state.round] = leaders(state) if state.round else {}
    for column, head in enumerate(band(table, "story_leaders").heads[:-1]):
        expected = by_round[int(str(head[0]))]
        for row in rows:
            led = expected[note(row.label).values["category"]].seats
            assert row.cells[column] == (led or ("",))
    built = Counter(event.seat for event in all_events(table) if isinstance(event, WonderCompleted))
    assert built == Counter(seat for cell in built_row.cells[:-1] for seat in cell if seat != "")
    assert built_row.cells[-1] == (0, f"{built[0]} ", 1, f"{built[1]} ")
    taken = Counter[int]()
    for before, moment in pairwise(table.path()):
        for event in events(moment.record.then):
            if isinstance(event, ProvinceConquered):
                owner = table.view(None, before.number).tile(event.place).owner
                taken[event.seat] += owner is not None
    assert +taken == Counter(seat for cell in taken_row.cells[:-1] for seat in cell if seat != "")
    named = band(table, "story_leaders").in_full[len(rows) :]
    parts = [part for row in named for cell in row.cells for part in cell]
    wonders = [
        part.values["card"]
        for part in parts
        if isinstance(part, LazyText) and part.key == "story_wonder"
    ]
    completed = [event.card for event in all_events(table) if isinstance(event, WonderCompleted)]
    assert Counter(wonders) == Counter(completed)
    places = [part for part in parts if isinstance(part, str) and re.match("[A-Z][0-9]", part)]
    assert sum(len(part.split(", ")) for part in places) == taken.total()


@pytest.mark.parametrize("game", [box.id for box in THE_SHELF.boxes])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_story_fits_80_columns_and_tells_all(game: str, language: Any) -> None:
    table = finished(game, 1)
    texts = texts_of(table, language)

    for story in story_of(table):
        assert band_title(story, texts)
        lines = band_lines(story, texts, 76)
        wide = band_lines(story, texts, 1000)
        assert len(wide) == len(story.in_full or story.rows) + bool(story.heads)
        wide = band_lines(replace(story, in_full=()), texts, 1000)
        assert max(map(len, band_text(story, texts, 76))) <= 76
        words = Counter(label.text for line in lines for label in line)
        assert not Counter(label.text for line in wide for label in line) - words
        if story.is_account:  # its sum stands in the rows of what it adds up
            assert len(band_lines(story, texts, 77)) == len(wide)


def test_a_game_that_goes_on_has_no_story() -> None:
    game = load("flip_city")
    table = History.new(game, new_header(game, [Player("A"), Player("B")], seed=1))

    assert story_of(table) == ()
