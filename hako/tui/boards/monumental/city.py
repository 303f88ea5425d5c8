"""A City on the board: nine slots, each a card with its yield and the Knowledge under it.

╔Pyramids══════╗┌Work Camp─────┐     double edges around a slot that was activated
║3 Production  ║│1 Production  │
║(Heraldry)    ║│Pyrotechnics  │     a Knowledge whose effect was used
╚══════════════╝└──────────────┘
╔Harbour══╗╔Fort═════╗╔Work Camp╗    a City as nine edges
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region

from hako.content.monumental.actions import UseEffect
from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.realm import COLUMNS, ROWS
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.cards import SIDES, longest_fitting
from hako.tui.boards.monumental.draw_context import HUES, MonumentalContext

AWAKE, ASLEEP = ("╔", "═", "╗", "║", "╚", "╝"), ("┌", "─", "┐", "│", "└", "┘")
"""The edges of a slot that was activated, and of another."""
PLAIN_AWAKE, PLAIN_ASLEEP = ("=", "=", "=", "|", "=", "="), ("-", "-", "-", "|", "-", "-")
"""The same for terminals without double lines."""
HIGHEST = 8
"""Rows of a card, at most."""
TOLD = 5
"""Lines of a card from which on it tells its effect also where that cannot be used."""
CARD = 3
"""Rows of a slot from which on it is a card with lower edge."""


def draw_city(
    context: MonumentalContext, seat: Seat, region: Region, width: int, height: int, gap: int = 0
) -> int:
    """Draw a seat's City, each card of so many columns and rows; the next free row."""
    apart = int(not gap and context.symbols.name != "full")  # else edges of one sign run together
    for number in range(ROWS * COLUMNS):
        row, column = divmod(number, COLUMNS)
        x, y = region.x + column * (width + gap), region.y + row * height
        _slot(context, seat, number, Region(x, y, width - apart, height))
    return region.y + ROWS * height


def fit_city(context: MonumentalContext, seat: Seat, region: Region, gap: int = 0) -> int:
    """Draw a seat's City as large as a region allows; the next free row."""
    width = min(34, (region.width - gap * (COLUMNS - 1)) // COLUMNS)
    height = max(1, min(HIGHEST, region.height // ROWS))
    return draw_city(context, seat, region, width, height, gap)


def draw_edges(context: MonumentalContext, seat: Seat, region: Region) -> int:
    """Draw a seat's City as nine edges with names; the next free row."""
    names = [
        "" if slot.card is None else context.words(context.cards.card[slot.card].brief)
        for slot in context.world.realms[seat].city
    ]
    even = region.width // COLUMNS
    widths = [max(map(cell_width, names[column::COLUMNS])) + SIDES for column in range(COLUMNS)]
    spare = (region.width - sum(widths)) // COLUMNS
    widths = [width + max(0, spare) for width in widths]
    if spare < 0 or max(widths) <= even:
        widths = [even] * COLUMNS
    apart = int(context.symbols.name != "full")
    for number in range(ROWS * COLUMNS):
        row, column = divmod(number, COLUMNS)
        x = region.x + sum(widths[:column])
        _slot(context, seat, number, Region(x, region.y + row, widths[column] - apart, 1))
    return region.y + ROWS


def _slot(context: MonumentalContext, seat: Seat, number: int, region: Region) -> None:
    slot = context.world.realms[seat].city[number]
    x, y, width, height = region
    place = ("slot", seat, number)
    context.drawing.place(place, x, y, width, height)
    if slot.card is None:
        for row in range(height):
            context.drawing.at(x, y + row).put(context.symbols.dot, context.ink.rule, width)
        return
    is_lit = seat == context.home and number in context.lit
    hue = HUES[context.cards.card[slot.card].kind]
    style = (context.ink.backs if is_lit else context.ink.fronts)[hue]
    marks = SlotMarks(context, seat, number)
    left, bar, right, side, lower, end = _edges(context, is_awake=slot.activated)
    inside = width - SIDES
    brief = context.words(context.cards.card[slot.card].brief)
    is_below = height >= CARD and cell_width(f"{brief}{marks.key}") > inside
    key, low_key = ("", marks.key) if is_below else (marks.key, "")
    name = marks.named(slot.card, inside - cell_width(key))
    filling = bar * max(0, inside - cell_width(f"{name}{key}"))
    context.drawing.at(x, y).put(f"{left}{name}{filling}{key}{right}", style)
    text = context.ink.text if slot.activated else context.ink.dim
    for row, line in enumerate(
        _lines(context, marks, inside, height - 1 - (height >= CARD)), y + 1
    ):
        put = context.drawing.at(x, row).put(side, style)
        put.put(line, text, inside).put(side, style)
    if height >= CARD:
        filling = bar * (inside - cell_width(low_key))
        context.drawing.at(x, y + height - 1).put(f"{lower}{filling}{low_key}{end}", style)


def _edges(context: MonumentalContext, *, is_awake: bool) -> Sequence[str]:
    """The signs of which the edges of a card are made."""
    if context.symbols.name == "full":
        return AWAKE if is_awake else ASLEEP
    return PLAIN_AWAKE if is_awake else PLAIN_ASLEEP


class SlotMarks:
    """The marks of a slot: what is used there, what can be used, and the key that does it."""

    def __init__(self, context: MonumentalContext, seat: Seat, number: int) -> None:
        self.context = context
        realm = context.world.realms[seat]
        self.slot = realm.city[number]
        self.used = {*realm.marked} if self.slot.activated else set[CardId]()
        place = ("slot", seat, number)
        key = context.key(place) if seat == context.home else ""
        self.key = f"‹{key}›" if key else ""
        """The key that stands in the edge."""
        self.usable: dict[CardId, str] = {}
        """The cards with an effect that can be used, each with its key or nothing."""
        actions = context.offered.get(place, ()) if seat == context.home else ()
        for action in actions:
            if isinstance(action, UseEffect):
                self.usable[action.source] = self.key if len(actions) == 1 else ""
        if self.usable:
            self.key = ""

    def named(self, card: CardId, width: int) -> str:
        """The name of a card of the slot, in brackets once its effect was used."""
        is_used = card in self.used
        name = self.context.short(self.context.cards.card[card], width - 2 * is_used)
        return f"({name})" if is_used else name

    def knowledge(self, card: CardId, width: int) -> str:
        """The name of a Knowledge under the card, after its key if its effect can be used."""
        sign = self.usable[card] or self.context.symbol("effect") if card in self.usable else ""
        return f"{sign}{self.named(card, width - cell_width(sign))}"

    def effects(self, *, is_told: bool) -> list[str]:
        """Texts of what the card on top can do, the longest first; none if it has no effect.

        `is_told` if there is one for a card that cannot be used now, too.
        """
        card = self.slot.card
        assert card is not None, "an empty slot has no card on top"
        texts = [*self.context.effect_texts(card)]
        if card not in self.usable:
            return texts if is_told and card not in self.used else []
        key = f"{self.usable[card]} " if self.usable[card] else ""
        return [f"{key}{text}" for text in (*texts, self.context.say("usable"))]


def _lines(context: MonumentalContext, marks: SlotMarks, width: int, rows: int) -> list[str]:
    """The yield of a slot in words, the Knowledge under it, and the effect, in so many lines."""
    if rows < 1:
        return []
    slot = marks.slot
    effects = marks.effects(is_told=rows >= TOLD)
    under = [marks.knowledge(card, width) for card in slot.knowledge]
    brings = context.yield_words(slot.cards())
    has_rows = len(brings) + len(under) + bool(effects) <= rows
    if not has_rows or any(cell_width(text) > width for text in brings):
        joined = context.listed(brings)
        brings = [joined if cell_width(joined) <= width else context.yields(slot.cards())]
    if len(brings) + len(under) > rows:
        shared = " ".join(under)
        under = [shared if cell_width(shared) <= width else context.say("under", count=len(under))]
    if len(brings) + len(under) > rows:
        shared = f"{context.yields(slot.cards())} {under[0]}"
        fits = cell_width(shared) <= width
        count = context.say("under_brief", count=len(slot.knowledge))
        brings, under = [shared if fits else f"{context.yields(slot.cards())} {count}"], []
    lines = [*brings, *under]
    lines += longest_fitting(effects, width, rows - len(lines))
    return [*lines, *[""] * (rows - len(lines))]
