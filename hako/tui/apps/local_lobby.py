"""The lobby on this process's own terminal."""

from __future__ import annotations

from hako.content import Shelf
from hako.engine.i18n.languages import Language
from hako.engine.storage.protocols import Store
from hako.multiplayer.accounts.names import NameRegistry
from hako.multiplayer.accounts.settings import SettingsFile
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.tui.apps.lobby import LobbyApp
from hako.tui.apps.local_terminal import LocalTerminalApp
from hako.tui.terminal.startup_queries import LocalLine
from hako.tui.terminal.textual_patches import repair_textual


class LocalLobbyApp(LocalTerminalApp, LobbyApp):
    """The lobby of a user with an account on this machine."""

    def __init__(
        self,
        line: LocalLine,
        lobby: Lobby,
        visitor: User,
        names: NameRegistry,
        settings_file: SettingsFile,
        *,
        lessons: Store,
        shelf: Shelf,
        language: Language | None,
        request: str,
    ) -> None:
        repair_textual()
        super().__init__(
            line,
            lobby,
            visitor,
            settings_file,
            lessons=lessons,
            shelf=shelf,
            language=language,
            request=request,
        )
        self.names = names
        self.is_readable = False
        """True if other accounts can read the logs."""

    def begin(self) -> None:
        if self.is_readable:
            self.complain(self.texts.text("lobby.readable"))
        reasons = (error.__cause__ for error in self.lobby.rooms.damaged.values())
        if count := sum(isinstance(reason, PermissionError) for reason in reasons):
            self.complain(self.texts.text("lobby.not_ours", count=count))
        super().begin()

    def objection_to_act(self, *, takes: bool) -> str | None:
        name, key = self.user.name, self.user.key
        objection = self.names.objection_to(name, key, takes=takes)
        return None if objection is None else self.texts.text(f"name.{objection}")
