"""Check all that commands print and write against tests/transcripts.txt, which shows each change of a report."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from result_files import lines, placed, run

KEPT = Path(__file__).parent.parent / "transcripts.txt"
CASES = dict(part.split("\n", 1) for part in re.split(r"^\$ ", KEPT.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:])


def passed(i, q, t):
    """Return whether run i passes question q in trial t: earlier runs solve more, and later questions are harder."""
    return (q * 5 + t * 3 + i * 2) % 9 >= q // 2 + i - (t == 0)


def record(i, q, t):
    right, other = passed(i, q, t), passed(1, q, t + 1)
    return {
        "id": f"q{q}",
        "model": ("opus", "gpt", "tiny")[i],
        "trial": t,
        "passed": right,
        "level": ("easy", "hard", "odd")[q % 3],
        "date": f"2024-{5 + q:02}-11",
        "usd": round(0.01 * (1 + q) * (3 - i) + 0.002 * t, 3),
        "score": ((q + 2 * t) % 5) / 5,
        "answer": "A" if right else "BCD"[t % 3],
        "human": None if (q + t) % 3 else right == (q != 4),
        "second": right or other,
    }


def solved(i, q, t):
    """Return whether model i solves question q in trial t: each solves more than the one before, the last none."""
    return i < 4 and (q * 3 + t * 7) % 20 < (1, 9, 16, 17)[i]


RECORDS = [record(i, q, t) for i in range(3) for q in range(7) for t in range(4)]
FILES = {
    "runs.jsonl": lines(RECORDS),
    "one.jsonl": lines(x for x in RECORDS if x["model"] == "opus"),
    "two.jsonl": lines(x for x in RECORDS if x["model"] == "gpt"),
    "less.jsonl": lines(x for x in RECORDS if x["model"] == "opus" and (x["id"], x["trial"]) not in (("q2", 3), ("q5", 1))),
    "steps.jsonl": lines({**x, "step": 100 * (1 + ["tiny", "gpt", "opus"].index(x.pop("model")))} for x in map(dict, RECORDS)),
    "tasks/opus/math.json": [[int(passed(0, q, t)) for t in range(4)] for q in range(6)],
    "tasks/opus/code.json": [[int(passed(0, q + 1, t)) for t in range(3)] for q in range(5)],
    "tasks/gpt/math.json": [[int(passed(1, q, t)) for t in range(4)] for q in range(6)],
    "tasks/gpt/code.json": [[int(passed(1, q + 1, t)) for t in range(3)] for q in range(5)],
    "classes.json": [[(q + t) % 3 for t in range(4)] for q in range(5)],
    "scores.json": [[(q * t % 5) / 4 for t in range(3)] for q in range(6)],
    "one.json": [[int(passed(0, q, t)) for t in range(4)] for q in range(7)],
    "odd.jsonl": lines(
        {"task_id": name, "passed": t > i}
        for i, name in enumerate(("a_b", "50 % & #1", "x^2 {y}|", "\\input{z}", "~$1<2>"))
        for t in range(5)
    ),
    "long.json": [[int((q * 7 + t * 5) % 19 > q) for t in range(20)] for q in range(9)],
    "spread.jsonl": lines(
        {"id": q, "model": name, "trial": t, "passed": solved(i, q, t), "usd": (1 + q % 3) * 3**i / 1000, "topic": "ab"[q % 2]}
        for i, name in enumerate(("small-model", "a-model-with-a-name-that-is-longer-than-others", "large", "large 2", "last"))
        for q in range(20)
        for t in range(3)
    ),
}


def printed(command):
    """Run a command line, maybe with NAME=VALUE before it. Return what it prints, its files without styles, its status."""
    words = shlex.split(command)
    environment = dict(word.split("=", 1) for word in words if re.match("[A-Z]+=", word))
    status, out, err = run(*words[len(environment) :], **environment)
    written = [path.read_text(encoding="utf-8") for path in sorted(Path().glob("out.*"))]
    drawn = re.sub(r"\s*<(style|script)>.*?</\1>", "", "".join(written), flags=re.DOTALL)
    return f"{out}{err}{drawn}" + f"exit status {status}\n" * bool(status)


@pytest.mark.parametrize("command", CASES)
def test_transcripts(command, tmp_path, monkeypatch):
    """Each command prints what tests/transcripts.txt has; KEEP_TRANSCRIPTS=1 in the environment keeps a change."""
    monkeypatch.chdir(placed(tmp_path, FILES))
    found = printed(command)
    if os.environ.get("KEEP_TRANSCRIPTS"):
        KEPT.write_text("".join(f"$ {one}\n{found if one == command else text}" for one, text in CASES.items()), encoding="utf-8")
        CASES[command] = found
    assert found == CASES[command]
