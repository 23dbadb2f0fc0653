"""Find lines around the records that hold no record: text between JSON lines, and titles and totals around a table."""

from __future__ import annotations

import re
from functools import partial
from itertools import groupby

from ..asking import asking
from ..fields import LAST_KEYS, QUESTION_KEYS, RUN_KEYS, means_trial, says_broken, some, sums_up, usual_names
from ..grading import FileError, is_missing, letters_among, number_in, shown, spelled
from ..json_text import parsed
from .cells import QUOTED, is_value
from .names import name_runs, names_outcome, says_question, says_run
from .usual import OF_ONE_TRIAL, ROUNDED
from .values import code_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator, Sequence

    from ..settings import Settings

    Keep = Callable[[str], str]

_DRAWN = {  # lines of tables, as terminals draw them
    **dict.fromkeys(range(0x2500, 0x2580), "+"),
    **dict.fromkeys(map(ord, "│┃║"), "|"),
    **dict.fromkeys(map(ord, "─━═"), "-"),
}
_TIME = re.compile(r"\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d(:\d\d([.,]\d+)?)?")
_RULE = "|+-=: \t\r\n"  # the marks below the names of a table
_KINDS = 2  # of records, beside one at an end
_MARKS = ('":', "':")  # of a field
SECTION = "section"  # the field with the name of a table's section
_DIGITS = re.compile(r"\d+")
_EMPTY = " \t;,\r\n"  # all that an empty line of a table holds


def records_among(sample: Sequence[str]) -> tuple[int, Keep | None]:
    """Return (index of the line where the records begin, function that returns the record in a line).

    The records of a table begin with the column names. The function returns "" for a line without a record. If all
    lines are whole records, return None in place of the function.
    """
    first = next((i for i, line in enumerate(sample) if _is_object(line)), None)
    if first:
        return first, lambda line: line if _may_be_object(line) else ""
    found = None if first == 0 else _logged(sample) or _titled(sample)
    if found:
        return found
    drawn = next(_drawn(sample), None)
    return (_below_titles(sample), None) if drawn is None else (drawn, _row)


def _drawn(lines: Sequence[str]) -> Iterator[int]:
    """Yield the index of the line with the names for each table that is drawn with bars and dashes."""
    drawn = [line.translate(_DRAWN) for line in lines]
    for i, line in enumerate(drawn[1:]):
        if "|" in drawn[i] and "-" in line and ("|" in line or "+" in line) and not line.strip(_RULE):
            yield i


def lines_of_tables(lines: Sequence[str]) -> list[str]:
    """Return FIRST-LAST, the numbers of its lines, for each drawn table after the first."""
    blocks = groupby(enumerate(lines), lambda pair: bool(pair[1].strip() and _row(pair[1])))
    rows = [[*block] for is_table, block in blocks if is_table]
    tables = [own for own in rows if [*_drawn([line for _, line in own])]]
    return [f"{own[0][0] + 1}-{own[-1][0] + 1}" for own in tables[1:]]


def _row(line: str) -> str:
    """Return a line of a drawn table, with | for its bars and - for its dashes; "" for a line outside the table."""
    line = line.translate(_DRAWN)
    return line if "|" in line or not line.strip(_RULE) else ""


def _logged(sample: Sequence[str]) -> tuple[int, Keep] | None:
    """Return (index of the first record's line, function that returns a line's record) for a log; else None."""
    for i, line in enumerate(sample):
        start, mark, rest = line.partition("{")
        if mark and start.strip() and _is_object(mark + rest):
            known = usual_names(parsed(mark + rest))
            if not any(map(names_outcome, known)) or known.isdisjoint((*QUESTION_KEYS, *LAST_KEYS)):
                continue
            # INFO {"id": "q1", "passed": true}: the words before the records are equal, apart from the time
            return i, partial(_after, _TIME.sub("", start))
    return None


def _after(start: str, line: str) -> str:
    """Return the JSON object after the words `start` in a line; else the line, if it may hold an object; else ""."""
    before, mark, rest = line.partition("{")
    return mark + rest if mark and _TIME.sub("", before) == start else line if _may_be_object(line) else ""


def _titled(sample: Sequence[str]) -> tuple[int, Keep] | None:
    """Return (index of the first column names, function that joins the tables) for tables below titles; else None."""
    lines = [line.strip() for line in sample]
    filled = [i for i, line in enumerate(lines) if line.strip(_EMPTY)]
    for names in (line for line in dict.fromkeys(lines) if lines.count(line) > 1):
        mark = next((mark for mark in "|\t;," if mark in names), "")
        above = [filled[filled.index(i) - 1] for i in filled[1:] if lines[i] == names]
        titles = [_title(lines[i], mark) for i in above]
        # below gpt, the lines id,passed and q1,1; below qwen, id,passed and q1,0
        start = lines.index(names)
        is_first = all(_title(line, mark) or not line.strip(_EMPTY) for line in lines[:start])
        are_names = mark and is_first and not any(map(is_value, names.strip("|").split(mark)[1:]))
        if are_names and all(titles) and len({*titles}) == len(titles) == lines.count(names):
            return start, _in_sections(names, mark, titles)
    return None


def _title(line: str, mark: str) -> str:
    """Return the text of a line that is a title: it has no delimiter, or one filled cell. Return "" for other lines."""
    cells = [cell.strip("#*=: ") for cell in line.split(mark or None)]
    found = [cell for cell in cells if cell]
    if len(found) != 1 or not any(map(str.isalpha, found[0])):
        return ""
    kind, _, name = found[0].partition(":")
    return name.strip() if name and says_run(kind) else found[0]  # Model: GPT-4


def _in_sections(names: str, mark: str, titles: list[str]) -> Keep:
    """Return a function that turns the lines of titled tables, one by one, into lines of one table.

    It adds a cell to each row: the title above the row's table. `names` is the line of column names.
    """
    field = RUN_KEYS[0] if name_runs(titles, True) else SECTION
    own, waits = titles[:1], [True]  # the titles so far, and whether column names must follow

    def kept(line: str) -> str:
        text = line.strip()
        if _title(text, mark) in titles[len(own) :]:
            own.append(_title(text, mark))
            waits[:] = [True]
            return ""
        if not text.strip(_RULE + _EMPTY):
            return "\n"
        cell = own[-1]
        if text == names and waits[0]:
            cell, waits[:] = field, [False]
            if len(own) > 1:
                return ""
        if mark == "|":
            return f"{text.rstrip('|')}| {cell} |\n" if mark in text else ""
        return f'{text}{mark}"{cell}"\n'

    return kept


def _may_be_object(line: str) -> bool:
    """Whether a line may be a JSON object, or a part of a broken one."""
    return line.lstrip().startswith("{") or any(mark in line for mark in _MARKS)


def _is_object(line: str) -> bool:
    """Whether a line is a JSON object with at least one field."""
    text = line.strip()
    if not text.startswith("{") or not text.endswith("}"):
        return False
    try:
        return bool(parsed(text))
    except FileError:
        return False


def _below_titles(sample: Sequence[str]) -> int:
    """Return the index of a table's first line if only titles stand above it; else 0.

    The first three lines of a table have equally many delimiters; a title has words and no delimiter. If the table
    begins with column names, a title may also have one filled cell or, if an empty line follows it, fewer cells than
    the table.
    """
    sample = [QUOTED.sub(lambda quoted: re.sub("[\t;,]", " ", quoted[0]), line) for line in sample]
    filled = [i for i, line in enumerate(sample) if line.strip(_EMPTY) and line[0] != "#"]
    for i, *below in zip(filled, filled[1:], filled[2:]):
        for mark in "\t;,":
            n = sample[i].count(mark)
            if n and all(sample[j].count(mark) == n for j in below) and not _is_in_one_cell(sample[i], mark):
                titles = [sample[j] for j in filled if j < i]
                return i if titles and _are_titles(titles, sample[i], mark, i - 1 not in filled) else 0
    return 0


def _are_titles(lines: list[str], below: str, mark: str, are_apart: bool) -> bool:
    """Whether all `lines` are titles of the table that begins with the line `below`; see `_below_titles`.

    `are_apart` says whether an empty line separates them from the table.
    """
    names = [cell.strip() for cell in below.split(mark)]
    are_names = all(names) and not any(map(is_value, names))
    for line in lines:
        cells = [cell.strip() for cell in line.split(mark)]
        have_values = any(is_value(cell) or spelled(cell) is not None for cell in cells)
        is_narrow = are_apart and len(cells) < len(names) and not have_values
        is_title = are_names and (is_narrow or _is_in_one_cell(line, mark)) if cells[1:] else line.split()[1:]
        if not is_title:
            return False
    return True


def _is_in_one_cell(line: str, mark: str) -> bool:
    """Whether a line of a table has exactly one filled cell."""
    return mark in line and sum(bool(cell.strip()) for cell in line.split(mark)) == 1


def in_sections(pairs: list[tuple[int, Any]], settings: Settings) -> tuple[list[tuple[int, Any]], int]:
    """Return (records with the name of their section as a field, number of totals that are left out).

    A section begins with a record that has only a name (gpt, above q1,1 and q2,0), and may end with a total. Sections
    named after models are runs; for other names, raise a FileError that asks what they are. If few questions occur in
    several sections, there are no sections: return (`pairs`, 0).
    """
    found: dict[str, dict[str, tuple[int, Any]]] = {}
    for at, item in pairs:
        cells = [*item.values()] if type(item) is dict else []
        label, is_open = str(cells[0] if cells else ""), all(map(is_missing, cells[1:]))
        if is_open and cells and is_missing(cells[0]):
            continue  # an empty row
        if is_open and cells[1:] and label not in found:
            rows = found[label] = {}
        elif not found or not cells or label in rows or SECTION in item:
            return pairs, 0
        else:
            rows[label] = at, item
    labels = [label for rows in found.values() for label in rows]
    if len(found) < 2 or not all(found.values()) or 3 * len({*labels}) > 2 * len(labels) or {*labels} & {*found}:
        return pairs, 0
    if SECTION not in (settings.run, settings.task, settings.trial):
        if not all(name_runs([name], True) for name in found):
            ask = f"the rows {some(found, 2)} have no outcome; if they open sections of runs, use --run {SECTION}"
            raise FileError(ask).leading(*([f"--{role}={SECTION}"] for role in ("run", "task", "trial")))
        settings.run = SECTION
    full = {name: [*rows.values()] for name, rows in found.items()}
    full = {name: rows[:-1] if _is_total(rows[-1][1], rows[:-1]) else rows for name, rows in full.items()}
    kept = [(at, {**item, SECTION: name}) for name, rows in full.items() for at, item in rows]
    return kept, len(labels) - len(kept)


def without_ends(
    pairs: list[tuple[int, Any]], goes_on: bool, is_named: bool = False
) -> tuple[list[tuple[int, Any]], int]:
    """Return (the records without a total before or after the others, number of totals).

    A total has a name such as average, and its numbers are sums or means of the other records. Or it names no question,
    and each field has a sum, a text that no other record has ("type": "summary"), or is in no other record.

    The last record is no total if the file `goes_on` below it. If a record with an odd name may be a total, raise a
    FileError that asks, unless an option names the questions (`is_named`).
    """
    size = len(pairs)
    for end in (0, -1) if size > 2 and all(type(item) is dict for _, item in pairs) else ():
        own, rest = pairs[end][1], pairs[1:] if end == 0 else pairs[:-1]
        names = usual_names(own)
        if not (end and goes_on) and _is_total(own, rest):
            pairs = rest
            continue
        if not (is_named or (end and goes_on)):
            _check_name(own, rest)
        if not names or (end and goes_on) or any(map(says_question, names)):
            continue
        others = {name for kind in {tuple(item) for _, item in rest} for name in usual_names(kind)}
        sums = {name for name in names if _is_sum(name, own, rest)} if names - others else set()
        if any(name in OF_ONE_TRIAL or says_broken(name) for name in names - sums):
            continue
        if all(name not in others or _is_of_another_kind(name, own, rest) for name in names - sums):
            pairs = rest
    return pairs, size - len(pairs)


def _is_of_another_kind(name: str, own: dict[str, Any], others: list[tuple[int, Any]]) -> bool:
    """Whether a field says that the record `own` is of another kind: it has a text that none of the `others` has.

    An example is "type": "summary". The others have one or two texts in this field.
    """
    values = [item.get(name) for _, item in others]
    found = {value if isinstance(value, str) else "" for value in values}
    return isinstance(own.get(name), str) and len(found) <= _KINDS and found.isdisjoint(("", own[name]))


def _is_sum(name: str, own: dict[str, Any], others: list[tuple[int, Any]]) -> bool:
    """Whether a field of the record `own` has a total: the sum of its values in `others`, more than each of them."""
    values = [item.get(name) for _, item in others]
    # 3 after the trials 1 and 2 is the number of a trial, and no total
    are_numbers = type(own.get(name)) is int and all(isinstance(value, (int, float)) for value in values)
    return are_numbers and not means_trial(name) and own[name] == sum(values) > max(values)


def _is_total(own: dict[str, Any], others: list[tuple[int, Any]]) -> bool:
    """Whether `own` has a name such as average, and each number is the sum or mean of its field in `others`."""
    # if all numbers are 1 or values in `others`, the record may be a question
    return is_summary(own) and any(_sums(own, others))


def is_summary(record: dict[str, Any]) -> bool:
    """Whether the first value of a record is a word for a summary, such as total."""
    label = next((cell for cell in record.values() if not is_missing(cell)), None)
    return isinstance(label, str) and label.strip() != "" and sums_up(label.strip())


def _check_name(own: dict[str, Any], others: list[tuple[int, Any]]) -> None:
    """Refuse a record that may sum up the others, as its name is unlike theirs: Score,0.7 below q1,1 and q2,0."""
    name, label = next(((name, cell) for name, cell in own.items() if not is_missing(cell)), ("", None))
    if not isinstance(label, str) or _DIGITS.sub("0", label) == _DIGITS.sub("0", str(others[0][1].get(name))):
        return
    names = {_DIGITS.sub("0", str(item.get(name))) for _, item in others}
    if len(names) == 1 and "0" in names.pop() and _sums(own, others):
        what = f"is {shown(label)} a question, or the sum or mean of the others?"
        raise asking(what, [f"--skip={name}={label}"], [f"--question={name}"])


def _sums(own: dict[str, Any], others: list[tuple[int, Any]]) -> list[bool]:
    """Return [] if a cell of `own` after the first (a label) is neither the sum nor the mean of its field in `others`.

    Else return a boolean for each cell that is not empty: False if the cell is 1 or a value in `others`, as it may then
    be an outcome itself.
    """
    found = []
    for name, cell in [(name, cell) for name, cell in own.items() if not is_missing(cell)][1:]:
        values = [item.get(name) for _, item in others]
        letters = letters_among(values, len(values))
        codes = [letters.get(str(x).strip().lower(), code_in(x)) for x in values]
        known, number = [x for x in codes if x is not None], number_in(cell)
        if not known or number is None:
            return []
        mean = sum(known) / len(known)
        if number != sum(known) and abs(number - mean) > max(ROUNDED, abs(mean) * ROUNDED / 10):
            return []
        found.append(number not in (*known, 1))
    return found
