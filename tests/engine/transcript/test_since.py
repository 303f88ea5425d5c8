"""Since: what others did between two choices of a seat, folded, as that seat may know it."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content import load
from hako.content.cultus.events.monuments import MonumentBuilt
from hako.content.cultus.events.turn import CardDrawn, GoldAllotted, StepPaid
from hako.content.flip_city.events import CardUpgraded, TurnBusted
from hako.engine import ENGINE
from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import think
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.lessons.lesson import begin, lessons_of
from hako.engine.lessons.session import LessonSession
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.log.setup import new_header
from hako.engine.rules.game import view
from hako.engine.rules.play import events
from hako.engine.transcript import recap as module
from hako.engine.transcript.figure_changes import summed
from hako.engine.transcript.recap import MOST, RecapItem, _Deed, _folded, brought, since
from hako.engine.transcript.sentences import rendered, texts_of
from tests.toys.tic_tac_toe import GAME, Place


def news(table: History[Any], seat: int = 0) -> list[RecapItem]:
    return since(table, seat, texts_of(table, "en"))


def busts(moment: Position[Any]) -> list[Any]:
    return [event for event in events(moment.record.then) if isinstance(event, TurnBusted)]


@pytest.fixture(scope="module")
def bust() -> History[Any]:
    """Flip City: Ann's turn again, and one of the others went bust since her last one."""
    players = [Player(name) for name in ("Ann", "Ben", "Cat")]
    table = History.new(game := load("flip_city"), new_header(game, players, seed=3))
    while not (table.waiting() == (0,) and any(map(busts, table.path()))):
        seat = table.waiting()[0]
        table.play(seat, think("greedy", *observation_of(table, seat)))
    return table


def test_what_matters_to_all_is_told_by_itself_and_leads_to_its_moment(bust: History[Any]) -> None:
    (moment,) = filter(busts, bust.path())
    weighty = [item for item in news(bust) if item.weight]

    assert [(one.seat, one.moment) for one in weighty] == [(moment.record.seat, moment.number)]
    assert weighty[0].sentence.startswith("Cat busts")


def test_what_else_the_others_did_is_a_line_for_each(bust: History[Any]) -> None:
    folded = [item for item in news(bust) if not item.weight and item.moment is not None]

    assert [one.seat for one in folded] == [1, 2]
    assert "(×2)" in folded[0].sentence  # Ben played two Residential Areas
    assert "busts" not in folded[1].sentence


def test_what_all_chose_in_secret_is_told_without_a_mark() -> None:
    """quo_vadis.setup.12: all have kept a skill when the last one has chosen."""
    game = load("quo_vadis")
    players = [Player(name) for name in ("Ann", "Ben", "Cat")]
    table = History.new(game, new_header(game, players, seed=3))
    for seat in (0, 1, 2) * 2:
        table.play(seat, table.legal_actions(seat)[0])

    (kept,) = (item for item in news(table) if item.sentence.startswith("Everybody has kept"))
    assert kept.seat is None


def test_what_led_to_something_is_told_before_it() -> None:
    """Cultus: Ben builds a monument in the middle of his turn; each thing stands where it was done."""
    players = [Player("Ann"), Player("Ben")]
    table = History.new(game := load("cultus"), new_header(game, players, seed=3))
    built: list[int] = []
    while not built or table.waiting() != (0,):
        seat = table.waiting()[0]
        table.play(seat, think("greedy", *observation_of(table, seat)))
        then = events(table.now.record.then)
        is_built = any(isinstance(event, MonumentBuilt) for event in then)
        built = [] if seat == 0 else [*built, *[table.now.number] * is_built]
    story = [item for item in news(table) if not item.is_sum]
    (monument,) = [at for at, one in enumerate(story) if one.moment == built[0]]

    assert story[monument].sentence.startswith("Ben builds a monument")
    assert story[0].sentence.startswith("Ben draws")
    assert monument > 0
    texts = texts_of(table, "en")
    for position in table.path()[table.path().index(table.positions[story[0].moment or 0]) :]:
        record = position.record.masked(0)
        happened = {type(event) for event in events(record.then)}
        deeds = [phrase for kind, phrase in SUMMED.items() if kind in happened]
        deeds = deeds or [line.sentence for line in rendered(record, texts)][:1]
        parts = (story[:monument], story[monument : monument + 1], story[monument + 1 :])
        part = parts[1 + (position.number > built[0]) - (position.number < built[0])]
        assert all(deed in " ".join(item_2.sentence for item_2 in part) for deed in deeds)


SUMMED = {
    CardDrawn: "Ben draws from",
    GoldAllotted: "Ben: cost board +",
    StepPaid: "paying step",
}
"""The events of Cultus that are told in sums, and the words of their sum."""


def test_a_war_is_told_under_the_sign_of_nobody_who_only_chose_last() -> None:
    """The last declaration decides it, whoever wins (quo_vadis.war.9)."""
    game = load("quo_vadis")
    players = [Player(name) for name in ("Ann", "Ben", "Cat")]
    table = History.new(game, new_header(game, players, seed=3))
    wars = list[RecapItem]()
    while table.waiting() and len(wars) < 3:
        seat = table.waiting()[0]
        wars += [item for item in news(table) if "wins the war" in item.sentence and seat == 0]
        table.play(seat, think("greedy", *observation_of(table, seat)))

    assert len(wars) >= 3
    assert {war.seat for war in wars} == {None}


def test_nothing_happened_where_nobody_else_has_chosen(bust: History[Any]) -> None:
    assert news(History.new(bust.game, bust.header)) == []
    bust.play(0, bust.legal_actions(0)[0])
    assert bust.waiting() == (0,)
    assert news(bust) == []
    bust.undo()


def test_it_is_told_again_while_the_seats_turn_goes_on(bust: History[Any]) -> None:
    items, texts = news(bust), texts_of(bust, "en")
    bust.play(0, bust.legal_actions(0)[0])
    assert since(bust, 0, texts, again=True) == items
    bust.undo()


def test_what_was_taken_back_did_not_happen() -> None:
    players = [Player("Ann"), Player("Ben")]
    table = History.new(GAME, new_header(GAME, players, seed=1))
    table.play(0, Place(4))
    table.play(1, Place(0))
    table.undo(1)
    assert news(table) == []


def test_numbers_are_told_with_what_they_were() -> None:
    """world_monger: what a rival's choices did to prices, and what one's own set off by itself.

    Not what it did itself: that is the first group of what follows in a record.
    """
    players = [Player("Ann"), Player("Ben")]
    table = History.new(game := load("world_monger"), new_header(game, players, seed=3))
    before = prices = game.counters(table.view(0))[None]
    while table.waiting() != (0,) or before == (prices := game.counters(table.view(0))[None]):
        seat = table.waiting()[0]
        table.play(seat, think("greedy", *observation_of(table, seat)))
        if seat == 0:
            assert table.now.parent is not None
            state = table.positions[table.now.parent].state
            for event in events(table.now.record.then[:1]):
                state = event.apply(state)
            before, after_all = (
                game.counters(view(game, one, 0))[None] for one in (state, table.state)
            )
            set_off = before != after_all
    names = texts_of(table, "en")
    changed = {name: now for name, now in prices.items() if now != before.get(name, 0)}
    (text,) = [item.sentence for item in news(table) if item.sentence.startswith("Prices: ")]

    assert set_off, "another seed has to be found"
    assert text.count("→") == len(changed)
    for name, now in changed.items():
        assert f"{names.term('figure', name)} {before.get(name, 0)} → {now}" in text


def test_what_names_one_is_told_by_itself_and_no_more_than_fits() -> None:
    """quo_vadis.war.12: a loser hears of its war; what is left out is counted."""
    players = [Player("Ann"), Player("Ben"), Player("Cat")]
    table = History.new(game := load("quo_vadis"), new_header(game, players, seed=3))
    while "wins the war against Ann" not in (text := " ".join(n.sentence for n in news(table))):
        seat = table.waiting()[0]
        table.play(seat, think("greedy", *observation_of(table, seat)))

    assert "Ann rolls" in text
    assert sum(item_3.weight > 0 and item_3.moment is not None for item_3 in news(table)) <= MOST
    rolled = [item for item in news(table) if " rolls " in item.sentence]
    assert [players[one.seat or 0].name for one in rolled] == [
        item_2.sentence.split()[0] for item_2 in rolled
    ]


def test_the_end_of_a_turn_tells_what_it_brought() -> None:
    """Cultus, the first lesson's turn: "3 gold and 4 VP", all gold to the cost board."""
    game = load("cultus")
    lesson = lessons_of(game)["01-first-turn"]
    table = begin(game, lesson)
    guide = LessonSession(table, lesson)
    while guide.step is not None and table.waiting() == (0,):
        guide.read_on()
        for action in filter(guide.goes_on, table.legal_actions(0)[:]):
            table.play(0, action)
            break
    texts = [brought(table, moment, texts_of(table, "en")) for moment in table.path()]

    assert texts[-1] == "Your turn: VP 0 → 4, cost board 0 → 3."
    assert [line for line in texts[lesson.moves + 1 : -1] if line] == []


def test_where_no_figure_changed_it_is_what_was_done_last(bust: History[Any]) -> None:
    (moment,) = filter(busts, bust.path())

    assert brought(bust, moment, texts_of(bust, "en")).startswith("Your turn: Cat busts: unhappy")


def test_of_more_than_fit_the_weightiest_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weights = (3, 1, 2, 1, 2, 2, 2, 1, 2, 2)

    def weighty(_: object, moment: Position[Any], *__: object) -> list[RecapItem]:
        return [RecapItem(f"{at}", 1, moment.number, weight) for at, weight in enumerate(weights)]

    monkeypatch.setattr(module, "_weighty", weighty)
    table = History.new(GAME, new_header(GAME, [Player("Ann"), Player("Ben")], seed=1))
    table.play(0, Place(4))
    table.play(1, Place(0))

    texts = {item.sentence for item in news(table) if item.weight}
    assert texts == {"0", "2", "4", "5", "6", "8", "9"}, "seven, and none of weight 1"
    assert "3" in next(one.sentence for one in news(table) if one.moment is None)


def test_equal_sentences_are_counted_only_where_one_follows_the_other() -> None:
    """Else the order in which things happened would be untrue."""
    deeds = [_Deed("Ben plays a Mall.", 1), _Deed("Ben plays a Mall.", 2)]
    deeds += [_Deed("Ben plays a Park.", 3), _Deed("Ben plays a Mall.", 4)]
    texts = load_catalogue("en", ENGINE)
    [item] = _folded({1: deeds}, texts)
    assert item.sentence == "Ben plays a Mall (×2). Ben plays a Park. Ben plays a Mall."


def test_a_sum_of_prices_says_that_it_is_one() -> None:
    """Two Residential Areas at $2 each (flip_city.toml)."""
    game = load("flip_city")
    table = History.new(game, new_header(game, (Player("Ann"), Player("Ben")), seed=1))
    upgrade = CardUpgraded(seat=1, face="residential_area", cost=2)
    texts = texts_of(table, "en")
    assert summed([upgrade], texts) == "Ben upgrades Residential Area for $2."
    assert summed([upgrade] * 2, texts) == "Ben upgrades 2 cards for $4 in all: Residential Area."
