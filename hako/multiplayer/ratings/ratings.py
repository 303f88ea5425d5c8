"""Ratings: the strength of players by the results of rated games, for each game.

The model is Bradley-Terry over all pairs of a table, as in OpenSkill: players who share the first
place do not lose to a third. The scale is that of chess: 177 points more win about three of four
games of two, and the default bot has 1000.
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
from hako.engine.missing_package import MissingPackage
from hako.multiplayer.ratings.results import Entrant, Result, Results

BETA = 12.5
"""Spread of performance in a game; larger than the default of the model, which assumes less luck."""

SETTLED = 7.0
"""Standard deviation below which a player is ranked, after about ten games."""

ANCHORS: Mapping[str, float] = {
    "random": -75.0,
    "gentle": -25.0,
    "greedy": 25.0,
    "strong": 65.0,
    "strongest": 70.0,
}
"""Fixed strengths of bots, so that the ratings of a server do not drift.

Of 120 games of two, gentle won 6 against greedy; strong won about nine of ten, with few games.
"""

_ANCHORED = 1.0
"""Standard deviation of a bot's strength."""

_POINTS, _USUAL = 10, 750
"""Scale of displayed ratings: factor and offset."""

AS_JSON = "--json"
"""Option for JSON output."""

_COMPUTING = Lock()
"""Lock of the computation, which continues from the last one."""

LATELY = 5
"""Number of uncounted games that are listed, the last ones."""


class Rating(Struct, frozen=True):
    """Rating of a player at one game."""

    name: str
    """Last name of the player."""
    mu: float
    sigma: float
    games: int = 0

    @property
    def points(self) -> int:
        return points(self.mu)

    @property
    def bounds(self) -> tuple[int, int]:
        """Bounds of the 95 % confidence interval."""
        return points(self.mu - 2 * self.sigma), points(self.mu + 2 * self.sigma)

    @property
    def is_settled(self) -> bool:
        """True if enough games are known for a place."""
        return self.sigma < SETTLED


def points(mu: float) -> int:
    """Displayed rating of a strength of the model."""
    return round(_USUAL + _POINTS * mu)


class Ratings:
    """Ratings by results, updated as these come."""

    def __init__(self) -> None:
        self.of: dict[str, dict[str, Rating]] = {}
        """Ratings of each game by key."""
        self.bots: dict[str, set[str]] = {}
        """Levels of bots that were played against, for each game."""
        self._taken: list[Result] = []

    def take(self, results: Sequence[Result]) -> None:
        """Rate all results, given in the order in which the games ended.

        If one of them ended before others that are counted already, all are counted again.
        """
        known = len(self._taken)
        if results[:known] != self._taken:
            self.of, self.bots, known = {}, {}, 0
        for result in results[known:]:
            self._count(result)
        self._taken = list(results)

    def ranked(self, game: str) -> list[Rating]:
        """Players of a game, best first, unranked ones last."""
        return sorted(
            self.of.get(game, {}).values(),
            key=lambda rating: (not rating.is_settled, -rating.mu, rating.name),
        )

    def _count(self, result: Result) -> None:
        if all(not result.counts_for(entrant) for entrant in result.entrants):
            return
        players = self.of.setdefault(result.game, {})
        # not in order of seats, on which rounding would depend
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
    """Rating model, imported on demand. Raises MissingPackage."""
    try:
        from openskill.models import BradleyTerryFull
    except ImportError:
        raise MissingPackage("no_openskill") from None
    return BradleyTerryFull(beta=BETA)


# ------------------------------------------------------------ reports


class RatingRow(Struct, frozen=True):
    """Rating of a player for programs, without the key."""

    name: str
    rating: int
    low: int
    high: int
    games: int
    place: int | None
    """Place; None if too few games are known."""


class RatingProblem(Struct, frozen=True):
    """Game that did not count for all players."""

    at: int
    names: tuple[str, ...]
    """Names of players for whom it does not count."""
    left: tuple[str, ...]
    """Names of players for whom it counts, since they left early."""
    why: str
    undecided: int = 0
    """Number of records that could not be decided again."""


class RatedGameRow(Struct, frozen=True):
    """Leaderboard of a game."""

    game: str
    players: tuple[RatingRow, ...]
    bots: Mapping[str, int]
    not_counted: tuple[RatingProblem, ...] = ()


def build_leaderboards(
    ratings: Ratings, results: Sequence[Result], game: str | None = None
) -> list[RatedGameRow]:
    """Leaderboards of all played games, or of one."""
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
    """Current leaderboards of a server, computed in a thread. Raises StorageError, MissingPackage."""
    if results is None:
        return []
    results.poll()
    return await asyncio.to_thread(_computed, _ratings_of(results), [*results.all], game)


@lru_cache(1)  # a process serves one server
def _ratings_of(results: Results) -> Ratings:  # noqa: ARG001  the cache key
    return Ratings()


def _computed(ratings: Ratings, results: Sequence[Result], game: str | None) -> list[RatedGameRow]:
    with _COMPUTING:
        ratings.take(results)
        return build_leaderboards(ratings, results, game)


async def rating_rows(results: Results | None, request: str, shelf: Shelf, texts: Catalogue) -> str:
    """Answer to `ssh HOST ratings [GAME] [--json]`."""
    words = request.split()
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
    """Lines of the leaderboards."""
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
