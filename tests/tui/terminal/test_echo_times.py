"""Echo times: a line is slow by the median of its last 20 keys."""

from __future__ import annotations

from hako.tui.terminal.echo_times import EchoTimes


def echoed(*times: float) -> EchoTimes:
    """A line on which keys took these times, a second after each other."""
    echo = EchoTimes()
    for number, seconds in enumerate(times):
        echo.typed(number)
        echo.sent(number + seconds)
    return echo


def test_a_line_is_slow_from_150_ms_on_as_the_median_of_its_keys() -> None:
    assert not echoed().is_late
    assert not echoed(0.14).is_late
    assert echoed(0.16).is_late
    assert not echoed(0.1, 0.9, 0.1).is_late


def test_the_last_20_keys_count() -> None:
    assert not echoed(*[0.5] * 20, *[0.1] * 11).is_late
    assert echoed(*[0.5] * 20, *[0.1] * 9).is_late


def test_a_key_that_nothing_answers_has_no_time() -> None:
    echo = EchoTimes()
    echo.typed(0)
    echo.sent(30)

    assert not echo.is_late
