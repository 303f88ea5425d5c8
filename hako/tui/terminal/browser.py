"""A browser at the other end: what textual-serve expects of the process of a visitor."""

from __future__ import annotations

import os
from typing import Any

from textual.drivers.web_driver import WebDriver
from textual.messages import ExitApp

MOST_COLUMNS, MOST_LINES = 400, 120
"""Of a larger window only so much is drawn on, as over SSH; a page may claim any size."""


def is_in_browser(environment: dict[str, str] | os._Environ[str] = os.environ) -> bool:
    """Whether textual-serve has started this process."""
    return "web_driver" in environment.get("TEXTUAL_DRIVER", "")


class BrowserDriver(WebDriver):
    """Ends the app when nobody is at the other end any more, however that came about."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        if self._size is not None:
            self._size = clamped(*self._size)

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        if packet_type == "resize":
            width, height = clamped(payload["width"], payload["height"])
            payload = {**payload, "width": width, "height": height}
        super().on_meta(packet_type, payload)

    def run_input_thread(self) -> None:
        super().run_input_thread()
        self._app.post_message(ExitApp())


def clamped(columns: object, lines: object) -> tuple[int, int]:
    """The size of a window as it is drawn on; what is no number is the usual size."""
    wide = columns if isinstance(columns, int) else 80
    high = lines if isinstance(lines, int) else 24
    return max(1, min(wide, MOST_COLUMNS)), max(1, min(high, MOST_LINES))
