"""The bytes that a frame of a motion costs on the line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hako.tui.motion.board_snapshot import PictureChange
from hako.tui.widgets.line_overlays import LineOverlay


def frame_bytes(
    change: PictureChange, before: Sequence[LineOverlay], now: Sequence[LineOverlay]
) -> int:
    """The bytes from one frame to the next, at most: what is painted, and what comes to light."""
    old = {_key(patch): patch for patch in before}
    new = {_key(patch): patch for patch in now}
    gone = (patch for key, patch in old.items() if key not in new)
    restored = sum(_restored_bytes(change, patch) for patch in gone)
    painted = (patch for key, patch in new.items() if key not in old)
    return bytes_of(painted) + restored


def _restored_bytes(change: PictureChange, patch: LineOverlay) -> int:
    """The bytes of the board's own cells under a patch: its share of the pieces of their line."""
    if not 0 <= patch.y < len(change.after.lines):
        return 0
    line, width = change.after.lines[patch.y], patch.strip.cell_length
    pieces = 1 + len([*line]) * width // max(1, line.cell_length)
    return _MOVE + pieces * _COLOUR + 2 * width


def _key(patch: LineOverlay) -> tuple[int, int, str]:
    return patch.x, patch.y, patch.strip.text


def bytes_of(painted: Iterable[LineOverlay]) -> int:
    """The bytes that patches take over a terminal: text, colours and moves of the cursor."""
    return sum(
        _MOVE + sum(len(text.encode()) + _COLOURS for text, _, _ in patch.strip)
        for patch in painted
    )


_MOVE = 8
"""Bytes that move the cursor."""

_COLOUR = 24
"""Bytes that set one colour in 24 bits."""

_COLOURS = 34
"""Bytes that set the colours of text and ground in 24 bits, as they are in boards."""
