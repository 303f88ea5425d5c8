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
from hako.engine.people.cup import Cup, CupLine, Paired, verified
from hako.engine.people.cups import CupList, Cups
from hako.engine.people.pairing import RULES
from hako.engine.people.room import Visitor
from hako.engine.transcript.clocks import clock_in_words
from hako.engine.transcript.story import option_in_words
from hako.engine.words.cells import columns
from hako.engine.words.failure import Failure, safe
from hako.engine.words.text import Texts, load_texts
from hako.tui import TUI
from hako.tui.lobby.orders import CannotOrder

AS_JSON, AS_MARKDOWN = "--json", "--md"
ENTER, LEAVE = "enter", "leave"
ORDERS = (ENTER, LEAVE, AS_JSON, AS_MARKDOWN)
"""All that can stand behind `ssh HOST cup NAME`."""


class ToldStanding(Struct, frozen=True):
    """How somebody stands; see engine.people.cup."""

    place: int
    name: str
    points: float
    opponents: float
    direct: float
    lot: int


class ToldCup(Struct, frozen=True):
    """A cup for programs; the lines are enough to reckon the standings again."""

    cup: str
    standings: tuple[ToldStanding, ...]
    lines: tuple[CupLine, ...]


class Section(NamedTuple):
    """A part of what is told: a heading, sentences, and rows of which the first names the columns."""

    heading: str
    sentences: Sequence[str] = ()
    rows: Sequence[tuple[str, ...]] = ()


def told(cup: Cup) -> ToldCup:
    """A cup as anybody may know it."""
    standings = (
        ToldStanding(
            its.place,
            cup.entrants[its.who].name,
            float(its.points),
            float(its.opponents),
            float(its.direct),
            its.lot,
        )
        for its in (cup.standings() if cup.begun else ())
    )
    return ToldCup(cup.name, (*standings,), (*cup.told(),))


def read_told(content: bytes) -> Cup:
    """The cup that was told so, reckoned again. Raises Failure where anything does not follow."""
    try:
        its = msgspec.json.decode(content, type=ToldCup)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Failure("cup_no_beginning") from None
    cup = verified(its.lines)
    if told(cup).standings != its.standings:
        raise CannotOrder("other_standings", cup=cup.name)
    return cup


def sections(cup: Cup, texts: Texts, shelf: Shelf) -> Iterator[Section]:
    """All that is told of a cup, the last round first."""
    say, about = texts.say, cup.about
    names = [safe(each.name) for each in cup.entrants]
    facts = [say(f"cup.{about.kind}")]
    if rounds := about.rounds if cup.begun is None else cup.begun.rounds:
        facts.append(say("cup.rounds", count=rounds))
    facts += [say(f"cup.{fact}") for fact in ("same", "rated") if getattr(about, fact)]
    game, who, of_game = about.game, [names[each] for each in cup.active()], texts
    with suppress(UnknownGame):  # it was told by another house
        game = shelf.box(game).name[texts.language]
        of_game = load_texts(texts.language, ENGINE, TUI, shelf.folder_of(about.game))
    facts += [option_in_words(key, value, of_game) for key, value in about.options.items()]
    sentences = [say("cup.is", game=game, seats=about.most, facts=facts), _state(cup, texts)]
    sentences += [say("cup.who", names=who)] if who else []
    if about.clock:
        sentences.append(say("transcript.clock", clock=clock_in_words(texts, about.clock)))
    yield Section(cup.name, sentences)
    if cup.begun is None:
        return
    rows = [tuple(say(f"cup.column.{key}") for key in _COLUMNS)]
    for its in cup.standings():
        numbers = map(_number, (its.points, its.opponents, its.direct))
        rows.append((str(its.place), names[its.who], *numbers, str(its.lot)))
    yield Section(say("cup.standings"), (), rows)
    for paired in reversed(cup.rounds):
        said = []
        if byes := [names[each] for each in paired.byes]:
            said.append(say("cup.bye", names=byes))
        if paired.rules != RULES:
            said.append(say("cup.other_rules"))
        rows = [*_tables(cup, paired, names, texts)]
        yield Section(say("cup.round", round=paired.round), said, rows)


def _state(cup: Cup, texts: Texts) -> str:
    state = "open" if cup.begun is None else "on" if cup.finished is None else "over"
    rounds = 0 if cup.begun is None else cup.begun.rounds
    at = max(1, len(cup.rounds))
    values = {"count": len(cup.active()), "cup": cup.name, "round": at, "rounds": rounds}
    return texts.say(f"cup.{state}", **values)


_COLUMNS = ("place", "name", "points", "opponents", "direct", "lot")


def _tables(
    cup: Cup, paired: Paired, names: Sequence[str], texts: Texts
) -> Iterator[tuple[str, ...]]:
    say = texts.say
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


def in_words(cup: Cup, texts: Texts, shelf: Shelf) -> Iterator[str]:
    """A cup, line by line."""
    for its in sections(cup, texts, shelf):
        yield its.heading
        yield from (f"  {line}" for line in (*its.sentences, *columns(its.rows)))
        yield ""


def as_markdown(cup: Cup, texts: Texts, shelf: Shelf) -> str:
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


def listed(cups: CupList, texts: Texts, shelf: Shelf) -> Iterator[str]:
    """All cups, a line each, and the last one whole."""
    if not cups.all:
        yield texts.say("cup.none")
        return
    for cup in cups.all[:-1]:
        yield f"{cup.name}  {_state(cup, texts)}"
    yield from in_words(cups.all[-1], texts, shelf)


def told_cup(
    cups: Cups,
    asked: str,
    visitor: Visitor,
    texts: Texts,
    shelf: Shelf,
    objection: Callable[[], str | None],
) -> str:
    """What `ssh HOST cup [NAME [enter | leave | --json | --md]]` answers.

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
        raise CannotOrder("cup_what", what=what)
    cup = cups.find(name)
    if what == AS_JSON:
        return msgspec.json.encode(told(cup)).decode() + "\n"
    if what == AS_MARKDOWN:
        return as_markdown(cup, texts, shelf)
    return "".join(f"{line}\n" for line in in_words(cup, texts, shelf))
