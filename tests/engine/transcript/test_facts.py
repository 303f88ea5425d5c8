"""JSON transcripts: what one viewer may know, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from hako.engine.log.history import History
from hako.engine.rules.model import Viewer
from hako.engine.transcript.json_export import facts
from hako.engine.transcript.transcript import build_transcript, undo_requests_text
from tests.engine.auction import table
from tests.engine.transcript.games import english, finished, unfinished
from tests.toys.sealed_bids import Fold, House, Look, Open


def read(game: History[House], viewer: Viewer) -> dict[str, Any]:
    """The transcript for that viewer."""
    text: dict[str, Any] = msgspec.json.decode(facts(game, english(game), "Sealed bids", viewer))
    return text


def drawn(values: dict[str, Any], seat: int) -> list[int | None]:
    """The coins that a seat is told to have drawn."""
    return [
        item["coin"]
        for item in items(values)
        if (item["type"], item.get("seat")) == ("coin_drawn", seat)
    ]


def items(values: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Everything that followed from the choices."""
    return (item for record in values["records"] for group in record["then"] for item in group)


def test_a_seat_is_told_its_own_secrets_and_nobody_elses() -> None:
    values = read(unfinished(), viewer=0)

    assert all(drawn(values, 0))
    assert not any(drawn(values, 1))
    assert values["viewer"] == 0


def test_a_game_that_goes_on_is_told_as_a_watcher_may_know_it() -> None:
    values = read(unfinished(), viewer=None)

    assert not any(drawn(values, 0))
    assert not any(drawn(values, 1))
    assert values["ending"] is None
    assert values["reveals_all"] is False


def test_a_game_that_is_over_is_told_whole_to_everybody() -> None:
    values = read(finished(), viewer=None)

    assert all(drawn(values, 0))
    assert all(drawn(values, 1))
    assert values["reveals_all"] is True
    assert values["seed"] == 1


def test_one_seat_is_told_no_more_when_the_game_is_over() -> None:
    values = read(finished(), viewer=1)

    assert all(drawn(values, 1))
    assert not any(drawn(values, 0))
    assert "seed" not in values


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_seed_is_never_told_while_something_is_hidden(viewer: Viewer) -> None:
    seed = 7_777_777_777

    assert str(seed) not in facts(unfinished(seed=seed), english(unfinished()), "", viewer)


def test_an_answer_in_its_envelope_is_told_to_its_seat_alone() -> None:
    game = table()
    game.play(0, Open())
    game.play(0, Fold())

    own_values, yours = read(game, viewer=0), read(game, viewer=1)

    assert own_values["records"][-1]["action"] == {"type": "fold"}
    assert yours["records"][-1]["action"] is None
    assert yours["records"][-1]["said"] == ["Ann has chosen."]


def test_choices_that_were_taken_back_are_counted_and_left_out() -> None:
    game = table()
    game.play(0, Look())
    game.undo()
    game.play(0, Open())

    values = read(game, viewer=0)

    assert values["left_behind"] == 1
    assert [record["action"] for record in values["records"]] == [None, {"type": "open"}]
    assert [record["ply"] for record in values["records"]] == [0, 1]


def test_requests_to_take_back_are_counted_with_what_came_of_them() -> None:
    """Requests: the first is refused, the second granted, and a move overtakes the third."""
    game = table(undo="ask")
    game.play(0, Look())
    assert "requests" not in read(game, viewer=0)
    assert undo_requests_text(game, english(game)) == ""

    for yes in (False, True):
        game.ask(by=0)
        game.answer(by=1, yes=yes)
    game.play(0, Look())
    game.ask(by=0)
    game.play(0, Open())

    assert read(game, viewer=0)["requests"] == {"asked": 3, "granted": 1, "refused": 1}
    assert (
        undo_requests_text(game, english(game))
        in build_transcript(game, english(game), "", None).notes
    )
    assert "3, of which 1 granted and 1 refused" in undo_requests_text(game, english(game))


def test_keys_and_codes_of_a_shared_table_are_told_to_nobody() -> None:
    game = finished()
    game.players = tuple(
        msgspec.structs.replace(player, key="SHA256:secret") for player in game.players
    )
    game.header = msgspec.structs.replace(game.header, code="BCDFG", owner="SHA256:secret")

    text = facts(game, english(game), "", None)

    assert "SHA256" not in text
    assert "BCDFG" not in text


def test_result_options_and_players_are_told() -> None:
    values = read(finished(), viewer=None)

    assert values["seats"] == [{"name": "Ann", "bot": None}, {"name": "Ben", "bot": None}]
    assert values["options"] == {"rounds": "3", "house": "small"}
    assert min(values["ending"]["places"]) == 1
    assert [sum(item.values()) for item in values["ending"]["breakdown"]] == values["ending"][
        "scores"
    ]
