"""A table dealt in the open, from the terminals of those who sit there to `hako verify`."""

from __future__ import annotations

import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from pathlib import Path

from tests.server.ssh.person import Person
from tests.server.ssh.tables import REPOSITORY, server_process

PART = "twelve herons over the weir"


async def verified(data: Path, save: Path) -> str:
    """The output of `hako verify --people` for a log, in English."""
    words = ("verify", "--people", "--lang", "en", "--data", str(data), str(save))
    process = await create_subprocess_exec(
        sys.executable, "-m", "hako", *words, cwd=REPOSITORY, stdout=PIPE, stderr=PIPE
    )
    output, errors = await process.communicate()
    assert process.returncode == 0, errors
    return output.decode()


async def ready(person: Person, part: str = "") -> None:
    """Say so, with a part of the shuffle or without."""
    await person.sees("Your part of the shuffle", after="r")
    person.press(f"{part}\r")


async def test_verify_names_those_who_typed_their_part_and_those_who_did_not(
    tmp_path: Path,
) -> None:
    """Over SSH nothing but what somebody typed proves anything; each is told by their seat."""
    async with server_process(tmp_path, "--invite", "flip_city:3") as server:
        people = {name: await server.at_table(name) for name in ("ada", "bob", "cam")}
        for person in people.values():
            await person.sees("It is dealt as soon as ada, bob, cam are ready.")
        await ready(people["ada"])
        await people["bob"].sees("It is dealt as soon as bob, cam are ready.")
        await ready(people["bob"], PART)
        await people["cam"].sees("It is dealt as soon as cam is ready.")
        await ready(people["cam"])
        for person in people.values():
            await person.sees("play on or stop?")
            assert PART.encode() not in person.sent or person is people["bob"]

        [save] = (tmp_path / "tables").glob("*.hako")
        report = await verified(tmp_path, save)
        assert "and from what B typed." in report
        assert "A is ready, and typed nothing" in report
        assert "B is ready, and typed a part of the shuffle" in report
        assert "C is ready, and typed nothing" in report


async def test_verify_says_that_a_deal_for_which_nobody_typed_proves_nothing(
    tmp_path: Path,
) -> None:
    async with server_process(tmp_path, "--invite", "flip_city") as server:
        people = {name: await server.at_table(name) for name in ("ada", "bob")}
        await people["ada"].sees("It is dealt as soon as ada, bob are ready.")
        await ready(people["ada"])
        await people["bob"].sees("It is dealt as soon as bob is ready.")
        await ready(people["bob"])
        await people["bob"].sees("play on or stop?")

        [save] = (tmp_path / "tables").glob("*.hako")
        report = await verified(tmp_path, save)
        assert "Nobody typed anything, so this proves nothing about the deal." in report
        assert "typed a part" not in report
