"""Undo: the lines of undo, redo and of requests for it, and the consent of the other people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import Header, Player
from hako.engine.log.line_base import LogLineBase
from hako.engine.rules.model import Seat

REFUSALS = 3
"""Number of refused undo requests after which a seat may not ask again at that position."""

UndoVerdict: TypeAlias = Literal["free", "nothing", "horizon", "consent"]
"""The answer to an undo: allowed, nothing to undo, final, or others must agree."""

UndoRefusal: TypeAlias = Literal[
    "nothing", "horizon", "consent", "theirs", "refused", "unasked", "wait", "open"
]
"""Reasons why an undo or redo is refused: there is nothing; it is final; others must agree; the undo
was another seat's; it was refused too often; somebody refuses all requests; it is too soon after a
refusal; another request is open."""


class CannotUndo(Exception):
    """There is nothing to undo or redo, or the table's policy does not allow it."""

    def __init__(self, reason: UndoRefusal, **values: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values
        """Values for the sentence of that reason: a seat, seconds to wait."""


class UndoRequest(Struct, frozen=True):
    """An open request for an undo that needs consent."""

    by: Seat
    to: int
    agreed: tuple[Seat, ...]

    @property
    def way(self) -> tuple[int, Seat]:
        """The position that it goes back to, and the seat that asks."""
        return self.to, self.by


class UndoStatistics(Struct):
    """Numbers of undo requests. One that was overtaken by a move was neither granted nor refused."""

    asked: int = 0
    granted: int = 0
    refused: int = 0


class Consent:
    """The open request of a table for an undo, and what became of the earlier ones."""

    def __init__(self) -> None:
        self.request: UndoRequest | None = None
        self.statistics = UndoStatistics()
        """Statistics of all requests, including those on abandoned branches."""
        self.refused: dict[Seat, list[int]] = {}
        """Positions at which each seat's requests were refused, since the last one was granted."""

    def unanswered(self, players: Sequence[Player]) -> tuple[Seat, ...]:
        """The seats of people who have not agreed to the open request. Substitute bots cannot agree."""
        agreed = self.request.agreed if self.request else ()
        return tuple(
            seat
            for seat, player in enumerate(players)
            if seat not in agreed and not player.is_bots_own
        )

    def check_request(self, by: Seat, head: int, players: Iterable[Player]) -> None:
        """Raise CannotUndo if the others may not be asked by that seat at that position."""
        if self.refused.get(by, []).count(head) >= REFUSALS:
            raise CannotUndo("refused")
        for seat, player in enumerate(players):
            if player.unasked and seat != by:
                raise CannotUndo("unasked", seat=seat)

    def open(self, request: UndoRequested) -> None:
        """Note a request; the seat that asks agrees."""
        self.request = UndoRequest(request.by, request.to, (request.by,))
        self.statistics.asked += 1

    def note(self, answer: UndoAnswered, head: int) -> None:
        """Note an answer at a position; one no ends the request."""
        if self.request is not None and answer.yes:
            self.request = replace(self.request, agreed=(*self.request.agreed, answer.by))
        elif self.request is not None:
            self.refused.setdefault(self.request.by, []).append(head)
            self.statistics.refused += 1
            self.request = None

    def close(self, to: int, by: Seat | None) -> None:
        """Note that a seat moved the head: the open request is granted by that, or overtaken."""
        if self.request is not None and (to, by) == self.request.way:
            self.refused.pop(self.request.by, None)
            self.statistics.granted += 1
        self.request = None


class UndoTarget(Protocol):
    """Members that the lines of undo need of a history."""

    header: Header
    players: tuple[Player, ...]
    head: int
    consent: Consent

    @property
    def is_closed(self) -> bool: ...
    def undo_target(self, by: Seat | None = None) -> int | None: ...
    def undo_is(self, by: Seat | None = None) -> UndoVerdict: ...
    def ahead(self, by: Seat | None = None) -> Iterable[int]: ...
    def go(self, number: int, by: Seat | None) -> None: ...


class HeadMoved(LogLineBase[UndoTarget], frozen=True, tag="back"):
    """The table went to the position after a record: undo, redo, a jump."""

    to: int
    by: Seat | None

    effect = "branch"
    entry = "went"

    def misplacement(self, records: int, seats: int) -> Failure | None:
        is_right = 0 <= self.to < records and (self.by is None or 0 <= self.by < seats)
        return None if is_right else super().misplacement(records, seats)  # slower, and says why

    def check(self, history: UndoTarget, /) -> Failure | None:
        by, policy, consent = self.by, history.header.undo, history.consent
        if history.is_closed:
            return Failure("played_on", seat=by)
        is_own = by is not None and self.to == history.undo_target(by)
        is_own = is_own and history.undo_is(by) == "free"
        if policy == "free" or is_own or self.to in history.ahead(by):
            return None
        if policy == "horizon":
            return Failure("past_horizon", record=self.to, seat=by)
        is_asked = consent.request is not None and consent.request.way == (self.to, by)
        silent = consent.unanswered(history.players)
        if is_asked and not silent:
            return None
        return Failure("no_consent", record=self.to, seat=by, silent=silent if is_asked else None)

    def apply(self, history: UndoTarget, /) -> None:
        history.go(self.to, self.by)


class UndoRequested(LogLineBase[UndoTarget], frozen=True, tag="ask"):
    """A seat asks the others to go back to the position after a record."""

    to: int
    by: Seat

    effect = "request"
    entry = "asked"

    def check(self, history: UndoTarget, /) -> Failure | None:
        if history.header.undo != "ask":
            return Failure("other_policy", seat=self.by, undo=history.header.undo)
        if self.to != history.undo_target(self.by):
            return Failure("asks_for_more", seat=self.by, record=self.to)
        return None

    def apply(self, history: UndoTarget, /) -> None:
        history.consent.open(self)


class UndoAnswered(LogLineBase[UndoTarget], frozen=True, tag="answer"):
    """A seat's answer to the open request. A no of the requesting seat withdraws the request."""

    by: Seat
    yes: bool

    effect = "answer"

    def apply(self, history: UndoTarget, /) -> None:
        history.consent.note(self, history.head)

    def sentence(self, texts: Catalogue) -> str:
        return self.spell(texts, "agreed" if self.yes else "refused")
