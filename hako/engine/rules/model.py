"""The model of a game's rules: State, Action, Event, Step.

A game subclasses them with frozen Structs of its own:

    Action   BuyShare      a seat's choice
    Event    ShareBought   a fact that happened, and its effect on the state
    Step     Invest        a step still to do: who decides, what is legal, what follows

Values are immutable, only replaced. So old states stay valid, and undo, previews and search need
no copies. Such values cannot form reference cycles: with `gc=False` the garbage collector skips
all the history that tables keep.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    Never,
    Self,
    TypeAlias,
    TypeVar,
    overload,
)

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.i18n.lazy_text import LazyText

if TYPE_CHECKING:
    from hako.engine.rules.chance import Chance

Seat: TypeAlias = int
"""Index of a player, 0-based, in turn order."""

Viewer: TypeAlias = Seat | None
"""The person who looks: a seat, or None for a spectator, who knows no secrets."""


def letter(seat: Seat) -> str:
    """The name of a seat in a single letter: A, B, C ..."""
    return chr(ord("A") + seat)


class Hidden(Exception):
    """The rules need a value that is hidden in a masked state."""


Known = TypeVar("Known")


# two signatures, since a type checker widens a Literal to str in `Known | None`
@overload
def known(value: None) -> Never: ...
@overload
def known(value: Known) -> Known: ...
def known(value: Known) -> Known:
    """The given part of a state. Raises Hidden if it is masked (None)."""
    if value is None:
        raise Hidden
    return value


def snake_case(name: str) -> str:
    """The tag of a class in the log: CardPlayed becomes card_played."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Action(Struct, frozen=True, gc=False, tag_field="type", tag=snake_case):
    """A seat's choice."""

    group = "action"
    """Group of the text catalogue that has its sentence."""

    quiet = False
    """True if the log shows it only together with the seat's next choice."""

    kind = ""
    """The kind under which lists gather it, a key of the group `kind` in the texts; empty for none."""

    pays_first = False
    """True if lists show it before actions of other kinds, since it scores."""

    apart = False
    """True if grouped actions are listed by what distinguishes them, without their cost."""

    can_premove = False
    """True if it may be a premove; see Choice.depends_on."""

    def masked(self, viewer: Viewer, /) -> Self | None:  # noqa: ARG002 - the base hides nothing
        """The action as seats other than its own may see it; None if it is secret."""
        return self

    def first_decision(self, /) -> LazyText | None:
        """The first of two decisions in the action, by which long lists are grouped; None for none."""
        return None


class State(Struct, frozen=True, gc=False):
    """Everything on the table.

    The agenda is the stack of Steps still to do, the next one last. An empty agenda means that the
    game is over.
    """

    agenda: tuple[Step[Any, Any], ...]


S = TypeVar("S", bound=State)
A = TypeVar("A")


class Event(Struct, Generic[S], frozen=True, gc=False, tag_field="type", tag=snake_case):
    """A fact that happened, random outcomes included."""

    # msgspec would evaluate annotations for every event of every game
    if TYPE_CHECKING:
        is_event: ClassVar[Literal[True]] = True
        """Distinguishes it from a Step, three times as fast as `isinstance`."""
    else:
        is_event = True

    group = "event"
    """Group of the text catalogue that has its sentence."""

    reveals = False
    """True if a seat learns something from it that was hidden before."""

    fleeting = False
    """True if it shows something that does not stay visible: a card shown and taken back."""

    quiet = False
    """True if the log on screen omits it unless all details are shown."""

    opens = False
    """True if it begins a part of the game, such as a turn: its sentence is a heading."""

    matters = False
    """True if the recap mentions it to all seats, not only to those named in its sentence."""

    counts = ""
    """"for" if it serves `seat_concerned`, "against" if it harms it; hints and reviews count such events.

    Its name, a plural, is in the table `occurrence` of the game's terms, under its tag.
    """

    def apply(self, state: S, /) -> S:
        """The state after this event. Never fails, never draws, and leaves the agenda unchanged."""
        raise NotImplementedError

    @property
    def seat_concerned(self) -> Seat | None:
        """The seat that the event happens to; None for no single seat."""
        seat: Seat | None = getattr(self, "seat", None)
        return seat

    def highlight(self, before: S, /) -> Sequence[LazyText]:  # noqa: ARG002 - the base is silent
        """Sentences that explain how it came about, for events shown as highlights; none for others.

        `before` is the viewer's view of the state before it. A sentence with a value `seat` is
        attributed to that seat.
        """
        return ()

    def masked(self, viewer: Viewer, /) -> Self:  # noqa: ARG002 - the base hides nothing
        """The event as `viewer` may see it: hidden values are None."""
        return self


class Step(Struct, Generic[S, A], frozen=True, gc=False, tag_field="type", tag=snake_case):
    """A step of the rules that is still to do; carried out automatically, without a choice."""

    if TYPE_CHECKING:
        is_event: ClassVar[Literal[False]] = False
    else:
        is_event = False

    is_choice = False
    """True if seats may have to choose; `waiting` is called only for these steps."""

    is_secret = False
    """True if several seats choose at once, in secret."""

    group = "step"
    """Group of the text catalogue that has its prompt."""

    clause = ""
    """Id of the rulebook's clause that the step carries out."""

    def cites(self, state: S, /) -> str:  # noqa: ARG002 - the base has one clause
        """The clause to show while the step waits for a choice: `clause`, or a more specific one."""
        return self.clause

    def waiting(self) -> tuple[Seat, ...]:
        """The seats that still have to choose; none for an automatic step."""
        return ()

    def actions_of(self, state: S, seat: Seat, /) -> Sequence[A]:  # noqa: ARG002 - no choice, no actions
        """The actions that a seat may choose now."""
        return ()

    def resolve(self, state: S, action: A, chance: Chance, /) -> Resolution[S] | Group[S]:
        """Carry the step out.

        Yields Events and follow-up Steps. `yield` of an Event returns the state after it, `yield` of
        a Step returns nothing. Follow-ups are done in the order yielded, before the steps already on
        the agenda. The agenda must not be used: up to the next choice it is that of the last one.

        A step without a choice may return all items at once as a tuple, which is faster. It must not
        need a state in between, nor draw or ask for hidden values after the first Event: a preview
        stops at those, and would miss that Event.
        """
        raise NotImplementedError

    def skip_reason(self, state: S, /) -> LazyText | None:  # noqa: ARG002 - the base is silent
        """The reason why the step had no effect, for the log; from the view of the state before it."""
        return None

    def masked(self, viewer: Viewer, /) -> Self:  # noqa: ARG002 - the base hides nothing
        """The step as `viewer` may see it."""
        return self


Item: TypeAlias = Event[S] | Step[S, Any]

Resolution: TypeAlias = Generator[Item[S], S, None]

Group: TypeAlias = tuple[Item[S], ...]
"""The items that one Step yielded or returned when it was resolved."""


class Choice(Step[S, A], frozen=True):
    """A step that one seat decides. It must always offer at least one action."""

    is_choice = True

    seat: Seat

    def waiting(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def actions(self, state: S, /) -> Sequence[A]:
        """The legal actions. They must depend only on what the deciding seat knows."""
        raise NotImplementedError

    def actions_of(self, state: S, seat: Seat, /) -> Sequence[A]:
        return self.actions(state) if seat == self.seat else ()

    def resolve(self, state: S, action: A, chance: Chance, /) -> Resolution[S]:
        """Carry it out, always as a generator, so that a step can use another's by `yield from`."""
        raise NotImplementedError

    def refused(self, state: S, /) -> Sequence[tuple[Action, LazyText]]:  # noqa: ARG002 - the base explains nothing
        """Actions that a player may expect here, each with the reason why it is not legal."""
        return ()

    def table_rows(self, state: S, /) -> tuple[str, Sequence[Any]]:  # noqa: ARG002 - most have none
        """The field of actions by which a list of few rows is a table, with its values from the top.

        The field is a table of terms, too. It is empty for a list that is none.
        """
        return "", ()

    def depends_on(self, state: S, action: A, /) -> Any:  # noqa: ARG002 - the base trusts nothing
        """The values that a premove depends on, from the seat's view; see Action.can_premove.

        If they, the legal actions or the effect of the action have changed when the choice comes,
        the premove is cancelled and the seat is asked.
        """
        return replace(state, agenda=())


class SecretChoice(Step[S, A], frozen=True):
    """A step that several seats decide at once, each in secret.

    Answers are sealed until the last one is given; then `resolve` gets all of them in the order of
    `seats`. A subclass declares the type of its answers.
    """

    is_choice = True
    is_secret = True

    seats: tuple[Seat, ...]
    answered: tuple[Seat, ...] = ()
    answers: tuple[Any, ...] = ()

    def waiting(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat not in self.answered)

    def choices(self, state: S, seat: Seat, /) -> Sequence[Any]:
        """The legal answers of one of the seats. They must depend only on what that seat knows."""
        raise NotImplementedError

    def actions_of(self, state: S, seat: Seat, /) -> Sequence[Any]:
        return self.choices(state, seat) if seat in self.waiting() else ()

    def resolve(self, state: S, action: A, chance: Chance, /) -> Resolution[S]:
        """Carry all answers out, always as a generator."""
        raise NotImplementedError

    def sealed(self, seat: Seat, action: Any, /) -> Self:
        """The step with one more sealed answer."""
        return replace(self, answered=(*self.answered, seat), answers=(*self.answers, action))

    def in_order(self) -> tuple[Any, ...]:
        """All answers, in the order of `seats`."""
        given = dict(zip(self.answered, self.answers, strict=True))
        return tuple(given[seat] for seat in self.seats)

    def masked(self, viewer: Viewer, /) -> Self:
        own = tuple(
            answer if seat == viewer else None
            for seat, answer in zip(self.answered, self.answers, strict=True)
        )
        return replace(self, answers=own)
