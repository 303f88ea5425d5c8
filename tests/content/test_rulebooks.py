"""Every game's rulebook: both languages tell the same rules, each of them once.

What is read here is the plain text, so that a clause which the parser overlooks is seen.
"""

import re
from collections import Counter

import pytest

from hako.content import SHELF
from hako.engine.content.rulebook import parse

GAMES = sorted({path.parent.name for path in SHELF.glob("*/rules.*.md")})
BOOKS = [(game, language) for game in GAMES for language in ("en", "ja")]

every_book = pytest.mark.parametrize(("game", "language"), BOOKS)
every_game = pytest.mark.parametrize("game", GAMES)


def book(game: str, language: str) -> str:
    return (SHELF / game / f"rules.{language}.md").read_text(encoding="utf-8")


def clause_ids(game: str, language: str) -> list[str]:
    return re.findall(rf"^\*\*({game}\.[a-z0-9_.]+)\*\* ", book(game, language), re.MULTILINE)


def clause_texts(game: str, language: str) -> dict[str, str]:
    """Text between one clause's id and the next clause or heading."""
    parts = re.split(rf"^(?:\*\*({game}\.\S+)\*\*|#.*)", book(game, language), flags=re.MULTILINE)
    return {clause: text for clause, text in zip(parts[1::2], parts[2::2], strict=True) if clause}


def test_there_is_a_rulebook() -> None:
    assert GAMES


@every_game
def test_both_languages_have_the_same_clauses_in_the_same_order(game: str) -> None:
    assert clause_ids(game, "en") == clause_ids(game, "ja")


@every_game
def test_both_languages_have_as_many_sections(game: str) -> None:
    english, japanese = (re.findall(r"^## ", book(game, it), re.MULTILINE) for it in ("en", "ja"))

    assert len(english) == len(japanese)


@every_book
def test_every_clause_is_listed_once(game: str, language: str) -> None:
    counted = Counter(clause_ids(game, language))

    assert counted
    assert {clause: times for clause, times in counted.items() if times > 1} == {}


@every_book
def test_every_bold_id_begins_a_clause_of_this_game(game: str, language: str) -> None:
    bold = re.findall(r"\*\*([a-z0-9_]+\.[a-z0-9_.]+)\*\*", book(game, language))

    assert bold == clause_ids(game, language)


@every_book
def test_numbered_clauses_are_counted_from_one_without_a_gap(game: str, language: str) -> None:
    groups: dict[str, list[int]] = {}
    for clause in clause_ids(game, language):
        group, _, number = clause.rpartition(".")
        if number.isdigit():
            groups.setdefault(group, []).append(int(number))

    assert groups == {group: list(range(1, len(numbers) + 1)) for group, numbers in groups.items()}


@every_book
def test_no_clause_is_empty(game: str, language: str) -> None:
    texts = clause_texts(game, language)

    assert [clause for clause, text in texts.items() if not text.strip()] == []


@every_book
def test_every_clause_that_a_rulebook_points_to_exists(game: str, language: str) -> None:
    ids = set(clause_ids(game, language))
    groups = "|".join({clause.split(".")[1] for clause in ids})
    cited = re.findall(
        rf"(?<![A-Za-z0-9_.])(?:{game}\.)?((?:{groups})\.[a-z0-9_]+)", book(game, language)
    )

    assert {f"{game}.{clause}" for clause in cited} - ids == set()


@every_game
def test_both_languages_point_to_the_same_clauses_from_each_clause(game: str) -> None:
    groups = "|".join({clause.split(".")[1] for clause in clause_ids(game, "en")})
    english, japanese = (
        {
            clause: set(re.findall(rf"(?<![A-Za-z0-9_.])(?:{groups})\.[a-z0-9_]+", text))
            for clause, text in clause_texts(game, language).items()
        }
        for language in ("en", "ja")
    )

    assert english == japanese


@every_game
def test_both_languages_have_their_rulings_in_the_same_clauses(game: str) -> None:
    english = {clause: text.count("Ruling:") for clause, text in clause_texts(game, "en").items()}
    japanese = {clause: text.count("裁定：") for clause, text in clause_texts(game, "ja").items()}

    assert english == japanese


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("cultus", "power.2"),
        ("cultus", "power.3"),
        ("cultus", "setup.11"),
        ("monumental", "free.2"),
        ("quo_vadis", "wrath.5"),
    ],
)
def test_what_the_printed_rules_leave_open_is_marked_as_a_ruling(game: str, clause: str) -> None:
    assert "Ruling:" in clause_texts(game, "en")[f"{game}.{clause}"]


@pytest.mark.parametrize(("language", "names"), [("en", "Advice"), ("ja", "アドバイス")])
def test_world_monger_has_the_five_tips_of_its_rulebook(language: str, names: str) -> None:
    (advice,) = re.findall(
        rf"^## {names}\n\n(.*?)\n\n## ", book("world_monger", language), re.MULTILINE | re.DOTALL
    )

    assert len(advice.split("\n\n")) == 5


@every_game
def test_both_languages_print_the_same_numbers_in_their_tables(game: str) -> None:
    english, japanese = (
        [re.findall(r"\d+", row) for row in re.findall(r"^\|.*", book(game, it), re.MULTILINE)]
        for it in ("en", "ja")
    )

    assert english == japanese


@every_book
def test_the_parser_reads_every_clause(game: str, language: str) -> None:
    rulebook = parse(book(game, language))

    assert [clause.id for clause in rulebook.clauses] == clause_ids(game, language)


# ------------------------------------------------------------ where the print contradicts itself

PAGE = {
    "en": "Where the print contradicts itself, and what we play",
    "ja": "規則の食い違いと裁定",
}
WE_PLAY = {"en": "We play", "ja": "ここでは"}

READINGS = {
    "cultus": ["end.6", "monument.8", "monument.10", "monument.11"],
    "flip_city": ["option.1", "solo.5"],
    "monumental": ["free.1", "hero.7"],
    "quo_vadis": ["war.1", *(f"variant.{number}" for number in range(17, 22))],
    "world_monger": ["dividend.1", "dividend.3"],
}
"""Clauses that have to be found on the page: among them every other reading that can be chosen."""


def page(game: str, language: str) -> list[str]:
    """The items of the page."""
    (section,) = [
        section
        for section in parse(book(game, language)).sections
        if section.heading == PAGE[language]
    ]
    assert not section.clauses, "a clause has its own place"
    return re.findall(r"^- (.+)$", section.text, re.MULTILINE)


def cited_clauses(item: str) -> list[str]:
    return re.findall(r"[a-z]+\.\d+", item)


@every_book
def test_every_rulebook_tells_in_one_place_where_the_print_contradicts_itself(
    game: str, language: str
) -> None:
    """Each item says what is played, and names the clauses that say it."""
    items = page(game, language)

    assert [item for item in items if WE_PLAY[language] not in item] == []
    assert [item for item in items if not cited_clauses(item)] == []
    assert set(READINGS[game]) <= {clause for item in items for clause in cited_clauses(item)}


@every_game
def test_both_languages_tell_the_same_contradictions(game: str) -> None:
    english, japanese = (
        [sorted(cited_clauses(item)) for item in page(game, language)] for language in ("en", "ja")
    )

    assert english == japanese


@every_game
def test_what_is_quoted_from_the_print_is_quoted_in_both_languages(game: str) -> None:
    quoted = re.findall("「([^「」]+)」", book(game, "en"))

    assert [words for words in quoted if words not in book(game, "ja")] == []


@pytest.mark.parametrize(
    ("clause", "printed"),
    [
        ("world_monger.dividend.1", "文明フェイズ終了時"),
        ("cultus.monument.8", "いずれか1枚の収入カードからのみ"),
        ("cultus.monument.8", "複数枚の収入カードから資金を得ることはできません"),
        ("cultus.end.6", "記念碑カードが無くなったラウンド"),
        ("quo_vadis.war.1", "複数のプレイヤーのワーカーや都市が配置されているマス"),
        ("quo_vadis.war.5", "破壊された都市(=裏向きの都市トークン)も建造物として扱ってください"),
    ],
)
@pytest.mark.parametrize(("language", "ruling"), [("en", "Ruling:"), ("ja", "裁定：")])
def test_a_ruling_between_two_readings_cites_the_printed_sentence(
    clause: str, printed: str, language: str, ruling: str
) -> None:
    _, _, text = clause_texts(clause.partition(".")[0], language)[clause].partition(ruling)

    assert printed in text
