"""Texts about the places of a board of World Monger."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.world_monger.cards import SHARE, CardId
from hako.content.world_monger.net_worth import is_ending, is_least, net_worth
from hako.content.world_monger.state import end_value
from hako.content.world_monger.table_description import describe
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.world_monger.draw_context import WorldMongerContext


def place_text(context: WorldMongerContext, place: BoardPlace) -> str:
    """The text about a place."""
    world = context.world
    match place:
        case ("pick", str(name)):
            deck = dict(context.cards.civilization[name].start_deck)
            return context.say(
                "candidate", civilization=name, deck=deck, card=context.feature(name)
            )
        case ("civilization", str(name)):
            return _civilization(context, name)
        case ("card", _, str(card), bool()):
            return join_sentences(_card(context, card))
        case ("deck", str(name)):
            civilization = world.civilization(name)
            return context.say(
                "deck_words",
                civilization=name,
                deck=len(civilization.deck),
                discard=len(civilization.discard),
                top=civilization.discard[-1:],
            )
        case ("held", str(name), int(seat)):
            at, civilization = world.index(name), world.civilization(name)
            count, price = civilization.shares[seat], context.price(at)
            return context.say(
                "held", seat=seat, civilization=name, count=count, price=price, coins=count * price
            )
        case ("seat", int(seat)):
            held = _note(context, ("holdings", "no_holdings"), "seat", seat)
            return f"{held} {_worth(context, seat)}"
        case ("pile", str(card)):
            left = _note(context, ("pile",), "card", card)
            return join_sentences((left, *_card(context, card)))
        case ("clock",):
            return context.say("about_clock")
        case _:
            return ""


def _civilization(context: WorldMongerContext, name: str) -> str:
    place = context.world.index(name)
    text = _note(context, ("civilization", "civilization_free"), "civilization", name)
    feature = context.say("feature_words", card=context.feature(name))
    prices = [round_[place] for round_ in context.world.prices]
    # what is nowhere else on a small board comes first, where it is never cut off
    history = [context.say("prices", prices=prices)] if prices else []
    return join_sentences((*history, *_ledger(context, name), feature, text))


def _ledger(context: WorldMongerContext, name: str) -> Iterator[str]:
    """The cards that a civilization owns and their value, where the table has a ledger."""
    civilization = context.world.civilization(name)
    if not context.world.has_ledger or context.world.end_values:
        return
    owned, expected = civilization.owned(), context.expected(civilization)
    key = "ledger" if expected else "ledger_final"
    yield context.say(key, cards=owned, end=end_value(context.world, owned), price=expected)


def _worth(context: WorldMongerContext, seat: Seat) -> str:
    """Coins and Shares in one number, and how the Shares count."""
    world = context.world
    key = "worth_words"
    if is_ending(world):
        key = "worth_final" if is_least(world) else "worth_final_ledger"
    return context.say(key, worth=net_worth(world, seat))


def _note(context: WorldMongerContext, keys: tuple[str, ...], about: str, value: object) -> str:
    """The sentence of the state's description about something."""
    notes: Iterator[LazyText] = (note for note in describe(context.world) if note.key in keys)
    return context.texts.lazy_text(next(note for note in notes if note.values[about] == value))


def _card(context: WorldMongerContext, card: CardId) -> Iterator[str]:
    printed = context.cards.card[card]
    if card == SHARE:
        yield printed.text.text(context.texts.language)
        return
    yield context.say("card", card=card, value=printed.value, end=context.end(printed))
    if printed.dividend:
        yield context.say("card_dividend")
    yield printed.text.text(context.texts.language)
