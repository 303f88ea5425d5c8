"""Rankings: the seats of a result in order, with the parts of their scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeAlias

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.rules.game import Game, Outcome

Parts: TypeAlias = Mapping[str, int | None]
"""Points by part of the score; None where they are not known. See Game.score_parts."""


class RankedSeat(Struct, frozen=True):
    """A row of the standings."""

    place: int
    """1-based."""
    number: int
    """The seat; opponents without a seat get the numbers after the last."""
    name: str
    score: int
    parts: Parts = {}
    """The parts of the score; empty where there is only one."""

    def text(self) -> Parts:
        """The parts that are not 0 or not known yet."""
        return {part: points for part, points in self.parts.items() if points != 0}


def ranking(outcome: Outcome, texts: Catalogue, parts: Sequence[Parts] = ()) -> list[RankedSeat]:
    """The final standings of seats and opponents, winners first; `parts` are the parts of their scores."""
    names = [texts.term("seat", seat) for seat in range(len(outcome.scores))]
    names += [texts.term(opponent.term, opponent.name) for opponent in outcome.opponents]
    scores = (*outcome.scores, *(opponent.score for opponent in outcome.opponents))
    return _ranked(outcome.places(), names, scores, parts or [{}] * len(names))


def standing(game: Game[Any], view: Any, texts: Catalogue) -> list[RankedSeat]:
    """The standings of a view: final ones if the game is over, else by the current scores."""
    parts = game.score_parts(view)
    if (outcome := game.outcome(view)) is not None:
        return ranking(outcome, texts, parts)
    scores = [sum(points or 0 for points in breakdown.values()) for breakdown in parts]
    places = [1 + sum(other > score for other in scores) for score in scores]
    names = [texts.term("seat", number) for number in range(len(scores))]
    return _ranked(places, names, scores, parts)


def _ranked(
    places: Sequence[int], names: Sequence[str], scores: Sequence[int], parts: Sequence[Parts]
) -> list[RankedSeat]:
    has_parts = any(len(breakdown) > 1 for breakdown in parts)
    of_each = parts if has_parts else [{}] * len(names)
    rows = zip(places, range(len(names)), names, scores, of_each, strict=True)
    return [RankedSeat(*row) for row in sorted(rows, key=itemgetter(0, 1))]


def placed(row: RankedSeat, texts: Catalogue) -> str:
    """A sentence about a row of the standings."""
    key = "transcript.ranked_parts" if row.text() else "transcript.ranked"
    return texts.text(key, place=row.place, name=row.name, score=row.score, parts=row.text())
