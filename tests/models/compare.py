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
that no rule asks for stays on the tape. After every decision the facts, the seats that are asked and
their choices are compared.
"""

from __future__ import annotations

import os
import pkgutil
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from inspect import getsource
from itertools import islice
from pathlib import Path
from random import Random
from types import ModuleType, NoneType
from typing import Any, NamedTuple, NoReturn, TypeAlias

import rtoml
from msgspec import Struct
from msgspec.structs import astuple

from hako.engine.bots.observation import Observation
from hako.engine.bots.one_ply import one_ply_values
from hako.engine.bots.simple_bots import best_of
from hako.engine.content.files import load
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, Outcome, Setup, view
from hako.engine.rules.play import begin, legal_actions, pending, play, waiting
from tests.models.model import Ask, AskAll, Facts, Model, Seating, Spoken
from tests.models.tape import Difference, Tape, TapedChance

Whim: TypeAlias = Callable[[Random, Any, int, Sequence[Any]], Any]
"""Plan of a player, by dice, state, seat and legal actions; None leaves it to chance."""

PLAIN = {str, int, bool, NoneType}
"""Types of the values of most fields of actions, which are plain data."""

TEMPER_LASTS = 60
"""Decisions for which the players prefer the same kinds of actions."""

KEEN_CHOICES = 0.85
"""Share of choices in which keen players take the action that seems best."""

PLACES_TOLD = 5
"""Places of a table in which a difference is told."""

SITUATIONS: Mapping[str, Mapping[str, int]] = rtoml.loads(
    Path(__file__).with_name("situations.toml").read_text("utf-8")
)
"""Situations to which the games of each id have to come, and how often at least."""


# ------------------------------------------------------------ the pair


def as_it_is(action: Any) -> Any:
    """The action of the engine, for a model that uses the same."""
    return action


def spoken(action: Any) -> Spoken:
    """An action of the engine as plain data, such as `("Declare", 2, None)`."""
    return (type(action).__name__, *map(_plain, astuple(action)))


def _plain(value: Any) -> Any:
    if type(value) in PLAIN:
        return value
    if isinstance(value, Struct):
        return tuple(map(_plain, astuple(value)))
    if isinstance(value, Mapping):
        return tuple(sorted(value.items()))
    if isinstance(value, list | tuple):
        return tuple(map(_plain, value))
    return value


class Pair(NamedTuple):
    """A game of the engine, with the model to which it is held, and how both are played."""

    game: Game[Any]
    model: Callable[[Seating, Tape], Model]
    facts_of: Callable[[Any], Facts]
    """The facts of a state of the engine, under the names that the model uses."""
    result_of: Callable[[Outcome], Facts]
    """The same of an outcome."""
    spoken: Callable[[Any], Any] = as_it_is
    """An action of the engine as the model names it."""
    liking: Mapping[type, float] = {}
    """Weights of kinds of actions among the choices, 1 for all others, so that games get on."""
    moods: float = 2.0
    """Change of these weights for a while; 0 for players who are always the same."""
    whim: Whim | None = None
    """Plans that are tried before the dice, so that games reach rare situations."""
    corrections: Sequence[Mapping[str, Any]] = ({},)
    """Changes of the content, in turn; with some, games come to what they seldom come to."""
    options: Sequence[Mapping[str, str]] = ({},)
    """Values of options, in turn, whatever chance says."""
    variety: Sequence[float] = (1.0,)
    """Shares of the other options that have any value, in turn; the rest have their default."""
    seats: Sequence[int] = ()
    """The numbers of seats, in turn; none for each of the game's alike."""
    keen: float = 0.3
    """Share of games that keen players play, who take longer to choose."""
    longest: int = 1000
    """Decisions after which a game is left: random choices do not win every game."""


# ------------------------------------------------------------ playing


def agree(pair: Pair, module: ModuleType, usual: int) -> None:
    """Compare so many games, or HAKO_MODELS of them.

    They shall apply all clauses of the model, and come as often as `situations.toml` says to each
    situation in it.
    """
    count = int(os.environ.get("HAKO_MODELS") or usual)
    seen = compared(pair, count)
    if count >= usual:
        missing = clauses_of(module, pair.game) - seen.keys()
        assert sorted(missing) == [], "no game came to these clauses"
        must_have_seen(seen, SITUATIONS.get(pair.game.id, {}))


def reach(pair: Pair, least: Mapping[str, int], at_most: int) -> None:
    """Compare games until they came to each of these situations so often."""
    seen: Counter[str] = Counter()
    for seating in seatings(pair, at_most):
        seen += Comparison(pair, seating).run()
        if all(seen[name] >= count for name, count in least.items()):
            return
    must_have_seen(seen, least)


def must_have_seen(seen: Counter[str], least: Mapping[str, int]) -> None:
    """Each situation occurred so often, at least."""
    missing = {name: seen[name] for name, count in least.items() if seen[name] < count}
    assert not missing, f"the games did not come often enough to {missing}"


def seatings(pair: Pair, count: int) -> Iterator[Seating]:
    """Play games: every number of seats in turn, with any values of the options."""
    game, numbers = pair.game, pair.seats or pair.game.seats
    for seed in range(count):
        dice = Random(f"{game.id} {seed}")
        turn, nth = divmod(seed, len(numbers))
        seats = numbers[nth]
        variety = pair.variety[turn % len(pair.variety)]
        options = {
            option.key: dice.choice(option.allowed(seats))
            if dice.random() < variety
            else option.default
            for option in game.options
        } | dict(pair.options[turn % len(pair.options)])
        corrections = pair.corrections[turn % len(pair.corrections)]
        yield Seating(seats, options, seed, corrections, is_keen=dice.random() < pair.keen)


def compared(pair: Pair, count: int) -> Counter[str]:
    """The clauses and situations that so many games came to, in which no difference is."""
    seen: Counter[str] = Counter()
    for seating in seatings(pair, count):
        seen.update(Comparison(pair, seating).run())
    return seen


def clauses_of(module: ModuleType, game: Game[Any]) -> set[str]:
    """The clauses of the rulebook that the source text of a model can apply or allow."""
    rulebook = (game.folder / "rules.en.md").read_text(encoding="utf-8")
    numbered = re.findall(rf"^\*\*{game.id}\.(\S+)\*\*", rulebook, re.MULTILINE)
    parts = pkgutil.iter_modules(getattr(module, "__path__", ()), f"{module.__name__}.")
    text = "".join(map(getsource, [module, *(import_module(part.name) for part in parts)]))
    named = set(re.findall(r'"([a-z]+\.(?!toml)[a-z0-9_]+)"', text))
    return named & set(numbered)


class Comparison:
    """Play a game in the engine and in the model."""

    def __init__(self, pair: Pair, seating: Seating) -> None:
        self.pair = pair
        self.seating = seating
        self.ply = 0
        self.tape = Tape()
        self.model = pair.model(seating, self.tape)
        self.state: Any = None
        """The engine's state."""
        self.question: Ask | AskAll | None = None
        """The model's."""
        self._moves = self.model.play()
        self._dice = Random(f"{pair.game.id} {seating.seed} choices")
        self._temper: dict[type, float] = {}
        self._tempered = 0
        self._last = "the game is set up"

    def run(self) -> Counter[str]:
        """Play to the end, and return the clauses and situations that the game came to."""
        self.begin()
        while self.question is not None:
            if self.ply > self.pair.longest:
                return self.model.seen
            if isinstance(self.question, Ask):
                answer = self._decide(*self.question)
            else:
                choices = self.question.choices
                answer = {seat: self._decide(seat, choices[seat]) for seat in choices}
            self._go_on(answer)
        outcome = self.pair.game.outcome(self.state)
        if outcome is None:
            self._differ("by the model the game is over; the engine tells no outcome")
        self._same("result", self.pair.result_of(outcome), self.model.result())
        return self.model.seen

    def begin(self) -> None:
        """Play to the first decision."""
        game, seating = self.pair.game, self.seating
        content = load(game.content, game.folder / f"{game.id}.toml", seating.corrections or None)
        state = game.new(Setup(seating.seats, seating.options, content))
        self.state, _ = begin(state, self._chance())
        self._go_on(None)

    def _chance(self) -> TapedChance:
        return TapedChance(self.seating.seed, self.ply, tape=self.tape)

    def _go_on(self, answer: Any) -> None:
        """Play the model to its next question, and compare."""
        self.model.trail.clear()
        try:
            self.question = self._moves.send(answer)
        except StopIteration:
            self.question = None
        except Difference as difference:
            self._differ(f"{difference}\n  the engine goes on with {pending(self.state)}")
        self._compare()

    def _decide(self, seat: int, choices: Mapping[Any, str]) -> Any:
        """Choice of a seat, once its choices are compared; the engine carries it out."""
        actions = self._offered(seat, choices)
        action = self._choose(seat, list(actions.values()))
        answer = self.pair.spoken(action)
        if clause := choices[answer]:
            self.model.seen[clause] += 1
        self._last = f"seat {seat} chose {action}"
        self.ply += 1
        self.state, _ = play(self.state, seat, action, self._chance())
        return answer

    # ------------------------------------------------------------ comparing

    def _compare(self) -> None:
        self._same("table", self.pair.facts_of(self.state), self.model.facts())
        if self.tape.left:
            self._differ(
                f"no rule asks for these draws of the engine: {'; '.join(map(str, self.tape.left))}"
            )
        match self.question:
            case None:
                seats: tuple[int, ...] = ()
            case Ask(seat, _):
                seats = (seat,)
            case AskAll(choices):
                seats = tuple(choices)
        if waiting(self.state) != seats:
            self._differ(f"the engine asks {waiting(self.state)}, the model {self.question}")

    def _offered(self, seat: int, choices: Mapping[Any, str]) -> dict[Any, Any]:
        """The actions of the engine, as the model names them, which offers the same."""
        legal = legal_actions(self.state, seat)
        actions = {self.pair.spoken(action): action for action in legal}
        if len(actions) != len(legal):
            self._differ(f"the engine offers something twice: {legal}")
        for action in actions:
            if action not in choices:
                self._differ(f"only the engine offers {action}; the model {[*choices]}")
        for action, clause in choices.items():
            if action not in actions:
                self._differ(f"only the model offers {action} ({clause}); the engine {legal}")
        return actions

    def _same(self, where: str, engine: Facts, model: Facts) -> None:
        if places := list(islice(differences("", engine, model), PLACES_TOLD)):
            self._differ("\n  ".join(f"{where}, {place}" for place in places))

    def _differ(self, problem: str) -> NoReturn:
        clauses = ", ".join(dict.fromkeys(self.model.trail)) or "none"
        steps = self.state.agenda[-1:] if self.state is not None else ()
        waits = "".join(f"\n  the engine is at {type(s).__name__} ({s.clause})" for s in steps)
        raise Difference(
            f"{self.pair.game.id}, {self.seating}, decision {self.ply}, after {self._last}\n"
            f"  {problem}\n  clauses applied since: {clauses}{waits}"
        ) from None

    # ------------------------------------------------------------ choosing

    def _choose(self, seat: int, actions: Sequence[Any]) -> Any:
        """The action of a seat."""
        if len(actions) == 1:
            return actions[0]
        pair, dice = self.pair, self._dice
        if self.seating.is_keen and dice.random() < KEEN_CHOICES:
            seen = Observation(pair.game, seat, view(pair.game, self.state, seat))
            chance = Chance(self.seating.seed, self.ply).fork("bot")
            return best_of(seen, one_ply_values(seen, chance, 1))[0]
        wish = pair.whim and pair.whim(dice, self.state, seat, actions)
        return wish or self._moody(actions)

    def _moody(self, actions: Sequence[Any]) -> Any:
        """Any of the actions; for a while the players like some kinds better than others."""
        if self.ply - self._tempered > TEMPER_LASTS:
            self._temper, self._tempered = {}, self.ply
        kinds = dict.fromkeys(map(type, actions))
        for kind in kinds:
            if kind not in self._temper:
                mood = 4.0 ** self._dice.uniform(-self.pair.moods, self.pair.moods)
                self._temper[kind] = self.pair.liking.get(kind, 1.0) * mood
        (chosen,) = self._dice.choices(list(kinds), [self._temper[kind] for kind in kinds])
        return self._dice.choice([action for action in actions if type(action) is chosen])


def differences(path: str, engine: Any, model: Any) -> Iterator[str]:
    """The places in which two tables differ."""
    if engine == model:
        return
    if isinstance(engine, Mapping) and isinstance(model, Mapping):
        for key in dict.fromkeys((*engine, *model)):
            place = f"{path}.{key}" if path else f"{key}"
            if key not in model:
                yield f"{place}: only the engine has {engine[key]!r}"
            elif key not in engine:
                yield f"{place}: only the model has {model[key]!r}"
            else:
                yield from differences(place, engine[key], model[key])
    elif _may_be_compared_in_pairs(engine, model):
        for number, (left, right) in enumerate(zip(engine, model, strict=True)):
            yield from differences(f"{path}[{number}]", left, right)
    else:
        yield f"{path}:\n    engine {engine!r}\n    model  {model!r}"


def _may_be_compared_in_pairs(engine: Any, model: Any) -> bool:
    return (
        isinstance(engine, list | tuple)
        and type(engine) is type(model)
        and len(engine) == len(model)
    )
