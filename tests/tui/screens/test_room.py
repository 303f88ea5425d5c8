"""A room on screen: one table, its people, what they say, and bots in their place."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.events import Paste
from textual.widgets import Input, OptionList

from hako.engine.bots.levels import HINTS
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import OPEN, Player
from hako.engine.log.log_format import BadLog
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.game import view
from hako.multiplayer.tables.limits import DEFAULT_LIMITS, TableLimits
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import shared_header
from hako.server.ssh.session_app_base import SessionAppBase
from hako.tui.screens.confirm_dialog import ConfirmDialog
from hako.tui.screens.table.features import unread_moves
from tests.toys import TOYS
from tests.toys.sealed_bids import Bid, Look, Open
from tests.toys.tic_tac_toe import Place
from tests.tui.lobbies import ANN, BEN, CAT, Person, TestLobby, local_lobby, opened, until


@asynccontextmanager
async def two_at_a_table(
    folder: Path, manners: TableLimits = DEFAULT_LIMITS, **options: str
) -> AsyncIterator[tuple[TestLobby, Person, Person, Room]]:
    """Ann opened it and moves first; Ben has joined."""
    async with local_lobby(folder, manners) as at:
        room = at.table(ANN, None, None, **options)  # type: ignore[arg-type]  # its options
        room.seating.sit(BEN)
        request = f"join {room.code}"
        yield at, await at.come(ANN, request=request), await at.come(BEN, request=request), room


async def test_a_table_with_open_seats_waits_and_tells_its_code(tmp_path: Path) -> None:
    async with opened(tmp_path, ANN) as (_, room, [ann]):
        assert f"Waiting for one more player. The table's code: {room.code}" in ann.text

        room.seating.sit(BEN)

        await ann.sees("Ann, mark a cell.")


async def test_a_move_is_seen_on_all_screens(tmp_path: Path) -> None:
    async with opened(tmp_path, ANN, BEN, CAT) as (_, room, [ann, ben, cat]):
        await ann.press("1")
        for person in (ann, ben, cat):
            await person.sees("Ben, mark a cell.")
        await cat.press("1")
        await ben.press("1")

        assert len(room.table.positions) == 3
        await cat.sees("Ann, mark a cell.")


async def test_who_acts_on_what_is_past_is_told_that_the_table_has_moved_on(
    tmp_path: Path,
) -> None:
    """Ben takes his mark back in the moment in which Ann answers it."""
    async with two_at_a_table(tmp_path, undo="horizon") as (_, ann, ben, room):
        await ann.press("1")
        await ben.press("1")
        await ann.sees("Ann, mark a cell.")

        shown = room.table.head
        room.table.undo(1)
        ann.app.screen.play(Place(8), shown)  # type: ignore[attr-defined]  # it is the table

        await ann.sees("The position has changed; nothing was played.")
        await ben.sees("Ben, mark a cell.")


async def test_a_watcher_sees_what_everybody_may_know(tmp_path: Path) -> None:
    """The hands of both seats are hidden from Cat; Ann sees her own alone."""
    async with two_at_a_table(tmp_path, game="sealed_bids") as (at, ann, _, room):
        cat = await at.come(CAT, request=f"join {room.code}")

        table = room.table
        for person, viewer in ((ann, 0), (cat, None)):
            shown = person.app.screen.scene.view  # type: ignore[attr-defined]  # the table
            assert shown == view(table.game, table.state, viewer)


async def test_sealed_answers_are_shown_when_all_are_in(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path, game="sealed_bids") as (_, ann, ben, room):
        leader = room.table.waiting()[0]
        room.table.play(leader, Open())
        bids = [
            next(
                legal_action
                for legal_action in room.table.legal_actions(seat)
                if isinstance(legal_action, Bid)
            )
            for seat in (0, 1)
        ]

        room.table.play(0, bids[0])
        await ben.sees("Ann has chosen.")
        assert f"Ann: Bid the {bids[0].coin}" not in ben.text
        room.table.play(1, bids[1])

        await ann.sees("The bids are opened")
        await ben.sees("The bids are opened")


async def test_what_is_said_is_heard_by_all(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, ann, ben, _):
        await ann.press("t")
        await ann.types("hello")
        await ann.press("enter")

        await ann.sees("Ann: hello")
        await ben.sees("Ann: hello")
        await ann.sees("mark a cell", after="enter")


async def test_who_plays_is_not_shown_what_a_watcher_says(tmp_path: Path) -> None:
    """In neither of the two places, though Ben's answer after it is."""
    async with opened(tmp_path, ANN, BEN, CAT) as (_, room, [ann, ben, cat]):
        await cat.press("t")
        assert "after the game" in cat.app.screen.query_one(Input).placeholder
        await cat.types("the middle")
        await cat.press("enter")
        await cat.sees("Cat (watching): the middle")
        await ben.press("down")
        assert "the middle" not in ben.text
        await ann.press("t")
        assert "the middle" not in ann.text
        assert "after the game" not in ann.app.screen.query_one(Input).placeholder
        await ann.press("escape")

        room.send_chat(BEN, "hello")

        for person in (ann, cat):
            await person.sees("Ben: hello")
        assert "the middle" not in ann.text + ben.text


async def test_of_what_is_pasted_so_much_is_said_as_a_line_may_have(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path, TableLimits(chat_characters=20)) as (_, ann, _, room):
        await ann.press("t", "h", "i", "space")
        ann.app.screen.focused.post_message(Paste("x" * 300))  # type: ignore[union-attr]  # the line
        await ann.press("enter")

        assert [message.text for message in room.chat] == ["hi " + "x" * 17]


async def test_what_is_said_too_fast_is_kept_to_be_said_later(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path, TableLimits(chat_seconds=1e9)) as (_, ann, _, room):
        await ann.press("t", *"one", "enter", *"two", "enter")

        assert [message.text for message in room.chat] == ["one"]
        assert ann.app.screen.query_one(Input).value == "two"


async def test_keys_of_the_table_are_letters_while_one_talks(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, ann, _, room):
        await ann.press("t", "1", "q", "u", "enter")

        assert [message.text for message in room.chat] == ["1qu"]
        assert len(room.table.positions) == 1


async def test_whoever_is_away_is_shown_so(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, ann, ben, _):
        await ann.press("1")
        assert "Ben …" in ann.text

        await ben.press("q")

        await ann.sees("(Ben)")
        await ann.sees("Ben is offline. p: substitute bot")


async def test_the_owner_lets_a_bot_play_for_who_is_away_and_ends_that(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, ann, ben, room):
        await ben.press("q")

        await ann.press("p", "enter")
        assert room.table.players[1] == Player("Ben", bot="greedy", key=BEN.key)
        await ann.press("enter")

        assert room.table.players[1] == Player("Ben", key=BEN.key)


async def test_a_bot_that_two_let_in_at_once_is_let_in_once(tmp_path: Path) -> None:
    """At a table of the house all who sit there may; the second one does not send it away."""
    async with local_lobby(tmp_path) as at:
        room = at.table(None, None, None, game="sealed_bids")
        ann, ben = [await at.come(user, request=f"join {room.code}") for user in (ANN, BEN)]
        await ben.press("q")
        await ann.sees("At table", after="p")

        room.seating.substitute_bot(1, "greedy", ANN)  # from another terminal
        ann.app.screen.query_one(OptionList).action_select()

        await ann.sees("The position has changed")
        assert room.table.players[1].bot == "greedy"


async def test_who_comes_back_takes_the_place_of_the_bot(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, ann, ben, room):
        room.leave(BEN)
        room.seating.substitute_bot(1, "random", ANN)
        room.enter(BEN)
        await ben.sees("A substitute bot plays for you. p: play yourself")
        await ann.sees("Ann, mark a cell.", after="1")

        await ben.press("p", "enter")

        assert room.table.players[1] == Player("Ben", key=BEN.key)


async def test_bots_are_let_in_where_nobody_else_comes(tmp_path: Path) -> None:
    async with opened(tmp_path, ANN) as (_, _, [ann]):
        await ann.press("p", "enter", "escape")

        await ann.sees("Ann, mark a cell.")


async def test_a_watcher_can_change_nothing(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (at, _, _, room):
        cat = await at.come(CAT, request=f"join {room.code}")
        before = room.table.line

        await cat.press("1", "enter", "u", "U", "p", "down", "enter", "escape", "s")

        assert room.table.line == before


async def test_bots_are_hurried_by_those_who_sit_there_alone(tmp_path: Path) -> None:
    """By itself the bot would let an hour pass."""
    async with local_lobby(tmp_path, pace=3600) as at:
        room = at.table(ANN, None, "random")
        request = f"join {room.code}"
        ann, cat = await at.come(ANN, request=request), await at.come(CAT, request=request)
        await ann.sees("Enter: skip waiting", after="1")

        await cat.press("space", "space", "space")
        assert len(room.table.positions) == 2
        assert "Space" not in cat.text
        await ann.press("space")

        await ann.sees("Ann, mark a cell.")


async def test_bots_are_hurried_by_a_click_on_the_words_that_say_so(tmp_path: Path) -> None:
    async with local_lobby(tmp_path, pace=3600) as at:
        room = at.table(ANN, None, "random")
        ann = await at.come(ANN, request=f"join {room.code}")
        await ann.sees("Enter: skip waiting", after="1")

        await ann.click("Description")

        await ann.sees("Ann, mark a cell.")


@asynccontextmanager
async def ann_asks(
    folder: Path, manners: TableLimits = DEFAULT_LIMITS
) -> AsyncIterator[tuple[Person, Person, Room]]:
    """Ben has answered Ann's mark, so it is final for her; she asks to take it back."""
    async with two_at_a_table(folder, manners) as (_, ann, ben, room):
        await ann.press("1")
        await ben.press("1")
        await ann.sees("Ann, mark a cell.")
        await ann.press("u")
        yield ann, ben, room


async def test_who_is_asked_to_take_a_draw_back_is_told_that_it_comes_again(tmp_path: Path) -> None:
    """After Ben's choice the next prize was drawn: whoever chooses there anew knows it."""
    async with opened(tmp_path, ANN, BEN, game="sealed_bids") as (_, room, [ann, _ben]):
        table = room.table
        while not table.now.record.drew or table.now.record.seat != 1:
            table.play(table.waiting()[0], table.legal_actions(table.waiting()[0])[0])

        room.undo_requests.ask(BEN)

        await ann.sees("The same cards will be drawn again, and everybody knows them now.")


async def test_what_is_final_is_taken_back_when_the_other_agrees(tmp_path: Path) -> None:
    async with ann_asks(tmp_path) as (ann, ben, room):
        await ben.sees("Ann asks to undo the last choice.")
        await ben.sees("No answer within 60 seconds means no.")

        await ben.press("y")

        await ann.sees("Ann, mark a cell.")
        assert room.table.head == 0


async def test_silence_is_a_no_and_the_question_is_put_away(tmp_path: Path) -> None:
    """Ann gives up; nobody is told that she did not agree."""
    async with ann_asks(tmp_path, TableLimits(consent_seconds=0.2)) as (ann, ben, room):
        for person in (ann, ben):
            await person.sees("Nobody answered in time; nothing is undone.")
        assert room.table.head == 2


async def test_who_presses_enter_to_play_has_not_agreed(tmp_path: Path) -> None:
    """The key was on its way before Ben could read what he is asked."""
    async with ann_asks(tmp_path) as (_, ben, room):
        await ben.sees("Ann asks")

        await ben.press("enter")

        assert room.table.request is not None
        await ben.press("n")
        assert room.table.head == 2
        assert room.table.request is None


async def test_who_comes_back_to_a_bot_in_their_seat_is_asked_themselves(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, ann, ben, room):
        await ann.press("1")
        await ben.press("1", "q")
        await ann.sees("Ann, mark a cell.")
        await ann.press("p", "enter", "escape", "u")
        await ann.sees("Ben is offline, and will be asked on returning.")

        await ben.sees("Ann asks to undo the last choice.", after="enter")
        await ben.press("n")

        await ann.sees("Ben does not agree; nothing is undone.")
        assert room.table.players[1].bot == "greedy"
        assert room.table.head == 2


async def test_who_does_not_want_to_be_asked_says_so_at_the_table(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, ann, ben, _):
        await ann.press("1")
        await ben.press("1", "p", "end", "enter")
        renderable = ben.app.screen.query_one(OptionList).get_option_at_index(1).prompt
        assert "Ben; refuses undo requests" in str(renderable)
        await ann.sees("Ben refuses all undo requests; the move stands.", after="u")

        await ben.press("enter", "escape")
        await ann.press("u")

        await ben.sees("Ann asks to undo the last choice.")


async def test_each_is_asked_once_however_many_have_to_agree(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        room = at.table(ANN, None, None, None, game="sealed_bids")
        request = f"join {room.code}"
        ann, ben, cat = [await at.come(user, request=request) for user in (ANN, BEN, CAT)]
        room.table.play(0, Look())
        await ann.press("u")
        await cat.sees("Ann asks")

        await ben.sees("Ann asks")
        await ben.press("y")
        await cat.press()

        assert [type(screen) for screen in cat.app.screen_stack].count(ConfirmDialog) == 1


async def test_an_answer_is_to_the_request_that_was_read(tmp_path: Path) -> None:
    """It lies under a note while Ann gives up, plays on, and asks for something else."""
    async with ann_asks(tmp_path, TableLimits(refusal_seconds=0)) as (ann, ben, room):
        await ben.sees("Ann asks")
        ben.app.call_later(ben.app.push_screen, ConfirmDialog("A note", "yes", "no"))
        await ben.sees("A note")
        room.table.answer(0, False)
        room.table.play(0, Place(8))
        room.table.play(1, Place(7))
        await ann.press("u")

        await ben.press("n", "y")

        assert room.table.request is not None
        assert room.table.request.agreed == (0,)
        await ben.sees("Ann asks")


async def test_a_question_that_the_game_has_left_behind_is_put_away(tmp_path: Path) -> None:
    """Ann plays on herself: what she asked for is no longer open."""
    async with ann_asks(tmp_path) as (ann, ben, _):
        await ben.sees("Ann asks")

        await ann.press("1")

        await ben.sees("Ben, mark a cell.")


async def test_the_seat_is_kept_for_who_leaves(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, ann, ben, _):
        await ann.press("1")
        await ben.press("q")
        assert "your turn" in ben.line_with("Ann, Ben")

        await ben.press("enter", "1")

        await ann.sees("Ann, mark a cell.")


async def test_who_was_away_is_asked_on_coming_back(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, ann, ben, room):
        await ann.press("1")
        await ben.press("1", "q")
        await ann.sees("Ann, mark a cell.")
        await ann.press("u")
        assert room.table.request is not None

        await ben.sees("Ann asks to undo the last choice.", after="enter")
        await ben.press("y")

        assert room.table.head == 0


async def finish(room: Room, people: tuple[Person, Person]) -> None:
    """Ann has the top row."""
    for cell in (0, 3, 1, 4, 2):
        room.table.play(room.table.waiting()[0], Place(cell))
    for person in people:
        await person.sees("Ann wins!")


async def test_all_who_want_a_rematch_meet_at_one_table(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (at, ann, ben, room):
        await finish(room, (ann, ben))

        await ann.press("n")
        await ben.press("n")

        [table] = at.lobby.tables()
        again = at.lobby.find(table.code)
        assert again is room.next
        assert again.users.own == [ANN, BEN]


async def test_the_result_goes_away_where_the_end_is_taken_back(tmp_path: Path) -> None:
    """Also from under the replay that Ben has opened."""
    async with two_at_a_table(tmp_path, undo="free") as (_, ann, ben, room):
        await finish(room, (ann, ben))
        await ben.press("r")

        room.table.undo(0)

        await ann.sees("Ann, mark a cell.")
        await ben.sees("Ann, mark a cell.", after="escape")


async def test_a_game_that_is_over_is_looked_at_but_not_played_on(tmp_path: Path) -> None:
    """Even where taking back is free: the replay is everybody's, the table is not."""
    async with two_at_a_table(tmp_path, undo="free") as (at, ann, ben, room):
        await finish(room, (ann, ben))
        cat = await at.come(CAT, request=f"replay {room.code}")
        line = room.table.line

        await cat.press("home", "enter", "right", "enter")

        assert room.table.line == line


async def test_a_game_that_is_over_is_reviewed_beside_its_log_and_hidden_with_its_end(
    tmp_path: Path,
) -> None:
    async with two_at_a_table(tmp_path, undo="free") as (at, ann, ben, room):
        await ann.press("a")
        await finish(room, (ann, ben))
        await ann.press("a")
        await ann.app.workers.wait_for_complete()

        await ann.sees("Ann 100")
        assert len([*at.folder.rglob("*.review.json")]) == 1

        room.table.undo(0)
        await ann.sees("Ann, mark a cell.")


async def test_who_sat_there_tries_again_from_the_review_or_the_replay_and_nobody_else(
    tmp_path: Path,
) -> None:
    """Ben does so at a table of his own, where a bot plays for Ann."""
    async with local_lobby(tmp_path) as at:
        room = at.table(ANN, None, None, committed=True)
        room.seating.sit(BEN)
        ann, ben = [await at.come(user, request=f"join {room.code}") for user in (ANN, BEN)]
        await finish(room, (ann, ben))
        await ben.press("a")
        await ben.app.workers.wait_for_complete()
        await ben.sees("Ann 100")
        await ben.press("t")
        await ben.sees("as a separate game?")
        await ben.press("y")

        [table] = at.lobby.tables()
        again = at.lobby.find(table.code)
        assert again.users.own == [BEN]
        assert [player.bot for player in again.table.players] == [HINTS, None]
        assert room.table.outcome is not None
        while seats := again.table.waiting():
            again.table.play(seats[0], again.table.legal_actions(seats[0])[0])
        await ben.sees("b compare")

        await ann.press("r", "home")
        assert ann.app.screen.check_action("command", ("play_on",))
        cat = await at.come(CAT, request=f"replay {room.code}")
        await cat.press("home")
        assert not cat.app.screen.check_action("command", ("play_on",))


async def test_no_file_is_written_where_the_server_is(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, ann, ben, room):
        await ann.press("e")
        await finish(room, (ann, ben))

        assert "transcript" not in ann.text
        await ann.press("e")

        await ann.sees("Ann wins!")


async def test_a_seat_that_changes_hands_is_told_in_everybodys_log(tmp_path: Path) -> None:
    """Also to who comes later: it stands in the log of the table."""
    async with two_at_a_table(tmp_path) as (at, ann, _, room):
        await ann.press("1")

        room.seating.substitute_bot(1, "random", BEN)
        room.seating.remove_substitute(1, BEN)

        cat = await at.come(CAT, request=f"join {room.code}")
        for person in (ann, cat):
            await person.sees("From here on a substitute")
            await person.sees("bot plays for Ben.")
            await person.sees("Ben plays again.")


async def test_a_key_on_a_second_terminal_does_not_play_in_a_list_that_it_was_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The leader chooses twice; the key pressed at the same moment was meant for the first."""
    monkeypatch.setattr(unread_moves, "READ_SECONDS", 1e9)
    async with two_at_a_table(tmp_path, game="sealed_bids") as (at, ann, ben, room):
        user, first = ((ANN, ann), (BEN, ben))[room.table.waiting()[0]]
        second = await at.come(user, request=f"join {room.code}")
        await second.sees("Open the bidding")
        await first.press("1")
        assert len(room.table.positions) == 2
        assert room.table.waiting()[0] == room.users.seat_of(user)
        await second.press("1")
        await second.sees("The position has changed; nothing was played.")
        assert len(room.table.positions) == 2
        await first.press("1")
        assert len(room.table.positions) == 3


async def test_what_was_done_on_another_terminal_is_played_on_once_it_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unread_moves, "READ_SECONDS", 0.001)
    async with two_at_a_table(tmp_path, game="sealed_bids") as (at, ann, ben, room):
        user, first = ((ANN, ann), (BEN, ben))[room.table.waiting()[0]]
        second = await at.come(user, request=f"join {room.code}")
        await first.press("1")
        screen = second.app.screen
        await until(
            lambda: not screen.features.is_unread,  # type: ignore[attr-defined]  # the table
            lambda: "the list to be read",
        )
        await second.press("1")
        assert len(room.table.positions) == 3


async def test_a_table_that_cannot_be_watched_now_says_one_true_sentence(tmp_path: Path) -> None:
    """Others still play the same deal; by its code, as an request, and from the list."""
    async with local_lobby(tmp_path) as at:
        game = TOYS.load("tic_tac_toe")
        header = shared_header(game, (OPEN,) * 2, committed=True, undo="horizon", event="cup It 1")
        players = [Player("Ann", key=ANN.key), Player("Ben", key=BEN.key)]
        room = at.lobby.new_tables.schedule(header, players, private=False)
        cat = await at.come(CAT, request=f"join {room.code}")
        texts = [notice.message for notice in cat.app._notifications]
        assert texts == [cat.app.texts.text("lobby.kept_back", code=room.code)]


async def test_a_player_of_a_server_elsewhere_reads_no_path_of_its_machine(tmp_path: Path) -> None:
    error = StorageError("in_file", file=tmp_path / "x.hako", reason=Failure("disk_full"))
    async with two_at_a_table(tmp_path) as (_, ann, ben, _):
        ben.app.is_at_home = False
        for person in (ann, ben):
            person.app.complain(error)
            person.app.complain(BadLog(str(tmp_path), 1, Failure("no_log")))
        ben.app.screen.show_not_saved(error, lambda: None)  # type: ignore[attr-defined]  # it is the table
        await ann.sees(str(tmp_path))
        await ben.sees("The server cannot read or write this now.")
        assert str(tmp_path) not in ben.text
    assert not SessionAppBase.is_at_home
