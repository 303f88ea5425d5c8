"""Entries of a list of which some are unfolded: their order, and the digits that reach them."""

from __future__ import annotations

from hako.tui.widgets.action_choices import ActionRow
from hako.tui.widgets.listed_entries import ListedEntries
from tests.toys.tic_tac_toe import Place


def row(text: str, parts: int = 0, refused: str = "") -> ActionRow:
    return ActionRow(
        Place(0), text, refused, tuple(row(f"{text}{part}") for part in range(1, parts + 1))
    )


def test_the_parts_of_what_is_unfolded_stand_in_its_place_with_two_digits() -> None:
    outer = (row("a"), row("b", parts=2), row("c", parts=3), row("not now", refused="why"))
    listed = ListedEntries(outer, frozenset({1}))

    assert [entry.text for entry in listed.entries] == ["a", "b1", "b2", "c", "not now"]
    assert [listed.key(number) for number in range(5)] == ["1", "21", "22", "3", ""]
    assert [listed.headed_by(number) for number in range(5)] == [None, 1, None, None, None]
    assert listed.last_offered == 3


def test_after_the_digit_of_what_is_unfolded_only_its_parts_have_keys() -> None:
    listed = ListedEntries((row("a", parts=11), row("b")), frozenset({0}))

    assert [listed.key(number, within=0) for number in range(12)] == [*"123456789", "", "0", ""]
    assert listed.nth(0, within=0) == listed.entries[10]
    assert listed.nth(2, within=0) == listed.entries[1]
    assert listed.nth(2) == listed.outer[1]
    assert listed.nth(0) is None
    assert listed.outer_key(0) == "1"
    assert listed.outer_key(0, within=0) == ""


def test_an_entry_is_found_again_when_it_is_folded_and_unfolded() -> None:
    outer = (row("a"), row("b", parts=2))
    folded, unfolded = ListedEntries(outer), ListedEntries(outer, frozenset({1}))

    assert folded.number_of(unfolded.entries[2]) == 1
    assert unfolded.number_of(folded.entries[1]) == 1
    assert unfolded.number_of(outer[1].parts[1]) == 2
