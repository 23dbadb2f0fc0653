"""Doubts about a reading. Each check yields (a sentence with the doubt, its fields, the options that could answer)."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

from ..text import shown, some
from . import names as known
from .candidates import counts, several, trials_or_runs
from .item import Refusal
from .names import are_trials, plain, stem_of, words
from .roles import usual_questions
from .sample import counts_up, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from .options import Ask
    from .sample import Roles, Sample

    Doubts = Iterator[tuple[str, Sequence[str], list[Any]]]

_FEW = 4  # questions
_SHORT = 20  # entries of a list that may be a setting
_MOST = 0.9  # the share of questions in which each value of a field must occur, if the values may be runs
_MOSTLY = 0.75  # the share of questions that must have equally many trials: a few may lack some
_TRIAL_END = re.compile(rf"(.*?)(?:[-_. /:]*(?<![a-z])({known.ANY_WORD})[-_. ]?|(?<=\d)[-_./:#])(\d+)", re.I)


class Case:
    """A reading that is checked.

    free      the fields without a role
    groups    the indices of the records of each question, or of each question of a run
    several   the groups of two records or more
    question  the field of the question, if no option names it
    outcome   the field of the outcome, if a record holds one trial and only one field may hold its outcome

    `is_single` says whether a record holds one trial and --at is not given.
    """

    def __init__(self, sample: Sample, roles: Roles, ask: Ask) -> None:
        self.sample, self.roles, self.ask = sample, roles, ask
        self.free = [sample.field(name) for name in sample.names if name not in roles.fields]
        self.groups = list(sample.groups([*roles.question, roles.run]).values())
        self.several = [group for group in self.groups if len(group) > 1]
        self.question = None if ask.question or roles.question[0].startswith("{") else sample.field(roles.question[0])
        self.is_single = roles.shape == "one" and not ask.at
        self.outcome = sample.field(roles.outcome[0]) if roles.shape == "one" and len(roles.outcome) == 1 else None


def check(sample: Sample, roles: Roles, ask: Ask, *, is_whole: bool = True) -> None:
    """Raise the first doubt as a Refusal. Unless `is_whole`, the sample has some questions alone, for their checks."""
    case = Case(sample, roles, ask)
    for code, look in _OF_QUESTIONS + _OF_FILES * is_whole:
        for what, fields, answers in look(case):
            raise Refusal(code, what, fields, answers=answers)


def _questions(case: Case) -> Doubts:
    """Another usual name groups records otherwise; or a dataset, a right answer or long text varies in a question."""
    names, usual = case.roles.question, usual_questions(case.sample, case.roles)
    fixed = [field for field in case.free if plain(field.name) in known.FIXED]
    for field in [*fixed, *(case.free if case.question else ())]:
        other, is_fixed = field.name, field in fixed
        differs = is_fixed or (field.says(known.GOLD) and not field.is_flag)
        if field.is_text and field.says(known.MEASURES):
            is_rated = len(case.several) >= _FEW and not field.varies_in(case.several)
            if is_rated and field.varies and case.outcome and case.outcome.varies_in(case.several):
                what = f"{shown(other)} is the same in all trials of a question, and the outcomes are not"
                yield f"{what}: are they ratings?", [other], [{"ignore": (other,)}]
        elif field.is_text:
            recurs = len(field.distinct) <= _MOST * len(field.there)
            differs = differs or recurs or field.says(known.LIKE_QUESTION)
        differs = differs and field.varies_in(case.groups)
        if other in usual:
            groups = case.sample.groups([other, case.roles.run]).values()
            differs = differs or {*map(tuple, groups)} != {*map(tuple, case.groups)}
        if differs:
            what = f"{shown(names[0])} and {shown(other)} may both name the question, and group the records differently"
            ways: list[Any] = [{"question": own} for own in ((other,), names, (*names, other))]
            if is_fixed:
                ways = [{"question": (other, *names)}, {"task": other}, {"run": other}, {"ignore": (other,)}]
            yield what, [*names, other], ways


def check_tasks(sample: Sample, roles: Roles) -> None:
    """Refuse a sample, whose `files` are tasks, if right answers differ in more than half of the questions."""
    groups = sample.groups([*roles.question, roles.task]).values()
    for field in (sample.field(name) for name in sample.names if name not in roles.fields):
        is_gold = field.says(known.GOLD) and not field.is_flag
        if is_gold and 2 * sum(field.varies_in([group]) for group in groups) > len(groups):
            what = (
                f"{shown(field.name)} is another in other files: are they of the same questions? See --path for tasks"
            )
            raise Refusal("alike", what, [field.name], answers=[{"ignore": (field.name,)}])


def _outcomes(case: Case) -> Doubts:
    """Another flag differs from the outcome: which counts? Or the outcome has an answer's values: is it an answer?"""
    own = case.outcome
    if not own or case.ask.outcome or case.ask.at:
        return
    for field in (field for field in case.free if field.is_flag):
        says = field.says(known.LIKE_OUTCOME) or not known.SAYS_YES.isdisjoint(field.pair)
        is_like = plain(field.name) in known.OUTCOME or (field.varies and says)
        is_first = own.is_flag and (own.varies or not field.varies)
        codes = zip(own.keys, own.codes, field.codes)
        differ = any(one != two for key, one, two in codes if key is not None and two is not None)
        if differ and (is_like or (own.is_flag and not is_first)):
            names = [own.name, field.name] if is_first else [field.name, own.name]
            what = f"{shown(own.name)} and {shown(field.name)} may both say the outcome, and differ"
            yield what, names, [{"outcome": (name,)} for name in names]
    given = [field for field in case.free if field.says(known.GIVEN | known.GOLD) and field.is_plain]
    golds = [field.name for field in given if field.distinct.keys() == own.distinct.keys()]
    equal: list[Any] = [[x == y for x, y in zip(one.keys, two.keys)] for one in given for two in given]
    if golds and own.codes not in equal:  # it says where an answer and the right one are equal
        what = f"{shown(own.name)} has the values of {shown(golds[0])}: is it an answer, and not whether it is right?"
        pairs = [f"{one}=={two}" for one, two in combinations([own.name, *golds], 2)]
        yield what, [own.name, golds[0]], [{"outcome": (text,)} for text in (*pairs, own.name)]


def _apart(case: Case) -> Doubts:
    """Each value of a field occurs in nearly all questions, or trials have names, not numbers: they may be runs."""
    trial = case.sample.field(case.roles.trial) if case.roles.trial else None
    most = max(map(len, case.several), default=0) if case.roles.shape == "one" else 0
    for field in (field for field in case.free if len(field.distinct) <= most):
        is_short = field.is_list and max(map(len, field.there)) <= _SHORT
        keys: list[Any] = [str(value) for value in field.values] if is_short else field.keys
        has_none = len(field.distinct) == 1 and not field.is_flag  # then a missing value counts as a second one
        values = ([keys[i] for i in group if has_none or keys[i] is not None] for group in case.groups)
        held = list(filter(None, values))
        kinds = dict.fromkeys(key for own in held for key in own)
        says_same = trial and len({*zip(field.keys, trial.keys)}) == len(field.distinct) == len(trial.distinct)
        if not 1 < len(kinds) <= most or says_same:
            continue
        evenly = Counter(frozenset(Counter(own).items()) for own in held)
        is_even = len(held) > 2 and max(evenly.values()) >= _MOST * len(held)
        is_measured = field.is_flag or has_none or field.says(known.MEASURES)
        is_everywhere = all(sum(key in own for own in held) >= _MOST * len(held) for key in kinds)
        if is_everywhere and (is_even or not is_measured):
            what = f"{shown(field.name)} tells the trials of a question apart, with {some(map(str, kinds))}"
            yield what, [field.name], trials_or_runs(field)
    are_words = trial and not (case.ask.trial or case.ask.at) and trial.numbers is None
    if trial and are_words and len({stem_of(str(key)) for key in trial.distinct}) > 1:
        what = f"{shown(trial.name)} numbers no trials, but names {some(map(str, trial.distinct))}"
        yield what, [trial.name], trials_or_runs(trial)


def _few(case: Case) -> Doubts:
    """Words name the questions, and a question has more trials than there are questions: the words may be runs."""
    own, roles = case.question, case.roles
    if not own:
        return
    sizes = list(map(len, case.groups)) if "id" not in words(own.name) else []
    texts = [key for key in map(str, own.distinct) if len(key) > 1 and not any(map(str.isdecimal, key))]
    if len(case.groups) < max(sizes, default=0) and 2 * len(texts) > len(own.distinct):
        name, trial = own.name, roles.trial
        ways: list[Any] = [{"run": name, "question": (trial,)}, {"question": (name, trial)}] if trial else []
        what = f"{shown(name)} names fewer questions than trials, with {some(map(str, own.distinct))}"
        yield what, [name], [*ways, {"question": (name,)}]


def _summary(case: Case) -> Doubts:
    """The first question has no number in its name, and all others have one name with a number: it may sum them up."""
    if not case.question:
        return
    first, *others = map(str, case.question.distinct)
    if len(others) >= _FEW and stem_of(first) == first and len({*map(stem_of, others)} - {""}) == 1:
        name = case.question.name
        ways: list[Any] = [{"skip": {name: (first,)}}, {"question": (name,)}]
        yield f"{shown(first)} in {shown(name)} is no question as the others are", [name], ways


def _ids(case: Case) -> Doubts:
    """All ids differ: do they hold a question and a trial, or does a field that recurs evenly name the question?"""
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
        is_even = size > 1 and sizes[size] > _MOSTLY * sum(sizes.values())
        is_like = field.is_set and (field.is_text or field.says(known.LIKE_QUESTION))
        if is_like and is_even and field.varies and plain(field.name) not in known.FIXED:
            what = f"each record has its own {shown(own.name)}, and {shown(field.name)} recurs evenly"
            names = [field.name, own.name]
            yield f"{what}: which is the question?", names, [{"question": (name,)} for name in names]


def _end_in_trials(names: Sequence[str]) -> bool:
    """Whether names end in a word of trials and a number, or in two numbers of which the second counts: 0_0, 0_1."""
    ends = [match.groups() if match else ("", "", name) for name, match in zip(names, map(_TRIAL_END.fullmatch, names))]
    counts: dict[str, list[Any]] = {}
    for stem, _, number in ends:
        counts.setdefault(stem, []).append(whole(number))
    sizes = {*map(len, counts.values())}
    is_even = len(sizes) == 1 and max(sizes) <= len(counts) and all(map(counts_up, counts.values()))
    return 2 * len(counts) <= len(names) and (is_even or all(word for _, word, _ in ends))


def _again(case: Case) -> Doubts:
    """Every record is there twice. Or: only equal records make some questions have more trials than the others."""
    if case.roles.trial:
        return  # the ledger refuses a number twice
    texts = list(map(repr, case.sample.records))
    half = len(texts) // 2
    if half >= 3 and texts[:half] == texts[half:] and len({*texts}) == half and len({*case.sample.files}) < 2:
        yield "every record is there twice; --once counts equal records once", [], [{"once": True}]
    sizes = Counter(map(len, case.groups))
    usual = max(sizes, key=lambda size: (sizes[size], -size), default=0)
    kinds = {(len(group), len({texts[i] for i in group})) for group in case.groups if len(group) >= usual}
    if len(kinds) > 1 and {kind for _, kind in kinds} == {usual}:
        ways: list[Any] = [{"once": True}, {"missing": "own"}]
        yield "equal records leave questions with more trials; --once counts equal records once", [], ways


def _beside(case: Case) -> Doubts:
    """Beside the outcome stand lists, columns or counts of trials, or a count above 1: has a record several trials?"""
    free = [field for field in case.free if field.name not in case.sample.around] if case.is_single else []
    for rank, names, answer in several(case.sample, free):
        if rank < 2:
            what = f"beside the outcome stand {some(names)}, which may be trials"
            yield what, names, [answer, {"ignore": names}]
    for field in free:
        is_count = field.says(known.COUNTS) and not field.says(known.MEASURES) and field.is_whole and field.is_set
        if is_count and min(field.numbers or [0]) > 1:
            what = f"beside the outcome stands {shown(field.name)}, as if it were of several trials"
            ways = [way for one in map(case.sample.field, case.roles.outcome) for way in counts(case.sample, one)]
            yield what, [field.name], [*ways, {"ignore": (field.name,)}]


def _around(case: Case) -> Doubts:
    """The object around the records counts more than there are, or lists failures not among them: are some missing?"""
    sample, ask = case.sample, case.ask
    if not case.is_single or sample.is_part or ask.where or ask.skip or ask.once:
        return
    labels = {str(key) for key in case.question.distinct} if case.question else set()
    for field in (field for field in case.free if field.name in sample.around and not field.says(known.MEASURES)):
        is_failed = field.is_list and field.says(known.ZEROS) and not labels.issuperset(map(str, field.there[0]))
        if is_failed or ("total" in words(field.name) and max(field.numbers or [0]) > len(sample)):
            what = f"{shown(field.name)} tells of more than the {len(sample)} records that are there: do some lack?"
            yield what, [field.name], [{"ignore": (field.name,)}]


def _scale(case: Case) -> Doubts:
    """A score may be a mean: a field has its maximum, error or trials, or two fields have one record for each pair."""
    if not case.is_single or case.ask.scores or not case.roles.scores:
        return
    fields = [field for field in case.free if field.numbers is not None and not field.says(known.MEASURES)]
    for one in fields:
        if one.says(known.OF_SCALES) or plain(one.name) in known.TRIALS:
            what = f"beside the real score stands {shown(one.name)}: it may be a mean, or points of another scale"
            yield what, [one.name], [{"ignore": (one.name,)}]
    for one, two in combinations([field for field in fields if field.varies], 2):
        kinds = len({*zip(one.keys, two.keys)})
        if len(one.distinct) * len(two.distinct) == kinds == len(case.sample):
            what = f"there is a record for each {shown(one.name)} and {shown(two.name)}: are they means?"
            yield what, [one.name, two.name], [{"ignore": (one.name,)}]


def _parts(case: Case) -> Doubts:
    """Each entry of a list of trials has its own question, model or name: are the entries trials of one question?"""
    if case.roles.shape != "list" or case.ask.outcome:
        return
    name = case.roles.outcome[0]
    own = case.sample.field(name)
    sizes = [len(value) if isinstance(value, list) else 0 for value in own.values]
    for field in case.free:
        if field.is_list and field.is_set and sizes == list(map(len, field.values)) and max(sizes) > 1:
            is_shared = len({str(value) for value in field.values}) == 1 < len(sizes)
            if (is_shared or plain(field.name) in known.PARTS) and all(isinstance(one, str) for one in field.values[0]):
                what = f"{shown(field.name)} names the entries of {shown(name)}: they may be parts of one trial"
                yield what, [field.name], [{"outcome": (name,), "all": True}, {"outcome": (name,)}]


# If the sample is a part of the records, the checks of questions also run on all records of some questions.
_OF_QUESTIONS = (("questions", _questions), ("outcomes", _outcomes), ("apart", _apart), ("few", _few))
_OF_FILES = (
    ("summary", _summary),
    ("ids", _ids),
    *(("beside", look) for look in (_beside, _around, _scale, _parts)),
    ("again", _again),
)


def check_rows(rows: Sequence[Any], names: Sequence[str], widest: int, is_json: bool) -> None:
    """Refuse a matrix whose rows may be no questions: they are few, or labels name trials or runs, or are equal."""
    if names and is_json:
        are_columns = plain(names[0]) in known.QUESTION or known.LIKE_QUESTION.issuperset(words(names[0]))
        are_words = 2 * sum(len(name) > 1 and stem_of(name) == name for name in names) > len(names)
        if are_columns or are_trials(names) or (widest > 1 and (len(names) < widest or are_words)):
            texts = ["{run}[{question}]", "{question}[{trial}]", "{trial}[{question}]"]
            what = f"the rows {some(names)} may be runs, trials or questions"
            raise Refusal("keys", what, answers=[{"at": text} for text in texts])
    if widest > 1 and len({*names}) < len(names):
        what = f"rows of the same name are there several times, such as {shown(names[0])}: does a column number trials?"
        what += " --format matrix reads outcomes; else add a line of names"
        raise Refusal("matrix", what, names[:1], answers=[{"format": "matrix"}])
    if not names and 2 * len(rows) < widest and all(len(values) == widest for _, _, values in rows):
        what = f"{len(rows)} rows of {widest} outcomes: are the rows questions (--format matrix), or runs or trials?"
        texts = ["[{trial}][{question}]", "[{run}][{question}]"] if is_json else []
        raise Refusal("matrix", what, answers=[*({"at": text} for text in texts), {"format": "matrix"}])
