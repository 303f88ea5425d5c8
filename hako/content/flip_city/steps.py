"""The rules, in the rulebook's order: setting up, playing, building, the end of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hako.content.flip_city.actions import (
    BuildAction,
    BuryAction,
    BuryTop,
    Buy,
    Develop,
    EndTurn,
    KeepTop,
    PassOn,
    PlayAction,
    PlayTop,
    Recycle,
    RemoveFromSupply,
    Reshuffle,
    Stop,
    Upgrade,
)
from hako.content.flip_city.cards import (
    FaceId,
    Gain,
    GainActions,
    GainMoney,
    GainPoints,
    MayBuryTop,
    MoneyPerUnhappy,
    MustPlayNext,
    RaiseLimit,
    ToDeckTop,
)
from hako.content.flip_city.events import (
    ActionsGained,
    CardBought,
    CardDeveloped,
    CardPassedOn,
    CardPlayed,
    CardPutOnDeck,
    CardRecycled,
    CardRemoved,
    CardUncovered,
    CardUpgraded,
    DeckReshuffled,
    GameLost,
    GameWon,
    LimitRaised,
    MoneyGained,
    PlayObliged,
    PointsGained,
    StartDeckShuffled,
    StartPlayerChosen,
    SupplyShrank,
    TopBuried,
    TurnBegan,
    TurnBusted,
    TurnEnded,
)
from hako.content.flip_city.purchases import affordable, offers
from hako.content.flip_city.state import City
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Action, Choice, Event, Resolution, Seat, Step, known

_PLAY, _STOP, _RESHUFFLE, _END = PlayTop(), Stop(), Reshuffle(), EndTurn()
_BURY_OR_KEEP = (BuryTop(), KeepTop())

_PLAY_A_CARD_FIRST = LazyText("play_a_card_first")
_PLAY_PHASE_ONLY = LazyText("play_phase_only")


class SetUp(Step[City, None], frozen=True):
    """The start player is drawn and all starting decks are shuffled."""

    clause = "flip_city.setup.4"

    def resolve(self, city: City, action: None, chance: Chance, /) -> Resolution[City]:
        first = chance.dice.below(len(city.boards))
        yield StartPlayerChosen(first)
        for seat, board in enumerate(city.boards):
            yield StartDeckShuffled(seat, chance.cards.shuffle(board.deck_cards()))
        yield TurnBegan(first, 1)
        yield PlayPhase(first)


class PlayPhase(Choice[City, PlayAction], frozen=True):
    """The active player plays cards, one at a time, recycles, and stops or busts."""

    clause = "flip_city.play.3"

    def actions(self, city: City, /) -> Sequence[PlayAction]:
        board = city.boards[self.seat]
        actions: list[PlayAction] = []
        if board.deck:
            actions.append(_PLAY)
        elif board.discard:
            actions.append(_RESHUFFLE)
        if self.why_not_stop(city) is None:
            actions.append(_STOP)
        discard = board.discard
        actions += [Recycle(face) for face in city.content.recyclable if face in discard]
        return actions

    def refused(self, city: City, /) -> Sequence[tuple[Action, LazyText]]:
        why = self.why_not_stop(city)
        return () if why is None else ((_STOP, why),)

    def why_not_stop(self, city: City) -> LazyText | None:
        """The reason why the seat may not stop; None if it may, as with no card left (play.11)."""
        board = city.boards[self.seat]
        if not board.deck:
            return self.why_play(city, None) if board.discard else None
        return self.why_play(city, board.deck[0])

    def why_play(self, city: City, top: FaceId | None) -> LazyText | None:
        """The reason why the next card must be played if it is `top` (play.2, play.5, play.6)."""
        if (why := self.why_play_any(city)) is not None:
            return why
        if city.boards[self.seat].deck and city.is_forced(known(top)):
            return LazyText("forced_on_top", {"face": top})
        return None

    def why_play_any(self, city: City) -> LazyText | None:
        """The reason why the next card must be played, whichever it is (play.2, play.6)."""
        board = city.boards[self.seat]
        if not board.city:
            return _PLAY_A_CARD_FIRST
        if city.turn.obliged:
            return LazyText("one_more_card", {"face": board.city[-1]})
        return None

    def resolve(self, city: City, action: PlayAction, chance: Chance, /) -> Resolution[City]:
        match action:
            case PlayTop():
                return self._play_top(city)
            case Recycle():
                return self._recycle(city, action.face)
            case Reshuffle():
                return self._reshuffle(city, chance)
            case Stop():
                return _then(BuildPhase(self.seat))

    def _play_top(self, city: City) -> Resolution[City]:
        """Play the top card, in the order of flip_city.play.7."""
        seat = self.seat
        played = known(city.boards[seat].deck[0])
        effect = city.content.face[played].when_played
        city = yield CardPlayed(seat, played)
        match effect:
            case None | MustPlayNext() | MayBuryTop():
                pass
            case _:
                city = yield _gain(effect, city)
        turn = city.turn
        if turn.unhappy >= turn.limit:
            city = yield TurnBusted(seat, turn.unhappy, turn.limit)
            yield from _uncover_top(city)
            yield EndOfTurn(seat)
        elif by := city.win_now():
            yield GameWon(seat, by)
        else:
            if isinstance(effect, MustPlayNext):
                city = yield PlayObliged(seat)
            yield from _uncover_top(city)
            if isinstance(effect, MayBuryTop) and city.boards[seat].deck:
                yield BuryOrKeep(seat)
            yield self

    def _recycle(self, city: City, face: FaceId) -> Resolution[City]:
        """Recycle a card and carry out its bonus (flip_city.recycle.2, recycle.8, recycle.11)."""
        bonus = city.content.face[face].recycle
        assert bonus is not None
        city = yield CardRecycled(self.seat, face)
        if isinstance(bonus, ToDeckTop):
            city = yield CardPutOnDeck(self.seat, city.content.other_side[face])
        else:
            city = yield _gain(bonus, city)
        if by := city.win_now():
            yield GameWon(self.seat, by)
        else:
            yield self

    def _reshuffle(self, city: City, chance: Chance) -> Resolution[City]:
        """Shuffle the discard pile (flip_city.play.8); a solo supply shrinks first (solo.3)."""
        if city.is_solo:
            yield ShrinkSupply(self.seat)
        else:
            yield DeckReshuffled(self.seat, chance.cards.shuffle(city.boards[self.seat].discard))
            yield self


class BuryOrKeep(Choice[City, BuryAction], frozen=True):
    """The active player may bury the top card of the deck after an Office."""

    clause = "flip_city.card.office"

    def actions(self, city: City, /) -> Sequence[BuryAction]:
        return _BURY_OR_KEEP

    def resolve(self, city: City, action: BuryAction, chance: Chance, /) -> Resolution[City]:
        if isinstance(action, BuryTop):
            city = yield TopBuried(self.seat, known(city.boards[self.seat].deck[0]))
            yield from _uncover_top(city)


class ShrinkSupply(Choice[City, RemoveFromSupply], frozen=True):
    """Before a shuffle in the solo game a card of the supply leaves the game."""

    clause = "flip_city.solo.3"

    def actions(self, city: City, /) -> Sequence[RemoveFromSupply]:
        return [RemoveFromSupply(pile.face) for pile in city.supply if pile.left]

    def resolve(self, city: City, action: RemoveFromSupply, chance: Chance, /) -> Resolution[City]:
        city = yield SupplyShrank(self.seat, action.face)
        if not city.supply_left():
            yield GameLost(self.seat)
            return
        yield DeckReshuffled(self.seat, chance.cards.shuffle(city.boards[self.seat].discard))
        yield PlayPhase(self.seat)


class BuildPhase(Choice[City, BuildAction], frozen=True):
    """The active player spends the turn's money, one build action at a time."""

    clause = "flip_city.build.2"

    def actions(self, city: City, /) -> Sequence[BuildAction]:
        return [*(action for action, _ in affordable(city, self.seat)), _END]

    def refused(self, city: City, /) -> Sequence[tuple[Action, LazyText]]:
        money = city.turn.money
        dear = [
            (action, LazyText("too_dear", {"cost": cost, "money": money}))
            for action, cost in offers(city, self.seat)
            if cost > money
        ]
        gone = [
            (action, LazyText("pile_empty", {"face": pile.face}))
            for pile in city.supply
            if not pile.left
            for action in (Buy(pile.face), Develop(pile.face))
        ]
        late = [
            (Recycle(face), _PLAY_PHASE_ONLY)
            for face in city.content.recyclable
            if face in city.boards[self.seat].discard
        ]
        return [*dear, *gone, *late]

    def resolve(self, city: City, action: BuildAction, chance: Chance, /) -> Resolution[City]:
        match action:
            case Buy():
                return self._buy(city, action.face)
            case Develop():
                return self._develop(city, action.face)
            case Upgrade():
                return self._upgrade(city, action.face)
            case PassOn():
                return self._pass_on(city, action.face, action.to)
            case EndTurn():
                return _then(EndOfTurn(self.seat))

    def _buy(self, city: City, face: FaceId) -> Resolution[City]:
        cost = city.content.face[face].cost
        assert cost is not None
        city = yield CardBought(self.seat, face, cost)
        yield from self._go_on(city)

    def _develop(self, city: City, face: FaceId) -> Resolution[City]:
        cost = city.content.face[face].develop_cost
        assert cost is not None
        city = yield CardDeveloped(self.seat, face, cost)
        yield from self._go_on(city)

    def _upgrade(self, city: City, face: FaceId) -> Resolution[City]:
        card = city.content.face[face]
        assert card.upgrade_cost is not None
        city = yield CardUpgraded(self.seat, face, card.upgrade_cost)
        if card.when_upgraded is not None:  # in a solo game nobody can take the card
            city = yield CardRemoved(self.seat, city.content.other_side[face])
        yield from self._go_on(city)

    def _pass_on(self, city: City, face: FaceId, to: Seat) -> Resolution[City]:
        cost = city.content.face[face].upgrade_cost
        assert cost is not None
        yield CardUpgraded(self.seat, face, cost)
        city = yield CardPassedOn(self.seat, city.content.other_side[face], to)
        yield from self._go_on(city)

    def _go_on(self, city: City) -> Resolution[City]:
        """Go on while actions are left (flip_city.build.1); an empty solo supply loses (solo.5)."""
        if city.is_solo and not city.supply_left():
            yield GameLost(self.seat)
        elif city.turn.actions:
            yield self
        else:
            yield EndOfTurn(self.seat)


class EndOfTurn(Step[City, None], frozen=True):
    """The city goes to the discard pile; the player to the right is next."""

    clause = "flip_city.end.1"

    seat: Seat

    def resolve(self, city: City, action: None, chance: Chance, /) -> Resolution[City]:
        after = city.next_seat(self.seat)
        yield TurnEnded(self.seat)
        yield TurnBegan(after, city.turn.number + 1)
        yield PlayPhase(after)


def _then(step: Step[City, Any]) -> Resolution[City]:
    yield step


def _uncover_top(city: City) -> Resolution[City]:
    """All see the new top card of the active player's deck (flip_city.info.2)."""
    board = city.boards[city.turn.seat]
    if board.hides_top():
        yield CardUncovered(city.turn.seat, known(board.deck[0]))


def _gain(effect: Gain, city: City) -> Event[City]:
    """The event of an effect or a recycle bonus for the active player."""
    seat = city.turn.seat
    match effect:
        case GainMoney(amount):
            return MoneyGained(seat, amount)
        case GainPoints(amount):
            return PointsGained(seat, amount)
        case RaiseLimit(amount):
            return LimitRaised(seat, amount)
        case GainActions(amount):
            return ActionsGained(seat, amount)
        case MoneyPerUnhappy():
            return MoneyGained(seat, city.turn.unhappy)
