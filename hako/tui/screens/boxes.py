"""A game's box as it lies or stands on the shelf."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import getters
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from hako.content import Box
from hako.engine.text import Texts
from hako.tui.app import TableApp
from hako.tui.symbols import SYMBOLS
from hako.tui.typesetting import wrap
from hako.tui.widgets.lines import cut

SPINE = 4
"""Cells of the coloured end of a box that lies."""

LOWEST_COVER = 8
"""Lines from which on a box stands."""

HUES = 5
"""How many colours boxes have, see themes.py."""

EDGE = 2
"""Cells of the side of a box that stands."""


class GameBox(Widget, can_focus=True):
    """A game's box: two lines of a stack, or standing with its cover to the front.

    ▐ 1 ▌ Flip City                        1-4 players
    ▐   ▌ Play on or stop in time ...        30-50 min
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "open", "open_box")]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"game-box--edge", "game-box--name", "game-box--more"}
    DEFAULT_CSS = """
    GameBox { height: 2; background: $surface; }
    GameBox > .game-box--edge { color: $box-text; text-style: bold; }
    GameBox > .game-box--name { color: $foreground; text-style: bold; }
    GameBox > .game-box--more { color: $muted; }
    GameBox.-coming > .game-box--name { color: $muted; text-style: none; }
    GameBox:focus > .game-box--name { color: $box-text; text-style: bold underline; }
    GameBox:focus > .game-box--more { color: $box-text; }
    GameBox.box-1:focus, GameBox.box-1 > .game-box--edge { background: $box-1; }
    GameBox.box-2:focus, GameBox.box-2 > .game-box--edge { background: $box-2; }
    GameBox.box-3:focus, GameBox.box-3 > .game-box--edge { background: $box-3; }
    GameBox.box-4:focus, GameBox.box-4 > .game-box--edge { background: $box-4; }
    GameBox.box-5:focus, GameBox.box-5 > .game-box--edge { background: $box-5; }
    """

    app = getters.app(TableApp)

    class Opened(Message):
        """Posted when a box is opened, to play what is in it."""

        def __init__(self, box: Box) -> None:
            super().__init__()
            self.box = box

    def __init__(self, box: Box, number: int, *, coming: bool = False) -> None:
        super().__init__(classes=f"box-{1 + (number - 1) % HUES}")
        self.add_class("-coming" if coming else "-playable")
        self.box = box
        self.number = number
        self.coming = coming

    def on_mount(self) -> None:
        self.watch(self.app, "look", self._repaint, init=False)

    def on_click(self, event: Click) -> None:
        event.stop()
        self.action_open()

    def action_open(self) -> None:
        """Open the box."""
        self.post_message(self.Opened(self.box))

    def _repaint(self) -> None:
        self.refresh()

    def render_line(self, y: int) -> Strip:
        return self._standing(y) if self.size.height >= LOWEST_COVER else self._lying(y)

    def _lying(self, y: int) -> Strip:
        texts, language = self.app.texts, self.app.look.language
        left = (self.box.name if y == 0 else self.box.tagline)[language] if y < 2 else ""
        right = (self._players(texts), self._minutes(texts))[y] if y < 2 else ""
        number = str(self.number) if y == 0 else ""
        room = self.size.width - SPINE - cell_len(right) - 4
        return Strip(
            [
                Segment(f" {number:<{SPINE - 1}}", self.get_component_rich_style("game-box--edge")),
                Segment(self._pointer(y == 0), self._style(name=False)),
                Segment(set_cell_size(self._cut(left, room - 2), room), self._style(y == 0)),
                Segment(f"{right}  ", self._style(name=False)),
            ]
        )

    def _standing(self, y: int) -> Strip:
        width = self.size.width - EDGE
        lines = self._cover_lines(width - 4)
        text, is_name = lines[y] if y < len(lines) else ("", False)
        return Strip(
            [
                Segment(self._pointer(y == 1), self._style(name=False)),
                Segment(set_cell_size(text, width - 2), self._style(is_name)),
                Segment(" " * EDGE, self.get_component_rich_style("game-box--edge")),
            ]
        )

    def _cover_lines(self, width: int) -> list[tuple[str, bool]]:
        """The lines of the cover, and whether each belongs to the name."""
        texts, language = self.app.texts, self.app.look.language
        above = ["", *wrap(self.box.name[language], width)]
        below = [self._players(texts), self._minutes(texts), *wrap(self.box.designer, width)]
        middle = ["", *wrap(self.box.tagline[language], width)]
        gap = self.size.height - len(above) - len(middle) - len(below) - 1
        return [(line, True) for line in above] + [
            (line, False) for line in (*middle, *[""] * gap, *below)
        ]

    def _cut(self, text: str, width: int) -> str:
        return cut(text, width, SYMBOLS[self.app.look.symbols])

    def _pointer(self, is_first: bool) -> str:
        """What shows without colour, too, where the keys go."""
        sign = SYMBOLS[self.app.look.symbols].pointer
        return f"{sign} " if is_first and self.has_focus else "  "

    def _style(self, name: bool) -> Style:
        return self.get_component_rich_style(f"game-box--{'name' if name else 'more'}")

    def _players(self, texts: Texts) -> str:
        players = self.box.players
        if players.min == players.max:
            return texts.say("shelf.players_exactly", count=players.min)
        return texts.say("shelf.players", least=players.min, most=players.max)

    def _minutes(self, texts: Texts) -> str:
        if self.coming:
            return texts.say("shelf.coming")
        if self.box.minutes is None:
            return ""
        least, most = self.box.minutes
        if least == most:
            return texts.say("shelf.minutes_about", count=least)
        return texts.say("shelf.minutes", least=least, most=most)
