"""Folds: a long list of actions asked in two steps, where the rulebook has two decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from hako.engine.i18n.lazy_text import LazyText

SHORT = 9
"""So many actions are asked at once: each has a digit."""


class ActionGroup(Struct, frozen=True):
    """Actions that begin alike, or one alone."""

    actions: tuple[Any, ...]
    first: LazyText | None = None
    """How they begin; None for one alone."""


def group_actions(actions: Sequence[Any]) -> list[ActionGroup]:
    """The actions in their order, with those that begin alike at the place of the first.

    A short list is left as it is, and one that would be but a single fold.
    """
    groups: dict[object, list[Any]] = {}
    for at, action in enumerate(actions):
        first = action.first_decision() if len(actions) > SHORT else None
        groups.setdefault(msgspec.json.encode(first) if first else at, []).append(action)
    if len(groups) == 1:
        return [ActionGroup((action,)) for action in actions]
    return [
        ActionGroup((*fold,), fold[0].first_decision() if len(fold) > 1 else None)
        for fold in groups.values()
    ]


def numbered(folds: Sequence[ActionGroup]) -> dict[str, Any]:
    """The actions by number: "2" for one alone, "3.1" for the first of a fold."""
    return {
        f"{number}.{part}" if fold.first else f"{number}": action
        for number, fold in enumerate(folds, start=1)
        for part, action in enumerate(fold.actions, start=1)
    }
