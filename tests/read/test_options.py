"""The options of reading: their values on the command line and in Python, and the words that the reader knows."""

from __future__ import annotations

import json

import pytest
from result_files import run

from scorio_lite._command.read import names
from scorio_lite._command.read.options import OPTIONS, as_keywords, checked
from scorio_lite._command.text import as_flags
from scorio_lite.files import read

VALUES = {  # of each kind of option: a text of the command line, and a value in Python
    "question": ("a, b", ["a", "b"]),
    "counts": ("n,c", ("n", "c")),
    "at": ("[{}].t[{trial}]", "[{}].t[{trial}]"),
    "where": ("split=test", {"split": "test"}),
    "skip": ("x=null", {"x": None}),
    "missing": ("bounds=8", "bounds=8"),
    "threshold": ("0", 0),
    "scores": ("-1,1", (-1, 1)),
    "weights": ("-1,0.5,1", [-1, 0.5, 1]),
}


@pytest.mark.parametrize("name", VALUES)
def test_a_value_is_the_same_in_python(name):
    text, value = VALUES[name]
    told = checked(name, text)
    assert told == checked(name, value)
    (flag,) = as_flags({name: told})
    assert checked(name, flag.partition("=")[2]) == told
    assert checked(name, as_keywords({name: told})[name]) == told


WRONG = {
    "missing": ("none", "bounds=x", "own=3"),
    "at": ("x[", "[{who}]", "{run}.{run}", ""),
    "path": ("x.csv", "{who}"),
    "weights": ("1", "1,x", "0,1e301"),
    "scores": ("1,0", "1", "0,inf", "-1e301,1"),
    "counts": ("n", "n,n", "a,b,c"),
    "where": ("x", "=y"),
    "question": (",", ""),
    "threshold": ("x", "nan"),
    "format": ("nope",),
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in WRONG.items() for text in texts])
def test_a_wrong_value_is_wrong_usage(name, text):
    status, out, err = run("-", f"--{name}={text}", stdin='{"id": 1, "passed": 1}')
    assert (status, out) == (2, "")
    assert f"--{name}: " in err


def test_a_wrong_type_is_named_and_several_texts_are_a_list(tmp_path):
    for error, wrong in (
        (TypeError, {"where": 3}),
        (ValueError, {"where": {1: 1}}),
        (TypeError, {"keep": [1]}),
        (ValueError, {"threshold": 10**400}),
        (ValueError, {"trial": 3}),
        (TypeError, {"question": None.__eq__}),
    ):
        with pytest.raises(error, match=f"^{next(iter(wrong))}: ") as raised:
            read(tmp_path, **wrong)
        assert raised.type is error
    assert checked("metric", ["acc", "f1"]) == "acc,f1"


def test_an_empty_list_is_wrong(tmp_path):
    for name in ("scores", "weights", "counts", "question"):
        with pytest.raises(ValueError, match=f"{name}: expected .*got \\[\\]"):
            read(tmp_path, **{name: []})


OF_FIELDS = ["skip=a=b", *(f"{name}=a" for name in ("ignore", "trial", "run", "answer", "metric", "task"))]
OF_FIELDS += [f"{name}=a,b" for name in ("trials", "runs", "counts")]


@pytest.mark.parametrize("flag", [*OF_FIELDS, "where=a=b", "once", "all"])
def test_no_option_is_idle(tmp_path, flag):
    """An option that says nothing of a file is refused: of a matrix, and of records without the field."""
    texts = {"a.txt": "0 1 1\n1 0 1\n1 1 0\n", "b.jsonl": '{"id": 0, "passed": 1}\n{"id": 1, "passed": 0}\n'}
    for name, text in [*texts.items()][: 2 if flag in OF_FIELDS else 1]:
        (tmp_path / name).write_text(text)
        status, out, err = run(tmp_path / name, f"--{flag}")
        assert (status, out) == (1, "") and f"--{flag.partition('=')[0]}" in err


def test_a_threshold_of_zero(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps({"id": i, "score": i - 2}) + "\n" for i in range(4)))
    assert read(path, threshold=0).matrix() == [[0], [0], [1], [1]]
    assert json.loads(run(path, "--threshold", "0", "--json")[1])["avg"]["value"] == 0.5


def test_few_words_are_known():
    lists = [value for value in vars(names).values() if isinstance(value, tuple) and isinstance(value[0], str)]
    sets = [value for value in vars(names).values() if isinstance(value, frozenset) and value is not names.MISSING]
    usual = {name for own in lists for name in own}
    words = {word for own in sets for word in own if word.isalpha()}
    assert len(usual) <= 120 and len(words - usual) <= 100
    assert len(names.MEASURES) <= 50
    assert len(OPTIONS) == 24
