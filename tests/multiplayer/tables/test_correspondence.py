"""A game of a move a day: ten days of simulated time, from the first bid to the last.

Three play with a day a turn. Ann comes each morning, Ben 22 hours after he is told of his turn, Cat in the
evening, until she stays away; then Dan takes her seat. In between the house is shut for 60 hours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.log.header import OPEN
from hako.engine.log.verify import verify
from hako.engine.rules.play import waiting
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.notifications.queue import Delivered, NotificationQueue
from hako.multiplayer.tables.clock import TimeClaimed, TimeoutResolved
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.paused_time import PausedTime
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tables.table_setup import shared_header
from tests.toys.sealed_bids import GAME
from tests.willing import all_ready

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
ANN, BEN, CAT, DAN = (User(name, f"SHA256:{name}") for name in ("Ann", "Ben", "Cat", "Dan"))


class Correspondence:
    """The house, its clock, and what each of them was told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.at = 1_800_000_000 - 1_800_000_000 % DAY  # midnight
        self.began = self.at
        self.told: list[tuple[str, bool, float]] = []
        """Users who were notified, whether their time runs short, and when."""
        self.chose: dict[str, float] = {}
        """Time of the last action."""
        self.open()
        header = shared_header(GAME, (OPEN,) * 3, {"rounds": "5"}, seed=3, undo="ask", clock="1d")
        room = self.lobby.new_tables.create(header, ANN, (None,) * 3)
        self.code = room.code
        for visitor in (BEN, CAT):
            room.seating.sit(visitor)
        all_ready(room)

    def open(self) -> None:
        """As after `kill -9`."""
        store = FolderStore(self.folder)
        time = PausedTime(store, lambda: self.at, beat_seconds=HOUR)
        time.open()
        tables = store.within("tables")
        self.lobby = Lobby(tables, lambda _: GAME, WorkerPool(), LobbyOptions(time=time))
        self.calls = NotificationQueue(self.lobby, FolderStore(self.folder), lambda _: True)

    @property
    def room(self) -> Room:
        return self.lobby.find(self.code)

    @property
    def days(self) -> float:
        return (self.at - self.began) / DAY

    def pass_time(self) -> None:
        """Ten minutes in which the house looks at its clock."""
        self.at += 10 * MINUTE
        self.lobby.schedule_clocks()
        for call in self.calls.due():
            self.told.append((call.user.name, call.is_late, self.at))

    def last_told(self, name: str) -> float:
        """Time at which the turn began."""
        return max((at for user, late, at in self.told if user == name and not late), default=0)

    def comes(self, visitor: User) -> None:
        """They come, choose wherever they are waited for, and go."""
        room = self.room
        room.enter(visitor)
        seat = room.users.seat_of(visitor)
        while seat is not None and seat in room.table.waiting():
            room.table.play(seat, room.table.legal_actions(seat)[-1])
            self.chose[visitor.name] = self.at
        room.leave(visitor)


def schedule(game: Correspondence) -> Iterator[Callable[[], object]]:
    """Events at this moment."""
    hour = game.at % DAY / HOUR
    claimed = game.room.table.clocks.claimed
    if hour == 8:
        yield lambda: game.comes(ANN)
    last_told = game.last_told("Ben")
    if last_told > game.chose.get("Ben", 0) and game.at - last_told >= 22 * HOUR:
        yield lambda: game.comes(BEN)
    if hour == 20 and game.days < 2:
        yield lambda: game.comes(CAT)
    if hour == 9 and claimed:
        yield lambda: game.room.settle(ANN, 2, "replace")
    if hour == 21 and game.days > 8.5 and game.room.table.open_seats():
        yield lambda: game.room.seating.sit(DAN)
    if hour == 22 and game.room.users.seat_of(DAN) is not None:
        yield lambda: game.comes(DAN)


async def test_ten_days_with_clocks_notices_a_lost_seat_and_a_shut_server(tmp_path: Path) -> None:
    game = Correspondence(tmp_path)
    outage: float = game.began + 2.5 * DAY
    while game.room.table.outcome is None and game.days < 20:
        game.pass_time()
        if outage and game.at >= outage:
            outage = 0
            game.at += 60 * HOUR
            game.open()
            game.pass_time()
        for deed in schedule(game):
            deed()

    table = game.room.table
    data = next((tmp_path / "tables").glob("*.hako")).read_bytes()
    log = read_log(GAME, data, "the log")
    verify(SharedTable, GAME, log, "the log")
    assert table.outcome is not None
    assert 10 <= game.days < 15, game.days

    claims = [line for line in log.lines if isinstance(line, TimeClaimed | TimeoutResolved)]
    assert claims == [TimeClaimed(2), TimeoutResolved(0, 2, "replace")], (
        "nobody else ran out of time"
    )
    assert [player.name for player in table.players] == ["Ann", "Ben", "Dan"]

    decode_lines = msgspec.json.Decoder(Delivered).decode_lines(
        (tmp_path / "told.jsonl").read_bytes()
    )
    assert max(Counter(decode_lines).values()) == 1, "nobody is told twice"
    assert len(decode_lines) == len(game.told)
    late = {name for name, is_late, _ in game.told if is_late}
    assert "Cat" in late, "before her time was over"
    began = {
        (delivered.seat, delivered.moment) for delivered in decode_lines if not delivered.is_late
    }
    for seat, moment in began:
        assert seat in waiting(table.positions[moment].state)
