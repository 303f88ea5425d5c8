"""Icons: the symbols that boards paint, with fallbacks for simple terminals, name and meaning.

They are read from `signs.toml`: the common ones of all games, and those of the game.
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
    """A symbol with its name and meaning."""

    full: str
    name: Wording
    text: Wording
    ascii: str = ""
    """Fallback in ASCII; empty if the full symbol can be used."""
    narrow: str = ""
    """Fallback where ambiguous characters take two cells; empty if another one can be used."""

    def mark(self, symbols: str) -> str:
        """The symbol in a set of symbols: full, narrow or ascii."""
        plainest = self.ascii or self.full
        is_narrow = all(unicodedata.east_asian_width(sign) != "A" for sign in self.full)
        narrow = self.narrow or (self.full if is_narrow else plainest)
        return {"full": self.full, "narrow": narrow}.get(symbols, plainest)


class IconRow(ContentEntry, frozen=True, forbid_unknown_fields=True):
    """Icons defined elsewhere: in the texts of the game or in its content."""

    text: Wording
    """Common meaning of the icons."""
    marks: str = ""
    """Key of the texts that has the symbols; empty for none."""
    names: str = ""
    """Key of the texts that has the names."""
    table: str = ""
    """Table of the content whose entries have the symbols instead; empty for none."""
    field: Wording | None = None
    """Fields of the entries with the symbols, in each language; "name" stands for its first letter,
    as does None."""

    def signs(self, content: Any, texts: Catalogue) -> Iterator[tuple[str, Icon]]:
        """The icons with their ids; their symbols are in the language of the texts only."""
        for key, mark, name in self._entries(content, texts):
            yield f"{self.marks or self.table}.{key}", Icon(mark, name, self.text)

    def _entries(self, content: Any, texts: Catalogue) -> Iterator[tuple[str, str, Wording]]:
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
    """A file of icons."""

    sign: Mapping[str, Icon]
    row: tuple[IconRow, ...] = ()


@cache
def icons_in(folder: Path) -> IconFile:
    """The icons defined in a folder; none without such a file. Raises BadContent."""
    path = folder / FILE
    file: IconFile = load(IconFile, path) if path.exists() else IconFile({})
    return file


COMMON = Path(__file__).parent


def icons_of(folder: Path, content: Any, texts: Catalogue) -> Mapping[str, Icon]:
    """All icons of a game by id, its own first; none if its folder has no file of them."""
    own = icons_in(folder)
    if not own.sign:
        return {}
    rows = (sign for row in own.row for sign in row.signs(content, texts))
    return {**own.sign, **dict(rows), **icons_in(COMMON).sign}
