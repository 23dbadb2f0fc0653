"""Files that cannot be scored, and what the command says of them."""

from __future__ import annotations

import json

import pytest
from result_files import csv_text, lines, read, run, tau_bench

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
    "1,1\n1,2": "line 2, column 2: 2 is neither 0 nor 1",
    "1,1\n1,x": "line 2, column 2: 'x' is neither 0 nor 1",
    "1,1\n1,": "1 trial has no outcome: line 2, column 2 (an empty cell); a missing trial is not counted as a failure",
    "1,1\n1": "the questions differ in their number of trials: row 2 has 1, where others have 2; a missing trial is",
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
    '{"label": 1, "passed": 1}': "no field names the question: there are 'label', 'passed'; name it with --question, or call it task_id,",
    '{"task_id": 1, "verdict": 1}': "no field is known as the outcome, and no column as a trial; there are 'task_id', 'verdict'; use --outcome",
    '{"task_id": 1, "trial": 0, "passed": 1}\n{"task_id": 1, "trial": 0, "passed": 1}': "line 2: a second trial 0 of question 1",
    lines([{"task_id": i, "passed": 1} for i in (*range(1, 14), *range(1, 9))]): "9 has 1, 10 has 1, 11 has 1 and 2 more, where others have 2; a",
    json.dumps([*tau_bench([[1]]), {"task_id": 1, "trial": 0}]): "record 2: field 'reward' is missing",
    json.dumps([*tau_bench([[1]]), {"task_id": 1, "reward": None}]): "1 trial has no outcome: record 2, field 'reward' (null); a missing",
    json.dumps([{"task_id": 7, "reward": 0.0, "info": {"error": "x"}}]): "no trial has an outcome: record 1 ('info.error' is set; see --outcome)",
    json.dumps([*tau_bench([[1]]), 5]): "record 2: not an object but 5",
    "q": "line 1: 'q' is not an outcome (0 or 1), and no line of outcomes follows",
    b"\x93NUMPY\x01\x00": "this is an array of NumPy; save the results as JSON, JSON Lines or CSV",
    b"%PDF-1.7\n%\xe2\xe3": "this is a PDF; save the results as",
    b"\x89PNG\r\n\x1a\n\0": "this is a picture (PNG); save the results as",
    b"\x80\x04\x95": "this is a pickle of Python; save the results as",
    b"\x80\x03]": "line 1: not a text file in UTF-8 (byte 0x80)",
    b"<!DOCTYPE html>\n<html>": "this is a page (HTML); save the results as",
    b"Rar!\x1a\x07": "the file is compressed with rar; unpack it, or use gzip",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_files_that_cannot_be_scored(text):
    status, out, err = run("-", stdin=text if isinstance(text, bytes) else text.encode())
    assert (status, out) == (1, "")
    assert err.startswith("scorio-lite: standard input: ")
    assert BAD[text] in err
    assert err.count("\n") == 1
    assert len(err) < 300


# What is refused, each with words of the message.
REFUSED = {
    "01,0\n0,1": "line 1, column 1: '01' is neither 0 nor 1",
    "1,0\n+1,1e0": "line 2, column 1: '+1' is neither 0 nor 1",
    "task_id,passed\na,1_0": "line 2, field 'passed': '1_0' is neither 0 nor 1",
    # A first line that could be two things.
    "name,0,1\na,1,1\nb,0,1": "line 1: is 'name' with 0, 1 a question and its outcomes, or a line of names? Use --header or --no-header",
    "foo,0,1\na,1,1": "line 1: is 'foo' with 0, 1 a question",
    "foo,1,2\na,0,1": "line 1: is 'foo' with 1, 2 a question",
    "name,1\na,0": "line 1: is 'name' with 1 a question",
    "1,2\n0,1": "line 1, column 2: 2 is neither 0 nor 1",
    "0,x,1\n0,1,1": "line 1, column 2: 'x' is neither 0 nor 1",
    "q1,1,,1\nq2,0,1,1": "1 trial has no outcome: line 1, column 3 (an empty cell)",
    "x,1,1\n1,0,1\n0,1,1": "line 2, column 1: '1' does not name a question",
    "0,1,2\nfoo,0,1": "line 2, field '0': 'foo' is neither 0 nor 1; name the words of success: --success WORD,...",
    # Cells at the ends of a line.
    "q\t1\t\nr\t1\t0": "1 trial has no outcome: line 1, column 3 (an empty cell)",
    "\t1\t1\n\t1\t0": "2 trials have no outcome: line 1, column 1 (an empty cell), line 2, column 1 (an empty cell)",
    "0,1,\n1,1,": "2 trials have no outcome: line 1, column 3 (an empty cell), line 2, column 3 (an empty cell)",
    "task,t0,t1,\na,0,1,x": "line 2, column 4: 'x', and the column has no name",
    "task_id,passed\na,1,": "line 2: 3 fields, where line 1 names 2",
    # Columns that may be no trials.
    "nid,t0,t1\n0,0,1\n1,1,0": "column 1: does 'nid' name the questions, or is it a trial? Use --question nid, or name all trials alike (t0,",
    "task,t0,t1,mean\na,1,1,1": "column 4, 'mean': is it a trial? Use --trials t0,t1 if these are the trials, or give the list of those that",
    "t0,t1,mean\n1,1,1": "column 3, 'mean': is it a trial? Use --trials t0,t1 if these are the trials, or give the list of those that",
    "task,pass@1,pass@5\na,1,1": "no field is known as the outcome, and no column as a trial; there are 'task', 'pass@1', 'pass@5'; use",
    "task,pass1,pass5\na,1,1": "no field is known as the outcome, and no column as a trial; there are 'task', 'pass1', 'pass5'; use --trials",
    "task,t0,t00\na,1,1": "column 3, 't00': is it a trial? Use --trials t0,t00 if these are the trials, or give the list of those that",
    "run,q0,q1\nx,1,1": "does 'run' name the questions? The rows look like trials, and 'q0', 'q1' like questions: use --transpose",
    "model,t0,t1\nx,1,1": "column 1: does 'model' name the questions, or is it a trial? Use --question model; or if rows are trials,",
    "task_id,t1,t2,score\na,0,1,1": "fields 't1' and 't2' look like trials, beside 'score'; use --trials t1,t2, or --outcome score",
    "task\na": "no field holds the outcome: there are 'task'; name it with --outcome, or call it passed, correct, is_correct",
    # Two fields for one thing.
    '{"task_id": 1, "id": 1, "passed": 1}\n{"task_id": 1, "id": 2, "passed": 1}': "fields 'task_id' and 'id' group the records differently (1 goes with 1 and 2); use --question task_id,",
    '{"task_id": 1, "correct": 1, "is_correct": false}': "line 1: 'correct' is 1 and 'is_correct' is false; remove or rename",
    "task_id,passed,score\na,1,1\nb,1,0": "line 3: 'passed' is 1 and 'score' is 0; remove or rename the one that is not the outcome, or use --outcome",
    '{"task_id": 1, "passed": "false", "score": 1}': "line 1: 'passed' is 'false' and 'score' is 1",
    '{"task_id": 1, "passed": null, "score": 0}\n{"task_id": 2, "passed": true, "score": 1}': "line 1: 'passed' is null and 'score' is 0; remove or rename the one that is not the outcome, or use --outcome",
    '{"task_id": 1, "passed": true, "score": 1}\n{"task_id": 2, "passed": null, "score": 0}': "line 2: 'passed' is null and 'score' is 0; remove or rename the one that is not the outcome, or use --outcome",
    '{"task_id": 1, "passed": true, "score": 1}\n{"task_id": 2, "score": 0}': "line 2: field 'passed' is missing",
    '{"id": 1, "dataset": "a", "passed": 1}\n{"id": 1, "dataset": "b", "passed": 1}': "the records of a question differ in 'dataset' ('a' and 'b'): use --run dataset if each is a run, --question",
    '{"task_id": 1, "passed": "1"}': "line 1, field 'passed': '1' is neither 0 nor 1; it is a text: remove the quotes, or use --success 1",
    # tau-bench.
    '{"task_id": 1, "reward": 0.5}': "line 1, field 'reward': 0.5 is neither 0 nor 1",
    '{"task_id": 1, "trial": 0, "reward": 1, "info": {"error": "x"}}': "no trial has an outcome: line 1 ('info.error' is set; see --outcome)",
    json.dumps([{"task_id": 1, "trial": 0, "reward": float("nan")}]): "no trial has an outcome: record 1, field 'reward' (nan)",
    json.dumps([{"task_id": 1, "trial": 0, "reward": float("inf")}]): "record 1, field 'reward': inf is neither 0 nor 1; a reward? See --threshold T, --scores or --scores LOW,HIGH, and --weights",
    json.dumps([{"task_id": 1, "trial": 0, "reward": "1.0"}]): "record 1, field 'reward': '1.0' is neither 0 nor 1",
    "task_id,trial,reward\n1,0,1e999": "line 2, field 'reward': inf is neither 0 nor 1; a reward? See --threshold T, --scores or --scores LOW,HIGH, and --weights",
    json.dumps([*tau_bench([[1]]), {"task_id": 1, "reward": 1, "passed": 1}]): "record 2: field 'passed' is not in earlier records",
    # Names of questions, and numbers of trials.
    '{"id": 0, "passed": 1}\n{"id": "0", "passed": 1}': "line 2, field 'id': questions 0 and '0' differ only in their spelling",
    '{"id": "a", "passed": 1}\n{"id": "a ", "passed": 1}': "line 2, field 'id': questions 'a' and 'a ' differ only in their spelling",
    '{"id": 1, "passed": 1}\n{"id": true, "passed": 1}': "line 2, field 'id': true does not name a question",
    '{"id": null, "passed": 1}': "line 1, field 'id': null does not name a question",
    '{"id": 1.1, "passed": 1}': "line 1, field 'id': 1.1 does not name a question",
    '{"id": NaN, "passed": 1}': "line 1, field 'id': nan does not name a question",
    '{"id": " ", "passed": 1}': "line 1, field 'id': ' ' does not name a question",
    "id,passed\n,1": "line 2, field 'id': '' does not name a question",
    "task,t0\n,1": "line 2, field 'task': '' does not name a question",
    "task,t0\nmath,1\nmath,0": "line 3: a second row for question 'math'",
    "math,1,1\nmath,0,1": "line 2: a second row for 'math'",
    "task,t0,t1\nmath,1,0\nMean,1,0": "line 3, field 'task': 'Mean' does not name a question",
    '{"id": 1, "trial": 0, "passed": 1}\n{"id": 1, "trial": "0", "passed": 1}': "line 2: a second trial '0' of question 1",
    '{"id": 1, "trial": 0, "passed": 1}\n{"id": 1, "trial": 0.0, "passed": 1}': "line 2: a second trial 0 of question 1",
    '{"id": 1, "trial": "x", "passed": 1}\n{"id": 1, "trial": "x", "passed": 1}': "line 2: a second trial 'x' of question 1",
    '{"id": 1, "trial": 99999, "passed": 1}\n{"id": 1, "trial": 99999, "passed": 1}': "line 2: a second trial 99999 of",
    '{"id": 1, "trial": [1], "passed": 1}': "line 1, field 'trial': a list is not the number of a trial",
    # Widths and delimiters.
    "task,t0,t1\na,0,1,1": "line 2: 4 fields, where line 1 names 3",
    "a,b\n0": "line 2: 1 field, where line 1 names 2",
    "0,0;1,0\n1,0;0,0": "line 1, column 1: '0,0' is a number with a comma; write a point",
    "task_id;reward\n1;1,0": "line 2, field 'reward': '1,0' is a number with a comma; write a point",
    "0,0 1,0\n1,0 0,0": "line 1, column 2: '0 1' is neither 0 nor 1",
    "sep=;": "there is no trial in it",
    # What stands twice.
    "task_id,passed,Passed\na,1,0": "line 1, column 3: a second column is named 'Passed'",
    "task,t0,t0\na,1,0": "line 1, column 3: a second column is named 't0'",
    '{"task_id": 1, "passed": true, "passed": false}': "line 1: the field 'passed' occurs twice",
    '[{"task_id": 1, "ID": 2, "id": 3, "passed": false}]': "record 1: the field 'id' occurs twice",
    # Places.
    "math,1,1\ncode,1,2": "line 2, column 3: 2 is neither 0 nor 1",
    'task_id,answer,passed\na,"x\ny",1\nb,"z",2': "line 4, field 'passed': 2 is neither 0 nor 1",
    'task_id,passed\na,1\n"b,1\nc,1\n': "line 3: not CSV: unexpected end of data; is a quote not closed?",
    "  [[0, 1], x]": "line 1, column 12: not valid JSON: Expecting value",
    '{"task_id": 1, "passed": tru}\n{"task_id": 1}': "line 1, column 26: not valid JSON: Expecting value",
    '{"task_id": 1,\n "passed": tru}': "line 2, column 12: not valid JSON: Expecting value",
    "[0, 1]\n[1, 2]": "line 2, column 2: 2 is neither 0 nor 1",
    "[0, 1]\n5": "line 2: not a list of outcomes but 5",
    '{"a": ' * 100_000: "line 1: JSON that cannot be read",
    # What is no result file.
    json.dumps({"results": [2]}, indent=1): "a JSON object with 'results'; records (",
    json.dumps({"results": [2]}): "a JSON object with 'results'; records (",
    '"abc"': "line 1: 'abc' is not an outcome (0 or 1), and no line of outcomes follows",
    "task,t0,t1\n\n": "line 1: 'task' is not an outcome (0 or 1), and no line of outcomes follows",
    "some text\nof words": "no field holds the outcome: there are 'some', 'text'; name it with --outcome, or call it passed, correct,",
    "1,0\n1,NA": "1 trial has no outcome: line 2, column 2 ('NA')",
    b"PK\x03\x04\x00\x00": "line 1: not a text file (it has a zero byte)",
    b"[[0,\n1\x00]]": "line 2: not a text file (it has a zero byte)",
    "[[0, 1]]".encode("utf-16"): "the file is in UTF-16; save it in UTF-8",
    b"\xfe\xff" + "é,0,1".encode("utf-16-be"): "the file is in UTF-16; save it in UTF-8",
    "task,t0\n\né,1".encode("latin-1"): "line 3: not a text file in UTF-8 (byte 0xe9); save text in UTF-8",
    '["a",\n"é"]'.encode("latin-1"): "line 2: not a text file in UTF-8 (byte 0xe9); save text in UTF-8",
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
        assert len(f"scorio-lite: standard input: {caught.value}") < 600
    for rows in (
        [[value, 1, 1]] * 2,
        [[value, 0, 1], ["b", 1, 1]],
        [["task", one, "t1"], [1, 1, 1]],
        [[one, "t0", "t1"], [1, 1, 1]],
    ):
        with pytest.raises(ValueError) as caught:
            read(csv_text([[f'"{cell}"' for cell in row] for row in rows]))
        assert str(caught.value).isprintable()
        assert len(f"scorio-lite: standard input: {caught.value}") < 600


def test_a_number_of_too_many_digits():
    status, out, err = run("-", stdin=b"[1" + b"0" * 5000 + b"]")
    assert (status, out) == (1, "")
    assert "Exceeds the limit" in err or "an integer of 16610 bits is neither 0 nor 1" in err
    assert err.count("\n") == 1


def test_files_that_cannot_be_read(tmp_path):
    for path, words in ((tmp_path / "none.json", "No such file or directory"), (tmp_path, "there is no result file in it; if its folders have them, give these")):
        status, out, err = run(path)
        assert (status, out, err) == (1, "", f"scorio-lite: {path}: {words}\n")
