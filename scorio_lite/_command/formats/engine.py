"""What a declaration of a format says, and the one reader for all of them. `table` has the declarations."""

from __future__ import annotations

import re
from collections import namedtuple
from importlib import import_module

from ..read.item import Item, Refusal, Told, Trial
from ..read.json import canonical
from ..read.names import is_missing
from ..read.sample import whole
from ..text import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator, Mapping, Sequence

    from ..read.records import Parsed
    from ..read.source import Member

_SLACK = 1e-6  # a reward this close to 1 is a success, where a format says so
_LONG = 200  # characters of a text that is the name of a question
_MOST_TRIALS = 10**9  # that a file may promise
_NOT_FOUND = "[invalid]"  # what a filter of lm-evaluation-harness writes for an answer that it does not find


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

    def reason(self, item: Item) -> str:
        """Return why a trial broke; "" if it did not, or not in this way."""
        value = item.inside(self.path)
        if self.values:
            return str(value) if value in self.values else ""
        if not value or value in self.but or is_missing(value):
            return ""
        return str(value) if self.but else f"{shown(self.path)} is set"


class Format:
    """A format, declared: how its files are recognised, and where everything stands in them.

    Paths are those of Item.inside: eval.config.epochs, or several joined by /, of which the first that is set counts.

    has       cases: a file is of the format if in its first record, or its document, all paths of a case are set. A
              path may end in {} or [], which says what the value is; a path after ! must not be set
    trials    the field of a document with its trials: a list, or an object with a list for each question; "" if each
              record is a trial
    question, trial, task, answer, outcome
              paths in a trial. `trial` may end in ~ and a pattern, whose groups are the number, and how many there are
    run       such paths, with blanks between them, whose values together name the run
    metrics   where scores stand by name, one of which is the outcome: an object, or a list of the names of fields;
              `usual` are their names, if the file does not list them
    words     {value: outcome}; `near` says that a number that is almost 1 is a success
    also, agrees
              paths of what must be a success, too, or must equal the outcome, unless --metric chooses one
    filter    a field of which --metric NAME@VALUE chooses a value
    broken    ways to say that a trial broke
    same      paths of what must be the same in all trials of a question
    single    a list of responses that has one score: several are refused
    model, about_task, expected, total
              paths in the document: the model (also in one beside it), the task, the trials of a question, of all
    bare      the fields of the list of all questions and of their ids, with a point between them
    file      a pattern for the name of the file, whose group is the task
    beside    a pattern for the ends of the paths of other files that the harness writes, which hold no trials
    rule      how the harness counts what is missing
    code      the function that reads the trials, if no declaration says it: MODULE.FUNCTION
    example   a small file
    """

    trials = question = trial = run = task = answer = outcome = metrics = also = agrees = filter = single = ""
    model = about_task = expected = total = bare = file = beside = code = example = ""
    has: Sequence[str] | Callable[[Mapping[str, Any]], bool] = ()
    usual: Sequence[str] = ()
    words: Mapping[Any, Any] = {}
    near = False
    broken: Sequence[Broken] = ()
    same: Sequence[str] = ()
    rule: Rule | None = None

    def __init__(self, line: str, at: Mapping[str, str] = {}, told: Mapping[str, str] = {}, **more: Any) -> None:
        """Declare a format. `line` is NAME: WHAT FILES, for help; `at` has paths in a trial, `told` in the document."""
        self.name, _, self.about = line.partition(": ")
        vars(self).update(at, **told, **more)

    def recognised(self, value: Any) -> bool:
        if not isinstance(value, dict) or callable(self.has):
            return isinstance(value, dict) and self.has(value)  # type: ignore[operator]
        item = Item({**value})  # a field may be there twice
        return any(all(_meets(item, condition) for condition in case.split()) for case in self.has)

    def read(self, member: Member, parsed: Parsed, asked: Mapping[str, Any]) -> FileTrials:
        """Return the trials of a file. `asked` has the options of reading that are set, by name."""
        return FileTrials(self, member, parsed, asked)


def _meets(item: Item, condition: str) -> bool:
    """Whether an item meets a condition of `has`."""
    if condition.startswith("!"):
        return not _meets(item, condition[1:])
    for path in condition.split("/"):
        kind = {"{}": dict, "[]": list}.get(path[-2:], object)
        value = item.inside(path.rstrip("{}[]"))
        if value is not None and isinstance(value, kind):
            return True
    return False


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
        kept.update((name, item.inside(name)) for name in self.asked.get("keep") or () if name not in kept)
        return kept or None

    def choose(self, item: Item, names: Sequence[str]) -> str:
        """Return the metric that counts in the file: the first of --metric that is there; without it, the only one."""
        if not self.metric:
            chosen = next((one for one in self.wanted if one[0] in names), None)
            if self.wanted and not chosen:
                item.pick(names, self.asked["metric"], ["".join(one) for one in self.wanted])
            self.metric, self.chosen = (chosen[0], chosen[2]) if chosen else (item.pick(names, None), "")
        return self.metric

    def choose_filter(self, item: Item, names: Sequence[str]) -> str:
        """Return what --metric NAME@WHAT chooses among the names; without it, the only one."""
        wanted = f"{self.metric}@{self.chosen}" if self.chosen else None
        others = ["".join(one) for one in self.wanted if one[0] != self.metric]  # for other files
        return item.pick([f"{self.metric}@{name}" for name in names], wanted, others)[len(self.metric) + 1 :]

    def tell(self, **facts: Any) -> None:
        """Note the model or the task of the file, the first that is set."""
        for name, value in facts.items():
            if isinstance(value, str) and value.strip() and not getattr(self.told, name):
                setattr(self.told, name, value.strip())

    def tell_of_model(self, documents: Sequence[Any]) -> None:
        """Note the model that files beside this one say, if they say one."""
        models = {Item(one).inside(self.format.model) for one in documents if isinstance(one, dict)} - {None}
        if len(models) == 1:
            self.tell(model=models.pop())

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
        footer: Item | None = None  # a record without a question is one if it is the last
        for document in self.items():
            if footer is not None:
                raise self._nameless(footer)
            if format.trials in document.fields:
                self._tell_of(document)
                yield from self._listed(document[format.trials])
            elif document.inside(format.question) is None:
                self._tell_of(document)
                footer = document
            else:
                if format.trials and document.value is self.parsed.document:
                    told.folder = self._folder(document)
                yield from self._trial(document)
        if footer is not None and not (format.trials or told.outcome):
            raise self._nameless(footer)
        if self.chosen and self.chosen not in self._filters:
            self.choose_filter(Item(None), [*self._filters])

    def _listed(self, trials: Item) -> Iterator[Trial]:
        """Yield the trials of a list, or of an object with a list for each question."""
        lists: list[tuple[str | None, Item]] = [(None, trials)]
        if isinstance(trials.value, dict):
            lists = [(name, Item(value, trials, name)) for name, value in trials.fields.items()]
            self.told.bare += trials.value
        for question, own in lists:
            for item in own.each(f"{own.place}, entry") if own.value is not None else ():
                yield from self._trial(item, question)

    def _folder(self, trial: Item) -> str:
        """Return the folder of the run, of which the file is a trial: the folders that the trial names are left out."""
        format = self.format
        paths = format.question, format.trial.partition("~")[0]
        names = {format.trials, *(str(trial.inside(path)).rpartition("/")[2] for path in paths)}
        levels = self.member.path.split("/")[:-1]
        while levels and levels[-1] in names:
            levels.pop()
        return "/".join(levels)

    def _nameless(self, item: Item) -> Refusal:
        return item.error(f"no field names the question ({self.format.question})", "question")

    def _tell_of(self, document: Item) -> None:
        """Note what a document says of its trials."""
        format = self.format
        self.tell(model=document.inside(format.model), task=document.inside(format.about_task))
        self.expect("expected", document.inside(format.expected), format.expected)
        self.expect("total", document.inside(format.total), format.total)
        every, _, name = format.bare.partition(".")
        self.told.bare += (
            [one[name].value for one in document.get(every).each(every)] if every in document.fields else []
        )

    def _trial(self, item: Item, question: Any = None) -> Iterator[Trial]:
        format, told = self.format, self.told
        label = self.label(item, item.inside(format.question) if question is None else question)
        if format.filter and not self._passes(item):
            return
        outcome = self._outcome(item)
        several = item.inside(format.single)
        if isinstance(several, list) and len(several) > 1 and not self.asked.get("metric"):
            what = f"{len(several)} responses and one score, so the trials are not in the file"
            how = f"--metric {told.outcome} counts the score as one trial"
            raise item.error(f"{what}; {how}", "single", [{"metric": told.outcome}])
        names = map(item.inside, format.run.split())
        run, task = ", ".join(str(name) for name in names if not is_missing(name)), item.inside(format.task)
        same = [item.inside(path) for path in format.same]
        self.check_same(item, label, same, *format.same[:1])
        why, counts = next(((one.reason(item), one.counts) for one in format.broken if one.reason(item)), ("", True))
        if not why and is_missing(outcome):
            why, outcome = "no outcome", 0 if format.rule and "failure" in format.rule.text else None
        kept = self.keep(item, answer=_only(item.inside(format.answer)), text=next(iter(same), None))
        outcome = outcome if counts else None
        yield Trial(run, "" if task is None else str(task), label, self._number(item), outcome, why, kept, item.place)

    def _passes(self, item: Item) -> bool:
        """Whether the record is of the filter that --metric NAME@FILTER names. Refuse several, if it names none."""
        if self.wanted or self.format.metrics:
            self.choose(item, list(self._scores(item)))
        own = _filter_of(item, self.format.filter)
        self._filters.setdefault(own)
        if not self.chosen and len(self._filters) > 1:
            self.metric = self.metric or next(iter(self._scores(item)))
            self.choose_filter(item, [*dict.fromkeys(_filter_of(one, self.format.filter) for one in self.items())])
        return self.chosen in ("", own)

    def _outcome(self, item: Item) -> Any:
        format, scores = self.format, self._scores(item)
        if format.metrics and not scores:
            return None
        if self.wanted or format.metrics:
            metric = self.choose(item, list(scores))
            value = scores.get(metric) if format.metrics else item.inside(scores[metric])
        else:
            value = item.inside(format.outcome)
            if value is None:
                item[format.outcome.partition(".")[0]]
        self.told.outcome = self.metric or format.outcome.rpartition(".")[2]
        if format.filter and self.chosen:
            self.told.outcome += f"@{self.chosen}"
        other = None if self.metric else item.inside(format.also or format.agrees)
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
        format = self.format
        if not format.metrics:
            return {path.rpartition(".")[2]: path for path in (format.outcome, format.also, format.agrees) if path}
        scores = item.inside(format.metrics)
        if isinstance(scores, list) or format.usual:
            names = [str(name) for name in scores] if isinstance(scores, list) else format.usual
            return {name: item.value[name] for name in names if name in item.value}
        return dict(Item(scores, item, format.metrics).fields) if scores else {}

    def _number(self, item: Item) -> Any:
        path, _, pattern = self.format.trial.partition("~")
        value = item.inside(path)
        match = re.search(pattern, value) if pattern and isinstance(value, str) else None
        if match:
            self.expect("expected", match[2], path)
            value = match[1]
        # the only trial of each question needs no number, which would be the same in another file
        return None if is_missing(value) or self.told.expected == 1 else value


def _filter_of(item: Item, path: str) -> str:
    value = item.inside(path)
    return "none" if value is None else str(value)


def _only(value: Any) -> Any:
    """Return the only entry of lists in lists; None for lists of several, and for an answer that was not found."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return None if isinstance(value, list) or value == _NOT_FOUND else value
