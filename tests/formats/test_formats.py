"""Formats of harnesses: their examples, and archives of Inspect. Their files are cases: tests/files/harnesses."""

from __future__ import annotations

import io
import json
import struct
import sys
import types
import zipfile
import zlib

import pytest
from result_files import FILES, placed, run

from scorio_lite._command.formats import FORMATS
from scorio_lite._command.read import source
from scorio_lite.files import ReadError, read

OUTCOMES = [[1, 1], [0, 1], [0, 0]]
(LOG,) = (FILES / "harnesses/inspect_archive").glob("*.eval")


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_the_example_of_a_format_is_a_file_of_it(format):
    assert format.about and (format.outcome or format.scores)
    status, out, err = run("-", "--json", stdin=format.example)
    assert (status, json.loads(out)["format"]) == (0, format.name), err


def test_fields_that_are_kept():
    samples = FILES / "harnesses/every_eval_ever/samples.jsonl"
    assert read(samples, keep=["metadata.level"]).kept("metadata.level") == [["0", "0"], ["1", "1"], ["0", "0"]]


def entries():
    """Return the texts in an archive of Inspect, by their names."""
    with zipfile.ZipFile(LOG) as file:
        return {name: file.read(name) for name in file.namelist()}


def packed(texts, pack=bytes):
    """Return an archive of these texts, each packed by `pack`."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        for name, text in texts.items():
            file.writestr(name, pack(text))
    return content.getvalue()


def marked(texts, pack):
    """Return an archive whose entries are packed by `pack`, but marked as packed by zstd (method 93)."""
    data, at = bytearray(packed(texts, pack)), {b"PK\x03\x04": 0, b"PK\x01\x02": 0}
    for text in texts.values():
        for signature, method in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
            start = at[signature] = data.index(signature, at[signature]) + 4
            struct.pack_into("<H", data, start - 4 + method, 93)
            struct.pack_into("<L", data, start - 4 + method + 6, zlib.crc32(text))
            struct.pack_into("<L", data, start - 4 + method + 14, len(text))
    return bytes(data)


@pytest.fixture
def scored(tmp_path):
    """Return a function that reads an archive."""
    return lambda data: read(placed(tmp_path, {"log.eval": data}) / "log.eval", metric="match").matrix()


def test_entries_that_are_not_packed(scored):
    assert scored(packed(entries())) == OUTCOMES


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="zipfile reads zstd itself")
def test_entries_packed_by_zstd(scored, monkeypatch):
    """Entries packed by zstd are read if zipfile-zstd is installed; a stand-in for it unpacks with zlib."""
    texts = entries()
    data = marked(texts, zlib.compress)
    monkeypatch.setitem(sys.modules, "zipfile_zstd", None)
    with pytest.raises(ReadError, match="compressed with zstd; install zipfile-zstd"):
        scored(data)
    monkeypatch.setitem(sys.modules, "zipfile_zstd", types.ModuleType("zipfile_zstd"))
    monkeypatch.setattr(zipfile, "_get_decompressor", lambda _: zlib.decompressobj())
    assert scored(data) == OUTCOMES
    with pytest.raises(ReadError, match="cannot be unpacked"):
        scored(marked(texts, lambda _: b"x"))
    monkeypatch.setitem(source._MOST, "value", (200_000, 30))
    texts["header.json"] = b'{"status": "success", "note": "%s"}' % (b"x" * 300_000)
    with pytest.raises(ReadError, match="suspiciously compressible"):
        scored(marked(texts, zlib.compress))
