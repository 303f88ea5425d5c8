"""Rated tables on screen: chosen, told in list and strip; and the page of the league."""

from __future__ import annotations

from pathlib import Path

import pytest

from hako.engine import ENGINE
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import Language
from hako.engine.storage.file_save import FileDocument
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby_text import table_rows
from hako.multiplayer.moderation.audit_log import AuditLog
from hako.multiplayer.moderation.commands import Kick
from hako.multiplayer.moderation.service import ModerationService
from hako.multiplayer.ratings.ratings import rating_rows
from hako.multiplayer.ratings.results import Results
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import OptionsChanged
from hako.tui import TUI
from hako.tui.screens.ratings import RatingsScreen
from tests.toys import TOYS
from tests.toys.tic_tac_toe import Place
from tests.tui.lobbies import ANN, BEN, TestLobby, local_lobby, until
from tests.tui.whole_app import painted
from tests.willing import all_ready

GUEST = User("Gus", "guest:Gus")
ANN_WINS = (0, 3, 1, 4, 2)


def with_results(at: TestLobby) -> Results:
    at.lobby.results = results = Results(FileDocument(at.folder / "results.jsonl"))
    at.lobby.rooms.archives.append(results)
    return results


def play(room: Room) -> None:
    for cell in ANN_WINS:
        room.table.play(room.table.waiting()[0], Place(cell))


async def test_from_a_new_table_to_the_league(tmp_path: Path) -> None:
    """Ann chooses it under the variants, Ben reads of it in the list, both in the strip."""
    async with local_lobby(tmp_path, asks=True) as at:
        with_results(at)
        ann = await at.come(ANN)
        await ann.press("n")
        await until(lambda: bool(ann.app.screen.query("Boxes")), lambda: ann.text)
        await ann.press("enter")
        await until(lambda: bool(ann.app.screen.query("#rated")), lambda: ann.text)
        ann.field("rated").value = "yes"
        await ann.press("enter")
        await ann.sees("Rated: it counts for the ratings.")
        await ann.sees("Undo until hidden information is revealed.")
        room = at.lobby.find(at.lobby.tables_of(ANN)[0].code)

        assert "(rated)" in table_rows(at.lobby, BEN, TOYS, "en")
        ben = await at.come(BEN)
        await ben.sees("(rated)")
        await ben.sees("Rated: it counts for the ratings.", after="down")
        room.seating.sit(BEN)
        all_ready(room)
        ben = await at.come(BEN, request=f"join {room.code}")
        await ben.sees(f"{room.code}  rated")
        play(room)

        ann = await at.come(ANN)
        await ann.press("r")
        await until(lambda: isinstance(ann.app.screen, RatingsScreen), lambda: ann.text)
        await ann.sees("1 game")
        assert ann.line_with("Ann").split()[:2] == ["?", "Ann"]


async def test_it_is_chosen_in_the_waiting_room_too(tmp_path: Path) -> None:
    async with local_lobby(tmp_path, asks=True) as at:
        room = at.table(ANN, None, None, committed=True)
        room.seating.sit(BEN)
        ben = await at.come(BEN, request=f"join {room.code}")
        ann = await at.come(ANN, request=f"join {room.code}")
        await ann.sees("Choose the options", after="o")
        await until(lambda: bool(ann.app.screen.query("#rated")), lambda: ann.text)
        ann.field("rated").value = "yes"
        await ann.press("escape")

        await ben.sees("Rated: it counts for the ratings.")
        await ben.sees("The options have changed")
        assert room.table.header.rated


async def test_a_guest_is_not_asked_and_hears_why_there_is_no_seat(tmp_path: Path) -> None:
    async with local_lobby(tmp_path, asks=True) as at:
        room = at.table(ANN, None, None, committed=True, undo="horizon")
        header = room.table.header
        room.preparation.alter(ANN, OptionsChanged(header.options, rated=True))
        gus = await at.come(GUEST, request=f"join {room.code}")
        await gus.sees("Guests cannot sit at a rated table")
        assert room.users.seat_of(GUEST) is None


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("language", ["en", "ja"])
async def test_the_page_says_how_a_league_begins(
    tmp_path: Path, size: tuple[int, int], language: Language
) -> None:
    async with local_lobby(tmp_path) as at:
        ann = await at.come(ANN, language=language, size=size)
        await ann.press("r")
        words = "waiting" if language == "en" else "待合室"
        await until(lambda: words in painted(ann.app), lambda: painted(ann.app))
        await ann.press("escape")
        assert not isinstance(ann.app.screen, RatingsScreen)


async def test_other_servers_are_asked_by_ssh(tmp_path: Path) -> None:
    texts = load_catalogue("en", ENGINE, MULTIPLAYER, TUI)
    async with local_lobby(tmp_path) as at:
        results = with_results(at)
        room = at.table(ANN, None, None, committed=True, undo="horizon")
        assert "No rated game" in await rating_rows(results, "", TOYS, texts)
        assert '"players"' not in await rating_rows(results, "--json", TOYS, texts)
        assert "tic_tac_toe" in await rating_rows(results, "tictactoe", TOYS, texts)
        assert room.table.header.rated is False


async def test_whoever_opened_a_rated_table_keeps_no_order_there_once_it_is_dealt(
    tmp_path: Path,
) -> None:
    """To remove somebody would make them last, to close it spare its owner a defeat."""
    async with local_lobby(tmp_path, asks=True) as at:
        room = at.table(ANN, None, None, committed=True, undo="horizon")
        journal, away = AuditLog(FileDocument(tmp_path / "house.jsonl")), User("Cat", "key of Cat")
        moderation = ModerationService(at.lobby, journal, {BEN.key})
        helped = ModerationService(at.lobby, journal, (), {BEN.key, away.key})
        room.preparation.alter(ANN, OptionsChanged(room.table.header.options, rated=True))
        assert moderation.may_command(Kick, room, ANN)
        room.seating.sit(BEN)
        all_ready(room)

        assert not moderation.may_command(Kick, room, ANN)
        assert moderation.may_command(Kick, room, BEN), "the host does"
        assert not helped.may_command(Kick, room, BEN), "a helper who plays there"
        assert helped.may_command(Kick, room, away)
