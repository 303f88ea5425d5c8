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
from hako.engine.storage.file_save import FileSave
from hako.engine.storage.folder import REVIEW, FolderStore
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
    item = History.new(GAME, new_header(GAME, TWO, seed=1), store.create)
    for number, cell in enumerate(LOST):
        item.play(number % 2, Place(cell))
    return item


def thought(
    table: History[Grid], review: Review, pieces: int | None = None, at_once: int = 1
) -> Review:
    """The review after so many pieces of work, or when nothing is left to judge."""

    async def think() -> Review:
        reviews = [review]
        async for item in reviewed(table, review, InlineExecutor(), at_once):
            reviews.append(item)
            if len(reviews) == pieces:
                break
        return reviews[-1]

    return asyncio.run(think())


def test_the_move_that_lost_is_found_with_what_was_better(table: History[Grid]) -> None:
    result = report(table, thought(table, review_of(table)), texts_of(table, "en"), None)

    (item,) = (mistake for mistake in result.mistakes if mistake.moment == 4)
    assert (item.seat, item.chance) == (1, 0.0)
    assert item.lost == item.instead > 5
    assert (result.seats[1].lost, result.seats[1].lost_error) == (item.lost, item.error)
    assert result.seats[0].mistakes + result.seats[1].mistakes == len(result.mistakes)
    assert result.curve[-1].chances == (1.0, 0.0)
    assert (result.turning_points[-1].moment, result.turning_points[-1].after) == (5, 100.0)


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
        replace(judgement, measured=lost, parts={"points": tuple(more)})
        if judgement.moment == 4
        else judgement
        for judgement in review.judgements
    ]
    result = report(table, replace(review, judgements=tuple(judged)), texts_of(table, "en"), None)

    (item,) = (mistake for mistake in result.mistakes if mistake.moment == 4)
    text = 'In 12 of 48 simulated games this move ended with fewer points of "points", 0.8 fewer on average.'
    assert item.why == (text if is_a_reason else "")


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Ben: End the turn"), ("ja", "Ben：ターンを終える")],
)
def test_a_turning_point_tells_nothing_of_the_turn_after_it(language: Language, text: str) -> None:
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

    (point,) = report(table, Review(0, "", curve, ()), texts, None).turning_points
    assert (point.moment, point.sentence) == (number, text)


def test_a_round_that_is_over_turns_no_game(
    table: History[Grid], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the record that wins it does, where a lead that stays the same is worth ever more."""
    monkeypatch.setattr("hako.engine.bots.win_probability.scale_of", lambda game, seats: EVER_MORE)
    table.game = AlwaysAhead()
    review = review_of(table)

    first, *others, last = review.curve
    assert (first.chances, first.changes) == ((0.5, 0.5), ())
    assert {other.chances for other in others} == {(0.9933, 0.0067)}
    assert {point.changes for point in others} == {(0.0, 0.0)}
    assert last.changes == (0.0067, -0.0067)

    *_, won = report(table, review, texts_of(table, "en"), None).turning_points
    assert (won.moment, won.before, won.after) == (5, 99.3, 100.0)


def test_an_error_is_not_told_to_be_nothing(table: History[Grid]) -> None:
    texts = texts_of(table, "en")
    (mistake, *_) = report(table, thought(table, review_of(table)), texts, None).mistakes
    for error, text in ((0.0, "(±0)"), (0.2, "(±1)"), (2.4, "(±2)")):
        assert text in mistake_text(replace(mistake, error=error), texts)


def test_what_was_not_looked_at_yet_is_not_called_free_of_mistakes(table: History[Grid]) -> None:
    """Ann has three decisions and Ben two: nothing, one, and all of them looked at."""
    begun = review_of(table)
    for review, en, ja in (
        (begun, "Ann: 3 decisions, not reviewed yet.", "Ann：決定3回、まだ調べていません。"),
        (
            thought(table, begun, 2),
            "Ann: 1 of 3 decisions reviewed. Not sure yet",
            "Ann：決定3回のうち1回を調べました。未確定です。",
        ),
        (thought(table, begun), "Ann: 3 decisions, no mistake", "Ann：決定3回、ミスなし"),
    ):
        for language, text in zip(LANGUAGES, (en, ja), strict=True):
            texts = texts_of(table, language)
            seat, *_ = report(table, review, texts, None).seats
            assert short_text(seat, texts).startswith(text)
            assert seat_text(seat, texts).startswith(text)


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
    assert all(judgement.is_screened for judgement in screened.judgements)

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
    values = {small: replace(seat, small=small, small_error=1.2) for small in (0.0, 1.1, 3.1)}

    for tell in (short_text, seat_text):
        none, unsure, sure = (tell(item, texts) for item in values.values())
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
        review = thought(table, review_of(table), pieces=9)
        assert not review.is_done
        keep(table, review)

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
    assert {judgement.moment for judgement in review_of(table).judgements} == {1, 2, 3, 4, 6, 7, 8}
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

    for judged in review_of(table).judgements:
        moment = table.positions[judged.moment]
        assert moment.parent is not None
        before = table.positions[moment.parent].state
        decision = decision_of(table, moment)
        assert decision.observation.view == view(table.game, before, judged.seat)
        assert decision.observation.view != before


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_seat_is_told_of_its_own_decisions_alone(
    table: History[Grid], language: Language
) -> None:
    """And no curve: it draws on what every seat knew."""
    texts = texts_of(table, language)
    review = thought(table, review_of(table))
    result = report(table, review, texts, 0)

    text = " ".join(" ".join(part.sentences) for part in report_text(result, texts))
    assert not result.curve
    assert not result.turning_points
    assert "Ann" in text
    assert "Ben" not in text


def test_a_log_that_is_done_away_with_takes_its_review_along(table: History[Grid]) -> None:
    keep(table, review_of(table))
    assert isinstance(table.save, FileSave)
    folder = table.save.path.parent

    FolderStore(folder).delete(table.save.name)

    assert not list(folder.iterdir())
