"""Pages to look up at a table: cards and words, icons, scores, rules, the search."""

from __future__ import annotations

from hako.engine.content.icons import icons_in
from hako.engine.transcript.glossary import GlossaryEntry
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen


class ReferencePages(TableFeature[TableScreen]):
    """The pages that can be read at every table."""

    def has_pages(self) -> bool:
        """True if the board has more pages than one."""
        return self.screen.is_mounted and self.screen.view.board.has_pages

    def page(self, by: int) -> None:
        """Show the next page of the board, or the one before; keys may change with it."""
        self.screen.view.board.turn_page(by)
        self.screen.renew_keys()

    def read(self, by: int) -> None:
        """Scroll the description."""
        described = self.screen.view.described
        described.scroll_lines(described.top + by)

    def standing(self) -> None:
        """Show the score breakdown, if the game ended here."""
        from hako.tui.screens.score_breakdown import ScoreBreakdownDialog

        if (scene := self.screen.scene) is not None:
            self.screen.app.push_screen(ScoreBreakdownDialog(scene, self.screen.words))

    def chart(self) -> None:
        """Show the score chart."""
        from hako.tui.screens.score_chart import ScoreChartScreen

        self.screen.app.push_screen(ScoreChartScreen(self.screen.table))

    def look_up(self) -> None:
        """Look up any card, token or word of the game, beginning with those at the cursor."""
        from hako.tui.screens.search import SearchDialog

        dialog = SearchDialog(self.screen.glossary, self._things_pointed_at())
        self.screen.app.push_screen(dialog, self._open_hit)

    def find(self) -> None:
        """Search the log and the rules."""
        from hako.tui.screens.search import SearchDialog

        dialog = SearchDialog(self.screen.glossary, log=self.screen.view.log_panel.records)
        self.screen.app.push_screen(dialog, self._open_hit)

    def signs(self) -> None:
        """Show the meanings of all icons on the table."""
        from hako.tui.screens.icons import IconsDialog

        self.screen.app.push_screen(IconsDialog(self.screen.glossary))

    def has_signs(self) -> bool:
        """True if the game's board has signs of its own."""
        return bool(icons_in(self.screen.table.game.folder).sign)

    def rules(self) -> None:
        """Open the rules at the clause of the step."""
        self.screen.app.open_rules(self.screen.table.game.id, self.screen.cited)

    def _things_pointed_at(self) -> tuple[GlossaryEntry, ...]:
        """The things that the action at the cursor names; else those of the place on the board."""
        screen, board, choices = self.screen, self.screen.view.board, self.screen.choices
        row = None if board.has_focus else screen.action_list.entry
        things = choices.things(row.action) if row and choices else ()
        if things or board.cursor is None:
            return things
        return screen.glossary.named_in(board.describe(board.cursor))

    def _open_hit(self, target: int | str | None) -> None:
        """Open a hit of the search: a position by its number, or a clause of the rules by its id."""
        if isinstance(target, int):
            self.screen.go_to_position(target)
        elif target is not None:
            self.screen.app.open_rules(self.screen.table.game.id, target)

    commands = (
        Command("page", "b", page, has_pages, arguments=(1,), label="page_on"),
        Command("page", "B", page, has_pages, is_shown=False, arguments=(-1,), label="page_back"),
        Command("read", "shift+down", read, is_shown=False, arguments=(1,)),
        Command("read", "shift+up", read, is_shown=False, arguments=(-1,)),
        Command("chart", "g", chart, is_shown=False),
        Command("look_up", "i", look_up),
        Command("signs", "I", signs, has_signs),
        Command("standing", "o", standing, is_shown=False),
        Command("rules", "f1", rules),
        Command("find", "slash", find),
    )
