"""A house whose time stands still, over a home: what days, cups and results are tested in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hako.engine.bots.thinker import WorkerPool
from hako.engine.log.home import Store
from hako.engine.people import results
from hako.engine.people.ledger import CommitmentLog
from hako.engine.people.lobby import Lobby
from hako.engine.people.results import Results
from hako.engine.rules.game import Game
from tests.homes import Home
from tests.simulated import SimulatedTime


class StandingHouse:
    """One process of it."""

    def __init__(self, home: Home, load_game: Callable[[str], Game[Any]]) -> None:
        self.home = home
        self.load_game = load_game
        self.time = SimulatedTime()
        self.open()

    def open(self) -> None:
        """As after `kill -9`, or in another process."""
        house = self.home.house()
        if self.home.is_folder:
            Path(self.home.address).mkdir(exist_ok=True)
        self.lobby = Lobby(
            house.within("tables"),
            self.load_game,
            WorkerPool(),
            ledger=CommitmentLog(house.document("deals.jsonl")),
            results=Results(house.document(results.FILE, 0o600)),
            timekeeper=self.time,
        )
        self.furnish(house)

    def furnish(self, house: Store) -> None:
        """Open what else is to be there."""
