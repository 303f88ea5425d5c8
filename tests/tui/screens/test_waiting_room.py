"""The waiting room on screen: who sits where, what will be played, and then the table."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Input, OptionList

from hako.engine.log.verify import verify
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.table import SharedTable
from hako.tui.screens.chat import ChatDialog
from hako.tui.screens.table_people import PlayersDialog
from hako.tui.screens.waiting_room import WaitingRoomScreen
from hako.tui.widgets.paragraph import Paragraph
from tests.tui.lobbies import ANN, BEN, CAT, local_lobby, opened


async def test_who_waits_sees_seats_options_and_code(tmp_path: Path) -> None:
    async with opened(tmp_path, ANN, game="sealed_bids") as (_, room, [ann]):
        assert f"table {room.code}" in ann.text
        options = ann.app.screen.query_one("#options", Paragraph)  # which never breaks a number
        assert "Rounds" in options.words
        seats = ann.app.screen.query_one(OptionList)
        assert [str(line.prompt) for line in seats.options] == [
            "A  Ann  you",
            "B  (open)  Enter: sit here",
        ]


async def test_enter_takes_the_open_seat_that_is_pointed_at(tmp_path: Path) -> None:
    async with opened(tmp_path, ANN, seats=3, game="sealed_bids") as (_, room, [ann]):
        await ann.press("end", "enter")

        assert room.users.seat_of(ANN) == 2
        await ann.press("g")
        assert room.table.open_seats() == (0, 1, 2)


async def test_it_is_dealt_when_all_have_said_that_they_are_ready(tmp_path: Path) -> None:
    """Cat, who comes last, is waited for; who thinks better of it is, too."""
    async with opened(tmp_path, ANN, BEN, seats=3, asks=True, game="sealed_bids") as (
        at,
        room,
        [ann, ben],
    ):
        await ann.press("r")
        assert room.table.ready == frozenset(), "a seat is open"

        cat = await at.come(CAT, request=f"join {room.code}")
        await ann.press("r")
        await ben.press("r", "r")
        await cat.press("r")
        await ann.sees("It is dealt as soon as Ben is ready.")
        line = ann.app.screen.query_one(OptionList).get_option_at_index(0)
        assert str(line.prompt) == "A  Ann  you  ready"
        await ben.press("r")

        for person in (ann, ben, cat):
            await person.sees("The coins are shuffled")


async def test_whoever_is_ready_may_type_a_part_of_the_shuffle(tmp_path: Path) -> None:
    """Ann, who opened the table, is asked first; the secret that it goes with is shown to all."""
    async with opened(tmp_path, ANN, BEN, asks=True, game="sealed_bids", committed=True) as (
        _,
        room,
        [ann, ben],
    ):
        committed = room.table.deal.committed
        assert committed is not None
        for person in (ann, ben):
            await person.sees(f"Commitment: {committed.commitment}")
        await ben.sees("Ann, who owns the table, is asked first")
        await ben.press("r")
        assert not ben.app.screen.query("Input"), "he is not asked yet"

        await ann.sees("Your part of the shuffle", after="r")
        await ann.press("enter")
        room.table.commit_again()
        await ann.sees("The shuffle begins again with another secret")
        await ann.press("r", "enter")
        await ben.press("r", *"short", "enter")
        await ben.sees("a part of the shuffle must have 8 to 64 characters")
        assert ben.app.screen.query_exactly_one(Input).value == "short"
        await ben.press(*"-but-longer", "enter")

        await ann.sees("The coins are shuffled")
        assert room.table.deal.contributions == ("", "short-but-longer")


async def test_who_waits_for_nobody_else_begins_with_bots(tmp_path: Path) -> None:
    """The owner alone is offered that; Ben is asked all the same."""
    async with opened(tmp_path, ANN, BEN, seats=3, asks=True, game="sealed_bids") as (
        _,
        room,
        [ann, ben],
    ):
        await ben.press("f")
        assert room.table.open_seats() == (2,)
        await ann.press("f")
        await ben.sees("It is dealt as soon as Ben is ready.")
        await ben.press("r")

        assert room.table.is_dealt
        assert room.table.players[2].bot


async def test_the_lobby_tells_that_one_is_asked_whether_one_is_ready(tmp_path: Path) -> None:
    async with local_lobby(tmp_path, asks=True) as at:
        room = at.table(ANN, None, None)
        ann = await at.come(ANN)
        assert "waits for one more" in ann.text

        room.seating.sit(BEN)

        await ann.sees("are you ready?")
        room.preparation.declare(ANN, ready=True)
        await ann.sees("one is not ready yet")


async def test_the_owner_fills_up_with_bots_and_the_table_is_there(tmp_path: Path) -> None:
    """Ben, who only watches, places none."""
    async with opened(tmp_path, ANN, seats=3, game="sealed_bids") as (at, room, [ann]):
        ben = await at.come(BEN)
        await ben.press("w")

        await ben.press("down", "b")
        assert room.table.open_seats() == (1, 2)
        await ann.press("down", "b", "b", "b")
        assert room.table.open_seats() == (2,)
        await ann.press("down", "b")

        assert room.table.is_dealt
        await ben.sees("You are watching.")


async def test_the_deal_waits_for_who_reads_the_rules(tmp_path: Path) -> None:
    async with opened(tmp_path, ANN) as (_, room, [ann]):
        await ann.press("p")

        room.seating.sit(BEN)
        await ann.sees("the cards are dealt: Esc leads to the table.")
        await ann.press("escape")

        await ann.sees("Ann, mark a cell.")
        assert room.users.own == [ANN]


async def test_who_is_led_to_the_table_is_not_told_the_way_there(tmp_path: Path) -> None:
    """However much happens in the moment of the deal: those words would hide the table's keys."""
    async with opened(tmp_path, ANN) as (_, room, [ann]):
        room.seating.sit(BEN)
        for _ in range(3):
            room.users.notify()
        await ann.sees("Ann, mark a cell.")
        await ann.press("down")

        assert "it is dealt" not in ann.text


async def test_what_is_said_while_one_waits_is_heard(tmp_path: Path) -> None:
    async with opened(tmp_path, ANN, CAT, seats=3, game="sealed_bids") as (_, _, [ann, cat]):
        await cat.press("t")
        await cat.types("hello")
        await cat.press("enter")

        await ann.sees("Cat: hello")


async def test_who_has_seen_a_hand_is_told_why_no_other_seat_is_theirs(tmp_path: Path) -> None:
    """At a table that an older version dealt at once; Ann gave up seat A, which Cat has now."""
    async with local_lobby(tmp_path) as at:
        room = at.table(ANN, None, None, None, game="sealed_bids")
        room.table.seats.seen[ANN.key] = {0}
        room.seating.stand_up(ANN)
        room.seating.sit(CAT)

        ann = await at.come(ANN, request=f"join {room.code}")

        await ann.sees("You have seen the secrets of seat A")
        assert room.users.seat_of(ANN) is None


async def test_news_may_come_while_a_dialog_over_the_room_is_being_made(tmp_path: Path) -> None:
    """Somebody else comes in the moment in which one asks who is here, or wants to talk."""
    async with opened(tmp_path, ANN, game="sealed_bids") as (_, room, [ann]):
        waiting = ann.app.screen
        assert isinstance(waiting, WaitingRoomScreen)
        for dialog in (PlayersDialog(room, ANN), ChatDialog(room, ANN)):
            ann.app.push_screen(dialog)
            waiting.on_waiting_room_screen_changed()
            await ann.press("escape")


async def test_the_owner_may_choose_other_options_before_the_deal(tmp_path: Path) -> None:
    """Nobody is ready for them: all are told, and asked again."""
    async with opened(tmp_path, ANN, BEN, asks=True, game="sealed_bids", committed=True) as (
        at,
        room,
        [ann, ben],
    ):
        await ann.press("r", "enter")
        await ann.sees("It is dealt as soon as Ben is ready.")
        before = room.table.deal.committed

        await ben.press("o")
        assert isinstance(ben.app.screen, WaitingRoomScreen), "it is not his table"
        await ann.press("o", "right", "escape")

        assert room.table.ready == frozenset()
        assert room.table.deal.committed != before, "the secret goes with the options"
        for person in (ann, ben):
            await person.sees("The options have changed")
        await ann.press("r", "enter")
        await ben.press("r", "enter")
        await ben.sees("The coins are shuffled")
        assert room.table.state.rounds == 1
        game, data = room.table.game, at.lobby.store.open(room.name)[1]
        assert verify(SharedTable, game, read_log(game, data, room.name), room.name) == 1


async def test_who_leaves_the_options_as_they_are_asks_nobody_again(tmp_path: Path) -> None:
    async with opened(tmp_path, ANN, BEN, asks=True, game="sealed_bids") as (_, room, [ann, _]):
        await ann.press("r", "o", "right", "left", "escape")
        assert room.table.ready == {0}
