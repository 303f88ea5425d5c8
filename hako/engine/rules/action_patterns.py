"""Patterns that match actions by some of their fields, as they are written in content files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, get_args

import msgspec

from hako.engine.content.files import BadContent
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.suggestions import suggestion
from hako.engine.rules.game import Game
from hako.engine.rules.model import Action

Pattern: TypeAlias = Mapping[str, Any]
"""Fields of an action and the values required: a list means any of these, "" means no value.

An empty pattern matches any action.
"""


def check(game: Game[Any], patterns: Sequence[Pattern], path: Path, entry: str) -> None:
    """Raises BadContent for an unknown type of action, or a field that it does not have."""
    kinds = get_args(game.actions) or (game.actions,)
    known = {str(kind.__struct_config__.tag): kind for kind in kinds}
    for pattern in patterns:
        types = pattern.get("type", [*known])
        types = [types] if isinstance(types, str) else types
        for word in types:
            if word not in known:
                reason = Failure("unknown_value", name=word, near=suggestion(word, known))
                raise _wrong(path, entry, reason)
        fields = {"type", *(field for word in types for field in known[word].__struct_fields__)}
        for field in pattern.keys() - fields:
            reason = Failure("unknown_field", name=field, near=suggestion(field, fields))
            raise _wrong(path, entry, reason)


def _wrong(path: Path, entry: str, reason: Failure) -> BadContent:
    return BadContent(
        "in_content", file=path.name, reason=Failure("in_entry", entry=entry, reason=reason)
    )


def fits(pattern: Pattern, action: Action) -> bool:
    """True if an action matches the pattern."""
    fields = msgspec.json.decode(msgspec.json.encode(action))
    return all(_matches(fields.get(key), wanted) for key, wanted in pattern.items())


def _matches(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, list) and wanted != value:
        return any(_matches(value, alternative) for alternative in wanted)
    return value == wanted or (value is None and wanted == "")
