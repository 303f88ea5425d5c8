"""Threats and control where a game is told: in the log, in the recap, and the gravest one alone."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content import load
from hako.content.world_monger.state import controller
from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import think
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.game import threats_to
from hako.engine.rules.model import Seat
from hako.engine.rules.threats import GRAVITIES, Control, Threat
from hako.engine.transcript.lead_and_control_changes import ControlChange, control_changed
from hako.engine.transcript.recap import since, upcoming
from hako.engine.transcript.record_sentences import RecordSentences
from hako.engine.transcript.sentences import texts_of
from hako.engine.transcript.threats_and_control import gravest
from tests.toys.threatened import DECIDED, GAINS, NOTE, THREATENED
from tests.toys.tic_tac_toe import GAME, Grid, Turn

GRID = Grid((Turn(0),))


@pytest.fixture(scope="module")
def traded() -> History[Any]:
    """World Monger, Ann and Ben: greedy bots play to the end."""
    game = load("world_monger")
    table = History.new(game, new_header(game, [Player("Ann"), Player("Ben")], seed=5))
    while asked := table.waiting():
        table.play(asked[0], think("greedy", *observation_of(table, asked[0])))
    return table


def deciding(state: Any) -> dict[str, Seat | None]:
    return {row.id: controller(state, row.id) for row in state.civilizations}


def test_the_log_says_who_decides_whenever_that_changes(traded: History[Any]) -> None:
    """world_monger.control.1-2: by a trade, and by the start player's marker that passes."""
    texts = texts_of(traded, "en")
    log, by_marker = RecordSentences(traded, None, texts), 0
    for moment in traded.path()[1:]:
        assert moment.parent is not None
        before, after = traded.positions[moment.parent].state, moment.state
        changed = [
            name
            for name, seat in deciding(after).items()
            if after.agenda and deciding(before).get(name) != seat
        ]
        lines = [line.sentence for line in log.render(moment)]
        control = [line for line in lines if " decides (" in line or "nobody decides" in line]
        assert [line.partition(":")[0] for line in control] == [
            texts.term("civilization", name) for name in changed
        ]
        held = [row.shares for row in before.civilizations]
        by_marker += bool(changed) and held == [row.shares for row in after.civilizations]
    assert by_marker, "no tie was turned by the marker: another seed has to be found"


def test_the_recap_ends_with_who_decides_and_what_threatens(traded: History[Any]) -> None:
    texts, game = texts_of(traded, "en"), traded.game
    for moment in traded.path()[20:]:
        if moment.state.agenda and (threats := threats_to(game, traded.view(0, moment.number), 0)):
            table = History.new(game, traded.header)
            for position in traded.path(moment.number)[1:]:
                table.do(position.record, position.state)
            items = since(table, 0, texts) or upcoming(table, 0, texts)
            sentences = [item.sentence for item in items if item.about == "threat"]
            expected = [texts.lazy_text(threat.text) for threat in threats]
            assert [
                one[: len(known)] for one, known in zip(sentences, expected, strict=True)
            ] == expected
            assert items[-len(sentences) :] == [item for item in items if item.about == "threat"]
            for name in game.control(traded.view(0, moment.number)):
                start = f"{texts.term('civilization', name)}:"
                lines = [item.sentence for item in items if item.sentence.startswith(start)]
                assert len(lines) == len({*lines}) > 0, "who decides is told, and once"
                assert sum("next round" in line for line in lines) <= 1
        if moment.ply > 90:
            return


def test_the_gravest_threat_comes_first() -> None:
    threats = threats_to(THREATENED, GRID, 0)

    assert [threat.gravity for threat in threats] == [*GRAVITIES[1:]]


def test_what_others_merely_gain_takes_no_goals_place() -> None:
    assert gravest(THREATENED, GRID, 0) == Threat("can_win", NOTE, 1)
    assert gravest(GAINS, GRID, 0) is None
    assert gravest(GAME, GRID, 0) is None


def test_whoever_is_sure_to_win_threatens_all_others() -> None:
    """There is no other source of "wins" than `sure_winner`."""
    sure = Threat("wins", LazyText("wins_surely", {"seat": 1}), 1)
    assert [threats_to(DECIDED, GRID, viewer) for viewer in (0, 1, None)] == [(sure,), (), (sure,)]
    assert threats_to(DECIDED, Grid(()), 0) == ()


def test_control_changes_hands_by_name() -> None:
    def of(seat: Seat | None, *, is_lead: bool = False) -> Control:
        return Control(seat, NOTE, is_lead=is_lead)

    before = {"one": of(0), "two": of(0), "three": of(None)}
    after = {"one": of(1), "two": of(0), "three": of(1), "four": of(1, is_lead=True)}
    changes = [*control_changed(before, after)]

    assert changes == [ControlChange(0, of(1)), ControlChange(None, of(1))]
    assert [change.concerns(0) for change in changes] == [True, False]
    assert [change.weight(1) for change in changes] == [2, 2]
    assert [change.weight(2) for change in changes] == [0, 0]
    assert not changes[1].concerns(None)
