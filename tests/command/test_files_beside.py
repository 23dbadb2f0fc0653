"""Check files beside results: what they say of the job, and which of them are passed over."""

from __future__ import annotations

import json

import pytest
from result_files import lines, placed, run, said


def runs(*arguments):
    """Return {run: trials of each question} of these files; for a single run, only its number of trials."""
    status, out, err = run(*arguments, "--json")
    assert status == 0, err
    found = json.loads(out)
    return {one["run"]: one["trials"] for one in found["runs"]} if "runs" in found else found["trials"]


MODELS = {"opus": [1, 0, 1], "sonnet": [0, 0, 1]}


def attempts(tmp_path, beside, model=lambda name: name, **more):
    """Write two attempts of each model at each task, a folder each, with `beside` as a second file in each folder."""
    files = {}
    for name, row in MODELS.items():
        for j, x in enumerate(row):
            for k in (1, 2):
                folder = f"{model(name)}/task_{j:02}/attempt_{k}"
                files[f"{folder}/result.json"] = {"success": bool(x ^ (k == 2 and j == 0)), "steps": 3}
                files[f"{folder}/trajectory.json"] = beside(k) if callable(beside) else beside
    return placed(tmp_path / "out", {**files, **more})


TALK = [{"role": "user", "content": "go"}, {"role": "assistant", "content": "done"}]


@pytest.mark.parametrize("beside", [TALK, {"messages": TALK, "info": {"cost": 0.2}}, lines(TALK), lambda k: {"seed": k}])
def test_transcripts_are_passed_over(tmp_path, beside):
    folder = attempts(tmp_path, beside)
    assert runs(folder) == dict.fromkeys(MODELS, 2)
    assert "trajectory.json" in run(folder, "--explain")[1]


@pytest.mark.parametrize("beside", [[{"action": "go", "reward": 1}, {"action": "end", "reward": 0}], "[", lambda k: {"temperature": k}])
def test_what_may_be_an_outcome_is_not_passed_over(tmp_path, beside):
    assert run(attempts(tmp_path, beside))[0] == 1


def test_records_without_names_whose_paths_leave_it_open(tmp_path):
    line = said(attempts(tmp_path, TALK, {"opus": "a", "sonnet": "b"}.get))
    assert "no file in it names its question; is it in the paths?" in line
