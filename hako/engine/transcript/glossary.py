"""The glossary: the cards, tokens and other things of a game by name, with their texts.

It contains the named entries of the content and the terms that tables of the rulebook explain;
it does not depend on the state of a table.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.content.files import Wording, named
from hako.engine.content.icons import Icon, icons_of
from hako.engine.content.rulebook import Rulebook, parse, with_citation
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.suggestions import suggestion
from hako.engine.rules.game import Game

Key: TypeAlias = tuple[str, Any]
"""A table of the content, and the id of an entry in it."""


class UnknownEntry(Failure, LookupError):
    """A name that no entry of the game has."""


class GlossaryEntry(Struct, frozen=True):
    """An entry of the glossary, in one language."""

    name: str
    kind: str
    """The kind of the entry, as a heading."""
    text: str
    """The text of the entry; empty where its facts are enough."""
    facts: tuple[str, ...] = ()
    """Other printed values, a few words each."""
    clause: str = ""
    """The id of a clause with more; empty for none."""
    also: tuple[str, ...] = ()
    """Other names: in other languages, where known, and short ones."""
    short: str = ""
    """The name where room is short; empty if it is the same."""

    @property
    def names(self) -> tuple[str, ...]:
        """All names, without differences of case and width."""
        return tuple(map(plain, (self.name, *self.also)))

    @property
    def words(self) -> str:
        """The text and the facts in one line."""
        return join_sentences((self.text, *self.facts))


class Glossary:
    """The glossary of one game in one language."""

    def __init__(self, game: Game[Any], content: Any, texts: Catalogue) -> None:
        """Make the glossary of a content; `texts` are the game's, with its terms."""
        self._game = game
        self._texts = texts
        self._terms_of = {language: game.terms(content, language) for language in LANGUAGES}
        self._terms = self._terms_of[texts.language]
        self._content = content
        self._tables = named(content)
        self._known: dict[Key, GlossaryEntry | None] = {}

    def of(self, item: Struct) -> tuple[GlossaryEntry, ...]:
        """The entries that an action, event, step or text names, in the order of its sentence."""
        keys = (self._key(table, value) for table, value in self._texts.named_in(item))
        return tuple(thing for key in dict.fromkeys(keys) if (thing := self._at(key)))

    def printed(self, things: Iterable[GlossaryEntry]) -> tuple[str, ...]:
        """A line with name and text for each thing that has a text."""
        with_text = (thing for thing in things if thing.text)
        return tuple(
            self._texts.text("things.line", name=thing.name, words=thing.words)
            for thing in with_text
        )

    def named_in(self, sentence: str) -> tuple[GlossaryEntry, ...]:
        """The things whose names occur in a sentence, in the order of the sentence.

        Icons are left out: their names, such as "done", are ordinary words of many sentences.
        """
        text, signs = plain(sentence), self._texts.text("things.signs")
        things = (thing for thing in self.things if thing.kind != signs)
        places = [(text.find(plain(thing.name)), thing) for thing in things]
        ranked = (
            (place, -len(thing.name), thing.name, thing) for place, thing in places if place >= 0
        )
        return tuple(thing for *_, thing in sorted(ranked, key=itemgetter(0, 1, 2)))

    @cached_property
    def things(self) -> tuple[GlossaryEntry, ...]:
        """All entries by kind: kinds with texts, kinds without, terms of the rulebook, icons.

        Those of a kind in the order of their names, icons in that of the legend.
        """
        clauses = self.rulebook.clauses if self.rulebook else ()
        clause_ids = {clause.id.rpartition(".")[2]: clause.id for clause in clauses}
        own = [
            replace(thing, clause=clause_ids.get(str(key), ""))
            for (_, key), thing in self._own.items()
        ]
        with_text = {thing.kind for thing in own if thing.text}
        kinds = {kind: at for at, kind in enumerate(dict.fromkeys(thing.kind for thing in own))}
        first = sorted(
            own,
            key=lambda thing: (thing.kind not in with_text, kinds[thing.kind], plain(thing.name)),
        )
        words = sorted(self._words(), key=lambda thing: plain(thing.name))
        return (*first, *words, *self._signs())

    def search(self, words: str) -> tuple[GlossaryEntry, ...]:
        """The things that contain all these words; those with the words in a name come first."""
        wanted = plain(words).split()
        in_name = [
            any(all(it in name for it in wanted) for name in thing.names) for thing in self.things
        ]
        named = [thing for thing, is_named in zip(self.things, in_name, strict=True) if is_named]
        others = (
            thing for thing, is_named in zip(self.things, in_name, strict=True) if not is_named
        )
        explained = (
            thing
            for thing in others
            if all(word in plain(f"{thing.name} {thing.words}") for word in wanted)
        )
        return (*named, *explained)

    def find(self, name: str) -> tuple[GlossaryEntry, ...]:
        """The things of that name, long or short, in any language; else those that contain its words.

        Raises UnknownEntry with the most similar name.
        """
        same = tuple(thing for thing in self.things if plain(name) in thing.names)
        if matches := same or self.search(name):
            return matches
        near = suggestion(name, [thing.name for thing in self.things])
        raise UnknownEntry("no_thing", near=near, name=name)

    def text(self, thing: GlossaryEntry) -> str:
        """The full text of a thing in lines: heading, text, clause of the rules."""
        key = "things.heading_short" if thing.short else "things.heading"
        heading = self._texts.text(key, name=thing.name, kind=thing.kind, short=thing.short)
        lines = [heading, thing.words]
        if thing.clause and self.rulebook:
            clause = self.rulebook.clause(thing.clause)
            number = clause.id.partition(".")[2]
            is_named = not number[-1].isdigit()  # after the thing itself
            key = "things.ruling" if is_named else "things.clause"
            lines.append(self._texts.text(key, number=number, text=clause.text))
        return "\n".join(lines)

    def look_up(self, name: str) -> str:
        """The full texts of the things of that name; for an empty name a line of names for each kind.

        Raises UnknownEntry.
        """
        if name:
            return "\n\n".join(map(self.text, self.find(name)))
        if not self.things:
            raise UnknownEntry("no_things")
        kinds = groupby(self.things, lambda thing: thing.kind)
        by_kind = ((kind, [thing.name for thing in things]) for kind, things in kinds)
        return "\n".join(
            self._texts.text("things.kind", kind=kind, names=names) for kind, names in by_kind
        )

    @cached_property
    def rulebook(self) -> Rulebook | None:
        """The rulebook in this language; None where the game has none."""
        return self._book_in(self.language)

    def _book_in(self, language: Language) -> Rulebook | None:
        path = self._game.folder / f"rules.{language}.md"
        return parse(path.read_text("utf-8")) if path.exists() else None

    # ------------------------------------------------------------------ entries of the content

    def _key(self, table: str, value: Any) -> Key:
        """The key of the entry that a term names: by table, by name, or the only one with that id."""
        name = self._terms.get(table, {}).get(value)
        if name is None or not isinstance(value, str):
            return table, value
        keys = [(other, value) for other in self._tables if value in self._tables[other]]
        fits = [key for key in keys if key[0] == table]
        fits += [
            key for key in keys if self._tables[key[0]][value].name.text(self.language) == name
        ]
        return next(iter(fits or (keys if len(keys) == 1 else [])), (table, value))

    @cached_property
    def _own(self) -> Mapping[Key, GlossaryEntry]:
        """The content's entries that have a text or facts."""
        keys = ((table, key) for table, entries in self._tables.items() for key in entries)
        return {key: thing for key in keys if (thing := self._at(key))}

    def _at(self, entry_key: Key) -> GlossaryEntry | None:
        """The entry of a key, made on demand; None without text and facts."""
        if entry_key not in self._known:
            table, key = entry_key
            entry = self._tables.get(table, {}).get(key)
            thing = self._thing(table, key, entry) if entry else None
            self._known[entry_key] = thing if thing and thing.words else None
        return self._known[entry_key]

    def _thing(self, table: str, key: Any, entry: Any) -> GlossaryEntry:
        heading = f"thing.{table}.text"
        kind = heading if heading in self._texts else "things.other"
        names = {
            language: terms.get(table, {}).get(key) or entry.name.text(language)
            for language, terms in self._terms_of.items()
        }
        name = names.pop(self.language)
        shorts = {language: _short(entry, language) for language in LANGUAGES}
        text = " / ".join(wording.text(self.language) for wording in _texts_in(entry))
        facts = tuple(self._facts(table, entry))
        also = (*names.values(), *filter(None, shorts.values()))
        short = shorts[self.language] if shorts[self.language] != name else ""
        return GlossaryEntry(name, self._texts.text(kind), text, facts, also=also, short=short)

    def _facts(self, table: str, entry: Any) -> Iterator[str]:
        """The sentences for an entry's fields that are set and that the game's texts describe."""
        values = {field: getattr(entry, field) for field in entry.__struct_fields__}
        for field, value in values.items():
            if value and field != "text" and f"thing.{table}.{field}" in self._texts:
                yield self._texts.text(f"thing.{table}.{field}", **values)

    @property
    def language(self) -> Language:
        """The language of the glossary."""
        return self._texts.language

    # ------------------------------------------------------------------ icons of the boards

    @cached_property
    def signs(self) -> tuple[Icon, ...]:
        """The icons of the game's boards."""
        return tuple(icons_of(self._game.folder, self._content, self._texts).values())

    def _signs(self) -> Iterator[GlossaryEntry]:
        """An entry for each icon, with its mark and its ASCII mark."""
        kind = self._texts.text("things.signs")
        for sign in self.signs:
            marks = " ".join(dict.fromkeys((sign.full, sign.mark("ascii"))))
            text = f"{marks}  {sign.text.text(self.language)}"
            also = tuple(
                sign.name.text(language) for language in LANGUAGES if language != self.language
            )
            yield GlossaryEntry(sign.name.text(self.language), kind, text, also=also)

    # ------------------------------------------------------------------ terms of the rulebook

    def _words(self) -> tuple[GlossaryEntry, ...]:
        """The terms in first columns of the rulebook's tables that are no names of the content, once each."""
        known = {plain(thing.name) for thing in self._own.values()}
        by_name: dict[str, GlossaryEntry] = {}
        rows = _explained(self.rulebook)
        others = [
            _explained(self._book_in(language))
            for language in LANGUAGES
            if language != self.language
        ]
        alike = [other for other in others if len(other) == len(rows)]
        for at, row in enumerate(rows):
            thing = replace(self._word(*row), also=tuple(other[at].cells[0] for other in alike))
            if thing.facts and plain(thing.name) not in known:
                by_name.setdefault(plain(thing.name), thing)
        return tuple(by_name.values())

    def _word(self, kind: str, heads: tuple[str, ...], row: tuple[str, ...]) -> GlossaryEntry:
        name, *cells = row
        facts = [
            cell if len(cells) == 1 else self._texts.text("things.cell", head=head, cell=cell)
            for head, cell in zip(heads[1:], cells, strict=True)
            if cell
        ]
        return GlossaryEntry(
            name, kind, "", tuple(facts), with_citation(facts[-1]) if facts else ""
        )


class GlossaryText(NamedTuple):
    """A row of a table of the rulebook."""

    kind: str
    """The kind of the terms, as a heading."""
    heads: tuple[str, ...]
    cells: tuple[str, ...]


def _explained(book: Rulebook | None) -> list[GlossaryText]:
    """All rows; in a section with several tables the first head names the kind, else the heading."""
    return [
        GlossaryText(heads[0].capitalize() if more else section.heading, heads, cells)
        for section in (book.sections if book else ())
        for tables in [[*section.tables]]
        for more in [len(tables) > 1]
        for heads, *rows in tables
        for cells in rows
    ]


def _short(entry: Any, language: Language) -> str:
    """The short name of an entry; empty where the content has none."""
    words = getattr(entry, "short", None)
    return words.text(language) if isinstance(words, Wording) else ""


def _texts_in(entry: Any) -> Iterator[Wording]:
    """The texts of an entry and of its parts."""
    for field in entry.__struct_fields__:
        value = getattr(entry, field)
        if field == "text" and isinstance(value, Wording):
            yield value
        for part in value if isinstance(value, tuple) else ():
            if isinstance(part, Struct):
                yield from _texts_in(part)


def plain(text: str) -> str:
    """The text without differences of case and width."""
    return unicodedata.normalize("NFKC", text).casefold()
