"""Digests: short hashes that show whether two states, or two contents, are equal.

Fields at their default do not count, nor do words. So a later hako, whose states and cards have
more fields and whose texts were corrected, computes the same digests. A ScoreBreakdown does not
count either, since it only sorts the points that a score has.

In logs of format 1 every field of that time counted. `format1.toml` of each game lists those
fields and the current digests of the contents of that time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import astuple, replace

from hako.engine.content.files import Wording, read_toml
from hako.engine.hashing import blake2b
from hako.engine.rules.game import Game
from hako.engine.rules.model import State
from hako.engine.rules.score_breakdown import ScoreBreakdown

DigestInput: TypeAlias = Mapping[str, Collection[str]]
"""Fields that count even at their default, by the name of their Struct."""

_Field: TypeAlias = tuple[str, str, Any, bool]
"""Name, name in files, default, and whether the field is required."""

_CANONICAL = msgspec.msgpack.Encoder(order="deterministic")
_LEAVES = frozenset({int, str, bool, type(None)})


class Format1(Struct, frozen=True):
    """The data needed to check digests in logs of format 1."""

    contents: Mapping[str, str] = {}
    """Current digest of a content by its digest in format 1."""
    counted: DigestInput = {}


_FACTORY: Any = type(Format1.__struct_defaults__[0])  # msgspec keeps a `{}` as a factory


@cache
def format1(game: Game[Any]) -> Format1:
    """The data for a game's logs of format 1; empty for a game that is younger."""
    path = game.folder / "format1.toml"
    return msgspec.convert(read_toml(path), Format1) if path.exists() else Format1()


# ------------------------------------------------------------ states


def digest_of(game: Game[Any], state: State, format_: int) -> str:
    """The digest in a record of a log, of the state after it.

    Two halves of 16 hex digits each: `quick`, which is fast to compute, and `lasting`, which stays
    the same when states get more fields. In format 1 a single digest of 16 hex digits.
    """
    return _format1_digest(game, state) if format_ == 1 else quick(state) + lasting(state)


def matches(game: Game[Any], state: State, digest: str) -> bool:
    """True if the digest is that of the state."""
    return digest.startswith(quick(state)) or matches_any_format(game, state, digest)


def matches_any_format(game: Game[Any], state: State, digest: str) -> bool:
    """True if the digest is that of the state, whichever fields states had when it was written."""
    return (
        digest[16:] == lasting(state)
        if len(digest) > 16
        else digest == _format1_digest(game, state)
    )


def quick(state: State) -> str:
    """Hash of the state with all its fields, 16 hex digits; the same on every machine."""
    packed = bytearray(2048)  # large enough for most states, so that the encoder need not grow it
    _CANONICAL.encode_into(_without_content(state), packed)
    return blake2b(packed, digest_size=8).hexdigest()


def lasting(state: State) -> str:
    """Hash of all fields of the state that are not at their default, 16 hex digits."""
    return hashed(msgspec.msgpack.encode(plain(_without_content(state))))


def _format1_digest(game: Game[Any], state: State) -> str:
    """The digest of format 1: of the fields of that time, and of later ones not at their default."""
    return hashed(msgspec.msgpack.encode(plain(_without_content(state), format1(game).counted)))


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


def of_content_format1(game: Game[Any], content: Any) -> str:
    """Hash of a content as in format 1, words included, 16 hex digits."""
    return hashed(msgspec.json.encode(plain(content, format1(game).counted)))


def hashed(data: bytes) -> str:
    """Hash of bytes, 16 hex digits."""
    return blake2b(data, digest_size=8).hexdigest()


# ------------------------------------------------------------ values that count


def plain(value: Any, counted: DigestInput | None = None) -> Any:
    """The value as plain tables and lists in a fixed order, reduced to what counts.

    With `counted`, as in format 1, words count, too.
    """
    kind: Any = type(value)
    return _converter(kind)(value, counted)


@cache
def _converter(kind: type) -> Callable[[Any, DigestInput | None], Any]:
    """The function that converts values of a type; cached, since `issubclass` of a Struct is slow."""
    if issubclass(kind, Struct):
        if issubclass(kind, ScoreBreakdown):
            return _nothing
        return _words if issubclass(kind, Wording) else _table
    if issubclass(kind, Mapping):
        return _mapping
    if issubclass(kind, tuple | list):
        return _list
    return _sorted if issubclass(kind, frozenset) else _unchanged


def _nothing(_value: ScoreBreakdown, _counted: DigestInput | None) -> None:
    return None


def _words(value: Wording, counted: DigestInput | None) -> dict[str, Any] | None:
    return None if counted is None else _table(value, counted)


def _mapping(value: Mapping[str, Any], counted: DigestInput | None) -> dict[str, Any]:
    return {key: plain(value[key], counted) for key in sorted(value)}


def _list(value: Sequence[Any], counted: DigestInput | None) -> Sequence[Any]:
    return value if _LEAVES.issuperset(map(type, value)) else [plain(it, counted) for it in value]


def _sorted(value: frozenset[Any], _counted: DigestInput | None) -> list[Any]:
    return sorted(value)


def _unchanged(value: Any, _counted: DigestInput | None) -> Any:
    return value


def _table(value: Struct, counted: DigestInput | None) -> dict[str, Any]:
    kind = type(value)
    tag, fields = _fields(kind)
    table: dict[str, Any] = dict(tag)
    always = None if counted is None else counted.get(kind.__name__, ())
    for (field, name, default, required), part in zip(fields, astuple(value), strict=True):
        counts = always is not None and (required or field in always)
        if not counts and part == default:
            continue
        part_type: Any = type(part)
        if part_type in _LEAVES:
            table[name] = part
        elif (converted := _converter(part_type)(part, counted)) is not None or counts:
            table[name] = converted
    return table


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[tuple[str, str], ...], tuple[_Field, ...]]:
    """The tag of a Struct as a pair of field and value, if it has one, and its fields."""
    config = kind.__struct_config__
    tag = ((config.tag_field, str(config.tag)),) if config.tag_field else ()
    given = kind.__struct_defaults__  # of the last fields; `structs.fields` is ten times slower
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    bare = len(kind.__struct_fields__) - len(given)
    defaults = (*(NODEFAULT,) * bare, *given)
    return tag, tuple(
        (field, name, _default(default), default is NODEFAULT)
        for (field, name), default in zip(names, defaults, strict=True)
    )


def _default(default: Any) -> Any:
    """The default of a field; None for a required one, since None counts as little as a default."""
    if default is NODEFAULT:
        return None
    return default.factory() if isinstance(default, _FACTORY) else default
