"""Repairs of Textual 8.2, for processes in which many apps live and end.

Each names its reason. `tests/tui/test_repairs.py` shows the fault without the repair,
so that a release of Textual that no longer needs one is noticed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from rich.style import Style
from textual import events
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.color import Color
from textual.keys import Keys
from textual.strip import Strip
from textual.style import Style as VisualStyle

_divide = Strip.divide
_parse_extended_key = XTermParser._parse_extended_key.__wrapped__


@cache
def repair_textual() -> None:
    """Put the repairs into the classes of Textual; a second call does nothing."""
    Strip.divide = _divide_without_cycle  # type: ignore[method-assign]  # see there
    Strip.crop_extend = _crop_extend_without_cycle  # type: ignore[method-assign]  # see there
    StylesCache.get_inner_outer = _get_inner_outer  # type: ignore[method-assign,assignment]  # see there
    XTermParser._parse_extended_key = _parse_extended_key_safely  # type: ignore[method-assign,assignment]  # see there


def _divide_without_cycle(self: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    """A strip that is not cut at all was stored in its own cache.

    So nearly every painted line was a reference cycle that had to wait for the
    garbage collector.
    """
    length = self.cell_length
    cuts = [cut for cut in cuts if cut <= length]
    return [self] if cuts == [length] else _divide(self, cuts)


def _crop_extend_without_cycle(self: Strip, start: int, end: int, style: Style | None) -> Strip:
    """The same cycle, for a strip that already has the wanted length."""
    key = (start, end, style)
    strip = self._crop_extend_cache.get(key)
    if strip is None:
        strip = self.extend_cell_length(end, style).crop(start, end)
        if strip is not self:
            self._crop_extend_cache[key] = strip
    return strip


def _get_inner_outer(
    self: StylesCache,  # noqa: ARG001  a method
    base_background: Color,
    background: Color,
) -> tuple[VisualStyle, VisualStyle]:
    """The cache was keyed by the widget's own cache of lines and kept 1024 of them alive.

    https://github.com/Textualize/textual/issues/6665
    """
    return _inner_and_outer(base_background, background)


@lru_cache(maxsize=1024)
def _inner_and_outer(base: Color, background: Color) -> tuple[VisualStyle, VisualStyle]:
    return VisualStyle(background=base + background), VisualStyle(background=base)


def _parse_extended_key_safely(self: XTermParser, sequence: str) -> list[events.Key] | None:
    """Two faults.

    A cache on a method kept parsers alive, and through them apps. And a number beyond
    Unicode, or half a surrogate pair, raised an error that ended the parser, or
    whoever wrote the character down; such a key is ignored.
    """
    try:
        keys = _parse_extended_key(self, sequence)
        for key in keys or ():
            (key.character or "").encode()
    except (ValueError, OverflowError):
        return [events.Key(Keys.Ignore, sequence)]
    return keys
