"""Check --eee, which writes the uncertainty of a score into a file of Every Eval Ever."""

from __future__ import annotations

import json
import math
import statistics

import export_files as files
import pytest
from harness_files import OUTCOMES, changed, lines
from result_files import files_in, good, placed, run, said, scored

import scorio_lite as sl
from scorio_lite import confidence

EEE = files.every_eval_ever


# The fields of eval.schema.json 0.3.0 that --eee writes, by their types; those with ! are required.
NUMBER, WHOLE = (int, float), int
RESULT = {
    "evaluation_name!": str,
    "metric_config!": {"metric_name": str, "lower_is_better!": bool, "score_type": str, "min_score": NUMBER, "max_score": NUMBER},
    "score_details!": {
        "score!": NUMBER,
        "details": dict,
        "uncertainty": {
            "standard_error": {"value!": NUMBER, "method": str},
            "confidence_interval": {"lower!": NUMBER, "upper!": NUMBER, "confidence_level": NUMBER, "method": str},
            "standard_deviation": NUMBER,
            "num_samples": WHOLE,
        },
    },
}


def problems(value, schema, place="$"):
    """Return the paths of the parts of a value that do not fit the schema. `place` is the path of the value."""
    if not isinstance(schema, dict):
        is_right = isinstance(value, schema) and (schema is bool or not isinstance(value, bool))
        return [] if is_right else [place]
    known = {name.rstrip("!"): inner for name, inner in schema.items()}
    found = [f"{place}.{name}" for name in value if name not in known]
    found += [f"{place}.{name[:-1]}" for name in schema if name.endswith("!") and name[:-1] not in value]
    return found + [one for name, inner in known.items() if name in value for one in problems(value[name], inner, f"{place}.{name}")]


def written(path, *options, stdin=""):
    good("-", "--eee", path, *options, stdin=stdin)
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("options", [(), ("--questions", "these"), ("--anytime",), ("--cluster", "level"), ("--scores", "0,2")])
def test_uncertainty_is_in_the_schema(tmp_path, options):
    found = written(tmp_path / "new.json", *options, stdin=lines(EEE(tasks=("gsm8k", "math") if not options else ("gsm8k",))))
    assert found.keys() == {"schema_version", "evaluation_results"}
    assert found["schema_version"] == "0.3.0"
    assert [one["evaluation_name"] for one in found["evaluation_results"]] == ["gsm8k", "math"][: 1 if options else 2]
    assert [problem for one in found["evaluation_results"] for problem in problems(one, RESULT)] == []
    for one in found["evaluation_results"]:
        assert all(isinstance(text, str) for text in one["score_details"]["details"].values())
        config, most = one["metric_config"], 2 if options[:1] == ("--scores",) else 1
        assert (config["score_type"], config["min_score"], config["max_score"]) == ("continuous", 0, most)
        assert ("standard_deviation" in one["score_details"]["uncertainty"]) is (not options or options[0] == "--scores")


def test_a_result_without_a_task_has_the_name_of_its_file(tmp_path):
    file = placed(tmp_path, {"math.run1.jsonl": lines({"id": i, "passed": i % 2} for i in range(4))}) / "math.run1.jsonl"
    good(file, "--eee", tmp_path / "new.json")
    assert json.loads((tmp_path / "new.json").read_text())["evaluation_results"][0]["evaluation_name"] == "math"


def test_uncertainty_has_the_numbers(tmp_path):
    details = written(tmp_path / "new.json", "--confidence", "0.9", stdin=lines(EEE()))["evaluation_results"][0]["score_details"]
    found, expected = details["uncertainty"], confidence.avg(OUTCOMES, confidence=0.9)
    interval = found["confidence_interval"]
    assert (details["score"], found["standard_error"]["value"], interval["lower"], interval["upper"]) == expected
    assert (interval["confidence_level"], found["num_samples"]) == (0.9, 3)
    assert math.isclose(found["standard_deviation"], statistics.stdev([1, 0.5, 0]))
    assert interval["method"] == (
        f"scorio_lite {sl.__version__}, confidence.avg: Wilson's interval at the effective sample size, for new questions of this kind"
    )


def test_uncertainty_in_a_file_that_exists(tmp_path):
    """--eee keeps all else in a file that exists, and refuses a file with another score than that of the trials."""
    path = tmp_path / "aggregate.json"
    result = {"evaluation_name": "gsm8k", "source_data": {"source_type": "other"}, "score_details": {"score": 0.5, "details": {"a": "é"}}}
    old = {"schema_version": "0.2.1", "model_info": {"id": "org/m"}, "evaluation_results": [{**result, "evaluation_name": "x"}, result]}
    path.write_text(json.dumps(old), encoding="utf-8")
    found = written(path, stdin=lines(EEE()))
    assert path.read_text(encoding="utf-8").startswith('{\n  "schema_version": ')
    uncertainty = found["evaluation_results"][1]["score_details"].pop("uncertainty")
    assert found == old
    assert problems(uncertainty, RESULT["score_details!"]["uncertainty"]) == []
    for changes, words in (
        ({"evaluation_results.1.score_details.score": 50}, "the score of 'gsm8k' is 50, and the trials give 0.5"),
        ({"evaluation_results.1.evaluation_name": "y"}, "it has no result of 'gsm8k'; name a new file with --eee FILE"),
        ({"evaluation_results.0.evaluation_name": "gsm8k"}, "it has several results of 'gsm8k'; name a new file with --eee FILE"),
        ({"model_info.id": "org/n"}, "it is of the model 'org/n', and the run is of 'org/m'"),
    ):
        before = json.dumps(changed(old, changes))
        path.write_text(before)
        assert said("-", "--eee", path, stdin=lines(EEE())) == f"{path}: {words}"
        assert path.read_text() == before


@pytest.mark.parametrize(("score", "is_same"), [(0.001, True), (0.0011, False)])
def test_scores_that_a_file_has_rounded(tmp_path, score, is_same):
    """The score in a file of --eee may differ from that of the trials by a thousandth of the range."""
    path = placed(tmp_path, {"x.json": {"evaluation_results": [{"score_details": {"score": score}}]}}) / "x.json"
    assert run("-", "--eee", path, stdin=lines([{"id": "a", "passed": 0}]))[0] == (not is_same)


def test_files_that_eee_refuses(tmp_path):
    (one,) = files_in(tmp_path, one=lines(EEE()))
    for text in ("", "[]", '{"evaluation_results": [1]}'):
        path = tmp_path / "other.json"
        path.write_text(text)
        assert said(one, "--eee", path) == f"{path}: it exists, and is no aggregate of Every Eval Ever; choose another name"
    assert said(one, "--eee", one) == f"--eee {one}: name a file of its own"
    assert said(one, "--eee", "-") == "--eee -: name a file of its own"
    two = lines(EEE(models=("a/x", "b/y")))
    assert said("-", "--eee", tmp_path / "x.json", stdin=two) == "--eee is for one run: --only NAME picks one run of the file"
    assert scored("-", "--only", "a/x", "--eee", tmp_path / "x.json", stdin=two)["avg"]["value"] == 0.5
