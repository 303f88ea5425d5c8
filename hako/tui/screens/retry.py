"""Retries: a finished game is played on from a choice in it, as a game of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hako.engine.log.history import History
from hako.engine.log.redeal import can_retry
from hako.engine.rules.model import Seat, Viewer
from hako.tui.apps.game_app import GameApp
from hako.tui.screens.confirm_dialog import ConfirmDialog


def can_retry_here(app: GameApp, table: History[Any]) -> bool:
    """True if a seat here can try the game again."""
    return table.outcome is not None and bool(app.seats_to_try(table))


def retry(app: GameApp, table: History[Any], moment: int, eyes: Viewer) -> None:
    """Ask how, and play on from the viewer's last choice up to a position.

    Where the viewer chose nothing, from the last choice of any seat.
    """
    if (last_choice := _own_choice(table, moment, app.seats_to_try(table), eyes)) is None:
        return
    choice, seat = last_choice
    texts = app.texts_at(table)
    turn, _ = table.game.progress(table.view(None, choice))
    words = texts.text(
        "again.question", seat=seat, across=texts.text("transcript.across"), turn=turn
    )

    def play_on(anew: bool | None) -> None:
        if anew is not None:
            app.retry(table, choice, seat, anew=anew)

    anew, same = texts.text("again.anew"), texts.text("again.same")
    app.push_screen(ConfirmDialog(words, anew, same, may_leave=True), play_on)


def _own_choice(
    table: History[Any], moment: int, whose: Sequence[Seat], eyes: Viewer
) -> tuple[int, Seat] | None:
    """The last choice of these seats up to a position, or else the first after it, and its seat."""
    seats = [seat for seat in whose if seat == eyes] or whose
    path = (*reversed(table.path(moment)), *table.path())
    choices = (
        (position.number, seat)
        for position in path
        for seat in seats
        if can_retry(position.state, seat)
    )
    return next(choices, None)
