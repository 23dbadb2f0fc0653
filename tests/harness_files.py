"""Make files of evaluation harnesses, one per format, with the fields of the harness's own writer.

A maker takes the outcomes, a row for each question. By default, all files have OUTCOMES: 3 questions, 2 trials; 2, 1
and 0 successes. avg@2 = 3/6; Bayes@2 = (3/4 + 2/4 + 1/4) / 3 = 1/2; Pass@2 = 2/3; Pass^2 = 1/3.
"""

from __future__ import annotations

import copy
import io
import json
import struct
import zipfile
import zlib

OUTCOMES = [(1, 1), (0, 1), (0, 0)]


def lines(rows):
    return "\n".join(map(json.dumps, rows))


def trials(rows):
    """Return (question, trial, outcome) of each trial: first trials of all questions, then second trials, and so on."""
    return [(q, t, row[t]) for t in range(max(map(len, rows))) for q, row in enumerate(rows) if t < len(row)]


TRIALS = trials(OUTCOMES)


def _each(make):
    """Return a maker of a list with a record for each trial."""
    return lambda rows=OUTCOMES: [make(*each) for each in trials(rows)]


def _by_question(name, make):
    """Return {question: records} for outcomes."""
    return lambda rows: {f"{name}/{q}": [make(q, x) for x in row] for q, row in enumerate(rows)}


human_eval = _each(
    lambda q, t, x: {"task_id": f"HumanEval/{q}", "completion": "    return 1\n", "result": "", "passed": bool(x)}
)
tau_bench = _each(lambda q, t, x: {"task_id": q, "reward": float(x), "info": {"task": {}}, "traj": [], "trial": t})
verifiers = _each(lambda q, t, x: {"example_id": q, "prompt": [], "completion": [], "task": "math", "reward": float(x)})
verl = _each(lambda q, t, x: {"input": f"user\n{q}?\n", "output": "4", "score": float(x), "step": 20})
_of_evalplus = _by_question(
    "HumanEval",  # the second task passes the base tests in all samples
    lambda q, x: {
        "base_status": "pass" if x or q == 1 else "timeout",
        "plus_status": "pass" if x else "fail",
        "solution": "def f(): ...",
    },
)
_of_bigcodebench = _by_question(
    "BigCodeBench", lambda q, x: {"solution": "def f(): ...", "status": "pass" if x else "timeout", "details": {}}
)


def evalplus(rows=OUTCOMES):
    return {"date": "2025-01-01 10:00", "hash": "9e1f", "eval": _of_evalplus(rows)}


def bigcodebench(rows=OUTCOMES):
    return {"date": "2025-01-01 10:00", "eval": _of_bigcodebench(rows)}


def tau2_bench(rows=OUTCOMES):
    simulations = [
        {"id": f"{q}-{t}", "task_id": str(q), "trial": t, "reward_info": {"reward": float(x), "db_check": None}}
        for q, t, x in trials(rows)
    ]
    return {
        "info": {"num_trials": max(map(len, rows))},
        "tasks": [{"id": str(q), "user_scenario": {}} for q in range(len(rows))],
        "simulations": [{**one, "termination_reason": "user_stop", "messages": []} for one in simulations],
    }


def tau2_files():
    """Return {path: document} for a folder of tau2: results.json, and simulations/ID.json for each simulation."""
    document = tau2_bench()
    simulations = document.pop("simulations")
    document["simulation_index"] = None
    return {"results.json": document, **{f"simulations/{one['id']}.json": one for one in simulations}}


def inspect(rows=OUTCOMES):
    """Make a log in which one scorer gives C and I, and another scorer, which always disagrees, gives yes and no."""
    samples = []
    for q, t, x in trials(rows):
        scores = {"match": {"value": "C" if x else "I", "answer": "1"}, "judge": {"value": "no" if x else "yes"}}
        samples.append({"id": q + 1, "epoch": t + 1, "input": "?", "target": "1", "scores": scores})
    spec = {"task": "a", "model": "m"}
    return {"version": 2, "status": "success", "eval": spec, "results": {"scores": []}, "samples": samples}


def _entries(log, header="header.json"):
    """Return the documents of an .eval file for this log, by their names."""
    samples = {f"samples/{one['id']}_epoch_{one['epoch']}.json": one for one in log["samples"]}
    return {header: {name: value for name, value in log.items() if name != "samples"}, **samples}


def archive(log, compression=zipfile.ZIP_DEFLATED, header="header.json", more=()):
    """Return the log as an .eval file, with further entries from `more`."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", compression) as file:
        for name, entry in (*_entries(log, header).items(), ("summaries.json", []), *more):
            file.writestr(zipfile.ZipInfo(name), json.dumps(entry), compression)
    return content.getvalue()


def packed_by(pack, log):
    """Return the log as an .eval file whose entries are packed by `pack`, but marked as packed by zstd (method 93)."""
    content, texts = io.BytesIO(), {name: json.dumps(entry).encode() for name, entry in _entries(log).items()}
    with zipfile.ZipFile(content, "w") as file:
        for name, text in texts.items():
            file.writestr(name, pack(text))
    data, at = bytearray(content.getvalue()), {b"PK\x03\x04": 0, b"PK\x01\x02": 0}
    for text in texts.values():
        for signature, method in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
            start = at[signature] = data.index(signature, at[signature]) + 4
            struct.pack_into("<H", data, start - 4 + method, 93)
            struct.pack_into("<L", data, start - 4 + method + 6, zlib.crc32(text))
            struct.pack_into("<L", data, start - 4 + method + 14, len(text))
    return bytes(data)


def lm_eval(rows=OUTCOMES):
    """Make records with two filters, of which the strict one finds no answer."""
    record = {"doc": {"question": "?"}, "resps": [["4"]], "filtered_resps": ["4"], "metrics": ["exact_match"]}
    return [
        {"doc_id": q, **record, "filter": name, "doc_hash": f"h{q}", "exact_match": float(x and name[0] == "f")}
        for q, _, x in trials(rows)
        for name in ("strict-match", "flexible-extract")
    ]


def verifiers_traces(rows=OUTCOMES):
    """Make episodes of version 0.4, whose rewards have a score and a weight."""
    episodes = []
    for q, t, x in trials(rows):
        task = {"type": "MathTask", "data": {"idx": q, "prompt": "?"}, "hash": f"hash {q}"}
        rewards = {name: {"score": float(x), "weight": w} for name, w in (("correct", 0.75), ("format", 0.25))}
        agent = {"name": "agent", "trainable": True, "config": {"model": "m"}}
        trace = {"id": f"{q}-{t}", "agent": agent, "task": task, "rewards": {**rewards, "length": None}, "ok": True}
        episodes.append({"id": f"e{q}-{t}", "env": {"id": "gsm8k"}, "task": task, "ok": True, "traces": [trace]})
    return episodes


def swe_bench(trial=0, rows=OUTCOMES):
    """Make the report of a run."""
    done = [[f"a__a-{q}" for q, row in enumerate(rows) if row[trial] == x] for x in (0, 1)]
    every = [f"a__a-{q}" for q in range(len(rows))]
    lists = {"completed": every, "submitted": every, "resolved": done[1], "unresolved": done[0]}
    lists.update({name: [] for name in ("incomplete", "empty_patch", "error")})
    counts = {f"{name}_instances": len(ids) for name, ids in lists.items() if name != "incomplete"}
    ids = {f"{name}_ids": ids for name, ids in lists.items()}
    return {"total_instances": len(rows), **counts, **ids, "schema_version": 2, "unstopped_containers": []}


def swe_bench_instance(question, resolved):
    report = {"patch_is_None": False, "patch_exists": True, "patch_successfully_applied": True}
    return {f"a__a-{question}": {**report, "resolved": bool(resolved), "tests_status": {}}}


def bfcl(trial=0, rows=OUTCOMES):
    """Make a line of counts, and the entries that failed."""
    failed, count = [q for q, row in enumerate(rows) if not row[trial]], len(rows)
    about = {"model_name": "m", "test_category": "java", "valid": False, "error": ["..."], "error_type": "ast_decoder"}
    header = {"accuracy": 1 - len(failed) / count, "correct_count": count - len(failed), "total_count": count}
    return [header, *({"id": f"java_{q}", **about, "prompt": {}, "model_result": "..."} for q in failed)]


def nemo_skills(trial=0, rows=OUTCOMES):
    record = {"expected_answer": "4", "generation": "...", "predicted_answer": "4", "num_generated_tokens": 9}
    return [{"problem": f"{q}?", **record, "symbolic_correct": bool(row[trial])} for q, row in enumerate(rows)]


def helm(rows=OUTCOMES):
    """Make two items for each instance, one for each class of metrics, and instances with a perturbation."""
    items = []
    for q, t, x in trials(rows):
        for spoiled in ({}, {"perturbation": {"name": "typos", "computed_on": "perturbed"}}):
            for values in ({"exact_match": x and not spoiled, "num_bytes": 7}, {"inference_runtime": 0.25}):
                stats = [
                    {"name": {"name": name, "split": "test", **spoiled}, "count": 1, "sum": value, "mean": value}
                    for name, value in values.items()
                ]
                items.append({"instance_id": f"id{q}", **spoiled, "train_trial_index": t, "stats": stats})
    return items


def opencompass(rows=OUTCOMES):
    details = [
        {"example_abbr": f"aime2024_{q}", "pred": ["4"] * len(row), "correct": [bool(x) for x in row]}
        for q, row in enumerate(rows)
    ]
    return {"accuracy (2 runs average)": 50.0, "G-Pass@2_0.0": 66.7, "details": details}


def terminal_bench_trial(q, t, x, of=2):
    name = f"task-{q}.{t + 1}-of-{of}.2025-07-01__10-00-00"
    end = {"failure_mode": "unset", "parser_results": {"test_a": "passed" if x else "failed"}}
    return {"id": "0000", "trial_name": name, "task_id": f"task-{q}", "is_resolved": bool(x), **end}


def terminal_bench(rows=OUTCOMES):
    results = [terminal_bench_trial(*trial, max(map(len, rows))) for trial in trials(rows)]
    ids = [[trial["task_id"] for trial in results if trial["is_resolved"] is x] for x in (False, True)]
    sums = {"n_resolved": len(ids[1]), "n_unresolved": len(ids[0]), "resolved_ids": ids[1], "unresolved_ids": ids[0]}
    return {"id": "0001", "results": results, "pass_at_k": {"2": 2 / 3}, **sums, "accuracy": 0.5}


def harbor_trial(q, t, x):
    agent = {"name": "terminus-2", "version": "2.0.0", "model_info": {"name": "m-1", "provider": "p"}}
    names = {"task_name": f"org/task-{q}", "trial_name": f"task-{q}__aB{t}", "source": "terminal-bench"}
    result = {"verifier_result": {"rewards": {"reward": float(x)}}, "exception_info": None}
    return {"id": "0000", **names, "task_checksum": "0", "config": {}, "agent_info": agent, **result}


def harbor(rows=OUTCOMES):
    """Make the result of a job that keeps its trials."""
    results = [harbor_trial(*trial) for trial in trials(rows)]
    return {"id": "0001", "n_total_trials": len(results), "stats": {"n_errored_trials": 0}, "trial_results": results}


def promptfoo(rows=OUTCOMES, providers=("openai:gpt-4o",)):
    """Make results in which testIdx numbers all trials. A second provider has the opposite outcomes."""
    results = []
    for at, (q, x) in enumerate((q, x) for q, row in enumerate(rows) for x in row):
        test = {"vars": {"question": f"{q}?"}, "assert": [{"type": "equals", "value": "4"}], "options": {}}
        for i, provider in enumerate(providers):
            passed = bool(x) != bool(i)
            graded = {"gradingResult": {"pass": passed}, "score": float(passed), "success": passed}
            graded.update({"failureReason": 0} if passed else {"failureReason": 1, "error": "Expected output"})
            place = {"promptIdx": i, "testIdx": at, "testCase": test, "vars": test["vars"]}
            about = {"prompt": {"raw": f"Answer {q}?", "label": "Answer {{question}}"}, "provider": {"id": provider}}
            results.append({"id": f"{i}-{at}", **about, **place, **graded})
    summary = {"version": 3, "prompts": [], "results": results, "stats": {"successes": 3}}
    return {"evalId": "eval-abc", "results": summary, "config": {}}


def every_eval_ever(rows=OUTCOMES, models=("org/m",), tasks=("gsm8k",)):
    """Make a sample for each trial."""
    return [
        {
            "evaluation_id": f"{task}/{model}/1750000000",
            "model_id": model,
            "evaluation_name": task,
            "sample_id": f"{task}_{q:04}",
            "sample_hash": f"{task}{q}",
            "answer_attribution": [{"turn_idx": 0, "extracted_value": "4" if x else "5"}],
            "evaluation": {"score": float(x), "is_correct": bool(x), "num_turns": 1},
            "metadata": {"epoch": str(t + 1), "level": str(q % 2)},
        }
        for model in models
        for task in tasks
        for q, row in enumerate(rows)
        for t, x in enumerate(row)
    ]


INDENTS = {"evalplus": None, "swe-bench": 4, "terminal-bench": 4, "harbor": 4, "opencompass": 4}
INDENTS.update(dict.fromkeys(("bigcodebench", "tau-bench", "tau2-bench", "inspect", "promptfoo", "helm"), 2))
LINES = ("human-eval", "lm-eval", "verifiers", "verifiers-traces", "bfcl", "nemo-skills", "verl", "every-eval-ever")
SINGLE = ("swe-bench", "bfcl", "nemo-skills")  # a file has one trial of each question
MAKERS = {name: globals()[name.replace("-", "_")] for name in (*INDENTS, *LINES)}


def text_of(name, document=None):
    """Write a document of this format, in the usual indentation or in lines."""
    document = MAKERS[name]() if document is None else document
    return lines(document) if name in LINES else json.dumps(document, indent=INDENTS[name])


def texts_of(name, rows=OUTCOMES):
    """Return the texts of the files with all trials of these outcomes: one file, or one per trial."""
    documents = [MAKERS[name](t, rows) for t in range(len(rows[0]))] if name in SINGLE else [MAKERS[name](rows)]
    return [text_of(name, document) for document in documents]


def changed(document, changes):
    """Return a copy with other values at these dotted paths, where * is each item."""
    document = copy.deepcopy(document)
    for place, value in changes.items():
        *path, last = (int(key) if key.isdigit() else key for key in place.split("."))
        items = [document]
        for key in path:
            items = [one for item in items for one in (item if key == "*" else [item[key]])]
        for item in items:
            item[last] = copy.deepcopy(value)
    return document
