"""The shelf: the games, the saves under way, and the other pages."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.geometry import Size

from hako.engine.log.storage_errors import StorageError
from hako.tui.apps.shelf import ShelfApp
from hako.tui.box_uses import BoxUse
from hako.tui.screens.base import AppScreen
from hako.tui.screens.box_artwork import BoxArtwork, boxes_on
from hako.tui.screens.shelf_boxes import (
    BOX_STEPS,
    COVER,
    BoxCover,
    Boxes,
    BoxStep,
    ShelfBanner,
    pen_of,
)
from hako.tui.screens.shelf_panels import (
    BoxWords,
    LessonsPanel,
    SectionPanel,
    TodayPanel,
    YouPanel,
)
from hako.tui.widgets.button_bar import ButtonBar
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.paragraph import Paragraph

if TYPE_CHECKING:
    from hako.engine.storage.save_index import SaveEntry
    from hako.tui.screens.saves import SaveList

ACTIONS = ("new", "learn", "replays", "rules", "settings")
"""The actions of the buttons at the bottom, left to right."""

PLACES = (118, 36)
"""Columns and lines from which on all boxes show their covers."""
ABREAST, ABREAST_BOX = (156, 46), 31
"""Columns and lines from which on covers stand abreast, and the columns that each needs."""
DOUBLED, DOUBLED_BOX = (250, 58), 50
"""The same for covers twice as large."""

ROOMY = 27
"""Lines from which on the daily game stands below the games under way."""


def step_of(size: Size, boxes: int, *, has_covers: bool) -> BoxStep:
    """The largest way to show so many boxes in a window."""

    def fits(least: tuple[int, int], columns: int = 0) -> bool:
        return size.width >= max(least[0], boxes * columns) and size.height >= least[1]

    if has_covers and fits(DOUBLED, DOUBLED_BOX):
        return "doubled"
    if has_covers and fits(ABREAST, ABREAST_BOX):
        return "abreast"
    if has_covers and fits(PLACES):
        return "places"
    return "list" if size.height >= COVER[1] else "lines"


class ShelfScreen(AppScreen[None]):
    """The first screen."""

    TOPIC = "shelf"
    AUTO_FOCUS = "Boxes"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "new", show=False),
        Binding("g", "games", "games_under_way"),
        Binding("d", "daily", "today", show=False),
        Binding("f2", "app.other_language", "other_language"),
        Binding("t", "learn", "learn"),
        Binding("r", "replays", "replays"),
        Binding("f1", "rules", "rules"),
        Binding("s", "settings", "settings"),
        Binding("S", "app.statistics", "statistics", show=False),
        Binding("q", "quit", "quit"),
    ]
    DEFAULT_CSS = """
    ShelfScreen ShelfBanner { height: 2; padding: 0 1; }
    ShelfScreen #shelf { layout: grid; grid-size: 2; grid-columns: 1fr 26; grid-rows: auto 1fr; }
    ShelfScreen Boxes { max-height: 100%; }
    ShelfScreen BoxCover { row-span: 2; margin-left: 1; }
    ShelfScreen #side, ShelfScreen #more { height: 1fr; }
    ShelfScreen SectionPanel { margin-bottom: 1; }
    ShelfScreen #waiting, ShelfScreen #words { margin-bottom: 0; }
    ShelfScreen #empty { height: 1fr; margin: 0 2; color: $muted; }
    ShelfScreen SaveList { height: 1fr; }
    ShelfScreen #more, ShelfScreen #words { display: none; }
    ShelfScreen ButtonBar { padding: 0 1; }

    ShelfScreen.-alone {
        #shelf { grid-size: 1; grid-columns: 1fr; }
        BoxCover { display: none; }
    }
    ShelfScreen.-lines #words { display: block; }
    ShelfScreen.-lines SaveList { max-height: 6; }
    ShelfScreen.-roomy #more { display: block; height: auto; }
    ShelfScreen.-roomy #lessons, ShelfScreen.-roomy #you { display: none; }
    ShelfScreen.-places {
        #shelf { grid-columns: 83 1fr; grid-rows: 1fr; }
        BoxCover { display: none; }
        #words, #more { display: block; }
        #more { height: auto; }
        #waiting { margin-bottom: 1; }
        #side { padding: 0 1; }
        ButtonBar { padding: 0 2; }
    }
    ShelfScreen.-abreast, ShelfScreen.-doubled {
        ShelfBanner { height: 3; padding: 1 3 0 3; }
        #shelf { grid-size: 1; grid-columns: 1fr; grid-rows: auto 1fr; padding: 0 1; }
        BoxCover, #words { display: none; }
        #side { layout: horizontal; margin-top: 1; }
        #games, #more { width: 1fr; margin: 0 2; }
        #more { display: block; }
        #waiting, #lessons { margin-bottom: 1; }
        ButtonBar { height: 2; padding: 0 3; }
    }
    """

    app = getters.app(ShelfApp)

    def __init__(self) -> None:
        super().__init__()
        self._entries: Sequence[SaveEntry] | None = None
        """The saves under way; None until they were read."""
        self._uses: Mapping[str, BoxUse] = {}

    def compose(self) -> ComposeResult:
        boxes = Boxes(boxes_on(self.app.shelf))
        boxes.step = self._step(self.app.size, len(boxes.boxes))
        yield ShelfBanner()
        with Container(id="shelf"):
            yield boxes
            yield BoxCover(boxes.box)
            with Container(id="side"), Vertical(id="games"):
                yield SectionPanel(self._waiting(), id="waiting")
                yield Paragraph(self._empty(), id="empty")
        yield BoxWords()
        yield ButtonBar(*ACTIONS)
        yield KeyBar()

    def _step(self, size: Size, boxes: int) -> BoxStep:
        return step_of(size, boxes, has_covers=pen_of(self.app) is not None)

    def _take_size(self, size: Size) -> None:
        super()._take_size(size)
        boxes = next(iter(self.query(Boxes)), None)
        count = len(self.app.shelf.boxes) + len(self.app.shelf.damaged)
        step = self._step(size, count)
        self.update_classes({f"-{name}": name == step for name in BOX_STEPS}, animate=False)
        is_alone = pen_of(self.app) is None or size.width < COVER[0] or step == "lines"
        self.set_class(is_alone, "-alone")
        self.set_class(step == "list" and size.height >= ROOMY, "-roomy")
        if boxes is not None:
            boxes.take_step(step)

    def retranslate(self) -> None:
        self._take_size(self.app.size)  # a terminal without colours has other covers
        self.query_one("#waiting", SectionPanel).head(self._waiting(), self._all_games())
        self.query_one("#empty", Paragraph).words = self._empty()
        self._show_box()
        self._show_uses()

    def _waiting(self) -> str:
        return self.app.texts.text("shelf.waiting")

    def _all_games(self) -> str:
        """The key that leads to the games, and their number."""
        count = len(self._waiting_games())
        return self.app.texts.text("shelf.all_games", count=count) if count else ""

    def _waiting_games(self) -> Sequence[SaveEntry]:
        if not self._entries:
            return ()
        from hako.tui.saved_games import under_way

        return under_way(self._entries)

    def _empty(self) -> str:
        """The text in the place of games under way where there are none."""
        key = "shelf.searching" if self._entries is None else "shelf.nothing_waits"
        return self.app.texts.text(key)

    def _show_box(self) -> None:
        """Show the cover and the words of the chosen box."""
        box = self.query_one(Boxes).box
        self.query_one(BoxWords).show(box)
        self.query_one(BoxCover).show(box)

    # ------------------------------------------------------------------ games under way

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.find_saves)

    @work(exclusive=True)
    async def find_saves(self) -> None:
        """Find the games under way; on a thread, for there may be many."""
        try:
            self._entries, self._uses = await asyncio.to_thread(self._found)
        except StorageError as error:
            self._entries = ()
            self.app.complain(error)
        # the first frame has no list, and does not wait for one to be imported
        from hako.tui.screens.saves import SaveList

        if self.is_attached and self.query("#empty") and not self.query(SaveList):
            await self.query_one("#games").mount(SaveList(), before="#empty")
            panels = (LessonsPanel(), TodayPanel(), YouPanel())
            await self.query_one("#side").mount(Vertical(*panels, id="more"))
        if self.query("#empty") and self.query(SaveList):  # else the app was left meanwhile
            self._list_waiting(self.query_one(SaveList))
            self.retranslate()

    def _found(self) -> tuple[Sequence[SaveEntry], Mapping[str, BoxUse]]:
        """The saves, and what was done with each game."""
        from hako.tui.box_uses import box_uses

        entries = [*self.app.library.entries()]
        done, name = self.app.settings.lessons_done, self.app.own_name
        return entries, box_uses(self.app.shelf, entries, done, name)

    def _list_waiting(self, saves: SaveList) -> None:
        waiting = self._waiting_games()
        saves.show(waiting)
        saves.display = bool(waiting)
        self.query_one("#empty").display = not waiting

    def _show_uses(self) -> None:
        """Show what was done with each game."""
        boxes = self.query_one(Boxes)
        boxes.show_use(self._uses)
        if self.query("#more"):
            self.query_one(LessonsPanel).show(boxes.boxes)
            self.query_one(YouPanel).show([*self._uses.values()])
            today = self.app.daily_box
            name = today.name[self.app.appearance.language] if today else ""
            self.query_one(TodayPanel).show(name)

    def on_save_list_save_chosen(self, event: SaveList.SaveChosen) -> None:
        """Continue the chosen game."""
        self.app.resume(event.game.name)

    # ------------------------------------------------------------------ actions

    @on(Boxes.Opened)
    def open_box(self, event: Boxes.Opened) -> None:
        """Open the form of the game, if it can be played."""
        if not event.box.is_open:
            self._show_damage(event.box)
        elif self.is_active:
            self.app.open_new_game(event.box.box, is_new=self._is_new(event.box.box.id))

    @on(Boxes.Chosen)
    def show_chosen(self) -> None:
        """Show the words of the box that became the current one."""
        self._show_box()

    def _is_new(self, game: str) -> bool:
        """True if nobody here has played the game outside lessons, as far as is known."""
        from hako.engine.storage.save_index import SavedGame

        played = {
            entry.game
            for entry in self._entries or ()
            if isinstance(entry, SavedGame) and entry.lesson is None
        }
        return self._entries is not None and game not in played

    def _show_damage(self, box: BoxArtwork) -> None:
        if box.damage is not None:
            self.app.complain(box.damage)
            return
        name = box.box.name[self.app.appearance.language]
        self.notify(self.app.texts.text("shelf.still_to_come", game=name))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        if action == "daily":
            return self.app.daily_box is not None
        return action != "leave"  # there is nothing below; q quits

    def action_new(self) -> None:
        """Open the current box."""
        self.query_one(Boxes).action_open()

    def action_games(self) -> None:
        """Go to the games under way, or to all saves where none is."""
        lists = [saves for saves in self.query("SaveList") if saves.display]
        if lists:
            self.set_focus(lists[0])
        else:
            self.action_replays()

    def action_daily(self) -> None:
        """Open the daily game."""
        if self.app.daily_box is not None:
            self.app.play_daily()

    def action_learn(self) -> None:
        """Open the lessons of the current box."""
        box = self.query_one(Boxes).box
        if box.is_open:
            self.app.open_learn(box.box)
        else:
            self._show_damage(box)

    def action_replays(self) -> None:
        """Open the list of saves."""
        self.app.open_saves(self._entries or ())

    def action_rules(self) -> None:
        """Open the rules of the current box."""
        box = self.query_one(Boxes).box
        if not box.is_open:
            self._show_damage(box)
        else:
            self.app.open_rules(box.box.id)

    def action_settings(self) -> None:
        """Open the settings."""
        self.app.action_settings()

    async def action_quit(self) -> None:
        """Exit the app."""
        await self.app.action_quit()
