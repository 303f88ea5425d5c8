"""The rulebook in the app: Markdown with clauses that can be cited, looked up and searched.

# World Monger                       the title
Some words to begin with.            the rulebook's text
## Control                           a section
Who decides for a civilization.      the section's text
**world_monger.control.1** Most ...  a clause, up to the next clause or section
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from msgspec import Struct

from hako.engine.content.files import BadContent
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.suggestions import suggestion

# compiled on first use: every table imports this module, but few show a rulebook
_SECTION = r"(?m)^##[ \t]+(.+?)[ \t]*$"
_CLAUSE = r"(?m)^\*\*(\w+\.[\w.]+)\*\*(?=\s|$)"
_TABLE = r"(?m)(?:^\|.*\|[ \t]*(?:\n|\Z))+"
_CITED = r"(?a)[(（]([a-z_]+(?:\.\w+)+)"


class UnknownClause(Failure, LookupError):
    """The id of a clause that a rulebook does not have."""


class Clause(Struct, frozen=True):
    """A clause of a rulebook."""

    id: str
    """Full id, with the game's id: "world_monger.control.1"."""
    heading: str
    """Heading of its section."""
    text: str
    """Markdown, without the id."""


class RulebookSection(Struct, frozen=True):
    """A section of a rulebook: heading, text and clauses."""

    heading: str
    text: str
    """Markdown before the first clause, often empty."""
    clauses: tuple[Clause, ...]

    @property
    def spans(self) -> tuple[str, ...]:
        """The ranges of its clauses, without the game's id: "bust.1-3", "win.1-3"."""
        numbers: dict[str, list[str]] = {}
        for clause in self.clauses:
            numbers.setdefault(_beginning(clause.id), []).append(clause.id.rpartition(".")[2])
        return tuple(_span(beginning, group) for beginning, group in numbers.items())

    @property
    def tables(self) -> Iterator[tuple[tuple[str, ...], ...]]:
        """The Markdown tables in it, as rows of cells; the first row has the headings."""
        for text in (self.text, *(clause.text for clause in self.clauses)):
            for table in re.findall(_TABLE, text):
                rows = [row.strip().strip("|").split("|") for row in table.strip().split("\n")]
                del rows[1]  # the line below the headings
                yield tuple(tuple(cell.strip() for cell in row) for row in rows)


class Rulebook(Struct, frozen=True):
    """A game's rulebook in one language."""

    title: str
    text: str
    """Markdown before the first section, often empty."""
    sections: tuple[RulebookSection, ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses of all sections."""
        return tuple(clause for section in self.sections for clause in section.clauses)

    def clause(self, wanted: str) -> Clause:
        """The clause with this id; the game's id may be left out ("control.1").

        Raises UnknownClause with a suggestion.
        """
        clauses = {clause.id: clause for clause in self.clauses}
        short = {clause_id.partition(".")[2]: clause for clause_id, clause in clauses.items()}
        try:
            return clauses.get(wanted) or short[wanted]
        except KeyError:
            begun = [_beginning(clause_id) for clause_id in clauses]
            near = suggestion(wanted, [*clauses, *short, *begun])
            raise UnknownClause("no_clause", near=near, title=self.title, clause=wanted) from None

    def clauses_under(self, wanted: str) -> tuple[Clause, ...]:
        """The clauses with this prefix ("control"), or the one with this id. Raises UnknownClause."""
        clauses = tuple(clause for clause in self.clauses if _beginning(clause.id) == wanted)
        return clauses or (self.clause(wanted),)

    def search(self, text: str) -> tuple[Clause, ...]:
        """The clauses that contain every word of the search text, in their id or text.

        Case and the width of characters (full or half) are ignored.
        """
        words = _plain(text).split()
        return tuple(
            clause
            for clause in self.clauses
            if all(word in _plain(f"{clause.id} {clause.text}") for word in words)
        )


def with_citation(sentence: str) -> str:
    """The last clause that a sentence cites: move.1 for "(move.1-4)"; empty for none."""
    clauses = re.findall(_CITED, sentence)
    return clauses[-1] if clauses else ""


def parse(text: str) -> Rulebook:
    """Parse a rulebook in Markdown. Raises BadContent if it has no title."""
    title, _, body = text.strip().partition("\n")
    if not title.startswith("# "):
        raise BadContent("no_title", line=title)
    preface, *parts = re.split(_SECTION, body)
    sections = zip(parts[::2], parts[1::2], strict=True)
    return Rulebook(
        title.removeprefix("# ").strip(),
        preface.strip(),
        tuple(_section(heading, body) for heading, body in sections),
    )


def _span(beginning: str, numbers: Sequence[str]) -> str:
    """The range of clauses with these numbers; only the common prefix if they are names."""
    if not all(map(str.isdecimal, numbers)):
        return beginning
    return f"{beginning}.{'-'.join(dict.fromkeys([numbers[0], numbers[-1]]))}"


def _beginning(clause_id: str) -> str:
    """The part of an id between the game and the number."""
    return clause_id.partition(".")[2].rpartition(".")[0]


def _section(heading: str, body: str) -> RulebookSection:
    text, *parts = re.split(_CLAUSE, body)
    clauses = zip(parts[::2], parts[1::2], strict=True)
    return RulebookSection(
        heading,
        text.strip(),
        tuple(Clause(clause_id, heading, text.strip()) for clause_id, text in clauses),
    )


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
