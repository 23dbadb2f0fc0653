"""Formats of harnesses: their examples, and archives of Inspect. Their files are cases: tests/files/harnesses."""

from __future__ import annotations

import json
import sys
import types
import zipfile

import pytest
from result_files import FILES, run

from scorio_lite._command.formats import FORMATS
from scorio_lite._command.read import archives
from scorio_lite.files import ReadError, read

OUTCOMES = [[1, 1], [0, 1], [0, 0]]
(LOG,) = (FILES / "harnesses/inspect_archive").glob("*.eval")


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_the_example_of_a_format_is_a_file_of_it(format):
    assert format.outcome or format.scores
    status, out, err = run("-", "--json", stdin=format.example)
    assert (status, json.loads(out)["format"]) == (0, format.name), err


def test_fields_that_are_kept():
    samples = FILES / "harnesses/every_eval_ever/samples.jsonl"
    assert read(samples, keep=["metadata.level"]).kept("metadata.level") == [["0", "0"], ["1", "1"], ["0", "0"]]


def scored(path):
    return read(path, metric="match").matrix()


def test_entries_that_are_not_packed(tmp_path):
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(LOG) as log, zipfile.ZipFile(path, "w") as file:
        for name in log.namelist():
            file.writestr(name, log.read(name))
    assert scored(path) == OUTCOMES


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="zipfile reads zstd itself")
def test_entries_packed_by_zstd(monkeypatch):
    """Entries packed by zstd are read if zipfile-zstd is installed. Here, the number of zstd is that of deflate."""
    monkeypatch.setattr(archives, "_ZSTD", zipfile.ZIP_DEFLATED)
    monkeypatch.setitem(sys.modules, "zipfile_zstd", None)
    with pytest.raises(ReadError, match="compressed with zstd; install zipfile-zstd"):
        scored(LOG)
    monkeypatch.setitem(sys.modules, "zipfile_zstd", types.ModuleType("zipfile_zstd"))
    assert scored(LOG) == OUTCOMES
