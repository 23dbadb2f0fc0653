"""The command on every format, and what it says of files that cannot be scored."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import ROOT
from result_files import Content, R, csv_text, lines, read, records, report, run, tau_bench

import scorio_lite as sl
from scorio_lite._command import formats
from scorio_lite._command.book import Book
from scorio_lite._command.fields import OUTCOME_KEYS, QUESTION_KEYS, TRIAL_KEYS
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
        for name in ("pass_at_k", "pass_hat_k", "maj_at_k"):
            value, *summary = row[name].values()
            assert value == getattr(sl, name)(R, row["k"])
            assert tuple(summary) == getattr(sl, f"{name}_ci")(R, row["k"])
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
    assert out.startswith(f"{path} (tau-bench): 50 questions, 4 trials each\n")
    table = [re.split(" {2,}", line.strip()) for line in out.splitlines()[7:11]]
    assert [(row[0], row[2][:5]) for row in table] == [("1", "0.420"), ("2", "0.273"), ("3", "0.220"), ("4", "0.200")]


def test_which_k():
    wide = json.dumps([[1, 0] * 50, [1, 1] * 50])
    assert [row["k"] for row in report(wide)["at_k"]] == [1, 2, 4, 8, 16, 32, 64, 100]
    assert [row["k"] for row in report(wide, "-k", "3,50")["at_k"]] == [3, 50]
    assert [row["k"] for row in report(json.dumps([[1] * 16]))["at_k"]] == [1, 2, 4, 8, 16]
    very_wide = json.dumps([[1, 0] * 5000, [0, 0, 0, 1] * 2500])
    assert [row["k"] for row in report(very_wide)["at_k"]] == [1, 2, 4, 8, 16, 32, 64, 128]
    assert [row["k"] for row in report(very_wide, "-k", "500")["at_k"]] == [500]
    status, out, err = run("-", "-k", "101", stdin=wide.encode())
    assert (status, out) == (1, "")
    assert err == "scorio-lite: standard input: k must satisfy 1 <= k <= N (N=100); got k=101\n"


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
    "[[0, 1], [1, null]]": "1 trial has no outcome: row 2, column 2 (null); a missing trial is not counted as a failure: see --missing",
    "[[0, 1], [1, NaN]]": "1 trial has no outcome: row 2, column 2 (nan); a missing trial is not counted as a failure: see --missing",
    "[[0, 1], [1, [1]]]": "row 2, column 2: a list is neither 0 nor 1",
    "[[0, 1], 1]": "row 2: not a list of outcomes but 1",
    "[[0, 1], {}]": "row 2: not a list of outcomes but an object",
    "[[0, 1], [1, 0, 1], [1, 0, 0]]": "the questions differ in their number of trials: row 1 has 2, where others have 3; a missing trial is not counted as a failure: see --missing own, drop, fail, truncate",
    "[" * 100_000: "line 1: JSON that cannot be read",
    "0,1\n1,2": "line 2, column 2: 2 is neither 0 nor 1",
    "0,1\n1,x": "line 2, column 2: 'x' is neither 0 nor 1",
    "0,1\n1,": "1 trial has no outcome: line 2, column 2 (an empty cell); a missing trial is not counted as a failure",
    "0,1\n1": "the questions differ in their number of trials: row 2 has 1, where others have 2; a missing trial is",
    "q1,0,1\nq1,1,1\nq2,0,1": "line 2: a second row for 'q1'",
    "task_id,passed\nq1,0\nq2,1\nq1,1\nq3,1": "the questions differ in their number of trials: 'q1' has 2, where others have 1;",
    "task_id,passed\nq1,0\nq2,1\nq1,1\nq2,1\nq3,0": "differ in their number of trials: 'q3' has 1, where others have 2;",
    'a,"0,1': "line 1: not CSV",
    "task_id,passed\na,1\nb": "line 3: 1 field, where line 1 names 2",
    "task_id,passed\na,1\nb,maybe": "line 3, field 'passed': 'maybe' is neither 0 nor 1",
    '{"task_id": 1, "passed": true}\n{"task_id": 2, "passed": tru': "line 2, column 26: not valid JSON: Expecting value",
    '{"task_id": 1, "passed": true}\n{"task_id": 2}': "line 2: field 'passed' is missing",
    '{"task_id": 1, "passed": true}\n{"passed": true}': "line 2: field 'task_id' is missing",
    '{"task_id": 1, "passed": true}\n[1, 2]': "line 2: not a record (a JSON object) but a list",
    '{"task_id": 1, "passed": 0.5}': "line 1, field 'passed': 0.5 is neither 0 nor 1",
    '{"task_id": [1], "passed": 1}': "line 1, field 'task_id': a list does not name a question",
    '{"label": 1, "passed": 1}': "line 1: no field names the question (looked for task_id, ",
    '{"task_id": 1, "verdict": 1}': "line 1: no field holds the outcome (looked for passed, ",
    '{"task_id": 1, "trial": 0, "passed": 1}\n{"task_id": 1, "trial": 0, "passed": 1}': "line 2: a second trial 0 of question 1",
    lines([{"task_id": i, "passed": 1} for i in (*range(1, 14), *range(1, 9))]): "9 has 1, 10 has 1, 11 has 1 and 2 more, where others have 2; a",
    json.dumps([*tau_bench([[1]]), {"task_id": 1, "trial": 0}]): "record 2: field 'reward' is missing",
    json.dumps([*tau_bench([[1]]), {"task_id": 1, "reward": None}]): "1 trial has no outcome: record 2, field 'reward' (null); a missing",
    json.dumps([{"task_id": 7, "reward": 0.0, "info": {"error": "x"}}]): "no trial has an outcome: record 1 (task 7 broke: info.error)",
    json.dumps([*tau_bench([[1]]), 5]): "record 2: not an object but 5",
    "q": "line 1: 'q' is no outcome (0 or 1), and no line of outcomes follows",
    b"\x93NUMPY\x01\x00": "line 1: not a text file in UTF-8 (byte 0x93)",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_files_that_cannot_be_scored(text):
    status, out, err = run("-", stdin=text if isinstance(text, bytes) else text.encode())
    assert (status, out) == (1, "")
    assert err.startswith("scorio-lite: standard input: ")
    assert BAD[text] in err
    assert err.count("\n") == 1
    assert len(err) < 300


# What is read, though one could read it wrongly: {text: its outcomes}.
READ = {
    # Names of questions are text.
    "task_id,passed\n1.1,1\n1.10,0": [[1], [0]],
    "task_id,passed\n01,1\n1,0\n1_0,1\n10,1\n1e999,1\n2e999,0\n1.0,1": [[1], [0], [1], [1], [1], [0], [1]],
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
    "0,1\n1,0": [[0, 1], [1, 0]],
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
    "0,1\n,,\n\n1,1\n,\n": [[0, 1], [1, 1]],
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
    '{"task_id": 1, "trial": 0, "reward": 0.9999999}\n{"task_id": 2, "trial": 0, "reward": 0.5}': [[1], [0]],
    "task_id,trial,reward\n1,0,0.9999999\n2,0,0.5\n3,0,-1": [[1], [0], [0]],
    # JSON.
    "[0, 1]\n\n[1, 1]\n": [[0, 1], [1, 1]],
    '{\n "task_id": 1,\n "passed": true\n}': [[1]],
}  # fmt: skip


@pytest.mark.parametrize("text", READ, ids=range(len(READ)))
def test_what_is_read(text):
    assert read(text) == sl.Tally(READ[text])


# What is refused, each with words of the message.
REFUSED = {
    "01,0\n0,1": "line 1, column 1: '01' is neither 0 nor 1",
    "0,1\n+1,1e0": "line 2, column 1: '+1' is neither 0 nor 1",
    "task_id,passed\na,1_0": "line 2, field 'passed': '1_0' is neither 0 nor 1",
    # A first line that could be two things.
    "name,0,1\na,1,1\nb,0,1": "line 1: is 'name' with 0, 1 a question and its outcomes, or a line of names? Put the line task_id,t0,t1",
    "foo,0,1\na,1,1": "line 1: is 'foo' with 0, 1 a question",
    "foo,1,2\na,0,1": "line 1: is 'foo' with 1, 2 a question",
    "name,1\na,0": "line 1: is 'name' with 1 a question",
    "1,2\n0,1": "line 1, column 2: 2 is neither 0 nor 1",
    "0,x,1\n0,1,1": "line 1, column 2: 'x' is neither 0 nor 1",
    "q1,1,,1\nq2,0,1,1": "1 trial has no outcome: line 1, column 3 (an empty cell)",
    "x,1,1\n1,0,1\n0,1,1": "line 2, column 1: '1' does not name a question",
    "0,1,2\nfoo,0,1": "line 2, column 1: 'foo' is neither 0 nor 1",
    # Cells at the ends of a line.
    "q\t1\t\nr\t1\t0": "1 trial has no outcome: line 1, column 3 (an empty cell)",
    "\t1\t1\n\t1\t0": "2 trials have no outcome: line 1, column 1 (an empty cell), line 2, column 1 (an empty cell)",
    "0,1,\n1,1,": "2 trials have no outcome: line 1, column 3 (an empty cell), line 2, column 3 (an empty cell)",
    "task,t0,t1,\na,0,1,": "line 1, column 4 has no name (a delimiter too many?)",
    "task_id,passed\na,1,": "line 2: 3 fields, where line 1 names 2",
    # Columns that may be no trials.
    "nid,t0,t1\n0,0,1\n1,1,0": "line 1, column 1: does 'nid' name the questions, or is it a trial? Call it task_id",
    "task,t0,t1,mean\na,1,1,1": "line 1, column 4, 'mean': is it a trial? Name the trials alike",
    "t0,t1,mean\n1,1,1": "line 1, column 3, 'mean': is it a trial?",
    "task_id,category,t0,t1\na,b,0,1": "line 1, column 2, 'category': is it a trial?",
    "task,n,c\na,1,1": "line 1, column 2, 'n': is it a trial?",
    "task,pass@1,pass@5\na,1,1": "line 1, column 2, 'pass@1': is it a trial?",
    "task,pass1,pass5\na,1,1": "line 1, column 3, 'pass5': is it a trial?",
    "task,t0,t00\na,1,1": "line 1, column 3, 't00': is it a trial?",
    "task,acc\na,1": "line 1, column 2, 'acc': is it a trial?",
    "run,q0,q1\nx,1,1": "line 1, column 2, 'q0': is it a trial?",
    "model,t0,t1\nx,1,1": "line 1, column 1: does 'model' name the questions",
    "task_id,t1,t2,score\na,0,1,1": "line 2: fields 't1' and 't2' look like trials, beside 'score'",
    '{"task_id": 1, "n": 1, "c": 1, "score": 1}': "line 1: fields 'n' and 'c' look like trials, beside 'score'",
    "task\na": "line 1: after 'task', no column of trials",
    # Two fields for one thing.
    '{"task_id": 1, "id": 1, "passed": 1}\n{"task_id": 1, "id": 2, "passed": 1}': "line 2: fields 'task_id' and 'id' group the records differently (1 goes with 1 and 2)",
    '{"task_id": 1, "id": 1, "passed": 1}\n{"task_id": 2, "id": 1, "passed": 1}': "line 2: fields 'id' and 'task_id' group the records differently (1 goes with 1 and 2)",
    '{"task_id": 1, "passed": 1}\n{"task_id": 2, "id": 1, "passed": 1}': "line 2: field 'id' is not in the records before",
    '{"task_id": 1, "correct": 1, "is_correct": false}': "line 1: 'correct' is 1 and 'is_correct' is false; remove or rename",
    "task_id,passed,score\na,1,1\nb,1,0": "line 3: 'passed' is true and 'score' is false",
    '{"task_id": 1, "passed": "false", "score": 1}': "line 1: 'score' is 1 and 'passed' is 'false'",
    '{"task_id": 1, "passed": null, "score": 0}\n{"task_id": 2, "passed": true, "score": 1}': "line 2: field 'passed' holds an outcome here and nothing in the records before",
    '{"task_id": 1, "passed": true, "score": 1}\n{"task_id": 2, "passed": null, "score": 0}': "line 2, field 'passed': null, where other fields hold an outcome",
    '{"task_id": 1, "passed": true, "score": 1}\n{"task_id": 2, "score": 0}': "line 2: field 'passed' is missing",
    '{"id": 1, "model": "a", "passed": 1}\n{"id": 1, "model": "b", "passed": 1}': "line 2: question 1 has model 'a' and 'b'; score one at a time",
    '{"task_id": 1, "passed": "true"}': "line 1, field 'passed': 'true' is neither 0 nor 1",
    # tau-bench.
    '{"task_id": 1, "reward": 0.5}': "line 1, field 'reward': 0.5 is neither 0 nor 1",
    '{"task_id": 1, "trial": 0, "reward": 1, "info": {"error": "x"}}': "no trial has an outcome: line 1 (task 1 broke: info.error)",
    json.dumps([{"task_id": 1, "trial": 0, "reward": float("nan")}]): "no trial has an outcome: record 1, field 'reward' (nan)",
    json.dumps([{"task_id": 1, "trial": 0, "reward": float("inf")}]): "record 1, field 'reward': inf is not a finite number",
    json.dumps([{"task_id": 1, "trial": 0, "reward": "1.0"}]): "record 1, field 'reward': '1.0' is not a finite number",
    "task_id,trial,reward\n1,0,1e999": "line 2, field 'reward': inf is not a finite number",
    json.dumps([*tau_bench([[1]]), {"task_id": 1, "reward": 1, "passed": 1}]): "record 2: field 'passed' is not in the records before",
    # Names of questions, and numbers of trials.
    '{"id": 0, "passed": 1}\n{"id": "0", "passed": 1}': "line 2, field 'id': questions 0 and '0' differ in their spelling alone",
    '{"id": "a", "passed": 1}\n{"id": "a ", "passed": 1}': "line 2, field 'id': questions 'a' and 'a ' differ in their spelling alone",
    '{"id": 1, "passed": 1}\n{"id": true, "passed": 1}': "line 2, field 'id': true does not name a question",
    '{"id": null, "passed": 1}': "line 1, field 'id': null does not name a question",
    '{"id": 1.1, "passed": 1}': "line 1, field 'id': 1.1 does not name a question",
    '{"id": NaN, "passed": 1}': "line 1, field 'id': nan does not name a question",
    '{"id": " ", "passed": 1}': "line 1, field 'id': ' ' does not name a question",
    "id,passed\n,1": "line 2, field 'id': '' does not name a question",
    "task,t0\n,1": "line 2, column 1: '' does not name a question",
    "task,t0\nmath,1\nmath,0": "line 3: a second row for 'math'",
    "math,1,1\nmath,0,1": "line 2: a second row for 'math'",
    "task,t0,t1\nmath,1,0\nMean,1,0": "line 3, column 1: 'Mean' does not name a question",
    '{"id": 1, "trial": 0, "passed": 1}\n{"id": 1, "trial": "0", "passed": 1}': "line 2: a second trial '0' of question 1",
    '{"id": 1, "trial": 0, "passed": 1}\n{"id": 1, "trial": 0.0, "passed": 1}': "line 2: a second trial 0 of question 1",
    '{"id": 1, "trial": "x", "passed": 1}\n{"id": 1, "trial": "x", "passed": 1}': "line 2: a second trial 'x' of question 1",
    '{"id": 1, "trial": 99999, "passed": 1}\n{"id": 1, "trial": 99999, "passed": 1}': "line 2: a second trial 99999 of",
    '{"id": 1, "trial": [1], "passed": 1}': "line 1, field 'trial': a list is not the number of a trial",
    # Widths and delimiters.
    "task,t0,t1\na,0,1,1": "line 2: 4 fields, where line 1 names 3",
    "a,b\n0": "line 2: 1 field, where line 1 names 2",
    "0,0;1,0\n1,0;0,0": "line 1, column 1: '0,0' is neither 0 nor 1",
    "task_id;reward\n1;1,0": "line 2, field 'reward': '1,0' is neither 0 nor 1",
    "0,0 1,0\n1,0 0,0": "line 1, column 2: '0 1' is neither 0 nor 1",
    "sep=;": "there is no trial in it",
    # What stands twice.
    "task_id,passed,Passed\na,1,0": "line 1, column 3: a second column is named 'Passed'",
    "task,t0,t0\na,1,0": "line 1, column 3: a second column is named 't0'",
    '{"task_id": 1, "passed": true, "passed": false}': "line 1: the field 'passed' stands there twice",
    '[{"task_id": 1, "ID": 2, "id": 3, "passed": false}]': "record 1: the field 'id' stands there twice",
    # Places.
    "math,1,1\ncode,1,2": "line 2, column 3: 2 is neither 0 nor 1",
    'task_id,answer,passed\na,"x\ny",1\nb,"z",2': "line 4, field 'passed': 2 is neither 0 nor 1",
    'task_id,passed\na,1\n"b,1\nc,1\n': "line 3: not CSV: unexpected end of data; is a quote not closed?",
    "task_id,note,passed\na," + "x" * 200_000 + ",1": "line 2: not CSV: field larger than field limit (131072)",
    "  [[0, 1], x]": "line 1, column 12: not valid JSON: Expecting value",
    '{"task_id": 1, "passed": tru}\n{"task_id": 1}': "line 1, column 26: not valid JSON: Expecting value",
    '{"task_id": 1,\n "passed": tru}': "line 2, column 12: not valid JSON: Expecting value",
    "[0, 1]\n[1, 2]": "line 2, column 2: 2 is neither 0 nor 1",
    "[0, 1]\n5": "line 2: not a list of outcomes but 5",
    '{"a": ' * 100_000: "line 1: JSON that cannot be read",
    # What is no result file.
    json.dumps({"results": [1]}, indent=1): "a JSON object, where a matrix or a list of records is wanted",
    json.dumps({"results": [1]}): "a JSON object, where a matrix or a list of records is wanted",
    '"abc"': "line 1: 'abc' is no outcome (0 or 1), and no line of outcomes follows",
    "task,t0,t1\n\n": "line 1: 'task' is no outcome (0 or 1), and no line of outcomes follows",
    "some text\nof words": "line 1, column 2, 'text': is it a trial?",
    "0,1\n1,NA": "1 trial has no outcome: line 2, column 2 ('NA')",
    b"PK\x03\x04\x00\x00": "line 1: not a text file (it has a zero byte)",
    b"[[0,\n1\x00]]": "line 2: not a text file (it has a zero byte)",
    "[[0, 1]]".encode("utf-16"): "a file in UTF-16; save it in UTF-8",
    b"\xfe\xff" + "é,0,1".encode("utf-16-be"): "a file in UTF-16; save it in UTF-8",
    "task,t0\n\né,1".encode("latin-1"): "line 3: not a text file in UTF-8 (byte 0xe9); save it in UTF-8",
    '["a",\n"é"]'.encode("latin-1"): "line 2: not a text file in UTF-8 (byte 0xe9); save it in UTF-8",
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_what_is_refused(text):
    with pytest.raises(ValueError) as caught:
        read(text)
    message = f"scorio-lite: standard input: {caught.value}"
    assert REFUSED[text] in message
    assert message.isprintable()
    assert len(message) < 300


@pytest.mark.parametrize("value", ["x" * 1000, "y\n" * 1000, "-" * 1000 + "7"], ids=len)
def test_long_values_are_cut_short_in_messages(value):
    one, two = f"{value}1", f"{value}2"
    for items in (
        [{"question_id": one, "passed": one}],
        [{"question_id": one, "passed": 1, "trial": one}] * 2,
        [{"question_id": one, "problem_id": x, "passed": 1} for x in (one, two)],
        [{"question_id": one, "model_name": x, "passed": 1} for x in (one, two)],
        [{"question_id": x, "passed": 1} for x in (one, f"{one} ")],
        [{"question_id": f"{i}{value}", "passed": 1} for i in (*range(14), *range(9))],
        [{"question_id": one, one: 1, two: 1, "score": 1}],
        [{"task_id": one, "trial": 1, "reward": value}],
        [{"task_id": one, "trial": 1, "reward": 1, "info": {"error": value}}],
    ):
        with pytest.raises(ValueError) as caught:
            read(json.dumps(items))
        assert str(caught.value).isprintable()
        assert len(f"scorio-lite: standard input: {caught.value}") < 300
    for rows in (
        [[value, 1, 1]] * 2,
        [[value, 0, 1], ["b", 1, 1]],
        [["task", one, "t1"], [1, 1, 1]],
        [[one, "t0", "t1"], [1, 1, 1]],
    ):
        with pytest.raises(ValueError) as caught:
            read(csv_text([[f'"{cell}"' for cell in row] for row in rows]))
        assert str(caught.value).isprintable()
        assert len(f"scorio-lite: standard input: {caught.value}") < 300


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
    assert peak(3000) < peak(300) + 50_000


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
    text = " ".join(run("--help")[1].split())
    assert "result file" in text
    assert ", ".join(QUESTION_KEYS) in text
    assert ", ".join(OUTCOME_KEYS) in text
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


def test_small_and_large_numbers_are_not_shown_as_0_and_1():
    assert [number(x) for x in (0.0, 1.0, 0.42, 0.0004, 0.0005001, 0.9996, 0.9994)] == [
        *("0.000", "1.000", "0.420", "<0.001", "0.001", ">0.999", "0.999")
    ]
    for trials in (1, 4, 100, 1000):
        matrix = [[0] * trials, *([1] * (trials - 1) + [i % 2] for i in range(900))]
        status, out, _ = run("-", stdin=json.dumps(matrix).encode())
        assert status == 0
        means, table = out.splitlines()[3:5], out.splitlines()[7:-3]
        assert table
        assert len({(len(line), line.index("[")) for line in means}) == 1, out
        assert len({tuple(place.start() for place in re.finditer(r"(?<=  )\S", line[4:])) for line in table}) == 1, out


def test_standard_streams_that_are_closed_or_full():
    command = f'"{sys.executable}" -m scorio_lite'
    for arguments, words in (
        ("- <&-", "standard input: it is closed"),
        ("--example >&-", "standard output is closed"),
        ("--example >/dev/full", "standard output: No space left on device"),
        ("none 2>&-", None),
    ):
        if "/dev/full" in arguments and not Path("/dev/full").exists():
            continue
        result = subprocess.run(f"{command} {arguments}", shell=True, cwd=ROOT, capture_output=True)
        expected = f"scorio-lite: {words}\n" if words else ""
        assert (result.returncode, result.stdout, result.stderr.decode()) == (1, b"", expected)


def test_odd_file_names(tmp_path):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    path = tmp_path / "é\n.csv"
    path.write_text("0,1")
    status, out, err = run(path, env=environment)
    assert (status, err) == (0, "")
    assert out.startswith(f"{tmp_path}/\\xe9\\n.csv (matrix): 1 question, 2 trials each\n")
    assert json.loads(run(path, "--json", env=environment)[1])["file"] == str(path)
    path.write_text("0,2")
    status, out, err = run(path)
    assert (status, out) == (1, "")
    assert "\\n.csv: line 1, column 2: 2 is neither 0 nor 1" in err
    assert err.count("\n") == 1


def test_two_dashes_end_the_options(tmp_path):
    (tmp_path / "-dash.csv").write_text("0,1")
    (tmp_path / "--").write_text("0,1")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for arguments, runs in ((["--", "-dash.csv"], 1), (["--", "--"], 1), (["./-dash.csv", "--csv", "--", "--"], 2)):
        command = [sys.executable, "-m", "scorio_lite", *arguments]
        result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True)
        assert (result.returncode, result.stderr) == (0, b"")
        assert result.stdout.count(b"matrix") == runs


def test_the_readme_lists_the_fields_that_are_looked_for():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for keys in (QUESTION_KEYS, OUTCOME_KEYS, TRIAL_KEYS):
        assert ", ".join(f"`{key}`" for key in keys) in " ".join(text.split())
