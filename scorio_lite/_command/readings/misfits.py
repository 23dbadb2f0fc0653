"""Refuse objects that hold no trials: say what they look like, and what is needed."""

from __future__ import annotations

from ..fields import some
from ..formats.table import FORMATS
from ..grading import FileError, hint_of_reals, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def refuse_averages(value: dict[str, Any]) -> None:
    """Refuse the averages that lm-evaluation-harness and Every Eval Ever write beside their samples."""
    if isinstance(value.get("evaluation_results"), list) and "model_info" in value:
        raise FileError("an aggregate of Every Eval Ever, which has no trials; they are in a file *_samples.jsonl")
    if isinstance(value.get("results"), dict) and not {"configs", "config", "versions", "n-shot"}.isdisjoint(value):
        inner = value["results"].values()
        if all(isinstance(one, dict) and not any(isinstance(x, (list, dict)) for x in one.values()) for one in inner):
            names = some(value)
            raise FileError(
                f"a JSON object with {names}: averages of lm-evaluation-harness, and no trials; --log_samples writes "
                "them to samples_*.jsonl"
            )


def nothing_fits(value: dict[str, Any]) -> FileError:
    """Return the error that says what an object looks like, what is needed, and which format is nearest, if any."""
    names = list(value)
    looks = f"a JSON object with {some(names)}" if names else "an empty JSON object"
    needed = 'records ({"task_id": "a", "passed": true}), a matrix or lists of outcomes ({"q1": [0, 1]}) are needed'
    hint = hint_of_reals(value.values())
    return FileError(f"{looks}; {needed}{_nearest(set(names))}{hint}; see --list and --formats")


def _nearest(names: set[str]) -> str:
    """Return a hint: the format that shares most fields with `names`, and a field that is missing; "" if none does."""
    examples = {name: _fields(one.example) for name, one in FORMATS.items() if name not in ("records", "matrix")}
    best = max(examples, key=lambda name: (len(names.intersection(examples[name])), -len(examples[name])))
    has, lacks = ([key for key in examples[best] if (key in names) is there] for there in (True, False))
    if not has or not lacks:
        return ""
    return f"; the nearest format is {best}, by {shown(has[0])}, but it has no {shown(lacks[0])}"


def _fields(example: str) -> list[str]:
    import json

    value = json.loads(example.splitlines()[0])
    return list(value if isinstance(value, dict) else value[0])
