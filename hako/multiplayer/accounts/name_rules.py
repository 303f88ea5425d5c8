"""Name rules: permitted spellings, and names that look alike (UTS #39)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from hako.engine.i18n.width import cell_width

NAME_CELLS = 24
"""Maximum width of a name on screen."""

_LOOKALIKES = Path(__file__).parent / "lookalikes.txt"

_SCRIPTS = frozenset(
    {
        *("ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CYRILLIC", "DEVANAGARI", "ETHIOPIC"),
        *("GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI", "HAN", "HANGUL", "HEBREW"),
        *("KANA", "KANNADA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR"),
        *("ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN"),
    }
)
"""Scripts in everyday use, as UAX #31 recommends."""

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
"""First words of the names of characters that do not name a script; "" fits every script."""

_WRITTEN_TOGETHER = tuple(
    frozenset({"LATIN", "HAN", other}) for other in ("KANA", "HANGUL", "BOPOMOFO")
)
"""Sets of scripts that one name may mix; UTS #39 calls this highly restrictive."""

_DOTTED, _DOT = frozenset("iıjȷ"), "̇"
"""Letters on which a further dot is invisible, and this dot."""

_OVER_TWO_LETTERS = frozenset(map(chr, range(0x35C, 0x363)))
"""Marks that span two letters."""


def preload() -> None:
    """Load the tables for names in advance, since that takes long."""
    skeleton("a")
    _is_username("a")


def is_fit(name: str) -> bool:
    """True if a name can be shown on every screen and is unambiguous.

    It is short and has no blanks, no invisible characters, no mix of scripts that are not written
    together and no uncountable marks, as in UTS #39, 5.4; the rest is PRECIS, RFC 8265.
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
    """Skeleton of a name: equal for names that look alike, as in UTS #39. It is never shown."""
    return _plain(_plain(unicodedata.normalize("NFKC", name)))


def _is_letter_digit_or_mark(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNM"


def _is_of_one_script(name: str) -> bool:
    scripts = {_script(sign) for sign in unicodedata.normalize("NFKC", name)} - {""}
    is_mixed = len(scripts) > 1 and not any(scripts <= several for several in _WRITTEN_TOGETHER)
    return scripts <= _SCRIPTS and not is_mixed


def _is_marked_too_much(name: str) -> bool:
    """True if a letter has too many marks, the same mark twice, or an invisible one.

    A precomposed letter, such as \u1ebf, counts as a letter without marks.
    """
    for letter, versions in _letters(unicodedata.normalize("NFC", name)):
        taken_apart = unicodedata.normalize("NFD", letter + versions)
        if versions and len(taken_apart) - 1 > _most_marks(versions):
            return True
    for letter, versions in _letters(_plain(unicodedata.normalize("NFKC", name))):
        if any(one == other for one, other in pairwise(versions)):
            return True
        if letter in _DOTTED and _DOT in versions:
            return True
    return not _OVER_TWO_LETTERS.isdisjoint(name)


def _letters(name: str) -> Iterator[tuple[str, str]]:
    """Letters of a name, each with the marks that follow it."""
    letter, versions = "", ""
    for sign in name:
        if unicodedata.category(sign)[0] == "M":
            versions += sign
        else:
            yield letter, versions
            letter, versions = sign, ""
    yield letter, versions


def _most_marks(versions: str) -> int:
    """Maximum number of such marks on one letter: two if all belong to a script, otherwise one."""
    is_of_all = any(unicodedata.name(version, "").startswith("COMBINING") for version in versions)
    return 1 if is_of_all else 2


def _script(sign: str) -> str:
    """Script of a character, from the first word of its name."""
    word = unicodedata.name(sign, "?").partition(" ")[0]
    return _NAMED_OTHERWISE.get(word, _NAMED_OTHERWISE.get(first := word.partition("-")[0], first))


def _is_username(name: str) -> bool:
    from precis_i18n import get_profile  # the import takes 60 ms and is not needed to play alone

    try:
        get_profile("UsernameCasePreserved").enforce(name)
    except UnicodeEncodeError:
        return False
    return True


def _plain(name: str) -> str:
    """Name in which each letter and mark is replaced by its prototype, decomposed and folded."""
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
