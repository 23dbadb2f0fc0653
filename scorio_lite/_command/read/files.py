"""Read the files of an evaluation. A file is parsed once, its format is recognised, and its trials become TaskRuns.

Plain files are those that no harness wrote. A sample of plain files with the same fields decides the fields' roles.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import accumulate, islice

from ..score.ledger import Grades, Ledger, TaskRun
from ..text import count, errors_of, shown, some
from . import checks
from .candidates import templates
from .item import Refusal
from .loop import Filter, Loop, of_matrix
from .names import RUN, SOLVED, first_usual, meant_by, plain
from .options import BESIDE, ROLES
from .records import parse
from .roles import decide, describe, note
from .sample import Sample, flat, key_of
from .template import AtTemplate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from .options import Ask
    from .records import Parsed
    from .sample import Roles
    from .source import Member

SAMPLED = 10_000  # records in a sample, of all files together
_FEWEST = 50  # records of each file in a sample
_CHECKED = 500  # to 1,000 questions whose records are all checked
_PLAIN = ("records", "matrix")  # formats of no harness
# Options by which a file of a harness, too, is read as plain records; options that are for plain records alone.
_MAKE_PLAIN = ("question", "outcome", "counts", "trials", "runs", "at", "all")
_OF_RECORDS = (*_MAKE_PLAIN, "trial", "run", "answer", "ignore")


class File:
    """A file of an evaluation.

    error      the Refusal if the file cannot be parsed; else None
    documents  the JSON values of the files that its harness wrote beside it
    cells      its trials: a TaskRun for each run and task
    """

    parsed: Parsed
    format: Any = None
    error: Refusal | None = None

    def __init__(self, member: Member, ask: Ask) -> None:
        self.member, self.name = member, member.name
        self.stem = member.name.rpartition("/")[2].partition(".")[0].lower()
        self.cells: list[TaskRun] = []
        self.documents: list[Any] = []
        form = ask.format if ask.format in _PLAIN else None
        skip = frozenset(int(line) for line in (ask.skip or {}).get("line", ()) if line.isdecimal())
        try:
            self.parsed = parse(member, form, skip)
            self.recognise(ask)
        except Refusal as error:
            self.error = error.within(self.name)  # a copy, since `error` keeps what was parsed before
        except OSError as error:
            self.error = Refusal("file", f"{self.name}: {error.strerror or error}")

    def recognise(self, ask: Ask) -> None:
        """Set `format` to the format that --format names, or that the file seems to have; to None for a plain file."""
        from ..formats import named, recognise

        is_plain = ask.format in _PLAIN or any(getattr(ask, name) for name in _MAKE_PLAIN)
        self.format = named(ask.format) if ask.format not in (None, *_PLAIN) else None
        if self.format is None and not is_plain:
            self.format = recognise(self.parsed)

    def records(self, at: str | None, pairs: Any = None) -> Iterator[Any]:
        """Yield (address, flat record) for (address, record) `pairs` (None: all) or, with `at`, for their outcomes."""
        parsed = self.parsed
        pairs = parsed.pairs if pairs is None else pairs
        if at:
            template, is_of_records = AtTemplate(at), parsed.kind == "records" and at.startswith("[{")
            is_of_records = is_of_records or parsed.document is None
            pairs = template.of_records(pairs) if is_of_records else template.visit(parsed.document, 0, {})
        for address, record in pairs:
            has_around = parsed.scalars and (not at or at.startswith("[{"))
            yield address, flat({**parsed.scalars, **record} if has_around else record)

    def is_plain(self, at: str | None) -> bool:
        """Whether no harness wrote the file, and either it is no matrix or a template `at` reads it."""
        return self.format is None and bool(at or self.parsed.kind != "matrix")

    def fields(self, at: str | None) -> frozenset[str]:
        """Return the names of the fields in the first of `records(at)`; none if the file is not plain."""
        with suppress(Refusal):  # it is raised again when the records are read
            for _, first in islice(self.records(at), self.is_plain(at)):
                return frozenset(first)
        return frozenset()


class Records:
    """The records of files with equal fields, as --at makes them, and --where, --skip and --once keep them.

    sample  the Sample of the records; of some records of each file, if there are too many
    names   the names of their fields, and of those that --where and --skip name
    """

    def __init__(self, files: tuple[File, ...], ask: Ask) -> None:
        self.files, left = files, SAMPLED + 1
        texts = {*(ask.where or ()), *(ask.skip or ())} - {"line"}
        every = () if texts <= files[0].fields(ask.at) else files
        names = dict.fromkeys(name for file in every for _, record in file.records(ask.at) for name in record)
        self._ask = ask.spelled(names, BESIDE)
        self._of_questions: dict[str, list[list[Any]]] = {}
        pairs: list[list[Any]] = []
        for file in files:
            pairs.append([*islice(self._kept(file), left)])
            left -= len(pairs[-1])
        if not left:
            half = max(_FEWEST, SAMPLED // len(files)) // 2
            spreads = [[*islice(self._kept(file, spread(file.parsed.pairs, half)), 4 * half)] for file in files]
            pairs = spreads if any(spreads) else pairs  # what --where keeps may be rare
        self.sample = self.sample_of(pairs)
        self.sample.is_part = not left
        self.names = [*names] or [*self.sample.every, *texts]

    def _kept(self, file: File, pairs: Any = None) -> Iterator[Any]:
        return Filter(self._ask).of(file.records(self._ask.at, pairs))

    def sample_of(self, pairs: Sequence[Sequence[Any]]) -> Sample:
        every = [(i, at, record) for i, own in enumerate(pairs) for at, record in own]
        sample = Sample(record for _, _, record in every)
        sample.files = [i for i, _, _ in every]
        sample.around = frozenset().union(*(file.parsed.scalars for file in self.files))
        sample.places = [f"{self.files[i].parsed.unit} {at}" for i, at, _ in every]
        return sample

    def of_questions(self, roles: Roles) -> list[list[Any]]:
        """Return, for each file, [(place in it, record), ...]: all records of some of the sample's questions."""
        name = max(roles.question, key=lambda name: len(self.sample.field(name).distinct))
        if name not in self._of_questions:
            every = list(self.sample.field(name).distinct)
            chosen = {*every[:: max(1, len(every) // _CHECKED)]}
            own = [[pair for pair in self._kept(file) if key_of(pair[1].get(name)) in chosen] for file in self.files]
            sizes = Counter(key_of(record.get(name)) for pairs in own for _, record in pairs)
            few = {key for key, total in zip(sizes, accumulate(sizes.values())) if total - sizes[key] < SAMPLED}
            self._of_questions[name] = [[pair for pair in pairs if key_of(pair[1].get(name)) in few] for pairs in own]
        return self._of_questions[name]


def spread(pairs: Sequence[Any], half: int) -> list[Any]:
    """Return the first `half` pairs, and about as many pairs from all over the rest."""
    step = max(0, len(pairs) // half - 1) | 1  # odd, since records often alternate
    return [*pairs[:half], *pairs[half::step]]


class Reading:
    """How the records of files with equal fields are read. A sample decides the fields' roles; checks refuse doubts."""

    def __init__(self, records: Records, ask: Ask, is_try: bool) -> None:
        self.records, self._kept, files = records, ask.keep, records.files
        self.ask = ask = ask.spelled(records.sample.every, ROLES).spelled(records.names, BESIDE)
        if files[0].parsed.kind == "document" and not ask.at:
            raise _of_document(files[0].parsed.document)
        self.sample = sample = records.sample.without(ask.ignore)
        if not sample.records:
            what = f"--at {ask.at} leads to no outcome" if ask.at else "there is no record in it"
            raise Refusal("empty", "no record is left" if ask.where or ask.skip else what)
        document = None if ask.at else files[0].parsed.document
        try:
            self.roles = decide(sample, ask)
        except Refusal as error:
            if error.code in ("question", "outcome") and document is not None:
                error.answers = [*error.answers, *templates(document)]
            raise
        checks.check(sample, self.roles, ask)
        if sample.is_part and not is_try:
            sample = records.sample_of(records.of_questions(self.roles)).without(ask.ignore)
            checks.check(sample, self.roles, ask, is_whole=False)

    def read(self, file: File, ledger: Ledger, is_try: bool) -> None:
        """Add a file's trials to `ledger`; only those of some questions, if `is_try` and the sample lacks records."""
        ask, roles, records, parsed = self.ask, self.roles, self.records, file.parsed
        kept, pairs = Filter(ask), file.records(ask.at)  # type: Any, Any
        if is_try and self.sample.is_part:
            pairs = records.of_questions(roles)[records.files.index(file)]
        field = roles.outcome[0] if roles.shape == "one" and roles.outcome else ""
        ledger.add(Loop(roles, ask, parsed.unit, self._kept).trials(kept.of(pairs)), parsed.unit, field)
        notes = [f"{count(kept.equal, 'equal record')} left out (--once)"] if kept.equal else []
        models = [*self.sample.field(roles.model).distinct] if roles.model else []
        for cell in ledger.cells.values():
            describe(cell, self.sample, roles, ask)
            cell.notes = notes
            cell.told.model = str(models[0]) if len(models) == 1 else cell.run if plain(roles.run) in RUN else ""


def _of_document(document: Any) -> Refusal:
    """Return the Refusal of a document that is no list of records. It offers --at templates."""
    fields: dict[str, Any] = document if isinstance(document, dict) else {}
    there = f"a JSON object with {some(fields, 5)}" if fields else "{}" if document == {} else "a list of several kinds"
    first: Any = next(iter(fields.values()), None)
    are_objects = isinstance(first, dict) and all(isinstance(one, dict) for one in fields.values())
    what = f"{there} is no list of records; --at TEMPLATE says where outcomes stand"
    what += "; write a table of pandas with df.to_json(FILE, orient='records', lines=True)" * ("columns" in fields)
    ways: list[Any] = [{"format": "records", "question": ("key",)}] * bool(are_objects and first_usual(first, SOLVED))
    return Refusal("document", what, answers=[*templates(document), *ways])


def read_files(files: Sequence[File], ask: Ask, known: dict[Any, Records], is_try: bool) -> tuple[Grades, bool]:
    """Read the trials of files into their `cells`. Return (Grades of the outcomes, whether some records are left out).

    If `is_try`, some of many records are enough, as options are only tried. `known` keeps the Records for later calls.
    """
    kinds: dict[Any, list[File]] = {}
    for file in files:
        if file.is_plain(ask.at):
            is_alone = file.parsed.kind == "document" and not ask.at
            kinds.setdefault(file.name if is_alone else file.fields(ask.at), []).append(file)
    readings: dict[str, Reading] = {}  # by the name of the file
    for own in kinds.values():
        key = (*own, ask.at, repr((ask.where, ask.skip, ask.once)))
        with errors_of(own[0].name + f" and {len(own) - 1} more" * bool(own[1:])):
            if key not in known:
                known[key] = Records((*own,), ask)
            reading = Reading(known[key], ask, is_try)
            readings.update(dict.fromkeys((file.name for file in own), reading))
    every = [*readings.values()]
    _check_options(files, every, ask)
    scores = next((reading.roles.scores for reading in every if reading.roles.scores), None)
    grades = Grades(ask, scores)
    for file in files:
        ledger = Ledger(grades, ask, file.name)
        with errors_of(file.name):
            if file.format is not None:
                _read_harness(file, ledger, ask, is_try)
            elif file.name in readings:
                readings[file.name].read(file, ledger, is_try)
            else:
                _read_matrix(file, ledger, ask)
            file.cells = list(ledger.cells.values())
            for cell in file.cells:
                cell.told.unfinished = cell.told.unfinished or file.parsed.broken
    return grades, is_try and any(reading.sample.is_part for reading in every)


def _check_options(files: Sequence[File], readings: Sequence[Reading], ask: Ask) -> None:
    """Refuse an option that has no meaning for these files, and a name in --ignore or --skip that no field has."""
    harnesses = [file for file in files if file.format]
    matrices = [file for file in files if not file.format and not file.is_plain(ask.at)]
    if ask.metric and not harnesses:
        raise Refusal("option", f"--metric {ask.metric} is for files of harnesses, and these are plain records")
    for name, value in ask.given_options().items():
        is_filter = name in ("where", "once") or (name == "skip" and {*value} != {"line"})
        if matrices and (is_filter or name in _OF_RECORDS):
            what = "it is a matrix of outcomes without names of fields; see --format records"
            raise Refusal("matrix", f"{matrices[0].name}: --{name} says nothing of it: {what}")
        if len(harnesses) == len(files) and name in _OF_RECORDS:
            what = f"--{name} is for plain records, and this is a file of {files[0].format.name}"
            end = "" if files[0].parsed.kind == "archive" else "; --format records reads it as such"
            raise Refusal("option", f"{files[0].name}: {what}{end}")
    names = {name for reading in readings for name in reading.records.names}
    for option in ("ignore", "skip") if readings else ():
        for name in {*(getattr(ask, option) or ())} - {"line"}:
            if not meant_by(name, names, option):
                raise Refusal("name", f"--{option} {shown(name)}: no field has this name")


def _read_harness(file: File, ledger: Ledger, ask: Ask, is_try: bool) -> None:
    from ..formats import FileTrials

    format = file.format
    trials = FileTrials(format, file.member, file.parsed, ask, file.documents)
    ledger.add(islice(trials, SAMPLED if is_try else None))
    told = trials.told
    if not ledger.cells and not (ask.where or ask.skip):
        ledger.cell("", "")
    reading = {"format": format.name, "question": [format.question or "id"], "outcome": told.outcome or None}
    options = {"format": format.name} if file.member.is_named else {}  # in a folder, formats may differ
    options.update({"metric": told.outcome} if told.outcome and format.scores and not format.outcome else {})
    fields = {role: getattr(format, role).partition("~")[0] for role in ("question", "trial", "run", "task", "answer")}
    for cell in ledger.cells.values():
        cell.told, cell.rule, cell.notes = told, format.rule, trials.notes
        cell.why = {field: (role, "", "") for role, field in {**fields, "outcome": told.outcome}.items() if field}
        note(cell, ask, reading, options)


def _read_matrix(file: File, ledger: Ledger, ask: Ask) -> None:
    if ask.format != "matrix":
        checks.check_rows([row for _, row in file.parsed.pairs], file.parsed.document is not None)
    ledger.add(of_matrix(file.parsed))
    for cell in ledger.cells.values():
        note(cell, ask, {"format": "matrix", "question": ["row"]}, {"format": "matrix"})
