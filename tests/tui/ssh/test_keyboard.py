from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual._xterm_parser import XTermParser

from hako.tui.ssh.keyboard import Input, Keyboard, Pasted, Resized
from hako.tui.terminal.repairs import repair_textual


def read(*packets: str | bytes, paste_characters: int = 100) -> list[Input]:
    keyboard = Keyboard(paste_characters)
    inputs: list[Input] = []
    for packet in packets:
        inputs += keyboard.read(packet.encode() if isinstance(packet, str) else packet)
    return inputs + list(keyboard.release())


def test_every_key_is_one_piece() -> None:
    assert read("a\x1b[A町\x1bOP\x1bx\x1b[1;5C\x1b[97;5u\x1b[<0;5;5M\x7f") == [
        "a", "\x1b[A", "町", "\x1bOP", "\x1bx", "\x1b[1;5C", "\x1b[97;5u", "\x1b[<0;5;5M", "\x7f"
    ]  # fmt: skip


def test_escape_alone_is_held_back_until_it_is_clear_that_it_is_alone() -> None:
    keyboard = Keyboard(100)
    assert keyboard.read(b"\x1b") == []
    assert keyboard.is_holding
    assert keyboard.release() == ["\x1b"]
    assert not keyboard.is_holding


@pytest.mark.parametrize(
    ("packets", "inputs"),
    [
        (["\x1b\x1b[A"], ["\x1b", "\x1b[A"]),  # twice Escape
        # halves are put together
        (["\x1b", "[", "1;", "5C"], ["\x1b[1;5C"]),
        (["\x1bP1$r0", "m\x1b", "\\j"], ["j"]),
        # answers are taken out; Alt with a bracket begins like one, and is a key alone
        (["a\x1b[?62;22cb\x1b[?2026;2$yc\x1bP1$r0m\x1b\\d\x1b]11;rgb:0/0/0\x07e"], [*"abcde"]),
        (["\x1b]"], ["\x1b]"]),
        (["\x1bP"], ["\x1bP"]),
        (["\x1b[48;30;100;600;1000t"], [Resized(100, 30)]),  # lines come first
        # a paste is one thing, whatever is in it
        (["a\x1b[200~q\x1b[A町\0\x1b[20", "1~b"], ["a", Pasted("q\x1b[A町"), "b"]),
        # a sequence that is cut off or endless types nothing
        (["\x1b[1;5\x1b[A"], ["\x1b[A"]),
        (["\x1b[" + "1;" * 40 + "A"], []),
        (["\x1b[1;5\x07j"], ["\x07", "j"]),
    ],
)
def test_what_is_read_of_packets(packets: list[str], inputs: list[Input]) -> None:
    assert read(*packets) == inputs


def test_a_paste_that_is_too_long_is_none() -> None:
    """100 characters are allowed; of the endless one nothing is kept."""
    assert read("\x1b[200~" + "x" * 100 + "\x1b[201~") == [Pasted("x" * 100)]
    assert read("\x1b[200~" + "x" * 101 + "\x1b[201~j") == [Pasted(None), "j"]
    endless = Keyboard(100)
    endless.read(b"\x1b[200~")
    for _ in range(100):
        assert endless.read(b"x" * 1000) == []
    assert len(endless._paste or "") < 1100
    assert endless.read(b"\x1b[201~") == [Pasted(None)]


@given(st.lists(st.binary(max_size=30), max_size=8))
def test_any_bytes_are_read(packets: list[bytes]) -> None:
    """And Textual's parser takes every piece of it."""
    repair_textual()
    parser = XTermParser()
    for key in read(*packets):
        if isinstance(key, str):
            assert len(key) <= 32
            list(parser.feed(key))


SEQUENCE_CHARACTERS = st.text("\x1b[]PO?;:<>0123456789$~ABCHRMmtuyc\\\x07", max_size=40)


@given(st.lists(SEQUENCE_CHARACTERS, max_size=4))
def test_any_sequence_is_read(packets: list[str]) -> None:
    repair_textual()
    parser = XTermParser()
    for key in read(*packets):
        if isinstance(key, str):
            list(parser.feed(key))
