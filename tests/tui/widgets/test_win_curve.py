"""The chance to win as an area: its heights, its numbers, and what turned it."""

from __future__ import annotations

import pytest
from textual.geometry import Size

from hako.content import THE_SHELF
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.width import cell_width
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.win_curve import (
    CurveCause,
    TurnChance,
    WinChances,
    WinCurve,
    turn_chances,
)

CAUSE = CurveCause(3, 1, 62.4, 34.0, "Ben takes the last card.")


def texts(language: Language = "en") -> Catalogue:
    folder = THE_SHELF.folder_of("flip_city")
    catalogue = load_catalogue(language, ENGINE, MULTIPLAYER, TUI, folder)
    return catalogue.with_terms({"seat": {0: "Ann", 1: "Ben"}})


def drawn(
    chances: WinChances, size: tuple[int, int], symbols: str = "full", language: Language = "en"
) -> list[str]:
    panel = WinCurve()
    panel.apply_theme(styles_of("hako-dark"), SYMBOLS[symbols])  # type: ignore[index]  # one of three
    panel.lay_out(Size(*size))
    panel.show(chances, texts(language))
    return [panel.paint(row).text for row in range(panel.count())]


def chances(*values: float, causes: tuple[CurveCause, ...] = ()) -> WinChances:
    return WinChances(0, [TurnChance(n, chance) for n, chance in enumerate(values, 1)], causes)


def test_an_area_is_as_high_as_the_chance() -> None:
    """10 rows: heading, 8 of area, numbers; a turn has 8 cells at most."""
    rows = drawn(chances(0.5, 1, 0, 0.25), (60, 10))

    columns = ["".join(row[5 + 8 * turn] for row in rows[1:9]) for turn in range(4)]
    assert columns[0] == "    ████"
    assert columns[1] == "████████"
    assert columns[2] == "       ▁"  # no chance is a line, so that the turn is seen
    assert columns[3] == "      ██"
    assert rows[1].startswith("100%┤")
    assert rows[8].startswith("  0%┤")
    assert rows[9].split() == ["1", "2", "3", "4"]


def test_a_cause_has_its_number_at_its_turn_and_stands_below() -> None:
    rows = drawn(chances(0.5, 0.6, 0.3, causes=(CAUSE,)), (70, 12))

    assert rows[1].index("‹1›") == 5 + 2 * 8
    assert rows[-2].startswith("─ What turned it ─")
    assert rows[-1].rstrip() == " ‹1› turn 3  ■B 62→34%  Ben takes the last card."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(58, 5), (78, 7), (78, 12), (150, 30)])
def test_every_size_has_the_scale_the_turns_and_no_line_too_long(
    language: Language, size: tuple[int, int]
) -> None:
    rows = drawn(chances(*[0.5] * 60, causes=(CAUSE,) * 3), size, language=language)

    assert len(rows) == size[1]
    assert {cell_width(row) for row in rows} == {size[0]}
    assert "100%" in rows[1]
    assert any(row.split()[:1] == ["1"] for row in rows)


def test_where_there_are_few_signs_the_area_has_none_of_them() -> None:
    for row in drawn(chances(0.5, 0.6, 0.3, causes=(CAUSE,)), (70, 12), "ascii"):
        assert row.isascii()


def test_a_turn_counts_by_the_chance_before_it() -> None:
    assert turn_chances(iter([(1, 0.5), (1, 0.4), (2, 0.3), (2, 0.9)])) == [(1, 0.5), (2, 0.3)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_accuracies_keys_and_advice_stand_beside_the_curve_and_its_causes(
    language: Language,
) -> None:
    """The accuracy of a seat that is not judged to the end is left out."""
    shown = chances(0.5, 0.6, 0.3, causes=(CAUSE,))
    rows = drawn(
        shown._replace(accuracies=(85.4, None), advice="Try next: the centre."),
        (90, 14),
        language=language,
    )

    assert rows[0].rstrip().endswith("●A 85")
    assert "■B" not in rows[0]
    assert rows[-3].rstrip().endswith(texts(language).text("end.turned_keys", count=1))
    assert "62→34%" in rows[-2]
    assert rows[-1].strip() == "Try next: the centre."
    assert {cell_width(row) for row in rows} == {90}
