"""Catanatron: whole random games of Catan, a modern board game in plain Python."""

from __future__ import annotations

import random

from catanatron import Color, Game, RandomPlayer

from bench.cpu_yardstick import Batch, Maker

COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def playout(players: int) -> Maker:
    def make() -> Batch:
        random.seed(1)

        def batch() -> int:
            game = Game([RandomPlayer(color) for color in COLORS[:players]])
            game.play()
            return len(game.state.actions)

        return batch

    return make


BENCHES = {f"Catanatron, {players} players": playout(players) for players in (2, 3, 4)}
