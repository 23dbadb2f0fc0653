"""What a refusal offers: options that could answer it, tried on the sample, with the numbers that they give.

`questions`, `outcomes`, `gradings` and `templates` list options that could fill a role, the likeliest first. `search`
tries the options that a refusal names, and follows the refusals of the tries.
"""

from __future__ import annotations

import heapq
import re
from itertools import product

from ..grading import count
from .item import Refusal
from .names import (
    AMOUNTS,
    FIXED,
    LIKE_OUTCOME,
    LIKE_QUESTION,
    MAYBE_RUN,
    MEASURES,
    PARTS,
    RUN,
    TIMES,
    TRIAL,
    TRIAL_WORDS,
    first_usual,
    has_word,
    numbered,
    plain,
    words,
)
from .options import as_flags, as_keywords
from .sample import Field, Sample, number_of, outcome_of, pair_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Mapping, Sequence

    from ..score.run import Run
    from .options import Asked
    from .roles import Roles

    Answer = Mapping[str, Any]

TRIED, SHOWN = 8, 4  # offers
_COLUMNS = 100  # trials or runs beside each other, which are offered
_FEW = 6  # different words of a label
_DEEP = 5  # steps of a template
_LOOKED = 50  # entries of a list or an object that are looked at for templates
_LEAVES = 30_000  # values of a document that are looked at
_GRADES = ("success", "threshold", "scores", "weights")


class Offer:
    """A reading that fits: the options that select it, and the numbers that it gives."""

    def __init__(self, answer: Answer, runs: Sequence[Run], is_part: bool) -> None:
        self.answer = answer
        self.is_part = is_part  # whether the numbers are of the first records alone
        cells: dict[str, list[Run]] = {}
        for run in runs:
            cells.setdefault(run.title, []).append(run)
        self.runs = [_numbers(of_run, len(cells) > 1) for of_run in cells.values()]

    @property
    def key(self) -> Any:
        """The numbers of the reading."""
        return [(run["question_count"], str(run["trials"]), _means(run)) for run in self.runs]

    @property
    def is_idle(self) -> bool:
        """Whether it has a single outcome in each run: it may be a setting."""
        return all(run["question_count"] == 1 and run["trials"] == 1 for run in self.runs)

    def line(self) -> str:
        """Return the numbers of the reading and its options, in one line for readers."""
        from ..grading import as_typed

        part = " (of the first records)" if self.is_part else ""
        return f"{_in_words(self.runs)}{part}:  {' '.join(map(as_typed, as_flags(self.answer)))}"

    def record(self) -> dict[str, Any]:
        part = {"first_records": True} if self.is_part else {}
        return {"options": as_flags(self.answer), "keywords": as_keywords(self.answer), "runs": self.runs, **part}


def _numbers(cells: list[Run], is_named: bool) -> dict[str, Any]:
    """Return {name: number} of a run: questions, trials, the mean over its tasks. `cells` has a Run for each task."""
    tasks = {run.task: _size([run]) for run in cells if run.task}
    return {"run": cells[0].title if is_named else None, **_size(cells), "tasks": tasks}


def _size(cells: list[Run]) -> dict[str, Any]:
    fewest, most = min(run.trials for run in cells), max(run.most_trials for run in cells)
    low, high = (mean_of(ends) for ends in (cells, [run.solved or run for run in cells]))
    return {
        "question_count": sum(run.tally.questions for run in cells),
        "trials": fewest if fewest == most else {"min": fewest, "max": most},
        **({"avg": low} if low == high else {"avg": None, "avg_low": low, "avg_high": high}),
    }


def mean_of(cells: Sequence[Run]) -> float:
    """Return the mean over tasks of the means of a run: the double nearest to the exact value."""
    from fractions import Fraction

    return float(sum((run.mean() for run in cells), Fraction(0)) / len(cells))


def _means(run: dict[str, Any]) -> list[float]:
    return [run["avg_low"], run["avg_high"]] if run["avg"] is None else [run["avg"]]


def _in_words(runs: list[dict[str, Any]]) -> str:
    first = runs[0]
    trials = first["trials"]
    sizes = f"{trials['min']} to {trials['max']} trials" if isinstance(trials, dict) else count(trials, "trial")
    what = f"{count(first['question_count'], 'question')}, {sizes} each"
    means = sorted(mean for run in runs for mean in _means(run))
    if len(runs) == 1:
        return f"{what}, mean {' to '.join([f'{mean:.3f}' for mean in means])}"
    return f"{len(runs)} runs of {what}, means {means[0]:.3f} to {means[-1]:.3f}"


def search(refusal: Refusal, ask: Asked, read: Callable[[Asked], tuple[Sequence[Run], bool]]) -> list[Offer]:
    """Return the readings that fit, the best first. `read` reads the sample with options: (runs, whether it is a part).

    A try that is refused goes on with the options that its refusal names.
    """
    queue: list[tuple[int, int, Answer]] = []
    seen: list[Answer] = []
    offers: list[Offer] = []
    pushed: list[None] = []

    def push(cost: int, answers: Sequence[Answer], start: Answer) -> None:
        for i, more in enumerate(answers):
            pushed.append(None)
            heapq.heappush(queue, (cost + i, len(pushed), _joined(start, more)))

    push(0, refusal.answers, {})
    while queue and len(seen) < TRIED + SHOWN and len({str(offer.key) for offer in offers}) < SHOWN:
        cost, _, answer = heapq.heappop(queue)
        if answer in seen or not _is_apart(answer, ask):
            continue
        seen.append(answer)
        try:
            runs, is_part = read(ask.with_answers(answer))
        except Refusal as error:
            if len(answer) < _DEEP:
                push(cost + 1, _settled(error.answers), answer)
            continue
        except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
            continue
        offers.append(Offer(answer, runs, is_part))
    offers = [offer for offer in offers if not offer.is_idle]
    keys = [str(offer.key) for offer in offers]
    firsts = [offer for i, offer in enumerate(offers) if keys[i] not in keys[:i]]
    return (firsts + [offer for offer in offers if offer not in firsts])[:SHOWN]


def _settled(answers: Sequence[Answer]) -> Sequence[Answer]:
    """Return the answers; of the ways of --missing those that give a number come first, as an offer needs one."""
    if all(set(answer) == {"missing"} for answer in answers):
        return sorted(answers, key=lambda answer: ["own", "drop", "fail", "harness", "bounds"].index(answer["missing"]))
    return answers


def _joined(start: Answer, more: Answer) -> Answer:
    joined = dict(start)
    for name, value in more.items():
        if name == "ignore":
            value = (*joined.get(name, ()), *value)
        elif name in ("where", "skip"):
            value = {**joined.get(name, {}), **value}
        joined[name] = value
    return joined


def _is_apart(answer: Answer, ask: Asked) -> bool:
    """Whether the options of an answer go with those given: one role a field, and one way of grading."""
    grades = {name for name in _GRADES if name in answer or getattr(ask, name) is not None}
    single = [answer[name] for name in ("trial", "run", "task") if name in answer]
    named = [*single, *answer.get("question", ()), *answer.get("outcome", ()), *answer.get("ignore", ())]
    return len(grades) < 2 and len(set(named)) == len(named)


def together(first: Iterable[Answer], second: Iterable[Answer]) -> list[Answer]:
    """Return the pairs of two answers as one, the likeliest first."""
    pairs = product(enumerate(list(first)[:TRIED]), enumerate(list(second)[:TRIED]))
    ranked = sorted(((i + j, i, {**one, **two}) for (i, one), (j, two) in pairs), key=lambda pair: pair[:2])
    return [answer for _, _, answer in ranked if not {*answer.get("question", ())} & {*answer.get("outcome", ())}]


def questions(sample: Sample, names: Sequence[str], roles: Roles) -> list[Answer]:
    """Return options that could name the question, the likeliest first; the place of a record is the last."""
    taken = {*roles.fields, *first_usual(names, RUN)}
    runs = [roles.run] if roles.run else []
    ranked = []
    for name in names:
        field = sample.field(name)
        if name in taken or not may_name(field) or len(field.there) < len(sample) - 1:
            continue
        groups = sample.groups([*runs, name])
        sizes = {len(group) for group in groups.values()}
        is_unique, is_even = sizes == {1}, len(sizes) == 1
        if len(field.distinct) < 2 or (len(field.distinct) * 2 > len(sample) and not is_unique and not is_even):
            continue
        rank = 6 * (not has_word(name, LIKE_QUESTION)) + 3 * (not is_even) + 2 * ("." in name) - field.is_text
        rank += 3 * has_word(name, MEASURES) + 8 * (plain(name) in FIXED) + 4 * field.is_flag
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
    for name in names:
        field = sample.field(name)
        if name in taken or not field.there:
            continue
        rank = 4 * (not has_word(name, LIKE_OUTCOME)) + ("." in name) + 2 * (not field.varies)
        if field.is_list:
            ranked += [(rank + i, answer) for i, answer in enumerate(of_list(sample, name))]
        elif field.is_flag:
            if not has_word(name, AMOUNTS):
                ranked.append((rank + 3 * (len(field.there) < len(sample) // 2), {"outcome": (name,)}))
        elif field.is_plain and len(field.there) * 2 > len(sample):
            ranked += [(rank + 2 + i, {"outcome": (name,), **grade}) for i, grade in enumerate(gradings(field))]
    ranked += (
        _columns(sample, names, roles)
        + _unnamed(sample, names, roles)
        + [(5, {"outcome": (pair,)}) for pair in _compared(sample, names)]
    )
    return [answer for _, answer in sorted(ranked, key=lambda pair: pair[0])]


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
        found: list[Answer] = [{"at": f"[{{}}].{name}[{{trial}}].{one}"} for one in flags[:3]]
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
    plain_names = [name for name in flags if "." not in name and not has_word(name, LIKE_OUTCOME | MEASURES)]
    return [(2, {"runs": tuple(flags)})] if 1 < len(flags) <= _COLUMNS and flags == plain_names else []


def _says_outcome(part: str) -> bool:
    return not LIKE_OUTCOME.isdisjoint(words(part))


def _compared(sample: Sample, names: Sequence[str]) -> list[str]:
    """Return "A==B" for an answer and a gold answer that agree in some records and not in all."""
    plains = [name for name in names if sample.field(name).is_plain and len(sample.field(name).distinct) > 1]
    answers = [
        name for name in plains if {"pred", "prediction", "predicted", "answer", "extracted", "output"} & {*words(name)}
    ]
    golds = [
        name for name in plains if {"gold", "gt", "target", "expected", "truth", "label", "reference"} & {*words(name)}
    ]
    found = []
    for one, other in product(answers, golds):
        pairs = list(zip(sample.field(one).keys, sample.field(other).keys))
        same = sum(left == right for left, right in pairs)
        if one != other and 0 < same < len(pairs):
            found.append(f"{one}=={other}")
    return found


def trials_or_runs(name: str) -> list[Answer]:
    """Return the roles that a field may have that tells the records of a question apart, the likeliest first."""
    is_run = plain(name) in (*RUN, *MAYBE_RUN)
    is_trial = not TRIAL_WORDS.isdisjoint(words(name))
    pair: list[Answer] = [{"run": name}, {"trial": name}]
    if is_trial and not is_run:
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
        if not holes or len(values) < 2 or not (field.is_flag or is_real) or has_word(field.name, AMOUNTS):
            continue
        rank = 3 * (not has_word(field.name, LIKE_OUTCOME)) + 2 * is_real + (not field.varies)
        grade: Answer = {"scores": (0.0, 1.0)} if is_real else {}
        ranked += [(rank + i, {"at": text, **grade}) for i, text in enumerate(_named_holes(path, holes))]
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


def _named_holes(path: str, holes: int) -> list[str]:
    """Return templates with roles in the places of {}, the likeliest first. A list inside holds trials."""
    by_holes: dict[int, list[tuple[str, ...]]] = {
        1: [("question",)],
        2: [("question", "trial"), ("run", "question"), ("trial", "question"), ("", "trial")],
        3: [("run", "question", "trial"), ("task", "question", "trial"), ("run", "task", "question")],
    }
    kinds = by_holes.get(holes, [])
    if path.startswith("[{}]") and holes == 2:
        kinds = [("", "trial"), ("", "run"), ("question", "trial"), ("trial", "question")]
    if path.startswith("[{}]") and holes == 1:
        kinds = [("question",)]
    found = []
    for roles in kinds:
        parts = path.split("{}")
        names = [f"{{{role}}}" for role in roles]
        found.append("".join(part + name for part, name in zip(parts, [*names, ""])))
    return found
