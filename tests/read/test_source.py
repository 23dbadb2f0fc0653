"""Opening files: packed or not, in which encoding, how much of them; bombs, streams without an end, damaged files."""

from __future__ import annotations

import gzip
import os
import re
import tracemalloc

import pytest
from helpers import cases
from result_files import zipped

from scorio_lite._command.read import source
from scorio_lite._command.read.item import Refusal
from scorio_lite._command.read.records import parse
from scorio_lite._command.read.source import Member
from scorio_lite.files import ReadError, read


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results"


@pytest.mark.parametrize("start", [b"", b"1,0\n1,", b"[" + b"1," * 10**6])
def test_zero_bytes_without_an_end(path, start):
    path.write_bytes(start)
    os.truncate(path, 10**10)  # a sparse file, which takes no room
    tracemalloc.start()
    with pytest.raises(Refusal, match=f"line {1 + start.count(10)}: not a text file"):
        parse(Member(str(path)))
    assert tracemalloc.get_traced_memory()[1] < 3 * 10**7
    tracemalloc.stop()


SAMPLE = b'{"id": 1, "scores": {"match": {"value": "C"}}}'
BOMBS = {  # of n times 1 % of what is refused at full size
    "a line": lambda n: gzip.compress(b"[1" + b" " * 400_000 * n + b"]"),
    "a document": lambda n: gzip.compress(b"[[1,\n" + b"0,\n" * 150_000 * n + b"1]]"),
    "lists": lambda n: gzip.compress(b"[" + b"[]," * 20_000 * n + b"[1]]"),
    "lines": lambda n: gzip.compress(b"1\n" + b"\n" * 21_000 * n),
    "text": lambda n: gzip.compress((b'{"task_id": 1, "passed": 1, "a": "' + b"x" * 5000 + b'"}\n') * 500 * n),
    "an entry": lambda n: zipped(("samples/a.json", SAMPLE + b" " * 400_000 * n)),
    "entries": lambda n: zipped(*((f"samples/{i}.json", SAMPLE + b" " * 290_000 * n) for i in range(8))),
}


@cases("percent", [1], [20])
@pytest.mark.parametrize("name", BOMBS)
def test_bombs(path, monkeypatch, name, percent):
    for what, (most, times) in source._MOST.items():
        monkeypatch.setitem(source._MOST, what, (most * percent / 100, times))
    path.write_bytes(BOMBS[name](percent))
    assert path.stat().st_size < 10**4 * percent
    with pytest.raises(ReadError, match="suspiciously compressible"):
        read(path)


@cases("percent", [1], [20])
def test_repeated_trials_unpack_to_much(path, monkeypatch, percent):
    for what, (most, times) in source._MOST.items():
        monkeypatch.setitem(source._MOST, what, (most * percent / 100, times))
    path.write_bytes(gzip.compress(b'{"task_id": 1, "passed": 1}\n{"task_id": 2, "passed": 0}\n' * 3000 * percent))
    assert path.stat().st_size < 1000 * percent + 100
    assert len(read(path, question="task_id").matrix()[0]) == 3000 * percent


@cases("size", [2 * 10**7], [10**8])
def test_an_entry_that_lies_about_its_size(path, size):
    """An entry of an archive is read no further than the size that it states, even if it unpacks to more."""
    data = bytearray(zipped(("samples/a.json", SAMPLE + b" " * size)))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = data.index(signature) + offset
        data[start : start + 4] = (100).to_bytes(4, "little")
    path.write_bytes(data)
    tracemalloc.start()
    with pytest.raises(ReadError, match="cannot be unpacked"):
        read(path)
    assert tracemalloc.get_traced_memory()[1] < 10**7
    tracemalloc.stop()


@pytest.mark.parametrize("offset", [6, 16, 28, 30, 42])
def test_a_damaged_directory(path, offset):
    """A zip with a damaged directory is refused, whatever exception zipfile raises."""
    data = bytearray(zipped(("header.json", b'{"status": "success"}'), ("samples/a.json", SAMPLE)))
    start = data.index(b"PK\x01\x02") + offset
    data[start : start + 2] = b"\xff\xff"
    path.write_bytes(data)
    with pytest.raises(ReadError):
        read(path)


def test_parquet(path):
    """Parquet is refused with the line of Python that converts it."""
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    pandas.DataFrame({"id": ["a", "b"], "passed": [True, False]}).to_parquet(path)
    with pytest.raises(ReadError, match="Parquet; convert it") as refused:
        read(path)
    (line,) = re.findall('python3 -c "(.*)"', str(refused.value))
    exec(line.replace("FILE", str(path)), {})
    assert read(f"{path}.jsonl").matrix() == [[1], [0]]
