"""Quo Vadis, draft 27, a game by kuro: gods lead their peoples through a world of hexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, get_args

from hako.content.quo_vadis.action_notes import action_note
from hako.content.quo_vadis.actions import QuoVadisAction
from hako.content.quo_vadis.cards import AreaId, Cards
from hako.content.quo_vadis.determinization import dealt
from hako.content.quo_vadis.evaluation import evaluate, turns_left
from hako.content.quo_vadis.geometry import CellId, cells_of
from hako.content.quo_vadis.mask import SECRETS, seen_by
from hako.content.quo_vadis.quiescence import quiet_action
from hako.content.quo_vadis.scoring import parts, winner
from hako.content.quo_vadis.skill_effects import Track
from hako.content.quo_vadis.state import Player, World
from hako.content.quo_vadis.steps.setup import SetUp
from hako.content.quo_vadis.table_description import describe
from hako.content.quo_vadis.threats import threats
from hako.content.quo_vadis.variants import OPTIONS, variants_of
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import Language
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Counters, Game, Outcome, Setup
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.proven_winner import proven_winner
from hako.engine.rules.story_table import Story, StoryMoment
from hako.engine.rules.threats import Threat


class QuoVadis(Game[World]):
    """Quo Vadis (draft 27)."""

    id = "quo_vadis"
    seats = range(3, 6)
    options = OPTIONS
    actions: ClassVar[Any] = QuoVadisAction
    secrets = SECRETS
    content = Cards
    folder = Path(__file__).parent

    def new(self, setup: Setup) -> World:
        cards: Cards = setup.content
        player = Player(wrath=cards.constants.start_wrath)
        return World(
            agenda=(SetUp(),),
            content=cards,
            variants=variants_of(setup.options),
            players=(player,) * setup.seats,
        )

    def mask(self, state: World, viewer: Viewer) -> World:
        return seen_by(state, viewer)

    def determinize(self, view: World, seat: Seat, chance: Chance) -> World:
        return dealt(view, chance)

    def outcome(self, state: World) -> Outcome | None:
        if state.agenda:
            return None
        scores = tuple(player.vp for player in state.players)
        first = winner(state)
        key = "won" if scores.count(scores[first]) == 1 else "won_tie"
        return Outcome((first,), scores, LazyText(key, {"seat": first, "vp": scores[first]}))

    def terms(self, content: Any, language: str) -> Mapping[str, Mapping[Any, str]]:
        """The names of the content, and cells by their place in their tile."""
        areas = tuple(tile.id for tile in content.tiles)
        return {**super().terms(content, language), "cell": _cell_names(areas, language)}

    def evaluate(self, view: World, seat: Seat) -> float:
        return evaluate(view, seat)

    def is_last_turn(self, view: World, seat: Seat) -> bool:
        turn = view.turn
        return turn is not None and turn.seat == seat and not turns_left(view, seat)

    def quiet_action(self, view: World, seat: Seat) -> QuoVadisAction | None:
        return quiet_action(view, seat)

    def progress(self, view: World) -> tuple[int, tuple[int, ...]]:
        return max(1, view.round), tuple(sum(vp.values()) for vp in self.score_parts(view))

    def score_parts(self, view: World) -> Sequence[Mapping[str, int]]:
        return [parts(view, seat) for seat in view.seats]

    def counters(self, view: World) -> Counters:
        tracks: tuple[Track, ...] = get_args(Track)
        return {
            seat: {"vp": player.vp, **{track: player.has(track) for track in tracks}}
            for seat, player in enumerate(view.players)
        }

    def sure_winner(self, view: World) -> Seat | None:
        turn = view.turn
        is_last = turn is not None and self.is_last_turn(view, turn.seat)
        return proven_winner(self, view) if is_last else None

    def threats(self, view: World, seat: Viewer) -> Sequence[Threat]:
        return [*threats(view, seat)]

    def goal(self, view: World, seat: Viewer) -> LazyText:
        rounds = {"round": max(1, view.round), "rounds": view.variants.rounds}
        return LazyText("goal", {**self.rivalry(view, seat), **rounds})

    def action_note(self, view: World, seat: Seat, action: QuoVadisAction) -> LazyText | None:
        return action_note(view, seat, action)

    def describe(self, view: World, viewer: Viewer) -> Sequence[LazyText]:
        return describe(view)

    def story(self, moments: Sequence[StoryMoment[World]]) -> Story:
        from hako.content.quo_vadis.story_table import story  # only finished games have one

        return story(moments)


@cache
def _cell_names(areas: tuple[AreaId, ...], language: Language) -> Mapping[CellId, str]:
    """The name of each cell: its area, and its place in the tile."""
    texts = load_catalogue(language, QuoVadis.folder)
    return {
        cell: texts.text(f"cell.{cell[-1]}", area=area) for area in areas for cell in cells_of(area)
    }


GAME = QuoVadis()
