"""Each check of the reader, on both sides: what is refused, with its offers, and what is read."""

from __future__ import annotations

import json

import pytest

from scorio_lite.files import ReadError, read

Q = range(8)


def write(path, records):
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return path


def trials(times=2, **more):
    """Make `times` records of each of eight questions. A function in `more` makes a value of (question, trial)."""
    return [
        {
            "task_id": f"q{q}",
            **{name: make(q, t) if callable(make) else make for name, make in more.items()},
            "passed": (q * 3 + t) % 4 > 1,
        }
        for q in Q
        for t in range(times)
    ]


def without(records, *places):
    return [record for i, record in enumerate(records) if i not in places]


REFUSED = {
    # code: (records, the first option that is offered, or None)
    "a setting": ("apart", trials(temperature=lambda q, t: t / 2), "--run=temperature"),
    "a setting in another order": ("apart", trials(temperature=lambda q, t: t / 2)[::-1], "--run=temperature"),
    "a setting that one question lacks": (
        "apart",
        without([{"id": q, "style": s, "passed": q % 2} for q in range(12) for s in "ab"], 3),
        "--run=style",
    ),
    "a balanced flag": ("apart", trials(thinking=lambda q, t: bool(t)), "--run=thinking"),
    "a flag that one question has unevenly": (
        "apart",
        [{"id": q, "tools": t > (q == 4), "passed": (q * 3 + t) % 4 > 1} for q in range(12) for t in range(4)],
        "--run=tools",
    ),
    "a setting that one of two lacks": ("apart", trials(adapter=lambda q, t: "lora" if t else None), None),
    "a list that is a setting": ("apart", trials(tools=lambda q, t: ["search"] * t), "--run=tools"),
    "a balanced measurement": ("apart", trials(stop_reason=lambda q, t: "ab"[t]), "--run=stop_reason"),
    "two languages": ("fixed", trials(language=lambda q, t: "ab"[t]), "--question=language,task_id"),
    "two names": ("questions", trials(prompt=lambda q, t: f"p{q // 2}"), "--question=prompt"),
    "a text": (
        "questions",
        [{**one, "scenario": f"{'a long text ' * 5}{i % 3}"} for i, one in enumerate(trials())],
        None,
    ),
    "a unique text": ("questions", trials(input=lambda q, t: f"{'a long text ' * 5}{q}{t}"), "--question=input"),
    "a right answer": ("questions", trials(gold=lambda q, t: q % 4 + t), None),
    "an answer that is judged twice": ("questions", trials(response=lambda q, t: f"{'words ' * 9}{q}"), None),
    "a trial that words name": (
        "apart",
        trials(4, trial_id=lambda q, t: f"{'ab'[t % 2]}_{t // 2}"),
        "--trial=trial_id",
    ),
    "questions that are fewer than trials": (
        "few",
        [{"prompt": p, "sample_idx": i, "passed": i % 3 == 0} for p in ("cot", "plain") for i in range(9)],
        "--run=prompt --question=sample_idx",
    ),
    "slices": ("few", [{"id": name, "n": 20, "c": len(name)} for name in ("law", "anatomy", "physics")], None),
    "a first record of another kind": (
        "summary",
        [{"task_id": "suite", "passed": 0}, *trials(1)],
        "--skip=task_id=suite",
    ),
    "ids of two numbers": ("ids", [{"id": f"{q}_{t}", "passed": q % 2} for q in Q for t in range(3)], "--question=id"),
    "two outcomes": ("outcomes", trials(correct=lambda q, t: q % 2), "--outcome=passed"),
    "a constant outcome": (
        "outcomes",
        [{"id": q, "success": True, "is_right": q % 2} for q in Q],
        "--outcome=is_right",
    ),
    "a real score beside an outcome": ("outcomes", [{"id": q, "score": q / 8, "acc": q % 2} for q in Q], None),
    "a constant outcome beside a measurement": (
        "outcomes",
        [{"id": q, "success": True, "answer_ok": q % 2} for q in Q],
        "--outcome=answer_ok",
    ),
    "an outcome of another name": ("outcomes", trials(answer_correct=lambda q, t: q % 2), "--outcome=passed"),
    "a real score beside words": (
        "outcomes",
        [{"id": q, "score": q / 8, "verdict": ["pass", "fail"][q % 2]} for q in Q],
        None,
    ),
    "an answer that is true or false": (
        "outcomes",
        [{"id": q, "correct": q % 2 > 0, "response": q % 3 > 0} for q in Q],
        "--outcome=correct==response",
    ),
    "an answer": ("outcomes", [{"id": q, "result": q % 2, "gold": q // 2 % 2} for q in Q], "--outcome=result==gold"),
    "an answer in a list of one": (
        "outcome",
        [{"id": q, "answer": [f"a{q % 2}"], "gold": f"a{q // 2 % 2}"} for q in Q],
        "--outcome=answer==gold",
    ),
    "numbered columns of two kinds": (
        "outcome",
        [{"id": q, "a1": q % 2, "a2": 1, "b1": 0, "b2": q // 2 % 2} for q in Q],
        "--trials=a1,a2",
    ),
    "a count": ("beside", trials(1, num_attempts=lambda q, t: 2 + q % 2), "--ignore=num_attempts"),
    "a list": ("beside", trials(1, checks=lambda q, t: [1, 0, 1]), "--outcome=checks"),
    "columns": ("beside", trials(1, t1=lambda q, t: q % 2, t2=1), "--trials=t1,t2"),
    "points of a scale": ("beside", [{"id": q, "score": q / 8, "max_score": 2} for q in Q], "--ignore=max_score"),
    "means of settings": (
        "beside",
        [{"id": q, "score": q / 8, "temperature": q % 2 / 2, "top_p": q // 2} for q in Q],
        None,
    ),
    "a list beside names of tests": (
        "beside",
        [{"id": q, "passed": [q % 2, 1], "tests": ["test_a", f"test_{q}"]} for q in Q],
        "--outcome=passed --all",
    ),
    "a list beside names": ("beside", [{"id": q, "passed": [q % 2, 1], "names": ["gpt", "llama"]} for q in Q], None),
    "lists of models": (
        "beside",
        [{"id": q, "responses": [{"model": m, "correct": q % 2} for m in "ab"]} for q in Q],
        "--at=[{}].responses[{}].correct --run=model",
    ),
    "lists of questions": (
        "beside",
        [{"id": q, "samples": [{"id": f"{q}-{t}", "correct": q % 2} for t in range(3)]} for q in Q],
        "--at=[{}].samples[{}].correct --question=samples.id",
    ),
    "columns of settings": ("beside", [{"id": q, "t0": q % 2, "t0.5": 1, "t1": 0} for q in Q], "--runs=t0,t0.5,t1"),
    "columns and their sum": (
        "beside",
        [{"id": q, "t1": q % 2, "t2": 1, "total": 1 + q % 2} for q in Q],
        "--trials=t1,t2",
    ),
    "counts that number trials": (
        "beside",
        [{"id": q, "n": t, "c": (q + t) % 2} for q in Q for t in (1, 2)],
        "--trial=n --outcome=c",
    ),
    "counts": ("beside", trials(1, n=3, c=lambda q, t: q % 4), "--counts=n,c"),
    "unique ids beside questions that lack some": (
        "ids",
        [{"id": f"{i * i:x}", "item": f"q{i % 8}", "passed": i % 3 == 0} for i in range(23)],
        "--question=item",
    ),
    "unique ids": ("ids", [{"id": i, "question_name": f"q{i % 4}", "passed": i % 3 == 0} for i in range(8)], None),
    "ids of trials": ("ids", [{"id": f"q{q}_run{t}", "passed": q % 2} for q in Q for t in range(2)], "--question=id"),
    "a trial twice": ("twice", [*trials(trial=lambda q, t: t), trials(trial=0)[0]], "--once"),
    "one number": ("twice", trials(trial=0), None),
    "every record again": ("again", trials(1) * 2, "--once"),
    "equal records": ("again", [*trials(1, seed_text=lambda q, t: f"x{q}"), trials(1, seed_text="x0")[0]], "--once"),
    "a total": ("summary", [*trials(1), {"task_id": "Total", "passed": 1}], "--skip=task_id=Total"),
    "counts of trials": ("grade", [{"id": q, "correct": q % 4, "total": 3} for q in Q], "--counts=total,correct"),
    "records in records": (
        "question",
        [{"model": m, "answers": [{"id": q, "passed": q % 2} for q in Q]} for m in "ab"],
        "--at=[{}].answers[{}].passed",
    ),
    "fewer trials": ("uneven", without(trials(3), 4), "--missing=bounds"),
    "no outcome": ("missing", [*trials(1), {"task_id": "q9", "passed": None}], "--missing=bounds"),
    "an error": ("missing", trials(error=lambda q, t: "time is up" if q == t == 1 else None), "--missing=bounds"),
    "two numbers": ("trial", trials(4, trial=lambda q, t: t // 2, seed=lambda q, t: t % 2), None),
    "another kind": ("kind", [*trials(1)[:4], {"note": 1}, *trials(1)[4:]], "--skip=task_id=null"),
    "a run that lacks a question": (
        "alike",
        without([{**one, "model": m} for m in "ab" for one in trials(1)], 3),
        "--missing=bounds",
    ),
    "two numbers that are no outcomes": ("grade", [{"id": q, "reward": (0.5, 1)[q % 2]} for q in Q], "--scores=0,1"),
    "words": ("grade", [{"id": q, "result": "AB"[q % 2]} for q in Q], "--success=A"),
    "numbers": ("grade", [{"id": q, "score": q} for q in Q], "--threshold=7"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(tmp_path, name):
    code, records, option = REFUSED[name]
    with pytest.raises(ReadError) as refused:
        read(write(tmp_path / "r.jsonl", records))
    assert refused.value.code == code
    offered = [" ".join(reading["options"]) for reading in refused.value.readings]
    assert option is None or option in offered[0]
    for reading in refused.value.readings:  # what is offered is read
        assert read(tmp_path / "r.jsonl", **reading["keywords"])


READ = {
    # what is near to a refusal and is read: (records, questions, trials of each)
    "a setting of a run": (trials(temperature=0.5), 8, 2),
    "a setting that follows the trial": (trials(trial=lambda q, t: t, temperature=lambda q, t: t / 2), 8, 2),
    "a flag by chance": (trials(4, truncated=lambda q, t: (q + t) % 3 == 0), 8, 4),
    "a measurement": (trials(4, stop_reason=lambda q, t: "ab"[(q * t) % 2]), 8, 4),
    "tokens": (trials(n_tokens=lambda q, t: 100 + q * t), 8, 2),
    "one language each": (trials(language=lambda q, t: "ab"[q % 2]), 8, 2),
    "two names that agree": (trials(prompt=lambda q, t: f"p{q}"), 8, 2),
    "a text of the question": (trials(scenario=lambda q, t: f"{'a long text ' * 5}{q}"), 8, 2),
    "a response": (trials(response=lambda q, t: f"{'a long text ' * 5}{q + t}"), 8, 2),
    "an outcome that says whether answers are equal": (
        [{"id": q, "pred": q % 3 > 0, "gold": q % 2 > 0, "correct": (q % 3 > 0) == (q % 2 > 0)} for q in Q],
        8,
        1,
    ),
    "a note of some trials": (trials(note=lambda q, t: "late" if q < 3 and t else None), 8, 2),
    "a list of another kind": (trials(log=lambda q, t: [q, t]), 8, 2),
    "a real score beside a flag": ([{"id": q, "score": q / 8, "truncated": q % 2 > 0} for q in Q], 8, 1),
    "a right answer of each question": (trials(gold=lambda q, t: q % 4), 8, 2),
    "an answer that is given twice": (trials(response="words " * 9), 8, 2),
    "trials of one word": (trials(trial_id=lambda q, t: f"try_{t}"), 8, 2),
    "ids of trials that do not recur": (trials(rollout_id=lambda q, t: f"{'ab'[q % 2]}{q}-{t}"), 8, 2),
    "tasks that are fewer than trials": (
        [{"task_id": q, "sample_idx": i, "passed": i % 3 == 0} for q in ("cot", "plain") for i in range(9)],
        2,
        9,
    ),
    "questions with numbers that are fewer than trials": (
        [{"id": f"q{q}", "sample_idx": i, "passed": i % 3 == 0} for q in range(3) for i in range(9)],
        3,
        9,
    ),
    "a first name that is no number": ([{"id": name, "passed": 1} for name in ("intro", "a1", "b2", "b3", "b4")], 5, 1),
    "ids of a year and a number": ([{"id": f"2024_{q}", "passed": q % 2} for q in Q], 8, 1),
    "scores beside tokens": ([{"id": q, "score": q / 8, "max_tokens": 2048} for q in Q], 8, 1),
    "scores of two kinds": ([{"id": q, "score": q / 8, "level": q % 2, "part": q % 3} for q in Q], 8, 1),
    "a list beside responses": ([{"id": q, "passed": [q % 2, 1], "texts": [f"a{q}", f"b{q}"]} for q in Q], 8, 2),
    "lists of numbered trials": (
        [{"id": q, "samples": [{"id": t, "model": "m", "correct": q % 2} for t in range(3)]} for q in Q],
        8,
        3,
    ),
    "columns beside a total of another kind": ([{"id": q, "t1": q % 2, "t2": 1, "total": 9} for q in Q], 8, 2),
    "counts of two parts": ([{"id": q, "n": 2, "c": (q + t) % 2} for q in Q for t in (1, 2)], 8, 4),
    "two outcomes that agree": (trials(correct=lambda q, t: (q * 3 + t) % 4 > 1), 8, 2),
    "an outcome beside a real score": (trials(score=lambda q, t: q / 8), 8, 2),
    "a count of one": (trials(1, num_attempts=lambda q, t: 1 + q % 2), 8, 1),
    "a count of tokens": (trials(1, num_tokens=lambda q, t: 2 + q), 8, 1),
    "a list of texts": (trials(1, tags=lambda q, t: ["a", "b"]), 8, 1),
    "unique ids beside a category": ([{"id": i, "level": i % 4, "passed": i % 3 == 0} for i in range(8)], 8, 1),
    "unique ids beside a name that is always the same": (
        [{"id": q, "case_set": "cot", "passed": q % 2} for q in Q],
        8,
        1,
    ),
    "ids that end in numbers": ([{"id": f"sample_{q}", "passed": q % 2} for q in Q], 8, 1),
    "equal trials": (trials(1) + trials(1)[::-1], 8, 2),
    "a seed that is always the same": (trials(seed=42), 8, 2),
    "an error in every record": (trials(error="none found"), 8, 2),
    "an error in every failure": (trials(error=lambda q, t: None if (q * 3 + t) % 4 > 1 else "AssertionError"), 8, 2),
    "a footer": ([*trials(), {"accuracy": 0.5}], 8, 2),
    "a usual pair": ([{"id": q, "result": ("Pass", "FAIL")[q % 2]} for q in Q], 8, 1),
    "rewards": ([{"id": q, "reward": q / 8} for q in Q], 8, 1),
    "epochs": (trials(epoch=lambda q, t: t + 1), 8, 2),
    "a summary in a name": ([{"id": f"mean value {q}", "passed": q % 2} for q in Q], 8, 1),
}


@pytest.mark.parametrize("inner", [[1, 0, 1], [{"passed": 1}, {"passed": 0}, {"passed": 1}]])
def test_keys_with_lists_may_be_runs_trials_or_questions(tmp_path, inner):
    path = tmp_path / "r.json"
    path.write_text(json.dumps({key: {"passed" if inner[0] == 1 else "trials": inner} for key in ("cold", "warm")}))
    with pytest.raises(ReadError, match="'cold', 'warm'") as refused:
        read(path)
    offered = [read(path, **reading["keywords"]) for reading in refused.value.readings]
    matrices = [(len(one.runs), one.matrix(one.runs[0])) for one in offered]
    assert {(runs, len(rows), len(rows[0])) for runs, rows in matrices} == {(2, 3, 1), (1, 3, 2), (1, 2, 3)}


@pytest.mark.parametrize("name", READ)
def test_read(tmp_path, name):
    records, questions, n = READ[name]
    matrix = read(write(tmp_path / "r.jsonl", records)).matrix()
    assert (len(matrix), {len(row) for row in matrix}) == (questions, {n})


@pytest.mark.parametrize(
    ("around", "asked"), [({"total": 40}, True), ({"total": 8}, False), ({"total_tokens": 40}, False)]
)
def test_a_total_around_the_records(tmp_path, around, asked):
    (tmp_path / "r.json").write_text(json.dumps({**around, "results": trials(1)}))
    if asked:
        with pytest.raises(ReadError, match="'total' is 40, and 8 records are there"):
            read(tmp_path / "r.json")
    else:
        assert len(read(tmp_path / "r.json").matrix()) == 8


def test_what_comes_after_the_sample_is_checked(tmp_path, monkeypatch):
    """A file of many records is checked once more after it is read, on all records of some questions."""
    from scorio_lite._command.read import files, shapes

    monkeypatch.setattr(files, "SAMPLED", 40)
    monkeypatch.setattr(shapes, "SAMPLE", 20)
    records = [
        {"task_id": f"q{q}", "temperature": t, "passed": q % 3 == t % 2} for t in (0.2, 0.8, 0.9, 1) for q in range(300)
    ]
    with pytest.raises(ReadError) as refused:
        read(write(tmp_path / "r.jsonl", records))
    assert refused.value.code == "apart"


def test_a_sample_that_is_a_part_is_decided_by_its_whole_questions(tmp_path, monkeypatch):
    from scorio_lite._command.read import files, records, shapes

    for module in (files, records, shapes):
        monkeypatch.setattr(module, "SAMPLED" if module is files else "SAMPLE", 41 if module is files else 20)
    rows = [{"uid": f"u{q}", "nr": t, "okay": (q * 3 + t) % 4 > 1} for q in range(300) for t in range(3)]
    with pytest.raises(ReadError) as refused:
        read(write(tmp_path / "r.jsonl", rows))
    first = refused.value.readings[0]
    assert first["keywords"] == {"question": "uid", "outcome": "okay", "trial": "nr"}
    assert first["is_part"] and first["runs"][0]["trials"] == 3


@pytest.mark.parametrize("n", [3, 8])
def test_trials_that_are_not_alike(tmp_path, n):
    """The report says if no success is followed by a failure; trials by chance it does not mark."""
    sorted_rows = [[int(t >= (q % n) + 1) for t in range(n)] for q in range(24)]
    for rows, marked in ((sorted_rows, True), ([row[::-1] for row in sorted_rows], False)):
        records = [{"id": q, "trial": t, "passed": x} for q, row in enumerate(rows) for t, x in enumerate(row)]
        found = read(write(tmp_path / "r.jsonl", records))
        assert ("not alike" in found.report()) == marked
    stopped = [{"id": q, "attempt": t, "passed": int(t == q % 3)} for q in range(12) for t in range(q % 3 + 1)]
    with pytest.raises(ReadError, match="not alike: they stop at the first success"):
        read(write(tmp_path / "r.jsonl", stopped))


ROWS = {
    # a matrix: the questions and trials that it has, or what is asked
    "0 1 1\n1 0 1\n": (2, 3),
    "0 1 1 0 1\n1 0 1 1 1\n": "2 rows of 5 outcomes",
    "[[0, 1, 1, 0, 1], [1, 0, 1, 1, 1]]": "2 rows of 5 outcomes",
    '{"q1": [0, 1], "q2": [1, 1], "q3": [0, 0]}': (3, 2),
    '{"oak": [0, 1], "fir": [1, 1], "ash": [0, 0]}': "may be runs, trials or questions",
    "q1,0,0\nq1,1,1\nq2,0,1\nq2,1,0\n": "does their first column number trials",
    "q1,0,0\nq2,1,1\nq3,0,1\nq4,1,0\n": (4, 2),
}


@pytest.mark.parametrize("text", ROWS)
def test_rows_of_a_matrix(tmp_path, text):
    (tmp_path / "r").write_text(text)
    if isinstance(ROWS[text], str):
        with pytest.raises(ReadError, match=ROWS[text]) as refused:
            read(tmp_path / "r")
        assert refused.value.readings
        assert read(tmp_path / "r", format="matrix")
    else:
        matrix = read(tmp_path / "r").matrix()
        assert (len(matrix), len(matrix[0])) == ROWS[text]
