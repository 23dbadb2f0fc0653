"""Result files of which the outcomes are known: every format that the command reads, in its many spellings."""

from __future__ import annotations

import csv
import io
import json
import random
import warnings
import zipfile
from typing import Any, NamedTuple

Trial = tuple  # (question, trial, value)


class Document(NamedTuple):
    """What a file says, before it is bytes."""

    kind: str  # json, lines, csv or zip
    value: Any
    options: list  # without which it cannot be read
    numbered: bool  # whether its trials have numbers


class Outcomes(NamedTuple):
    """What a run was: for each question its label, and its trials in order, each with its class and what is written."""

    labels: list
    trials: list  # of (question, number, class, value), in the order of the file
    weights: list | None
    options: list
    values: str  # what kind of values


def outcomes(rng: random.Random) -> Outcomes:
    rows, columns = (rng.choice([1, 2, 2, 3, 4, 6]) for _ in range(2))
    if rng.random() < 0.01:
        rows, columns = rng.choice([(1, 200), (60, 3), (30, 30)])
    style = rng.choice(
        ["q{}", "HumanEval/{}", "frage ä{}", "a, b {}", 'the "{}"', "{}", "x" * 300 + "{}", "int", "\u2028{}"]
    )
    labels = [i if style == "int" else style.format(f"n{i}" if style == "{}" else i) for i in range(rows)]
    rate, grading = rng.choice([0, 0.1, 0.5, 0.5, 0.9, 1]), rng.random()
    if grading < 0.1:
        weights = rng.choice([[0, 0.5, 1], [0, 1], [-1, 0, 2.5], [0, 1e-300, 1], [1, 0.5, 0.25, 0]])
        options, values = ["--weights=" + ",".join(map(str, weights)), "--values", "classes"], "graded"
        written: dict[Any, list] = {x: [x] for x in range(len(weights))}
    elif grading < 0.2:
        weights, options, values = None, ["--threshold", "0.7"], "reward"
        written = {0: [0, 0.1, 0.699, -5], 1: [0.7, 0.9, 1, 30]}
    else:
        kind = rng.choice([int, bool, float])
        weights, options, values = None, [], "plain"
        written = {0: [kind(0)], 1: [kind(1)]}
    trials = []
    for i in range(rows):
        for j in range(columns):
            x = rng.randrange(len(weights)) if weights else int(rng.random() < rate)
            trials.append((i, j, x, rng.choice(written[x])))
    return Outcomes(labels, trials, weights, options, values)


def ordered(rng: random.Random, trials: list) -> list:
    order = rng.choice(["question", "trial", "any"])
    if order == "any":
        return rng.sample(trials, len(trials))
    return sorted(trials, key=lambda trial: trial[1]) if order == "trial" else trials


# --- formats ----------------------------------------------------------------------------------------------------------


def rows_of(run: Outcomes) -> list[list]:
    rows: list[list] = [[] for _ in run.labels]
    for question, _, _, value in run.trials:
        rows[question].append(value)
    return rows


def matrix(rng: random.Random, run: Outcomes) -> Document:
    rows = rows_of(run)
    if rng.random() < 0.3:
        return Document("lines", rows, [], False)
    return Document("json", rows[0] if len(rows) == 1 and rng.random() < 0.5 else rows, [], False)


def table(rng: random.Random, run: Outcomes) -> Document:
    rows = rows_of(run)
    width = max(map(len, rows))
    rows = [row + [""] * (width - len(row)) for row in rows]
    if rng.random() < 0.6:
        rows = [[label, *row] for label, row in zip(run.labels, rows)]
        return Document("csv", [["task_id", *(f"t{j}" for j in range(width))], *rows], [], False)
    head = [[f"t{j}" for j in range(width)]] if rng.random() < 0.5 or run.values == "graded" else []
    return Document("csv", head + rows, [], False)


def records(rng: random.Random, run: Outcomes) -> Document:
    question, outcome = rng.choice(["task_id", "id", "Problem", "qid"]), rng.choice(["passed", "Score", "correct"])
    options = []
    if rng.random() < 0.1:
        question, outcome = "who", "what"
        options = ["--question", "who", "--outcome", "WHAT"]
    number = rng.choice([None, None, "trial", "epoch", "attempt"])
    more = rng.choice([{}, {}, {"note": "0.5"}, {"model": "m"}, {"answer": [1, {"a": None}]}, {"text": "x\n" * 20}])
    kind = rng.choice(["json", "lines", "csv"])
    items = []
    for q, t, _, value in run.trials:
        item = {question: run.labels[q], outcome: value, **more}
        if number:
            item[number] = t
        items.append(dict(rng.sample(list(item.items()), len(item))) if rng.random() < 0.2 else item)
    if kind == "csv":
        names = list(items[0])
        cells = [
            names,
            *([json.dumps(item[name]) if name == "answer" else item[name] for name in names] for item in items),
        ]
        return Document("csv", cells, options, bool(number))
    return Document(kind, items, options, bool(number))


def human_eval(_: random.Random, run: Outcomes) -> Document:
    items = [
        {
            "task_id": run.labels[q],
            "completion": "  return 1\n",
            "result": "passed" if x else "failed: ",
            "passed": bool(x),
        }
        for q, _, x, _ in run.trials
    ]
    return Document("lines", items, [], False)


def evalplus(rng: random.Random, run: Outcomes) -> Document:
    samples: dict = {str(label): [] for label in run.labels}
    for q, _, x, _ in run.trials:
        base = "pass" if x or rng.random() < 0.5 else "timeout"
        samples[str(run.labels[q])].append({"base_status": base, "plus_status": "pass" if x else "fail"})
    return Document("json", {"date": "2025", "eval": samples}, [], False)


def tau_bench(rng: random.Random, run: Outcomes) -> Document:
    near = [1.0, 1 - 1e-7, 1] if run.values == "plain" else []
    items = [
        {"task_id": run.labels[q], "reward": rng.choice(near) if near and x else v, "info": {}, "trial": t, "traj": []}
        for q, t, x, v in run.trials
    ]
    return Document(rng.choice(["json", "lines"]), items, [], True)


def tau2_bench(rng: random.Random, run: Outcomes) -> Document:
    items = [
        {
            "id": f"{q}",
            "task_id": run.labels[q],
            "trial": t,
            "reward_info": {"reward": v},
            "termination_reason": "user_stop",
        }
        for q, t, _, v in run.trials
    ]
    columns = 1 + max(t for _, t, _, _ in run.trials)
    tasks = [{"id": label} for label in run.labels]
    info = rng.choice([{}, {"num_trials": columns}])
    return Document("json", {"info": info, "tasks": tasks, "simulations": items}, [], True)


def inspect(rng: random.Random, run: Outcomes) -> Document:
    words = rng.choice([("I", "C"), ("no", "yes"), (0, 1), ("0", "1.0"), (False, True)])
    several = rng.random() < 0.3
    samples = []
    for q, t, x, v in run.trials:
        scores = {"match": {"value": words[x] if run.values == "plain" else v, "answer": "1"}}
        if several:
            scores["judge"] = {"value": "C" if rng.random() < 0.5 else "I"}
        samples.append({"id": run.labels[q], "epoch": t + 1, "input": "?", "scores": scores})
    log = {"version": 2, "status": "success", "eval": {"task": "a"}, "results": {}, "samples": samples}
    return Document(rng.choice(["json", "zip"]), log, ["--scorer", "match"] * several, True)


def lm_eval(rng: random.Random, run: Outcomes) -> Document:
    several = rng.random() < 0.3
    items = [
        {"doc_id": run.labels[q], "doc": {}, "resps": [["4"]], "filter": name, "metrics": ["exact_match"],
         "doc_hash": f"h{q}", "exact_match": v if name == "none" else 0}
        for q, _, _, v in run.trials for name in ("none", "strict")[: 1 + several]
    ]  # fmt: skip
    return Document("lines", items, ["--filter", "none"] * several, False)


def livecodebench(rng: random.Random, run: Outcomes) -> Document:
    rows = rows_of(run)
    items = [{"question_id": label, "graded_list": row} for label, row in zip(run.labels, rows)]
    return Document(rng.choice(["json", "lines"]), items, [], False)


def verifiers(_: random.Random, run: Outcomes) -> Document:
    items = [
        {"example_id": run.labels[q], "prompt": [], "completion": [], "task": "math", "reward": v, "error": None}
        for q, _, _, v in run.trials
    ]
    return Document("lines", items, [], False)


FORMATS = [
    *(matrix, table, table, records, records, records),
    *(human_eval, evalplus, tau_bench, tau2_bench, inspect, inspect, inspect, lm_eval, livecodebench, verifiers),
]
PLAIN = (human_eval, evalplus)  # which have no rewards


# --- bytes ------------------------------------------------------------------------------------------------------------


def rendered(rng: random.Random, document: Document) -> bytes:
    """One of the ways to write a document."""
    if document.kind == "zip":
        return archive(rng, document.value)
    if document.kind == "csv":
        file = io.StringIO()
        delimiter = rng.choice([",", ",", ",", ";", "\t"])
        quoting = rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
        rows = (row if isinstance(row, list) else [row] for row in document.value)
        csv.writer(file, delimiter=delimiter, quoting=quoting, lineterminator="\n").writerows(rows)
        return file.getvalue().encode("utf-8", "surrogatepass")
    plain = rng.random() < 0.7
    if document.kind == "lines":
        return b"".join(
            json.dumps(item, ensure_ascii=plain).encode("utf-8", "surrogatepass") + b"\n" for item in document.value
        )
    text = json.dumps(document.value, indent=rng.choice([None, None, 1, 4]), ensure_ascii=plain)
    return text.encode("utf-8", "surrogatepass")


def zipped(members: list[tuple[str, Any]], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip file of these names and contents, dated alike on every day."""
    content = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there twice
        with zipfile.ZipFile(content, "w") as file:
            for name, data in members:
                file.writestr(zipfile.ZipInfo(name), data, compression)
    return content.getvalue()


def archive(rng: random.Random, log: Any) -> bytes:
    """The log as an .eval file."""
    compression = rng.choice([zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
    samples = log.get("samples")
    members = [
        (f"samples/{i}_epoch_1.json", json.dumps(sample))
        for i, sample in enumerate(samples if isinstance(samples, list) else [samples])
    ]
    members.append(("header.json", json.dumps({name: value for name, value in log.items() if name != "samples"})))
    return zipped(members, compression)
