"""Cases: files in the shape of real ones, in the folders of tests/files, each beside what is right (expected.json).

expected.json has what a reading gives, or a list of such:

paths       the files that are read, as globs (default: all that stands beside expected.json)
options     the arguments of `read`
code        of the refusal; `offers` are the options that come first, [] if there are none; `never` is in no offer
matrix      the outcomes of the first run and task; cells: those of every run and task, by their names
runs        how many, or their names; tasks: their names; questions, trials, mean: of the first run and task
says        a part of the refusal, or of the report
"""

from __future__ import annotations

import gzip
import json
import shlex
from contextlib import suppress
from fractions import Fraction
from itertools import product

import pytest
from helpers import cases
from result_files import CASES, FILES, good, lines, placed

from scorio_lite._command.read.options import checked
from scorio_lite._command.text import as_flags
from scorio_lite.files import ReadError, read


def readings(folder):
    """Yield each reading that is expected: the paths, the arguments of `read`, and what is right."""
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    for one in expected if isinstance(expected, list) else [expected]:
        paths = sorted(path for glob in one.get("paths", ["*"]) for path in folder.glob(glob))
        yield [path for path in paths if path.name != "expected.json"], one.get("options", {}), one


def check_refusal(paths, options, expected):
    """Return what is offered: the arguments of each reading, and its runs."""
    with pytest.raises(ReadError) as refused:
        read(*paths, **options)
    error = refused.value
    offered = [" ".join(reading["options"]) for reading in error.readings]
    first = expected.get("offers", offered)
    assert (error.code, offered[: len(first) or 1]) == (expected["code"], first)
    assert expected.get("says", "") in " ".join(str(error).split())
    assert len({*offered}) == len(offered) <= 4
    assert not any(text in offer for text in expected.get("never", ()) for offer in offered)
    return [({**options, **reading["keywords"]}, reading["runs"]) for reading in error.readings]


def check_numbers(paths, options, expected):
    evaluation, cells = read(*paths, **options), {}
    for cell in product(evaluation.runs, evaluation.tasks):
        with suppress(KeyError):  # the run lacks the task
            cells[" ".join(cell).strip()] = evaluation.matrix(*cell)
    first = next(iter(cells.values()))
    runs = evaluation.runs if isinstance(expected.get("runs"), list) else len(evaluation.runs)
    every = {"matrix": first, "cells": cells, "runs": runs, "tasks": sorted(evaluation.tasks)}
    every.update(questions=len(first), trials=len(first[0]))
    wanted = {**({} if "cells" in expected else {"runs": 1, "tasks": [""]}), **expected}
    for name in every.keys() & wanted.keys():
        assert every[name] == wanted[name], name
    if "mean" in wanted:
        assert wanted["mean"] == float(sum(sum(map(Fraction, row)) / len(row) for row in first) / len(first))
    assert expected.get("says", "") in " ".join(evaluation.report().split())


def check(folder):
    """Check each reading of a case; return what is offered: the files, the arguments of `read`, and the runs."""
    offered = []
    for paths, options, expected in readings(folder):
        if "code" in expected:
            offered += [(paths, *offer) for offer in check_refusal(paths, options, expected)]
        else:
            check_numbers(paths, options, expected)
    return offered


@pytest.mark.parametrize("folder", CASES, ids=str)
def test_cases(folder):
    """Each offer is read, and its runs have the means that it states, to the last bit."""
    for paths, keywords, runs in check(FILES / folder):
        report = json.loads(read(*paths, **keywords).report(output="json"))
        means = [row.get("avg", row) for row in report.get("runs", [report])]
        if all(means):  # a run that lacks a task has none
            assert {mean["value"] for mean in means} == {run["avg"] for run in runs}, keywords


def relaid(content):
    """Return JSON Lines as a list, a list of records as lines, and another document with other blanks."""
    try:
        document = json.loads(content)
    except ValueError:
        return json.dumps([json.loads(line) for line in content.splitlines()]).encode()
    is_list = isinstance(document, list) and isinstance(document[0], dict)
    return (lines(document) if is_list else json.dumps(document, indent=3)).encode()


FORMS = {
    "with a mark": lambda content: b"\xef\xbb\xbf" + content,
    "packed in two parts": lambda content: gzip.compress(content[:30]) + gzip.compress(content[30:]),
    "with lines of Windows": lambda content: content.replace(b"\n", b"\r\n"),
    "in UTF-16": lambda content: content.decode().encode("utf-16"),
    "in another layout": relaid,
}
TEXTS = [folder for folder in CASES if "refused" not in folder.parts]


@cases("form", [None], FORMS)
@pytest.mark.parametrize("folder", TEXTS, ids=str)
def test_cases_in_other_forms(tmp_path, folder, form):
    """Every case is read alike in each encoding and layout: in one of them by default."""
    paths = [path for path in (FILES / folder).rglob("*") if path.is_file()]
    files = {path.relative_to(FILES / folder).as_posix(): path.read_bytes() for path in paths}
    change = FORMS[form or [*FORMS][TEXTS.index(folder) % len(FORMS)]]
    for name, content in files.items():
        is_text = b"\0" not in content and content[:1] != b"\x1f" and name != "expected.json"
        with suppress(ValueError):  # no JSON, so there is no other layout
            files[name] = change(content) if is_text else content
    check(placed(tmp_path, files))


@cases("folder", CASES[::4], [folder for i, folder in enumerate(CASES) if i % 4], ids=str)
def test_explained(folder):
    """The options that --explain prints give the same reading when they are typed."""
    for paths, options, expected in readings(FILES / folder):
        if "code" not in expected:
            flags = as_flags({name: checked(name, value) for name, value in options.items()})
            first, _, rest = good(*paths, *flags, "--explain").partition("The same as options: ")
            typed, _, rest = rest.partition("\n\n")
            missing = [flag for flag in flags if flag.startswith("--missing")]
            again = good(*paths, *shlex.split(typed), *missing, "--explain")
            assert again.startswith(first) and again.endswith(rest), typed
