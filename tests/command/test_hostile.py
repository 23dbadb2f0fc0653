"""Check result files with any content: the command scores each, or refuses it in one line."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path

import pytest
from helpers import ROOT, cases, counts
from result_files import Content, lines, quick, run

from scorio_lite._command import json_text
from scorio_lite._command.book import Book
from scorio_lite._command.grading import FileError, Grader
from scorio_lite._command.json_text import parsed, values
from scorio_lite._command.readings import read as formats
from scorio_lite._command.settings import Settings


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="how it ends is seen in /proc")
@counts(40, 250)
def test_spoiled_files(tmp_path, count):
    """Every spoiled file that tools/fuzz.py makes is scored, or refused in one line."""
    sys.path.append(str(ROOT / "tools"))
    from fuzzing import files

    statuses = Counter()
    for i in range(count):
        folder = tmp_path / f"{i}"
        folder.mkdir()
        ending = files.called(files.draw("suite", i), folder)
        assert files.wrong(files.draw("suite", i), ending) is None, f"tools/fuzz.py --files 1 --case suite:{i}"
        statuses[ending.status] += 1
    assert min(statuses[0], statuses[1]) > count / 4


# Files of up to n KB, each read once: at 1,000, work that grows with the square of the size would show.
LONG = {
    "a field thousands of times": (lambda n: '{"task_id":1,"passed":1,' + '"x":1,' * 150 * n + '"x":1}', 0),
    "thousands of trials": (lambda n: ",".join(f"t{i}" for i in range(20 * n)) + "\n" + ",".join("1" * 20 * n), 0),
    "a field for each record": (lambda n: "".join(f'{{"k{i}":1,"task_id":1,"passed":1}}\n' for i in range(8 * n)), 1),
    "a number that is none": (lambda n: "a,b\n" + "1" * 130 * n + "x,1\n", 1),
}


@cases("size", [200], [1000])
@pytest.mark.parametrize("name", LONG)
def test_long_lines(name, size):
    text, status = LONG[name]
    assert (run if size == 1000 else quick)("-", "-k", "1", stdin=text(size))[0] == status


def test_a_book_keeps_few_things_apart():
    assert len(vars(Book(Grader()))) <= 12


@pytest.mark.parametrize("fields", ["task_id", "qid,task_id", "task_id,dataset", "question_id,graded_list"])
def test_integers_of_one_hash(fields):
    """Integers that all have the same hash, such as names of questions, are stored under keys with different hashes."""
    numbers = [i * (2**61 - 1) for i in range(1, 801)]
    assert {hash(number) for number in numbers} == {0}
    values = [{**dict.fromkeys(fields.split(","), n), "passed": 1, "graded_list": [1]} for n in numbers]
    book = Book(Grader(), "results")
    formats.read(Content(lines(values)), book, Settings())
    assert len({hash(key) for key in book.questions}) == len(book.questions) == 800


def test_large_integers_as_names():
    big = 2**61 - 1
    book = Book(Grader(), "results")
    formats.read(Content(lines([{"task_id": n, "passed": 1} for n in (big, 0, big, -big)])), book, Settings())
    assert [(f"{label}", question.trials) for label, question in book.questions.items()] == [*((str(big), 2), ("0", 1), (str(-big), 1))]
    with pytest.raises(FileError, match=f"questions {big} and '{big}' differ only in their spelling"):
        formats.read(Content(lines([{"task_id": n, "passed": 1} for n in (big, str(big))])), book, Settings())


@pytest.mark.parametrize("size", [80, 400, 4000])
def test_large_integers_beside_outcomes(size):
    """A field of integers that are too large for a float is not offered as the outcome; other fields are."""
    records = [{"id": i // 2, "x": 10**size + i, "y": 3 + i % 2} for i in range(6)]
    status, out, err = run("-", "--json", stdin=lines(records))
    assert (status, "Traceback" in err) == (1, False)
    offered = json.loads(out)["readings"]
    assert offered and "--outcome=x" not in str(offered)


PIECES = ['{"a": 1}', '{"a": 1, "b": [0]}', '{"a":1,"a":2}', '{"a" :1,"a":2}', '{"a":"b:c"}', '{"a":[{', "}]}", ",", "{}"]
PIECES += ['{"a":"}', '{","b":1}', '{"a":"}"}', '{"a":{"b":1}}', '{"a":[1', "]}", "[", "]", "1", '"', ":", "{", "}", " ", "NaN", "\\"]


def test_lines_that_are_parsed_together():
    """Lines parsed together give the same objects and errors as lines parsed singly, whatever is wrong with them."""
    dice = random.Random("together")
    together = 0
    for _ in range(4000):
        size = dice.randint(1, 4)
        usual = dice.choice(PIECES[:2])
        text = ["".join(dice.choices(PIECES, k=dice.randint(1, 2))) if dice.random() < 0.4 else usual for _ in range(size)]
        text = [line + "\n" for line in text]
        try:
            expected = [(i, parsed(line, i)) for i, line in enumerate(text, 1) if not line.isspace()]
        except FileError as error:
            with pytest.raises(FileError) as caught:
                list(values(["".join(text)], 1))
            assert str(caught.value) == str(error)
        else:
            found = list(values(["".join(text)], 1))
            assert repr(found) == repr(expected)  # NaN
            assert [type(value) for _, value in found] == [type(value) for _, value in expected]
            together += json_text._flat("".join(text)) is not None
    assert together > 500
    with pytest.raises(FileError, match="line 1"):  # as many objects as lines, but not one in each
        list(values(['{"a":[{}\n{}]}\n{"b":1},{"c":2}\n'], 1))
    with pytest.raises(FileError, match="line 1, column 6: not valid JSON: Unterminated string"):
        list(values(['{"a":"}\n{","b":1}\n'], 1))
    with pytest.raises(FileError, match=r"line 2: JSON that cannot be read: .*recursion"):
        list(values(['{"a":1}\n{"a":' + "[" * 100_000 + "]" * 100_000 + "}\n"], 1))
