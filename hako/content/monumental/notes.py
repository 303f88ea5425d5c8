"""What an action pays, and the table in words, from what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from hako.content.monumental.actions import (
    AcquireBasic,
    AcquireCard,
    ActivateCity,
    CompleteSection,
    Conquer,
    CopyCard,
    DevelopPolicy,
    EndTurn,
    HireHero,
    MonumentalAction,
    MoveExplorer,
    MoveTo,
    Pass,
    PlaceToken,
    ReturnHero,
    UseCopy,
    UseEffect,
)
from hako.content.monumental.cards.effects import CardId, Resource
from hako.content.monumental.cards.land import Place
from hako.content.monumental.land import defence, forces, provinces_of
from hako.content.monumental.realm import RESOURCES, Amounts, Supply
from hako.content.monumental.scoring import score, scores
from hako.content.monumental.state import World
from hako.content.monumental.steps.conquest import USUAL, ChooseTarget, conquest_price, most_units
from hako.content.monumental.steps.display import leaving
from hako.content.monumental.steps.explorers import explorer_of
from hako.content.monumental.steps.wonders import ChooseSection, section_price, sections_done
from hako.engine.play import preview
from hako.engine.rules import Note, Seat


def pays(view: World, seat: Seat, action: MonumentalAction) -> Note | None:
    """What an action pays, in a few words."""
    match action:
        case Conquer(place):
            return _conquest(view, seat, place)
        case Pass() | EndTurn():
            return _end(view, seat, action)
        case MoveExplorer(which):
            return Note("from", {"place": explorer_of(view.realm(seat), which).place})
        case MoveTo(place) | PlaceToken(place):
            return _tile(view, place)
        case ActivateCity():
            return _yields(_change(view, seat, action))
        case (
            AcquireCard(name)
            | AcquireBasic(name)
            | HireHero(name)
            | DevelopPolicy(name)
            | UseEffect(name)
        ):
            return _printed(_change(view, seat, action), name)
        case CompleteSection(card):
            return _section(view, seat, card)
        case ReturnHero(source) | CopyCard(source) | UseCopy(source):
            return Note("text", {"text": source})
        case _:
            return _change(view, seat, action)


def _yields(change: Note | None) -> Note:
    """What a row and a column bring, in signs: all pairs are compared before one is chosen."""
    return Note("yields", {"gain": change.values["gain"]}) if change else Note("nothing")


def _printed(change: Note | None, name: str) -> Note:
    """What is paid and gained, and what is printed on the card."""
    if change is None:
        return Note("text", {"text": name})
    return Note(f"{change.key}_text", {**change.values, "text": name})


def _section(view: World, seat: Seat, card: CardId) -> Note:
    """What a section costs, which it is, and what the Wonder brings in the end."""
    its = view.content.card[card]
    values = {
        "paid": _section_price(view, seat, card),
        "section": sections_done(view, seat, card) + 1,
        "sections": len(its.sections),
        "points": its.vp,
        "text": card,
    }
    return Note("section", values)


def _section_price(view: World, seat: Seat, card: CardId) -> Amounts | None:
    """What a section costs, on an effect's terms where one is carried out."""
    step = view.agenda[-1]
    if isinstance(step, ChooseSection):
        return section_price(view, seat, card, step.discount, half=step.half)
    return section_price(view, seat, card)


def _change(view: World, seat: Seat, action: MonumentalAction) -> Note | None:
    """What a seat's supply loses and wins, and the VP that it makes."""
    step = view.agenda[-1]
    after = preview(replace(view, agenda=(step,)), seat, action).state
    if seat >= len(view.realms) or not view.tiles:
        return None
    paid = _more(view.realm(seat).supply, after.realm(seat).supply)
    gain = _more(after.realm(seat).supply, view.realm(seat).supply)
    points = score(after, seat).total() - score(view, seat).total()
    parts = [
        name for name, there in (("pays", paid), ("gains", gain), ("points", points > 0)) if there
    ]
    if not parts:
        return None
    return Note("_".join(parts), {"paid": paid, "gain": gain, "points": points})


def _more(one: Supply, other: Supply) -> Amounts:
    """What one supply has more than another."""
    more: dict[Resource, int] = {name: one.of(name) - other.of(name) for name in RESOURCES}
    return {name: amount for name, amount in more.items() if amount > 0}


def _conquest(view: World, seat: Seat, place: Place) -> Note:
    """Defence, the fewest units and what they cost, and the VP of the Province."""
    step = view.agenda[-1]
    terms = step.terms if isinstance(step, ChooseTarget) else USUAL
    found = forces(view, seat, place, most_units(view, seat, place, terms))
    units = min(force.units() for force in found)
    tile = view.tile(place)
    values = {
        "terrain": view.land.terrain[place],
        "defence": defence(view, place),
        "units": units,
        "paid": conquest_price(view, seat, place, units, terms),
        "points": view.content.terrain[view.land.terrain[place]].vp + (tile.wonder is not None),
        "seat": tile.owner,
    }
    return Note("conquest" if tile.owner is None else "conquest_from", values)


def _end(view: World, seat: Seat, action: Pass | EndTurn) -> Note | None:
    """The counters that perish, and the display cards that leave."""
    if view.mode == "sequential" and isinstance(action, EndTurn):
        return None
    lost = view.realm(seat).supply.counters()
    others = (realm.passed for other, realm in enumerate(view.realms) if other != seat)
    gone = leaving(view) if view.mode == "classic" or all(others) else ()
    key = "_".join(name for name, there in (("lost", lost), ("leaving", gone)) if there)
    return Note(key, {"lost": lost, "cards": gone}) if key else None


def _tile(view: World, place: Place) -> Note:
    """What a tile is and who holds it."""
    tile = view.tile(place)
    values = {
        "terrain": view.land.terrain.get(place, "capital"),
        "seat": tile.owner,
        "token": tile.resource,
    }
    if tile.resource is not None:
        return Note("tile_token" if tile.owner is None else "tile_of_token", values)
    return Note("tile" if tile.owner is None else "tile_of", values)


# ------------------------------------------------------------ the table in words


def describe(view: World) -> Sequence[Note]:
    """The table in words: the round, the players, the display, the map."""
    if not view.round:
        return [
            Note("leads", {"seat": seat, "civilization": realm.civilization})
            for seat, realm in enumerate(view.realms)
        ]
    return [
        _round(view),
        *(note for seat in view.seats for note in _player(view, seat)),
        *_display(view),
        *_land(view),
        *(Note("lair", {"monster": lair.monster, "place": lair.place}) for lair in view.lairs),
        *([Note("hero_row", {"heroes": view.heroes})] if view.heroes else ()),
    ]


def _round(view: World) -> Note:
    values = {
        "round": view.round,
        "phase": view.phase,
        "seat": view.start_player,
        "deck": view.deck_left(),
        "last": view.last_round,
    }
    if view.last_round is None:
        return Note("round", values)
    return Note("round_last" if view.is_last_round() else "round_before_last", values)


def _player(view: World, seat: Seat) -> Sequence[Note]:
    """A player's supply and points, then City, Policies and Wonders."""
    realm, points = view.realm(seat), scores(view)[seat]
    supply = {name: realm.supply.of(name) for name in RESOURCES if realm.supply.of(name)}
    its = {
        "seat": seat,
        "civilization": realm.civilization,
        "supply": supply,
        "market": realm.supply.market,
        "points": points.total(),
        "military": points.military,
        "science": points.science,
        "architecture": points.architecture,
        "culture": points.culture,
    }
    city = {
        "seat": seat,
        "active": tuple(realm.activated()),
        "idle": tuple(card for slot in realm.city if not slot.activated for card in slot.cards()),
        "deck": len(realm.deck.cards),
        "discard": len(realm.discard),
    }
    made = {"seat": seat, "policies": realm.policies, "wonders": realm.wonders}
    return [
        Note("player_passed" if realm.passed else "player", its),
        *([Note("city", city)] if any(slot.cards() for slot in realm.city) else ()),
        Note("made", made),
        *_construction(view, seat),
        *([Note("hero", {"seat": seat, "hero": realm.hero})] if realm.hero else ()),
    ]


def _construction(view: World, seat: Seat) -> Sequence[Note]:
    building = view.realm(seat).construction
    if building is None:
        return ()
    sections = view.content.card[building.card].sections
    values = {
        "seat": seat,
        "card": building.card,
        "done": building.done,
        "sections": len(sections),
        "cost": sections[building.done] if building.done < len(sections) else 0,
    }
    return [Note("construction", values)]


def _display(view: World) -> Sequence[Note]:
    """The cards of the display with their costs, the oldest first."""
    content = view.content.card
    return [
        *(
            Note("wonder_shown", {"card": card, "cost": content[card].sections})
            if content[card].is_wonder
            else Note(
                "card_shown",
                {"card": card, "cost": content[card].cost, "resource": content[card].paid_in},
            )
            for row in view.display
            for card in reversed(row)
        ),
        *(Note("pile", {"card": pile.id, "left": pile.left}) for pile in view.basics),
        *([Note("leave_next", {"cards": leaving(view)})] if leaving(view) else ()),
    ]


def _land(view: World) -> Sequence[Note]:
    """Who holds which Provinces, with what."""
    notes = []
    for seat in view.seats:
        for place in (view.capital(seat), *provinces_of(view, seat)):
            tile = view.tile(place)
            values = {
                "seat": seat,
                "place": place,
                "terrain": view.land.terrain.get(place, "capital"),
                "soldiers": tile.soldiers,
                "pieces": tuple(
                    name for name in ("warlord", "outpost", "wonder") if getattr(tile, name)
                ),
                "defence": None if view.is_capital(place) else defence(view, place),
            }
            notes.append(Note("capital" if view.is_capital(place) else "province", values))
    return notes
