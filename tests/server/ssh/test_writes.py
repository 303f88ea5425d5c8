"""The rate limit for everything that users store, and the one way to act under a name."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import hako
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.accounts.users import User
from hako.multiplayer.daily.daily_games import DailyGames
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.new_tables import NewTables
from hako.multiplayer.moderation.service import ModerationService
from hako.multiplayer.rate_limit import KEYS_A_NETWORK, RateLimited, WriteLimits
from hako.multiplayer.tables.paused_time import PausedTime
from hako.multiplayer.tables.preparation import Preparation
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.seating import Seating
from hako.multiplayer.tables.table_users import TableUsers
from hako.multiplayer.tables.undo_requests import UndoRequests
from hako.multiplayer.tournaments.organizer import TournamentOrganizer
from hako.server.connection_limits import ConnectionLimits
from hako.server.limits import Limits
from hako.server.ssh.lobby_session import ADMIN
from hako.server.ssh.lobby_words import LobbyWords
from hako.tui.apps.command_words import HELP, NOTIFY, SCREEN_REQUESTS, TABLES, TOURNAMENT, VACATION
from tests.server.ssh.person import Callers
from tests.server.ssh.tables import ENGLISH, OpenServer, open_lobby, player

HOST = "hana"
SOURCES = Path(hako.__file__).parent

UNCOUNTED = {
    # nothing is written
    *("Lobby.tables_of", "Lobby.open_tables", "Lobby.awaits", "Lobby.seen_at", "Lobby.enter"),
    *(
        "Lobby.leave",
        "NewTables._count_of",
        "NewTables._check_tables_of",
        "TableUsers.seat_of",
        "TableUsers.is_owner",
    ),
    *("Room.awaits", "Room.shown_to", "Room.enter", "Room.leave", "Seating.may_stand_up"),
    *("TableUsers.is_shut_to", "TableUsers.held_against", "TableUsers.check_welcome"),
    *("Seating._allowed_seat", "Seating.may_seat_bots", "TableUsers.check_owner"),
    *("Room.chat_for", "Room.may_settle", "Preparation.first_to_be_ready"),
    *("DailyGames.table_of", "ModerationService.is_admin", "ModerationService.is_moderator"),
    *("ModerationService.may_command", "ModerationService.overview"),
    *("ModerationService._with_key", "Lobby.is_shut_to", "Lobby.may_sit", "Seating.may_sit"),
    # what others count that they call, or that call them
    *("Seating._sit_down", "Preparation.fill_up", "DailyGames.start", "DailyGames._start"),
    *("ModerationService.answer", "ModerationService.carry_out"),
    # one line for each answer that was counted
    "Room.note_read",
}
"""Methods to which somebody is handed who acts, and that count nothing of theirs."""


def methods() -> Iterator[tuple[str, Callable[..., Any]]]:
    """The methods of the lobby, its rooms and its lists that take the user who acts."""
    tables = (Room, TableUsers, Seating, Preparation, UndoRequests)
    others = (TournamentOrganizer, DailyGames, PausedTime, ModerationService)
    for kind in (Lobby, NewTables, *tables, *others):
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            is_own = method.__qualname__.startswith(f"{kind.__name__}.")
            if (
                is_own
                and "User"
                in {
                    str(annotation).removesuffix(" | None")
                    for annotation in method.__annotations__.values()
                }
                and name != "__init__"
            ):
                yield method.__qualname__, method


def counts(method: Callable[..., Any]) -> bool:
    """True if the source of a method counts a write."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
    calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    objects = ("", "users.", "_users.", "_writes.", "_lobby.writes.")
    doors = {f"self.{name}{count}" for name in objects for count in ("count", "count_command")}
    return bool(calls & doors)


def test_whatever_somebody_can_do_in_a_server_is_counted_or_known_to_write_nothing() -> None:
    """A new way to write something is in neither set, so this test names it."""
    known = dict(methods())
    assert {name for name, method in known.items() if not counts(method)} == UNCOUNTED & {*known}
    assert {*known} >= UNCOUNTED


SHARED = (
    *("tui/*.py", "tui/apps/**/*.py", "tui/screens/**/*.py", "server/**/*.py"),
    *("multiplayer/*.py", "multiplayer/accounts/**/*.py", "multiplayer/moderation/**/*.py"),
)
"""The files of everything through which users reach the lobby, its rooms and its lists."""

WRITES = {
    # a move or an answer: as many as a game has places for
    ("tui/screens/table/screen.py", "self.table.play"),
    ("tui/screens/table/features/undo.py", "screen.table.answer"),
    # App.may_write counts them
    ("tui/screens/table/features/undo.py", "table.undo"),
    ("tui/screens/table/features/undo.py", "screen.table.redo"),
    ("tui/screens/table/features/play_on.py", "table.go_to"),
    ("tui/apps/lobby.py", "left.keep"),
    ("tui/apps/core_app.py", "self._settings_file.write"),
    # RoomUndo asks by UndoRequests.ask
    ("tui/screens/table/features/undo.py", "self.screen.table.ask"),
    # vacation_text counts it
    ("multiplayer/lobby_text.py", "time.start_vacation"),
    # names: a few a day for each key and each address
    ("multiplayer/accounts/names.py", "self._list.add"),
    ("multiplayer/accounts/names.py", "self.claim"),
    ("server/ssh/auth.py", "self.names.save"),
    # the host alone
    ("multiplayer/moderation/audit_log.py", "self._list.add"),
    ("multiplayer/accounts/invitations.py", "self._list.add"),
    ("server/ssh/host_keys.py", "opened.add"),
    ("server/web/site.py", "names.claim"),
    # the server itself, when it is restarted
    ("multiplayer/accounts/returns_after_restart.py", "self._document_of(key).write"),
    # each on their own machine, or counted by may_write
    ("multiplayer/accounts/settings.py", "self._document.write"),
    ("tui/saved_games.py", "again.redeal"),
    ("multiplayer/data_copy.py", "target_store.document(name, _MODE).write"),
}
"""All calls in these files that add to a table's log, a list of the server or a document."""


def test_nothing_else_writes_into_what_people_share() -> None:
    calls = set()
    for pattern in SHARED:
        for path in sorted(SOURCES.glob(pattern)):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and _is_write(ast.unparse(node.func)):
                    calls.add((path.relative_to(SOURCES).as_posix(), ast.unparse(node.func)))
    assert calls == WRITES


def _is_write(call: str) -> bool:
    receiver, _, verb = call.rpartition(".")
    if verb in {"add", "write"}:
        return any(name in receiver for name in ("_list", "sheet", "document", "_file", "opened"))
    if verb in {"keep", "save"}:
        return receiver in {"left", "names", "self.names"}
    if verb in {"start_vacation", "claim"}:
        return True
    at_table = {"play", "undo", "redo", "go_to", "ask", "answer", "seat", "redeal", "alter"}
    return verb in at_table and receiver.endswith(("table", "again"))


# ---------------------------------------------------------------------- by words


async def said(at: Callers, by: str, line: str) -> str:
    """The answer to a command; errors begin with a "!"."""
    connection = await at.connect(by)
    result = await connection.run(line, env=ENGLISH)
    connection.close()
    return f"!{result.stderr!s}" if result.exit_status else str(result.stdout)


def contents(folder: Path) -> dict[str, bytes]:
    """All that the house keeps."""
    files = [path for path in folder.rglob("*") if path.is_file() and "here" not in path.parts]
    files = [path for path in files if path.name != "glances.jsonl"]  # made of the logs
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def use_up(at: OpenServer, *names: str) -> None:
    """Nobody of these may write any more."""
    for name in names:
        while at.lobby.writes.may(player(name).key, ""):
            pass


async def test_who_has_used_up_the_allowance_writes_nothing_by_any_word(tmp_path: Path) -> None:
    """Each word of the registry, alone and with whatever it may stand before."""
    limits = Limits(new_names=1000, handshakes_per_minute=1000)
    async with open_lobby(tmp_path, keepers=[HOST], limits=limits) as at:
        at.lobby.rooms.time = PausedTime(FolderStore(tmp_path))
        code = at.table("ben", None, None).code
        await said(at, HOST, "admin tournament Spring tic_tac_toe")
        await said(at, HOST, "admin tournament Autumn tic_tac_toe")
        assert "ann" in await said(at, "ann", "tournament Spring enter")
        use_up(at, "ann")
        words = {*LobbyWords(at.lobby, at.shelf).words, ADMIN, TOURNAMENT}
        rests = ("", "0", "5", code, "Spring enter", "Spring leave", "Autumn enter", "log")
        before = contents(tmp_path)
        for word in sorted(words - {NOTIFY}):
            for rest in rests:
                answer = await said(at, "ann", f"{word} {rest}".strip())
                assert contents(tmp_path) == before, (word, rest, answer)
        assert "Too many actions in a short time" in await said(at, "ann", f"{VACATION} 5")
        assert "Too many actions in a short time" in await said(
            at, "ann", f"{TOURNAMENT} Spring leave"
        )
        assert "Too many actions in a short time" in await said(
            at, "ann", f"{TOURNAMENT} Autumn enter"
        )


async def test_chat_vacation_and_entries_count_against_one_allowance(tmp_path: Path) -> None:
    """However it was used up, nothing else is left; of the same network others still have theirs."""
    limits = Limits(new_names=1000, handshakes_per_minute=1000)
    async with open_lobby(tmp_path, keepers=[HOST], limits=limits) as at:
        at.lobby.rooms.time = PausedTime(FolderStore(tmp_path))
        await said(at, HOST, "admin tournament Spring tic_tac_toe")
        for days in ["1", "0"] * (Limits().writes_at_once // 2):
            assert "!" not in await said(at, "ann", f"vacation {days}")
        room = at.table("ben", None, None)
        with pytest.raises(RateLimited):
            room.send_chat(player("ann"), "hello")
        with pytest.raises(RateLimited):
            room.seating.sit(player("ann"))
        with pytest.raises(RateLimited):
            at.table("ann", None, None)
        assert "Too many actions in a short time" in await said(
            at, "ann", "tournament Spring enter"
        )
        assert "ben" in await said(at, "ben", "tournament Spring enter")


async def test_many_keys_of_one_address_share_what_several_people_have(tmp_path: Path) -> None:
    """Another key costs nothing, so the address counts as well; a process asks the whole house."""
    async with open_lobby(tmp_path, limits=Limits(new_names=1000, handshakes_per_minute=999)) as at:
        at.lobby.rooms.time = PausedTime(FolderStore(tmp_path))
        for key in range(KEYS_A_NETWORK):
            for _ in range(Limits().writes_at_once):
                at.lobby.writes.count(User("", f"key {key}", network="127.0.0.1"))
        assert "Too many actions in a short time" in await said(at, "ann", "vacation 1")
    doors, writes = ConnectionLimits(Limits(writes_at_once=1)), WriteLimits(1e-9, 10)
    writes.elsewhere = lambda key, network: doors.may_write(_Writer(network, key))
    writes.count(User("", "ann"))
    with pytest.raises(RateLimited):
        writes.count(User("", "ann"))
    writes.count(User("", "ben"))


class _Writer:
    def __init__(self, network: str, key: str) -> None:
        self.address, self.key = network, key

    def refuse(self, reason: str = "") -> None:
        """Nobody is."""


# ---------------------------------------------------------------------- under a name


async def test_two_keys_of_one_name_are_not_one_player_in_a_tournament(tmp_path: Path) -> None:
    """A key that enters by ssh HOST takes the name; a second key that was connected before is refused."""
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        await said(at, HOST, "admin tournament Spring tic_tac_toe")
        second = await at.connect("ann", key="another ann")
        assert "ann" in await said(at, "ann", "tournament Spring enter")
        assert at.context.owner_of("ann") == player("ann").key
        result = await second.run("tournament Spring enter", env=ENGLISH)
        assert result.exit_status == 1
        assert "belongs to another key" in str(result.stderr)
        second.close()


async def test_nobody_takes_a_name_by_entering_a_tournament_that_is_not_there(
    tmp_path: Path,
) -> None:
    """Three names a day are all that a key may take, and a misspelt word costs none of them."""
    async with open_lobby(tmp_path, keepers=[HOST]) as at:
        await said(at, HOST, "admin tournament Spring tic_tac_toe")
        assert "Spring" in await said(at, "ann", "tournament Sprung enter")
        assert at.context.owner_of("ann") is None


async def test_who_lost_a_name_meanwhile_does_not_speak_under_it(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at:
        room = at.table("ben", None, None)
        room.seating.sit(player("cat"))
        ann = await at.come("ann", command=f"join {room.code}", env=ENGLISH)
        await ann.sees(room.code)
        at.context.authenticator.names.claim("ann", "ssh-ed25519 AAAA")
        ann.press("t")
        await ann.sees("Nobody has said")
        ann.press("it is me\r")
        await ann.sees("belongs to another key")
        assert not room.chat


def test_every_door_takes_or_compares_a_name_by_the_same_function() -> None:
    """NameRegistry.claim is called by objection_to, and by the host's invitation."""
    words = set()
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                receiver = ast.unparse(node.func.value)
                if node.func.attr == "objection_to" or (
                    node.func.attr == "claim" and ("names" in receiver or path.stem == "names")
                ):
                    words.add(f"{path.stem}: {ast.unparse(node.func)}")
    assert words == {
        "names: self.claim",
        "site: names.claim",
        "auth: self.names.objection_to",
        "local_lobby: self.names.objection_to",
    }


# ---------------------------------------------------------------------- which words there are


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_help_lists_every_word_and_every_request(tmp_path: Path, language: str) -> None:
    async with open_lobby(tmp_path) as at:
        connection = await at.connect("ann")
        result = await connection.run(HELP, env={"LANG": f"{language}_XX.UTF-8"})
        connection.close()
        assert result.exit_status == 0
        lines = str(result.stdout).splitlines()
        assert max(map(cell_len, lines)) <= 80
        for word in {*LobbyWords(at.lobby, at.shelf).words, ADMIN, TOURNAMENT}:
            assert any(line.startswith(f"ssh HOST {word}") for line in lines), word
        for word in SCREEN_REQUESTS:
            assert any(line.startswith(f"ssh -t HOST {word}") for line in lines), word
        assert any(line.startswith(f"ssh HOST {TABLES} ") for line in lines)
