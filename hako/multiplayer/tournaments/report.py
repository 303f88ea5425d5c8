"""Reports of tournaments: players, pairings and standings, as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec import Struct

from hako.content import Shelf, UnknownGame
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.failure import Failure, escape_controls
from hako.engine.i18n.width import columns
from hako.engine.transcript.transcript import option_text
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.users import User
from hako.multiplayer.command_rejected import CommandRejected
from hako.multiplayer.tables.clock_text import clock_text
from hako.multiplayer.tournaments.log_lines import RoundPaired, TournamentLine
from hako.multiplayer.tournaments.organizer import TournamentList, TournamentOrganizer
from hako.multiplayer.tournaments.pairing import RULES
from hako.multiplayer.tournaments.tournament import Tournament, verified

AS_JSON, AS_MARKDOWN = "--json", "--md"
ENTER, LEAVE = "enter", "leave"
REQUESTS = (ENTER, LEAVE, AS_JSON, AS_MARKDOWN)
"""Requests that can follow `ssh HOST tournament NAME`."""


class StandingRow(Struct, frozen=True):
    """Row of the standings; see tournaments.tournament."""

    place: int
    name: str
    points: float
    opponents: float
    direct: float
    lot: int


class TournamentReport(Struct, frozen=True):
    """Tournament for programs; the standings can be computed again from the lines."""

    cup: str
    standings: tuple[StandingRow, ...]
    lines: tuple[TournamentLine, ...]


class ReportSection(NamedTuple):
    """Section of a report: a heading, sentences, and rows of which the first names the columns."""

    heading: str
    sentences: Sequence[str] = ()
    rows: Sequence[tuple[str, ...]] = ()


def build_report(tournament: Tournament) -> TournamentReport:
    """Public report of a tournament."""
    standings = (
        StandingRow(
            row.place,
            tournament.entrants[row.player].name,
            float(row.points),
            float(row.opponents),
            float(row.direct),
            row.lot,
        )
        for row in (tournament.standings() if tournament.begun else ())
    )
    return TournamentReport(tournament.name, (*standings,), (*tournament.public_lines(),))


def read_report(content: bytes) -> Tournament:
    """Verify a report and return its tournament. Raises Failure if anything does not follow."""
    try:
        report = msgspec.json.decode(content, type=TournamentReport)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Failure("cup_no_beginning") from None
    tournament = verified(report.lines)
    if build_report(tournament).standings != report.standings:
        raise CommandRejected("other_standings", cup=tournament.name)
    return tournament


def sections(tournament: Tournament, texts: Catalogue, shelf: Shelf) -> Iterator[ReportSection]:
    """Sections of the report of a tournament, the last round first."""
    say, about = texts.text, tournament.about
    names = [escape_controls(entrant.name) for entrant in tournament.entrants]
    facts = [say(f"cup.{about.kind}")]
    if rounds := about.rounds if tournament.begun is None else tournament.begun.rounds:
        facts.append(say("cup.rounds", count=rounds))
    facts += [say(f"cup.{fact}") for fact in ("same", "rated") if getattr(about, fact)]
    game, active, of_game = about.game, [names[player] for player in tournament.active()], texts
    with suppress(UnknownGame):  # a report of another server
        game = shelf.box(game).name[texts.language]
        of_game = load_catalogue(texts.language, ENGINE, MULTIPLAYER, shelf.folder_of(about.game))
    facts += [option_text(key, value, of_game) for key, value in about.options.items()]
    sentences = [say("cup.is", game=game, seats=about.most, facts=facts), _state(tournament, texts)]
    sentences += [say("cup.who", names=active)] if active else []
    if about.clock:
        sentences.append(say("transcript.clock", clock=clock_text(texts, about.clock)))
    yield ReportSection(tournament.name, sentences)
    if tournament.begun is None:
        return
    rows = [tuple(say(f"cup.column.{key}") for key in _COLUMNS)]
    for row in tournament.standings():
        numbers = map(_number, (row.points, row.opponents, row.direct))
        rows.append((str(row.place), names[row.player], *numbers, str(row.lot)))
    yield ReportSection(say("cup.standings"), (), rows)
    for paired in reversed(tournament.rounds):
        remarks = []
        if byes := [names[player] for player in paired.byes]:
            remarks.append(say("cup.bye", names=byes))
        if paired.rules != RULES:
            remarks.append(say("cup.other_rules"))
        rows = [*_tables(tournament, paired, names, texts)]
        yield ReportSection(say("cup.round", round=paired.round), remarks, rows)


def _state(tournament: Tournament, texts: Catalogue) -> str:
    state = "open" if tournament.begun is None else "on" if tournament.finished is None else "over"
    rounds = 0 if tournament.begun is None else tournament.begun.rounds
    at = max(1, len(tournament.rounds))
    values = {
        "count": len(tournament.active()),
        "cup": tournament.name,
        "round": at,
        "rounds": rounds,
    }
    return texts.text(f"cup.{state}", **values)


_COLUMNS = ("place", "name", "points", "opponents", "direct", "lot")


def _tables(
    tournament: Tournament, paired: RoundPaired, names: Sequence[str], texts: Catalogue
) -> Iterator[tuple[str, ...]]:
    say = texts.text
    yield tuple(say(f"cup.column.{key}") for key in ("table", "people", "places"))
    for number, people in enumerate(paired.tables, 1):
        at = paired.round, number
        people_there = say("cup.people", names=[names[player] for player in people])
        if (scored := tournament.scored.get(at)) is None:
            result = say("cup.playing")
        else:
            places = [
                say("cup.absent") if (*at, player) in tournament.absent else str(place)
                for player, place in zip(people, scored.places, strict=True)
            ]
            result = say("cup.places", places=places)
        yield tournament.codes.get(at, ""), people_there, result


def _number(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def tournament_text(tournament: Tournament, texts: Catalogue, shelf: Shelf) -> Iterator[str]:
    """Lines of the report of a tournament."""
    for section in sections(tournament, texts, shelf):
        yield section.heading
        yield from (f"  {line}" for line in (*section.sentences, *columns(section.rows)))
        yield ""


def as_markdown(tournament: Tournament, texts: Catalogue, shelf: Shelf) -> str:
    """Report of a tournament as Markdown."""
    lines: list[str] = []
    for section in sections(tournament, texts, shelf):
        lines += [f"{'##' if lines else '#'} {section.heading}", ""]
        lines += [part for sentence in section.sentences for part in (sentence, "")]
        cells = [[cell.replace("|", "\\|") for cell in row] for row in section.rows]
        rows = [f"| {' | '.join(row)} |" for row in cells]
        lines += [*rows[:1], *["|" + " --- |" * len(row) for row in cells[:1]], *rows[1:]]
        lines += [""] * bool(rows)
    return "\n".join(lines)


def listed(tournaments: TournamentList, texts: Catalogue, shelf: Shelf) -> Iterator[str]:
    """Line of each tournament, and the report of the last one."""
    if not tournaments.all:
        yield texts.text("cup.none")
        return
    for tournament in tournaments.all[:-1]:
        yield f"{tournament.name}  {_state(tournament, texts)}"
    yield from tournament_text(tournaments.all[-1], texts, shelf)


def tournament_report(
    tournaments: TournamentOrganizer,
    request: str,
    user: User,
    texts: Catalogue,
    shelf: Shelf,
    objection: Callable[[], str | None],
) -> str:
    """Answer to `ssh HOST tournament [NAME [enter | leave | --json | --md]]`.

    `objection` gives the reason why the user may not enter under their name. Raises Failure.
    """
    tournaments.read()
    name, _, action = request.partition(" ")
    if not name:
        return "".join(f"{line}\n" for line in listed(tournaments, texts, shelf))
    if action == ENTER:
        tournaments.find(name)  # do not take a name for an unknown tournament
        if told_objection := objection():
            raise Failure("as_told", what=told_objection.rstrip(".。"))
        tournaments.enter(name, user)
    elif action == LEAVE:
        tournaments.withdraw(name, user)
    elif action and action not in REQUESTS:
        raise CommandRejected("cup_what", what=action)
    tournament = tournaments.find(name)
    if action == AS_JSON:
        return msgspec.json.encode(build_report(tournament)).decode() + "\n"
    if action == AS_MARKDOWN:
        return as_markdown(tournament, texts, shelf)
    return "".join(f"{line}\n" for line in tournament_text(tournament, texts, shelf))
