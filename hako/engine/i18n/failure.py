"""What cannot be done, told in the language of whoever hears of it.

A Failure has no language: it carries the key of a sentence, and the values in it. The
sentence stands in a catalogue, `failures.en.toml`, see engine.i18n.catalogue:

    raise UnknownBot("no_bot", level=level, near=nearest(level, LEVELS), levels=(*LEVELS,))

    [failure]
    no_bot = "There is no bot {level!r}. The levels are: {levels}."

Whoever says it knows who listens: `error.told("ja")`. A value may be a Failure, too, such as
the reason in "{file}, line {line}: {reason}". Where `near` is given, what was probably meant,
a suggestion follows the sentence.
"""

from __future__ import annotations

import copyreg
import errno
from pathlib import Path
from typing import Any, ClassVar

from hako.engine import ENGINE
from hako.engine.i18n.lazy_text import Language, Translatable

MOST_CHARACTERS = 1500
"""Of a longer sentence the middle is left out; a file may name things as long as itself."""


class Failure(Exception, Translatable):
    """What cannot be done, and why; `str` of it is the English sentence, for logs."""

    words: ClassVar[Path] = ENGINE
    """The folder of the catalogue that its sentences stand in; those here are always known."""

    def __init__(self, key: str, /, *, near: str | None = None, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = values
        self.near = near
        """What was probably meant, where something is misspelt."""

    def text(self, language: Language) -> str:
        """The sentence in that language, with a suggestion if there is one."""
        from hako.engine.i18n.catalogue import (
            load_catalogue,  # needed when an error is told, and not before
        )

        texts = load_catalogue(language, ENGINE, self.words, name="failures")
        sentence = texts.text(f"failure.{self.key}", **self.values)
        if self.near:
            sentence = texts.text("failure.with_near", said=sentence, near=self.near)
        return _cut(escape_controls(sentence))

    def __str__(self) -> str:
        return self.text("en")

    def __reduce__(self) -> tuple[Any, ...]:
        """Comes back as it was from a process that plays for us."""
        return copyreg.__newobj__, (type(self),), self.__dict__  # type: ignore[attr-defined]  # unknown to typeshed


def escape_controls(words: str) -> str:
    """Words in which a terminal finds nothing to obey: control signs are spelt out."""
    return "".join(repr(sign)[1:-1] if _is_obeyed(sign) else sign for sign in words)


def _cut(sentence: str) -> str:
    """The sentence without the middle of what is too long: its end says what would do."""
    half = MOST_CHARACTERS // 2
    return (
        sentence if len(sentence) <= MOST_CHARACTERS else f"{sentence[:half]} … {sentence[-half:]}"
    )


def _is_obeyed(sign: str) -> bool:
    """True if it is one that controls a terminal, in a name or a file that was read."""
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
    """What the system says, with a way out where we know one."""
    known = _OF_SYSTEM.get(error.errno or 0)
    return known or Failure("as_told", what=error.strerror or str(error))
