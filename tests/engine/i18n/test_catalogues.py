"""Catalogues: the shape of every entry in every language, the house's and the games'."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import rtoml

import hako
from hako.engine.i18n.catalogue import Catalogue
from hako.testing.test_texts import misshapen

HAKO = Path(hako.__file__).parent
CATALOGUES = sorted([*HAKO.rglob("text.*.toml"), *HAKO.rglob("failures.*.toml")])


@pytest.mark.parametrize(
    "path", CATALOGUES, ids=lambda path: path.relative_to(HAKO).as_posix().replace(".toml", "")
)
def test_every_entry_of_every_catalogue_has_the_variants_that_its_shape_asks_for(
    path: Path,
) -> None:
    assert [*misshapen(rtoml.loads(path.read_text("utf-8")))] == []


@pytest.mark.parametrize(
    ("entry", "is_right"),
    [
        ({"text": "a"}, True),
        ({"text": "a", "hidden": "b"}, True),
        ({"text": "a", "hidden": "b", "partly": "c"}, True),
        ({"by": "n", "one": "a", "other": "b", "none": "c"}, True),
        ({"by": "n", "other": "b"}, True),
        ({"by": "n", "true": "a", "false": "b"}, True),
        ({"by": "n", "none": "a", "text": "b"}, False),
        ({"by": "n", "one": "a"}, False),
        ({"by": "n", "true": "a"}, False),
        ({"by": "n", "other": "a", "others": "b"}, False),
        ({"one": "a", "other": "b"}, False),
        ({"hidden": "b"}, False),
        ({"text": "a", "partly": "c"}, False),
    ],
)
def test_a_shape_is_whole_or_is_told(entry: dict[str, Any], is_right: bool) -> None:
    assert [*misshapen({"event": {"moved": entry}})] == ([] if is_right else ["event.moved"])


def test_a_language_without_a_plural_needs_no_variant_for_one() -> None:
    texts = Catalogue("ja", {"cup.rounds": {"by": "count", "other": "全{count}回戦"}}, {})

    assert texts.text("cup.rounds", count=1) == "全1回戦"
