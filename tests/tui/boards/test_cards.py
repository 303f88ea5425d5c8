"""Cards on boards: edges, lines, equal ones behind, keys; and rows of cards as the room is."""

from __future__ import annotations

from textual.geometry import Region

from hako.tui.boards.cards import CardFace, LaidCard, card, card_row, longest_fitting
from hako.tui.boards.place_canvas import PlaceCanvas
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import ASCII, FULL, Symbols

INK = styles_of("hako-dark")

OBSERVATORY = CardFace("Observatory", ("looks at 3,", "lays 1 out"), "1", 1, "2")
MONK = CardFace("Monk", ("unuse a card",), "1", 0, "1")
SHARE = CardFace("Share", ("buy it",), "8$", 2)


def text(canvas: PlaceCanvas) -> list[str]:
    return [strip.text.rstrip() for strip in canvas.strips()]


def drawn(face: CardFace, width: int, height: int, symbols: Symbols = FULL) -> list[str]:
    canvas = PlaceCanvas(width + 4, height, symbols)
    card(canvas, Region(0, 0, width, height), face, INK.text, INK.text)
    return text(canvas)


def test_a_card_has_edges_lines_a_foot_and_equal_ones_behind() -> None:
    assert drawn(OBSERVATORY, 16, 4) == [
        "╭Observatory‹2›╮╮",
        "│looks at 3,   ││",
        "│lays 1 out    ││",
        "╰─────────────1╯╯",
    ]


def test_a_card_of_two_rows_has_its_words_in_the_lower_edge() -> None:
    assert drawn(MONK, 16, 2) == ["╭Monk───────‹1›╮", "╰unuse a card─1╯"]


def test_a_card_of_one_row_is_its_upper_edge_with_its_worth() -> None:
    assert drawn(SHARE, 10, 1) == ["╭Share 8$╮╮╮"]


def test_a_card_is_drawn_in_ascii() -> None:
    assert drawn(OBSERVATORY, 16, 4, ASCII) == [
        "+Observatory<2>++",
        "|looks at 3,   ||",
        "|lays 1 out    ||",
        "+-------------1++",
    ]


def row(width: int) -> list[str]:
    canvas = PlaceCanvas(width, 3, FULL)
    faces = (CardFace("Monk", ("a",), "1"), SHARE)
    cards = [
        LaidCard(face, face.name, INK.text, INK.text, has_text=face is not SHARE) for face in faces
    ]
    card_row(canvas, Region(0, 0, width, 3), cards, 10)
    assert [*canvas.places] == ["Monk", "Share"]
    return text(canvas)


def test_cards_in_a_row_shrink_as_the_room_does() -> None:
    """First those without text, then all become edges, one row below the other."""
    assert row(23)[0] == "╭Monk────╮ ╭Share───╮╮╮"
    assert row(22)[0] == "╭Monk────╮ ╭Share╮╮╮"
    assert row(19) == ["╭Monk 1╮", "╭Share 8$╮╮╮", ""]


def test_the_first_text_that_fits_with_whole_words_is_taken() -> None:
    assert longest_fitting(["looks at the deck", "looks at 3"], 8, 1) == ()
    assert longest_fitting(["looks at the deck", "at 3"], 8, 1) == ["at 3"]
    assert longest_fitting(["Observatory"], 10, 3) == ()
    assert longest_fitting(["天文台で3枚見る"], 10, 2) == ["天文台で", "3枚見る"]
