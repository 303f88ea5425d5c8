"""The words a game's rules are written in: State, Action, Event, Step.

A game subclasses them with frozen Structs of its own:

    Action   orders      BuyShare      what a seat chose
    Event    reports     ShareBought   what happened, and how the state follows from it
    Step     says what   Invest        who decides, what is legal, what follows
             is to do

Nothing here is ever changed, only replaced; so old states stay valid, and undo,
previews and search need no copies. Nor can such values refer to each other in a ring:
`gc=False` spares the garbage collector all the history that tables keep.
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
"""A player's place, 0-based, in turn order."""

Viewer: TypeAlias = Seat | None
"""Who looks: a seat, or None for a watcher (a seat without secrets)."""


def letter(seat: Seat) -> str:
    """What a seat is called where there is room for one sign: A, B, C ..."""
    return chr(ord("A") + seat)


class Hidden(Exception):
    """The rules asked for something that a masked state does not tell."""


Known = TypeVar("Known")


# two signatures, for in `Known | None` a checker widens a Literal to str
@overload
def known(value: None) -> Never: ...
@overload
def known(value: Known) -> Known: ...
def known(value: Known) -> Known:
    """A part of the state that may be masked; raises Hidden where it is."""
    if value is None:
        raise Hidden
    return value


def snake_case(name: str) -> str:
    """The name of a class as the log writes it: CardPlayed is card_played."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


class Action(Struct, frozen=True, gc=False, tag_field="type", tag=snake_case):
    """What a seat chose."""

    group = "action"
    """The group of the texts in which its sentence stands."""

    quiet = False
    """True if the log leaves it to the seat's next choice to tell what this one began."""

    apart = False
    """True if those that begin alike are told by what tells them apart, not by what one pays."""

    can_premove = False
    """True if it may be chosen before its seat is asked, where its step `rests_on` what then was."""

    def masked(self, viewer: Viewer, /) -> Self | None:  # noqa: ARG002 - the base hides nothing
        """The action as others than its seat may see it, or None if it is a secret."""
        return self

    def first_decision(self, /) -> LazyText | None:
        """What is decided first, where the rulebook has two decisions: long lists ask it alone."""
        return None


class State(Struct, frozen=True, gc=False):
    """Everything on the table.

    The agenda is the stack of Steps still to do; the table waits for the last one.
    An empty agenda means that the game is over.
    """

    agenda: tuple[Step[Any, Any], ...]


S = TypeVar("S", bound=State)
A = TypeVar("A")


class Event(Struct, Generic[S], frozen=True, gc=False, tag_field="type", tag=snake_case):
    """A fact that happened, random outcomes included."""

    # msgspec would evaluate annotations anew for every event of every game
    if TYPE_CHECKING:
        is_event: ClassVar[Literal[True]] = True
        """Told from a Step by this: play does it often, and `isinstance` costs three times that."""
    else:
        is_event = True

    group = "event"
    """The group of the texts in which its sentence stands."""

    reveals = False
    """True if a seat learns something from it that it could not know before."""

    fleeting = False
    """True if it tells what the table does not keep in sight: a card shown and taken back."""

    quiet = False
    """True if the log on screen leaves it out unless all details are asked for."""

    opens = False
    """True if a part of the game begins with it, such as a turn: its sentence is a heading."""

    matters = False
    """True if all who were away are told of it, and not only those whom its sentence names."""

    def apply(self, state: S, /) -> S:
        """The state after this event; never refuses, never draws chance, leaves the agenda alone."""
        raise NotImplementedError

    def highlight(self, before: S, /) -> Sequence[LazyText]:  # noqa: ARG002 - the base is silent
        """How it came about, for what all at the table stop to see; none for anything else.

        From the view of the state before it; a note with a `seat` is told as that seat's.
        """
        return ()

    def masked(self, viewer: Viewer, /) -> Self:  # noqa: ARG002 - the base hides nothing
        """The event as `viewer` may see it: what it may not know is None."""
        return self


class Step(Struct, Generic[S, A], frozen=True, gc=False, tag_field="type", tag=snake_case):
    """One step of the rules that is still to do; done by itself, without a choice."""

    if TYPE_CHECKING:
        is_event: ClassVar[Literal[False]] = False
    else:
        is_event = False

    is_choice = False
    """True if seats may have to choose; play asks no other step who is `waiting`."""

    is_secret = False
    """True if several seats choose at once; play asks no other choice whether all have."""

    group = "step"
    """The group of the texts in which its prompt stands."""

    clause = ""
    """The clause of the rulebook that the step carries out."""

    def cites(self, state: S, /) -> str:  # noqa: ARG002 - the base has one clause
        """The clause to look up while the step is waited for: `clause`, or a closer one."""
        return self.clause

    def waiting(self) -> tuple[Seat, ...]:
        """The seats that still have to choose; none for an automatic step."""
        return ()

    def actions_of(self, state: S, seat: Seat, /) -> Sequence[A]:  # noqa: ARG002 - no choice, no actions
        """What a seat may choose now."""
        return ()

    def resolve(self, state: S, action: A, chance: Chance, /) -> Resolution[S] | Group[S]:
        """Carry the step out.

        Yields Events and follow-up Steps; each Event hands back the state after it, a Step nothing.
        Follow-ups are done in their order, before what was already waiting. The agenda is none of
        its business: until a choice the states have that of the choice before.

        A step without a choice may return all of it at once, which is faster, where it looks at no
        state between, and draws or asks for nothing hidden once an Event is told: a preview, which
        stops there, would not come to that Event.
        """
        raise NotImplementedError

    def skip_reason(self, state: S, /) -> LazyText | None:  # noqa: ARG002 - the base is silent
        """Why nothing came of it, as the log tells that; from the view of the state before it."""
        return None

    def masked(self, viewer: Viewer, /) -> Self:  # noqa: ARG002 - the base hides nothing
        """The step as `viewer` may see it."""
        return self


Item: TypeAlias = Event[S] | Step[S, Any]

Resolution: TypeAlias = Generator[Item[S], S, None]

Group: TypeAlias = tuple[Item[S], ...]
"""All that one Step yielded or returned when it was resolved."""


class Choice(Step[S, A], frozen=True):
    """A step that one seat decides. It always offers at least one action."""

    is_choice = True

    seat: Seat

    def waiting(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def actions(self, state: S, /) -> Sequence[A]:
        """What may be chosen; from what the deciding seat knows, never from secrets."""
        raise NotImplementedError

    def actions_of(self, state: S, seat: Seat, /) -> Sequence[A]:
        return self.actions(state) if seat == self.seat else ()

    def resolve(self, state: S, action: A, chance: Chance, /) -> Resolution[S]:
        """Carry it out, always as a generator: a step goes through another's by `yield from`."""
        raise NotImplementedError

    def refused(self, state: S, /) -> Sequence[tuple[Action, LazyText]]:  # noqa: ARG002 - the base explains nothing
        """Actions that a player may miss here, each with the reason why it is not offered."""
        return ()

    def depends_on(self, state: S, action: A, /) -> Any:  # noqa: ARG002 - the base trusts nothing
        """What a seat that chose in advance would look at again, from its mask; see Action.ahead.

        Where that, what is offered, or what the action does is another by then, the seat is asked.
        """
        return replace(state, agenda=())


class SecretChoice(Step[S, A], frozen=True):
    """A step that several seats decide at once, each in secret.

    Answers are sealed until the last one is in; then `resolve` gets all of them,
    in the order of `seats`. A subclass names the type of its answers.
    """

    is_choice = True
    is_secret = True

    seats: tuple[Seat, ...]
    answered: tuple[Seat, ...] = ()
    answers: tuple[Any, ...] = ()

    def waiting(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat not in self.answered)

    def choices(self, state: S, seat: Seat, /) -> Sequence[Any]:
        """What one of the seats may choose; from what that seat knows."""
        raise NotImplementedError

    def actions_of(self, state: S, seat: Seat, /) -> Sequence[Any]:
        return self.choices(state, seat) if seat in self.waiting() else ()

    def resolve(self, state: S, action: A, chance: Chance, /) -> Resolution[S]:
        """Carry all answers out, always as a generator."""
        raise NotImplementedError

    def sealed(self, seat: Seat, action: Any, /) -> Self:
        """The step with one more answer in its envelope."""
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
