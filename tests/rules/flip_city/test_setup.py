"""Cards and setup."""

from __future__ import annotations

from collections import Counter

import pytest

from hako.content.flip_city import GAME
from hako.content.flip_city.state import City
from tests.rules.flip_city.table import LETTER_OF, Table, cards, faces, in_alphabet, new

FRONTS_AND_BACKS = {"R": "A", "C": "M", "H": "U", "F": "W", "K": "S"}


def kinds(city: City) -> Counter[str]:
    """Cards in players' hands and supply, by the letter of their front."""
    fronts = {pair.back: pair.front for pair in city.content.pairs}
    owned = [face for seat in range(len(city.boards)) for face in city.boards[seat].owned()]
    supply = [pile.face for pile in city.supply for _ in range(pile.left)]
    return Counter(LETTER_OF[fronts.get(face, face)] for face in (*owned, *supply))


@pytest.mark.rule("flip_city.setup.1")
def test_each_card_has_the_two_sides_that_the_rulebook_names() -> None:
    """The first of the two names is the front."""
    pairs = {pair.front: pair.back for pair in cards().pairs}
    for front, back in FRONTS_AND_BACKS.items():
        (front_face,), (back_face,) = faces(front), faces(back)

        assert pairs[front_face] == back_face
        assert cards().other_side[front_face] == back_face
        assert cards().other_side[back_face] == front_face


@pytest.mark.rule("flip_city.setup.2")
def test_a_face_has_either_an_upgrade_cost_or_a_recycle_bonus() -> None:
    """Purple arrow or green arrow at the bottom right, never both."""
    for face in cards().faces:
        assert (face.upgrade_cost is None) != (face.recycle is None), face.id


@pytest.mark.rule("flip_city.setup.2")
def test_fronts_have_a_cost_except_the_residential_area() -> None:
    assert in_alphabet(face.id for face in cards().faces if face.cost is not None) == "C F H K O"


@pytest.mark.rule("flip_city.setup.3")
def test_four_players_use_all_76_cards() -> None:
    """20 residential, 12 store, 12 hospital, 16 factory, 16 park."""
    used = kinds(new(4))

    assert used == {"R": 20, "C": 12, "H": 12, "F": 16, "K": 16}
    assert used.total() == 76


@pytest.mark.rule("flip_city.setup.4")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_each_player_begins_with_nine_cards_shuffled_into_a_deck(seats: int) -> None:
    """4 Residential Areas and one each of A, C, H, F, K; the discard piles are empty."""
    for board in new(seats).boards:
        assert in_alphabet(board.deck_cards()) == "A C F H K R R R R"
        assert len(board.deck) == 9
        assert (board.discard, board.city) == ((), ())


@pytest.mark.rule("flip_city.setup.4")
def test_starting_decks_are_shuffled() -> None:
    orders = {board.deck for seed in range(10) for board in new(2, seed=seed).boards}

    assert len(orders) > 15


@pytest.mark.rule("flip_city.setup.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_supply_does_not_depend_on_the_number_of_players(seats: int) -> None:
    """8 Convenience Stores, 8 Hospitals, 12 Factories, 12 Central Parks, cost side up."""
    assert Table(new(seats)).supply == "C8 H8 F12 K12"


@pytest.mark.rule("flip_city.setup.6")
def test_cards_of_absent_players_are_out_of_the_game() -> None:
    """With 2 players 10 residential cards and 2 start cards of each other kind are left."""
    assert kinds(new(2)) == {"R": 10, "C": 10, "H": 10, "F": 14, "K": 14}


@pytest.mark.rule("flip_city.setup.7")
def test_the_start_player_is_random() -> None:
    first = Counter(new(4, seed=seed).turn.seat for seed in range(200))

    assert set(first) == {0, 1, 2, 3}
    assert min(first.values()) > 25


@pytest.mark.rule("flip_city.setup.8", "flip_city.end.2")
def test_turns_pass_from_seat_to_seat_and_round_again() -> None:
    table = Table(new(3))
    turns = []
    for _ in range(6):
        turns.append(table.city.turn)
        table.finish_turn()

    assert [(turn.seat - turns[0].seat) % 3 for turn in turns] == [0, 1, 2, 0, 1, 2]
    assert [turn.number for turn in turns] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("flip_city.setup.9")
def test_one_to_four_can_play() -> None:
    assert [*GAME.seats] == [1, 2, 3, 4]
