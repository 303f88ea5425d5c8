"""Cultus as its rulebook tells it: a second opinion on the engine's rules.

The clauses are those of rules.en.md, without the name of the game. What the printed cards show is
read from the content file as it stands there. Cells are numbered row by row from the north-west.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hako.content.cultus.actions import DrawCard, DrawNoMore
from tests.models.cultus.setup import SetUp
from tests.models.cultus.table import ADJACENT, CENTRE, ICON_OF, PLANS, SIZE, Ruler
from tests.models.model import Ask, Facts, Play


class CultusModel(SetUp):
    """The whole game."""

    def play(self) -> Play:
        yield from self.set_up()
        while True:
            yield from self.turn(self.rulers[self.active])
            if self.is_over():
                break
            self.by("end.5")
            self.active = (self.active + 1) % len(self.seats)
        self.score()

    def is_over(self) -> bool:
        """The turn that ends was the last one."""
        if not self.full_decks():
            self.by("end.1")
            return True
        if self.last_cube is None:
            return False
        if self.is_alone:
            self.by("solo.14")
            return True
        if self.last_turns is None:
            self.by("end.3")
            self.last_turns = len(self.seats) - 1
        else:
            self.last_turns -= 1
        return self.last_turns == 0

    # ------------------------------------------------------------ a turn

    def turn(self, ruler: Ruler) -> Play:
        self.turns += 1
        self.paid.clear()
        yield from self.start_phase(ruler)
        self.by("income.1")
        base = self.constant("base_income", 1)
        yield from self.gain_gold(ruler, base + len(ruler.monuments))
        yield from self.action_phase(ruler)
        yield from self.hand_phase(ruler)
        if self.is_alone:
            yield from self.enemy_phase(ruler)

    def start_phase(self, ruler: Ruler) -> Play:
        has_choice = ruler.has("industry")
        for number in range(2 if has_choice else 1):
            choices: dict[Any, str] = {
                DrawCard(deck.income): "start.1" for deck in self.full_decks()
            }
            if has_choice:
                choices[DrawNoMore()] = "monument.3"
            if number and not self.full_decks():
                break
            action = yield Ask(ruler.seat, choices)
            if action == DrawNoMore():
                break
            ruler.hand.append(self.take(self.deck(action.income)))

    def hand_phase(self, ruler: Ruler) -> Play:
        self.points = 0
        excess = max(0, len(ruler.hand) - 5)
        for _ in range(excess):
            yield from self.discard_one(ruler, "hand.1")
        lacking = ruler.lose(2 * excess)
        if lacking and ruler.cost is not None:
            self.by("hand.2")
            ruler.cost = max(0, ruler.cost - lacking)

    # ------------------------------------------------------------ the end

    def score(self) -> None:
        self.by("score.1", "score.2", "score.3", "score.4")
        self.points = 0
        for ruler in self.rulers:
            ruler.vp += 10 * len([cell for cell in ruler.monuments if cell in CENTRE])
            plan = PLANS[str(ruler.plan)]
            ruler.vp += 2 * len(self.cells_with(plan["icon"]))
            ruler.vp += 2 * len(list(self.pairs_of(set(plan["pair"]))))
        if self.is_alone:
            self.by("solo.17", "solo.18", "solo.19", "solo.20")
            icon_cells = set(self.cells_with(ICON_OF[self.enemy]))
            for cell in self.enemy_monuments:
                self.enemy_vp += 10 * (cell in CENTRE)
                self.enemy_vp += 10 * bool(icon_cells & set(ADJACENT[cell]))
            self.enemy_vp += 2 * len(icon_cells)

    def pairs_of(self, icons: set[str]) -> Iterator[tuple[int, int]]:
        """Adjacent cells that show both icons."""
        for cell in range(SIZE * SIZE):
            for other in ADJACENT[cell]:
                if cell < other and {self.icons[cell], self.icons[other]} == icons:
                    yield cell, other

    def result(self) -> Facts:
        scores = tuple(ruler.vp for ruler in self.rulers)
        if not self.is_alone:
            winners = tuple(seat for seat in self.seats if scores[seat] == max(scores))
            return {"winners": winners, "scores": scores}
        lead = scores[0] - self.enemy_vp
        ending = (
            "defeat"
            if lead < 1
            else "narrow"
            if lead < 20
            else "clear"
            if lead < 50
            else "glorious"
        )
        return {
            "winners": (0,) if lead > 0 else (),
            "scores": scores,
            "enemy": (self.enemy, self.enemy_vp),
            "ending": ending,
        }
