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
import msgspec.inspect


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
        raise BadContent(f"{name or path.name}, {_explain(error, raw, kind)}") from None


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


def _explain(error: msgspec.ValidationError, raw: Any, kind: type[Any]) -> str:
    """The decoder's sentence with the entry's id in the place of its index, and a suggestion."""
    what, _, path = str(error).partition(" - at `$")
    place = _find(path.rstrip("`"), raw, kind)
    where = f"{place.name}: " if place.name else ""
    if isinstance(error.__cause__, ValueError):  # the content's own check says it all
        return f"{where}{what}"
    if match := re.search(r"unknown field `(.*?)`", what):
        return f"{where}unknown field {match[1]!r}." + did_you_mean(match[1], place.fields())
    if match := re.search(r"Invalid (?:enum )?value '(.*?)'", what):
        hint = did_you_mean(match[1], place.values()) or f" It can be: {', '.join(place.values())}."
        return f"{where}unknown value {match[1]!r}.{hint}"
    if match := re.search(r"missing required field `(.*?)`", what):
        hint = did_you_mean(match[1], place.unknown_fields()) or place.like_a_sibling()
        return f"{where}the field {match[1]!r} is missing.{hint}"
    return f"{where}{what[0].lower()}{what[1:]}."


class _Place(msgspec.Struct, frozen=True):
    """A place in a content file: what stands there, and what may."""

    name: str
    raw: Any
    types: tuple[Any, ...]
    """What may stand here, as msgspec.inspect tells it."""
    around: _Place | None = None

    def enter(self, key: str) -> _Place:
        """The place of a field, or of a key of a table."""
        raw = self.raw.get(key, {}) if isinstance(self.raw, Mapping) else {}
        types = [
            field.type
            for struct in self._structs()
            for field in struct.fields
            if field.encode_name == key
        ]
        name = f"{self.name}.{key}" if self.name else key
        return _Place(name, raw, _alternatives(types), self)

    def pick(self, index: str) -> _Place:
        """The place of an entry of a list or a table, by its id where it has one."""
        types = [
            getattr(kind, "item_type", None) or kind.value_type
            for kind in self.types
            if hasattr(kind, "item_type") or hasattr(kind, "value_type")
        ]
        if not index.isdigit():
            return _Place(self.name, {}, _alternatives(types), self)
        raw = self.raw[int(index)]
        named = raw.get("id", index) if isinstance(raw, Mapping) else index
        return _Place(f'{self.name} "{named}"', raw, _alternatives(types), self)

    def fields(self) -> set[str]:
        """The fields that there are."""
        return {field.encode_name for struct in self._structs() for field in struct.fields}

    def values(self) -> list[str]:
        """The words that may stand here, such as the effects that there are."""
        structs = self.around._structs() if self.around else []
        tags = {str(struct.tag) for struct in structs if struct.tag is not None}
        words = {str(word) for kind in self.types for word in getattr(kind, "values", ())}
        return sorted(tags | words)

    def unknown_fields(self) -> set[str]:
        """What stands here under a name that there is not."""
        tags = {struct.tag_field for struct in self._structs()}
        return set(self.raw) - self.fields() - tags if isinstance(self.raw, Mapping) else set()

    def like_a_sibling(self) -> str:
        """A hint for an entry that was meant to change one with nearly the same id."""
        if self.around is None or not _has_ids(self.around.raw):
            return ""
        others = [entry["id"] for entry in self.around.raw if entry is not self.raw]
        return did_you_mean(self.raw["id"], others)

    def _structs(self) -> list[Any]:
        return [kind for kind in self.types if isinstance(kind, msgspec.inspect.StructType)]


def _find(path: str, raw: Any, kind: type[Any]) -> _Place:
    """The place of a decoder's path, such as `.face[3].cost`."""
    place = _Place("", raw, _alternatives([msgspec.inspect.type_info(kind)]))
    for key, index in re.findall(r"\.([A-Za-z_]\w*)|\[(\d+|\.\.\.)\]", path):
        place = place.enter(key) if key else place.pick(index)
    return place


def _alternatives(types: Iterable[Any]) -> tuple[Any, ...]:
    """The types with unions taken apart."""
    return tuple(kind for union in types for kind in getattr(union, "types", (union,)))
