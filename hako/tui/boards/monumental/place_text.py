"""Places of a board of Monumental in words."""

from __future__ import annotations

from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.cards.land import Place as TilePlace
from hako.content.monumental.land import defence, is_coastal
from hako.content.monumental.steps.city import PAIRS, Activate, cards_at
from hako.content.monumental.steps.draws import yields
from hako.engine.rules.model import Seat
from hako.tui.boards.monumental.draw_context import Sketch
from hako.tui.boards.monumental.seats import score_line
from hako.tui.boards.place_canvas import BoardPlace


def in_words(sketch: Sketch, place: BoardPlace) -> str:
    """A place in words."""
    match place:
        case ("slot", int(seat), int(number)):
            return _slot(sketch, seat, number)
        case ("card", str(card)):
            return card_in_words(sketch, card)
        case ("tile", str(name)):
            return _tile(sketch, name)
        case ("policy", str(name)):
            policy = sketch.cards.policy[name]
            return f"{sketch.words(policy.name)}: {sketch.words(policy.text)}"
        case ("hero", str(name)):
            hero = sketch.cards.hero[name]
            return f"{sketch.words(hero.name)}: {sketch.words(hero.text)}"
        case ("monster", str(name)):
            monster = sketch.cards.monster[name]
            return f"{sketch.words(monster.name)}: {sketch.words(monster.text)}"
        case ("market", str(name)):
            market = sketch.cards.market[name]
            return f"{sketch.words(market.name)}: {sketch.words(market.text)}"
        case ("civilization", str(name)):
            its = sketch.cards.civilization[name]
            special = card_in_words(sketch, its.special_building)
            return f"{sketch.words(its.name)}. {special}"
        case ("seat", int(seat)):
            return _seat(sketch, seat)
        case ("turn",) if isinstance(sketch.scene.step, Activate):
            return _best_pairs(sketch)
        case ("clock" | "turn" as what,):
            return sketch.say(f"about_{what}.{sketch.world.mode}")
        case _:
            return _beside(sketch, place)


def card_in_words(sketch: Sketch, name: CardId) -> str:
    """A card with its price and its text."""
    card = sketch.cards.card[name]
    points = f" {sketch.say('points', points=card.vp)}" if card.vp else ""
    price = "" if card.set in ("civilization", "special") else f" ({sketch.price(card)})"
    return f"{sketch.words(card.name)}{price}{points}: {sketch.words(card.text)}"


def _best_pairs(sketch: Sketch) -> str:
    """The three rows and columns that bring most, counted in resources of any kind."""
    realm = sketch.world.realms[sketch.home]
    gains = {action: yields(sketch.cards, cards_at(realm, action)) for action in PAIRS}
    best = sorted(PAIRS, key=lambda action: sum(gains[action].values()), reverse=True)[:3]
    told = (
        sketch.say(
            "pair",
            row=action.row,
            column=action.column,
            gain=sketch.amounts(gains[action]),
            total=sum(gains[action].values()),
        )
        for action in best
    )
    return sketch.say("best", pairs=" ".join(told))


def _beside(sketch: Sketch, place: BoardPlace) -> str:
    """What lies beside the home seat's City."""
    realm = sketch.world.realms[sketch.home] if sketch.world.realms else None
    if realm is None:
        return ""
    match place:
        case ("policies",):
            if realm.active_policy is None:
                return sketch.say("no_policy")
            policy = sketch.cards.policy[realm.active_policy]
            return f"{sketch.words(policy.name)}: {sketch.words(policy.text)}"
        case ("construction",):
            if realm.construction is None:
                return sketch.say("no_construction")
            return card_in_words(sketch, realm.construction.card)
        case ("deck",):
            return sketch.say("deck_words", drawn=realm.drawn, discard=realm.discard)
        case ("warlord",):
            its = sketch.cards.warlord[sketch.cards.civilization[realm.civilization].warlord]
            return f"{sketch.words(its.name)}: {sketch.words(its.text)}"
        case ("supply",):
            return sketch.say("supply_words")
        case ("score",):
            return score_line(sketch, sketch.home)
        case _:
            return ""


def _slot(sketch: Sketch, seat: Seat, number: int) -> str:
    slot = sketch.world.realms[seat].city[number]
    cards = [card_in_words(sketch, card) for card in slot.cards()]
    return "  ".join(cards) or sketch.say("empty_slot")


def _tile(sketch: Sketch, name: TilePlace) -> str:
    world = sketch.world
    tile, terrain = world.tile(name), world.land.terrain.get(name)
    if terrain is None:
        assert tile.owner is not None, "a Capital is somebody's"
        said = [sketch.say("capital_words", tile=name, seat=sketch.name(tile.owner))]
    elif terrain == "water":
        said = [sketch.say("water_words", tile=name)]
    else:
        vp = sketch.cards.terrain[terrain].vp
        said = [
            sketch.say(
                "tile_words", tile=name, terrain=terrain, defence=defence(world, name), vp=vp
            )
        ]
    if tile.owner is not None and terrain is not None:
        said.append(sketch.say("held_by", seat=sketch.name(tile.owner)))
    if tile.is_held():
        army = {"soldiers": tile.soldiers, "warlord": tile.warlord, "outpost": tile.outpost}
        said += [
            sketch.say(f"army.{kind}", count=int(count)) for kind, count in army.items() if count
        ]
    if tile.site is not None:
        said.append(sketch.say(f"site.{tile.site}"))
    if tile.resource is not None:
        said.append(sketch.say("token_words", token=sketch.say(f"token.{tile.resource}")))
    if tile.wonder is not None:
        said.append(sketch.say("wonder_token", card=tile.wonder))
    said += [sketch.say("lair", monster=lair.monster) for lair in world.lairs if lair.place == name]
    said += [
        sketch.say("explorer_of", seat=sketch.name(seat))
        for seat in world.seats
        for explorer in world.realms[seat].explorers
        if explorer.place == name
    ]
    if terrain is not None and is_coastal(world, name) and terrain != "water":
        said.append(sketch.say("coastal"))
    return " ".join(said)


def _seat(sketch: Sketch, seat: Seat) -> str:
    realm = sketch.world.realms[seat]
    civilization = sketch.texts.term("civilization", realm.civilization)
    slain = [sketch.say("slain", monsters=realm.monsters)] if realm.monsters else []
    wonders = [sketch.say("wonders", cards=realm.wonders)] if realm.wonders else []
    return " ".join(
        (f"{sketch.name(seat)}, {civilization}:", score_line(sketch, seat), *wonders, *slain)
    )
