"""Cultus: Glorious Ruler, a game by Antony Wyatt: rebuild a town and raise its monuments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, get_args

import msgspec

from hako.content.cultus.action_notes import action_note
from hako.content.cultus.actions import CultusAction
from hako.content.cultus.cards import Cards
from hako.content.cultus.determinization import dealt
from hako.content.cultus.evaluation import evaluate
from hako.content.cultus.event_income import income
from hako.content.cultus.quiescence import quiet_action
from hako.content.cultus.scoring import parts
from hako.content.cultus.state import SECRETS, RoadsPay, Ruler, Town
from hako.content.cultus.steps.setup import SetUp
from hako.content.cultus.sure_winner import sure_winner
from hako.content.cultus.table_description import describe
from hako.content.cultus.terms import terms
from hako.content.cultus.threats import threats
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Counters, Game, Income, Opponent, Option, Outcome, Setup
from hako.engine.rules.model import Event, Seat, Viewer
from hako.engine.rules.story_table import Story, StoryMoment
from hako.engine.rules.threats import Threat

RANDOM = "random"
ENEMIES = ("balthasar", "wilhelm", "eleonora", "ruben", "claudia", "annet")
DIFFICULTIES = ("normal", "hard", "extreme")
ALONE = (1,)
"""The condition of the options for enemy and difficulty: one player (cultus.solo.2-3)."""


class Cultus(Game[Town]):
    """Cultus: Glorious Ruler."""

    id = "cultus"
    rules = 2
    seats = range(1, 5)
    options = (
        Option("enemy", (RANDOM, *ENEMIES), only_with=dict.fromkeys(ENEMIES, ALONE)),
        Option("difficulty", DIFFICULTIES, only_with=dict.fromkeys(DIFFICULTIES, ALONE)),
        Option("roads", get_args(RoadsPay)),
    )
    actions: ClassVar[Any] = CultusAction
    secrets = SECRETS
    content = Cards
    folder = Path(__file__).parent

    def new(self, setup: Setup) -> Town:
        cards: Cards = setup.content
        return Town(
            agenda=(SetUp(setup.options["enemy"], setup.options["difficulty"]),),
            content=cards,
            rulers=tuple(Ruler() for _ in range(setup.seats)),
            icons=(None,) * len(cards.geometry.cells),
            roads_pay=msgspec.convert(setup.options["roads"], RoadsPay),
        )

    def mask(self, state: Town, viewer: Viewer) -> Town:
        return state.masked(viewer)

    def determinize(self, view: Town, seat: Seat, chance: Chance) -> Town:
        return dealt(view, seat, chance)

    def outcome(self, state: Town) -> Outcome | None:
        if state.agenda:
            return None
        scores = tuple(ruler.vp for ruler in state.rulers)
        if state.is_solo:
            return _against_enemy(state, scores)
        most = max(scores)
        winners = tuple(seat for seat, vp in enumerate(scores) if vp == most)
        how = LazyText("won" if len(winners) == 1 else "shared", {"seats": winners, "vp": most})
        return Outcome(winners, scores, how)

    def evaluate(self, view: Town, seat: Seat) -> float:
        return evaluate(view, seat)

    def quiet_action(self, view: Town, seat: Seat) -> CultusAction | None:
        return quiet_action(view, seat)

    def progress(self, view: Town) -> tuple[int, tuple[int, ...]]:
        breakdowns = self.score_parts(view.masked(None))
        return max(1, view.turn.number), tuple(
            sum(points or 0 for points in breakdown.values()) for breakdown in breakdowns
        )

    def score_parts(self, view: Town) -> Sequence[Mapping[str, int | None]]:
        return parts(view)

    def counters(self, view: Town) -> Counters:
        return {
            seat: {"vp": ruler.vp, "cost": ruler.cost or 0, "character": ruler.character_gold}
            for seat, ruler in enumerate(view.rulers)
        }

    def sure_winner(self, view: Town) -> Seat | None:
        return sure_winner(view)

    def threats(self, view: Town, seat: Viewer) -> Sequence[Threat]:
        return [*threats(view, seat)]

    def goal(self, view: Town, seat: Viewer) -> LazyText:
        rivalry = self.rivalry(view, seat)
        if view.last_cube is not None and not view.is_solo:
            return LazyText("goal_last", rivalry)
        values = {**rivalry, "cards": view.cards_in_decks()}
        gold = None if seat is None else view.rulers[seat].cost
        if gold is None:
            return LazyText("goal_cards", values)
        missing = max(0, view.content.constants.monument_price - gold)
        return LazyText("goal" if missing else "goal_paid", {**values, "missing": missing})

    def action_note(self, view: Town, seat: Seat, action: CultusAction) -> LazyText | None:
        return action_note(view, seat, action)

    def income(self, event: Event[Town]) -> Income | None:
        return income(event)

    def story(self, moments: Sequence[StoryMoment[Town]]) -> Story:
        from hako.content.cultus.story_table import story  # only finished games have one

        return story(moments)

    def describe(self, view: Town, viewer: Viewer) -> Sequence[LazyText]:
        return describe(view, viewer)

    def terms(self, content: Cards, language: str) -> Mapping[str, Mapping[Any, str]]:
        return terms(content, super().terms(content, language), language)


def _against_enemy(town: Town, scores: tuple[int, ...]) -> Outcome:
    """The outcome of a solo game; a tie is a defeat (cultus.solo.20)."""
    (vp,) = scores
    foe = town.foe
    ending = town.content.ending(vp - foe.vp)
    values = {"vp": vp, "enemy": foe.id, "enemy_vp": foe.vp, "ending": f"{foe.id}.{ending.id}"}
    winners = (0,) if vp > foe.vp else ()
    enemy = Opponent(foe.id, "character", foe.vp)
    return Outcome(winners, scores, LazyText(f"solo_{ending.id}", values), (enemy,))


GAME = Cultus()
