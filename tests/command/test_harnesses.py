"""Check files of single harnesses, new and old: unusual, broken or contradictory, and how missing trials count.

The expected numbers are computed by hand. harness_files.py has the outcomes of the good files.
"""

from __future__ import annotations

import json
import sys
import types
import zipfile
import zlib
from io import BytesIO

import pytest

from harness_files import (  # isort: skip
    INSPECT,
    TRIALS,
    archive,
    changed,
    inspect,
    lines,
    packed_by,
    tau2_files,
)
from result_files import check_numbers, merged, placed, refused, report, said, scored

from scorio_lite._command import source


def numbers(got):
    return got["question_count"], got["trials"], got["avg"]["value"]


def mean(document, *options):
    return report(document, *options)["avg"]["value"]


# tau-bench, tau2-bench


@pytest.mark.parametrize("index", [True, False])
def test_simulations_in_a_folder(tmp_path, index):
    got = scored(placed(tmp_path, tau2_files(index)) / "results.json")
    assert got["format"] == "tau2-bench"
    check_numbers(got)


def test_a_folder_that_is_not_whole(tmp_path):
    path = placed(tmp_path / "run", tau2_files()) / "results.json"
    one = path.parent / "simulations" / "1-1.json"
    text = one.read_text()
    for content, words in (
        (text[:-9], "simulations/1-1.json: line 1, column"),
        ("[]", "simulations/1-1.json: not an object but a list"),
        (text.replace('"trial": 1', '"trial": []'), "simulations/1-1.json, field 'trial': a list is not the number of"),
        (text.replace('"reward": 1.0', '"reward": null'), "simulations/1-1.json (no reward)"),
        ("\xe9", "simulations/1-1.json: line 1, column 1: not valid JSON"),
        ("\0", "simulations/1-1.json: line 1: not a text file (it has a zero byte)"),
    ):
        one.write_text(content, encoding="utf-8")
        assert words in said(path)
    one.unlink()
    assert "simulation '1-1' is in only one of simulation_index and the folder simulations/" in said(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), "simulation_index": None}))
    assert "'1' has 1, where others have 2" in said(path)
    apart = "its simulations are in the folder simulations/ beside it, which is not there or empty"
    assert refused(path.read_text()) == apart
    (path.parent / "simulations").rename(tmp_path / "away")
    assert apart in said(path)


# Inspect


def test_eval_archives():
    log = inspect()
    folder = {f"samples/{one['id']}_epoch_{one['epoch']}": one for one in log["samples"]}  # as Inspect's converter has it
    split = [entry for name, one in folder.items() for entry in ((f"{name}/sample.json", one), (f"{name}/messages/0.json", []))]
    for data in (archive(log), archive(log, zipfile.ZIP_STORED), archive({**log, "samples": []}, more=split)):
        check_numbers(report(data, *INSPECT))
    damaged = archive(log, zipfile.ZIP_STORED).replace(b'"epoch": 1', b'"epoch": x', 1)
    unknown = archive(log, zipfile.ZIP_STORED).replace(b"PK\x03\x04\x14\0\0\0\0\0", b"PK\x03\x04\x14\0\0\0\x5d\0")
    for data, words in (
        (archive(log, header="_journal/start.json"), "the log has no header.json: it was not finished"),
        (archive(changed(log, {"samples.1.scores.match.value": "A"})), "samples/2_epoch_1.json, scorer 'match': 'A' is neither 0 nor 1"),
        (archive({**log, "samples": []}), "a zip, but not an .eval archive"),
        (archive(log)[:-30], "a damaged zip"),
        (damaged, ("a damaged zip: Bad CRC", "samples/1_epoch_1.json: cannot")),
        (unknown.replace(b"PK\x01\x02\x14\x03\x14\0\0\0\0\0", b"PK\x01\x02\x14\x03\x14\0\0\0\x5d\0"), "header.json: c"),
    ):
        assert refused(data, *INSPECT).startswith(words)
    assert refused(archive(log), "--format", "records") == "not a file of records, but a zip"


def test_entries_packed_by_zstd():
    zstandard = pytest.importorskip("zstandard")
    compress = zstandard.ZstdCompressor().compress
    for pack in (compress, lambda text: compress(text[:9]) + compress(text[9:])):
        check_numbers(report(packed_by(pack, inspect()), *INSPECT))


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="zipfile reads zstd itself")
def test_entries_packed_by_zstd_with_a_module_for_it(monkeypatch):
    """Entries packed by zstd are read if there is a module for it; a stand-in packs with zlib."""

    def reader(packed, **_):
        return BytesIO(zlib.decompress(packed.read()))

    data = packed_by(zlib.compress, inspect())
    monkeypatch.setitem(sys.modules, "backports", None)
    monkeypatch.setitem(sys.modules, "zstandard", None)
    assert refused(data, *INSPECT) == (
        "header.json: compressed with zstd; install a module that reads it (pip install zstandard), or convert the log "
        "with `inspect log dump FILE > FILE.json`"
    )
    module = types.SimpleNamespace(ZstdDecompressor=lambda: types.SimpleNamespace(stream_reader=reader))
    monkeypatch.setitem(sys.modules, "zstandard", module)
    check_numbers(report(data, *INSPECT))
    monkeypatch.setitem(source._MOST, "value", (200_000, 30))
    large = {**inspect(), "results": {"note": "x" * 300_000}}
    for pack, log, words in (
        (lambda text: zlib.compress(text + b" "), inspect(), "header.json: cannot be unpacked (Bad CRC-32)"),
        (zlib.compress, large, "suspiciously compressible"),
        (lambda _: b"x", inspect(), "header.json: cannot be unpacked"),
    ):
        assert words in refused(packed_by(pack, log), *INSPECT)
    zstd = types.SimpleNamespace(open=reader)
    monkeypatch.setitem(sys.modules, "backports", types.SimpleNamespace(zstd=zstd))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    check_numbers(report(data, *INSPECT))


# Records


def test_fields_that_are_named():
    items = [{"case": f"c{q}", "id": i, "grade": x, "passed": False} for i, (q, _, x) in enumerate(TRIALS)]
    table = "case,id,grade,passed\n" + "\n".join(f"c{q},{i},{x},0" for i, (q, _, x) in enumerate(TRIALS))
    for text in (lines(items), json.dumps(items), table):
        got = report(text, "--question", "case", "--outcome", "grade")
        assert got["format"] == "records"
        check_numbers(got)
    there = "'x' is not among 'case', 'id', 'grade', 'passed'"
    assert refused(lines(items), "--question", "x", "--outcome", "grade") == f"no field names the question: {there}"
    assert refused(lines(items), "--question", "case", "--outcome", "x") == f"no field holds the outcome: {there}"


def test_numbers_of_trials_that_do_not_match(tmp_path):
    """A trial number that a question lacks, and others have, is a missing trial."""
    items = [{"id": name, "trial": trial, "passed": 1} for name, row in zip("abc", ("012", "013", "023")) for trial in map(int, row)]
    words = (
        "3 trials have no outcome: question 'a' (no trial 3, which others have), question 'b' (no trial 2, which others "
        "have), question 'c' (no trial 1, which others have); a missing"
    )
    assert refused(lines(items)).startswith(words)
    assert (mean(lines(items), "--missing", "own"), mean(lines(items), "--missing", "fail")) == (1, 0.75)
    texts = [{**item, "trial": f"run {item['trial']}"} for item in items]
    assert refused(lines(texts)).startswith(words.replace("trial ", "trial run "))
    for of_the_file in (lambda i, _: i, lambda i, _: f"id-{i}", lambda i, item: {1: 9}.get(item["trial"], item["trial"])):
        full = [{"id": f"q{i // 3}", "trial": i % 3, "passed": 1} for i in range(9)]
        assert report(lines({**item, "trial": of_the_file(i, item)} for i, item in enumerate(full)))["trials"] == 3
    assert "trial 0 of question 'a' is in two files" in merged(tmp_path, [lines(items)] * 2, refused=True)


# verifiers


# Totals and states in a file


# promptfoo


# NeMo-Skills
