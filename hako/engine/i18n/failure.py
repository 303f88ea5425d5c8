"""Failures: exceptions whose message can be rendered in any language.

A Failure carries the key of a sentence and its values. The sentence is in a catalogue,
`failures.en.toml`, see engine.i18n.catalogue:

    raise UnknownBot("no_bot", level=level, near=suggestion(level, LEVELS), levels=(*LEVELS,))

    [failure]
    no_bot = "There is no bot {level!r}. The levels are: {levels}."

The code that shows it knows the language: `error.text("ja")`. A value may be a Failure, too, such
as the reason in "{file}, line {line}: {reason}". With `near`, the word that was probably meant, a
suggestion follows the sentence.
"""

from __future__ import annotations

import copyreg
import errno
from pathlib import Path
from typing import Any, ClassVar

from hako.engine import ENGINE
from hako.engine.i18n.languages import Language
from hako.engine.i18n.lazy_text import Translatable

MOST_CHARACTERS = 1500
"""Longest sentence shown; the middle of a longer one is cut, since files may contain long names."""


class Failure(Exception, Translatable):
    """An operation that cannot be done, with the reason; `str` gives the English sentence."""

    words: ClassVar[Path] = ENGINE
    """Folder of the catalogue with its sentences, in addition to those of the engine."""

    def __init__(self, key: str, /, *, near: str | None = None, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = values
        self.near = near
        """The word that was probably meant by a misspelt one."""

    def text(self, language: Language) -> str:
        """The sentence in that language, with a suggestion if there is one."""
        from hako.engine.i18n.catalogue import (
            load_catalogue,  # needed only when an error is shown
        )

        texts = load_catalogue(language, ENGINE, self.words, name="failures")
        sentence = texts.text(f"failure.{self.key}", **self.values)
        if self.near:
            sentence = texts.text("failure.with_near", said=sentence, near=self.near)
        return _cut(escape_controls(sentence))

    def __str__(self) -> str:
        return self.text("en")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle all attributes, so that a failure in a worker process arrives unchanged."""
        return copyreg.__newobj__, (type(self),), self.__dict__  # type: ignore[attr-defined]  # unknown to typeshed


def escape_controls(words: str) -> str:
    """The text with control characters replaced by their escapes, safe for a terminal."""
    return "".join(repr(sign)[1:-1] if _is_control(sign) else sign for sign in words)


def _cut(sentence: str) -> str:
    """The sentence, its middle cut if it is too long: the end usually has the remedy."""
    half = MOST_CHARACTERS // 2
    return (
        sentence if len(sentence) <= MOST_CHARACTERS else f"{sentence[:half]} … {sentence[-half:]}"
    )


def _is_control(sign: str) -> bool:
    """True for a control character other than a newline."""
    return sign != "\n" and (sign < " " or "\x7f" <= sign < "\xa0")


_OF_SYSTEM = {
    errno.ENOSPC: Failure("disk_full"),
    errno.EDQUOT: Failure("quota_used_up"),
    errno.EACCES: Failure("not_allowed"),
    errno.EPERM: Failure("not_allowed"),
    errno.EFBIG: Failure("file_too_large"),
    errno.EROFS: Failure("read_only_disk"),
    errno.ENOENT: Failure("not_there"),
    errno.EISDIR: Failure("is_folder"),
    errno.ELOOP: Failure("is_link"),
    errno.ENOTDIR: Failure("no_folder"),
    errno.EEXIST: Failure("no_folder"),
    errno.ENAMETOOLONG: Failure("name_too_long"),
}


def from_os_error(error: OSError) -> Failure:
    """The Failure for an error of the operating system, with a remedy for the common ones."""
    known = _OF_SYSTEM.get(error.errno or 0)
    return known or Failure("as_told", what=error.strerror or str(error))
