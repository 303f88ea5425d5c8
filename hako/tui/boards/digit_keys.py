"""The digits that play actions of the list at once, shown at their places on a board."""

from __future__ import annotations

from collections.abc import Sequence, Set

from hako.engine.rules.action_groups import group_actions
from hako.engine.rules.model import Action
from hako.tui.boards.place_canvas import BoardPlace

DIGITS = 9
"""Actions of the list that have a digit as their key."""


def digit_keys(
    actions: Sequence[Action],
    places: Sequence[BoardPlace | None],
    folds: Set[str],
    *,
    within: bool,
) -> dict[BoardPlace, str]:
    """The keys of each place, as in the list: those of the first action there that has any.

    `within` gives actions within a folded row two digits: the row's, and their own.
    """
    place_of = dict(zip(map(id, actions), places, strict=True))
    digits: dict[BoardPlace, str] = {}
    for number, row in enumerate(group_actions(actions, folds)[:DIGITS], 1):
        if len(row.actions) == 1:
            digits.setdefault(place_of[id(row.actions[0])], str(number))
        elif within:
            for part, action in enumerate(row.actions[:DIGITS], 1):
                digits.setdefault(place_of[id(action)], f"{number}{part}")
    return digits
