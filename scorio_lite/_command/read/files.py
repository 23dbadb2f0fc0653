"""The files of an evaluation: each is parsed once, recognised, and read into cells by the roles of all of them."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate, chain, islice

from ..score.ledger import Grades, Ledger, TaskRun
from ..text import count, shown, some
from . import checks
from .candidates import templates
from .explain import describe
from .item import Refusal, Unsafe
from .loop import Filter, Loop, of_matrix, records_of
from .names import QUESTION, RUN, are_trials, first_usual, plain, sums_up
from .options import as_flags
from .records import parse, spread
from .roles import decide
from .sample import Sample, getter, key_of
from .source import check_packed
from .template import field_of, roles_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from .options import Ask
    from .records import Parsed
    from .source import Member

SAMPLED = 10_000  # records of all files together
_FEWEST = 50  # records of each file
_CHECKED = 500  # questions whose records are checked once more after the loop
_PLAIN = ("records", "matrix")  # formats of no harness
_UNREAD: dict[str, Any] = {**dict.fromkeys(("format", "question", "outcome", "trial", "run", "answer")), "unused": []}
_OF_RECORDS = ("question", "outcome", "counts", "trials", "runs", "at", "all")  # options of plain records alone


class File:
    """A file of an evaluation.

    error      why it cannot be read at all, if it cannot
    documents  what files say that its harness wrote beside it
    cells      its trials, by run and task
    is_part    whether a try has read a part of the records
    """

    parsed: Parsed
    format: Any = None
    error: Refusal | None = None
    is_part = False

    def __init__(self, member: Member, ask: Ask) -> None:
        self.member, self.name = member, member.name
        self.cells: list[TaskRun] = []
        self.documents: list[Any] = []
        self.known: dict[Any, Any] = {}  # what tries need again
        form = ask.format if ask.format in _PLAIN else None
        skip = frozenset(int(line) for line in (ask.skip or {}).get("line", ()) if line.isdecimal())
        try:
            self.parsed = parse(member, form=form, is_usual=lambda name: bool(first_usual([name], QUESTION)), skip=skip)
            self.recognise(ask)
        except Unsafe:
            raise
        except Refusal as error:
            self.error = error
        except OSError as error:
            self.error = Refusal("file", str(error.strerror or error))
        except RecursionError:
            self.error = Refusal("file", "it is nested too deeply")

    def recognise(self, ask: Ask) -> None:
        """Set the format, if a harness wrote the file or an option says so."""
        from ..formats import named, recognise

        is_plain = ask.format in _PLAIN or any(getattr(ask, name) for name in _OF_RECORDS)
        self.format = named(ask.format) if ask.format not in (None, *_PLAIN) else None
        if self.format is None and not is_plain:
            self.format = recognise(self.parsed)

    def records(self, at: str | None, pairs: Any = None) -> Iterator[Any]:
        """Return the (address, record) pairs of the file, or of some of its pairs, as the template `at` makes them."""
        return records_of(self.parsed, self.parsed if pairs is None else pairs, at)

    def fields(self, at: str | None) -> frozenset[str]:
        """Return the fields of the file's first record, by which files are read alike."""
        if ("fields", at) not in self.known:
            _, first = next(self.records(at), (0, None))
            self.known["fields", at] = frozenset(first) if isinstance(first, dict) else frozenset()
        fields: frozenset[str] = self.known["fields", at]
        return fields


class Reading:
    """How files of one kind are read: the roles of their fields, found in a sample of them together.

    pairs    the (address, record) pairs of each file in the sample
    is_part  whether it is a part of the records
    chosen   questions whose records are checked once more after the loop, if it is
    """

    def __init__(self, files: Sequence[File], ask: Ask) -> None:
        self.files, self.ask = files, ask
        self._known, self._key = files[0].known, (tuple(file.name for file in files), ask.at)
        if self._key not in self._known:
            self._known[self._key] = self._sampled()
        pairs, self.is_part = self._known[self._key]
        self.pairs = [_without_footer(list(Filter(ask).of(own)), ask) for own in pairs]
        if self.is_part and not any(self.pairs):  # what --where keeps is rare
            self.pairs = [list(islice(Filter(ask).of(file.records(ask.at)), SAMPLED)) for file in files]
        # All tries that leave the same records share a sample, and what it knows of its fields.
        records = (*self._key, repr((ask.where, ask.skip, ask.once)), *map(len, self.pairs))
        if records not in self._known:
            self._known[records] = self._sample_of()
        self.sample: Sample = self._known[records].without(ask.ignores)
        if not self.sample.records:
            raise Refusal("empty", "no record is left" if ask.where or ask.skip else "there is no record in it")
        self._check_sums()
        for role in roles_in(ask.at) if ask.at else ():
            if field_of(role) not in self.sample.names:
                raise Refusal("template", f"--at {ask.at}: it leads to no outcome")
        key, document = ("", None) if ask.at else (files[0].parsed.key, files[0].parsed.document)
        try:
            self.roles = decide(self.sample, ask, key)
        except Refusal as error:
            if error.code not in ("question", "outcome") or document is None:
                raise
            raise Refusal(error.code, error.why, error.fields, (), [*error.answers, *templates(document)]) from None
        if key and self.roles.question == (key,):
            self._check_keys(key)
        checks.check(self.sample, self.roles, ask)
        if len(files) > 1 and all(file.member.is_named for file in files):
            checks.check_files(self.sample, self.roles)
        self.chosen = self._chosen() if self.is_part else []

    def _sampled(self) -> tuple[list[list[Any]], bool]:
        """Return all pairs of each file, or those of its sample if there are too many; and whether there are."""
        at, every, left = self.ask.at, [], SAMPLED
        for file in self.files:
            every.append(list(islice(file.records(at), left + 1)))
            left -= len(every[-1])
            if left < 0:
                half = max(_FEWEST, SAMPLED // len(self.files)) // 2
                some = [file.records(at, file.parsed.sample(half)) for file in self.files]
                return [list(islice(own, 4 * half)) for own in some], True
        return every, False

    def _sample_of(self) -> Sample:
        every = [(i, at, record) for i, own in enumerate(self.pairs) for at, record in own if isinstance(record, dict)]
        sample = Sample(record for _, _, record in every)
        sample.files, sample.is_part = [i for i, _, _ in every], self.is_part
        sample.around = frozenset().union(*(file.parsed.scalars for file in self.files))
        sample.places = [f"{self.files[i].parsed.unit} {at}" for i, at, _ in every]
        return sample

    def _chosen(self) -> list[Any]:
        """Return 500 questions of the sample, spread over everything."""
        name, *more = self.roles.question
        labels = {} if more else dict.fromkeys(x for x in self.sample.field(name).values if x.__hash__)
        return spread([label for label in labels if label is not None], _CHECKED)

    def of_questions(self) -> list[list[Any]]:
        """Return the pairs of each file that are of some questions of the sample, with all records of each.

        They are what options are tried on if the sample is a part of the records, which lacks trials of questions.
        """
        name = max(self.roles.question, key=lambda name: len(self.sample.field(name).distinct))
        key = (*self._key, name)
        if key not in self._known:
            labels, get = {*spread(list(self.sample.field(name).distinct), _CHECKED)}, getter(name)
            every = (((key_of(get(pair[1])), pair) for pair in file.records(self.ask.at)) for file in self.files)
            own = [[pair for pair in pairs if pair[0] in labels] for pairs in every]
            sizes = Counter(label for label, _ in chain.from_iterable(own))
            few = {label for label, total in zip(sizes, accumulate(sizes.values())) if total <= SAMPLED}
            self._known[key] = [[pair for label, pair in pairs if label in few] for pairs in own]
        return [list(Filter(self.ask).of(own)) for own in self._known[key]]

    def _check_sums(self) -> None:
        """Refuse records whose question sums up others: means and totals."""
        for name in self.ask.question or first_usual(self.sample.names, QUESTION)[:1]:
            total = next((str(key) for key in self.sample.field(name).distinct if sums_up(str(key))), None)
            if total is not None:
                what = f"{shown(total)} in {shown(name)} sums up other records"
                raise Refusal("summary", what, [name], answers=[{"skip": {name: (total,)}}])

    def _check_keys(self, key: str) -> None:
        """Ask whether the keys of an object are questions if they may be trials or runs, or count slices."""
        names, roles = [str(one) for one in self.sample.field(key).distinct], self.roles
        if roles.shape == "counts" and not self.ask.counts:
            what = f"the keys {some(names, 3)} have counts: are they slices? Then only their mean is known"
            raise Refusal("slices", what, roles.columns)
        values = [value for name in roles.outcome for value in self.sample.field(name).there]
        longest = max((len(value) for value in values if isinstance(value, list)), default=0)
        if not self.ask.question and (len(names) < longest or are_trials(names)):
            end = f".{roles.inner}" if roles.inner else ""
            pairs = (("run", "question"), ("question", "trial"), ("trial", "question"))
            answers = [
                {"at": f"{{{role}}}.{roles.outcome[0]}" + (f"[{{{other}}}]{end}" if longest else "")}
                for role, other in pairs
            ]
            raise Refusal("keys", f"the keys {some(names, 3)} may be runs, trials or questions", [key], answers=answers)


def _without_footer(pairs: list[Any], ask: Ask) -> list[Any]:
    """Return the pairs without the last one if it lacks the question that the first one has."""
    if len(pairs) < 2 or not isinstance(pairs[0][1], dict) or not isinstance(pairs[-1][1], dict):
        return pairs
    first, last = pairs[0][1], pairs[-1][1]
    names = ask.question or first_usual(first, QUESTION)
    lacks = any(name in first for name in names) and not any(name in last for name in names)
    return pairs[:-1] if lacks else pairs


def read_files(files: Sequence[File], ask: Ask, is_try: bool = False) -> Grades:
    """Read files into their cells. Return the grades of their outcomes. Raise a Refusal.

    With `is_try`, only the samples are read.
    """
    plains = [file for file in files if file.format is None and (ask.at or file.parsed.kind != "matrix")]
    kinds: dict[frozenset[str], list[File]] = {}
    for file in plains:
        if file.parsed.kind == "document" and not ask.at:
            raise _of_document(file)
        kinds.setdefault(file.fields(ask.at), []).append(file)
    if ask.metric and len(plains) == len(files):
        raise Refusal("option", f"--metric {ask.metric} is for files of harnesses, and these are plain records")
    readings = [_reading_of(own, ask) for own in kinds.values()]
    names = {name for reading in readings for name in reading.sample.every if ask.ignores(name)}
    for name in ask.ignore or () if readings else ():
        if plain(name) not in map(plain, names):
            raise Refusal("name", f"--ignore {shown(name)}: no field has this name")
    scores = {reading.roles.scores for reading in readings if reading.roles.scores}
    grades = Grades(ask, next(iter(scores), None), sorted({pair for one in readings for pair in one.roles.words}))
    tried = [one.of_questions() if one.is_part else one.pairs for one in readings] if is_try else []
    by_file = {file.name: (one, i) for one in readings for i, file in enumerate(one.files)}
    for file in files:
        ledger = Ledger(grades, ask, file.name)
        try:
            if file.format is not None:
                _read_harness(file, ledger, ask, is_try)
            elif file.name not in by_file:
                _read_matrix(file, ledger, ask)
            else:
                reading, i = by_file[file.name]
                file.is_part = is_try and reading.is_part
                _read_records(file, ledger, reading, tried[readings.index(reading)][i] if is_try else None)
            file.cells = list(ledger.cells.values())
            if file.member.packed and not is_try:
                check_packed("questions", len({x for cell in file.cells for x in cell.labels}), file.member.packed)
        except Refusal as error:
            raise error.within(file.name) from None
    return grades


def _reading_of(files: Sequence[File], ask: Ask) -> Reading:
    try:
        return Reading(files, ask)
    except Refusal as error:
        raise error.within(files[0].name + (f" and {len(files) - 1} more" if len(files) > 1 else "")) from None


def _of_document(file: File) -> Refusal:
    """Return the refusal of a document that is no list of records, with templates that lead to outcomes in it."""
    document = file.parsed.document
    names = some(map(str, document), 5) if isinstance(document, dict) else ""
    there = f"a JSON object with {names}" if names else "a JSON list of several kinds"
    what = f"{file.name}: {there} is no list of records; --at TEMPLATE says where outcomes stand"
    return Refusal("document", what, answers=templates(document))


def _read_harness(file: File, ledger: Ledger, ask: Ask, is_try: bool) -> None:
    format = file.format
    trials = format.read(file.member, file.parsed, {**ask.given_options(), "keep": (*ask.keep, *ask.fixed)})
    ledger.add(islice(trials, SAMPLED if is_try else None))
    trials.tell_of_model(file.documents)
    told = trials.told
    if not ledger.cells:
        ledger.cell("", "")
    metric = {"metric": told.outcome} if format.metrics and told.outcome else {}
    flags = as_flags({**ask.given_options(), **metric, "missing": None})
    outcome = {"question": [format.question or "id"], "outcome": told.outcome or None}
    for cell in ledger.cells.values():
        cell.told, cell.format, cell.rule, cell.bare = told, format.name, format.rule, list(told.bare)
        cell.reading = {**_UNREAD, "format": format.name, **outcome}
        cell.read_by = flags


def _read_matrix(file: File, ledger: Ledger, ask: Ask) -> None:
    if ask.question or ask.outcome:
        raise Refusal("matrix", "it is a matrix of outcomes without names of fields; see --format records")
    rows = list(file.parsed.rows())
    widest = max((len(values) for _, _, values in rows), default=0)
    if ask.format != "matrix":
        names = [label for _, label, _ in rows if label is not None]
        checks.check_rows(rows, names, widest, file.parsed.document is not None)
    ledger.add(of_matrix(file.parsed))
    for cell in ledger.cells.values():
        cell.format, cell.reading = "matrix", {**_UNREAD, "format": "matrix", "question": ["row"]}
        cell.read_by = as_flags({**ask.given_options(), "format": "matrix", "missing": None})
        cell.told.unfinished = file.parsed.broken


def _read_records(file: File, ledger: Ledger, reading: Reading, pairs: list[Any] | None) -> None:
    """Read the records of a file, or only these `pairs`."""
    ask, roles, parsed = reading.ask, reading.roles, file.parsed
    loop = Loop(roles, ask, parsed.unit, reading.chosen if pairs is None else ())
    kept = Filter(ask)
    field = roles.outcome[0] if roles.shape == "one" and roles.outcome else ""
    ledger.add(loop.trials(kept.of(file.records(ask.at)) if pairs is None else pairs), parsed.unit, field)
    if loop.records:
        checks.check(Sample(loop.records).without(ask.ignores), roles, ask, is_whole=False)
    notes = [f"{loop.footer} names no question and is left out"] if loop.footer else []
    notes += [f"{count(kept.equal, 'equal record')} left out (--once)"] if kept.equal else []
    models = {str(key) for key in reading.sample.field(roles.model).distinct} if roles.model else set()
    for cell in ledger.cells.values():
        describe(cell, reading.sample, roles, ask, parsed.key)
        cell.told.unfinished, cell.notes = parsed.broken, notes
        if len(models) == 1:
            cell.told.model = next(iter(models))
        elif plain(roles.run) in RUN:
            cell.told.model = cell.run
