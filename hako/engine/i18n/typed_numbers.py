"""Parsing of numbers typed by users, safe against very long ones."""

from __future__ import annotations


def number_in(text: str, most: int) -> int | None:
    """The whole number in a text, limited to `most`; None if the text is not a number.

    Python's `int` raises ValueError from 4300 digits on, and below that takes quadratic time.
    """
    if not text.isdecimal():
        return None
    number = 0
    for digit in text:
        number = min(most, 10 * number + int(digit))
    return number
