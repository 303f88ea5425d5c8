"""A game's box on the shelf: its cover, its spine, and the texts on it."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from rich.segment import Segment
from rich.style import Style

from hako.content import Box, DamagedBox, Players, Shelf, Translated
from hako.content.cover import SPINE, Colour, Cover, cover_of
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure
from hako.tui.box_uses import BoxUse
from hako.tui.widgets.cover_pixels import CoverPen, cover_lines, lightness


class BoxArtwork:
    """A game's box on the shelf, with its number and printed texts."""

    def __init__(
        self,
        box: Box,
        number: int,
        cover: Cover,
        *,
        coming: bool = False,
        damage: Failure | None = None,
    ) -> None:
        self.box = box
        self.number = number
        self.cover = cover
        self.coming = coming
        self.damage = damage
        """The reason why it cannot be opened."""
        self.use: BoxUse | None = None
        """None until it is known."""
        self._drawn: dict[tuple[CoverPen, int], list[list[Segment]]] = {}

    @classmethod
    def damaged(cls, box: DamagedBox, number: int) -> BoxArtwork:
        """The box of a game that cannot be read: its id and the reason."""
        reason = Translated(en=box.reason.text("en"), ja=box.reason.text("ja"))
        name = Translated(en=box.id, ja=box.id)
        nobody = Translated(en="", ja="")
        blank = Box(box.id, number, name, reason, Players(1, 1), "", nobody)
        return cls(blank, number, cover_of(None, box.id), damage=box.reason)

    @property
    def is_open(self) -> bool:
        """True if the game can be played."""
        return not self.coming and self.damage is None

    # ------------------------------------------------------------------ pictures

    def picture(self, pen: CoverPen, scale: int) -> list[list[Segment]]:
        """The lines of the cover, 24 cells wide, or 48 with scale 2."""
        if (pen, scale) not in self._drawn:
            self._drawn[pen, scale] = cover_lines(self.cover.pixels(), pen, scale)
        return self._drawn[pen, scale]

    def spine(self, pen: CoverPen) -> list[list[Segment]]:
        """The two lines of the spine, 8 cells wide."""
        if pen == "shades":  # those of the cover, which has more to choose from
            (x, y), (width, _) = self.cover.spine, SPINE
            rows = self.picture(pen, 1)[y // 2 : y // 2 + 2]
            return [[Segment(line.text[x : x + width])] for (line,) in rows]
        if (pen, 0) not in self._drawn:
            self._drawn[pen, 0] = cover_lines(self.cover.spine_pixels(), pen)
        return self._drawn[pen, 0]

    @cached_property
    def own_style(self) -> Style:
        """The style of the chosen box's name: on the commonest colour of its spine, in reverse.

        So it shows without colours, too.
        """
        ground: Colour = Counter(sum(self.cover.spine_pixels(), ())).most_common(1)[0][0]
        ink = "#000000" if lightness(ground) > 0.5 else "#ffffff"
        code = "#{:02x}{:02x}{:02x}".format(*ground)
        return Style(color=code, bgcolor=ink, bold=True, reverse=True)

    # ------------------------------------------------------------------ texts

    def name(self, texts: Catalogue) -> str:
        """The name of the game."""
        return self.box.name["ja" if texts.language == "ja" else "en"]

    def tagline(self, texts: Catalogue) -> str:
        """The sentence about the game; of a damaged one the reason."""
        return self.box.tagline["ja" if texts.language == "ja" else "en"]

    def about(self, texts: Catalogue) -> str:
        """The longest text about the game."""
        text = self.box.about or self.box.tagline
        return text["ja" if texts.language == "ja" else "en"]

    def players(self, texts: Catalogue) -> str:
        """The numbers of players."""
        players = self.box.players
        if self.damage is not None:
            return ""
        if players.min == players.max:
            return texts.text("shelf.players_exactly", count=players.min)
        return texts.text("shelf.players", least=players.min, most=players.max)

    def minutes(self, texts: Catalogue) -> str:
        """The minutes of a game, or the reason why it cannot be opened."""
        if self.damage is not None:
            return texts.text("shelf.damaged")
        if self.coming:
            return texts.text("shelf.coming")
        if self.box.minutes is None:
            return ""
        least, most = self.box.minutes
        if least == most:
            return texts.text("shelf.minutes_about", count=least)
        return texts.text("shelf.minutes", least=least, most=most)

    def designer(self, texts: Catalogue) -> str:
        """The designer of the game."""
        return texts.text("shelf.designer", designer=self.box.designer) if self.box.designer else ""

    def use_text(self, texts: Catalogue) -> str:
        """A line about what was done with the game here; empty until it is known."""
        use = self.use
        if use is None or not self.is_open:
            return ""
        if use.played:
            return texts.text("shelf.used", played=use.played, won=use.won)
        if use.is_under_way:
            return texts.text("shelf.begun")
        key = "new" if use.minutes and not use.done else "unplayed"
        return texts.text(f"shelf.{key}", minutes=use.minutes)


def boxes_on(shelf: Shelf) -> list[BoxArtwork]:
    """Every box of a shelf, in its order, those that are damaged last."""
    boxes = [
        BoxArtwork(
            box,
            number,
            cover_of(shelf.folder_of(box.id), box.id),
            coming=not shelf.is_playable(box),
        )
        for number, box in enumerate(shelf.boxes, start=1)
    ]
    damaged = enumerate(shelf.damaged, start=len(boxes) + 1)
    return boxes + [BoxArtwork.damaged(box, number) for number, box in damaged]
