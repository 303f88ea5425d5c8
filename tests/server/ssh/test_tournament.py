"""A cup from the order to the end: over SSH, on the page in the lobby, and as `hako tournament` reckons it."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from itertools import product
from pathlib import Path

import msgspec
import pytest

from hako.engine import ENGINE
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.log.history import StaleTable
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.tournaments.pairing import RULES
from hako.multiplayer.tournaments.report import as_markdown, build_report, read_report
from hako.server.limits import Limits
from hako.tui import TUI
from tests.cli.commands.terminal import Person as Caller
from tests.multiplayer.tournaments.test_tournament import announced, begun, played
from tests.server.ssh.person import Callers
from tests.server.ssh.tables import ENGLISH, OpenServer, open_lobby
from tests.toys import TOYS
from tests.toys.raised import raise_rules
from tests.toys.tic_tac_toe import Place
from tests.waiting import until

HOST = "hana"
CUP = played(begun(announced(rounds=2), 5), 1)
FIRST_WINS = (0, 3, 1, 4, 2)


async def said(at: Callers, by: str, line: str) -> str:
    """The answer to a command; errors begin with a "!"."""
    connection = await at.connect(by)
    result = await connection.run(line)
    connection.close()
    return f"!{result.stderr!s}" if result.exit_status else str(result.stdout)


def tables(at: OpenServer) -> list[str]:
    return [table.code for table in at.lobby.tables_of_events() if not table.is_over]


async def play(at: OpenServer) -> None:
    """Play all open tables to their end, each once it is dealt."""
    for code in tables(at):
        table = at.lobby.find(code).table
        await until(lambda table=table: table.outcome is not None or bool(table.waiting()))  # type: ignore[misc]  # of this round
        while table.outcome is None:
            with suppress(StaleTable):  # somebody else wrote, such as a forfeit: look again
                for seat in table.waiting():
                    offered = table.legal_actions(seat)
                    table.play(
                        seat, next(cell for cell in map(Place, FIRST_WINS) if cell in offered)
                    )
            await asyncio.sleep(0.01)


async def held(at: OpenServer) -> None:
    """A tournament of four people and two rounds; all tables of the second round are open."""
    assert "is announced" in await said(at, HOST, "admin tournament Spring tic_tac_toe swiss:2")
    for name in ("ann", "ben", "cat", "dan"):
        assert name in await said(at, name, "tournament spring enter")
    assert "has begun" in await said(at, HOST, "admin start Spring")
    await until(lambda: len(tables(at)) == 2)
    await play(at)
    await until(lambda: len(tables(at)) == 2)


async def test_a_tournament_by_words_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(
        new_names=1000, handshakes_per_minute=1000
    )  # each command has a connection of its own
    async with open_lobby(tmp_path, keepers=[HOST], watch=0.02, limits=limits) as at:
        assert "No tournament was held here" in await said(at, "ann", "tournament")
        assert "Only an admin" in await said(at, "ann", "admin tournament Mine tic_tac_toe")
        assert "no tournament called" in await said(at, HOST, "admin start Autumn")
        await held(at)
        assert "has begun; entries are closed" in await said(at, "eve", "tournament spring enter")
        assert "Tic-tac-toe (Spring, round 2)" in await said(at, "ann", "tables")
        assert "being played" in await said(at, "ann", "tournament")
        code = tables(at)[0]
        assert "cannot be closed before it is over" in await said(
            at, HOST, f"admin close {tables(at)[1]}"
        )
        lost = at.lobby.find(code).table.players[0].name
        assert "by forfeit" in await said(at, HOST, f"admin forfeit {code} {lost}")
        await play(at)
        page = ""
        async with asyncio.timeout(60):
            while "It is over." not in page:
                page = await said(at, "ann", "tournament Spring")
        assert "did not come" in page
        as_json = await said(at, "eve", "tournament Spring --json")
        assert "SHA256" not in as_json
        cup = read_report(as_json.encode())
        assert cup.finished is not None
        markdown = await said(at, "eve", "tournament spring --md")
        assert markdown.startswith("# Spring\n")
        assert "| 1 | " in markdown
    kept = Caller(tmp_path)
    assert "It is over." in kept.hako("tournament", "spring").stdout
    with monkeypatch.context() as later:
        raise_rules(later)
        later_told = kept.hako("tournament", "spring")
    assert later_told.exit_code == 3
    assert "records of 6 were not checked against the rules" in later_told.stderr
    assert "It is over." in later_told.stdout
    file = tmp_path / "spring.json"
    kept.hako("tournament", "spring", "--json", str(file))
    assert read_report(file.read_bytes()).standings() == cup.standings()
    assert kept.hako("tournament", str(file)).stdout == kept.hako("tournament", "Spring").stdout
    file.write_bytes(file.read_bytes().replace(b'"lot": 1', b'"lot": 9', 1))
    assert kept.hako("tournament", str(file)).stderr.startswith(
        f"hako: {file}: The standings of Spring"
    )
    lines = tmp_path / "cups.jsonl"
    before, _, after = lines.read_bytes().rpartition(b'"places":[1,2],"scores"')
    lines.write_bytes(before + b'"places":[2,1],"scores"' + after)
    output = kept.hako("tournament", "spring")
    assert output.stderr.startswith("hako: ")
    assert "ended with another result than Spring says" in output.stderr
    assert output.exit_code == 1
    assert (
        kept.hako("tournament", "autumn").stderr
        == "hako: There is no tournament called 'autumn'.\n"
    )
    file.write_text("{}")
    assert (
        kept.hako("tournament", str(file)).stderr
        == f"hako: {file}: this is not the beginning of a tournament's records.\n"
    )


async def test_the_page_lets_people_take_part_and_leads_to_their_table(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, keepers=[HOST], watch=0.02, asks=True) as at:
        ann = await at.come("ann", env=ENGLISH)
        await ann.sees("new table")
        assert "cups" not in ann.text
        await said(at, HOST, "admin tournament Spring tic_tac_toe")
        await said(at, "ben", "tournament spring enter")
        ann.press("u")
        await ann.sees("One player has entered")
        ann.press("e")
        await ann.sees("2 players have entered")
        await said(at, HOST, "admin start Spring")
        await ann.sees("Enter: to your table")
        ann.press("\r")
        await ann.sees("Tournament Spring, round 1")
        ann.press("\x1b")
        await ann.sees("Round 1")
        ann.press("e")
        await ann.sees("It has begun, so nobody")
        ann.press("y")
        await ann.sees("It is over.")
        await ann.sees("did not come")


def test_whatever_number_is_another_is_told_or_makes_no_difference() -> None:
    content = msgspec.json.encode(build_report(CUP))
    numbers = re.finditer(rb"(?<=[:\[,])\d+(?=[],}])", content)
    for changed, other in product(numbers, (-1, 0, 1, 2, 3, 7, 99, 2**70)):
        forged = content[: changed.start()] + b"%d" % other + content[changed.end() :]
        with suppress(Failure):
            assert read_report(forged).standings() == CUP.standings()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_page_has_all_rounds_and_what_was_changed_is_told(language: str) -> None:
    cup = CUP
    texts = load_catalogue("en" if language == "en" else "ja", ENGINE, MULTIPLAYER, TUI)
    page = as_markdown(cup, texts, TOYS)
    assert page.count("\n## ") == 1 + len(cup.rounds)
    content = msgspec.json.encode(build_report(cup))
    assert read_report(content).standings() == cup.standings()
    other = read_report(content.replace(b',"rules":%d' % RULES, b"", 1))
    assert as_markdown(other, texts, TOYS).count(texts.text("cup.other_rules")) == 1
    assert texts.text("cup.other_rules") not in page
    for forged in (b"{}", content.replace(b'"lot":1}', b'"lot":9}', 1)):
        with pytest.raises(Failure):
            read_report(forged)
