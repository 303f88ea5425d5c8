"""Leads: who is first in what is paid for is told when it changes, wherever a game is told."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content import load
from hako.content.monumental.actions import ActivateCity, Conquer, SendSoldiers
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.game import Leader, Leaders
from hako.engine.transcript.lead_and_control_changes import changed, lead_text
from hako.engine.transcript.recap import since
from hako.engine.transcript.record_sentences import RecordSentences
from hako.engine.transcript.sentences import texts_of
from hako.engine.transcript.transcript import build_transcript

NAMES = ("Ann", "Ben", "Cat")


def conquering() -> History[Any]:
    """Both activated the City; Ben, who starts, is to say who conquers a Meadow: 1 VP."""
    game = load("monumental")
    table = History.new(game, new_header(game, [Player(name) for name in NAMES[:2]], seed=7))
    for _ in NAMES[:2]:
        table.play(table.waiting()[0], ActivateCity(1, 1))
    table.play(
        1,
        next(
            legal_action for legal_action in table.legal_actions(1) if type(legal_action) is Conquer
        ),
    )
    return table


def led(*seats: int) -> Leaders:
    return {"culture": Leader(seats, 3)}


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ({}, led(0), "The lead in Policies goes to Ann: +3 points."),
        (led(), led(0), "The lead in Policies goes to Ann: +3 points."),
        ({}, led(0, 1), "The lead in Policies is shared by Ann, Ben: +3 points each."),
        (
            led(0),
            led(0, 1),
            "The lead in Policies is shared now, Ben being level with Ann: +3 points for Ben.",
        ),
        (led(0), led(1), "The lead in Policies goes from Ann to Ben: 3 points."),
        (led(0, 1), led(1), "Ben alone leads in Policies now: -3 points for Ann."),
        (led(0, 1, 2), led(1, 2), "The lead in Policies is left to Ben, Cat: -3 points for Ann."),
        (led(0), led(), "Nobody leads in Policies any more: -3 points for Ann."),
    ],
)
def test_a_lead_that_others_have_than_before_says_who_and_what_it_pays(
    before: Leaders, after: Leaders, sentence: str
) -> None:
    """monumental.score.5: each of those who lead gains 3 VP."""
    game = load("monumental")
    table = History.new(game, new_header(game, [Player(name) for name in NAMES], seed=7))

    assert [lead_text(change, texts_of(table, "en")) for change in changed(before, after)] == [
        sentence
    ]
    assert [*changed(after, after)] == []


def test_the_log_and_the_news_tell_the_lead_after_what_took_it() -> None:
    """Only where it changes: the Soldiers that came take the lead, what follows leaves it."""
    table = conquering()
    table.play(
        1,
        next(
            legal_action
            for legal_action in table.legal_actions(1)
            if type(legal_action) is SendSoldiers
        ),
    )
    texts, taken = texts_of(table, "en"), table.now.number
    table.play(1, table.legal_actions(1)[0])
    sentence = "The lead in Provinces goes to Ben: +3 points."

    results = [
        [line.sentence for line in RecordSentences(table, 0, texts).render(position)]
        for position in table.path()
    ]
    assert [number for number, one in enumerate(results) if sentence in one] == [taken]
    assert results[taken][-1] == sentence
    story = build_transcript(table, texts, "", None)
    assert [text for part in story.parts for text in part.sentences].count(sentence) == 1
    [news] = [item for item in since(table, 0, texts) if item.sentence == sentence]
    assert (news.seat, news.moment, news.weight) == (1, taken, 1)


def test_a_lead_that_is_lost_weighs_more_for_who_lost_it() -> None:
    [moved] = changed(led(0), led(1))

    assert (moved.concerns(0), moved.concerns(2)) == (True, False)
