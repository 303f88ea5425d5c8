"""A review: every decision of a game that is over, judged; kept beside its log, made once."""

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
from hako.engine.log.records import encode
from hako.engine.log.save import Document
from hako.engine.log.table import Position, Table
from hako.engine.review.judgement import Decision, Judgement, judge
from hako.engine.review.luck import LuckDelta, is_shown, luck_text
from hako.engine.rules.game import view
from hako.engine.rules.model import Seat
from hako.engine.rules.play import legal_actions
from hako.engine.storage.folder import REVIEW
from hako.engine.storage.save_index import SeatAccuracy

FORMAT = 2
"""Raised when judgements are made another way; older reviews are made anew."""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class GameNotOver(Failure):
    """A game that goes on is not reviewed: that would tell what is hidden, and whose move is bad."""


class Executor(Protocol):
    """Whoever carries out what takes time, such as a Thinker."""

    async def do(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        """What the function returns."""


class InlineExecutor:
    """Carries it out here and now; for tests, and where one process has to do."""

    async def do(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        return work(*given, **named)


_Work: TypeAlias = Judgement | LuckDelta
_Key: TypeAlias = tuple[type[Judgement] | type[LuckDelta], int]


class WinProbabilityPoint(Struct, frozen=True):
    """The chances after a record."""

    moment: int
    chances: tuple[float, ...]
    """To win, from 0 to 1, for each seat; each judges from what it sees itself."""
    changes: tuple[float, ...] = ()
    """By how much the record alone changed them: that a round is over makes no lead worth more.

    Nothing for the first point.
    """


class Review(Struct, frozen=True):
    """How far a game was reviewed."""

    format: int
    log: str
    """Digest of the log that it is of, and of the scale of its chances."""
    curve: tuple[WinProbabilityPoint, ...]
    judgements: tuple[Judgement, ...]
    luck: tuple[LuckDelta, ...] = ()
    """Of each turn; none where luck is not told."""

    @property
    def pieces(self) -> tuple[_Work, ...]:
        """All that there is to do."""
        return *self.judgements, *self.luck

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to judge; before that nothing is sure."""
        return all(its.is_done for its in self.pieces)

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1: to screen all is about one half of it."""
        done = sum(its.is_done for its in self.pieces)
        screened = sum(its.is_screened for its in self.judgements)
        return (screened + done) / (2 * len(self.judgements) + len(self.luck) or 1)

    def of(self, seat: Seat) -> list[Judgement]:
        """The judgements of a seat's decisions."""
        return [its for its in self.judgements if its.seat == seat]

    def judged(self, seat: Seat) -> SeatAccuracy:
        """What its decisions gave away in all: mistakes, and the small losses besides."""
        its = self.of(seat)
        lost = [each.loss.mean if each.is_mistake else each.small.mean for each in its]
        return SeatAccuracy(len(its), sum(lost), sum(one * one for one in lost))

    def mistakes(self, seat: Seat) -> list[Judgement]:
        """Those of its decisions that were mistakes, in order."""
        return [its for its in self.of(seat) if its.is_mistake]


def review_of(table: Table[Any]) -> Review:
    """The review that is kept of a table's game, or one that is yet to be made. Raises NotOver."""
    if table.outcome is None:
        raise GameNotOver("review_not_over")
    if table.is_embargoed:
        raise GameNotOver("review_not_told")
    its = kept_review(table) or Review(
        FORMAT, _digest(table), tuple(_curve(table)), tuple(_to_judge(table))
    )
    if its.luck or not is_shown(table.game, len(table.players)):
        return its
    return replace(its, luck=tuple(LuckDelta(turn[0].number) for turn in turns_of(table)))


def turns_of(table: Table[Any]) -> Iterator[list[Position[Any]]]:
    """The records of each turn: of a seat, until another one chooses."""
    chosen = (moment for moment in table.path() if moment.record.seat is not None)
    for _, turn in groupby(chosen, key=lambda moment: moment.record.seat):
        yield [*turn]


def kept_review(table: Table[Any]) -> Review | None:
    """The review that is kept of a table's game as it stands, if there is one."""
    if (sheet := _sheet_of(table)) is not None:
        with suppress(OSError, msgspec.DecodeError):
            kept = msgspec.json.decode(sheet.read() or b"", type=Review)
            if (kept.format, kept.log) == (FORMAT, _digest(table)):
                return kept
    return None


def _sheet_of(table: Table[Any]) -> Document | None:
    """Where the review of a table is kept: beside its log, if that is kept."""
    return table.save.beside(REVIEW) if table.save is not None else None


def keep(table: Table[Any], review: Review) -> None:
    """Keep a review beside the log of its table. Raises StoreFailed."""
    if (sheet := _sheet_of(table)) is not None:
        sheet.write(msgspec.json.encode(review))


async def reviewed(
    table: Table[Any], review: Review, worker: Executor, at_once: int = 1
) -> AsyncGenerator[Review]:
    """Review on, so many decisions at a time; the review after each piece of work.

    All are screened before any is measured, those of people first; luck is told between. It may
    be left at any time: what comes in the end is the same.
    """
    its: dict[_Key, _Work] = {_key(each): each for each in review.pieces}
    under_way: dict[asyncio.Task[_Work], _Key] = {}
    try:
        while left := [each for each in its.values() if not each.is_done]:
            idle = [each for each in left if _key(each) not in under_way.values()]
            idle.sort(key=lambda each: _urgency(table, each))
            for each in idle[: at_once - len(under_way)]:
                thought = asyncio.ensure_future(_further(table, each, worker))
                under_way[thought] = _key(each)
            done, _ = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
            its |= {under_way.pop(thought): thought.result() for thought in done}
            yield replace(
                review,
                judgements=tuple(each for each in its.values() if isinstance(each, Judgement)),
                luck=tuple(each for each in its.values() if isinstance(each, LuckDelta)),
            )
    finally:
        for thought in under_way:
            thought.cancel()


def _key(its: _Work) -> _Key:
    return type(its), its.moment


def _urgency(table: Table[Any], its: _Work) -> tuple[bool, bool, float]:
    """Smaller is sooner: decisions in the order in which they were made, then luck, suspects."""
    if isinstance(its, LuckDelta):
        return True, False, -inf
    is_bot = table.players[its.seat].bot is not None
    return its.is_screened, is_bot, -its.suspicion if its.is_screened else its.moment


async def _further(table: Table[Any], its: _Work, worker: Executor) -> _Work:
    if isinstance(its, LuckDelta):
        turn = next(turn for turn in turns_of(table) if turn[0].number == its.moment)
        return await worker.do(luck_text, its, [decision_of(table, moment) for moment in turn])
    decision = decision_of(table, table.positions[its.moment])
    return await worker.do(judge, decision, its, only_screen=not its.is_screened)


def decision_of(table: Table[Any], moment: Position[Any]) -> Decision:
    """The decision of a record: what its seat saw before it, and what it chose."""
    game, record = table.game, moment.record
    assert record.seat is not None, "the table itself decides nothing"
    assert moment.parent is not None, "a seat decides after the deal"
    seen = view(game, table.positions[moment.parent].state, record.seat)
    observation = Observation(game, record.seat, seen, len(table.players))
    return Decision(observation, observation.actions.index(record.action), moment.ply)


def _to_judge(table: Table[Any]) -> Iterator[Judgement]:
    """Where somebody had a choice."""
    for moment in table.path():
        seat, parent = moment.record.seat, moment.parent
        if seat is None or parent is None:
            continue
        actions = legal_actions(table.positions[parent].state, seat)
        if len(actions) > 1:
            yield Judgement(moment.number, seat, actions.index(moment.record.action))


def _curve(table: Table[Any]) -> Iterator[WinProbabilityPoint]:
    game, seats = table.game, len(table.players)
    last: tuple[float, ...] = ()
    last_turn = 0
    for moment in table.path():
        found = win_probabilities(game, moment.state, seats)
        turn, _ = game.progress(table.view_at(moment, None))
        alike = (
            found if turn == last_turn else win_probabilities(game, moment.state, seats, last_turn)
        )
        changes = tuple(round(now - was, 4) for now, was in zip(alike, last, strict=False))
        yield WinProbabilityPoint(moment.number, tuple(round(its, 4) for its in found), changes)
        last, last_turn = found, turn


def _digest(table: Table[Any]) -> str:
    """16 hex digits of what is reviewed, and of what it is reviewed with."""
    hashed = blake2b(encode(table.header), digest_size=8)
    for moment in table.path():
        hashed.update(encode(moment.record))
    scale = astuple(scale_of(table.game, len(table.players)))
    hashed.update(msgspec.json.encode((table.game.rules, moment.number, scale)))
    return hashed.hexdigest()
