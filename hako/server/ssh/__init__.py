"""hako over SSH: one process, one table, many terminals.

    server.py       listens, starts sessions one at a time, ends them all politely
    porter.py       owns the port of a house of several processes, and hands lines to them
    worker.py       this process as one of these
    connection.py   one connection: who is it, may they come in?
    house.py        what all of them share
    doors.py        how many may wait at the door, from where
    auth.py         the host key; who may come in
    shell.py        what a client asks for on a connection
    session.py      one terminal: asks it, runs its app, restores it
    line.py         the way to a terminal and back, whichever door it came in by
    app.py          SessionApp, a Textual app cut loose from the process it runs in
    visit.py        one terminal that came in, and the way to it
    driver.py       a Textual driver that writes to a channel and is fed by it
    limits.py       how much of everything
    watchdog.py     logs what holds the event loop
    collector.py    garbage collection without long pauses

Importing this package without asyncssh, or with another Textual, raises an ImportError that says what to type.
"""

from importlib.util import find_spec

from hako.engine.optional import MissingPackage
from hako.tui.textual_version import needs_textual

if find_spec("asyncssh") is None:
    raise MissingPackage("no_asyncssh")
needs_textual()
