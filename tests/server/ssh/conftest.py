"""Fixtures of the tests of the SSH server."""

import pytest
from msgspec.structs import replace

from hako.server.limits import PLAYER, STRANGER, Pace
from hako.server.ssh import packet_limits as traffic


@pytest.fixture
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packets are read at once: what is too much noise is ended all the same."""
    fast = Pace(1e9, 1e9)
    for name, budget in (("STRANGER", STRANGER), ("PLAYER", PLAYER)):
        changed = replace(budget, bytes=fast, packets=fast, milliseconds=fast)
        monkeypatch.setattr(traffic, name, changed)
