"""Folders: what files say of themselves comes first, then the levels of paths that vary; the rest is asked."""

from __future__ import annotations

import json
from itertools import product

import pytest
from result_files import placed

from scorio_lite.files import ReadError, read

BOTH = ("oak", "fir")
PAIR = {"oak", "fir"}


def outcomes(text="", questions=6, **more):
    """Return JSON Lines with a record for each question of the benchmark `text`."""
    prompts = [{"prompt": f"{text} {i}?"} if text else {} for i in range(questions)]
    records = ({"id": i, **prompt, "passed": i % 2 == 0, **more} for i, prompt in enumerate(prompts))
    return "".join(json.dumps(record) + "\n" for record in records)


def two(**more):
    """Return the files of two runs, and others."""
    return {"oak.jsonl": outcomes(), "fir.jsonl": outcomes(), **more}


SUITES = (("a", "maths"), ("a", "law"), ("b", "art"))
READ = {
    # files, the runs and the tasks, and the trials of each question
    "a file for each run": (two(), PAIR, {""}, 1),
    "a folder for each run": ({f"{m}/r.jsonl": outcomes() for m in BOTH}, PAIR, {""}, 1),
    "seeds": ({f"{m}_seed{s}.jsonl": outcomes() for m in BOTH for s in (0, 1)}, PAIR, {""}, 2),
    "two trials in files of one seed": ({f"{m}/seed0.jsonl": 2 * outcomes() for m in BOTH}, PAIR, {""}, 2),
    "folders of trials": ({f"{m}/trial_{s}/r.jsonl": outcomes() for m in BOTH for s in (1, 2, 3)}, PAIR, {""}, 3),
    "run and task": (
        {f"{m}/{t}.jsonl": outcomes(t) for m, t in product(BOTH, ("maths", "law"))}, PAIR, {"maths", "law"}, 1
    ),
    "a suite above its tasks": (
        {f"{m}/{s}/{t}.jsonl": outcomes(t) for m, (s, t) in product(BOTH, SUITES)}, PAIR, {"maths", "law", "art"}, 1
    ),
    "the model in the records": ({"x1.jsonl": outcomes(model="oak"), "x9.jsonl": outcomes(model="fir")}, PAIR, {""}, 1),
    "other files": (two(**{"config.json": '{"lr": 0.1}', "notes.md": "# notes"}), PAIR, {""}, 1),
    "outcomes as an object of flags": (
        {"oak.jsonl": outcomes(), "fir.json": json.dumps({i: i % 2 == 0 for i in range(6)})}, PAIR, {""}, 1
    ),
    "a data set": (two(**{"data.jsonl": outcomes(option="box")}), PAIR, {""}, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_read(tmp_path, name):
    files, runs, tasks, n = READ[name]
    found = read(placed(tmp_path / "out", files))
    assert ({*found.runs}, {*found.tasks}) == (runs, tasks)
    assert {len(row) for cell in product(runs, tasks) for row in found.matrix(*cell)} == {n}


ASKED = {
    "numbered files": ({f"{i}.jsonl": outcomes() for i in range(3)}, "path", "{trial}.jsonl"),
    "run and a number": (
        {f"{m}/run_{i}.jsonl": outcomes() for m in BOTH for i in (1, 2)}, "path", "{run}/run_{trial}.jsonl"
    ),
    "two levels that cross": (
        {f"{m}/{p}/r.jsonl": outcomes() for m in BOTH for p in ("cot", "plain")}, "path", "{run}/{run}/r.jsonl"
    ),
    "a file for each question": (
        {f"{m}/q{i}.json": {"id": f"q{i}", "passed": i > 1} for m in BOTH for i in range(3)}, "path",
        "{run}/{}.json",
    ),
    "unequal seeds": (
        {f"{m}_seed{s}.jsonl": outcomes() for m, n in (("oak", 3), ("fir", 2)) for s in range(n)}, "missing", None
    ),
    "a file without a usual question": (
        {"oak.jsonl": outcomes(), "fir.jsonl": outcomes().replace('"id"', '"nr"')}, "question", None
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_asked(tmp_path, name):
    files, code, path = ASKED[name]
    folder = placed(tmp_path / "out", files)
    with pytest.raises(ReadError) as refused:
        read(folder)
    assert code in (None, refused.value.code)
    assert path in (None, *(reading["keywords"].get("path") for reading in refused.value.readings))
    for reading in refused.value.readings:
        assert read(folder, **reading["keywords"])


def test_files_that_are_passed_over_are_named(tmp_path):
    prompts = "".join(json.dumps({"id": i, "prompt": f"what is {i}?"}) + "\n" for i in range(6))
    said = " ".join(read(placed(tmp_path / "out", two(**{"prompts.jsonl": prompts}))).report().split())
    assert "passed over, without outcomes:" in said and "prompts.jsonl" in said


def test_named_files_are_runs_unless_they_are_numbered(tmp_path):
    placed(tmp_path, {name: outcomes() for name in ("a.jsonl", "b.jsonl", "run1.jsonl", "run2.jsonl")})
    assert read(tmp_path / "a.jsonl", tmp_path / "b.jsonl").runs == ["a", "b"]
    numbered = tmp_path / "run1.jsonl", tmp_path / "run2.jsonl"
    with pytest.raises(ReadError, match="trials of one run") as refused:
        read(*numbered)
    assert refused.value.code == "trials"
    assert read(*numbered, merge=True).matrix() == [[1 - i % 2] * 2 for i in range(6)]
    assert read(*numbered, path="{run}.jsonl").runs == ["run1", "run2"]


def test_named_files_with_other_right_answers_are_no_runs(tmp_path):
    placed(tmp_path, {"oak.jsonl": outcomes(gold=1), "fir.jsonl": outcomes(gold=1), "law.jsonl": outcomes(gold=2)})
    oak, fir, law = (tmp_path / f"{name}.jsonl" for name in ("oak", "fir", "law"))
    assert read(oak, fir).runs == ["oak", "fir"]
    with pytest.raises(ReadError, match="'gold' is another in other files"):
        read(oak, law)
    assert read(oak, law, ignore="gold").runs == ["oak", "law"]


def test_models_are_not_merged(tmp_path):
    placed(tmp_path, {"a.jsonl": outcomes(model="oak"), "b.jsonl": outcomes(model="fir")})
    assert read(tmp_path / "a.jsonl", tmp_path / "b.jsonl", merge=True).runs == ["oak", "fir"]
