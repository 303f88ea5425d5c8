"""Monumental, a game by Matthew Dunstan: a City of nine cards, Wonders, and a map of Provinces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import asdict, replace

from hako.content.monumental.action_notes import action_note
from hako.content.monumental.actions import MonumentalAction
from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.card_types import Level
from hako.content.monumental.cards.effects import RESOURCES
from hako.content.monumental.evaluation import evaluate
from hako.content.monumental.outcome import outcome
from hako.content.monumental.quiescence import quiesce
from hako.content.monumental.scoring import Score, leaders, scores
from hako.content.monumental.state import SECRETS, Automa, World, chosen_map
from hako.content.monumental.steps.setup import Plan, SetUp
from hako.content.monumental.sure_winner import sure_winner
from hako.content.monumental.table_description import describe
from hako.content.monumental.terms import terms
from hako.content.monumental.threats import control, threats
from hako.content.monumental.time_left import is_ahead
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Counters, Game, Leaders, Option, Outcome, Setup
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.proven_winner import proven_winner
from hako.engine.rules.story_table import Story, StoryMoment
from hako.engine.rules.threats import Controls, Threat

SOLO = (1,)
"""Only the solo game has an Automa."""

FEWER_THAN_FIVE = (1, 2, 3, 4)
"""Five players have one map, and need the Lost Kingdoms cards anyway (monumental.opt.1, opt.3)."""

LEVELS: Mapping[str, Level] = {"normal": "normal", "easy": "easy", "hard": "hard"}
"""The Automa's levels by the value of the option; the first is the default."""


class Monumental(Game[World]):
    """Monumental."""

    id = "monumental"
    seats = range(1, 6)
    options = (
        Option("mode", ("sequential", "classic"), min_seats=2),
        Option("map", ("pastures", "clash"), only_with={"clash": FEWER_THAN_FIVE}),
        Option("civilizations", ("random", "chosen")),
        Option("heroes", ("off", "on")),
        Option("monsters", ("off", "on")),
        Option("renaissance", ("off", "on")),
        Option("mix_lost_kingdoms", ("off", "on"), only_with={"on": FEWER_THAN_FIVE}),
        Option("automa", tuple(LEVELS), only_with={"easy": SOLO, "hard": SOLO}),
    )
    actions: ClassVar[Any] = MonumentalAction
    secrets = SECRETS
    content = Cards
    folder = Path(__file__).parent

    def new(self, setup: Setup) -> World:
        content: Cards = setup.content
        options, seats = setup.options, setup.seats
        plan = Plan(
            picks=options["civilizations"] == "chosen",
            heroes=options["heroes"] == "on",
            monsters=options["monsters"] == "on",
            renaissance=options["renaissance"] == "on",
            mix=options["mix_lost_kingdoms"] == "on",
        )
        alone = seats == 1
        return World(
            agenda=(SetUp(plan),),
            content=content,
            mode="classic" if alone or options["mode"] == "classic" else "sequential",
            map_id=chosen_map(content, seats, options["map"]),
            players=seats,
            automa=Automa(LEVELS[options["automa"]]) if alone else None,
        )

    def mask(self, state: World, viewer: Viewer) -> World:
        return World(
            agenda=state.agenda,
            content=state.content,
            mode=state.mode,
            map_id=state.map_id,
            players=state.players,
            realms=tuple(realm.masked() for realm in state.realms),
            tiles=state.tiles,
            tokens=state.tokens.masked(),
            layers=tuple(layer.masked(state.content) for layer in state.layers),
            display=state.display,
            taken=state.taken,
            removed=state.removed,
            basics=state.basics,
            market=state.market,
            round=state.round,
            phase=state.phase,
            start_player=state.start_player,
            turn=state.turn,
            last_round=state.last_round,
            heroes=state.heroes,
            heroes_aside=state.heroes_aside.masked(),
            lairs=state.lairs,
            automa=None if state.automa is None else state.automa.masked(),
            bonuses=state.bonuses,
        )

    def determinize(self, view: World, seat: Seat, chance: Chance) -> World:
        content, stream = view.content, chance.cards
        return replace(
            view,
            realms=tuple(realm.dealt(stream) for realm in view.realms),
            tokens=view.tokens.dealt(content, (tile.site for tile in view.tiles), stream),
            layers=tuple(layer.dealt(content, stream) for layer in view.layers),
            heroes_aside=view.heroes_aside.dealt(stream),
            automa=None if view.automa is None else view.automa.dealt(stream),
        )

    def outcome(self, state: World) -> Outcome | None:
        return outcome(state)

    def evaluate(self, view: World, seat: Seat) -> float:
        return evaluate(view, seat)

    def is_last_turn(self, view: World, seat: Seat) -> bool:
        return view.is_last_round() and not is_ahead(view, seat)

    def quiet_action(self, view: World, seat: Seat) -> MonumentalAction | None:
        return quiesce(view)

    def progress(self, view: World) -> tuple[int, tuple[int, ...]]:
        return max(1, view.round), tuple(sum(parts.values()) for parts in self.score_parts(view))

    def score_parts(self, view: World) -> Sequence[Mapping[str, int]]:
        everybody = view.players + (view.automa is not None)
        points = scores(view) if view.round else (Score(0, 0, 0, 0),) * everybody
        return [asdict(score) for score in points]

    def leaders(self, view: World) -> Leaders:
        return leaders(view) if view.round else {}

    def counters(self, view: World) -> Counters:
        return {
            seat: {resource: realm.supply.of(resource) for resource in RESOURCES}
            for seat, realm in enumerate(view.realms)
        }

    def sure_winner(self, view: World) -> Seat | None:
        if not view.is_last_round():
            return None
        winner = sure_winner(view)
        return proven_winner(self, view) if winner is None else winner

    def control(self, view: World) -> Controls:
        return control(view)

    def threats(self, view: World, seat: Viewer) -> Sequence[Threat]:
        return [*threats(view, seat)]

    def goal(self, view: World, seat: Viewer) -> LazyText:
        if not view.round:  # the deck is dealt after the civilizations are chosen
            return LazyText("goal_setup")
        rivalry = self.rivalry(view, seat)
        if view.last_round is not None:
            return LazyText("goal_last" if view.is_last_round() else "goal_next", rivalry)
        constants, is_sequential = view.content.constants, view.mode == "sequential"
        kept = constants.sequential_deck_threshold if is_sequential else 0
        return LazyText("goal", {**rivalry, "cards": max(0, view.deck_left() - kept)})

    def action_note(self, view: World, seat: Seat, action: MonumentalAction) -> LazyText | None:
        return action_note(view, seat, action)

    def describe(self, view: World, viewer: Viewer) -> Sequence[LazyText]:
        return describe(view)

    def side(self, view: World, seat: Seat) -> str:
        return view.realms[seat].civilization

    def terms(self, content: Cards, language: str) -> Mapping[str, Mapping[Any, str]]:
        return terms(content, super().terms(content, language), language)

    def story(self, moments: Sequence[StoryMoment[World]]) -> Story:
        from hako.content.monumental.story_table import story  # only finished games have one

        return story(moments)


GAME = Monumental()
