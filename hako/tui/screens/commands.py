"""The palette at a table: every legal action by its name, in any language."""

from __future__ import annotations

from functools import partial
from typing import Any

from textual.command import DiscoveryHit, Hit, Hits, Provider

from hako.engine.telling import texts_of
from hako.engine.text import LANGUAGES
from hako.tui.screens.view import ViewScreen


class ActionHit(DiscoveryHit):
    """An action; it stands before what keys do as well."""

    @property
    def score(self) -> float:
        return 1


class LegalActions(Provider):
    """What may be chosen now."""

    async def discover(self) -> Hits:
        """All actions, before anything is typed."""
        for action in self._actions():
            yield ActionHit(self._name(action), partial(self._play, action))

    async def search(self, query: str) -> Hits:
        """The actions whose name, in one of the languages, is like what was typed."""
        matcher = self.matcher(query)
        table = self._at.table
        others = [texts_of(table, language) for language in LANGUAGES]
        for action in self._actions():
            name = self._name(action)
            score = max(
                matcher.match(name), *(matcher.match(texts.tell(action)) for texts in others)
            )
            if score > 0:
                yield Hit(score, matcher.highlight(name), partial(self._play, action), text=name)

    @property
    def _at(self) -> ViewScreen:
        assert isinstance(self.screen, ViewScreen), "only tables have these commands"
        return self.screen

    def _actions(self) -> tuple[Any, ...]:
        scene = self._at.scene
        return scene.actions if scene else ()

    def _name(self, action: Any) -> str:
        return self._at.words.tell(action)

    def _play(self, action: Any) -> None:
        self._at.play(action)
