"""The JSON Schema of what --json prints."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "number"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_YES: Schema = {"const": True}
_VERSION: Schema = {"schema_version": {"const": 1}}


def _maybe(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _list(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _object(required: Schema, optional: Schema | None = None, others: Schema | bool = False) -> Schema:
    properties = {**required, **(optional or {})}
    kind = {"type": "object", "properties": properties, "required": list(required)}
    return {**kind, "additionalProperties": others}


_SIZE = {"question_count": _COUNT, "trials": _COUNT}
_MORE = {"most_trials": _COUNT, "missing": _ref("missing")}
_ENDS = {"lo": _NUMBER, "hi": _NUMBER}
_SCORE = {"value": _maybe(_NUMBER), "se": _NUMBER, **_ENDS, "value_low": _NUMBER, "value_high": _NUMBER}
_ASKED = {"confidence": _NUMBER, "questions": {"enum": ["new", "these"]}}
_SETTINGS = {"anytime": _YES, "of": _COUNT, "cluster": _TEXT, "clusters": _COUNT}
_CREDIBLE = _object({"mu": _NUMBER, "sigma": _NUMBER, **_ENDS})
_IN_SCORE = {"credible": _CREDIBLE, "beyond": _YES, "unexplained": _YES}
_AT_K = {"at_k": _list(_object({"k": _COUNT}, others=_ref("score")))}
_RANKS = {"rank": _maybe(_COUNT), "worst": _maybe(_COUNT), "run": _TEXT, "file": _TEXT, "format": _TEXT}
_READ = {"reading": _ref("reading"), "difference": _maybe(_ref("score"))}
_ON_BOARDS = {"pairs": {"enum": ["board", "each"]}, "difference_confidence": _NUMBER}
_DIFFERENCES = _list(
    _object({"difference": _ref("score")}, {"task": _TEXT, "slice": _TEXT, "from_the_others": _ref("score")})
)
_DEFINITIONS = {
    # With "beyond", k is above the number of trials: there are bounds, and no value. With missing trials that are
    # bounded, the value is null, and from value_low to value_high.
    "score": _object({}, {**_SCORE, **_IN_SCORE}),
    "missing": _object(
        {"policy": _TEXT, "trials": _COUNT, "questions": _COUNT},
        {"unfinished": _TEXT, "dropped": _COUNT, "waiting": _COUNT, "rule": _TEXT},
    ),
    "reading": _object({"format": _TEXT, "question": _list(_TEXT), "unused": _list(_TEXT)}, {}, others={}),
    "by": _object({"field": _TEXT, "slices": _list(_ref("slice"))}, {"macro": _object({}, _AT_K, _ref("score"))}),
    "slice": _object(
        {"slice": _TEXT, "question_count": _COUNT},
        {"trials": _COUNT, **_MORE, **_AT_K, "runs": _list(_object({"run": _TEXT}, {**_SCORE, **_IN_SCORE}))},
        _ref("score"),
    ),
    "differences": _list(
        _object(
            {"run": _TEXT, "base": _TEXT, "confidence": _NUMBER, "differing": _list(_TEXT)},
            {"difference": _maybe(_ref("score")), "tasks": _DIFFERENCES, "slices": _DIFFERENCES},
        )
    ),
    "by_question": _list(_object({"question": _TEXT, "trials": _COUNT, "avg_these": _ref("score")})),
    "plan": _object(
        {"half_width": _NUMBER},
        {"confidence": _NUMBER, "power": _NUMBER, "runs": _list(_ref("planned")), "metrics": _list(_ref("planned"))},
    ),
    "budget": _object(
        {
            "budget": _NUMBER,
            "question_price": _NUMBER,
            "trial_price": _NUMBER,
            "questions": _COUNT,
            "trials": _COUNT,
            "half_width": _NUMBER,
        }
    ),
    "planned": _object(
        {"metric": _TEXT, "enough_questions": _COUNT, "enough_trials": _COUNT},
        {
            "run": _TEXT,
            "k": _maybe(_COUNT),
            "enough_to_decide": _maybe(_COUNT),
            "share_of_questions": _maybe(_NUMBER),
            "left_by_twice_the_questions": _maybe(_NUMBER),
            "left_by_twice_the_trials": _maybe(_NUMBER),
        },
    ),
    "require": _list(
        _object(
            {
                "required": _TEXT,
                "metric": _TEXT,
                "bound": _NUMBER,
                "result": {"enum": ["met", "failed", "undecided"]},
                **_ENDS,
            },
            {
                "run": _TEXT,
                "base": _TEXT,
                "task": _TEXT,
                "k": _COUNT,
                "confidence": _NUMBER,
                "enough_questions": _COUNT,
                "enough_trials": _COUNT,
                **_SCORE,
                **_IN_SCORE,
            },
        )
    ),
    # An end without a limit is null.
    "amount": _object({name: _maybe(_NUMBER) for name in ("value", "lo", "hi")}, {"se": _maybe(_NUMBER)}),
    "best_of_k": _list(
        _object(
            {
                "run": _TEXT,
                "k": _COUNT,
                "best_of_k": _ref("score"),
                "random": _NUMBER,
                "perfect": _NUMBER,
                "gap_closed": _ref("amount"),
            },
            {"difference": _ref("score")},
        )
    ),
    "cost_per_solve": _list(
        _object(
            {"run": _TEXT, "cost_per_solve": _ref("amount"), "cost": _NUMBER, "solved": _NUMBER},
            {"times": _ref("amount")},
        )
    ),
    "judged": _list(
        _object(
            {
                "run": _TEXT,
                "judged": _ref("score"),
                "judge": _NUMBER,
                **dict.fromkeys(("trials", "labels", "agree", "without_labels"), _COUNT),
            },
            {"difference": _ref("score")},
        )
    ),
    "judges": _list(
        _object(
            {
                "run": _TEXT,
                "trials": _COUNT,
                "both": _list(_list(_COUNT)),
                "agree": _ref("score"),
                "kappa": _maybe(_NUMBER),
            }
        )
    ),
    "cell": _object(_SIZE, _MORE, _ref("score")),
}
_EXTRAS = ("best_of_k", "cost_per_solve", "judged", "judges")
_PARTS = {key: _ref(key) for key in ("by", "differences", "by_question", "plan", "budget", "require", *_EXTRAS)}
_OF_RUNS = {  # how far apart two runs of one trial a question are, and the chance of each
    "between_runs": _NUMBER,
    "homogeneous": _list(_object({"trial": _TEXT, "p": _NUMBER, "holm": _NUMBER, "fewer": {"type": "boolean"}})),
}
_RUN_OF_TASKS = _object(
    {**_RANKS, "question_count": _COUNT, **_READ, "tasks": {"type": "object", "additionalProperties": _ref("cell")}},
    _AT_K,
    _maybe(_ref("score")),
)
_RUN = _object(
    {**_RANKS, **_SIZE, "reading": _ref("reading")},
    {**_MORE, **_SCORE, **_IN_SCORE, **_AT_K, "difference": _maybe(_ref("score")), "p_better": _maybe(_NUMBER)},
)
_BOARD = {**_VERSION, "rank_by": _TEXT, "confidence": _NUMBER}
_KINDS = {
    # The model and the task are texts, if the file names them; all other keys are metrics.
    "report": _object(
        {**_VERSION, "file": _TEXT, "format": _TEXT, **_SIZE, **_ASKED, "reading": _ref("reading")},
        {
            **_MORE,
            **_SETTINGS,
            **_AT_K,
            **_PARTS,
            "run": _TEXT,
            "weights": _list(_NUMBER),
            "scores": _list(_NUMBER),
            "prior": _object({"alpha0": _NUMBER, "beta0": _NUMBER}),
            **_OF_RUNS,
        },
        {"anyOf": [_ref("score"), _TEXT]},
    ),
    "leaderboard": _object(
        {**_BOARD, "runs": _list(_RUN)}, {**_ASKED, **_SETTINGS, **_ON_BOARDS, **_PARTS, "k": _COUNT, "macro": _TEXT}
    ),
    # A run that lacks a task has null for its rank, its mean and its difference to the best.
    "board of tasks": _object(
        {**_BOARD, "tasks": _list(_TEXT), "runs": _list(_RUN_OF_TASKS)},
        {**_ASKED, **_SETTINGS, **_ON_BOARDS, **_PARTS, "k": _COUNT},
    ),
    "flips": _object(
        {
            **_VERSION,
            "flips": _list(_TEXT),
            **_ASKED,
            "question_count": _COUNT,
            **dict.fromkeys(("first", "second", "difference"), _ref("score")),
            "solved": _object(dict.fromkeys(("both", "first_alone", "second_alone", "neither"), _COUNT)),
            "differing": _list(
                _object(
                    {
                        "question": _TEXT,
                        "p": _NUMBER,
                        **dict.fromkeys(("first", "second"), _object({"successes": _COUNT, "trials": _COUNT})),
                    }
                )
            ),
        },
        _SETTINGS,
    ),
    "rates": _object(
        {
            **_VERSION,
            "rates": _list(_NUMBER),
            "confidence": _NUMBER,
            "power": _NUMBER,
            "cases": _list(
                _object({"case": _TEXT, "exactly_one": _NUMBER, "correlation": _maybe(_NUMBER), "questions": _COUNT})
            ),
        }
    ),
    "steps": _object(
        {
            **_VERSION,
            "x": _TEXT,
            "metric": _TEXT,
            "k": _maybe(_COUNT),
            "confidence": _NUMBER,
            "reading": _ref("reading"),
            "steps": _list(_object({"x": _NUMBER, "run": _TEXT, **_SIZE, "value": _NUMBER, **_ENDS}, _MORE)),
        },
        _SETTINGS,
    ),
    "refusal": _object({"error": _TEXT, "readings": _list(_object({"options": _list(_TEXT), "runs": _list({})}))}),
}
SCHEMA: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "scorio-lite --json",
    "anyOf": [{"title": title, **kind} for title, kind in _KINDS.items()],
    "$defs": _DEFINITIONS,
}
