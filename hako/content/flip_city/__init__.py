"""Flip City, a game by Chih-Fan Chen: play on or stop, then buy and flip your buildings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace

from hako.content.flip_city.action_notes import action_note, goal
from hako.content.flip_city.actions import FlipCityAction
from hako.content.flip_city.cards import Cards
from hako.content.flip_city.evaluation import evaluate
from hako.content.flip_city.state import SECRETS, Board, City, Pile, Turn
from hako.content.flip_city.steps import SetUp
from hako.content.flip_city.sure_winner import sure_winner
from hako.content.flip_city.table_description import describe
from hako.content.flip_city.threats import threats
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Counters, Game, Option, Outcome, Setup
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.story_table import Story, StoryMoment
from hako.engine.rules.threats import Threat


class FlipCity(Game[City]):
    """Flip City; first published as Design Town."""

    id = "flip_city"
    seats = range(1, 5)
    options = (
        Option("office", ("off", "on"), min_seats=2),
        Option("supply", ("rulebook", "international"), min_seats=2),
    )
    actions: ClassVar[Any] = FlipCityAction
    is_won_by_score = False
    secrets = SECRETS
    content = Cards
    folder = Path(__file__).parent

    def new(self, setup: Setup) -> City:
        cards: Cards = setup.content
        start = tuple(
            sorted(face for face, count in cards.start_deck.items() for _ in range(count))
        )
        constants = cards.constants
        return City(
            agenda=(SetUp(),),
            content=cards,
            boards=tuple(Board(deck=start) for _ in range(setup.seats)),
            supply=_supply(setup, cards),
            turn=Turn(0, 0, constants.unhappy_limit, constants.build_actions),
        )

    def mask(self, state: City, viewer: Viewer) -> City:  # the same for every viewer (info.4)
        return City(
            agenda=state.agenda,
            content=state.content,
            boards=tuple(board.masked() for board in state.boards),
            supply=state.supply,
            turn=state.turn,
            removed=state.removed,
            ending=state.ending,
        )

    def determinize(self, view: City, seat: Seat, chance: Chance) -> City:
        return replace(view, boards=tuple(_dealt(board, chance) for board in view.boards))

    def outcome(self, state: City) -> Outcome | None:
        match state.ending:
            case None:
                return None
            case "lost":
                return Outcome(
                    (), (0,), LazyText("solo_lost", {"turns": state.turn.number}), counted="left"
                )
            case _ if state.is_solo:
                return Outcome(
                    (0,),
                    (state.supply_left(),),
                    _solo_result(state),
                    counted="left",
                    turns=state.turn.number,
                )
            case ending:
                seats = range(len(state.boards))
                winner = state.turn.seat
                note = LazyText(
                    f"won_by_{ending}",
                    {
                        "seat": winner,
                        "points": state.turn.points,
                        "cards": len(state.boards[winner].city),
                    },
                )
                return Outcome((winner,), tuple(state.points_owned(seat) for seat in seats), note)

    def describe(self, view: City, viewer: Viewer) -> list[LazyText]:
        return describe(view, viewer)

    def goal(self, view: City, seat: Viewer) -> LazyText:
        return goal(view, seat)

    def action_note(self, view: City, seat: Seat, action: FlipCityAction) -> LazyText:
        return action_note(view, seat, action)

    def evaluate(self, view: City, seat: Seat) -> float:
        return evaluate(view, seat)

    def sure_winner(self, view: City) -> Seat | None:
        return sure_winner(view)

    def threats(self, view: City, seat: Viewer) -> Sequence[Threat]:
        return [*threats(view, seat)]

    def progress(self, view: City) -> tuple[int, tuple[int, ...]]:
        return view.turn.number, tuple(view.points_owned(seat) for seat in range(len(view.boards)))

    def score_parts(self, view: City) -> Sequence[Mapping[str, int]]:
        if view.is_solo and view.ending is not None:
            return [{pile.face: pile.left for pile in view.supply if pile.left}]
        return [view.points_by_card(seat) for seat in range(len(view.boards))]

    def counters(self, view: City) -> Counters:
        turn = view.turn
        counters = {"money": turn.money, "turn_points": turn.points, "unhappy": turn.unhappy}
        return {turn.seat: {figure: count for figure, count in counters.items() if count}}

    def terms(self, content: Cards, language: str) -> Mapping[str, Mapping[Any, str]]:
        names = super().terms(content, language)
        return {
            **names,
            "card": names["face"],
            "part": names["face"],
            "short": {face.id: face.short.text(language) for face in content.faces},
            "rank": names["solo_rank"],
        }

    def story(self, moments: Sequence[StoryMoment[City]]) -> Story:
        from hako.content.flip_city.story_table import story  # only finished games have one

        return story(moments)


GAME = FlipCity()


def _supply(setup: Setup, cards: Cards) -> tuple[Pile, ...]:
    """The piles of the supply (flip_city.setup.5, solo.1, office.1, option.1)."""
    if setup.seats == 1:
        piles = dict(cards.supply.solo)
    elif setup.options["supply"] == "international":
        piles = dict(cards.supply.international)
    else:
        piles = dict(cards.supply.rulebook)
    if setup.options["office"] == "on":
        piles |= cards.supply.office
    return tuple(Pile(face, left) for face, left in piles.items())


def _dealt(board: Board, chance: Chance) -> Board:
    """The board with the unseen cards of its deck in random order."""
    rest = iter(chance.cards.shuffle(board.unseen))
    deck = tuple(next(rest) if face is None else face for face in board.deck)
    return replace(board, deck=deck, unseen=())


def _solo_result(state: City) -> LazyText:
    left = state.supply_left()
    rank = next((rank.id for rank in state.content.ranks if left >= rank.supply_left), None)
    return LazyText("solo_won", {"left": left, "turns": state.turn.number, "rank": rank})
