"""Digests: what counts in them, and what may change without old logs noticing."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

import pytest
from msgspec.structs import asdict, replace

from hako.content import monumental
from hako.content.flip_city import GAME as TODAY
from hako.content.flip_city import FlipCity, state
from hako.engine.content.files import ContentEntry, Wording, load
from hako.engine.log.digests import (
    lasting,
    matches,
    matches_any_format,
    of_content,
    of_content_format1,
    quick,
)
from hako.engine.log.records import Player, read_log
from hako.engine.log.setup import content_of, new_header
from hako.engine.log.table import Table
from hako.engine.log.verify import verify
from hako.engine.rules.game import Setup
from hako.engine.rules.score_breakdown import ScoreBreakdown
from hako.engine.storage.folder import MemorySave
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


def written(format_: int) -> MemorySave:
    """A game of Flip City as it is played today."""
    header = replace(new_header(TODAY, (Player("Ann"), Player("Ben")), seed=1), format=format_)
    table = Table.new(TODAY, header, MemorySave.create)
    play_on(table)
    assert isinstance(table.save, MemorySave)
    return table.save


def play_on(table: Table[state.City]) -> None:
    """Ten records more, one or two of them with a digest."""
    for _ in range(10):
        (seat,) = table.waiting()
        table.play(seat, table.legal_actions(seat)[0])


def opened(game: FlipCity, save: MemorySave) -> Table[state.City]:
    """The game as it lies there, decided again."""
    data = bytes(save.data)
    verify(game, read_log(game, data, save.name), save.name)
    return Table.load(game, data, save.name, save)


@pytest.mark.parametrize("format_", [1, 2])
def test_a_field_with_a_default_closes_no_log_and_the_log_can_be_played_on(format_: int) -> None:
    save = written(format_)

    play_on(table := opened(NOTED, save))

    assert isinstance(table.state, City)
    assert opened(NOTED, save).state == table.state
    assert opened(TODAY, save).head == table.head, "at its default it says nothing, there neither"


@pytest.mark.parametrize("format_", [1, 2])
def test_what_is_put_into_such_a_field_counts(format_: int) -> None:
    first = opened(NOTED, written(format_)).positions[0]
    text = first.record.digest
    assert text

    assert matches_any_format(NOTED, first.state, text)
    assert not matches_any_format(NOTED, replace(first.state, note=1), text)
    assert not matches(NOTED, replace(first.state, note=1), text)


@pytest.mark.parametrize("format_", [1, 2])
def test_a_tally_closes_no_log_whatever_is_in_it(format_: int) -> None:
    first = opened(NOTED, written(format_)).positions[0]
    text = first.record.digest

    assert text
    assert matches(NOTED, replace(first.state, earned=ScoreBreakdown().plus(0, "church", 1)), text)


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


HOSPITAL = {"face": [{"id": "hospital", "cost": 9}]}
"""Corrections of an owner."""


@pytest.mark.parametrize("digest", ["d82e8e6d1f48fad7", "a44223345e19e478"])
def test_a_log_of_format_1_with_cards_of_its_owner_opens_whatever_became_of_the_words(
    digest: str,
) -> None:
    """The digests are those that hako gave when it wrote format 1, with the words of then."""
    header = new_header(TODAY, (Player("Ann"),), changes=HOSPITAL)

    cards = content_of(TODAY, replace(header, format=1, content=digest), "game")

    assert cards.face["hospital"].cost == 9


@pytest.mark.parametrize(("release", "cost"), [("first", 3), (None, 4)])
def test_where_there_were_two_contents_in_format_1_the_digest_tells_which(
    release: str | None, cost: int
) -> None:
    """Wu Zetian cost 3 Gold in the first one."""
    game, changes = monumental.GAME, {"hero": [{"id": "leonidas", "cost": 9}]}
    file = game.folder / "monumental.toml"
    patch = game.folder / "contents" / f"{release}.toml" if release else None
    then = of_content_format1(game, load(game.content, file, changes, patch=patch))
    header = new_header(game, (Player("Ann"), Player("Ben")), changes=changes)

    cards = content_of(game, replace(header, format=1, content=then), "game")

    assert cards.hero["wu_zetian"].cost == cost
