"""Which field could fill which role: the options of offers, the likeliest first."""

from __future__ import annotations

import re
from itertools import combinations, product

from . import names as known
from .names import first_usual, plain, words
from .sample import Field, Sample, counts_up, key_of, outcome_of, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Mapping, Sequence

    from .sample import Roles

    Answer = Mapping[str, Any]
    Ranked = list[tuple[int, Answer]]  # how unlikely an answer is

_COLUMNS = 100  # trials or runs beside each other, which are offered
_TRIED = 8  # answers for each of two roles
_UNLIKE = 4  # the rank of a field whose name has no word of outcomes
_FEW = 6  # different words of a label
_DEEP = 5  # steps of a template
_LOOKED = 50  # entries of a list or an object that are looked at for templates
_LEAVES = 30_000  # values of a document that are looked at
_SCORES: Answer = {"scores": (0.0, 1.0)}
# The roles of the places in a template, the likeliest first, by the number of places. "" is any record.
_PLACES: dict[int, list[tuple[str, ...]]] = {
    1: [("question",)],
    2: [("question", "trial"), ("run", "question"), ("trial", "question"), ("", "trial")],
    3: [("run", "question", "trial"), ("task", "question", "trial"), ("run", "task", "question")],
}
_IN_RECORDS: list[tuple[str, ...]] = [("", "trial"), ("", "run"), ("question", "trial"), ("trial", "question")]


def _in_order(ranked: Ranked) -> list[Answer]:
    return [answer for _, answer in sorted(ranked, key=lambda pair: pair[0])]


def lacking(sample: Sample, names: Sequence[str], roles: Roles) -> list[Answer]:
    """Return the options that could fill all roles that are missing: the question, the outcome or both."""
    outcomes_of = [{}] if roles.has_outcome else outcomes(sample, names, roles)
    questions_of = [{}] if roles.question else questions(sample, names, roles)
    pairs = product(enumerate(questions_of[:_TRIED]), enumerate(outcomes_of[:_TRIED]))
    both = _in_order(
        [
            (i + j, {**one, **two})
            for (i, one), (j, two) in pairs
            if not {*one.get("question", ())} & {*two.get("outcome", ())}
        ]
    )
    return both + [answer for answer in outcomes_of if "at" in answer and not roles.question]


def _free(sample: Sample, names: Sequence[str], roles: Roles) -> list[Field]:
    taken = {*roles.fields, *first_usual(names, known.RUN), *first_usual(names, known.TRIAL)}
    return [sample.field(name) for name in names if name not in taken]


def may_name(field: Field) -> bool:
    """Whether the values may name questions: no outcomes, times and amounts."""
    return field.is_plain and field.varies and not (field.is_flag or field.says(known.TIMES | known.AMOUNTS))


def questions(sample: Sample, names: Sequence[str], roles: Roles) -> list[Answer]:
    """Return options that could name the question, the likeliest first; two fields together come after three."""
    runs = [roles.run] if roles.run else []
    ranked = []
    for field in _free(sample, names, roles):
        if not may_name(field) or len(field.there) < len(sample) - 1:
            continue
        sizes = [len(group) for group in sample.groups([*runs, field.name]).values()]
        is_even = len({*sizes}) == 1
        if not is_even and len(sizes) * 2 > sum(sizes):
            continue
        rank = (
            6 * (not field.says(known.LIKE_QUESTION)) + 3 * (len(sizes) > 1) + 2 * ("." in field.name) - field.is_text
        )
        ranked.append((rank + 3 * field.says(known.MEASURES) + 8 * (plain(field.name) in known.FIXED), field.name))
    best = [name for _, name in sorted(ranked, key=lambda pair: pair[0])]
    recur = [name for name in best[:6] if len(sample.field(name).distinct) < len(sample)]
    pairs: list[Answer] = [{"question": pair} for pair in combinations(recur, 2)]
    single: list[Answer] = [{"question": (name,)} for name in best]
    return [*single[:3], *pairs[:2], *single[3:]]


def outcomes(sample: Sample, names: Sequence[str], roles: Roles) -> list[Answer]:
    """Return options that could say the outcome, the likeliest first."""
    fields = _free(sample, names, roles)
    is_sure = any(field.is_flag and field.varies and _is_like(field) for field in fields)
    ranked: Ranked = _columns([field for field in fields if field.is_flag])
    for field in fields:
        if not field.there or (not field.is_flag and (field.says(known.MODELS) or (is_sure and not _is_like(field)))):
            continue  # names of models or topics are no outcomes
        rank = _UNLIKE * (not field.says(known.LIKE_OUTCOME)) + ("." in field.name) + 2 * (not field.varies)
        if field.is_flag and not field.says(known.AMOUNTS):
            ranked.append((rank + 3 * (len(field.there) < len(sample) // 2), {"outcome": (field.name,)}))
        elif field.is_list:
            ranked += [(rank + i, answer) for i, answer in enumerate(of_list(sample, field.name))]
        elif len(field.there) * 2 > len(sample) and not field.is_flag:
            rank += 2 + 3 * (rank >= _UNLIKE)
            ranked += [(rank + i, {"outcome": (field.name,), **grade}) for i, grade in enumerate(gradings(field))]
    return _in_order(ranked + [(5, {"outcome": (pair,)}) for pair in _compared(fields)])


def _is_like(field: Field) -> bool:
    """Whether the name of a field, or its two words, tell of outcomes."""
    return field.says(known.LIKE_OUTCOME) or (len(field.distinct) == 2 and field.numbers is None)


def counts_with(sample: Sample, names: Sequence[str], solved: str) -> list[Answer]:
    """Return --counts options for fields that may count the trials of which a field counts the successes."""
    own = [whole(value) for value in sample.field(solved).values]
    answers: list[Answer] = []
    for field in map(sample.field, names):
        numbers = [whole(value) for value in field.values]
        says = field.says(known.COUNTS) or plain(field.name) in known.TRIALS
        if says and all(n is not None and c is not None and 0 <= c <= n for n, c in zip(numbers, own)):
            answers.append({"counts": (field.name, solved)})
    return answers


def gradings(field: Field) -> list[Answer]:
    """Return options that make outcomes of the values of a field; [] if they may be ids, texts, amounts or times."""
    if field.says(known.AMOUNTS | known.TIMES) or not field.is_plain:
        return []
    if field.numbers is not None:
        low, top = min(field.numbers), max(field.numbers)
        answers = [_SCORES] * field.is_real
        if field.says(known.LIKE_OUTCOME) and low < top:
            answers.append({"threshold": float(top)})
            answers += [{"scores": (0.0, end)} for end in (10.0, 100.0) if low >= 0 and end / 10 < top <= end]
        return answers
    labels = [str(key) for key in field.distinct]
    if not 2 <= len(labels) <= _FEW or len(field.there) < 2 * len(labels) or max(map(len, labels)) >= 40:
        return []
    labels.sort(key=lambda word: outcome_of(word) != 1)
    return [{"success": (word,)} for word in (labels[:1] if field.pair else labels)]


def of_list(sample: Sample, name: str) -> list[Answer]:
    """Return options that read the outcomes of a list of outcomes, or of objects with an outcome in each."""
    field = sample.field(name)
    if not field.inner:
        own = Field(name, field.entries)
        if not (own.is_flag or own.is_real):
            return []
        answer: Answer = {"outcome": (name,), **({} if own.is_flag else _SCORES)}
        return [answer, {**answer, "all": True}] if own.is_flag and plain(name) in known.PARTS else [answer]
    flags = [one for one in map(field.inner.field, field.inner.names) if one.is_flag or one.is_real]
    flags.sort(key=lambda one: (not one.says(known.LIKE_OUTCOME), not one.is_flag))
    place = "{}" if first_usual(field.inner.names, known.QUESTION) else "{trial}"
    return [{"at": f"[{{}}].{name}[{place}].{one.name}", **({} if one.is_flag else _SCORES)} for one in flags[:3]]


def _columns(flags: Sequence[Field]) -> Ranked:
    """Return options for columns whose names differ in one part: in a number for trials, in a word for runs.

    Columns whose names say nothing of outcomes may all be runs: models, prompts or languages.
    """
    families: dict[str, list[str]] = {}
    for name in (field.name for field in flags):
        for role, part in (("{trial}", r"\d+$"), ("{run}", r"(?<![^._ -])[^._ -]+(?![^._ -])")):
            for match in re.finditer(part, name):
                families.setdefault(name[: match.start()] + role + name[match.end() :], []).append(name)
    ranked: Ranked = []
    for kind, columns in families.items():
        if 1 < len(columns) <= _COLUMNS:
            if kind.endswith("{trial}"):
                ranked += [(1, {"trials": tuple(columns)}), (3, {"runs": tuple(columns)})]
            elif not known.LIKE_OUTCOME.isdisjoint(words(kind)):
                ranked.append((1, {"at": f"[{{}}].{kind}"}))
    if 1 < len(flags) <= _COLUMNS and not any(field.says(known.LIKE_OUTCOME) or not field.is_set for field in flags):
        ranked.append((2, {"runs": tuple(field.name for field in flags)}))
    return ranked


def _compared(fields: Sequence[Field]) -> Iterator[str]:
    """Yield "A==B" for an answer and a gold answer that agree in some records and not in all."""
    for one, other in product(fields, fields):
        if one is not other and one.says(known.GIVEN) and other.says(known.GOLD):
            pairs = [(_single(left), _single(right)) for left, right in zip(one.values, other.values)]
            if 0 < sum(left == right for left, right in pairs if left is not None) < len(pairs):
                yield f"{one.name}=={other.name}"


def _single(value: Any) -> Any:
    """Return a value, or the only entry of a list, in the form in which values are compared; None for others."""
    value = value[0] if isinstance(value, list) and len(value) == 1 else value
    return None if isinstance(value, (list, dict)) else key_of(value)


def trials_or_runs(field: Field) -> list[Answer]:
    """Return the roles that a field may have that tells the records of a question apart, the likeliest first."""
    name = field.name
    is_trial = field.says(known.TRIAL_WORDS) or counts_up({whole(value) for value in field.there})
    answers: list[Answer] = [{"run": name}, {"trial": name}]
    if is_trial and plain(name) not in (*known.RUN, *known.MAYBE_RUN):
        answers.reverse()
    return [*answers, {"ignore": (name,)}]


def templates(document: Any) -> list[Answer]:
    """Return --at templates for the outcomes inside a document, the likeliest first."""
    families: dict[str, list[Any]] = {}
    for _, (path, value) in zip(range(_LEAVES), _ends(document, "", _DEEP)):
        families.setdefault(path, []).append(value)
    ranked: Ranked = []
    for path, values in families.items():
        holes, field = path.count("{}"), Field(path.rpartition(".")[2], values)
        parent = path[: len(path) - len(field.name)]
        beside = {plain(other[len(parent) :]) for other in families if other.startswith(parent)}
        is_real = not field.is_flag and field.is_real and beside.isdisjoint(known.TRIALS)  # else a mean of these trials
        if not holes or len(values) < 2 or not (field.is_flag or is_real) or field.says(known.AMOUNTS):
            continue
        kinds = _IN_RECORDS if path.startswith("[{}]") and holes == 2 else _PLACES.get(holes, [])
        if holes > 1 and not beside.isdisjoint(known.QUESTION):
            kinds = [("",) * holes, *kinds]
        rank = 3 * (not field.says(known.LIKE_OUTCOME)) + 2 * is_real + (not field.varies)
        for i, roles in enumerate(kinds):
            parts = zip(path.split("{}"), [*(f"{{{role}}}" for role in roles), ""])
            text = "".join(part + role for part, role in parts)
            ranked.append((rank + i, {"at": text, **(_SCORES if is_real else {})}))
    return _in_order(ranked)


def _ends(value: Any, path: str, depth: int) -> Iterator[tuple[str, Any]]:
    """Yield (path, value) for the ends of a document, where {} stands for places of one kind."""
    if isinstance(value, list) and depth:
        for entry in value[:_LOOKED]:
            yield from _ends(entry, f"{path}[{{}}]", depth - 1)
    elif isinstance(value, dict) and depth:
        alike = _are_alike(list(value.values()))
        for name, entry in list(value.items())[: 4 * _LOOKED]:
            step = "{}" if alike else re.sub(r"([.\[\]\\])", r"\\\1", str(name))
            yield from _ends(entry, f"{path}.{step}" if path else step, depth - 1)
    elif not isinstance(value, (list, dict)) and value is not None:
        yield path, value


def _are_alike(values: Sequence[Any]) -> bool:
    """Whether the values of an object are of one kind: objects with common keys, lists, or outcomes."""
    if len(values) < 2:
        return False
    if all(isinstance(value, dict) for value in values):
        return bool(set.intersection(*({*value} for value in values))) or all(
            all(isinstance(one, (dict, list, bool, int)) for one in value.values()) for value in values
        )
    return all(isinstance(value, list) for value in values) or all(outcome_of(value) is not None for value in values)
