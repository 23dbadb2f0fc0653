"""Decide which field has which role: options first, then usual names. Pure functions of a sample."""

from __future__ import annotations

from ..grading import shown, typed_as
from . import candidates
from .item import Refusal
from .names import (
    ANSWER,
    BROKEN,
    LISTS,
    MAYBE_RUN,
    MAYBE_TRIAL,
    OUTCOME,
    PARTS,
    QUESTION,
    REAL,
    RUN,
    SOLVED,
    STEMS,
    TRIAL,
    TRIALS,
    first_usual,
    numbered,
    plain,
)
from .sample import Field, Roles, Sample, outcome_of, pair_of, whole
from .template import OUTCOME as AT_OUTCOME
from .template import field_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .options import Ask

_FEW = 5  # names in a message


def decide(sample: Sample, ask: Ask, key: str = "") -> Roles:
    """Return the field of each role. `key` is the field with the keys of an object of records. Raise a Refusal."""
    names = [name for name in sample.names if not ask.ignores(name)]
    roles = _options(names, ask)
    if not roles.run:
        roles = roles._replace(run=_run_of(sample, names, roles))
    if not roles.run:
        roles = roles._replace(model=next(iter(first_usual(names, RUN)), ""))
    if not roles.question:
        roles = roles._replace(question=_question_of(sample, names, key))
    if not (roles.outcome or roles.equal or roles.columns):
        roles = _with_outcome(sample, names, roles, ask)
    elif roles.shape == "one" and roles.outcome:
        roles = _shape_of(sample, roles, ask)
    if not (roles.outcome or roles.equal or roles.columns) or not roles.question:
        raise _lacks(sample, names, roles)
    if roles.shape == "one":
        roles = _graded(sample, roles, ask)
    if not roles.trial and roles.shape in ("one", "counts"):
        roles = roles._replace(trial=_trial_of(sample, names, roles))
    if not roles.broken:
        roles = roles._replace(broken=_broken_of(sample, names, roles))
    texts = [name for name in first_usual(names, QUESTION) if name not in roles.question and sample.field(name).is_text]
    roles = roles._replace(text=next(iter(texts), ""))
    if ask.votes and not roles.answer:
        roles = roles._replace(answer=_answer_of(names))
    return roles


def find(names: Sequence[str], wanted: str, option: str) -> str:
    """Return the field that an option names, in the spelling of the file. Refuse a name that no field has."""
    if wanted in names or wanted.startswith("{"):
        return wanted
    alike = [name for name in names if plain(name) == plain(wanted)]
    if len(alike) > 1:
        raise Refusal(
            "name", f"--{option} {typed_as(wanted)}: the fields {_some(alike)} differ only in case, - and _", alike
        )
    if not alike:
        raise Refusal("name", f"--{option} {shown(wanted)}: no field has this name; there are {_some(names)}")
    return alike[0]


def _some(names: Sequence[str]) -> str:
    return ", ".join(map(shown, names[:_FEW])) + ", ..." * bool(names[_FEW:])


def _options(names: Sequence[str], ask: Ask) -> Roles:
    """Return the roles that options give."""

    def fields(option: str) -> tuple[str, ...]:
        return tuple(find(names, name, option) for name in getattr(ask, option) or ())

    def field(option: str) -> str:
        wanted = getattr(ask, option)
        template = field_of(option)
        return find(names, wanted, option) if wanted else template if template in names else ""

    task = ask.task if ask.task and any(plain(ask.task) == plain(name) for name in names) else None
    roles = Roles(
        question=fields("question") or tuple(name for name in [field_of("question")] if name in names),
        trial=field("trial"),
        run=field("run"),
        task=find(names, task, "task") if task else field_of("task") if field_of("task") in names else "",
        answer=field("answer"),
    )
    outcome = ask.outcome or ((AT_OUTCOME,) if AT_OUTCOME in names else ())
    if ask.counts:
        return roles._replace(shape="counts", columns=fields("counts"))
    if ask.trials or ask.runs:
        return roles._replace(
            shape="columns" if ask.trials else "runs", columns=fields("trials" if ask.trials else "runs")
        )
    if len(outcome) == 1 and "==" in outcome[0]:
        left, _, right = outcome[0].partition("==")
        return roles._replace(equal=(find(names, left.strip(), "outcome"), find(names, right.strip(), "outcome")))
    return roles._replace(outcome=tuple(find(names, name, "outcome") for name in outcome))


def _run_of(sample: Sample, names: Sequence[str], roles: Roles) -> str:
    """Return the field of the model if it varies; else a usual name of runs that is set in every record and varies."""
    free = [name for name in names if name not in roles.fields]
    models = [name for name in first_usual(free, RUN) if sample.field(name).varies]
    fixed = [name for name in first_usual(free, RUN) if sample.field(name).is_set and name not in models]
    if models and fixed:
        what = f"{shown(fixed[0])} is the same in all records, and {shown(models[0])} is not: which names the run?"
        raise Refusal("run", what, [fixed[0], models[0]], answers=[{"run": models[0]}, {"ignore": (models[0],)}])
    others = [name for name in first_usual(free, MAYBE_RUN) if sample.field(name).varies and sample.field(name).is_set]
    return next((name for name in (*models, *others) if sample.field(name).is_plain), "")


def _question_of(sample: Sample, names: Sequence[str], key: str) -> tuple[str, ...]:
    usual = [name for name in first_usual(names, QUESTION) if is_name(sample.field(name))]
    usual = [name for name in usual if 2 * len(sample.field(name).there) > len(sample)]
    return tuple(usual[:1]) or ((key,) if key else ())


def is_name(field: Field) -> bool:
    """Whether the values of a field may name something: texts and whole numbers."""
    return field.is_plain and all(type(value) in (str, int) or whole(value) is not None for value in field.there)


def _holds(sample: Sample, name: str) -> bool:
    """Whether the field of a usual name holds outcomes."""
    field = sample.field(name)
    return field.is_flag or (plain(name) in REAL and field.is_graded)


def _with_outcome(sample: Sample, names: Sequence[str], roles: Roles, ask: Ask) -> Roles:
    """Return the roles with the field or fields of the outcomes, found by usual names."""
    free = [name for name in names if name not in roles.fields]
    usual = first_usual(free, OUTCOME)
    told = ask.success or ask.threshold is not None or ask.scores or ask.weights
    single = [name for name in usual if _holds(sample, name) or (told and sample.field(name).is_plain)]
    if single:
        return roles._replace(outcome=(single[0],))
    lists = [name for name in usual if sample.field(name).is_list and plain(name) not in PARTS]
    lists += [name for name in first_usual(free, LISTS) if sample.field(name).is_list]
    for name in lists:
        shaped = _list_of(sample, name, roles, ask)
        if shaped:
            return shaped
    columns = numbered_columns(sample, free, bool(told))
    if columns:
        return roles._replace(shape="columns", columns=columns)
    counts = counted(sample, free)
    if counts:
        return roles._replace(shape="counts", columns=counts)
    usual = [name for name in usual if sample.field(name).is_plain]
    return roles._replace(outcome=(usual[0],)) if usual else roles  # `_graded` says why it holds none


def counted(sample: Sample, names: Sequence[str]) -> tuple[str, ...]:
    """Return the usual fields of the numbers of trials and of successes; () if they are not there."""
    pairs = [(n, c) for n in first_usual(names, TRIALS) for c in first_usual(names, SOLVED)]
    return next(((n, c) for n, c in pairs if sample.field(n).is_whole and sample.field(c).is_whole), ())


def numbered_columns(sample: Sample, names: Sequence[str], told: bool = False) -> tuple[str, ...]:
    """Return the columns of a usual stem and a number that hold outcomes, as options tell; () if there are not two."""
    stems: dict[str, list[str]] = {}
    for name in names:
        split = numbered(name)
        field = sample.field(name)
        if split and plain(split[0]) in STEMS and (field.is_flag or (told and field.is_plain)):
            stems.setdefault(plain(split[0]), []).append(name)
    return next((tuple(columns) for columns in stems.values() if len(columns) > 1), ())


def _list_of(sample: Sample, name: str, roles: Roles, ask: Ask) -> Roles | None:
    """Return the roles of a list of outcomes, or of objects with an outcome in each; None if the list is neither."""
    entries = [entry for value in sample.field(name).there for entry in value][: 4 * len(sample) + 100]
    if entries and all(isinstance(entry, dict) for entry in entries):
        inner = Sample(entries)
        usual = [one for one in first_usual(inner.names, OUTCOME) if _holds(inner, one)]
        if usual:
            return roles._replace(
                shape="objects", outcome=(name,), inner=usual[0], scores=_reals(inner.field(usual[0]), ask),
                broken=_broken_of(inner, inner.names, Roles(outcome=(usual[0],))),
            )  # fmt: skip
        return None
    told = ask.success or ask.threshold is not None or ask.scores or ask.weights
    field = Field(name, entries)
    if entries and (told or field.is_flag or (plain(name) in REAL and field.is_graded)):
        return roles._replace(shape="list", outcome=(name,), scores=_reals(field, ask))
    return None


def _shape_of(sample: Sample, roles: Roles, ask: Ask) -> Roles:
    """Return the roles with the shape of the field that an option names."""
    field = sample.field(roles.outcome[0])
    if not field.is_list:
        return roles
    shaped = _list_of(sample, roles.outcome[0], roles, ask)
    if not shaped:
        raise Refusal("outcome", f"--outcome {roles.outcome[0]}: its lists hold no outcomes", roles.outcome)
    return shaped


def _reals(field: Field, ask: Ask) -> tuple[float, float] | None:
    """Return (0, 1) if the outcomes are real numbers in [0, 1] and no option says what they are."""
    told = ask.success or ask.threshold is not None or ask.scores or ask.weights
    return None if told or field.is_flag or not field.is_real else (0.0, 1.0)


def _graded(sample: Sample, roles: Roles, ask: Ask) -> Roles:
    """Check that the outcomes can be graded. Raise a Refusal with the options that grade them."""
    if roles.equal:
        return roles
    fields = [sample.field(name) for name in roles.outcome]
    told = ask.success or ask.threshold is not None or ask.scores or ask.weights
    if told or all(field.is_flag or not field.there for field in fields):
        return roles
    field = next(field for field in fields if not field.is_flag)
    if plain(field.name) in REAL and field.is_graded:
        return roles._replace(scores=_reals(field, ask))
    bad = next((value for value in field.there if outcome_of(value) is None), None)
    pair = pair_of(field.words)
    if pair:
        return roles._replace(words=tuple(pair.items()))
    few = len([value for value in field.there if outcome_of(value) is None])
    if few <= max(1, len(field.there) // 100) and len(sample) > 1:
        return roles  # the loop says where
    at = sample.place(next(i for i, value in enumerate(field.values) if value is bad))
    what = f"{at}field {shown(field.name)}: {shown(bad)} is neither 0 nor 1; see --scores, --threshold and --success"
    names = [name for name in sample.names if name != field.name and not ask.ignores(name)]
    others = [] if ask.outcome else candidates.outcomes(sample, names, roles._replace(outcome=()))
    others = [*candidates.gradings(field), *others]
    raise Refusal("grade", what, [field.name], answers=[*candidates.counts_with(sample, names, field.name), *others])


def _trial_of(sample: Sample, names: Sequence[str], roles: Roles) -> str:
    """Return the field that numbers the trials: a usual name that varies. Refuse two that do not go together."""
    free = [name for name in names if name not in roles.fields and sample.field(name).is_plain]
    sure = [name for name in first_usual(free, TRIAL) if sample.field(name).varies]
    groups = sample.groups([*roles.question, *([roles.run] if roles.run else [])])
    varying = [name for name in sure if _varies_within(sample.field(name), groups.values())]
    if not varying:
        maybe = [
            name for name in first_usual(free, MAYBE_TRIAL) if _numbers_trials(sample.field(name), groups.values())
        ]
        still = [name for name in first_usual(free, TRIAL) if name not in sure and plain(name) != "seed"]
        if still and not maybe and any(len(group) > 1 for group in groups.values()):
            what = f"{shown(still[0])} is the same in all trials of a question"
            answers: list[dict[str, Any]] = [{"once": True}, {"ignore": (still[0],)}]
            raise Refusal(
                "twice", f"{what}: are they copies (--once), or of several runs (--run KEY)?", still, (), answers
            )
        return next(iter(maybe), "") or next(iter(sure), "")
    first = sample.field(varying[0])
    for name in varying[1:]:
        pairs = {*zip(first.keys, sample.field(name).keys)}
        if len(pairs) > len(first.distinct) and len(pairs) > len(sample.field(name).distinct):
            both: list[dict[str, Any]] = [{"ignore": (other,)} for other in (name, varying[0])]
            both += [{"run": one} for one in (name, varying[0])]
            what = f"two fields number the trials of a question: {shown(varying[0])} and {shown(name)}"
            raise Refusal("trial", what, varying, answers=both)
    return varying[0]


def _varies_within(field: Field, groups: Iterable[Sequence[int]]) -> bool:
    return any(len({field.keys[i] for i in group}) > 1 for group in groups)


def _numbers_trials(field: Field, groups: Iterable[Sequence[int]]) -> bool:
    """Whether the values are whole numbers from 0 or 1 on, each once and equally often in each question."""
    if not field.is_whole or not field.is_set or not field.varies:
        return False
    sets = {frozenset(whole(field.values[i]) for i in group) for group in groups}
    first = next(iter(sets), frozenset())
    return len(sets) == 1 and first in ({*range(len(first))}, {*range(1, len(first) + 1)}) and len(first) > 1


def _broken_of(sample: Sample, names: Sequence[str], roles: Roles) -> tuple[str, ...]:
    """Return the usual fields that say why a trial broke.

    A field that is set in every record says nothing, nor one that is set in every failure and in no success.
    """
    found = []
    outcomes = [_first(sample, roles.outcome, i) for i in range(len(sample))] if roles.outcome else [None] * len(sample)
    for name in first_usual(names, BROKEN):
        if name in roles.fields or not sample.field(name).is_plain:
            continue
        is_set = [says_broken(value) for value in sample.field(name).values]
        says = {(flag, code) for flag, code in zip(is_set, outcomes) if code is not None}
        if any(is_set) and not all(is_set) and not says <= {(True, 0), (False, 1)}:
            found.append(name)
    return tuple(found)


def _first(sample: Sample, names: Sequence[str], i: int) -> int | None:
    return next(
        (code for name in names for code in [outcome_of(sample.field(name).values[i])] if code is not None), None
    )


def says_broken(value: object) -> bool:
    """Whether the value of a field such as error says that the trial broke."""
    if isinstance(value, str):
        return value.strip().lower() not in ("", "none", "null", "nan", "false", "0", "n/a", "na", "-", "no")
    return value is not None and value == value and value is not False and value != 0 and value != [] and value != {}


def _answer_of(names: Sequence[str]) -> str:
    usual = first_usual(names, ANSWER)
    if len(usual) > 1 and plain(usual[-1]) == ANSWER[-1]:  # beside a model's answer, this is the right one
        usual.pop()
    if len(usual) != 1:
        what = f"the fields {_some(usual)} may hold it" if usual else "no field has a usual name for it"
        answers = [{"answer": name} for name in usual]
        raise Refusal(
            "answer", f"cons@k needs the answer of each trial, and {what}; --answer KEY names it", usual, (), answers
        )
    return usual[0]


def _lacks(sample: Sample, names: Sequence[str], roles: Roles) -> Refusal:
    """Return the refusal that names every missing role, with the pairs of fields that could fill them all."""
    has_outcome = bool(roles.outcome or roles.equal or roles.columns)
    lacking = ["the question"] * (not roles.question) + ["the outcome"] * (not has_outcome)
    there = f"there are {_some(names)}" if names else "the records are empty"
    options = " and ".join([f"--{word.rpartition(' ')[2]} KEY" for word in lacking])
    name_it = "names it" if len(lacking) == 1 else "name them"
    what = f"no field names {' or '.join(lacking)} of a record: {there}; {options} {name_it}"
    outcomes = [{}] if has_outcome else candidates.outcomes(sample, names, roles)
    questions = [{}] if roles.question else candidates.questions(sample, names, roles)
    answers = candidates.together(questions, outcomes)
    answers += [answer for answer in outcomes if "at" in answer and not roles.question]
    return Refusal("question" if not roles.question else "outcome", what, (), answers=answers)
