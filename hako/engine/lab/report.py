"""The report of a simulation, as sentences and as a page with plots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from html import escape

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.lab.summary import Distribution, Proportion, Summary
from hako.engine.transcript.html_frame import page
from hako.engine.transcript.level_names import level_text
from hako.engine.transcript.plot_svg import Bar, bars, histograms
from hako.engine.transcript.transcript import option_text


def sentences(summary: Summary, texts: Catalogue) -> Iterator[str]:
    """The result as sentences; `texts` include the game's terms."""
    yield texts.text("simulation.setup", seed=summary.seed)
    if summary.options:
        options = [option_text(key, value, texts) for key, value in summary.options.items()]
        yield texts.text("simulation.options", options=options)
    for first in summary.broken_off[:1]:
        given_up = {"games": summary.given_up, "seed": first.seed, "decisions": first.decisions}
        yield texts.text("simulation.given_up", **given_up)
    if not summary.played:
        return
    yield texts.text("simulation.decisions", **_spread(summary.decisions))
    yield texts.text("simulation.turns", **_spread(summary.turns))
    for number, seat in enumerate(summary.seats, start=1):
        values = {**_spread(seat.scores), **_share(seat.wins)}
        yield texts.text("simulation.seat", seat=number, bot=level_text(seat.bot, texts), **values)
    if len(summary.bots) < len(summary.seats):
        for bot in summary.bots:
            seats = {"seats": len(bot.seats), "all": len(summary.seats)}
            level = level_text(bot.bot, texts)
            yield texts.text("simulation.bot", bot=level, **seats, **_share(bot.wins))
    for side in summary.sides:
        values = {**_spread(side.scores), **_share(side.wins)}
        yield texts.text("simulation.side", side=side.side, times=side.wins.of, **values)
    yield texts.text("simulation.interval")
    if summary.shared:
        yield texts.text("simulation.shared", games=summary.shared)
    if summary.unwon:
        yield texts.text("simulation.unwon", games=summary.unwon)
    ways = [
        texts.text("simulation.way", way=ending_text(key, texts), times=times)
        for key, times in summary.how.items()
    ]
    yield texts.text("simulation.how", ways=ways)


def ending_text(key: str, texts: Catalogue) -> str:
    """The name of an ending by the key of its text; the key itself where there is none."""
    text_key = f"ending.{key}"
    if text_key in texts:
        return texts.text(text_key)
    with suppress(KeyError):  # a text without values fits every game
        return texts.lazy_text(LazyText(key)).rstrip(".。")
    return key


def title(summary: Summary, texts: Catalogue, game: str) -> str:
    """The heading of the report; `game` is the game's name."""
    return texts.text("simulation.title", game=game, games=summary.games)


def as_page(summary: Summary, texts: Catalogue, game: str) -> str:
    """The report with plots, as a self-contained web page."""
    heading = title(summary, texts, game)
    items = "".join(f"<li>{escape(sentence)}</li>\n" for sentence in sentences(summary, texts))
    body = f"<h1>{escape(heading)}</h1>\n<ul>\n{items}</ul>\n"
    if summary.played:
        body += _plots(summary, texts)
    return page(heading, texts.language, body)


def _plots(summary: Summary, texts: Catalogue) -> str:
    labels = [
        texts.text("simulation.seat_label", seat=number, bot=level_text(seat.bot, texts))
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


def _plot(texts: Catalogue, key: str, draw: Callable[[str], str]) -> str:
    name = texts.text(f"simulation.{key}")
    return f"<h2>{escape(name)}</h2>\n{draw(name)}\n"


def _spread(spread: Distribution) -> dict[str, str]:
    return {
        "mean": f"{spread.mean:.1f}",
        "least": str(spread.least),
        "most": str(spread.most),
        "quarter": f"{spread.quarter:g}",
        "median": f"{spread.median:g}",
        "three_quarters": f"{spread.three_quarters:g}",
    }


def _share(share: Proportion) -> dict[str, str]:
    return {
        "share": f"{share.share:.1%}",
        "low": f"{share.low:.1%}",
        "high": f"{share.high:.1%}",
    }
