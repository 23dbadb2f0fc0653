"""Check the pictures of --svg and --html: marks are where their numbers are, texts do not touch, names are in full."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from result_files import good, of_runs, records, scored
from test_numbers import FOUR

from scorio_lite import confidence
from scorio_lite._command.text import columns

LETTER = 7.5  # pixels, at most, of most letters
NAMES = ["gpt", "openrouter/anthropic/claude-4.5-thinking-budget-32k", "通义千问3-235B-思考模式", "WWWMMM", "x" * 300]


def drawings(folder, *arguments, stdin=b""):
    """Return the root of the picture that the command draws, and the roots of those on its page."""
    good(*arguments, "--svg", folder / "x.svg", "--html", folder / "x.html", stdin=stdin)
    file, page = ((folder / name).read_text(encoding="utf-8") for name in ("x.svg", "x.html"))
    found = [file.replace(' xmlns="http://www.w3.org/2000/svg"', ""), *re.findall("<svg.*?</svg>", page, re.DOTALL)]
    file, *panels = map(ElementTree.fromstring, found)
    return file, panels


def boxes(element, x=0.0, y=0.0):
    """Yield (left, right, y, text) for each text, with the shifts of the groups that it is in."""
    shift = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    if shift:
        x, y = x + float(shift[1]), y + float(shift[2])
    if element.tag == "text" and element.text:
        wide = LETTER * columns(element.text)
        left = x + float(element.get("x")) - {"end": wide, "middle": wide / 2, None: 0}[element.get("text-anchor")]
        yield left, left + wide, y + float(element.get("y")), element.text
    for child in element:
        yield from boxes(child, x, y)


def check_texts(root, names):
    """Check that no two texts of a picture touch, that all but title and note are inside, and that names are in full."""
    _, _, across, _ = map(float, root.get("viewBox").split())
    texts = [*boxes(root)]
    for i, (left, right, y, text) in enumerate(texts):
        assert left == 24 or (left >= 0 and right <= across), text
        touching = [other for a, b, height, other in texts[:i] if left < b and a < right and abs(y - height) < 12]
        assert not touching, (text, touching)
    words = "".join(text for *_, text in texts).replace(" ", "")
    assert all(name.replace(" ", "") in words for name in names)


def linear(ticks):
    """Return the function from a number on an axis to its place, from pairs (label, place) of its ticks."""
    texts = [((x or "").replace("\u2212", "-").rstrip(" %"), float(at)) for x, at in ticks]
    (low, first), *_, (high, last) = sorted((float(x), at) for x, at in texts if re.fullmatch(r"-?[\d.]+", x))
    return lambda value: first + (value - low) / (high - low) * (last - first)


def axis_of(root, anchor, place):
    return linear([(e.text, e.get(place)) for e in root.iter("text") if e.get("text-anchor") == anchor])


def points_of(element):
    return [float(x) for x in re.split("[ ,]", element.get("points"))]


CURVES = {"pass": "pass_at_k", "pass_hat": "pass_hat_k", "maj": "maj_at_k", "auc": "auc_at_k"}


@pytest.mark.parametrize("count", [3, 4])
def test_curves_are_where_their_numbers_are(tmp_path, count):
    """The first three metrics have bands for all k together; with the fourth, all have intervals of one k."""
    R, metrics = FOUR["a"], [*CURVES.values()][:count]
    file, panels = drawings(tmp_path, "-", "--metrics", ",".join([*CURVES][:count]), stdin=records(R))
    assert len(file.findall("g")) == len(panels) == count
    marks = [(panel, *pair) for panel in panels for pair in zip(panel.iter("polyline"), panel.iter("polygon"))]
    assert len(marks) == len([*file.iter("polyline")]) == count
    for metric, (panel, line, band) in zip(metrics, marks):
        x, y = axis_of(panel, "middle", "x"), axis_of(panel, "end", "y")
        one_by_one = [getattr(confidence, metric)(R, k) for k in range(1, 5)]
        scores = one_by_one if count > 3 else confidence.curve(R, metric=metric)
        values, lo, hi = ([(k, score[i]) for k, score in enumerate(scores, 1)] for i in (0, -2, -1))
        for drawn, numbers in ((line, values), (band, hi + lo[::-1])):
            places = [place for k, value in numbers for place in (x(k), y(value) - 4.5)]
            assert points_of(drawn) == pytest.approx(places, abs=0.2)


@pytest.mark.parametrize("options", ["", "--rank-by pass@2 --percent", "--scores -1e3,1e3"])
@pytest.mark.parametrize("names", [NAMES[:1], NAMES, [f"run {i}" for i in range(40)]], ids=len)
def test_bars_are_where_their_numbers_are(tmp_path, names, options):
    """Each run has a bar and a dot, in the file and on the page; those that are below the best are grey."""
    runs = {name: [[int(q % (i + 2) > 0), int(i < 7)] for q in range(20)] for i, name in enumerate(["best", *names])}
    asked = ("-", *options.replace("--percent", "").split())
    rows, factor = scored(*asked, stdin=of_runs(runs))["runs"], 100 if "percent" in options else 1
    file, pictures = drawings(tmp_path, "-", *options.split(), stdin=of_runs(runs))
    assert len(pictures) == 1
    for root in (file, *pictures):
        check_texts(root, names)
        at, lines_, dots = axis_of(root, "middle", "x"), [*root.iter("line")], [*root.iter("circle")]
        assert len(lines_) == len(dots) == len(rows)
        for row, line, dot in zip(rows, lines_, dots):
            is_below = (row["difference"] or {"hi": 0})["hi"] < 0
            assert ("grey" in line.get("class")) == ("grey" in dot.get("class")) == is_below
            for place, number in ((dot.get("cx"), "value"), (line.get("x1"), "lo"), (line.get("x2"), "hi")):
                assert float(place) == pytest.approx(at(factor * row[number]), abs=0.2)
