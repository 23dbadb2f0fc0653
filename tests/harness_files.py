"""Make files of evaluation harnesses, one per format, in the shape of the harness's own writer.

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

import export_files
from agent_files import harbor, harbor_trial, lines, promptfoo, terminal_bench, terminal_bench_trial, trials  # noqa: F401
from export_files import OUTCOMES

TRIALS = trials(OUTCOMES)


def human_eval(rows=OUTCOMES):
    return [
        {
            "task_id": f"HumanEval/{q}",
            "completion": "    return 1\n",
            "result": "passed" if x else "failed: ",
            "passed": bool(x),
        }
        for q, _, x in trials(rows)
    ]


def evalplus(rows=OUTCOMES):
    """Make a file in which the second task passes the base tests in all samples."""
    samples = {}
    for q, _, x in trials(rows):
        sample = {"task_id": f"HumanEval/{q}", "solution": "def f(): ...", "base_fail_tests": [], "plus_fail_tests": []}
        sample["base_status"] = "pass" if x or q == 1 else "timeout"
        sample["plus_status"] = "pass" if x else "fail"
        samples.setdefault(f"HumanEval/{q}", []).append(sample)
    return {"date": "2025-01-01 10:00", "hash": "9e1f", "eval": samples}


def bigcodebench(rows=OUTCOMES):
    tasks = {}
    for q, _, x in trials(rows):
        sample = {"task_id": f"BigCodeBench/{q}", "solution": "def f(): ...", "status": "pass" if x else "timeout"}
        tasks.setdefault(f"BigCodeBench/{q}", []).append({**sample, "details": {}})
    return {"date": "2025-01-01 10:00", "eval": tasks}


def tau_bench(rows=OUTCOMES):
    return [
        {"task_id": q, "reward": float(x), "info": {"task": {}}, "traj": [], "trial": t} for q, t, x in trials(rows)
    ]


def tau2_bench(rows=OUTCOMES):
    simulations = [
        {
            "id": f"{q}-{t}",
            "task_id": str(q),
            "trial": t,
            "reward_info": {"reward": float(x), "db_check": None},
            "termination_reason": "user_stop",
            "messages": [],
        }
        for q, t, x in trials(rows)
    ]
    tasks = [{"id": str(q), "user_scenario": {}} for q in range(len(rows))]
    info = {"num_trials": max(map(len, rows)), "git_commit": "0"}
    return {"timestamp": "2025-06-01", "info": info, "tasks": tasks, "simulations": simulations}


def tau2_files(index=True):
    """Return {path: document} for a folder of tau2: results.json, and simulations/ID.json for each simulation.

    Without `index`, results.json does not list the simulations.
    """
    document = tau2_bench()
    simulations = document.pop("simulations")
    document["simulation_index"] = (
        [{"id": one["id"], "task_id": one["task_id"]} for one in simulations] if index else None
    )
    return {"results.json": document, **{f"simulations/{one['id']}.json": one for one in simulations}}


def inspect(rows=OUTCOMES):
    """Make a log in which one scorer gives C and I, and another scorer, which always disagrees, gives yes and no."""
    samples = [
        {
            "id": q + 1,
            "epoch": t + 1,
            "input": "?",
            "target": "1",
            "scores": {"match": {"value": "C" if x else "I", "answer": "1"}, "judge": {"value": "no" if x else "yes"}},
        }
        for q, t, x in trials(rows)
    ]
    spec = {"task": "a", "model": "m"}
    return {"version": 2, "status": "success", "eval": spec, "results": {"scores": []}, "samples": samples}


def entries(log, header="header.json"):
    """Return the documents of an .eval file for this log, by their names."""
    samples = {f"samples/{one['id']}_epoch_{one['epoch']}.json": one for one in log["samples"]}
    return {header: {name: value for name, value in log.items() if name != "samples"}, **samples}


def archive(log, compression=zipfile.ZIP_DEFLATED, header="header.json", more=()):
    """Return the log as an .eval file, with further entries from `more`."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", compression) as file:
        for name, entry in (*entries(log, header).items(), ("summaries.json", []), *more):
            file.writestr(zipfile.ZipInfo(name), json.dumps(entry), compression)
    return content.getvalue()


def packed_by(pack, log):
    """Return the log as an .eval file whose entries are packed by `pack`, but marked as packed by zstd (method 93)."""
    content, texts = io.BytesIO(), {name: json.dumps(entry).encode() for name, entry in entries(log).items()}
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
    return [
        {
            "doc_id": q,
            "doc": {"question": "?"},
            "target": "4",
            "arguments": [],
            "resps": [["4"]],
            "filtered_resps": ["4"],
            "filter": name,
            "metrics": ["exact_match"],
            "doc_hash": f"h{q}",
            "exact_match": float(x if name == "flexible-extract" else 0),
        }
        for q, _, x in trials(rows)
        for name in ("strict-match", "flexible-extract")
    ]


def verifiers(rows=OUTCOMES):
    return [
        {"example_id": q, "prompt": [], "completion": [], "task": "math", "reward": float(x)}
        for q, _, x in trials(rows)
    ]


def verifiers_traces(rows=OUTCOMES, version=4):
    """Make episodes of version 0.4, whose rewards have a score and a weight, or traces of 0.2 with weighted numbers."""
    found = []
    for q, t, x in trials(rows):
        task = {"type": "MathTask", "data": {"idx": q, "prompt": "?"}}
        trace = {"id": f"{q}-{t}", "task": task, "nodes": [], "is_completed": True, "errors": []}
        if version == 2:
            found.append({**trace, "rewards": {"correct": x * 0.75, "format": x * 0.25}})
            continue
        task["hash"] = f"hash {q}"
        rewards = {"correct": {"score": float(x), "weight": 0.75}, "format": {"score": float(x), "weight": 0.25}}
        agent = {"name": "agent", "trainable": True, "config": {"model": "m"}}
        trace = {"version": 1, **trace, "agent": agent, "rewards": {**rewards, "length": None}, "ok": True}
        found.append(
            {"id": f"e{q}-{t}", "env": {"id": "gsm8k"}, "task": task, "ok": True, "errors": [], "traces": [trace]}
        )
    return found


def swe_bench(trial=0, rows=OUTCOMES):
    """Make the report of a run."""
    done = [[f"a__a-{q}" for q, row in enumerate(rows) if row[trial] == x] for x in (0, 1)]
    every, count = [f"a__a-{q}" for q in range(len(rows))], len(rows)
    return {
        "total_instances": count,
        "submitted_instances": count,
        "completed_instances": count,
        "resolved_instances": len(done[1]),
        "unresolved_instances": len(done[0]),
        "empty_patch_instances": 0,
        "error_instances": 0,
        "completed_ids": every,
        "incomplete_ids": [],
        "empty_patch_ids": [],
        "submitted_ids": every,
        "resolved_ids": done[1],
        "unresolved_ids": done[0],
        "error_ids": [],
        "schema_version": 2,
        "unstopped_instances": 0,
        "unstopped_containers": [],
        "unremoved_images": [],
    }


def swe_bench_instance(question, resolved):
    tests = {"FAIL_TO_PASS": {"success": [], "failure": []}, "PASS_TO_PASS": {"success": [], "failure": []}}
    report = {
        "patch_is_None": False,
        "patch_exists": True,
        "patch_successfully_applied": True,
        "resolved": bool(resolved),
    }
    return {f"a__a-{question}": {**report, "tests_status": tests}}


def bfcl(trial=0, rows=OUTCOMES):
    """Make a line of counts, and the entries that failed."""
    failed = [q for q, row in enumerate(rows) if not row[trial]]
    header = {
        "accuracy": 1 - len(failed) / len(rows),
        "correct_count": len(rows) - len(failed),
        "total_count": len(rows),
    }
    about = {"model_name": "m", "test_category": "java", "valid": False, "error": ["..."], "error_type": "ast_decoder"}
    return [header, *({"id": f"java_{q}", **about, "prompt": {}, "model_result": "..."} for q in failed)]


def nemo_skills(trial=0, rows=OUTCOMES):
    return [
        {
            "problem": f"{q}?",
            "expected_answer": "4",
            "generation": "...",
            "predicted_answer": "4",
            "num_generated_tokens": 9,
            "generation_start_time": 0.5,
            "generation_end_time": 1.5,
            "symbolic_correct": bool(row[trial]),
        }
        for q, row in enumerate(rows)
    ]


def helm(rows=OUTCOMES):
    """Make two items for each instance, one for each class of metrics, and instances with a perturbation."""
    items = []
    for q, t, x in trials(rows):
        for perturbation in ({}, {"perturbation": {"name": "typos", "computed_on": "perturbed"}}):
            for values in ({"exact_match": x and not perturbation, "num_bytes": 7}, {"inference_runtime": 0.25}):
                stats = [
                    {
                        "name": {"name": name, "split": "test", **perturbation},
                        "count": 1,
                        "sum": value,
                        "sum_squared": value**2,
                        "min": value,
                        "max": value,
                        "mean": value,
                        "variance": 0,
                        "stddev": 0,
                    }
                    for name, value in values.items()
                ]
                items.append({"instance_id": f"id{q}", **perturbation, "train_trial_index": t, "stats": stats})
    return items


def verl(rows=OUTCOMES):
    return [
        {
            "input": f"user\n{q}?\nassistant\n",
            "output": "4",
            "gts": "4",
            "score": float(x),
            "step": 20,
            "reward": float(x),
        }
        for q, row in enumerate(rows)
        for x in row
    ]


def opencompass(rows=OUTCOMES):
    details = [
        {
            "example_abbr": f"aime2024_{q}",
            "pred": ["4"] * len(row),
            "answer": ["4"] * len(row),
            "correct": [bool(x) for x in row],
        }
        for q, row in enumerate(rows)
    ]
    return {"accuracy (2 runs average)": 50.0, "G-Pass@2_0.0": 66.7, "details": details}


EXPORTS = {"every-eval-ever": "lines"}
INSPECT = ("--scorer", "match")
LM_EVAL = ("--filter", "flexible-extract")
SHAPES = {  # format: how it is written, and the options that it needs
    "human-eval": ("lines", ()),
    "evalplus": ("", ()),
    "bigcodebench": (2, ()),
    "tau-bench": (2, ()),
    "tau2-bench": (2, ()),
    "inspect": (2, INSPECT),
    "lm-eval": ("lines", LM_EVAL),
    "verifiers": ("lines", ()),
    "traces": ("lines", ()),
    "swe-bench": (4, ()),
    "bfcl": ("lines", ()),
    "terminal-bench": (4, ()),
    "harbor": (4, ()),
    "promptfoo": (2, ()),
    "nemo-skills": ("lines", ()),
    "helm": (2, ("--metric", "exact_match")),
    "verl": ("lines", ()),
    "opencompass": (4, ()),
    **{name: (shape, ()) for name, shape in EXPORTS.items()},
}
VARIANTS = {"traces": "verifiers"}  # other files of these formats
MAKERS = {name: globals()[name.replace("-", "_")] for name in SHAPES if name not in ("traces", *EXPORTS)}
MAKERS.update({name: getattr(export_files, name.replace("-", "_")) for name in EXPORTS})
MAKERS["traces"] = verifiers_traces
OPTIONS = {name: options for name, (_, options) in SHAPES.items()}
SINGLE = ("swe-bench", "bfcl", "nemo-skills")  # a file has one trial of each question


def text_of(name, document=None):
    """Write a document of this format, in the usual indentation or in lines."""
    document, shape = MAKERS[name]() if document is None else document, SHAPES[name][0]
    return lines(document) if shape == "lines" else json.dumps(document, indent=shape or None)


def texts_of(name, rows=OUTCOMES):
    """Return the texts of the files with all trials of these outcomes: one file, or one per trial."""
    documents = [MAKERS[name](t, rows) for t in range(len(rows[0]))] if name in SINGLE else [MAKERS[name](rows)]
    return [text_of(name, document) for document in documents]


def changed(document, changes):
    """Return a copy with other values at these dotted paths, where * is each item. The value `...` deletes an entry."""
    document = copy.deepcopy(document)
    for place, value in changes.items():
        *path, last = (int(key) if key.isdigit() else key for key in place.split("."))
        items = [document]
        for key in path:
            items = [one for item in items for one in (item if key == "*" else [item[key]])]
        for item in items:
            if value is ...:
                del item[last]
            else:
                item[last] = copy.deepcopy(value)
    return document
