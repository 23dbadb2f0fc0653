"""Folders: what files say of themselves comes first, then the levels of paths that vary; the rest is asked."""

from __future__ import annotations

import json

import pytest
from result_files import placed

from scorio_lite.files import ReadError, read


def outcomes(text="", questions=6, trial=None, **more):
    """Return JSON Lines with a record for each question of the benchmark `text`."""
    number = {} if trial is None else {"trial": trial}
    return "".join(
        json.dumps({"id": i, **({"prompt": f"{text} {i}?"} if text else {}), **number, "passed": i % 2 == 0, **more})
        + "\n"
        for i in range(questions)
    )


READ = {
    # files, the runs and the tasks, and the trials of each question
    "a file for each run": ({"oak.jsonl": outcomes(), "fir.jsonl": outcomes()}, {"oak", "fir"}, {""}, 1),
    "a folder for each run": ({"oak/r.jsonl": outcomes(), "fir/r.jsonl": outcomes()}, {"oak", "fir"}, {""}, 1),
    "seeds": ({f"{m}_seed{s}.jsonl": outcomes() for m in ("oak", "fir") for s in (0, 1)}, {"oak", "fir"}, {""}, 2),
    "folders of trials": (
        {f"{m}/trial_{s}/r.jsonl": outcomes() for m in ("oak", "fir") for s in (1, 2, 3)},
        {"oak", "fir"},
        {""},
        3,
    ),
    "run and task": (
        {f"{m}/{t}.jsonl": outcomes(t) for m in ("oak", "fir") for t in ("maths", "law")},
        {"oak", "fir"},
        {"maths", "law"},
        1,
    ),
    "task and run": (
        {f"{t}/{m}.jsonl": outcomes(t) for m in ("oak", "fir") for t in ("maths", "law")},
        {"oak", "fir"},
        {"maths", "law"},
        1,
    ),
    "a suite above its tasks": (
        {
            f"{m}/{s}/{t}.jsonl": outcomes(t)
            for m in ("oak", "fir")
            for s, t in (("a", "maths"), ("a", "law"), ("b", "art"))
        },
        {"oak", "fir"},
        {"maths", "law", "art"},
        1,
    ),
    "the model in the records": (
        {"x1.jsonl": outcomes(model="oak"), "x9.jsonl": outcomes(model="fir")},
        {"oak", "fir"},
        {""},
        1,
    ),
    "other files": (
        {"oak.jsonl": outcomes(), "fir.jsonl": outcomes(), "config.json": '{"lr": 0.1}', "notes.md": "# notes"},
        {"oak", "fir"},
        {""},
        1,
    ),
    "settings that are true or false": (
        {"oak.jsonl": outcomes(), "fir.jsonl": outcomes(), "config.json": '{"stream": true, "cache": false}'},
        {"oak", "fir"},
        {""},
        1,
    ),
    "outcomes as an object of flags": (
        {"oak.jsonl": outcomes(), "fir.json": json.dumps({i: i % 2 == 0 for i in range(6)})},
        {"oak", "fir"},
        {""},
        1,
    ),
    "a data set": (
        {"oak.jsonl": outcomes(), "fir.jsonl": outcomes(), "data.jsonl": outcomes(option="box")},
        {"oak", "fir"},
        {""},
        1,
    ),
    "a run that is called data": (
        {"oak.jsonl": outcomes(), "fir.jsonl": outcomes(), "data.jsonl": outcomes()},
        {"oak", "fir", "data"},
        {""},
        1,
    ),
}


@pytest.mark.parametrize("name", READ)
def test_read(tmp_path, name):
    files, runs, tasks, n = READ[name]
    found = read(placed(tmp_path / "out", files))
    assert ({*found.runs}, {*found.tasks}) == (runs, tasks)
    assert {len(row) for run in found.runs for task in found.tasks for row in found.matrix(run, task)} == {n}


ASKED = {
    "numbered files": ({f"{i}.jsonl": outcomes() for i in range(3)}, "path", "{trial}.jsonl"),
    "numbered names": ({f"pass{i}.jsonl": outcomes() for i in (1, 2)}, "path", "pass{trial}.jsonl"),
    "run and a number": (
        {f"{m}/run_{i}.jsonl": outcomes() for m in ("oak", "fir") for i in (1, 2)},
        "path",
        "{run}/run_{trial}.jsonl",
    ),
    "two levels that cross": (
        {f"{m}/{p}/r.jsonl": outcomes() for m in ("oak", "fir") for p in ("cot", "plain")},
        "path",
        "{run}/{run}/r.jsonl",
    ),
    "a file for each question": (
        {f"{m}/q{i}.json": json.dumps({"id": f"q{i}", "passed": i > 1}) for m in ("oak", "fir") for i in range(3)},
        "path",
        "{run}/{}.json",
    ),
    "unequal seeds": (
        {f"{m}_seed{s}.jsonl": outcomes() for m, n in (("oak", 3), ("fir", 2)) for s in range(n)},
        "missing",
        None,
    ),
    "the same file twice": (
        {"a/oak_seed1.jsonl": outcomes(), "a/oak_seed1.json": f"[{outcomes(questions=1)}]"},
        None,
        None,
    ),
    "a file without a usual question": (
        {"oak.jsonl": outcomes(), "fir.jsonl": outcomes().replace('"id"', '"nr"')},
        "question",
        None,
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_asked(tmp_path, name):
    files, code, path = ASKED[name]
    folder = placed(tmp_path / "out", files)
    with pytest.raises(ReadError) as refused:
        read(folder)
    assert code in (None, refused.value.code)
    offered = [reading["keywords"].get("path") for reading in refused.value.readings]
    assert path is None or path in offered
    for reading in refused.value.readings:
        assert read(folder, **reading["keywords"])


def test_files_that_are_passed_over_are_named(tmp_path):
    prompts = "".join(json.dumps({"id": i, "prompt": f"what is {i}?"}) + "\n" for i in range(6))
    folder = placed(tmp_path / "out", {"oak.jsonl": outcomes(), "fir.jsonl": outcomes(), "prompts.jsonl": prompts})
    said = " ".join(read(folder).report().split())
    assert "passed over, without outcomes:" in said
    assert "prompts.jsonl" in said


def test_named_files_are_runs_unless_they_are_numbered(tmp_path):
    placed(tmp_path, {name: outcomes() for name in ("a.jsonl", "b.jsonl", "run1.jsonl", "run2.jsonl")})
    assert read(tmp_path / "a.jsonl", tmp_path / "b.jsonl").runs == ["a", "b"]
    with pytest.raises(ReadError, match="trials of one run") as refused:
        read(tmp_path / "run1.jsonl", tmp_path / "run2.jsonl")
    assert refused.value.code == "trials"
    merged = read(tmp_path / "run1.jsonl", tmp_path / "run2.jsonl", merge=True)
    assert merged.matrix() == [[1 - i % 2] * 2 for i in range(6)]
    named = read(tmp_path / "run1.jsonl", tmp_path / "run2.jsonl", path="{run}.jsonl")
    assert named.runs == ["run1", "run2"]


def test_named_files_with_other_right_answers_are_no_runs(tmp_path):
    placed(tmp_path, {"oak.jsonl": outcomes(gold=1), "fir.jsonl": outcomes(gold=1), "law.jsonl": outcomes(gold=2)})
    assert read(tmp_path / "oak.jsonl", tmp_path / "fir.jsonl").runs == ["oak", "fir"]
    with pytest.raises(ReadError, match="'gold' is another in other files"):
        read(tmp_path / "oak.jsonl", tmp_path / "law.jsonl")
    assert read(tmp_path / "oak.jsonl", tmp_path / "law.jsonl", ignore="gold").runs == ["oak", "law"]


def test_models_are_not_merged(tmp_path):
    placed(tmp_path, {"a.jsonl": outcomes(model="oak"), "b.jsonl": outcomes(model="fir")})
    assert read(tmp_path / "a.jsonl", tmp_path / "b.jsonl", merge=True).runs == ["oak", "fir"]
