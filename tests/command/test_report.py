"""The report on one run: what it has, and that it has the library's numbers in every form."""

from __future__ import annotations

import csv
import json
import re

import pytest
from result_files import R, lines, run

import scorio_lite as sl

MATRIX = json.dumps(R)
NAMES = ("mu", "sigma", "lo", "hi")
METRICS = {  # what one types: (the function, its arguments after k, its title)
    "pass": ("pass_at_k", (), "Pass@k"),
    "pass_hat": ("pass_hat_k", (), "Pass^k"),
    "maj": ("maj_at_k", (), "Maj@k"),
    "g_pass@0.5": ("g_pass_at_k_tau", (0.5,), "G-Pass@k(0.5)"),
    "mg_pass": ("mg_pass_at_k", (), "mG-Pass@k"),
    "auc": ("auc_at_k", (), "AUC@k"),
    "geom": ("geom_at_k", (), "Geom@k"),
    "geom_ds": ("geom_ds_at_k", (), "Geom-DS@k"),
    "geo_spectrum": ("geo_spectrum_at_k", (), "GeoSpec@k"),
}


def good(*arguments, stdin=MATRIX, **keywords):
    status, out, err = run("-", *arguments, stdin=stdin.encode(), **keywords)
    assert (status, err) == (0, ""), err
    return out


def key(name):
    function, arguments, _ = METRICS[name]
    return f"{function}@{arguments[0]}" if arguments else function


def numbers(name, k, confidence=0.95):
    function, arguments, _ = METRICS[name]
    value = getattr(sl, function)(R, k, *arguments)
    return (value, *getattr(sl, f"{function}_ci")(R, k, *arguments, confidence=confidence))


def test_all_metrics_in_json_and_csv():
    got = json.loads(good("--json", "--metrics", "all", "--confidence", "0.8"))
    assert got["confidence"] == 0.8
    assert tuple(got["avg"].values()) == sl.avg_ci(R, confidence=0.8, bounds=(0, 1))
    assert tuple(got["bayes"].values()) == sl.bayes_ci(R, confidence=0.8, bounds=(0, 1))
    assert [row["k"] for row in got["at_k"]] == [1, 2, 3, 4]
    for row in got["at_k"]:
        assert set(row) == {"k", *map(key, METRICS)}
        for name in METRICS:
            assert tuple(row[key(name)].values()) == numbers(name, row["k"], 0.8)
    table = list(csv.DictReader(good("--csv", "--metrics", "all", "--confidence", "0.8").splitlines()))
    assert [float(table[0][name]) for name in ("value", *NAMES)] == [got["avg"]["mu"], *got["avg"].values()]
    assert {row["metric"] for row in table} == {"avg", "bayes", *map(key, METRICS)}
    for row in table[2:]:
        cells = next(other for other in got["at_k"] if other["k"] == int(row["k"]))[row["metric"]]
        assert [float(row[name]) for name in ("value", *NAMES)] == list(cells.values())


@pytest.mark.parametrize("name", METRICS)
def test_one_metric(name):
    for typed in (name, name.upper(), key(name), METRICS[name][2].replace("(0.5)", "@0.5")):
        got = json.loads(good("--json", "--metrics", typed, "-k", "3,2"))
        assert "avg" not in got
        assert [set(row) for row in got["at_k"]] == [{"k", key(name)}] * 2
        assert [tuple(row[key(name)].values()) for row in got["at_k"]] == [numbers(name, 2), numbers(name, 3)]
    out = good("--metrics", name, "-k", "2")
    value, _, _, lo, hi = numbers(name, 2)
    assert f"  k  {METRICS[name][2]}\n  2  {value:.3f} [{lo:.3f}, {hi:.3f}]\n" in out


def test_metrics_with_other_numbers():
    got = json.loads(good("--json", "--metrics", "g_pass@0.75,geo_spectrum@0.25,pass,pass", "-k", "4"))
    (row,) = got["at_k"]
    assert list(row) == ["k", "g_pass_at_k_tau@0.75", "geo_spectrum_at_k@0.25", "pass_at_k"]
    assert row["g_pass_at_k_tau@0.75"]["value"] == sl.g_pass_at_k_tau(R, 4, 0.75)
    assert tuple(row["geo_spectrum_at_k@0.25"].values())[1:] == sl.geo_spectrum_at_k_ci(R, 4, 0.25)
    only = json.loads(good("--json", "--metrics", "bayes"))
    assert "at_k" not in only
    assert "avg" not in only
    assert "Pass" not in good("--metrics", "bayes")


def test_which_k():
    assert [row["k"] for row in json.loads(good("--json", "-k", "4,2,2"))["at_k"]] == [2, 4]
    status, out, err = run("-", "-k", "5", stdin=MATRIX.encode())
    assert (status, out, err) == (1, "", "scorio-lite: standard input: k must satisfy 1 <= k <= N (N=4); got k=5\n")


@pytest.mark.parametrize(
    ("fewest", "most", "last"),
    [
        pytest.param(500, 1099, 64, marks=pytest.mark.long),
        pytest.param(100, 1099, 64, marks=pytest.mark.long),
        (3000, 3002, 512),
        (60, 62, 60),
    ],
)
def test_the_usual_k_of_many_numbers_of_trials(fewest, most, last, tmp_path):
    """Beyond them Maj@k would be refused, or take minutes."""
    matrix = "".join(f"{'1,' * (n // 2)}{'0,' * (n - n // 2 - 1)}0\n" for n in range(fewest, most + 1))
    arguments = ("--json", "--missing", "own", "--metrics", "pass,maj")
    got = json.loads(good(*arguments, "--svg", tmp_path / "curves.svg", stdin=matrix))
    assert [row["k"] for row in got["at_k"]][-1] == last


def test_a_metric_that_is_refused_is_named_with_its_k():
    matrix = "".join(f"{'1,' * (n // 2)}{'0,' * (n - n // 2 - 1)}0\n" for n in range(500, 1100))
    status, out, err = run("-", "--missing", "own", "-k", "1,500", stdin=matrix.encode())
    assert (status, out) == (1, "")
    assert err.startswith(
        "scorio-lite: standard input: maj_at_k_ci at k=500: k is beyond the limit: "
    )


def table_of(out, start):
    """The cells of the table whose first line starts so."""
    rest = out.splitlines()[next(i for i, line in enumerate(out.splitlines()) if line.strip().startswith(start)) :]
    rows = [re.split(" {2,}", line.strip()) for line in rest[: rest.index("") if "" in rest else None]]
    return rows[0], rows[1:]


def test_text_has_the_numbers_of_json():
    for percent in (False, True):
        out = good(*["--percent"] * percent)
        got = json.loads(good("--json"))
        shown = (lambda x: f"{100 * x:.1f}") if percent else (lambda x: f"{x:.3f}")
        assert out.startswith("standard input (matrix): 3 questions, 4 trials each\n\n")
        head, rows = table_of(out, "mean")
        assert head == ["mean", "sigma", "95 % interval"]
        for row, name in zip(rows, ("avg", "bayes")):
            mu, sigma, lo, hi = got[name].values()
            assert row == [
                {"avg": "avg@4", "bayes": "Bayes@4"}[name],
                shown(mu),
                shown(sigma),
                f"[{shown(lo)}, {shown(hi)}]",
            ]
        head, rows = table_of(out, "k ")
        assert head == ["k", "Pass@k", "Pass^k", "Maj@k"]
        for row, cells in zip(rows, got["at_k"]):
            metrics = [cells[name] for name in ("pass_at_k", "pass_hat_k", "maj_at_k")]
            assert row == [
                str(cells["k"]),
                *(f"{shown(m['value'])} [{shown(m['lo'])}, {shown(m['hi'])}]" for m in metrics),
            ]


def test_text_fits_a_terminal():
    names = [{"task_id": f"{'long ' * 30}{i}", "passed": x} for i, row in enumerate(R) for x in row]
    for text in (MATRIX, lines(names)):
        for percent in ([], ["--percent"]):
            out = good("--metrics", "all", "--by-question", *percent, stdin=text)
            assert max(map(len, out.splitlines())) <= 80
            assert not any(line.endswith(" ") for line in out.splitlines())


def test_by_question():
    items = [{"task_id": f"q|{i}", "passed": x} for i, row in enumerate(R) for x in row]
    got = json.loads(good("--json", "--by-question", stdin=lines(items)))["by_question"]
    assert [row["question"] for row in got] == ["q|2", "q|0", "q|1"], "the hardest first"
    for row, outcomes in zip(got, (R[2], R[0], R[1])):
        assert (row["trials"], row["mean"]) == (4, sum(outcomes) / 4)
        assert tuple(row["bayes"].values()) == sl.bayes_ci([outcomes], bounds=(0, 1))
    table = list(csv.reader(good("--csv", "--by-question", stdin=lines(items)).splitlines()))
    assert table[0] == ["question", "trials", "mean", *NAMES]
    assert table[1:] == [[row["question"], "4", repr(row["mean"]), *map(repr, row["bayes"].values())] for row in got]
    head, rows = table_of(good("--by-question", stdin=lines(items)), "question")
    assert head == ["question", "trials", "mean", "Bayes@N", "95 % interval"]
    assert rows[0] == ["q|2", "4", "0.000", "0.167", "[0.000, 0.443]"]
    assert "| q\\|2 | 4 | 0.000 | 0.167 | [0.000, 0.443] |\n" in good("--markdown", "--by-question", stdin=lines(items))
    odd = lines([{"task_id": "a\nb\x1b", "passed": 1}])
    assert json.loads(good("--json", "--by-question", stdin=odd))["by_question"][0]["question"] == "a\nb\x1b"
    assert "\na\\nb\\x1b  " in good("--by-question", stdin=odd)
    assert [row["question"] for row in json.loads(good("--json", "--by-question"))["by_question"]] == [
        "row 3",
        "row 1",
        "row 2",
    ]


def test_markdown():
    out = good("--markdown")
    tables = [part.splitlines() for part in out.split("\n\n") if part.startswith("|")]
    assert [len(table) for table in tables] == [4, 6]
    for table in tables:
        assert {line.count("|") for line in table} == {5}
        assert set(table[1]) <= set("|:- ")
    assert tables[1][2] == "| 1 | 0.417 [0.251, 0.637] | 0.417 [0.251, 0.637] | 0.417 [0.251, 0.637] |"


def test_graded_outcomes():
    G, w = [[0, 1, 2, 2], [1, 1, 0, 2]], (0, 0.5, 10)
    got = json.loads(good("--json", "--weights", "0,0.5,10", "--by-question", stdin=json.dumps(G)))
    assert got["weights"] == list(w)
    assert tuple(got["bayes"].values()) == sl.bayes_ci(G, w, bounds=(0, 10))
    assert [tuple(row["max_at_k"].values())[1:] for row in got["at_k"]] == [
        sl.max_at_k_ci(G, k, w) for k in (1, 2, 3, 4)
    ]
    assert [row["mean"] for row in got["by_question"]] == [(1 + 0 + 10) / 4, (0.5 + 20) / 4]
    assert "Max@k" in good("--weights", "0,0.5,10", stdin=json.dumps(G))


def test_intervals_stay_within_the_weights():
    """Those of Max@k too, as those of the means do."""
    got = json.loads(good("--json", "--weights", "0,0.001,1", "--values", "classes", stdin="[[1], [1]]"))
    assert sl.max_at_k_ci([[1], [1]], 1, (0, 0.001, 1))[2] < 0
    assert got["at_k"][0]["max_at_k"]["lo"] == 0


@pytest.mark.parametrize("weights", ["0,1", "1,0", "0,0.5,1"])
def test_one_question_and_one_trial(weights):
    for options in ((), ("--weights", weights, "--values", "classes")):
        for form in ("--json", "--csv", "--markdown", "--plot"):
            assert good(form, *options, stdin="[[1]]")


def test_large_counts_are_grouped():
    text = json.dumps([[1, 0]] * 1234)
    assert good(stdin=text).startswith("standard input (matrix): 1,234 questions, 2 trials each\n")
