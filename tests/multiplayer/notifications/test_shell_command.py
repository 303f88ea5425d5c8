"""`notify_command` of `hako serve`: what the host's command is given, and what it can do to the house."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from hako.multiplayer.accounts.settings import Settings
from hako.multiplayer.accounts.users import User
from hako.multiplayer.notifications import shell_command as on_turn
from hako.multiplayer.notifications.queue import TurnNotification
from hako.multiplayer.notifications.shell_command import FAILURES, NotificationCommand, notified_by
from hako.multiplayer.services import Services
from hako.multiplayer.tables.premoves import Premove
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.time_source import SystemTime
from tests.toys import TOYS
from tests.tui.lobbies import ANN, BEN, local_lobby
from tests.waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")


class Hasty(SystemTime):
    """After two looks a minute has passed."""

    def __init__(self) -> None:
        self._times = iter(range(1_800_000_000, 1_900_000_000, 61))

    def now(self) -> float:
        return next(self._times)


@asynccontextmanager
async def away_in_their_turn(folder: Path, command: str, settings: Settings) -> AsyncIterator[Room]:
    """Ann asked to be told, and has long been away from a table that waits for her."""
    async with local_lobby(folder) as at:
        at_home = Services(folder)
        at_home.settings_of(ANN.key).write(settings)
        at.lobby.rooms.time = Hasty()
        room = at.table(ANN, None, None)
        room.seating.sit(BEN)
        async with notified_by(command, at.lobby, at_home, TOYS):
            yield room


@pytest.mark.parametrize("is_daily", [False, True])
async def test_the_command_gets_json_with_nothing_that_lies_on_the_table(
    tmp_path: Path, *, is_daily: bool
) -> None:
    """In the player's language; a name is never on a command line, where a shell would read it.

    Once a day the same is told of each table that waits.
    """
    path = tmp_path / "told"
    command = f"cat > '{path}.new' && mv '{path}.new' '{path}'"
    settings = Settings(notify="daily" if is_daily else True, language="ja")
    async with away_in_their_turn(tmp_path, command, settings) as room:
        await until(path.exists)

        facts = msgspec.json.decode(path.read_bytes())

        about = facts.pop("tables")[0] if is_daily else facts
        assert about.pop("since").startswith("20")
        assert facts | about == {
            "event": "day" if is_daily else "turn",
            "player": "Ann",
            "text": f"あなたの番です：三目並べ（卓 {room.code}）",
            "table": room.code,
            "game": "tic_tac_toe",
            "players": ["Ann", "Ben"],
        }


async def test_an_answer_in_advance_that_was_lost_is_told_with_the_turn(tmp_path: Path) -> None:
    path = tmp_path / "told"
    command = f"cat > '{path}.new' && mv '{path}.new' '{path}'"
    async with away_in_their_turn(tmp_path, command, WANTING) as room:
        lost = Premove(room.name, 0, ANN.key, "{}", "{}", 0, "", "surprise")
        assert room.premoves._store.write(lost)
        await until(path.exists)

        assert msgspec.json.decode(path.read_bytes())["text"] == (
            f"Your turn: Tic-tac-toe, table {room.code}. "
            "Your premove was cancelled. Something it depends on has changed."
        )


WANTING = Settings(notify=True)


@pytest.mark.parametrize("command", ["exit 3", "cat > /dev/null; sleep 600 & wait"])
async def test_a_command_that_fails_or_hangs_is_told_to_the_host_and_then_left_alone(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(on_turn, "SECONDS", 0.2)
    async with local_lobby(tmp_path) as at:
        room = at.table(ANN, None, None)
        item = NotificationCommand(command, lambda _: {})
        for _ in range(FAILURES):
            assert item.wants(ANN.key, WANTING)
            item.notify(TurnNotification(room.summary, ANN, 0))
            await until(lambda: item.free == on_turn.AT_ONCE)

        assert not item.wants(ANN.key, WANTING)
        assert item.wants(BEN.key, WANTING), "what is wrong may be Ann's address"
        assert caplog.text.count("notify_command for Ann") == FAILURES
        assert not room.chat


async def test_only_so_many_run_at_once_and_nothing_they_started_outlives_the_server(
    tmp_path: Path,
) -> None:
    """Four, for ten seconds each. All of them hold a pipe open: it ends when the last one is gone."""
    assert (on_turn.AT_ONCE, on_turn.SECONDS, FAILURES) == (4, 10, 3)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    text = bytearray()

    def is_silent() -> bool:
        with suppress(BlockingIOError):
            text.extend(data := os.read(reader, 99))
            return not data
        return False

    async with local_lobby(tmp_path) as at:
        room = at.table(ANN, None, None)
        command = NotificationCommand(f"exec 9> '{pipe}'; echo >&9; sleep 600 & wait", lambda _: {})
        for _ in range(on_turn.AT_ONCE):
            command.notify(TurnNotification(room.summary, ANN, 0))
        assert command.free == 0
        await until(lambda: not is_silent() and len(text) == on_turn.AT_ONCE)

        await command.close()

        await until(is_silent)
        assert command.free == on_turn.AT_ONCE
    os.close(reader)


async def test_nobody_is_told_more_than_so_often_an_hour_nor_who_did_not_ask() -> None:
    command = NotificationCommand("true", lambda _: {})

    wanted = [command.wants(ANN.key, WANTING) for _ in range(on_turn.AN_HOUR + 1)]

    assert wanted == [True] * on_turn.AN_HOUR + [False]
    assert not command.wants(BEN.key, Settings())


async def test_it_can_be_switched_on_only_where_it_does_something(tmp_path: Path) -> None:
    """Not where the host has no command, nor by a guest, of whom nothing is kept."""
    async with local_lobby(tmp_path) as at:
        before = (await at.come(ANN)).app.is_told_outside
        async with notified_by("true", at.lobby, Services(tmp_path), TOYS):
            guest = await at.come(User("Gil", "guest:Gil"))
            ann = await at.come(ANN)
            await ann.sees("Outside notices", after="s")

    assert (before, guest.app.is_told_outside) == (False, False)
