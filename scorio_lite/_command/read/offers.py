"""Make the Offers of a Refusal: try on a sample the options that could answer it, and note the numbers they give."""

from __future__ import annotations

from ..text import as_flags, as_typed, count
from .item import Refusal
from .names import MODELS, has_word
from .options import BOUNDS, as_keywords, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from ..score.run import Run
    from .item import Answer
    from .options import Ask

_FIELDS = ("question", "outcome", "ignore", "trials", "runs", "counts")  # options that name fields
TRIED, SHOWN = 8, 4  # answers that are tried, and offers that are shown, at most


class Offer:
    """A way to read the files. `answer` has its options, and `runs` a record of numbers for each run."""

    def __init__(self, answer: Answer, runs: Sequence[Run], is_part: bool) -> None:
        self.answer = answer
        self.is_part = is_part  # whether the numbers are of some questions alone
        cells: dict[str, list[Run]] = {}
        for run in runs:
            cells.setdefault(run.title, []).append(run)
        self.runs = [
            {
                "run": title if len(cells) > 1 else None,
                **_numbers(own),
                "tasks": {run.cell.task: _numbers([run]) for run in own if run.cell.task},
            }
            for title, own in cells.items()
        ]
        trials = [size for run in runs for size in (run.trials, run.most_trials)]
        means = [run.get(name) for run in self.runs for name in ("avg", "avg_low", "avg_high")]
        means = sorted(mean for mean in means if mean is not None)
        what = f"{_range([run['question_count'] for run in self.runs], 'question')}, {_range(trials, 'trial')} each"
        ends = " to ".join(dict.fromkeys(f"{mean:.3f}" for mean in (means[0], means[-1])))
        what = f"{len(self.runs)} runs of {what}, means {ends}" if self.runs[1:] else f"{what}, mean {ends}"
        self.numbers = what + " (of some questions)" * is_part

    def line(self) -> str:
        """Return a line: the numbers of the reading, then the options that select it."""
        return f"{self.numbers}:  {' '.join(map(as_typed, as_flags(self.answer)))}"

    def record(self) -> dict[str, Any]:
        options = {"options": as_flags(self.answer), "keywords": as_keywords(self.answer)}
        return {**options, "runs": self.runs, **({"is_part": True} if self.is_part else {})}


def _numbers(cells: Sequence[Run]) -> dict[str, Any]:
    """Return the "question_count", "trials" of a question and "avg" of a run. `cells` has a Run for each task."""
    fewest, most = min(run.trials for run in cells), max(run.most_trials for run in cells)
    ends = ([run.mean() for run in cells], [(run.solved or run).mean() for run in cells])
    low, high = (float(sum(means) / len(means)) for means in ends)  # rounded once
    return {
        "question_count": sum(run.tally.questions for run in cells),
        "trials": fewest if fewest == most else {"min": fewest, "max": most},
        **({"avg": low} if low == high else {"avg": None, "avg_low": low, "avg_high": high}),
    }


def _range(numbers: Sequence[int], noun: str) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low:,} to {count(high, noun)}" if low < high else count(low, noun)


def search(refusal: Refusal, ask: Ask, read: Callable[[Ask], tuple[Sequence[Run], bool]]) -> list[Offer]:
    """Return the Offers for a refusal, the best first: options with which a sample can be read.

    read(ask) returns (runs, is_part). If is_part, the runs lack some of the questions. If `read` raises a Refusal,
    its answers are tried, too. Of answers that share other options and differ in --missing, one is offered.
    """
    first = list(refusal.answers)
    if ask.metric:  # first without the given metrics, which may be in no file
        first = [{"metric": one["metric"].rpartition(",")[2]} for one in first if "metric" in one] + first
    queue: list[tuple[float, Answer]] = [*enumerate(first)]
    seen, offers, ways = [], [], []  # type: list[Answer], list[Offer], list[Answer]
    while queue and len(seen) < TRIED and len(offers) < SHOWN:
        cost, answer = queue.pop(0)
        way = {name: value for name, value in answer.items() if name != "missing"}
        if answer in seen or (way and way in ways) or not _is_sound(answer):
            continue
        seen.append(answer)
        try:
            offer = Offer(answer, *read(ask.with_answers(answer)))
        except Refusal as error:
            more = sorted(error.answers, key=lambda one: one == {"missing": BOUNDS})  # last, as it gives a range
            for i, one in enumerate(more):
                if not {"trial", "run"} & answer.keys() & one.keys():  # not twice
                    queue.append((cost + (i + 1) / 2, joined(answer, one)))
            queue.sort(key=lambda pair: pair[0])
        except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
            pass
        else:
            alike = (other.answer for other in offers if other.numbers == offer.numbers)
            if not any(fewer.items() <= answer.items() for fewer in alike):  # else some are needless
                offers.append(offer)
                ways.append(way)
    return offers


def _is_sound(answer: Answer) -> bool:
    """Whether the options of an answer agree. For example, no field has two roles, and no two options name outcomes."""
    fields = [field for name in _FIELDS for field in answer.get(name) or ()]
    fields += [answer[name] for name in ("trial", "run", "task") if name in answer]
    ways = [answer.get(name) or "" for name in ("outcome", "at", "trials", "runs", "counts")]
    ways = [own for own in ways if own and not own[0].startswith("{outcome}")]  # which is of --at
    is_mixed = has_word(answer.get("trial", ""), MODELS) or {"run", "merge"} <= answer.keys() or len(ways) > 1
    return len({*fields}) == len(fields) and not is_mixed
