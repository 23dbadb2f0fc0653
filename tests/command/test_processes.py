"""Check the command in a process of its own: its streams, terminals, interruptions, encodings."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import ROOT
from result_files import COMMAND, R, as_bytes, lines, run, spawn


@pytest.mark.parametrize("arguments", ["-", "- --json", "- -k 5", "--nope", "--help"])
def test_a_process_does_what_a_call_does(arguments):
    """A process of its own prints the same as a call in this process, which the other tests make."""
    found = spawn(*arguments.split(), stdin=as_bytes(R), env={**os.environ, "COLUMNS": "80"})
    assert found == run(*arguments.split(), stdin=R)


def python(program, *arguments):
    """Run a program; -S: what is installed may load modules at the start."""
    command = [sys.executable, "-S", "-c", program, *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, input=b'{"id": 1, "passed": 1}', capture_output=True)


@pytest.mark.parametrize("module", ["main", "arguments", "forms.report", "read.loop"])
def test_an_interruption(module):
    """Ctrl-C ends the command with status 130, without a message, whichever module is being loaded."""
    program = f"""if 1:
        import sys
        class Finder:
            def find_spec(name, *_):
                if name == "scorio_lite._command.{module}":
                    raise KeyboardInterrupt
        sys.meta_path.insert(0, Finder)
        from scorio_lite.__main__ import run
        sys.exit(run())"""
    done = python(program, "-", "--json")
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_a_closed_pipe():
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run([*COMMAND, "--example"], cwd=ROOT, stdout=write_end, stderr=subprocess.PIPE)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("packed", [bytes, gzip.compress])
def test_a_stream(packed):
    """Lines from a pipe, plain or compressed, are read also if they are more than a pipe holds."""
    data = packed(lines({"task_id": i % 50, "passed": i % 3 == 0} for i in range(4500)).encode())
    status, out, _ = spawn("-", "--json", stdin=data)
    assert (status, json.loads(out)["question_count"], json.loads(out)["trials"]) == (0, 50, 90)


def test_the_locale_does_not_matter(tmp_path):
    text = lines([{"task_id": "é", "passed": True}, {"task_id": "é", "passed": 2}])
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    status, _, err = spawn("-", stdin=text.encode(), env=environment)
    assert status == 1 and "line 2, field 'passed': 2 is neither 0 nor 1" in err
    path = tmp_path / "é\n.csv"
    path.write_text("0,1")
    status, out, err = spawn(path, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (status, err) == (0, "") and "\\xe9\\n.csv (matrix): 1 question" in " ".join(out.split())
    assert json.loads(spawn(path, "--json")[1])["file"] == str(path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--help >/dev/full", "standard output: No space left on device"),
        ("--example >/dev/full", "standard output: No space left on device"),
        ("--help >&-", "standard output is closed"),
        ("--example >&-", "standard output is closed"),
        ("- <&-", "standard input: it is closed"),
        ("none 2>/dev/full", ""),
        ("none 2>&-", ""),
    ],
)
def test_standard_streams_that_are_closed_or_full(arguments, words):
    command = f'"{sys.executable}" -m scorio_lite {arguments}'
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"scorio-lite: {words}\n" if words else "")


UNNEEDED = "eval rank _command.read.archives _command.read.tree _command.help _command.pictures.page"
UNNEEDED = {f"scorio_lite.{name}" for name in UNNEEDED.split()}
UNNEEDED |= {*["argparse", "csv", "fractions", "gzip", "pathlib", "shutil", "typing", "zipfile", "zlib"]}


@pytest.mark.parametrize("is_example", [True, False])
def test_nothing_but_what_is_needed_is_loaded(tmp_path, is_example):
    path = tmp_path / "results.jsonl"
    path.write_text(lines({"task_id": i, "trial": j, "passed": j < i} for i in range(3) for j in range(3)))
    program = (
        "import json, sys; before = {*sys.modules}; from scorio_lite._command.main import main; "
        "main(sys.argv[1:]); print('\\n' + json.dumps([*{*sys.modules} - before]))"
    )
    loaded = {*json.loads(python(program, "--example" if is_example else path).stdout.splitlines()[-1])}
    assert "scorio_lite._command.forms.report" in loaded and not loaded & UNNEEDED
    assert ("scorio_lite._command.read.loop" in loaded) == (not is_example)
