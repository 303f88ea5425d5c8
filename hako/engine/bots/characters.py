"""Characters: taste among actions that are nearly as good as the best one, never worse search.

A taste is told in points of a hundred: so much of the chance to win a bot would give up for
what it likes. What it gives up is never more than NEARLY, whatever it likes. The characters of
a game stand in its folder, their names and what they are like in its texts under `character`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import fsum, log
from pathlib import Path
from typing import Any

from hako.engine.bots.bot import (
    Observation,
    UnknownBot,
    as_seen,
    best_of,
    gentle_bot,
    is_idle,
    one_ply_values,
    ranked,
)
from hako.engine.bots.win_probability import chances_after, scale_of
from hako.engine.content.files import ContentEntry, load
from hako.engine.i18n.suggestions import suggestion
from hako.engine.rules.action_patterns import Pattern, check, fits
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat, State

FILE = "characters.toml"

SOMEBODY = "somebody"
"""In the place of a character: any of the game's, drawn when the game is set up."""

NEARLY = 0.03
"""The chance to win that an action may lose and still be nearly as good as the best one."""

STEEPEST = 0.25
"""What a change of the log odds makes of a chance, at most: at even chances.

Losses are counted so whatever the chances are: nobody plays for fun who is far behind.
"""

AT_SIGHT = 2 * NEARLY
"""What an action may seem to lose by the own evaluation alone, to be looked at closer."""

TRIED = 6
"""So many of the actions that are liked most are looked at closer."""

CERTAIN = 0.001
"""A chance that is as good as none."""

SCORE = "score"
"""A term beside the game's own ones: what the seat's score is, see Game.progress."""


class Preference(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """Actions that are liked, or disliked."""

    actions: Pattern
    points: float


class Character(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A taste."""

    id: str
    likes: tuple[Preference, ...] = ()
    wants: Mapping[str, float] = {}
    """Points for each more of a part of the own score or of an own figure, by its name; see Game."""


class Characters(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A game's file."""

    character: tuple[Character, ...] = ()


def characters(game: Game[Any]) -> Mapping[str, Character]:
    """The characters of a game by name, in the order of its file; none where it has no file."""
    return _characters(game.folder / FILE, game)


@cache
def _characters(path: Path, game: Game[Any]) -> Mapping[str, Character]:
    """Raises BadContent."""
    if not path.exists():
        return {}
    found: Characters = load(Characters, path)
    for its in found.character:
        check(game, [like.actions for like in its.likes], path, f'character "{its.id}".likes')
    return {its.id: its for its in found.character}


def character(game: Game[Any], name: str) -> Character:
    """The character of that name. Raises UnknownBot with those that the game has."""
    known = characters(game)
    if name not in known:
        near = suggestion(name, (*known, SOMEBODY))
        raise UnknownBot("no_character", near=near, character=name, characters=(*known,) or None)
    return known[name]


# ------------------------------------------------------------ taste


def tastes(observation: Observation, its: Character, actions: Sequence[Any]) -> list[float]:
    """How much each action is liked, in points."""
    game, seat = observation.game, observation.seat
    tasted = [
        fsum(like.points for like in its.likes if fits(like.actions, action)) for action in actions
    ]
    if its.wants:
        before = _longing(game, its, observation.view, seat)
        tasted = [
            taste + _longing(game, its, as_seen(observation, action)[0], seat) - before
            for taste, action in zip(tasted, actions, strict=True)
        ]
    return tasted


def _longing(game: Game[Any], its: Character, view: State, seat: Seat) -> float:
    """How much a position is liked, by the own terms."""
    _, scores = game.progress(view)
    own: Mapping[str, int | None] = {
        SCORE: scores[seat],
        **game.score_parts(view)[seat],
        **game.counters(view).get(seat, {}),
    }
    return fsum(points * (own.get(term) or 0) for term, points in its.wants.items())


# ------------------------------------------------------------ bots


def greedy_in_character(observation: Observation, chance: Chance, name: str) -> Any:
    """Of the actions after which the seat stands nearly best, the one that the character likes."""
    actions = observation.actions
    if len(actions) == 1:
        return actions[0]
    values, its = one_ply_values(observation, chance), character(observation.game, name)
    best = chance.stream("choice").choice(best_of(observation, values))
    few = _near(observation, best, values)
    tasted = tastes(observation, its, few)
    liked = sorted(
        (place for place in range(len(few)) if tasted[place] > tasted[0]),
        key=lambda place: -tasted[place],
    )
    if not liked:
        return best
    most = _log_odds(observation, chance, best)
    glad = {0: tasted[0]}
    for place in liked[:TRIED]:
        lost = STEEPEST * (most - _log_odds(observation, chance, few[place]))
        if lost <= NEARLY:
            glad[place] = tasted[place] - 100 * lost
    return few[max(glad, key=glad.__getitem__)]


def gentle_in_character(observation: Observation, chance: Chance, name: str) -> Any:
    """As gentle chooses, but what the character likes where gentle makes its best choice."""
    chosen = gentle_bot(observation, chance)
    is_best = chosen == ranked(observation, chance)[0]
    return greedy_in_character(observation, chance, name) if is_best else chosen


def _near(observation: Observation, best: Any, values: Sequence[float]) -> list[Any]:
    """The actions worth a closer look, the best first, then as greedy likes them."""
    scale = scale_of(observation.game, observation.seats)
    actions, point = observation.actions, STEEPEST * scale.point(observation.turn)
    most = values[actions.index(best)]
    order = sorted(range(len(actions)), key=lambda place: -values[place])
    near = (actions[place] for place in order if point * (most - values[place]) <= AT_SIGHT)
    return [best, *(its for its in near if its != best and not is_idle(observation, its))]


def _log_odds(observation: Observation, chance: Chance, action: Any) -> float:
    """Those to win, one move ahead; of what is all but certain, no more than that."""
    mean = _mean(chances_after(observation, action, chance))
    mean = min(1 - CERTAIN, max(CERTAIN, mean))
    return log(mean / (1 - mean))


def by_taste(
    observation: Observation, its: Character, actions: Sequence[Any], lost: Sequence[float]
) -> list[int]:
    """The places of actions, the one first for which the character gives up its chances most gladly."""
    tasted = tastes(observation, its, actions)
    glad = [taste - 100 * loss for taste, loss in zip(tasted, lost, strict=True)]
    return sorted(range(len(actions)), key=lambda place: -glad[place])


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)
