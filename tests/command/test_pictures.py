"""Check curves and bars, as SVG files and on pages."""

from __future__ import annotations

import functools
import re
import xml.etree.ElementTree as ElementTree

import pytest
from result_files import files_in, good, scored

from scorio_lite._command.arguments import read_options
from scorio_lite._command.forms.form import Form
from scorio_lite._command.pictures.picture import Bar, Forest
from scorio_lite._command.pictures.svg import GREY, apart, drawings, svg, width
from scorio_lite._command.read.options import Ask
from scorio_lite._command.score.ledger import Grades, TaskRun
from scorio_lite._command.score.metric_names import parse_metric
from scorio_lite._command.score.run import Run

SVG = "{http://www.w3.org/2000/svg}"


@functools.lru_cache(None)
def picture(trials=6, metrics=("pass", "pass_hat", "maj"), names=None, title="Title", are_runs=False):
    rows = [[0] * (trials - s) + [1] * s for s in {0, trials, trials // 2, trials // 3}]
    run = Run(TaskRun("", "", "run"), range(len(rows)), rows, Grades(Ask(), None, ()))
    drawn = [(name, run, parse_metric(metric)) for name, metric in zip(names or metrics, metrics)]
    return Form([run], read_options(["-"])).curves(title, "Pass@k", drawn, are_runs)


def drawing(folder, *arguments):
    """Return the output of the command, the picture that it draws, and the texts in the picture."""
    out = good(*arguments, "--svg", folder / "x.svg")
    root = ElementTree.parse(folder / "x.svg").getroot()
    return out, root, [element.text for element in root.iter(f"{SVG}text")]


def boxes(element, x=0.0, y=0.0):
    """Yield (left, right, y, text element) for each text, with the shifts of the groups that it is in."""
    shift = re.match(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    if shift:
        x, y = x + float(shift[1]), y + float(shift[2])
    if element.tag.endswith("text"):
        wide = width(element.text or "")
        left = x + float(element.get("x")) - {"end": wide, "middle": wide / 2, None: 0}[element.get("text-anchor")]
        yield left, left + wide, y + float(element.get("y")), element
    for child in element:
        yield from boxes(child, x, y)


def no_two_touch(root):
    """Check that texts are inside of the picture, and that none touches another, below the title and the note."""
    _, _, across, tall = map(float, root.get("viewBox").split())
    texts = [box for box in boxes(root) if box[3].get("class") != "title" and (box[3].text or "")]
    notes = [box for box in texts if box[0] == 24 and box[3].get("class") == "quiet"]
    texts = [box for box in texts if box not in notes]
    assert all(left >= 0 and right <= across and 0 < y < tall for left, right, y, _ in texts)
    for i, (left, right, y, one) in enumerate(texts):
        touching = [e.text for a, b, height, e in texts[:i] if left < b and a < right and abs(y - height) < 12]
        assert not touching, (one.text, touching)


def test_svg(tmp_path):
    arguments = ("--example", "--metrics", "pass,pass_hat,maj")
    out, root, words = drawing(tmp_path, *arguments)
    assert out == good(*arguments)
    assert root.tag == f"{SVG}svg"
    assert len(list(root.iter(f"{SVG}circle"))) == 18
    note = "Line: the observed value. Band: 95 % interval for new questions of this kind for all k together."
    title = "the built-in example: 8 questions, 6 trials each"
    assert {"Pass@k", "Pass^k", "k (trials)", "0.0", "1.0", "6", title, note} <= set(words)
    text = (tmp_path / "x.svg").read_text(encoding="utf-8")
    assert "prefers-color-scheme: dark" in text
    assert not list(root.iter(f"{SVG}script"))
    for forbidden in ("href", "http://www.w3.org/1999", "onload", "url(", "@import"):
        assert forbidden not in text


def points_of(element):
    return [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]


@pytest.mark.parametrize("draw", [svg, lambda drawn: "".join(drawings(drawn))])
def test_svg_is_where_its_numbers_are(draw):
    """Higher values are higher up, larger k further to the right, and bands hold their lines."""
    drawn = picture()
    ((curves, _),) = drawn.panels
    root = ElementTree.fromstring(draw(drawn))
    lines, bands = ([e for e in root.iter() if e.tag.endswith(kind)] for kind in ("polyline", "polygon"))
    assert len(lines) == len(bands) == len(curves)
    for curve, line, band in zip(curves, lines, bands):
        points, outline = points_of(line), points_of(band)
        upper, lower = outline[:6], outline[:5:-1]
        assert [x for x, _ in points] == sorted({x for x, _ in points})
        assert [x for x, _ in points] == [x for x, _ in upper] == [x for x, _ in lower]
        assert all(high <= y <= low for (_, high), (_, y), (_, low) in zip(upper, points, lower))
        order = sorted(range(6), key=lambda i: curve.points[i][1])
        assert [points[i][1] for i in order] == sorted((y for _, y in points), reverse=True)


@pytest.mark.parametrize("trials", [1, 2, 3, 16, 17, 64, 200, pytest.param(1000, marks=pytest.mark.long)])
def test_curves_of_any_size(trials):
    """Names are in full, the first and the last k have ticks, and no text touches another, in a panel or in ten."""
    three, ten = (tuple(f"a rather long name of a run {i}.jsonl" for i in range(n)) for n in (3, 10))
    one = picture(trials, ("pass",) * 3, three)
    many = picture(trials, ("pass",) * 10, ten, are_runs=True)
    for drawn, names, panels in ((one, three, 1), (many, ten, 10)):
        found = [ElementTree.fromstring(element) for element in drawings(drawn)]
        assert len(found) == panels
        for root in (*found, ElementTree.fromstring(svg(drawn))):
            no_two_touch(root)
            texts = [e.text for _, _, _, e in boxes(root)]
            assert {"1", str(trials)} <= set(texts)
        plain = [e.text for root in found for _, _, _, e in boxes(root) if not e.get("class")]
        assert "".join(plain).replace(" ", "") == "".join(names).replace(" ", "")
    assert [root.find("title").text for root in found] == list(ten)
    lines = [[e.get("class") for e in root.iter("polyline")] for root in found]
    assert lines == [["line s0"], *[[f"line s{GREY}", "line s0"]] * 9], "all but the first have the line of the best"
    assert f"Grey line: {ten[0]}." in many.note and "Grey" not in one.note


def test_a_picture_has_the_metrics_with_intervals(tmp_path):
    """Up to three metrics share a panel; blends have credible intervals alone, and are in the tables."""
    for names, panels, curves in (("pass,pass_hat,geom", 1, 2), ("pass,pass_hat,maj,auc,geom", 4, 4), ("geom", 1, 2)):
        _, root, _ = drawing(tmp_path, "--example", "--metrics", names)
        assert len(root.findall(f"{SVG}g")) == panels
        assert len(list(root.iter(f"{SVG}polygon"))) == len(list(root.iter(f"{SVG}polyline"))) == curves


def test_hostile_names_in_svg():
    name = "</svg><script>alert(1)</script>&amp;\"'\x00\x1b\ud800\ufffe\u202e]]>"
    for text in (svg(picture(title=name, names=(name, "b", "c"))), svg(forest([name, "b"], title=name))):
        root = ElementTree.fromstring(text.encode())
        assert not list(root.iter(f"{SVG}script"))
        assert len(list(root.iter())) > 10


CLAUDE = "openrouter/anthropic/claude-4.5-thinking-budget-32k"
NAMES = ["gpt", CLAUDE, "通义千问3-235B-思考模式", "WWWWMMMM", "e\u0301" * 20, "x" * 300]


def forest(names=tuple(NAMES), title="Title", percent=False):
    bars = []
    for i, name in enumerate(names):
        value = 1 - 0.9 * i / len(names)
        lo, hi = value - 0.03 * (1 + i % 3), min(1.0, value + 0.05)
        bars.append(Bar(f"{1 + i - i % 2}", name, f"{value:.3f} [{lo:.3f}, {hi:.3f}]", value, lo, hi, i > 6))
    return Forest(title, "Pass@4", percent, bars, "95 %", "For questions like these.")


@pytest.mark.parametrize("names", [("a",), tuple(NAMES), *([f"run {i}" for i in range(n)] for n in (2, 10, 50))])
def test_a_forest(names):
    """Bars hold their dots, and lie where the ticks say; names are in full, and no text touches another or a bar."""
    drawn = forest(names)
    root = ElementTree.fromstring(svg(drawn))
    no_two_touch(root)
    group = root.find(f"{SVG}g")
    lines, dots = group.findall(f"{SVG}line"), group.findall(f"{SVG}circle")
    assert len(lines) == len(dots) == len(names)
    texts = [e for _, _, _, e in boxes(group)]
    ticks = {
        float(e.text): float(e.get("x")) for e in texts if e.get("text-anchor") == "middle" and e.text[0].isdigit()
    }
    grids = {tuple(map(float, re.findall(r"M(\S+) \S+v", e.get("d")))) for e in group.findall(f"{SVG}path")}
    assert grids == {tuple(sorted(ticks.values()))}
    first, last = min(ticks), max(ticks)
    for bar, line, dot in zip(drawn.bars, lines, dots):
        assert dot.get("class") == (f"dot paper s{GREY}" if bar.is_below else "f0")
        assert line.get("y1") == line.get("y2") == dot.get("cy")
        for number, place in zip((bar.value, bar.lo, bar.hi), (dot.get("cx"), line.get("x1"), line.get("x2"))):
            wanted = ticks[first] + (number - first) / (last - first) * (ticks[last] - ticks[first])
            assert abs(float(place) - wanted) < 0.2
        left, right, y = float(line.get("x1")), float(line.get("x2")), float(line.get("y1"))
        beside = [box for child in group for box in boxes(child) if abs(y + 4 - box[2]) < 12]
        assert not any(a < right and left < b for a, b, _, _ in beside)
    words = [e.text for e in texts if not e.get("text-anchor")]
    assert "".join(words).replace(" ", "") == "".join(names).replace(" ", ""), "in full"
    assert {bar.text for bar in drawn.bars} <= {e.text for e in texts}
    assert ("Grey: significantly below the best." in drawn.note) == (len(names) > 7)


@pytest.mark.parametrize("values", [(0.5, 0.9), (0.701, 0.999), (-0.312, -0.2), (12345.5, 12346.25), (0.0, 1.0)])
@pytest.mark.parametrize("room", [60, 168, 400])
def test_labels_of_ticks_do_not_touch(values, room):
    low, high = values
    labels = Forest("t", "avg", False, [Bar("1", "a", "", low, low, high, False)], "95 %", "").tick_labels()
    shown = apart(labels, room)
    assert [x or y for x, y in zip(shown, labels)] == labels and shown[0]
    places = [room * i / (len(labels) - 1) for i, label in enumerate(shown) if label]
    widths = [width(label) for label in shown if label]
    assert all(b - a > (v + w) / 2 for a, b, v, w in zip(places, places[1:], widths, widths[1:]))
    assert room < 400 or len(places) > 2


def test_pictures_of_several_runs(tmp_path):
    """With several k, the curves of the runs, each with a panel; else bars, with the numbers of the leaderboard."""
    runs = {f"m{i}": [[(q * 7 + t * (i + 3)) % 9 // 5 for t in range(4 + i)] for q in range(20)] for i in range(5)}
    paths = files_in(tmp_path, **runs)
    for count, title in ((2, "m1, m0: Pass@k"), (5, "Pass@k of 5 runs")):
        _, root, words = drawing(tmp_path, *paths[:count], "-k", "1,2,4", "--html", tmp_path / "x.html")
        assert root.find(f"{SVG}title").text == title
        assert [len(list(root.iter(f"{SVG}{kind}"))) for kind in ("polyline", "polygon")] == [2 * count - 1, count]
        assert {*list(runs)[:count]} <= {*words}
        page = (tmp_path / "x.html").read_text()
        assert (page.count("<figure"), page.count("<svg")) == (2, count + 1)
    for options, title in (((), "avg@N of 5 runs"), (("--rank-by", "maj", "-k", "2"), "Maj@2 of 5 runs")):
        _, root, words = drawing(tmp_path, *paths, *options)
        assert root.find(f"{SVG}title").text == title
        rows = scored(*paths, *options)["runs"]
        assert [word for word in words if word in runs] == [row["run"] for row in rows]
        assert {f"{row['value']:.3f} [{row['lo']:.3f}, {row['hi']:.3f}]" for row in rows} <= set(words)
    assert f"{rows[0]['run']}: {rows[0]['value']:.3f} [" in root.find(f"{SVG}desc").text
