"""The options of reading, declared once: the parser, --help, `files.read` and the offers of refusals use this table."""

from __future__ import annotations

from collections import namedtuple  # loading typing takes 3 ms

from ..text import finite, is_below, shown, some
from .item import Refusal
from .names import meant_by
from .sample import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection, Mapping, Sequence


# The value is of the `kind` "text", "flag", "number", "names" (a list), "pair" (two names), "range" (two numbers),
# "numbers" (a list) or "fields" ({field: value}; may be repeated on the command line). --help writes it as `value`.
Option = namedtuple("Option", "name kind value help")

OPTIONS = {
    option.name: option
    for option in (
        Option("format", "text", "NAME", "records, matrix, or a harness below"),
        Option("metric", "text", "NAME[@FILTER]", "what counts; for several tasks, a name for each"),
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
        Option("once", "flag", "", "equal records, and a task that was run again, count once"),
        Option("merge", "flag", "", "the files are parts, or trials, of one run"),
        Option("missing", "text", "HOW", "no outcome: bounds, own, drop, fail or harness"),
        Option("success", "names", "WORD,...", "these words are successes, others failures"),
        Option("threshold", "number", "T", "outcomes are numbers; T or more is a success"),
        Option("scores", "range", "LOW,HIGH", "outcomes are real scores on this scale (default: 0,1)"),
        Option("weights", "numbers", "W,W,...", "classes 0, 1, ...; the reward of each"),
        Option("all", "flag", "", "lists hold the parts of a trial: all must succeed"),
    )
}
ADDED = ("where", "skip", "ignore", "only", "name", "require")  # may be given several times
ROLES = ("question", "outcome", "trial", "run", "answer", "trials", "runs", "counts")  # these must be there
BESIDE = ("where", "skip", "ignore", "task", "by", "cluster", "keep")  # may be missing
GRADES = ("success", "threshold", "scores", "weights")
BOUNDS = "bounds"  # may have the number of trials: bounds=8
POLICIES = (BOUNDS, "own", "drop", "fail", "harness")
_HEAVIEST = 1e300  # the largest weight or score: sums and percentages of it are still doubles
# How many values an option of each kind has, at least and at most.
_SIZES = {"number": (1, 1), "names": (1, 10**6), "pair": (2, 2), "range": (2, 2), "numbers": (2, 1000)}


class Ask:
    """The options of reading with their values. One that is not given is None, False or ()."""

    format = metric = trial = run = task = answer = at = path = missing = None  # type: str | None
    question = outcome = trials = runs = counts = ignore = success = None  # type: tuple[str, ...] | None
    where = skip = None  # type: dict[str, tuple[str, ...]] | None
    scores = weights = None  # type: tuple[float, ...] | None
    threshold = None  # type: float | None
    once = merge = all = False
    keep: tuple[str, ...] = ()  # fields that are kept, also for --by and --cluster
    only: tuple[str, ...] = ()  # the runs to keep
    name: tuple[str, ...] = ()  # NAME=FILE, the titles of runs
    votes = False  # whether answers are needed
    baseline: str | None = None  # the run to compare with, or its file or folder

    def __init__(self, **given: Any) -> None:
        vars(self).update(given)

    @property
    def grades(self) -> bool:
        """Whether an option says how outcomes are graded."""
        return any(is_given(getattr(self, name)) for name in GRADES)

    def given_options(self) -> dict[str, Any]:
        """Return {name: value} of the options in OPTIONS that are given."""
        return {name: getattr(self, name) for name in OPTIONS if is_given(getattr(self, name))}

    def is_base(self, path: str) -> bool:
        """Whether a file or a folder is that of --baseline, or in it."""
        return self.baseline is not None and is_below(path, self.baseline)

    def spelled(self, names: Collection[str], options: Sequence[str]) -> Ask:
        """Return an Ask whose `options` spell fields as in `names`. For the field a.b, the text b will do.

        Refuse a text that fits several names. For options in ROLES, refuse also one that fits none.
        """
        given = dict(vars(self))
        for option in options:
            value = getattr(self, option, None) or ()
            own = [self._find_field(option, text, names) for text in ([value] if isinstance(value, str) else value)]
            if own:
                fields = dict(zip(own, value.values())) if isinstance(value, dict) else tuple(own)
                given[option] = own[0] if isinstance(value, str) else fields
        return type(self)(**given)

    def _find_field(self, option: str, text: str, names: Collection[str]) -> str:
        if option == "outcome" and "==" in text:
            return "==".join(self._find_field(option, part.strip(), names) for part in text.split("==", 1))
        fields = [text] if (option, text) == ("skip", "line") else meant_by(text, names, option)
        if len(fields) != 1 and (fields or option in ROLES):
            value, what = getattr(self, option), "it may be" if fields else "no field has this name; there are"
            ways = [name if value == text else tuple(name if one == text else one for one in value) for name in fields]
            answers = [{option: way} for way in ways if not isinstance(value, dict)]
            raise Refusal("name", f"--{option} {shown(text)}: {what} {some(fields or names)}", fields, answers)
        return fields[0] if fields else text

    def with_answers(self, answers: Mapping[str, Any]) -> Ask:
        return type(self)(**joined(vars(self), answers))


def joined(options: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return `options` updated by `more`. A new value replaces the old one or, for options in ADDED, is added to it."""
    result = dict(options)
    for name, value in more.items():
        before = result.get(name)
        if before and isinstance(value, dict):
            value = {**before, **{field: (*before.get(field, ()), *texts) for field, texts in value.items()}}
        elif before and name in ADDED:
            value = tuple(sorted({*before, *value}) if name == "ignore" else (*before, *value))
        result[name] = value
    return result


def is_given(value: Any) -> bool:
    """Whether an option with this value is given: the value is neither None nor False, but may be 0."""
    return value is not None and value is not False


def checked(name: str, value: Any) -> Any:
    """Return the value of an option as Ask keeps it, with tuples for lists. `value` may be a text of the command line.

    Raise a ValueError or TypeError if `value` does not fit.
    """
    kind = OPTIONS[name].kind
    wrong = ValueError(f"expected {OPTIONS[name].value}, got {value!r}")
    if kind == "flag":
        return bool(value)
    if kind == "text":
        text = ",".join(map(str, value)) if isinstance(value, (list, tuple)) else value
        if not isinstance(text, str) or not text.strip():
            raise wrong
        return _checked_text(name, text)
    if isinstance(value, str):
        field, equal, text = map(str.strip, value.partition("="))
        value = [part.strip() for part in value.split(",")] if kind != "fields" else {field: text} if equal else {}
    if kind == "fields":
        if not isinstance(value, dict):
            raise TypeError(f"expected a dictionary, as in {{'split': 'test'}}, got {value!r}")
        if not value or not all(isinstance(field, str) and field for field in value):
            raise wrong
        lists = {field: x if isinstance(x, (list, tuple)) else (x,) for field, x in value.items()}
        return {field: tuple(map(text_of, texts)) for field, texts in lists.items()}
    values = (value,) if isinstance(value, (int, float)) else tuple(value)
    if kind in ("names", "pair"):
        is_right = all(isinstance(one, str) and one.strip() for one in values)
    else:
        values = tuple(map(finite, values))
        is_right = all(abs(number) <= _HEAVIEST for number in values)
    fewest, most = _SIZES[kind]
    if not is_right or not fewest <= len(values) <= most:
        raise wrong
    if (kind == "pair" and values[0] == values[1]) or (kind == "range" and values[0] >= values[1]):
        raise wrong
    return values if most > 1 else values[0]


def _checked_text(name: str, text: str) -> str:
    """Return the text of an option. Raise a ValueError for a wrong template, a wrong --missing or a wrong --format."""
    if name in ("at", "path"):
        from .template import AtTemplate, path_pattern

        AtTemplate(text) if name == "at" else path_pattern(text)
    if name == "missing":
        how, equal, trials = text.partition("=")
        is_number = how == BOUNDS and trials.isdecimal() and int(trials) > 0
        if how not in POLICIES or (equal and not is_number):
            raise ValueError(f"expected one of {', '.join(POLICIES)}, or {BOUNDS}=N with N trials, got {text!r}")
    if name == "format" and text not in ("records", "matrix"):
        from ..formats import named

        if named(text) is None:
            raise ValueError(f"no format is called {text!r}; --help formats lists them")
    return text


def as_keywords(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as keywords of `files.read`: lists in place of tuples, and a text in place of a list of one."""
    keywords: dict[str, Any] = {}
    for name, value in answers.items():
        if isinstance(value, tuple):
            value = value[0] if len(value) == 1 and "," not in str(value[0]) else list(value)
        keywords[name] = as_keywords(value) if isinstance(value, dict) else value
    return keywords
