"""The rulebook that a player reads: sections, clauses, looking up, searching."""

import pytest

from hako.engine.content.files import BadContent
from hako.engine.content.rulebook import Clause, UnknownClause, parse

NIM = """\
# Nim

Take the last match.

## Setup

**nim.setup.1** Lay out three rows of matches.

## Play

Turns alternate.

**nim.play.1** On your turn, take matches from ONE row:

- at least one;
- at most all of them.

Ruling: a row stays a row when there is a gap in it.

**nim.play.2** You may not pass.
"""


def test_a_rulebook_has_a_title_and_words_before_its_first_section() -> None:
    rulebook = parse(NIM)

    assert rulebook.title == "Nim"
    assert rulebook.text == "Take the last match."


def test_sections_stand_in_the_order_they_are_told_with_their_own_text() -> None:
    sections = parse(f"{NIM}\n## Glossary\n\n| row | 列 |\n").sections

    assert [section.heading for section in sections] == ["Setup", "Play", "Glossary"]
    assert [section.text for section in sections] == ["", "Turns alternate.", "| row | 列 |"]
    assert sections[-1].clauses == ()


def test_a_clause_knows_its_section_and_its_id_is_no_part_of_its_text() -> None:
    first, *_ = parse(NIM).clauses

    assert first == Clause("nim.setup.1", "Setup", "Lay out three rows of matches.")


def test_lists_and_rulings_belong_to_the_clause_they_follow() -> None:
    text = parse(NIM).clause("nim.play.1").text

    assert text.startswith("On your turn")
    assert "- at most all of them." in text
    assert text.endswith("Ruling: a row stays a row when there is a gap in it.")


def test_bold_words_and_ids_inside_a_sentence_begin_no_clause() -> None:
    rulebook = parse("# Nim\n## Play\n**nim.play.1** See **nim.play.1** and\n**never** pass.\n")

    assert [clause.id for clause in rulebook.clauses] == ["nim.play.1"]


def test_a_clause_is_found_by_its_id_with_or_without_the_game() -> None:
    rulebook = parse(NIM)

    assert rulebook.clause("nim.play.2").text == "You may not pass."
    assert rulebook.clause("play.2") == rulebook.clause("nim.play.2")


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [
        ("nim.paly.2", " Did you mean 'nim.play.2'?"),
        ("paly.2", " Did you mean 'play.2'?"),
        ("nim.setup", " Did you mean 'nim.setup.1'?"),
        ("chess", ""),
    ],
)
def test_an_unknown_clause_is_named_with_the_nearest_one(wanted: str, meant: str) -> None:
    with pytest.raises(UnknownClause) as caught:
        parse(NIM).clause(wanted)

    assert str(caught.value) == f"Nim has no clause {wanted!r}.{meant}"


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        ("one ROW", ["nim.play.1"]),
        # every word, but not in that order
        ("matches rows", ["nim.setup.1"]),
        ("matches zebra", []),
        ("nim.play", ["nim.play.1", "nim.play.2"]),
    ],
)
def test_a_search_finds_words_and_ids_whatever_the_case(words: str, texts: list[str]) -> None:
    assert [clause.id for clause in parse(NIM).search(words)] == texts


def test_a_japanese_input_method_may_type_full_width_letters_and_spaces() -> None:
    rulebook = parse("# ニム\n## プレイ\n**nim.play.1** 1本につき＄2を払います。\n")

    assert rulebook.search("１本　$2") == rulebook.clauses


def test_a_text_without_a_title_is_refused() -> None:
    with pytest.raises(BadContent, match="must begin with a line '# Title', not with '## Play'"):
        parse("## Play\n")
