"""Play over SSH: one server, many terminals.

    ssh/server.py          listens, starts sessions one at a time, ends them all politely
    connection.py          one connection: authenticates its client
    auth.py                the host key; the keys and accounts that may log in
    context.py             the state that all connections and sessions share
    packet_limits.py       limits where packets are read
    session_requests.py    an SSH channel with a terminal
    session.py             one terminal: queries it, runs its app, restores it
    terminal_stream.py     the bytes to a terminal and back, over SSH or from a browser
    connected_client.py    one client with its terminal, as an app is given it
    session_app_base.py    SessionAppBase: a Textual app that shares its process with others
    lobby_session.py       the lobby as such an app; the commands of `ssh HOST WORD`
    driver.py              a Textual driver that writes to a channel and is fed by it
    asyncssh_patch.py      changes to asyncssh that it has no option for
    gc_tuning.py           garbage collection without long pauses

The supervisor and its workers are in hako/server/workers. Importing this package without asyncssh
or greenlet, or with another Textual, raises an ImportError that says what to install.
"""

from importlib.util import find_spec

from hako.engine.missing_package import MissingPackage
from hako.tui.textual_version import needs_textual

if find_spec("asyncssh") is None or find_spec("greenlet") is None:
    raise MissingPackage("no_asyncssh")
needs_textual()
