"""Find the files of a folder that repeat others: copies of them, or the trials of several in one."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from pathlib import PurePosixPath

from .asking import asking
from .explained import is_in
from .grading import FEW, FileError
from .ledger import FAILURE, MANY, SUCCESS
from .readings.leaves import Leaf
from .readings.names import kind_of_names
from .readings.paths import Assigned, all_ways
from .readings.splits import escaped
from .readings.table import Sample
from .readings.templates import PathTemplate
from .readings.values import form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection, Sequence

    from .book import Book
    from .settings import Settings
    from .tree_file import File


def versions_among(files: list[File]) -> list[File]:
    """Set an error for each file whose name says that it is a version of another (a.csv.bak). Return these files."""
    known = {one.path for one in files}
    found = [one for one in files if one.part.original in known]
    for one in found:
        one.error = FileError(f"{one.path}: by its name, it is another version of {one.part.original}")
    return found


def check_versions(former: list[File], files: list[File], settings: Settings, merge: bool) -> None:
    """Refuse a numbered version of a file with other questions: log.jsonl.1 may be an older part of log.jsonl.

    With `merge`, move it from `former` to `files` instead.
    """
    known: dict[Any, File] = {one.path: one for one in files if not one.error}
    numbered = [one for one in former if one.part.original in known and one.path.suffix[1:].isdecimal()]
    for one in numbered:
        original = known[one.part.original]
        error, one.error = one.error, None
        one.read_any(settings)
        is_part = one.size and not one.error and one.ids().keys().isdisjoint(original.ids())
        if is_part and not merge:
            only = f"--path=/{escaped(str(original.path))}"
            what = f"{one.part.label} and {original.part.label} have different questions: are they parts of one run?"
            raise asking(what, ["--merge"], [only], otherwise="name the files that count")
        if is_part:
            former.remove(one)
            files.append(one)
        else:
            one.error = error


def without_copies(good: list[File]) -> list[File]:
    """Return the files that are no copies. A copy has name and outcomes of another file, or the trials of several."""
    packed = len({one.part.is_packed for one in good}) > 1  # archives beside files, which they may hold
    twins: dict[tuple[str, str], list[File]] = {}
    for one in sorted(good, key=lambda one: (one.part.is_packed, len(one.path.name), str(one.path))):
        folder = "" if one.part.is_packed or packed else str(one.path.parent)
        twins.setdefault((folder, _plain_name(PurePosixPath(one.part.stem).name)), []).append(one)
    copies = set()
    for own in twins.values():
        known: list[Any] = []
        for one in own if own[1:] else ():
            if one.outcomes() in known:
                copies.add(id(one))
            known.append(one.outcomes())
    copies.update(map(id, (*_joined(good), *_summed(good))))
    return [one for one in good if id(one) not in copies]


def _joined(good: list[File]) -> list[File]:
    """Return the files that only join others, such as all.csv with the runs of oak.csv and birch.csv."""
    several = [one for one in good if len(one.book.books()) > 1]
    known: dict[str, list[tuple[str, File]]] = {}
    for one in good if several else ():
        for run, *cell in one.outcomes() if one not in several else ():
            known.setdefault(str(cell), []).append((run, one))

    def is_known(run: str, *cell: Any) -> bool:
        own = known.get(str([*cell]), ())
        return any(name == run or (not name and is_in(run, str(other.path))) for name, other in own)

    return [one for one in several if all(is_known(*cell) for cell in one.outcomes())]


def _summed(good: list[File]) -> list[File]:
    """Return the files that repeat the trials of at least two others, as all.csv beside seed0.csv and seed1.csv.

    Such a file has exactly the trials of all other files with the same questions, in its folder or in the whole tree.
    """
    groups: dict[Any, list[File]] = {}
    may_sum = [one for one in good if not any(book.rows for book in one.book.books())]  # the others have single trials
    for one in good if may_sum else ():
        names = frozenset(one.ids())
        for folder in (one.path.parent, None):
            groups.setdefault((folder, names), []).append(one)
    found = []
    for own in groups.values():
        many = [one for one in own if len(own) > 2 and one in may_sum and _first_trials(one) >= len(own) - 1]
        total = _counts(own) if many else {}
        found += [one for one in many if _counts([one, one]) == total and len(total) >= FEW]
    return found


def _first_trials(one: File) -> int:
    """Return the number of trials of the first question; 0 if the file names no questions."""
    return next((sum(counts) for _, _, questions in one.outcomes() for _, counts in questions), 0)


def _counts(files: list[File]) -> dict[str, Counter[int]]:
    """Return {question: {code of an outcome: how often it occurs}} for all trials of some files."""
    found: dict[str, Counter[int]] = {}
    for one in files:
        for _, _, questions in one.outcomes():
            for label, counts in questions:
                found.setdefault(label, Counter()).update({code: n for code, n in enumerate(counts) if n})
    return found


def _plain_name(stem: str) -> str:
    return re.sub(r"( ?\(\d+\)|[-_ ]copy)$", "", stem)


def _rows_of(book: Book) -> list[tuple[str, tuple[int, ...]]]:
    """Return (name, counts of the outcomes) of each question."""
    rows = book.rows.counted() if book.rows else ((x, tuple(one.counts)) for x, one in book.questions.items())
    return [(str(label), counts) for label, counts in rows]


def same_as(book: Book, path: str, seen: dict[Any, str]) -> list[str]:
    """Return [a path in `seen`, `path`] if two files have the same outcomes; else add `path` to `seen`, and return [].

    Compare only files with many questions, one trial each, and both failures and successes: chance may make others
    equal.
    """
    outcomes = tuple(_rows_of(book))
    if len(outcomes) < MANY or {counts for _, counts in outcomes} != {FAILURE, SUCCESS}:
        return []
    known = seen.setdefault(outcomes, path)
    return [known, path] if known != path else []


def check_copies(files: Sequence[File], leaves: Sequence[Leaf], found: Assigned) -> None:
    """Raise a FileError that asks if files of one task, but of different runs, have the same records.

    Files are not compared if what their names differ in says a run, as in gpt.csv and qwen.csv.
    """
    seen: dict[Any, int] = {}
    copies: dict[int, int] = {}
    for j, one in enumerate(files):
        rows = frozenset(pair for inner in one.book.books() for pair in _rows_of(inner))
        i = seen.setdefault((found.tasks[j], hash(rows)), j)
        a, b = leaves[i], leaves[j]
        is_told = (a.model, a.settings) != (b.model, b.settings) or _are_runs(found.runs[i], found.runs[j])
        if found.runs[i] != found.runs[j] and not is_told and _have_same_records(files[i], one, rows):
            copies[j] = i
    for j, i in copies.items():
        kept = [k for k in range(len(files)) if k not in copies]
        ways = all_ways([leaves[k] for k in kept]) if kept[1:] else [escaped(str(files[i].part.path))]
        fits = (text for text in ways if not any(PathTemplate(text).coordinates(str(files[k].path)) for k in copies))
        ways = [*islice(fits, 1), *filter(None, [found.template])]
        both = f"{files[i].part.label} and {files[j].part.label}"
        what = f"{both} have the same records: is one a copy, or is each a run?"
        raise asking(what, *([f"--path={text}"] for text in ways), otherwise="name the files that count")


def _are_runs(name: str, other: str) -> bool:
    """Whether what two names differ in says a run: a model or a setting, but no mere version such as v2."""
    one, two = ([x for x in re.split(r"[-_/ ]+", text) if not re.fullmatch(r"v?\d+", x)] for text in (name, other))
    rests = ["-".join(x for x in a if x not in b) for a, b in ((one, two), (two, one))]
    return any(rest and kind_of_names([rest]) == "run" for rest in rests)


def _have_same_records(one: File, other: File, outcomes: Collection[Any]) -> bool:
    """Whether two files with the same outcomes have equal values in all fields that both have, and not by chance."""
    tables = [Sample(each.records()) for each in (one, other)]
    role = one.book.books()[0].read.roles.get("outcome")
    names = [name for name in tables[0].top if name in tables[1] and name != role]
    rows = [Counter(zip(*([form(x) for x in table[name].raw] for name in names))) for table in tables]
    is_sure = any(tables[0][name].is_of_trials and not tables[0][name].is_constant for name in names)
    is_many = sum(sum(counts) for _, counts in outcomes) >= MANY and len({counts for _, counts in outcomes}) > 1
    return rows[0] == rows[1] and (is_sure or is_many)
