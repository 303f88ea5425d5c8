"""Second person: sentences about a player, turned into sentences to that player.

English verbs follow the name, in the third person of the present; one that is coordinated with them
follows "and". Japanese sentences need another name only.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from hako.engine.i18n.languages import Language

_IRREGULAR: Final = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}

_ES: Final = ("sses", "shes", "ches", "xes", "zzes")

_VERB: Final = r"(?P<gap> (?:alone )?)(?P<verb>[a-z]+s)\b(?P<rest>[^.!?]*)"

_SENTENCE_END: Final = re.compile(r"[.!?] $")


@lru_cache(maxsize=512)
def second_person(sentence: str, places: frozenset[str], language: Language) -> str:
    """A sentence with placeholders, of which those in `places`, such as "{seat:seat}", are the player.

    It keeps all other placeholders.
    """
    if language != "en":
        return sentence
    for place in sorted(places):
        sentence = re.sub(
            rf"{re.escape(place)}(?:(?P<of>'s)|{_VERB})?",
            _turned,
            sentence,
        )
    return sentence


def _turned(place: re.Match[str]) -> str:
    before = place.string[: place.start()]
    pronoun = "your" if place["of"] else "you"
    if not before or _SENTENCE_END.search(before):
        pronoun = pronoun.capitalize()
    if not (verb := place["verb"]):
        return pronoun
    rest = re.sub(r"(?<= and )[a-z]+s\b", lambda more: base_form(more[0]), place["rest"])
    return f"{pronoun}{place['gap']}{base_form(verb)}{rest}"


def base_form(verb: str) -> str:
    """A verb in the third person of the present, as it follows "you"."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(_ES) else verb[:-1]
