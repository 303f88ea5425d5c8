"""The table of a lesson: the same table, with a panel of explanations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from textual import on
from textual.binding import BindingType
from textual.widget import Widget

from hako.engine.i18n.languages import LANGUAGES
from hako.engine.lessons.session import LessonSession
from hako.engine.log.history import History
from hako.engine.rules.model import Seat
from hako.tui.screens.table.feature import TableFeature
from hako.tui.screens.table.feature_dispatch import bindings_of
from hako.tui.screens.table.features.board_motion import BoardMotion
from hako.tui.screens.table.features.earlier_position import EarlierPosition
from hako.tui.screens.table.features.export import Export
from hako.tui.screens.table.features.forced_moves import ForcedMoves
from hako.tui.screens.table.features.game_result import GameResult
from hako.tui.screens.table.features.lesson_guide import (
    LessonBots,
    LessonChoosing,
    LessonFeature,
    LessonGuide,
    LessonHint,
    LessonUndo,
)
from hako.tui.screens.table.features.log_loading import LogLoading
from hako.tui.screens.table.features.recap import Recap
from hako.tui.screens.table.features.reference_pages import ReferencePages
from hako.tui.screens.table.features.tips import Tips
from hako.tui.screens.table.features.turn_notice import TurnNotice
from hako.tui.screens.table.lesson_layout import BANDS, LessonDescription, LessonLayout
from hako.tui.screens.table.local_play import legal_actions
from hako.tui.screens.table.screen import FeatureType, TableScreen
from hako.tui.widgets.lesson_panel import LessonPanel


class LessonScreen(TableScreen, inherit_bindings=False):
    """A table at which a lesson leads, until its last text was read."""

    TOPIC = "lesson"
    FEATURES = (
        LogLoading,
        LessonBots,
        LessonChoosing,
        EarlierPosition,
        BoardMotion,
        LessonUndo,
        LessonHint,
        Tips,
        GameResult,
        Recap,
        ForcedMoves,
        ReferencePages,
        Export,
        TurnNotice,
        LessonGuide,
    )
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(FEATURES)
    AUTO_FOCUS = "ActionList"
    COMMANDS = {legal_actions}  # noqa: RUF012 - Textual's own way to say it
    SCOPED_CSS = False  # of a list of selectors, Textual would scope the last
    DEFAULT_CSS = BANDS

    def __init__(
        self, table: History[Any], seats: tuple[Seat, ...], session: LessonSession
    ) -> None:
        self.session = session
        super().__init__(table, seats)
        if session.step is not None:
            self.add_class("-lesson", update=False)  # its board has another size from the start
        guide = self.features.of(LessonGuide)
        self.view.described = LessonDescription(guide.panel)
        texts = [
            wording.text(language) for wording in session.lesson.texts for language in LANGUAGES
        ]
        self.frame_layout = LessonLayout(self.view, table, guide.panel, guide.progress, texts)

    def make_feature(self, kind: FeatureType) -> TableFeature[Any]:
        feature = super().make_feature(kind)
        if isinstance(feature, LessonFeature):
            feature.session = self.session
        return feature

    @property
    def panel(self) -> LessonPanel:
        """The panel of the lesson's texts."""
        return self.features.of(LessonGuide).panel

    def other_parts(self) -> Mapping[str, Iterable[Widget]]:
        return {"lesson": (self.features.of(LessonGuide).progress, self.panel)}

    @on(LessonPanel.LessonStepRead)
    def read_on(self) -> None:
        """Go on, on a click."""
        self.features.of(LessonGuide).read_on()
