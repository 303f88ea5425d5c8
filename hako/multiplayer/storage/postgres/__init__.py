"""A house in PostgreSQL, for several processes and machines.

    database.py     the way there: who asks, who hears what others wrote, what is done while it is away
    store.py        logs, lists and documents in it
    migrations/     how its tables came to be, one file after the other; none is ever changed

Importing this package without psycopg raises an ImportError that says what to type.
"""

from importlib.util import find_spec

from hako.engine.optional import MissingPackage

if find_spec("psycopg") is None:
    raise MissingPackage("no_psycopg")
