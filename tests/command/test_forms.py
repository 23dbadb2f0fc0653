"""Check that each form of what is printed has the same numbers, fits, and takes names for text."""

from __future__ import annotations

import html
import json
import re

import pytest
from result_files import R, files_in, good, lines, of_runs, records
from test_numbers import FOUR, HOLES, LEVELS, MANY, TASKS, VOTED
from test_schema import kinds

from scorio_lite import files
from scorio_lite._command.text import columns, write_number

ONE = records([[1], [0], [1], [1]])
LONG = {f"{'long' * 30}a": R, f"{'long' * 30}b": [[0] * 4] * 3, "模型" * 20: R, "x" * 40 + "70b" + "y" * 70: R}
BOARD = {f"m{i}": {f"task_{j}": [[int(q * j % 7 > i), 1] for q in range(9)] for j in range(12)} for i in range(3)}
REPORT, RUNS = records(FOUR["a"], level=LEVELS), of_runs(FOUR, level=LEVELS)
TWO = of_runs({"a": MANY, "b": FOUR["a"] * 10}, level=LEVELS)
BOUNDS = ("--require", "avg>=0", "--require", "pass@2>=0")
LOOKS = [  # together, all options that choose what is printed
    (REPORT, "--metrics all --credible"),
    (REPORT, "--require g_pass@0.333333333@4>=0.9 --undecided pass -k 2,9"),
    (REPORT, "--by level --questions these --confidence 0.5"),
    (REPORT, "--by-question"),
    (REPORT, "--plan 0.1 --explain"),
    (REPORT, "--cluster level"),
    (records(MANY), "--anytime"),
    (records(HOLES), "--missing bounds"),
    (VOTED, "--outcome pred==gold --metrics cons --missing fail"),
    (ONE, ""),
    ("[[1]]", ""),
    ("q,1e300,-1e300,0", "--format=matrix --scores=-1e300,1e300"),
    (lines({"id": f"{'long ' * 30}{i}", "passed": i} for i in (0, 1)), "--by-question"),
    ("", "--example"),
    ("", "--plan 0.70,0.65"),
    (RUNS, ""),
    (RUNS, "--rank-by pass@2 -k 1,2,3,4 --only a --only twin --only c"),
    (RUNS, "--by level --baseline a"),
    (RUNS, "--baseline a"),
    (TWO, "--flips a b"),
    (TWO, "--by level"),
    (TWO, "--baseline a --require avg-base>=-0.9"),
    (of_runs(LONG), "--rank-by g_pass@0.75 -k 4"),
    (of_runs(TASKS), "--task task"),
    (of_runs({"oak": TASKS["oak"]}), "--task task --rank-by pass -k 1,2"),
    (of_runs(BOARD), "--task task"),
]


def cells_of(document, percent=False):
    """Return the cells that show the scores in a document: a value and an interval, or two bounds."""
    scores, cells = [], set()
    json.loads(document, object_hook=lambda found: scores.append(found) or found)
    for score in (score for score in scores if "lo" in score):
        names = [name for name in ("value_high", "value", "mu", "lo", "hi") if score.get(name) is not None][-3:]
        *values, lo, hi = (write_number(score[name], percent) for name in names)
        cells.add(f"{values[0]} [{lo}, {hi}]" if values else f"between {lo} and {hi}")
    return cells


def cells_in(text):
    """Return the cells in a text."""
    return {*re.findall(r"[-<>]*[\d.]\S* \[[^],]+, [^],]+\]|between \S+\d and \S+\d", text)}


@pytest.mark.parametrize(("text", "options"), LOOKS, ids=[options or text[:9] for text, options in LOOKS])
def test_every_form_has_the_numbers_of_json(text, options, tmp_path):
    """Text, Markdown, LaTeX and the page show all numbers and no others, CSV has them in full, and all of it fits."""
    asked = (*["-"][: len(text)], *options.split())
    plain, document, markdown, latex, csv = (
        good(*asked, *form.split(), stdin=text) for form in ("", "--json", "--markdown", "--latex", "--csv")
    )
    assert len(kinds(json.loads(document))) == 1, "one of the kinds in the schema"
    wanted = cells_of(document)
    assert cells_in(plain) == cells_in(markdown) == cells_in(re.sub(r"\$(-|[<>])\$", r"\1", latex)) == wanted
    if "--scores" not in options:  # its values are no shares
        percent, *others = (good(*asked, "--percent", *form, stdin=text) for form in ([], ["--markdown"], ["--latex"]))
        assert cells_in(percent) == cells_of(document, percent=True)
        assert all("percent" in one and "percent" not in plain for one in (percent, *others))
    assert max(map(columns, plain.splitlines())) <= 80 and not re.search(" $", plain, re.MULTILINE)
    for kind, table in re.findall(r"tabular}{(.*?)}\n(.*?)\\end", latex, re.DOTALL):
        rows = [line for line in table.splitlines() if line.endswith(r"\\")]
        assert {len(re.split(r"(?<!\\)&", row)) for row in rows} == {len(kind)}
    numbers, full = (set(re.findall(r"(?<![^\s,\[])-?\d+\.\d+(?:e[-+]\d+)?(?![^\s,])", out)) for out in (csv, document))
    assert numbers <= full and (numbers or "." not in csv)
    if "0.70" not in options:  # without data there is no page
        assert good(*asked, "--html", tmp_path / "x.html", "--svg", tmp_path / "x.svg", stdin=text) == plain
        page = (tmp_path / "x.html").read_text(encoding="utf-8")
        page = re.sub(r"(<style>.*?</style>|<svg.*?</svg>|<[^>]*>|\s)+", " ", page, flags=re.DOTALL)
        assert cells_in(html.unescape(page).replace("\u2212", "-")) == wanted


def test_every_option_is_typed():
    typed = {word for _, options in LOOKS for word in re.findall("--?[a-z][-a-z0-9]*", options)}
    forms = {"--json", "--csv", "--markdown", "--latex", "--percent", "--svg", "--html", "--title"}
    assert {*re.findall("^  (--?[-a-z0-9]+)", good("--help"), re.MULTILINE)} <= typed | forms | {"--help", "--version"}


# Names and numbers


def test_a_number_that_is_not_0_or_1_is_not_rounded_to_it():
    for value, shown, percent in (
        *((0, "0.000", "0.0"), (1, "1.000", "100.0"), (0.0004, "<0.001", "<0.1"), (0.9996, ">0.999", ">99.9")),
        *((-0.0001, ">-0.001", ">-0.1"), (1e12, "1e+12", "1e+14")),
    ):
        assert (write_number(value), write_number(value, True)) == (shown, percent)


def test_names_in_latex():
    escaped = {
        "a_b": "a\\_b",
        "50 % & #1": "50 \\% \\& \\#1",
        "x^2 {y}|": "x\\textasciicircum{}2 \\{y\\}|",
        "\\input{z}": "\\textbackslash{}input\\{z\\}",
        "~$1<2>": "\\textasciitilde{}\\$1$<$2$>$",
    }
    out = good("-", "--latex", "--by-question", stdin=lines({"id": x, "passed": t} for x in escaped for t in (0, 1)))
    assert all(f"\n{text} & 2 &" in out for text in escaped.values())
    out = good("-", "--latex", "--title", "50 % of #1", "--metrics", "pass,pass_hat,g_pass@0.5", "-k", "2", stdin=R)
    assert "\\caption{50 \\% of \\#1. In brackets: 95 \\% intervals.}" in out
    assert "k & Pass@$k$ & Pass$^{k}$ & G-Pass@$k$(0.5) \\\\" in out
    assert "Pass$^{2}$" in good("-", "--latex", "--rank-by", "pass^2", stdin=RUNS)


# What is said


def test_a_report_in_python(tmp_path):
    """A report in Python is what the command prints; a notebook shows the same tables."""
    texts = {name: records(rows, level="x") for name, rows in (("a", R), ("b", R[::-1]), ("c", [[1], [0]]))}
    a, b, c = files_in(tmp_path, **texts)
    one, both, kept, single = files.read(a), files.read(a, b), files.read(a, keep="level"), files.read(c, keep="level")
    chosen = {"k": [1, 3], "metrics": ["pass", "maj"], "percent": True}
    for report, typed in (
        (kept.report(by="level"), (a, "--by", "level")),
        (single.report(by="level"), (c, "--by", "level")),
        (one.report(**chosen), (a, "-k", "1,3", "--metrics", "pass,maj", "--percent")),
        (one.report(require=["avg>=0", "pass@2>=0"], output="json"), (a, *BOUNDS, "--json")),
        (both.report(rank_by="pass@2", flips=("a", "b")), (a, b, "--rank-by", "pass@2", "--flips", "a", "b")),
    ):
        assert report == good(*typed)
    shown = both.report()._repr_html_()
    assert shown.count("<table") == 1 and '<th scope="row" class="left name">a</th>' in shown and "<style" not in shown
    for error, words, wrong in (
        (ValueError, r"keep=\['trial'\]", {"by": "trial"}),
        (TypeError, r"report\(\) has no option 'svg'", {"svg": "x"}),
        *((ValueError, None, wrong) for wrong in ({"k": 0}, {"rank_by": "pass"}, {"by": ":"}, {"questions": "all"})),
    ):
        with pytest.raises(error, match=words):
            one.report(**wrong)
