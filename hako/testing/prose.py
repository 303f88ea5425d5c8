"""Prose: faults of wording that are seen in a catalogue without playing.

Numbers with the wrong plural ("1 cards"), identifiers of the code, doubled spaces, and spaces after
full-width punctuation. Which words are nouns and which places hold counts follows from the
sentences themselves, so a new sentence needs no entry anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

PLACE = re.compile(r"\{([\w.]+)(!r)?:?(\w*)\}")
"""A placeholder: the path of its value, whether it is quoted, the table that names it."""

VARIANTS = {"text", "hidden", "partly", "by", "none", "one", "other", "true", "false", "foretold"}
"""Keys of an entry that is a table of variants of one sentence."""

_NAME = "Xx"
"""Stands for what a table of terms names: a player, a card."""
_IRREGULAR = {"people", "men", "women", "children", "dice", "lives", "wolves"}
_NO_PLURAL = {"as", "always", "others", "yours"}
_NO_NOUN = (
    "an? and as at by do does for from had has if in is its of on or per than that the then there"
    " this to was what where which who will with"
).replace(" ", "|")
"""Words at which the words after a number cannot be its noun any more."""
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
"""How the next part of a row of labels or keys begins, which doubled spaces set apart."""
_WIDE_THEN_SPACE = re.compile(r"[。、！？：；，．）」』】〉》〕] ")


class Sentence(NamedTuple):
    """One variant of an entry of a catalogue."""

    key: str
    """Its path in the catalogue, the variant included: "event.cards_drawn.other"."""
    text: str
    several: frozenset[str] = frozenset()
    """The places whose number is never 1 where this variant is said."""
    counts: frozenset[str] = frozenset()
    """The places that choose between the variants of the entry by their number."""


def sentences(
    entry: Any,
    key: str = "",
    several: frozenset[str] = frozenset(),
    counts: frozenset[str] = frozenset(),
) -> Iterator[Sentence]:
    """All sentences of a catalogue or of a part of it."""
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
    """The words of English catalogues: which are nouns, and which places hold numbers."""

    def __init__(
        self, catalogues: Iterable[Any], numbers: Iterable[str] = (), prose: Iterable[str] = ()
    ) -> None:
        """Read catalogues; `numbers` are places known to hold numbers, `prose` is more to read."""
        entries = [*chain.from_iterable(map(sentences, catalogues))]
        prose = [*prose, *map(_as_prose, entries)]
        self._singular = {word for text in prose for word in _SINGULAR.findall(text)}
        self._plural = {word for text in prose for word in _PLURAL.findall(text)}
        self._verbs = {word for text in prose for word in _VERB.findall(text)}
        counts = {place for sentence in entries for place in sentence.counts}
        names = {path for sentence in entries for path, _, table in _places(sentence) if table}
        self._numbers = {*numbers, *counts} - names

    def wrong_plurals(self, sentence: Sentence) -> list[str]:
        """What is said of one thing in the plural when every number in a sentence is 1."""
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
    """What a plural may be the plural of."""
    endings = (("s", ""), ("ses", "s"), ("xes", "x"), ("hes", "h"), ("ies", "y"))
    return {word.removesuffix(plural) + one for plural, one in endings if word.endswith(plural)}


def _numbered(sentence: Sentence) -> tuple[str, dict[int, str]]:
    """The sentence with 1 in each place that may hold a number, and which place stands where."""
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
    """The places of a sentence: the path of a value, whether it is quoted, its table."""
    return PLACE.findall(sentence.text)


def _as_prose(sentence: Sentence) -> str:
    """The sentence with a word in each place that a table names, and a sign in the others."""
    return PLACE.sub(lambda place: _NAME if place[3] or place[2] else "#", sentence.text)


def untidy(text: str) -> list[str]:
    """Identifiers in the prose of a sentence, doubled spaces, spaces after wide punctuation."""
    prose = _SHOWN_AS_TYPED.sub("", PLACE.sub("", text))
    doubled = (
        match[0] for match in _DOUBLED_SPACE.finditer(text.strip("\n")) if not _is_row(text, match)
    )
    return [*_IDENTIFIER.findall(prose), *doubled, *_WIDE_THEN_SPACE.findall(text)]


def _is_row(text: str, spaces: re.Match[str]) -> bool:
    """True if doubled spaces set the parts of a row apart, as in "t talk  p people"."""
    before = spaces[0].rstrip()
    is_key = spaces.start() == 0 and len(before) == 1
    begins = _PART_OF_ROW.match(text, spaces.end())
    return is_key or (before[-1] not in ".,;:!?。、：" and begins is not None)
