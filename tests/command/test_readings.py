"""Check readings: files with and just without each contradiction, every shape written and read, and offers."""

from __future__ import annotations

import json
import random
import re
import shlex

import pytest
from helpers import cases
from kept import Kept
from result_files import files_in, lines, placed, run, said, scored
from test_small_files import of_lines

from scorio_lite._command.arguments import read_options
from scorio_lite._command.grading import FileError, Grader
from scorio_lite._command.readings.offers import find_offers
from scorio_lite._command.readings.shapes import find_shapes
from scorio_lite._command.readings.templates import PathTemplate, at_records, split_of
from scorio_lite._command.settings import Settings

RNG = random.Random("readings")
R = [[RNG.random() < 0.6 for _ in range(4)] for _ in range(7)]
NUMBERS = (7, 4, round(sum(map(sum, R)) / 28, 9))
EACH = [(f"q{i}", j, x) for i, row in enumerate(R) for j, x in enumerate(row)]
EACH_RECORD = [{"id": q, "trial": t, "passed": x} for q, t, x in EACH]


def numbers(got):
    return got["question_count"], got["trials"], round(got["avg"]["value"], 9)


def offers(text, *options):
    """Return what the command offers on a file that it refuses."""
    status, out, _ = run("-", *options, "--json", stdin=text)
    assert status == 1, out
    return json.loads(out)["readings"]


@pytest.mark.parametrize(
    ("ways", "tries"),
    [
        ([[f"--run=f{i}"] for i in range(61)], 60),
        ([[f"--run={'c' * 99_994}"]], 1),  # 100,000 characters; nobody types more
        ([[f"--run={'c' * 99_995}"]], 0),
    ],
    ids=["60 tries", "long", "too long"],
)
def test_the_tries_of_a_refusal_are_limited(ways, tries):
    tried = []

    def read(options):
        tried.append(options)
        raise FileError("no")

    error = FileError("what is it?").leading(*ways)
    error.is_read = True
    assert find_offers(error, read_options(["none.csv"]), read) == []
    assert len(tried) == tries


def record(**fields):
    """Return the records of R. A further field is a function of the numbers of question and trial."""
    return [
        {"id": i, "passed": x, **{name: value(i, j) for name, value in fields.items()}}
        for i, row in enumerate(R)
        for j, x in enumerate(row)
    ]


def numbers_of(run):
    """Return [number of questions, fewest trials of a question, low, high] of a run; a list of these for several tasks.

    low and high are the ends of the range of the mean; both are the mean if it is known.
    """
    if len(run.get("tasks") or ()) > 1:
        return [numbers_of(cell) for cell in run["tasks"].values()]
    score, name = (run["avg"], "value") if isinstance(run.get("avg"), dict) else (run, "value" if "value" in run else "avg")
    ends = [score[name]] * 2 if score[name] is not None else [score[f"{name}_low"], score[f"{name}_high"]]
    trials = run["trials"]
    return [run["question_count"], trials["min"] if isinstance(trials, dict) else trials, *(round(end, 9) for end in ends)]


REFUSED = [case for case, line in Kept("small_files.txt").pairs.items() if line.startswith(("    ? ", "    ?? ")) and " | --" in line]
PLAIN = [case for case in REFUSED if not re.search("--metrics", case)]  # the report has each run's mean


@cases("first", [0], range(1, 40))
def test_each_offer_has_been_tried(first):
    """The options of an offer are accepted, and lead to exactly its numbers."""
    tried = 0
    for case in PLAIN[first::40]:
        text, *options = re.split(" (?=--|-k=)", case)
        for offer in offers(of_lines(text), *options):
            got = scored("-", *options, *offer["options"], stdin=of_lines(text))
            assert sorted(map(numbers_of, got.get("runs", [got]))) == sorted(map(numbers_of, offer["runs"])), case
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
    """Each offer works together with the given options. If an option names an unknown field, there is no offer."""
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
    """{run} may stand at two levels of a template's path, but not twice within one level."""
    assert run("-", *options, stdin=lines(EACH_RECORD))[0] == 2
    text = json.dumps({"m": {t: {"q1": [1, 0], "q2": [0, 1]} for t in ("a", "b")}})
    assert [one["run"] for one in scored("-", "--at", "{run}.{run}.{question}[{trial}]", stdin=text)["runs"]] == ["m/a", "m/b"]


@pytest.mark.parametrize("cut, fields", [("", ["model", "id"]), ("model,", ["id"])])
def test_merged_cells_are_offered(cut, fields):
    """If blank cells may repeat the cell above, --fill with their field is offered; other names are refused."""
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
