"""Check the report on one run: it has the library's numbers in every form."""

from __future__ import annotations

import csv
import random
from functools import partial

import pytest
import result_files
from result_files import INTERVAL, R, lines

import scorio_lite as sl
from scorio_lite import confidence

CREDIBLE = ("mu", "sigma", "lo", "hi")
METRICS = {  # name on the command line: (function, its arguments after k, title)
    "pass": ("pass_at_k", (), "Pass@k"),
    "pass_hat": ("pass_hat_k", (), "Pass^k"),
    "maj": ("maj_at_k", (), "Maj@k"),
    "g_pass@0.5": ("g_pass_at_k_tau", (0.5,), "G-Pass@k(0.5)"),
    "mg_pass": ("mg_pass_at_k", (), "mG-Pass@k"),
    "auc": ("auc_at_k", (), "AUC@k"),
    "max": ("max_at_k", (), "Max@k"),
    "geom": ("geom_at_k", (), "Geom@k"),
    "geom_ds": ("geom_ds_at_k", (), "Geom-DS@k"),
    "geo_spectrum": ("geo_spectrum_at_k", (), "GeoSpec@k"),
}
BLENDS = ("geom", "geom_ds", "geo_spectrum")
EVERY = [name for name in METRICS if name != "max"]  # --metrics all
good, scored = (partial(call, "-", stdin=R) for call in (result_files.good, result_files.scored))


def key(name):
    function, arguments, _ = METRICS[name]
    return f"{function}@{arguments[0]}" if arguments else function


def numbers(name, k, level=0.95, questions="new", credible=False, **prior):
    """Return the library's numbers of a metric, as --json shows them."""
    function, arguments, _ = METRICS[name]
    found = {}
    if name in BLENDS:
        found["value"] = getattr(sl, function)(R, k, *arguments)
    else:
        values = getattr(confidence, function)(R, k, *arguments, confidence=level, questions=questions)
        found.update(zip(INTERVAL, values))
    if credible or name in BLENDS:
        if name == "max":
            function = "pass_at_k"  # the same of 0/1 outcomes, and it takes a prior
        posterior = getattr(sl, f"{function}_ci")(R, k, *arguments, confidence=level, **prior)
        found["credible"] = dict(zip(CREDIBLE, posterior))
    return found


@pytest.mark.parametrize("questions", ["new", "these"])
def test_all_metrics_in_json_and_csv(questions):
    arguments = ("--metrics", "all", "--confidence", "0.8", "--questions", questions)
    got = scored(*arguments)
    assert next(iter(got.items())) == ("schema_version", 1)
    assert (got["confidence"], got["questions"], got["prior"]) == (0.8, questions, {"alpha0": 1, "beta0": 1})
    other = "these" if questions == "new" else "new"
    for name, asked in (("avg", questions), (f"avg_{other}", other)):
        assert got[name] == dict(zip(INTERVAL, confidence.avg(R, confidence=0.8, questions=asked)))
    bayes = dict(zip(CREDIBLE, sl.bayes_ci(R, confidence=0.8, bounds=(0, 1))))
    assert got["bayes"] == {"value": bayes["mu"], "credible": bayes}
    assert [row["k"] for row in got["at_k"]] == [1, 2, 3, 4]
    for row in got["at_k"]:
        assert row == {"k": row["k"], **{key(name): numbers(name, row["k"], 0.8, questions) for name in EVERY}}
    text = good("--csv", *arguments)
    assert text.startswith("metric,k,questions,value,se,lo,hi,mu,sigma,credible_lo,credible_hi\n")
    table = list(csv.DictReader(text.splitlines()))
    found = [("avg", "", questions, got["avg"]), ("bayes", "", "", got["bayes"]), ("avg", "", other, got[f"avg_{other}"])]
    for row in got["at_k"]:
        found += [(key(name), str(row["k"]), "" if name in BLENDS else questions, row[key(name)]) for name in EVERY]
    assert len(table) == len(found)
    for row, (name, k, asked, cells) in zip(table, found):
        assert (row["metric"], row["k"], row["questions"]) == (name, k, asked)
        flat = [*(cells.get(one) for one in INTERVAL), *(cells.get("credible", {}).get(one) for one in CREDIBLE)]
        assert [row[one] and float(row[one]) for one in list(row)[3:]] == ["" if x is None else x for x in flat]


def test_credible_intervals_are_on_request():
    assert "credible" not in good("--json")
    assert good("--csv").startswith("metric,k,questions,value,se,lo,hi\n")
    for prior in ({}, {"alpha0": 0.5, "beta0": 2.0}):
        arguments = [part for name, value in prior.items() for part in (f"--{name}", str(value))]
        got = scored("--credible", *arguments)
        assert got["prior"] == {"alpha0": 1.0, "beta0": 1.0, **prior}
        assert got["bayes"]["credible"] == dict(zip(CREDIBLE, sl.pass_at_k_ci(R, 1, **prior)))
        assert "credible" not in got["avg"]
        for row in got["at_k"]:
            for name in ("pass", "pass_hat"):
                assert row[key(name)] == numbers(name, row["k"], credible=True, **prior)
    got = scored("--credible", "--alpha0", "2", "--metrics", "max")
    assert got["at_k"][2]["max_at_k"] == numbers("max", 3, credible=True, alpha0=2)


@pytest.mark.parametrize("name", METRICS)
def test_one_metric(name):
    for typed in (name, name.upper(), key(name), METRICS[name][2].replace("(0.5)", "@0.5")):
        got = scored("--metrics", typed, "-k", "3,2")
        assert "avg" not in got
        assert got["at_k"] == [{"k": k, key(name): numbers(name, k)} for k in (2, 3)]


def test_the_usual_metrics():
    """Maj@k, which looks like a vote, is shown only if it is asked for."""
    assert set(scored()["at_k"][0]) == {"k", "pass_at_k", "pass_hat_k"}
    assert "Maj" not in good()
    assert good(stdin=[[1, 0]] * 1234).startswith("standard input (matrix): 1,234 questions, 2 trials each\n")
    assert "Maj@k (more than half of k)" in good("--metrics", "all")


def test_metrics_with_other_numbers():
    got = scored("--metrics", "g_pass@0.75,geo_spectrum@0.25,pass,pass", "-k", "4")
    (row,) = got["at_k"]
    assert list(row) == ["k", "g_pass_at_k_tau@0.75", "geo_spectrum_at_k@0.25", "pass_at_k"]
    assert row["g_pass_at_k_tau@0.75"]["value"] == sl.g_pass_at_k_tau(R, 4, 0.75)
    assert tuple(row["geo_spectrum_at_k@0.25"]["credible"].values()) == sl.geo_spectrum_at_k_ci(R, 4, 0.25)
    only = scored("--metrics", "bayes")
    assert "at_k" not in only
    assert "avg" not in only
    assert "Pass" not in good("--metrics", "bayes")


def test_which_k():
    wide, very_wide = [[1, 0] * 50, [1, 1] * 50], [[1, 0] * 5000, [0, 0, 0, 1] * 2500]
    for matrix, options, ks in (
        (R, ("-k", "4,2,2"), [2, 4]),
        ([[1] * 16], (), [1, 2, 4, 8, 16]),
        (wide, (), [1, 2, 4, 8, 16, 32, 64, 100]),
        (wide, ("-k", "3,101"), [3, 101]),
        (very_wide, (), [1, 2, 4, 8, 16, 32, 64, 128]),
        (very_wide, ("-k", "500"), [500]),
    ):
        assert [row["k"] for row in scored(*options, stdin=matrix)["at_k"]] == ks


@pytest.mark.parametrize("fewest, most, last", [pytest.param(100, 1099, 64, marks=pytest.mark.long), (3000, 3002, 512), (60, 62, 60)])
def test_the_usual_k_of_many_numbers_of_trials(fewest, most, last, tmp_path):
    """The default k end where Maj@k would be refused, or take minutes."""
    matrix = "".join(f"{'1,' * (n // 2)}{'0,' * (n - n // 2 - 1)}0\n" for n in range(fewest, most + 1))
    arguments = ("--missing", "own", "--metrics", "pass,maj")
    got = scored(*arguments, "--svg", tmp_path / "curves.svg", stdin=matrix)
    assert [row["k"] for row in got["at_k"]][-1] == last


@pytest.mark.parametrize("shape", ["records", "columns", "seeds"])
def test_trials_as_runs_of_the_whole_benchmark(shape):
    """The spread of two runs, and a trial that chance does not explain, are those of the library."""
    draw = random.Random(5)
    rates = [draw.random() for _ in range(200)]
    matrix = [[int(draw.random() < rate - 0.4 * (j == 3)) for j in range(5)] for rate in rates]
    items = [{"id": i, "trial": j + 1, "passed": x} for i, row in enumerate(matrix) for j, x in enumerate(row)]
    if shape == "seeds":
        items = [{"id": one["id"], "seed": 100 * one["trial"], "passed": one["passed"]} for one in items]
    if shape == "columns":
        items = [{"id": i, **{f"run_{j}": x for j, x in enumerate(row, 1)}} for i, row in enumerate(matrix)]
    found = result_files.report(lines(items))
    assert found["between_runs"] == confidence.between_runs(matrix)
    chances = confidence.homogeneous(matrix)
    assert [(one["p"], one["holm"]) for one in found["homogeneous"]] == chances
    assert [i for i, (_, holm) in enumerate(chances) if holm < 0.01] == [3]
    name = {"records": "4", "columns": "run_4", "seeds": "400"}[shape]
    text = " ".join(result_files.good("-", stdin=lines(items)).split())
    assert f"Trial {name} has fewer successes than chance allows (<0.1 %): was this run different?" in text
    assert f"differ by up to {confidence.between_runs(matrix):.3f} in 95 % of cases." in text


def test_trials_without_numbers_are_no_runs():
    items = [{"id": i, "passed": x} for i, row in enumerate(R) for x in row]
    assert "homogeneous" not in result_files.report(lines(items))
    numbered = [{"id": i, "trial": j, "passed": x} for i, row in enumerate(R) for j, x in enumerate(row)]
    assert "homogeneous" in result_files.report(lines(numbered))
    assert "homogeneous" not in result_files.report(lines(numbered[:-1]), "--missing", "own")
    assert "between_runs" not in result_files.report(lines(numbered), "--anytime")


def test_text_fits_a_terminal():
    names = [{"task_id": f"{'long ' * 30}{i}", "passed": x} for i, row in enumerate(R) for x in row]
    for text in (R, lines(names)):
        for percent in ([], ["--percent"]):
            more = ("--plan", "0.1", "--credible", "--require", "g_pass@0.333333333@4>=0", "--missing", "own")
            out = good("--metrics", "all", "--by-question", *more, *percent, stdin=text)
            assert max(map(len, out.splitlines())) <= 80
            assert not any(line.endswith(" ") for line in out.splitlines())


def test_by_question():
    items = [{"task_id": f"q|{i}", "passed": x} for i, row in enumerate(R) for x in row]
    got = scored("--by-question", stdin=lines(items))["by_question"]
    assert [row["question"] for row in got] == ["q|2", "q|0", "q|1"], "the hardest first"
    for row, outcomes in zip(got, (R[2], R[0], R[1])):
        assert row["trials"] == 4
        assert tuple(row["avg_these"].values()) == confidence.avg([outcomes], questions="these")
    table = list(csv.reader(good("--csv", "--by-question", stdin=lines(items)).splitlines()))
    assert table[0] == ["question", "n_trials", "n_successes", *INTERVAL]
    for cells, row, successes in zip(table[1:], got, "023"):
        assert cells == [row["question"], "4", successes, *map(repr, row["avg_these"].values())]
    odd = lines([{"task_id": "a\nb\x1b", "passed": 1}])
    assert scored("--by-question", stdin=odd)["by_question"][0]["question"] == "a\nb\x1b"
    assert "\na\\nb\\x1b  " in good("--by-question", stdin=odd)
    assert [row["question"] for row in scored("--by-question")["by_question"]] == ["row 3", "row 1", "row 2"]


def test_graded_outcomes():
    G, w = [[0, 1, 2, 2], [1, 1, 0, 2]], (0, 0.5, 10)
    got = scored("--weights", "0,0.5,10", "--by-question", "--credible", stdin=G)
    assert got["weights"] == list(w)
    assert "prior" not in got
    assert tuple(got["avg"].values()) == confidence.avg(G, w)
    assert tuple(got["bayes"]["credible"].values()) == sl.bayes_ci(G, w, bounds=(0, 10))
    for row in got["at_k"]:
        *values, credible = row["max_at_k"].values()
        assert tuple(values) == confidence.max_at_k(G, row["k"], w)
        assert tuple(credible.values()) == sl.max_at_k_ci(G, row["k"], w)
    assert [row["avg_these"]["value"] for row in got["by_question"]] == [(1 + 0 + 10) / 4, (0.5 + 20) / 4]
    assert "Max@k" in good("--weights", "0,0.5,10", stdin=G)


@pytest.mark.parametrize("w", [(1, 7, -2, 0.5, 0.5, 7), (3, 3, 3, 3), (5, 2, 1)])
def test_a_question_is_scored_by_the_classes_that_it_has(w):
    """The range of the rewards of a question is that of all classes, also of those that it lacks."""
    G = [[0, 1, 2, 2], [1, 1, 1, 1], [0, 0, 0, 1]]
    given = ("--weights", ",".join(map(str, w)), "--values", "classes", "--by-question")
    for row in scored(*given, stdin=G)["by_question"]:
        outcomes = G[int(row["question"].split()[1]) - 1]
        assert tuple(row["avg_these"].values()) == confidence.avg([outcomes], w, questions="these")


def test_intervals_stay_within_the_weights():
    """Credible intervals of Max@k also use the range of all classes, as the means do."""
    got = scored("--credible", "--weights", "0,0.001,1", "--values", "classes", stdin=[[1], [1]])
    assert sl.max_at_k_ci([[1], [1]], 1, (0, 0.001, 1))[2] < 0
    assert got["at_k"][0]["max_at_k"]["credible"]["lo"] == 0


@pytest.mark.parametrize("weights", ["0,1", "1,0", "0,0.5,1"])
def test_one_question_and_one_trial(weights):
    for options in ((), ("--weights", weights, "--values", "classes")):
        for form in ("--json", "--csv", "--markdown", "--plot"):
            assert good(form, *options, stdin="[[1]]")


@pytest.mark.parametrize(
    "options, data",
    [
        ((), lines({"task_id": f"q, {i}", "passed": x} for i, row in enumerate(R) for x in row)),
        (("--missing", "own"), "[[1, 0, 1], [1], [0, 0]]"),
        (("--weights", "0,0.5,1", "--values", "rewards"), "[[0.5, 1, 0, 0], [0, 0, 0.5, 1]]"),
    ],
)
def test_the_table_of_questions_can_be_read_back(options, data):
    """The command reads its own CSV back as the same run, with the same options."""
    first = good("--by-question", "--csv", *options, stdin=data)
    assert good("--by-question", "--csv", *options, stdin=first) == first
    one, other = (scored(*options, stdin=text) for text in (data, first))
    assert {**one, "format": other["format"], "reading": other["reading"]} == other
