"""Tense: what would happen is not told as if it had happened, in Japanese either."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import rtoml

from hako.content import boxes, load
from hako.engine.words.tense import foretold

FORMS = """
購入した 購入する  除外した 除外する  移動させた 移動させる  にした にする  出した 出す  残した 残す
へ渡した へ渡す  へ戻した へ戻す  壊した 壊す  起こした 起こす  動かした 動かす  倒した 倒す
使った 使う  失った 失う  支払った 支払う  奪った 奪う  雇った 雇う  進歩を行った 進歩を行う
になった になる  戻った 戻る  売った 売る  終わった 終わる  上がった 上がる  勝った 勝つ
選んだ 選ぶ  進んだ 進む  引いた 引く  置いた 置く  動いた 動く  除いた 除く  率いた 率いる
得た 得る  捨てた 捨てる  見た 見る  置かれた 置かれる  現れた 現れる  奪われた 奪われる
Ｘだった Ｘだ  持ちこたえられなかった 持ちこたえられない  引きました 引きます  届かなかった 届かない
"""
"""What one finds in a dictionary for each verb."""


@pytest.mark.parametrize("form", FORMS.strip().replace("\n", "  ").split("  "))
def test_a_past_form_becomes_that_of_the_dictionary(form: str) -> None:
    past, present = form.split()

    assert foretold(f"{{seat:seat}}は{past}。", "ja") == f"{{seat:seat}}は{present}。"


def test_only_what_ends_a_sentence_is_turned_and_english_is_told_in_the_present() -> None:
    assert (
        foretold("置いた札を引いた：{cards}（得た{n}）。", "ja")
        == "置いた札を引く：{cards}（得た{n}）。"
    )
    assert foretold("した！ なった", "ja") == "する！ なる"
    assert foretold("{seat:seat} bought a card.", "en") == "{seat:seat} bought a card."


def _sentences(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    else:
        for key, value in entry.items():
            yield from () if key == "by" else _sentences(value)


@pytest.mark.parametrize("game", [box.id for box in boxes()])
def test_no_event_of_a_game_is_foretold_in_the_past_tense(game: str) -> None:
    catalogue = rtoml.load(load(game).folder / "text.ja.toml")
    told = [foretold(its, "ja") for its in _sentences(catalogue["event"])]

    assert [its for its in told if re.search(r"(た|んだ|いだ)(?=[。！：（]|$)", its)] == []
