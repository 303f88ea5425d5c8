"""Judged turns: the stretches of a turn together, with what the turn gave away."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from msgspec import Struct

from hako.engine.bots.estimates import weights_of
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.review.judgement import Judgement, Verdict, verdict_of
from hako.engine.review.played_lines import (
    Stretch,
    common_actions,
    line_at,
    stretch_of,
    turns_of,
)
from hako.engine.review.review import Review, positions_of
from hako.engine.rules.model import Seat


class JudgedTurn(Struct, frozen=True):
    """The judgements of a turn's stretches, with what was measured of them."""

    first: int
    """The number of the turn's first record."""
    seat: Seat
    judgements: tuple[Judgement, ...]
    verdicts: tuple[Verdict | None, ...]

    @property
    def is_done(self) -> bool:
        """True if all stretches are judged."""
        return all(judgement.is_done for judgement in self.judgements)

    @property
    def wrong(self) -> list[int]:
        """The places of the stretches that are mistakes."""
        return [
            place
            for place, verdict in enumerate(self.verdicts)
            if verdict is not None and verdict.is_mistake
        ]

    @property
    def missed(self) -> int | None:
        """The place of the first stretch that missed a win; None without one."""
        several = enumerate(self.judgements)
        return next((place for place, one in several if one.is_missed_win), None)

    @property
    def loss(self) -> float:
        """The chance that the turn gave away: from the best line to what was left after all of it.

        Of several mistakes the later one may be a part of the first one's loss, so it is not their
        sum.
        """
        if len(self.wrong) < 2:
            return sum(
                verdict.loss.mean
                for verdict in self.verdicts
                if verdict is not None and verdict.loss.is_certain and verdict.loss.mean > 0
            )
        first, last = self._verdict(self.wrong[0]), self._verdict(self.wrong[-1])
        return max(first.better.mean - last.played.mean, first.loss.mean)

    @property
    def error(self) -> float:
        """The standard error of the loss."""
        return sqrt(sum(self._verdict(place).loss.error ** 2 for place in self.wrong))

    def _verdict(self, place: int) -> Verdict:
        verdict = self.verdicts[place]
        assert verdict is not None, "only what was measured is a mistake"
        return verdict


class ComparedLines(NamedTuple):
    """The line that was played in a stretch, and the better one."""

    stretch: Stretch
    better: tuple[Any, ...]
    alike: int
    """The number of actions with which both begin."""
    position: Position[Any]
    """The position after the first action in which they differ."""


def compared_lines(table: History[Any], judgement: Judgement) -> ComparedLines:
    """The lines of a stretch for which a better line was found."""
    assert judgement.others is not None, "what was measured was searched"
    positions = positions_of(table, judgement)
    stretch = stretch_of(table, positions)
    better = line_at(stretch.observation, judgement.others[judgement.better])
    alike = common_actions(stretch.line, better)
    return ComparedLines(stretch, better, alike, positions[min(alike, judgement.length - 1)])


def judged_turns(table: History[Any], review: Review) -> list[JudgedTurn]:
    """The turns of a game that have a choice, in the order of play."""
    weights = weights_of(table.game, len(table.players))
    by_moment = {judgement.moment: judgement for judgement in review.judgements}
    turns = []
    for turn in turns_of(table):
        own = tuple(by_moment[position.number] for position in turn if position.number in by_moment)
        if own:
            verdicts = tuple(verdict_of(judgement, weights) for judgement in own)
            turns.append(JudgedTurn(turn[0].number, own[0].seat, own, verdicts))
    return turns
