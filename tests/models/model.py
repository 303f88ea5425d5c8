"""A model of a game: what every one of them has, and how it asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias, TypeVar

from tests.models.tape import Tape

Facts: TypeAlias = Mapping[str, Any]
"""All that lies on the table, each thing by the name that a difference is told with."""

Spoken: TypeAlias = tuple[Any, ...]
"""An action as plain data: its name and its fields."""

Result = TypeVar("Result")


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


class AskAll(NamedTuple):
    """A decision of several seats at once, in secret; the actions of all are sent, by seat."""

    choices: Mapping[int, Mapping[Any, str]]


Play: TypeAlias = Generator[Ask | AskAll, Any, None]
"""A game, or a part of one, as it is played: it asks and is sent what was chosen."""

Part: TypeAlias = Generator[Ask | AskAll, Any, Result]
"""A part of a game that comes to something."""


@dataclass
class Model(ABC):
    """A game as the rulebook tells it."""

    seating: Seating
    tape: Tape
    trail: list[str] = field(default_factory=list, init=False)
    """The clauses applied since the last decision."""
    seen: Counter[str] = field(default_factory=Counter, init=False)
    """Numbers of uses of each clause, and of the situations that a test asks for."""

    def by(self, *clauses: str) -> None:
        """Say which clauses are applied now."""
        self.trail += clauses
        self.seen.update(clauses)

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
