"""Upcoming in World Monger: who decides for each civilization, and what comes in this round.

─ Who decides ──────────────────── round 8 ─
India      ■B 2:2, starts               ●A
─ What comes ───────────────────────────────
investments  ▲C, ●A, ■B
development  ●A Celts, Han  ▲C Babylonia
round 8      ●A starts and wins ties
─ While you wait ───────────────────────────
Ben can use Legion: a Share of India 10 → 6 at worst.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hako.content.world_monger.card_threats import card_threats
from hako.content.world_monger.control import next_round
from hako.content.world_monger.state import Civilization, World, controller
from hako.content.world_monger.steps.development import Develop, DevelopmentPhase, DevelopmentTurn
from hako.content.world_monger.steps.investment import Invest, InvestmentPhase
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.world_monger.deciding_seat import tie_reason
from hako.tui.boards.world_monger.draw_context import WorldMongerContext
from hako.tui.widgets.canvas import wrapped
from hako.tui.widgets.upcoming import UpcomingLine, UpcomingPart

RULED = 7
"""Cells of a heading beside its title and the text at its end."""


def upcoming(context: WorldMongerContext, width: int) -> Iterator[UpcomingPart]:
    """The seats that decide, and the harm that cards can do, while nobody here chooses, and what comes."""
    world = context.world
    if not world.round or world.end_values or not world.agenda:
        return
    if context.scene.seat is None:
        title = context.say("upcoming.decides")
        lines = [_deciding(context, row, width) for row in world.civilizations]
        keys = ["upcoming.untraded_round"] * _may_trade(world) + ["upcoming.round"]
        then = [_next_round(context, key) for key in keys]
        room = width - cell_width(title) - RULED
        aside = next((text for text in then if cell_width(text) <= room), "")
        longer = context.say("upcoming.decides_counts")
        if cell_width(f"{longer}{aside}") + RULED <= width:
            title = longer
        yield UpcomingPart(title, lines, aside, is_whole=True)
    untraded = context.say("upcoming.untraded") if _may_trade(world) else ""
    yield UpcomingPart(context.say("upcoming.comes"), [*_coming(context, width)], untraded)
    viewer = context.scene.viewer
    if context.scene.seat is None and viewer is not None:
        sentences = [context.texts.lazy_text(one.text) for one in card_threats(world, viewer)]
        harm = [line for sentence in sentences for line in wrapped(sentence, width - 2)]
        yield UpcomingPart(
            context.say("upcoming.waiting"), [[(f" {line}", context.ink.text)] for line in harm]
        )


def _may_trade(world: World) -> bool:
    """True if investments of this round are still to come."""
    return world.phase in ("civilization", "investment")


def _next_round(context: WorldMongerContext, key: str = "upcoming.round") -> str:
    world = context.world
    return "" if world.is_final_round() else context.say(key, number=world.round + 1)


# ------------------------------------------------------------ who decides


def _deciding(context: WorldMongerContext, row: Civilization, width: int) -> UpcomingLine:
    """The seat that decides for a civilization, and at the end the one in the next round."""
    world, ink = context.world, context.ink
    names = [context.name(other.id, 10) for other in world.civilizations]
    name, cells = context.name(row.id, 10), max(map(cell_width, names)) + 2
    now = _decides(context, row)
    seat = None if world.is_final_round() else controller(next_round(world), row.id)
    then = "" if world.is_final_round() else "--" if seat is None else context.mark(seat)
    free = width - 1 - cells - cell_width(now) - cell_width(then) - 2
    text = f" {name}{' ' * (cells - cell_width(name))}"
    return [
        (text, ink.text),
        *context.marked(now, ink.text),
        (" " * max(1, free), ink.text),
        *context.marked(then, ink.text),
    ]


def _decides(context: WorldMongerContext, row: Civilization) -> str:
    """The seat that decides, its Shares and the most that another holds, and what breaks a tie."""
    seat = context.controller(row.id)
    if seat is None:
        return f"-- {context.say('nobody_short')}"
    others = [count for holder, count in enumerate(row.shares) if holder != seat]
    counts = f"{row.shares[seat]}:{max(others)}"
    return f"{context.mark(seat)} {counts}{tie_reason(context, row, seat)}"


# ------------------------------------------------------------ what comes


def _coming(context: WorldMongerContext, width: int) -> Iterator[UpcomingLine]:
    """The lines about the rest of the round, each with its label."""
    parts = [(label, text) for label, text in _parts(context) if text]
    cells = max((cell_width(label) for label, _ in parts), default=0) + 2
    for label, text in parts:
        for number, line in enumerate(wrapped(text, width - 2 - cells)):
            start = "" if number else label
            yield [
                (f" {start}{' ' * (cells - cell_width(start))}", context.ink.dim),
                *context.marked(line, context.ink.text),
            ]


def _parts(context: WorldMongerContext) -> Iterator[tuple[str, str]]:
    world, say = context.world, context.say
    acting = next((row for row in world.civilizations if row.id == context.acting), None)
    if acting is not None and context.dividend_state(acting) == "ready":
        per_share = context.cards.constants.dividend_per_share
        paid = [
            f"{context.mark(seat)} {count * per_share}$"
            for seat, count in enumerate(acting.shares)
            if count
        ]
        name = context.texts.term("civilization", acting.id)
        yield say("upcoming.dividend"), say("upcoming.paid", name=name, paid=_listed(context, paid))
    yield say("upcoming.investments"), _listed(context, map(context.mark, _investors(world)))
    for number, addition in enumerate(_additions(context)):
        yield "" if number else say("upcoming.development"), addition
    if world.is_final_round():
        yield say("upcoming.end"), say("upcoming.sale")
    else:
        start = context.mark(next_round(world).start_player)
        yield _next_round(context), say("upcoming.starts", mark=start)


def _listed(context: WorldMongerContext, texts: Iterable[str]) -> str:
    return context.say("comma").join(texts)


def _investors(world: World) -> Sequence[Seat]:
    """The seats that invest after the one that is asked, in their order."""
    if any(isinstance(step, InvestmentPhase) for step in world.agenda):
        return world.clockwise()
    return [step.seat for step in reversed(world.agenda[:-1]) if isinstance(step, Invest)]


def _additions(context: WorldMongerContext) -> Iterator[str]:
    """The civilizations that still get a card in this round, by the seat that decides now."""
    world = context.world
    steps = world.agenda[:-1] if isinstance(world.agenda[-1], Develop) else world.agenda
    names = {step.civilization for step in steps if isinstance(step, DevelopmentTurn)}
    if any(isinstance(step, DevelopmentPhase) for step in steps):
        names = {row.id for row in world.civilizations}
    by_seat: dict[Seat | None, list[str]] = {}
    for row in world.civilizations:
        if row.id in names:
            name = context.texts.term("civilization", row.id)
            by_seat.setdefault(controller(world, row.id), []).append(name)
    for seat, listed in by_seat.items():
        text = _listed(context, listed)
        if seat is None:
            yield context.say("upcoming.free", names=text)
        else:
            yield f"{context.mark(seat)} {text}"
