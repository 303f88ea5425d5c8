"""The shelf: the games, those under way, and the doors to everything else."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.widgets import Button, OptionList, Static

from hako.engine.store import StoreFailed
from hako.tui.app import HakoApp
from hako.tui.controls import Door, KeyBar
from hako.tui.library import DamagedSave, Entry, SavedGame
from hako.tui.screens.boxes import GameBox
from hako.tui.screens.house import HouseScreen
from hako.tui.screens.saves import SaveList
from hako.tui.typesetting import Prose

DOORS = ("new", "replays", "rules", "settings", "quit")
"""What the buttons at the bottom lead to, left to right."""


class ShelfScreen(HouseScreen[None]):
    """The first screen."""

    TOPIC = "shelf"
    AUTO_FOCUS = "GameBox"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "new", show=False),
        Binding("r", "replays", "replays"),
        Binding("f1", "rules", "rules"),
        Binding("s", "settings", "settings"),
        Binding("f2", "app.other_language", "other_language"),
        Binding("q", "app.quit", "quit"),
    ]
    DEFAULT_CSS = """
    ShelfScreen #shelf { padding: 0 2; }
    ShelfScreen #head { height: 1; margin-bottom: 1; }
    ShelfScreen #title { width: 1fr; text-style: bold; color: $accent; }
    ShelfScreen #motto { width: auto; color: $muted; }
    ShelfScreen #boxes { height: auto; layout: vertical; }
    ShelfScreen #plank { height: 1; background: $wood; }
    ShelfScreen #waiting { height: 1; margin-top: 1; color: $accent; text-style: bold; }
    ShelfScreen SaveList { height: 1fr; }
    ShelfScreen #empty { height: 1fr; color: $muted; }
    ShelfScreen #doors { height: 1; margin: 1 0 0 0; }

    ShelfScreen.-wide.-tall #shelf { padding: 1 4; }
    ShelfScreen.-wide.-tall #boxes { layout: horizontal; height: 18; }
    ShelfScreen.-wide.-tall GameBox { width: 1fr; height: 16; margin: 2 2 0 0; }
    ShelfScreen.-wide.-tall GameBox:focus { margin: 1 2 1 0; }
    ShelfScreen.-wide.-tall #waiting { margin: 2 0 1 0; }
    ShelfScreen.-wide.-tall GameBox.-playable > .game-box--name { color: $box-text; }
    ShelfScreen.-wide.-tall GameBox.-playable > .game-box--more { color: $box-text; }
    ShelfScreen.-wide.-tall GameBox.-playable.box-1 { background: $box-1; }
    ShelfScreen.-wide.-tall GameBox.-playable.box-2 { background: $box-2; }
    ShelfScreen.-wide.-tall GameBox.-playable.box-3 { background: $box-3; }
    ShelfScreen.-wide.-tall GameBox.-playable.box-4 { background: $box-4; }
    ShelfScreen.-wide.-tall GameBox.-playable.box-5 { background: $box-5; }
    """

    app = getters.app(HakoApp)

    def __init__(self) -> None:
        super().__init__()
        self._entries: Sequence[Entry] | None = None
        """What lies in the library; None until it was looked through."""

    def compose(self) -> ComposeResult:
        with Vertical(id="shelf"):
            with Horizontal(id="head"):
                yield Static(id="title")
                yield Static(id="motto")
            with Container(id="boxes"):
                for number, box in enumerate(self.app.shelf.boxes, start=1):
                    yield GameBox(box, number, coming=not self.app.shelf.is_playable(box))
            yield Static(id="plank")
            yield Static(id="waiting")
            yield Prose(id="empty")
            yield SaveList()
            with Horizontal(id="doors"):
                for door in DOORS:
                    yield Door(id=door)
        yield KeyBar()

    def speak(self) -> None:
        texts = self.app.texts
        self.query_one("#title", Static).update(texts.say("shelf.title"))
        self.query_one("#motto", Static).update(texts.say("shelf.motto"))
        self.query_one("#waiting", Static).update(texts.say("shelf.waiting"))
        for door in DOORS:
            self.query_one(f"#{door}", Door).say(texts.say(f"keys.{door}"))
        self._speak_of_nothing()

    def _speak_of_nothing(self) -> None:
        """What stands in the place of games under way where there are none."""
        key = "shelf.searching" if self._entries is None else "shelf.nothing_waits"
        self.query_one("#empty", Prose).words = self.app.texts.say(key)

    # ------------------------------------------------------------------ games under way

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.look_through_library)

    @work(exclusive=True)
    async def look_through_library(self) -> None:
        """Find the games that wait to be played on; on a thread, for there may be many."""
        try:
            self._entries = await asyncio.to_thread(lambda: list(self.app.library.entries()))
        except StoreFailed as error:
            self._entries = ()
            self.app.complain(str(error))
        if not self.query(SaveList):
            return  # the app was left meanwhile
        waiting: list[Entry] = [
            entry for entry in self._entries if isinstance(entry, SavedGame) and not entry.finished
        ]
        waiting += [entry for entry in self._entries if isinstance(entry, DamagedSave)]
        saves = self.query_one(SaveList)
        saves.show(waiting)
        saves.display = bool(waiting)
        self.query_one("#empty").display = not waiting
        self._speak_of_nothing()

    @on(OptionList.OptionSelected)
    def play_on(self, event: OptionList.OptionSelected) -> None:
        """Sit down again at the chosen game."""
        entry = self.query_one(SaveList).entry(str(event.option_id))
        if isinstance(entry, DamagedSave):
            self.app.complain(entry.reason)
        else:
            self.app.resume(entry.name)

    # ------------------------------------------------------------------ doors

    @on(GameBox.Opened)
    def open_box(self, event: GameBox.Opened) -> None:
        """Set up a game, if its rules are built."""
        if self.app.shelf.is_playable(event.box):
            self.app.open_new_game(event.box)
        else:
            name = event.box.name[self.app.look.language]
            self.notify(self.app.texts.say("shelf.still_to_come", game=name))

    @on(Button.Pressed)
    async def go_through(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        await self.run_action({"quit": "app.quit"}.get(str(event.button.id), str(event.button.id)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        return action != "leave"  # there is nothing below; q quits

    def action_new(self) -> None:
        """Open the box that was looked at last."""
        self._box().action_open()

    def action_replays(self) -> None:
        """Choose a game to look at."""
        self.app.open_saves(self._entries or ())

    def action_rules(self) -> None:
        """Read the rules of the box that was looked at last."""
        box = self._box().box
        if self.app.shelf.is_playable(box):
            self.app.open_rules(box.id)
        else:
            name = box.name[self.app.look.language]
            self.notify(self.app.texts.say("shelf.still_to_come", game=name))

    def action_settings(self) -> None:
        """Open the settings."""
        self.app.action_settings()

    def _box(self) -> GameBox:
        return self.focused if isinstance(self.focused, GameBox) else self.query(GameBox).first()
