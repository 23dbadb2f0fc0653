"""Decide which field has which role: options first, then usual names. Pure functions of a sample."""

from __future__ import annotations

from ..text import shown, some
from . import candidates
from . import names as known
from .item import Refusal
from .names import first_usual, plain
from .sample import Field, Roles, Sample, counts_up, whole
from .template import OUTCOME as AT_OUTCOME
from .template import field_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .options import Ask


def decide(sample: Sample, ask: Ask) -> Roles:
    """Return the Roles of a sample, or refuse it."""
    roles = _options(sample.names, ask)
    if not roles.run:
        roles = _with_run(sample, roles)
    if not roles.question:
        roles = roles._replace(question=tuple(usual_questions(sample, roles)[:1]))
    if not roles.has_outcome:
        roles = roles._replace(outcome=tuple(_usual_outcomes(sample, roles, ask)[:1]))
    if roles.outcome and sample.field(roles.outcome[0]).is_list:
        roles = _of_list(sample.field(roles.outcome[0]), roles, ask)
    if not roles.has_outcome or not roles.question:
        raise _lacks(sample, roles)
    if roles.shape == "one" and not roles.equal and not ask.grades:
        roles = _graded(sample, roles, ask)
    if not roles.trial and roles.shape in ("one", "counts"):
        roles = roles._replace(trial=_trial_of(sample, roles))
    return roles._replace(
        broken=roles.broken or _broken_of(sample, roles),
        text=_text_of(sample, roles),
        answer=roles.answer or (_answer_of(sample.names) if ask.votes else ""),
    )


def find(names: Sequence[str], wanted: str, option: str) -> str:
    """Return the field that an option names, in the spelling of the file. Refuse a name that no field has."""
    if wanted in names or wanted.startswith("{"):
        return wanted
    alike = [name for name in names if plain(name) == plain(wanted)]
    if len(alike) == 1:
        return alike[0]
    why = f"--{option} {shown(wanted)}: no field has this name; there are {some(alike or names)}"
    raise Refusal("name", why, alike)


def _options(names: Sequence[str], ask: Ask) -> Roles:
    def fields(option: str) -> tuple[str, ...]:
        wanted = getattr(ask, option) or ()
        if option == "task" and not any(plain(name) == plain(wanted or "") for name in names):
            wanted = ()  # it names tasks, not a field
        of_template = [field_of(option)] if field_of(option) in names else ()
        every = (wanted,) if isinstance(wanted, str) else wanted
        return tuple(find(names, name, option) for name in every or of_template)

    single = {role: "".join(fields(role)) for role in ("trial", "run", "task", "answer")}
    roles = Roles(question=fields("question"), **single)
    for option in ("counts", "trials", "runs"):
        if getattr(ask, option):
            return roles._replace(shape=option, columns=fields(option))
    outcome = ask.outcome or ((AT_OUTCOME,) if AT_OUTCOME in names else ())
    if len(outcome) == 1 and "==" in outcome[0]:
        return roles._replace(equal=tuple(find(names, name.strip(), "outcome") for name in outcome[0].split("==", 1)))
    return roles._replace(outcome=tuple(find(names, name, "outcome") for name in outcome))


def _with_run(sample: Sample, roles: Roles) -> Roles:
    """Return the roles with the field of the run: a model that varies, or a usual name, always set, that varies."""
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
    """Whether a field holds outcomes: 0 and 1, real scores under a name for them, or what options grade."""
    return field.is_flag or (ask.grades and field.is_plain) or (plain(field.name) in known.REAL and field.is_graded)


def usual_questions(sample: Sample, roles: Roles) -> list[str]:
    """Return the names of the fields without a role that may name the question, the likeliest first."""
    usual = sample.usual(known.QUESTION, roles.fields)
    return [field.name for field in usual if field.is_plain and 2 * len(field.there) > len(sample)]


def _usual_outcomes(sample: Sample, roles: Roles, ask: Ask) -> list[str]:
    """Return the fields under usual names that hold outcomes, then those of lists, else those that hold none."""
    usual = sample.usual(known.OUTCOME, roles.fields)
    lists = [field for field in usual + sample.usual(known.LISTS, roles.fields) if field.is_list]
    ways = [field for field in usual if _holds(field, ask)] + [one for one in lists if _holds(one.entries, ask)]
    return [field.name for field in ways or filter(lambda field: field.is_plain, usual)]  # `_graded` says why


def _of_list(field: Field, roles: Roles, ask: Ask) -> Roles:
    """Return the roles if the outcome is `field`, whose values are lists of outcomes."""
    if not _holds(field.entries, ask):
        what = f"--outcome {field.name}: its lists hold no outcomes"
        answers = [{"outcome": None, **way} for way in candidates.of_list(field)]
        raise Refusal("outcome", what, roles.outcome, answers=answers)
    scores = None if field.entries.is_flag or ask.grades else (0.0, 1.0)
    return roles._replace(shape="list", scores=scores)


def _graded(sample: Sample, roles: Roles, ask: Ask) -> Roles:
    """Return the roles with a scale or pair of words that grades the outcomes. Refuse others, and offer options."""
    field = next((field for field in map(sample.field, roles.outcome) if field.there and not field.is_flag), None)
    if not field:
        return roles
    if plain(field.name) in known.REAL and field.is_graded:
        return roles._replace(scores=(0.0, 1.0))
    bad = [i for i, (value, code) in enumerate(zip(field.values, field.codes)) if code is None and value is not None]
    what = f"{sample.place(bad[0])}field {shown(field.name)}: {shown(field.values[bad[0]])} is neither 0 nor 1"
    others = [] if ask.outcome else candidates.outcomes(sample, roles)
    answers = [*candidates.counts(sample, field), *candidates.gradings(field, is_told=True), *others]
    raise Refusal("grade", f"{what}; see --scores, --threshold and --success", [field.name], answers=answers)


def _trial_of(sample: Sample, roles: Roles) -> str:
    """Return the field that numbers trials: one that varies within questions; else one that does not; else ""."""
    free = sample.usual(known.TRIAL, roles.fields)
    groups = list(sample.groups([*roles.question, roles.run]).values())
    varying = [field for field in free if field.varies_in(groups)]
    varying += [field for field in sample.usual(known.MAYBE_TRIAL, roles.fields) if _numbers_trials(field, groups)]
    are_several = any(len(group) > 1 for group in groups)
    still = [field for field in free if field.varies or (are_several and plain(field.name) != "seed")]
    return next((field.name for field in (*varying, *still)), "")


def _numbers_trials(field: Field, groups: Sequence[Sequence[int]]) -> bool:
    """Whether the values are whole numbers from 0 or 1 on, the same ones in each question."""
    if not (field.is_whole and field.is_set and field.varies):
        return False
    sets = {frozenset(whole(field.values[i]) for i in group) for group in groups}
    return len(sets) == 1 and all(map(counts_up, sets))


def _text_of(sample: Sample, roles: Roles) -> str:
    """Return the field of the question's text: long texts, or short ones of which most questions have their own."""
    fields = [*map(sample.field, usual_questions(sample, roles)), *sample.usual(known.TEXTS, roles.fields)]
    questions = len(sample.groups([*roles.question, roles.run]))
    for field in fields:
        is_named = plain(field.name) in known.TEXTS and all(isinstance(value, str) for value in field.there)
        is_short = is_named and field.numbers is None and 2 * len(sample.groups([field.name, roles.run])) > questions
        if field.is_plain and (field.is_text or is_short):
            return field.name
    return ""


def _broken_of(sample: Sample, roles: Roles) -> tuple[str, ...]:
    """Return the usual fields that say why a trial broke: they are set in some records, and do not copy the outcome."""
    columns = [sample.field(name).codes for name in roles.outcome]
    codes = [next((code for code in row if code is not None), None) for row in zip(*columns)] or [None] * len(sample)
    broken = []
    for field in sample.usual(known.BROKEN, roles.fields):
        is_set = list(map(says_broken, field.values))
        says = {(flag, code) for flag, code in zip(is_set, codes) if code is not None}
        if field.is_plain and any(is_set) and not all(is_set) and not says <= {(True, 0), (False, 1)}:
            broken.append(field.name)
    return tuple(broken)


def says_broken(value: object) -> bool:
    """Whether the value of a field such as error says that the trial broke."""
    if isinstance(value, str):
        return value.strip().lower() not in (*known.MISSING, "false", "0", "no")
    return bool(value) and value == value


def _answer_of(names: Sequence[str]) -> str:
    usual = first_usual(names, known.ANSWER)
    if len(usual) > 1 and plain(usual[-1]) == known.ANSWER[-1]:  # beside a model's answer, this is the right one
        usual.pop()
    if len(usual) == 1:
        return usual[0]
    what = f"the fields {some(usual)} may hold it" if usual else "no field has a usual name for it"
    answers = [{"answer": name} for name in usual]
    what = f"cons@k needs the answer of each trial, and {what}; --answer KEY names it"
    raise Refusal("answer", what, usual, answers=answers)


def _lacks(sample: Sample, roles: Roles) -> Refusal:
    """Return the refusal that names every missing role, with options that could fill them all."""
    lacking = ["question"] * (not roles.question) + ["outcome"] * (not roles.has_outcome)
    there = f"there are {some(sample.names)}" if sample.names else "the records are empty"
    what = f"no field names {' or '.join(f'the {role}' for role in lacking)} of a record: {there}"
    options = " and ".join([f"--{role} KEY" for role in lacking])
    what += f"; {options} {'name them' if len(lacking) > 1 else 'names it'}"
    return Refusal(lacking[0], what, answers=candidates.lacking(sample, roles))
