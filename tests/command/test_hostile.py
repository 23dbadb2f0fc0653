"""Result files with anything anywhere: each is scored or refused in one line, and never ends the command otherwise."""

from __future__ import annotations

import json
import random

import pytest
from harness_files import MAKERS, OPTIONS
from helpers import counts
from result_files import Content, lines, with_settings
from spoiled_files import changed, with_tokens

from scorio_lite._command import formats, json_text
from scorio_lite._command.book import Book
from scorio_lite._command.grading import FileError, Grader
from scorio_lite._command.json_text import parsed, values
from scorio_lite._command.missing import POLICIES, settle
from scorio_lite._command.settings import Settings
from scorio_lite._command.text import in_one_line

GRADERS = ((), (None, 0.5), ([0, 0.5, 1],), ([0, 0.5, 1], None, "rewards"))


def content(document, dice):
    in_lines = isinstance(document, list) and dice.random() < 0.5
    data = bytearray(with_tokens(lines(document) if in_lines else json.dumps(document, indent=dice.choice((None, 1)))))
    for _ in range(dice.randint(1, 3) if dice.random() < 0.2 else 0):
        data[dice.randrange(len(data))] = dice.randrange(256)
    return bytes(data[: dice.randrange(len(data))] if dice.random() < 0.1 else data)


def check(data, settings, grading, policy):
    book = Book(Grader(*grading), "results", policy == "truncate")
    try:
        formats.read(Content(data), book, with_settings(**settings))
        run, *_ = settle(book.books(), policy)
    except FileError as error:
        message = in_one_line(str(error))
        assert message.isprintable()
        assert len(message) < 320, message
        return 0
    assert run.trials >= 1
    assert run.tally.questions == len(run.questions)
    return 1


def survive(name, make, options, count, readings):
    """Spoil files of a format, read as one of these formats or, for None, by their content: each is scored or refused."""
    dice, scored = random.Random(name), 0
    options = dict(zip((option.lstrip("-") for option in options[::2]), options[1::2]))
    for i in range(count):
        data = content(changed(dice, make()), dice)
        settings = {**options, "format": dice.choice(readings) if len(readings) > 1 else readings[0]}
        case = data, settings, dice.choice(GRADERS), dice.choice((None, *POLICIES))
        try:
            scored += check(*case)
        except BaseException:
            print(f"case {i} of {name}: {case}")
            raise
    assert 0 < scored < count


@counts(80, 2000)
@pytest.mark.parametrize("name", MAKERS)
def test_spoiled_files(name, count):
    survive(name, MAKERS[name], OPTIONS[name], count, (*[None] * 20, *formats.FORMATS))


@counts(500, 10_000)
def test_spoiled_tables(count):
    dice, scored = random.Random(1), 0
    for i in range(count):
        cells = [
            dice.choice(("0", "1", "0", "1", "1", "2", "0.5", "", "x", '"', "nan", "1e999"))
            for _ in range(dice.randint(1, 12))
        ]
        width = dice.randint(1, 4)
        head = [
            ",".join(dice.choice(("task_id", "passed", "reward", "t0", "t1", "", "0", "1")) for _ in range(width))
        ] * dice.randint(0, 1)
        rows = [",".join(cells[j : j + width]) for j in range(0, len(cells), width)]
        case = "\n".join([*head, *rows]).encode(), {}, dice.choice(GRADERS), dice.choice((None, *POLICIES))
        try:
            scored += check(*case)
        except BaseException:
            print(f"case {i}: {case}")
            raise
    assert count / 25 < scored < count * 24 / 25


# Files of a megabyte or less, which are read once: what takes the square of their size would be noticed.
LONG = {
    "a field thousands of times": ('{"task_id":1,"passed":1,' + '"x":1,' * 150_000 + '"x":1}', 1),
    "thousands of trials": (",".join(f"t{i}" for i in range(60_000)) + "\n" + ",".join("1" * 60_000), 1),
    "a number that is none": ("a,b\n" + "1" * 130_000 + "x,1\n", 0),
}


@pytest.mark.parametrize("name", LONG)
def test_long_lines(name):
    text, scored = LONG[name]
    assert check(text.encode(), {}, (), None) == scored


@pytest.mark.parametrize("fields", ["task_id", "qid,task_id", "task_id,dataset", "question_id,graded_list"])
def test_integers_of_one_hash(fields):
    """As names of questions, and as whatever is beside them: as keys they have hashes of their own."""
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
    assert [(f"{label}", question.trials) for label, question in book.questions.items()] == [
        *((str(big), 2), ("0", 1), (str(-big), 1))
    ]
    with pytest.raises(FileError, match=f"questions {big} and '{big}' differ only in their spelling"):
        formats.read(Content(lines([{"task_id": n, "passed": 1} for n in (big, str(big))])), book, Settings())


PIECES = ['{"a": 1}', '{"a": 1, "b": [0]}', '{"a":1,"a":2}', '{"a" :1,"a":2}', '{"a":"b:c"}', '{"a":[{', "}]}", ",", "{}"]
PIECES += ['{"a":"}', '{","b":1}', '{"a":"}"}', '{"a":{"b":1}}', '{"a":[1', "]}", "[", "]", "1", '"', ":", "{", "}", " ", "NaN", "\\"]


def test_lines_that_are_parsed_together():
    """Objects in lines are what each line holds, and errors are those of the line, however lines are broken."""
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
