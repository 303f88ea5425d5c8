"""The shelf: the games, the saves under way, and the other pages."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from hako.engine.log.save import StorageError
from hako.tui.apps.shelf import ShelfApp
from hako.tui.screens.base import AppScreen
from hako.tui.screens.boxes import Boxes, GameBox, ShelfBanner, boxes_on
from hako.tui.widgets.link_bar import KeyBar
from hako.tui.widgets.navigation import NavigationBar
from hako.tui.widgets.paragraph import Paragraph

if TYPE_CHECKING:
    from hako.engine.storage.save_index import SaveEntry
    from hako.tui.screens.saves import SaveList

ACTIONS = ("new", "learn", "replays", "rules", "settings")
"""The actions of the buttons at the bottom, left to right."""


class ShelfScreen(AppScreen[None]):
    """The first screen."""

    TOPIC = "shelf"
    AUTO_FOCUS = "Boxes"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "new", show=False),
        Binding("t", "learn", "learn"),
        Binding("r", "replays", "replays"),
        Binding("f1", "rules", "rules"),
        Binding("s", "settings", "settings"),
        Binding("f2", "app.other_language", "other_language"),
        Binding("q", "quit", "quit"),
    ]
    DEFAULT_CSS = """
    ShelfScreen ShelfBanner { height: 1; margin: 0 2 1 2; }
    ShelfScreen Boxes { margin: 0 2; max-height: 60%; }
    ShelfScreen #waiting { margin: 1 2 0 2; color: $accent; text-style: bold; }
    ShelfScreen #empty { height: 1fr; margin: 0 2; color: $muted; }
    ShelfScreen SaveList { height: 1fr; margin: 0 2; }
    ShelfScreen NavigationBar { margin: 1 2 0 2; }

    ShelfScreen.-wide.-tall {
        ShelfBanner { margin: 1 4; }
        Boxes { height: 19; margin: 0 4; }
        #waiting { margin: 2 4 1 4; }
        SaveList, #empty { margin: 0 4; }
        NavigationBar { margin: 1 4; }
    }
    """

    app = getters.app(ShelfApp)

    def __init__(self) -> None:
        super().__init__()
        self._entries: Sequence[SaveEntry] | None = None
        """The saves under way; None until they were read."""

    def compose(self) -> ComposeResult:
        yield ShelfBanner()
        yield Boxes(boxes_on(self.app.shelf))
        yield Paragraph(self._waiting(), id="waiting")
        yield Paragraph(self._empty(), id="empty")
        yield NavigationBar(*ACTIONS)
        yield KeyBar()

    def retranslate(self) -> None:
        self.query_one("#waiting", Paragraph).words = self._waiting()
        self.query_one("#empty", Paragraph).words = self._empty()

    def _waiting(self) -> str:
        return self.app.texts.text("shelf.waiting")

    def _empty(self) -> str:
        """The text in the place of games under way where there are none."""
        key = "shelf.searching" if self._entries is None else "shelf.nothing_waits"
        return self.app.texts.text(key)

    # ------------------------------------------------------------------ games under way

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.find_saves)

    @work(exclusive=True)
    async def find_saves(self) -> None:
        """Find the games under way; on a thread, for there may be many."""
        try:
            self._entries = await asyncio.to_thread(lambda: list(self.app.library.entries()))
        except StorageError as error:
            self._entries = ()
            self.app.complain(error)
        # the first frame has no list, and does not wait for one to be imported
        from hako.tui.screens.saves import SaveList

        if self.is_attached and self.query("#empty") and not self.query(SaveList):
            await self.mount(SaveList(), before="#empty")
        if self.query("#empty") and self.query(SaveList):  # else the app was left meanwhile
            self._list_waiting(self._entries, self.query_one(SaveList))
            self.retranslate()

    def _list_waiting(self, entries: Sequence[SaveEntry], saves: SaveList) -> None:
        from hako.tui.saved_games import under_way

        waiting = under_way(entries)
        saves.show(waiting)
        saves.display = bool(waiting)
        self.query_one("#empty").display = not waiting

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

    def _is_new(self, game: str) -> bool:
        """True if nobody here has played or learned the game, as far as is known."""
        played = {getattr(entry, "game", "") for entry in self._entries or ()}
        return self._entries is not None and game not in self.app.settings.games_learned | played

    def _show_damage(self, box: GameBox) -> None:
        if box.damage is not None:
            self.app.complain(box.damage)
            return
        name = box.box.name[self.app.appearance.language]
        self.notify(self.app.texts.text("shelf.still_to_come", game=name))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        return action != "leave"  # there is nothing below; q quits

    def action_new(self) -> None:
        """Open the current box."""
        self.query_one(Boxes).action_open()

    def action_learn(self) -> None:
        """Open the lessons."""
        self.app.open_learn()

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
