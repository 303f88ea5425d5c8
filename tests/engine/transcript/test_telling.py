"""Telling: what a record says, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hako.engine.i18n.lazy_text import LazyText
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.log_format import Record
from hako.engine.log.setup import new_header
from hako.engine.rules.game import Opponent, Outcome
from hako.engine.rules.model import Event
from hako.engine.transcript.ranking import ranking, standing
from hako.engine.transcript.sentences import record_text, texts_for, texts_of, whose
from tests.engine.auction import auction_state
from tests.engine.auction import table as auction
from tests.toys.sealed_bids import GAME as SEALED_BIDS
from tests.toys.sealed_bids import BidsOpened
from tests.toys.tic_tac_toe import GAME, Grid, LineMade, MarkPlaced, Place

TWO = (Player("Ann"), Player(""))


def table() -> History[Grid]:
    return History.new(GAME, new_header(GAME, TWO, seed=1))


def record(action: Place | None, *events: Event[Grid]) -> Record[Place, Event[Grid]]:
    return Record(0, action, (events,) if events else ())


def test_a_record_tells_its_events_with_the_names_of_seats_and_things() -> None:
    texts = record_text(record(Place(4), MarkPlaced(0, 4), LineMade(0)), texts_of(table(), "en"))

    assert texts == ["Ann marks b2.", "Ann has three in a row."]


def test_each_reader_hears_it_in_their_own_language() -> None:
    texts = record_text(record(Place(4), MarkPlaced(0, 4)), texts_of(table(), "ja"))

    assert texts == ["Annがb2に印を置きました。"]


def test_a_choice_that_nothing_follows_is_told_itself() -> None:
    events: tuple[Event[Grid], ...] = ()
    silent = Record(0, Place(4), (events,))

    assert record_text(silent, texts_of(table(), "en")) == ["Ann: Mark b2"]


def test_a_choice_that_the_next_one_tells_of_is_told_only_in_detail() -> None:
    class Begin(Place, frozen=True, tag="place"):
        quiet = True

    begun, texts = record(Begin(4)), texts_of(table(), "en")

    assert record_text(begun, texts) == []
    assert record_text(begun, texts, details=True) == ["Ann: Mark b2"]


def test_a_secret_choice_is_told_without_what_it_was() -> None:
    assert record_text(record(None), texts_of(table(), "en")) == ["Ann has chosen."]


def test_what_several_chose_in_secret_is_nobodys_when_it_comes_to_light() -> None:
    """Ann leads; both bid. The bids are opened in the record of the one who came last."""
    table = auction()
    for seat in (table.waiting()[0], 0, 1):
        table.play(seat, table.legal_actions(seat)[0])
    lead, first, last = table.path()[-3:]

    assert [whose(table, moment) for moment in (lead, first, last)] == [lead.record.seat, 0, None]


def test_what_the_table_does_by_itself_may_be_silent() -> None:
    assert record_text(Record(None, None, ()), texts_of(table(), "en")) == []


def test_an_open_seat_has_a_name_to_tell() -> None:
    assert texts_of(table(), "en").term("seat", 1) == "(open)"


def test_a_game_can_name_a_place_at_which_nobody_sits() -> None:
    class Haunted(type(GAME)):  # type: ignore[misc] # the class of a toy
        def terms(self, content: Any, language: str) -> Mapping[str, Mapping[Any, str]]:
            return {"seat": {1: "nobody", 2: "a ghost"}}

    texts = texts_for(Haunted(), None, TWO, "en")

    assert [texts.term("seat", seat) for seat in range(3)] == ["Ann", "(open)", "a ghost"]


def test_a_row_with_a_masked_thing_in_it_is_told_as_hidden() -> None:
    texts = texts_for(SEALED_BIDS, None, TWO, "en")

    assert texts.render(BidsOpened((4, None))) == "The bids are opened: 4, ? (? is nothing)."
    assert texts.render(BidsOpened((4, 2))) == "The bids are opened: 4, 2."


def test_before_the_first_point_all_stand_in_the_first_place_with_none() -> None:
    rows = standing(SEALED_BIDS, auction_state(), texts_for(SEALED_BIDS, None, TWO, "en"))

    assert [(row.place, row.score) for row in rows] == [(1, 0), (1, 0)]


def test_an_opponent_without_a_seat_has_a_place_of_its_own() -> None:
    """It wins where no seat does, a tie included."""
    texts = texts_for(GAME, None, TWO, "en").with_terms({"ghost": {"grey": "the Grey Lady"}})
    ghost = Opponent("grey", "ghost", 5)

    lost = ranking(Outcome((), (5, 3), LazyText("won"), (ghost,)), texts)
    won = ranking(Outcome((0,), (6, 3), LazyText("won"), (ghost,)), texts)

    assert [(seat.place, seat.number, seat.score) for seat in lost] == [
        (1, 2, 5),
        (2, 0, 5),
        (3, 1, 3),
    ]
    assert [item.name for item in lost] == ["the Grey Lady", "Ann", "(open)"]
    assert [one.name for one in won] == ["Ann", "the Grey Lady", "(open)"]
