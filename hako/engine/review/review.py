"""Reviews: every stretch of a finished game, judged once and stored beside its log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, ParamSpec, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from hako.engine.blake2b_import import blake2b
from hako.engine.bots.estimates import weights_of
from hako.engine.bots.observation import Observation
from hako.engine.bots.win_probability_scale import scale_of
from hako.engine.i18n.failure import Failure
from hako.engine.log.history import History
from hako.engine.log.log_format import encode
from hako.engine.log.position import Position
from hako.engine.log.save import Document
from hako.engine.review.curve import CurvePoint, measured, points_of
from hako.engine.review.judgement import Judgement, judge
from hako.engine.review.luck import Decision, LuckDelta, is_shown, measure_luck
from hako.engine.review.played_lines import state_before, stretch_of, stretches_of, turns_of
from hako.engine.rules.game import view
from hako.engine.rules.model import Seat
from hako.engine.rules.play import waiting
from hako.engine.storage.folder import REVIEW

FORMAT = 5
"""The format of stored reviews. Raise it when judgements change; older reviews are made again."""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Piece = TypeVar("Piece", "CurvePoint", "Judgement", "LuckDelta")


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


_Work: TypeAlias = CurvePoint | Judgement | LuckDelta
_Key: TypeAlias = tuple[type[CurvePoint] | type[Judgement] | type[LuckDelta], int]


class Review(Struct, frozen=True):
    """The state of a game's review."""

    format: int
    log: str
    """A digest of the log and of the numbers that the game's chances are told by."""
    curve: tuple[CurvePoint, ...]
    judgements: tuple[Judgement, ...]
    luck: tuple[LuckDelta, ...] = ()
    """The analysis of each turn; empty where luck is not shown."""

    @property
    def pieces(self) -> tuple[_Work, ...]:
        """All pieces of work, done or not."""
        return *self._rough, *self.luck

    @property
    def _rough(self) -> tuple[CurvePoint | Judgement, ...]:
        """The pieces of work with a first pass; what the rules make certain is no work."""
        return *(point for point in self.curve if not point.sure), *self.judgements

    @property
    def is_done(self) -> bool:
        """True if nothing is left to do; before that no finding is final."""
        return all(piece.is_done for piece in self.pieces)

    @property
    def is_screened(self) -> bool:
        """True if the first pass is done: the curve is rough, and suspects are known."""
        return all(piece.is_screened for piece in self._rough)

    @property
    def share(self) -> float:
        """The share of the work done, 0 to 1; the first pass is about one half of it."""
        screened = sum(piece.is_screened for piece in self._rough)
        done = sum(piece.is_done for piece in self.pieces)
        return (screened + done) / (len(self._rough) + len(self.pieces) or 1)

    def of(self, seat: Seat) -> list[Judgement]:
        """The judgements of a seat."""
        return [judgement for judgement in self.judgements if judgement.seat == seat]


def review_of(table: History[Any]) -> Review:
    """The stored review of a table's game, or one without any result yet. Raises GameNotOver."""
    if table.outcome is None:
        raise GameNotOver("review_not_over")
    if table.is_embargoed:
        raise GameNotOver("review_not_told")
    review = kept_review(table) or Review(
        FORMAT, _digest(table), tuple(points_of(table)), tuple(_to_judge(table))
    )
    if review.luck or not is_shown(table.game, len(table.players)):
        return review
    return replace(review, luck=tuple(LuckDelta(turn[0].number) for turn in turns_of(table)))


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

    The first pass measures a rough curve and screens all stretches, those of people first. Then
    suspects are measured, the curve gets better, and luck comes last. It can be stopped and resumed
    at any time: the final result is the same.
    """
    everything: tuple[_Work, ...] = (*review.curve, *review.judgements, *review.luck)
    pieces: dict[_Key, _Work] = {_key(piece): piece for piece in everything}
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
                curve=_of(pieces, CurvePoint),
                judgements=_of(pieces, Judgement),
                luck=_of(pieces, LuckDelta),
            )
    finally:
        for thought in under_way:
            thought.cancel()


def _key(piece: _Work) -> _Key:
    return type(piece), piece.moment


def _of(pieces: Mapping[_Key, _Work], kind: type[Piece]) -> tuple[Piece, ...]:
    """The pieces of one kind, in their order."""
    return tuple(piece for piece in pieces.values() if isinstance(piece, kind))


def _urgency(table: History[Any], piece: _Work) -> tuple[int, bool, float]:
    """The sort key of work: see `reviewed`."""
    match piece:
        case LuckDelta():
            return 4, False, piece.moment
        case CurvePoint():
            return 3 if piece.is_screened else 0, False, piece.moment
        case Judgement():
            is_bot = table.players[piece.seat].bot is not None
            if piece.is_screened:
                return 2, is_bot, -piece.suspicion
            return 1, is_bot, piece.moment


async def _further(table: History[Any], piece: _Work, worker: Executor) -> _Work:
    position = table.positions[piece.moment]
    only_screen = not isinstance(piece, LuckDelta) and not piece.is_screened
    match piece:
        case LuckDelta():
            turn = next(turn for turn in turns_of(table) if turn[0].number == piece.moment)
            decisions = [decision_of(table, position) for position in turn]
            return await worker.do(measure_luck, piece, decisions)
        case CurvePoint():
            (seat, *_), seats = waiting(position.state), len(table.players)
            seen = view(table.game, position.state, seat)
            observation = Observation(table.game, seat, seen, seats)
            return await worker.do(measured, observation, piece, only_screen=only_screen)
        case Judgement():
            stretch = stretch_of(table, positions_of(table, piece))
            return await worker.do(judge, stretch, piece, only_screen=only_screen)


def positions_of(table: History[Any], judgement: Judgement) -> list[Position[Any]]:
    """The positions of the stretch that a judgement is about."""
    path = table.path()
    first = path.index(table.positions[judgement.moment])
    return path[first : first + judgement.length]


def decision_of(table: History[Any], position: Position[Any]) -> Decision:
    """The decision of a record: what its seat saw and what it chose."""
    game, record = table.game, position.record
    assert record.seat is not None, "a record without a seat has no decision"
    seen = view(game, state_before(table, position), record.seat)
    observation = Observation(game, record.seat, seen, len(table.players))
    return Decision(observation, observation.actions.index(record.action), position.ply)


def _to_judge(table: History[Any]) -> Iterator[Judgement]:
    """Empty judgements of all stretches with a choice."""
    for turn in turns_of(table):
        for stretch in stretches_of(table, turn):
            first = stretch[0]
            assert first.record.seat is not None, "a stretch has only choices"
            yield Judgement(first.number, first.record.seat, len(stretch))


def _digest(table: History[Any]) -> str:
    """A digest of the game and of the numbers that review it, 16 hex digits."""
    seats = len(table.players)
    hashed = blake2b(encode(table.header), digest_size=8)
    for position in table.path():
        hashed.update(encode(position.record))
    scales = astuple(scale_of(table.game, seats)), astuple(weights_of(table.game, seats))
    hashed.update(msgspec.json.encode((table.game.rules, position.number, scales)))
    return hashed.hexdigest()
