"""Scenes: what can be foreseen of a choice, in the words of who chooses."""

from __future__ import annotations

import pytest

from hako.engine.i18n.language import Language
from hako.engine.transcript.glossary import Glossary
from hako.engine.transcript.sentences import texts_of
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.widgets.action_choices import ActionChoices
from hako.tui.widgets.table_model import table_model_of
from tests.engine.transcript.test_leads import conquering


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The lead in Provinces goes to Ben: +3 points."),
        ("ja", "Benが地域の首位に立つ（＋3点）。"),
    ],
)
def test_a_preview_tells_the_lead_that_an_action_would_take(
    language: Language, sentence: str
) -> None:
    table = conquering()
    texts = texts_of(table, language, MULTIPLAYER, TUI)
    glossary = Glossary(table.game, table.content, texts)
    choices = ActionChoices(table_model_of(table, table.now, 1, texts, 1), glossary)

    assert sentence in choices.foreseen(table.legal_actions(1)[0])
