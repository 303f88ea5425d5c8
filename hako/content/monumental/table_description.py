"""The table as text, from what a seat may know."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.monumental.cards.effects import RESOURCES
from hako.content.monumental.map_queries import defence, provinces_of
from hako.content.monumental.scoring import scores
from hako.content.monumental.state import World
from hako.content.monumental.steps.display import leaving
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat


def describe(view: World) -> Sequence[LazyText]:
    """The table as text: the round, the players, the display, the map."""
    if not view.round:
        return [
            LazyText("leads", {"seat": seat, "civilization": realm.civilization})
            for seat, realm in enumerate(view.realms)
        ]
    return [
        _round(view),
        *(note for seat in view.seats for note in _player(view, seat)),
        *_display(view),
        *_land(view),
        *(LazyText("lair", {"monster": lair.monster, "place": lair.place}) for lair in view.lairs),
        *([LazyText("hero_row", {"heroes": view.heroes})] if view.heroes else ()),
    ]


def _round(view: World) -> LazyText:
    values = {
        "round": view.round,
        "phase": view.phase,
        "seat": view.start_player,
        "deck": view.deck_left(),
        "last": view.last_round,
    }
    if view.last_round is None:
        return LazyText("round", values)
    return LazyText("round_last" if view.is_last_round() else "round_before_last", values)


def _player(view: World, seat: Seat) -> Sequence[LazyText]:
    """A player's supply and points, then City, Policies and Wonders."""
    realm, points = view.realms[seat], scores(view)[seat]
    supply = {name: realm.supply.of(name) for name in RESOURCES if realm.supply.of(name)}
    values = {
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
        **{f"slot_{number}": slot.cards() for number, slot in enumerate(realm.city, start=1)},
        "active": tuple(realm.activated()),
        "deck": len(realm.deck.cards),
        "discard": len(realm.discard),
    }
    made = {"seat": seat, "policies": realm.policies, "wonders": realm.wonders}
    return [
        LazyText("player_passed" if realm.passed else "player", values),
        *([LazyText("city", city)] if any(slot.cards() for slot in realm.city) else ()),
        LazyText("made", made),
        *_construction(view, seat),
        *([LazyText("hero", {"seat": seat, "hero": realm.hero})] if realm.hero else ()),
    ]


def _construction(view: World, seat: Seat) -> Sequence[LazyText]:
    building = view.realms[seat].construction
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
    return [LazyText("construction", values)]


def _display(view: World) -> Sequence[LazyText]:
    """The cards of the display with their costs, the oldest first."""
    content = view.content.card
    return [
        *(
            LazyText("wonder_shown", {"card": card, "cost": content[card].sections})
            if content[card].is_wonder
            else LazyText(
                "card_shown",
                {"card": card, "cost": content[card].cost, "resource": content[card].paid_in},
            )
            for row in view.display
            for card in reversed(row)
        ),
        *(LazyText("pile", {"card": pile.id, "left": pile.left}) for pile in view.basics),
        *([LazyText("leave_next", {"cards": leaving(view)})] if leaving(view) else ()),
    ]


def _land(view: World) -> Sequence[LazyText]:
    """The Capitals and Provinces of each seat, with their pieces and Defence."""
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
            notes.append(LazyText("capital" if view.is_capital(place) else "province", values))
    return notes
