"""A flow of cards as their upper edges, with labels before groups of them, row below row.

City ╭Store╮ ╭Park╮  Deck 5 ╭Apartment╮ ╭Residential╮╮
Discard 1 ╭Factory 4$╮
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from rich.style import Style
from textual.geometry import Region

from hako.content.flip_city.cards import FaceId
from hako.content.flip_city.state import counted
from hako.engine.i18n.width import cell_width
from hako.tui.boards.cards import CardFace, card
from hako.tui.boards.flip_city.draw_context import FlipCityContext
from hako.tui.boards.place_canvas import BoardPlace, PlaceCanvas

Naming: TypeAlias = Callable[[FaceId], str]
"""The function that names a face: whole, in a word, or in a few letters."""


class FlowCard(NamedTuple):
    """A card of a flow, with equal ones behind it."""

    face: CardFace
    places: Sequence[BoardPlace]
    """The place of the card, and those of the cards behind it that have places of their own."""
    edge: Style
    text: Style

    @property
    def cells(self) -> int:
        """The cells of its edge, those behind it included."""
        return self.face.least_of_edge + self.face.behind


class FlowLabel(NamedTuple):
    """A label of a flow, before the cards that it names."""

    text: str
    style: Style

    @property
    def cells(self) -> int:
        """The cells of its text."""
        return cell_width(self.text)


FlowItem: TypeAlias = FlowLabel | FlowCard


def flow_rows(items: Sequence[FlowItem], room: int) -> int:
    """The rows that a flow takes in so many cells."""
    return 1 + max((row for _, _, row in _laid(items, room)), default=0)


def draw_flow(drawing: PlaceCanvas, region: Region, items: Sequence[FlowItem]) -> int:
    """Draw a flow in a region's width, in as many rows as it takes; the next free row."""
    for item, x, row in _laid(items, region.width):
        left, y = region.x + x, region.y + row
        if isinstance(item, FlowLabel):
            drawing.at(left, y).put(item.text, item.style)
            continue
        cells = item.face.least_of_edge
        card(drawing, Region(left, y, cells, 1), item.face, item.edge, item.text)
        first, *behind = item.places
        drawing.place(first, left, y, cells if behind else item.cells)
        for column, place in enumerate(behind, left + cells):
            drawing.place(place, column, y, 1)
    return region.y + flow_rows(items, region.width)


def _laid(items: Sequence[FlowItem], room: int) -> Iterator[tuple[FlowItem, int, int]]:
    """The items, each with its column and row; a label stays with the card behind it."""
    x = row = 0
    for item, following in zip_longest(items, items[1:]):
        is_label = isinstance(item, FlowLabel)
        x += bool(x and is_label)
        needed = item.cells
        if is_label and isinstance(following, FlowCard):
            needed += 1 + following.cells
        if x and x + needed > room:
            x, row = 0, row + 1
        yield item, x, row
        x += item.cells + 1


# ------------------------------------------------------------------ the flows of a table


def city_flow(
    context: FlipCityContext, name: Naming, *, is_grouped: bool = False
) -> list[FlowItem]:
    """The cards of the city in the order of play, or equal ones together, behind a label."""
    label, dim = _owned_label(context, "city", context.active), context.ink.dim
    city = context.city.boards[context.active].city
    if not city:
        bust = context.bust()
        style = context.ink.danger if bust else dim
        return [FlowLabel(label, dim), FlowLabel(bust or context.say("no_city"), style)]
    numbers: dict[object, list[int]] = {}
    for number, face in enumerate(city):
        numbers.setdefault(face if is_grouped else number, []).append(number)
    cards = [
        _card(context, city[own[0]], name, [("city", number) for number in own], len(own))
        for own in numbers.values()
    ]
    return [FlowLabel(label, dim), *cards]


def own_flow(context: FlipCityContext, name: Naming) -> list[FlowItem]:
    """The cards of deck and discard pile of the home seat, equal ones together, behind labels."""
    board, dim = context.city.boards[context.home], context.ink.dim
    deck = [
        _card(context, face, name, [("deck", face)], copies)
        for face, copies in counted(board.deck_cards())
    ]
    discard = [
        _card(context, face, name, [("discard", face)], copies, context.flip_text(face, short=True))
        for face, copies in counted(board.discard)
    ]
    own = _owned_label(context, "deck", context.home)
    return [
        FlowLabel(f"{own} {len(board.deck)}", dim),
        *deck,
        FlowLabel(f"{context.say('discard')} {len(board.discard)}", dim),
        *discard,
    ]


def _owned_label(context: FlipCityContext, key: str, seat: int) -> str:
    """A label, with the mark of its seat where city and deck are those of two seats."""
    mark = "" if context.active == context.home else f"{context.mark(seat)} "
    return f"{mark}{context.say(key)}"


def _card(
    context: FlipCityContext,
    face: FaceId,
    name: Naming,
    places: Sequence[BoardPlace],
    copies: int,
    foot: str = "",
) -> FlowCard:
    shown = CardFace(name(face), (), foot, copies - 1, context.key(places[0]))
    return FlowCard(shown, places, context.style(face), context.ink.text)
