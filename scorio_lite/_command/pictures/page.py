"""Write a page: the tables, the pictures and the command that made them, in one HTML file without links to others."""

from __future__ import annotations

import shlex
from html import escape

from ..forms.tables import Footnote, Table
from ..text import in_one_line
from .picture import Forest
from .svg import STYLE as STYLE_OF_PICTURES
from .svg import apart, bar_of, beside, drawings, typeset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..forms.types import Block, Picture, Sequence

_BESIDE = 2  # columns with intervals, in a table of bars that is as wide as the page
_NARROW = 4  # columns that fit a telephone
_LEAST = 168  # pixels of the bars in a table, at least
STYLE = (
    STYLE_OF_PICTURES
    + """\
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1f2328; --quiet: #59636e; --rule: #d1d9e0; --shade: #f6f8fa;
  --link: #0a66c2; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.75rem; overflow-wrap: anywhere; }
p { white-space: pre-line; overflow-wrap: anywhere; max-width: 46rem; margin: 0.75rem 0; }
figure { margin: 1rem 0 1.5rem; max-width: 34rem; }
figure.panels { max-width: none; clear: both; }
.panels div { display: grid; gap: 0.75rem; align-items: end; grid-template-columns: repeat(var(--beside), 1fr); }
figcaption, footer, .legend { color: var(--quiet); font-size: 0.875rem; max-width: 60rem; }
footer { clear: both; padding-top: 0.5rem; }
.scroll { overflow-x: auto; margin: 1rem 0; width: max-content; max-width: 100%; }
.scroll.full { clear: both; width: auto; }
.full table { width: 100%; }
.full td, .full td:has(span) { white-space: nowrap; }
.scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
td span { display: inline-block; white-space: nowrap; }
td:has(span) { white-space: normal; }
svg { display: block; width: 100%; height: auto; }
table { border-spacing: 0; font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 10px; line-height: 22px; border-bottom: 1px solid var(--rule); text-align: right;
  white-space: nowrap; font-weight: inherit; }
.left { text-align: left; }
tbody .left.name { white-space: normal; overflow-wrap: anywhere; min-width: 12rem; }
thead th { white-space: normal; }
thead th, thead td { border-bottom: 2px solid var(--rule); font-weight: 600; vertical-align: bottom; }
tbody tr:hover, tbody tr:hover > .name { background: var(--shade); }
.below { color: var(--quiet); }
.name { position: sticky; z-index: 1; left: 0; background: var(--paper); }
.drawn { min-width: 10.5rem; padding: 0 22px; position: relative; }
.full .drawn { width: 45%; }
.drawn svg { height: 33px; overflow: visible; border-right: 1px solid var(--rule);
  background: linear-gradient(90deg, var(--rule) 1px, transparent 1px) 0 0 / calc(100% / var(--steps)) 100%; }
.drawn div { position: relative; height: 28px; font-weight: normal; color: var(--quiet); font-size: 0.8125rem; }
.drawn div span { position: absolute; transform: translateX(-50%); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--shade); padding: 0.6rem 0.8rem; }
code span { display: inline-block; }
@media (min-width: 62rem) {
figure.one { float: right; width: 32rem; margin: 0 0 1rem 2rem; }
}
@media screen and (max-width: 44rem) {
h1 { font-size: 1.25rem; }
.scroll { width: auto; }
table { font-size: 0.8125rem; }
th, td { padding: 5px 4px; }
tbody .left.name { min-width: 5.5rem; }
.cards table, .cards tbody, .cards thead, .cards thead tr { display: block; }
.cards thead tr > :not(.drawn), .cards:not(.bars) thead { display: none; }
.cards tr { display: flex; flex-wrap: wrap; padding: 6px 0; border-bottom: 1px solid var(--rule); }
.cards tr > * { display: flex; flex: 1 0 100%; gap: 0.4em; padding: 1px 6px; border: 0; box-sizing: border-box; }
.cards td:empty { display: none; }
.cards tr > .key { flex: none; order: -3; padding-right: 2px; }
.cards .key::before { content: none; }
.cards tr > .name { position: static; order: -2; flex: 1 0 0; min-width: 60%; font-weight: 600; }
.cards td::before { margin-right: auto; text-align: left; content: attr(data-title); white-space: normal;
  overflow-wrap: anywhere; }
.cards .drawn { display: block; width: auto; min-width: 0; padding: 0 20px; order: -1; }
.cards .drawn svg { height: 20px; }
.panels div { grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); }
}
@media screen and (prefers-color-scheme: dark) {
:root { --paper: #0d1117; --ink: #e6edf3; --quiet: #9da7b3; --rule: #3d444d; --shade: #161b22; --link: #6cb2ff; }
}
@media print {
:root { color-scheme: light; }
body { max-width: none; padding: 0; font-size: 10pt; }
.scroll { overflow: visible; }
.name { position: static; background: none; }
figure svg { max-height: 20cm; }
table { font-size: 8pt; }
tbody .left.name { min-width: 0; }
figure.one, .panels svg, tr, pre { break-inside: avoid; }
th, td { padding: 2px 4px; line-height: 1.4; white-space: normal; }
.drawn { min-width: 3cm; padding: 0 14px; print-color-adjust: exact; }
}
"""
)


def page(title: str, blocks: Sequence[Block], pictures: Sequence[Picture], command: Sequence[str]) -> str:
    """Return the page as HTML. Bars of runs are in the table with their numbers; footnotes are at the end."""
    title, (head, *others) = _text(title), blocks
    first, _, rest = str(head).partition("\n")
    flow = [rest if _text(first) == title else head, *(block for block in others if not isinstance(block, Footnote))]
    notes = [str(block) for block in others if isinstance(block, Footnote)]
    words = " ".join(f"<span>{_text(shlex.quote(word))}</span>" for word in ("scorio-lite", *command))
    policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"  # nothing is loaded
    lines = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>",
        f'<body>\n<main>\n<h1 id="title">{title}</h1>',
        *_write_blocks([block for block in flow if block], pictures),
        "</main>\n<footer>",
        *map(_paragraph, notes),
        f"<p>Made by this command:</p>\n<pre><code>{words}</code></pre>\n</footer>\n</body>\n</html>",
    ]
    return "\n".join(lines) + "\n"


def fragment(blocks: Sequence[Block]) -> str:
    """Return words and tables as HTML without a style of its own, for a notebook."""
    return "\n".join(_write_blocks(blocks, ()))


def _text(text: str) -> str:
    return escape(in_one_line(text))


def _paragraph(block: str, attribute: str = "") -> str:
    lines = "\n".join(map(_text, block.strip("\n").split("\n")))
    return f"<p{attribute}>{lines}</p>"


def _write_blocks(blocks: Sequence[Block], pictures: Sequence[Picture]) -> list[str]:
    """Write the blocks as HTML. Figures come first, or after the table that has the bars of runs.

    The words before a table are its label.
    """
    drawn = next((block for block in blocks if isinstance(block, Table) and block.is_drawn), None)
    forest = next((picture for picture in pictures if isinstance(picture, Forest) and drawn), None)
    figures = [_figure(picture) for picture in pictures if picture is not forest]
    lines, label = [] if forest else figures, "title"
    for i, block in enumerate(blocks):
        if isinstance(block, Table):
            lines.append(_table(block, label, forest if block is drawn else None))
            lines += figures if forest and block is drawn else []
        else:
            label = f"words-{i}"
            lines.append(_paragraph(block, f' id="{label}"'))
    return lines


def _figure(picture: Picture) -> str:
    drawn, caption = drawings(picture), f"<figcaption>{_text(picture.note)}</figcaption>\n</figure>"
    if len(drawn) == 1:
        return f'<figure class="one">\n{drawn[0]}{caption}'
    about, across = f"<p>{_text(picture.axis)} over k (trials)</p>", beside(len(drawn), 4)
    return f'<figure class="panels">\n{about}\n<div style="--beside: {across}">\n{"".join(drawn)}</div>\n{caption}'


def _table(table: Table, label: str, forest: Forest | None = None) -> str:
    """Write a table, with the bars of a forest after the names. On a telephone, each row of a wide table is a list."""
    head, *rows = table.rows
    is_wide = bool(forest) or len(head) > _NARROW
    bars = _bars(forest, len(rows)) if forest else [""] * len(table.rows)
    kinds = {"scroll": True, "cards": is_wide, "bars": bool(forest)}
    kinds["full"] = bool(forest) and sum(map(table.has_ends, range(len(head)))) <= _BESIDE
    kind = " ".join(name for name, holds in kinds.items() if holds)
    steps = f' style="--steps: {len(forest.ticks) - 1}"' if forest else ""
    lines = [f'<p class="legend">{_text(forest.note)}</p>'] if forest else []
    lines.append(f'<div class="{kind}" role="region" aria-labelledby="{label}" tabindex="0">')
    lines.append(f'<table aria-labelledby="{label}"{steps}>\n<thead>{_row(table, 0, bars[0], False)}</thead>\n<tbody>')
    lines += [_row(table, i, bar, is_wide) for i, bar in enumerate(bars[1:], 1)]
    return "\n".join([*lines, "</tbody>\n</table>\n</div>"])


def _row(table: Table, i: int, bar: str, is_wide: bool) -> str:
    """Write a row of a table, with a bar after the name. In a wide table, cells have titles."""
    cells, naming = [], table.keys - 1
    for j, (title, cell) in enumerate(zip(table.rows[0], table.rows[i])):
        kinds = ["left"] * (j in table.left) + ["key"] * (j < naming) + ["name"] * (j == naming)
        kind = f' class="{" ".join(kinds)}"' if kinds else ""
        if not i:
            cells.append(f'<th scope="col"{kind}>{_text(title)}</th>' if title else f"<td{kind}></td>")
        elif j == naming:
            cells.append(f'<th scope="row"{kind}>{_text(cell)}</th>')
        else:
            label = f' data-title="{_text(title)}"' if is_wide else ""
            cells.append(f"<td{kind}{label}>{_text(cell) if j in table.left else _value(cell)}</td>")
    cells.insert(table.keys, bar)
    tone = ' class="below"' if i - 1 in table.below else ""
    return f"<tr{tone}>{''.join(cells)}</tr>"


def _value(cell: str) -> str:
    """Write a cell as HTML. If the table is too wide, the interval of the cell may move to the next line."""
    value, space, ends = typeset(cell).partition(" [")
    return f"{_text(value)} <span>[{_text(ends)}</span>" if space else _text(value)


def _bars(forest: Forest, rows: int) -> list[str]:
    """Return the cells of a table column with an axis, then a bar and a dot for each run, then empty cells."""

    def place(value: float) -> str:
        return f"{100 * forest.share(value):.2f}%"

    labels = zip(forest.ticks, map(typeset, apart(forest.tick_labels(), _LEAST)))
    axis = "".join(f'<span style="left: {place(tick)}">{label}</span>' for tick, label in labels if label)
    bars = [f'<svg aria-hidden="true">{bar_of(bar, place, "50%").strip()}</svg>' for bar in forest.bars]
    bars += [""] * (rows - len(bars))
    return [f'<td class="drawn">{cell}</td>' for cell in (f"<div>{axis}</div>", *bars)]
