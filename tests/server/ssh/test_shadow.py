"""A screen over the wire is made from what its seat may know, and from nothing else.

One house plays a game. A second one, its shadow, never learns more of it than Ada may: its
states are made up anew from her mask after every move, its records are masked for her.
Whatever a screen could give away, the shadow does not know; so both show the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content import THE_SHELF
from hako.engine.log.header import Player
from hako.engine.log.log_format import Record
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.model import Seat
from hako.multiplayer.tables.table import SharedTable
from tests.server.ssh.person import cells
from tests.server.ssh.tables import ENGLISH, OpenServer, open_lobby, player
from tests.waiting import until

ADA: Seat = 0
MOVES = 40
"""As many random moves of each game are played."""

CODE = "BCDFG"
NAMES = ("ada", "bob", "cat", "dan", "eve")
GAMES = [box.id for box in THE_SHELF.boxes if THE_SHELF.is_playable(box)]


def at_table(at: OpenServer, game: Game[Any]) -> SharedTable[Any]:
    """The same table in each house, for Ada and as few others as the game allows."""
    count = max(2, game.seats[0])
    players = tuple(Player(name, key=player(name).key) for name in NAMES[:count])
    header = new_header(game, players, seed=7, undo="ask")
    at.lobby.store.create(replace(header, code=CODE, owner=players[0].key or "", created=""))
    return at.lobby.find(CODE).table


def made_up(table: SharedTable[Any], ply: int) -> Any:
    """A state that Ada cannot tell from that of the table."""
    seen = table.view(ADA)
    state = table.game.determinize(seen, ADA, Chance(ply, ply))
    assert view(table.game, state, ADA) == seen
    return state


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_shadow_that_knows_what_ada_may_know_shows_her_the_same(
    tmp_path: Path, game_id: str
) -> None:
    game = THE_SHELF.load(game_id)
    async with (
        open_lobby(tmp_path / "one", THE_SHELF) as one,
        open_lobby(tmp_path / "shadow", THE_SHELF) as other,
    ):
        houses = (one, other)
        table, shadow = at_table(one, game), at_table(other, game)
        began = shadow.positions[0]
        masked = began.record.masked(ADA)
        shadow.positions[0] = replace(began, record=masked, state=made_up(table, 0))
        people = [await at.come("ada", command=f"join {CODE}", env=ENGLISH) for at in houses]
        for ply in range(1, MOVES + 1):
            for at in houses:
                await at.shows_now("ada", at.lobby.find(CODE))
            await until(lambda: cells(people[0]) == cells(people[1]))
            if table.outcome is not None:
                break
            seat = Chance(ply, 1).cards.choice(table.waiting())
            action = Chance(ply, 2).cards.choice(table.legal_actions(seat))
            record: Record[Any, Any] = table.play(seat, action).record
            shadow.write(record.masked(ADA), made_up(table, ply))
