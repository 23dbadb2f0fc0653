"""Is anything against a reading? Each check is a function of a sample and its roles, and raises a Refusal."""

from __future__ import annotations

import re
from collections import Counter
from math import comb

from ..grading import shown
from ..text import names_in
from .beside import check_beside
from .candidates import trials_or_runs
from .item import Refusal
from .names import (
    FIXED,
    GIVEN,
    GOLD,
    LIKE_OUTCOME,
    LIKE_QUESTION,
    MAYBE_WORDS,
    MEASURES,
    OUTCOME,
    QUESTION,
    REAL,
    TRIAL_WORDS,
    first_usual,
    has_word,
    numbered,
    plain,
    words,
)
from .roles import is_name
from .sample import outcome_of, pair_of, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .options import Ask
    from .sample import Field, Roles, Sample

_TWICE = 6  # records that make a half of the file equal to the other
_FEW = 4  # questions that end with a success
_SHORT = 20  # entries of a list that may be a setting
_MOST = 0.9  # of the questions in which each value of a field that may tell runs apart occurs
_SAYS_YES = frozenset(names_in("pass passed correct right success solved resolved ok"))  # words of outcomes alone
_MOSTLY = 0.75  # of the questions, which are alike where a few lack trials
_TWO_NUMBERS = re.compile(r"(.*\d)[-_./:#](\d+)")
_TRIAL_END = re.compile(
    rf"(.*?)[-_. /:]*(?<![a-z])({'|'.join(sorted(TRIAL_WORDS | MAYBE_WORDS, key=len, reverse=True))})[-_. ]?\d+", re.I
)


def check(sample: Sample, roles: Roles, ask: Ask, *, is_whole: bool = True) -> None:
    """Run the checks of a sample. With `is_whole` false, it has the records of some questions alone."""
    free = [name for name in sample.names if name not in roles.fields and not ask.ignores(name)]
    groups = list(sample.groups([*roles.question, *([roles.run] if roles.run else [])]).values())
    check_fixed(sample, roles, free, groups)
    check_questions(sample, roles, free, groups, ask)
    check_outcomes(sample, roles, free, ask)
    check_apart(sample, roles, free, groups)
    check_trials(sample, roles, groups, ask)
    if is_whole:
        check_names(sample, roles, ask)
        check_ids(sample, roles, free, groups, ask)
        if not ask.at:  # which says where outcomes stand
            check_beside(sample, roles, free, groups, ask)
        check_again(sample, roles, groups, ask)


def check_fixed(sample: Sample, roles: Roles, free: Sequence[str], groups: Iterable[Sequence[int]]) -> None:
    """Refuse questions in which a field such as dataset or language has two values: they may be several questions."""
    for name in first_usual(free, FIXED):
        field = sample.field(name)
        if field.is_plain and field.varies and _varies(field, groups):
            question = roles.question
            answers: list[dict[str, Any]] = [{"question": (name, *question)}, {"task": name}, {"run": name}]
            what = f"question {_example(sample, field, groups, question)} has several values of {shown(name)}"
            raise Refusal("fixed", what, [name], answers=[*answers, {"ignore": (name,)}])


def _varies(field: Field, groups: Iterable[Sequence[int]]) -> bool:
    return any(len({field.keys[i] for i in group} - {None}) > 1 for group in groups)


def _example(sample: Sample, field: Field, groups: Iterable[Sequence[int]], question: Sequence[str]) -> str:
    group = next(group for group in groups if len({field.keys[i] for i in group} - {None}) > 1)
    return shown(", ".join(str(sample.field(name).keys[group[0]]) for name in question))


def check_questions(
    sample: Sample, roles: Roles, free: Sequence[str], groups: Sequence[Sequence[int]], ask: Ask
) -> None:
    """Refuse another usual name of questions that groups records differently, or a text that differs in a question.

    So does a right answer that differs in a question, and a long answer that is given once and judged differently.
    """
    if ask.question or not roles.question or roles.question[0].startswith("{"):
        return
    runs = [roles.run] if roles.run else []
    own = {frozenset(group) for group in groups}
    name = roles.question[0]
    for other in first_usual(free, QUESTION):
        field = sample.field(other)
        if not is_name(field) or 2 * len(field.there) <= len(sample):
            continue
        alike = {frozenset(group) for group in sample.groups([*runs, other]).values()}
        if alike != own:
            raise _two_names(sample, name, other, groups)
    for other in free:
        field = sample.field(other)
        if GOLD & {*words(other)} and field.is_plain and not field.is_flag and _varies(field, groups):
            raise _two_names(sample, roles.question[0], other, groups)
        if has_word(other, MEASURES) and _is_judged_twice(sample, roles, field, groups):
            what = (
                f"{shown(other)} is the same in all records of a question, and the outcomes are not: they are ratings"
            )
            raise Refusal("questions", what, [other], answers=[{"ignore": (other,)}])
        recurs = len(field.distinct) <= 0.9 * len(field.there) or has_word(other, LIKE_QUESTION)
        if field.is_text and recurs and field.varies and not has_word(other, MEASURES) and _varies(field, groups):
            raise _two_names(sample, name, other, groups)


def check_files(sample: Sample, roles: Roles, ask: Ask) -> None:
    """Refuse files to compare that give most of the questions that they share different right answers."""
    names = [name for name in sample.names if GOLD & {*words(name)} and not ask.ignores(name)]
    for field in map(sample.field, names):
        answers: dict[Any, set[Any]] = {}
        for *label, answer in zip(*(sample.field(name).keys for name in roles.question), field.keys):
            answers.setdefault(tuple(label), set()).add(answer)
        if field.is_plain and not field.is_flag and 2 * sum(len(own) > 1 for own in answers.values()) > len(answers):
            what = f"{shown(field.name)} is another in other files: are they of the same questions?"
            raise Refusal("alike", what, [field.name], answers=[{"ignore": (field.name,)}])


def _is_judged_twice(sample: Sample, roles: Roles, field: Field, groups: Sequence[Sequence[int]]) -> bool:
    """Whether a long text is the same in all trials of each question, and their outcomes are not."""
    several = [group for group in groups if len(group) > 1]
    if not field.is_text or not field.varies or len(several) < _FEW or len(roles.outcome) != 1 or roles.shape != "one":
        return False
    return not _varies(field, several) and _varies(sample.field(roles.outcome[0]), several)


def _two_names(sample: Sample, name: str, other: str, groups: Sequence[Sequence[int]]) -> Refusal:
    field = sample.field(other)
    tells = all(len({field.keys[i] for i in group}) == len(group) for group in groups) and len(groups) < len(sample)
    pair: list[dict[str, Any]] = [{"question": (other,)}, {"question": (name,)}, {"question": (name, other)}]
    trial: list[dict[str, Any]] = [{"trial": other, "question": (name,)}] if tells else []
    what = f"{shown(name)} and {shown(other)} may both name the question, and do not group the records alike"
    return Refusal("questions", what, [name, other], answers=[pair[0], pair[1], *trial, pair[2]])


def check_outcomes(sample: Sample, roles: Roles, free: Sequence[str], ask: Ask) -> None:
    """Refuse two outcomes that differ, a constant one beside a varying flag, or one with the values of an answer.

    A flag that is called an outcome, such as answer_correct, and words such as pass and fail may be the other one.
    """
    if ask.outcome or ask.at or roles.shape != "one" or len(roles.outcome) != 1:
        return
    name = roles.outcome[0]
    own = sample.field(name)
    codes = [outcome_of(value) for value in own.values]
    for other in free:
        field = sample.field(other)
        if not field.is_flag or not field.there:
            continue
        is_pair = not _SAYS_YES.isdisjoint(pair_of(field.words))
        is_usual = plain(other) in OUTCOME or (field.varies and (has_word(other, LIKE_OUTCOME) or is_pair))
        pairs = [(code, outcome_of(value)) for code, value in zip(codes, field.values)]
        differ = any(one != two for one, two in pairs if one is not None and two is not None)
        stands_still = not own.varies and field.varies and own.is_flag
        if (is_usual and own.is_flag and differ) or (stands_still and len(sample) > 1 and differ):
            both = [name, other] if own.varies or not field.varies else [other, name]
            what = f"{shown(name)} and {shown(other)} may both say the outcome, and differ"
            raise Refusal("outcomes", what, both, answers=[{"outcome": (one,)} for one in both])
        if is_usual and plain(name) in REAL and not own.is_flag:
            what = f"{shown(name)} is a real score, and {shown(other)} says whether the trial is a success"
            raise Refusal("outcomes", what, [name, other], answers=[{"outcome": (other,)}, {"outcome": (name,)}])
    given = [other for other in free if (GIVEN | GOLD) & {*words(other)} and sample.field(other).is_plain]
    golds = [other for other in given if sample.field(other).distinct.keys() == own.distinct.keys()]
    if any(_says_equal(codes, sample.field(one), sample.field(two)) for one in given for two in given if one != two):
        return
    if golds and own.varies:
        what = f"{shown(name)} has the values of {shown(golds[0])}: it may be an answer, and not whether it is right"
        pairs_of = [
            {"outcome": (f"{one}=={two}",)} for i, one in enumerate([name, *golds]) for two in [name, *golds][i + 1 :]
        ]
        raise Refusal("outcomes", what, [name, golds[0]], answers=[*pairs_of, {"outcome": (name,)}])


def _says_equal(codes: Sequence[int | None], one: Field, other: Field) -> bool:
    """Whether the outcomes say where an answer and the right one are equal."""
    return all(code == (left == right) for code, left, right in zip(codes, one.keys, other.keys))


def check_apart(sample: Sample, roles: Roles, free: Sequence[str], groups: Sequence[Sequence[int]]) -> None:
    """Refuse a field without a role that takes each of its values in nearly all questions: it may tell runs apart."""
    several = [group for group in groups if len(group) > 1]
    if not several or roles.shape != "one":
        return
    most = max(map(len, several))
    for name in free:
        field = sample.field(name)
        is_short = field.is_list and max(map(len, field.there)) <= _SHORT
        keys = [str(value) for value in field.values] if is_short else field.keys
        is_set = len(field.distinct) != 1 or field.is_flag  # else none counts as a value
        held = [[key for key in (keys[i] for i in group) if key is not None or not is_set] for group in groups]
        held = [own for own in held if own]
        kinds = dict.fromkeys(key for own in held for key in own)
        if not (field.is_plain or is_short) or not 1 < len(kinds) <= most:
            continue
        if not all(sum(key in own for own in map(set, held)) >= _MOST * len(held) for key in kinds):
            continue
        if field.is_flag or not is_set or has_word(name, MEASURES):
            counts = Counter(frozenset(Counter(own).items()) for own in held)
            if max(counts.values()) < _MOST * len(held) or len(held) < 3:
                continue
        if _follows(sample, field, roles):
            continue
        what = f"{shown(name)} tells the trials of a question apart, with {_values(kinds)}"
        raise Refusal("apart", what, [name], answers=trials_or_runs(field))


def _values(keys: Iterable[object]) -> str:
    texts = ["null" if key is None else shown(str(key)) for key in keys]
    return ", ".join(texts[:4]) + ", ..." * bool(texts[4:])


def _follows(sample: Sample, field: Field, roles: Roles) -> bool:
    """Whether a field says the same as the trial's number."""
    if roles.trial:
        trial = sample.field(roles.trial)
        pairs = {*zip(trial.keys, field.keys)}
        if len(pairs) == len(trial.distinct) == len(field.distinct):
            return True
    return False


def check_trials(sample: Sample, roles: Roles, groups: Sequence[Sequence[int]], ask: Ask) -> None:
    """Refuse trials that different words name, and questions that words name and that are fewer than their trials.

    A field that is called an id is trusted: there are four tasks of twenty trials.
    """
    if roles.trial and not ask.trial:
        field = sample.field(roles.trial)
        stems = {(numbered(str(key)) or (str(key), 0))[0] for key in field.distinct}
        if not field.is_number and len(stems) > 1 and 2 * len(field.distinct) <= len(field.there):
            what = f"{shown(roles.trial)} numbers no trials, but names {_values(field.distinct)}"
            raise Refusal("apart", what, [roles.trial], answers=trials_or_runs(field))
    if ask.question or not roles.question:
        return
    names = sample.field(roles.question[0])
    sizes = [] if "id" in words(names.name) else [len(group) for group in groups]
    if roles.shape == "counts":
        sizes = [whole(value) or 0 for value in sample.field(roles.columns[0]).there]
    if roles.shape in ("one", "counts") and len(groups) < max(sizes, default=0) and _are_words(names):
        name = roles.question[0]
        what = f"{shown(name)} names fewer questions than trials, with {_values(names.distinct)}"
        more: list[dict[str, Any]] = [{"question": (name,)}]
        if roles.trial:
            more = [{"run": name, "question": (roles.trial,)}, {"question": (name, roles.trial)}, *more]
        raise Refusal("few", what, [name], answers=more)


def _are_words(field: Field) -> bool:
    """Whether most values are words without a digit: no long texts, and no letters."""
    count = sum(len(str(key)) > 1 and not any(map(str.isdecimal, str(key))) for key in field.distinct)
    return field.varies and not field.is_text and 2 * count > len(field.distinct)


def check_names(sample: Sample, roles: Roles, ask: Ask) -> None:
    """Refuse a header that stands among the records, and a first record whose name is unlike all others."""
    for name in roles.question:
        field = sample.field(name)
        stems = [(numbered(str(key)) or ("", 0))[0] for key in field.distinct]
        first = str(next(iter(field.distinct)))
        is_other = len(stems) > _FEW and len({*stems[1:]}) == 1 and stems[1] and not numbered(first)
        odd = name if name in field.distinct else first if is_other and not ask.question else ""
        if odd:
            what = f"{shown(odd)} in {shown(name)} is no question as the others are"
            raise Refusal("summary", what, [name], answers=[{"skip": {name: (odd,)}}, {"question": roles.question}])


def check_ids(sample: Sample, roles: Roles, free: Sequence[str], groups: Sequence[Sequence[int]], ask: Ask) -> None:
    """Refuse a unique id beside a field that recurs evenly, and ids that end in a word of trials and a number."""
    is_told = ask.question or roles.question[0].startswith("{")
    if is_told or len(roles.question) != 1 or len(groups) < len(sample) or len(sample) < 4 or roles.shape != "one":
        return
    name = roles.question[0]
    runs = [roles.run] if roles.run else []
    ends = [_TRIAL_END.fullmatch(str(key)) for key in sample.field(name).distinct]
    if all(match and match[1] for match in ends) and len({match[1] for match in ends if match}) * 2 <= len(ends):
        example = shown(str(next(iter(sample.field(name).distinct))))
        what = f"the ids in {shown(name)} end in a number of a trial, as in {example}"
        others = [other for other in free if has_word(other, LIKE_QUESTION) and is_name(sample.field(other))]
        raise Refusal("ids", what, [name], answers=[*({"question": (one,)} for one in others), {"question": (name,)}])
    if _are_pairs_of_numbers(sample.field(name)):
        what = f"the ids in {shown(name)} are a question and a trial, as in {shown(str(sample.field(name).keys[0]))}"
        raise Refusal("ids", what, [name], answers=[{"question": (name,)}])
    for other in free:
        field = sample.field(other)
        if plain(other) in FIXED or not is_name(field) or not field.is_set or has_word(other, MEASURES):
            continue
        sizes = Counter(len(group) for group in sample.groups([*runs, other]).values())
        size, times = sizes.most_common(1)[0]
        is_even = times == sum(sizes.values()) or (
            size == max(sizes) <= times and times > _MOSTLY * sum(sizes.values())
        )
        if (field.is_text or has_word(other, LIKE_QUESTION)) and is_even and size > 1 and len(field.distinct) > 1:
            what = f"each record has its own {shown(name)}, and {shown(other)} recurs evenly: which is the question?"
            answers = [{"question": (other,)}, {"question": (name,)}]
            raise Refusal("ids", what, [name, other], answers=answers)


def _are_pairs_of_numbers(field: Field) -> bool:
    """Whether names end in two numbers, of which the second counts the trials of the first: 0_0, 0_1, 1_0, 1_1."""
    counts: dict[str, set[int]] = {}
    for key in field.distinct:
        match = _TWO_NUMBERS.fullmatch(str(key))
        if not match:
            return False
        counts.setdefault(match[1], set()).add(int(match[2]))
    size = len(next(iter(counts.values()), ()))
    ways = ({*range(size)}, {*range(1, size + 1)})
    return 1 < size <= len(counts) and all(numbers in ways for numbers in counts.values())


def check_again(sample: Sample, roles: Roles, groups: Sequence[Sequence[int]], ask: Ask) -> None:
    """Refuse equal records that leave questions with different numbers of trials, and a file that is there twice."""
    if ask.once or roles.trial or roles.shape != "one":
        return
    texts = list(map(repr, sample.records))
    half = len(texts) // 2
    is_twice = len(texts) >= _TWICE and texts[:half] == texts[half:] and len({*texts[:half]}) == half
    is_twice = is_twice and len({*sample.files}) < 2  # runs may agree
    if is_twice or _explain_sizes(texts, groups):
        what = "every record is there twice" if is_twice else "equal records leave questions with more trials"
        ways: list[dict[str, Any]] = [] if is_twice else [{"missing": "own"}]
        raise Refusal("again", f"{what}; --once counts equal records once", answers=[{"once": True}, *ways])


def _explain_sizes(texts: Sequence[str], groups: Sequence[Sequence[int]]) -> bool:
    """Whether questions have more trials than the others just by their equal records, which the others lack."""
    sizes = Counter(map(len, groups))
    usual = max(sizes, key=lambda size: (sizes[size], -size), default=0)
    distinct = [(len(group), len({texts[i] for i in group})) for group in groups]
    larger = [pair for pair in distinct if pair[0] > usual]
    return (
        bool(larger)
        and all(kinds == usual for _, kinds in larger)
        and all(n == kinds for n, kinds in distinct if n == usual)
    )


def stop_at_success(rows: Sequence[Sequence[int]]) -> bool:
    """Whether trials end with the first success: all that are fewer than the most do, and no success is followed."""
    most = max(map(len, rows), default=0)
    ended = [row for row in rows if row and len(row) < most]
    ends = all(row.index(1) == len(row) - 1 for row in rows if 1 in row)
    return len(ended) >= _FEW and ends and all(1 in row for row in ended)


def are_unlike(rows: Iterable[Sequence[int]]) -> bool:
    """Whether trials are cumulative or stop at a success: no success is followed by a failure, which is no chance."""
    solved, chance = 0, 1.0
    for row in rows:
        if 1 not in row or None in row:
            continue
        first = row.index(1)
        if 0 in row[first:]:
            return False
        solved += 1
        chance /= comb(len(row), first)
    return solved >= 10 and chance < 0.01
