"""Cups told: who takes part, who meets whom, how they stand; in words, as Markdown and as JSON."""

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
from hako.engine.transcript.clock_text import clock_text
from hako.engine.transcript.transcript import option_text
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.accounts.users import User
from hako.multiplayer.errors import CommandRejected
from hako.multiplayer.tournaments.organizer import TournamentList, TournamentOrganizer
from hako.multiplayer.tournaments.pairing import RULES
from hako.multiplayer.tournaments.tournament import (
    RoundPaired,
    Tournament,
    TournamentLine,
    verified,
)

AS_JSON, AS_MARKDOWN = "--json", "--md"
ENTER, LEAVE = "enter", "leave"
ORDERS = (ENTER, LEAVE, AS_JSON, AS_MARKDOWN)
"""All that can stand behind `ssh HOST tournament NAME`."""


class StandingRow(Struct, frozen=True):
    """How somebody stands; see engine.people.cup."""

    place: int
    name: str
    points: float
    opponents: float
    direct: float
    lot: int


class TournamentReport(Struct, frozen=True):
    """A cup for programs; the lines are enough to reckon the standings again."""

    cup: str
    standings: tuple[StandingRow, ...]
    lines: tuple[TournamentLine, ...]


class ReportSection(NamedTuple):
    """A part of what is told: a heading, sentences, and rows of which the first names the columns."""

    heading: str
    sentences: Sequence[str] = ()
    rows: Sequence[tuple[str, ...]] = ()


def told(cup: Tournament) -> TournamentReport:
    """A cup as anybody may know it."""
    standings = (
        StandingRow(
            its.place,
            cup.entrants[its.who].name,
            float(its.points),
            float(its.opponents),
            float(its.direct),
            its.lot,
        )
        for its in (cup.standings() if cup.begun else ())
    )
    return TournamentReport(cup.name, (*standings,), (*cup.rendered(),))


def read_told(content: bytes) -> Tournament:
    """The cup that was told so, reckoned again. Raises Failure where anything does not follow."""
    try:
        its = msgspec.json.decode(content, type=TournamentReport)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Failure("cup_no_beginning") from None
    cup = verified(its.lines)
    if told(cup).standings != its.standings:
        raise CommandRejected("other_standings", cup=cup.name)
    return cup


def sections(cup: Tournament, texts: Catalogue, shelf: Shelf) -> Iterator[ReportSection]:
    """All that is told of a cup, the last round first."""
    say, about = texts.text, cup.about
    names = [escape_controls(each.name) for each in cup.entrants]
    facts = [say(f"cup.{about.kind}")]
    if rounds := about.rounds if cup.begun is None else cup.begun.rounds:
        facts.append(say("cup.rounds", count=rounds))
    facts += [say(f"cup.{fact}") for fact in ("same", "rated") if getattr(about, fact)]
    game, who, of_game = about.game, [names[each] for each in cup.active()], texts
    with suppress(UnknownGame):  # it was told by another house
        game = shelf.box(game).name[texts.language]
        of_game = load_catalogue(texts.language, ENGINE, MULTIPLAYER, shelf.folder_of(about.game))
    facts += [option_text(key, value, of_game) for key, value in about.options.items()]
    sentences = [say("cup.is", game=game, seats=about.most, facts=facts), _state(cup, texts)]
    sentences += [say("cup.who", names=who)] if who else []
    if about.clock:
        sentences.append(say("transcript.clock", clock=clock_text(texts, about.clock)))
    yield ReportSection(cup.name, sentences)
    if cup.begun is None:
        return
    rows = [tuple(say(f"cup.column.{key}") for key in _COLUMNS)]
    for its in cup.standings():
        numbers = map(_number, (its.points, its.opponents, its.direct))
        rows.append((str(its.place), names[its.who], *numbers, str(its.lot)))
    yield ReportSection(say("cup.standings"), (), rows)
    for paired in reversed(cup.rounds):
        said = []
        if byes := [names[each] for each in paired.byes]:
            said.append(say("cup.bye", names=byes))
        if paired.rules != RULES:
            said.append(say("cup.other_rules"))
        rows = [*_tables(cup, paired, names, texts)]
        yield ReportSection(say("cup.round", round=paired.round), said, rows)


def _state(cup: Tournament, texts: Catalogue) -> str:
    state = "open" if cup.begun is None else "on" if cup.finished is None else "over"
    rounds = 0 if cup.begun is None else cup.begun.rounds
    at = max(1, len(cup.rounds))
    values = {"count": len(cup.active()), "cup": cup.name, "round": at, "rounds": rounds}
    return texts.text(f"cup.{state}", **values)


_COLUMNS = ("place", "name", "points", "opponents", "direct", "lot")


def _tables(
    cup: Tournament, paired: RoundPaired, names: Sequence[str], texts: Catalogue
) -> Iterator[tuple[str, ...]]:
    say = texts.text
    yield tuple(say(f"cup.column.{key}") for key in ("table", "people", "places"))
    for number, people in enumerate(paired.tables, 1):
        at = paired.round, number
        people_there = say("cup.people", names=[names[who] for who in people])
        if (scored := cup.scored.get(at)) is None:
            result = say("cup.playing")
        else:
            places = [
                say("cup.absent") if (*at, who) in cup.absent else str(place)
                for who, place in zip(people, scored.places, strict=True)
            ]
            result = say("cup.places", places=places)
        yield cup.codes.get(at, ""), people_there, result


def _number(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def tournament_text(cup: Tournament, texts: Catalogue, shelf: Shelf) -> Iterator[str]:
    """A cup, line by line."""
    for its in sections(cup, texts, shelf):
        yield its.heading
        yield from (f"  {line}" for line in (*its.sentences, *columns(its.rows)))
        yield ""


def as_markdown(cup: Tournament, texts: Catalogue, shelf: Shelf) -> str:
    """A cup as a page."""
    lines: list[str] = []
    for its in sections(cup, texts, shelf):
        lines += [f"{'##' if lines else '#'} {its.heading}", ""]
        lines += [part for sentence in its.sentences for part in (sentence, "")]
        cells = [[cell.replace("|", "\\|") for cell in row] for row in its.rows]
        rows = [f"| {' | '.join(row)} |" for row in cells]
        lines += [*rows[:1], *["|" + " --- |" * len(row) for row in cells[:1]], *rows[1:]]
        lines += [""] * bool(rows)
    return "\n".join(lines)


def listed(cups: TournamentList, texts: Catalogue, shelf: Shelf) -> Iterator[str]:
    """All cups, a line each, and the last one whole."""
    if not cups.all:
        yield texts.text("cup.none")
        return
    for cup in cups.all[:-1]:
        yield f"{cup.name}  {_state(cup, texts)}"
    yield from tournament_text(cups.all[-1], texts, shelf)


def tournament_report(
    cups: TournamentOrganizer,
    asked: str,
    visitor: User,
    texts: Catalogue,
    shelf: Shelf,
    objection: Callable[[], str | None],
) -> str:
    """What `ssh HOST tournament [NAME [enter | leave | --json | --md]]` answers.

    `objection` tells why the visitor may not enter under their name. Raises Failure.
    """
    cups.read()
    name, _, what = asked.partition(" ")
    if not name:
        return "".join(f"{line}\n" for line in listed(cups, texts, shelf))
    if what == ENTER:
        cups.find(name)  # nobody takes a name to enter what is not there
        if told_objection := objection():
            raise Failure("as_told", what=told_objection.rstrip(".。"))
        cups.enter(name, visitor)
    elif what == LEAVE:
        cups.withdraw(name, visitor)
    elif what and what not in ORDERS:
        raise CommandRejected("cup_what", what=what)
    cup = cups.find(name)
    if what == AS_JSON:
        return msgspec.json.encode(told(cup)).decode() + "\n"
    if what == AS_MARKDOWN:
        return as_markdown(cup, texts, shelf)
    return "".join(f"{line}\n" for line in tournament_text(cup, texts, shelf))
