"""Templates of --at and --path, which say which part of an address is which coordinate: run, task, question or trial.

    [{}].passed                     a list of records, with the outcome in the field passed
    {question}.trials.{trial}.passed    objects by name in objects by name
    {run}.{task}.{question}[{trial}]    lists in objects
    [{}].{run}_run{trial}           columns whose names have two parts
    {run}.{outcome}[{question}]     lists of the names of questions, by how they ended
    {run}/{task}/seed{trial}.jsonl  the path of a file

{} is a part that says nothing. A dot separates keys, [ ] holds an index, / separates the parts of a path.
"""

from __future__ import annotations

import re
from itertools import takewhile

from ..fields import OUTCOME_KEYS, QUESTION_KEYS, RUN_KEYS, reached, usual_name, usual_names
from ..grading import FileError, shown
from .names import are_models, role_of_names
from .trial_names import is_named_as_trial
from .usual import MEANS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

ROLES = ("run", "task", "question", "trial")
OUTCOME = "outcome"
VALUE = "value"  # the field for an outcome that stands alone, in no record
QUESTION = {*QUESTION_KEYS}
_RUNS = frozenset(spelled(name) for name in RUN_KEYS for spelled in (str, str.title, str.upper))
_STEP = re.compile(r"\[(\{\w*\}|\d+)\]|\.?((?:\{\w*\}|[^.\[\]{}])+)")
ROLE_PART = re.compile(r"\{(\w*)\}")


class Step:
    """One step of a template, into an object or a list: a key, or a pattern with coordinates such as {run}."""

    def __init__(self, text: str, is_index: bool = False) -> None:
        self.text, self.is_index = text, is_index
        self.roles = ROLE_PART.findall(text)
        pieces = ROLE_PART.split(text)
        parts = {"question": "(.+)"}  # the longest text: q_1 and 0 of q_1_0
        literal = (parts.get(piece, "(.+?)") if i % 2 else re.escape(piece) for i, piece in enumerate(pieces))
        self.pattern = re.compile("".join(literal), re.IGNORECASE | re.DOTALL)
        self.fits_all = ROLE_PART.fullmatch(text) is not None
        # a field that names the run is no question
        self.runs = _RUNS if self.fits_all and self.roles == ["question"] and not is_index else frozenset()
        self.field = ""  # the field that holds its list
        self.are_names = False  # whether the entries of its list name the coordinate, not their numbers

    def names_run(self, key: Any, value: Any) -> bool:
        """Whether a field is no entry, but has the name of the run: {"model": "gpt-4o", "q1": 1, "q2": 0}."""
        return key in self.runs and isinstance(value, str)

    def entries(self, value: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
        """Yield (texts of the coordinates, entry) for each entry of `value` that matches the step."""
        named = value.items() if isinstance(value, dict) and not self.is_index else ()
        found: Any = enumerate(value) if isinstance(value, list) else named
        found = ((name, {}) for _, name in found) if self.are_names else found
        if self.fits_all:
            found = ((key, one) for key, one in found if not self.names_run(key, one)) if self.runs else found
            yield from (((key,), one) for key, one in found)
            return
        for key, one in found:
            match = self.pattern.fullmatch(str(key).strip())
            if match:
                yield match.groups(), one


def steps_of(template: str) -> list[Step]:
    """Split a template of --at into steps. Raise ValueError if the text is no template."""
    steps, place = [], 0
    while place < len(template):
        found = _STEP.match(template, place)
        if not found:
            raise ValueError(f"expected a template such as [{{}}].passed, got {shown(template)}")
        place = found.end()
        steps.append(Step(found[1] or found[2], bool(found[1])))
        steps[-1].field = steps[-2].text if steps[1:] else ""
        steps[-1].are_names = bool(found[1]) and any(OUTCOME in step.roles for step in steps)
    roles = [role for step in steps for role in step.roles]
    for _ in [step for step in steps if "run" in step.roles][1:]:
        roles.remove("run")  # the names of runs in several steps are joined
    check_roles(roles, template, (OUTCOME,))
    return steps


def check_roles(roles: list[str], template: str, more: tuple[str, ...] = ()) -> None:
    """Refuse a template with no coordinates, a repeated one, or one that is neither in `ROLES` nor in `more`."""
    for role in filter(None, roles):
        if role not in ROLES + more:
            known = ", ".join(f"{{{one}}}" for one in ROLES + more)
            raise ValueError(f"{shown(template)}: {{{role}}} is none of {known} and {{}}")
        if roles.count(role) > 1:
            raise ValueError(f"{shown(template)}: {{{role}}} occurs twice")
    if not roles:
        raise ValueError(f"{shown(template)}: no part of it is {{run}}, {{task}}, {{question}}, {{trial}} or {{}}")


def split_of(template: str) -> tuple[list[Step], tuple[str, ...]]:
    """Split a template of --at into (steps to a record, names of the fields from there to the outcome)."""
    steps = steps_of(template)
    # the last step to a record is the last one with a coordinate, or an index after it
    last = max(i for i, step in enumerate(steps) if step.roles)
    last += last + 1 < len(steps) and steps[last + 1].is_index
    return steps[: last + 1], tuple(step.text for step in steps[last + 1 :])


def records_at(
    value: Any, steps: list[Step], above: dict[str, Any], are_trials: bool, axes: dict[str, list[str]]
) -> Iterator[dict[str, Any]]:
    """Yield a record for each address that fits: its coordinates, plain fields on the way, and the fields at its end.

    Outcomes on the way are left out, as they sum up trials. With `are_trials`, a field at the end that names the
    question is left out if a coordinate names it. `axes` is {coordinate: names}: the names replace the indices in a
    list of the same length.
    """
    tries = {} if above else tries_of(value)  # only at the top of a document
    if not steps:
        own = value if isinstance(value, dict) else {VALUE: value}
        if are_trials and not QUESTION.isdisjoint(above):
            own = {name: one for name, one in own.items() if usual_name(name) not in QUESTION}
        yield {**above, **own}
        return
    step, rest = steps[0], steps[1:]
    if isinstance(value, dict):
        plain = ((name, one) for name, one in value.items() if not isinstance(one, (list, dict)))
        above = {**above, **{name: one for name, one in plain if step.names_run(name, one) or _comes_down(step, name)}}
    if value == [] and not (rest or step.are_names):
        yield above  # a question without a trial
    value = with_models(value, step.field) if step.is_index and isinstance(value, list) else value
    for texts, one in step.entries(tries or value):
        named = {role: text for role, text in zip(step.roles, texts) if role}
        for role, names in axes.items() if step.is_index else ():
            if role in named and len(names) == len(value):
                named[role] = names[int(named[role])]
        if "run" in named and "run" in above:
            named["run"] = f"{above['run']}/{named['run']}"
        yield from records_at(one, rest, {**above, **named}, are_trials, axes)


def tries_of(value: Any) -> dict[str, Any]:
    """Return the lists and objects in an object if they are trials; else {}."""
    if not isinstance(value, dict) or not usual_names(value).isdisjoint({*OUTCOME_KEYS} - MEANS):
        return {}
    # no other fields may have names of trials, and no field may hold an outcome
    found = {name: one for name, one in value.items() if is_named_as_trial(name)}
    return found if {*found} == {name for name, one in value.items() if isinstance(one, (list, dict))} else {}


def with_models(entries: list[Any], field: str) -> list[Any]:
    """Return the entries of a list of runs, each with the field `model`: the name of its run, or else the id."""
    first = entries[0] if entries and isinstance(entries[0], dict) else {}
    key = next((key for key in ("name", "id") if key in first), "")
    if not key or not usual_names(first).isdisjoint(RUN_KEYS) or not all(isinstance(one, dict) for one in entries):
        return entries
    # entries are runs if the field of the list says so, or if their names are models
    if role_of_names(field) != "run" and not are_models([str(one.get(key)) for one in entries]):
        return entries
    return [{RUN_KEYS[0] if name == key else name: value for name, value in one.items()} for one in entries]


def objects_along(value: Any, path: list[str]) -> Iterator[dict[str, Any]]:
    """Yield the objects that a path of fields leads through, the whole value first."""
    for name in path:
        if not isinstance(value, dict):
            return
        yield value
        value = next((one for key, one in value.items() if usual_name(key) == usual_name(name)), None)


def axes_of(objects: Iterable[dict[str, Any]]) -> dict[str, list[str]]:
    """Return {role: names} for lists of names, as {"run": ["a", "b"]} for the field "models": ["a", "b"]."""
    found: dict[str, list[str]] = {}
    for name, one in (item for own in objects for item in own.items()):
        role = role_of_names(name) if isinstance(one, list) and len(one) > 1 else ""
        if role and all(type(x) in (str, int) for x in one) and len({*map(str, one)}) == len(one):
            found.setdefault(role, [*map(str, one)])
    return found


def _comes_down(step: Step, name: str) -> bool:
    is_entry = step.pattern.fullmatch(name.strip()) and OUTCOME not in step.roles
    return not is_entry and usual_name(name) not in OUTCOME_KEYS


def split_template(text: str) -> tuple[re.Pattern[str], list[str]]:
    """Return (pattern, coordinates) of a template of --split."""
    step = Step(text)
    check_roles(step.roles, text)
    return step.pattern, step.roles


class PathTemplate:
    """A template of --path. It must fit the end of a path; if it begins with /, the whole path."""

    def __init__(self, text: str) -> None:
        self.text = text
        pieces = ROLE_PART.split(text.strip("/"))
        self.roles = pieces[1::2]
        if self.roles:  # else it is the path of one file
            check_roles(list(dict.fromkeys(self.roles)), text)
        found = (re.escape(piece) if i % 2 == 0 else "([^/]+?)" for i, piece in enumerate(pieces))
        self._pattern = re.compile("(?:.*/)?" * (text[:1] != "/") + "".join(found))

    def coordinates(self, path: str) -> dict[str, str] | None:
        """Return {coordinate: text} of a path; None if it does not fit. Texts of two {run} are joined by /."""
        match = self._pattern.fullmatch(path)
        if match is None:
            return None
        found: dict[str, str] = {}
        for role, text in zip(self.roles, match.groups()):
            if role:
                found[role] = f"{found[role]}/{text}" if role in found else text
        return found


def at_records(
    values: Iterable[tuple[int, Any]], template: str, are_lines: bool
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (number of the value, record) for each address in a file's values that fits the template.

    With `are_lines`, each value is a line of the file, and a template such as [{}].passed sees the lines as a list;
    else each value is a document.
    """
    steps, tail = split_of(template)
    found = False
    for i, (at, value) in enumerate(values):
        is_list = are_lines and steps[0].is_index  # the lines of a file are a list
        own = {role: i for role in steps[0].roles if role and is_list}
        axes = axes_of(objects_along(value, [step.text for step in takewhile(lambda one: not one.roles, steps)]))
        for record in records_at(value, steps[1:] if is_list else steps, own, "trial" in steps[-1].roles, axes):
            if tail:
                record[".".join(tail)] = reached(record, ".".join(tail))
            found = True
            yield at, record
    if not found:
        raise FileError(f"--at {shown(template)} fits nothing in the file")
