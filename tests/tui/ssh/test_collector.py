from __future__ import annotations

import gc
import weakref
from pathlib import Path

from hako.tui.ssh.collector import collect_new
from tests.tui.ssh.person import demo_house
from tests.waiting import until


class Knot:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.me = self


async def test_while_the_house_is_open_the_collector_never_starts_by_itself(
    tmp_path: Path,
) -> None:
    async with demo_house(tmp_path):
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


async def test_what_is_new_and_dead_is_collected_at_once(tmp_path: Path) -> None:
    async with demo_house(tmp_path):
        knot = weakref.ref(Knot())
        await until(lambda: knot() is None)


def test_only_a_pass_in_vain_is_paid_for_with_a_rest() -> None:
    gc.disable()
    try:
        collect_new()
        Knot()
        assert collect_new() == 0
        assert collect_new() > 0
    finally:
        gc.unfreeze()
        gc.enable()


async def test_what_sessions_left_behind_is_collected_when_nobody_plays(tmp_path: Path) -> None:
    """It had been set aside while they were alive."""
    async with demo_house(tmp_path) as demo:
        ada = await demo.sit_down("ada")
        await until(lambda: all(each is not demo.apps[0]() for each in gc.get_objects()))
        ada.press("q")
        await ada.is_sent_home()
        await until(lambda: demo.apps[0]() is None)
