"""The game of the day: one deal for all, one attempt each, and nothing told before midnight; in both homes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hako.content import THE_SHELF
from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import OPEN
from hako.engine.log.log_format import encode
from hako.engine.review.review import GameNotOver, review_of
from hako.engine.rules.model import Seat
from hako.engine.storage.protocols import Store
from hako.engine.transcript.json_export import facts
from hako.multiplayer.accounts.users import User
from hako.multiplayer.daily import daily_games as of_days
from hako.multiplayer.daily.daily_games import DailyGame, DailyGames
from hako.multiplayer.ratings.results import Entrant, Result, result_of
from hako.multiplayer.tables.deal import ReadyChanged, SecretCommitted, SeedDisclosed
from hako.multiplayer.tables.fair_seed import LEAST_SIGNS
from hako.multiplayer.tables.open_log import read_log, verified
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.table_setup import shared_header
from tests.engine.transcript.games import english
from tests.multiplayer.stopped_server import StoppedServer
from tests.stores import Home

ANN, BEN, CAT = [User(name, f"SHA256:{name}") for name in ("Ann", "Ben", "Cat")]
DAY = 24 * 3600
GAME = "flip_city"


class DailyServer(StoppedServer):
    """A process of a server whose time stands still; it is eight in the morning."""

    def __init__(self, home: Home) -> None:
        super().__init__(home, THE_SHELF.load)

    def furnish(self, server: Store) -> None:
        self.days = DailyGames(self.lobby, server.document(of_days.FILE), [GAME], THE_SHELF.load)

    def all_that_is_told(self, room: Room) -> str:
        """Everything that anybody is told of a table while the day is on."""
        table = room.table
        texts = [facts(table, english(table), "game", viewer) for viewer in (None, Seat(0))]
        assert self.lobby.commitment_log is not None
        return "".join(texts) + str(self.lobby.commitment_log.disclosed)


@pytest.fixture
def server(home: Home) -> DailyServer:
    return DailyServer(home)


def played(room: Room, seed: int = 1) -> None:
    """To its end, by chance."""
    chance, table = random.Random(seed), room.table
    while table.waiting():
        table.play(0, chance.choice(table.legal_actions(0)))


def verified_log(server: DailyServer, room: Room) -> None:
    _, data = server.lobby.store.open(room.name)
    verified(room.table.game, read_log(room.table.game, data, "it"), "it")


async def test_all_have_the_same_deal_and_the_next_day_another(server: DailyServer) -> None:
    """Also in another process, and after a restart."""
    ann = server.days.start(ANN).table
    server.open()
    ben = server.days.start(BEN).table
    server.time.seconds += DAY
    cat = server.days.start(CAT).table

    assert ann.deal.seed == ben.deal.seed
    assert ann.positions[0].record == ben.positions[0].record
    assert cat.deal.seed != ann.deal.seed


async def test_the_same_choices_meet_the_same_cards(server: DailyServer) -> None:
    ann, ben = server.days.start(ANN), server.days.start(BEN)
    played(ann)
    played(ben)

    own_results = [[moment.record for moment in room.table.positions] for room in (ann, ben)]
    assert own_results[0] == own_results[1]
    assert [place for place, _ in server.days.ladder(server.days.today())] == [1, 1]  # type: ignore[arg-type]  # there is one


async def test_the_first_attempt_counts_and_there_is_no_second(server: DailyServer) -> None:
    room = server.days.start(ANN)
    assert server.days.start(ANN) is room
    played(room)
    assert room.table.undo_is(0) == "horizon", "its result is written down"
    server.open()
    again = server.days.start(ANN)

    assert again.name == room.name
    assert again.table.outcome is not None
    with pytest.raises(Failure, match="Other tables still play this deal"):
        await server.lobby.archiving.archive(again)
    await server.lobby.archiving.sweep()
    assert server.days.start(ANN).name == room.name


async def test_guests_have_none(server: DailyServer) -> None:
    with pytest.raises(Failure, match="a new attempt"):
        server.days.start(User("Gus", "guest:Gus"))


async def test_nothing_is_told_before_the_day_ends(server: DailyServer) -> None:
    """Neither secret nor seed, in nothing that is exported; others do not look on, nobody reviews."""
    room = server.days.start(ANN)
    table, deal = room.table, room.table.deal
    assert deal.committed is not None
    assert isinstance(deal.seed, bytes)
    for is_over in (False, True):
        if is_over:
            played(room)
        all_that_is_told = server.all_that_is_told(room)
        assert deal.committed.secret not in all_that_is_told
        assert deal.seed.hex() not in all_that_is_told
        assert room.users.is_shut_to(BEN)
        assert not room.users.is_shut_to(ANN)
        with pytest.raises(GameNotOver):
            review_of(table)
    assert room.code not in [open_table.code for open_table in server.lobby.open_tables(BEN, 50)]
    await server.days.poll()
    assert table.is_embargoed

    server.time.seconds += DAY
    await server.days.poll()

    assert deal.is_open
    assert deal.seed.hex() in server.all_that_is_told(room)
    assert server.lobby.commitment_log is not None
    assert server.lobby.commitment_log.disclosed == {
        deal.committed.commitment: deal.committed.secret
    }
    assert not room.users.is_shut_to(BEN)
    review_of(table)
    verified_log(server, room)


async def test_what_was_not_played_to_its_end_does_not_count(server: DailyServer) -> None:
    room = server.days.start(ANN)
    day = server.days.today()
    assert day is not None
    server.time.seconds += DAY
    server.open()
    await server.days.poll()
    room = server.lobby.find(room.code)

    assert room.table.deal.is_open
    assert not room.table.waiting()
    assert server.days.ladder(day) == []
    verified_log(server, room)


async def test_the_ladder_is_by_who_won_and_by_score_and_the_best_one_is_watched(
    server: DailyServer,
) -> None:
    rooms = {user.name: server.days.start(user) for user in (ANN, BEN, CAT)}
    for seed, room in enumerate(rooms.values()):
        played(room, seed)
    day = server.days.today()
    assert day is not None
    ladder = server.days.ladder(day)
    outcomes = {name: room.table.outcome for name, room in rooms.items()}
    assert {item.entrants[0].name for _, item in ladder} == {*rooms}
    keys = []
    for place, result in ladder:
        outcome = outcomes[result.entrants[0].name]
        assert outcome is not None
        keys.append((place, (not outcome.winners, -outcome.scores[0])))
    assert [key for _, key in sorted(keys, key=lambda pair: pair[1])] == [key for _, key in keys]
    assert server.days.best(day) is None, "before the day ends"

    server.time.seconds += DAY
    await server.days.poll()
    server.open()

    best = server.days.best(day)
    assert best is not None
    assert best.players[0].name == ladder[0][1].entrants[0].name
    assert server.days.ladder(day) == ladder


@pytest.mark.rule("flip_city.solo.7")
def test_of_equal_scores_fewer_turns_come_first(server: DailyServer) -> None:
    day = server.days.today()
    assert day is not None
    assert server.lobby.results is not None
    for name, place, score, turns in [("Ann", 1, 5, 20), ("Ben", 1, 5, 18), ("Cat", 2, 0, 0)]:
        entrant = Entrant(name, place, score, key=f"SHA256:{name}", turns=turns)
        result = Result(0, "deal", GAME, (entrant,), event=day.event, rated=False)
        server.lobby.results._learn([result])

    ladder = server.days.ladder(day)
    assert [(place, item.entrants[0].name) for place, item in ladder] == [
        (1, "Ben"),
        (2, "Ann"),
        (3, "Cat"),
    ]


async def test_results_are_what_the_logs_tell_before_and_after_midnight(
    server: DailyServer,
) -> None:
    room = server.days.start(ANN)
    played(room)
    assert server.lobby.results is not None
    (before,) = server.lobby.results.all
    server.time.seconds += DAY
    await server.days.poll()

    assert result_of(room.table) == before
    assert server.lobby.results.all == [before]
    assert not before.counts_for(before.entrants[0]), "no league is made of it"


def laid(server: DailyServer, day: DailyGame) -> Room:
    """Ann's table of that day, not dealt yet."""
    game = THE_SHELF.load(GAME)
    header = shared_header(game, (OPEN,), committed=True, undo="horizon", event=day.event)
    return server.lobby.new_tables.create(header, ANN, (None,), private=True)


async def test_who_was_killed_before_it_was_dealt_begins_where_they_were(
    server: DailyServer,
) -> None:
    day = server.days.today()
    assert day is not None
    name = laid(server, day).name
    server.open()

    room = server.days.start(ANN)

    assert room.name == name
    assert room.table.is_dealt
    assert room.table.deal.seed == server.days.start(BEN).table.deal.seed


async def test_what_was_laid_and_never_dealt_is_put_away_when_the_day_is_over(
    server: DailyServer,
) -> None:
    day = server.days.today()
    assert day is not None
    laid(server, day)
    await server.days.poll()
    assert server.days.table_of(day, ANN) is not None
    server.time.seconds += DAY

    await server.days.poll()

    assert server.days.table_of(day, ANN) is None


async def test_another_secret_or_words_of_ones_own_are_told_by_verify(server: DailyServer) -> None:
    room = server.days.start(ANN)
    game = room.table.game
    _, data = server.lobby.store.open(room.name)
    log = read_log(game, data, "it")
    committed = next(line for line in log.lines if isinstance(line, SecretCommitted))
    forged = data.replace(committed.secret.encode(), b"0" * 64)
    with pytest.raises(Failure, match="commitment"):
        verified(game, read_log(game, forged, "it"), "it")
    ready = next(line for line in log.lines if isinstance(line, ReadyChanged))
    typed = encode(ReadyChanged(0, True, "x" * LEAST_SIGNS, 1))
    with pytest.raises(Failure, match="typed a part of a shuffle"):
        verified(game, read_log(game, data.replace(encode(ready), typed), "it"), "it")
    assert not any(isinstance(line, SeedDisclosed) for line in log.lines)


async def test_the_days_are_for_the_owner_alone(tmp_path: Path) -> None:
    from hako.multiplayer.services import Services

    folder = Services(tmp_path)
    lobby = folder.lobby(THE_SHELF, WorkerPool(), keeps_all=True)
    assert folder.daily_games(lobby, THE_SHELF).today() is not None
    await lobby.close()

    assert (tmp_path / of_days.FILE).stat().st_mode & 0o077 == 0
