"""Playthroughs: all public answers of one game at each decision, as text that one reads as a diff.

`make playthroughs` writes them anew; `test_playthroughs.py` compares. What a seat sees
and a watcher does not stands under the seat's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.languages import Language
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.game import Game, view
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.play import legal_actions, pending, waiting
from hako.engine.transcript.sentences import record_text, texts_of
from hako.testing.cases import Case, replayed
from tests.testing.games import GAMES

FOLDER = Path(__file__).parent.parent / "playthroughs"
SEED = 1
DECISIONS = 60
HEAD = "Written by `make playthroughs`: a change of rules or sentences is a diff to read."

Facts = dict[str, str]
"""View of a player: paths of the state, with their values."""


class Playthrough(NamedTuple):
    """A game that is kept as text."""

    case: Case
    language: Language

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.case}.{self.language}.txt"

    def text(self) -> str:
        """The text that the file must have."""
        return "\n".join(_lines(self.case, self.language)) + "\n"


def playthroughs() -> Iterator[Playthrough]:
    """Two of every game."""
    for game in GAMES:
        yield Playthrough(Case(game, game.seats[len(game.seats) // 2]), "en")
        yield Playthrough(Case(game, game.seats[0]), "ja")


def _lines(case: Case, language: Language) -> Iterator[str]:
    table = replayed(case, SEED, DECISIONS)
    texts = texts_of(table, language)
    yield f"# {case}, seed {SEED}, random choices. {HEAD}"
    known: dict[Viewer, Facts] = {}
    for moment in table.positions:
        yield f"\n== {moment.number}"
        yield from record_text(moment.record.masked(None), texts, details=True)
        yield from _news(case, table, moment, known, texts)
        yield from _decision(case, table, moment, texts)
    if table.outcome is not None:
        yield f"\n== {texts.lazy_text(table.outcome.how)}"
        yield f"places {table.outcome.places()}, scores {table.outcome.scores}"


def _news(
    case: Case,
    table: History[Any],
    moment: Position[Any],
    known: dict[Viewer, Facts],
    texts: Catalogue,
) -> Iterator[str]:
    """The changes for a spectator, and for each seat that sees more; `known` is updated."""
    everybodys: Facts = {}
    for viewer in (None, *range(case.seats)):
        seen = dict(_facts(view(case.game, moment.state, viewer), table.content))
        own = {place: fact for place, fact in seen.items() if everybodys.get(place) != fact}
        everybodys = everybodys or seen
        before = known.get(viewer, {})
        for place in sorted(own.keys() | before.keys()):
            if own.get(place) != before.get(place):
                prefix = "" if viewer is None else f"{texts.term('seat', viewer)}: "
                yield f"    {prefix}{place} = {own.get(place, '(gone)')}"
        known[viewer] = own


def _decision(
    case: Case, table: History[Any], moment: Position[Any], texts: Catalogue
) -> Iterator[str]:
    chosen = (
        table.positions[moment.number + 1].record if moment is not table.positions[-1] else None
    )
    for seat in waiting(moment.state):
        seen = view(case.game, moment.state, seat)
        step = pending(seen)
        assert step is not None, "somebody has to choose"
        yield f"? {texts.render(step)} [{texts.term('seat', seat)}]"
        for action in legal_actions(seen, seat):
            taken = chosen is not None and (chosen.seat, chosen.action) == (seat, action)
            yield f"  {'>' if taken else '-'} {_offer(case.game, seen, seat, action, texts)}"


def _offer(game: Game[Any], seen: Any, seat: Seat, action: Any, texts: Catalogue) -> str:
    note = game.action_note(seen, seat, action)
    return texts.render(action) + (f"  ({texts.lazy_text(note)})" if note else "")


def _facts(value: Any, content: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """The leaves of a state by their place; rows of plain values as one, the content left out."""
    if value is content:
        return
    if isinstance(value, Struct):
        if tag := value.__struct_config__.tag:
            yield place, str(tag)
        for field in value.__struct_fields__:
            part = getattr(value, field)
            yield from _facts(part, content, f"{place}.{field}" if place else field)
    elif isinstance(value, tuple) and any(isinstance(part, Struct | tuple) for part in value):
        for index, part in enumerate(value):
            yield from _facts(part, content, f"{place}.{index}")
    elif isinstance(value, tuple):
        yield place, " ".join("?" if part is None else str(part) for part in value)
    else:
        yield place, str(value).lower()


def main() -> None:
    """Write all playthroughs anew."""
    FOLDER.mkdir(exist_ok=True)
    for playthrough in playthroughs():
        playthrough.path.write_text(playthrough.text(), encoding="utf-8")


if __name__ == "__main__":
    main()
