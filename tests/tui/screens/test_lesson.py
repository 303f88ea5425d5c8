"""A lesson at a table on screen: what is said, what goes on, and where it leads."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.geometry import Size
from textual.pilot import Pilot

from hako.content import THE_SHELF, Box
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.width import cell_width
from hako.engine.lessons.check import faults
from hako.engine.lessons.lesson import lessons_of
from hako.engine.rules.game import Game
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.settings import Settings
from hako.tui import TUI
from hako.tui.apps.shelf import ShelfApp
from hako.tui.boards.lesson_target_check import SIZES, missing_targets
from hako.tui.screens.game_over import GameOverScreen
from hako.tui.screens.lesson_done import LessonDoneScreen
from hako.tui.screens.new_game import NewGameScreen
from hako.tui.screens.recap_dialog import RecapDialog
from hako.tui.screens.rules import RulesScreen
from hako.tui.screens.search import SearchDialog
from hako.tui.screens.shelf import ShelfScreen
from hako.tui.screens.table.features.hint import Hint
from hako.tui.screens.table.features.lesson_guide import LessonGuide
from hako.tui.screens.table.lesson import LessonScreen
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import FULL
from hako.tui.widgets.button_bar import ButtonBar
from hako.tui.widgets.canvas import wrapped
from hako.tui.widgets.lesson_panel import (
    BUBBLE,
    MOST_LINES,
    TEXT_WIDTH,
    BubbleText,
    LessonPanel,
    LessonProgress,
)
from tests.testing.games import GAMES
from tests.toys import TOYS
from tests.toys.tic_tac_toe import Place
from tests.tui.lobbies import ANN, until
from tests.tui.lobbies import local_lobby as lobby
from tests.tui.whole_app import Installation, at_rest, click, notices, painted, press, shelf_with


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    """A installation whose shelf holds toys; tic-tac-toe has a lesson."""
    item = Installation(tmp_path, TOYS)
    item.set(Settings(bot_speed="at_once"))
    return item


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between any two looks at the clock of a lesson a second passes."""
    monkeypatch.setattr(LessonGuide, "clock", count().__next__)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_place_that_a_lesson_points_at_is_on_the_board(game: Game[Any]) -> None:
    """At 80x24 and at 160x50."""
    lessons = lessons_of(game).values()
    assert [
        str(fault) for lesson in lessons for fault in faults(game, lesson, missing_targets)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_text_of_a_lesson_has_more_than_four_lines(game: Game[Any], language: Language) -> None:
    """At 80x24 a bubble has four lines of 72 cells for a text, or for an answer with its sign."""
    for item in lessons_of(game).values():
        for wording in item.texts:
            lines = wrapped(f"x {wording.text(language)}", TEXT_WIDTH)
            assert len(lines) <= MOST_LINES, (item.id, lines)


def test_what_to_try_has_the_rows_that_it_needs_while_there_are_any() -> None:
    """A column of 40 cells beside a board."""
    panel = LessonPanel()
    panel.apply_theme(styles_of("hako-dark"), FULL)
    panel.lay_out(Size(40, BUBBLE))
    action = "Try it: Lay Ward 10 Palace–Office, Church–Barracks on r7c5"
    panel.show(BubbleText("Read.", "1/2", "h", action=action))
    shown = [panel.paint(row).text.strip("│ ") for row in range(BUBBLE)]
    assert action in " ".join(shown)
    panel.show(BubbleText(" ".join(["word"] * 30), "1/2", "h", action=action))
    shown = [panel.paint(row).text.strip("│ ") for row in range(BUBBLE)]
    assert " ".join(shown).count("word") == 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bubble_is_as_tall_as_its_text(language: Language) -> None:
    """A border, the text, a blank and what to try; the rows below it stay empty."""
    panel = LessonPanel()
    panel.apply_theme(styles_of("hako-dark"), FULL)
    panel.lay_out(Size(80, BUBBLE))
    text = load_catalogue(language, MULTIPLAYER, TUI).text("lesson.not_now")
    for content, rows in (
        (BubbleText("Read.", "1/2", "Enter"), 3),
        (BubbleText("Read.", "1/2", "h", action="Try it: stop"), 5),
        (BubbleText(" ".join(["word"] * 50), "1/2", "h", action="Try it: stop"), BUBBLE),
    ):
        panel.show(content)
        shown = [panel.paint(row).text for row in range(panel.count())]
        assert [row for row, line in enumerate(shown) if line.strip()] == [*range(rows)]
        assert shown[0].strip().startswith("╭")
        assert shown[rows - 1].strip().startswith("╰")
        assert content.action in "".join(shown)
        assert content.keys in shown[rows - 1]
        panel.answer(text)
        assert text[:20] in "".join(panel.paint(row).text for row in range(BUBBLE))


def lesson(pilot: Pilot[None]) -> LessonScreen:
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    return screen


async def says(pilot: Pilot[None], words: str) -> None:
    """Wait until the lesson says so; bots may be on their way there."""
    await until(lambda: words in painted(pilot.app), lambda: f"{words!r}:\n{painted(pilot.app)}")


async def begun(pilot: Pilot[None]) -> LessonScreen:
    """From the shelf to the first text of the first lesson."""
    await press(pilot, "t", "enter")
    return lesson(pilot)


async def test_list_and_board_begin_at_the_action_that_a_lesson_points_at(tmp_path: Path) -> None:
    """Even before anything was drawn: else the board foresees the first action of the list."""
    installation = Installation(tmp_path, shelf_with("cultus", tmp_path / "shelf"))
    async with installation.open() as pilot:
        assert isinstance(pilot.app, ShelfApp)
        pilot.app.open_lesson(installation.shelf.load("cultus"), "02-first-monument")
        await says(pilot, "under your pawn")
        await at_rest(pilot)
        screen = lesson(pilot)
        assert screen.action_list.action.to == 53  # r7c6
        assert screen.view.board.cursor == screen.view.board.place_of(screen.action_list.action)


async def test_a_lesson_leads_to_its_end_by_keys(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An action that does not lead on is answered, and not played; a hint is the lesson's, and no bot's."""
    monkeypatch.setattr(Hint, "suggest", lambda *_: pytest.fail("a bot was asked"))
    async with installation.open() as pilot:
        screen = await begun(pilot)
        await says(pilot, "Three in a row win.")
        assert not screen.action_list.entry, "nothing is chosen before it was read"

        await press(pilot, "enter", "7")
        assert screen.panel.shown_text == "That would be no row."
        assert screen.table.now.ply == 2
        screen.action_list.point_at(Place(8))
        await press(pilot, "h")
        assert screen.action_list.action == Place(2)

        await press(pilot, "2")
        await says(pilot, "Now the row.")
        assert screen.table.now.record.action == Place(7), "Ben does what the lesson says"

        await press(pilot, "u")
        await says(pilot, "Put a mark in the corner")
        await press(pilot, "u")
        assert screen.table.now.ply == 2, "the moves before the lesson stay"

        await press(pilot, "2", "1")
        await says(pilot, "you win.")
        assert not isinstance(pilot.app.screen, GameOverScreen), "the last text comes first"
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, GameOverScreen)
        assert installation.settings_file.read().lessons_done == ("tic_tac_toe/01-a-row",)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_lesson_has_three_bands_that_never_move(tmp_path: Path, language: Language) -> None:
    """At 80x24: one row asks, 12 rows of board, 7 of bubble with how far it is, 3 of list."""
    installation = Installation(tmp_path, THE_SHELF)
    installation.set(Settings(bot_speed="at_once", motion="none"))
    async with installation.open(language=language) as pilot:
        assert isinstance(pilot.app, ShelfApp)
        pilot.app.open_lesson(installation.shelf.load("flip_city"), "01-first-turn")
        await at_rest(pilot)
        screen = lesson(pilot)
        while (step := screen.session.step) is not None and not screen.session.is_at_end:
            placed = (
                screen.view.prompt.region,
                screen.query_one(LessonProgress).region,
                screen.view.board.region,
                screen.panel.region,
                screen.action_list.region,
            )
            assert [(region.y, region.height) for region in placed] == [
                *((0, 1), (13, 1), (1, 12), (13, BUBBLE), (20, 3))
            ]
            if not step.is_explanation:
                actions = screen.table.legal_actions(0)
                screen.table.play(0, next(filter(screen.session.goes_on, actions)))
            screen.read_on()
            await at_rest(pilot)


@pytest.mark.parametrize("box", THE_SHELF.boxes, ids=lambda box: box.id)
async def test_the_board_of_a_lesson_is_whole_in_the_smallest_window(
    box: Box, tmp_path: Path
) -> None:
    installation = Installation(tmp_path, THE_SHELF)
    installation.set(Settings(bot_speed="at_once", motion="none"))
    game = installation.shelf.load(box.id)
    async with installation.open() as pilot:
        assert isinstance(pilot.app, ShelfApp)
        for language, name in product(LANGUAGES, lessons_of(game)):
            pilot.app.change_settings(replace(pilot.app.settings, language=language))
            pilot.app.open_lesson(game, name)
            await at_rest(pilot)
            board, shown = lesson(pilot).view.board, painted(pilot.app)
            assert 0 < board.count() <= board.rows, f"{name}\n{shown}"
            assert lessons_of(game)[name].title.text(language) in shown


async def test_beside_a_large_board_the_bubble_stands_in_the_column_above_the_list(
    tmp_path: Path,
) -> None:
    installation = Installation(tmp_path, THE_SHELF)
    async with installation.open((120, 40)) as pilot:
        assert isinstance(pilot.app, ShelfApp)
        pilot.app.open_lesson(installation.shelf.load("quo_vadis"), "01-first-turn")
        await at_rest(pilot)
        screen = lesson(pilot)
        board, bubble, listed = (
            part.region for part in (screen.view.board, screen.panel, screen.action_list)
        )
        assert board.right < bubble.x == listed.x
        assert bubble.bottom == listed.y
        assert board.height == 38


async def test_a_lesson_says_you_and_tells_what_others_did(tmp_path: Path) -> None:
    """The learner is asked as "you"; in the first lesson of Flip City Nina goes bust (flip_city.bust.1)."""
    installation = Installation(tmp_path, THE_SHELF)
    installation.set(Settings(name="Ann", bot_speed="at_once", motion="none"))
    async with installation.open() as pilot:
        assert isinstance(pilot.app, ShelfApp)
        pilot.app.open_lesson(installation.shelf.load("flip_city"), "01-first-turn")
        await at_rest(pilot)
        await press(pilot, "enter")
        assert "You: play on or stop?" in painted(pilot.app)
        screen = lesson(pilot)
        while not screen.session.is_at_end:
            actions = screen.table.legal_actions(0)
            screen.table.play(0, next(filter(screen.session.goes_on, actions)))
            await at_rest(pilot)
        log = [line.sentence for row in screen.view.log_panel.records for line in row.rendered]
        assert "You stop and build." in log
        assert "Nina busts: unhappy 3/3. Nothing is built." in log
        assert not [sentence for sentence in log if "Ann" in sentence]
        assert screen.scene is not None
        assert screen.scene.texts.term("seat", 0) == "You"
        await says(pilot, "Your cards lie in your discard pile")
        bubble = painted(pilot.app).partition("Your cards lie in your discard pile")[0]
        assert "Nina" in bubble.split("╭")[-1]


async def test_while_others_act_a_lesson_has_nothing_to_try(tmp_path: Path) -> None:
    """In the first lesson of Flip City a card is developed, and Nina has her turn."""
    installation = Installation(tmp_path, THE_SHELF)
    installation.set(Settings(bot_speed="slow", motion="none"))
    async with installation.open() as pilot:
        assert isinstance(pilot.app, ShelfApp)
        pilot.app.open_lesson(installation.shelf.load("flip_city"), "01-first-turn")
        await at_rest(pilot)
        await press(pilot, "enter")
        screen = lesson(pilot)
        while not screen.session.position.replies:
            assert "Try it: " in painted(pilot.app)
            actions = screen.table.legal_actions(0)
            screen.table.play(0, next(filter(screen.session.goes_on, actions)))
            await pilot.pause()
        assert "Develop a Convenience Store" in painted(pilot.app)
        assert "Try it: " not in painted(pilot.app)
        assert "show me" not in painted(pilot.app)


async def test_the_lesson_on_war_shows_the_war(tmp_path: Path) -> None:
    """Strength, spirit and dice of both, as in a game: the learner spends 1 spirit."""
    installation = Installation(tmp_path, THE_SHELF)
    installation.set(Settings(bot_speed="slow", motion="full"))
    async with installation.open() as pilot:
        assert isinstance(pilot.app, ShelfApp)
        pilot.app.open_lesson(installation.shelf.load("quo_vadis"), "03-war")
        await at_rest(pilot)
        await press(pilot, "enter")
        screen = lesson(pilot)
        actions = screen.table.legal_actions(screen.session.seat)
        screen.table.play(screen.session.seat, next(filter(screen.session.goes_on, actions)))
        await until(lambda: isinstance(pilot.app.screen, RecapDialog), lambda: painted(pilot.app))


async def test_an_answer_goes_as_soon_as_something_goes_on(installation: Installation) -> None:
    """While a bot thinks, a refusal would be read as one of the right action."""
    installation.set(Settings(bot_speed="slow"))
    async with installation.open() as pilot:
        screen = await begun(pilot)
        await press(pilot, "enter", "7")
        assert screen.panel.shown_text == "That would be no row."

        await press(pilot, "2")
        assert "That would be no row." not in painted(pilot.app)


async def test_an_enter_meant_for_the_bots_takes_no_text_away(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither one with a choice, on list or board, nor one that is only read."""
    now = [100.0]
    monkeypatch.setattr(LessonGuide, "clock", lambda: now[0])
    async with installation.open() as pilot:
        screen = await begun(pilot)
        await press(pilot, "enter", "2")
        await says(pilot, "Now the row.")
        now[0] += 0.29
        await press(pilot, "enter")
        screen.view.board.post_message(
            screen.view.board.PlaceChosen(Place(1), screen.table.now.number)
        )
        await at_rest(pilot)
        assert "Now the row." in painted(pilot.app)

        now[0] += 0.02
        await press(pilot, "enter")
        await says(pilot, "you win.")

        screen.features.of(LessonGuide).line_coming(screen.table.positions[-2].record)  # Ben's
        await press(pilot, "enter")
        assert not isinstance(pilot.app.screen, GameOverScreen)
        now[0] += 0.31
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, GameOverScreen)


async def test_an_enter_before_a_text_is_shown_does_not_take_it_away(
    installation: Installation,
) -> None:
    """As with a packet of several keys; what was not shown counts as not learned."""
    async with installation.open() as pilot:
        screen = await begun(pilot)
        for seat, cell in ((0, 2), (1, 7), (0, 1)):
            screen.table.play(seat, Place(cell))
        screen.read_on()
        assert screen.session.step is not None
        await says(pilot, "you win.")


async def test_in_a_lesson_escape_leads_to_the_list_and_q_out_of_it(
    installation: Installation,
) -> None:
    async with installation.open() as pilot:
        screen = await begun(pilot)
        await press(pilot, "enter", "shift+tab")
        assert screen.view.board.has_focus
        await press(pilot, "escape")
        assert screen.action_list.has_focus
        await press(pilot, "q")
        assert not isinstance(pilot.app.screen, LessonScreen)


async def test_a_lesson_is_read_and_played_by_mouse_and_resumed(installation: Installation) -> None:
    async with installation.open() as pilot:
        await begun(pilot)
        await click(pilot, "LessonProgress", (3, 0))  # in the border of the bubble
        lesson(pilot)
        rows = painted(pilot.app).splitlines()
        row = next(y for y, text in enumerate(rows) if " 2 Mark c1" in text)
        for _ in range(2):
            await pilot.click(offset=(4, row))
            await at_rest(pilot)
        await says(pilot, "Now the row.")

    async with installation.open() as pilot:
        name = next(iter(installation.library.store.names()))
        pilot.app.resume(name)  # type: ignore[attr-defined]  # the app of a shelf
        await at_rest(pilot)
        await says(pilot, "Now the row.")


async def test_no_notice_of_a_table_that_was_left_lies_over_the_next_one(
    installation: Installation,
) -> None:
    """Its rows could be neither read nor clicked; what a lesson says stands in its bubble."""
    async with installation.open() as pilot:
        assert isinstance(pilot.app, ShelfApp)
        await begun(pilot)
        assert "The lesson is saved" in lesson(pilot).farewell()
        await press(pilot, "q")
        assert notices(pilot) == "", "the shelf lists it; it needs no command of a terminal"
        name = next(iter(installation.library.store.names()))
        table = installation.library.open(name).table
        game = table.game
        openings: tuple[Callable[[ShelfApp], object], ...] = (
            lambda app: app.open_lesson(game, next(iter(lessons_of(game)))),
            lambda app: app.open_table(table),
            lambda app: app.open_replay(table),
        )
        for opening in openings:
            pilot.app.notify("Left.")
            await at_rest(pilot)
            assert notices(pilot)
            opening(pilot.app)
            await at_rest(pilot)
            assert notices(pilot) == ""


async def test_cards_for_sale_are_seen_when_a_lesson_speaks_of_them(tmp_path: Path) -> None:
    """Nowhere is a board smaller than beside a lesson and an aim; it is as lessons are checked."""
    game = next(game for game in GAMES if game.id == "monumental")
    installation = Installation(tmp_path, shelf_with("monumental", tmp_path / "shelf"))
    installation.set(Settings(bot_speed="at_once"))
    async with installation.open() as pilot:
        pilot.app.open_lesson(game, "01-first-round")  # type: ignore[attr-defined]  # the app of a shelf
        await at_rest(pilot)
        screen = lesson(pilot)
        await press(pilot, "enter", "8")
        await says(pilot, "The five cards gave you")
        assert " School " in painted(pilot.app).partition("The five cards gave you")[0]
        assert (screen.view.board.columns, screen.view.board.rows) == SIZES[0]
        pilot.app.open_lesson(game, "05-a-chain")  # type: ignore[attr-defined]  # the app of a shelf
        await says(pilot, "Nina has passed")
        assert "Hagia Sophia" in painted(pilot.app).partition("Nina has passed")[0], "at once"


async def test_a_box_never_played_opens_with_learn_marked(installation: Installation) -> None:
    async with installation.open() as pilot:
        await press(pilot, "enter")
        screen = pilot.app.screen
        assert isinstance(screen, NewGameScreen)
        doors = screen.query_one(ButtonBar)
        assert doors.actions[doors.current] == "learn"

    installation.set(Settings(lessons_done=("tic_tac_toe/01-a-row",)))
    async with installation.open() as pilot:
        await press(pilot, "enter")
        doors = pilot.app.screen.query_one(ButtonBar)
        assert doors.actions[doors.current] == "start"


async def test_a_visitor_of_a_lobby_learns_there(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        ann = await at.come(ANN)
        await ann.press("t", "enter")
        await ann.sees("Three in a row win.")


async def test_rules_and_things_are_looked_up_in_a_lesson_as_at_any_table(
    installation: Installation,
) -> None:
    """While a text is to be read, and at a choice; then the lesson is where it was."""
    async with installation.open() as pilot:
        screen = await begun(pilot)
        for text in ("Three in a row win.", "Put a mark in the corner"):
            for key, opened in (("f1", RulesScreen), ("i", SearchDialog)):
                await press(pilot, key)
                assert isinstance(pilot.app.screen, opened)
                await press(pilot, "escape")
            assert pilot.app.screen is screen
            assert text in painted(pilot.app)
            await press(pilot, "enter")


async def test_n_leads_from_the_end_of_a_lesson_to_the_next_one(tmp_path: Path) -> None:
    """The fourth of Flip City wins the game; a rematch of a lesson there is not."""
    installation = Installation(tmp_path, THE_SHELF)
    installation.set(Settings(bot_speed="at_once", motion="none"))
    async with installation.open() as pilot:
        assert isinstance(pilot.app, ShelfApp)
        pilot.app.open_lesson(installation.shelf.load("flip_city"), "04-winning-turn")
        await at_rest(pilot)
        screen = lesson(pilot)
        while (step := screen.session.step) is not None:
            if not step.is_explanation:
                actions = screen.table.legal_actions(0)
                screen.table.play(0, next(filter(screen.session.goes_on, actions)))
            screen.read_on()
            await at_rest(pilot)
        assert isinstance(pilot.app.screen, GameOverScreen)
        assert "rematch" not in painted(pilot.app)

        await press(pilot, "n")
        assert lesson(pilot).session.lesson.id == "05-eighteen-cards"
        await press(pilot, "q")
        assert "Eighteen cards" in painted(pilot.app)


async def to_the_end(pilot: Pilot[None]) -> None:
    """Play a lesson as it asks, and read its last text."""
    screen = lesson(pilot)
    while (step := screen.session.step) is not None:
        if not step.is_explanation:
            actions = screen.table.legal_actions(0)
            await until(lambda: screen.acting is not None, lambda: painted(pilot.app))
            screen.table.play(0, next(filter(screen.session.goes_on, actions)))
        screen.read_on()
        await at_rest(pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_end_of_a_lesson_says_what_was_learnt_and_enter_leads_to_the_next(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    installation = Installation(tmp_path, THE_SHELF)
    installation.set(Settings(bot_speed="at_once", motion="none"))
    async with installation.open(size) as pilot:
        assert isinstance(pilot.app, ShelfApp)
        pilot.app.open_lesson(installation.shelf.load("flip_city"), "03-there-and-back")
        await at_rest(pilot)
        await to_the_end(pilot)

        assert isinstance(pilot.app.screen, LessonDoneScreen)
        for sentence in pilot.app.screen.session.lesson.learnt:
            assert sentence.en in painted(pilot.app)
        assert "▸ 4 The turn that wins" in painted(pilot.app)

        await press(pilot, "enter")
        assert lesson(pilot).session.lesson.id == "04-winning-turn"
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, ShelfScreen)


@pytest.mark.parametrize(
    ("key", "opened"), [("a", "03-there-and-back"), ("5", "05-eighteen-cards")]
)
async def test_from_its_end_a_lesson_is_begun_again_or_any_other_opened(
    tmp_path: Path, key: str, opened: str
) -> None:
    installation = Installation(tmp_path, THE_SHELF)
    installation.set(Settings(bot_speed="at_once", motion="none"))
    async with installation.open() as pilot:
        assert isinstance(pilot.app, ShelfApp)
        pilot.app.open_lesson(installation.shelf.load("flip_city"), "03-there-and-back")
        await at_rest(pilot)
        await to_the_end(pilot)
        await press(pilot, key)

        assert lesson(pilot).session.lesson.id == opened
        assert lesson(pilot).session.position.step == 0


async def test_escape_leads_from_the_end_of_a_lesson_back_to_its_table(tmp_path: Path) -> None:
    installation = Installation(tmp_path, THE_SHELF)
    installation.set(Settings(bot_speed="at_once", motion="none"))
    async with installation.open() as pilot:
        assert isinstance(pilot.app, ShelfApp)
        pilot.app.open_lesson(installation.shelf.load("flip_city"), "03-there-and-back")
        await at_rest(pilot)
        await to_the_end(pilot)
        await press(pilot, "escape")

        assert lesson(pilot).session.step is None


@pytest.mark.parametrize("game", [box.id for box in THE_SHELF.boxes])
def test_every_lesson_says_what_is_learnt_in_a_few_lines(game: str) -> None:
    """Each is a line of the screen at 80x24: 72 cells beside the mark."""
    for lesson_texts in lessons_of(THE_SHELF.load(game)).values():
        assert 3 <= len(lesson_texts.learnt) <= 4, lesson_texts.id
        for sentence in lesson_texts.learnt:
            assert cell_width(sentence.en) <= 72, sentence.en
            assert cell_width(sentence.ja) <= 72, sentence.ja
