"""Check slices and clusters of the questions by a field, plans, and requirements with their exit statuses."""

from __future__ import annotations

import csv
import json
import random

import pytest
import result_files
from harness_files import MAKERS, OPTIONS, text_of
from result_files import INTERVAL, files_in, lines, rows_of, said

from scorio_lite import confidence

# The second half of the questions is hard; "level" is a number, "date" a month or a day, "tag" is sometimes missing.
ROWS = [[1, 1, 1, 0], [1, 1, 1, 1], [1, 0, 1, 1], [0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0]]
FIELDS = [{"Difficulty": ("easy", "hard")[i >= 3], "level": i / 2, "date": f"2024-0{i + 4}-01", "repo": f"r{i // 2}"} for i in range(6)]
ITEMS = [
    {"task_id": f"q{i}", "trial": j, "passed": bool(x), **FIELDS[i], **({"tag": "a"} if i else {"tag": None})}
    for i, row in enumerate(ROWS)
    for j, x in enumerate(row)
]


def good(*options, items=ITEMS, status=0):
    return result_files.good("-", *options, stdin=lines(items), status=status)


def scored(*options, items=ITEMS, status=0):
    return result_files.scored("-", *options, stdin=lines(items), status=status)


@pytest.mark.parametrize(
    "by, slices",
    [
        ("difficulty", {"easy": [0, 1, 2], "hard": [3, 4, 5]}),
        ("level:1.5", {"below 1.5": [0, 1, 2], "1.5 and above": [3, 4, 5]}),
        ("level", {"0": [0], "0.5": [1], "1": [2], "1.5": [3], "2": [4], "2.5": [5]}),
        ("date:2024-06-01", {"before 2024-06-01": [0, 1], "from 2024-06-01 on": [2, 3, 4, 5]}),
        ("date:2024-05", {"before 2024-05": [0], "from 2024-05 on": [1, 2, 3, 4, 5]}),
        ("tag", {"a": [1, 2, 3, 4, 5], "(none)": [0]}),
        ("level:9", {"below 9": [0, 1, 2, 3, 4, 5]}),
    ],
)
def test_slices(by, slices):
    """Each slice has the numbers of a run of its own, in every form."""
    got = scored("--by", by, "-k", "2")["by"]
    assert got["field"] == by.partition(":")[0]
    assert [row["slice"] for row in got["slices"]] == list(slices)
    for row, places in zip(got["slices"], slices.values()):
        part = [ROWS[i] for i in places]
        assert (row["question_count"], row["trials"]) == (len(part), 4)
        assert tuple(row["avg"].values()) == confidence.avg(part)
        (at_2,) = row["at_k"]
        assert tuple(at_2["pass_at_k"].values()) == confidence.pass_at_k(part, 2)
    table = rows_of("-", "--by", by, "-k", "2", stdin=lines(ITEMS))
    assert len(table) == 3 * len(slices)
    for row, found in zip(table[::3], got["slices"]):
        assert (row["slice"], row["metric"], row["questions"]) == (found["slice"], "avg", "new")
        assert [float(row[name]) for name in INTERVAL] == list(found["avg"].values())


def test_values_named_as_the_rows_that_are_no_values():
    """The values 'all' and '(none)' are shown in quotes, unlike the rows for the total and for missing values."""
    values = ["all", "(none)", None, "All", "x", "(none)"]
    items = [{"task_id": i, "passed": i % 2, "group": value} for i, value in enumerate(values)]
    names = ["'(none)'", "'all'", "All", "x", "(none)"]
    got = scored("--by", "group", items=items)["by"]["slices"]
    assert [(row["slice"], row["question_count"]) for row in got] == list(zip(names, (2, 1, 1, 1, 1)))
    table = rows_of("-", "--by", "group", stdin=lines(items))
    assert [row["slice"] for row in table] == names
    text = good("--by", "group", items=items).partition("by group")[2].splitlines()[1:]
    assert [line.split()[:2] for line in text] == [[name, str(n)] for name, n in zip([*names, "all"], (2, 1, 1, 1, 1, 6))]


def test_a_slice_by_a_field_that_may_name_questions():
    """A field that is given for --by does not name the questions."""
    items = [{"task": f"t{i % 2}", **item} for i, item in enumerate(ITEMS[::4])]
    got = scored("--by", "task", items=items)
    assert [(row["slice"], row["question_count"]) for row in got["by"]["slices"]] == [("t0", 3), ("t1", 3)]


def test_closer_looks_without_a_metric_that_has_an_interval():
    """If no metric that is asked for has an interval, slices and plans are of avg."""
    for metrics in ("bayes", "geom"):
        got = scored("--by", "difficulty", "--plan", "0.1", "--metrics", metrics, "-k", "2")
        assert tuple(got["by"]["slices"][0]["avg"].values()) == confidence.avg(ROWS[:3])
        assert [row["metric"] for row in got["plan"]["metrics"]] == ["avg"]
        assert "avg@4" in good("--by", "difficulty", "--plan", "0.1", "--metrics", metrics)
    ragged = good("--plan", "0.1", "--by", "difficulty", "--missing", "own", items=ITEMS[1:])
    assert "  easy                   3     3-4  0.806 [" in ragged
    assert "\navg@N          " in ragged


def test_clusters():
    labels = [fields["repo"] for fields in FIELDS]
    got = scored("--cluster", "Repo", "--by", "difficulty", "-k", "2")
    assert (got["cluster"], got["clusters"]) == ("repo", 3)
    assert tuple(got["avg"].values()) == confidence.avg(ROWS, clusters=labels)
    assert tuple(got["avg_these"].values()) == confidence.avg(ROWS, questions="these")
    assert tuple(got["at_k"][0]["pass_hat_k"].values()) == confidence.pass_hat_k(ROWS, 2, clusters=labels)
    assert tuple(got["by"]["slices"][0]["avg"].values()) == confidence.avg(ROWS[:3], clusters=labels[:3])
    assert "\n3 clusters of questions by repo\n" in good("--cluster", "repo")
    dropped = scored("--cluster", "repo", "--missing", "drop", items=ITEMS[1:])
    assert tuple(dropped["avg"].values()) == confidence.avg(ROWS[1:], clusters=labels[1:])


def test_values_of_any_size():
    """Slices have names for Infinity, 1e300 and huge integers, too."""
    for text, name in {"Infinity": "inf", "1e300": "1e+300", "10": "10", "10.0": "10", "1" + "0" * 30: hex(10**30)}.items():
        items = [{"task_id": i, "passed": 1, "size": json.loads(text)} for i in range(2)]
        assert [part["slice"] for part in scored("--by", "size", items=items)["by"]["slices"]] == [name]
        assert "1 cluster of questions by size" in good("--cluster", "size", items=items)


NAMED = {  # of a format: where its questions are, what names them, and the field that holds their fields, if any
    "inspect": ("samples", "id", "metadata"),
    "lm-eval": (None, "doc_id", "doc"),
    "tau2-bench": ("tasks", "id", None),
    "human-eval": (None, "task_id", None),
    "tau-bench": (None, "task_id", None),
    "verifiers": (None, "example_id", None),
    "livecodebench": (None, "question_id", None),
}


@pytest.mark.parametrize("name", NAMED)
def test_fields_of_harnesses(name):
    """The field for --by is found in the records, or in an object that describes the sample."""
    part, key, inside = NAMED[name]
    document = MAKERS[name]()
    items = document[part] if part else document
    names = list(dict.fromkeys(item[key] for item in items))
    for item in items:
        field = {"level": names.index(item[key]) + 1}
        item.update({inside: field} if inside else field)
    for field in ("level", f"{inside}.level" if inside else "level"):
        got = result_files.report(text_of(name, document), "--by", field, *OPTIONS[name])["by"]["slices"]
        assert [(row["slice"], row["avg"]["value"]) for row in got] == [("1", 1.0), ("2", 0.5), ("3", 0.0)]


def test_a_plan():
    got = scored("--plan", "0.1", "-k", "2")["plan"]
    assert got["half_width"] == 0.1
    assert good("--plan", "0.1", "-k", "2", "--csv").startswith(
        "metric,k,enough_questions,enough_trials,share_of_questions,left_by_twice_the_questions,left_by_twice_the_trials\navg,,"
    )
    for row, arguments in zip(got["metrics"], (("avg",), ("pass_at_k", 2), ("pass_hat_k", 2))):
        assert [row["metric"], *([row["k"]] if "k" in row else [])] == list(arguments)
        assert row["enough_questions"] == confidence.enough(ROWS, 0.1, *arguments)
        assert row["enough_trials"] == confidence.enough(ROWS, 0.1, *arguments, questions="these")
    new, these = (confidence.pass_at_k(ROWS, 2, questions=questions)[1] for questions in ("new", "these"))
    row = got["metrics"][1]
    assert abs(row["share_of_questions"] - (1 - these**2 / new**2)) < 1e-12
    assert 0.5**0.5 * 0.9 < row["left_by_twice_the_questions"] < 0.5**0.5 < row["left_by_twice_the_trials"] < 1
    assert [name for name in got["metrics"][0] if "twice" in name]
    one_trial = scored("--plan", "0.1", items=ITEMS[::4])["plan"]["metrics"][0]
    assert (one_trial["share_of_questions"], one_trial["left_by_twice_the_trials"]) == (None, None), "nobody knows"


@pytest.mark.parametrize(
    "required, status, results",
    [
        (["avg>=0.05"], 0, ["met"]),
        (["avg>=0.99", "avg>=0.05"], 3, ["failed", "met"]),
        (["avg >= 0.45", "avg>=0.05"], 4, ["undecided", "met"]),
        (["avg>=0.45", "pass_hat@4>=0.9", "avg>=0.05"], 3, ["undecided", "failed", "met"]),
        (["G-Pass@0.5@4>=0.6", "max@2>=0"], 4, ["undecided", "met"]),
    ],
)
def test_requirements(required, status, results):
    arguments = [part for text in required for part in ("--require", text)]
    found = scored(*arguments, status=status)["require"]
    assert [row["result"] for row in found] == results
    for row, text in zip(found, required):
        assert row["required"] == text.replace(" ", "")
        assert row["bound"] == float(text.partition(">=")[2])
        assert {"met": row["lo"] >= row["bound"], "failed": row["hi"] < row["bound"]}.get(row["result"], True)
        assert ("enough_questions" in row) == (row["result"] == "undecided")
    out = good(*arguments, status=status)
    table = out[out.index("\nrequired ") + 1 :].splitlines()[1 : len(required) + 1]
    assert [line.split()[0] for line in table] == [row["required"] for row in found]
    assert all(f"]  {result}" in line for line, result in zip(table, results))
    assert ("Undecided: the bound is inside the interval." in out) == ("undecided" in results)
    for row, cells in zip(csv.DictReader(good("--csv", *arguments, status=status).splitlines()), found):
        assert row == {"k": "", "enough_questions": "", **{name: str(value) for name, value in cells.items()}}


@pytest.mark.parametrize("bound", [0.4, 0.45, 0.55, 0.62])
def test_what_would_decide_a_requirement(bound):
    """If the data are repeated up to the size that the report gives for even odds, the interval excludes the bound."""
    required = ("--require", f"avg>={bound}")
    rows = [scored(*required, "--power", power, status=4)["require"][0] for power in ("0.5", "0.8", "0.9")]
    assert [row["result"] for row in rows] == ["undecided"] * 3
    size, *more = (row["enough_questions"] for row in rows)
    assert 6 < size < more[0] < more[1]
    for times, decides in ((-(-size // 6), True), (int(size * 0.85) // 6, False)):  # S of copies is a little less
        _, _, lo, hi = confidence.avg(ROWS * times)
        assert (lo > bound or hi < bound) == decides
    assert scored("--questions", "these", *required, status=4)["require"][0]["enough_trials"] > 4


DRAW = random.Random(3)
RUNS = {
    name: [[int(DRAW.random() < p) for _ in range(4)] for _ in range(60)]
    for name, p in (("base", 0.4), ("same", 0.4), ("better", 0.7), ("worse", 0.1))
}


@pytest.fixture
def gate(tmp_path):
    """Return a function from names of runs to the arguments that compare these runs with the first."""
    paths = dict(zip(RUNS, files_in(tmp_path, **RUNS)))
    return lambda *names: (*map(paths.get, names), "--baseline", paths["base"])


@pytest.mark.parametrize("questions", ["new", "these"])
@pytest.mark.parametrize(
    "names, status, results",
    [
        (["better"], 0, ["met"]),
        (["worse"], 3, ["failed"]),
        (["same"], 4, ["undecided"]),
        (["better", "same"], 4, ["met", "undecided"]),
        (["same", "worse"], 3, ["undecided", "failed"]),
        (["base", "better"], 0, ["met"]),
    ],
)
def test_gates(gate, names, status, results, questions):
    """Candidates are compared with a baseline by paired differences, and share the chance of an error."""
    required = ("--require", "avg-base>=-0.05")
    found = result_files.scored(*gate(*names), *required, "--questions", questions, status=status)["require"]
    assert [row["result"] for row in found] == results
    for row in found:
        others = len(set(names) - {"base"})
        level = 1 - (1 - 0.95) / others if others > 1 else 0.95
        assert (row["base"], row["confidence"]) == ("base", level)
        asked = {"confidence": level, "questions": questions}
        pair = RUNS[row["run"]], RUNS["base"]
        assert tuple(row[name] for name in INTERVAL) == confidence.compare(*pair, **asked)
        enough = confidence.enough_to_decide(*pair, -0.05, **asked) if row["result"] == "undecided" else None
        assert row.get("enough_questions" if questions == "new" else "enough_trials") == enough


def test_what_gates_require_and_say(gate):
    required = [part for text in ("pass@2-base>=0", "Pass^4 - base >= 0", "avg>=0.5") for part in ("--require", text)]
    rows = result_files.scored(*gate("better"), *required)["require"]
    for row, metric, k in zip(rows, ("pass_at_k", "pass_hat_k"), (2, 4)):
        assert tuple(row[name] for name in INTERVAL) == confidence.compare(RUNS["better"], RUNS["base"], metric, k)
    assert rows[2]["lo"] == confidence.avg(RUNS["better"])[2]
    required = ("--require", "avg-base>=0")
    out = result_files.good(*gate("same", "worse"), *required, status=3)
    assert "The baseline is base. Intervals: 97.5 %; 2 candidates share the risk." in out
    words = "--baseline 'nothing': no such file, and "
    assert said("-", "--baseline", "nothing", *required, stdin=lines(ITEMS)) == f"{words}no other run; name a FILE"
    words = "--baseline needs several runs: files, or a file with a field for the model"
    assert said("-", "--baseline", "-", *required, stdin=lines(ITEMS)) == words
    both = [{"id": q, "model": name, "passed": x} for name in ("base", "better") for q, row in enumerate(RUNS[name]) for x in row]
    assert "--baseline 'x': no such file, and no run has this name" in said("-", "--baseline", "x", *required, stdin=lines(both))
    good("--baseline", "base", *required, items=both)


def test_requirements_that_no_number_decides():
    half = [{"task_id": i, "passed": i % 2} for i in range(10)]
    required = ("--require", "avg>=0.5")
    assert "enough" not in good(*required, "--require", "avg>=0.50000001", "--json", items=half, status=4)
    assert "enough" not in good(*required, "--cluster", "repo", "--json", status=4)
    why = "No practical number: the value is at or very near the bound, or the bound is the\nhighest possible value, which lo never reaches.\n"
    for items, bound in ((half, 0.5), (half, 0.50000001), ([{"task_id": 1, "passed": 1}], 1)):
        out = good("--require", f"avg>={bound}", items=items, status=4)
        assert out.endswith(f"]  undecided  no practical number\n\n{why}")
    assert "practical" not in good(*required, "--cluster", "repo", status=4)
    assert "practical" not in good("--require", "avg>=0.99", "--require", "avg>=0.45", status=3)


def test_how_many_more_decide():
    """The row of an undecided requirement says how many more questions or trials decide, unless these are very many."""
    for questions, now, unit in (("new", 6, "questions"), ("these", 4, "trials each")):
        arguments = ("--questions", questions, "--require", "avg>=0.4")
        enough = scored(*arguments, status=4)["require"][0][f"enough_{unit.split()[0]}"]
        out = good(*arguments, status=4)
        assert f"result     {unit} that decide\n" in out
        assert f"undecided  {enough} in all ({enough - now} more)\n" in out
    out = good("--require", "G-Pass@0.5@4>=0.60001", "--require", "avg>=0.501", status=4)
    assert " in all\n" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_date_of_each_question_is_no_second_copy_of_numbered_trials():
    items = [
        {"question": f"q{i}", "trial": t, "passed": (i + t) % 3 == 0, "date": f"2024-{1 + i % 12:02}-03"}
        for i in range(25)
        for t in range(4)
    ]
    out = result_files.good("-", "--by", "date:2024-05", stdin=lines(items))
    assert "25 questions, 4 trials each" in out
