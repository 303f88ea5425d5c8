"""Digests: short hashes that show whether two states, or two contents, are equal.

Fields at their default do not count, nor do words. So a later hako, whose states and cards have
more fields and whose texts were corrected, computes the same digests. A ScoreBreakdown does not
count either, since it only sorts the points that a score has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import astuple, replace

from hako.engine.blake2b_import import blake2b
from hako.engine.content.files import Wording
from hako.engine.rules.model import State
from hako.engine.rules.score_breakdown import ScoreBreakdown

_Field: TypeAlias = tuple[str, Any]
"""Name in files, and default."""

_CANONICAL = msgspec.msgpack.Encoder(order="deterministic")
_LEAVES = frozenset({int, str, bool, type(None)})


class _Factory(Struct):
    """A Struct whose default msgspec keeps as a factory."""

    fields: Mapping[str, Any] = {}


_FACTORY: Any = type(_Factory.__struct_defaults__[0])


# ------------------------------------------------------------ states


def digest_of(state: State) -> str:
    """The digest in a record of a log, of the state after it, 32 hex digits.

    Its halves are `quick`, which is fast to compute, and `lasting`, which stays the same when
    states get more fields.
    """
    return quick(state) + lasting(state)


def matches(state: State, digest: str) -> bool:
    """True if the digest is that of the state."""
    return digest.startswith(quick(state)) or matches_lasting(state, digest)


def matches_lasting(state: State, digest: str) -> bool:
    """True if the digest is that of the state, whichever fields states had when it was written."""
    return digest[16:] == lasting(state)


def quick(state: State) -> str:
    """Hash of the state with all its fields, 16 hex digits; the same on every machine."""
    packed = bytearray(2048)  # large enough for most states, so that the encoder need not grow it
    _CANONICAL.encode_into(_without_content(state), packed)
    return blake2b(packed, digest_size=8).hexdigest()


def lasting(state: State) -> str:
    """Hash of all fields of the state that are not at their default, 16 hex digits."""
    return hashed(msgspec.msgpack.encode(plain(_without_content(state))))


def of_values(values: Sequence[Any]) -> str:
    """Hash of values that a rule compares, with all their fields, 16 hex digits."""
    bare = [_without_content(value) if isinstance(value, State) else value for value in values]
    return hashed(_CANONICAL.encode(bare))


def _without_content(state: State) -> State:
    """The state without its `content`, of which the header has a digest."""
    return replace(state, content=None) if hasattr(state, "content") else state


# ------------------------------------------------------------ contents


def of_content(content: Any) -> str:
    """Hash of a content without its words, 16 hex digits."""
    return hashed(msgspec.msgpack.encode(plain(content)))


def hashed(data: bytes) -> str:
    """Hash of bytes, 16 hex digits."""
    return blake2b(data, digest_size=8).hexdigest()


# ------------------------------------------------------------ values that count


def plain(value: Any) -> Any:
    """The value as plain tables and lists in a fixed order, reduced to what counts."""
    kind: Any = type(value)
    return _converter(kind)(value)


@cache
def _converter(kind: type) -> Callable[[Any], Any]:
    """The function that converts values of a type; cached, since `issubclass` of a Struct is slow."""
    if issubclass(kind, Struct):
        return _nothing if issubclass(kind, ScoreBreakdown | Wording) else _table
    if issubclass(kind, Mapping):
        return _mapping
    if issubclass(kind, tuple | list):
        return _list
    return _sorted if issubclass(kind, frozenset) else _unchanged


def _nothing(_value: Struct) -> None:
    return None


def _mapping(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: plain(value[key]) for key in sorted(value)}


def _list(value: Sequence[Any]) -> Sequence[Any]:
    return value if _LEAVES.issuperset(map(type, value)) else [plain(it) for it in value]


def _sorted(value: frozenset[Any]) -> list[Any]:
    return sorted(value)


def _unchanged(value: Any) -> Any:
    return value


def _table(value: Struct) -> dict[str, Any]:
    tag, fields = _fields(type(value))
    table: dict[str, Any] = dict(tag)
    for (name, default), part in zip(fields, astuple(value), strict=True):
        if part == default:
            continue
        part_type: Any = type(part)
        if part_type in _LEAVES:
            table[name] = part
        elif (converted := _converter(part_type)(part)) is not None:
            table[name] = converted
    return table


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[tuple[str, str], ...], tuple[_Field, ...]]:
    """The tag of a Struct as a pair of field and value, if it has one, and its fields."""
    config = kind.__struct_config__
    tag = ((config.tag_field, str(config.tag)),) if config.tag_field else ()
    given = kind.__struct_defaults__  # of the last fields; `structs.fields` is ten times slower
    names = kind.__struct_encode_fields__
    defaults = (*(NODEFAULT,) * (len(names) - len(given)), *given)
    return tag, tuple(zip(names, map(_default, defaults), strict=True))


def _default(default: Any) -> Any:
    """The default of a field; None for a required one, since None counts as little as a default."""
    if default is NODEFAULT:
        return None
    return default.factory() if isinstance(default, _FACTORY) else default
