"""Queries that only the terminal itself can answer, sent before the first frame.

They ask for the width of a box line, for 24-bit colours, and for the background. Every terminal
answers the last query (device attributes), so that reply means that queries unanswered by then
never will be.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from hako.engine.i18n.typed_numbers import number_in
from hako.tui.terminal.capabilities import Colors, TerminalCapabilities

QUESTIONS = (
    "\x1b[?2026$p"  # synchronized output
    "\x1b[?2048$p"  # size reports in the input
    "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m"  # the colour that was set (DECRQSS)
    "\x1b]11;?\x1b\\"  # the background
    "\x1b[1;1H\u2500\x1b[6n\x1b[1;1H\x1b[K"  # the cursor after a box line
    "\x1b[c"  # device attributes
)
"""Sent on an empty screen: an old terminal may print some of it."""

TIMEOUT_SECONDS = 0.3
"""Seconds for replies of a terminal on this machine; a silent one is taken as narrow."""

_MOST_BYTES = 4096
_MOST_COLUMNS = 1000
_SYNCHRONIZED = re.compile(rb"\x1b\[\?2026;([12])\$y")
_RESIZES_IN_BAND = re.compile(rb"\x1b\[\?2048;([12])\$y")
_COLOR = re.compile(rb"\x1bP1\$r[\d:;]*48[:;]2[:;]+1[:;]2[:;]3m\x1b\\")
_BACKGROUND = re.compile(
    rb"\x1b\]11;rgba?:([0-9A-Fa-f]{2})\w*/([0-9A-Fa-f]{2})\w*/([0-9A-Fa-f]{2})[\w/]*(?:\x1b\\|\x07)"
)
_CURSOR = re.compile(rb"\x1b\[1;(\d+)R")
_IDENTITY = re.compile(rb"\x1b\[\?[\d;]*c")
_ANY_ANSWER = re.compile(
    rb"\x1b\[\?\d+;\d\$y|\x1bP[01]\$r[^\x1b]*\x1b\\|\x1b\]11;[^\x1b\x07]*(?:\x1b\\|\x07)"
    rb"|\x1b\[1;\d+R|\x1b\[\?[\d;]*c"
)


class TerminalReplies:
    """The replies received so far."""

    def __init__(self) -> None:
        self.received = b""

    def receive(self, data: bytes) -> None:
        """Take the bytes that the terminal sent: replies, and keys pressed meanwhile."""
        self.received += data

    @property
    def complete(self) -> bool:
        """True if the last reply came, or more bytes than replies can have."""
        return len(self.received) > _MOST_BYTES or bool(_IDENTITY.search(self.received))

    @property
    def typed(self) -> bytes:
        """The input that was no reply: keys pressed meanwhile."""
        return _ANY_ANSWER.sub(b"", self.received)

    def correct(self, terminal: TerminalCapabilities) -> TerminalCapabilities:
        """The terminal as it described itself."""
        received = self.received
        cursor = _CURSOR.search(received)
        # "─" moves the cursor from column 1 to column 2, or to 3 where it is wide
        column = None if cursor is None else number_in(cursor[1].decode(), _MOST_COLUMNS)
        wide = column is not None and column > 2
        return replace(
            terminal,
            colors=self._colors(terminal.colors),
            ambiguous=2 if wide else 1,
            background="light" if self._is_light() else "dark",
            synchronized=bool(_SYNCHRONIZED.search(received)),
            resizes_in_band=bool(_RESIZES_IN_BAND.search(received)),
        )

    def _colors(self, guess: Colors) -> Colors:
        return "truecolor" if guess != "none" and _COLOR.search(self.received) else guess

    def _is_light(self) -> bool:
        if not (background := _BACKGROUND.search(self.received)):
            return False
        red, green, blue = (int(part, 16) for part in background.groups())
        return 0.299 * red + 0.587 * green + 0.114 * blue > 127
