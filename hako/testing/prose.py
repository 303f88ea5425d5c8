"""Checks of the wording of catalogues.

They find numbers with a wrong plural ("1 cards"), identifiers of the code, doubled spaces, and
spaces after full-width punctuation. The nouns, and the placeholders that hold counts, are derived
from the sentences themselves, so a new sentence needs no entry anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

PLACE = re.compile(r"\{([\w.]+)(!r)?:?(\w*)\}")
"""A placeholder: the path of its value, the mark of quoting, the table of terms."""

VARIANTS = {"text", "hidden", "partly", "by", "none", "one", "other", "true", "false", "foretold"}
"""Keys of an entry that is a table of variants of one sentence."""

_NAME = "Xx"
"""Replacement of a name from a table of terms, such as a player or a card."""
_IRREGULAR = {"people", "men", "women", "children", "dice", "lives", "wolves"}
_NO_PLURAL = {"as", "always", "others", "yours"}
_NO_NOUN = (
    "an? and as at by do does for from had has if in is its of on or per than that the then there"
    " this to was what where which who will with"
).replace(" ", "|")
"""Words that end the search for the noun after a number."""
_WORDS = rf"(?: (?!(?:{_NO_NOUN})\b)[A-Za-z][a-z-]*){{0,2}}?"
_PLURAL_VERBS = {"are", "were", "have"}
_COUNTED = re.compile(
    rf"(?<![\w#.=:/\"'`])[+-]?(?P<one>1)(?:{_WORDS})"
    rf" (?P<word>[A-Za-z][a-z-]*s|{'|'.join(sorted(_IRREGULAR | _PLURAL_VERBS))})(?![\w'-])"
)
_THERE_ARE = re.compile(r"\b[Tt]here (?:are|were)(?: only)? 1(?!\w)")
_HAS_OBJECT = re.compile(r" (?:1|the|it|its|them)\b")
_SINGULAR = re.compile(
    rf"\b(?:[Aa]n?|1|[Ee]very|[Aa]nother) (?!(?:{_NO_NOUN})\b)([A-Za-z][a-z-]+)\b"
)
_PLURAL = re.compile(
    r"\b(?:[Mm]ost|no|[Nn]o|all|[Aa]ll|many|fewer|few|two|three|four|five|these|several|(?<![\w.])[02-9]) ([A-Za-z][a-z-]*s)\b"
)
_VERB = re.compile(
    rf"(?:{_NAME}|\b(?:[Ii]t|[Hh]e|[Ss]he|[Ww]hoever|[Nn]obody|[Ss]omebody|[Ee]verybody|hako))"
    r" (?:then |never |also )?([a-z][a-z-]*s)\b"
)
_IDENTIFIER = re.compile(
    r"(?<![\w/.{-])(?:[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z][a-z0-9]*=[a-z0-9]+)\b"
)
_SHOWN_AS_TYPED = re.compile(r"`[^`]*`|\"[^\"]*\"|--[\w-]+(?:[ =][\w=.:@-]+)?|^\w+(?= \")")
_DOUBLED_SPACE = re.compile(r"\S+ {2,}(?=\S)")
_PART_OF_ROW = re.compile(r"\S* ?\{|\S \S|(?:\S+ ){0,3}\S+[:：]")
"""The beginning of the next part of a row of labels or keys, after doubled spaces."""
_WIDE_THEN_SPACE = re.compile(r"[。、！？：；，．）」』】〉》〕] ")


class Sentence(NamedTuple):
    """A variant of an entry of a catalogue."""

    key: str
    """Path in the catalogue, the variant included: "event.cards_drawn.other"."""
    text: str
    several: frozenset[str] = frozenset()
    """Placeholders whose number is never 1 in this variant."""
    counts: frozenset[str] = frozenset()
    """Placeholders whose number chooses between the variants of the entry."""


def sentences(
    entry: Any,
    key: str = "",
    several: frozenset[str] = frozenset(),
    counts: frozenset[str] = frozenset(),
) -> Iterator[Sentence]:
    """All sentences of a catalogue or of a part of it, variants separately."""
    if isinstance(entry, str):
        yield Sentence(key, entry, several, counts)
        return
    if isinstance(entry, list):
        for number, part in enumerate(entry):
            yield from sentences(part, f"{key}.{number}")
    if not isinstance(entry, Mapping):
        return
    by = entry.get("by") if "other" in entry or "one" in entry else None
    for name, part in entry.items():
        if name == "by" and isinstance(part, str):
            continue
        chosen = {by} if isinstance(by, str) else set()
        own = chosen if "one" in entry and name != "one" else set()
        yield from sentences(part, f"{key}.{name}" if key else name, several | own, counts | chosen)


class English:
    """The vocabulary of English catalogues: nouns, verbs, and placeholders that hold numbers."""

    def __init__(
        self, catalogues: Iterable[Any], numbers: Iterable[str] = (), prose: Iterable[str] = ()
    ) -> None:
        """`numbers` are placeholders known to hold numbers, `prose` is additional text to learn from."""
        entries = [*chain.from_iterable(map(sentences, catalogues))]
        prose = [*prose, *map(_as_prose, entries)]
        self._singular = {word for text in prose for word in _SINGULAR.findall(text)}
        self._plural = {word for text in prose for word in _PLURAL.findall(text)}
        self._verbs = {word for text in prose for word in _VERB.findall(text)}
        counts = {place for sentence in entries for place in sentence.counts}
        names = {path for sentence in entries for path, _, table in _places(sentence) if table}
        self._numbers = {*numbers, *counts} - names

    def wrong_plurals(self, sentence: Sentence) -> list[str]:
        """The phrases of a sentence that are plural although every number in it is 1."""
        text, places = _numbered(sentence)
        wrong = [match[0] for match in _THERE_ARE.finditer(text)]
        for match in _COUNTED.finditer(text):
            counted = places.get(match.start("one"), "")
            before = text[: match.start()].rstrip().rpartition(" ")[2]
            is_wrong = (
                before != "of" and counted in self._numbers
                if match["word"] in _PLURAL_VERBS
                else self._is_plural(match["word"], counted, before, text[match.end() :])
            )
            if is_wrong:
                wrong.append(match[0])
        return wrong

    def _is_plural(self, word: str, counted: str, before: str, after: str) -> bool:
        """True if a word that follows a number is a noun of which there are several."""
        if word in _IRREGULAR:
            return True
        if len(word) < 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
            return False
        if word == counted:
            return True
        if before.lower() == counted:  # "seat 1 typed control signs"
            return False
        is_noun, is_number = bool(self._singular & _singulars_of(word)), counted in self._numbers
        # "seat 1 moves": such a number is the name of what stands before it
        is_name = before.lower() in self._singular or before.istitle()
        if word not in self._verbs:
            return word not in _NO_PLURAL and (is_noun or (is_number and not is_name))
        if is_name or _HAS_OBJECT.match(after):
            return False
        return is_noun and (word in self._plural or is_number)


def _singulars_of(word: str) -> set[str]:
    """The possible singular forms of a plural."""
    endings = (("s", ""), ("ses", "s"), ("xes", "x"), ("hes", "h"), ("ies", "y"))
    return {word.removesuffix(plural) + one for plural, one in endings if word.endswith(plural)}


def _numbered(sentence: Sentence) -> tuple[str, dict[int, str]]:
    """The sentence with 1 in each placeholder that may be a number, and these by position."""
    text, places, end = "", dict[int, str](), 0
    for place in PLACE.finditer(sentence.text):
        text += sentence.text[end : place.start()]
        path, quoted, table = place.groups()
        if table or quoted:
            text += _NAME
        else:
            places[len(text)] = path.rpartition(".")[2]
            text += "2" if path in sentence.several else "1"
        end = place.end()
    return text + sentence.text[end:], places


def _places(sentence: Sentence) -> list[tuple[str, str, str]]:
    """The placeholders of a sentence: path of the value, mark of quoting, table."""
    return PLACE.findall(sentence.text)


def _as_prose(sentence: Sentence) -> str:
    """The sentence with a word in each placeholder of a name, and "#" in the others."""
    return PLACE.sub(lambda place: _NAME if place[3] or place[2] else "#", sentence.text)


def untidy(text: str) -> list[str]:
    """Identifiers, doubled spaces, and spaces after full-width punctuation in a text."""
    prose = _SHOWN_AS_TYPED.sub("", PLACE.sub("", text))
    doubled = (
        match[0] for match in _DOUBLED_SPACE.finditer(text.strip("\n")) if not _is_row(text, match)
    )
    return [*_IDENTIFIER.findall(prose), *doubled, *_WIDE_THEN_SPACE.findall(text)]


def _is_row(text: str, spaces: re.Match[str]) -> bool:
    """True if doubled spaces separate the parts of a row, as in "t talk  p people"."""
    before = spaces[0].rstrip()
    is_key = spaces.start() == 0 and len(before) == 1
    begins = _PART_OF_ROW.match(text, spaces.end())
    return is_key or (before[-1] not in ".,;:!?。、：" and begins is not None)
