"""What a transcript tells, whatever it is written in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct, structs

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure, escape_controls
from hako.engine.log.table import Position, Table
from hako.engine.rules.model import Seat, Viewer
from hako.engine.transcript.chart import Axes, Series
from hako.engine.transcript.clock_text import clock_text
from hako.engine.transcript.counters import CounterTotals
from hako.engine.transcript.levels import level_text
from hako.engine.transcript.sentences import RankedSeat, changed, seen, standing

COLUMNS = ("place", "player", "score", "parts")
"""Of the table of the result."""


class TranscriptPart(Struct, frozen=True):
    """A part of the game, such as a turn."""

    heading: str
    """Empty before the first part."""
    sentences: tuple[str, ...]
    caption: str = ""
    """What is said of the board; empty where none is shown."""
    board: tuple[str, ...] = ()
    """The table as it stood then, as lines of text."""


class Transcript(Struct, frozen=True):
    """A game told."""

    title: str
    about: tuple[str, ...]
    """Sentences about the game: when, who, with which options, for whose eyes."""
    ending: str
    """How it ended, or that it has not."""
    ranking: tuple[RankedSeat, ...]
    """Empty while the game goes on."""
    parts: tuple[TranscriptPart, ...]
    race: tuple[Series, ...]
    axes: Axes
    notes: tuple[str, ...]
    """What a reader may want to know in the end."""


Draw: TypeAlias = Callable[[Position[Any]], Sequence[str]]
"""Draws the board as lines of text, as the one who is told may see it."""


def build_transcript(
    table: Table[Any],
    texts: Catalogue,
    title: str,
    viewer: Viewer,
    draw: Draw | None = None,
) -> Transcript:
    """The story of a table up to now, as the viewer may know it; None is everybody.

    `texts` are the table's, see telling; `title` is the game's name. Without `draw` no
    boards are shown.
    """
    outcome = table.outcome
    return Transcript(
        title=title,
        about=tuple(_about(table, texts, viewer)),
        ending=_ending(table, texts),
        ranking=() if outcome is None else _ranking(table, texts),
        parts=tuple(_parts(table, texts, viewer, draw)),
        race=race(table, texts),
        axes=axes(texts),
        notes=tuple(_notes(table, texts, viewer)),
    )


def _ending(table: Table[Any], texts: Catalogue) -> str:
    """How it ended, and beside it that it is not verified, if it is not."""
    outcome = table.outcome
    key = "transcript.unfinished" if outcome is None else "transcript.finished"
    ending = texts.text(key, how=texts.lazy_text(outcome.how) if outcome else "")
    if not (undecided := table.undecided):
        return ending
    return Failure("two", first=ending, then=undecided.summary).text(texts.language)


def _ranking(table: Table[Any], texts: Catalogue) -> tuple[RankedSeat, ...]:
    return tuple(standing(table.game, table.view(None), texts))


def _about(table: Table[Any], texts: Catalogue, viewer: Viewer) -> Iterator[str]:
    header = table.header
    if header.created:
        yield texts.text("transcript.created", when=header.created[:16].replace("T", " "))
    for seat, player in enumerate(table.players):
        key = "transcript.bot" if player.bot else "transcript.person"
        level = level_text(player.bot, texts) if player.bot else None
        yield texts.text(key, number=seat + 1, seat=seat, level=level)
    yield from options_text(table, texts)
    yield from _viewpoint(table, texts, viewer)


def option_text(key: str, value: str, texts: Catalogue) -> str:
    """An option and its value as the game's texts name them; their keys where they do not."""
    option, chosen = f"option.{key}.text", f"option.{key}.{value}"
    return texts.text(
        "transcript.option",
        option=texts.text(option) if option in texts else escape_controls(key),
        value=texts.text(chosen) if chosen in texts else escape_controls(value),
    )


def options_text(table: Table[Any], texts: Catalogue, *, usual_too: bool = False) -> Iterator[str]:
    """What was chosen for the game, as far as there was a choice."""
    header = table.header
    usual = {} if usual_too else {option.key: option.default for option in table.game.options}
    for key, value in table.game.chosen(header.options, len(table.players)).items():
        if value == usual.get(key):
            continue
        yield option_text(key, value, texts)
    if header.changes:
        yield texts.text("transcript.changes")
    if header.clock:
        yield texts.text("transcript.clock", clock=clock_text(texts, header.clock))


def _viewpoint(table: Table[Any], texts: Catalogue, viewer: Viewer) -> Iterator[str]:
    if viewer is not None:
        yield texts.text("transcript.as_seat", seat=viewer)
    elif table.outcome is None:
        yield texts.text("transcript.as_watcher")


def _parts(
    table: Table[Any], texts: Catalogue, viewer: Viewer, draw: Draw | None
) -> Iterator[TranscriptPart]:
    """A heading that nothing is said under is joined to the next."""
    heading = ""
    sentences: list[str] = []
    boards, running = BoardTexts(table, texts, draw), CounterTotals(table, viewer, texts)
    path = table.path()
    for moment in path:
        boards.acted(moment)
        for line in running.said(moment, seen(table, moment, viewer)):
            if line.opens and sentences:
                yield TranscriptPart(heading, tuple(sentences), *boards.after(moment))
                heading, sentences = line.sentence, []
            elif line.opens:
                heading = " · ".join(filter(None, (heading, line.sentence)))
            else:
                sentences.append(line.in_full)
        sentences += (changed(texts, each) for each in table.changes.get(moment.number, ()))
    yield TranscriptPart(heading, tuple(sentences), *boards.after(path[-1], last=True))


class BoardTexts:
    """Says after which parts the board is shown: a round of all seats, a new lead, the end."""

    def __init__(self, table: Table[Any], texts: Catalogue, draw: Draw | None) -> None:
        self._table, self._texts, self._draw = table, texts, draw
        self._to_act = set(range(len(table.players)))
        self._leader: Seat | None = None

    def acted(self, moment: Position[Any]) -> None:
        """Somebody chose, or the game went on by itself."""
        self._to_act.discard(moment.record.seat)

    def after(self, moment: Position[Any], *, last: bool = False) -> tuple[str, tuple[str, ...]]:
        """A caption and the lines of a board; nothing where none is due."""
        key = self._reason(moment, last=last)
        if self._draw is None or key is None:
            return "", ()
        self._to_act = set(range(len(self._table.players)))
        return self._texts.text(key, seat=self._leader), tuple(self._draw(moment))

    def _reason(self, moment: Position[Any], *, last: bool) -> str | None:
        before, leads = self._leader, self._leads(moment)
        self._leader = before if leads is None else leads
        if last:
            return "transcript.board_last"
        if before not in {None, self._leader}:
            return "transcript.board_turning"
        return None if self._to_act else "transcript.board"

    def _leads(self, moment: Position[Any]) -> Seat | None:
        """The seat before all others."""
        _, scores = self._table.game.progress(self._table.view(None, moment.number))
        leaders = [number for number, score in enumerate(scores) if score == max(scores)]
        one = len(leaders) == 1 and leaders[0] < len(self._table.players)
        return leaders[0] if one else None


def race(table: Table[Any], texts: Catalogue) -> tuple[Series, ...]:
    """How the scores grew, turn after turn; from public knowledge."""
    by_turn: dict[int, tuple[int, ...]] = {}
    for moment in table.path():
        turn, scores = table.game.progress(table.view(None, moment.number))
        # the record that ends a turn begins the next one, too
        by_turn[max(by_turn, default=turn)] = by_turn[turn] = scores
    names = {its.number: its.name for its in standing(table.game, table.view(None), texts)}
    return tuple(
        Series(name, tuple((turn, scores[number]) for turn, scores in sorted(by_turn.items())))
        for number, name in sorted(names.items())
    )


def axes(texts: Catalogue) -> Axes:
    """What the axes of the race are called; it counts the score of play, whatever the end counts."""
    up = texts.text("score.name" if "score.name" in texts else "transcript.score")
    return Axes(texts.text("transcript.across"), up)


def undo_requests_text(table: Table[Any], texts: Catalogue) -> str:
    """How often somebody asked to take back, and what was answered; empty where nobody did."""
    its = table.requests
    return texts.text("transcript.requests", **structs.asdict(its)) if its.asked else ""


def _notes(table: Table[Any], texts: Catalogue, viewer: Viewer) -> Iterator[str]:
    if requests := undo_requests_text(table, texts):
        yield requests
    left_behind = len(table.positions) - len(table.path())
    if left_behind:
        yield texts.text("transcript.left_behind", count=left_behind)
    seed = table.deal.disclosed_seed
    if viewer is None and table.outcome is not None and seed is not None:
        yield texts.text("transcript.seed", seed=seed)
    yield texts.text("transcript.made", version=table.header.hako)
