"""Action groups: a long list of actions split into two decisions, as in the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from hako.engine.i18n.lazy_text import LazyText

SHORT = 9
"""Largest number of actions that are listed without groups: each has a digit as its key."""


class ActionGroup(Struct, frozen=True):
    """Actions with the same first decision, or a single action."""

    actions: tuple[Any, ...]
    first: LazyText | None = None
    """The common first decision; None for a single action."""


def group_actions(actions: Sequence[Any]) -> list[ActionGroup]:
    """Group the actions by their first decision, in the order of the first action of each group.

    A short list, or one that would be a single group, is left ungrouped.
    """
    groups: dict[object, list[Any]] = {}
    for at, action in enumerate(actions):
        first = action.first_decision() if len(actions) > SHORT else None
        groups.setdefault(msgspec.json.encode(first) if first else at, []).append(action)
    if len(groups) == 1:
        return [ActionGroup((action,)) for action in actions]
    return [
        ActionGroup((*group,), group[0].first_decision() if len(group) > 1 else None)
        for group in groups.values()
    ]


def numbered(groups: Sequence[ActionGroup]) -> dict[str, Any]:
    """The actions by number: "2" for a single action, "3.1" for the first of a group."""
    return {
        f"{number}.{part}" if group.first else f"{number}": action
        for number, group in enumerate(groups, start=1)
        for part, action in enumerate(group.actions, start=1)
    }
