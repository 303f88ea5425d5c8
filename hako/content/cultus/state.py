"""The state of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.content.cultus.cards import (
    CardId,
    Cards,
    CharacterId,
    IconId,
    IncomeId,
    Kind,
    MonumentId,
    PlanId,
)
from hako.content.cultus.geometry import Cell, Geometry, Rotation
from hako.engine.content.cache_decorators import at_hand
from hako.engine.rules.model import Seat, State, Viewer
from hako.engine.rules.secret_declarations import Secret, owner

Phase: TypeAlias = Literal["setup", "start", "income", "action", "hand", "enemy", "scoring"]

Owner: TypeAlias = Seat | None
"""The owner of a monument; None is the enemy of a solo game."""

RoadsPay: TypeAlias = Literal["once", "one_card", "each_card"]
"""The pay of a move of two steps: one step only; both steps over one income card; or each
income card once (cultus.monument.8, cultus.monument.10, cultus.monument.11)."""

Pair: TypeAlias = tuple[Cell, Cell]
"""Two adjacent cells, the north-western one first."""


def pair(one: Cell, other: Cell) -> Pair:
    """The pair of two adjacent cells, whichever comes first (cultus.move.5)."""
    return (one, other) if one < other else (other, one)


def _is_plan_open(town: Town, viewer: Viewer, seat: Seat) -> bool:
    return viewer == seat or town.plans_open


def _is_chosen_by(town: Town, viewer: Viewer, step: int) -> bool:
    return bool(getattr(town.agenda[step], "seat", None) == viewer)


SECRETS = (
    Secret("rulers.*.hand.*", owner, among="cards"),
    Secret("rulers.*.plan", _is_plan_open),
    Secret("row.*.deck.*", among="cards"),
    Secret("left_over.*", among="cards"),
    Secret("monument_deck.*"),
    Secret("agenda.*.card", _is_chosen_by),
)


class Ruler(Struct, frozen=True, gc=False):
    """A player's cards, gold, cubes and monuments."""

    vp: int = 0
    hand: tuple[CardId | None, ...] = ()
    """In the order drawn. None for all others."""
    character: CharacterId | None = None
    """None until it is dealt."""
    plan: PlanId | None = None
    """None until it is dealt, and for others until the end."""
    stock: int = 0
    """Unused cubes."""
    cost: int | None = None
    """Gold on the cost board; None without a cube there (cultus.build.8)."""
    character_gold: int = 0
    pawn: Cell | None = None
    """None until it is placed."""
    monuments: tuple[Cell, ...] = ()
    """The cells of the monuments, in the order built."""
    cards: tuple[MonumentId, ...] = ()
    """Monument cards owned, in the order taken."""
    has_medal: bool = False
    """True if the bonus medal has come home."""


class Enemy(Struct, frozen=True, gc=False):
    """The enemy of a solo game."""

    id: CharacterId
    vp: int
    monuments: tuple[Cell, ...]
    track: int = 0
    """The space of the cube on its card; 0 is the first."""


class Space(Struct, frozen=True, gc=False):
    """An income card of the row, with its deck and medal."""

    income: IncomeId
    deck: tuple[CardId | None, ...] = ()
    """The top card first. None in every mask."""
    medal: Seat | None = None
    """The owner of the bonus medal that lies on it."""
    is_gold: bool = False
    """True if it shows its gold side (cultus.start.3)."""


class Laid(Struct, frozen=True, gc=False):
    """A construction card on the map."""

    card: CardId
    anchor: Cell
    """Its north-western cell."""
    rotation: Rotation


class Turn(Struct, frozen=True, gc=False):
    """The turn that is played."""

    number: int = 0
    """1-based, counting everybody's; 0 while the game is set up."""
    seat: Seat = 0
    phase: Phase = "setup"
    points: int = 0
    """Action points left."""
    paid: tuple[Pair, ...] = ()
    """Pairs of cells that paid in this turn (cultus.move.5)."""


class Town(State, frozen=True):
    """The table."""

    content: Cards
    rulers: tuple[Ruler, ...]
    """The players, by seat."""
    icons: tuple[IconId | None, ...]
    """The icon of each cell; None where no card lies."""
    laid: tuple[Laid, ...] = ()
    """The cards on the map, covered ones too, in the order laid."""
    row: tuple[Space, ...] = ()
    """The income cards, from left to right."""
    discard: tuple[CardId, ...] = ()
    """Face up, in the order discarded."""
    left_over: tuple[CardId | None, ...] = ()
    """Discarded face down when the game was set up. None in every mask."""
    open_monuments: tuple[MonumentId, ...] = ()
    """The monument cards that may be taken."""
    monument_deck: tuple[MonumentId | None, ...] = ()
    """The top card first. None in every mask."""
    start_player: Seat = 0
    turn: Turn = Turn()
    last_cube: Seat | None = None
    """The first seat that placed its last cube (cultus.end.3)."""
    enemy: Enemy | None = None
    """Only in a solo game."""
    plans_open: bool = False
    """True if the plans lie face up: in a solo game, and from the final scoring on."""
    roads_pay: RoadsPay = "once"
    """The rule for the pay of a move of two steps."""

    @property
    def geometry(self) -> Geometry:
        """The geometry of the map."""
        return self.content.geometry

    @property
    def is_solo(self) -> bool:
        """True if one player plays against an enemy."""
        return self.enemy is not None

    @property
    def seats(self) -> range:
        """All seats, in clockwise order."""
        return range(len(self.rulers))

    @property
    def foe(self) -> Enemy:
        """The enemy of a game that has one."""
        assert self.enemy is not None, "only a solo game has an enemy"
        return self.enemy

    def in_turn_order(self) -> Sequence[Seat]:
        """All seats from the start player on, clockwise."""
        first = self.start_player
        return (*self.seats[first:], *self.seats[:first])

    def space(self, income: IncomeId) -> Space:
        """The income card of that name in the row."""
        return next(space for space in self.row if space.income == income)

    def gold_sides(self) -> int:
        """The number of income cards that show their gold side: F."""
        return sum([space.is_gold for space in self.row])

    def cards_in_decks(self) -> int:
        """Construction cards left in all decks."""
        return sum([len(space.deck) for space in self.row])

    def decks(self) -> list[IncomeId]:
        """The income cards with a deck that is not empty, from left to right."""
        return [space.income for space in self.row if space.deck]

    def monuments(self) -> Iterator[tuple[Owner, Cell]]:
        """All monuments with their owners: seat by seat, then the enemy's."""
        for seat, ruler in enumerate(self.rulers):
            for cell in ruler.monuments:
                yield seat, cell
        if self.enemy is not None:
            for cell in self.enemy.monuments:
                yield None, cell

    def monument_cells(self) -> frozenset[Cell]:
        """The cells on which at least one monument stands."""
        own = [cell for ruler in self.rulers for cell in ruler.monuments]
        return frozenset([*own, *self.enemy.monuments] if self.enemy else own)

    def pawn_cells(self) -> frozenset[Cell]:
        """The cells on which a pawn stands."""
        return frozenset([ruler.pawn for ruler in self.rulers if ruler.pawn is not None])

    def has(self, seat: Seat, kind: Kind) -> bool:
        """True if a player owns a monument card of that kind."""
        cards = self.content.monument
        return kind in [cards[card].kind for card in self.rulers[seat].cards]

    # ------------------------------------------------------------ replacing

    def with_ruler(self, seat: Seat, ruler: Ruler) -> Town:
        """The table with fields of a player replaced."""
        return replace(self, rulers=(*self.rulers[:seat], ruler, *self.rulers[seat + 1 :]))

    def with_space(self, changed: Space) -> Town:
        """The table with an income card of the row replaced."""
        row = tuple(changed if space.income == changed.income else space for space in self.row)
        return replace(self, row=row)

    def with_monument_moved(self, owner: Owner, cell: Cell, to: Cell) -> Town:
        """The table with one monument on another cell."""
        if owner is None:
            moved = _moved(self.foe.monuments, cell, to)
            return replace(self, enemy=replace(self.foe, monuments=moved))
        ruler = self.rulers[owner]
        return self.with_ruler(owner, replace(ruler, monuments=_moved(ruler.monuments, cell, to)))

    # ------------------------------------------------------------ what a viewer may know

    def masked(self, viewer: Viewer) -> Town:
        """The table as a viewer may know it; an allow list."""
        return Town(
            agenda=self.agenda,
            content=self.content,
            rulers=tuple(
                self._masked_ruler(ruler, is_own=seat == viewer)
                for seat, ruler in enumerate(self.rulers)
            ),
            icons=self.icons,
            laid=self.laid,
            row=_masked_row(self.row),
            discard=self.discard,
            left_over=_unseen(self.left_over),
            open_monuments=self.open_monuments,
            monument_deck=_unseen(self.monument_deck),
            start_player=self.start_player,
            turn=self.turn,
            last_cube=self.last_cube,
            enemy=self.enemy,
            plans_open=self.plans_open,
            roads_pay=self.roads_pay,
        )

    def _masked_ruler(self, ruler: Ruler, *, is_own: bool) -> Ruler:
        return Ruler(
            vp=ruler.vp,
            hand=ruler.hand if is_own else _unseen(ruler.hand),
            character=ruler.character,
            plan=ruler.plan if is_own or self.plans_open else None,
            stock=ruler.stock,
            cost=ruler.cost,
            character_gold=ruler.character_gold,
            pawn=ruler.pawn,
            monuments=ruler.monuments,
            cards=ruler.cards,
            has_medal=ruler.has_medal,
        )


def laid_over(town: Town, card: Laid) -> Town:
    """The table with a card laid over whatever lies below it (cultus.place.3)."""
    icons = list(town.icons)
    faces = town.content.faces(card.card, card.rotation)
    for cell, icon in zip(town.geometry.covers[card.anchor], faces, strict=True):
        icons[cell] = icon
    return replace(town, icons=tuple(icons), laid=(*town.laid, card))


@at_hand  # it is the same for all viewers and seldom changes
def _masked_row(row: tuple[Space, ...]) -> tuple[Space, ...]:
    masked = tuple(
        [Space(space.income, _unseen(space.deck), space.medal, space.is_gold) for space in row]
    )
    return row if masked == row else masked


def _unseen(cards: tuple[str | None, ...]) -> tuple[None, ...]:
    return (None,) * len(cards)


def _moved(monuments: tuple[Cell, ...], cell: Cell, to: Cell) -> tuple[Cell, ...]:
    place = monuments.index(cell)
    return (*monuments[:place], to, *monuments[place + 1 :])
