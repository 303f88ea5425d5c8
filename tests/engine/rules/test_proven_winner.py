"""Certainty about the winner by following every way to the end, in tic-tac-toe."""

from __future__ import annotations

import pytest

from hako.engine.rules.proven_winner import proven_winner
from tests.engine.auction import BIDDING, auction_state
from tests.toys.sealed_bids import GAME as SEALED_BIDS
from tests.toys.tic_tac_toe import GAME, Grid, Turn


def grid(drawn: str, seat: int) -> Grid:
    """The grid drawn from the first row on, with a seat to move."""
    cells = "".join(drawn.split())
    marks = [sum(1 << at for at, cell in enumerate(cells) if cell == mark) for mark in "XO"]
    return Grid((Turn(seat),), (marks[0], marks[1]))


@pytest.mark.parametrize(
    ("drawn", "seat", "winner"),
    [
        ("XX. OOX XOO", 0, 0),
        ("XXO OOX X.O", 0, None),
        ("XX. OOX O..", 0, 0),
        ("XX. OXO ...", 1, 0),
        ("XXO OOX X..", 1, None),
        ("... ... ...", 0, None),
    ],
    ids=[
        "the only way wins",
        "the only way is a draw",
        "one of three ways wins",
        "no way stops a double threat",
        "a way leads to a draw",
        "too many ways",
    ],
)
def test_a_winner_is_proven_if_nobody_else_can_stop_it(
    drawn: str, seat: int, winner: int | None
) -> None:
    assert proven_winner(GAME, grid(drawn, seat)) == winner


def test_sealed_choices_leave_it_open() -> None:
    assert proven_winner(SEALED_BIDS, auction_state(*BIDDING)) is None
