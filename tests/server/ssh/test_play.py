"""Playing over SSH: real clients with screens of their own, at real tables."""

from __future__ import annotations

import re
from pathlib import Path

from hako.content import THE_SHELF
from hako.multiplayer.accounts.settings import Settings
from hako.multiplayer.services import Services
from tests.server.ssh.person import Person
from tests.server.ssh.tables import (
    ENGLISH,
    open_lobby,
    play_by_keys,
    player,
    server_process,
)
from tests.stores import Home
from tests.waiting import until

ONE_CARD = "city 1 of 18"
"""The board of Flip City in a turn in which one card was played."""


async def test_four_people_play_a_whole_game_of_flip_city_while_a_fifth_watches(
    tmp_path: Path,
) -> None:
    async with open_lobby(tmp_path, THE_SHELF) as at:
        room = at.table("ada", None, None, None, None, game="flip_city", seed=26)
        names = ["ada", "bob", "cat", "dan"]
        people = await at.at_table(room, *names)
        await at.at_table(room, "eve")
        assert room.users.watchers() == [player("eve")]

        seats = dict(enumerate(zip(names, people, strict=True)))
        await play_by_keys(at, room, seats)

        assert room.table.outcome is not None
        await at.shows_now("eve", room)


async def test_friends_are_shown_the_way_and_nobody_sees_a_card_before_all_are_ready(
    tmp_path: Path,
) -> None:
    """Bob comes by the very line that stands on ada's screen; then both are asked."""
    async with open_lobby(tmp_path, asks=True) as at:
        room = at.table("ada", None, None, game="sealed_bids")
        [ada] = await at.at_table(room, "ada")
        await ada.sees(f"ssh -t -p {at.port} NAME@127.0.0.1 join {room.code}")

        [bob] = await at.at_table(room, "bob")
        bob.press("r")
        await ada.sees("It is dealt as soon as ada is ready.")
        for person in (ada, bob):
            assert "coin" not in person.text
        ada.press("r")

        await ada.sees("The coins are shuffled")
        await bob.sees("The coins are shuffled")


async def test_no_terminal_is_sent_the_secret_of_the_deal_before_the_end(tmp_path: Path) -> None:
    """Both type their part; to the end of the game nothing of it came to them or a watcher."""
    async with open_lobby(tmp_path, asks=True) as at:
        room = at.table("ada", None, None, seed=None)
        people = await at.at_table(room, "ada", "bob", "eve")
        deal = room.table.deal
        assert deal.committed is not None
        for person in people:
            await person.sees(f"Commitment: {deal.committed.commitment}")
        for seat, words in enumerate(("ada has a cat", "八文字より長い言葉")):
            people[seat].press("r")
            await people[seat].sees("Your part of the shuffle")
            people[seat].press(f"{words}\r")
            await until(lambda seat=seat: seat in room.table.ready)  # type: ignore[misc]  # of this round
            early = await (await at.connect("cat")).run(f"commitments {room.code}", check=True)
            assert early.stdout == "not revealed yet\n"
        await until(lambda: room.table.is_dealt)
        await play_by_keys(
            at, room, {seat: (("ada", "bob")[seat], people[seat]) for seat in (0, 1)}
        )

        await until(lambda: deal.is_open)
        assert deal.contributions == ("ada has a cat", "八文字より長い言葉")
        secrets = [deal.committed.secret, str(deal.disclosed_seed)]
        for person in people:
            assert not any(secret.encode() in person.sent for secret in secrets)
            assert not any(bytes.fromhex(secret) in person.sent for secret in secrets)
        deals = (await (await at.connect("cat")).run("commitments", check=True)).stdout
        one = (await (await at.connect("cat")).run(f"commitments {room.code}", check=True)).stdout
        for name in ("ada", "bob"):
            stats = (await (await at.connect(name)).run("stats", check=True)).stdout
            assert str(stats).startswith(f"{name}: 1 game over")
        assert '"ada has a cat"' in str(one)
        assert str(deal.disclosed_seed) in str(one)
        assert "fixed before a deal: 1. Revealed after the game: 1." in str(deals)
        assert f"{deal.committed.commitment}  {deal.committed.secret}" in str(deals)


async def test_a_dialog_is_left_once_however_often_enter_is_pressed(tmp_path: Path) -> None:
    """In one packet, as from a key that is held down: the lobby is still there, and a table."""
    async with open_lobby(tmp_path) as at:
        room = at.table("bob", None, None)
        ada = await at.come("ada", env=ENGLISH)
        await ada.sees("You are ada")
        await ada.sees("The code of the table:", after="c")
        await ada.sees(room.code, after=room.code)

        ada.press("\r\r\r")

        await until(lambda: room.users.seat_of(player("ada")) is not None)
        await at.shows_now("ada", room)
        await ada.sees("You are ada", after="q")


async def test_a_table_is_opened_once_however_often_enter_is_pressed(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at:
        ada = await at.come("ada", env=ENGLISH)
        await ada.sees("You are ada")
        await ada.sees("Which game shall it be?", after="n")
        await ada.sees("a new game", after="\r\r\r")

        ada.press("\r\r\r")

        await ada.sees("Waiting for one more player.")
        [table] = at.lobby.tables()
        room = at.lobby.find(table.code)
        await ada.sees("You are ada", after="q")
        await until(lambda: room.users.own == [])


async def test_a_table_that_is_entered_twice_at_once_is_left_once(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at:
        room = at.table("ada", None, None)
        ada = await at.come("ada", env=ENGLISH)
        await ada.sees(room.code)

        ada.press("\r\r")

        await at.shows_now("ada", room)
        await ada.sees("You are ada", after="q")
        await until(lambda: room.users.own == [])


async def test_whoever_lost_the_line_sits_where_they_sat(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at:
        room = at.table("ada", None, None)
        ada, bob = await at.at_table(room, "ada", "bob")
        ada.press("1")
        await bob.sees("bob, mark a cell.")

        ada.connection.abort()
        await bob.sees("(ada)")
        bob.press("1")
        again = await at.come("ada", env=ENGLISH)
        await again.sees("your turn")
        again.press("\r")

        await again.sees("ada, mark a cell.")
        await until(lambda: room.users.is_here(0))


async def test_another_key_gets_no_seat_by_the_name(tmp_path: Path) -> None:
    """The name belongs to the first key that took it, and so does the seat."""
    async with open_lobby(tmp_path) as at:
        room = at.table("ada", None, None)
        room.seating.sit(player("bob"))
        [_] = await at.at_table(room, "ada")

        mallory = await at.come("mallory", command=f"join {room.code}", env=ENGLISH)

        await mallory.sees("All seats are taken; you watch.")


async def test_of_two_terminals_of_one_seat_one_move_is_played(tmp_path: Path) -> None:
    """Both press the key for a mark at once; it is Ada's turn once only."""
    async with open_lobby(tmp_path) as at:
        room = at.table("ada", None, None)
        room.seating.sit(player("bob"))
        ada, again = await at.at_table(room, "ada", "ada")

        ada.press("1")
        again.press("1")
        await ada.sees("bob, mark a cell.")
        await again.sees("bob, mark a cell.")
        again.press("1")
        await ada.sees("Say something", after="t")

        assert len(room.table.positions) == 2


async def test_what_is_said_comes_to_the_others_without_controls(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at:
        room = at.table("ada", None, None)
        ada, bob = await at.at_table(room, "ada", "bob")

        await ada.sees("Say something", after="t")
        ada.press("\x1b[200~hi\x1b[2Jthere\x07\x1b[201~")
        ada.press("\r")

        await bob.sees("ada: hi")
        [message] = room.chat
        assert message.text.isprintable()
        assert b"\x1b[2J" not in bob.sent


def rings(person: Person) -> int:
    """The number of bells; titles end with the same byte."""
    return re.sub(rb"\x1b\][^\x07]*\x07", b"", person.sent).count(b"\x07")


def titles(person: Person) -> list[str]:
    """The titles of the window of a person's terminal, one after another."""
    return [title.decode() for title in re.findall(rb"\x1b\]2;([^\x07]*)\x07", person.sent)]


async def test_it_rings_and_the_title_says_so_when_it_becomes_ones_turn(tmp_path: Path) -> None:
    """Not while one is looking: a moment ago ada pressed a key, bob has pressed none."""
    async with open_lobby(tmp_path) as at:
        ada, bob = await at.at_table(at.table("ada", None, None), "ada", "bob")
        bob.sent.clear()
        ada.sent.clear()

        ada.press("1")
        await bob.sees("bob, mark a cell.")
        assert b"\x1b]2;* hako: your turn\x07" in bob.sent
        assert rings(bob) == 1
        bob.press("1")
        await ada.sees("ada, mark a cell.")

        assert rings(ada) == 0


async def test_the_window_has_our_title_before_anybodys_turn(tmp_path: Path) -> None:
    """It takes the place of the typed command."""
    async with open_lobby(tmp_path) as at:
        ada = await at.come("ada", env=ENGLISH)

        await ada.sees("No table is open.")

        assert titles(ada) == ["hako"]


async def test_who_is_awaited_reads_it_in_the_title_at_once(tmp_path: Path) -> None:
    """Nothing writes over it: the last title is the one that calls."""
    async with open_lobby(tmp_path) as at:
        at.table("ada", None, None).seating.sit(player("bob"))

        ada = await at.come("ada", env=ENGLISH)
        await ada.sees("your turn")

        assert titles(ada)[-1] == "* hako: your turn"


async def test_the_bell_can_be_switched_off(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at:
        Services(tmp_path).settings_of(player("bob").key).write(Settings(bell=False))
        ada, bob = await at.at_table(at.table("ada", None, None), "ada", "bob")
        bob.sent.clear()

        ada.press("1")
        await bob.sees("bob, mark a cell.")

        assert rings(bob) == 0
        assert b"your turn" not in bob.sent


async def test_the_desktop_tells_a_turn_to_whoever_wants_it(tmp_path: Path) -> None:
    """Bob asked for notices, which his terminal knows; ada did not, cat's terminal does not."""
    async with open_lobby(tmp_path) as at:
        for name in ("bob", "cat"):
            settings = Services(tmp_path).settings_of(player(name).key)
            settings.write(Settings(bell=False, notices=True))
        rooms = [at.table(name, None, None) for name in ("bob", "cat")]
        bob = await at.come("bob", term="foot", env=ENGLISH)
        cat = await at.come("cat", env=ENGLISH)
        ada = await at.come("ada", term="foot", env=ENGLISH)
        for room in rooms:
            room.seating.sit(player("ada"))
            room.table.play(0, room.table.legal_actions(0)[0])
        await ada.sees("your turn")
        bob.sent.clear()
        cat.sent.clear()

        for room in rooms:
            room.table.play(1, room.table.legal_actions(1)[0])

        await bob.sees("your turn")
        await cat.sees("your turn")
        notification = f"\x1b]777;notify;hako;Your turn: Tic-tac-toe, table {rooms[0].code}\x1b\\"
        assert bob.sent.count(notification.encode()) == 1
        assert rings(bob) == 0
        assert b"\x1b]777" not in cat.sent + ada.sent
        assert b"\x1b]9" not in cat.sent + ada.sent


async def test_the_title_is_quiet_as_soon_as_the_bell_is(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at:
        ada, _ = await at.at_table(at.table("ada", None, None), "ada", "bob")

        app = at.app("ada")
        assert app is not None

        app.call_later(app.change_settings, Settings(bell=False))
        await until(lambda: titles(ada)[-1] == "hako")
        app.call_later(app.change_settings, Settings(bell=True))
        await until(lambda: titles(ada)[-1] == "* hako: your turn")


async def test_the_language_is_asked_once_and_remembered_by_key(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at:
        ada = await at.come("ada")
        await ada.sees("Which language would you like?")
        await ada.sees("卓はまだありません", after="2")
        await ada.go()

        again = await at.come("ada")

        await again.sees("卓はまだありません")


async def test_guests_play_and_a_second_one_of_a_name_is_somebody_else(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, guests=True) as at:
        room = at.table(None, None, None)
        one = await at.come("gus", key=None, command=f"join {room.code}", env=ENGLISH)
        await one.sees("Waiting for one more player.")
        await at.come("gus", key=None, command=f"join {room.code}", env=ENGLISH)

        await one.sees("gus~2")
        one.connection.abort()
        await until(lambda: not room.users.is_here(0))
        again = await at.come("gus", key=None, command=f"join {room.code}", env=ENGLISH)

        await again.sees("gus, mark a cell.")
        assert room.users.is_here(0)


async def test_a_game_goes_on_where_it_was_when_the_server_was_killed(tmp_path: Path) -> None:
    """Killed while the table waits for people, when one of them is ready, and in the game."""
    async with server_process(tmp_path, "--invite", "flip_city") as server:
        ada = await server.at_table("ada")
        await ada.sees("Waiting for one more player.")

        await server.kill()
        code = server.code
        await server.start()
        assert server.code == code
        ada = await server.at_table("ada")
        await ada.sees("Waiting for one more player.")
        bob = await server.at_table("bob")
        await bob.sees("It is dealt as soon as ada, bob are ready.")
        await ada.sees("Your part of the shuffle", after="r")
        ada.press("\r")
        await bob.sees("It is dealt as soon as bob is ready.")

        await server.kill()
        await server.start()
        ada, bob = await server.at_table("ada", code), await server.at_table("bob", code)
        await bob.sees("It is dealt as soon as bob is ready.")
        await bob.sees("Your part of the shuffle", after="r")
        await bob.sees("play on or stop?", after="\r")
        await ada.sees("play on or stop?")
        first, second = (ada, bob) if ada.text.startswith("▸") else (bob, ada)
        await first.stops_typing()
        first.press("1")
        await second.sees(ONE_CARD)

        await server.kill()
        await server.start()
        for name in ("ada", "bob"):
            await (await server.at_table(name, code)).sees(ONE_CARD)


async def test_two_processes_over_one_store_are_one_server(tmp_path: Path, home: Home) -> None:
    """At one table, one person each; when one server is killed they go on in the other."""
    async with (
        server_process(tmp_path, *home.options, "--invite", "flip_city") as one,
        server_process(tmp_path, *home.options) as other,
    ):
        ada = await one.at_table("ada")
        await ada.sees("Waiting for one more player.")
        bob = await other.at_table("bob", one.code)
        for person in (ada, bob):
            await person.sees("It is dealt as soon as ada, bob are ready.")
        ada.press("r")
        await ada.sees("Your part of the shuffle")
        ada.press("\r")
        await bob.sees("It is dealt as soon as bob is ready.")
        bob.press("r")
        await bob.sees("Your part of the shuffle")
        bob.press("\r")
        await ada.sees("play on or stop?")
        await bob.sees("play on or stop?")
        first, second = (ada, bob) if ada.text.startswith("▸") else (bob, ada)
        await first.stops_typing()
        first.press("1")
        await second.sees(ONE_CARD)

        await one.kill()
        ada = await other.at_table("ada", one.code)

        await bob.sees(ONE_CARD)
        await ada.sees(ONE_CARD)
