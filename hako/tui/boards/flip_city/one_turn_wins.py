"""The wins in one turn: what each seat could reach at most with the cards that it has now."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.flip_city.sure_winner import most_points, turn_of
from hako.tui.boards.flip_city.draw_context import FlipCityContext


def one_turn_wins(context: FlipCityContext) -> Iterator[tuple[str, bool]]:
    """A text for each seat, the next one in turn order first; with True where a win is in reach.

    Cards that others may still give away count for neither: they bring no points, and the number of
    cards is told as it is.
    """
    city = context.city
    for seat in (*city.others(city.turn.seat), city.turn.seat):
        turn = city if seat == city.turn.seat else turn_of(city, seat)
        most, goal = most_points(turn, turn.boards[seat]), city.content.constants.points_to_win
        owned = turn.boards[seat].owned()
        crowds = [wanted for face, wanted in city.content.winning_crowds if face in owned]
        values = {"mark": context.mark(seat), "most": most, "goal": goal, "owned": len(owned)}
        key = "at_most_crowd" if crowds else "at_most"
        is_near = most >= goal or any(len(owned) >= wanted for wanted in crowds)
        yield context.say(key, wanted=min(crowds, default=0), **values), is_near


def rows_of(context: FlipCityContext, seats: int) -> int:
    """The rows that the texts take: a heading, and two seats a row."""
    return 0 if context.city.is_solo or context.city.ending is not None else 1 + -(-seats // 2)
