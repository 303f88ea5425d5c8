"""What an error in a content file says: the place by its names, and what would do there."""

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
    """The decoder's sentence with the entry's id in the place of its index, and a suggestion."""
    message, _, path = str(error).partition(" - at `$")
    place = _find(path.rstrip("`"), raw, kind)
    reason = _reason(error.__cause__, message, place)
    return Failure("in_entry", entry=place.name, reason=reason) if place.name else reason


def _reason(cause: BaseException | None, message: str, place: _FieldPath) -> Failure:
    if isinstance(cause, Failure):  # the content's own check says it all
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
    """A place in a content file: what stands there, and what may."""

    name: str
    raw: Any
    types: tuple[Any, ...]
    """What may stand here, as msgspec.inspect tells it."""
    around: _FieldPath | None = None

    def enter(self, key: str) -> _FieldPath:
        """The place of a field, or of a key of a table."""
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
        """The place of an entry of a list or a table, by its id where it has one."""
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
        """The fields that there are, for an effect those of its kind."""
        structs = self._structs()
        meant = [struct for struct in structs if self._names(struct)] or structs
        return {field.encode_name for struct in meant for field in struct.fields}

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

    def like_a_sibling(self) -> str | None:
        """The id of the entry that was meant to be changed, if one is called nearly so."""
        beside = self.around.raw if self.around else ()
        others = [entry for entry in beside if isinstance(entry, Mapping) and entry is not self.raw]
        ids = [entry["id"] for entry in others if "id" in entry]
        return suggestion(str(self.raw.get("id", "")), ids)

    def _names(self, struct: Any) -> bool:
        """True if what stands here says that it is of that kind."""
        return isinstance(self.raw, Mapping) and self.raw.get(struct.tag_field) == struct.tag

    def _structs(self) -> list[Any]:
        return [kind for kind in self.types if isinstance(kind, msgspec.inspect.StructType)]


def _find(path: str, raw: Any, kind: type[Any]) -> _FieldPath:
    """The place of a decoder's path, such as `.face[3].cost`."""
    place = _FieldPath("", raw, _alternatives([msgspec.inspect.type_info(kind)]))
    for key, index in re.findall(r"\.([A-Za-z_]\w*)|\[(\d+|\.\.\.)\]", path):
        place = place.enter(key) if key else place.pick(index)
    return place


def _alternatives(types: Iterable[Any]) -> tuple[Any, ...]:
    """The types with unions taken apart."""
    return tuple(kind for union in types for kind in getattr(union, "types", (union,)))
