"""`make strength`: measures the strength of the bots; an interrupted run is continued.

    python -m bench.strength [GAME ...] [--only characters] [--minutes 120] [--jobs 2] [--seed 2]

`strong` plays against greedy and against itself with less thinking. Each character, as a greedy
bot, plays among greedy bots: without its preferences it would win par in every rotation, so the
difference from par is their cost. The rotations of a match (bench/matches.py) are stored
beside this file as they end, so that a clone continues where the last commit stopped. A match ends
when the sequential test decides it; those for which there was not enough time are printed as
undecided. Rotations count only for the program that played them: the rules, the bots and their
numbers, whatever their texts. Numbers that were tuned on one seed are measured on another.
"""

from __future__ import annotations

import ast
import os
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from hashlib import blake2b
from importlib import import_module
from itertools import count
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import TypeAlias

import click
import msgspec
from msgspec import Struct

import hako.engine
from bench.matches import (
    BotFactory,
    Match,
    MatchScore,
    SeatRotation,
    play_rotation,
    standing,
)
from bench.play import game_of
from hako.engine.bots.characters import character, characters
from hako.engine.bots.levels import SIGN, base, bot, character_in
from hako.engine.bots.worker_pool import work_for_parent

SEATS = {"flip_city": 2, "cultus": 2, "world_monger": 2, "monumental": 2, "quo_vadis": 3}
"""Numbers of seats for each game."""

STRONG = (
    Match("flip_city", 2, "strong:96", "greedy", 0.55),
    Match("cultus", 2, "strong:8", "greedy", 0.55),
    Match("world_monger", 2, "strong:24", "greedy", 0.55),
    Match("monumental", 2, "strong:12", "greedy", 0.55),
    Match("quo_vadis", 3, "strong:12", "greedy", 0.45),
    Match("flip_city", 2, "strong:32", "strong:8", 0.5),
    Match("cultus", 2, "strong:16", "strong:4", 0.5),
    Match("world_monger", 2, "strong:16", "strong:4", 0.5),
    Match("monumental", 2, "strong:16", "strong:4", 0.5),
    Match("quo_vadis", 3, "strong:16", "strong:4", 1 / 3),
    Match("flip_city", 2, "strong:0.1s", "ismcts:0.1s", 0.5),
    Match("cultus", 2, "strong:0.1s", "ismcts:0.1s", 0.5),
)
"""Settings of search: against greedy so many simulations take a quarter to half a second;
against itself it thinks four times as much, against another program as long (of processor time).

Of four simulations each of four candidates gets one, which seldom proves anything; but each of
two gets two, and Monumental asks for many a choice between two: there they are more than greedy.
"""

LEAST = 0.9
"""Share of par that a character wins at least."""

CHARACTERS = "characters"
"""The kind of duel in which these are measured; any other is told by the opponent."""

PEERS = {"ismcts": "bench.peers.ismcts"}
"""BotFactory that are no part of hako, and who they are; they live in the environment of peers."""


def duels(games: Sequence[str]) -> list[Match]:
    """All that is asked of these games."""
    among_greedy = [
        Match(game, seats, f"greedy{SIGN}{name}", "greedy", LEAST / seats, (1 - LEAST) / seats)
        for game, seats in SEATS.items()
        if game in games
        for name in characters(game_of(game))
    ]
    return [*among_greedy, *(item for item in STRONG if item.game in games)]


def kind(duel: Match) -> str:
    """By what it is asked for on the command line."""
    return CHARACTERS if character_in(duel.challenger) else base(duel.others)


class Kept(Struct, frozen=True, array_like=True):
    """A line of the file: a rotation of a duel, and which program played it from which seed."""

    program: str
    seed: int
    game: str
    challenger: str
    others: str
    number: int
    shares: tuple[float, ...]
    seconds: float
    decisions: int

    def rotation(self) -> SeatRotation:
        """Results of the matches."""
        return SeatRotation(self.number, self.shares, self.seconds, self.decisions)

    def key(self) -> Key:
        """True where the row counts, whatever the bar is."""
        return self.program, self.seed, self.game, self.challenger, self.others, len(self.shares)


Key: TypeAlias = tuple[str, int, str, str, str, int]
"""Program, seed, game, challenger, others, and how many sit there."""


class Results:
    """The rotations of a file that follow from a seed, and those that come to it."""

    def __init__(self, file: Path, seed: int) -> None:
        self._file, self.seed = file, seed
        self._kept: defaultdict[Key, list[SeatRotation]] = defaultdict(list)
        for line in file.read_bytes().splitlines() if file.exists() else ():
            kept = msgspec.json.decode(line, type=Kept)
            self._kept[kept.key()].append(kept.rotation())

    def of(self, duel: Match) -> list[SeatRotation]:
        """The rotations of a duel that this program has played."""
        return self._kept[self._key(duel)]

    def keep(self, duel: Match, rotation: SeatRotation) -> None:
        """Add a result, and write it to the file at once."""
        key = self._key(duel)
        kept = Kept(
            *key[:5],
            rotation.number,
            rotation.shares,
            round(rotation.seconds, 2),
            rotation.decisions,
        )
        self._kept[key].append(rotation)
        with self._file.open("ab") as file:
            file.write(msgspec.json.encode(kept) + b"\n")

    def _key(self, duel: Match) -> Key:
        return program(duel), self.seed, duel.game, duel.challenger, duel.others, duel.seats


NUMBERS = {"chances.toml", "content.toml"}
"""The files beside the code on which play depends."""


@cache
def program(duel: Match) -> str:
    """A digest of all that decides how a duel is played."""
    engine, game = Path(hako.engine.__file__).parent, game_of(duel.game)
    folders = (engine / "bots", engine / "rules", game.folder)
    digest = blake2b(digest_size=8)
    for file in sorted(file for folder in folders for file in folder.rglob("*.*")):
        if file.suffix == ".py":
            digest.update(unworded(file.read_text("utf-8")).encode())
        elif file.name in NUMBERS:
            digest.update(file.read_bytes())
    if name := character_in(duel.challenger):
        digest.update(msgspec.json.encode(character(game, name), order="sorted"))
    return digest.hexdigest()


def unworded(source: str) -> str:
    """Code without comments and docstrings: a better word makes no other player.

    As this version of Python writes it; another one may begin anew.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            body[:] = [item for item in body if not is_said(item)]
    return ast.unparse(tree)


def is_said(node: ast.stmt) -> bool:
    """True if it is a text that has no effect."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def play(duel: Match, seed: int, number: int) -> SeatRotation:
    """Play one rotation, in a worker."""
    peer = PEERS.get(base(duel.others))
    bots: BotFactory = import_module(peer).clocked if peer else bot
    return play_rotation(game_of(duel.game), duel, seed, number, bots)


def run(results: Results, duels: Sequence[Match], seconds: float, jobs: int) -> Iterator[Match]:
    """Play until all is known or time is over; tells whose rotation has ended.

    Always the duel goes on that took least time so far.
    """
    until, spent = time.monotonic() + seconds, dict.fromkeys(duels, 0.0)
    numbers = {duel: unplayed(results.of(duel)) for duel in duels}
    under_way: dict[Future[SeatRotation], Match] = {}
    with ProcessPoolExecutor(jobs, get_context("spawn"), work_for_parent) as pool:
        try:
            while (left := until - time.monotonic()) > 0:
                undecided = [item for item in duels if _now(results, item).verdict is None]
                while undecided and len(under_way) < jobs:
                    busy = [*under_way.values()]
                    duel = min(undecided, key=lambda one: (busy.count(one), spent[one]))
                    number = next(numbers[duel])
                    under_way[pool.submit(play, duel, results.seed, number)] = duel
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


def unplayed(rotations: Sequence[SeatRotation]) -> Iterator[int]:
    """The numbers of rotations that are still to be played."""
    played = {rotation.number for rotation in rotations}
    return (number for number in count(1) if number not in played)


def _now(results: Results, duel: Match) -> MatchScore:
    return standing(duel, results.of(duel))


HEAD = """\
| game | challenger | against | rotations | won | bar | over it | seconds a decision |
| --- | --- | --- | --- | --- | --- | --- | --- |"""


def row(duel: Match, now: MatchScore) -> str:
    """State of a match, as a row of a table."""
    verdict = {True: "yes", False: "**no**", None: f"undecided ({now.ratio:+.1f})"}[now.verdict]
    return (
        f"| {duel.game} | {duel.challenger} | {duel.others} | {now.rotations} "
        f"| {now.share:.1%} ({now.low:.1%} to {now.high:.1%}) | {duel.bar:.1%} | {verdict} "
        f"| {now.thinking:.2f} |"
    )


@click.command()
@click.argument("games", nargs=-1, type=click.Choice([*SEATS]))
@click.option(
    "--only",
    type=click.Choice([CHARACTERS, "greedy", "strong", *PEERS]),
    help="The characters, or what plays against that kind of bot; all but other programs.",
)
@click.option("--minutes", default=120.0, show_default=True, help="Time in all.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True, help="Processes.")
@click.option("--seed", default=2, show_default=True, help="What the seeds of games follow from.")
@click.option("--challenger", help="Another bot than those to be measured, such as strong:100.")
@click.option("--others", default="greedy", show_default=True, help="Whom that one plays against.")
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path(__file__).with_name("strength.jsonl"),
    show_default="bench/strength.jsonl",
    help="Where what was played is kept.",
)
def main(
    games: tuple[str, ...],
    only: str | None,
    minutes: float,
    jobs: int,
    seed: int,
    challenger: str | None,
    others: str,
    file: Path,
) -> None:
    """Measure the bots in GAMES, or in all."""
    games = games or (*SEATS,)
    if challenger:
        asked = [Match(game, SEATS[game], challenger, others, 1 / SEATS[game]) for game in games]
    else:
        kinds = (only,) if only else (CHARACTERS, "greedy", "strong")
        asked = [item for item in duels(games) if kind(item) in kinds]
    results = Results(file, seed)
    click.echo(HEAD)
    for duel in run(results, asked, 60 * minutes, jobs):
        click.echo(row(duel, _now(results, duel)))
    click.echo(f"\n{HEAD}")
    for duel in asked:
        click.echo(row(duel, _now(results, duel)))


if __name__ == "__main__":
    main()
