"""A feature of a table's screen: its commands, and what it does when something changes.

A screen is a list of features, see `PlayScreen.FEATURES`. They are called in that order. A feature
may call the screen, and never another feature.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from textual.binding import Binding
from textual.screen import Screen

if TYPE_CHECKING:
    from hako.engine.bots.advice import Advice
    from hako.engine.log.line_base import LogLine
    from hako.tui.boards import Board
    from hako.tui.widgets.action_choices import ActionRow
    from hako.tui.widgets.seat_panel import SeatStatus

ScreenT = TypeVar("ScreenT", bound=Screen[Any])

KEY_ORDER = (
    *("now", "hurry", "result", "read_on", "turn"),
    *("undo", "redo", "hint", "tips"),
    *("back", "forward", "turn_back", "turn_on", "autoplay", "viewer"),
    *("page_on", "since", "signs", "look_up", "nth", "last_action"),
    *("page_back", "read", "chart", "standing"),
    *("play_on", "first", "last", "faster", "slower"),
    *("rules", "find", "export", "review", "leave", "next_panel", "previous_panel", "move"),
    *("talk", "people", "ahead", "next_table", "sit_down", "next_lesson"),
)
"""The order of keys in the bar and in the help, by the names of their texts."""

REACTION = 0.8
"""Seconds within which nobody has seen yet what Enter would play now."""


class Command(Struct, frozen=True):
    """Something that a key, a click or the palette does."""

    name: str
    """The name, also of its text in the texts' group `keys` unless `label` is another one."""
    keys: str
    """Names of keys, as Textual spells them, separated by commas."""
    run: Callable[..., object]
    """The method of the feature that does it; called with `arguments`."""
    is_offered: Callable[[Any], bool] | None = None
    """The method of the feature that says if it has an effect now; None if it always has."""
    is_shown: bool = True
    """True if the bar of keys shows it."""
    arguments: tuple[int, ...] = ()
    label: str | None = None
    """The name of its text; empty for none."""
    printed_keys: str = ""
    """The name of the keys in the bar, where one key stands for several."""

    @property
    def binding(self) -> Binding:
        """The binding by which Textual runs it, see `TableScreen.action_command`."""
        return Binding(
            self.keys,
            f"command({', '.join(map(repr, (self.name, *self.arguments)))})",
            self.name if self.label is None else self.label,
            show=self.is_shown,
            key_display=self.printed_keys or None,
        )


class TableFeature(Generic[ScreenT]):
    """The base of the features: each method is called at its moment, and here does nothing.

    Methods that answer a bool or a text are called until a feature has an answer.
    """

    commands: ClassVar[tuple[Command, ...]] = ()
    topic: ClassVar[str] = "table"
    """The topic of the help to which its commands belong."""

    def __init__(self, screen: ScreenT) -> None:
        self.screen = screen

    @property
    def is_guided(self) -> bool:
        """True while a lesson leads: no recap, no tips and no result are shown then."""
        return False

    @property
    def is_reading(self) -> bool:
        """True while a text is to be read before anything is chosen."""
        return False

    @property
    def is_unread(self) -> bool:
        """True while the player cannot have read the actions on screen, so that none is played."""
        return False

    @property
    def is_unmeant(self) -> bool:
        """True while Enter or a click was meant for something that has just gone."""
        return False

    @property
    def is_watching(self) -> bool:
        """True if bots may not be hurried from this screen."""
        return False

    @property
    def is_hurried(self) -> bool:
        """True while positions follow each other too fast for motion."""
        return False

    @property
    def is_advised(self) -> bool:
        """True if tips are on; the log then shows the sum of each turn."""
        return False

    # ------------------------------------------------------------------ coming and going

    def opened(self) -> None:
        """The screen was mounted; nothing is shown yet."""

    def caught_up(self) -> None:
        """The first frame is shown: handle what happened before."""

    def close(self) -> None:
        """Leave the table; may be called twice."""

    async def stopped(self) -> None:
        """The screen was closed: wait for what runs in the background."""

    def farewell(self) -> str:
        """The text printed after the app is left from here."""
        return ""

    # ------------------------------------------------------------------ showing

    def prepare(self) -> None:
        """The table is about to be shown: choose the viewer and the position."""

    def table_shown(self) -> None:
        """The panels show a position."""

    def hint_given(self, advice: Advice) -> None:
        """A hint recommends an action, or tells more of it."""

    def question(self) -> str:
        """The prompt in the place of the awaited decision; empty for that decision."""
        return ""

    def seat_statuses(self, rows: tuple[SeatStatus, ...]) -> tuple[SeatStatus, ...]:
        """The rows of the seats, with what the feature knows of them."""
        return rows

    def describe(self, row: ActionRow | None) -> bool:  # noqa: ARG002 - for features that do
        """Describe a row of the list, or without one the situation; True if this was done."""
        return False

    def aside(self) -> str:
        """A second text below the situation."""
        return ""

    def facts(self) -> Iterable[str]:
        """A few words about the table, where the screen has a line for them."""
        return ()

    def interrupt(self) -> None:
        """Something else is to be seen: close what was opened unasked."""

    def uncovered(self) -> None:
        """Another player at the same keyboard lifted the cover."""

    def text_passed(self) -> None:
        """A text of a lesson was read."""

    # ------------------------------------------------------------------ lines of the log

    def queues(self, line: LogLine) -> bool:  # noqa: ARG002 - for features that do
        """Take a new line to show it later; False if it is to be shown at once."""
        return False

    def line_coming(self, line: LogLine) -> None:
        """A new line is about to be shown: close what it ends."""

    def line_added(self, line: LogLine) -> None:
        """A new line was shown; the table may be further by now."""

    def people_changed(self) -> None:
        """Somebody came to the table, left or wrote."""

    def turn_began(self) -> None:
        """A seat here may choose, and could not before."""

    # ------------------------------------------------------------------ commands

    def hides(self, command: str) -> bool:  # noqa: ARG002 - for features that do
        """True if a command of another feature is not offered now."""
        return False

    def answers(self, action: Any) -> bool:  # noqa: ARG002 - for features that do
        """Answer an action instead of playing it; True if this was done."""
        return False

    def place_chosen(self, event: Board.PlaceOpened | Board.PlaceRefused) -> None:
        """A place on the board was chosen where there is a choice among several actions, or none."""

    def choice_coming(self, action: Any) -> None:
        """An action is about to be played from this screen."""

    def goes_to(self, moment: int) -> bool:  # noqa: ARG002 - for features that do
        """Show a position in a way of its own; True if this was done."""
        return False

    def key_pressed(self) -> None:
        """A key or a click has no other effect."""
