"""The exam in answers in advance: what a game declares safe is carried out, and shows nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from hako.engine.log.table import Table
from hako.engine.people.ahead import Answer, action_of, answer_to, fate_of, offers
from hako.engine.rules.ahead import basis, kinds_ahead
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.play import legal_actions
from hako.engine.rules.vocabulary import Choice
from hako.exam.sitting import (
    DECISIONS,
    Sitting,
    choices,
    every_game,
    every_table,
    followed,
    sittings_of,
)

SEEDS = range(4)


@every_table
def test_an_answer_declared_safe_draws_and_reveals_nothing_and_is_no_secret(
    sitting: Sitting, seed: int, length: int
) -> None:
    for moment, seat in choices(followed(sitting, seed, length)):
        seen, step = view(sitting.game, moment.state, seat), moment.state.agenda[-1]
        for action in legal_actions(seen, seat):
            if getattr(action, "ahead", False):
                assert isinstance(step, Choice), "who answers in secret is asked with all others"
                assert basis(seen, step, action) is not None, action
                assert all(action.masked(viewer) == action for viewer in sitting.viewers())


@every_game
def test_every_action_declared_safe_is_given_in_advance_and_carried_out(game: Game[Any]) -> None:
    """Otherwise nobody would ever be spared a wait by it."""
    never = {*kinds_ahead(game)}
    for sitting, seed in product(sittings_of((game,)), SEEDS):
        if not never:
            return
        never -= {type(action) for action in _carried_out(sitting.table(seed), seed)}
    assert not never


def _carried_out(table: Table[Any], seed: int) -> Iterator[Any]:
    """The answers that are carried out where all leave one to whatever they foresee."""
    waiting: list[Answer] = []
    for ply in range(DECISIONS):
        if not table.waiting():
            return
        dice = Chance(seed, ply).stream("ahead")
        for seat, _ in enumerate(table.players):
            for offer in offers(table, seat):
                action = dice.choice(offer.actions)
                waiting += [answer_to(table, "", seat, offer.question, action)]
        due = [its for its in waiting if fate_of(table, its) == "due"]
        if due:
            found = action_of(table, due[0])
            assert found is not None, "it is offered"
            foreseen = basis(table.view(due[0].seat), *found)
            before = len(table.moments)
            table.play(due[0].seat, found[1])
            done = table.moments[before].record.then[0]
            assert foreseen is not None
            assert all(event in foreseen for event in done if event.is_event)
            yield found[1]
        else:
            seat = dice.choice(table.waiting())
            table.play(seat, dice.choice(table.legal_actions(seat)))
        waiting = [its for its in waiting if fate_of(table, its) in {"waits", "due"}]
