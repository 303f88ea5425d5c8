"""Play from a browser: a page with a terminal, and a WebSocket to a session of the server.

    site.py                 the pages, and the login
    pages.py                templates and static files
    pending_connections.py  limits on connections that have not logged in
    paced_handler.py        one connection, read within the budgets of the server
    page_session.py         one page: its WebSocket, and the session behind it
    cookies.py              the signed cookie by which a browser is recognised
    page/                   the files of the page, around the terminal of xterm.js

Importing this package without aiohttp raises an ImportError that says what to install.
"""

from importlib.util import find_spec

from hako.engine.missing_package import MissingPackage

if find_spec("aiohttp") is None:
    raise MissingPackage("no_aiohttp")
