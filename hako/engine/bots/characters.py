"""Characters: preferences among actions that are nearly as good as the best one.

A preference is measured in percentage points of win probability: so much the bot would give up
for an action that it likes. It never gives up more than NEARLY. The characters of a game stand in
`characters.toml` in its folder, their names and descriptions in its texts under `character`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import fsum, log
from pathlib import Path
from typing import Any

from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.observation import Observation
from hako.engine.bots.one_ply import as_seen, one_ply_values
from hako.engine.bots.simple_bots import UnknownBot, best_of, gentle_bot, is_idle, ranked
from hako.engine.bots.turn_lines import is_last_turn
from hako.engine.bots.win_probability_scale import chances_after, scale_of
from hako.engine.content.files import ContentEntry, load
from hako.engine.i18n.suggestions import suggestion
from hako.engine.rules.action_patterns import Pattern, check, fits
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat, State

FILE = "characters.toml"

SOMEBODY = "somebody"
"""A placeholder for any of the game's characters, drawn when the game is set up."""

NEARLY = 0.03
"""The win probability that an action may lose and still count as nearly as good as the best one."""

STEEPEST = 0.25
"""The steepest slope of probability over log odds, which is at probability 1/2.

Losses are converted with it at any probability, so a bot that is far behind makes no concessions.
"""

AT_SIGHT = 2 * NEARLY
"""The loss by the own evaluation alone up to which an action is examined further."""

TRIED = 6
"""The number of most liked actions that are examined further."""

CERTAIN = 0.001
"""Probabilities are clamped to this distance from 0 and 1."""

SCORE = "score"
"""The name of the seat's score in Character.wants, beside the game's own terms; see Game.progress."""


class Preference(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A pattern of actions and how much they are liked (above 0) or disliked (below 0)."""

    actions: Pattern
    points: float


class Character(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The preferences of a bot."""

    id: str
    likes: tuple[Preference, ...] = ()
    wants: Mapping[str, float] = {}
    """Points for each unit of a part of the own score or of an own counter, by its name; see Game."""


class Characters(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The content of a game's `characters.toml`."""

    character: tuple[Character, ...] = ()


def characters(game: Game[Any]) -> Mapping[str, Character]:
    """The characters of a game by name, in the order of its file; none where it has no file."""
    return _characters(game.folder / FILE, game)


@cache
def _characters(path: Path, game: Game[Any]) -> Mapping[str, Character]:
    """Load the characters of a game. Raises BadContent."""
    if not path.exists():
        return {}
    loaded: Characters = load(Characters, path)
    for entry in loaded.character:
        check(game, [like.actions for like in entry.likes], path, f'character "{entry.id}".likes')
    return {entry.id: entry for entry in loaded.character}


def character(game: Game[Any], name: str) -> Character:
    """The character of that name. Raises UnknownBot, which lists the game's characters."""
    known = characters(game)
    if name not in known:
        near = suggestion(name, (*known, SOMEBODY))
        raise UnknownBot("no_character", near=near, character=name, characters=(*known,) or None)
    return known[name]


# ------------------------------------------------------------ preferences


def tastes(observation: Observation, character: Character, actions: Sequence[Any]) -> list[float]:
    """The liking of the character for each action, in percentage points."""
    game, seat = observation.game, observation.seat
    tasted = [
        fsum(like.points for like in character.likes if fits(like.actions, action))
        for action in actions
    ]
    if character.wants:
        before = _longing(game, character, observation.view, seat)
        tasted = [
            taste + _longing(game, character, as_seen(observation, action)[0], seat) - before
            for taste, action in zip(tasted, actions, strict=True)
        ]
    return tasted


def _longing(game: Game[Any], character: Character, view: State, seat: Seat) -> float:
    """The liking of the character for a position, by its `wants`."""
    _, scores = game.progress(view)
    own: Mapping[str, int | None] = {
        SCORE: scores[seat],
        **game.score_parts(view)[seat],
        **game.counters(view).get(seat, {}),
    }
    return fsum(points * (own.get(term) or 0) for term, points in character.wants.items())


# ------------------------------------------------------------ bots


def greedy_in_character(observation: Observation, chance: Chance, name: str) -> Any:
    """Choose among greedy's nearly best actions the one that the character likes most."""
    actions = observation.actions
    if len(actions) == 1:
        return actions[0]
    if is_last_turn(observation.game, observation.view, observation.seat):
        return greedy_bot(observation, chance)  # nothing comes after it that anybody could like
    values, bot_character = one_ply_values(observation, chance), character(observation.game, name)
    best = chance.stream("choice").choice(best_of(observation, values))
    few = _near(observation, best, values)
    tasted = tastes(observation, bot_character, few)
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
    """Choose like the gentle bot; where that picks its best action, pick what the character likes."""
    chosen = gentle_bot(observation, chance)
    is_best = chosen == ranked(observation, chance)[0]
    return greedy_in_character(observation, chance, name) if is_best else chosen


def _near(observation: Observation, best: Any, values: Sequence[float]) -> list[Any]:
    """The actions to examine further: the best one, then the others in greedy's order."""
    scale = scale_of(observation.game, observation.seats)
    actions, point = observation.actions, STEEPEST * scale.point(observation.turn)
    most = values[actions.index(best)]
    order = sorted(range(len(actions)), key=lambda place: -values[place])
    near = (actions[place] for place in order if point * (most - values[place]) <= AT_SIGHT)
    return [
        best,
        *(action for action in near if action != best and not is_idle(observation, action)),
    ]


def _log_odds(observation: Observation, chance: Chance, action: Any) -> float:
    """The log odds of winning after an action, one move ahead, clamped by CERTAIN."""
    mean = _mean(chances_after(observation, action, chance))
    mean = min(1 - CERTAIN, max(CERTAIN, mean))
    return log(mean / (1 - mean))


def by_taste(
    observation: Observation, character: Character, actions: Sequence[Any], lost: Sequence[float]
) -> list[int]:
    """The indices of actions, sorted by how much the character likes them minus what they lose."""
    tasted = tastes(observation, character, actions)
    glad = [taste - 100 * loss for taste, loss in zip(tasted, lost, strict=True)]
    return sorted(range(len(actions)), key=lambda place: -glad[place])


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)
