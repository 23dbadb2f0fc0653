"""Note how files were read: the role of each field, and the options that read the same. Make a table of the fields."""

from __future__ import annotations

from . import candidates
from .names import TRIAL_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..score.ledger import TaskRun
    from .options import Ask
    from .sample import Field, Roles, Sample

_MOST = 40  # fields in a table


def note(cell: TaskRun, ask: Ask, reading: dict[str, Any], options: dict[str, Any]) -> None:
    """Note how a cell was read, and the options that read it in the same way: those given, and `options`."""
    cell.format = reading["format"]
    roles = ("format", "question", "outcome", "trial", "run", "answer")
    cell.reading = {**dict.fromkeys(roles), "unused": [], **reading}
    cell.read_by = {**ask.given_options(), **options}


def describe(cell: TaskRun, sample: Sample, roles: Roles, ask: Ask) -> None:
    """Note how a cell of records was read, and the role of each field."""
    option = roles.shape if roles.shape in ("trials", "runs", "counts") else "outcome"
    outcome = ("==".join(roles.outcome),) if roles.shape == "equal" else roles.outcome
    single = {role: (getattr(roles, role),) for role in ("trial", "run", "task", "answer") if getattr(roles, role)}
    told = {"question": roles.question, option: outcome, **single}
    own = {name: fields for name, fields in told.items() if not fields[0].startswith("{")}  # of --at
    cell.names_of_fields, at = sample.names, ask.at or ""
    used = {*roles.fields, roles.text}
    reading = {
        "format": "records",
        "question": [at if name.startswith("{") else name for name in roles.question],
        "outcome": ",".join(outcome) if option in own else at,
        "trial": roles.trial or None,
        "run": roles.run or roles.model or None,
        "answer": roles.answer or None,
        "unused": [name for name in sample.names if name not in used and not at.endswith(f".{name}")],
        **({"columns": list(outcome)} if roles.shape == "trials" else {}),
        **({"text": roles.text} if roles.text else {}),
    }
    options = {**({} if at else {"format": "records"}), **own, **({"scores": roles.scores} if roles.scores else {})}
    note(cell, ask, reading, options)
    named = {name: option for option, fields in told.items() for name in fields}
    named.update(dict.fromkeys(roles.outcome, option))
    named.update({roles.model: "model"}, **dict.fromkeys(roles.broken, "broken"))
    cell.why = {name: (named.get(name, "-"), *sample.field(name).about) for name in sample.names[:_MOST]}


def table_of(sample: Sample) -> list[dict[str, Any]]:
    """Return a record for each field: its name, its values, an example, and the options that it fits."""
    rows = ((one.name, *one.about, _fits(one)) for one in map(sample.field, sample.names[:_MOST]))
    return [dict(zip(("field", "values", "example", "fits"), row)) for row in rows]


def _fits(field: Field) -> list[str]:
    """Return the names of the options that a field could be given to."""
    if field.is_list:
        return ["outcome"] if candidates.of_list(field) else []
    recurs = field.is_plain and field.varies and 2 * len(field.distinct) <= len(field.values)
    fits = ["outcome"] if candidates.gradings(field) else []
    fits += ["question"] if candidates.may_name(field) else []
    return fits + (["run", "trial"] if recurs and (not field.is_flag or field.says(TRIAL_WORDS)) else [])
