"""The content file, decoded: the cards and the map as printed, and the numbers of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import field

from hako.content.cultus.geometry import BadCards, Geometry, Rotation, Spot
from hako.engine.content.files import Amount, BadEntry, ContentEntry, Count, Whole, Wording
from hako.engine.i18n.suggestions import suggestion

IconId: TypeAlias = str
"""The icon of a cell: a building such as "church", or the plaza (cultus.map.8)."""
CardId: TypeAlias = str
"""A construction card."""
IncomeId: TypeAlias = str
"""An income card."""
CharacterId: TypeAlias = str
"""A character; the enemies of the solo game go by the same names."""
PlanId: TypeAlias = str
"""A plan card."""
MonumentId: TypeAlias = str
"""A monument card."""

Kind: TypeAlias = Literal[
    "reconstruction", "solidarity", "industry", "transport", "friendship", "military", "roads"
]
"""An ability that a monument card gives its owner (cultus.monument.1-9)."""

PowerId: TypeAlias = Literal["move_pawn", "move_monument", "score"]
"""A power that a character uses for gold (cultus.power.2-4)."""


class Icon(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """An icon of cells."""

    id: IconId
    name: Wording
    letter: str
    """A single letter, used in every diagram."""
    glyph: str
    """A full-width character."""
    monument_site: bool = False
    """True if anybody may build a monument on it."""


class ConstructionCard(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A part of the town."""

    id: CardId
    name: Wording
    cells: tuple[IconId, ...]
    """In reading order, as it lies unturned."""


class IncomeCard(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A pair of icons that pays who walks between them; its back is a gold coin."""

    id: IncomeId
    name: Wording
    icons: tuple[IconId, IconId]


class Power(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A power that every character uses for gold, each with its own icon."""

    cost: Amount
    """Character gold."""
    effect: PowerId
    vp: Amount = 0
    """For each cell with the icon, where the effect scores."""


class Character(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A character card."""

    id: CharacterId
    name: Wording
    title: Wording
    icon: IconId
    text: Wording
    flavour: Wording


class Plan(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A plan card: the icons and pairs that score on the final map."""

    id: PlanId
    name: Wording
    icon: IconId
    """Every such cell scores (cultus.score.2)."""
    pair: tuple[IconId, IconId]
    """Every such pair of adjacent cells scores (cultus.score.3)."""
    text: Wording


class MonumentCard(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A monument card."""

    id: MonumentId
    name: Wording
    kind: Kind
    bonus_icon: IconId
    """Scores around the new monument (cultus.build.4)."""
    text: Wording
    site_icon: IconId | None = None
    """Another icon on which its owner may build (cultus.monument.1)."""
    site_vp: Amount = 0
    """For building there."""


class Difficulty(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A difficulty of the solo game."""

    id: str
    name: Wording
    enemy_vp: Amount
    """Points that the enemy starts with."""


class Ending(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """An ending of the solo game, by the lead over the enemy (cultus.solo.20)."""

    id: str
    name: Wording
    lead: Whole | None = None
    """The smallest lead for this ending; None for any."""


# ------------------------------------------------------------ what enemies do


class _Effect(ContentEntry, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="op"):
    """The effect of an enemy when its cube enters the last space of its track."""

    vp: Amount
    """For each thing that the enemy counts."""


class DrawAndCountDiscards(
    _Effect, frozen=True, forbid_unknown_fields=True, tag="draw_and_count_discards"
):
    """The player draws a card for each cube in stock; discards are counted (cultus.enemy.1)."""


class CountNeighbours(_Effect, frozen=True, forbid_unknown_fields=True, tag="count_neighbours"):
    """Monuments adjacent to another one are counted (cultus.enemy.3)."""


class EmptyCostBoard(_Effect, frozen=True, forbid_unknown_fields=True, tag="empty_cost_board"):
    """The cost board is emptied; cubes in stock are counted (cultus.enemy.4)."""


class PushAndCountIcons(
    _Effect, frozen=True, forbid_unknown_fields=True, tag="push_and_count_icons"
):
    """A monument of the player is pushed away; icons beside the enemy's count (cultus.enemy.5)."""


class EmptyCharacter(_Effect, frozen=True, forbid_unknown_fields=True, tag="empty_character"):
    """Character gold is taken; icons of the first open income card count (cultus.enemy.6)."""

    loss: Amount
    """Points lost by a player without character gold."""


class Gather(_Effect, frozen=True, forbid_unknown_fields=True, tag="gather"):
    """The enemy's monuments go to the centre; those there are counted (cultus.enemy.7)."""


Effect: TypeAlias = (
    DrawAndCountDiscards
    | CountNeighbours
    | EmptyCostBoard
    | PushAndCountIcons
    | EmptyCharacter
    | Gather
)


class EnemyCard(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """An enemy of the solo game."""

    id: CharacterId
    name: Wording
    title: Wording
    icon: IconId
    track: Count
    """Steps from 0 to the last space."""
    stars: Count
    """Number of stars that the card prints for its difficulty."""
    effect: Effect
    beside_icon_vp: Amount
    """At the end, for each of its monuments beside its icon (cultus.solo.18)."""
    icon_vp: Amount
    """At the end, for each cell with its icon (cultus.solo.19)."""
    text: Wording
    endings: Mapping[str, Wording]
    """The text of each Ending, by its id."""
    medal_loss: Amount = 0
    """If set, the player's medal costs so many points instead of paying (cultus.enemy.2)."""


# ------------------------------------------------------------ the whole file


class Table(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The set-up for a number of players."""

    players: Count
    cubes: Count
    """For each player."""
    hand: Amount
    deck_size: Count
    start_cells: tuple[Spot, ...]
    """In turn order; empty where a player may start in any corner."""
    start_gold: tuple[Amount, ...]
    """On the cost board, in turn order."""
    built: bool = False
    """True if the map is full of cards before the first turn."""


class Constants(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """The numbers of the rules."""

    action_points: Count
    medal_action_points: Amount
    """More of them for a medal at home."""
    start_draw: Amount
    industry_draw: Amount
    """Cards that Industry may draw in the start phase at most."""
    hand_limit: Amount
    overhand_loss: Amount
    """Points for each card above the hand limit."""
    base_income: Amount
    income_per_monument: Amount
    cost_track: Count
    character_track: Count
    pair_gold: Amount
    gold_per_gold_side: Amount
    medal_vp: Amount
    monument_price: Count
    monument_bonus_vp: Amount
    shift_cards: Amount
    """Cards that the move of a monument costs."""
    shift_vp: Amount
    open_monument_cards: Count
    centre_vp: Amount
    plan_icon_vp: Amount
    plan_pair_vp: Amount


class Cards(ContentEntry, frozen=True, forbid_unknown_fields=True, dict=True):
    """The whole content file. `dict` keeps the look-up tables made from it."""

    geometry: Geometry
    constants: Constants
    tables: tuple[Table, ...] = field(name="table")
    icons: tuple[Icon, ...] = field(name="icon")
    construction_cards: tuple[ConstructionCard, ...] = field(name="construction_card")
    income_cards: tuple[IncomeCard, ...] = field(name="income_card")
    powers: tuple[Power, ...] = field(name="power")
    characters: tuple[Character, ...] = field(name="character")
    plans: tuple[Plan, ...] = field(name="plan")
    monument_cards: tuple[MonumentCard, ...] = field(name="monument_card")
    difficulties: tuple[Difficulty, ...] = field(name="difficulty")
    endings: tuple[Ending, ...] = field(name="ending")
    enemies: tuple[EnemyCard, ...] = field(name="enemy")

    def __post_init__(self) -> None:
        for where, icon in self._named_icons():
            if icon not in self.icon:
                near = suggestion(icon, self.icon)
                raise BadEntry("no_such_name", near=near, where=where, name=icon)
        size = self.geometry.card_rows * self.geometry.card_columns
        for card in self.construction_cards:
            if len(card.cells) != size:
                raise BadCards("number_of_cells", card=card.id, cells=len(card.cells), needed=size)
        for table in self.tables:
            self._check_cards(table)
        for enemy in self.enemies:
            missing = {ending.id for ending in self.endings} - set(enemy.endings)
            if missing:
                raise BadCards("enemy_without_ending", enemy=enemy.id, ending=min(missing))

    def _named_icons(self) -> Iterator[tuple[str, IconId]]:
        """Each mention of an icon: its place, and the icon."""
        rows: Iterable[tuple[str, str, Iterable[IconId | None]]] = (
            *(("construction_card", card.id, card.cells) for card in self.construction_cards),
            *(("income_card", card.id, card.icons) for card in self.income_cards),
            *(("character", character.id, (character.icon,)) for character in self.characters),
            *(("plan", plan.id, (plan.icon, *plan.pair)) for plan in self.plans),
            *(
                ("monument_card", card.id, (card.bonus_icon, card.site_icon))
                for card in self.monument_cards
            ),
            *(("enemy", enemy.id, (enemy.icon,)) for enemy in self.enemies),
        )
        for kind, name, icons in rows:
            for icon in icons:
                if icon is not None:
                    yield f'{kind} "{name}"', icon

    def _check_cards(self, table: Table) -> None:
        """Raise BadCards unless each table has enough construction cards."""
        laid = len(self.geometry.spaces) if table.built else 0
        needed = table.players * table.hand + len(self.income_cards) * table.deck_size + laid
        if needed > len(self.construction_cards):
            available = len(self.construction_cards)
            raise BadCards("too_few_cards", players=table.players, needed=needed, there=available)

    # ------------------------------------------------------------ by id

    @cached_property
    def icon(self) -> Mapping[IconId, Icon]:
        """The icons by id, in the order of the file."""
        return {icon.id: icon for icon in self.icons}

    @cached_property
    def card(self) -> Mapping[CardId, ConstructionCard]:
        """The construction cards by id."""
        return {card.id: card for card in self.construction_cards}

    @cached_property
    def income(self) -> Mapping[IncomeId, IncomeCard]:
        """The income cards by id."""
        return {card.id: card for card in self.income_cards}

    @cached_property
    def character(self) -> Mapping[CharacterId, Character]:
        """The characters by id."""
        return {character.id: character for character in self.characters}

    @cached_property
    def plan(self) -> Mapping[PlanId, Plan]:
        """The plans by id."""
        return {plan.id: plan for plan in self.plans}

    @cached_property
    def monument(self) -> Mapping[MonumentId, MonumentCard]:
        """The monument cards by id."""
        return {card.id: card for card in self.monument_cards}

    @cached_property
    def enemy(self) -> Mapping[CharacterId, EnemyCard]:
        """The enemies by id."""
        return {enemy.id: enemy for enemy in self.enemies}

    @cached_property
    def power(self) -> Mapping[PowerId, Power]:
        """The powers of characters by id."""
        return {power.effect: power for power in self.powers}

    @cached_property
    def sites(self) -> frozenset[IconId]:
        """The icons on which anybody may build."""
        return frozenset(icon.id for icon in self.icons if icon.monument_site)

    def table_for(self, players: int) -> Table:
        """The set-up for a number of players."""
        return self._tables[players]

    @cached_property
    def _tables(self) -> Mapping[int, Table]:
        return {table.players: table for table in self.tables}

    def faces(self, card: CardId, rotation: Rotation) -> tuple[IconId, ...]:
        """The icons of a card as it lies, in reading order (cultus.place.5)."""
        cells = self.card[card].cells
        return cells[::-1] if rotation else cells

    def ending(self, lead: int) -> Ending:
        """The ending of a solo game with this lead over the enemy (cultus.solo.20)."""
        fitting = [ending for ending in self.endings if ending.lead is None or ending.lead <= lead]
        return fitting[-1]
