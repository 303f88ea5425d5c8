"""The palette at a table: every legal action by its name, in any language."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider

from hako.engine.i18n.languages import LANGUAGES
from hako.engine.transcript.sentences import texts_of
from hako.tui.screens.table.screen import TableScreen


class ActionHit(DiscoveryHit):
    """An action; it is listed before the commands of keys."""

    @property
    def score(self) -> float:
        return 1


class LegalActions(Provider):
    """The legal actions as commands of the palette."""

    async def discover(self) -> Hits:
        """All actions, before anything is typed."""
        for action, play in self._offered():
            yield ActionHit(self._name(action), play)

    async def search(self, query: str) -> Hits:
        """The actions whose name, in one of the languages, resembles what was typed."""
        matcher = self.matcher(query)
        table = self._at.table
        others = [texts_of(table, language) for language in LANGUAGES]
        for action, play in self._offered():
            name = self._name(action)
            score = max(
                matcher.match(name), *(matcher.match(texts.render(action)) for texts in others)
            )
            if score > 0:
                yield Hit(score, matcher.highlight(name), play, text=name)

    @property
    def _at(self) -> TableScreen:
        assert isinstance(self.screen, TableScreen), "only tables have these commands"
        return self.screen

    def _offered(self) -> list[tuple[Any, Callable[[], None]]]:
        """The actions, each with a callback that plays it while its position is shown."""
        if (scene := self._at.scene) is None:
            return []
        return [(action, partial(self._at.play, action, scene.moment)) for action in scene.actions]

    def _name(self, action: Any) -> str:
        return self._at.words.render(action)
