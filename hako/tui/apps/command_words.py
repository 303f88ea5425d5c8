"""Requests of a client: the words of `ssh HOST WORD` and `hako lobby WORD`."""

from __future__ import annotations

NEXT = "next"
"""The request for the table that waits for the visitor."""

DAILY = "daily"
"""The request for the daily game."""

BACK = "back"
"""The request for the last table, without taking a seat: after an upgrade or a page reload."""

SCREEN_REQUESTS = frozenset({"join", "resume", "replay", NEXT, DAILY, BACK})
"""Requests for screens; all but `next` and `daily` with the code of a table."""

TABLES = "tables"
"""The request for the list of tables with their codes, without the app."""

NOTIFY = "notify"
"""The request for a line at each turn, without the app; with --json for programs."""

VACATION = "vacation"
"""The request for the vacation, or with a number of days to begin one."""

COMMITMENTS = "commitments"
"""The request for the secrets of the server's deals."""

STATS = "stats"
"""The request for one's own statistics."""

RATINGS = "ratings"
"""The request for the ratings, of all games or of one."""

TOURNAMENT = "tournament"
"""The request for the tournaments, or for one; with enter or leave after it, to take part or
not."""

HELP = "help"
"""The request for the list of requests."""
