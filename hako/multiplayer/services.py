"""The folder that a lobby lives in, shared by all its processes.

tables/          the logs of the shared tables, what lists tell of them, and in chat/ what is said there
visitors/        the settings of each visitor, the lessons they left and where they sat when the
                 house was renewed, under a digest of their key
names.jsonl      names, and the keys that own them
house.jsonl      the host's orders
cups.jsonl       cups, with keys and secrets: for the owner alone
days.jsonl       what is played on which day, and its secret: for the owner alone
results.jsonl    how rated games ended, with keys: for the owner alone
deals.jsonl      secrets of deals, for everybody
house.sock       where a running server can be reached from this machine, house.lock whose it is
host_key         the SSH server's own key
pass_key         what browsers' passes are signed with
invitations.jsonl  links for browsers, and who came by one
outages.jsonl    when the house was shut, for clocks; alive tells when it was open last
away.jsonl       when people said that they are away
answers.jsonl    what people said before they were asked: for the owner alone
told.jsonl       turns of which the host's command told somebody
digests.jsonl    to whom it told once a day what waits
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
from hako.engine.storage.folder import FolderStore, storage_errors
from hako.engine.storage.protocols import ChangeNotifier, Store
from hako.multiplayer.accounts import invitations, names
from hako.multiplayer.accounts.invitations import Invitations
from hako.multiplayer.accounts.names import NameRegistry
from hako.multiplayer.accounts.reconnects import Reconnects
from hako.multiplayer.accounts.sanctions import Sanctions
from hako.multiplayer.accounts.settings import KEPT_ASIDE, SettingsFile
from hako.multiplayer.daily import daily
from hako.multiplayer.daily.daily import DailyGames
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.moderation import audit_log
from hako.multiplayer.moderation.audit_log import AuditLog
from hako.multiplayer.ratings import commitment_log, results
from hako.multiplayer.ratings.commitment_log import CommitmentLog
from hako.multiplayer.ratings.results import Results
from hako.multiplayer.tables import premoves
from hako.multiplayer.tables.premoves import PremoveStore
from hako.multiplayer.tables.room import DEFAULT_LIMITS, TableLimits
from hako.multiplayer.tables.stopped_time import PausedTime
from hako.multiplayer.tournaments import organizer
from hako.multiplayer.tournaments.organizer import TournamentOrganizer

logger = logging.getLogger(__name__)

PACE_SECONDS = 0.8
"""So long a bot's move is looked forward to, at a table that several people watch."""

WATCH_SECONDS = 0.25
"""So often a process looks at what the others did."""

MOST_NAMES = 10_000


TABLES, VISITORS = "tables", "visitors"

_SEAT = ".seat"

_WHOSE = re.compile(r"[0-9a-f]{24}\b")
"""Whose it is that a visitor left, by its name there."""


class Services:
    """Where things lie in it."""

    def __init__(
        self,
        path: Path | None = None,
        store: Store | None = None,
        notifier: ChangeNotifier | None = None,
    ) -> None:
        """Take the folder, or the usual one in the user's data folder. Raises StorageError.

        In another `store` is what could lie there, but for sockets, locks and the house's keys.
        By a `bell` the processes over the folder hear of each other.
        """
        self.path = path or user_data_path("hako")
        self.store = store or FolderStore(self.path, bell=notifier)
        with storage_errors(self.path):
            self.path.mkdir(parents=True, exist_ok=True)

    @property
    def is_shared(self) -> bool:
        """Whether other accounts of this machine write here, and so can read the logs."""
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
        """The lobby over it, within the running event loop. Raises StorageError."""
        mode = _mode(keeps_all=keeps_all)
        return Lobby(
            self.store.within(TABLES, mode),
            shelf.load,
            worker_pool,
            lambda: PACE_SECONDS,
            WATCH_SECONDS,
            keeps_all=keeps_all,
            limits=limits,
            sanctions=sanctions,
            commitment_log=CommitmentLog(
                self.store.document(commitment_log.FILE, 0o644 if keeps_all else mode)
            ),
            results=self.results(keeps_all=keeps_all),
            premoves=PremoveStore(self.store.document(premoves.FILE, mode)),
            timekeeper=PausedTime(self.store, mode=mode),
        )

    def results(self, *, keeps_all: bool = True) -> Results:
        """How rated games ended. Raises StorageError."""
        return Results(self.store.document(results.FILE, _mode(keeps_all=keeps_all)))

    def daily_games(self, lobby: Lobby, shelf: Shelf, *, keeps_all: bool = True) -> DailyGames:
        """The games of the day; the lobby looks after those that are over. Raises StorageError."""
        document = self.store.document(daily.FILE, _mode(keeps_all=keeps_all))
        alone = [box.id for box in shelf.boxes if box.players.min == 1 and shelf.is_playable(box)]
        games = DailyGames(lobby, document, alone, shelf.load)
        lobby.polls.append(games.poll)
        return games

    def tournaments(self, lobby: Lobby, shelf: Shelf) -> TournamentOrganizer:
        """The cups of the house, whose tables are laid in the lobby. Raises StorageError."""
        tournaments = TournamentOrganizer(
            lobby, self.store.document(organizer.FILE, 0o600), shelf.load
        )
        lobby.polls.append(tournaments.poll)
        return tournaments

    @asynccontextmanager
    async def opened(self, shelf: Shelf, thinkers: int = 1, **options: Any) -> AsyncIterator[Lobby]:
        """The lobby over it and processes that think for its bots, until it is left."""
        async with AsyncExitStack() as stack:
            worker_pool = WorkerPool(thinkers)
            stack.callback(worker_pool.close)
            lobby = self.lobby(shelf, worker_pool, **options)
            stack.push_async_callback(lobby.close)
            yield lobby

    def names(self, most: int = MOST_NAMES, most_a_day: int = 3) -> NameRegistry:
        """Who owns which name. Raises StorageError."""
        # accounts may share a group
        return NameRegistry(self.store.document(names.FILE, 0o660), most, most_a_day)

    def audit_log(self) -> AuditLog:
        """The log of the house. Raises StorageError."""
        return AuditLog(self.store.document(audit_log.FILE, 0o600))

    def invitations(self) -> Invitations:
        """Links for browsers. Raises StorageError."""
        return Invitations(self.store.document(invitations.FILE, 0o600))

    def welcome(self, key: str) -> None:
        """Whoever has that key came: what they left here is kept on."""
        with suppress(OSError):  # they left nothing yet
            self.store.stamp(f"{_visitor(key)}.toml", time.time())

    def forget_strangers(self, key_of: Callable[[str], str]) -> None:
        """Do away with what they left who own no name, so long after they came as a name is on trial.

        Nor is it kept of more than may have names, nor what a process that was killed began to
        write. `key_of` tells a key by its line in the file of names. Raises StorageError.
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
        """What the owner of a key has set."""
        return SettingsFile(self.store.document(f"{_visitor(key)}.toml", 0o660))

    def lessons_of(self, key: str) -> Store:
        """The lessons that the owner of a key left."""
        return self.store.within(_visitor(key), 0o700)

    def reconnects(self) -> Reconnects:
        """Where people sat when the house was renewed."""
        return Reconnects(lambda key: self.store.document(f"{_visitor(key)}{_SEAT}", 0o600))


def _mode(*, keeps_all: bool) -> int:
    """The mode of files with hands, secrets and keys: where others play, too, their umask tells."""
    return 0o600 if keeps_all else 0o666


def _comings(visitors: Store) -> dict[str, float]:
    """When each came last, or changed something, in seconds since 1970; by digests."""
    came: dict[str, float] = {}
    for name, changed in visitors.things().items():
        if match := _WHOSE.match(name):
            came[match[0]] = max(came.get(match[0], 0), changed)
    return came


def _digests(owners: Iterable[str], key_of: Callable[[str], str]) -> Iterator[str]:
    for line in owners:
        try:
            yield _digest(key_of(line))
        except ValueError as error:  # what is no key cannot come back, either
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
