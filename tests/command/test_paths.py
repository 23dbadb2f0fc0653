"""Check what paths say of their files, as tests/paths.txt has it: their templates, runs, tasks, questions and columns."""

from __future__ import annotations

import re

from kept import Kept

from scorio_lite._command.readings.leaves import Leaf, Unclear
from scorio_lite._command.readings.paths import all_ways, assign
from scorio_lite._command.readings.single import question_templates
from scorio_lite._command.readings.splits import PathColumn, aligned, columns_of, crossing, template

PATHS = Kept("paths.txt")


def questions_of(text):
    """Return {question: hash of its text or None}: q*2 is q0 and q1 without texts, a!2 is 0 and 1 with texts.

    Otherwise each letter of `text` is a question without a text.
    """
    name, mark, number = re.fullmatch(r"(.+?)(?:([*!])(\d+))?", text).groups()
    if mark:
        return {f"{name}{i}" if mark == "*" else i: None if mark == "*" else hash(f"{name} {i}") for i in range(int(number))}
    return {int(x) if x.isdigit() else x: None for x in text}


def leaves_of(files):
    """Return the files that a text lists as path=questions@model#task; see `questions_of`."""
    parts = [re.fullmatch(r"([^=]+)=([\w*!-]+)(?:@([^#]+))?(?:#(.+))?", one).groups() for one in files.split()]
    return [Leaf(path, questions_of(ids), ".json", model=model or "", task=task or "") for path, ids, model, task in parts]


def offered(files):
    """Return the templates that are offered for these files, best first."""
    return " ".join(all_ways(leaves_of(files)))


def assigned(files):
    """Return run:task of each file, and the template that gives them; or what the command asks."""
    leaves = leaves_of(files)
    try:
        found = assign(leaves)
    except Unclear as error:
        has_usual_ways = [*error.ways] == [[f"--path={one}"] for one in all_ways(leaves)]
        return f"!{error}{'' if has_usual_ways else f' {[*error.ways]}'}"
    cells = " ".join(f"{run}:{task}" for run, task in zip(found.runs, found.tasks))
    return f"{cells} {found.template}{' trials' * found.are_trials}"


def questions(paths):
    """Return the templates that are offered if each of these paths is a file of one question."""
    return " ".join(question_templates(paths.split(), [".json" for _ in paths.split()]))


def shown(columns):
    """Write columns as level:before[values]after, with ~ behind a column of dates or hashes."""
    return " ".join(f"{one.level}:{one.before}[{','.join(one.values)}]{one.after}{'~' * one.is_silent}" for one in columns)


def columns(text):
    """Return the columns of some paths. `text` is a digit for each path (equal for equal questions), and the paths."""
    groups, *paths = text.split()
    return shown(columns_of([path.split("/") for path in paths], list(map(int, groups))))


def parts(names):
    """Return the columns into which these names split: a_x, a_y, b_x, b_y give a, a, b, b and x, y, x, y."""
    column = PathColumn(names.split(), "(", ")")
    column.level = 2
    return shown(crossing(column))


def levels(paths):
    """Return the parts of paths, level by level: once counted from the first level, once from the last."""
    return " or ".join(" ".join("|".join(row) for row in rows) for rows in aligned(paths.split()))


def template_of(text):
    """Return the template of some paths. The text is the roles of their columns, such as run,trial, and then the paths."""
    roles, *paths = text.split()
    rows = [path.split(".")[0].split("/") for path in paths]
    found = [part for one in columns_of(rows, [0] * len(rows)) for part in crossing(one)]
    return template(rows, found, roles.split(","), [path[-2:] for path in paths])


ASKED = {"crossing": parts, "template": template_of, **{one.__name__: one for one in (offered, assigned, questions, columns, levels)}}


@PATHS.parametrized
def test_paths(case):
    """A case is the name of a function above, and the text for it."""
    name, _, text = case.partition(" ")
    PATHS.check(case, ASKED[name](text) or "nothing")
