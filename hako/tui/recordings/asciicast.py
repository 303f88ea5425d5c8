"""Asciicasts: a game as a recording for asciinema, its board position by position.

The board is drawn as one viewer may see it. The format is asciicast v2: a header, then a line for
each change, [seconds, "o", output]. No screen and no app are needed to make one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

import msgspec
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from hako.content import read_box
from hako.engine.i18n.languages import Language
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Event, Viewer
from hako.engine.rules.play import events
from hako.engine.transcript.sentences import record_text, texts_of
from hako.engine.transcript.transcript import scores_at
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.recordings.board_text import BoardText
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import FULL
from hako.tui.theme.themes import DARK
from hako.tui.widgets.canvas import Canvas, wrapped

SAID = 4
"""Lines below the board for the last sentences."""

SHORT, LAST = 20, 5
"""Positions of a short recording: those that mattered most, and the last ones."""

SECONDS, SECONDS_A_SENTENCE, LAST_SECONDS = 0.5, 0.4, 4.0
"""Seconds that a position is shown, more for each sentence, and those of the last one."""

CLEAR, HIDE_CURSOR, SHOW_CURSOR = "\x1b[2J\x1b[H", "\x1b[?25l", "\x1b[?25h"

_STYLES = styles_of(DARK.name)
_GROUND = Style(bgcolor=DARK.background)


def render_asciicast(
    table: History[Any],
    language: Language,
    viewer: Viewer,
    size: tuple[int, int],
    progress: Callable[[float], None] = lambda _: None,
    *,
    is_short: bool = False,
) -> str:
    """The recording of a table up to now, of so many columns and lines.

    A short one shows only what mattered most, see `highlights_of`. `progress` is called with the finished part, from 0 to 1.
    """
    recording = Asciicast(table, language, viewer, size, is_short=is_short)
    lines: list[str] = []
    for line in recording.lines():
        lines.append(msgspec.json.encode(line).decode())
        progress(len(lines) / recording.length)
    return "\n".join(lines) + "\n"


class Asciicast:
    """Draws the positions of a table, and writes only the changes from one to the next."""

    def __init__(
        self,
        table: History[Any],
        language: Language,
        viewer: Viewer,
        size: tuple[int, int],
        *,
        is_short: bool = False,
    ) -> None:
        self.table = table
        self.viewer = viewer
        self._path = highlights_of(table) if is_short else table.path()
        self._length = len(table.path())
        self.length = len(self._path) + 2
        """Lines of the file: a header, the positions, and the end."""
        self._texts = texts_of(table, language, MULTIPLAYER, TUI)
        name = read_box(table.game.folder).name[language]
        self.title = (
            self._texts.text("transcript.unverified", title=name) if table.undecided else name
        )
        self.width, self.height = size
        rows = self.height - SAID - 2
        self._board = BoardText(table, viewer, self._texts, (self.width, rows), _STYLES)
        self._shown: list[str] = []
        self._recent: list[tuple[str, bool]] = []
        """The last lines, each with whether it belongs to the position that is shown."""

    def lines(self) -> Iterator[object]:
        """The lines of the file."""
        yield self._header()
        seconds = 0.0
        places = {moment.number: at for at, moment in enumerate(self.table.path(), start=1)}
        for moment in self._path:
            sentences = record_text(moment.record.masked(self.viewer), self._texts)
            where = f"{places[moment.number]}/{self._length}"
            yield [round(seconds, 2), "o", self._changes(moment, sentences, where)]
            seconds += SECONDS + SECONDS_A_SENTENCE * len(sentences)
        yield [round(seconds + LAST_SECONDS, 2), "o", SHOW_CURSOR]

    def _header(self) -> dict[str, object]:
        header: dict[str, object] = {"version": 2, "width": self.width, "height": self.height}
        if self.table.header.created:
            began = datetime.fromisoformat(self.table.header.created)
            header["timestamp"] = int(began.timestamp())
        return header | {"title": self.title, "env": {"TERM": "xterm-256color"}}

    def _changes(self, moment: Position[Any], sentences: Sequence[str], where: str) -> str:
        """The terminal output that changes the last position into this one."""
        before, self._shown = (
            self._shown,
            [_sent(strip) for strip in self._draw(moment, sentences, where)],
        )
        if not before:
            return HIDE_CURSOR + CLEAR + "\r\n".join(self._shown)
        return "".join(
            f"\x1b[{row};1H{line}"
            for row, (old, line) in enumerate(zip(before, self._shown, strict=True), start=1)
            if old != line
        )

    def _draw(self, moment: Position[Any], sentences: Sequence[str], where: str) -> Iterator[Strip]:
        """The title, the board, a rule, and the last sentences."""
        canvas = Canvas(self.width, SAID + 2, FULL)
        canvas.at(0, 0).put(self.title, _STYLES.strong).ending(where, _STYLES.dim)
        canvas.at(0, 1).put(FULL.frame.horizontal * self.width, _STYLES.rule)
        self._remember(sentences)
        for row, (line, is_new) in enumerate(self._recent, start=2):
            canvas.at(0, row).put(line, _STYLES.text if is_new else _STYLES.dim)
        title, *below = canvas.strips()
        yield title
        yield from self._board.strips(moment)
        yield from below

    def _remember(self, sentences: Sequence[str]) -> None:
        """Keep the last lines, those of this position marked as new."""
        new = [line for sentence in sentences for line in wrapped(sentence, self.width)]
        lines = [(line, False) for line, _ in self._recent] + [(line, True) for line in new]
        self._recent = lines[-SAID:]


def highlights_of(table: History[Any]) -> list[Position[Any]]:
    """The first position, those that mattered most, and the last ones, in the order of play.

    What matters is an event that all stop to see, then a gain of points.
    """
    path = table.path()
    scores = [scores_at(table, moment) for moment in path]
    weights = {
        moment.number: (
            any(
                type(event).highlight is not Event.highlight for event in events(moment.record.then)
            ),
            max(now - was for was, now in zip(before, after, strict=True)),
        )
        for moment, (before, after) in zip(path[1:], pairwise(scores), strict=True)
    }
    weighty = sorted(weights, key=lambda number: weights[number], reverse=True)[:SHORT]
    chosen = {number for number in weighty if weights[number] > (False, 0)}
    ends = {path[0].number, *(moment.number for moment in path[-LAST:])}
    return [moment for moment in path if moment.number in chosen | ends]


def _sent(strip: Strip) -> str:
    """A line as terminal output: colours, text, colours off."""
    return "".join(map(_rendered, strip)) + "\x1b[0m"


def _rendered(segment: Segment) -> str:
    style = _GROUND + segment.style if segment.style else _GROUND
    return style.render(segment.text, color_system=ColorSystem.TRUECOLOR)
