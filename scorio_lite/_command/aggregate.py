"""Write the file of --eee: the results of a run with their uncertainty, as an aggregate of Every Eval Ever.

The schema is every_eval_ever/schemas/eval.schema.json, version 0.3.0, at 9bce413 (August 2026). A new file has only
`evaluation_results`: files of trials do not say what else the schema asks for. In an existing file, only `uncertainty`
is set.
"""

from __future__ import annotations

import json
from math import isfinite, sqrt
from os.path import exists

from .. import __version__
from .forms import ABOUT
from .grading import FileError, shown, typed_as
from .item import Item
from .metric_names import AVG
from .text import base_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .forms import Form
    from .run import Run

_VERSION = "0.3.0"  # of the schema
_CLOSE = 1e-3  # of the range: scores that differ less are the same, since files round them
_METHOD = "scorio_lite {}, confidence.avg: Wilson's interval at the effective sample size, {}{}"


def aggregate(form: Form, runs: Sequence[Run], path: str) -> str:
    """Return the JSON text for the file at `path`. If the file exists, keep its content and set the uncertainties."""
    found = read_aggregate(path)
    if found is None:
        results = [_result(form, run) for run in runs]
        found = {"schema_version": _VERSION, "evaluation_results": results}
    else:
        for run in runs:
            _set(found, form, run, path)
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def read_aggregate(path: str) -> dict[str, Any] | None:
    """Return the parsed aggregate at `path`; None if there is no file. Refuse a file that is no aggregate."""
    if not exists(path):
        return None
    try:
        with open(path, encoding="utf-8") as file:
            found: Any = json.load(file)
    except ValueError:
        found = None
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    results = found.get("evaluation_results") if isinstance(found, dict) else None
    if not isinstance(results, list) or not all(isinstance(Item(one).inside("score_details"), dict) for one in results):
        raise FileError(f"{path}: it exists, and is no aggregate of Every Eval Ever; choose another name")
    return dict(found)


def _result(form: Form, run: Run) -> dict[str, Any]:
    """Return an entry of `evaluation_results`: the mean of a run in one task, with the uncertainty of this mean."""
    score, options = form.score(run, AVG), form.options
    weights = run.weights or range(2)
    looks = ", at every look" if options.anytime else ""
    method = _METHOD.format(__version__, ABOUT[options.questions], looks)
    ends = {"lower": score["lo"], "upper": score["hi"], "confidence_level": options.confidence, "method": method}
    uncertainty: dict[str, Any] = {"confidence_interval": ends, "num_samples": run.tally.questions}
    if isfinite(score["se"]):
        uncertainty["standard_error"] = {"value": score["se"], "method": "analytic"}
        if options.questions == "new" and not (options.cluster or options.anytime):
            uncertainty["standard_deviation"] = score["se"] * sqrt(run.tally.questions)
    details = {"trials_per_question": run.size(), "remarks": " ".join(run.remarks())}
    return {
        "evaluation_name": run.task or run.about.get("task") or base_name(run.file).partition(".")[0],
        "metric_config": {
            "metric_name": f"avg@{run.size()}",
            "lower_is_better": False,
            "score_type": "continuous",
            "min_score": min(weights),
            "max_score": max(weights),
        },
        "score_details": {
            "score": score["value"],
            "details": {name: text for name, text in details.items() if text},
            "uncertainty": uncertainty,
        },
    }


def _set(found: dict[str, Any], form: Form, run: Run, path: str) -> None:
    """Set the uncertainty of a run in the aggregate `found`. Refuse the run if its score differs from the one there."""
    result, id = _result(form, run), form.options.filter
    model, own = Item(found).inside("model_info", "id"), run.about.get("model")
    if own and model and own != model:
        raise FileError(f"{path}: it is of the model {shown(model)}, and the run is of {shown(own)}")
    every = found["evaluation_results"]
    name = result["evaluation_name"]
    named = [one for one in every if one.get("evaluation_name") == name] or (every if len(every) == 1 else [])
    named = [one for one in named if id in (None, one.get("evaluation_result_id", id))]
    if len(named) != 1:
        several = "several results" if named else "no result"
        raise FileError(f"{path}: it has {several} of {shown(name)}; name a new file with --eee {typed_as('FILE')}")
    before, after = named[0]["score_details"], result["score_details"]
    low, high = result["metric_config"]["min_score"], result["metric_config"]["max_score"]
    score = before.get("score")
    if not isinstance(score, (int, float)) or not abs(score - after["score"]) <= _CLOSE * (high - low):
        raise FileError(f"{path}: the score of {shown(name)} is {shown(score)}, and the trials give {after['score']:g}")
    before["uncertainty"] = after["uncertainty"]
