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
        """Say again what was said, where it is due."""
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
        """Write what a record says to the reader, and how its moments came about."""
        how = {highlight.event.sentence: highlight.how for highlight in moments}
        for line in records:
            self.write(line.in_full)
            for news in how.get(line.sentence, ()):
                self.write(f"  {news.sentence}")

    def teach(self, guide: LessonSession) -> None:
        """Write what a lesson says now, if one is on; of several actions before the first alone."""
        if guide.step is not None and guide.step.say is not self._taught:
            self._taught = guide.step.say
            self.write(self._taught.text(self.texts.language))

    def explain(self, action: Any, note: LazyText | None) -> None:
        """Write what is printed on what an action names, or else what it pays, each thing once."""
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
        """Hide what was read so far until the next reader says to be there.

        An Enter or a number too many of the last reader's does not say that.
        """
        click.clear()
        self.forget()
        while self.ask(key, **values).casefold() != "y":
            pass
        click.clear()
