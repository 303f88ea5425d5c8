"""Sentences about people in a lobby."""

from __future__ import annotations

import pytest

from hako.engine import ENGINE
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.languages import Language
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.lobby_text import speaker
from hako.multiplayer.tables.chat import ChatMessage
from hako.tui import TUI


@pytest.mark.parametrize(("language", "text"), [("en", "Ann (guest)"), ("ja", "Ann（ゲスト）")])
def test_what_a_guest_says_is_marked_as_theirs(language: Language, text: str) -> None:
    """Anybody can come as a guest called Ann, once she is not there; a key is not forged."""
    texts = load_catalogue(language, ENGINE, MULTIPLAYER, TUI)

    assert speaker(texts, ChatMessage("Ann", "hello", 0.0, guest=True)) == text
    assert speaker(texts, ChatMessage("Ann", "hello", 0.0)) == "Ann"
