"""Ratings: what the results of a house's rated games say of who plays how well, game by game.

By Bradley and Terry's model over all pairs of a table, as in OpenSkill: it lets no third of a
shared first place gain on the winners. Told as in chess: 177 points more win about three of
four games of two, and the usual bot has 1000.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from threading import Lock
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hako.content import Shelf
from hako.engine.bots.levels import base
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure, escape_controls
from hako.engine.i18n.width import columns
from hako.engine.optional import MissingPackage
from hako.multiplayer.ratings.results import Entrant, Result, Results

BETA = 12.5
"""How much luck there is in a game; the model's own takes board games for chess."""

SETTLED = 7.0
"""With less doubt than that, which takes some ten games, somebody has a place."""

ANCHORS: Mapping[str, float] = {
    "random": -75.0,
    "gentle": -25.0,
    "greedy": 25.0,
    "strong": 65.0,
    "strongest": 70.0,
}
"""How well bots play: fixed, so that a house's numbers do not drift.

Of 120 games of two against greedy gentle won 6; strong won some nine of ten, and few are known.
"""

_ANCHORED = 1.0
"""The doubt about them."""

_POINTS, _USUAL = 10, 750
"""How the model's numbers are told: so many points each, and so many more."""

AS_JSON = "--json"
"""With this it is told for programs."""

_COMPUTING = Lock()
"""One at a time: they go on where the one before came to."""

LATELY = 5
"""So many games that did not count are told, the last ones."""


class Rating(Struct, frozen=True):
    """What is thought of somebody at one game."""

    name: str
    """As they were called last."""
    mu: float
    sigma: float
    games: int = 0

    @property
    def points(self) -> int:
        return points(self.mu)

    @property
    def bounds(self) -> tuple[int, int]:
        """With 95 % confidence it is between these."""
        return points(self.mu - 2 * self.sigma), points(self.mu + 2 * self.sigma)

    @property
    def is_settled(self) -> bool:
        """Whether enough is known for a place among others."""
        return self.sigma < SETTLED


def points(mu: float) -> int:
    """A number of the model as it is told."""
    return round(_USUAL + _POINTS * mu)


class Ratings:
    """Those that follow from results, kept up to date as they come."""

    def __init__(self) -> None:
        self.of: dict[str, dict[str, Rating]] = {}
        """For each game by key."""
        self.bots: dict[str, set[str]] = {}
        """For each game the levels of bots that were played against."""
        self._taken: list[Result] = []

    def take(self, results: Sequence[Result]) -> None:
        """Let these be all results, in the order in which games ended.

        Where one came that ended before others that are counted already, all is counted anew.
        """
        known = len(self._taken)
        if results[:known] != self._taken:
            self.of, self.bots, known = {}, {}, 0
        for result in results[known:]:
            self._count(result)
        self._taken = list(results)

    def ranked(self, game: str) -> list[Rating]:
        """The players of a game, the best first, those who are not settled behind the others."""
        return sorted(
            self.of.get(game, {}).values(),
            key=lambda rating: (not rating.is_settled, -rating.mu, rating.name),
        )

    def _count(self, result: Result) -> None:
        if all(not result.counts_for(entrant) for entrant in result.entrants):
            return
        players = self.of.setdefault(result.game, {})
        # in no order of seats, or a rating would hang on them in its last digit
        entrants = sorted(
            result.entrants, key=lambda entrant: (entrant.place, entrant.key, entrant.bot)
        )
        before = [self._of(entrant, players) for entrant in entrants]
        model = _model()
        teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
        after = model.rate(teams, ranks=[entrant.place for entrant in entrants])
        for entrant, rating, (now,) in zip(entrants, before, after, strict=True):
            if entrant.bot:
                self.bots.setdefault(result.game, set()).add(base(entrant.bot))
            elif result.counts_for(entrant):
                players[entrant.key] = Rating(entrant.name, now.mu, now.sigma, rating.games + 1)
            elif entrant.key in players:
                players[entrant.key] = replace(rating, name=entrant.name)

    def _of(self, entrant: Entrant, players: Mapping[str, Rating]) -> Rating:
        if entrant.bot:
            return Rating(entrant.name, ANCHORS[base(entrant.bot)], _ANCHORED)
        new = _model().rating()
        return players.get(entrant.key) or Rating(entrant.name, new.mu, new.sigma)


@cache
def _model() -> Any:
    """The arithmetic; what is not rated need not have it. Raises MissingPackage."""
    try:
        from openskill.models import BradleyTerryFull
    except ImportError:
        raise MissingPackage("no_openskill") from None
    return BradleyTerryFull(beta=BETA)


# ------------------------------------------------------------ told


class RatingRow(Struct, frozen=True):
    """What programs are told of a player; no key."""

    name: str
    rating: int
    low: int
    high: int
    games: int
    place: int | None
    """None for whom too few games are known."""


class RatingProblem(Struct, frozen=True):
    """A game that did not count for all."""

    at: int
    names: tuple[str, ...]
    """The people for whom it does not."""
    left: tuple[str, ...]
    """Those for whom it does: they left early."""
    why: str
    undecided: int = 0
    """How many of its records could not be decided again."""


class RatedGameRow(Struct, frozen=True):
    """The league of a game."""

    game: str
    players: tuple[RatingRow, ...]
    bots: Mapping[str, int]
    not_counted: tuple[RatingProblem, ...] = ()


def build_leaderboards(
    ratings: Ratings, results: Sequence[Result], game: str | None = None
) -> list[RatedGameRow]:
    """The leagues of all games that were played, or of that one."""
    flaws: dict[str, list[RatingProblem]] = {}
    for result in results:
        if result.flaw:
            people = [entrant for entrant in result.entrants if entrant.key]
            names = tuple(entrant.name for entrant in people if not result.counts_for(entrant))
            left = tuple(entrant.name for entrant in people if result.counts_for(entrant))
            flaws.setdefault(result.game, []).append(
                RatingProblem(result.at, names, left, result.flaw, result.undecided)
            )
    return [
        RatedGameRow(
            game_id,
            tuple(_placed(ratings.ranked(game_id))),
            {
                level: points(ANCHORS[level])
                for level in ANCHORS
                if level in ratings.bots.get(game_id, ())
            },
            tuple(flaws.get(game_id, ())),
        )
        for game_id in sorted({*ratings.of, *flaws})
        if game in {None, game_id}
    ]


async def leaderboards(results: Results | None, game: str | None = None) -> list[RatedGameRow]:
    """Those of a house as they are now, reckoned beside the loop. Raises StorageError, MissingPackage."""
    if results is None:
        return []
    results.poll()
    return await asyncio.to_thread(_computed, _ratings_of(results), [*results.all], game)


@lru_cache(1)  # a process has one house
def _ratings_of(results: Results) -> Ratings:  # noqa: ARG001  whose they are
    return Ratings()


def _computed(ratings: Ratings, results: Sequence[Result], game: str | None) -> list[RatedGameRow]:
    with _COMPUTING:
        ratings.take(results)
        return build_leaderboards(ratings, results, game)


async def rating_rows(results: Results | None, asked: str, shelf: Shelf, texts: Catalogue) -> str:
    """What `ssh HOST ratings [GAME] [--json]` answers."""
    words = asked.split()
    game = next((word for word in words if word != AS_JSON), None)
    try:
        rows = await leaderboards(results, None if game is None else shelf.box(game).id)
    except Failure as error:
        return error.text(texts.language) + "\n"
    if AS_JSON in words:
        return msgspec.json.encode(rows).decode() + "\n"
    return "".join(f"{line}\n" for line in ratings_text(rows, shelf, texts))


def _placed(ranked: Iterable[Rating]) -> Iterator[RatingRow]:
    for place, rating in enumerate(ranked, 1):
        low, high = rating.bounds
        settled = place if rating.is_settled else None
        yield RatingRow(rating.name, rating.points, low, high, rating.games, settled)


def ratings_text(leagues: Sequence[RatedGameRow], shelf: Shelf, texts: Catalogue) -> Iterator[str]:
    """The leagues, line by line."""
    if not leagues:
        yield texts.text("league.empty")
        return
    for leaderboard in leagues:
        yield shelf.box(leaderboard.game).name[texts.language]
        yield from (f"  {line}" for line in columns([*_rows(leaderboard, texts)]))
        for flaw in leaderboard.not_counted[-LATELY:]:
            names, left = ([*map(escape_controls, group)] for group in (flaw.names, flaw.left))
            values = {"names": names, "left": left, "undecided": flaw.undecided}
            yield "  " + texts.text(f"league.{flaw.why}", **values)
        yield ""
    yield texts.text("league.about")


def _rows(leaderboard: RatedGameRow, texts: Catalogue) -> Iterator[tuple[str, ...]]:
    say = texts.text
    for row in leaderboard.players:
        place = say("league.place", place=row.place) if row.place else "?"
        bounds = say("league.bounds", low=row.low, high=row.high)
        count = say("league.games", games=row.games)
        yield place, escape_controls(row.name), str(row.rating), bounds, count
    for level, rating in sorted(leaderboard.bots.items(), key=lambda item: -item[1]):
        yield "", texts.text("league.bot", level=say(f"bot.{level}")), str(rating), "", ""
