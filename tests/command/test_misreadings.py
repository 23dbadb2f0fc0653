"""Files that are easily misread: the right numbers come out, or a question; never other numbers, without a word."""

from __future__ import annotations

import json
import random

import pytest
from result_files import lines, placed, run

pytest.importorskip("scorio_lite._command.read", reason="the reader that asks is not there yet")
USUAL = "task_id"
STRANGE = ("q", "uid", "slug", "url", "ref")


def answer(folder, *arguments):
    """Return (status, document) of the command with --json; the document of a refusal has its readings."""
    status, out, err = run(*(folder / one if (folder / one).exists() else one for one in arguments), "--json")
    assert "Traceback" not in err
    assert status in (0, 1, 3, 4), err
    return status, json.loads(out) if out else {"readings": []}, err


def options(reading):
    return [part for one in reading["options"] for part in (one.split("=", 1) if one.startswith("--") else [one])]


def numbers(value):
    """Return what a report says, but for names, files and how they are read."""
    if isinstance(value, dict):
        skipped = ("reading", "format", "file", "files", "how", "notes", "read", "run", "runs_left_out", "version")
        return {key: numbers(one) for key, one in value.items() if key not in skipped}
    if isinstance(value, list):
        return [numbers(one) for one in value]
    return None if isinstance(value, str) else value


def outcomes(rng, questions=16, trials=3):
    rates = [rng.random() for _ in range(questions)]
    return {f"x{q}": [int(rng.random() < rate) for _ in range(trials)] for q, rate in enumerate(rates)}


SHAPES = {
    "list": lambda name, q, row: [{name: q, "trials": row}],
    "counts": lambda name, q, row: [{name: q, "n": len(row), "c": sum(row)}],
    "columns": lambda name, q, row: [{name: q, **{f"trial_{i}": x for i, x in enumerate(row)}}],
    "records": lambda name, q, row: [{name: q, "trial": i, "passed": x} for i, x in enumerate(row)],
}
LISTED = ["list", "counts", "columns"]


def content(shape, name, rows, form="jsonl"):
    records = [record for q, row in rows.items() for record in SHAPES[shape](name, q, row)]
    return lines(records) if form == "jsonl" else json.dumps(records)


def shuffled(rng, rows):
    return dict(rng.sample(list(rows.items()), len(rows)))


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize("shape", LISTED)
def test_the_position_of_a_record_is_not_its_question(shape, name, tmp_path):
    """Two runs in different orders are compared question by question, or it is asked which field names them."""
    rng = random.Random(f"{shape} {name}")
    a, b = outcomes(rng), outcomes(rng)
    files = {"a.jsonl": content(shape, name, a), "b.jsonl": content(shape, name, shuffled(rng, b))}
    usual = {"u/a.jsonl": content(shape, USUAL, a), "u/b.jsonl": content(shape, USUAL, b)}
    placed(tmp_path, {**files, **usual})
    status, right, _ = answer(tmp_path, "u/a.jsonl", "u/b.jsonl")
    assert status == 0
    status, found, said = answer(tmp_path, "a.jsonl", "b.jsonl")
    if status == 0:
        assert numbers(found) == numbers(right)
    else:
        assert f"--question {name}" in said.replace("=", " ")
        assert found["readings"] == [] or options(found["readings"][0]) == ["--question", name]
    status, found, _ = answer(tmp_path, "a.jsonl", "b.jsonl", "--question", name)
    assert (status, numbers(found)) == (0, numbers(right))


@pytest.mark.parametrize("name", STRANGE)
def test_results_beside_an_unknown_id_are_never_paired_by_line(name, tmp_path):
    rng = random.Random(name)
    runs = {"a.jsonl": outcomes(rng), "b.jsonl": shuffled(rng, outcomes(rng))}
    placed(tmp_path, {path: lines({name: q, "results": row} for q, row in rows.items()) for path, rows in runs.items()})
    for files in (["a.jsonl"], ["b.jsonl", "a.jsonl"]):
        status, _, said = answer(tmp_path, *files)
        assert status == 1
        assert f"--question {name}" in said.replace("=", " ")


@pytest.mark.parametrize("shape", LISTED)
def test_runs_of_other_questions_are_not_compared(shape, tmp_path):
    rng = random.Random(shape)
    a, b = outcomes(rng), {f"y{q}": row for q, row in enumerate(outcomes(rng).values())}
    placed(tmp_path, {"a.jsonl": content(shape, "uid", a), "b.jsonl": content(shape, "uid", b)})
    assert answer(tmp_path, "a.jsonl", "b.jsonl")[0] == 1
    assert answer(tmp_path, "a.jsonl", "b.jsonl", "--question", "uid")[0] == 1


@pytest.mark.parametrize("name", [USUAL, *STRANGE])
def test_a_gate_does_not_depend_on_the_order_of_records(name, tmp_path):
    rows = {f"x{q}": [int(q < 24)] * 3 for q in range(40)}
    placed(
        tmp_path,
        {"a.jsonl": content("list", name, rows), "b.jsonl": content("list", name, dict(reversed(rows.items())))},
    )
    gate = ("--baseline", "a.jsonl", "--require", "avg-base>=-0.3")
    statuses = {
        answer(tmp_path, "a.jsonl", second, *more, *gate)[0]
        for second in ("b.jsonl",)
        for more in ((), ("--question", name))
    }
    assert statuses <= {0, 1}
    assert 0 in statuses


@pytest.mark.parametrize("seed", range(12))
def test_order_shape_and_the_name_of_the_id_change_no_number(seed, tmp_path):
    rng = random.Random(seed)
    runs = {name: outcomes(rng, questions=rng.randint(10, 20), trials=rng.randint(2, 4)) for name in ("one",)}
    runs["two"] = {q: [x ^ (rng.random() < 0.3) for x in row] for q, row in runs["one"].items()}
    first = {f"first/{name}.jsonl": content("records", USUAL, rows) for name, rows in runs.items()}
    shape, id_name, form = rng.choice(list(SHAPES)), rng.choice([USUAL, *STRANGE]), rng.choice(["jsonl", "json"])
    second = {
        f"second/{name}.{form}": content(shape, id_name, shuffled(rng, rows), form) for name, rows in runs.items()
    }
    placed(tmp_path, {**first, **second})
    status, right, _ = answer(tmp_path, *first)
    assert status == 0
    for more in ((), ("--question", id_name)):
        status, found, _ = answer(tmp_path, *second, *more)
        assert status == 1 or compared(found) == compared(right)
    assert status == 0, "the field that names the questions was given"


def compared(found):
    """Return the numbers of a board that do not depend on whether trials are numbered."""
    return {
        row["run"].rpartition("/")[2].partition(".")[0]: numbers(
            {k: row[k] for k in row if k not in ("runs", "homogeneous")}
        )
        for row in found["runs"]
    }


def table(rows):
    return "question_id,correct\n" + "".join(f"{q},{x}\n" for q, x in rows)


def seeds(rng, count):
    return [table((f"q{q}", rng.randint(0, 1)) for q in range(12)) for _ in range(count)]


def test_seeds_of_two_models_are_never_runs(tmp_path):
    rng = random.Random(5)
    files = {f"oak_seed{i}.csv": text for i, text in enumerate(seeds(rng, 4))}
    files.update({f"birch_seed{i}.csv": text for i, text in enumerate(seeds(rng, 3))})
    placed(tmp_path / "runs", files)
    status, found, _ = answer(tmp_path, "runs")
    assert status == 1 or len(found["runs"]) == 2


@pytest.mark.parametrize(
    "names", [("run9.csv", "run10.csv"), ("seed1.csv", "seed2.csv"), ("trial_0.csv", "trial_1.csv", "trial_2.csv")]
)
def test_numbered_files_that_are_named_one_by_one_are_asked_about(names, tmp_path):
    placed(tmp_path, dict(zip(names, seeds(random.Random(7), len(names)))))
    status, found, said = answer(tmp_path, *names)
    assert status == 1
    assert "--merge" in said
    status, found, _ = answer(tmp_path, *names, "--merge")
    assert (status, found["question_count"], found["trials"]) == (0, 12, len(names))


def test_counts_of_slices_are_no_trials(tmp_path):
    slices = {"algebra": (9, 4), "botany": (9, 9), "chess": (9, 0), "dance": (9, 6)}
    parts = {name: {"n": n, "correct": c, "accuracy": round(c / n, 4)} for name, (n, c) in slices.items()}
    document = {"suite": "mini", "n": 36, "correct": 19, "accuracy": 0.5278, "by_subject": parts}
    placed(tmp_path, {"mmlu.json": json.dumps(document)})
    assert answer(tmp_path, "mmlu.json")[0] == 1


@pytest.mark.parametrize("others", [1, 3])
def test_a_file_that_asks_is_not_passed_over(others, tmp_path):
    """The mean of a folder is never that of the files that are read without a question."""
    rng = random.Random(others)
    good = {
        f"m{i}.jsonl": lines({"task_id": f"q{q}", "passed": rng.randint(0, 1)} for q in range(20))
        for i in range(others)
    }
    asks = lines({"task_id": f"q{q}", "verdict": rng.choice(["ja", "nein"]), "temperature": 0.2} for q in range(20))
    placed(tmp_path / "out", {**good, "zz.jsonl": asks})
    status, found, _ = answer(tmp_path, "out")
    assert status == 1 or len(found["runs"]) == others + 1


def test_arms_are_no_questions(tmp_path):
    rng = random.Random(3)
    arms = {arm: {"passed": [rng.random() < 0.5 for _ in range(30)]} for arm in ("cold", "warm")}
    placed(tmp_path, {"arms.json": json.dumps({"by_arm": arms}), "bare.json": json.dumps(arms)})
    for name in ("arms.json", "bare.json"):
        status, found, _ = answer(tmp_path, name)
        assert status == 1 or len(found["runs"]) == 2
