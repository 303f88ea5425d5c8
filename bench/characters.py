"""Does a taste cost bots more than a tenth of their wins? `python -m bench.characters [GAME ...]`.

Each character of a game, as greedy, plays whole rotations (hako/engine/lab/duels.py) among
greedy bots; the same seeds for all. What was played is kept as in strength.py, and not again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path

import click

from bench.play import game_of
from bench.strength import DUELS, Results, play
from hako.engine.bots.characters import characters
from hako.engine.bots.levels import SIGN, character_in
from hako.engine.bots.thinker import ignore_interrupts
from hako.engine.lab.duels import Duel, Standing, standing

LEAST = 0.9
"""What a character wins at least of what is won in its place without one."""


def duels(games: Sequence[str]) -> list[Duel]:
    """Each character of the games; as many at a table as strength is measured with."""
    return [
        Duel(its.game, its.seats, f"greedy{SIGN}{name}", "greedy", LEAST / its.seats)
        for its in DUELS
        if its.game in (games or its.game)
        for name in characters(game_of(its.game))
    ]


def run(results: Results, asked: Sequence[Duel], rotations: int, seconds: float, jobs: int) -> None:
    """Play what is not played yet, the first rotation of all before the second of any."""
    until, left = time.monotonic() + seconds, _unplayed(results, asked, rotations)
    with ProcessPoolExecutor(jobs, get_context("spawn"), ignore_interrupts) as pool:
        while time.monotonic() < until and (batch := [*islice(left, 2 * jobs)]):
            under_way = [(duel, pool.submit(play, duel, number)) for duel, number in batch]
            for duel, rotation in under_way:
                results.keep(duel, rotation.result())
        for process in active_children():  # they have nothing to do any more
            process.terminate()


def _unplayed(
    results: Results, asked: Sequence[Duel], rotations: int
) -> Iterator[tuple[Duel, int]]:
    played = {duel: {its.number for its in results.of(duel)} for duel in asked}
    for number in range(1, rotations + 1):
        yield from ((duel, number) for duel in asked if number not in played[duel])


def row(duel: Duel, now: Standing) -> str:
    """How a character stands, as a row of a table."""
    return (
        f"| {duel.game} | {character_in(duel.challenger)} | {now.rotations * duel.seats} "
        f"| {now.share:.1%} ({now.low:.1%} to {now.high:.1%}) | {duel.bar:.1%} "
        f"| {'yes' if now.share >= duel.bar else '**no**'} |"
    )


@click.command()
@click.argument("games", nargs=-1)
@click.option("--rotations", default=200, show_default=True, help="Of each character.")
@click.option("--minutes", default=120.0, show_default=True, help="Time in all.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path(".strength.jsonl"),
    show_default=True,
    help="Where what was played is kept.",
)
def main(games: tuple[str, ...], rotations: int, minutes: float, jobs: int, file: Path) -> None:
    """Measure the characters of GAMES, or of all."""
    results, asked = Results(file), duels(games)
    run(results, asked, rotations, 60 * minutes, jobs)
    click.echo("| game | character | games | won | at least | reached |")
    click.echo("| --- | --- | --- | --- | --- | --- |")
    for duel in asked:
        click.echo(row(duel, standing(duel, results.of(duel))))


if __name__ == "__main__":
    main()
