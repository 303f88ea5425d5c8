"""`ssh HOST commitments [CODE]`: the secrets of a house's deals, counted, and one deal as a whole."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from msgspec import UNSET

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.transcript.json_export import shuffle
from hako.multiplayer.lobby.lobby import Lobby, NoSuchTable

LISTED = 20
"""So many deals are listed, the last ones."""


def deal_text(lobby: Lobby, code: str, texts: Catalogue) -> str:
    """All that the deal of one table came from, as JSON, once that may be told."""
    try:
        deal = shuffle(lobby.find(code).table)
    except NoSuchTable as error:
        return texts.text("lobby.no_such_table", code=error) + "\n"
    if deal is UNSET:
        return texts.text("deals.going_on") + "\n"
    return msgspec.json.format(msgspec.json.encode(deal)).decode() + "\n"


def deals_text(lobby: Lobby, texts: Catalogue) -> str:
    """How many were fixed, told, and never told; then when, what was fixed, and the secret."""
    ledger = lobby.commitment_log
    if ledger is None or not ledger.fixed:
        return texts.text("deals.none") + "\n"
    going_on = lobby.commitments_going_on()
    told, going = len(ledger.told), len(going_on - ledger.told.keys())
    never = len(ledger.fixed) - told - going
    lines = [texts.text("deals.counts", fixed=len(ledger.fixed), told=told, on=going, never=never)]
    for commitment, at in [*ledger.fixed.items()][-LISTED:]:
        state = "deals.going_on" if commitment in going_on else "deals.never_told"
        secret = ledger.told.get(commitment) or texts.text(state)
        lines.append(f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}  {commitment}  {secret}")
    return "".join(f"{line}\n" for line in lines)
