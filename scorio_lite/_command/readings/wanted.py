"""Select the wanted records of a file (--where, --skip, --once), and fill or compute fields."""

from __future__ import annotations

import copy
import re
from itertools import chain

from ..fields import as_asked, described, listed, reached, some, usual_name
from ..grading import FileError, is_missing, number_in, shown, typed_as
from ..settings import Settings, paths
from ..text import folded, names_in
from .cells import counts_in, list_in, marks_of
from .templates import split_template
from .usual import IN_FRACTIONS
from .values import form, is_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection, Iterable, Iterator, Sequence

    from ..book import Book
    from ..grading import Grader
    from .reading import Plan
    from .table import Pairs

ROW = "row"  # with --question: the number of a row names its question
_SUM = re.compile(r"([+*-])")


def wanted(pairs: Pairs, book: Book, settings: Settings, unit: str) -> tuple[Pairs, Settings]:
    """Select records, and add the fields that options compute. Return (records, settings that name these fields)."""
    asked = _asked(settings)
    pairs = _spelled(pairs, asked) if asked else pairs
    if settings.fill:
        pairs = _filled(pairs, {usual_name(name) for name in settings.fill})
    for is_wanted, texts in ((True, settings.where), (False, settings.skip)):
        parts = (one.partition("=") for one in texts or ())
        tests = [(usual_name(field), value.strip()) for field, _, value in parts]
        if tests:
            pairs = _filtered(pairs, tests, is_wanted, unit)
    settings = copy.copy(settings)
    given = {role: text for role, text in settings.coordinates.items() if role in ("question", "task")}
    if given:
        settings.question = settings.question or ("question" if "question" in given else None)
        settings.task = "task" if "task" in given else settings.task
        pairs = ((at, {**item, **given}) for at, item in pairs)
    first = next(pairs, None)
    if first is None:
        return pairs, settings
    pairs = chain((first,), pairs)
    if settings.question == ROW and isinstance(first[1], dict) and ROW not in first[1]:
        pairs = ((at, {**item, ROW: i}) for i, (at, item) in enumerate(pairs, 1))
    inner = [*book.asked.kept, *([usual_name(settings.run)] if settings.run else [])]
    deep = paths(settings)
    if deep or inner:
        pairs = ((at, reach(item, deep, inner, book)) for at, item in pairs)
    if settings.split:
        pairs = _split(pairs, settings, unit)
    if isinstance(first[1], dict):
        pairs = _computed(pairs, settings, {usual_name(name) for name in first[1]}, unit, book.grader)
    if settings.once:
        pairs = _once(pairs, book)
    return pairs, settings


def _asked(settings: Settings) -> list[str]:
    """Return the names of fields in the options that take one, as they are typed."""
    names = "question outcome trial run task answer trials runs last ignore"
    texts = [getattr(settings, name) or "" for name in names_in(names)]
    texts += [one.partition("=")[0] for one in (*(settings.where or ()), *(settings.skip or ()), settings.split or "")]
    counts = ",".join(settings.counts or ())
    texts += [*(settings.fill or ()), counts, _SUM.sub(",", counts)]
    return [name.strip() for text in texts for name in re.split("==|[,/]", text) if name.strip()]


def _spelled(pairs: Pairs, asked: list[str]) -> Pairs:
    """Yield the records with the fields `asked` under these names, without others that have the same usual name."""
    known: dict[tuple[str, ...], dict[str, str]] = {}
    for at, item in pairs:
        if type(item) is dict:
            names = tuple(item)
            if names not in known:
                known[names] = _spellings(names, asked)
            if known[names]:
                own = known[names]
                item = {own.get(name, name): value for name, value in item.items() if own.get(name, name)}
        yield at, item


def _spellings(names: tuple[str, ...], asked: list[str]) -> dict[str, str]:
    """Return {field: its name in `asked`, or "" if another field is asked for that has the same usual name}."""
    spelled: dict[str, str] = {}
    of: dict[str, list[str]] = {}
    for name in names:
        of.setdefault(usual_name(name), []).append(name)
    for name in asked:
        found = as_asked(names, name)
        alike = [one for one in of.get(usual_name(name), ()) if one not in found[:1]]
        if len(found) > 1 or not {*alike}.isdisjoint(asked):
            raise FileError(f"the fields {some({*found, *alike})} differ only in case, - and _; rename or remove one")
        spelled.update(dict.fromkeys(alike, ""))
        spelled.update((one, name) for one in found if usual_name(one) != usual_name(name))
    return spelled


def _filled(pairs: Pairs, names: set[str]) -> Pairs:
    """Yield the records. In the fields `names`, blank cells get the last value above them."""
    above: dict[str, Any] = {}
    for at, item in pairs:
        for name, value in item.items() if isinstance(item, dict) else ():
            if usual_name(name) in names:
                above[name] = item[name] = above.get(name) if value in (None, "") else value
        yield at, item
    if len(above) < len(names):
        raise FileError("--fill: no field is called " + some(sorted(names - {usual_name(name) for name in above})))


def last_tries(
    pairs: Iterable[tuple[int, Any]], plan: Plan, field: str, unit: str, folds: bool
) -> Iterable[tuple[int, Any]]:
    """Return one record of each trial: the one with the largest `field`; if `field` is `unit`, the last of the file."""
    names = [*plan.question, *plan.trial, *filter(None, (plan.run,))]
    last: dict[Any, tuple[Any, int, Any]] = {}
    for at, item in pairs:
        texts = (str(reached(item, name)) for name in names if name != usual_name(field))
        key = tuple(map(folded, texts) if folds else texts)
        value = at if field == unit else reached(item, field)
        rank = (number_in(value) is not None, number_in(value), str(value))
        if key not in last or rank >= last[key][0]:
            last[key] = rank, at, item
    return [(at, item) for _, at, item in last.values()]


def _filtered(pairs: Pairs, tests: list[tuple[str, str]], is_wanted: bool, unit: str) -> Pairs:
    """Yield the records that pass all tests (--where, `is_wanted`), or the records that pass no test (--skip)."""
    found = False
    for at, item in pairs:
        passed = [_has(item, field, value) or (field == unit and value == str(at)) for field, value in tests]
        if all(passed) if is_wanted else not any(passed):
            yield at, item
        found = found or any(passed) or any(field == unit for field, _ in tests)
    if not found and not is_wanted:
        raise FileError(f"--skip {typed_as('='.join(tests[0]))}: no record has this value")


def _has(item: Any, field: str, value: str) -> bool:
    found = described(item, field) if isinstance(item, dict) else None
    text = str(found).lower() if isinstance(found, bool) else str(found).strip()
    return text == value or (not value and is_missing(found)) or (isinstance(found, bool) and text == value.lower())


def reach(item: Any, deep: list[str], inner: list[str], book: Book) -> Any:
    """Copy values from inside a record to its top: those at the paths `deep`, and those of the fields `inner`."""
    if not isinstance(item, dict):
        return item
    book.read.fields = book.read.fields or (listed(item) if inner else [])
    names = {usual_name(name) for name in item}
    found = {path: reached(item, path) for path in deep if path not in names}
    found.update((name, described(item, name)) for name in inner if name not in names)
    always = {*deep, *book.asked.kept}
    item.update({name: one for name, one in found.items() if one is not None or name in always})
    return item


def _split(pairs: Pairs, settings: Settings, unit: str) -> Pairs:
    """Replace the field of --split by coordinates, such as question and trial, and set the options that name them."""
    field, _, template = (settings.split or "").partition("=")
    name = usual_name(field)
    pattern, roles = split_template(template)
    for role in roles:
        setattr(settings, role, getattr(settings, role) or role)

    def split() -> Pairs:
        for at, item in pairs:
            value = reached(item, field)
            match = pattern.fullmatch(str(value).strip())
            if not match:
                raise FileError(f"{unit} {at}, field {shown(field)}: {shown(value)} does not fit {shown(template)}")
            own = {role: text for role, text in zip(roles, match.groups()) if role}
            yield at, {**{key: one for key, one in item.items() if usual_name(key) != name}, **own}

    return split()


def _computed(pairs: Pairs, settings: Settings, names: set[str], unit: str, grader: Grader) -> Pairs:
    """Add the fields that options compute: --run A,B joins two fields, --outcome A/B divides two, and so on."""
    counts, outcome = settings.counts or (), (settings.outcome or "").strip()
    run = settings.run or ""
    if "," in run and usual_name(run) not in names:
        pairs = ((at, {**item, run: _joined(item, run)}) for at, item in pairs)
    if len(counts) == 1:
        settings.counts = counts = in_fractions(counts[0])
    pairs = with_counts(pairs, counts, names, unit)
    if usual_name(outcome) in names:
        pairs = ((at, _with_list(item, outcome)) for at, item in pairs)
    if settings.digits and outcome:
        return ((at, {**item, outcome: marks_of(item.get(outcome))}) for at, item in pairs)
    if "," in outcome:
        settings.outcome = f"one of {outcome}"
        return ((at, {**item, f"one of {outcome}": _first(item, outcome)}) for at, item in pairs)
    if "/" in outcome and usual_name(outcome) not in names:
        return ((at, {**item, outcome: _ratio(item, outcome)}) for at, item in pairs)
    if settings.all and outcome:
        if grader.scores or grader.weights:
            raise FileError("--all says whether all tests passed: use it without --scores and --weights")
        settings.outcome = f"all of {outcome}"
        return ((at, {**item, f"all of {outcome}": _all(reached(item, outcome), grader)}) for at, item in pairs)
    return pairs


def _joined(item: dict[str, Any], text: str) -> Any:
    """Return the name of a run that several fields make up; None if a field is missing."""
    values = [described(item, name.strip()) for name in text.split(",")]
    return None if any(map(is_missing, values)) else " ".join(form(value).strip() for value in values)


def _with_list(item: dict[str, Any], outcome: str) -> dict[str, Any]:
    """Return the record with its outcome as a list, if the outcome is a text such as "[1, 0]"."""
    value = item.get(outcome)
    found = list_in(value) if isinstance(value, str) and value.startswith("[") else None
    return item if found is None else {**item, outcome: found}


def in_fractions(field: str) -> tuple[str, str]:
    """Return the names of two computed fields: the trials and the successes in texts such as 3/8 of a field."""
    return f"{field}{IN_FRACTIONS[0]}", f"{field}{IN_FRACTIONS[1]}"


def with_counts(
    pairs: Iterable[tuple[int, Any]], counts: Sequence[str], names: Collection[str], unit: str
) -> Iterator[tuple[int, Any]]:
    """Add computed counts to each record: from fractions such as 3/8, or by formulas such as n-failed.

    `counts` are the names of two fields, for trials and successes. A name may be a sum, a difference or a product of
    fields.
    """
    field = counts[0].partition(IN_FRACTIONS[0])[0] if counts else ""
    if counts and (*counts,) == in_fractions(field):
        return ((at, {**item, **fraction(item, field, f"{unit} {at}")}) for at, item in pairs)
    sums = [
        name
        for name in counts
        if usual_name(name) not in names and (_SUM.search(name) or "." in name or name.isdecimal())
    ]
    return ((at, {**item, **{name: _sum(item, name) for name in sums}}) for at, item in pairs) if sums else iter(pairs)


def _sum(item: dict[str, Any], text: str) -> Any:
    """Return the value of a sum, a difference or a product of fields; None if a field is missing."""
    pieces = _SUM.split(text)
    total: float = 0
    for sign, name in zip(["+", *pieces[1::2]], pieces[::2]):
        number = number_in(int(name) if name.isdecimal() and name not in item else reached(item, name))
        if number is None:
            return None
        if sign == "*":
            total = round(total * number) if is_whole(total, number) else total * number
        else:
            total += number if sign == "+" else -number
    return int(total) if total == total // 1 else total


def fraction(item: dict[str, Any], field: str, place: str) -> dict[str, Any]:
    """Return {name: count} for the trials and the successes in a text such as 3/6."""
    value = reached(item, field)
    counts = (None, None) if is_missing(value) else counts_in(value)
    if counts is None:
        raise FileError(f"{place}, field {shown(field)}: {shown(value)} is not C/N, successes of trials")
    return dict(zip(in_fractions(field), counts[::-1]))


def _ratio(item: dict[str, Any], text: str) -> Any:
    """Return A divided by B, for the fields in A/B; None if a field is missing or B is 0."""
    one, _, most = text.partition("/")
    part, whole = number_in(reached(item, one)), number_in(reached(item, most))
    return None if part is None or not whole else part / whole


def _first(item: dict[str, Any], text: str) -> Any:
    """Return the first value that is not missing, of the fields in A,B,...; None if all are missing."""
    values = (reached(item, name) for name in text.split(","))
    return next((value for value in values if not is_missing(value)), None)


def _all(value: Any, grader: Grader) -> Any:
    """Return the outcome of a trial from those of its tests, in a list or an object: a failure if one test fails.

    If none fails, but some are no success, return their values, such as "timeout". If each entry is itself a list, it
    has the tests of one trial: return a list of outcomes.
    """
    tests = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(tests, list) or not tests:
        return value
    if all(isinstance(one, list) for one in tests):
        return [_all(one, grader) for one in tests]
    codes = [grader.outcome(one) for one in tests]
    if 0 in codes:
        return tests[codes.index(0)]
    others = {form(one): one for one, code in zip(tests, codes) if code is None}
    return ", ".join(others) if len(others) > 1 else [*others.values(), tests[0]][0]


def _once(pairs: Pairs, book: Book) -> Pairs:
    """Yield the records without those that equal an earlier one, in this file or in one merged before."""
    from ..json_text import canonical

    for at, item in pairs:
        text = canonical(item)
        if text not in book.files.known:
            book.files.known.add(text)
            yield at, item
