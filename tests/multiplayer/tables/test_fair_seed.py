"""Dealt in the open: the arithmetic is that of the vectors, and verifying finds what was changed.

`commitments.json` was made with b2sum and `openssl kdf`, so that others can check their own tools by it.
Ann, whose table it is, and Ben play sealed bids against a bot.
"""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.engine.log.fold import NotStarted
from hako.engine.log.header import Header, Origin, Player
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import BadLog, Log, Record, encode
from hako.engine.log.verify import verify
from hako.engine.rules.chance import Chance
from hako.engine.storage.memory_save import MemorySave
from hako.multiplayer.tables import fair_seed as fair
from hako.multiplayer.tables.deal import (
    ReadyChanged,
    SecretCommitted,
    SeedDisclosed,
    SeedMixed,
    commitment_subject,
)
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.seat_changes import SeatChanged
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.table_setup import shared_header
from tests.toys.sealed_bids import GAME

VECTORS = msgspec.json.decode(Path(__file__).with_name("commitments.json").read_bytes())
ANN, BEN, BOT = Player("Ann", key="ann"), Player("Ben", key="ben"), Player("Bot 3", bot="random")
ANNS, BENS = "words of Ann", "ベンのとても長い言葉"


@pytest.mark.parametrize("vector", VECTORS)
def test_everything_is_as_other_tools_compute_it(vector: dict[str, Any]) -> None:
    secret, expected = bytes.fromhex(vector["secret"]), bytes.fromhex(vector["commitment"])
    header = msgspec.json.decode(vector["table"], type=Header)
    header = replace(header, owner=vector["owner"], code=vector["code"], created="today")
    players = [replace(it, key=key) for it, key in zip(header.seats, vector["keys"], strict=True)]
    seed = fair.seed(secret, expected, vector["parts"])

    assert commitment_subject(header, players, secret).decode() == vector["table"]
    assert fair.commitment(secret, vector["table"].encode()) == expected
    assert seed.hex() == vector["seed"]
    for draws in vector["draws"]:
        stream = Chance(seed, draws["ply"]).stream(draws["stream"])
        assert [stream.below(100) for _ in draws["below_100"]] == draws["below_100"]


def waiting() -> SharedTable[Any]:
    """All seats are taken, and the secret is fixed."""
    header = shared_header(GAME, (ANN, BEN, BOT), committed=True, undo="ask")
    header = replace(header, code="BCDFG", owner="ann", by_ready=True)
    return SharedTable.new(GAME, header, MemorySave.create)


def bid_to_the_end(table: SharedTable[Any]) -> None:
    while table.waiting():
        for seat in table.waiting():
            table.play(seat, table.legal_actions(seat)[0])


@cache
def whole() -> bytes:
    """The log of a game in which both typed, played to its end."""
    table = waiting()
    table.declare(0, ready=True, part=ANNS)
    table.declare(1, ready=True, part=BENS)
    table.mix(table.deal.mixing(time.time())())
    bid_to_the_end(table)
    assert isinstance(table.save, MemorySave)
    return bytes(table.save.data)


def told(change: dict[type[LogLine], Any], **header: Any) -> str:
    """Verdict on that game with other lines of a kind, or another header."""
    log = read_log(GAME, whole(), "game")
    lines = [change.get(type(line), lambda line: line)(line) for line in log.lines]
    try:
        verify(
            SharedTable, GAME, Log(replace(log.header, **header), (*lines,), 0, torn=False), "game"
        )
    except BadLog as error:
        return str(error)
    return ""


def other(digits: str) -> str:
    """With one bit changed."""
    return f"{int(digits[0], 16) ^ 1:x}{digits[1:]}"


def test_the_lines_come_in_order_and_the_secret_is_opened_at_the_end() -> None:
    log = read_log(GAME, whole(), "game")
    kinds = [type(line) for line in log.lines]

    assert kinds[:4] == [SecretCommitted, ReadyChanged, ReadyChanged, SeedMixed]
    assert kinds[4:].index(SeedDisclosed) == len(kinds) - 5
    assert told({}) == ""


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            {SecretCommitted: lambda it: replace(it, secret=other(it.secret))},
            "line 2: the commitment",
        ),
        (
            {SecretCommitted: lambda it: replace(it, commitment=other(it.commitment))},
            "line 2: the commitment does not match",
        ),
        (
            {ReadyChanged: lambda it: replace(it, part=it.part + "!")},
            "line 5: the seed does not follow",
        ),
        ({ReadyChanged: lambda it: replace(it, by=1 - it.by)}, "line 3: seat 1 types its part"),
        (
            {ReadyChanged: lambda it: replace(it, part=ANNS)},
            "line 4: seat 1 repeats a text that was typed here",
        ),
        (
            {ReadyChanged: lambda it: replace(it, part="1234567")},
            "line 3: a part of the shuffle must have 8",
        ),
        (
            {ReadyChanged: lambda it: replace(it, part="\x1b]0;evil")},
            "line 3: seat 0 typed control",
        ),
        (
            {SeedMixed: lambda it: replace(it, seed=other(it.seed))},
            "line 5: the seed does not follow",
        ),
        ({SeedMixed: lambda it: replace(it, at=it.at + 60)}, "seconds too late"),
        ({SecretCommitted: lambda _: ReadyChanged(2, True)}, "line 3: seat 0 types its part"),
        ({SeedMixed: lambda _: ReadyChanged(2, True)}, "line 6: the deal comes without a secret"),
        (
            {SeedMixed: lambda _: SeatChanged(2, replace(BOT, bot="greedy"))},
            "line 6: the deal comes",
        ),
    ],
    ids=[
        "secret",
        "commitment",
        "part",
        "order",
        "copied",
        "short",
        "control characters",
        "seed",
        "late",
        "no commitment",
        "no seed",
        "another seat",
    ],
)
def test_whatever_was_changed_is_told(change: dict[type[LogLine], Any], reason: str) -> None:
    assert reason in told(change)


@pytest.mark.parametrize(
    "header",
    [{"undo": "horizon"}, {"code": "BCDFH"}, {"owner": "ben"}, {"private": True}, {"hako": "0"}],
    ids=lambda header: next(iter(header)),
)
def test_a_first_line_that_was_changed_is_told_by_the_commitment(header: dict[str, Any]) -> None:
    """A policy of taking back, too, where nobody took anything back."""
    assert "the commitment does not match the secret, the first line" in told({}, **header)


def test_the_commitment_is_about_every_field_of_the_first_line_but_its_date() -> None:
    """And about name, key and bot of whoever sits there."""
    header, players, secret = waiting().header, (ANN, BEN, BOT), bytes(32)
    data = commitment_subject(header, players, secret)
    others = {
        "options": {"rounds": "5"},
        "changes": {"x": 1},
        "tables": {"x": "1"},
        "undo": "free",
        "origin": Origin("first", 1, 0),
    }

    def differs(item: Header, sitting: tuple[Player, ...]) -> bool:
        return commitment_subject(item, sitting, secret) != data

    def another(it: Any) -> Any:
        match it:
            case bool():
                return not it
            case int():
                return it ^ 1
            case _:
                return f"{it or ''}x"

    for field in {*Header.__struct_fields__} - {"seats"}:  # there stand those who sit there
        value = others.get(field, another(getattr(header, field)))
        assert differs(replace(header, **{field: value}), players) == (field != "created"), field
    for field in Player.__struct_fields__:
        other_ann = replace(ANN, **{field: another(getattr(ANN, field))})
        assert differs(header, (other_ann, BEN, BOT)), field


def test_nothing_is_played_or_taken_back_after_the_opening() -> None:
    """All could know what would be drawn next; at a table that was given up, too."""
    assert SharedTable.load(GAME, whole(), "game").undo_is(0) == "horizon"
    log = read_log(GAME, whole(), "game")
    deal = next(at for at, line in enumerate(log.lines) if isinstance(line, Record))
    lines = (*log.lines[: deal + 1], SeedDisclosed(), log.lines[deal + 1])

    with pytest.raises(BadLog, match="plays on after the secret was revealed"):
        verify(SharedTable, GAME, Log(log.header, lines, 0, torn=False), "game")
    given_up = SharedTable.of(GAME, Log(log.header, lines[:-1], 0, torn=False), "game")
    assert given_up.waiting() == ()
    with pytest.raises(NotStarted):
        given_up.play(0, given_up.legal_actions(0)[0])


def test_where_nobody_types_it_is_dealt_at_once_and_a_change_of_seats_begins_anew() -> None:
    table = waiting()
    first = table.deal.committed
    table.declare(0, ready=True)
    table.seat(2, replace(BOT, bot="greedy"))
    assert table.deal.committed not in {first, None}
    assert table.ready == frozenset()

    for seat in (0, 1):
        table.declare(seat, ready=True)

    assert table.is_dealt


def test_the_owner_adds_nothing_after_the_others() -> None:
    """A user who knew the secret could choose among deals: taking back readiness asks all again."""
    table = waiting()
    with pytest.raises(Failure, match="before seat 0, which owns the table"):
        table.declare(1, ready=True, part=BENS)
    table.declare(0, ready=True, part=ANNS)
    table.declare(1, ready=True)

    table.declare(0, ready=False)

    assert table.ready == frozenset()
    with pytest.raises(Failure, match="that was typed here before"):
        table.declare(0, ready=True, part=ANNS.upper())


def test_it_goes_on_where_it_was_killed_between_any_two_lines() -> None:
    """Whatever line was the last one, the next process deals the very same."""
    lines = whole().splitlines(keepends=True)
    dealt = SharedTable.load(GAME, whole(), "game").positions[0].record
    for count in (4, 5, 6):  # before the seed, before the deal, after it
        save = MemorySave("game")
        for line in lines[:count]:
            save.append(line)
        table = SharedTable.load(GAME, bytes(save.data), "game", save)
        if table.is_to_mix:
            table.mix(table.deal.mixing(msgspec.json.decode(lines[3])["at"])())
        assert encode(table.positions[0].record) == encode(dealt)
