"""No secret goes over the wire: tables that differ only in what a seat can't know look the same.

Two houses play the same game, dealt differently, and one person sits at both tables.
As long as both have shown them the same, every cell of both screens is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from hako.engine.log.header import Header, Player
from hako.engine.log.log_format import Record
from hako.engine.log.save import Save
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view
from hako.engine.rules.model import Seat
from hako.engine.rules.play import play
from hako.multiplayer.tables.table import SharedTable
from tests.server.ssh.person import cells
from tests.server.ssh.tables import ENGLISH, OpenServer, open_lobby, player
from tests.toys import TOYS
from tests.waiting import until

GAME = TOYS.load("sealed_bids")
ADA: Seat = 0
"""Her seat; Bob's is the other."""

PAIRS = 10
"""Number of pairs of deals."""

STEPS = 8
"""Number of moves compared in each, if the tables stay alike for so long."""

CODE = "BCDFG"


def dealt(seed: int, create: Callable[[Header], Save] | None = None) -> SharedTable[Any]:
    """A table as it is dealt from a seed once both are ready."""
    players = tuple(Player(name, key=player(name).key) for name in ("ada", "bob"))
    header = new_header(GAME, players, seed=seed, undo="ask")
    header = replace(header, code=CODE, owner=players[0].key or "", created="")
    table = SharedTable.new(GAME, header, create)
    for seat in range(len(players)):
        table.declare(seat, ready=True)
    return table


def shown(state: Any, record: Record[Any, Any]) -> bytes:
    """The part of a state and its history that Ada may know."""
    return msgspec.json.encode((view(GAME, state, ADA), record.masked(ADA)))


def alike() -> Iterator[tuple[int, int]]:
    """Pairs of seeds that deal Ada the same, and Bob something else."""
    seen: dict[bytes, int] = {}
    for seed in range(1, 100_000):
        table = dealt(seed)
        looks = shown(table.state, table.positions[0].record)
        before = seen.setdefault(looks, seed)
        if before != seed and dealt(before).state != table.state:
            yield before, seed
            del seen[looks]


def next_alike(tables: list[SharedTable[Any]], step: int) -> list[Any] | None:
    """Actions, one for each table, after which both still show Ada the same; None if there are none."""
    seat = tables[0].waiting()[0]
    choices = [
        Chance(step, number).stream("test").shuffle(table.legal_actions(seat))
        for number, table in enumerate(tables)
    ]
    for actions in product(*choices):
        played = [
            play(table.state, seat, action, table.chance())
            for table, action in zip(tables, actions, strict=True)
        ]
        one, other = (
            shown(state, Record(seat, action, then))
            for action, (state, then) in zip(actions, played, strict=True)
        )
        if one == other and played[0][0] != played[1][0]:
            return list(actions)
    return None


async def compare(houses: list[OpenServer], seeds: tuple[int, int]) -> int:
    """Play on at both tables while they look alike; returns how many screens were the same."""
    rooms = []
    for at, seed in zip(houses, seeds, strict=True):
        dealt(seed, at.lobby.store.create)
        rooms.append(at.lobby.find(CODE))
    people = [await at.come("ada", command=f"join {CODE}", env=ENGLISH) for at in houses]
    tables = [room.table for room in rooms]
    compared = 0
    for step in range(STEPS):
        assert tables[0].state != tables[1].state
        for at, room in zip(houses, rooms, strict=True):
            await until(lambda at=at: at.screen("ada") is not None)  # type: ignore[misc]  # of this round
            await at.shows_now("ada", room)
        # frames may be cut differently, but both terminals come to show the same
        await until(lambda: cells(people[0]) == cells(people[1]))
        compared += 1
        actions = next_alike(tables, step)
        if actions is None:
            break
        for table, action in zip(tables, actions, strict=True):
            table.play(table.waiting()[0], action)
    return compared


async def test_tables_that_a_seat_cannot_tell_apart_are_shown_the_same(
    tmp_path: Path,
) -> None:
    pairs = alike()
    compared = 0
    for number in range(PAIRS):
        async with (
            open_lobby(tmp_path / f"{number}a") as one,
            open_lobby(tmp_path / f"{number}b") as other,
        ):
            compared += await compare([one, other], next(pairs))
    assert compared >= 2 * PAIRS
