"""Tables on screen for the tests: an app that opens one, and what stands on its lines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from hako.engine.bots.advice import Advice, advise
from hako.engine.bots.hint_search import HintSearch, HintState
from hako.engine.bots.observation import Observation
from hako.engine.bots.worker_pool import Answer, Given, WorkerPool, think
from hako.engine.i18n.languages import Language
from hako.engine.i18n.width import cell_width
from hako.engine.log.header import Player, UndoPolicy
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat
from hako.multiplayer.accounts.settings import HintsChoice, Settings
from hako.tui.apps.game_app import GameApp
from hako.tui.screens.table.screen import TableScreen
from hako.tui.terminal.capabilities import TerminalCapabilities
from hako.tui.widgets.line_panel import LinePanel

MOST_TURNS_OF_THE_LOOP = 2000
"""Then a bot that has not moved will not move at all."""


class ThinkingHere(WorkerPool):
    """Bots that think in this process, so that a test waits for no other."""

    async def choose(self, level: str, observation: Observation, chance: Chance) -> Any:
        return think(level, observation, chance)

    async def advise(self, observation: Observation, chance: Chance) -> Advice:
        return advise(observation, chance)

    async def do(
        self, work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        return work(*given, **named)

    async def hints(
        self, search: HintSearch, observation: Observation, chance: Chance
    ) -> AsyncIterator[HintState]:
        """The end of a search with few rollouts and playouts, however long it may take."""
        yield HintSearch(60.0, simulations=8, playouts=8).think(observation, chance)


class OneTable(GameApp):
    """An app with a table on it."""

    def __init__(
        self,
        table: History[Any],
        seats: Iterable[Seat] | None = None,
        settings: Settings | None = None,
        terminal: TerminalCapabilities | None = None,
    ) -> None:
        super().__init__(
            settings
            or Settings(bot_speed="at_once", motion="none", recap="never", hints="at_once"),
            terminal,
            worker_pool=ThinkingHere(),
        )
        self.animation_level = "none"
        self.table = table
        self._seats = seats

    def on_mount(self) -> None:
        super().on_mount()
        self.open_table(self.table, self._seats)


def people(*names: str) -> tuple[Player, ...]:
    """Players by name; "bot:greedy" is a bot of that level."""
    return tuple(
        Player(name.partition(":")[2].title(), bot=name.partition(":")[2])
        if name.startswith("bot:")
        else Player(name)
        for name in names
    )


def new_table(
    game: Game[Any],
    *names: str,
    undo: UndoPolicy = "free",
    seed: int = 1,
    options: dict[str, str] | None = None,
) -> History[Any]:
    """A table with these players."""
    return History.new(game, new_header(game, people(*names), options, seed=seed, undo=undo))


@asynccontextmanager
async def at(
    table: History[Any],
    seats: Iterable[Seat] | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    language: Language = "en",
    terminal: TerminalCapabilities | None = None,
    hints: HintsChoice = "at_once",
) -> AsyncIterator[Pilot[None]]:
    """Somebody sits at the table before a screen of that size."""
    settings = Settings(
        language=language, bot_speed="at_once", motion="none", recap="never", hints=hints
    )
    app = OneTable(table, seats, settings, terminal)
    async with app.run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        yield pilot


def screen_of(pilot: Pilot[None]) -> TableScreen:
    """The table's screen, whatever lies over it."""
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, TableScreen))


async def settled(pilot: Pilot[None]) -> None:
    """Until the bots have moved and everything is painted."""
    await pilot.pause()
    table = screen_of(pilot).table
    for _ in range(MOST_TURNS_OF_THE_LOOP):
        seats = table.waiting()
        if not all(table.players[seat].bot for seat in seats) or not seats:
            break
        await asyncio.sleep(0)
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, each after the bots have answered the one before."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def lines(panel: LinePanel) -> list[str]:
    """Text of a panel, without blanks at the end of lines."""
    return [panel.render_line(y).text.rstrip() for y in range(panel.rows)]


def text(panel: LinePanel) -> str:
    """Text of a panel, all in one; without the line at its left."""
    return " ".join(" ".join(line.removeprefix("│") for line in lines(panel)).split())


def painted(pilot: Pilot[None]) -> list[str]:
    """The lines of the whole screen."""
    return [strip.text for strip in pilot.app.screen._compositor.render_strips()]


def assert_aligned(pilot: Pilot[None]) -> None:
    """Every line of the screen takes exactly its width in cells."""
    width = pilot.app.size.width
    assert {cell_width(line) for line in painted(pilot)} == {width}
    for panel in filter(lambda item: item.display and item.rows, pilot.app.screen.query(LinePanel)):
        assert {panel.render_line(y).cell_length for y in range(panel.rows)} == {panel.columns}
