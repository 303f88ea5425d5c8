"""Answers in advance: carried out once as if their seat did, ended by all that was not foreseen, seen by nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.log.header import OPEN, Player
from hako.engine.log.history import StaleTable
from hako.engine.log.setup import new_header
from hako.engine.log.storage_errors import StorageError
from hako.engine.log.verify import verify
from hako.engine.rules import model
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, Outcome, Setup
from hako.engine.storage.folder import FolderStore
from hako.engine.storage.protocols import Store
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.notifications.queue import ABSENCE_SECONDS, NotificationQueue
from hako.multiplayer.rate_limit import RateLimited
from hako.multiplayer.tables.limits import TableLimits
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.premoves import (
    FILE,
    Premove,
    PremoveOutcome,
    PremoveStore,
    decoded_action,
)
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.time_source import WALL_TIME, TimeSource
from tests.simulated import SimulatedTime
from tests.stores import Home
from tests.toys import tic_tac_toe
from tests.waiting import until
from tests.willing import willing

ANN, BEN, CAT = (User(name, f"SHA256:{name.lower()}") for name in ("Ann", "Ben", "Cat"))
AT_ONCE, NEVER = TableLimits(answer_seconds=0), TableLimits(answer_seconds=1000)


# ------------------------------------------------------------ a game of three who answer in turn


class Roll(model.State, frozen=True):
    """Messages, seat by seat, and whether a bell was rung."""

    messages: tuple[str, ...] = ()
    is_rung: bool = False


class Say(model.Action, frozen=True):
    """Say a word."""

    can_premove = True

    word: str


class Throw(model.Action, frozen=True):
    """Say what a die says: declared as it must not be."""

    can_premove = True


class Ring(model.Action, frozen=True):
    """Ring the bell: from then on there is one word less."""


class Said(model.Event[Roll], frozen=True):
    """A word was said."""

    word: str

    def apply(self, roll: Roll, /) -> Roll:
        return replace(roll, messages=(*roll.messages, self.word))


class Rung(model.Event[Roll], frozen=True):
    """The bell was rung."""

    def apply(self, roll: Roll, /) -> Roll:
        return replace(roll, is_rung=True)


class CallUp(model.Step[Roll, None], frozen=True):
    """All are asked, one after the other."""

    def resolve(self, roll: Roll, action: None, chance: Chance, /) -> model.Resolution[Roll]:
        yield Said("-")
        for seat in range(3):
            yield Lead(seat)


class Lead(model.Step[Roll, None], frozen=True):
    """It leads to a question, and nothing happens."""

    seat: model.Seat

    def resolve(self, roll: Roll, action: None, chance: Chance, /) -> model.Group[Roll]:
        return (Ask(self.seat),)


class Ask(model.Choice[Roll, Say | Throw | Ring], frozen=True):
    """A seat answers."""

    def actions(self, roll: Roll, /) -> Sequence[Say | Throw | Ring]:
        words = ("yes", "no", "LOUD") if roll.is_rung else ("yes", "no", "LOUD", "perhaps")
        return [*map(Say, words), Throw(), Ring()]

    def depends_on(self, roll: Roll, action: model.Action, /) -> int:
        return roll.messages.count("LOUD")

    def resolve(
        self, roll: Roll, action: model.Action, chance: Chance, /
    ) -> model.Resolution[Roll]:
        match action:
            case Say(word):
                yield Said(word)
            case Throw():
                yield Said(str(chance.dice.roll(6)))
            case _:
                yield Rung()


class RollCall(Game[Roll]):
    """Three seats, two rounds."""

    id = "tic_tac_toe"  # whose files it has
    seats = range(3, 4)
    actions: ClassVar[Any] = Say | Throw | Ring
    content = tic_tac_toe.NoCards
    folder: ClassVar[Path] = tic_tac_toe.GAME.folder

    def new(self, setup: Setup) -> Roll:
        return Roll((CallUp(), CallUp()))

    def mask(self, state: Roll, viewer: model.Viewer) -> Roll:
        return state

    def determinize(self, view: Roll, seat: model.Seat, chance: Chance) -> Roll:
        return view

    def outcome(self, state: Roll) -> Outcome | None:
        return None if state.agenda else Outcome((), (0, 0, 0), LazyText("draw"))

    def evaluate(self, view: Roll, seat: model.Seat) -> float:
        return 0

    def progress(self, view: Roll) -> tuple[int, tuple[int, ...]]:
        return len(view.messages), (0, 0, 0)


GAME = RollCall()


# ------------------------------------------------------------ at its table


def server(
    store: Store, manners: TableLimits, watch: float | None = None, time: TimeSource = WALL_TIME
) -> Lobby:
    if isinstance(store, FolderStore):
        store.folder.mkdir(exist_ok=True)
    answers = PremoveStore(store.document(FILE, 0o600))
    tables, load = store.within("tables"), lambda _: GAME
    return Lobby(
        tables,
        load,
        WorkerPool(),
        LobbyOptions(watch=watch, limits=manners, premoves=answers, time=time),
    )


def lobby(folder: Path, manners: TableLimits = AT_ONCE) -> Lobby:
    return willing(server(FolderStore(folder), manners))


def opened(at: Lobby) -> Room:
    header = new_header(GAME, (OPEN,) * 3, seed=1, undo="ask")
    room = at.new_tables.create(header, ANN, (None,) * 3)
    for user in (BEN, CAT):
        room.seating.sit(user)
    room.table.write_own_lines()
    assert room.table.waiting() == (0,)
    return room


def leave(room: Room, user: User, word: str = "yes") -> None:
    room.answer(user, room.premoves.options(user)[0].question, Say(word))


def fates(room: Room, user: User) -> list[PremoveOutcome]:
    return [premove.fate for premove in room.premoves.of(user)]


def said(room: Room) -> tuple[str, ...]:
    state: Roll = room.table.state
    return state.messages


async def test_it_is_carried_out_as_the_seat_would_when_it_is_asked(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path))
    leave(room, CAT, "no")
    leave(room, BEN, "yes")

    room.table.play(0, Say("no"))
    await until(lambda: said(room) == ("-", "no", "yes", "no", "-"))

    assert room.table.waiting() == (0,)
    assert [
        (position.record.seat, position.record.action) for position in room.table.path()[-2:]
    ] == [
        (1, Say("yes")),
        (2, Say("no")),
    ]
    assert not fates(room, BEN)
    assert not fates(room, CAT)
    _, data = FolderStore(tmp_path / "tables").open(room.name)
    assert SharedTable.load(GAME, data, "copy").state == room.table.state
    assert verify(SharedTable, GAME, read_log(GAME, data, "copy"), "copy") == 4


async def test_what_draws_is_not_offered_nor_is_anything_beyond_what_happens_by_itself(
    tmp_path: Path,
) -> None:
    room = opened(lobby(tmp_path))

    offers = room.premoves.options(CAT)

    assert [offer.question for offer in offers] == [Ask(2)], "of this round alone"
    assert {*offers[0].actions} == {Say("yes"), Say("no"), Say("LOUD"), Say("perhaps")}
    assert not room.premoves.options(ANN), "who is asked may just answer"
    assert not room.premoves.options(User("Dan", "SHA256:dan"))
    with pytest.raises(StaleTable):
        room.answer(BEN, Ask(1), Throw())
    with pytest.raises(StaleTable):
        room.answer(BEN, Ask(2), Say("yes"))


def taken_back(room: Room) -> None:
    room.table.play(0, Say("no"))
    room.table.undo(0)


def taken_back_and_done_again(room: Room) -> None:
    taken_back(room)
    room.table.redo(0)


def bot_sits_down(room: Room) -> None:
    room.seating.substitute_bot(1, "random", by=BEN)


def bot_sits_down_for_a_moment(room: Room) -> None:
    bot_sits_down(room)
    room.seating.remove_substitute(1, by=BEN)


def another_sits_down(room: Room) -> None:
    room.table.seat(1, Player("Dan", key="SHA256:dan"))


def less_is_offered(room: Room) -> None:
    room.table.play(0, Ring())


def named_by_rules_is_another(room: Room) -> None:
    room.table.play(0, Say("LOUD"))


@pytest.mark.parametrize(
    ("happens", "fate"),
    [
        (taken_back, "undone"),
        (taken_back_and_done_again, "undone"),
        (bot_sits_down, "seat"),
        (bot_sits_down_for_a_moment, "seat"),
        (another_sits_down, "seat"),
        (less_is_offered, "surprise"),
        (named_by_rules_is_another, "surprise"),
    ],
)
async def test_what_was_not_foreseen_ends_it_and_whoever_gave_it_is_told_until_they_read_it(
    happens: Callable[[Room], None], fate: PremoveOutcome, tmp_path: Path
) -> None:
    room = opened(lobby(tmp_path, NEVER))
    leave(room, BEN)

    happens(room)

    assert fates(room, BEN) == [fate]
    again = lobby(tmp_path).find(room.code)
    again.start()
    assert fates(again, BEN) == [fate], "of this tells the house after a restart, too"
    again.note_read(BEN)
    assert not fates(again, BEN)
    assert not fates(again, CAT)


async def test_it_ends_in_a_server_that_was_shut_when_it_happened(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path, NEVER))
    leave(room, CAT)
    save, data = FolderStore(tmp_path / "tables").open(room.name)
    alone = SharedTable.load(GAME, data, room.name, save)
    alone.play(0, Say("no"))
    alone.undo(0)

    again = lobby(tmp_path).find(room.code)
    again.start()

    assert fates(again, CAT) == ["undone"]


async def test_it_can_be_taken_back_and_given_otherwise(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path))
    leave(room, BEN, "yes")
    leave(room, BEN, "no")
    (answer,) = room.premoves.of(BEN)
    assert answer.action.endswith('"no"}')

    room.withdraw(answer)

    assert not fates(room, BEN)
    with pytest.raises(StaleTable):
        room.withdraw(answer)
    room.table.play(0, Say("no"))
    room.refresh()
    assert room.table.waiting() == (1,)


async def test_who_answers_by_hand_has_answered(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path, NEVER))
    leave(room, BEN)
    room.table.play(0, Say("no"))

    room.table.play(1, Say("no"))

    assert not fates(room, BEN)


async def passes() -> None:
    """Let the loop do all that it could do at once."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_whoever_chose_before_may_take_back_for_a_moment(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path, NEVER))
    leave(room, BEN)
    room.table.play(0, Say("no"))

    await passes()

    assert room.table.waiting() == (1,)
    assert room.table.undo_is(0) == "free"


async def test_nobody_is_called_for_what_they_have_answered(tmp_path: Path) -> None:
    at = willing(server(FolderStore(tmp_path), NEVER))
    room = opened(at)
    leave(room, BEN)
    leave(room, CAT)
    room.table.play(0, Say("no"))
    (glance,) = at.tables()
    assert glance.awaits(BEN)
    assert not at.awaits(glance, BEN)

    room.withdraw(room.premoves.of(BEN)[0])

    assert at.awaits(glance, BEN)


async def test_an_answer_of_which_the_log_knows_nothing_harms_nobody(tmp_path: Path) -> None:
    """As after a house was restored from a copy, or of a game that has other actions now."""
    room = opened(lobby(tmp_path, NEVER))
    answers = PremoveStore(FolderStore(tmp_path).document(FILE))
    key = BEN.key
    assert answers.write(Premove(room.name, 1, key, "1", '{"type":"gone"}', 99, ""))
    assert answers.write(Premove(room.name, 1, key, "2", '{"type":"gone"}', 0, ""))

    again = lobby(tmp_path).find(room.code)
    again.start()

    assert fates(again, BEN) == ["undone", "surprise"]
    assert decoded_action(GAME, again.premoves.of(BEN)[0]) is None


async def test_a_request_to_take_back_is_not_overtaken(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path))
    leave(room, CAT)
    room.table.play(0, Say("no"))
    room.table.play(1, Say("no"))
    room.table.ask(0)

    await passes()

    assert room.table.waiting() == (2,)
    room.table.answer(1, False)
    await until(lambda: room.table.waiting() == (0,))


async def test_nobody_leaves_answers_all_the_time(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path))
    with suppress(RateLimited):
        for number in range(AT_ONCE.acts_at_once):
            leave(room, CAT, ("yes", "no")[number % 2])

    with pytest.raises(RateLimited):
        leave(room, CAT)


def holding(folder: Path, words: str) -> set[str]:
    """The files in which that stands; what is kept from others, nobody else can open."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert all(path.stat().st_mode & 0o077 == 0 for path in files if path.name == FILE)
    return {path.name for path in files if words.encode() in path.read_bytes()}


async def test_no_other_learns_that_one_waits(tmp_path: Path) -> None:
    """In no file of the house but its own, and in nothing that others ask for."""
    at, plain = lobby(tmp_path / "one", NEVER), lobby(tmp_path / "other", NEVER)
    room, without = opened(at), opened(plain)
    heard: list[Any] = []
    room.table.subscribe(lambda _, line: heard.append(line))
    lines, seen = room.table.line, [room.table.view(seat) for seat in (0, 2, None)]
    room.send_chat(ANN, "hello")

    leave(room, BEN)

    assert not heard
    assert room.table.line == lines == without.table.line
    assert [room.table.view(seat) for seat in (0, 2, None)] == seen
    for user in (ANN, CAT):
        assert not room.premoves.of(user)
    (answer,) = room.premoves.of(BEN)
    at.poll()
    assert holding(tmp_path, answer.basis) == {FILE}
    assert holding(tmp_path, '"type":"ask"') == {f"{room.name}.hako", f"{without.name}.hako"}
    assert "answers" not in repr(room.summary)


async def test_what_became_of_one_is_written_down_when_the_store_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move is none the worse for it."""
    room = opened(lobby(tmp_path, NEVER))
    leave(room, BEN)
    with monkeypatch.context() as away:
        away.setattr(PremoveStore, "write", no_room)
        room.table.play(0, Say("LOUD"))
        assert fates(room, BEN) == ["waits"]

    room.retry()

    assert fates(room, BEN) == ["surprise"]


def no_room(*_: object) -> bool:
    raise StorageError("because", reason="it is full")


@pytest.mark.parametrize(
    ("happens", "rows"),
    [
        (taken_back, [("Ben", "undone", False)]),
        (less_is_offered, [("Ben", "surprise", True)]),
        (another_sits_down, []),
    ],
)
async def test_who_is_away_is_told_outside_once_as_of_a_turn(
    happens: Callable[[Room], None], rows: list[tuple[str, PremoveOutcome, bool]], tmp_path: Path
) -> None:
    time = SimulatedTime()
    at = willing(server(FolderStore(tmp_path), NEVER, time=time))
    calls = NotificationQueue(at, FolderStore(tmp_path), lambda key: key != ANN.key)
    room = opened(at)
    leave(room, BEN)
    happens(room)

    def called() -> list[tuple[str, str, bool]]:
        time.seconds += ABSENCE_SECONDS
        return [(call.user.name, call.lost, call.is_turn) for call in calls.due()]

    assert [*called(), *called(), *called()] == rows


# ------------------------------------------------------------ several processes, and a restart


async def test_it_outlives_the_server_in_every_home(home: Home) -> None:
    async with AsyncExitStack() as stack:
        first = willing(server(home.server_store(), AT_ONCE))
        stack.push_async_callback(first.close)
        room = opened(first)
        leave(room, BEN)
        name = room.name
    _, data = home.store().open(name)
    async with AsyncExitStack() as stack:
        again = server(home.server_store(), AT_ONCE)
        stack.push_async_callback(again.close)
        room = again.find(room.code)
        room.enter(ANN)

        room.table.play(0, Say("no"))
        await until(lambda: room.table.waiting() == (2,))

        assert room.table.line == data.count(b"\n") + 2
        room.leave(ANN)


async def test_what_is_due_when_the_server_opens_is_carried_out_though_nobody_comes(
    tmp_path: Path,
) -> None:
    room = opened(lobby(tmp_path, NEVER))
    leave(room, BEN)
    room.table.play(0, Say("no"))

    again = lobby(tmp_path)

    await until(lambda: next(again.tables()).waits.keys() == {2})


async def test_one_process_of_several_carries_it_out(home: Home) -> None:
    async with AsyncExitStack() as stack:
        houses = []
        for _ in range(3):
            at = server(home.server_store(), AT_ONCE, watch=0.01)
            stack.push_async_callback(at.close)
            houses.append(willing(at))
        rooms = [opened(houses[0])]
        await until(lambda: all(at.processes.remote_users is not None for at in houses))
        rooms += [at.find(rooms[0].code) for at in houses[1:]]
        for room, user in zip(rooms, (ANN, BEN, CAT), strict=True):
            room.enter(user)
        leave(rooms[2], CAT)
        leave(rooms[1], BEN)

        await until(lambda: all(len(at.premoves.at(rooms[0].name)) == 2 for at in houses))
        rooms[0].table.play(0, Say("no"))
        await until(lambda: all(len(said(room)) == 5 for room in rooms))

        assert {said(room) for room in rooms} == {("-", "no", "yes", "yes", "-")}
        assert not any(at.premoves.at(rooms[0].name) for at in houses)
        for room, user in zip(rooms, (ANN, BEN, CAT), strict=True):
            room.leave(user)


async def test_two_processes_that_both_believe_it_is_theirs_do_it_once(tmp_path: Path) -> None:
    room = opened(lobby(tmp_path, NEVER))
    leave(room, BEN)
    twin = lobby(tmp_path, NEVER).find(room.code)
    room.table.play(0, Say("no"))
    twin.table.refresh()

    room.premoves.carry_out()
    with pytest.raises(StaleTable):
        twin.premoves.carry_out()

    twin.table.refresh()
    assert said(twin) == said(room) == ("-", "no", "yes")
    _, data = FolderStore(tmp_path / "tables").open(room.name)
    again = SharedTable.load(GAME, data, "copy")
    assert [position.record.seat for position in again.positions] == [None, 0, 1]
