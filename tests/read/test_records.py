"""Parsing: JSON, JSON Lines and tables become records, a matrix or a document, by syntax and shape alone."""

from __future__ import annotations

import json
import random

import pytest

from scorio_lite._command.read import csv, records
from scorio_lite._command.read.item import Refusal, Unsafe
from scorio_lite._command.read.json import _flat, parsed, values
from scorio_lite._command.read.records import SAMPLE, Parsed, parse
from scorio_lite._command.read.source import Member
from scorio_lite._command.text import shown


@pytest.fixture
def read(tmp_path):
    """Return a function that parses a text."""

    def parsed_text(text, **options):
        path = tmp_path / "results"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        options.setdefault("is_usual", lambda name: name in ("id", "passed"))
        return parse(Member(str(path)), **options)

    return parsed_text


RECORDS = [{"id": "a", "passed": 1}, {"id": "b", "passed": 0}]
CELLS = [{"id": "a", "passed": "1"}, {"id": "b", "passed": "0"}]
PANDAS = {"columns": ["id", "passed"], "index": [0, 1], "data": [["a", 1], ["b", 0]]}
KEYS = [{"(key)": "a", "key": 1}, {"(key)": "b", "key": 2}]
SHAPES = {  # text: kind, what it yields, and attributes
    json.dumps(RECORDS): ("records", RECORDS, {"unit": "record"}),
    json.dumps(RECORDS, indent=1): ("records", RECORDS, {}),
    "\n".join(map(json.dumps, RECORDS)): ("records", RECORDS, {"unit": "line"}),
    "\n".join(json.dumps(one, indent=1) for one in RECORDS): ("records", RECORDS, {}),
    json.dumps(RECORDS[0]): ("records", RECORDS[:1], {}),
    json.dumps({"m": 1, "x": {}, "results": RECORDS}): ("records", RECORDS, {"scalars": {"m": 1}}),
    json.dumps({"a": RECORDS, "b": RECORDS}): ("document", [], {}),
    json.dumps(PANDAS): ("records", RECORDS, {}),
    '{"a": {"x": 1}, "b": {"x": 2}}': ("records", [{"key": "a", "x": 1}, {"key": "b", "x": 2}], {"key": "key"}),
    '{"a": {"key": 1}, "b": {"key": 2}}': ("records", KEYS, {"key": "(key)"}),
    '{"a": {"x": 1}, "b": {"y": 2}}': ("document", [], {}),
    '{"a": {"x": 1}}': ("document", [], {}),
    "[[0, 1], [1, 1]]": ("matrix", [[0, 1], [1, 1]], {"labelled": False}),
    "[0, 1]\n[1, 1]": ("matrix", [[0, 1], [1, 1]], {"labelled": False}),
    '{"a": [0, 1], "b": [1, null]}': ("matrix", [["a", 0, 1], ["b", 1, None]], {"labelled": True}),
    '{"a": 7, "b": 2}': ("document", [], {}),
    '[[{"a": 1}], [2]]': ("document", [], {}),
    "0 1 1\n1 0 1\n": ("matrix", [["0", "1", "1"], ["1", "0", "1"]], {"labelled": False}),
    "0.5,1\n0,1\n": ("matrix", [["0.5", "1"], ["0", "1"]], {"labelled": False}),
    "q7;0;0;1\nq8;1;1;1": ("matrix", [["q7", "0", "0", "1"], ["q8", "1", "1", "1"]], {"labelled": True}),
    "id,passed\na,1\nb,0": ("records", CELLS, {"names": ("id", "passed")}),
    ",id,passed\n0,a,1": ("records", [{"column 1": "0", **CELLS[0]}], {}),
    "id,0,1\na,1,0": ("records", [{"id": "a", "0": "1", "1": "0"}], {}),
    "id\tx\n\n a \t1,5 \n\t\n": ("records", [{"id": "a", "x": "1,5"}], {}),
    'id,x,passed\n"a\nb","say ""no""",1\n': ("records", [{"id": "a\nb", "x": 'say "no"', "passed": "1"}], {}),
    "id,passed\na,1,,\n": ("records", CELLS[:1], {}),
}


@pytest.mark.parametrize("text", SHAPES)
def test_shapes(read, text):
    kind, wanted, attributes = SHAPES[text]
    found = read(text)
    assert (found.kind, [value for _, value in found]) == (kind, wanted)
    assert {name: getattr(found, name) for name in attributes} == attributes
    assert list(found) == list(found) == found.sample()


REFUSED = {
    "": "empty",
    " \n\n": "empty",
    "[]": "empty",
    "q1,0,1\nq2,1,1": "header",  # may number trials
    "id,id\na,b": "twice",
    "id,passed\na\nb,1": "row",
    '{"id": 1}\n{"id": 2,\n{"id": 3}': "line",
    '{"id": 1}\n[1]\n{"id": 3}': "line",
    '{"id": 1}\nTotal: 5\n{"id": 3}': "line",
    '{"id": 1} x': "json",
    '[{"id": 1}, {"id" 2}, {"id": 3}]': "json",
    "[" * 100_000 + "]" * 100_000: "json",
    "[1" + "0" * 5000 + "]": "json",
}


@pytest.mark.parametrize("text", REFUSED)
def test_texts_that_are_refused(read, text):
    with pytest.raises(Refusal) as caught:
        list(read(text))
    assert caught.value.code == REFUSED[text]


@pytest.mark.parametrize("text", [text for text, code in REFUSED.items() if code in ("line", "row")])
def test_a_bad_line_can_be_left_out(read, text):
    with pytest.raises(Refusal) as caught:
        list(read(text))
    (answer,) = caught.value.answers
    is_table = text[0] == "i"
    assert len(list(read(text, skip={int(answer["skip"]["line"])}))) == text.count("\n") - is_table


BROKEN_OFF = {
    '{"id": 1}\n{"id": 2}\n{"id": 3, "passed": tr': 2,
    '{"id": 1}\n{"id": "\\u00e': 1,
    '[{"id": 1}, {"id": 2}, {"id": 3, "te': 2,
    '[\n{"id": 1},\n{"id": 2},\n': 2,
    "id,passed\na,1\nb,0\nc": 2,
    'id,passed\na,1\nb,0\n"c,1': 2,
}


@pytest.mark.parametrize("text", BROKEN_OFF)
def test_a_text_that_breaks_off(read, text):
    found = read(text)
    assert len(list(found)) == BROKEN_OFF[text]
    assert "breaks off" in found.broken


def test_the_form_that_is_asked_for(read):
    assert read("q1,0,1\nq2,1,1", form="matrix").labelled
    assert read("q1,0,1\nq2,1,1", form="records").names == ("q1", "0", "1")


PIECES = [
    '{"a": 1}', '{"a": 1, "b": [0]}', '{"a":1,"a":2}', '{"a" :1,"a":2}', '{"a":"b:c"}', '{"a":[{', "}]}", ",", "{}",
    '{"a":"}', '{","b":1}', '{"a":"}"}', '{"a":{"b":1}}', '{"a":[1', "]}", "[", "]", "1", '"', ":", "{", "}", " ",
    "NaN", "\\",
]  # fmt: skip


class Whole(list):
    """A text in one block."""

    class text:
        broken = ""


def together_in(text):
    return list(values(Whole([text]), Parsed("records")))


def singly(text):
    pairs = []
    for i, line in enumerate(text, 1):
        pairs += [(i, parsed(line, i))] if line.strip() else []
        if pairs and not isinstance(pairs[-1][1], dict):
            raise Refusal("line", f"line {i}: not an object but {shown(pairs[-1][1])}")
    return pairs


def test_lines_that_are_parsed_together():
    """Lines parsed together give the same objects and errors as lines parsed singly, whatever is wrong with them."""
    dice = random.Random("together")
    together = 0
    for _ in range(4000):
        usual = dice.choice(PIECES[:2])
        size = dice.randint(1, 4)
        text = [
            "".join(dice.choices(PIECES, k=dice.randint(1, 2))) if dice.random() < 0.4 else usual for _ in range(size)
        ]
        text = [line + "\n" for line in [*text, '{"end": 1}']]
        try:
            expected = singly(text)
        except Refusal as error:
            with pytest.raises(Refusal) as caught:
                together_in("".join(text))
            assert str(caught.value) == str(error)
        else:
            found = together_in("".join(text))
            assert repr(found) == repr(expected)  # NaN
            together += _flat("".join(text)) is not None
    assert together > 500


def big(kind, size, quoted=False):
    """Return a text of `size` records, whose id is the number of the record."""
    plain, special, first = ('{"id": %d}', '{"id": %d, "text": "a{b"}', "")
    if kind == "table":
        plain, special, first = "%d,c", '%d,"a\nb"', "id,text\n"
    return first + "".join((special if i % 7 == 0 and quoted else plain) % i + "\n" for i in range(size))


@pytest.mark.parametrize("held", [10**8, 10**4])
@pytest.mark.parametrize("quoted", [False, True])
@pytest.mark.parametrize("kind", ["json", "table"])
def test_samples_of_long_files(read, monkeypatch, kind, quoted, held):
    """A sample has the first records, and others evenly from the rest, each once and with its own line."""
    monkeypatch.setattr(records, "_HELD", held)
    size = 60_000
    found = read(big(kind, size, quoted))
    every = dict(found)
    pairs = found.sample()
    assert [at for at, _ in pairs] == sorted({at for at, _ in pairs})
    assert all(every[at] == value for at, value in pairs)
    ids = [int(value["id"]) for _, value in pairs]
    assert ids[:SAMPLE] == list(range(SAMPLE))
    rest = ids[SAMPLE:]
    assert SAMPLE / 2 < len(rest) < 2 * SAMPLE
    tenths = [sum(SAMPLE + k * 5500 <= i < SAMPLE + (k + 1) * 5500 for i in rest) for k in range(10)]
    assert min(tenths) > len(rest) / 20


def test_a_row_of_too_many_columns(read, monkeypatch):
    monkeypatch.setattr(csv, "_MOST_COLUMNS", 1000)
    assert len(list(read((b"1," * 999 + b"1\n") * 2))) == 2
    for row, at in ((b"1," * 1000 + b"1\n", 1), (b"1," * 600 + b'"\n"' + b",1" * 600 + b"\n", 2)):
        with pytest.raises(Unsafe, match=f"line {at}: more than 1,000 columns"):
            list(read(row))
