"""The findings of a review, as a viewer may know them: seats, mistakes by turn, turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import Any

from msgspec import Struct

from hako.engine.bots.estimates import ERRORS, weights_of
from hako.engine.bots.line_differences import Reason, reasons_from
from hako.engine.bots.win_probability_scale import is_calibrated, shares
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.review.accuracy import accuracy_of
from hako.engine.review.curve import measured_part
from hako.engine.review.judged_turns import JudgedTurn, compared_lines, judged_turns
from hako.engine.review.judgement import Judgement, Verdict
from hako.engine.review.luck import LuckShare, luck_shares
from hako.engine.review.played_lines import (
    Stretch,
    state_before,
    turns_before,
)
from hako.engine.review.retried_game_comparison import Comparison, endings
from hako.engine.review.review import Review
from hako.engine.review.shared_fault import SharedFault, shared_fault
from hako.engine.review.turning_points import (
    TurningPoint,
    gap,
    percent,
    turn_number,
    turning_points,
)
from hako.engine.rules.game import view
from hako.engine.rules.model import Seat, SecretChoice, Viewer
from hako.engine.rules.play import legal_actions
from hako.engine.rules.preview import only_ends, preview

COSTLIEST = 3
"""The number of mistakes of a seat that are told."""

SHOWN = 4
"""The most actions of a line that are told."""


class Mistake(Struct, frozen=True):
    """A turn that gave much away, or a win that was missed. Chances are in percent."""

    moment: int
    """The number of the record where the turn went wrong."""
    turn: int
    seat: Seat
    asked: str
    """The prompt of the decision, with the seat's name."""
    played: str
    """The actions that were played, as sentences."""
    better: str
    """The best line."""
    lost: float
    error: float
    """Two standard errors of the loss."""
    chance: float
    """The chance to win that was left after the turn's last mistake."""
    instead: float
    """The chance to win with the best line at its first mistake."""
    worlds: int
    """The number of games that were played on from each line."""
    is_missed_win: bool
    """True if the best line wins at once, whatever comes."""
    why: str
    """The reasons for the better line; empty where nothing is certain."""


class SeatReport(Struct, frozen=True):
    """The quality of a seat's turns."""

    seat: Seat
    name: str
    turns: int
    """The number of turns with a choice."""
    mistakes: int
    """The number of turns with a mistake."""
    accuracy: float | None
    """The mean over the turns, 0 to 100; at most that while it is not done; None before a turn is."""
    looked_at: int
    """The number of turns that were looked at."""
    suspects: int
    """The number of them that may be mistakes and are not measured completely."""
    is_done: bool
    """True if all are judged; before that there may be more mistakes."""
    apart: LuckShare | None = None
    """None where luck is not told."""
    shared: SharedFault | None = None
    """The fault that most of its mistakes share; None where there is none."""


class CurveEntry(Struct, frozen=True):
    """The chances of all seats before a turn, in percent, with their standard errors."""

    moment: int
    turns: int
    """The number of turns before it."""
    chances: tuple[float, ...]
    errors: tuple[float, ...]


class Report(Struct, frozen=True):
    """The findings of a review."""

    is_done: bool
    """True if the review is complete; before that no finding is final."""
    share: float
    """The share of the work done, 0 to 1."""
    is_measured: bool
    """True if chances were calibrated for this number of seats."""
    viewer: Viewer
    """The seat for whose eyes the report is; None for everybody's."""
    seats: tuple[SeatReport, ...]
    mistakes: tuple[Mistake, ...]
    """The costliest mistakes of each seat, in the order of play."""
    turning_points: tuple[TurningPoint, ...]
    """Empty, like the curve, for the eyes of one seat: it depends on what all seats knew."""
    curve: tuple[CurveEntry, ...]
    endings: Comparison | None = None
    """For a retried game the comparison with its first run."""


def report(
    table: History[Any],
    review: Review,
    texts: Catalogue,
    viewer: Viewer,
    first: History[Any] | None = None,
) -> Report:
    """The report of a review, as the viewer may know it; None is everybody.

    `first` is the original table where this game is a retry.
    """
    seats = range(len(table.players)) if viewer is None else (viewer,)
    turns = judged_turns(table, review)
    apart = _apart(table, review, turns) if viewer is None else []
    mistakes = [mistake for seat in seats for mistake in _mistakes(table, turns, seat, texts)]
    curve = _curve(table, review) if viewer is None else ()
    return Report(
        is_done=review.is_done,
        share=review.share,
        is_measured=is_calibrated(table.game, len(table.players)),
        viewer=viewer,
        seats=tuple(_seat(table, turns, seat, texts, apart) for seat in seats),
        mistakes=tuple(sorted(mistakes, key=lambda mistake: mistake.moment)),
        turning_points=tuple(turning_points(table, review, turns, texts)) if curve else (),
        curve=curve,
        endings=None if first is None else endings(first, table, texts, viewer),
    )


def _apart(table: History[Any], review: Review, turns: Sequence[JudgedTurn]) -> list[LuckShare]:
    """The luck and play of each seat; empty until all is analysed.

    And where it cannot be relied on: the remainder is not smaller than luck and than play, or the
    play is not what the judgements of the turns come to.
    """
    if not review.is_done or not review.luck:
        return []
    seats = len(table.players)
    luck = luck_shares(review.luck, shares(table.game, table.state, seats))
    given = [100 * fsum(turn.loss for turn in turns if turn.seat == seat) for seat in range(seats)]
    for seat, share in enumerate(luck):
        judged = (fsum(given) - given[seat]) / max(1, seats - 1) - given[seat]
        if not share.is_told or abs(share.play - judged) > share.luck_error:
            return []
    return luck


# ------------------------------------------------------------ turns


def _seat(
    table: History[Any],
    turns: Sequence[JudgedTurn],
    seat: Seat,
    texts: Catalogue,
    apart: Sequence[LuckShare],
) -> SeatReport:
    own = [turn for turn in turns if turn.seat == seat]
    is_done = all(turn.is_done for turn in own)
    looked_at = [turn for turn in own if all(one.is_screened for one in turn.judgements)]
    accuracy = accuracy_of(own)
    return SeatReport(
        seat=seat,
        name=texts.term("seat", seat),
        turns=len(own),
        mistakes=sum(bool(turn.wrong) for turn in own),
        accuracy=None if accuracy is None else round(accuracy, 1),
        looked_at=len(looked_at),
        suspects=sum(not turn.is_done for turn in looked_at),
        is_done=is_done,
        apart=apart[seat] if apart else None,
        shared=shared_fault(table, own) if is_done else None,
    )


# ------------------------------------------------------------ mistakes


def _mistakes(
    table: History[Any], turns: Sequence[JudgedTurn], seat: Seat, texts: Catalogue
) -> Iterator[Mistake]:
    """The costliest mistakes of a seat, and the wins that it missed."""
    own = [turn for turn in turns if turn.seat == seat]
    own = [turn for turn in own if turn.wrong or (turn.is_done and turn.missed is not None)]
    own.sort(key=lambda turn: (turn.missed is None, -turn.loss))
    for turn in own[:COSTLIEST]:
        yield _mistake(table, turn, texts)


def _mistake(table: History[Any], turn: JudgedTurn, texts: Catalogue) -> Mistake:
    place = turn.wrong[0] if turn.wrong else turn.missed
    assert place is not None, "the turn has a mistake"
    judgement, verdict = turn.judgements[place], turn.verdicts[place]
    assert verdict is not None, "what is told was measured"
    last = turn.verdicts[turn.wrong[-1]] if turn.wrong else verdict
    assert last is not None, "what is a mistake was measured"
    stretch, better, alike, position = compared_lines(table, judgement)
    return Mistake(
        moment=position.number,
        turn=turn_number(table, position),
        seat=turn.seat,
        asked=_asked(table, position, texts),
        played=_line(stretch, stretch.line, alike, texts),
        better=_line(stretch, better, alike, texts),
        lost=percent(turn.loss),
        error=percent(ERRORS * turn.error),
        chance=percent(last.played.mean),
        instead=percent(verdict.better.mean),
        worlds=len(judgement.measured),
        is_missed_win=judgement.is_missed_win,
        why=gap(texts).join(reason.text(texts) for reason in _reasons(judgement, verdict)),
    )


def _reasons(judgement: Judgement, verdict: Verdict) -> Iterator[Reason]:
    return reasons_from(judgement.parts) if verdict.is_mistake else iter(())


def _line(stretch: Stretch, line: Sequence[Any], alike: int, texts: Catalogue) -> str:
    """The actions of a line as sentences, without those with which it begins like the other one.

    Neither is what was forced, nor an action that only ends a choice, where there is any other.
    """
    observation, sentences, ends = stretch.observation, list[str](), list[str]()
    state, seat = observation.view, observation.seat
    for place, action in enumerate(line):
        if place >= alike and (len(legal_actions(state, seat)) > 1 or not (sentences or ends)):
            (ends if only_ends(state, action) else sentences).append(texts.render(action))
        state = view(observation.game, preview(state, seat, action).state, seat)
    sentences = sentences or ends[:1]
    more = texts.text("review.more") if len(sentences) > SHOWN else ""
    return texts.text("review.then").join(sentences[:SHOWN]) + more


def _asked(table: History[Any], position: Position[Any], texts: Catalogue) -> str:
    """The prompt of a decision with the name of its seat."""
    seat = position.record.seat
    step = view(table.game, state_before(table, position), seat).agenda[-1]
    asked = texts.render(step)
    if isinstance(step, SecretChoice):  # its prompt addresses all seats
        return texts.text("review.asked", seat=seat, asked=asked)
    return asked


# ------------------------------------------------------------ the curve


def _curve(table: History[Any], review: Review) -> tuple[CurveEntry, ...]:
    """The points that have been measured."""
    seats, weights = range(len(table.players)), weights_of(table.game, len(table.players))
    entries = []
    for turns, point in zip(turns_before(table), measured_part(review.curve), strict=False):
        own = [point.estimate(seat, weights) for seat in seats]
        entries.append(
            CurveEntry(
                point.moment,
                turns,
                tuple(percent(estimate.mean) for estimate in own),
                tuple(percent(estimate.error) for estimate in own),
            )
        )
    return tuple(entries)
