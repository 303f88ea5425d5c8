"""Cups in a house, with real rooms and in both homes: laid, played, scored, and taken up after a kill."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from hako.engine.i18n.failure import Failure
from hako.engine.log.header import OPEN, Player
from hako.engine.log.records import BadLog, encode
from hako.engine.log.undo import CannotUndo
from hako.engine.storage.protocols import Store
from hako.multiplayer.accounts.users import User
from hako.multiplayer.tables.clock import Clock
from hako.multiplayer.tables.commitment import LEAST_SIGNS
from hako.multiplayer.tables.errors import AlreadyStarted, NotAllowed
from hako.multiplayer.tables.open import read_log
from hako.multiplayer.tables.open import verified as verified_table
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.seats import SeatChanged
from hako.multiplayer.tables.setup import OptionsChanged
from hako.multiplayer.tournaments import organizer as of_cups
from hako.multiplayer.tournaments.organizer import TournamentOrganizer
from hako.multiplayer.tournaments.tournament import Tournament, verified
from hako.multiplayer.tournaments.tournament_lines import TableScheduled
from tests.multiplayer.stopped_server import StandingHouse
from tests.stores import Home
from tests.toys import TOYS
from tests.willing import all_ready

PEOPLE = [User(f"P{n}", f"SHA256:P{n}") for n in range(7)]


class House(StandingHouse):
    """A process of a server whose time stands still."""

    def __init__(self, home: Home) -> None:
        super().__init__(home, TOYS.load)

    def furnish(self, house: Store) -> None:
        self.cups = TournamentOrganizer(self.lobby, house.document(of_cups.FILE), TOYS.load)

    @property
    def cup(self) -> Tournament:
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
        at = len(self.cup.rounds)
        return [self.lobby.find(self.cup.codes[at, each]) for each, _ in self.cup.open_tables()]

    def check(self) -> None:
        """All that is told is enough, and the logs of all tables are sound."""
        assert verified(self.cup.public_lines()).standings() == self.cup.standings()
        for table in self.lobby.tables_of_events():
            _, data = self.lobby.store.open(table.name)
            game = TOYS.load(table.game)
            verified_table(game, read_log(game, data, "it"), "it")


@pytest.fixture
def house(home: Home) -> House:
    return House(home)


def play(*rooms: Room, seed: int = 1) -> None:
    """To the end, by chance."""
    for room in rooms:
        all_ready(room)
        chance, table = random.Random(seed), room.table
        while seats := table.waiting():
            table.play(seats[0], chance.choice(table.legal_actions(seats[0])))


def names(room: Room) -> Sequence[str]:
    return [player.name for player in room.table.players]


async def test_two_rounds_of_swiss_with_a_bye_and_a_restart_in_each(house: House) -> None:
    one, two = await house.begin(5, "tic_tac_toe", "swiss:2")
    play(one)
    house.open()
    (again,) = await house.looked()
    assert (again.code, names(again)) == (two.code, names(two))
    all_ready(again)
    house.open()
    (again,) = await house.looked()
    play(again, seed=3)
    three, four = await house.looked()
    house.open()
    assert [each.code for each in await house.looked()] == [three.code, four.code]
    assert {*map(frozenset, map(names, (one, two)))}.isdisjoint(map(frozenset, map(names, (three, four))))  # fmt: skip
    play(*await house.looked())
    assert await house.looked() == []

    cup = house.cup
    assert cup.finished is not None
    assert [len(each.byes) for each in cup.rounds] == [1, 1]
    assert cup.rounds[0].byes != cup.rounds[1].byes
    assert sum(float(its.points) for its in cup.standings()) == 6
    assert sum(isinstance(line, TableScheduled) for line in cup.lines) == 4
    house.check()


async def test_all_tables_of_a_round_have_the_same_deal_which_is_told_when_all_are_over(
    house: House,
) -> None:
    one, two = await house.begin(6, "sealed_bids:3", "swiss:1", "same-deal")
    with pytest.raises(Failure, match="other tables share"):
        one.table.declare(0, ready=True, part="x" * LEAST_SIGNS)
    all_ready(one)
    secret = house.cup.rounds[0].secret
    await house.looked()
    play(one)
    two = (await house.looked())[0]
    stranger = PEOPLE[6]
    for room in (one, two):
        assert room.users.is_shut_to(stranger)
        with pytest.raises(Failure, match="still play this deal"):
            await house.lobby.archiving.archive(room)
    assert house.lobby.commitment_log is not None
    assert secret not in str((house.lobby.commitment_log.disclosed, house.cup.public_lines()))
    assert one.code not in [each.code for each in house.lobby.open_tables(stranger, 9)]

    play(two)
    await house.looked()

    assert one.table.positions[0].record == two.table.positions[0].record
    assert [moment.record for moment in one.table.positions] == [
        moment.record for moment in two.table.positions
    ]
    assert secret in house.lobby.commitment_log.disclosed.values()
    assert secret in str(house.cup.public_lines())
    assert not one.users.is_shut_to(stranger)
    house.check()


async def test_others_look_on_where_each_table_has_its_own_deal(house: House) -> None:
    one, two = await house.begin(4, "sealed_bids", "rated")
    all_ready(one)
    all_ready(two)
    assert one.table.deal.seed != two.table.deal.seed
    offered = house.lobby.open_tables(PEOPLE[6], 9)
    assert {one.code, two.code} == {each.code for each in offered}
    play(one, two)
    assert house.lobby.results is not None
    assert [its.rated for its in house.lobby.results.all] == [True, True]


async def test_the_seats_are_those_of_these_people_and_it_is_played_as_it_was_laid(
    house: House,
) -> None:
    (room,) = await house.begin(2, "sealed_bids")
    owner = PEOPLE[0]
    assert room.seating.sit(PEOPLE[6]) is None
    with pytest.raises(AlreadyStarted):
        room.seating.stand_up(owner)
    with pytest.raises(NotAllowed):
        room.preparation.alter(owner, OptionsChanged({"rounds": "5"}))
    with pytest.raises(NotAllowed):
        room.seating.substitute_bot(1 - (room.users.seat_of(owner) or 0), "greedy", owner)
    _, data = house.lobby.store.open(room.name)
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
    house.check()


async def test_what_is_over_is_not_taken_back(house: House) -> None:
    (room,) = await house.begin(2, "tic_tac_toe", "same-deal")
    play(room)
    last = room.table.now.record.seat
    assert last is not None
    with pytest.raises(CannotUndo):
        room.table.undo(last)


async def test_who_does_not_come_gets_nothing_and_the_other_a_win(house: House) -> None:
    one, two = await house.begin(4, "tic_tac_toe", "swiss:1")
    house.cups.forfeit(one.code.lower(), names(one)[0])
    with pytest.raises(Failure, match="Nobody of that name"):
        house.cups.forfeit(one.code, names(two)[0])
    assert await house.looked() == [two]
    assert one.users.is_closed
    with pytest.raises(Failure, match="No tournament is being played"):
        house.cups.forfeit(one.code, names(one)[0])
    all_ready(two)
    with pytest.raises(Failure, match="by forfeit"):
        await house.lobby.archiving.archive(two)
    house.cups.forfeit(two.code, names(two)[1])
    assert await house.looked() == [two], "the other plays on against a bot"
    assert two.table.players[1].bot

    play(two)
    await house.looked()

    points = {house.cup.entrants[its.player].name: its.points for its in house.cup.standings()}
    assert [points[name] for name in (*names(one), names(two)[1])] == [0, 1, 0]
    house.check()


async def test_a_bot_sits_in_for_who_does_not_come_to_a_larger_table_and_the_deal_is_the_same(
    house: House,
) -> None:
    one, two = await house.begin(6, "sealed_bids:3", "swiss:1", "same-deal")
    all_ready(one)
    house.cups.forfeit(two.code, names(two)[2])
    await house.looked()
    all_ready(two)
    assert one.table.positions[0].record == two.table.positions[0].record
    for room, level in ((one, None), (two, "greedy")):
        assert room.table.players[2].bot == level
    play(one, two)
    await house.looked()
    (absent,) = [
        its for its in house.cup.standings() if its.player == house.cup.rounds[0].tables[1][2]
    ]
    assert absent.points == 0
    house.check()


async def test_who_withdraws_is_paired_no_more_and_in_a_round_robin_the_others_win(
    house: House,
) -> None:
    rooms = await house.begin(3, "tic_tac_toe", "round-robin")
    gone = names(rooms[0])[0]
    house.cups.forfeit("it", gone)
    while rooms := await house.looked():
        play(*rooms)
    who = [each.name for each in house.cup.entrants].index(gone)
    standings = {its.player: its.points for its in house.cup.standings()}
    assert standings[who] == 0
    assert min(points for each, points in standings.items() if each != who) >= 1
    house.check()


async def test_a_cup_that_is_ended_early_gives_its_tables_up(house: House) -> None:
    one, two = await house.begin(4, "sealed_bids", "same-deal")
    all_ready(one)
    house.cups.finish("it")
    assert await house.looked() == []
    assert one.users.is_closed
    assert two.users.is_closed
    assert [*house.lobby.tables_of_events()] == []


async def test_a_table_that_was_laid_by_a_killed_process_is_taken_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before the cup knew of it; and what another laid meanwhile is put away."""
    monkeypatch.setattr(TournamentOrganizer, "_record_scheduled", lambda *_: None)
    house.cups.announce("It", "tic_tac_toe", ())
    for visitor in PEOPLE[:2]:
        house.cups.enter("It", visitor)
    house.cups.start("It")
    for _ in range(3):
        await house.cups.poll()
    laid = {table.code for table in house.lobby.tables_of_events()}
    monkeypatch.undo()
    house.open()

    (room,) = await house.looked()

    assert room.code in laid
    assert [table.code for table in house.lobby.tables_of_events()] == [room.code]


async def test_of_several_processes_one_sees_to_a_cup(home: Home) -> None:
    here, there = House(home), House(home)
    await here.begin(6, "tic_tac_toe")
    there.cups.read()
    here.lobby.processes.notices = [there.lobby.processes.notice(())]
    there.lobby.processes.notices = [here.lobby.processes.notice(())]
    assert here.lobby.processes.is_responsible_for(
        "cup It"
    ) != there.lobby.processes.is_responsible_for("cup It")


async def test_a_cup_may_say_that_away_days_do_not_count(house: House) -> None:
    [room, *_] = await house.begin(4, "tic_tac_toe", "clock=3d-away")
    all_ready(room)
    days = 3 * 24 * 3600
    assert room.table.clocks.clock == Clock(days, days, days, is_strict=True)
    house.check()


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
async def test_what_cannot_be_a_cup_is_told(
    house: House, order: tuple[str, ...], reason: str
) -> None:
    house.cups.announce("It", "tic_tac_toe", ())
    name, game, *how = order
    with pytest.raises(Failure, match=f"(?i){reason}"):
        house.cups.announce(name, game, how)
    with pytest.raises(Failure, match="Guests"):
        house.cups.enter("it", User("Gus", "guest:Gus"))


@pytest.mark.parametrize(("asked", "told"), [("9", 9), ("7", 7)])
def test_more_seats_than_a_game_has_are_refused_by_their_own_number(
    home: Home, asked: str, told: int
) -> None:
    """9 players are asked for, and 9 are too many; not the first number below that is."""
    house = House(home)
    with pytest.raises(Failure) as refused:
        house.cups.announce("It", f"sealed_bids:{asked}", ())
    assert refused.value.values["players"] == told
