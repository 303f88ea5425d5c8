from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual._xterm_parser import XTermParser

from hako.tui.terminal.keyboard import Input, Keyboard, KeyParser, Pasted, Resized
from hako.tui.terminal.textual_patches import repair_textual


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


def test_keys_after_a_lone_escape_are_keys() -> None:
    keyboard = Keyboard(100)
    keyboard.read(b"\x1b")
    keyboard.release()
    assert keyboard.read(b"jk") == ["j", "k"]


@pytest.mark.parametrize(
    ("packets", "inputs"),
    [
        (["\x1b\x1b[A"], ["\x1b", "\x1b[A"]),  # twice Escape
        # halves are put together
        (["\x1b", "[", "1;", "5C"], ["\x1b[1;5C"]),
        (["\x1bP1$r0", "m\x1b", "\\j"], ["j"]),
        # answers are taken out; Alt with a bracket begins like one, and Textual would type the
        # bracket alone: where the rest of an answer comes later, that is no key
        (["a\x1b[?62;22cb\x1b[?2026;2$yc\x1bP1$r0m\x1b\\d\x1b]11;rgb:0/0/0\x07e"], [*"abcde"]),
        (["\x1b]"], []),
        (["\x1bP"], []),
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


@pytest.mark.parametrize(
    "sent",
    [
        *(f"\x1b[{number}~" for number in (9, 35, 49, 57, 121, 12353)),
        *(f"\x1b[121{final}" for final in "ABCDEFHPQRS"),
        "\x1b[121;1S",
        "\x1b[12$y",  # as a key of rxvt begins
        "\x1b[0$+E",
        '\x9b7$"j',
    ],
)
def test_a_number_that_names_no_key_is_no_character(sent: str) -> None:
    for packets, pause in product([[sent], sent], [0.0, 0.05]):
        keys = pressed([packet.encode() for packet in packets], pause)
        assert keys in ([], ["escape"]), (packets, pause)


STRINGS = {
    "DCS": (b"P", b"1$r0m"),
    "termcap": (b"P", b"1+r544e=787465726d"),
    "version": (b"P", b">|XTerm(388)"),
    "OSC": (b"]", b"11;rgb:1e1e/1e1e/1e1e"),
    "palette": (b"]", b"4;1;rgba:ffff/0000/0000/ffff"),
    "title": (b"]", "l町 y1".encode()),
    "clipboard": (b"]", b"52;c;eTF5"),
    "APC": (b"_", b"Gi=31;OK"),
    "PM": (b"^", b"y1 j"),
    "SOS": (b"X", b"q1\ty"),
}
"""Strings of control, by introducer and content."""
SEQUENCES = {
    "DA1": b"?62;22c",
    "DA2": b">41;388;0c",
    "DA3": b"=1;2c",
    "DSR": b"0n",
    "colour scheme": b"?997;1n",
    "CPR": b"12;40R",
    "DECXCPR": b"?12;40;1R",
    "DECRPM": b"?2026;2$y",
    "ANSI mode": b"4;2$y",
    "kitty keys": b"?1u",
    "key format": b">4;1m",
    "window": b"8;24;80t",
    "pixels": b"4;600;1000t",
    "graphics": b"?1;0;256S",
    "checksum": b"?63;1n",
    "unknown": b"?1;2;3 q",
    "negative mouse": b"<0;-1;-5z",
}
"""Control sequences that terminals send of themselves, without their introducer."""


def reports() -> Iterator[bytes]:
    """Every report in 7 and in 8 bits, strings with each of their ends."""
    for introducer, content in STRINGS.values():
        eighth = bytes([introducer[0] + 0x40])
        for end in (b"\x1b\\", b"\x07", b"\x9c"):
            yield b"\x1b" + introducer + content + end
            yield eighth + content + end
    for content in SEQUENCES.values():
        yield b"\x1b[" + content
        yield b"\x9b" + content


def pressed(packets: Iterable[bytes], pause: float) -> list[str]:
    """The keys that an app is told of, with so many seconds between two packets."""
    repair_textual()
    keyboard, parser = Keyboard(100), KeyParser()
    inputs: list[Input] = []
    for packet in packets:
        inputs += keyboard.read(packet)
        left = pause
        while (patience := keyboard.patience) and patience <= left:
            left -= patience
            inputs += keyboard.release()
    while keyboard.patience:
        inputs += keyboard.release()
    messages = [message for key in inputs if isinstance(key, str) for message in parser.parse(key)]
    return [message.key for message in messages if isinstance(message, events.Key)]


@pytest.mark.parametrize("report", reports())
def test_a_report_is_no_key_wherever_it_is_split(report: bytes) -> None:
    """Byte by byte, and in two halves at each byte; a terminal that waits after Escape pressed it."""
    splits = [[report[:at], report[at:]] for at in range(len(report))]
    bytewise = [bytes([byte]) for byte in report]
    for packets, pause in product([*splits, bytewise], [0.0, 0.05, 0.32, 0.7]):
        keys = pressed([b"j", *packets, b"k"], pause)
        assert keys in (["j", "k"], ["j", "escape", "k"]), (packets, pause)
        waits_after_escape = pause > 0.1 and any(packet.endswith(b"\x1b") for packet in packets)
        assert "escape" not in keys or waits_after_escape, (packets, pause)


@given(
    st.lists(st.sampled_from([*reports(), b"j", b"\x1b[A", "町".encode()]), max_size=6),
    st.lists(st.integers(1, 20), min_size=1),
    st.sampled_from([0.0, 0.05]),
)
def test_keys_between_reports_are_read_however_all_is_split(
    sent: list[bytes], lengths: list[int], pause: float
) -> None:
    line = b"".join(sent)
    packets, length = [], cycle(lengths)
    while line:
        first = next(length)
        packets.append(line[:first])
        line = line[first:]
    names = {b"j": "j", b"\x1b[A": "up", "町".encode(): "町"}
    assert pressed(packets, pause) == [names[data] for data in sent if data in names]


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"\xff", ["replacement_character"]),
        (b"\xe3\x81j", ["replacement_character", "j"]),
        (b"\xe3\x9dj", ["replacement_character", "j"]),  # half a kana, no string of 8 bits
        (b"\x80\x85j", ["j"]),
        (b"\xc2\x9b12;40Rj", ["j"]),  # in UTF-8
    ],
)
def test_what_is_no_utf_8_is_read_on_after(sent: bytes, keys: list[str]) -> None:
    assert pressed([sent], 0.0) == keys


@pytest.mark.parametrize(
    ("packets", "keys"),
    [
        ([b"\x1b", b"j"], ["escape", "j"]),
        ([b"\x1b", b"\x1b", b"\x1b"], ["escape"] * 3),
        ([b"\x1b", b"OP"], ["escape", "f1"]),  # nobody types as fast: the rest of a key
        ([b"\x1b", b"O", b"s"], ["escape", "O", "s"]),
        ([b"\x1b]1", b"\x03"], ["ctrl+c"]),  # it leaves from within an endless string, too
        ([b"\x1b[200~y", b"\x03", b"j"], ["ctrl+c", "j"]),  # and from an endless paste
        ([b"\x1b[200~y\x1b[2", b"\x1b[99;5u"], ["ctrl+c"]),
        ([b"\x1b]1", b"\x18j"], ["j"]),
        ([b"\x1b[200~\x1b]11;", b"?\x07", b"\x1b[201~j"], ["j"]),
        ([b"\x9b200~a\x9b201~j"], ["j"]),
        # brackets are keys of the replay
        ([b"\x1b", b"["], ["escape", "left_square_bracket"]),
        ([b"\x1b", b"]", b"]", b"j"], ["escape", *["right_square_bracket"] * 2, "j"]),
        (
            [b"\x1b", b"[", b"[", b"]"],
            ["escape", *["left_square_bracket"] * 2, "right_square_bracket"],
        ),
        ([b"\x1b", b"[[[["], ["escape", *["left_square_bracket"] * 4]),
        ([b"\x1b", b"]", b"\x1b[A"], ["escape", "right_square_bracket", "up"]),
    ],
)
def test_what_comes_after_a_third_of_a_second(packets: list[bytes], keys: list[str]) -> None:
    assert pressed(packets, 0.32) == keys


@pytest.mark.parametrize(
    ("sent", "key"),
    [
        (b"\x1b[[A", "f1"),  # on the console of Linux
        (b"\x1b[11^", "ctrl+f1"),  # of rxvt
        (b"\x1b[3$", "shift+delete"),
        (b"\x9b3$", "shift+delete"),
        (b"\x1b[32~", "f18"),
        (b"\x1b[27;5;106~", "ctrl+j"),  # of xterm with modifyOtherKeys
        (b"\x1bOP", "f1"),
        (b"\x8fP", "f1"),
        (b"\x1b[1;5C", "ctrl+right"),
        (b"\x1b[27u", "escape"),  # of kitty
        (b"\x1b[99;5u", "ctrl+c"),
        (b"\x1bx", "alt+x"),
    ],
)
def test_the_keys_of_terminals_are_keys(sent: bytes, key: str) -> None:
    assert pressed([sent], 0.0) == [key]
    if not sent.startswith(b"\x1bx"):
        assert pressed([sent[:2], sent[2:]], 0.05) == [key]


def test_a_string_without_an_end_costs_nothing_and_ends_by_itself() -> None:
    keyboard = Keyboard(100)
    keyboard.read(b"\x1b]")
    for _ in range(100):
        assert keyboard.read(b"x" * 1000) == []
        assert len(keyboard._held) < 10
    while keyboard.patience:
        assert keyboard.release() == []
    assert keyboard.read(b"j") == ["j"]


SEQUENCE_CHARACTERS = st.text("\x1b[]PO?;:<>0123456789$~ABCHRMmtuyc\\\x07", max_size=40)


@given(st.lists(SEQUENCE_CHARACTERS, max_size=4))
def test_any_sequence_is_read(packets: list[str]) -> None:
    repair_textual()
    parser = XTermParser()
    for key in read(*packets):
        if isinstance(key, str):
            list(parser.feed(key))
