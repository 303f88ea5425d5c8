"""The home seat's own things besides City and supply: Policies, the Wonder under construction, City deck, Warlord."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region

from hako.content.monumental.cards.card_types import PolicyId
from hako.content.monumental.steps.policies import policy_cost
from hako.engine.i18n.width import cell_width
from hako.tui.boards.cards import longest_fitting
from hako.tui.boards.monumental.draw_context import OWN, MonumentalContext
from hako.tui.boards.monumental.resources import draw_market
from hako.tui.theme.styles import Hue
from hako.tui.widgets.canvas import wrapped


def draw_policy(context: MonumentalContext, x: int, y: int, end: int) -> int:
    """Draw the active Policy and what the next one costs; the next row."""
    realm = context.world.realms[context.home]
    active, cost = realm.active_policy, policy_cost(context.world, context.home)
    key = context.key(("policies",))
    line = context.drawing.at(x, y)
    if active is None:
        text = context.say("no_policy_brief")
    else:
        text = context.say("top_policy", policy=context.texts.term("policy", active))
        if cell_width(text) + 4 * bool(key) > end - x:
            text = context.texts.term("policy", active)
    line.put(text, context.ink.text, min(cell_width(text), end - x))
    if key:
        line.put(f" ‹{key}›", context.ink.accent)
    price = "" if cost is None else context.say("next_policy", cost=cost)
    if price and line.x + 2 + cell_width(price) <= end:
        line.put(f"  {price}", context.ink.dim)
    context.drawing.place(("policies",), x, y, end - x, group=OWN)
    return y + 1


def draw_own(context: MonumentalContext, region: Region, *, has_all: bool = False) -> int:
    """Draw Policies, Market tokens, the Wonder under construction, and the City deck; the next row.

    Of the Policies it is the active one, or a row of all; without Market tokens it is said what the
    active one does.
    """
    x, y, width, _ = region
    y = _policy_names(context, region) if has_all else draw_policy(context, x, y, region.right)
    realm = context.world.realms[context.home]
    if realm.supply.market:
        draw_market(context, x, y, region.right)
    elif realm.active_policy is not None:
        words = context.effect_of(context.cards.policy[realm.active_policy])
        fitting = longest_fitting([words, words.partition(". ")[0]], width, 1)
        context.drawing.at(x, y).put("".join(fitting), context.ink.dim, width)
    return draw_works(context, Region(x, y + 1, width, 2), has_price=has_all)


def draw_works(context: MonumentalContext, region: Region, *, has_price: bool = False) -> int:
    """Draw the Wonder under construction and the City deck; the next row.

    With the price of the next Policy at the end of the last row.
    """
    x, y, width, _ = region
    realm = context.world.realms[context.home]
    _construction(context, Region(x, y, width, 1))
    drawn = context.say("drawn", count=len(realm.drawn)) if realm.drawn else ""
    piles = context.say("piles", deck=len(realm.deck.cards), discard=len(realm.discard))
    key = context.key(("deck",))
    line = context.drawing.at(x, y + 1).put(f"‹{key}›" if key else "", context.ink.accent)
    line.put(f"{piles}{drawn}", context.ink.dim)
    context.drawing.place(("deck",), x, y + 1, width, group=OWN)
    cost = policy_cost(context.world, context.home)
    if has_price and cost is not None:
        text = context.say("next_policy", cost=cost)
        start = region.right - cell_width(text)
        line.at(start).put(text, context.ink.dim)
        context.drawing.place(("deck",), x, y + 1, start - x, group=OWN)
        if not realm.policies:
            context.drawing.place(("policies",), start, y + 1, cell_width(text), group=OWN)
    return y + 2


def _construction(context: MonumentalContext, region: Region) -> None:
    """Draw the Wonder under construction, with the prices of what is left."""
    x, y, width, _ = region
    building = context.world.realms[context.home].construction
    context.drawing.place(("construction",), x, y, width, group=OWN)
    if building is None:
        context.drawing.at(x, y).put(context.say("no_construction"), context.ink.dim, width)
        return
    card, key = context.cards.card[building.card], context.key(("construction",))
    values = {"done": building.done, "sections": len(card.sections)}
    texts = [
        context.say("construction", card=context.words(name), price=price, **values)
        for name in (card.name, card.brief)
        for price in (context.price_words(card), context.price(card))
    ]
    brief = context.words(card.brief)
    texts.append(context.say("construction_brief", card=brief, price=context.price(card), **values))
    mark = f"‹{key}›" if key else ""
    text = next((text for text in texts if cell_width(f"{mark}{text}") <= width), texts[-1])
    line = context.drawing.at(x, y).put(mark, context.ink.accent)
    line.put(text, context.price_style(card, ("construction",)), width - cell_width(mark))


def _policy_names(context: MonumentalContext, region: Region) -> int:
    """Draw a row of all own Policies, the active one and developed ones marked; the next row."""
    x, y, width, _ = region
    realm = context.world.realms[context.home]
    policies = context.cards.civilization[realm.civilization].policies
    entries = []
    for name in policies:
        place: tuple[str, ...] = ("policy", name)
        is_active = name == realm.active_policy
        place = ("policies",) if is_active else place
        mark = context.symbol("on_top") if is_active else context.symbols.yes
        key = context.key(place)
        mark = f"‹{key}›" if key else mark if name in realm.policies else " "
        policy = context.cards.policy[name]
        entries.append((place, mark, [context.words(policy.name), context.words(policy.brief)]))
    texts = _fitting_row(context, [(mark, names) for _, mark, names in entries], width)
    room = (width + 1) // len(entries) - 1
    fits = sum(cell_width(text) + 1 for text in texts) <= width + 1
    for name, (place, _, _), text in zip(policies, entries, texts, strict=True):
        hue: Hue = "green" if name in realm.policies else "grey"
        style = (context.ink.backs if place in context.offered else context.ink.fronts)[hue]
        cells = cell_width(text) if fits else min(cell_width(text), max(room, 0) + 4)
        context.drawing.at(x, y).put(text, style, cells)
        context.drawing.place(place, x, y, cells)
        x += cells + 1
    return y + 1


def _fitting_row(
    context: MonumentalContext, entries: Sequence[tuple[str, Sequence[str]]], width: int
) -> list[str]:
    """Names in a row, each after its mark: whole, brief, or the longest with a letter for a word."""

    def is_fitting(texts: Sequence[str]) -> bool:
        return sum(cell_width(text) + 1 for text in texts) <= width + 1

    for kind in (0, 1):
        texts = [f"{mark}{names[kind]}" for mark, names in entries]
        if is_fitting(texts):
            return texts
    for number in sorted(range(len(texts)), key=lambda number: -cell_width(texts[number])):
        if not is_fitting(texts):
            mark, names = entries[number]
            texts[number] = f"{mark}{context.initialled(names[1])}"
    return texts


def draw_pile(context: MonumentalContext, region: Region) -> int:
    """Draw the own Policies under a heading, a row each, those on top first; the next free row.

    What the next one costs, and what the active one does, have rows of their own given room.
    """
    realm = context.world.realms[context.home]
    policies = context.cards.civilization[realm.civilization].policies
    x, y, width, height = region
    count = context.say("policy_count", count=len(realm.policies), all=len(policies))
    cost = policy_cost(context.world, context.home)
    price = "" if cost is None else context.say("next_policy", cost=cost)
    context.heading(y, count, price, x=x, width=width)
    if not realm.policies:
        context.drawing.place(("policies",), x, y, width, group=OWN)
    is_priced = cell_width(f"{count}{price}") + 8 <= width or not price
    spare = height - 1 - len(policies) - (not is_priced)
    y += 1
    for name in (*reversed(realm.policies), *context.world.policies_left(context.home)):
        _policy_row(context, name, x, y, width)
        y += 1
        if name == realm.active_policy and spare > 0:
            words = context.effect_of(context.cards.policy[name]).partition(". ")[0]
            lines = wrapped(words, width - 3)
            for part in lines if len(lines) <= spare else ():
                context.drawing.at(x + 3, y).put(part, context.ink.dim)
                y += 1
    if not is_priced and y < region.bottom:
        context.drawing.at(x + 2, y).put(price, context.ink.dim)
        y += 1
    return y


def _policy_row(context: MonumentalContext, name: PolicyId, x: int, y: int, width: int) -> None:
    """Draw a Policy in a row: its name, and what it says as far as that fits whole."""
    realm = context.world.realms[context.home]
    is_active, is_developed = name == realm.active_policy, name in realm.policies
    place = ("policies",) if is_active else ("policy", name)
    mark = context.symbol("on_top") if is_active else context.symbols.yes if is_developed else " "
    key = context.key(place)
    line = context.drawing.at(x, y).put(f"‹{key}›" if key else f" {mark} ", context.ink.good)
    hue: Hue = "green" if is_developed else "grey"
    style = (context.ink.backs if place in context.offered else context.ink.fronts)[hue]
    line.put(context.texts.term("policy", name), style)
    context.drawing.place(place, x, y, width, group=OWN)


def draw_policies(context: MonumentalContext, region: Region) -> int:
    """Draw the own Policies, each with its whole text after its name; the next free row."""
    realm = context.world.realms[context.home]
    x, y, width, _ = region
    for name in context.cards.civilization[realm.civilization].policies:
        is_active, is_developed = name == realm.active_policy, name in realm.policies
        place = ("policies",) if is_active else ("policy", name)
        mark = context.symbol("on_top") if is_active else context.symbols.yes
        key = context.key(place)
        mark = f"‹{key}›" if key else f"{mark if is_developed else ' '} "
        title = context.texts.term("policy", name)
        text = f"{mark}{title} "
        lines = wrapped(f"{text} {context.words(context.cards.policy[name].text)}", width - 2)
        hue: Hue = "green" if is_developed else "grey"
        style = (context.ink.backs if place in context.offered else context.ink.fronts)[hue]
        line = context.drawing.at(x, y).put(mark, context.ink.good)
        line.put(title, style).put(lines[0][len(text) - 1 :], context.ink.dim)
        for row, part in enumerate(lines[1:], y + 1):
            context.drawing.at(x + 2, row).put(part, context.ink.dim)
        context.drawing.place(place, x, y, width, len(lines))
        y += len(lines)
    return y


def draw_warlord(context: MonumentalContext, region: Region) -> int:
    """Draw the text of the own Warlord; the next free row."""
    x, y, width, _ = region
    warlord = context.cards.civilization[context.world.realms[context.home].civilization].warlord
    card = context.cards.warlord[warlord]
    rows = wrapped(f"{context.words(card.name)}: {context.words(card.text)}", width)
    for row, part in enumerate(rows, y):
        context.drawing.at(x, row).put(part, context.ink.text, width)
    context.drawing.place(("warlord",), x, y, width, len(rows))
    return y + len(rows)
