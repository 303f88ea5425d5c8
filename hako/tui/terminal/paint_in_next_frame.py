"""Painting in the next frame: regions are marked on the screen at once.

`Widget.refresh` posts three messages through two queues for each widget, and a widget whose
messages come late is painted in a frame of its own.
"""

from __future__ import annotations

from textual.geometry import Region
from textual.widget import Widget


def paint_soon(widget: Widget, *regions: Region) -> None:
    """Paint these regions of a widget in the next frame (all of it)."""
    if not widget.is_attached:
        return
    screen = widget.screen
    if widget in screen._compositor.visible_widgets:
        widget._set_dirty(*regions)
        screen._dirty_widgets.add(widget)
        screen.check_idle()
    else:
        widget.refresh(*regions)
