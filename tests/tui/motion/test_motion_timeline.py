"""Timelines: side by side, one after the other, cut to sums, within the budget of bytes."""

from __future__ import annotations

from hako.tui.motion.board_snapshot import PictureChange
from hako.tui.motion.motion_timeline import LONGEST, SHORT, MotionTimeline
from hako.tui.motion.motions import CardMoved, Gained, Motion, Payment, Walk
from tests.tui.motion.pictures import change, over, picture

PLACES: dict[object, tuple[int, int, int, int]] = {
    number: (4 * number, 0, 3, 1) for number in range(10)
}
STREET = change(picture("2$  " * 10, PLACES), picture("2$  " * 10, PLACES))


def added(
    *motions: Motion, changed: PictureChange = STREET, is_short: bool = False
) -> MotionTimeline:
    return MotionTimeline().added(motions, changed, 0, is_short=is_short)


def test_motions_at_different_places_run_side_by_side() -> None:
    timeline = added(Gained(1, "+1$"), Gained(2, "+2$"))

    assert [timed.start for timed in timeline.motions] == [0, 0]
    assert timeline.end == 240 + 80


def test_at_one_place_one_thing_moves_at_a_time() -> None:
    """The pawn walks, 160 ms and its last frame, and is paid then."""
    timeline = added(Walk("■B", 1, (1, 2)), Gained(2, "+1$"))

    assert [timed.start for timed in timeline.motions] == [0, 240]


def test_a_gain_is_not_seen_before_its_time() -> None:
    timeline = added(Walk("■B", 1, (1, 2)), Gained(2, "+1$"))

    assert "+1$" not in over(STREET.after, timeline.patches(160))
    assert "+1$" in over(STREET.after, timeline.patches(240))
    assert timeline.patches(timeline.end) == []


def test_the_end_of_a_later_record_is_not_seen_before_its_time() -> None:
    """Two steps played one after the other: the pawn is on the first cell, then on its way."""
    before, between = picture("■B", PLACES), picture("    ■B", PLACES)
    after = picture("        ■B", PLACES)
    timeline = MotionTimeline().added([Walk("■B", 1, (0, 1))], change(before, between), 0)
    timeline = timeline.added([Walk("■B", 1, (1, 2))], change(between, after), 80)

    assert over(after, timeline.patches(80)) == "  ■B"
    assert over(after, timeline.patches(240 + 80)) == "      ■B"
    assert over(after, timeline.patches(240 + 240)) == "        ■B"


def test_steps_of_a_piece_are_one_walk_and_payments_of_a_figure_are_one() -> None:
    timeline = added(
        Walk("■B", 1, (1, 2)),
        Walk("■B", 1, (2, 3)),
        Payment((4,), 5, 0, 1),
        Payment((6,), 5, 1, 2),
        Gained(7, "+1$"),
        Gained(7, "+2★"),
    )

    assert [timed.motion for timed in timeline.motions] == [
        Walk("■B", 1, (1, 2, 3)),
        Payment((4, 6), 5, 0, 2),
        Gained(7, "+1$ +2★"),
    ]


def test_of_more_than_three_payments_at_a_time_only_the_sums_are_shown() -> None:
    assert not any(timed.is_sum for timed in added(*_payments(3)).motions)
    assert all(timed.is_sum for timed in added(*_payments(4)).motions)


def _payments(count: int) -> list[Motion]:
    return [Payment((0,), number, 1, 2) for number in range(1, count + 1)]


def test_a_queue_of_more_than_1200_ms_is_cut_to_sums() -> None:
    timeline = MotionTimeline()
    for number in range(2):
        timeline = timeline.added([Payment((0,), number + 1, 1, 2)], STREET, 0)
    assert timeline.end == 2 * 560 <= LONGEST
    timeline = timeline.added([Payment((0,), 3, 1, 2)], STREET, 80)

    assert timeline.end == 80 + SHORT
    assert all(timed.is_sum for timed in timeline.motions)


def test_short_is_the_last_frame_for_160_ms() -> None:
    timeline = added(CardMoved(1, 2), is_short=True)

    assert timeline.end == SHORT == 160
    assert timeline.patches(0) == CardMoved(1, 2).patches(STREET, 240)


def cards(count: int) -> MotionTimeline:
    """A number of cards of three rows that go to places of their own, all at the same time."""
    places: dict[object, tuple[int, int, int, int]] = {
        number: (0, 3 * number, 30, 3) for number in range(count + 1)
    }
    shown = picture("\n".join(["x" * 30] * 3 * (count + 1)), places, 30)
    motions = [CardMoved(0, number) for number in range(1, count + 1)]
    return added(*motions, changed=change(shown, shown))


def test_beyond_the_budget_frames_in_the_middle_go_first_and_then_all_but_the_last() -> None:
    """1.2 kB a frame and 4 kB for all motions of a record."""
    shown = {count: cards(count).motions for count in range(1, 9)}
    frames = {
        count: {0 if timed.is_sum else len(timed.frames) for timed in motions}
        for count, motions in shown.items()
    }

    assert frames[1] == {4}
    assert frames[8] == {0}
    lines = [{patch.y for patch in timed.frames[0][1]} for timed in shown[8]]
    assert [len(rows) for rows in lines] == [1] * 8, "of so many sums a line each"
