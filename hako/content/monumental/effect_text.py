"""Short texts of effects whose outcome is still to be chosen or drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from hako.content.monumental.cards.effects import (
    ArchiveEffect,
    CompleteSectionEffect,
    ConquerEffect,
    CopyEffect,
    Effect,
    ExchangeEffect,
    GainEffect,
    GainPerEffect,
    StealEffect,
)
from hako.engine.i18n.lazy_text import LazyText

CHOSEN = ("basic", "market")
"""Gains of the player's choice."""

SIDES = ("pays", "gains")
"""The texts of a change that a trade tells as one."""


def effect_texts(effect: Effect, change: Sequence[LazyText]) -> Iterator[LazyText]:
    """Texts of an effect, around the `change` in supply and points that can be foreseen."""
    if not isinstance(effect, ExchangeEffect):
        yield from change
    match effect:
        case GainEffect(gain=gain):
            if chosen := {
                name: amount for name, amount in _amounts(gain).items() if name in CHOSEN
            }:
                yield LazyText("gains", {"gain": chosen})
        case ExchangeEffect(pay=pay, gain=gain, times=times):
            foreseen = {name: amounts for hint in change for name, amounts in hint.values.items()}
            if not {"paid", "gain"} <= foreseen.keys():  # a part of the trade is to be chosen
                foreseen |= {"paid": _amounts(pay), "gain": _amounts(gain)}
            yield from (hint for hint in change if hint.key not in SIDES)
            yield LazyText("trades", {name: foreseen[name] for name in ("paid", "gain")})
            if times > 1:
                yield LazyText("deed.times", {"times": times})
        case GainPerEffect() | StealEffect():
            pass  # their change is known in full
        case _:
            yield from _asked(effect)


def _asked(effect: Effect) -> Iterator[LazyText]:
    """Texts of an effect that asks for a choice or draws."""
    values = {name: getattr(effect, name) for name in effect.__struct_fields__}
    match effect:
        case ArchiveEffect(gain=gain) if amounts := _amounts(gain):
            yield LazyText("deed.archive", values)
            yield LazyText("deed.each", {"gain": amounts})
        case CopyEffect(what=kind):
            yield LazyText(f"deed.copy_{kind}")
        case CompleteSectionEffect(half=True):
            yield LazyText("deed.half_section")
        case ConquerEffect(target=target, free=free):
            yield LazyText(f"deed.conquer_{target}")
            yield LazyText("deed.free" if free else "deed.discount", values)
        case _:
            yield LazyText(f"deed.{effect.__struct_config__.tag}", values)


def _amounts(amounts: Struct) -> dict[str, int]:
    """The amounts that are not 0."""
    values = ((name, getattr(amounts, name)) for name in amounts.__struct_fields__)
    return {name: amount for name, amount in values if amount}
