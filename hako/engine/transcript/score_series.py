"""The scores of a game as series, axes and sentences of its chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.rules.model import Seat
from hako.engine.transcript.chart import Axes, Series
from hako.engine.transcript.ranking import standing


def race(table: History[Any], texts: Catalogue) -> tuple[Series, ...]:
    """The scores turn by turn, from public knowledge."""
    by_turn: dict[int, tuple[int, ...]] = {}
    for turn, scores in _scores_by_moment(table):
        # the record that ends a turn begins the next one, too
        by_turn[max(by_turn, default=turn)] = by_turn[turn] = scores
    names = {row.number: row.name for row in standing(table.game, table.view(None), texts)}
    return tuple(
        Series(name, tuple((turn, scores[number]) for turn, scores in sorted(by_turn.items())))
        for number, name in sorted(names.items())
    )


def _scores_by_moment(table: History[Any]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The turn and the scores of each moment of a game, from public knowledge."""
    return (table.game.progress(table.view(None, moment.number)) for moment in table.path())


def course_of(table: History[Any], texts: Catalogue) -> str:
    """A sentence about who led by the scores before the winner did; empty without a single winner."""
    outcome = table.outcome
    if outcome is None or len(outcome.winners) != 1 or len(table.players) < 2:
        return ""
    [winner] = outcome.winners
    ahead: tuple[int, Seat] | None = None
    for turn, scores in _scores_by_moment(table):
        leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(leaders) == 1 and leaders[0] not in {winner, len(table.players)}:
            ahead = turn, leaders[0]
    if ahead is None:
        return texts.text("transcript.never_behind", seat=winner)
    across = texts.text("transcript.across")
    return texts.text("transcript.ahead_until", seat=ahead[1], across=across, turn=ahead[0])


def axes(texts: Catalogue) -> Axes:
    """The names of the chart's axes; it shows the score during play, not the final one."""
    up = texts.text("score.name" if "score.name" in texts else "transcript.score")
    return Axes(texts.text("transcript.across"), up)
