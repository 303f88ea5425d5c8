"""The plan of a page of the board: which panels stand on it, and how large each is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace
from textual.geometry import Region

from hako.content.monumental.state import World
from hako.content.monumental.steps.display import row_sizes
from hako.tui.boards.hex_map import HexSize
from hako.tui.boards.monumental.sizes import LADDER, LOW, OWN, RACE, SMALL_ROWS, SUPPLY
from hako.tui.boards.window_regions import LEAST_SIDE, SIDE

FRAME = 2
"""Rows of a window besides those of the board: the question and the keys."""

ONE_PAGE = (160, 50)
"""Columns and rows of a window from which on map and City may share one page."""

BESIDE_MAP = 71
"""Columns beside a map, at least, that hold a City and the list."""

WIDE = (220, 60)
"""Columns and rows of a window from which on cards of the City have their effects."""

HUGE = (250, 70)
"""Columns and rows of a window from which on these have their whole texts."""

WIDE_SIDE = 100
"""Columns beside a map from which on the supply stands beside the City."""

OFFERS = 30
"""Columns of what is on offer, beside the City of a small window."""

LEAST_PANELS = 14
"""Rows of the panels of one page, at least."""

OFFERED = 17
"""Columns of a card on offer beside a map, at least."""


class Variant(Struct, frozen=True):
    """A way to draw what is beside a City: as large as there is room."""

    offer: int
    """Rows of a card on offer; 1 for a table."""
    basic: int
    """Rows of the Basic buildings."""
    rival: int
    """Rows of a rival: its City in three of them, with what it has; 1 for what it has alone."""


PAGE = (
    Variant(5, 3, 5),
    Variant(4, 3, 5),
    Variant(4, 1, 5),
    Variant(4, 3, 1),
    Variant(4, 1, 1),
    Variant(1, 1, 5),
    Variant(1, 1, 1),
    Variant(0, 1, 1),
)
"""Ways to draw offers and rivals below a City, the richest first; the last two in tables."""

COLUMN = (Variant(1, 1, 5), Variant(1, 1, 1))
"""The same beside a map."""

WIDE_COLUMN = (
    Variant(6, 1, 8),
    Variant(5, 1, 8),
    Variant(5, 1, 5),
    Variant(4, 1, 5),
    Variant(1, 1, 5),
    Variant(1, 1, 1),
)
"""The same beside a map, with room for cards."""


class TableNeeds(Struct, frozen=True):
    """The numbers of a table that decide how much room things take; they stay all game long."""

    cells: float
    """Columns of the map, in tiles."""
    map_rows: int
    """Rows of the map, in tiles."""
    rivals: int
    offers: int
    """Cards of a full display."""


def needs_of(world: World) -> TableNeeds:
    """The needs of a table."""
    at = [2 * q + r for q, r in world.land.hexes]
    rows = [r for _, r in world.land.hexes]
    return TableNeeds(
        cells=(max(at) - min(at)) / 2 + 1,
        map_rows=max(rows) - min(rows) + 1,
        rivals=max(1, len(world.land.homes)) - 1,
        offers=sum(row_sizes(world)),
    )


class Plan(Struct, frozen=True):
    """The plan of a board: its parts in cells, and how large things are."""

    is_side: bool
    """True if the panels are at the right, below a part of the board."""
    is_joined: bool
    """True if City and map share one page."""
    is_wide: bool
    """True if the supply stands beside the City of that page."""
    tile: HexSize
    map_rows: int
    """Rows of the map, in tiles."""
    card: tuple[int, int]
    """Columns and rows of a card of the City."""
    gap: int
    """Columns between the cards of a City."""
    variant: Variant
    left: Region
    """The part for the City or the map, below the heading."""
    right: Region
    """The part above the panels; without cells in a small window."""
    head: int
    """Rows of that part, where panels are below."""
    panels: Region
    """The part that panels cover; without cells where the board has all of the window."""

    @property
    def city_width(self) -> int:
        """Columns of a City."""
        return 3 * self.card[0] + 2 * self.gap


def plan_of(columns: int, rows: int, needs: TableNeeds, *, has_panels: bool) -> Plan:
    """The plan of a board of so many columns and rows."""
    height = rows + FRAME
    if columns < SIDE[0] or height < SIDE[1]:
        return _small(columns, rows, needs, has_panels=has_panels)
    tile = LADDER.size(columns, needs.map_rows, min(height - 3, max(41, height - 9)))
    width = int(needs.cells * tile.width) + LADDER.margin
    is_one = columns >= max(ONE_PAGE[0], width + BESIDE_MAP) and height >= ONE_PAGE[1]
    plan = (_joined if is_one else _two_pages)(columns, rows, needs, tile)
    if has_panels:
        return plan
    right = plan.right
    return replace(
        plan,
        right=Region(right.x, right.y, right.width, rows - right.y),
        panels=Region(right.x, rows, right.width, 0),
    )


def _small(columns: int, rows: int, needs: TableNeeds, *, has_panels: bool) -> Plan:
    """The plan of a small window: panels below; a map of two lines may take the heading's row."""
    room = rows - (LOW if has_panels else 0)
    tile = LADDER.size(columns, needs.map_rows, room - 1)
    if tile.lines == 1:
        tile = LADDER.size(columns, needs.map_rows, room)
    part = room
    if has_panels:
        height = LADDER.extent(tile, 1, needs.map_rows).height
        part = min(room, max(height + 1, SMALL_ROWS))
    width = 16 if columns < SIDE[0] else 20 if columns < 120 else 22
    return Plan(
        is_side=False,
        is_joined=False,
        is_wide=False,
        tile=tile,
        map_rows=needs.map_rows,
        card=(min(width, max(8, (columns - 1) // 3)), 4),
        gap=0,
        variant=COLUMN[0],
        left=Region(0, 1, columns, part - 1),
        right=Region(columns, 1, 0, 0),
        head=0,
        panels=Region(0, part, columns, rows - part),
    )


def _two_pages(columns: int, rows: int, needs: TableNeeds, tile: HexSize) -> Plan:
    """The plan of a window whose City and map are pages beside supply, race and panels."""
    has_cards = columns >= 120
    width = int(needs.cells * tile.width) + LADDER.margin
    start = min(max(width, 77 if has_cards else 64) + 1, columns - LEAST_SIDE)
    head = SUPPLY + (columns - start < 41) + OWN + RACE
    left = Region(0, 1, min(start, max(width, start - 1)), rows - 1)
    card = (22, 5) if has_cards else (20, 5)
    return Plan(
        is_side=True,
        is_joined=False,
        is_wide=False,
        tile=tile,
        map_rows=needs.map_rows,
        card=card,
        gap=3 if has_cards else 1,
        variant=_richest(
            PAGE if has_cards else PAGE[5:],
            lambda variant: _page_rows(variant, needs),
            left.height - 3 * card[1],
        ),
        left=left,
        right=Region(start, 1, columns - start, head),
        head=head,
        panels=Region(start, 1 + head, columns - start, rows - 1 - head),
    )


def _joined(columns: int, rows: int, needs: TableNeeds, tile: HexSize) -> Plan:
    """The plan of one page with map and City."""
    width = int(needs.cells * tile.width) + LADDER.margin
    is_tall = columns >= WIDE[0] and rows + FRAME >= WIDE[1]
    is_wide = is_tall and columns - width > WIDE_SIDE
    start = width + 1 + is_wide
    beside = columns - start
    card = (22, 7 if is_tall else 5)
    if columns >= HUGE[0] and rows + FRAME >= HUGE[1] and beside >= 3 * 26 + 2 + 2 + 33:
        card = (26, 8)
    city = 3 * card[1] + (0 if is_wide else SUPPLY + OWN)
    variant = _richest(
        WIDE_COLUMN if is_wide else COLUMN,
        lambda variant: city + column_rows(variant, needs, beside),
        rows - 1 - LEAST_PANELS,
    )
    head = city + column_rows(variant, needs, beside)
    return Plan(
        is_side=True,
        is_joined=True,
        is_wide=is_wide,
        tile=tile,
        map_rows=needs.map_rows,
        card=card,
        gap=1 if is_wide else 2,
        variant=variant,
        left=Region(0, 1, width, rows - 1),
        right=Region(start, 1, beside, head),
        head=head,
        panels=Region(start, 1 + head, beside, rows - 1 - head),
    )


def _richest(variants: Sequence[Variant], rows: Callable[[Variant], int], room: int) -> Variant:
    """The first variant that fits into so many rows, or else the last."""
    return next((variant for variant in variants if rows(variant) <= room), variants[-1])


def _page_rows(variant: Variant, needs: TableNeeds) -> int:
    """Rows of offers and rivals below a City of three cards a row."""
    cards = -(-needs.offers // 3) * variant.offer
    if variant.offer == 1:
        cards = needs.offers
    elif variant.offer == 0:
        cards = -(-needs.offers // 2)
    return 1 + cards + variant.basic + rival_rows(variant.rival, needs.rivals)


def column_rows(variant: Variant, needs: TableNeeds, columns: int) -> int:
    """Rows of offers and rivals below a City beside a map."""
    cards = -(-needs.offers // 2)
    if variant.offer > 1:
        cards = variant.offer * -(-needs.offers // offers_a_row(columns, needs.offers))
    return 1 + cards + variant.basic + rival_rows(variant.rival, needs.rivals)


def offers_a_row(columns: int, offers: int) -> int:
    """The number of cards on offer beside each other: equal rows of them."""
    most = max(1, columns // OFFERED)
    rows = max(1, -(-offers // most))
    return max(1, -(-offers // rows))


def rival_rows(height: int, rivals: int) -> int:
    """Rows of so many rivals, two beside each other where they have more than one row."""
    return rivals + 1 if height == 1 else -(-rivals // 2) * height
