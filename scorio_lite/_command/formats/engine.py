"""What a declaration of a format says, and the one reader for all of them. `table` has the declarations."""

from __future__ import annotations

import re
from collections import namedtuple
from importlib import import_module

from ..grading import shown
from ..read.item import Item, Refusal, Told, Trial
from ..read.json import canonical
from ..read.names import is_missing
from ..read.sample import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator, Mapping, Sequence

    from ..read.shapes import Parsed
    from ..read.source import Member

_SLACK = 1e-6  # a reward this close to 1 is a success, where a format says so
_LONG = 200  # characters of a text that is the name of a question
_MOST_TRIALS = 10**9  # that a file may promise
_NOT_FOUND = "[invalid]"  # what a filter of lm-evaluation-harness writes for an answer that it does not find
_STEP = re.compile(r"\{question\}|[^.\[\]{}]+|\[\]")


class Rule(namedtuple("Rule", "text fails refuses uneven empty", defaults=(False, "", "", ""))):
    """How a harness counts missing trials.

    `text` is for the report. `fails`: trials that are not in the file count as failures. `refuses`: why the rule cannot
    score a question that lacks trials. `uneven`: why it cannot score questions with different numbers of trials.
    `empty`: why it refuses a file in which a question has no trial; if "", the question is left out.
    """

    __slots__ = ()


class Broken(namedtuple("Broken", "path values but counts", defaults=((), (), True))):
    """A way to say that a trial broke: a field that is set, or has one of `values`, or any value but those in `but`.

    `counts`: whether the harness counts such a trial with the outcome that the file has for it, or leaves it out.
    """

    __slots__ = ()


class Format:
    """A format, declared: how its files are recognised, and where everything stands in them.

    has        cases: a file is of the format if in its first record, or its document, all paths of a case are set. In a
               path, * is the first entry, {} or [] at the end says what the value is; of paths joined by /, one is
               enough; a path after ! must not be set
    trials     where the trials stand in a document or record, as in eval.{question}[]; "" if each record is a trial
    question, trial, task, answer
               paths in a trial; of paths joined by /, the first that is set. `trial` may end in ~ and a pattern, whose
               first group is the number, and whose second says how many there are
    run        such paths, with blanks between them, whose values together name the run
    outcome    the path of the outcome
    metrics    where scores stand by name, one of which is the outcome: an object, or a list of the names of fields
    usual      names of metrics, if the file does not list them
    words      {value: outcome}
    near       whether a number that is almost 1 is a success
    also       a path that must be a success, too, unless --metric names it alone
    agrees     a path that must have the same value as the outcome, unless --metric chooses
    filter     a field of which --metric NAME@VALUE chooses a value
    broken     ways to say that a trial broke
    same       fields that must be the same in all trials of a question
    single     a list of responses that has one score: several are refused
    model, about_task, expected, total, bare
               paths in the document: the model, the task, the trials of a question, of all; the ids of all questions
    file       a pattern for the name of the file, whose group is the task
    beside     a pattern for the ends of the paths of other files that the harness writes, which hold no trials
    rule       how the harness counts what is missing
    code       the function that reads the trials, if no declaration says it: MODULE.FUNCTION
    about, example
               a line of help, and a small file
    """

    trials = question = trial = run = task = answer = outcome = metrics = also = agrees = filter = single = ""
    model = about_task = expected = total = bare = file = beside = code = about = example = ""
    has: Sequence[str] | Callable[[Mapping[str, Any]], bool] = ()
    usual: Sequence[str] = ()
    words: Mapping[Any, Any] = {}
    near = False
    broken: Sequence[Broken] = ()
    same: Sequence[str] = ()
    rule: Rule | None = None

    def __init__(self, name: str, **told: Any) -> None:
        self.name = name
        vars(self).update(told)

    def recognised(self, item: Any) -> bool:
        if not isinstance(item, dict) or callable(self.has):
            return isinstance(item, dict) and self.has(item)  # type: ignore[operator]
        plain = {**item}  # a field may be there twice
        return any(all(_meets(plain, condition) for condition in case.split()) for case in self.has)

    def read(self, member: Member, parsed: Parsed, asked: Mapping[str, Any]) -> FileTrials:
        """Return the trials of a file. `asked` has the options of reading that are set, by name."""
        return FileTrials(self, member, parsed, asked)


class FileTrials:
    """Iterates over the trials of a file, once. `told` is whole after the last one."""

    def __init__(self, format: Format, member: Member, parsed: Parsed, asked: Mapping[str, Any]) -> None:
        self.format, self.member, self.parsed, self.asked = format, member, parsed, asked
        self.told = Told()
        self.told.outcome = format.outcome if format.code else ""
        metrics: str = asked.get("metric") or ""
        self.wanted = [one.strip().partition("@") for one in metrics.split(",") if one.strip()]
        self.metric = self.chosen = ""  # the name and the filter that count
        self.is_plain = not any(asked.get(name) for name in ("scores", "weights", "threshold", "success"))
        self._known: dict[Any, Any] = {}  # what must be the same in all trials of a question
        self._filters: dict[str, None] = {}

    def __iter__(self) -> Iterator[Trial]:
        named = re.fullmatch(self.format.file, self.member.path.rpartition("/")[2])
        if self.format.file and named:
            self.tell(task=named[1])
        if not self.format.code:
            return self._declared()
        module, _, function = self.format.code.rpartition(".")
        read: Callable[[FileTrials], Iterator[Trial]] = getattr(import_module(f".{module}", __package__), function)
        return read(self)

    def items(self) -> Iterator[Item]:
        """Yield the records of the file, or its document, as Items."""
        document, unit = self.parsed.document, self.parsed.unit
        if isinstance(document, dict) and self.format.recognised(document):
            return iter([Item(document)])
        return (Item(value, f"{unit} {at}") for at, value in self.parsed)

    def keep(self, item: Item, **values: Any) -> dict[str, Any] | None:
        """Return these values that are set, and those of the fields that are asked for, by name."""
        kept = {name: value for name, value in values.items() if not is_missing(value)}
        kept.update((name, _reach(item.value, name)) for name in self.asked.get("keep") or () if name not in kept)
        return kept or None

    def choose(self, item: Item, names: Sequence[str]) -> str:
        """Return the metric that counts in the file: the first of --metric that is there; without it, the only one."""
        if not self.metric:
            found = next((one for one in self.wanted if one[0] in names), None)
            if self.wanted and not found:
                item.pick(names, self.asked["metric"], ["".join(one) for one in self.wanted])
            self.metric, self.chosen = (found[0], found[2]) if found else (item.pick(names, None), "")
        return self.metric

    def of_others(self) -> list[str]:
        """Return the metrics of --metric that are for other files."""
        return ["".join(one) for one in self.wanted if one[0] != self.metric]

    def tell(self, **facts: Any) -> None:
        """Note the model or the task of the file, the first that is set."""
        for name, value in facts.items():
            if isinstance(value, str) and value.strip() and not getattr(self.told, name):
                setattr(self.told, name, value.strip())

    def expect(self, name: str, value: Any, path: str) -> None:
        """Note the number of trials that the file promises, of each question (`expected`) or of all (`total`)."""
        if is_missing(value):
            return
        number = whole(value) or 0
        if not 1 <= number <= _MOST_TRIALS:
            raise Refusal("value", f"{path}: {shown(value)} is not a number of trials", [path])
        setattr(self.told, name, max(getattr(self.told, name), number))

    def label(self, item: Item, label: Any) -> str | int:
        """Return the name of a question. A long text is shortened, and ends in its checksum."""
        label = canonical(label) if isinstance(label, (list, dict)) else label
        if is_missing(label):
            raise item.error(f"{self.format.question}: {shown(label)} does not name a question", "question")
        if isinstance(label, str) and len(label) > _LONG:
            from zlib import crc32

            return f"{label[:_LONG]}... ({crc32(label.encode('utf-8', 'replace')):08x})"
        return label if type(label) in (str, int) else str(label)

    def check_same(self, item: Item, label: Any, values: Sequence[Any], name: str = "text") -> None:
        """Refuse a trial whose question had another text before."""
        texts = hash(canonical(values))
        if any(value is not None for value in values) and self._known.setdefault(label, texts) != texts:
            raise item.error(f"question {shown(label)} had another {name} before", "disagree")

    def _declared(self) -> Iterator[Trial]:
        format, told = self.format, self.told
        root = re.split(r"[.\[]", format.trials)[0]
        footer: Item | None = None  # a record without a question is one if it is the last
        for document in self.items():
            if footer is not None:
                raise self._nameless(footer)
            if root and root in document.fields:
                self._tell_of(document)
                for question, item in _walk(document, format.trials, told.bare):
                    yield from self._trial(item, question)
            elif _first(document.value, format.question) is None:
                self._tell_of(document)
                footer = document
            else:
                if root and document.value is self.parsed.document:
                    told.folder = self._folder(document, root)
                yield from self._trial(document)
        if footer is not None and not (root or told.outcome):
            raise self._nameless(footer)
        if self.chosen and self.chosen not in self._filters:
            names = [f"{self.metric}@{one}" for one in self._filters]
            Item(None).pick(names, f"{self.metric}@{self.chosen}", self.of_others())

    def _folder(self, trial: Item, root: str) -> str:
        """Return the folder of the run, of which the file is a trial: the folders that the trial names are left out."""
        paths = self.format.question, self.format.trial.partition("~")[0]
        names = {root, *(str(_reach(trial.value, path)).rpartition("/")[2] for path in paths)}
        levels = self.member.path.split("/")[:-1]
        while levels and levels[-1] in names:
            levels.pop()
        return "/".join(levels)

    def _nameless(self, item: Item) -> Refusal:
        return item.error(f"no field names the question ({self.format.question})", "question")

    def _tell_of(self, document: Item) -> None:
        """Note what a document says of its trials."""
        format = self.format
        self.tell(model=_reach(document.value, format.model), task=_reach(document.value, format.about_task))
        for name, path in (("expected", format.expected), ("total", format.total)):
            self.expect(name, _reach(document.value, path), path)
        if format.bare:
            self.told.bare += [item.value for _, item in _walk(document, format.bare, [])]

    def _trial(self, item: Item, question: Any = None) -> Iterator[Trial]:
        format, told, fields = self.format, self.told, item.fields
        label = self.label(item, _first(fields, format.question) if question is None else question)
        if format.filter and not self._passes(item):
            return
        outcome = self._outcome(item)
        several = _reach(fields, format.single)
        if isinstance(several, list) and len(several) > 1 and not self.asked.get("metric"):
            what = f"{len(several)} responses and one score, so the trials are not in the file"
            how = f"--metric {told.outcome} counts the score as one trial"
            raise item.error(f"{what}; {how}", "single", [{"metric": told.outcome}])
        names = (_first(fields, path) for path in format.run.split())
        run, task = ", ".join(str(name) for name in names if not is_missing(name)), _first(fields, format.task)
        same = [_first(fields, path) for path in format.same]
        self.check_same(item, label, same, *format.same[:1])
        why, outcome = self._broken(item, outcome)
        kept = self.keep(item, answer=_only(_first(fields, format.answer)), text=next(iter(same), None))
        yield Trial(run, "" if task is None else str(task), label, self._number(fields), outcome, why, kept, item.place)

    def _passes(self, item: Item) -> bool:
        """Whether the record is of the filter that --metric NAME@FILTER names. Refuse several, if it names none."""
        if self.wanted or self.format.metrics:
            self.choose(item, list(self._scores(item)))
        own = item.inside(self.format.filter)
        own = "none" if own is None else str(own)
        self._filters.setdefault(own)
        if not self.chosen and len(self._filters) > 1:
            every = dict.fromkeys((*self._filters, *(str(one.inside(self.format.filter)) for one in self.items())))
            name = self.metric or next(iter(self._scores(item)))
            item.pick([f"{name}@{one}" for one in every], None, self.of_others())
        return self.chosen in ("", own)

    def _outcome(self, item: Item) -> Any:
        format, scores = self.format, self._scores(item)
        if format.metrics and not scores:
            return None
        if self.wanted or format.metrics:
            metric = self.choose(item, list(scores))
            value = scores.get(metric) if format.metrics else _reach(item.value, scores[metric])
        else:
            value = _first(item.value, format.outcome)
            if value is None:
                item[format.outcome.partition("/")[0].partition(".")[0]]
        self.told.outcome = self.metric or format.outcome.rpartition("/")[2].rpartition(".")[2]
        if format.filter and self.chosen:
            self.told.outcome += f"@{self.chosen}"
        other = _reach(item.value, format.also or format.agrees) if not self.metric else None
        if format.agrees and self.is_plain and None not in (value, other) and value != other:
            what = f"{format.outcome} is {shown(value)} and {format.agrees} is {shown(other)}; which counts?"
            raise item.error(what, "metric", [{"metric": name} for name in scores])
        if format.words:
            value = self._word(item, value)
            value = self._word(item, other) if format.also and value == 1 and not self.metric else value
        elif format.near and self.is_plain and isinstance(value, (int, float)):
            value = int(abs(value - 1) <= _SLACK)
        return value

    def _word(self, item: Item, value: Any) -> Any:
        if value is not None and value not in self.format.words:
            raise item.error(f"{shown(value)} is none of {', '.join(map(shown, self.format.words))}")
        return None if value is None else self.format.words[value]

    def _scores(self, item: Item) -> dict[str, Any]:
        """Return the scores of a record by name; if the format has no metrics, the paths that may be the outcome."""
        if not self.format.metrics:
            paths = (*self.format.outcome.split("/"), self.format.also, self.format.agrees)
            return {path.rpartition(".")[2]: path for path in paths if path}
        scores = _reach(item.value, self.format.metrics)
        if isinstance(scores, list) or self.format.usual:
            names = [str(name) for name in scores] if isinstance(scores, list) else self.format.usual
            return {name: item.value[name] for name in names if name in item.value}
        return dict(Item(scores, item, self.format.metrics).fields) if scores else {}

    def _broken(self, item: Item, outcome: Any) -> tuple[str, Any]:
        """Return (why a trial has no outcome of its own, or "", the outcome, or the one that the harness counts)."""
        for one in self.format.broken:
            value = _reach(item.value, one.path)
            is_one = value in one.values if one.values else value and value not in one.but and not is_missing(value)
            if is_one:
                return str(
                    value
                ) if one.values or one.but else f"{shown(one.path)} is set", outcome if one.counts else None
        if is_missing(outcome):
            return "no outcome", 0 if self.format.rule and "failure" in self.format.rule.text else None
        return "", outcome

    def _number(self, fields: Any) -> Any:
        path, _, pattern = self.format.trial.partition("~")
        value = _reach(fields, path)
        match = re.search(pattern, value) if pattern and isinstance(value, str) else None
        if match:
            self.expect("expected", match[2], path)
            value = match[1]
        # the only trial of each question needs no number, which would be the same in another file
        return None if is_missing(value) or self.told.expected == 1 else value


def _meets(item: Any, condition: str) -> bool:
    """Whether an item meets a condition of `has`."""
    if condition.startswith("!"):
        return not _meets(item, condition[1:])
    for path in condition.split("/"):
        value = _reach(item, path.rstrip("{}[]"))
        if value is not None and isinstance(value, {"{}": dict, "[]": list}.get(path[-2:], object)):
            return True
    return False


def _reach(value: Any, path: str) -> Any:
    """Return the value at the end of a path; None if the path is "" or leads nowhere.

    In the path, * is the first entry, and -1 the last one of a list.
    """
    for name in path.split(".") if path else ("",):
        if name == "*":
            entries = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
            value = next(iter(entries), None)
        elif isinstance(value, list):
            at = int(name) if name.lstrip("-").isdecimal() else len(value)
            value = value[at] if -len(value) <= at < len(value) else None
        else:
            value = Item(value).get(name).value if isinstance(value, dict) else None
    return value


def _first(value: Any, paths: str) -> Any:
    """Return the first value that is set, of paths joined by /."""
    values = (_reach(value, path) for path in paths.split("/"))
    return next((one for one in values if one is not None), None)


def _only(value: Any) -> Any:
    """Return the only entry of lists in lists; None for lists of several, and for an answer that was not found."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return None if isinstance(value, list) or value == _NOT_FOUND else value


def _walk(item: Item, path: str, bare: list[Any], question: Any = None) -> Iterator[tuple[Any, Item]]:
    """Yield (question or None, Item) at all ends of a path such as eval.{question}[]. Questions are added to `bare`."""
    step = _STEP.match(path)
    if step is None:
        yield question, item
        return
    rest = path[step.end() :].lstrip(".")
    if step[0] == "[]":
        for inner in item.each(f"{item.place}, entry") if item.value is not None else ():
            yield from _walk(inner, rest, bare, question)
    elif step[0] == "{question}":
        for name, value in item.fields.items():
            bare.append(name)
            yield from _walk(Item(value, item, name), rest, bare, name)
    else:
        yield from _walk(item.get(step[0]), rest, bare, question)
