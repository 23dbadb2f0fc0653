"""The questions of one run, their outcomes, and the missing trials. Every reader writes into a book.

A reader calls, for each file:
  book.begin(format, naming, rule)    to say the format, the field that names the questions (None: they have no names),
                                      and how the harness counts missing trials
  book.expect(...), book.tell(...)    to note how many trials the file promises, and its model and task
and for each trial, which is an Item, so that errors can name its place in the file:
  book.trial(trial, trial["id"], trial["passed"], trial.get("epoch"), ...)
or, if this call does not fit, the calls that it makes:
  q = book.question(trial["id"])                  the question of this name
  number = book.number(q, trial.get("epoch"))     the trial's number; a question has each number once
  book.identify, book.check_context, book.keep    note the question's text, settings, and fields for --by
  book.add(q, trial["passed"], number)            count the outcome; or book.gap(q, trial, why) if it has none
`book.run(name)` is the book of one of several runs in a file. The book raises FileError for data that do not fit.
An outcome is counted by its code, a small integer: without weights, 0 is a failure and 1 a success.
"""

from __future__ import annotations

import shlex
from os.path import realpath

from .beside import spend
from .fields import described, listed, sums_up, usual_name
from .grading import FileError, Large, UnsafeError, hashed, is_missing, shown, typed_as
from .item import Item
from .ledger import NAMED, BookOptions, Ledger, Place, Question, Whose
from .settings import Rule, promised
from .text import as_whole, folded, plain_form, plain_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .grading import Grader

_MOST_COUNTS = 2**24  # questions times possible outcomes
_MOST_RUNS = 500  # in one file
_TASKS = 40  # of each run, if the runs have several
_WIDEST = 2**53  # floats from here on are no longer distinct integers


def check_total(runs: Sequence[Book], total: int) -> None:
    """Mark these runs as unfinished if together they have fewer than `total` trials."""
    found = sum(question.trials + question.gaps for run in runs for question in run.questions.values())
    for run in runs if found != total else ():
        run.said.unfinished = f"the job has {found:,} of {total:,} trials"


def _size(small: int, odd: set[str] | None) -> int:
    """Return how many trials have a number: a bit of `small` for each small number, an entry of `odd` for any other."""
    return bin(small).count("1") + len(odd or ())


class Book(Ledger):
    """The questions and outcomes of one run, from one or several files. For several runs, `runs` has a Book of each.

    Memory grows with the number of questions, and with the number of trials only if the order of trials is kept.
    """

    most_runs = _MOST_RUNS

    def __init__(self, grader: Grader, name: str = "", asked: BookOptions | None = None) -> None:
        super().__init__(grader, asked or BookOptions())
        self.name = name  # for messages
        self.cell = Whose(name)
        self.runs: dict[tuple[str, str], Book] = {}  # by run and task, if there are several; then this one is empty

    def error(self, what: str) -> FileError:
        return FileError(f"{self.name}: {what}")

    def open(self, file: str) -> None:
        """Begin to read a file."""
        self.files.file = file
        for book in self.runs.values():
            book.open(file)

    def take(self, path: str) -> None:
        """Note that the file at `path` is read. Refuse a file that has been read before, also through another link."""
        real = realpath(path)
        if real in self.files.taken:
            raise FileError("this file has been read before")
        self.files.taken.add(real)

    def tell(self, **about: Any) -> None:
        """Note the model or the task that the file names, if it is a text. Refuse a second model in one run."""
        for name, value in about.items():
            if not isinstance(value, str) or not value.strip():
                continue
            if self.said.about.setdefault(name, value) != value and name == "model":
                both = f"{shown(self.said.about[name])} and {shown(value)}"
                raise FileError(f"the models {both} are not one run; without --merge, each file is a run")

    def run(self, name: str, task: str = "") -> Book:
        """Return the book of the run `name`, or of one of its tasks. Make the book if it is new."""
        if (name, task) not in self.runs:
            if len(self.runs) == self.most_runs * (_TASKS if task else 1):
                raise FileError(f"more than {len(self.runs):,} runs in one file; --run names the field of the run")
            full = ", ".join([self.name, *map(shown, filter(None, (name, task)))])
            book = self.runs[name, task] = Book(self.grader, full, self.asked)
            book.cell = Whose(self.cell.origin, name, task, self.cell.alone)
            book.read.take(self.read)
            book.said.rule = self.said.rule
            book.labels.known = self.labels.known
            book.open(self.files.file)
        return self.runs[name, task]

    def books(self) -> list[Book]:
        """Return the books of the runs in this book; [this book] if it is of one run."""
        if self.runs and self.questions:
            raise FileError(f"{self.name}: some of its files name their runs, and some do not")
        runs = list(self.runs.values()) or [self]
        if len(runs) == 1:  # messages need no name but the file's
            runs[0].name = self.name
        return runs

    def __len__(self) -> int:
        """The number of questions in all runs."""
        return len(self.rows or self.questions) + sum(map(len, self.runs.values()))

    def begin(self, format: str, naming: str | None = None, rule: Rule | None = None) -> None:
        """Set the format of the file. `naming` is the field that names its questions; None if they have no names."""
        self._check_alike(format, naming)
        self.end()
        self.format, self.said.naming, self.said.rule = format, naming, rule or self.said.rule
        self.files.begun += 1

    def _check_alike(self, format: str, naming: str | None) -> None:
        if self.files.begun and self.format != format:
            raise FileError(f"this is {format}, and the file before is {self.format}; merged files must be alike")
        if self.files.begun and self.said.naming != naming:
            if naming is None or self.said.naming is None:
                raise FileError("questions have names in some files and not in others; merged files must be alike")
            both = f"{shown(naming)} names the questions here, and {shown(self.said.naming)} in the file before"
            raise FileError(f"field {both}; merged files must be alike")

    def join(self, other: Book, are_trials: bool = False, goes_on: bool = False) -> None:
        """Add the book of another file. With `are_trials`, no trial in it is a copy of a trial in this book.

        With `goes_on`, `other` is a later part of the same file: `end` is called once, after all parts are joined.
        """
        if not goes_on:
            other.end()
        for (run, task), book in other.runs.items():
            self.run(run, task).join(book, are_trials, goes_on)
        if not other.files.begun or other.runs:
            return
        self._check_alike(other.format, other.said.naming)
        if not self.files.begun:
            self.format, self.read = other.format, other.read
            for name in ("naming", "rule", "identity"):
                setattr(self.said, name, getattr(other.said, name))
        self.note(other.said.facts)
        self.tell(**other.said.about)
        if not len(self) and other.rows:
            self.adopt(other.rows)
        elif not self.questions:
            self.questions, self.labels.spelled = other.questions, other.labels.spelled
        else:
            for label, question in other.questions.items():
                self._join(label, question, are_trials)
        self.files.begun += other.files.begun
        self.said.add(other.said)
        self.trials.gaps = (self.trials.gaps + other.trials.gaps)[:NAMED]
        self.trials.lacking += other.trials.lacking
        self.trials.has_failed |= other.trials.has_failed
        self.trials.totals.update(other.trials.totals)
        self.trials.numbered.update(other.trials.numbered)

    def _join(self, label: Any, question: Question, are_trials: bool) -> None:
        known = self.questions.get(label)
        if known is None:
            if type(label) in (str, int, Large):
                self._spelled(label, Item(label))
            self.questions[label] = question
            return
        at = Item(label, question)
        if known.digest != question.digest and None not in (known.digest, question.digest):
            raise at.error(f"the {self.said.identity} of it was different before")
        self.check_context(known, question.context or {}, at)
        if not are_trials:
            self._check_numbers(known, question.before)
        odd = (known.odd_numbers or set()) & (question.odd_numbers or set())
        bits = known.numbers & question.numbers
        if odd or bits:
            again: Any = min(odd) if odd else (bits & -bits).bit_length() - 1
            raise FileError(f"a second trial {shown(again)} of question {shown(question.label)}")
        known.join(question, self.files.begun)
        if self.asked.votes:
            self.asked.votes.join(known, question)

    def note(self, facts: dict[str, Any]) -> None:
        """Note {field: value} of fields that are the same in all records of a file. Merged files must agree in them."""
        for name, value in facts.items():
            before = self.said.facts.setdefault(name, value)
            if before != value:
                both = f"{name} is {shown(value)} here, and {shown(before)} in the file before"
                way = f"leave out --merge, or use --ignore {typed_as(name)} if it does not matter"
                raise FileError(f"{both}; merged files must be of one run: {way}").leading([f"--ignore={name}"])

    def described(self) -> dict[str, Any]:
        """Return the reading for the report: {"format": "records", "question": ["id"], "outcome": "passed", ...}."""
        from .formats.table import FORMATS

        format = FORMATS.get(self.format)
        outcome = (self.read.outcome or format.outcome or None) if format and self.format != "matrix" else None
        if format and format.plain and not self.read.options:
            self.read.options = ["--format=records", *shlex.split(format.plain.replace("OUTCOME", outcome or ""))]
        named = self.read.roles or {"format": self.format, "question": [self.said.naming or "row"], "outcome": outcome}
        passed: dict[str, Any] = {"passed_over": self.read.passed} if self.read.passed else {}
        passed.update({"alike": self.read.alike} if self.read.alike else {})
        passed.update(("path", name) for name, (role, _, _) in self.read.why.items() if role == "--path")
        roles = dict.fromkeys(("format", "question", "outcome", "trial", "run", "answer"))
        return {**roles, "unused": [], **named, **passed}

    def end(self) -> None:
        """End the file: note missing trials, and number the trials of the next file anew."""
        if self.rows:
            return
        numbered = [question for question in self.questions.values() if question.numbers or question.odd_numbers]
        if not self.trials.numbered:
            self.note_runs()
        # Trials are missing if each question lacks a trial number that another has: say, {0, 1}, {0, 2} and {1, 2}
        self._note_numbers(numbered)
        for question in numbered:
            self._check_numbers(question, question.numbers)
            question.before |= question.numbers
            question.numbers = 0
            question.odd_numbers = None

    def note_runs(self, names: Sequence[str] = ()) -> None:
        """If all questions have the same trial numbers, note a name for each number: the trials may be runs.

        The names are the columns `names`; without columns, the trial numbers.
        """
        masks = {question.numbers for question in self.questions.values()}
        mask = masks.pop() if len(masks) == 1 else 0
        self.trials.numbered = dict(enumerate(names)) or {i: str(i) for i in range(mask.bit_length()) if mask >> i & 1}

    def _check_numbers(self, question: Question, numbers: int) -> None:
        """Refuse a question with a trial number that an earlier file has, too: one of the files may be a copy."""
        both = question.before & numbers
        # a question with one trial is accepted: each file may call it 0
        if self.format == "records" and both and numbers & numbers - 1:
            twice = f"trial {(both & -both).bit_length() - 1} of question {shown(question.label)} is in two files"
            what = "are they copies, or of different tasks? Use --once, --path, or --ignore the number of the trial"
            raise FileError(f"{twice}: {what}").leading(["--once"], ["--last=line"])

    def _note_numbers(self, numbered: list[Question]) -> None:
        """Note the missing trials, if each of these questions lacks a trial number that another has."""
        small, odd = 0, set()
        for question in numbered:
            small |= question.numbers
            odd |= question.odd_numbers or set()
        every, sizes = _size(small, odd), [_size(question.numbers, question.odd_numbers) for question in numbered]
        if all(size < every for size in sizes) and every < sum(sizes):
            for question, size in zip(numbered, sizes):
                lacks = small & ~question.numbers
                one = (lacks & -lacks).bit_length() - 1 if lacks else min(odd - (question.odd_numbers or set()))
                self.gap(question, Item(None, question), f"no trial {one}, which others have")
                question.gaps += every - size - 1
                self.trials.lacking += every - size - 1

    def expect(self, trials: Any, name: str) -> None:
        """Note the number of trials per question that the file promises in the field `name`."""
        self.said.expected = max(self.said.expected, promised(trials, name))

    def question(self, name: Item) -> Question:
        """Return the question of this name; add it if it is new."""
        label = name.value
        if type(label) is not str:
            is_whole = isinstance(label, float) and label.is_integer() and abs(label) < _WIDEST
            label = hashed(int(label) if is_whole else label)
        known = self.questions.get(label) if type(label) in (str, int, Large, Place) else None
        if known is not None and type(known.label) is type(label):
            return known
        if self.asked.folds and type(label) is not Place:
            label = folded(str(label))
            if label in self.questions:
                return self.questions[label]
        if type(label) is not Place:
            label = self._spelled(label, name)
        if len(self.questions) * self.grader.codes > _MOST_COUNTS and not self.grader.scores:
            raise UnsafeError(str(name.error("too many questions for this many weights")))
        new = self.questions[label] = Question(label, self.grader.codes)
        return new

    def trial(
        self,
        at: Item,  # the record
        name: Item,  # of its question
        score: Item,
        number: Item | None = None,
        why: Any = None,  # the trial has no outcome
        counted: Any = None,  # the outcome that the harness gives such a trial
        same: tuple[str, Any] = ("", None),  # the field of the question's text, and the text
        context: dict[str, Any] | None = None,  # other fields that are the same in all trials of the question
        cost: tuple[Any, str] = (None, ""),  # and the unit of the cost
        answer: Item | None = None,
        may_be_word: bool = False,  # whether the outcome may be a word, such as pass
    ) -> None:
        """Count a trial with the outcome `score`; or, if `why` says that it broke, note it as missing."""
        question = self.question(name)
        if context:
            self.check_context(question, context, at)
        self.keep(question, at)
        self.identify(question, *same, at)
        index = None if number is None else self.number(question, number)
        if why:
            return self.gap(question, at, str(why), counted)
        code = self.add(question, score, index, may_be_word)
        if self.asked.votes and answer is not None:
            self.asked.votes.add(question, code, answer)
        return spend(self.read, question, code, *cost)

    def _spelled(self, label: Any, at: Item) -> Any:
        """Return the label of a new question. Refuse one that differs from a known label only in its spelling."""
        label, text = self.named(label, at)
        twin = self.labels.spelled.setdefault(text, label)
        if twin is not label and (type(twin) is not type(label) or twin != label):
            both = f"questions {shown(twin)} and {shown(label)} differ only in their spelling"
            raise at.error(f"{both}; use one spelling, or different names").leading(["--fold"])
        return label

    def named(self, label: Any, at: Item) -> tuple[Any, str]:
        """Return (label of a question, its form for comparison). The forms of known labels are in a cache."""
        return (type(label) is str and self.labels.known.get(label)) or self._named(label, at)

    def _named(self, label: Any, at: Item) -> tuple[Any, str]:
        """Return (label, its form for comparison) of a label not in the cache. Refuse one that names no question."""
        text = str(label).strip() if type(label) in (str, int, Large) else ""
        if not text or sums_up(text) or is_missing(text):
            ways = [[f"--fill={at.name}"]] * (not text) + [[f"--skip={at.name}={label}"]] if at.name else []
            raise at.error(f"{shown(label)} does not name a question").leading(*ways)
        named = label, as_whole(text if text.isascii() else plain_form(text))
        if (self.cell.run or self.labels.is_part) and type(label) is str:
            self.labels.known[label] = named
        return named

    def claim(self, question: Question) -> bool:
        """Note that a record has all trials of a question. Return False if an earlier record in the file has it."""
        is_free, question.numbers = not question.numbers, True
        return is_free

    def keep(self, question: Question, item: Item) -> None:
        """Keep the values of the fields that --by and --cluster name. `item` is the record, or its metadata."""
        if self.asked.kept and isinstance(item.value, dict):
            self.read.fields = self.read.fields or listed(item.fields)
            self.check_context(question, {name: described(item.fields, name) for name in self.asked.kept}, item)

    def check_context(self, question: Question, context: dict[str, Any], at: Item) -> None:
        """Refuse a record that contradicts earlier records of its question in a field of `context`, such as model."""
        known = question.context = question.context or {}
        for name, value in context.items():
            before = known.setdefault(name, value)
            if before != value and before is not None and value is not None:
                raise self._mixed(question.label, name, before, value, at)

    def _mixed(self, label: Any, name: str, before: Any, value: Any, at: Item) -> FileError:
        """Return the error for records of one question that disagree in this field."""
        way, ways = "score one at a time", []  # type: str, list[list[str]]
        if name in self.asked.kept:
            way = "--by and --cluster need a field that is the same in all trials of a question"
        elif self.format in ("records", "human-eval"):
            way = f"if each is a run, use --run {typed_as(name)}; if it does not matter, --ignore {typed_as(name)}"
            ways = [[f"--run={name}"], [f"--ignore={name}"]]
        both = f"{shown(before)} and {shown(value)}"
        return at.error(f"question {shown(label)} has {name} {both}; {way}").leading(*ways)

    def identify(self, question: Question, field: str, text: Any, at: Item) -> None:
        """Note the text of a question (or a hash of it) from the field `field`. Refuse a text unlike the one before."""
        field = usual_name(field)
        self.said.identity = self.said.identity or field
        if is_missing(text) or self.said.identity != field:
            return
        digest = hash(plain_text(text))
        if question.digest is None:
            question.digest = digest
        elif question.digest != digest:
            raise at.error(f"the {field} of question {shown(question.label)} was different before")
