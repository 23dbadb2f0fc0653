"""Say how files are read: the role of each field, and the options that read the same; a table of the fields."""

from __future__ import annotations

from . import candidates
from .names import TRIAL_WORDS
from .options import as_flags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..score.ledger import TaskRun
    from .options import Ask
    from .sample import Field, Roles, Sample

_MOST = 40  # fields in a table
_ROLES = ("question", "outcome", "equal", "trial", "run", "task", "answer", "broken", "columns", "model")


def describe(cell: TaskRun, sample: Sample, roles: Roles, ask: Ask, key: str) -> None:
    """Note how the cell was read, for the report, and the options that do so."""
    outcome = "==".join(roles.equal) or ",".join(roles.outcome or roles.columns)
    if roles.inner:
        outcome = f"{outcome}[].{roles.inner}"
    used = {*roles.fields, roles.text, key, *ask.fixed}
    cell.format = "records"
    cell.names_of_fields = [name for name in sample.names if not sample.field(name).is_list]
    cell.reading = {
        "format": "records",
        "question": [ask.at if name.startswith("{") and ask.at else name for name in roles.question],
        "outcome": (ask.at if outcome.startswith("{") else outcome) or None,
        "trial": roles.trial or None,
        "run": roles.run or roles.model or None,
        "answer": roles.answer or None,
        "unused": [name for name in sample.names if name not in used],
        **({"columns": list(roles.columns)} if roles.shape == "columns" else {}),
        **({"text": roles.text} if roles.text else {}),
    }
    cell.read_by = as_flags(_options_of(roles, ask))
    named: dict[str, str] = {}
    for role in _ROLES:
        fields, word = getattr(roles, role), "outcome" if role in ("columns", "equal") else role
        named.update(dict.fromkeys((fields,) if isinstance(fields, str) else fields, word))
    cell.why = {name: (named.get(name, "-"), *sample.field(name).about) for name in sample.names[:_MOST]}


def _options_of(roles: Roles, ask: Ask) -> dict[str, Any]:
    """Return the options that reproduce a reading when typed."""
    options = ask.given_options()
    if not ask.at:
        columns = {"counts": "counts", "columns": "trials", "runs": "runs"}.get(roles.shape)
        outcome = ("==".join(roles.equal),) if roles.equal else roles.outcome
        options.update({"question": roles.question, columns or "outcome": roles.columns if columns else outcome})
    for role in ("trial", "run", "task", "answer"):
        if getattr(roles, role) and not getattr(roles, role).startswith("{"):
            options[role] = getattr(roles, role)
    if roles.scores:
        options["scores"] = roles.scores
    options.pop("missing", None)
    return options if ask.at else {"format": "records", **options}


def table_of(sample: Sample) -> list[dict[str, Any]]:
    """Return a record for each field: its name, its values, an example, and the options that it fits."""
    return [
        {"field": field.name, "values": field.about[0], "example": field.about[1], "fits": _fits(sample, field)}
        for field in map(sample.field, sample.names[:_MOST])
    ]


def _fits(sample: Sample, field: Field) -> list[str]:
    """Return the options that a field fits."""
    if field.is_list:
        return ["outcome"] if candidates.of_list(field) else []
    recurs = field.is_plain and field.varies and 2 * len(field.distinct) <= len(sample)
    fits = ["outcome"] if candidates.gradings(field) else []
    fits += ["question"] if candidates.may_name(field) else []
    return fits + (["run", "trial"] if recurs and (not field.is_flag or field.says(TRIAL_WORDS)) else [])
