"""Accounts: the figures since one's last turn, which add up, each with what changed it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hako.content import THE_SHELF, load
from hako.content.cultus.events.monuments import MonumentMoved
from hako.content.cultus.events.solo_enemy import CostBoardEmptied
from hako.content.cultus.events.turn import GoldAllotted
from hako.content.quo_vadis.events.war import WarDecided
from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import think
from hako.engine.i18n.languages import Language
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.game import Game
from hako.engine.rules.play import events
from hako.engine.transcript.figure_changes import (
    AccountRow,
    HappenedEvent,
    _cause_sentences,
    figures,
    summed,
)
from hako.engine.transcript.recap import RecapItem, since
from hako.engine.transcript.seen_events import after_own_choice, seen_events
from hako.engine.transcript.sentences import texts_of

GAMES = [THE_SHELF.load(box.id) for box in THE_SHELF.boxes if THE_SHELF.is_playable(box)]


def new(game: Game[Any], *names: str, seed: int = 3) -> History[Any]:
    return History.new(game, new_header(game, [Player(name) for name in names], seed=seed))


def step(table: History[Any]) -> None:
    seat = table.waiting()[0]
    table.play(seat, think("greedy", *observation_of(table, seat)))


def rows(items: list[RecapItem], seat: int) -> list[AccountRow]:
    """The account of a seat."""
    return [item.account for item in items if item.account is not None and item.seat == seat]


def turns(game: Game[Any], records: int = 120) -> list[tuple[History[Any], list[RecapItem]]]:
    """The recaps of the first seat at the beginnings of its turns, in both languages by turns."""
    table, recaps = (
        new(game, *("Ann", "Ben", "Cat")[: max(2, game.seats[0])]),
        list[tuple[History[Any], list[RecapItem]]](),
    )
    languages: tuple[Language, ...] = ("en", "ja")
    while table.waiting() and table.now.ply < records:
        step(table)
        if table.waiting()[:1] == (0,) and table.now.record.seat != 0:
            recaps.append((table, since(table, 0, texts_of(table, languages[len(recaps) % 2]))))
    return recaps


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_parts_of_each_account_add_up_to_its_total(game: Game[Any]) -> None:
    """The rows of the score's parts and their total; one part alone is told by its total.

    Nothing that changed is left out.

    What follows from one's own choice for oneself alone is no news.
    """
    totals, recaps = 0, turns(game)
    for _, items in recaps:
        for seat in (0, 1):
            account = rows(items, seat)
            for total in (row for row in account if row.is_total):
                at = account.index(total)
                assert at or re.search("[:：]", total.label), "a total stands below its parts"
                totals += 1
        assert all(item.moment is not None for item in items if _is_part(item))
    assert totals or game.id == "cultus"
    for position in recaps[-1][0].path()[1:]:
        seen = [*seen_events(recaps[-1][0], position, 0)]
        is_own = all(getattr(one.event, "seat", None) == 0 and not one.event.opens for one in seen)
        is_whole = len(seen) == len([*events(position.record.then)])
        if position.record.seat == 0 and seen and is_whole and is_own:
            own = figures(game, after_own_choice(recaps[-1][0], position, 0), 0)
            assert own == figures(game, seen[-1].after, 0)


def _is_part(item: RecapItem) -> bool:
    return item.account is not None and not item.account.is_total


def test_in_world_monger_coins_and_shares_add_up_to_net_worth() -> None:
    """Down the right edge, such as +2, +8, +1 and below them +11."""
    game, recaps = load("world_monger"), 0
    for _, items in turns(game, 250):
        for seat in (0, 1):
            account = rows(items, seat)
            parts = [row.change for row in account if not row.is_total]
            totals = [row.change for row in account if row.is_total]
            assert len(parts) != 1, "one part alone is told by its total"
            assert sum(parts) in (sum(totals), 0)
            recaps += bool(totals)
    assert recaps > 3


def test_own_figures_stand_first_and_matter_those_of_others_come_after_what_they_did() -> None:
    """One's own figures matter where others changed them, not where one's own choice set it off."""
    for table, items in turns(load("world_monger"), 160):
        seats = [item.seat for item in items if item.account is not None]
        assert seats == sorted(seats, key=lambda seat: seat != 0)
        for item in filter(_is_part, items):
            by_others = table.positions[item.moment or 0].record.seat != 0
            assert bool(item.weight) == (item.seat == 0 and by_others)


@pytest.mark.parametrize("game", ["flip_city", "world_monger", "cultus"])
def test_what_a_rival_did_is_not_told_again_as_the_cause_of_its_figures(game: str) -> None:
    """Not as one of several causes, either; nor is what changed one's own figures told twice."""
    repeated = 0
    for _, items in turns(load(game), 120):
        story = [item.sentence for item in items if item.account is None]
        own = {cause for row in rows(items, 0) for cause in row.causes}
        for seat in (0, 1):
            causes = [row.causes for row in rows(items, seat) if row.causes]
            assert len({*causes}) == len(causes), "a cause of two figures stands beside the first"
        for row in rows(items, 1):
            assert not any(cause in sentence for cause in row.causes for sentence in story)
            assert not {*row.causes} & own
            repeated += not row.causes and not row.is_total
        light = [item.sentence for item in items if item.account is None and item.weight < 2]
        assert not own & {*light}
    assert repeated


def test_a_figure_leads_to_the_last_position_that_changed_it() -> None:
    for table, items in turns(load("world_monger"), 160)[-1:]:
        for item in items:
            if item.account is not None and item.moment is not None:
                assert item.moment <= table.head


def test_paying_steps_are_told_as_a_sum() -> None:
    """Cultus: "Ben walks 2 paying steps: +4 gold", in one line and not in two."""
    texts = list[str]()
    table = new(load("cultus"), "Ann", "Ben")
    while table.waiting() and not any("paying steps: +" in text for text in texts):
        step(table)
        if table.waiting()[:1] == (0,):
            texts = [item.sentence for item in since(table, 0, texts_of(table, "en"))]
    [line] = [text for text in texts if "paying steps: +" in text]
    assert "Ben walks" in line
    assert line.count("paying") == 1


def test_the_outcome_of_a_war_that_ones_own_choice_decided_is_told_at_the_next_turn() -> None:
    """Quo Vadis: the last declaration rolls the dice; nobody else's record tells of it."""
    table, decided = new(load("quo_vadis"), "Ann", "Ben", "Cat"), False
    while not (decided and table.waiting() == (0,) and table.now.record.seat != 0):
        step(table)
        if table.now.record.seat == 0:
            decided = any(isinstance(event, WarDecided) for event in events(table.now.record.then))
            own = table.now.number
    items = since(table, 0, texts_of(table, "en"))
    assert [item for item in items if item.moment == own and item.weight]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_row_of_an_account_says_what_it_counts(game: Game[Any]) -> None:
    account = [row for _, items in turns(game) for seat in (0, 1) for row in rows(items, seat)]
    assert account
    assert all(row.label for row in account)


def test_the_cause_of_most_of_a_change_stands_first() -> None:
    """A fall names what was lost, though other events added something."""
    texts = texts_of(new(load("cultus"), "Ann", "Ben"), "en")
    causes = [
        HappenedEvent(GoldAllotted(seat=1, cost=3, character=0), 4, change=3),
        HappenedEvent(CostBoardEmptied(seat=1, gold=10), 5, change=-10),
    ]
    emptied, allotted = (
        "Ben loses 10 gold from the cost board.",
        "Ben: cost board +3, character +0.",
    )
    assert _cause_sentences(causes, texts, grew=False) == (emptied, allotted)
    assert _cause_sentences(causes, texts, grew=True) == (allotted, emptied)


def test_different_events_of_a_kind_are_not_counted_as_one() -> None:
    texts = texts_of(new(load("cultus"), "Ann", "Ben"), "en")
    moved = [MonumentMoved(owner=1, cell=cell, to=to) for cell, to in ((27, 35), (27, 35), (9, 37))]
    first, _, last = (texts.render(event) for event in moved)
    assert first != last
    assert summed(moved, texts) == f"{first[:-1]} (×2). {last}"


def test_resources_of_monumental_stand_beside_the_sides_of_their_names() -> None:
    """Military, Science and Culture name a resource and a side of the score; both are told."""
    game, labels = load("monumental"), set[str]()
    for table, items in turns(game, 60):
        texts = texts_of(table, "en")
        sides = {texts.term("part", name) for name in ("military", "science", "culture")}
        labels |= {row.label for seat in (0, 1) for row in rows(items, seat)} - sides
    assert {"Military", "Science"} <= labels
