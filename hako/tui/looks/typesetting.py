"""Typesetting: lines broken as Japanese and English are, and prose that is set so.

English breaks at spaces. Japanese breaks between any two characters, except before
what may not begin a line (a full stop, a closing bracket, a small kana) and after what
may not end one (an opening bracket). A word in Latin letters stays whole in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

_NEVER_FIRST = frozenset(
    "、。，．,.)）]］}｝」』】〉》〕〟’”！？!?：；:;・ー～〜…‥々ゝゞ％%°"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)
_NEVER_LAST = frozenset("(（[［{｛「『【〈《〔〝‘“＄￥$")


@lru_cache(maxsize=4096)
def wrap(text: str, width: int) -> tuple[str, ...]:
    """The text in lines of at most `width` cells, without the spaces that lines break at."""
    return tuple(text[start:end] for start, end in spans(text, width))


@lru_cache(maxsize=4096)
def spans(text: str, width: int) -> tuple[tuple[int, int], ...]:
    """Where each line begins and ends in the text."""
    if "\n" not in text and cell_len(text) <= max(2, width):
        return ((0, len(text.rstrip())),)
    lines: list[tuple[int, int]] = []
    start = 0
    for paragraph in text.split("\n"):
        lines += _fill(text, start, start + len(paragraph), max(2, width))
        start += len(paragraph) + 1
    return tuple(lines)


def _fill(text: str, start: int, end: int, width: int) -> Iterator[tuple[int, int]]:
    line, last = start, start
    for piece in _pieces(text, start, end, width):
        if cell_len(text[line:piece].rstrip()) > width:
            yield line, line + len(text[line:last].rstrip())
            line = last
        last = piece
    yield line, line + len(text[line:end].rstrip())


def _pieces(text: str, start: int, end: int, width: int) -> Iterator[int]:
    """Where a line may end: behind each piece that stays whole, or is itself too wide."""
    piece = start
    for place in range(start + 1, end + 1):
        if place == end or _may_break(text[place - 1], text[place]):
            while cell_len(text[piece:place].rstrip()) > width:
                piece += len(set_cell_size(text[piece:place], width).rstrip())
                yield piece
            piece = place
            yield place


def _may_break(before: str, after: str) -> bool:
    if after == " ":
        return False
    if before == " ":
        return True
    between_wide = cell_len(before) == 2 or cell_len(after) == 2
    return between_wide and not (
        after in _NEVER_FIRST or before in _NEVER_LAST or cell_len(after) == 0
    )


class Prose(Widget):
    """A few sentences, set to the width there is."""

    DEFAULT_CSS = """
    Prose { height: auto; }
    """

    words: reactive[str] = reactive("", layout=True)
    """What is said."""

    def __init__(self, words: str = "", *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.set_reactive(Prose.words, words)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return len(wrap(self.words, width)) if self.words else 0

    def render(self) -> Content:
        return Content("\n".join(wrap(self.words, self.size.width)))
