"""The keyboard: bytes from a terminal split into keys, pastes, sizes and reports.

The local driver, the lobby on a terminal of this machine and the SSH driver all read through here.
Textual's parser knows keys and the mouse, but it does not bound a paste and types what it does not
know into the app as if it were keys, where a letter is a move. So bytes are split by the grammar of
control sequences (ECMA-48) first: reports and unknown sequences are dropped, whenever they arrive
and however they are split, and only whole sequences reach the parser.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

_PASTE_START = "\x1b[200~"
_PASTE_END = re.compile(r"(?:\x1b\[|\x9b)201~")
_PASTE_END_LENGTH = 6
_ESCAPE = "\x1b"

# each introducer with its 8-bit twin
_CSI, _SS3, _STRING = r"(?:\x1b\[|\x9b)", r"(?:\x1bO|\x8f)", r"(?:\x1b[P\]X^_]|[\x90\x98\x9d-\x9f])"
# not in a string: its ends (ST, BEL, CAN, SUB), Escape, and Ctrl+C, which always leaves
_CONTENT = r"[^\x1b\x9c\x07\x18\x1a\x03]*+"

_INCOMPLETE = re.compile(
    rf"\x1b\Z|{_CSI}(?:M[\s\S]{{0,2}}|\[|[ -?]*+)\Z|{_SS3}[0-9;]*+\Z"
    rf"|{_STRING}{_CONTENT}\x1b?\Z|\x1b[ -/]++\Z"
)
_TOKEN = re.compile(
    # "\x1b[M.." is the mouse as X10 reports it, which tmux may fall back to, "\x1b[[A" a key of
    # the Linux console and "\x1b[3$" one of rxvt, if no final byte comes with it; all else ends
    # with its first final byte
    rf"(?P<csi>{_CSI}(?:M[\s\S]{{3}}|\[[\s\S]|[ -?]*+[@-~]|\d{{1,2}}\$(?![ -?])))"
    rf"|(?P<ss3>{_SS3}[0-9;]*+[@-~])"
    rf"|(?P<dropped>{_STRING}{_CONTENT}(?:\x1b\\|[\x9c\x07\x18\x1a])?+"  # DCS, OSC, SOS, PM, APC
    rf"|{_CSI}[ -?]*+|{_SS3}[0-9;]*+"  # cut off
    r"|\x1b[ -/]++[0-~]|\x1b\\|[\x80-\x9f])"  # charsets; ends of strings; other controls of 8 bits
    r"|(?P<key>\x1b[^\x1b]|[\s\S])"  # a letter with alt, or a character
)
_REPORT = re.compile(
    r"\x1b\[(?:"
    r"[=>?]"  # device attributes, modes, kitty keys; "<" is the mouse
    r"|[0-?]*[ -/]++[@-~]"  # with an intermediate byte, such as "$y"
    r"|\d+;\d+R)"  # where the cursor is
)
_SIZE = re.compile(r"\x1b\[48;(?P<lines>\d{1,9})[\d:]*;(?P<columns>\d{1,9})[\d:;]*t")  # mode 2048
# after an Escape that was taken for a key; brackets alone are keys, too
_GOES_ON = re.compile(r"\[[0-?A-Z]|\][0-9lLI]|[PX^_]|O[!-~]")
_BRACKETS = ("[", "]")
_CTRL_C = (b"\x03", b"\x1b[99;5u")
"""Ctrl+C as terminals and kitty's protocol spell it; alone in a packet it is no part of a paste."""
_RXVT_KEY = re.compile(rf"{_CSI}\d{{1,2}}\$")
_LONGEST_KEY = 32

_ESCAPE_SECONDS = 0.1
"""Seconds that the rest of a sequence may take, until Escape was pressed alone."""
_AFTER_ESCAPE_SECONDS = 1.0
"""Seconds during which the rest of a sequence is recognised after its Escape was taken for a
key."""
_REST_SECONDS = 2.0
"""Seconds to wait for the rest of a sequence that no key begins."""


class Pasted(NamedTuple):
    """A pasted text; None if it was too long."""

    text: str | None


class Resized(NamedTuple):
    """The terminal's new size, reported within the input."""

    columns: int
    lines: int


Input = str | Pasted | Resized
"""A string is one key, or one mouse report, as the terminal spells it."""


class Keyboard:
    """The input of one terminal.

    An incomplete sequence is held until more arrives or until it is released: then Escape was
    pressed alone, or the rest of a sequence is no key.
    """

    def __init__(self, paste_characters: int) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")(_ERRORS).decode
        self._most = paste_characters
        self._held = ""
        self._is_after_escape = False
        """True if Escape was released a moment ago; it may have been the beginning of a
        sequence."""
        self._paste: list[str] | None = None
        self._pasted_characters = 0

    def read(self, data: bytes) -> list[Input]:
        """The inputs that these bytes complete, in order."""
        if self._paste is not None and data in _CTRL_C:  # a paste whose end was lost
            self._paste, self._held = None, ""
        text = self._decode(data)
        if not text:
            return []
        text = self._held + text
        self._held = ""
        if self._is_after_escape:
            if text in _BRACKETS:  # a key, unless more of a sequence comes
                self._held = text
                return []
            self._is_after_escape = False
            if _GOES_ON.match(text):
                text = _ESCAPE + text
        inputs: list[Input] = []
        at = 0
        while at < len(text):
            if self._paste is not None:
                at = self._read_paste(text, at, inputs)
            else:
                at = self._read_keys(text, at, inputs)
        return inputs

    @property
    def is_holding(self) -> bool:
        """True if an incomplete sequence is held."""
        return bool(self._held)

    @property
    def patience(self) -> float:
        """Seconds without input after which `release` is due; 0 if nothing is held."""
        if self._is_after_escape:
            return _AFTER_ESCAPE_SECONDS
        if not self._held or self._paste is not None:
            return 0.0
        return _ESCAPE_SECONDS if _is_held_key(self._held) else _REST_SECONDS

    def release(self) -> list[str]:
        """The held input, if it is a key: nothing more came for as long as `patience`."""
        if self._paste is not None:
            return []
        held, self._held = self._held, ""
        self._is_after_escape = held == _ESCAPE
        return [_CSI_TWIN.sub("\x1b[", held)] if _is_held_key(held) else []

    def _read_keys(self, text: str, at: int, inputs: list[Input]) -> int:
        """Read on until a paste begins; returns its index."""
        while at < len(text):
            if text[at] in _INTRODUCERS and _INCOMPLETE.match(text, at):
                self._hold(text[at:])
                return len(text)
            token = _TOKEN.match(text, at)
            assert token is not None, "any character is a token"
            at = token.end()
            if token["key"]:
                inputs.append(token["key"])
            elif token["csi"]:
                sequence = _CSI_TWIN.sub("\x1b[", token["csi"])
                if sequence == _PASTE_START:
                    self._paste, self._pasted_characters = [], 0
                    return at
                inputs += _inputs(sequence)
            elif token["ss3"]:
                inputs.append(token["ss3"].replace("\x8f", "\x1bO"))
        return at

    def _hold(self, text: str) -> None:
        """Keep the beginning of a sequence; of an endless one only the part that identifies it."""
        if _IS_STRING.match(text):
            introducer = text[0] if text[0] != _ESCAPE else text[:2]
            ends = _ESCAPE if len(text) > len(introducer) and text[-1] == _ESCAPE else ""
            self._held = introducer + ends
        else:
            self._held = text[: _LONGEST_KEY + 2]

    def _read_paste(self, text: str, at: int, inputs: list[Input]) -> int:
        """Read on in a paste; returns the index after it."""
        assert self._paste is not None, "a paste has begun"
        end = _PASTE_END.search(text, at)
        if end is None:
            # as much as may be half of its end is looked at again
            rest = max(at, len(text) - _PASTE_END_LENGTH + 1)
            self._held = text[rest:]
            self._keep(text[at:rest])
            return len(text)
        self._keep(text[at : end.start()])
        is_too_long = self._pasted_characters > self._most
        pasted = "".join(self._paste).replace("\0", "")
        self._paste = None
        inputs.append(Pasted(None if is_too_long else pasted))
        return end.end()

    def _keep(self, pasted: str) -> None:
        assert self._paste is not None, "a paste has begun"
        self._pasted_characters += len(pasted)
        if self._pasted_characters > self._most:
            self._paste.clear()
        elif pasted:
            self._paste.append(pasted)


class KeyParser:
    """Textual's parser behind a `Keyboard`: of one input, the messages for the app."""

    def __init__(self) -> None:
        self._parser = XTermParser()

    def parse(self, key: str) -> list[Message]:
        """The messages of a key, or of one mouse report; none for an unknown one."""
        received = list(self._parser.feed(key))
        if self._parser._timeout_time is not None:  # it would like to have more
            if len(key) > 2:
                # no key that it knows: it would type the sequence, and a letter is a move
                self.close()
                self._parser = XTermParser()
            else:  # escape alone, or a letter with alt
                self._parser._timeout_time = 0.0
                received += self._parser.tick()
        return [message for message in received if not isinstance(message, events.CursorPosition)]

    def close(self) -> None:
        """Release the last message, which the suspended generator holds, and its sender."""
        self._parser._gen.close()
        self._parser._tokens.clear()


_INTRODUCERS = frozenset("\x1b\x8f\x90\x98\x9b\x9d\x9e\x9f")
_IS_STRING = re.compile(_STRING)
_CSI_TWIN = re.compile("^\x9b")


def _is_held_key(held: str) -> bool:
    """True if the held input may be a key: Escape, a sign with alt, a bracket."""
    is_alt = len(held) == 2 and held[0] == _ESCAPE and " " <= held[1] <= "/"
    return is_alt or held in (_ESCAPE, *_BRACKETS) or bool(_RXVT_KEY.fullmatch(held))


def _inputs(sequence: str) -> list[Input]:
    """The input of a whole control sequence; none for a report or one longer than any key."""
    if size := _SIZE.fullmatch(sequence):
        return [Resized(int(size["columns"]), int(size["lines"]))]
    if len(sequence) > _LONGEST_KEY or _REPORT.match(sequence):
        return []
    return [sequence]


def _decode_error(error: UnicodeError) -> tuple[str, int]:
    """A control character of 8 bits, sent as one byte; else the sign for a broken character."""
    assert isinstance(error, UnicodeDecodeError), "it is for decoding alone"
    byte = error.object[error.start]
    is_control = 0x80 <= byte <= 0x9F and error.end - error.start == 1
    return chr(byte) if is_control else "�", error.end


_ERRORS = "hako_controls"
codecs.register_error(_ERRORS, _decode_error)
