"""Sentences in a row: full-width punctuation has its own space."""

from __future__ import annotations

import pytest

from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.transcript.sentences import RenderedRecord


@pytest.mark.parametrize(
    ("sentences", "row"),
    [
        (("Ann gains a coin.", "Now: coins 5."), "Ann gains a coin. Now: coins 5."),
        (("Annは金を得た。", "現在：金5。"), "Annは金を得た。現在：金5。"),
        (("やった！", "終わり。"), "やった！終わり。"),
        (("", "Ann stops.", ""), "Ann stops."),
        ((), ""),
    ],
)
def test_sentences_are_spaced_as_their_language_spaces_them(
    sentences: tuple[str, ...], row: str
) -> None:
    assert join_sentences(sentences) == row
    assert join_sentences(sentences, "  ").replace("  ", " ") == row


@pytest.mark.parametrize(
    ("sentence", "totals", "row"),
    [
        ("Annは金を得た。", "現在：金5。", "Annは金を得た。現在：金5。"),
        ("Ann gains a coin.", "Now: coins 5.", "Ann gains a coin. Now: coins 5."),
        ("Annは金を得た。", "", "Annは金を得た。"),
    ],
)
def test_totals_follow_their_sentence(sentence: str, totals: str, row: str) -> None:
    assert RenderedRecord(sentence, totals=totals).in_full == row
