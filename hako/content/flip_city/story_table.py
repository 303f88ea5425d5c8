"""The story of a game of Flip City: the turn that won, and the turns of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from msgspec import Struct

from hako.content.flip_city.cards import FaceId
from hako.content.flip_city.events import (
    CardBought,
    CardDeveloped,
    CardPlayed,
    CardUpgraded,
    GameWon,
    PointsGained,
    TurnBegan,
    TurnBusted,
)
from hako.content.flip_city.state import City
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat
from hako.engine.rules.story_table import Story, StoryBand, StoryCell, StoryMoment, StoryRow


class _Turn(Struct):
    """A turn of a seat."""

    seat: Seat
    number: int
    cards: list[tuple[FaceId, int]] = []
    """The cards played, each with its points, those of its effects included."""
    before: int = 0
    """Points of cards recycled before the first card; they count with it."""
    busted: bool = False
    bought: int = 0
    flipped: int = 0

    def play(self, card: FaceId, points: int) -> None:
        """Add a card with the points on it."""
        self.cards.append((card, points + self.before))
        self.before = 0

    def gain(self, amount: int) -> None:
        """Add points of an effect or a recycled card to the last card, or to the first to come."""
        if not self.cards:
            self.before += amount
            return
        card, points = self.cards[-1]
        self.cards[-1] = card, points + amount

    @property
    def points(self) -> int:
        return 0 if self.busted else sum(points for _, points in self.cards)


def story(moments: Sequence[StoryMoment[City]]) -> Story:
    """The turn that won card by card, and what the turns of each seat came to."""
    turns = _turns(moments)
    city = moments[-1].after
    won = any(isinstance(event, GameWon) and event.by == "points" for event in moments[-1].events)
    winning = [_winning_turn(turns[-1])] if won and turns else []
    return [*winning, _all_turns(turns, city, moments)]


def _turns(moments: Sequence[StoryMoment[City]]) -> list[_Turn]:
    turns: list[_Turn] = []
    face = moments[-1].after.content.face
    for moment in moments:
        for event in moment.events:
            match event:
                case TurnBegan(seat=seat, number=number):
                    turns.append(_Turn(seat, number))
                case CardPlayed(face=card) if turns:
                    turns[-1].play(card, face[card].points)
                case PointsGained(amount=amount) if turns:
                    turns[-1].gain(amount)
                case TurnBusted() if turns:
                    turns[-1].busted = True
                case CardBought() if turns:
                    turns[-1].bought += 1
                case CardDeveloped() if turns:
                    turns[-1].bought += 1
                    turns[-1].flipped += 1
                case CardUpgraded() if turns:
                    turns[-1].flipped += 1
    return turns


def _winning_turn(turn: _Turn) -> StoryBand:
    """The cards of the last turn, and below each the points with it."""
    names = tuple((LazyText("story_card", {"face": card}),) for card, _ in turn.cards)
    sums = accumulate(points for _, points in turn.cards)
    title = LazyText("story_winning_turn", {"turn": turn.number, "count": len(turn.cards)})
    return StoryBand(
        title,
        (
            StoryRow(turn.seat, names),
            StoryRow(LazyText("story_sum"), tuple((f"{points}★",) for points in sums)),
        ),
    )


def _all_turns(
    turns: Sequence[_Turn], city: City, moments: Sequence[StoryMoment[City]]
) -> StoryBand:
    """A row for each seat: best turn, busts, buildings bought and flipped, from when it could win."""
    keys = ("best", "busts", "bought", "flipped", "ready")
    heads = tuple((LazyText(f"story_{key}"),) for key in keys)
    rows = tuple(_row(seat, turns, moments) for seat in range(len(city.boards)))
    return StoryBand(LazyText("story_turns"), rows, heads)


def _row(seat: Seat, turns: Sequence[_Turn], moments: Sequence[StoryMoment[City]]) -> StoryRow:
    own = [turn for turn in turns if turn.seat == seat]
    best = max(own, key=lambda turn: turn.points, default=None)
    cells: list[StoryCell] = [
        (f"{best.points}★",) if best is not None else ("--",),
        (str(sum(turn.busted for turn in own)),),
        (str(sum(turn.bought for turn in own)),),
        (str(sum(turn.flipped for turn in own)),),
        _ready(seat, moments),
    ]
    return StoryRow(seat, tuple(cells))


def _ready(seat: Seat, moments: Sequence[StoryMoment[City]]) -> StoryCell:
    """The first turn in which the seat owned enough points to win with them; a dash for none."""
    wanted = moments[0].after.content.constants.points_to_win
    for moment in moments:
        if sum(moment.after.points_by_card(seat).values()) >= wanted:
            return (LazyText("story_from_turn", {"turn": moment.turn}),)
    return ("--",)
