"""A review is made once, kept beside its log, and the same however often it was left."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from hako.content.flip_city import GAME as FLIP_CITY
from hako.content.flip_city.actions import EndTurn
from hako.engine.i18n.lazy_text import LANGUAGES, Language
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.review import judgement
from hako.engine.review.report import mistake_text, report, report_text, seat_text, short_text
from hako.engine.review.review import (
    GameNotOver,
    InlineExecutor,
    Review,
    WinProbabilityPoint,
    decision_of,
    keep,
    review_of,
    reviewed,
)
from hako.engine.rules.game import view
from hako.engine.storage.folder import REVIEW, FileSave, FolderStore
from hako.engine.transcript.sentences import texts_of
from tests.engine import auction
from tests.engine.leads import EVER_MORE, AlwaysAhead
from tests.toys.tic_tac_toe import GAME, Grid, Place

TWO = (Player("Ann"), Player("Ben"))
LOST = (0, 3, 1, 8, 2)
"""Ann wins on c1: Ben has seen a1 and b1, and takes c3.

    1 3 5
    2 . .
    . . 4
"""


@pytest.fixture
def table(tmp_path: Path) -> History[Grid]:
    store = FolderStore(tmp_path)
    its = History.new(GAME, new_header(GAME, TWO, seed=1), store.create)
    for number, cell in enumerate(LOST):
        its.play(number % 2, Place(cell))
    return its


def thought(
    table: History[Grid], review: Review, pieces: int | None = None, at_once: int = 1
) -> Review:
    """The review after so many pieces of work, or when nothing is left to judge."""

    async def think() -> Review:
        found = [review]
        async for its in reviewed(table, review, InlineExecutor(), at_once):
            found.append(its)
            if len(found) == pieces:
                break
        return found[-1]

    return asyncio.run(think())


def test_the_move_that_lost_is_found_with_what_was_better(table: History[Grid]) -> None:
    found = report(table, thought(table, review_of(table)), texts_of(table, "en"), None)

    (its,) = (mistake for mistake in found.mistakes if mistake.moment == 4)
    assert (its.seat, its.chance) == (1, 0.0)
    assert its.lost == its.instead > 5
    assert (found.seats[1].lost, found.seats[1].lost_error) == (its.lost, its.error)
    assert found.seats[0].mistakes + found.seats[1].mistakes == len(found.mistakes)
    assert found.curve[-1].chances == (1.0, 0.0)
    assert (found.turning_points[-1].moment, found.turning_points[-1].after) == (5, 100.0)


@pytest.mark.parametrize(
    ("more", "is_a_reason"),
    [
        ([-3] * 12 + [0] * 36, True),
        ([0] * 36 + [-3] * 12, False),
        ([-1] * 30 + [5] * 5 + [0] * 13, False),
    ],
    ids=["where all was lost", "where nothing was lost", "not surely less"],
)
def test_a_reason_is_surely_there_where_most_was_lost(
    table: History[Grid], more: list[int], is_a_reason: bool
) -> None:
    review = thought(table, review_of(table))
    lost = ((0.0, 1.0),) * 12 + ((0.5, 0.5),) * 36
    judged = [
        replace(its, measured=lost, parts={"points": tuple(more)}) if its.moment == 4 else its
        for its in review.judgements
    ]
    found = report(table, replace(review, judgements=tuple(judged)), texts_of(table, "en"), None)

    (its,) = (mistake for mistake in found.mistakes if mistake.moment == 4)
    told = 'In 12 of 48 simulated games this move ended with fewer points of "points", 0.8 fewer on average.'
    assert its.why == (told if is_a_reason else "")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Ben: End the turn"), ("ja", "Ben：ターンを終える")],
)
def test_a_turning_point_tells_nothing_of_the_turn_after_it(language: Language, said: str) -> None:
    """In Flip City the end of a turn is told by the heading of the next one alone."""
    table, dice = History.new(FLIP_CITY, new_header(FLIP_CITY, TWO, seed=1)), Random(3)
    while not isinstance(table.positions[-1].record.action, EndTurn):
        seat = table.waiting()[0]
        table.play(seat, dice.choice(table.legal_actions(seat)))
    number, texts = len(table.positions) - 1, texts_of(table, language)
    curve = (
        WinProbabilityPoint(number - 1, (0.5, 0.5)),
        WinProbabilityPoint(number, (0.7, 0.3), (0.2, -0.2)),
    )

    (its,) = report(table, Review(0, "", curve, ()), texts, None).turning_points
    assert (its.moment, its.sentence) == (number, said)


def test_a_round_that_is_over_turns_no_game(
    table: History[Grid], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the record that wins it does, where a lead that stays the same is worth ever more."""
    monkeypatch.setattr("hako.engine.bots.win_probability.scale_of", lambda game, seats: EVER_MORE)
    table.game = AlwaysAhead()
    review = review_of(table)

    first, *others, last = review.curve
    assert (first.chances, first.changes) == ((0.5, 0.5), ())
    assert {its.chances for its in others} == {(0.9933, 0.0067)}
    assert {its.changes for its in others} == {(0.0, 0.0)}
    assert last.changes == (0.0067, -0.0067)

    *_, won = report(table, review, texts_of(table, "en"), None).turning_points
    assert (won.moment, won.before, won.after) == (5, 99.3, 100.0)


def test_an_error_is_not_told_to_be_nothing(table: History[Grid]) -> None:
    texts = texts_of(table, "en")
    (its, *_) = report(table, thought(table, review_of(table)), texts, None).mistakes
    for error, told in ((0.0, "(±0)"), (0.2, "(±1)"), (2.4, "(±2)")):
        assert told in mistake_text(replace(its, error=error), texts)


def test_what_was_not_looked_at_yet_is_not_called_free_of_mistakes(table: History[Grid]) -> None:
    """Ann has three decisions and Ben two: nothing, one, and all of them looked at."""
    begun = review_of(table)
    for found, en, ja in (
        (begun, "Ann: 3 decisions, not reviewed yet.", "Ann：決定3回、まだ調べていません。"),
        (
            thought(table, begun, 2),
            "Ann: 1 of 3 decisions reviewed. Not sure yet",
            "Ann：決定3回のうち1回を調べました。未確定です。",
        ),
        (thought(table, begun), "Ann: 3 decisions, no mistake", "Ann：決定3回、ミスなし"),
    ):
        for language, said in zip(LANGUAGES, (en, ja), strict=True):
            texts = texts_of(table, language)
            seat, *_ = report(table, found, texts, None).seats
            assert short_text(seat, texts).startswith(said)
            assert seat_text(seat, texts).startswith(said)


@pytest.mark.parametrize(
    ("language", "not_sure"),
    [
        ("en", " Not sure yet: 2 may be mistakes."),
        ("ja", "2回がミスかも（未確定）。"),
    ],
)
def test_decisions_that_wait_for_a_second_look_may_be_mistakes(
    table: History[Grid], language: Language, not_sure: str
) -> None:
    """All are screened, none is measured: both of Ben's are suspects, c3 is his mistake."""
    begun = review_of(table)
    screened = thought(table, begun, 1 + len(begun.judgements))
    assert all(its.is_screened for its in screened.judgements)

    texts = texts_of(table, language)
    _, ben = report(table, screened, texts, None).seats
    one_found = replace(ben, mistakes=1, suspects=1, costliest=1)
    for tell in (short_text, seat_text):
        assert tell(ben, texts).endswith(not_sure)
        assert "1" in tell(one_found, texts).removeprefix(
            tell(replace(one_found, is_done=True), texts)
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_small_losses_are_told_only_where_they_are_more_than_an_error(
    table: History[Grid], language: Language
) -> None:
    """And never as -0."""
    texts = texts_of(table, language)
    seat, *_ = report(table, thought(table, review_of(table)), texts, None).seats
    said = {small: replace(seat, small=small, small_error=1.2) for small in (0.0, 1.1, 3.1)}

    for tell in (short_text, seat_text):
        none, unsure, sure = (tell(its, texts) for its in said.values())
        assert none == unsure
        assert sure.startswith(none)
        assert "3" in sure.removeprefix(none)
        assert "-0" not in none


def test_it_is_the_same_however_often_it_was_left_and_however_many_think(
    table: History[Grid], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = thought(table, review_of(table), at_once=3)
    monkeypatch.setattr(judgement, "SLICE", 0.0)
    for _ in range(4):
        its = thought(table, review_of(table), pieces=9)
        assert not its.is_done
        keep(table, its)

    assert 0 < review_of(table).share < 1
    assert thought(table, review_of(table)) == at_once


def test_it_is_kept_beside_its_log_until_another_game_comes_of_it(table: History[Grid]) -> None:
    done = thought(table, review_of(table))
    keep(table, done)
    assert isinstance(table.save, FileSave)
    path = table.save.path.with_suffix(REVIEW)

    assert review_of(table) == done
    table.undo()
    table.play(0, Place(4))
    table.play(1, Place(6))
    table.play(0, Place(2))
    assert {its.moment for its in review_of(table).judgements} == {1, 2, 3, 4, 6, 7, 8}
    assert not review_of(table).is_done
    path.write_bytes(b"{}")
    assert not review_of(table).is_done


def test_no_game_is_reviewed_that_goes_on(table: History[Grid]) -> None:
    keep(table, thought(table, review_of(table)))
    table.undo()

    with pytest.raises(GameNotOver):
        review_of(table)


def test_all_that_a_judgement_gets_of_the_table_is_what_its_seat_saw() -> None:
    table = auction.table()
    while seats := table.waiting():
        table.play(seats[-1], table.legal_actions(seats[-1])[0])

    for its in review_of(table).judgements:
        moment = table.positions[its.moment]
        assert moment.parent is not None
        before = table.positions[moment.parent].state
        decision = decision_of(table, moment)
        assert decision.observation.view == view(table.game, before, its.seat)
        assert decision.observation.view != before


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_seat_is_told_of_its_own_decisions_alone(
    table: History[Grid], language: Language
) -> None:
    """And no curve: it draws on what every seat knew."""
    texts = texts_of(table, language)
    review = thought(table, review_of(table))
    found = report(table, review, texts, 0)

    told = " ".join(" ".join(part.sentences) for part in report_text(found, texts))
    assert not found.curve
    assert not found.turning_points
    assert "Ann" in told
    assert "Ben" not in told


def test_a_log_that_is_done_away_with_takes_its_review_along(table: History[Grid]) -> None:
    keep(table, review_of(table))
    assert isinstance(table.save, FileSave)
    folder = table.save.path.parent

    FolderStore(folder).delete(table.save.name)

    assert not list(folder.iterdir())
