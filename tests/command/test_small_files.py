"""Check how each of many files is read, or what is asked and offered: small files, and changed files of harnesses.

A line "? message | offer | offer" is a refusal. A line with ?? is one whose offers are searched in long runs only,
since this takes as long as fifty calls. The other cases reach the same code.
"""

from __future__ import annotations

import json
import os
import re

import pytest
import result_files
from harness_files import MAKERS, OPTIONS, changed, text_of
from kept import Kept
from result_files import placed, quick, run

SMALL_FILES, FOLDERS, CHANGED_FILES = Kept("small_files.txt"), Kept("folders.txt"), Kept("changed_files.txt")


def parametrized(kept):
    """Parametrize a test with `case`: all cases, and in long runs those marked ?? a second time."""
    marked = [pytest.param(case, marks=pytest.mark.long) for case in kept.pairs if is_marked(kept, case)]
    return pytest.mark.parametrize("case", [*kept.pairs, *marked], ids=[*map(str, range(len(kept.pairs) + len(marked)))])


def is_marked(kept, case):
    return kept.pairs[case].startswith("    ??")


def check(kept, case, *arguments, stdin=""):
    """Check how the command reads the file of the case, or what it asks and offers."""
    if is_marked(kept, case) and result_files.refusing is not run and not os.environ.get("KEEP_TRANSCRIPTS"):
        message = told(*arguments, stdin=stdin, call=quick)
        assert f"{kept.pairs[case]} | ".startswith(f"    ?{message} | ")
    else:
        found = told(*arguments, stdin=stdin)
        kept.check(case, "?" * (is_marked(kept, case) and found.startswith("?")) + found)


def told(*arguments, stdin="", call=run):
    """Return how the command reads a file or folder, or what it asks and offers."""
    status, out, err = call(*arguments, "--json", stdin=stdin)
    found = json.loads(out) if out else {"error": err.rpartition("scorio-lite: ")[2].strip()}
    if status:
        offers = [" ".join([*one["options"], *map(size, one["runs"])]) for one in found.get("readings", [])]
        return " | ".join([f"? {found['error'].replace('standard input: ', '', 1)}", *offers])
    runs = found.get("runs", [found])
    roles = runs[0].get("reading") or {}
    names = [f"{role} {','.join(names) if isinstance(names, list) else names}" for role, names in roles.items() if names]
    questions = [f"{one['question']} x{one['trials']} {one['avg_these']['value']:.3g}" for one in found.get("by_question", [])]
    each = [", ".join(questions).replace("\n", " / ")] if questions else []
    return " | ".join([", ".join(names), *map(size, runs), *each])


def size(one):
    """Return the name, the numbers of questions and trials, and the mean of a run; and the same of its tasks."""
    value = one["value"] if "value" in one else one["avg"]
    value = value["value"] if isinstance(value, dict) else value
    trials = one.get("trials", "-")
    trials = f"{trials['min']}-{trials['max']}" if isinstance(trials, dict) else trials
    mean = "-" if value is None else format(value, ".3g")
    tasks = one.get("tasks", {})
    cells = f" ({', '.join(f'{name} {size(cell)}' for name, cell in tasks.items())})" if isinstance(tasks, dict) and tasks else ""
    return f"{one.get('run') or ''} {one['question_count']}x{trials} {mean}{cells}".strip()


def of_lines(text):
    """Return the content of a file that is given as one line, in which " / " ends a line."""
    return text.replace(" / ", "\n") + "\n" * (text[:1] not in "[{")


@parametrized(SMALL_FILES)
def test_small_files(case):
    """A case is a file, and options behind it."""
    text, *options = re.split(" (?=--|-k=)", case)
    check(SMALL_FILES, case, "-", *options, stdin=of_lines(text))


@parametrized(FOLDERS)
def test_folders(case, tmp_path, monkeypatch):
    """A case is the files of a folder, each as "path: content", with " | " between two files, and then options."""
    text, *options = re.split(" (?=--|-k=)", case)
    files = dict(one.split(": ", 1) for one in text.split(" | "))
    monkeypatch.chdir(placed(tmp_path, {f"out/{path}": of_lines(content) for path, content in files.items()}))
    check(FOLDERS, case, "out", *options)


@parametrized(CHANGED_FILES)
def test_changed_files(case):
    """A file of a harness is given as its format and changes at dotted paths, where "..." deletes an entry."""
    name, _, rest = case.partition(" ")
    changes, *options = rest.split(" --")
    changes = {place: ... if value == "..." else value for place, value in json.loads(changes).items()}
    text = text_of(name, changed(MAKERS[name](), changes))
    check(CHANGED_FILES, case, "-", *(f"--{one}" for one in options) if options else OPTIONS[name], "--by-question", stdin=text)
