"""Check readings: each contradiction from both sides, every shape written and read back, and offers."""

from __future__ import annotations

import json
import random
import shlex

import pytest
from result_files import files_in, lines, placed, quick, run, said, scored

from scorio_lite._command.grading import Grader
from scorio_lite._command.readings.nested import template_of_cells, template_of_tasks
from scorio_lite._command.readings.shapes import find_shapes
from scorio_lite._command.readings.templates import PathTemplate, at_records, split_of
from scorio_lite._command.settings import Settings

RNG = random.Random("readings")
R = [[RNG.random() < 0.6 for _ in range(4)] for _ in range(7)]
NUMBERS = (7, 4, round(sum(map(sum, R)) / 28, 9))
EACH = [(f"q{i}", j, x) for i, row in enumerate(R) for j, x in enumerate(row)]
EACH_RECORD = [{"id": q, "trial": t, "passed": x} for q, t, x in EACH]
TABLE = "id,trial,passed\n" + "".join(f"{q},{t},{int(x)}\n" for q, t, x in EACH)


def numbers(got):
    return got["question_count"], got["trials"], round(got["avg"]["value"], 9)


def offers(text, *options):
    """Return what the command offers on a file that it refuses."""
    status, out, _ = run("-", *options, "--json", stdin=text)
    assert status == 1, out
    return json.loads(out)["readings"]


def is_read(items):
    return quick("-", stdin=lines(items))[0] == 0


def record(**fields):
    """Return the records of R with further fields, each a function of the question's number and the trial's."""
    return [
        {"id": i, "passed": x, **{name: value(i, j) for name, value in fields.items()}}
        for i, row in enumerate(R)
        for j, x in enumerate(row)
    ]


# A file that a contradiction stops, and a file near it that is read.
SIDES = {
    "crosses": (record(style=lambda _, j: "ab"[j % 2]), record(style=lambda i, _: "ab"[i % 2])),
    "crosses, but for some": (record(arm=lambda i, j: "aabb"[j])[:-1], record(arm=lambda i, j: "abc"[(3 * i + j * j) % 5 % 3])),
    "counts": (record(part=lambda _, j: j + 1, trial=lambda _, j: j % 2), record(trial=lambda _, j: j)),
    "divides": (record(piece=lambda i, j: f"{i}-{'ab'[j // 2]}"), record(piece=lambda i, _: f"{i}")),
    "stages": (record(iteration=lambda _, j: 100 * j + 100), record(iteration=lambda _, j: j)),
    "stages from 1 on": (record(step_no=lambda _, j: 5 * j), record(iteration=lambda _, j: j + 1)),
    "fractions": (record(T=lambda _, j: j / 4), record(seed=lambda _, j: 10**j)),
    "one number for two": (
        record(seed=lambda _, j: j // 2, rep=lambda _, j: j % 2, arm=lambda _, j: j // 2),
        record(seed=lambda _, j: 7 * j, rep=lambda _, j: j),
    ),
    "trials in names": (
        [{"id": f"q{i}#{j}", "passed": x} for i, row in enumerate(R) for j, x in enumerate(row)],
        [{"id": f"q/{i}", "passed": x} for i, (x, *_) in enumerate(R)],
    ),
    "rounded ids": ([{"id": "1.7E+18", "passed": x} for x, *_ in R], [{"id": f"1.7E+18{i}", "passed": x} for i, (x, *_) in enumerate(R)]),
    "numbers of records": (
        [{"id": i, "context": f"what is {i % 3}?", "passed": i % 2} for i in range(12)],
        [{"id": i, "context": f"what is {i}?", "passed": i % 2} for i in range(12)],
    ),
    "the flag of a call": (
        [{"id": one["id"], "success": True, "em": int(one["passed"])} for one in record()],
        [{**one, "success": True, "note": "ab"[one["id"] % 2]} for one in record()],
    ),
    "a frequency": (
        [{"id": i, "passed": x, "freq": 1 + i + x} for i in range(3) for x in (0, 1)],
        [{"id": i, "passed": x, "freq": 1 + i + x} for i in range(3) for x in (0, 1, 1)],
    ),
    "copies": (record(response=lambda i, _: f"a long answer to {i}"), record(response=lambda i, j: f"a long answer to {i} and {j}")),
    "one name in two forms": (
        [{"id": q, "passed": 1} for q in ("a b", "a\u00a0b", "c")],
        [{"id": q, "passed": 1} for q in ("a b", "a_b", "c")],
    ),
}


@pytest.mark.parametrize("name", SIDES)
def test_contradictions_on_either_side(name):
    wrong, right = SIDES[name]
    assert not is_read(wrong)
    assert is_read(right)


def means(score, name):
    """Return the mean in a score as [low, high], which are equal unless it is a range."""
    return [score[name]] * 2 if score[name] is not None else [score[f"{name}_low"], score[f"{name}_high"]]


def test_each_offer_has_been_tried():
    """The options of an offer are accepted, and lead to exactly its numbers."""
    texts = [lines(wrong) for wrong, _ in SIDES.values()]
    texts += [
        lines({"id": q, "trial": t, "verdict": "AB"[x]} for q, t, x in EACH),
        lines({"id": q, "trial": t, "score": x * 5 + t} for q, t, x in EACH),
    ]
    texts += [
        lines({"id": f"q{i}", "outcomes": "".join(str(int(x)) for x in row)} for i, row in enumerate(R)),
        "id,t0,t1\na,1,x\nb,,1\nmean,1,0.5\n",
    ]
    tried = 0
    for text in texts:
        for offer in offers(text):
            got = scored("-", *offer["options"], stdin=text)
            found = got.get("runs", [got])
            assert len(found) == len(offer["runs"])
            for row, want in zip(
                found, offer["runs"] if len(found) == 1 else sorted(offer["runs"], key=lambda one: -sum(means(one, "avg")))
            ):
                fewest = want["trials"]["min"] if isinstance(want["trials"], dict) else want["trials"]
                assert (row["question_count"], row["trials"]) == (want["question_count"], fewest)
                assert means(row.get("avg", row), "value") == pytest.approx(means(want, "avg"), abs=1e-12)
            tried += 1
    assert tried > 20


@pytest.mark.parametrize(
    "given",
    [
        ("--by", "level"),
        ("--by", "colour"),
        ("--cluster", "level"),
        ("--cluster", "colour"),
        ("--baseline", "b", "--require", "avg-base>=-1"),
    ],
)
def test_an_offer_fits_all_options(given):
    """No reading is offered beside an option that names an unknown field or run."""
    text = lines(record(style=lambda _, j: "ab"[j % 2], level=lambda i, _: i % 2))
    found = offers(text, *given)
    assert bool(found) == ("colour" not in given)
    for offer in found:
        assert run("-", *given, *offer["options"], stdin=text)[0] in (0, 3, 4)


def test_what_is_asked_for_is_not_among_the_others():
    assert "there are no other fields" in run("-", "--by", "id", stdin=lines({"id": i, "passed": 1} for i in range(3)))[2]


def test_the_lines_of_a_refusal():
    status, out, err = run("-", stdin=lines(record(style=lambda _, j: "ab"[j % 2])))
    first, *rest = err.splitlines()
    assert (status, out) == (1, "")
    assert "the records of a question differ in 'style'" in first
    low, high = sorted(sum(row[j] + row[j + 2] for row in R) / 14 for j in (0, 1))
    assert f"  2 runs of 7 questions, 2 trials each, means {low:.3f} to {high:.3f}:  --run style" in rest
    assert 1 < len(rest) <= 4
    for line in rest:
        assert run("-", *shlex.split(line.partition(":  ")[2]), stdin=lines(record(style=lambda _, j: "ab"[j % 2])))[0] == 0


def test_templates():
    steps, tail = split_of("{question}.trials.{trial}.passed")
    assert ([step.roles for step in steps], tail) == ([["question"], [], ["trial"]], ("passed",))
    value = {"a": {"trials": {"x": {"passed": 1}, "y": {"passed": 0}}}}
    found = [record for _, record in at_records([(1, value)], "{question}.trials.{trial}.passed", False)]
    assert [(one["question"], one["trial"], one["passed"]) for one in found] == [("a", "x", 1), ("a", "y", 0)]
    for wrong in ("", "results", "{model}.x", "{run}.{run}", "[{}"):
        assert "--at" in run("-", "--at", wrong, stdin="[]")[2]
    path = PathTemplate("{run}/{task}/seed{trial}.jsonl")
    assert path.coordinates("out/qwen/gsm8k/seed0.jsonl") == {"run": "qwen", "task": "gsm8k", "trial": "0"}
    assert path.coordinates("qwen/seed0.jsonl") is None
    assert [one.template for one in find_shapes({"results": [{"id": 1, "passed": 1}]}, Grader(), Settings()) if not one.cost] == [
        "results[{}]"
    ]


A, B, C = {"a": 1, "b": 0}, {"c": 1, "d": 0}, [{"id": "c", "passed": 1}, {"id": "d", "passed": 0}]


@pytest.mark.parametrize(
    "value, expected",
    [
        ({"m": {"x": A, "y": B}, "n": {"x": A, "y": B}}, "{run}.{task}.{question}"),
        ({"x": {"m": A, "n": A}, "y": {"m": B, "n": B}}, "{task}.{run}.{question}"),
        ({run: {"x": {"a": [1], "b": [0]}, "y": {"c": [1], "d": [0]}} for run in "mn"}, "{run}.{task}.{question}[{trial}]"),
        ({"m": {"x": C, "y": [{"id": 1}, {"id": 2}]}, "n": {"x": C, "y": [{"id": 1}, {"id": 2}]}}, "{run}.{task}[{}]"),
        ({"m": {"x": [1, 0], "y": [1, 0]}, "n": {"x": [1, 0], "y": [1, 0]}}, None),
        ({"m": {"x": A, "y": B}}, None),
        ({"m": {"x": A}, "n": {"x": A}}, None),
        ({"m": {"x": {"a": 1}, "y": {"b": 1}}, "n": {"x": {"a": 1}, "y": {"b": 1}}}, None),
        ({"m": {"x": A, "y": A}, "n": {"x": A, "y": A}}, None),
        ({"m": {"x": A, "y": B}, "n": {"x": B, "y": A}}, None),
        ({"m": {"x": A, "y": B}, "n": {"x": A, "z": B}}, None),
    ],
)
def test_runs_and_tasks_as_objects_in_objects(value, expected):
    """In objects within objects, names with the same questions are runs, and names with different ones tasks."""
    assert template_of_cells(value) == expected


@pytest.mark.parametrize(
    "value, expected",
    [
        ({"model": "m", "benchmarks": {"x": C, "y": C}}, "benchmarks.{task}[{}]"),
        ({"datasets": {"x": {"mean": 1, "items": C}, "y": {"mean": 1, "items": C}}}, "datasets.{task}.items[{}]"),
        ({"datasets": {"x": {"mean": 1, "items": A}, "y": {"mean": 1, "items": B}}}, "datasets.{task}.items.{question}"),
        ({"tasks": {"x": {"s": A}, "y": {"s": B}}}, "tasks.{task}.s.{question}"),
        ({"tasks": {"x": {"s": {"a": 1}}, "y": {"s": {"a": 1}}}}, None),
        ({"model": "m", "attempts": {"x": C, "y": C}}, None),
        ({"model": "m", "benchmarks": {"x": C}}, None),
        ({"model": "m", "benchmarks": {"x": [1, 0], "y": [0, 1]}}, None),
    ],
)
def test_tasks_as_objects(value, expected):
    """An object with a name such as benchmarks holds tasks, if it has two or more and each has questions."""
    assert template_of_tasks(value) == expected


def test_folders_by_their_paths(tmp_path):
    for j in range(4):
        for run_name in ("big", "small"):
            text = lines({"id": f"q{i}", "passed": row[j] if run_name == "big" else not row[j]} for i, row in enumerate(R))
            placed(tmp_path / "out", {f"{run_name}/seed{j}.jsonl": text})
    rows = scored(tmp_path / "out")["runs"]
    assert sorted((row["run"], row["question_count"], row["trials"]) for row in rows) == [("big", 7, 4), ("small", 7, 4)]
    assert numbers(scored(tmp_path / "out" / "big")) == NUMBERS
    assert numbers(scored(tmp_path / "out", "--path", "big/seed{trial}.jsonl")) == NUMBERS
    paths = files_in(tmp_path, a24=lines(EACH_RECORD), a25=lines(EACH_RECORD))
    assert [row["question_count"] for row in scored(*paths, "--path", "a{task}")["runs"]] == [14]
    assert scored(*paths, "--merge", "--once")["question_count"] == 7


MERGED = "model,id,trial,passed\n"
MERGED += "".join(
    f"{name * (i + t == 0)},{f'q{i}' * (t == 0)},{t},{(i + t + j) % 2}\n" for j, name in enumerate("ab") for i in range(8) for t in range(2)
)


@pytest.mark.parametrize("options", [["--split", "id={run}_{run}_{question}"], ["--at", "{run}.{run}_{run}.{question}"]])
def test_a_name_has_one_run(options):
    """A template may name the run at two levels of a file, but not twice in one text."""
    assert run("-", *options, stdin=lines(EACH_RECORD))[0] == 2
    text = json.dumps({"m": {t: {"q1": [1, 0], "q2": [0, 1]} for t in ("a", "b")}})
    assert [one["run"] for one in scored("-", "--at", "{run}.{run}.{question}[{trial}]", stdin=text)["runs"]] == ["m/a", "m/b"]


@pytest.mark.parametrize("cut, fields", [("", ["model", "id"]), ("model,", ["id"])])
def test_merged_cells_are_offered(cut, fields):
    """An option is offered for blank cells that may repeat the name above; it has to name a field."""
    text = MERGED if not cut else "".join(line.partition(",")[2] + "\n" for line in MERGED.split("\n")[:17])
    assert offers(text)[0]["options"] == [f"--fill={name}" for name in fields]
    assert "no field is called 'task'" in said("-", "--fill", "id", "--fill", "task", stdin=text)


@pytest.mark.parametrize(
    ("names", "encoding"),
    [
        ("problème,essai,réussi", "latin-1"),
        ("вопрос,попытка,верно", "cp1251"),
        ("题号,第几次,是否正确", "gb18030"),
        ("問題,試行,正解", "cp932"),
        ("문항,시도,정답", "euc-kr"),
    ],
)
def test_the_encoding_that_fits_is_offered(names, encoding):
    text = f"{names}\n" + "".join(f"{q[1:]},{t},{int(x)}\n" for q, t, x in EACH)
    first = offers(text.encode(encoding))[0]
    assert first["options"] == [f"--encoding={encoding}"]
    assert [(run["question_count"], run["trials"], round(run["avg"], 9)) for run in first["runs"]] == [NUMBERS]
    assert numbers(scored("-", "--encoding", encoding, stdin=text.encode(encoding))) == NUMBERS


BARS = "| id | trial | passed |\n|---|:-:|---|\n" + "".join(f"| {q} | {t} | {int(x)} |\n" for q, t, x in EACH)
HEADED = "".join("id,run,passed\n" + "".join(f"{q},{t},{int(x)}\n" for q, t, x in EACH if t == run) for run in range(4))
KNOWN = {  # how many lines or records are passed over
    "a log": (f"INFO: start, now\n{lines(EACH_RECORD[:9])}\ndone in 3.1 s\n{lines(EACH_RECORD[9:])}", 2),
    "a log behind": (f"{lines(EACH_RECORD)}\nDone with all.\n", 1),
    "what Python prints": ("model: a\n" + "".join(f"{one}\n" for one in EACH_RECORD), 1),
    "a sum": (lines([*EACH_RECORD, {"summary": True, "accuracy": 0.5, "n": 28}]), 1),
    "settings": (lines([{"seed": 1, "top_p": 0.9}, *EACH_RECORD]), 1),
    "a title": (f"Results of May\n\n{TABLE}", 1),
    "bars in a page": (f"# Results\n\nAll of them.\n\n{BARS}\nOverall: 50 %\n", 3),
    "names again": (HEADED, 3),
    "an object": (lines({"id": q, "trial": t, "eval": {"passed": x}} for q, t, x in EACH), 0),
    "ticks": ("id,results\n" + "".join(f"q{i},{''.join('✗✓'[x] for x in row)}\n" for i, row in enumerate(R)), 0),
    "durations": (lines({"id": q, "trial": t, "outcome": ("FAIL: timeout", "PASS (0.8s)")[x]} for q, t, x in EACH), 0),
    "verdicts": (lines({"id": q, "trial": t, "verdict": ("WA", "AC")[x]} for q, t, x in EACH), 0),
    "rows of seeds": (
        "seed,"
        + ",".join(f"q{i}" for i in range(7))
        + "\n"
        + "".join(f"{t},{','.join(str(int(row[t])) for row in R)}\n" for t in range(4)),
        0,
    ),
    "a gold letter": (lines({"id": q, "trial": t, "correct": "A", "chosen": "BA"[x], "is_right": x} for q, t, x in EACH), 0),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_no_trial_is_passed_over(name):
    text, passed = KNOWN[name]
    found = json.loads(run("-", "--json", stdin=text)[1])
    assert numbers(found) == NUMBERS
    assert found["reading"].get("passed_over", 0) == passed
