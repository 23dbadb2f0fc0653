"""What a refusal offers: options that could answer it, tried on the sample, with the numbers that they give."""

from __future__ import annotations

import heapq

from ..grading import count
from .item import Refusal
from .names import MODELS, has_word
from .options import as_flags, as_keywords

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from ..score.run import Run
    from .candidates import Answer
    from .options import Ask

TRIED, SHOWN = 8, 4  # offers
_DEEP = 5  # options that follow from each other
_MOST_RUNS = 20  # of fewer questions
_GRADES = ("success", "threshold", "scores", "weights")


class Offer:
    """A reading that fits: the options that select it, and the numbers that it gives."""

    def __init__(self, answer: Answer, runs: Sequence[Run], is_part: bool) -> None:
        self.answer = answer
        self.is_part = is_part  # whether the numbers are of some questions alone
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
        """Whether it has a single outcome in each run, or a run for each question: they may be settings."""
        return len(self.runs) > max(_MOST_RUNS, self.runs[0]["question_count"]) or all(
            run["question_count"] == 1 and run["trials"] == 1 for run in self.runs
        )

    def line(self) -> str:
        """Return the numbers of the reading and its options, in one line for readers."""
        from ..grading import as_typed

        return f"{self.numbers()}:  {' '.join(map(as_typed, as_flags(self.answer)))}"

    def numbers(self) -> str:
        return _in_words(self.runs) + " (of some questions)" * self.is_part

    def record(self) -> dict[str, Any]:
        part = {"is_part": True} if self.is_part else {}
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
    trials = [
        x for run in runs for x in (run["trials"].values() if isinstance(run["trials"], dict) else [run["trials"]])
    ]
    what = f"{_range([run['question_count'] for run in runs], 'question')}, {_range(trials, 'trial')} each"
    means = sorted(mean for run in runs for mean in _means(run))
    if len(runs) == 1:
        return f"{what}, mean {' to '.join([f'{mean:.3f}' for mean in means])}"
    return f"{len(runs)} runs of {what}, means {means[0]:.3f} to {means[-1]:.3f}"


def _range(numbers: Sequence[int], noun: str) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:,} to {count(high, noun)}" if low < high else count(low, noun)


def search(refusal: Refusal, ask: Ask, read: Callable[[Ask], tuple[Sequence[Run], bool]]) -> list[Offer]:
    """Return the readings that fit, the best first. `read` reads the sample with options: (runs, whether it is a part).

    A try that is refused goes on with the options that its refusal names.
    """
    queue: list[tuple[float, int, Answer]] = []
    seen: list[Answer] = []
    offers: list[Offer] = []
    pushed: list[None] = []

    def push(cost: float, answers: Sequence[Answer], start: Answer) -> None:
        for i, more in enumerate(answers):
            pushed.append(None)
            heapq.heappush(queue, (cost + i, len(pushed), _joined(start, more)))

    push(0, refusal.answers, {})
    while queue and len(seen) < TRIED + SHOWN and len({str(offer.key) for offer in offers}) < SHOWN:
        cost, _, answer = heapq.heappop(queue)
        if answer in seen or not _is_apart(answer, ask) or _has_way(answer, offers):
            continue
        seen.append(answer)
        try:
            runs, is_part = read(ask.with_answers(answer))
        except Refusal as error:
            if len(answer) < _DEEP:
                push(cost + 0.5, _settled(error.answers), answer)
            continue
        except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
            continue
        offers.append(Offer(answer, runs, is_part))
    offers = [offer for offer in offers if not offer.is_idle]
    keys = [str(offer.key) for offer in offers]
    firsts = [offer for i, offer in enumerate(offers) if keys[i] not in keys[:i]]
    return (firsts + [offer for offer in offers if offer not in firsts])[:SHOWN]


def _has_way(answer: Answer, offers: Sequence[Offer]) -> bool:
    """Whether this reading with another way of --missing is offered: the ways are one offer, unless they are asked."""
    if set(answer) == {"missing"} or "missing" not in answer:
        return False
    rest = {**answer, "missing": None}
    return any({**offer.answer, "missing": None} == rest for offer in offers)


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


def _is_apart(answer: Answer, ask: Ask) -> bool:
    """Whether the options of an answer go together: one role a field, one way of grading, and runs that stay apart."""
    grades = {name for name in _GRADES if name in answer or getattr(ask, name) is not None}
    single = [answer[name] for name in ("trial", "run", "task") if name in answer]
    named = [*single, *answer.get("question", ()), *answer.get("outcome", ()), *answer.get("ignore", ())]
    models = [answer[name] for name in ("trial",) if name in answer]  # a model is no trial of another one
    models += answer.get("ignore", ()) if "run" in answer else ()
    is_mixed = any(has_word(name, MODELS) for name in models) or {"run", "merge"} <= answer.keys()
    return len(grades) < 2 and len(set(named)) == len(named) and not is_mixed
