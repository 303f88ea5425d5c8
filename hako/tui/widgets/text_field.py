"""A line to type in, which takes a pasted text as far as it fits and says what Enter does."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

ENTER_DOES = ("accept", "send", "open")
"""The uses of the text by Enter, as texts of the group `keys`."""


class TextField(Input):
    """A text field of a dialog."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", f"submit('{does}')", does) for does in ENTER_DOES
    ]

    def __init__(self, value: str = "", *, enter_does: str, **options: Any) -> None:
        """`enter_does` is one of ENTER_DOES; `options` are those of Input."""
        super().__init__(value, compact=True, **options)
        self._enter_does = enter_does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Show one text beside Enter."""
        if action == "submit":
            return parameters == (self._enter_does,)
        return super().check_action(action, parameters)

    async def action_submit(self, does: str = "") -> None:  # noqa: ARG002 - the bar names it
        await super().action_submit()

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the text; of a text that is too long as much as fits."""
        room = self.max_length - len(self.value) + abs(end - start) if self.max_length else None
        super().replace(text[:room], start, end)
