"""Players for `bench.ssh_capacity`: SSH clients that press a key every 1-2 seconds."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import chain, cycle
from typing import Any, NewType

import asyncssh

Port = NewType("Port", int)

UP, DOWN = b"\x1b[A", b"\x1b[B"
NEXT_PANEL = b"\t"
PEOPLE = b"p"
"""Opens a dialog, and closes it."""
MOVE = b"1"
MOVES = 0.8
"""Share of moves among the keys of the player to move: about one in five of all keys."""

_TITLES = re.compile(rb"\x1b\]2;([^\x07]*)\x07")

_QUESTIONS_END = b"\x1b[c"
_ANSWERS = b"\x1b[?2026;2$y\x1b[?2048;0$y\x1bP1$r0m\x1b\\\x1b[1;2R\x1b[?62;22c"
# shorter is a frame in which nothing changed, or a question
_SHORTEST_FRAME = 40
_PATIENCE_SECONDS = 20


KEYS = defaultdict[int, asyncssh.SSHKey](partial(asyncssh.generate_private_key, "ssh-ed25519"))
"""Keys of a player by number; the seat belongs to the key."""


class Player(asyncssh.SSHClientSession[bytes]):
    """Somebody with a terminal of 80 by 24 and 256 colours."""

    def __init__(self, port: Port, number: int, code: str) -> None:
        """Number so-and-so, with a seat at the table of that code."""
        self._port = port
        self._number = number
        self._code = code
        self._dice = random.Random(number)
        self._counts_from = 0.0
        self.is_to_move = False
        """As the title of the terminal's window says."""
        self._looking: Iterator[bytes] = chain((NEXT_PANEL, NEXT_PANEL), cycle((UP, DOWN)))
        """Keys each of which changes the screen: along one's actions, or to the log and in it.

        At the end of a list an arrow would not, and somebody's next move would be taken for the
        answer. Who has not been to move yet has the board before them, and then the list.
        """
        self._received = 0
        self._painted = asyncio.Event()
        self._painted_at = 0.0
        self.first_frame = 0.0
        """Seconds from being logged in."""
        self.first_bytes = 0.0
        self.latency: list[float] = []
        """Seconds from a key to the frame that answers it."""
        self.cursor_bytes: list[float] = []
        """Bytes of the answer to a cursor key."""
        self.keys = 0

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self._channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:  # noqa: ARG002  asyncssh passes it
        self._received += len(data)
        if titles := _TITLES.findall(data):
            was, self.is_to_move = self.is_to_move, b"your turn" in titles[-1]
            if was != self.is_to_move:
                self._looking = self._looked_around()
        if _QUESTIONS_END in data:
            self._channel.write(_ANSWERS)
        elif len(data) >= _SHORTEST_FRAME:
            self._painted_at = time.perf_counter()
            self._painted.set()

    async def come(self) -> None:
        """Log in and wait for the first frame."""
        self._connection = await asyncssh.connect(
            "127.0.0.1",
            self._port,
            known_hosts=None,
            config=None,
            username=f"player-{self._number}",
            client_keys=[KEYS[self._number]],
            agent_path=None,
            compression_algs=["none"],
        )
        start = time.perf_counter()
        await self._connection.create_session(
            lambda: self,
            f"join {self._code}",
            term_type="xterm-256color",
            term_size=(80, 24),
            env={"LANG": "en_US.UTF-8"},
            encoding=None,
        )
        await asyncio.wait_for(self._painted.wait(), _PATIENCE_SECONDS)
        self.first_frame = self._painted_at - start
        await self._quiet()
        self.first_bytes = self._received

    async def play(self, start: float, end: float) -> None:
        """Look around, and move when it is one's turn, until that time of the loop.

        Counted is what happens from `start` on, and no more what was before: first there has to be
        something to read.
        """
        self._counts_from, self.keys = start, 0
        self.latency.clear()
        self.cursor_bytes.clear()
        await self._press_until(start, 1.0)
        await self._press_until(end, MOVES)

    async def _press_until(self, end: float, moves: float) -> None:
        """A key every 1-2 s; when it is one's turn, so many of them are moves."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._dice.uniform(0, 2))
        while loop.time() < end:
            if self.is_to_move and self._dice.random() < moves:
                await self._press(MOVE)
                self._looking = self._looked_around()
            elif moves < 1:
                await self._press(next(self._looking))
            await asyncio.sleep(self._dice.uniform(1, 2))

    def _looked_around(self) -> Iterator[bytes]:
        return cycle((DOWN, UP)) if self.is_to_move else chain((NEXT_PANEL,), cycle((UP, DOWN)))

    async def shows_move_of(self, other: Player) -> tuple[float, float]:
        """Seconds from a move of somebody else to their own frame that shows it, and to ours."""
        for player in (self, other):
            player._painted.clear()
        start = time.perf_counter()
        other._channel.write(MOVE)
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await other._painted.wait()
            await self._painted.wait()
        return other._painted_at - start, self._painted_at - start

    async def press_some(self, count: int) -> None:
        """Press so many keys, as soon as the last one is answered."""
        for _ in range(count):
            self._painted.clear()
            self._channel.write(PEOPLE)
            await asyncio.wait_for(self._painted.wait(), _PATIENCE_SECONDS)

    async def _press(self, pressed: bytes) -> None:
        before = self._received
        self._painted.clear()
        is_counted = asyncio.get_running_loop().time() >= self._counts_from
        self.keys += is_counted
        start = time.perf_counter()
        self._channel.write(pressed)
        try:
            await asyncio.wait_for(self._painted.wait(), _PATIENCE_SECONDS)
        except TimeoutError:
            return
        if is_counted:
            self.latency.append(self._painted_at - start)
            if pressed in {UP, DOWN}:
                self.cursor_bytes.append(self._received - before)

    async def _quiet(self) -> None:
        """Wait until nothing has come for a moment."""
        seen = -1
        while seen != self._received:
            seen = self._received
            await asyncio.sleep(0.1)

    async def go(self) -> None:
        """Hang up."""
        self._connection.close()
        await self._connection.wait_closed()
