"""Check files of Every Eval Ever and of platforms, which are read unasked or with an option that the refusal offers.

Also check --eee. The files are made in export_files.py; test_formats.py reads them in all spellings, too.
"""

from __future__ import annotations

import csv
import json
import math
import statistics

import export_files as files
import pytest
from harness_files import OUTCOMES, changed, lines
from result_files import check_numbers, files_in, good, placed, refused, report, run, said, scored, table

import scorio_lite as sl
from scorio_lite import confidence

EEE = files.every_eval_ever


def quoted(records):
    """Write a table as Langfuse does."""
    rows = [{name: x if isinstance(x, str) else "" if x is None else json.dumps(x) for name, x in one.items()} for one in records]
    return table(rows, quoting=csv.QUOTE_ALL, lineterminator="\n")


def graded(records, score, is_correct=False):
    """Return samples of Every Eval Ever with this score for each."""
    return [{**one, "evaluation": {"score": score(i), "is_correct": is_correct}} for i, one in enumerate(records)]


def offered(text, *options):
    """Return the options that the refusal of a file offers, with the means that they give."""
    got = json.loads(run("-", *options, "--json", stdin=text)[1])
    return {" ".join(one["options"]): round(one["runs"][0]["avg"], 3) for one in got["readings"]}


SEVERAL = {"brevity": 0.75}
UNASKED = [
    lines(EEE()),
    json.dumps(EEE()),
    json.dumps(files.phoenix()),
    table(files.phoenix_table()),
    table(
        [
            {**one, "annotation_correct_score": "", "annotation_correct_label": one["annotation_correct_score"]}
            for one in files.phoenix_table()
        ]
    ),
    table(files.langsmith()),
    json.dumps(files.langsmith()),
    json.dumps(files.braintrust()),
    lines(files.braintrust()),
    json.dumps({"events": files.braintrust()}),
    json.dumps(files.braintrust_results()),
    json.dumps(files.mlflow()),
    table(files.mlflow_traces()),
    table(files.ragas()),
    json.dumps(files.ragas()),
    json.dumps(files.deepeval()),
    json.dumps(files.deepeval(Relevancy=1.0)),
    json.dumps({"testRunData": files.deepeval(), "testRunLink": "https://example.org"}),
]


@pytest.mark.parametrize("text", UNASKED, ids=range(len(UNASKED)))
def test_read_unasked(text):
    check_numbers(report(text))


CHOICES = [  # several metrics: the one that is right or wrong comes first, a graded one with its scale
    (json.dumps(files.phoenix(**SEVERAL)), "correct"),
    (table(files.phoenix_table(**SEVERAL)), "correct"),
    (json.dumps([{**one, "annotations": one["annotations"][::-1]} for one in files.phoenix(**SEVERAL)]), "correct"),
    (table(files.langsmith(**SEVERAL)), "correct"),
    (json.dumps(files.braintrust(**SEVERAL)), "ExactMatch"),
    (table(files.ragas(**SEVERAL)), "context_recall"),
    (table(files.mlflow_traces(**SEVERAL)), "correctness"),
]


@pytest.mark.parametrize("text, metric", CHOICES, ids=range(len(CHOICES)))
def test_several_metrics(text, metric):
    assert refused(text) == f"it has the metrics {metric!r}, 'brevity'; use --metric"
    assert offered(text) == {f"--metric={metric}": 0.5, "--metric=brevity --scores": 0.75, "--metric=brevity --threshold=0.5": 1}
    check_numbers(report(text, "--metric", metric))
    assert report(text, "--metric", metric)["reading"]["outcome"] == metric
    assert refused(text, "--metric", "x") == f"no metric 'x'; there are {metric!r}, 'brevity'"
    assert report(text, "--metric", "brevity", "--scores")["avg"]["value"] == 0.75


def test_a_message_lists_a_few_metrics():
    names = [f"score {i}" for i in range(9)]
    text = json.dumps(files.deepeval(**dict.fromkeys(names, 0.5)))
    assert "no metric 'x'; there are 'Correctness', 'score 0', 'score 1', 'score 2', 'score 3', ..." in refused(text, "--metric", "x")


@pytest.mark.parametrize("form", [json.dumps, quoted])
def test_langfuse_has_a_question_for_each_trace(form):
    """In an export of Langfuse each trace is a question, as traces do not say to which item they belong."""
    got = report(form(files.langfuse()))
    assert (got["format"], got["question_count"], got["trials"], got["avg"]["value"]) == ("langfuse", 6, 1, 0.5)
    text = form(files.langfuse(helpfulness=0.25))
    assert list(offered(text))[:2] == ["--metric=correct", "--metric=helpfulness --scores"]
    assert report(text, "--metric", "helpfulness", "--scores")["avg"]["value"] == 0.25
    some = files.langfuse(helpfulness=0.25)[:-1]
    assert "'2-1' has 0, where others have 1" in refused(form(some), "--metric", "helpfulness", "--scores")
    twice = [*files.langfuse(), files.langfuse()[0]]
    assert "a second 'correct' of traceId '0-0'" in refused(form(twice))
    of_the_run = {**files.langfuse()[0], "traceId": None, "datasetRunId": "r", "name": "mean", "value": 0.5}
    assert report(form([*files.langfuse(), of_the_run]))["avg"]["value"] == 0.5
    spans = [{**one, "observationId": f"o{i}"} for i, one in enumerate([*files.langfuse(), files.langfuse()[0]])]
    assert report(form(spans))["question_count"] == 7
    assert report(json.dumps({"data": files.langfuse(), "meta": {"page": 1}}))["question_count"] == 6


def test_the_two_forms_of_an_experiment_have_the_same_questions(tmp_path):
    paths = files_in(tmp_path, one=json.dumps(files.phoenix()), two=table(files.phoenix_table()))
    assert [one["trials"] for one in scored(*paths)["runs"]] == [2, 2]


def test_a_field_for_the_model_makes_runs():
    for records in (files.ragas(), files.langsmith(), files.phoenix()):
        text = json.dumps([{**one, "model": model} for model in ("opus", "gpt") for one in records])
        assert [one["run"] for one in report(text)["runs"]] == ["opus", "gpt"]
    two = [{**one, "experiment_id": name} for name in ("a", "b") for one in files.braintrust()]
    assert len(report(json.dumps(two))["runs"]) == 2


# Every Eval Ever


def test_models_and_evaluations():
    """Each model is a run, and each evaluation a task. Tokens can be costs, and extracted answers can vote."""
    got = report(lines(EEE(models=("a/x", "b/y"), tasks=("gsm8k", "math"))))
    assert [one["run"] for one in got["runs"]] == ["a/x", "b/y"]
    assert list(got["runs"][0]["tasks"]) == ["gsm8k", "math"]
    got = report(lines(EEE(models=("a/x", "b/y"))))
    assert [one["trials"] for one in got["runs"]] == [2, 2]
    got = report(lines(EEE()))
    assert (got["model"], got["task"]) == ("org/m", "gsm8k")
    assert "in tokens, for each solved question" in good("-", stdin=lines(EEE()))
    assert [one["slice"] for one in report(lines(EEE()), "--by", "level")["by"]["slices"]] == ["0", "1"]
    assert report(lines(EEE()), "--metrics", "cons", "-k", "1")["at_k"][0]["cons_at_k"]["value"] == 0.5
    bare = lines(EEE(answer_attribution=[]))
    assert "field 'answer_attribution': it has no final answer" in refused(bare, "--metrics", "cons")


def test_samples_of_other_words(tmp_path):
    """If two runs hash the same samples differently, the refusal offers to ignore the hash. Ids then pair samples."""
    paths = files_in(tmp_path, one=lines(EEE()), two=lines(EEE(models=("org/n",), sample_hash="x")))
    status, _, err = run(*paths)
    assert status == 1
    assert "question 'gsm8k_0000' differs from" in err
    assert err.endswith("  2 runs of 3 questions, 2 trials each, means 0.500 to 0.500:  --ignore sample_hash\n")
    assert [one["trials"] for one in scored(*paths, "--ignore", "sample_hash")["runs"]] == [2, 2]


def test_several_results_of_a_sample():
    """Records of other metrics of a sample, as HELM writes them, are no trials."""
    one = [(1,), (0,), (0,)]
    both = [*EEE(one, evaluation_result_id="em"), *graded(EEE(one, evaluation_result_id="rouge"), lambda _: 0.5)]
    assert refused(lines(both)) == "line 4: it has the filters 'em', 'rouge'; use --filter"
    assert offered(lines(both)) == {"--filter=em": 0.333, "--filter=rouge --scores": 0.5, "--filter=rouge --metric=is_correct": 0}
    assert refused(lines(both), "--filter", "f1") == "no filter 'f1'; there are 'em', 'rouge'"


def test_several_evaluations_of_a_model():
    """The command asks whether several evaluations of a model are runs or trials."""
    two = [{**one, "evaluation_id": name, "metadata": None} for name in ("t1", "t2") for one in EEE([(1,), (0,), (0,)])]
    assert refused(lines(two)).startswith("line 4: the evaluations 't1' and 't2' of one model: use --run evaluation_id if")
    assert set(offered(lines(two))) == {"--run=evaluation_id", "--ignore=evaluation_id"}
    assert len(report(lines(two), "--run", "evaluation_id")["runs"]) == 2
    assert report(lines(two), "--ignore", "evaluation_id")["trials"] == 2


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
