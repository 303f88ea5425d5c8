"""Scenes: what can be foreseen of a choice, in the words of who chooses."""

from __future__ import annotations

import pytest

from hako.content.quo_vadis.actions import Declare
from hako.engine.i18n.languages import Language
from hako.engine.transcript.glossary import Glossary
from hako.engine.transcript.sentences import texts_of
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.widgets.action_choices import ActionChoices
from hako.tui.widgets.table_model import table_model_of
from tests.engine.transcript.test_leads import conquering
from tests.tui.boards.test_quo_vadis import waiting_for


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


def test_the_chance_of_a_war_stays_beside_the_one_to_win_that_a_hint_gives() -> None:
    """Two chances in one column would be taken for the same one."""
    table = waiting_for(Declare)
    seat, texts = table.waiting()[0], texts_of(table, "en", MULTIPLAYER, TUI)
    glossary = Glossary(table.game, table.content, texts)
    choices = ActionChoices(table_model_of(table, table.now, seat, texts, seat), glossary)
    first = table.legal_actions(seat)[0]
    own = choices.payoff(first)
    choices.judge([(first, "41 % to win")])

    assert own.endswith("%")
    assert choices.payoff(first) == own
    assert choices.note(first).startswith("41 % to win")
