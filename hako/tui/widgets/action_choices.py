"""The choices of the list of actions: its rows, groups and folded parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from hako.engine.i18n import payoffs
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.width import cell_width
from hako.engine.rules.action_groups import group_actions
from hako.engine.rules.model import Choice, letter
from hako.engine.rules.preview import Finality, Preview, preview
from hako.engine.transcript import lead_and_control_changes
from hako.engine.transcript.glossary import Glossary, GlossaryEntry
from hako.tui.widgets.table_model import TableModel


class ActionRow(Struct, frozen=True):
    """A line of the list of actions."""

    action: Any
    text: str
    refused: str = ""
    """The reason why it is not offered; empty for an action that may be chosen."""
    parts: tuple[ActionRow, ...] = ()
    """The rows folded into this one, the one with its name first."""
    apart: str = ""
    """The text that tells the parts apart, shown instead of the first one's gain."""
    is_rest: bool = False
    """True if its parts are all that cannot be done now."""

    @property
    def kind(self) -> str:
        """The kind of its actions; empty for none."""
        kind: str = "" if self.is_rest else self.action.kind
        return kind

    def holds(self, action: Any) -> bool:
        """True if it is the row of an action, or of several with it among them."""
        return self.row_of(action) is not None

    def row_of(self, action: Any) -> ActionRow | None:
        """The row of one action, itself or within its parts; None without such a row."""
        if not self.parts:
            return self if self.action == action else None
        return next(filter(None, (part.row_of(action) for part in self.parts)), None)


class ActionChoices:
    """The actions that a seat may choose now, each with its text, computed when first read."""

    def __init__(self, scene: TableModel, glossary: Glossary, *, undo_is_free: bool = True) -> None:
        """Make the choices of a table model; the table may be further when they are read."""
        self.scene = scene
        self._glossary = glossary
        self._undo_is_free = undo_is_free
        self._previews: dict[bytes, Preview[Any]] = {}
        self._notes: dict[bytes, LazyText | None] = {}
        self._judged: dict[bytes, str] = {}
        self.actions = scene.actions
        """The actions that may be chosen."""
        offered = [ActionRow(action, scene.texts.render(action)) for action in self.actions]
        self.refused = self._refused()
        """The rows of actions that cannot be done now, each with its reason."""
        self.entries = (*self._folded(offered), *self._rest())
        """The rows of the list: what may be chosen, and one for all that cannot be done now."""

    def note(self, action: Any) -> str:
        """The probability that a hint gave the action, and its gain, in a few words."""
        note = self._noted(action)
        text = self.scene.texts.lazy_text(note) if note else ""
        return "  ".join(filter(None, (self._judged.get(_key(action)), text)))

    def payoff(self, action: Any, cells: int = payoffs.MOST_PAYOFF) -> str:
        """The chance to win that a hint gave the action, else its gain or cost, in so many cells.

        A chance that the game tells, such as that of a war, stays: it is another one.
        """
        judged = "" if self._pays_chance(action) else self._judged.get(_key(action), "")
        note = self._noted(action)
        return judged or (payoffs.payoff(self.scene.texts, note, cells) if note else "")

    def chance_beside(self, action: Any) -> str:
        """The chance to win that a hint gave the action, where its payoff is a chance of the game."""
        return self._judged.get(_key(action), "") if self._pays_chance(action) else ""

    def _pays_chance(self, action: Any) -> bool:
        note = self._noted(action)
        return note is not None and payoffs.is_chance(self.scene.texts, note)

    def short_payoff(self, action: Any) -> str:
        """The payoff in fewer cells, with letters for the names of seats."""
        note = self._noted(action)
        if _key(action) in self._judged or note is None:
            return self.payoff(action)
        letters = {seat: letter(seat) for seat in range(len(self.scene.players))}
        return payoffs.short_payoff(self.scene.texts.with_terms({"seat": letters}), note)

    def best_payoff(self, actions: Iterable[Any], cells: int) -> str:
        """The most that one of several actions brings; empty where no entry of `best` tells it."""
        if "best" not in self.scene.texts:
            return ""
        notes = filter(None, map(self._noted, actions))
        return payoffs.best_payoff(self.scene.texts, notes, cells)

    @property
    def has_costs(self) -> bool:
        """True if the costs of actions stand at the ends of their rows."""
        return "cost" in self.scene.texts

    def cost(self, action: Any, *, is_brief: bool) -> str:
        """The cost of the action in words, or brief in signs."""
        if not self.has_costs or (note := self._noted(action)) is None:
            return ""
        return payoffs.cost(self.scene.texts, note, is_brief=is_brief)

    def untold(self, action: Any, cells: int, *, is_brief: bool) -> str:
        """The first parts of the action's note that its row does not tell, in so many cells.

        They are in signs where costs are, and where not all fit in words.
        """
        texts, note, brief = self.scene.texts, self._noted(action), self.brief(action)
        parts = payoffs.untold(texts, note) if note else ()
        parts = [part for part in parts if texts.lazy_text(part) not in brief]
        words = [texts.lazy_text(part) for part in parts]
        signs = [payoffs.in_signs(texts, part) for part in parts]
        rows = [signs[:count] for count in range(len(parts), 0, -1)]
        if words and not is_brief:
            rows.insert(0, words)
        notes = (texts.term("", tuple(row)) for row in rows)
        return next((note for note in notes if cell_width(note) <= cells), "")

    def names_apart(self, entry: ActionRow, cells: int) -> str:
        """The names that tell the parts of an entry apart: all of them, or that of the best part."""
        if cell_width(entry.apart) <= cells:
            return entry.apart
        texts = self.scene.texts
        worths = [payoffs.worth(texts, self._noted(part.action)) for part in entry.parts]
        best = [
            part for part, worth in zip(entry.parts, worths, strict=True) if worth == max(worths)
        ]
        return " ".join(texts.filled_in(best[0].action)) if len(best) == 1 else ""

    @property
    def table_rows(self) -> dict[Any, str]:
        """The things that are rows of a table of actions, by value, each with its name; none for a list."""
        field, values = self._table
        return {value: self.scene.texts.term(field, value) for value in values}

    def row_value(self, action: Any) -> Any:
        """The value of the thing that an action is about in such a table; None for none."""
        return getattr(action, self._table[0] or "_", None)

    def column(self, action: Any) -> str:
        """The heading of the column of an action in such a table."""
        values = {name: getattr(action, name) for name in action.__struct_fields__}
        return self.scene.texts.text(f"column.{action.__struct_config__.tag}", **values)

    @property
    def _table(self) -> tuple[str, Sequence[Any]]:
        step = self.scene.step
        return step.table_rows(self.scene.view) if isinstance(step, Choice) else ("", ())

    def brief(self, action: Any) -> str:
        """The action under the heading of its kind; empty where it has no such text."""
        return self.scene.texts.brief(action, self._noted(action))

    def beside(self, action: Any) -> str:
        """The words behind the action in its row, such as what a card does; empty for none."""
        return self.scene.texts.brief(action, self._noted(action), "beside")

    def heading(self, kind: str) -> tuple[str, str]:
        """The heading of a kind, and its price where it has one."""
        texts, step = self.scene.texts, self.scene.step
        price = f"price.{step.__struct_config__.tag}.{kind}" if step else ""
        return texts.text(f"kind.{kind}"), texts.text(price) if price in texts else ""

    def brief_heading(self, kind: str) -> str:
        """The heading of a kind in a word."""
        word = self.scene.texts.text(f"kind.{kind}.brief")
        return f"{word[0].upper()}{word[1:]}"

    def counted(self, rows: Iterable[ActionRow]) -> str:
        """The kinds of rows in a few words, each with its number: `draw 2, powers 1`."""
        texts, counts = self.scene.texts, Counter[str]()
        for row in rows:
            kind = row.parts[0].kind if row.is_rest else row.kind
            counts[texts.text(f"kind.{kind}.brief") if kind else ""] += len(row.parts) or 1
        kinds = filter(None, counts)
        named = tuple(
            texts.text("table.kind_count", kind=kind, count=counts[kind]) for kind in kinds
        )
        return texts.term("", named) if named else ""

    @property
    def rest_count(self) -> str:
        """The number of all that cannot be done now, in a few words."""
        return self.scene.texts.text("table.rest", count=len(self.refused))

    def _noted(self, action: Any) -> LazyText | None:
        if (key := _key(action)) not in self._notes:
            scene = self.scene
            note = (
                None
                if scene.seat is None
                else scene.game.action_note(scene.view, scene.seat, action)
            )
            self._notes[key] = note
        return self._notes[key]

    def judge(self, prospects: Iterable[tuple[Any, str]]) -> None:
        """Show a hint's value beside each of these actions from now on."""
        self._judged = {_key(action): text for action, text in prospects}

    def names(self, action: Any) -> list[str]:
        """The names in the text of the action."""
        texts = self.scene.texts
        return [texts.term(table, value) for table, value in texts.named_in(action)]

    def things(self, action: Any) -> tuple[GlossaryEntry, ...]:
        """The things that the action names, or else those that it pays."""
        named = self._glossary.of(action)
        if named or action not in self.actions or (note := self._noted(action)) is None:
            return named
        return self._glossary.of(note)

    def printed(self, action: Any) -> tuple[str, ...]:
        """The printed texts of the things that the action names."""
        return self._glossary.printed(self.things(action))

    def preview(self, action: Any) -> Preview[Any]:
        """The preview of the action from its seat's view."""
        if (key := _key(action)) not in self._previews:
            assert self.scene.seat is not None, "who may choose may foresee"
            self._previews[key] = preview(self.scene.view, self.scene.seat, action)
        return self._previews[key]

    def foreseen(self, action: Any) -> list[str]:
        """The preview in sentences; the last one says where chance or a secret comes in."""
        seen, texts, scene = self.preview(action), self.scene.texts, self.scene
        sentences = [texts.foretell(event) for event in seen.events if not event.quiet]
        led = lead_and_control_changes.changed(*map(scene.game.leaders, (scene.view, seen.state)))
        sentences += [
            lead_and_control_changes.lead_text(change, texts, ahead=True) for change in led
        ]
        return [*sentences, texts.text("table.open_end")] if seen.open_end else sentences

    def finality(self, action: Any) -> Finality | None:
        """The reason why the action cannot be taken back freely once it is done; None if it can."""
        if self._undo_is_free or self.scene.seat is None:
            return None
        return self.preview(action).finality(self.scene.seat)

    def entry_of(self, action: Any) -> ActionRow | None:
        """The row of one action, whether it is folded with others or not."""
        return next(filter(None, (entry.row_of(action) for entry in self.entries)), None)

    def _rest(self) -> Iterator[ActionRow]:
        """The row of all that cannot be done now, if there is any: how much of which kinds."""
        if not self.refused:
            return
        say, kinds = self.scene.texts.text, self.counted(self.refused)
        key = "table.rest_kinds" if kinds else "table.rest"
        text = say(key, count=len(self.refused), kinds=kinds)
        parts = tuple(self._folded(self.refused))
        yield ActionRow(None, text, text, parts, is_rest=True)

    def _folded(self, entries: Sequence[ActionRow]) -> Iterator[ActionRow]:
        """The rows; those that begin alike are folded into one."""
        by_key = {_key(entry.action): entry for entry in entries}
        for fold in group_actions([entry.action for entry in entries], self.scene.folds):
            parts = tuple(by_key[_key(action)] for action in fold.actions)
            yield parts[0] if fold.first is None else self._fold(fold.first, parts)

    def _fold(self, first: LazyText, parts: tuple[ActionRow, ...]) -> ActionRow:
        texts, entry = self.scene.texts, parts[0]
        if first.key in {f"fold_{kind}" for kind in self.scene.folds}:
            text = texts.lazy_text(LazyText(first.key, {"count": len(parts)}))
        else:
            text = texts.text("table.fold", first=texts.lazy_text(first), count=len(parts))
        refusals = dict.fromkeys(part.refused for part in parts)
        refused = entry.refused if len(refusals) == 1 else texts.text("table.each_refused")
        names = tuple(" ".join(texts.filled_in(part.action)) for part in parts)
        if all(name.isdecimal() for name in names):  # of pieces; where they are tells them apart
            names = tuple(filter(None, (self.note(part.action) for part in parts)))
        apart = texts.term("", names) if names and (entry.action.apart or refused) else ""
        return ActionRow(entry.action, text, refused, parts, apart)

    def _refused(self) -> list[ActionRow]:
        scene, step = self.scene, self.scene.step
        if scene.seat is None or not isinstance(step, Choice) or step.seat != scene.seat:
            return []
        texts = scene.texts
        return [
            ActionRow(action, texts.render(action), texts.lazy_text(why))
            for action, why in step.refused(scene.view)
        ]


def _key(action: Any) -> bytes:
    """A key of an action; actions may hold a mapping, and so have no hash."""
    return msgspec.msgpack.encode(action)
