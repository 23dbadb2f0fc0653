"""Check runs of several tasks: means, ranks, differences in each task, and gates of one task."""

from __future__ import annotations

import random

import pytest
from result_files import board_of, good, scored

TASKS = {"gsm8k": 30, "aime": 20, "math": 25}
RATES = {"oak": 0.8, "cedar": 0.55, "birch": 0.3}


def matrices(rates=RATES, tasks=TASKS, trials=4):
    """Draw a matrix for each run and task."""
    draw = random.Random(7)
    hard = {task: [draw.random() for _ in range(size)] for task, size in tasks.items()}
    return {
        name: {task: [[int(draw.random() < rate + 0.3 * (x - 0.5)) for _ in range(trials)] for x in hard[task]] for task in tasks}
        for name, rate in rates.items()
    }


ASKED = ("--outcome", "ok", "--task", "ds", "--run", "m")


def board(runs, *options, call=scored):
    return call("-", *ASKED, *options, stdin=board_of(runs))


@pytest.fixture(scope="module")
def runs():
    return matrices()


NAMES = ("opus", "gpt-5-mini", "llama-3.1-70b", "qwen2.5-7b-instruct")
SHAPES = [(2, 3), (3, 3), (4, 4), (4, 3), (12, 6), (3, 20), (7, 20), (1, 9)]


def many(models, tasks):
    names = [*NAMES, *(f"model-{i}" for i in range(60))][:models]
    return matrices({name: 0.4 + 0.03 * i for i, name in enumerate(names)}, {f"task_{i}": 5 for i in range(tasks)}, 2)


@pytest.mark.parametrize("models, tasks", SHAPES)
def test_every_number_is_on_the_screen(models, tasks):
    """No line is wider than 80 columns. Every cell is shown, in one line or with its interval in the next."""
    some = many(models, tasks)
    words = board(some, call=good)
    assert max(map(len, words.splitlines())) <= 80
    got = board(some)
    for row in got["runs"]:
        for score in (row["avg"], *(task["avg"] for task in row["tasks"].values())):
            assert f"{score['value']:.3f}" in words
            assert f"[{score['lo']:.3f}, {score['hi']:.3f}]" in words.replace("<0.001", "0.001").replace(">0.999", "0.999") or (
                score["lo"] < 0.0005 or score["hi"] > 0.9995
            )
    first = next(line for line in words.splitlines() if line.startswith(("rank", "  task", " ")))
    assert first.startswith(
        {(2, 3): " ", (3, 3): " ", (4, 4): " ", (4, 3): " ", (12, 6): "rank", (3, 20): " "}.get((models, tasks), ("rank", " "))
    )


def test_intervals_under_their_values():
    """To fit four runs of four tasks into 80 columns, each interval is under its value."""
    lines_of = board(many(4, 4), call=good).splitlines()
    (i,) = (i for i, line in enumerate(lines_of) if line.startswith("task_0 (5)"))
    assert lines_of[i].count(".") == 4 and "[" not in lines_of[i]
    assert lines_of[i + 1].count("[") == lines_of[i + 1].count("]") == 4


@pytest.mark.parametrize("models, tasks, turns", [(12, 6, False), (3, 20, True), (3, 7, False), (24, 9, False)])
def test_many_tasks_are_in_rows_of_markdown_and_pages(models, tasks, turns, tmp_path):
    some = many(models, tasks)
    table = [line for line in board(some, "--markdown", call=good).splitlines() if line.startswith("|")]
    assert table[0].startswith("|  | " if turns else "| rank | run | mean of tasks |")
    assert len(table) == 2 + (2 + tasks if turns else models)
    page = tmp_path / "page.html"
    board(some, "--html", page, call=good)
    text = page.read_text()
    assert 'class="scroll cards' in text
    assert text.count("<tr") == 1 + models + turns * (1 + tasks), "the means have a table of their own if tasks are rows"
    assert 'data-title="mean of tasks"' in text
