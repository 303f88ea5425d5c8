"""The shelf: the boxes in order, the games under way, and every door by key and by click."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from copy import copy
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.geometry import Size
from textual.widgets import OptionList

from hako.content import THE_SHELF, games_in, load
from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.observation import observation_of
from hako.engine.i18n.languages import Language
from hako.engine.log.header import Player
from hako.engine.log.setup import new_header
from hako.multiplayer.accounts.settings import Settings
from hako.tui.apps.shelf import ShelfApp
from hako.tui.box_uses import short_name
from hako.tui.screens.box_artwork import BoxArtwork
from hako.tui.screens.lessons import LessonsScreen
from hako.tui.screens.new_game import NewGameScreen
from hako.tui.screens.rules import RulesScreen
from hako.tui.screens.saves import SaveList, SaveRow, SavesScreen, _widths
from hako.tui.screens.settings import SettingsScreen
from hako.tui.screens.shelf import ShelfScreen, step_of
from hako.tui.screens.shelf_boxes import Boxes
from hako.tui.screens.shelf_panels import BoxWords
from hako.tui.screens.table.local_play import PlayScreen
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.terminal.cell_diff import CellDiff
from hako.tui.widgets.button_bar import ButtonBar
from tests.tui.whole_app import (
    Installation,
    at_rest,
    click,
    go_through,
    notices,
    painted,
    press,
    shelf_with,
)

ANN, BOT = Player("Ann"), Player("Otto", bot="greedy")
SIZES = [(80, 24), (160, 50)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ja"])
async def test_every_box_shows_name_tagline_players_and_minutes(
    installation: Installation, size: tuple[int, int], language: Language
) -> None:
    async with installation.open(size, language=language) as pilot:
        screen = "".join(painted(pilot.app).split())

        for box in installation.shelf.boxes:
            assert "".join(box.name[language].split()) in screen or size == (160, 50)
        assert "1-4players" in screen if language == "en" else "1〜4人" in screen
        assert "30-50min" in screen if language == "en" else "30〜50分" in screen

        [words] = pilot.app.screen.query(BoxWords)
        untimed = copy(pilot.app.screen.query_one(Boxes).boxes[0])
        untimed.box = replace(untimed.box, minutes=None)
        words.show(untimed)
        people = "1-4 players" if language == "en" else "1〜4人"
        assert words._right.startswith(f"{people} · "), "nothing stands for the minutes"


async def test_the_boxes_stand_in_the_order_of_the_shelf(installation: Installation) -> None:
    async with installation.open() as pilot:
        assert [game.box.id for game in pilot.app.screen.query_one(Boxes).boxes] == [
            "flip_city",
            "world_monger",
            "cultus",
            "quo_vadis",
            "monumental",
        ]


async def test_a_game_that_is_not_built_says_so_and_opens_nothing(
    installation: Installation,
) -> None:
    async with installation.open() as pilot:
        boxes = pilot.app.screen.query_one(Boxes)
        coming = [number for number, game in enumerate(boxes.boxes) if game.coming]
        boxes.current = coming[0]
        await press(pilot, "enter")

        assert isinstance(pilot.app.screen, ShelfScreen)
        assert "not available yet" in notices(pilot)
        assert painted(pilot.app).count("coming") == len(coming)


async def test_an_empty_library_says_how_to_begin(installation: Installation) -> None:
    async with installation.open() as pilot:
        assert "No game is waiting." in painted(pilot.app)


async def test_games_under_way_show_game_turn_scores_and_age_and_who_is_asked(
    installation: Installation,
) -> None:
    installation.kept(ANN, BOT, moves=0, hours_ago=3)
    async with installation.open() as pilot:
        line = next(line for line in painted(pilot.app).splitlines() if "hours ago" in line)
        shelf = pilot.app.screen
        assert isinstance(shelf, ShelfScreen)
        assert shelf.query_one(Boxes).boxes[0].use_text(shelf.app.texts) == "under way"

        row = line[: line.index("ago")].split()
        assert row == ["»", "Flip", "City", "turn", "1", "0★", "to", "0★", "3", "hours"]


async def test_finished_games_are_not_under_way(installation: Installation) -> None:
    installation.kept(Player("A", bot="random"), Player("B", bot="random"), moves=1)
    async with installation.open() as pilot:
        assert pilot.app.screen.query_one(SaveList).option_count == 1


async def test_enter_on_a_game_under_way_plays_it_on(installation: Installation) -> None:
    installation.kept(ANN, Player("Ben"), moves=7)
    async with installation.open() as pilot:
        pilot.app.screen.query_one(SaveList).focus()
        await press(pilot, "enter")

        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        assert len(screen.table.positions) == 1 + 7
        assert screen.seats == (0, 1)


async def test_a_damaged_save_tells_why_and_the_shelf_stays(installation: Installation) -> None:
    installation.kept(ANN, BOT)
    installation.library.store.path("holiday").write_text("not a game")
    async with installation.open() as pilot:
        assert "holiday cannot be opened" in painted(pilot.app)
        pilot.app.screen.query_one(SaveList).focus()
        await press(pilot, "end", "enter")

        assert isinstance(pilot.app.screen, ShelfScreen)
        assert "holiday.hako, line 1: this is not a hako log" in notices(pilot)


async def test_a_save_edited_behind_our_back_is_refused_with_its_line(
    installation: Installation,
) -> None:
    path = installation.library.store.path(installation.kept(ANN, BOT, moves=3))
    async with installation.open() as pilot:
        path.write_bytes(path.read_bytes().replace(b'"drew":true', b'"drew":false'))
        pilot.app.screen.query_one(SaveList).focus()
        await press(pilot, "enter")

        assert isinstance(pilot.app.screen, ShelfScreen)
        assert f"{path.name}, line 2" in notices(pilot)


async def test_a_game_left_is_among_those_under_way(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "enter", "enter")
        assert isinstance(pilot.app.screen, PlayScreen)
        await press(pilot, "q")

        assert isinstance(pilot.app.screen, ShelfScreen)
        assert pilot.app.screen.query_one(SaveList).option_count == 1


@pytest.mark.parametrize("to_another", [["enter"], ["n"]], ids=["save", "form"])
async def test_what_was_said_of_one_table_does_not_lie_over_the_next(
    installation: Installation, to_another: list[str]
) -> None:
    async with installation.open() as pilot:
        await press(pilot, "enter", "enter", "q")
        pilot.app.notify("The game is saved.")
        pilot.app.screen.query_one(SaveList).focus()
        await press(pilot, *to_another)

        assert isinstance(pilot.app.screen, PlayScreen | NewGameScreen)
        assert notices(pilot) == ""


DOORS = [
    ("n", "new", NewGameScreen),
    ("r", "replays", SavesScreen),
    ("f1", "rules", RulesScreen),
    ("s", "settings", SettingsScreen),
]


@pytest.mark.parametrize(("key", "door", "screen"), DOORS)
async def test_every_door_opens_by_its_key_and_by_a_click(
    installation: Installation, key: str, door: str, screen: type[object]
) -> None:
    async with installation.open() as pilot:
        await press(pilot, key)
        assert isinstance(pilot.app.screen, screen)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ShelfScreen)

        await go_through(pilot, door)
        assert isinstance(pilot.app.screen, screen)


@pytest.mark.parametrize("size", SIZES)
async def test_arrows_and_hjkl_lead_to_every_box_and_every_door(
    installation: Installation, size: tuple[int, int]
) -> None:
    onward = ("down", "j") if size == (80, 24) else ("right", "l")
    async with installation.open(size) as pilot:
        boxes = pilot.app.screen.query_one(Boxes)
        visited = [boxes.current]
        for step in range(4):
            await press(pilot, onward[step % 2])
            visited.append(boxes.current)
        await press(pilot, "down")
        for _ in range(4):
            await press(pilot, "right")

        assert visited == [0, 1, 2, 3, 4]
        doors = pilot.app.screen.query_one(ButtonBar)
        assert pilot.app.focused is doors
        assert doors.actions[doors.current] == "settings"


async def test_keys_lead_into_the_list_of_saves_and_out_of_it(installation: Installation) -> None:
    installation.kept(ANN, BOT)
    installation.kept(ANN, BOT)
    async with installation.open() as pilot:
        boxes, saves = pilot.app.screen.query_one(Boxes), pilot.app.screen.query_one(SaveList)
        await press(pilot, "down", "down", "down", "down", "down")
        assert saves.has_focus
        await press(pilot, "down", "up", "up")
        assert boxes.has_focus
        assert boxes.current == 4
        await press(pilot, "down", "j", "j")
        assert isinstance(pilot.app.focused, ButtonBar)


@pytest.mark.parametrize(("size", "place"), [((80, 24), (20, 3)), ((160, 50), (40, 9))])
async def test_a_click_opens_the_box_that_it_hits(
    installation: Installation, size: tuple[int, int], place: tuple[int, int]
) -> None:
    async with installation.open(size) as pilot:
        await click(pilot, "Boxes", offset=place)

        assert pilot.app.screen.query_one(Boxes).current == 1
        assert "World Monger is not available yet" in notices(pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_a_damaged_box_says_why_and_the_others_open(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    shelf = shelf_with("flip_city", tmp_path / "shelf")
    (tmp_path / "shelf" / "quo_vadis" / "game.toml").write_text('order = "six"\n')
    async with Installation(tmp_path, shelf).open(size) as pilot:
        boxes = pilot.app.screen.query_one(Boxes)
        assert "damaged" in painted(pilot.app)
        await press(pilot, str(len(boxes.boxes)))
        assert "quo_vadis/game.toml" in notices(pilot)
        await press(pilot, "1")
        assert isinstance(pilot.app.screen, NewGameScreen)


async def test_a_game_that_does_not_open_says_why_and_the_shelf_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    shelf = shelf_with("flip_city", tmp_path / "shelf")
    box = (tmp_path / "shelf" / "flip_city" / "game.toml").read_text("utf-8")
    six = tmp_path / "games" / "six"
    six.mkdir(parents=True)
    (six / "game.toml").write_text(box.replace('"flip_city"', '"six"'), "utf-8")
    (six / "__init__.py").write_text("GAME = 1 / 0\n")
    async with Installation(tmp_path, shelf.beside(games_in(six.parent))).open() as pilot:
        await press(pilot, "6")

        assert isinstance(pilot.app.screen, ShelfScreen)
        assert "ZeroDivisionError" in notices(pilot)


async def test_more_boxes_than_fit_are_reached_by_keys(tmp_path: Path) -> None:
    shelf = shelf_with("flip_city", tmp_path / "shelf")
    for number in range(9):
        (tmp_path / "shelf" / f"six_{number}").mkdir()
        (tmp_path / "shelf" / f"six_{number}" / "game.toml").write_text("")
    async with Installation(tmp_path, shelf).open() as pilot:
        boxes = pilot.app.screen.query_one(Boxes)
        assert "six_8" not in painted(pilot.app)
        await press(pilot, *["down"] * (len(boxes.boxes) - 1))

        assert boxes.has_focus
        assert "six_8" in painted(pilot.app)


async def test_q_leaves_and_escape_does_not(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "escape")
        assert pilot.app._exit is False
        await pilot.press("q")

    assert pilot.app._exit is True


async def test_f2_changes_the_language_of_everything_and_is_remembered(
    installation: Installation,
) -> None:
    installation.kept(ANN, BOT)
    async with installation.open() as pilot:
        await press(pilot, "f2")
        screen = painted(pilot.app)
        assert "フリップシティ" in screen
        assert "途中のゲーム" in screen
        assert "1時間前" in screen

    async with installation.open() as pilot:
        assert "途中のゲーム" in painted(pilot.app)


async def test_the_highlight_stays_when_the_language_changes(installation: Installation) -> None:
    installation.kept(ANN, BOT)
    installation.kept(ANN, BOT)
    async with installation.open() as pilot:
        saves = pilot.app.screen.query_one(OptionList)
        saves.focus()
        await press(pilot, "j", "f2")

        assert saves.highlighted == 1


async def test_ascii_signs_only_where_the_terminal_has_no_others(
    installation: Installation,
) -> None:
    installation.set(Settings(symbols="ascii"))
    async with installation.open() as pilot:
        await at_rest(pilot)
        signs = {sign for sign in painted(pilot.app) if not sign.isascii()}

        assert signs <= set("箱日本語")


# ------------------------------------------------------------------ sizes

STEPS = ["lines", "list", "places", "abreast", "doubled"]


def test_a_larger_window_never_shows_boxes_smaller() -> None:
    def step(columns: int, lines: int) -> int:
        return STEPS.index(step_of(Size(columns, lines), 5, has_covers=True))

    for columns in range(60, 261):
        for lines in range(20, 76):
            assert step(columns, lines) <= step(columns + 1, lines)
            assert step(columns, lines) <= step(columns, lines + 1)


@pytest.mark.parametrize(
    ("size", "step"),
    [
        ((60, 20), "lines"),
        ((80, 21), "lines"),
        ((60, 22), "list"),
        ((80, 24), "list"),
        ((117, 36), "list"),
        ((118, 35), "list"),
        ((118, 36), "places"),
        ((155, 46), "places"),
        ((156, 45), "places"),
        ((156, 46), "abreast"),
        ((249, 58), "abreast"),
        ((250, 57), "abreast"),
        ((250, 58), "doubled"),
    ],
)
def test_each_step_begins_at_its_size(size: tuple[int, int], step: str) -> None:
    assert step_of(Size(*size), 5, has_covers=True) == step
    assert step_of(Size(*size), 5, has_covers=False) in {"list", "lines"}


def test_more_boxes_than_fit_abreast_stand_in_rows() -> None:
    assert step_of(Size(160, 50), 6, has_covers=True) == "places"
    assert step_of(Size(190, 50), 6, has_covers=True) == "abreast"


GROWING = [(60, 20), (80, 24), (117, 36), (118, 36), (155, 46), (156, 46), (250, 58)]


def lines_of(box: BoxArtwork) -> Iterator[str]:
    """The start of a line in the middle of a cover, drawn in shades in both sizes."""
    for scale in (1, 2):
        (line,) = box.picture("shades", scale)[5 * scale]
        yield line.text[: 20 * scale].strip()


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_a_larger_window_never_loses_a_cover_or_a_game_under_way(
    installation: Installation, language: Language
) -> None:
    for _ in range(12):
        installation.kept(ANN, BOT, moves=0)
    seen = []
    plain = TerminalCapabilities(colors="none")  # there the cells of a cover have their own signs
    for size in GROWING:
        async with installation.open(size, plain, language) as pilot:
            screen = painted(pilot.app)
            boxes = pilot.app.screen.query_one(Boxes).boxes
            drawn = sum(any(line in screen for line in lines_of(box)) for box in boxes)
            names = sum(short_name(box.box.name[language])[:6] in screen for box in boxes)
            seen.append((drawn, screen.count("»"), names))
            if size == (118, 36):
                assert "…" not in "".join(re.findall(r"^ *[▸ ]?\d .*$", screen, re.MULTILINE))

    assert seen == [tuple(map(max, zip(*seen[: at + 1], strict=True))) for at in range(len(seen))]
    assert [drawn for drawn, _, _ in seen] == [0, 1, 1, 5, 5, 5, 5]
    assert seen[-1][1:] == (12, 5)


async def test_the_cover_follows_the_chosen_box(installation: Installation) -> None:
    async with installation.open() as pilot:
        before = painted(pilot.app)
        assert "Play on or stop in time," in before
        assert "(陳智帆)" in before, "a name is not broken"
        await press(pilot, "down")

        assert "Invest in civilizations" in painted(pilot.app)
        assert "Play on or stop in time," not in painted(pilot.app)


async def test_a_cover_is_sent_once(installation: Installation) -> None:
    async with installation.open() as pilot:
        diff, screen = CellDiff(), pilot.app.screen

        def sent() -> int:
            update = screen._compositor.render_full_update()
            return len(diff.changes(update, (80, 24)).encode())

        first = sent()
        pilot.app.screen.query_one(ButtonBar).focus()
        await at_rest(pilot)
        away = sent()

        assert 4_000 < first < 16_000
        assert away < 1_000  # the name of the box and a button change


async def test_without_colours_a_cover_is_drawn_in_shades(installation: Installation) -> None:
    async with installation.open(terminal=TerminalCapabilities(colors="none")) as pilot:
        # the roofs and the moon of Flip City, as in the drafts
        assert "░░░▓█▓░░░   ░░░░▓▓░░░░░░" in painted(pilot.app)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
async def test_where_no_cover_can_be_drawn_the_taglines_stand_in_the_list(
    installation: Installation, size: tuple[int, int]
) -> None:
    installation.set(Settings(symbols="ascii"))
    async with installation.open(size) as pilot:
        for box in installation.shelf.boxes:
            assert box.tagline["en"] in painted(pilot.app)


async def test_t_opens_the_lessons_of_the_chosen_box(tmp_path: Path) -> None:
    async with Installation(tmp_path, THE_SHELF).open() as pilot:
        await press(pilot, "down", "t")

        assert isinstance(pilot.app.screen, LessonsScreen)
        assert "World Monger" in painted(pilot.app)
        assert "Flip City" not in painted(pilot.app)


async def test_a_box_says_what_was_done_with_the_game(installation: Installation) -> None:
    installation.kept(ANN, BOT)
    installation.set(Settings(name="Ann"))
    table = installation.library.new(new_header(load("flip_city"), (ANN, BOT), seed=2))
    while table.outcome is None:
        seat = table.waiting()[0]
        table.play(seat, greedy_bot(*observation_of(table, seat)))
    won = 0 in table.outcome.winners
    async with installation.open() as pilot:
        assert ("1 played, you won it" if won else "1 played") in painted(pilot.app)


async def test_the_daily_game_stands_on_the_shelf_and_d_opens_it(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ShelfApp, "daily_box", installation.shelf.box("flip_city"))
    opened: list[bool] = []
    monkeypatch.setattr(ShelfApp, "play_daily", lambda _: opened.append(True))
    async with installation.open((160, 50)) as pilot:
        assert "Flip City, alone; the same deal for everybody" in painted(pilot.app)
        await press(pilot, "d")

    assert opened == [True]


async def test_where_there_is_no_daily_game_nothing_is_said_of_one(
    installation: Installation,
) -> None:
    async with installation.open((160, 50)) as pilot:
        assert "the same deal" not in painted(pilot.app)
        await press(pilot, "d")
        assert isinstance(pilot.app.screen, ShelfScreen)


def test_the_title_of_a_lesson_cuts_no_names_of_players() -> None:
    """It has the room of players and standing in its own row."""
    lesson = SaveRow(
        "Quo Vadis", "an hour ago", "lesson", standing="A title of forty cells, more or less"
    )
    played = SaveRow("Quo Vadis", "an hour ago", "round 1", "Ann, Ben, Cleo", "0★ 0★ 0★")

    assert _widths([lesson, played], 76, 1) == (9, 7, 14, 8)


def test_no_name_of_a_game_is_cut_for_its_turn_where_a_row_has_two_lines() -> None:
    rows = [SaveRow("ワールドモンガー", "たった今", "ラウンド6", "Ann、Ben", "57$ 57$")]
    assert _widths(rows, 36, 2) == (16, 0, 0, 0)
    assert _widths(rows, 46, 2) == (16, 9, 0, 0)
