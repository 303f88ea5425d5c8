"""The seat that decides for a civilization, and the reason: as marks, and as a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.world_monger.state import Civilization
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.world_monger.draw_context import WorldMongerContext
from hako.tui.widgets.canvas import StyledLine, wrapped


def put_deciding(
    context: WorldMongerContext, line: StyledLine, y: int, civilization: Civilization, width: int
) -> None:
    """Write the seat that decides, all Shares, and what breaks a tie, in so many cells.

    The name is left out first where the room is short, then Shares become figures.
    """
    start, seat = line.x, context.controller(civilization.id)
    if seat is None:
        texts = [f"-- {context.say(key)}" for key in ("nobody", "nobody_short")]
        text = next((text for text in texts if cell_width(text) <= width), texts[-1])
        line.put(text, context.ink.dim, width)
        return
    reason = tie_reason(context, civilization, seat)
    name = f" {context.texts.term('seat', seat)}"
    ways = [
        (name, False, reason),
        ("", False, reason),
        ("", False, ""),
        ("", True, reason),
        ("", True, ""),
    ]
    for named, in_figures, tie in ways:
        signs = " ".join(
            context.held_signs(holder, civilization.shares[holder], in_figures=in_figures)
            for holder in _holders(civilization)
        )
        if cell_width(f"{context.mark(seat)}{named} {signs}{tie}") <= width:
            break
    context.put_marked(line, f"{context.mark(seat)}{named} ", context.ink.text)
    put_shares(context, line, y, civilization, in_figures=in_figures)
    context.put_marked(line, tie, context.ink.dim)
    line.at(start + width)


def put_shares(
    context: WorldMongerContext,
    line: StyledLine,
    y: int,
    civilization: Civilization,
    *,
    in_figures: bool = False,
) -> None:
    """Write the Shares of all holders, each as the sign of its holder, and mark their places."""
    for number, holder in enumerate(_holders(civilization)):
        line.at(line.x + (number > 0))
        start, count = line.x, civilization.shares[holder]
        signs = context.held_signs(holder, count, in_figures=in_figures)
        line.put(signs, context.ink.owner(holder))
        context.drawing.place(("held", civilization.id, holder), start, y, line.x - start)


def deciding_lines(
    context: WorldMongerContext, civilization: Civilization, width: int, rows: int
) -> Sequence[str]:
    """The sentence about who decides and why, in lines; without names where it is too long."""
    lines: Sequence[str] = ()
    for has_names in (True, False):
        lines = wrapped(_sentence(context, civilization, has_names=has_names), width)
        if len(lines) <= rows:
            return lines
    return lines[:rows]


def dividend_line(context: WorldMongerContext, civilization: Civilization, width: int) -> str:
    """The text about the dividend, and whom it pays how much until Shares change hands."""
    state = context.dividend_state(civilization)
    if state in ("", "none"):
        return context.say("no_icon") if state else ""
    sign = context.symbol("dividend")
    texts = []
    if state != "nobody" and context.world.phase == "civilization":
        per_share = context.cards.constants.dividend_per_share
        paid = " ".join(
            f"{context.mark(seat)} {civilization.shares[seat] * per_share}"
            for seat in _holders(civilization)
        )
        texts = [f"{sign} {context.say(f'dividend_{state}_to', paid=paid)}"]
    texts.append(f"{sign} {context.say(f'dividend_{state}')}")
    return next((text for text in texts if cell_width(text) <= width), texts[-1])


def _sentence(context: WorldMongerContext, civilization: Civilization, *, has_names: bool) -> str:
    world, seat = context.world, context.controller(civilization.id)
    if seat is None:
        card = context.feature(civilization.id)
        key = "nobody_decides" if world.left(card) else "nobody_decides_none_left"
        return f"-- {context.say(key, card=card)}"

    def named(one: Seat) -> str:
        return context.full_mark(one) if has_names else context.mark(one)

    count, rivals = civilization.shares[seat], _rivals(civilization, seat)
    values = {"seat": named(seat), "count": count, "name": context.mark(seat)}
    if not rivals:
        return context.say("decides_alone", **values)
    values |= {"rival": named(rivals[0]), "fewer": civilization.shares[rivals[0]]}
    if civilization.shares[rivals[0]] < count:
        return context.say("decides_most", **values)
    if seat == world.start_player:
        return context.say("decides_first", **values)
    return context.say("decides_next", **values, start=context.mark(world.start_player))


def tie_reason(context: WorldMongerContext, civilization: Civilization, seat: Seat) -> str:
    """The reason why a seat won a tie; empty without a tie."""
    rivals = _rivals(civilization, seat)
    if not rivals or civilization.shares[rivals[0]] < civilization.shares[seat]:
        return ""
    first = context.world.start_player
    if seat == first:
        return context.say("is_first")
    return context.say("next_after", mark=context.mark(first))


def _holders(civilization: Civilization) -> Iterator[Seat]:
    return (seat for seat, count in enumerate(civilization.shares) if count)


def _rivals(civilization: Civilization, seat: Seat) -> list[Seat]:
    """The other holders, those with the most Shares first."""
    others = [holder for holder in _holders(civilization) if holder != seat]
    return sorted(others, key=lambda holder: -civilization.shares[holder])
