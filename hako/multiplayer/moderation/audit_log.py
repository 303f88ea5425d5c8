"""The log of the house: every order that was carried out, for the host's eyes alone.

What holds against somebody follows from it, so a ban is there again after a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.log.save import Document
from hako.engine.storage.registry import Registry
from hako.multiplayer.accounts.sanctions import Sanction, SanctionKind, Sanctions
from hako.multiplayer.accounts.users import User
from hako.multiplayer.moderation.commands import Ban, Close, Kick, Lift, ModerationCommand, Mute

FILE = "house.jsonl"
"""Where it is kept, in the folder of the lobby."""


_KINDS: dict[type[Ban | Kick | Mute], SanctionKind] = {Ban: "ban", Kick: "remove", Mute: "mute"}


_KEPT, _KEPT_AT_TABLES = timedelta(days=365), timedelta(days=30)


class AuditEntry(Struct, frozen=True):
    """One line of it."""

    at: datetime
    """When, in UTC."""
    by: User
    """Who gave the order."""
    order: ModerationCommand
    """With keys in the place of names."""
    name: str = ""
    """What the one was called against whom it was given."""
    whence: str = ""
    """Whence they came, where another key costs them nothing."""


class AuditLog:
    """The log of one house, safe for several processes."""

    def __init__(
        self, sheet: Document, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Read it. Raises StoreFailed."""
        self._clock = clock
        self.sanctions = Sanctions(lambda: clock().timestamp())
        """What follows from it."""
        self.entries: list[AuditEntry] = []
        self._list: Registry[AuditEntry] = Registry(sheet, AuditEntry)
        self._learn(self._list.read_new())
        self._followed = len(self.entries)

    def next(self) -> AuditEntry | None:
        """The first order since it was opened that was not asked for yet, whoever wrote it.

        Raises StoreFailed.
        """
        self._learn(self._list.read_new())
        if self._followed == len(self.entries):
            return None
        self._followed += 1
        return self.entries[self._followed - 1]

    def write(self, order: ModerationCommand, by: User, name: str = "", whence: str = "") -> None:
        """Write down an order, which holds from now on. Raises StoreFailed."""
        entry = AuditEntry(self._clock(), replace(by, network=""), order, name, whence)
        while not self._list.add(entry):
            self._learn(self._list.read_new())
        self._learn([entry])

    def _learn(self, entries: Iterable[AuditEntry]) -> None:
        for entry in entries:
            self.entries.append(entry)
            heed(self.sanctions, entry)


def heed(sanctions: Sanctions, entry: AuditEntry) -> None:
    """Let hold what an order says, and no more what it lifts."""
    order = entry.order
    match order:
        case Ban() | Kick() | Mute():
            table = "" if isinstance(order, Ban) else order.table
            until = entry.at.timestamp() + order.seconds
            kind = _KINDS[type(order)]
            sanctions.add(
                Sanction(kind, order.who, until, table, order.because, entry.name, entry.whence)
            )
        case Lift():
            sanctions.lift(order.who)
        case _:
            pass  # it holds against nobody


def kept_orders(entries: Iterable[AuditEntry], now: datetime) -> Iterator[AuditEntry]:
    """Those that still hold, and all of the last year; orders at single tables of the last month.

    One that took the place of another is kept for as long as that one would hold without it.
    """
    ends: dict[tuple[type[ModerationCommand], str, str], datetime] = {}
    for entry in entries:
        order = entry.order
        kept = _KEPT_AT_TABLES if isinstance(order, Close | Kick | Mute) else _KEPT
        end = entry.at + kept
        if isinstance(order, Ban | Kick | Mute):
            table = "" if isinstance(order, Ban) else order.table
            places = [
                (type(order), target, table) for target in (order.who, entry.whence) if target
            ]
            end = max(end, entry.at + timedelta(seconds=order.seconds))
            end = max([end, *(ends[place] for place in places if place in ends)])
            ends |= dict.fromkeys(places, end)
        if end > now:
            yield entry
