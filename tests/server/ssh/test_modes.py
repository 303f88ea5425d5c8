"""The files of a server are for the owner of its process, whatever the umask."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from hako.engine.log.header import OPEN
from hako.multiplayer.accounts import invitations, names
from hako.multiplayer.accounts.settings import Settings
from hako.multiplayer.daily import daily_games as days
from hako.multiplayer.moderation import audit_log as journal
from hako.multiplayer.moderation.commands import Lift
from hako.multiplayer.notifications import queue as calls
from hako.multiplayer.notifications.queue import NotificationQueue
from hako.multiplayer.ratings import commitment_log as ledger
from hako.multiplayer.ratings import results
from hako.multiplayer.services import Services
from hako.multiplayer.tables import paused_time as house_time
from hako.multiplayer.tables import premoves as ahead
from hako.multiplayer.tables.paused_time import PausedTime
from hako.multiplayer.tables.table_setup import shared_header
from hako.multiplayer.tournaments import organizer as cups
from hako.server.ssh.host_keys import host_key, pass_key
from tests.toys import TOYS
from tests.tui.lobbies import ANN
from tests.tui.tables import ThinkingHere
from tests.willing import all_ready

FOR_ALL = {ledger.FILE}
"""Host key by which clients verify the server."""


@pytest.fixture
def _open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {
        str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode)
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.usefixtures("_open_umask")
async def test_no_other_account_reads_or_writes_what_a_server_keeps(tmp_path: Path) -> None:
    """All lists, logs, reviews, chats, settings and keys of a house are made, and looked at."""
    at_home = Services(tmp_path)
    lobby = at_home.lobby(TOYS, ThinkingHere(), keeps_all=True)
    assert isinstance(lobby.time, PausedTime)
    lobby.time.open()
    lobby.time.poll(is_timed=True)
    lobby.time.start_vacation(ANN.key, 3)
    header = shared_header(TOYS.load("tic_tac_toe"), (OPEN,) * 2, committed=True, undo="ask")
    room = lobby.new_tables.create(header, ANN, (None, "random"))
    all_ready(room)
    room.send_chat(ANN, "hello")
    save = room.table.save
    assert save is not None
    review = save.beside(".review.json")
    assert review is not None
    review.write(b"{}")
    at_home.names().claim("Ann", "key")
    at_home.audit_log().write(Lift("key"), replace(ANN, network="192.0.2.1"))
    at_home.invitations().make("key", "Ann")
    at_home.tournaments(lobby, TOYS)
    at_home.daily_games(lobby, TOYS)
    NotificationQueue(lobby, at_home.store, lambda _: False)
    at_home.settings_of(ANN.key).write(Settings())
    at_home.reconnects().put(ANN.key, "BCDFG", "")
    host_key(tmp_path / "host_key")
    pass_key(tmp_path / "pass_key")
    await lobby.close()

    mode_of = modes(tmp_path)
    lists = {house_time.VACATIONS, house_time.OUTAGES, house_time.ALIVE, ahead.FILE, calls.FILE}
    lists |= {calls.DAILY, cups.FILE, days.FILE, results.FILE, ledger.FILE, names.FILE}
    lists |= {journal.FILE, invitations.FILE, "host_key", "pass_key"}
    assert lists <= {*mode_of}
    assert {name for name, mode in mode_of.items() if mode & stat.S_IRWXO} == FOR_ALL
    assert not mode_of[ledger.FILE] & stat.S_IWOTH
    assert b"192.0.2.1" not in (tmp_path / journal.FILE).read_bytes()


@pytest.mark.usefixtures("_open_umask")
async def test_what_an_older_hako_left_open_is_closed_to_others(tmp_path: Path) -> None:
    for name in (house_time.VACATIONS, house_time.OUTAGES):
        (tmp_path / name).touch(0o666)
    lobby = Services(tmp_path).lobby(TOYS, ThinkingHere(), keeps_all=True)
    await lobby.close()
    assert modes(tmp_path)[house_time.VACATIONS] == modes(tmp_path)[house_time.OUTAGES] == 0o600
