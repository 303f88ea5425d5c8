"""The end of a lesson: what was learnt, and the lessons that there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.strip import Strip

from hako.engine.lessons.lesson import Lesson, following, lessons_of
from hako.engine.lessons.session import LessonSession
from hako.tui.apps.game_app import GameApp
from hako.tui.screens.base import AppScreen
from hako.tui.screens.box_artwork import boxes_on
from hako.tui.screens.shelf_boxes import BoxCover, pen_of
from hako.tui.theme.line_breaking import wrap
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.button_bar import ButtonBar
from hako.tui.widgets.canvas import StyledLine
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.line_panel import LinePanel

COVERED = 110
"""Columns from which on the cover of the game stands beside."""

WIDE = 72
"""Cells of a line, at most."""


class LessonSummary(LinePanel):
    """The sentences learnt, and the list of the game's lessons."""

    app = getters.app(GameApp)

    def __init__(self, session: LessonSession) -> None:
        super().__init__()
        self._session = session
        self._lines: list[StyledLine] = []

    def count(self) -> int:
        return len(self._lines)

    def paint(self, index: int) -> Strip:
        return self._lines[index].strip()

    def redraw(self) -> None:
        self._lines = [*self._written()] if self.columns else []

    def _written(self) -> Iterator[StyledLine]:
        lesson, ink, texts = self._session.lesson, self.ink, self.app.texts
        language = texts.language
        yield self.line().put(lesson.title.text(language), ink.strong)
        yield self.line()
        done = texts.text("lesson.complete", steps=len(lesson.steps))
        yield self.line().at(2).put(f" {done} {self.symbols.yes} ", ink.focus)
        yield self.line()
        for sentence in lesson.learnt:
            for number, text in enumerate(
                wrap(sentence.text(language), min(WIDE, self.columns - 6))
            ):
                line = self.line().at(2)
                line.put(self.symbols.yes if number == 0 else " ", ink.good)
                yield line.at(4).put(text, ink.text)
        yield self.line()
        yield from self._list(language, texts)

    def _list(self, language: str, texts: Any) -> Iterator[StyledLine]:
        """The lessons of the game: those done, the next one, and their minutes."""
        game = self._session.table.game
        lessons, next_id = lessons_of(game), following(self._session.table)
        done = self.app.settings.lessons_done
        yield self.line().put(texts.text("lesson.all"), self.ink.dim)
        for number, (name, lesson) in enumerate(lessons.items(), start=1):
            is_done = f"{game.id}/{name}" in done
            mark = self.symbols.pointer if name == next_id else self.symbols.yes if is_done else " "
            line = self.line().at(1)
            line.put(mark, self.ink.warn if name == next_id else self.ink.good)
            style = self.ink.strong if name == next_id else self.ink.text
            minutes = texts.text("shelf.minutes_about", count=lesson.minutes)
            yield (
                line.at(3)
                .put(f"{number} {lesson.title.text(language)}", style, 40)
                .put(minutes, self.ink.dim)
            )


class LessonDoneScreen(AppScreen[None]):
    """Shown over the table when the last text of a lesson was read."""

    TOPIC = "lesson_done"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,n", "next_lesson", "next_lesson"),
        Binding("a", "again", "again"),
        *(Binding(str(n), f"lesson({n})", "nth_lesson", show=False) for n in range(1, 10)),
    ]
    DEFAULT_CSS = """
    LessonDoneScreen #page { padding: 1 2 0 2; }
    LessonDoneScreen LessonSummary { height: 1fr; }
    LessonDoneScreen BoxCover { display: none; margin: 2 2 0 4; }
    LessonDoneScreen.-covered BoxCover { display: block; }
    LessonDoneScreen ButtonBar { margin: 1 0; }
    """

    def __init__(self, session: LessonSession) -> None:
        super().__init__()
        self.session = session
        self._next = following(session.table)

    def compose(self) -> ComposeResult:
        game = self.session.table.game.id
        covers = [box for box in boxes_on(self.app.shelf) if box.box.id == game]
        with Horizontal():
            yield from map(BoxCover, covers)
            with Vertical(id="page"):
                yield LessonSummary(self.session)
                yield ButtonBar(*["next_lesson"] * bool(self._next), "again", "leave")
        yield KeyBar()

    def _take_size(self, size: Size) -> None:
        super()._take_size(size)
        self.set_class(size.width >= COVERED and pen_of(self.app) is not None, "-covered")

    def retranslate(self) -> None:
        look = self.app.appearance
        summary = self.query_one(LessonSummary)
        summary.apply_theme(styles_of(look.theme), SYMBOLS[look.symbols])
        summary.repaint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        return self._next is not None if action == "next_lesson" else True

    def action_next_lesson(self) -> None:
        """Open the next lesson in the place of this one."""
        if self._next is not None:
            self._open(self._next)

    def action_again(self) -> None:
        """Begin this lesson once more."""
        self._open(self.session.lesson.id)

    def action_lesson(self, number: int) -> None:
        """Open the lesson of that number."""
        lessons: list[Lesson] = [*lessons_of(self.session.table.game).values()]
        if number <= len(lessons):
            self._open(lessons[number - 1].id)

    def _open(self, lesson: str) -> None:
        if self.is_active:
            self.app.pop_screen()
            self.app.open_lesson(self.session.table.game, lesson, instead=True)
