"""Random games, played side by side through the engine and through a model of the rulebook.

A model is a plain program of one game, written from the rulebook alone. It plays a whole game in
one generator: wherever somebody has to choose it yields an `Ask`, and is sent the action.

    class TownModel(Model):
        def play(self) -> Play: ...       # `self.by("build.4")` says which clause is applied
        def facts(self) -> Facts: ...     # all that lies on the table, by name

    PAIR = Pair(GAME, TownModel, facts_of)

    def test_the_engine_plays_by_the_rulebook() -> None:
        agree(PAIR, town, usual=120)

The engine alone draws: its draws are written on a tape, and the model takes them from there. The
model names the cards of each shuffle, so a card too many in the pool is a difference, too, and a draw
that no rule asks for stays on the tape. After every decision the facts, the seat that is asked and
its choices are compared.
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import getsource
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, NoReturn, TypeAlias, TypeVar

from hako.engine.bots.bot import Observation, greedy_bot
from hako.engine.content.files import load
from hako.engine.rules.chance import Chance, Item, Stream
from hako.engine.rules.game import Game, Outcome, Setup, view
from hako.engine.rules.play import begin, legal_actions, pending, play, waiting

Facts: TypeAlias = Mapping[str, object]
"""All that lies on the table, each thing by the name that a difference is told with."""

Card = TypeVar("Card")

LONGEST = 1000
"""Decisions after which a game is left: random choices do not win every game."""

TEMPER_LASTS = 60
"""Decisions for which the players prefer the same kinds of actions."""

KEEN_CHOICES = 0.85
"""Share of choices in which keen players take the action that seems best."""


class Difference(AssertionError):
    """The engine and the model of the rulebook disagree."""


# ------------------------------------------------------------ chance


class Draw(NamedTuple):
    """One thing that chance decided in the engine."""

    pool: Sequence[Any]
    """The items, or the numbers, that could come."""
    result: Any
    """The items in their new order, or the one that came."""
    is_shuffle: bool

    def __str__(self) -> str:
        verb = "shuffled" if self.is_shuffle else f"drew {self.result!r} from"
        return f"{verb} {sorted(map(str, self.pool))}"


class Tape:
    """The draws of the engine that the model has not asked for yet."""

    def __init__(self) -> None:
        self.left: list[Draw] = []

    def shuffled(self, pool: Iterable[Card]) -> tuple[Card, ...]:
        """The pool in the order that the engine's shuffle of these very cards gave."""
        wanted = Counter(list(pool))
        if wanted.total() < 2:
            return tuple(wanted.elements())

        def fits(draw: Draw) -> bool:
            return draw.is_shuffle and Counter(draw.pool) == wanted

        return tuple(self._take(fits, wanted.elements()))

    def one_of(self, pool: Iterable[Card]) -> Card:
        """The one of the pool that the engine drew, all being as likely."""
        wanted = list(pool)
        if len(wanted) == 1:
            return wanted[0]

        def fits(draw: Draw) -> bool:
            return not draw.is_shuffle and Counter(draw.pool) == Counter(wanted)

        drawn: Card = self._take(fits, wanted)
        return drawn

    def _take(self, fits: Callable[[Draw], bool], wanted: Iterable[Any]) -> Any:
        for place, draw in enumerate(self.left):
            if fits(draw):
                return self.left.pop(place).result
        raise Difference(
            f"by the model chance decides among {sorted(map(str, wanted))}; "
            f"the engine {'; '.join(map(str, self.left)) or 'drew nothing'}"
        )


class TapedChance(Chance, kw_only=True):
    """The engine's chance, with all that is drawn written on a tape."""

    tape: Tape

    def stream(self, name: str) -> Stream:
        plain = super().stream(name)
        return TapedStream(plain, self.tape)


class TapedStream(Stream):
    """A stream whose draws are written on a tape."""

    __slots__ = ("_plain", "_tape")

    def __init__(self, plain: Stream, tape: Tape) -> None:
        super().__init__(0)
        self._plain = plain
        self._tape = tape

    def bits(self) -> int:
        return self._plain.bits()

    def draws(self, count: int) -> Sequence[int]:
        return self._plain.draws(count)

    def below(self, limit: int) -> int:
        return self._recorded(range(limit), self._plain.below(limit))

    def roll(self, sides: int) -> int:
        return self._recorded(range(1, sides + 1), self._plain.roll(sides))

    def choice(self, items: Sequence[Item]) -> Item:
        return self._recorded(items, self._plain.choice(items))

    def shuffle(self, items: Iterable[Item]) -> tuple[Item, ...]:
        pool = tuple(items)
        return self._recorded(pool, self._plain.shuffle(pool), is_shuffle=True)

    def _recorded(self, pool: Sequence[Any], result: Card, *, is_shuffle: bool = False) -> Card:
        if len(pool) > 1:  # else there is nothing to decide
            self._tape.left.append(Draw(pool, result, is_shuffle))
        return result


# ------------------------------------------------------------ the model


class Seating(NamedTuple):
    """The set-up of a game."""

    seats: int
    options: Mapping[str, str]
    seed: int
    corrections: Mapping[str, Any] = {}
    """Changes that an owner's content file makes."""
    is_keen: bool = False
    """The players mostly take the action that seems best, so that games are also won."""

    def __str__(self) -> str:
        options = "".join(f", {key}={value}" for key, value in self.options.items())
        corrections = f", corrected {self.corrections}" if self.corrections else ""
        return f"seed {self.seed}: {self.seats} seats{options}{corrections}"


class Ask(NamedTuple):
    """A decision: who chooses, and among which actions, each with the clause that allows it."""

    seat: int
    choices: Mapping[Any, str]


Play: TypeAlias = Generator[Ask, Any, None]
"""A game, or a part of one, as it is played: it asks and is sent what was chosen."""

Part: TypeAlias = Generator[Ask, Any, Card]
"""A part of a game that comes to something."""


@dataclass
class Model(ABC):
    """A game as the rulebook tells it."""

    seating: Seating
    tape: Tape
    trail: list[str] = field(default_factory=list, init=False)
    """The clauses applied since the last decision."""

    def by(self, *clauses: str) -> None:
        """Say which clauses are applied now."""
        self.trail += clauses

    def constant(self, name: str, printed: int) -> int:
        """A number of the rulebook, unless the game is played with a correction of it."""
        number: int = self.seating.corrections.get("constants", {}).get(name, printed)
        return number

    @abstractmethod
    def play(self) -> Play:
        """The whole game."""

    @abstractmethod
    def facts(self) -> Facts:
        """All that lies on the table now."""

    @abstractmethod
    def result(self) -> Facts:
        """The winners, the scores and so on, once the game is over."""


class Pair(NamedTuple):
    """A game of the engine, with the model to which it is held."""

    game: Game[Any]
    model: Callable[[Seating, Tape], Model]
    facts_of: Callable[[Any], Facts]
    """The facts of a state of the engine, under the names that the model uses."""
    result_of: Callable[[Outcome], Facts]
    """The same of an outcome."""
    liking: Mapping[type, float] = {}
    """Weights of kinds of actions among the choices, 1 for all others, so that games get on."""
    corrections: Sequence[Mapping[str, Any]] = ({},)
    """Changes of the content, in turn; with some, games come to what they seldom come to."""
    seats: Sequence[int] = ()
    """The numbers of seats, in turn; none for each of the game's alike."""
    keen: float = 0.3
    """Share of games that keen players play, who take longer to choose."""


# ------------------------------------------------------------ playing


def agree(pair: Pair, module: ModuleType, usual: int) -> None:
    """Compare so many games, or HAKO_MODELS of them, which shall apply all clauses of the model."""
    count = int(os.environ.get("HAKO_MODELS") or usual)
    missing = clauses_of(module, pair.game) - compared(pair, count)
    if count >= usual:
        assert sorted(missing) == [], "no game came to these clauses"


def seatings(pair: Pair, count: int) -> Iterator[Seating]:
    """So many games: every number of seats in turn, with any values of the options."""
    game, numbers = pair.game, pair.seats or pair.game.seats
    for seed in range(count):
        dice = Random(f"{game.id} {seed}")
        turn, nth = divmod(seed, len(numbers))
        seats = numbers[nth]
        options = {option.key: dice.choice(option.allowed(seats)) for option in game.options}
        corrections = pair.corrections[turn % len(pair.corrections)]
        yield Seating(seats, options, seed, corrections, is_keen=dice.random() < pair.keen)


def compared(pair: Pair, count: int) -> set[str]:
    """The clauses that the model applied in so many games, in which it found no difference."""
    clauses: set[str] = set()
    for seating in seatings(pair, count):
        clauses |= Comparison(pair, seating).run()
    return clauses


def clauses_of(module: ModuleType, game: Game[Any]) -> set[str]:
    """The clauses of the rulebook that a model's source text can apply or allow."""
    rulebook = (game.folder / "rules.en.md").read_text(encoding="utf-8")
    numbered = re.findall(rf"^\*\*{game.id}\.(\S+)\*\*", rulebook, re.MULTILINE)
    named = set(re.findall(r'"([a-z]+\.(?!toml)[a-z0-9_]+)"', getsource(module)))
    return named & set(numbered)


class Comparison:
    """One game, in the engine and in the model."""

    def __init__(self, pair: Pair, seating: Seating) -> None:
        self.pair = pair
        self.seating = seating
        self.ply = 0
        self.tape = Tape()
        self.model = pair.model(seating, self.tape)
        self.reached: set[str] = set()
        self._dice = Random(f"{pair.game.id} {seating.seed} choices")
        self._temper: dict[type, float] = {}
        self._tempered = 0
        self._last = "the game is set up"
        self.state: Any = None
        """The engine's state when the game was over."""

    def run(self) -> set[str]:
        """Play to the end, and return the clauses that were applied."""
        game, seating = self.pair.game, self.seating
        content = load(game.content, game.folder / f"{game.id}.toml", seating.corrections or None)
        state = game.new(Setup(seating.seats, seating.options, content))
        state, _ = begin(state, self._chance())
        moves = self.model.play()
        ask = self._next(moves, None, state)
        while ask is not None:
            self._compare(state, ask)
            action = self._choose(state, ask)
            self.ply += 1
            self._last = f"seat {ask.seat} chose {action}"
            self.reached.add(ask.choices[action])
            if self.ply > LONGEST:
                return self.reached
            state, _ = play(state, ask.seat, action, self._chance())
            ask = self._next(moves, action, state)
        self._compare(state, None)
        self.state = state
        outcome = game.outcome(state)
        if outcome is None:
            self._differ("by the model the game is over; the engine tells no outcome")
        else:
            self._same("result", self.pair.result_of(outcome), self.model.result())
        return self.reached

    def _chance(self) -> TapedChance:
        return TapedChance(self.seating.seed, self.ply, tape=self.tape)

    def _next(self, moves: Play, action: Any, state: Any) -> Ask | None:
        self.model.trail.clear()
        try:
            return moves.send(action)
        except StopIteration:
            return None
        except Difference as difference:
            self._differ(f"{difference}\n  the engine goes on with {pending(state)}")
        finally:
            self.reached.update(self.model.trail)

    # ------------------------------------------------------------ comparing

    def _compare(self, state: Any, ask: Ask | None) -> None:
        self._same("table", self.pair.facts_of(state), self.model.facts())
        if self.tape.left:
            self._differ(
                f"no rule asks for these draws of the engine: {'; '.join(map(str, self.tape.left))}"
            )
        asked = waiting(state)
        if asked != (() if ask is None else (ask.seat,)):
            self._differ(f"the engine asks {asked}, the model {ask}")
        if ask is None:
            return
        offered = legal_actions(state, ask.seat)
        if len(set(offered)) != len(offered):
            self._differ(f"the engine offers something twice: {offered}")
        for action in offered:
            if action not in ask.choices:
                self._differ(f"only the engine offers {action}; the model {[*ask.choices]}")
        for action, clause in ask.choices.items():
            if action not in offered:
                self._differ(f"only the model offers {action} ({clause}); the engine {offered}")

    def _same(self, where: str, engine: Facts, model: Facts) -> None:
        for name in (*engine, *model):
            if name not in engine or name not in model or engine[name] != model[name]:
                self._differ(
                    f"{where}, {name}:\n    engine {engine.get(name)!r}\n"
                    f"    model  {model.get(name)!r}"
                )

    def _differ(self, problem: str) -> NoReturn:
        clauses = ", ".join(dict.fromkeys(self.model.trail)) or "none"
        raise Difference(
            f"{self.pair.game.id}, {self.seating}, decision {self.ply}, after {self._last}\n"
            f"  {problem}\n  clauses applied since: {clauses}"
        ) from None

    # ------------------------------------------------------------ choosing

    def _choose(self, state: Any, ask: Ask) -> Any:
        """The action of the seat that is asked."""
        if len(ask.choices) == 1:
            return next(iter(ask.choices))
        if self.seating.is_keen and self._dice.random() < KEEN_CHOICES:
            seen = Observation(self.pair.game, ask.seat, view(self.pair.game, state, ask.seat))
            return greedy_bot(seen, Chance(self.seating.seed, self.ply).fork("bot"))
        return self._moody(list(ask.choices))

    def _moody(self, choices: Sequence[Any]) -> Any:
        """Any of the actions; for a while the players like some kinds better than others."""
        if self.ply - self._tempered > TEMPER_LASTS:
            self._temper, self._tempered = {}, self.ply
        kinds = dict.fromkeys(map(type, choices))
        for kind in kinds:
            if kind not in self._temper:
                liking = self.pair.liking.get(kind, 1.0)
                self._temper[kind] = liking * 4.0 ** self._dice.uniform(-2, 2)
        (chosen,) = self._dice.choices(list(kinds), [self._temper[kind] for kind in kinds])
        return self._dice.choice([action for action in choices if type(action) is chosen])
