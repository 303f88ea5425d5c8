"""The pages of the board, drawn by their plan: City, map, offers, cards, and each rival."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region

from hako.engine.i18n.width import cell_width
from hako.tui.boards.monumental.city import draw_city, draw_edges, fit_city
from hako.tui.boards.monumental.draw_context import MonumentalContext
from hako.tui.boards.monumental.heading import draw_corner, draw_heading
from hako.tui.boards.monumental.land import draw_land
from hako.tui.boards.monumental.legend import ALL_SIGNS, draw_lands, draw_legend, draw_signs
from hako.tui.boards.monumental.offer import (
    draw_basic_row,
    draw_basics,
    draw_cards,
    draw_heroes,
    draw_table,
)
from hako.tui.boards.monumental.own_realm import (
    draw_own,
    draw_pile,
    draw_policies,
    draw_policy,
    draw_warlord,
    draw_works,
)
from hako.tui.boards.monumental.page_plan import OFFERS, Plan, offers_a_row
from hako.tui.boards.monumental.race import draw_race, race_heading, race_row
from hako.tui.boards.monumental.resources import draw_bars, draw_market, draw_supply, supply_height
from hako.tui.boards.monumental.rivals import EDGES, draw_further, draw_other, draw_rivals
from hako.tui.boards.monumental.sizes import LADDER, OWN, RACE

NARROW = 80
"""Columns from which on supply and offers stand beside the City of a small window."""
SIGNS = 16
"""Columns of supply and signs beside the map of a small window."""
TEXTS = 14
"""Rows of the texts of Policies and Warlord under a heading, at most, and a blank one."""
CITY_WIDTH = 48
"""Columns of a City whose cards have whole names."""
CITY = 8
"""Rows of a rival's City in cards, with what it has."""
WORDY = 3
"""Lines of a tile that has its Defence after a word."""
PILE = 6
"""Rows of the own Policies under a heading."""
MOST_OFFERED = 26
"""Columns of a card on offer, at most."""
ON_PAGE = 19
"""Columns of a card on the page of offers, at least."""
TOLD = 5
"""Rows of a card on offer from which on it tells its effect."""


def pages_of(context: MonumentalContext, plan: Plan) -> Sequence[str]:
    """The pages of a plan; one without a name where all is on one page."""
    if not context.world.display:
        return ("",)
    heroes = ("heroes",) if _has_modules(context) else ()
    if plan.is_joined:
        return ("table", "cards", *heroes)
    own = ("own",) if not plan.is_side and context.columns < NARROW else ()
    offer = ("offer",) if plan.variant.offer < TOLD else ()
    rivals = (f"seat.{seat}" for seat in context.others)
    return ("city", "map", *own, *offer, "cards", *heroes, *rivals)


def draw_page(context: MonumentalContext, plan: Plan, pages: Sequence[str]) -> None:
    """Draw the page that is shown."""
    if not context.world.display:
        context.drawing.at(1, 0).put(context.texts.term("phase", "setup"), context.ink.strong)
        context.drawing.place(("turn",), 1, 0, context.columns - 2)
        draw_civilizations(context, Region(1, 2, context.columns - 2, plan.left.bottom - 2))
        return
    kind, _, seat = context.page.partition(".")
    if plan.is_joined and kind == "table":
        draw_heading(context, (), has_totals=True)
        _joined(context, plan)
        return
    if kind == "map":
        _map(context, plan, pages)
    else:
        draw_heading(context, pages)
        draws = {"own": _own, "offer": _offer, "cards": _cards, "heroes": draw_heroes}
        if kind == "seat":
            _rival(context, int(seat), plan.left)
        elif kind in draws:
            draws[kind](context, plan.left)
        else:
            (_city if plan.is_side else _small_city)(context, plan)
    if plan.is_side and not plan.is_joined:
        _side(context, plan, is_map=kind == "map")


# ---------------------------------------------------------------------- beside the panels


def _side(context: MonumentalContext, plan: Plan, *, is_map: bool) -> None:
    """Draw the head of the side column: supply, City or own cards, and the race."""
    x, y, width, _ = plan.right
    bottom = y + plan.head
    y = _supply(context, Region(x, y, width, 0))
    race = RACE - (bottom - y - RACE < OWN)
    if is_map:
        y = draw_market(context, x + 1, y, plan.right.right)
        draw_edges(context, context.home, Region(x + 1, y, width - 1, 3))
    else:
        draw_own(context, Region(x + 1, y, width - 1, OWN))
    y = bottom - race
    if race == RACE:
        y = race_heading(context, Region(x, y, width, 1), has_totals=True)
    y = draw_race(context, Region(x, y, width, 4))
    _spare(context, Region(x, y + 1, width, plan.right.bottom - y - 1))


def _supply(context: MonumentalContext, region: Region) -> int:
    """Draw the supply under its heading; the next free row."""
    x, y, width, _ = region
    text = context.say("to_spend", seat=context.name(context.home))
    context.heading(y, text, context.facts(context.home), x=x, width=width)
    return draw_supply(context, Region(x + 1, y + 1, width - 1, 3))


def _city(context: MonumentalContext, plan: Plan) -> None:
    """Draw the own City, and what is on offer and the rivals below."""
    x, y, width, _ = plan.left
    card, height = plan.card
    y = draw_city(context, context.home, Region(x + 1, y, width, 0), card, height, plan.gap)
    y = _offers(context, plan, Region(x, y, width, plan.left.bottom - y))
    draw_rivals(context, Region(x, y, width, plan.left.bottom - y), plan.variant.rival)


def _offers(context: MonumentalContext, plan: Plan, region: Region) -> int:
    """Draw what is on offer below the own City; the next free row."""
    x, y, width, _ = region
    variant = plan.variant
    end = context.say("offer_order" if variant.offer > 1 else "offer_price")
    context.heading(y, context.say("on_offer"), end, x=x, width=width)
    y += 1
    if variant.offer > 1 and plan.is_wide:
        per_row = offers_a_row(width, len(context.world.displayed()))
        card = min(MOST_OFFERED, width // per_row)
        y = draw_cards(context, Region(x, y, width, 0), variant.offer, per_row=per_row, width=card)
    elif variant.offer > 1:
        spot = Region(x + 1, y, width - 1, 0)
        card, gap = plan.card[0], plan.gap
        y = draw_cards(context, spot, variant.offer, per_row=3, width=card, gap=gap)
    else:
        columns = 1 if variant.offer == 1 and not plan.is_joined else 2
        y = draw_table(
            context, Region(x, y, width, len(context.world.displayed())), columns=columns
        )
    if variant.basic == 1:
        y = draw_basic_row(context, Region(x, y, width, 1))
    else:
        spot = Region(x + 1, y, width - 1, variant.basic)
        y = draw_basics(context, spot, variant.basic, width=plan.card[0], gap=plan.gap)
    return y


def _has_modules(context: MonumentalContext) -> bool:
    world = context.world
    return bool(world.heroes or world.lairs or world.realms[context.home].hero)


# ---------------------------------------------------------------------- one page


def _joined(context: MonumentalContext, plan: Plan) -> None:
    """Draw the map with the race below, and the City with all else beside it."""
    x, y, width, _ = plan.left
    land = draw_land(context, plan.left, plan.tile)
    bottom = plan.left.bottom
    y = max(land.bottom, min(bottom - RACE - 1, land.bottom + 1))
    y = race_heading(context, Region(x, y, width, 1))
    y = draw_race(context, Region(x, y, width, 4))
    if y < bottom:
        draw_legend(context, Region(x, y, width, bottom - y), has_words=False)
    if bottom - y > TEXTS:
        _texts(context, Region(x, y + 2, width, bottom - y - 2))
    x, y, width, _ = plan.right
    card, height = plan.card
    if plan.is_wide:
        y = draw_city(context, context.home, Region(x, y, width, 0), card, height, plan.gap)
        side = Region(
            x + plan.city_width + 2, plan.right.y, width - plan.city_width - 2, 3 * height
        )
        _wide_side(context, side)
    else:
        y = _supply(context, Region(x, y, width, 0))
        y = draw_city(context, context.home, Region(x, y, width, 0), card, height, plan.gap)
        y = draw_own(context, Region(x + 1, y, width - 1, OWN), has_all=True)
    y = _offers(context, plan, Region(x, y, width, 0))
    y = draw_rivals(context, Region(x, y, width, 0), plan.variant.rival)
    _spare(context, Region(x, y + 1, width, plan.right.bottom - y - 1))


def _texts(context: MonumentalContext, region: Region) -> None:
    """Fill the room below a low map: texts of the own Policies and Warlord, Cities of rivals."""
    x, y, width, _ = region
    realm = context.world.realms[context.home]
    policies = context.cards.civilization[realm.civilization].policies
    count = context.say("policy_count", count=len(realm.policies), all=len(policies))
    context.heading(y, count, x=x, width=width)
    y = draw_policies(context, Region(x + 1, y + 1, width - 2, 0))
    y = draw_warlord(context, Region(x + 1, y, width - 2, 0)) + 1
    cells = width // len(context.others)
    has_room = region.bottom - y >= CITY and cells >= CITY_WIDTH
    for number, seat in enumerate(context.others if has_room else ()):
        spot = Region(x + number * cells, y, cells - 1, region.bottom - y)
        draw_other(context, seat, spot)
        fit_city(context, seat, Region(spot.x, y + 2, spot.width, spot.height - 2))


def _spare(context: MonumentalContext, region: Region) -> None:
    """Fill the room of panels on a board that has none: Policies, and the rivals' Cities."""
    x, y, width, _ = region
    if region.height < PILE:
        return
    y = draw_pile(context, region) + 1
    for number, seat in enumerate(context.others):
        room = (region.bottom - y) // (len(context.others) - number)
        if room < CITY:
            return
        draw_other(context, seat, Region(x, y, width, 2))
        y = fit_city(context, seat, Region(x + 1, y + 2, width - 1, room - 2)) + 1


def _wide_side(context: MonumentalContext, region: Region) -> None:
    """Draw supply, Policies and what else is the seat's own beside its City."""
    x, y, width, _ = region
    text = context.say("to_spend", seat=context.name(context.home))
    context.heading(y, text, context.facts(context.home), x=x, width=width)
    y = draw_bars(context, Region(x + 2, y + 1, width - 2, 0))
    y = draw_market(context, x + 2, y - 1, region.right)
    y = draw_pile(context, Region(x, y, width, region.bottom - y - 2))
    draw_works(context, Region(x + 2, y, width - 2, 2))


# ---------------------------------------------------------------------- small windows


def _small_city(context: MonumentalContext, plan: Plan) -> None:
    """Draw the own City with supply and offers beside it, and the race below."""
    x, y, width, room = plan.left
    card, height = plan.card[0], max(1, min(plan.card[1], room // 3))
    if width < NARROW:
        card = min(20, (width - 1) // 3)
        height = max(1, min(6, room // 3))
    start = 1 if width > 3 * card else 0
    draw_city(context, context.home, Region(x + start, y, width, 0), card, height)
    beside = Region(3 * card + 2, y, width - 3 * card - 2, room)
    spare = room - 3 * height
    race = min(3, spare)
    if beside.width >= OFFERS:
        has_market = bool(context.world.realms[context.home].supply.market)
        needed = supply_height(context, beside.width) + has_market + 1
        needed += len(context.world.displayed())
        while race > 1 and room - race < needed:
            race -= 1
        _beside(context, Region(*beside[:3], room - race))
    _race_rows(context, Region(x, plan.left.bottom - race, width, race))
    left = spare - race
    rivals = Region(x, y + 3 * height, min(width, 3 * card + 1), left)
    if left >= EDGES * len(context.others):
        draw_rivals(context, rivals, EDGES)
    elif left > len(context.others):
        draw_rivals(context, rivals, 1)


def _race_rows(context: MonumentalContext, region: Region) -> None:
    """Draw the race in so many rows: with a heading, without it, or as points alone."""
    if region.height == 1:
        race_row(context, region)
        return
    y = region.y
    if region.height > 2:
        y = race_heading(context, region, has_totals=True)
    if region.height > 1:
        draw_race(context, Region(region.x, y, region.width, 2), columns=2)


def _beside(context: MonumentalContext, region: Region) -> None:
    """Draw supply, active Policy and what is on offer beside a City."""
    x, y, width, _ = region
    y = draw_supply(context, region)
    y = draw_market(context, x, y, region.right)
    taken = 1 + len(context.world.displayed()) + 1
    if region.bottom - y > taken:
        y = draw_policy(context, x, y, region.right)
    context.heading(y, context.say("on_offer"), x=x, width=width)
    room = region.bottom - y - 1
    y = draw_table(context, Region(x, y + 1, width, room))
    if y < region.bottom:
        draw_basic_row(context, Region(x, y, width, 1))


def _map(context: MonumentalContext, plan: Plan, pages: Sequence[str]) -> None:
    """Draw the map, in a small window with supply and signs beside it."""
    left = plan.left
    if plan.is_side:
        draw_heading(context, pages)
        land = draw_land(context, left, plan.tile)
        if land.bottom < left.bottom:
            spot = Region(1, left.bottom - 1, left.width - 1, 1)
            draw_legend(context, spot, has_words=plan.tile.lines == WORDY)
        return
    rows = LADDER.extent(plan.tile, 1, plan.map_rows).height
    has_heading = rows <= left.height
    if has_heading:
        draw_heading(context, pages)
    top = left.y if has_heading else 0
    land = draw_land(context, Region(0, top, left.width, left.bottom - top), plan.tile)
    x = max(land.right + 1, left.width - SIGNS)
    if left.width - x < SIGNS - 2:
        if not has_heading:
            context.drawing.place(("turn",), 0, 0, 1)
        return
    y = top
    if not has_heading:
        y = draw_corner(context, pages, x, y, left.width - x)
    y = draw_supply(context, Region(x, y, min(SIGNS, left.width - x), 0))
    y = draw_market(context, x, y, left.width)
    foot = Region(0, land.bottom, x - 1, left.bottom - land.bottom)
    is_told = draw_lands(context, foot)
    y += left.bottom - y > ALL_SIGNS
    signs = Region(x, y, left.width - x, left.bottom - y)
    draw_signs(context, signs, has_lands=not is_told)


def _own(context: MonumentalContext, region: Region) -> None:
    """Draw the page of a narrow window with supply and race."""
    x, y, width, _ = region
    y = draw_supply(context, Region(x + 1, y, width - 2, 0))
    y = draw_own(context, Region(x + 1, y, width - 2, OWN))
    y = race_heading(context, Region(x, y, width, 1), has_totals=True)
    draw_race(context, Region(x, y, width, 4))


def _offer(context: MonumentalContext, region: Region) -> None:
    """Draw the page of all that can be acquired, as cards."""
    x, y, width, height = region
    piles = len(context.world.basics)
    count = len(context.world.displayed())
    per_row = max(1, width // ON_PAGE)
    rows = -(-count // per_row)
    basics = -(-piles // per_row) * 3
    tall = max(3, min(8, (height - basics) // max(1, rows)))
    card = width // per_row
    y = draw_cards(context, region, tall, per_row=per_row, width=card)
    if y + basics <= region.bottom:
        y = draw_basics(context, Region(x, y, width, 3), 3, width=card)
    else:
        y = draw_basic_row(context, Region(x, y, width, 1))


def _cards(context: MonumentalContext, region: Region) -> None:
    """Draw the own Policies and Warlord with their texts, the Wonder begun, and the City deck."""
    x, y, width, _ = region
    y = draw_policies(context, Region(x + 1, y, width - 2, 0))
    y = draw_warlord(context, Region(x + 1, y, width - 2, 0))
    draw_works(context, Region(x + 1, y, width - 2, 2), has_price=True)


def _rival(context: MonumentalContext, seat: int, region: Region) -> None:
    """Draw the page of a rival: what it has, its City, and what is under its cards."""
    x, y, width, height = region
    y = draw_other(context, seat, Region(x, y, width, 2))
    below = 3 if height >= 17 else 1
    y = fit_city(context, seat, Region(x + 1, y, width - 2, height - 2 - below))
    draw_further(context, seat, Region(x, y, width, region.bottom - y))


def draw_civilizations(context: MonumentalContext, region: Region) -> None:
    """Draw the civilizations while they are picked."""
    taken = {realm.civilization: seat for seat, realm in enumerate(context.world.realms)}
    y = region.y
    for name, civilization in context.cards.civilization.items():
        place = ("civilization", name)
        line = context.drawing.at(region.x, y)
        if name in taken:
            line.put(context.mark(taken[name]), context.ink.owner(taken[name]))
        style = (context.ink.backs if place in context.offered else context.ink.fronts)["yellow"]
        line.at(region.x + 3).put(f" {context.words(civilization.name)} ", style, 14)
        warlord = context.cards.warlord[civilization.warlord]
        words = f" {context.words(warlord.name)}: {context.words(warlord.text)}"
        if line.x + cell_width(words) > region.right:
            words = f" {context.words(warlord.name)}"
        line.put(words, context.ink.dim, region.right - line.x)
        context.drawing.place(place, region.x, y, region.width)
        y += 2 if region.height > 2 * len(context.cards.civilization) else 1
