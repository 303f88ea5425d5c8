"""Players for `bench.ssh`: SSH clients that press a key every 1-2 seconds."""

from __future__ import annotations

import asyncio
import random
import time
from functools import cache
from typing import Any, NewType

import asyncssh

Port = NewType("Port", int)

ARROWS = (b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D")
ACT = b" "
ACTS = 0.2
"""How many keys are a move that others see."""

_QUESTIONS_END = b"\x1b[c"
_ANSWERS = b"\x1b[?2026;2$y\x1b[?2048;0$y\x1bP1$r0m\x1b\\\x1b[1;2R\x1b[?62;22c"
# shorter is a frame in which nothing changed, or a question
_SHORTEST_FRAME = 40
_PATIENCE_SECONDS = 60


@cache
def key() -> asyncssh.SSHKey:
    """One key for all: names are what differs."""
    return asyncssh.generate_private_key("ssh-ed25519")


class Player(asyncssh.SSHClientSession[bytes]):
    """Somebody with a terminal of 80 by 24 and 256 colours."""

    def __init__(self, port: Port, number: int) -> None:
        self._port = port
        self._number = number
        self._dice = random.Random(number)
        self._received = 0
        self._painted = asyncio.Event()
        self._painted_at = 0.0
        self.first_frame = 0.0
        """Seconds from being logged in."""
        self.first_bytes = 0.0
        self.latency: list[float] = []
        """Seconds from a key to the frame that answers it."""
        self.key_bytes: list[float] = []
        self.keys = 0

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self._channel = chan

    def data_received(self, data: bytes, datatype: Any) -> None:  # noqa: ARG002  asyncssh passes it
        self._received += len(data)
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
            client_keys=[key()],
            agent_path=None,
            compression_algs=["none"],
        )
        start = time.perf_counter()
        await self._connection.create_session(
            lambda: self, term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        await asyncio.wait_for(self._painted.wait(), _PATIENCE_SECONDS)
        self.first_frame = self._painted_at - start
        await self._quiet()
        self.first_bytes = self._received

    async def play(self, until: float) -> None:
        """Press keys until that time of the loop."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._dice.uniform(0, 2))
        while loop.time() < until:
            await self._press(ACT if self._dice.random() < ACTS else self._dice.choice(ARROWS))

    async def press_some(self, count: int) -> None:
        """Press so many keys, as soon as the last one is answered."""
        for _ in range(count):
            self._painted.clear()
            self._channel.write(self._dice.choice(ARROWS))
            await asyncio.wait_for(self._painted.wait(), _PATIENCE_SECONDS)

    async def _press(self, pressed: bytes) -> None:
        pause = self._dice.uniform(1, 2)
        before = self._received
        self._painted.clear()
        self.keys += 1
        start = time.perf_counter()
        self._channel.write(pressed)
        try:
            await asyncio.wait_for(self._painted.wait(), _PATIENCE_SECONDS)
        except TimeoutError:
            return
        self.latency.append(self._painted_at - start)
        await asyncio.sleep(pause)
        self.key_bytes.append(self._received - before)

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
