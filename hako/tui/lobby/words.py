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
from hako.engine.log.clock import Timekeeper, parted
from hako.engine.log.delay import delay_of
from hako.engine.log.records import Header
from hako.engine.log.table import Table
from hako.engine.people.ahead import LOST
from hako.engine.people.chat import Said
from hako.engine.people.glance import Glance
from hako.engine.people.house_time import AWAY_DAYS, HouseTime
from hako.engine.people.lobby import Announcement, Lobby
from hako.engine.people.room import Room, Visitor
from hako.engine.people.sanctions import Sanction
from hako.engine.people.turns import turns
from hako.engine.rules.vocabulary import Seat
from hako.engine.transcript.clocks import lasting, left_in_words
from hako.engine.words.note import Language
from hako.engine.words.numbers import number_in
from hako.engine.words.text import Texts, load_texts
from hako.tui import TUI
from hako.tui.bots import bot_in_words
from hako.tui.lobby.orders import CannotOrder

NAMES_SHOWN = 12
"""Of more people who are here, only the number is told."""


TABLES_SHOWN = 50
"""Of more open tables, those played last are listed; all are found by their codes."""


def told_tables(lobby: Lobby, visitor: Visitor, shelf: Shelf, language: Language) -> str:
    """A visitor's tables and the open ones, a line each; it begins with the code."""
    texts = load_texts(language, ENGINE, TUI)
    lines = [
        line
        for key, tables in listed(lobby, visitor)
        if tables
        for line in (texts.say(key), *_lines(texts, tables, visitor, lobby, shelf))
    ]
    return "".join(f"{line}\n" for line in lines or [texts.say("lobby.none")])


def listed(lobby: Lobby, visitor: Visitor) -> Iterator[tuple[str, Sequence[Glance]]]:
    """The tables under their headings: a visitor's own, those with free seats, those to watch."""
    yield "lobby.mine", by_turn(lobby.tables_of(visitor), visitor)
    others = lobby.open_tables(visitor, TABLES_SHOWN)
    yield "lobby.open", [table for table in others if table.open_seats]
    yield "lobby.to_watch", [table for table in others if not table.open_seats]


def _lines(
    texts: Texts, tables: Sequence[Glance], visitor: Visitor, lobby: Lobby, shelf: Shelf
) -> Iterator[str]:
    for table in tables:
        game = game_at(texts, table, shelf)
        waits = waits_at(texts, table, visitor, lobby)
        yield "  " + "  ".join((table.code, game, names_at(texts, table), waits))


async def told_turns(
    lobby: Lobby, visitor: Visitor, shelf: Shelf, language: Language, *, as_json: bool
) -> AsyncIterator[str]:
    """A line whenever a table begins to wait for a visitor, and first for each that does."""
    texts = load_texts(language, ENGINE, TUI)
    async for table, since in turns(lobby, visitor):
        if as_json:
            facts = turn_facts(table, visitor, since, lobby.time)
            yield msgspec.json.encode(facts).decode() + "\n"
        else:
            lines = _lines(texts, [table], visitor, lobby, shelf)
            yield "".join(f"{line.lstrip()}\n" for line in lines)


def turn_facts(table: Glance, visitor: Visitor, since: float, time: Timekeeper) -> dict[str, Any]:
    """What other programs may want to know of somebody's turn; nothing of the game itself."""
    seat = table.seat_of(visitor)
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


def by_turn(tables: Sequence[Glance], visitor: Visitor) -> list[Glance]:
    """The tables that wait for the visitor first, of these the one that has waited longest."""
    return sorted(tables, key=lambda table: table.awaits_since(visitor) or inf)


def game_at(texts: Texts, table: Glance, shelf: Shelf) -> str:
    """What is played at a table, and whether it counts."""
    game = shelf.box(table.game).name[texts.language]
    if table.cup:
        name, number, _ = table.cup.rsplit(" ", 2)
        return texts.say("lobby.cup_game", game=game, cup=name, round=number)
    if table.event:
        return texts.say("lobby.event_game", game=game)
    return texts.say("lobby.rated_game", game=game) if table.rated else game


def open_to(texts: Texts, table: Glance | Header) -> Iterator[str]:
    """Who may come to a table, where that is not everybody."""
    if table.cup:
        name, number, _ = table.cup.rsplit(" ", 2)
        key = "lobby.of_cup_alike" if table.event else "lobby.of_cup"
        yield texts.say(key, cup=name, round=number)
    elif table.private:
        yield texts.say("lobby.private")


def delay_in_words(texts: Texts, spec: str, *, in_short: bool = False) -> str:
    """When those who watch see what was done; in short, how far behind one is."""
    delay = delay_of(spec)
    if delay is None:
        return texts.say("watching.at_once")
    what = "behind" if in_short else "later"
    if delay.seconds:
        time = lasting(texts, delay.seconds, in_short=in_short)
        return texts.say(f"watching.{what}", time=time)
    return texts.say(f"watching.choices_{what}", count=delay.choices)


def going_on(table: Table[Any], texts: Texts) -> str:
    """How far a game is and how it stands, as those know who watch; in the words of that game."""
    turn, scores = table.game.progress(table.view(None))
    people = zip(table.players, scores, strict=False)
    standing = [texts.say("watching.score", name=who.name, score=score) for who, score in people]
    across = texts.say("transcript.across")
    return texts.say("watching.going_on", across=across, turn=turn, standing=standing)


def names_at(texts: Texts, table: Glance) -> str:
    """Who sits at a table, and how many seats are open."""
    names = [player.name for player in table.players if not player.is_open]
    if not (count := table.open_seats):
        return texts.say("lobby.names", names=names)
    if not names:
        return texts.say("lobby.all_open", count=count)
    return texts.say("lobby.names_and_open", names=names, count=count)


def sitter(texts: Texts, room: Room, seat: Seat) -> str:
    """Who sits on a seat, and whether they are here."""
    player = room.table.players[seat]
    if player.is_open:
        return texts.say("people.open")
    if player.bot:
        key = "people.bot" if player.is_bots_own else "people.replaced"
        return texts.say(key, name=player.name, level=bot_in_words(player.bot, texts))
    return texts.say("people.here" if room.is_here(seat) else "people.away", name=player.name)


def speaker(texts: Texts, said: Said) -> str:
    """Who said it; of a guest that is told, whose name proves nothing, and of who watched."""
    name = texts.say("people.guest", name=said.name) if said.guest else said.name
    return texts.say("watching.speaks", name=name) if said.watched else name


def announcement(texts: Texts, announced: Announcement) -> str:
    """What the host says to everybody."""
    words = texts.say("house.announced", name=announced.name, words=announced.words)
    if announced.closes_in is None:
        return words
    closes = texts.say("house.closes", count=ceil(announced.closes_in / 60))
    return f"{closes}\n{words}" if announced.words else closes


def shut(texts: Texts, room: Room, visitor: Visitor) -> str:
    """Why a visitor cannot be at a table."""
    removed = room.held_against("remove", visitor)
    if removed is None and room.table.is_kept_back:
        return texts.say("lobby.kept_back", code=room.code)
    if removed is None:
        return texts.say("house.closed", code=room.code)
    return texts.say("house.removed", code=room.code, **until(removed))


def until(sanction: Sanction) -> dict[str, str | None]:
    """When something ends, and why it holds, for a sentence about it."""
    return {"until": _as_date(sanction.until), "because": sanction.because or None}


def waits_at(texts: Texts, table: Glance, visitor: Visitor, lobby: Lobby) -> str:
    """What a table waits for, and whether the visitor has answered in advance."""
    told = standing(texts, table, visitor, lobby.time)
    mine = lobby.answers.of(table.name, visitor.key)
    if not mine:
        return told
    is_lost = any(each.fate in LOST for each in mine)
    return texts.say("ahead.listed_lost" if is_lost else "ahead.listed", told=told)


def standing(texts: Texts, table: Glance, visitor: Visitor, time: Timekeeper) -> str:
    """What a table waits for."""
    if table.is_over:
        return texts.say("lobby.over")
    if table.open_seats:
        return texts.say("lobby.waits", count=table.open_seats)
    if table.awaits(visitor):
        yours = texts.say("lobby.your_turn" if table.is_dealt else "lobby.are_you_ready")
        return _with_time(texts, table, table.seat_of(visitor), yours, time)
    waiting = [*table.waits]
    if not table.is_dealt:
        return texts.say("lobby.unready", count=len(waiting))
    if not waiting:
        return texts.say("lobby.over")
    if len(waiting) > 1:
        return texts.say("lobby.several_choose", count=len(waiting))
    told = texts.say("lobby.turn_of", name=table.players[waiting[0]].name)
    return _with_time(texts, table, waiting[0], told, time)


def _with_time(texts: Texts, table: Glance, seat: Seat | None, told: str, time: Timekeeper) -> str:
    if table.times is None or seat is None:
        return told
    if until := away_until(table, seat, time):
        return texts.say("lobby.away_until", told=told, until=until)
    if table.times.rests:
        return texts.say("lobby.adjourned", told=told)
    if seat in table.times.claimed:
        return texts.say("lobby.out_of_time", told=told)
    left = time_left(texts, table, seat, time)
    return texts.say("lobby.with_time", told=told, time=left) if left else told


def away_until(table: Glance, seat: Seat, time: Timekeeper) -> str:
    """When somebody comes back who said that they are away, where the table waits for that."""
    its, key = table.times, table.players[seat].key
    is_waited_for = its is not None and its.spares_away and seat in its.left
    until = time.away_until(key) if is_waited_for else None
    return "" if until is None else _as_date(until)


def told_absence(lobby: Lobby, visitor: Visitor, days: str, texts: Texts) -> str:
    """Be away for so many days, if told so; for how long one is, and at which tables it is of no use.

    Raises Failure, TooOften, StoreFailed.
    """
    time = lobby.time
    assert isinstance(time, HouseTime), "it is that of a house"
    if (count := number_in(days, AWAY_DAYS + 1)) is not None:
        lobby.writes.count(visitor)
        time.go_away(visitor.key, count)
    elif days:
        raise CannotOrder("no_days", days=days)
    until, left = time.away_until(visitor.key), int(time.days_left(visitor.key))
    when = None if until is None else _as_date(until)
    told = texts.say("lobby.absence", until=when, left=left, most=AWAY_DAYS) + "\n"
    strict = sorted(table.code for table in lobby.tables_of(visitor) if is_strict(table))
    return told + texts.say("lobby.absence_not", tables=strict) + "\n" if strict else told


def is_strict(table: Glance) -> bool:
    """Whether somebody's time runs at a table also while they are away for days."""
    return not table.is_over and not parted(table.clock)[1]


def _as_date(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


def time_left(texts: Texts, table: Glance, seat: Seat, time: Timekeeper) -> str:
    """How long somebody still has for whom a table waits; empty where no time of theirs runs."""
    left = table.left(seat, time)
    if table.times is None or left is None:
        return ""
    return left_in_words(texts, left, table.times.grace)


def people(texts: Texts, present: Sequence[Visitor]) -> str:
    """Who is here, each name once; of a crowd only how many."""
    names = sorted(Counter(visitor.name for visitor in present))
    if len(names) > NAMES_SHOWN:
        return texts.say("lobby.crowd", count=len(names))
    return texts.say("lobby.here", names=names)
