"""Read logs and notes: lines of a text that hold outcomes, by templates of --line, and find such templates.

{} INFO {question} trial {trial}: {outcome}     a line of a log
{question}: {outcome}                           a name and its outcomes, as in q1: yes no yes
=== run {trial} ===                             a heading without an outcome, above other lines
"""

from __future__ import annotations

import re
from itertools import chain, groupby, product
from operator import itemgetter

from ..fields import means_trial, measures
from ..grading import FileError, spelled, typed_as
from ..item import Items
from .cells import SPELLED, counts_in, has_marks, marks_of
from .names import says_gold, says_question, says_run, says_task, without_numbers
from .splits import PathColumn, crossing, escaped
from .templates import OUTCOME, ROLE_PART, check_roles
from .usual import GOOD, TRIAL_OF_PATH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection, Iterable, Iterator, Sequence

    from ..settings import Settings
    from ..source import Text

_BETWEEN = re.compile(r"[\s,;|]+")  # what parts the outcomes of a line
_WORD = re.compile(r"not \w+|[^\s,;|]+", re.IGNORECASE)
# A piece of a line: a date with its time, a count such as 3/5, percent, a word, what parts outcomes, or a character
_PIECE = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ][\d:.,]+\w*)?|\d+/\d+|\d+(?:\.\d+)?%|not \w+|\w+(?:[-.]\w+)*|[\s,;|]+|.", re.IGNORECASE
)
_NAMED = re.compile(r"([-*•]\s+|)(.+?)(\s*[^\w\s]{0,9}\s*)")  # a bullet, a name, and what parts it from the outcomes
_MEASURE = re.compile(r"\d+\.\d+\w*%?|\d+(?:m?s|%)")
_NUMBERED = re.compile(r"(\D*)(\d+)")
_REMARK = "\2"  # in place of what follows the outcomes of a line
_LONGEST = 1000  # characters of a line that is looked at
_KINDS = {"a count", "a word", "a mark"}  # of outcomes
_FEWEST = 3  # lines of one kind
_MOST_PARTS = 6  # that vary
_MOST = 3  # templates of one kind


class LineTemplate:
    """A template of --line: which parts of a line are its run, task, question, trial and outcome."""

    def __init__(self, text: str) -> None:
        pieces = ROLE_PART.split(_plain(text).replace("{{", "\0").replace("}}", "\1"))
        self._parts = pieces[1::2]
        self._between = [piece.replace("\0", "{").replace("\1", "}") for piece in pieces[::2]]
        check_roles(self._parts, text, (OUTCOME,))
        self.roles = {*filter(None, self._parts)}
        self.has_outcome = OUTCOME in self.roles
        self.size = len("".join(self._between))
        self._may_be_empty = self._parts[-1:] == [OUTCOME] and self._between[-2].strip() != "" and not self._between[-1]

    def fit(self, line: str) -> dict[str, str] | None:
        """Return {role: text} for a line that fits; else None. The outcome at the end may be missing, as in "q1:"."""
        found = self.coordinates(line)
        return self.coordinates(f"{line} null") if found is None and self._may_be_empty else found

    def coordinates(self, line: str) -> dict[str, str] | None:
        """Return {role: text} for a line that fits; else None. Each part ends where the text after it occurs first."""
        first, *rest = self._between
        found, place, left = {}, len(first), len(rest)
        if not line.startswith(first):
            return None
        for role, mark in zip(self._parts, rest):
            left -= 1
            least = place + (role != "")
            end = line.find(mark, least) if left else len(line) - len(mark)
            if end < least or not line.startswith(mark, end):
                return None
            found.update({role: line[place:end]} if role else {})
            place = end + len(mark)
        return found


def items_of_lines(text: Text, settings: Settings) -> tuple[Items, Settings]:
    """Return (records in the lines of a text, options that read these records). Other lines count as passed over."""
    texts = settings.line or ()
    templates = [LineTemplate(one) for one in texts]
    roles = {"question"}.union(*(one.roles for one in templates))
    if OUTCOME not in roles:
        raise FileError(f"no part of --line {typed_as(texts[0])} is {{{OUTCOME}}}")
    told = settings.with_options(line=None, **{role: getattr(settings, role) or role for role in roles})

    def kept() -> Iterator[tuple[int, Any]]:
        for at, record in _records(enumerate(text, 1), templates):
            if record is None:
                text.passed += 1
            else:
                yield at, record

    pairs = kept()
    first = next(pairs, None)
    if first is None:
        raise FileError(f"no line fits --line {typed_as(texts[0])}")
    return Items("line", chain((first,), pairs)), told


def _records(lines: Iterable[tuple[int, str]], templates: list[LineTemplate]) -> Iterator[tuple[int, Any]]:
    """Yield (line, record) for each line that fits a template with an outcome; (line, None) if a line fits no template.

    A line that fits a template without an outcome says something of the lines below. If no template has a question,
    the outcomes in a line belong to the questions 1, 2, 3, ...
    """
    templates = sorted(templates, key=lambda one: -one.size)
    has_question = any("question" in one.roles for one in templates)
    above: dict[str, str] = {}
    for at, line in lines:
        text = _plain(line)
        fits = ((one, own) for one in templates for own in [one.fit(text)] if own is not None)
        template, own = next(fits, (None, {}))
        if template and template.has_outcome:
            for i, outcome in enumerate(_outcomes(own.pop(OUTCOME)) or [None], 1):
                yield at, {**({} if has_question else {"question": i}), **above, **own, OUTCOME: outcome}
        elif template:
            above = {**above, **own}
        elif text:
            yield at, None


def _plain(line: str) -> str:
    return re.sub(r"(?<=[\[(]) ", "", " ".join(line.replace("\ufe0f", "").split()))


def _outcomes(text: str) -> list[Any]:
    """Return the outcomes in a part of a line: words, or 0 and 1 for counts and for marks such as PPF."""
    counts = counts_in(text)
    if counts and int(counts[0]) <= int(counts[1]) < 1000:
        return [1] * int(counts[0]) + [0] * (int(counts[1]) - int(counts[0]))
    words = [text] if spelled(text) is not None else _WORD.findall(text)
    codes = {*map(spelled, words)}
    if len(words) == 2 and codes in ({0}, {1}) and words[1].isalpha() and not words[0].isalpha():
        return words[1:]  # a tick says it again, as in ✅ passed
    if len({*map(_kind, words)}) > 1:
        return [text]  # such as pass 1: a verdict and its score are no two trials
    marks = marks_of("".join(words))
    return marks if has_marks("".join(words)) and len(words) in (1, len(marks)) else words


def line_ways(lines: Sequence[str]) -> list[list[str]]:
    """Return lists of options --line that may read these lines, the best first; [] if too few lines are alike."""
    texts = [_plain(line) if len(line) < _LONGEST else "" for line in lines]
    kinds = [_largest_kind(texts, look) for look in ("", "loose", "open")]
    ways: list[list[str]] = []
    for _, (rows, *_) in groupby(sorted(kinds, key=len, reverse=True), len):
        heads = _headings(texts, rows)
        found = _templates(list(rows.values()), bool(heads)) if len(rows) >= _FEWEST else []
        rest = [text for i, text in enumerate(texts) if text and i not in rows]
        found = [text for text in found if not any(map(LineTemplate(text).coordinates, rest))]
        ways += [[f"--line={text}", *head] for text in found for head in heads or [[]]]
    return ways


def _largest_kind(texts: Sequence[str], look: str) -> dict[int, list[tuple[str, bool]]]:
    """Return {index of line: pieces} for the lines of the most frequent kind that hold outcomes.

    Lines are of one kind if they have the same signs and kinds of outcomes (words, ticks, counts) in the same places.
    Return {} if many other lines hold outcomes of these kinds.
    """
    kinds: dict[Any, dict[int, list[tuple[str, bool]]]] = {}
    for i, text in enumerate(texts):
        row = _row(text, look)
        if any(is_mark for _, is_mark in row):
            # the kinds of the outcomes, and the signs between words
            kind = [_kind(piece) if is_mark else "" if piece[0].isalnum() else piece for piece, is_mark in row]
            kinds.setdefault(tuple(kind), {})[i] = row
    own = max(kinds, key=lambda kind: len(kinds[kind]), default=())
    alike = [len(rows) for kind, rows in kinds.items() if not _KINDS.isdisjoint({*kind} & {*own})]
    return kinds[own] if kinds and 10 * len(kinds[own]) >= 9 * sum(alike) else {}


def _kind(outcomes: str) -> str:
    first = next(iter(_WORD.findall(outcomes)), "")  # passed above 0 and 1 is a name
    return "a count" if counts_in(first) else "a word" if is_verdict(first) else "a mark"


def are_marks(cells: Sequence[str]) -> bool:
    """Whether all cells are texts with a mark for each trial, such as FFP."""
    return cells != [] and all(has_marks(cell) and len(cell) > 1 and not spelled(cell) for cell in cells)


def ends_in_outcome(text: str, beside: str = "") -> bool:
    """Whether a text such as "1) pass" is a name and an outcome, of the same kind as the outcome `beside`, if given."""
    *name, (end, is_mark) = _row(_plain(text), "loose") or [("", False)]
    is_apart = " " in text.strip() and name != []
    if beside and is_mark and _kind(end) != _kind(beside):
        return False
    return is_mark and is_apart and (name[-1][0].strip() != "" or is_verdict(end.split()[0]))


def _row(text: str, look: str = "") -> list[tuple[str, bool]]:
    """Split a line into pieces, and return (piece, whether it holds outcomes) for each.

    To a "loose" `look`, all that stands before the last piece with outcomes is a single piece, the name. To an "open"
    one, all that follows the last piece with outcomes is a remark, which may differ from line to line.
    """
    pieces = _PIECE.findall(text)
    for test in (is_verdict, has_marks):  # digits and letters are outcomes only if a line has no others
        marks = [*map(test, pieces)]
        if any(marks):
            break
    for i, (before, piece, after) in enumerate(zip(pieces, pieces[1:], pieces[2:])):
        if marks[i] and marks[i + 2] and not _BETWEEN.sub("", piece) and "/" not in before + after:
            marks[i + 1] = True
    row: list[tuple[str, bool]] = []
    for is_mark, own in groupby(zip(pieces, marks), itemgetter(1)):
        texts = [piece for piece, _ in own]
        row += [("".join(texts), True)] if is_mark else [(piece, False) for piece in texts]
    if look == "open" and any(is_mark for _, is_mark in row):
        last = max(i for i, (_, is_mark) in enumerate(row) if is_mark)
        return [*row[: last + 1], (_REMARK, False)]
    if look == "loose" and row and row[-1][1]:
        named = _NAMED.fullmatch("".join(piece for piece, _ in row[:-1]))
        return [*((piece, False) for piece in named.groups() if piece), row[-1]] if named else []
    return row


def is_verdict(piece: str) -> bool:
    """Whether a piece of a line is surely an outcome: a word, a tick or a count, but not 0, 1 or a letter."""
    is_word = spelled(piece) is not None or re.sub("^not ", "", piece.lower()) in GOOD
    is_word = is_word and len(piece) > 1 and (piece[0].isalpha() or piece in SPELLED)
    return is_word or counts_in(piece) is not None or (not piece.isascii() and has_marks(piece))


def _templates(rows: list[list[tuple[str, bool]]], are_below: bool) -> list[str]:
    """Return templates of --line for lines with these pieces, the best first. `are_below`: headings stand above."""
    columns = [[piece for piece, _ in column] for column in zip(*rows)]
    varying = [i for i, values in enumerate(columns) if len({*values}) > 1]
    marks = [i for i in varying if all(row[i][1] for row in rows)]
    if len(varying) > _MOST_PARTS:
        return []
    return [text for place in marks[:-3:-1] for text in _with_outcome(columns, place, marks, are_below)]


def _with_outcome(columns: list[list[str]], place: int, marks: list[int], are_below: bool) -> list[str]:
    """Return templates of lines whose outcomes are in the column at `place`, the best first.

    `columns` has the pieces of all lines, place by place; `marks` are the places that may hold outcomes. With
    `are_below`, there are headings above the lines, which may name, say, the run.
    """
    shape, parts, size = "", [], len(columns[0])
    for i, values in enumerate(columns):
        if i == place:
            shape += f"{{{OUTCOME}}}"
        elif i in marks and not all(map(counts_in, values)):
            shape += "{}"
        elif len({*values}) > 1:
            for one in crossing(PathColumn(values)):
                shape += escaped(one.before)
                parts.append(_part(one.values, re.split("[\0}]", shape)[-1]))
                shape += escaped(parts[-1].after) + "\0"
        else:
            shape += escaped(min(values))
    are_several = any(len(_outcomes(text)) > 1 for text in columns[place])
    found: dict[str, tuple[bool, int, int]] = {}
    likely = [*map(_roles, parts)]
    for roles in product(*likely):
        named = [role for role in roles if role]
        cells = {*zip(*(part.values for part, role in zip(parts, roles) if role))}
        is_one = len({*named}) == len(named) and ("trial" not in named or are_below or len(cells) == size)
        if is_one and ("question" in named or (are_several and named) or are_below):
            fewest = [size - len(part.distinct) for part, role in zip(parts, roles) if role == "question"]
            text = shape
            for role in roles:
                text = text.replace("\0", f"{{{role}}}", 1)
            text = text.replace(_REMARK, "{}")
            found[text] = not fewest, sum(map(list.index, likely, roles)), sum(fewest)
    return sorted(found, key=found.__getitem__)[:_MOST]


def _part(values: Sequence[str], before: str) -> PathColumn:
    """Return the varying part of lines, without a word that all values begin with: q1 and q2 give 1 and 2."""
    numbers = [_NUMBERED.fullmatch(value) for value in values]
    stems = {match[1] if match else "" for match in numbers}
    stem = stems.pop() if len(stems) == 1 and all(numbers) else ""
    return PathColumn([value[len(stem) :] for value in values], before + stem, stem)


def _roles(part: PathColumn) -> list[str]:
    """List the roles that a part of lines may have, the likeliest first; "" stands for no role."""
    word, may_recur = part.word, len(part.distinct) < len(part.values)
    is_value = measures(word) or says_gold(word) or all(map(_MEASURE.fullmatch, part.distinct))
    if part.is_silent or is_value:
        return [""]
    if all(map(counts_in, part.distinct)) and not means_trial(word):
        return ["", "question"]  # 1/12, 2/12, ...
    if word and says_question(word):
        return ["question"]
    if says_run(word) or says_task(word):
        return ["run" if says_run(word) else "task", "question"]
    if means_trial(word) or word in TRIAL_OF_PATH:
        numbering = ["", "trial", "run", *["question"] * (word == "sample")]
        return ["trial", "run"] if may_recur else numbering  # it counts the lines
    are_alike = len(without_numbers(part.distinct)) == 1  # 1-5, 2-5, ...
    others = [*["trial"] * may_recur, *["run"] * (not part.are_whole)]
    return ["question", *(others if are_alike else others[::-1]), ""]


def _headings(texts: Sequence[str], own: Collection[int]) -> list[list[str]]:
    """Return lists of options --line that read headings, the lines right above those with the indices `own`."""
    found, above = [], ""
    for i, text in enumerate(texts):
        if i in own and above:
            found.append(above)
        above = "" if i in own else text or above
    # the headings must differ
    if len({*found}) < 2:
        return []
    rows = [_PIECE.findall(text) for text in found]
    columns = [*zip(*rows)] if len({*map(len, rows)}) == 1 else [tuple(found)]
    varying = [values for values in columns if len({*values}) > 1]
    part = _part(varying[0], "".join(map(min, columns[: columns.index(varying[0])])))
    roles = [role for role in _roles(part) if role] if part.word else ["run", "task"]
    pieces = (escaped(min(values)) if values not in varying else "{}" for values in columns)
    first, _, rest = "".join(pieces).partition("{}")
    return [[f"--line={first}{escaped(part.after)}{{{role}}}{rest}"] for role in roles]
