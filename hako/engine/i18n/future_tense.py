"""Tense: sentences about past events, turned into sentences about future ones.

English logs use the present tense and stay unchanged. Japanese sentences end with a past form. It
is replaced by the dictionary form if the letters before the ending determine that, or if the verb
is listed in `japanese_verbs.toml`. Any other verb would be a guess: `unknown` reports it, the
conformance tests require a variant `foretold` of the sentence, and without one the sentence is
shown unchanged.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import rtoml

from hako.engine.i18n.languages import Language

_PAST_OF: Final = {
    "う": "った",
    "つ": "った",
    "る": "った",
    "く": "いた",
    "いる": "いた",
    "ぐ": "いだ",
    "す": "した",
    "する": "した",
    "ぶ": "んだ",
    "む": "んだ",
    "ぬ": "んだ",
}
_RULES: Final = (
    ("ませんでした", "ません"),
    ("ました", "ます"),
    ("でした", "です"),
    ("なかった", "ない"),
    ("(?<=[多良悪高低強弱早速遅近遠長短大安重軽深浅広狭古若白黒赤青無])かった", "い"),
    ("(?<=[したよ])かった", "い"),
    ("(?<=[にく]く)かった", "い"),
    ("だった", "だ"),
    ("(?<=[てで]い)った", "く"),
    ("(?<=[へにてで]行)った", "く"),
    ("(?<=とい)った", "う"),
    ("(?<!\\S)した", "する"),
    ("(?<!\\S)なった", "なる"),
    ("(?<=ら)った", "う"),
    ("(?<=[一-鿿々][まが])った", "る"),
    ("(?<=[ぎざじぐずべえけめれ])った", "る"),
    ("(?<=[んい]で)きた", "くる"),
    ("(?<=[てと])きた", "くる"),
    ("(?<=[一-鿿々で]き)た", "る"),
    ("(?<=[ぎじちびみり])た", "る"),
    ("(?<=[えけげせぜてでねべめれ])た", "る"),
    ("(?<=[見得着寝出経来似煮射居観診看])た", "る"),
    ("(?<=[ァ-ヶー}）」])した", "する"),
    ("(?<=[一-鿿々][一-鿿々])した", "する"),
)
"""Endings that can be replaced without knowing the verb; the first match counts."""

_CLAUSES = re.compile(r"(?<=[。！？：（])|(?=[。！？：（])")
_NEVER_BEFORE_TA = (
    "あかさたなはまやらわがざだばぱうくすつぬふむゆるぐずづぶぷおこそとのほもよろをごぞどぼぽ"
)
"""Letters that never precede the た of a past form, but may in a noun such as あなた."""


@lru_cache(maxsize=1024)
def future_tense(sentence: str, language: Language) -> str:
    """The sentence of an event, placeholders included, as a sentence about the future."""
    if language != "ja":
        return sentence
    return "".join(_present(clause) or clause for clause in _CLAUSES.split(sentence))


def unknown(sentence: str, language: Language) -> list[str]:
    """The clauses of a sentence whose past form is not known and that stay unchanged."""
    if language != "ja":
        return []
    return [
        clause for clause in _CLAUSES.split(sentence) if _is_past(clause) and not _present(clause)
    ]


def _is_past(clause: str) -> bool:
    return clause.endswith(("んだ", "いだ")) or (
        clause[-1:] == "た" and clause[-2:-1] not in _NEVER_BEFORE_TA
    )


def _present(clause: str) -> str | None:
    """The clause with the dictionary form at its end; None if it is not known."""
    if not clause.endswith(("た", "だ")):
        return None
    present_of = _known()
    for length in range(_LONGEST, 3, -1):
        if present := present_of.get(clause[-length:]):
            return clause[:-length] + present
    if clause[-3:] in _of_one_kanji() and "一" <= clause[-4:-3] <= "鿿":
        return None  # ambiguous: 輸出した, from する, or 全部出した
    if present := present_of.get(clause[-3:]):
        return clause[:-3] + present
    for past, present in _RULES:
        if re.search(f"{past}$", clause):
            return re.sub(f"{past}$", present, clause)
    return None


_LONGEST = 5


@cache
def _verbs() -> dict[str, Any]:
    """The verbs that are listed in japanese_verbs.toml."""
    return rtoml.loads(Path(__file__).with_name("japanese_verbs.toml").read_text("utf-8"))


@cache
def _known() -> dict[str, str]:
    """The listed past forms, with their dictionary forms."""
    verbs = _verbs()
    stems_of = verbs["stems"].items()
    known = {stem + _PAST_OF[end]: stem + end for end, stems in stems_of for stem in stems.split()}
    known |= {f"{noun}した": f"{noun}する" for noun in verbs["nouns"].split()}
    return known | {f"{stem}した": f"{stem}す" for stem in verbs["native"].split()}


@cache
def _of_one_kanji() -> frozenset[str]:
    """The past forms of verbs in す of one kanji, ambiguous with nouns that form verbs with する."""
    return frozenset(f"{stem}した" for stem in _verbs()["stems"]["す"].split() if len(stem) == 1)
