"""Packets: a frame is one of them, and no cipher is offered that needs more."""

from __future__ import annotations

import logging
from pathlib import Path

import asyncssh
import pytest

from tests.server.ssh.person import ada_sits_down, demo_server


async def test_no_empty_packets_go_before_those_that_say_something(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with ada_sits_down(tmp_path) as (_, ada):
        asyncssh.set_debug_level(3)
        try:
            with caplog.at_level(logging.DEBUG, "asyncssh"):
                await ada.sees("count 1", after=" ")
        finally:
            asyncssh.set_debug_level(1)

    assert "MSG_CHANNEL_DATA" in caplog.text
    assert "MSG_IGNORE" not in caplog.text


async def test_a_cipher_that_chains_blocks_is_refused(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        with pytest.raises(asyncssh.KeyExchangeFailed):
            await demo.connect("ada", encryption_algs=["aes256-cbc"])
