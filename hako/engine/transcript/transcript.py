"""The content of a transcript, independent of its file format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct, structs

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure, escape_controls
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Seat, Viewer
from hako.engine.transcript.chart import Axes, Series
from hako.engine.transcript.counters import CounterTotals
from hako.engine.transcript.level_names import level_text
from hako.engine.transcript.sentences import RankedSeat, seen, standing

COLUMNS = ("place", "player", "score", "parts")
"""The columns of the table of results."""


class TranscriptPart(Struct, frozen=True):
    """A part of the game, such as a turn."""

    heading: str
    """Empty before the first part."""
    sentences: tuple[str, ...]
    caption: str = ""
    """The caption of the board; empty where none is shown."""
    board: tuple[str, ...] = ()
    """The board at the end of the part, as lines of text."""
    is_open: bool = False
    """True if the board always stands there, without a caption: a table of the story."""


class Transcript(Struct, frozen=True):
    """The transcript of a game."""

    title: str
    about: tuple[str, ...]
    """Sentences about the game: date, players, options, viewer."""
    ending: str
    """A sentence about the end, or that the game is not over."""
    ranking: tuple[RankedSeat, ...]
    """Empty while the game goes on."""
    parts: tuple[TranscriptPart, ...]
    race: tuple[Series, ...]
    axes: Axes
    notes: tuple[str, ...]
    """Remarks at the end, such as the seed."""
    picture: str = ""
    """The cover of the game as SVG, for a web page; empty for none."""


Draw: TypeAlias = Callable[[Position[Any]], Sequence[str]]
"""A function that draws the board at a position as lines of text, for the viewer."""


def build_transcript(
    table: History[Any],
    texts: Catalogue,
    title: str,
    viewer: Viewer,
    draw: Draw | None = None,
) -> Transcript:
    """The transcript of a table up to now, as the viewer may know it; None is everybody.

    `texts` are the table's (see sentences.texts_of); `title` is the game's name. Without `draw`
    no boards are shown.
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


def _ending(table: History[Any], texts: Catalogue) -> str:
    """A sentence about the end, with a remark if the game is not verified."""
    outcome = table.outcome
    key = "transcript.unfinished" if outcome is None else "transcript.finished"
    ending = texts.text(key, how=texts.lazy_text(outcome.how) if outcome else "")
    if not (undecided := table.undecided):
        return ending
    return Failure("two", first=ending, then=undecided.summary).text(texts.language)


def _ranking(table: History[Any], texts: Catalogue) -> tuple[RankedSeat, ...]:
    return tuple(standing(table.game, table.view(None), texts))


def _about(table: History[Any], texts: Catalogue, viewer: Viewer) -> Iterator[str]:
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
    """A sentence about an option and its value, by the names in the game's texts or else by their keys."""
    option, chosen = f"option.{key}.text", f"option.{key}.{value}"
    return texts.text(
        "transcript.option",
        option=texts.text(option) if option in texts else escape_controls(key),
        value=texts.text(chosen) if chosen in texts else escape_controls(value),
    )


def options_text(
    table: History[Any], texts: Catalogue, *, usual_too: bool = False
) -> Iterator[str]:
    """Sentences about the chosen options, by default without default values."""
    header = table.header
    usual = {} if usual_too else {option.key: option.default for option in table.game.options}
    for key, value in table.game.chosen(header.options, len(table.players)).items():
        if value == usual.get(key):
            continue
        yield option_text(key, value, texts)
    if header.changes:
        yield texts.text("transcript.changes")
    yield from table.facts.options(texts)


def _viewpoint(table: History[Any], texts: Catalogue, viewer: Viewer) -> Iterator[str]:
    if viewer is not None:
        yield texts.text("transcript.as_seat", seat=viewer)
    elif table.outcome is None:
        yield texts.text("transcript.as_watcher")


def _parts(
    table: History[Any], texts: Catalogue, viewer: Viewer, draw: Draw | None
) -> Iterator[TranscriptPart]:
    """The parts of the game; a heading without sentences is joined to the next one."""
    heading = ""
    sentences: list[str] = []
    boards, running = BoardTexts(table, texts, draw), CounterTotals(table, viewer, texts)
    path = table.path()
    for moment in path:
        boards.acted(moment)
        for line in running.render(moment, seen(table, moment, viewer)):
            if line.opens and sentences:
                yield TranscriptPart(heading, tuple(sentences), *boards.after(moment))
                heading, sentences = line.sentence, []
            elif line.opens:
                heading = " · ".join(filter(None, (heading, line.sentence)))
            else:
                sentences.append(line.in_full)
        changes = table.changes.get(moment.number, ())
        sentences += (change.transcript_sentence(texts) for change in changes)
    yield TranscriptPart(heading, tuple(sentences), *boards.after(path[-1], last=True))


class BoardTexts:
    """The boards of a transcript: after a round of all seats, a new leader, and at the end."""

    def __init__(self, table: History[Any], texts: Catalogue, draw: Draw | None) -> None:
        self._table, self._texts, self._draw = table, texts, draw
        self._to_act = set(range(len(table.players)))
        self._leader: Seat | None = None

    def acted(self, moment: Position[Any]) -> None:
        """Note a record, after which its seat has acted in this round."""
        self._to_act.discard(moment.record.seat)

    def after(self, moment: Position[Any], *, last: bool = False) -> tuple[str, tuple[str, ...]]:
        """The caption and the lines of a board; empty where none is due."""
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
        """The sole leading seat; None for a tie or an opponent without a seat."""
        _, scores = self._table.game.progress(self._table.view(None, moment.number))
        leaders = [number for number, score in enumerate(scores) if score == max(scores)]
        one = len(leaders) == 1 and leaders[0] < len(self._table.players)
        return leaders[0] if one else None


def race(table: History[Any], texts: Catalogue) -> tuple[Series, ...]:
    """The scores turn by turn, from public knowledge."""
    by_turn: dict[int, tuple[int, ...]] = {}
    for moment in table.path():
        turn, scores = table.game.progress(table.view(None, moment.number))
        # the record that ends a turn begins the next one, too
        by_turn[max(by_turn, default=turn)] = by_turn[turn] = scores
    names = {row.number: row.name for row in standing(table.game, table.view(None), texts)}
    return tuple(
        Series(name, tuple((turn, scores[number]) for turn, scores in sorted(by_turn.items())))
        for number, name in sorted(names.items())
    )


def axes(texts: Catalogue) -> Axes:
    """The names of the chart's axes; it shows the score during play, not the final one."""
    up = texts.text("score.name" if "score.name" in texts else "transcript.score")
    return Axes(texts.text("transcript.across"), up)


def undo_requests_text(table: History[Any], texts: Catalogue) -> str:
    """A sentence about the requests to undo and their answers; empty where there were none."""
    requests = table.facts.undo
    return texts.text("transcript.requests", **structs.asdict(requests)) if requests.asked else ""


def _notes(table: History[Any], texts: Catalogue, viewer: Viewer) -> Iterator[str]:
    if requests := undo_requests_text(table, texts):
        yield requests
    left_behind = len(table.positions) - len(table.path())
    if left_behind:
        yield texts.text("transcript.left_behind", count=left_behind)
    seed = table.facts.seed
    if viewer is None and table.outcome is not None and seed is not None:
        yield texts.text("transcript.seed", seed=seed)
    yield texts.text("transcript.made", version=table.header.hako)
