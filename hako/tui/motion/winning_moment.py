"""The winning moment of any game with parts of the score: points by source, all seats at once."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.rules.game import Game, Outcome
from hako.tui.motion.moment_pictures import Moment, SumMoment, SumRow


def winning_moment(game: Game[Any], view: Any, outcome: Outcome, texts: Catalogue) -> Moment | None:
    """The picture of a game that is over; None where scores have no parts."""
    parts = game.score_parts(view)
    sources = [*dict.fromkeys(name for points in parts for name, count in points.items() if count)]
    if len(sources) < 2:
        return None
    seats = range(len(outcome.scores))
    names = [texts.term("seat", seat) for seat in seats]
    names += [texts.term(opponent.term, opponent.name) for opponent in outcome.opponents]
    rows = [
        SumRow(
            number if number in seats else None,
            name,
            tuple(points.get(source) or 0 for source in sources),
        )
        for number, (name, points) in enumerate(zip(names, parts, strict=True))
    ]
    ranked = sorted(zip(outcome.places(), rows, strict=True), key=itemgetter(0), reverse=True)
    sorted_rows = tuple(row for _, row in ranked)
    return SumMoment(sorted_rows, tuple(texts.term("part", source) for source in sources))
