"""Reading and writing lines, in the reader's language."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable
from typing import Any

import click

from hako.cli.printing import put
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.lessons.lesson import LessonText
from hako.engine.lessons.session import LessonSession
from hako.engine.transcript.glossary import Glossary, UnknownEntry
from hako.engine.transcript.highlights import Highlight
from hako.engine.transcript.sentences import RenderedRecord


class InputClosed(Exception):
    """The reader left, or there is no more input."""


class Console:
    """Output of sentences on stdout, and questions that are answered on stdin."""

    def __init__(self, texts: Catalogue, title: str, glossary: Glossary) -> None:
        """Make the lines of a table: `texts` are the table's, `title` is the game's name."""
        self.texts = texts
        self.title = title
        self.glossary = glossary
        self._explained: set[str] = set()
        self._taught: LessonText | None = None
        """The last text of a lesson."""

    def forget(self) -> None:
        """Print texts again that were printed before, when they are due."""
        self._explained.clear()
        self._taught = None

    def write(self, sentence: str) -> None:
        """Write a line."""
        put(sentence)

    def print_text(self, key: str, **values: Any) -> None:
        """Write a sentence of ours."""
        self.write(self.texts.text(f"plain.{key}", **values))

    def print_lines(
        self, records: Iterable[RenderedRecord], moments: Iterable[Highlight] = ()
    ) -> None:
        """Print the sentences of a record for the reader, and how its highlights came about.

        New values of counters follow from all sentences, so they stand behind one only if it is alone.
        """
        how = {highlight.event.sentence: highlight.how for highlight in moments}
        lines = [*records]
        for line in lines:
            self.write(line.in_full if len(lines) == 1 else line.sentence)
            for news in how.get(line.sentence, ()):
                self.write(f"  {news.sentence}")
            if line.totals and len(lines) > 1:
                self.write(line.totals)

    def teach(self, guide: LessonSession) -> None:
        """Print the text of the lesson's step, if there is one; before its first action only."""
        if guide.step is not None and guide.step.say is not self._taught:
            self._taught = guide.step.say
            self.write(self._taught.text(self.texts.language))

    def explain(self, action: Any, note: LazyText | None) -> None:
        """Print the texts of the entries that an action names, or its hint, each entry once."""
        things = self.glossary.of(action) or (self.glossary.of(note) if note else ())
        printed = self.glossary.printed(things)
        new = [text for text in printed if text not in self._explained]
        self._explained.update(new)
        for text in new:
            self.write(f"   {text}")

    def look_up(self, words: str) -> bool:
        """Answer `card NAME`, or `card` alone with all names; whether that, or `i`, was typed."""
        command, _, name = words.partition(" ")
        if command not in {"card", "i"}:
            return False
        try:
            self.write(self.glossary.look_up(name))
        except UnknownEntry as error:
            self.write(error.text(self.texts.language))
        return True

    def ask(self, key: str, **values: Any) -> str:
        """Ask something; the answer in plain small letters. Raises Left where there is none."""
        try:
            answer = input(self.texts.text(f"plain.{key}", **values))
        except EOFError:
            self.write("")
            raise InputClosed from None
        if not sys.stdin.isatty():
            self.write(answer)  # on a terminal it stands there already
        words = unicodedata.normalize("NFKC", answer).strip()
        if words.casefold() == "q":
            raise InputClosed
        return words

    def cover(self, key: str, **values: Any) -> None:
        """Hide the output so far until the next reader confirms with y.

        A surplus Enter or number of the previous reader is no confirmation.
        """
        click.clear()
        self.forget()
        while self.ask(key, **values).casefold() != "y":
            pass
        click.clear()
