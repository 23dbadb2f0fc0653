"""The table of formats: how to recognise each by its first record or document, and the module that reads it.

A new format is one more module, and one more line in `FORMATS`.
"""

from __future__ import annotations

from importlib import import_module

from ..fields import OUTCOME_KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable


class Format:
    """How to recognise a format by its first item, and the module of its reader, loaded on first use.

    The module has `read(items, book, settings)` for successive items, or `read(document, book, settings)` if the
    format is one document, an Item.
    """

    def __init__(
        self,
        recognised: Callable[[dict[str, Any]], bool],
        module: str,
        takes: str = "items",  # "document", or "rows" of a matrix, which has no reader
        options: tuple[str, ...] = (),
        folder: Callable[[dict[str, Any]], tuple[int, bool]] | None = None,
        runs: bool = False,
    ) -> None:
        self.recognised = recognised
        self.takes = takes
        self.options = options
        # For a file in a folder, by its document or first item: how many levels up the folder of its run is, and
        # whether the file has all trials of the run.
        self.folder = folder
        self.runs = runs  # whether several files in a folder are a run each
        self._module = module

    @property
    def example(self) -> str:
        """A small file, in one line."""
        text: str = import_module(f"{__package__}.{self._module}").EXAMPLE
        return text

    def read(self, *arguments: Any) -> None:
        import_module(f"{__package__}.{self._module}").read(*arguments)


def _has(item: dict[str, Any], *names: str) -> bool:
    return set(names) <= item.keys()


def _has_any(item: Any, *names: str) -> bool:
    return not item.keys().isdisjoint(names)


def _is_tau2_bench(item: dict[str, Any]) -> bool:
    """The simulations are in the file, or in a folder beside it."""
    info = item.get("info")
    return "simulations" in item or ("tasks" in item and isinstance(info, dict) and "num_trials" in info)


def _is_evalplus(item: dict[str, Any]) -> bool:
    tasks = item.get("eval")
    task: Any = next(iter(tasks.values()), []) if isinstance(tasks, dict) else None
    return {"eval", "hash"} <= item.keys() or isinstance(task, list) or (isinstance(task, dict) and "base" in task)


def _is_swe_bench(item: dict[str, Any]) -> bool:
    """The report of a run, of an instance, or by lists: of instances, or of those of each repository."""
    names, first = item.keys(), _first(item)
    if {"resolved_ids", "unresolved_ids", "schema_version"} <= names or {"resolved", "patch_exists"} <= first.keys():
        return True
    lists = first or item
    done = lists.get("resolved", lists.get("resolved_ids"))
    is_known = len(lists) == 1 or not (_STAGES.isdisjoint(lists) or "results" in lists)
    return is_known and isinstance(done, list) and all(isinstance(one, str) for one in done)


def _is_terminal_bench(item: dict[str, Any]) -> bool:
    of_a_run = isinstance(item.get("results"), list) and (
        {"n_resolved", "n_unresolved"} <= item.keys() or "is_resolved" in _first(item["results"])
    )
    return of_a_run or {"trial_name", "is_resolved", "failure_mode"} <= item.keys()


def _is_harbor(item: dict[str, Any]) -> bool:
    names = item.keys()
    return {"n_total_trials", "stats"} <= names or {"task_name", "trial_name", "agent_info", "verifier_result"} <= names


def _is_promptfoo(item: dict[str, Any]) -> bool:
    results = item.get("results")
    of_all = isinstance(results, dict) and {"results", "stats"} <= results.keys()
    return of_all or {"promptIdx", "testIdx", "success"} <= item.keys()


def _is_bigcodebench(item: dict[str, Any]) -> bool:
    tasks = item.get("eval")
    sample = _first(next(filter(None, tasks.values()), None)) if isinstance(tasks, dict) else {}
    return "status" in sample and "base_status" not in sample


def _is_opencompass(item: dict[str, Any]) -> bool:
    details = item.get("details")
    if isinstance(details, dict):
        return isinstance(details.get("0"), dict)
    return "example_abbr" in _first(details)


def _first(value: Any) -> Any:
    """The first entry of a list or an object, if it is an object; otherwise an empty one."""
    entries = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    entry = next(iter(entries), None)
    return entry if isinstance(entry, dict) else {}


def _swe_bench_folder(item: dict[str, Any]) -> tuple[int, bool]:
    """MODEL.RUN.json, or RUN/MODEL/INSTANCE/report.json."""
    return (2, False) if {"resolved", "patch_exists"} <= _first(item).keys() else (1, True)


def _terminal_bench_folder(item: dict[str, Any]) -> tuple[int, bool]:
    """RUN/results.json, or RUN/TASK/TRIAL/results.json."""
    return (1, True) if "results" in item else (3, False)


def _harbor_folder(item: dict[str, Any]) -> tuple[int, bool]:
    """JOB/result.json, which may have the trials, or JOB/TRIAL/result.json."""
    return (1, bool(item.get("trial_results"))) if "n_total_trials" in item else (2, False)


# Lists of older reports of SWE-bench.
_STAGES = {"generated", "generation", "no_generation", "none", "no_logs", "unresolved", "unresolved_ids"}
_STAGES |= {"not_resolved", "submitted", "submitted_ids", "error_ids"}
_SHAPE = ("success", "list", "header", "no_header")  # options of files that no harness writes
_ROLES = ("question", "outcome", "trial", "run", "answer", "counts", "trials", "runs", "ignore", "where")
_GRADED = ("symbolic_correct", "judgement", "proof_status", "is_correct-plus", "is_correct")  # by NeMo-Skills
# The first that recognises an item is used.
FORMATS = {
    "tau2-bench": Format(_is_tau2_bench, "tau2_bench", "document"),
    "inspect": Format(
        lambda item: isinstance(item.get("eval"), dict) and _has_any(item, "samples", "status"),
        "inspect", "document", options=("scorer", "metric", "success"),
    ),
    "bigcodebench": Format(_is_bigcodebench, "bigcodebench", "document"),
    "evalplus": Format(_is_evalplus, "evalplus", "document", options=("base",)),
    "swe-bench": Format(_is_swe_bench, "swe_bench", "document", options=("total",), folder=_swe_bench_folder),
    "terminal-bench": Format(_is_terminal_bench, "terminal_bench", "document", folder=_terminal_bench_folder),
    "harbor": Format(_is_harbor, "harbor", "document", options=("metric",), folder=_harbor_folder),
    "bfcl": Format(lambda item: _has(item, "accuracy", "correct_count", "total_count") and "id" not in item, "bfcl"),
    "promptfoo": Format(_is_promptfoo, "promptfoo"),
    "opencompass": Format(_is_opencompass, "opencompass", "document"),
    "openai-evals": Format(
        lambda item: isinstance(item.get("spec"), dict) and _has(item["spec"], "completion_fns", "eval_name"),
        "openai_evals", options=("metric",),
    ),
    "helm": Format(
        lambda item: _has(item, "instance_id", "train_trial_index", "stats"), "helm", options=("filter", "metric")
    ),
    "lighteval": Format(
        lambda item: _has(item, "doc", "model_response", "metric") and isinstance(item["metric"], dict),
        "lighteval", options=("metric",),
    ),
    "verl": Format(
        lambda item: _has(item, "input", "output", "score", "step"), "verl", options=("metric",), runs=True
    ),
    "nemo-skills": Format(
        lambda item: "num_generated_tokens" in item and _has_any(item, *_GRADED),
        "nemo_skills", options=("metric",), folder=lambda _: (1, False),
    ),
    "livecodebench": Format(lambda item: _has(item, "question_id", "graded_list"), "livecodebench"),
    "lm-eval": Format(
        lambda item: "doc_id" in item and _has_any(item, "filtered_resps", "resps", "doc_hash"),
        "lm_eval", options=("filter", "metric"),
    ),
    "tau-bench": Format(  # in other records, a reward must be 0 or 1
        lambda item: _has(item, "task_id", "reward", "info", "traj") and item.keys() & {*OUTCOME_KEYS} == {"reward"},
        "tau_bench",
    ),
    "verifiers": Format(
        lambda item: _has(item, "example_id", "reward") or ("task" in item and _has_any(item, "rewards", "traces")),
        "verifiers",
    ),
    "human-eval": Format(
        lambda item: _has(item, "task_id", "passed", "completion"), "human_eval", options=("run", "ignore", "where")
    ),
    "records": Format(lambda _: True, "records", options=(*_SHAPE, *_ROLES)),
    "matrix": Format(lambda _: False, "csv_table", "rows", options=(*_SHAPE, "transpose")),
}  # fmt: skip
