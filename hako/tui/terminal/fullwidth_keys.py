"""Keys of full width, as a Japanese input method commits them, and the ASCII keys they mean."""

from __future__ import annotations

import unicodedata

from textual.events import Key
from textual.keys import _character_to_key


def narrow(key: Key) -> None:
    """Replace a full-width digit, letter, sign or space by the ASCII key it stands for."""
    character = key.character
    if character is not None and ("！" <= character <= "～" or character == "\u3000"):
        key.character = unicodedata.normalize("NFKC", character)
        key.key = _character_to_key(key.character)
