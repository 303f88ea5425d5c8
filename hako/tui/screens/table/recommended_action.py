"""The cursors of list and board on a recommended action, unless the player has moved them."""

from __future__ import annotations

from typing import Any

from hako.tui.screens.table.feature import REACTION
from hako.tui.screens.table.screen import TableScreen


def pointed_at(screen: TableScreen) -> tuple[object, object]:
    """The row at the list's cursor and the place at the board's."""
    return screen.action_list.entry, screen.view.board.cursor


def point_at_recommended(screen: TableScreen, action: Any) -> None:
    """Point at a recommended action; an Enter of this moment was meant for the row before."""
    before = pointed_at(screen)
    screen.action_list.point_at(action)
    screen.view.board.point_at(action)
    screen.renew_keys()
    if pointed_at(screen) != before:
        screen.action_list.enter_guard.settle(REACTION)
