"""The folder that a lobby lives in, shared by all its processes.

tables/          the logs of the shared tables, and in chat/ what is said there
visitors/        the settings of each visitor and the lessons they left, under a digest of their key
names.jsonl      names, and the keys that own them
house.jsonl      the host's orders
deals.jsonl      secrets of deals, for everybody
house.sock       where a running server can be reached from this machine, house.lock whose it is
host_key         the SSH server's own key
pass_key         what browsers' passes are signed with
invitations.jsonl  links for browsers, and who came by one
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from hako.content import Shelf
from hako.engine.bots.thinker import Thinker
from hako.engine.log.home import Store
from hako.engine.log.store import FolderStore, failures
from hako.engine.people.ledger import Ledger
from hako.engine.people.lobby import Lobby
from hako.engine.people.room import USUAL_MANNERS, Manners
from hako.engine.people.sanctions import Sanctions
from hako.tui.lobby import invitations, journal, names
from hako.tui.lobby.invitations import Invitations
from hako.tui.lobby.journal import Journal
from hako.tui.lobby.names import NameRegistry
from hako.tui.settings import SettingsFile

PACE_SECONDS = 0.8
"""So long a bot's move is looked forward to, at a table that several people watch."""

WATCH_SECONDS = 0.25
"""So often a process looks at what the others did."""

MOST_NAMES = 10_000


class LobbyFolder:
    """Where things lie in it."""

    def __init__(self, path: Path | None = None, store: Store | None = None) -> None:
        """Take the folder, or the usual one in the user's data folder. Raises StoreFailed.

        In another `store` is what could lie there, but for sockets, locks and the house's keys.
        """
        self.path = path or user_data_path("hako")
        self.store = store or FolderStore(self.path)
        with failures(self.path):
            self.path.mkdir(parents=True, exist_ok=True)

    @property
    def is_shared(self) -> bool:
        """Whether other accounts of this machine write here, and so can read the logs."""
        return bool(self.path.stat().st_mode & 0o022)

    def lobby(
        self,
        shelf: Shelf,
        thinker: Thinker,
        *,
        keeps_all: bool,
        manners: Manners = USUAL_MANNERS,
        sanctions: Sanctions | None = None,
    ) -> Lobby:
        """The lobby over it, within the running event loop. Raises StoreFailed."""
        return Lobby(
            # in a log are seed and hands; where others of this machine play, too, their umask tells
            self.store.within("tables", 0o600 if keeps_all else 0o666),
            shelf.load,
            thinker,
            lambda: PACE_SECONDS,
            WATCH_SECONDS,
            keeps_all=keeps_all,
            manners=manners,
            sanctions=sanctions,
            ledger=Ledger(self.store.sheet("deals.jsonl")),
        )

    @asynccontextmanager
    async def opened(self, shelf: Shelf, **options: Any) -> AsyncIterator[Lobby]:
        """The lobby over it and somebody who thinks for its bots, until it is left."""
        async with AsyncExitStack() as stack:
            thinker = Thinker()
            stack.callback(thinker.close)
            lobby = self.lobby(shelf, thinker, **options)
            stack.push_async_callback(lobby.close)
            yield lobby

    def names(self, most: int = MOST_NAMES, most_a_day: int = 3) -> NameRegistry:
        """Who owns which name. Raises StoreFailed."""
        # accounts may share a group
        return NameRegistry(self.store.sheet(names.FILE, 0o660), most, most_a_day)

    def journal(self) -> Journal:
        """The log of the house. Raises StoreFailed."""
        return Journal(self.store.sheet(journal.FILE, 0o600))

    def invitations(self) -> Invitations:
        """Links for browsers. Raises StoreFailed."""
        return Invitations(self.store.sheet(invitations.FILE, 0o600))

    def settings_of(self, key: str) -> SettingsFile:
        """What the owner of a key has set."""
        return SettingsFile(self.store.sheet(f"{_visitor(key)}.toml"))

    def lessons_of(self, key: str) -> Store:
        """The lessons that the owner of a key left."""
        return self.store.within(_visitor(key), 0o700)


def _visitor(key: str) -> str:
    return f"visitors/{blake2b(key.encode(), digest_size=12).hexdigest()}"
