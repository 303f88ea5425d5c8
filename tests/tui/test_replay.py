"""The replay and the end: a game move by move, and what comes after it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button

from hako.content import load
from hako.content.cultus.actions import PlaceCard
from hako.engine.bots.observation import Observation
from hako.engine.bots.worker_pool import think
from hako.engine.i18n.width import cell_width
from hako.engine.lab.simulate import play_out
from hako.engine.log.header import Origin, Player
from hako.engine.log.history import History
from hako.engine.log.log_content import content_of
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.accounts.settings import Settings, SettingsFile
from hako.tui.apps.game_app import GameApp
from hako.tui.apps.shelf import ShelfApp
from hako.tui.saved_games import SavedGames
from hako.tui.screens.confirm_dialog import ConfirmDialog
from hako.tui.screens.export import ExportScreen
from hako.tui.screens.game_over import GameOverScreen
from hako.tui.screens.table.local_play import PlayScreen
from hako.tui.screens.table.replay import ReplayScreen
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.line_panel import LinePanel
from hako.tui.widgets.ranking_panel import RankingPanel
from hako.tui.widgets.replay_timeline import ReplayTimeline
from tests.toys.connect_four import GAME as CONNECT_FOUR
from tests.toys.connect_four import Drop
from tests.toys.sealed_bids import GAME as SEALED_BIDS
from tests.toys.tic_tac_toe import GAME as TIC_TAC_TOE
from tests.toys.tic_tac_toe import Place
from tests.tui.tables import ThinkingHere, new_table, painted, people
from tests.waiting import until

CULTUS, FLIP_CITY = load("cultus"), load("flip_city")


class OneScreen(GameApp):
    """An app with one screen on it."""

    def __init__(self, screen: ReplayScreen | GameOverScreen, language: str = "en") -> None:
        super().__init__(
            Settings(language="ja" if language == "ja" else "en", motion="none"),
            worker_pool=ThinkingHere(),
        )
        self.first = screen

    def on_mount(self) -> None:
        super().on_mount()
        self.push_screen(self.first)


@asynccontextmanager
async def shown(
    screen: ReplayScreen | GameOverScreen, language: str = "en", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[None]]:
    """The screen, painted for the first time."""
    async with OneScreen(screen, language).run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


def finished(*cells: int) -> History[Any]:
    """A game of tic-tac-toe; by default one that Ann wins."""
    table = new_table(TIC_TAC_TOE, "Ann", "Ben")
    for cell in cells or (0, 3, 1, 4, 2):
        table.play(table.waiting()[0], Place(cell))
    return table


def whole_game(*names: str, seed: int = 1) -> History[Any]:
    """A game of Flip City, played by bots."""
    return played_out(new_table(FLIP_CITY, *names, seed=seed), seed)


def played_out(table: History[Any], seed: int = 1) -> History[Any]:
    """The same table, at its end."""
    while table.waiting():
        seat = table.waiting()[0]
        seen = Observation(FLIP_CITY, seat, table.view(seat))
        table.play(seat, think("greedy", seen, Chance(seed, table.line)))
    return table


def panels(screen: ReplayScreen | GameOverScreen) -> list[str]:
    return [
        panel.render_line(y).text
        for panel in screen.query(LinePanel)
        for y in range(panel.size.height)
    ]


async def test_keys_lead_through_the_game_and_to_its_ends() -> None:
    screen, seen = ReplayScreen(finished()), []
    async with shown(screen) as pilot:
        for key in ("end", "left", "left", "home", "right", "right", "left", "G"):
            await pilot.press(key)
            seen.append(screen.moment.number)

    assert seen == [5, 4, 3, 0, 1, 2, 1, 5]
    assert len(screen.table.positions) == 6


async def test_a_replay_that_begins_at_the_start_shows_the_start_of_the_log() -> None:
    screen = ReplayScreen(whole_game("Ann", "Ben"))
    async with shown(screen):
        assert screen.moment.number == 0
        assert "goes first" in screen.view.log_panel.render_line(0).text


async def test_its_log_starts_with_the_first_move_where_the_setup_says_nothing() -> None:
    table = new_table(CONNECT_FOUR, "Ann", "Ben")
    for column in (*range(7), *range(7), 2, 3, 3):  # Ann has a diagonal
        table.play(table.waiting()[0], Drop(column))
    screen = ReplayScreen(table)
    async with shown(screen):
        assert screen.view.log_panel.rows < screen.view.log_panel.count()
        assert screen.view.log_panel.top == 0


async def test_words_of_its_log_are_found_and_lead_to_their_moment() -> None:
    """Ben's second mark is the fourth of five."""
    screen = ReplayScreen(finished())
    async with OneScreen(screen).run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", *"ben marks", "enter")
        await pilot.pause()

        assert screen.moment.ply == 4


async def test_where_one_is_is_told_in_rounds_where_the_game_counts_those() -> None:
    async with shown(ReplayScreen(new_table(load("world_monger"), "アキ", "ソラ")), "ja") as pilot:
        await pilot.press("end")

        assert any("ラウンド1" in row for row in painted(pilot))


async def test_up_and_down_lead_from_turn_to_turn() -> None:
    screen, seen = ReplayScreen(whole_game("Ann", "Ben")), []
    async with shown(screen) as pilot:
        for key in ("down", "down", "up", "up", "up"):
            await pilot.press(key)
            turn, _ = FLIP_CITY.progress(screen.moment.state)
            seen.append(turn)

    assert seen == [2, 3, 2, 1, 1]


async def test_a_click_on_the_timeline_goes_there() -> None:
    screen = ReplayScreen(finished())
    async with shown(screen) as pilot:
        await pilot.click(ReplayTimeline, offset=(screen.playback.timeline._room, 0))

        assert screen.moment.number == 5


async def test_a_replay_that_stands_tells_how_fast_it_would_go_on() -> None:
    screen = ReplayScreen(finished())
    async with shown(screen) as pilot:
        assert "Space plays on, 2 moves a second" in "".join(panels(screen))
        await pilot.press("plus")

        text = "".join(panels(screen))
        assert "Space plays on, " in text
        assert "Space plays on, 2 moves a second" not in text


async def test_autoplay_stops_at_the_end() -> None:
    screen = ReplayScreen(finished())
    async with shown(screen) as pilot:
        await pilot.press("plus", "plus", "space")
        while screen.is_playing:
            await pilot.pause(0.02)

        assert screen.moment.number == 5


async def test_playing_on_from_a_moment_opens_the_table_as_it_was() -> None:
    table = finished()
    async with shown(ReplayScreen(table)) as pilot:
        await pilot.press("home", "right", "enter")

        assert isinstance(pilot.app.screen, PlayScreen)
    assert table.head == 1
    assert table.waiting() == (1,)


@pytest.mark.parametrize("key", ["y", "n"])
async def test_a_finished_game_stays_and_goes_on_in_a_save_of_its_own(
    tmp_path: Path, key: str
) -> None:
    """With y what Ben, who has the turn, could not know then is dealt anew, with n it is as it was."""
    app, _ = local_app(tmp_path)
    table = played_out(app.library.new(new_header(FLIP_CITY, people("Ann", "Ben"), seed=1)))
    before = table.line
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(ReplayScreen(table))
        await pilot.press("right", "right", "enter", "escape", "enter")
        await until(lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.pause()
        await pilot.press(key)
        await until(lambda: isinstance(app.screen, PlayScreen))

        assert isinstance(app.screen, PlayScreen)
        again = app.screen.table
    assert table.outcome is not None
    assert table.line == before
    assert again.header.origin == Origin(table.save.name, 2, 1)  # type: ignore[union-attr]  # it was kept
    assert [item.record for item in again.positions] == [
        item.record for item in table.positions[:3]
    ]
    assert again.view(1) == table.view(1, 2)
    assert (again.state == table.positions[2].state) == (key == "n")
    assert bool(again.changes) == (key == "y")
    assert {table.save, again.save}.isdisjoint({None})
    assert len(app.library.store.names()) == 2


def test_a_game_from_elsewhere_is_found_again_and_tells_nothing_of_this_computer(
    tmp_path: Path,
) -> None:
    elsewhere, library = SavedGames(tmp_path / "sent"), SavedGames(tmp_path / "saves")
    first = played_out(elsewhere.new(new_header(FLIP_CITY, people("Ann", "Ben"), seed=1)))

    again = library.branch(first, 2, 1, anew=False)

    assert again.header.origin == Origin(f"../sent/{first.save.name}", 2, 1)  # type: ignore[union-attr]  # it was kept
    first_ending = library.first_ending(played_out(again))
    assert first_ending is not None
    assert first_ending.positions == first.positions


async def test_a_branch_that_was_taken_back_can_be_looked_at() -> None:
    table = finished()
    table.go_to(1)
    table.play(1, Place(8))
    screen = ReplayScreen(table, [None])
    async with shown(screen) as pilot:
        screen.view.log_panel.cursor = 5
        screen.view.log_panel.action_jump()
        await pilot.pause()

        assert screen.moment.state.marks == (0b111, 0b11000)


@pytest.mark.parametrize("undecided", [True, False])
async def test_nobody_around_one_keyboard_looks_at_anothers_secrets_before_the_end(
    undecided: bool,
) -> None:
    table = new_table(SEALED_BIDS, "Ann", "Ben")
    while not undecided and table.waiting():
        seat = table.waiting()[0]
        table.play(seat, table.legal_actions(seat)[0])
    screen, seen = ReplayScreen(table), []
    async with shown(screen) as pilot:
        for _ in range(3):
            seen.append(screen.viewer)
            await pilot.press("v")

    assert seen == ([None, None, None] if undecided else [None, 0, 1])


async def test_anothers_secrets_are_hidden_again_where_the_end_is_taken_back() -> None:
    table = new_table(SEALED_BIDS, "Ann", "Ben")
    while table.waiting():
        seat = table.waiting()[0]
        table.play(seat, table.legal_actions(seat)[0])
    screen = ReplayScreen(table)
    async with shown(screen) as pilot:
        await pilot.press("v")
        assert screen.viewer == 0
        table.undo()
        await pilot.press("right")

        assert screen.viewer is None


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
@pytest.mark.parametrize("language", ["en", "ja"])
async def test_every_line_of_both_screens_fits(size: tuple[int, int], language: str) -> None:
    table = whole_game("Ann", "葉子", "Cat", "Dan")
    for screen in (ReplayScreen(table), GameOverScreen(table)):
        async with shown(screen, language, size) as pilot:
            await pilot.press("end")
            for panel in screen.query(LinePanel):
                for y in range(panel.size.height):
                    assert cell_width(panel.render_line(y).text) == panel.size.width


async def test_the_end_tells_who_won_how_and_everybodys_place() -> None:
    screen = GameOverScreen(whole_game("Ann", "Ben", "Cat"))
    async with shown(screen):
        text = "\n".join(panels(screen))

    winner = ("Ann", "Ben", "Cat")[screen.outcome.winners[0]]
    assert f"{winner} wins with " in text
    assert all(name in text for name in ("Ann", "Ben", "Cat"))
    assert " 1. " in text


async def test_an_enemy_that_won_stands_first_and_runs_in_the_race() -> None:
    header = new_header(CULTUS, [Player("Ann", bot="random")], {"enemy": "annet"}, seed=1)
    screen = GameOverScreen(play_out(CULTUS, header, content_of(CULTUS, header, "")))
    async with shown(screen):
        text = "\n".join(panels(screen))

    assert "Annet wins!" in text
    assert text.index(" 1. ■B Annet") < text.index(" 2. ●A Ann")
    assert "■ Annet" in text[text.index(" 2. ●A Ann") :]


def local_app(folder: Path) -> tuple[ShelfApp, History[Any]]:
    library = SavedGames(FolderStore(folder).folder)
    table = whole_game("Ann", "bot:greedy")
    return ShelfApp(
        lambda: library, SettingsFile(folder / "settings.toml"), TerminalCapabilities()
    ), table


async def test_half_a_choice_is_told_as_what_was_chosen() -> None:
    header = new_header(CULTUS, [Player("Ann", bot="random"), Player("Ben", bot="random")], seed=1)
    table = play_out(CULTUS, header, content_of(CULTUS, header, ""))
    half = next(
        position for position in table.path() if isinstance(position.record.action, PlaceCard)
    )
    screen = ReplayScreen(table, look=(half.number, 0))
    async with shown(screen):
        text = "\n".join(panels(screen))

    assert "Lay " in text
    assert "The table is set up." not in text


async def test_a_rematch_has_the_same_seats_and_other_dice(tmp_path: Path) -> None:
    app, table = local_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(GameOverScreen(table))
        await pilot.press("n")
        assert isinstance(app.screen, PlayScreen)
        again = app.screen.table

    assert again.players == table.players
    assert again.header.seed != table.header.seed


async def test_a_rematch_takes_the_place_of_the_table_that_was(tmp_path: Path) -> None:
    app, table = local_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(PlayScreen(table, (0,)))
        await until(lambda: isinstance(app.screen, GameOverScreen))
        await pilot.pause()

        await pilot.press("n")
        await pilot.pause()

        tables = [s.table for s in app.screen_stack if isinstance(s, PlayScreen)]
        assert len(tables) == 1
        assert tables[0] is not table


async def test_a_transcript_is_written_where_the_dialog_says(tmp_path: Path) -> None:
    app, table = local_app(tmp_path)
    file = tmp_path / "game.md"
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(GameOverScreen(table))
        await pilot.press("e")
        dialog = app.screen
        assert isinstance(dialog, ExportScreen)
        dialog.query_one("#file").value = str(file)  # type: ignore[attr-defined] # an Input
        await pilot.click("#write")
        while app.screen is dialog:
            await pilot.pause()

    assert "Flip City" in file.read_text()


async def test_while_a_film_is_written_keys_work_and_one_is_told_how_far_it_is(
    tmp_path: Path,
) -> None:
    app, table = local_app(tmp_path)
    file = tmp_path / "game.cast"
    texts: list[str] = []
    async with app.run_test(size=(80, 24)) as pilot:
        dialog = ExportScreen(table)
        await app.push_screen(dialog)
        dialog.query_one("#format").value = "cast"  # type: ignore[attr-defined] # a OptionPicker
        await pilot.pause()
        dialog.query_one("#file").value = str(file)  # type: ignore[attr-defined] # an Input
        button = dialog.query_one("#write", Button)
        dialog.watch(button, "label", lambda label: texts.append(str(label)), init=False)
        await pilot.press("ctrl+s")
        while app.screen is dialog:
            await pilot.press("tab")

    assert file.read_text().startswith('{"version":2')
    assert texts[0] == "writing 0%"
    assert texts[-1] == "write"


async def test_the_ranking_puts_winners_first() -> None:
    screen = GameOverScreen(finished())
    async with shown(screen):
        ranking = screen.query_one(RankingPanel)

        assert "Ann" in ranking.render_line(1).text
        assert "Ben" in ranking.render_line(2).text


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_the_bar_names_every_key_of_the_end(language: str) -> None:
    """At 80x24, with library and rematch, so that all of them are offered."""
    screen = GameOverScreen(finished())
    screen.check_action = lambda action, parameters: action not in {"next_lesson", "endings"}  # type: ignore[method-assign]  # an app with nothing around it offers few
    async with shown(screen, language, (80, 24)):
        keys = {word.target for word in screen.query_one(KeyBar).words()}

        assert keys >= {"r", "a", "e", "n", "p", "escape"}
