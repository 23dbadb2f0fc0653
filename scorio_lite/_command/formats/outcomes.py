"""Which field of records holds the outcome: it must vary like one."""

from __future__ import annotations

from ..fields import (
    ANSWERS,
    LISTS,
    OUTCOME_KEYS,
    SUCCESSES_KEYS,
    TRIALS_KEYS,
    counts_others,
    some,
    words,
)
from ..grading import FileError, is_missing, shown, spelled, typed_as
from .trial_names import LETTER, numbered, stem_is_trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ..grading import Grader
    from .plan import Plan
    from .sample import Column, Sample

_GOLD = {"gold", "target", "expected", "reference", "truth", "label", "answer", "correct"}
_FEW = ("0", "1", "0.0", "1.0")


def choose(sample: Sample, plan: Plan, grader: Grader) -> None:
    """The outcome by its usual name, and the fields that must agree with it or not contradict it."""
    roles = plan.roles
    found = [key for key in OUTCOME_KEYS if key in sample and (key not in roles or key == plan.outcome)]
    held = [key for key in found if sample.has(key)]
    pure = [key for key in held if all(map(_holds(grader), _different(sample[key].raw)))]
    if plan.sure:
        pure = [plan.outcome, *pure]
    golds = [] if plan.sure else [key for key in pure if _is_gold(sample, sample[key], grader)]
    pure = [key for key in pure if key not in golds]
    if golds and not pure:
        answer = next(c for c in sample.columns.values() if _is_answer_of(c, sample[golds[0]]))
        gold, said = (sample.spelled[name] for name in (golds[0], answer.name))
        raise FileError(
            f"{shown(gold)} has values of {shown(said)} ({answer.some()}): is it the right answer? Use --outcome "
            f"{typed_as(f'{said}=={gold}')}; or if it is the outcome, --outcome {typed_as(gold)}"
        )
    pure = pure or held[:1] or found[:1]  # what it holds is refused where it stands
    if pure:
        plan.outcome = pure[0]
        _check_constant(sample, plan, held, grader)
        rest = [key for key in held if key not in (*pure, *golds) and grader.is_plain]
        words = [key for key in rest if all(_says(grader, value) for value in sample[key].raw)]
        plan.same = tuple(key for key in (*pure[1:], *words) if key != plan.outcome)
        plan.hints = tuple(key for key in found if key not in (*pure, *golds, *words))


def _different(values: list[Any]) -> Iterable[Any]:
    """Each value once if all are true or false, as in most files."""
    return {*values} if {*map(type, values)} == {bool} else values


def _holds(grader: Grader) -> Any:
    """A test of a value: whether it is missing, or an outcome or a list of some."""

    def holds(value: Any) -> bool:
        if isinstance(value, list):
            return bool(value) and all(grader.outcome(one) is not None or is_missing(one) for one in value)
        return is_missing(value) or grader.outcome(value) is not None

    return holds


def _says(grader: Grader, value: Any) -> bool:
    """Whether a value is an outcome, also as a text."""
    return is_missing(value) or spelled(value) is not None or grader.code(value) is not None


def _is_gold(sample: Sample, column: Column, grader: Grader) -> bool:
    """Whether other fields say that this is the right answer, and not an outcome."""
    answer = next((other for other in sample.columns.values() if _is_answer_of(other, column)), None)
    if answer is None:
        return False
    for gold in sample.columns.values():  # an outcome that says whether answers are right is one
        if gold not in (answer, column) and not _GOLD.isdisjoint(words(gold.name)):
            pairs = zip(answer.values, gold.values, column.raw)
            if all((a == b) == (grader.outcome(c) == 1) for a, b, c in pairs):
                return False
    return True


def _is_answer_of(answer: Column, column: Column) -> bool:
    """Whether a field holds answers such as this one holds."""
    if (
        answer is column
        or any(isinstance(value, list) for value in column.raw)
        or ANSWERS.isdisjoint(words(answer.name))
    ):
        return False
    texts, own = ({type(v) is bool or str(v).strip().lower() for v in one.times} for one in (answer, column))
    alike = {type(v) for v in answer.times} & {type(v) for v in column.times}
    return bool(alike and texts & own)


def _check_constant(sample: Sample, plan: Plan, held: list[str], grader: Grader) -> None:
    """Refuse an outcome that is always a success, beside another that is graded."""
    column = sample[plan.outcome]
    if plan.sure or not grader.is_plain or len(column.times) != 1 or sample.size < 2:
        return
    if grader.outcome(next(iter(column.times))) != 1:
        return
    for other in (sample[key] for key in held if key != plan.outcome):
        if other.numbers and len(other.times) > 1 and any(x not in (0, 1, None) for x in other.numbers):
            one, two = sample.spelled[plan.outcome], sample.spelled[other.name]
            raise FileError(
                f"{shown(one)} is {shown(column.raw[0])} in all records, and {shown(two)} differs ({other.some()}): "
                f"which is the outcome? Use --outcome {typed_as(one)}, or --outcome {typed_as(two)} with --threshold T"
            )


def counts_among(sample: Sample) -> tuple[str, str] | None:
    """The numbers of trials and of successes; None if they are not there."""
    trials, successes = ([key for key in keys if sample.has(key)] for keys in ((*TRIALS_KEYS, "total"), SUCCESSES_KEYS))
    if not trials or not successes:
        return None
    letters = [name for name in sample.columns if len(name) == 1]
    if (trials[0] in letters or successes[0] in letters) and len(letters) > 2:
        return None  # a, b, c, ... are trials
    if len(trials) > 1 or len(successes) > 1 or trials[0] == "total":
        pair = typed_as(f"{sample.spelled[trials[0]]},{sample.spelled[successes[0]]}")
        raise FileError(
            f"which of the fields {some(trials + successes)} are the numbers of trials and of successes? Use --counts "
            f"{pair} if they count trials, and not tests"
        )
    return trials[0], successes[0]


def check_beside(sample: Sample, plan: Plan, grader: Grader) -> None:
    """Refuse an outcome beside trials that it may sum up, or beside a number that it may be counted out of."""
    outcome = sample.spelled.get(plan.outcome) or sample.spelled.get(plan.counts[1] if plan.counts else "", "")
    roles = plan.roles.union(plan.trial)
    free = [name for name in sample.top if name not in roles]
    reason = _columns_beside(sample, free, grader) or _lists_beside(sample, free, grader)
    if reason:
        looks, way = reason
        raise FileError(f"{looks}, beside {shown(outcome)}; {way} --outcome {typed_as(outcome)}")
    if plan.counts or not _may_count(sample[plan.outcome]):
        return
    for name in free:
        column = sample[name]
        if counts_others(name) and column.numbers is not None and any(str(v).strip() not in _FEW for v in column.times):
            pair = f"{'N' if {'failed', 'wrong', 'incorrect'} & {*words(name)} else sample.spelled[name]},{outcome}"
            raise FileError(
                f"is {shown(outcome)} an outcome, or a count beside {shown(sample.spelled[name])} ({column.some()})? "
                f"Use --ignore {typed_as(sample.spelled[name])} if it is an outcome, or --counts {typed_as(pair)}"
            )


def _may_count(column: Column) -> bool:
    """Whether an outcome is 0 or 1 as a number, which may be a count."""
    return column.numbers is not None


def _columns_beside(sample: Sample, free: list[str], grader: Grader) -> tuple[str, str] | None:
    groups: dict[str, list[str]] = {}
    for name in free:
        found = numbered(sample.spelled[name])
        if found:
            groups.setdefault(found[0], []).append(name)
    for word, names in groups.items():
        if word == LETTER and len(names) < 3:
            continue
        means = stem_is_trial(word)
        for i in range(sample.size):
            values = [sample[name].raw[i] for name in names]
            held = [_is_outcome(v, grader) or (means and (_is_number(v) or _has_outcome(v))) for v in values]
            rest = sum(map(is_missing, values)) + sum(held) == len(values)  # nothing else is there
            if (sum(held) > 1 and (rest or word != LETTER)) or (any(held) and rest and means):
                first = " and ".join([shown(sample.spelled[name]) for name, is_held in zip(names, held) if is_held][:2])
                looks = f"fields {first} look like trials" if sum(held) > 1 else f"field {first} looks like a trial"
                listed = typed_as(",".join(sample.spelled[name] for name in names))
                return looks, f"use --trials {listed}, or"
    return None


def _lists_beside(sample: Sample, free: list[str], grader: Grader) -> tuple[str, str] | None:
    for name in free:
        for value in sample[name].raw:
            if _holds_trials(name, value, grader):
                way = "give each a column, or use" if isinstance(value, str) else f"use --outcome {typed_as(name)} or"
                return f"field {shown(sample.spelled[name])} looks like trials", way
    return None


def _holds_trials(name: str, value: Any, grader: Grader) -> bool:
    """Whether a list, or an object with numbered fields, holds outcomes or records with outcomes."""
    known = name in LISTS or name in ("results", "scores", "rewards")
    if isinstance(value, dict):
        value = list(value.values()) if value and all(map(numbered, value)) else []
    if isinstance(value, str):  # a list in one cell
        cells = value.strip("[](){} ").replace(",", " ").replace(";", " ").replace("|", " ").replace("/", " ").split()
        several = len(cells) > 1 and all(_is_number(cell) or spelled(cell) is not None for cell in cells)
        return known and (several or value.lstrip().startswith("["))
    if not isinstance(value, list) or len(value) < (1 if known else 2):
        return False
    if isinstance(value[0], dict):
        return known and all(map(_has_outcome, value))
    return any(_is_outcome(x, grader) for x in value) and all(is_missing(x) or _is_outcome(x, grader) for x in value)


def _is_outcome(value: Any, grader: Grader) -> bool:
    if isinstance(value, (list, dict)):
        return False
    return grader.outcome(value) is not None or spelled(value) is not None


def _has_outcome(value: Any) -> bool:
    return isinstance(value, dict) and not value.keys().isdisjoint(OUTCOME_KEYS)


def _is_number(value: Any) -> bool:
    if isinstance(value, str):
        try:
            float(value)
        except ValueError:
            return False
        return not is_missing(value)
    return isinstance(value, (int, float)) and not is_missing(value)
