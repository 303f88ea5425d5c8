"""The draw context of Flip City: the state, and cards with their colours, signs and texts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rich.style import Style

from hako.content.flip_city.actions import FlipCityAction
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
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.rules.model import Seat
from hako.tui.boards.draw_context import DrawContext, in_hues
from hako.tui.theme.styles import Hue

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
        """The short name of a face: a word."""
        return self.texts.term("short", face)

    def code(self, face: FaceId) -> str:
        """The first letters of the short name of a face."""
        return self.short(face)[: 2 if self.texts.language == "ja" else 3]

    def style(self, face: FaceId) -> Style:
        """The colours of a face: a tint for a front, a solid colour for a back."""
        hue = self._hues[face]
        return self.ink.backs[hue] if face in self._backs else self.ink.fronts[hue]

    def icons(self, face: FaceId) -> str:
        """The gains of a face, in signs, each as often as it is there."""
        printed = self.face(face)
        parts = (
            f"{printed.cash}$" if printed.cash else "",
            self.symbol("unhappy") * printed.unhappy,
            self.symbols.star * printed.points,
        )
        return " ".join(filter(None, parts))

    def brief(self, face: FaceId) -> str:
        """The effect of a face in a few words."""
        printed = self.face(face).brief
        return "" if printed is None else printed.text(self.texts.language)

    def with_effect(self, gains: str, face: FaceId) -> str:
        """Gains of a face and its effect in a line."""
        effect = self.brief(face).replace("\n", "")
        return self.say("effect", gains=gains, effect=effect) if effect else gains

    def flip_text(self, face: FaceId, *, short: bool = False) -> str:
        """The cost of flipping a face in the discard pile, or the gain; a short one is in signs."""
        printed = self.face(face)
        if printed.recycle is not None:
            bonus = self._bonus(printed.recycle)
            return bonus if short else self.say("flip_back", bonus=bonus)
        if printed.upgrade_cost is None:
            return ""
        key = "flip_short" if short else "flip"
        return self.say(key, cost=printed.upgrade_cost)

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
        match bonus:
            case GainMoney(amount):
                return f"+{amount}$"
            case GainPoints(amount):
                return f"+{self.symbols.star * amount}"
            case RaiseLimit(amount):
                return self.say("bonus_limit", amount=amount)
            case GainActions(amount):
                return self.say("bonus_actions", amount=amount)
            case MoneyPerUnhappy():
                return f"+1$ {self.symbol('unhappy')}"
            case ToDeckTop():
                return self.say("bonus_top")


def face_text(context: FlipCityContext, face: FaceId) -> str:
    """The text about a face: its gain, its effect, its cost."""
    return join_sentences(_sentences(context, context.face(face)))


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
