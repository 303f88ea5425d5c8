"""The table of a game on this computer: one plays for one seat or several, or watches."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from hako.tui.screens.table.feature_dispatch import bindings_of
from hako.tui.screens.table.features.board_motion import BoardMotion
from hako.tui.screens.table.features.bots import TableBots
from hako.tui.screens.table.features.choosing import Choosing
from hako.tui.screens.table.features.earlier_position import EarlierPosition
from hako.tui.screens.table.features.export import Export
from hako.tui.screens.table.features.forced_moves import ForcedMoves
from hako.tui.screens.table.features.game_result import GameResult
from hako.tui.screens.table.features.handover import Handover
from hako.tui.screens.table.features.hint import Hint
from hako.tui.screens.table.features.log_loading import LogLoading
from hako.tui.screens.table.features.recap import Recap
from hako.tui.screens.table.features.reference_pages import ReferencePages
from hako.tui.screens.table.features.tips import Tips
from hako.tui.screens.table.features.turn_notice import TurnNotice
from hako.tui.screens.table.features.undo import Undo
from hako.tui.screens.table.screen import TableScreen

if TYPE_CHECKING:
    from textual.command import Provider


def legal_actions() -> type[Provider]:
    """The provider of the palette; no first frame of a table waits for it."""
    from hako.tui.screens.table.action_palette import LegalActions

    return LegalActions


class PlayScreen(TableScreen, inherit_bindings=False):
    """A table of this computer."""

    TOPIC = "table"
    FEATURES = (
        LogLoading,
        Handover,
        TableBots,
        Choosing,
        EarlierPosition,
        BoardMotion,
        Undo,
        Hint,
        Tips,
        GameResult,
        Recap,
        ForcedMoves,
        ReferencePages,
        Export,
        TurnNotice,
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(FEATURES)
    AUTO_FOCUS = "ActionList"
    COMMANDS = {legal_actions}  # noqa: RUF012 - Textual's own way to say it
