"""A search for leaks after a soak: output to a seat that depends on what the seat may not know.

One server opens the logs. A second one, its shadow, knows of each game only what one seat may
know: the records are masked for that seat, and the states are made from its mask. Both must show
the seat the same.
"""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bench.soak_lost_lines import Kept
from hako.content import THE_SHELF
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Seat
from hako.multiplayer.tables.table import SharedTable
from tests.server.ssh.person import Person, cells
from tests.server.ssh.tables import ENGLISH, OpenServer, open_lobby

_PATIENCE_SECONDS = 20.0


def darken(table: SharedTable[Any], seat: Seat) -> None:
    """Leave nothing in a table that the seat may not know."""
    for number, moment in enumerate(table.positions):
        mask = table.game.mask(moment.state, seat)
        state = table.game.determinize(mask, seat, Chance(number, number))
        table.positions[number] = replace(moment, record=moment.record.masked(seat), state=state)


async def differences(folder: Path, logs: list[Kept]) -> list[str]:
    """The tables at which the shadow shows something else, each seen from one seat."""
    folders = [folder / "light", folder / "shadow"]
    for path in folders:
        shutil.copytree(logs[0].path.parent, path / logs[0].path.parent.name)
    texts = []
    async with (
        open_lobby(folders[0], THE_SHELF, asks=True) as light,
        open_lobby(folders[1], THE_SHELF, asks=True) as shadow,
    ):
        for number, log in enumerate(logs):
            if log.lines["move"] and not log.is_over:
                table = light.lobby.find(log.code).table
                seat = number % len(table.players)
                darken(shadow.lobby.find(log.code).table, seat)
                if not await _look_alike(light, shadow, table.players[seat].name, log.code):
                    texts.append(f"seat {seat} of {log.path.name} is shown what it may not know")
    return texts


async def _look_alike(light: OpenServer, shadow: OpenServer, name: str, code: str) -> bool:
    people = [await at.come(name, command=f"join {code}", env=ENGLISH) for at in (light, shadow)]
    try:
        for at in (light, shadow):
            await at.shows_now(name, at.lobby.find(code))
        return await _come_to_show_the_same(people)
    finally:
        for person in people:
            await person.go()


async def _come_to_show_the_same(people: list[Person]) -> bool:
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while cells(people[0]) != cells(people[1]):  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.05)
    except TimeoutError:
        return False
    return True
