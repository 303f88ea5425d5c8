"""The pages that browsers are shown, and their static files."""

from __future__ import annotations

import gzip
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import NamedTuple

from aiohttp import web

_FOLDER = Path(__file__).parent / "page"
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; "
        "style-src 'self' 'unsafe-inline'; "  # xterm.js writes its colours into the page
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "Referrer-Policy": "same-origin",  # with none a form would say that it comes from nowhere
    "X-Content-Type-Options": "nosniff",
}


def page(file: str, /, status: int = 200, **values: str) -> web.Response:
    """A page from a template, with these values in it; each line of a value becomes a paragraph."""
    written = Template((_FOLDER / file).read_text("utf-8")).substitute(
        {key: escape(value).replace("\n", "<p>") for key, value in values.items()}
    )
    return web.Response(text=written, status=status, content_type="text/html", headers=_HEADERS)


def static(request: web.BaseRequest) -> web.Response:
    """A static file; a browser that has its newest version gets status 304."""
    file = STATICS[request.path]
    headers = {"Cache-Control": "no-cache", "ETag": file.tag, "X-Content-Type-Options": "nosniff"}
    if request.headers.get("If-None-Match") == file.tag:
        return web.Response(status=304, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return web.Response(body=file.packed, content_type=file.type, headers=headers)
    return web.Response(body=file.content, content_type=file.type, headers=headers)


class _File(NamedTuple):
    """A static file of the pages."""

    type: str
    content: bytes
    packed: bytes
    tag: str


_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def _read(path: Path) -> _File:
    content = path.read_bytes()
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    return _File(_TYPES[path.suffix], content, gzip.compress(content, mtime=0), tag)


STATICS = {
    f"/static/{path.relative_to(_FOLDER).as_posix()}": _read(path)
    for path in _FOLDER.rglob("*.*")
    if path.suffix in _TYPES
}
"""The static files by their path; compressed at the import, not while others play."""
