"""The files of an evaluation: each is parsed once, recognised, and read into cells by the roles of all of them."""

from __future__ import annotations

from itertools import accumulate, chain

from ..grading import count, shown
from ..score.ledger import Grades, Ledger, TaskRun
from ..score.run import Place
from . import checks
from .beside import check_rows
from .candidates import templates
from .explain import describe
from .item import Refusal, Trial, Unsafe
from .loop import Kept, Loop, of_matrix
from .names import QUESTION, RUN, are_trials, first_usual, plain, sums_up
from .records import parse
from .roles import decide
from .sample import Sample, getter, key_of
from .source import check_packed
from .template import field_of, roles_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, Sequence

    from .options import Ask
    from .shapes import Parsed
    from .source import Member

SAMPLED = 10_000  # records of all files together
_CHECKED = 500  # questions whose records are checked once more after the loop
_UNREAD: dict[str, Any] = {**dict.fromkeys(("format", "question", "outcome", "trial", "run", "answer")), "unused": []}
_OF_RECORDS = ("question", "outcome", "counts", "trials", "runs", "at", "all")  # options of plain records alone


def _is_usual(name: str) -> bool:
    return bool(first_usual([name], QUESTION))


class File:
    """A file of an evaluation."""

    def __init__(self, member: Member, ask: Ask) -> None:
        self.member = member
        self.parsed: Parsed | None = None
        self.format: Any = None
        self.error: Refusal | None = None  # why it cannot be read at all
        self.cells: list[TaskRun] = []
        self.samples: dict[str, Any] = {}  # what is tried, by the options that choose records
        self.is_part = False  # whether a try has read a part of the records
        form = ask.format if ask.format in ("records", "matrix") else None
        skip = frozenset(int(line) for line in (ask.skip or {}).get("line", ()) if line.isdecimal())
        try:
            self.parsed = parse(member, form=form, is_usual=_is_usual, skip=skip)
            self.format = self._recognised(ask)
        except Unsafe:
            raise
        except Refusal as error:
            self.error = error
        except OSError as error:
            self.error = Refusal("file", str(error.strerror or error))
        except RecursionError:
            self.error = Refusal("file", "it is nested too deeply")

    def _recognised(self, ask: Ask) -> Any:
        from ..formats import named, recognise

        assert self.parsed
        if ask.format and ask.format not in ("records", "matrix"):
            return named(ask.format)
        if ask.format in ("records", "matrix") or any(getattr(ask, name) for name in _OF_RECORDS):
            return None
        return recognise(self.parsed)

    def __len__(self) -> int:
        """The number of its trials."""
        return sum(map(len, self.cells))

    def absorb(self, others: Sequence[File]) -> None:
        """Add the trials of other files, of a trial each, by run and task."""
        own = {(cell.run, cell.task): cell for cell in self.cells}
        for cell in [cell for other in others for cell in other.cells]:
            known = own.setdefault((cell.run, cell.task), cell)
            if known is not cell:
                known.join(cell)
        self.cells = list(own.values())

    @property
    def name(self) -> str:
        return self.member.name

    @property
    def kind(self) -> str:
        return self.parsed.kind if self.parsed else ""

    def kept(self, ask: Ask) -> Kept:
        assert self.parsed
        return Kept(self.parsed, ask)

    def sample(self, ask: Ask, most: int) -> list[Any]:
        """Return the (address, record) pairs of the file's sample."""
        return self.kept(ask).sample(most)

    def looks_like(self, ask: Ask) -> frozenset[str]:
        """Return the fields of the file's first record, by which files are read alike."""
        for _, record in zip(range(1), self.kept(ask)):
            return frozenset(record[1]) if isinstance(record[1], dict) else frozenset()
        return frozenset()


class Reading:
    """How files of one kind are read: the roles of their fields, found in a sample of them together."""

    def __init__(self, files: Sequence[File], ask: Ask) -> None:
        self.files, self.ask = files, ask
        self._chosen: set[Any] | None = None
        # The sample is the same for all tries that leave the same records
        known, key = (
            files[0].samples,
            repr(([file.name for file in files], ask.where, ask.skip, ask.at, ask.once, ask.question)),
        )
        if key not in known:
            known[key] = self._sampled()
        self.sample, self.pairs, self.is_part = known[key]
        if not self.sample.records:
            raise Refusal("empty", "no record is left" if ask.where or ask.skip else "there is no record in it")
        self._check_sums()
        key = files[0].parsed.key if files[0].parsed and not ask.at else ""
        if ask.at:
            for role in roles_in(ask.at):
                if field_of(role) not in self.sample.names:
                    raise Refusal("template", f"--at {ask.at}: it leads to no outcome")
        try:
            self.roles = decide(self.sample, ask, key)
        except Refusal as error:
            document = files[0].parsed.document if files[0].parsed else None
            if error.code not in ("question", "outcome") or document is None or ask.at:
                raise
            raise Refusal(error.code, error.why, error.fields, (), [*error.answers, *templates(document)]) from None
        if key and self.roles.question == (key,):
            self._check_keys(key)
        checks.check(self.sample, self.roles, ask)
        if len(files) > 1 and all(file.member.is_named for file in files):
            checks.check_files(self.sample, self.roles, ask)

    def _check_sums(self) -> None:
        """Refuse records whose question sums up others: means and totals."""
        for name in self.ask.question or first_usual(self.sample.names, QUESTION)[:1]:
            for key in self.sample.field(name).distinct:
                if sums_up(str(key)):
                    what = f"{shown(str(key))} in {shown(name)} sums up other records"
                    raise Refusal("summary", what, [name], answers=[{"skip": {name: (str(key),)}}])

    def _sampled(self) -> tuple[Sample, list[list[Any]], bool]:
        """Return (the sample of the files, the pairs of each file in it, whether it is a part of the records)."""
        each = max(50, 2 * SAMPLED // len(self.files))
        pairs = [file.sample(self.ask, each) for file in self.files]
        is_part = sum(map(len, pairs)) >= SAMPLED
        most = max(1, SAMPLED // len(self.files)) if is_part else SAMPLED
        pairs = [_without_footer(_spread(own, most), self.ask) for own in pairs]
        sample = Sample(record for own in pairs for _, record in own if isinstance(record, dict))
        sample.files = [i for i, own in enumerate(pairs) for _, record in own if isinstance(record, dict)]
        sample.around = frozenset().union(*(file.parsed.scalars for file in self.files if file.parsed))
        units = [file.parsed.unit if file.parsed else "" for file in self.files]
        sample.places = [f"{units[i]} {at}" for i, own in enumerate(pairs) for at, _ in own]
        return sample, pairs, is_part

    def chosen(self) -> set[Any]:
        """Return 500 questions of the sample, spread over everything, whose records are checked once more."""
        if self._chosen is None:
            (name, *more), records = self.roles.question, self.sample.records
            labels = dict.fromkeys(record.get(name) for record in records if record.get(name).__hash__)
            self._chosen = set() if more else {*_spread([one for one in labels if one is not None], _CHECKED)}
        return self._chosen

    def of_questions(self) -> list[list[Any]]:
        """Return the pairs of each file that are of some questions of the sample, with all records of each.

        They are what options are tried on if the sample is a part of the records, which lacks trials of questions.
        """
        known, names = self.files[0].samples, self.roles.question
        ask = self.ask
        key = repr(([file.name for file in self.files], names, ask.where, ask.skip, ask.at))
        if key not in known:
            fields = [self.sample.field(name).keys for name in names]
            chosen = dict.fromkeys(_spread(list(dict.fromkeys(zip(*fields))), _CHECKED), 0)
            get = [getter(name) for name in names]
            found = []
            for file in self.files:
                pairs = file.kept(ask.with_answers({"once": False}))
                labelled = ((tuple([key_of(one(record)) for one in get]), (at, record)) for at, record in pairs)
                found.append([pair for pair in labelled if pair[0] in chosen])
            for label, _ in chain.from_iterable(found):
                chosen[label] += 1
            few = {label for label, sum_ in zip(chosen, accumulate(chosen.values())) if sum_ <= SAMPLED}
            known[key] = [[pair for label, pair in own if label in few] for own in found]
        return [list(file.kept(ask).filtered(own)) for file, own in zip(self.files, known[key])]

    def _check_keys(self, key: str) -> None:
        """Ask whether the keys of an object are questions if they may be trials or runs, or count slices."""
        names = [str(one) for one in self.sample.field(key).distinct]
        roles, ask = self.roles, self.ask
        where = f"the keys {', '.join(map(shown, names[:3]))}{', ...' * bool(names[3:])}"
        if roles.shape == "counts" and not ask.counts:
            raise Refusal(
                "slices", f"{where} have counts: are they slices? Then only their mean is known", roles.columns
            )
        sizes = [
            len(value) for name in roles.outcome for value in self.sample.field(name).there if isinstance(value, list)
        ]
        if not ask.question and ((sizes and len(names) < max(sizes)) or are_trials(names)):
            inner = (
                roles.outcome[0] + ("[{}]" + f".{roles.inner}" if roles.inner else "[{}]")
                if sizes
                else roles.outcome[0]
            )
            texts = [f"{{run}}.{inner}", f"{{question}}.{inner}", f"{{trial}}.{inner}"]
            answers = [
                {"at": text.replace("{}", role, 1)}
                for text, role in zip(texts, ("{question}", "{trial}", "{question}"))
            ]
            raise Refusal("keys", f"{where} may be runs, trials or questions", [key], answers=answers)


def _without_footer(pairs: list[Any], ask: Ask) -> list[Any]:
    """Return the pairs without the last one if it lacks the question that the first one has."""
    if len(pairs) < 2 or not isinstance(pairs[0][1], dict) or not isinstance(pairs[-1][1], dict):
        return pairs
    first, last = pairs[0][1], pairs[-1][1]
    names = ask.question or first_usual(first, QUESTION)
    lacks = any(name in first for name in names) and not any(name in last for name in names)
    return pairs[:-1] if lacks else pairs


def _spread(pairs: list[Any], most: int) -> list[Any]:
    return pairs if len(pairs) <= most else [pairs[i * len(pairs) // most - 1] for i in range(1, most + 1)]


def read_files(files: Sequence[File], ask: Ask, is_try: bool = False) -> Grades:
    """Read files into their cells. Return the grades of their outcomes. Raise a Refusal.

    With `is_try`, only the samples are read.
    """
    plains = [file for file in files if file.format is None and (ask.at or file.kind != "matrix")]
    for file in plains:
        if file.kind == "document" and not ask.at:
            raise _of_document(file)
    kinds: dict[frozenset[str], list[File]] = {}
    for file in plains:
        kinds.setdefault(file.looks_like(ask), []).append(file)
    if ask.metric and len(plains) == len(files):
        raise Refusal("option", f"--metric {ask.metric} is for files of harnesses, and these are plain records")
    readings = [_reading_of(own, ask) for own in kinds.values()]
    for name in ask.ignore or () if readings else ():
        if not any(
            ask.ignores(one) for reading in readings for one in reading.sample.names if plain(one) == plain(name)
        ):
            raise Refusal("name", f"--ignore {shown(name)}: no field has this name")
    scores = {reading.roles.scores for reading in readings if reading.roles.scores}
    are_words = {pair for reading in readings for pair in reading.roles.words}
    grades = Grades(ask, next(iter(scores), None), sorted(are_words))
    by_file = {file.name: (reading, i) for reading in readings for i, file in enumerate(reading.files)}
    for file in files:
        _read(file, Ledger(grades, ask, file.name), by_file.get(file.name), ask, is_try)
    return grades


def _reading_of(files: Sequence[File], ask: Ask) -> Reading:
    try:
        return Reading(files, ask)
    except Refusal as error:
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        raise error.within(f"{files[0].name}{more}") from None


def _read(file: File, ledger: Ledger, reading: tuple[Reading, int] | None, ask: Ask, is_try: bool) -> None:
    """Read a file into its cells."""
    try:
        if file.format is not None:
            _read_harness(file, ledger, ask, is_try)
        elif reading is None:
            _read_matrix(file, ledger, ask)
        else:
            of_kind, i = reading
            file.is_part = is_try and of_kind.is_part
            pairs = of_kind.of_questions() if file.is_part else of_kind.pairs
            _read_records(file, ledger, of_kind, pairs[i] if is_try else None)
        file.cells = list(ledger.cells.values())
        if file.member.packed and not is_try:
            check_packed("questions", len({x for cell in file.cells for x in cell.labels}), file.member.packed)
    except Refusal as error:
        raise error.within(file.name) from None


def _of_document(file: File) -> Refusal:
    """Return the refusal of a document that is no list of records, with templates that lead to outcomes in it."""
    assert file.parsed
    document = file.parsed.document
    names = [shown(str(name)) for name in document][:5] if isinstance(document, dict) else []
    there = f"a JSON object with {', '.join(names)}" if names else "a JSON list of several kinds"
    what = f"{file.name}: {there} is no list of records; --at TEMPLATE says where outcomes stand"
    return Refusal("document", what, answers=templates(document))


def _read_harness(file: File, ledger: Ledger, ask: Ask, is_try: bool) -> None:
    parsed, format = file.parsed, file.format
    asked = {**ask.given_options(), "keep": (*ask.keep, *ask.fixed)}
    trials = format.read(file.member, parsed, asked)
    ledger.add(_limited(trials, SAMPLED) if is_try else iter(trials))
    told = trials.told
    if not ledger.cells:
        ledger.cell("", "")
    for cell in ledger.cells.values():
        cell.told, cell.format, cell.rule = told, format.name, format.rule
        cell.bare = list(told.bare)
        cell.reading = {
            **_UNREAD,
            "format": format.name,
            "question": [format.question or "id"],
            "outcome": told.outcome or None,
        }
        cell.read_by = [
            f"--format={format.name}",
            *([f"--metric={told.outcome}"] if format.metrics and told.outcome else []),
        ]


def _limited(trials: Iterable[Trial], most: int) -> Iterator[Trial]:
    for _, trial in zip(range(most), trials):
        yield trial


def _read_matrix(file: File, ledger: Ledger, ask: Ask) -> None:
    parsed = file.parsed
    assert parsed
    if ask.at or ask.question or ask.outcome:
        raise Refusal("matrix", "it is a matrix of outcomes without names of fields; see --format records")
    rows = list(parsed.rows())
    names = [label for _, label, _ in rows if label is not None]
    widest = max((len(values) for _, _, values in rows), default=0)
    if ask.format != "matrix":
        check_rows(rows, names, widest, parsed.document is not None)
    ledger.add(of_matrix(rows, parsed.unit, Place))
    for cell in ledger.cells.values():
        cell.format, cell.reading = "matrix", {**_UNREAD, "format": "matrix", "question": ["row"]}
        cell.read_by = ["--format=matrix"]
        cell.told.unfinished = parsed.broken


def _read_records(file: File, ledger: Ledger, reading: Reading, pairs: list[Any] | None) -> None:
    """Read the records of a file, or only these `pairs`."""
    ask, roles, parsed = reading.ask, reading.roles, file.parsed
    assert parsed
    loop = Loop(roles, ask, parsed.unit)
    kept = file.kept(ask)
    if reading.is_part and pairs is None:
        loop.chosen = reading.chosen()
    ledger.add(
        loop.trials(kept if pairs is None else pairs),
        parsed.unit,
        roles.outcome[0] if roles.shape == "one" and roles.outcome else "",
    )
    if loop.records:
        checks.check(Sample(loop.records), roles, ask, is_whole=False)
    notes = [f"{loop.footer} names no question and is left out"] if loop.footer else []
    if kept.equal:
        notes.append(f"{count(kept.equal, 'equal record')} left out (--once)")
    models = {str(key) for key in reading.sample.field(roles.model).distinct} if roles.model else set()
    for cell in ledger.cells.values():
        describe(cell, reading.sample, reading.roles, ask, parsed.key)
        cell.told.unfinished = parsed.broken
        cell.notes = notes
        if len(models) == 1:
            cell.told.model = next(iter(models))
        elif plain(roles.run) in RUN:
            cell.told.model = cell.run
