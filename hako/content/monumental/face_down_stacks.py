"""Face-down stacks: their contents, their masks, and the random filling of a mask.

Nobody knows more of a stack than others do (monumental.secret.1-5): a mask is the
same for every seat and every watcher.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.card_types import EraId
from hako.content.monumental.cards.effects import CardId, CardKind
from hako.content.monumental.cards.land import Site
from hako.engine.content.cache_decorators import remembered
from hako.engine.rules.chance import Stream
from hako.engine.rules.model import known


class Stack(Struct, frozen=True, gc=False, cache_hash=True):
    """A face-down deck whose contents, but not their order, are public, such as a City deck."""

    cards: tuple[str | None, ...] = ()
    """The top card first. In a mask, None where the card is not known."""
    shown: int = 0
    """The number of cards from the top that everybody knows: they were put there face up."""
    unseen: tuple[str, ...] = ()
    """In a mask: the cards that are None, sorted. Empty on the table itself."""

    def all(self) -> tuple[str, ...]:
        """The cards in it, in no order."""
        return (*[card for card in self.cards if card is not None], *self.unseen)

    def top(self) -> str:
        """The top card; there must be one."""
        return known(self.cards[0])

    def without_top(self) -> Stack:
        """The stack after its top card was drawn."""
        assert self.cards[0] is not None, "a card is drawn for all to see"
        shown = self.shown - 1 if self.shown else 0
        return Stack(self.cards[1:], shown, self.unseen)

    def with_top(self, card: str) -> Stack:
        """The stack with a card laid on top, for all to see."""
        return replace(self, cards=(card, *self.cards), shown=self.shown + 1)

    def masked(self) -> Stack:
        """The stack as everybody may see it."""
        return _masked(self)

    def dealt(self, stream: Stream) -> Stack:
        """The mask with its unseen cards in random order."""
        if not self.unseen:
            return self
        return Stack((*self.cards[: self.shown], *stream.shuffle(self.unseen)), self.shown)


@lru_cache(maxsize=256)
def _masked(stack: Stack) -> Stack:
    above, below = stack.cards[: stack.shown], stack.cards[stack.shown :]
    unseen = tuple(sorted((*stack.unseen, *(card for card in below if card is not None))))
    return Stack((*above, *(None for _ in below)), stack.shown, unseen)


class Layer(Struct, frozen=True, gc=False):
    """The cards of one Era in the Development deck, under its separation card."""

    era: EraId
    cards: tuple[CardId | None, ...]
    """The top card first. None in a mask."""
    aside: tuple[CardId, ...] = ()
    """Cards of the Era that were left out, unseen (monumental.opt.3). Empty in a mask."""
    unseen: tuple[CardId, ...] = ()
    """In a mask: all that are in the deck or were left out, sorted."""
    kinds: Mapping[CardKind, int] = {}
    """In a mask: how many cards of each kind are in the deck, from public numbers."""

    def masked(self, content: Cards) -> Layer:
        """The layer as everybody may see it: with the numbers of cards by kind."""
        if self.unseen:
            return self
        cards = [known(card) for card in self.cards]
        kinds: dict[CardKind, int] = {}
        for card in sorted(cards):
            kind = content.card[card].kind
            kinds[kind] = kinds.get(kind, 0) + 1
        ordered = {kind: kinds[kind] for kind in sorted(kinds)}
        unseen = tuple(sorted((*cards, *self.aside)))
        return Layer(self.era, (None,) * len(cards), (), unseen, ordered)

    def dealt(self, content: Cards, stream: Stream) -> Layer:
        """The mask with cards drawn at random from those unseen."""
        if not self.unseen:
            return self
        drawn: list[CardId] = []
        pools = _by_kind(content, self.unseen)
        for kind, count in self.kinds.items():
            pool = pools[kind]
            drawn += pool if len(pool) == count else stream.shuffle(pool)[:count]
        aside = without(self.unseen, drawn)
        return Layer(self.era, stream.shuffle(drawn), aside)


@remembered  # the same mask is dealt many times
def _by_kind(content: Cards, cards: tuple[CardId, ...]) -> Mapping[CardKind, Sequence[CardId]]:
    kinds: dict[CardKind, list[CardId]] = {}
    for card in cards:
        kinds.setdefault(content.card[card].kind, []).append(card)
    return kinds


class Tokens(Struct, frozen=True, gc=False):
    """The faces of the Exploration tokens on the map."""

    faces: tuple[str | None, ...] = ()
    """The face on each tile, in the order of the map; None for no token or a masked one."""
    aside: tuple[str, ...] = ()
    """Tokens left over, unseen (monumental.setup.7). Empty in a mask."""
    monsters: int = 0
    """The number of Monsters among the faces (monumental.monster.1); it is public."""
    unseen: tuple[str, ...] = ()
    """In a mask: all that are face down or left over, sorted."""

    def without(self, number: int, *, is_monster: bool) -> Tokens:
        """The faces after the one on a tile was turned up."""
        faces = (*self.faces[:number], None, *self.faces[number + 1 :])
        return replace(self, faces=faces, monsters=self.monsters - is_monster)

    def masked(self) -> Tokens:
        """The tokens as everybody may see them."""
        if self.unseen:
            return self
        lying = (face for face in self.faces if face is not None)
        unseen = tuple(sorted((*lying, *self.aside)))
        return Tokens((None,) * len(self.faces), (), self.monsters, unseen)

    def dealt(self, content: Cards, sites: Iterable[Site | None], stream: Stream) -> Tokens:
        """The mask with tokens dealt at random to the sites where one lies."""
        if not self.unseen:
            return self
        sites = tuple(sites)
        stacks = {
            kind: iter(drawn)
            for kind, drawn in deal_tokens(
                content, self.unseen, sites.count("barbarian"), self.monsters, stream
            ).items()
        }
        faces = tuple(next(stacks[site]) if site is not None else None for site in sites)
        lying = (face for face in faces if face is not None)
        return Tokens(faces, without(self.unseen, lying), self.monsters)


def deal_tokens(
    content: Cards, pool: Iterable[str], barbarians: int, monsters: int, stream: Stream
) -> Mapping[Site, tuple[str, ...]]:
    """Tokens for the sites of each kind, shuffled, with so many Monsters among the Barbarians."""
    kinds = _by_look(content, tuple(pool))
    plain = stream.shuffle(kinds["barbarian"])[: barbarians - monsters]
    if monsters:
        plain = stream.shuffle((*plain, *stream.shuffle(kinds["monster"])[:monsters]))
    return {"barbarian": plain, "free_town": stream.shuffle(kinds["free_town"])}


@remembered  # the same mask is dealt many times
def _by_look(content: Cards, tokens: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """The tokens whose faces show a Barbarian, a Free Town, and a Monster."""
    kinds: dict[str, list[str]] = {"barbarian": [], "free_town": [], "monster": []}
    for token in tokens:
        face = content.exploration.get(token)
        kinds["monster" if face is None else face.kind].append(token)
    return kinds


def without(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The cards with others taken out."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
