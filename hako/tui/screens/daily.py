"""The daily game on screen: its game, one's progress, and the rankings of today and yesterday."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, NamedTuple

from textual import getters
from textual.binding import Binding, BindingType

from hako.engine.i18n.failure import Failure, escape_controls
from hako.engine.i18n.width import columns
from hako.multiplayer.daily.daily_games import DailyGame, DailyGames
from hako.multiplayer.tables.summary import TableSummary
from hako.tui.apps.lobby import LobbyApp
from hako.tui.screens.computed_screen import ComputedScreen

MOST = 50
"""Rows of a ranking, at most."""


class DailyRow(NamedTuple):
    """The games on the page of the day."""

    today: DailyGame
    yesterday: DailyGame | None


class DailyScreen(ComputedScreen[DailyRow]):
    """The daily game: everybody on the server plays the same deal, each alone."""

    TOPIC = "today"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "start"),
        Binding("w", "watch", "watch_best"),
    ]

    app = getters.app(LobbyApp)

    @property
    def days(self) -> DailyGames:
        """The daily games of the server."""
        assert self.app.daily_games is not None, "it is offered where there are some"
        return self.app.daily_games

    async def find(self) -> DailyRow:
        if (today := self.days.today()) is None:
            raise Failure("nothing_alone")
        return DailyRow(today, self.days.yesterday())

    def on_screen_resume(self) -> None:
        """Update after the game."""
        self.count()

    def page_lines(self, result: DailyRow) -> Iterable[str]:
        say, today, yesterday = self.app.texts.text, result.today, result.yesterday
        game = self.app.game_name(today.game)
        yield say("today.is", game=game, date=today.date)
        yield self._how_far(today)
        yield ""
        yield from self._ladder(today) or (say("today.nobody_yet"),)
        if yesterday is not None and (ladder := self._ladder(yesterday)):
            yield ""
            yield say("today.yesterday", game=self.app.game_name(yesterday.game))
            yield from ladder
            if self.days.best(yesterday) is not None:
                yield say("today.watch")

    def _how_far(self, today: DailyGame) -> str:
        say = self.app.texts.text
        if (table := self._own_table(today)) is None:
            return say("today.begin")
        return say("today.through" if table.is_over else "today.go_on")

    def _own_table(self, today: DailyGame) -> TableSummary | None:
        return self.days.table_of(today, self.app.user)

    def _ladder(self, day: DailyGame) -> list[str]:
        return [f"  {line}" for line in columns([*self._rows(day)])] if self._any(day) else []

    def _any(self, day: DailyGame) -> bool:
        return bool(self.days.ladder(day))

    def _rows(self, day: DailyGame) -> Iterator[tuple[str, ...]]:
        say = self.app.texts.text
        for place, result in self.days.ladder(day)[:MOST]:
            (entrant,) = result.entrants
            won = "today.won_in" if entrant.turns else "today.won"
            how = say(won if entrant.place == 1 else "today.lost", turns=entrant.turns)
            yield (
                say("league.place", place=place),
                escape_controls(entrant.name),
                str(entrant.score),
                how,
            )

    # ------------------------------------------------------------------ keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to watch only where there is a game to watch."""
        if action == "watch":
            return self._best() is not None
        return super().check_action(action, parameters)

    def _best(self) -> TableSummary | None:
        result = self._result
        return (
            None if result is None or result.yesterday is None else self.days.best(result.yesterday)
        )

    def action_play(self) -> None:
        """Begin, or continue."""
        if self.app.may_act():
            self.app.attempt(lambda: self.app.open_room(self.days.start(self.app.user)))

    def action_watch(self) -> None:
        """Watch the best game of yesterday."""
        if (table := self._best()) is not None and (room := self.app.find(table.code)) is not None:
            self.app.open_replay(room.table)
