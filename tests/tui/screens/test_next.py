"""The next table that waits for one: which it is, the ways there, and what is said where none does."""

from __future__ import annotations

from pathlib import Path

from hako.multiplayer.accounts.users import User
from hako.multiplayer.tables.room import Room
from tests.toys.sealed_bids import Open
from tests.tui.lobbies import ANN, BEN, Person, TestLobby, local_lobby, until


def table_of(at: TestLobby, first: User, second: User) -> Room:
    """A table of two; the one who opened it moves first."""
    room = at.table(first, None, None)
    room.seating.sit(second)
    return room


async def is_at(person: Person, visitor: User, room: Room) -> None:
    await until(lambda: room.users.own == [visitor], lambda: f"{room.code}:\n{person.text}")


async def test_one_comes_straight_to_the_table_that_has_waited_longest(tmp_path: Path) -> None:
    """Issue 19: `ssh HOST next`; it is my turn there, which it is not at the oldest of them."""
    async with local_lobby(tmp_path) as at:
        _, first, _ = [table_of(at, *two) for two in ((BEN, ANN), (ANN, BEN), (ANN, BEN))]

        ann = await at.come(ANN, request="next")

        await is_at(ann, ANN, first)
        await ann.sees("Ann, mark a cell.")


async def test_x_leads_on_and_what_was_left_without_a_move_comes_last(tmp_path: Path) -> None:
    """house.md 3: no cycle between two while a third one waits (lichess/mobile#2588)."""
    async with local_lobby(tmp_path) as at:
        rooms = [table_of(at, ANN, BEN) for _ in range(3)]
        ann = await at.come(ANN)

        for room in [*rooms, rooms[0]]:
            await ann.press("x")
            await is_at(ann, ANN, room)
            assert [item for item in rooms if item.users.own] == [room], "nobody sits at two"


async def test_after_a_move_the_table_tells_that_others_wait_and_x_goes_there(
    tmp_path: Path,
) -> None:
    async with local_lobby(tmp_path) as at:
        first_table, second_table = table_of(at, ANN, BEN), table_of(at, BEN, ANN)
        ann = await at.come(ANN, request=f"join {first_table.code}")
        await ann.press("1")
        await ann.sees("Ben, mark a cell.")
        assert "x next table" not in ann.text

        second_table.table.play(0, second_table.table.legal_actions(0)[4])

        await ann.sees("x next table (1)")
        await ann.press("x")
        await is_at(ann, ANN, second_table)
        await ann.sees("Ann, mark a cell.")
        assert "x next table" not in ann.text


async def test_what_others_answer_in_secret_makes_no_table_wait_a_shorter_time(
    tmp_path: Path,
) -> None:
    async with local_lobby(tmp_path) as at:
        secret = at.table(ANN, None, None, game="sealed_bids")
        secret.seating.sit(BEN)
        secret.table.play(0, Open())
        other = table_of(at, ANN, BEN)
        assert secret.table.waiting() == (0, 1)
        secret.table.play(1, secret.table.legal_actions(1)[0])

        ann = await at.come(ANN, request="next")

        assert secret.played > other.played
        await is_at(ann, ANN, secret)


async def test_the_list_begins_with_the_table_that_next_opens(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        rooms = [table_of(at, ANN, BEN) for _ in range(2)]
        ann = await at.come(ANN)

        await ann.sees("x: to the table that has waited longest for you")
        codes = [line.split()[-1] for line in ann.text.splitlines() if "your turn" in line]
        assert codes == [room.code for room in rooms]


async def test_where_none_waits_it_is_said_what_helps(tmp_path: Path) -> None:
    """Without a seat, with one at a table that waits for another, and at that table."""
    async with local_lobby(tmp_path) as at:
        ann, ben = await at.come(ANN, request="next"), await at.come(BEN, language="ja")
        await ann.sees("You have no seat yet. Enter takes a free one, n opens a table.")

        room = table_of(at, BEN, ANN)
        await ann.press("x")
        await ann.sees("None of your tables waits for you.")
        await ann.sees("Ben's turn")
        await ben.press("x")
        await is_at(ben, BEN, room)
        await ben.press("x")
        await ben.sees("ほかにあなたの番の卓はありません。q：一覧")
        assert room.users.own == [BEN]
