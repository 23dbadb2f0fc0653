"""Write a page: pictures, tables and the command that made them, as one HTML file that needs no other file."""

from __future__ import annotations

import shlex
from html import escape

from ..forms.tables import Table
from ..text import in_one_line
from .svg import STYLE as STYLE_OF_PICTURES
from .svg import draw_panel, typeset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..forms.types import Block, Picture, Sequence

STYLE = (
    STYLE_OF_PICTURES
    + """\
:root { color-scheme: light dark;
  --paper: #ffffff; --ink: #1f2328; --quiet: #59636e; --rule: #d1d9e0; --shade: #f6f8fa; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.75rem; overflow-wrap: anywhere; }
p { white-space: pre-line; overflow-wrap: anywhere; max-width: 46rem; margin: 0.75rem 0; }
figure { margin: 1rem 0 1.5rem; }
figure div { display: grid; gap: 0.75rem; align-items: end;
  grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); }
figure svg { max-width: 34rem; }
figcaption, footer { color: var(--quiet); font-size: 0.875rem; max-width: 60rem; }
svg { display: block; width: 100%; height: auto; }
.scroll { overflow-x: auto; margin: 1rem 0; width: max-content; max-width: 100%;
  background: linear-gradient(to left, var(--paper) 1rem, transparent) right / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--quiet), transparent) right / 0.75rem 100% no-repeat; }
table { border-spacing: 0; font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 10px; line-height: 22px; border-bottom: 1px solid var(--rule); text-align: right;
  font-weight: inherit; }
td span { display: inline-block; white-space: nowrap; }
.left { text-align: left; }
thead th, thead td { border-bottom: 2px solid var(--rule); font-weight: 600; vertical-align: bottom; }
.name { position: sticky; left: 0; background: var(--paper); }
tbody .left.name { overflow-wrap: anywhere; min-width: 9rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--shade); padding: 0.6rem 0.8rem; }
code span { display: inline-block; }
@media (min-width: 62rem) {
figure.one { float: right; width: 27rem; margin: 0 0 1rem 2rem; }
footer { clear: both; }
}
@media screen and (max-width: 44rem) {
h1 { font-size: 1.25rem; }
table { font-size: 0.75rem; }
th, td { padding: 5px 4px; }
tbody .left.name { min-width: 4.5rem; }
}
@media screen and (prefers-color-scheme: dark) {
:root { --paper: #0d1117; --ink: #e6edf3; --quiet: #9da7b3; --rule: #3d444d; --shade: #161b22; }
}
@media print {
:root { color-scheme: light; }
body { max-width: none; padding: 0; font-size: 10pt; }
.scroll { overflow: visible; }
.name { position: static; }
table { font-size: 8pt; }
tbody .left.name { overflow-wrap: break-word; min-width: 0; }
figure svg, tr, pre { break-inside: avoid; }
th, td { padding: 2px 4px; line-height: 1.4; }
td span { white-space: normal; }
}
"""
)


def page(title: str, blocks: Sequence[Block], picture: Picture | None, command: Sequence[str]) -> str:
    """Return the page as HTML. The picture comes after the first table. `command` has the words after scorio-lite."""
    top, title = next((i for i, block in enumerate(blocks, 1) if isinstance(block, Table)), 0), _text(title)
    words = " ".join(f"<span>{_text(shlex.quote(word))}</span>" for word in ("scorio-lite", *command))
    policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"  # nothing is loaded
    lines = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>",
        f"<body>\n<main>\n<h1>{title}</h1>",
        fragment(blocks[:top]),
        *([_figure(picture)] if picture else []),
        fragment(blocks[top:]),
        "</main>\n<footer>\n<p>Made by this command:</p>",
        f"<pre><code>{words}</code></pre>\n</footer>\n</body>\n</html>",
    ]
    return "\n".join(lines) + "\n"


def fragment(blocks: Sequence[Block]) -> str:
    """Return words and tables as a piece of HTML, without a style."""
    return "\n".join(
        _table(block) if isinstance(block, Table) else "<p>{}</p>".format("\n".join(map(_text, block.split("\n"))))
        for block in blocks
    )


def _text(text: str) -> str:
    return escape(in_one_line(text))


def _figure(picture: Picture) -> str:
    kind, drawn = ' class="one"' * (not picture.panels[1:]), "".join(map(draw_panel, picture.panels))
    return f"<figure{kind}>\n<div>\n{drawn}</div>\n<figcaption>{_text(picture.note)}</figcaption>\n</figure>"


def _table(table: Table) -> str:
    """Return a table and its title as HTML. On narrow screens, the names of rows stay in sight."""
    head, *rows = ("".join(_cell(table, i, j) for j in range(len(row))) for i, row in enumerate(table.rows))
    return "\n".join(
        [
            *[f"<p>{_text(table.title)}:</p>"] * bool(table.title),
            f'<div class="scroll" role="region" aria-label="{_text(table.title or "Scores")}" tabindex="0">',
            f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>",
            *(f"<tr>{row}</tr>" for row in rows),
            "</tbody>\n</table>\n</div>",
        ]
    )


def _cell(table: Table, i: int, j: int) -> str:
    """Return cell (i, j) as HTML: a title, a name, words, or a value with its interval."""
    cell, is_name = table.rows[i][j], j == table.keys - 1
    kinds = " ".join(["left"] * (j in table.left) + ["name"] * is_name)
    kind = f' class="{kinds}"' if kinds else ""
    if cell and (not i or is_name):
        return f'<th scope="{"row" if i else "col"}"{kind}>{_text(cell)}</th>'
    value, space, ends = (cell, "", "") if j in table.left else typeset(cell).partition(" [")
    return f"<td{kind}>{_text(value)}{f' <span>[{_text(ends)}</span>' if space else ''}</td>"
