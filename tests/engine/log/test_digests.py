"""Digests: what counts in them, and what may change without old logs noticing."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

import pytest
from msgspec.structs import asdict, replace

from hako.content.flip_city import GAME as TODAY
from hako.content.flip_city import FlipCity, state
from hako.engine.content.files import ContentEntry, Wording
from hako.engine.log.digests import lasting, matches, matches_lasting, of_content, quick
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.log_format import HISTORY_LINES, read_log
from hako.engine.log.setup import new_header
from hako.engine.log.verify import verify
from hako.engine.rules.game import Setup
from hako.engine.rules.score_breakdown import ScoreBreakdown
from hako.engine.storage.memory_save import MemorySave
from tests.toys.tic_tac_toe import TURNS, Grid

TURN = b"\xa6agenda\x91\x82\xa4type\xa4turn\xa4seat\x01"
"""The field "agenda", in which it is the second seat's turn, as msgpack tells it, by hand."""


def hashed(packed: bytes) -> str:
    return blake2b(packed, digest_size=8).hexdigest()


@pytest.mark.parametrize(
    ("marks", "whole", "counting"),
    [
        (
            (16, 0),
            b"\x83" + TURN + b"\xa5marks\x92\x10\x00\xa6winner\xc0",
            b"\x82" + TURN + b"\xa5marks\x92\x10\x00",
        ),
        ((0, 0), b"\x83" + TURN + b"\xa5marks\x92\x00\x00\xa6winner\xc0", b"\x81" + TURN),
    ],
)
def test_one_half_is_of_all_fields_and_one_of_what_is_not_at_its_default(
    marks: tuple[int, int], whole: bytes, counting: bytes
) -> None:
    state = Grid((TURNS[1],), marks, None)

    assert quick(state) == hashed(whole)
    assert lasting(state) == hashed(counting)


# ------------------------------------------------------------ a state that has grown


class City(state.City, frozen=True):
    """The table of Flip City as a later hako may have it."""

    note: int = 0
    earned: ScoreBreakdown = ScoreBreakdown()


class Noted(FlipCity):
    """The same rules, over a state with one field more."""

    def new(self, setup: Setup) -> City:
        return City(**asdict(super().new(setup)))


NOTED = Noted()


def written() -> MemorySave:
    """A game of Flip City as it is played today."""
    header = new_header(TODAY, (Player("Ann"), Player("Ben")), seed=1)
    table = History.new(TODAY, header, MemorySave.create)
    play_on(table)
    assert isinstance(table.save, MemorySave)
    return table.save


def play_on(table: History[state.City]) -> None:
    """Ten records more, one or two of them with a digest."""
    for _ in range(10):
        (seat,) = table.waiting()
        table.play(seat, table.legal_actions(seat)[0])


def opened(game: FlipCity, save: MemorySave) -> History[state.City]:
    """The game as it lies there, decided again."""
    data = bytes(save.data)
    verify(History, game, read_log(game, data, save.name, HISTORY_LINES), save.name)
    return History.load(game, data, save.name, save)


def test_a_field_with_a_default_closes_no_log_and_the_log_can_be_played_on() -> None:
    save = written()

    play_on(table := opened(NOTED, save))

    assert isinstance(table.state, City)
    assert opened(NOTED, save).state == table.state
    assert opened(TODAY, save).head == table.head, "at its default it says nothing, there neither"


def test_what_is_put_into_such_a_field_counts() -> None:
    first = opened(NOTED, written()).positions[0]
    text = first.record.digest
    assert text

    assert matches_lasting(first.state, text)
    assert not matches_lasting(replace(first.state, note=1), text)
    assert not matches(replace(first.state, note=1), text)


def test_a_tally_closes_no_log_whatever_is_in_it() -> None:
    first = opened(NOTED, written()).positions[0]
    text = first.record.digest

    assert text
    assert matches(replace(first.state, earned=ScoreBreakdown().plus(0, "church", 1)), text)


# ------------------------------------------------------------ contents


class Guard(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A card."""

    name: Wording
    cost: int
    endings: Mapping[str, Wording] = {}


class NotedGuard(Guard, frozen=True, forbid_unknown_fields=True):
    """The card as a later hako may have it."""

    flavour: Wording = Wording("Halt!", "止まれ！")
    armour: int = 0


NAME = Wording("Guard", "衛兵。")
GUARD = Guard(NAME, 2, {"won": NAME})


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (Guard(Wording("Guard", "衛兵"), 2, {"won": Wording("Hurrah!", "万歳")}), True),
        (NotedGuard(NAME, 2, {"won": NAME}), True),
        (NotedGuard(NAME, 2, {"won": NAME}, flavour=NAME), True),
        (Guard(NAME, 3, {"won": NAME}), False),
        (Guard(NAME, 2, {"lost": NAME}), False),
        (NotedGuard(NAME, 2, {"won": NAME}, armour=1), False),
    ],
)
def test_a_content_is_known_by_what_is_played_and_not_by_a_word(
    other: Guard, is_same: bool
) -> None:
    assert (of_content(other) == of_content(GUARD)) is is_same
