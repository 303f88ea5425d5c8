"""Reviews: every decision of a finished game, judged once and stored beside its log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import suppress
from itertools import groupby
from math import inf
from typing import Any, ParamSpec, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from hako.engine.bots.bot import Observation
from hako.engine.bots.win_probability import scale_of, win_probabilities
from hako.engine.hashing import blake2b
from hako.engine.i18n.failure import Failure
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.log.records import encode
from hako.engine.log.save import Document
from hako.engine.review.judgement import Decision, Judgement, judge
from hako.engine.review.luck import LuckDelta, is_shown, measure_luck
from hako.engine.rules.game import view
from hako.engine.rules.model import Seat
from hako.engine.rules.play import legal_actions
from hako.engine.storage.folder import REVIEW
from hako.engine.storage.save_index import SeatAccuracy

FORMAT = 2
"""The format of stored reviews. Raise it when judgements change; older reviews are made again."""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class GameNotOver(Failure):
    """A review of a game that goes on: it would reveal hidden information and bad moves."""


class Executor(Protocol):
    """An executor of long work, such as a WorkerPool."""

    async def do(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        """Call the function and return its result."""


class InlineExecutor:
    """Calls the function in this process; for tests and where one process has to suffice."""

    async def do(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        return work(*given, **named)


_Work: TypeAlias = Judgement | LuckDelta
_Key: TypeAlias = tuple[type[Judgement] | type[LuckDelta], int]


class WinProbabilityPoint(Struct, frozen=True):
    """The win probabilities after a record."""

    moment: int
    chances: tuple[float, ...]
    """Win probabilities by seat, 0 to 1, from the evaluations in the seats' own views."""
    changes: tuple[float, ...] = ()
    """The changes by the record, on the scale of the turn before it: the end of a round changes nothing.

    Empty for the first point.
    """


class Review(Struct, frozen=True):
    """The state of a game's review."""

    format: int
    log: str
    """A digest of the log and of the win probability scale."""
    curve: tuple[WinProbabilityPoint, ...]
    judgements: tuple[Judgement, ...]
    luck: tuple[LuckDelta, ...] = ()
    """The analysis of each turn; empty where luck is not shown."""

    @property
    def pieces(self) -> tuple[_Work, ...]:
        """All judgements and turns, done or not."""
        return *self.judgements, *self.luck

    @property
    def is_done(self) -> bool:
        """True if nothing is left to judge; before that no finding is final."""
        return all(piece.is_done for piece in self.pieces)

    @property
    def share(self) -> float:
        """The share of the work done, 0 to 1; screening is about one half of it."""
        done = sum(piece.is_done for piece in self.pieces)
        screened = sum(judgement.is_screened for judgement in self.judgements)
        return (screened + done) / (2 * len(self.judgements) + len(self.luck) or 1)

    def of(self, seat: Seat) -> list[Judgement]:
        """The judgements of a seat's decisions."""
        return [judgement for judgement in self.judgements if judgement.seat == seat]

    def judged(self, seat: Seat) -> SeatAccuracy:
        """The number and losses of a seat's decisions, mistakes and small losses."""
        judgements = self.of(seat)
        lost = [
            judgement.loss.mean if judgement.is_mistake else judgement.small.mean
            for judgement in judgements
        ]
        return SeatAccuracy(len(judgements), sum(lost), sum(one * one for one in lost))

    def mistakes(self, seat: Seat) -> list[Judgement]:
        """The mistakes of a seat, in the order of play."""
        return [judgement for judgement in self.of(seat) if judgement.is_mistake]


def review_of(table: History[Any]) -> Review:
    """The stored review of a table's game, or one without any result yet. Raises GameNotOver."""
    if table.outcome is None:
        raise GameNotOver("review_not_over")
    if table.is_embargoed:
        raise GameNotOver("review_not_told")
    review = kept_review(table) or Review(
        FORMAT, _digest(table), tuple(_curve(table)), tuple(_to_judge(table))
    )
    if review.luck or not is_shown(table.game, len(table.players)):
        return review
    return replace(review, luck=tuple(LuckDelta(turn[0].number) for turn in turns_of(table)))


def turns_of(table: History[Any]) -> Iterator[list[Position[Any]]]:
    """The positions of each turn: those of one seat until another one chooses."""
    chosen = (moment for moment in table.path() if moment.record.seat is not None)
    for _, turn in groupby(chosen, key=lambda moment: moment.record.seat):
        yield [*turn]


def kept_review(table: History[Any]) -> Review | None:
    """The stored review of a table's game as it stands; None if there is none."""
    if (document := _document_of(table)) is not None:
        with suppress(OSError, msgspec.DecodeError):
            kept = msgspec.json.decode(document.read() or b"", type=Review)
            if (kept.format, kept.log) == (FORMAT, _digest(table)):
                return kept
    return None


def _document_of(table: History[Any]) -> Document | None:
    """The document of a table's review beside its log; None if the log is not stored."""
    return table.save.beside(REVIEW) if table.save is not None else None


def keep(table: History[Any], review: Review) -> None:
    """Store a review beside the log of its table. Raises StorageError."""
    if (document := _document_of(table)) is not None:
        document.write(msgspec.json.encode(review))


async def reviewed(
    table: History[Any], review: Review, worker: Executor, at_once: int = 1
) -> AsyncGenerator[Review]:
    """Continue a review, `at_once` pieces of work in parallel; yield it after each piece.

    All decisions are screened before any is measured, those of people first; luck comes between.
    It can be stopped and resumed at any time: the final result is the same.
    """
    pieces: dict[_Key, _Work] = {_key(piece): piece for piece in review.pieces}
    under_way: dict[asyncio.Task[_Work], _Key] = {}
    try:
        while left := [piece for piece in pieces.values() if not piece.is_done]:
            idle = [piece for piece in left if _key(piece) not in under_way.values()]
            idle.sort(key=lambda piece: _urgency(table, piece))
            for piece in idle[: at_once - len(under_way)]:
                thought = asyncio.ensure_future(_further(table, piece, worker))
                under_way[thought] = _key(piece)
            done, _ = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
            pieces |= {under_way.pop(thought): thought.result() for thought in done}
            yield replace(
                review,
                judgements=tuple(
                    piece for piece in pieces.values() if isinstance(piece, Judgement)
                ),
                luck=tuple(piece for piece in pieces.values() if isinstance(piece, LuckDelta)),
            )
    finally:
        for thought in under_way:
            thought.cancel()


def _key(piece: _Work) -> _Key:
    return type(piece), piece.moment


def _urgency(table: History[Any], piece: _Work) -> tuple[bool, bool, float]:
    """The sort key of work: decisions in the order of play, then luck, then suspects."""
    if isinstance(piece, LuckDelta):
        return True, False, -inf
    is_bot = table.players[piece.seat].bot is not None
    return piece.is_screened, is_bot, -piece.suspicion if piece.is_screened else piece.moment


async def _further(table: History[Any], piece: _Work, worker: Executor) -> _Work:
    if isinstance(piece, LuckDelta):
        turn = next(turn for turn in turns_of(table) if turn[0].number == piece.moment)
        return await worker.do(measure_luck, piece, [decision_of(table, moment) for moment in turn])
    decision = decision_of(table, table.positions[piece.moment])
    return await worker.do(judge, decision, piece, only_screen=not piece.is_screened)


def decision_of(table: History[Any], moment: Position[Any]) -> Decision:
    """The decision of a record: what its seat saw and what it chose."""
    game, record = table.game, moment.record
    assert record.seat is not None, "a record without a seat has no decision"
    assert moment.parent is not None, "a seat decides after the deal"
    seen = view(game, table.positions[moment.parent].state, record.seat)
    observation = Observation(game, record.seat, seen, len(table.players))
    return Decision(observation, observation.actions.index(record.action), moment.ply)


def _to_judge(table: History[Any]) -> Iterator[Judgement]:
    """Empty judgements of all decisions with at least two actions."""
    for moment in table.path():
        seat, parent = moment.record.seat, moment.parent
        if seat is None or parent is None:
            continue
        actions = legal_actions(table.positions[parent].state, seat)
        if len(actions) > 1:
            yield Judgement(moment.number, seat, actions.index(moment.record.action))


def _curve(table: History[Any]) -> Iterator[WinProbabilityPoint]:
    game, seats = table.game, len(table.players)
    last: tuple[float, ...] = ()
    last_turn = 0
    for moment in table.path():
        chances = win_probabilities(game, moment.state, seats)
        turn, _ = game.progress(table.view_at(moment, None))
        alike = (
            chances
            if turn == last_turn
            else win_probabilities(game, moment.state, seats, last_turn)
        )
        changes = tuple(round(now - was, 4) for now, was in zip(alike, last, strict=False))
        yield WinProbabilityPoint(
            moment.number, tuple(round(chance, 4) for chance in chances), changes
        )
        last, last_turn = chances, turn


def _digest(table: History[Any]) -> str:
    """A digest of the game and of the scale that reviews it, 16 hex digits."""
    hashed = blake2b(encode(table.header), digest_size=8)
    for moment in table.path():
        hashed.update(encode(moment.record))
    scale = astuple(scale_of(table.game, len(table.players)))
    hashed.update(msgspec.json.encode((table.game.rules, moment.number, scale)))
    return hashed.hexdigest()
