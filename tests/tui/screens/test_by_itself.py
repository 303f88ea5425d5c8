"""A screen that opens or closes by itself takes no key that was being typed, and its bar tells its keys."""

from __future__ import annotations

import ast
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest
from textual.app import App
from textual.screen import Screen
from textual.widgets import Input

import hako
from hako.content import load
from hako.content.flip_city.actions import PlayTop
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import Player
from hako.engine.log.storage_errors import StorageError
from hako.multiplayer.accounts.settings import Settings
from hako.tui.apps.unasked_screens import PAUSE_SECONDS, UnaskedScreens
from hako.tui.screens.confirm_dialog import ConfirmDialog
from hako.tui.screens.game_over import GameOverScreen
from hako.tui.screens.handover_cover import HandoverCover
from hako.tui.screens.lobby import LobbyScreen
from hako.tui.screens.recap_dialog import RecapDialog
from hako.tui.screens.review import ReviewScreen
from hako.tui.screens.table.features.bots import TableBots
from hako.tui.screens.table.local_play import PlayScreen
from hako.tui.screens.table.replay import ReplayScreen
from hako.tui.screens.table.room import RoomScreen
from hako.tui.screens.too_small import TooSmall
from hako.tui.widgets.key_bar import KeyBar
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Place
from tests.tui.lobbies import ANN, BEN, opened
from tests.tui.lobbies import until as sees_that
from tests.tui.tables import OneTable, new_table, settled
from tests.tui.whole_app import Installation

EAGER = Settings(bot_speed="at_once", motion="none", recap="always")
NEVER = Settings(bot_speed="at_once", motion="none", recap="never")

TYPED = ("y", "n", "q", "enter", "1", "u", "r", "escape", "space", "s", "a", "x")
"""Keys that do something on one screen or another."""


class Seen(NamedTuple):
    """An app, and what changes its screen without anybody there."""

    app: App[Any]
    press: Callable[..., Awaitable[None]]
    happen: Callable[[], Awaitable[None]]
    line: Callable[[], object]
    """Last line of the table's log."""


Scenario: TypeAlias = Callable[[Path], AbstractAsyncContextManager[Seen]]


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time by which pauses are measured."""
    time = [100.0]
    monkeypatch.setattr(UnaskedScreens, "clock", lambda: time[0])
    return time


# ------------------------------------------------------------ what opens


def scenario(
    prepare: Callable[[], Any], seats: list[int] | None, happens: Callable[[OneTable], object],
    settings: Settings = NEVER,
) -> Scenario:  # fmt: skip
    """A table on screen, and something that happens there."""

    @asynccontextmanager
    async def begin(_: Path) -> AsyncIterator[Seen]:
        table = prepare()
        app = OneTable(table, seats, settings)
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await settled(pilot)

            async def happen() -> None:
                happens(app)
                await pilot.pause()

            async def press(*keys: str) -> None:
                await pilot.press(*keys)
                await pilot.pause()

            yield Seen(app, press, happen, lambda: table.line)

    return begin


def answered() -> Any:
    """Ben has answered Ann's mark, so that it is final for her."""
    table = new_table(TIC_TAC_TOE, "Ann", "Ben", undo="ask")
    table.play(0, Place(4))
    table.play(1, Place(0))
    return table


def marked(*cells: int) -> Callable[[], Any]:
    """Ann and Ben have marked these cells in turn."""

    def prepare() -> Any:
        table = new_table(TIC_TAC_TOE, "Ann", "Ben")
        for number, cell in enumerate(cells):
            table.play(number % 2, Place(cell))
        return table

    return prepare


def about_to_bust() -> Any:
    table = new_table(load("flip_city"), "Ann", "Ben", seed=2)
    for _ in range(3):
        table.play(0, PlayTop())
    return table


def over() -> Any:
    return marked(0, 3, 1, 4, 2)()


def hotseat() -> Any:
    return new_table(load("cultus"), "Ann", "Ben")


def fails(app: OneTable) -> None:
    failure = StorageError("in_file", file="game.hako", reason=Failure("disk_full"))
    next(filter(_is_table, app.screen_stack)).features.of(TableBots).show_trouble(failure)  # type: ignore[attr-defined]  # it is a table


def _is_table(screen: Screen[Any]) -> bool:
    return isinstance(screen, PlayScreen)


def ends_turn(app: OneTable) -> None:
    first = app.table.waiting()[0]
    while app.table.waiting() == (first,):
        app.table.play(first, app.table.legal_actions(first)[0])


@asynccontextmanager
async def uncovered(folder: Path) -> AsyncIterator[Seen]:
    """Ann, around one keyboard with Ben, has lifted the cover."""
    async with scenario(hotseat, None, ends_turn)(folder) as seen:
        pause(seen.app)
        await seen.press("y")
        yield seen


def pause(app: Any) -> None:
    """Let whatever is pressed next be meant."""
    app.unasked.holds_keys = False


@asynccontextmanager
async def too_small(folder: Path) -> AsyncIterator[Seen]:
    async with scenario(marked(), [0], lambda _: None)(folder) as seen:
        yield seen._replace(happen=resized(seen, 50, 10))


@asynccontextmanager
async def large_again(folder: Path) -> AsyncIterator[Seen]:
    async with too_small(folder) as seen:
        await seen.happen()
        assert isinstance(seen.app.screen, TooSmall)
        yield seen._replace(happen=resized(seen, 80, 24))


def resized(seen: Seen, columns: int, lines: int) -> Callable[[], Awaitable[None]]:
    async def happen() -> None:
        from textual.pilot import Pilot

        pilot = Pilot(seen.app)
        await pilot.resize_terminal(columns, lines)
        await pilot.pause()

    return happen


@asynccontextmanager
async def waiting(folder: Path) -> AsyncIterator[Seen]:
    """Ann has a seat and is ready; with Ben it is dealt."""
    async with opened(folder, ANN, BEN, asks=True, game="sealed_bids") as (_, room, [ann, ben]):
        await ann.press("r")

        async def happen() -> None:
            await ben.press("r")
            await sees_that(lambda: isinstance(ann.app.screen, RoomScreen), lambda: ann.text)
            await ann.press()

        yield Seen(ann.app, ann.press, happen, lambda: (room.table.line, list(room.chat)))


@asynccontextmanager
async def sent_out(folder: Path) -> AsyncIterator[Seen]:
    """Ann talks at a table that is closed."""
    async with opened(folder, ANN, BEN) as (at, room, [ann, _ben]):
        await ann.press("t", *"qq")

        async def happen() -> None:
            await at.lobby.archiving.archive(room)
            await sees_that(lambda: isinstance(ann.app.screen, LobbyScreen), lambda: ann.text)
            await ann.press()

        yield Seen(ann.app, ann.press, happen, lambda: room.table.line)


def on_shelf(opens: str) -> Scenario:
    """A kept game that takes a moment to be read."""

    @asynccontextmanager
    async def begin(folder: Path) -> AsyncIterator[Seen]:
        installation = Installation(folder)
        installation.set(NEVER)
        name = installation.kept(Player("Ann"), Player("Ben"))
        async with installation.open() as pilot:

            async def happen() -> None:
                getattr(pilot.app, opens)(name)
                await pilot.app.workers.wait_for_complete()
                await pilot.pause()

            async def press(*keys: str) -> None:
                await pilot.press(*keys)
                await pilot.pause()

            def line() -> object:
                return getattr(getattr(pilot.app.screen, "table", None), "line", None)

            yield Seen(pilot.app, press, happen, line)

    return begin


@asynccontextmanager
async def exporting(folder: Path) -> AsyncIterator[Seen]:
    """A transcript is being written, and the dialog closes when it is."""
    installation = Installation(folder)
    installation.set(NEVER)
    name = installation.kept(Player("Ann"), Player("Ben"))
    async with installation.open() as pilot:
        app: Any = pilot.app
        app.open_table(app.library.open(name).table)
        await pilot.pause()
        app.open_export(app.screen.table)
        await pilot.pause()
        pause(app)
        app.screen.query_one("#file", Input).value = str(folder / "game.md")

        async def happen() -> None:
            app.screen.action_write()
            await app.workers.wait_for_complete()
            await pilot.pause()

        async def press(*keys: str) -> None:
            await pilot.press(*keys)
            await pilot.pause()

        yield Seen(app, press, happen, lambda: app.screen.table.line)


def since_told(app: OneTable) -> None:
    app.table.play(1, Place(0))


@asynccontextmanager
async def asked(folder: Path) -> AsyncIterator[Seen]:
    """Ben is asked, and Ann thinks better of it."""
    async with scenario(answered, [1], lambda app: app.table.answer(0, yes=False))(folder) as seen:
        app: Any = seen.app
        app.table.ask(0)
        await seen.press()
        assert isinstance(app.screen, ConfirmDialog)
        yield seen


@asynccontextmanager
async def passing(folder: Path) -> AsyncIterator[Seen]:
    """A moment is shown for as long as a bot takes."""
    slow = Settings(bot_speed="slow", recap="never")
    async with scenario(about_to_bust, [1], lambda app: app.table.play(0, PlayTop()), slow)(
        folder
    ) as seen:
        await seen.happen()
        screen: Any = seen.app.screen
        assert isinstance(screen, RecapDialog)

        async def happen() -> None:
            screen._pass()
            await seen.press()

        yield seen._replace(happen=happen)


@asynccontextmanager
async def reading(folder: Path) -> AsyncIterator[Seen]:
    """The news is read, and Ben takes it back."""
    async with scenario(marked(4), [0], lambda app: app.table.play(1, Place(0)), EAGER)(
        folder
    ) as seen:
        await seen.happen()
        assert isinstance(seen.app.screen, RecapDialog)
        app: Any = seen.app

        async def happen() -> None:
            app.table.undo(1)
            await seen.press()

        yield seen._replace(happen=happen)


@asynccontextmanager
async def reviewing(folder: Path) -> AsyncIterator[Seen]:
    async with scenario(over, [0], lambda app: app.table.undo(0))(folder) as seen:
        app: Any = seen.app
        app.push_screen(ReviewScreen(app.table))
        await seen.press()
        yield seen


OPENS: dict[str, tuple[str, type[Screen[Any]], Scenario]] = {
    "request": (
        "Undo.show_request",
        ConfirmDialog,
        scenario(answered, [1], lambda app: app.table.ask(by=0)),
    ),
    "news": (
        "Recap.open",
        RecapDialog,
        scenario(marked(4), [0], since_told, EAGER),
    ),
    "moment": (
        "Recap.open",
        RecapDialog,
        scenario(
            about_to_bust,
            [1],
            lambda app: app.table.play(0, PlayTop()),
            Settings(bot_speed="slow", recap="never"),
        ),
    ),
    "result": (
        "GameResult.show",
        GameOverScreen,
        scenario(marked(0, 3, 1, 4), [1], lambda app: app.table.play(0, Place(2))),
    ),
    "not saved": ("TableScreen.show_not_saved", ConfirmDialog, scenario(marked(), [0], fails)),
    "cover": ("Handover._cover", HandoverCover, uncovered),
    "too small": ("CoreApp.mind_the_room", TooSmall, too_small),
    "dealt": ("WaitingRoomScreen.on_waiting_room_screen_changed", RoomScreen, waiting),
    "sent out": ("LobbyApp._follow_moderation", LobbyScreen, sent_out),
    "resumed": ("ShelfApp.resume", PlayScreen, on_shelf("resume")),
    "replayed": ("ShelfApp.replay", ReplayScreen, on_shelf("replay")),
    # what closes by itself opens what lies below
    "request withdrawn": (
        "Undo.close_request",
        PlayScreen,
        asked,
    ),
    "moment over": ("RecapDialog._pass", PlayScreen, passing),
    "news taken back": ("Recap.interrupt", PlayScreen, reading),
    "result taken back": (
        "GameOverScreen.close_if_played_on",
        PlayScreen,
        scenario(over, [1], lambda app: app.table.undo(0)),
    ),
    "review taken back": ("ReviewScreen.close_if_played_on", PlayScreen, reviewing),
    "written": ("ExportScreen._write", PlayScreen, exporting),
    "large again": ("TooSmall._check_room", PlayScreen, large_again),
}
"""Changes of the open screen by itself: where in hako, what is open then, and how it comes."""

ASKED = {
    # by a key, a click or a choice in a dialog; or what the program was started for
    "CoreApp.action_command_palette", "CoreApp.action_help", "CoreApp.action_settings",
    "GameApp.action_statistics", "CoreApp.leave", "GameApp.open_export", "GameApp.open_learn",
    "GameApp.open_lesson", "GameApp.open_replay", "GameApp.open_review", "GameApp.open_rules",
    "GameApp.open_table", "GameApp.retry", "ChatDialog.on_input_submitted",
    "ConfirmDialog.action_answer", "ConfirmDialog.action_decline", "ConfirmDialog.action_leave",
    "ConfirmDialog.on_button_pressed", "Dialog.action_leave", "GameChoiceDialog.open_box",
    "GameOverScreen.action_endings", "GameOverScreen.action_look_back",
    "GameOverScreen.action_next_lesson", "GameResult.open_result", "HandoverCover.action_leave",
    "HandoverCover.action_uncover", "HelpScreen.press", "LanguageScreen._choose",
    "LessonDoneScreen._open", "LessonGuide.read_on",
    "LobbyApp._set_up", "LobbyApp.action_today", "LobbyApp.on_mount",
    "LobbyApp.open_new_table", "LobbyApp.open_room", "LobbyScreen.action_code",
    "LobbyScreen.action_keep_order", "LobbyScreen.action_league", "LobbyScreen.action_tournaments",
    "LobbyScreen.on_paste", "LocalApp.leave", "LocalApp.on_mount", "ReferencePages.chart", "ReferencePages.find",
    "ReferencePages.look_up", "ReferencePages.signs", "ReferencePages.standing", "NameScreen._keep", "NewGameScreen.begin",
    "PlayOn.play_on", "PlayersDialog._order", "PlayersDialog._give_up",
    "RecapDialog.lead", "RecapDialog.on_click", "RecapDialog.on_key", "RoomPeople.people",
    "RoomPeople.talk", "RoomPremoves.premove", "RoomSeat.sit_down",
    "ScoreChartScreen.on_screen_resume", "SearchDialog.on_option_list_option_selected",
    "SeedContributionDialog.on_input_submitted", "ShelfApp.open_new_game", "ShelfApp.open_saves",
    "ShelfApp.rematch", "TableCodeDialog.on_input_submitted", "TableOptionsDialog.action_leave",
    "TournamentScreen.action_take_part", "WaitingRoomScreen.action_options",
    "WaitingRoomScreen.action_people", "WaitingRoomScreen.action_ready",
    "WaitingRoomScreen.action_talk", "retry",
    # what these are made of; a cover follows, or a pause
    "AppScreen.dismiss", "AppScreen.vanish", "UnaskedScreens.come_up", "Handover._close_screens_above",
    "LobbyApp._go_to_lobby", "Palette.dismiss",
}  # fmt: skip
"""Functions that change the open screen because somebody there wants it."""

CHANGES = {"push_screen", "switch_screen", "pop_screen", "dismiss"}
GUARDED = {"come_up", "hold_keys", "vanish"}


def changes() -> Iterator[tuple[str, str]]:
    """Each call in hako that changes the open screen: the function it stands in, and its name."""
    for file in Path(hako.__file__).parent.rglob("*.py"):
        text = file.read_text("utf-8")
        if any(name in text for name in CHANGES | GUARDED):
            yield from _calls(ast.parse(text), ())


def _calls(node: ast.AST, inside: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for part in ast.iter_child_nodes(node):
        named = isinstance(part, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        called = part.func if isinstance(part, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in CHANGES | GUARDED:
            yield ".".join(inside), called.attr
        yield from _calls(part, (*inside, part.name) if named else inside)  # type: ignore[attr-defined]  # a definition has a name


def test_whatever_changes_the_open_screen_is_asked_for_or_waits_for_a_pause() -> None:
    """A new one is found here: it uses `come_up` or `vanish`, and has a scenario above."""
    by_itself = {where for where, _, _ in OPENS.values()}
    calls = [*changes()]
    assert {where for where, name in calls if name in CHANGES} - by_itself == ASKED
    assert {where for where, name in calls if name in GUARDED} - ASKED == by_itself


@pytest.mark.parametrize("kind", OPENS)
async def test_it_takes_no_key_before_a_pause(kind: str, tmp_path: Path, now: list[float]) -> None:
    """Not one of those that follow each other faster than a pause; the one after it is taken."""
    _, opens, begin = OPENS[kind]
    async with begin(tmp_path) as seen:
        pause(seen.app)
        await seen.happen()
        stack, line = [*seen.app.screen_stack], seen.line()
        assert isinstance(stack[-1], opens)

        for key in TYPED:
            now[0] += PAUSE_SECONDS - 0.01
            await seen.press(key)
            assert seen.app.screen_stack == stack, key
            assert seen.line() == line, key
            assert seen.app.is_running

        now[0] += PAUSE_SECONDS - 0.01
        assert not await heard(seen, "f9"), "the last key was a moment ago"
        now[0] += PAUSE_SECONDS
        assert await heard(seen, "f9")


async def heard(seen: Seen, key: str) -> bool:
    """True if a key comes to the open screen."""
    keys = list[str]()
    with pytest.MonkeyPatch.context() as patch:
        for part in filter(None, (seen.app.screen, seen.app.focused)):
            patch.setattr(part, "_forward_event", lambda event: keys.append(event.key))
        await seen.press(key)
    return keys == [key]


PUT_OFF = ("request", "news", "result", "not saved")


@pytest.mark.parametrize("kind", PUT_OFF)
async def test_it_does_not_open_over_a_text_that_is_being_typed(
    kind: str, tmp_path: Path, now: list[float]
) -> None:
    """However slowly, as with an input method; that something waits is said in the corner."""
    _, opens, begin = OPENS[kind]
    async with begin(tmp_path) as seen:
        await seen.press("slash")
        typing, line = seen.app.screen, seen.line()
        await seen.happen()
        after = seen.line()
        for key in "yes":
            now[0] += 10
            await seen.press(key)
        assert seen.app.screen is typing
        assert typing.query_one(Input).value == "yes"
        (notice,) = seen.app._notifications
        assert "when you leave this text field" in notice.message
        assert after == line or kind != "not saved"

        now[0] += 10
        await seen.press("escape")
        assert isinstance(seen.app.screen, opens)
        stack = [*seen.app.screen_stack]
        await seen.press("y", "escape", "enter")
        assert seen.app.screen_stack == stack
        assert seen.line() == after


async def test_who_types_in_the_chat_agrees_to_nothing(tmp_path: Path, now: list[float]) -> None:
    """Ann asks to take back while Ben writes "very nice", and goes on writing."""
    async with opened(tmp_path, ANN, BEN) as (_, room, [ann, ben]):
        now[0] += 10
        await ann.press("1")
        await ben.sees("Ben, mark a cell.")
        await ben.press("1")
        await ann.sees("Ann, mark a cell.")
        await ben.press("t", *"ver")
        now[0] += 10
        await ann.press("u")
        await ben.sees("Ann asks to undo the last choice.")
        for key in (*"y nice", "enter", "escape", "y"):
            now[0] += PAUSE_SECONDS - 0.01
            await ben.press(key)
        assert [message.text for message in room.chat] == ["very nice"]
        assert isinstance(ben.app.screen, ConfirmDialog)

        now[0] += PAUSE_SECONDS
        head = room.table.head
        await ben.press("y")
        assert (head, room.table.head) == (2, 0)


@pytest.mark.parametrize("kind", OPENS)
async def test_the_bar_tells_the_keys_that_work_there(
    kind: str, tmp_path: Path, now: list[float]
) -> None:
    """Its words are those of the open screen, each of whose keys does what it says."""
    _, opens, begin = OPENS[kind]
    async with begin(tmp_path) as seen:
        await seen.happen()
        app: Any = seen.app
        app.clear_notifications()  # they lie over the bar
        await seen.press()
        screen = app.screen
        assert isinstance(screen, opens)
        if opens in {HandoverCover, TooSmall}:  # they fill the screen, and say it in words
            assert not screen.query(KeyBar)
            return
        words = [word for word in screen.query_one(KeyBar).words() if word.target]
        assert words
        shown = re.sub(r" +", " ", "".join(row.text for row in _rows(app)))
        values = {key: binding for key, (_, binding, on, _) in screen.active_bindings.items() if on}
        for word in words:
            assert " ".join("".join(text for text, _ in word.pieces).split()) in shown
            assert word.target in values
        if opens is RecapDialog:
            assert {word.target for word in words} == {"enter"}
        below = app.screen_stack[-2] if screen.is_modal else None
        for key_bar in below.query(KeyBar) if below else ():
            assert not [word for word in key_bar.words() if word.target]


def _rows(app: App[Any]) -> list[Any]:
    screen = app.screen
    rows = screen.query_one(KeyBar).region
    return list(screen._compositor.render_strips()[rows.y : rows.bottom])
