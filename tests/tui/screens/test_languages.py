"""Another language on every screen: each line is as if it had been that language from the first."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias, cast

import msgspec
import pytest
from textual.pilot import Pilot
from textual.screen import ModalScreen, Screen

import hako.tui.screens
from hako.content import THE_SHELF, load
from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import think
from hako.engine.i18n.languages import Language
from hako.engine.lessons.lesson import begin, lessons_of
from hako.engine.lessons.session import LessonSession
from hako.engine.log.header import OPEN, Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.storage.file_save import FileDocument
from hako.multiplayer.accounts.settings import Settings, SettingsFile
from hako.multiplayer.daily.daily_games import DailyGames
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.moderation.service import ModerationService
from hako.multiplayer.services import Services
from hako.multiplayer.tournaments.organizer import FILE
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.base import AppScreen
from hako.tui.screens.computed_screen import ComputedScreen
from hako.tui.screens.daily import DailyScreen
from hako.tui.screens.game_form import GameForm
from hako.tui.screens.game_over import GameOverScreen
from hako.tui.screens.handover_cover import HandoverCover
from hako.tui.screens.lesson_done import LessonDoneScreen
from hako.tui.screens.lessons import LessonsScreen
from hako.tui.screens.lobby import LobbyScreen
from hako.tui.screens.moderation import ModerationScreen
from hako.tui.screens.new_game import NewGameScreen
from hako.tui.screens.new_table import NewTableScreen
from hako.tui.screens.ratings import RatingsScreen
from hako.tui.screens.retried_game_comparison import ComparisonScreen
from hako.tui.screens.review import ReviewScreen
from hako.tui.screens.rules import RulesScreen
from hako.tui.screens.saves import SavesScreen
from hako.tui.screens.score_chart import ScoreChartScreen
from hako.tui.screens.settings import SettingsScreen
from hako.tui.screens.shelf import ShelfScreen
from hako.tui.screens.statistics import StatisticsScreen
from hako.tui.screens.table.lesson import LessonScreen
from hako.tui.screens.table.local_play import PlayScreen
from hako.tui.screens.table.replay import ReplayScreen
from hako.tui.screens.table.room import RoomScreen
from hako.tui.screens.table.screen import TableScreen
from hako.tui.screens.too_small import TooSmall
from hako.tui.screens.tournament import TournamentScreen
from hako.tui.screens.waiting_room import WaitingRoomScreen
from hako.tui.terminal.capabilities import TerminalCapabilities
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.tui.lobbies import ANN, BEN, CAT
from tests.tui.tables import ThinkingHere, painted
from tests.tui.test_tournament_picture import lines as cup_lines
from tests.tui.whole_app import Installation, at_rest
from tests.willing import willing

SIZE = (120, 40)

Opening: TypeAlias = Callable[[Any], Awaitable[object]]
"""Opens a screen in an app."""


def played(moves: int, *names: str, game: str = "flip_city") -> History[Any]:
    """A game in which the first action that was offered was always taken."""
    players = [Player(name) for name in names or ("Ann", "Ben")]
    item = load(game)
    table = History.new(item, new_header(item, players, seed=2))
    for _ in range(moves):
        if seats := table.waiting():
            table.play(seats[0], table.legal_actions(seats[0])[-1])
    return table


def over() -> History[Any]:
    to_the_end(table := played(0))
    return table


def soon_reviewed() -> History[Any]:
    """A game whose review takes a second, and has turning points and mistakes as any other."""
    header = new_header(TIC_TAC_TOE, [Player("Ann"), Player("Ben")], seed=2)
    to_the_end(table := History.new(TIC_TAC_TOE, header))
    return table


def to_the_end(table: History[Any]) -> None:
    while seats := table.waiting():
        table.play(seats[0], think("greedy", *observation_of(table, seats[0])))


def pushed(make: Callable[[Any], Screen[Any]]) -> Opening:
    async def opened(app: Any) -> None:
        await app.push_screen(make(app))

    return opened


def session() -> LessonSession:
    """The first lesson of Flip City at its start."""
    game = load("flip_city")
    first = next(iter(lessons_of(game).values()))
    return LessonSession(begin(game, first, "en", "Ann", None), first)


def lesson(_: Any) -> Screen[Any]:
    begun = session()
    return LessonScreen(begun.table, (0,), begun)


def endings(app: Any) -> Screen[Any]:
    """A game that was tried again from its third choice."""
    first = app.library.new(new_header(load("flip_city"), [Player("Ann"), Player("Ben")], seed=2))
    to_the_end(first)
    again = app.library.branch(first, 3, 0, anew=False)
    to_the_end(again)
    return ComparisonScreen(first, again)


def box() -> Any:
    return THE_SHELF.box("flip_city")


async def first(_: Any) -> None:
    """Screens that are open already."""


HERE: dict[type[Screen[Any]], Opening] = {
    ShelfScreen: first,
    SavesScreen: pushed(lambda app: SavesScreen([*app.library.entries()])),
    SettingsScreen: pushed(lambda _: SettingsScreen()),
    StatisticsScreen: pushed(lambda _: StatisticsScreen()),
    LessonsScreen: pushed(lambda _: LessonsScreen(None)),
    NewGameScreen: pushed(lambda _: NewGameScreen(box(), is_new=True)),
    RulesScreen: pushed(lambda _: RulesScreen("flip_city", "flip_city.play.5")),
    PlayScreen: pushed(lambda _: PlayScreen(played(7), (0, 1))),
    LessonScreen: pushed(lesson),
    LessonDoneScreen: pushed(lambda _: LessonDoneScreen(session())),
    HandoverCover: pushed(lambda _: HandoverCover(played(3), 0)),
    ReplayScreen: pushed(lambda _: ReplayScreen(played(9))),
    ScoreChartScreen: pushed(lambda _: ScoreChartScreen(played(40))),
    GameOverScreen: pushed(lambda _: GameOverScreen(over())),
    ComparisonScreen: pushed(endings),
    ReviewScreen: pushed(lambda _: ReviewScreen(soon_reviewed())),
}
"""Screens of an app on this computer."""


def opened(is_dealt: bool) -> Opening:
    """The table that is dealt, or the one that waits for people."""

    async def go(app: Any) -> None:
        tables = app.lobby.tables_of(app.user)
        code = next(table.code for table in tables if table.is_dealt is is_dealt)
        app.open_room(app.find(code))

    return go


LOBBY: dict[type[Screen[Any]], Opening] = {
    LobbyScreen: first,
    RoomScreen: opened(is_dealt=True),
    WaitingRoomScreen: opened(is_dealt=False),
    NewTableScreen: pushed(lambda _: NewTableScreen(box(), is_new=True)),
    ModerationScreen: pushed(lambda _: ModerationScreen()),
    RatingsScreen: pushed(lambda _: RatingsScreen()),
    TournamentScreen: pushed(lambda _: TournamentScreen()),
    DailyScreen: pushed(lambda _: DailyScreen()),
}
"""Screens of an app with others."""


class Alone:
    """A house with nobody in it but who looks."""

    def people(self) -> list[Any]:
        return []

    def expel_banned(self) -> None:
        """There is nobody."""

    def end_in(self, seconds: int) -> None:
        """It ends with the test."""


NO_KEY = {TooSmall}
"""There is no room for a sentence more."""

BASES = {
    AppScreen, TableScreen, GameForm, ComputedScreen,
}  # fmt: skip
"""Screens that other screens are made of."""


def kinds() -> set[type[Screen[Any]]]:
    """The screens of hako that are no dialogs; a dialog leaves no key to the app."""
    modules = pkgutil.walk_packages(hako.tui.screens.__path__, f"{hako.tui.screens.__name__}.")
    members = (
        inspect.getmembers(importlib.import_module(module.name), inspect.isclass)
        for module in modules
    )
    every = {kind for member in members for _, kind in member if issubclass(kind, AppScreen)}
    return {kind for kind in every - BASES if not issubclass(kind, ModalScreen)}


def test_every_screen_is_looked_at() -> None:
    assert kinds() == {*HERE, *LOBBY, *NO_KEY}


async def rows(pilot: Pilot[None]) -> list[str]:
    await at_rest(pilot)
    pilot.app.clear_notifications()
    await at_rest(pilot)
    return [row.rstrip() for row in painted(pilot)]


async def turned(pilot: Pilot[None]) -> list[str]:
    """The lines after the key that changes the language; on a screen with text fields, too."""
    await at_rest(pilot)
    await pilot.press("f2")
    return await rows(pilot)


@pytest.mark.parametrize("kind", HERE)
async def test_every_line_changes_its_language_here(
    kind: type[Screen[Any]], tmp_path: Path
) -> None:
    shown = dict[str, list[str]]()
    for path in ("turned", "from the first"):
        installation = Installation(tmp_path / path, THE_SHELF)
        installation.set(Settings(recap="never", name="Ann"))
        installation.kept(Player("Ann"), Player("Ben"))
        language: Language = "en" if path == "turned" else "ja"
        async with installation.open(SIZE, language=language) as pilot:
            await HERE[kind](pilot.app)
            await at_rest(pilot)
            assert type(pilot.app.screen) is kind
            shown[path] = await (turned(pilot) if path == "turned" else rows(pilot))
            assert pilot.app.appearance.language == "ja"  # type: ignore[attr-defined]  # Pilot knows no kind of app
    assert shown["turned"] == shown["from the first"]


@pytest.mark.parametrize("kind", LOBBY)
async def test_every_line_changes_its_language_in_a_lobby(
    kind: type[Screen[Any]], tmp_path: Path
) -> None:
    """A lobby that one person sees twice."""
    folder = Services(tmp_path / "house")
    sheet = folder.store.document(FILE)
    sheet.write(b"".join(msgspec.json.encode(line) + b"\n" for line in cup_lines()))
    lobby = Lobby(folder.store.within("tables"), THE_SHELF.load, ThinkingHere())
    moderation = ModerationService(
        lobby, folder.audit_log(), {ANN.key}, tournaments=folder.tournaments(lobby, THE_SHELF)
    )
    moderation.server = cast(Any, Alone())
    willing(lobby)
    flip_city = load("flip_city")
    for seats in (2, 3):
        table = lobby.new_tables.create(
            new_header(flip_city, (OPEN,) * seats, undo="ask"), ANN, (None,) * seats
        )
        table.seating.sit(BEN)
    watched = lobby.new_tables.create(
        new_header(flip_city, (OPEN,) * 2, undo="ask"), CAT, (None, "greedy")
    )
    del watched
    shown = dict[str, list[str]]()
    languages: dict[str, Language] = {"turned": "en", "from the first": "ja"}
    for text, language in languages.items():
        app = LobbyApp(
            lobby, ANN, SettingsFile(tmp_path / f"{language}.toml"), TerminalCapabilities(language=language),
            moderation=moderation,
        )  # fmt: skip
        app.daily_games = DailyGames(
            lobby, FileDocument(tmp_path / "days.jsonl"), ["flip_city"], THE_SHELF.load
        )
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            await at_rest(pilot)
            await LOBBY[kind](app)
            await at_rest(pilot)
            assert type(app.screen) is kind
            shown[text] = await (turned(pilot) if text == "turned" else rows(pilot))
            assert app.appearance.language == "ja"
    await lobby.close()
    assert shown["turned"] == shown["from the first"]
