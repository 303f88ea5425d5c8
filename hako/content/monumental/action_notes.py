"""Action notes: the cost and gains of an action, from what the seat may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from hako.content.monumental import actions
from hako.content.monumental.cards.effects import (
    RESOURCES,
    CardId,
    Effects,
    GainEffect,
    Resource,
)
from hako.content.monumental.cards.land import Place
from hako.content.monumental.conquest_options import forces
from hako.content.monumental.effect_text import effect_texts
from hako.content.monumental.map_queries import defence_parts
from hako.content.monumental.realm import Amounts, Supply
from hako.content.monumental.scoring import scores
from hako.content.monumental.state import World
from hako.content.monumental.steps.city import cards_at
from hako.content.monumental.steps.conquest import (
    USUAL,
    ChooseOption,
    ChooseTarget,
    conquest_price,
    most_units,
)
from hako.content.monumental.steps.display import leaving
from hako.content.monumental.steps.draw_and_activate import yields
from hako.content.monumental.steps.explorers import MoveAnExplorer, explorer_of
from hako.content.monumental.steps.turn_actions import action_of
from hako.content.monumental.steps.wonders import ChooseSection, section_price, sections_done
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat
from hako.engine.rules.preview import preview


def action_note(view: World, seat: Seat, action: actions.MonumentalAction) -> LazyText | None:
    """A short hint of what an action costs and brings; None where there is nothing to add."""
    match action:
        case actions.Conquer(place):
            return _conquest(view, seat, place)
        case actions.Pass() | actions.EndTurn():
            return _end(view, seat, action)
        case actions.MoveExplorer() if all(tile.resource is None for tile in view.tiles):
            return LazyText("idle_walk")
        case actions.MoveExplorer(which):
            return LazyText("from", {"place": explorer_of(view.realms[seat], which).place})
        case actions.MoveTo(place) | actions.PlaceToken(place):
            return _tile(view, place)
        case actions.ActivateCity():
            return _activation(view, seat, action)
        case actions.AcquireCard() | actions.AcquireBasic():
            return _purchase(view, seat, action)
        case actions.SendSoldiers() | actions.SendWarlord() | actions.SendArmy():
            return _force(view, seat, action)
        case actions.CompleteSection():
            return _section(view, seat, action)
        case _:
            return _unsaid(view, seat, action)


def _unsaid(view: World, seat: Seat, action: actions.MonumentalAction) -> LazyText | None:
    """The cost and gains of an action, as far as its own name does not state them."""
    match action:
        case actions.TakeResources() | actions.ConvertCounter():
            return None
        case actions.TakeOption() if _is_told_by_name(view, action):
            return None
        case actions.TakeToken():
            return _joined(_change(view, seat, action)) or _taken(view, seat)
        case actions.Exchange():
            return _joined(hint for hint in _change(view, seat, action) if hint.key == "gains")
        case actions.UseEffect(source):
            return _effect(view, seat, action, action_of(view, source))
        case actions.MakeProgress():
            return _progress(_change(view, seat, action))
        case actions.ReturnHero(hero):
            return _effect(view, seat, action, view.content.hero[hero].leave)
        case _:
            return _joined(_change(view, seat, action))


def _is_told_by_name(view: World, action: actions.TakeOption) -> bool:
    """True if the benefit brings resources alone, which its own text names."""
    step = view.agenda[-1]
    if not isinstance(step, ChooseOption):
        return False
    return all(isinstance(effect, GainEffect) for effect in step.option(view, action).effects)


def _effect(
    view: World, seat: Seat, action: actions.UseEffect | actions.ReturnHero, effects: Effects
) -> LazyText | None:
    """The cost and gains of a text effect, and what it does that is yet to be chosen or drawn."""
    change = _change(view, seat, action)
    first, *others = effects
    return _joined(
        (
            *effect_texts(first, change),
            *(deed for effect in others for deed in effect_texts(effect, ())),
        )
    )


def _progress(change: Sequence[LazyText]) -> LazyText | None:
    """The gains of the card that is drawn, or that one is drawn where nobody can know it; the cost."""
    gains = [hint for hint in change if hint.key != "pays"]
    price = [hint for hint in change if hint.key == "pays"]
    return _joined((*(gains or [LazyText("deed.draw", {"n": 1})]), *price))


def _taken(view: World, seat: Seat) -> LazyText | None:
    """The Market token that lies where the Explorer stands."""
    step = view.agenda[-1]
    if not isinstance(step, MoveAnExplorer):
        return None
    place = explorer_of(view.realms[seat], step.explorer).place
    return LazyText("token", {"token": view.tile(place).resource})


def _joined(parts: Iterable[LazyText]) -> LazyText | None:
    """The parts as one hint; None if there are none."""
    all_parts = tuple(parts)
    return LazyText("told", {"parts": all_parts}) if all_parts else None


def _activation(view: World, seat: Seat, action: actions.ActivateCity) -> LazyText:
    """The gains of a row and a column as symbols, and the cards whose text effects become usable.

    It is short, since players compare all pairs before they choose one.
    """
    cards = cards_at(view.realms[seat], action)
    gain = yields(view.content, cards)
    effects = tuple(card for card in cards if view.content.card[card].action)
    if not (gain or effects):
        return LazyText("nothing")
    key = "yields" if not effects else "yields_wakes" if gain else "wakes"
    return LazyText(key, {"gain": gain, "cards": effects, "effects": len(effects)})


def _purchase(
    view: World, seat: Seat, action: actions.AcquireCard | actions.AcquireBasic
) -> LazyText | None:
    """The gains and cost of a purchase, what the card yields, and the slot into which it will come."""
    slots = enumerate(view.realms[seat].city)
    slot = next(
        (number for number, city_slot in slots if city_slot.activated or city_slot.card is None),
        None,
    )
    # None where an effect acquires before the first activation: no slot will be refilled
    comes = () if slot is None else (LazyText("slot", {"slot": slot}),)
    yielded = yields(view.content, (action.card,))
    brings = (LazyText("brings", {"gain": yielded}),) if yielded else ()
    return _joined((*_change(view, seat, action), *brings, *comes))


def _force(view: World, seat: Seat, action: actions.ForceAction) -> LazyText | None:
    """The gains and cost of sending these units, and the Soldiers left on the tiles they leave."""
    sent = {} if isinstance(action, actions.SendWarlord) else action.soldiers
    places = [] if isinstance(action, actions.SendSoldiers) else [action.warlord]
    left = {
        place: view.tile(place).soldiers - sent.get(place, 0)
        for place in dict.fromkeys((*places, *sent))
    }
    return _joined((*_change(view, seat, action), LazyText("stay", {"left": left})))


def _section(view: World, seat: Seat, action: actions.CompleteSection) -> LazyText | None:
    """The number of a section, its cost, and what the Wonder scores: at its end, or now."""
    wonder = view.content.card[action.card]
    section = sections_done(view, seat, action.card) + 1
    values = {"section": section, "sections": len(wonder.sections), "points": wonder.vp}
    price = LazyText("pays", {"paid": _section_price(view, seat, action.card)})
    if section < len(wonder.sections):
        return _joined((LazyText("section", values), price))
    gains = (hint for hint in _change(view, seat, action) if hint.key != "pays")
    return _joined((*gains, LazyText("section_last", values), price))


def _section_price(view: World, seat: Seat, card: CardId) -> Amounts | None:
    """The cost of a section, at a discount while an effect that gives one is carried out."""
    step = view.agenda[-1]
    if isinstance(step, ChooseSection):
        return section_price(view, seat, card, step.discount, half=step.half)
    return section_price(view, seat, card)


def _change(view: World, seat: Seat, action: actions.MonumentalAction) -> Sequence[LazyText]:
    """The change in VP by an action, bonuses included, then what it brings a seat and costs it.

    What is told first is the last to be left out where there is little room.
    """
    step = view.agenda[-1]
    after = preview(replace(view, agenda=(step,)), seat, action).state
    if seat >= len(view.realms) or not view.tiles:
        return ()
    paid = _more(view.realms[seat].supply, after.realms[seat].supply)
    gain = _more(after.realms[seat].supply, view.realms[seat].supply)
    return (
        *_points(view, after, seat),
        *((LazyText("gains", {"gain": gain}),) if gain else ()),
        *((LazyText("pays", {"paid": paid}),) if paid else ()),
    )


def _points(view: World, after: World, seat: Seat) -> Sequence[LazyText]:
    """The VP that a seat gains, bonuses for leading included."""
    now, then = scores(view)[seat], scores(after)[seat]
    points, lead = then.total() - now.total(), then.bonus - now.bonus
    if points <= 0:
        return ()
    return (LazyText("points_lead" if lead > 0 else "points", {"points": points, "lead": lead}),)


def _more(one: Supply, other: Supply) -> Amounts:
    """The amounts by which one supply exceeds another."""
    more: dict[Resource, int] = {name: one.of(name) - other.of(name) for name in RESOURCES}
    return {name: amount for name, amount in more.items() if amount > 0}


def _conquest(view: World, seat: Seat, place: Place) -> LazyText | None:
    """The VP gained, the cost of the fewest units, and the Defence by its parts."""
    step = view.agenda[-1]
    terms = step.terms if isinstance(step, ChooseTarget) else USUAL
    sets = forces(view, seat, place, most_units(view, seat, place, terms))
    units, most = (choose(force.units() for force in sets) for choose in (min, max))
    tile, defence = view.tile(place), defence_parts(view, place)
    after = view.with_tile(place, replace(tile, owner=seat))
    parts = {
        name: getattr(defence, name) for name in defence.__struct_fields__ if getattr(defence, name)
    }
    values = {"defence": defence.total, "parts": parts, "units": units}
    return _joined(
        (
            *_points(view, after, seat),
            LazyText(
                "pays" if units == most else "pays_at_least",
                {"paid": conquest_price(view, seat, place, units, terms)},
            ),
            _land(view, place),
            LazyText("defended_sum" if len(parts) > 1 else "defended", values),
        )
    )


def _end(view: World, seat: Seat, action: actions.Pass | actions.EndTurn) -> LazyText | None:
    """The counters that would be lost, and the display cards that would be discarded."""
    if view.mode == "sequential" and isinstance(action, actions.EndTurn):
        return None
    lost = view.realms[seat].supply.counters()
    others = (realm.passed for other, realm in enumerate(view.realms) if other != seat)
    gone = leaving(view) if view.mode == "classic" or all(others) else ()
    return _joined(
        (
            *((LazyText("lost", {"lost": lost}),) if lost else ()),
            *((LazyText("leaving", {"cards": gone}),) if gone else ()),
        )
    )


def _tile(view: World, place: Place) -> LazyText:
    """The terrain and owner of a tile, and the token on it for Explorers."""
    token = view.tile(place).resource
    land = _land(view, place)
    return land if token is None else LazyText("tile_token", {"land": land, "token": token})


def _land(view: World, place: Place) -> LazyText:
    """The terrain and owner of a tile."""
    terrain, owner = view.land.terrain.get(place, "capital"), view.tile(place).owner
    return LazyText("tile" if owner is None else "tile_of", {"terrain": terrain, "seat": owner})
