"""Sentences addressed to the player whom they are about."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hako.engine import ENGINE
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.second_person import base_form, second_person
from hako.engine.rules.game import Game
from tests.testing.games import GAMES

NAMES = {"seat": {0: "root", 1: "Greedy"}}

PLACE = re.compile(r"\{[\w.]+:seat\}")


@pytest.mark.parametrize(
    ("sentence", "addressed"),
    [
        ("{seat:seat} stops and builds.", "You stop and build."),
        ("{seat:seat} passes.", "You pass."),
        ("{seat:seat} has to play one more card.", "You have to play one more card."),
        ("{seat:seat} is the start player.", "You are the start player."),
        ("{seat:seat}'s turn ends.", "Your turn ends."),
        ("{seat:seat}: what do you build?", "You: what do you build?"),
        ("{other:seat} gets a card from {seat:seat}.", "Greedy gets a card from you."),
        ("The top card of {seat:seat}'s deck is {n}.", "The top card of your deck is 3."),
        ("The supply is empty: {seat:seat} loses.", "The supply is empty: you lose."),
        ("{others:seat} alone leads in {n}.", "You alone lead in 3."),
        ("{both:seat} share the lead.", "You, Greedy share the lead."),
        (
            "{n} to move. {seat:seat} tidies the Soldiers up.",
            "3 to move. You tidy the Soldiers up.",
        ),
    ],
)
def test_what_a_player_does_is_told_to_that_player(sentence: str, addressed: str) -> None:
    texts = Catalogue("en", {"deed": sentence}, NAMES).addressing(0, "You")
    assert texts.text("deed", seat=0, other=1, others=(0,), both=(0, 1), n=3) == addressed
    assert Catalogue("en", {"deed": sentence}, NAMES).text(
        "deed", seat=0, other=1, others=(0,), both=(0, 1), n=3
    ) != addressed  # fmt: skip


def test_what_others_do_stays_in_the_third_person() -> None:
    texts = Catalogue("en", {"deed": "{seat:seat} stops and builds."}, NAMES)
    assert texts.addressing(0, "You").text("deed", seat=1) == "Greedy stops and builds."


def test_names_that_stand_alone_and_letters_in_their_place_are_as_they_were_given() -> None:
    texts = Catalogue("en", {"deed": "{seat:seat} stops."}, NAMES).addressing(0, "You")
    assert texts.term("seat", 0) == "You"
    assert texts.with_terms({"seat": {0: "A", 1: "B"}}).text("deed", seat=0) == "A stops."


def test_japanese_needs_another_name_only() -> None:
    texts = Catalogue("ja", {"deed": "{seat:seat}は止めた。"}, NAMES).addressing(0, "あなた")
    assert texts.text("deed", seat=0) == "あなたは止めた。"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_verb_of_a_game_is_left_in_the_third_person(game: Game[Any]) -> None:
    """Told to each player that a sentence of its own, or of all games, names."""
    sentences = [*_sentences(load_catalogue("en", ENGINE, game.folder))]
    assert len(sentences) > 50
    for sentence in sentences:
        for place in set(PLACE.findall(sentence)):
            addressed = second_person(sentence, frozenset({place}), "en")
            assert place not in addressed
            verbs = re.findall(r"\b[Yy]ou (?:alone )?([a-z]+)\b", addressed)
            assert not [verb for verb in verbs if re.search(r"[^s]s$", verb)], addressed


def _sentences(texts: Catalogue) -> set[str]:
    entries = texts._entries.values()
    return {entry for entry in entries if isinstance(entry, str) and PLACE.search(entry)}


def test_the_base_form_of_a_verb() -> None:
    forms = {
        "plays": "play", "passes": "pass", "reaches": "reach", "tidies": "tidy", "uses": "use",
        "chooses": "choose", "is": "are", "was": "were", "has": "have", "does": "do", "goes": "go",
    }  # fmt: skip
    assert {verb: base_form(verb) for verb in forms} == forms
