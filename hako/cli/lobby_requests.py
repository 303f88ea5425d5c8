"""The lobby on this terminal, and its requests that need none: lists, vacation, notifications."""

from __future__ import annotations

import asyncio
import getpass

import click

from hako.cli.context import CommandContext, say
from hako.cli.exceptions import CommandError, UsageError
from hako.cli.needs_terminal import drawing_line, needs_terminal
from hako.cli.printing import put
from hako.cli.run_while_read import while_read
from hako.multiplayer.accounts.name_rules import NAME_CELLS, is_fit
from hako.multiplayer.accounts.names import NameRegistry, account_key
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby_text import table_rows, turn_rows, vacation_text
from hako.multiplayer.services import Services
from hako.server.unix_socket import connected
from hako.tui.apps.command_words import NOTIFY, SCREEN_REQUESTS, TABLES, VACATION


def open_lobby(workplace: CommandContext, asked: str, name: str | None) -> None:
    """Open the lobby for a request. Raises UsageError if the request is unknown."""
    word = asked.partition(" ")[0]
    if word not in {"", TABLES, VACATION, NOTIFY, *SCREEN_REQUESTS}:
        raise UsageError("no_request", request=word)
    if word not in {TABLES, VACATION, NOTIFY}:
        needs_terminal(click.get_current_context().command_path, CommandError("way_with_games"))
    folder = Services(workplace.data).path
    if (line := connected(folder)) is not None:
        from hako.server.socket_client import Endpoint, ask, follow, visit

        endpoint = Endpoint(folder, line)
        if word in {TABLES, VACATION}:
            put(asyncio.run(ask(endpoint, name, asked, workplace.language)).removesuffix("\n"))
        elif word == NOTIFY:
            while_read(follow(endpoint, name, asked, workplace.language))
        else:
            raise SystemExit(asyncio.run(visit(endpoint, name, asked, workplace.asked_language)))
    elif word == TABLES:
        asyncio.run(_list(workplace, name))
    elif word == VACATION:
        asyncio.run(_go_away(workplace, asked.removeprefix(VACATION).strip(), name))
    elif word == NOTIFY:
        say(workplace.own_texts.text("notify.no_server", folder=folder))
        while_read(_watch(workplace, name, as_json="--json" in asked))
    else:
        asyncio.run(_open(workplace, asked, name))


async def _list(workplace: CommandContext, name: str | None) -> None:
    folder = Services(workplace.data)
    async with folder.opened(workplace.shelf, keeps_all=False) as lobby:
        rows = table_rows(
            lobby, _visitor(folder.names(), name), workplace.shelf, workplace.language
        )
        put(rows.removesuffix("\n"))


async def _go_away(workplace: CommandContext, days: str, name: str | None) -> None:
    folder = Services(workplace.data)
    async with folder.opened(workplace.shelf, keeps_all=False) as lobby:
        visitor = _visitor(folder.names(), name)
        put(vacation_text(lobby, visitor, days, workplace.texts).removesuffix("\n"))


async def _watch(workplace: CommandContext, name: str | None, *, as_json: bool) -> None:
    folder = Services(workplace.data)
    async with folder.opened(workplace.shelf, keeps_all=False) as lobby:
        visitor, shelf = _visitor(folder.names(), name), workplace.shelf
        async for line in turn_rows(lobby, visitor, shelf, workplace.language, as_json=as_json):
            click.echo(line, nl=False)


async def _open(workplace: CommandContext, request: str, name: str | None) -> None:
    from hako.tui.apps.local_lobby import LocalLobbyApp

    folder = Services(workplace.data)
    async with folder.opened(workplace.shelf, keeps_all=False) as lobby:
        names = folder.names()
        visitor = _visitor(names, name)
        with drawing_line(CommandError("way_with_games")) as line:
            app = LocalLobbyApp(
                line,
                lobby,
                visitor,
                names,
                folder.settings_of(visitor.key),
                lessons=folder.lessons_of(visitor.key),
                shelf=workplace.shelf,
                language=workplace.asked_language,
                request=request,
            )
            app.is_readable = folder.is_shared
            app.daily_games = folder.daily_games(lobby, workplace.shelf, keeps_all=False)
            await app.run_async()
    app.raise_end()


def _visitor(names: NameRegistry, name: str | None) -> User:
    """Somebody with an account here; a name belongs to the account that took it first."""
    account = getpass.getuser()
    name = name or account
    key = account_key(account, name)
    if not is_fit(name) and not names.owns(name, key):
        raise UsageError("unfit_name", name=name, most=NAME_CELLS)
    if not names.may_have(name, key):
        raise UsageError("name_taken", name=name)
    names.save(name, key)
    return User(name, key)
