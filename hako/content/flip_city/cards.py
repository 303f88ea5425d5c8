"""The content file, decoded: the cards and their numbers.

Effects are data: a face names an effect, and the steps know how to carry each one out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from msgspec import field

from hako.engine.content.files import Amount, BadEntry, ContentEntry, Count, Wording
from hako.engine.i18n.suggestions import suggestion

FaceId: TypeAlias = str
"""The id of a side of a card, such as "hospital"; the other side is another face."""


class BadCards(BadEntry):
    """Raised where the cards of this game contradict each other or its rules."""

    words = Path(__file__).parent


class _Effect(ContentEntry, frozen=True, forbid_unknown_fields=True, tag_field="id"):
    """An effect of a face; `id` in the content file."""


class GainMoney(_Effect, frozen=True, tag="cash"):
    """More money this turn."""

    amount: Count


class GainPoints(_Effect, frozen=True, tag="points"):
    """More points this turn."""

    amount: Count


class RaiseLimit(_Effect, frozen=True, tag="limit"):
    """A higher unhappiness limit this turn."""

    amount: Count


class GainActions(_Effect, frozen=True, tag="extra_action"):
    """More build actions this turn."""

    amount: Count


class MoneyPerUnhappy(_Effect, frozen=True, tag="cash_per_unhappy"):
    """$1 for each unhappy icon of the turn so far (flip_city.card.hospital)."""


class MustPlayNext(_Effect, frozen=True, tag="must_play_next"):
    """The next card has to be played (flip_city.play.6)."""


class MayBuryTop(_Effect, frozen=True, tag="may_bury_top"):
    """The top card of the deck may go to its bottom (flip_city.card.office)."""


class PassToOpponent(_Effect, frozen=True, tag="pass_to_opponent"):
    """The card goes to another player (flip_city.build.8), or out of a solo game."""


class ForcedOnTop(_Effect, frozen=True, tag="forced_on_top"):
    """Has to be played while it is on top of the deck (flip_city.play.5)."""


class WinWithCards(_Effect, frozen=True, tag="win_with_cards"):
    """Wins in a city of that many cards (flip_city.win.2)."""

    cards: Count


class ToDeckTop(_Effect, frozen=True, tag="to_deck_top"):
    """The recycled card goes on top of the deck (flip_city.recycle.8)."""


Gain: TypeAlias = GainMoney | GainPoints | RaiseLimit | GainActions | MoneyPerUnhappy
WhenPlayed: TypeAlias = Gain | MustPlayNext | MayBuryTop
Bonus: TypeAlias = Gain | ToDeckTop


class Face(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A side of a card (flip_city.setup.2)."""

    id: FaceId
    name: Wording
    short: Wording
    """A word, where the name is longer; its first three letters, or two in Japanese, are its own."""
    text: Wording
    """The effect and the recycle bonus as printed."""
    brief: Wording | None = None
    """The effect in at most three lines of ten cells; None without an effect but a bonus."""
    cost: Amount | None = None
    """Money; None cannot be bought."""
    cash: Amount = 0
    unhappy: Amount = 0
    points: Amount = 0
    upgrade_cost: Amount | None = None
    """Money; None cannot be upgraded."""
    when_played: WhenPlayed | None = None
    when_upgraded: PassToOpponent | None = None
    passive: ForcedOnTop | WinWithCards | None = None
    recycle: Bonus | None = None
    """None cannot be recycled."""

    @property
    def develop_cost(self) -> int | None:
        """Money for buying the card and upgrading it at once; None if that cannot be done."""
        if self.cost is None or self.upgrade_cost is None:
            return None
        return self.cost + self.upgrade_cost


class Pair(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A card with its two sides."""

    id: str
    front: FaceId
    back: FaceId


class Constants(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The numbers of the rules."""

    points_to_win: Count
    unhappy_limit: Count
    build_actions: Count


class SupplyCounts(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """Cards in each pile of the supply."""

    rulebook: Mapping[FaceId, Count]
    international: Mapping[FaceId, Count]
    solo: Mapping[FaceId, Count]
    office: Mapping[FaceId, Count]
    """Cards added by the Office module."""


class Rank(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The name of a solo result (flip_city.solo.7)."""

    id: str
    supply_left: Amount
    """The least number of supply cards left that earns it."""
    name: Wording


class Cards(ContentEntry, frozen=True, forbid_unknown_fields=True, dict=True):
    """The whole content file. `dict` keeps the look-up tables made from it."""

    constants: Constants
    start_deck: Mapping[FaceId, Count]
    supply: SupplyCounts
    ranks: tuple[Rank, ...] = field(name="solo_rank")
    """The best one first."""
    pairs: tuple[Pair, ...] = field(name="pair")
    faces: tuple[Face, ...] = field(name="face")

    def __post_init__(self) -> None:
        for where, named in self._named_faces():
            for face in named:
                if face not in self.face:
                    near = suggestion(face, self.face)
                    raise BadEntry("no_such_name", near=near, where=where, name=face)
        for face in self.face:
            if face not in self.other_side:
                raise BadCards("face_without_pair", face=face)
        for where, pile in self._piles():
            for face in pile:
                if self.face[face].cost is None:
                    raise BadCards("face_without_cost", where=where, face=face)

    def __hash__(self) -> int:
        """A hash of the faces' ids alone: quick enough for a City to be a key of a cache."""
        return hash(tuple(self.face))

    def _piles(self) -> Iterable[tuple[str, Iterable[FaceId]]]:
        return (
            ("supply.rulebook", self.supply.rulebook),
            ("supply.international", self.supply.international),
            ("supply.solo", self.supply.solo),
            ("supply.office", self.supply.office),
        )

    def _named_faces(self) -> Iterable[tuple[str, Iterable[FaceId]]]:
        pairs = ((f'pair "{pair.id}"', (pair.front, pair.back)) for pair in self.pairs)
        return (("start_deck", self.start_deck), *self._piles(), *pairs)

    @cached_property
    def face(self) -> Mapping[FaceId, Face]:
        """The faces by id, in the order of the file."""
        return {face.id: face for face in self.faces}

    @cached_property
    def other_side(self) -> Mapping[FaceId, FaceId]:
        """The face on the other side of each face."""
        return {pair.front: pair.back for pair in self.pairs} | {
            pair.back: pair.front for pair in self.pairs
        }

    @cached_property
    def upgradable(self) -> tuple[Face, ...]:
        """The faces with a purple arrow."""
        return tuple(face for face in self.faces if face.upgrade_cost is not None)

    @cached_property
    def recyclable(self) -> tuple[FaceId, ...]:
        """The faces with a green arrow."""
        return tuple(face.id for face in self.faces if face.recycle is not None)

    @cached_property
    def recycled_limit(self) -> Mapping[FaceId, int]:
        """The raise of the limit by recycling, for the faces that have one."""
        return {
            face.id: face.recycle.amount
            for face in self.faces
            if isinstance(face.recycle, RaiseLimit)
        }

    @cached_property
    def recycled_points(self) -> Mapping[FaceId, int]:
        """Points gained by recycling, for the faces that bring any."""
        return {
            face.id: face.recycle.amount
            for face in self.faces
            if isinstance(face.recycle, GainPoints)
        }

    @cached_property
    def forced(self) -> frozenset[FaceId]:
        """The faces that have to be played while they are on top (flip_city.play.5)."""
        return frozenset(face.id for face in self.faces if isinstance(face.passive, ForcedOnTop))

    @cached_property
    def winning_crowds(self) -> tuple[tuple[FaceId, int], ...]:
        """Faces that win in a city of so many cards (flip_city.win.2)."""
        return tuple(
            (face.id, face.passive.cards)
            for face in self.faces
            if isinstance(face.passive, WinWithCards)
        )
