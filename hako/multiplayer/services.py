"""Services of a lobby, and the folder or database that all its processes share.

tables/          logs of the shared tables and their summaries; chat in chat/
visitors/        settings, unfinished lessons and reconnects of each user, by a digest of their key
names.jsonl      names, and the keys that own them
house.jsonl      audit log
cups.jsonl       tournaments, with keys and secrets: for the owner alone
days.jsonl       daily games and their secrets: for the owner alone
results.jsonl    results of rated games, with keys: for the owner alone
deals.jsonl      commitments to deals and their secrets, for everybody
house.sock       socket of a running server for this machine; house.lock tells which process has it
host_key         key of the SSH server
pass_key         key that signs session cookies of browsers
invitations.jsonl  invitations of browsers, and their use
outages.jsonl    outages of the server, for clocks; the file alive has the last heartbeat
away.jsonl       vacations of players
answers.jsonl    premoves: for the owner alone
told.jsonl       delivered notifications of turns
digests.jsonl    delivered daily digests
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from hako.content import Shelf
from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.storage.files import storage_errors
from hako.engine.storage.folder import FolderStore
from hako.engine.storage.protocols import ChangeNotifier, Store
from hako.multiplayer.accounts import invitations, names
from hako.multiplayer.accounts.invitations import Invitations
from hako.multiplayer.accounts.names import NameRegistry
from hako.multiplayer.accounts.returns_after_restart import ReturnsAfterRestart
from hako.multiplayer.accounts.sanctions import Sanctions
from hako.multiplayer.accounts.settings import KEPT_ASIDE, SettingsFile
from hako.multiplayer.daily import daily_games
from hako.multiplayer.daily.daily_games import DailyGames
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.moderation import audit_log
from hako.multiplayer.moderation.audit_log import AuditLog
from hako.multiplayer.ratings import commitment_log, results
from hako.multiplayer.ratings.commitment_log import CommitmentLog
from hako.multiplayer.ratings.results import Results
from hako.multiplayer.tables import premoves
from hako.multiplayer.tables.limits import DEFAULT_LIMITS, TableLimits
from hako.multiplayer.tables.paused_time import PausedTime
from hako.multiplayer.tables.premoves import PremoveStore
from hako.multiplayer.tournaments import organizer
from hako.multiplayer.tournaments.organizer import TournamentOrganizer

logger = logging.getLogger(__name__)

PACE_SECONDS = 0.8
"""Delay of a bot's move at a table that people watch."""

WATCH_SECONDS = 0.25
"""Interval at which a process polls for changes of the others."""

MOST_NAMES = 10_000


TABLES, VISITORS = "tables", "visitors"

_SEAT = ".seat"

_WHOSE = re.compile(r"[0-9a-f]{24}\b")
"""Digest of the key at the beginning of a name in the folder of visitors."""


class Services:
    """Files and lists of a server, and the services over them."""

    def __init__(
        self,
        path: Path | None = None,
        store: Store | None = None,
        notifier: ChangeNotifier | None = None,
    ) -> None:
        """Take a folder, by default the one in the user's data folder. Raises StorageError.

        With another `store` only sockets, locks and keys of the server are in the folder. With a
        `notifier` the processes over the folder notify each other of changes.
        """
        self.path = path or user_data_path("hako")
        self.store = store or FolderStore(self.path, notifier=notifier)
        with storage_errors(self.path):
            self.path.mkdir(parents=True, exist_ok=True)

    @property
    def is_shared(self) -> bool:
        """True if other accounts of this machine write here, and so can read the logs."""
        return bool(self.path.stat().st_mode & 0o022)

    def lobby(
        self,
        shelf: Shelf,
        worker_pool: WorkerPool,
        *,
        keeps_all: bool,
        limits: TableLimits = DEFAULT_LIMITS,
        sanctions: Sanctions | None = None,
    ) -> Lobby:
        """Create the lobby, within the running event loop. Raises StorageError."""
        mode = _mode(keeps_all=keeps_all)
        return Lobby(
            self.store.within(TABLES, mode),
            shelf.load,
            worker_pool,
            LobbyOptions(
                pace=lambda: PACE_SECONDS,
                watch=WATCH_SECONDS,
                keeps_all=keeps_all,
                limits=limits,
                sanctions=sanctions,
                commitment_log=CommitmentLog(
                    self.store.document(commitment_log.FILE, 0o644 if keeps_all else mode)
                ),
                results=self.results(keeps_all=keeps_all),
                premoves=PremoveStore(self.store.document(premoves.FILE, mode)),
                time=PausedTime(self.store, mode=mode),
            ),
        )

    def results(self, *, keeps_all: bool = True) -> Results:
        """Results of rated games. Raises StorageError."""
        return Results(self.store.document(results.FILE, _mode(keeps_all=keeps_all)))

    def daily_games(self, lobby: Lobby, shelf: Shelf, *, keeps_all: bool = True) -> DailyGames:
        """Daily games; the lobby's polls finish the past ones. Raises StorageError."""
        document = self.store.document(daily_games.FILE, _mode(keeps_all=keeps_all))
        alone = [box.id for box in shelf.boxes if box.players.min == 1 and shelf.is_playable(box)]
        games = DailyGames(lobby, document, alone, shelf.load)
        lobby.polls.append(games.poll)
        return games

    def tournaments(self, lobby: Lobby, shelf: Shelf) -> TournamentOrganizer:
        """Tournaments of the server, with their tables in the lobby. Raises StorageError."""
        tournaments = TournamentOrganizer(
            lobby, self.store.document(organizer.FILE, 0o600), shelf.load
        )
        lobby.polls.append(tournaments.poll)
        return tournaments

    @asynccontextmanager
    async def opened(self, shelf: Shelf, thinkers: int = 1, **options: Any) -> AsyncIterator[Lobby]:
        """Context with the lobby and a worker pool for its bots."""
        async with AsyncExitStack() as stack:
            worker_pool = WorkerPool(thinkers)
            stack.callback(worker_pool.close)
            lobby = self.lobby(shelf, worker_pool, **options)
            stack.push_async_callback(lobby.close)
            yield lobby

    def names(self, most: int = MOST_NAMES, most_a_day: int = 3) -> NameRegistry:
        """The registry of names. Raises StorageError."""
        # accounts may share a group
        return NameRegistry(self.store.document(names.FILE, 0o660), most, most_a_day)

    def audit_log(self) -> AuditLog:
        """Audit log of the server. Raises StorageError."""
        return AuditLog(self.store.document(audit_log.FILE, 0o600))

    def invitations(self) -> Invitations:
        """Invitations of browsers. Raises StorageError."""
        return Invitations(self.store.document(invitations.FILE, 0o600))

    def welcome(self, key: str) -> None:
        """Record a visit of the user with this key, so that their files are kept."""
        with suppress(OSError):  # no files yet
            self.store.stamp(f"{_visitor(key)}.toml", time.time())

    def forget_strangers(self, key_of: Callable[[str], str]) -> None:
        """Delete the files of users without a name, after as long as a name is on trial.

        The number of kept users is limited, too. Temporary files of killed processes are deleted.
        `key_of` gives the key from an entry of the list of names. Raises StorageError.
        """
        visitors = self.store.within(VISITORS)
        recent = time.time() - names.TRIAL.total_seconds()
        for name, changed in visitors.things().items():
            if name.startswith(".") and changed <= recent:
                visitors.document(name).remove()
        came = _comings(visitors)
        latest = sorted(came, key=came.__getitem__, reverse=True)
        long_ago = [user for user in latest[:MOST_NAMES] if came[user] <= recent]
        if late := long_ago + latest[MOST_NAMES:]:
            known = {*_digests(self.names().owners(), key_of)}
            for user in late:
                if user not in known:
                    _forget(visitors, user)

    def settings_of(self, key: str) -> SettingsFile:
        """Settings of the user with this key."""
        return SettingsFile(self.store.document(f"{_visitor(key)}.toml", 0o660))

    def lessons_of(self, key: str) -> Store:
        """Store of the unfinished lessons of the user with this key."""
        return self.store.within(_visitor(key), 0o700)

    def reconnects(self) -> ReturnsAfterRestart:
        """Tables of users at the last upgrade."""
        return ReturnsAfterRestart(
            lambda key: self.store.document(f"{_visitor(key)}{_SEAT}", 0o600)
        )


def _mode(*, keeps_all: bool) -> int:
    """Mode of files with secrets; where other accounts play, too, their umask decides."""
    return 0o600 if keeps_all else 0o666


def _comings(visitors: Store) -> dict[str, float]:
    """Time of each user's last visit or change, in seconds since 1970; by the digest of their key."""
    came: dict[str, float] = {}
    for name, changed in visitors.things().items():
        if match := _WHOSE.match(name):
            came[match[0]] = max(came.get(match[0], 0), changed)
    return came


def _digests(owners: Iterable[str], key_of: Callable[[str], str]) -> Iterator[str]:
    for line in owners:
        try:
            yield _digest(key_of(line))
        except ValueError as error:  # without a valid key nobody can return
            logger.warning("%s: %.80r is skipped: %s", names.FILE, line, error)


def _forget(visitors: Store, user: str) -> None:
    settings = visitors.document(f"{user}.toml")
    settings.beside(KEPT_ASIDE).remove()
    settings.remove()
    visitors.document(f"{user}{_SEAT}").remove()
    visitors.within(user).clear()


def _visitor(key: str) -> str:
    return f"{VISITORS}/{_digest(key)}"


def _digest(key: str) -> str:
    return blake2b(key.encode(), digest_size=12).hexdigest()
