"""The pictures of moments: their frames as text, and what the last frame tells."""

from __future__ import annotations

import pytest

from hako.tui.motion.block_letters import block_letters
from hako.tui.motion.bust_and_win_moments import BustMoment, RowCard, WinningRow
from hako.tui.motion.moment_pictures import (
    DiceMoment,
    Fighter,
    Moment,
    SumMoment,
    SumRow,
    WonderMoment,
)
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import ASCII, FULL

INK = styles_of("hako-dark")


def rows(moment: Moment, ms: int, width: int = 76) -> list[str]:
    """The lines of a frame without blanks at their ends."""
    return [strip.text.rstrip() for strip in moment.lines(width, INK, FULL, ms)]


def card(name: str, signs: str, foot: str, points: int = 0) -> RowCard:
    return RowCard(name, signs, foot, INK.text, points, is_lit=bool(signs))


BUST = BustMoment(
    (
        card("Apartment", "☹", "1$"),
        card("Mall", "", "3$ ★", 1),
        card("Residential", "☹", "1$"),
        card("Apartment", "☹", "1$"),
    ),
    "BUST",
    1,
)


def test_a_bust_shows_the_last_card_then_the_signs_then_the_word() -> None:
    assert BUST.length == 1200
    assert rows(BUST, 0)[:3] == [
        "╭Apartment╮╭Mall╮╭Residential╮╭Apartment╮",
        "│☹        ││    ││☹          ││☹        │",
        "╰───────1$╯╰3$ ★╯╰─────────1$╯╰───────1$╯",
    ]
    assert rows(BUST, 160)[0] == "╭Apartment╮╭Mall╮╭Residential╮┏Apartment┓"
    assert rows(BUST, 560)[0] == " ╭Apartment╮╭Mall╮╭Residential╮┏Apartment┓"
    assert rows(BUST, 640)[0] == rows(BUST, 160)[0], "the only shake there is"
    assert rows(BUST, 720)[0] == "╭         ╮╭    ╮╭           ╮┏Apartment┓"
    assert rows(BUST, 1200)[4:] == [
        f"    {line}".rstrip()
        for line in ("█▀▄  █ █  █▀▀  ▀█▀", "█▀▄  █ █  ▀▀█   █", "▀▀   ▀▀▀  ▀▀▀   ▀")
    ]


def test_a_word_without_letters_of_its_own_is_written_as_it_is() -> None:
    assert block_letters("バースト", 70) == ["", "バースト", ""]
    assert block_letters("MMMMMMMM", 20) == ["", "MMMMMMMM", ""]


WIN = WinningRow(
    (
        card("Park", "", "3$"),
        card("Station", "", "★★★", 3),
        card("Mall", "", "3$ ★", 1),
        card("Church", "", "★", 1),
        card("Station", "", "★★★", 3),
    ),
    "Ann",
    0,
    wanted=8,
    total=8,
)


def test_a_win_counts_the_points_card_by_card() -> None:
    """Sums of 0, 3, 4, 5, 8 stars, one card each 80 ms; then the winner's name, not WIN."""
    assert rows(WIN, 0)[4].split() == ["········", "0/8"]
    assert rows(WIN, 160)[3].split() == ["0★", "3★"]
    assert rows(WIN, 160)[4].split() == ["★★★·····", "3/8"]
    assert rows(WIN, 400)[3].split() == ["0★", "3★", "4★", "5★", "8★"]
    assert rows(WIN, 880)[0] == "╭Park╮┏Station┓┏Mall┓┏Church┓┏Station┓"
    assert rows(WIN, WIN.length)[6:] == ["    " + line for line in block_letters("ANN", 70)]
    assert WIN.length <= 1800


def test_the_cards_of_a_long_turn_are_shortened_until_they_fit() -> None:
    many = BustMoment((card("Residential Area", "☹", "1$"),) * 12, "BUST", 0)

    assert all(len(line) < 76 for line in rows(many, 0))
    assert rows(many, 0)[0].count("╭") == 12


WAR = DiceMoment(
    (
        Fighter(1, "Ben", 3, 1, 6, 3, 3, "wins", is_winner=True, chance="46%"),
        Fighter(2, "Cat", 2, 0, 6, 1, 1, "loses", is_winner=False),
        Fighter(0, "Ann", 2, 0, 8, 1, 1, "loses", is_winner=False),
    ),
    "strength",
    "spirit",
    "tie 9%",
)


def test_the_dice_of_a_war_stop_one_after_the_other_and_the_sums_come_last() -> None:
    """Ben has 3+1+3 = 7, Cat and Ann 2+0+1 = 3."""
    assert WAR.length == 1760
    assert rows(WAR, 0)[2] == ""
    assert all("46%" in rows(WAR, ms)[0] for ms in range(0, 1800, 80)), "from the first to the last"
    assert all(rows(WAR, ms)[3].endswith("tie 9%") for ms in range(0, 1800, 80))
    assert "spirit" in rows(WAR, 240)[2]
    assert "┌───┐" not in "".join(rows(WAR, 320))
    assert rows(WAR, 400)[3].split()[:-2] == ["┌───┐", "┌───┐", "╱───╲"]
    shown = [rows(WAR, ms)[4].split("│")[1::2] for ms in (1040, 1200, 1360)]
    assert [row[0].strip() for row in shown] == ["3"] * 3
    assert [row[1].strip() for row in shown][1:] == ["1"] * 2
    assert shown[2][2].strip() == "1"
    last = rows(WAR, 1760)
    assert last[6].split() == ["7", "███████", "3", "███", "3", "███"]
    assert last[7].split() == ["wins", "loses", "loses"]


def test_rolling_dice_show_the_same_figures_whatever_comes_of_them() -> None:
    other = DiceMoment(
        tuple(
            Fighter(fighter.seat, fighter.name, 1, 0, fighter.sides, 6, 6, "", is_winner=False)
            for fighter in WAR.fighters
        ),
        "strength",
        "spirit",
    )

    for ms in range(400, 1040, 80):
        assert rows(WAR, ms)[4] == rows(other, ms)[4]


WONDER = WonderMoment(
    "Angkor Wat", 0, (("Production", 3), ("token", 1), ("Gold", 2)), "2 of 2", "+8★"
)


def test_a_wonder_rises_and_its_bar_fills_in_the_order_of_payment() -> None:
    assert WONDER.length == 1200
    assert "0/6" in "".join(rows(WONDER, 0))
    assert "Production 3/6" in "".join(rows(WONDER, 160))
    assert "token 4/6" in "".join(rows(WONDER, 320))
    assert "Gold 6/6" in "".join(rows(WONDER, 480))
    last = "\n".join(rows(WONDER, 1200))
    assert "▟▙" in last
    assert "╔Angkor Wat" in last
    assert "2 of 2" in last
    assert "+8★" in last
    assert [bool(row.strip()) for row in rows(WONDER, 0)[:4]] == [False, False, False, True]


def test_points_by_source_are_added_one_source_after_the_other() -> None:
    moment = SumMoment(
        (SumRow(0, "Ann", (4, 22)), SumRow(1, "Ben", (27, 20))), ("coins", "India"), "$"
    )

    assert moment.length <= 1800
    assert rows(moment, 0)[0].strip() == "coins"
    assert [row.split()[2] for row in rows(moment, 0)[1:3]] == ["4$", "27$"]
    last = rows(moment, moment.length)
    assert last[0].strip() == "coins + India"
    assert [row.split()[2] for row in last[1:3]] == ["26$", "47$"]


@pytest.mark.parametrize("moment", [BUST, WIN, WAR, WONDER])
def test_a_moment_has_the_same_lines_at_any_time_and_ends_within_1800_ms(moment: Moment) -> None:
    assert moment.length <= 1800
    for width in (50, 76, 98):
        for ms in range(0, 2000, 80):
            lines = moment.lines(width, INK, ASCII, ms)
            assert len(lines) == moment.height
            assert {line.cell_length for line in lines} == {width}
