"""The options of reading, declared once: the parser, --help, `files.read` and the offers of refusals use this table."""

from __future__ import annotations

from collections import namedtuple  # loading typing takes 3 ms

from .names import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Mapping


class Option(namedtuple("Option", "name kind value help")):
    """An option of reading.

    kind    of its value: "text", "flag", "number", "names" (a list), "pair" (two names), "range" (two numbers),
            "numbers" (a list) or "fields" ({field: value}; may be repeated on the command line)
    value   how --help shows the value
    """

    __slots__ = ()


OPTIONS = {
    option.name: option
    for option in (
        Option("format", "text", "NAME", "records, matrix, or a harness below"),
        Option("metric", "text", "NAME[@FILTER]", "what counts, if a file counts several things"),
        Option("question", "names", "KEY,...", "the fields that together name a question"),
        Option("outcome", "names", "KEY,...", "the outcome: the first that is set; A==B compares"),
        Option("trial", "text", "KEY", "the field that numbers the trials of a question"),
        Option("run", "text", "KEY", "the field that names the run (default: the model)"),
        Option("task", "text", "KEY", "the field of the task; or the tasks to keep"),
        Option("answer", "text", "KEY", "the field of the answer, for cons@k"),
        Option("trials", "names", "KEY,...", "fields or columns that hold a trial each"),
        Option("runs", "names", "KEY,...", "fields or columns that hold a run each"),
        Option("counts", "pair", "N,C", "the fields that count trials and successes"),
        Option("at", "text", "TEMPLATE", "where outcomes stand: '{question}[{trial}].ok'"),
        Option("path", "text", "TEMPLATE", "what paths say: '{run}/{task}/seed{trial}.jsonl'"),
        Option("where", "fields", "KEY=VALUE", "only the records with this value; may be repeated"),
        Option("skip", "fields", "KEY=VALUE", "not the records with this value; may be repeated"),
        Option("ignore", "names", "KEY,...", "fields that say nothing"),
        Option("once", "flag", "", "equal records count once"),
        Option("merge", "flag", "", "the files are parts, or trials, of one run"),
        Option("missing", "text", "HOW", "no outcome: bounds, own, drop, fail or harness"),
        Option("success", "names", "WORD,...", "these words are successes, others failures"),
        Option("threshold", "number", "T", "outcomes are numbers; T or more is a success"),
        Option("scores", "range", "LOW,HIGH", "outcomes are real scores on this scale (default: 0,1)"),
        Option("weights", "numbers", "W,W,...", "classes 0, 1, ...; the reward of each"),
        Option("all", "flag", "", "lists hold the parts of a trial: all must succeed"),
    )
}
TEXTS = [name for name, option in OPTIONS.items() if option.kind == "text"]


class Ask:
    """The options of reading as they are given; None for what is not given."""

    format = metric = trial = run = task = answer = at = path = missing = None  # type: str | None
    question = outcome = trials = runs = counts = ignore = success = None  # type: tuple[str, ...] | None
    where = skip = None  # type: dict[str, tuple[str, ...]] | None
    scores = weights = None  # type: tuple[float, ...] | None
    threshold = None  # type: float | None
    once = merge = all = False
    keep: tuple[str, ...] = ()  # fields that are kept beside the outcomes
    fixed: tuple[str, ...] = ()  # fields that are the same in all trials of a question: of --by and --cluster
    only: tuple[str, ...] = ()  # the runs to keep
    names: tuple[str, ...] = ()  # NAME=FILE, the titles of runs
    votes = False  # whether answers are needed

    def __init__(self, **given: Any) -> None:
        vars(self).update(given)

    def given_options(self) -> dict[str, Any]:
        """Return {name: value} of the options of the table that are given."""
        return {name: value for name in OPTIONS for value in [getattr(self, name)] if value not in (None, False)}

    def ignores(self, name: str) -> bool:
        """Whether --ignore names a field."""
        return any(plain(name) == plain(one) for one in self.ignore or ())

    def with_answers(self, answers: Mapping[str, Any]) -> Ask:
        """Return a copy with more options; fields of --ignore, --where and --skip are added to those there."""
        own = dict(vars(self))
        for name, value in answers.items():
            before = own.get(name)
            if name == "ignore":
                value = (*(before or ()), *value)
            elif name in ("where", "skip"):
                value = {**(before or {}), **value}
            own[name] = value
        return Ask(**own)


def converted(name: str, text: str) -> Any:
    """Return the value that a text of the command line gives an option. Raise a ValueError for a wrong text."""
    kind = OPTIONS[name].kind
    if kind == "fields":
        field, equal, value = text.partition("=")
        if not equal or not field.strip():
            raise ValueError("expected KEY=VALUE")
        return {field.strip(): (value.strip(),)}
    if kind in ("text", "flag"):
        return text
    if kind == "number":
        return _finite(text)
    parts = [part.strip() for part in text.split(",")]
    return checked(name, [_finite(part) for part in parts] if kind in ("numbers", "range") else parts)


def _finite(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("inf")
    if not abs(value) < float("inf"):
        raise ValueError(f"expected a finite number, got {text!r}")
    return value


def checked(name: str, value: Any) -> Any:
    """Return the value of an option as the reader takes it: lists are tuples. Raise a TypeError for a wrong type."""
    kind = OPTIONS[name].kind
    if value is None or kind == "flag":
        return bool(value) if kind == "flag" else None
    if kind == "text":
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a text, got {value!r}")
        return value
    if kind == "number":
        return _finite(str(value))
    if kind == "fields":
        if not isinstance(value, dict):
            raise TypeError(f"{name} must be a dictionary, as in {name}={{'split': 'test'}}, got {value!r}")
        return {
            field: tuple(map(_text, x)) if isinstance(x, (list, tuple)) else (_text(x),) for field, x in value.items()
        }
    values = (value,) if isinstance(value, (str, int, float)) else tuple(value)
    if kind in ("numbers", "range"):
        values = tuple(_finite(str(one)) for one in values)
        if kind == "range" and not (len(values) == 2 and values[0] < values[1]):
            raise ValueError(f"{name}: expected LOW,HIGH, two numbers, the lower one first")
    elif not all(isinstance(one, str) and one for one in values) or not values:
        raise ValueError(f"{name}: expected names, got {value!r}")
    if kind == "pair" and len(values) != 2:
        raise ValueError(f"{name}: expected two names, N,C, got {value!r}")
    return values


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else "null" if value is None else str(value)


def as_flags(answers: Mapping[str, Any]) -> list[str]:
    """Return options as the command line has them: ["--question=qid", "--once"]."""
    flags = []
    for name, value in answers.items():
        if isinstance(value, dict):
            flags += [f"--{name}={field}={text}" for field, texts in value.items() for text in texts]
        elif value is True:
            flags.append(f"--{name}")
        elif value not in (None, False):
            parts = (value,) if isinstance(value, (str, int, float)) else value
            flags.append(f"--{name}={','.join(f'{one:.12g}' if isinstance(one, float) else str(one) for one in parts)}")
    return flags


def as_keywords(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as `files.read` takes them: lists in place of tuples, a text in place of a list of one."""
    found: dict[str, Any] = {}
    for name, value in answers.items():
        if isinstance(value, dict):
            value = {field: texts[0] if len(texts) == 1 else list(texts) for field, texts in value.items()}
        elif isinstance(value, tuple):
            value = value[0] if len(value) == 1 and OPTIONS[name].kind == "names" else list(value)
        found[name] = value
    return found
