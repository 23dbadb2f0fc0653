"""The command on every format, and what it says of files that cannot be scored."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import scorio_lite as sl

ROOT = Path(__file__).parents[1]
R = [[0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 0, 0]]


def run(*arguments, stdin=b"", **keywords):
    """(exit status, standard output, standard error) of the command."""
    result = subprocess.run([sys.executable, "-m", "scorio_lite", *map(str, arguments)], cwd=ROOT, input=stdin,
                            capture_output=True, **keywords)  # fmt: skip
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def report(text, *arguments):
    status, out, err = run("-", "--json", *arguments, stdin=text if isinstance(text, bytes) else text.encode())
    assert (status, err) == (0, ""), err
    return json.loads(out)


def records(question="task_id", outcome="passed", values=(False, True), **more):
    return [{question: f"q{i}", outcome: values[x], **more} for i, row in enumerate(R) for x in row]


def tau_bench(matrix):
    return [
        {"task_id": i, "reward": float(row[j]), "info": {}, "traj": [], "trial": j}
        for j in range(len(matrix[0]))
        for i, row in enumerate(matrix)
    ]


def lines(rows):
    return "\n".join(map(json.dumps, rows))


def csv_text(rows, delimiter=","):
    return "\n".join(delimiter.join(map(str, row)) for row in rows)


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
    "CSV with names": csv_text([["a", "b", "c", "d"], *R]),
    "CSV with questions": csv_text(NAMED),
    "CSV with quoted questions": csv_text([['"q, ""1"""', *R[0]], ["q2", *R[1]], ["q3", *R[2]]]),
    "CSV with questions and names": csv_text([["task", "a", "b", "c", "d"], *([i, *row] for i, row in enumerate(R))]),
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
    assert (got["questions"], got["trials"]) == (3, 4)
    assert tuple(got["avg"].values()) == sl.avg_ci(R, bounds=(0, 1))
    assert tuple(got["bayes"].values()) == sl.bayes_ci(R, bounds=(0, 1))
    for row in got["at_k"]:
        assert (row["pass_at_k"], row["pass_hat_k"]) == (sl.pass_at_k(R, row["k"]), sl.pass_hat_k(R, row["k"]))
    assert [row["k"] for row in got["at_k"]] == [1, 2, 3, 4]


def test_a_flat_matrix_is_one_question():
    assert report("[0, 1, 1]")["questions"] == report("0,1,1")["questions"] == 1
    assert report("0\n1\n1")["questions"] == 3


def test_tau_bench_rewards():
    """A reward within 1e-6 of 1 is a success, any other a failure."""
    matrix = [[1.0, 1 - 1e-7, 1 + 1e-7, 0.5, 1 - 1e-5, 0.0, -1, 2]]
    assert report(json.dumps(tau_bench(matrix)))["avg"]["mu"] == 3 / 8


def test_tau_bench_published_values(tmp_path):
    """The counts of the published gpt-4o airline run: 50 tasks, 4 trials."""
    successes = {0: 14, 1: 12, 2: 10, 3: 4, 4: 10}
    matrix = [[1] * s + [0] * (4 - s) for s, tasks in successes.items() for _ in range(tasks)]
    path = tmp_path / "airline.json"
    path.write_text(json.dumps(tau_bench(matrix)))
    status, out, err = run(path)
    assert (status, err) == (0, "")
    assert out.startswith(f"{path}: 50 questions, 4 trials each\n")
    table = [line.split() for line in out.splitlines()[-4:]]
    assert [(row[0], row[2]) for row in table] == [("1", "0.420"), ("2", "0.273"), ("3", "0.220"), ("4", "0.200")]


def test_which_k():
    wide = json.dumps([[1, 0] * 50, [1, 1] * 50])
    assert [row["k"] for row in report(wide)["at_k"]] == [1, 2, 4, 8, 16, 32, 64, 100]
    assert [row["k"] for row in report(wide, "-k", "3,50")["at_k"]] == [3, 50]
    assert [row["k"] for row in report(json.dumps([[1] * 16]))["at_k"]] == [1, 2, 4, 8, 16]
    status, out, err = run("-", "-k", "101", stdin=wide.encode())
    assert (status, out) == (1, "")
    assert err == "scorio-lite: standard input: k must satisfy 1 <= k <= N (N=100); got k=101\n"


def test_text_and_json_are_the_same_report():
    status, out, err = run("--example")
    got = json.loads(run("--example", "--json")[1])
    assert (status, err) == (0, "")
    for key, name in (("avg", "avg@6"), ("bayes", "Bayes@6")):
        row = next(line for line in out.splitlines() if line.startswith(name)).split()
        assert row[1:] == [
            f"{got[key]['mu']:.3f}",
            f"{got[key]['sigma']:.3f}",
            f"{got[key]['lo']:.3f}",
            "to",
            f"{got[key]['hi']:.3f}",
        ]
    assert [[float(x) for x in line.split()] for line in out.splitlines()[-6:]] == [
        [row["k"], round(row["pass_at_k"], 3), round(row["pass_hat_k"], 3)] for row in got["at_k"]
    ]
    table = out.splitlines()[-7:]
    assert len({len(line) for line in table}) == 1, "the columns are aligned"


BAD = {
    "": "the file is empty",
    " \n\n": "the file is empty",
    "[]": "there is no trial in it",
    "[[]]": "there is no trial in it",
    "[[0, 1],\n [1,": "line 2, column 5: not valid JSON: Expecting value",
    "\n\n[[0, 1],\n [1, x]]": "line 4, column 6: not valid JSON: Expecting value",
    "[[0, 1], [1, 2]]": "row 2, column 2: 2 is neither 0 nor 1",
    "[[0, 1], [1, 0.5]]": "row 2, column 2: 0.5 is neither 0 nor 1",
    '[[0, 1], [1, "1"]]': "row 2, column 2: '1' is neither 0 nor 1",
    "[[0, 1], [1, null]]": "row 2, column 2: null is neither 0 nor 1",
    "[[0, 1], [1, NaN]]": "row 2, column 2: nan is neither 0 nor 1",
    "[[0, 1], [1, [1]]]": "row 2, column 2: a list is neither 0 nor 1",
    "[[0, 1], 1]": "row 2: not a list of outcomes but 1",
    "[[0, 1], {}]": "row 2: not a list of outcomes but an object",
    "[[0, 1], [1, 0, 1], [1, 0, 0]]": "the questions differ in their number of trials: the longest has 3, others fewer: 1 (2)",
    "[" * 100_000: "line 1: JSON that cannot be read",
    "0,1\n1,2": "line 2, column 2: 2 is neither 0 nor 1",
    "0,1\n1,x": "line 2, column 2: 'x' is neither 0 nor 1",
    "0,1\n1,": "line 2, column 2: '' is neither 0 nor 1",
    "0,1\n1": "the questions differ in their number of trials",
    "q1,0,1\nq1,1,1\nq2,0,1": "the questions differ in their number of trials: the longest has 4, others fewer: 'q2' (2)",
    'a,"0,1': "line 1: not CSV",
    "task_id,passed\na,1\nb": "line 3: 1 fields, where the first line names 2",
    "task_id,passed\na,1\nb,maybe": "line 3, field 'passed': 'maybe' is neither 0 nor 1",
    '{"task_id": 1, "passed": true}\n{"task_id": 2, "passed": tru': "line 2, column 26: not valid JSON: Expecting value",
    '{"task_id": 1, "passed": true}\n{"task_id": 2}': "line 2: field 'passed' is missing",
    '{"task_id": 1, "passed": true}\n{"passed": true}': "line 2: field 'task_id' is missing",
    '{"task_id": 1, "passed": true}\n[1, 2]': "line 2: not a record (a JSON object) but a list",
    '{"task_id": 1, "passed": 0.5}': "line 1, field 'passed': 0.5 is neither 0 nor 1",
    '{"task_id": [1], "passed": 1}': "line 1, field 'task_id': a list does not name a question",
    '{"name": 1, "passed": 1}': "line 1: no field names the question (looked for task_id, ",
    '{"task_id": 1, "verdict": 1}': "line 1: no field holds the outcome (looked for passed, ",
    '{"task_id": 1, "trial": 0, "passed": 1}\n{"task_id": 1, "trial": 0, "passed": 1}': "line 2: a second trial 0 of question 1",
    lines([{"task_id": i, "passed": 1} for i in (1, 1, 2, 3, 4, 5, 6)]): "others fewer: 2 (1), 3 (1), 4 (1) and 2 more",
    json.dumps([*tau_bench([[1]]), {"task_id": 1, "trial": 0}]): "record 2: field 'reward' is missing",
    json.dumps([*tau_bench([[1]]), {"task_id": 1, "reward": None}]): "record 2, field 'reward': null is not a number",
    json.dumps([{"task_id": 7, "reward": 0.0, "info": {"error": "x"}}]): "record 1, field 'info.error': this run of task 7 broke",
    json.dumps([*tau_bench([[1]]), 5]): "record 2: not a record (a JSON object) but 5",
    "q": "there is no trial in it",
    b"\x93NUMPY\x01\x00": "not a text file in UTF-8",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_files_that_cannot_be_scored(text):
    status, out, err = run("-", stdin=text if isinstance(text, bytes) else text.encode())
    assert (status, out) == (1, "")
    assert err.startswith("scorio-lite: standard input: ")
    assert BAD[text] in err
    assert err.count("\n") == 1
    assert len(err) < 250


def test_a_number_of_too_many_digits():
    status, out, err = run("-", stdin=b"[1" + b"0" * 5000 + b"]")
    assert (status, out) == (1, "")
    assert "Exceeds the limit" in err or "an integer of 16610 bits is neither 0 nor 1" in err
    assert err.count("\n") == 1


def test_files_that_cannot_be_read(tmp_path):
    for path, words in ((tmp_path / "none.json", "No such file or directory"), (tmp_path, "Is a directory")):
        status, out, err = run(path)
        assert (status, out, err) == (1, "", f"scorio-lite: {path}: {words}\n")


@pytest.mark.parametrize(
    "arguments", [(), ("-k", "0", "-"), ("-k", "1,x", "-"), ("-k", "", "-"), ("--what",), ("-", "--example")]
)
def test_wrong_usage(arguments):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("usage: scorio-lite")


def test_help_and_version():
    assert "result file" in run("--help")[1]
    assert run("--version")[1] == f"scorio-lite {sl.__version__}\n"


def test_a_closed_pipe_ends_it_silently():
    command = [sys.executable, "-m", "scorio_lite", "--example"]
    read_end, write_end = os.pipe()
    os.close(read_end)
    result = subprocess.run(command, cwd=ROOT, stdout=write_end, stderr=subprocess.PIPE)
    os.close(write_end)
    assert (result.returncode, result.stderr) == (0, b"")


def test_the_locale_does_not_matter():
    text = lines([{"task_id": "é", "passed": True}, {"task_id": "é", "passed": 2}])
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    status, _, err = run("-", stdin=text.encode(), env=environment)
    assert status == 1
    assert "line 2, field 'passed': 2 is neither 0 nor 1" in err
