"""A lesson as data: the game it begins in, and its steps; read from a game's folder `lessons/`.

    lessons/nina.toml             an LessonOpening: seed, seats, and moves that may have been played
    lessons/01-first-turn.toml    a Lesson that begins after some of them

An action is named as a log spells it, by as many of its fields as matter: see rules/patterns.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from hako.engine.content.files import BadEntry, ContentEntry, Wording, load
from hako.engine.i18n.failure import Failure
from hako.engine.log.records import Header, Player, encode
from hako.engine.log.save import Save
from hako.engine.log.setup import new_header
from hako.engine.log.table import Table
from hako.engine.rules.action_patterns import Pattern, check, fits
from hako.engine.rules.game import Game
from hako.engine.rules.model import Action, Seat

FOLDER = "lessons"

BOT = "greedy"
"""Who chooses for the others where the lesson says nothing."""

MOST_WORDS, MOST_CHARACTERS = 60, 140
"""What is said at once is no longer: words in English, characters in Japanese."""

BoardTarget: TypeAlias = Sequence[Any]
"""A place on the game's board, by the name that the board gives it."""

PlayedAction: TypeAlias = tuple[Seat, Pattern]
"""Who did what."""

_CLAUSE = re.compile(r"\b[a-z_]+\.\d+\b")


class LessonText(Wording, frozen=True, forbid_unknown_fields=True):
    """What is said at once: short, and without numbers of clauses, to which F1 leads."""

    def __post_init__(self) -> None:
        if (count := len(self.en.split())) > MOST_WORDS:
            raise BadEntry("too_many_words", count=count, most=MOST_WORDS)
        if (count := len(self.ja)) > MOST_CHARACTERS:
            raise BadEntry("too_many_characters", count=count, most=MOST_CHARACTERS)
        for words in (self.en, self.ja):
            if found := _CLAUSE.search(words):
                raise BadEntry("clause_in_speech", clause=found[0])


class LessonReply(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """What is said to an action that does not go on; it is not played."""

    to: tuple[Pattern, ...]
    say: LessonText
    once: bool = False
    """Whether it is one that goes on all the same: said the first time, played the second."""


class LessonStep(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """Something said, and what the learner does then."""

    say: LessonText
    point: tuple[dict[str, Any] | list[Any], ...] = ()
    """What lights up: an action in the list and where it lies, or a place on the board."""
    go_on: tuple[Pattern, ...] = ()
    """The learner's next actions, in this order; all but the first light up when it is their turn.

    Without any the text is read, and that is all.
    """
    answers: tuple[LessonReply, ...] = ()
    """The first that fits is given; to any other action that it is not the one now."""
    then: tuple[PlayedAction, ...] = ()
    """What others do next; where nothing is said of them, bots choose."""

    @property
    def is_explanation(self) -> bool:
        """Whether it is read, and nothing done."""
        return not self.go_on


class LessonOpening(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The game that lessons begin in."""

    seed: int
    names: tuple[Wording, ...]
    """Who sits on each seat; the learner's own name stands in the place of theirs."""
    seat: Seat = 0
    """The learner's; bots sit on the others."""
    options: Mapping[str, str] = {}
    """Those that are not at their default."""
    moves: tuple[PlayedAction, ...] = ()
    """Each has to fit a single action that may be chosen there."""


class Lesson(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """One lesson."""

    title: Wording
    minutes: Annotated[int, Meta(ge=1, le=15)]
    game: str
    """The file of its Opening, without the ending."""
    steps: Annotated[tuple[LessonStep, ...], Meta(min_length=1)]
    moves: Annotated[int, Meta(ge=0)] = 0
    """How many of the opening's have been played."""
    advisor: bool = False
    """Whether the advisor speaks once the game goes on freely."""
    id: str = ""
    """The name of its file; not written there."""

    def __post_init__(self) -> None:
        if not self.steps[-1].is_explanation:
            raise BadEntry("lesson_has_no_end")


def lessons_of(game: Game[Any]) -> Mapping[str, Lesson]:
    """A game's lessons by their ids, in the order taught. Raises BadContent."""
    return _lessons_of(game.folder, game)


def following(table: Table[Any]) -> str | None:
    """The lesson after the one that a table was laid for, if any."""
    its = table.header.lesson
    return dict(pairwise(names_in(table.game.folder))).get(its) if its else None


def names_in(folder: Path) -> list[str]:
    """The ids of the lessons in a game's folder; none of them is read."""
    return sorted(path.stem for path in (folder / FOLDER).glob("[0-9]*.toml"))


def opening_of(game: Game[Any], lesson: Lesson) -> LessonOpening:
    """The game that a lesson begins in. Raises BadContent."""
    return _opening(game.folder, game, lesson.game)


@cache
def _lessons_of(folder: Path, game: Game[Any]) -> Mapping[str, Lesson]:
    return {name: _lesson(folder / FOLDER / f"{name}.toml", game) for name in names_in(folder)}


def _lesson(path: Path, game: Game[Any]) -> Lesson:
    lesson: Lesson = load(Lesson, path)
    for number, step in enumerate(lesson.steps):
        for field, patterns in _patterns_of(step):
            check(game, patterns, path, f'steps "{number}".{field}')
    return replace(lesson, id=path.stem)


def _patterns_of(step: LessonStep) -> Iterator[tuple[str, Sequence[Pattern]]]:
    yield "point", [its for its in step.point if isinstance(its, dict)]
    yield "go_on", step.go_on
    yield "then", [pattern for _, pattern in step.then]
    for number, answer in enumerate(step.answers):
        yield f'answers "{number}".to', answer.to


@cache
def _opening(folder: Path, game: Game[Any], name: str) -> LessonOpening:
    path = folder / FOLDER / f"{name}.toml"
    opening: LessonOpening = load(LessonOpening, path)
    for number, (_, pattern) in enumerate(opening.moves):
        check(game, (pattern,), path, f'moves "{number}"')
    return opening


class NoSuchMove(Failure, LookupError):
    """A move of a lesson fits no action that may be chosen there, or several."""


def meant(table: Table[Any], seat: Seat, pattern: Pattern) -> Action:
    """The one action of a seat that a pattern means now. Raises NoSuchMove."""
    legal = table.legal_actions(seat) if seat in table.waiting() else ()
    found: list[Action] = [action for action in legal if fits(pattern, action)]
    if len(found) != 1:
        told = msgspec.json.encode(pattern).decode()
        raise NoSuchMove("no_such_move" if not found else "many_such_moves", move=told, seat=seat)
    return found[0]


def begin(
    game: Game[Any],
    lesson: Lesson,
    language: str = "en",
    name: str = "",
    create: Callable[[Header], Save] | None = None,
) -> Table[Any]:
    """A table at the beginning of a lesson, kept by `create` if given. Raises NoSuchMove."""
    opening = opening_of(game, lesson)
    players = [Player(its.text(language), bot=BOT) for its in opening.names]
    learner = players[opening.seat].name
    if name:  # whoever has the learner's name takes the one that the learner leaves
        players = [replace(its, name=learner) if its.name == name else its for its in players]
    players[opening.seat] = Player(name or learner)
    header = new_header(game, players, dict(opening.options), seed=opening.seed)
    table = Table.new(game, replace(header, lesson=lesson.id))
    for seat, pattern in opening.moves[: lesson.moves]:
        table.play(seat, meant(table, seat, pattern))
    if create is not None:
        keep(table, create)
    return table


def keep(table: Table[Any], create: Callable[[Header], Save]) -> None:
    """Keep a table from now on, with all that was played at it. Raises what `create` raises."""
    save = create(table.header)
    save.append(b"".join(encode(moment.record) for moment in table.positions))
    table.save = save
