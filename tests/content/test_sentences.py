"""Sentences that once read wrong in one of the languages, as they are said now."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import hako
from hako.content import load
from hako.content.world_monger.steps.effect_progress import Use
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.lessons.lesson import lessons_of
from hako.engine.transcript.sentences import texts_of
from tests.content.test_rulebooks import clause_texts
from tests.tui.tables import new_table

RULINGS = {"en": "\n\nRuling: ", "ja": "\n\n裁定："}


AREA = {
    "faith": 0,
    "majority": LazyText("majority", {"takes": 2}),
    "pieces": (
        LazyText("piece_city", {"seat": 1, "dominion": 4}),
        LazyText("piece_workers", {"seat": 0, "count": 1}),
    ),
    "prices": LazyText("prices", {"free": ("plains", "sea"), "dear": ("desert",), "food": 1}),
}
"""An area with a city of dominion 4 and a worker (quo_vadis.place.3: plains and home are free)."""
GOAL = {"own": 12, "best": 8, "round": 3, "rounds": 10}
"""The sentences of points that come at the end alone are among them (quo_vadis.final.1)."""

CAVALRY = Use("persia", "cavalry", target="egypt")
"""Persia looks at the deck of Egypt."""

ONE_SHARE = {"seat": 0, "civilization": "greece", "count": 1, "price": 5, "coins": 5}

TOTALS = {"totals": {"production": 4, "production_token": 1}}

WORTH = {"own": 15, "best": 12, "wanted": 2, "empty": 1}
"""At two empty piles one more round is played (world_monger.end.1-2)."""

SAID: list[tuple[str, Language, str, dict[str, Any], str]] = [
    (
        "flip_city",
        "en",
        "event.limit_raised",
        {"seat": 0, "amount": 1},
        "Ann's unhappy limit rises by 1.",
    ),
    ("flip_city", "en", "payoff_chance.play_risk", {"money": 10, "risk": 42}, "10$ bust 42%"),
    ("flip_city", "ja", "payoff_chance.play_risk", {"money": 10, "risk": 42}, "10$ バースト42%"),
    ("flip_city", "en", "payoff_chance.reshuffle_risk", {"risk": 42}, "bust 42%"),
    ("monumental", "en", "event.market_token_used", {"seat": 0, "market": "arms"}, "a Market"),
    ("monumental", "en", "table.totals", TOTALS, "Now: 4 Production, 1 Production token."),
    ("monumental", "en", "step.choose_basic", {"source": "fort", "count": 1}, "1 basic resource;"),
    ("monumental", "ja", "note.stay", {"left": {"C7": 8}}, "C7に8"),
    ("monumental", "ja", "board.deck_words", {"drawn": (), "discard": ()}, "引いたカード：-"),
    ("quo_vadis", "en", "note.place", {}, "1 food"),
    ("quo_vadis", "ja", "note.place", {}, "食料1"),
    ("quo_vadis", "ja", "note.place_war", {"strengths": {0: 1, 2: 22}}, "Ann：1、欲張り：22"),
    ("quo_vadis", "en", "note.area", AREA, "2 to hold; "),
    (
        "quo_vadis",
        "en",
        "note.area",
        AREA,
        "Ben city 4; Ann worker; first: free on plains, sea, 1 food on desert",
    ),
    ("quo_vadis", "ja", "note.area", AREA, "1個目の食料1は砂漠；平地、海は無料"),
    ("quo_vadis", "ja", "note.then_end", {}, "手番が終わる"),
    ("quo_vadis", "en", "payoff.majorities", {"before": 2, "after": 1}, "areas 2→1"),
    ("quo_vadis", "ja", "payoff.majorities", {"before": 2, "after": 1}, "エリア2→1"),
    ("quo_vadis", "en", "matters.build_on", {}, "a fort or a temple does not"),
    ("quo_vadis", "ja", "matters.build_on", {}, "砦や神殿だけでは無理です"),
    ("quo_vadis", "ja", "matters.place_first", {}, "平地と自分の地形"),
    ("quo_vadis", "en", "event.cards_drawn", {"cards": None, "count": 1}, "Ann draws a card."),
    ("quo_vadis", "en", "event.cards_drawn", {"cards": None, "count": 3}, "Ann draws 3 cards."),
    ("quo_vadis", "en", "sum.built", {"cell": ("3-5b",), "building": ("fort",)}, "in 3-5 (right)"),
    ("quo_vadis", "ja", "sum.built", {"cell": ("3-5b",), "building": ("fort",)}, "は3-5の右に"),
    ("quo_vadis", "en", "sum.worker_placed", {"count": 1, "cell": ("1-4a",)}, "in 1-4 (left)."),
    ("quo_vadis", "ja", "sum.worker_placed", {"count": 1, "cell": ("1-4a",)}, "は1-4の左に"),
    ("quo_vadis", "en", "sum.worker_moved", {"count": 1, "target": ("1-4c",)}, "to 1-4 (below)."),
    ("quo_vadis", "ja", "sum.worker_moved", {"count": 1, "target": ("1-4c",)}, "、1-4の下へ"),
    ("quo_vadis", "en", "note.goal", GOAL, "if it ended now: you 12, best rival 8"),
    ("quo_vadis", "ja", "note.goal", GOAL, "いま終われば自分12VP、相手の最高8"),
    ("world_monger", "en", "option.ledger.off", {}, "keep count yourselves"),
    ("world_monger", "ja", "term.phase.cleanup", {}, "クリンナップ"),
    ("world_monger", "en", "payoff.pile_left", {"worth": "1¢"}, "worth 1¢"),
    ("world_monger", "ja", "payoff.pile_left", {"worth": "1¢"}, "価値1¢"),
    ("world_monger", "ja", "row.sell_shares", {"civilization": "greece", "count": 1}, "1枚売却"),
    ("world_monger", "ja", "kind.sell.text", {}, "株券を売る"),
    ("world_monger", "ja", "note.held", {"count": 0, "before": 9, "now": 9}, "株券なし"),
    ("world_monger", "ja", "sum.share_bought", ONE_SHARE, "はギリシャの株券を5コインで購入した"),
    ("world_monger", "ja", "sum.shares_sold", ONE_SHARE, "はギリシャの株券を5コインで売った"),
    ("world_monger", "en", "note.goal.text", WORTH, "last round at 2 empty piles (1 now)"),
    ("world_monger", "ja", "note.goal.text", WORTH, "空の山2つで次が最終（いま1）"),
    ("world_monger", "en", "note.end_last_sale", {}, "pays its end value, not its price"),
    ("world_monger", "en", "step.discard_any", {"seat": 0, "use": CAVALRY}, "top card of Egypt?"),
    ("world_monger", "ja", "step.discard_any", {"seat": 0, "use": CAVALRY}, "エジプトの山札"),
    ("world_monger", "en", "step.return_in_order", {"seat": 0, "use": CAVALRY}, "top of Egypt?"),
]


@pytest.mark.parametrize(("game", "language", "key", "values", "words"), SAID)
def test_a_sentence_reads_right(
    game: str, language: Language, key: str, values: dict[str, Any], words: str
) -> None:
    texts = texts_of(new_table(load(game), "Ann", "Ben", "欲張り"), language)

    assert words in texts.text(key, **{"seat": 0, "food": 1, "chance": 42, **values})


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_cannot_gain_five_wrath_is_named_where_one_chooses_and_in_the_rules(
    language: Language,
) -> None:
    """quo_vadis.setup.9: in custom mode each race has its own maximum."""
    table = new_table(load("quo_vadis"), "Ann", "Ben", "Cho")
    option = texts_of(table, language).text("option.resource_mode.custom")
    ruling = clause_texts("quo_vadis", language)["quo_vadis.wrath.5"].split(RULINGS[language])[1]
    for race in table.content.race.values():
        is_weak = race.custom.wrath < 5
        name = race.name.text(language)
        assert [name in option, name in ruling] == [is_weak, is_weak]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clause", ["power.2", "power.3", "setup.11"])
def test_what_the_printed_rules_of_cultus_leave_open_is_marked_as_a_ruling(
    language: Language, clause: str
) -> None:
    assert RULINGS[language] in clause_texts("cultus", language)[f"cultus.{clause}"]


AMERICAN = re.compile(
    r"\b(labor|color|gray|center|neighbor|harbor|honor|favor|armor|behavior|defense|theater|"
    r"catalog|canceled|traveler)(s|ed|ing)?\b",
    re.IGNORECASE,
)
PRINTED = "Trade Center"
"""A card's own name."""
OTHER_NAMES = re.compile(
    r"win(ning)? (probabilit|chance|odds)|(probability|odds) (to win|of winning)|chances? of winning|"
    r"勝利?(する)?確率|勝つ(確率|見込み)|勝算",
    re.IGNORECASE,
)
"""Other names of the chance to win (勝率)."""


def test_no_word_is_spelled_in_two_ways() -> None:
    """Texts are British English, as the rulebooks are; and what hints measure has one name."""
    house = Path(hako.__file__).parent
    paths = [*house.rglob("*.toml"), *house.rglob("*.en.md"), *house.parent.glob("docs/*.en.md")]
    with_docs = [*paths, *house.parent.glob("docs/*.ja.md"), *house.parent.glob("README*.md")]

    assert len(paths) > 50
    for words, texts in ((AMERICAN, paths), (OTHER_NAMES, with_docs)):
        assert {
            path.name: search[0]
            for path in texts
            if (search := words.search(path.read_text("utf-8").replace(PRINTED, "")))
        } == {}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "When two piles of the supply are empty, one more round is played."),
        ("ja", "サプライの山が2つなくなると、次のラウンドが最後です。"),
    ],
)
def test_a_lesson_says_of_the_end_what_the_rules_say(language: Language, sentence: str) -> None:
    """world_monger.end.1: the next round is the final round."""
    lesson = lessons_of(load("world_monger"))["05-last-round"]

    assert sentence in [learnt.text(language) for learnt in lesson.learnt]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_payoff_in_percent_is_marked_as_a_chance(language: Language) -> None:
    """A hint's chance to win does not replace it."""
    for path in (Path(hako.__file__).parent / "content").glob(f"*/text.{language}.toml"):
        payoffs = tomllib.loads(path.read_text("utf-8")).get("payoff", {})
        assert [name for name, text in payoffs.items() if "%" in str(text)] == []


LETTERED = {
    "en": re.compile(r"\b[bc]\b|\ba[.,:;]|\b[Oo]n a (and|are)"),
    "ja": re.compile(r"(?<![A-Za-z0-9])[abc](?![A-Za-z0-9])(?!でオフ)"),
}
"""A cell that is called by its letter; the key a turns tips off."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_call_cells_left_right_and_below_as_the_list_does(language: Language) -> None:
    """No board shows the letters of logs, so a lesson that names one cannot be followed."""
    folder = Path(hako.__file__).parent / "content" / "quo_vadis" / "lessons"
    sentences = [
        text["say"][language]
        for lesson in sorted(folder.glob("0*.toml"))
        for step in tomllib.loads(lesson.read_text("utf-8"))["steps"]
        for text in (step, *step.get("answers", ()))
    ]
    assert len(sentences) > 80
    assert [text for text in sentences if LETTERED[language].search(text)] == []
