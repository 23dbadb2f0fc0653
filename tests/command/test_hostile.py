"""Result files with anything anywhere: each is scored or refused in one line, and never ends the command otherwise."""

from __future__ import annotations

import gc
import gzip
import io
import json
import os
import random
import subprocess
import sys
import tracemalloc
import warnings
import zipfile
from copy import deepcopy
from time import process_time

import pytest
from harness_files import FILES, MAKERS
from helpers import ROOT
from result_files import Content, lines

from scorio_lite._command import formats
from scorio_lite._command.book import Book
from scorio_lite._command.grading import FileError, Grader
from scorio_lite._command.main import main
from scorio_lite._command.missing import POLICIES, settle
from scorio_lite._command.settings import Settings
from scorio_lite._command.text import in_one_line

sys.path.insert(1, str(ROOT / "tools"))

from fuzzing.spoil import KNOWN, chosen_part

VALUES = [None, True, 0, 1, 2, -1, 0.5, 1e308, float("inf"), float("nan"), 10**400, "", "C", "pass", "x" * 500, "\ud800", "nan",
          "1", "\x00\n", [], {}, [1], {"a": 1}, [[]], {"reward": 1}, {"value": "C"}]  # fmt: skip
GRADERS = ((), (None, 0.5), ([0, 0.5, 1],), ([0, 0.5, 1], None, "rewards"))


def spoiled(document, dice):
    document = json.loads(json.dumps(document))
    for _ in range(dice.randint(1, 3)):
        part = chosen_part(dice, document)
        if not part:
            return document
        item, last = part
        what = dice.random()
        if what < 0.2:
            del item[last]
        elif what < 0.4 and isinstance(item, dict):
            item[dice.choice(KNOWN)] = deepcopy(dice.choice(VALUES))
        else:
            item[last] = deepcopy(dice.choice(VALUES))
    return document


def content(document, dice):
    text = (
        lines(document)
        if isinstance(document, list) and dice.random() < 0.5
        else json.dumps(document, indent=dice.choice((None, 1)))
    )
    data = bytearray(text.encode())
    if dice.random() < 0.2:
        for _ in range(dice.randint(1, 3)):
            data[dice.randrange(len(data))] = dice.randrange(256)
    return bytes(data[: dice.randrange(len(data))] if dice.random() < 0.1 else data)


def check(data, settings, grading, policy):
    book = Book(Grader(*grading), "results", policy == "truncate")
    try:
        formats.read(Content(data), book, Settings(**settings))
        (run,) = settle([book], policy)
    except FileError as error:
        message = in_one_line(str(error))
        assert message.isprintable()
        assert len(message) < 320, message
        return 0
    assert run.trials >= 1
    assert run.tally.questions == len(run.questions)
    return 1


@pytest.mark.parametrize("name", FILES)
def test_spoiled_files(name):
    dice, scored = random.Random(name), 0
    options = dict(
        zip((option.lstrip("-") for option in FILES[name][1][::2]), FILES[name][1][1::2])
    )
    for i in range(200):
        data = content(spoiled(MAKERS[name](), dice), dice)
        settings = {**options, "format": dice.choice((None, None, None, *formats.FORMATS))}
        case = data, settings, dice.choice(GRADERS), dice.choice((None, *POLICIES))
        try:
            scored += check(*case)
        except BaseException:
            print(f"case {i} of {name}: {case}")
            raise
    assert 0 < scored < 200


def test_spoiled_tables():
    dice, scored = random.Random(1), 0
    for i in range(500):
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
    assert 20 < scored < 480


# Files of a megabyte or less that could take a time that grows with the square of their size.
LONG = {
    "a field thousands of times": '{"task_id":1,"passed":1,' + '"x":1,' * 150_000 + '"x":1}',
    "thousands of trials": ",".join(f"t{i}" for i in range(120_000)) + "\n" + ",".join("1" * 120_001),
    "a number that is none": "a,b\n" + "1" * 130_000 + "x,1\n",
}


@pytest.mark.parametrize("name", LONG)
def test_time_grows_with_the_file(name):
    start = process_time()
    check(LONG[name].encode(), {}, (), None)
    assert process_time() - start < 10


@pytest.mark.parametrize("fields", ["task_id", "qid,task_id", "task_id,model", "question_id,graded_list"])
def test_integers_of_one_hash(fields):
    """As names of questions, and as whatever is beside them."""
    numbers = [i * (2**61 - 1) for i in range(1, 15_001)]
    assert {hash(number) for number in numbers} == {0}
    values = [{**dict.fromkeys(fields.split(","), n), "passed": 1, "graded_list": [1]} for n in numbers]
    start = process_time()
    assert check(lines(values).encode(), {}, (), None) == 1
    assert process_time() - start < 3


def test_large_integers_as_names():
    big = 2**61 - 1
    book = Book(Grader(), "results")
    formats.read(Content(lines([{"task_id": n, "passed": 1} for n in (big, 0, big, -big)])), book, Settings())
    assert [(f"{label}", question.trials) for label, question in book.questions.items()] == [
        *((str(big), 2), ("0", 1), (str(-big), 1))
    ]
    with pytest.raises(FileError, match=f"questions {big} and '{big}... differ in their spelling alone"):
        formats.read(Content(lines([{"task_id": n, "passed": 1} for n in (big, str(big))])), book, Settings())


def refusal(capsys, *arguments):
    """The line on standard error, which is all that there is."""
    assert main([*map(str, arguments)]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("scorio-lite: ")
    assert err[:-1].isprintable()
    return err


def test_a_name_that_is_too_long(capsys):
    assert refusal(capsys, "x" * 300).endswith("x: File name too long\n")


@pytest.mark.parametrize("options", [(), ("y", "--merge"), ("--missing", "own")])
def test_a_name_that_is_much_too_long(tmp_path, capsys, options):
    assert "xx...xx" in refusal(capsys, "x" * 5000, *options)
    assert len(refusal(capsys, "x" * 5000, *options)) < 320
    path = tmp_path / "results"
    path.write_text("1,2")
    long = f"{tmp_path}/{'./' * 1500}results"
    for arguments in ([long], [long, long], [path, long, "--merge"], ["--example", "--svg", "x" * 5000]):
        assert len(refusal(capsys, *arguments)) < 400


def test_a_refused_packing_leaves_no_file_open(tmp_path, capsys):
    path = tmp_path / "results"
    path.write_bytes(b"BZh91AY")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        assert "compressed by bzip2" in refusal(capsys, path)
        gc.collect()
    assert not found


@pytest.mark.parametrize("start", [b"", b"1,0\n1,", b"[" + b"1," * 10**6])
def test_zero_bytes_without_an_end(tmp_path, capsys, start):
    path = tmp_path / "results"
    path.write_bytes(start)
    os.truncate(path, 10**10)  # a sparse file, which takes no room
    tracemalloc.start()
    message = f"line {1 + start.count(10)}: not a text file (it has a zero byte)\n"
    assert refusal(capsys, path).endswith(f"results: {message}")
    assert tracemalloc.get_traced_memory()[1] < 3 * 10**7
    tracemalloc.stop()


def test_standard_input_that_does_not_block():
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    command = [sys.executable, "-m", "scorio_lite", "-"]
    result = subprocess.run(command, stdin=reading, cwd=ROOT, stderr=subprocess.PIPE, check=False)
    os.close(reading)
    os.close(writing)
    assert result.returncode == 1
    assert result.stderr == b"scorio-lite: standard input: Resource temporarily unavailable\n"


# Names in files and on the command line, that a message may quote.
LONG_NAMES = {
    "of a field": ('{"task_id": 1, "passed": 1, "' + " " * 9000 + 'trial": []}', ()),
    "of a field that is there twice": ('{"task_id": 1, "passed": 1, "' + " " * 9000 + 'passed": 1}', ()),
    "of a metric": ('{"doc_id": 1, "resps": [], "metrics": ["' + "m" * 9000 + '"], "' + "m" * 9000 + '": 2}', ()),
    "of the question": ('{"task_id": 1, "passed": 1}', ("--question", "q" * 9000)),
    "of the outcome": ('{"task_id": 1, "passed": 1}', ("--outcome", "q" * 9000)),
    "of trials": (
        '{"info": {"num_trials": 1' + "0" * 4000 + '}, "simulations": [{"task_id": 1, "reward_info": {"reward": 1}}]}',
        (),
    ),
    "of epochs": (
        '{"status": "success", "eval": {"config": {"epochs": 1'
        + "0" * 4000
        + '}}, "samples": [{"id": 1, "scores": {"a": {"value": 1}}}]}',
        (),
    ),
}


@pytest.mark.parametrize("name", LONG_NAMES)
def test_long_names_are_cut_short(tmp_path, capsys, name):
    text, options = LONG_NAMES[name]
    path = tmp_path / "results"
    path.write_text(text)
    assert len(refusal(capsys, path, *options)) < 400 + len(str(path))


def test_long_names_in_archives_are_cut_short(tmp_path, capsys):
    path = tmp_path / "results"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(f"samples/{'n' * 60_000}.json", "[]")
    assert len(refusal(capsys, path)) < 300 + len(str(path))


@pytest.mark.parametrize(
    "options",
    [("-k", "9" * 9000), ("--metrics", "x" * 9000), ("--metrics", f"pass@{'1' * 9000}"), ("--threshold", "x" * 9000),
     ("--confidence", "2" * 9000), ("--format", "x" * 9000), ("--nothing=\x1b[31m\n",), ("--weights", "0," * 1000 + "1"),
     ("--weights", "0,1e301"), ("--svg", ""), ("--question", ""), ("--outcome", " "), ("--scorer", ""), ("--metric", ""),
     ("--filter", "")],
)  # fmt: skip
def test_wrong_usage_in_one_short_line(capsys, options):
    with pytest.raises(SystemExit) as exit:
        main(["x", *options])
    assert exit.value.code == 2
    usage, line, end = capsys.readouterr().err.split("\n")
    assert usage.startswith("usage: ")
    assert line.isprintable()
    assert len(line) < 450
    assert end == ""


def test_many_questions_with_many_weights(tmp_path, capsys):
    path = tmp_path / "results"
    path.write_text("1\n0\n" * 10_000)
    assert "too many questions for so many weights" in refusal(
        capsys, path, "--weights", ",".join(map(str, range(1000)))
    )


def test_too_many_questions_to_list(tmp_path, capsys):
    path = tmp_path / "results"
    path.write_text("1\n" * 100_001)
    assert "results: 100,001 questions; --by-question lists 100,000 at most\n" in refusal(capsys, path, "--by-question")
    assert main([str(path), "--csv"]) == 0
    path.write_text("1\n" * 100_000)
    assert main([str(path), "--csv", "--by-question"]) == 0


def test_a_picture_does_not_replace_a_file_that_is_read(tmp_path, capsys):
    path = tmp_path / "results"
    path.write_text("1,0")
    assert "the picture would replace a file that is read" in refusal(capsys, path, "--svg", path)
    assert path.read_text() == "1,0"


def test_too_little_memory_is_said_in_one_line(tmp_path, capsys, monkeypatch):
    def read(*_):
        raise MemoryError

    monkeypatch.setattr("scorio_lite._command.main.read", read)
    path = tmp_path / "results"
    path.write_text("1,0")
    assert refusal(capsys, path) == "scorio-lite: there is not enough memory\n"


def zipped(*members):
    content = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        warnings.simplefilter("ignore")  # of names that are there twice
        for name, data in members:
            file.writestr(name, data)
    return content.getvalue()


SAMPLE = b'{"id": 1, "scores": {"match": {"value": "C"}}}'
BOMBS = {
    "a line": lambda: gzip.compress(b"[1" + b" " * 40_000_000 + b"]"),
    "a document": lambda: gzip.compress(b"[[1,\n" + b"0,\n" * 15_000_000 + b"1]]"),
    "lists": lambda: gzip.compress(b"[" + b"[]," * 2_000_000 + b"[1]]"),
    "questions": lambda: gzip.compress(b"1\n" * 600_000),
    "lines": lambda: gzip.compress(b"1\n" + b"\n" * 2_100_000),
    "text": lambda: gzip.compress((b'{"task_id": 1, "passed": 1, "a": "' + b"x" * 5000 + b'"}\n') * 50_000),
    "an entry": lambda: zipped(("samples/a.json", SAMPLE + b" " * 40_000_000)),
    "entries": lambda: zipped(*((f"samples/{i}.json", SAMPLE + b" " * 29_000_000) for i in range(8))),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(tmp_path, capsys, name):
    path = tmp_path / "results"
    path.write_bytes(BOMBS[name]())
    assert path.stat().st_size < 10**6
    assert "it unpacks to so much more than its size" in refusal(capsys, path, "--missing", "own")


def test_files_that_unpack_to_much(tmp_path, capsys):
    """As much as would be a bomb, were it packed to less; and trials that gzip packs to bits."""
    path = tmp_path / "results"
    path.write_bytes(gzip.compress(b'{"task_id": 1, "passed": 1}\n{"task_id": 1, "passed": 0}\n' * 300_000))
    assert path.stat().st_size < 10**5
    assert main([str(path), "--csv", "-k", "1"]) == 0
    assert "\npass_at_k,1,0.5,0.5," in capsys.readouterr().out
    noise = random.Random(1).getrandbits(8 * 600_000).to_bytes(600_000, "big").hex()
    path.write_bytes(
        gzip.compress(('{"task_id": 1, "passed": 1, "a": "' + noise + "x" * 13_000_000 + '"}\n').encode() * 3)
    )
    assert path.stat().st_size < 3 * 10**6
    assert main([str(path), "--csv"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("row", "at"), [(b"10," * 9_900_000, 1), (b"1," * 1_000_000, 1), (b"1," * 600_000 + b'"\n"' + b",1" * 600_000, 2)]
)
def test_a_row_of_too_many_columns(tmp_path, capsys, row, at):
    path = tmp_path / "results"
    path.write_bytes(gzip.compress(row + b"1\n", 1))
    tracemalloc.start()
    assert f": line {at}: more than 1,000,000 columns\n" in refusal(capsys, path)
    assert tracemalloc.get_traced_memory()[1] < 2 * 10**8
    tracemalloc.stop()
    path.write_bytes(b"1," * 999_999 + b"1\n" + b"1," * 999_999 + b"1\n")
    assert main([str(path), "--csv", "-k", "1", "--metrics", "pass"]) == 0


def test_an_entry_that_lies_about_its_size(tmp_path, capsys):
    """What it unpacks to is not held: only what it should be is read."""
    path = tmp_path / "results"
    data = bytearray(zipped(("samples/a.json", SAMPLE + b" " * 10**8)))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = data.index(signature) + offset
        data[start : start + 4] = (100).to_bytes(4, "little")
    path.write_bytes(data)
    tracemalloc.start()
    assert "cannot be unpacked (Bad CRC-32" in refusal(capsys, path)
    assert tracemalloc.get_traced_memory()[1] < 10**7
    tracemalloc.stop()


def test_an_entry_that_is_there_twice(tmp_path, capsys):
    path = tmp_path / "results"
    path.write_bytes(zipped(("header.json", b'{"status": "success"}'), *[("samples/a.json", SAMPLE)] * 2))
    assert "samples/a.json is in it twice" in refusal(capsys, path)


@pytest.mark.parametrize("offset", [6, 16, 28, 30, 42])
def test_a_damaged_directory(tmp_path, capsys, offset):
    """Whatever exception it makes."""
    path = tmp_path / "results"
    data = bytearray(zipped(("header.json", b'{"status": "success"}'), ("samples/a.json", SAMPLE)))
    start = data.index(b"PK\x01\x02") + offset
    data[start : start + 2] = b"\xff\xff"
    path.write_bytes(data)
    refusal(capsys, path)


def test_runs_that_have_nothing_in_common(tmp_path, capsys):
    """Every run would have every question of all others."""
    files = [tmp_path / f"{i}.csv" for i in range(60)]
    for i, file in enumerate(files):
        file.write_text("task_id,passed\n" + "".join(f"{i}-{j},1\n" for j in range(100)))
    assert "0.csv: 100 questions of the 6,000 of all runs, which must have the same" in refusal(capsys, *files)
