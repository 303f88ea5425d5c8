"""The lessons of one game or of all: which were played, and how long each takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hako.content import Box, UnknownGame
from hako.engine.content.files import BadContent
from hako.engine.lessons.lesson import Lesson, lessons_of, names_in
from hako.engine.rules.game import Game
from hako.tui.screens.base import AppScreen
from hako.tui.screens.box_artwork import boxes_on
from hako.tui.screens.shelf_boxes import COVER, BoxCover, pen_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.key_bar import KeyBar


class LessonRow(NamedTuple):
    """A lesson of a game."""

    box: Box
    game: Game[Any]
    lesson: Lesson

    @property
    def id(self) -> str:
        """The lesson's id in the settings."""
        return f"{self.game.id}/{self.lesson.id}"


class LessonList(OptionList):
    """Lessons, one a line, under the names of their games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "begin"),
        Binding("down,j", "cursor_down", "move", show=False),
        Binding("up,k", "cursor_up", "move", show=False),
    ]
    DEFAULT_CSS = """
    LessonList, LessonList:focus {
        height: 1fr; background: $background; background-tint: $foreground 0%;
        padding: 0; border: none;
    }
    LessonList > .option-list--option { padding: 0; color: $foreground; }
    LessonList > .option-list--option-disabled { color: $muted; text-style: bold; }
    LessonList:focus > .option-list--option-highlighted {
        color: $block-cursor-foreground; background: $block-cursor-background; text-style: none;
    }
    """


class LessonsScreen(AppScreen[None]):
    """A choice of lessons; the first one that was not played is highlighted."""

    TOPIC = "learn"
    AUTO_FOCUS = "LessonList"
    DEFAULT_CSS = """
    LessonsScreen #page { padding: 1 2 0 2; }
    LessonsScreen BoxCover { display: none; margin: 1 2 0 0; }
    LessonsScreen.-covered BoxCover { display: block; }
    LessonsScreen #title { height: 1; color: $accent; text-style: bold; margin-bottom: 1; }
    LessonsScreen.-wide.-tall #page { padding: 2 6 0 6; }
    """

    def __init__(self, box: Box | None = None) -> None:
        super().__init__()
        self._box = box
        self._boxes = {box.box.id: box for box in boxes_on(self.app.shelf)}
        self._taught: list[LessonRow] = []

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical(id="page"):
                yield Static(id="title")
                yield LessonList(compact=True, markup=False)
            first = self._box or self.app.shelf.boxes[0]
            yield BoxCover(self._boxes[first.id])
        yield KeyBar()

    def on_mount(self) -> None:
        self._taught = [*self._find()]
        self.retranslate()
        self._point_at_next()

    def _find(self) -> Iterator[LessonRow]:
        """Every lesson; a notice is shown for a game that does not load, or has broken lessons."""
        shelf = self.app.shelf
        for box in shelf.boxes if self._box is None else (self._box,):
            if not shelf.is_playable(box) or not names_in(shelf.folder_of(box.id)):
                continue
            try:
                game = shelf.load(box.id)
                for lesson in lessons_of(game).values():
                    yield LessonRow(box, game, lesson)
            except (UnknownGame, BadContent) as error:
                self.app.complain(error)

    def _point_at_next(self) -> None:
        learned = self.app.settings.lessons_done
        new = next((row.id for row in self._taught if row.id not in learned), None)
        options = self.query_one(OptionList)
        if self._taught:
            options.highlighted = options.get_option_index(new or self._taught[0].id)

    def _take_size(self, size: Size) -> None:
        super()._take_size(size)
        self.set_class(size.width >= COVER[0] and pen_of(self.app) is not None, "-covered")

    @on(OptionList.OptionHighlighted)
    def show_cover(self, event: OptionList.OptionHighlighted) -> None:
        """Show the cover of the game whose lesson is highlighted."""
        for row in self._taught:
            if row.id == event.option_id:
                self.query_one(BoxCover).show(self._boxes[row.box.id])

    def retranslate(self) -> None:
        self._take_size(self.app.size)
        say, language = self.app.texts.text, self.app.appearance.language
        key = "learn.title" if self._taught else "learn.none"
        self.query_one("#title", Static).update(say(key))
        options = self.query_one(OptionList)
        highlighted = options.highlighted
        options.set_options(self._written(language))
        options.highlighted = highlighted

    def _written(self, language: str) -> Iterator[Option]:
        box = None
        for row in self._taught:
            if row.box is not box:
                box = row.box
                name = row.box.name["ja" if language == "ja" else "en"]
                yield Option(name, disabled=True)
            yield Option(self._line(row, language), id=row.id)

    def _line(self, row: LessonRow, language: str) -> str:
        done = SYMBOLS[self.app.appearance.symbols].yes if self._is_learned(row) else " "
        minutes = self.app.texts.text("shelf.minutes_about", count=row.lesson.minutes)
        return f" {done} {row.lesson.id[:2]}  {row.lesson.title.text(language)}  ({minutes})"

    def _is_learned(self, row: LessonRow) -> bool:
        return row.id in self.app.settings.lessons_done

    def on_screen_resume(self) -> None:
        """Update the lessons that have been learned meanwhile."""
        if self._taught:
            self.retranslate()

    @on(OptionList.OptionSelected)
    def begin(self, event: OptionList.OptionSelected) -> None:
        """Begin the lesson, once: another Enter may have been on its way."""
        event.stop()
        if not self.is_current:
            return
        row = next(row for row in self._taught if row.id == event.option_id)
        self.app.open_lesson(row.game, row.lesson.id)
