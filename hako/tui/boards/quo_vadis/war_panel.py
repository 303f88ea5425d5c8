"""A war next to the map: the fighters, their strength and dice, chances, and what it brings.

War over the desert of 2-3
■B Ben   strength 3 ███ + six-sided    32% ██████
   workers desert, tundra
▲C Cat   strength 2 ██  + six-sided    14% ███
a tie at the top                       17% ███
win   +3★ +1 spirit; the city ●⌂5 falls to ⌂2
lose  +1 wrath; your worker on the desert goes home
tie   all stay as they are

In few rows:

■B 3 + d6  32%   ▲C 2 + d6  14%
win  +3★ +1 spirit, ●⌂5 → ⌂2
lose +1 wrath, your worker home
tie  17%: all stay
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.quo_vadis.actions import Declare
from hako.content.quo_vadis.geometry import area_of
from hako.content.quo_vadis.state import War, World
from hako.content.quo_vadis.war_forecast import chances, dice, touched
from hako.content.quo_vadis.war_stakes import Loss, WarOutcome, war_outcomes
from hako.content.quo_vadis.working_skills import total
from hako.engine.i18n.percent import percent
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, Row, width_of

BAR = 20
"""Blocks of a bar for 100 per cent, at most."""
INDENT = 3
"""Columns before the pieces of a seat."""
WORDED = 46
"""Columns from which on strengths have their word."""
RULED = 4
"""Columns of a title line beside the title, besides those before and behind all other lines."""
BRIEF = "brief_"
"""The beginning of the keys of brief texts."""


def reckoned_war(context: QuoVadisContext, war: War, width: int, height: int) -> list[Row]:
    """A war with what it brings; in few columns the pieces that lend strength come last.

    What it can bring is in sight in so many rows, in as many words as they have room for.
    """
    world = context.world
    outcomes = outcome_rows(context, world, width)
    if width >= WORDED:
        return [*fighter_rows(context, world, war, width), *outcomes]
    fighters = fighter_rows(context, world, war, width, has_pieces=False)
    rows = [*fighters, *outcomes]
    if outcomes and len(rows) > height:
        seats, in_brief = fighters[: len(war.seats)], brief_outcome_rows(context, war, width)
        if len(seats) + len(in_brief) > height:
            seats = _joined(context, _brief_fighters(context, war), width)
        rows = [*seats, *in_brief]
    pieces = [row for seat in war.seats for row in _owned_pieces(context, world, war, seat, width)]
    return [*rows, *pieces]


def war_rows(context: QuoVadisContext, world: World, war: War, width: int) -> list[Row]:
    """The rows of a war: its cells, and the fighters."""
    head = context.words(war_title(context, war, width), width, context.ink.danger)
    return [*head, *fighter_rows(context, world, war, width)]


def fighter_rows(
    context: QuoVadisContext, world: World, war: War, width: int, *, has_pieces: bool = True
) -> list[Row]:
    """Each fighter's strength, spirit spent, dice, and chance to win; and the chance of a tie."""
    ink, rows = context.ink, list[Row]()
    won = chances(world, war)
    heads = [_fighter(context, world, war, seat, width) for seat in war.seats]
    column = max(map(width_of, heads), default=0) + 1
    for place, seat in enumerate(war.seats):
        marks = heads[place]
        if not war.dice:
            blanks = " " * (column - width_of(marks))
            marks = [*marks, (blanks, ink.text), *_chance(context, won[place], width - column)]
        rows.append(Row(tuple(marks)))
        rows += _strength_of(context, world, war, seat, width) if has_pieces else []
    if not war.dice and (tie := 1 - sum(won)) > 0:
        label = context.say("tie")
        blanks = " " * max(1, column - cell_width(label))
        chance = _chance(context, tie, width - column)
        rows.append(Row(((f"{label}{blanks}", ink.dim), *chance)))
    return rows


def war_title(context: QuoVadisContext, war: War, width: int) -> str:
    """The cells over which a war is, or its area where their names do not fit into a title."""
    area, cells = area_of(war.cells[0]), context.cell_names(war.cells)
    title = context.say("war_over", cells=cells, area=area)
    return title if cell_width(title) + RULED <= width else context.say("war_in", area=area)


def _chance(context: QuoVadisContext, chance: float, width: int) -> list[HexMark]:
    """A chance in per cent, with a bar as far as there is room."""
    number = percent(chance)
    blocks = -(-number * min(BAR, max(0, width - 5)) // 100)
    return [
        (f"{number:3}% ", context.ink.text),
        (context.symbols.full_block * blocks, context.ink.warn),
    ]


def _fighter(
    context: QuoVadisContext, world: World, war: War, seat: Seat, width: int
) -> list[HexMark]:
    """The seat, its strength as blocks, and its die or what it has rolled."""
    ink, place = context.ink, war.seats.index(seat)
    rolls = dice(world, seat, war.cells, war.seats)
    strength = war.strengths[place]
    name = f" {context.texts.term('seat', seat)}" if width >= WORDED else ""
    label = f" {context.say('strength')}" if width >= WORDED else ""
    marks: list[HexMark] = [context.owner(seat), (name, ink.owner(seat)), (label, ink.dim)]
    marks.append((f" {strength} ", ink.strong))
    marks.append((f"{context.symbols.full_block * strength}".ljust(4), ink.owner(seat)))
    if place < len(war.declared) and war.declared[place]:
        marks.append((f" +{war.declared[place]}", ink.text))
    if war.dice:
        faces = " ".join(map(str, war.faces[place]))
        marks.append((f" {context.say('rolled', faces=faces, total=war.total(seat))}", ink.text))
        if seat == war.winner:
            marks.append((f" {context.symbols.yes}", ink.good))
        elif seat in war.losers:
            marks.append((f" {context.symbols.no}", ink.danger))
        return marks
    key = "dice" if rolls.count > 1 else "die"
    marks.append((f" {context.say(key, sides=rolls.sides)}", ink.dim))
    return marks


def _brief_fighters(context: QuoVadisContext, war: War) -> list[HexMark]:
    """Each fighter with its strength, die and chance in a few cells."""
    world, won = context.world, chances(context.world, war)
    marks: list[HexMark] = []
    for place, seat in enumerate(war.seats):
        rolls = dice(world, seat, war.cells, war.seats)
        spent = f"+{war.declared[place]}" if place < len(war.declared) else ""
        key = "brief_dice" if rolls.count > 1 else "brief_die"
        die = context.say(key, sides=rolls.sides)
        sign, style = context.owner(seat)
        chance = percent(won[place])
        marks.append((f"{sign} {war.strengths[place]}{spent}{die} {chance}%", style))
    return marks


def _owned_pieces(
    context: QuoVadisContext, world: World, war: War, seat: Seat, width: int
) -> Iterator[Row]:
    """The pieces that make up the strength of a seat, after its sign."""
    owner, style = context.owner(seat)
    for number, row in enumerate(_strength_of(context, world, war, seat, width)):
        sign = owner if not number else ""
        blanks = " " * (INDENT - cell_width(sign))
        yield Row(((f"{sign}{blanks}", style), *row.marks[1:]))


def _strength_of(
    context: QuoVadisContext, world: World, war: War, seat: Seat, width: int
) -> list[Row]:
    """The pieces that make up the strength of a seat."""
    near, player = touched(world, war.cells), world.players[seat]
    parts: list[str] = []
    workers = [cell for cell in player.workers if cell in near]
    if workers:
        parts.append(
            context.say("strength_workers", count=len(workers), cells=context.cell_names(workers))
        )
    for cell in player.intact_buildings():
        if cell in near:
            building = player.building_at(cell)
            city = player.city_at(cell)
            dominion = city.dominion if city else 0
            parts.append(context.say(f"piece.{building}", dominion=dominion))
    if any(cell in war.cells for cell in player.workers):
        more = total(world, seat, "strength_with_worker")
        parts += [context.say("strength_skills", count=more)] if more else []
    text = context.say("and").join(parts)
    rows = context.words(text, width - INDENT, context.ink.dim)
    return [Row(((" " * INDENT, context.ink.text), *row.marks)) for row in rows]


# ------------------------------------------------------------ what it brings


def outcome_rows(context: QuoVadisContext, world: World, width: int) -> list[Row]:
    """The effects of a victory and a defeat for the home seat, as far as they can be foreseen."""
    war = world.war
    if war is None or war.dice or context.home not in war.seats:
        return []
    outcomes = {outcome.winner: outcome for outcome in war_outcomes(world)}
    won = outcomes.pop(context.home)
    rows = _told(context, "win", context.say("besides").join(_victory(context, won)), width)
    lost = next((it for it in outcomes.values()), None)
    if lost is not None:
        rows += _told(context, "lose", context.say("besides").join(_defeat(context, lost)), width)
    return [*rows, *_told(context, "tie", context.say("tie_brings"), width)]


def brief_outcome_rows(context: QuoVadisContext, war: War, width: int) -> list[Row]:
    """The effects of a victory, a defeat and a tie in signs, a row each where they fit."""
    outcomes = {outcome.winner: outcome for outcome in war_outcomes(context.world)}
    won = outcomes.pop(context.home)
    joint, tie = context.say("and"), 1 - sum(chances(context.world, war))
    rows = _told(context, "win", joint.join(_victory(context, won, BRIEF)), width)
    for lost in [*outcomes.values()][:1]:
        rows += _told(context, "lose", joint.join(_defeat(context, lost, BRIEF)), width)
    if tie > 0:
        rows += _told(context, "tie", context.say("brief_tie", chance=percent(tie)), width)
    return rows


def _told(context: QuoVadisContext, key: str, text: str, width: int) -> list[Row]:
    """A result with its effects, in as many rows as they take."""
    labels = [context.say(f"result.{result}") for result in ("win", "lose", "tie")]
    column = max(map(cell_width, labels)) + 1
    label = context.say(f"result.{key}")
    rows = context.words(text, width - column)
    return [
        Row(
            (
                (
                    f"{'' if number else label}".ljust(column - _wide(label, number)),
                    context.ink.dim,
                ),
                *row.marks,
            )
        )
        for number, row in enumerate(rows)
    ]


def _wide(label: str, number: int) -> int:
    """The cells that a label takes more than it has characters; 0 below the first row."""
    return 0 if number else cell_width(label) - len(label)


def _victory(context: QuoVadisContext, won: WarOutcome, words: str = "") -> Iterator[str]:
    gains = [f"+{won.vp}{context.symbols.star}"] if won.vp else []
    gains += [context.say("gain_spirit", count=won.spirit)] if won.spirit else []
    yield " ".join(gains) or context.say("result.nothing")
    for loss in won.losses:
        yield from _losses(context, loss, words)


def _defeat(context: QuoVadisContext, lost: WarOutcome, words: str = "") -> Iterator[str]:
    yield (
        context.say("gain_wrath", count=lost.wrath) if lost.wrath else context.say("result.nothing")
    )
    for loss in lost.losses:
        if loss.seat == context.home:
            yield from _losses(context, loss, words)


def _losses(context: QuoVadisContext, loss: Loss, words: str) -> Iterator[str]:
    """The losses of a seat, in words, or in the brief ones whose keys begin with `words`."""
    sign, city = context.symbols.owner(loss.seat), context.symbol("city")
    for _, before, after in loss.cities:
        key = "city_falls" if after else "city_razed"
        yield context.say(
            f"{words}{key}", city=f"{sign}{city}{before}", owner=sign, after=f"{city}{after}"
        )
    if loss.workers:
        key = "own_workers_home" if loss.seat == context.home else "workers_home"
        cells = context.cell_names(loss.workers)
        yield context.say(f"{words}{key}", owner=sign, count=len(loss.workers), cells=cells)
    if loss.buildings:
        yield context.say(f"{words}buildings_home", owner=sign, count=len(loss.buildings))


# ------------------------------------------------------------ declaring


def declarations(context: QuoVadisContext, war: War, width: int) -> list[Row]:
    """The chance to win with each amount of spirit, if no seat after spends any."""
    offered: dict[int, Declare] = {}
    for action in context.offers(Declare):
        offered.setdefault(action.spirit, action)
    if not offered:
        return []
    if isinstance(context.meant, Declare):
        offered[context.meant.spirit] = context.meant
    rows = context.words(context.say("spend"), width, context.ink.dim)
    parts = [_declared(context, war, action) for action in offered.values()]
    return [*rows, *_joined(context, parts, width)]


def _joined(context: QuoVadisContext, parts: Sequence[HexMark], width: int) -> list[Row]:
    """Marks with blanks between them, in as many rows as they need."""
    rows: list[list[HexMark]] = [[]]
    for text, style in parts:
        if rows[-1] and width_of([*rows[-1], (text, style)]) + 2 > width:
            rows.append([])
        rows[-1] += [(text, style), ("  ", context.ink.text)]
    return [Row(tuple(row)) for row in rows]


def _declared(context: QuoVadisContext, war: War, action: Declare) -> HexMark:
    place = war.seats.index(context.home)
    spent = action.spirit + (action.food or 0)
    spending = [spent if other == place else 0 for other in range(len(war.seats))]
    chance = chances(context.world, war, spending)[place]
    is_pointed_at = context.cursor == ("declare", action.spirit)
    style = context.ink.strong if is_pointed_at else context.ink.text
    return f"{action.spirit}: {percent(chance)}%", style
