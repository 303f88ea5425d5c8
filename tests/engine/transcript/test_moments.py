"""Moments: what is told by itself, how it came about, what followed; as a viewer may know it."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.flip_city import GAME
from hako.content.flip_city.actions import PlayTop
from hako.content.flip_city.events import GameWon, TurnBusted
from hako.content.flip_city.state import City
from hako.content.monumental.events.acquisitions import WonderCompleted
from hako.content.quo_vadis.events.war import WarDecided
from hako.content.world_monger.events.shares import EndValuesFound
from hako.engine.i18n.languages import Language
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.game import view
from hako.engine.rules.model import Event
from hako.engine.transcript.highlights import highlights
from hako.engine.transcript.sentences import texts_of


def busting() -> History[City]:
    """Ann plays one card after the other until she busts."""
    table = History.new(GAME, new_header(GAME, (Player("Ann"), Player("Ben")), seed=2))
    while table.waiting() == (0,):
        table.play(0, PlayTop())
    return table


@pytest.mark.parametrize(("language", "lost"), [("en", "Lost: "), ("ja", "失ったもの")])
def test_a_bust_tells_what_the_turn_has_lost(language: Language, lost: str) -> None:
    """The three cards played before and the last one; after it they are gone, it is Ben's turn."""
    table = busting()
    texts, board = texts_of(table, language), table.path()[-2].state.boards[0]

    (moment,) = highlights(table, table.now, 1, texts)

    assert moment.event.seat == 0
    (how,) = moment.how
    assert texts.term("card", (*board.city, board.deck[0])) in how.sentence
    assert how.sentence.startswith(lost), "nothing of it is brought home"


def test_what_followed_ends_where_another_turn_begins() -> None:
    table = busting()
    (moment,) = highlights(table, table.now, 1, texts_of(table, "en"))

    assert not any("Ben" in news.sentence for news in moment.after)


def test_a_moment_is_reckoned_from_what_its_viewer_may_see(monkeypatch: pytest.MonkeyPatch) -> None:
    table = busting()
    given: list[City] = []

    def moment(_: TurnBusted, before: City) -> tuple[()]:
        given.append(before)
        return ()

    monkeypatch.setattr(TurnBusted, "highlight", moment)

    assert not [*highlights(table, table.now, 1, texts_of(table, "en"))]

    (seen,) = given
    assert seen == view(GAME, seen, 1)
    assert None in seen.boards[0].deck


@pytest.mark.parametrize(
    "event", [WarDecided, TurnBusted, GameWon, WonderCompleted, EndValuesFound]
)
def test_wars_busts_wins_wonders_and_final_sales_are_moments(event: type[Event[Any]]) -> None:
    assert event.highlight is not Event.highlight


def test_most_of_what_happens_is_no_moment() -> None:
    table = busting()
    texts = texts_of(table, "en")

    assert not [
        highlight for at in table.path()[:-1] for highlight in highlights(table, at, 1, texts)
    ]
