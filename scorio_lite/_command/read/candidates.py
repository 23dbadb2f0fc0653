"""Make the options that a refusal may offer: which field could have which role. An Answer is {option: value}."""

from __future__ import annotations

import re
from itertools import combinations, product

from ..text import some
from . import names as known
from .item import Refusal
from .names import first_usual, plain, words
from .sample import Field, Sample, counts_up, flat, key_of, outcome_of, text_of, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from .item import Answer
    from .sample import Roles

    Ranked = list[tuple[int, Answer]]  # (how unlikely an answer is, the answer)

LISTED = 40  # fields in a table of them, at most
_COLUMNS = 100  # columns that are offered as trials or runs, at most
_TRIED = 8  # answers for each of the two roles that are combined
_FEW = 6  # different words of a label
_DEEP = 5  # steps of a template
_LOOKED = 50  # entries that are looked at for templates
_LEAVES = 30_000  # values of a document that are looked at
_SCORES: Answer = {"scores": (0.0, 1.0)}
# {number of places in a template: their roles, the likeliest first}. "" makes {}, which is any place.
_PLACES: dict[int, list[tuple[str, ...]]] = {
    1: [("question",)],
    2: [("question", "trial"), ("run", "question"), ("trial", "question"), ("", "trial"), ("", "run")],
    3: [("run", "question", "trial"), ("task", "question", "trial"), ("run", "task", "question")],
    4: [("run", "task", "question", "trial")],
}


def lacking(sample: Sample, roles: Roles) -> Refusal:
    """Return the Refusal of records without a field for the question or for the outcome. Its answers name fields."""
    names = ["question"] * (not roles.question) + ["outcome"] * (not roles.outcome)
    what = f"no field names {' or '.join(f'the {role}' for role in names)} of a record"
    what += f": there are {some(sample.names) or 'none'}; {' and '.join(f'--{role} KEY' for role in names)}"
    what += " name them" if names[1:] else " names it"
    firsts = [{}] if roles.question else questions(sample, roles)[:_TRIED]
    seconds = [{}] if roles.outcome else outcomes(sample, roles)[:_TRIED]
    pairs = product(enumerate(firsts), enumerate(seconds))
    return Refusal(names[0], what, answers=_in_order([(i + j, {**one, **two}) for (i, one), (j, two) in pairs]))


def _in_order(ranked: Ranked) -> list[Answer]:
    return [answer for _, answer in sorted(ranked, key=lambda pair: pair[0])]


def _free(sample: Sample, roles: Roles) -> list[Field]:
    taken = {*roles.fields, *first_usual(sample.names, (*known.RUN, *known.TRIAL))}
    return [sample.field(name) for name in sample.names if name not in taken]


def may_name(field: Field) -> bool:
    """Whether a field may name questions: its values vary, and are not outcomes, fractions, times or amounts."""
    is_name = field.is_plain and field.varies and not field.says(known.TIMES | known.AMOUNTS)
    return is_name and not field.is_flag and (field.numbers is None or field.is_whole)


def questions(sample: Sample, roles: Roles) -> list[Answer]:
    """Return Answers that name the question by a field or by a pair of fields, the likeliest first."""

    def rank(field: Field) -> tuple[int, bool]:
        sizes = {*map(len, sample.groups([field.name, roles.run]).values())}
        is_odd = len(sizes) > 1 or field.says(known.MEASURES)
        is_fixed = plain(field.name) in known.FIXED
        return 2 * (not field.says(known.LIKE_QUESTION)) + is_odd + 3 * is_fixed, not field.is_text

    best = [field.name for field in sorted(filter(may_name, _free(sample, roles)), key=rank)]
    recur = [name for name in best[:6] if len(sample.field(name).distinct) < len(sample)]
    pairs: list[Answer] = [{"question": pair} for pair in combinations(recur, 2)]
    single: list[Answer] = [{"question": (name,)} for name in best]
    return [*single[:3], *pairs[:2], *single[3:]]


def outcomes(sample: Sample, roles: Roles) -> list[Answer]:
    """Return Answers that say which field holds the outcome and how it is graded, the likeliest first."""
    fields = [field for field in _free(sample, roles) if field.name not in sample.around]
    varying = [field for field in fields if field.is_flag and field.varies]
    is_sure = any(field.numbers is None or field.says(known.LIKE_OUTCOME) for field in varying)
    ways = [*several(sample, fields)]
    taken = {name for rank, names, answer in ways for name in names if 0 <= rank < 2 and "counts" not in answer}
    ranked: Ranked = [(rank, answer) for rank, _, answer in ways]
    for field in (field for field in fields if field.name not in taken):
        is_like = field.says(known.LIKE_OUTCOME)
        if (not field.varies and not (field.is_flag and is_like)) or (is_sure and not (field.is_flag or is_like)):
            continue  # settings are no outcomes, nor are names of topics beside a flag
        rank = 4 * (not is_like) + ("." in field.name) + 3 * (not field.is_flag) + 2 * ({*field.codes} == {None})
        ranked += [(rank + i, {"outcome": (field.name,), **way}) for i, way in enumerate(gradings(field))]
    return _in_order(ranked + [(5, {"outcome": (pair,)}) for pair, _ in compared(fields)])


def several(sample: Sample, fields: Sequence[Field]) -> Iterator[tuple[int, Sequence[str], Answer]]:
    """Yield (rank, names, Answer) for fields that may hold the trials of a record. The likeliest have low ranks."""
    for field in (field for field in fields if field.is_list):
        ways = of_list(field)
        are_named = any("name" in entry for entry in field.entries.values[:1] if isinstance(entry, dict))
        ends = {plain(one["at"].rpartition(".")[2]) for one in ways if "at" in one and not are_named}
        is_usual = field.entries.is_flag or plain(field.name) in known.LISTS or ends & {*known.OUTCOME}
        for i, answer in enumerate(ways):
            yield i + (not is_usual) * (3 + 2 * ("success" in answer)), (field.name,), answer
    for field in (field for field in fields if plain(field.name) in known.SOLVED):
        yield from ((0, answer["counts"], answer) for answer in counts(sample, field))
    yield from _columns([field for field in fields if field.is_flag])


def counts(sample: Sample, solved: Field) -> Iterator[Answer]:
    """Yield an Answer with --counts N,C for each field N that may count trials, where C is the field `solved`."""
    for field in (sample.field(name) for name in sample.names if name not in sample.around):
        is_total = field is not solved and (field.says(known.COUNTS) or plain(field.name) in known.TRIALS)
        pairs = zip(map(whole, field.values), map(whole, solved.values))
        if is_total and all(n is not None and c is not None and 0 <= c <= n for n, c in pairs):
            yield {"counts": (field.name, solved.name)}


def gradings(field: Field, is_told: bool = False) -> list[Answer]:
    """Return Answers by which a field's values may be graded, or []. `is_told` says that the values are outcomes."""
    if field.says(known.AMOUNTS | known.TIMES) or not field.is_plain:
        return []
    if field.is_flag:
        zeros = [text_of(value) for value, code in zip(field.values, field.codes) if code == 0]
        return [{"success": (zeros[0],)}] if zeros and field.says(known.ZEROS | {"error", "exit"}) else [{}]
    if field.numbers is not None:
        low, top = min(field.numbers), max(field.numbers)
        answers = [_SCORES] * field.is_real
        if (is_told or field.says(known.LIKE_OUTCOME)) and low < top:
            are_marks = field.is_whole and low >= 0 and 2 < len(field.distinct) <= _FEW  # 1 to 5
            end = float(top) if are_marks else 10.0 if top <= 10 else 100.0
            scales: list[Answer] = [{"scores": (float(are_marks and low >= 1), end)}] * (low >= 0 and 1 < top <= end)
            bounds: list[Answer] = [{"threshold": float(top)}]
            answers += scales + bounds if are_marks else bounds + scales
        return answers
    labels = [*map(str, field.distinct)]
    if not 2 <= len(labels) <= _FEW or len(field.there) < 2 * len(labels) or field.is_text:
        return []
    best = max(outcome_of(word) or 0 for word in labels)  # a word of success, if there is one
    return [{"success": (word,)} for word in labels if outcome_of(word) == (best or None)]


def of_list(field: Field) -> list[Answer]:
    """Return Answers that read a field whose lists hold outcomes, or objects with outcomes; [] if none seem to."""
    own = field.entries
    if not own.values or not all(isinstance(value, dict) for value in own.values):
        return [{"outcome": (field.name,), **way} for way in gradings(own)]
    inner = Sample(map(flat, own.values))
    fields = [one for one in map(inner.field, inner.names) if one.varies or one.says(known.LIKE_OUTCOME)]
    fields.sort(key=lambda one: (not one.says(known.LIKE_OUTCOME), not one.is_flag))
    ways: list[Answer] = [
        {"at": f"[{{}}].{field.name}[{{trial}}].{one.name}", **way} for one in fields for way in gradings(one)
    ]
    return ways[:3]


def table_of(sample: Sample) -> list[dict[str, Any]]:
    """Return {"field": name, "values": "9 values", "example": text, "fits": [options]} for the first fields."""
    rows = ((one.name, *one.about, _fits(one)) for one in map(sample.field, sample.names[:LISTED]))
    return [dict(zip(("field", "values", "example", "fits"), row)) for row in rows]


def _fits(field: Field) -> list[str]:
    """Return the names of the options that could name this field."""
    recurs = field.is_plain and field.varies and 2 * len(field.distinct) <= len(field.values)
    fits = ["outcome"] if (of_list(field) if field.is_list else gradings(field)) else []
    fits += ["question"] if may_name(field) else []
    return fits + (["run", "trial"] if recurs and (not field.is_flag or field.says(known.TRIAL_WORDS)) else [])


def _columns(flags: Sequence[Field]) -> Iterator[tuple[int, Sequence[str], Answer]]:
    """Yield (rank, names, Answer) for fields of 0 and 1 that may hold a trial or a run each. Low ranks are likelier."""
    families: dict[str, list[str]] = {}
    for name in (field.name for field in flags):
        for role, part in (("{trial}", r"[.\d]*\d$"), ("{run}", r"(?<![^._ -])[^._ -]+(?![^._ -])")):
            for match in re.finditer(part, name):
                families.setdefault(name[: match.start()] + role + name[match.end() :], []).append(name)
    for kind, names in families.items():
        columns = tuple(names)
        if 1 < len(columns) <= _COLUMNS:
            if kind.endswith("{trial}") or not known.TRIAL_WORDS.isdisjoint(words(kind)):
                are_settings = any("." in name[kind.index("{") :] for name in columns)  # t0, t0.5, t1
                yield 1 + 2 * are_settings, columns, {"trials": columns}
                yield 3 - 2 * are_settings, columns, {"runs": columns}
            elif not known.LIKE_OUTCOME.isdisjoint(words(kind)):
                yield -1, columns, {"at": f"[{{}}].{kind}"}
    are_bare = not any(field.says(known.LIKE_OUTCOME) or not field.is_set for field in flags)
    if are_bare and 1 < len(flags) <= _COLUMNS and 2 * sum(field.varies for field in flags) > len(flags):
        columns = tuple(field.name for field in flags)
        yield 2, columns, {"runs": columns}


def compared(fields: Sequence[Field]) -> Iterator[tuple[str, list[bool]]]:
    """Yield ("A==B", [whether they are equal, for each record]) for fields A of answers and B of right answers."""

    def single(value: Any) -> Any:
        return key_of(value[0] if isinstance(value, list) and len(value) == 1 else value)

    for one, other in product(fields, fields):
        if one is not other and one.says(known.GIVEN) and other.says(known.GOLD):
            pairs = zip(map(single, one.values), map(single, other.values))
            equal = [left == right and left is not None for left, right in pairs]
            if any(equal):
                yield f"{one.name}=={other.name}", equal


def trials_or_runs(field: Field) -> list[Answer]:
    """Return Answers for a field that tells the records of a question apart: it is the run, the trial, or ignored."""
    is_trial = field.says(known.TRIAL_WORDS) or counts_up(map(whole, field.there))
    roles = ("trial", "run") if is_trial else ("run", "trial")
    return [*({role: field.name} for role in roles), {"ignore": (field.name,)}]


def templates(document: Any) -> list[Answer]:
    """Return Answers with --at templates that lead to outcomes in a document, the likeliest first."""
    families: dict[str, list[Any]] = {}
    for _, (path, value) in zip(range(_LEAVES), _ends(document, "", _DEEP)):
        families.setdefault(path, []).append(value)
    ranked: Ranked = []
    for path, values in families.items():
        field = Field(path.rpartition(".")[2], values)
        is_like = field.says(known.LIKE_OUTCOME)
        is_setting = not (is_like or field.varies) or field.says(known.AMOUNTS)
        parent = path[: len(path) - len(field.name)]
        is_mean = any(f"{parent}{name}" in families for name in known.TRIALS)  # of trials counted beside it
        if is_setting or len(values) < 2 or not (field.is_flag or (field.is_real and not is_mean)):
            continue
        rank = 3 * (not is_like) + 2 * (not field.is_flag) + (not field.varies)
        places = sorted(_PLACES.get(path.count("{}"), []), key=lambda roles: path[:4] == "[{}]" and roles[0] != "")
        for i, roles in enumerate(places):
            parts = zip(path.split("{}"), [*(f"{{{role}}}" for role in roles), ""])
            way = {"at": "".join(part + role for part, role in parts)}
            ranked.append((rank + i, way if field.is_flag else {**way, **_SCORES}))
    return _in_order(ranked)


def _ends(value: Any, path: str, depth: int) -> Iterator[tuple[str, Any]]:
    """Yield (path, value) for single values, up to `depth` levels deep, in the first entries of lists and objects.

    In a path, {} is a list index, or a key that seems to be a label: the values of all keys are of one kind.
    """
    if isinstance(value, list) and depth:
        for entry in value[:_LOOKED]:
            yield from _ends(entry, f"{path}[{{}}]", depth - 1)
    elif isinstance(value, dict) and depth:
        values = list(value.values())
        kinds = {type(entry) if isinstance(entry, (list, dict)) else outcome_of(entry) is not None for entry in values}
        alike = len(values) > 1 and kinds in ({dict}, {list}, {True})
        alike = alike and not first_usual(map(str, value), known.OUTCOME)
        for name, entry in list(value.items())[: 4 * _LOOKED]:
            step = "{}" if alike else re.sub(r"([.\[\]\\])", r"\\\1", str(name))
            yield from _ends(entry, f"{path}.{step}" if path else step, depth - 1)
    elif not isinstance(value, (list, dict)) and value is not None:
        yield path, value
