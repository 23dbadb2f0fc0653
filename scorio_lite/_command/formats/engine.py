"""What a declaration of a format says, and the one reader for all of them. `table` has the declarations."""

from __future__ import annotations

import re
from collections import namedtuple

from ..read.item import Item, Refusal, Told, Trial
from ..read.json import canonical
from ..read.loop import Filter
from ..read.names import is_missing
from ..read.options import Ask
from ..read.sample import whole
from ..text import count, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

    from ..read.records import Parsed
    from ..read.source import Member

_MOST_TRIALS = 10**9  # that a file may promise
_NOT_FOUND = "[invalid]"  # what a filter of lm-evaluation-harness writes for an answer that it does not find


class Rule(namedtuple("Rule", "text fails uneven empty", defaults=(False, "", ""))):
    """How a harness counts missing trials.

    `text` is for the report. `fails`: trials that are not in the file count as failures. `uneven`: why it cannot score
    questions with different numbers of trials. `empty`: why it refuses a file in which a question has no trial; if "",
    the question is left out.
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
        is_broken = value in self.values if self.values else value and value not in self.but and not is_missing(value)
        return f"{self.path}: {shown(value)}" if is_broken else ""


class Format:
    """A format, declared: how its files are recognised, and where everything stands in them.

    Paths are those of Item.inside: eval.config.epochs, or several joined by /, of which the first that is set counts.

    has       cases: a file is of the format if in its first record, or its document, all paths of a case are set. A
              path may end in {} or [], which says what the value is; a path after ! must not be set, and `only:A,B`
              are all fields that may be there
    trials    the field of a document with its trials: a list, or an object with a list for each question; "" if each
              record is a trial
    question, trial, task, answer, outcome
              paths in a trial
    run       such paths, with blanks between them, whose values together name the run
    scores    where a trial has outcomes by name, from which --metric chooses: the path of an object, or a function of
              the file and the trial. `outcome` is the one that counts without --metric
    filter    a field of which --metric NAME@VALUE chooses a value
    broken    ways to say that a trial broke
    same      paths of what must be the same in all trials of a question
    told      paths in the document: of the model, the task, the trials expected of each question, the total of all
              (model and total also in one beside it), and `bare`, the list of all questions with a field of it
    file      a pattern for the name of the file, whose group is the task
    beside    a pattern for the ends of the paths of other files that the harness writes, which hold no trials
    rule      how the harness counts what is missing
    code      the function that reads the trials, if no declaration says it
    example   a small file
    """

    trials = question = trial = run = task = answer = outcome = filter = file = beside = example = ""
    has: Sequence[str] = ()
    scores: str | Callable[[FileTrials, Item], Mapping[str, Any]] = ""
    broken: Sequence[Broken] = ()
    same: Sequence[str] = ()
    rule: Rule | None = None
    code: Callable[[FileTrials], Iterator[Trial]] | None = None

    def __init__(self, line: str, at: str, told: str = "", **more: Any) -> None:
        """Declare a format. `line` is NAME: WHAT FILES, for help; `at` has paths in a trial: "question id, trial n"."""
        self.name, _, self.about = line.partition(": ")
        self.told = _pairs(told)
        vars(self).update(_pairs(at), **more)

    def recognised(self, value: Any) -> bool:
        item = Item({**value} if isinstance(value, dict) else {})  # a field may be there twice
        return any(all(_meets(item, condition) for condition in case.split()) for case in self.has)

    def read(self, member: Member, parsed: Parsed, asked: Mapping[str, Any]) -> FileTrials:
        """Return the trials of a file. `asked` has the options of reading that are set, by name."""
        return FileTrials(self, member, parsed, asked)


def _pairs(text: str) -> dict[str, Any]:
    """Return {name: path} of a text of names and paths: "model info.llm, task info.domain"."""
    return dict(pair.split(" ", 1) for pair in text.split(", ") if pair)


def _meets(item: Item, condition: str) -> bool:
    """Whether an item meets a condition of `has`."""
    if condition.startswith("!"):
        return not _meets(item, condition[1:])
    if condition.startswith("only:"):
        return item.value.keys() <= {*condition[5:].split(",")}  # type: ignore[no-any-return]
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
        self.told.outcome = format.outcome
        metrics: str = asked.get("metric") or ""
        self.wanted = [one.strip().partition("@") for one in metrics.split(",") if one.strip()]
        self.metric = self.chosen = ""  # the name and the filter that count
        self.is_plain = not any(asked.get(name) for name in ("scores", "weights", "threshold", "success"))
        self._known: dict[Any, Any] = {}  # what must be the same in all trials of a question
        self._filters: dict[str, None] = {}
        self._options = Filter(Ask(**asked))
        self._has_records = False  # to which options may apply
        self._size = 0  # trials, of a file that is read to its end
        self.is_left_out = False  # a file of a folder, of which the options keep no record
        self.notes: list[str] = []

    def __iter__(self) -> Iterator[Trial]:
        named = re.fullmatch(self.format.file, self.member.path.rpartition("/")[2])
        if named:
            self.tell(task=named[1])
            if self.asked.get("task") and named[1] not in map(str.strip, self.asked["task"].split(",")):
                return
        size = 0
        for trial in self.format.code(self) if self.format.code else self.declared():
            size += 1
            yield trial
        self._size = size
        if self._options.is_given:
            self.is_left_out = not (size or self.member.is_named)
            if self._options.equal:
                self.notes.append(f"{count(self._options.equal, 'equal record')} left out (--once)")
            if not (self.is_left_out or (size and self._has_records)):
                why = f"--where, --skip and --once are for records, and a file of {self.format.name} has none"
                raise Refusal("empty", "no record is left" if self._has_records else why)
            # what the file says of all its trials is not about those that are kept
            self.told.total = self.told.expected = 0
            self.told.bare.clear()

    def items(self) -> Iterator[Item]:
        """Yield the records of the file, or its document, as Items."""
        document, unit = self.parsed.document, self.parsed.unit
        if isinstance(document, dict) and self.format.recognised(document):
            return iter([Item(document)])
        return (Item(value, f"{unit} {at}") for at, value in self.parsed)

    def kept(self, items: Iterable[Item], question: str | None = None) -> Iterator[Item]:
        """Yield the trials that --where, --skip and --once keep. `question` names that of trials without a name."""
        self._has_records = True
        named = {} if question is None else {"(question)": question}
        return (
            item for item in items if self._options.keeps({**_object(item.inside("metadata")), **item.fields, **named})
        )

    def keep(self, item: Item, **values: Any) -> dict[str, Any] | None:
        """Return these values that are set, and those of the fields that are asked for, by name."""
        kept = {name: value for name, value in values.items() if not is_missing(value)}
        kept.update(
            (name, item.inside(f"{name}/metadata.{name}")) for name in self.asked.get("keep") or () if name not in kept
        )
        return kept or None

    def choose(self, item: Item, names: Sequence[str]) -> str:
        """Return the metric that counts: the first of --metric that is there; without it, the usual or the only one."""
        if not self.metric:
            usual = self.format.outcome.rpartition(".")[2]
            chosen = next((one for one in self.wanted if one[0] in names), None)
            if self.wanted and not chosen:
                item.pick(names, self.asked["metric"], ["".join(one) for one in self.wanted])
            self.metric = chosen[0] if chosen else usual if usual in names else item.pick(names, None)
            self.chosen = chosen[2] if chosen else ""
        return self.metric

    def choose_filter(self, item: Item, names: Sequence[str]) -> str:
        """Return what --metric NAME@WHAT chooses among the names; without it, the only one."""
        wanted = f"{self.metric}@{self.chosen}" if self.chosen else None
        others = ["".join(one) for one in self.wanted if one[0] != self.metric]  # for other files
        return item.pick([f"{self.metric}@{name}" for name in names], wanted, others)[len(self.metric) + 1 :]

    def tell(self, **facts: Any) -> None:
        """Note the model or the task of the file, the first that is set, or a number of trials, the largest."""
        for name, value in facts.items():
            known = getattr(self.told, name)
            if isinstance(known, str):
                value = known or (value.strip() if isinstance(value, str) else "")
            elif is_missing(value):
                continue
            elif not 1 <= (whole(value) or 0) <= _MOST_TRIALS:
                path = self.format.told.get(name, name)
                raise Refusal("value", f"{path}: {shown(value)} is not a number of trials", [path])
            else:
                value = max(known, whole(value))
            setattr(self.told, name, value)

    def tell_beside(self, documents: Sequence[Any]) -> None:
        """Note the model, and how many trials there are, that files beside this one say, if all say the same."""
        for name in ("model", "total"):
            path = self.format.told.get(name, "").replace("{task}", self.told.task)
            every = (Item(one).inside(path) for one in documents if isinstance(one, dict))
            said = {value for value in every if isinstance(value, (str, int))}
            if len(said) == 1 and not (name == "total" and self._options.is_given):
                self.tell(**{name: said.pop()})
        if 0 < self._size < self.told.total:
            lacks = f"it has {count(self._size, 'trial')} of {self.told.total:,}"
            self.told.unfinished = self.told.unfinished or lacks

    def label(self, item: Item, label: Any) -> str | int:
        """Return the name of a question."""
        label = canonical(label) if isinstance(label, (list, dict)) else label
        if is_missing(label):
            raise item.error(f"{self.format.question}: {shown(label)} does not name a question", "question")
        return label if type(label) in (str, int) else str(label)

    def check_same(self, item: Item, label: Any, values: Sequence[Any], name: str = "text") -> None:
        """Refuse a trial whose question had another text before."""
        texts = hash(canonical(values))
        if any(value is not None for value in values) and self._known.setdefault(label, texts) != texts:
            raise item.error(f"question {shown(label)} had another {name} before", "disagree")

    def declared(self) -> Iterator[Trial]:
        format, told = self.format, self.told
        footer: Item | None = None  # a record without a question is one if it is the last
        known: set[str] = set()  # the fields of trials
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
                known.update(document.fields)
                for item in self.kept([document]):
                    yield from self._trial(item)
        if footer is not None and self._has_records:
            if known.issuperset(footer.fields) and self._has_outcome(footer):  # else it sums up the others
                raise self._nameless(footer)
            self.notes.append(f"{footer.place} names no question and is left out")
        if self.chosen and self.chosen not in self._filters:
            self.choose_filter(Item(None), [*self._filters])

    def _listed(self, trials: Item) -> Iterator[Trial]:
        """Yield the trials of a list, or of an object with a list for each question."""
        lists: list[tuple[str | None, Item]] = [(None, trials)]
        if isinstance(trials.value, dict):
            lists = [(name, Item(value, trials, name)) for name, value in trials.fields.items()]
            self.told.bare += trials.value
        for question, own in lists:
            for item in self.kept(own.each(f"{own.place}, entry"), question) if own.value is not None else ():
                yield from self._trial(item, question)

    def _folder(self, trial: Item) -> str:
        """Return the folder of the run, of which the file is a trial: the folders that the trial names are left out."""
        format = self.format
        own = (str(trial.inside(path)).rpartition("/")[2] for path in (format.question, format.trial))
        names = {format.trials, *own}
        levels = self.member.path.split("/")[:-1]
        while levels and levels[-1] in names:
            levels.pop()
        return "/".join(levels)

    def _nameless(self, item: Item) -> Refusal:
        return item.error(f"no field names the question ({self.format.question})", "question")

    def _tell_of(self, document: Item) -> None:
        """Note what a document says of its trials."""
        paths = {**self.format.told}
        every, _, name = paths.pop("bare", "").partition(".")
        if every in document.fields:
            self.told.bare += [self.label(one, one[name].value) for one in document[every].each(every)]
        self.tell(**{name: document.inside(path) for name, path in paths.items()})

    def _trial(self, item: Item, question: Any = None) -> Iterator[Trial]:
        format = self.format
        label = self.label(item, item.inside(format.question) if question is None else question)
        outcome = self._outcome(item)
        if format.filter and not self._passes(item):
            return
        names = map(item.inside, format.run.split())
        run, task = ", ".join(str(name) for name in names if not is_missing(name)), item.inside(format.task)
        same = [item.inside(path) for path in format.same]
        self.check_same(item, label, same, *format.same[:1])
        reasons = ((one.reason(item), one.counts) for one in format.broken)
        why, counts = next((pair for pair in reasons if pair[0]), ("", True))
        if not why and is_missing(outcome):
            why, outcome = "no outcome", 0 if format.rule and "failure" in format.rule.text else None
        kept = self.keep(item, answer=_only(item.inside(format.answer)), text=next(iter(same), None))
        outcome = outcome if counts else None
        yield Trial(run, "" if task is None else str(task), label, self._number(item), outcome, why, kept, item.place)

    def _passes(self, item: Item) -> bool:
        """Whether a trial is of the filter that --metric NAME@FILTER names. Refuse several, if it names none."""
        own = self._filter_of(item)
        self._filters.setdefault(own)
        if not self.chosen and len(self._filters) > 1:
            self.choose_filter(item, [*dict.fromkeys(map(self._filter_of, self.items()))])
        return self.chosen in ("", own)

    def _filter_of(self, item: Item) -> str:
        value = item.inside(self.format.filter)
        return "none" if value is None else str(value)

    def _scores(self, item: Item) -> Mapping[str, Any]:
        """Return the outcomes of a trial, by name."""
        format = self.format
        if callable(format.scores):
            return format.scores(self, item)
        if format.scores:
            return Item(item.inside(format.scores) or {}, item, format.scores).fields
        return {format.outcome.rpartition(".")[2]: item.inside(format.outcome)}

    def _has_outcome(self, item: Item) -> bool:
        try:
            return any(value is not None for value in self._scores(item).values())
        except Refusal:  # it lacks what trials have
            return False

    def _outcome(self, item: Item) -> Any:
        """Return the outcome of a trial: the one that --metric names, or the usual one."""
        format, scores = self.format, self._scores(item)
        if not scores:
            return None
        metric = self.choose(item, list(scores))
        self.told.outcome = f"{metric}@{self.chosen}" if format.filter and self.chosen else metric
        return scores.get(metric)

    def _number(self, item: Item) -> Any:
        value = item.inside(self.format.trial)
        # the only trial of each question needs no number, which would be the same in another file
        return None if is_missing(value) or self.told.expected == 1 else value


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _only(value: Any) -> Any:
    """Return the only entry of lists in lists; None for lists of several, and for an answer that was not found."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return None if isinstance(value, list) or value == _NOT_FOUND else value
