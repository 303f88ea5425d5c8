"""The log at a table: first what is in sight, then the rest."""

from __future__ import annotations

import asyncio

from textual.worker import Worker

from hako.tui.screens.table.feature import TableFeature
from hako.tui.screens.table.log_model import LogModel
from hako.tui.screens.table.screen import TableScreen

SLICE = 20
"""Positions that are read between two keys."""


class LogLoading(TableFeature[TableScreen]):
    """The records as the viewer may read them.

    The first frame of a table with many moves waits only for those near the position on screen.
    """

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._model = LogModel(screen.table)
        self._reading: Worker[None] | None = None
        """The worker that reads the rest."""

    def table_shown(self) -> None:
        screen, model, panel = self.screen, self._model, self.screen.view.log_panel
        model.set_reader(screen.words, screen.viewer, sums_up=screen.features.is_advised)
        if not model.is_long or (panel.records and not self._is_reading):
            panel.show(model.read(), screen.looked_at)
            return
        moment = screen.table.head if screen.looked_at is None else screen.looked_at
        panel.show(model.read_near(moment), screen.looked_at)
        if self._reading is None:
            screen.call_after_refresh(self._begin_to_read)

    @property
    def _is_reading(self) -> bool:
        return self._reading is not None and not self._reading.is_finished

    def _begin_to_read(self) -> None:
        self._reading = self.screen.run_worker(self._read_rest(), "read", "log", exclusive=True)

    async def _read_rest(self) -> None:
        while self._model.is_long:
            self._model.prepare(SLICE)
            await asyncio.sleep(0)
        self.screen.view.log_panel.show(self._model.read(), self.screen.looked_at)
