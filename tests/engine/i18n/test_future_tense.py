"""Tense: what would happen is not told as if it had happened, in Japanese either."""

from __future__ import annotations

import re

import pytest
import rtoml

from hako.content import boxes, load
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.future_tense import future_tense, unknown
from hako.testing.prose import sentences

FORMS = """
購入した 購入する  除外した 除外する  移動させた 移動させる  にした にする  出した 出す  残した 残す
へ渡した へ渡す  へ戻した へ戻す  壊した 壊す  起こした 起こす  動かした 動かす  倒した 倒す
使った 使う  失った 失う  支払った 支払う  奪った 奪う  雇った 雇う  進歩を行った 進歩を行う
になった になる  戻った 戻る  売った 売る  終わった 終わる  上がった 上がる  勝った 勝つ
選んだ 選ぶ  進んだ 進む  引いた 引く  置いた 置く  動いた 動く  除いた 除く  率いた 率いる
得た 得る  捨てた 捨てる  見た 見る  置かれた 置かれる  現れた 現れる  奪われた 奪われる
貸した 貸す  話した 話す  押した 押す  消した 消す  指した 指す  返した 返す  隠した 隠す  探した 探す
落とした 落とす  増やした 増やす  減らした 減らす  飛ばした 飛ばす  通した 通す  許した 許す  果たした 果たす
対した 対する  反対した 反対する  キャンセルした キャンセルする  輸出した 輸出する  少なくとも２とした 少なくとも２とする
買った 買う  拾った 拾う  会った 会う  言った 言う  従った 従う  歌った 歌う  もらった もらう  戦った 戦う
取った 取る  作った 作る  送った 送る  乗った 乗る  走った 走る  切った 切る  帰った 帰る  知った 知る
入った 入る  座った 座る  始まった 始まる  決まった 決まる  広がった 広がる  変わった 変わる  見つかった 見つかる
待った 待つ  持った 持つ  立った 立つ  打った 打つ  育った 育つ  へ行った へ行く  を行った を行う
書いた 書く  聞いた 聞く  着いた 着く  働いた 働く  用いた 用いる  気づいた 気づく  待っていた 待っている
泳いだ 泳ぐ  急いだ 急ぐ  稼いだ 稼ぐ  注いだ 注ぐ  読んだ 読む  頼んだ 頼む  踏んだ 踏む  組んだ 組む
呼んだ 呼ぶ  飛んだ 飛ぶ  並んだ 並ぶ  遊んだ 遊ぶ  死んだ 死ぬ  弾んだ 弾む  裏返した 裏返す  起きた 起きる  過ぎた 過ぎる  借りた 借りる
落ちた 落ちる  信じた 信じる  伸びた 伸びる  来た 来る  戻ってきた 戻ってくる  できた できる  寝た 寝る
食べた 食べる  開けた 開ける  与えた 与える  受けた 受ける  投げた 投げる  始めた 始める  入れた 入れる
多かった 多い  少なかった 少ない  取りたかった 取りたい  分かった 分かる  助かった 助かる
Ｘだった Ｘだ  持ちこたえられなかった 持ちこたえられない  引きました 引きます  届かなかった 届かない
"""
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


@pytest.mark.parametrize("game", [box.id for box in boxes()])
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
