"""Games that the engine plays, with an independent model beside it.

A model is a generator that plays the whole game by itself. At each decision it yields what may be
chosen, for each seat that is asked, and is sent what was chosen. Actions are plain tuples, the
name of the action and its fields: `("Declare", 2, None)`. What chance brought is the only thing
that a model is told: the events of chance, in order.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from hako.engine.bots.bot import Observation, greedy_bot
from hako.engine.content.files import load
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, Setup, view
from hako.engine.rules.play import begin, events, legal_actions, play, waiting

Spoken: TypeAlias = tuple[Any, ...]
"""An action as plain data: its name and its fields."""
Question: TypeAlias = Mapping[int, Sequence[Spoken]]
"""The choices of each seat that is asked."""
Play: TypeAlias = Generator[Question, Mapping[int, Spoken], None]
"""A game of a model."""
Choose: TypeAlias = Callable[[Random, Any, int, Sequence[Any]], Any]
"""A way to choose: dice, state, seat, legal actions."""

LONGEST = 6000
"""Decisions of a game that does not end."""


class Difference(AssertionError):
    """Model and engine do not agree."""


class Luck:
    """The events of chance that the engine has drawn and the model has not yet asked for."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self._kinds = frozenset(kinds)
        self._waiting: list[Any] = []

    def add(self, drawn: Sequence[Any]) -> None:
        """Keep the events of chance among these."""
        self._waiting += [event for event in drawn if type(event).__name__ in self._kinds]

    def next(self, kind: str, **fields: Any) -> Any:
        """The next event of chance; its kind and these fields are what the model expects."""
        if not self._waiting:
            raise Difference(f"the model needs {kind} {fields}, the engine has drawn nothing")
        event = self._waiting.pop(0)
        values = {key: getattr(event, key, None) for key in fields}
        if type(event).__name__ != kind or values != fields:
            raise Difference(f"the model needs {kind} {fields}, the engine has drawn {event!r}")
        return event

    def must_be_used(self) -> None:
        """No event is left that the model did not ask for."""
        if self._waiting:
            raise Difference(f"the engine has drawn {self._waiting!r}, which the model needs not")


class Model(Protocol):
    """A model of a game."""

    seen: Counter[str]
    """The number of times that each situation occurred."""

    def play(self) -> Play:
        """The game, decision by decision."""

    def table(self) -> Any:
        """The table as plain data."""

    def result(self) -> Any:
        """The end of the game as plain data."""


class Sides(Struct, frozen=True):
    """A game and its model, as they are compared."""

    game: Game[Any]
    model: Callable[[int, Mapping[str, str], Luck], Model]
    table: Callable[[Any], Any]
    """The engine's state as the model's table."""
    result: Callable[[Any], Any]
    """The engine's outcome as the model's result."""
    chance: Sequence[str]
    """The events that chance brings."""
    unordered: Callable[[Spoken], Spoken] = lambda spoken: spoken
    """An action with its fields in an order of no meaning, made equal."""


def spoken(action: Any) -> Spoken:
    """An action of the engine as plain data."""
    return (type(action).__name__, *map(_plain, astuple(action)))


def _plain(value: Any) -> Any:
    if isinstance(value, Struct):
        return tuple(map(_plain, astuple(value)))
    if isinstance(value, Mapping):
        return tuple(sorted(value.items()))
    if isinstance(value, list | tuple):
        return tuple(map(_plain, value))
    return value


# ------------------------------------------------------------ one game


def follow(
    sides: Sides, seats: int, options: Mapping[str, str], seed: int, choose: Choose
) -> Counter[str]:
    """A game played by the engine and its model, compared at each decision; what occurred in it."""
    game = sides.game
    state, then, luck, model = begun(sides, seats, options, seed)
    dice, last, ply = Random(seed), "the start", 0
    try:
        going = model.play()
        question = _asked(going, None)
        while True:
            luck.must_be_used()
            _compare_tables(sides.table(state), model.table())
            asked = waiting(state)
            if not asked or question is None:
                _same("who is asked", tuple(asked), () if question is None else tuple(question))
                _same("result", sides.result(game.outcome(state)), model.result())
                return model.seen
            _same("who is asked", tuple(asked), tuple(question))
            answers: dict[int, Spoken] = {}
            for seat in asked:
                legal = legal_actions(state, seat)
                _compare_choices(sides, state, legal, question[seat])
                action = choose(dice, state, seat, legal)
                ply += 1
                answers[seat] = sides.unordered(spoken(action))
                last = f"seat {seat} chose {action!r} at {type(state.agenda[-1]).__name__}"
                state, then = play(state, seat, action, Chance(seed, ply))
                luck.add(list(events(then)))
            question = _asked(going, answers)
            assert ply < LONGEST, "a game that does not end"
    except Exception as error:
        where = f"{game.id}, {seats} seats, seed {seed}, {dict(options)}, ply {ply}, after {last}"
        told = "\n".join(f"    {event!r}"[:300] for event in events(then))
        raise Difference(f"{where}:\n{error}\nevents:\n{told}") from error


def begun(
    sides: Sides, seats: int, options: Mapping[str, str], seed: int
) -> tuple[Any, Any, Luck, Model]:
    """A game before its first decision: the state, what led to it, and a model of the game."""
    game = sides.game
    chosen = {option.key: option.default for option in game.options} | dict(options)
    content = load(game.content, game.folder / f"{game.id}.toml", None, "model")
    state, then = begin(game.new(Setup(seats, chosen, content)), Chance(seed, 0))
    luck = Luck(sides.chance)
    luck.add(list(events(then)))
    return state, then, luck, sides.model(seats, chosen, luck)


def _asked(going: Play, answers: Mapping[int, Spoken] | None) -> Question | None:
    try:
        return next(going) if answers is None else going.send(answers)
    except StopIteration:
        return None


def _compare_choices(
    sides: Sides, state: Any, legal: Sequence[Any], expected: Sequence[Spoken]
) -> None:
    offered = [sides.unordered(spoken(action)) for action in legal]
    engine, model = set(offered), set(expected)
    if engine != model:
        clause = getattr(state.agenda[-1], "clause", "")
        raise Difference(
            f"choices at {type(state.agenda[-1]).__name__} ({clause}):\n"
            f"  only the engine offers {sorted(engine - model, key=str)}\n"
            f"  only the model offers {sorted(model - engine, key=str)}"
        )
    if len(offered) != len(engine):
        raise Difference(f"offered twice: {Counter(offered).most_common(3)}")


def _same(subject: str, engine: Any, model: Any) -> None:
    if engine != model:
        raise Difference(f"{subject}: engine {engine!r}, model {model!r}")


def _compare_tables(engine: Any, model: Any) -> None:
    if engine != model:
        raise Difference("tables differ:\n" + "\n".join(differences("table", engine, model)))


def differences(path: str, engine: Any, model: Any) -> Iterator[str]:
    """The places in which two tables differ."""
    if isinstance(engine, Mapping) and isinstance(model, Mapping):
        for key in sorted({*engine, *model}, key=str):
            yield from differences(f"{path}.{key}", engine.get(key), model.get(key))
    elif (
        isinstance(engine, list | tuple)
        and isinstance(model, list | tuple)
        and len(engine) == len(model)
    ):
        for place, (left, right) in enumerate(zip(engine, model, strict=True)):
            yield from differences(f"{path}[{place}]", left, right)
    elif engine != model:
        yield f"  {path}: engine {engine!r}, model {model!r}"


# ------------------------------------------------------------ ways to choose


def at_random(dice: Random, state: Any, seat: int, legal: Sequence[Any]) -> Any:
    """Any legal action."""
    return dice.choice(legal)


def leaning(weights: Mapping[str, float], default: float = 1.0) -> Choose:
    """A way to choose by chance, first a kind of action by its weight, then one of that kind."""

    def choose(dice: Random, state: Any, seat: int, legal: Sequence[Any]) -> Any:
        kinds = sorted({type(action).__name__ for action in legal})
        shares = [weights.get(kind, default) for kind in kinds]
        (kind,) = dice.choices(kinds, shares)
        return dice.choice([action for action in legal if type(action).__name__ == kind])

    return choose


def greedy(game: Game[Any], noise: float, rest: Choose = at_random) -> Choose:
    """The choice of a greedy bot or, for a share of the decisions, something else."""

    def choose(dice: Random, state: Any, seat: int, legal: Sequence[Any]) -> Any:
        if len(legal) == 1 or dice.random() < noise:
            return rest(dice, state, seat, legal)
        seen = Observation(game, seat, view(game, state, seat))
        return greedy_bot(seen, Chance(dice.randrange(2**32), 1))

    return choose


# ------------------------------------------------------------ how many games


def games_wanted(few: int) -> int:
    """Games to play: few in the suite, more by hand, as many as HAKO_MODELS says."""
    return max(few, int(os.environ.get("HAKO_MODELS", 0)))


def must_have_seen(seen: Counter[str], least: Mapping[str, int]) -> None:
    """Each situation occurred so often, at least."""
    missing = {name: seen[name] for name, count in least.items() if seen[name] < count}
    assert not missing, f"situations that the games did not reach often enough: {missing}"
