"""What stands beside outcomes and says that they are of several trials, of parts, or means: each check refuses it."""

from __future__ import annotations

from ..grading import shown
from .candidates import counts_with, of_list
from .item import Refusal
from .names import (
    COUNTS,
    LIKE_QUESTION,
    MEASURES,
    PARTS,
    QUESTION,
    RUN,
    SUMMARIES,
    TRIALS,
    are_trials,
    first_usual,
    has_word,
    numbered,
    plain,
    words,
)
from .roles import counted, numbered_columns
from .sample import Sample, number_of, outcome_of, whole
from .shapes import SAMPLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .options import Ask
    from .sample import Roles

_OF_SCALES = frozenset(("max", "maximum", "possible", "stderr", "std"))  # of a score that is no mean of [0, 1]


def check_beside(sample: Sample, roles: Roles, free: Sequence[str], groups: Sequence[Sequence[int]], ask: Ask) -> None:
    """Refuse what says that outcomes are of several trials, are parts of one, or have another scale."""
    if roles.shape == "one":
        _check_counts(sample, roles, [name for name in free if name not in sample.around])
        _check_scale(sample, roles, free, ask)
        _check_total(sample, free, ask)
    elif roles.shape == "list" and not ask.outcome:
        _check_list(sample, roles, free)
    elif roles.shape == "objects" and not ask.outcome:
        _check_objects(sample, roles)
    elif roles.shape == "columns" and not ask.trials:
        _check_columns(sample, roles, free)
    elif roles.shape == "counts" and not ask.counts:
        _check_numbers(sample, roles, groups)


def _check_counts(sample: Sample, roles: Roles, free: Sequence[str]) -> None:
    """Refuse a count above 1, a list of outcomes, or numbered columns beside an outcome."""
    for name in free:
        field = sample.field(name)
        if field.is_list:
            entries = [entry for value in field.there for entry in value]
            if len(entries) > len(field.there) and all(outcome_of(entry) is not None for entry in entries):
                what = f"beside the outcome stands a list of outcomes, {shown(name)}"
                raise Refusal("beside", what, [name], answers=[{"outcome": (name,)}, {"ignore": (name,)}])
        says = COUNTS & {*words(name)} and not MEASURES & {*words(name)}
        if says and field.is_whole and field.is_set and all((whole(value) or 0) > 1 for value in field.there):
            solved = [one for one in (*free, *roles.outcome) if one != name and sample.field(one).is_whole]
            answers = [answer for one in solved for answer in counts_with(sample, [name], one)]
            what = f"beside the outcome stands {shown(name)}, as if it were of several trials"
            raise Refusal("beside", what, [name], answers=[*answers, {"ignore": (name,)}])
    columns = numbered_columns(sample, free)
    counts = counted(sample, free)
    if columns or counts:
        what = f"beside the outcome stand {', '.join(map(shown, (columns or counts)[:4]))}, which may be trials"
        option = "trials" if columns else "counts"
        raise Refusal(
            "beside", what, columns or counts, answers=[{option: columns or counts}, {"ignore": columns or counts}]
        )


def _check_scale(sample: Sample, roles: Roles, free: Sequence[str], ask: Ask) -> None:
    """Refuse a real score beside its maximum, its error or a number of trials, or of a grid of settings."""
    if not roles.scores or ask.scores:
        return
    fields = [sample.field(name) for name in free]
    for field in fields:
        is_scale = _OF_SCALES & {*words(field.name)} and not MEASURES & {*words(field.name)}
        if field.is_number and (is_scale or plain(field.name) in TRIALS):
            what = f"beside the real score stands {shown(field.name)}: it may be a mean, or points of another scale"
            raise Refusal("beside", what, [field.name], answers=[{"ignore": (field.name,)}])
    settings = [field for field in fields if field.is_number and field.is_set and not has_word(field.name, MEASURES)]
    for i, one in enumerate(settings):
        for other in settings[i + 1 :]:
            sides = len(one.distinct), len(other.distinct)
            pairs = {*zip(one.keys, other.keys)}
            if min(sides) > 1 and sides[0] * sides[1] == len(pairs) == len(sample):
                both = [one.name, other.name]
                what = (
                    f"there is a record for each {shown(both[0])} and {shown(both[1])}: they may be means of settings"
                )
                raise Refusal("beside", what, both, answers=[{"ignore": (both[0],)}])


def _check_list(sample: Sample, roles: Roles, free: Sequence[str]) -> None:
    """Refuse a list of outcomes beside an equally long list of names, which all records share: of tests, or models."""
    sizes = [len(value) if isinstance(value, list) else 0 for value in sample.field(roles.outcome[0]).values]
    for name in free:
        field = sample.field(name)
        if not field.is_list or not field.is_set or sizes != list(map(len, field.values)) or max(sizes) < 2:
            continue
        kinds = {str(value) for value in field.values}
        are_names = all(isinstance(entry, str) for entry in field.values[0])
        if are_names and (plain(name) in PARTS or len(kinds) == 1 < len(sizes)):
            what = f"{shown(name)} names the entries of {shown(roles.outcome[0])}: they may be parts of one trial"
            answers = of_list(sample, roles.outcome[0])[:1]
            raise Refusal("beside", what, [name], answers=[{**answers[0], "all": True}, *answers] if answers else [])


def _check_objects(sample: Sample, roles: Roles) -> None:
    """Refuse lists of trials that name a question or a model each."""
    name = roles.outcome[0]
    lists = [value for value in sample.field(name).values if isinstance(value, list)]
    inner = Sample(entry for value in lists for entry in value if isinstance(entry, dict))
    own = [
        one for one in first_usual(inner.names, QUESTION) if len(inner.field(one).distinct) == len(inner) > len(lists)
    ]
    models = [one for one in first_usual(inner.names, RUN) if inner.field(one).varies]
    for one in [*models, *own][:1]:
        what = f"each entry of {shown(name)} has its own {shown(one)}: are they trials of a question?"
        at = f"[{{}}].{name}[{{}}].{roles.inner}"
        field = f"{name}.{one}" if one in sample.names else one
        told: dict[str, Any] = {"run": field} if models else {"question": (field,)}
        raise Refusal("beside", what, [name], answers=[{"at": at, **told}, {"outcome": (name,)}])


def _check_columns(sample: Sample, roles: Roles, free: Sequence[str]) -> None:
    """Refuse numbered columns beside others of their stem without a whole number, or beside their sum."""
    stem = (numbered(roles.columns[0]) or ("", 0))[0]
    columns = [sample.field(name) for name in roles.columns]
    sums = [sum(outcome_of(value) or 0 for value in row) for row in zip(*(column.values for column in columns))]
    alike = [name for name in free if name.startswith(stem) and sample.field(name).is_flag]
    totals = [
        name for name in free if has_word(name, SUMMARIES) and list(map(number_of, sample.field(name).values)) == sums
    ]
    for name in [*alike, *totals][:1]:
        what = f"beside {', '.join(map(shown, roles.columns[:3]))} stands {shown(name)}: they may be settings or parts"
        every = tuple(one for one in sample.names if one in roles.columns or one in alike)
        answers: list[dict[str, Any]] = [{"runs": every}] * bool(alike) + [{"trials": roles.columns}]
        raise Refusal("beside", what, [name], answers=answers)


def _check_total(sample: Sample, free: Sequence[str], ask: Ask) -> None:
    """Refuse records that are fewer than a total around them says: they may be the failures alone."""
    is_all = not (ask.where or ask.skip or ask.once or ask.at) and len({*sample.files}) < 2 and len(sample) < 2 * SAMPLE
    for name in free if is_all else ():
        total = whole(sample.field(name).there[0]) if name in sample.around and sample.field(name).there else None
        if total and total > len(sample) and "total" in words(name) and not has_word(name, MEASURES):
            what = f"{shown(name)} is {total}, and {len(sample)} records are there: they may be some of all alone"
            raise Refusal("beside", what, [name], answers=[{"ignore": (name,)}])


def _check_numbers(sample: Sample, roles: Roles, groups: Sequence[Sequence[int]]) -> None:
    """Refuse counts of trials that number the records of a question: 1, 2, 3."""
    name, solved = roles.columns
    numbers = [{whole(sample.field(name).values[i]) for i in group} for group in groups]
    several = max(map(len, groups), default=0) > 1
    if several and all({*range(1, len(group) + 1)} == own for group, own in zip(groups, numbers)):
        what = f"{shown(name)} numbers the records of each question, and may be no count"
        answers: list[dict[str, Any]] = [{"trial": name, "outcome": (solved,)}, {"counts": roles.columns}]
        raise Refusal("beside", what, [name], answers=answers)


def check_rows(rows: Sequence[Any], names: Sequence[str], widest: int, is_json: bool) -> None:
    """Ask whether the rows of a matrix are questions if they are few, or have labels of others or the same ones."""
    are_few = 2 * len(rows) < widest and all(len(values) == widest for _, _, values in rows)
    texts = ["{run}[{question}]", "{question}[{trial}]", "{trial}[{question}]"]
    if names and is_json:
        are_columns = plain(names[0]) in QUESTION or set(words(names[0])) <= LIKE_QUESTION
        are_words = 2 * sum(len(name) > 1 and not numbered(name) for name in names) > len(names)
        if are_columns or are_trials(names) or (widest > 1 and (len(names) < widest or are_words)):
            some = ", ".join(map(shown, names[:3])) + ", ..." * bool(names[3:])
            what = f"the rows {some} may be runs, trials or questions"
            raise Refusal("keys", what, answers=[{"at": text} for text in texts])
    firsts: dict[str, list[Any]] = {}
    for name, (_, _, values) in zip(names, rows if widest > 1 else ()):
        firsts.setdefault(name, []).append(whole(values[0]) if values else None)
    if len(firsts) < len(names) and firsts and all([*range(len(own))] == own for own in firsts.values()):
        what = f"{shown(names[0])} and others are there several times: does their first column number trials?"
        what += " --format matrix reads outcomes; else add a line of names"
        raise Refusal("matrix", what, names[:1], answers=[{"format": "matrix"}])
    if are_few and not names:
        what = f"{len(rows)} rows of {widest} outcomes: are the rows questions (--format matrix), or runs or trials?"
        texts = ["[{trial}][{question}]", "[{run}][{question}]"] if is_json else []
        raise Refusal("matrix", what, answers=[*({"at": text} for text in texts), {"format": "matrix"}])
