"""The export of a transcript: format, language, viewer, and file."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from msgspec import convert
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Button, Input, Static

from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.log.history import History
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.model import Viewer
from hako.tui.recordings.transcripts import FORMATS, Format, write
from hako.tui.screens.dialog import Dialog
from hako.tui.widgets.forms import FormField, OptionPicker
from hako.tui.widgets.key_bar import KeyBar

PICKERS = ("format", "language", "eyes")
PROGRESS_SECONDS = 0.1
"""Seconds between two updates of the progress."""

ALL = "all"
"""The viewer None among the values of the picker."""


class ExportScreen(Dialog[None]):
    """A form for the export, which writes it."""

    TOPIC = "export"
    AUTO_FOCUS = "#format"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "leave"),
        Binding("ctrl+s", "write", "write"),
    ]
    SCOPED_CSS = False  # of a list of selectors, Textual would scope the last
    DEFAULT_CSS = """
    ExportScreen #form {
        width: 72; max-width: 100%; height: auto; padding: 1 2;
        background: $surface; border: solid $accent;
    }
    ExportScreen #title { color: $accent; text-style: bold; margin-bottom: 1; }
    ExportScreen Input { margin: 1 0; padding: 0 1; background: $panel; }
    .-ascii ExportScreen #form, .-narrow ExportScreen #form { border: ascii $accent; }
    """

    def __init__(self, table: History[Any], viewer: Viewer = None) -> None:
        """Make the dialog for a table; `viewer` is offered beside the view of a spectator."""
        super().__init__()
        self._table = table
        self._done: float | None = None
        """The part that has been written, from 0 to 1; None while nothing is written."""
        self._viewers = [ALL]
        if table.outcome is not None:
            self._viewers += [str(seat) for seat in range(len(table.players))]
        elif viewer is not None:
            self._viewers.append(str(viewer))

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static(id="title")
            yield FormField(OptionPicker(FORMATS, "md", id="format"))
            yield FormField(OptionPicker(LANGUAGES, self.app.appearance.language, id="language"))
            yield FormField(OptionPicker(self._viewers, ALL, id="eyes"))
            yield Input(str(self._file()), id="file", compact=True)
            yield Button(id="write", variant="primary", compact=True)
        yield KeyBar()

    def retranslate(self) -> None:
        table, texts = self._table, self.app.texts
        seats = self.app.texts_at(table)
        self.query_one("#title", Static).update(texts.text("export.title"))
        for field in self.query(FormField):
            field.set_label(texts.text(f"export.{field.control.id}"))
        self.query_one("#format", OptionPicker).labels = {
            form: texts.text(f"export.{form}") for form in FORMATS
        }
        self.query_one("#language", OptionPicker).labels = {"en": "English", "ja": "日本語"}
        self.query_one("#eyes", OptionPicker).labels = {
            eyes: texts.text("export.all") if eyes == ALL else seats.term("seat", int(eyes))
            for eyes in self._viewers
        }
        self._show_progress()

    @on(OptionPicker.ValueChanged)
    def rename(self) -> None:
        """Make the file's name follow the choices; its folder stays."""
        field = self.query_one("#file", Input)
        field.value = str(Path(field.value).parent / self._file().name)

    @on(Input.Submitted)
    @on(Button.Pressed)
    def action_write(self) -> None:
        """Write the file and close; stay open where that fails."""
        if self._done is None:
            self._done = 0.0
            self._show_progress()
            # by the app: the notice is shown even if the dialog is closed meanwhile
            path = Path(self.query_one("#file", Input).value).expanduser()
            self.app.run_worker(self._write(path))

    async def _write(self, path: Path) -> None:
        """Write on a thread, for a recording of a long game takes a while."""
        form, language, eyes = (self.query_one(f"#{name}", OptionPicker).value for name in PICKERS)
        job = partial(
            write,
            self._table,
            convert(form, Format),
            convert(language, Language),
            None if eyes == ALL else int(eyes),
            path,
            progress=self._take_progress,
        )
        clock = self.set_interval(PROGRESS_SECONDS, self._show_progress)
        try:
            await asyncio.to_thread(job)
        except StorageError as error:
            self.app.complain(error)
        else:
            self.app.notify(self.app.texts.text("export.written", file=str(path)), markup=False)
            self.vanish()
        finally:
            clock.stop()
            self._done = None
            self._show_progress()

    def _take_progress(self, done: float) -> None:
        self._done = done

    def _show_progress(self) -> None:
        if self.is_attached:
            texts = self.app.texts
            self.query_one("#write", Button).label = (
                texts.text("keys.write")
                if self._done is None
                else texts.text("export.writing", percent=round(100 * self._done))
            )

    def _file(self) -> Path:
        """The name of the save, the language and the format, in the current folder."""
        pickers = {picker.id: picker.value for picker in self.query(OptionPicker)}
        name = self._table.save.name if self._table.save else self._table.game.id
        language = pickers.get("language", self.app.appearance.language)
        return Path.cwd() / f"{name}.{language}.{pickers.get('format', 'md')}"
