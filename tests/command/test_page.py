"""Check the page of --html: well-formed, a single file, and safe whatever the data say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest
from result_files import good, of_runs, records
from test_numbers import FOUR

VOID = {"meta", "br", "img", "link", "input", "hr"}
HOSTILE = "</svg><script>alert(1)</script>&amp;\"'<!--\x1b\u202e\ufffe]]>"
SHOWN = HOSTILE.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e").replace("\ufffe", "\\ufffe")


class Page(HTMLParser):
    """The elements and the texts of a page, whose tags must match."""

    def __init__(self, text):
        super().__init__()
        self.open, self.found, self.texts, self.text = [], [], [], text
        self.feed(text)
        self.close()
        assert not self.open and text.startswith("<!DOCTYPE html>\n<html lang=")

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        if tag not in VOID:
            self.texts.append((tag, []))
            self.open.append(self.texts[-1])

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        for _, parts in self.open:
            parts.append(data)

    def all(self, tag):
        return [attributes for name, attributes in self.found if name == tag]

    def words(self, tag):
        return ["".join(parts) for name, parts in self.texts if name == tag]


def page(folder, *arguments, stdin=b""):
    good(*arguments, "--html", folder / "page.html", stdin=stdin)
    return Page((folder / "page.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (("--example", "--by-question", "--metrics", "pass,pass_hat,maj,mg_pass,auc"), ""),
        (("-",), of_runs({f"a long name of a run, number {i}": FOUR["a"] for i in range(10)})),
        (
            ("-", "--by", "group", "--by-question", "--title", HOSTILE),
            records(FOUR["a"], group=HOSTILE, id=[HOSTILE, *"abc"]),
        ),
        (("-", "--flips", HOSTILE, "b"), of_runs({HOSTILE: FOUR["a"], "b": FOUR["b"]})),
    ],
)
def test_a_page_is_one_piece_and_accessible(tmp_path, asked, text):
    """Nothing is run or loaded; each picture and table has a name, each cell a title, and data are only text."""
    found = page(tmp_path, *asked, "--svg", tmp_path / "x.svg", stdin=text)
    (policy,) = [a["content"] for a in found.all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ") and found.text.index(policy) < found.text.index("<title>")
    assert not {tag for tag, _ in found.found} & {"script", "img", "link", "iframe", "a", "b"}
    names = {name for _, attributes in found.found for name in attributes}
    assert not [name for name in names if name.startswith("on") or name in ("src", "href")]
    assert not re.search(r"https?:|@import|url\(", found.text) and len(found.text.encode()) < 100_000
    for rule in ("color-scheme: light dark", "prefers-color-scheme: dark", "@media print", "max-width: 44rem"):
        assert rule in found.text
    assert ("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}) in found.found
    regions = [a for a in found.all("div") if a.get("role") == "region"]
    assert len(regions) == len(found.all("table")) and all(a["aria-label"] and a["tabindex"] == "0" for a in regions)
    assert {a["scope"] for a in found.all("th")} == {"row", "col"} and "" not in found.words("th")
    assert found.all("svg") and all("role" in a or "aria-hidden" in a for a in found.all("svg"))
    for drawing in [*re.findall(r"<svg.*?</svg>", found.text, re.DOTALL), (tmp_path / "x.svg").read_text("utf-8")]:
        root = ElementTree.fromstring(drawing)
        assert len(root) >= 2 and not {e.tag.rpartition("}")[2] for e in root.iter()} & {"script", "a", "image"}
    if HOSTILE in asked:
        assert SHOWN in {*found.words("title"), *found.words("h1"), *found.words("th")}
        assert sum(words.startswith("</svg><script>a") for words in found.words("th")) >= 1
