"""The definition of a game as the engine uses it: setup, masks, outcome, and hooks for players."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.content.files import named
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Event, S, Seat, SecretChoice, Viewer
from hako.engine.rules.secret_declarations import Secret
from hako.engine.rules.story_table import Story, StoryMoment
from hako.engine.rules.threats import Controls, Threat, by_gravity

Kind = TypeVar("Kind")

Counters: TypeAlias = Mapping[Viewer, Mapping[str, int]]
"""Numbers by name, for each seat and for the table (None); see Game.counters."""


class Leader(Struct, frozen=True):
    """The seats that lead in something that pays, such as a category of points."""

    seats: tuple[Seat, ...]
    """All seats that are tied for the lead. Opponents without a seat have the next indices."""
    points: int
    """Points that it pays each of them."""


Leaders: TypeAlias = Mapping[str, Leader]
"""Leaders by the name of the category; see Game.leaders."""


class Income(NamedTuple):
    """Points, or what a game counts as such, that an event pays a seat."""

    seat: Seat
    source: str
    """A name in the table `part` of the game's terms."""
    points: int
    """Below 0 for what the seat pays."""


IDLE = "idle"
"""Key of the hint that an action would have no effect; `idle_` and a word may add the reason."""


class Option(Struct, frozen=True):
    """A choice made before the game, such as a module or a scenario."""

    key: str
    values: tuple[str, ...]
    """Values in the order shown; the first one is the default."""
    min_seats: int = 1
    """Minimum number of seats for values other than the default."""
    only_with: Mapping[str, tuple[int, ...]] = {}
    """The numbers of seats that a value is restricted to, if it is."""

    @property
    def default(self) -> str:
        """The value used if none is chosen."""
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
    """The parameters of a new game."""

    seats: int
    options: Mapping[str, str]
    """A value for every option of the game."""
    content: Any
    """The game's content, decoded; see engine.content.files."""


class Opponent(Struct, frozen=True):
    """An opponent without a seat, such as the enemy of a solo game."""

    name: Any
    term: str
    """The table of terms that has its name."""
    score: int


class Outcome(Struct, frozen=True):
    """The result of a game."""

    winners: tuple[Seat, ...]
    """The winning seats; empty when nobody won, as in a lost solo game."""
    scores: tuple[int, ...]
    """A score for each seat; its unit depends on the game."""
    how: LazyText
    """The way in which it was won, as a sentence of the game's texts."""
    opponents: tuple[Opponent, ...] = ()
    """Opponents without a seat. If no seat won, the best of them did."""
    counted: str = "name"
    """Unit of the scores, as a key of the texts' group `score`."""
    turns: int = 0
    """Number of turns of a won solo game, if fewer are better between equal scores; else 0."""

    def places(self) -> tuple[int, ...]:
        """The rank of each seat, and then of each opponent, 1-based; ties share a rank.

        Winners come first, the others are ranked by score.
        """
        keys = [(seat in self.winners, score) for seat, score in enumerate(self.scores)]
        keys += [(not self.winners, opponent.score) for opponent in self.opponents]
        return tuple(1 + sum(other > key for other in keys) for key in keys)


class Game(ABC, Generic[S]):
    """The definition of a game. Stateless; each game's package has one instance, `GAME`."""

    id: ClassVar[str]
    rules: ClassVar[int] = 1
    """Version of the rules; raised by changes that would fold old logs differently."""
    seats: ClassVar[range]
    """The numbers of seats that the game allows."""
    options: ClassVar[tuple[Option, ...]] = ()
    actions: ClassVar[Any]
    """Union of the game's Actions, so that a type checker finds a forgotten member in a match."""
    is_won_by_score: ClassVar[bool] = True
    """False if the score of `progress` is only a measure, and something else decides who wins."""
    secrets: ClassVar[Sequence[Secret]] = ()
    """The hidden parts of the State; `mask` is tested against them."""
    content: ClassVar[type[Struct]]
    """Type that the content file is decoded to."""
    folder: ClassVar[Path]
    """Folder of content, texts and rulebook."""
    upcasters: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    """For each older version of the rules, a function from a raw log line to one of the next version.

    It removes the `digest` of a line after which the state differs; all other digests are compared.
    """

    def __reduce__(self) -> tuple[Callable[[str], Game[Any]], tuple[str]]:
        """Pickle a game as the name of its package."""
        return _of_package, (type(self).__module__,)

    def chosen(self, options: Mapping[str, str], seats: int) -> Mapping[str, str]:
        """The given options without those that have a single value for so many seats."""
        free = {option.key for option in self.options if len(option.allowed(seats)) > 1}
        return {key: value for key, value in options.items() if key in free}

    @abstractmethod
    def new(self, setup: Setup) -> S:
        """The state before setup; its agenda contains the setup."""

    @abstractmethod
    def mask(self, state: S, viewer: Viewer) -> S:
        """The state reduced to what the viewer may know; written as an allow list. See `view`."""

    @abstractmethod
    def determinize(self, view: S, seat: Seat, chance: Chance) -> S:
        """A random full state that is consistent with the seat's view. See `world`."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result of the game; None while it goes on."""

    @abstractmethod
    def evaluate(self, view: S, seat: Seat) -> float:
        """The value of a position for a seat, from its view; larger is better."""

    def quiet_action(self, view: S, seat: Seat) -> Any | None:  # noqa: ARG002 - the base has no way
        """The action that leads from an unfinished decision of the seat to a quiet position.

        Positions are compared when they are quiet: a bot that looks one move ahead plays this
        action and the next ones, until there is none (None) or another seat has to choose.
        """
        return None

    def is_last_turn(self, view: S, seat: Seat) -> bool:  # noqa: ARG002 - the base never knows
        """True if nothing but what a seat does in this turn can still add to its score."""
        return False

    def sure_winner(self, view: S) -> Seat | None:  # noqa: ARG002 - the base never knows
        """The seat that nobody can stop from winning, whatever is drawn and whatever the others do.

        It may have to play for it. From the view alone, while the game goes on; None where it is
        open, or nobody can tell.
        """
        return None

    @abstractmethod
    def progress(self, view: S) -> tuple[int, tuple[int, ...]]:
        """The number of the turn or round (1-based), and the current score of each seat.

        The scores of opponents without a seat follow. From public knowledge only. The score chart
        shows them turn by turn.
        """

    def score_parts(self, view: S) -> Sequence[Mapping[str, int | None]]:
        """The score breakdown if the game ended now: points by part, in the order shown.

        One mapping for each seat, and then for each opponent without one; None for parts that the
        viewer may not know yet. The public parts sum to the score of `progress`, and at the end to
        that of `outcome`. The names of parts are in the table `part` of the game's terms.
        """
        outcome = self.outcome(view)
        if outcome is None:
            return [{"points": score} for score in self.progress(view)[1]]
        opponents = (opponent.score for opponent in outcome.opponents)
        return [{"points": score} for score in (*outcome.scores, *opponents)]

    def income(self, event: Event[S]) -> Income | None:  # noqa: ARG002 - the base names no source
        """The points that an event pays; None for none.

        Where the parts of a score are too coarse to tell two lines of play apart, hints and reviews
        compare them by these sources instead.
        """
        return None

    def part_note(self, before: S, after: S, seat: Seat, part: str) -> LazyText | None:  # noqa: ARG002 - the base is silent
        """A note on why a part of a seat's score changed between two views, where no event says it.

        The recap shows it beside the values; an example is the price of Shares.
        """
        return None

    def counters(self, view: S) -> Counters:  # noqa: ARG002 - the base has none
        """Numbers that players follow besides their scores, such as coins and prices.

        The log shows them when they change, and the recap shows the changes since a seat's last
        turn. A missing one is not shown and counts as 0. The names are in the table `figure` of the
        game's terms.
        """
        return {}

    def leaders(self, view: S) -> Leaders:  # noqa: ARG002 - the base has none
        """The leaders in all categories that pay, from public knowledge.

        The log, previews and the recap mention a lead that is taken, shared or lost. The names of
        categories are in the table `lead` of the game's terms.
        """
        return {}

    def control(self, view: S) -> Controls:  # noqa: ARG002 - the base has none
        """The seat that decides for each thing that seats compete for, from public knowledge.

        The log tells when it changes hands, the recap also how it stands.
        """
        return {}

    def threats(self, view: S, seat: Viewer) -> Sequence[Threat]:  # noqa: ARG002 - the base sees none
        """The threats to a seat, from its view; for spectators (None), those to anybody.

        See `threats_to`, which adds the seat that wins for certain.
        """
        return ()

    def story(self, moments: Sequence[StoryMoment[S]]) -> Story:  # noqa: ARG002 - the base is silent
        """The way in which a finished game came about, from its records as all may know them.

        The screen of the result and transcripts show it below the parts of the scores.
        """
        return ()

    def side(self, view: S, seat: Seat) -> str | None:  # noqa: ARG002 - the base has none
        """The id of the side that a seat plays, if sides differ; None otherwise.

        Simulations compare sides. Their names are in the table `side` of the game's terms.
        """
        return None

    def terms(self, content: Any, language: str) -> Mapping[str, Mapping[Any, str]]:
        """Names from the content file, by table of terms and value.

        By default those of all content tables with names. A table "seat" names opponents without a
        seat, such as that of a solo game.
        """
        return {
            table: {key: entry.name.text(language) for key, entry in entries.items()}
            for table, entries in named(content).items()
        }

    def describe(self, view: S, viewer: Viewer) -> Sequence[LazyText]:  # noqa: ARG002 - the base is silent
        """The view as text, one sentence a line, for screen readers and plain output."""
        return ()

    def goal(self, view: S, seat: Viewer) -> LazyText | None:  # noqa: ARG002 - the base is silent
        """The goal of a seat and its progress, in one line; for spectators, if `seat` is None."""
        return None

    def rivalry(self, view: S, seat: Viewer) -> Mapping[str, int | None]:
        """Values for the goal of most points: `own` score (None for spectators), `best` of others."""
        _, scores = self.progress(view)
        others = [score for other, score in enumerate(scores) if other != seat]
        return {"own": None if seat is None else scores[seat], "best": max(others)}

    def action_note(self, view: S, seat: Seat, action: Any) -> LazyText | None:  # noqa: ARG002 - the base is silent
        """A note on what an action gains or costs, for the list of actions; None for none.

        Its key is IDLE if the action would have no effect; bots then prefer any other action of the
        same value.
        """
        return None


def _of_package(name: str) -> Game[Any]:
    game: Game[Any] = import_module(name).GAME
    return game


def kinds(game: Game[Any], base: type[Kind]) -> tuple[type[Kind], ...]:
    """The Events or Steps that a game's package defines, sorted by name; a `_Name` is only a base.

    A game derived from another one has those of the other, too.
    """
    packages = tuple(f"{base.__module__}." for base in type(game).__mro__)
    own = (
        kind
        for kind in _subclasses(base)
        if f"{kind.__module__}.".startswith(packages) and not kind.__name__.startswith("_")
    )
    return tuple(sorted(own, key=lambda kind: kind.__name__))


def _subclasses(base: type[Kind]) -> Iterator[type[Kind]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _subclasses(kind)


def view(game: Game[S], state: S, viewer: Viewer) -> S:
    """The state as the viewer may see it: the only form that screens and bots get."""
    agenda = tuple(step.masked(viewer) for step in state.agenda)
    return game.mask(replace(state, agenda=agenda), viewer)


def threats_to(game: Game[S], view: S, seat: Viewer) -> tuple[Threat, ...]:
    """The threats to a seat, gravest first; none at the end of the game.

    One says that another seat wins exactly if `sure_winner` says so; then nobody else can.
    """
    if not view.agenda:
        return ()
    threats, winner = [*game.threats(view, seat)], game.sure_winner(view)
    if winner is not None:
        threats = [threat for threat in threats if threat.gravity != "can_win"]
        if winner != seat and all(threat.gravity != "wins" for threat in threats):
            threats.append(Threat("wins", LazyText("wins_surely", {"seat": winner}), winner))
    return by_gravity(threats)


def world(game: Game[S], view: S, seat: Seat, chance: Chance) -> S:
    """A random full state that is consistent with a seat's view; bots search only on these.

    Hidden information is dealt again, and secret answers of others are chosen at random.
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
