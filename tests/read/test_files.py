"""Files in the shape of real ones, each in a folder of tests/files beside what it should be read as (expected.json).

expected.json has "questions", "trials", "mean", "runs" (how many), "tasks" of a reading; or the "code" of a refusal (or
another code, "or") and "offers", the options that come first. With both, the first offer gives the reading.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorio_lite import avg
from scorio_lite.files import ReadError, read

CASES = sorted((Path(__file__).parents[1] / "files").iterdir())


@pytest.mark.parametrize("folder", CASES, ids=[folder.name for folder in CASES])
def test_files(folder):
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    (path,) = [one for one in folder.iterdir() if one.name != "expected.json"]
    options = {}
    if "code" in expected:
        with pytest.raises(ReadError) as refused:
            read(path)
        assert refused.value.code in (expected["code"], expected.get("or"))
        readings = refused.value.readings
        wanted = expected.get("offers", [])
        assert [reading["options"] for reading in readings][: len(wanted)] == wanted
        if "offers" in expected and not wanted:
            assert readings == []
        if "mean" not in expected:
            return
        options = readings[0]["keywords"]
    found = read(path, **options)
    first = found.matrix(found.runs[0], found.tasks[0])
    assert len(found.runs) == expected.get("runs", 1)
    assert sorted(found.tasks) == expected.get("tasks", [""])
    assert len(first) == expected.get("questions", len(first))
    assert {len(row) for row in first} == {expected.get("trials", len(first[0]))}
    assert avg(first)[0] == expected.get("mean", avg(first)[0])
