"""The toys with mistakes in them: `?` on a screen, and `~` where keys are read, raise an error."""

from __future__ import annotations

from textual.message import Message

from hako.__main__ import main
from hako.tui.apps.core_app import CoreApp
from hako.tui.terminal.keyboard import KeyParser
from tests.toys import TOYS

_parse = KeyParser.parse


def _stumble(self: CoreApp) -> None:
    hand = "the queen of spades"
    raise ValueError(f"no room for {len(hand)} letters")


def _parse_but(self: KeyParser, key: str) -> list[Message]:
    if key == "~":
        raise ValueError("no room for 19 letters")
    return _parse(self, key)


if __name__ == "__main__":
    CoreApp.action_help = _stumble  # type: ignore[method-assign]  # the mistake
    KeyParser.parse = _parse_but  # type: ignore[method-assign]  # the mistake
    main(TOYS)
