"""The words and signs of a tile, in as many lines as there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.style import Style

from hako.content.monumental.cards.land import Place as TilePlace
from hako.content.monumental.map_queries import defence
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import letter
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.monumental.draw_context import MonumentalContext, Named

Line = Sequence[HexMark]
"""A line of a tile."""

TEXTURE = 4
"""Cells of a texture, at most."""
COMPACT = 4
"""Columns of an army and the tokens beside it, where a tile has one line."""
MANY = 4
"""Soldiers that are drawn one by one, at most."""
ROOMY = 15
"""Columns of a tile from which on its name has a texture beside it."""


class TileText:
    """The text of a tile."""

    def __init__(
        self, context: MonumentalContext, place: TilePlace, ground: Style, *, is_named: bool
    ) -> None:
        """`is_named` if its name stands within the tile."""
        self.context = context
        self.is_named = is_named
        self.place = place
        self.ground = ground
        self.tile = context.world.tile(place)
        self.land = context.world.land.terrain.get(place)
        self.terrain = self.land or "capital"
        owner = self.tile.owner
        self.holder = (
            ground if owner is None else ground + Style(color=context.ink.owner(owner).color)
        )
        """The owner's colour on the tile's ground."""
        self.sign = "" if owner is None else context.symbols.owner(owner)
        is_taken = self.terrain in ("capital", "water")
        self.strength = "" if is_taken else str(defence(context.world, place))
        """The Defence of a tile that can be conquered."""

    def lines(self, width: int, count: int) -> Sequence[Line]:
        """The lines of the tile, each of so many cells at most."""
        draws: Mapping[int, Callable[[int], Sequence[Line]]] = {
            1: self._one,
            2: self._two,
            3: self._three,
            4: self._four,
            5: self._five,
            6: self._six,
        }
        return draws[count](width)

    # ------------------------------------------------------------------ by lines

    def _one(self, width: int) -> Sequence[Line]:
        """Name, terrain, an army or else the Defence against one, and tokens, as far as they fit."""
        context = self.context
        name = self.place if self.is_named and width > COMPACT + cell_width(self.place) else ""
        army = self._army() if self.tile.owner is not None else self.strength
        signs = [
            *self._signs(),
            *self._token_sign(),
            context.symbol("explorer") * bool(self._seats()),
        ]
        tokens = "".join(signs)[: COMPACT - max(1, len(army))]
        return [
            [
                (name, context.ink.dim + self.ground),
                (self._texture(1), self.ground),
                (army.ljust(COMPACT - len(tokens)), self.holder),
                (tokens, self.ground),
            ]
        ]

    def _two(self, width: int) -> Sequence[Line]:
        pieces = f"{self._army()}{''.join(self._signs())}"
        if self.tile.site == "free_town":
            pieces = self.context.say("free_town_brief")
        close = cell_width(self._explorers(0, is_close=True))
        token = self._first_fitting(self._token_names(), width - cell_width(pieces) - close - 1)
        room = width - cell_width(f"{pieces}{token}")
        held: Line = [(pieces, self.holder), (self._explorers(room), self.ground)]
        return [self._heading(width), self._ending(held, width, token)]

    def _three(self, width: int) -> Sequence[Line]:
        named, defended = self._named(width), False
        heading = self._ending([(named, self.ground)], width, "")
        if cell_width(f"{named}{self.strength}") < width and not self._is_name(named):
            heading, defended = self._ending([(named, self.ground)], width, self.strength), True
        army: list[HexMark] = [(self._army(), self.holder)]
        if self.tile.site and self.tile.owner is None and self.tile.site == "barbarian":
            army.append((self.context.symbol("barbarian"), self.ground))
        room = width - sum(cell_width(text) for text, _ in army) - 1
        words = [self.context.say("defence_brief", defence=self.strength), self.strength]
        strength = self._first_fitting(words, room) if self.strength and not defended else ""
        second = self._ending(army, width, strength)
        return [heading, second, self._last(width, with_wonder=True)]

    def _four(self, width: int) -> Sequence[Line]:
        wonder = self._wonder(width)
        return [
            self._heading(width),
            [self._held(width)],
            [(wonder, self.ground)],
            self._last(width, with_wonder=False),
        ]

    def _five(self, width: int) -> Sequence[Line]:
        first, second, third, _ = self._four(width)
        token = self._first_fitting(self._token_names(), width - 3)
        fourth = self._ending([(token, self.ground)], width, self._points())
        explorers: Line = [(self._explorers(width), self.ground)]
        return [first, second, third, fourth, explorers]

    def _six(self, width: int) -> Sequence[Line]:
        first, second, *others = self._five(width)
        picture = self._texture(width, is_apart=True)
        return [first, [(picture, self.ground)], second, *others]

    # ------------------------------------------------------------------ parts

    def _heading(self, width: int) -> Line:
        """The land and its Defence."""
        named = self._named(width - cell_width(self.strength) - bool(self.strength))
        if width >= ROOMY and self._is_name(named) and self.terrain != "capital":
            picture = self._texture(TEXTURE)
            if cell_width(named) <= width - TEXTURE - 3:
                named = f"{named}{' ' * (width - TEXTURE - 2 - cell_width(named))}{picture}"
        return self._ending([(named, self.ground)], width, self.strength)

    @property
    def _key(self) -> str:
        key = self.context.key(("tile", self.place))
        return f"‹{key}›" if key else ""

    @property
    def _name(self) -> str:
        return self.context.sign_name(self.terrain)

    def _is_name(self, text: str) -> bool:
        return text.endswith(self._name)

    def _named(self, width: int) -> str:
        """The key and name of the tile, and its land: by name, or else by texture."""
        key = self._key
        if self.is_named and cell_width(self.place) <= width:
            return self._within(key, width)
        if cell_width(f"{key}{self._name}") <= width:
            return f"{key}{self._name}"
        cells = min(TEXTURE, width - cell_width(key))
        return f"{key}{self._texture(cells)}" if cells > 0 else key

    def _within(self, key: str, width: int) -> str:
        """The same with the tile's name rather than its key, and a texture as there is room."""
        start = f"{key}{self.place}"
        if cell_width(start) > width:
            start = self.place
        cells = width - cell_width(start) - 1
        if cell_width(self._name) <= cells:
            return f"{start} {self._name}"
        return f"{start} {self._texture(min(TEXTURE, cells))}" if cells > 0 else start

    def _army(self) -> str:
        """The owner with its Soldiers, Warlord and Outpost, in signs."""
        tile, context = self.tile, self.context
        warlord = context.symbol("warlord") if tile.warlord else ""
        outpost = context.symbol("outpost") if tile.outpost else ""
        return f"{self.sign}{tile.soldiers or ''}{warlord}{outpost}"

    def _held(self, width: int) -> HexMark:
        """The army that holds the tile, or a token that lies there to be turned up, in words."""
        tile, context = self.tile, self.context
        if tile.owner is None:
            texts = {
                "water": [self._texture(width, is_apart=True)],
                "barbarian": self._unknown(),
                "free_town": [context.say("free_town"), context.say("free_town_brief")],
            }
            words = texts.get(tile.site or self.terrain, [""])
            return self._first_fitting([*words, context.symbol("barbarian")], width), self.ground
        soldiers, held = tile.soldiers, []
        if soldiers and not (tile.warlord or tile.outpost):
            text = context.say("soldiers", count=soldiers)
            if width >= ROOMY:
                held.append(f"{self.sign * min(MANY, soldiers)} {text}")
                held.append(f"{self.sign} {text}")
            held += [f"{self.sign}{text}"]
        elif tile.warlord and not soldiers and not tile.outpost:
            held += self._apart("warlord")
        elif tile.outpost and not soldiers and not tile.warlord:
            held += self._apart("outpost")
        elif not tile.is_held():
            held.append(f"{self.sign} {context.say('empty')}")
        else:
            army = self._army()
            held.append(f"{self.sign}{context.say('soldiers', count=soldiers)} {army[2:]}")
        return self._first_fitting([*held, self._army()], width), self.holder

    def _apart(self, key: str) -> list[str]:
        """The sign of the owner, and the sign and word of what alone holds the tile."""
        piece = f"{self.context.symbol(key)} {self.context.say(key)}"
        return [f"{self.sign} {piece}", f"{self.sign}{piece}"]

    def _unknown(self) -> list[str]:
        """The Barbarians that lie there face down."""
        sign, word = self.context.symbol("barbarian"), self.context.say("barbarians")
        return [f"{sign} {word}", f"{word}{sign}"]

    def _wonder(self, width: int) -> str:
        """The Wonder by its name, or else the Monster that lives there."""
        context = self.context
        if self.tile.wonder is not None:
            return self._with_sign("wonder", context.cards.card[self.tile.wonder], width)
        for lair in context.world.lairs:
            if lair.place == self.place:
                return self._with_sign("lair", context.cards.monster[lair.monster], width)
        return ""

    def _with_sign(self, key: str, item: Named, width: int) -> str:
        """The longest name of a Wonder or Monster that fits beside its sign; or its sign alone."""
        sign, words = self.context.symbol(key), self.context.words
        names = [words(item.name), words(item.brief), self.context.short(item, width - 1)]
        texts = [f"{sign}{gap}{name}" for name in names for gap in (" ", "")]
        return self._first_fitting([*texts, sign], width)

    def _points(self) -> str:
        """The points that the Province counts, with its Wonder token."""
        if not self.strength or self.land is None:
            return ""
        constants = self.context.cards.constants
        points = self.context.cards.terrain[self.land].vp
        points += constants.wonder_token_vp * (self.tile.wonder is not None)
        return f"{self.context.symbols.star}{points}"

    def _last(self, width: int, *, with_wonder: bool) -> Line:
        """Wonder or site by sign, Explorers, and the token at the right, by word where it fits."""
        if not with_wonder and not self._seats():
            return [(self._first_fitting(self._token_names(), width), self.ground)]
        close = self._explorers(0, is_close=True)
        least = "".join(self._token_names()[-1:])
        taken = cell_width(f"{close}{least}") + bool(close) + bool(least)
        signs = self._first_fitting(self._sites(), width - taken) if with_wonder else ""
        apart = " " if signs and close else ""
        taken = cell_width(f"{signs}{apart}{close}")
        token = self._first_fitting(self._token_names(), width - taken - bool(taken))
        room = width - cell_width(f"{signs}{apart}{token}") - bool(token)
        return self._ending([(f"{signs}{apart}{self._explorers(room)}", self.ground)], width, token)

    def _sites(self) -> list[str]:
        """The things on the tile besides an army, by words and signs; the longest text first.

        Barbarians on a neutral tile stand where an army would.
        """
        context, signs = self.context, self._signs()
        if self.tile.owner is None and self.tile.site == "barbarian":
            signs.remove(context.symbol("barbarian"))
        if self.tile.site == "free_town" and len(signs) == 1:
            return [context.say("free_town"), context.say("free_town_brief"), *signs]
        return [" ".join(signs), "".join(signs)]

    def _signs(self) -> list[str]:
        """The signs of a Monster, a Wonder, and what lies there face down."""
        context, tile = self.context, self.tile
        signs = []
        if any(lair.place == self.place for lair in context.world.lairs):
            signs.append(context.symbol("lair"))
        if tile.wonder is not None:
            signs.append(context.symbol("wonder"))
        if tile.site is not None:
            signs.append(context.symbol(tile.site))
        return signs

    def _token_sign(self) -> list[str]:
        return [self.context.symbol("token")] if self.tile.resource is not None else []

    def _token_names(self) -> list[str]:
        """The token there by its word, a shorter one, and its letter; nothing without one."""
        resource, say = self.tile.resource, self.context.say
        if resource is None:
            return []
        return [say(f"{kind}.{resource}") for kind in ("token", "token_short", "token_letter")]

    def _seats(self) -> list[int]:
        """The owner of each Explorer on the tile."""
        return [
            seat
            for seat in self.context.world.seats
            for explorer in self.context.world.realms[seat].explorers
            if explorer.place == self.place
        ]

    def _explorers(self, width: int, *, is_close: bool = False) -> str:
        """The Explorers on the tile: with a word, one by one, or their letters after one sign."""
        seats, sign = self._seats(), self.context.symbol("explorer")
        letters = "".join(map(letter, seats))
        if not seats or is_close:
            return f"{sign}{letters}" if seats else ""
        apart = " ".join(f"{sign}{name}" for name in letters)
        word = self.context.say("explorers", count=len(seats))
        close = "".join(f"{sign}{name}" for name in letters)
        texts = [f"{apart} {word}", apart, close, f"{sign}{letters}", sign]
        return self._first_fitting(texts, width)

    def _texture(self, cells: int, *, is_apart: bool = False) -> str:
        """The picture of the land in so many cells; with blanks between its signs if apart."""
        sign = self.context.symbol(self.terrain)
        if is_apart:
            step = 2 if cells < ROOMY else 3
            return sign.ljust(step) * (cells // step)
        if self.terrain == "volcano" and cells >= TEXTURE:
            slope = self.context.symbol("mountain")
            return f"{slope}{sign * (cells - 2)}{slope}"
        return sign * cells

    @staticmethod
    def _first_fitting(texts: Sequence[str], width: int) -> str:
        """The first text that fits; nothing if none does."""
        return next((text for text in texts if cell_width(text) <= width), "")

    def _ending(self, parts: Line, width: int, end: str) -> Line:
        """A line whose last text ends with the tile."""
        taken = sum(cell_width(text) for text, _ in parts) + cell_width(end)
        return [*parts, (f"{' ' * max(0, width - taken)}{end}", self.ground)]
