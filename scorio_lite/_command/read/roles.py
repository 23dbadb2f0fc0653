"""Decide which field has which role, by options or else by usual names. Note how files were read."""

from __future__ import annotations

from ..text import shown, some
from . import candidates
from . import names as known
from .item import Refusal
from .names import first_usual, is_missing, plain, stem_of, sums_up, words
from .sample import Field, Roles, Sample, counts_up, whole
from .template import OUTCOME as AT_OUTCOME
from .template import field_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..score.ledger import TaskRun
    from .options import Ask


def decide(sample: Sample, ask: Ask) -> Roles:
    """Return the Roles of a sample. Refuse a sample without a question or an outcome."""
    roles = _options(sample.names, ask)
    if not roles.run:
        roles = _with_run(sample, roles)
    if not roles.question:
        roles = roles._replace(question=tuple(usual_questions(sample, roles)[:1]))
    for name in roles.question:
        _check_sums(sample.field(name), ask)
    if not roles.outcome:
        roles = roles._replace(outcome=tuple(_usual_outcomes(sample, roles, ask)[:1]))
    if not roles.outcome or not roles.question:
        raise candidates.lacking(sample, roles)
    if roles.shape == "one" and sample.field(roles.outcome[0]).is_list:
        roles = roles._replace(shape="list")
    if roles.shape in ("one", "list") and not ask.grades:
        roles = _graded(sample, roles, ask)
    if not roles.trial and (roles.is_single or roles.shape == "counts"):
        roles = roles._replace(trial=_trial_of(sample, roles))
    return roles._replace(
        broken=_broken_of(sample, roles),
        text=_text_of(sample, roles),
        answer=roles.answer or (_answer_of(sample.names) if ask.votes else ""),
    )


def _check_sums(field: Field, ask: Ask) -> None:
    """Refuse a question that may sum up the others, such as "total", and a last record that has no question."""
    if is_missing(field.values[-1]) and len(field.there) == len(field.values) - 1:
        what = f"the last record has no {shown(field.name)}: is it a total? --skip {field.name}=null leaves it out"
        raise Refusal("kind", what, [field.name], answers=[{"skip": {field.name: ("null",)}}])
    texts = list(map(str, field.distinct))
    is_odd = len(texts) > 4 and not ask.question and len({*map(stem_of, texts[1:])} - {""}) == 1
    totals = [*filter(sums_up, texts), *(text for text in texts[:1] if is_odd and stem_of(text) == text)]
    if totals:
        what = f"{shown(totals[0])} in {shown(field.name)} sums up other records"
        answers: list[Any] = [{"skip": {field.name: (totals[0],)}}, {"question": (field.name,)}]
        raise Refusal("summary", what, [field.name], answers=answers)


def _options(names: Sequence[str], ask: Ask) -> Roles:
    every, own = {*names}, ("trial", "run", "task", "answer")
    single = {role: name for role in own for name in (field_of(role), getattr(ask, role)) if name in every}
    roles = Roles(question=ask.question or tuple({field_of("question")} & every), **single)
    for option in ("counts", "trials", "runs"):
        if getattr(ask, option):
            return roles._replace(shape=option, outcome=getattr(ask, option))
    outcome = ask.outcome or tuple({AT_OUTCOME} & every)
    if len(outcome) == 1 and "==" in outcome[0]:
        roles, outcome = roles._replace(shape="equal"), tuple(map(str.strip, outcome[0].split("==", 1)))
    return roles._replace(outcome=outcome)


def _with_run(sample: Sample, roles: Roles) -> Roles:
    """Return the roles with a field of the run that has a usual name and varies, or else with a field of the model."""
    models = sample.usual(known.RUN, roles.fields)
    fixed = [field.name for field in models if field.is_set and not field.varies]
    varying = [field for field in models if field.varies]
    if varying and fixed:
        both = [fixed[0], varying[0].name]
        what = f"{shown(both[0])} is the same in all records, and {shown(both[1])} is not: which names the run?"
        raise Refusal("run", what, both, answers=[{"run": both[1]}, {"ignore": (both[1],)}])
    varying += [field for field in sample.usual(known.MAYBE_RUN, roles.fields) if field.varies and field.is_set]
    run = next((field.name for field in varying if field.is_plain), "")
    return roles._replace(run=run, model="" if run or not models else models[0].name)


def _holds(field: Field, ask: Ask) -> bool:
    """Whether a field holds outcomes: 0 and 1, fractions in a field such as "reward", or values that options grade."""
    are_scores = plain(field.name) in known.REAL and field.is_real and len(field.distinct) > 2
    return field.is_flag or are_scores or (ask.grades and field.is_plain)


def usual_questions(sample: Sample, roles: Roles) -> list[str]:
    """Return the names of fields without a role that usually mean the question; the likeliest first."""
    usual = sample.usual(known.QUESTION, roles.fields)
    return [field.name for field in usual if field.is_plain and 2 * len(field.there) > len(sample)]


def _usual_outcomes(sample: Sample, roles: Roles, ask: Ask) -> list[str]:
    """Return the fields with usual names for outcomes. If some hold outcomes or lists of them, return only those."""
    usual = sample.usual(known.OUTCOME, (*roles.fields, *sample.around))
    lists = [field for field in usual + sample.usual(known.LISTS, roles.fields) if field.is_list]
    ways = [field for field in usual if _holds(field, ask)] + [one for one in lists if _holds(one.entries, ask)]
    return [field.name for field in ways or filter(lambda field: field.is_plain, usual)]  # `_graded` refuses these


def _graded(sample: Sample, roles: Roles, ask: Ask) -> Roles:
    """Return the roles, with `scores` set for fractions in a field such as "reward". Else refuse all but 0 and 1."""
    is_list = roles.shape == "list"
    fields = (field.entries if is_list else field for field in map(sample.field, roles.outcome))
    field = next((field for field in fields if field.there and not field.is_flag), None)
    if not field:
        return roles
    if _holds(field, ask):
        return roles._replace(scores=(0.0, 1.0))
    bad = next(i for i, value in enumerate(field.values) if field.codes[i] is None and value is not None)
    what = f"field {shown(field.name)}: {shown(field.values[bad])} is neither 0 nor 1"
    ways, totals = candidates.gradings(field, is_told=True), [*candidates.counts(sample, field)]
    are_several = any(len(group) > 1 for group in sample.groups([*roles.question, roles.run]).values())
    ways = ways + totals if are_several else totals + ways
    if is_list:
        ways = [{"outcome": None, **way} for way in candidates.of_list(sample.field(field.name))]
    others = [] if ask.outcome else candidates.outcomes(sample, roles)
    what = f"{'' if is_list else f'{sample.places[bad]}, '}{what}; see --scores, --threshold and --success"
    raise Refusal("grade", what, [field.name], answers=[*ways, *others])


def _trial_of(sample: Sample, roles: Roles) -> str:
    """Return the field that numbers trials, by its usual name, or "". One that varies within questions comes first."""
    free = sample.usual(known.TRIAL, roles.fields)
    groups = list(sample.groups([*roles.question, roles.run]).values())
    varying = [field for field in free if field.varies_in(groups)]
    for field in sample.usual(known.MAYBE_TRIAL, roles.fields):
        numbers = {frozenset(whole(field.values[i]) for i in group) for group in groups}
        varying += [field] * (field.is_set and field.varies and len(numbers) == 1 and all(map(counts_up, numbers)))
    still = [field for field in free if field.varies or plain(field.name) != "seed"]
    return next((field.name for field in (*varying, *still)), "")


def _text_of(sample: Sample, roles: Roles) -> str:
    """Return the field of the questions' texts: it has a usual name, and its texts are long or differ by question.

    If there is none, return the field of right answers, which also tell questions of one name apart; else "".
    """
    fields = [field for field in sample.usual(known.TEXTS, roles.fields) if field.is_plain and field.numbers is None]
    most = len(sample.groups([*roles.question, roles.run])) // 2
    texts = (one.name for one in fields if one.is_text or len(sample.groups([one.name, roles.run])) > most)
    free = (sample.field(name) for name in sample.names if name not in roles.fields)
    golds = (field.name for field in free if known.GOLD_NAME.issuperset(words(field.name)) and field.is_plain)
    return next(texts, "") or next(golds, "")


def _broken_of(sample: Sample, roles: Roles) -> tuple[str, ...]:
    """Return fields with usual names that say why a trial broke. Each says so in some records, but not all."""
    codes = sample.field(roles.outcome[0]).codes if roles.shape == "one" else [None] * len(sample)
    broken = []
    for field in sample.usual(known.BROKEN, roles.fields):
        is_set = list(map(says_broken, field.values))
        is_copy = {pair for pair in zip(is_set, codes) if pair[1] is not None} <= {(True, 0), (False, 1)}
        if field.is_plain and any(is_set) and not all(is_set) and not is_copy:
            broken.append(field.name)
    return tuple(broken)


def says_broken(value: object) -> bool:
    """Whether the value of a field such as error says that the trial broke."""
    if isinstance(value, str):
        return value.strip().lower() not in (*known.MISSING, "false", "0", "no")
    return bool(value) and value == value


def _answer_of(names: Sequence[str]) -> str:
    usual = first_usual(names, known.ANSWER)
    if len(usual) != 1:
        there = f"the fields {some(usual)} may hold it" if usual else "no field has a usual name for it"
        what = f"cons@k needs the answer of each trial, and {there}; --answer KEY names it"
        raise Refusal("answer", what, usual, answers=[{"answer": name} for name in usual])
    return usual[0]


def note(cell: TaskRun, ask: Ask, reading: dict[str, Any], options: dict[str, Any]) -> None:
    """Note in `cell` how it was read (`reading`), and with which options: the given ones, updated by `options`."""
    cell.format = reading["format"]
    roles = ("format", "question", "outcome", "trial", "run", "answer")
    cell.reading = {**dict.fromkeys(roles), "unused": [], **reading}
    cell.read_by = {**ask.given_options(), **options}


def describe(cell: TaskRun, sample: Sample, roles: Roles, ask: Ask) -> None:
    """Note in `cell` how its records were read, and which role each field has."""
    option = roles.shape if roles.shape in ("trials", "runs", "counts") else "outcome"
    outcome = ("==".join(roles.outcome),) if roles.shape == "equal" else roles.outcome
    single = {role: (getattr(roles, role),) for role in ("trial", "run", "task", "answer") if getattr(roles, role)}
    told = {"question": roles.question, option: outcome, **single}
    own = {name: fields for name, fields in told.items() if not fields[0].startswith("{")}  # those are of --at
    cell.names_of_fields, at, used = sample.names, ask.at or "", {*roles.fields, roles.text}
    reading = {
        "format": "records",
        "question": [at if name.startswith("{") else name for name in roles.question],
        "outcome": ",".join(outcome) if option in own else at,
        "trial": roles.trial or None,
        "run": roles.run or roles.model or None,
        "answer": roles.answer or None,
        "unused": [name for name in sample.names if name not in used and not at.endswith(f".{name}")],
        **({"columns": list(outcome)} if roles.shape == "trials" else {}),
        **({"text": roles.text} if roles.text else {}),
    }
    options = {**({} if at else {"format": "records"}), **own, **({"scores": roles.scores} if roles.scores else {})}
    note(cell, ask, reading, options)
    named = {roles.model: "model", **dict.fromkeys(roles.broken, "broken"), **dict.fromkeys(roles.outcome, option)}
    named.update({name: option for option, fields in told.items() for name in fields})
    cell.why = {name: (named.get(name, "-"), *sample.field(name).about) for name in sample.names[: candidates.LISTED]}
