"""The accuracy of a seat: one figure for all its judged turns."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

from hako.engine.log.history import History
from hako.engine.review.judged_turns import JudgedTurn, judged_turns
from hako.engine.review.review import Review
from hako.engine.storage.save_index import SeatAccuracy

DECAY = 0.0435
"""The decay of the accuracy of a turn, for each point that it gave away."""


def accuracies(table: History[Any], review: Review) -> tuple[SeatAccuracy, ...]:
    """For each seat the number of its judged turns, and the sums of their losses and of the squares."""
    turns = judged_turns(table, review)
    lost = [
        [turn.loss for turn in turns if turn.seat == seat] for seat in range(len(table.players))
    ]
    return tuple(SeatAccuracy(len(own), sum(own), sum(one * one for one in own)) for own in lost)


def accuracy_of(turns: Sequence[JudgedTurn]) -> float | None:
    """The accuracy over the turns of a seat; None before one is done, and without any certain loss.

    A turn that is not done counts for what is known of it, so that the accuracy can only fall. Where
    nothing was found there is no figure: few games are played on from most turns, and 100 would say
    that each of them was proven.
    """
    if not any(turn.is_done for turn in turns) or not any(turn.loss > 0 for turn in turns):
        return None
    return 100 * sum(accuracy_after(max(0.0, turn.loss)) for turn in turns) / len(turns)


def accuracy_after(loss: float) -> float:
    """The accuracy of a turn that lost so much of the chance to win, 0 to 1."""
    return exp(-DECAY * 100 * loss)
