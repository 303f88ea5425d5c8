"""Statistics of players over stored games. Only finished games count as won or lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct, field

from hako.engine.lab.summary import Distribution, Proportion, margin, share, spread
from hako.engine.log.header import Player
from hako.engine.rules.model import Seat
from hako.engine.storage.save_index import ABANDONED_SECONDS, SavedGame, SeatAccuracy

PERSON = "person"
"""The level that stands for a person."""

OpponentKind: TypeAlias = Literal["players", "seat", "against", "side"]


class WinCount(Struct, frozen=True):
    """The share of games of one kind that were won."""

    kind: OpponentKind
    group: tuple[str, ...] = field(name="what")
    """By `kind`: the number of players; the seat, 1-based, and that number; the levels of the
    opponents, with PERSON for people; the side that was played."""
    wins: Proportion


class Month(Struct, frozen=True):
    """The quality of play in the reviewed games of a month."""

    month: str
    """Such as 2026-11, in UTC."""
    games: int
    turns: int
    lost: float
    """The mean loss of win probability of a decision, in percentage points."""
    error: float | None
    """Half the confidence interval of `lost`; see summary.margin."""


class GameStatistics(Struct, frozen=True):
    """The results of a player in one game."""

    game: str
    wins: Proportion
    """Wins in finished games, shared ones included."""
    in_a_row: int
    """The length of the current streak: above 0 of wins, below 0 of other results."""
    most_in_a_row: int
    """The longest streak of wins."""
    scores: Distribution
    unfinished: int
    """Games neither finished nor given up; they count nowhere else."""
    given_up: int
    """Games closed early or not continued for ABANDONED_SECONDS; they count nowhere else."""
    tallies: tuple[WinCount, ...]
    months: tuple[Month, ...]


class Statistics(Struct, frozen=True):
    """The results of a player."""

    name: str
    games: tuple[GameStatistics, ...]
    """The games, the most played first."""

    @property
    def over(self) -> int:
        """The number of finished games."""
        return sum(game.wins.of for game in self.games)


class _Participation(NamedTuple):
    """A player on a seat of a game."""

    seat: Seat
    game: SavedGame

    @property
    def won(self) -> bool:
        return self.seat in (self.game.winners or ())

    @property
    def score(self) -> int:
        return (self.game.scores or ())[self.seat]

    @property
    def side(self) -> tuple[str, ...]:
        """The side that was played; nothing where a game has none."""
        return self.game.sides[self.seat : self.seat + 1]

    @property
    def table_size(self) -> str:
        """The number of players, as text."""
        return str(len(self.game.players))

    @property
    def judged(self) -> SeatAccuracy | None:
        return self.game.judged[self.seat] if self.game.judged else None


def statistics(
    games: Iterable[SavedGame], name_of: Callable[[Player], str | None], now: float
) -> list[Statistics]:
    """The statistics of all players, the one with the most finished games first.

    Lessons do not count, nor do retried games, whose course is known, nor a game for a player
    with several of its seats, who wins and loses at once.

    `name_of` returns the name under which a player counts, or None; `now` is in seconds since 1970.
    """
    participations: dict[str, dict[str, list[_Participation]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for game in sorted(games, key=lambda game: game.played):
        if game.lesson is not None or game.tried_again:
            continue
        names = [name_of(player) for player in game.players]
        for seat, name in enumerate(names):
            if name is not None and names.count(name) == 1:
                participations[name][game.game].append(_Participation(seat, game))
    everybody = (_of_person(name, played, now) for name, played in participations.items())
    return sorted(everybody, key=lambda person: -person.over)


def _of_person(name: str, played: dict[str, list[_Participation]], now: float) -> Statistics:
    games = (_of_game(game, sat, now) for game, sat in played.items())
    return Statistics(name, tuple(sorted(games, key=lambda game: -game.wins.of)))


def _of_game(game: str, sat: Sequence[_Participation], now: float) -> GameStatistics:
    over = [participation for participation in sat if participation.game.winners is not None]
    others = [participation.game for participation in sat if participation.game.winners is None]
    given_up = sum(game.given_up or now - game.played > ABANDONED_SECONDS for game in others)
    runs = [(won, len([*run])) for won, run in groupby(participation.won for participation in over)]
    won, last = runs[-1] if runs else (True, 0)
    return GameStatistics(
        game=game,
        wins=_wins(over),
        in_a_row=last if won else -last,
        most_in_a_row=max((length for won, length in runs if won), default=0),
        scores=spread([participation.score for participation in over]),
        unfinished=len(others) - given_up,
        given_up=given_up,
        tallies=tuple(_tallies(over)),
        months=tuple(_months(over)),
    )


def _wins(sat: Sequence[_Participation]) -> Proportion:
    return share(sum(participation.won for participation in sat), len(sat))


def _tallies(over: Sequence[_Participation]) -> Iterator[WinCount]:
    kinds: tuple[tuple[OpponentKind, Callable[[_Participation], tuple[str, ...]]], ...] = (
        ("players", lambda participation: (participation.table_size,)),
        ("seat", lambda participation: (str(participation.seat + 1), participation.table_size)),
        ("against", _met),
        ("side", lambda participation: participation.side),
    )
    for kind, group_of in kinds:
        groups: dict[tuple[str, ...], list[_Participation]] = defaultdict(list)
        for participation in over:
            groups[group_of(participation)].append(participation)
        ordered = sorted(filter(None, groups), key=lambda group: group[::-1])
        yield from (WinCount(kind, group, _wins(groups[group])) for group in ordered)


def _met(participation: _Participation) -> tuple[str, ...]:
    """The opponents by level, people as PERSON; empty for a game played alone."""
    others = [
        player
        for seat, player in enumerate(participation.game.players)
        if seat != participation.seat
    ]
    people = (PERSON,) if any(player.bot is None for player in others) else ()
    return (*sorted({player.bot for player in others if player.bot}), *people)


def _months(over: Sequence[_Participation]) -> Iterator[Month]:
    def month(participation: _Participation) -> str:
        return f"{datetime.fromtimestamp(participation.game.played, UTC):%Y-%m}"

    judged = [
        participation
        for participation in over
        if participation.judged is not None and participation.judged.turns
    ]
    for name, group in groupby(judged, month):  # participations are in chronological order
        accuracies = [
            participation.judged for participation in group if participation.judged is not None
        ]
        turns = sum(accuracy.turns for accuracy in accuracies)
        lost = sum(accuracy.lost for accuracy in accuracies)
        squares = sum(accuracy.squares for accuracy in accuracies)
        error = margin(turns, lost, squares)
        yield Month(
            month=name,
            games=len(accuracies),
            turns=turns,
            lost=round(100 * lost / turns, 2),
            error=None if error is None else round(100 * error, 2),
        )
