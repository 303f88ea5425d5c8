"""The kinds of motion: their frames as text, as the storyboards draw them."""

from __future__ import annotations

import pytest

from hako.tui.motion.board_snapshot import PictureChange
from hako.tui.motion.motions import CardMoved, CardTurned, Gained, Lit, Payment, Walk
from hako.tui.theme.symbols import NARROW
from tests.tui.motion.pictures import change, drawn, frame, picture

STATION = change(
    picture(
        """
╭Station╮  ╭Mall╮
│       │  │ 3$ │
╰─────3★╯  ╰──1★╯
""",
        {"top": (0, 0, 9, 3), ("city", 0): (11, 0, 6, 3)},
    ),
    picture(
        """
╭Church─╮  ╭Mall╮╭Station╮
│  +1   │  │ 3$ ││       │
╰─────1★╯  ╰──1★╯╰─────3★╯
""",
        {"top": (0, 0, 9, 3), ("city", 0): (11, 0, 6, 3), ("city", 1): (17, 0, 9, 3)},
    ),
)


@pytest.mark.parametrize(
    ("ms", "rows"),
    [
        (
            0,
            """
╭Station╮  ╭Mall╮
│       │  │ 3$ │
╰─────3★╯  ╰──1★╯
""",
        ),
        (
            80,  # a third of the way; the next card of the deck is seen at once
            """
╭Churc╭Station╮l╮
│  +1 │       │ │
╰─────╰─────3★╯★╯
""",
        ),
        (
            160,
            """
╭Church─╮  ┏Station┓
│  +1   │  ┃       ┃
╰─────1★╯  ┗━━━━━3★┛
""",
        ),
        (
            240,
            """
╭Church─╮  ╭Mall╮┏Station┓
│  +1   │  │ 3$ │┃       ┃
╰─────1★╯  ╰──1★╯┗━━━━━3★┛
""",
        ),
    ],
)
def test_a_card_goes_from_the_deck_to_the_city_in_four_frames(ms: int, rows: str) -> None:
    motion = CardMoved("top", ("city", 1))

    assert motion.length == 240
    assert frame(motion, STATION, ms) == drawn(rows)


def test_a_card_that_goes_into_a_pile_is_carried_by_its_name() -> None:
    shown = picture("Mall x8 6$  pile 4", {"card": (0, 0, 10, 1), "pile": (12, 0, 6, 1)})
    motion = CardMoved("card", "pile", "Mall")

    assert frame(motion, change(shown, shown), 0) == "Mall x8 6$  pile 4"
    assert frame(motion, change(shown, shown), 80) == "Mall╭Mall╮  pile 4"
    assert frame(motion, change(shown, shown), 240) == "Mall x8 6$  pile 4"


def test_a_motion_whose_place_is_out_of_sight_paints_nothing() -> None:
    assert CardMoved("nowhere", ("city", 1)).patches(STATION, 80) == []
    assert CardMoved("top", "nowhere").patches(STATION, 80) == []
    assert Walk("●A", 0, ("top", "nowhere")).patches(STATION, 80) == []


FLIPPED = change(
    picture(
        """
╭Central╮
│       │
╰─────3$╯
""",
        {"front": (0, 0, 9, 3)},
    ),
    picture(
        """
╭Station╮
│       │
╰─────3★╯
""",
        {"back": (0, 0, 9, 3)},
    ),
)


@pytest.mark.parametrize(
    ("ms", "first", "last"),
    [
        (0, "╭Central╮", "╰─────3$╯"),
        (80, "  ╭Cen╮", "  ╰───╯"),
        (160, "    ╭", "    ╰"),
        (240, "   ╭╮", "   ╰╯"),
        (320, "  ╭Sta╮", "  ╰───╯"),
        (400, "┏Station┓", "┗━━━━━3★┛"),
    ],
)
def test_a_card_narrows_to_its_edge_and_widens_with_its_other_side(
    ms: int, first: str, last: str
) -> None:
    motion = CardTurned("front", "back")
    lines = frame(motion, FLIPPED, ms).split("\n")

    assert motion.length == 400
    assert (lines[0], lines[2]) == (first, last)


def test_the_edge_of_a_card_that_is_turned_is_gold() -> None:
    [patch, *_] = CardTurned("front", "back").patches(FLIPPED, 160)[3:]

    assert [segment.style for segment in patch.strip if segment.text.strip()][-1] is not None
    color = next(segment.style.color for segment in patch.strip if segment.style)
    assert color == FLIPPED.ink.money.color


SALE = change(
    picture("India ●●            ■B  5$ worth 9$", {"held": (6, 0, 2, 1), "seat": (20, 0, 15, 1)}),
    picture("India               ■B 27$ worth 9$", {"seat": (20, 0, 15, 1)}),
)


@pytest.mark.parametrize(
    ("ms", "row"),
    [
        (0, "India               ■B  5$ worth 9$"),
        (80, "India     $ $       ■B  5$ worth 9$"),
        (240, "India          $ $  ■B  9$ worth 9$"),
        (320, "India             $ $B 16$ worth 9$"),
        (400, "India               $ $24$ worth 9$"),
        (480, "India               ■B 27$ worth 9$ +22$"),
    ],
)
def test_coins_go_from_what_was_sold_to_the_seat_whose_sum_counts_up(ms: int, row: str) -> None:
    """World Monger, seed 5, round 7: 5$, then 9, 16, 24 and 27$ at 240 to 480 ms."""
    motion = Payment(("held",), "seat", 5, 27)

    assert motion.length == 480
    assert frame(motion, SALE, ms) == row


def test_without_room_beside_it_a_gain_stands_in_the_place_of_the_label() -> None:
    shown = picture("money 9$  unhappy", {"money": (0, 0, 8, 1)}, 17)

    assert frame(Payment((), "money", 7, 9), change(shown, shown), 480) == "  +2$ 9$  unhappy"


def test_coins_that_are_paid_go_the_other_way() -> None:
    before = picture("▲pile               9$", {"pile": (0, 0, 5, 1), "sum": (20, 0, 2, 1)})
    after = picture("▲pile               4$", {"pile": (0, 0, 5, 1), "sum": (20, 0, 2, 1)})
    motion = Payment(("pile",), "sum", 9, 4)

    assert frame(motion, change(before, after), 80) == "▲pile            $ $9$"
    assert frame(motion, change(before, after), 400) == "▲pile$ $            5$"
    assert frame(motion, change(before, after), 480) == "▲pile               4$ -5$"


def town(pawn: int) -> PictureChange:
    """A street of three cells with the pawn on the last of them, and on another one before."""
    cells = ["  Office ", "  Church ", "  Houses "]
    places: dict[object, tuple[int, int, int, int]] = {
        ("cell", number): (10 * number, 0, 9, 1) for number in range(3)
    }
    rows = [
        " ".join("■B" + cell[2:] if at == number else cell for number, cell in enumerate(cells))
        for at in (pawn, 2)
    ]
    return change(picture(rows[0], places), picture(rows[1], places))


@pytest.mark.parametrize(
    ("ms", "row"),
    [
        (0, "■BOffice    Church    Houses"),
        (80, "  Off■Be    Church    Houses"),
        (160, "  Office  ■BChurch    Houses"),
        (240, "  Office    Chu■Bh    Houses"),
        (320, "  Office    Church  ■BHouses"),
    ],
)
def test_a_pawn_takes_two_frames_a_step(ms: int, row: str) -> None:
    """80 ms on the road, 80 ms on the cell."""
    motion = Walk("■B", 1, (("cell", 0), ("cell", 1), ("cell", 2)))

    assert motion.length == 320
    assert frame(motion, town(0), ms) == row


def test_more_than_four_steps_take_one_frame_each() -> None:
    assert Walk("■B", 1, tuple(range(6))).length == 5 * 80
    assert Walk("■B", 1, tuple(range(5))).length == 4 * 2 * 80


def test_a_gain_rises_beside_its_place_and_a_card_that_is_used_has_a_heavy_edge() -> None:
    shown = picture("╭Monk╮  r1", {"card": (0, 0, 6, 1), "cell": (8, 0, 2, 1)})
    changed = change(shown, shown)

    assert frame(Gained("cell", "+1$"), changed, 80) == "╭Monk╮  r1 +1$"
    assert frame(Lit("card"), changed, 80) == "┏Monk┓  r1"


def test_where_ambiguous_signs_take_two_cells_the_edge_is_of_ascii() -> None:
    shown = picture("+Monk-+", {"card": (0, 0, 7, 1)})

    assert frame(Lit("card"), change(shown, shown, NARROW), 80) == "+Monk=+"


def test_at_a_place_of_more_than_200_cells_nothing_lights_up() -> None:
    shown = picture("\n".join(["x" * 44] * 6), {"place": (0, 0, 44, 6)})

    assert Lit("place").patches(change(shown, shown), 0) == []
