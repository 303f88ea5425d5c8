"""World Monger, a game by Terashima Yoshito: invest in civilizations that nobody owns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace

from hako.content.world_monger.action_notes import action_note
from hako.content.world_monger.actions import WorldMongerAction
from hako.content.world_monger.cards import Cards
from hako.content.world_monger.control import control
from hako.content.world_monger.evaluation import evaluate
from hako.content.world_monger.event_income import income
from hako.content.world_monger.net_worth import best_sale, is_ending, net_worth, worth
from hako.content.world_monger.quiescence import quiet_action
from hako.content.world_monger.state import COINS, SECRETS, World, quote
from hako.content.world_monger.steps.setup import SetUp
from hako.content.world_monger.sure_winner import sure_winner
from hako.content.world_monger.table_description import describe
from hako.content.world_monger.threats import threats
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Counters, Game, Income, Option, Outcome, Setup
from hako.engine.rules.model import Event, Seat, Viewer
from hako.engine.rules.story_table import Story, StoryMoment
from hako.engine.rules.threats import Controls, Threat

RANDOM = "random"
SCENARIOS = ("first_game", "alexander", "ooparts", "eastern_world")
SCENARIO_SEATS = (3, 4)
"""Scenarios have four civilizations (world_monger.setup.4)."""
PLACES = ("1", "2", "3", "4", "5", "6")
PHASE_END = "phase_end"
"""Dividends are paid once all civilizations have had their turns (world_monger.dividend.3)."""


class WorldMonger(Game[World]):
    """World Monger."""

    id = "world_monger"
    seats = range(2, 7)
    options = (
        Option(
            "civilizations",
            (RANDOM, *SCENARIOS, "chosen"),
            only_with=dict.fromkeys(SCENARIOS, SCENARIO_SEATS),
        ),
        Option(
            "start_player",
            (RANDOM, *PLACES),
            only_with={place: tuple(range(int(place), 7)) for place in PLACES},
        ),
        Option("ledger", ("off", "on")),
        Option("dividends", ("each_turn", PHASE_END)),
    )
    actions: ClassVar[Any] = WorldMongerAction
    secrets = SECRETS
    content = Cards
    folder = Path(__file__).parent

    def new(self, setup: Setup) -> World:
        cards: Cards = setup.content
        place = setup.options["start_player"]
        start_player = None if place == RANDOM else int(place) - 1
        return World(
            agenda=(SetUp(setup.options["civilizations"], start_player),),
            content=cards,
            coins=(cards.constants.start_coins,) * setup.seats,
            has_ledger=setup.options["ledger"] == "on",
            pays_at_phase_end=setup.options["dividends"] == PHASE_END,
        )

    def mask(self, state: World, viewer: Viewer) -> World:
        return World(
            agenda=state.agenda,
            content=state.content,
            coins=state.coins,
            has_ledger=state.has_ledger,
            civilizations=tuple(
                [civilization.masked(viewer) for civilization in state.civilizations]
            ),
            supply=state.supply,
            start_player=state.start_player,
            round=state.round,
            phase=state.phase,
            final_round=state.final_round,
            prices=state.prices,
            end_values=state.end_values,
            cashed=state.cashed,
            pays_at_phase_end=state.pays_at_phase_end,
        )

    def determinize(self, view: World, seat: Seat, chance: Chance) -> World:
        dealt = tuple(civilization.dealt(seat, chance) for civilization in view.civilizations)
        return replace(view, civilizations=dealt)

    def outcome(self, state: World) -> Outcome | None:
        if state.agenda:
            return None
        most = max(state.coins)
        winners = tuple(seat for seat, coins in enumerate(state.coins) if coins == most)
        how = LazyText("won" if len(winners) == 1 else "shared", {"seats": winners, "coins": most})
        return Outcome(winners, state.coins, how)

    def evaluate(self, view: World, seat: Seat) -> float:
        return evaluate(view, seat)

    def quiet_action(self, view: World, seat: Seat) -> WorldMongerAction | None:
        return quiet_action(view, seat)

    def progress(self, view: World) -> tuple[int, tuple[int, ...]]:
        return max(1, view.round), tuple(net_worth(view, seat) for seat in view.seats)

    def score_parts(self, view: World) -> Sequence[Mapping[str, int]]:
        return [worth(view, seat) for seat in view.seats]

    def part_note(self, before: World, after: World, seat: Seat, part: str) -> LazyText | None:
        for at, civilization in enumerate(after.civilizations):
            if civilization.id == part:
                prices = quote(before, at), quote(after, at)
                held = before.civilizations[at].shares[seat], civilization.shares[seat]
                values = {"had": held[0], "count": held[1], "before": prices[0], "now": prices[1]}
                if held[1] and is_ending(after):
                    return LazyText(
                        "held_best" if best_sale(after, seat) == at else "held_rest", values
                    )
                if not held[1] or held[0] == held[1]:
                    return LazyText("held", values)
                is_same = prices[0] == prices[1]
                return LazyText("held_traded" if is_same else "held_traded_and_moved", values)
        return None

    def counters(self, view: World) -> Counters:
        prices = {
            civilization.id: quote(view, at) for at, civilization in enumerate(view.civilizations)
        }
        return {**{seat: {COINS: view.coins[seat]} for seat in view.seats}, None: prices}

    def sure_winner(self, view: World) -> Seat | None:
        return sure_winner(view)

    def control(self, view: World) -> Controls:
        return control(view)

    def threats(self, view: World, seat: Viewer) -> Sequence[Threat]:
        return [*threats(view, seat)]

    def goal(self, view: World, seat: Viewer) -> LazyText:
        rivalry = self.rivalry(view, seat)
        if view.final_round is not None:
            return LazyText("goal_last" if view.round >= view.final_round else "goal_next", rivalry)
        wanted = view.content.constants.final_empty_piles
        return LazyText("goal", {**rivalry, "empty": view.empty_piles(), "wanted": wanted})

    def action_note(self, view: World, seat: Seat, action: WorldMongerAction) -> LazyText | None:
        return action_note(view, seat, action)

    def describe(self, view: World, viewer: Viewer) -> Sequence[LazyText]:
        return describe(view)

    def terms(self, content: Cards, language: str) -> Mapping[str, Mapping[Any, str]]:
        cards, civilizations = content.card.values(), content.civilizations
        names = super().terms(content, language)
        return {
            **names,
            "card": {**names["culture"], **names["share"]},
            "short_card": {card.id: card.short.text(language) for card in cards},
            "phrase": {card.id: (card.phrase or card.name).text(language) for card in cards},
            "part": names["civilization"],
            "figure": names["civilization"],
            "short_civilization": {
                civilization.id: civilization.short.text(language) for civilization in civilizations
            },
        }

    def income(self, event: Event[World]) -> Income | None:
        return income(event)

    def story(self, moments: Sequence[StoryMoment[World]]) -> Story:
        from hako.content.world_monger.story_table import story  # only finished games have one

        return story(moments)


GAME = WorldMonger()
