"""Real tables over SSH for the tests: the lobby in this process, or a server of its own."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import weakref
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import rtoml
from msgspec.structs import replace
from textual.screen import Screen

from hako.content import Shelf
from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import think
from hako.engine.log.header import OPEN, UndoPolicy
from hako.engine.rules.model import Seat
from hako.engine.storage.protocols import Store
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.moderation.service import ModerationService
from hako.multiplayer.ratings.commitment_log import CommitmentLog
from hako.multiplayer.services import Services
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import shared_header
from hako.server.limits import Limits
from hako.server.ssh.auth import own_keys
from hako.server.ssh.connected_client import ConnectedClient
from hako.server.ssh.context import ServerContext
from hako.server.ssh.lobby_session import LobbySession, lobby_sessions
from hako.server.ssh.lobby_words import lobby_teller
from hako.server.ssh.server import ServerConfig, open_server
from hako.server.ssh.session_app_base import SessionAppBase
from hako.server.web.site import WebConfig
from hako.tui.apps.command_words import SCREEN_REQUESTS
from hako.tui.screens.table.room import RoomScreen
from hako.tui.screens.waiting_room import WaitingRoomScreen
from tests.server.ssh.person import Callers, Person, door_for, key_of
from tests.toys import TOYS
from tests.tui.tables import ThinkingHere
from tests.waiting import until
from tests.willing import willing

REPOSITORY = Path(__file__).parents[3]
ENGLISH = {"LANG": "en_US.UTF-8"}


def player(name: str) -> User:
    """Whom the lobby takes the person of that name for."""
    return User(name, key_of(name).get_fingerprint())


class OpenServer(Callers):
    """A house in this process, so that a test can look at its tables."""

    def __init__(self, lobby: Lobby, shelf: Shelf) -> None:
        super().__init__()
        self.lobby = lobby
        self.shelf = shelf
        self.moderation: ModerationService
        self.context: ServerContext
        self.apps: list[weakref.ref[SessionAppBase]] = []

    def table(
        self,
        owner: str | None,
        *seats: str | None,
        game: str = "tic_tac_toe",
        undo: UndoPolicy = "ask",
        seed: int | None = 1,
    ) -> Room:
        """A new table, with bots of these levels and None for people; committed without a seed."""
        rules, players = self.shelf.load(game), (OPEN,) * len(seats)
        header = shared_header(rules, players, seed=seed, committed=seed is None, undo=undo)
        return self.lobby.new_tables.create(header, player(owner) if owner else None, seats)

    async def at_table(self, room: Room, *names: str, **options: Any) -> list[Person]:
        """People who come straight to a table, one after the other."""
        options.setdefault("env", ENGLISH)
        people = []
        for name in names:
            people.append(await self.come(name, command=f"join {room.code}", **options))
            await self.shows_now(name, room)
        for name in names:
            await self.shows_now(name, room)
        return people

    @property
    def url(self) -> str:
        """The URL for browsers."""
        assert self.context.inviter is not None
        return self.context.inviter.url

    def app(self, name: str) -> LobbySession | None:
        """The app of that person that came last."""
        apps = [app for ref in reversed(self.apps) if isinstance(app := ref(), LobbySession)]
        return next((app for app in apps if app.user.name == name), None)

    def screen(self, name: str) -> RoomScreen | None:
        """The table on the screen of that person, where it is drawn."""
        rooms = [screen for screen in self._screens(name) if isinstance(screen, RoomScreen)]
        return rooms[0] if rooms and rooms[0].scene is not None else None

    def _screens(self, name: str) -> Sequence[Screen[Any]]:
        app = self.app(name)
        return app.screen_stack if app is not None and app.is_running else ()

    async def shows_now(self, name: str, room: Room) -> None:
        """Wait until that person's screen shows the table as it is, or that it is not dealt."""

        def is_new() -> bool:
            if not room.table.is_dealt:
                return any(isinstance(screen, WaitingRoomScreen) for screen in self._screens(name))
            screen = self.screen(name)
            return screen is not None and screen.line == room.table.line

        await until(is_new)


@asynccontextmanager
async def open_lobby(
    folder: Path,
    shelf: Shelf = TOYS,
    keepers: Sequence[str] = (),
    helpers: Sequence[str] = (),
    *,
    asks: bool = False,
    browsers: WebConfig | None = None,
    store: Store | None = None,
    watch: float | None = None,
    **rules: Any,
) -> AsyncIterator[OpenServer]:
    """A house with a lobby, on a free port of this machine; the keepers' and helpers' keys give orders.

    All are ready at once where nobody asks. With `watch` it may be one of several over a store.
    """
    at_home = Services(folder, store)
    journal, logs = at_home.audit_log(), at_home.store.within("tables")
    ledger = CommitmentLog(at_home.store.document("deals.jsonl"))
    sanctions = journal.sanctions
    lobby = Lobby(
        logs,
        shelf.load,
        ThinkingHere(),
        LobbyOptions(watch=watch, sanctions=sanctions, commitment_log=ledger),
    )
    if not asks:
        willing(lobby)
    at = OpenServer(lobby, shelf)
    hosts, others = ({player(name).key for name in names} for names in (keepers, helpers))
    moderation = ModerationService(
        lobby, journal, hosts | own_keys(), others, at_home.tournaments(lobby, shelf)
    )
    make = lobby_sessions(lobby, at_home, shelf, moderation)

    def make_app(visit: ConnectedClient) -> SessionAppBase:
        app = make(visit)
        at.apps.append(weakref.ref(app))
        return app

    rules.setdefault("limits", Limits(new_names=1000))  # all come from one address
    config = ServerConfig(data=folder, port=0, commands=SCREEN_REQUESTS, store=store, **rules)
    try:
        tell = lobby_teller(lobby, shelf, moderation)
        door = door_for(browsers, folder)
        async with open_server(config, make_app, tell, sanctions, door) as context:
            at.port = context.port
            at.context, at.moderation = context, moderation
            moderation.serve(context)
            yield at
    finally:
        await at.hang_up()
        await lobby.close()


async def play_by_keys(at: OpenServer, room: Room, people: dict[Seat, tuple[str, Person]]) -> None:
    """Play a game to its end: a bot says what, and the keys of each seat's terminal do it.

    A key would close what tells somebody what happened, so nobody is told, and without pace there are no
    moments.
    """
    table = room.table
    for name, _ in people.values():
        app = at.app(name)
        assert app is not None
        quiet = replace(app.settings, recap="never", motion="none", bot_speed="at_once")
        app.call_later(app.change_settings, quiet)
        await until(lambda app=app: app.settings.motion == "none")  # type: ignore[misc]  # this one's
    while table.outcome is None:
        seat = table.waiting()[0]
        name, person = people[seat]
        await at.shows_now(name, room)
        action = think("greedy", *observation_of(table, seat))
        number = list(table.legal_actions(seat)).index(action)
        line = table.line
        person.press(key_for(number))
        await until(lambda line=line: table.line > line)  # type: ignore[misc]  # the line of this round


def key_for(number: int) -> str:
    """The keys that play the n-th action, counted from 0."""
    return str(number + 1) if number < 9 else "\x1b[H" + "\x1b[B" * number + "\r"


class ServerProcess(Callers):
    """`hako serve` in a process of its own, which can be killed and started again."""

    def __init__(self, data: Path, options: Sequence[str], config: Mapping[str, object]) -> None:
        super().__init__()
        self._data = data
        self._options = options
        self._config = data.with_name(f"{data.name}.toml")
        self._config.write_bytes(rtoml.dumps(config).encode())
        self._process: Process
        self.code = ""
        """Code of the table that people are invited to."""

    async def start(self) -> None:
        """Start it, and wait until people can come."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "hako", "serve", "--port", str(self.port), "--data", str(self._data)),
            *("--config", str(self._config)),
            *([] if "--workers" in self._options else ["--workers", "1"]),
            *self._options,
            cwd=REPOSITORY,
            stdout=PIPE,
            stderr=PIPE,
        )
        await self.opens()

    async def opens(self) -> None:
        """Wait until it says that people can come."""
        assert self._process.stdout is not None
        match = line = None
        while match is None and line != "":
            line = (await self._process.stdout.readline()).decode()
            match = re.match(r"The server is open\..* ssh -p (\d+) NAME@127\.0\.0\.1", line)
        assert match is not None
        self.port = int(match[1])
        if "--invite" in self._options:
            line = (await self._process.stdout.readline()).decode()
            self.code = line.split()[-1]

    async def at_table(self, name: str, code: str = "") -> Person:
        """Somebody who comes to the table of that code, or to that which people are invited to."""
        return await self.come(name, command=f"join {code or self.code}", env=ENGLISH)

    async def complains(self, words: str) -> None:
        """Wait until that is in its log."""
        assert self._process.stderr is not None
        while words not in (line := (await self._process.stderr.readline()).decode()):
            assert line, "it ended"

    def signal(self, number: signal.Signals) -> None:
        """Have it hear that."""
        self._process.send_signal(number)

    async def kill(self) -> None:
        """End it without a warning."""
        self._process.kill()
        await self._process.wait()
        await self.hang_up()

    async def stop(self) -> int:
        """Ask it to end; its exit status."""
        if self._process.returncode is None:
            self._process.terminate()
        await self._process.communicate()
        assert self._process.returncode is not None
        return self._process.returncode


@asynccontextmanager
async def server_process(
    data: Path, *options: str, limits: Mapping[str, int] = {}, **keys: object
) -> AsyncIterator[ServerProcess]:
    """A server with these options and keys of its configuration, on a free port at first."""
    config = {**keys, "limits": {"new_names": 1000, **limits}}
    server = ServerProcess(data, options, config)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()
        await server.hang_up()
