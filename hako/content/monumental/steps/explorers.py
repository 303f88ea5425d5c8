"""Explorers, tile by tile (monumental.explorer.1-6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from hako.content.monumental.actions import (
    EXPLORERS,
    ExplorerAction,
    MoveExplorer,
    MoveTo,
    Stop,
    TakeToken,
    Which,
)
from hako.content.monumental.cards.land import Place
from hako.content.monumental.events.map_pieces import ExplorerMoved, TokenTaken
from hako.content.monumental.payment import for_military, payment
from hako.content.monumental.realm import Amounts, Explorer, Realm
from hako.content.monumental.state import World
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Group, Resolution, Seat, Step, known

WhichAction: TypeAlias = MoveExplorer | Stop

_STOP, _TAKE = Stop(), TakeToken()
_EITHER = tuple(map(MoveExplorer, EXPLORERS))


class ChooseExplorer(Choice[World, WhichAction], frozen=True):
    """An effect moves an Explorer without Military: which one (monumental.explorer.5)."""

    clause = "monumental.explorer.5"

    tiles: int
    """The largest number of tiles it may move."""

    def actions(self, world: World, /) -> Sequence[WhichAction]:
        return [*_EITHER, _STOP]

    def resolve(self, world: World, action: WhichAction, chance: Chance, /) -> Resolution[World]:
        if isinstance(action, MoveExplorer):
            yield MoveOn(self.seat, action.explorer, self.tiles, started=False)


class MoveOn(Step[World, None], frozen=True):
    """An Explorer goes on while there is something that it can do (monumental.explorer.3)."""

    clause = "monumental.explorer.3"

    seat: Seat
    explorer: Which
    tiles: int | None
    """The number of tiles it may still move without Military; None where it pays."""
    started: bool

    def resolve(self, world: World, action: None, chance: Chance, /) -> Group[World]:
        explorer = explorer_of(world.realms[self.seat], self.explorer)
        if can_take(world, explorer) or reach(world, self.seat, explorer, self.tiles):
            return (MoveAnExplorer(self.seat, self.explorer, self.tiles, self.started),)
        return ()


class MoveAnExplorer(Choice[World, ExplorerAction], frozen=True):
    """An Explorer goes on, takes the token of its tile, or stops (monumental.explorer.3-4)."""

    clause = "monumental.explorer.3"

    explorer: Which
    tiles: int | None
    """The number of tiles it may still move without Military; None where it pays."""
    started: bool
    """True if it did something on this move; before that it cannot stop."""

    def actions(self, world: World, /) -> Sequence[ExplorerAction]:
        possible = steps(world, self.seat, self.explorer, self.tiles)
        return [*possible, _STOP] if self.started else possible

    def resolve(self, world: World, action: ExplorerAction, chance: Chance, /) -> Resolution[World]:
        seat, which, tiles = self.seat, self.explorer, self.tiles
        if isinstance(action, MoveTo):
            paid = {} if tiles is not None else dict(known(step_price(world, seat)))
            yield ExplorerMoved(seat, which, action.place, paid)
            yield MoveOn(seat, which, None if tiles is None else tiles - 1, started=True)
        elif isinstance(action, TakeToken):
            place = explorer_of(world.realms[seat], which).place
            yield TokenTaken(seat, which, place, known(world.tile(place).resource))
            yield MoveOn(seat, which, tiles, started=True)


def explorer_of(realm: Realm, which: Which) -> Explorer:
    """The Explorer of a realm with that name."""
    return realm.explorers[EXPLORERS.index(which)]


def step_price(world: World, seat: Seat) -> Amounts | None:
    """The payment of a seat for one tile; None if it cannot pay (monumental.explorer.1)."""
    cost = world.content.constants.military_per_explorer_tile
    return payment(world.realms[seat].supply, "military", cost)


def can_take(world: World, explorer: Explorer) -> bool:
    """True if the Explorer can take the token of its tile (monumental.explorer.4)."""
    return not explorer.marked and world.tile(explorer.place).resource is not None


def steps(world: World, seat: Seat, which: Which, tiles: int | None) -> Sequence[ExplorerAction]:
    """The next actions of an Explorer: take its tile's token, or move to a neighbour."""
    explorer = explorer_of(world.realms[seat], which)
    takes = can_take(world, explorer)
    return [*((_TAKE,) if takes else ()), *_goes(reach(world, seat, explorer, tiles))]


@cache  # a map has few tiles, and the neighbours of each are fixed
def _goes(places: tuple[Place, ...]) -> tuple[MoveTo, ...]:
    """The actions that go to these tiles."""
    return tuple(map(MoveTo, places))


def reach(world: World, seat: Seat, explorer: Explorer, tiles: int | None) -> tuple[Place, ...]:
    """The tiles to which it can go next (monumental.explorer.1, explorer.5)."""
    if tiles is None:
        cost = world.content.constants.military_per_explorer_tile
        goes = cost <= for_military(world.realms[seat].supply)
    else:
        goes = tiles > 0
    return world.content.map[world.map_id].neighbours[explorer.place] if goes else ()


def explorers(world: World, seat: Seat, military: int) -> Sequence[MoveExplorer]:
    """The Explorers that `military` can move, or that can take a token (monumental.explorer.4)."""
    if world.content.constants.military_per_explorer_tile <= military:
        return _EITHER
    own = zip(_EITHER, world.realms[seat].explorers, strict=True)
    return [action for action, explorer in own if can_take(world, explorer)]
