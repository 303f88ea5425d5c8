"""The draw context of Cultus: the state and styles that the boards of both sizes read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from rich.style import Style

from hako.content.cultus.cards import CardId, Cards, IconId, MonumentId
from hako.content.cultus.geometry import Cell
from hako.content.cultus.map_moves import paying_pairs, payment, step_gold, steps
from hako.content.cultus.state import Owner, Pair, Town
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat, letter
from hako.tui.boards.cultus.move_preview import MovePreview, monuments, move_preview_of, pawns
from hako.tui.boards.draw_context import DrawContext, in_hues
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.theme.styles import Hue
from hako.tui.widgets.canvas import StyledLine

HUES: tuple[Hue, ...] = ("grey", "violet", "yellow", "teal", "rose", "green", "blue", "brown")
"""The colours of the icons, in the order of the content file."""

GLYPH = 2
"""Cells of an icon in few signs: a letter, or one full-width character."""


class CultusContext(DrawContext[Town, Cards]):
    """The draw context of a table of Cultus."""

    @property
    def town(self) -> Town:
        """The table, as the viewer may see it."""
        return self.view

    @property
    def home(self) -> Seat:
        """The seat that the board is shown for."""
        return self.town.turn.seat if self.scene.viewer is None else self.scene.viewer

    # ------------------------------------------------------------------ the map

    @cached_property
    def move_preview(self) -> MovePreview | None:
        """The preview of the map after the selected action; None if it changes nothing there."""
        return move_preview_of(self.town, self.scene.seat, self.meant)

    @cached_property
    def shown(self) -> Town:
        """The map that is drawn: the preview's where there is one."""
        return self.move_preview.town if self.move_preview else self.town

    @cached_property
    def pairs(self) -> frozenset[Pair]:
        """Neighbours that pay, on the map that is drawn."""
        return frozenset(paying_pairs(self.shown))

    @cached_property
    def pawns(self) -> dict[Cell, Seat]:
        """The seat of the pawn in each cell; where one would go the pointer stands."""
        return pawns(self.town)

    @cached_property
    def monuments(self) -> dict[Cell, list[Owner]]:
        """The owners of the monuments in each cell, including those that the preview would add."""
        now = monuments(self.town)
        then = {
            cell: owners
            for cell, owners in monuments(self.shown).items()
            if len(owners) > len(now.get(cell, []))
        }
        return {**now, **then}

    def is_new(self, cell: Cell) -> bool:
        """True if one of the monuments drawn on a cell is the preview's."""
        stands = sum(position == cell for _, position in self.town.monuments())
        return len(self.monuments.get(cell, [])) > stands

    @cached_property
    def steps(self) -> Mapping[Cell, tuple[int, int]]:
        """Gold and points of every step of the pawn whose turn it is."""
        town, seat = self.town, self.town.turn.seat
        cell = town.rulers[seat].pawn
        if cell is None or town.turn.phase == "setup":
            return {}
        paid = {to: payment(town, seat, cell, to) for to in steps(town, cell)}
        return {to: (pay.gold, pay.vp) if pay else (0, 0) for to, pay in paid.items()}

    def is_used(self, pair: Pair) -> bool:
        """True if the pair has paid in this turn."""
        return pair in self.town.turn.paid

    def is_centre(self, cell: Cell) -> bool:
        """True if a monument on the cell is worth points at the end."""
        return cell in self.town.geometry.centre_cells

    @property
    def step_gold(self) -> int:
        """The gold that a step between the right two icons brings now; 0 if none are left."""
        return 0 if all(space.is_gold for space in self.town.row) else step_gold(self.town)

    # ------------------------------------------------------------------ icons and cards

    @cached_property
    def _hues(self) -> dict[IconId, Hue]:
        return in_hues(self.cards.icon, HUES)

    def glyph(self, icon: IconId | None) -> str:
        """An icon in two cells: a letter, or one full-width character."""
        if icon is None:
            return "  "
        printed = self.cards.icon[icon]
        return f" {printed.letter}" if self.texts.language == "en" else printed.glyph

    def sign(self, icon: IconId | None) -> str:
        """An icon in as few cells as it takes."""
        return self.glyph(icon).strip()

    def name(self, icon: IconId) -> str:
        """The whole name of an icon."""
        return self.cards.icon[icon].name.text(self.texts.language)

    @cached_property
    def longest_name(self) -> int:
        """Cells of the longest name of an icon."""
        return max(cell_width(self.name(icon)) for icon in self.cards.icon)

    def name_in(self, icon: IconId, width: int) -> str:
        """The name of an icon, the short one where the whole one does not fit."""
        name, short = self.name(icon), f"board.short.{icon}"
        if cell_width(name) <= width or short not in self.texts:
            return name
        return self.texts.text(short)

    def style(self, icon: IconId | None, *, solid: bool = False) -> Style:
        """An icon's colours."""
        if icon is None:
            return self.ink.rule
        hue = self._hues[icon]
        return self.ink.backs[hue] if solid else self.ink.fronts[hue]

    def ground(self, cell: Cell) -> Style:
        """The colours of a cell on the map: solid in the centre, in reverse under a preview."""
        if self.move_preview and cell in self.move_preview.covered:
            return self.ink.focus
        return self.style(self.shown.icons[cell], solid=self.is_centre(cell))

    def monument_name(self, card: MonumentId) -> str:
        """The whole name of a monument card."""
        return self.cards.monument[card].name.text(self.texts.language)

    def monument_short(self, card: MonumentId) -> str:
        """The kind of a monument in a few letters, and where else it may be built."""
        printed = self.cards.monument[card]
        kind = self.say(f"kind.{printed.kind}")
        return f"{kind}{self.sign(printed.site_icon)}" if printed.site_icon else kind

    def monument_kind(self, card: MonumentId) -> str:
        """The kind of a monument by name, and where else it lets its owner build."""
        printed = self.cards.monument[card]
        kind = self.say(f"kind_name.{printed.kind}")
        return f"{kind}({self.name(printed.site_icon)})" if printed.site_icon else kind

    def character(self, seat: Seat) -> IconId | None:
        """The icon of a seat's character."""
        character = self.town.rulers[seat].character
        return None if character is None else self.cards.character[character].icon

    def faces(self, card: CardId | None) -> tuple[IconId | None, ...]:
        """The icons of a hand card, in reading order; None for each hidden one."""
        if card is None:
            geometry = self.town.geometry
            return (None,) * (geometry.card_rows * geometry.card_columns)
        return self.cards.faces(card, self.town.geometry.rotations[0])

    # ------------------------------------------------------------------ owners

    @property
    def owners(self) -> tuple[Owner, ...]:
        """The possible owners of monuments: the seats, and the enemy of a solo game."""
        return (*self.town.seats, *([None] if self.town.enemy else []))

    def mark(self, owner: Owner) -> str:
        """The sign of an owner."""
        return self.symbol("enemy") if owner is None else self.symbols.owner(owner)

    def monument_mark(self, owner: Owner) -> str:
        """The sign of a monument of an owner: that of a seat is hollow, unlike its pawn."""
        return self.symbol("enemy") if owner is None else self.symbol("monument")[owner]

    def owner_style(self, owner: Owner) -> Style:
        """The colour of an owner."""
        return self.ink.danger if owner is None else self.ink.owner(owner)

    def owner(self, line: StyledLine, owner: Owner) -> StyledLine:
        """An owner's sign, and the letter of a seat."""
        text = self.mark(owner) + ("" if owner is None else letter(owner))
        return line.put(text, self.owner_style(owner), 2)

    def owner_name(self, owner: Owner) -> str:
        """The name of an owner."""
        if owner is None:
            return self.cards.enemy[self.town.foe.id].name.text(self.texts.language)
        return self.texts.term("seat", owner)

    def is_offered(self, place: BoardPlace) -> bool:
        """True if something may be chosen at a place."""
        return bool(self.offered.get(place))
