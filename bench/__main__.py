"""`make bench`: everything measured once, as Markdown tables."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterable, Sequence

import click

from bench.bench_list import BARS, HAKO, NODE_FOLDER, NODE_PEERS, PEERS_PYTHON, PYTHON_PEERS, Bar
from bench.cpu_yardstick import stay_on_one_core, yardstick
from bench.program_costs import Held, programs
from bench.runner import Bench, Row, measure, ratio


@click.command()
@click.option("--rounds", default=9, show_default=True, help="Slices of every bench.")
@click.option("--seconds", default=0.15, show_default=True, help="Length of a slice.")
@click.option("--only", default="", help="Benches whose name has this in it.")
@click.option("--screens/--no-screens", default=True, help="Measure commands and screens too.")
@click.option("--peers", is_flag=True, help="Measure peers too; see `make bench PEERS=1`.")
def main(rounds: int, seconds: float, only: str, screens: bool, peers: bool) -> None:
    """Measure hako, and print it."""
    stay_on_one_core()
    benches = [*HAKO, *(_peers() if peers else ())]
    rows = measure([bench for bench in benches if only in bench.name], rounds, seconds)
    system = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    print(f"{system}; the yardstick makes {yardstick() / 1e6:.1f} M rounds a second.\n")
    _print_table(
        ("what", "in a second", "in 1,000 yardstick rounds", "to reach"),
        map(_measured, rows.values()),
    )
    met = [bar for bar in BARS if bar.own in rows and bar.other in rows]
    _print_table(("what", "beside", "times as fast", "to reach"), (_met(bar, rows) for bar in met))
    if screens:
        head = ("what", "ms of processor time", "beside", "ms", "times as long", "at most")
        _print_table(head, map(_held, programs(rounds)))


def _peers() -> Sequence[Bench]:
    if not PEERS_PYTHON.exists():
        raise click.UsageError("The peers are not installed: make bench PEERS=1 does it.")
    node = shutil.which("node") and NODE_FOLDER.exists()
    return (*PYTHON_PEERS, *(NODE_PEERS if node else ()))


def _measured(row: Row) -> tuple[str, ...]:
    bench, missed = row.bench, "" if row.rate >= row.bench.at_least else " **missed**"
    to_reach = f"{_number(bench.at_least)}{missed}" if bench.at_least else ""
    return bench.name, f"{_number(row.rate)} {bench.unit}", _number(row.per_1000), to_reach


def _met(bar: Bar, rows: dict[str, Row]) -> tuple[str, ...]:
    times = ratio(rows[bar.own], rows[bar.other])
    missed = "" if times >= bar.at_least else " **missed**"
    return bar.own, bar.other, f"{times:.2f}", f"{bar.at_least:g}{missed}"


def _held(held: Held) -> tuple[str, ...]:
    missed = "" if held.times <= held.at_most else " **missed**"
    return (
        held.label,
        f"{held.own:.3g}",
        held.beside,
        f"{held.other:.3g}",
        f"{held.times:.2f}",
        f"{held.at_most:g}{missed}",
    )


def _print_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    print(f"| {' | '.join(head)} |")
    print(f"| --- |{' ---: |' * (len(head) - 1)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print()


def _number(value: float) -> str:
    for size, sign in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{sign}"
    return f"{value:.3g}"


if __name__ == "__main__":
    main()
