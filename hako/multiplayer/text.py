"""A lobby in words: its tables, what they wait for, and who is here."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime
from math import ceil, inf
from typing import Any

import msgspec

from hako.content import Shelf
from hako.engine import ENGINE
from hako.engine.bots.names import bot_text
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.lazy_text import Language
from hako.engine.i18n.numbers import number_in
from hako.engine.log.clock import TimeSource, parted
from hako.engine.log.delay import delay_of
from hako.engine.log.records import Header
from hako.engine.log.table import Table
from hako.engine.rules.model import Seat
from hako.engine.transcript.clock_text import lasting, time_left_text
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.sanctions import Sanction
from hako.multiplayer.accounts.users import User
from hako.multiplayer.errors import CommandRejected
from hako.multiplayer.lobby.lobby import Announcement, Lobby
from hako.multiplayer.lobby.turns import turns
from hako.multiplayer.tables.chat import ChatMessage
from hako.multiplayer.tables.premoves import LOST
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.stopped_time import VACATION_DAYS, PausedTime
from hako.multiplayer.tables.summary import TableSummary

NAMES_SHOWN = 12
"""Of more people who are here, only the number is told."""


TABLES_SHOWN = 50
"""Of more open tables, those played last are listed; all are found by their codes."""


def table_rows(lobby: Lobby, user: User, shelf: Shelf, language: Language) -> str:
    """A visitor's tables and the open ones, a line each; it begins with the code."""
    texts = load_catalogue(language, ENGINE, MULTIPLAYER)
    lines = [
        line
        for key, tables in listed(lobby, user)
        if tables
        for line in (texts.text(key), *_lines(texts, tables, user, lobby, shelf))
    ]
    return "".join(f"{line}\n" for line in lines or [texts.text("lobby.none")])


def listed(lobby: Lobby, user: User) -> Iterator[tuple[str, Sequence[TableSummary]]]:
    """The tables under their headings: a visitor's own, those with free seats, those to watch."""
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
    """A line whenever a table begins to wait for a visitor, and first for each that does."""
    texts = load_catalogue(language, ENGINE, MULTIPLAYER)
    async for table, since in turns(lobby, user):
        if as_json:
            facts = turn_facts(table, user, since, lobby.time)
            yield msgspec.json.encode(facts).decode() + "\n"
        else:
            lines = _lines(texts, [table], user, lobby, shelf)
            yield "".join(f"{line.lstrip()}\n" for line in lines)


def turn_facts(table: TableSummary, user: User, since: float, time: TimeSource) -> dict[str, Any]:
    """What other programs may want to know of somebody's turn; nothing of the game itself."""
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
    """The tables that wait for the visitor first, of these the one that has waited longest."""
    return sorted(tables, key=lambda table: table.awaits_since(user) or inf)


def game_at(texts: Catalogue, table: TableSummary, shelf: Shelf) -> str:
    """What is played at a table, and whether it counts."""
    game = shelf.box(table.game).name[texts.language]
    if table.cup:
        name, number, _ = table.cup.rsplit(" ", 2)
        return texts.text("lobby.cup_game", game=game, cup=name, round=number)
    if table.event:
        return texts.text("lobby.event_game", game=game)
    return texts.text("lobby.rated_game", game=game) if table.rated else game


def open_to(texts: Catalogue, table: TableSummary | Header) -> Iterator[str]:
    """Who may come to a table, where that is not everybody."""
    if table.cup:
        name, number, _ = table.cup.rsplit(" ", 2)
        key = "lobby.of_cup_alike" if table.event else "lobby.of_cup"
        yield texts.text(key, cup=name, round=number)
    elif table.private:
        yield texts.text("lobby.private")


def delay_text(texts: Catalogue, spec: str, *, in_short: bool = False) -> str:
    """When those who watch see what was done; in short, how far behind one is."""
    delay = delay_of(spec)
    if delay is None:
        return texts.text("watching.at_once")
    form = "behind" if in_short else "later"
    if delay.seconds:
        time = lasting(texts, delay.seconds, in_short=in_short)
        return texts.text(f"watching.{form}", time=time)
    return texts.text(f"watching.choices_{form}", count=delay.choices)


def going_on(table: Table[Any], texts: Catalogue) -> str:
    """How far a game is and how it stands, as those know who watch; in the words of that game."""
    turn, scores = table.game.progress(table.view(None))
    people = zip(table.players, scores, strict=False)
    standing = [
        texts.text("watching.score", name=player.name, score=score) for player, score in people
    ]
    across = texts.text("transcript.across")
    return texts.text("watching.going_on", across=across, turn=turn, standing=standing)


def names_at(texts: Catalogue, table: TableSummary) -> str:
    """Who sits at a table, and how many seats are open."""
    names = [player.name for player in table.players if not player.is_open]
    if not (count := table.open_seats):
        return texts.text("lobby.names", names=names)
    if not names:
        return texts.text("lobby.all_open", count=count)
    return texts.text("lobby.names_and_open", names=names, count=count)


def sitter(texts: Catalogue, room: Room, seat: Seat) -> str:
    """Who sits on a seat, and whether they are here."""
    player = room.table.players[seat]
    if player.is_open:
        return texts.text("people.open")
    if player.bot:
        key = "people.bot" if player.is_bots_own else "people.replaced"
        return texts.text(key, name=player.name, level=bot_text(player.bot, texts))
    return texts.text("people.here" if room.is_here(seat) else "people.away", name=player.name)


def speaker(texts: Catalogue, message: ChatMessage) -> str:
    """Who said it; of a guest that is told, whose name proves nothing, and of who watched."""
    name = texts.text("people.guest", name=message.name) if message.guest else message.name
    return texts.text("watching.speaks", name=name) if message.watched else name


def announcement(texts: Catalogue, announced: Announcement) -> str:
    """What the host says to everybody."""
    words = texts.text("house.announced", name=announced.name, words=announced.words)
    if announced.closes_in is None:
        return words
    closes = texts.text("house.closes", count=ceil(announced.closes_in / 60))
    return f"{closes}\n{words}" if announced.words else closes


def shut(texts: Catalogue, room: Room, user: User) -> str:
    """Why a visitor cannot be at a table."""
    removed = room.held_against("remove", user)
    if removed is None and room.table.is_embargoed:
        return texts.text("lobby.kept_back", code=room.code)
    if removed is None:
        return texts.text("house.closed", code=room.code)
    return texts.text("house.removed", code=room.code, **until(removed))


def until(sanction: Sanction) -> dict[str, str | None]:
    """When something ends, and why it holds, for a sentence about it."""
    return {"until": _as_date(sanction.until), "because": sanction.because or None}


def waits_at(texts: Catalogue, table: TableSummary, user: User, lobby: Lobby) -> str:
    """What a table waits for, and whether the visitor has answered in advance."""
    status = standing(texts, table, user, lobby.time)
    premoves = lobby.premoves.of(table.name, user.key)
    if not premoves:
        return status
    is_lost = any(premove.fate in LOST for premove in premoves)
    return texts.text("ahead.listed_lost" if is_lost else "ahead.listed", told=status)


def standing(texts: Catalogue, table: TableSummary, user: User, time: TimeSource) -> str:
    """What a table waits for."""
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
    """When somebody comes back who said that they are away, where the table waits for that."""
    times, key = table.times, table.players[seat].key
    is_waited_for = times is not None and times.spares_away and seat in times.left
    until = time.vacation_until(key) if is_waited_for else None
    return "" if until is None else _as_date(until)


def vacation_text(lobby: Lobby, user: User, days: str, texts: Catalogue) -> str:
    """Be away for so many days, if told so; for how long one is, and at which tables it is of no use.

    Raises Failure, RateLimited, StorageError.
    """
    time = lobby.time
    assert isinstance(time, PausedTime), "it is that of a house"
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
    """Whether somebody's time runs at a table also while they are away for days."""
    return not table.is_over and not parted(table.clock)[1]


def _as_date(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


def time_left(texts: Catalogue, table: TableSummary, seat: Seat, time: TimeSource) -> str:
    """How long somebody still has for whom a table waits; empty where no time of theirs runs."""
    left = table.left(seat, time)
    if table.times is None or left is None:
        return ""
    return time_left_text(texts, left, table.times.grace)


def people(texts: Catalogue, present: Sequence[User]) -> str:
    """Who is here, each name once; of a crowd only how many."""
    names = sorted(Counter(user.name for user in present))
    if len(names) > NAMES_SHOWN:
        return texts.text("lobby.crowd", count=len(names))
    return texts.text("lobby.here", names=names)
