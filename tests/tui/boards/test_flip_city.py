"""The board of Flip City: everything a good player counts is on it, in every size and language."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content import load
from hako.content.flip_city.actions import PlayTop
from hako.content.flip_city.odds import Risk
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.history import History
from hako.engine.transcript.sentences import texts_of
from hako.tui.boards.flip_city.draw_context import FlipCityContext
from hako.tui.boards.flip_city.sizes import LADDER
from hako.tui.theme.symbols import FULL
from tests.rules.flip_city.table import LETTERS, alone, at, cards
from tests.tui.boards.drawn import LARGE, SMALL, at_place, drawn, lines, moments, put
from tests.tui.tables import new_table

FLIP_CITY = load("flip_city")


def turned(table: History[Any], line: str, *, build: bool = False) -> History[Any]:
    """The table with the first seat's turn as in that line; see tests.rules.flip_city.table."""
    return put(table, at(line, build=build).city)


SIZES = {step.name: (step.columns, step.rows) for step in LADDER}

IN_LESSON = (80, 12)
"""Size that the table of a lesson gives the board at 80x24."""

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_step = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


@every_step
def test_what_the_turn_has_brought_stands_on_top(size: tuple[int, int]) -> None:
    for table in moments(FLIP_CITY, 2, 30):
        turn = table.state.turn
        text = " ".join(lines(drawn(table, size))[:2])
        assert f"money {turn.money}$" in text
        assert f"{turn.points} of 8" in text
        assert f"{turn.unhappy} of {turn.limit}" in text
        assert FULL.star * turn.points in text


@pytest.mark.parametrize("language", ["en", "ja"])
@every_step
def test_the_whole_supply_is_shown_with_both_sides_and_prices(
    size: tuple[int, int], language: Language
) -> None:
    """Number left, price, price with the flip, and the gains of both sides, uncut."""
    for seats in (2, 4):
        for number, table in enumerate(moments(FLIP_CITY, seats, 60, {"office": "on"})):
            if number % 9:
                continue
            board, content = drawn(table, size, language), table.content
            for pile in table.state.supply:
                front, back = (board.places[kind, pile.face] for kind in ("buy", "develop"))
                printed, other = content.face[pile.face], content.other_side[pile.face]
                left, right = (
                    "\n".join(
                        board.paint(y).crop(region.x, region.right).text
                        for y in range(region.y, region.bottom)
                    )
                    for region in (front, back)
                )
                assert f"×{pile.left}" in left
                assert f"{printed.cost}$" in left
                assert f"{printed.develop_cost}$" in right
                assert f"{printed.cash}$" in left
                assert FULL.star * content.face[other].points in right
                assert FULL.ellipsis not in left + right


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("step", ["M", "L-", "L0", "L", "XL"])
def test_from_the_second_step_on_cards_have_their_whole_names(
    step: str, language: Language
) -> None:
    for table in moments(FLIP_CITY, 2, 30):
        board, city = drawn(table, SIZES[step], language), table.state
        assert board.scene is not None
        text, seat = "\n".join(lines(board)), table.waiting()[0]
        for face in {*(pile.face for pile in city.supply), *city.boards[seat].owned()}:
            assert board.scene.texts.term("card", face) in text
        if step != "M":
            below = "\n".join(lines(board)[board.places["seat", 1 - seat].y :])
            for face in city.boards[1 - seat].owned():
                assert board.scene.texts.term("card", face) in below


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("step", ["L", "XL"])
def test_in_large_the_others_cards_and_those_of_the_city_go_by_their_whole_names(
    step: str, language: Language
) -> None:
    """Three at a table, and nine cards played."""
    table = new_table(FLIP_CITY, "Ann", "Ben", "Cleo")
    table = put(table, at(f"C | - | {'K ' * 8}F | $6 0 0/3 1", "H A | U", "S S | R").city)
    board = drawn(table, SIZES[step], language)
    assert board.scene is not None
    text, names = "\n".join(lines(board)), board.scene.texts
    below = "\n".join(lines(board)[board.places["seat", 1].y :])

    assert text.count(names.term("card", "central_park")) >= 8
    for face in ("hospital", "apartment", "church", "station", "residential_area"):
        assert names.term("card", face) in below
    assert FULL.ellipsis not in text


@pytest.mark.parametrize(
    ("deck", "text"), [("-", "The deck is empty"), ("C R", "Not revealed yet")]
)
def test_a_deck_whose_top_is_not_open_is_empty_only_where_it_is(deck: str, text: str) -> None:
    """After a win four cards may lie in it, the next of which nobody has seen."""
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), f"{deck} | - | K K | $6 8 0/3 1", build=True)
    first, *others = table.state.boards
    table = put(table, replace(table.state, boards=(replace(first, seen_top=0), *others)))

    board = drawn(table)
    assert text in " ".join(lines(board))
    assert text in board.describe(("top",))


def test_what_the_money_pays_for_stands_out_and_is_named() -> None:
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "C | - | K K | $6 0 0/3 1", build=True)

    text = " ".join(" ".join(lines(drawn(table, SIZES["S"]))).split())
    bought = ("Shopping Mall 6$", "Factory 5$", "Central Park 5$", "Hospital 4$")
    assert [text.index(name) for name in bought] == sorted(map(text.index, bought))
    assert text.index("buys") < text.index(bought[0])


def test_the_chances_of_a_bust_are_those_of_the_cards_that_may_come() -> None:
    """After C at 2/3 the next card is R, forced, in 1 of 3 cases."""
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "C R F F | U | A A | $2 0 2/3 1")

    text = [" ".join(line.split()) for line in lines(drawn(table, SIZES["S"]))]
    for chance in ("this card 0%", "two cards 33%", "forced bust 33%", "if recycled 0%"):
        assert any(chance in line for line in text)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_chances_of_a_bust_are_uncut(size: tuple[int, int], language: Language) -> None:
    """All four of them, in both languages."""
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "C R F F | U | A A | $2 0 2/3 1")
    risky = [line for line in lines(drawn(table, size, language)) if "%" in line]

    assert "".join(risky).count("%") == 4
    assert all(FULL.ellipsis not in line for line in risky)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_city_tells_of_a_bust_of_whose_city_it_is(size: tuple[int, int]) -> None:
    """Cards of one's own last turn when one plays alone; not in one's own row of another's."""
    turn = "R C | - | A A | $2 0 2/3 1"
    for players, put_up, is_told in ((["Ann"], alone, True), (["Ann", "Ben"], at, False)):
        table = put(new_table(FLIP_CITY, *players), put_up(turn).city)
        table.play(0, PlayTop())

        assert ("Ann busts: unhappy 3/3." in " ".join(lines(drawn(table, size)))) is is_told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_names_its_chance_of_a_bust_as_the_board_does(language: Language) -> None:
    """C and then R, F or F at 2/3: it is no chance of the open card, which cannot bust."""
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "C R F F | - | A A | $2 0 2/3 1")
    note, words = FLIP_CITY.action_note(table.view(0), 0, PlayTop()), texts_of(table, language)
    assert note is not None
    label = words.text("board.risk.forced")
    board = [" ".join(line.split()) for line in lines(drawn(table, language=language))]

    assert label in words.lazy_text(note)
    assert "33%" in words.lazy_text(note)
    assert any(f"{label} 33%" in line for line in board)


def test_eighteen_cards_of_a_city_are_all_in_sight() -> None:
    played = "C U U H U F F K M H A R F F C M K"
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), f"R F | - | {played} | $29 5 4/6 5")

    for size in SIZES.values():
        assert {("city", number) for number in range(17)} <= drawn(table, size).places.keys()


@pytest.mark.parametrize(("chance", "says"), [(0.001, "1%"), (0.999, "99%"), (1, "100%")])
def test_a_bust_that_is_not_certain_is_neither_0_nor_100_percent(
    chance: float, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    risk = Risk(chance, chance, chance)
    monkeypatch.setattr(FlipCityContext, "risks", lambda _: (risk, risk))
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "C R F F | U | A A | $2 0 2/3 1")
    assert " ".join(lines(drawn(table))).count(f" {says}") == 3


@every_language
@pytest.mark.parametrize("size", [*SIZES.values(), IN_LESSON])
def test_the_open_card_tells_what_it_does(size: tuple[int, int], language: Language) -> None:
    """Its effect stands on it at every size: a Residential Area reads otherwise than an Apartment."""
    content = cards()
    for letter, face in LETTERS.items():
        table = turned(new_table(FLIP_CITY, "Ann", "Ben"), f"{letter} C | - | R | $1 0 1/3 1")
        board, printed = drawn(table, size, language), content.face[face]
        region = board.places["top",]
        inside = "".join(
            board.paint(y).crop(region.x + 1, region.right - 1).text.strip()
            for y in range(region.y + 1, region.bottom - 1)
        )
        wordings = [printed.text, printed.brief] if printed.brief else []
        shown = [_unspaced(wording.text(language)) for wording in wordings]
        assert not shown or any(text in _unspaced(inside) for text in shown), face


def _unspaced(text: str) -> str:
    return "".join(text.split())


@every_language
def test_piles_have_their_lower_edge_in_lessons(language: Language) -> None:
    """In the twelve rows of the board of a lesson, whatever is played and discarded."""
    for number, table in enumerate(moments(FLIP_CITY, 2, 60)):
        if number % 4:
            continue
        board = drawn(table, IN_LESSON, language)
        for pile in table.state.supply:
            region = board.places["develop", pile.face]
            last = board.paint(region.bottom - 1).crop(region.x, region.right).text
            assert last.startswith("╰"), (number, pile.face)


@every_language
@pytest.mark.parametrize("size", [SIZES["S"], IN_LESSON])
def test_small_cards_go_by_words(size: tuple[int, int], language: Language) -> None:
    """Whole names, or one word each; never their first letters while words fit."""
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "A F H R R | K C | M K R | $4 0 1/3 1")
    board = drawn(table, size, language)
    words = {"en": ("Mall", "Park", "Hospital", "Park"), "ja": ("モール", "公園", "病院", "公園")}
    whole = {"公園": "セントラルパーク"}
    places = [("city", 0), ("city", 1), ("deck", "hospital"), ("discard", "central_park")]
    for place, word in zip(places, words[language], strict=True):
        shown = at_place(board, *place)
        assert word in shown or whole.get(word, word) in shown, place


def test_a_label_of_cards_stands_in_the_row_of_its_first_card() -> None:
    for number, table in enumerate(moments(FLIP_CITY, 2, 60)):
        for size in (SIZES["S"], SIZES["M"]) if number % 3 == 0 else ():
            ends = [line.rstrip() for line in lines(drawn(table, size))]
            discard = len(table.state.boards[table.waiting()[0]].discard)
            assert not discard or not any(line.endswith(f"Discard {discard}") for line in ends)


@every_language
def test_what_is_flipped_for_the_money_is_not_said_to_be_bought(language: Language) -> None:
    """6$: a Residential Area of the discard pile for 2$, and a Hospital for 5$; no Church is sold for 5$."""
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "C | R H | K K | $6 0 0/3 1", build=True)
    words = texts_of(table, language)
    for step in ("S", "L-", "XL"):
        board = drawn(table, SIZES[step], language)
        text = _unspaced("".join(lines(board)[: 2 + board.places["top",].bottom]))
        hospital = _unspaced(f"{words.term('card', 'hospital')}5$")
        flips, buys = words.text("board.flips"), words.text("board.buys")
        assert text.index(buys) < text.index(flips) < text.index(hospital)
        assert _unspaced(f"{words.term('card', 'church')}5$") not in text


@every_language
@pytest.mark.parametrize(("unhappy", "adds"), [(1, True), (2, False)])
def test_what_the_money_of_the_open_card_buys_as_well_is_told_unless_it_busts(
    language: Language, unhappy: int, adds: bool
) -> None:
    """4$, and 1$ of the Residential Area: a Factory for 5$ as well. The third ☹ is a bust (bust.1)."""
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), f"R F | - | K K | $4 0 {unhappy}/3 1")
    words = texts_of(table, language)
    for step, key in (("L-", "also_buys_short"), ("L", "also_buys"), ("XL", "also_buys")):
        board = drawn(table, SIZES[step], language)
        text = _unspaced("".join(lines(board)[: board.places["top",].bottom]))
        label = _unspaced(words.text(f"board.{key}"))
        assert (label in text) == adds
        factory = _unspaced(f"{words.term('card', 'factory')}5$")
        assert (factory in text.partition(label)[2]) == adds


@every_language
@pytest.mark.parametrize(
    ("step", "office"),
    [("M", "off"), *product(("L-", "L0", "L", "XL"), ("on", "off"))],
)
def test_from_the_second_step_on_the_supply_tells_what_its_sides_do(
    step: str, language: Language, office: str
) -> None:
    """The effect of each front, whole or in brief, with two seats and three at a table."""
    for seats in (2, 3):
        table = next(iter(moments(FLIP_CITY, seats, 1, {"office": office})))
        board = drawn(table, SIZES[step], language)
        for pile in table.state.supply:
            region, printed = board.places["buy", pile.face], table.content.face[pile.face]
            inside = "".join(
                board.paint(y).crop(region.x + 1, region.right).text.strip(" │")
                for y in range(region.y + 1, region.bottom)
            )
            assert printed.brief is not None
            wordings = [printed.text.text(language), printed.brief.text(language)]
            assert any(_unspaced(text) in _unspaced(inside) for text in wordings), pile.face


def test_in_the_others_turn_the_smallest_step_says_whose_city_and_whose_deck_it_shows() -> None:
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "A F | K C | M K R | $4 0 1/3 1")
    own, other = (" ".join(lines(drawn(table, SIZES["S"], viewer=viewer))) for viewer in (0, 1))
    assert " City ╭" in own
    assert " Deck 2 ╭" in own
    assert "●A City ╭" in other
    assert "■B Deck 3 ╭" in other


@every_language
def test_the_counts_keep_turn_and_signs_of_unhappiness_while_they_fit(language: Language) -> None:
    """With 11$ and a limit of 4 not all signs have room: those of the points go first."""
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "R K | C | M K R | $11 1 2/4 2")
    turn = texts_of(table, language).text("board.turn", number=table.state.turn.number)
    first = lines(drawn(table, SIZES["S"], language))[0]
    assert "☹☹··" in first
    assert turn in first


@pytest.mark.parametrize(("language", "words"), [("en", "5 cards"), ("ja", "カード5枚")])
def test_the_row_of_a_seat_counts_all_its_cards(language: Language, words: str) -> None:
    """win.2: 18 cards in the city win with a Convenience Store; deck, discard pile and city: 2 + 1 + 2."""
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "R F | C | K K | $4 0 0/3 1")
    assert drawn(table, SIZES["M"], language).possessions(0) == [words]


@every_language
@pytest.mark.parametrize("step", ["S", "L-", "L0", "L", "XL"])
def test_the_piles_stay_where_they_are_when_their_keys_come(step: str, language: Language) -> None:
    """From the choice to play on to that of what to build."""
    turn = "A F | K C | M K R | $9 0 1/3 1"
    places = []
    for is_build in (False, True):
        table = turned(new_table(FLIP_CITY, "Ann", "Ben"), turn, build=is_build)
        board = drawn(table, SIZES[step], language)
        piles = [board.places["buy", pile.face] for pile in table.state.supply]
        places.append([(region.x, region.width) for region in piles])

    assert places[0] == places[1]


def test_after_the_end_nothing_is_for_sale() -> None:
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "S | - | S S | $9 6 0/3 1")
    before = " ".join(lines(drawn(table, SIZES["L-"])))
    table = put(table, replace(table.state, ending="points"))

    assert "buys" in before
    assert "buys" not in " ".join(lines(drawn(table, SIZES["L-"])))


@pytest.mark.parametrize(
    ("language", "front", "back"),
    [
        ("en", "×8 · 4$ gives 1$ ☹", "9$ gives 2$ ☹ ★★★"),
        ("ja", "×8・4$ 得る1$ ☹", "9$ 得る2$ ☹ ★★★"),
    ],
)
@pytest.mark.parametrize("size", [SIZES["S"], IN_LESSON])
def test_small_piles_say_which_figure_is_a_price_and_which_a_gain(
    size: tuple[int, int], language: Language, front: str, back: str
) -> None:
    """The front of the Hospital and the back of the Factory, in the words of the larger steps."""
    for is_build in (False, True):
        turn = "A F | K C | M K R | $9 0 1/3 1"
        table = turned(new_table(FLIP_CITY, "Ann", "Ben"), turn, build=is_build)
        text = "\n".join(lines(drawn(table, size, language)))
        assert f"│{front}" in text
        assert f"│{back}" in text


@every_language
@every_step
def test_the_card_on_a_rivals_deck_is_named(size: tuple[int, int], language: Language) -> None:
    """With two seats, the longest name."""
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "A F | K C | M K R | $4 0 1/3 1")
    boards = (table.state.boards[0], replace(table.state.boards[1], deck=("convenience_store",)))
    table = put(table, replace(table.state, boards=boards))
    board = drawn(table, size, language)

    assert texts_of(table, language).term("card", "convenience_store") in at_place(board, "seat", 1)


@every_language
@pytest.mark.parametrize("step", ["L0", "L", "XL"])
def test_the_others_cards_keep_their_gains(step: str, language: Language) -> None:
    """Three stars of a Station, whose Japanese name has two cells; two and three seats at a table."""
    line = "A F | K C | M K R | $4 0 1/3 1"
    for others in (("S W U | M R",), ("S W U | M R", "S W | K")):
        names = ["Ann", "Ben", "Cat"][: 1 + len(others)]
        table = put(new_table(FLIP_CITY, *names), at(line, *others).city)
        board = drawn(table, SIZES[step], language)
        region = board.places["seat", 1]
        below = "\n".join(lines(board)[region.y + 1 :])
        assert below.count(FULL.star * 3) >= 2 * len(others)


@every_language
@pytest.mark.parametrize("step", ["L", "XL"])
def test_in_large_it_is_told_what_others_could_flip_and_take_back(
    step: str, language: Language
) -> None:
    """Two Residential Areas for 2$ each, and a Shopping Mall for +2$, of a discard pile.

    With room for all it says what Ben's cards can reach in one turn, too: its star of 8, and 6 cards
    of the 18 that win with a Convenience Store (flip_city.win.1-2).
    """
    table = turned(new_table(FLIP_CITY, "Ann", "Ben"), "A F | K C | M K R | $4 0 1/3 1")
    ben = replace(
        table.state.boards[1],
        discard=("residential_area", "residential_area", "shopping_mall"),
    )
    table = put(table, replace(table.state, boards=(table.state.boards[0], ben)))
    board, words = drawn(table, SIZES[step], language), texts_of(table, language)
    below = _unspaced(" ".join(lines(board)[board.places["seat", 1].y :]))
    flips = f"{words.term('card', 'residential_area')} 2$ (2)"
    back = f"{words.term('card', 'shopping_mall')} +2$"

    assert _unspaced(words.text("board.could_flip", offers=flips)) in below
    assert _unspaced(words.text("board.could_take_back", offers=back)) in below
    reach = words.text("board.at_most_crowd", mark="", most=1, goal=8, owned=6, wanted=18)
    assert (_unspaced(reach) in below) == (step == "XL")


@pytest.mark.parametrize("step", ["L0", "L"])
def test_narrow_cards_beside_each_other_all_say_what_they_give_in_signs(step: str) -> None:
    """The word stands on all cards of others or on none: some have no room for it."""
    *_, table = moments(FLIP_CITY, 2, 30)
    board = drawn(table, SIZES[step])
    below = lines(board)[board.places["seat", 1 - table.waiting()[0]].y :]
    assert any("│1$" in line for line in below)
    assert not any("gives" in line for line in below)
