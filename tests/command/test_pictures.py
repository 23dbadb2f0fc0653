"""Check curves and forest plots, as SVG and in the terminal."""

from __future__ import annotations

import functools
import xml.etree.ElementTree as ElementTree

import pytest
from result_files import files_in, good, scored

from scorio_lite._command.arguments import read_options
from scorio_lite._command.forms.form import Form
from scorio_lite._command.main import _example
from scorio_lite._command.pictures.picture import Curves, Forest, Words, dense_k
from scorio_lite._command.pictures.svg import SMALL, WIDE, apart, drawings, lines_of, svg, width
from scorio_lite._command.score.metric_names import parse_metric
from scorio_lite._command.score.run import Run

SVG = "{http://www.w3.org/2000/svg}"


@functools.lru_cache(None)
def picture(trials=6, curves=("pass", "pass_hat", "maj"), title="Title", names=None):
    run = Run("run", [(i, (trials - s, s)) for i, s in enumerate({0, trials, trials // 2, trials // 3})], None)
    drawn = [curve(name, run, which) for name, which in zip(names or curves, curves)]
    return Curves(Words(title, "score", 0.95), drawn, "for new questions of this kind")


def curve(name, run, metric):
    return Form([run], read_options(["-"])).curve(name, run, parse_metric(metric))


def drawing(folder, *arguments):
    """Return the output of the command, the picture that it draws, and the texts in the picture."""
    out = good(*arguments, "--svg", folder / "x.svg")
    root = ElementTree.parse(folder / "x.svg").getroot()
    return out, root, [element.text for element in root.iter(f"{SVG}text")]


def test_svg(tmp_path):
    arguments = ("--example", "--metrics", "pass,pass_hat,maj")
    out, root, words = drawing(tmp_path, *arguments)
    assert out == good(*arguments)
    assert root.tag == f"{SVG}svg"
    assert len(root.findall(f"{SVG}circle")) == 18
    note = "Line: the observed value. Band: 95 % interval for new questions of this kind for all k together."
    title = "the built-in example: 8 questions, 6 trials each"
    assert {"Pass@k", "Pass^k", "k (trials)", "0.0", "1.0", "6", title, note} <= set(words)
    text = (tmp_path / "x.svg").read_text(encoding="utf-8")
    assert "prefers-color-scheme: dark" in text
    assert not list(root.iter(f"{SVG}script"))
    for forbidden in ("href", "http://www.w3.org/1999", "onload", "url(", "@import"):
        assert forbidden not in text


def on_a_page(picture):
    ((_, drawn),) = drawings(picture)
    return drawn


@pytest.mark.parametrize(("draw", "name"), [(svg, SVG), (on_a_page, "")])
def test_svg_is_where_its_numbers_are(draw, name):
    """Higher values are higher up, larger k further to the right, and bands hold their lines."""
    drawn = picture()
    root = ElementTree.fromstring(draw(drawn))
    lines, bands = (root.findall(f"{name}{kind}") for kind in ("polyline", "polygon"))
    assert len(lines) == len(bands) == len(drawn.curves)
    for curve, line, band in zip(drawn.curves, lines, bands):
        points = [tuple(map(float, pair.split(","))) for pair in line.get("points").split()]
        outline = [tuple(map(float, pair.split(","))) for pair in band.get("points").split()]
        upper, lower = outline[:6], outline[:5:-1]
        assert (
            [x for x, _ in points] == sorted({x for x, _ in points}) == [x for x, _ in upper] == [x for x, _ in lower]
        )
        assert all(high <= y <= low for (_, high), (_, y), (_, low) in zip(upper, points, lower))
        order = sorted(range(6), key=lambda i: curve.points[i][1])
        assert [points[i][1] for i in order] == sorted((y for _, y in points), reverse=True)


@pytest.mark.parametrize("trials", [1, 2, 3, 16, 17, 64, 200, pytest.param(1000, marks=pytest.mark.long)])
def test_svg_of_any_size(trials):
    names = tuple(f"a rather long name of a metric {i}" for i in range(3))
    drawn = picture(trials, ("pass",) * 3, names=names)
    for draw, across, name in (svg, WIDE, SVG), (on_a_page, SMALL, ""):
        root = ElementTree.fromstring(draw(drawn))
        texts = [e for e in root.findall(f"{name}text") if float(e.get("y", 0)) > 0]  # below the title
        labels = sorted(
            (e for e in texts if not e.get("class") and not e.get("text-anchor")), key=lambda e: float(e.get("y"))
        )
        heights = [float(e.get("y")) for e in labels]
        assert "".join(e.text for e in labels).replace(" ", "") == "".join(names).replace(" ", ""), "in full"
        assert all(later - earlier >= 13 for earlier, later in zip(heights, heights[1:])), "no two overlap"
        assert all(float(e.get("x")) + width(e.text) <= across for e in labels)
        no_two_touch(texts, trials)


def no_two_touch(texts, trials):
    """Check that the numbers on the axis of k do not touch."""
    numbers = [e for e in texts if e.get("text-anchor") == "middle" and e.text.isdigit()]
    at = [(float(e.get("x")), e.text) for e in numbers]
    assert (numbers[0].text, numbers[-1].text) == ("1", str(trials))
    assert all(x2 - x1 > width(f"{k1} {k2}") / 2 - 0.1 for (x1, k1), (x2, k2) in zip(at, at[1:]))


@pytest.mark.parametrize("trials", [2, 13, 16, 200])
def test_runs_have_panels(trials):
    """Each run has a panel with its full name. The line of the first run is in grey in all other panels."""
    names = [f"a rather long name of a run {i}.jsonl" for i in range(10)]
    one = picture(trials, ("pass",) * 10, names=tuple(names))
    drawn = Curves(Words("Title", "Pass@k", 0.95), one.curves, "for new questions of this kind", are_runs=True)
    panels = drawings(drawn)
    assert [name for name, _ in panels] == names
    for i, (name, panel) in enumerate(panels):
        root = ElementTree.fromstring(panel)
        assert root.find("title").text == name
        assert [e.get("class") for e in root.findall("polyline")] == ["line s8"] * (i > 0) + ["line s0"]
        no_two_touch(root.findall("text"), trials)
        assert all(0 <= float(e.get("x")) <= float(root.get("width")) for e in root.findall("text"))
    texts = ElementTree.fromstring(svg(drawn)).findall(f"{SVG}text")
    for y in {e.get("y") for e in texts if e.text == str(trials)}:
        no_two_touch([e for e in texts if e.get("y") == y], trials)
    labels = [e for e in texts if not e.get("class")]
    assert len({e.get("x") for e in labels}) == 4, "of more than nine panels, four are beside each other"
    words = [e.text for e in labels]
    assert "".join(words).replace(" ", "") == "".join(names).replace(" ", "")
    assert f"Grey line: {names[0]}." in drawn.note


def test_blends_are_said_to_have_credible_intervals():
    """The picture says that the intervals of blends are credible intervals, outside of which the value may lie."""
    credible = "95 % credible interval for k fresh trials (the value may lie outside)"
    assert picture(curves=("pass", "geom")).band == (
        f"95 % interval for new questions of this kind, of pass for all k together; of geom: {credible}"
    )
    assert picture(curves=("geom", "geom_ds")).band == credible
    run = _example()
    assert any(not lo <= value <= hi for _, (value, _), lo, hi in curve("", run, "geom").points)
    words = "".join(ElementTree.fromstring(svg(picture(curves=("pass", "geom")))).itertext())
    assert "credible" in words


def test_the_interval_is_the_one_that_is_asked_for(tmp_path):
    heights = []
    for questions, words in (
        ("new", "for new questions of this kind for all k together"),
        ("these", "for these questions, rerun many times"),
    ):
        _, root, texts = drawing(tmp_path, "--example", "--questions", questions)
        assert f"Line: the observed value. Band: 95 % interval {words}." in texts
        band = root.find(f"{SVG}polygon").get("points").split()
        heights.append(float(band[-1].split(",")[1]) - float(band[0].split(",")[1]))
    assert heights[0] > heights[1] > 0


def test_a_title_and_percent(tmp_path):
    _, root, words = drawing(tmp_path, "--example", "--title", "Ours & <others>", "--percent")
    assert root.find(f"{SVG}title").text == "Ours & <others>"
    assert "Ours & <others>" in words
    for label in ("0 %", "20 %", "100 %"):
        assert label in words


@pytest.mark.parametrize(("size", "shown"), [(40, "x" * 40), (41, f"{'x' * 12}...{'x' * 25}")])
def test_a_title_has_forty_columns_of_a_name(tmp_path, size, shown):
    title = drawing(tmp_path, *files_in(tmp_path, **{f"{'x' * size}.json": [[1, 0]]}))[1].find(f"{SVG}title").text
    assert title == f"{shown}: 1 question, 2 trials each"


def test_hostile_names_in_svg():
    name = "</svg><script>alert(1)</script>&amp;\"'\x00\x1b\ud800\ufffe\u202e]]>"
    for text in (svg(picture(title=name, names=(name, "b", "c"))), svg(forest([name, "b"], title=name))):
        root = ElementTree.fromstring(text.encode())
        assert not list(root.iter(f"{SVG}script"))
        assert len(list(root)) > 10


def test_dense_k():
    for trials in (1, 2, 15, 16, 17, 100, 1024, 5000):
        ks = dense_k(trials)
        assert ks == sorted(set(ks))
        most = 419 if trials == 5000 else trials
        assert (ks[0], ks[-1]) == (1, most)
        assert set(range(1, min(most, 16) + 1)) <= set(ks)
        assert {2**i for i in range(most.bit_length())} <= set(ks)
        assert len(ks) < 60


CLAUDE = "openrouter/anthropic/claude-4.5-thinking-budget-32k"
NAMES = ["gpt", CLAUDE, "通义千问3-235B-思考模式", "WWWWMMMM", "e\u0301" * 20, "x" * 300]


def forest(names=tuple(NAMES), title="Title", percent=False, spread=0.9):
    rows = []
    for i, name in enumerate(names):
        value = 1 - spread * i / len(names)
        rows.append(
            (f"{1 + i - i % 2}", name, (value, value), value - 0.03 * (1 + i % 3), min(1.0, value + 0.05), i > 6)
        )
    return Forest(Words(title, "Pass@4", 0.95, percent), rows, "For questions like these.")


@pytest.mark.parametrize(
    "names", [("a",), tuple(NAMES), *([f"run {i}" for i in range(n)] for n in (2, 10, 12, 13, 20, 21, 50))]
)
def test_a_forest(names):
    """Bars hold their dots, and lie where the ticks say; no text touches another, a bar or the edge."""
    drawn, name = forest(names), SVG
    root = ElementTree.fromstring(svg(drawn))
    texts = root.findall(f"{name}text")
    ticks = {
        float(e.text): float(e.get("x")) for e in texts if e.get("text-anchor") == "middle" and e.text[0].isdigit()
    }
    first, last = min(ticks), max(ticks)
    paths, circles = root.findall(f"{name}path"), root.findall(f"{name}circle")[2 * drawn.has_legend :]
    grid = [e.get("d") for e in paths if e.get("class") == "grid"]
    assert sorted({float(line[1:].partition(" ")[0]) for line in grid}) == sorted(ticks.values())
    bars = [e.get("d")[1:].replace(" ", "H").split("H") for e in paths if e.get("class") in ("line s0", "line s8")]
    dots = [(float(e.get("cx")), e.get("cy")) for e in circles]
    assert [e.get("class") for e in circles] == ["dot paper s8" if row[-1] else "f0" for row in drawn.rows]
    assert len(bars) == len(dots) == len(names)
    for (_, _, (value, _), *ends, _), (left, y, right), (x, height) in zip(drawn.rows, bars, dots):
        assert abs(float(y) - float(height)) < 0.1
        assert float(left) <= x <= float(right)
        for number, place in zip((value, *ends), (x, float(left), float(right))):
            wanted = ticks[first] + (number - first) / (last - first) * (ticks[last] - ticks[first])
            assert abs(place - wanted) < 0.2
    boxes = []
    for e in texts:
        if float(e.get("y")) >= 0:  # below the title and the note
            x, wide = float(e.get("x")), width(e.text)
            x -= {"end": wide, "middle": wide / 2, None: 0}[e.get("text-anchor")]
            boxes.append((x, x + wide, float(e.get("y"))))
    _, top, across, height = map(float, root.get("viewBox").split())
    assert all(x >= 0 and x2 <= across and top <= y <= top + height for x, x2, y in boxes)
    boxes += [(float(left), float(right), float(y)) for left, y, right in bars]
    for i, (x, x2, y) in enumerate(boxes):
        assert not any(x < b2 and b < x2 and abs(y - b_y) < 13 for b, b2, b_y in boxes[:i])
    words = [e.text for e in texts if not e.get("text-anchor") and e.get("class") in (None, "quiet")]
    assert "".join(words).replace(" ", "").endswith("".join(names).replace(" ", "")), "in full"
    assert {drawn.cell(*row[2:5]) for row in drawn.rows} <= {e.text for e in texts}


@pytest.mark.parametrize("most", [5, 60, 700])
def test_lines_of_a_name(most):
    for name in NAMES:
        lines = lines_of(name, most)
        assert most < 30 or max(map(width, lines)) <= most
        assert "..." in "".join(lines) or "".join(lines).replace(" ", "") == name.replace(" ", "")


@pytest.mark.parametrize("values", [(0.5, 0.9), (0.701, 0.999), (-0.312, -0.2), (12345.5, 12346.25), (0.0, 1.0)])
@pytest.mark.parametrize("room", [60, 168, 400])
def test_labels_of_ticks_do_not_touch(values, room):
    low, high = values
    drawn = Forest(Words("t", "avg", 0.95), [("1", "a", (low, low), low, high, False)], "")
    labels = drawn.tick_labels()
    shown = apart(labels, room)
    assert [x or y for x, y in zip(shown, labels)] == labels and shown[0]
    places = [room * i / (len(labels) - 1) for i, label in enumerate(shown) if label]
    widths = [width(label) for label in shown if label]
    assert all(b - a > (v + w) / 2 for a, b, v, w in zip(places, places[1:], widths, widths[1:]))
    assert room < 400 or len(places) > 2


def test_a_forest_of_very_small_values(tmp_path):
    files = files_in(tmp_path, **{name: [[int(q < most)] for q in range(5000)] for name, most in (("a", 2), ("b", 9))})
    words = drawing(tmp_path, *files)[2]
    assert any(text.startswith("<0.001 [<0.001, ") for text in words)


def test_many_metrics_are_small_multiples(tmp_path):
    """Each curve has a panel and a band; three or fewer curves share a panel."""
    for names, panels in (("pass,pass_hat,maj", 1), ("pass,pass_hat,maj,auc", 4), ("all", 9)):
        _, root, _ = drawing(tmp_path, "--example", "--metrics", names)
        axes = [e for e in root.findall(f"{SVG}path") if e.get("class") == "axis" and "H" in e.get("d")]
        assert len(axes) == panels
        assert len({e.get("d").partition(" ")[0] for e in axes}) == {1: 1, 4: 2, 9: 3}[panels], "beside each other"
        assert len(root.findall(f"{SVG}polygon")) == len(root.findall(f"{SVG}polyline")) == max(3, panels)


def test_curves_of_several_runs(tmp_path):
    """Each run has a panel with its band; all but the first also show the line of the best."""
    paths = files_in(
        tmp_path,
        **{
            f"m{i}.json": [[int((q * 7 + t * (i + 3)) % 9 > 4) for t in range(4 + i)] for q in range(20)]
            for i in range(5)
        },
    )
    for count in (2, 5):
        _, root, words = drawing(tmp_path, *paths[:count], "-k", "1,2,4", "--html", tmp_path / "x.html")
        assert root.find(f"{SVG}title").text == (
            "m1, m0: Pass@k" if count == 2 else f"{tmp_path.name}: Pass@k of 5 runs"
        )
        assert len(root.findall(f"{SVG}polyline")) == 2 * count - 1
        assert len(root.findall(f"{SVG}polygon")) == count
        assert {f"m{i}" for i in range(count)} <= set(words)
        page = (tmp_path / "x.html").read_text()
        assert (page.count("<figure"), page.count('class="drawn"><svg')) == (1, count)
    for options, title in (((), "avg@N of 5 runs"), (("--rank-by", "maj", "-k", "2"), "Maj@2 of 5 runs")):
        _, root, words = drawing(tmp_path, *paths, *options)
        assert root.find(f"{SVG}title").text == f"{tmp_path.name}: {title}"
        runs = scored(*paths, *options)["runs"]
        assert [word for word in words if word in {f"m{i}" for i in range(5)}] == [row["run"] for row in runs]
        assert {f"{row['value']:.3f} [{row['lo']:.3f}, {row['hi']:.3f}]" for row in runs} <= set(words)
