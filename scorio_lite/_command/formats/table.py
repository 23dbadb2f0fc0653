"""The table of formats: how each is recognised by its first record or document, and the module that reads it.

A new format is one more module, and one more line in `FORMATS`.
"""

from __future__ import annotations

from importlib import import_module

from ..fields import OUTCOME_KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable


class Format:
    """How to recognise a format by its first item, and the module of its reader, which is loaded when it is used.

    The module has `read(unit, items, book, settings)` for items that follow each other, or, if the format is one
    document, `read(document, book, settings)`.
    """

    def __init__(
        self,
        recognised: Callable[[dict[str, Any]], bool],
        module: str,
        takes: str = "items",  # "document", or "rows" of a matrix, which has no reader
        options: tuple[str, ...] = (),
    ) -> None:
        self.recognised = recognised
        self.takes = takes
        self.options = options
        self._module = module

    def read(self, *arguments: Any) -> None:
        import_module(f"{__package__}.{self._module}").read(*arguments)


def _has(*names: str) -> Callable[[Any], bool]:
    return lambda item: set(names) <= item.keys()


def _is_tau2_bench(item: dict[str, Any]) -> bool:
    """With the simulations in the file, or in a folder beside it."""
    info = item.get("info")
    return "simulations" in item or ("tasks" in item and isinstance(info, dict) and "num_trials" in info)


def _is_verifiers(item: dict[str, Any]) -> bool:
    names = item.keys()
    return {"example_id", "reward"} <= names or ("task" in names and bool({"rewards", "traces"} & names))


def _is_inspect(item: dict[str, Any]) -> bool:
    return "eval" in item and bool({"samples", "status"} & item.keys())


def _is_lm_eval(item: dict[str, Any]) -> bool:
    return "doc_id" in item and bool({"filtered_resps", "resps", "doc_hash"} & item.keys())


def _is_tau_bench(item: dict[str, Any]) -> bool:
    """Only tau-bench: in other records, a reward must be 0 or 1."""
    names = item.keys()
    return (
        {"task_id", "reward"} <= names
        and bool({"trial", "info", "traj"} & names)
        and names & {*OUTCOME_KEYS} == {"reward"}
    )


# In the order in which they are tried.
FORMATS = {
    "tau2-bench": Format(_is_tau2_bench, "tau2_bench", "document"),
    "inspect": Format(_is_inspect, "inspect", "document", options=("scorer", "metric")),
    "evalplus": Format(_has("eval"), "evalplus", "document", options=("base",)),
    "livecodebench": Format(_has("question_id", "graded_list"), "livecodebench"),
    "lm-eval": Format(_is_lm_eval, "lm_eval", options=("filter", "metric")),
    "tau-bench": Format(_is_tau_bench, "tau_bench"),
    "verifiers": Format(_is_verifiers, "verifiers"),
    "human-eval": Format(_has("task_id", "passed", "completion"), "human_eval", options=("run",)),
    "records": Format(lambda _: True, "records", options=("question", "outcome", "run")),
    "matrix": Format(lambda _: False, "", "rows"),
}
