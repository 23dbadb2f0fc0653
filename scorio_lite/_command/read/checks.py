"""Is anything against a reading? Each check yields what is in doubt, the fields, and the options that could answer."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

from ..text import shown, some
from . import names as known
from .candidates import counts_with, trials_or_runs
from .item import Refusal
from .names import are_trials, plain, stem_of, words
from .records import SAMPLE
from .roles import counted, numbered_columns
from .sample import counts_up, number_of, outcome_of, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from .options import Ask
    from .sample import Roles, Sample

    Doubts = Iterator[tuple[str, Sequence[str], list[Any]]]

_FEW = 4  # questions
_SHORT = 20  # entries of a list that may be a setting
_MOST = 0.9  # of the questions in which each value of a field that may tell runs apart occurs
_MOSTLY = 0.75  # of the questions, which are alike where a few lack trials
_TRIAL_END = re.compile(rf"(.*?)[-_. /:]*(?<![a-z])({known.ANY_WORD})[-_. ]?\d+", re.I)
_TWO_NUMBERS = re.compile(r"(.*\d)[-_./:#](\d+)")


class Case:
    """A reading that is checked.

    free      the fields without a role
    groups    for each question (of a run) the indices of its records; `several` has those with two or more
    question  the field of the question, if a usual name found it
    outcome   the field of the outcome, of records with a trial each
    """

    def __init__(self, sample: Sample, roles: Roles, ask: Ask) -> None:
        self.sample, self.roles, self.ask = sample, roles, ask
        self.free = [sample.field(name) for name in sample.names if name not in roles.fields]
        self.groups = list(sample.groups([*roles.question, roles.run]).values())
        self.several = [group for group in self.groups if len(group) > 1]
        is_usual = len(roles.question) == 1 and not ask.question and not roles.question[0].startswith("{")
        self.question = sample.field(roles.question[0]) if is_usual else None
        self.outcome = sample.field(roles.outcome[0]) if roles.shape == "one" and len(roles.outcome) == 1 else None


def check(sample: Sample, roles: Roles, ask: Ask, *, is_whole: bool = True) -> None:
    """Run the checks of a sample. With `is_whole` false, it has the records of some questions alone."""
    case = Case(sample, roles, ask)
    for code, look in {**_OF_QUESTIONS, **(_OF_FILES if is_whole else {})}.items():
        for what, fields, answers in look(case):
            raise Refusal(code, what, fields, answers=answers)


def _fixed(case: Case) -> Doubts:
    """A field such as dataset or language has two values in a question: there may be several questions."""
    for field in case.free:
        if plain(field.name) in known.FIXED and field.varies_in(case.groups):
            name = field.name
            ways: list[Any] = [{"question": (name, *case.roles.question)}, {"task": name}, {"run": name}]
            yield f"{shown(name)} has several values in a question", [name], [*ways, {"ignore": (name,)}]


def _questions(case: Case) -> Doubts:
    """Another name groups the records differently; a right answer or a long text that recurs differs in a question."""
    own = case.question
    if not own:
        return
    for field in case.free:
        name, other = own.name, field.name
        differs = field.says(known.GOLD) and not field.is_flag and field.varies_in(case.groups)
        if plain(other) in known.QUESTION and field.is_plain and 2 * len(field.there) > len(case.sample):
            groups = case.sample.groups([other, case.roles.run]).values()
            differs = differs or {*map(tuple, groups)} != {*map(tuple, case.groups)}
        if field.is_text and field.varies and field.says(known.MEASURES):
            is_rated = len(case.several) >= _FEW and not field.varies_in(case.several)
            if is_rated and case.outcome and case.outcome.varies_in(case.several):
                what = f"{shown(other)} is the same in all trials of a question, and the outcomes are not"
                yield f"{what}: are they ratings?", [other], [{"ignore": (other,)}]
        elif field.is_text and (len(field.distinct) <= _MOST * len(field.there) or field.says(known.LIKE_QUESTION)):
            differs = differs or field.varies_in(case.groups)
        if differs:
            what = f"{shown(name)} and {shown(other)} may both name the question, and do not group the records alike"
            yield what, [name, other], [{"question": names} for names in ((other,), (name,), (name, other))]


def check_files(sample: Sample, roles: Roles) -> None:
    """Refuse files to compare that give most of the questions that they share different right answers."""
    for field in (sample.field(name) for name in sample.names if name not in roles.fields):
        answers: dict[Any, set[Any]] = {}
        for *label, answer in zip(*(sample.field(name).keys for name in roles.question), field.keys):
            answers.setdefault(tuple(label), set()).add(answer)
        differ = sum(len(own) > 1 for own in answers.values())
        if field.says(known.GOLD) and not field.is_flag and 2 * differ > len(answers):
            what = f"{shown(field.name)} is another in other files: are they of the same questions?"
            raise Refusal("alike", what, [field.name], answers=[{"ignore": (field.name,)}])


def _outcomes(case: Case) -> Doubts:
    """Two outcomes differ, a constant one stands beside a varying flag, or the outcome has the values of an answer."""
    own = case.outcome
    if not own or case.ask.outcome or case.ask.at:
        return
    for field in (field for field in case.free if field.is_flag):
        says = field.says(known.LIKE_OUTCOME) or not known.SAYS_YES.isdisjoint(field.pair)
        is_like = plain(field.name) in known.OUTCOME or (field.varies and says)
        differ = any(one != two and None not in (one, two) for one, two in zip(own.codes, field.codes))
        names = [own.name, field.name] if own.varies or not field.varies else [field.name, own.name]
        if own.is_flag and differ and (is_like or names[0] != own.name):
            what = f"{shown(own.name)} and {shown(field.name)} may both say the outcome, and differ"
            yield what, names, [{"outcome": (name,)} for name in names]
        if is_like and not own.is_flag and plain(own.name) in known.REAL:
            what = f"{shown(own.name)} is a real score, and {shown(field.name)} says whether the trial is a success"
            yield what, names, [{"outcome": (name,)} for name in (field.name, own.name)]
    given = [field for field in case.free if field.says(known.GIVEN | known.GOLD) and field.is_plain]
    golds = [field.name for field in given if field.distinct.keys() == own.distinct.keys()]
    equal: list[Any] = [[x == y for x, y in zip(one.keys, two.keys)] for one in given for two in given]
    if golds and own.varies and own.codes not in equal:  # it says where an answer and the right one are equal
        what = f"{shown(own.name)} has the values of {shown(golds[0])}: is it an answer, and not whether it is right?"
        pairs = [f"{one}=={two}" for one, two in combinations([own.name, *golds], 2)]
        yield what, [own.name, golds[0]], [{"outcome": (text,)} for text in (*pairs, own.name)]


def _apart(case: Case) -> Doubts:
    """A field takes each of its values in nearly all questions, or trials have different words: they may be runs."""
    trial = case.sample.field(case.roles.trial) if case.roles.trial else None
    most = max(map(len, case.several), default=0) if case.roles.shape == "one" else 0
    for field in case.free:
        is_list = field.is_list and max(map(len, field.there)) <= _SHORT
        if not (is_list or (field.is_plain and len(field.distinct) <= most)):
            continue
        keys: list[Any] = [str(value) for value in field.values] if is_list else field.keys
        has_none = len(field.distinct) == 1 and not field.is_flag  # then none counts as a value
        values = ([keys[i] for i in group if has_none or keys[i] is not None] for group in case.groups)
        held = list(filter(None, values))
        kinds = dict.fromkeys(key for own in held for key in own)
        says_same = trial and len({*zip(field.keys, trial.keys)}) == len(field.distinct) == len(trial.distinct)
        if not 1 < len(kinds) <= most or says_same:
            continue
        if not all(sum(key in own for own in held) >= _MOST * len(held) for key in kinds):
            continue
        evenly = Counter(frozenset(Counter(own).items()) for own in held)
        is_even = len(held) > 2 and max(evenly.values()) >= _MOST * len(held)
        if is_even or not (field.is_flag or has_none or field.says(known.MEASURES)):
            what = f"{shown(field.name)} tells the trials of a question apart, with {some(map(str, kinds))}"
            yield what, [field.name], trials_or_runs(field)
    is_told = case.ask.trial or case.roles.trial.startswith("{")
    if not trial or is_told or trial.numbers is not None or 2 * len(trial.distinct) > len(trial.there):
        return
    if len({stem_of(str(key)) for key in trial.distinct}) > 1:
        what = f"{shown(trial.name)} numbers no trials, but names {some(map(str, trial.distinct))}"
        yield what, [trial.name], trials_or_runs(trial)


def _few(case: Case) -> Doubts:
    """Questions that words name are fewer than their trials. A field that is called an id is trusted."""
    own, roles = case.question, case.roles
    if not own or not own.varies or own.is_text:
        return
    sizes = list(map(len, case.groups)) if roles.shape == "one" and "id" not in words(own.name) else []
    if roles.shape == "counts":
        sizes = [whole(value) or 0 for value in case.sample.field(roles.columns[0]).there]
    texts = [key for key in map(str, own.distinct) if len(key) > 1 and not any(map(str.isdecimal, key))]
    if len(case.groups) < max(sizes, default=0) and 2 * len(texts) > len(own.distinct):
        ways: list[Any] = [{"question": (own.name,)}]
        if roles.trial:
            ways = [{"run": own.name, "question": (roles.trial,)}, {"question": (own.name, roles.trial)}, *ways]
        yield (
            f"{shown(own.name)} names fewer questions than trials, with {some(map(str, own.distinct))}",
            [own.name],
            ways,
        )


def _summary(case: Case) -> Doubts:
    """The first record has a name that is unlike those of all others, which end in a number."""
    if not case.question:
        return
    first, *others = map(str, case.question.distinct)
    stems = {*map(stem_of, others)}
    if len(others) >= _FEW and len(stems) == 1 and stems != {""} and stem_of(first) == first:
        name = case.question.name
        ways: list[Any] = [{"skip": {name: (first,)}}, {"question": (name,)}]
        yield f"{shown(first)} in {shown(name)} is no question as the others are", [name], ways


def _ids(case: Case) -> Doubts:
    """A unique id stands beside a field that recurs evenly, or says a question and a trial itself."""
    own = case.question
    if not own or case.several or len(case.sample) < _FEW or case.roles.shape != "one":
        return
    texts = list(map(str, own.distinct))
    others = [field for field in case.free if field.is_plain and not field.says(known.MEASURES)]
    if _end_in_trials(texts):
        names = [field.name for field in others if field.says(known.LIKE_QUESTION)]
        what = f"the ids in {shown(own.name)} are a question and a trial, as in {shown(texts[0])}"
        yield what, [own.name], [{"question": (name,)} for name in (*names, own.name)]
    for field in others:
        sizes = Counter(map(len, case.sample.groups([field.name, case.roles.run]).values()))
        size = max(sizes, default=0)  # 0: no record has the field and a run
        is_even = len(sizes) == 1 or (size <= sizes[size] and sizes[size] > _MOSTLY * sum(sizes.values()))
        is_like = field.is_set and (field.is_text or field.says(known.LIKE_QUESTION))
        if is_like and is_even and size > 1 and field.varies and plain(field.name) not in known.FIXED:
            what = f"each record has its own {shown(own.name)}, and {shown(field.name)} recurs evenly"
            names = [field.name, own.name]
            yield f"{what}: which is the question?", names, [{"question": (name,)} for name in names]


def _end_in_trials(names: Sequence[str]) -> bool:
    """Whether names end in a word of trials and a number, or in two numbers of which one counts trials: 0_0, 0_1."""
    ends = [_TRIAL_END.fullmatch(name) for name in names]
    if all(ends):
        stems = {match[1] for match in ends if match}
        return "" not in stems and 2 * len(stems) <= len(names)
    pairs = [match.groups() for match in map(_TWO_NUMBERS.fullmatch, names) if match]
    counts: dict[str, list[int]] = {}
    for stem, number in pairs:
        counts.setdefault(stem, []).append(int(number))
    is_even = len({*map(len, counts.values())}) == 1 and all(map(counts_up, counts.values()))
    return len(pairs) == len(names) and is_even and len(counts) ** 2 >= len(names) > len(counts)


def _again(case: Case) -> Doubts:
    """Every record is there twice, or equal records leave questions with more trials than the others."""
    sample = case.sample
    if case.ask.once or case.roles.trial or case.roles.shape != "one":
        return
    texts = list(map(repr, sample.records))
    half = len(texts) // 2
    if half >= 3 and texts[:half] == texts[half:] and len({*texts}) == half and len({*sample.files}) < 2:
        yield "every record is there twice; --once counts equal records once", [], [{"once": True}]
    sizes = Counter(map(len, case.groups))
    usual = max(sizes, key=lambda size: (sizes[size], -size), default=0)
    kinds = {(len(group), len({texts[i] for i in group})) for group in case.groups if len(group) >= usual}
    if len(kinds) > 1 and {kind for _, kind in kinds} == {usual}:
        ways: list[Any] = [{"once": True}, {"missing": "own"}]
        yield "equal records leave questions with more trials; --once counts equal records once", [], ways


def _beside(case: Case) -> Doubts:
    """Beside outcomes stand a count, a list or columns, which say that they are of several trials, or parts of one."""
    roles, ask = case.roles, case.ask
    if roles.shape == "one" and not ask.at:
        yield from _counts(case)
        yield from _scale(case)
    elif roles.shape in ("list", "objects") and not ask.outcome:
        yield from _lists(case)
    elif roles.shape == "columns" and not ask.trials:
        yield from _columns(case)
    elif roles.shape == "counts" and not ask.counts:
        name, solved = roles.columns
        values = case.sample.field(name).values
        if case.several and all({*(whole(values[i]) for i in own)} == {*range(1, len(own) + 1)} for own in case.groups):
            ways = [{"trial": name, "outcome": (solved,)}, {"counts": roles.columns}]
            yield f"{shown(name)} numbers the records of each question, and may be no count", [name], ways


def _counts(case: Case) -> Doubts:
    """Beside an outcome stands a count above 1, a list of outcomes or of other questions, or numbered columns."""
    sample, free = case.sample, [field for field in case.free if field.name not in case.sample.around]
    for field in free:
        entries = [outcome_of(entry) for entry in field.entries] if field.is_list else []
        if len(entries) > len(field.there) and None not in entries:
            ways: list[Any] = [{"outcome": (field.name,)}, {"ignore": (field.name,)}]
            yield f"beside the outcome stands a list of outcomes, {shown(field.name)}", [field.name], ways
        is_count = field.says(known.COUNTS) and not field.says(known.MEASURES) and field.is_whole and field.is_set
        if is_count and min(field.numbers or [0]) > 1:
            solved = [*free, *map(sample.field, case.roles.outcome)]
            ways = [way for one in solved for way in counts_with(sample, one) if way["counts"][0] == field.name]
            what = f"beside the outcome stands {shown(field.name)}, as if it were of several trials"
            yield what, [field.name], [*ways, {"ignore": (field.name,)}]
    labels = {str(key) for key in case.question.distinct} if case.question and len(sample) < 2 * SAMPLE else set()
    kinds = {re.sub("[0-9]+", "0", label) for label in labels}
    for field in case.free:
        texts = [x for x in field.there[0] if x not in labels] if field.is_list and field.name in sample.around else []
        other = next((x for x in texts if field.says(known.ZEROS) or re.sub("[0-9]+", "0", x) in kinds), None)
        if other is not None:
            what = f"{shown(field.name)} names {shown(other)}, which no record does: is it a trial without an outcome?"
            yield what, [field.name], [{"ignore": (field.name,)}]
    for option, fields in (("trials", numbered_columns(free)), ("counts", counted(free))):
        if fields:
            what = f"beside the outcome stand {some(fields)}, which may be trials"
            yield what, fields, [{option: fields}, {"ignore": fields}]


def _scale(case: Case) -> Doubts:
    """A real score stands beside its maximum, its error or a number of trials, or there is one for two settings.

    Records that are fewer than a total around them may be the failures alone.
    """
    sample, ask = case.sample, case.ask
    fields = [field for field in case.free if field.numbers is not None and not field.says(known.MEASURES)]
    is_real = case.roles.scores and not ask.scores
    is_all = not (ask.where or ask.skip or ask.once) and len({*sample.files}) < 2 and len(sample) < 2 * SAMPLE
    for i, one in enumerate(fields):
        ways = [{"ignore": (one.name,)}]
        if is_real and (one.says(known.OF_SCALES) or plain(one.name) in known.TRIALS):
            what = f"beside the real score stands {shown(one.name)}: it may be a mean, or points of another scale"
            yield what, [one.name], ways
        for two in fields[i + 1 :] if is_real and one.varies else ():
            count = len(one.distinct) * len(two.distinct)
            if two.varies and count == len({*zip(one.keys, two.keys)}) == len(sample):
                what = f"there is a record for each {shown(one.name)} and {shown(two.name)}: are they means?"
                yield what, [one.name, two.name], ways
        is_more = max(one.numbers or [0]) > len(sample) and "total" in words(one.name)
        if is_all and is_more and one.name in sample.around:
            what = f"{shown(one.name)} is {shown(one.there[0])}, and {len(sample)} records are there"
            yield f"{what}: they may be some of all alone", [one.name], ways


def _lists(case: Case) -> Doubts:
    """Trials in a list name a question or a model each; or a list of names that all records share stands beside it."""
    name = case.roles.outcome[0]
    own = case.sample.field(name)
    if own.inner:
        models = [one.name for one in own.inner.usual(known.RUN) if one.varies]
        usual = own.inner.usual(known.QUESTION) if len(own.inner) > len(own.there) else []
        ids = [one.name for one in usual if len(one.distinct) == len(own.inner)]
        for one in [*models, *ids][:1]:
            path = f"{name}.{one}" if one in case.sample.names else one
            told: dict[str, Any] = {"run": path} if models else {"question": (path,)}
            ways: list[Any] = [{"at": f"[{{}}].{name}[{{}}].{case.roles.inner}", **told}, {"outcome": (name,)}]
            yield f"each entry of {shown(name)} has its own {shown(one)}: are they trials of a question?", [name], ways
    sizes = [len(value) if isinstance(value, list) else 0 for value in own.values]
    for field in case.free:
        if field.is_list and field.is_set and sizes == list(map(len, field.values)) and max(sizes) > 1:
            is_shared = len({str(value) for value in field.values}) == 1 < len(sizes)
            if (is_shared or plain(field.name) in known.PARTS) and all(isinstance(one, str) for one in field.values[0]):
                what = f"{shown(field.name)} names the entries of {shown(name)}: they may be parts of one trial"
                ways = [{"outcome": (name,), "all": True}, {"outcome": (name,)}]
                yield what, [field.name], ways


def _columns(case: Case) -> Doubts:
    """Beside numbered columns stand others of their stem, without a whole number, or their sum."""
    columns = case.roles.columns
    stem = stem_of(columns[0])
    sums = [sum(code or 0 for code in row) for row in zip(*(case.sample.field(name).codes for name in columns))]
    alike = [field.name for field in case.free if field.name.startswith(stem) and field.is_flag]
    totals = [one for one in case.free if one.says(known.SUMMARIES) and list(map(number_of, one.values)) == sums]
    for name in [*alike, *(one.name for one in totals)][:1]:
        every = tuple(one for one in case.sample.names if one in columns or one in alike)
        what = f"beside {some(columns)} stands {shown(name)}: they may be settings or parts"
        yield what, [name], [*([{"runs": every}] if alike else []), {"trials": columns}]


# By code; those of questions run once more after everything is read.
_OF_QUESTIONS = {"fixed": _fixed, "questions": _questions, "outcomes": _outcomes, "apart": _apart, "few": _few}
_OF_FILES = {"summary": _summary, "ids": _ids, "beside": _beside, "again": _again}


def check_rows(rows: Sequence[Any], names: Sequence[str], widest: int, is_json: bool) -> None:
    """Ask whether the rows of a matrix are questions if they are few, or have labels of others or the same ones."""
    if names and is_json:
        are_columns = plain(names[0]) in known.QUESTION or known.LIKE_QUESTION.issuperset(words(names[0]))
        are_words = 2 * sum(len(name) > 1 and stem_of(name) == name for name in names) > len(names)
        if are_columns or are_trials(names) or (widest > 1 and (len(names) < widest or are_words)):
            texts = ["{run}[{question}]", "{question}[{trial}]", "{trial}[{question}]"]
            what = f"the rows {some(names)} may be runs, trials or questions"
            raise Refusal("keys", what, answers=[{"at": text} for text in texts])
    firsts: dict[str, list[Any]] = {}
    for name, (_, _, values) in zip(names, rows if widest > 1 else ()):
        firsts.setdefault(name, []).append(whole(values[0]) if values else None)
    if len(firsts) < len(names) and firsts and all([*range(len(own))] == own for own in firsts.values()):
        what = f"{shown(names[0])} and others are there several times: does their first column number trials?"
        what += " --format matrix reads outcomes; else add a line of names"
        raise Refusal("matrix", what, names[:1], answers=[{"format": "matrix"}])
    if not names and 2 * len(rows) < widest and all(len(values) == widest for _, _, values in rows):
        what = f"{len(rows)} rows of {widest} outcomes: are the rows questions (--format matrix), or runs or trials?"
        texts = ["[{trial}][{question}]", "[{run}][{question}]"] if is_json else []
        raise Refusal("matrix", what, answers=[*({"at": text} for text in texts), {"format": "matrix"}])


def stop_at_success(rows: Sequence[Sequence[int]]) -> bool:
    """Whether no success is followed, and all questions with fewer trials than the most, four or more, end in one."""
    most = max(map(len, rows), default=0)
    ended = [1 in row for row in rows if 0 < len(row) < most]
    return len(ended) >= _FEW and all(ended) and all(row.index(1) == len(row) - 1 for row in rows if 1 in row)
