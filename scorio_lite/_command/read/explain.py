"""Say how files are read: the role of each field, and the options that read the same; a table of the fields."""

from __future__ import annotations

from ..grading import shown
from . import candidates
from .names import TRIAL_WORDS
from .options import as_flags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..score.ledger import TaskRun
    from .options import Ask
    from .sample import Roles, Sample

_EXAMPLES = 40  # columns of an example
_MOST = 40  # fields in a table


def describe(cell: TaskRun, sample: Sample, roles: Roles, ask: Ask, key: str) -> None:
    """Note how the cell was read, for the report, and the options that do so."""
    outcome = "==".join(roles.equal) or ",".join(roles.outcome) or ",".join(roles.columns)
    if roles.inner:
        outcome = f"{outcome}[].{roles.inner}"
    used = {*roles.fields, roles.text, key, *ask.fixed}
    unused = [name for name in sample.names if name not in used and not ask.ignores(name)]
    cell.format = "records"
    cell.names_of_fields = [name for name in sample.names if not sample.field(name).is_list]
    cell.reading = {
        "format": "records",
        "question": [ask.at if name.startswith("{") and ask.at else name for name in roles.question],
        "outcome": (ask.at if outcome.startswith("{") else outcome) or None,
        "trial": roles.trial or None,
        "run": roles.run or roles.model or None,
        "answer": roles.answer or None,
        "unused": unused,
        **({"columns": list(roles.columns)} if roles.shape == "columns" else {}),
        **({"text": roles.text} if roles.text else {}),
    }
    cell.read_by = as_flags(_options_of(roles, ask))
    named: dict[str, str] = {}
    for role in ("question", "outcome", "equal", "columns", "broken"):
        named.update(dict.fromkeys(getattr(roles, role), {"equal": "outcome", "columns": "outcome"}.get(role, role)))
    named.update(
        (getattr(roles, role), role) for role in ("trial", "run", "task", "answer", "model") if getattr(roles, role)
    )
    cell.why = {
        name: (named.get(name, "-"), _values_of(sample, name), _example(sample, name)) for name in sample.names[:_MOST]
    }


def _values_of(sample: Sample, name: str) -> str:
    field = sample.field(name)
    return "lists" if field.is_list else f"{len(field.distinct):,} values"


def _example(sample: Sample, name: str) -> str:
    there = sample.field(name).there
    return shown(there[0], _EXAMPLES) if there else ""


def _options_of(roles: Roles, ask: Ask) -> dict[str, Any]:
    """Return the options that reproduce a reading when typed."""
    found = ask.given_options()
    if not ask.at:
        found["question"] = roles.question
        if roles.shape in ("one", "list", "objects"):
            found["outcome"] = ("==".join(roles.equal),) if roles.equal else roles.outcome
        elif roles.shape in ("counts", "columns", "runs"):
            found[{"counts": "counts", "columns": "trials", "runs": "runs"}[roles.shape]] = roles.columns
    for role in ("trial", "run", "task", "answer"):
        if getattr(roles, role) and not getattr(roles, role).startswith("{"):
            found[role] = getattr(roles, role)
    if roles.scores:
        found["scores"] = roles.scores
    found.pop("missing", None)
    return found if ask.at else {"format": "records", **found}


def table_of(sample: Sample) -> list[dict[str, Any]]:
    """Return a record for each field: its name, its values, an example, and the options that it fits."""
    return [
        {
            "field": name,
            "values": _values_of(sample, name),
            "example": _example(sample, name),
            "fits": _fits(sample, name),
        }
        for name in sample.names[:_MOST]
    ]


def _fits(sample: Sample, name: str) -> list[str]:
    """Return the options that a field fits."""
    field = sample.field(name)
    if field.is_list:
        return ["outcome"] if candidates.of_list(sample, name) else []
    recurs = field.is_plain and field.varies and 2 * len(field.distinct) <= len(sample)
    fits = ["outcome"] if field.is_flag or candidates.gradings(field) else []
    fits += ["question"] if candidates.may_name(field) else []
    return fits + (["run", "trial"] if recurs and (not field.is_flag or field.says(TRIAL_WORDS)) else [])
