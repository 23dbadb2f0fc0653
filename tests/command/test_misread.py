"""Files that could be read wrongly: each is read rightly, or refused with the way out."""

from __future__ import annotations

import json
from unittest import mock

import pytest
from result_files import counted, lines, refusal, report, run

from scorio_lite._command.formats import csv_table

MANY = range(40)
TABLE = '{"success": true, "name": "x", "data": [[0, 1], [1, 0]]}'


def counts(rows):
    return sorted((len(row), sum(row)) for row in rows)


# {text: its outcomes, or words of the refusal}
PAYLOADS = {
    '{"name": "run", "score": 1, "results": [{"task_id": 1, "passed": 0}, {"task_id": 2, "passed": 1}]}': [[0], [1]],
    TABLE: "is it one record, or does 'data' hold the trials? Use --list data, or --format records",
    '{"task_id": "a", "passed": true, "results": [{"passed": 1}, {"passed": 0}]}': "does 'results' hold the trials?",
    '{"task_id": "a", "passed": true, "grid": [[0, 1], [1, 0]]}': "does 'grid' hold the trials?",
    '{"task_id": "a", "passed": true, "messages": [{"role": "user"}]}': [[1]],
    '{"success": true, "name": "x", "data": {"results": [{"id": 1, "passed": 0}]}}': "does 'data.results' hold the trials? Use --list data.results, or --format records",
    '{"name": "x", "score": 1, "details": {"q1": {"trials": [0, 1]}, "q2": {"trials": [0, 0]}}}': "does 'details.q1' hold the trials?",
    '{"name": "x", "score": 1, "results": [{"task_id": 1, "status": "fail"}]}': "does 'results' hold the trials?",
    '{"task_id": "a", "passed": true, "metadata": {"level": 1, "tags": ["x"], "usage": {"tokens": [0, 1, 17]}}}': [[1]],
}  # fmt: skip
LISTS = {  # one list of outcomes: trials of a question, or questions?
    '{"model": "m", "scores": [1, 0, 1, 1]}': "'scores' is a list, and no field names the questions; for 4 trials of one question, use --list scores; for 4 questions, also --transpose;",
    '{"scores": [1, 0]}': "for 2 trials of one question, use --list scores",
    '{"task_id": "a", "xs": [1, 0]}': "'xs' is a list, and no field names the questions; for 2 trials of one question, use --list xs",
    '{"model": "m", "data": {"trials": [1, 0]}}': "use --list data.trials; for 2 questions, also --transpose",
    '{"trials": [1, 0], "q1": [1, 1]}': "'trials' is a list, and no field names the questions",
    '{"q1": [1, 0, 1, 1]}': [[1, 0, 1, 1]],
    '{"model": "m", "data": {"q1": [1, 0]}}': [[1, 0]],
}  # fmt: skip
BESIDE = {  # trials beside a field that may sum them up
    "task_id,t0,t1,t2,score\na,1.0,0.0,0.0,1": "fields 't0' and 't1' look like trials, beside 'score'; use --trials t0,t1,t2, or --outcome score",
    "task_id,t0,t1,t2,score\na,True,False,False,1": "fields 't0' and 't1' look like trials, beside 'score'; use --trials t0,t1,t2, or --outcome score",
    "task_id,t0,t1,t2,score\na,pass,FAIL,fail,1": "fields 't0' and 't1' look like trials, beside 'score'; use --trials t0,t1,t2, or --outcome score",
    "task_id,t0,t1,t2,score\na,,,,1\nb,1,0,0,1": "fields 't0' and 't1' look like trials, beside 'score'; use --trials t0,t1,t2, or --outcome score",
    "task_id,t0,t1,score\na,0.5,0.25,1": "fields 't0' and 't1' look like trials, beside 'score'; use --trials t0,t1, or --outcome score",
    "task_id,run0,run1,score\na,1,,1": "field 'run0' looks like a trial, beside 'score'; use --trials run0,run1, or --outcome score",
    "task_id,t1,score\na,0,1": "field 't1' looks like a trial, beside 'score'; use --trials t1, or --outcome score",
    '{"task_id": "a", "trials": [1, 0, 0], "passed": true}': "field 'trials' looks like trials, beside 'passed'; use --outcome trials or --outcome passed",
    '{"task_id": "a", "trials": null, "passed": true}\n{"task_id": "b", "trials": [1, 0], "passed": true}': "field 'trials' looks like trials, beside 'passed'; use --outcome trials or --outcome passed",
    '{"task_id": "a", "trials": 1, "passed": true}\n{"task_id": "b", "trials": [1, 0], "passed": true}': "field 'trials' looks like trials, beside 'passed'; use --outcome trials or --outcome passed",
    '{"task_id": "a", "x": [], "passed": true}\n{"task_id": "b", "x": [true, false], "passed": true}': "field 'x' looks like trials, beside 'passed'; use --outcome x or --outcome passed",
    '{"task_id": "a", "runs": [{"passed": true}, {"passed": false}], "passed": true}\n{"task_id": "b", "passed": 1, "runs": []}': "field 'runs' looks like trials, beside 'passed'; use --outcome runs or --outcome passed",
    '{"task_id": "a", "runs": {"0": 1, "1": 0}, "passed": true}\n{"task_id": "b", "passed": 1, "runs": []}': "field 'runs' looks like trials, beside 'passed'; use --outcome runs or --outcome passed",
    'task_id,trials,score\na,"[1, 0, 0]",1': "field 'trials' looks like trials, beside 'score'; give each a column, or use --outcome score",
    "task_id,trials,passed\na,1 0 0,1\nb,0 0 1,0": "field 'trials' looks like trials, beside 'passed'; give each a column, or use --outcome passed",
    'task_id,passed,runs\na,1,"(1, 0.5)"': "field 'runs' looks like trials, beside 'passed'; give each a column, or use --outcome passed",
    "task_id,outcomes,passed\na,pass|fail,1": "field 'outcomes' looks like trials, beside 'passed'; give each a column, or use --outcome passed",
    "task_id,trials,passed\na,8,1\nb,8,0": "is 'passed' an outcome, or a count beside 'trials' ('8')? Use --ignore trials if it is an outcome, or",
    '{"task_id": "a", "run0": {"passed": 1}, "run1": {"passed": 0}, "passed": true}': "fields 'run0' and 'run1' look like trials, beside 'passed'",
    '{"task_id": "a", "passed": [true, false], "score": 1}\n{"task_id": "b", "passed": [true, true], "score": 1}': "line 1: 'passed' is a list and 'score' is 1",
    "task_id,total,correct\na,8,1\nb,8,0": "is 'correct' an outcome, or a count beside 'total' ('8')? Use --ignore total if it is an outcome, or --counts",
    "task,correct,incorrect\na,0,1\nb,1,7": "is 'correct' an outcome, or a count beside 'incorrect' ('1' and '7')? Use --ignore incorrect if it is an",
    '{"task_id": 1, "n": 8, "c": 1, "score": 1}': "is 'score' an outcome, or a count beside 'n' (8)? Use --ignore n if it is an outcome, or --counts n,score",
}  # fmt: skip
STAND = {  # what looks like this, and is none
    "task_id,layer1,layer2,score\na,0.31,0.5,1\nb,7,8,0": [[1], [0]],
    "question,A,B,C,D,correct\nq,1,2,3,4,1\nr,0,1,2,3,0": [[1], [0]],
    '{"task_id": "a", "tokens": [1, 0, 17], "passed": true}': [[1]],
    '{"task_id": "a", "prompt": [{"role": "user", "content": "1"}], "passed": true}': [[1]],
    '{"task_id": "a", "n": 1, "passed": true}': [[1]],
    "task_id,results,passed\na,1 of 3 files,1\nb,no,0": [[1], [0]],
}  # fmt: skip
EMPTY_ROWS = {
    "1,0,1\n,,\n0,1,1": "3 trials have no outcome: line 2, column 1 (an empty cell)",
    ",,\n1,0,1": "3 trials have no outcome: line 1, column 1",
    "\t\t\n1\t0\t1": "3 trials have no outcome: line 1, column 1",
    '1\n""\n1': "1 trial has no outcome: line 2, column 1",
    "1,0\n,": "2 trials have no outcome: line 2, column 1",
    "task_id,t0,t1\na,1,0\n,,\nb,1,1": "line 3, field 'task_id': '' does not name a question",
    "task_id,t0,t1\na,1,0\nb,1,1\n,,\n,,\n": [[1, 0], [1, 1]],
    "task_id,passed\na,1\n,\nb,1": "line 3, field 'task_id': '' does not name a question",
    "task_id,passed\na,1\nb,1\n,\n": [[1], [1]],
    "1,0\n\n \n1,1\n": [[1, 0], [1, 1]],
}
CONTRADICTIONS = {
    '{"task_id": 1, "completion": "x", "passed": true, "correct": false}': "line 1: 'passed' is true and 'correct' is false",
    '{"task_id": 1, "completion": "x", "passed": true, "result": "failed"}': "line 1: 'passed' is true and 'result' is 'failed'",
    '{"task_id": 1, "completion": "x", "passed": true, "result": "failed: AssertionError"}': "line 1: 'passed' is true and 'result' is 'failed: AssertionError'",
    '{"task_id": 1, "completion": "x", "passed": true, "result": "passed"}\n{"task_id": 1, "completion": "x", "passed": true, "result": "timed out"}': "line 2: 'passed' is true and 'result' is 'timed out'",
    '{"task_id": 1, "completion": "x", "passed": true, "result": "passed"}\n{"task_id": 1, "completion": "x", "passed": true, "result": "failed: AssertionError"}': "line 2: 'passed' is true and 'result' is 'failed: AssertionEr",
    '{"task_id": 1, "passed": true, "result": "Failed: no output"}': "line 1: 'passed' is true and 'result' is 'Failed: no output'",
    '{"task_id": 1, "completion": "x", "passed": true, "result": "passed"}\n{"task_id": 1, "completion": "x", "passed": false, "result": "failed: "}\n{"task_id": 1, "completion": "x", "passed": false, "result": "timed out"}': [[1, 0, 0]],
    '{"task_id": 1, "passed": true, "result": "failed attempts: none"}': [[1]],
    '{"example_id": 1, "reward": 1.0, "correct": false}': "line 1: 'reward' is 1.0 and 'correct' is false",
    '{"example_id": 1, "reward": 1.0, "correct": 0}': "line 1: 'reward' is 1.0 and 'correct' is 0; name one with --outcome",
    '{"example_id": 1, "reward": 1.0, "acc": 0.0}': "line 1: 'reward' is 1.0 and 'acc' is 0.0",
    '{"example_id": 1, "reward": 1.0, "correct": "no"}': "line 1: 'reward' is 1.0 and 'correct' is 'no'",
    '{"example_id": 1, "reward": 0.0, "is_correct": "C"}': "line 1: 'reward' is 0.0 and 'is_correct' is 'C'",
    '{"example_id": 1, "reward": 1.0, "correct": "yes", "acc": 0.5, "outcome": "done", "score": 0}': [[1]],
    '{"task_id": 1, "score": 1, "result": "0"}': "line 1: 'score' is 1 and 'result' is '0'",
    '{"task_id": 1, "score": 1, "result": "0.0"}': "line 1: 'score' is 1 and 'result' is '0.0'",
    '{"task_id": 1, "score": 0, "result": "Correct"}': "line 1: 'score' is 0 and 'result' is 'Correct'",
    '{"task_id": 1, "passed": true, "score": 1}\n{"task_id": 2, "passed": true, "score": "incorrect"}': "line 2: 'passed' is true and 'score' is 'incorrect'",
    '{"task_id": 1, "symbolic_correct": true, "judge_correct": false}': "line 1: 'symbolic_correct' is true and 'judge_correct' is false",
    '{"task_id": 1, "completion": "x", "passed": "x", "correct": false}': "line 1, field 'passed': 'x' is neither 0 nor 1",
    '{"task_id": 1, "completion": "x", "passed": true, "correct": "C", "score": 0.7, "result": "passed"}': [[1]],
    '{"task_id": 1, "completion": "x", "passed": true, "correct": null}\n{"task_id": 2, "completion": "x", "passed": true, "correct": true}': [[1], [1]],
}  # fmt: skip
LONE = {  # a question that may be none
    lines({"task": "gsm8k", "sample_id": i, "passed": i % 2} for i in MANY): "'task' names 1 question, and 'sample_id' differs in each of their records; which names the question? Use",
    lines({"task": "gsm8k", "input": f"How many {i}?", "passed": 1} for i in MANY): "'input' differs in each",
    lines({"task_id": "gsm8k", "row": i, "passed": 1} for i in MANY): "'row' differs in each",
    "name,number,correct\n" + "\n".join(f"m,{i},1" for i in MANY): "'number' differs in each",
    lines({"task_id": "HumanEval/0", "trial": i, "sample_id": i, "seed": i, "passed": 1} for i in MANY): [[1] * 40],
    lines({"task_id": "HumanEval/0", "completion": f"return {i}", "passed": 1} for i in MANY): [[1] * 40],
    lines({"task": "gsm8k", "row": i // 2, "passed": 1} for i in MANY): "the records of a question differ in 'row'",
    lines({"task": "ab"[i > 38], "row": i, "passed": 1} for i in range(78)): "'task' names 2 questions, and 'row' differs",
}  # fmt: skip
ROWS = {
    "trial_0,1,0,1\ntrial_1,0,0,1": "line 1: the rows 'trial_0', 'trial_1' look like trials; if questions stand in columns, use --transpose",
    "run0,1,0\nrun1,0,0": "the rows 'run0', 'run1' look like trials",
    "output-rs0,1,0\noutput-rs1,0,0": "the rows 'output-rs0', 'output-rs1' look like trials",
    "seed=1,1,0\nseed=2,0,0": "the rows 'seed=1', 'seed=2' look like trials",
    ",q1,q2\nrun0,1,0\nrun1,0,0": "does 'unnamed: 0' name the questions? The rows look like trials, and 'q1', 'q2' like questions: use",
    ",t1,t2\nrun0,1,0\nrun1,0,0": "the rows 'run0', 'run1' look like trials",
    "trial,t1,t2\n0,1,0\n1,0,0": "does 'trial' name the questions, or is it a trial? ",
    '{"t0": [1, 0, 1], "t1": [0, 0, 1]}': "the rows 't0', 't1' look like trials",
    "task_id,t0,t1\nrun0,1,0\nrun1,0,0": [[1, 0], [0, 0]],
}
HEADERS = {
    "0,1\n1,0": "line 1: are 0, 1 the names of trials, or outcomes? Use --header or --no-header",
    "0\n1\n1": "line 1: is 0 the name of a trial, or an outcome? Use --header or --no-header",
    "0,1": [[0, 1]],
    "1,1\n0,1": [[1, 1], [0, 1]],
    "0,1,2\n0,1,1": [[0, 1, 1]],
}
SMALLER = {
    # A trial that broke.
    '{"id": 1, "score": 0, "error": "timeout"}\n{"id": 2, "score": 1, "error": null}': "1 trial has no outcome: line 1 ('error' is set; see --outcome)",
    '{"id": 1, "score": 0, "error": ""}\n{"id": 2, "score": 1, "error": null}\n{"id": 3, "score": 1, "error": false}': [[0], [1], [1]],
    "id,score,error\n1,0,timeout\n2,1,": "1 trial has no outcome: line 2 ('error' is set; see --outcome)",
    "id,score,error\n1,0,False\n2,1,None\n3,1,nan\n4,1,0": [[0], [1], [1], [1]],
    # Rows that sum up the others.
    "task_id,passed\na,1\nb,0\nAll,1": "line 4, field 'task_id': 'All' does not name a question",
    "task_id,passed\na,1\nb,0\nNaN,1": "line 4, field 'task_id': 'NaN' does not name a question",
    "task_id,t0,t1\na,1,0\nAccuracy,1,0": "line 3, field 'task_id': 'Accuracy' does not name a question",
    "task_id,t0,t1\na,1,0\nMacro avg,1,0": "line 3, field 'task_id': 'Macro avg' does not name a question",
    "task_id,passed\na,1\nTotal:,1": "line 3, field 'task_id': 'Total:' does not name a question",
    "a,1,0\nnan,1,0": "line 2, column 1: 'nan' does not name a question",
    '{"a": [1, 0], "accuracy": [1, 0]}': "'accuracy' is a list, and no field names the questions",
    "task_id,passed\na,1\nTOTAL (2),1": "line 3, field 'task_id': 'TOTAL (2)' does not name a question",
    "task_id,passed\na,1\naccuracy (%),1": "line 3, field 'task_id': 'accuracy (%)' does not name a question",
    "task_id,passed\na,1\nPass rate,1": "line 3, field 'task_id': 'Pass rate' does not name a question",
    "task_id,passed\nmean (of two),1\nsum (1),0": [[1], [0]],
    # Two tables in one file.
    "task_id,passed\na,1\n\ntask_id,passed\nb,0": "line 4: the line of names again; give each table a file of its own",
    # Columns that are numbered and no trials.
    "task_id,model1,model2\na,1,0\nb,1,1": "no field is known as the outcome, and no column as a trial; there are 'task_id', 'model1', 'model2'; use",
    "task_id,judge_1,judge_2\na,1,0": "no field is known as the outcome, and no column as a trial; there are 'task_id', 'judge_1', 'judge_2'; use",
    "task_id,score,out_of\na,1,5\nb,0,5": "is 'score' an outcome, or a count beside 'out_of' ('5')? Use --ignore out_of if it is an outcome, or --counts",
    # Records that are numbered, where the field of the question is not known.
    lines({"index": i, "problem_name": f"p{i // 4}", "run": i % 4, "passed": 1} for i in range(8)): "'problem_name' has 2 values, each in 4 records, and no question, named by 'index', has two records; which",
    lines({"index": i, "seed": i * i, "passed": 1} for i in range(2)): [[1], [1]],
    lines({"task_id": i, "run": i % 2, "passed": 1} for i in range(4)): [[1]] * 4,
    # The documents of two tasks, in files of a version that writes no hash of them.
    lines({"doc_id": 0, "doc": {"q": q}, "resps": [["4"]], "metrics": ["acc"], "acc": 1.0} for q in "ab"): "line 2: the doc of question 0 was another before",
    # Names that pandas makes floats.
    "task_id,passed\n1,1\n1.0,1": "line 3, field 'task_id': questions '1' and '1.0' differ only in their spelling",
    # Keys that stand twice.
    '{"a": [1, 0], "a": [1, 1]}': "the field 'a' occurs twice",
    '{"results": [{"id": 1, "passed": 1}], "results": []}': "the field 'results' occurs twice",
    '{"id": 1, "n": 2, "N": 3, "c": 1}': "line 1: the field 'n' occurs twice",
    '{"id": 1, "n": 2, "c": 1}\n{"id": 2, "n": 2, "c": 1, "c": 2}': "line 2: the field 'c' occurs twice",
    # Large cells.
    "task_id,passed,text\na,1," + "x" * 200_000 + "\nb,0,y": [[1], [0]],
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(*case, id=f"{name}-{i}")
        for name, cases in list(globals().items())
        if name.isupper() and isinstance(cases, dict)
        for i, case in enumerate(cases.items())
    ],
)
def test_nothing_is_misread(text, expected):
    if isinstance(expected, str):
        assert expected in refusal(text)
    else:
        assert counted(text) == counts(expected)


def test_what_the_refusals_name_is_the_way_out():
    for text, options, expected in (
        (TABLE, ("--list", "data"), [[0, 1], [1, 0]]),
        (TABLE, ("--format", "records"), [[1]]),
        ('{"model": "m", "scores": [1, 0, 1]}', ("--list", "scores"), [[1, 0, 1]]),
        ('{"model": "m", "scores": [1, 0, 1]}', ("--list", "scores", "--transpose"), [[1], [0], [1]]),
        ('{"model": "m", "data": {"trials": [1, 0]}}', ("--list", "data"), "'data.trials' is a list, and no field names"),
        ('{"model": "m", "data": {"trials": [1, 0]}}', ("--list", "data.trials"), [[1, 0]]),
        ('{"task_id": "a", "trials": [1, 0, 0], "passed": true}', ("--outcome", "trials"), [[1, 0, 0]]),
        ('{"task_id": "a", "trials": [1, 0, 0], "passed": true}', ("--outcome", "passed"), [[1]]),
        ("task_id,t0,t1,score\na,1,0,1", ("--outcome", "score"), [[1]]),
        ("task_id,total,correct\na,8,1\nb,8,0", ("--counts", "total,correct"), [[1] + [0] * 7, [0] * 8]),
        ("task_id,total,correct\na,8,1\nb,8,0", ("--outcome", "correct"), [[1], [0]]),
        (next(iter(LONE)), ("--question", "sample_id"), [[i % 2] for i in MANY]),
        (next(iter(LONE)), ("--question", "task"), [[0, 1] * 20]),
        ("index,run,passed\n0,0,1\n1,1,0\n2,0,0\n3,1,0", ("--question", "index"), [[1], [0], [0], [0]]),
        ("trial_0,1,0,1\ntrial_1,0,0,1", ("--transpose",), [[1, 0], [0, 0], [1, 1]]),
        (",q1,q2,q3\nrun0,1,0,1\nrun1,0,0,1", ("--transpose",), [[1, 0], [0, 0], [1, 1]]),
        ("trial,q1,q2\n0,1,0\n1,0,0", ("--transpose",), [[1, 0], [0, 0]]),
        ('{"t0": [1, 0, 1], "t1": [0, 0, 1]}', ("--transpose",), [[1, 0], [0, 0], [1, 1]]),
        ("task_id,t0,t1\na,1,0\nb,1,1", ("--transpose",), "the columns 't0', 't1' look like trials, and --transpose"),
        ("[[1, 0, 1], [0, 0, 1]]", ("--transpose",), [[1, 0], [0, 0], [1, 1]]),
        ("0,1\n1,0", ("--header",), [[1, 0]]),
        ("0,1\n1,0", ("--no-header",), [[0, 1], [1, 0]]),
        ("name,0,1\na,1,1\nb,0,1", ("--header",), [[1, 1], [0, 1]]),
        ("name,0,1\na,1,1\nb,0,1", ("--no-header",), [[0, 1], [1, 1], [0, 1]]),
        ('{"id": 1, "score": 0, "error": "timeout"}', ("--outcome", "score"), [[0]]),
        ('{"id": 1, "score": 0, "error": "timeout"}', ("--missing", "fail"), "no trial has an outcome"),
        ("task_id,reward\na,-0.0\nb,1e0\nc,0.7", ("--threshold", "0.5"), [[0], [1], [1]]),
        ("-0.0,1e0\n0.7,1E+00", ("--threshold", "0.5"), [[0, 1], [1, 1]]),
    ):
        if isinstance(expected, str):
            assert expected in refusal(text, *options)
        else:
            assert counted(text, *options) == counts(expected), (text, options)


def test_rows_of_empty_cells_are_numbered(tmp_path):
    """Row 2 has no trials in the first file, and one in the second."""
    for name, text in (("a.csv", "1,1\n,\n0,0\n"), ("b.csv", "1,1\n1,1\n0,0\n")):
        (tmp_path / name).write_text(text)
    status, out, err = run(tmp_path / "a.csv", tmp_path / "b.csv", "--merge", "--missing", "own", "--json")
    assert (status, err) == (0, "")
    assert [json.loads(out)[key] for key in ("question_count", "trials", "most_trials")] == [3, 2, 4]


def test_merged_files_spell_their_questions_alike(tmp_path):
    (tmp_path / "a.csv").write_text("task_id,passed\n1,1\n2,0\n")
    (tmp_path / "b.csv").write_text("task_id,passed\n1.0,1\n2.0,0\n")
    status, _, err = run(tmp_path / "a.csv", tmp_path / "b.csv", "--merge")
    assert status == 1
    assert "b.csv: line 2, field 'task_id': questions '1' and '1.0' differ only in their spelling" in err


def test_a_cell_that_never_ends():
    with mock.patch.object(csv_table, "_LONGEST", 3000):
        text = 'task_id,passed,text\na,1,"' + "x\n" * 2000
        assert "line 2: a cell of more than 3,000 characters; is a quote not closed?" in refusal(text)


@pytest.mark.parametrize("numbers", [
    [0, 1, 0, 1], [42] * 4, [1, 1, 2, 2], ["a", "b", "c", "d"], ["yes", "yes", "no", "no"], [None] * 4, [2**40, 7, 2**40, 9], ["the run"] * 4,
])  # fmt: skip
@pytest.mark.parametrize("name", ["seed", "sample", "run", "rollout"])
def test_fields_that_number_the_trials_or_say_the_same_of_all(name, numbers):
    records = [{"task_id": f"q{i // 2}", name: number, "passed": i % 2} for i, number in enumerate(numbers)]
    if name == "run" and "yes" in numbers:
        return
    got = report(lines(records))
    assert (got["question_count"], got["trials"], got["avg"]["value"]) == (2, 2, 0.5)
