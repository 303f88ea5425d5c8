"""Tables for `bench.ssh_capacity`: games of Flip City that are dealt before any player connects."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

from bench.ssh_players import KEYS
from hako.content import THE_SHELF
from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.log.header import OPEN
from hako.engine.log.setup import new_header
from hako.multiplayer.accounts.names import account_key
from hako.multiplayer.accounts.settings import Settings
from hako.multiplayer.accounts.users import User
from hako.multiplayer.data_location import store_at
from hako.multiplayer.services import Services
from hako.server.unix_socket import own_account
from tests.willing import willing

GAME = "flip_city"
SEATS = 4
"""People at a table; bots sit where their work is what is measured."""

Sitter: TypeAlias = int | str
"""A player's number, or the level of a bot."""


def by_key(number: int) -> User:
    """Whom a house takes a player for that comes over SSH."""
    return User(f"player-{number}", KEYS[number].get_fingerprint())


def by_name(number: int) -> User:
    """Whom `hako lobby --name` takes a player for."""
    name = f"player-{number}"
    return User(name, account_key(own_account(), name))


async def lay(
    data: Path,
    tables: Iterable[Iterable[Sitter]],
    store: str = "",
    visitor: Callable[[int], User] = by_key,
) -> dict[int, str]:
    """Let these sit together in a house, be it open or not; the code of each player's table."""
    folder = Services(data, store_at(store) if store else None)
    lobby = willing(folder.lobby(THE_SHELF, WorkerPool(), keeps_all=False))
    codes = {}
    for sitters in tables:
        numbers = [*sitters]
        levels = [item if isinstance(item, str) else None for item in numbers]
        header = new_header(THE_SHELF.load(GAME), (OPEN,) * len(numbers), undo="ask")
        room = lobby.new_tables.create(header, None, levels)
        for number in (one for one in numbers if isinstance(one, int)):
            room.seating.sit(user := visitor(number))
            # nobody is told first what the others did, nor shown how a turn ended, till a key or so
            folder.settings_of(user.key).write(
                Settings(recap="never", motion="none", bot_speed="at_once")
            )
            codes[number] = room.code
    await lobby.close()
    lobby.worker_pool.close()
    folder.store.close()
    return codes


def in_fours(count: int) -> list[range]:
    """Players 1 to `count` at tables of four, and player 0 with three who never come."""
    fours = [range(first, first + SEATS) for first in range(1, count + 1, SEATS)]
    return [range(0, -SEATS, -1), *fours]
