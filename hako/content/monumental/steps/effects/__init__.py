"""Carrying out what cards say.

The seam between the rules and the cards' effects:

    CarryOut(seat, effects, source)              steps/carry_out.py, a Step of the agenda
        does effects one after another, each by

    carry_out(world, seat, effect, source, chance) -> Resolution[World]
        effects/carry_out.py: a `match` over the Effect union that yields Events and Steps

    can_do(world, seat, effects, source) -> bool
        whether effects would change anything (monumental.gen.3); what offers them asks it

`source` is the name of what the effect stands on, of whatever kind: a card, Policy, Warlord,
Hero, Exploration token or Market token. No rule asks for a card by name.

Where an effect is what a player can do anyway on better terms, it yields the same Step:

    draw               yield from draw(world, seat, n, chance)         steps/draws.py
    gain               yield from gain(world, seat, source, amounts)   steps/draws.py
    acquire            ChooseCard(seat, kinds, discount)               steps/acquire.py
    complete_section   ChooseSection(seat, discount, half)             steps/wonders.py
    conquer            ChooseTarget(seat, Terms(target, discount, free))   steps/conquest.py
    build_outpost      ChooseOutpost(seat, soldiers)                   steps/army.py
    move_units         MoveUnits(seat, n)                              steps/army.py
    move_explorer      ChooseExplorer(seat, n)                         steps/explorers.py

Steps that only effects need (archive, activate, convert, exchange, copy, ...) are here.
"""
