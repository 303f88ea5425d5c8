"""Chance: the numbers of the documented formula, the same on every machine."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import pytest

from hako.engine.rules.chance import Chance, ChanceRefused, NoChance, Seed, Stream, new_seed


def formula(seed: int, ply: int, name: str, draw: int) -> int:
    """The k-th draw as the module's docstring gives it, each computed by itself."""
    digest = blake2b(f"{seed}/{ply}/{name}".encode(), digest_size=8).digest()
    key = sum(byte << 8 * place for place, byte in enumerate(digest))
    z = (key + draw * 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


def test_a_stream_is_splitmix64() -> None:
    """The first outputs for the seed 1234567 that other implementations publish."""
    stream = Stream(1234567)

    assert [stream.bits() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize(
    ("seed", "ply", "name"), [(0, 0, "cards"), (1, 7, "dice"), (2**63 - 1, 12, "x y")]
)
def test_draws_follow_the_formula(seed: int, ply: int, name: str) -> None:
    stream = Chance(seed, ply).stream(name)

    assert [stream.bits() for _ in range(4)] == [formula(seed, ply, name, k) for k in (1, 2, 3, 4)]


@pytest.mark.parametrize("seed", [5, 2**63 - 1, bytes(range(32))])
def test_many_draws_at_once_are_the_draws_one_by_one(seed: Seed) -> None:
    one_by_one, at_once = Chance(seed, 6).cards, Chance(seed, 6).cards

    for count in (0, 1, 2, 3, 20, 150, 1):
        assert [*at_once.draws(count)] == [one_by_one.bits() for _ in range(count)]


def test_a_number_below_a_limit_is_the_upper_part_of_a_draw() -> None:
    stream = Chance(3, 4).stream("dice")

    assert [stream.below(100) for _ in range(3)] == [
        formula(3, 4, "dice", k) * 100 // 2**64 for k in (1, 2, 3)
    ]


def test_a_die_shows_one_to_its_sides_about_equally_often() -> None:
    dice = Chance(1, 0).dice
    shown = Counter(dice.roll(6) for _ in range(60_000))

    assert sorted(shown) == [1, 2, 3, 4, 5, 6]
    assert all(abs(times - 10_000) < 400 for times in shown.values())


def test_a_shuffle_is_fisher_and_yates_from_the_end() -> None:
    draws = [formula(5, 6, "cards", k) for k in (1, 2, 3)]
    order = ["a", "b", "c", "d"]
    for last, draw in zip((3, 2, 1), draws, strict=True):
        other = draw * (last + 1) // 2**64
        order[last], order[other] = order[other], order[last]

    assert Chance(5, 6).cards.shuffle("abcd") == tuple(order)


def test_every_order_comes_about_equally_often() -> None:
    cards = Chance(1, 0).cards
    orders = Counter(cards.shuffle("abc") for _ in range(12_000))

    assert len(orders) == 6
    assert all(abs(times - 2_000) < 200 for times in orders.values())


@pytest.mark.parametrize("items", [(), ("a",)])
def test_shuffling_nothing_or_one_thing_changes_nothing(items: tuple[str, ...]) -> None:
    assert Chance(1, 1).cards.shuffle(items) == items


def test_a_choice_is_one_of_the_items() -> None:
    assert {Chance(seed, 0).cards.choice("abc") for seed in range(30)} == {"a", "b", "c"}


def test_a_draw_in_one_stream_never_shifts_another() -> None:
    alone, beside = Chance(1, 1), Chance(1, 1)
    beside.cards.shuffle(range(50))

    assert [alone.dice.roll(6) for _ in range(9)] == [beside.dice.roll(6) for _ in range(9)]


def test_a_stream_goes_on_where_it_was() -> None:
    chance = Chance(1, 1)

    assert [chance.dice.bits(), chance.dice.bits()] == [
        formula(1, 1, "dice", 1),
        formula(1, 1, "dice", 2),
    ]


def test_records_and_seeds_have_draws_of_their_own() -> None:
    firsts = {Chance(seed, ply).dice.bits() for seed in range(10) for ply in range(10)}

    assert len(firsts) == 100


def test_a_fork_foresees_nothing_of_what_it_was_forked_from() -> None:
    chance = Chance(1, 1)
    fork = chance.fork("bot 0")

    assert not chance.drew
    assert fork.seed == formula_key(1, 1, "bot 0")
    assert fork.cards.bits() != chance.cards.bits()


def formula_key(seed: int, ply: int, name: str) -> int:
    """The key of a stream."""
    digest = blake2b(f"{seed}/{ply}/{name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def test_it_is_known_whether_anything_was_drawn() -> None:
    chance = Chance(1, 1)
    assert not chance.drew

    chance.dice.roll(6)

    assert chance.drew


@pytest.mark.parametrize("name", ["cards", "dice", "anything"])
def test_where_no_chance_is_every_draw_is_refused(name: str) -> None:
    chance = NoChance()

    with pytest.raises(ChanceRefused, match=name):
        chance.stream(name).bits()
    assert not chance.drew


def test_a_new_seed_fits_into_63_bits_and_is_another_each_time() -> None:
    seeds = {new_seed() for _ in range(100)}

    assert len(seeds) == 100
    assert all(0 <= seed < 2**63 for seed in seeds)
