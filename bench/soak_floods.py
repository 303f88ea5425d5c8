"""Floods of packets for `bench.soak`, in a process of their own.

    python -m bench.soak_floods PORT SECONDS KIND

opens two connections of one kind, each from an address of its own, again and again as the server
ends them. It prints the number of connections.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress

from bench.soak_players import GONE, arrive
from bench.ssh_load import at
from tests.server.ssh.floods import STRANGERS, flood_as_player, flood_as_stranger

FLOODERS = 2
_ENDLESS = 1 << 40
_PAUSE_SECONDS = 0.5
_NICENESS = 19
"""The crowd is measured on the same core, where the flood may only use what is left."""
_PERCENT = 95
_MOST_SECONDS = 0.150
"""The crowd is served within that, whatever floods the house."""


async def _flood_on(kind: str, port: int, name: str, address: str) -> int:
    ended = 0
    with suppress(asyncio.CancelledError):
        while True:
            with suppress(*GONE, TimeoutError):
                ended += await _flood(kind, port, name, address)
            await asyncio.sleep(_PAUSE_SECONDS)
    return ended


async def _flood(kind: str, port: int, name: str, address: str) -> bool:
    if kind in STRANGERS:
        return await flood_as_stranger(kind, port, address, _ENDLESS)
    person = await arrive(port, name, address)
    try:
        await person.receives(b"\x1b[?1049h")
        return await flood_as_player(kind, person, _ENDLESS)
    finally:
        person.connection.abort()


async def _all(kind: str, port: int, seconds: float) -> int:
    os.nice(_NICENESS)
    floods = [
        asyncio.create_task(_flood_on(kind, port, f"flood-{number}", f"127.3.0.{number + 1}"))
        for number in range(FLOODERS)
    ]
    await asyncio.sleep(seconds)
    for flood in floods:
        flood.cancel()
    return sum(await asyncio.gather(*floods))


async def flood(kind: str, port: int, seconds: float) -> int:
    """Have a process flood the house for so long; how often connections of it were ended."""
    command = ("-m", "bench.soak_floods", str(port), str(seconds), kind)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=pipe)
    try:
        data, _ = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        raise
    return int(data or 0)


class Beside:
    """Waits of the crowd beside each flood, and without one."""

    def __init__(self) -> None:
        self.quiet: list[float] = []
        self.floods: dict[str, list[float]] = {}
        self.ended: dict[str, int] = {}

    def rows(self) -> list[tuple[str, str]]:
        """A line for each flood: the time that most were served in, and how it is without floods."""
        quiet = at(self.quiet, _PERCENT)
        rows = [("ms, p95, no flood", f"{1000 * quiet:.0f}")]
        for kind, waits in self.floods.items():
            most = at(waits, _PERCENT)
            ratio = most / quiet if quiet else 0.0
            text = f"{1000 * most:.0f}, x{ratio:.1f}, {len(waits)} moves, {self.ended[kind]} ended"
            rows.append((f"ms, p95, {kind}", text))
        return rows

    def faults(self) -> list[str]:
        """The floods that let the crowd wait."""
        late = {kind: at(waits, _PERCENT) for kind, waits in self.floods.items()}
        slow = (kind for kind, seconds in late.items() if seconds > _MOST_SECONDS)
        return [f"the crowd waits beside a flood of {kind}" for kind in slow]


if __name__ == "__main__":
    print(asyncio.run(_all(sys.argv[3], int(sys.argv[1]), float(sys.argv[2]))))
