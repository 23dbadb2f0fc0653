"""Result files of which the outcomes are known: every format that the command reads, in its many spellings."""

from __future__ import annotations

import csv
import io
import json
import random
import warnings
import zipfile
from typing import Any, NamedTuple


class Document(NamedTuple):
    """What a file says, before it is bytes."""

    kind: str  # json, lines, csv or zip
    value: Any
    options: list  # without which it cannot be read
    numbered: bool  # whether its trials have numbers


class Outcomes(NamedTuple):
    """What a run was: the labels of the questions, and the trials in the order of the file."""

    labels: list
    trials: list  # of (question, number, class, what is written)
    weights: list | None
    options: list
    values: str  # plain, reward or graded

    def rows(self, part: int) -> list[list]:
        """The classes (2) or what is written (3), question by question."""
        rows: list[list] = [[] for _ in self.labels]
        for trial in self.trials:
            rows[trial[0]].append(trial[part])
        return rows


LABELS = ["q{}", "HumanEval/{}", "frage ä{}", "a, b {}", 'the "{}"', "n{}", "x" * 300 + "{}", "int", "\u2028{}"]


def outcomes(rng: random.Random) -> Outcomes:
    rows, columns = (rng.choice([1, 2, 2, 3, 4, 6]) for _ in range(2))
    if rng.random() < 0.01:
        rows, columns = rng.choice([(1, 200), (60, 3), (30, 30)])
    style = rng.choice(LABELS)
    labels = [i if style == "int" else style.format(i) for i in range(rows)]
    grading = rng.random()
    weights, options, values = None, [], "plain"
    kind = rng.choice([int, bool, float])
    written: dict[int, list] = {0: [kind(0)], 1: [kind(1)]}
    if grading < 0.1:
        weights = rng.choice([[0, 0.5, 1], [0, 1], [-1, 0, 2.5], [0, 1e-300, 1], [1, 0.5, 0.25, 0]])
        options, values = ["--weights=" + ",".join(map(str, weights)), "--values", "classes"], "graded"
        written = {x: [x] for x in range(len(weights))}
    elif grading < 0.2:
        options, values = ["--threshold", "0.7"], "reward"
        written = {0: [0, 0.1, 0.699, -5], 1: [0.7, 0.9, 1, 30]}
    rate = rng.choice([0, 0.1, 0.5, 0.5, 0.9, 1])
    trials = []
    for i in range(rows):
        for j in range(columns):
            x = rng.randrange(len(weights)) if weights else int(rng.random() < rate)
            trials.append((i, j, x, rng.choice(written[x])))
    return Outcomes(labels, trials, weights, options, values)


# --- formats ----------------------------------------------------------------------------------------------------------


def matrix(rng: random.Random, run: Outcomes) -> Document:
    rows = run.rows(3)
    if rng.random() < 0.3:
        return Document("lines", rows, [], False)
    return Document("json", rows[0] if len(rows) == 1 and rng.random() < 0.5 else rows, [], False)


def table(rng: random.Random, run: Outcomes) -> Document:
    rows = run.rows(3)
    names = [f"t{j}" for j in range(max(map(len, rows)))]
    rows = [row + [""] * (len(names) - len(row)) for row in rows]
    if rng.random() < 0.6:
        return Document("csv", [["task_id", *names], *([x, *row] for x, row in zip(run.labels, rows))], [], False)
    return Document("csv", [names] * (rng.random() < 0.5 or run.values == "graded") + rows, [], False)


def records(rng: random.Random, run: Outcomes) -> Document:
    question, outcome = rng.choice(["task_id", "id", "Problem", "qid"]), rng.choice(["passed", "Score", "correct"])
    options = []
    if rng.random() < 0.1:
        question, outcome, options = "who", "what", ["--question", "who", "--outcome", "WHAT"]
    number = rng.choice([None, None, "trial", "epoch", "attempt"])
    more = rng.choice([{}, {}, {"note": "0.5"}, {"model": "m"}, {"answer": [1, {"a": None}]}, {"text": "x\n" * 20}])
    items = []
    for q, t, _, value in run.trials:
        item = {question: run.labels[q], outcome: value, **more, **({number: t} if number else {})}
        items.append(dict(rng.sample(list(item.items()), len(item))) if rng.random() < 0.2 else item)
    kind = rng.choice(["json", "lines", "csv"])
    if kind == "csv":
        names = list(items[0])
        cells = [[json.dumps(item[name]) if name == "answer" else item[name] for name in names] for item in items]
        return Document("csv", [names, *cells], options, bool(number))
    return Document(kind, items, options, bool(number))


def human_eval(_: random.Random, run: Outcomes) -> Document:
    words = ["failed: ", "passed"]
    items = [{"task_id": run.labels[q], "result": words[x], "passed": bool(x)} for q, _, x, _ in run.trials]
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
        {"id": f"{q}", "task_id": run.labels[q], "trial": t, "reward_info": {"reward": v}} for q, t, _, v in run.trials
    ]
    info = rng.choice([{}, {"num_trials": 1 + max(trial[1] for trial in run.trials)}])
    return Document("json", {"info": info, "tasks": [{"id": x} for x in run.labels], "simulations": items}, [], True)


def inspect(rng: random.Random, run: Outcomes) -> Document:
    words = rng.choice([("I", "C"), ("no", "yes"), (0, 1), ("0", "1.0"), (False, True)])
    several = rng.random() < 0.3
    samples = []
    for q, t, x, v in run.trials:
        scores = {"match": {"value": words[x] if run.values == "plain" else v, "answer": "1"}}
        if several:
            scores["judge"] = {"value": rng.choice("CI")}
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
    items = [{"question_id": label, "graded_list": row} for label, row in zip(run.labels, run.rows(3))]
    return Document(rng.choice(["json", "lines"]), items, [], False)


def verifiers(_: random.Random, run: Outcomes) -> Document:
    items = [{"example_id": run.labels[q], "prompt": [], "task": "math", "reward": v} for q, _, _, v in run.trials]
    return Document("lines", items, [], False)


WRITERS = [matrix, table, table, records, records, records, human_eval, evalplus, tau_bench, tau2_bench, inspect]
WRITERS += [inspect, inspect, lm_eval, livecodebench, verifiers]
PLAIN = (human_eval, evalplus)  # which have no rewards
BY_QUESTION = (matrix, table, livecodebench, evalplus)  # which have a place for each question


# --- bytes ------------------------------------------------------------------------------------------------------------


def rendered(rng: random.Random, document: Document) -> bytes:
    """One of the ways to write a document."""
    if document.kind == "zip":
        return archive(rng, document.value)
    plain = rng.random() < 0.7
    if document.kind == "csv":
        file = io.StringIO()
        delimiter, quoting = rng.choice(",,,;\t"), rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
        rows = (row if isinstance(row, list) else [row] for row in document.value)
        csv.writer(file, delimiter=delimiter, quoting=quoting, lineterminator="\n").writerows(rows)
        text = file.getvalue()
    elif document.kind == "lines":
        text = "".join(json.dumps(item, ensure_ascii=plain) + "\n" for item in document.value)
    else:
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
    samples = log.get("samples")
    samples = samples if isinstance(samples, list) else [samples]
    members = [(f"samples/{i}_epoch_1.json", json.dumps(sample)) for i, sample in enumerate(samples)]
    members.append(("header.json", json.dumps({name: value for name, value in log.items() if name != "samples"})))
    return zipped(members, rng.choice([zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED]))
