"""Places of a board of World Monger in words."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.world_monger.action_hints import describe
from hako.content.world_monger.cards import SHARE, CardId
from hako.content.world_monger.heuristics import net_worth
from hako.content.world_monger.state import end_value
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.world_monger.draw_context import Sketch


def in_words(sketch: Sketch, place: BoardPlace) -> str:
    """A place in words."""
    world = sketch.world
    match place:
        case ("pick", str(name)):
            deck = dict(sketch.cards.civilization[name].start_deck)
            return sketch.say("candidate", civilization=name, deck=deck, card=sketch.feature(name))
        case ("civilization", str(name)):
            return _civilization(sketch, name)
        case ("card", _, str(card), bool()):
            return " ".join(_card(sketch, card))
        case ("deck", str(name)):
            its = world.civilization(name)
            return sketch.say(
                "deck_words",
                civilization=name,
                deck=len(its.deck),
                discard=len(its.discard),
                top=its.discard[-1:],
            )
        case ("held", str(name), int(seat)):
            at, its = world.index(name), world.civilization(name)
            count, price = its.shares[seat], sketch.price(at)
            return sketch.say(
                "held", seat=seat, civilization=name, count=count, price=price, coins=count * price
            )
        case ("seat", int(seat)):
            held = _note(sketch, ("holdings", "no_holdings"), "seat", seat)
            return f"{held} {_worth(sketch, seat)}"
        case ("pile", str(card)):
            left = _note(sketch, ("pile",), "card", card)
            return " ".join((left, *_card(sketch, card)))
        case ("clock",):
            return sketch.say("about_clock")
        case _:
            return ""


def _civilization(sketch: Sketch, name: str) -> str:
    place = sketch.world.index(name)
    said = _note(sketch, ("civilization", "civilization_free"), "civilization", name)
    feature = sketch.say("feature_words", card=sketch.feature(name))
    prices = [round_[place] for round_ in sketch.world.prices]
    # what is nowhere else on a small board comes first, where it is never cut off
    history = [sketch.say("prices", prices=prices)] if prices else []
    return " ".join((*history, *_ledger(sketch, name), feature, said))


def _ledger(sketch: Sketch, name: str) -> Iterator[str]:
    """What it owns and what that makes, where the table has a ledger."""
    its = sketch.world.civilization(name)
    if not sketch.world.has_ledger or sketch.world.end_values:
        return
    owned, expected = its.owned(), sketch.expected(its)
    key = "ledger" if expected else "ledger_final"
    yield sketch.say(key, cards=owned, end=end_value(sketch.world, owned), price=expected)


def _worth(sketch: Sketch, seat: Seat) -> str:
    """Coins and Shares in one number, and how the Shares count."""
    world = sketch.world
    key = "worth_words"
    if world.is_final_round() and not world.end_values:
        key = "worth_final_ledger" if world.has_ledger else "worth_final"
    return sketch.say(key, worth=net_worth(world, seat))


def _note(sketch: Sketch, keys: tuple[str, ...], about: str, value: object) -> str:
    """What the table in words says about something."""
    notes: Iterator[LazyText] = (note for note in describe(sketch.world) if note.key in keys)
    return sketch.texts.lazy_text(next(note for note in notes if note.values[about] == value))


def _card(sketch: Sketch, card: CardId) -> Iterator[str]:
    printed = sketch.cards.card[card]
    if card == SHARE:
        yield printed.text.text(sketch.texts.language)
        return
    yield sketch.say("card", card=card, value=printed.value, end=sketch.end(printed))
    if printed.dividend:
        yield sketch.say("card_dividend")
    yield printed.text.text(sketch.texts.language)
