"""A table of Cultus written as text, and the players' verbs.

    table = acting(ruler("r2c1", cost=4, hand="25 26"), ruler("r8c8"), row="CW2@0 WM2 MO0")

Cells are written as in the rulebook, icons by their letters (C church, W winery, M market,
O office, B barracks, H houses, P plaza, `.` no card), construction cards by their numbers.
In the row `CW2@0` is the income card church-winery with a deck of two cards and the medal of
seat 0; a card without a deck shows its gold side. The first ruler is the one who acts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from hako.content.cultus import GAME, actions
from hako.content.cultus.cards import CardId, Cards, IncomeId
from hako.content.cultus.geometry import Cell, Rotation
from hako.content.cultus.state import Enemy, Laid, RoadsPay, Ruler, Space, Town, Turn, laid_over
from hako.content.cultus.steps.acting import OfferActions
from hako.content.cultus.steps.enemy_phase import EnemyPhase
from hako.content.cultus.steps.turns import EndPhase, HandPhase, IncomePhase, TakeTurn
from hako.engine.rules.model import Seat, Step
from tests.rules.tables import Each, GameTable, Verb, begun, in_box

BOARD_S = """
    MPPCPCPO
    WCBWBMCB
    POWPPWPB
    WMOBHBMH
    CPMPWMCB
    WCOMCOWO
    CMOBMBCC
    BOCHWHOO
"""
"""The board of the worked examples: the cards 01, 04, 07 ... 46 unturned, in rows of four."""

ROW_R = "CW2 WM2 MO2 OB2 BH2 HC2"
"""The row of the worked examples: all income side up, decks not empty."""


def content() -> Cards:
    """The cards as they come in the box."""
    cards: Cards = in_box(GAME)
    return cards


# ------------------------------------------------------------ words


def at(name: str, cards: Cards | None = None) -> Cell:
    """The cell of "r3c7"."""
    return (cards or content()).geometry.names.index(name)


def cells(names: str) -> tuple[Cell, ...]:
    """The cells of "r3c7 r4c4"."""
    return tuple(map(at, names.split()))


def spots(numbers: Sequence[Cell] | frozenset[Cell]) -> str:
    """The text of cells, from the north-west on."""
    return " ".join(content().geometry.names[cell] for cell in sorted(numbers))


def card(number: str) -> CardId:
    """The construction card of "25"."""
    return f"construction_{number}"


def cards(numbers: str) -> tuple[CardId, ...]:
    """The construction cards of "25 26"."""
    return tuple(map(card, numbers.split()))


def income(letters: str) -> IncomeId:
    """The income card of "CW"."""
    names = [
        next(icon.id for icon in content().icons if icon.letter == letter) for letter in letters
    ]
    return next(
        income_card.id
        for income_card in content().income_cards
        if set(income_card.icons) == set(names)
    )


def icons(board: str) -> tuple[str | None, ...]:
    """The icons of a board drawn as text."""
    by_letter = {icon.letter: icon.id for icon in content().icons}
    return tuple(by_letter.get(letter) for letter in "".join(board.split()))


# ------------------------------------------------------------ setting a table


def ruler(
    pawn: str = "",
    *,
    hand: str = "",
    monuments: str = "",
    owns: str = "",
    character: str = "balthasar",
    plan: str = "plan_church",
    **more: Any,
) -> Ruler:
    """A player: cost board at 0, four cubes in stock, unless said otherwise."""
    return Ruler(
        pawn=at(pawn) if pawn else None,
        hand=cards(hand),
        monuments=cells(monuments),
        cards=tuple(owns.split()),
        character=character,
        plan=plan,
        **{"stock": 4, "cost": 0} | more,
    )


def foe(name: str, monuments: str = "r4c4 r4c5 r5c4 r5c5", *, track: int = 0, vp: int = 0) -> Enemy:
    """The enemy of a solo game."""
    return Enemy(name, vp, cells(monuments), track)


def table(
    *agenda: Step[Town, Any],
    rulers: Sequence[Ruler] = (),
    board: str = BOARD_S,
    row: str = ROW_R,
    shown: str = "military industry reconstruction_church",
    paid: str = "",
    points: int = 3,
    enemy: Enemy | None = None,
    discard: str = "",
    last_cube: Seat | None = None,
    start_player: Seat = 0,
    seat: Seat = 0,
    phase: Any = "action",
    roads_pay: RoadsPay = "once",
) -> Table:
    """The table in the middle of a game; the last Step is done first.

    Who is not said has a pawn in the first corner; in the last one, where there is no enemy.
    """
    usual = (ruler("r1c1"), ruler("r8c8"))[: 1 if enemy else 2]
    rulers = (*rulers, *usual[len(rulers) :])
    laid = _town_of_s() if board == BOARD_S else ()
    used = {
        *(laid_2.card for laid_2 in laid),
        *cards(discard),
        *(laid_2 for r in rulers for laid_2 in r.hand),
    }
    rest = [text for text in content().card if text not in used]
    owned = {card for r in rulers for card in r.cards}
    open_cards = tuple(line for line in shown.split() if line not in owned)
    deck = tuple(
        item for item in content().monument if item not in owned and item not in open_cards
    )
    return Table(
        Town(
            agenda=agenda,
            content=content(),
            rulers=rulers,
            icons=icons(board),
            laid=laid,
            row=tuple(_space(word, rest) for word in row.split()),
            discard=cards(discard),
            open_monuments=open_cards,
            monument_deck=deck,
            start_player=start_player,
            turn=Turn(5, seat, phase, points, _pairs(paid)),
            last_cube=last_cube,
            enemy=enemy,
            plans_open=enemy is not None,
            roads_pay=roads_pay,
        )
    ).go()


def acting(*rulers: Ruler, seat: Seat = 0, **more: Any) -> Table:
    """A player in the action phase; hand phase, enemy phase and end phase follow."""
    enemy = (EnemyPhase(seat),) if more.get("enemy") else ()
    agenda = (EndPhase(seat), *enemy, HandPhase(seat), OfferActions(seat))
    return table(*agenda, rulers=rulers, seat=seat, **more)


def in_turn(*rulers: Ruler, seat: Seat = 0, **more: Any) -> Table:
    """A player at the beginning of a turn."""
    return table(TakeTurn(seat, 5), rulers=rulers, seat=seat, points=0, **more)


def in_income(*rulers: Ruler, seat: Seat = 0, **more: Any) -> Table:
    """A player in the income phase, after which the turn ends."""
    return table(EndPhase(seat), IncomePhase(seat), rulers=rulers, seat=seat, **more)


def in_hand_phase(*rulers: Ruler, seat: Seat = 0, **more: Any) -> Table:
    """A player in the hand phase, after which the turn ends."""
    return table(EndPhase(seat), HandPhase(seat), rulers=rulers, seat=seat, points=0, **more)


def enemy_phase(*rulers: Ruler, enemy: Enemy, **more: Any) -> Table:
    """The enemy phase of a solo game, after which the turn ends."""
    return table(EndPhase(0), EnemyPhase(0), rulers=rulers, enemy=enemy, points=0, **more)


def new(seats: int = 2, **how: Any) -> Town:
    """A game that was set up to its first choice."""
    return begun(GAME, seats, **how)


def town_of_s() -> Town:
    """An empty map on which the 16 cards of board S were laid."""
    town = replace(new(), icons=(None,) * 64)
    for laid in _town_of_s():
        town = laid_over(town, laid)
    return town


def _town_of_s() -> tuple[Laid, ...]:
    numbers = [card(f"{number:02}") for number in range(1, 47, 3)]
    anchors = content().geometry.spaces
    return tuple(Laid(text, anchor, 0) for text, anchor in zip(numbers, anchors, strict=True))


def _space(word: str, rest: list[CardId]) -> Space:
    deck, _, medal = word[2:].partition("@")
    top = tuple(rest.pop() for _ in range(int(deck)))
    return Space(income(word[:2]), top, int(medal) if medal else None, is_gold=not top)


def _pairs(text: str) -> tuple[tuple[Cell, Cell], ...]:
    pairs = (word.split("-") for word in text.split())
    return tuple((at(one), at(other)) for one, other in pairs)


# ------------------------------------------------------------ playing


def _lay(anchor: Cell, rotation: Rotation = 0) -> actions.LayCard:
    return actions.LayCard(anchor, rotation)


def _move(cell: Cell, to: Cell, owner: Seat = 0) -> actions.MoveMonument:
    return actions.MoveMonument(owner, cell, to)


class Table(GameTable[Town]):
    """A table at which the test plays; each verb returns the table again."""

    game = GAME

    # ---------------------------------------------------------- looking

    @property
    def town(self) -> Town:
        """The whole table."""
        return self.state

    @property
    def me(self) -> Ruler:
        """The first player."""
        return self.state.rulers[0]

    @property
    def other(self) -> Ruler:
        """The second player."""
        return self.state.rulers[1]

    @property
    def foe(self) -> Enemy:
        """The enemy."""
        return self.state.foe

    @property
    def gold(self) -> tuple[int | None, int]:
        """The first player's gold on the cost board and on the character."""
        return self.me.cost, self.me.character_gold

    @property
    def points(self) -> int:
        """Action points left."""
        return self.state.turn.points

    @property
    def walks(self) -> str:
        """The cells to which the pawn may walk."""
        return spots([action.to for action in self.choices(actions.MovePawn)])

    @property
    def picks(self) -> str:
        """The cells that may be picked."""
        return spots([action.cell for action in self.choices(actions.PickCell)])

    @property
    def pushes(self) -> list[str]:
        """The moves of monuments that may be chosen, such as "r3c7 r3c6"."""
        names = content().geometry.names
        kinds: tuple[type[Any], ...] = (
            actions.MoveMonument,
            actions.MoveEnemyMonument,
            actions.PushMonument,
        )
        return [
            f"{names[choice.cell]} {names[choice.to]}"
            for kind in kinds
            for choice in self.choices(kind)
        ]

    @property
    def draws(self) -> list[IncomeId]:
        """The decks from which a card may be drawn."""
        return [action.income for action in self.choices(actions.DrawCard)]

    def icon(self, cell: str) -> str | None:
        """The letter of what a cell shows."""
        icon = self.state.icons[at(cell)]
        return None if icon is None else content().icon[icon].letter

    # ---------------------------------------------------------- playing

    walk = Each(actions.MovePawn, at)
    stay = Verb(actions.Stay)
    take_pay = Verb(actions.TakePay, income, at)
    allot = Verb(actions.AllotGold, int, int)
    place = Verb(actions.PlaceCard, card)
    build = Verb(actions.BuildMonument)
    move_enemy = Verb(actions.MoveEnemyMonument, at, at)
    push = Verb(actions.PushMonument, at, at)
    leave = Verb(actions.LeaveMonument, at)
    pick = Verb(actions.PickCell, at)
    draw = Verb(actions.DrawCard, income)
    draw_no_more = Verb(actions.DrawNoMore)
    use = Verb(actions.UsePower)
    put_medal = Verb(actions.PlaceMedal, income)
    end = Verb(actions.EndActions)
    lay = Verb(_lay, at, int)
    move = Verb(_move, at, at, int)
    discard = Each(actions.DiscardCard, card)
