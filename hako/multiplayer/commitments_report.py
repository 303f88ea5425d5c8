"""`ssh HOST commitments [CODE]`: the commitments of a server with their secrets, and one deal in full."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from hako.engine.i18n.catalogue import Catalogue
from hako.multiplayer.lobby.lobby import Lobby, NoSuchTable

LISTED = 20
"""Number of deals that are listed, the last ones."""


def deal_text(lobby: Lobby, code: str, texts: Catalogue) -> str:
    """JSON of all that the deal of a table follows from, once it is disclosed."""
    try:
        deal = lobby.find(code).table.deal.proof
    except NoSuchTable as error:
        return texts.text("lobby.no_such_table", code=error) + "\n"
    if deal is None:
        return texts.text("deals.going_on") + "\n"
    return msgspec.json.format(msgspec.json.encode(deal)).decode() + "\n"


def deals_text(lobby: Lobby, texts: Catalogue) -> str:
    """Numbers of committed, disclosed and undisclosed secrets, then the last ones with their times."""
    commitment_log = lobby.commitment_log
    if commitment_log is None or not commitment_log.fixed:
        return texts.text("deals.none") + "\n"
    going_on = lobby.commitments_going_on()
    disclosed, going = (
        len(commitment_log.disclosed),
        len(going_on - commitment_log.disclosed.keys()),
    )
    never = len(commitment_log.fixed) - disclosed - going
    lines = [
        texts.text(
            "deals.counts", fixed=len(commitment_log.fixed), told=disclosed, on=going, never=never
        )
    ]
    for commitment, at in [*commitment_log.fixed.items()][-LISTED:]:
        state = "deals.going_on" if commitment in going_on else "deals.never_told"
        secret = commitment_log.disclosed.get(commitment) or texts.text(state)
        lines.append(f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}  {commitment}  {secret}")
    return "".join(f"{line}\n" for line in lines)
