"""Action groups: a long list of actions split into two decisions, as in the rulebook."""

from __future__ import annotations

from collections.abc import Container, Sequence
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


def group_actions(actions: Sequence[Any], folds: Container[str] = frozenset()) -> list[ActionGroup]:
    """Group the actions by their first decision, in the order of the first action of each group.

    A short list, or one that would be a single group, is left ungrouped, but for the kinds in
    `folds`. Actions of a kind stand together, those that score before all others.
    """
    groups: dict[object, list[Any]] = {}
    actions = gathered(actions)

    def first_decision(action: Any) -> LazyText | None:
        if action.kind in folds:
            return LazyText(f"fold_{action.kind}")
        decision: LazyText | None = action.first_decision() if len(actions) > SHORT else None
        return decision

    for at, action in enumerate(actions):
        first = first_decision(action)
        groups.setdefault(msgspec.json.encode(first) if first else at, []).append(action)
    if len(groups) == 1:
        return [ActionGroup((action,)) for action in actions]
    return [
        ActionGroup((*group,), first_decision(group[0]) if len(group) > 1 else None)
        for group in groups.values()
    ]


def gathered(actions: Sequence[Any]) -> list[Any]:
    """The actions by their kinds, in the order of the first action of each kind."""
    kinds = dict.fromkeys(action.kind for action in actions)
    ranks = {kind: rank for rank, kind in enumerate(kinds)}
    return sorted(actions, key=lambda action: (not action.pays_first, ranks[action.kind]))


def numbered(groups: Sequence[ActionGroup]) -> dict[str, Any]:
    """The actions by number: "2" for a single action, "3.1" for the first of a group."""
    return {
        f"{number}.{part}" if group.first else f"{number}": action
        for number, group in enumerate(groups, start=1)
        for part, action in enumerate(group.actions, start=1)
    }
