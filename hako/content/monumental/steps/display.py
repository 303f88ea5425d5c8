"""The display: cards discarded and added, and the announcement of the last round."""

from __future__ import annotations

from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.events.display import DisplayDiscarded, DisplayFilled, TakenForgotten
from hako.content.monumental.events.rounds import LastRoundAnnounced
from hako.content.monumental.state import World
from hako.content.monumental.steps.draw_and_activate import Moves
from hako.engine.rules.model import known


def row_sizes(world: World) -> tuple[int, ...]:
    """Cards in each row of the full display (monumental.setup.11)."""
    table = world.content.table_for[world.players]
    return table.classic_display if world.mode == "classic" else (table.sequential_display,)


def fill(world: World, row: int) -> Moves[World]:
    """Fill a row from right to left, as far as the deck lasts (monumental.seq.13)."""
    wanted = row_sizes(world)[row] - len(world.display[row])
    coming = [known(card) for layer in world.layers for card in layer.cards[:wanted]][:wanted]
    if coming:
        world = yield DisplayFilled(row, tuple(coming), world.deck_left() - len(coming))
    return world


def leaving(world: World) -> tuple[CardId, ...]:
    """The cards that a refill of the display would discard now, the rightmost first."""
    if world.is_last_round():
        return ()
    if world.mode == "classic":
        return _idle(world)
    wanted = len(world.realms) - sum(world.taken)
    (row,) = world.display
    return tuple(reversed(row[-wanted:])) if wanted > 0 else ()


def _idle(world: World) -> tuple[CardId, ...]:
    """The rightmost cards of rows from which nothing was taken, while the deck lasts."""
    gone: list[CardId] = []
    deck = world.deck_left()
    for row, taken, size in zip(world.display, world.taken, row_sizes(world), strict=True):
        leaves = bool(row and deck and not taken)
        gone += row[-1:] if leaves else ()
        deck -= min(deck, size - len(row) + leaves)
    return tuple(gone)


def rounds_at_most(world: World) -> int:
    """The largest number of rounds left, this one included (monumental.end.1-2)."""
    if world.last_round is not None:
        return 1 + world.last_round - world.round
    deck = world.deck_left()
    if world.mode == "sequential":
        over = deck - world.content.constants.sequential_deck_threshold
        return 1 + -(-over // len(world.realms))
    # each row loses at least one card a turn; of this round only the turns left count
    rows = len(world.display)
    turn = world.start_player if world.turn is None else world.turn
    turns = world.players - world.clockwise().index(turn)
    later = max(0, deck - rows * turns)
    return 2 + -(-later // (rows * world.players))


def refill_display(world: World) -> Moves[World]:
    """The Display refill of sequential mode (monumental.seq.11-13, end.1)."""
    if world.is_last_round():
        return world
    if gone := leaving(world):
        world = yield DisplayDiscarded(gone)
    world = yield from fill(world, 0)
    world = yield TakenForgotten()
    threshold = world.content.constants.sequential_deck_threshold
    return (yield from announce(world, threshold))


def replenish_display(world: World) -> Moves[World]:
    """The replenishment at the end of a turn in classic mode, row by row (monumental.classic.4)."""
    if world.is_last_round():
        return world
    for number, taken in enumerate(world.taken):
        row = world.display[number]
        if row and not taken and world.deck_left():
            world = yield DisplayDiscarded(row[-1:])
        world = yield from fill(world, number)
    world = yield TakenForgotten()
    return (yield from announce(world, 0))


def announce(world: World, threshold: int) -> Moves[World]:
    """Announce the last round if the deck has at most `threshold` cards (monumental.end.1-2)."""
    if world.last_round is None and world.deck_left() <= threshold:
        world = yield LastRoundAnnounced(world.round + 1)
    return world
