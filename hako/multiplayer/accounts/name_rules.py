"""How a name may be spelled, and which spellings look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from hako.engine.i18n.width import cell_width

NAME_CELLS = 24
"""How wide a name may be on screen."""

_LOOKALIKES = Path(__file__).parent / "lookalikes.txt"

_SCRIPTS = frozenset(
    {
        *("ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CYRILLIC", "DEVANAGARI", "ETHIOPIC"),
        *("GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI", "HAN", "HANGUL", "HEBREW"),
        *("KANA", "KANNADA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR"),
        *("ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN"),
    }
)
"""Those in everyday use, as UAX #31 recommends."""

_NAMED_OTHERWISE = {
    "CJK": "HAN",
    "IDEOGRAPHIC": "HAN",
    "HIRAGANA": "KANA",
    "KATAKANA": "KANA",
    "DIGIT": "",
    "COMBINING": "",
    "HYPHEN-MINUS": "",
    "LOW": "",
}
"""First words of the names of signs that are not a script's; "" goes with every script."""

_WRITTEN_TOGETHER = tuple(
    frozenset({"LATIN", "HAN", other}) for other in ("KANA", "HANGUL", "BOPOMOFO")
)
"""Several scripts that one name may have; UTS #39 calls that highly restrictive."""

_DOTTED, _DOT = frozenset("iıjȷ"), "̇"
"""On these letters a dot is not seen."""

_OVER_TWO_LETTERS = frozenset(map(chr, range(0x35C, 0x363)))
"""Marks that belong to no letter alone."""


def preload() -> None:
    """Load what names are judged by, which takes long: a server does it before anybody comes."""
    skeleton("a")
    _is_username("a")


def is_fit(name: str) -> bool:
    """A name that can stand on everybody's screen and is no riddle.

    Short, without blanks, signs that are not seen, letters of scripts that are not written
    together and marks that nobody can count, as in UTS #39, 5.4; the rest is PRECIS, RFC 8265.
    """
    return (
        0 < len(name) <= NAME_CELLS
        and 0 < cell_width(name) <= NAME_CELLS
        and name[0].isalnum()
        and all(_is_letter_digit_or_mark(sign) or sign in "-_" for sign in name)
        and _is_of_one_script(name)
        and not _is_marked_too_much(name)
        and _is_username(name)
    )


def skeleton(name: str) -> str:
    """The same for two names that look alike, as in UTS #39; never shown."""
    return _plain(_plain(unicodedata.normalize("NFKC", name)))


def _is_letter_digit_or_mark(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNM"


def _is_of_one_script(name: str) -> bool:
    scripts = {_script(sign) for sign in unicodedata.normalize("NFKC", name)} - {""}
    is_mixed = len(scripts) > 1 and not any(scripts <= several for several in _WRITTEN_TOGETHER)
    return scripts <= _SCRIPTS and not is_mixed


def _is_marked_too_much(name: str) -> bool:
    """Whether a letter has more marks than can be told apart, one of them twice, or one unseen.

    What is one letter with its mark, such as \u1ebf, counts as a letter without.
    """
    for letter, marks in _letters(unicodedata.normalize("NFC", name)):
        taken_apart = unicodedata.normalize("NFD", letter + marks)
        if marks and len(taken_apart) - 1 > _most_marks(marks):
            return True
    for letter, marks in _letters(_plain(unicodedata.normalize("NFKC", name))):
        if any(one == other for one, other in pairwise(marks)):
            return True
        if letter in _DOTTED and _DOT in marks:
            return True
    return not _OVER_TWO_LETTERS.isdisjoint(name)


def _letters(name: str) -> Iterator[tuple[str, str]]:
    """Each letter with the marks that follow it."""
    letter, marks = "", ""
    for sign in name:
        if unicodedata.category(sign)[0] == "M":
            marks += sign
        else:
            yield letter, marks
            letter, marks = sign, ""
    yield letter, marks


def _most_marks(marks: str) -> int:
    """How many of such marks a letter may have: those of a script may change it twice."""
    is_of_all = any(unicodedata.name(mark, "").startswith("COMBINING") for mark in marks)
    return 1 if is_of_all else 2


def _script(sign: str) -> str:
    """The first word of a sign's name, which tells the script but for a few."""
    word = unicodedata.name(sign, "?").partition(" ")[0]
    return _NAMED_OTHERWISE.get(word, _NAMED_OTHERWISE.get(first := word.partition("-")[0], first))


def _is_username(name: str) -> bool:
    from precis_i18n import get_profile  # it takes 60 ms, and who plays alone needs no name

    try:
        get_profile("UsernameCasePreserved").enforce(name)
    except UnicodeEncodeError:
        return False
    return True


def _plain(name: str) -> str:
    """A name with each letter, alone and without its marks, and each mark as what it looks like."""
    taken_apart = unicodedata.normalize("NFD", _prototypes(name))
    plain = unicodedata.normalize("NFD", _prototypes(taken_apart)).casefold()
    return unicodedata.normalize("NFD", plain)


def _prototypes(name: str) -> str:
    return "".join(_table().get(sign, sign) for sign in name)


@cache
def _table() -> dict[str, str]:
    lines = _LOOKALIKES.read_text(encoding="utf-8").splitlines()
    pairs = (line.split(" ") for line in lines if not line.startswith("#"))
    return {sign: prototype for prototype, alike in pairs for sign in alike}
