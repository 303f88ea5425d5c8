"""The texts of statistics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hako.content import Shelf
from hako.engine import ENGINE
from hako.engine.content.files import load
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.failure import escape_controls
from hako.engine.i18n.width import columns
from hako.engine.lab.player_statistics import (
    PERSON,
    GameStatistics,
    WinCount,
)
from hako.engine.lab.summary import CONFIDENCE, Proportion
from hako.engine.transcript.level_names import level_text
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.statistics_counting import StatisticsRow

if TYPE_CHECKING:
    pass


# ------------------------------------------------------------ on a server


# ------------------------------------------------------------ in words


def statistics_text(result: StatisticsRow, shelf: Shelf, texts: Catalogue) -> Iterator[str]:
    """The statistics, line by line, in rows with columns."""
    if not any(person.over for person in result.people):
        yield from (texts.text(result.nothing), "")
    for person in result.people:
        yield texts.text("statistics.person", name=escape_controls(person.name), over=person.over)
        for stats in person.games:
            yield ""
            yield shelf.box(stats.game).name[texts.language]
            yield from (f"  {line}" for line in _of_game(stats, shelf, texts))
        yield ""
    if any(person.over for person in result.people):
        yield texts.text("statistics.interval", confidence=f"{CONFIDENCE:.0%}")
    if result.damaged:
        names = [*map(escape_controls, result.damaged)]
        yield texts.text("statistics.damaged", files=len(names), names=names)


def _of_game(stats: GameStatistics, shelf: Shelf, texts: Catalogue) -> Iterator[str]:
    say = texts.text
    if stats.wins.of:
        rows = [(say("statistics.won"), *_share(stats.wins, texts))]
        rows += [
            (_tally_text(tally, stats, shelf, texts), *_share(tally.wins, texts))
            for tally in _informative(stats)
        ]
        yield from columns(rows)
        won, games = stats.in_a_row > 0, abs(stats.in_a_row)
        yield say("statistics.in_a_row", won=won, games=games, most=stats.most_in_a_row)
        numbers = ("most", "quarter", "median", "three_quarters")
        yield say("statistics.scores", **{n: f"{getattr(stats.scores, n):g}" for n in numbers})
    if stats.months:
        yield say("statistics.lost", confidence=f"{CONFIDENCE:.0%}")
        yield from (f"  {line}" for line in columns([*_months(stats, texts)]))
    if stats.unfinished or stats.given_up:
        yield say("statistics.apart", unfinished=stats.unfinished, given_up=stats.given_up)


def _informative(stats: GameStatistics) -> Iterator[WinCount]:
    """The tallies that differ from the one of all games."""
    for tally in stats.tallies:
        if tally.kind == "against" or tally.wins.of < stats.wins.of:
            yield tally


def _share(wins: Proportion, texts: Catalogue) -> tuple[str, str, str]:
    percent = {"low": f"{100 * wins.low:.0f}", "high": f"{100 * wins.high:.0f}"}
    times = texts.text("statistics.times", times=wins.times, of=wins.of)
    return times, f"{wins.share:.0%}", texts.text("statistics.bounds", **percent)


def _tally_text(tally: WinCount, stats: GameStatistics, shelf: Shelf, texts: Catalogue) -> str:
    match tally.kind:
        case "players":
            return texts.text("statistics.players", count=int(tally.group[0]))
        case "seat":
            seat, players = tally.group
            return texts.text("statistics.seat", seat=seat, players=players)
        case "against":
            of_game = load_catalogue(
                texts.language, ENGINE, MULTIPLAYER, TUI, shelf.load(stats.game).folder
            )
            others = [_level(level, of_game) for level in tally.group]
            return texts.text("statistics.against", others=others)
        case "side":
            return texts.text(
                "statistics.side", side=_side(stats.game, tally.group[0], shelf, texts)
            )


def _level(level: str, texts: Catalogue) -> str:
    """The name of a bot's level, or the word for a person."""
    if level == PERSON:
        return texts.text("statistics.people")
    return level_text(level, texts)


def _side(game_id: str, side: str, shelf: Shelf, texts: Catalogue) -> str:
    """The name of a side; the word of the logs, if the game has no name for it any more."""
    game = shelf.load(game_id)
    content = load(game.content, game.folder / f"{game.id}.toml")
    return game.terms(content, texts.language).get("side", {}).get(side, escape_controls(side))


def _months(stats: GameStatistics, texts: Catalogue) -> Iterator[tuple[str, str, str, str]]:
    for month in stats.months:
        games = texts.text("statistics.judged", games=month.games, turns=month.turns)
        error = "" if month.error is None else f"±{month.error:.1f}"
        yield month.month, f"{month.lost:.1f}", error, games
