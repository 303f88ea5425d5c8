"""Helpers of the tables of all games: to set them, to play at them and to read what is told.

A game's `table.py` says how its table is written as text, and names the players' verbs:

    class Table(GameTable[Town]):
        game = GAME
        walk = Each(MovePawn, at)  # table.walk("r3c7", "r4c7") takes two actions

    table = acting(...).given(round=3).walk("r3c7")
    assert table.happened(PawnMoved) == [...]

Wherever an action is asked about it is written as its verb with its words:

    assert table.plays("walk r3c7, draw CW").can("build military")
    assert table.beside("draw WM") == "last card: turns to gold"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from keyword import iskeyword
from typing import Any, ClassVar, Generic, Self, TypeVar

import pytest
from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.observation import Observation
from hako.engine.content.files import load
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.lab.simulate import play_out
from hako.engine.log.header import Player
from hako.engine.log.history import History as PlayedTable
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance, Item, Stream
from hako.engine.rules.game import Game, Outcome, Setup, view
from hako.engine.rules.model import Event, S, Seat, Viewer
from hako.engine.rules.play import begin, check, events, legal_actions, play
from hako.engine.rules.preview import preview
from hako.engine.transcript.sentences import texts_for

Kind = TypeVar("Kind")
"""A kind of action or event."""

# ------------------------------------------------------------ tables of cases


def by_clause(names: str, *rows: tuple[Any, ...]) -> pytest.MarkDecorator:
    """Run a test on each row: the clauses of the game that the row holds, then values for `names`."""
    return pytest.mark.parametrize(
        names.split(), [pytest.param(*values, id=clauses) for clauses, *values in rows]
    )


# ------------------------------------------------------------ before the first choice


@cache
def in_box(game: Game[Any]) -> Any:
    """The content of a game as it comes in the box."""
    return corrected(game)


def corrected(game: Game[Any], **changes: Any) -> Any:
    """The content of a game, changed as by an owner's content file mine.toml."""
    return load(game.content, game.folder / f"{game.id}.toml", changes or None, "mine.toml")


@cache
def in_english(game: Game[Any]) -> Catalogue:
    """The words of a game at a table of Ann, Ben and the others."""
    players = [Player(name) for name in ("Ann", "Ben", "Cho", "Dan", "Eve")]
    return texts_for(game, in_box(game), players, "en")


def begun(game: Game[S], seats: int, *, seed: int = 1, content: Any = None, **options: str) -> S:
    """A game that was set up to its first choice; an option that is not said is the default."""
    chosen = {option.key: option.default for option in game.options} | options
    state, _ = begin(game.new(Setup(seats, chosen, content or in_box(game))), Chance(seed, 0))
    return state


def stacking(
    order: Sequence[Any] | None = None, dice: Iterable[int] = (), *, rest: bool = False
) -> Chance:
    """Chance whose shuffles come out in this order, and whose dice show these faces.

    Without an order items stay as they are; a die that is not said shows 1. With `rest`,
    items that the order does not name follow as they are.
    """
    return _Stacked(0, 0, stacked=_StackedStream(order, list(dice), rest))


class _Stacked(Chance, kw_only=True):
    stacked: Stream

    def stream(self, name: str) -> Stream:
        return self.stacked


class _StackedStream(Stream):
    def __init__(self, order: Sequence[Any] | None, dice: list[int], rest: bool) -> None:
        super().__init__(0)
        self._order, self._dice, self._rest = order, dice, rest

    def shuffle(self, items: Iterable[Item]) -> tuple[Item, ...]:
        pool = list(items)
        if self._order is None:
            return tuple(pool)
        named = [item for item in self._order if item in pool or not self._rest]
        first = [pool.pop(pool.index(item)) for item in named]
        assert self._rest or not pool, f"shuffled besides what the test says: {pool}"
        return (*first, *pool)

    def roll(self, sides: int) -> int:
        face = self._dice.pop(0) if self._dice else 1
        assert face <= sides, f"a die with {sides} sides cannot show {face}"
        return face


# ------------------------------------------------------------ whole games


def game_of(game: Game[Any], *bots: str, seed: int, **options: str) -> PlayedTable[Any]:
    """A game of bots of these levels at its end."""
    players = [Player(f"{bot} {seat}", bot=bot) for seat, bot in enumerate(bots)]
    return play_out(game, new_header(game, players, options, seed=seed), in_box(game))


def wins_against_random(game: Game[Any], greedy: Seat, seats: int, *, seed: int) -> bool:
    """True if a greedy bot on that seat wins alone against random others."""
    bots = ["greedy" if seat == greedy else "random" for seat in range(seats)]
    outcome = game_of(game, *bots, seed=seed).outcome
    return outcome is not None and outcome.winners == (greedy,)


# ------------------------------------------------------------ the table


class GameTable(Generic[S]):
    """A table at which the test plays; each verb returns the table again."""

    game: ClassVar[Game[Any]]

    def __init__(self, state: S) -> None:
        self.state = state
        self.told: tuple[Event[S], ...] = ()
        """Events of the last action."""
        self.all_told: tuple[Event[S], ...] = ()
        """Events of the whole game."""

    def given(self, **fields: Any) -> Self:
        """The table with fields of its state replaced; `turn={"changed": True}` goes deeper."""
        self.state = _replaced(self.state, fields)
        return self

    # ------------------------------------------------------------ looking

    @property
    def step(self) -> Any:
        """Step that the table waits for."""
        return self.state.agenda[-1]

    @property
    def deciding(self) -> Seat:
        """Seats that have to choose."""
        seat: Seat = self.step.waiting()[0]
        return seat

    @property
    def seat(self) -> Any:
        """Seats that have to choose, as the game's tests write seats."""
        return self.deciding

    @property
    def legal(self) -> list[Any]:
        """The actions that may be chosen now."""
        return list(legal_actions(self.state, self.deciding))

    @property
    def options(self) -> Any:
        """Legal actions, as the game's tests write them."""
        return self.legal

    @property
    def offered(self) -> str:
        """Legal actions, as `plays` would have them."""
        return ", ".join(map(self._spelled, self.legal))

    def choices(self, kind: type[Kind]) -> list[Kind]:
        """Legal actions of one kind."""
        return [action for action in self.legal if isinstance(action, kind)]

    def offers(self, verb: str) -> list[str]:
        """Legal actions of one kind, as `plays` would have them after the verb."""
        kind = vars(type(self))[_method(verb)].action
        return [self._words(action) for action in self.choices(kind)]

    def action(self, spelled: Any) -> Any:
        """The action that `plays` would take for "topdeck V"; or an action, as it is."""
        if not isinstance(spelled, str):
            return spelled
        verb, *words = spelled.split()
        (action,) = vars(type(self))[_method(verb)].actions(self, words, {})
        return action

    def can(self, action: Any) -> bool:
        """True if an action is legal now."""
        return self.action(action) in self.legal

    def greedy(self, seed: int = 1) -> Any:
        """Choice of a greedy bot for the seat that has to choose; the seed decides between ties."""
        seen = Observation(self.game, self.deciding, self.seen(self.deciding))
        return greedy_bot(seen, Chance(seed, 1))

    def would(self, *actions: Any) -> bool:
        """True if a greedy bot takes one of these actions."""
        return self.greedy() in map(self.action, actions)

    def why_not(self, action: Any) -> LazyText | None:
        """Reason why an action is not offered."""
        wanted = self.action(action)
        return next((why for kind, why in self.step.refused(self.state) if kind == wanted), None)

    def note(self, action: Any) -> LazyText | None:
        """Hint about an action, as the deciding seat may know it."""
        return self.game.action_note(self.seen(self.deciding), self.deciding, self.action(action))

    def beside(self, action: Any) -> str:
        """Text beside an action in the list, in English; empty where there is none."""
        note = self.note(action)
        return in_english(self.game).lazy_text(note) if note else ""

    def reason(self, action: Any) -> str:
        """Reason why an action is not offered, in English."""
        return in_english(self.game).lazy_text(self.why_not(action) or LazyText("none"))

    def described(self, viewer: Viewer = None) -> list[str]:
        """The table in words, in English."""
        texts = in_english(self.game)
        return [texts.lazy_text(note) for note in self.game.describe(self.seen(viewer), viewer)]

    def foreseen(self, action: Any) -> tuple[Event[S], ...]:
        """The events that the deciding seat foresees."""
        return preview(self.seen(self.deciding), self.deciding, self.action(action)).events

    def happened(self, kind: type[Kind]) -> list[Kind]:
        """Events of one kind of the last action."""
        return [event for event in self.told if isinstance(event, kind)]

    def seen(self, viewer: Viewer = None) -> S:
        """The table as a viewer sees it."""
        seen: S = view(self.game, self.state, viewer)
        return seen

    @property
    def outcome(self) -> Outcome | None:
        """End of the game, or None."""
        return self.game.outcome(self.state)

    @property
    def result(self) -> Outcome:
        """End of the game, which is over."""
        assert self.outcome is not None
        return self.outcome

    # ------------------------------------------------------------ playing

    def chance(self, order: str | None) -> Chance:
        """Chance of a test; `order` is the result of a shuffle, as the game writes cards."""
        return Chance(0, 0)

    def go(self, order: str = "") -> Self:
        """Let the table do what it does by itself."""
        self.state, then = begin(self.state, self.chance(order))
        return self._tell(events(then))

    def do(self, *actions: Any, order: str = "", chance: Chance | None = None) -> Self:
        """Take legal actions, one after the other."""
        for action in actions:
            seat = self.deciding
            check(self.state, seat, action)
            self.state, then = play(self.state, seat, action, chance or self.chance(order))
            self._tell(events(then))
        return self

    def plays(self, moves: str) -> Self:
        """Take actions written as verbs with their words: "topdeck V, enough".

        In "reshuffle -> U M F" a shuffle comes out in this order.
        """
        for move in moves.split(", ") if moves else ():
            text, _, order = move.partition(" -> ")
            verb, *words = text.split()
            getattr(self, _method(verb))(*words, **{"order": order} if order else {})
        return self

    def word(self, value: Any) -> str:
        """A value of an action, as the game's tests write it."""
        return str(value)

    def _spelled(self, action: Any) -> str:
        verbs = {
            verb.action: name for name, verb in vars(type(self)).items() if isinstance(verb, Verb)
        }
        return f"{verbs[type(action)].rstrip('_')} {self._words(action)}".rstrip()

    def _words(self, action: Any) -> str:
        values = [getattr(action, name) for name in action.__struct_fields__]
        return " ".join(self.word(value) for value in values if value is not None)

    def _tell(self, events: Iterable[Event[S]]) -> Self:
        self.told = tuple(events)
        self.all_told += self.told
        return self


def _method(verb: str) -> str:
    """The method of a verb; `pass` is a word of Python."""
    return f"{verb}_" if iskeyword(verb) else verb


def _replaced(whole: Any, fields: dict[str, Any]) -> Any:
    """A Struct with fields replaced, and those of a Struct in it where the new value is a dict."""

    def new(key: str, value: Any) -> Any:
        old = getattr(whole, key)
        nested = isinstance(old, Struct) and isinstance(value, dict)
        return _replaced(old, value) if nested else value

    return replace(whole, **{key: new(key, value) for key, value in fields.items()})


T = TypeVar("T", bound=GameTable[Any])


class Verb:
    """A verb of the players: it takes an action, made of what the test says.

    `read` are the readings of its words from the first on: functions, or methods of the table by
    their names; words beyond them stay as they are.
    """

    def __init__(self, action: Callable[..., Any], *read: Callable[[Any], Any] | str) -> None:
        self.action = action
        self._read = read

    def __get__(self, table: T, owner: type[T]) -> Callable[..., T]:
        def play(*words: Any, order: str = "", **fields: Any) -> T:
            return table.do(*self.actions(table, words, fields), order=order)

        return play

    def actions(
        self, table: GameTable[Any], words: Sequence[Any], fields: Mapping[str, Any]
    ) -> list[Any]:
        """The actions that these words make; `fields` are named as the action names them."""
        read = [
            getattr(table, action) if isinstance(action, str) else action for action in self._read
        ]
        values = [reading(word) for reading, word in zip(read, words, strict=False)]
        return [self.action(*values, *words[len(values) :], **fields)]


class Each(Verb):
    """A verb that takes an action for each word, one after the other."""

    def actions(
        self, table: GameTable[Any], words: Sequence[Any], fields: Mapping[str, Any]
    ) -> list[Any]:
        made = super().actions
        return [action for word in words for action in made(table, [word], fields)]
