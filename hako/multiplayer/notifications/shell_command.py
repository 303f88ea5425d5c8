"""Notification command: a shell command of the administrator that runs for each turn of those who want it."""

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
from hako.multiplayer.lobby_text import time_left, turn_facts
from hako.multiplayer.notifications.queue import (
    NotificationDigest,
    NotificationQueue,
    TurnNotification,
    Wish,
)
from hako.multiplayer.rate_limit import RateLimits
from hako.multiplayer.services import Services

logger = logging.getLogger(__name__)

AT_ONCE = 4
"""Number of commands that run at the same time; further notifications wait."""

SECONDS = 10.0
"""Time limit of a command."""

AN_HOUR = 12
"""Number of notifications of turns for one user in an hour."""

FAILURES = 3
"""Number of failures in a row after which the command is not run for a user until the next start."""

_POLL_SECONDS = 1.0


class NotificationCommand:
    """Runs the command, with the notification as JSON on its standard input."""

    def __init__(
        self, command: str, facts: Callable[[TurnNotification | NotificationDigest], dict[str, Any]]
    ) -> None:
        """Take a shell command; nothing that players chose is part of its command line."""
        self._command = command
        self._facts = facts
        self._running: set[asyncio.Task[None]] = set()
        self._failures: Counter[str] = Counter()
        self._limits = RateLimits(AN_HOUR / 3600, AN_HOUR)

    @property
    def free(self) -> int:
        """Number of commands that can be started now."""
        return AT_ONCE - len(self._running)

    def wants(self, key: str, settings: Settings) -> Wish:
        """Kind of notification that a user gets now; one of a single turn counts against the limit."""
        if not settings.notify or self._failures[key] >= FAILURES:
            return False
        return "daily" if settings.notify == "daily" else self._limits.may(key)

    def notify(self, notification: TurnNotification | NotificationDigest) -> None:
        """Start the command in a task of its own."""
        task = asyncio.get_running_loop().create_task(self._run_for(notification))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """Cancel the running commands."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _run_for(self, notification: TurnNotification | NotificationDigest) -> None:
        key, facts = notification.user.key, self._facts(notification)
        reason = await self._run(msgspec.json.encode(facts) + b"\n")
        self._failures[key] = self._failures[key] + 1 if reason else 0
        if reason:
            logger.warning("notify_command for %s: %s", notification.user.name, reason)
        if self._failures[key] == FAILURES:
            logger.warning(
                "notify_command: %s is notified again only after the next start",
                notification.user.name,
            )

    async def _run(self, facts: bytes) -> str:
        """Run the command; returns the reason of a failure, or "". Its error output goes to the server's."""
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
            # asyncio would kill the shell, but not its children
            await _end(await starting)
            raise


async def _end(process: Process) -> None:
    """Kill a process and its children, if it is still running."""
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
    """Context in which the command is run for each turn of those who want it. Raises StorageError."""

    def settings(key: str) -> Settings:
        try:
            return folder.settings_of(key).read()
        except BadContent:
            return Settings()

    def sentence(notification: TurnNotification) -> str:
        language = settings(notification.user.key).language
        chosen = "en" if language == "auto" else language
        game = shelf.box(notification.table.game).name[chosen]
        texts, code = load_catalogue(chosen, ENGINE, MULTIPLAYER), notification.table.code
        seat = notification.table.seat_of(notification.user)
        if not notification.is_turn:
            text = texts.text("window.about", game=game, code=code)
        elif seat is not None and (time := time_left(texts, notification.table, seat, lobby.time)):
            text = texts.text("window.your_time_at", game=game, code=code, time=time)
        else:
            text = texts.text("window.your_turn_at", game=game, code=code)
        why = texts.text(f"ahead.{notification.lost}") if notification.lost else ""
        return texts.text("ahead.lost_at", told=text, why=why) if why else text

    def facts_of(notification: TurnNotification) -> dict[str, Any]:
        return turn_facts(notification.table, notification.user, notification.since, lobby.time)

    def facts(item: TurnNotification | NotificationDigest) -> dict[str, Any]:
        if isinstance(item, NotificationDigest):
            tables = [*map(facts_of, item.notifications)]
            event, text, about = (
                "day",
                "\n".join(map(sentence, item.notifications)),
                {"tables": tables},
            )
        else:
            event = "late" if item.is_late else "turn" if item.is_turn else "answer"
            text = sentence(item)
            about = facts_of(item)
        return {"event": event, "player": item.user.name, "text": text, **about}

    runner = NotificationCommand(command, facts)
    queue = NotificationQueue(lobby, folder.store, lambda key: runner.wants(key, settings(key)))
    lobby.notifies_offline = True
    polling = asyncio.get_running_loop().create_task(_poll(queue, runner))
    try:
        yield
    finally:
        polling.cancel()
        queue.close()
        await runner.close()


async def _poll(queue: NotificationQueue, runner: NotificationCommand) -> None:
    while True:
        try:
            due: Iterator[TurnNotification | NotificationDigest] = chain(
                queue.due(), queue.digests()
            )
            for notification in islice(due, runner.free):
                runner.notify(notification)
        except OSError as error:  # the store may work again later
            logger.warning("notify_command: %s", error)
        except Exception:
            logger.exception("notify_command")  # tried again at the next poll
        await asyncio.sleep(_POLL_SECONDS)
