"""Check JSON documents: which part holds the trials, where text breaks off, and files of other kinds."""

from __future__ import annotations

import gzip
import json
import zlib

import pytest
from helpers import cases
from result_files import R, counted, good, lines, placed, refused, report, said, scored, zipped

from scorio_lite._command.grading import FileError
from scorio_lite._command.source import _checked

RECORDS = [{"task_id": f"q{i}", "passed": bool(x)} for i, row in enumerate(R) for x in row]
TEXT = json.dumps(RECORDS, indent=2)


@cases("step", [8], [5])
@pytest.mark.parametrize("text", [TEXT, json.dumps(RECORDS), "[" + ",\n".join(map(json.dumps, RECORDS)) + "]"])
def test_a_list_that_is_left_open(text, step):
    """Wherever the text of a list breaks off, its whole records count, and the run is unfinished."""
    ends = [i + 1 for i, mark in enumerate(text) if mark == "}"]
    for end in range(ends[8], ends[9], step):
        message = refused(text[:end])
        assert ": not valid JSON: " in message
        assert "; it breaks off after its record 9, so trials may be missing; " in message
    assert sum(trials for trials, _ in counted(text[:end], "--missing", "own")) == 9
    assert "it breaks off after its record 9" in report(text[:end], "--missing", "own")["missing"]["unfinished"]
    of_models = json.dumps([{**item, "model": f"m{i % 2}"} for i, item in enumerate(RECORDS)])[:-1]
    assert "it breaks off" in said("-", stdin=of_models)


@pytest.mark.parametrize(
    "item, options",
    [
        ({"task_id": "a", "passed": True}, ()),
        ({"task_id": 1, "passed": 1}, ()),
        ({"id": "a", "success": "yes", "seed": 3}, ()),
        ({"question": "a", "score": 0.7, "meta": {"tokens": [1, 0, 17]}}, ("--scores",)),
        ({"task_id": "a", "n": 1, "c": 1}, ()),
        ({"key": "a", "passed": True, "model": "m"}, ("--run", "model")),
        ({"item": "a", "ok": 1}, ("--question", "item", "--outcome", "ok")),
    ],
)
def test_one_record_is_one_question_whatever_its_file_is_called(tmp_path, item, options):
    text, pretty = json.dumps(item), json.dumps(item, indent=1)
    files = {"a.json": text, "b.jsonl": text + "\n", "c.json": pretty, "d.json.gz": gzip.compress(text.encode())}
    files.update({"e.json": f"[{text}]", "f/run.json": text, "g/run.jsonl": text, "h.zip": zipped(("run.json", text))})
    placed(tmp_path, files)
    for name in files:
        found = scored(tmp_path / name.partition("/")[0], *options)
        assert (found["format"], found["question_count"], found["trials"]) == ("records", 1, 1), name
        assert found["avg"]["value"] == (0.7 if "score" in item else 1), name


LINES = "".join(json.dumps({**item, "answer": "naïve 日本"}, ensure_ascii=False) + "\n" for item in RECORDS)
CUTS = [bytes(LINES.encode()[:end]) for end in range(len(LINES.encode()))]
WHOLE = [cut.count(b"}") for cut in CUTS]  # records


def flushed(text):
    """Return a gzip file as it is while its writer still adds lines: flushed, but not ended."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    looks = [packer.compress(line.encode()) + packer.flush(zlib.Z_SYNC_FLUSH) for line in text.splitlines(keepends=True)]
    return [b"".join(looks[: i + 1]) for i in range(len(looks))]


@cases("step", [12], [5])
def test_lines_that_break_off(step):
    """Wherever a file ends, also inside a character, its whole lines count; a part of a line is reported."""
    for cut, whole in zip(CUTS[-90::step], WHOLE[-90::step]):
        for content in (cut, gzip.compress(cut)):
            is_said = not cut.endswith((b"}", b"\n"))
            found = report(content, "--missing", "own")
            assert sum(one["trials"] for one in report(content, "--missing", "own", "--by-question")["by_question"]) == whole
            assert ("unfinished" in found.get("missing", {})) == is_said
            if is_said:
                assert f"; it breaks off after its record {whole}" in found["missing"]["unfinished"]
                message = refused(content)
                assert message.startswith("line ")
                assert f"; it breaks off after its record {whole}, so trials may be missing; " in message


@pytest.mark.parametrize(("above", "ways"), [("", []), ("x,1\n", [["--lines=1-1"]]), ("x,1\ny,0\n", [["--lines=1-2"]])])
def test_the_lines_above_a_zero_byte_are_offered(above, ways):
    with pytest.raises(FileError, match=f"line {above.count(chr(10)) + 1}: ") as refusal:
        _checked(f"{above}\0", 1, False)
    assert [*refusal.value.ways] == ways


def test_an_escape_that_breaks_off():
    rows = '{"id": "a", "passed": 1}\n{"id": "b\\u00e9", "passed": 0}\n'
    for end in range(rows.index("\\"), rows.index('", "passed": 0') + 1):
        assert "it breaks off after its record 1" in refused(rows[:end])
    for odd in ('\\u00"', "\\u00g", "\\q"):
        assert "breaks off" not in refused(f"{rows[: rows.index(chr(92))]}{odd}")


def test_a_number_that_breaks_off():
    rows = '{"id": 1, "score": 0.5}\n{"id": 2, "score": 1.5e-1}\n'
    for end in range(rows.index("1.5") + 1, rows.index("1.5") + 7):
        assert "it breaks off after its record 1" in report(rows[:end], "--scores", "--missing", "own")["missing"]["unfinished"]


@cases("step", [10], [5])
def test_a_gzip_file_that_is_being_written(step):
    looks = flushed(LINES)
    for i, look in enumerate(looks):
        assert sum(trials for trials, _ in counted(look, "--missing", "own")) == i + 1
        assert "the gzip file ends too early, so trials may be missing; " in refused(look)
    whole = gzip.compress(LINES.encode())
    for end in range(len(whole) - 30, len(whole), step):
        assert "so trials may be missing" in refused(whole[:end])
    assert refused(gzip.compress(json.dumps({"results": RECORDS}).encode())[:-30]) == "after line 1: the gzip file ends too early"
    assert refused(flushed("task_id,passed\na,1\nb,")[-1]) == "after line 2: the gzip file ends too early"
    for text in ("task_id,passed\na,1\nb,1\n", "1,1,0\n0,1,1\n"):
        for look in (*flushed(text), gzip.compress(text.encode())[:-1]):
            assert refused(look, "--missing", "own").endswith(": the gzip file ends too early"), "a cut row may look whole"


def test_a_broken_line_that_does_not_break_off():
    first, rest = LINES.split("\n", 1)
    for odd in ('{"task_id": "x', '{"task_id": "x", "passed": tru}', '{"task_id": "x", "passed": 1]'):
        message = refused(f"{first}\n{odd}\n{rest}", "--missing", "own")
        assert message.startswith("line 2, column ")
        assert "breaks off" not in message
        if odd[-1] in "}]":
            assert "breaks off" not in refused(f"{LINES}{odd}", "--missing", "own")
    assert "it breaks off after its record 12" in refused(LINES + '{"task_id": "x\n\n# the end\n')


def test_a_look_at_runs_that_are_being_written(tmp_path):
    """With --anytime, each run counts as far as it goes, and the report says where a line breaks off."""
    ends = LINES.index("q2", LINES.index("q1")), LINES.index("q2", LINES.index("q1")) + 100
    for pack, name in ((bytes, "jsonl"), (gzip.compress, "jsonl.gz"), (lambda text: flushed(text.decode())[-1], "x.gz")):
        files = [tmp_path / f"{i}.{name}" for i in range(2)]
        for file, end in zip(files, ends):
            file.write_bytes(pack(LINES.encode()[:end]))
        report_of_one = good(files[0], "--anytime").replace("\n", " ")
        assert "breaks off after its record 7" in report_of_one or "ends too early" in report_of_one
        assert "unfinished" in scored(files[0], "--anytime")["missing"]
        assert [one["question_count"] for one in scored(*files, "--anytime")["runs"]] == [2, 2]
        assert all("unfinished" in one["missing"] for one in scored(*files, "--missing", "drop")["runs"])
        assert said(*files).startswith(f"{files[0]}: ")
        assert "so trials may be missing; " in said(*files)
        merged = scored(*files, "--merge", "--missing", "own")["missing"]["unfinished"]
        assert merged.startswith(f"{files[1]}: ")
    folder = placed(tmp_path / "runs", {"a.jsonl": LINES, "b.jsonl": LINES[:-30].replace("q", "r")})
    assert f"{folder / 'b.jsonl'}: line 12, " in said(folder, "--merge")


def test_what_is_not_said():
    for text in (TEXT[:30], TEXT.replace('"q1"', "q1"), TEXT + "]", TEXT[:-1] + "}", "[1, 0,", '{"a": [{"task_id": 1}, ', "[[0, 1], 1,"):
        assert "breaks off" not in refused(text)
    assert "lm-eval" not in refused('{"evalId": "x", "results": {"version": 3, "stats": {}}, "config": {}, "shareableUrl": null}')
    assert "looks like" not in refused("task_id,passed\na,maybe\n")


def test_an_option_with_a_blank_is_quoted_and_a_folder_is_no_file_and_0_more(tmp_path):
    name = "whether it is right, as the third of the judges has it"
    rows = lines({"task_id": q, "trials": [{name: 1}], name: {"passed": 1}} for q in range(2))
    assert refused(rows).endswith(f"is it --outcome '{name}.passed'?")
    text = good(placed(tmp_path / "a", {"a.jsonl": lines(RECORDS)}), "--merge")
    assert "/a (records): 3 questions, 4 trials each" in " ".join(text.split())


def test_a_number_of_too_many_digits():
    message = refused("[1" + "0" * 5000 + "]")
    assert "Exceeds the limit" in message or "an integer of 16610 bits is neither 0 nor 1" in message


def test_files_that_cannot_be_read(tmp_path):
    for path, words in (
        (tmp_path / "none.json", "No such file or directory"),
        (tmp_path, "there is no result file in it; if its folders have some, give the folders"),
    ):
        assert said(path) == f"{path}: {words}"


def test_what_a_broken_off_file_lacks_is_unknown():
    """If a file breaks off, what is missing is said to be unknown, even if all its questions are whole."""
    text = lines({"task_id": f"q{i // 2}", "passed": i % 2} for i in range(4)) + '\n{"task_id": "q'
    for policy, done in (("own", "each question is scored with its own trials"), ("fail", "no failure is counted for it")):
        out = " ".join(good("-", "--missing", policy, stdin=text).split())
        assert f"what is missing is unknown: {done} (--missing {policy})" in out
        assert "it breaks off after its record 4" in out
        assert "no trial missing" not in out
