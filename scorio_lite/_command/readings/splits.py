"""Split paths into columns: the parts that vary, level by level, with dates and hashes in columns of their own."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, takewhile

from ..fields import means_trial
from .names import is_benchmark, kind_of_names, last_words, says_run, says_task
from .templates import PathTemplate
from .trial_names import count_up
from .usual import SHARD, TRIAL_OF_PATH, VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Hashable, Iterator, Sequence

_DATE = r"20\d\d[-_.]?[01]\d[-_.]?[0-3]\d"
_TIME = r"[0-2]\d[-_.:h]?[0-5]\d(?:[-_.:m]?[0-5]\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d[-:]?\d\d)?"
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_ID = re.compile(_UUID)
_HASH = rf"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{{5,}}|\d{{10,}}|{_UUID}"
_JOB = r"(?:job|slurm|pid|jobid)[-_]?\d+"
_SILENT = re.compile(rf"(?:{_DATE}(?:[-_T ]+{_TIME})?|(?!\d\d\d\d$){_TIME}|{_HASH}|{_JOB})", re.IGNORECASE)
# A date or a hash inside a name, between underscores, blanks or the ends; a date with a time also between other marks.
_INSIDE = re.compile(
    f"(?:^|(?<=[_ ]))({_DATE}(?:[-_T ]+{_TIME})?|{_HASH})(?=[_ ]|$)"
    f"|(?:^|(?<=[-_. ]))({_DATE}[-_T ]+{_TIME})(?=[-_. ]|$)",
    re.IGNORECASE,
)
_JOB_FIRST = re.compile(r"(\d+)[-_. ]+(.*[A-Za-z].*)")
_SIGNS = "-_. /=,"
_MARKS = re.compile(f"([{_SIGNS}]+)")
_CROSSING = ("__", "--", "_", " ", ",", "-")  # marks between the parts of a name
_NUMBER = re.compile(r"(.+?)([-_.,+ ]+(?=[A-Za-z])|[_.,+ ]+)([A-Za-z]*[-_=]?)([0-9]+)")
_FIRST = re.compile(r"([A-Za-z]+[-_=]?)([0-9]+)([-_.,+ ]+)(.+)")
_FINE = re.compile(r"([-_ /=,]+|\.(?![0-9])|(?<![0-9])\.|(?<=[A-Za-z])(?=[0-9]+(?![A-Za-z0-9])))")
_COARSE = re.compile(r"(__+|--+|[_ /=,]|\.(?![0-9])|(?<![0-9])\.)")


class PathColumn:
    """A part of some paths: its value in each path, and the words before and after it."""

    level = 0  # of the path

    def __init__(self, values: Sequence[str], before: str = "", after: str = "") -> None:
        self.before, self.after = before, after
        self.values = list(values)
        self.distinct = list(dict.fromkeys(values))
        self.are_whole = all(value.isdecimal() for value in self.distinct)
        numbers = sorted({*map(int, self.distinct)}) if self.are_whole else []
        self.counts = self.are_whole and count_up(numbers)
        steps = [b - a for a, b in zip(numbers, numbers[1:])]
        self.are_stages = bool(steps) and all(x % steps[0] == 0 for x in numbers)  # 500, 1000, 1500; seeds are not
        versions = [says_version(value) for value in self.distinct]
        are_silent = (is_silent(value) or told or not value for value, told in zip(self.distinct, versions))
        self.is_silent = not self.counts and all(are_silent)
        self.are_uuids = all(map(_ID.fullmatch, self.distinct))
        self.are_versions = self.is_silent and any(versions)
        self.is_shard = False

    @property
    def word(self) -> str:
        """The word right before the values."""
        return ["", *last_words(re.sub(r".*/", "", self.before))][-1]

    @property
    def kind(self) -> str:
        """What a column names, by the word before its values or by the values: "run", "task" or "" (unknown)."""
        if self.is_silent or says_run(self.word):
            return "run"
        if says_task(self.word) or (self.are_whole and is_benchmark(self.word)):  # aime24, aime25
            return "task"
        found = "" if self.are_whole else kind_of_names(self.distinct)
        return "" if found == "run" and kind_of_names([self.before]) == "task" else found  # gsm8k_0shot

    @property
    def shown(self) -> str:
        return f"{self.before}{self.distinct[0]}, {self.before}{self.distinct[1]}, ..."

    def name(self, i: int) -> str:
        """Return the value of the i-th file as a name; a number gets the word before it, as in seed1."""
        word = re.search(r"[A-Za-z]+[-_]?$", self.before) if self.are_whole else None
        return f"{word[0] if word else ''}{self.values[i]}"

    def place_in(self, path: str) -> int:
        """Return where the first file's value begins in `path`; -1 if it does not occur."""
        known = self.before + self.values[0]
        return path.find(known) + len(self.before) if known in path else path.find(self.values[0])

    def depends_on(self, keys: Sequence[Hashable]) -> bool:
        """Whether files with the same key always have the same value in this column."""
        return len(set(zip(keys, self.values))) == len(set(keys))

    def determines(self, keys: Sequence[Hashable]) -> bool:
        return len(set(zip(keys, self.values))) == len(self.distinct)


def says_version(text: str) -> bool:
    """Whether this is a word such as old or _backup, for another state of the same results."""
    return text.lower().strip("_-.") in VERSION


def is_silent(text: str) -> bool:
    """Whether this is a date, a hash or the id of a job."""
    return _SILENT.fullmatch(text) is not None


def aligned(paths: Sequence[str]) -> Iterator[list[list[str]]]:
    """Yield ways to give all paths equally many levels. A way has a list of levels for each path."""
    rows = [path.split("/") for path in paths]
    least = min(map(len, rows))
    # Paths of different depths are matched from the first level in one way, from the last in another. A folder such as
    # old, which only some paths have, is a level of its own
    by_first = [[*row[: least - 1], "/".join(row[least - 1 :])] for row in rows]
    by_last = [["/".join(row[: len(row) - least + 1]), *row[len(row) - least + 1 :]] for row in rows]
    yield from [versions] if (versions := _with_versions(rows)) else [by_first, by_last]


def _with_versions(rows: list[list[str]]) -> list[list[str]]:
    """Return the levels of each path if some paths have one more folder; else [].

    The folder has a name such as old, or each file in it has the name of a file beside it.
    """
    short = [row for row in rows if len(row) == min(map(len, rows))]
    known = {*map(tuple, short)}
    for i in range(len(short[0]) if len(short) < len(rows) else 0):
        own = [row if len(row) > len(short[0]) else [*row[:i], "", *row[i:]] for row in rows]
        are_again = all(tuple(row) in known or (*row[:i], *row[i + 1 :]) in known for row in rows)
        folders = [row[i] for row in own if row[i]]
        are_again = are_again and kind_of_names(folders) != "run"  # models or settings
        if len({*map(len, own)}) == 1 and (are_again or PathColumn([row[i] for row in own]).are_versions):
            return own
    return []


def columns_of(rows: Sequence[Sequence[str]], groups: Sequence[int]) -> list[PathColumn]:
    """Return the parts of the paths that vary. `groups` has a number for each file: equal numbers, equal questions."""
    found: list[PathColumn] = []
    for i, level in enumerate(zip(*rows)):
        named = [_with_numbers(one, groups) for one in _without_dates(level)]
        own = [half for one in named for half in _halves(one, groups)]
        for one in own:
            one.level = i
        found += own
    return [one for one in found if len(one.distinct) > 1]


def template(
    rows: Sequence[Sequence[str]], columns: Sequence[PathColumn], roles: Sequence[str], ends: Sequence[str]
) -> str:
    """Return the template of --path, such as {run}/{task}.jsonl, for columns with these roles; "" if there is none."""
    levels = []
    for i, level in enumerate(zip(*rows)):
        text, place, rest = "", 0, level[0]
        own = [(one.place_in(rest), one, role) for one, role in zip(columns, roles) if one.level == i]
        for at, one, role in sorted(own, key=lambda each: each[0]):
            if at < place or not one.values[0]:
                return ""
            text += escaped(rest[place:at]) + f"{{{role}}}"
            place = at + len(one.values[0])
        levels.append(text + escaped(rest[place:]) if own or len(set(level)) == 1 else "{}")
    found = "/".join(levels) + (ends[0] if len(set(ends)) == 1 else ".{}")
    try:
        pattern = PathTemplate(found)
    except ValueError:
        return ""
    for i, (row, end) in enumerate(zip(rows, ends)):
        wanted: dict[str, str] = {}
        for one, role in zip(columns, roles):
            if role:
                wanted[role] = f"{wanted[role]}/{one.values[i]}" if role in wanted else one.values[i]
        if pattern.coordinates("/".join(row) + end) != wanted:
            return ""
    return found


def escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _without_dates(level: Sequence[str]) -> list[PathColumn]:
    """Split a level into a column of names and a column of the dates, hashes and job numbers in them, if any."""
    if any(map(is_silent, level)):
        return [PathColumn(level)]
    jobs = [_JOB_FIRST.fullmatch(value) for value in level]
    pairs = {(match[1], match[2]) for match in jobs if match}
    if all(jobs) and len({job for job, _ in pairs}) == len({name for _, name in pairs}) == len(pairs):
        numbers = PathColumn([match[1] for match in jobs if match])  # each name has its own number
        numbers.is_silent = True
        return [numbers, *_without_dates([match[2] for match in jobs if match])]
    names, dates = [], []
    for value in level:
        found = [a or b for a, b in _INSIDE.findall(value)]
        rest = _INSIDE.sub("", value)
        names.append(re.sub(r"^[-_. ]+|[-_. ]+$", "", re.sub(r"([-_. ])[-_. ]*(?=[-_. ])", "", rest)))
        dates.append(" ".join(found))
    if not any(dates) or not all(names):
        return [PathColumn(level)]
    return [PathColumn(names), PathColumn(dates)]


def _trimmed(column: PathColumn) -> PathColumn:
    """Cut off the words that all values begin or end with: run-1 and run-2 become 1 and 2."""
    if len(column.distinct) == 1 or column.is_silent:
        return column
    # a - separates words only if numbers remain, so gpt-4o and gpt-5o stay whole
    for marks in (_FINE, _COARSE):
        before, after = _shared(column.distinct, marks)
        values = [value[len(before) : len(value) - len(after)] for value in column.values]
        if marks is _COARSE or all(value.isdecimal() for value in values):
            return PathColumn(values, column.before + before, after + column.after)
    return column


def _shared(values: Sequence[str], marks: re.Pattern[str]) -> tuple[str, str]:
    """Return (whole words that all values begin with, whole words that all values end with).

    Words are parted by `marks`. At least one word of each value is in neither.
    """
    pieces = [[piece for piece in marks.split(value) if piece] for value in values]
    own = min(pieces, key=len)
    least = len(own) - 1
    first = [*takewhile(lambda i: len({row[i] for row in pieces}) == 1, range(least))]
    last = [*takewhile(lambda i: len({row[-1 - i] for row in pieces}) == 1, range(least - len(first)))]
    while first and marks is _COARSE and not marks.fullmatch(own[first[-1]]):
        first.pop()
    while last and marks is _COARSE and not marks.fullmatch(own[-1 - last[-1]]):
        last.pop()
    return "".join(own[: len(first)]), "".join(own[len(own) - len(last) :])


def _halves(column: PathColumn, groups: Sequence[int]) -> list[PathColumn]:
    """Split gpt_math and qwen_code into gpt, qwen and math, code, if one part tells which questions a file has."""
    found: list[PathColumn] = []
    if column.determines(groups) and not (column.depends_on(groups) or column.is_silent):
        found = _around(column, groups)
    # split numbers off the names, and cut off what all values share
    return [_trimmed(part) for one in found or [column] for part in _numbered(one)]


def _numbered(column: PathColumn) -> list[PathColumn]:
    """Split a_1, a_2, b_1, b_2 into a, b and 1, 2, if each name has each number; else return [column]."""
    if column.is_silent:
        return [column]
    for pattern, (name, mark, label, number) in ((_NUMBER, (1, 2, 3, 4)), (_FIRST, (4, 3, 1, 2))):
        found = [match for match in map(pattern.fullmatch, column.values) if match]
        marks = {(match[mark], match[label]) for match in found}
        if len(found) < len(column.values) or len(marks) != 1:
            continue
        ((between, before),) = marks
        names = PathColumn([match[name] for match in found], column.before if pattern is _NUMBER else between)
        numbers = PathColumn([match[number] for match in found], between + before, column.after)
        word = numbers.word
        is_trial = (means_trial(word) or word in TRIAL_OF_PATH | SHARD) if word else numbers.counts
        is_full = len(names.distinct) * len(numbers.distinct) == len(column.distinct)
        if is_trial and is_full and len(names.distinct) > 1 and len(numbers.distinct) > 1:
            return [names, numbers] if pattern is _NUMBER else [numbers, names]
    return [column]


def crossing(column: PathColumn) -> list[PathColumn]:
    """Split a column such as a_x, a_y, b_x, b_y, which has every pair of a first and a second part.

    Return [the first parts, the second parts], or [column] if it cannot be split so.
    """
    for mark in () if column.is_silent or column.are_whole else _CROSSING:
        for at in range(1, min(value.count(mark) for value in column.distinct) + 1):
            for from_end in (False, True):
                halves = [_cut(value, mark, at, from_end) for value in column.values]
                first, second = (PathColumn([half[i] for half in halves]) for i in (0, 1))
                sizes = len(first.distinct), len(second.distinct)
                if min(sizes) > 1 and sizes[0] * sizes[1] == len(column.distinct):
                    first.before, second.before, second.after = column.before, mark, column.after
                    first.level = second.level = column.level
                    return [*crossing(first), *crossing(second)]
    return [column]


def _cut(value: str, mark: str, at: int, from_end: bool) -> tuple[str, str]:
    pieces = value.split(mark)
    place = len(pieces) - at if from_end else at
    return mark.join(pieces[:place]), mark.join(pieces[place:])


def _with_numbers(column: PathColumn, groups: Sequence[int]) -> PathColumn:
    """Return the numbers 0, 1, 2 for a column such as gpt, gpt_run1, gpt_run2; else the column as it is."""
    bare = min(column.distinct, key=len)
    found = [_NUMBER.fullmatch(value) for value in column.distinct if value != bare]
    words = {match[3] if match and match[1] == bare else "" for match in found}
    # no file with another name may have the same questions as the file gpt
    of_one = {group for group, value in zip(groups, column.values) if value == bare}
    is_one = all((group in of_one) == (value == bare) for group, value in zip(groups, column.values))
    if len(words) != 1 or not is_one:
        return column
    (word,) = words
    numbers = [match[4] if match else "0" for match in map(_NUMBER.fullmatch, column.values)]
    is_known = means_trial(word) or word.strip("-_=") in TRIAL_OF_PATH | SHARD
    return PathColumn(numbers, f"{bare}-{word}") if is_known else column


def _around(column: PathColumn, groups: Sequence[int]) -> list[PathColumn]:
    """Split a column such as gpt_math_v1 into three, gpt, math and v1: the middle tells which questions a file has."""
    members: dict[int, list[str]] = {}
    for value, group in dict(zip(column.values, groups)).items():  # each value is of one group
        members.setdefault(group, []).append(value)
    pieces = {value: _MARKS.split(f"/{value}/") for value in column.values}
    found: dict[str, tuple[str, str, str]] = {}
    known: set[Any] = set()
    for group, values in sorted(members.items(), key=lambda pair: -len(pair[1])):
        own = pieces[values[0]]
        others = [pieces[value] for other in members.keys() - {group} for value in members[other]]
        ways: dict[tuple[str, ...], list[Any]] = {}
        for i, j in combinations(range(len(own)), 2):
            part = tuple(own[i:j])
            rests = [_beside(pieces[value], part) for value in values]
            if None not in rests and None in [_beside(row, part) for row in others]:
                ways[part] = rests
        if not ways:
            return []
        part = max(ways, key=lambda one: (len(known.intersection(ways[one])), len(one)))
        known.update(ways[part])
        middle = "".join(part).strip(_SIGNS)
        found.update({value: (before, middle, after) for value, (before, after) in zip(values, ways[part])})
    times = Counter((before, after) for before, _, after in found.values())
    # the pairs of texts before and after the middle, such as gpt and v1, must recur
    if 2 * sum(n > 1 for n in times.values()) <= len(times):
        return []
    before, parts, after = zip(*(found[value] for value in column.values))
    return [PathColumn(before, column.before), PathColumn(parts), PathColumn(after)]


def _beside(row: list[str], part: tuple[str, ...]) -> tuple[str, str] | None:
    """Return (text before, text after) of the first occurrence of `part` in `row`; None if there is none."""
    for i in range(len(row)):
        end = i + len(part)
        if tuple(row[i:end]) == part:
            return "".join(row[:i]).strip(_SIGNS), "".join(row[end:]).strip(_SIGNS)
    return None
