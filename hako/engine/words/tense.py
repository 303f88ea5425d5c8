"""Tense: what is told of the past, as it is foretold.

English logs are told in the present tense and need nothing. Japanese ones end their sentences
with a past form, from which that of the dictionary follows by the letters before it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from hako.engine.words.note import Language

_ENDINGS = (
    ("ました", "ます"),
    ("ませんでした", "ません"),
    ("でした", "です"),
    ("なかった", "ない"),
    ("だった", "だ"),
    (r"(?<=[^一-鿿][出残渡戻倒壊移返示隠写回外])した", "す"),
    (r"(?<=[かがこらわば])した", "す"),
    ("した", "する"),
    (r"(?<=[使失払奪雇買拾争襲救言思])った", "う"),
    (r"(?<=を行)った", "う"),
    (r"(?<=[待勝持立打])った", "つ"),
    ("った", "る"),
    (r"(?<=[選呼並運])んだ", "ぶ"),
    ("んだ", "む"),
    (r"(?<=[稼防継])いだ", "ぐ"),
    (r"(?<=[用率がに])いた", "いる"),
    ("いた", "く"),
    ("た", "る"),
)
"""Past endings and what stands in their place; the first that fits counts."""

# compiled when it is asked for, which takes longer than a short command should
_PAST = f"(?:{'|'.join(f'({past})' for past, _ in _ENDINGS)})(?=[。！：（]|$)"


@lru_cache(maxsize=1024)
def foretold(sentence: str, language: Language) -> str:
    """The sentence of an event, with its placeholders, as of one that has not happened."""
    return re.sub(_PAST, _ahead, sentence) if language == "ja" else sentence


def _ahead(found: re.Match[str]) -> str:
    assert found.lastindex is not None, "one of them was found"
    return _ENDINGS[found.lastindex - 1][1]
