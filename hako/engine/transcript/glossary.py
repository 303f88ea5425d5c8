"""The glossary: every thing of a game by its name, and what it is and does.

It knows what the content names, and the words that tables of the rulebook explain; of what
lies on a table it knows nothing.
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
from hako.engine.i18n.lazy_text import LANGUAGES, Language
from hako.engine.i18n.suggestions import suggestion
from hako.engine.rules.game import Game

Key: TypeAlias = tuple[str, Any]
"""A table of the content, and the id of an entry in it."""


class UnknownEntry(Failure, LookupError):
    """A name that nothing of the game has."""


class GlossaryEntry(Struct, frozen=True):
    """A thing of a game, in one language."""

    name: str
    kind: str
    """What it is one of, as a heading."""
    text: str
    """What it does; empty where its facts say all."""
    facts: tuple[str, ...] = ()
    """What else is printed on it, a few words each."""
    clause: str = ""
    """Where the rules say more."""
    also: tuple[str, ...] = ()
    """What else it is called: in other languages, where that is known, and where room is short."""
    short: str = ""
    """What it is called where room is short, if not by its name."""

    @property
    def names(self) -> tuple[str, ...]:
        """All that it is called, without the difference of case and width."""
        return tuple(map(plain, (self.name, *self.also)))

    @property
    def words(self) -> str:
        """What it is and does."""
        return " ".join(filter(None, (self.text, *self.facts))).replace("。 ", "。")


class Glossary:
    """The things of one game in one language."""

    def __init__(self, game: Game[Any], content: Any, texts: Catalogue) -> None:
        """Make the glossary of a content; `texts` are those of the game, with its terms."""
        self._game = game
        self._texts = texts
        self._terms_of = {its: game.terms(content, its) for its in LANGUAGES}
        self._terms = self._terms_of[texts.language]
        self._content = content
        self._tables = named(content)
        self._known: dict[Key, GlossaryEntry | None] = {}

    def of(self, said: Struct) -> tuple[GlossaryEntry, ...]:
        """What an action, event, step or note names, in the order of its sentence."""
        keys = (self._key(table, value) for table, value in self._texts.named_in(said))
        return tuple(thing for key in dict.fromkeys(keys) if (thing := self._at(key)))

    def printed(self, things: Iterable[GlossaryEntry]) -> tuple[str, ...]:
        """What is printed on things, each text with its name."""
        told = (its for its in things if its.text)
        return tuple(
            self._texts.text("things.line", name=its.name, words=its.words) for its in told
        )

    def named_in(self, sentence: str) -> tuple[GlossaryEntry, ...]:
        """The things whose names stand in a sentence, the one that stands first before others.

        No signs: their names, such as "done", are words of many sentences.
        """
        said, signs = plain(sentence), self._texts.text("things.signs")
        things = (thing for thing in self.things if thing.kind != signs)
        places = [(said.find(plain(thing.name)), thing) for thing in things]
        found = ((place, -len(it.name), it.name, it) for place, it in places if place >= 0)
        return tuple(thing for *_, thing in sorted(found, key=itemgetter(0, 1, 2)))

    @cached_property
    def things(self) -> tuple[GlossaryEntry, ...]:
        """All of them, kind by kind: what has a text, what has none, then the words of the rules."""
        clauses = self.rulebook.clauses if self.rulebook else ()
        told = {clause.id.rpartition(".")[2]: clause.id for clause in clauses}
        own = [replace(its, clause=told.get(str(key), "")) for (_, key), its in self._own.items()]
        with_text = {thing.kind for thing in own if thing.text}
        first = sorted(own, key=lambda its: its.kind not in with_text)
        return (*first, *self._words(), *self._signs())

    def search(self, words: str) -> tuple[GlossaryEntry, ...]:
        """The things that have all these words: those in whose names they stand come first."""
        wanted = plain(words).split()
        in_name = [
            any(all(it in name for it in wanted) for name in thing.names) for thing in self.things
        ]
        named = [thing for thing, there in zip(self.things, in_name, strict=True) if there]
        others = (thing for thing, there in zip(self.things, in_name, strict=True) if not there)
        said = (
            it for it in others if all(word in plain(f"{it.name} {it.words}") for word in wanted)
        )
        return (*named, *said)

    def find(self, name: str) -> tuple[GlossaryEntry, ...]:
        """The things of that name, long or short, in any language, or else what has these words.

        Raises UnknownEntry with the nearest name.
        """
        same = tuple(thing for thing in self.things if plain(name) in thing.names)
        if found := same or self.search(name):
            return found
        near = suggestion(name, [thing.name for thing in self.things])
        raise UnknownEntry("no_thing", near=near, name=name)

    def text(self, thing: GlossaryEntry) -> str:
        """All that there is to say of a thing, in lines: what it is, and what the rules say."""
        key = "things.heading_short" if thing.short else "things.heading"
        heading = self._texts.text(key, name=thing.name, kind=thing.kind, short=thing.short)
        lines = [heading, thing.words]
        if thing.clause and self.rulebook:
            clause = self.rulebook.clause(thing.clause)
            lines.append(f"{clause.id.partition('.')[2]}  {clause.text}")
        return "\n".join(lines)

    def look_up(self, name: str) -> str:
        """All of what has that name, or without a name the names of all things, a line a kind.

        Raises UnknownThing.
        """
        if name:
            return "\n\n".join(map(self.text, self.find(name)))
        if not self.things:
            raise UnknownEntry("no_things")
        kinds = groupby(self.things, lambda thing: thing.kind)
        names = ((kind, [thing.name for thing in things]) for kind, things in kinds)
        return "\n".join(
            self._texts.text("things.kind", kind=kind, names=its) for kind, its in names
        )

    @cached_property
    def rulebook(self) -> Rulebook | None:
        """The rules in this language; None where the game has none."""
        return self._book_in(self.language)

    def _book_in(self, language: Language) -> Rulebook | None:
        path = self._game.folder / f"rules.{language}.md"
        return parse(path.read_text("utf-8")) if path.exists() else None

    # ------------------------------------------------------------------ what the content names

    def _key(self, table: str, value: Any) -> Key:
        """Which entry a term names: that of its table, of its name, or the only one of its id."""
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
        """The entries that have something to say."""
        keys = ((table, key) for table, entries in self._tables.items() for key in entries)
        return {key: thing for key in keys if (thing := self._at(key))}

    def _at(self, its: Key) -> GlossaryEntry | None:
        """The entry that has something to say; made when it is asked for."""
        if its not in self._known:
            table, key = its
            entry = self._tables.get(table, {}).get(key)
            thing = self._thing(table, key, entry) if entry else None
            self._known[its] = thing if thing and thing.words else None
        return self._known[its]

    def _thing(self, table: str, key: Any, entry: Any) -> GlossaryEntry:
        heading = f"thing.{table}.text"
        kind = heading if heading in self._texts else "things.other"
        names = {
            its: terms.get(table, {}).get(key) or entry.name.text(its)
            for its, terms in self._terms_of.items()
        }
        name = names.pop(self.language)
        shorts = {its: _short(entry, its) for its in LANGUAGES}
        text = " / ".join(its.text(self.language) for its in _texts_in(entry))
        facts = tuple(self._facts(table, entry))
        also = (*names.values(), *filter(None, shorts.values()))
        short = shorts[self.language] if shorts[self.language] != name else ""
        return GlossaryEntry(name, self._texts.text(kind), text, facts, also=also, short=short)

    def _facts(self, table: str, entry: Any) -> Iterator[str]:
        """What the game's texts say of its fields, where they are not nothing."""
        values = {field: getattr(entry, field) for field in entry.__struct_fields__}
        for field, value in values.items():
            if value and field != "text" and f"thing.{table}.{field}" in self._texts:
                yield self._texts.text(f"thing.{table}.{field}", **values)

    @property
    def language(self) -> Language:
        """The language of its words."""
        return self._texts.language

    # ------------------------------------------------------------------ what boards paint

    @cached_property
    def signs(self) -> tuple[Icon, ...]:
        """The signs of the game's table."""
        return tuple(icons_of(self._game.folder, self._content, self._texts).values())

    def _signs(self) -> Iterator[GlossaryEntry]:
        """Each by its name, with its mark, and the one of a terminal with few glyphs."""
        kind = self._texts.text("things.signs")
        for sign in self.signs:
            marks = " ".join(dict.fromkeys((sign.full, sign.mark("ascii"))))
            text = f"{marks}  {sign.text.text(self.language)}"
            also = tuple(sign.name.text(its) for its in LANGUAGES if its != self.language)
            yield GlossaryEntry(sign.name.text(self.language), kind, text, also=also)

    # ------------------------------------------------------------------ what the rules explain

    def _words(self) -> tuple[GlossaryEntry, ...]:
        """What stands first in a row of a table, if the content has no such name: each once."""
        known = {plain(thing.name) for thing in self._own.values()}
        found: dict[str, GlossaryEntry] = {}
        rows = _explained(self.rulebook)
        others = [_explained(self._book_in(its)) for its in LANGUAGES if its != self.language]
        alike = [its for its in others if len(its) == len(rows)]
        for at, row in enumerate(rows):
            thing = replace(self._word(*row), also=tuple(its[at].cells[0] for its in alike))
            if thing.facts and plain(thing.name) not in known:
                found.setdefault(plain(thing.name), thing)
        return tuple(found.values())

    def _word(self, kind: str, heads: tuple[str, ...], row: tuple[str, ...]) -> GlossaryEntry:
        name, *cells = row
        told = [
            cell if len(cells) == 1 else self._texts.text("things.cell", head=head, cell=cell)
            for head, cell in zip(heads[1:], cells, strict=True)
            if cell
        ]
        return GlossaryEntry(name, kind, "", tuple(told), with_citation(told[-1]) if told else "")


class GlossaryText(NamedTuple):
    """A row of a table of the rulebook."""

    kind: str
    """What is explained there, as a heading."""
    heads: tuple[str, ...]
    cells: tuple[str, ...]


def _explained(book: Rulebook | None) -> list[GlossaryText]:
    """All of them; where a section has several tables, its heading is that of none."""
    return [
        GlossaryText(heads[0].capitalize() if more else section.heading, heads, cells)
        for section in (book.sections if book else ())
        for tables in [[*section.tables]]
        for more in [len(tables) > 1]
        for heads, *rows in tables
        for cells in rows
    ]


def _short(entry: Any, language: Language) -> str:
    """What an entry is called where room is short; empty where the content does not say it."""
    words = getattr(entry, "short", None)
    return words.text(language) if isinstance(words, Wording) else ""


def _texts_in(entry: Any) -> Iterator[Wording]:
    """What is printed on an entry, and on the parts of it that have a text of their own."""
    for field in entry.__struct_fields__:
        value = getattr(entry, field)
        if field == "text" and isinstance(value, Wording):
            yield value
        for part in value if isinstance(value, tuple) else ():
            if isinstance(part, Struct):
                yield from _texts_in(part)


def plain(text: str) -> str:
    """Without the difference of case and width."""
    return unicodedata.normalize("NFKC", text).casefold()
