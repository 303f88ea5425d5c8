"""Symbols: the named signs that screens draw with, in three sets.

    full      box lines and signs such as ● and ★, one cell each
    narrow    for terminals that draw ambiguous characters two cells wide:
              only what is one cell in every setting
    ascii     for consoles with few glyphs

Kanji and kana take two cells everywhere and stay in all three. Text that was not
written by us, such as a player's name, goes through `spell`, so that it cannot
break a line.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from hako.engine.content.icons import COMMON, icons_in

SymbolSet: TypeAlias = Literal["full", "narrow", "ascii"]


class Frame(Struct, frozen=True):
    """The lines and corners of a box."""

    horizontal: str
    vertical: str
    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    tee: str = "+"
    """The joint of a line and another one below it."""


class Symbols(Struct, frozen=True):
    """A set of symbols, each one cell wide; their meanings are in the file."""

    name: SymbolSet
    frame: Frame
    owners: tuple[str, ...]
    """A sign for each seat, beside its colour and its letter."""
    pointer: str
    asked: str
    back: str
    star: str
    above: str
    below: str
    arrow: str
    dot: str
    ellipsis: str
    times: str
    yes: str
    no: str
    warning: str
    full_block: str
    light_block: str
    key: tuple[str, ...]
    """The signs before and after a key."""

    def spell(self, text: str) -> str:
        """The text with only such characters as this set can draw, and no control characters."""
        return _SPELLERS[self.name](text)

    def owner(self, seat: int) -> str:
        """The sign of a seat."""
        return self.owners[seat % len(self.owners)]


def _symbols(name: SymbolSet, frame: Frame) -> Symbols:
    """The marks of hako's icons in one set; the keys of their file are the fields."""
    marks = {key: sign.mark(name) for key, sign in icons_in(COMMON).sign.items()}
    owners, key = tuple(marks.pop("owners")), tuple(marks.pop("key").split())
    return Symbols(name=name, frame=frame, owners=owners, key=key, **marks)


FULL = _symbols("full", Frame("─", "│", "╭", "╮", "╰", "╯", "┬"))
NARROW = _symbols("narrow", Frame("-", "|", "+", "+", "+", "+"))
ASCII = _symbols("ascii", Frame("-", "|", "+", "+", "+", "+"))

SYMBOLS: Mapping[SymbolSet, Symbols] = {"full": FULL, "narrow": NARROW, "ascii": ASCII}

_PLAINER = {
    "←": "<",
    "↑": "^",
    "↓": "v",
    "¢": "c",
    "—": "-",
    "–": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "─": "-",
    "│": "|",
    "☹": "U",
    "±": "+-",
    "°": " deg",
    "‹": "<",
    "›": ">",
    "═": "=",
    **dict.fromkeys("━╌┈╴", "-"),
    **dict.fromkeys("┃╎┊║", "|"),
    **dict.fromkeys("╭╮╰╯┏┓┗┛┤├┬┴╔╗╚╝┌┐└┘", "+"),
}


_MARKS: Mapping[SymbolSet, Mapping[str, str]] = {
    name: {
        full: mark
        for sign in icons_in(COMMON).sign.values()
        for full, mark in zip(sign.full, sign.mark(name), strict=True)
        if not full.isspace()
    }
    for name in SYMBOLS
}
"""The common signs, each with the mark of a set."""

_BETWEEN_WORDS = {"→": ">", "·": "-"}
"""Signs that are punctuation in sentences, where their marks on boards would be misread."""

# controls, joiners and line ends; with them whatever a terminal might obey
_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp"})
# terminals disagree on what these do to the width of the character before
_SELECTORS = range(0xFE00, 0xFE10)


def _fits_full(character: str) -> bool:  # noqa: ARG001 - every character fits
    return True


def _fits_narrow(character: str) -> bool:
    return unicodedata.east_asian_width(character) != "A"


def _fits_ascii(character: str) -> bool:
    return character.isascii() or unicodedata.east_asian_width(character) in {"W", "F", "H"}


def _speller(fits: Callable[[str], bool], spellings: Mapping[str, str]) -> Callable[[str], str]:
    def plainer(character: str) -> str:
        if unicodedata.category(character) in _UNSEEN or ord(character) in _SELECTORS:
            return ""
        if fits(character):
            return character
        if character in spellings:
            return spellings[character]
        bare = "".join(part for part in unicodedata.normalize("NFKD", character) if fits(part))
        return bare or "?"

    @lru_cache(maxsize=4096)
    def spell(text: str) -> str:
        if text.isascii() and text.isprintable():
            return text
        return "".join(map(plainer, unicodedata.normalize("NFC", text)))

    return spell


_SPELLERS: Mapping[SymbolSet, Callable[[str], str]] = {
    "full": _speller(_fits_full, {}),
    "narrow": _speller(_fits_narrow, {**_PLAINER, **_MARKS["narrow"], **_BETWEEN_WORDS}),
    "ascii": _speller(_fits_ascii, {**_PLAINER, **_MARKS["ascii"], **_BETWEEN_WORDS}),
}
