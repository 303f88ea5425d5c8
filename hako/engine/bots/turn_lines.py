"""Lines: the actions of a seat one after the other, up to the end of its turn.

A line ends where the turn or the game ends, where chance or a secret comes in, or where another
seat has to choose. A beam search over `preview` finds the best of them: of the positions after
1, 2, 3, ... actions only the best few are played on. Different orders of the same actions that
lead to the same position are one line. An idle action begins no line where another one can.

The value of a line is a score: it orders lines, and is never shown to a player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.observation import Observation, determinizations
from hako.engine.bots.one_ply import WORLDS, after, as_seen, one_ply_values
from hako.engine.bots.simple_bots import best_of, is_idle
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.model import Seat, SecretChoice, State
from hako.engine.rules.play import legal_actions, play, waiting
from hako.engine.rules.preview import preview

WON = 10_000.0
"""The value of a game that is won; that of one that is lost is as far below 0."""

FEW = 2
"""The most worlds in which a last turn is played on to its end."""

LONGEST = 60
"""The most decisions after which a last turn that is played on is cut off."""

Stop: TypeAlias = Literal["over", "turn", "others", "chance", "cut"]
"""The end of a line: the game or the seat's last turn is over, the turn is over, another seat
chooses within the turn, chance or a secret comes in, or the search went no further."""


class BeamSize(NamedTuple):
    """The size of a beam search."""

    width: int = 6
    """The number of positions of each length that are played on."""
    depth: int = 12
    """The most actions of a line."""
    nodes: int = 300
    """The most positions that are looked at; no line is cut before its second action."""
    worlds: int = WORLDS
    """The number of dealt worlds that value a line which chance or a secret ends."""
    played_on: int = 3
    """In a last turn, the number of unfinished lines that are played on to its end."""


BEAM = BeamSize()

LAST_WIDTH, LAST_NODES = 24, 600
"""The least size of a beam in a last turn, in which all that is found is certain.

A narrower one overlooks a last turn of Monumental that is worth 13 points more than to pass.
"""


class Line(Struct, frozen=True):
    """Actions of a seat, one after the other."""

    actions: tuple[Any, ...]
    value: float
    """The value of the position that it leads to, in points of the game's `evaluate`."""
    stop: Stop
    end: State | None = None
    """The position at its end in the seat's view; None if chance or a secret ends it."""

    @property
    def is_finished(self) -> bool:
        """True if nothing of the turn is left after the line: only such values can be compared."""
        return self.stop in ("over", "turn")


def lines(observation: Observation, chance: Chance, size: BeamSize = BEAM) -> list[Line]:
    """The lines that a beam search finds, the best first; of equal values the shorter line."""
    is_last = is_last_turn(observation.game, observation.view, observation.seat)
    if is_last:
        width, nodes = max(size.width, LAST_WIDTH), max(size.nodes, LAST_NODES)
        size = size._replace(width=width, nodes=nodes)
    ended = [*_Beam(observation, chance, size, is_last=is_last).lines()]
    if is_last:
        finished = [line for line in ended if line.stop == "over"]
        rest = best_by_first_action([line for line in ended if line.stop != "over"])
        few = rest[: size.played_on]
        ended = [*finished, *(_to_the_end(observation, line, chance, size) for line in few)]
    return sorted(ended, key=lambda line: (-line.value, len(line.actions)))


def best_by_first_action(several: Sequence[Line]) -> list[Line]:
    """The best line of each first action, in the order of their values."""
    best: list[Line] = []
    for line in sorted(several, key=lambda line: (-line.value, len(line.actions))):
        if all(line.actions[0] != better.actions[0] for better in best):
            best.append(line)
    return best


def is_last_turn(game: Game[Any], state: State, seat: Seat) -> bool:
    """True if the rules say so (see Game.is_last_turn); never once the game is over."""
    return bool(state.agenda) and game.is_last_turn(state, seat)


def useful(observation: Observation) -> Sequence[Any]:
    """The actions without idle ones; all of them where all are idle."""
    actions = observation.actions
    if len(actions) == 1:
        return actions
    return [action for action in actions if not is_idle(observation, action)] or actions


class _LineNode(NamedTuple):
    """A position within a line, where the seat has to choose again."""

    promise: float
    state: State
    actions: tuple[Any, ...]


class _Beam:
    """A beam search from one decision."""

    def __init__(
        self, observation: Observation, chance: Chance, size: BeamSize, *, is_last: bool
    ) -> None:
        self._observation = observation
        self._chance = chance
        self._size = size
        self._is_last = is_last
        self._nodes = 0
        self._reached: dict[float, list[State]] = {}
        """The positions within lines, by their promise: equal ones have equal promises."""

    def lines(self) -> Iterator[Line]:
        """All lines that the search meets, in the order of their lengths."""
        front = [_LineNode(0.0, self._observation.view, ())]
        for _ in range(self._size.depth):
            further: list[_LineNode] = []
            for node in front:
                if self._nodes >= self._size.nodes and node.actions:
                    yield Line(node.actions, node.promise, "cut", node.state)
                    continue
                for following in self._after(node):
                    if isinstance(following, Line):
                        yield following
                    else:
                        further.append(following)
            further.sort(key=lambda node: -node.promise)
            front = further[: self._size.width]
        for node in front:
            yield Line(node.actions, node.promise, "cut", node.state)

    def _after(self, node: _LineNode) -> Iterator[Line | _LineNode]:
        """The lines that end with the next action, and the positions where the seat goes on."""
        game, seat = self._observation.game, self._observation.seat
        asked = self._observation
        if node.actions:
            asked = Observation(game, seat, node.state, asked.seats)
        is_secret = isinstance(node.state.agenda[-1], SecretChoice)
        for action in useful(asked):
            self._nodes += 1
            actions = (*node.actions, action)
            seen = None if is_secret else preview(node.state, seat, action)
            if seen is None or seen.open_end:
                self._nodes += self._size.worlds
                yield Line(actions, self._expected(asked, action), "chance")
                continue
            state = view(game, seen.state, seat)
            if seat not in waiting(state):
                yield self._ended(actions, state)
            else:
                promise = self._promise(asked, action, state)
                alike = self._reached.setdefault(promise, [])
                if state not in alike:
                    alike.append(state)
                    yield _LineNode(promise, state, actions)

    def _ended(self, actions: tuple[Any, ...], state: State) -> Line:
        """The line that ends in a position where the seat has nothing to choose."""
        game, seat = self._observation.game, self._observation.seat
        stop: Stop = "turn"
        if not state.agenda or (self._is_last and not game.is_last_turn(state, seat)):
            stop = "over"
        elif any(getattr(step, "seat", None) == seat for step in state.agenda):
            stop = "others"  # the seat still has something to do when they have chosen
        value = worth(game, state, seat, by_score=self._is_last and stop == "over")
        return Line(actions, value, stop, state)

    def _promise(self, asked: Observation, action: Any, state: State) -> float:
        """The value of a position within a line; in a last turn the lead counts twice."""
        game, seat = asked.game, asked.seat
        if game.quiet_action(state, seat) is not None:
            state, _ = as_seen(asked, action)
        promise = worth(game, state, seat, by_score=False)
        return promise + lead(game, state, seat) if self._is_last and state.agenda else promise

    def _expected(self, asked: Observation, action: Any) -> float:
        """The mean value after an action, over the dealt worlds."""
        game, seat = asked.game, asked.seat
        values = []
        for number, state in enumerate(determinizations(asked, self._chance, self._size.worlds)):
            end = after(game, state, seat, action, self._chance.fork(f"play {number}"))
            values.append(worth(game, view(game, end, seat), seat, by_score=False))
        return fsum(values) / len(values)


def end_of(observation: Observation, line: Sequence[Any]) -> State | None:
    """The position at the end of a line in the seat's view; None if chance or a secret ends it."""
    state = observation.view
    for action in line:
        if isinstance(state.agenda[-1], SecretChoice):
            return None
        seen = preview(state, observation.seat, action)
        if seen.open_end:
            return None
        state = view(observation.game, seen.state, observation.seat)
    return state


def wins(observation: Observation, line: Sequence[Any]) -> bool:
    """True if a line ends the game and its seat has won, whatever is hidden or drawn."""
    end = end_of(observation, line)
    if end is None or end.agenda:
        return False
    outcome = observation.game.outcome(end)
    return outcome is not None and observation.seat in outcome.winners


def worth(game: Game[Any], state: State, seat: Seat, *, by_score: bool) -> float:
    """The value of a position for a seat; by its score: a win first, and then the lead."""
    if state.agenda and not by_score:
        return game.evaluate(state, seat)
    ahead = lead(game, state, seat)
    outcome = game.outcome(state)
    if outcome is None:
        return ahead + (WON if ahead > 0 else 0.0)
    if seat in outcome.winners:
        return ahead + WON / len(outcome.winners)
    return ahead - WON


def lead(game: Game[Any], state: State, seat: Seat) -> float:
    """The distance of a seat's score from the best of the others, if the game ended now."""
    scores = [fsum(points or 0 for points in parts.values()) for parts in game.score_parts(state)]
    return scores[seat] - max((*scores[:seat], *scores[seat + 1 :]), default=0.0)


def _to_the_end(observation: Observation, line: Line, chance: Chance, size: BeamSize) -> Line:
    """The line with the score that it leads to at the end of the last turn, played on in worlds."""
    game, seat = observation.game, observation.seat
    values = []
    for number, state in enumerate(determinizations(observation, chance, min(size.worlds, FEW))):
        draws = chance.fork(f"on {number}")
        for step in range(LONGEST):
            if not is_last_turn(game, view(game, state, seat), seat):
                break
            mover, action = waiting(state)[0], None
            if step < len(line.actions) and line.actions[step] in legal_actions(state, seat):
                mover, action = seat, line.actions[step]
            else:
                asked = Observation(game, mover, view(game, state, mover), observation.seats)
                values_of = one_ply_values(asked, draws.fork(f"{step}"), count=1)
                action = best_of(asked, values_of)[0]
            state, _ = play(state, mover, action, draws.fork(f"play {step}"))
        values.append(worth(game, view(game, state, seat), seat, by_score=True))
    return replace(line, value=fsum(values) / len(values), stop="over", end=None)
