"""`make strength`: are the bots as strong as they are to be? It goes on where it stopped.

    python -m bench.strength [GAME ...] [--against strong] [--minutes 120] [--jobs 2]

Each rotation of a duel (hako/engine/lab/duels.py) is kept in a file as it ends. A duel is over
when the sequential test knows; those that time did not suffice for are printed as undecided.
Rotations count only for the program that played them: the rules, the bots and their numbers.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from hashlib import blake2b
from importlib import import_module
from itertools import count
from multiprocessing import active_children, get_context
from pathlib import Path

import click
import msgspec
from msgspec import Struct

import hako.engine
from bench.play import game_of
from hako.engine.bots.levels import base, bot
from hako.engine.bots.thinker import ignore_interrupts
from hako.engine.lab.duels import Bots, Duel, Rotation, Standing, play_rotation, standing

DUELS = (
    Duel("flip_city", 2, "strong:96", "greedy", 0.55),
    Duel("cultus", 2, "strong:8", "greedy", 0.55),
    Duel("world_monger", 2, "strong:24", "greedy", 0.55),
    Duel("monumental", 2, "strong:12", "greedy", 0.55),
    Duel("quo_vadis", 3, "strong:12", "greedy", 0.45),
    Duel("flip_city", 2, "strong:32", "strong:8", 0.5),
    Duel("cultus", 2, "strong:16", "strong:4", 0.5),
    Duel("world_monger", 2, "strong:32", "strong:8", 0.5),
    Duel("monumental", 2, "strong:16", "strong:4", 0.5),
    Duel("quo_vadis", 3, "strong:16", "strong:4", 1 / 3),
    Duel("flip_city", 2, "strong:0.1s", "ismcts:0.1s", 0.5),
    Duel("cultus", 2, "strong:0.1s", "ismcts:0.1s", 0.5),
)
"""What is asked: against greedy so many simulations take a quarter to half a second; against
itself it thinks four times as much, against another program as long (of processor time)."""

PEERS = {"ismcts": "bench.peers.ismcts"}
"""Bots that are no part of hako, and who they are; they live in the environment of peers."""

SEED = 1


class Kept(Struct, frozen=True):
    """A line of the file."""

    program: str
    duel: Duel
    rotation: Rotation


class Results:
    """The rotations of a file, and those that come to it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        lines = file.read_bytes().splitlines() if file.exists() else []
        self._kept = [msgspec.json.decode(line, type=Kept) for line in lines]

    def of(self, duel: Duel) -> list[Rotation]:
        """The rotations of a duel that this program has played."""
        mine = program(duel.game)
        return [its.rotation for its in self._kept if (its.program, its.duel) == (mine, duel)]

    def keep(self, duel: Duel, rotation: Rotation) -> None:
        """One more, at once in the file."""
        kept = Kept(program(duel.game), duel, rotation)
        self._kept.append(kept)
        with self._file.open("ab") as file:
            file.write(msgspec.json.encode(kept) + b"\n")


@cache
def program(game: str) -> str:
    """A digest of all that decides how a game is played out by bots."""
    engine = Path(hako.engine.__file__).parent
    folders = (engine / "bots", engine / "rules", game_of(game).folder)
    digest = blake2b(digest_size=8)
    for file in sorted(file for folder in folders for file in folder.rglob("*.*")):
        if file.suffix == ".py" or file.name in {"chances.toml", "characters.toml", "content.toml"}:
            digest.update(file.read_bytes())
    return digest.hexdigest()


def play(duel: Duel, number: int) -> Rotation:
    """One rotation, in a worker."""
    peer = PEERS.get(base(duel.others))
    bots: Bots = import_module(peer).clocked if peer else bot
    return play_rotation(game_of(duel.game), duel, SEED, number, bots)


def run(results: Results, duels: Sequence[Duel], seconds: float, jobs: int) -> Iterator[Duel]:
    """Play until all is known or time is over; tells whose rotation has ended.

    Always the duel goes on that took least time so far.
    """
    until, spent = time.monotonic() + seconds, dict.fromkeys(duels, 0.0)
    numbers = {duel: unplayed(results.of(duel)) for duel in duels}
    under_way: dict[Future[Rotation], Duel] = {}
    with ProcessPoolExecutor(jobs, get_context("spawn"), ignore_interrupts) as pool:
        try:
            while (left := until - time.monotonic()) > 0:
                undecided = [its for its in duels if _now(results, its).is_over is None]
                while undecided and len(under_way) < jobs:
                    busy = [*under_way.values()]
                    duel = min(undecided, key=lambda its: (busy.count(its), spent[its]))
                    under_way[pool.submit(play, duel, next(numbers[duel]))] = duel
                if not undecided:
                    break
                for done in wait(under_way, left, FIRST_COMPLETED).done:
                    duel, rotation = under_way.pop(done), done.result()
                    spent[duel] += rotation.seconds
                    results.keep(duel, rotation)
                    yield duel
        finally:
            for process in active_children():  # nobody waits for what is under way
                process.terminate()


def unplayed(rotations: Sequence[Rotation]) -> Iterator[int]:
    """The numbers of rotations that are still to be played."""
    played = {its.number for its in rotations}
    return (number for number in count(1) if number not in played)


def _now(results: Results, duel: Duel) -> Standing:
    return standing(duel, results.of(duel))


def told(duel: Duel, now: Standing) -> str:
    """How a duel stands, in a line."""
    verdict = {True: "over", False: "**not over**", None: "undecided: over"}[now.is_over]
    return (
        f"{duel.game}, {duel.seats} seats: {duel.challenger} against {duel.others} won "
        f"{now.share:.1%} ({now.low:.1%} to {now.high:.1%}) of {now.rotations * duel.seats} games, "
        f"{now.thinking:.2f} s a decision; {verdict} {duel.bar:.0%} (ratio {now.ratio:+.1f})"
    )


@click.command()
@click.argument("games", nargs=-1)
@click.option(
    "--against",
    type=click.Choice(sorted({base(its.others) for its in DUELS})),
    default="greedy",
    show_default=True,
    help="The kind of bot that plays against it.",
)
@click.option("--minutes", default=120.0, show_default=True, help="Time in all.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--challenger", help="Another bot than those to be measured, such as strong:100.")
@click.option("--others", help="Whom it plays against.")
@click.option("--bar", type=float, help="Another bar than those to reach, 0 to 1.")
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path(".strength.jsonl"),
    show_default=True,
    help="Where what was played is kept.",
)
def main(
    games: tuple[str, ...],
    against: str,
    minutes: float,
    jobs: int,
    challenger: str | None,
    others: str | None,
    bar: float | None,
    file: Path,
) -> None:
    """Measure the bots in GAMES, or in all."""
    asked = {"challenger": challenger, "others": others, "bar": bar}
    changes = {key: value for key, value in asked.items() if value is not None}
    duels = [
        msgspec.structs.replace(its, **changes)
        for its in DUELS
        if its.game in (games or its.game) and base(its.others) == against
    ]
    results = Results(file)
    for duel in run(results, duels, 60 * minutes, jobs):
        click.echo(told(duel, _now(results, duel)))
    click.echo()
    for duel in duels:
        click.echo(f"- {told(duel, _now(results, duel))}")


if __name__ == "__main__":
    main()
