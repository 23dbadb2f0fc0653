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
from result_files import COMMAND, R, as_bytes, good, lines, run, said, spawn


@pytest.mark.parametrize("arguments", [("-",), ("-", "--json"), ("-", "-k", "5"), ("--nope",), ("--help",)])
def test_a_process_does_what_a_call_does(arguments):
    """A process of its own prints the same as a call in this process, which the other tests make."""
    found = spawn(*arguments, stdin=as_bytes(R), env={**os.environ, "COLUMNS": "80"})
    assert found == run(*arguments, stdin=R)


def on_a_terminal(*arguments, environment=None):
    """Run the command on a terminal, and return (status, output)."""
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        cwd=ROOT,
        stdout=follower,
        stderr=follower,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm", **(environment or {})},
    )
    os.close(follower)
    text = b""
    while True:
        try:
            piece = os.read(leader, 1 << 16)
        except OSError:
            piece = b""
        if not piece:
            break
        text += piece
    os.close(leader)
    return process.wait(), text.decode()


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
    out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")


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
    result = subprocess.run(
        [sys.executable, "-c", program, "-", "--json"], cwd=ROOT, input=b'{"id": 1, "passed": 1}', capture_output=True
    )
    assert (result.returncode, result.stdout, result.stderr) == (130, b"", b"")


def test_a_closed_pipe():
    read_end, write_end = os.pipe()
    os.close(read_end)
    for arguments in (("--example",), ("--example", "--json")):
        result = subprocess.run([*COMMAND, *arguments], cwd=ROOT, stdout=write_end, stderr=subprocess.PIPE)
        assert (result.returncode, result.stderr) == (0, b"")
    os.close(write_end)


def test_a_stream_is_read_as_it_comes():
    """Lines from a pipe, plain or compressed, are read as they come, also more than a pipe holds."""
    text = lines({"task_id": i % 50, "passed": i % 3 == 0} for i in range(4500)).encode()
    for data in (text, gzip.compress(text)):
        process = subprocess.Popen([*COMMAND, "-", "--json"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        writer = threading.Thread(target=lambda: (process.stdin.write(data), process.stdin.close()))
        writer.start()
        got = json.loads(process.stdout.read())
        writer.join()
        assert process.wait() == 0
        assert (got["question_count"], got["trials"]) == (50, 90)
        process.stdout.close()


def test_the_locale_does_not_matter():
    text = lines([{"task_id": "é", "passed": True}, {"task_id": "é", "passed": 2}])
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    status, _, err = spawn("-", stdin=text.encode(), env=environment)
    assert status == 1
    assert "line 2, field 'passed': 2 is neither 0 nor 1" in err


def test_standard_streams_that_are_closed_or_full():
    command = f'"{sys.executable}" -m scorio_lite'
    full = "standard output: No space left on device"
    for arguments, words in (
        *((f"{option} >/dev/full", full) for option in ("--help", "--help formats", "--version")),
        ("--help >&-", "standard output is closed"),
        ("none 2>/dev/full", None),
        ("- <&-", "standard input: it is closed"),
        ("--example >&-", "standard output is closed"),
        ("--example >/dev/full", full),
        ("none 2>&-", None),
    ):
        if "/dev/full" in arguments and not Path("/dev/full").exists():
            continue
        result = subprocess.run(f"{command} {arguments}", shell=True, cwd=ROOT, capture_output=True)
        expected = f"scorio-lite: {words}\n" if words else ""
        assert (result.returncode, result.stdout, result.stderr.decode()) == (1, b"", expected)


def test_standard_input_that_does_not_block():
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    result = subprocess.run([*COMMAND, "-"], stdin=reading, cwd=ROOT, stderr=subprocess.PIPE, check=False)
    os.close(reading)
    os.close(writing)
    assert result.returncode == 1
    assert result.stderr == b"scorio-lite: standard input: Resource temporarily unavailable\n"


def test_odd_file_names(tmp_path):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    path = tmp_path / "é\n.csv"
    path.write_text("0,1")
    status, out, err = spawn(path, env=environment)
    assert (status, err) == (0, "")
    assert "\\xe9\\n.csv (matrix): 1 question, 2 trials each" in " ".join(out.split())
    assert json.loads(spawn(path, "--json", env=environment)[1])["file"] == str(path)
    path.write_text("0,2")
    assert "\\n.csv: line 1, column 2: '2' is neither 0 nor 1" in said(path)


def test_two_dashes_end_the_options(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("-dash.csv").write_text("0,1")
    Path("--").write_text("0,1")
    for arguments, runs in ((["--", "-dash.csv"], 1), (["--", "--"], 1), (["./-dash.csv", "--csv", "--", "--"], 2)):
        assert good(*arguments).count("matrix") == runs


UNNEEDED = {
    f"scorio_lite._command.{name}"
    for name in ("read.archives", "read.tree", "help", "pictures.page", "pictures.picture", "pictures.svg")
} | {
    "scorio_lite.eval",
    "scorio_lite.rank",
    "argparse",
    "csv",
    "fractions",
    "gzip",
    "pathlib",
    "shutil",
    "typing",
    "zipfile",
    "zlib",
}


def test_nothing_but_what_is_needed_is_loaded(tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_text(lines({"task_id": i, "trial": j, "passed": j < i} for i in range(3) for j in range(3)))
    program = (
        "import json, sys; before = {*sys.modules}; from scorio_lite._command.main import main; "
        "main(sys.argv[1:]); print('\\n' + json.dumps([*{*sys.modules} - before]))"
    )
    for argument in ("--example", str(path)):
        command = [sys.executable, "-S", "-c", program, argument]  # -S: what is installed may load modules at the start
        out = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
        loaded, is_example = {*json.loads(out.splitlines()[-1])}, argument == "--example"
        assert "scorio_lite._command.forms.report" in loaded
        assert ("scorio_lite._command.read.loop" in loaded) == (not is_example)
        assert not loaded & UNNEEDED
