from __future__ import annotations

import pytest

from hako.engine.i18n.typed_numbers import number_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("21", 21),
        ("0021", 21),
        ("２１", 21),
        ("99", 99),
        ("100", 99),
        ("9" * 5000, 99),
        ("0" * 5000 + "7", 7),
        ("", None),
        ("-1", None),
        ("+1", None),
        ("1.5", None),
        ("1_000", None),
        (" 1", None),
        ("²", None),
        ("ten", None),
    ],
)
def test_a_number_is_at_most_so_large(text: str, number: int | None) -> None:
    assert number_in(text, 99) == number
