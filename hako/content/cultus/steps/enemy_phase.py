"""The enemy phase of the solo game, and the effects of the six enemies."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.cultus.actions import DrawCard, GatherAction, LeaveMonument, PushMonument
from hako.content.cultus.cards import (
    CountNeighbours,
    DrawAndCountDiscards,
    EmptyCharacter,
    EmptyCostBoard,
    Gather,
    PushAndCountIcons,
)
from hako.content.cultus.events.monuments import EnemyMonumentMoved, MonumentMoved
from hako.content.cultus.events.solo_enemy import (
    CharacterEmptied,
    CostBoardEmptied,
    EnemyAdvanced,
    EnemyReturned,
    EnemyScored,
    MonumentStayed,
    TopCardDiscarded,
    VpLost,
)
from hako.content.cultus.events.turn import PhaseBegan
from hako.content.cultus.geometry import Cell
from hako.content.cultus.map_moves import inward_steps, outward_steps
from hako.content.cultus.scoring import effect_counts
from hako.content.cultus.state import Town
from hako.content.cultus.steps.drawing import draw, turn_if_empty
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Choice, Resolution, Seat, Step, known


class EnemyPhase(Step[Town, None], frozen=True):
    """The enemy takes a card, and its cube advances; the last space triggers its effect."""

    clause = "cultus.solo.11"

    seat: Seat

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        foe = town.foe
        town = yield PhaseBegan("enemy")
        for income in town.decks()[:1]:
            town = yield TopCardDiscarded(income, known(town.space(income).deck[0]))
            yield from turn_if_empty(town, income)
        yield EnemyAdvanced(foe.id, foe.track + 1)
        if foe.track + 1 == town.content.enemy[foe.id].track:
            yield EnemyEffect(self.seat)


class EnemyEffect(Step[Town, None], frozen=True):
    """The enemy's effect: it first acts on the player, then counts."""

    clause = "cultus.solo.12"

    seat: Seat

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        ruler = town.rulers[self.seat]
        match town.content.enemy[town.foe.id].effect:
            case DrawAndCountDiscards():
                yield EnemyDraws(self.seat, ruler.stock)
            case CountNeighbours():
                pass
            case EmptyCostBoard():
                if ruler.cost:
                    yield CostBoardEmptied(self.seat, ruler.cost)
            case PushAndCountIcons():
                if pushes(town, self.seat):
                    yield PushAway(self.seat)
            case EmptyCharacter(loss=loss):
                if ruler.character_gold:
                    yield CharacterEmptied(self.seat, ruler.character_gold)
                elif lost := min(loss, ruler.vp):
                    yield VpLost(self.seat, lost)
            case Gather():
                yield GatherRest(self.seat, town.foe.monuments)
        yield CountForEnemy()


class CountForEnemy(Step[Town, None], frozen=True):
    """The enemy scores the number that its effect counts, and its cube goes back to 0."""

    clause = "cultus.solo.12"

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        enemy, count = town.foe.id, effect_counts(town)
        yield EnemyScored(enemy, count, count * town.content.enemy[enemy].effect.vp)
        yield EnemyReturned(enemy)


# ------------------------------------------------------------ Balthasar


class EnemyDraws(Step[Town, None], frozen=True):
    """The player has to draw cards, while there are any (cultus.enemy.1)."""

    clause = "cultus.enemy.1"

    seat: Seat
    left: int

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        if self.left and town.decks():
            yield DrawForEnemy(self.seat, self.left)


class DrawForEnemy(Choice[Town, DrawCard], frozen=True):
    """The player chooses a deck to draw from."""

    clause = "cultus.enemy.1"

    left: int

    def actions(self, town: Town, /) -> Sequence[DrawCard]:
        return [DrawCard(income) for income in town.decks()]

    def resolve(self, town: Town, action: DrawCard, chance: Chance, /) -> Resolution[Town]:
        yield from draw(town, self.seat, action.income)
        yield EnemyDraws(self.seat, self.left - 1)


# ------------------------------------------------------------ Ruben


def pushes(town: Town, seat: Seat) -> list[PushMonument]:
    """The pushes of own monuments away from the centre (cultus.enemy.5)."""
    own = dict.fromkeys(town.rulers[seat].monuments)
    return [PushMonument(cell, to) for cell in own for to in outward_steps(town, cell)]


class PushAway(Choice[Town, PushMonument], frozen=True):
    """The player pushes an own monument away from the centre."""

    clause = "cultus.enemy.5"

    def actions(self, town: Town, /) -> Sequence[PushMonument]:
        return pushes(town, self.seat)

    def resolve(self, town: Town, action: PushMonument, chance: Chance, /) -> Resolution[Town]:
        yield MonumentMoved(self.seat, action.cell, action.to)


# ------------------------------------------------------------ Annet


class GatherRest(Step[Town, None], frozen=True):
    """The monuments not yet moved go to the centre, as long as one of them can."""

    clause = "cultus.enemy.7"

    seat: Seat
    rest: tuple[Cell, ...]

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        if any(inward_steps(town, cell) for cell in self.rest):
            yield GatherNext(self.seat, self.rest)


class GatherNext(Choice[Town, GatherAction], frozen=True):
    """The player chooses the next monument and its step."""

    clause = "cultus.enemy.7"

    rest: tuple[Cell, ...]

    def actions(self, town: Town, /) -> Sequence[GatherAction]:
        cells = dict.fromkeys(self.rest)
        moves = [PushMonument(cell, to) for cell in cells for to in inward_steps(town, cell)]
        stays = [
            LeaveMonument(cell)
            for cell in cells
            if town.geometry.inwards[cell] and not inward_steps(town, cell)
        ]
        return [*moves, *stays]

    def resolve(self, town: Town, action: GatherAction, chance: Chance, /) -> Resolution[Town]:
        match action:
            case PushMonument(cell, to):
                yield EnemyMonumentMoved(cell, to)
            case LeaveMonument(cell):
                yield MonumentStayed(cell)
        place = self.rest.index(action.cell)
        yield GatherRest(self.seat, (*self.rest[:place], *self.rest[place + 1 :]))
