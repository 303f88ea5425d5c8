"""A witness: knows what is promised about a shared table, and nothing of how it is kept.

It reads the log as it grows, and is told what somebody just did that each line came of. It
shares no code with table, policy and room: a promise that they break together breaks here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct, field

from hako.engine.log.header import Header, Player
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import Record
from hako.engine.log.rules_upgrade import RulesUpgraded
from hako.engine.log.undo import HeadMoved, UndoAnswered, UndoRequested
from hako.engine.rules.model import Seat
from hako.engine.rules.play import events
from hako.multiplayer.tables.deal import ReadyChanged, SecretCommitted, SeedDisclosed, SeedMixed
from hako.multiplayer.tables.seat_changes import OwnerChanged, SeatChanged
from hako.multiplayer.tables.table_setup import OptionsChanged
from tests.toys.sealed_bids import AsideOpened, CoinLaidAside

MOST_REFUSALS = 3
"""At one position; then one may not ask there any more."""


class Deed(Struct, frozen=True):
    """Last action of a user."""

    kind: str
    key: str
    present: frozenset[str]
    """Whose keys were at the table."""


class Ply(Struct, frozen=True):
    """A record: whose, and after which other one."""

    seat: Seat | None
    parent: int
    is_final: bool
    """True if something was drawn or came to light."""
    ends: bool


class Witness(Struct):
    """State that follows from the lines so far; `read` raises AssertionError at a broken promise."""

    header: Header
    players: list[Player]
    owner: str
    ready: set[Seat] = field(default_factory=set)
    is_fixed: bool = False
    """True if there is a secret for those who sit there."""
    plies: list[Ply] = field(default_factory=list)
    head: int = -1
    left: dict[int, tuple[int, Seat | None]] = field(default_factory=dict)
    """Position that a player went back to: how it had gone on, and who went back."""
    request: tuple[int, Seat] | None = None
    agreed: set[Seat] = field(default_factory=set)
    refused: list[tuple[Seat, int]] = field(default_factory=list)
    """Players whose request was refused, and at which ply."""
    seen: dict[str, set[Seat]] = field(default_factory=dict)
    """The hands that each key has seen."""
    handed_over: Counter[tuple[Seat, Player]] = field(default_factory=Counter)
    """Seats that became somebody else's, or a bot's, after the deal."""
    removed: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, header: Header) -> Witness:
        """A witness who has read the first line."""
        return cls(header, [*header.seats], header.owner)

    @property
    def is_dealt(self) -> bool:
        return bool(self.plies)

    @property
    def has_open_seats(self) -> bool:
        return any(player.is_open for player in self.players)

    @property
    def asked(self) -> set[Seat]:
        """Seats that have to agree: all but the one who asks, and bots in their own right."""
        assert self.request is not None
        seats = {seat for seat, player in enumerate(self.players) if player.key or not player.bot}
        return seats - {self.request[1]}

    def read(self, line: LogLine, deed: Deed) -> None:
        """Take in the next line, which came of a deed."""
        match line:
            case Record():
                self._play(line, deed)
            case HeadMoved():
                self._go(line, deed)
            case UndoRequested():
                self._ask(line, deed)
            case UndoAnswered():
                self._answer(line, deed)
            case SeatChanged():
                self._sit(line, deed)
            case ReadyChanged():
                self._declare(line, deed)
            case OptionsChanged():
                assert not self.is_dealt, "options changed after the deal"
                assert deed.key == self.owner, "options of another's table"
                self._fall()
            case OwnerChanged():
                assert self.owner not in deed.present, "the table of somebody who is here"
                self.owner = self.players[line.by].key or ""
                self.ready.clear()
            case SecretCommitted() | SeedMixed() | SeedDisclosed():
                self._shuffle(line)
            case RulesUpgraded():
                raise AssertionError("these rules are the newest")
            case _:
                raise AssertionError("another fate, or a clock, which this table has not")

    # ------------------------------------------------------------------ who sits where

    def _sit(self, line: SeatChanged, deed: Deed) -> None:
        seat, before, after = line.seat, self.players[line.seat], line.player
        if after.key != before.key:
            self._change_hands(seat, before, after, deed)
        elif after.bot != before.bot:
            is_own = deed.key == before.key
            assert is_own or deed.key == self.owner, "a bot in another's seat"
            is_absent = deed.kind == "remove" or before.key not in deed.present
            assert is_own or is_absent or not after.bot, "a bot in the seat of who is here"
            assert after.bot or before.key not in self.removed, "back in spite of being removed"
        elif after.unasked != before.unasked:
            assert deed.key == before.key, "another's wish"
        if (after.key, after.bot) != (before.key, before.bot):
            self._fall()
            if self.is_dealt:
                self.handed_over[seat, after] += 1
        self.players[seat] = after
        if self.is_dealt:
            self._look([seat])

    def _change_hands(self, seat: Seat, before: Player, after: Player, deed: Deed) -> None:
        self.request = None  # they asked or agreed to nothing
        if before.key:
            assert not after.key, "two keys in a seat"
            assert self.has_open_seats or not self.is_dealt, "a seat left in play"
            is_removed = deed.kind == "remove" and deed.key == self.owner
            assert is_removed or deed.key == before.key, "a seat left by another"
        if after.key:
            assert deed.key == after.key, "seated by another"
            assert after.key not in {player.key for player in self.players}, "a key in two seats"
            assert self.seen.get(after.key, set()) <= {seat}, "knows another seat's secrets"
            assert after.key not in self.removed, "sits down though removed"

    def _look(self, seats: Iterable[Seat]) -> None:
        for seat in seats:
            if key := self.players[seat].key:
                self.seen.setdefault(key, set()).add(seat)

    # ------------------------------------------------------------------ before the deal

    def _fall(self) -> None:
        self.ready.clear()
        self.is_fixed = False

    def _declare(self, line: ReadyChanged, deed: Deed) -> None:
        key = self.players[line.by].key
        is_away = deed.kind == "a minute" and not line.yes and key not in deed.present
        assert not self.is_dealt, "ready after the deal"
        assert key == deed.key or is_away, "ready for another"
        if line.yes:
            self.ready.add(line.by)
        elif key == self.owner:
            self.ready.clear()  # the others follow the owner, see tables/deal.py
        else:
            self.ready.discard(line.by)

    def _shuffle(self, line: SecretCommitted | SeedMixed | SeedDisclosed) -> None:
        match line:
            case SecretCommitted():
                assert not self.has_open_seats, "a secret before all had come"
                self._fall()
                self.is_fixed = True
            case SeedMixed():
                assert self.is_fixed, "a seed without a secret for those who sit there"
                self._all_are_ready()
            case SeedDisclosed():
                assert self.plies[self.head].ends, "the secret while the game is on"

    def _all_are_ready(self) -> None:
        assert not self.has_open_seats, "dealt before all had come"
        people = {seat for seat, player in enumerate(self.players) if player.bot is None}
        assert people <= self.ready, "dealt before all were ready"

    # ------------------------------------------------------------------ playing, taking back

    def _play(self, line: Record[Any, Any], deed: Deed) -> None:
        if line.seat is None:
            assert not self.is_dealt, "dealt twice"
            self._all_are_ready()
            self._look(range(len(self.players)))
        else:
            assert not self.has_open_seats, "played while a seat is open"
            assert (deed.kind, deed.key) == ("play", self.players[line.seat].key), "another's move"
        happened = [*events(line.then)]
        is_final = any(not isinstance(event, CoinLaidAside) for event in happened)
        ends = any(isinstance(event, AsideOpened) for event in happened)
        self.head, parent = len(self.plies), self.head
        self.plies.append(Ply(line.seat, parent, is_final, ends))
        self.request = None

    def _go(self, line: HeadMoved, deed: Deed) -> None:
        if self.request == (line.to, line.by) and self.asked <= self.agreed:
            self.refused = [pair for pair in self.refused if pair[0] != line.by]
        else:
            assert line.by is not None
            assert self.players[line.by].key == deed.key, "taken back for another"
            assert self._is_own_last(line) or line.to in self._ahead(line.by), "without consent"
        back = {line.to, *self._before(line.to)}
        for ply in [self.head, *self._before(self.head)]:
            if ply in back:
                break
            self.left[self.plies[ply].parent] = ply, line.by
        self.head, self.request = line.to, None

    def _is_own_last(self, line: HeadMoved) -> bool:
        """True if it takes back one's own move, after which there was none and nothing is known."""
        last = self.plies[self.head]
        return (last.seat, last.parent) == (line.by, line.to) and not last.is_final

    def _ahead(self, by: Seat) -> Iterator[int]:
        ply, user = self.left.get(self.head, (-1, None))
        while ply >= 0 and user == by:
            yield ply
            ply, user = self.left.get(ply, (-1, None))

    def _before(self, ply: int) -> Iterator[int]:
        while (ply := self.plies[ply].parent) >= 0:
            yield ply

    def _ask(self, line: UndoRequested, deed: Deed) -> None:
        assert (deed.kind, deed.key) == ("ask", self.players[line.by].key), "asked for another"
        assert self.request is None, "two requests at once"
        own = [ply for ply in (self.head, *self._before(self.head)) if self._is_of(ply, line.by)]
        assert line.to == self.plies[own[0]].parent, "asked for more than one's last move"
        assert self.refused.count((line.by, self.head)) < MOST_REFUSALS, "asked too often"
        others = (player for seat, player in enumerate(self.players) if seat != line.by)
        assert not any(player.unasked for player in others), "asked who does not want to be"
        self.request, self.agreed = (line.to, line.by), set()

    def _is_of(self, ply: int, seat: Seat) -> bool:
        return self.plies[ply].seat == seat

    def _answer(self, line: UndoAnswered, deed: Deed) -> None:
        assert deed.kind in {"agree", "refuse"}, "nobody answered"
        assert self.players[line.by].key == deed.key, "answered for another"
        if self.request is None:
            return
        if line.yes:
            self.agreed.add(line.by)
        else:
            self.refused.append((self.request[1], self.head))
            self.request = None
