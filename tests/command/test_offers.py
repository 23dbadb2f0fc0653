"""What a refusal prints is as exact as a report: the nearest double of the mean that its options give."""

from __future__ import annotations

import json
import random
import re
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


def of_models(folder):
    """Write a file for each of three models, 20 questions in 4 rounds each; return the folder."""
    for i, model in enumerate(("base", "large", "tiny")):
        rows = [(q, t, "pass" if (q * 7 + t * 3 + i) % (i + 2) == 0 else "fail") for q in range(20) for t in range(4)]
        records = [
            {"case": f"c{q}", "round": t, "model_tag": model, "verdict": x, "topic": ["math", "code", "law"][q % 3]}
            for q, t, x in rows
        ]
        placed(folder, {f"{model}.jsonl": lines(records)})
    return folder


@pytest.mark.parametrize("given", [(), ("--question", "case"), ("--question", "case", "--outcome", "verdict")])
def test_names_of_models_and_topics_are_no_outcomes_and_models_are_no_trials(tmp_path, given):
    folder = of_models(tmp_path / "x")
    every = tmp_path / "all.jsonl"
    every.write_text("\n".join(path.read_text() for path in sorted(folder.iterdir())))
    for where in (folder, every):
        status, out, _ = run(where, *given, "--json")
        offers = [" ".join(reading["options"]) for reading in json.loads(out)["readings"]]
        assert status == 1 and "--trial=round" in offers[0]
        assert not re.search("outcome=(?!verdict)|trial=model_tag|--merge", "\n".join(offers)), offers


def test_bounds_are_not_offered_where_they_are_refused():
    """A run that is cut, without a known total, has no bounds: nothing names the questions that follow."""
    text = lines({"qid": q, "trial": t, "passed": (q + t) % 2} for q in range(9) for t in range(2))[:-12]
    status, _, error = run("-", stdin=text)
    assert status == 1 and "--missing own, drop, fail\n" in error and "--missing bounds" not in error
    assert "nothing names the questions that are missing then" in run("-", "--missing", "bounds", stdin=text)[2]
