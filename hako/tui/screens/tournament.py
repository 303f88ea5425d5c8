"""Tournaments on screen: entrants, pairings, standings, entering."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual import getters
from textual.binding import Binding, BindingType

from hako.engine.i18n.failure import escape_controls
from hako.engine.i18n.width import columns
from hako.multiplayer.tournaments.organizer import TournamentOrganizer
from hako.multiplayer.tournaments.report import sections, tournament_text
from hako.multiplayer.tournaments.tournament import Tournament
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.computed_screen import ComputedScreen
from hako.tui.screens.confirm_dialog import ConfirmDialog

RENEW_SECONDS = 1.0
"""Seconds between two checks for changes."""


class TournamentScreen(ComputedScreen[Tournament | str]):
    """The tournaments of a server, the latest first."""

    TOPIC = "cup"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "own_seat"),
        Binding("e", "take_part", "take_part"),
        Binding("left", "turn(-1)", "back", show=False),
        Binding("right", "turn(1)", "forward", show=False),
    ]

    app = getters.app(LobbyApp)

    def __init__(self) -> None:
        super().__init__()
        self._at = -1
        """The index of the tournament that is shown, from the end."""
        self._seen = (0, 0)

    @property
    def organizer(self) -> TournamentOrganizer:
        """The tournaments of the server."""
        assert self.app.tournaments is not None, "it is offered where there are some"
        return self.app.tournaments

    @property
    def tournament(self) -> Tournament | None:
        """The tournament that is shown."""
        return self.organizer.all[self._at] if self.organizer.all else None

    @property
    def _entrant(self) -> int | None:
        return None if self.tournament is None else self.tournament.number_of(self.app.user.key)

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(RENEW_SECONDS, self._update)

    def on_screen_resume(self) -> None:
        """Update after a while at a table."""
        self.count()

    def _update(self) -> None:
        now = len(self.organizer.all), 0 if self.tournament is None else len(self.tournament.lines)
        if now != self._seen:
            self._seen = now
            self.count()

    async def find(self) -> Tournament | str:
        self.refresh_bindings()
        return self.tournament or ""

    def page_lines(self, result: Tournament | str) -> Iterable[str]:
        say = self.app.texts.text
        if isinstance(result, str):
            yield say("cup.none")
            return
        yield from tournament_text(result, self.app.texts, self.app.shelf)
        if self._table() is not None:
            yield say("cup.play")
        if self.check_action("take_part", ()):
            yield say("cup.enter" if self._entrant is None else "cup.leave")
        if len(self.organizer.all) > 1:
            yield say("cup.other")

    def set_apart(self, result: Tournament | str) -> Mapping[str, str]:
        if isinstance(result, str):
            return {}
        entrant, marks = self._entrant, dict[str, str]()
        tables = (
            (at, seated) for at, played in enumerate(result.rounds, 1) for seated in [played.tables]
        )
        codes = {
            result.codes.get((at, number))
            for at, people in tables
            for number, entrants in enumerate(people, 1)
            if entrant in entrants
        }
        own = {escape_controls(result.entrants[entrant].name)} if entrant is not None else set()
        for section in sections(result, self.app.texts, self.app.shelf):
            marks[section.heading] = "heading"
            for row, line in zip(section.rows, columns(section.rows), strict=True):
                is_first = row is section.rows[0]
                if is_first or row[0] in codes or row[1] in own:
                    marks[f"  {line}"] = "column" if is_first else "own"
        return marks

    def _table(self) -> str | None:
        """The code of the visitor's table in this round."""
        tournament, entrant = self.tournament, self._entrant
        if tournament is None or entrant is None:
            return None
        tables = (number for number, people in tournament.open_tables() if entrant in people)
        return next(
            (tournament.codes.get((len(tournament.rounds), number)) for number in tables), None
        )

    # ------------------------------------------------------------------ keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only the keys that have an effect now."""
        tournament = self.tournament
        if action == "take_part":
            is_open = tournament is not None and tournament.finished is None
            return is_open and (
                self._entrant is not None or (tournament is not None and tournament.begun is None)
            )
        if action == "play":
            return self._table() is not None
        return super().check_action(action, parameters)

    def action_turn(self, by: int) -> None:
        """Show another tournament: the one before, or the one after."""
        self._at = max(-len(self.organizer.all), min(-1, self._at + by))
        self.count()

    def action_play(self) -> None:
        """Go to one's table."""
        if (code := self._table()) is not None and (room := self.app.find(code)) is not None:
            self.app.join(room)

    def action_take_part(self) -> None:
        """Enter, or withdraw."""
        tournament = self.tournament
        assert tournament is not None, "it was offered"
        if self._entrant is None:
            if self.app.may_act():
                self.app.attempt(lambda: self.organizer.enter(tournament.name, self.app.user))
                self.count()
        elif tournament.begun is None:
            self._withdraw(tournament, yes=True)
        else:
            say = self.app.texts.text
            dialog = ConfirmDialog(
                say("cup.ask_leave", cup=tournament.name), say("keys.yes"), say("keys.no")
            )
            self.app.push_screen(dialog, lambda yes: self._withdraw(tournament, yes=bool(yes)))

    def _withdraw(self, tournament: Tournament, *, yes: bool) -> None:
        if yes:
            self.app.attempt(lambda: self.organizer.withdraw(tournament.name, self.app.user))
            self.count()
