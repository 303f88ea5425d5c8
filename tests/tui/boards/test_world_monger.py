"""The board of World Monger: every civilization in sight, in every step and language."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content import load
from hako.content.world_monger.actions import BuyShare, ChooseCivilization, UseCard
from hako.content.world_monger.expected_prices import expected_price
from hako.content.world_monger.net_worth import is_ending, net_worth
from hako.content.world_monger.state import Laid, quote
from hako.content.world_monger.steps.civilization_phase import UseCards
from hako.content.world_monger.steps.development import Develop
from hako.content.world_monger.steps.investment import Invest
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.width import cell_width
from hako.engine.log.history import History
from hako.engine.transcript.sentences import texts_of
from hako.tui.boards.board import Board
from hako.tui.boards.cards import longest_fitting
from hako.tui.boards.world_monger.sizes import LADDER
from hako.tui.theme.symbols import FULL
from hako.tui.widgets.upcoming import upcoming_strips
from tests.tui.boards.drawn import (
    NARROW,
    SMALL,
    at_place,
    drawn,
    lines,
    moments,
    put,
    whole_place,
)

WORLD_MONGER = load("world_monger")

SIZES = {step.name: (step.columns, step.rows) for step in LADDER}

every_step = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


def row_of(board: Board, place: object) -> str:
    return lines(board)[board.places[place].y]


@pytest.mark.parametrize("size", [NARROW, SMALL, *SIZES.values()])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 6])
def test_all_civilizations_and_shares_are_in_sight_with_whole_names(
    size: tuple[int, int], language: Language, seats: int
) -> None:
    for number, table in enumerate(moments(WORLD_MONGER, seats, 30)):
        if number % 4:
            continue
        board = drawn(table, size, language)
        text, texts = "\n".join(lines(board)), texts_of(table, language)
        for civilization in table.state.civilizations:
            assert texts.term("civilization", civilization.id) in text
            assert ("civilization", civilization.id) in board.places
            holders = [seat for seat in range(seats) if civilization.shares[seat]]
            assert all(("held", civilization.id, seat) in board.places for seat in holders)


@pytest.mark.parametrize("ledger", ["off", "on"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_eighty_columns_cut_nothing(language: Language, ledger: str) -> None:
    for seats in (2, 4, 6):
        for table in moments(WORLD_MONGER, seats, 90, {"ledger": ledger}):
            text = lines(drawn(table, SIZES["S"], language))
            assert FULL.ellipsis not in "".join(text)
            if seats == 2 and is_ending(table.state):
                assert ("$+" in text[0]) == (ledger == "off"), "the end values are to come"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 6])
def test_the_smallest_step_keeps_heads_and_supply_in_sight(language: Language, seats: int) -> None:
    """The heads of columns are never given up, nor is the number of cards left in a pile."""
    for table in moments(WORLD_MONGER, seats, 60):
        texts, text = texts_of(table, language), lines(drawn(table, SIZES["S"], language))
        assert len(text) == SIZES["S"][1]
        for head in ("civilization", "price", "decides", "dividend", "deck"):
            assert texts.text(f"board.head.{head}") in text[1]
        for pile in table.state.supply:
            name, short = (texts.term(kind, pile.card) for kind in ("card", "short_card"))
            left = f"×{pile.left}" if pile.left else texts.text("board.none_left")
            below = "\n".join(text[2:])
            assert name in below or f"{short}{pile.left}" in below or f"{short} {left}" in below


@every_step
def test_price_coins_and_net_worth_are_those_of_the_table(size: tuple[int, int]) -> None:
    for table in moments(WORLD_MONGER, 3, 30):
        board = drawn(table, size)
        for seat in range(3):
            region = board.places["seat", seat]
            shown = board.paint(region.y).crop(region.x, region.right).text
            assert f"{table.state.coins[seat]}$" in shown
            assert shown.endswith(f"{net_worth(table.state, seat)}$")
        for place, item in enumerate(table.state.civilizations):
            assert f" {quote(table.state, place)}$ " in row_of(board, ("civilization", item.id))


@every_step
def test_end_values_stand_in_the_place_of_prices(size: tuple[int, int]) -> None:
    """world_monger.end.4: Shares are cashed at these."""
    *_, table = moments(WORLD_MONGER, 3, 30)
    values = (41, 42, 43, 44)

    text = "\n".join(lines(drawn(put(table, replace(table.state, end_values=values)), size)))

    assert all(f" {value}$ " in text for value in values)


@pytest.mark.parametrize("language", LANGUAGES)
@every_step
@pytest.mark.parametrize("seats", [3, 6])
def test_a_ledger_tells_the_expected_price_beside_each_civilization(
    size: tuple[int, int], language: Language, seats: int
) -> None:
    *_, table = moments(WORLD_MONGER, seats, 30, {"ledger": "on"})
    board = drawn(table, size, language)
    for civilization in table.state.civilizations:
        expected = f"{expected_price(table.state, civilization.owned()):.1f}"
        y = board.places["civilization", civilization.id].y + (size == SIZES["S"])
        assert expected in lines(board)[y] or expected in lines(board)[y + 1]
        assert expected in board.describe(("civilization", civilization.id))


@every_step
def test_without_a_ledger_one_keeps_count_oneself(size: tuple[int, int]) -> None:
    *_, table = moments(WORLD_MONGER, 3, 30)
    assert "~" not in "".join(lines(drawn(table, size)))
    assert "expected" not in "".join(lines(drawn(table, size)))


def test_a_bought_share_is_told_at_its_holder() -> None:
    for table in moments(WORLD_MONGER, 4, 60):
        seat = table.waiting()[0]
        buys = [a for a in table.legal_actions(seat) if isinstance(a, BuyShare)]
        if buys:
            break
    name = buys[0].civilization
    before = table.state.civilization(name).shares[seat]

    table.play(seat, buys[0])

    describe = drawn(table).describe(("held", name, seat))
    assert f"has {before + 1} of" in describe


@every_step
def test_shares_lie_before_their_holders(size: tuple[int, int]) -> None:
    """As many signs as Shares."""
    *_, table = moments(WORLD_MONGER, 4, 80)
    board = drawn(table, size)
    for item in table.state.civilizations:
        for seat in filter(item.shares.__getitem__, table.state.seats):
            assert at_place(board, "held", item.id, seat) == FULL.owner(seat) * item.shares[seat]


@pytest.mark.parametrize("size", [SMALL, SIZES["S"], SIZES["M"]])
def test_prices_are_a_ladder_on_one_scale(size: tuple[int, int]) -> None:
    """Half the price is half as high."""
    *_, table = moments(WORLD_MONGER, 4, 80)
    world = replace(table.state, prices=((8, 6, 4, 2), (2, 4, 6, 8)))
    text = "\n".join(lines(drawn(put(table, world), size)))
    assert all(ladder in text for ladder in ("█▂", "▆▄", "▄▆", "▂█"))


@pytest.mark.parametrize("step", ["L-", "L0"])
def test_bars_have_a_common_scale_that_the_heading_names(step: str) -> None:
    """A full block is 8$, above which a second row begins; above 16$ the bars are halved."""
    *_, table = moments(WORLD_MONGER, 4, 80)
    for prices, coins, bars in (((8, 12), 8, ["██", "▄▄"]), ((8, 24), 16, ["▄▄", "▄▄"])):
        now = put(table, replace(table.state, prices=tuple((price,) * 4 for price in prices)))
        text = lines(drawn(now, SIZES[step]))
        heading = next(at for at, line in enumerate(text) if "Price of a Share" in line)
        assert f"a full block is {coins}$" in text[heading]
        above, level = text[heading + 1 : heading + 3]
        first, second = level.index(f"{prices[0]}"), level.index(f"{prices[1]}")
        assert (level[first - 3 : first - 1], above[second - 3 : second - 1]) == tuple(bars)


@pytest.mark.parametrize("step", ["L", "XL"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chart_has_every_price_at_its_coin(step: str, language: Language) -> None:
    *_, table = moments(WORLD_MONGER, 4, 80)
    prices = ((4, 5, 6, 7), (5, 5, 3, 9))
    board = drawn(put(table, replace(table.state, prices=prices)), SIZES[step], language)
    text, texts = lines(board), texts_of(table, language)
    for place, civilization in enumerate(table.state.civilizations):
        name = texts.term("civilization", civilization.id)
        for price in (prices[0][place], prices[1][place]):
            assert any(line.startswith(f"{price}$ ┤".rjust(6)) and name in line for line in text)


def test_who_decides_is_told_with_the_reason() -> None:
    """world_monger.control.2: in a tie the seat nearest to the start player, clockwise."""
    *_, table = moments(WORLD_MONGER, 3, 30)
    first = table.state.civilizations[0]

    def heading(shares: tuple[int, ...], start: int, step: str) -> str:
        world = replace(
            table.state.with_civilization(replace(first, shares=shares)), start_player=start
        )
        y = drawn(put(table, world), SIZES[step]).places["civilization", first.id].y
        return "\n".join(lines(drawn(put(table, world), SIZES[step]))[y : y + 6])

    assert "●A Ann ●● ■■, next after ▲C" in heading((2, 2, 0), 2, "S")
    assert "●A Ann ●● ■■ ▲, starts" in heading((2, 2, 1), 0, "S")
    assert "●A Ann ●● ■■, starts" in heading((2, 2, 0), 0, "M")
    assert "■B 葉子 ● ■■ " in heading((1, 2, 0), 0, "S")
    assert "nobody: no Share is held" in heading((0, 0, 0), 0, "S")
    tied = " ".join(line[:26] for line in heading((2, 2, 0), 2, "L0").splitlines())
    assert "●A Ann decides: 2 Shares," in " ".join(tied.split())
    assert "start player ▲C" in " ".join(tied.split())


@every_step
def test_the_board_carries_the_keys_of_the_list(size: tuple[int, int]) -> None:
    shown = 0
    for table in moments(WORLD_MONGER, 3, 40):
        seat = table.waiting()[0]
        board = drawn(table, size)
        for number, action in enumerate(table.legal_actions(seat), 1):
            if isinstance(action, UseCard | BuyShare):
                place = board.place_of(action)
                region = board.places[place]
                rows = range(region.y, region.bottom)
                text = "".join(board.paint(row).crop(region.x, region.right).text for row in rows)
                assert f"‹{number}›" in text
                shown += 1
    assert shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_culture_has_a_brief_text_and_a_phrase(language: Language) -> None:
    """At most three lines of ten cells, or of as many as the name has; twelve cells."""
    *_, table = moments(WORLD_MONGER, 3, 1)
    for culture in table.content.cultures:
        assert culture.brief is not None
        assert culture.phrase is not None
        width = max(10, cell_width(culture.name.text(language)))
        assert longest_fitting([culture.brief.text(language)], width, 3), culture.id
        assert cell_width(culture.phrase.text(language)) <= 12, culture.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cultures_with_different_effects_have_the_same_phrase(language: Language) -> None:
    """Druid gives Villagers to another civilization, Rice Paddy lays them out in its own."""
    *_, table = moments(WORLD_MONGER, 3, 1)
    effects: dict[str, set[str]] = {}
    for culture in table.content.cultures:
        assert culture.phrase is not None
        firsts = {str(operation) for operation in culture.use[:1]} or {str(culture.constant)}
        effects.setdefault(culture.phrase.text(language), set()).update(firsts)
    assert [phrase for phrase, kinds in effects.items() if len(kinds) > 1] == []


def test_a_card_has_its_text_from_the_middle_step_on() -> None:
    for table, step in product(moments(WORLD_MONGER, 3, 40), ("M", "L-", "L0", "L", "XL")):
        board = drawn(table, SIZES[step])
        for civilization in table.state.civilizations:
            for laid in civilization.area:
                region = board.places["card", civilization.id, laid.card, laid.used]
                words = board.paint(region.y + 1).crop(region.x + 1, region.right - 1).text
                assert words.strip(" │"), (step, laid.card)


def with_icon(table: History[Any], *shares: int, phase: str) -> History[Any]:
    """The table with a City in the first civilization, whose turn is over, and its Shares."""
    city = replace(table.state.civilizations[0].area[0], card="city", used=False)
    first = replace(table.state.civilizations[0], area=(city,), shares=shares)
    return put(table, replace(table.state.with_civilization(first), phase=phase))


@every_step
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dividend_that_nobody_gets_is_not_said_to_be_paid(
    size: tuple[int, int], language: Language
) -> None:
    """world_monger.dividend.1: 1 coin a Share; without holders nothing is paid."""
    *_, table = moments(WORLD_MONGER, 3, 30)
    texts = texts_of(table, language)
    nobody, paid = (texts.text(f"board.dividend_{state}") for state in ("nobody", "paid"))

    for shares, word in (((0, 0, 0), nobody), ((0, 1, 0), paid)):
        board = drawn(with_icon(table, *shares, phase="investment"), size, language)
        y = board.places["civilization", table.state.civilizations[0].id].y
        rows = lines(board)[y : y + 9]
        assert any(f"¢ {word}" in row for row in rows)


@pytest.mark.parametrize("step", ["L-", "L0", "L", "XL"])
def test_dividends_are_told_with_their_coins_only_until_shares_change_hands(step: str) -> None:
    """A Share bought after the dividend was paid got nothing from it."""
    *_, table = moments(WORLD_MONGER, 3, 30)

    for phase, is_shown in (("civilization", True), ("investment", False)):
        text = "\n".join(lines(drawn(with_icon(table, 0, 2, 0, phase=phase), SIZES[step])))
        assert ("paid ■B 2$" in text) == is_shown


@every_step
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_civilization_before_its_turn_says_where_its_cards_come_from(
    size: tuple[int, int], language: Language
) -> None:
    """world_monger.civ.1: five cards; a deck that is too small gets the discard pile under it."""
    *_, table = moments(WORLD_MONGER, 3, 30)
    texts, item = texts_of(table, language), table.state.civilizations[0]

    for deck in (7, 2):
        cards = replace(item, area=(), deck=item.owned()[:deck])
        world = replace(table.state.with_civilization(cards), phase="civilization")
        key = "coming" if deck > 2 else "coming_shuffled"
        sentence = texts.text(f"board.{key}", count=5, deck=deck)
        shown = "".join("".join(lines(drawn(put(table, world), size, language))).split())
        words = sentence.split() if language == "en" else [sentence[:8]]
        assert all(word in shown for word in words)


@every_step
@pytest.mark.parametrize(("language", "word"), [("en", "worth"), ("ja", "資産")])
def test_the_first_figures_of_the_seats_say_what_they_are(
    size: tuple[int, int], language: Language, word: str
) -> None:
    *_, table = moments(WORLD_MONGER, 3, 30)
    assert lines(drawn(table, size, language))[0].count(word) == 1


@pytest.mark.parametrize("step", ["M", "L-", "L0", "L", "XL"])
@pytest.mark.parametrize(
    ("language", "phases"),
    [("en", "investments, then development"), ("ja", "投資、次に発展")],
)
def test_beside_the_panel_of_seats_the_first_row_tells_the_phases_and_the_order(
    step: str, language: Language, phases: str
) -> None:
    """world_monger.invest.1, develop.1; coins and worth stand in that panel."""
    table = at_an_investment(2)
    board = drawn(
        put(table, replace(table.state, phase="investment")),
        SIZES[step],
        language,
        window=(100, 30),
    )

    first = lines(board)[0]

    assert phases in first
    assert "$" not in first
    at = [board.places["seat", seat].x for seat in (2, 0, 1)]
    assert at == sorted(at)
    assert all(at_place(board, "seat", seat)[0] == FULL.owner(seat) for seat in range(3))


def test_names_at_the_ends_of_the_chart_are_whole_where_there_is_room() -> None:
    *_, table = moments(WORLD_MONGER, 4, 80)
    world = replace(table.state, prices=((9, 9, 9, 6), (4, 5, 6, 7), (9, 9, 9, 6)))
    names = [
        texts_of(table, "en").term("civilization", item.id) for item in world.civilizations[:3]
    ]

    text = lines(drawn(put(table, world), SIZES["L"]))

    assert any(f"9$ {', '.join(names)}" in line for line in text)
    assert any(f"{', '.join(names)} 9 " in line for line in text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_largest_step_each_pile_says_its_effect(language: Language) -> None:
    """Piles with an end value have a phrase, where the brief text has no room."""
    *_, table = moments(WORLD_MONGER, 3, 30)
    board = drawn(table, SIZES["XL"], language)
    for pile in table.state.supply:
        printed = table.content.card[pile.card]
        shown = "".join(whole_place(board, "pile", pile.card).replace("│", "").split())
        texts = [text.text(language) for text in (printed.brief, printed.phrase) if text]
        assert any("".join(text.split()) in shown for text in texts), pile.card


@pytest.mark.parametrize("step", ["L", "XL"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_piles_stay_cards_while_a_card_is_added(step: str, language: Language) -> None:
    """Eight piles with their keys; see test_the_piles_stay_where_they_are of Flip City."""
    table = at_an_investment(0, (1, 0, 0))
    develop = Develop(0, civilization=table.state.civilizations[0].id)
    kinds = [
        "villager",
        "chariot",
        "ironworks",
        "druid",
        "monk",
        "official",
        "law_code",
        "observatory",
    ]
    first = table.state.supply[0]
    supply = tuple(replace(first, card=card) for card in kinds)
    world = replace(table.state, agenda=(develop,), supply=supply, phase="development")
    table = put(table, world)
    board = drawn(table, SIZES[step], language)
    for number, pile in enumerate(table.state.supply, 1):
        shown = whole_place(board, "pile", pile.card)
        assert f"‹{number}›" in shown
        assert shown[0] + shown[-1] == "╭╯"


@pytest.mark.parametrize("language", LANGUAGES)
def test_heads_of_columns_stand_apart(language: Language) -> None:
    *_, table = moments(WORLD_MONGER, 3, 30)
    prices = ((4, 5, 6, 7),) * 12
    head = lines(drawn(put(table, replace(table.state, prices=prices)), SIZES["S"], language))[1]
    decides = texts_of(table, language).text("board.head.decides")
    assert f" {decides}" in head


def test_the_head_of_a_single_round_names_no_range() -> None:
    *_, table = moments(WORLD_MONGER, 3, 30)
    for prices, head in (((4, 5, 6, 7),), " round 1 "), (((4, 5, 6, 7),) * 2, " rounds 1-2 "):
        world = replace(table.state, prices=prices, round=len(prices))
        assert head in lines(drawn(put(table, world), SIZES["S"]))[1]


@every_step
def test_a_civilization_to_choose_carries_its_key(size: tuple[int, int]) -> None:
    """The one that acts does not: its key ends the turn."""
    shown = 0
    for table in moments(WORLD_MONGER, 3, 400):
        for number, action in enumerate(table.legal_actions(table.waiting()[0]), 1):
            if isinstance(action, ChooseCivilization):
                board = drawn(table, size)
                row = row_of(board, ("civilization", action.civilization))
                assert f"‹{number}›" in row
                shown += 1
    assert shown


@pytest.mark.parametrize("step", ["L-", "L0", "L"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_too_long_for_whole_cards_keeps_their_effects(step: str, language: Language) -> None:
    """Two rows of cards of two rows, each with its phrase and its worth in the lower edge."""
    *_, table = moments(WORLD_MONGER, 3, 30)
    kinds = [pile.card for pile in table.state.supply][:6]
    first = table.state.civilizations[0]
    area = tuple(replace(first.area[0], card=card, used=False) for card in kinds * 2)
    world = table.state.with_civilization(replace(first, area=area))

    board = drawn(put(table, world), SIZES[step], language)

    for card in kinds:
        printed = table.content.card[card]
        assert printed.phrase is not None
        shown = whole_place(board, "card", first.id, card, False)
        assert printed.phrase.text(language) in shown.replace("─", " ")
        assert f"{table.content.values([*kinds * 2])[card]}" in shown.splitlines()[-1]


def upcoming(
    table: History[Any], viewer: int | None = None, language: Language = "en"
) -> list[str]:
    """The rows of what comes, as a seat sees them that chooses, or that looks on."""
    parts = drawn(table, SIZES["S"], language, viewer=viewer).upcoming(44)
    rows: list[str] = []
    for part in parts:
        rows += [f"{part.title}: {part.aside}"]
        rows += ["".join(text for text, _ in line) for line in part.lines]
    return [" ".join(row.split()) for row in rows]


def at_an_investment(start: int, *shares: tuple[int, ...]) -> History[Any]:
    """The first investment turn of a table for three, with that start player, and Shares by civilization."""
    table = next(moments(WORLD_MONGER, 3, 1))
    world, order = table.state, [start, (start + 1) % 3, (start + 2) % 3]
    for item, held in zip(world.civilizations, shares, strict=False):
        world = world.with_civilization(replace(item, shares=held))
    steps = [step for step in world.agenda if not isinstance(step, Invest)]
    agenda = (*steps, *(Invest(seat) for seat in reversed(order)))
    return put(table, replace(world, start_player=start, agenda=agenda))


def test_who_looks_on_sees_who_decides_now_and_in_the_next_round() -> None:
    """control.2, cleanup.2: of those tied the start player, or the next one clockwise from there."""
    table = at_an_investment(0, (2, 2, 0), (0, 0, 1), (0, 0, 0), (1, 1, 1))
    names = [
        texts_of(table, "en").term("civilization", item.id) for item in table.state.civilizations
    ]

    rows = upcoming(table, viewer=1)

    assert rows[:5] == [
        "Who decides: round 2, if nobody trades",
        f"{names[0]} ●A 2:2, starts ■B",
        f"{names[1]} ▲C 1:0 ▲C",
        f"{names[2]} -- nobody --",
        f"{names[3]} ●A 1:1, starts ■B",
    ]
    assert not any("Who decides" in row for row in upcoming(table))

    board = drawn(table, SIZES["S"], viewer=1)
    part = next(iter(board.upcoming(80)))
    assert part.title == "Who decides (Shares : next most)"
    strips_in = partial(upcoming_strips, [part], line=board.line, ink=board.ink, is_alone=True)
    assert [len(strips_in(rows)) for rows in (4, 5)] == [0, 5]  # all civilizations or none


def test_names_of_seats_do_not_come_and_go_as_their_coins_change() -> None:
    table = next(moments(WORLD_MONGER, 3, 1))
    for width in range(60, 110):
        first_rows = [
            lines(drawn(put(table, replace(table.state, coins=(coins,) * 3)), (width, 13)))[0]
            for coins in (5, 60)
        ]
        assert len({"Ann" in row for row in first_rows}) == 1, first_rows


def test_who_waits_reads_what_the_cards_of_another_seat_can_do() -> None:
    """Legion: 2 is the base price, and a Chariot of 3 is discarded (world_monger.card.legion)."""
    table = at_an_investment(0, (0, 2, 0), (1, 0, 0), (0, 0, 0), (0, 0, 0))
    hit, acting = table.state.civilizations[:2]
    world = table.state.with_civilization(replace(hit, area=(Laid("chariot"),)))
    world = world.with_civilization(replace(acting, area=(Laid("legion"),)))
    table = put(table, replace(world, agenda=(*world.agenda[:-1], UseCards(0, acting.id))))
    name = texts_of(table, "en").term("civilization", hit.id)

    rows = upcoming(table, viewer=1)

    sentence = " ".join(rows[rows.index("While you wait:") + 1 :])
    assert sentence == f"Ann can use Legion: a Share of {name} 5 → 2 at worst."
    assert "While you wait:" not in upcoming(table)


def test_what_comes_is_told_in_the_order_of_the_round() -> None:
    """invest.1: clockwise from the start player; develop.2-3; cleanup.2: the marker goes on clockwise."""
    table = at_an_investment(2, (2, 1, 0), (0, 0, 1), (0, 0, 0), (1, 0, 0))
    names = [
        texts_of(table, "en").term("civilization", item.id) for item in table.state.civilizations
    ]

    assert upcoming(table) == [
        "What comes: if nobody trades",
        "investments ●A, ■B",
        f"development ●A {names[0]}, {names[3]}",
        f"▲C {names[1]}",
        f"nobody: {names[2]}",
        "round 2 ●A starts and wins ties",
    ]
    last = put(table, replace(table.state, final_round=1))
    assert upcoming(last)[-1] == "the end Shares pay their end value"
