"""A table: play, undo, redo, branches, policies, and what its log keeps."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.engine.log.digests import digest_of
from hako.engine.log.header import Header, Player, UndoPolicy
from hako.engine.log.history import History, StaleTable
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import HISTORY_LINES, BadLog, Record, encode, read_log
from hako.engine.log.position import START
from hako.engine.log.rules_upgrade import RulesUpgraded
from hako.engine.log.setup import new_header
from hako.engine.log.storage_errors import StorageError
from hako.engine.log.undo import CannotUndo, HeadMoved
from hako.engine.log.verify import verify
from hako.engine.rules.play import IllegalAction
from hako.engine.storage.file_save import FileSave
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.tables.table import SharedTable
from tests.strange import STRANGE
from tests.toys.sealed_bids import GAME as SEALED_BIDS
from tests.toys.sealed_bids import Look, Open
from tests.toys.tic_tac_toe import GAME, TURNS, Grid, MarkPlaced, Place, Turn

TWO = (Player("Ann"), Player("Ben"))
HistoryT = TypeVar("HistoryT", bound=History[Grid])


def header(undo: UndoPolicy = "free", players: tuple[Player, ...] = TWO) -> Header:
    return new_header(GAME, players, seed=1, undo=undo)


def table(undo: UndoPolicy = "free", players: tuple[Player, ...] = TWO) -> History[Grid]:
    return History.new(GAME, header(undo, players))


def shared(undo: UndoPolicy = "free", players: tuple[Player, ...] = TWO) -> SharedTable[Grid]:
    """The same at a table whose seats may change hands."""
    return SharedTable.new(GAME, header(undo, players))


def played(at: HistoryT, *cells: int) -> HistoryT:
    for cell in cells:
        at.play(at.waiting()[0], Place(cell))
    return at


def test_undo_goes_back_to_the_state_before_the_last_choice() -> None:
    game = played(table(), 4)
    before = game.state

    played(game, 0)
    game.undo()

    assert game.state is before


def test_redo_goes_where_the_last_undo_came_from() -> None:
    game = played(table(), 4, 0, 8)
    last = game.state

    game.undo()
    game.undo()
    game.redo()
    game.redo()

    assert game.state is last
    with pytest.raises(CannotUndo, match="nothing"):
        game.redo()


def test_redo_goes_where_the_last_undo_came_from_though_another_branch_is_newer() -> None:
    game = played(table(), 4)
    game.undo()
    played(game, 8)

    game.go_to(1)
    game.undo()
    game.redo()

    assert game.path()[-1].record.action == Place(4)


def test_redo_goes_on_in_a_branch_that_was_left_for_another_one() -> None:
    game = played(table(), 4, 0)
    game.go_to(START)
    played(game, 8, 5, 2)
    game.go_to(2)
    played(game, 1)

    game.go_to(5)
    game.go_to(2)
    game.redo()

    assert [moment.record.action for moment in game.path()[1:]] == [Place(4), Place(0), Place(1)]


def test_a_branch_after_an_undo_leaves_the_other_one_in_the_log() -> None:
    game = played(table(), 4, 0)
    game.undo()
    played(game, 8)

    assert [moment.record.action for moment in game.path()] == [None, Place(4), Place(8)]
    assert len(game.positions) == 4
    assert game.positions[2].record.action == Place(0)


def test_an_illegal_action_changes_nothing() -> None:
    game = played(table(), 4)

    with pytest.raises(IllegalAction):
        game.play(1, Place(4))
    with pytest.raises(IllegalAction):
        game.play(0, Place(0))

    assert len(game.positions) == 2


def test_whoever_acts_on_an_old_table_is_told_that_it_has_moved_on() -> None:
    game = table()
    seen = game.line
    game.play(0, Place(0), seen)

    with pytest.raises(StaleTable):
        game.play(0, Place(1), seen)
    with pytest.raises(StaleTable):
        game.undo(line=seen)
    game.undo()
    with pytest.raises(StaleTable):
        game.redo(line=seen)


@pytest.mark.parametrize("undo", ["free", "ask"])
def test_undo_takes_back_the_bots_answer_with_a_persons_choice(
    tmp_path: Path, undo: UndoPolicy
) -> None:
    """A redo brings both back, and whoever reads the log finds that it may; there is nobody to ask."""
    players = (Player("Ann", key="ann"), Player("Bot", bot="random"))
    store = FolderStore(tmp_path)
    game = played(History.new(GAME, header(undo, players), store.create), 4, 0)

    game.undo(by=0) if undo == "free" else game.ask(by=0)

    assert game.state.marks == (0, 0)
    game.redo(by=0)
    assert game.state.marks == (1 << 4, 1 << 0)
    save, data = store.open(store.names()[0])
    assert verify(History, GAME, read_log(GAME, data, save.name, HISTORY_LINES), save.name) == len(
        game.positions
    )


def test_until_the_horizon_undo_is_free_for_the_last_who_chose() -> None:
    game = played(table("horizon"), 4)

    game.undo(by=0)
    assert game.state.marks == (0, 0)
    played(game, 4, 0)
    assert game.undo_is(by=0) == "horizon"
    with pytest.raises(CannotUndo, match="horizon"):
        game.undo(by=0)


def test_who_takes_back_takes_back_their_own_last_choice_and_the_log_says_who() -> None:
    """Ben has chosen since: his choice goes as well."""
    game = played(table(), 4, 0)
    lines: list[LogLine] = []
    game.subscribe(lambda _, line: lines.append(line))

    game.undo(by=0)
    game.redo(by=1)
    game.go_to(2, by=1)

    assert lines == [HeadMoved(0, 0), HeadMoved(1, 1), HeadMoved(2, 1)]


def test_only_what_needs_consent_is_asked_for() -> None:
    """Ann's own choice is free to take back; before hers Ben has none."""
    game = played(table("ask"), 4)

    with pytest.raises(CannotUndo, match="horizon"):
        game.ask(by=0)
    with pytest.raises(CannotUndo, match="nothing"):
        game.ask(by=1)


@pytest.mark.parametrize("undo", ["horizon", "ask"])
def test_only_where_undo_is_free_one_plays_on_from_any_moment(undo: UndoPolicy) -> None:
    game = played(table(undo), 4, 0)
    last = game.state

    with pytest.raises(CannotUndo):
        game.go_to(START)

    assert game.state is last


def test_beyond_the_horizon_undo_needs_the_consent_of_all_others() -> None:
    game = played(table("ask"), 4, 0)
    assert game.undo_is(by=0) == "consent"

    game.ask(by=0)
    assert game.state.marks == (1 << 4, 1 << 0)
    game.answer(by=1, yes=True)

    assert game.state.marks == (0, 0)
    assert game.request is None


@pytest.mark.parametrize("undo", ["horizon", "ask"])
def test_a_redo_belongs_to_whoever_took_back(undo: UndoPolicy) -> None:
    game = played(table(undo), 4)
    last = game.state

    game.undo(by=0)
    assert game.forward(by=1) is None
    with pytest.raises(CannotUndo, match="theirs"):
        game.redo(by=1)
    game.redo(by=0)

    assert game.state is last


def test_after_consent_to_an_undo_nobody_else_redoes_it() -> None:
    """Not even who agreed, and not their own move that was taken back with it."""
    game = played(table("ask"), 4, 0)
    last = game.state
    game.ask(by=0)
    game.answer(by=1, yes=True)

    for seat in (1, None):
        with pytest.raises(CannotUndo, match="theirs"):
            game.redo(by=seat)
    game.redo(by=0)
    with pytest.raises(CannotUndo, match="theirs"):
        game.redo(by=1)
    game.redo(by=0)

    assert game.state is last


def test_where_undo_is_free_anybody_redoes() -> None:
    game = played(table(), 4)
    last = game.state

    game.undo(by=0)
    game.redo(by=1)

    assert game.state is last


def test_one_no_ends_a_request() -> None:
    game = played(table("ask"), 4, 0)

    game.ask(by=0)
    game.answer(by=1, yes=False)

    assert game.request is None
    assert game.state.marks == (1 << 4, 1 << 0)


def test_an_open_request_is_not_replaced_by_another_one() -> None:
    """A player who agreed to Ann's request is not asked again, and the agreement stays what it was."""
    players = (*TWO, Player("Cat"))
    game = History.new(SEALED_BIDS, new_header(SEALED_BIDS, players, seed=1, undo="ask"))
    for seat in (0, 1, 2):
        game.play(seat, game.legal_actions(seat)[0])
    game.ask(by=0)
    game.answer(by=2, yes=True)
    request = game.request

    for seat in (0, 1):
        with pytest.raises(CannotUndo, match="open"):
            game.ask(seat)

    assert game.request == request


def test_who_asked_may_withdraw() -> None:
    game = played(table("ask"), 4, 0)

    game.ask(by=0)
    game.answer(by=0, yes=False)

    assert game.request is None


def test_a_second_yes_to_a_request_is_no_line_of_the_log() -> None:
    """The player who asked has agreed, and may press the same key at the same question again."""
    game = played(table("ask"), 4, 0)
    game.ask(by=0)
    before = game.line

    game.answer(by=0, yes=True)

    assert game.line == before


@pytest.mark.parametrize("asks_first", [True, False])
def test_a_bot_in_a_persons_seat_does_not_agree_for_them(*, asks_first: bool) -> None:
    """The request stands until they answer themselves, and a bot alone answers nothing."""
    game = played(shared("ask", (Player("Ann", key="ann"), Player("Ben", key="ben"))), 4, 0)

    if asks_first:
        game.ask(by=0)
    game.seat(1, Player("Ben", bot="random", key="ben"))
    if not asks_first:
        game.ask(by=0)
    assert game.unanswered() == (1,)
    game.seat(1, Player("Ben", key="ben"))
    assert game.state.marks == (1 << 4, 1 << 0)
    game.answer(by=1, yes=True)

    assert game.state.marks == (0, 0)


def test_a_bot_that_sits_in_its_own_right_is_not_asked() -> None:
    game = played(table("ask", (Player("Ann", key="ann"), Player("Bot 2", bot="random"))), 4, 0)

    game.ask(by=0)

    assert game.state.marks == (0, 0)


def test_a_request_falls_where_a_seat_is_somebody_elses_from_now_on() -> None:
    three = tuple(Player(name, key=name) for name in ("Ann", "Ben", "Cat"))
    game = SharedTable.new(SEALED_BIDS, new_header(SEALED_BIDS, three, seed=1, undo="ask"))
    game.play(0, Look())
    game.ask(by=0)
    game.answer(by=1, yes=True)

    game.seat(1, Player("Dan", key="Dan"))

    assert game.request is None


def test_nobody_is_asked_again_after_three_refusals_at_one_moment() -> None:
    game = played(table("ask"), 4, 0)
    for _ in range(3):
        game.ask(by=0)
        game.answer(by=1, yes=False)

    with pytest.raises(CannotUndo, match="refused"):
        game.ask(by=0)
    played(game, 8, 7)
    game.ask(by=0)

    assert game.request is not None


def test_who_does_not_want_to_be_asked_is_not_and_the_asker_hears_whom() -> None:
    game = played(shared("ask"), 4, 0)
    game.seat(1, Player("Ben", unasked=True))

    with pytest.raises(CannotUndo) as caught:
        game.ask(by=0)

    assert (caught.value.reason, caught.value.values) == ("unasked", {"seat": 1})
    assert game.changes == {}, "Ben is still there"


def test_a_choice_that_ends_ones_turn_is_announced_as_final_where_undo_is_not_free() -> None:
    assert table("horizon").finality(0, Place(0)) == "turn"
    assert table("free").finality(0, Place(0)) is None


def test_a_seat_foresees_with_what_it_alone_knows() -> None:
    game = History.new(SEALED_BIDS, new_header(SEALED_BIDS, TWO, seed=1))

    foreseen = game.preview(0, Open()).state

    assert foreseen.hands == (game.state.hands[0], (None, None, None))


def test_the_log_alone_brings_back_every_moment(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    game = SharedTable.new(
        GAME, header(players=(Player("Ann", key="ann"), Player("Ben"))), store.create
    )
    assert game.seats.seen == {"ann": {0}}
    played(game, 4, 0)
    game.undo()
    played(game, 8, 1)

    save, data = store.open(store.names()[0])
    again = SharedTable.load(GAME, data, save.name, save)

    assert again.positions == game.positions
    assert (again.head, again.seats.seen) == (game.head, game.seats.seen)
    assert again.line == game.line == data.count(b"\n")
    first = game.positions[START]
    assert first.record.digest == digest_of(first.state)
    assert verify(
        SharedTable, GAME, read_log(GAME, data, save.name, HISTORY_LINES), save.name
    ) == len(game.positions)


def complaint(lines: list[LogLine]) -> tuple[int | None, str]:
    """Error of a file with these lines after its header: the line and why."""
    with pytest.raises(BadLog) as caught:
        History.load(GAME, b"".join(map(encode, (header(), *lines))), "game")
    return caught.value.line, str(caught.value.reason)


@pytest.mark.parametrize("more", [[], [HeadMoved(99, None)]])
def test_a_changed_record_is_told_by_the_next_digest_before_anything_after_it(
    more: list[LogLine],
) -> None:
    """Record 8, the first after the beginning with a digest, stands in line 10."""
    game = played(table(), 0, 1, 2, 4, 3, 5, 7, 6)
    lines: list[LogLine] = [moment.record for moment in game.positions]
    lines[3] = replace(lines[3], then=((MarkPlaced(0, 8), TURNS[1]),))

    line, reason = complaint([*lines, *more])

    assert line == 10
    assert reason.startswith(f"record 8 says that the state's digest is {digest_of(game.state)}")
    assert re.search(r"but it is [0-9a-f]{32};", reason)


def test_a_record_of_a_seat_that_there_is_not_is_told_by_its_line() -> None:
    game = played(table(), 0, 1)
    stranger: Record[Any, Any] = Record(2, Place(4), ((MarkPlaced(0, 4), TURNS[1]),))

    line, reason = complaint([*(moment.record for moment in game.positions), stranger])

    assert line == 5
    assert reason.startswith("there is no seat 2.")


def test_a_record_that_cannot_have_happened_is_told_by_its_line() -> None:
    """There is no cell -1; record 2 stands in line 4."""
    game = played(table(), 0)
    beside: Record[Any, Any] = Record(1, Place(1), ((MarkPlaced(1, -1), TURNS[0]),))

    line, reason = complaint([*(moment.record for moment in game.positions), beside])

    assert line == 4
    assert "ValueError" in reason


def test_two_processes_at_one_log_never_overwrite_each_other(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    own_table = History.new(GAME, header(), store.create)
    save, data = store.open(store.names()[0])
    yours = History.load(GAME, data, save.name, save)

    own_table.play(0, Place(4))
    with pytest.raises(StaleTable):
        yours.play(0, Place(0))

    assert yours.state == own_table.state
    played(yours, 0, 8)
    assert own_table.refresh()
    assert own_table.state == yours.state


def test_a_log_that_another_process_finds_before_its_first_record_is_begun_once(
    tmp_path: Path,
) -> None:
    """Lines that the table writes by itself follow from the seed, whoever writes them."""
    store = FolderStore(tmp_path)

    def create_while_another_looks(its_header: Header) -> FileSave:
        save = store.create(its_header)
        other_save, data = store.open(save.name)
        History.load(GAME, data, save.name, other_save)
        return save

    own_table = History.new(GAME, header(), create_while_another_looks)
    own_table.play(0, Place(4))

    data = store.path(store.names()[0]).read_bytes()
    assert History.load(GAME, data, "game").state == own_table.state


MARKED: Record[Any, Any] = Record(0, Place(4), ((MarkPlaced(0, 4), Turn(10**24)),), digest="0" * 16)
UNREADABLE = {
    "Update hako": encode(RulesUpgraded(GAME.rules + 1, "9.9")),
    "cannot be read: brackets are nested too deeply": b'{"x":%b}\n' % STRANGE[0],
    "a number in it is too large": encode(MARKED),
}


@pytest.mark.parametrize("why", UNREADABLE)
def test_nothing_is_added_to_a_log_after_a_line_that_cannot_be_read(
    tmp_path: Path, why: str
) -> None:
    """A later hako goes on with it: this one would not know what it plays on."""
    store = FolderStore(tmp_path)
    own_table = SharedTable.new(GAME, header(), store.create)
    path = store.path(store.names()[0])
    path.write_bytes(path.read_bytes() + UNREADABLE[why])

    for _ in range(2):
        with pytest.raises(StorageError, match=why):
            own_table.seat(0, Player("Zoe"))
        with pytest.raises(BadLog, match=why) as caught:
            own_table.refresh()
        assert caught.value.line == 3

    assert path.read_bytes().endswith(UNREADABLE[why])


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda game: game.go_to(99), "goes back to record 99, which does not exist."),
        (lambda game: game.go_to(-1), "goes back to record -1, which does not exist."),
        (lambda game: game.seat(7, Player("Cho")), "there is no seat 7."),
        (lambda game: game.seat(0, Player("\x1b[1m")), "the name"),
    ],
)
def test_a_line_that_could_not_be_read_again_is_not_written(
    tmp_path: Path, act: Callable[[SharedTable[Grid]], None], reason: str
) -> None:
    store = FolderStore(tmp_path)
    game = played(SharedTable.new(GAME, header(), store.create), 4)
    path = store.path(store.names()[0])
    before, state = path.read_bytes(), game.state

    with pytest.raises(Failure, match=reason):
        act(game)

    assert path.read_bytes() == before
    assert game.state is state


def test_listeners_hear_of_every_line_until_they_end_it() -> None:
    game = table()
    heard: list[object] = []
    stop = game.subscribe(lambda _, line: heard.append(line))

    played(game, 4)
    game.undo()
    stop()
    played(game, 0)

    assert len(heard) == 2
    assert heard[1] == HeadMoved(to=0, by=None)
