"""The actions of Flip City."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.flip_city.cards import FaceId
from hako.engine.rules.model import Action, Seat


class PlayTop(Action, frozen=True):
    """Play the top card of the deck."""

    kind = "play"


class Stop(Action, frozen=True):
    """Play no more cards and go on to the build phase."""

    kind = "stop"


class Reshuffle(Action, frozen=True):
    """Shuffle the discard pile into a new deck, to go on playing."""

    kind = "play"


class Recycle(Action, frozen=True):
    """Flip a card of the discard pile back to its front, for its bonus."""

    kind = "recycle"

    face: FaceId


class BuryTop(Action, frozen=True):
    """Put the top card of the deck on its bottom, as an Office allows."""


class KeepTop(Action, frozen=True):
    """Leave the top card where it is."""


class RemoveFromSupply(Action, frozen=True):
    """Take a card of a pile out of a solo game."""

    face: FaceId


class Buy(Action, frozen=True):
    """Buy a card from the supply."""

    kind = "buy"

    face: FaceId


class Develop(Action, frozen=True):
    """Buy a card from the supply and upgrade it at once."""

    kind = "develop"

    face: FaceId
    """The front, as it lies in the supply."""


class Upgrade(Action, frozen=True):
    """Flip a card of the discard pile."""

    kind = "upgrade"

    face: FaceId


class PassOn(Action, frozen=True):
    """Upgrade a card that goes to another player by that: an Apartment."""

    kind = "give"

    face: FaceId
    to: Seat


class EndTurn(Action, frozen=True):
    """Build no more."""

    kind = "end"


PlayAction: TypeAlias = PlayTop | Stop | Reshuffle | Recycle
BuryAction: TypeAlias = BuryTop | KeepTop
BuildAction: TypeAlias = Buy | Develop | Upgrade | PassOn | EndTurn
FlipCityAction: TypeAlias = PlayAction | BuryAction | RemoveFromSupply | BuildAction
