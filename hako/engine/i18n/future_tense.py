"""Tense: sentences about past events, turned into sentences about future ones.

English logs use the present tense and stay unchanged. Japanese sentences end with a past form. It
is replaced by the dictionary form if the letters before the ending determine that, or if the verb
is listed here. Any other verb would be a guess: `unknown` reports it, the conformance tests require
a variant `foretold` of the sentence, and without one the sentence is shown unchanged.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from hako.engine.i18n.lazy_text import Language

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
_STEMS: Final = {
    "う": """買 使 失 払 奪 雇 拾 争 襲 救 言 思 会 合 笑 歌 習 洗 扱 従 違 願 狙 誘 追 負 迷 疑 祝 縫
        酔 吸 食 喰 問 覆 伴 養 担 補 賄 占 装 償 囲 飼 沿 添 整 漂 向か 戦 闘 貰 倣 舞 繕 呪 誓 叶 伺
        拭 慕 這 商 遭 逢 遇 揃 狂 庇 嫌 患 敬 潤 手伝 味わ 賑わ 行な 損な 失な 伴な 担な しま を行""",
    "つ": "待 勝 持 立 打 討 撃 放 育 保 絶 経 建 発",
    "る": """取 戻 売 乗 載 入 走 切 知 帰 返 還 座 送 贈 作 造 創 守 護 残 移 写 映 回 減 殖 割 掘 彫 測
        計 量 図 折 織 配 貼 張 振 降 登 昇 上 下 至 渡 当た 隔た 積 積も 籠も 余 限 握 蹴 滑 散 触 眠 黙
        踊 飾 祈 怒 塗 縛 釣 狩 刈 斬 遡 陥 劣 宿 巡 鳴 成 撮 採 捕 執 獲 盗 寄 参 繰 練 終わ 変わ 代わ 替わ
        換わ 加わ 関わ 伝わ 備わ 携わ 交わ 教わ 横たわ 重な 異な 連な 掛か 懸か 架か 分か 助か 授か 預か
        受か 儲か 見つか 見付か かか 治 直 破 去 遮 迫 絞 語 祭 葬 募 潜 滞 蘇 誤 謝 実 光 頼 偏 曇 凍 太
        盛 照 喋 弱 誇 焦 縮ま 被 凝 茂 混じ 交じ 湿 翻 にな とな くな や てあ であ にあ があ もあ はあ
        を通 をと""",
    "く": """引 置 動 除 書 聞 開 空 着 届 続 働 歩 描 叩 抜 向 解 説 招 築 導 敷 磨 焼 泣 巻 履 吐 吹 突
        付 就 効 利 傾 輝 驚 嘆 響 割 裂 咲 欠 退 剥 欺 貫 背 赴 撒 蒔 挽 掃 浮 湧 沸 乾 渇 砕 炊 弾 省 暴
        噴 拭 掻 透 好 拓 頂 戴 頷 呟 囁 瞬 づ つ ぬ てお でお""",
    "いる": "用 率 老 悔 報 強 居 て で に が",
    "ぐ": "稼 防 継 騒 泳 急 脱 注 研 繋 仰 漕 嗅 凌 揺ら 削 接 次 塞 跨 紡 担 嫁 つな",
    "す": """出 残 渡 戻 倒 壊 移 返 示 隠 写 外 貸 押 消 殺 刺 指 差 直 治 流 話 離 放 崩 探 捜 試 足 増 満
        許 冒 犯 侵 耕 施 促 催 記 印 正 通 潰 脅 励 干 表 現 著 灯 点 焦 逃 致 浸 隔 興 諭 費 汚 交 過 召
        伏 明 紛 申 覆 翻 潤 志 動か 明か 乾か 溶か 沸か 生か 活か 負か 驚か 輝か 脅か 欠か 減ら 散ら 鳴ら
        揺ら 晴ら 照ら 漏ら 荒ら 切ら 暮ら 濡ら 枯ら 逸ら 凝ら 慣ら 均ら 垂ら 膨ら 巡ら 交わ 表わ 現わ
        増や 燃や 費や 冷や 生や 絶や 癒や 肥や 下ろ 降ろ 落と 起こ 過ご 飛ば 伸ば 延ば 及ぼ 滅ぼ 転ば
        転が 逃が 剥が 焦が 騒が 果た 満た 尽く 失く 無く 越 を回 が回 みな 見な こな""",
    "する": """愛 対 関 発 達 決 属 適 課 解 反 面 接 処 即 害 察 制 略 要 有 呈 没 死 値 瀕 配 廃 排 抗
        称 賞 評 期 列 会 熱 欲 熟 資 供 律 窮 服 徹 給 屈 遇 擁 擬 化 罰 を に と たり 大きく 小さく
        多く 高く 低く 強く 弱く 早く 速く 広く 深く 長く 短く""",
    "ぶ": "選 呼 並 運 飛 遊 学 結 叫 喜 及 浮か 転 尊 忍 貴 滅",
    "む": """進 踏 積 読 住 頼 休 飲 産 生 編 組 包 畳 囲 盗 望 挑 富 込 刻 掴 悩 憎 恨 歩 育 営 拒 臨 緩 痛
        沈 絡 縮 病 澄 摘 含 挟 噛 恵 阻 膨ら 慎 惜し 悲し 苦し 楽し 親し 悔や 弾 傷 睨 拝 混 済 止 励""",
    "ぬ": "死",
}
"""Stems of known verbs, by the ending of their dictionary form."""

_NOUNS: Final = """
    除外 疎外 輸出 提出 選出 算出 抽出 放出 排出 流出 進出 脱出 続出 支出 露出 創出 演出 救出 検出
    外出 産出 退出 転出 噴出 解消 抹消 暗殺 相殺 自殺 抹殺 合流 交流 放流 会話 対話 通話 分離 隔離
    解放 開放 追放 釈放 満足 補足 不足 倍増 急増 実施 催促 開催 主催 明記 登記 表記 修正 訂正 補正
    開通 流通 発表 代表 公表 表現 実現 再現 出現 得点 採点 失点 減点 加点 点灯 消灯 一致 合致 復興
    消費 浪費 通過 経過 超過 降伏 屈伏 説明 発明 証明 判明 表明 譲渡 打倒 転倒 圧倒 破壊 崩壊 推移
    提示 表示 指示 公示 展示 明示 掲示 描写 模写 複写 賃貸 交差 調印"""
"""Nouns that form verbs with する, although their last kanji is the stem of a verb in す."""
_NATIVE: Final = "見直 見渡 引渡 手渡 取消 打消 取出 繰返 見逃 目指 押出 裏返 手放"
"""Verbs in す of two kanji."""

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
def _known() -> dict[str, str]:
    """The listed past forms, with their dictionary forms."""
    known = {
        stem + _PAST_OF[end]: stem + end for end, stems in _STEMS.items() for stem in stems.split()
    }
    known |= {f"{noun}した": f"{noun}する" for noun in _NOUNS.split()}
    return known | {f"{stem}した": f"{stem}す" for stem in _NATIVE.split()}


@cache
def _of_one_kanji() -> frozenset[str]:
    """The past forms of verbs in す of one kanji, ambiguous with nouns that form verbs with する."""
    return frozenset(f"{stem}した" for stem in _STEMS["す"].split() if len(stem) == 1)
