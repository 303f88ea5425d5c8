"""Catalogues: all sentences of one language, with placeholders, variants and names.

A catalogue is a TOML file, `text.en.toml`, `text.ja.toml`. An entry is a sentence with named
placeholders, or a table of variants of it:

    [event]
    card_played = "{seat:seat} plays {face:card}."

    [event.cards_drawn]                       # a plural, chosen by a placeholder
    by = "count"
    one = "{seat:seat} draws a card."
    other = "{seat:seat} draws {count} cards."

    [event.coins_paid]                        # variants within variants, for two numbers
    by = "coins"
    one = "{seat:seat} pays 1 coin."
    other.by = "cards"
    other.one = "{seat:seat} pays {coins} coins for a card."
    other.other = "{seat:seat} pays {coins} coins for {cards} cards."

    [event.loan_given]                        # `foretold`, if the tense is not known (future_tense.py)
    text = "{seat:seat}は{other:seat}に貸した。"
    foretold = "{seat:seat}は{other:seat}に貸す。"

    [event.guessed]                           # a variant chosen by a boolean
    by = "right"
    true = "{seat:seat} guessed right."
    false = "{seat:seat} guessed wrong."

    [event.card_looked_at]                    # `hidden`, if a value or a part of it is masked
    text = "{seat:seat} looks at {face:card}."
    hidden = "{seat:seat} looks at a card."

    [event.cards_kept]                        # `partly`, if only some items of a row are masked
    text = "The cards kept: {faces:card}."
    partly = "Everybody has kept a card; yours is {faces:card}."
    hidden = "Everybody has kept a card."

    [chosen]                                  # a choice that no event describes
    stop = "{who:seat} stops."

    [kind]                                    # a kind of actions (`Action.kind`) in lists
    buy = { text = "Buy a card", brief = "buy" }

    [price.build]                             # what a kind costs, by the step that asks
    buy = "1 build"

    [row]                                     # an action under the heading of its kind
    buy_card = "{face:card}"

    [payoff]                                  # its gain or cost in 15 cells, by its note's key;
    money_left = "{money}$ left"              # payoffs.py: the groups of other texts in few cells

    [column]                                  # an action as the heading of a column of a table
    sell_shares = "sell {count}"

    [short_payoff]                            # the same in a table of actions, with letters of seats

    [column]                                  # an action as the heading of a column of that table
    sell_shares = "sell {count}"

    [term.card]                               # names for `{face:card}`
    hospital = "Hospital"

    [counted]                                 # a name of `term.card` with its number; many of it
    card = "{count} {name}"                   # may have a name of their own in `term.card_many`
    sign = { text = "{count}{name}", between = " " }

The part before the colon may reach into a value, as `{use.card:card}` does; `{word!r}` quotes it.
The part after the colon names a table of terms. A sequence of values becomes a list of names, a
mapping of values to numbers a list of names with numbers; an empty one becomes "-", or the table's
name for "". A boolean is looked up as `true` or `false`. A value that is a LazyText, or a sequence
of them, is rendered in its place. Each reader has a language: two people at one table may read the
same log in two languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import rtoml
from msgspec import Struct

from hako.engine.i18n.future_tense import future_tense
from hako.engine.i18n.languages import Language
from hako.engine.i18n.lazy_text import LazyText, Translatable
from hako.engine.i18n.second_person import second_person

_LIST = {"en": ", ", "ja": "、"}
_NOTES = {"en": "; ", "ja": "、"}
"""Separators between lazy texts, which may be lists themselves."""
_SPACE = {"en": " ", "ja": ""}
"""Separators between a name and its number."""
PLAYERS = "seat"
"""Table of the players' names, which are chosen freely and may end with a digit."""
BY_SEAT = "by_seat"
"""Place of a row with a number a seat, which is told with the names of the seats."""
_COLON = {"en": ": ", "ja": "："}
_NOTHING = "-"
FORETOLD = "foretold"
"""Name of the variant of an entry for events that have not happened."""
_TRUTH = {True: "true", False: "false"}
_PLACE = re.compile(r"\{([\w.]+)(!r)?:?(\w*)\}")
"""A placeholder: the path of its value, the mark of quoting, the table of terms."""


class MissingText(KeyError):
    """A sentence that a catalogue lacks. Tests ensure that this does not happen."""


class Catalogue:
    """The sentences of one language, with tables of names."""

    def __init__(
        self,
        language: Language,
        entries: Mapping[str, Any],
        terms: Mapping[str, Mapping[Any, str]],
        addressed: int | None = None,
    ) -> None:
        """`entries` are sentences or tables of variants by key, such as "event.card_played".

        `addressed` is the seat of the player whom the sentences address; see `addressing`.
        """
        self.language = language
        self._entries = entries
        self._terms = terms
        self._addressed = addressed

    def with_terms(self, terms: Mapping[str, Mapping[Any, str]]) -> Catalogue:
        """The same sentences with more names, such as those of players or cards."""
        merged = {table: {**self._terms.get(table, {}), **terms[table]} for table in terms}
        addressed = None if PLAYERS in terms else self._addressed
        return Catalogue(self.language, self._entries, {**self._terms, **merged}, addressed)

    def addressing(self, seat: int, name: str) -> Catalogue:
        """The same sentences, told to the player on a seat, whose `name` is now "You" or its equal."""
        terms = self.with_terms({PLAYERS: {seat: name}})._terms
        return Catalogue(self.language, self._entries, terms, seat)

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def under(self, key: str) -> tuple[str, ...]:
        """The names of the entries in a group, such as "term.sign"."""
        return tuple(self._entries[key])

    def text(self, key: str, /, **values: Any) -> str:
        """The sentence of a key, such as "prompt.play", with these values."""
        return self._fill(key, values)

    def future_text(self, key: str, /, **values: Any) -> str:
        """The sentence of a key as a sentence about the future."""
        return self._fill(key, values, ahead=True)

    def lazy_text(self, note: LazyText) -> str:
        """A LazyText in this language."""
        return self._fill(f"note.{note.key}", note.values)

    def brief(self, action: Struct, note: LazyText | None, group: str = "row") -> str:
        """An action under the heading of its kind; its values are its own and those of its note.

        Empty if there is no entry in the group, or if the note lacks a value that it needs.
        """
        key = f"{group}.{action.__struct_config__.tag}"
        if key not in self._entries:
            return ""
        fields = {name: getattr(action, name) for name in action.__struct_fields__}
        values = {**(_all_values(note) if note else {}), **fields}
        wanted, _ = _variant(self._entries[key], values)
        names = {path.partition(".")[0] for path, _, _ in _PLACE.findall(wanted)}
        return self._fill(key, values) if names <= values.keys() else ""

    def render(self, thing: Struct) -> str:
        """The sentence of an action, event or step, which must be masked for the reader."""
        values = {name: getattr(thing, name) for name in thing.__struct_fields__}
        return self._fill(text_key(type(thing)), values)

    def foretell(self, event: Struct) -> str:
        """The sentence of a future event, which must be masked for the reader."""
        values = {name: getattr(event, name) for name in event.__struct_fields__}
        return self._fill(text_key(type(event)), values, ahead=True)

    def named(self, thing: Struct) -> set[int]:
        """The seats that the sentence of an action, event or step names."""
        fields = {name: getattr(thing, name) for name in thing.__struct_fields__}
        sentence, values = _variant(self._entries[text_key(type(thing))], fields)
        named: set[int] = set()
        for path, _, table in _PLACE.findall(sentence):
            if table == PLAYERS:
                value = _value_at(values, path)
                named.update(value if isinstance(value, Iterable) else [value])
        return named

    def choice(self, seat: int, action: Struct) -> str:
        """The sentence of a choice that no event describes: that of its action in `chosen`.

        Its values are the action's fields, and `who` chose. Without an entry there, a general
        sentence with the action's label is used.
        """
        key = f"chosen.{action.__struct_config__.tag}"
        if key not in self._entries:
            return self.text("table.chose", seat=seat, action=self.render(action))
        values = {name: getattr(action, name) for name in action.__struct_fields__}
        return self._fill(key, {**values, "who": seat})

    def named_in(self, thing: Struct) -> Iterator[tuple[str, Any]]:
        """Pairs of table and value that the sentence of a Struct or LazyText names."""
        for table, value in self._placed_in(thing):
            if table:
                many = isinstance(value, Mapping | Sequence) and not isinstance(value, str)
                yield from ((table, one) for one in (value if many else (value,)))

    def filled_in(self, thing: Struct) -> Iterator[str]:
        """The texts in the placeholders of the sentence of an action, event or step."""
        return (self.term(table, value) for table, value in self._placed_in(thing))

    def _placed_in(self, thing: Struct) -> Iterator[tuple[str, Any]]:
        """Pairs of table and value of all placeholders in a sentence."""
        if isinstance(thing, LazyText):
            key, fields = f"note.{thing.key}", thing.values
        else:
            key = text_key(type(thing))
            fields = {name: getattr(thing, name) for name in thing.__struct_fields__}
        sentence, values = _variant(self._entries[key], fields)
        return ((table, _value_at(values, path)) for path, _, table in _PLACE.findall(sentence))

    def term(self, table: str, value: Any) -> str:
        """The name of a value, or a list for a sequence or a mapping; "?" if it is masked."""
        if isinstance(value, str | int):  # the usual case; the other checks are slow
            return self._name(value, table)
        if isinstance(value, Mapping):
            counts = (self._counted(table, key, value[key]) for key in value)
            between = self._entries.get(f"counted.{table}.between", _LIST[self.language])
            return between.join(counts) or self._nothing(table)
        if isinstance(value, LazyText):
            return self.lazy_text(value)
        if isinstance(value, Sequence):
            if value and isinstance(value[0], LazyText):
                return _NOTES[self.language].join(map(self.lazy_text, value))
            names = (self.term(table, item) for item in value)
            return _LIST[self.language].join(names) or self._nothing(table)
        if isinstance(value, Translatable):
            return value.text(self.language)
        return "?" if value is None else self._name(value, table)

    def _counted(self, table: str, value: Any, count: Any) -> str:
        """A name with its number, in the form that the group `counted` has for the table, if any."""
        if f"counted.{table}" in self._entries:
            many = f"{table}_many"
            is_many = count != 1 and value in self._terms.get(many, ())
            name = self.term(many if is_many else table, value)
            return self._fill(f"counted.{table}", {"name": name, "count": count})
        space = (_COLON if table == PLAYERS else _SPACE)[self.language]
        return f"{self.term(table, value)}{space}{self.term('', count)}"

    def _name(self, value: Any, table: str) -> str:
        if not table:
            return str(value)
        if isinstance(value, bool):
            value = _TRUTH[value]
        try:
            return self._terms[table][value]
        except KeyError:
            raise MissingText(f"term.{table}.{value} ({self.language})") from None

    def _nothing(self, table: str) -> str:
        return self._terms.get(table, {}).get("", _NOTHING)

    def _fill(self, key: str, values: Mapping[str, Any], *, ahead: bool = False) -> str:
        entry = self._entries.get(key)
        if entry is None:
            raise MissingText(f"{key} ({self.language})")
        if ahead and not isinstance(entry, str) and FORETOLD in entry:
            entry, ahead = entry[FORETOLD], False
        sentence, values = _variant(entry, values)
        turned = future_tense(sentence, self.language) if ahead else sentence
        if self._addressed is not None:
            turned = second_person(turned, self._places_of_addressed(turned, values), self.language)
        return _PLACE.sub(partial(self._put, values), turned)

    def _places_of_addressed(self, sentence: str, values: Mapping[str, Any]) -> frozenset[str]:
        """The placeholders of a sentence that name the addressed player and nobody else."""
        seat = self._addressed
        return frozenset(
            place[0]
            for place in _PLACE.finditer(sentence)
            if place[3] == PLAYERS and _value_at(values, place[1]) in (seat, (seat,), [seat])
        )

    def _put(self, values: Mapping[str, Any], place: re.Match[str]) -> str:
        path, quoted, table = place.groups()
        value = _value_at(values, path)
        if table == BY_SEAT:
            return self.term(PLAYERS, dict(enumerate(value)))
        return repr(value) if quoted else self.term(table, value)


def text_key(kind: type[Any]) -> str:
    """The key of the sentence of an Action, Event or Step type in a catalogue."""
    return f"{kind.group}.{kind.__struct_config__.tag}"


@lru_cache(maxsize=64)
def load_catalogue(language: Language, *folders: Path, name: str = "text") -> Catalogue:
    """Load the catalogues of these folders, merged; a later folder overrides earlier ones.

    Errors have a catalogue with another `name`, which is read only when one occurs.
    """
    groups: dict[str, Any] = {}
    for folder in folders:
        for group, sentences in _catalogue(folder / f"{name}.{language}.toml").items():
            groups[group] = {**groups.get(group, {}), **sentences}
    entries: dict[str, Any] = {}
    _by_key(groups, "", entries)
    return Catalogue(language, entries, groups.get("term", {}))


@lru_cache(maxsize=64)
def _catalogue(path: Path) -> dict[str, Any]:
    return rtoml.loads(path.read_text(encoding="utf-8"))


def _by_key(group: Mapping[str, Any], path: str, entries: dict[str, Any]) -> None:
    """Add everything in a group, and in groups within it, to `entries` by key."""
    for name, entry in group.items():
        entries[path + name] = entry
        if isinstance(entry, dict):
            _by_key(entry, f"{path}{name}.", entries)


def _all_values(note: LazyText) -> dict[str, Any]:
    """The values of a note, and of the notes that it is made of."""
    values = dict(note.values)
    for value in note.values.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, LazyText):
                values = {**_all_values(part), **values}
    return values


def _value_at(values: Mapping[str, Any], path: str) -> Any:
    """The value at a path such as `use.card`."""
    name, *parts = path.split(".")
    value = values[name]
    for part in parts:
        value = getattr(value, part)
    return value


def _is_masked(value: Any) -> bool:
    """True if the value is masked, or is a row with a masked item."""
    return value is None or (isinstance(value, tuple) and None in value)


def _variant(entry: Any, values: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """The variant of the sentence for these values, and the values that it may show."""
    while not isinstance(entry, str):
        if "hidden" in entry and any(map(_is_masked, values.values())):
            seen = {name: _seen(value) for name, value in values.items()}
            if "partly" in entry and all(seen.values()):
                entry, values = entry["partly"], seen
            else:
                entry = entry["hidden"]
        elif "by" in entry:
            entry = entry[_chosen(entry, values[entry["by"]])]
        else:
            entry = entry["text"]
    return entry, values


def _chosen(entry: Mapping[str, Any], value: Any) -> str:
    """The variant chosen by a boolean or a number; a number may be given as a string."""
    if "none" in entry and not value:
        return "none"
    if "true" in entry:
        return _TRUTH[value]
    return "one" if value in (1, "1") and "one" in entry else "other"


def _seen(value: Any) -> Any:
    """The unmasked items of a row; any other value unchanged."""
    return tuple(item for item in value if item is not None) if isinstance(value, tuple) else value
