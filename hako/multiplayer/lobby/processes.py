"""Processes over one store: what this one publishes, and what it hears of the others."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from hako.engine.storage.protocols import Store
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.presence_exchange import (
    PresenceExchange,
    PresenceNotice,
    owning_process,
)
from hako.multiplayer.tables.room import Room


class Processes:
    """Users of this process and of the others, and the topics of their changes."""

    def __init__(self, *, keeps_all: bool) -> None:
        """Begin alone. A process with `keeps_all` shares the bots of all tables."""
        self.keeps_all = keeps_all
        self.name = secrets.token_hex(8) if keeps_all else ""
        self.own: list[User] = []
        """Users of this process, once for each of their terminals."""
        self.notices: list[PresenceNotice] = []
        """Notices of the other processes."""
        self.is_joined = False
        """True if other processes of the server were running when this one started."""
        self._presence: PresenceExchange | None = None
        self._woken = asyncio.Event()
        self._changed_topics: set[int] = set()

    @property
    def remote_users(self) -> list[User]:
        """Users who are connected to other processes."""
        return [user for notice in self.notices for user in notice.users]

    def join(self, store: Store) -> bool:
        """Exchange notices over a store from now on; returns True if nobody else does."""
        self._presence = PresenceExchange(store.presence())
        others = self._presence.others()
        self.is_joined = bool(_names(others))
        store.subscribe(partial(_notify_loop, asyncio.get_running_loop(), self.note_change))
        return not others

    def close(self) -> None:
        """Withdraw the notice of this process."""
        if self._presence is not None:
            self._presence.close()
            self._presence = None

    def publish(self, rooms: Iterable[Room]) -> None:
        """Tell the others who is connected to this process. Raises OSError."""
        assert self._presence is not None, "there are others to tell"
        self._presence.publish(self.notice(rooms))

    def receive(self) -> list[PresenceNotice] | None:
        """Read the notices of the others; returns the previous ones if any changed. Raises OSError."""
        assert self._presence is not None, "there are others to hear of"
        before, self.notices = self.notices, self._presence.others()
        return None if before == self.notices else before

    def notice(self, rooms: Iterable[Room]) -> PresenceNotice:
        """State of this process, with its users and chat at these tables."""
        rooms = tuple(rooms)
        return PresenceNotice(
            tuple(self.own),
            {room.name: tuple(room.users.own) for room in rooms if room.users.own},
            {room.name: tuple(room.chat.own) for room in rooms if room.chat.own},
            self.name,
        )

    def share(self, room: Room) -> None:
        """Give a room the users and chat messages of other processes at its table."""
        name, notices = room.name, self.notices
        room.receive(
            [user for notice in notices for user in notice.at.get(name, ())],
            [message for notice in notices for message in notice.messages.get(name, ())],
        )

    def mentions(self, name: str) -> bool:
        """True if another process has users or recent chat at a table."""
        return any(name in notice.at or name in notice.messages for notice in self.notices)

    def mentioned(self) -> set[str]:
        """Names of the tables where other processes have users or recent chat."""
        return {name for notice in self.notices for name in (*notice.at, *notice.messages)}

    def have_changed(self, before: Iterable[PresenceNotice]) -> bool:
        """True if other processes share the bots than those with the notices before."""
        return _names(before) != _names(self.notices)

    def plays(self, name: str, room: Room | None) -> bool:
        """True if this process plays the bots of a table.

        A process with users at the table is preferred, since it polls the table all the time.
        """
        if not self.keeps_all:
            return True
        owners = _names(notice for notice in self.notices if name in notice.at)
        if room is not None and room.users.own:
            owners.add(self.name)
        return owning_process(name, owners or self._everybody()) == self.name

    def is_responsible_for(self, task: str) -> bool:
        """True if this process is the one that does this task of the server."""
        return self.keeps_all and owning_process(task, self._everybody()) == self.name

    def _everybody(self) -> set[str]:
        return {self.name, *_names(self.notices)}

    # ------------------------------------------------------------------ changes

    def note_change(self, topic: int) -> None:
        """Note the topic of a change; ANYTHING where users came or went."""
        self._changed_topics.add(topic)
        self._woken.set()

    async def wait_for_changes(self, due: float) -> set[int]:
        """Topics that other processes changed, as soon as one is known; empty at time `due`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, due - time.monotonic())):
                await self._woken.wait()
        self._woken.clear()
        topics, self._changed_topics = self._changed_topics, set()
        return topics


def _names(notices: Iterable[PresenceNotice]) -> set[str]:
    return {notice.keeper for notice in notices} - {""}


def _notify_loop(loop: asyncio.AbstractEventLoop, note: Callable[[int], None], topic: int) -> None:
    with suppress(RuntimeError):  # the loop was closed meanwhile
        loop.call_soon_threadsafe(note, topic)
