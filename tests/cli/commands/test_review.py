"""`hako review`: made once, kept, broken off and taken up again."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from hako.engine.review import job as thinking
from hako.engine.review.review import Review, reviewed
from tests.cli.commands.terminal import Person, one_line
from tests.toys.tic_tac_toe import Place

LOST = (0, 3, 1, 8, 2)
"""Ann wins on c1, where Ben could have stopped her."""

REVIEW = ("review", "--jobs", "1")


def test_it_tells_mistakes_and_what_was_better_in_both_languages(person: Person) -> None:
    path, _ = person.played(*LOST)

    result = person.hako(*REVIEW, path)
    again = person.hako(*REVIEW, path, "--lang", "ja")

    assert result.exit_code == again.exit_code == 0
    assert result.stderr == again.stderr == ""
    assert 'Turn 4, Ben, mark a cell. "Mark c3" lost ' in result.stdout
    assert "about 0 % to win, against " in result.stdout
    assert "ターン4、Benさん、印を置くマスを選んでください。「c3に印を置く」で" in again.stdout
    assert "Preliminary" not in result.stdout


def test_json_says_the_same_and_one_seat_is_told_of_its_own_alone(person: Person) -> None:
    path, _ = person.played(*LOST)

    whole = msgspec.json.decode(person.hako(*REVIEW, path, "--json").stdout)
    own = msgspec.json.decode(person.hako(*REVIEW, path, "--json", "--as-seat", "1").stdout)

    assert [point["chances"] for point in whole["curve"]][-1] == [100.0, 0.0]
    assert {mistake["seat"] for mistake in whole["mistakes"]} >= {1}
    assert (own["viewer"], own["curve"], {mistake["seat"] for mistake in own["mistakes"]} - {0}) == (
        0, [], set(),
    )  # fmt: skip


def test_without_time_nothing_is_sure_and_the_next_one_goes_on(person: Person) -> None:
    path, _ = person.played(*LOST)

    begun = person.hako(*REVIEW, path, "--minutes", "0")
    done = person.hako(*REVIEW, path)

    assert begun.exit_code == done.exit_code == 0
    assert "Preliminary: " in begun.stdout
    assert "of the review is done and saved; the same command continues it." in begun.stderr
    assert "Preliminary" not in done.stdout


def test_broken_off_it_keeps_what_it_has(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _ = person.played(*LOST)

    async def interrupted(*_: Any) -> AsyncIterator[Review]:
        async for state in reviewed(*_):
            yield state
            signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(thinking, "reviewed", interrupted)
        result = person.hako(*REVIEW, path)

    assert result.exit_code == 130
    assert "done and saved" in one_line(result)
    assert msgspec.json.decode(path.with_suffix(".review.json").read_bytes(), type=Review).share > 0


def test_where_it_cannot_be_kept_it_is_told_all_the_same(person: Person) -> None:
    path, _ = person.played(*LOST)
    path.with_suffix(".review.json").mkdir()

    result = person.hako(*REVIEW, path)

    assert result.exit_code == 0
    assert "100% of the review is done, but it cannot be saved: " in one_line(result)
    assert "Turn 4, Ben" in result.stdout


def test_a_game_that_goes_on_is_not_reviewed(person: Person) -> None:
    path, _ = person.played(0, 3)

    result = person.hako(*REVIEW, path)

    assert result.exit_code == 1
    assert "only a finished game can be reviewed" in one_line(result)


def test_a_game_tried_again_is_told_beside_how_it_went_first(person: Person) -> None:
    """Ben lost, and tries his second move again: this time he marks c1, and Ann wins elsewhere."""
    _, table = person.played(*LOST)
    again = person.library.branch(table, 3, 1, anew=False)
    for cell in (2, 4, 5, 7):
        again.play(again.waiting()[0], Place(cell))
    assert again.save is not None
    save = again.save.name

    result = person.hako(*REVIEW, save)
    data = msgspec.json.decode(person.hako(*REVIEW, save, "--json").stdout)["endings"]
    own = msgspec.json.decode(person.hako(*REVIEW, save, "--json", "--as-seat", "1").stdout)
    exported = person.hako("export", save, "--review", "--format", "txt")
    japanese = person.hako("export", save, "--review", "--format", "md", "--lang", "ja")

    assert "Retry from turn 4; hidden cards stayed as they were" in result.stdout
    assert "Retry from turn 4" in exported.stdout
    assert "ターン4からのやり直し" in japanese.stdout
    assert (data["turn"], data["seat"], data["anew"]) == (4, 1, False)
    assert data["first"]["curve"] == [], "the first one was never reviewed"
    assert (len(data["again"]["curve"]), data["again"]["curve"][-1]) == (8, 0.0)
    assert [entry["score"] for entry in data["first"]["ranked"]] == [1, 0]
    assert not own["endings"]["again"]["curve"], "it draws on what Ann knew"


@pytest.mark.parametrize("form", ["md", "html", "txt", "json"])
def test_a_transcript_has_it_on_request(person: Person, form: str) -> None:
    path, _ = person.played(*LOST)
    person.hako(*REVIEW, path)

    result = person.hako("export", path, "--format", form, "--review")
    without = person.hako("export", path, "--format", form)
    own = person.hako("export", path, "--format", form, "--review", "--as-seat", "2")
    other = person.hako("export", path, "--format", form, "--review", "--as-seat", "1")

    assert result.exit_code == own.exit_code == other.exit_code == 0
    assert "the costliest turns" in result.stdout.lower() or form == "json"
    assert "Mark c3" in result.stdout
    assert "accuracy" in result.stdout
    assert "accuracy" not in without.stdout
    assert own.stdout.count("accuracy") == 1
    assert other.stdout.count("accuracy") == (form == "json"), "no loss was measured"


def test_what_was_not_made_and_a_film_have_none(person: Person) -> None:
    path, _ = person.played(*LOST)

    unmade = person.hako("export", path, "--review")
    film = person.hako("export", path, "--format", "cast", "--review")

    assert (unmade.exit_code, film.exit_code) == (1, 2)
    assert f"hako review {path}" in one_line(unmade)
    assert "a recording shows only the game" in one_line(film)
