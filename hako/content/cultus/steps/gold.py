"""Gaining gold, which goes to the cost board and to the character at once."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.cultus.actions import AllotGold
from hako.content.cultus.events.turn import GoldAllotted, GoldLost
from hako.content.cultus.map_moves import splits
from hako.content.cultus.state import Town
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat


def gain(town: Town, seat: Seat, gold: int) -> Resolution[Town]:
    """Give gold to a player, who chooses the split if there is more than one."""
    ways = splits(town, seat, gold)
    if len(ways) > 1:
        yield SplitGold(seat, gold)
    else:
        yield from _allot(seat, gold, *ways[0])


def _allot(seat: Seat, gold: int, cost: int, character: int) -> Resolution[Town]:
    """Put gold on the tracks; gold that fits on neither is lost (cultus.income.3)."""
    if cost or character:
        yield GoldAllotted(seat, cost, character)
    if lost := gold - cost - character:
        yield GoldLost(seat, lost)


class SplitGold(Choice[Town, AllotGold], frozen=True):
    """A player splits gold between cost board and character."""

    clause = "cultus.income.2"

    gold: int

    def actions(self, town: Town, /) -> Sequence[AllotGold]:
        return [AllotGold(*split) for split in splits(town, self.seat, self.gold)]

    def resolve(self, town: Town, action: AllotGold, chance: Chance, /) -> Resolution[Town]:
        yield from _allot(self.seat, self.gold, action.cost, action.character)
