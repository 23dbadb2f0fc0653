"""Doubts about a reading. Each check yields tuples (the doubt in words, its fields, Answers that could settle it)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from ..text import shown, some
from . import names as known
from .candidates import compared, counts, several, trials_or_runs
from .item import Refusal
from .names import plain, stem_of, words
from .roles import usual_questions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from .options import Ask
    from .sample import Roles, Sample

    Doubts = Iterator[tuple[str, Sequence[str], list[Any]]]

_FEW = 4  # questions that some doubts need
_MOST = 0.9  # each value of a field that may be runs is in so many of the questions
_MOSTLY = 0.75  # so many questions have equally many trials; a few may lack some


class Case:
    """A reading that is checked.

    free      the fields with no role, or only `text`
    groups    the indices of its records for each question or, with runs, for each question of a run
    several   the groups of two records or more
    question  the field of the question, if no option names it; else None
    outcome   the field of the outcome, if a record holds one trial, and one field has the outcomes; else None
    """

    def __init__(self, sample: Sample, roles: Roles, ask: Ask) -> None:
        self.sample, self.roles, self.ask = sample, roles, ask
        self.free = [sample.field(name) for name in sample.names if name not in roles.fields]
        self.groups = list(sample.groups([*roles.question, roles.run]).values())
        self.several = [group for group in self.groups if len(group) > 1]
        self.question = None if ask.question or roles.question[0].startswith("{") else sample.field(roles.question[0])
        self.outcome = sample.field(roles.outcome[0]) if roles.shape == "one" and len(roles.outcome) == 1 else None


def check(sample: Sample, roles: Roles, ask: Ask, *, is_whole: bool = True) -> None:
    """Raise the first doubt as a Refusal. Unless `is_whole`, run no checks of entire files (_OF_FILES)."""
    case = Case(sample, roles, ask)
    for code, look in _OF_QUESTIONS + _OF_FILES * is_whole:
        for what, fields, answers in look(case):
            raise Refusal(code, what, fields, answers=answers)


def _questions(case: Case) -> Doubts:
    """Yield a doubt if another field may name the question, or if several outcomes may rate the same response."""
    names, usual = case.roles.question, usual_questions(case.sample, case.roles)
    fixed = [field for field in case.free if plain(field.name) in known.FIXED]
    for field in [*fixed, *(case.free if case.question else ())]:
        other, is_fixed = field.name, field in fixed
        is_said, varies = field.is_text and field.says(known.MEASURES), field.varies_in(case.groups)
        if is_said and field.varies and not varies and case.outcome and case.outcome.varies_in(case.groups):
            what = f"{shown(other)} is the same in all trials of a question, and the outcomes are not"
            yield f"{what}: are they ratings?", [other], [{"ignore": (other,)}]
        recurs = field.says(known.LIKE_QUESTION) or len(field.distinct) <= _MOST * len(field.there)
        is_gold = field.says(known.GOLD) and not field.is_flag
        differs = varies and (is_fixed or is_gold or (field.is_text and not is_said and recurs))
        if other in usual:
            groups = case.sample.groups([other, case.roles.run]).values()
            differs = differs or {*map(tuple, groups)} != {*map(tuple, case.groups)}
        if differs:
            what = f"{shown(names[0])} and {shown(other)} may both name the question, and group the records differently"
            ways: list[Any] = [{"question": own} for own in ((other,), names, (*names, other))]
            if is_fixed:
                ways = [{"question": (other, *names)}, {"task": other}, {"run": other}, {"ignore": (other,)}]
            yield what, [*names, other], ways


def _outcomes(case: Case) -> Doubts:
    """Yield a doubt if the outcome may be an answer, or contradicts another outcome or A==B (see `compared`)."""
    own = case.outcome
    if not own or case.ask.outcome or case.ask.at:
        return
    for field in (field for field in case.free if field.is_flag and field.name not in case.sample.around):
        says = field.says(known.LIKE_OUTCOME) or known.SAYS_YES & {str(key).lower() for key in field.distinct}
        is_like = plain(field.name) in known.OUTCOME or (field.varies and says)
        is_first = own.is_flag and (own.varies or not field.varies)
        codes = zip(own.keys, own.codes, field.codes)
        differ = any(one != two for key, one, two in codes if key is not None and two is not None)
        if differ and (is_like or (own.is_flag and not is_first)):
            names = [own.name, field.name] if is_first else [field.name, own.name]
            what = f"{shown(own.name)} and {shown(field.name)} may both say the outcome, and differ"
            yield what, names, [{"outcome": (name,)} for name in names]
    pairs = dict(compared(case.free))
    for pair, equal in pairs.items():
        right = [is_equal for is_equal, code in zip(equal, own.codes) if code == 1]
        if sum(equal) > sum(right) or 2 * sum(right) < len(right):
            what = f"{shown(own.name)} is 1 in other records than those in which {pair}: does it say what is right?"
            yield what, [own.name], [{"outcome": (pair,)}, {"outcome": (own.name,)}]
    given = [field for field in case.free if field.says(known.GIVEN | known.GOLD)]
    alike = [field.name for field in given if field.distinct.keys() == own.distinct.keys()]
    if alike and own.codes not in pairs.values():  # else the outcome says where both are equal
        what = f"{shown(own.name)} has the values of {shown(alike[0])}: is it an answer, and not whether it is right?"
        texts = [f"{one}=={two}" for one, two in combinations([own.name, *alike], 2)]
        yield what, [own.name, alike[0]], [{"outcome": (text,)} for text in (*texts, own.name)]


def _apart(case: Case) -> Doubts:
    """Yield a doubt if nearly all questions share a field's values, as they share runs, or the trial is no number."""
    trial = case.sample.field(case.roles.trial) if case.roles.trial else None
    most = max(map(len, case.several), default=0) if case.roles.is_single else 0
    for field in (field for field in case.free if len(field.distinct) <= most):
        keys: list[Any] = [str(value) for value in field.values] if field.is_list else field.keys
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
    """Yield a doubt if questions may be runs: one has more trials than there are questions, and names lack numbers."""
    own, trial = case.question, case.roles.trial
    has_words = own and "id" not in words(own.name) and any(stem_of(text) == text for text in map(str, own.distinct))
    if own and has_words and len(case.groups) < max(map(len, case.groups), default=0):
        ways: list[Any] = [{"run": own.name, "question": (trial,)}, {"question": (own.name, trial)}] if trial else []
        what = f"{shown(own.name)} names fewer questions than trials, with {some(map(str, own.distinct))}"
        yield what, [own.name], [*ways, {"question": (own.name,)}]


def _ids(case: Case) -> Doubts:
    """Yield a doubt if each record has its own id, which may name a trial and not a question."""
    own = case.question
    texts = list(map(str, own.distinct)) if own else []
    if not own or len(texts) < _FEW or case.several or not case.roles.is_single:
        return
    others = [field for field in case.free if field.is_plain and not field.says(known.MEASURES)]
    stems, ends = {*map(stem_of, texts)}, {text[len(stem_of(text)) :] for text in texts}
    if 1 < len(ends) <= len(stems) and len(stems) * len(ends) == len(texts):  # each stem has each end
        names = [field.name for field in others if field.says(known.LIKE_QUESTION)]
        what = f"the ids in {shown(own.name)} are a question and a trial, as in {shown(texts[0])}"
        yield what, [own.name], [{"question": (name,)} for name in (*names, own.name)]
    for field in others:
        sizes = Counter(map(len, case.sample.groups([field.name, case.roles.run]).values()))
        size = max(sizes, default=0)  # 0: no record has the field and a run
        is_even = size > 1 and sizes[size] > _MOSTLY * sum(sizes.values())
        is_setting = case.roles.scores and field.numbers is not None  # then scores may be means
        is_like = field.is_set and (field.is_text or is_setting or field.says(known.LIKE_QUESTION))
        if is_like and is_even and field.varies and plain(field.name) not in known.FIXED:
            what = f"each record has its own {shown(own.name)}, and {shown(field.name)} recurs evenly"
            names = [field.name, own.name]
            yield f"{what}: which is the question?", names, [{"question": (name,)} for name in names]


def _again(case: Case) -> Doubts:
    """Yield a doubt if all records are there twice, or if repeated records alone give some questions more trials."""
    if case.roles.trial:
        return  # the ledger refuses a number twice
    texts = list(map(repr, case.sample.records))
    half = len(texts) // 2
    is_twice = half >= 3 and texts[:half] == texts[half:] and len({*texts}) == half and len({*case.sample.files}) < 2
    sizes = Counter(map(len, case.groups))
    usual = max(sizes, key=lambda size: (sizes[size], -size), default=0)
    kinds = {(len(group), len({texts[i] for i in group})) for group in case.groups if len(group) >= usual}
    if is_twice or (len(kinds) > 1 and {kind for _, kind in kinds} == {usual}):
        ways: list[Any] = [{"once": True}, {"missing": "own"}]
        yield "records are there several times; --once counts equal records once", [], ways[: 2 - is_twice]


def _beside(case: Case) -> Doubts:
    """Yield a doubt if a field beside the outcome may hold trials, or says that outcomes are means or incomplete."""
    if case.ask.at or not case.roles.is_single:
        return
    sample, roles, ask = case.sample, case.roles, case.ask
    is_part = sample.is_part or ask.where or ask.skip or ask.once
    for rank, names, answer in several(sample, [field for field in case.free if field.name not in sample.around]):
        if 0 <= rank < 2:
            what = f"beside the outcome stand {some(names)}, which may be trials"
            yield what, names, [answer, {"ignore": names}]
    for field in (field for field in case.free if not field.says(known.MEASURES)):
        low, top = min(field.numbers or [0]), max(field.numbers or [0])
        of_scale = field.says(known.OF_SCALES) or plain(field.name) in known.TRIALS
        if field.name in sample.around:
            is_total = "total" in words(field.name) and top > len(sample)
            doubts = not is_part and (is_total or (field.is_list and field.says(known.ZEROS)))
        else:
            is_count = plain(field.name) in known.COUNTS or (low > 1 and field.says(known.COUNTS))
            doubts = is_count and top > 1 and field.is_whole and field.is_set
        is_score = roles.scores or (top > 1 and plain(roles.outcome[0]) in known.REAL)
        if doubts or (of_scale and is_score and not ask.scores and field.numbers is not None):
            ways = [way for one in map(sample.field, roles.outcome) for way in counts(sample, one)]
            ways.insert(0 if case.several else len(ways), {"ignore": (field.name,)})
            what = f"beside the outcome stands {shown(field.name)}: is it a mean, or one of several, or do some lack?"
            yield what, [field.name], ways


def _parts(case: Case) -> Doubts:
    """Yield a doubt if all records have the same list beside the list of outcomes: it may name parts of a trial."""
    for field in case.free if case.roles.shape == "list" and not case.ask.outcome else ():
        if field.is_list and field.entries.varies and len({*map(str, field.values)}) == 1 < len(field.values):
            name = case.roles.outcome[0]
            what = f"{shown(field.name)} may name the entries of {shown(name)}, if they are parts of one trial"
            yield what, [field.name], [{"outcome": (name,), "all": True}, {"outcome": (name,)}]


# If the sample lacks records, _OF_QUESTIONS also run on all records of some questions.
_OF_QUESTIONS = (("questions", _questions), ("outcomes", _outcomes), ("apart", _apart), ("few", _few))
_OF_FILES = (("ids", _ids), ("beside", _beside), ("beside", _parts), ("again", _again))


def check_rows(rows: Sequence[Sequence[Any]], is_json: bool) -> None:
    """Refuse a matrix with more than twice as many columns as rows: rows may be runs. If `is_json`, offer --at."""
    sizes = {*map(len, rows)}
    if len(sizes) == 1 and 2 * len(rows) < max(sizes):
        what = f"{len(rows)} rows of {max(sizes)} outcomes: are they questions (--format matrix), or runs or trials?"
        texts = ["[{trial}][{question}]", "[{run}][{question}]"] if is_json else []
        raise Refusal("matrix", what, answers=[*({"at": text} for text in texts), {"format": "matrix"}])
