"""Content files: cards, boards and numbers in TOML, validated, and corrected by their owner."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar, TypeVarTuple

import msgspec
import rtoml

from hako.engine.i18n.failure import Failure, from_os_error

KINDS = ("id", "op")
"""The keys by which a table, such as an effect, says of what kind it is."""

MOST = 999
"""The largest number in a content file, so that none asks for more cards than a table holds."""

Amount: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]

WITHOUT = "without"
"""The key by which changes list the keys that a table has no more."""


class ContentEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a content file; a subclass repeats both flags."""


class Wording(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """Something said in each language, such as a card's name."""

    en: str
    ja: str

    def text(self, language: str) -> str:
        """The words in that language."""
        return self.ja if language == "ja" else self.en


def named(content: Any) -> dict[str, dict[Any, Any]]:
    """The entries of a content that have a name, by their table in the file and their id.

    An entry's id is its first field; a table that holds but one entry has a row of one.
    """
    tables = {}
    for field, table in zip(
        getattr(content, "__struct_fields__", ()),
        getattr(content, "__struct_encode_fields__", ()),
        strict=True,
    ):
        value = getattr(content, field)
        entries = value if isinstance(value, tuple) else (value,)
        if entries and all(isinstance(getattr(it, "name", None), Wording) for it in entries):
            tables[table] = {getattr(it, it.__struct_fields__[0]): it for it in entries}
    return tables


Table = TypeVar("Table", bound=ContentEntry)
First = TypeVar("First")
Values = TypeVarTuple("Values")
Answer = TypeVar("Answer")

REMEMBERED = 1 << 12
"""How many answers are kept, of each function and each content."""


def remembered(
    function: Callable[[Table, *Values], Answer],
) -> Callable[[Table, *Values], Answer]:
    """A function of content (a Struct with `dict=True`) and of frozen values, asked often.

    Its last answers lie beside the content, which has no hash, and are found by equal values:
    what was given nothing hidden tells nothing hidden.
    """
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def asked(table: Table, /, *values: *Values) -> Answer:
        try:
            memory: Callable[..., Answer] = table.__dict__[name]
        except KeyError:
            memory = table.__dict__[name] = lru_cache(REMEMBERED)(
                lambda *values: function(table, *values)
            )
        return memory(*values)

    return asked


def forget(table: ContentEntry) -> None:
    """Forget all that is `remembered` beside a content; measurements begin so."""
    for name in [name for name in table.__dict__ if "." in name]:  # no attribute's name has a dot
        del table.__dict__[name]


def at_hand(
    function: Callable[[First, *Values], Answer],
) -> Callable[[First, *Values], Answer]:
    """A function of frozen values, asked for the same ones several times in a row.

    Its last answer is kept. It is found by the very same first object, which may be a whole
    state, long to compare, and by others that are equal: that costs no hash of them.
    """
    kept: tuple[First, tuple[*Values], Answer] | None = None

    @wraps(function)
    def asked(first: First, /, *values: *Values) -> Answer:
        nonlocal kept
        last = kept  # another thread may ask for others meanwhile
        if last is None or last[0] is not first or last[1] != values:
            last = kept = first, values, function(first, *values)
        return last[2]

    return asked


def seat_by_seat(function: Callable[[*Values, int], Answer]) -> Callable[[*Values, int], Answer]:
    """A function of frozen values and a seat, which seats ask for in turn.

    Its last answer for each seat is kept, and found by equal values; those that did not change
    are the very same objects, which costs no look into them.
    """
    kept: dict[int, tuple[tuple[*Values, int], Answer]] = {}

    @wraps(function)
    def asked(*values: *tuple[*Values, int]) -> Answer:
        seat = values[-1]
        try:
            last, answer = kept[seat]
        except KeyError:
            pass  # its first question
        else:
            if last == values:
                return answer
        answer = function(*values)
        kept[seat] = values, answer
        return answer

    return asked


class BadEntry(Failure, ValueError):
    """An entry that does not fit the others; what a content's own checks raise."""


class BadContent(Failure, ValueError):
    """A content file that cannot be used: which file, which entry, which field, what would do."""


def read_toml(path: Path) -> dict[str, Any]:
    """The file as plain tables. Raises BadContent with file and line."""
    try:
        written = path.read_bytes()
    except FileNotFoundError:
        raise BadContent("in_file", file=path, reason=Failure("no_such_file")) from None
    except OSError as error:
        raise BadContent("in_file", file=path, reason=from_os_error(error)) from None
    return parsed(written, path)


def parsed(written: bytes, file: Path | str) -> dict[str, Any]:
    """What stands in a file as plain tables. Raises BadContent with file and line."""
    try:
        return rtoml.loads(written.decode().replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        reason = Failure("not_utf8", byte=error.start + 1)
        raise BadContent("in_file", file=file, reason=reason) from None
    except rtoml.TomlParsingError as error:
        raise BadContent("in_file", file=file, reason=_no_toml(str(error))) from None


def _no_toml(message: str) -> Failure:
    """Where and why a file is not TOML, from the reader's own words."""
    if match := re.fullmatch(r"(.*) at line (\d+) column (\d+)", message, re.DOTALL):
        return Failure("no_toml", what=match[1], line=int(match[2]), column=int(match[3]))
    return Failure("no_toml_to_the_end", what=message)


def merge(base: Any, changes: Any) -> Any:
    """The base with the changes laid over it.

    Tables are merged key by key, and what `without` lists is left out; lists of tables that
    have an `id` entry by entry, and one without its id is no more; everything else is
    replaced, also an effect by one of another kind.
    """
    if (
        isinstance(base, dict)
        and isinstance(changes, Mapping)
        and not _of_another_kind(base, changes)
    ):
        changed = {key: merge(base.get(key), value) for key, value in changes.items()}
        gone = changed.pop(WITHOUT, ())
        return {key: value for key, value in (base | changed).items() if key not in gone}
    if _has_ids(base) and _has_ids(changes):
        entries = {entry["id"]: entry for entry in base}
        for entry in changes:
            entries[entry["id"]] = merge(entries.get(entry["id"], {}), entry)
        return [entry for entry in entries.values() if "id" in entry]
    return changes


def load(
    kind: type[Any],
    path: Path,
    changes: Mapping[str, Any] | None = None,
    name: str = "",
    patch: Path | None = None,
) -> Any:
    """The content file as a `kind`, with an owner's changes laid over it.

    `name` is what an error calls the file that the changes came from; `patch` is what was
    otherwise in an older content file.
    """
    raw = read_toml(path)
    if patch:
        raw = merge(raw, read_toml(patch))
    if changes:
        raw = merge(raw, changes)
    return as_kind(kind, raw, name or path.name)


def as_kind(kind: type[Any], raw: dict[str, Any], file: str) -> Any:
    """Plain tables of a file as a `kind`. Raises BadContent with entry and field."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        from hako.engine.content.errors import explain  # needed by errors alone

        reason = explain(error, raw, kind)
        raise BadContent("in_content", file=file, reason=reason) from None


def _of_another_kind(base: Mapping[str, Any], changes: Mapping[str, Any]) -> bool:
    """True if two tables are of different kinds; what one says means nothing in the other."""
    return any(key in base and base[key] != changes.get(key, base[key]) for key in KINDS)


def _has_ids(value: Any) -> bool:
    """True if this is a list of tables that are told apart by their `id`."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(entry, dict) and "id" in entry for entry in value)
    )
