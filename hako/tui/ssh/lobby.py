"""The lobby over SSH: one app a terminal, all of them over one Lobby."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from hako.content import Shelf
from hako.engine.lobby import Lobby
from hako.engine.room import Visitor
from hako.tui import screens
from hako.tui.lobby_app import LobbyApp
from hako.tui.lobby_folder import LobbyFolder
from hako.tui.names import guest
from hako.tui.ssh.app import AppFactory, Identity, SessionApp, Visit
from hako.tui.turnstile import Turnstile


class LobbySession(SessionApp, LobbyApp):
    """The lobby on a terminal at the other end of a connection."""


def lobby_sessions(lobby: Lobby, folder: LobbyFolder, shelf: Shelf) -> AppFactory:
    """What makes an app for each visit.

    All screens are imported at once: later, that would hold everybody's table.
    """
    for module in iter_modules(screens.__path__, f"{screens.__name__}."):
        import_module(module.name)
    turnstile = Turnstile()

    def make_app(visit: Visit) -> LobbySession:
        visitor = visitor_of(visit.identity, lobby)
        app = LobbySession(
            visit,
            lobby=lobby,
            visitor=visitor,
            terminal=visit.terminal,
            shelf=shelf,
            settings_file=None if visit.identity.is_guest else folder.settings_of(visitor.key),
            errand=visit.command,
        )
        app.turnstile = turnstile
        return app

    return make_app


def visitor_of(identity: Identity, lobby: Lobby) -> Visitor:
    """Whose seats they are: of the key, or of a guest's name."""
    if identity.fingerprint is None:
        return guest(identity.name, lobby.present)
    return Visitor(identity.name, identity.fingerprint)
