"""Figures: what changed of the numbers that players keep an eye on, and how it is told."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content import load
from hako.content.flip_city.events import MoneyGained
from hako.content.world_monger.actions import BuyShare
from hako.content.world_monger.events.civilization_phase import CardTrashed
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.transcript.record_sentences import RecordSentences, changes, totals
from hako.engine.transcript.sentences import texts_of
from hako.engine.transcript.transcript import build_transcript
from tests.engine.transcript.games import english, unfinished

NAMES = {"figure": {"coins": "coins", "shares": "shares"}}


def test_only_what_differs_is_told_and_what_was_not_there_was_nothing() -> None:
    before = {0: {"coins": 12, "shares": 2}, 1: {"coins": 5}, None: {"celts": 7}}
    after = {0: {"coins": 12, "shares": 3}, 1: {"coins": 5}, None: {"celts": 7, "han": 4}}

    assert changes(before, after) == {0: {"shares": (2, 3)}, None: {"han": (0, 4)}}


def test_a_figure_that_is_gone_is_not_told() -> None:
    assert changes({0: {"money": 8}}, {1: {}}) == {}


def test_who_chose_is_named_only_beside_others() -> None:
    texts = english(unfinished()).with_terms(NAMES)
    own, others = {"coins": (12, 9)}, {"coins": (5, 7)}

    assert totals({0: own}, 0, texts) == "Now: coins 9."
    assert totals({0: own, 1: others}, 0, texts) == "Ann now: coins 9. Ben now: coins 7."
    assert totals({None: {"han": (5, 7)}}, 0, texts) == ""


def test_running_totals_stand_behind_what_changed_them_wherever_a_game_is_told() -> None:
    """world_monger.setup.11: each begins with 15 coins; the first Share costs 4."""
    game = load("world_monger")
    table = History.new(game, new_header(game, [Player("Ann"), Player("Ben")], seed=3))
    [share, *_] = [
        legal_action
        for legal_action in table.legal_actions(0)
        if isinstance(legal_action, BuyShare)
    ]
    table.play(0, share)
    texts = texts_of(table, "en")

    [bought, decides] = RecordSentences(table, 0, texts).render(table.now)
    assert decides.sentence.endswith(": Ann decides (1:0).")
    assert bought.in_full == f"{bought.sentence} Now: coins 11."
    story = build_transcript(table, texts, "", None)
    assert bought.in_full in [sentence for part in story.parts for sentence in part.sentences]


def test_telling_on_keeps_the_figures_of_no_more_than_one_moment() -> None:
    """A table of hundreds of moves is told to each who sits at it for as long as they do."""
    game = load("world_monger")
    table = History.new(game, new_header(game, [Player("Ann"), Player("Ben")], seed=3))
    running = RecordSentences(table, 0, texts_of(table, "en"))
    for _ in range(12):
        seat = table.waiting()[0]
        render = running.render(table.play(seat, table.legal_actions(seat)[0]))
        assert render == RecordSentences(table, 0, running.texts).render(table.now)
        assert running._cache.keys() <= {table.head}


def test_totals_name_their_seat_behind_a_sentence_about_another_seat() -> None:
    """Also where a record wears its own seat's mark: what was said last was of somebody else."""
    game = load("flip_city")
    table = History.new(game, new_header(game, [Player("Ann"), Player("Ben")], seed=3))
    texts = texts_of(table, "en")
    ann, ben = MoneyGained(0, 2), MoneyGained(1, 2)
    table.play(0, table.legal_actions(0)[0])
    own, others = (replace(table.now.record, then=((event,),)) for event in (ann, ben))

    for wears_marks in (True, False):
        running = RecordSentences(table, None, texts, wears_marks=wears_marks)
        assert running.render(table.now, own)[-1].totals.startswith("Now: ")
        assert running.render(table.now, others)[-1].totals.startswith("Ann now: ")


def test_among_several_sentences_totals_name_their_seat_where_records_wear_no_mark() -> None:
    game = load("world_monger")
    table = History.new(game, new_header(game, [Player("Ann"), Player("Ben")], seed=3))
    texts = texts_of(table, "en")
    named = RecordSentences(table, None, texts)
    while len(lines := named.render(table.now)) < 2 or not lines[-1].totals:
        seat = table.waiting()[0]
        table.play(seat, table.legal_actions(seat)[0])

    assert lines[-1].totals.startswith(("Ann now: ", "Ben now: "))
    marked = RecordSentences(table, None, texts, wears_marks=True)
    assert marked.render(table.now)[-1].totals.startswith("Now: ")


def test_totals_name_their_seat_behind_a_sentence_about_nobody() -> None:
    """Even where a record wears a mark: no word of the sentence tells whose coins these are."""
    game = load("world_monger")
    table = History.new(game, new_header(game, [Player("Ann"), Player("Ben")], seed=3))
    texts = texts_of(table, "en")
    table.play(0, table.legal_actions(0)[0])
    unnamed = replace(table.now.record, then=((CardTrashed("celts", "villager"),),))

    trashed, *_ = RecordSentences(table, None, texts, wears_marks=True).render(table.now, unnamed)
    assert trashed.totals.startswith("Ann now: ")
