"""Bad clients for `bench.soak`, one of each kind, each from an address of its own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bench.soak_players import GONE, Soak, arrive

_PAUSE_SECONDS = 10.0
_STAY_SECONDS = 20.0


class Pest:
    """Behaviour of a bad client, repeated again and again."""

    def __init__(self, soak: Soak, number: int, kind: str) -> None:
        self._soak = soak
        self._kind = kind
        self._name = f"bad-{number}"
        self._address = f"127.2.0.{number + 1}"
        self._dice = random.Random(number)

    async def live(self) -> None:
        """Do harm until somebody stops it."""
        while True:
            with suppress(*GONE, TimeoutError):
                await KINDS[self._kind](self)
                self._soak.counts[f"bad: {self._kind}"] += 1
            await asyncio.sleep(_PAUSE_SECONDS)

    async def _knock(self, data: bytes = b"", seconds: float = 0.0) -> None:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self._soak.port, local_addr=(self._address, 0)
        )
        try:
            writer.write(data)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await reader.read(1 << 16)
                    await asyncio.sleep(seconds)
        finally:
            writer.transport.abort()

    async def flood(self) -> None:
        """50 connections at once."""
        await asyncio.gather(*(self._knock(seconds=1) for _ in range(50)), return_exceptions=True)

    async def stay_half_open(self) -> None:
        """Ten that say who they are, and then nothing."""
        half = (self._knock(b"SSH-2.0-half\r\n", _STAY_SECONDS) for _ in range(10))
        await asyncio.gather(*half, return_exceptions=True)

    async def send_garbage(self) -> None:
        """Before anything is agreed on, and after."""
        await self._knock(self._dice.randbytes(60_000), 1)
        await self._knock(b"SSH-2.0-x\r\n" + self._dice.randbytes(60_000), 1)
        await self._press(self._dice.randbytes(60_000).translate(None, b"\x04q"))

    async def flood_keys(self) -> None:
        """Keys that repaint all, and arrows."""
        await self._press(b"\x0c\x1b[B\x1b[A" * 3000)

    async def read_nothing(self) -> None:
        """Keys, and none of the frames that answer them is taken."""
        first_client = await arrive(self._soak.port, self._name, self._address)
        try:
            await first_client.receives(b"\x1b[?1049h")
            first_client.channel.pause_reading()
            for _ in range(int(_STAY_SECONDS)):
                first_client.press("\x0c\x1b[B" * 5)
                await asyncio.sleep(1)
        finally:
            first_client.connection.abort()

    async def resize(self) -> None:
        """To sizes that there are not."""
        first_client = await arrive(self._soak.port, self._name, self._address)
        try:
            for size in ((99_999_999, 99_999_999), (0, 0), (1, 1), (400, 120), (2**31, 3)) * 20:
                first_client.channel.change_terminal_size(*size)
                await asyncio.sleep(0.1)
        finally:
            first_client.connection.abort()

    async def take_names(self) -> None:
        """Take another name with the same key each time, to sit down at a table of the server."""
        name, command = f"bad-{self._dice.randrange(10**6)}", f"join {self._soak.open_code}"
        first_client = await arrive(self._soak.port, name, self._address, command, key=self._name)
        await asyncio.sleep(1)
        first_client.connection.abort()

    async def _press(self, data: bytes) -> None:
        first_client = await arrive(self._soak.port, self._name, self._address)
        try:
            first_client.press(data)
            await asyncio.sleep(_STAY_SECONDS)
        finally:
            first_client.connection.abort()


KINDS: dict[str, Callable[[Pest], Awaitable[None]]] = {
    "connections": Pest.flood,
    "half open": Pest.stay_half_open,
    "garbage": Pest.send_garbage,
    "keys": Pest.flood_keys,
    "reads nothing": Pest.read_nothing,
    "sizes": Pest.resize,
    "names": Pest.take_names,
}
