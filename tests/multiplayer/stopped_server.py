"""A house whose time stands still, over a home: what days, cups and results are tested in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.rules.game import Game
from hako.engine.storage.protocols import Store
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.ratings import results
from hako.multiplayer.ratings.commitment_log import CommitmentLog
from hako.multiplayer.ratings.results import Results
from tests.simulated import SimulatedTime
from tests.stores import Home


class StoppedServer:
    """A process of the server."""

    def __init__(self, home: Home, load_game: Callable[[str], Game[Any]]) -> None:
        self.home = home
        self.load_game = load_game
        self.time = SimulatedTime()
        self.open()

    def open(self) -> None:
        """As after `kill -9`, or in another process."""
        server = self.home.server_store()
        if self.home.is_folder:
            Path(self.home.address).mkdir(exist_ok=True)
        self.lobby = Lobby(
            server.within("tables"),
            self.load_game,
            WorkerPool(),
            LobbyOptions(
                commitment_log=CommitmentLog(server.document("deals.jsonl")),
                results=Results(server.document(results.FILE, 0o600)),
                time=self.time,
            ),
        )
        self.furnish(server)

    def furnish(self, server: Store) -> None:
        """Open what else is to be there."""
