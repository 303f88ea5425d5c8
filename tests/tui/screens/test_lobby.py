"""The lobby on screen: tables found, joined, watched; each visitor their own app, one Lobby."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.widgets import Static

from hako.content import THE_SHELF
from hako.engine.log.header import OPEN
from hako.multiplayer.accounts.sanctions import Sanction
from hako.multiplayer.accounts.users import User
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import OptionsChanged, shared_header
from hako.tui.screens.lobby import LobbyScreen
from hako.tui.widgets.key_bar import KeyBar
from tests.toys import TOYS
from tests.toys.tic_tac_toe import Place
from tests.tui.lobbies import ANN, BEN, CAT, TestLobby, local_lobby
from tests.tui.whole_app import painted


async def test_an_empty_lobby_says_how_to_begin(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        ann = await at.come(ANN)

        assert "No table is open. n opens one" in ann.text
        assert "Online: Ann" in ann.text


async def test_my_tables_come_first_and_tell_whose_turn_it_is(tmp_path: Path) -> None:
    """Ann moves first where she opened the table, Ben where he did."""
    async with local_lobby(tmp_path) as at:
        bens, anns, empty = (at.table(owner, None, None) for owner in (BEN, ANN, CAT))
        bens.seating.sit(ANN)
        anns.seating.sit(BEN)
        ann = await at.come(ANN)

        lines = ann.text.splitlines()
        codes = [line.split()[-1] for line in lines if line.split()[-1:] and " and " not in line]
        assert codes.index(anns.code) < codes.index(bens.code)
        assert "your turn" in ann.line_with(anns.code)
        assert "Ben's turn" in ann.line_with(bens.code)
        assert "Cat and one open seat" in ann.line_with(empty.code)
        assert ann.text.index("Your tables") < ann.text.index("Open tables")


async def test_the_list_follows_what_happens(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        ann = await at.come(ANN)
        room = at.table(BEN, None, None)
        await ann.sees("waits for one more")

        room.seating.sit(CAT)
        await ann.sees("Ben's turn")
        room.table.play(0, Place(4))
        await ann.sees("Cat's turn")


async def test_a_list_that_says_the_same_arranges_nothing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line of a table, also of one that a visitor cannot see, calls for a new list."""
    async with local_lobby(tmp_path) as at:
        at.table(BEN, None, None)
        ann = await at.come(ANN)
        lobby, [bar] = ann.app.screen, ann.app.screen.query(KeyBar)
        assert isinstance(lobby, LobbyScreen)
        changes = list[object]()
        monkeypatch.setattr(Static, "update", lambda shown, _: changes.append(shown))
        monkeypatch.setattr(KeyBar, "repaint", changes.append)

        lobby.show_tables()
        bar.write()

        assert changes == []


async def test_a_private_table_is_listed_to_those_who_sit_there_alone(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        room = at.table(BEN, None, None, private=True)
        ann, ben = await at.come(ANN), await at.come(BEN)

        assert room.code not in ann.text
        assert room.code in ben.text
        assert "Hidden: only players who know its code can come." in ben.text


async def test_enter_sits_down_where_a_seat_is_free(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        room = at.table(BEN, None, None)
        ann = await at.come(ANN)

        await ann.press("enter")

        assert room.users.seat_of(ANN) == 1
        assert room.users.own == [ANN]
        await ann.sees("Ben, mark a cell.")


async def test_enter_watches_where_all_seats_are_taken(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        room = at.table(BEN, None, "random")
        ann = await at.come(ANN)

        await ann.press("enter")

        assert room.users.watchers() == [ANN]
        await ann.sees("All seats are taken; you watch.")


async def test_w_watches_though_a_seat_is_free(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        room = at.table(BEN, None, None)
        ann = await at.come(ANN)

        await ann.press("w")
        assert room.users.watchers() == [ANN]
        await ann.press("s")

        assert room.users.seat_of(ANN) == 1


async def test_a_code_leads_to_its_table_however_it_is_typed(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        room = at.table(BEN, None, None, private=True)
        ann = await at.come(ANN)

        await ann.press("c")
        await ann.sees("Enter open")
        await ann.types(room.code.lower())
        await ann.press("enter")

        assert room.users.seat_of(ANN) == 1


async def test_a_wrong_code_leads_nowhere(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        ann = await at.come(ANN)

        await ann.press("c")
        await ann.types("zzzzz")
        await ann.press("enter")

        await ann.sees("There is no table ZZZZZ")


async def test_one_comes_straight_to_the_table_that_one_came_for(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        room = at.table(BEN, None, None)

        await at.come(ANN, request=f"join {room.code}")

        assert room.users.seat_of(ANN) == 1


@pytest.mark.parametrize("command", ["join", "resume", "replay"])
async def test_who_tells_no_code_is_told_where_the_codes_are(tmp_path: Path, command: str) -> None:
    """As in `ssh -t HOST resume`: the lobby is open, and says what was missing."""
    async with local_lobby(tmp_path) as at:
        room = at.table(ANN, None, None)

        ann = await at.come(ANN, request=command)

        await ann.sees(f"The code of a table is missing: {command} CODE.")
        await ann.sees(room.code)


async def test_a_game_that_is_still_played_is_watched_by_who_came_to_replay_it(
    tmp_path: Path,
) -> None:
    """Nobody sits down by looking."""
    async with local_lobby(tmp_path) as at:
        room = at.table(BEN, None, None)

        ann = await at.come(ANN, request=f"replay {room.code}")

        await ann.sees("This game is still being played")
        assert room.users.watchers() == [ANN]


async def test_everyone_sees_who_is_here(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        ann = await at.come(ANN)
        await at.come(BEN)

        await ann.sees("Online: Ann, Ben")


async def test_people_read_one_lobby_in_two_languages(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        at.table(CAT, None, None)
        ann, ben = await at.come(ANN), await at.come(BEN, language="ja")

        assert "waits for one more" in ann.text
        assert "あと1人待ち" in ben.text


async def test_a_language_that_the_terminal_does_not_tell_is_asked_once(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        ann = await at.come(ANN, language=None)
        assert "どの言葉で遊びますか？" in ann.text
        await ann.press("2")
        assert "卓はまだありません" in ann.text

    async with local_lobby(tmp_path) as at:
        again = await at.come(ANN, language=None)

        assert "卓はまだありません" in again.text


async def test_the_language_is_asked_before_the_table_that_one_came_for(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        room = at.table(BEN, None, None)
        ann = await at.come(ANN, language=None, request=f"join {room.code}")
        assert room.users.seat_of(ANN) is None

        await ann.press("2")

        await ann.sees("Benさん、印を置くマスを選んでください。")
        assert room.users.seat_of(ANN) == 1


async def test_the_lobby_is_as_it_was_after_the_process_ended(tmp_path: Path) -> None:
    """Tables under way, and those that still wait for people."""
    async with local_lobby(tmp_path) as at:
        waiting, playing = at.table(BEN, None, None), at.table(BEN, None, None)
        playing.seating.sit(ANN)
        playing.table.play(0, Place(4))

    async with local_lobby(tmp_path) as at:
        ann = await at.come(ANN)

        assert "your turn" in ann.line_with(playing.code)
        assert "waits for one more" in ann.line_with(waiting.code)


async def test_whoever_leaves_is_gone_from_lobby_and_table(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        room = at.table(ANN, None, None)
        ann = await at.come(ANN)
        await ann.press("enter")
        assert room.users.own == [ANN]

        await ann.press("ctrl+c")

        assert room.users.own == []
        assert at.lobby.present == []


async def test_a_new_table_is_opened_with_a_seat_for_whoever_comes(tmp_path: Path) -> None:
    """The second of the three toys; the first seat is Ann's, undo needs consent."""
    async with local_lobby(tmp_path) as at:
        ann, ben = await at.come(ANN), await at.come(BEN)

        await ann.sees("Which game shall it be?", after="n")
        await ann.press("down", "enter")
        await ann.sees("Connect four: a new game")
        await ann.press("enter")

        [table] = at.lobby.tables()
        room = at.lobby.find(table.code)
        assert room.table.game.id == "connect_four"
        assert room.table.header.undo == "ask"
        assert room.users.seat_of(ANN) == 0
        assert room.table.open_seats() == (1,)
        await ann.sees("Waiting for one more player.")
        await ben.sees("waits for one more")


async def test_a_box_is_opened_by_the_number_on_it(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        ann = await at.come(ANN)

        await ann.press("n", "2")

        await ann.sees("Connect four: a new game")


async def test_a_new_table_can_have_bots_and_be_found_by_its_code_alone(tmp_path: Path) -> None:
    """The fields: players, seat 1, seat 2, taking back, found by; among the variants the clock."""
    async with local_lobby(tmp_path) as at:
        ann, ben = await at.come(ANN), await at.come(BEN)
        await ann.press("n", "enter")
        await ann.sees("for anybody")

        ann.field("seats", 2).focus()
        await ann.press("right")
        ann.field("access").focus()
        await ann.press("right")
        ann.field("variants").focus()
        await ann.press("enter")
        assert not ann.field("away").region, "so quick a table spares nobody"
        ann.field("clock").focus()
        await ann.press("left")
        ann.field("away").focus()
        await ann.press("right")
        ann.app.screen.query_one("ButtonBar").focus()
        await ann.press("enter")

        [table] = at.lobby.tables()
        room = at.lobby.find(table.code)
        assert room.table.header.clock == "7d-away"
        assert room.table.players[1].bot == "gentle"
        assert room.table.header.private
        assert room.code not in ben.text


async def test_a_new_table_begins_as_the_rulebook_recommends_with_its_variants_folded(
    tmp_path: Path,
) -> None:
    """World Monger's rulebook: 3 or 4 players, its "First Game" for those who are new to it."""
    async with local_lobby(tmp_path) as at:
        ann = await at.come(ANN, shelf=THE_SHELF)
        await ann.press("n", "down", "enter")
        await ann.sees("World Monger: a new game")

        assert ann.field("count").value == "3"
        assert ann.field("option-civilizations").value == "first_game"
        assert "everybody in the lobby" in painted(ann.app)
        assert "Ledger" not in painted(ann.app)
        ann.field("variants").focus()
        await ann.press("enter")
        assert "Ledger" in painted(ann.app)
        assert "if all agree" in painted(ann.app)


async def test_nobody_chooses_the_seed_of_a_shared_table_or_a_file_of_the_server(
    tmp_path: Path,
) -> None:
    async with local_lobby(tmp_path) as at:
        ann = await at.come(ANN)
        await ann.press("n", "enter")
        await ann.sees("for anybody")

        assert not ann.app.screen.query("#seed, #content")


GUS = User("Gus", "guest:Gus")


def _with_free_seat(at: TestLobby) -> Room:
    return at.table(BEN, None, None)


def _rated(at: TestLobby) -> Room:
    room = at.table(BEN, None, None, undo="horizon", committed=True)
    room.preparation.alter(BEN, OptionsChanged(room.table.header.options, rated=True))
    return room


def _taken(at: TestLobby) -> Room:
    return at.table(BEN, None, "random")


def _own(at: TestLobby) -> Room:
    return at.table(ANN, None, None)


def _forbidden(at: TestLobby) -> Room:
    room = at.table(BEN, None, None)
    room.users.sanctions.add(Sanction("remove", ANN.key, 1e12, room.code))
    return room


def _kept_back(at: TestLobby) -> Room:
    """Others still play the same deal."""
    header = shared_header(
        TOYS.load("tic_tac_toe"), (OPEN, OPEN), committed=True, undo="horizon", event="day"
    )
    return at.lobby.new_tables.create(header, BEN, (None, "random"))


@pytest.mark.parametrize(
    ("begin", "user", "does", "says"),
    [
        (_with_free_seat, ANN, "sits", {"en": "Enter sit down", "ja": "Enter 座る"}),
        (_with_free_seat, GUS, "sits", {"en": "Enter sit down", "ja": "Enter 座る"}),
        (_rated, ANN, "sits", {"en": "Enter sit down", "ja": "Enter 座る"}),
        (_rated, GUS, "watches", {"en": "Enter watch", "ja": "Enter 観戦"}),
        (_taken, ANN, "watches", {"en": "Enter watch", "ja": "Enter 観戦"}),
        (_own, ANN, "sits", {"en": "Enter to your seat", "ja": "Enter 自分の席へ"}),
        (_forbidden, ANN, "stays", {"en": "", "ja": ""}),
        (_kept_back, ANN, "stays", {"en": "", "ja": ""}),
    ],
)
async def test_the_bar_says_what_enter_does(
    tmp_path: Path,
    begin: Callable[[TestLobby], Room],
    user: User,
    does: str,
    says: dict[str, str],
) -> None:
    async with local_lobby(tmp_path) as at:
        room = begin(at)
        ann = await at.come(user)
        for language in ("en", "ja"):
            if says[language]:
                assert says[language] in ann.text
            else:
                assert "Enter" not in ann.text
            await ann.press("f2")
        await ann.press("enter")
        assert (room.users.seat_of(user) is not None) is (does == "sits")
        assert (user in room.users.watchers()) is (does == "watches")
        assert isinstance(ann.app.screen, LobbyScreen) is (does == "stays")


async def test_what_is_said_of_the_chosen_table_changes_its_language_too(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        at.table(BEN, None, "random")
        ann = await at.come(ANN)
        assert "Enter: watch" in ann.text
        await ann.press("f2")
        assert "Enter：観戦" in ann.text
        assert "Enter: watch" not in ann.text


async def test_the_bar_follows_from_one_table_to_the_next(tmp_path: Path) -> None:
    async with local_lobby(tmp_path) as at:
        at.table(BEN, None, None)
        at.table(BEN, None, "random")
        ann = await at.come(ANN)
        assert "Enter sit down" in ann.text
        await ann.press("down")
        assert "Enter watch" in ann.text
        assert "Enter sit down" not in ann.text
