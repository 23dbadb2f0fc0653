"""What a refusal prints is as exact as a report: the nearest double of the mean that its options give."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import pytest
from result_files import lines, placed, run, scored

from scorio_lite import files


def mean(rows):
    return float(sum(Fraction(sum(map(Fraction, row))) / len(row) for row in rows) / len(rows))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("is_real", [False, True])
def test_means_of_readings_are_those_of_the_reports(seed, is_real, tmp_path):
    rng = random.Random(f"{seed} {is_real}")
    draw = rng.random if is_real else lambda: rng.randint(0, 1)
    rows = [[draw() for _ in range(4)] for _ in range(rng.randint(10, 40))]
    name, heats = "score" if is_real else "passed", (0.0, 0.5, 0.7, 1.0)
    records = [{"task_id": q, "temperature": t, name: x} for q, row in enumerate(rows) for t, x in zip(heats, row)]
    path = placed(tmp_path, {"results.jsonl": lines(records)}) / "results.jsonl"
    asked = ["--scores", "0,1"] if is_real else []
    status, out, _ = run(path, *asked, "--json")
    readings = json.loads(out)["readings"]
    with pytest.raises(files.ReadError) as error:
        files.read(path, **({"scores": (0, 1)} if is_real else {}))
    assert status == 1 and [reading["runs"] for reading in error.value.readings] == [one["runs"] for one in readings]
    means = {len(reading["runs"]): {one["run"]: one["avg"] for one in reading["runs"]} for reading in readings}
    assert means[1] == {None: mean(rows)}
    assert sorted(means[4].values()) == sorted(mean([[x] for x in column]) for column in zip(*rows))
    for reading in readings:
        found = scored(path, *asked, *reading["options"])
        got = [one["value"] for one in found["runs"]] if "runs" in found else [found["avg"]["value"]]
        assert sorted(got) == sorted(one["avg"] for one in reading["runs"])
