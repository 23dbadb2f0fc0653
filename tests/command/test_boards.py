"""Check runs of several tasks: means, ranks, differences in each task, and gates of one task."""

from __future__ import annotations

import csv
import json
import random
import re

import pytest
from result_files import INTERVAL, files_in, good, lines, run, said, scored

from scorio_lite import confidence

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


def records(runs):
    return lines(
        {"ds": task, "m": name, "id": q, "kind": f"k{q % 5}", "ok": x}
        for name, tasks in runs.items()
        for task, rows in tasks.items()
        for q, row in enumerate(rows)
        for x in row
    )


ASKED = ("--outcome", "ok", "--task", "ds", "--run", "m")


def board(runs, *options, call=scored):
    return call("-", *ASKED, *options, stdin=records(runs))


def as_tuple(score):
    return tuple(score[key] for key in INTERVAL)


@pytest.fixture(scope="module")
def runs():
    return matrices()


@pytest.mark.parametrize(
    "options, metric, k",
    [
        ((), "avg", None),
        (("--rank-by", "pass@2"), "pass_at_k", 2),
        (("--rank-by", "pass_hat", "-k", "3"), "pass_hat_k", 3),
        (("--confidence", "0.5"), "avg", None),
    ],
)
def test_values_means_and_ranks_are_the_librarys(runs, options, metric, k):
    got = board(runs, *options)
    level = 0.5 if "--confidence" in options else 0.95
    assert (got["rank_by"], got.get("k"), got["tasks"], got["confidence"]) == (metric, k, list(TASKS), level)
    assert [row["run"] for row in got["runs"]] == ["oak", "cedar", "birch"]
    how = {"confidence": level}
    for row in got["runs"]:
        parts = list(runs[row["run"]].values())
        assert as_tuple(row[metric]) == confidence.suite(parts, metric, k, **how)
        assert row["question_count"] == sum(TASKS.values())
        for (task, rows), found in zip(runs[row["run"]].items(), row["tasks"].items()):
            assert (task, len(rows), 4) == (found[0], found[1]["question_count"], found[1]["trials"])
            own = getattr(confidence, metric)
            assert as_tuple(found[1][metric]) == (own(rows, k, **how) if k else own(rows, **how))
    models = [list(runs[row["run"]].values()) for row in got["runs"]]
    ranks = [(row["rank"], row["worst"]) for row in got["runs"]]
    assert ranks == confidence.ranks_suite(models, metric, k, **how)
    for row, model in zip(got["runs"][1:], models[1:]):
        how = {"confidence": got["difference_confidence"]}
        assert as_tuple(row["difference"]) == pytest.approx(confidence.compare_suite(model, models[0], metric, k, **how))


def test_more_k_have_means_of_their_own(runs):
    got = board(runs, "-k", "1,4")
    for row in got["runs"]:
        parts = list(runs[row["run"]].values())
        for one in row["at_k"]:
            assert as_tuple(one["pass_at_k"]) == confidence.suite(parts, "pass_at_k", one["k"])
    rows = list(csv.DictReader(board(runs, "-k", "1,4", "--csv", call=good).splitlines()))
    assert len(rows) == 3 * (3 + 1) * 3, "runs, tasks and the mean, metrics"
    said_of = board(runs, "-k", "5", call=said)
    assert said_of.endswith("k=5 is too large, k=4 will do; means over several have no bounds for it")


def test_a_line_of_csv_for_each_run_and_task_and_mean(runs):
    got = board(runs)
    rows = list(csv.DictReader(board(runs, "--csv", call=good).splitlines()))
    assert [(row["run"], row["task"]) for row in rows] == [
        (name, task) for name in ("oak", "cedar", "birch") for task in (*TASKS, "mean of tasks")
    ]
    for row in rows:
        found = next(one for one in got["runs"] if one["run"] == row["run"])
        is_mean = row["task"] == "mean of tasks"
        score = (found if is_mean else found["tasks"][row["task"]])["avg"]
        assert tuple(float(row[key]) for key in INTERVAL) == as_tuple(score)
        assert row["rank"] == (str(found["rank"]) if is_mean else "")


def test_one_run_has_the_mean_of_its_tasks(runs):
    one = {"oak": runs["oak"]}
    got = board(one)
    (row,) = got["runs"]
    assert (row["run"], row["rank"], row["worst"], row["difference"]) == ("oak", 1, 1, None)
    assert as_tuple(row["avg"]) == confidence.suite(list(runs["oak"].values()))
    assert board(one, "--metrics", "pass", call=said) == "Pass@k of several tasks needs a k, such as -k 1,4"
    assert board(one, "--metrics", "geom", "-k", "2", call=said).startswith("Geom@k has no confidence interval")


def test_a_run_that_lacks_a_task_has_no_mean_and_no_rank(runs):
    some = {name: dict(tasks) for name, tasks in runs.items()}
    del some["oak"]["aime"]
    got = board(some)
    assert [row["run"] for row in got["runs"]] == ["cedar", "birch", "oak"]
    last = got["runs"][-1]
    assert (last["rank"], last["worst"], last["avg"], last["difference"]) == (None, None, None, None)
    assert list(last["tasks"]) == ["gsm8k", "math"]
    models = [list(some[name].values()) for name in ("cedar", "birch")]
    assert [(row["rank"], row["worst"]) for row in got["runs"][:2]] == confidence.ranks_suite(models)
    words = board(some, call=good)
    assert "\noak lacks aime: no mean and no rank\n" in words
    rows = list(csv.DictReader(board(some, "--csv", call=good).splitlines()))
    assert [row["task"] for row in rows if row["run"] == "oak"] == ["gsm8k", "math"]
    del some["cedar"]["math"], some["birch"]["gsm8k"]
    got = board(some)
    assert all(row["rank"] is None for row in got["runs"])
    assert board(some, "--plot", call=said).startswith("no run has all tasks, so there is no mean to draw")


@pytest.mark.parametrize("options", [(), ("--rank-by", "pass@2"), ("--cluster", "kind")])
def test_two_runs_differ_in_each_task(runs, options):
    two = {name: runs[name] for name in ("oak", "birch")}
    (pair,) = board(two, *options)["differences"]
    sides = [list(two[name].values()) for name in ("birch", "oak")]
    how = {"clusters": [[i % 5 for i in range(size)] for size in TASKS.values()]} if "--cluster" in options else {}
    how.update({"metric": "pass_at_k", "k": 2} if "--rank-by" in options else {})
    assert (pair["run"], pair["base"], pair["confidence"]) == ("birch", "oak", 0.95)
    assert [as_tuple(row["difference"]) for row in pair["tasks"]] == confidence.compare_tasks(*sides, **how)
    others = [as_tuple(row["from_the_others"]) for row in pair["tasks"]]
    assert others == confidence.compare_tasks(*sides, rest=True, **how)
    assert as_tuple(pair["difference"]) == confidence.compare_suite(*sides, **how)
    assert pair["differing"] == []


def test_tasks_that_differ_from_the_others():
    sizes = dict.fromkeys(("a", "b", "c"), 100)
    runs = {
        name: {task: [[int(i < (80 if (name, task) == ("x", "b") else 30))] for i in range(n)] for task, n in sizes.items()}
        for name in "xy"
    }
    (pair,) = board(runs)["differences"]
    assert "b" in pair["differing"]
    assert "Different from the others: a (above), b (below), c (above)." in board(runs, call=good)


def test_a_baseline_is_compared_in_each_task_with_all_others(runs, tmp_path):
    got = board(runs, "--baseline", "birch")["differences"]
    assert [(pair["run"], pair["base"]) for pair in got] == [("oak", "birch"), ("cedar", "birch")]
    for pair in got:
        sides = [list(runs[pair[name]].values()) for name in ("run", "base")]
        found = [as_tuple(row["difference"]) for row in pair["tasks"]]
        assert found == confidence.compare_tasks(*sides, confidence=pair["confidence"])
        assert pair["confidence"] == 0.975
    one = files_in(tmp_path, **{name: lines({"id": q, "ok": x} for q, x in enumerate([1, 0, 1])) for name in "ab"})
    words = "--baseline needs --require, such as --require 'avg-base>=-0.02', or --by FIELD, or tasks"
    assert said(*one, "--outcome", "ok", "--baseline", one[0]) == words


@pytest.mark.parametrize("bound, status", [(-0.9, 0), (-0.45, 4), (0.5, 3)])
def test_a_gate_of_one_task_or_of_the_mean(runs, bound, status):
    two = {name: runs[name] for name in ("oak", "birch")}
    found = []
    for required in (f"gsm8k:avg-base>={bound}", f"avg-base>={bound}"):
        given = ("--baseline", "oak", "--require", required, "--json")
        found.append(run("-", *ASKED, *given, stdin=records(two))[0])
    assert found[0] == status
    base, own = two["oak"], two["birch"]
    for required, expected in (
        ("gsm8k: avg-base >= -0.45", confidence.compare(own["gsm8k"], base["gsm8k"])),
        ("avg-base>=-0.45", confidence.compare_suite(own.values(), base.values())),
    ):
        _, out, _ = run("-", *ASKED, "--baseline", "oak", "--require", required, "--json", stdin=records(two))
        (row,) = json.loads(out)["require"]
        assert as_tuple(row) == expected
        assert row.get("task") == ("gsm8k" if ":" in required else None)


def test_gates_of_one_run_and_of_slices(runs):
    one = {"oak": runs["oak"]}
    (row,) = board(one, "--require", "aime:pass@2>=0.1")["require"]
    assert as_tuple(row) == confidence.pass_at_k(runs["oak"]["aime"], 2)
    (row,) = board(one, "--require", "avg>=0.1")["require"]
    assert as_tuple(row) == confidence.suite(list(runs["oak"].values()))
    assert board(one, "--require", "mmlu:avg>=0.1", call=said) == (
        "--require mmlu:avg>=0.1: no task has this name; there are 'gsm8k', 'aime', 'math'"
    )
    text = lines({"id": q, "kind": f"k{q % 2}", "ok": x} for q, row in enumerate(runs["oak"]["aime"]) for x in row)
    options = ("--outcome", "ok", "--require", "k1:avg>=0.1")
    (row,) = scored("-", *options, "--by", "kind", stdin=text)["require"]
    assert as_tuple(row) == confidence.avg(runs["oak"]["aime"][1::2])
    words = "--require k1:avg>=0.1: no task has this name; there are no tasks; see --by"
    assert said("-", *options, stdin=text) == words
    lacking = {**runs, "birch": {"gsm8k": runs["birch"]["gsm8k"]}}
    words = board(lacking, "--baseline", "oak", "--require", "aime:avg-base>=0", call=said)
    assert words == "--require aime:avg-base>=0: birch lacks this task"


def test_no_bound_is_for_the_mean_of_a_run_that_lacks_a_task(runs):
    """A run that lacks a task has no mean of tasks, so --require cannot set a bound for it."""
    others = {"oak": {**runs["oak"]}, "birch": {**runs["birch"]}}
    del others["oak"]["aime"], others["birch"]["math"]
    words = board(others, "--baseline", "oak", "--require", "avg-base>=0", call=said)
    assert words == "birch lacks 'math', so it has no mean of tasks"
    words = board({**runs, "cedar": others["birch"]}, "--baseline", "oak", "--require", "avg>=0", call=said)
    assert words == "cedar lacks 'math', so it has no mean of tasks"


def test_slices_are_differences_too(runs, tmp_path):
    texts = {
        name: lines({"id": q, "kind": f"k{q % 3}", "ok": x} for q, row in enumerate(tasks["gsm8k"]) for x in row)
        for name, tasks in runs.items()
    }
    paths = files_in(tmp_path, **texts)
    options = ("--outcome", "ok", "--by", "kind")
    got = scored(*paths[:2], *options)["differences"]
    slices = [[runs[name]["gsm8k"][i::3] for i in range(3)] for name in ("cedar", "oak")]
    assert [as_tuple(row["difference"]) for row in got[0]["slices"]] == confidence.compare_tasks(*slices)
    assert as_tuple(got[0]["difference"]) == confidence.compare(runs["cedar"]["gsm8k"], runs["oak"]["gsm8k"])
    macro = scored(*paths[:2], *options, "--macro")["differences"][0]
    assert as_tuple(macro["difference"]) == confidence.compare_suite(*slices)
    assert "differences" not in scored(*paths, *options)
    assert len(scored(*paths, *options, "--baseline", paths[0])["differences"]) == 2
    assert "differences" not in scored(*paths[:2], *options, "--questions", "these")


def test_flips_are_for_one_task(runs):
    assert "--flips is for one task; read one" in board(runs, "--flips", "oak", "cedar", call=said)


def test_one_task_is_no_board(runs):
    """A single task is scored as one run, even if --where selects it."""
    got = board(runs, "--where", "ds=aime")
    assert "tasks" not in got
    assert [row["value"] for row in got["runs"]] == [confidence.avg(runs[name]["aime"])[0] for name in RATES]


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


def test_tables_of_a_paper():
    some = many(12, 6)
    compact = board(some, "--latex", "--latex-style", "compact", call=good)
    assert compact.startswith("% \\usepackage{booktabs,graphicx}\n")
    assert "\\caption{12 runs of 6 tasks, 30 questions in all, 2 trials each, ranked by avg@2, mean of tasks." in compact
    assert "\\label{tab:scores}\n\\begin{tabular}{lrrrrrrr}\n" in compact
    rows = [line for line in compact.splitlines() if line.endswith("\\\\") and not line.startswith("run")]
    assert len(rows) == 12
    for row in rows:
        name, mean, *others = (re.sub(r"\\textbf|[{} ]", "", cell) for cell in row[:-2].split(" & "))
        value, low, _ = re.split(r"\$?[_^]", mean)
        # In a font of 8 points a letter is 4 wide, a digit 4.25, and 3.3 in an interval; there are 6 points between columns.
        points = 4 * len(name.replace("$^\\dagger$", "+")) + 3.3 * len(low) + 6 * 7
        points += sum(4.25 * len(cell) - 1.9 * cell.count(".") for cell in (value, *others))
        assert points < 240, "the width of a column on a page of two"
        assert not any("[" in cell or cell.startswith("0.") for cell in (value, *others))
    got = board(some)
    for line, row in zip(rows, got["runs"]):
        assert ("\\dagger" in line) == (row["rank"] > 1)
        assert "\\_" not in line or "_" in row["run"]
    best = max(row["tasks"]["task_0"]["avg"]["value"] for row in got["runs"])
    bold = [line.split(" & ")[2].startswith("\\textbf") for line in rows]
    assert bold == [row["tasks"]["task_0"]["avg"]["value"] == best for row in got["runs"]]
    full = board(some, "--latex", call=good)
    assert "\\begin{table*}" in full and "rank & run & mean of tasks & " in full
    first = got["runs"][0]["avg"]
    assert f"\\textbf{{{first['value']:.3f}}}$_{{{first['lo']:.3f}}}^{{{first['hi']:.3f}}}$ & " in full
    two = board(many(2, 3), "--latex", call=good)
    assert "\\caption{opus less gpt-5-mini in each task" in two or "\\caption{gpt-5-mini less opus in each task" in two
    assert "\\label{tab:scores-2}" in two
    assert run("-", "--latex-style", "compact")[0] == 2
