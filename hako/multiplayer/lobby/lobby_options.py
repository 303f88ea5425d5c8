"""LobbyOptions: what a lobby is built with."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from hako.multiplayer.accounts.sanctions import Sanctions
from hako.multiplayer.ratings.commitment_log import CommitmentLog
from hako.multiplayer.ratings.results import Results
from hako.multiplayer.tables.limits import DEFAULT_LIMITS, TableLimits
from hako.multiplayer.tables.premoves import PremoveStore
from hako.multiplayer.tables.time_source import WALL_TIME, TimeSource


class LobbyOptions(Struct, frozen=True):
    """Options of a lobby, and the lists that it writes."""

    pace: Callable[[], float] = lambda: 0.0
    """Delay of each table's BotRunner, in seconds."""
    watch: float | None = None
    """Interval in seconds at which changes of other processes are polled; None where there are none."""
    keeps_all: bool = True
    """True if the process plays bots of all tables: each table has one owning process.

    Other processes play only bots of tables where their own users have a seat or are connected.
    """
    limits: TableLimits = DEFAULT_LIMITS
    sanctions: Sanctions | None = None
    commitment_log: CommitmentLog | None = None
    """Public log of the commitments to deals."""
    results: Results | None = None
    """Results of rated games and of events."""
    premoves: PremoveStore | None = None
    time: TimeSource = WALL_TIME
