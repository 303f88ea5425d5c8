"""Lessons as data: the opening and the steps, read from a game's folder `lessons/`.

    lessons/nina.toml             a LessonOpening: seed, seats, and the first moves
    lessons/01-first-turn.toml    a Lesson that begins after some of these moves

An action is written as in a log, with the fields that matter: see rules/action_patterns.py.
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
from hako.engine.log.header import Header, Player
from hako.engine.log.history import History
from hako.engine.log.log_format import encode
from hako.engine.log.save import Save
from hako.engine.log.setup import new_header
from hako.engine.rules.action_patterns import Pattern, check, fits
from hako.engine.rules.game import Game
from hako.engine.rules.model import Action, Seat

FOLDER = "lessons"

BOT = "greedy"
"""The level of the bots that choose where the lesson prescribes nothing."""

MOST_WORDS, MOST_CHARACTERS = 60, 140
"""The most words of a text in English, and the most characters in Japanese."""

BoardTarget: TypeAlias = Sequence[Any]
"""A place on the game's board, by the name that the board gives it."""

PlayedAction: TypeAlias = tuple[Seat, Pattern]
"""A seat and the pattern of its action."""

_CLAUSE = re.compile(r"\b[a-z_]+\.\d+\b")


class LessonText(Wording, frozen=True, forbid_unknown_fields=True):
    """A text of a lesson: short, and without numbers of clauses, which F1 shows."""

    def __post_init__(self) -> None:
        if (count := len(self.en.split())) > MOST_WORDS:
            raise BadEntry("too_many_words", count=count, most=MOST_WORDS)
        if (count := len(self.ja)) > MOST_CHARACTERS:
            raise BadEntry("too_many_characters", count=count, most=MOST_CHARACTERS)
        for words in (self.en, self.ja):
            if match := _CLAUSE.search(words):
                raise BadEntry("clause_in_speech", clause=match[0])


class LessonReply(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The answer to an action that does not continue the lesson; the action is not played."""

    to: tuple[Pattern, ...]
    say: LessonText
    once: bool = False
    """True if the action continues the lesson: answered the first time, played the second."""


class LessonStep(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A text and the learner's next actions."""

    say: LessonText
    point: tuple[dict[str, Any] | list[Any], ...] = ()
    """The highlighted targets: actions in the list (with their places) or places on the board."""
    go_on: tuple[Pattern, ...] = ()
    """The learner's next actions, in order; each later one is highlighted when it is due.

    Empty for an explanation, which is only read.
    """
    answers: tuple[LessonReply, ...] = ()
    """The answers; the first that fits is given. Any other action gets a standard answer."""
    then: tuple[PlayedAction, ...] = ()
    """The next actions of other seats; bots choose where none is given."""

    @property
    def is_explanation(self) -> bool:
        """True if the step is only read."""
        return not self.go_on


class LessonOpening(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The game in which lessons begin."""

    seed: int
    names: tuple[Wording, ...]
    """The name on each seat; the learner's own name replaces that of `seat`."""
    seat: Seat = 0
    """The learner's seat; bots sit on the others."""
    options: Mapping[str, str] = {}
    """The options that differ from their defaults."""
    moves: tuple[PlayedAction, ...] = ()
    """The first moves; each pattern has to fit exactly one legal action."""


class Lesson(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A lesson."""

    title: Wording
    minutes: Annotated[int, Meta(ge=1, le=15)]
    game: str
    """The name of its opening's file, without the suffix."""
    steps: Annotated[tuple[LessonStep, ...], Meta(min_length=1)]
    moves: Annotated[int, Meta(ge=0)] = 0
    """The number of the opening's moves that are played before the lesson."""
    learnt: tuple[Wording, ...] = ()
    """The sentences that sum up what it teaches."""
    tips: bool = False
    """True if tips are shown after the lesson, when the game goes on freely."""
    id: str = ""
    """The name of its file, without the suffix; set by the loader."""

    def __post_init__(self) -> None:
        if not self.steps[-1].is_explanation:
            raise BadEntry("lesson_has_no_end")

    @property
    def texts(self) -> Iterator[Wording]:
        """The texts of its steps and of all answers."""
        for step in self.steps:
            yield step.say
            yield from (answer.say for answer in step.answers)


def lessons_of(game: Game[Any]) -> Mapping[str, Lesson]:
    """The lessons of a game by id, in teaching order. Raises BadContent."""
    return _lessons_of(game.folder, game)


def following(table: History[Any]) -> str | None:
    """The id of the lesson after a table's own; None if there is none."""
    lesson = table.header.lesson
    return dict(pairwise(names_in(table.game.folder))).get(lesson) if lesson else None


def names_in(folder: Path) -> list[str]:
    """The ids of the lessons in a game's folder, from the names of the files."""
    return sorted(path.stem for path in (folder / FOLDER).glob("[0-9]*.toml"))


def opening_of(game: Game[Any], lesson: Lesson) -> LessonOpening:
    """The opening of a lesson. Raises BadContent."""
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
    yield "point", [target for target in step.point if isinstance(target, dict)]
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
    """A pattern of a lesson fits no legal action, or several."""


def meant(table: History[Any], seat: Seat, pattern: Pattern) -> Action:
    """The one legal action of a seat that fits a pattern. Raises NoSuchMove."""
    legal = table.legal_actions(seat) if seat in table.waiting() else ()
    actions: list[Action] = [action for action in legal if fits(pattern, action)]
    if len(actions) != 1:
        pattern_text = msgspec.json.encode(pattern).decode()
        raise NoSuchMove(
            "no_such_move" if not actions else "many_such_moves", move=pattern_text, seat=seat
        )
    return actions[0]


def begin(
    game: Game[Any],
    lesson: Lesson,
    language: str = "en",
    name: str = "",
    create: Callable[[Header], Save] | None = None,
) -> History[Any]:
    """Make a table at the start of a lesson; `create`, if given, makes its save. Raises NoSuchMove."""
    opening = opening_of(game, lesson)
    players = [Player(wording.text(language), bot=BOT) for wording in opening.names]
    learner = players[opening.seat].name
    if name:  # a bot with the learner's name takes the name that the learner replaces
        players = [
            replace(player, name=learner) if player.name == name else player for player in players
        ]
    players[opening.seat] = Player(name or learner)
    header = new_header(game, players, dict(opening.options), seed=opening.seed)
    table = History.new(game, replace(header, lesson=lesson.id))
    for seat, pattern in opening.moves[: lesson.moves]:
        table.play(seat, meant(table, seat, pattern))
    if create is not None:
        keep(table, create)
    return table


def keep(table: History[Any], create: Callable[[Header], Save]) -> None:
    """Store a table from now on, with all its records. Raises what `create` raises."""
    save = create(table.header)
    save.append(b"".join(encode(moment.record) for moment in table.positions))
    table.log.save = save
