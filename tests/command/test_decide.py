"""Check how the command decides from a sample what fields mean, or asks. Each option that it offers is right."""

from __future__ import annotations

import json
import random
import re
import shlex

import pytest
from result_files import good, lines, placed, quick, report, run, said, scored

from scorio_lite._command.grading import FileError, Grader
from scorio_lite._command.readings.choose import decide
from scorio_lite._command.settings import Settings


def plan(items, **options):
    settings = Settings()
    vars(settings).update(options)
    return decide(items, settings, Grader())


def grid(name, values, questions=6, question="task_id", shuffled=False, **more):
    """Make a record for each question and each value."""
    found = [{question: f"q{q}", name: v, **more, "passed": (q * q + i) % 3 == 0} for q in range(questions) for i, v in enumerate(values)]
    return random.Random(7).sample(found, len(found)) if shuffled else found


def test_roles():
    rows = [
        {"Task_ID": f"q{q}", "model": "m", "seed": s, "text": f"{q} {s}", "passed": s < q, "error": None}
        for q in range(3)
        for s in range(2)
    ]
    found = plan(rows)
    assert (found.question, found.outcome, found.trial, found.run, found.errors) == (("task_id",), "passed", ("seed",), "model", ("error",))
    assert found.reading("records") == {
        "format": "records",
        "question": ["Task_ID"],
        "outcome": "passed",
        "trial": "seed",
        "run": "model",
        "answer": None,
        "unused": ["text"],
    }
    assert found.why["text"] == ("not used", "it tells no records of a question apart", "'0 0'")
    assert found.why["Task_ID"][0] == "question"
    rows = [{"id": q, "run": r, "response": f"what {q} says {r}", "passed": q < r} for q in range(3) for r in range(2)]
    assert plan(rows).trial == ("run",)
    assert plan([{**row, "run": f"out/run_{row['run']}.json"} for row in rows]).trial == ("run",)
    assert plan([{**row, "run": f"a{i}-{i}"} for i, row in enumerate(rows)]).trial == ("run",)
    with pytest.raises(FileError, match="differ in 'run'"):
        plan([{**row, "run": ("base", "tuned")[row["run"]]} for row in rows], question="id")
    found = plan([{"task": "a", "t0": 1, "t1": 0, "kind": "x"}])
    assert (found.question, found.columns, found.are_runs) == (("task",), ("t0", "t1"), False)
    assert plan([{"a": 1, "b": "x", "c": "y", "passed": 1}], question="b,c").question == ("b", "c")
    assert plan([{"id": 1, "said": "x", "gold": "y"}], outcome="said==gold").gold == "gold"


CONDITIONS = {
    "variant": ("cot", "direct"),
    "thinking": (True, False),
    "max_tokens": (512, 1024),
    "judge": (1, 2),
    "subject": ("x", "y", "z"),
    "prompt": ("Answer briefly. {q}", "Think step by step. {q}"),
    "config.model": None,
    "run": ("gpt-4", "claude-3"),
    "turn": (1, 2),
    "test_case": (0, 1, 2),
    "temperature": (0.0, 0.7),
    "budget": (None, 1024),
}


@pytest.mark.parametrize("questions", [2, 3, 8])
@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_is_asked_about(name, questions):
    values = CONDITIONS[name]
    rows = grid(name, values, questions) if values else grid("config", ({"model": "a"}, {"model": "b"}), questions)
    for items in (rows, rows[:-1], *([random.Random(1).sample(rows, len(rows))] if questions > 6 else [])):
        if len(items) < len(rows) and questions == 2:
            continue
        with pytest.raises(FileError, match=f"{name}'? \\(|group the records differently"):
            plan(items)
    if name != "prompt":
        assert plan(rows, ignore=name).outcome == "passed"


@pytest.mark.parametrize("name", ["agent", "checkpoint", "ckpt"])
def test_who_answers_is_a_run_if_each_question_has_all(name):
    rows = grid(name, ("a", "b"), 12)
    assert plan(rows).run == name
    assert plan(rows[1:]).run == name  # one record is missing
    with pytest.raises(FileError, match=f"differ in '{name}'"):
        plan([{**row, "model": "m"} for row in rows])  # a setting of it
    with pytest.raises(FileError, match=f"differ in '{name}'"):
        plan([row for row in rows if row[name] == "a" or row["task_id"] < "q4"])
    twice = [{**row, "ckpt": f"m{i % 2}", "agent": f"a{i // 2 % 2}"} for i, row in enumerate(row for row in grid("x", range(4), 8))]
    with pytest.raises(FileError, match="differ in"):
        plan([{key: value for key, value in row.items() if key != "x"} for row in twice])


MEASURED = {
    "answer": "ABCD",
    "finish_reason": ("stop", "length"),
    "n_tokens": range(100, 900),
    "latency_ms": range(10, 5000),
    "retries": (0, 1, 2),
    "exit_code": (0, 1),
    "worker": (0, 1, 2, 3),
    "host": ("n1", "n2"),
    "cost_usd": [x / 1000 for x in range(900)],
    "stdout": [f"text {x} of it" for x in range(900)],
    "uuid": [f"{x:032x}" for x in range(900)],
    "created": [f"2026-03-{1 + x % 28:02d}T{x % 24:02d}:00:00Z" for x in range(900)],
}


@pytest.mark.parametrize("name", MEASURED)
@pytest.mark.parametrize("number", ["trial", "seed", "attempt", "sample_idx", None])
def test_what_is_measured_is_no_condition(name, number):
    rng = random.Random(name + str(number))
    for questions, trials in ((3, 2), (5, 4), (12, 8)):
        rows = [
            {"question_id": f"t{q}", **({number: t} if number else {}), name: rng.choice(MEASURED[name]), "passed": rng.random() < 0.5}
            for q in range(questions)
            for t in range(trials)
        ]
        found = plan(rows)
        assert found.trial == ((number,) if number else ())
        assert name in found.reading("records")["unused"]


@pytest.mark.parametrize("answers", [(7, 8), ("7", "8"), "AB", ("It is A.", "B")])
@pytest.mark.parametrize("name", ["response", "completion"])
def test_answers_that_recur_number_no_trials(name, answers):
    rng = random.Random(name)
    found = plan([{"question_id": q, name: rng.choice(answers), "passed": rng.random() < 0.5} for q in range(9) for _ in range(4)])
    assert found.trial == ()
    assert plan([{"question_id": q, name: i, "passed": i % 3 == 0} for q in range(9) for i in range(4)]).trial == (name,)


def test_several_fields_that_do_not_matter():
    rows = [{**row, "judge": j} for j in "ab" for row in TWO]
    for ignored in (("--ignore", "variant,judge"), ("--ignore", "variant", "--ignore", "judge")):
        assert is_right(lines(rows), ignored, [[6, 4, MEAN]]) is True


@pytest.mark.parametrize("low", [0, False])
def test_a_field_of_failures_is_no_success(low):
    rows = [{"id": i, "broken_down": low if i else not low} for i in range(4)]
    message = is_right(lines(rows), (), ())
    way = re.search("or (--outcome broken_down --success [a-z0]+) if", message)
    assert is_right(lines(rows), way[1].split(), [[4, 1, 0.75]]) is True


@pytest.mark.parametrize(
    ("counted", "words"), [(9, "the records of a question differ in 'part'"), (8, "'part' differs in each of their records")]
)
def test_a_field_that_counts_the_records_of_most_questions(counted, words):
    """A field may number trials if it counts up in at least 9 of 10 questions; else it may name questions."""
    rows = [{"id": i, "passed": i * j % 3 == 0, "part": j if i < counted else 3 * j + i} for i in range(10) for j in range(2 + i % 3)]
    assert words in is_right(lines(rows), (), ())


def board(*runs):
    return {"runs": sorted(runs)}


def is_right(text, options, expected):
    status, out, err = quick("-", "--json", *options, stdin=text)
    if status:  # what is offered below the line is tried in test_readings.py
        return err.splitlines()[0]
    got = json.loads(out)
    if "runs" in got:
        return board(*(round(row["value"], 6) for row in got["runs"])) in expected
    return [got["question_count"], got["trials"], round(got["avg"]["value"], 6)] in expected


TWO = grid("variant", ("cot", "direct"))
MEAN = round(sum(row["passed"] for row in TWO) / 12, 6)
RUNS = board(*(round(sum(row["passed"] for row in TWO if row["variant"] == m) / 6, 6) for m in ("cot", "direct")))


def ways(message):
    """Return the options in a message."""
    found = []
    for option, value in re.findall(
        r"--(at|question|outcome|trials|trial|runs|run|ignore|counts|list|transpose|where)(?: (\"[^\"]*\"|'[^']*'|[^ ;,]+(?:,[^ ;]+)*))?",
        message,
    ):
        value = shlex.split(value)[0].rstrip(",.;?") if value and option != "transpose" else ""
        if value not in ("NAME", "T") and "N," not in value:
            found.append([f"--{option}", value] if value else [f"--{option}"])
    return found


def test_a_part_of_the_records_and_the_reading_in_text(tmp_path):
    text = lines(TWO)
    out = good("-", "--where", "variant=cot", stdin=text)
    assert "\nRead: question task_id, outcome passed, trials in order; not used: variant\n" in out
    assert out.splitlines()[0].endswith("6 questions, 1 trial each")
    out = good("-", "--ignore", "variant", "--explain", "--markdown", stdin=text)
    assert "| task_id | question | by its name | 'q0' |" in out
    assert report(text, "--run", "variant")["runs"][0]["reading"]["run"] == "variant"
    good("-", "--html", tmp_path / "a.html", "--ignore", "variant", stdin=text)
    assert "Read: question task_id, outcome passed" in (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "expected KEY=VALUE" in run("-", "--where", "x")[2]


def test_what_comes_after_the_sample_is_checked(monkeypatch):
    """A field that is constant in the sample must not differ between later records of one question."""
    from scorio_lite._command.readings import table as sample

    monkeypatch.setattr(sample, "MOST_ITEMS", 6)
    rows = [row for variant in ("cot", "direct") for row in TWO if row["variant"] == variant]
    message = is_right(lines(rows), (), ())
    assert "line 7: 'variant' is 'direct', and 'cot' in earlier records: use --run variant" in message
    for way in ways(message):
        assert is_right(lines(rows), way, [[6, 2, MEAN], RUNS]) is True


ONE = [{"id": q, "passed": q % 2} for q in range(6)]


def test_each_folder_is_a_run(tmp_path, monkeypatch):
    parts = [lines({**item, "trial": t} for item in ONE) for t in range(2)]
    placed(tmp_path / "all", {f"{folder}/part{t}.jsonl": part for folder in "ab" for t, part in enumerate(parts)})
    monkeypatch.chdir(tmp_path / "all")
    for options in (("--name", "a=a", "--name", "b=b"),):
        got = scored(*options)["runs"]
        assert [(row["run"][-1], row["question_count"], row["trials"]) for row in got] == [("a", 6, 2), ("b", 6, 2)]
    assert "if they are one run, use --merge, or --name A=FOLDER for each" in said("a", "b")
    assert scored("a", "--name", "x=a")["trials"] == 2


def test_deciding_leaves_no_trace_in_the_grader():
    """The grader is unchanged by values that are only tried while fields are found."""
    grader = Grader(success=frozenset(["b"]))
    before = repr(sorted(vars(grader).items(), key=str))
    decide([{"id": i, "passed": x, "note": x} for i, x in enumerate("abab")], Settings(), grader)
    assert repr(sorted(vars(grader).items(), key=str)) == before
