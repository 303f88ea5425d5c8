"""The lobby on this process's own terminal, or in the browser that the process is for."""

from __future__ import annotations

import os
import secrets
import shutil

from hako.content import Shelf
from hako.engine.people.lobby import CODE_LETTERS, Lobby
from hako.engine.people.room import Visitor
from hako.engine.words.note import Language
from hako.tui.apps.lobby import LobbyApp
from hako.tui.lobby.names import NameRegistry, NamesFull, NameTaken, guest
from hako.tui.lobby.spelling import is_fit
from hako.tui.screens.name import NameScreen
from hako.tui.settings import SettingsFile
from hako.tui.terminal.browser import BrowserDriver, is_in_browser
from hako.tui.terminal.driver import local_driver
from hako.tui.terminal.signals import exit_on_signals
from hako.tui.terminal.terminal import Terminal


class LobbyHere(LobbyApp):
    """The lobby of somebody with an account on this machine."""

    def __init__(
        self,
        lobby: Lobby,
        visitor: Visitor,
        names: NameRegistry,
        settings_file: SettingsFile | None,
        *,
        shelf: Shelf,
        language: Language | None,
        errand: str,
    ) -> None:
        in_browser = is_in_browser()
        super().__init__(
            lobby,
            visitor,
            settings_file,
            _terminal_in_browser() if in_browser else _terminal_here(),
            shelf=shelf,
            language=language,
            errand=errand,
            driver_class=BrowserDriver if in_browser else local_driver(),
        )
        self.names = names
        self.is_readable = False
        """Whether other accounts can read the logs."""

    def begin(self) -> None:
        if self.is_readable:
            self.complain(self.texts.say("lobby.readable"))
        reasons = (error.__cause__ for error in self.lobby.damaged.values())
        if count := sum(isinstance(reason, PermissionError) for reason in reasons):
            self.complain(self.texts.say("lobby.not_ours", count=count))
        super().begin()

    def claim_name(self) -> str | None:
        if not self.visitor.is_guest:
            try:
                self.names.claim(self.visitor.name, self.visitor.key)
            except NameTaken:
                return self.texts.say("name.taken")
            except NamesFull:
                return self.texts.say("name.full")
        return None

    def on_mount(self) -> None:
        exit_on_signals(lambda status: self.exit(return_code=status))


class GuestLobby(LobbyHere):
    """The lobby of a guest, who is asked for a name."""

    def __init__(
        self,
        lobby: Lobby,
        names: NameRegistry,
        *,
        shelf: Shelf,
        language: Language | None,
        errand: str,
    ) -> None:
        """Make it; a name in `names` belongs to somebody with a key."""
        name = "guest-" + "".join(secrets.choice(CODE_LETTERS) for _ in range(3))
        super().__init__(
            lobby,
            guest(name, lobby.present),
            names,
            None,
            shelf=shelf,
            language=language,
            errand=errand,
        )

    def begin(self) -> None:
        self.push_screen(NameScreen(self.visitor.name, self._objection), self._be_called)

    def _objection(self, name: str) -> str | None:
        """Why the guest cannot be called so: the key of a sentence."""
        if not is_fit(name):
            return "name.unfit"
        return None if self.names.is_free(name) else "name.taken"

    def _be_called(self, name: str | None) -> None:
        if name and name != self.visitor.name:
            self.become(guest(name, self.lobby.present))
        super().begin()


def _terminal_here() -> Terminal:
    return Terminal.detect(os.environ.get("TERM", ""), shutil.get_terminal_size(), os.environ)


def _terminal_in_browser() -> Terminal:
    """The environment is that of the server, and tells nothing about the visitor."""
    return Terminal(colors="truecolor", synchronized=True)
