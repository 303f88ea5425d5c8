"""The chat line of a room: the last message, the spectators, and the code."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.strip import Strip

from hako.engine.i18n.width import cell_width
from hako.tui.widgets.line_panel import LinePanel


class LastMessageLine(LinePanel):
    """A single line; a click on it opens the chat."""

    DEFAULT_CSS = """
    LastMessageLine { height: 1; background: $surface; }
    """

    class ChatLineClicked(Message):
        """Posted when the line was clicked."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._message: tuple[str, str] | None = None
        self._about = ""

    def show(self, message: tuple[str, str] | None, about: str) -> None:
        """Show the last message with its author, and a few words about the room."""
        self._message, self._about = message, about
        self.repaint()

    def count(self) -> int:
        return 1

    def paint(self, index: int) -> Strip:  # noqa: ARG002 - there is but one line
        line, ink = self.line(), self.ink
        about = f" {self._about} "
        room = max(0, self.columns - cell_width(about))
        if self._message is not None:
            author, text = self._message
            name = f" {author}: "
            line.put(name, ink.strong, min(cell_width(name), room))
            line.put(text, ink.text, max(0, room - line.x))
        return line.ending(about, ink.dim).strip()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.ChatLineClicked())
