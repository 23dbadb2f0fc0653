"""What the command reads, in every container, and what it shows of it."""

from __future__ import annotations

import json
import re

import pytest
from result_files import Content, R, csv_text, lines, read, records, report, run, tau_bench

import scorio_lite as sl
from scorio_lite import confidence
from scorio_lite._command import formats
from scorio_lite._command.book import Book
from scorio_lite._command.grading import Grader
from scorio_lite._command.settings import Settings
from scorio_lite._command.text import number

NAMED = [[f"q{i}", *row] for i, row in enumerate(R)]
NUMBERED = [["", *"0123"], *([i, *row] for i, row in enumerate(R))]
GOOD = {
    "JSON matrix": json.dumps(R),
    "JSON matrix of booleans": json.dumps([[bool(x) for x in row] for row in R], indent=2),
    "JSON matrix of floats": "\n\n " + json.dumps([[float(x) for x in row] for row in R]),
    "CSV matrix": csv_text(R),
    "CSV with semicolons": csv_text(R, ";") + "\n\n",
    "CSV with tabs": csv_text(R, "\t"),
    "CSV with spaces": csv_text(R, " "),
    "CSV with spaces after commas": csv_text(R, ", "),
    "CSV of words": csv_text([["true" if x else "False" for x in row] for row in R]),
    "CSV with CRLF": csv_text(R).replace("\n", "\r\n") + "\r\n",
    "CSV with names": csv_text([["t0", "t1", "t2", "t3"], *R]),
    "CSV with questions": csv_text(NAMED),
    "CSV with quoted questions": csv_text([['"q, ""1"""', *R[0]], ["q2", *R[1]], ["q3", *R[2]]]),
    "CSV with questions and names": csv_text([["task", "t0", "t1", "t2", "t3"], *([i, *row] for i, row in enumerate(R))]),
    "CSV with an index": csv_text(NUMBERED),
    "CSV, a trial a line": csv_text([["task_id", "trial", "passed"], *((i, j, x) for i, row in enumerate(R) for j, x in enumerate(row))]),
    "JSON Lines": lines(records()),
    "JSON Lines of 0 and 1": lines(records("question_id", "correct", (0, 1))) + "\n\n",
    "JSON Lines of 0.0 and 1.0": lines(records("problem", "reward", (0.0, 1.0), note="0.5")),
    "JSON list of records": json.dumps(records("id", "is_correct"), indent=1),
    "tau-bench": json.dumps(tau_bench(R)),
    "a byte order mark": b"\xef\xbb\xbf" + json.dumps(R).encode(),
}  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_formats(name):
    got = report(GOOD[name])
    assert (got["question_count"], got["trials"]) == (3, 4)
    assert tuple(got["avg"].values()) == confidence.avg(R)
    for row in got["at_k"]:
        for name in ("pass_at_k", "pass_hat_k"):
            assert tuple(row[name].values()) == getattr(confidence, name)(R, row["k"])
    assert [row["k"] for row in got["at_k"]] == [1, 2, 3, 4]


def test_a_flat_matrix_is_one_question():
    assert report("[0, 1, 1]")["question_count"] == report("0,1,1")["question_count"] == 1
    assert report("1\n0\n1")["question_count"] == 3


def test_tau_bench_rewards():
    """A reward within 1e-6 of 1 is a success, any other a failure."""
    matrix = [[1.0, 1 - 1e-7, 1 + 1e-7, 0.5, 1 - 1e-5, 0.0, -1, 2]]
    assert report(json.dumps(tau_bench(matrix)))["avg"]["value"] == 3 / 8


def test_tau_bench_published_values(tmp_path):
    """The counts of the published gpt-4o airline run: 50 tasks, 4 trials."""
    successes = {0: 14, 1: 12, 2: 10, 3: 4, 4: 10}
    matrix = [[1] * s + [0] * (4 - s) for s, tasks in successes.items() for _ in range(tasks)]
    path = tmp_path / "airline.json"
    path.write_text(json.dumps(tau_bench(matrix)))
    status, out, err = run(path)
    assert (status, err) == (0, "")
    assert out.partition("\n")[0].endswith("airline.json (tau-bench): 50 questions, 4 trials each")
    table = [re.split(" {2,}", line.strip()) for line in out.splitlines()[-4:]]
    assert [(row[0], row[2][:5]) for row in table] == [("1", "0.420"), ("2", "0.273"), ("3", "0.220"), ("4", "0.200")]


def test_which_k():
    wide = json.dumps([[1, 0] * 50, [1, 1] * 50])
    assert [row["k"] for row in report(wide)["at_k"]] == [1, 2, 4, 8, 16, 32, 64, 100]
    assert [row["k"] for row in report(wide, "-k", "3,50")["at_k"]] == [3, 50]
    assert [row["k"] for row in report(json.dumps([[1] * 16]))["at_k"]] == [1, 2, 4, 8, 16]
    very_wide = json.dumps([[1, 0] * 5000, [0, 0, 0, 1] * 2500])
    assert [row["k"] for row in report(very_wide)["at_k"]] == [1, 2, 4, 8, 16, 32, 64, 128]
    assert [row["k"] for row in report(very_wide, "-k", "500")["at_k"]] == [500]
    assert [row["k"] for row in report(wide, "-k", "101")["at_k"]] == [101]


# What is read, though one could read it wrongly: {text: its outcomes}.
READ = {
    # Names of questions are text.
    "task_id,passed\n1.1,1\n1.10,0": [[1], [0]],
    "task_id,passed\n01,1\n1,0\n1_0,1\n10,1\n1e999,1\n2e999,0": [[1], [0], [1], [1], [1], [0]],
    "task,t0,t1\n 1,0,1\n01,1,1\n1e0,0,0": [[0, 1], [1, 1], [0, 0]],
    # Spellings of outcomes.
    "0.0,1.0,TRUE,False\n1,0,true,fAlSe": [[0, 1, 1, 0], [1, 0, 1, 0]],
    "0.000000000000000000e+00,1.000000000000000000e+00\n1.00,0": [[0, 1], [1, 0]],
    # A first line of numbers.
    "0,1,2\n0,1,1\n1,1,1": [[0, 1, 1], [1, 1, 1]],
    "1,2,3\n0,1,1": [[0, 1, 1]],
    ",0,1\n0,1,1\n1,0,0": [[1, 1], [0, 0]],
    "Unnamed: 0,0,1\n0,1,1": [[1, 1]],
    "task_id,0\na,1": [[1]],
    "task,1,2\na,0,1": [[0, 1]],
    "name,1,2,3\na,0,1,1": [[0, 1, 1]],
    "1,0\n0,1": [[1, 0], [0, 1]],
    "q1,0,1\nq2,1,1": [[0, 1], [1, 1]],
    "HumanEval/0,0\nHumanEval/1,1": [[0], [1]],
    "a 0 1\nb 1 1": [[0, 1], [1, 1]],
    "math,1\ncode,0": [[1], [0]],
    # Columns.
    "qid,t0,t1,t2\n0,0,1,0\n1,1,0,0": [[0, 1, 0], [1, 0, 0]],
    "foo,run2,run1\nx,0,1\ny,1,1": [[0, 1], [1, 1]],
    "Trial 1,Trial 2\n0,1\n1,1": [[0, 1], [1, 1]],
    "t0\n0\n1": [[0], [1]],
    "result,1,1,0\nother,1,0,1": [[1, 1, 0], [1, 0, 1]],
    # Delimiters, quotes and empty lines.
    "\tt0\tt1\nq\t1\t0": [[1, 0]],
    "x;1;0\ny,z;1;1": [[1, 0], [1, 1]],
    "sep=;\n1;0\n0;1": [[1, 0], [0, 1]],
    '"q;1",0,1\n"q;2",1,1': [[0, 1], [1, 1]],
    "task_id,prompt,passed\na,x;y,1\nb,u;v,0": [[1], [0]],
    '"q\n1",1,1\n"q\n2",0,1': [[1, 1], [0, 1]],
    "1,0\n \n\n1,1\n\n": [[1, 0], [1, 1]],
    # pandas with an index, and a delimiter at the end.
    ",task_id,passed\n0,a,1\n1,b,0\n0,a,1\n1,b,0": [[1, 1], [0, 0]],
    "task_id,passed,\na,1,\nb,0,": [[1], [0]],
    # Fields beside the outcome.
    '{"task_id": 1, "correct": "B", "is_correct": false}\n{"task_id": 2, "correct": 1, "is_correct": false}': [[0], [0]],
    '{"task_id": 1, "reward": 0.7, "passed": true}': [[1]],
    '[{"task_id": 1, "reward": 0.7, "passed": true}]': [[1]],
    '{"id": 1, "passed": 1, "score": 1.0}\n{"id": 2, "passed": 1, "score": 0.7}\n{"id": 3, "passed": 0, "score": 1}': [[1], [1], [0]],
    '{"task_id": 1, "passed": true, "result": "passed"}\n{"task_id": 2, "passed": false, "result": "failed"}': [[1], [0]],
    '{"task_id": 1, "passed": true, "x": 1, "x": 2, "info": {"a": 1, "a": 2}}': [[1]],
    '{"task_id": 1, "prompt": [{"role": "user"}], "passed": 1}\n{"task_id": 2, "prompt": [], "passed": 0}': [[1], [0]],
    '{"task_id": 1, "id": 7, "passed": 1}\n{"task_id": 2, "id": 8, "passed": 0}': [[1], [0]],
    '{"id": 0, "dataset": "a", "passed": 1}\n{"id": 1, "dataset": "b", "passed": 1}': [[1], [1]],
    '{"id": 1.0, "passed": 1}\n{"id": 1, "passed": 0}': [[1, 0]],
    '{"id": 1, "trial": null, "passed": 1}\n{"id": 1, "trial": null, "passed": 1}': [[1, 1]],
    '{"Task_ID": 1, "PASSED": true}\n{"task_id": 1, "passed": true}': [[1, 1]],
    "Task_ID,Passed\na,TRUE": [[1]],
    # tau-bench's rewards, in any container.
    '{"task_id": 1, "traj": [], "reward": 0.9999999, "info": {}}\n{"task_id": 2, "traj": [], "info": {}, "reward": 0.5}': [[1], [0]],
    "task_id,info,traj,reward\n1,,,0.9999999\n2,,,0.5\n3,,,-1": [[1], [0], [0]],
    "task_id,category,t0,t1\na,b,0,1": [[0, 1]],
    "task,t0,t1,\na,0,1,": [[0, 1]],
    '{"task_id": 1, "id": 1, "passed": 1}\n{"task_id": 2, "id": 1, "passed": 1}': [[1], [1]],
    # JSON.
    "[0, 1]\n\n[1, 1]\n": [[0, 1], [1, 1]],
    '{\n "task_id": 1,\n "passed": true\n}': [[1]],
}  # fmt: skip


@pytest.mark.parametrize("text", READ, ids=range(len(READ)))
def test_what_is_read(text):
    assert read(text) == sl.Tally(READ[text])


def tally_or_refusal(text):
    try:
        return read(text)
    except ValueError as error:
        return type(error)


def test_records_in_any_container_mean_the_same():
    """The same records as JSON Lines, JSON and CSV: the same tally, or the same refusal."""
    for fields in (
        ("task_id", "passed"),
        ("id", "trial", "reward"),
        ("id", "is_correct", "score"),
        ("name", "id", "success"),
    ):
        for cells in ((0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 2, 0)):
            items = [dict(zip(fields, cells)), dict(zip(fields, (2, 0, 0)))]
            texts = lines(items), json.dumps(items), csv_text([fields, *(item.values() for item in items)])
            assert len(set(map(tally_or_refusal, texts))) == 1, (fields, cells)


def test_records_are_not_kept():
    """Memory grows with the questions, and not with the records."""
    tracemalloc = pytest.importorskip("tracemalloc")

    def peak(trials):
        text = lines(
            {"task_id": f"q{i}", "trial": j, "passed": True, "score": 1.0, "id": i}
            for j in range(trials)
            for i in range(9)
        )
        file, book = Content(text), Book(Grader())
        tracemalloc.start()
        formats.read(file, book, Settings())
        assert {question.trials for question in book.questions.values()} == {trials}
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    peak(10)
    assert peak(2500) < peak(1200) + 200_000  # by then, the sample is full, and some lines have been read together


def test_small_and_large_numbers_are_not_shown_as_0_and_1():
    assert [number(x) for x in (0.0, 1.0, 0.42, 0.0004, 0.0005001, 0.9996, 0.9994, -0.9996, -1.0)] == [
        *("0.000", "1.000", "0.420", "<0.001", "0.001", ">0.999", "0.999", "<-0.999", "-1.000")
    ]
    for trials in (1, 4, 100):
        matrix = [[0] * trials, *([1] * (trials - 1) + [i % 2] for i in range(900))]
        status, out, _ = run("-", stdin=json.dumps(matrix).encode())
        assert status == 0
        means, table = out.splitlines()[3:5], out.splitlines()[10:]
        assert table
        assert len({(len(line), line.index("[")) for line in means}) == 1, out
        assert len({tuple(place.start() for place in re.finditer(r"(?<=  )\S", line[4:])) for line in table}) == 1, out
