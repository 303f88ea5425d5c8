"""Folds: a long list of actions is asked in two steps."""

from __future__ import annotations

from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.action_groups import SHORT, ActionGroup, group_actions, numbered
from hako.engine.rules.model import Action


class Wear(Action, frozen=True):
    """A hat, and the shoes that go with it."""

    hat: str
    shoes: int

    def first_decision(self, /) -> LazyText:
        return LazyText("hat", {"hat": self.hat})


class Leave(Action, frozen=True):
    """Nothing else is to be decided."""


RED, BLUE = ([Wear(hat, shoes) for shoes in range(5)] for hat in ("red", "blue"))


def test_what_begins_alike_stands_where_the_first_stood() -> None:
    mixed = [RED[0], Leave(), BLUE[0], *RED[1:], Wear("green", 1)]

    assert group_actions([*mixed, *BLUE[1:]]) == [
        ActionGroup(tuple(RED), LazyText("hat", {"hat": "red"})),
        ActionGroup((Leave(),)),
        ActionGroup(tuple(BLUE), LazyText("hat", {"hat": "blue"})),
        ActionGroup((Wear("green", 1),)),
    ]


def test_a_short_list_and_one_that_all_begins_alike_are_asked_at_once() -> None:
    short = [*RED, *BLUE][:SHORT]
    alike = [Wear("red", shoes) for shoes in range(SHORT + 1)]

    assert group_actions(short) == [ActionGroup((action,)) for action in short]
    assert group_actions(alike) == [ActionGroup((action,)) for action in alike]


def test_every_action_has_a_number() -> None:
    values = numbered(group_actions([Leave(), *RED, *BLUE]))

    assert [*values] == ["1", *(f"{fold}.{part}" for fold in (2, 3) for part in range(1, 6))]
    assert values["3.2"] == BLUE[1]
