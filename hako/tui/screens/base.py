"""The base of all screens: translation, sizes, and moving the focus by direction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, TypeAlias, get_args

from textual import getters, on
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.events import DescendantBlur, Resize, ScreenResume, ScreenSuspend, Unmount
from textual.geometry import Region, Size
from textual.message_pump import MessagePump
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget

from hako.tui.apps.game_app import GameApp
from hako.tui.widgets.key_bar import KeyBar

Direction: TypeAlias = Literal["left", "right", "up", "down"]

ARROWS: list[BindingType] = [
    Binding(direction, f"toward('{direction}')", "move", show=False)
    for direction in get_args(Direction)
]
"""Keys that focus the next widget in a direction; the focused one may handle them first."""

MOVES: list[BindingType] = [
    Binding("left,h", "toward('left')", "move", show=False),
    Binding("down,j", "toward('down')", "move", show=False),
    Binding("up,k", "toward('up')", "move", show=False),
    Binding("right,l", "toward('right')", "move", show=False),
]
"""The same with letters, where these mean nothing else: not at a table."""


class AppScreen(Screen[ScreenResultType]):
    """A screen of the app."""

    TOPIC: ClassVar[str] = ""
    """The key of the texts' group `help` that describes the screen."""

    WIDE, TALL = 120, 40
    """Columns and lines from which on a screen has the classes `-wide` and `-tall`."""

    SLIM = 80
    """With fewer columns it has the class `-slim`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *MOVES,
        Binding("escape,q", "leave", "leave"),
    ]

    app = getters.app(GameApp)

    @classmethod
    def key_groups(cls) -> Sequence[tuple[str, Iterable[BindingType]]]:
        """The topics of the help on the screen's keys, each with its bindings, the special first."""
        kinds = [kind for kind in map(vars, cls.__mro__) if kind.get("TOPIC")]
        return [(kind["TOPIC"], kind.get("BINDINGS", ())) for kind in kinds]

    def on_compose(self) -> None:
        self._take_size(self.app.size)

    def on_mount(self) -> None:
        self.watch(self.app, "appearance", self.retranslate)

    @on(Unmount)
    def _watch_no_more(self) -> None:
        """Drop closed widgets from Textual's watchers, which keep them until the next change."""
        watched: dict[str, list[tuple[MessagePump, object]]] = getattr(self.app, "__watchers", {})
        for watchers in watched.values():
            watchers[:] = (entry for entry in watchers if not entry[0]._closing)

    @on(Resize)
    def _fit(self, event: Resize) -> None:
        self._take_size(event.size)

    @on(ScreenResume)
    def _come_up(self, event: ScreenResume) -> None:
        """Appear, under a cover where there is no room.

        Widgets mounted just before have their styles already.
        """
        if not self.outer_size:
            event.refresh_styles = False
        self._write_keys()
        self.app.mind_the_room()
        self.app.name_place()
        self.app.call_later(self.app.unasked.show_deferred)

    @on(ScreenSuspend)
    def _go_below(self) -> None:
        """Clear the key bar: only the keys of the screen above work."""
        self._write_keys()

    def _write_keys(self) -> None:
        for bar in self.query(KeyBar):
            bar.write()

    @on(DescendantBlur)
    def _stop_typing(self) -> None:
        self.app.call_later(self.app.unasked.show_deferred)

    def _take_size(self, size: Size) -> None:
        """Set the classes of a size before layout, so that no frame shows those of another size."""
        classes = {"-wide": size.width >= self.WIDE, "-tall": size.height >= self.TALL}
        classes["-slim"] = size.width < self.SLIM
        self.update_classes(classes, animate=False)

    def retranslate(self) -> None:
        """Write everything in the current language; called at first and for a new appearance."""

    def farewell(self) -> str:
        """The text printed in the terminal after the app is left from this screen."""
        return ""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close, once: other keys of the same moment close no other screen."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def vanish(self) -> None:
        """Close by itself; keys that were meant for this screen do nothing in the one below."""
        if self.is_active:
            self.dismiss()
            self.app.unasked.hold_keys()

    def action_leave(self) -> None:
        """Go back to the screen below."""
        self.app.leave()

    def action_toward(self, direction: Direction) -> None:
        """Focus the nearest widget in a direction."""
        focus_toward(self, direction)


def focus_toward(screen: Screen[ScreenResultType], direction: Direction) -> None:
    """Focus the nearest widget in a direction; at the edge nothing happens."""
    focused = screen.focused
    if focused is None:
        screen.focus_next()
        return
    candidates = [
        (distance, number, widget)
        for number, widget in enumerate(screen.focus_chain)
        if (distance := _distance(focused.region, widget.region, direction)) is not None
    ]
    if candidates:
        nearest: Widget = min(candidates)[2]
        screen.set_focus(nearest)


def _distance(start: Region, end: Region, direction: Direction) -> tuple[int, int] | None:
    """The distance to a region in a direction, and aside of it; None if it lies elsewhere.

    To the left and right only the same rows count; up and down the next row comes first:

        start ──► end            start
                                  ▼
        other               other    end
    """
    rows = _gap((start.y, start.bottom), (end.y, end.bottom))
    columns = _gap((start.x, start.right), (end.x, end.right))
    match direction:
        case "left":
            forward, aside = start.x - end.right, rows
        case "right":
            forward, aside = end.x - start.right, rows
        case "up":
            forward, aside = start.y - end.bottom, columns
        case "down":
            forward, aside = end.y - start.bottom, columns
    if forward < 0 or (rows and direction in {"left", "right"}):
        return None
    return forward, aside


def _gap(one: tuple[int, int], other: tuple[int, int]) -> int:
    """The distance between two intervals, 0 where they overlap."""
    return max(0, other[0] - one[1] + 1, one[0] - other[1] + 1)
