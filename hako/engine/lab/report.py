"""The report of a simulation: as sentences, and as a page with plots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from hako.engine.lab.summary import Share, Spread, Summary
from hako.engine.transcript.html import page
from hako.engine.transcript.svg import Bar, bars, histograms
from hako.engine.words.text import Texts


def sentences(summary: Summary, texts: Texts) -> Iterator[str]:
    """The result, a sentence a line; the texts have the game's terms."""
    yield texts.say("simulation.setup", seed=summary.seed, options=_options(summary))
    for first in summary.broken_off[:1]:
        given_up = {"games": summary.given_up, "seed": first.seed, "decisions": first.decisions}
        yield texts.say("simulation.given_up", **given_up)
    if not summary.played:
        return
    yield texts.say("simulation.decisions", **_spread(summary.decisions))
    yield texts.say("simulation.turns", **_spread(summary.turns))
    for number, seat in enumerate(summary.seats, start=1):
        values = {**_spread(seat.scores), **_share(seat.wins)}
        yield texts.say("simulation.seat", seat=number, bot=seat.bot, **values)
    if len(summary.bots) < len(summary.seats):
        for bot in summary.bots:
            seats = {"seats": len(bot.seats), "all": len(summary.seats)}
            yield texts.say("simulation.bot", bot=bot.bot, **seats, **_share(bot.wins))
    for side in summary.sides:
        values = {**_spread(side.scores), **_share(side.wins)}
        yield texts.say("simulation.side", side=side.side, times=side.wins.of, **values)
    yield texts.say("simulation.interval")
    if summary.shared:
        yield texts.say("simulation.shared", games=summary.shared)
    if summary.unwon:
        yield texts.say("simulation.unwon", games=summary.unwon)
    ways = ", ".join(f"{way} {times}" for way, times in summary.how.items())
    yield texts.say("simulation.how", ways=ways)


def title(summary: Summary, texts: Texts, game: str) -> str:
    """The report's heading; `game` is the game's name."""
    return texts.say("simulation.title", game=game, games=summary.games)


def as_page(summary: Summary, texts: Texts, game: str) -> str:
    """The report with plots, as a web page of its own."""
    heading = title(summary, texts, game)
    told = "".join(f"<li>{escape(sentence)}</li>\n" for sentence in sentences(summary, texts))
    body = f"<h1>{escape(heading)}</h1>\n<ul>\n{told}</ul>\n"
    if summary.played:
        body += _plots(summary, texts)
    return page(heading, texts.language, body)


def _plots(summary: Summary, texts: Texts) -> str:
    labels = [
        texts.say("simulation.seat_label", seat=number, bot=seat.bot)
        for number, seat in enumerate(summary.seats, start=1)
    ]
    wins = [
        Bar(label, seat.wins.share, seat.wins.low, seat.wins.high)
        for label, seat in zip(labels, summary.seats, strict=True)
    ]
    scores = {label: seat.scores.counts for label, seat in zip(labels, summary.seats, strict=True)}
    plots = (
        _plot(texts, "winners", lambda name: bars(name, wins)),
        _plot(texts, "scores", lambda name: histograms(name, scores)),
        _plot(texts, "length", lambda name: histograms(name, {"": summary.turns.counts})),
    )
    return "".join(plots)


def _plot(texts: Texts, key: str, draw: Callable[[str], str]) -> str:
    name = texts.say(f"simulation.{key}")
    return f"<h2>{escape(name)}</h2>\n{draw(name)}\n"


def _options(summary: Summary) -> str:
    return "".join(f", {key}={value}" for key, value in summary.options.items())


def _spread(spread: Spread) -> dict[str, str]:
    return {
        "mean": f"{spread.mean:.1f}",
        "least": str(spread.least),
        "most": str(spread.most),
        "quarter": f"{spread.quarter:g}",
        "median": f"{spread.median:g}",
        "three_quarters": f"{spread.three_quarters:g}",
    }


def _share(share: Share) -> dict[str, str]:
    return {
        "share": f"{share.share:.1%}",
        "low": f"{share.low:.1%}",
        "high": f"{share.high:.1%}",
    }
