"""The story of a game of World Monger: an account of the coins, and prices with the trades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from hako.content.world_monger.cards import CivilizationId
from hako.content.world_monger.events.civilization_phase import DividendPaid, HolderPaid
from hako.content.world_monger.events.rounds import PricesSet
from hako.content.world_monger.events.shares import (
    EndValuesFound,
    ShareBought,
    SharesCashed,
    SharesSold,
)
from hako.content.world_monger.state import World
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat
from hako.engine.rules.story_table import (
    Story,
    StoryBand,
    StoryCell,
    StoryMoment,
    StoryRow,
    events_by_turn,
)


def story(moments: Sequence[StoryMoment[World]]) -> Story:
    """The account of each seat, and the price of each civilization in each round."""
    return [_account(moments), _prices(moments)]


def _account(moments: Sequence[StoryMoment[World]]) -> StoryBand:
    """The coins at the start, by trade in each civilization, dividends, the final sale, the end."""
    first, last = moments[0].before, moments[-1].after
    civilizations = [civilization.id for civilization in last.civilizations]
    heads = (
        (LazyText("story_start"),),
        *((LazyText("story_civilization", {"civilization": name}),) for name in civilizations),
        (LazyText("story_dividends"),),
        (LazyText("story_final_sale"),),
        (LazyText("story_coins"),),
    )
    rows = [
        _row(seat, first.coins[seat], last.coins[seat], civilizations, moments)
        for seat in sorted(last.seats, key=lambda seat: -last.coins[seat])
    ]
    return StoryBand(LazyText("story_account"), tuple(rows), heads)


def _row(
    seat: Seat,
    start: int,
    end: int,
    civilizations: Sequence[CivilizationId],
    moments: Sequence[StoryMoment[World]],
) -> StoryRow:
    traded: Counter[CivilizationId] = Counter()
    touched: set[CivilizationId] = set()
    dividends = sale = 0
    for _, event in events_by_turn(moments):
        match event:
            case ShareBought(seat=buyer, civilization=name, price=price) if buyer == seat:
                traded[name] -= price
                touched.add(name)
            case SharesSold(seat=seller, civilization=name, coins=coins) if seller == seat:
                traded[name] += coins
                touched.add(name)
            case SharesCashed(seat=seller, coins=coins) if seller == seat:
                sale += coins
            case DividendPaid(seat=owner, coins=coins) | HolderPaid(seat=owner, coins=coins) if (
                owner == seat
            ):
                dividends += coins
    cells: list[StoryCell] = [(f"{start}$",)]
    cells += [(f"{traded[name]:+}$",) if name in touched else ("--",) for name in civilizations]
    cells += [(f"{coins:+}$" if coins else "0$",) for coins in (dividends, sale)]
    cells += [(f"{end}$",)]
    amounts = (start, *(traded[name] for name in civilizations), dividends, sale)
    return StoryRow(seat, tuple(cells), amounts)


def _prices(moments: Sequence[StoryMoment[World]]) -> StoryBand:
    """A column a round with the price of each civilization, and who bought (+) or sold (-) then."""
    names = [civilization.id for civilization in moments[-1].after.civilizations]
    # the set-up goes on until somebody chooses: at most to the prices of the first round
    prices: list[Sequence[int]] = [*moments[0].before.prices]
    trades: list[dict[CivilizationId, list[str | Seat]]] = [
        {name: [] for name in names} for _ in prices
    ]
    final: Sequence[int] = ()
    for _, event in events_by_turn(moments):
        match event:
            case PricesSet(prices=set_now):
                prices.append(set_now)
                trades.append({name: [] for name in names})
            case ShareBought(seat=seat, civilization=name) if trades:
                trades[-1][name] += ["+", seat]
            case SharesSold(seat=seat, civilization=name, count=count) if trades:
                trades[-1][name] += ["-", *[seat] * count]
            case EndValuesFound(values=values):
                final = values
            case _:
                pass
    rounds = [(str(number + 1),) for number in range(len(prices))]
    heads: list[StoryCell] = [*rounds, (LazyText("story_end"),)]
    rows = tuple(
        StoryRow(
            LazyText("story_civilization", {"civilization": name}),
            tuple(_cells(place, name, prices, trades, final)),
        )
        for place, name in enumerate(names)
    )
    return StoryBand(LazyText("story_prices"), rows, tuple(heads))


def _cells(
    place: int,
    name: CivilizationId,
    prices: Sequence[Sequence[int]],
    trades: Sequence[dict[CivilizationId, list[str | Seat]]],
    final: Sequence[int],
) -> Iterator[StoryCell]:
    for row, traded in zip(prices, trades, strict=True):
        yield (f"{row[place]}$", *([" ", *traded[name]] if traded[name] else []))
    if final:
        yield (f"{final[place]}$",)
