"""Options that could fill a role, the likeliest first: `questions`, `outcomes`, `gradings`, `templates`."""

from __future__ import annotations

import re
from itertools import product

from .names import (
    AMOUNTS,
    COUNTS,
    FIXED,
    GIVEN,
    GOLD,
    LIKE_OUTCOME,
    LIKE_QUESTION,
    MAYBE_RUN,
    MEASURES,
    MODELS,
    PARTS,
    QUESTION,
    RUN,
    TIMES,
    TRIAL,
    TRIAL_WORDS,
    TRIALS,
    first_usual,
    has_word,
    numbered,
    plain,
    words,
)
from .sample import Field, Sample, key_of, number_of, outcome_of, pair_of, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Mapping, Sequence

    from .sample import Roles

    Answer = Mapping[str, Any]

_COLUMNS = 100  # trials or runs beside each other, which are offered
_TRIED = 8  # answers for each of two roles
_UNLIKE = 4  # the rank of a field whose name has no word of outcomes
_FEW = 6  # different words of a label
_DEEP = 5  # steps of a template
_LOOKED = 50  # entries of a list or an object that are looked at for templates
_LEAVES = 30_000  # values of a document that are looked at


def together(first: Iterable[Answer], second: Iterable[Answer]) -> list[Answer]:
    """Return the pairs of two answers as one, the likeliest first."""
    pairs = product(enumerate(list(first)[:_TRIED]), enumerate(list(second)[:_TRIED]))
    ranked = sorted(((i + j, i, {**one, **two}) for (i, one), (j, two) in pairs), key=lambda pair: pair[:2])
    return [answer for _, _, answer in ranked if not {*answer.get("question", ())} & {*answer.get("outcome", ())}]


def questions(sample: Sample, names: Sequence[str], roles: Roles) -> list[Answer]:
    """Return options that could name the question, the likeliest first; the place of a record is the last."""
    taken = {*roles.fields, *first_usual(names, RUN), *first_usual(names, TRIAL)}
    runs = [roles.run] if roles.run else []
    ranked = []
    for name in names:
        field = sample.field(name)
        if name in taken or field.is_flag or not may_name(field) or len(field.there) < len(sample) - 1:
            continue
        groups = sample.groups([*runs, name])
        sizes = {len(group) for group in groups.values()}
        is_unique, is_even = sizes == {1}, len(sizes) == 1
        if len(field.distinct) < 2 or (len(field.distinct) * 2 > len(sample) and not is_unique and not is_even):
            continue
        rank = 6 * (not has_word(name, LIKE_QUESTION)) + 3 * (not is_even) + 2 * ("." in name) - field.is_text
        rank += 3 * has_word(name, MEASURES) + 8 * (plain(name) in FIXED)
        ranked.append((rank, name))
    ranked.sort(key=lambda pair: pair[0])
    found: list[Answer] = [{"question": (name,)} for _, name in ranked]
    firsts = [name for _, name in ranked[:6]]
    pairs = [(one, two) for i, one in enumerate(firsts) for two in firsts[i + 1 :] if _are_pair(sample, one, two, runs)]
    return [*found[:3], *({"question": pair} for pair in pairs[:2]), *found[3:]]


def may_name(field: Field) -> bool:
    """Whether the values of a field may name questions: texts or whole numbers, and no times, amounts or settings."""
    is_named = field.is_plain and all(type(value) in (str, int) for value in field.there)
    numbers = [number_of(value) for value in field.there]
    is_whole = all(number is None or number == number // 1 for number in numbers)
    return is_named and is_whole and not has_word(field.name, TIMES) and not has_word(field.name, AMOUNTS)


def _are_pair(sample: Sample, one: str, two: str, runs: Sequence[str]) -> bool:
    """Whether two fields together tell records apart, or group them evenly, and neither does so alone."""
    sizes = [
        {len(group) for group in sample.groups([*runs, *names]).values()} for names in ((one,), (two,), (one, two))
    ]
    return (
        len(sizes[2]) == 1 and sizes[0] != {1} and sizes[1] != {1} and sizes[2] < {min(map(min, sizes[:2]))} | sizes[2]
    )


def outcomes(sample: Sample, names: Sequence[str], roles: Roles) -> list[Answer]:
    """Return options that could say the outcome, the likeliest first."""
    ranked: list[tuple[int, Answer]] = []
    taken = {*roles.fields, *first_usual(names, RUN), *first_usual(names, TRIAL)}
    fields = [sample.field(name) for name in names if name not in taken]
    is_sure = any(field.is_flag and field.varies and _is_like(field) for field in fields)
    for field in fields:
        name = field.name
        if not field.there or (not field.is_flag and (has_word(name, MODELS) or (is_sure and not _is_like(field)))):
            continue  # names of models or topics are no outcomes
        rank = _UNLIKE * (not has_word(name, LIKE_OUTCOME)) + ("." in name) + 2 * (not field.varies)
        if field.is_list:
            ranked += [(rank + i, answer) for i, answer in enumerate(of_list(sample, name))]
        elif field.is_flag:
            if not has_word(name, AMOUNTS):
                ranked.append((rank + 3 * (len(field.there) < len(sample) // 2), {"outcome": (name,)}))
        elif field.is_plain and len(field.there) * 2 > len(sample):
            rank += 2 + 3 * (rank >= _UNLIKE)
            ranked += [(rank + i, {"outcome": (name,), **grade}) for i, grade in enumerate(gradings(field))]
    ranked += (
        _columns(sample, names, roles)
        + _unnamed(sample, names, roles)
        + [(5, {"outcome": (pair,)}) for pair in _compared(sample, names)]
    )
    return [answer for _, answer in sorted(ranked, key=lambda pair: pair[0])]


def _is_like(field: Field) -> bool:
    """Whether the name of a field, or a usual pair of its words, tells of outcomes."""
    texts = [key for key in field.distinct if isinstance(key, str)]
    return has_word(field.name, LIKE_OUTCOME) or (len(texts) == 2 and pair_of(texts) is not None)


def counts_with(sample: Sample, names: Sequence[str], solved: str) -> list[Answer]:
    """Return --counts options for fields that may count the trials of which a field counts the successes."""
    own = [whole(value) for value in sample.field(solved).values]
    found: list[Answer] = []
    for name in names:
        numbers = [whole(value) for value in sample.field(name).values]
        says = COUNTS & {*words(name)} or plain(name) in TRIALS
        if says and all(n is not None and c is not None and 0 <= c <= n for n, c in zip(numbers, own)):
            found.append({"counts": (name, solved)})
    return found


def gradings(field: Field) -> list[Answer]:
    """Return options that make outcomes of the values of a field; [] if they may be ids, texts, amounts or times."""
    words_of = [str(key) for key in field.distinct if len(str(key)) < 40]
    if has_word(field.name, AMOUNTS) or has_word(field.name, TIMES) or not field.is_plain:
        return []
    if field.is_number:
        top = max(number_of(value) or 0 for value in field.there)
        low = min(number_of(value) or 0 for value in field.there)
        ranged: list[Answer] = [{"scores": (0.0, 1.0)}] * field.is_real
        if has_word(field.name, LIKE_OUTCOME) and low < top:
            ranged += [{"threshold": float(top)}]
            ranged += [{"scores": (0.0, scale)} for scale in (10.0, 100.0) if low >= 0 and scale / 10 < top <= scale]
        return ranged
    if len(words_of) != len(field.distinct) or not 2 <= len(words_of) <= _FEW or len(field.there) < 2 * len(words_of):
        return []
    usual = pair_of(words_of)
    right = sorted(words_of, key=lambda word: outcome_of(word) != 1)
    return [{"success": (word,)} for word in right if not usual or usual.get(word.lower()) == 1]


def of_list(sample: Sample, name: str) -> list[Answer]:
    """Return options that read the outcomes of a list of outcomes, or of objects with an outcome in each."""
    entries = [entry for value in sample.field(name).there for entry in value][: 4 * len(sample) + 100]
    if entries and all(isinstance(entry, dict) for entry in entries):
        inner = Sample(entries)
        flags = [one for one in inner.names if inner.field(one).is_flag or inner.field(one).is_real]
        flags.sort(key=lambda one: (not has_word(one, LIKE_OUTCOME), not inner.field(one).is_flag))
        place = "{}" if first_usual(inner.names, QUESTION) else "{trial}"
        found: list[Answer] = [{"at": f"[{{}}].{name}[{place}].{one}"} for one in flags[:3]]
        return [
            {**answer, **({} if inner.field(one).is_flag else {"scores": (0.0, 1.0)})}
            for one, answer in zip(flags, found)
        ]
    field = Field(name, entries)
    if not entries or not (field.is_flag or field.is_real):
        return []
    scores: Answer = {} if field.is_flag else {"scores": (0.0, 1.0)}
    whole: list[Answer] = [{"outcome": (name,), "all": True}] if field.is_flag and plain(name) in PARTS else []
    return [{"outcome": (name,), **scores}, *whole]


def _columns(sample: Sample, names: Sequence[str], roles: Roles) -> list[tuple[int, Answer]]:
    """Return options for columns of one kind: numbered ones are trials, others with one word in common are runs."""
    flags = [name for name in names if name not in roles.fields and sample.field(name).is_flag]
    stems: dict[str, list[str]] = {}
    kinds: dict[tuple[str, str], list[str]] = {}
    for name in flags:
        split = numbered(name)
        if split:
            stems.setdefault(split[0], []).append(name)
        for mark in "._- ":
            head, _, tail = name.partition(mark)
            if tail and tail == name.rpartition(mark)[2]:
                kinds.setdefault((f"{mark}{tail}", "tail"), []).append(name)
                kinds.setdefault((f"{head}{mark}", "head"), []).append(name)
        head, dot, tail = name.rpartition(".")
        if dot and head.count(".") == 0:
            kinds.setdefault((f".{tail}", "tail"), []).append(name)
    found: list[tuple[int, Answer]] = []
    for columns in stems.values():
        if 1 < len(columns) <= _COLUMNS:
            found += [(1, {"trials": tuple(columns)}), (3, {"runs": tuple(columns)})]
    for (part, end), columns in kinds.items():
        if 1 < len(columns) <= _COLUMNS and _says_outcome(part):
            found.append((1, {"at": f"[{{}}].{{run}}{part}" if end == "tail" else f"[{{}}].{part}{{run}}"}))
    return found


def _unnamed(sample: Sample, names: Sequence[str], roles: Roles) -> list[tuple[int, Answer]]:
    """Return --runs for several columns of outcomes whose names say nothing: models, prompts or languages."""
    flags = [
        name for name in names if name not in roles.fields and sample.field(name).is_flag and sample.field(name).is_set
    ]
    plain_names = [name for name in flags if not has_word(name, LIKE_OUTCOME)]
    return [(2, {"runs": tuple(flags)})] if 1 < len(flags) <= _COLUMNS and flags == plain_names else []


def _says_outcome(part: str) -> bool:
    return not LIKE_OUTCOME.isdisjoint(words(part))


def _compared(sample: Sample, names: Sequence[str]) -> list[str]:
    """Return "A==B" for an answer and a gold answer that agree in some records and not in all."""
    keys = {name: [_single(value) for value in sample.field(name).values] for name in names}
    varying = [name for name in names if len({*keys[name]} - {None}) > 1]
    answers = [name for name in varying if GIVEN & {*words(name)}]
    golds = [name for name in varying if GOLD & {*words(name)}]
    found = []
    for one, other in product(answers, golds):
        same = sum(left == right for left, right in zip(keys[one], keys[other]))
        if one != other and 0 < same < len(sample):
            found.append(f"{one}=={other}")
    return found


def _single(value: Any) -> Any:
    """Return a value, or the only entry of a list, in the form in which values are compared; None for others."""
    value = value[0] if isinstance(value, list) and len(value) == 1 else value
    return None if isinstance(value, (list, dict)) else key_of(value)


def trials_or_runs(field: Field) -> list[Answer]:
    """Return the roles that a field may have that tells the records of a question apart, the likeliest first."""
    name = field.name
    numbers = {whole(value) for value in field.there}
    counts = numbers in ({*range(len(numbers))}, {*range(1, len(numbers) + 1)})
    is_run = plain(name) in (*RUN, *MAYBE_RUN)
    is_trial = not TRIAL_WORDS.isdisjoint(words(name))
    pair: list[Answer] = [{"run": name}, {"trial": name}]
    if (is_trial or counts) and not is_run:
        pair.reverse()
    return [*pair, {"ignore": (name,)}]


def templates(document: Any) -> list[Answer]:
    """Return --at templates for the outcomes inside a document, the likeliest first."""
    families: dict[str, list[Any]] = {}
    _walk(document, "", families, _DEEP, [0])
    ranked: list[tuple[int, Answer]] = []
    for path, values in families.items():
        holes = path.count("{}")
        field = Field(path.rpartition(".")[2], values)
        is_real = not field.is_flag and field.is_real
        parent = path[: len(path) - len(field.name)]
        beside = {plain(other[len(parent) :]) for other in families if other.startswith(parent)}
        if is_real and beside & {*TRIALS}:
            continue  # a mean of the trials that are counted beside it
        if not holes or len(values) < 2 or not (field.is_flag or is_real) or has_word(field.name, AMOUNTS):
            continue
        rank = 3 * (not has_word(field.name, LIKE_OUTCOME)) + 2 * is_real + (not field.varies)
        grade: Answer = {"scores": (0.0, 1.0)} if is_real else {}
        ranked += [
            (rank + i, {"at": text, **grade})
            for i, text in enumerate(_named_holes(path, holes, bool(beside & {*QUESTION})))
        ]
    return [answer for _, answer in sorted(ranked, key=lambda pair: pair[0])]


def _walk(value: Any, path: str, families: dict[str, list[Any]], depth: int, seen: list[int]) -> None:
    """Collect the values at the ends of a document by path, where {} stands for places of one kind."""
    seen[0] += 1
    if seen[0] > _LEAVES:
        return
    if isinstance(value, list) and depth:
        for entry in value[:_LOOKED]:
            _walk(entry, f"{path}[{{}}]", families, depth - 1, seen)
    elif isinstance(value, dict) and depth:
        alike = _are_alike(list(value.values()))
        for name, entry in list(value.items())[: 4 * _LOOKED]:
            safe = re.sub(r"([.\[\]\\])", r"\\\1", str(name))
            step = "{}" if alike else safe
            _walk(entry, f"{path}.{step}" if path else step, families, depth - 1, seen)
    elif not isinstance(value, (list, dict)) and value is not None:
        families.setdefault(path, []).append(value)


def _are_alike(values: Sequence[Any]) -> bool:
    """Whether the values of an object are of one kind: objects with common keys, lists, or outcomes."""
    if len(values) < 2:
        return False
    if all(isinstance(value, dict) for value in values):
        return bool(set.intersection(*({*value} for value in values))) or all(
            all(isinstance(one, (dict, list, bool, int)) for one in value.values()) for value in values
        )
    return all(isinstance(value, list) for value in values) or all(outcome_of(value) is not None for value in values)


def _named_holes(path: str, holes: int, is_named: bool) -> list[str]:
    """Return templates with roles in the places of {}, the likeliest first. A list inside holds trials.

    If `is_named`, a field beside the outcome names the question.
    """
    by_holes: dict[int, list[tuple[str, ...]]] = {
        1: [("question",)],
        2: [("question", "trial"), ("run", "question"), ("trial", "question"), ("", "trial")],
        3: [("run", "question", "trial"), ("task", "question", "trial"), ("run", "task", "question")],
    }
    kinds = by_holes.get(holes, [])
    if path.startswith("[{}]") and holes == 2:
        kinds = [("", "trial"), ("", "run"), ("question", "trial"), ("trial", "question")]
    if is_named and holes > 1:
        kinds = [("",) * holes, *kinds]
    if path.startswith("[{}]") and holes == 1:
        kinds = [("question",)]
    found = []
    for roles in kinds:
        parts = path.split("{}")
        names = [f"{{{role}}}" for role in roles]
        found.append("".join(part + name for part, name in zip(parts, [*names, ""])))
    return found
