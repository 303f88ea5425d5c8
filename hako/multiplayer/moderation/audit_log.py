"""Audit log: every moderation command that was carried out, for administrators only.

Sanctions follow from it, so a ban survives a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.log.save import Document
from hako.engine.storage.json_lines_list import JsonLinesList
from hako.multiplayer.accounts.sanctions import Sanction, SanctionKind, Sanctions
from hako.multiplayer.accounts.users import User
from hako.multiplayer.moderation.commands import Ban, Close, Kick, Lift, ModerationCommand, Mute

FILE = "house.jsonl"
"""Name of the stored list."""


_KINDS: dict[type[Ban | Kick | Mute], SanctionKind] = {Ban: "ban", Kick: "remove", Mute: "mute"}


_KEPT, _KEPT_AT_TABLES = timedelta(days=365), timedelta(days=30)


class AuditEntry(Struct, frozen=True):
    """Entry of the audit log."""

    at: datetime
    """Time, in UTC."""
    by: User
    """User who gave the command."""
    order: ModerationCommand
    """Command, with keys in place of names."""
    name: str = ""
    """Name of the target."""
    whence: str = ""
    """Origin of the target, if changing keys costs them nothing."""


class AuditLog:
    """Audit log of a server, safe for several processes."""

    def __init__(
        self, document: Document, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Read the log. Raises StorageError."""
        self._clock = clock
        self.sanctions = Sanctions(lambda: clock().timestamp())
        """Sanctions that follow from the entries."""
        self.entries: list[AuditEntry] = []
        self._list: JsonLinesList[AuditEntry] = JsonLinesList(document, AuditEntry)
        self._learn(self._list.read_new())
        self._followed = len(self.entries)

    def next(self) -> AuditEntry | None:
        """Next entry of any process since the log was opened, or None.

        Raises StorageError.
        """
        self._learn(self._list.read_new())
        if self._followed == len(self.entries):
            return None
        self._followed += 1
        return self.entries[self._followed - 1]

    def write(self, command: ModerationCommand, by: User, name: str = "", origin: str = "") -> None:
        """Append a command, which holds from now on. Raises StorageError."""
        entry = AuditEntry(self._clock(), replace(by, network=""), command, name, origin)
        while not self._list.add(entry):
            self._learn(self._list.read_new())
        self._learn([entry])

    def _learn(self, entries: Iterable[AuditEntry]) -> None:
        for entry in entries:
            self.entries.append(entry)
            apply_entry(self.sanctions, entry)


def apply_entry(sanctions: Sanctions, entry: AuditEntry) -> None:
    """Add the sanction that an entry imposes, or remove those that it lifts."""
    command = entry.order
    match command:
        case Ban() | Kick() | Mute():
            table = "" if isinstance(command, Ban) else command.table
            until = entry.at.timestamp() + command.seconds
            kind = _KINDS[type(command)]
            sanctions.add(
                Sanction(
                    kind, command.target, until, table, command.because, entry.name, entry.whence
                )
            )
        case Lift():
            sanctions.lift(command.target)
        case _:
            pass  # no sanction


def kept_entries(entries: Iterable[AuditEntry], now: datetime) -> Iterator[AuditEntry]:
    """Entries that still hold, and those of the last year, or of the last month for single tables.

    An entry that replaced another is kept for as long as the other one would hold without it.
    """
    ends: dict[tuple[type[ModerationCommand], str, str], datetime] = {}
    for entry in entries:
        command = entry.order
        kept = _KEPT_AT_TABLES if isinstance(command, Close | Kick | Mute) else _KEPT
        end = entry.at + kept
        if isinstance(command, Ban | Kick | Mute):
            table = "" if isinstance(command, Ban) else command.table
            places = [
                (type(command), target, table)
                for target in (command.target, entry.whence)
                if target
            ]
            end = max(end, entry.at + timedelta(seconds=command.seconds))
            end = max([end, *(ends[place] for place in places if place in ends)])
            ends |= dict.fromkeys(places, end)
        if end > now:
            yield entry
