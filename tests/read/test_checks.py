"""Each check of the reader, on both sides: what is refused, with its offers, and what is read."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from scorio_lite.files import ReadError, read

LONG = "a long text " * 5


def write(path, records):
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return path


def each(times=1, count=8, **fields):
    """Make `times` records of each of `count` questions. A function makes a value of (question, trial)."""
    return [
        {"id": f"q{q}", **{name: make(q, t) if callable(make) else make for name, make in fields.items()}}
        for q in range(count)
        for t in range(times)
    ]


def solved(q, t):
    return int((q * 3 + t) % 4 > 1)


a = SimpleNamespace(  # value of a question and a trial
    parity=lambda q, _: q % 2,
    quarter=lambda q, _: q % 4,
    share=lambda q, _: q / 8,
    number=lambda _, t: t,
    half=lambda _, t: t / 2,
    letter=lambda _, t: "abcd"[t],
)


def trials(times=2, **more):
    return each(times, **more, passed=solved)


def without(records, *places):
    return [record for i, record in enumerate(records) if i not in places]


STYLES = [{"prompt": style, "sample_idx": i, "passed": i % 3 == 0} for style in ("cot", "plain") for i in range(9)]
MODELS = [{"id": f"q{q}", "model": model, "passed": q % 2} for model in "ab" for q in range(8)]
RUN_IDS = [{"id": f"q{q}_run{t}", "passed": q % 2} for q in range(8) for t in range(2)]
SCORED = [
    {"case": f"c{q}", "model": "ab"[t // 3], "verdict": ("bad", "good")[(q + t) % 2], "score": (q + 2 * t) % 5 / 4}
    for q in range(30)
    for t in range(6)
]
REFUSED = {
    # code: (records, the first option that is offered, or None)
    "a setting": ("apart", trials(temperature=a.half), "--run=temperature"),
    "a balanced measurement": ("apart", trials(stop_reason=a.letter), "--run=stop_reason"),
    "trials of two words": ("apart", trials(4, trial_id=lambda q, t: f"{'ab'[t % 2]}_{t // 2}"), "--trial=trial_id"),
    "two languages": ("fixed", trials(language=a.letter), "--question=language,id"),
    "two names": ("questions", trials(prompt=lambda q, t: f"p{q // 2}"), "--question=id"),
    "a right answer": ("questions", trials(gold=lambda q, t: q % 4 + t), None),
    "an answer that is judged twice": ("questions", trials(response=lambda q, t: f"{LONG}{q}"), None),
    "questions that are fewer than trials": ("few", STYLES, "--run=prompt --question=sample_idx"),
    "a first record of another kind": ("summary", [{"id": "suite", "passed": 0}, *trials(1)], "--skip=id=suite"),
    "a total": ("summary", [*trials(1), {"id": "Total", "passed": 1}], "--skip=id=Total"),
    "two outcomes": ("outcomes", trials(correct=a.parity), "--outcome=passed"),
    "a real score beside an outcome": ("outcomes", each(score=a.share, acc=a.parity), None),
    "an answer": ("outcomes", each(result=a.parity, gold=lambda q, t: q // 2 % 2), "--outcome=result==gold"),
    "a count": ("beside", trials(1, num_attempts=lambda q, t: 2 + q % 2), "--counts=num_attempts,passed"),
    "a list": ("beside", trials(1, checks=[1, 0, 1]), "--outcome=checks"),
    "columns": ("beside", trials(1, t1=a.parity, t2=1), "--trials=t1,t2"),
    "counts": ("beside", trials(1, n=3, c=a.quarter), "--counts=n,c"),
    "points of a scale": ("beside", each(score=a.share, max_score=2), "--ignore=max_score"),
    "names of tests": ("beside", each(passed=lambda q, t: [q % 2, 1], tests=["a", "b"]), "--outcome=passed --all"),
    "lists of models": (
        "beside",
        each(responses=lambda q, t: [{"model": m, "correct": q % 2} for m in "ab"]),
        "--at=[{}].responses[{}].correct --run=model",
    ),
    "lists of questions": (
        "beside",
        each(samples=lambda q, t: [{"id": f"{q}-{i}", "correct": q % 2} for i in range(3)]),
        "--at=[{}].samples[{}].correct --question=samples.id",
    ),
    "columns of settings": ("beside", each(**{"t0": a.parity, "t0.5": 1, "t1": 0}), "--runs=t0,t0.5,t1"),
    "unique ids": ("ids", each(question_name=lambda q, t: f"q{q % 4}", passed=a.parity), None),
    "ids of trials": ("ids", RUN_IDS, "--question=id"),
    "a trial twice": ("twice", [*trials(trial=a.number), trials(trial=0)[0]], "--once"),
    "every record again": ("again", trials(1) * 2, "--once"),
    "equal records": ("again", [*trials(1, note="x"), trials(1, note="x")[0]], "--once"),
    "a question of another name, and a verdict": ("question", SCORED, "--question=case --ignore=verdict"),
    "fewer trials": ("uneven", without(trials(3), 4), "--missing=bounds"),
    "no outcome": ("missing", [*trials(1), {"id": "q9", "passed": None}], "--missing=bounds"),
    "an error": ("missing", trials(error=lambda q, t: "time is up" if q == t == 1 else None), "--missing=bounds"),
    "another kind": ("kind", [*trials(1)[:4], {"note": 1}, *trials(1)[4:]], "--skip=id=null"),
    "a run that lacks a question": ("alike", without(MODELS, 3), "--missing=bounds"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(tmp_path, name):
    code, records, option = REFUSED[name]
    with pytest.raises(ReadError) as refused:
        read(write(tmp_path / "r.jsonl", records))
    assert refused.value.code == code
    offered = [" ".join(reading["options"]) for reading in refused.value.readings]
    assert option is None or option in offered[0]
    assert len({*offered}) == len(offered) <= 4
    for reading in refused.value.readings:  # what is offered is read
        assert read(tmp_path / "r.jsonl", **reading["keywords"])


READ = {
    # what is near to a refusal and is read: (records, questions, trials of each)
    "a setting of a run": (trials(temperature=0.5), 8, 2),
    "a setting that follows the trial": (trials(trial=a.number, temperature=a.number), 8, 2),
    "a measurement": (trials(4, stop_reason=lambda q, t: "ab"[(q * t) % 2]), 8, 4),
    "two names that agree": (trials(prompt=lambda q, t: f"p{q}"), 8, 2),
    "a text of the question": (trials(scenario=lambda q, t: f"{LONG}{q}"), 8, 2),
    "a response": (trials(response=lambda q, t: f"{LONG}{q + t}"), 8, 2),
    "an answer that is given twice": (trials(response=LONG), 8, 2),
    "trials of one word": (trials(trial_id=lambda q, t: f"try_{t}"), 8, 2),
    "a first name that is no number": ([{"id": name, "passed": 1} for name in ("intro", "a1", "b2", "b3", "b4")], 5, 1),
    "unique ids beside a category": (each(level=a.quarter, passed=a.parity), 8, 1),
    "scores beside tokens": (each(score=a.share, max_tokens=2048), 8, 1),
    "two outcomes that agree": (trials(correct=solved), 8, 2),
    "answers that are equal": (each(pred=True, gold=lambda q, t: q % 2 > 0, correct=a.parity), 8, 1),
    "a list beside responses": (each(passed=[1, 0], texts=lambda q, t: [f"a{q}", f"b{q}"]), 8, 2),
    "lists of numbered trials": (each(samples=[{"id": t, "model": "m", "correct": t % 2} for t in range(3)]), 8, 3),
    "counts of two parts": (each(2, n=2, c=a.parity), 8, 4),
    "a count of one": (trials(1, num_attempts=lambda q, t: 1 + q % 2), 8, 1),
    "equal trials": (trials(1) + trials(1)[::-1], 8, 2),
    "a seed that is always the same": (trials(seed=42), 8, 2),
    "an error in every record": (trials(error="none found"), 8, 2),
    "an error in every failure": (trials(error=lambda q, t: None if solved(q, t) else "AssertionError"), 8, 2),
    "a footer": ([*trials(), {"accuracy": 0.5}], 8, 2),
}


@pytest.mark.parametrize("name", READ)
def test_read(tmp_path, name):
    records, questions, n = READ[name]
    matrix = read(write(tmp_path / "r.jsonl", records)).matrix()
    assert (len(matrix), {len(row) for row in matrix}) == (questions, {n})


@pytest.mark.parametrize("inner", [[1, 0, 1], [{"passed": 1}, {"passed": 0}, {"passed": 1}]])
def test_keys_with_lists_may_be_runs_trials_or_questions(tmp_path, inner):
    path = tmp_path / "r.json"
    path.write_text(json.dumps({key: {"passed" if inner[0] == 1 else "trials": inner} for key in ("cold", "warm")}))
    with pytest.raises(ReadError, match="'cold', 'warm'") as refused:
        read(path)
    offered = [read(path, **reading["keywords"]) for reading in refused.value.readings]
    matrices = [(len(one.runs), one.matrix(one.runs[0])) for one in offered]
    assert {(runs, len(rows), len(rows[0])) for runs, rows in matrices} == {(2, 3, 1), (1, 3, 2), (1, 2, 3)}


AROUND = {  # what stands around eight records, and what is said
    "total": (40, "'total' is 40, and 8 records are there"),
    "total_tokens": (40, ""),
    "failed": (["x"], "'failed' names 'x', which no record does"),
    "tags": (["maths", "gpt-4o"], ""),
}


@pytest.mark.parametrize("name", AROUND)
def test_what_stands_around_the_records(tmp_path, name):
    value, words = AROUND[name]
    (tmp_path / "r.json").write_text(json.dumps({name: value, "results": trials(1)}))
    if words:
        with pytest.raises(ReadError, match=words) as refused:
            read(tmp_path / "r.json")
        assert refused.value.readings[0]["keywords"] == {"ignore": name}
    else:
        assert len(read(tmp_path / "r.json").matrix()) == 8


@pytest.fixture()
def small_samples(monkeypatch):
    """Samples have 40 records: the first 20, and 20 of the rest."""
    from scorio_lite._command.read import files, records

    monkeypatch.setattr(files, "SAMPLED", 41)
    monkeypatch.setattr(records, "SAMPLE", 20)


@pytest.mark.usefixtures("small_samples")
def test_what_comes_after_the_sample_is_checked(tmp_path):
    """A file of many records is checked once more after it is read, on all records of some questions."""
    records = [{**one, "temperature": t} for t in range(4) for one in each(1, 300, passed=a.parity)]
    with pytest.raises(ReadError) as refused:
        read(write(tmp_path / "r.jsonl", records))
    assert refused.value.code == "apart"


@pytest.mark.usefixtures("small_samples")
def test_a_sample_that_is_a_part_is_decided_by_its_whole_questions(tmp_path):
    rows = [{"uid": f"u{q}", "nr": t, "okay": solved(q, t)} for q in range(300) for t in range(3)]
    with pytest.raises(ReadError) as refused:
        read(write(tmp_path / "r.jsonl", rows))
    first = refused.value.readings[0]
    assert first["keywords"] == {"question": "uid", "outcome": "okay", "trial": "nr"}
    assert first["is_part"] and first["runs"][0]["trials"] == 3


@pytest.mark.parametrize("n", [3, 8])
def test_trials_that_are_not_alike(tmp_path, n):
    """The report says if no success is followed by a failure; trials by chance it does not mark."""
    for step, marked in ((1, True), (-1, False)):
        rows = [[int(t > q % n) for t in range(n)][::step] for q in range(24)]
        records = [{"id": q, "trial": t, "passed": x} for q, row in enumerate(rows) for t, x in enumerate(row)]
        assert ("not alike" in read(write(tmp_path / "r.jsonl", records)).report()) == marked
    stopped = [{"id": q, "attempt": t, "passed": int(t == q % 3)} for q in range(12) for t in range(q % 3 + 1)]
    with pytest.raises(ReadError, match="not alike: they stop at the first success"):
        read(write(tmp_path / "r.jsonl", stopped))


ROWS = {
    # a matrix: the questions and trials that it has, or what is asked
    "0 1 1\n1 0 1\n": (2, 3),
    "1.000000000000000000e+00 0.000000000000000000e+00\n" * 3: (3, 2),  # of numpy.savetxt
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
