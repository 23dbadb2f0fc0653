"""What a format's declaration consists of, and the reader that follows it. `table` has the declarations."""

from __future__ import annotations

import re
from collections import namedtuple

from ..read.item import Item, Refusal, Told, Trial
from ..read.json import canonical
from ..read.loop import Filter
from ..read.names import is_missing
from ..read.sample import flat, whole
from ..text import count, shown, some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

    from ..read.options import Ask
    from ..read.records import Parsed
    from ..read.source import Member

_AROUND = "metadata", "doc"  # objects whose fields options name without these


class Rule(namedtuple("Rule", "text fails uneven empty", defaults=(False, "", ""))):
    """How a harness counts missing trials. `text` says it in the report.

    fails   whether trials that are not in the file count as failures
    uneven  why the harness cannot score questions with different numbers of trials; "" if it can
    empty   why it cannot score a question without trials; "" if it leaves this question out
    """

    __slots__ = ()


class Format:
    """The declaration of a format: how its files are recognised, and where their fields are.

    A path is as in Item.inside: eval.config.epochs. Of several paths joined by /, the first that is set counts.

    has       cases. A file is of the format if its first record, or its document, meets all conditions of one case:
              PATH is set; PATH{} is an object, and PATH[] a list; !PATH is not set; only:A,B: no other field is there.
              Blanks divide the conditions
    trials    the field of a document with its trials: a list, or an object with a list for each question; "" if each
              record is a trial
    question, trial, task, answer, outcome
              paths in a trial
    run       paths in a trial, with blanks between them; their values together name the run
    scores    the outcomes of a trial by name, for --metric to choose from: the path of an object, or a function of the
              file and the trial. Without --metric, `outcome` counts
    filter    a field of each record. Its value is the FILTER in the names of outcomes, NAME@FILTER
    broken    {path: pattern}: a trial broke if the value at the path is neither missing nor false, and fits the
              pattern. The value says why. The harness counts the outcome of such a trial
    left_out  {path: pattern} as in `broken`, for trials that the harness leaves out
    same      the path of a text that must be the same in all trials of a question
    told      paths in the document: `model`, `task`, `expected` (trials of each question) and `total` (trials in all).
              Files beside it may have model and total. `bare` is LIST.FIELD: entries of LIST name questions in FIELD
    file      a pattern of the file's name; its group is the task
    beside    a pattern of the ends of the paths of other files, without trials, that the harness writes
    rule      how the harness counts missing trials; None if that is not known
    code      the function that reads the trials, if they cannot be declared; else None
    example   the text of a small file of the format
    """

    trials = question = trial = run = task = answer = outcome = filter = same = file = beside = example = ""
    has: Sequence[str] = ()
    scores: str | Callable[[FileTrials, Item], Mapping[str, Any]] = ""
    broken: Mapping[str, str] = {}
    left_out: Mapping[str, str] = {}
    rule: Rule | None = None
    code: Callable[[FileTrials], Iterator[Trial]] | None = None

    def __init__(self, name: str, at: str, told: str = "", **more: Any) -> None:
        """Declare a format. `at` gives attributes that are paths in a trial: "question id, trial n" gives two.

        `told` has paths in the document, in the same form. `more` has other attributes.
        """
        self.name, self.told = name, _pairs(told)
        vars(self).update(_pairs(at), **more)

    def recognised(self, value: Any) -> bool:
        item = Item({**value} if isinstance(value, dict) else {})  # a field may be there twice
        return any(all(_meets(item, condition) for condition in case.split()) for case in self.has)


def _pairs(text: str) -> dict[str, Any]:
    """Return {name: path} of a text such as "model info.llm, task info.domain"."""
    return dict(pair.split(" ", 1) for pair in text.split(", ") if pair)


def _meets(item: Item, condition: str) -> bool:
    """Return whether an object of JSON meets a condition, as in `Format.has`."""
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
    """Iterates once over the Trials of a harness's file. `told` collects what the file says of them all."""

    def __init__(self, format: Format, member: Member, parsed: Parsed, ask: Ask, beside: Sequence[Any] = ()) -> None:
        self.format, self.member, self.parsed, self.ask, self._beside = format, member, parsed, ask, beside
        self.told = Told()
        self.told.outcome = format.outcome
        self.wanted = [name.strip() for name in (ask.metric or "").split(",") if name.strip()]
        self.metric = ""  # the name of the outcome that counts
        self._chosen = ("", "")  # the parts NAME and FILTER of this name
        self.answers: dict[str, Any] = {}  # of a trial: {name of an outcome: answer}, if each outcome has its own
        self._known: dict[Any, Any] = {}  # {question: hash of the text that all its trials must have}
        self._options = Filter(ask)
        self._has_records = False  # whether --where, --skip and --once have records to apply to
        self.notes: list[str] = []

    def __iter__(self) -> Iterator[Trial]:
        named = re.fullmatch(self.format.file, self.member.path.rpartition("/")[2])
        if named:
            self.tell(task=named[1])
            if self.ask.task and named[1] not in map(str.strip, self.ask.task.split(",")):
                return
        self._tell_beside()
        size = 0
        for trial in self.format.code(self) if self.format.code else self.declared():
            size += 1
            yield trial
        if self._options.is_given:
            if not self._has_records:
                why = f"--where, --skip and --once are for records, and a file of {self.format.name} has none"
                raise Refusal("empty", why)
            if self._options.equal:
                self.notes.append(f"{count(self._options.equal, 'equal record')} left out (--once)")
            # what the file says of all its trials is not about those that are kept
            if self._options.equal or self.ask.where or self.ask.skip:
                self.told.total = self.told.expected = 0
                self.told.bare.clear()
        if 0 < size < self.told.total:
            self.told.unfinished = self.told.unfinished or f"it has {count(size, 'trial')} of {self.told.total:,}"

    def items(self) -> Iterator[Item]:
        """Return Items: the whole document if the format recognises it, else each record."""
        document, unit = self.parsed.document, self.parsed.unit
        if isinstance(document, dict) and self.format.recognised(document):
            return iter([Item(document)])
        return (Item(value, f"{unit} {at}") for at, value in self.parsed.pairs)

    def kept(self, items: Iterable[Item], question: str | None = None) -> Iterator[Item]:
        """Yield the items that --where, --skip and --once keep. `question` names their question if no field does."""
        self._has_records = True
        for item in items:
            if self._options.is_given:
                around = [value for value in map(item.inside, _AROUND) if isinstance(value, dict)]
                fields = dict(pair for value in (*reversed(around), item.fields) for pair in value.items())
                if not self._options.keeps(flat({**fields, "(question)": question})):
                    continue
            yield item

    def keep(self, item: Item, **values: Any) -> dict[str, Any] | None:
        """Return {name: value} of the `values` that are not missing, and of the fields in `ask.keep`; None if empty."""
        kept = {name: value for name, value in values.items() if not is_missing(value)}
        for name in self.ask.keep:
            kept.setdefault(name, item.inside("/".join([name, *(f"{path}.{name}" for path in _AROUND)])))
        return kept or None

    def choose(self, item: Item, names: Sequence[str]) -> str:
        """Return the one of `names` whose outcome counts in the whole file. Raise Refusal if none or several fit.

        --metric names it, or else the format's `outcome`, or else it is the only name. NAME also fits NAME@FILTER,
        unless NAME itself is there.
        """
        if self.metric:
            return self.metric
        wanted = self.wanted or [self.format.outcome.rpartition(".")[2]]
        fits = [[one] if one in names else [name for name in names if name.startswith(f"{one}@")] for one in wanted]
        own = next(filter(None, fits), [] if self.wanted else [*names])
        if len(own) != 1:
            what = f"it has the metrics {some(own, 5)}; --metric NAME says which one counts"
            if not own:
                what = f"no metric {shown(self.ask.metric or '')}; there are {some(names, 5) or 'none'}"
            others = [one for one, fit in zip(self.wanted, fits) if not fit or fit != own]  # other files may have these
            answers = [{"metric": ",".join([*others, name])} for name in own or names]
            raise item.error(what, "metric", answers)
        self.metric = self.told.outcome = own[0]
        return self.metric

    def tell(self, **facts: Any) -> None:
        """Set attributes of `told`: tell(task="math"). A text that is set stays. Of two numbers, the larger counts."""
        for name, value in facts.items():
            known = getattr(self.told, name)
            if isinstance(known, str):
                value = known or (value.strip() if isinstance(value, str) else "")
            else:
                value = max(known, whole(value) or 0)  # what is no whole number says nothing
            setattr(self.told, name, value)

    def _tell_beside(self) -> None:
        """Set `told.model` and `told.total` (trials), each if the files beside this one agree on it."""
        for name in ("model", "total"):
            path = self.format.told.get(name, "").replace("{task}", self.told.task)
            every = (Item(one).inside(path) for one in self._beside if isinstance(one, dict))
            said = {value for value in every if isinstance(value, (str, int))}
            if len(said) == 1:
                self.tell(**{name: said.pop()})

    def label(self, item: Item, label: Any) -> str | int:
        """Return the label of an item's question as a text or an int. Refuse a missing label."""
        label = canonical(label) if isinstance(label, (list, dict)) else label
        if is_missing(label):
            raise item.error(f"no field names the question ({self.format.question})", "question")
        return label if type(label) in (str, int) else str(label)

    def check_same(self, item: Item, label: Any, text: Any, name: str) -> None:
        """Refuse a trial if an earlier trial of the question `label` had another text, called `name` in errors."""
        text = hash(canonical(text))
        if self._known.setdefault(label, text) != text:
            raise item.error(f"question {shown(label)} had another {name} before", "disagree")

    def declared(self) -> Iterator[Trial]:
        """Yield the trials of all items. Leave out a last record with no question but with a field no trial has."""
        format = self.format
        last: Item | None = None
        known: set[str] = set()  # the fields of trials
        for document in self.items():
            if last is not None:
                self.label(last, None)
            if format.trials in document.fields:
                self.tell_of(document)
                yield from self._listed(document[format.trials])
            elif document.inside(format.question) is None:
                self.tell_of(document)
                last = document
            else:
                if format.trials and document.value is self.parsed.document:
                    self.told.folder = self._folder(document)
                known.update(document.fields)
                for item in self.kept([document]):
                    yield from self.trial(item)
        if last is not None and known:
            if known.issuperset(last.fields):
                self.label(last, None)
            self.notes.append(f"{last.place} names no question and is left out")

    def _listed(self, trials: Item) -> Iterator[Trial]:
        """Yield the trials of a list, or of an object with a list for each question."""
        is_by_question = isinstance(trials.value, dict)
        if is_by_question:
            self.told.bare += trials.value
        for question, value in trials.fields.items() if is_by_question else [(None, trials.value)]:
            own = Item(value, trials, question)
            for item in self.kept(own.each(f"{own.place}, entry"), question) if value is not None else ():
                yield from self.trial(item, question)

    def _folder(self, trial: Item) -> str:
        """Return the folder of the file's run: the last in its path that is not named for a question or a trial."""
        format = self.format
        own = (str(trial.inside(path)).rpartition("/")[2] for path in (format.question, format.trial))
        names = {format.trials, *own}
        levels = self.member.path.split("/")[:-1]
        while levels and levels[-1] in names:
            levels.pop()
        return "/".join(levels)

    def tell_of(self, document: Item) -> None:
        paths = {**self.format.told}
        every, _, name = paths.pop("bare", "").partition(".")
        if every in document.fields:
            self.told.bare += [self.label(one, one[name].value) for one in document[every].each(every)]
        self.tell(**{name: document.inside(path) for name, path in paths.items()})

    def trial(self, item: Item, question: Any = None) -> Iterator[Trial]:
        """Yield a record's Trial if its `_filter_of` is the metric's. `question` is None if the record names it."""
        format = self.format
        label = self.label(item, item.inside(format.question) if question is None else question)
        broken, left_out = _reason(item, format.broken), _reason(item, format.left_out)
        why = broken or left_out
        outcome = self._outcome(item, bool(why))
        if self._filter_of(item) != self._chosen[1]:
            return
        names = map(item.inside, format.run.split())
        run, task = ", ".join(str(name) for name in names if not is_missing(name)), item.inside(format.task)
        text = item.inside(format.same)
        if text is not None:
            self.check_same(item, label, text, format.same)
        if not why and is_missing(outcome):
            why, outcome = "no outcome", 0 if format.rule and "failure" in format.rule.text else None
        answer = self.answers.get(self.metric, _only(item.inside(format.answer)))
        kept = self.keep(item, answer=answer, text=text)
        outcome, number = None if left_out else outcome, item.inside(format.trial)
        yield Trial(run, "" if task is None else str(task), label, number, outcome, why, kept, item.place)

    def _outcome(self, item: Item, is_broken: bool) -> Any:
        """Return the outcome that `choose` names; None if the trial lacks it, or broke and none can be chosen."""
        format = self.format
        if callable(format.scores):
            scores = format.scores(self, item)
        elif format.scores:
            scores = Item(item.inside(format.scores) or {}, item, format.scores).fields
        else:
            scores = {format.outcome.rpartition(".")[2]: item.inside(format.outcome)}
        if scores and not self.metric:
            filters = dict.fromkeys(map(self._filter_of, self.items())) if format.filter else [""]
            names = {f"{name}@{own}" if own else name: (name, own) for name in scores for own in filters}
            try:
                self._chosen = names[self.choose(item, [*names])]
            except Refusal:
                if not is_broken:  # a trial that broke may lack what others have
                    raise
        return scores.get(self._chosen[0])

    def _filter_of(self, item: Item) -> str:
        """Return the FILTER of NAME@FILTER, a record's value at `Format.filter`; "" if there is none."""
        value = item.inside(self.format.filter)
        return "" if value in (None, "none") else str(value)


def _reason(item: Item, fields: Mapping[str, str]) -> str:
    """Return "PATH: VALUE" of the first path in `fields` whose value fits its pattern; else ""."""
    for path, pattern in fields.items():
        value = item.inside(path)
        if value and not is_missing(value) and re.fullmatch(pattern, str(value), re.S):
            return f"{path}: {shown(value)}"
    return ""


def _only(value: Any) -> Any:
    """Return an answer without the lists of one item around it; None for other lists and "[invalid]"."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return None if isinstance(value, list) or value == "[invalid]" else value
