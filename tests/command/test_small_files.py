"""Check how each of many files is read, or what is asked and offered: small files, and changed files of harnesses."""

from __future__ import annotations

import json
import re

from harness_files import MAKERS, OPTIONS, changed, text_of
from kept import Kept
from result_files import run

SMALL_FILES, CHANGED_FILES = Kept("small_files.txt"), Kept("changed_files.txt")


def told(stdin, *options):
    """Return how the command reads a file, or what it asks and offers."""
    status, out, err = run("-", "--json", *options, stdin=stdin)
    found = json.loads(out) if out else {"error": err.rpartition("scorio-lite: ")[2].strip()}
    if status:
        offers = [" ".join([*one["options"], *map(size, one["runs"])]) for one in found.get("readings", [])]
        return " | ".join([f"? {found['error'].replace('standard input: ', '', 1)}", *offers])
    roles = found.get("reading") or {}
    names = [f"{role} {','.join(names) if isinstance(names, list) else names}" for role, names in roles.items() if names]
    questions = [f"{one['question']} x{one['trials']} {one['avg_these']['value']:.3g}" for one in found.get("by_question", [])]
    each = [", ".join(questions).replace("\n", " / ")] if questions else []
    return " | ".join([", ".join(names), *map(size, found.get("runs", [found])), *each])


def size(one):
    """Return the name, the numbers of questions and trials, and the mean of a run."""
    value = one["value"] if "value" in one else one["avg"]
    value = value["value"] if isinstance(value, dict) else value
    trials = one["trials"]
    trials = f"{trials['min']}-{trials['max']}" if isinstance(trials, dict) else trials
    return f"{one.get('run') or ''} {one['question_count']}x{trials} {'-' if value is None else format(value, '.3g')}".strip()


@SMALL_FILES.parametrized
def test_small_files(case):
    """A file is given as one line, in which " / " ends a line and options follow."""
    text, *options = re.split(" (?=--|-k=)", case)
    stdin = text.replace(" / ", "\n") + "\n" * (text[0] not in "[{")
    SMALL_FILES.check(case, told(stdin, *options))


@CHANGED_FILES.parametrized
def test_changed_files(case):
    """A file of a harness is given as its format and changes at dotted paths, where "..." deletes an entry."""
    name, _, rest = case.partition(" ")
    changes, *options = rest.split(" --")
    changes = {place: ... if value == "..." else value for place, value in json.loads(changes).items()}
    text = text_of(name, changed(MAKERS[name](), changes))
    CHANGED_FILES.check(case, told(text, *(f"--{one}" for one in options) if options else OPTIONS[name], "--by-question"))
