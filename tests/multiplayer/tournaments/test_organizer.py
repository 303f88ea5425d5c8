"""Cups in a house, with real rooms and in both homes: laid, played, scored, and taken up after a kill."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from hako.engine.i18n.failure import Failure
from hako.engine.log.header import OPEN, Player
from hako.engine.log.log_format import BadLog, encode
from hako.engine.log.undo import CannotUndo
from hako.engine.storage.protocols import Store
from hako.multiplayer.accounts.users import User
from hako.multiplayer.tables.clock import Clock
from hako.multiplayer.tables.errors import AlreadyStarted, NotAllowed
from hako.multiplayer.tables.fair_seed import LEAST_SIGNS
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.open_log import verified as verified_table
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.seat_changes import SeatChanged
from hako.multiplayer.tables.table_setup import OptionsChanged
from hako.multiplayer.tournaments import organizer as of_cups
from hako.multiplayer.tournaments.log_lines import TableScheduled
from hako.multiplayer.tournaments.organizer import TournamentOrganizer
from hako.multiplayer.tournaments.tournament import Tournament, verified
from tests.multiplayer.stopped_server import StoppedServer
from tests.stores import Home
from tests.toys import TOYS
from tests.willing import all_ready

PEOPLE = [User(f"P{n}", f"SHA256:P{n}") for n in range(7)]


class TournamentServer(StoppedServer):
    """A process of a server whose time stands still."""

    def __init__(self, home: Home) -> None:
        super().__init__(home, TOYS.load)

    def furnish(self, server: Store) -> None:
        self.cups = TournamentOrganizer(self.lobby, server.document(of_cups.FILE), TOYS.load)

    @property
    def tournament(self) -> Tournament:
        return self.cups.find("It")

    async def begin(self, count: int, game: str, *how: str) -> list[Room]:
        self.cups.announce("It", game, how)
        for visitor in PEOPLE[:count]:
            self.cups.enter("it", visitor)
        self.cups.start("IT")
        return await self.looked()

    async def looked(self) -> list[Room]:
        """The tables that are played after what goes on by itself."""
        for _ in range(3):
            await self.cups.poll()
        at = len(self.tournament.rounds)
        return [
            self.lobby.find(self.tournament.codes[at, number])
            for number, _ in self.tournament.open_tables()
        ]

    def check(self) -> None:
        """All that is told is enough, and the logs of all tables are sound."""
        assert verified(self.tournament.public_lines()).standings() == self.tournament.standings()
        for table in self.lobby.tables_of_events():
            _, data = self.lobby.store.open(table.name)
            game = TOYS.load(table.game)
            verified_table(game, read_log(game, data, "it"), "it")


@pytest.fixture
def server(home: Home) -> TournamentServer:
    return TournamentServer(home)


def play(*rooms: Room, seed: int = 1) -> None:
    """To the end, by chance."""
    for room in rooms:
        all_ready(room)
        chance, table = random.Random(seed), room.table
        while seats := table.waiting():
            table.play(seats[0], chance.choice(table.legal_actions(seats[0])))


def names(room: Room) -> Sequence[str]:
    return [player.name for player in room.table.players]


async def test_two_rounds_of_swiss_with_a_bye_and_a_restart_in_each(
    server: TournamentServer,
) -> None:
    one, two = await server.begin(5, "tic_tac_toe", "swiss:2")
    play(one)
    server.open()
    (again,) = await server.looked()
    assert (again.code, names(again)) == (two.code, names(two))
    all_ready(again)
    server.open()
    (again,) = await server.looked()
    play(again, seed=3)
    three, four = await server.looked()
    server.open()
    assert [room.code for room in await server.looked()] == [three.code, four.code]
    assert {*map(frozenset, map(names, (one, two)))}.isdisjoint(map(frozenset, map(names, (three, four))))  # fmt: skip
    play(*await server.looked())
    assert await server.looked() == []

    tournament = server.tournament
    assert tournament.finished is not None
    assert [len(paired.byes) for paired in tournament.rounds] == [1, 1]
    assert tournament.rounds[0].byes != tournament.rounds[1].byes
    assert sum(float(standing.points) for standing in tournament.standings()) == 6
    assert sum(isinstance(line, TableScheduled) for line in tournament.lines) == 4
    server.check()


async def test_all_tables_of_a_round_have_the_same_deal_which_is_told_when_all_are_over(
    server: TournamentServer,
) -> None:
    one, two = await server.begin(6, "sealed_bids:3", "swiss:1", "same-deal")
    with pytest.raises(Failure, match="other tables share"):
        one.table.declare(0, ready=True, part="x" * LEAST_SIGNS)
    all_ready(one)
    secret = server.tournament.rounds[0].secret
    await server.looked()
    play(one)
    two = (await server.looked())[0]
    stranger = PEOPLE[6]
    for room in (one, two):
        assert room.users.is_shut_to(stranger)
        with pytest.raises(Failure, match="still play this deal"):
            await server.lobby.archiving.archive(room)
    assert server.lobby.commitment_log is not None
    assert secret not in str(
        (server.lobby.commitment_log.disclosed, server.tournament.public_lines())
    )
    assert one.code not in [open_table.code for open_table in server.lobby.open_tables(stranger, 9)]

    play(two)
    await server.looked()

    assert one.table.positions[0].record == two.table.positions[0].record
    assert [moment.record for moment in one.table.positions] == [
        moment.record for moment in two.table.positions
    ]
    assert secret in server.lobby.commitment_log.disclosed.values()
    assert secret in str(server.tournament.public_lines())
    assert not one.users.is_shut_to(stranger)
    server.check()


async def test_others_look_on_where_each_table_has_its_own_deal(server: TournamentServer) -> None:
    one, two = await server.begin(4, "sealed_bids", "rated")
    all_ready(one)
    all_ready(two)
    assert one.table.deal.seed != two.table.deal.seed
    offered = server.lobby.open_tables(PEOPLE[6], 9)
    assert {one.code, two.code} == {summary.code for summary in offered}
    play(one, two)
    assert server.lobby.results is not None
    assert [result.rated for result in server.lobby.results.all] == [True, True]


async def test_the_seats_are_those_of_these_people_and_it_is_played_as_it_was_laid(
    server: TournamentServer,
) -> None:
    (room,) = await server.begin(2, "sealed_bids")
    owner = PEOPLE[0]
    assert room.seating.sit(PEOPLE[6]) is None
    with pytest.raises(AlreadyStarted):
        room.seating.stand_up(owner)
    with pytest.raises(NotAllowed):
        room.preparation.alter(owner, OptionsChanged({"rounds": "5"}))
    with pytest.raises(NotAllowed):
        room.seating.substitute_bot(1 - (room.users.seat_of(owner) or 0), "greedy", owner)
    _, data = server.lobby.store.open(room.name)
    for line in (
        SeatChanged(0, Player("Cat", key="SHA256:Cat")),
        SeatChanged(0, OPEN),
        OptionsChanged({}),
    ):
        with pytest.raises(BadLog, match="tournament"):
            verified_table(
                room.table.game, read_log(room.table.game, data + encode(line), "it"), "it"
            )
    room.seating.remove(owner.key, "greedy")
    assert room.users.seat_of(owner) is not None, "but a bot plays"
    server.check()


async def test_what_is_over_is_not_taken_back(server: TournamentServer) -> None:
    (room,) = await server.begin(2, "tic_tac_toe", "same-deal")
    play(room)
    last = room.table.now.record.seat
    assert last is not None
    with pytest.raises(CannotUndo):
        room.table.undo(last)


async def test_who_does_not_come_gets_nothing_and_the_other_a_win(server: TournamentServer) -> None:
    one, two = await server.begin(4, "tic_tac_toe", "swiss:1")
    server.cups.forfeit(one.code.lower(), names(one)[0])
    with pytest.raises(Failure, match="Nobody of that name"):
        server.cups.forfeit(one.code, names(two)[0])
    assert await server.looked() == [two]
    assert one.users.is_closed
    with pytest.raises(Failure, match="No tournament is being played"):
        server.cups.forfeit(one.code, names(one)[0])
    all_ready(two)
    with pytest.raises(Failure, match="by forfeit"):
        await server.lobby.archiving.archive(two)
    server.cups.forfeit(two.code, names(two)[1])
    assert await server.looked() == [two], "the other plays on against a bot"
    assert two.table.players[1].bot

    play(two)
    await server.looked()

    points = {
        server.tournament.entrants[standing.player].name: standing.points
        for standing in server.tournament.standings()
    }
    assert [points[name] for name in (*names(one), names(two)[1])] == [0, 1, 0]
    server.check()


async def test_a_bot_sits_in_for_who_does_not_come_to_a_larger_table_and_the_deal_is_the_same(
    server: TournamentServer,
) -> None:
    one, two = await server.begin(6, "sealed_bids:3", "swiss:1", "same-deal")
    all_ready(one)
    server.cups.forfeit(two.code, names(two)[2])
    await server.looked()
    all_ready(two)
    assert one.table.positions[0].record == two.table.positions[0].record
    for room, level in ((one, None), (two, "greedy")):
        assert room.table.players[2].bot == level
    play(one, two)
    await server.looked()
    (absent,) = [
        standing
        for standing in server.tournament.standings()
        if standing.player == server.tournament.rounds[0].tables[1][2]
    ]
    assert absent.points == 0
    server.check()


async def test_who_withdraws_is_paired_no_more_and_in_a_round_robin_the_others_win(
    server: TournamentServer,
) -> None:
    rooms = await server.begin(3, "tic_tac_toe", "round-robin")
    gone = names(rooms[0])[0]
    server.cups.forfeit("it", gone)
    while rooms := await server.looked():
        play(*rooms)
    index = [entrant.name for entrant in server.tournament.entrants].index(gone)
    standings = {standing.player: standing.points for standing in server.tournament.standings()}
    assert standings[index] == 0
    assert min(points for number, points in standings.items() if number != index) >= 1
    server.check()


async def test_a_tournament_that_is_ended_early_gives_its_tables_up(
    server: TournamentServer,
) -> None:
    one, two = await server.begin(4, "sealed_bids", "same-deal")
    all_ready(one)
    server.cups.finish("it")
    assert await server.looked() == []
    assert one.users.is_closed
    assert two.users.is_closed
    assert [*server.lobby.tables_of_events()] == []


async def test_a_table_that_was_laid_by_a_killed_process_is_taken_on(
    server: TournamentServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before the cup knew of it; and what another laid meanwhile is put away."""
    monkeypatch.setattr(TournamentOrganizer, "_record_scheduled", lambda *_: None)
    server.cups.announce("It", "tic_tac_toe", ())
    for visitor in PEOPLE[:2]:
        server.cups.enter("It", visitor)
    server.cups.start("It")
    for _ in range(3):
        await server.cups.poll()
    laid = {table.code for table in server.lobby.tables_of_events()}
    monkeypatch.undo()
    server.open()

    (room,) = await server.looked()

    assert room.code in laid
    assert [table.code for table in server.lobby.tables_of_events()] == [room.code]


async def test_of_several_processes_one_sees_to_a_tournament(home: Home) -> None:
    first, second = TournamentServer(home), TournamentServer(home)
    await first.begin(6, "tic_tac_toe")
    second.cups.read()
    first.lobby.processes.notices = [second.lobby.processes.notice(())]
    second.lobby.processes.notices = [first.lobby.processes.notice(())]
    assert first.lobby.processes.is_responsible_for(
        "cup It"
    ) != second.lobby.processes.is_responsible_for("cup It")


async def test_a_tournament_may_say_that_away_days_do_not_count(server: TournamentServer) -> None:
    [room, *_] = await server.begin(4, "tic_tac_toe", "clock=3d-away")
    all_ready(room)
    days = 3 * 24 * 3600
    assert room.table.clocks.clock == Clock(days, days, days, is_strict=True)
    server.check()


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (("a b", "tic_tac_toe"), "name must be"),
        (("x", "tic_tac_to"), "no game"),
        (("x", "tic_tac_toe:3"), "players"),
        (("x", "tic_tac_toe:x"), "setting must be"),
        (("x", "tic_tac_toe", "thrice"), "setting must be"),
        (("x", "sealed_bids", "rounds=9"), "rounds"),
        (("x", "sealed_bids", "clock=soon"), "clock"),
        (("iT", "tic_tac_toe"), "already|there is or was"),
    ],
)
async def test_what_cannot_be_a_tournament_is_told(
    server: TournamentServer, order: tuple[str, ...], reason: str
) -> None:
    server.cups.announce("It", "tic_tac_toe", ())
    name, game, *how = order
    with pytest.raises(Failure, match=f"(?i){reason}"):
        server.cups.announce(name, game, how)
    with pytest.raises(Failure, match="Guests"):
        server.cups.enter("it", User("Gus", "guest:Gus"))


@pytest.mark.parametrize(("asked", "number"), [("9", 9), ("7", 7)])
def test_more_seats_than_a_game_has_are_refused_by_their_own_number(
    home: Home, asked: str, number: int
) -> None:
    """9 players are asked for, and 9 are too many; not the first number below that is."""
    server = TournamentServer(home)
    with pytest.raises(Failure) as refused:
        server.cups.announce("It", f"sealed_bids:{asked}", ())
    assert refused.value.values["players"] == number
