"""Signs: marks that boards paint, each with its twins for poorer terminals, its name and meaning.

They are read from `signs.toml`: ours, which every game has, and that of the game.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hako.engine.content.files import ContentEntry, Wording, load, named
from hako.engine.i18n.catalogue import Catalogue

FILE = "signs.toml"


class Icon(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A mark, and what it stands for."""

    full: str
    name: Wording
    text: Wording
    ascii: str = ""
    """Where there are few glyphs; empty if the full mark will do."""
    narrow: str = ""
    """Where ambiguous characters take two cells; empty if one of the others will do."""

    def mark(self, symbols: str) -> str:
        """The mark in a set of symbols: full, narrow or ascii."""
        plainest = self.ascii or self.full
        is_narrow = all(unicodedata.east_asian_width(sign) != "A" for sign in self.full)
        narrow = self.narrow or (self.full if is_narrow else plainest)
        return {"full": self.full, "narrow": narrow}.get(symbols, plainest)


class IconRow(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """Signs that stand elsewhere already: in the texts of the game or in its content."""

    text: Wording
    """Of what they are signs."""
    marks: str = ""
    """Under this key of the texts stand the marks."""
    names: str = ""
    """And here the names."""
    table: str = ""
    """Or else entries of this table of the content have them."""
    field: Wording | None = None
    """In these fields, in each language; without one, the name begins with it, as with `name`."""

    def signs(self, content: Any, texts: Catalogue) -> Iterator[tuple[str, Icon]]:
        """Each by an id; its mark in the language of the texts alone."""
        for key, mark, name in self._told(content, texts):
            yield f"{self.marks or self.table}.{key}", Icon(mark, name, self.text)

    def _told(self, content: Any, texts: Catalogue) -> Iterator[tuple[str, str, Wording]]:
        for key, entry in named(content)[self.table].items() if self.table else ():
            name = entry.name.text(texts.language)
            fields = self.field.text(texts.language) if self.field else "name"
            marks = (
                name[0] if field == "name" else getattr(entry, field) for field in fields.split()
            )
            yield key, " ".join(marks), entry.name
        for key in texts.under(self.marks) if self.marks else ():
            name = texts.text(f"{self.names}.{key}")
            yield key, texts.text(f"{self.marks}.{key}"), Wording(name, name)


class IconFile(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """A file of signs."""

    sign: Mapping[str, Icon]
    row: tuple[IconRow, ...] = ()


@cache
def icons_in(folder: Path) -> IconFile:
    """The signs of a folder; none where it has no such file. Raises BadContent."""
    path = folder / FILE
    file: IconFile = load(IconFile, path) if path.exists() else IconFile({})
    return file


OURS = Path(__file__).parent


def icons_of(folder: Path, content: Any, texts: Catalogue) -> Mapping[str, Icon]:
    """All signs of a game's table, its own first; none where its folder has no file of them."""
    own = icons_in(folder)
    if not own.sign:
        return {}
    rows = (sign for row in own.row for sign in row.signs(content, texts))
    return {**own.sign, **dict(rows), **icons_in(OURS).sign}
