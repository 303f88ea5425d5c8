"""Carrying out the effects of cards.

The interface between the rules and the cards' effects:

    CarryOut(seat, effects, source)              steps/effect_queue.py, a Step of the agenda
        does effects one after another, each by

    carry_out(world, seat, effect, source, chance) -> Resolution[World]
        effects/effect_kinds.py: a `match` over the Effect union that yields Events and Steps

    can_do(world, seat, effects, source) -> bool
        True if effects would change anything (monumental.gen.3); only then are they offered

`source` is the id of the card or token with the effect: a card, Policy, Warlord,
Hero, Exploration token or Market token. No rule refers to a card by its id.

An effect that is a turn action on better terms yields the same Step as that action:

    draw               yield from draw(world, seat, n, chance)         steps/draw_and_activate.py
    gain               yield from gain(world, seat, source, amounts)   steps/gains.py
    acquire            ChooseCard(seat, kinds, discount)               steps/acquire.py
    complete_section   ChooseSection(seat, discount, half)             steps/wonders.py
    conquer            ChooseTarget(seat, Terms(target, discount, free))   steps/conquest.py
    build_outpost      ChooseOutpost(seat, soldiers)                   steps/army.py
    move_units         MoveUnits(seat, n)                              steps/army.py
    move_explorer      ChooseExplorer(seat, n)                         steps/explorers.py

Steps that only effects need (archive, activate, convert, exchange, copy, ...) are here.
"""
