"""The usual names of the fields of a record, by role."""

from __future__ import annotations

from collections import Counter

from .grading import FileError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection, Iterable

    from .settings import Settings

QUESTION_KEYS = (
    *("task_id", "question_id", "problem_id", "example_id", "instance_id", "doc_id", "qid", "question", "problem"),
    *("example", "task", "prompt", "name", "id", "index", "idx"),
)
OUTCOME_KEYS = (
    *("passed", "correct", "is_correct", "success", "resolved", "is_resolved", "outcome", "reward", "score", "result"),
    *("acc", "accuracy", "symbolic_correct", "judge_correct"),
)
TRIAL_KEYS = ("trial", "trial_id", "attempt", "epoch", "sample_id")
ANSWER_KEYS = ("predicted_answer", "extracted_answer", "pred", "answer")  # for cons@k; the last may be the right one
# These number the trials, too, unless they are the same in all records.
REPEAT_KEYS = ("run", "run_id", "seed", "rep", "repeat", "repetition", "rollout", "try", "iteration", "sample",
               "sample_idx", "sample_index")  # fmt: skip
LAST_KEY = "sample_id"  # names the question if nothing else does; otherwise the trial
ERROR_KEYS = ("error", "errors", "exception", "error_message")
# How many trials a question has, and how many of them succeeded.
TRIALS_KEYS = ("n", "num_samples", "n_samples", "num_trials", "n_trials", "total")
SUCCESSES_KEYS = ("c", "num_correct", "n_correct", "num_passed", "n_passed", "num_successes", "n_successes")
# A question has one value of each: trials of two models, or of question 0 in two data sets, must not be mixed.
RUN_KEYS = ("model", "model_name", "llm", "model_id")  # each model of a file is a run
SYSTEM_KEYS = ("engine", "provider", "agent", "system", "checkpoint")  # may be a run each, for --run to say
CONTEXT_KEYS = (*RUN_KEYS, *SYSTEM_KEYS, "dataset", "benchmark", "category", "subject", "language", "split", "filter",
                "metric", "scorer")  # fmt: skip
# The first of these that a record has says what the question is: runs are not compared if they differ in it.
TEXT_KEYS = ("question_hash", "problem_hash", "doc_hash", "task_hash", "question", "problem", "question_text",
             "problem_text", "problem_statement", "prompt_hash", "prompt", "input")  # fmt: skip
_DESCRIBING = ("info", "doc", "metadata", "data")  # of tau-bench, lm-evaluation-harness, Inspect, verifiers
_LISTED = 5  # fields in a message
_USELESS = {*OUTCOME_KEYS, *TRIAL_KEYS, *REPEAT_KEYS, *ERROR_KEYS, *TEXT_KEYS}  # for slices


def usual_names(item: Iterable[str]) -> set[str]:
    """The names of a record's fields in lower case, without blanks around them."""
    return {name.strip().lower() for name in item}


class Fields:
    """The fields to look for, in lower case, by role."""

    def __init__(
        self,
        questions: tuple[str, ...] = QUESTION_KEYS,
        outcomes: tuple[str, ...] = OUTCOME_KEYS,
        trials: tuple[str, ...] = TRIAL_KEYS,
        context: tuple[str, ...] = CONTEXT_KEYS,
        errors: tuple[str, ...] = (),
        counts: tuple[str, str] | None = None,
        sure: bool = False,
        run: str | None = None,
        texts: tuple[str, ...] = (),
        answers: tuple[str, ...] = (),
        repeats: tuple[str, ...] = (),
    ) -> None:
        self.questions = questions
        self.outcomes = outcomes
        self.trials = trials
        self.context = tuple(key for key in context if key not in questions + outcomes)
        self.errors = errors  # the fields of which one is set if the trial broke
        self.counts = counts  # the fields with the numbers of trials and of successes, in place of an outcome
        self.sure = sure  # whether the first of the outcomes is the outcome: the others must not contradict it
        self.runs = (run.strip().lower(),) if run else RUN_KEYS
        self.must_have_runs = bool(run)
        self.texts = texts
        self.answers = answers  # the fields that may hold what the trial answered
        self.repeats = tuple(key for key in repeats if not run or key not in self.runs)
        self.known = {*questions, *outcomes, *trials, *context, *errors, *(counts or ()), *self.runs}

    @classmethod
    def chosen(cls, settings: Settings, kept: tuple[str, ...] = ()) -> Fields:
        """The usual fields, or those that the user names. The fields in `kept` are context, and name no question."""
        question, outcome = _usual(settings.question), _usual(settings.outcome)
        counts = _usual(*(settings.counts or ()))
        return cls(
            question or tuple(key for key in QUESTION_KEYS if key not in kept),
            () if counts else outcome or OUTCOME_KEYS,
            tuple(key for key in TRIAL_KEYS if key not in question),
            context=tuple(dict.fromkeys((*CONTEXT_KEYS, *kept))),
            errors=() if outcome else ERROR_KEYS,
            counts=(counts[0], counts[1]) if counts else None,
            run=settings.run,
            texts=() if question else TEXT_KEYS,  # the user says that the name is enough
            answers=_usual(settings.answer) or ANSWER_KEYS,
            repeats=tuple(key for key in REPEAT_KEYS if key not in question + outcome),
        )


def _usual(*names: str | None) -> tuple[str, ...]:
    return tuple(name.strip().lower() for name in names if name)


def counts_among(names: Collection[str]) -> tuple[str, str] | None:
    """The names, in lower case, of the numbers of trials and of successes; None if they are not there."""
    trials, successes = ([key for key in keys if key in names] for keys in (TRIALS_KEYS, SUCCESSES_KEYS))
    if not trials or not successes:
        return None
    letters = [name for name in names if len(name) == 1]
    if (trials[0] in letters or successes[0] in letters) and len(letters) > 2:
        return None  # a, b, c, ... are trials
    if len(trials) > 1 or len(successes) > 1:
        some = ", ".join(map(shown, trials + successes))
        raise FileError(f"which of the fields {some} are the numbers of trials and of successes? Use --counts N,C")
    return trials[0], successes[0]


def reached(item: Any, path: str) -> Any:
    """What stands at the end of a path with dots, as data.correct or scores.0.value; None if it breaks off."""
    for part in path.split("."):
        if isinstance(item, list) and part.isdecimal() and int(part) < len(item):
            item = item[int(part)]
        elif isinstance(item, dict):
            found = [name for name in item if name.strip().lower() == part.strip().lower()]
            if len(found) > 1 or (type(item) is Repeated and item.names.intersection(found)):
                raise FileError(f"the field {shown(found[0])} occurs twice; rename or remove one")
            item = item[found[0]] if found else None
        else:
            return None
    return item


def described(item: dict[str, Any], name: str) -> Any:
    """The value of a field, by its name or its path with dots, in a record or in an object that describes it."""
    for part in (item, *[item[key] for key in _DESCRIBING if isinstance(item.get(key), dict)]):
        usual = {key.strip().lower(): value for key, value in part.items()}
        found = usual[name] if name in usual else reached(part, name) if "." in name else None
        if found is not None:
            return found
    return None


def listed(item: dict[str, Any]) -> list[str]:
    """The first fields of a record that --by and --cluster could name."""
    objects = [(key, item[key]) for key in _DESCRIBING if isinstance(item.get(key), dict)]
    inner = [(f"{key}.{name}", value) for key, part in objects for name, value in part.items()]
    kept = [name for name, value in (*item.items(), *inner) if not isinstance(value, (list, dict))]
    return [name for name in kept if name.strip().lower() not in _USELESS][:_LISTED]


class Repeated(dict):  # type: ignore[type-arg]
    """A record in which some fields occur twice."""

    names: set[str]


def record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The record of these fields. As `object_pairs_hook` of JSON, it notes fields that occur twice."""
    fields = dict(pairs)
    if len(fields) == len(pairs):
        return fields
    fields = Repeated(fields)
    times = Counter(name for name, _ in pairs)
    fields.names = {name for name, number in times.items() if number > 1}
    return fields
