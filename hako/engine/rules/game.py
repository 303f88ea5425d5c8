"""What a game is to the engine: its words, its setup, its masks, its outcome."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.content.files import named
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import S, Seat, SecretChoice, Viewer
from hako.engine.rules.secrets import Secret

Kind = TypeVar("Kind")

Counters: TypeAlias = Mapping[Viewer, Mapping[str, int]]
"""For each seat numbers by name, for the table (None) too; see Game.figures."""


class Leader(Struct, frozen=True):
    """Who is first in something that is paid for, such as a category of points."""

    seats: tuple[Seat, ...]
    """All of those who are level; opponents without a seat are counted on; none, if nobody is."""
    points: int
    """What it pays each of them."""


Leaders: TypeAlias = Mapping[str, Leader]
"""By what is led; see Game.leads."""

IDLE = "idle"
"""The key of a note that says: this would do nothing; `idle_` and a word may say why."""


class Option(Struct, frozen=True):
    """A choice made before the game, such as a module or a scenario."""

    key: str
    values: tuple[str, ...]
    """In the order shown; the first one is the default."""
    min_seats: int = 1
    """With fewer seats only the default is allowed."""
    only_with: Mapping[str, tuple[int, ...]] = {}
    """For values that are made for certain numbers of seats: those numbers."""

    @property
    def default(self) -> str:
        """The value when nothing is said."""
        return self.values[0]

    def allowed(self, seats: int) -> tuple[str, ...]:
        """The values that a table of so many seats can choose from, the default first."""
        return tuple(
            value
            for value in self.values
            if value == self.default
            or (seats >= self.min_seats and seats in self.only_with.get(value, (seats,)))
        )


class Setup(Struct, frozen=True):
    """What a game starts from."""

    seats: int
    options: Mapping[str, str]
    """A value for every option of the game."""
    content: Any
    """The game's content, decoded; see engine.content.files."""


class Opponent(Struct, frozen=True):
    """Who played without a seat, such as the enemy of a solo game."""

    name: Any
    term: str
    """The table of terms in which that name stands."""
    score: int


class Outcome(Struct, frozen=True):
    """How a game ended."""

    winners: tuple[Seat, ...]
    """Empty when nobody won, as in a lost solo game."""
    scores: tuple[int, ...]
    """One a seat; what is counted depends on the game."""
    how: LazyText
    """How it was won, as a sentence of the game's texts."""
    opponents: tuple[Opponent, ...] = ()
    """Where no seat won, the best of them did."""
    counted: str = "name"
    """What is counted, as a key of the texts' group `score`."""
    turns: int = 0
    """How many a game won alone took, where fewer are better between equal scores."""

    def places(self) -> tuple[int, ...]:
        """The place of each seat, and then of each opponent, 1-based; ties share a place.

        Winners come first, then it goes by score.
        """
        keys = [(seat in self.winners, score) for seat, score in enumerate(self.scores)]
        keys += [(not self.winners, opponent.score) for opponent in self.opponents]
        return tuple(1 + sum(other > key for other in keys) for key in keys)


class Game(ABC, Generic[S]):
    """One game's definition. Stateless; one instance, `GAME`, in each game's package."""

    id: ClassVar[str]
    rules: ClassVar[int] = 1
    """Version of the rules; raised when old logs would be read differently."""
    seats: ClassVar[range]
    """How many seats the game can have."""
    options: ClassVar[tuple[Option, ...]] = ()
    actions: ClassVar[Any]
    """Union of the game's Actions; whoever matches over it is told of a member forgotten."""
    secrets: ClassVar[Sequence[Secret]] = ()
    """What of the State is kept from whom; `mask` is held to it."""
    content: ClassVar[type[Struct]]
    """What the content file decodes to."""
    folder: ClassVar[Path]
    """Where content, texts and rulebook lie."""
    upcasters: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    """For each older version of the rules: a raw log line of it to one of the next version.

    Where the state after it is another one then, it takes the `digest` away; all others are compared.
    """

    def __reduce__(self) -> tuple[Callable[[str], Game[Any]], tuple[str]]:
        """Between processes a game goes by the name of its package."""
        return _of_package, (type(self).__module__,)

    def chosen(self, options: Mapping[str, str], seats: int) -> Mapping[str, str]:
        """The options of which a table of so many seats had a choice."""
        free = {option.key for option in self.options if len(option.allowed(seats)) > 1}
        return {key: value for key, value in options.items() if key in free}

    @abstractmethod
    def new(self, setup: Setup) -> S:
        """The table before anything happened; its agenda sets the game up."""

    @abstractmethod
    def mask(self, state: S, viewer: Viewer) -> S:
        """The state with only what the viewer may know; an allow list. See `view`."""

    @abstractmethod
    def determinize(self, view: S, seat: Seat, chance: Chance) -> S:
        """A state that agrees with the view, what is hidden dealt anew. See `world`."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def evaluate(self, view: S, seat: Seat) -> float:
        """What a position is worth to a seat, from its mask; bigger is better."""

    def settle(self, view: S, seat: Seat) -> Any | None:  # noqa: ARG002 - the base has no way
        """How the seat would quickly bring a decision of its own to rest, from its mask.

        Positions are compared where they are at rest: a bot that looks one move ahead plays
        this action, and the next one, until there is none (None) or another seat's turn.
        """
        return None

    @abstractmethod
    def progress(self, view: S) -> tuple[int, tuple[int, ...]]:
        """The race so far: number of the turn or round (1-based), and a score for each seat.

        The scores of opponents without a seat follow. From public knowledge only; the end
        screen draws it turn by turn.
        """

    def score_parts(self, view: S) -> Sequence[Mapping[str, int | None]]:
        """Where the scores come from, were the game to end now: points by part.

        For each seat, and then each opponent without one, in the order in which parts are
        told; None for what the viewer may not know yet. What everybody may know sums to the
        score of `progress`, and in the end to that of `outcome`. The game's terms have the
        names in the table `part`.
        """
        outcome = self.outcome(view)
        if outcome is None:
            return [{"points": score} for score in self.progress(view)[1]]
        opponents = (opponent.score for opponent in outcome.opponents)
        return [{"points": score} for score in (*outcome.scores, *opponents)]

    def counters(self, view: S) -> Counters:  # noqa: ARG002 - the base has none
        """Numbers that players keep an eye on beside their scores, such as coins and prices.

        The log tells how much they are by now, and whoever comes back how much they were. One
        that is left out is not told, and counts as 0. The game's terms have the names in the
        table `figure`.
        """
        return {}

    def leaders(self, view: S) -> Leaders:  # noqa: ARG002 - the base has none
        """Who leads in what is paid for as it stands, from public knowledge.

        The log, previews and the news tell when one is taken, shared or lost. The game's terms
        have the names in the table `lead`.
        """
        return {}

    def side(self, view: S, seat: Seat) -> str | None:  # noqa: ARG002 - the base has none
        """What a seat plays, by its id, where seats are not alike; simulations compare them.

        The game's terms have its name in the table `side`.
        """
        return None

    def terms(self, content: Any, language: str) -> Mapping[str, Mapping[Any, str]]:
        """Names that come from the content file: term table, value, name.

        Those of its tables, at least. A table "seat" names places at which nobody sits, such
        as a solo game's opponent.
        """
        return {
            table: {key: entry.name.text(language) for key, entry in entries.items()}
            for table, entries in named(content).items()
        }

    def describe(self, view: S, viewer: Viewer) -> Sequence[LazyText]:  # noqa: ARG002 - the base is silent
        """The table in words, a sentence a line, for those who listen instead of looking."""
        return ()

    def goal(self, view: S, seat: Viewer) -> LazyText | None:  # noqa: ARG002 - the base is silent
        """What one plays for and how far it is, in one line; for watchers, if no seat is given."""
        return None

    def rivalry(self, view: S, seat: Viewer) -> Mapping[str, int | None]:
        """For a goal of most points: `own` score, None for watchers, and the `best` of the others."""
        _, scores = self.progress(view)
        others = [score for other, score in enumerate(scores) if other != seat]
        return {"own": None if seat is None else scores[seat], "best": max(others)}

    def note(self, view: S, seat: Seat, action: Any) -> LazyText | None:  # noqa: ARG002 - the base is silent
        """What an action pays, in a few words for the list of actions.

        Its key is IDLE where the action would do nothing; bots then like any other as well.
        """
        return None


def _of_package(name: str) -> Game[Any]:
    game: Game[Any] = import_module(name).GAME
    return game


def kinds(game: Game[Any], base: type[Kind]) -> tuple[type[Kind], ...]:
    """The Events or Steps that a game's package defines, by name; a `_Name` is only a base.

    A game made from another one has those of the other, too.
    """
    packages = tuple(f"{base.__module__}." for base in type(game).__mro__)
    own = (
        kind
        for kind in _below(base)
        if f"{kind.__module__}.".startswith(packages) and not kind.__name__.startswith("_")
    )
    return tuple(sorted(own, key=lambda kind: kind.__name__))


def _below(base: type[Kind]) -> Iterator[type[Kind]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _below(kind)


def view(game: Game[S], state: S, viewer: Viewer) -> S:
    """The state as the viewer may see it: the only door to screens and bots."""
    agenda = tuple(step.masked(viewer) for step in state.agenda)
    return game.mask(replace(state, agenda=agenda), viewer)


def world(game: Game[S], view: S, seat: Seat, chance: Chance) -> S:
    """A whole state that agrees with a seat's view; bots search on such, never on the State.

    What is hidden is dealt anew, and what others chose in secret is chosen anew.
    """
    state = game.determinize(view, seat, chance)
    step = state.agenda[-1] if state.agenda else None
    if not isinstance(step, SecretChoice):
        return state
    stream = chance.stream("answers")
    answers = tuple(
        stream.choice(step.choices(state, other)) if answer is None else answer
        for other, answer in zip(step.answered, step.answers, strict=True)
    )
    return replace(state, agenda=(*state.agenda[:-1], replace(step, answers=answers)))
