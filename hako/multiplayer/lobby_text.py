"""Texts of the lobby: its tables, what they wait for, and who is present."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime
from math import ceil, inf
from typing import Any

import msgspec

from hako.content import Shelf
from hako.engine import ENGINE
from hako.engine.bots.display_name import display_name
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.languages import Language
from hako.engine.i18n.typed_numbers import number_in
from hako.engine.log.header import Header
from hako.engine.rules.model import Seat
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.sanctions import Sanction
from hako.multiplayer.accounts.users import User
from hako.multiplayer.command_rejected import CommandRejected
from hako.multiplayer.lobby.lobby import Announcement, Lobby
from hako.multiplayer.lobby.turn_stream import turns
from hako.multiplayer.tables.chat import ChatMessage
from hako.multiplayer.tables.clock import split_spec
from hako.multiplayer.tables.clock_text import lasting, time_left_text
from hako.multiplayer.tables.delay import delay_of
from hako.multiplayer.tables.paused_time import VACATION_DAYS, PausedTime
from hako.multiplayer.tables.premoves import LOST
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.summary import TableSummary
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.time_source import TimeSource
from hako.multiplayer.tournaments.tournament_table import TournamentTable

NAMES_SHOWN = 12
"""Number of users up to which names are listed."""


TABLES_SHOWN = 50
"""Number of open tables that are listed, most recently played first; all are found by code."""


def table_rows(lobby: Lobby, user: User, shelf: Shelf, language: Language) -> str:
    """Lines with the tables of a user and the open ones; each begins with the code."""
    texts = load_catalogue(language, ENGINE, MULTIPLAYER)
    lines = [
        line
        for key, tables in listed(lobby, user)
        if tables
        for line in (texts.text(key), *_lines(texts, tables, user, lobby, shelf))
    ]
    return "".join(f"{line}\n" for line in lines or [texts.text("lobby.none")])


def listed(lobby: Lobby, user: User) -> Iterator[tuple[str, Sequence[TableSummary]]]:
    """Tables under their headings: the user's own, those with open seats, those to watch."""
    yield "lobby.mine", by_turn(lobby.tables_of(user), user)
    others = lobby.open_tables(user, TABLES_SHOWN)
    yield "lobby.open", [table for table in others if table.open_seats]
    yield "lobby.to_watch", [table for table in others if not table.open_seats]


def _lines(
    texts: Catalogue, tables: Sequence[TableSummary], user: User, lobby: Lobby, shelf: Shelf
) -> Iterator[str]:
    for table in tables:
        game = game_at(texts, table, shelf)
        waits = waits_at(texts, table, user, lobby)
        yield "  " + "  ".join((table.code, game, names_at(texts, table), waits))


async def turn_rows(
    lobby: Lobby, user: User, shelf: Shelf, language: Language, *, as_json: bool
) -> AsyncIterator[str]:
    """Yield a line for each table that waits for a user, now and later."""
    texts = load_catalogue(language, ENGINE, MULTIPLAYER)
    async for table, since in turns(lobby, user):
        if as_json:
            facts = turn_facts(table, user, since, lobby.time)
            yield msgspec.json.encode(facts).decode() + "\n"
        else:
            lines = _lines(texts, [table], user, lobby, shelf)
            yield "".join(f"{line.lstrip()}\n" for line in lines)


def turn_facts(table: TableSummary, user: User, since: float, time: TimeSource) -> dict[str, Any]:
    """Data about a user's turn for programs; nothing about the game itself."""
    seat = table.seat_of(user)
    left = None if seat is None else table.left(seat, time)
    return {
        "table": table.code,
        "game": table.game,
        "players": [player.name for player in table.players],
        "since": _as_time(since),
        **({} if left is None else {"due": _as_time(time.now() + left)}),
    }


def _as_time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def by_turn(tables: Sequence[TableSummary], user: User) -> list[TableSummary]:
    """Tables that wait for the user first, longest wait first."""
    return sorted(tables, key=lambda table: table.awaits_since(user) or inf)


def game_at(texts: Catalogue, table: TableSummary, shelf: Shelf) -> str:
    """Name of the game at a table, and if it is rated."""
    game = shelf.box(table.game).name[texts.language]
    if table.cup:
        at = TournamentTable.of(table.cup)
        return texts.text("lobby.cup_game", game=game, cup=at.tournament, round=at.round)
    if table.event:
        return texts.text("lobby.event_game", game=game)
    return texts.text("lobby.rated_game", game=game) if table.rated else game


def open_to(texts: Catalogue, table: TableSummary | Header) -> Iterator[str]:
    """Restrictions of who may enter a table; none if it is public."""
    if table.cup:
        at = TournamentTable.of(table.cup)
        key = "lobby.of_cup_alike" if table.event else "lobby.of_cup"
        yield texts.text(key, cup=at.tournament, round=at.round)
    elif table.private:
        yield texts.text("lobby.private")


def delay_text(texts: Catalogue, spec: str, *, in_short: bool = False) -> str:
    """Text about the delay of spectators; in short, how far behind they are."""
    delay = delay_of(spec)
    if delay is None:
        return texts.text("watching.at_once")
    form = "behind" if in_short else "later"
    if delay.seconds:
        time = lasting(texts, delay.seconds, in_short=in_short)
        return texts.text(f"watching.{form}", time=time)
    return texts.text(f"watching.choices_{form}", count=delay.choices)


def going_on(table: SharedTable[Any], texts: Catalogue) -> str:
    """Progress and scores of a game as spectators know them, in the game's own texts."""
    turn, scores = table.game.progress(table.view(None))
    people = zip(table.players, scores, strict=False)
    standing = [
        texts.text("watching.score", name=player.name, score=score) for player, score in people
    ]
    across = texts.text("transcript.across")
    return texts.text("watching.going_on", across=across, turn=turn, standing=standing)


def names_at(texts: Catalogue, table: TableSummary) -> str:
    """Names of the players at a table, and the number of open seats."""
    names = [player.name for player in table.players if not player.is_open]
    if not (count := table.open_seats):
        return texts.text("lobby.names", names=names)
    if not names:
        return texts.text("lobby.all_open", count=count)
    return texts.text("lobby.names_and_open", names=names, count=count)


def sitter(texts: Catalogue, room: Room, seat: Seat) -> str:
    """Name of the player of a seat, and if they are present."""
    player = room.table.players[seat]
    if player.is_open:
        return texts.text("people.open")
    if player.bot:
        key = "people.bot" if player.is_bots_own else "people.replaced"
        return texts.text(key, name=player.name, level=display_name(player.bot, texts))
    return texts.text(
        "people.here" if room.users.is_here(seat) else "people.away", name=player.name
    )


def speaker(texts: Catalogue, message: ChatMessage) -> str:
    """Author of a chat message, marked as a guest or spectator."""
    name = texts.text("people.guest", name=message.name) if message.guest else message.name
    return texts.text("watching.speaks", name=name) if message.watched else name


def announcement(texts: Catalogue, announced: Announcement) -> str:
    """Text of an announcement."""
    words = texts.text("house.announced", name=announced.name, words=announced.words)
    if announced.closes_in is None:
        return words
    closes = texts.text("house.closes", count=ceil(announced.closes_in / 60))
    return f"{closes}\n{words}" if announced.words else closes


def shut(texts: Catalogue, room: Room, user: User) -> str:
    """Reason why a user may not enter a table."""
    removed = room.users.held_against("remove", user)
    if removed is None and room.table.is_embargoed:
        return texts.text("lobby.kept_back", code=room.code)
    if removed is None:
        return texts.text("house.closed", code=room.code)
    return texts.text("house.removed", code=room.code, **until(removed))


def until(sanction: Sanction) -> dict[str, str | None]:
    """Values for a text about a sanction: its end and reason."""
    return {"until": _as_date(sanction.until), "because": sanction.because or None}


def waits_at(texts: Catalogue, table: TableSummary, user: User, lobby: Lobby) -> str:
    """Text of what a table waits for, and if the user has a premove there."""
    status = standing(texts, table, user, lobby.time)
    premoves = lobby.premoves.of(table.name, user.key)
    if not premoves:
        return status
    is_lost = any(premove.fate in LOST for premove in premoves)
    return texts.text("ahead.listed_lost" if is_lost else "ahead.listed", told=status)


def standing(texts: Catalogue, table: TableSummary, user: User, time: TimeSource) -> str:
    """Text of what a table waits for."""
    if table.is_over:
        return texts.text("lobby.over")
    if table.open_seats:
        return texts.text("lobby.waits", count=table.open_seats)
    if table.awaits(user):
        yours = texts.text("lobby.your_turn" if table.is_dealt else "lobby.are_you_ready")
        return _with_time(texts, table, table.seat_of(user), yours, time)
    waiting = [*table.waits]
    if not table.is_dealt:
        return texts.text("lobby.unready", count=len(waiting))
    if not waiting:
        return texts.text("lobby.over")
    if len(waiting) > 1:
        return texts.text("lobby.several_choose", count=len(waiting))
    status = texts.text("lobby.turn_of", name=table.players[waiting[0]].name)
    return _with_time(texts, table, waiting[0], status, time)


def _with_time(
    texts: Catalogue, table: TableSummary, seat: Seat | None, status: str, time: TimeSource
) -> str:
    if table.times is None or seat is None:
        return status
    if until := vacation_until(table, seat, time):
        return texts.text("lobby.away_until", told=status, until=until)
    if table.times.rests:
        return texts.text("lobby.adjourned", told=status)
    if seat in table.times.claimed:
        return texts.text("lobby.out_of_time", told=status)
    left = time_left(texts, table, seat, time)
    return texts.text("lobby.with_time", told=status, time=left) if left else status


def vacation_until(table: TableSummary, seat: Seat, time: TimeSource) -> str:
    """End of a player's vacation, if the table waits for them and stops their clock; else ""."""
    times, key = table.times, table.players[seat].key
    is_waited_for = times is not None and times.spares_away and seat in times.left
    until = time.vacation_until(key) if is_waited_for else None
    return "" if until is None else _as_date(until)


def vacation_text(lobby: Lobby, user: User, days: str, texts: Catalogue) -> str:
    """Start a vacation of so many days, if given; returns a text about the present vacation.

    The text names the tables where it does not stop the clock.
    Raises Failure, RateLimited, StorageError.
    """
    time = lobby.time
    assert isinstance(time, PausedTime), "the clock of a server"
    if (count := number_in(days, VACATION_DAYS + 1)) is not None:
        lobby.writes.count(user)
        time.start_vacation(user.key, count)
    elif days:
        raise CommandRejected("no_days", days=days)
    until, left = time.vacation_until(user.key), int(time.days_left(user.key))
    when = None if until is None else _as_date(until)
    sentence = texts.text("lobby.absence", until=when, left=left, most=VACATION_DAYS) + "\n"
    strict = sorted(table.code for table in lobby.tables_of(user) if is_strict(table))
    return sentence + texts.text("lobby.absence_not", tables=strict) + "\n" if strict else sentence


def is_strict(table: TableSummary) -> bool:
    """True if the clocks of a table run during vacations."""
    return not table.is_over and not split_spec(table.clock)[1]


def _as_date(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


def time_left(texts: Catalogue, table: TableSummary, seat: Seat, time: TimeSource) -> str:
    """Text of the time that a player has left; empty if their clock does not run."""
    left = table.left(seat, time)
    if table.times is None or left is None:
        return ""
    return time_left_text(texts, left, table.times.grace)


def people(texts: Catalogue, present: Sequence[User]) -> str:
    """Text of the users who are present, each name once; for many only their number."""
    names = sorted(Counter(user.name for user in present))
    if len(names) > NAMES_SHOWN:
        return texts.text("lobby.crowd", count=len(names))
    return texts.text("lobby.here", names=names)
