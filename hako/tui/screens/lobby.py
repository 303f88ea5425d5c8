"""The lobby: own tables, open tables, the users online, and new tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import events, getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import Static

from hako.engine.i18n.join_sentences import join_sentences
from hako.multiplayer.lobby_text import (
    delay_text,
    game_at,
    going_on,
    listed,
    names_at,
    open_to,
    people,
    waits_at,
)
from hako.multiplayer.tables.summary import TableSummary
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.base import AppScreen
from hako.tui.screens.moderation import ModerationScreen
from hako.tui.screens.ratings import RatingsScreen
from hako.tui.screens.table_code import TableCodeDialog, pasted_code
from hako.tui.screens.tournament import TournamentScreen
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.key_bar import KeyBar
from hako.tui.widgets.paragraph import Paragraph
from hako.tui.widgets.table_list import TableList, TableRow

RENEW_SECONDS = 0.5
"""Seconds between two updates of the list, at least."""


WAYS = {"sit_down": "way_in", "own_seat": "way_back", "watch": "way_to_watch", "": "way_shut"}
"""The text about a table, by the effect of Enter there."""


class LobbyScreen(AppScreen[None]):
    """The tables and pages that can be opened from the lobby."""

    TOPIC = "lobby"
    AUTO_FOCUS = "TableList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "app.next_table", "next_table", show=False),
        Binding("n", "new", "new_table"),
        Binding("c", "code", "code"),
        Binding("w", "watch", "watch"),
        Binding("t", "learn", "learn"),
        Binding("a", "app.statistics", "statistics"),
        Binding("o", "keep_order", "keep_order"),
        Binding("d", "app.today", "today"),
        Binding("r", "league", "league"),
        Binding("u", "tournaments", "cups"),
        Binding("s", "app.settings", "settings"),
        Binding("f2", "app.other_language", "other_language"),
        Binding("q", "app.quit", "quit"),
        Binding("escape", "none", show=False),
    ]
    DEFAULT_CSS = """
    LobbyScreen { padding: 0 2; }
    LobbyScreen #head { height: 2; }
    LobbyScreen #title { width: 1fr; text-style: bold; color: $accent; }
    LobbyScreen #me { width: auto; color: $muted; }
    LobbyScreen #empty { height: 1fr; color: $muted; }
    LobbyScreen #about { height: 3; }
    LobbyScreen #here { height: 1; color: $muted; }
    LobbyScreen KeyBar { height: 2; }
    LobbyScreen.-wide KeyBar { height: 1; }
    LobbyScreen.-wide.-tall { padding: 2 8 0 8; }
    """

    app = getters.app(LobbyApp)

    def __init__(self, *, is_opening: bool = False) -> None:
        """`is_opening` is True if the visitor asked for a table, which is opened over the lobby."""
        super().__init__()
        self._is_built = not is_opening
        """False until there is something to see; most who go straight to a table never see it."""
        self._was_left = False
        self._pause: Timer | None = None
        self._is_stale = False
        self._tables: dict[str, TableSummary] = {}
        """The tables listed, by their codes."""

    def compose(self) -> ComposeResult:
        if not self._is_built:
            return
        with Horizontal(id="head"):
            yield Static(id="title")
            yield Static(id="me", markup=False)
        yield Paragraph(id="empty")
        yield TableList()
        yield Static(id="about", markup=False)
        yield Static(id="here", markup=False)
        yield KeyBar()

    @property
    def tables(self) -> TableList:
        """The list."""
        return self.query_exactly_one(TableList)

    # ------------------------------------------------------------------ showing

    async def on_lobby_app_nothing_opened(self) -> None:
        """Show the lobby itself."""
        await self._build()

    async def _build(self) -> None:
        """Compose what an opening lobby left out."""
        if not self._is_built:
            self._is_built = True
            await self.recompose()
            self.retranslate()
            self._write_keys()
            self.set_focus(self.tables)

    def retranslate(self) -> None:
        if not self._is_built:
            return
        say = self.app.texts.text
        self.query_one("#title", Static).update(say("lobby.title"))
        self.query_one("#empty", Paragraph).words = say("lobby.empty")
        self.tables.apply_theme(
            styles_of(self.app.appearance.theme), SYMBOLS[self.app.appearance.symbols]
        )
        self.show_tables()
        self.tables.refresh()

    def show_tables(self) -> None:
        """List the current tables."""
        rows = [*self._rows()]
        self.tables.show(rows)
        self._describe_pointed()
        self.tables.display = bool(rows)
        self.query_one("#empty", Paragraph).display = not rows
        self._show_text("#me", self.app.texts.text("lobby.me", name=self.app.user.name))
        self._show_text("#here", people(self.app.texts, self.app.lobby.present))

    def _show_text(self, where: str, words: str) -> None:
        """Show words in which there are names, in signs that the terminal can draw."""
        lines = map(SYMBOLS[self.app.appearance.symbols].spell, words.splitlines())
        shown, text = self.query_one(where, Static), "\n".join(lines)
        if shown.content != text:  # an update arranges the whole screen again
            shown.update(text)

    def renew(self) -> None:
        """Update the list, at once or a moment after the last time."""
        if self._pause is not None or not self._is_built:
            self._is_stale = True
            return
        self.show_tables()
        self._pause = self.set_timer(RENEW_SECONDS, self._renew_again)

    def _renew_again(self) -> None:
        self._pause = None
        if self._is_stale:
            self._is_stale = False
            self.renew()

    async def on_screen_resume(self) -> None:
        """Update after a while at a table."""
        self.app.renew_list = self.renew
        if self._was_left and not self._is_built:
            await self._build()
        elif self.is_mounted and self._is_built:
            self.show_tables()

    def on_screen_suspend(self) -> None:
        """Stop updating the list while it is hidden."""
        self.app.renew_list = None
        self._was_left = True

    def _rows(self) -> Iterator[TableRow]:
        self._tables = {}
        for key, tables in listed(self.app.lobby, self.app.user):
            if tables:
                yield TableRow(self.app.texts.text(key))
                yield from (self._listed(table) for table in tables)
                yield TableRow("")

    def _listed(self, table: TableSummary) -> TableRow:
        texts = self.app.texts
        self._tables[table.code] = table
        return TableRow(
            game_at(texts, table, self.app.shelf),
            names_at(texts, table),
            waits_at(texts, table, self.app.user, self.app.lobby),
            table.code,
            calls=table.awaits(self.app.user),
            enter_does=self._enter_does(table),
        )

    def on_table_list_table_highlighted(self) -> None:
        """Describe the table, and the effect of Enter there."""
        self._describe_pointed()

    def _describe_pointed(self) -> None:
        self._show_text("#about", self._about(self.tables.pointed))
        self.refresh_bindings()

    def _about(self, code: str) -> str:
        table = self._tables.get(code)
        if table is None:
            return ""
        say = self.app.texts.text
        key = WAYS[does := self._enter_does(table)]
        if does == "own_seat" and self.app.my_turns:
            key = "way_back_or_on"
        return f"{self._table_text(table)}\n{say(f'lobby.{key}')}"

    def _enter_does(self, table: TableSummary) -> str:
        """The name of what Enter does at a table, see ENTER_DOES."""
        visitor, lobby = self.app.user, self.app.lobby
        if lobby.is_shut_to(table, visitor):
            return ""
        if table.seat_of(visitor) is not None:
            return "own_seat"
        return "sit_down" if lobby.may_sit(table, visitor) else "watch"

    def _table_text(self, table: TableSummary) -> str:
        texts = self.app.texts
        game = self.app.game_name(table.game)
        sentences = [
            texts.text("lobby.table", game=game, code=table.code, names=names_at(texts, table))
        ]
        is_to_watch = table.seat_of(self.app.user) is None and not table.open_seats
        if is_to_watch:
            sentences += self._going_on(table)
        else:
            sentences.append(texts.text(f"lobby.undo_{table.undo}"))
            sentences += [texts.text("lobby.rated")] * table.rated
        sentences += open_to(texts, table)
        people = self.app.lobby.rooms.people_at(table)
        if watchers := sum(table.seat_of(visitor) is None for visitor in people):
            sentences.append(texts.text("lobby.watchers", count=watchers))
        return join_sentences(sentences)

    def _going_on(self, table: TableSummary) -> Iterator[str]:
        """The progress that spectators see, as far as somebody is there."""
        if (seen := self.app.lobby.seen_at(table, self.app.user)) is not None:
            yield going_on(seen, self.app.texts_for(seen.game, seen.players, seen.content))
            if delay := seen.header.delay:
                yield delay_text(self.app.texts, delay)

    # ------------------------------------------------------------------ going there

    def on_table_list_table_chosen(self, event: TableList.TableChosen) -> None:
        """Sit down at the table, or watch where no seat is free."""
        if self.is_active and (room := self.app.find(event.code)) is not None:
            self.app.join(room)

    def action_watch(self) -> None:
        """Watch the highlighted table."""
        code = self.tables.pointed
        if code in self._tables and (room := self.app.find(code)) is not None:
            self.app.open_room(room)

    def action_code(self) -> None:
        """Go to a table by its code."""
        self.app.push_screen(TableCodeDialog(), self._join)

    def on_paste(self, event: events.Paste) -> None:
        """Ask whether to go to the table whose code, or a link to it, was pasted."""
        if code := pasted_code(event.text):
            self.app.push_screen(TableCodeDialog(code), self._join)

    def _join(self, code: str | None) -> None:
        if code and (room := self.app.find(code)) is not None:
            self.app.join(room)

    def action_league(self) -> None:
        """Open the ratings."""
        self.app.push_screen(RatingsScreen())

    def action_tournaments(self) -> None:
        """Open the tournaments."""
        self.app.push_screen(TournamentScreen())

    def action_learn(self) -> None:
        """Choose a lesson."""
        self.app.open_learn()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer moderation to admins and moderators only, tournaments where there are any."""
        if action == "keep_order":
            return self.app.is_moderator
        if action == "tournaments":
            return self.app.tournaments is not None and bool(self.app.tournaments.all)
        return super().check_action(action, parameters)

    def action_keep_order(self) -> None:
        """Open the page of the moderation service."""
        self.app.push_screen(ModerationScreen())

    def action_new(self) -> None:
        """Open a new table."""
        self.app.open_new_table()
