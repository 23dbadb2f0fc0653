"""Check the page of --html: well-formed, a single file, and safe whatever the data say."""

from __future__ import annotations

import re
import shlex
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest
from result_files import R, files_in, good

VOID = {"meta", "br", "img", "link", "input", "hr"}
METRICS = "avg,bayes,pass,pass_hat,maj,g_pass@0.5,mg_pass,auc,geom,geom_ds,geo_spectrum"  # six have a panel
HOSTILE = "<script>alert(1)</script>\"&'<!--]]>\u202e"


class Page(HTMLParser):
    """The elements and the texts of a page, whose tags must match."""

    def __init__(self, text):
        super().__init__()
        self.open, self.found, self.texts = [], [], []
        self.text = text
        self.feed(text)
        self.close()
        assert not self.open
        assert text.startswith("<!DOCTYPE html>\n<html lang=")

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


def page(tmp_path, *arguments, stdin=b""):
    path = tmp_path / "page.html"
    assert good(*arguments, "--html", path, stdin=stdin)
    return Page(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    return page(tmp_path_factory.mktemp("page"), "--example", "--by-question", "--metrics", METRICS)


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    runs = {f"a long name of a run, number {i}, that goes on.json": matrix(i, 40, 8) for i in range(10)}
    return page(folder, *files_in(folder, **runs))


def matrix(i, questions, trials):
    """Return outcomes of run i; the last of ten is below the others."""
    return [
        [int((q * 7 + t * (i + 3)) % (i + 5) > i // 2 + 6 * (i == 9)) for t in range(trials)] for q in range(questions)
    ]


def test_a_page_is_one_piece_and_accessible(report, board):
    for found, drawings, rows in ((report, 6, 17), (board, 1, 10)):
        assert len(found.text.encode()) < 100_000
        for forbidden in ("http:", "https:", "//", "src=", "href", "@import", "url(", "onclick", "<link", "<iframe"):
            assert forbidden not in found.text, forbidden
        ids = [attributes["id"] for _, attributes in found.found if "id" in attributes]
        assert len(ids) == len(set(ids))
        assert {attributes.get("aria-labelledby", ids[0]) for _, attributes in found.found} <= set(ids)
        for drawing in re.findall(r"<svg.*?</svg>", found.text, re.S):
            assert len(ElementTree.fromstring(drawing)) >= 2
        assert len(found.all("svg")) == drawings, "panels, or bars"
        assert ("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}) in found.found
        for rule in ("color-scheme: light dark", "prefers-color-scheme: dark", "@media print", "max-width: 44rem"):
            assert rule in found.text
        scopes = [attributes["scope"] for attributes in found.all("th")]
        assert (scopes.count("row"), set(scopes)) == (rows, {"row", "col"})
        assert {attributes.get("tabindex") for attributes in found.all("div") if "role" in attributes} == {"0"}
        assert all("role" in attributes for attributes in found.all("svg"))
        assert "" not in found.words("th")
        assert ('<tr class="below">' in found.text) == (found is board)


def test_a_page_has_the_numbers_of_the_report(report):
    shown = set(report.words("td")) | set(report.words("th"))
    for line in good("--example", "--by-question", "--markdown", "--metrics", METRICS).splitlines():
        if line.startswith("|") and "--" not in line:
            assert {cell.strip() for cell in line.strip("|").split("|")} <= shown
    assert report.words("h1") == ["the built-in example: 8 questions, 6 trials each"]
    assert "95 % interval for new questions of this kind" in report.words("figcaption")[0]


def test_nothing_is_run_or_loaded(report):
    (policy,) = [a["content"] for a in report.all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert report.text.index("Content-Security-Policy") < report.text.index("<title>")


def test_hostile_data(tmp_path):
    rows = [{"task_id": f"{HOSTILE}{i}", "passed": t == i, "group": HOSTILE} for i in range(3) for t in range(3)]
    arguments = ("-", "--by-question", "--by", "group", "--title", HOSTILE, "--question", "task_id")
    found = page(tmp_path, *arguments, stdin=rows)
    assert {tag for tag, _ in found.found} & {"b", "img", "link", "iframe", "script"} == set()
    shown = HOSTILE.replace("\u202e", "\\u202e")
    assert found.words("title")[0] == found.words("h1")[0] == shown
    assert sum(words.startswith("<script>a") for words in found.words("th")) >= 3
    assert not any(name.startswith("on") for _, attributes in found.found for name in attributes)
    assert "\u202e" not in found.text


def test_the_command_is_as_it_was_typed(tmp_path):
    path, (data,) = tmp_path / "it's a <page>.html", files_in(tmp_path, **{"a b.json": R})
    typed = [str(data), "--html", str(path), "--title", 'x "y" & z', "-k", "1"]
    good(*typed)
    found = Page(path.read_text(encoding="utf-8"))
    assert [shlex.split(" ".join(found.words("span")[-len(typed) - 1 :]))] == [["scorio-lite", *typed]]
    assert found.words("title")[0] == 'x "y" & z'


def test_a_page_beside_other_outputs(tmp_path):
    html, picture = tmp_path / "page.html", tmp_path / "picture.svg"
    for output in ("--json", "--csv", "--markdown"):
        assert good("--example", output, "--html", html, "--svg", picture) == good("--example", output)
        assert html.read_text().startswith("<!DOCTYPE html>") and picture.read_text().startswith("<svg ")
