"""Curves as SVG and in the terminal."""

from __future__ import annotations

import functools
import xml.etree.ElementTree as ElementTree

import pytest
from result_files import run

from scorio_lite._command import chart as charts
from scorio_lite._command.curves import Curve, Picture, dense_k
from scorio_lite._command.metrics import metric
from scorio_lite._command.missing import Run
from scorio_lite._command.svg import svg

SVG = "{http://www.w3.org/2000/svg}"


@functools.lru_cache(None)
def picture(trials=6, curves=("pass", "pass_hat", "maj"), title="Title", names=None):
    run = Run("run", [(i, (trials - s, s)) for i, s in enumerate({0, trials, trials // 2, trials // 3})], None)
    drawn = [Curve(name, run, metric(which), 0.95) for name, which in zip(names or curves, curves)]
    return Picture(title, "score", 0.95, drawn)


def test_svg(tmp_path):
    path = tmp_path / "picture.svg"
    status, out, err = run("--example", "--svg", path)
    assert (status, err) == (0, "")
    assert out == run("--example")[1]
    text = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert len(root.findall(f"{SVG}polyline")) == len(root.findall(f"{SVG}polygon")) == 2
    assert len(root.findall(f"{SVG}circle")) == 12
    words = [element.text for element in root.iter(f"{SVG}text")]
    for name in (
        "Pass@k",
        "Pass^k",
        "k (trials)",
        "0.0",
        "1.0",
        "6",
        "the built-in example: 8 questions, 6 trials each",
    ):
        assert name in words
    assert "prefers-color-scheme: dark" in text
    assert not list(root.iter(f"{SVG}script"))
    for forbidden in ("href", "http://www.w3.org/1999", "onload", "url(", "@import"):
        assert forbidden not in text
    status, out, err = run("--example", "--svg", tmp_path / "none" / "picture.svg")
    assert (status, out, err) == (1, "", f"scorio-lite: {tmp_path}/none/picture.svg: No such file or directory\n")


def test_svg_is_where_its_numbers_are():
    """Higher values are higher up, larger k further to the right, and bands hold their lines."""
    drawn = picture()
    root = ElementTree.fromstring(svg(drawn))
    for curve, line, band in zip(drawn.curves, root.findall(f"{SVG}polyline"), root.findall(f"{SVG}polygon")):
        points = [tuple(map(float, pair.split(","))) for pair in line.get("points").split()]
        outline = [tuple(map(float, pair.split(","))) for pair in band.get("points").split()]
        upper, lower = outline[:6], outline[:5:-1]
        assert (
            [x for x, _ in points] == sorted({x for x, _ in points}) == [x for x, _ in upper] == [x for x, _ in lower]
        )
        assert all(high <= y <= low for (_, high), (_, y), (_, low) in zip(upper, points, lower))
        order = sorted(range(6), key=lambda i: curve.points[i].mu)
        assert [points[i][1] for i in order] == sorted((y for _, y in points), reverse=True)


@pytest.mark.parametrize("trials", [1, 2, 3, 16, 17, 64, 200, pytest.param(1000, marks=pytest.mark.long)])
def test_svg_of_any_size(trials):
    many = tuple(f"a rather long name of a run {i}.jsonl" for i in range(20))
    for drawn in (picture(trials), picture(trials, ("pass",) * 20, names=many)):
        root = ElementTree.fromstring(svg(drawn))
        labels = [float(e.get("y")) for e in root.findall(f"{SVG}text") if e.get("dy") and not e.get("text-anchor")]
        assert len(labels) == len(drawn.curves)
        assert all(later - earlier >= 13 for earlier, later in zip(labels, labels[1:])), "no two overlap"
        assert min(labels) > 60 or len(labels) > 10
        assert max(labels) <= 460 - 10
        numbers = [e for e in root.findall(f"{SVG}text") if e.get("text-anchor") == "middle" and e.text.isdigit()]
        at = [(float(e.get("x")), len(e.text)) for e in numbers]
        assert [e.text for e in numbers][-1] == str(trials)
        assert all(x2 - x1 > 4 * (n1 + n2) + 4 for (x1, n1), (x2, n2) in zip(at, at[1:])), "nor any two of the axis"


def test_hostile_names_in_svg():
    name = "</svg><script>alert(1)</script>&amp;\"'\x00\x1b\ud800\ufffe\u202e]]>"
    text = svg(picture(title=name, names=(name, "b", "c")))
    root = ElementTree.fromstring(text.encode())
    assert not list(root.iter(f"{SVG}script"))
    assert len(list(root)) > 10


def test_percent_in_pictures(tmp_path):
    path = tmp_path / "picture.svg"
    out = run("--example", "--percent", "--plot", "--svg", path)[1]
    words = [element.text for element in ElementTree.parse(path).getroot().iter(f"{SVG}text")]
    for label in ("0 %", "20 %", "100 %"):
        assert label in words
        assert f"\n{label:>5} ┤" in out


def test_dense_k():
    for trials in (1, 2, 15, 16, 17, 100, 1024, 5000):
        ks = dense_k(trials)
        assert ks == sorted(set(ks))
        most = 419 if trials == 5000 else trials
        assert (ks[0], ks[-1]) == (1, most)
        assert set(range(1, min(most, 16) + 1)) <= set(ks)
        assert {2**i for i in range(most.bit_length())} <= set(ks)
        assert len(ks) < 60


@pytest.mark.parametrize("columns", [20, 40, 80, 100])
@pytest.mark.parametrize("trials", [1, 2, 6, 8, 9, 100, pytest.param(1000, marks=pytest.mark.long)])
def test_charts_fit(columns, trials):
    for names in (None, tuple(f"run{i}" for i in range(12))):
        drawn = picture(trials, ("pass",) * 12, names=names) if names else picture(trials)
        for style in (charts._UNICODE, charts._ASCII):
            text = charts.drawn(drawn, columns, style, False)
            body = text.splitlines()[1:]
            assert max(map(len, body)) <= columns, text
            assert text.isascii() or style is charts._UNICODE
            for i, curve in enumerate(drawn.curves[: columns - 8]):
                assert style.markers[i % 8] in text, curve.name


def test_a_chart():
    """Markers stand in the rows of their values, to half a row, between the ends of their bars."""
    drawn = picture()
    rows = charts.drawn(drawn, 80, charts._ASCII, False).splitlines()
    first = next(i for i, row in enumerate(rows) if row.startswith("1.0"))
    last = next(i for i, row in enumerate(rows) if row.startswith("0.0"))
    for curve, marker in zip(drawn.curves, "ox+"):
        found = sorted(
            (column, i)
            for i, row in enumerate(rows[first : last + 1])
            for column, sign in enumerate(row[5:])
            if sign == marker
        )
        assert len(found) == 6
        for (_, row), point in zip(found, curve.points):
            assert abs(row - (1 - point.value) * (last - first)) <= 1
    assert rows[-1].split() == ["k", *"123456"]
