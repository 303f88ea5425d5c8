"""Bytes from a terminal cut into keys, pastes, sizes and answers.

Textual's parser knows keys and the mouse. It does not bound a paste, types what it
does not know into the app as if it were keys, and may be handed a sequence in two
halves; so all that is no key is taken out here, and only whole sequences are let
through, one at a time.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_PASTE_START = "\x1b[200~"
_PASTE_END = "\x1b[201~"
_SPECIAL = re.compile(
    r"\x1b\[200~"
    r"|\x1b\[48;(?P<lines>\d{1,9})[\d:]*;(?P<columns>\d{1,9})[\d:;]*t"  # size, mode 2048
    r"|\x1b\[\?[\d;]{0,64}(?:c|\$y)"  # device attributes, mode report
    r"|\x1b[P\]X^_][^\x1b\x07]{0,256}(?:\x1b\\|\x07)"  # DCS, OSC, SOS, PM, APC
)
# one key: a sequence, a letter with alt, or a character
_KEY = re.compile(
    r"\x1b\[M[\s\S]{3}"  # mouse as X10 tells it, which tmux may fall back to
    r"|\x1b\[[0-?]*[ -/]*[@-~]?|\x1bO[@-~]?|\x1b[^\x1b]?|[\s\S]"
)
_LONGEST_KEY = 32
_INCOMPLETE = re.compile(r"\x1b(?:\[[0-?]{0,64}[ -/]?|O|[P\]X^_][^\x1b\x07]{0,256}\x1b?)?\Z")


class Pasted(NamedTuple):
    """What was pasted; None if it was too long."""

    text: str | None


class Resized(NamedTuple):
    """The terminal's new size, told within the input."""

    columns: int
    lines: int


Input = str | Pasted | Resized
"""A string is one key, or one thing that the mouse did, as the terminal spells it."""


class Keyboard:
    """The input of one terminal.

    A sequence that is not complete yet is held back until more arrives or until it
    is released: then it was keys after all, such as Escape alone.
    """

    def __init__(self, paste_characters: int) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._most = paste_characters
        self._held = ""
        self._paste: str | None = None
        self._paste_is_too_long = False

    def read(self, data: bytes) -> list[Input]:
        """What these bytes complete, in order."""
        text = self._held + self._decode(data)
        self._held = ""
        inputs: list[Input] = []
        while text:
            if self._paste is not None:
                text = self._read_paste(self._paste + text, inputs)
            elif special := _SPECIAL.search(text):
                inputs += _keys(text[: special.start()])
                self._read_special(special, inputs)
                text = text[special.end() :]
            else:
                inputs += _keys(self._hold_back_incomplete(text))
                break
        return inputs

    @property
    def is_holding(self) -> bool:
        """Something waits for its other half."""
        return bool(self._held)

    def release(self) -> list[str]:
        """What is held back, as keys."""
        held, self._held = self._held, ""
        return _keys(held)

    def _read_special(self, special: re.Match[str], inputs: list[Input]) -> None:
        if special.group() == _PASTE_START:
            self._paste, self._paste_is_too_long = "", False
        elif special["lines"]:
            inputs.append(Resized(int(special["columns"]), int(special["lines"])))

    def _read_paste(self, pasted: str, inputs: list[Input]) -> str:
        """Read on in a paste; returns what follows after its end."""
        pasted, end, rest = pasted.partition(_PASTE_END)
        content = pasted if end else pasted[: 1 - len(_PASTE_END)]
        self._paste_is_too_long |= len(content) > self._most
        if end:
            self._paste = None
            inputs.append(Pasted(None if self._paste_is_too_long else pasted.replace("\0", "")))
        else:
            # of one that is too long only as much is kept as may be half of its end
            self._paste = pasted[1 - len(_PASTE_END) :] if self._paste_is_too_long else pasted
        return rest

    def _hold_back_incomplete(self, text: str) -> str:
        incomplete = _INCOMPLETE.search(text)
        if incomplete is None:
            return text
        self._held = incomplete.group()
        return text[: incomplete.start()]


def _keys(text: str) -> list[str]:
    return [key for key in _KEY.findall(text) if not _is_broken(key)]


def _is_broken(key: str) -> bool:
    """A sequence that somebody cut off or that no key has; its letters are no keys either."""
    is_sequence = len(key) > 2 and key.startswith("\x1b[")
    is_complete = "@" <= key[-1] <= "~" or key.startswith("\x1b[M")
    return len(key) > _LONGEST_KEY or (is_sequence and not is_complete)
