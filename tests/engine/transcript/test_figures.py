"""Figures: what changed of the numbers that players keep an eye on, and how it is told."""

from __future__ import annotations

from hako.engine.transcript.figures import changes, totals
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
