"""The board of Flip City: turn, deck, city, supply, own other cards and rivals, from the top down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from textual.geometry import Region

from hako.content.flip_city.cards import FaceId
from hako.content.flip_city.state import counted
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.cards import (
    SIDES,
    CardFace,
    LaidCard,
    edge_rows,
    edges,
    longest_fitting,
    wrapped_row,
    wrapped_rows,
)
from hako.tui.boards.flip_city.card_flow import city_flow, draw_flow, flow_rows, own_flow
from hako.tui.boards.flip_city.draw_context import FlipCityContext
from hako.tui.boards.flip_city.one_turn_wins import one_turn_wins, rows_of
from hako.tui.boards.flip_city.sizes import FlipCityStep
from hako.tui.boards.flip_city.supply import draw_piles
from hako.tui.boards.flip_city.turn_and_deck import draw_deck, draw_turn

TEXT_CELLS = 15
"""Cells of a card with lines of text among the own ones and the rivals', at least."""
MORE = 6
"""Rows by which piles become higher where there are rows left over."""
LEAST_RIVAL = 3
"""Rows of rivals' cards, at least, beside what each seat can reach in one turn."""
LEAST_PILE = 4
"""Rows of a pile, at least."""


def _least(rows: int) -> int:
    """The cells of a card of so many rows, at least."""
    return TEXT_CELLS if rows > SIDES + 1 else 0


class TableDrawing:
    """A drawing of everything, whose parts give up rows where there are few."""

    def __init__(self, context: FlipCityContext, step: FlipCityStep) -> None:
        self.context = context
        self.drawing = context.drawing
        self.ink = context.ink
        self.step = step
        self.rivals = [seat for seat in range(len(context.city.boards)) if seat != context.home]
        self.gap = 0
        """Free rows between parts, where there are rows left over."""
        self.offers: Mapping[Seat, Sequence[str]] = {}
        """The lines on what rivals could flip and take back, where there are rows left over."""

    def draw(self) -> None:
        """Draw all parts, the rivals' cards, then own ones and those of the city in fewer rows."""
        width, _ = self.step.deck
        top = draw_turn(self.context, 0)
        room = self.drawing.height - top - 1
        wins = rows_of(self.context, len(self.rivals) + 1) if self.step.has_whole_text else 0
        layout = self._layout(room - wins)
        if layout[0] < LEAST_RIVAL:
            layout, wins = self._layout(room), 0
        room, taken = room - wins, self._height(layout)
        rival, own, card, supply, height = layout
        y = draw_deck(self.context, top, width, height)
        spare = max(0, room - taken)
        if self.step.has_books:
            self.offers = {seat: self._offers(seat) for seat in self.rivals}
        if (rows := sum(map(len, self.offers.values()))) > spare:
            rows, self.offers = 0, {}
        spare -= rows
        higher = min(MORE, spare // 3) if self.step.supply > LEAST_PILE + 1 else 0
        self.gap = min(6, (spare - higher) // (3 + len(self.rivals)))
        y = self._city(y, card) + self.gap
        self._supply_heading(y)
        y = draw_piles(self.context, y + 1, self.step, supply + higher) + self.gap
        y = self._own(y, own) + self.gap
        for seat in self.rivals:
            y = self._rival(y, seat, rival)
            for line in self.offers.get(seat, ()):
                self.drawing.at(1, y).put(line, self.ink.dim)
                y += 1
            y += self.gap
        if wins:
            self._one_turn_wins(y)

    def _one_turn_wins(self, y: int) -> None:
        """Write what each seat could reach in one turn, two seats a row."""
        self.context.heading(y, self.context.say("one_turn"))
        half = self.drawing.width // 2
        for number, (text, is_near) in enumerate(one_turn_wins(self.context)):
            line = self.drawing.at(1 + number % 2 * half, y + 1 + number // 2)
            self.context.put_marked(line, text, self.ink.warn if is_near else self.ink.text)

    def _layout(self, room: int) -> tuple[int, int, int, int, int]:
        """The first layout that fits in so many rows, or the last one."""
        layouts = [*self._layouts()]
        return next((layout for layout in layouts if self._height(layout) <= room), layouts[-1])

    def _height(self, layout: tuple[int, int, int, int, int]) -> int:
        rival, own, card, supply, height = layout
        cards = self._city_height(card) + self._own_height(own) + self._rivals_height(rival)
        return cards + supply + height

    def _layouts(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Rows of rivals' cards, own ones, those of the city, piles and the open card; most first."""
        step, heights = self.step, (8, 6, 5, 3, 2, 1)
        rival, own, card, deck = step.rival, step.own, step.card[1], step.deck[1]
        yield rival, own, card, step.supply, deck
        for fewer in (height for height in (5, 3, 2, 1, 0) if height < step.rival):
            rival = fewer
            yield rival, own, card, step.supply, deck
        for fewer in (height for height in heights if height < step.own):
            own = fewer
            yield rival, own, card, step.supply, deck
        deck -= 1
        yield rival, own, card, step.supply, deck
        for fewer in (height for height in heights if height < step.card[1]):
            card = fewer
            yield rival, own, card, step.supply, deck
        for supply in range(step.supply - 1, LEAST_PILE - 1, -1):
            yield rival, own, card, supply, deck

    # ------------------------------------------------------------------ the city

    def _city_height(self, card: int) -> int:
        if card == 1:
            return flow_rows(city_flow(self.context, self.context.name), self._room)
        cards = self._city_cards(card)
        rows = wrapped_rows(cards, self.step.card[0], self.drawing.width)
        return 1 + (card * rows if rows else 1)

    @property
    def _room(self) -> int:
        return self.drawing.width - 1

    def _city(self, y: int, card: int) -> int:
        context = self.context
        if card == 1:
            flow = city_flow(context, context.name)
            return draw_flow(self.drawing, Region(1, y, self._room, 1), flow)
        cards, turn, bust = self._city_cards(card), context.city.turn, context.bust()
        if not cards:
            style = self.ink.danger if bust else self.ink.dim
            context.heading(y, context.say("city_of", seat=context.active))
            self.drawing.at(1, y + 1).put(bust or context.say("no_city"), style)
            return y + 2
        gains = context.say("played", count=len(cards), money=turn.money, unhappy=turn.unhappy)
        context.heading(y, context.say("city_of", seat=context.active), gains)
        return wrapped_row(
            self.drawing, Region(0, y + 1, self.drawing.width, card), cards, self.step.card[0]
        )

    def _city_cards(self, rows: int) -> list[LaidCard]:
        city = self.context.city.boards[self.context.active].city
        return [
            self._card(face, ("city", number), rows, self.step.card[0])
            for number, face in enumerate(city)
        ]

    def _card(
        self,
        face: FaceId,
        place: tuple[str, object],
        rows: int,
        width: int,
        copies: int = 1,
        foot: str | None = None,
    ) -> LaidCard:
        context = self.context
        name, gains = context.name(face), context.icons(face)
        if rows == 1:
            shown = CardFace(name, (), foot or "", copies - 1, context.key(place))
            return LaidCard(shown, place, context.style(face), self.ink.text)
        end = context.flip_text(face) if foot is None else foot
        if rows <= SIDES:
            end = f"{gains} {end}".strip() if foot else gains
        else:  # the card is at least as wide as its gains
            bar = context.symbols.frame.horizontal
            end = f"{bar * (cell_width(gains) - cell_width(end))}{end}"
        shown = CardFace(name, (), end, copies - 1, context.key(place))
        inside = max(width, shown.least) - SIDES
        lines: list[str] = []
        if rows > SIDES:
            # cards as narrow as their names would say it in words and in signs by turns
            texts = [context.say("gives", icons=gains), gains] if width else [gains]
            lines += longest_fitting(texts, inside, 1)
            printed = context.face(face).text.text(context.texts.language)
            texts = [*([printed] if self.step.has_whole_text else []), context.brief(face)]
            lines += longest_fitting(texts, inside, rows - SIDES - len(lines))
        shown = CardFace(name, tuple(lines), shown.foot, copies - 1, shown.key)
        return LaidCard(shown, place, context.style(face), self.ink.text)

    # ------------------------------------------------------------------ own other cards

    def _own_groups(self, rows: int) -> tuple[list[LaidCard], list[LaidCard]]:
        """The cards of deck and discard pile of the home seat, equal ones together."""
        context, board = self.context, self.context.city.boards[self.context.home]
        in_deck = context.say("in_deck") if rows > SIDES else ""
        deck = [
            self._card(face, ("deck", face), rows, _least(rows), copies, in_deck)
            for face, copies in counted(board.deck_cards())
        ]
        discard = [
            self._card(face, ("discard", face), rows, _least(rows), copies, context.flip_text(face))
            for face, copies in counted(board.discard)
        ]
        return deck, discard

    def _own_height(self, rows: int) -> int:
        if rows == 1:
            return flow_rows(own_flow(self.context, self.context.name), self._room)
        cards = [*chain.from_iterable(self._own_groups(rows))]
        return 1 + rows * max(1, wrapped_rows(cards, _least(rows), self.drawing.width))

    def _own(self, y: int, rows: int) -> int:
        context, board = self.context, self.context.city.boards[self.context.home]
        if rows == 1:
            flow = own_flow(context, context.name)
            return draw_flow(self.drawing, Region(1, y, self._room, 1), flow)
        deck, discard = self._own_groups(rows)
        size = context.say("piles", deck=len(board.deck), discard=len(board.discard))
        context.heading(y, context.say("others_of", seat=context.home), size)
        if not (deck or discard):
            return y + 1 + rows
        room = Region(0, y + 1, self.drawing.width, rows)
        return wrapped_row(self.drawing, room, [*deck, *discard], _least(rows))

    # ------------------------------------------------------------------ supply and rivals

    def _supply_heading(self, y: int) -> None:
        context = self.context
        left = f" {context.city.supply_left()}" if context.city.is_solo else ""
        context.heading(y, f"{context.say('supply_sides')}{left}", context.say("supply_reads"))

    def _rivals_height(self, rows: int) -> int:
        return sum(1 + self._rival_cards_height(seat, rows) for seat in self.rivals)

    def _rival_cards(self, seat: Seat, rows: int) -> list[LaidCard]:
        owned = counted(self.context.city.boards[seat].owned())
        return [
            self._card(face, ("owned", (seat, face)), rows, _least(rows), copies, "")
            for face, copies in owned
        ]

    def _rival_cards_height(self, seat: Seat, rows: int) -> int:
        if not rows:
            return 0
        cards = self._rival_cards(seat, rows)
        if rows == 1:
            return edge_rows(cards, self._room)
        return rows * max(1, wrapped_rows(cards, _least(rows), self._room))

    def _rival(self, y: int, seat: Seat, rows: int) -> int:
        """Draw a rival's row, and its cards; the next free row."""
        self.rival_row(y, seat, 0, self.drawing.width)
        if rows == 1:
            cards = self._rival_cards(seat, rows)
            return edges(self.drawing, Region(1, y + 1, self._room, 1), cards, has_places=False)
        if rows:
            room = Region(1, y + 1, self._room, rows)
            cards = self._rival_cards(seat, rows)
            return wrapped_row(self.drawing, room, cards, _least(rows), has_places=False)
        return y + 1

    def _offers(self, seat: Seat) -> Sequence[str]:
        """The flips and the recyclings that a rival's discard pile allows, in two lines at most."""
        context, discard = self.context, counted(self.context.city.boards[seat].discard)
        texts = []
        for name in (context.name, context.short):
            kinds: dict[str, list[str]] = {"could_flip": [], "could_take_back": []}
            for face, copies in discard:
                key = "could_flip" if context.face(face).recycle is None else "could_take_back"
                times = f" ({copies})" if copies > 1 else ""
                kinds[key].append(f"{name(face)} {context.flip_text(face, short=True)}{times}")
            shown = [
                context.say(key, offers=context.say("comma").join(offers))
                for key, offers in kinds.items()
                if offers
            ]
            texts.append("  ".join(shown))
        return longest_fitting(texts, self._room, 2) if discard else ()

    def rival_row(self, y: int, seat: Seat, x: int, width: int) -> None:
        context, city = self.context, self.context.city
        board, drawing = city.boards[seat], self.drawing
        top = board.deck[0] if board.deck else None
        values = {
            "name": context.full_mark(seat),
            "mark": context.mark(seat),
            "points": city.points_owned(seat),
            "owned": len(board.owned()),
            "deck": len(board.deck),
            "discard": len(board.discard),
            "top": "" if top is None else context.say("on_top_of", face=top),
        }
        texts = [
            context.say(key, **values)
            for key in ("rival", "rival_short", "rival_bare", "rival_shortest")
        ]
        text = next((text for text in texts if cell_width(text) < width - 1), texts[-1])
        is_active = seat == context.active
        line = drawing.at(x, y)
        line.put(context.symbols.pointer if is_active else " ", self.ink.accent)
        context.put_marked(line, text, self.ink.text)
        drawing.place(("seat", seat), x + 1, y, line.x - x - 1)
