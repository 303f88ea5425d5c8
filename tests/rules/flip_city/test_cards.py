"""The effects of the cards, one by one. Recycling is in test_recycle.py."""

from __future__ import annotations

from tests.rules.flip_city.table import at
from tests.rules.tables import by_clause


@by_clause(
    "before moves after",
    ("card.residential_area", "R C | - | F | $2 0 0/3 2", "play", "C | - | F R | $3 0 1/3 2"),
    ("card.apartment", "A C | - | F | $2 0 0/3 2", "play", "C | - | F A | $3 0 1/3 2"),
    ("card.convenience_store", "C F | - | F | $2 0 0/3 2", "play", "F | - | F C | $3 0 0/3 2"),
    ("card.shopping_mall", "M F | - | F | $2 0 0/3 2", "play", "F | - | F M | $5 1 0/3 2"),
    # $1, and $3 for the icons of R, A and its own, which a limit of 4 bears
    ("card.hospital", "H C | - | R A U | $2 1 2/4 1", "play", "C | - | R A U H | $6 1 3/4 1"),
    # each Church raises the limit, played or recycled
    ("card.church", "U U C | - | F | $2 0 0/3 2", "play, play", "C | - | F U U | $2 2 0/5 2"),
    ("card.church", "U C | U | F | $2 0 0/3 2", "recycle U, play", "C | H | F U | $2 1 0/5 2"),
    # each Factory brings a build action
    (
        "card.factory build.1",
        "F F C | - | - | $0 0 0/3 1",
        "play, play",
        "C | - | F F | $4 0 0/3 3",
    ),
    ("card.power_plant", "W C | - | F | $2 0 0/3 2", "play", "C | - | F W | $4 3 1/3 2"),
    ("card.central_park", "K C | - | F | $2 0 0/3 2", "play", "C | - | F K | $5 0 0/3 2 obliged"),
    ("card.station", "S C | - | F | $2 0 0/3 2", "play", "C | - | F S | $2 3 0/3 2"),
    ("card.trade_center", "T C | - | F | $2 0 0/3 2", "play", "C | - | F T | $4 2 0/3 2"),
    # an Office may put the top card on the bottom, or leave it
    ("card.office", "O R C F | - | - | $0 0 0/3 1", "play, bury", "C F R | - | O | $2 0 0/3 1"),
    ("card.office", "O R C F | - | - | $0 0 0/3 1", "play, keep", "R C F | - | O | $2 0 0/3 1"),
    # the only card of a deck is buried where it lies
    ("card.office", "O R | C | F | $2 0 0/3 2", "play, bury", "R | C | F O | $4 0 0/3 2"),
)
def test_what_a_card_brings(before: str, moves: str, after: str) -> None:
    assert at(before).plays(moves).line == after


@by_clause(
    "before moves options",
    # a Residential Area on top has to be played, an Apartment does not
    ("card.residential_area", "R C | - | F | $2 0 0/3 2", "", "play"),
    ("card.apartment", "A C | - | F | $2 0 0/3 2", "", "play, stop"),
    ("card.central_park", "K C | - | F | $2 0 0/3 2", "play", "play"),
    # an Office that buried R leaves C on top
    ("card.office", "O R C F | - | - | $0 0 0/3 1", "play", "bury, keep"),
    ("card.office", "O R C F | - | - | $0 0 0/3 1", "play, bury", "play, stop"),
    ("card.office", "O R C F | - | - | $0 0 0/3 1", "play, keep", "play"),
    ("card.office", "O R | C | F | $2 0 0/3 2", "play, bury", "play"),
    # as last card it asks nothing
    ("card.office", "O | C | F | $2 0 0/3 2", "play", "reshuffle, stop"),
)
def test_what_a_card_allows(before: str, moves: str, options: str) -> None:
    assert at(before).plays(moves).options == options
