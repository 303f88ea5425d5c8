"""Content files: cards, boards and numbers in TOML, validated, with changes by their owner."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
import rtoml

from hako.engine.i18n.failure import Failure, from_os_error

KINDS = ("id", "op")
"""Keys that identify the kind of a table, such as an effect."""

MOST = 999
"""The largest number in a content file, so that none can demand millions of cards."""

Amount: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]

WITHOUT = "without"
"""Key of changes with the list of keys to remove from a table."""


class ContentEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a content file. Subclasses must repeat both flags."""


class Wording(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A text in each language, such as a card's name."""

    en: str
    ja: str

    def text(self, language: str) -> str:
        """The text in that language."""
        return self.ja if language == "ja" else self.en


def named(content: Any) -> dict[str, dict[Any, Any]]:
    """The entries of a content that have a name, by the name of their table and their id.

    The id of an entry is its first field. A table with a single entry counts as a list of one.
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


class BadEntry(Failure, ValueError):
    """An entry that contradicts others; raised by the checks of a game's content."""


class BadContent(Failure, ValueError):
    """A content file that cannot be used: file, entry, field, and a remedy."""


def read_toml(path: Path) -> dict[str, Any]:
    """Read a file as plain tables. Raises BadContent with file and line."""
    try:
        written = path.read_bytes()
    except FileNotFoundError:
        raise BadContent("in_file", file=path, reason=Failure("no_such_file")) from None
    except OSError as error:
        raise BadContent("in_file", file=path, reason=from_os_error(error)) from None
    return parsed(written, path)


def parsed(written: bytes, file: Path | str) -> dict[str, Any]:
    """Parse the content of a file as plain tables. Raises BadContent with file and line."""
    try:
        return rtoml.loads(written.decode().replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        reason = Failure("not_utf8", byte=error.start + 1)
        raise BadContent("in_file", file=file, reason=reason) from None
    except rtoml.TomlParsingError as error:
        raise BadContent("in_file", file=file, reason=_syntax_error(str(error))) from None


def _syntax_error(message: str) -> Failure:
    """The place and reason of a syntax error, from the parser's message."""
    if match := re.fullmatch(r"(.*) at line (\d+) column (\d+)", message, re.DOTALL):
        return Failure("no_toml", what=match[1], line=int(match[2]), column=int(match[3]))
    return Failure("no_toml_to_the_end", what=message)


def merge(base: Any, changes: Any) -> Any:
    """The base with the changes applied.

    Tables are merged key by key, without the keys that `without` lists. Lists of tables with an
    `id` are merged by id; an entry whose id is removed is dropped. Everything else is replaced,
    including an effect by one of another kind.
    """
    if (
        isinstance(base, dict)
        and isinstance(changes, Mapping)
        and not _is_another_kind(base, changes)
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
    """Load a content file as a `kind`, with an owner's changes applied. Raises BadContent.

    `name` is the name of the changes' file in errors; `patch` is a file with the differences of an
    older content file.
    """
    raw = read_toml(path)
    if patch:
        raw = merge(raw, read_toml(patch))
    if changes:
        raw = merge(raw, changes)
    return as_kind(kind, raw, name or path.name)


def as_kind(kind: type[Any], raw: dict[str, Any], file: str) -> Any:
    """Convert plain tables of a file to a `kind`. Raises BadContent with entry and field."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        from hako.engine.content.errors import explain  # needed only for errors

        reason = explain(error, raw, kind)
        raise BadContent("in_content", file=file, reason=reason) from None


def _is_another_kind(base: Mapping[str, Any], changes: Mapping[str, Any]) -> bool:
    """True if two tables are of different kinds, so that their fields cannot be merged."""
    return any(key in base and base[key] != changes.get(key, base[key]) for key in KINDS)


def _has_ids(value: Any) -> bool:
    """True if the value is a list of tables with an `id`."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(entry, dict) and "id" in entry for entry in value)
    )
