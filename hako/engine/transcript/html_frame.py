"""Self-contained web pages: light or dark by the reader's settings, with styles for print."""

from __future__ import annotations

from html import escape

STYLE = (
    """
:root { color-scheme: light dark; --ink: #1d2329; --faint: #5b6670; --line: #d6dbe0; --paper: #fdfdfb;
  --c0: #0068a8; --c1: #b84a00; --c2: #00805a; --c3: #a3478a; --c4: #8a6a00; --c5: #3f4a55; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8eb; --faint: #9aa6b0; --line: #39424a;
  --paper: #14181c; --c0: #62b6ea; --c1: #f0925a; --c2: #4fc79c; --c3: #dd93c4; --c4: #d9b94a; --c5: #b9c3cc; } }
body { font: 16px/1.55 system-ui, "Hiragino Sans", "Noto Sans CJK JP", sans-serif; color: var(--ink);
  background: var(--paper); max-width: 44rem; margin: 2.5rem auto; padding: 0 1.25rem; }
h1 { line-height: 1.2; } h2 { margin-top: 2.2em; font-size: 1.15rem; }
.faint { color: var(--faint); }
table { border-collapse: collapse; width: 100%; margin: 1em 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3em .8em .3em 0; border-bottom: 1px solid var(--line); }
th { color: var(--faint); font-weight: normal; } .number { text-align: right; }
ol, ul { padding-left: 0; list-style: none; } li { padding: .1em 0; }
a { color: inherit; }
pre { font: 12.5px/1.25 "Noto Sans Mono CJK JP", ui-monospace, monospace; overflow-x: auto; }
summary { color: var(--faint); cursor: pointer; }
.cover { width: 9rem; margin: 0 0 1rem; }
svg { width: 100%; height: auto; margin: .5em 0; font-size: 13px; }
svg text { fill: var(--ink); } svg .tick, svg .label { fill: var(--faint); }
svg .tick { text-anchor: middle; } svg .label { text-anchor: end; }
svg .axis { fill: var(--faint); } svg .grid { stroke: var(--line); } svg .whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; }
svg polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
svg .s1 { stroke-dasharray: 7 4; } svg .s2 { stroke-dasharray: 2 4; }
"""
    + "".join(
        f"svg .c{number} {{ fill: var(--c{number}); }} svg polyline.c{number} {{ fill: none; stroke: var(--c{number}); }}\n"
        for number in range(6)
    )
    + """@media print { :root { --paper: #fff; --ink: #000; } body { margin: 0; max-width: none; font-size: 10pt; }
  h2 { break-after: avoid; } li, tr, svg { break-inside: avoid; } }
"""
)


def page(title: str, language: str, body: str) -> str:
    """The page with that body, which is HTML; title and language are text."""
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )
