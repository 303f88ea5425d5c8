"""A command of the host's own for each turn of those who want it: mail, a chat, a telephone."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import chain, islice
from typing import Any

import msgspec

from hako.content import Shelf
from hako.engine import ENGINE
from hako.engine.content.files import BadContent
from hako.engine.i18n.catalogue import load_catalogue
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.settings import Settings
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.notifications.queue import (
    NotificationDigest,
    NotificationQueue,
    TurnNotification,
    Wish,
)
from hako.multiplayer.rate_limit import RateLimits
from hako.multiplayer.services import Services
from hako.multiplayer.text import time_left, turn_facts

logger = logging.getLogger(__name__)

AT_ONCE = 4
"""So many commands run at the same time; what there is to tell meanwhile waits."""

SECONDS = 10.0
"""Longer than that none may take."""

AN_HOUR = 12
"""So often somebody is told of a turn in an hour."""

FAILURES = 3
"""So many in a row, and the command is not run for somebody until the house opens again."""

_LOOK_SECONDS = 1.0


class NotificationCommand:
    """Runs the command, with what there is to tell as JSON on its standard input."""

    def __init__(
        self, command: str, facts: Callable[[TurnNotification | NotificationDigest], dict[str, Any]]
    ) -> None:
        """Run this in a shell; nothing that players chose is on the command line."""
        self._command = command
        self._facts = facts
        self._running: set[asyncio.Task[None]] = set()
        self._failures: Counter[str] = Counter()
        self._allowances = RateLimits(AN_HOUR / 3600, AN_HOUR)

    @property
    def free(self) -> int:
        """How many more may run now."""
        return AT_ONCE - len(self._running)

    def wants(self, key: str, settings: Settings) -> Wish:
        """How somebody with these settings is to be told now; of each turn, that is counted."""
        if not settings.notify or self._failures[key] >= FAILURES:
            return False
        return "daily" if settings.notify == "daily" else self._allowances.may(key)

    def notify(self, call: TurnNotification | NotificationDigest) -> None:
        """Run it beside all else."""
        task = asyncio.get_running_loop().create_task(self._tell(call))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """End those that still run."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _tell(self, call: TurnNotification | NotificationDigest) -> None:
        key, facts = call.who.key, self._facts(call)
        reason = await self._run(msgspec.json.encode(facts) + b"\n")
        self._failures[key] = self._failures[key] + 1 if reason else 0
        if reason:
            logger.warning("notify_command for %s: %s", call.who.name, reason)
        if self._failures[key] == FAILURES:
            logger.warning(
                "notify_command: not for %s any more until the next start", call.who.name
            )

    async def _run(self, facts: bytes) -> str:
        """Why it failed, "" if it did not. What it complains of goes where the server's log goes."""
        try:
            process = await self._start()
        except OSError as error:
            return str(error)
        try:
            async with asyncio.timeout(SECONDS):
                await process.communicate(facts)
        except TimeoutError:
            return f"it took longer than {SECONDS:g} s"
        finally:
            await _end(process)
        return f"exit status {process.returncode}" if process.returncode else ""

    async def _start(self) -> Process:
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_shell(
                self._command, stdin=PIPE, stdout=DEVNULL, start_new_session=True
            )
        )
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # asyncio would end the shell alone, and not what that started already
            await _end(await starting)
            raise


async def _end(process: Process) -> None:
    """End it with all that it started, if it has not ended."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        elif process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
    await process.wait()


@asynccontextmanager
async def notified_by(
    command: str, lobby: Lobby, folder: Services, shelf: Shelf
) -> AsyncIterator[None]:
    """Within, the command is run for each turn of those who want it. Raises StoreFailed."""

    def settings(key: str) -> Settings:
        try:
            return folder.settings_of(key).read()
        except BadContent:
            return Settings()

    def sentence(call: TurnNotification) -> str:
        language = settings(call.who.key).language
        told = "en" if language == "auto" else language
        game = shelf.box(call.table.game).name[told]
        texts, code = load_catalogue(told, ENGINE, MULTIPLAYER), call.table.code
        seat = call.table.seat_of(call.who)
        if not call.is_turn:
            said = texts.text("window.about", game=game, code=code)
        elif seat is not None and (time := time_left(texts, call.table, seat, lobby.time)):
            said = texts.text("window.your_time_at", game=game, code=code, time=time)
        else:
            said = texts.text("window.your_turn_at", game=game, code=code)
        why = texts.text(f"ahead.{call.lost}") if call.lost else ""
        return texts.text("ahead.lost_at", told=said, why=why) if why else said

    def facts_of(call: TurnNotification) -> dict[str, Any]:
        return turn_facts(call.table, call.who, call.since, lobby.time)

    def facts(told: TurnNotification | NotificationDigest) -> dict[str, Any]:
        if isinstance(told, NotificationDigest):
            tables = [*map(facts_of, told.calls)]
            event, text, about = "day", "\n".join(map(sentence, told.calls)), {"tables": tables}
        else:
            event = "late" if told.is_late else "turn" if told.is_turn else "answer"
            text = sentence(told)
            about = facts_of(told)
        return {"event": event, "player": told.who.name, "text": text, **about}

    runner = NotificationCommand(command, facts)
    calls = NotificationQueue(lobby, folder.store, lambda key: runner.wants(key, settings(key)))
    lobby.tells_outside = True
    looking = asyncio.get_running_loop().create_task(_look(calls, runner))
    try:
        yield
    finally:
        looking.cancel()
        calls.close()
        await runner.close()


async def _look(calls: NotificationQueue, runner: NotificationCommand) -> None:
    while True:
        try:
            due: Iterator[TurnNotification | NotificationDigest] = chain(
                calls.due(), calls.digests()
            )
            for call in islice(due, runner.free):
                runner.notify(call)
        except OSError as error:  # of a disk that may answer later
            logger.warning("notify_command: %s", error)
        except Exception:
            logger.exception("notify_command")  # the next look is another chance
        await asyncio.sleep(_LOOK_SECONDS)
