"""A bot that looks one move ahead compares positions where they are at rest."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.observation import Observation
from hako.engine.bots.one_ply import WORLDS
from hako.engine.bots.search import first_thought
from hako.engine.bots.simple_bots import gentle_bot
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import IDLE, Game, Outcome, Setup
from hako.engine.rules.model import Action, Choice, Event, Resolution, Seat, State, Viewer


class Shop(State, frozen=True):
    """A box of two may be opened; what is in it may then be taken."""

    taken: int = 0


class Open(Action, frozen=True):
    """Open a box that holds so many sweets."""

    holds: int


class Take(Action, frozen=True):
    """Take some of them."""

    sweets: int


class Taken(Event[Shop], frozen=True):
    """Sweets were taken."""

    sweets: int

    def apply(self, shop: Shop, /) -> Shop:
        return replace(shop, taken=self.sweets)


class AtBoxes(Choice[Shop, Open], frozen=True):
    """The choice of a box."""

    def actions(self, shop: Shop, /) -> tuple[Open, ...]:
        return (Open(1), Open(5), Open(3))

    def resolve(self, shop: Shop, action: Open, chance: Chance, /) -> Resolution[Shop]:
        yield AtOpenBox(self.seat, action.holds)


class AtOpenBox(Choice[Shop, Take], frozen=True):
    """The choice of a number."""

    holds: int

    def actions(self, shop: Shop, /) -> tuple[Take, ...]:
        return tuple(Take(sweets) for sweets in range(self.holds + 1))

    def resolve(self, shop: Shop, action: Take, chance: Chance, /) -> Resolution[Shop]:
        yield Taken(action.sweets)


class NoContent(Struct, frozen=True):
    """Nothing to read."""


class Sweets(Game[Shop]):
    """A game of one child and two boxes."""

    id = "sweets"
    seats = range(1, 2)
    actions = Open | Take
    content = NoContent
    folder = Path(__file__).parent

    def new(self, setup: Setup) -> Shop:
        return Shop((AtBoxes(0),))

    def mask(self, state: Shop, viewer: Viewer) -> Shop:
        return state

    def determinize(self, view: Shop, seat: Seat, chance: Chance) -> Shop:
        return view

    def outcome(self, state: Shop) -> Outcome | None:
        return None if state.agenda else Outcome((0,), (state.taken,), LazyText("sweets"))

    def evaluate(self, view: Shop, seat: Seat) -> float:
        return view.taken

    def quiet_action(self, view: Shop, seat: Seat) -> Take | None:
        step = view.agenda[-1]
        return Take(step.holds) if isinstance(step, AtOpenBox) else None

    def progress(self, view: Shop) -> tuple[int, tuple[int, ...]]:
        return 1, (view.taken,)


def test_a_move_is_worth_what_the_seats_own_next_moves_make_of_it() -> None:
    """No sweets are taken yet after any box; the one with 5 is the best all the same."""
    game = Sweets()
    shop = Shop((AtBoxes(0),))

    for seed in range(5):
        assert greedy_bot(Observation(game, 0, shop), Chance(seed, 1)) == Open(5)


def test_a_gentle_bot_takes_one_of_the_three_best_and_the_best_one_most_often() -> None:
    """The weights of 5, 4 and 3 of 0 to 5 sweets are four to two to one."""
    box = Observation(Sweets(), 0, Shop((AtOpenBox(0, 5),)))

    taken = Counter(gentle_bot(box, Chance(seed, 1)).sweets for seed in range(700))

    assert {sweets: round(times, -2) for sweets, times in taken.items()} == {5: 400, 4: 200, 3: 100}


class Guessing(Sweets):
    """The same boxes, and a child of whom one knows how often it has weighed what it would have."""

    def __init__(self) -> None:
        self.thoughts = 0

    def evaluate(self, view: Shop, seat: Seat) -> float:
        self.thoughts += 1
        return view.taken


def test_a_move_that_leaves_nothing_to_chance_is_looked_at_once() -> None:
    """Three boxes, in which there is what is written on them."""
    game = Guessing()

    assert greedy_bot(Observation(game, 0, Shop((AtBoxes(0),))), Chance(1, 1)) == Open(5)
    assert game.thoughts == 3


class AtLottery(AtBoxes, frozen=True):
    """A box holds up to what is written on it."""

    def resolve(self, shop: Shop, action: Open, chance: Chance, /) -> Resolution[Shop]:
        yield Taken(chance.dice.roll(action.holds))


def test_a_move_that_chance_decides_is_looked_at_in_several_worlds() -> None:
    game = Guessing()
    greedy_bot(Observation(game, 0, Shop((AtLottery(0),))), Chance(1, 1))

    assert game.thoughts == 3 * WORLDS


class AtRaffle(AtBoxes, frozen=True):
    """A ticket brings a box of its own; how many sweets it holds more is drawn."""

    def resolve(self, shop: Shop, action: Open, chance: Chance, /) -> Resolution[Shop]:
        yield AtOpenBox(self.seat, 10 * action.holds + chance.dice.roll(6))


def test_a_move_that_chance_decides_is_worth_what_the_seats_own_next_moves_make_of_it() -> None:
    """51 sweets at least, where the others bring 36 at most; none are taken by the draw itself."""
    shop = Shop((AtRaffle(0),))

    for seed in range(5):
        assert greedy_bot(Observation(Sweets(), 0, shop), Chance(seed, 1)) == Open(5)


class AtTwins(AtBoxes, frozen=True):
    """Two boxes hold the same, and the third one less."""

    def resolve(self, shop: Shop, action: Open, chance: Chance, /) -> Resolution[Shop]:
        yield Taken(min(action.holds, 3))


def test_between_moves_of_the_same_worth_a_draw_decides() -> None:
    """Not their order in the list: a game's first actions would be played for ever."""
    twins = Observation(Sweets(), 0, Shop((AtTwins(0),)))

    chosen = [greedy_bot(twins, Chance(seed, 1)) for seed in range(20)]

    assert {*map(str, chosen)} == {"Open(holds=5)", "Open(holds=3)"}


class Idling(Sweets):
    """The game's hint says that the box with 5 would have no effect."""

    def action_note(self, view: Shop, seat: Seat, action: Open) -> LazyText | None:
        return LazyText(f"{IDLE}_box") if action == Open(5) else None


@pytest.mark.parametrize("step", [AtTwins(0), AtBoxes(0)])
def test_a_move_that_does_nothing_is_no_candidate_even_where_waiting_seems_better(
    step: AtBoxes,
) -> None:
    boxes = Observation(Idling(), 0, Shop((AtBoxes(0), step)), 1)

    for seed in range(20):
        assert greedy_bot(boxes, Chance(seed, 1)) == Open(3)
        candidates = [one.action for one in first_thought(boxes, Chance(seed, 1)).candidates]
        assert candidates[0] == Open(3)
        assert Open(5) not in candidates
