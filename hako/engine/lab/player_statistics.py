"""Statistics: how people did in the games that are kept. Only games that are over are won or not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from hako.engine.lab.summary import Distribution, Proportion, margin, share, spread
from hako.engine.log.records import Player
from hako.engine.rules.model import Seat
from hako.engine.storage.save_index import ABANDONED_SECONDS, SavedGame, SeatAccuracy

PERSON = "person"
"""Stands where the level of a bot would."""

OpponentKind: TypeAlias = Literal["players", "seat", "against", "side"]


class WinCount(Struct, frozen=True):
    """How often games of one kind were won."""

    kind: OpponentKind
    what: tuple[str, ...]
    """The number of players; the seat, from 1, and that number; the levels of the bots met, and
    PERSON; the side that was played."""
    wins: Proportion


class Month(Struct, frozen=True):
    """How well was played in the games of a month, as far as they were reviewed."""

    month: str
    """Such as 2026-11, in UTC."""
    games: int
    decisions: int
    lost: float
    """Points of a hundred of the chance to win that a decision gave away, on average."""
    error: float | None
    """Half of the interval around that; see summary.margin."""


class GameStatistics(Struct, frozen=True):
    """How somebody did in a game."""

    game: str
    wins: Proportion
    """Of the games that are over; shared wins included."""
    in_a_row: int
    """So many of the last games were won, or, below 0, not won."""
    most_in_a_row: int
    """Wins."""
    scores: Distribution
    unfinished: int
    """Neither over nor given up; they count nowhere else."""
    given_up: int
    """Closed before their end, or not gone on with for ABANDONED_SECONDS; nor do they."""
    tallies: tuple[WinCount, ...]
    months: tuple[Month, ...]


class Statistics(Struct, frozen=True):
    """How somebody did."""

    name: str
    games: tuple[GameStatistics, ...]
    """The one played most first."""

    @property
    def over(self) -> int:
        """How many games are over."""
        return sum(its.wins.of for its in self.games)


class _Participation(NamedTuple):
    """Somebody on a seat of a game."""

    seat: Seat
    game: SavedGame

    @property
    def won(self) -> bool:
        return self.seat in (self.game.winners or ())

    @property
    def score(self) -> int:
        return (self.game.scores or ())[self.seat]

    @property
    def judged(self) -> SeatAccuracy | None:
        return self.game.judged[self.seat] if self.game.judged else None


def statistics(
    games: Iterable[SavedGame], who: Callable[[Player], str | None], now: float
) -> list[Statistics]:
    """The statistics of everybody who played, of who played most first.

    Lessons count for nobody, nor does a game that is tried again by who knows how it went, nor
    one for who has several of its seats: it is won and lost at once.

    `who` says by which name a player counts, None for nobody; `now` in seconds since 1970.
    """
    found: dict[str, dict[str, list[_Participation]]] = defaultdict(lambda: defaultdict(list))
    for game in sorted(games, key=lambda its: its.played):
        if game.lesson is not None or game.tried_again:
            continue
        names = [who(player) for player in game.players]
        for seat, name in enumerate(names):
            if name is not None and names.count(name) == 1:
                found[name][game.game].append(_Participation(seat, game))
    everybody = (_of_person(name, played, now) for name, played in found.items())
    return sorted(everybody, key=lambda its: -its.over)


def _of_person(name: str, played: dict[str, list[_Participation]], now: float) -> Statistics:
    games = (_of_game(game, sat, now) for game, sat in played.items())
    return Statistics(name, tuple(sorted(games, key=lambda its: -its.wins.of)))


def _of_game(game: str, sat: Sequence[_Participation], now: float) -> GameStatistics:
    over = [its for its in sat if its.game.winners is not None]
    others = [its.game for its in sat if its.game.winners is None]
    given_up = sum(its.given_up or now - its.played > ABANDONED_SECONDS for its in others)
    runs = [(won, len([*run])) for won, run in groupby(its.won for its in over)]
    won, last = runs[-1] if runs else (True, 0)
    return GameStatistics(
        game=game,
        wins=_wins(over),
        in_a_row=last if won else -last,
        most_in_a_row=max((length for won, length in runs if won), default=0),
        scores=spread([its.score for its in over]),
        unfinished=len(others) - given_up,
        given_up=given_up,
        tallies=tuple(_tallies(over)),
        months=tuple(_months(over)),
    )


def _wins(sat: Sequence[_Participation]) -> Proportion:
    return share(sum(its.won for its in sat), len(sat))


def _tallies(over: Sequence[_Participation]) -> Iterator[WinCount]:
    kinds: tuple[tuple[OpponentKind, Callable[[_Participation], tuple[str, ...]]], ...] = (
        ("players", lambda its: (str(len(its.game.players)),)),
        ("seat", lambda its: (str(its.seat + 1), str(len(its.game.players)))),
        ("against", _met),
        ("side", lambda its: its.game.sides[its.seat : its.seat + 1]),
    )
    for kind, of in kinds:
        groups: dict[tuple[str, ...], list[_Participation]] = defaultdict(list)
        for its in over:
            groups[of(its)].append(its)
        ordered = sorted(filter(None, groups), key=lambda what: what[::-1])
        yield from (WinCount(kind, what, _wins(groups[what])) for what in ordered)


def _met(its: _Participation) -> tuple[str, ...]:
    """Whom one played against, by level; nobody alone."""
    others = [player for seat, player in enumerate(its.game.players) if seat != its.seat]
    people = (PERSON,) if any(player.bot is None for player in others) else ()
    return (*sorted({player.bot for player in others if player.bot}), *people)


def _months(over: Sequence[_Participation]) -> Iterator[Month]:
    def month(its: _Participation) -> str:
        return f"{datetime.fromtimestamp(its.game.played, UTC):%Y-%m}"

    judged = [its for its in over if its.judged is not None and its.judged.decisions]
    for name, group in groupby(judged, month):  # they stand in order
        found = [its.judged for its in group if its.judged is not None]
        decisions = sum(its.decisions for its in found)
        lost, squares = sum(its.lost for its in found), sum(its.squares for its in found)
        error = margin(decisions, lost, squares)
        yield Month(
            month=name,
            games=len(found),
            decisions=decisions,
            lost=round(100 * lost / decisions, 2),
            error=None if error is None else round(100 * error, 2),
        )
