"""Check the command in a process of its own: its streams, terminals, signals, encodings."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from helpers import ROOT
from result_files import COMMAND, R, as_bytes, lines, run, spawn


@pytest.mark.parametrize("arguments", [("-",), ("-", "--json"), ("-", "-k", "5"), ("--nope",), ("--help",)])
def test_a_process_does_what_a_call_does(arguments):
    """A process of its own prints the same as a call in this process, which the other tests make."""
    found = spawn(*arguments, stdin=as_bytes(R), env={**os.environ, "COLUMNS": "80"})
    assert found == run(*arguments, stdin=R)


def test_an_interruption(tmp_path):
    """Ctrl-C ends the command with status 130, without a message."""
    fifo = tmp_path / "fifo"
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes in the file system")
    os.mkfifo(fifo)
    process = subprocess.Popen(
        [*COMMAND, str(fifo)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # shells ignore it in what they run behind
    )
    with fifo.open("w") as file:  # waits for the command to open it
        file.write("[0, 1]\n")
        file.flush()
        while process.poll() is None:  # Python may drop a signal that comes while it opens the pipe
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(1)
    assert (process.returncode, *process.communicate()) == (130, b"", b"")


@pytest.mark.parametrize("module", ["main", "arguments", "forms.report", "read.loop"])
def test_an_interruption_while_it_starts(module):
    """Ctrl-C ends the command without a message, whichever module is being loaded."""
    program = f"""if 1:
        import sys
        class Finder:
            def find_spec(name, *_):
                if name == "scorio_lite._command.{module}":
                    raise KeyboardInterrupt
        sys.meta_path.insert(0, Finder)
        from scorio_lite.__main__ import run
        sys.exit(run())"""
    command = [sys.executable, "-c", program, "-", "--json"]
    result = subprocess.run(command, cwd=ROOT, input=b'{"id": 1, "passed": 1}', capture_output=True)
    assert (result.returncode, result.stdout, result.stderr) == (130, b"", b"")


def test_a_closed_pipe():
    read_end, write_end = os.pipe()
    os.close(read_end)
    result = subprocess.run([*COMMAND, "--example"], cwd=ROOT, stdout=write_end, stderr=subprocess.PIPE)
    os.close(write_end)
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.parametrize("packed", [bytes, gzip.compress])
def test_a_stream_is_read_as_it_comes(packed):
    """Lines from a pipe, plain or compressed, are read as they come, also more than a pipe holds."""
    data = packed(lines({"task_id": i % 50, "passed": i % 3 == 0} for i in range(4500)).encode())
    process = subprocess.Popen([*COMMAND, "-", "--json"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    writer = threading.Thread(target=lambda: (process.stdin.write(data), process.stdin.close()))
    writer.start()
    got = json.loads(process.stdout.read())
    writer.join()
    process.stdout.close()
    assert (process.wait(), got["question_count"], got["trials"]) == (0, 50, 90)


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


FULL = "standard output: No space left on device"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--help >/dev/full", FULL),
        ("--example >/dev/full", FULL),
        ("--help >&-", "standard output is closed"),
        ("--example >&-", "standard output is closed"),
        ("- <&-", "standard input: it is closed"),
        ("none 2>/dev/full", ""),
        ("none 2>&-", ""),
    ],
)
def test_standard_streams_that_are_closed_or_full(arguments, words):
    if "/dev/full" in arguments and not Path("/dev/full").exists():
        pytest.skip("no such device")
    command = f'"{sys.executable}" -m scorio_lite {arguments}'
    result = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert (result.returncode, result.stdout, result.stderr) == (1, "", f"scorio-lite: {words}\n" if words else "")


UNNEEDED = {"scorio_lite.eval", "scorio_lite.rank", "argparse", "csv", "fractions", "gzip", "pathlib", "shutil"}
UNNEEDED |= {"typing", "zipfile", "zlib"}
UNNEEDED |= {f"scorio_lite._command.{name}" for name in ("read.archives", "read.tree", "help", "pictures.page")}


@pytest.mark.parametrize("is_example", [True, False])
def test_nothing_but_what_is_needed_is_loaded(tmp_path, is_example):
    path = tmp_path / "results.jsonl"
    path.write_text(lines({"task_id": i, "trial": j, "passed": j < i} for i in range(3) for j in range(3)))
    program = (
        "import json, sys; before = {*sys.modules}; from scorio_lite._command.main import main; "
        "main(sys.argv[1:]); print('\\n' + json.dumps([*{*sys.modules} - before]))"
    )
    # -S: what is installed may load modules at the start
    command = [sys.executable, "-S", "-c", program, "--example" if is_example else str(path)]
    out = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    loaded = {*json.loads(out.splitlines()[-1])}
    assert "scorio_lite._command.forms.report" in loaded and not loaded & UNNEEDED
    assert ("scorio_lite._command.read.loop" in loaded) == (not is_example)
