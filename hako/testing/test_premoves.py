"""Tests of premoves: actions declared safe are carried out, and reveal nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from hako.engine.log.history import History
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.model import Choice
from hako.engine.rules.play import legal_actions
from hako.engine.rules.premoves import precondition, premove_kinds
from hako.multiplayer.tables.premoves import (
    Premove,
    action_of,
    premove_for,
    premove_options,
    premove_outcome,
)
from hako.testing.cases import (
    DECISIONS,
    Case,
    cases_of,
    choices,
    every_case,
    every_game,
    replayed,
)

SEEDS = range(4)


@every_case
def test_an_answer_declared_safe_draws_and_reveals_nothing_and_is_no_secret(
    case: Case, seed: int, length: int
) -> None:
    for moment, seat in choices(replayed(case, seed, length)):
        seen, step = view(case.game, moment.state, seat), moment.state.agenda[-1]
        for action in legal_actions(seen, seat):
            if getattr(action, "can_premove", False):
                assert isinstance(step, Choice), "who answers in secret is asked with all others"
                assert precondition(seen, step, action) is not None, action
                assert all(action.masked(viewer) == action for viewer in case.viewers())


@every_game
def test_every_action_declared_safe_is_given_in_advance_and_carried_out(game: Game[Any]) -> None:
    """Otherwise the declaration would never have an effect."""
    never = {*premove_kinds(game)}
    for case, seed in product(cases_of((game,)), SEEDS):
        if not never:
            return
        never -= {type(action) for action in _carried_out(case.table(seed), seed)}
    assert not never


def _carried_out(table: History[Any], seed: int) -> Iterator[Any]:
    """The premoves that are carried out in a random game where all seats give every possible one."""
    waiting: list[Premove] = []
    for ply in range(DECISIONS):
        if not table.waiting():
            return
        dice = Chance(seed, ply).stream("ahead")
        for seat, _ in enumerate(table.players):
            for offer in premove_options(table, seat):
                action = dice.choice(offer.actions)
                waiting += [premove_for(table, "", seat, offer.question, action)]
        due = [premove for premove in waiting if premove_outcome(table, premove) == "due"]
        if due:
            due_choice = action_of(table, due[0])
            assert due_choice is not None, "it is offered"
            foreseen = precondition(table.view(due[0].seat), *due_choice)
            before = len(table.positions)
            table.play(due[0].seat, due_choice[1])
            done = table.positions[before].record.then[0]
            assert foreseen is not None
            assert all(event in foreseen for event in done if event.is_event)
            yield due_choice[1]
        else:
            seat = dice.choice(table.waiting())
            table.play(seat, dice.choice(table.legal_actions(seat)))
        waiting = [
            premove for premove in waiting if premove_outcome(table, premove) in {"waits", "due"}
        ]
