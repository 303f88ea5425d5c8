"""The lists of a house: read in one pass however long they are, and compacted when it opens."""

from __future__ import annotations

import ast
import gc
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

import hako
from hako.engine.storage import file_save as store
from hako.engine.storage.file_save import FileDocument
from hako.engine.storage.folder import FolderStore
from hako.engine.storage.json_lines_list import JsonLinesList, compact
from hako.multiplayer.accounts import invitations, names
from hako.multiplayer.accounts.invitations import Invitation, Invitations
from hako.multiplayer.accounts.names import NameClaim, NameRegistry
from hako.multiplayer.accounts.sanctions import Sanctions
from hako.multiplayer.accounts.users import User
from hako.multiplayer.compaction import KEPT_WHOLE, compact_lists, compactable
from hako.multiplayer.daily import daily_games
from hako.multiplayer.moderation import audit_log
from hako.multiplayer.moderation.audit_log import AuditEntry, AuditLog, apply_entry, kept_entries
from hako.multiplayer.moderation.commands import Kick, Mute
from hako.multiplayer.notifications import queue
from hako.multiplayer.ratings import commitment_log, results
from hako.multiplayer.ratings.commitment_log import CommitmentEntry, CommitmentLog
from hako.multiplayer.ratings.results import Entrant, Result, Results
from hako.multiplayer.tables import paused_time, premoves
from hako.multiplayer.tables.paused_time import Outage, PausedTime, Vacation
from hako.multiplayer.tables.premoves import Premove, PremoveStore
from hako.multiplayer.tournaments import organizer
from hako.multiplayer.tournaments.log_lines import (
    PlayerEntered,
    PlayerWithdrew,
    RoundPaired,
    TableScheduled,
    TableScored,
    TournamentAnnounced,
    TournamentStarted,
)
from hako.multiplayer.tournaments.organizer import TournamentList
from hako.server.ssh.host_keys import HOST_KEYS

LINES = 100_000
SECONDS = 10.0
"""Seconds of a processor. Each list takes some 0.1 to 0.4; to copy it for each line took minutes."""

NOW = time.time()
TODAY = datetime.now(UTC)
DAY = 24 * 3600
CUP = TournamentAnnounced(
    cup="It",
    at=1,
    kind="swiss",
    game="flip_city",
    least=2,
    most=4,
    commitment="",
    secret="0" * 64,
)
PAIR = (Entrant("Ann", 1, 3, "ann"), Entrant("Ben", 2, 1, "ben"))
TABLES = LINES // 4

Reader = Callable[[FileDocument], object]


def entered_and_left() -> Iterator[Any]:
    yield CUP
    for seat in range(LINES // 2):
        yield PlayerEntered("It", f"n{seat}", f"k{seat}")
        yield PlayerWithdrew("It", seat)


def played() -> Iterator[Any]:
    yield CUP
    yield from (PlayerEntered("It", f"n{seat}", f"k{seat}") for seat in range(2 * TABLES))
    yield TournamentStarted("It", 2, 8)
    yield RoundPaired("It", 1, tuple((2 * at, 2 * at + 1) for at in range(TABLES)))
    yield from (TableScheduled("It", 1, at, f"C{at}") for at in range(1, TABLES + 1))
    yield from (TableScored("It", 1, at, (1, 2)) for at in range(1, TABLES + 1))


def read_time(document: FileDocument) -> None:
    time = PausedTime(FolderStore(document.path.parent))
    for _ in range(100):
        time.lost("ann", NOW - DAY, NOW)


def read_names(document: FileDocument) -> None:
    NameRegistry(document, 10).is_free("ann")


LISTS: dict[str, tuple[str, Reader, Callable[[], Iterator[Any]]]] = {
    "somebody's days away": (
        paused_time.VACATIONS,
        read_time,
        lambda: (Vacation("ann", NOW - LINES + at, NOW + at % 2) for at in range(LINES)),
    ),
    "many people's days away": (
        paused_time.VACATIONS,
        read_time,
        lambda: (Vacation(f"k{at % 997}", NOW - LINES + at, NOW + at) for at in range(LINES)),
    ),
    "outages": (
        paused_time.OUTAGES,
        read_time,
        lambda: (Outage(NOW - 9 * at, NOW - 9 * at + 5) for at in range(LINES, 0, -1)),
    ),
    "names": (
        names.FILE,
        read_names,
        lambda: (NameClaim(f"n{at}", f"k{at}", "2026-01-01T00:00:00Z") for at in range(LINES)),
    ),
    "one name": (
        names.FILE,
        read_names,
        lambda: (NameClaim("ann", "k", "2026-01-01T00:00:00Z") for _ in range(LINES)),
    ),
    "orders": (
        audit_log.FILE,
        AuditLog,
        lambda: (
            AuditEntry(TODAY, User("host", "h"), Mute("BCDFG", f"k{at}", DAY))
            for at in range(LINES)
        ),
    ),
    "a tournament that people enter and leave": (organizer.FILE, TournamentList, entered_and_left),
    "a tournament that is played": (organizer.FILE, TournamentList, played),
    "results that are corrected": (
        results.FILE,
        Results,
        lambda: (Result(at // 2, f"{at // 2}", "flip_city", PAIR) for at in range(LINES)),
    ),
    "deals": (
        commitment_log.FILE,
        CommitmentLog,
        lambda: (CommitmentEntry(at, f"{at}") for at in range(LINES)),
    ),
    "answers in advance": (
        premoves.FILE,
        PremoveStore,
        lambda: (Premove("t", 0, "k", f"q{at}", "a", at, "b") for at in range(LINES)),
    ),
    "links": (
        invitations.FILE,
        Invitations,
        lambda: (Invitation(f"l{at}", f"k{at}", "ann", TODAY) for at in range(LINES)),
    ),
}


def write(folder: Path, file: str, lines: Iterator[Any]) -> None:
    (folder / file).write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))


@contextmanager
def without_collector() -> Iterator[None]:
    """As in a server that opens."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("which", LISTS)
def test_100_000_lines_are_read_in_one_pass(which: str, tmp_path: Path) -> None:
    file, read, lines = LISTS[which]
    write(tmp_path, file, lines())
    with without_collector():
        begun = time.process_time()
        read(FileDocument(tmp_path / file))
        assert time.process_time() - begun < SECONDS


def test_every_list_of_the_server_is_compacted_or_kept_whole_on_purpose(tmp_path: Path) -> None:
    """A list that is not named could grow without end: each is a JsonLinesList somewhere in hako."""
    kept = {*compactable(FolderStore(tmp_path)), *KEPT_WHOLE}
    made = set()
    for path in Path(hako.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "JsonLinesList":
                made.add((path.stem, ast.unparse(node.args[1])))
    assert made == {
        ("host_keys", "ServerStart"),  # of the machines that administer the server
        ("premoves", "Premove"),
        ("table_reports", "kind"),  # CommitmentLog and Results
        ("queue", "Delivered"),
        ("queue", "DigestDelivered"),
        ("organizer", "TournamentLine"),
        ("daily_games", "DailyGame"),
        ("paused_time", "Outage"),
        ("paused_time", "Vacation"),
        ("invitations", "Invitation"),
        ("audit_log", "AuditEntry"),
        ("names", "NameClaim"),
    }
    lists = (premoves, commitment_log, results, queue, organizer, daily_games, invitations)
    files = {module.FILE for module in (*lists, audit_log, names)}
    assert kept == files | {queue.DAILY, paused_time.OUTAGES, paused_time.VACATIONS}
    assert HOST_KEYS not in kept


def test_compacted_lists_come_to_the_same(tmp_path: Path) -> None:
    """Days away, names, orders and links are as they were before, in far fewer lines."""
    old = TODAY - timedelta(days=40)
    write(tmp_path, paused_time.VACATIONS, _absences())
    write(
        tmp_path,
        names.FILE,
        (NameClaim(f"n{at % 9}", "k", f"{at:04}", "9999" if at % 2 else "") for at in range(5000)),
    )
    write(
        tmp_path,
        audit_log.FILE,
        (
            AuditEntry(old, User("host", "h"), Kick("BCDFG", f"k{at}", DAY * (at % 50)))
            for at in range(5000)
        ),
    )
    write(
        tmp_path,
        invitations.FILE,
        (
            Invitation(f"l{at}", f"k{at % 7}", "ann", TODAY, used=TODAY if at % 2 else None)
            for at in range(5000)
        ),
    )
    before = _known(tmp_path)
    compact_lists(FolderStore(tmp_path))
    for file in (paused_time.VACATIONS, names.FILE, audit_log.FILE, invitations.FILE):
        assert len((tmp_path / file).read_bytes().splitlines()) < 2500, file
    assert _known(tmp_path) == before


def _absences() -> Iterator[Vacation]:
    """Each of ten people says 500 times that they are away for a day, and at once that they are not."""
    for at in range(5000):
        since = NOW - 3 * 365 * DAY + at * 18_000
        yield Vacation(f"k{at % 10}", since, since + (DAY if at % 20 < 10 else 0))


def _known(folder: Path) -> list[object]:
    time = PausedTime(FolderStore(folder), lambda: NOW)
    registry = NameRegistry(FileDocument(folder / names.FILE), 10_000)
    orders, links = (
        AuditLog(FileDocument(folder / audit_log.FILE)),
        Invitations(FileDocument(folder / invitations.FILE)),
    )
    return [
        [time.days_left(f"k{at}") for at in range(10)],
        [time.lost(f"k{at}", NOW - 365 * DAY, NOW) for at in range(10)],
        [registry.owner_of(f"n{at}") for at in range(9)],
        sorted(sanction.target for sanction in orders.sanctions),
        [links.is_admitted(f"k{at}") for at in range(7)],
    ]


@pytest.mark.parametrize("whence", ["", "192.0.2.1"])
def test_a_measure_that_was_made_shorter_does_not_come_back(whence: str) -> None:
    """Mute for a year, then for ten minutes; of the same person, or of whoever comes from there."""
    host = User("host", "h")
    first = AuditEntry(
        TODAY - timedelta(days=100), host, Mute("BCDFG", "k1", 365 * DAY), whence=whence
    )
    name = "k2" if whence else "k1"
    second = AuditEntry(TODAY - timedelta(days=99), host, Mute("BCDFG", name, 600), whence=whence)

    def muted(entries: Iterable[AuditEntry]) -> set[str]:
        sanctions = Sanctions(TODAY.timestamp)
        for entry in entries:
            apply_entry(sanctions, entry)
        return {
            user
            for user in ("k1", "k2", "192.0.2.1")
            if sanctions.against("mute", user, "BCDFG") is not None
        }

    entries = [first, second]
    assert muted(kept_entries(entries, TODAY)) == muted(entries)
    assert [*kept_entries(entries, TODAY + timedelta(days=400))] == []


def test_nothing_is_compacted_while_another_process_is_there(tmp_path: Path) -> None:
    write(tmp_path, paused_time.VACATIONS, _absences())
    home, before = FolderStore(tmp_path), (tmp_path / paused_time.VACATIONS).read_bytes()
    other = home.within("tables").presence()
    compact_lists(home)
    assert (tmp_path / paused_time.VACATIONS).read_bytes() == before
    other.close()
    compact_lists(home)
    assert len((tmp_path / paused_time.VACATIONS).read_bytes()) < len(before) / 2


def test_a_line_that_cannot_be_read_and_one_that_comes_meanwhile_stay(tmp_path: Path) -> None:
    sheet = FileDocument(tmp_path / "list")
    lines = b'{"of":"a newer hako"}\n' + b"".join(
        msgspec.json.encode(Vacation("ann", at, at + 1)) + b"\n" for at in range(5000)
    )
    sheet.write(lines)

    def late(entries: list[Vacation]) -> list[Vacation]:
        sheet.add(b'{"key":"ben","since":1,"until":2}\n')
        return entries[:1]

    assert compact(sheet, Vacation, late) == 0
    assert sheet.read() == lines + b'{"key":"ben","since":1,"until":2}\n'
    assert compact(sheet, Vacation, lambda entries: entries[:1]) == 5000
    assert b"newer" in (sheet.read() or b"")


def test_a_last_line_that_lacks_its_newline_is_kept_where_it_is_whole(tmp_path: Path) -> None:
    """As when a process was killed while it wrote: read, it counts, so compacted it counts, too."""
    sheet = FileDocument(tmp_path / "list")
    lines = b"".join(msgspec.json.encode(Vacation("ann", at, at + 1)) + b"\n" for at in range(5000))
    last = Vacation("ben", 1, 2)
    sheet.write(lines + msgspec.json.encode(last))
    read: JsonLinesList[Vacation] = JsonLinesList(sheet, Vacation)
    assert read.read_new()[-1] == last
    assert compact(sheet, Vacation, lambda entries: entries[-1:]) == 5000
    read = JsonLinesList(sheet, Vacation)
    assert read.read_new() == [last]
    sheet.write(lines + msgspec.json.encode(last)[:-3])
    assert compact(sheet, Vacation, lambda entries: entries[-1:]) == 4999
    assert JsonLinesList[Vacation](sheet, Vacation).read_new() == [Vacation("ann", 4999, 5000)]


def test_who_waited_for_the_lock_does_not_write_into_a_list_that_was_replaced(
    tmp_path: Path,
) -> None:
    sheet = FileDocument(tmp_path / "list")
    entries: JsonLinesList[Vacation] = JsonLinesList(sheet, Vacation)
    with pytest.MonkeyPatch.context() as patch:
        locked = store._locked

        @contextmanager
        def replaced(path: Path, descriptor: int) -> Iterator[None]:
            with locked(path, descriptor):
                sheet.write(b"")
                yield

        patch.setattr(store, "_locked", replaced)
        assert not entries.add(Vacation("ann", 1, 2))
    assert entries.add(Vacation("ann", 1, 2))
    assert sheet.read() == msgspec.json.encode(Vacation("ann", 1, 2)) + b"\n"
