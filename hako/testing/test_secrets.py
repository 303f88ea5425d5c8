"""Tests of secrecy: nothing that a viewer gets contains a declared secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from hako.engine.log.history import History
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game, view
from hako.engine.rules.model import Viewer
from hako.engine.transcript.json_export import facts
from hako.engine.transcript.sentences import texts_of
from hako.engine.transcript.text_export import text
from hako.engine.transcript.transcript import build_transcript
from hako.testing.cases import Case, cases_of, every_case, every_game, history, replayed
from hako.testing.leaks import declared, is_known, leaks_of_record, leaks_of_view

MOMENTS = 10
"""Number of positions of a table that are tested."""


def leaks(case: Case, table: History[Any]) -> Iterator[str]:
    """Faults of all views and records; bots, previews, hints and boards use views only."""
    for before, moment in history(table, MOMENTS):
        chance = Chance(table.header.seed, moment.ply)
        for viewer in case.viewers():
            yield from leaks_of_view(case.game, moment.state, viewer)
        yield from leaks_of_record(case.game, before, moment.record, chance, case.viewers())


@every_case
def test_no_view_and_no_record_holds_a_secret(case: Case, seed: int, length: int) -> None:
    """A `fleeting` event may contain one; other events, actions and steps may not."""
    leak = next(leaks(case, replayed(case, seed, length)), None)
    assert leak is None, leak


@every_game
def test_a_transcript_is_made_from_what_its_reader_may_know(game: Game[Any]) -> None:
    """A transcript is the same if made from a table that contains only the viewer's knowledge."""
    case = cases_of((game,))[-1]
    table = replayed(case, 1, 40)
    for viewer in case.viewers():
        if viewer is None and table.outcome is not None:
            continue  # nothing is secret after the end
        assert transcripts(known_to(table, viewer), viewer) == transcripts(table, viewer)


@every_game
def test_every_declared_secret_is_kept_from_somebody_at_some_time(game: Game[Any]) -> None:
    """Otherwise its path matches nothing, or everybody always knows it."""
    vain = {secret.path for secret in game.secrets}
    for case in cases_of((game,)):
        for moment in replayed(case, 1, 40).positions if vain else ():
            vain -= {
                secret.path
                for secret, path, value in declared(game, moment.state)
                if value is not None and not is_known(secret, moment.state, None, path)
            }
    assert not vain


def known_to(table: History[Any], viewer: Viewer) -> History[Any]:
    """A copy of the table with every state and record masked for the viewer."""
    known: History[Any] = History(table.game, table.header, content=table.content)
    known.head = table.head
    known.positions += [
        replace(
            position,
            record=position.record.masked(viewer),
            state=view(table.game, position.state, viewer),
        )
        for position in table.positions
    ]
    return known


def transcripts(table: History[Any], viewer: Viewer) -> tuple[str, str]:
    """The transcript as text and as JSON."""
    texts = texts_of(table, "en")
    return (
        text(build_transcript(table, texts, "test", viewer), texts),
        facts(table, texts, "test", viewer),
    )
