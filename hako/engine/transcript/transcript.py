"""The content of a transcript, independent of its file format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct, structs

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure, escape_controls
from hako.engine.i18n.width import cell_width
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.story_table import StoryBand
from hako.engine.transcript.chart import Axes, Series
from hako.engine.transcript.level_names import level_text
from hako.engine.transcript.ranking import RankedSeat, standing
from hako.engine.transcript.record_sentences import RecordSentences
from hako.engine.transcript.score_series import axes, course_of, race
from hako.engine.transcript.sentences import seen, whose

SUMMED = 3
"""Choices of a part from which on it has a summary."""

COLUMNS = ("place", "player", "score", "parts")
"""The columns of the table of results."""


SUMMARY = 70
"""Cells of a summary, at most."""


class TranscriptChoice(Struct, frozen=True):
    """A record: the choice of a seat, and what followed from it."""

    moment: int
    """The number of its position."""
    seat: Seat | None
    """None for what the table does by itself, and for what several seats revealed."""
    sentences: tuple[str, ...]
    """The choice first, then its consequences."""
    gains: tuple[tuple[Seat, int], ...] = ()
    """The changes of scores, by seat."""
    headline: str = ""
    """The first sentence without the counters after it."""

    @property
    def gained(self) -> int:
        """The largest gain of a seat."""
        return max((points for _, points in self.gains), default=0)


class TranscriptPart(Struct, frozen=True):
    """A part of the game, such as a turn."""

    heading: str
    """Empty before the first part."""
    remarks: tuple[str, ...]
    """Sentences that follow from no choice."""
    caption: str = ""
    """The caption of the board; empty where none is shown."""
    board: tuple[str, ...] = ()
    """The board at the end of the part, as lines of text, or as a drawing in a single line."""
    is_open: bool = False
    """True if the board always stands there, without a caption: a table of the story."""
    choices: tuple[TranscriptChoice, ...] = ()
    scores: tuple[int, ...] = ()
    """The scores after it, by seat; empty where it is no part of the game."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """All its sentences."""
        chosen = (sentence for choice in self.choices for sentence in choice.sentences)
        return (*chosen, *self.remarks)

    @property
    def summary(self) -> str:
        """The choice that gained most, in one line; empty where nothing was gained."""
        best = max(self.choices, key=lambda choice: choice.gained, default=None)
        if best is None or best.gained <= 0 or len(self.choices) < SUMMED:
            return ""
        return _in_one_line(best.headline)

    @property
    def leading(self) -> list[tuple[Seat, int]]:
        """The seats and their scores after it, the highest first."""
        return sorted(enumerate(self.scores), key=lambda pair: -pair[1])


class ChanceCause(Struct, frozen=True):
    """A turn in which a chance to win changed much; in percent."""

    moment: int
    turn: int
    seat: Seat
    before: float
    after: float
    sentence: str


class Chances(Struct, frozen=True):
    """The chances to win by a review that is complete, from everybody's view."""

    points: tuple[tuple[int, int, tuple[float, ...]], ...]
    """For each turn the position before it, its number, and the chances by seat in percent."""
    causes: tuple[ChanceCause, ...]
    accuracies: tuple[float | None, ...] = ()
    """By seat, 0 to 100; None where it is not known."""


class Drawings(Struct, frozen=True):
    """Pictures of a web page, as HTML."""

    cover: str
    styles: str = ""
    """The style sheet of boards."""
    last_turn: str = ""
    """The last turn in motion."""


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
    story: tuple[StoryBand, ...] = ()
    """The tables of the story, for a page that draws them itself."""
    course: str = ""
    """A sentence about who led before; empty for none."""
    facts: str = ""
    """The number of players, the length and the date, in one line."""
    chances: Chances | None = None
    drawings: Drawings | None = None
    """None for text."""


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
        course=course_of(table, texts),
        facts=_facts(table, texts),
    )


def _ending(table: History[Any], texts: Catalogue) -> str:
    """A sentence about the end, with a remark if the game is not verified."""
    outcome = table.outcome
    key = "transcript.unfinished" if outcome is None else "transcript.finished"
    ending = texts.text(key, how=texts.lazy_text(outcome.how) if outcome else "")
    if not (undecided := table.undecided):
        return ending
    return Failure("two", first=ending, then=undecided.summary).text(texts.language)


def _facts(table: History[Any], texts: Catalogue) -> str:
    """The number of players, the length and the date."""
    turn, _ = table.game.progress(table.view(None))
    across = texts.text("transcript.across")
    parts = (
        texts.text("transcript.players", count=len(table.players)),
        texts.text("transcript.length", across=across, turn=turn),
        table.header.created[:10],
    )
    return " · ".join(filter(None, parts))


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
    heading, choices = "", list[TranscriptChoice]()
    boards, running = BoardTexts(table, texts, draw), RecordSentences(table, viewer, texts)
    path = table.path()
    scores: tuple[int, ...] = ()
    for moment in path:
        boards.acted(moment)
        before, scores = scores, scores_at(table, moment)
        gains = _gains(before, scores)
        seat, sentences, headline = whose(table, moment), list[str](), ""
        for line in running.render(moment, seen(table, moment, viewer)):
            if not line.opens:
                headline = headline or line.sentence
                sentences.append(line.in_full)
                continue
            if sentences:
                choice = TranscriptChoice(moment.number, seat, tuple(sentences), gains, headline)
                choices.append(choice)
                sentences, seat, gains, headline = [], None, (), ""
            if choices:
                board = boards.after(moment)
                yield TranscriptPart(heading, (), *board, choices=tuple(choices), scores=scores)
                heading, choices = line.sentence, []
            else:
                heading = " · ".join(filter(None, (heading, line.sentence)))
        if sentences:
            choices.append(TranscriptChoice(moment.number, seat, tuple(sentences), gains, headline))
        changes = table.changes.get(moment.number, ())
        handovers = [change.transcript_sentence(texts) for change in changes]
        choices += (TranscriptChoice(moment.number, None, (sentence,)) for sentence in handovers)
    board = boards.after(path[-1], last=True)
    yield TranscriptPart(heading, (), *board, choices=tuple(choices), scores=scores)


def scores_at(table: History[Any], moment: Position[Any]) -> tuple[int, ...]:
    """The scores of all seats at a position, from public knowledge."""
    _, scores = table.game.progress(table.view(None, moment.number))
    return scores[: len(table.players)]


def _gains(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[tuple[Seat, int], ...]:
    """The changes between two scores; none before the first."""
    pairs = zip(before, after, strict=True) if before else ()
    return tuple((seat, now - was) for seat, (was, now) in enumerate(pairs) if was != now)


def _in_one_line(sentence: str) -> str:
    """A sentence in so many cells, cut between words."""
    if cell_width(sentence) <= SUMMARY:
        return sentence
    ends = [at for at, letter in enumerate(sentence) if letter in " 、。"]
    fitting = [at for at in ends if cell_width(sentence[:at]) < SUMMARY]
    return f"{sentence[: fitting[-1]] if fitting else sentence[: SUMMARY // 2]}…"


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
