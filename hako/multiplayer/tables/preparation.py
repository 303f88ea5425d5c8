"""Preparation of a shared table: options, readiness, and the seed of the deal."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from threading import get_native_id

from hako.engine.bots.worker_pool import NICENESS
from hako.engine.log.history import StaleTable
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.model import Seat
from hako.multiplayer.accounts.users import User, check_known
from hako.multiplayer.tables.chat import sanitize
from hako.multiplayer.tables.errors import AlreadyStarted, NotAllowed
from hako.multiplayer.tables.fair_seed import MOST_SIGNS
from hako.multiplayer.tables.seating import Seating
from hako.multiplayer.tables.table_setup import OptionsChanged
from hako.multiplayer.tables.table_users import TableUsers


class Preparation:
    """Commands of users before the deal, and the computation of the seed."""

    def __init__(self, users: TableUsers, seating: Seating) -> None:
        self._users = users
        self._table = users.table
        self._seating = seating
        self._mixing: asyncio.Task[None] | None = None

    def declare(self, user: User, *, ready: bool, part: str = "") -> None:
        """Set whether a user is ready for the deal; `part` is their contribution to the shuffle.

        Raises AlreadyStarted, NotAllowed, StaleTable, RateLimited, Failure for an unsuitable part.
        """
        if self._table.is_dealt:
            raise AlreadyStarted
        seat = self._users.seat_of(user)
        if seat is None:
            raise NotAllowed
        if (seat in self._table.ready) != ready:
            terms = self._table.ready_terms(seat)
            self._users.count(user)
            if self._table.ready_terms(seat) != terms:  # while another process was counting
                raise StaleTable
            self._table.declare(seat, ready=ready, part=sanitize(part, MOST_SIGNS))

    def alter(self, by: User, chosen: OptionsChanged) -> None:
        """Change the options of the game, as its owner, before the deal.

        Raises NotAllowed, AlreadyStarted, RateLimited, StaleTable, GuestNotRated, BadSetup.
        """
        self._users.check_owner(by)
        if self._table.is_dealt:
            raise AlreadyStarted
        if chosen.rated:
            check_known(*(player.key or "" for player in self._table.players))
        header = self._table.header
        if chosen != OptionsChanged(header.options, header.clock, header.rated, header.delay):
            self._users.count_command(by)
            self._table.alter(chosen)

    def first_to_be_ready(self, user: User) -> str | None:
        """Name of the owner, whose part has to be typed before the user's; None if nothing is missing."""
        table, seat = self._table, self._table.owner_seat
        is_free = not table.header.committed or seat in {
            None,
            self._users.seat_of(user),
            *table.ready,
        }
        return None if is_free or seat is None else table.players[seat].name

    def fill_up(self, user: User, level: str) -> None:
        """Put bots on all open seats and set the owner ready. Raises NotAllowed."""
        for seat in self._table.open_seats():
            self._seating.substitute_bot(seat, level, user)
        if self._users.seat_of(user) is not None and not self._table.is_dealt:
            self.declare(user, ready=True)

    def start_mixing(self) -> None:
        """Compute the seed, unless it is being computed; everybody is ready now."""
        if self._mixing is None:
            self._mixing = asyncio.create_task(self._mix(time.time()))

    def stop(self) -> None:
        """Cancel the computation of the seed."""
        if self._mixing is not None:
            self._mixing.cancel()

    async def _mix(self, at: float) -> None:
        """Compute the seed from all parts in a thread; everybody was ready at time `at`.

        The computation of earlier seeds does not count against players who were in time.
        """
        table, deal = self._table, self._table.deal
        try:
            while table.is_to_mix:
                before = deal.committed, {**deal.ready}
                loop = asyncio.get_running_loop()
                mixed = await loop.run_in_executor(_shuffle_executor(), deal.mixing(at))
                if before == (deal.committed, deal.ready):
                    with suppress(StaleTable):
                        table.mix(mixed)
                at = time.time()
        except StorageError as trouble:
            self._users.report_trouble(trouble)
        finally:
            self._mixing = None

    def seconds_left(self) -> float | None:
        """Seconds left for all to become ready; None while they have all the time."""
        table, deal = self._table, self._table.deal
        return deal.left(time.time(), table.owner_seat) if deal.seed is None else None

    def commit_again(self) -> bool:
        """Commit to a new secret if not all were ready in time, so that nobody has time to search seeds.

        Returns False if there is time left.
        """
        left = self.seconds_left()
        if self._mixing is not None:
            return True  # the computed seed decides if all were in time
        if left is None or left > 0:
            return False
        self._table.commit_again()
        return True

    def withdraw_readiness(self, seat: Seat) -> None:
        """Take back the readiness of a player who is absent."""
        if not self._users.is_here(seat) and seat in self._table.ready and not self._table.is_dealt:
            self._table.declare(seat, ready=False)


@cache
def _shuffle_executor() -> ThreadPoolExecutor:
    """Executor that computes one seed at a time: each takes 128 MiB, and a core for half a second."""
    return ThreadPoolExecutor(1, "shuffler", _lower_priority)


def _lower_priority() -> None:
    """Let the event loop come first where this thread shares a core with it."""
    if sys.platform == "linux":  # elsewhere it would be the priority of the whole process
        niceness = max(NICENESS, os.getpriority(os.PRIO_PROCESS, 0))
        os.setpriority(os.PRIO_PROCESS, get_native_id(), niceness)
