"""Check that files that would fill the memory or take forever are refused in one line: by size, packing or names."""

from __future__ import annotations

import gc
import gzip
import os
import random
import tracemalloc
import warnings

import pytest
from result_files import files_in, good, said, zipped

from scorio_lite._command import book, source
from scorio_lite._command.forms import parts
from scorio_lite._command.grading import UnsafeError
from scorio_lite._command.readings import csv_lines as csv_table


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results"


def test_a_name_that_is_too_long(path):
    assert said("x" * 300).endswith("x: File name too long")
    for options in ((), ("y", "--merge"), ("--missing", "own")):
        assert "xx...xx" in said("x" * 5000, *options)
        assert len(said("x" * 5000, *options)) < 320
    path.write_text("1,2")
    long = f"{path.parent}/{'./' * 1500}results"
    for arguments in ([long], [long, long], [path, long, "--merge"], ["--example", "--svg", "x" * 5000]):
        assert len(said(*arguments)) < 400


def test_a_refused_packing_leaves_no_file_open(path):
    path.write_bytes(b"BZh91AY")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        assert "compressed with bzip2" in said(path)
        gc.collect()
    assert not found


@pytest.mark.parametrize("start", [b"", b"1,0\n1,", b"[" + b"1," * 10**6])
def test_zero_bytes_without_an_end(path, start):
    path.write_bytes(start)
    os.truncate(path, 10**10)  # a sparse file, which takes no room
    tracemalloc.start()
    message = f"line {1 + start.count(10)}: not a text file (it has a zero byte)"
    assert said(path).endswith(f"results: {message}")
    assert tracemalloc.get_traced_memory()[1] < 3 * 10**7
    tracemalloc.stop()


# Names in files and on the command line that a message may quote.
RECORD = '{"task_id": 1, "passed": 1}'
LONG_NAMES = {
    "of a field": ('{"task_id": 1, "passed": 1, "' + " " * 9000 + 'trial": []}', ()),
    "of a field that is there twice": ('{"task_id": 1, "passed": 1, "' + " " * 9000 + 'passed": 1}', ()),
    "of a metric": ('{"doc_id": 1, "resps": [], "metrics": ["' + "m" * 9000 + '"], "' + "m" * 9000 + '": 2}', ()),
    "of the question": (RECORD, ("--question", "q" * 9000)),
    "of the outcome": (RECORD, ("--outcome", "q" * 9000)),
    "of trials": ('{"info": {"num_trials": 1' + "0" * 4000 + '}, "simulations": [{"task_id": 1, "reward_info": {"reward": 1}}]}', ()),
    "of epochs": (
        '{"status": "success", "eval": {"config": {"epochs": 1' + "0" * 4000 + '}}, "samples": [{"id": 1, "scores": {"a": {"value": 1}}}]}',
        (),
    ),
    "in an archive": (zipped((f"samples/{'n' * 60_000}.json", "[]")), ()),
    "of instances": ('{"resolved": [], "unresolved": [], "no_logs": ["' + "n" * 9000 + '"]}', ()),
}


@pytest.mark.parametrize("name", LONG_NAMES)
def test_long_names_are_cut_short(name):
    text, options = LONG_NAMES[name]
    assert len(said("-", *options, stdin=text)) < 400


def test_many_questions_with_many_weights(path, monkeypatch):
    monkeypatch.setattr(book, "_MOST_COUNTS", 10_000)
    weights = ("--weights", ",".join(map(str, range(1000))))
    path.write_text("1\n0\n" * 5)
    good(path, *weights)
    path.write_text("1\n0\n" * 6)
    assert "too many questions for this many weights" in said(path, *weights)


@pytest.mark.parametrize("most", [1000, pytest.param(100_000, marks=pytest.mark.long)])
def test_too_many_questions_to_list(path, monkeypatch, most):
    assert most <= parts._MOST_QUESTIONS == 100_000
    monkeypatch.setattr(parts, "_MOST_QUESTIONS", most)
    path.write_text("1\n" * (most + 1))
    words = f"results: {most + 1:,} questions; --by-question lists {most:,} at most"
    assert words in said(path, "--by-question")
    good(path, "--csv")
    path.write_text("1\n" * most)
    good(path, "--csv", "--by-question")


def test_too_little_memory_is_said_in_one_line(path, monkeypatch):
    def read(*_):
        raise MemoryError

    monkeypatch.setattr("scorio_lite._command.readings.read.read", read)
    path.write_text("1,0")
    assert said(path) == "there is not enough memory"


SAMPLE = b'{"id": 1, "scores": {"match": {"value": "C"}}}'
BOMBS = {  # of n times 1 % of what is refused at full size
    "a line": lambda n: gzip.compress(b"[1" + b" " * 400_000 * n + b"]"),
    "a document": lambda n: gzip.compress(b"[[1,\n" + b"0,\n" * 150_000 * n + b"1]]"),
    "lists": lambda n: gzip.compress(b"[" + b"[]," * 20_000 * n + b"[1]]"),
    "questions": lambda n: gzip.compress(b"1\n" * 6_000 * n),
    "lines": lambda n: gzip.compress(b"1\n" + b"\n" * 21_000 * n),
    "text": lambda n: gzip.compress((b'{"task_id": 1, "passed": 1, "a": "' + b"x" * 5000 + b'"}\n') * 500 * n),
    "an entry": lambda n: zipped(("samples/a.json", SAMPLE + b" " * 400_000 * n)),
    "entries": lambda n: zipped(*((f"samples/{i}.json", SAMPLE + b" " * 290_000 * n) for i in range(8))),
}


@pytest.mark.parametrize("percent", [1, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", BOMBS)
def test_bombs(path, monkeypatch, name, percent):
    for what, (most, times) in source._MOST.items():
        monkeypatch.setitem(source._MOST, what, (most * percent / 100, times))
    path.write_bytes(BOMBS[name](percent))
    assert path.stat().st_size < 10**4 * percent
    assert "it is suspiciously compressible" in said(path, "--missing", "own")


@pytest.mark.parametrize(
    ("name", "most", "packed", "more"),
    [
        ("size", 200_000_000, 10**6, 200),
        ("lines", 2_000_000, 5 * 10**5, 4),
        ("value", 30_000_000, 10**6, 30),
        ("brackets", 1_000_000, 10**6, 1),
    ],
)
def test_the_most_that_is_unpacked(name, most, packed, more):
    """At most a fixed number of bytes is unpacked or, if this is more, a multiple of the packed size."""
    measure = source.Measure()
    for size, limit in ((0, most), (packed, most), (packed + 10**6, more * (packed + 10**6))):
        measure.counts[name] = limit
        measure.add(b"", size)
        measure.counts[name] = limit + 1
        with pytest.raises(UnsafeError, match="suspiciously compressible"):
            measure.add(b"", size)


def test_the_most_questions_that_are_unpacked():
    questions = [0] * 9
    measure = source.Measure(questions)
    questions += [1] * 500_000
    measure.add(b"", 10**6)
    questions += [1]
    with pytest.raises(UnsafeError):
        measure.add(b"", 10**6)
    measure.add(b"", 10**6 + 2)


@pytest.mark.long
def test_files_that_unpack_to_much(path):
    """Honest files with repeated trials or long texts are read, although they unpack to much more."""
    path.write_bytes(gzip.compress(b'{"task_id": 1, "passed": 1}\n{"task_id": 1, "passed": 0}\n' * 300_000))
    assert path.stat().st_size < 10**5
    assert "\npass_at_k,1,new,0.5,0.5," in good(path, "--csv", "-k", "1")
    noise = random.Random(1).getrandbits(8 * 600_000).to_bytes(600_000, "big").hex()
    path.write_bytes(gzip.compress(('{"task_id": 1, "passed": 1, "a": "' + noise + "x" * 13_000_000 + '"}\n').encode() * 3))
    assert path.stat().st_size < 3 * 10**6
    good(path, "--csv")


@pytest.mark.parametrize(
    ("row", "at", "most"),
    [
        (b"1," * 20_000, 1, 20_000),
        pytest.param(b"10," * 9_900_000, 1, 10**6, marks=pytest.mark.long),
        pytest.param(b"1," * 600_000 + b'"\n"' + b",1" * 600_000, 2, 10**6, marks=pytest.mark.long),
    ],
)
def test_a_row_of_too_many_columns(path, monkeypatch, row, at, most):
    assert most <= csv_table._MOST_COLUMNS == 10**6
    monkeypatch.setattr(csv_table, "_MOST_COLUMNS", most)
    path.write_bytes(gzip.compress(row + b"1\n", 1))
    tracemalloc.start()
    assert f": line {at}: more than {most:,} columns" in said(path)
    assert tracemalloc.get_traced_memory()[1] < 2 * 10**8
    tracemalloc.stop()
    path.write_bytes((b"1," * (most - 1) + b"1\n") * 2)
    good(path, "--csv", "-k", "1", "--metrics", "pass")


@pytest.mark.parametrize("size", [2 * 10**7, pytest.param(10**8, marks=pytest.mark.long)])
def test_an_entry_that_lies_about_its_size(path, size):
    """An entry of an archive is read no further than the size that it states, even if it unpacks to more."""
    data = bytearray(zipped(("samples/a.json", SAMPLE + b" " * size)))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = data.index(signature) + offset
        data[start : start + 4] = (100).to_bytes(4, "little")
    path.write_bytes(data)
    tracemalloc.start()
    assert "cannot be unpacked (Bad CRC-32" in said(path)
    assert tracemalloc.get_traced_memory()[1] < 10**7
    tracemalloc.stop()


def test_an_entry_that_is_there_twice(path):
    path.write_bytes(zipped(("header.json", b'{"status": "success"}'), *[("samples/a.json", SAMPLE)] * 2))
    assert "samples/a.json is in the archive twice" in said(path)


@pytest.mark.parametrize("offset", [6, 16, 28, 30, 42])
def test_a_damaged_directory(path, offset):
    """A zip with a damaged directory is refused, whatever exception zipfile raises."""
    data = bytearray(zipped(("header.json", b'{"status": "success"}'), ("samples/a.json", SAMPLE)))
    start = data.index(b"PK\x01\x02") + offset
    data[start : start + 2] = b"\xff\xff"
    path.write_bytes(data)
    said(path)


def test_runs_that_have_nothing_in_common(tmp_path):
    """Runs that share no question are refused before the questions of all runs are added to each of them."""
    files = files_in(tmp_path, **{f"{i}.csv": "task_id,passed\n" + "".join(f"{i}-{j},1\n" for j in range(400)) for i in range(25)})
    assert "0.csv: it has 400 of the 10,000 questions of all runs, and lacks " in said(*files)
    files[1].write_text(files[1].read_text() + "1-400,1\n")
    assert "0.csv: it has 400 of the 10,001 questions of all runs, which must have the same" in said(*files)
