"""The cards of Flip City, as the table of the rulebook prints them."""

from __future__ import annotations

from typing import NamedTuple


class Face(NamedTuple):
    """A side of a card."""

    cost: int | None
    cash: int
    unhappy: int
    points: int
    upgrade: int | None = None
    """The purple arrow."""
    recycle: str = ""
    """The green arrow."""


FACES = {
    "residential_area": Face(None, 1, 1, 0, upgrade=2),
    "apartment": Face(None, 1, 1, 0, upgrade=7),
    "convenience_store": Face(3, 1, 0, 0, upgrade=3),
    "shopping_mall": Face(None, 3, 0, 1, recycle="$2"),
    "hospital": Face(4, 1, 1, 0, upgrade=5),
    "church": Face(None, 0, 0, 1, recycle="limit"),
    "factory": Face(5, 2, 0, 0, upgrade=4),
    "power_plant": Face(None, 2, 1, 3, recycle="point"),
    "central_park": Face(5, 3, 0, 0, upgrade=7),
    "station": Face(None, 0, 0, 3, recycle="deck top"),
    "office": Face(5, 2, 0, 0, upgrade=4),
    "trade_center": Face(None, 2, 0, 2, recycle="action"),
}

FRONT_AND_BACK = {  # setup.1
    "residential_area": "apartment",
    "convenience_store": "shopping_mall",
    "hospital": "church",
    "factory": "power_plant",
    "central_park": "station",
    "office": "trade_center",
}
OTHER_SIDE = FRONT_AND_BACK | {back: front for front, back in FRONT_AND_BACK.items()}
