"""Parse a file into records, a matrix or a document: syntax and shape only. Files of lines are parsed as they go."""

from __future__ import annotations

from itertools import islice

from ..grading import shown
from .csv import delimiter_of, rows_of
from .item import Refusal
from .json import Invalid, parsed, values, whole
from .shapes import SAMPLE, Parsed, shape_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Container, Iterator

    from .shapes import IsUsual, Pair
    from .source import Member, Text

_HELD = 1 << 25  # characters of a text that are held in memory, if it can be read again
_BLOCKS = 200  # from which the rest of a sample is taken, at least, if there are as many
_OUTCOMES = ("0", "1", "0.0", "1.0", "true", "false", "")


class Blocks:
    """The text of a file in blocks of whole lines, to be gone through again: held in memory, or read from the disk."""

    def __init__(self, member: Member, first: str, text: Text) -> None:
        self._member, self.text = member, text
        self._held: list[str] | None = [first] if first else []
        size = 0
        for block in text.blocks():
            size += len(block)
            if size > _HELD and member.is_on_disk:
                self._held = None
                break
            self._held.append(block)

    def __iter__(self) -> Iterator[str]:
        if self._held is not None:
            self.last = self._held[-1:]
            yield from self._held
            return
        with self._member.open() as source:
            self.text, may = source.text(), self.text.may_break_off
            self.text.may_break_off = may
            for block in self.text.blocks():
                self.last = [block]
                yield block

    @property
    def is_open(self) -> bool:
        """Whether the text ends within a line."""
        return bool(self.last) and not self.last[0].endswith("\n")

    def spread(self, start: int) -> list[tuple[int, bool, str]]:
        """Return (first line, whether it is inside quotes, block) for blocks spread over the text from a line on."""
        picked: list[tuple[int, bool, str]] = []
        head, at, quotes, every = 0, 1, 0, 1
        for i, block in enumerate(self):
            lines = block.count("\n")
            head += lines
            if head > start and i % every == 0:
                picked.append((at, quotes % 2 == 1, block))
            if len(picked) > 2 * _BLOCKS:
                picked, every = picked[::2], 2 * every
            last = at, quotes % 2 == 1, block
            at, quotes = at + lines, quotes + block.count('"')
        return picked if head <= start or last in picked[-1:] else [*picked, last]


class _Stream(Parsed):
    """JSON Lines or a table, which is parsed each time that it is gone through."""

    has_cells = False  # which may be quoted, and then go on over several lines

    def __init__(self, kind: str, blocks: Blocks, skip: Container[int]) -> None:
        super().__init__(kind, "line")
        self._blocks, self._skip = blocks, skip

    def sample(self, half: int = SAMPLE) -> list[Pair]:
        pairs: list[Pair] = list(islice(self, half))
        last = pairs[-1][0] if pairs else 0
        spread = self._blocks.spread(half)
        few = -(-half // max(1, len(spread)))
        for at, is_inside, block in spread:
            lines = self._starts(at, is_inside, block, last)
            chosen = lines if len(lines) <= few else [lines[i * len(lines) // few - 1] for i in range(1, few + 1)]
            pairs += [pair for i, line in chosen for pair in self._parsed(i, line)]
        return pairs

    def _starts(self, at: int, is_inside: bool, block: str, last: int) -> list[tuple[int, str]]:
        """Return the lines of a block that are whole: no quoted cell of a table begins or goes on in them."""
        if not self.has_cells or ('"' not in block and not is_inside):
            return [(i, line) for i, line in enumerate(block.split("\n"), at) if i > last and line.strip()]
        starts: list[tuple[int, str]] = []
        for i, line in enumerate(block.split("\n"), at):
            is_whole = line.count('"') % 2 == 0
            if is_whole and not is_inside and i > last and line.strip():
                starts.append((i, line))
            is_inside = is_inside == is_whole
        return starts

    def _parsed(self, at: int, line: str) -> list[Pair]:
        raise NotImplementedError


class _Lines(_Stream):
    """JSON Lines."""

    def __iter__(self) -> Iterator[Pair]:
        return values(self._blocks, self, self._skip)

    def _parsed(self, at: int, line: str) -> list[Pair]:
        try:
            value = parsed(line, at)
        except Refusal:  # the loop refuses it
            return []
        return [(at, value)] if type(value) is (dict if self.kind == "records" else list) else []


class _Table(_Stream):
    """A table: with the names of its columns in the first row, or a matrix."""

    has_cells = True

    def __init__(self, blocks: Blocks, form: str | None, is_usual: IsUsual, skip: Container[int]) -> None:
        super().__init__("records", blocks, skip)
        first = next(rows_of(blocks, skip), None)
        if first is None:
            raise Refusal("empty", "the file is empty")
        self._head, cells = first
        self._width = len(cells)
        self._delimiter = delimiter_of(next(iter(blocks)))
        self.kind, self.labelled = _head_of(self._head, cells, form, is_usual)
        if self.kind == "records":
            while not cells[-1]:  # a mark at the end of each line
                cells.pop()
            self._width, self.names = len(cells), _names_of(self._head, cells)

    def __iter__(self) -> Iterator[Pair]:
        rows = rows_of(self._blocks, self._skip)
        names, width = self.names, self._width
        if names:
            next(rows)
        at = self._head
        try:
            for at, cells in rows:
                if len(cells) != width and names:
                    cells = self._fitted(at, cells, rows)
                    if not cells:
                        return
                yield at, dict(zip(names, cells)) if names else cells
        except Refusal as error:
            if error.code != "cut":
                raise
            self.broken = f"{error}; it breaks off after line {at:,}"

    def _fitted(self, at: int, cells: list[str], rows: Iterator[Any]) -> list[str]:
        """Return a row of another width without empty cells at its end; [] if it is the last one, and breaks off."""
        short = len(cells) < self._width
        if not short and not any(cells[self._width :]):
            return cells[: self._width]
        if short and next(rows, None) is None and self._blocks.is_open:
            self.broken = f"line {at}: the row breaks off"
            return []
        what = f"line {at}: {len(cells)} cells, and {self._width} names in line {self._head}"
        raise Refusal("row", what, ["line"], answers=[{"skip": {"line": str(at)}}])

    def _parsed(self, at: int, line: str) -> list[Pair]:
        try:
            rows = [(at, cells) for _, cells in rows_of([line], delimiter=self._delimiter)]
        except Refusal:  # the loop refuses it
            return []
        if not self.names:
            return rows
        whole = (cells for _, cells in rows if len(cells) >= self._width and not any(cells[self._width :]))
        return [(at, dict(zip(self.names, cells))) for cells in whole]


def _head_of(at: int, cells: list[str], form: str | None, is_usual: IsUsual) -> tuple[str, bool]:
    """Return ("records", False) if the first row of a table has names, else ("matrix", whether rows have labels)."""
    are_numbers = [cell.lower() in _OUTCOMES or _number(cell) is not None for cell in cells]
    labelled = len(cells) > 1 and not are_numbers[0]
    if form == "records":
        return "records", False
    if form == "matrix" or all(are_numbers):
        return "matrix", labelled
    if not any(are_numbers[1:]) and (not cells[0] or not are_numbers[0]):
        return "records", False
    if labelled and all(are_numbers[1:]):
        if is_usual(cells[0]):
            return "records", False
        numbers = [_number(cell) for cell in cells[1:]]
        if numbers not in ([*range(len(numbers))], [*range(1, len(numbers) + 1)]):
            return "matrix", True
    what = f"line {at}: are {', '.join(map(shown, cells[:4]))}{', ...' * (len(cells) > 4)} names of columns, or a row?"
    raise Refusal("header", what, answers=[{"format": "records"}, {"format": "matrix"}])


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def _names_of(at: int, cells: list[str]) -> tuple[str, ...]:
    names = tuple(name or f"column {i}" for i, name in enumerate(cells, 1))
    if len({*names}) < len(names):
        again = next(name for i, name in enumerate(names) if name in names[:i])
        what = f"line {at}: a second column is named {shown(again)}; rename or remove one"
        raise Refusal("twice", what, [again], answers=[{"format": "matrix"}])
    return names


def parse(
    member: Member, *, form: str | None = None, is_usual: IsUsual = lambda _: False, skip: Container[int] = ()
) -> Parsed:
    """Parse a file.

    `form` is "records", "matrix" or None, `is_usual` says whether a field has a usual name, and `skip` has the lines
    that are left out.
    """
    with member.open() as source:
        packing = source.packing
        if packing == "zip":
            from .archives import Zip
            from .source import Measure

            file = source.seekable()
            measure = Measure()
            measure.has_lines = False
            found = Parsed("archive")
            found.archive = Zip(file, file.getbuffer().nbytes, measure)
            found.archive.refuse_workbook()
            return found
        if packing == "parquet":
            from .parquet import rows

            return Parsed("records", "record", list(rows(source.seekable())))
        text = source.text()
        blocks = text.blocks()
        head = next(blocks, "")
        start = head.lstrip()
        while not start:
            more = next(blocks, "")
            if not more:
                raise Refusal("empty", "the file is empty")
            head += more
            start = head.lstrip()
        if start[0] not in "[{":
            return _Table(Blocks(member, head, text), form, is_usual, skip)
        return _json(member, head, text, is_usual, skip)


def _json(member: Member, head: str, text: Text, is_usual: IsUsual, skip: Container[int]) -> Parsed:
    """Parse JSON Lines if the first line is a value and more follow; else a document."""
    text.may_break_off = True
    lines = (line for i, line in enumerate(head.split("\n"), 1) if line.strip() and i not in skip)
    first, second = next(lines), next(lines, "")
    try:
        value = parsed(first)
    except Invalid as error:
        is_line = second and not error.is_cut and not first.lstrip().startswith("[") and "Extra data" not in error.why
        if is_line:
            raise Refusal("line", error.why, ["line"], answers=[{"skip": {"line": "1"}}]) from None
    else:
        blocks = Blocks(member, head, text)
        if second or any(map(str.strip, islice(blocks, 1, None))):
            return _Lines("matrix" if isinstance(value, list) else "records", blocks, skip)
        return shape_of(value, is_usual)
    pairs, broken = whole(head + text.rest(), text.broken)
    if len(pairs) > 1:
        return Parsed("records", "line", pairs, broken)
    return shape_of(pairs[0][1], is_usual, broken)
