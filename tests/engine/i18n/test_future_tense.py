"""Tense: what would happen is not told as if it had happened, in Japanese either."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import rtoml

from hako.content import THE_SHELF, load
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.future_tense import future_tense, unknown
from hako.testing.prose import sentences

FORMS = Path(__file__).with_name("verb_forms.txt").read_text("utf-8")
"""Dictionary forms of each verb."""


@pytest.mark.parametrize("form", FORMS.strip().replace("\n", "  ").split("  "))
def test_a_past_form_becomes_that_of_the_dictionary(form: str) -> None:
    past, present = form.split()

    assert future_tense(f"{{seat:seat}}は{past}。", "ja") == f"{{seat:seat}}は{present}。"


def test_only_what_ends_a_sentence_is_turned_and_english_is_told_in_the_present() -> None:
    assert (
        future_tense("置いた札を引いた：{cards}（得た{n}）。", "ja")
        == "置いた札を引く：{cards}（得た{n}）。"
    )
    assert future_tense("した！ なった", "ja") == "する！ なる"
    assert future_tense("{seat:seat} bought a card.", "en") == "{seat:seat} bought a card."


def test_the_table_is_held_to_more_than_fifty_common_verbs() -> None:
    assert len(set(FORMS.split())) > 2 * 50


@pytest.mark.parametrize(
    "past",
    [
        "通った",  # 通る, 通う
        "断った",  # 断る, 断つ
        "競った",  # 競う, 競る
        "いった",  # 行く, 言う, 要る
        "行った",  # 行く, 行う
        "おった",  # 折る, 織る, 追う
        "しいた",  # 敷く, 強いる
        "札を全部出した",  # 出す, as 輸出した is 輸出する
        "{n}回した",  # 回す, or する so often
        "なくした",  # 無くす, or ないようにする
        "すんだ",  # 住む, 済む
        "小さな違いだ",  # a noun
    ],
)
def test_a_verb_that_its_past_form_does_not_tell_is_not_guessed(past: str) -> None:
    sentence = f"{{seat:seat}}は、{past}。"

    assert unknown(sentence, "ja") == [f"{{seat:seat}}は、{past}"]
    assert future_tense(sentence, "ja") == sentence


@pytest.mark.parametrize(
    "end", ["次は、あなた。", "手札はまだ。", "引く。", "札。", "{card:card}："]
)
def test_what_is_no_past_form_is_said_as_it_stands(end: str) -> None:
    assert (future_tense(end, "ja"), unknown(end, "ja")) == (end, [])


def test_a_sentence_may_say_itself_how_it_is_foretold() -> None:
    """Also one with variants, in either language."""
    entries = {
        "event.bought": {"text": "{n}枚買った。", "foretold": "{n}枚買うことになる。"},
        "event.drawn": {
            "by": "n",
            "one": "1枚引いた。",
            "other": "{n}枚引いた。",
            "foretold": {"by": "n", "one": "1枚引きます。", "other": "{n}枚引きます。"},
        },
    }
    texts = Catalogue("ja", entries, {})

    assert texts.text("event.bought", n=2) == "2枚買った。"
    assert texts.future_text("event.bought", n=2) == "2枚買うことになる。"
    assert texts.text("event.drawn", n=1) == "1枚引いた。"
    assert texts.future_text("event.drawn", n=1) == "1枚引きます。"
    assert texts.future_text("event.drawn", n=3) == "3枚引きます。"


@pytest.mark.parametrize("game", [box.id for box in THE_SHELF.boxes])
def test_no_event_of_a_game_is_foretold_in_the_past_tense(game: str) -> None:
    catalogue = rtoml.load(load(game).folder / "text.ja.toml")
    texts = [future_tense(sentence.text, "ja") for sentence in sentences(catalogue["event"])]

    assert [text for text in texts if re.search(r"(た|んだ|いだ)(?=[。！：（]|$)", text)] == []


def test_the_leads_that_all_games_share_can_be_foretold() -> None:
    leads = rtoml.load(ENGINE / "text.ja.toml")["lead"]

    assert [
        unknown(sentence.text, "ja")
        for sentence in sentences(leads)
        if unknown(sentence.text, "ja")
    ] == []
