"""A saved game as lines of text, moment by moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hako.cli.plain.console import Console, InputClosed
from hako.cli.plain.turn import print_position
from hako.engine.i18n.typed_numbers import number_in
from hako.engine.log.history import History
from hako.engine.rules.model import Viewer
from hako.engine.transcript.record_sentences import RecordSentences
from hako.engine.transcript.sentences import seen


class PlainReplay:
    """Goes through the moments of a table, as one viewer may see them."""

    def __init__(self, table: History[Any], lines: Console, viewer: Viewer) -> None:
        self.table = table
        self.lines = lines
        self.viewer = viewer
        self._running = RecordSentences(table, viewer, lines.texts)
        self._path = table.path()
        self._place = 0
        self._commands: dict[str, Callable[[], None]] = {
            "": self.forward,
            "b": self.back,
            "f": self.first,
            "a": self.all,
            "p": self.position,
            "?": self.help,
        }

    def run(self) -> None:
        """Answer until the reader leaves."""
        self.lines.print_text("replay_greeting", game=self.lines.title, moments=len(self._path))
        self.show()
        try:
            while True:
                self._run_command(self.lines.ask("replay_question").casefold())
        except InputClosed:
            return

    def show(self) -> None:
        """Print the events of this position."""
        self.lines.print_text("moment", number=self._place + 1, moments=len(self._path))
        moment = self._path[self._place]
        self.lines.print_lines(self._running.render(moment, seen(self.table, moment, self.viewer)))

    def forward(self) -> None:
        """Go to the next moment."""
        self._go(self._place + 1)

    def back(self) -> None:
        """Go to the moment before."""
        self._go(self._place - 1)

    def first(self) -> None:
        """Go to the start."""
        self._go(0)

    def all(self) -> None:
        """Tell everything up to the end."""
        while self._place + 1 < len(self._path):
            self.forward()

    def position(self) -> None:
        """Say how the table stood here."""
        print_position(self.table, self.viewer, self._path[self._place].number, self.lines)

    def help(self) -> None:
        """Name the commands."""
        self.lines.print_text("replay_help")

    def _run_command(self, words: str) -> None:
        if words in self._commands:
            self._commands[words]()
        elif (number := number_in(words, len(self._path) + 1)) is not None:
            self._go(number - 1)
        elif not self.lines.look_up(words):
            self.lines.print_text("replay_help")

    def _go(self, place: int) -> None:
        if 0 <= place < len(self._path):
            self._place = place
            self.show()
        else:
            self.lines.print_text("no_more")
