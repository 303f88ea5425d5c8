"""The picture of a cup; look at it before it is accepted anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from hako.content import THE_SHELF
from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.i18n.languages import Language
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.moderation.service import ModerationService
from hako.multiplayer.services import Services
from hako.multiplayer.tournaments.log_lines import (
    PlayerEntered,
    RoundPaired,
    TableScheduled,
    TableScored,
    TournamentAnnounced,
    TournamentLine,
    TournamentStarted,
)
from hako.multiplayer.tournaments.organizer import FILE
from hako.multiplayer.tournaments.pairing import RULES
from hako.multiplayer.tournaments.tournament import Tournament
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.tournament import TournamentScreen
from hako.tui.terminal.capabilities import TerminalCapabilities

NAMES = ("Ann", "Ben", "由美子", "Cleo", "大輔", "Emil", "Fay")
ROUNDS = 2
"""Are over; of the third one table is."""


def lines() -> list[TournamentLine]:
    """A cup for three at a table, in its third of four rounds."""
    cup = Tournament(
        TournamentAnnounced(
            "spring", 1, "swiss", "flip_city", 3, 3, "", "", 4, clock="3d-away", rated=True
        )
    )
    for name in NAMES:
        cup.note(PlayerEntered(cup.name, name, name))
    cup.note(TournamentStarted(cup.name, 2, 4))
    while len(cup.rounds) <= ROUNDS:
        tables, byes = cup.pairing()
        cup.note(RoundPaired(cup.name, len(cup.rounds) + 1, tables, byes, rules=RULES))
        at = len(cup.rounds)
        for number, people in [*cup.open_tables()]:
            cup.note(TableScheduled(cup.name, at, number, f"{'BCD'[at - 1]}{'FGH'[number]}HJK"))
            if at <= ROUNDS or number > 1:
                cup.note(TableScored(cup.name, at, number, tuple(range(1, len(people) + 1))))
    return cup.lines


class TournamentPage(LobbyApp):
    """The page of somebody who takes part, alone."""

    def begin(self) -> None:
        self.push_screen(TournamentScreen())


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_tournament_in_its_third_round(
    tmp_path: Path, snap_compare: Callable[..., bool], language: Language
) -> None:
    folder = Services(tmp_path)
    sheet = folder.store.document(FILE)
    sheet.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines()))
    lobby = Lobby(folder.store.within("tables"), THE_SHELF.load, WorkerPool())
    moderation = ModerationService(
        lobby, folder.audit_log(), tournaments=folder.tournaments(lobby, THE_SHELF)
    )
    app = TournamentPage(
        lobby,
        User("由美子", "由美子"),
        None,
        TerminalCapabilities(language=language),
        moderation=moderation,
    )

    assert snap_compare(app, terminal_size=(80, 24))
