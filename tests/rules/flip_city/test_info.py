"""Public information."""

from __future__ import annotations

import pytest

from hako.content.flip_city import GAME
from hako.content.flip_city.events import DeckReshuffled, StartDeckShuffled
from hako.engine.rules.game import view
from tests.rules.flip_city.table import Table, at, in_alphabet, letters, new

EVERYBODY = (None, 0, 1)


def reveals(table: Table) -> bool:
    """True if the last action told anybody something new."""
    return any(event.reveals for event in table.told)


@pytest.mark.rule("flip_city.info.1")
def test_discard_piles_are_open_to_all() -> None:
    city = at("C | F K | H | $2 0 1/3 1", "H | M S").city

    for viewer in EVERYBODY:
        seen = view(GAME, city, viewer)
        assert [in_alphabet(board.discard) for board in seen.boards] == ["F K", "M S"]


@pytest.mark.rule("flip_city.info.2")
def test_the_top_card_of_every_deck_is_open_to_all() -> None:
    city = at("C F F | - | H | $2 0 1/3 1", "H K K | -", "- | K").city

    for viewer in EVERYBODY:
        seen = view(GAME, city, viewer)
        assert [letters(board.deck) for board in seen.boards] == ["C ? ?", "H ? ?", "-"]


@pytest.mark.rule("flip_city.info.2")
def test_a_reshuffle_shows_the_new_top_card_at_once() -> None:
    assert at("- | C F K | H | $2 0 1/3 1").reshuffle(order="F C K").seen_deck(0) == "F ? ?"


@pytest.mark.rule("flip_city.info.2")
def test_a_bust_too_brings_a_card_to_light() -> None:
    table = at("A F K | - | H R | $3 0 2/3 1").play()

    assert table.city.turn.seat == 1
    assert table.seen_deck(0) == "F ?"


@pytest.mark.rule("flip_city.info.3")
def test_a_card_that_an_office_buried_stays_known() -> None:
    table = at("O R C F K | - | H | $2 0 1/3 1").play().bury()

    assert table.seen_deck(0) == "C ? ? R"
    assert table.play().seen_deck(0) == "F ? R"
    assert table.play().seen_deck(0) == "K R"


@pytest.mark.rule("flip_city.info.3")
def test_covered_and_buried_cards_are_known_together() -> None:
    """R was buried; K, put on C by recycling a Station, covers C; F and H are hidden."""
    table = at("O R C F H | S | K | $3 0 0/3 1").play().bury().recycle("S")

    assert table.seen_deck(0) == "K C ? ? R"


@pytest.mark.rule("flip_city.info.3")
def test_a_reshuffle_ends_all_knowledge_of_places() -> None:
    table = at("O R | F | H | $2 0 1/3 1").play().bury().play()

    assert table.seen_deck(0) == "-"
    assert table.reshuffle(order="F").seen_deck(0) == "F"
    table = at("- | C F K S | H | $2 0 1/3 1").recycle("S").play().reshuffle(order="F C K")
    assert table.seen_deck(0) == "F ? ?"


@pytest.mark.rule("flip_city.info.4")
def test_what_a_deck_holds_is_known_to_all_without_its_order() -> None:
    """Two decks with the same cards in another order look the same."""
    one = at("C R F H | - | K F | $5 0 0/3 2").city
    other = at("C H F R | - | K F | $5 0 0/3 2").city

    for viewer in EVERYBODY:
        seen = view(GAME, one, viewer)
        assert in_alphabet(seen.boards[0].deck_cards()) == "C F H R"
        assert seen == view(GAME, other, viewer)


@pytest.mark.rule("flip_city.table.1", "flip_city.info.3")
def test_nobody_can_peek_while_a_deck_is_shuffled() -> None:
    """All that is told of a shuffle is the top card that lies open after it."""
    order = ("central_park", "factory", "hospital")

    for shuffled in (DeckReshuffled(0, order), StartDeckShuffled(0, order)):
        for viewer in EVERYBODY:
            assert shuffled.masked(viewer).order == ("central_park", None, None)


@pytest.mark.rule("flip_city.table.1")
def test_a_seat_sees_the_top_of_its_starting_deck_only() -> None:
    seen = view(GAME, new(2), 0)

    for board in seen.boards:
        assert sum(face is not None for face in board.deck) == 1


@pytest.mark.rule("flip_city.info.2", "flip_city.info.3")
def test_a_play_reveals_something_only_where_a_hidden_card_comes_to_light() -> None:
    """The last card of a deck and a card that covers a known one reveal nothing."""
    assert reveals(at("C F | - | K | $3 0 0/3 1").play())
    assert not reveals(at("C | F | K | $3 0 0/3 1").play())
    assert not reveals(at("C F | S | K | $3 0 0/3 1").recycle("S").play())


@pytest.mark.rule("flip_city.info.2")
def test_a_reshuffle_reveals_and_recycling_stopping_and_building_do_not() -> None:
    table = at("- | C F M | K | $5 0 0/3 1")

    assert not reveals(table.recycle("M"))
    assert reveals(table.reshuffle(order="F C C"))
    assert not reveals(table.stop())
    assert not reveals(table.buy("K"))
