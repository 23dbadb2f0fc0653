"""Shapes of files that no harness writes, and what is said of a file that fits nothing."""

from __future__ import annotations

import json

import pytest
from result_files import counted, lines, refusal, report, run

from scorio_lite._command.formats.table import FORMATS

ROWS = [[0, 1, 1], [1, 1, 1], [0, 0, 0]]
COUNTS = [(3, 0), (3, 2), (3, 3)]
RECORDS = [{"task_id": f"q{i}", "passed": bool(x)} for i, row in enumerate(ROWS) for x in row]
NAMED = {f"q{i}": row for i, row in enumerate(ROWS)}
COUNTED = [(f"q{i}", 3, sum(row)) for i, row in enumerate(ROWS)]
DEEP = [{"doc": {"id": f"q{i}"}, "data": {"Correct": x}} for i, row in enumerate(ROWS) for x in row]


def words(failure, success, field="status"):
    return [{"id": f"q{i}", field: [failure, success][x]} for i, row in enumerate(ROWS) for x in row]


def table(rows):
    return "\n".join(",".join(map(str, row)) for row in rows)


READ = {
    # One list inside an object.
    json.dumps({"model": "m", "accuracy": 0.5, "results": RECORDS}): (),
    json.dumps({"config": {"x": 1}, "results": ROWS}, indent=1): (),
    json.dumps({"meta": "x", "results": NAMED}): (),
    json.dumps({"a": {"b": RECORDS}, "c": RECORDS[:1]}): ("--list", "a.b"),
    json.dumps({"data": RECORDS, "errors": RECORDS[:1]}): ("--list", "data"),
    # An object of lists; a list for each field.
    json.dumps(NAMED): (),
    json.dumps({name: [["fail", "PASS"][x] for x in row] for name, row in NAMED.items()}): (),
    json.dumps({key: [record[key] for record in RECORDS] for key in ("task_id", "passed")}): (),
    # An outcome that is a list.
    lines({"task_id": name, "correct": list(map(bool, row))} for name, row in NAMED.items()): (),
    json.dumps([{"task_id": name, "trials": row, "note": "x"} for name, row in NAMED.items()]): ("--outcome", "trials"),
    # Paths with dots.
    lines(DEEP): ("--outcome", "data.correct", "--question", "doc.id"),
    json.dumps({"results": DEEP}): ("--outcome", "data.correct", "--question", "DOC.id"),
    table([["doc.id", "data.correct"], *([x["doc"]["id"], x["data"]["Correct"]] for x in DEEP)]): ("--outcome", "data.correct", "--question", "doc.id"),
    lines({"id": x["doc"]["id"], "scores": [{"value": x["data"]["Correct"]}]} for x in DEEP): ("--outcome", "scores.0.value"),
    # Counts.
    table([["task_id", "n", "c"], *COUNTED]): (),
    table([["task_id", "num_samples", "num_correct"], *((q, f"{n}.0", f"{c}.0") for q, n, c in COUNTED)]): (),
    lines({"id": q, "n_samples": n, "n_passed": c, "model": "m"} for q, n, c in COUNTED): (),
    json.dumps([{"id": q, "tries": n, "hits": c} for q, n, c in COUNTED]): ("--counts", "tries,hits"),
    # Words.
    lines(words("incorrect", "Correct", "result")): (),
    lines(words("no", "YES", "passed")): (),
    lines(words("I", "C", "score")): (),
    lines(words("UnResolved", "resolved", "outcome")): (),
    table([["id", "passed"], *((x["id"], x["passed"]) for x in words("FAIL", "pass", "passed"))]): (),
    table([["id", "correct"], *((x["id"], x["c"]) for x in words("no", "yes", "c"))]): (),
    table([["pass" if x else "fail" for x in row] for row in ROWS]): (),
    table([[name, *("C" if x else "I" for x in row)] for name, row in NAMED.items()]): (),
    json.dumps([["pass" if x else "fail" for x in row] for row in ROWS]): (),
    lines(words("tie", "win")): ("--outcome", "status", "--success", "Win,won"),
    lines(words(3, 10)): ("--outcome", "status", "--success", "10"),
    table([["id", "status"], *((x["id"], x["status"]) for x in words("0.0", "2.5"))]): ("--outcome", "status", "--success", "2.5"),
    table([[name, *("A" if x else "B" for x in row)] for name, row in NAMED.items()]): ("--success", "a"),
    # More names.
    lines(words(False, True, "is_resolved")): (),
    lines({"instance_id": f"q{i}", "resolved": x} for i, row in enumerate(ROWS) for x in row): (),
    lines({"sample_id": f"q{i}", "acc": float(x)} for i, row in enumerate(ROWS) for x in row): (),
    # Trials in rows.
    table([["trial", *NAMED], *([j, *(row[j] for row in ROWS)] for j in range(3))]): ("--transpose",),
    table([[f"run{j}", *(row[j] for row in ROWS)] for j in range(3)]): ("--transpose",),
    table([list(NAMED), *([row[j] for row in ROWS] for j in range(3))]): ("--transpose",),
    json.dumps({f"trial_{j}": [row[j] for row in ROWS] for j in range(3)}): ("--transpose",),
}  # fmt: skip


@pytest.mark.parametrize("text", READ, ids=range(len(READ)))
def test_what_is_read(text):
    assert counted(text, *READ[text]) == COUNTS


REFUSED = {
    # Several lists, or a list and other things.
    json.dumps({"a": RECORDS, "b": RECORDS}): ((), "which of its fields holds the trials? Use --list a or --list b"),
    json.dumps({**NAMED, "q9": None}): ((), "'q0' is a list of outcomes, and 'q9' is null; put the lists"),
    json.dumps({**NAMED, "q9": 1}): ((), "'q0' is a list of outcomes, and 'q9' is 1"),
    json.dumps({**NAMED, "q9": [1, 2]}): ((), "'q0' is a list of outcomes, and 'q9' is a list"),
    json.dumps({"correct": [1, 0]}): ((), "'correct' is a list, and no field names the questions"),
    json.dumps({"results": RECORDS}): (("--list", "x.y"), "--list x.y: nothing is there, and no list"),
    json.dumps({"results": 5}): (("--list", "results"), "--list results: 5, and no list"),
    json.dumps({"task_id": ["a", "b"], "passed": [1]}): ((), "'passed' has 1 values, and 'task_id' has 2"),
    lines([{"id": 1, "correct": [1, 2]}]): ((), "line 1, field 'correct', item 2: 2 is neither 0 nor 1"),
    lines([{"id": 1, "correct": [1, None]}]): ((), "1 trial has no outcome: line 1, field 'correct', item 2 (null)"),
    lines([{"id": 1, "correct": [[1]]}]): ((), "is it one record, or does 'correct' hold the trials? Use --list correct, or --format records"),
    # Counts that cannot be.
    "task_id,n,c\na,3,4": ((), "line 2: 'c' is 4, and 'n' is 3; use --counts N,C"),
    "task_id,n,c\na,3,-1": ((), "line 2, field 'c': '-1' is not a number of trials"),
    "task_id,n,c\na,3,0.5": ((), "line 2, field 'c': '0.5' is not a number of trials"),
    "task_id,n,c\na,3,1\na,3,1": ((), "line 3: a second row for question 'a'"),
    "task_id,n,c\na,,\nb,3,1": ((), "1 trial has no outcome: line 2 (no counts)"),
    "task_id,n,c\na,2000000,1": ((), "at most 1,000,000 trials are read"),
    "task_id,n,c\na,3,1": (("--threshold", "1"), "--threshold and --weights need single outcomes"),
    "task_id,n,c\na,3,1\nb,4,1": (("--missing", "truncate"), "--missing truncate needs single outcomes"),
    "task_id,n,c,total\na,3,1,5": ((), "which of the fields 'n', 'total', 'c' are the numbers"),
    "task_id,t0,t1,n,c\na,1,0,2,1": ((), "fields 't0' and 't1' look like trials, beside 'c'; use --trials t0,t1, or --outcome c"),
    # Words.
    lines(words("fail", "skipped", "passed")): ((), "line 2, field 'passed': 'skipped' is neither 0 nor 1; name the words of success: --success WORD,..."),
    "id,correct\na,correct": ((), None),
    "q1,correct\nq2,incorrect": ((), "line 1: are correct names of columns, or outcomes? Use --header or --no-header"),
    # Options for other files.
    json.dumps(ROWS): (("--header",), "--header does not apply to a file of JSON"),
    lines(RECORDS): (("--transpose",), "--transpose does not apply to a file of records"),
    json.dumps([{"task_id": 1, "reward": 1.0, "info": {}, "traj": []}]): (("--success", "x"), "--success does not apply to a file of tau-bench"),
    # What fits nothing.
    lines([{"label": 1, "pass": 1}]): ((), "a JSON object with 'label', 'pass'; records ("),
    "id,pass\na,1": ((), "no field is known as the outcome, and no column as a trial; there are 'id', 'pass'; use --outcome pass"),
    json.dumps({"a": 1, "b": {}, "c": [], "d": 2, "e": 3, "f": 4}): ((), "a JSON object with 'a', 'b', 'c', 'd', 'e', ...; records ("),
    json.dumps({"tasks": [{}], "info": {}}): ((), "; nearest is tau2-bench, by 'info', but it has no 'simulations'; see --list and --formats"),
    json.dumps({"evalId": "x", "results": {"version": 3, "stats": {}}, "config": {}}): ((), "a JSON object with 'evalId', 'results', 'config'; records ("),
    json.dumps({"results": {"gsm8k": {"acc": 0.5}}, "configs": {}, "versions": {}}): ((), "averages of lm-evaluation-harness, and no trials"),
    # More numbered names than entries of each may be questions; trial_0 is a trial.
    json.dumps({f"t{q}": {"python": 1, "rust": q % 2} for q in range(3)}): ((), "use --trials python,rust if they are trials, --runs python,rust if each is a run"),
    json.dumps({j: {f"sample_{q}": q % 2 for q in range(3)} for j in "ab"}): ((), "if these are trials, call them trial_0, trial_1, ..."),
    json.dumps({q: {f"trial_{t}": t % 2 for t in range(3)} for q in "ab"}): ((), None),
    "{}": ((), "an empty JSON object; records ("),
}  # fmt: skip


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_what_is_refused(text):
    options, message = REFUSED[text]
    if message is None:
        assert counted(text, *options)
        return
    assert message in refusal(text, *options)


def test_no_other_harness_gives_advice():
    text = json.dumps({"evalId": "x", "results": {"version": 3, "stats": {}}, "config": {}, "shareableUrl": None})
    assert "lm-eval" not in refusal(text)


def test_the_formats_are_listed():
    status, out, err = run("--formats")
    assert (status, err) == (0, "")
    assert [line for line in out.splitlines() if line[0] != " "] == sorted(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_an_example_is_of_its_format(name):
    first = json.loads(FORMATS[name].example.splitlines()[0])
    item = first[0] if isinstance(first, list) and isinstance(first[0], dict) else first
    if name != "matrix":
        assert next(other for other in FORMATS if FORMATS[other].recognised(item)) == name



def test_a_word_of_success_that_never_occurs():
    text = lines(words("a", "b", "passed"))
    message = "scorio-lite: no outcome is one of the words of --success; there are 'a', 'b'\n"
    assert run("-", "--success", "c", stdin=text.encode()) == (1, "", message)


NESTED = [
    {"id": q, "trial": t, "metadata": {"level": "ab"[q % 2], "meta": {"Unit": q // 2}, "model": "m1"}, "latency": q + t, "passed": q % 2}
    for q in range(4) for t in range(2)
]  # fmt: skip


def test_fields_inside_a_record():
    text = lines(NESTED)
    for field in ("level", "metadata.level", "Metadata.LEVEL"):
        got = report(text, "--by", field)
        assert [(one["slice"], one["avg"]["value"]) for one in got["by"]["slices"]] == [("a", 0), ("b", 1)]
        assert report(text, "--cluster", field)["avg"]["value"] == 0.5
    for field in ("metadata.meta.unit", "meta.unit"):
        got = report(text, "--by", field)
        assert [(one["slice"], one["avg"]["value"]) for one in got["by"]["slices"]] == [("0", 0.5), ("1", 0.5)]
    levels = [{**item, "id": item["id"] // 2} for item in NESTED]
    for field in ("level", "metadata.level"):
        assert [one["value"] for one in report(lines(levels), "--run", field)["runs"]] == [1, 0]
    there = "there are 'id', 'latency', 'metadata.level', 'metadata.model'"
    assert refusal(text, "--by", "levle") == f"scorio-lite: standard input: no question has a value in the field 'levle'; {there}\n"
    assert refusal(text, "--run", "levle") == f"scorio-lite: standard input: no field 'levle'; {there}\n"
    assert refusal(text, "--by", "latency") == (
        "scorio-lite: standard input: line 2: question 0 has latency 0 and 1; --by and --cluster need a field that is "
        "the same in all trials of a question\n"
    )


PANDAS = {  # what its to_json() writes, by orient
    "columns": '{"task_id":{"0":"a","1":"a","2":"b","3":"b"},"passed":{"0":1,"1":0,"2":1,"3":1}}',
    "split": '{"columns":["task_id","passed"],"index":[0,1,2,3],"data":[["a",1],["a",0],["b",1],["b",1]]}',
    "list": '{"task_id":["a","a","b","b"],"passed":[1,0,1,1]}',
}
TRIALS = [{"id": q, "level": "x", "trials": [{"id": t, "passed": x, "trial": t} for t, x in enumerate(row)]}
          for q, row in enumerate([[1, 0], [1, 1]])]  # fmt: skip


@pytest.mark.parametrize("text", [*PANDAS.values(), lines(TRIALS), json.dumps(TRIALS), json.dumps({"results": TRIALS})])
def test_tables_and_trials_inside(text):
    assert counted(text) == [(2, 1), (2, 2)]


NO_WAY = {
    '{"columns":["task_id","passed"],"index":[0],"data":[["a"]]}': "'data' has rows that are no lists of 2 values, as 'columns' is",
    lines([*TRIALS, {"id": 3, "trials": []}]): "line 3, field 'trials': not a list of trials with an outcome each",
    lines([*TRIALS, {"id": 3, "trials": [{"passed": 1}], "passed": 1}]): "line 3, field 'trials': not a list of trials",
    lines([{"id": q, "eval": {"correct": True}} for q in range(2)]): "there are 'id', 'eval'; is it --outcome eval.correct?",
    "task_id;score\na;0,77\n": "line 2, field 'score': '0,77' is a number with a comma; write a point",
    "question,gpt,claude\nq1,0,1\nq2,1,1\n": "no field is known as the outcome, and no column as a trial; there are 'question', 'gpt', 'claude'; use",
    "this is a log of mine\nstart run 3 of this one\n": "no field holds the outcome: there are 'this', 'is', 'a', 'log', 'of', ...; name it with --outcome, or call it",
    'reward\n"\n"': "there is no trial in it",
}  # fmt: skip


@pytest.mark.parametrize("text, words", NO_WAY.items(), ids=range(len(NO_WAY)))
def test_what_has_no_trials_or_another_way(text, words):
    assert words in refusal(text)


def test_names_in_the_heading_and_in_errors(tmp_path):
    """A folder is no file and 0 more; names of questions and of options are as they are typed, up to 80 characters."""
    rows = [{"task_id": f"scikit-learn__scikit-learn-1029{q}", "passed": 1} for q in range(4)]
    assert "'scikit-learn__scikit-learn-10290' has 2, where others have 1" in refusal(lines([*rows, rows[0]]))
    name = "whether it is right, as the third of the judges has it"
    assert refusal(lines({"task_id": q, "trials": [{name: 1}], name: {"passed": 1}} for q in range(2))).endswith(
        f"is it --outcome '{name}.passed'?\n"
    )
    (tmp_path / "a.jsonl").write_text(lines(rows))
    title = run(tmp_path, "--merge")[1].splitlines()[0]
    assert title.endswith(" (records): 4 questions, 1 trial each")
    assert "more" not in title


def test_a_summary_is_no_record():
    """A lone object with an average and no question."""
    for text in ('{"model": "a", "accuracy": 0.5}', '{"a": 1, "accuracy": 1}', '{"accuracy": 0.5}'):
        assert "'accuracy' sums up trials, which are not there" in refusal(text)
        assert counted('{"task_id": "q1", "accuracy": 1}') == [(1, 1)]
