"""Make result files for the tests of the command, and run the command on them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import warnings
import zipfile
from contextlib import ExitStack
from tempfile import TemporaryFile
from unittest import mock

from helpers import ROOT

from scorio_lite._command.main import main

COMMAND = [sys.executable, "-m", "scorio_lite"]
R = [[0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 0, 0]]
FILES = ROOT / "tests/files"
CASES = sorted(path.parent.relative_to(FILES) for path in FILES.rglob("expected.json"))
INTERVAL = ("value", "se", "lo", "hi")


def lines(records):
    return "\n".join(map(json.dumps, records))


def as_bytes(content):
    """Return the bytes of a file from its content: a text, or a document as JSON."""
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content)).encode()


def placed(folder, files):
    """Write these files into the folder, and return it. `files` has a text, bytes or a document for each path."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_bytes(content))
    return folder


def zipped(*files):
    """Return a zip archive of these pairs (name, content)."""
    content = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        warnings.simplefilter("ignore")  # about names that occur twice
        for name, data in files:
            file.writestr(name, as_bytes(data))
    return content.getvalue()


def files_in(folder, **contents):
    """Write files with these names and contents; return their paths."""
    placed(folder, contents)
    return [folder / name for name in contents]


def run(*arguments, stdin=b"", **environment):
    """Call the command in this process; return (exit status, standard output, standard error)."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with ExitStack() as stack:
        file = stack.enter_context(TemporaryFile())
        file.write(as_bytes(stdin))
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
    """Like run(), but in another process."""
    result = subprocess.run([*COMMAND, *map(str, arguments)], cwd=ROOT, input=stdin, capture_output=True, **keywords)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def good(*arguments, stdin=b"", status=0):
    """Return the output of the command, which must end with this status and without a message."""
    found, out, err = run(*arguments, stdin=stdin)
    assert (found, err) == (status, ""), err
    return out


def records(R, **more):
    """Write a record for each trial that is not missing. A list in `more` has a value for each question."""
    found = []
    for i, row in enumerate(R):
        own = {name: x[i % len(x)] if isinstance(x, list) else x for name, x in more.items()}
        found += [{"id": f"q{i}", "trial": j, "passed": x, **own} for j, x in enumerate(row) if x is not None]
    return lines(found)


def of_runs(runs, **more):
    """Write the records of {run: matrix} or, with a field for the task, of {run: {task: matrix}}."""
    parts = [(name, R.items() if isinstance(R, dict) else [(None, R)]) for name, R in runs.items()]
    return "\n".join(
        records(R, model=name, **({"task": task} if task else {}), **more) for name, tasks in parts for task, R in tasks
    )


def scored(*arguments, stdin=b"", status=0):
    """Return the parsed report of --json."""
    return json.loads(good(*arguments, "--json", stdin=stdin, status=status))


def report(text, *options):
    return scored("-", *options, stdin=text)


def rows_of(*arguments, stdin=b""):
    """Return the table of --csv as a list of rows, one for each line."""
    return list(csv.DictReader(good(*arguments, "--csv", stdin=stdin).splitlines()))


def of_models(field="model", names=("opus", "gpt"), **more):
    """Make records of runs: the first solves one question of three, the second two."""
    return [
        {"id": q, field: name, "passed": int(q <= i), "trial": t, **more}
        for t in range(2)
        for q in range(3)
        for i, name in enumerate(names)
    ]


def said(*arguments, stdin=b""):
    """Return the line with which the command refuses. Check the lines below it: what is offered, and a table."""
    status, out, err = run(*arguments, stdin=stdin)
    assert (status, out) == (1, ""), out or err
    line, *below = err.splitlines()
    assert line.startswith("scorio-lite: ")
    assert err.replace("\n", "").isprintable()
    offers = [one for one in below if re.match("  .* mean.*:  --", one)]
    assert below[: len(offers)] == offers
    return line[len("scorio-lite: ") :]
