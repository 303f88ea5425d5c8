"""Messages for errors in a content file: the place by its names, and a suggestion."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import msgspec.inspect

from hako.engine.i18n.decode_errors import mismatch
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.suggestions import suggestion


def explain(error: msgspec.ValidationError, raw: Any, kind: type[Any]) -> Failure:
    """The Failure for a decoder's error: the entry by its id, the reason, and a suggestion.

    `raw` are the plain tables of the file, `kind` is the type that they were decoded to.
    """
    message, _, path = str(error).partition(" - at `$")
    place = _find(path.rstrip("`"), raw, kind)
    reason = _reason(error.__cause__, message, place)
    return Failure("in_entry", entry=place.name, reason=reason) if place.name else reason


def _reason(cause: BaseException | None, message: str, place: _FieldPath) -> Failure:
    if isinstance(cause, Failure):  # from a check of the content itself
        return cause
    if match := re.search(r"unknown field `(.*?)`", message):
        name = match[1]
        return Failure("unknown_field", name=name, near=suggestion(name, place.fields()))
    if match := re.search(r"Invalid (?:enum )?value '(.*?)'", message):
        name, values = match[1], place.values()
        near = suggestion(name, values)
        if near is not None:
            return Failure("unknown_value", name=name, near=near)
        return Failure("unknown_value_of", name=name, values=values)
    if match := re.search(r"missing required field `(.*?)`", message):
        near = suggestion(match[1], place.unknown_fields()) or place.like_a_sibling()
        return Failure("missing_field", name=match[1], near=near)
    return mismatch(message)


class _FieldPath(msgspec.Struct, frozen=True):
    """A place in a content file: its value, and the types allowed there."""

    name: str
    raw: Any
    types: tuple[Any, ...]
    """The types allowed here, from msgspec.inspect."""
    around: _FieldPath | None = None

    def enter(self, key: str) -> _FieldPath:
        """The place of a field, or of a key of a table, within this one."""
        raw = self.raw.get(key, {}) if isinstance(self.raw, Mapping) else {}
        types = [
            field.type
            for struct in self._structs()
            for field in struct.fields
            if field.encode_name == key
        ]
        name = f"{self.name}.{key}" if self.name else key
        return _FieldPath(name, raw, _alternatives(types), self)

    def pick(self, index: str) -> _FieldPath:
        """The place of an entry of a list or a table within this one, named by its id if it has one."""
        types = [
            getattr(kind, "item_type", None) or kind.value_type
            for kind in self.types
            if hasattr(kind, "item_type") or hasattr(kind, "value_type")
        ]
        if not index.isdigit():
            return _FieldPath(self.name, {}, _alternatives(types), self)
        raw = self.raw[int(index)]
        named = raw.get("id", index) if isinstance(raw, Mapping) else index
        return _FieldPath(f'{self.name} "{named}"', raw, _alternatives(types), self)

    def fields(self) -> set[str]:
        """The fields allowed here; for a tagged table such as an effect those of its kind."""
        structs = self._structs()
        meant = [struct for struct in structs if self._is_tagged_as(struct)] or structs
        return {field.encode_name for struct in meant for field in struct.fields}

    def values(self) -> list[str]:
        """The words allowed here, such as the names of effects."""
        structs = self.around._structs() if self.around else []
        tags = {str(struct.tag) for struct in structs if struct.tag is not None}
        words = {str(word) for kind in self.types for word in getattr(kind, "values", ())}
        return sorted(tags | words)

    def unknown_fields(self) -> set[str]:
        """The names of fields here that are not allowed."""
        tags = {struct.tag_field for struct in self._structs()}
        return set(self.raw) - self.fields() - tags if isinstance(self.raw, Mapping) else set()

    def like_a_sibling(self) -> str | None:
        """The id of another entry in the list that is similar, and was probably meant."""
        beside = self.around.raw if self.around else ()
        others = [entry for entry in beside if isinstance(entry, Mapping) and entry is not self.raw]
        ids = [entry["id"] for entry in others if "id" in entry]
        return suggestion(str(self.raw.get("id", "")), ids)

    def _is_tagged_as(self, struct: Any) -> bool:
        """True if the tag of the value here is that of the Struct."""
        return isinstance(self.raw, Mapping) and self.raw.get(struct.tag_field) == struct.tag

    def _structs(self) -> list[Any]:
        return [kind for kind in self.types if isinstance(kind, msgspec.inspect.StructType)]


def _find(path: str, raw: Any, kind: type[Any]) -> _FieldPath:
    """The place at a decoder's path, such as `.face[3].cost`."""
    place = _FieldPath("", raw, _alternatives([msgspec.inspect.type_info(kind)]))
    for key, index in re.findall(r"\.([A-Za-z_]\w*)|\[(\d+|\.\.\.)\]", path):
        place = place.enter(key) if key else place.pick(index)
    return place


def _alternatives(types: Iterable[Any]) -> tuple[Any, ...]:
    """The types, with unions replaced by their members."""
    return tuple(kind for union in types for kind in getattr(union, "types", (union,)))
