"""Expected and observed frequencies of dice from committed deals, for players who suspect them.

    python -m bench.dice_statistics

prints the table of docs/dealing.en.md, which is always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

from hako.engine.rules.chance import Chance

GAMES, ROLLS = 10_000, 50
"""Simulate games of two dice, each of so many rolls."""

SUMS = {total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)}


def rolls(game: int) -> list[int]:
    """The sums of one game, each game from a seed of its own."""
    dice = Chance(game.to_bytes(32, "little"), 0).dice
    return [dice.roll(6) + dice.roll(6) for _ in range(ROLLS)]


def longest_run(sums: Sequence[int]) -> int:
    """Longest run of equal sums."""
    longest = run = 1
    for before, after in pairwise(sums):
        run = run + 1 if before == after else 1
        longest = max(longest, run)
    return longest


def without_run(length: int) -> Fraction:
    """Probability that no sum comes this often in a row."""
    runs = {(total, 1): chance for total, chance in SUMS.items()}
    for _ in range(ROLLS - 1):
        after = dict.fromkeys(runs, Fraction(0))
        for (total, run), reached in runs.items():
            for rolled, chance in SUMS.items():
                now = rolled, run + 1 if rolled == total else 1
                if now[1] < length:
                    after[now] = after.get(now, Fraction(0)) + reached * chance
        runs = after
    return sum(runs.values(), Fraction(0))


def main() -> None:
    """Print the table."""
    games = [rolls(game) for game in range(GAMES)]
    rows: list[tuple[str, Fraction, Callable[[Sequence[int]], bool]]] = [
        ("some sum three times running", 1 - without_run(3), lambda sums: longest_run(sums) >= 3),
        ("some sum four times running", 1 - without_run(4), lambda sums: longest_run(sums) >= 4),
        ("no 12 at all", (1 - SUMS[12]) ** ROLLS, lambda sums: 12 not in sums),
    ]
    print(f"| in a game of {ROLLS} rolls | expected | seen in {GAMES} |\n| --- | ---: | ---: |")
    for kind, expected, holds in rows:
        print(f"| {kind} | {float(expected):.1%} | {sum(map(holds, games)) / GAMES:.1%} |")
    print("\n| sum of two dice | expected | seen |\n| ---: | ---: | ---: |")
    for total, chance in SUMS.items():
        seen = sum(sums.count(total) for sums in games) / (GAMES * ROLLS)
        print(f"| {total} | {float(chance):.2%} | {seen:.2%} |")


if __name__ == "__main__":
    main()
