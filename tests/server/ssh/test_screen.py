"""The screen and the keys of a visitor."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from tests.server.ssh.person import Person, ada_sits_down, answers, demo_server
from tests.server.ssh.tables import ENGLISH, open_lobby

RIGHT, LEFT = "\x1b[C", "\x1b[D"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (RIGHT + RIGHT, "keys 00002"),
        ("城", "key 城"),
        ("\x1b[200~貼り付け q\x1b[201~", "keys 00001 count 0 size 80x24 paste 6 貼り付け q"),
        ("\x1b[<0;46;9M\x1b[<0;46;9m", "mouse 45,8"),  # SGR counts from 1
    ],
)
async def test_the_table_is_drawn_and_keys_arrive(tmp_path: Path, typed: str, words: str) -> None:
    async with ada_sits_down(tmp_path) as (_, ada):
        await ada.sees("城町")
        await ada.sees(words, after=typed)


@pytest.mark.parametrize(
    ("typed", "words"),
    [("町", "key 町"), ("\x1b[1;5C", "keys 00001 count 0 size 80x24 key ctrl+right")],
)
async def test_a_key_may_come_in_pieces(tmp_path: Path, typed: str, words: str) -> None:
    async with ada_sits_down(tmp_path) as (_, ada):
        for byte in typed.encode():
            ada.press(bytes([byte]))
            await asyncio.sleep(0.01)
        await ada.sees(words)


async def test_a_move_is_seen_by_all_who_sit_there(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        ada, bob = await demo.sit_down("ada"), await demo.sit_down("bob")
        ada.press(" ")
        await bob.sees("count 1")
        bob.press(" ")
        await ada.sees("count 2")


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("\x1b", "escape"),
        ("\x1bx", "alt+x"),
        ("\x1b[97;5u", "ctrl+a"),
        ("\x1bOP", "f1"),
        ("\t", "tab"),
        ("\x03", "ctrl+c"),
        ("\x04", "ctrl+d"),
    ],
)
async def test_every_terminals_keys_are_understood(tmp_path: Path, typed: str, key: str) -> None:
    """Among them ctrl+c and ctrl+d, which end nothing here."""
    async with ada_sits_down(tmp_path) as (_, ada):
        await ada.sees(f"keys 00001 count 0 size 80x24 key {key}", after=typed)


async def test_only_presses_and_drags_of_the_mouse_are_asked_for(tmp_path: Path) -> None:
    """Mode 1002, not 1003; of the kitty keyboard only flag 1; and again at focus, for tmux."""
    async with ada_sits_down(tmp_path) as (_, ada):
        assert b"\x1b[?1002h" in ada.sent
        assert b"\x1b[?1003h" not in ada.sent
        assert b"\x1b[>1u" in ada.sent
        ada.sent.clear()
        ada.press("\x1b[I")
        await ada.sees("key j", after="j")
        assert b"\x1b[?1002h" in ada.sent


async def test_answers_that_come_late_are_not_typed(tmp_path: Path) -> None:
    async with ada_sits_down(tmp_path) as (_, ada):
        ada.press(answers(true_color=True))
        ada.press("\x1b]52;c;c2VjcmV0\x07\x1b[?1;2c\x1b[8;24;80t")
        await ada.sees("keys 00001 count 0 size 80x24 key j", after="j")


async def test_keys_pressed_before_the_table_is_there_are_kept(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        ada = await demo.come("ada", says=b"a" + answers() + b"b")
        await ada.sees("keys 00003", after="c")


async def test_a_terminal_that_answers_nothing_is_served_all_the_same(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        await demo.sit_down("ada", says=b"")
        assert demo.app_of("ada").client.terminal.ambiguous == 1


@pytest.mark.parametrize("cell", [1, 2])
async def test_the_width_of_box_lines_is_known_before_the_first_frame(
    tmp_path: Path, cell: int
) -> None:
    async with demo_server(tmp_path) as demo:
        await demo.sit_down("ada", says=answers(cell=cell))
        assert demo.app_of("ada").client.terminal.ambiguous == cell


@pytest.mark.parametrize(
    ("env", "language"), [({"LANG": "ja_JP.UTF-8"}, "ja"), ({"LC_ALL": "en_US"}, "en"), ({}, None)]
)
async def test_the_app_is_told_the_language_of_the_client(
    tmp_path: Path, env: dict[str, str], language: str | None
) -> None:
    async with demo_server(tmp_path) as demo:
        await demo.sit_down("ada", env=env)
        assert demo.app_of("ada").client.terminal.language == language


# --- sizes


async def test_another_size_is_drawn_for(tmp_path: Path) -> None:
    async with ada_sits_down(tmp_path) as (_, ada):
        ada.resize(100, 30)
        await ada.sees("size 100x30")


@pytest.mark.parametrize(
    ("size", "drawn"),
    [((0, 0), "80x24"), ((1, 1), None), ((10_000, 10_000), "400x120"), ((2**31, 2), None)],
)
async def test_no_size_breaks_anything(
    tmp_path: Path, size: tuple[int, int], drawn: str | None
) -> None:
    """0 is unknown, so 80x24; 10000 is more than the limits, so 400x120."""
    async with ada_sits_down(tmp_path) as (_, ada):
        ada.channel.change_terminal_size(*size)
        if drawn is not None:
            await ada.sees(f"size {drawn}")
        ada.resize(90, 25)
        await ada.sees("size 90x25")
        await ada.sees("keys 00001", after=RIGHT)


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (10_000, 10_000)])
async def test_one_may_come_with_any_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with demo_server(tmp_path) as demo:
        ada = await demo.come("ada", size=size)
        ada.resize(80, 24)
        await ada.sees("size 80x24")


async def test_the_size_may_be_told_within_the_input(tmp_path: Path) -> None:
    """Mode 2048, for clients that do not tell it otherwise; lines come first."""
    async with demo_server(tmp_path) as demo:
        ada = await demo.sit_down("ada", says=answers().replace(b"2048;0", b"2048;2"))
        assert b"\x1b[?2048h" in ada.sent
        ada.screen.resize(30, 100)
        await ada.sees("size 100x30", after="\x1b[48;30;100;600;1000t")
        await ada.sees("mouse 45,8", after="\x1b[<0;46;9M")


# --- colours


def depths(visitor: Person) -> set[str]:
    """The kinds of colour that were sent to a terminal, the question about colours left out."""
    colours = set()
    sent = bytes(visitor.sent).replace(b"\x1b[48;2;1;2;3m", b"")
    for sgr in re.findall(rb"\x1b\[([\d;]*)m", sent):
        codes = sgr.decode()
        if re.search(r"[34]8;2;", codes):
            colours.add("truecolor")
        if re.search(r"[34]8;5;", codes):
            colours.add("256")
        if re.search(
            r"(^|;)(3[0-7]|4[0-7]|9[0-7]|10[0-7])(;|$)", re.sub(r"[34]8;[25];[\d;]*", "", codes)
        ):
            colours.add("16")
    return colours


async def test_colours_do_not_leak_between_terminals_of_different_depth(tmp_path: Path) -> None:
    """Five at one table, in turn and together; each is sent what it can show and nothing else."""
    async with demo_server(tmp_path) as demo:
        terminals: list[tuple[dict[str, Any], set[str]]] = [
            ({"env": {"COLORTERM": "truecolor"}}, {"truecolor"}),
            ({}, {"256"}),
            ({"term": "linux"}, {"16"}),
            ({"env": {"NO_COLOR": "1"}}, set()),
            ({"says": answers(true_color=True)}, {"truecolor"}),
            ({}, {"256"}),
        ]
        visitors = [
            await demo.sit_down(f"p{number}", **options)
            for number, (options, _) in enumerate(terminals)
        ]
        for visitor in visitors:
            await visitor.sees("keys 00002", after=RIGHT + " ")
        assert [depths(visitor) for visitor in visitors] == [depth for _, depth in terminals]


# --- bytes


async def test_the_first_screen_is_less_than_10_kilobytes(tmp_path: Path) -> None:
    async with ada_sits_down(tmp_path) as (_, ada):
        assert len(ada.sent) < 10_000


async def test_a_cursor_key_is_less_than_500_bytes(tmp_path: Path) -> None:
    """Two squares and the line of the last key change."""
    async with ada_sits_down(tmp_path) as (_, ada):
        await ada.sees("keys 00001", after=RIGHT)
        ada.sent.clear()
        await ada.sees("keys 00002", after=RIGHT)
        await ada.sees("keys 00003", after=LEFT)
        assert len(ada.sent) / 2 < 500


async def test_everything_is_drawn_again_on_ctrl_l(tmp_path: Path) -> None:
    async with ada_sits_down(tmp_path) as (_, ada):
        ada.screen.reset()
        await ada.sees("ready", after="\x0c")


async def test_a_dialog_in_the_lobby_is_drawn_again_on_ctrl_l(tmp_path: Path) -> None:
    async with open_lobby(tmp_path) as at:
        ada = await at.come("ada", env=ENGLISH)
        await ada.sees("You are ada")
        await ada.sees("Keys; a click", after="?")
        ada.screen.reset()
        await ada.sees("Keys; a click", after="\x0c")
        await ada.sees("Esc back")


# --- leaving, and what stays on the server


async def test_the_terminal_is_restored_on_leaving(tmp_path: Path) -> None:
    async with ada_sits_down(tmp_path) as (_, ada):
        ada.press("q")
        assert await ada.is_sent_home() == "Goodbye."
        assert ada.status == 0
        for mode in (b"?1000l", b"?1002l", b"?1006l", b"?2004l", b"?1004l", b"?25h", b"?7h", b"<u"):
            assert b"\x1b[" + mode in ada.sent, mode


async def test_whoever_lost_the_line_comes_back(tmp_path: Path) -> None:
    async with ada_sits_down(tmp_path) as (demo, ada):
        await ada.sees("count 1", after=" ")
        ada.connection.abort()
        again = await demo.sit_down("ada")
        await again.sees("count 1")


async def test_what_a_session_prints_stays_on_the_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with demo_server(tmp_path) as demo:
        ada, bob = await demo.sit_down("ada"), await demo.sit_down("bob")
        ada.press("pq")
        await ada.is_sent_home()
        await bob.sees("key p", after="p")
        print("printed by the server")
        assert b"printed" not in ada.sent + bob.sent
    assert capsys.readouterr().out.splitlines() == [
        "printed by a session",
        "printed by a session",
        "printed by the server",
    ]


async def test_who_will_type_nothing_more_leaves_and_the_terminal_is_restored(
    tmp_path: Path,
) -> None:
    async with ada_sits_down(tmp_path) as (_, ada):
        ada.channel.write_eof()
        await ada.is_sent_home()
        assert b"\x1b[?1049l" in ada.sent
        assert ada.status == 0
