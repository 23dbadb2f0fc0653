"""Write numbers, names and texts for readers. FileError is the error whose message names a file."""

from __future__ import annotations

from contextlib import contextmanager

from .._arguments import shown as _shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, Mapping

NAME_COLUMNS = 400  # of a run's name, over all its lines
CELL_COLUMNS = 60  # of a task's name, or a slice's
TITLE_COLUMNS = 40  # of a file's name in a title, of a column's title, or of an example
LISTED = 5  # names in a message
# How control characters are spelled, except tabs and ends of lines; for `str.translate`.
CONTROLS = {i: ascii(chr(i))[1:-1] for i in (*range(32), *range(127, 160)) if chr(i) not in "\t\n"}
_FORMULAS = tuple("=+-@＝＋－＠")  # the marks with which formulas begin
LARGE = 1e9  # numbers from here on are shown with an exponent
_LONGEST = 80  # characters of a name or a value in an error
_JOINTS = "/-_:@,"  # a long word is broken after one of these, if possible


def names_in(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def in_one_line(text: str) -> str:
    return "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in text)


def as_cell(text: str) -> str:
    """Return a text for a cell of CSV. Leading tabs and newlines are cut, others stay; other controls are spelled out.

    A text that a spreadsheet may take for a formula gets an apostrophe in front (OWASP, CSV injection).
    """
    text = text.lstrip("\t\r\n").translate(CONTROLS)
    is_number = text.startswith(("+", "-")) and text[1:].replace(".", "", 1).isdecimal()
    return f"'{text}" if text.lstrip("'").lstrip().startswith(_FORMULAS) and not is_number else text


def option(name: str) -> str:
    """Return an option as users type it: --rank-by for rank_by."""
    return "-k" if name == "k" else f"--{name.replace('_', '-')}"


def stem(path: str) -> str:
    """Return the name of a file without folders and known endings, such as .json.gz. gpt-4.1 has no known ending."""
    import re

    name = path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path
    return re.sub(r"(?i)(\.(jsonl?|ndjson|[ct]sv|txt|eval|gz))+$", "", name)


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: 2 for a wide character, 0 for a combining mark."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(0 if category(mark) in ("Mn", "Me") else 2 if east_asian_width(mark) in "WF" else 1 for mark in text)


def shortened(text: str, width: int) -> str:
    """Return a text in at most `width` columns.

    A longer text keeps some of its start, and more of its end, where names often differ.
    """
    text = in_one_line(text)
    if columns(text) <= width:
        return text
    start = _beginning(text, (width - 3) // 3)
    return f"{start}...{_beginning(text[::-1], width - 3 - columns(start))[::-1]}"


def _beginning(text: str, width: int) -> str:
    """Return the longest start of a text that fits into `width` columns."""
    for end, mark in enumerate(text):
        width -= columns(mark)
        if width < 0:
            return text[:end]
    return text


def wrap(text: str, width: int) -> list[str]:
    """Return the lines of a text broken at blanks. Too long a word breaks after a sign like -, else anywhere."""
    lines = []
    while columns(text) > width:
        head = _beginning(text, width) or text[0]
        end = len(head) if text[len(head) :].startswith(" ") else head.rfind(" ")
        if not head[: max(0, end)].strip():
            joint = max(map(head.rfind, _JOINTS)) + 1
            end = joint if joint > len(head) // 2 else len(head)
        lines.append(text[:end])
        text = text[end:].lstrip(" ")
    return [*lines, text] if text or not lines else lines


def fold(text: str, width: int) -> str:
    """Return a text whose lines are wrapped to `width` columns. Each line ends with a newline."""
    return "".join(f"{part}\n" for line in text.rstrip("\n").split("\n") for part in wrap(line, width))


def write_number(value: float, percent: bool = False) -> str:
    """Return a number as text, with three decimals or, in percent, with one.

    A number between 0 and 1 that would be rounded to either becomes <0.001 or >0.999; in percent <0.1 or >99.9. A
    number of 1e9 or more has an exponent, and at most four digits before it.
    """
    scale, digits, least, most = (100, 1, "0.1", "99.9") if percent else (1, 3, "0.001", "0.999")
    if abs(value) >= LARGE:
        return f"{value * scale:.4g}"
    text = f"{value * scale:.{digits}f}"
    less, more = (">-", "<-") if text.startswith("-") else ("<", ">")
    if float(text) == 0:
        return f"{less}{least}" if value else text.lstrip("-")
    if abs(float(text)) == scale and abs(value) < 1:
        return f"{more}{most}"
    return text


def level(confidence: float) -> str:
    return f"{confidence * 100:.12g} %"


def shared_level(confidence: float) -> str:
    """Return a confidence as text, such as 98.6 %. Round the chance of error, here 1.4 %, to two digits."""
    return f"{100 - float(f'{100 * (1 - confidence):.2g}'):.12g} %"


def is_below(path: str, folder: str) -> bool:
    """Return whether a path is that of this file or folder, or of one in it. Standard input, "-", is in no folder."""
    from os.path import realpath, sep

    return path == folder or (path != "-" and f"{realpath(path)}{sep}".startswith(f"{realpath(folder)}{sep}"))


class FileError(ValueError):
    """The error for a result file. Its message says in which file and where."""

    def within(self, name: str) -> FileError:
        """Return a copy of this error with a file's `name` in front of its message."""
        return type(self)(f"{name}: {self}")


@contextmanager
def errors_of(name: str) -> Iterator[None]:
    """Return a context that turns OSErrors and ValueErrors into FileErrors whose messages begin with `name`."""
    try:
        yield
    except FileError as error:
        raise error.within(name) from None
    except (OSError, ValueError) as error:
        raise FileError(f"{name}: {getattr(error, 'strerror', '') or error}") from None


def shown(value: Any, longest: int = _LONGEST) -> str:
    """Return a value as text for messages, cut after `longest` characters."""
    names = {list: "a list", dict: "an object", type(None): "null", bool: str(value).lower()}
    text = names.get(type(value)) or (repr(value) if isinstance(value, (str, float)) else _shown(value))
    return text[:longest] + "..." * bool(text[longest:])


def as_flags(answers: Mapping[str, Any]) -> list[str]:
    """Return options as words of the command line: ["--question=qid", "--once"]."""
    flags = []
    for name, value in answers.items():
        if isinstance(value, dict):
            flags += [f"--{name}={field}={text}" for field, texts in value.items() for text in texts]
        elif value is True:
            flags.append(f"--{name}")
        elif value is not None and value is not False:
            parts = value if isinstance(value, tuple) else (value,)
            flags.append(f"--{name}={','.join(f'{one:.12g}' if isinstance(one, float) else str(one) for one in parts)}")
    return flags


def as_typed(option: str) -> str:
    """Return --NAME=VALUE as you type it in a shell: --NAME VALUE, with quotes if needed."""
    from shlex import quote

    name, equal, value = option.partition("=")
    return f"{name} {quote(in_one_line(value))}" if equal else name


def count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def finite(text: Any) -> float:
    """Return a text or a number as a finite float. Raise a ValueError for others."""
    try:
        value = float(text)
    except (TypeError, ValueError, OverflowError):
        value = float("inf")
    if not abs(value) < float("inf"):
        hint = "; write a fraction" if str(text).endswith("%") else ""
        raise ValueError(f"expected a finite number, got {shown(text)}{hint}")
    return value


def some(names: Iterable[str], most: int = LISTED) -> str:
    """Return names with commas, at most `most` of them; then "..." if there are more."""
    listed = list(names)
    return ", ".join(map(shown, listed[:most])) + ", ..." * bool(listed[most:])
