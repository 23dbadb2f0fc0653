"""Result files for the tests of the command, and the command run on them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import ExitStack
from tempfile import TemporaryFile
from unittest import mock

from harness_files import lines, tau_bench  # noqa: F401 - tests take them from here
from helpers import ROOT

from scorio_lite._command import formats
from scorio_lite._command.book import Book
from scorio_lite._command.grading import Grader
from scorio_lite._command.main import main
from scorio_lite._command.missing import settle
from scorio_lite._command.settings import Settings
from scorio_lite._command.source import Text

COMMAND = [sys.executable, "-m", "scorio_lite"]
R = [[0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 0, 0]]


def run(*arguments, stdin=b"", **environment):
    """(exit status, standard output, standard error) of the command, called in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with ExitStack() as stack:
        file = stack.enter_context(TemporaryFile())
        file.write(stdin)
        file.seek(0)
        stack.enter_context(mock.patch.dict(os.environ, {"COLUMNS": "80", **environment}))
        stack.enter_context(mock.patch.multiple(sys, stdin=file, stdout=out, stderr=err))
        try:
            status = main([*map(str, arguments)])
        except SystemExit as end:
            status = end.code
        written = [(stream.flush(), stream.buffer.getvalue().decode())[1] for stream in (out, err)]
    return (status, *written)


def spawn(*arguments, stdin=b"", **keywords):
    """The same of a process of its own."""
    result = subprocess.run([*COMMAND, *map(str, arguments)], cwd=ROOT, input=stdin, capture_output=True, **keywords)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def report(text, *arguments):
    status, out, err = run("-", "--json", *arguments, stdin=text if isinstance(text, bytes) else text.encode())
    assert (status, err) == (0, ""), err
    return json.loads(out)


def records(question="task_id", outcome="passed", values=(False, True), **more):
    return [{question: f"q{i}", outcome: values[x], **more} for i, row in enumerate(R) for x in row]


def csv_text(rows, delimiter=","):
    return "\n".join(delimiter.join(map(str, row)) for row in rows)


class Content:
    """A file of this text, as the command opens one."""

    is_zip = is_parquet = False

    def __init__(self, text):
        self.bytes = text if isinstance(text, bytes) else text.encode()

    def text(self, _=()):
        return Text(io.BytesIO(self.bytes))


def with_settings(**options):
    """The settings of a reader with these options."""
    settings = Settings()
    vars(settings).update(options)
    return settings


def read(text, **options):
    """The tally of a file of this text."""
    book = Book(Grader(), "file")
    formats.read(Content(text), book, with_settings(**options))
    return settle([book], None)[0].tally


def counted(text, *options):
    """The (trials, successes) of each question that the command finds, sorted."""
    questions = report(text, *options, "--by-question", "--metrics", "avg")["by_question"]
    return sorted((one["trials"], round(one["trials"] * one["avg_these"]["value"])) for one in questions)


def said(*arguments, stdin=b""):
    """The line that the command says of what it refuses, which is all that it says."""
    status, out, err = run(*arguments, stdin=stdin)
    assert (status, out, err.count("\n")) == (1, "", 1), out or err
    assert err.startswith("scorio-lite: ")
    assert err[:-1].isprintable()
    return err[len("scorio-lite: ") : -1]


def refusal(text, *options):
    """What the command says of a file that it refuses."""
    line = said("-", *options, stdin=text if isinstance(text, bytes) else text.encode())
    assert line.startswith("standard input: "), line
    assert len(line) < 347
    return f"scorio-lite: {line}\n"


def refused(text, *options):
    """The same, after the name of the file."""
    return refusal(text, *options)[len("scorio-lite: standard input: ") : -1]


def merged(folder, texts, *options, refused=False):
    """The report on files that are parts of one run; or what is said if they are refused."""
    paths = [folder / f"part{i}" for i in range(len(texts))]
    for path, text in zip(paths, texts):
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    status, out, err = run(*paths, *["--merge"] * (len(paths) > 1), "--json", *options)
    assert (status, bool(err)) == (int(refused), refused), err
    return err if refused else json.loads(out)


def check_numbers(got):
    """Those of harness_files.OUTCOMES."""
    assert (got["question_count"], got["trials"], got["avg"]["value"]) == (3, 2, 0.5)
    assert [row["pass_at_k"]["value"] for row in got["at_k"]] == [0.5, 2 / 3]
    assert [row["pass_hat_k"]["value"] for row in got["at_k"]] == [0.5, 1 / 3]
