"""Texts about the places of a board of Monumental."""

from __future__ import annotations

from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.cards.land import Place as TilePlace
from hako.content.monumental.map_queries import defence, is_coastal
from hako.content.monumental.steps.city import PAIRS, Activate, cards_at
from hako.content.monumental.steps.draw_and_activate import yields
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.rules.model import Seat
from hako.tui.boards.monumental.draw_context import MonumentalContext
from hako.tui.boards.monumental.race import score_text
from hako.tui.boards.place_canvas import BoardPlace


def place_text(context: MonumentalContext, place: BoardPlace) -> str:
    """The text about a place."""
    match place:
        case ("slot", int(seat), int(number)):
            return _slot(context, seat, number)
        case ("card", str(card)):
            return card_text(context, card)
        case ("tile", str(name)):
            return _tile(context, name)
        case ("policy", str(name)):
            policy = context.cards.policy[name]
            return f"{context.words(policy.name)}: {context.words(policy.text)}"
        case ("hero", str(name)):
            hero = context.cards.hero[name]
            return f"{context.words(hero.name)}: {context.words(hero.text)}"
        case ("monster", str(name)):
            monster = context.cards.monster[name]
            return f"{context.words(monster.name)}: {context.words(monster.text)}"
        case ("market", str(name)):
            market = context.cards.market[name]
            return f"{context.words(market.name)}: {context.words(market.text)}"
        case ("civilization", str(name)):
            civilization = context.cards.civilization[name]
            special = card_text(context, civilization.special_building)
            return f"{context.words(civilization.name)}. {special}"
        case ("seat", int(seat)):
            return _seat(context, seat)
        case ("turn",) if isinstance(context.scene.step, Activate):
            return _best_pairs(context)
        case ("clock" | "turn" as topic,):
            return context.say(f"about_{topic}.{context.world.mode}")
        case _:
            return _beside(context, place)


def card_text(context: MonumentalContext, name: CardId) -> str:
    """The text of a card with its price."""
    card = context.cards.card[name]
    points = f" {context.symbols.star}{card.vp}" if card.vp else ""
    price = "" if card.set in ("civilization", "special") else f" ({context.price(card)})"
    return f"{context.words(card.name)}{price}{points}: {context.words(card.text)}"


def _best_pairs(context: MonumentalContext) -> str:
    """The three rows and columns that bring most, counted in resources of any kind."""
    realm = context.world.realms[context.home]
    gains = {action: yields(context.cards, cards_at(realm, action)) for action in PAIRS}
    best = sorted(PAIRS, key=lambda action: sum(gains[action].values()), reverse=True)[:3]
    sentences = (
        context.say(
            "pair",
            row=action.row,
            column=action.column,
            gain=context.amounts(gains[action]),
            total=sum(gains[action].values()),
        )
        for action in best
    )
    return context.say("best", pairs=join_sentences(sentences))


def _beside(context: MonumentalContext, place: BoardPlace) -> str:
    """The text about something beside the home seat's City."""
    realm = context.world.realms[context.home] if context.world.realms else None
    if realm is None:
        return ""
    match place:
        case ("policies",):
            if realm.active_policy is None:
                return context.say("no_policy")
            policy = context.cards.policy[realm.active_policy]
            return f"{context.words(policy.name)}: {context.words(policy.text)}"
        case ("construction",):
            if realm.construction is None:
                return context.say("no_construction")
            return card_text(context, realm.construction.card)
        case ("deck",):
            return context.say("deck_words", drawn=realm.drawn, discard=realm.discard)
        case ("warlord",):
            warlord = context.cards.warlord[context.cards.civilization[realm.civilization].warlord]
            return f"{context.words(warlord.name)}: {context.words(warlord.text)}"
        case ("supply",):
            return context.say("supply_words")
        case ("score",):
            return score_text(context, context.home)
        case _:
            return ""


def _slot(context: MonumentalContext, seat: Seat, number: int) -> str:
    slot = context.world.realms[seat].city[number]
    cards = [card_text(context, card) for card in slot.cards()]
    return "  ".join(cards) or context.say("empty_slot")


def _tile(context: MonumentalContext, name: TilePlace) -> str:
    world = context.world
    tile, terrain = world.tile(name), world.land.terrain.get(name)
    if terrain is None:
        assert tile.owner is not None, "a Capital is somebody's"
        sentences = [context.say("capital_words", tile=name, seat=context.name(tile.owner))]
    elif terrain == "water":
        sentences = [context.say("water_words", tile=name)]
    else:
        vp = context.cards.terrain[terrain].vp
        sentences = [
            context.say(
                "tile_words", tile=name, terrain=terrain, defence=defence(world, name), vp=vp
            )
        ]
    if tile.owner is not None and terrain is not None:
        sentences.append(context.say("held_by", seat=context.name(tile.owner)))
    if tile.is_held():
        army = {"soldiers": tile.soldiers, "warlord": tile.warlord, "outpost": tile.outpost}
        sentences += [
            context.say(f"army.{kind}", count=int(count)) for kind, count in army.items() if count
        ]
    if tile.site is not None:
        sentences.append(context.say(f"site.{tile.site}"))
    if tile.resource is not None:
        sentences.append(context.say("token_words", token=context.say(f"token.{tile.resource}")))
    if tile.wonder is not None:
        sentences.append(context.say("wonder_token", card=tile.wonder))
    sentences += [
        context.say("lair", monster=lair.monster) for lair in world.lairs if lair.place == name
    ]
    sentences += [
        context.say("explorer_of", seat=context.name(seat))
        for seat in world.seats
        for explorer in world.realms[seat].explorers
        if explorer.place == name
    ]
    if terrain is not None and is_coastal(world, name) and terrain != "water":
        sentences.append(context.say("coastal"))
    return join_sentences(sentences)


def _seat(context: MonumentalContext, seat: Seat) -> str:
    realm = context.world.realms[seat]
    civilization = context.texts.term("civilization", realm.civilization)
    slain = [context.say("slain", monsters=realm.monsters)] if realm.monsters else []
    wonders = [context.say("wonders", cards=realm.wonders)] if realm.wonders else []
    return join_sentences(
        (f"{context.name(seat)}, {civilization}:", score_text(context, seat), *wonders, *slain)
    )
