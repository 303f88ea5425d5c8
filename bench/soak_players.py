"""Players for `bench.soak`: each has a key, a seat, and an address of its own."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

import asyncssh

from bench.soak_lost_lines import Kept
from tests.server.ssh.person import Callers, Person, answers

_BEGIN, _END, _LEAVE = b"\x1b[?2026h", b"\x1b[?2026l", b"\x1b[?1049l"

_SIZE = (100, 30)
"""Columns and rows of a terminal: the smallest with a log of several rows."""

LOG_TITLE, _FOOT = "─ Log ─", "t talk"
"""The title of the log panel, and words of the row below it."""

_MARK = 2
"""Cells before the words of the log."""

_PATIENCE_SECONDS = 5.0
"""Seconds to wait for a frame; then the table is left."""

_THINKS_SECONDS = (2, 6)
_MOVES_SECONDS = (1, 2)
"""The same for those who are to move."""
VISIT_SECONDS = 180.0
"""About so long one stays before one goes and comes back."""

GONE = (OSError, asyncssh.Error, BrokenPipeError)
"""Errors of a client whose server is not there, or no longer."""


class Soak(Protocol):
    """State of the soak that its people need to know."""

    port: int
    open_code: str
    """Code of a table of the server, where anybody may sit down."""
    connected: set[str]
    """People who are connected now."""
    counts: Counter[str]
    latency: list[float]
    faults: list[str]


class Terminal(Person):
    """A terminal that remembers what it was sent as long as it is there."""

    is_whole = False
    """True if the table is shown and its frame is complete."""

    def __init__(self) -> None:
        super().__init__(_SIZE, answers())

    def data_received(self, data: bytes, datatype: Any) -> None:
        super().data_received(data, datatype)
        last = max((_BEGIN, _END, _LEAVE), key=data.rfind)
        if last in data:
            self.is_whole = last == _END

    @property
    def is_to_move(self) -> bool:
        """True if the prompt, in the first line, waits for this player."""
        return self.screen.buffer[0][0].data == "▸"

    @property
    def told(self) -> str:
        """Text of the log panel without blanks; empty if it is not seen whole."""
        lines = self.text.splitlines() if self.is_whole else []
        head = next((y for y, line in enumerate(lines) if LOG_TITLE in line), None)
        if head is None:
            return ""
        left = lines[head].index(LOG_TITLE)
        foot = next((y for y, line in enumerate(lines) if _FOOT in line[left:]), head)
        rows, columns = range(head + 1, foot), range(left + _MARK, _SIZE[0])
        words = "".join(self.screen.buffer[y][x].data for y in rows for x in columns)
        return "" if "│" in words else "".join(words.split())

    @property
    def words(self) -> str:
        """Text of the screen, as one line."""
        return " ".join(self.text.split())

    async def press_and_see(self, keys: str) -> None:
        """Press keys, and wait a while for what comes of them."""
        before = self.words
        self.press(keys)
        await self.sees_soon(lambda: self.words != before)

    async def sees_soon(self, condition: Callable[[], bool]) -> bool:
        """Wait some seconds until it is so; returns False if it never is."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_SECONDS):
                while not (self.has_ended or condition()):
                    self._news.clear()
                    await self._news.wait()
        return condition()


async def arrive(port: int, name: str, address: str, command: str = "", **options: Any) -> Terminal:
    """Somebody who comes from an address of their own, and opens a terminal."""
    connection = await Callers(port).connect(name, local_addr=(address, 0), **options)
    terminal = Terminal()
    terminal.connection = connection
    await connection.create_session(
        lambda: terminal,
        command or None,
        term_type="xterm-256color",
        term_size=_SIZE,
        env=["LANG=en_US.UTF-8"],
        encoding=None,
    )
    return terminal


class Guest:
    """A player who plays at one table after the other, goes away, and comes back to the same seat."""

    def __init__(self, soak: Soak, number: int, tables: list[Kept]) -> None:
        self._soak = soak
        self.name = f"player-{number}"
        self._address = f"127.1.{number // 200}.{number % 200 + 1}"
        self._dice = random.Random(number)
        self._tables = tables

    @property
    def table(self) -> Kept | None:
        """The one played at; None when all were played to their end."""
        return next((table for table in self._tables if not table.follow().is_over), None)

    async def live(self) -> None:
        """Come again and again, until all tables have been played."""
        while (table := self.table) is not None:
            try:
                await self._visit(table)
            except GONE:
                self._soak.counts["lines that broke"] += 1
                await asyncio.sleep(self._dice.uniform(1, 5))

    async def _visit(self, table: Kept) -> None:
        first_client = await arrive(self._soak.port, self.name, self._address, f"join {table.code}")
        self._soak.counts["joins"] += 1
        self._soak.connected.add(self.name)
        try:
            async with asyncio.timeout(self._dice.expovariate(1 / VISIT_SECONDS)):
                while not (first_client.has_ended or table.is_over):
                    seconds = _MOVES_SECONDS if first_client.is_to_move else _THINKS_SECONDS
                    await asyncio.sleep(self._dice.uniform(*seconds))
                    await self._act(first_client, table.follow())
        except TimeoutError:
            self._soak.counts["leaves"] += 1
        finally:
            first_client.connection.abort() if self._dice.random() < 0.5 else first_client.connection.close()
            self._soak.connected.discard(self.name)
            self._look_back(first_client, table)

    async def _act(self, first_terminal: Terminal, table: Kept) -> None:
        self._read(first_terminal, table)
        words, chance = first_terminal.words, self._dice.random()
        if "Your part of the shuffle" in words:
            await first_terminal.press_and_see("\r" if chance < 0.5 else f"{self.name} {chance}\r")
        elif "It is dealt as soon as" in words:
            waited_for = words.partition("It is dealt as soon as")[2].partition(" ready.")[0]
            if self.name in re.split(r"[ ,]+", waited_for):
                await first_terminal.press_and_see("r")
        elif "Do you agree?" in words:
            self._soak.counts["answers to a request"] += 1
            await first_terminal.press_and_see("n" if chance < 0.3 else "y")
        elif "Say something" in words:
            self._soak.counts["lines of chat"] += 1
            await first_terminal.press_and_see(f"hello from {self.name}\r\x1b")
        elif not table.lines["move"]:
            await first_terminal.press_and_see("\x1b[B")
        elif chance < 0.02:
            self._soak.counts["requests to take back"] += 1
            await first_terminal.press_and_see("u")
        elif chance < 0.06:
            await first_terminal.press_and_see("t")
        elif first_terminal.is_to_move:
            await self._move(first_terminal, table)
        else:
            await first_terminal.press_and_see(self._dice.choice(("\x1b[A", "\x1b[B", "\t")))

    async def _move(self, first_terminal: Terminal, table: Kept) -> None:
        start, before = asyncio.get_running_loop().time(), first_terminal.told
        moves = table.moves[self.name]
        first_terminal.press(self._dice.choice("1112"))
        if await first_terminal.sees_soon(lambda: first_terminal.told not in {"", before}):
            seconds = asyncio.get_running_loop().time() - start
            if table.follow().moves[self.name] == moves:
                return  # a dialog that had just opened took the key, and others moved
            self._soak.latency.append(seconds)
            self._soak.counts["moves seen"] += 1
            self._read(first_terminal, table)

    def _read(self, first_terminal: Terminal, table: Kept) -> None:
        """Check that all moves on the screen are in the log, then and ever after."""
        if text := first_terminal.told:
            table.told.setdefault(self.name, set()).add(text)

    def _look_back(self, first_terminal: Terminal, table: Kept) -> None:
        """Nothing that was sent tells what the deal follows from; and no session broke."""
        self._read(first_terminal, table)
        self._soak.counts["bytes looked through"] += len(first_terminal.sent)
        if not table.is_over and any(secret in first_terminal.sent for secret in table.secrets):
            self._soak.faults.append(f"{self.name} was sent a secret of {table.path.name}")
        if b"Something broke" in first_terminal.sent:
            self._soak.faults.append(f"the session of {self.name} broke")
