"""eventsourcing over PostgreSQL: events of an aggregate, each saved before the next one.

    python -m bench.peers.sourcing_database URL SECONDS

prints the number of events a second. Run it with 0 seconds first: that creates the tables.
"""

from __future__ import annotations

import sys
import time
from urllib.parse import parse_qs, urlsplit

from eventsourcing.application import Application

from bench.peers.sourcing import Board


def main(url: str, seconds: str) -> None:
    """Append until the time is over."""
    item = urlsplit(url)
    given = parse_qs(item.query)
    schema = given["options"][0].partition("search_path=")[2]
    environment = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": item.path.strip("/"),
        "POSTGRES_HOST": given["host"][0],
        "POSTGRES_USER": item.username or "",
        "POSTGRES_PASSWORD": "",
        "POSTGRES_SCHEMA": schema,
        # even if they are there, of several that make them at the same time some fail
        "CREATE_TABLE": "no" if float(seconds) else "yes",
    }
    application, board = Application(environment), Board()
    application.save(board)
    began, count = time.perf_counter(), 0
    while (spent := time.perf_counter() - began) < float(seconds):
        board.mark(1 + count % 2, count % 9)
        application.save(board)
        count += 1
    print(count / spent)
    application.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
