"""Results of rated games: who came where, who left, when; in both homes, and what verify says of it.

Ann, Ben and Cat play sealed bids or tic-tac-toe; their time is moved by the test.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content import load
from hako.engine.log.header import OPEN, Header
from hako.engine.log.log_format import BadLog, encode
from hako.engine.log.setup_checks import BadSetup
from hako.engine.rules.game import Game
from hako.engine.storage.protocols import FINISHED
from hako.multiplayer.accounts.users import GuestNotRated, User
from hako.multiplayer.ratings.results import FILE, Entrant, Result, result_of
from hako.multiplayer.tables.deal import SeedDisclosed
from hako.multiplayer.tables.errors import NotAllowed
from hako.multiplayer.tables.open_log import read_log, verified
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import OptionsChanged, shared_header
from tests.multiplayer.stopped_server import StoppedServer
from tests.simulated import START
from tests.stores import Home
from tests.toys import TOYS
from tests.toys.raised import raise_rules
from tests.toys.sealed_bids import GAME as BIDS
from tests.toys.tic_tac_toe import GAME, Place
from tests.willing import all_ready

ANN, BEN, CAT = [User(name, f"SHA256:{name}") for name in ("Ann", "Ben", "Cat")]
GUEST = User("Gus", "guest:Gus")
ANN_WINS = (0, 3, 1, 4, 2)
DRAWN = (0, 4, 8, 1, 7, 6, 2, 5, 3)
DAY = 24 * 3600


class RatedServer(StoppedServer):
    """A process of a server whose time stands still."""

    def __init__(self, home: Home) -> None:
        super().__init__(home, TOYS.load)

    def table(self, *people: User, game: Game[Any] = GAME, bots: int = 0, **options: Any) -> Room:
        """A rated table, dealt."""
        seats = [None] * len(people) + ["random"] * bots
        header = shared_header(game, (OPEN,) * len(seats), committed=True, rated=True, **options)
        room = self.lobby.new_tables.create(header, people[0], seats)
        for person in people[1:]:
            room.seating.sit(person)
        all_ready(room)
        return room

    @property
    def results(self) -> list[Result]:
        assert self.lobby.results is not None
        return self.lobby.results.all


@pytest.fixture
def server(home: Home) -> RatedServer:
    return RatedServer(home)


def play(room: Room, *cells: int) -> None:
    for cell in cells:
        room.table.play(room.table.waiting()[0], Place(cell))


def verified_table(server: RatedServer, room: Room) -> Any:
    for store in (server.lobby.store, server.lobby.store.within(FINISHED)):
        if store.holds(room.name):
            _, data = store.open(room.name)
            return verified(room.table.game, read_log(room.table.game, data, "it"), "it")
    raise AssertionError("no log")


def played_to_the_end(room: Room, hands_over: dict[int, int]) -> None:
    """The first action offered each time; who sits there lets a bot play from that record on."""
    table = room.table
    while table.waiting():
        seat = table.waiting()[0]
        if len(table.positions) >= hands_over.get(seat, 1 << 20) and not table.players[seat].bot:
            key = table.players[seat].key or ""
            room.seating.substitute_bot(seat, "random", User(table.players[seat].name, key))
        table.play(seat, table.legal_actions(seat)[0])


# ------------------------------------------------------------ how a game ended


async def test_a_rated_game_is_written_down_once_and_its_log_tells_the_same(
    server: RatedServer,
) -> None:
    room = server.table(ANN, BEN)
    server.time.seconds += 60
    play(room, *ANN_WINS)

    committed = room.table.deal.committed
    assert committed is not None
    assert server.results == [
        Result(
            START + 60,
            committed.commitment,
            "tic_tac_toe",
            (Entrant("Ann", 1, 1, key=ANN.key), Entrant("Ben", 2, 0, key=BEN.key)),
        )
    ]
    assert result_of(verified_table(server, room)) == server.results[0]
    await server.lobby.archiving.archive(room)
    server.open()
    assert len(server.results) == 1
    assert result_of(verified_table(server, room)) == server.results[0]


async def test_who_share_the_first_place_are_both_first(server: RatedServer) -> None:
    play(server.table(ANN, BEN), *DRAWN)

    assert [entrant.place for entrant in server.results[0].entrants] == [1, 1]


async def test_nothing_is_written_down_of_a_game_that_is_not_rated_or_goes_on(
    server: RatedServer,
) -> None:
    play(server.table(ANN, BEN), *ANN_WINS[:-1])
    header = shared_header(GAME, (OPEN,) * 2, committed=True)
    room = server.lobby.new_tables.create(header, ANN, (None, None))
    room.seating.sit(BEN)
    all_ready(room)
    play(room, *ANN_WINS)

    assert server.results == []


async def test_a_result_that_nobody_had_time_to_write_down_is_there_after_the_next_start(
    server: RatedServer,
) -> None:
    """The process was killed between the last line of the log and this one."""
    room = server.table(ANN, BEN)
    play(room, *ANN_WINS)
    results = server.results
    server.home.server_store().document(FILE).remove()

    server.open()

    assert server.results == results


async def test_games_are_in_the_order_in_which_they_ended(server: RatedServer) -> None:
    first, second = server.table(ANN, BEN), server.table(BEN, ANN)
    play(second, *ANN_WINS[:-1])
    server.time.seconds += 60
    play(first, *ANN_WINS)
    server.time.seconds += 60
    play(second, ANN_WINS[-1])
    sheet = server.home.server_store().document(FILE)
    lines = (sheet.read() or b"").splitlines(keepends=True)
    sheet.write(b"".join(reversed(lines)))

    server.open()

    names = [[entrant.name for entrant in result.entrants] for result in server.results]
    assert names == [["Ann", "Ben"], ["Ben", "Ann"]]


# ------------------------------------------------------------ leaving


async def test_who_lets_a_bot_choose_is_last_and_the_first_to_leave_the_very_last(
    server: RatedServer,
) -> None:
    room = server.table(ANN, BEN, CAT, game=BIDS, options={"rounds": "5"})
    played_to_the_end(room, {0: 18, 2: 14})

    result = server.results[0]
    assert [(entrant.place, entrant.left) for entrant in result.entrants] == [
        (2, True),
        (1, False),
        (3, True),
    ]
    assert result_of(verified_table(server, room)) == result


async def test_who_leaves_before_the_half_has_lost_and_for_the_others_it_does_not_count(
    server: RatedServer,
) -> None:
    room = server.table(ANN, BEN, CAT, game=BIDS)
    played_to_the_end(room, {1: 2})

    result = server.results[0]
    assert result.flaw == "early"
    assert [result.counts_for(entrant) for entrant in result.entrants] == [False, True, False]
    assert result.entrants[1].place == 3


async def test_who_leaves_after_the_half_spoils_it_for_nobody(server: RatedServer) -> None:
    room = server.table(ANN, BEN)
    play(room, *ANN_WINS[:-1])
    room.seating.substitute_bot(0, "random", ANN)
    play(room, ANN_WINS[-1])

    result = server.results[0]
    assert [(entrant.name, entrant.place) for entrant in result.entrants] == [
        ("Ann", 2),
        ("Ben", 1),
    ]
    assert all(map(result.counts_for, result.entrants))


@pytest.mark.parametrize(("made", "flaw"), [(2, "early"), (3, "early"), (4, ""), (5, "")])
async def test_the_half_is_that_of_the_decisions_of_that_game(
    server: RatedServer, made: int, flaw: str
) -> None:
    """The game has nine moves and the deal; a bot makes the next one, for Ann or for Ben."""
    room = server.table(ANN, BEN)
    play(room, *DRAWN[:made])
    room.seating.substitute_bot(made % 2, "random", (ANN, BEN)[made % 2])
    play(room, *DRAWN[made:])

    assert server.results[0].flaw == flaw


async def test_who_comes_back_before_a_bot_chose_has_not_left(server: RatedServer) -> None:
    room = server.table(ANN, BEN)
    room.seating.substitute_bot(0, "random", ANN)
    room.seating.remove_substitute(0, ANN)
    play(room, *ANN_WINS)

    assert not server.results[0].entrants[0].left


async def test_the_seat_of_who_was_replaced_counts_for_nobody(server: RatedServer) -> None:
    """Ben is out of time, and Cat takes his seat: it is still Ben's game, and he is last."""
    room = server.table(ANN, BEN, clock="1d")
    play(room, 4)
    server.time.seconds += 3 * DAY
    server.lobby.schedule_clocks()
    room.settle(ANN, 1, "replace")
    room.seating.sit(CAT)
    play(room, 0, 1, 7, 8, 2, 5, 3, 6)

    result = server.results[0]
    assert [(entrant.name, entrant.left) for entrant in result.entrants] == [
        ("Ann", False),
        ("Ben", True),
    ]
    assert result_of(verified_table(server, room)) == result


async def test_a_game_that_people_gave_up_counts_for_nobody(server: RatedServer) -> None:
    room = server.table(ANN, BEN)
    play(room, *ANN_WINS[:-1])
    await server.lobby.archiving.archive(room)

    result = server.results[0]
    assert result.flaw == "unended"
    assert not any(map(result.counts_for, result.entrants))


async def test_a_game_whose_rules_were_changed_meanwhile_counts_for_nobody(
    server: RatedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal and three moves cannot be decided again."""
    room = server.table(ANN, BEN)
    play(room, *ANN_WINS[:3])
    await server.lobby.close()
    raise_rules(monkeypatch)
    server.open()
    room = server.lobby.find(room.code)
    play(room, *ANN_WINS[3:])

    result = server.results[0]
    assert (result.flaw, result.undecided) == ("undecided", 4)
    assert not any(map(result.counts_for, result.entrants))


async def test_who_leaves_bots_alone_has_lost(server: RatedServer) -> None:
    """Else one would try until it goes well."""
    room = server.table(ANN, bots=1)
    await server.lobby.archiving.archive(room)

    result = server.results[0]
    assert [(entrant.place, result.counts_for(entrant)) for entrant in result.entrants] == [
        (2, True),
        (1, False),
    ]


async def test_whose_time_is_over_has_lost_against_bots_who_would_never_choose(
    server: RatedServer,
) -> None:
    """A move that another person could make is left to them; without consequences it waits."""
    day = 24 * 3600
    room, other = server.table(ANN, bots=1, clock="1d"), server.table(ANN, BEN, clock="1d")
    header = replace(room.table.header, rated=False, seats=(OPEN,) * 2, code="")
    unrated = server.lobby.new_tables.create(header, ANN, (None, "random"))
    all_ready(unrated)
    server.time.seconds += 2 * day - 1
    server.lobby.schedule_clocks()
    assert not server.results

    server.time.seconds += 1
    room.table.claim()  # and then the process was killed
    server.open()
    server.lobby.schedule_clocks()

    (result,) = server.results
    room, other, unrated = (server.lobby.find(item.code) for item in (room, other, unrated))
    assert [(entrant.place, result.counts_for(entrant)) for entrant in result.entrants] == [
        (2, True),
        (1, False),
    ]
    assert result_of(verified_table(server, room)) == result
    assert [one.table.clocks.claimed for one in (room, other, unrated)] == [{0}] * 3
    assert [room_2.table.deal.is_open for room_2 in (other, unrated)] == [False] * 2


# ------------------------------------------------------------ what a rated table allows


async def test_nobody_gives_the_seat_of_another_away(server: RatedServer) -> None:
    """Whose seat it is would be last: not the owner of the table, who could before the deal."""
    room = server.table(ANN, BEN)

    with pytest.raises(NotAllowed):
        room.seating.substitute_bot(1, "random", ANN)
    assert not room.seating.may_seat_bots(ANN)
    room.seating.substitute_bot(1, "random", BEN)


async def test_guests_are_not_rated(server: RatedServer) -> None:
    header = shared_header(GAME, (OPEN,) * 2, committed=True, rated=True)
    room = server.lobby.new_tables.create(header, ANN, (None, None))
    with pytest.raises(GuestNotRated):
        room.seating.sit(GUEST)
    with pytest.raises(GuestNotRated):
        room.seating.move(GUEST, 1)
    with pytest.raises(GuestNotRated):
        server.lobby.new_tables.create(header, GUEST, (None, None))
    usual = server.lobby.new_tables.create(replace(header, rated=False), ANN, (None, None))
    usual.seating.sit(GUEST)
    with pytest.raises(GuestNotRated):
        usual.preparation.alter(ANN, OptionsChanged({}, rated=True))


async def test_what_may_be_taken_back_follows_from_it(server: RatedServer) -> None:
    """In the waiting room it becomes a rated table and an unrated one again; all are asked anew."""
    header = shared_header(GAME, (OPEN,) * 2, committed=True, undo="ask")
    room = server.lobby.new_tables.create(header, ANN, (None, None))
    room.seating.sit(BEN)
    room.preparation.declare(ANN, ready=True)
    room.preparation.alter(ANN, OptionsChanged({}, rated=True))
    assert (room.table.header.undo, room.table.ready) == ("horizon", frozenset())
    room.preparation.alter(ANN, OptionsChanged({}))
    assert room.table.header.undo == "ask"
    room.preparation.alter(ANN, OptionsChanged({}, rated=True))
    all_ready(room)
    play(room, *ANN_WINS)

    assert len(server.results) == 1
    assert verified_table(server, room).header.undo == "horizon"


def test_a_rated_header_is_of_a_shared_table_with_others() -> None:
    with pytest.raises(BadSetup, match="nobody may choose"):
        shared_header(GAME, (OPEN,) * 2, seed=1, rated=True)
    with pytest.raises(BadSetup, match="for one player"):
        shared_header(load("flip_city"), (OPEN,), committed=True, rated=True)
    assert (
        shared_header(GAME, (OPEN,) * 2, committed=True, rated=True, undo="free").undo == "horizon"
    )


def changed(server: RatedServer, room: Room, old: bytes, new: bytes) -> bytes:
    _, data = server.lobby.store.open(room.name)
    assert data.count(old) == 1
    return data.replace(old, new)


@pytest.mark.parametrize("at", ["", '"at":1'])
async def test_verify_tells_an_end_that_came_before_the_deal_or_at_no_time(
    server: RatedServer, at: str
) -> None:
    room = server.table(ANN, BEN)
    play(room, *ANN_WINS)
    line = encode(SeedDisclosed(START)).rstrip()
    wrong = b'{"line":"open"' + (f",{at}" if at else "").encode() + b"}"
    data = changed(server, room, line, wrong)

    with pytest.raises(BadLog, match="the rated game ends"):
        verified(GAME, read_log(GAME, data, "it"), "it")


async def test_verify_tells_a_rated_table_that_allows_more(server: RatedServer) -> None:
    room = server.table(ANN, BEN)
    data = changed(server, room, b'"undo":"horizon"', b'"undo":"ask"')

    with pytest.raises(BadLog, match="It cannot be rated"):
        verified(GAME, read_log(GAME, data, "it"), "it")


async def test_whether_it_is_rated_cannot_be_changed_afterwards(server: RatedServer) -> None:
    """It is a part of what the deal was fixed for."""
    room = server.table(ANN, BEN)
    data = changed(server, room, b',"rated":true', b"")

    with pytest.raises(BadLog, match="commitment"):
        verified(GAME, read_log(GAME, data, "it"), "it")


async def test_lists_tell_it_also_where_nobody_has_opened_the_log(server: RatedServer) -> None:
    room = server.table(ANN, BEN)

    server.open()

    table = server.lobby.summary(room.name)
    assert table is not None
    assert table.rated


def test_a_header_without_it_is_as_it_always_was() -> None:
    header: Header = shared_header(GAME, (OPEN,) * 2, committed=True)

    assert b"rated" not in encode(header)
    assert encode(SeedDisclosed()) == b'{"line":"open"}\n'
    assert encode(OptionsChanged({"grid": "3"})) == b'{"line":"options","options":{"grid":"3"}}\n'


def test_the_server_keeps_its_results_to_itself(tmp_path: Path) -> None:
    """There are keys in them."""
    from hako.multiplayer.services import Services

    Services(tmp_path).results()

    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
