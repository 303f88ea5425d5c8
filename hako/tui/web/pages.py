"""What browsers are shown."""

from __future__ import annotations

from html import escape
from importlib.util import find_spec
from pathlib import Path
from string import Template

from aiohttp import web

_FOLDER = Path(__file__).parent / "page"
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "Referrer-Policy": "same-origin",  # with none a form would say that it comes from nowhere
    "X-Content-Type-Options": "nosniff",
}


def page(file: str, /, status: int = 200, **values: str) -> web.Response:
    """One of our own, with these values in it; each line of one is a paragraph."""
    written = Template((_FOLDER / file).read_text("utf-8")).substitute(
        {key: escape(value).replace("\n", "<p>") for key, value in values.items()}
    )
    return web.Response(text=written, status=status, content_type="text/html", headers=_HEADERS)


def _statics() -> dict[str, Path]:
    """What there is to fetch beside the pages: the terminal of textual-serve, and our script."""
    spec = find_spec("textual_serve")
    assert spec is not None, "the package asks for it"
    roots = [Path(each) / "static" for each in spec.submodule_search_locations or ()]
    found = {
        f"/static/{path.relative_to(root).as_posix()}": path
        for root in roots
        for path in root.rglob("*.*")
    }
    return {**found, "/static/come.js": _FOLDER / "come.js"}


STATICS = _statics()
"""The path of each in an address, and on the disk."""
