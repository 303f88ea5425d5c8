"""Texts: names, lists and numbers in a sentence of either language."""

from __future__ import annotations

from hako.engine.text import Language, Texts

NAMES = {"card": {"hospital": "Hospital", "factory": "Factory"}}
NAMES_JA = {"card": {"hospital": "病院", "factory": "工場"}}


def said(cards: object, language: Language = "en") -> str:
    """The sentence with these cards."""
    names = NAMES if language == "en" else NAMES_JA
    return Texts(language, {"deck": "Deck: {cards:card}."}, names).say("deck", cards=cards)


def test_a_value_is_told_by_its_name_and_a_masked_one_by_a_question_mark() -> None:
    assert said("hospital") == "Deck: Hospital."
    assert said(None) == "Deck: ?."


def test_a_sequence_is_told_as_a_list() -> None:
    assert said(("hospital", "factory", None)) == "Deck: Hospital, Factory, ?."
    assert said(("hospital", "factory"), "ja") == "Deck: 病院、工場."


def test_a_mapping_is_told_as_a_list_with_numbers() -> None:
    assert said({"hospital": 2, "factory": 1}) == "Deck: Hospital 2, Factory 1."
    assert said({"hospital": 2, "factory": 1}, "ja") == "Deck: 病院 2、工場 1."


def test_a_list_of_nothing_is_told_as_a_dash() -> None:
    assert said(()) == "Deck: -."
    assert said({}) == "Deck: -."
