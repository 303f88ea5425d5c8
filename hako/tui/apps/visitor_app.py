"""The app of a visitor of a lobby: their presence, whose turn it is, and what they may do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from textual import events
from textual.driver import Driver
from textual.reactive import var

from hako.content import THE_SHELF, Shelf
from hako.engine.i18n.languages import Language
from hako.multiplayer.accounts.settings import SettingsFile
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.rate_limit import RateLimited
from hako.multiplayer.tables.room import Room
from hako.tui.apps.core_app import CoreApp
from hako.tui.terminal.capabilities import TerminalCapabilities

ATTENTION_SECONDS = 20
"""Seconds after a key during which the visitor counts as attentive."""


class VisitorApp(CoreApp):
    """A visitor of a lobby. It enters the lobby when it begins, and leaves it however it ends."""

    my_turns: var[frozenset[str]] = var(frozenset())
    """Names of the tables that wait for the visitor."""

    def __init__(
        self,
        lobby: Lobby,
        visitor: User,
        settings_file: SettingsFile | None = None,
        terminal: TerminalCapabilities | None = None,
        *,
        language: Language | None = None,
        shelf: Shelf = THE_SHELF,
        driver_class: type[Driver] | None = None,
    ) -> None:
        """Make the app of a visitor; `settings_file` is None for a guest."""
        super().__init__(
            settings_file,
            terminal,
            language=language,
            worker_pool=lobby.worker_pool,
            driver_class=driver_class,
        )
        self.lobby = lobby
        self.user = visitor
        self.shelf = shelf
        self.is_told_outside = lobby.notifies_offline and not visitor.is_guest
        self._last_input = 0.0

    # ------------------------------------------------------------------ presence

    async def _process_messages(self, *arguments: Any, **more: Any) -> None:
        # around all of an app's life, however it ends
        with self._present():
            await super()._process_messages(*arguments, **more)

    @contextmanager
    def _present(self) -> Iterator[None]:
        self.lobby.enter(self.user)
        unsubscribe = self.lobby.rooms.subscribe(self.receive)
        try:
            yield
        finally:
            unsubscribe()
            for screen in self.screen_stack:
                getattr(screen, "go", lambda: None)()
            self.lobby.leave(self.user)

    def receive(self, room: Room | None) -> None:
        """Receive a change of a room, or of the lobby; called in the task that caused it."""
        raise NotImplementedError

    # ------------------------------------------------------------------ what they may do

    def may_write(self) -> bool:
        try:
            self.lobby.writes.count(self.user)
        except RateLimited as error:
            self.complain(error)
            return False
        return True

    def keep_settings(self) -> None:
        if self.may_write():
            super().keep_settings()

    def may_act(self, *, takes: bool = True) -> bool:
        """True if the visitor may act under their name; shows the reason if not.

        A free name becomes theirs if `takes` is set.
        """
        objection = self.objection_to_act(takes=takes)
        if objection:
            self.complain(objection)
        return not objection

    def objection_to_act(self, *, takes: bool) -> str | None:  # noqa: ARG002  see below
        """The reason why the visitor may not act under their name; here None: names are free."""
        return None

    def may_open_table(self) -> bool:
        """True if one more table may be opened from the visitor's address; the call is counted."""
        return True

    # ------------------------------------------------------------------ whose turn

    def game_name(self, game_id: str) -> str:
        """The name of a game in the visitor's language."""
        return self.shelf.box(game_id).name[self.appearance.language]

    def follow_turns(self) -> None:
        """Update which tables wait for the visitor; call them where a new one does."""
        own_tables = self.lobby.tables_of(self.user)
        waiting = {table.name: table for table in own_tables if self.lobby.awaits(table, self.user)}
        before, self.my_turns = self.my_turns, frozenset(waiting)
        if (new := self.my_turns - before) and not self._is_attentive:
            table = waiting[min(new)]
            game = self.game_name(table.game)
            self.call(self.texts.text("window.your_turn_at", game=game, code=table.code))
        if bool(before) != bool(waiting):
            self._show_title()

    @property
    def _is_attentive(self) -> bool:
        return self.app_focus and time.monotonic() - self._last_input < ATTENTION_SECONDS

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent):
            self._last_input = time.monotonic()
        await super().on_event(event)

    def watch_settings(self) -> None:
        super().watch_settings()
        self._show_title()  # the bell may have been switched

    def _show_title(self) -> None:
        """Show in the title of the terminal's window whether a table waits for the visitor."""
        calls = self.my_turns and self.settings.bell
        self.name_window(self.texts.text("window.your_turn" if calls else "lobby.title"))
