"""Answers in advance on screen: given and taken back by a key, always in sight of who gave them alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from textual.widgets import OptionList

from hako.content import THE_SHELF
from hako.content.world_monger.actions import BuyShare, Pass
from hako.content.world_monger.steps.investment import Invest
from hako.engine.i18n.languages import Language
from hako.engine.log.header import OPEN
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.storage.folder import FolderStore
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.tables.limits import TableLimits
from hako.multiplayer.tables.room import Room
from tests.tui.lobbies import ANN, BEN, CAT, Person, TestLobby
from tests.tui.tables import ThinkingHere
from tests.willing import willing


@asynccontextmanager
async def investing(folder: Path) -> AsyncIterator[tuple[TestLobby, Room]]:
    """Ben invests after Cat and Ann."""
    async with AsyncExitStack() as stack:
        store, manners = FolderStore(folder / "tables"), TableLimits(answer_seconds=1000)
        lobby = willing(Lobby(store, THE_SHELF.load, ThinkingHere(), LobbyOptions(limits=manners)))
        stack.push_async_callback(lobby.close)
        game = THE_SHELF.load("world_monger")
        room = lobby.new_tables.create(
            new_header(game, (OPEN,) * 3, seed=3, undo="ask"), ANN, (None,) * 3
        )
        for user in (BEN, CAT):
            room.seating.sit(user)
        table = room.table
        while table.state.agenda[-1] != Invest(2) or not room.premoves.options(BEN):
            (seat,) = table.waiting()
            dice = Chance(len(table.positions), 0).stream("choice")
            table.play(seat, dice.choice(table.legal_actions(seat)))
        yield TestLobby(folder, lobby, stack), room


async def ben_at(at: TestLobby, room: Room, language: Language = "en") -> Person:
    return await at.come(BEN, request=f"join {room.code}", shelf=THE_SHELF, language=language)


def listed(person: Person) -> list[str]:
    options = person.app.screen.query_exactly_one(OptionList).options
    return [str(option.prompt) for option in options]


async def test_it_is_given_listed_and_taken_back_by_keys_and_no_other_sees_it(
    tmp_path: Path,
) -> None:
    async with investing(tmp_path) as (at, room):
        ben = await ben_at(at, room)
        ann = await at.come(ANN, request=f"join {room.code}", shelf=THE_SHELF)
        await ben.sees("v premove")
        await ben.sees("Premoves", after="v")
        assert listed(ben)[0] == "Ben: buy, sell or pass?"

        await ben.press("end", "enter", "v")

        await ben.sees("premove: Pass")
        await ben.sees("premove set", after="q")
        assert "advance: Pass" not in ann.text
        assert "answered" not in (await at.come(CAT, shelf=THE_SHELF)).text
        await ben.sees("premove: Pass", after="enter")
        await ben.press("v", "end", "enter", "v")
        await ben.sees("v premove")
        assert not room.premoves.of(BEN)


@pytest.mark.parametrize(
    ("language", "lost", "why"),
    [
        ("en", "a premove was cancelled: v", "Something it depends on has changed."),
        ("ja", "予約が取り消されました：v", "予約に関係することが変わりました。"),
    ],
    ids=["en", "ja"],
)
async def test_whoever_gave_it_reads_why_it_was_not_carried_out(
    language: Language, lost: str, why: str, tmp_path: Path
) -> None:
    async with investing(tmp_path) as (at, room):
        (offer,) = room.premoves.options(BEN)
        bought = next(action for action in offer.actions if isinstance(action, BuyShare))
        room.answer(BEN, offer.question, bought)
        ben = await ben_at(at, room, language)

        room.table.play(2, bought)

        await ben.sees(lost)
        await ben.press("v")
        assert why in listed(ben)[0]
        await ben.press("v")
        assert lost not in ben.text


async def test_what_is_asked_just_now_can_still_be_taken_back(tmp_path: Path) -> None:
    async with investing(tmp_path) as (at, room):
        (offer,) = room.premoves.options(BEN)
        room.answer(BEN, offer.question, Pass())
        ben = await ben_at(at, room)
        for seat in (2, 0):
            room.table.play(seat, Pass())
        assert room.table.waiting() == (1,)
        await ben.sees("Premoves", after="v")

        await ben.press("enter")

        assert not room.premoves.of(BEN)
