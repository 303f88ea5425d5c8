"""Benchmarks of play: random playouts, undo, masks, previews, bots."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from random import Random
from typing import Any, TypeAlias

from bench.cpu_yardstick import Batch, Maker
from hako.content import THE_SHELF
from hako.engine.content.cache_decorators import forget
from hako.engine.log.digests import quick
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.log_content import content_of
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, Setup, view, world
from hako.engine.rules.play import begin, legal_actions, play, waiting
from hako.engine.rules.preview import preview
from tests.toys import TOYS

LIMIT = 300
"""Decisions after which a table's game is broken off; some games go on for very long."""

WHOLE = 3000
"""The same for a playout, which is measured from the first decision to the last."""

POSITIONS = 3000
"""Number of positions that are evaluated in turn."""

Look: TypeAlias = Callable[[Game[Any], Any, int], None]

SHELF = {
    f"{box.name['en']}, {seats} players": (box.id, seats)
    for box in THE_SHELF.boxes
    for seats in (max(2, box.players.min), 4)
}
"""Every game of the shelf at two sizes of the table, by what a row of the bench calls it."""


def game_of(name: str) -> Game[Any]:
    """A game of the shelf, or a toy."""
    toys = {box.id for box in TOYS.boxes}
    return (TOYS if name in toys else THE_SHELF).load(name)


def new_table(name: str, seats: int, seed: int = 1) -> History[Any]:
    """A table of people that is kept nowhere."""
    game = game_of(name)
    players = tuple(Player(str(seat)) for seat in range(seats))
    return History.new(game, new_header(game, players, seed=seed))


def played(name: str, seats: int, seed: int = 1, limit: int = LIMIT) -> History[Any]:
    """A table after a random game."""
    table, dice = new_table(name, seats, seed), Random(seed)
    for _ in range(limit):
        if not (seats_asked := table.waiting()):
            break
        table.play(seats_asked[0], dice.choice(table.legal_actions(seats_asked[0])))
    return table


def playout(name: str, seats: int) -> Maker:
    """Moves of random games: legal list, choice, play; every record's events are kept."""

    def make() -> Batch:
        game, dice = game_of(name), Random(1)
        table = new_table(name, seats)
        setup = Setup(seats, table.header.options, content_of(game, table.header, "bench"))
        choose = dice.choice

        def batch() -> int:
            seed = dice.getrandbits(63)
            state, then = begin(game.new(setup), Chance(seed, 0))
            log = [then]
            while state.agenda and len(log) <= WHOLE:
                seat = waiting(state)[0]
                action = choose(legal_actions(state, seat))
                state, then = play(state, seat, action, Chance(seed, len(log)))
                log.append(then)
            return len(log) - 1

        return batch

    return make


def table_playout(name: str, seats: int) -> Maker:
    """The same through a Table: every move checked, every moment kept, digests on."""

    def make() -> Batch:
        dice = Random(1)

        def batch() -> int:
            return len(played(name, seats, dice.getrandbits(63)).positions) - 1

        return batch

    return make


def undo_and_redo(name: str, seats: int) -> Maker:
    """Pairs of taking back and going forward again, in the middle of a game."""

    def make() -> Batch:
        table = played(name, seats)
        table.go_to(len(table.positions) // 2)

        def batch() -> int:
            for _ in range(50):
                table.undo()
                table.redo()
            return 50

        return batch

    return make


@cache
def positions(name: str, seats: int) -> list[tuple[Any, int]]:
    """Views of the seats that had to choose, move by move through random games."""
    game, seen, seed = game_of(name), list[tuple[Any, int]](), 0
    while len(seen) < POSITIONS:
        seed += 1
        for moment in played(name, seats, seed, WHOLE).path():
            for seat in waiting(moment.state)[:1]:
                seen.append((view(game, moment.state, seat), seat))
    return seen


def looking(name: str, seats: int, look: Look) -> Maker:
    """Something done with what a seat sees, at one position after the other.

    When the first one comes again, all that was remembered is forgotten.
    """

    def make() -> Batch:
        game, seen = game_of(name), positions(name, seats)
        to_come = iter(seen)

        def batch() -> int:
            nonlocal to_come
            for item, seat in (some := [*islice(to_come, 50)]):
                look(game, item, seat)
            if len(some) < 50:
                forget(seen[0][0].content)
                to_come = iter(seen)
            return len(some)

        return batch

    return make


def evaluate(game: Game[Any], seen: Any, seat: int) -> None:
    """Evaluate the position for the seat that has to choose."""
    game.evaluate(seen, seat)


def new_world(game: Game[Any], seen: Any, seat: int) -> None:
    """A whole state that agrees with what the seat sees."""
    world(game, seen, seat, Chance(1, 0))


@cache
def midgame(name: str, seats: int) -> Any:
    """A state in the middle of a game at which somebody has to choose."""
    table = played(name, seats)
    return table.positions[len(table.positions) // 2].state


def mask(name: str, seats: int) -> Maker:
    """Views of a state for a seat."""

    def make() -> Batch:
        game, state = game_of(name), midgame(name, seats)

        def batch() -> int:
            for _ in range(50):
                view(game, state, 0)
            return 50

        return batch

    return make


def previews(name: str, seats: int) -> Maker:
    """Previews of the actions that a seat may choose."""

    def make() -> Batch:
        game, state = game_of(name), midgame(name, seats)
        seat = waiting(state)[0]
        seen = view(game, state, seat)
        actions = legal_actions(seen, seat)

        def batch() -> int:
            for action in actions:
                preview(seen, seat, action)
            return len(actions)

        return batch

    return make


def digests(name: str, seats: int) -> Maker:
    """Digests of a state, as an opened log is compared with them."""

    def make() -> Batch:
        state = midgame(name, seats)

        def batch() -> int:
            for _ in range(50):
                quick(state)
            return 50

        return batch

    return make


BENCHES: dict[str, Maker] = {
    "tic-tac-toe: playout": playout("tic_tac_toe", 2),
    "connect four: playout": playout("connect_four", 2),
    **{f"{table}: playout": playout(*pair) for table, pair in SHELF.items()},
    **{f"{table}: evaluate": looking(*pair, evaluate) for table, pair in SHELF.items()},
    **{f"{table}: world": looking(*pair, new_world) for table, pair in SHELF.items()},
    "tic-tac-toe: playout at a table": table_playout("tic_tac_toe", 2),
    "Flip City, 4 players: playout at a table": table_playout("flip_city", 4),
    "connect four: undo + redo": undo_and_redo("connect_four", 2),
    "Flip City: undo + redo": undo_and_redo("flip_city", 4),
    "Flip City: mask": mask("flip_city", 4),
    "Flip City: preview": previews("flip_city", 4),
    "Flip City: digest": digests("flip_city", 4),
}
