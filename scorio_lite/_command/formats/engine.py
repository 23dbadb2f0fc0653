"""What a declaration of a format says, and the one reader for all of them. `declared` has the declarations."""

from __future__ import annotations

import re
from collections import namedtuple
from importlib import import_module

from ..grading import is_missing, number_in, shown
from ..read.item import Item, Refusal, Told, Trial
from ..read.json import canonical

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator, Mapping, Sequence

    from ..read.shapes import Parsed
    from ..read.source import Member

_SLACK = 1e-6  # a reward this close to 1 is a success, where a format says so
_NOT_FOUND = "[invalid]"  # what a filter of lm-evaluation-harness writes by default
_LONG = 200  # characters of a text that is the name of a question
_STEP = re.compile(r"\{question\}|[^.\[\]{}]+|\[\]")


class Rule(namedtuple("Rule", "text fails refuses uneven empty", defaults=(False, "", "", ""))):
    """How a harness counts missing trials.

    `text` is for the report. `fails`: trials that are not in the file count as failures. `refuses`: why the rule cannot
    score a question that lacks trials. `uneven`: why it cannot score questions with different numbers of trials.
    `empty`: why it refuses a file in which a question has no trial; if "", the question is left out.
    """

    __slots__ = ()


class Broken(namedtuple("Broken", "path values counts but", defaults=((), "outcome", ()))):
    """A way to say that a trial broke.

    path     the field that says so if it is set, or if it has one of `values` (but none of `but`)
    counts   what the harness makes of such a trial: "outcome" (what the file says), 0, or None (it is left out)
    """

    __slots__ = ()


class Format:
    """A format, declared: how its files are recognised, and where everything stands in them.

    has        cases: a file is of the format if its first record, or its document, has all paths of a case. In a path,
               * is the first entry, {} or [] at the end says what the value is; of paths joined by /, one is enough;
               a path after ! must be missing
    trials     where the trials stand in a record or document, as in eval.{question}[]; "" if each record is a trial
    question, trial, run, task, model, answer, cost
               paths in the trial; of paths joined by /, the first that is set; the last four may stand in the
               document instead; `trial` may end in ~ and a pattern, whose group is the number
    outcome    the path of the outcome; "." if the trial is the outcome itself
    words      {value: outcome}
    near       whether a number that is almost 1 is a success
    also       a path that must be a success, too
    agrees     a path that must have the same value where outcomes are 0 or 1
    metrics    where scores stand by name, one of which is chosen: the path of an object; [path of names]; the path of a
               list, as in annotations[name]score; or ~ and a pattern for names of fields, whose group is the name
    usual      the names of metrics, if the file does not name them
    filter     a field of which --metric NAME@VALUE chooses a value
    where      (path, values) that tell trials from other records, whose questions count as listed
    broken     ways to say that a trial broke
    same       fields that must be the same in all trials of a question; the first is its text
    alike      fields that must be the same in all trials of a run
    expected, total, bare, ends
               paths in the document: the trials of a question, of all; ids of all questions; what an unfinished file
               lacks
    file       a pattern for the name of the file, whose group is the task
    single     a list of the responses that a record scores: several, scored as one, are refused
    whole      whether a record has all trials of its question
    rule       how the harness counts what is missing
    code       the function that reads the trials, if no declaration says it: MODULE.FUNCTION
    """

    trials = question = trial = run = task = model = answer = cost = also = agrees = filter = ""
    single = ""
    outcome = metrics = expected = total = bare = ends = file = code = about = example = ""
    has: Sequence[str] | Callable[[Mapping[str, Any]], bool] = ()
    usual: Sequence[str] = ()
    words: Mapping[Any, Any] = {}
    near = whole = False
    where: tuple[str, Sequence[Any]] | None = None
    broken: Sequence[Broken] = ()
    same: Sequence[str] = ()
    alike: Sequence[str] = ()
    rule: Rule | None = None

    def __init__(self, name: str, **told: Any) -> None:
        self.name = name
        vars(self).update(told)

    def __repr__(self) -> str:
        return f"Format({self.name!r})"

    @property
    def options(self) -> tuple[str, ...]:
        """The options of reading that apply to files of this format, beside those that apply to any."""
        return ("metric",) if self.metrics or self.filter or self.code else ()

    def recognised(self, item: Any) -> bool:
        if not isinstance(item, dict):
            return False
        if callable(self.has):
            return self.has(item)
        return any(all(_meets(item, condition) for condition in case.split()) for case in self.has)

    def read(self, member: Member, parsed: Parsed, asked: Mapping[str, Any]) -> Trials:
        """Return the trials of a file. `asked` has the options of reading that are set, by name."""
        return Trials(self, member, parsed, asked)


class Trials:
    """Iterates over the trials of a file, once. `told` is whole after the last one."""

    def __init__(self, format: Format, member: Member, parsed: Parsed, asked: Mapping[str, Any]) -> None:
        self.format, self.member, self.parsed, self.asked = format, member, parsed, asked
        self.told = Told()
        metric: str = asked.get("metric") or ""
        self.metric, _, self.chosen = metric.partition("@")
        self.is_plain = not any(asked.get(name) for name in ("scores", "weights", "threshold", "success"))
        self._texts: dict[Any, Any] = {}  # of each question the fields that are the same in its trials
        self._alike: dict[Any, Any] = {}
        self._filters: dict[Any, None] = {}

    def __iter__(self) -> Iterator[Trial]:
        return (self._coded if self.format.code else self._declared)()

    def _coded(self) -> Iterator[Trial]:
        module, _, function = self.format.code.rpartition(".")
        read: Callable[[Trials], Iterator[Trial]] = getattr(import_module(f".{module}", __package__), function)
        return read(self)

    def items(self) -> Iterator[Item]:
        """Yield the records of the file, or its document, as Items."""
        document, unit = self.parsed.document, self.parsed.unit
        if isinstance(document, dict) and self.format.recognised(document):
            yield Item(document)
        else:
            for at, value in self.parsed:
                yield Item(value, f"{unit} {at}")

    def keep(self, item: Item, **values: Any) -> dict[str, Any] | None:
        """Return these values that are set, and those of fields asked for with keep=, by name."""
        kept = {name: value for name, value in values.items() if not is_missing(value)}
        for name in self.asked.get("keep", ()):
            if name not in kept and (name in item.value if isinstance(item.value, dict) else False):
                kept[name] = item.value[name]
        return kept or None

    def tell(self, **facts: Any) -> None:
        """Note the model or the task of the file, the first that is set."""
        for name, value in facts.items():
            if isinstance(value, str) and value.strip() and not getattr(self.told, name):
                setattr(self.told, name, value.strip())

    def expect(self, name: str, value: Any, path: str) -> None:
        """Note the number of trials that the file promises, of each question (`expected`) or of all (`total`)."""
        if is_missing(value):
            return
        number: Any = number_in(value)
        if type(number) not in (int, float) or number != number // 1 or not 1 <= number <= 10**9:
            raise Refusal("value", f"{path}: {shown(value)} is not a number of trials", [path])
        setattr(self.told, name, max(getattr(self.told, name), int(number)))

    def _declared(self) -> Iterator[Trial]:
        format, told = self.format, self.told
        root = format.trials.partition("[")[0].partition(".")[0]
        last: Item | None = None
        has_ended = not format.ends
        for document in self.items():
            if last is not None:  # a record without a question is a footer if it is the last one
                last[format.question]
            if format.ends and _reach(document.value, format.ends) is not None:
                has_ended = True
            elif root and root in document.fields:
                self._tell_of(document)
                for question, item in _walk(document, format.trials, told.bare):
                    yield from self._trial(item, question, document)
            elif _first(document.value, format.question) is not None:
                yield from self._trial(document, None, document)
            else:
                self._tell_of(document)
                last = document if not format.ends else None
        if not has_ended:
            told.unfinished = f"it has no {format.ends}"
        if format.filter and self.chosen and self.chosen not in self._filters:
            Item(None).pick([f"{self.metric}@{one}" for one in self._filters], f"{self.metric}@{self.chosen}")
        if format.file and re.fullmatch(format.file, self.member.path.name):
            self.tell(task=re.fullmatch(format.file, self.member.path.name)[1])  # type: ignore[index]

    def _tell_of(self, document: Item) -> None:
        """Note what a document, or a record that is no trial, says of the trials."""
        format = self.format
        self.tell(model=_reach(document.value, format.model), task=_reach(document.value, format.task))
        for name in ("expected", "total"):
            path = getattr(format, name)
            self.expect(name, _reach(document.value, path), path)
        if format.bare:
            self.told.bare += [item.value for _, item in _walk(document, format.bare)]

    def _trial(self, item: Item, question: Any, around: Item) -> Iterator[Trial]:
        format = self.format
        fields = item.value if format.outcome == "." else item.fields
        label = (
            question
            if question is not None
            else _first(around.value if format.outcome == "." else fields, format.question)
        )
        label = self.label(item, label)
        if format.where and _reach(fields, format.where[0]) not in format.where[1]:
            self.told.bare.append(label)
            return
        if format.filter and not self._passes(item):
            return
        several = _reach(fields, format.single)
        if isinstance(several, list) and len(several) > 1 and not self.asked.get("metric"):
            what = f"{len(several)} responses and one score for all of them, so the trials are not in the file"
            self._outcome(item)
            raise item.error(
                f"{what}; --metric {self.told.outcome} counts it as one trial",
                "single",
                [{"metric": self.told.outcome}],
            )
        run = ", ".join(str(x) for x in (_reach(fields, path) for path in format.run.split()) if not is_missing(x))
        task = _first(fields, format.task)
        outcome = self._outcome(item)
        why, counted = self._broken(item, outcome)
        self.check_same(item, label, [_reach(fields, path) for path in format.same])
        self._check_alike(item, (run, task))
        number = self._number(fields)
        kept = self.keep(item, answer=_only(_first(fields, format.answer)), cost=_first(fields, format.cost))
        task = task.strip() if isinstance(task, str) else ""
        yield Trial(run, task, label, number, counted if why else outcome, why, kept, item.place)

    def label(self, item: Item, label: Any) -> str | int:
        """Return the name of a question. A long text is shortened, and ends in its checksum."""
        if isinstance(label, (list, dict)):
            label = canonical(label)
        if is_missing(label):
            item[self.format.question.partition("/")[0].partition(".")[0]]
            raise item.error(f"{shown(label)} does not name a question")
        if isinstance(label, str) and len(label) > _LONG:
            from zlib import crc32

            return f"{label[:_LONG]}... ({crc32(label.encode('utf-8', 'replace')):08x})"
        return label if type(label) in (str, int) else str(label)

    def _passes(self, item: Item) -> bool:
        """Whether the record is of the filter that --metric NAME@FILTER names. Refuse several, if it names none."""
        own = item.inside(self.format.filter)
        own = "none" if own is None else str(own)
        self._filters.setdefault(own)
        if not self.chosen and len(self._filters) > 1:
            names = dict.fromkeys((*self._filters, *(str(one.inside(self.format.filter)) for one in self.items())))
            metric = self.metric or self.told.outcome
            item.pick([f"{metric}@{name}" for name in names], None)
        return self.chosen in ("", own)

    def _outcome(self, item: Item) -> Any:
        format = self.format
        if format.outcome == ".":
            value = item.value
        elif format.metrics and (self.metric or not format.outcome):
            scores = self._scores(item)
            if not self.metric or self.metric not in scores:
                names = [
                    name
                    for name, value in scores.items()
                    if number_in(str(value)) is not None or value in (True, False)
                ]
                missing = bool(self.told.outcome) and self.told.outcome == self.metric
                self.metric = self.metric if missing else item.pick(names or list(scores), self.metric or None)
            value = scores.get(self.metric)
        else:
            if self.metric and format.outcome.rpartition(".")[2] != self.metric and format.options:
                format.usual and item.pick(list(format.usual), self.metric)
            value = _first(item.value, format.outcome)
            if value is None:
                item[format.outcome.partition("/")[0].partition(".")[0]]
        self.told.outcome = self.told.outcome or self.metric or format.outcome.strip(".")
        if format.words:
            value = self._word(item, value)
            if format.also and value == 1:
                value = self._word(item, _reach(item.value, format.also))
        if format.near and self.is_plain and isinstance(value, (int, float)):
            value = int(abs(value - 1) <= _SLACK)
        if format.agrees and self.is_plain and not self.metric and not is_missing(value):
            other = _reach(item.value, format.agrees)
            if other is not None and other != value:
                what = f"{format.outcome} is {shown(value)} and {format.agrees} is {shown(other)}; which counts?"
                raise item.error(what, "metric", [{"metric": format.outcome.rpartition(".")[2]}, {"scores": "0,1"}])
        return value

    def _word(self, item: Item, value: Any) -> Any:
        if value is None:
            return None
        if value not in self.format.words:
            raise item.error(f"{shown(value)} is none of {', '.join(map(shown, self.format.words))}")
        return self.format.words[value]

    def _scores(self, item: Item) -> dict[str, Any]:
        """Return the scores of a record by name, as `metrics` says where they stand."""
        where, fields = self.format.metrics, item.fields
        if where.startswith("~"):
            found = ((re.fullmatch(where[1:], name), value) for name, value in fields.items())
            return {match[1]: value for match, value in found if match}
        if where.startswith("["):
            names = _reach(fields, where[1:-1])
            names = [str(name) for name in names] if isinstance(names, list) else self.format.usual
            return {name: fields[name] for name in names if name in fields}
        path, name, value = (*re.split(r"[\[\]]", where), "", "")[:3]
        scores = _reach(fields, path)
        if name:
            entries = [Item(one, item.place).fields for one in scores or ()]
            return {str(one.get(name)): _first(one, value) for one in entries}
        return dict(Item(scores, item.place, path).fields) if scores else {}

    def _broken(self, item: Item, outcome: Any) -> tuple[str, Any]:
        """Return (why a trial has no outcome of its own, or "", the outcome that the harness counts)."""
        for one in self.format.broken:
            value = _reach(item.value, one.path)
            if one.values and value in one.values:
                return str(value), outcome if one.counts == "outcome" else one.counts
            if not one.values and value and value not in one.but and not is_missing(value):
                why = str(value) if one.but else f"{shown(one.path)} is set"
                return why, outcome if one.counts == "outcome" else one.counts
        if is_missing(outcome):
            return "no outcome", 0 if self.format.rule and "failure" in self.format.rule.text else None
        return "", None

    def check_same(self, item: Item, label: Any, values: Sequence[Any]) -> None:
        """Refuse a trial whose question has another text than before."""
        texts = [hash(canonical(value)) for value in values if not is_missing(value)]
        if texts and self._texts.setdefault(label, texts) != texts:
            raise item.error(f"question {shown(label)} had another {self.format.same[0]} before", "disagree", [])

    def _check_alike(self, item: Item, cell: Any) -> None:
        ignored = self.asked.get("ignore") or ()
        for name in self.format.alike:
            value = _reach(item.value, name)
            before = self._alike.setdefault((cell, name), value)
            if value != before and name not in ignored and self.asked.get("run") != name:
                what = f"{name} is {shown(value)}, and {shown(before)} before: are these runs?"
                raise item.error(what, "apart", [{"run": name}, {"ignore": [name]}])

    def _number(self, fields: Any) -> Any:
        path, _, pattern = self.format.trial.partition("~")
        value = _reach(fields, path)
        match = re.search(pattern, value) if pattern and isinstance(value, str) else None
        if match:
            if match.lastindex == 2:
                self.expect("expected", match[2], path)
            return match[1]
        return None if is_missing(value) else value


def _meets(item: Any, condition: str) -> bool:
    if condition.startswith("!"):
        return not _meets(item, condition[1:])
    return any(_leads(item, path) for path in condition.split("/"))


def _leads(item: Any, path: str) -> bool:
    """Whether a path such as eval.*.status leads to a value in an item; to an object if it ends in {}, a list if []."""
    kind = {"{}": dict, "[]": list}.get(path[-2:])
    for name in (path[:-2] if kind else path).split("."):
        if name == "*":
            values = item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
            item = next(iter(values), None)
        elif isinstance(item, dict) and name in item:
            item = item[name]
        else:
            return False
    return kind is None or isinstance(item, kind)


def _reach(value: Any, path: str) -> Any:
    """Return the value at the end of a path; None if the path is "" or leads nowhere."""
    if not path or not isinstance(value, dict):
        return None
    if path in value:
        return Item(value).get(path).value
    for name in path.split("."):
        if isinstance(value, list):
            value = value[int(name)] if name.lstrip("-").isdecimal() and -2 < int(name) < len(value) and value else None
        else:
            value = Item(value).get(name).value if isinstance(value, dict) else None
    return value


def _first(value: Any, paths: str) -> Any:
    """Return the first value that is set, of paths joined by /."""
    found = (_reach(value, path) for path in paths.split("/"))
    return next((one for one in found if one is not None), None)


def _only(value: Any) -> Any:
    """Return the only entry of lists in lists; None for lists of several."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return None if isinstance(value, list) or value == _NOT_FOUND else value


def _walk(item: Item, path: str, bare: list[Any] | None = None, question: Any = None) -> Iterator[tuple[Any, Item]]:
    """Yield (question or None, Item) at all ends of a path such as eval.{question}[]. Questions are added to `bare`."""
    step = _STEP.match(path)
    if step is None:
        yield question, item
        return
    rest = path[step.end() :].lstrip(".")
    if step[0] == "[]":
        if item.value is not None:
            for inner in item.each(f"{item.place}, entry" if item.place else "entry"):
                yield from _walk(inner, rest, bare, question)
    elif step[0] == "{question}":
        for name, value in item.fields.items():
            if bare is not None:
                bare.append(name)
            yield from _walk(Item(value, item, name), rest, bare, name)
    else:
        yield from _walk(item.get(step[0]), rest, bare, question)
