"""The picture at the head of README.md: real screens one after the other, as an SVG of twelve seconds.

Where motion is not wanted, it stands still and shows one of them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from textual.pilot import Pilot
from textual.strip import Strip

from hako.content import THE_SHELF, load
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.multiplayer.accounts.settings import Settings
from hako.tui.apps.shelf import ShelfApp
from hako.tui.recordings.board_svg import CELL, ROW, BoardPainter
from hako.tui.screens.game_over import GameOverScreen
from tests.tui.screenshots import FOLDER, play, play_to, table_with_secrets
from tests.tui.whole_app import Installation, at_rest

NAME = "readme.svg"
SECONDS = 12
WIDTH, HEIGHT = 960, 600
"""Pixels of a screen in the picture."""
MARGIN, BAR, FOOT = 20, 42, 54
"""Pixels beside the screen, above it, and below it, for the caption."""
SEATS = ("Ann", "Ben", "Cat")


class Scene(NamedTuple):
    """A screen, for how long it is shown, and what the caption says."""

    caption: str
    seconds: float
    strips: Sequence[Strip]


STILL = 3
"""The number of the scene that is shown where nothing may move."""


@asynccontextmanager
async def opened(
    size: tuple[int, int], game_id: str, choices: int, seats: int = 3
) -> AsyncIterator[tuple[Pilot[None], History[Any]]]:
    """The shelf with a game of good bots after so many choices."""
    with TemporaryDirectory() as folder:
        installation = Installation(Path(folder), THE_SHELF)
        installation.set(Settings(recap="never", motion="none"))
        players = tuple(Player(name) for name in SEATS[:seats])
        header = new_header(load(game_id), players, seed=11)
        table = play(installation.library.new(header), choices)
        async with installation.open(size) as pilot:
            await at_rest(pilot)
            yield pilot, table


async def painted(pilot: Pilot[None]) -> Sequence[Strip]:
    """The lines of the screen when nothing moves any more."""
    await at_rest(pilot)
    return pilot.app.screen._compositor.render_strips()


async def scenes() -> AsyncIterator[Scene]:
    """The scenes, in their order."""
    async with opened((120, 40), "flip_city", 60) as (pilot, _):
        yield Scene("Five board games in one box, in your terminal", 2, await painted(pilot))
    async with opened((100, 30), "flip_city", 118) as (pilot, table):
        await table_with_secrets(pilot, table)
        yield Scene("Flip City: the odds stand beside the card", 1.8, await painted(pilot))
        await pilot.press("1")
        caption = "Flip City: the card is turned up"
        yield Scene(caption, 1.4, await painted(pilot))
    async with opened((160, 50), "monumental", 146) as (pilot, table):
        await table_with_secrets(pilot, table)
        yield Scene("Monumental: map, City, offers and rivals", 2, await painted(pilot))
    async with opened((120, 40), "quo_vadis", 200) as (pilot, table):
        await table_with_secrets(pilot, play_to(table, "declare_spirit"))
        yield Scene("Quo Vadis: a war, reckoned before the dice", 1.4, await painted(pilot))
        await pilot.press("down")
        yield Scene("Each choice says what it brings", 1.4, await painted(pilot))
    async with opened((80, 24), "flip_city", 100_000, seats=2) as (pilot, table):
        assert isinstance(pilot.app, ShelfApp)
        await pilot.app.push_screen(GameOverScreen(table))
        yield Scene("The result tells how it came about", 2, await painted(pilot))


def animated(shown: Sequence[Scene]) -> str:
    """The scenes as one SVG."""
    painter = BoardPainter()
    groups = [_scene(number, scene, painter) for number, scene in enumerate(shown)]
    width, height = WIDTH + 2 * MARGIN, BAR + HEIGHT + FOOT
    names = escape("; ".join(scene.caption for scene in shown))
    dots = "".join(
        f'<circle cx="{26 + 22 * at}" cy="21" r="7" fill="{colour}"/>'
        for at, colour in enumerate(("#e8743b", "#e8a735", "#2fb28a"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{names}"><style>{painter.css()}.caption{{font:18px system-ui,sans-serif;'
        f"fill:#e8e2d6;text-anchor:middle}}{_motion(shown)}</style>"
        f'<rect width="{width}" height="{height}" rx="14" fill="#2c2824"/>{dots}'
        f"{''.join(groups)}</svg>\n"
    )


def _scene(number: int, scene: Scene, painter: BoardPainter) -> str:
    pixels = max(strip.cell_length for strip in scene.strips) * CELL
    drawn = "".join(painter.frame(scene.strips, pixels))
    return (
        f'<g class="scene s{number}"><svg class="cells" xml:space="preserve" x="{MARGIN}" y="{BAR}" width="{WIDTH}"'
        f' height="{HEIGHT}" viewBox="0 0 {pixels} {len(scene.strips) * ROW}">{drawn}</svg>'
        f'<text class="caption" x="{WIDTH // 2 + MARGIN}" y="{BAR + HEIGHT + 33}">'
        f"{escape(scene.caption)}</text></g>"
    )


def _motion(shown: Sequence[Scene]) -> str:
    """The style sheet that shows one scene after the other, and one alone where nothing may move."""
    total = sum(scene.seconds for scene in shown)
    rules, start = [], 0.0
    for number, scene in enumerate(shown):
        begin, end = (100 * at / total for at in (start, start + scene.seconds))
        before = f"0%,{begin - 0.01:.2f}%{{opacity:0}}" if number else ""
        rules.append(
            f"@keyframes s{number}{{{before}{begin:.2f}%,{end - 0.01:.2f}%{{opacity:1}}"
            f"{min(end, 100):.2f}%,100%{{opacity:0}}}}.s{number}{{animation:s{number} {SECONDS}s infinite}}"
        )
        start += scene.seconds
    return (
        f"{''.join(rules)}@media(prefers-reduced-motion:reduce){{.scene{{animation:none;opacity:0}}"
        f".s{STILL}{{opacity:1}}}}"
    )


async def take() -> None:
    """Write the picture."""
    shown = [scene async for scene in scenes()]
    (FOLDER / NAME).write_text(animated(shown), encoding="utf-8")
    print(NAME)
