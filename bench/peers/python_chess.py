"""python-chess: undoing and redoing a move."""

from __future__ import annotations

from random import Random

import chess

from bench.cpu_yardstick import Batch

PLIES = 40


def undo_and_redo() -> Batch:
    board, dice = chess.Board(), Random(1)
    for _ in range(PLIES):
        board.push(dice.choice(list(board.legal_moves)))

    def batch() -> int:
        for _ in range(50):
            board.push(board.pop())
        return 50

    return batch


BENCHES = {"python-chess: pop + push": undo_and_redo}
