"""The six enemies of Cultus, for those who play alone."""

from __future__ import annotations

from typing import Any

from hako.content.cultus.actions import DrawCard, LeaveMonument, PushMonument
from tests.models.cultus.actions import Actions
from tests.models.cultus.table import ADJACENT, CENTRE, INCOME, TRACKS, Ruler, from_middle
from tests.models.model import Ask, Play


class Enemies(Actions):
    """The enemy phase."""

    def enemy_phase(self, ruler: Ruler) -> Play:
        self.by("solo.11", "solo.12")
        for deck in self.full_decks()[:1]:
            self.discard.append(self.take(deck))
        self.enemy_track += 1
        if self.enemy_track == TRACKS[self.enemy]:
            match self.enemy:
                case "balthasar":
                    yield from self.balthasar(ruler)
                case "wilhelm":
                    self.wilhelm()
                case "eleonora":
                    self.eleonora(ruler)
                case "ruben":
                    yield from self.ruben(ruler)
                case "claudia":
                    self.claudia(ruler)
                case _:
                    yield from self.annet()
            self.enemy_track = 0

    def balthasar(self, ruler: Ruler) -> Play:
        for _ in range(ruler.stock):
            decks = self.full_decks()
            if decks:
                action = yield Ask(0, {DrawCard(deck.income): "enemy.1" for deck in decks})
                ruler.hand.append(self.take(self.deck(action.income)))
        self.enemy_vp += 3 * len(self.discard)

    def wilhelm(self) -> None:
        self.by("enemy.3")
        monuments = self.monuments()
        beside = [cell for cell in monuments if set(ADJACENT[cell]) & set(monuments)]
        self.enemy_vp += 2 * len(beside)

    def eleonora(self, ruler: Ruler) -> None:
        self.by("enemy.4")
        if ruler.cost is not None:
            ruler.cost = 0
        self.enemy_vp += 16 * ruler.stock

    def pushes(self, cell: int, sign: int) -> list[int]:
        """enemy.8: steps away from the middle (1) or towards it (-1)."""
        return [
            to
            for to in ADJACENT[cell]
            if (from_middle(to) - from_middle(cell)) * sign > 0
            and self.icons[to]
            and to not in self.monuments()
        ]

    def ruben(self, ruler: Ruler) -> Play:
        choices: dict[Any, str] = {
            PushMonument(cell, to): "enemy.5"
            for cell in ruler.monuments
            for to in self.pushes(cell, 1)
        }
        if choices:
            action = yield Ask(0, choices)
            ruler.monuments[ruler.monuments.index(action.cell)] = action.to
        self.by("enemy.5")
        for cell in self.enemy_monuments:
            icons = {self.icons[beside] for beside in ADJACENT[cell]} - {None}
            self.enemy_vp += 4 * len(icons)

    def claudia(self, ruler: Ruler) -> None:
        self.by("enemy.6")
        if ruler.gold:
            ruler.gold = 0
        else:
            ruler.lose(5)
        for deck in self.full_decks()[:1]:
            self.enemy_vp += 4 * len(self.cells_with(*INCOME[deck.income]))

    def annet(self) -> Play:
        cells = self.enemy_monuments
        waiting = [place for place in range(len(cells)) if cells[place] not in CENTRE]  # enemy.8
        while waiting:
            choices: dict[Any, str] = {}
            for place in waiting:
                cell = self.enemy_monuments[place]
                ways = self.pushes(cell, -1)
                choices |= {PushMonument(cell, to): "enemy.7" for to in ways}
                if not ways:
                    choices[LeaveMonument(cell)] = "enemy.7"
            if not any(isinstance(action, PushMonument) for action in choices):
                break  # none of the others can step, whatever the order
            action = yield Ask(0, choices)
            place = next(place for place in waiting if self.enemy_monuments[place] == action.cell)
            waiting.remove(place)
            if isinstance(action, PushMonument):
                self.enemy_monuments[place] = action.to
        self.by("enemy.7")
        self.enemy_vp += 6 * len([cell for cell in self.enemy_monuments if cell in CENTRE])
