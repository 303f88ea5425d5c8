"""The base of all boards: a cursor among the places of a drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from hako.engine.rules.model import Action
from hako.tui.boards.arrow_keys import nearest_place, next_place
from hako.tui.boards.board_base import BoardBase
from hako.tui.boards.digit_keys import digit_keys
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.widgets.line_overlays import with_style
from hako.tui.widgets.table_model import TableModel

RIGHT = 3
"""The right button of the mouse."""


class PlacePointed(NamedTuple):
    """A place at the cursor, with its actions."""

    place: BoardPlace
    actions: tuple[Action, ...]
    """The actions that may be chosen there, the selected one first."""


class Board(BoardBase, can_focus=True):
    """The board of a game.

    A subclass draws it, gives the place of each action, and describes each place.
    """

    DEFAULT_CSS = """
    Board {
        background: $background;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", "move", show=False),
        Binding("right", "move(1, 0)", "move", show=False),
        Binding("up", "move(0, -1)", "move", show=False),
        Binding("down", "move(0, 1)", "move", show=False),
        Binding("pageup", "scroll(-1)", "far", show=False),
        Binding("pagedown", "scroll(1)", "far", show=False),
        *(Binding("enter", f"enter('{does}')", does) for does in ("play", "choose", "why")),
    ]

    shows_meant: ClassVar[bool] = False
    """True if the drawing shows which of a place's actions is selected; Enter then plays it."""

    has_keys_within: ClassVar[bool] = False
    """True if a place of a row that opens has two digits: the row's, and its own within it."""

    cursor: reactive[BoardPlace | None] = reactive(None, repaint=False, init=False)
    """The place at the cursor."""

    pointed: reactive[PlacePointed | None] = reactive(
        None, repaint=False, init=False, always_update=True
    )
    """Set each time that keys or the mouse point at a place, for watchers. It is no message, so
    that all that follows is painted in the same frame."""

    class PlaceChosen(Message):
        """Posted when the only action of a place is to be played."""

        def __init__(self, action: Action, moment: int) -> None:
            super().__init__()
            self.action = action
            self.moment = moment
            """Number of the position at which it was offered."""

    class PlaceOpened(Message):
        """Posted when one of several actions of a place is to be chosen."""

        def __init__(self, actions: tuple[Action, ...]) -> None:
            super().__init__()
            self.actions = actions

    class PlaceRefused(Message):
        """Posted when the player chooses at a place without any action."""

        def __init__(self, place: BoardPlace) -> None:
            super().__init__()
            self.place = place

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.offered: dict[BoardPlace, tuple[Action, ...]] = {}
        """The actions that may be chosen, by place."""
        self._keys: dict[BoardPlace, str] = {}
        self._turned: int | None = 0
        """The number of the selected action at the cursor, modulo their count; None for none of
        them."""
        self._led_to: Any = None
        """The action highlighted in another panel, until the cursor moves here."""
        self._left: Region | None = None
        """The last region of the cursor, when its place is gone."""
        self._column: tuple[BoardPlace | None, int] = (None, 0)
        self._lean = 1
        self._clicked: BoardPlace | None = None
        """The place that the mouse has pointed at, until the cursor moves otherwise."""
        self._is_held = False
        """True while a new scene waits for its cursor, so that both are drawn at once."""
        self._is_stale = False
        """True if the scene has not been drawn yet."""

    # ------------------------------------------------------------------ showing

    @contextmanager
    def drawn_once(self) -> Iterator[None]:
        """Draw a scene that is set within as soon as it is pointed at, or at the end."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            self._catch_up()

    def _catch_up(self) -> None:
        """Draw the scene, if it has not been drawn yet."""
        if self._is_stale:
            self.repaint()
            self._show_cursor()

    def actions_at(self, place: BoardPlace) -> tuple[Action, ...]:
        """The actions that may be chosen at a place now."""
        self._catch_up()
        return self.offered.get(place, ())

    def key(self, place: BoardPlace) -> str:
        """The digit that plays an action of a place at once, or two; empty for none."""
        self._catch_up()
        return self._keys.get(place, "")

    def shows(self, place: BoardPlace) -> bool:
        """True if a place is on the board, on any of its pages; turns to that page."""
        page = self.page_of(place)
        if page in self._pages and self.scene is not None:
            self.set_reactive(BoardBase.page, page)
            self._draw_page(self.scene)
        return place in self.places or place in self._drawing.beyond

    @property
    def meant(self) -> Action | None:
        """The selected one of the actions at the cursor; None if there is none to choose."""
        actions, at = self.actions_at(self.cursor), self._turned
        return actions[at % len(actions)] if actions and at is not None else None

    def point_at(self, action: Any) -> None:
        """Mark the place of an action highlighted in another panel, if it is drawn."""
        before, place = self.cursor, self.place_of(action)
        self._led_to, self._clicked = action, None
        if self._is_stale and self.scene is not None and self.columns:
            self._take_pages(self.scene)
        page = None if place is None else self.page_of(place)
        if page in self._pages:
            self.page = page
        if self._is_stale:
            self._catch_up()
            return
        self._follow()
        self._repaint_cursor(before, place)
        if self.places and self.cursor not in self.places:
            self.set_reactive(Board.cursor, None)
        self._show_cursor()

    def mark(self, places: Sequence[BoardPlace]) -> None:
        """Highlight the places of a lesson, from the next redraw on."""
        self._marked = places
        if places and (page := self.page_of(places[0])) in self._pages:
            self.page = page
        self.repaint()
        self._reveal(next(iter(places), None))

    def redraw(self) -> None:
        """Draw everything again; only lines that differ are refreshed."""
        self._is_stale = False
        if self.scene is None or not self.columns:
            return
        self.offered = {}
        places = [self.place_of(action) for action in self.scene.actions]
        for action, place in zip(self.scene.actions, places, strict=True):
            self.offered[place] = (*self.offered.get(place, ()), action)
        self._keys = self._digits(self.scene.actions, places)
        self._take_pages(self.scene)
        self._left, is_led = self.places.get(self.cursor, self._left), self._led_to is not None
        if is_led:
            self._follow()
        self._draw_page(self.scene)
        if self.cursor not in self.places:
            self.set_reactive(Board.cursor, None if is_led else self._nearest(self._left))
            if self.shows_meant:
                self._draw_page(self.scene)

    def lay_out(self, size: Size) -> None:
        super().lay_out(size)
        self._reveal(self.cursor)

    def paint(self, index: int) -> Strip:
        strip, region = self._strips[index], self.places.get(self.cursor)
        for place in self._marked:
            if (marked := self.places.get(place)) and marked.y <= index < marked.bottom:
                strip = with_style(strip, marked.x, marked.right, self.ink.point)
        if region is None or not region.y <= index < region.bottom:
            return strip
        over = self.ink.focus if self.has_focus else self.ink.hint
        return with_style(strip, region.x, region.right, over)

    # ------------------------------------------------------------------ events

    def watch_scene(self, _: TableModel | None, scene: TableModel | None) -> None:
        self._turned, self._clicked, self._led_to = 0, None, None
        if scene is not None and scene.seat is not None and not self.has_focus:
            # the list begins with the first action; so does the mark on the board
            self.set_reactive(Board.cursor, None)
            self._left = None
        self._is_stale = True
        if not self._is_held:
            self._catch_up()

    def watch_page(self) -> None:
        self.repaint()
        self._show_cursor()

    def watch_cursor(self, before: BoardPlace | None, place: BoardPlace | None) -> None:
        self._turned, self._clicked, self._led_to = 0, None, None
        page = None if place is None else self.page_of(place)
        if page in self._pages:
            self.page = page
        self._repaint_cursor(before, place)
        self._show_cursor()
        self._post_pointed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what Enter does at the cursor."""
        if action == "enter":
            return parameters == (self.enter_does,)
        return super().check_action(action, parameters)

    def action_move(self, right: int, down: int) -> None:
        """Point at the next place in a direction."""
        place = self.place_beside(right, down)
        if place is None:
            return
        region = self.places[place]
        column = self._kept_column if self.cursor in self.places else region.x
        if right:
            column, self._lean = region.x, right
        self.cursor = place
        moved = self.places.get(place, region).x - region.x  # the drawing may have followed
        self._column = place, column + moved

    def action_scroll(self, by: int) -> None:
        """Scroll the lines up or down, where not all are shown."""
        self.scroll_lines(self.top + by * self.body)

    def action_turn(self) -> None:
        """Select the next of the actions at the cursor."""
        self._turned, self._led_to = 0 if self._turned is None else self._turned + 1, None
        self._repaint_cursor(self.cursor)
        self._post_pointed()

    @property
    def enter_does(self) -> str:
        """The name of what Enter does at the cursor: "play", "choose" among several, or "why" not.

        Empty while no seat of this terminal has a decision to make.
        """
        if self.scene is None or self.scene.seat is None or self.cursor is None:
            return ""
        if not (actions := self.actions_at(self.cursor)):
            return "why"
        return "play" if self.shows_meant or len(actions) == 1 else "choose"

    def action_enter(self, _: str) -> None:
        """Choose the action at the cursor, or open the choice among several."""
        does = self.enter_does
        if does == "play" and self.scene is not None:
            self.post_message(self.PlaceChosen(self._meant_first()[0], self.scene.moment))
        elif does == "choose":
            self.post_message(self.PlaceOpened(self._meant_first()))
        elif does:
            self.post_message(self.PlaceRefused(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Point at a place; the second click there plays it, the right button turns it."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        if offset.y >= self.body:
            self.scroll_lines(self.shown.stop if self.shown.stop < self.count() else 0)
            return
        offset += Offset(0, self.top)
        regions = [
            *self._drawing.around,
            *((region, place) for place, region in self.places.items()),
        ]
        hits = [(region.area, place) for region, place in regions if region.contains_point(offset)]
        if not hits:
            return
        _, place = min(hits, key=itemgetter(0))
        if place == self.cursor and event.button == RIGHT:
            self._clicked = place
            self.action_turn()
        elif place == self._clicked:
            self.action_enter(self.enter_does)
        else:
            self.cursor = place
            self._clicked = place
            self._post_pointed()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Draw the cursor as the focus of the keys, or as a mark only."""
        super().watch_has_focus(has_focus)
        if has_focus:
            self._turned, self._led_to = self._turned or 0, None
            if self.cursor is None:
                self.set_reactive(Board.cursor, self._nearest(self._left))
        self._repaint_cursor(self.cursor)
        if has_focus:
            self._show_cursor()
            self._post_pointed()

    # ------------------------------------------------------------------ within

    def place_beside(self, right: int, down: int) -> BoardPlace | None:
        """The next place in a direction, or none."""
        if self.cursor not in self.places:
            return self._nearest(None)
        return next_place(
            self._drawing, self.cursor, right, down, column=self._kept_column, lean=self._lean
        )

    @property
    def _kept_column(self) -> int:
        """The column that moves up or down keep to."""
        place, column = self._column
        return column if place == self.cursor else self.places[self.cursor].x

    def _digits(
        self, actions: Sequence[Action], places: Sequence[BoardPlace | None]
    ) -> dict[BoardPlace, str]:
        """The keys of each place, see `digit_keys`."""
        folds = self.scene.folds if self.scene else frozenset[str]()
        return digit_keys(actions, places, folds, within=self.has_keys_within)

    def _meant_first(self) -> tuple[Action, ...]:
        actions = self.actions_at(self.cursor)
        start = (self._turned or 0) % len(actions) if actions else 0
        return (*actions[start:], *actions[:start])

    def _follow(self) -> None:
        """Point at the place of the action that is highlighted in another panel."""
        place = self.place_of(self._led_to)
        actions = self.actions_at(place)
        self.set_reactive(Board.cursor, place)
        self._turned = actions.index(self._led_to) if self._led_to in actions else None

    def _post_pointed(self) -> None:
        if self.cursor is not None:
            self.pointed = PlacePointed(self.cursor, self._meant_first())

    def _repaint_cursor(self, *places: BoardPlace | None) -> None:
        """Paint places again that the cursor left or entered; all, where more depends on it."""
        if self.shows_meant or self._drawing.beyond:
            self.repaint()
            return
        regions = [self.places[place] for place in places if place in self.places]
        self.repaint([y for region in regions for y in range(region.y, region.bottom)])

    def _nearest(self, lost: Region | None) -> BoardPlace | None:
        """The place nearest to a lost region, among those with actions if there are any."""
        offered = {place: self.places[place] for place in self.offered if place in self.places}
        return nearest_place(offered or self.places, lost)

    def _show_cursor(self) -> None:
        self._reveal(self.cursor)
        region = self.places.get(self.cursor)
        if region is not None and self.has_focus:
            self.place_cursor(region.x, region.y - self.top)

    def _reveal(self, place: BoardPlace | None) -> None:
        if (region := self.places.get(place)) is not None:
            self.reveal(region.bottom - 1)
            self.reveal(region.y)
