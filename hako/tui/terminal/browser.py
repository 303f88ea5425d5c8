"""A browser at the other end: what textual-serve expects of the process of a visitor."""

from __future__ import annotations

import os

from textual.drivers.web_driver import WebDriver
from textual.messages import ExitApp


def is_in_browser(environment: dict[str, str] | os._Environ[str] = os.environ) -> bool:
    """Whether textual-serve has started this process."""
    return "web_driver" in environment.get("TEXTUAL_DRIVER", "")


class BrowserDriver(WebDriver):
    """Ends the app when nobody is at the other end any more, however that came about."""

    def run_input_thread(self) -> None:
        super().run_input_thread()
        self._app.post_message(ExitApp())
