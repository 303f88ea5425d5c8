"""Digests: a few letters that tell whether two states, or two contents, are the same.

What is at its default does not count, nor does a word: so a later hako, whose states
and cards have more fields, and whose texts were corrected, finds the same digests.
Nor does a tally, which only sorts the points that a score has.

Logs of format 1 knew nothing of the kind: there every field counted that there was then.
Which those were, and what their contents are called now, says `format1.toml` of each game.
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
"""By the name of a Struct: its fields that count even at their default."""

_Field: TypeAlias = tuple[str, str, Any, bool]
"""Its name, its name in files, its default, and whether it is required."""

_CANONICAL = msgspec.msgpack.Encoder(order="deterministic")
_LEAVES = frozenset({int, str, bool, type(None)})


class Format1(Struct, frozen=True):
    """How the digests of logs of format 1 are read."""

    contents: Mapping[str, str] = {}
    """What a content was called then, and what it is called now."""
    counted: DigestInput = {}


_FACTORY: Any = type(Format1.__struct_defaults__[0])  # msgspec keeps a `{}` as what makes it


@cache
def format1(game: Game[Any]) -> Format1:
    """What a game's logs of format 1 go by; a game that is younger has none."""
    path = game.folder / "format1.toml"
    return msgspec.convert(read_toml(path), Format1) if path.exists() else Format1()


# ------------------------------------------------------------ states


def digest_of(game: Game[Any], state: State, format_: int) -> str:
    """What a line of a log says of the state after it.

    In two halves of 16 hex digits: `quick`, which is soon compared, and `lasting`, which
    holds for states that have more fields, too. In format 1 the first half alone.
    """
    return _then(game, state) if format_ == 1 else quick(state) + lasting(state)


def matches(game: Game[Any], state: State, digest: str) -> bool:
    """Whether that is the mark of the state."""
    return digest.startswith(quick(state)) or matches_any_format(game, state, digest)


def matches_any_format(game: Game[Any], state: State, digest: str) -> bool:
    """The same, however many fields states had when it was said."""
    return digest[16:] == lasting(state) if len(digest) > 16 else digest == _then(game, state)


def quick(state: State) -> str:
    """16 hex digits of the state with all its fields, the same on every machine."""
    packed = bytearray(2048)  # most states fit, and the encoder need not ask for room bit by bit
    _CANONICAL.encode_into(_bare(state), packed)
    return blake2b(packed, digest_size=8).hexdigest()


def lasting(state: State) -> str:
    """16 hex digits of what in the state is not at its default."""
    return hashed(msgspec.msgpack.encode(plain(_bare(state))))


def _then(game: Game[Any], state: State) -> str:
    """The digest of format 1: of the fields that there were then, and of what was put since."""
    return hashed(msgspec.msgpack.encode(plain(_bare(state), format1(game).counted)))


def of_values(values: Sequence[Any]) -> str:
    """16 hex digits of values that a rule compares, with all their fields."""
    bare = [_bare(value) if isinstance(value, State) else value for value in values]
    return hashed(_CANONICAL.encode(bare))


def _bare(state: State) -> State:
    """Without the `content` that a state may carry along: the header has a digest of it."""
    return replace(state, content=None) if hasattr(state, "content") else state


# ------------------------------------------------------------ contents


def of_content(content: Any) -> str:
    """16 hex digits that change with what is played, not with what is said."""
    return hashed(msgspec.msgpack.encode(plain(content)))


def of_content_then(game: Game[Any], content: Any) -> str:
    """The same as format 1 had it, which were words and all."""
    return hashed(msgspec.json.encode(plain(content, format1(game).counted)))


def hashed(data: bytes) -> str:
    """16 hex digits of bytes."""
    return blake2b(data, digest_size=8).hexdigest()


# ------------------------------------------------------------ what counts


def plain(value: Any, counted: DigestInput | None = None) -> Any:
    """The value in tables and lists, with what counts alone, always in the same order.

    Where it is said what counts at its default, as in format 1, words count, too.
    """
    kind: Any = type(value)
    return _way(kind)(value, counted)


@cache
def _way(kind: type) -> Callable[[Any, DigestInput | None], Any]:
    """How values of a type are told; found once, for `isinstance` asks a Struct's metaclass."""
    if issubclass(kind, Struct):
        is_said = issubclass(kind, ScoreBreakdown)
        return _unsaid if is_said else _words if issubclass(kind, Wording) else _table
    if issubclass(kind, Mapping):
        return _mapping
    if issubclass(kind, tuple | list):
        return _list
    return _sorted if issubclass(kind, frozenset) else _itself


def _unsaid(_value: ScoreBreakdown, _counted: DigestInput | None) -> None:
    return None


def _words(value: Wording, counted: DigestInput | None) -> dict[str, Any] | None:
    return None if counted is None else _table(value, counted)


def _mapping(value: Mapping[str, Any], counted: DigestInput | None) -> dict[str, Any]:
    return {key: plain(value[key], counted) for key in sorted(value)}


def _list(value: Sequence[Any], counted: DigestInput | None) -> Sequence[Any]:
    return value if _LEAVES.issuperset(map(type, value)) else [plain(it, counted) for it in value]


def _sorted(value: frozenset[Any], _counted: DigestInput | None) -> list[Any]:
    return sorted(value)


def _itself(value: Any, _counted: DigestInput | None) -> Any:
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
        elif (converted := _way(part_type)(part, counted)) is not None or counts:
            table[name] = converted
    return table


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[tuple[str, str], ...], tuple[_Field, ...]]:
    """The tag of a Struct, if it has one, and its fields."""
    config = kind.__struct_config__
    tag = ((config.tag_field, str(config.tag)),) if config.tag_field else ()
    given = kind.__struct_defaults__  # of the last fields; `structs.fields` takes ten times as long
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    bare = len(kind.__struct_fields__) - len(given)
    defaults = (*(NODEFAULT,) * bare, *given)
    return tag, tuple(
        (field, name, _default(default), default is NODEFAULT)
        for (field, name), default in zip(names, defaults, strict=True)
    )


def _default(default: Any) -> Any:
    """Where a field is required, None says as little as a default does."""
    if default is NODEFAULT:
        return None
    return default.factory() if isinstance(default, _FACTORY) else default
