"""The same house with a browser: a page with a terminal, and a line to a session of the server.

    site.py         the pages, and who may come in
    porch.py        how many connections may wait there
    handler.py      one connection, read within the budgets of the house
    caller.py       one page that came in: its line, and the session at its end
    passes.py       the cookie by which a browser is known again
    page/           what it is shown, a page around the terminal of xterm.js

Importing this package without aiohttp raises an ImportError that says what to type.
"""

from importlib.util import find_spec

from hako.engine.optional import MissingPackage

if find_spec("aiohttp") is None:
    raise MissingPackage("no_aiohttp")
