"""The supply of Flip City: each pile with both sides of its cards.

╭Factory──────────╮       ╭Factory───────────┬Power Plant──────╮
│×12 · 5$ gives 2$│       │gives 2$          │gives 2$ ☹ ★★★   │
├Power Plant──────┤       │1 build more      │9$ at once       │
│9$ gives 2$ ☹ ★★★│       │×12 · 5$          │                 │
╰─────────────────╯       ╰─────────flip 4$ →┴──────────back +★╯
under each other          beside each other, as an open book
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from textual.geometry import Region

from hako.content.flip_city.actions import Buy, Develop, RemoveFromSupply
from hako.content.flip_city.cards import FaceId
from hako.content.flip_city.state import Pile
from hako.engine.i18n.width import cell_width
from hako.tui.boards.cards import SIDES, longest_fitting
from hako.tui.boards.flip_city.draw_context import FlipCityContext
from hako.tui.boards.flip_city.sizes import FlipCityStep

Naming: TypeAlias = Callable[[FaceId], str]
"""The function that names a face, whole or short."""

SHORT = 5
"""Rows of a pile without words."""
WORDS = 9
"""Rows of a pile from which on its sides have their effects in words."""


def draw_piles(context: FlipCityContext, y: int, step: FlipCityStep, rows: int) -> int:
    """Draw all piles beside each other in so many rows, or fewer without words; the next free row."""
    piles, drawing = context.city.supply, context.drawing
    halves = [_halves(context, pile) for pile in piles]
    books = step.has_books and sum(sum(pair) + 3 for pair in halves) <= drawing.width
    names: Naming = context.name
    least, height, has_words = [sum(pair) + 3 for pair in halves], rows, True
    if not books:
        ways = (
            (context.name, rows, True, True),
            (context.name, rows, True, False),
            (context.name, rows, False, False),
            (context.short, rows, True, False),
            (context.short, rows, False, False),
            (context.short, SHORT, False, False),
        )
        for names, height, has_words, has_room in ways:
            least = [_least(context, pile, height, names, has_room=has_room) for pile in piles]
            if has_words:
                least = [
                    max(cells, _least_of_words(context, pile, height))
                    for pile, cells in zip(piles, least, strict=True)
                ]
            if sum(least) <= drawing.width:
                break
    gap = 1 if sum(least) + len(least) - 1 <= drawing.width else 0
    spare = max(0, drawing.width - sum(least) - gap * (len(piles) - 1))
    more = spare // max(1, len(piles))
    x = 0
    for pile, cells, half in zip(piles, least, halves, strict=True):
        region = Region(x, y, min(cells + more, drawing.width - x), height)
        if books:
            _Book(context, pile, step, names).draw(region, half[0] + more // 2)
        else:
            _Fold(context, pile, step, names).draw(region, has_words=has_words)
        x += region.width + gap
    return y + height


def _halves(context: FlipCityContext, pile: Pile) -> tuple[int, int]:
    """The fewest cells of the two sides of a pile beside each other."""
    back, printed = context.cards.other_side[pile.face], context.face(pile.face)
    names = _keyed(context, pile, context.name(pile.face), context.name(back), has_room=True)
    front_texts = [
        names[0],
        context.icons(pile.face),
        context.flip_text(pile.face),
        context.say("pile", left=pile.left, cost=printed.cost),
    ]
    back_texts = [
        names[1],
        context.icons(back),
        context.flip_text(back),
        context.say("at_once", cost=printed.develop_cost),
    ]
    return max(map(cell_width, front_texts)), max(map(cell_width, back_texts))


def _least(
    context: FlipCityContext, pile: Pile, rows: int, names: Naming, *, has_room: bool
) -> int:
    """The fewest cells of a pile whose sides lie under each other; with room for keys or as they are."""
    back = context.cards.other_side[pile.face]
    texts = _keyed(context, pile, names(pile.face), names(back), has_room=has_room)
    if rows >= WORDS:
        cost = context.face(pile.face).cost
        texts.append(context.say("pile", left=pile.left, cost=cost))
        texts += [context.flip_text(face) for face in (pile.face, back)]
        texts += [context.icons(face) for face in (pile.face, back)]
        texts.append(context.say("at_once", cost=context.face(pile.face).develop_cost))
    else:
        texts += _short_lines(context, pile, has_words=False)
    return SIDES + max(map(cell_width, texts))


def _least_of_words(context: FlipCityContext, pile: Pile, rows: int) -> int:
    """The fewest cells of a pile, of the usual widths, in which the effects of both sides fit.

    In few rows those of its lines that say what its sides give.
    """
    if rows < WORDS:
        return SIDES + max(map(cell_width, _short_lines(context, pile, has_words=True)))
    upper, lower = _words(rows)
    sides = (pile.face, upper), (context.cards.other_side[pile.face], lower)
    usual = range(WORDS, 2 * WORDS)
    return SIDES + max(
        next((cells for cells in usual if longest_fitting([context.brief(face)], cells, lines)), 0)
        for face, lines in sides
    )


def _words(rows: int) -> tuple[int, int]:
    """The lines that are left to the effect of the front and of the back in a pile of so many rows."""
    inside = rows - 3
    upper = (inside + 1) // 2
    return upper - 2, inside - upper - 3


def _keyed(
    context: FlipCityContext, pile: Pile, front: str, back: str, *, has_room: bool
) -> list[str]:
    """The names of both sides, each with the cells of its key behind it, or of one that it may get."""
    keys = [context.key((kind, pile.face)) for kind in ("buy", "develop")]
    return [
        f"{name}{'‹1›' if key or has_room else ''}"
        for name, key in zip((front, back), keys, strict=True)
    ]


def _short_lines(context: FlipCityContext, pile: Pile, *, has_words: bool) -> tuple[str, str]:
    """The number, price and gains of the front, and the price and gains of the back, in a line each."""
    printed = context.face(pile.face)
    front, back = (context.icons(face) for face in (pile.face, context.cards.other_side[pile.face]))
    if has_words:
        return (
            context.say("pile_line", left=pile.left, cost=printed.cost, icons=front),
            context.say("back_line", cost=printed.develop_cost, icons=back),
        )
    left = f"{context.symbols.times}{pile.left}"
    return f"{left} {printed.cost}$: {front}", f"{printed.develop_cost}$: {back}"


class _Sides:
    """A pile that is drawn: the texts of its two sides."""

    def __init__(
        self, context: FlipCityContext, pile: Pile, step: FlipCityStep, names: Naming
    ) -> None:
        self.context = context
        self.drawing = context.drawing
        self.pile = pile
        self.step = step
        self.names = names
        self.front, self.back = pile.face, context.cards.other_side[pile.face]
        self.can_buy = bool(
            context.legal.intersection({Buy(pile.face), RemoveFromSupply(pile.face)})
        )
        self.can_develop = Develop(pile.face) in context.legal

    def texts(self, face: FaceId, width: int, rows: int) -> list[str]:
        """The gains of a side, and its effect as far as it fits."""
        context = self.context
        gains = context.say("gives", icons=context.icons(face))
        icons = [gains, context.icons(face)]
        lines = list(longest_fitting(icons, width, 1))
        whole = [context.face(face).text.text(context.texts.language)]
        texts = [*(whole if self.step.has_whole_text else ()), context.brief(face)]
        return [*lines, *longest_fitting(texts, width, rows - len(lines))]

    def edge(self, y: int, x: int, signs: tuple[str, str], text: str, width: int, end: str) -> None:
        """Write an edge between two corners: a text at its start, another at its end."""
        bar = self.context.symbols.frame.horizontal
        filling = bar * (width - cell_width(f"{text}{end}"))
        style = self.context.style(self.front)
        self.drawing.at(x, y).put(f"{signs[0]}{text}{filling}{end}{signs[1]}", style)

    def side(self, region: Region, lines: Sequence[str], face: FaceId, *, can: bool) -> None:
        """Write the lines of a side between its two upright edges."""
        x, y, width, height = region
        frame, context = self.context.symbols.frame, self.context
        style = context.ink.strong if can else context.ink.text
        for row in range(height):
            text = lines[row] if row < len(lines) else ""
            put = self.drawing.at(x, y + row).put(frame.vertical, context.style(face))
            put.put(text, style, width).put(frame.vertical, context.style(face))

    def left(self) -> str:
        """The number of cards left and the price."""
        printed = self.context.face(self.pile.face)
        return self.context.say("pile", left=self.pile.left, cost=printed.cost)

    def key(self, place: tuple[str, FaceId]) -> str:
        """The key of a place, as it stands in an edge."""
        key = self.context.key(place)
        return f"‹{key}›" if key else ""


class _Fold(_Sides):
    """A pile whose sides lie under each other, with a fold between them."""

    def draw(self, region: Region, *, has_words: bool) -> None:
        """Draw it in a region of at least four rows; in few rows with words or with signs alone."""
        context, (x, y, width, height) = self.context, region
        frame, inside = context.symbols.frame, width - SIDES
        bottom = height >= 5
        rows = height - 2 - bottom
        is_short = height < WORDS
        name, other = (self.names(face) for face in (self.front, self.back))
        upper = 1 if is_short else (rows + 1) // 2
        keys = [self.key(place) for place in (("buy", self.front), ("develop", self.front))]
        self.edge(y, x, (frame.top_left, frame.top_right), name, inside, keys[0])
        flip = "" if is_short else context.flip_text(self.front)
        if is_short:
            front, back = ([line] for line in _short_lines(context, self.pile, has_words=has_words))
            label = other
        else:
            front = [self.left(), *self.texts(self.front, inside, upper - 1)]
            price = context.face(self.front).develop_cost
            below = [other, context.say("at_once", cost=price)]
            back = [*below, *self.texts(self.back, inside, rows - upper - len(below))]
            label = ""
        self.side(Region(x, y + 1, inside, upper), front, self.front, can=self.can_buy)
        fold = y + 1 + upper
        self.edge(fold, x, ("├", "┤"), label, inside, f"{keys[1]}{flip}")
        lower = rows - upper
        self.side(Region(x, fold + 1, inside, lower), back, self.front, can=self.can_develop)
        if bottom:
            again = "" if is_short else context.flip_text(self.back)
            corners = frame.bottom_left, frame.bottom_right
            self.edge(y + height - 1, x, corners, "", inside, again)
        self.drawing.place(("buy", self.front), x, y, width, upper + 1)
        self.drawing.place(("develop", self.front), x, fold, width, height - upper - 1)


class _Book(_Sides):
    """A pile whose sides lie beside each other."""

    def draw(self, region: Region, left: int) -> None:
        """Draw it in a region, its front in so many cells."""
        context, (x, y, width, height) = self.context, region
        frame = context.symbols.frame
        right = width - 3 - left
        middle, rows = x + left + 1, height - 2
        printed = context.face(self.front)
        keys = [self.key(place) for place in (("buy", self.front), ("develop", self.front))]
        front = [*self.texts(self.front, left, rows - 1)]
        front += [""] * (rows - 1 - len(front))
        back = [
            *self.texts(self.back, right, rows - 1),
            context.say("at_once", cost=printed.develop_cost),
        ]
        self.side(Region(x, y + 1, left, rows), [*front, self.left()], self.front, can=self.can_buy)
        self.side(Region(middle, y + 1, right, rows), back, self.back, can=self.can_develop)
        names = [context.name(face) for face in (self.front, self.back)]
        self.edge(y, x, (frame.top_left, ""), names[0], left, keys[0])
        self.edge(y, middle, ("┬", frame.top_right), names[1], right, keys[1])
        flips = [context.flip_text(face) for face in (self.front, self.back)]
        self.edge(y + height - 1, x, (frame.bottom_left, ""), "", left, flips[0])
        self.edge(y + height - 1, middle, ("┴", frame.bottom_right), "", right, flips[1])
        self.drawing.place(("buy", self.front), x, y, left + 1, height)
        self.drawing.place(("develop", self.front), middle, y, right + 2, height)
