"""Shared faults: what most mistakes have in common, or nothing."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.cultus import GAME as CULTUS
from hako.content.world_monger import GAME as WORLD_MONGER
from hako.engine.bots.estimates import Difference, Estimate
from hako.engine.i18n.languages import Language
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.review import shared_fault as module
from hako.engine.review.judged_turns import JudgedTurn
from hako.engine.review.judgement import SCREEN, Judgement, Verdict
from hako.engine.review.played_lines import path_of, stretch_of, stretches_of, turns_of
from hako.engine.review.shared_fault import SharedFault, shared_fault
from hako.engine.transcript.sentences import texts_of

WORLDS = 48


@pytest.fixture(scope="module")
def table() -> History[Any]:
    """A game of Cultus in which the first legal action was always chosen."""
    players = (Player("Ann"), Player("Ben"))
    table = History.new(CULTUS, new_header(CULTUS, players, seed=1))
    while table.waiting() and len(table.positions) < 200:
        seat = table.waiting()[0]
        table.play(seat, table.legal_actions(seat)[0])
    return table


def mistakes(table: History[Any], *lost: str) -> list[JudgedTurn]:
    """A mistake of Ann's for each part that it lost; empty for one that lost no part."""
    turns = list[JudgedTurn]()
    for turn in turns_of(table):
        for stretch in [one for one in stretches_of(table, turn) if one[0].record.seat == 0][:1]:
            played = stretch_of(table, stretch)
            others = [one for one in played.observation.actions if one != played.line[0]]
            if not others or len(turns) == len(lost):
                continue
            judgement = Judgement(
                stretch[0].number,
                0,
                len(stretch),
                others=(path_of(played.observation, others[:1]),),
                screened=((0.2, 0.8),) * SCREEN,
                measured=((0.2, 0.0, 0.8, 1.0),) * WORLDS,
                parts={f"+{lost[len(turns)]}": (6, 8) * (WORLDS // 2)} if lost[len(turns)] else {},
            )
            loss = Difference(0.2 + len(turns) / 100, 0.01)
            measured = Verdict(loss, Estimate(0.3, 0.05, WORLDS), Estimate(0.5, 0.05, WORLDS))
            turns.append(JudgedTurn(turn[0].number, 0, (judgement,), (measured,)))
    assert len(turns) == len(lost)
    return turns


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "Watch this source of points: centre. Mistakes that lost it: 3 of 4.",
        ),
        ("ja", "「中央」の点に気をつけましょう。ミス4回のうち3回で失いました。"),
    ],
)
def test_the_source_that_most_mistakes_lost_is_named(
    table: History[Any], language: Language, sentence: str
) -> None:
    fault = shared_fault(table, mistakes(table, "centre", "plan", "centre", "centre"))

    assert fault == SharedFault(3, 4, part="centre")
    assert fault.text(texts_of(table, language)) == sentence


@pytest.mark.parametrize(("language", "unit"), [("en", "source of coins: "), ("ja", "コイン")])
def test_a_source_of_coins_is_called_one(language: Language, unit: str) -> None:
    """World Monger counts coins (world_monger.end.5)."""
    header = new_header(WORLD_MONGER, (Player("Ann"), Player("Ben")), seed=1)
    texts = texts_of(History.new(WORLD_MONGER, header), language)

    assert unit in SharedFault(3, 4, part="dividends").text(texts)


def test_an_event_that_made_the_difference_is_named(table: History[Any]) -> None:
    texts = texts_of(table, "en")

    assert SharedFault(2, 3, event="monument_built").text(texts) == (
        "Watch this: Monuments. Mistakes in which they made the difference: 2 of 3."
    )


@pytest.mark.parametrize(
    "lost",
    [("centre",), ("centre", "plan"), ("centre", "plan", "centre", "medal"), ("", "", "")],
    ids=["one mistake", "two of two kinds", "only half", "no reason"],
)
def test_what_less_than_two_or_at_most_half_of_the_mistakes_share_is_not_told(
    table: History[Any], lost: tuple[str, ...]
) -> None:
    assert shared_fault(table, mistakes(table, *lost)) is None


def test_a_kind_of_action_that_was_better_than_another_is_told_by_the_costliest_case(
    table: History[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two mistakes of three are of the same kinds of actions; the last one cost most."""
    turns = mistakes(table, "", "", "")
    kinds = iter([("a", "b"), ("c", "d"), ("a", "b")])
    monkeypatch.setattr(module._Fault, "kinds", property(lambda fault: pairs[fault.loss]))
    pairs = {turn.loss: kind for turn, kind in zip(turns, kinds, strict=True)}

    fault = shared_fault(table, turns)

    assert fault is not None
    assert (fault.count, fault.mistakes) == (2, 3)
    assert fault.played is not None
    assert fault.text(texts_of(table, "en")).endswith("Mistakes of this kind: 2 of 3.")
