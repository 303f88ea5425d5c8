"""Truncation: a text in so many cells, without its least important part.

of a list          its last parts             $5, 2 actions…
of a name          its middle, or its end     コンビ…を購入
of one with a      its middle                 Monument… (barracks)
bracket at its end
of anything else   its middle                 Walk to…$12,000
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hako.engine.i18n.width import cell_width
from hako.tui.theme.symbols import Symbols

# these are compiled when they are asked for: few lines are shortened in a first frame
_NUMBER = r"[-+$]?\d+(?:[.,:/–-]\d+)*%?"
"""A number with its sign; it is shown whole or not at all."""

_WORD = r"[^\W\d_぀-ヿ一-鿿]+|[゠-ヿ]+"
"""A word in letters, and one in katakana; they are broken only where they are long."""

_SENTENCE = r".+?(?:。|[.](?= |$)|$)"
_PART = r"[,;:.] |  | \(|[、。；：，（]"
"""The end of a part of a note."""

_LAST = r"(?<= )\d+$"
"""The number by which two of the same name are told apart."""

HEAD_ONLY = 12
"""In fewer cells only the beginning of a text is shown, and the number at its end: the beginning of
a name is its most telling part."""


SIGNS_A_CELL = 4
"""Characters for each cell of the room beyond which only the ends of a text are read. So a text
costs its length and no more, however many cells there are. Few characters take no cell."""


def shortened(text: str, width: int, symbols: Symbols) -> str:
    """The text in at most `width` cells, with a sign where something was left out.

    In a list, the last parts are left out, if the first ones use two fifths of the room. In any
    other text it is the middle, where names stand: the verb begins an English sentence and ends a
    Japanese one. A number is never cut.
    """
    if cell_width(text) <= width:
        return text
    if width < 1:
        return ""
    text = _near_ends(text, width)
    room = width - cell_width(symbols.ellipsis)
    parts = [text[: part.start()] for part in re.finditer(_PART, text)]
    if fitting := [part for part in parts if 2 * width <= 5 * cell_width(part) <= 5 * room]:
        return fitting[-1] + symbols.ellipsis
    breaks = _breaks(text)
    ends = [(cell_width(text[at:].lstrip()), at, whole) for at, whole in reversed(breaks)]
    half, most = (room // 2, 2 * room // 3)
    if width < HEAD_ONLY:
        last = re.search(_LAST, text)
        half = most = len(last[0]) if last and 2 * len(last[0]) < room else 0
    tail, after = _longest(ends, half, most)
    starts = [(cell_width(text[:at].rstrip()), at, whole) for at, whole in breaks]
    _, before = _longest(starts, room - tail)
    return text[:before].rstrip() + symbols.ellipsis + text[after:].lstrip()


NAME = 8
"""Cells of a shortened name, at least."""


def shortened_names(text: str, names: Iterable[str], width: int, symbols: Symbols) -> str:
    """The text in at most `width` cells; of the names in it, the longest is cut first.

    The rest of the text, such as a verb, is cut only when each name has no more than NAME cells.
    """
    for name in sorted(set(names), key=cell_width, reverse=True):
        over = cell_width(text) - width
        if over > 0:
            text = text.replace(
                name, _short_name(name, max(NAME, cell_width(name) - over), symbols)
            )
    return shortened(text, width, symbols).replace(2 * symbols.ellipsis, symbols.ellipsis)


def _short_name(name: str, width: int, symbols: Symbols) -> str:
    """The name in at most `width` cells; a bracket at its end stays: it tells apart."""
    bracket = re.search(r" ?[(（][^()（）]+[)）]$", name)
    room = width - cell_width(symbols.ellipsis) - cell_width(bracket[0] if bracket else "")
    if bracket is None or room < 0:
        return shortened(name, width, symbols)
    longest = min(bracket.start(), SIGNS_A_CELL * room)
    starts = (name[:end] for end in range(longest, -1, -1))
    start = next(start for start in starts if cell_width(start) <= room)
    return f"{start.rstrip()}{symbols.ellipsis}{bracket[0]}"


def whole_parts(text: str, width: int) -> str:
    """The first parts of a list that fit whole into so many cells; empty where not even one does."""
    ends = [*(part.start() for part in re.finditer(_PART, text)), len(text)]
    return next((text[:end] for end in reversed(ends) if cell_width(text[:end]) <= width), "")


def whole_sentences(text: str, width: int) -> str:
    """The first sentences that fit whole into so many cells; empty where not even one does."""
    ends = [part.end() for part in re.finditer(_SENTENCE, text)] or [len(text)]
    return next((text[:end] for end in reversed(ends) if cell_width(text[:end]) <= width), "")


def _near_ends(text: str, width: int) -> str:
    """The text without its middle, which cannot be shown in so many cells."""
    most = SIGNS_A_CELL * width
    return text if len(text) <= 2 * most else text[:most] + text[-most:]


def _breaks(text: str) -> list[tuple[int, bool]]:
    """The places where a text may be cut, and whether every word is whole there."""
    in_number = {
        at for match in re.finditer(_NUMBER, text) for at in range(match.start() + 1, match.end())
    }
    in_word = {
        at for match in re.finditer(_WORD, text) for at in range(match.start() + 1, match.end())
    }
    return [(at, at not in in_word) for at in range(len(text) + 1) if at not in in_number]


def _longest(parts: list[tuple[int, int, bool]], most: int, stretched: int = 0) -> tuple[int, int]:
    """The longest part of at most so many cells: one of whole words, if that is half as long.

    If there is none, one of whole words of not more than `stretched` cells will do.
    """
    fitting = [part for part in parts if part[0] <= most]
    cells, at, _ = max(fitting)
    whole = max((part for part in fitting if part[2]), default=(0, 0, True))
    if 2 * whole[0] < most:
        longer = [part for part in parts if part[2] and most < part[0] <= stretched]
        whole = min(longer, default=(0, 0, True))
    return whole[:2] if whole[0] else (cells, at)
