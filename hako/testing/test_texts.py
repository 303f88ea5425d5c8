"""Tests of texts: everything that is shown has a sentence in both languages."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import Any, get_args

import pytest

from hako.engine.i18n.catalogue import BY_SEAT, PLAYERS, Catalogue, text_key
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.width import cell_width
from hako.engine.log.log_content import content_of
from hako.engine.log.log_format import Record
from hako.engine.rules.action_groups import group_actions
from hako.engine.rules.game import Game, kinds, view
from hako.engine.rules.model import Choice, Event, SecretChoice, Step
from hako.engine.rules.play import events, legal_actions, pending, waiting
from hako.engine.transcript.recap import since
from hako.engine.transcript.sentences import goal, record_text, texts_of
from hako.testing.cases import Case, every_case, every_game, replayed, spread
from hako.testing.prose import VARIANTS

both = pytest.mark.parametrize("language", LANGUAGES)

NARROWEST = 80
"""Width of the narrowest terminal in cells, including a margin of one."""

SHAPES: tuple[tuple[set[str], set[str]], ...] = (
    ({"text"}, {"hidden", "partly", "foretold"}),
    ({"by", "other"}, {"one", "none", "hidden", "partly", "foretold"}),
    ({"by", "true", "false"}, {"none", "hidden", "partly", "foretold"}),
)
"""Sets of variants that an entry must have, each with the variants that it may have besides."""


@cache
def load_catalogue(folder: Path, language: Language, name: str = "text") -> dict[str, Any]:
    return tomllib.loads((folder / f"{name}.{language}.toml").read_text(encoding="utf-8"))


def catalogue(game: Game[Any], language: Language) -> dict[str, Any]:
    return load_catalogue(game.folder, language)


def members(union: Any) -> tuple[type[Any], ...]:
    """The types of a union, or the only one."""
    return get_args(union) or (union,)


def sentences(entry: Any) -> Iterator[str]:
    """All sentences of an entry of a catalogue."""
    if isinstance(entry, str):
        yield entry
    else:
        yield from chain.from_iterable(
            sentences(part) for name, part in entry.items() if name != "by"
        )


def placeholders(entry: Any) -> set[tuple[str, str]]:
    """Names of the values in an entry, each with its table of terms.

    The value that chooses between the variants of an entry is one of them. For the path of a value
    inside another one, such as `use.card`, it is the name of the outer one.
    """
    parts = (string.Formatter().parse(sentence) for sentence in sentences(entry))
    chosen_by = {(str(entry["by"]), "")} if "by" in entry and isinstance(entry, Mapping) else set()
    return chosen_by | {
        (name.partition(".")[0], spec or "")
        for part in parts
        for _, name, spec, _ in part
        if name is not None
    }


def keys(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """The entries of a catalogue by key; variants of one sentence count as one entry."""
    for name, entry in table.items():
        if isinstance(entry, str) or (VARIANTS & set(entry) and path != "option."):
            yield f"{path}{name}", entry
        else:
            yield from keys(entry, f"{path}{name}.")


def misshapen(table: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """The keys of entries that lack a variant, or have one that is never used."""
    for name, entry in table.items():
        names = set(entry) if isinstance(entry, Mapping) else set()
        if path == "option.":
            continue  # its parts are named by the values of the option
        if "by" in names or {"text", "hidden"} <= names or (names and names <= VARIANTS):
            fits = any(must <= names <= must | may for must, may in SHAPES)
            if not fits or ("partly" in names and "hidden" not in names):
                yield f"{path}{name}"
            variants = {part: entry[part] for part in sorted(names - {"by"})}
            yield from misshapen(variants, f"{path}{name}.")  # a variant may have variants
        elif names:
            yield from misshapen(entry, f"{path}{name}.")


@every_game
@both
def test_every_entry_has_the_variants_that_its_shape_asks_for(
    game: Game[Any], language: Language
) -> None:
    assert [*misshapen(catalogue(game, language))] == []


@every_game
@both
def test_every_action_event_and_step_has_its_sentence(game: Game[Any], language: Language) -> None:
    entries = dict(keys(catalogue(game, language)))
    types = [*members(game.actions), *kinds(game, Event), *kinds(game, Step)]

    assert {text_key(kind) for kind in types} <= set(entries)
    for kind in types:
        fields = set(kind.__struct_fields__)
        assert {name for name, _ in placeholders(entries[text_key(kind)])} <= fields


@every_game
@both
def test_the_sentence_of_a_choice_speaks_of_its_action_and_who_chose(
    game: Game[Any], language: Language
) -> None:
    fields = {text_key(kind): {"who", *kind.__struct_fields__} for kind in members(game.actions)}
    for key, entry in keys(catalogue(game, language).get("chosen", {}), "action."):
        assert {name for name, _ in placeholders(entry)} <= fields[key]


@every_game
@both
def test_a_tip_says_what_matters_in_every_kind_of_choice_on_one_row(
    game: Game[Any], language: Language
) -> None:
    """Or in none of them: then the tips describe the actions that stand out."""
    tips = catalogue(game, language).get("matters", {})
    asked = [kind for kind in kinds(game, Step) if issubclass(kind, Choice | SecretChoice)]

    assert set(tips) in ({str(kind.__struct_config__.tag) for kind in asked}, set())
    assert {key: text for key, text in tips.items() if cell_width(text) > NARROWEST - 4} == {}


@every_game
@both
def test_every_option_and_its_values_have_a_name(game: Game[Any], language: Language) -> None:
    names = catalogue(game, language).get("option", {})

    assert {option.key: {"text", *option.values} for option in game.options} == {
        key: set(entry) for key, entry in names.items()
    }


@every_game
def test_both_languages_have_the_same_sentences_about_the_same_values(game: Game[Any]) -> None:
    english, japanese = (dict(keys(catalogue(game, language))) for language in LANGUAGES)

    assert set(english) == set(japanese)
    for key, entry in english.items():
        assert placeholders(entry) == placeholders(japanese[key]), key


@every_game
def test_both_languages_name_the_same_things(game: Game[Any]) -> None:
    header = Case(game, game.seats[0]).table(seed=1).header
    content = content_of(game, header, "test")
    english, japanese = (game.terms(content, language) for language in LANGUAGES)

    assert {table: set(names) for table, names in english.items()} == {
        table: set(names) for table, names in japanese.items()
    }
    for names in chain(english.values(), japanese.values()):
        assert all(names.values())


@every_game
@both
def test_every_term_that_a_sentence_asks_for_has_a_table(
    game: Game[Any], language: Language
) -> None:
    header = Case(game, game.seats[0]).table(seed=1).header
    content = content_of(game, header, "test")
    entries = catalogue(game, language)
    tables = {"", PLAYERS, BY_SEAT, *entries.get("term", {}), *game.terms(content, language)}

    for key, entry in keys(entries):
        assert {table for _, table in placeholders(entry)} <= tables, key


def said_by_its_label(record: Record[Any, Any], texts: Catalogue) -> bool:
    """True if the log shows a choice only by the label of its action."""
    if record.seat is None or record.action is None:
        return False
    label = texts.text("table.chose", seat=record.seat, action=texts.render(record.action))
    return label in record_text(record, texts)


@every_case
def test_all_that_happens_can_be_told_to_everybody(case: Case, seed: int, length: int) -> None:
    table = replayed(case, seed, length)
    both = [texts_of(table, language) for language in LANGUAGES]
    described, figures = dict[str, LazyText](), set[str]()
    for moment in spread(table.positions, 30):
        for viewer in case.viewers():
            seen = view(case.game, moment.state, viewer)
            described |= {repr(line): line for line in case.game.describe(seen, viewer)}
            figures.update(*case.game.counters(seen).values())
        # who sees the same of a record reads the same of it
        masks = [moment.record.masked(viewer) for viewer in case.viewers()]
        distinct = [mask for number, mask in enumerate(masks) if mask not in masks[:number]]
        for record, texts in product(distinct, both):
            assert all(record_text(record, texts, details=True))
            assert not said_by_its_label(record, texts), "the group `chosen` lacks it"
            assert all(texts.render(event) for event in events(record.then))
            if record.action is not None:
                assert texts.render(record.action)
    for texts in both:
        assert all(map(texts.lazy_text, described.values()))
        assert all(texts.term("figure", figure) for figure in figures)
        for seat in range(case.seats):
            assert all(news.sentence for news in since(table, seat, texts))


@every_case
def test_all_that_a_seat_is_asked_offered_and_refused_can_be_said(
    case: Case, seed: int, length: int
) -> None:
    table = replayed(case, seed, length)
    game, both = case.game, [texts_of(table, language) for language in LANGUAGES]
    for moment in spread(table.positions, 60):
        for seat in waiting(moment.state):
            seen = view(game, moment.state, seat)
            step = pending(seen)
            assert step is not None
            offered = legal_actions(seen, seat)
            firsts = [fold.first for fold in group_actions(offered) if fold.first]
            notes = [note for action in offered if (note := game.action_note(seen, seat, action))]
            refused = step.refused(seen) if isinstance(step, Choice) else ()
            for texts in both:
                assert texts.render(step)
                labels = [texts.render(action) for action in offered]
                assert len(set(labels)) == len(labels), "two actions read the same"
                begun = [texts.lazy_text(first) for first in firsts]
                assert len(set(begun)) == len(begun), "two ways to begin read the same"
                assert all(map(texts.lazy_text, notes))
                assert all(texts.render(action) and texts.lazy_text(why) for action, why in refused)


@every_case
def test_the_aim_fits_under_the_title_for_everybody(case: Case, seed: int, length: int) -> None:
    table = replayed(case, seed, length)
    for texts in (texts_of(table, language) for language in LANGUAGES):
        for moment in spread(table.positions, 20):
            for viewer in case.viewers():
                aim = goal(case.game, view(case.game, moment.state, viewer), viewer, texts)
                assert "\n" not in aim
                assert cell_width(aim) < NARROWEST, aim
