"""Check how each of many small files is read, or what is asked and offered, as tests/small_files.txt has it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from result_files import run

KEPT = Path(__file__).parent.parent / "small_files.txt"
LINES = KEPT.read_text(encoding="utf-8").splitlines()
CASES = dict(zip(LINES[::2], LINES[1::2]))


def told(text):
    """Read a file given as one line, in which " / " ends a line and options follow; return its reading or offers."""
    text, *options = text.split(" --")
    stdin = text.replace(" / ", "\n") + "\n" * (text[0] not in "[{")
    status, out, err = run("-", "--json", *(f"--{one}" for one in options), stdin=stdin)
    found = json.loads(out) if out else {"error": err}
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


@pytest.mark.parametrize("text", CASES, ids=[*map(str, range(len(CASES)))])
def test_small_files(text):
    """Each file is read as tests/small_files.txt has it; KEEP_TRANSCRIPTS=1 in the environment keeps a change."""
    found = f"    {told(text)}"
    if os.environ.get("KEEP_TRANSCRIPTS"):
        CASES[text] = found
        KEPT.write_text("".join(f"{one}\n{way}\n" for one, way in CASES.items()), encoding="utf-8")
    assert found == CASES[text]
