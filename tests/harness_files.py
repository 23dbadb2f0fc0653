"""What evaluation harnesses write: a small file of each format."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib

from result_files import lines

# All good files have these outcomes: 3 questions, 2 trials; 2, 1 and 0 successes.
#   avg@2 = 3/6; Bayes@2 = (3/4 + 2/4 + 1/4) / 3 = 1/2; Pass@2 = 2/3; Pass^2 = 1/3.
OUTCOMES = [(1, 1), (0, 1), (0, 0)]
TRIALS = [(question, trial, row[trial]) for trial in range(2) for question, row in enumerate(OUTCOMES)]


def human_eval():
    return [
        {"task_id": f"HumanEval/{q}", "completion": "    return 1\n", "result": "passed" if x else "failed: ", "passed": bool(x)}
        for q, _, x in TRIALS
    ]  # fmt: skip


def evalplus():
    """The second task passes the base tests in both samples."""
    samples = {}
    for q, _, x in TRIALS:
        sample = {"task_id": f"HumanEval/{q}", "solution": "def f(): ...", "base_fail_tests": [], "plus_fail_tests": []}
        sample["base_status"] = "pass" if x or q == 1 else "timeout"
        sample["plus_status"] = "pass" if x else "fail"
        samples.setdefault(f"HumanEval/{q}", []).append(sample)
    return {"date": "2025-01-01 10:00", "hash": "9e1f", "eval": samples}


def tau_bench():
    return [{"task_id": q, "reward": float(x), "info": {"task": {}}, "traj": [], "trial": t} for q, t, x in TRIALS]


def tau2_bench():
    simulations = [
        {"id": f"{q}-{t}", "task_id": str(q), "trial": t, "reward_info": {"reward": float(x), "db_check": None}, "termination_reason": "user_stop", "messages": []}
        for q, t, x in TRIALS
    ]  # fmt: skip
    tasks = [{"id": str(q), "user_scenario": {}} for q in range(3)]
    return {
        "timestamp": "2025-06-01",
        "info": {"num_trials": 2, "git_commit": "0"},
        "tasks": tasks,
        "simulations": simulations,
    }


def inspect():
    """C and I of one scorer, yes and no of another that says the opposite."""
    samples = [
        {"id": q + 1, "epoch": t + 1, "input": "?", "target": "1", "scores": {
            "match": {"value": "C" if x else "I", "answer": "1"}, "judge": {"value": "no" if x else "yes"}}}
        for q, t, x in TRIALS
    ]  # fmt: skip
    return {
        "version": 2,
        "status": "success",
        "eval": {"task": "a", "model": "m"},
        "results": {"scores": []},
        "samples": samples,
    }


def lm_eval():
    return [
        {"doc_id": q, "doc": {"question": "?"}, "target": "4", "arguments": [], "resps": [["4"]], "filtered_resps": ["4"],
         "filter": name, "metrics": ["exact_match"], "doc_hash": f"h{q}", "exact_match": float(x if name == "flexible-extract" else 0)}
        for q, _, x in TRIALS for name in ("strict-match", "flexible-extract")
    ]  # fmt: skip


def livecodebench():
    return [
        {"question_id": f"abc{q}_a", "code_list": ["", ""], "graded_list": [bool(x) for x in row], "pass@1": sum(row) / 2}
        for q, row in enumerate(OUTCOMES)
    ]  # fmt: skip


def verifiers():
    return [{"example_id": q, "prompt": [], "completion": [], "task": "math", "reward": float(x)} for q, _, x in TRIALS]


def verifiers_traces(version=4):
    """Episodes of version 0.4: rewards with a score and a weight; bare traces of 0.2: weighted numbers."""
    rows = []
    for q, t, x in TRIALS:
        task = {"type": "MathTask", "data": {"idx": q, "prompt": "?"}}
        trace = {"id": f"{q}-{t}", "task": task, "nodes": [], "is_completed": True, "errors": []}
        if version == 2:
            rows.append({**trace, "rewards": {"correct": x * 0.75, "format": x * 0.25}})
            continue
        task["hash"] = f"hash {q}"
        rewards = {"correct": {"score": float(x), "weight": 0.75}, "format": {"score": float(x), "weight": 0.25}}
        agent = {"name": "agent", "trainable": True, "config": {"model": "m"}}
        trace = {"version": 1, **trace, "agent": agent, "rewards": {**rewards, "length": None}, "ok": True}
        rows.append({"id": f"e{q}-{t}", "env": {"id": "gsm8k"}, "task": task, "ok": True, "errors": [], "traces": [trace]})
    return rows


def evalplus_2023():
    """The same outcomes as of evalplus(), as 0.2.0 wrote them; 0.1.0 had files for nfiles."""
    tasks = {}
    for q, row in enumerate(OUTCOMES):
        base = [["success", [True]] if x or q == 1 else ["timed out", []] for x in row]
        plus = [["success", [True]] if x else ["failed", [True, False]] for x in row]
        tasks[f"HumanEval/{q}"] = {"nfiles": 2, "base": base, "plus": plus}
    return {"date": "2023-11-24 15:44", "hash": "9e1f", "eval": tasks}


def tau2_folder(path, index=True):
    """The results in a folder: results.json, and simulations/ID.json. Return the path of the former."""
    document = tau2_bench()
    simulations = document.pop("simulations")
    document["simulation_index"] = [{"id": one["id"], "task_id": one["task_id"]} for one in simulations] if index else None
    (path / "simulations").mkdir(parents=True)
    for one in simulations:
        (path / "simulations" / f"{one['id']}.json").write_text(json.dumps(one))
    (path / "results.json").write_text(json.dumps(document))
    return path / "results.json"


def packed_by(pack, log):
    """The log as an .eval file whose entries are packed by this function, and said to be packed by zstd (93)."""
    content, entries = io.BytesIO(), {"header.json": {name: value for name, value in log.items() if name != "samples"}}
    for sample in log["samples"]:
        entries[f"samples/{sample['id']}_epoch_{sample['epoch']}.json"] = sample
    texts = [json.dumps(entry).encode() for entry in entries.values()]
    with zipfile.ZipFile(content, "w") as file:
        for name, text in zip(entries, texts):
            file.writestr(name, pack(text))
    data, at = bytearray(content.getvalue()), {b"PK\x03\x04": 0, b"PK\x01\x02": 0}
    for text in texts:
        for signature, method in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
            start = at[signature] = data.index(signature, at[signature]) + 4
            struct.pack_into("<H", data, start - 4 + method, 93)
            struct.pack_into("<L", data, start - 4 + method + 6, zlib.crc32(text))
            struct.pack_into("<L", data, start - 4 + method + 14, len(text))
    return bytes(data)


def archive(log, compression=zipfile.ZIP_DEFLATED, header="header.json"):
    """The log as an .eval file."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", compression) as file:
        file.writestr(header, json.dumps({name: value for name, value in log.items() if name != "samples"}))
        for sample in log["samples"]:
            file.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
        file.writestr("summaries.json", "[]")
    return content.getvalue()


INSPECT = ("--scorer", "match")
LM_EVAL = ("--filter", "flexible-extract")
FILES = {  # format: (a document in its usual indentation, or lines; the options that it needs)
    "human-eval": (lines(human_eval()), ()),
    "evalplus": (json.dumps(evalplus()), ()),
    "tau-bench": (json.dumps(tau_bench(), indent=2), ()),
    "tau2-bench": (json.dumps(tau2_bench(), indent=2), ()),
    "inspect": (json.dumps(inspect(), indent=2), INSPECT),
    "lm-eval": (lines(lm_eval()), LM_EVAL),
    "livecodebench": (json.dumps(livecodebench(), indent=4), ()),
    "verifiers": (lines(verifiers()), ()),
}
MAKERS = {name: globals()[name.replace("-", "_")] for name in FILES}
