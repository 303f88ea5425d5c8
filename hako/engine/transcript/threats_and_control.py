"""Threats to a seat and control in sentences: what threatens it, and which seats decide."""

from __future__ import annotations

from typing import Any

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.rules.game import Game, threats_to
from hako.engine.rules.model import State, Viewer
from hako.engine.rules.threats import Control, Threat


def gravest(game: Game[Any], view: State, viewer: Viewer) -> Threat | None:
    """The gravest threat to a viewer; None if there is none, or others merely gain something."""
    threat = next(iter(threats_to(game, view, viewer)), None)
    return None if threat is None or threat.gravity == "gains" else threat


def controllers(game: Game[Any], view: State) -> dict[str, Control]:
    """The seats that decide, by name of what is controlled; none once the game is over."""
    return {**game.control(view)} if view.agenda else {}


def control_text(control: Control, texts: Catalogue) -> str:
    """A sentence about the seat that decides, and one about a change that comes."""
    notes = (control.text, control.change)
    return join_sentences(texts.lazy_text(note) for note in notes if note is not None)
