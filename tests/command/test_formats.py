"""Check the files of evaluation harnesses: each format in its true shape, in other spellings, and broken."""

from __future__ import annotations

import gzip
import json
import re

import pytest
from harness_files import MAKERS, OPTIONS, SHAPES, SINGLE, VARIANTS, lines, text_of, texts_of
from result_files import check_numbers, merged, refused, report

from scorio_lite._command.formats.table import FORMATS


@pytest.mark.parametrize("name", MAKERS)
def test_numbers(tmp_path, name):
    """A file has the same numbers in each encoding and layout, with all trials or one. No other format accepts it."""
    document, texts, options, written_by = MAKERS[name](), texts_of(name), OPTIONS[name], VARIANTS.get(name, name)
    first = document[0] if isinstance(document, list) else document
    assert next(other for other, format in FORMATS.items() if format.recognised(first)) == written_by
    for form in (
        str.encode,
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: gzip.compress(text.encode()),
        lambda text: text.replace("\n", "\r\n").encode(),
    ):
        got = merged(tmp_path, list(map(form, texts)), *options)
        assert got["format"] == written_by
        check_numbers(got)
    check_numbers(merged(tmp_path, texts, *options, "--format", written_by))
    if name in SINGLE:
        got = report(texts[0])
        assert (got["format"], got["question_count"], got["trials"], got["avg"]["value"]) == (name, 3, 1, 1 / 3)
    elif isinstance(document, list):
        for text in (lines(document), json.dumps(document), json.dumps(document, indent=1)):
            check_numbers(report(text, *options))


@pytest.mark.parametrize("name", MAKERS)
def test_a_truncated_file(name):
    content, options = texts_of(name)[0], OPTIONS[name]
    text = content[:-40]
    start, at = (text.rindex("\n") + 1, text.count("\n")) if SHAPES[name][0] == "lines" else (0, 0)
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text[start:].rstrip())
    place = f"line {caught.value.lineno + at}, column {caught.value.colno}"
    assert refused(text, *options).startswith(f"{place}: not valid JSON: {caught.value.msg}")
    packed = gzip.compress(content.encode())
    assert re.search(": the gzip file ends too early$|; it breaks off after its record ", refused(packed[:-20], *options))
    assert refused(packed[:-8] + b"\0\0\0\0" + packed[-4:], *options).endswith(": the gzip file is damaged")


@pytest.mark.parametrize("name", SINGLE)
def test_a_missing_trial_of_a_file_each(tmp_path, name):
    """If one of several files lacks an entry, a trial is missing; in BFCL, unlisted entries have succeeded."""
    first, second = texts_of(name)
    if name == "swe-bench":
        second = json.dumps({**MAKERS[name](1), "total_instances": 2, "unresolved_instances": 0, "unresolved_ids": []})
    elif name != "bfcl":
        second = second[: second.rindex("\n")]
    else:
        check_numbers(merged(tmp_path, [first, second]))
        second = json.dumps({"accuracy": 1, "correct_count": 4, "total_count": 4})
    err = merged(tmp_path, [first, second], refused=True)
    said = ("it has 4 questions in all, and ", " has 3") if name == "bfcl" else ("differ in their number of trials: ", " has 1, where")
    assert all(words in err for words in said)


TWICE = [  # a text in a file, and its replacement, in which a field occurs twice
    ("evalplus", "HumanEval/2", "HumanEval/1", "HumanEval/1"),
    ("tau-bench", '"trial"', '"trial": 7, "trial"', "trial"),
    ("tau-bench", '"task": {}', '"error": "x", "error": null', "error"),
    ("tau2-bench", '"num_trials"', '"num_trials": 4, "num_trials"', "num_trials"),
    ("tau2-bench", '"termination_reason"', '"termination_reason": "user_error", "termination_reason"', "termination_reason"),
    ("inspect", '"judge"', '"match"', "match"),
    ("inspect", '"epoch"', '"epoch": 7, "epoch"', "epoch"),
    ("inspect", '"scores"', '"error": "x", "error": null, "scores"', "error"),
    ("lm-eval", '"filter"', '"filter": "x", "filter"', "filter"),
    ("verifiers", '"reward"', '"correct": false, "correct": true, "reward"', "correct"),
    ("traces", '"correct"', '"correct": {"score": 0, "weight": 1}, "correct"', "correct"),
]


@pytest.mark.parametrize("name, old, new, field", TWICE)
def test_a_key_twice(name, old, new, field):
    text = text_of(name)
    place = text.rindex(old) if old == '"scores"' else text.index(old)
    text = text[:place] + new + text[place + len(old) :]
    assert f"the field {field!r} occurs twice; rename or remove one" in refused(text, *OPTIONS[name])


@pytest.mark.parametrize("name", sorted({*MAKERS} - {*VARIANTS}))
def test_a_format_that_it_is_not(name):
    assert refused("[[0, 1], [1, 1]]", "--format", name) == f"not a file of {name}, but a matrix"
    for text in ("a,0,1\nb,1,1", json.dumps({"a": 1}), lines([{"a": 1}, {"a": 2}])):
        refused(text, "--format", name)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_example_of_a_format_is_a_file_of_it(name):
    options = ["--metric", "em"] if name == "helm" else []
    assert report(FORMATS[name].example, *options)["format"] == name
    first = json.loads(FORMATS[name].example.splitlines()[0])
    item = first[0] if isinstance(first, list) and isinstance(first[0], dict) else first
    assert name == "matrix" or next(other for other in FORMATS if FORMATS[other].recognised(item)) == name
