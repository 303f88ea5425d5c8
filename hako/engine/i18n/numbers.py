"""Numbers that somebody wrote: read without a number of digits that would harm."""

from __future__ import annotations


def number_in(text: str, most: int) -> int | None:
    """The whole number that a text is, or `most` where it is larger; None where it is none.

    Python itself raises ValueError from 4300 digits on, and reads fewer in a time that grows with
    their square.
    """
    if not text.isdecimal():
        return None
    number = 0
    for digit in text:
        number = min(most, 10 * number + int(digit))
    return number
