"""Data of a server in PostgreSQL, for several processes and machines.

    connection.py   the connection: queries, notifications, reconnection
    append_queue.py appends to several logs, written in one transaction
    store.py        logs, lists and documents
    migrations/     changes of the schema, one file after the other; none is ever changed

Importing this package without psycopg raises an ImportError that says what to install.
"""

from importlib.util import find_spec

from hako.engine.missing_package import MissingPackage

if find_spec("psycopg") is None:
    raise MissingPackage("no_psycopg")
