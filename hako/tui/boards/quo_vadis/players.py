"""The players below the map: tracks, generations by their top cards, skills.

Their points stand in the panel of the seats beside the board.

─ Players ─────────────────────── generations by their top cards ─
 ■B Ben  Deep One   spirit 0  food 5  faith 1  wrath 1   hand 4
    ╭Blessing╮ ╭Labour╮ ╭Blessing╮ ╭Labour╮╮╮╮╮
 skills  ■ Spawning · Dynasty   ● Nomads
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region

from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.cards import CardFace, LaidCard, edges
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.draw_context import BESIDE, QuoVadisContext, Row, width_of
from hako.tui.boards.quo_vadis.tracks_and_skills import TRACKS, race, skill_marks
from hako.tui.theme.truncation import shortened

LEAST_NAME = 4
"""Columns of a player's name, at least."""
AROUND_NAME = 5
"""Columns around a name: its seat, and blanks."""
INDENT = 4
"""Columns before generations in a row of their own."""
SKILLED = 113
"""Columns from which on the skills of all seats may stand below them."""


class PlayerRows:
    """The players in a region: a row each, two where there is room, and their skills."""

    def __init__(self, context: QuoVadisContext, region: Region) -> None:
        self._context = context
        self._region = region
        self._seats = list(context.world.seats)
        home = self._seats.index(context.home)
        if len(self._seats) > region.height:  # the own row is never left out
            self._seats = [self._seats[home]]
        self._has_races = any(player.race for player in context.world.players)
        has_rows = region.height >= 2 * len(self._seats) and self._has_piles()
        self._is_below = has_rows and not all(map(self._has_room, self._seats))
        """True if generations have rows of their own."""

    def shows_top_cards(self) -> bool:
        """True if the top card of a generation is drawn, and not only how many cards it has."""
        players = self._context.world.players
        return self._is_below or any(
            players[seat].generations and self._has_room(seat) for seat in self._seats
        )

    def draw(self) -> int:
        """Draw the rows; the next free row."""
        region, seats = self._region, self._seats
        is_below = self._is_below
        y = region.y
        for seat in seats:
            self._draw_seat(seat, y, is_below=is_below)
            y += 1 + is_below
        rows = self._skill_rows() if region.width >= SKILLED else []
        if 0 < len(rows) <= region.bottom - y:
            self._context.lay(Region(region.x + 1, y, region.width - 1, len(rows)), rows)
            y += len(rows)
        return y

    # ------------------------------------------------------------------ a seat

    def _draw_seat(self, seat: Seat, y: int, *, is_below: bool) -> None:
        """Draw a seat; its generations below it, or behind as far as there is room."""
        context, region = self._context, self._region
        marks = self._marks(seat)
        context.lay(Region(region.x, y, region.width, 1), [Row(tuple(marks))])
        rows = 1 + is_below
        context.drawing.place(("seat", seat), region.x, y, region.width, rows, group=BESIDE)
        if seat == context.home:
            self._place_tracks(marks, y)
        room = Region(region.x + INDENT, y + 1, region.width - INDENT, 1)
        if not is_below:
            start = region.x + width_of(marks) + 1
            room = Region(start, y, region.right - start, 1)
        self._draw_piles(seat, room)

    def _marks(self, seat: Seat) -> list[HexMark]:
        """The row of a seat but for its generations."""
        context, ink = self._context, self._context.ink
        player = context.world.players[seat]
        numbers: list[HexMark] = []
        for which in TRACKS:
            count = player.has(which)
            text = context.say(f"track.{which}")
            numbers += [(f"{text} ", ink.dim), (f"{count:<2}", ink.text if count else ink.dim)]
        numbers.append((context.say("hand", count=len(player.hand)), ink.dim))
        people: list[HexMark] = []
        if self._has_races:
            label, style = race(context, seat)
            room = max(cell_width(race(context, other)[0]) for other in context.world.seats)
            people = [(label, style), (" " * (room - cell_width(label) + 1), ink.text)]
        name_room = self._region.width - width_of([*numbers, *people]) - AROUND_NAME
        names = [context.texts.term("seat", other) for other in context.world.seats]
        wanted = min(max(map(cell_width, names)), max(LEAST_NAME, name_room))
        name = shortened(names[seat], wanted, context.symbols)
        blanks = " " * (wanted - cell_width(context.symbols.spell(name)) + 1)
        return [
            (" ", ink.text),
            context.owner(seat),
            (f" {name}{blanks}", ink.owner(seat)),
            *people,
            *numbers,
        ]

    def _place_tracks(self, marks: Sequence[HexMark], y: int) -> None:
        """Make the own tracks places, where they are none yet."""
        context, x = self._context, self._region.x
        labels = {f"{context.say(f'track.{which}')} ": which for which in TRACKS}
        for (text, _), after in zip(marks, [*marks[1:], ("", context.ink.text)], strict=True):
            if (which := labels.get(text)) and ("track", which) not in context.drawing.places:
                cells = cell_width(f"{text}{after[0]}")
                context.drawing.place(("track", which), x, y, cells, group=BESIDE)
            x += cell_width(text)

    # ------------------------------------------------------------------ generations

    def _has_piles(self) -> bool:
        return any(player.generations for player in self._context.world.players)

    def _has_room(self, seat: Seat) -> bool:
        """True if the generations of a seat have room behind its name."""
        return width_of(self._marks(seat)) + 1 + self._pile_width(seat) <= self._region.width + 1

    def _pile_width(self, seat: Seat) -> int:
        piles = self._piles(seat)
        return sum(laid.face.least_of_edge + laid.face.behind for laid in piles) + len(piles)

    def _sizes(self, seat: Seat) -> str:
        """The numbers of cards of a seat's generations."""
        return " ".join(str(len(pile)) for pile in self._context.world.players[seat].generations)

    def _piles(self, seat: Seat) -> list[LaidCard]:
        context = self._context
        laid = []
        for pile in context.world.players[seat].generations:
            face = CardFace(context.epic(pile[-1]), behind=len(pile) - 1)
            laid.append(LaidCard(face, None, context.epic_style(pile[-1]), context.ink.text))
        return laid

    def _draw_piles(self, seat: Seat, room: Region) -> None:
        """Draw the generations of a seat, each as the edge of its top card; else their sizes."""
        context = self._context
        piles = [
            LaidCard(laid.face, ("seat", seat), laid.edge, laid.text) for laid in self._piles(seat)
        ]
        if self._pile_width(seat) <= room.width + 1:
            edges(context.drawing, room, piles, has_places=False)
            return
        sizes = self._sizes(seat)
        texts = (f"{context.say('generations')} {sizes}", f"{context.say('piles')} {sizes}", sizes)
        text = next((text for text in texts if cell_width(text) <= room.width), "")
        if piles and text:
            context.lay(room, [context.text(text, context.ink.dim)])

    # ------------------------------------------------------------------ skills

    def _skill_rows(self) -> list[Row]:
        """The skills that are set, seat by seat, in as many rows as they need."""
        context = self._context
        rows: list[list[HexMark]] = []
        label = f"{context.say('skills_set')}  "
        for seat in self._seats:
            marks = [mark for mark in skill_marks(context, seat) if mark[0].strip()]
            if not marks:
                continue
            named: list[HexMark] = [(f"{context.symbols.owner(seat)} ", context.ink.owner(seat))]
            for number, mark in enumerate(marks):
                named += [(f" {context.symbols.dot} ", context.ink.dim)] * bool(number) + [mark]
            named.append(("   ", context.ink.text))
            if not rows or width_of([*rows[-1], *named]) > self._region.width:
                text = " " * cell_width(label) if rows else label
                rows.append([(text, context.ink.dim)])
            rows[-1] += named
        return [Row(tuple(row)) for row in rows]
