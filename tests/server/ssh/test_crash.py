"""An error in one session is that session's alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.ssh.person import ada_sits_down, demo_server, names_in

SORRY = "An error on the server ended this session. Your table is kept; connect again."


@pytest.mark.parametrize(
    ("key", "error"),
    [("x", "broken in a handler"), ("w", "broken later"), ("T", "broken later")],
    ids=["handler", "worker", "timer"],
)
async def test_an_error_ends_its_session_with_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, key: str, error: str
) -> None:
    """The terminal restored, status 1, others untouched, the cause in the server's log alone."""
    async with demo_server(tmp_path) as demo:
        ada, bob = await demo.sit_down("ada"), await demo.sit_down("bob")
        ada.press(key)
        assert await ada.is_sent_home() == SORRY
        assert ada.status == 1
        assert b"Traceback" not in ada.sent
        assert b"secret_hand" not in ada.sent
        assert b"broken" not in ada.sent
        await bob.sees("count 1", after=" ")
        assert b"broken" not in bob.sent
    assert "the app of ada failed" in caplog.text
    assert error in caplog.text
    assert "the queen" not in caplog.text, "values of variables are no business of the log either"


async def test_the_sentence_is_in_the_players_language(tmp_path: Path) -> None:
    async with demo_server(tmp_path) as demo:
        ada = await demo.sit_down("ada", env={"LANG": "ja_JP.UTF-8"})
        ada.press("x")
        assert "サーバーの不具合で" in await ada.is_sent_home()


async def test_an_app_that_cannot_be_made_is_an_error_like_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with demo_server(tmp_path) as demo:

        def no_app(visit: object) -> None:
            raise RuntimeError("no app today")

        make_app = demo.context.make_app
        demo.context.make_app = no_app  # type: ignore[assignment]  # that is the fault
        ada = await demo.come("ada")
        assert await ada.is_sent_home() == SORRY
        demo.context.make_app = make_app
        await demo.sit_down("ada")
    assert "no app today" in caplog.text


async def test_nobody_opens_a_browser_or_writes_a_file_on_the_server(tmp_path: Path) -> None:
    async with ada_sits_down(tmp_path) as (demo, ada):
        app = demo.app_of("ada")
        app.call_later(app.open_url, "https://example.org/rules")
        await ada.sees("https://example.org/rules")
        app.call_later(app.deliver_screenshot, None, str(tmp_path))
        await ada.sees("Files cannot be saved from here.")
    assert names_in(tmp_path) == ["host_key", "house.lock", "names.jsonl"]
