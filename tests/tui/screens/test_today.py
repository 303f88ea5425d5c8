"""The game of the day on screen: begun, gone on with, kept back from others, and the ladder of yesterday."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hako.content import THE_SHELF
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.languages import Language
from hako.engine.storage.file_save import FileDocument
from hako.engine.storage.folder import FolderStore
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.users import User
from hako.multiplayer.daily.daily_games import DailyGames
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.moderation.audit_log import AuditLog
from hako.multiplayer.moderation.commands import Close
from hako.multiplayer.moderation.service import ModerationService
from hako.multiplayer.ratings.results import Results
from hako.multiplayer.tables.room import Room
from hako.tui import TUI
from hako.tui.screens.daily import DailyScreen
from hako.tui.screens.table.replay import ReplayScreen
from hako.tui.screens.table.room import RoomScreen
from tests.simulated import SimulatedTime
from tests.tui.lobbies import ANN, BEN, Person, TestLobby, local_lobby, until
from tests.tui.tables import ThinkingHere
from tests.tui.whole_app import painted

GAME = "flip_city"
DAY = 24 * 3600


class DailyLobby:
    """A house with games of the day, whose time the test moves."""

    def __init__(self, at: TestLobby) -> None:
        self.at = at
        self.time = SimulatedTime()
        at.lobby = Lobby(
            FolderStore(at.folder / "tables"),
            THE_SHELF.load,
            ThinkingHere(),
            LobbyOptions(
                results=Results(FileDocument(at.folder / "results.jsonl")), time=self.time
            ),
        )
        self.days = DailyGames(
            at.lobby, FileDocument(at.folder / "days.jsonl"), [GAME], THE_SHELF.load
        )

    async def come(self, user: User, request: str = "daily", language: Language = "en") -> Person:
        person = await self.at.come(user, shelf=THE_SHELF, language=language)
        person.app.daily_games = self.days
        person.app._request = request
        person.app._run_request()
        await person.press()
        return person


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[DailyLobby]:
    async with local_lobby(folder) as at:
        yield DailyLobby(at)
        await at.lobby.close()


def played(room: Room) -> None:
    chance, table = random.Random(1), room.table
    while table.waiting():
        table.play(0, chance.choice(table.legal_actions(0)))


async def test_from_the_first_look_to_the_day_after(tmp_path: Path) -> None:
    async with opened(tmp_path) as at:
        ann = await at.come(ANN)
        await ann.sees("Flip City, for one player, with the same deal")
        await ann.sees("Your first attempt counts")
        await ann.sees("Nobody has finished yet.")
        await ann.press("enter")
        await until(lambda: isinstance(ann.app.screen, RoomScreen), lambda: ann.text)
        room = at.days.start(ANN)

        ben = await at.come(BEN, f"join {room.code}")
        await ben.sees("it can be watched tomorrow")
        assert not isinstance(ben.app.screen, RoomScreen)
        ben = await at.come(BEN, f"replay {room.code}")
        await ben.sees("it can be watched tomorrow")

        again = await at.come(ANN)
        await again.sees("Enter: continue.")
        played(room)
        over = await at.come(ANN)
        await over.sees("You have finished.")
        assert over.line_with("Ann").split()[:2] == ["1.", "Ann"]
        ann.app.open_review(room.table)
        await ann.sees("other tables still play this deal")

        at.time.seconds += DAY
        await at.days.poll()
        ben = await at.come(BEN)
        await ben.sees("Yesterday: Flip City")
        await ben.sees("Your first attempt counts")
        await ben.press("w")
        await until(lambda: isinstance(ben.app.screen, ReplayScreen), lambda: ben.text)


async def test_there_is_nothing_to_watch_on_the_first_day(tmp_path: Path) -> None:
    async with opened(tmp_path) as at:
        played(at.days.start(ANN))
        ben = await at.come(BEN)
        await ben.sees("1.  Ann")
        await ben.press("w")
        assert isinstance(ben.app.screen, DailyScreen)
        assert "watch the best" not in painted(ben.app)


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_a_key_leads_there_and_guests_hear_why_not(
    tmp_path: Path, language: Language
) -> None:
    async with opened(tmp_path) as at:
        gus = await at.come(User("Gus", "guest:Gus"), "", language)
        await gus.press("d")
        await until(lambda: isinstance(gus.app.screen, DailyScreen), lambda: gus.text)
        await gus.press("enter")
        await gus.sees("a new attempt" if language == "en" else "何度も挑戦")


async def test_a_lobby_without_days_offers_none(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        ann = await at.come(ANN)
        await ann.press("d")
        assert not isinstance(ann.app.screen, DailyScreen)


async def test_an_order_to_close_such_a_table_is_refused_before_it_is_written_down(
    tmp_path: Path,
) -> None:
    """Whose table it is could begin anew; and what is written down, all processes carry out."""
    async with opened(tmp_path) as at:
        room = at.days.start(ANN)
        journal = AuditLog(FileDocument(tmp_path / "house.jsonl"))
        moderation = ModerationService(at.at.lobby, journal, {BEN.key})
        for user in (ANN, BEN):
            with pytest.raises(Failure, match="Other tables still play"):
                await moderation.carry_out(
                    Close(room.code), user, load_catalogue("en", ENGINE, MULTIPLAYER, TUI)
                )
        assert journal.entries == []
