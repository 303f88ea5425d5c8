"""Cards on a board of Flip City: their colours, signs and texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from rich.style import Style

from hako.content.flip_city.actions import FlipCityAction, PassOn, Recycle, Upgrade
from hako.content.flip_city.cards import (
    Bonus,
    Cards,
    Face,
    FaceId,
    GainActions,
    GainMoney,
    GainPoints,
    MoneyPerUnhappy,
    RaiseLimit,
    ToDeckTop,
)
from hako.content.flip_city.events import TurnBusted
from hako.content.flip_city.odds import Risk, limit_recycled, risk
from hako.content.flip_city.state import City
from hako.content.flip_city.steps import PlayPhase
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.draw_context import DrawContext, in_hues
from hako.tui.theme.styles import Hue
from hako.tui.widgets.canvas import StyledLine

HUES: tuple[Hue, ...] = ("grey", "yellow", "rose", "violet", "green", "blue")
"""The colours of the pairs, in the order of the content file."""


class FlipCityContext(DrawContext[City, Cards]):
    """The draw context of a table of Flip City."""

    @property
    def city(self) -> City:
        """The table, as the viewer may see it."""
        return self.view

    @property
    def active(self) -> Seat:
        """The seat whose turn it is."""
        return self.city.turn.seat

    @property
    def home(self) -> Seat:
        """The seat whose deck and discard pile are laid out."""
        return self.active if self.scene.viewer is None else self.scene.viewer

    @cached_property
    def legal(self) -> frozenset[FlipCityAction]:
        """The actions that may be chosen."""
        return frozenset(self.scene.actions)

    @cached_property
    def chip_width(self) -> int:
        """Cells of the longest short name."""
        return max(cell_width(self.short(face)) for face in self.cards.face)

    @cached_property
    def _hues(self) -> dict[FaceId, Hue]:
        fronts = in_hues((pair.front for pair in self.cards.pairs), HUES)
        return fronts | {pair.back: fronts[pair.front] for pair in self.cards.pairs}

    @cached_property
    def _backs(self) -> frozenset[FaceId]:
        return frozenset(pair.back for pair in self.cards.pairs)

    def face(self, face: FaceId) -> Face:
        """The printed content of a face."""
        return self.cards.face[face]

    def name(self, face: FaceId) -> str:
        """The whole name of a face."""
        return self.texts.term("card", face)

    def short(self, face: FaceId) -> str:
        """The short name of a face."""
        return self.texts.term("short", face)

    def style(self, face: FaceId) -> Style:
        """The colours of a face: a tint for a front, a solid colour for a back."""
        hue = self._hues[face]
        return self.ink.backs[hue] if face in self._backs else self.ink.fronts[hue]

    def chip(self, line: StyledLine, face: FaceId, *, whole: bool = False) -> StyledLine:
        """A small card: the short name on its colours, or the whole one."""
        if whole:
            return line.put(self.name(face), self.style(face))
        return line.put(self.short(face), self.style(face), self.chip_width)

    def whole_width(self, faces: Iterable[FaceId]) -> int:
        """The width of the whole names of faces beside each other, with one cell between them."""
        return sum(cell_width(self.name(face)) + 1 for face in faces)

    def tint(self, face: FaceId) -> Style:
        """The soft colours of a face's pair, for its text."""
        return self.ink.fronts[self._hues[face]]

    def icons(self, face: FaceId) -> str:
        """The icons that a face provides, in signs."""
        printed = self.face(face)
        parts = (
            (printed.cash, f"${printed.cash}"),
            (printed.unhappy, f"{self.symbol('unhappy')}{printed.unhappy}"),
            (printed.points, f"{self.symbols.star}{printed.points}"),
        )
        return " ".join(sign for amount, sign in parts if amount)

    def recycles(self, face: FaceId) -> str:
        """The gain of recycling a face, in signs; empty if it has no green arrow."""
        bonus = self.face(face).recycle
        return f"{self.symbol('recycle')}{self._bonus(bonus)}" if bonus else ""

    def upgrades(self, face: FaceId) -> str:
        """The cost of upgrading a face; empty if it has no purple arrow."""
        cost = self.face(face).upgrade_cost
        return "" if cost is None else f"{self.symbol('upgrade')}${cost}"

    def owner(self, line: StyledLine, seat: Seat, width: int) -> StyledLine:
        """A seat's sign and name."""
        style = self.ink.owner(seat)
        line.put(f"{self.symbols.owner(seat)} ", style)
        return line.put(self.texts.term("seat", seat), style, width - 2)

    def can_flip(self, face: FaceId) -> bool:
        """True if the face may be recycled or upgraded now."""
        return any(
            isinstance(action, Recycle | Upgrade | PassOn) and action.face == face
            for action in self.legal
        )

    def bust(self) -> str:
        """The text that a solo turn has just been lost; empty if it has not."""
        busts = [event for event in self.scene.fresh if isinstance(event, TurnBusted)]
        lost = [event for event in busts if event.seat == self.active]
        return self.texts.render(lost[0]) if lost else ""

    def risks(self) -> tuple[Risk, Risk] | None:
        """The risks of the active seat if it plays on: as it is, and with Churches recycled."""
        if not any(isinstance(step, PlayPhase) for step in self.city.agenda[-1:]):
            return None
        saved = limit_recycled(self.city, self.active)
        return risk(self.city, self.active), risk(saved, self.active)

    def _bonus(self, bonus: Bonus) -> str:
        symbols = self.symbols
        match bonus:
            case GainMoney(amount):
                return f"+${amount}"
            case GainPoints(amount):
                return f"+{symbols.star}{amount}"
            case RaiseLimit(amount):
                return f"+{amount}{self.symbol('unhappy')}"
            case GainActions(amount):
                return f"+{amount}{self.say('action_sign')}"
            case MoneyPerUnhappy():
                return f"+${self.symbol('unhappy')}"
            case ToDeckTop():
                return self.symbol("to_top")


def face_text(context: FlipCityContext, face: FaceId) -> str:
    """The text about a face: its gain, its effect, its cost."""
    return " ".join(_sentences(context, context.face(face)))


def _sentences(context: FlipCityContext, face: Face) -> Iterator[str]:
    yield context.say(
        "card", face=face.id, money=face.cash, unhappy=face.unhappy, points=face.points
    )
    yield face.text.text(context.texts.language)
    if face.cost is not None:
        yield context.say("costs", cost=face.cost, develop=face.develop_cost)
    if face.upgrade_cost is not None:
        back = context.cards.other_side[face.id]
        yield context.say("upgrades", face=back, cost=face.upgrade_cost)
