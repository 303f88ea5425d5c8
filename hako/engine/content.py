"""Content files: cards, boards and numbers in TOML, validated, and corrected by their owner."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec


class BadContent(ValueError):
    """A content file that cannot be used: which file, which entry, which field, what would do."""


def did_you_mean(word: str, words: Iterable[object]) -> str:
    """A suggestion that ends an error message, or nothing when no word is near."""
    near = get_close_matches(word, [str(candidate) for candidate in words], n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


def read_toml(path: Path) -> dict[str, Any]:
    """The file as plain tables. Raises BadContent with file and line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadContent(f"{path}: there is no such file.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadContent(f"{path}: cannot be read: {error}.") from None
    except tomllib.TOMLDecodeError as error:
        raise BadContent(f"{path}: not TOML: {error}.") from None


def merge(base: Any, changes: Any) -> Any:
    """The base with the changes laid over it.

    Tables are merged key by key; lists of tables that have an `id` entry by entry;
    everything else is replaced.
    """
    if isinstance(base, dict) and isinstance(changes, Mapping):
        return base | {key: merge(base.get(key), value) for key, value in changes.items()}
    if _has_ids(base) and _has_ids(changes):
        entries = {entry["id"]: entry for entry in base}
        for entry in changes:
            entries[entry["id"]] = merge(entries.get(entry["id"], {}), entry)
        return list(entries.values())
    return changes


def load(
    kind: type[Any], path: Path, changes: Mapping[str, Any] | None = None, name: str = ""
) -> Any:
    """The content file as a `kind`, with an owner's changes laid over it.

    `name` is what an error calls the file that the changes came from.
    """
    raw = read_toml(path)
    if changes:
        raw = merge(raw, changes)
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise BadContent(f"{name or path.name}, {_explain(str(error), raw, kind)}") from None


def digest(content: Any) -> str:
    """16 hex digits that change with the content."""
    canonical = msgspec.json.encode(content, order="deterministic")
    return blake2b(canonical, digest_size=8).hexdigest()


def _has_ids(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(entry, dict) and "id" in entry for entry in value)
    )


def _explain(message: str, raw: Any, kind: type[Any]) -> str:
    """The decoder's sentence with the entry's id in the place of its index, and a suggestion."""
    what, _, path = message.partition(" - at `$")
    place, entry_type = "", kind
    for key, index in re.findall(r"\.([A-Za-z_]\w*)|\[(\d+|\.\.\.)\]", path.rstrip("`")):
        if key:
            raw = raw.get(key, {}) if isinstance(raw, Mapping) else {}
            place += f"{'.' if place else ''}{key}"
        elif index.isdigit() and isinstance(raw, list):
            raw = raw[int(index)]
            named = raw.get("id", index) if isinstance(raw, Mapping) else index
            place += f' "{named}"'
    if match := re.search(r"unknown field `(.*?)`", what):
        return f"{place or 'top'}: unknown field {match[1]!r}." + did_you_mean(
            match[1], _field_names(entry_type)
        )
    if match := re.search(r"Invalid value '(.*?)'", what):
        return f"{place}: unknown value {match[1]!r}." + did_you_mean(match[1], _tags(entry_type))
    if match := re.search(r"missing required field `(.*?)`", what):
        unknown = _unknown_fields(raw, entry_type)
        return f"{place or 'top'}: the field {match[1]!r} is missing." + did_you_mean(
            match[1], unknown
        )
    return f"{place or 'top'}: {what[0].lower()}{what[1:]}."


def _structs(kind: Any, seen: set[Any]) -> Iterable[Any]:
    """Every Struct type that a content type is made of."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind not in seen:
            seen.add(kind)
            yield kind
            for field in msgspec.structs.fields(kind):
                yield from _structs(field.type, seen)
    else:
        for part in getattr(kind, "__args__", ()):
            yield from _structs(part, seen)


def _field_names(kind: Any) -> set[str]:
    return {
        field.encode_name
        for struct in _structs(kind, set())
        for field in msgspec.structs.fields(struct)
    }


def _tags(kind: Any) -> set[str]:
    return {
        str(struct.__struct_config__.tag)
        for struct in _structs(kind, set())
        if struct.__struct_config__.tag is not None
    }


def _unknown_fields(raw: Any, kind: Any) -> set[str]:
    return set(raw) - _field_names(kind) if isinstance(raw, Mapping) else set()
