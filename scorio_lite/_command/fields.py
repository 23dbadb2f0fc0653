"""The usual names of the fields of a record, by role."""

from __future__ import annotations

from collections import Counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

QUESTION_KEYS = (
    *("task_id", "question_id", "problem_id", "example_id", "doc_id", "qid", "question", "problem", "example", "task"),
    *("prompt", "name", "id", "index", "idx"),
)
OUTCOME_KEYS = ("passed", "correct", "is_correct", "success", "outcome", "reward", "score", "result")
TRIAL_KEYS = ("trial", "trial_id", "attempt", "epoch", "sample_id")
# A question has one value of each: trials of two models, or of question 0 in two data sets, must not be mixed.
CONTEXT_KEYS = ("model", "model_name", "dataset", "benchmark", "category", "subject", "language", "split", "filter",
                "metric", "scorer")  # fmt: skip
RUN_KEYS = ("model", "model_name")  # each model of a file is a run
# The first of these that a record has says what the question is: runs are not compared if they differ in it.
TEXT_KEYS = ("question_hash", "problem_hash", "doc_hash", "task_hash", "question", "problem", "question_text",
             "problem_text", "problem_statement", "prompt_hash", "prompt", "input")  # fmt: skip


class Fields:
    """The fields to look for, in lower case, by role."""

    def __init__(
        self,
        questions: tuple[str, ...] = QUESTION_KEYS,
        outcomes: tuple[str, ...] = OUTCOME_KEYS,
        trials: tuple[str, ...] = TRIAL_KEYS,
        context: tuple[str, ...] = CONTEXT_KEYS,
        error: str | None = None,
        run: str | None = None,
        texts: tuple[str, ...] = (),
    ) -> None:
        self.questions = questions
        self.outcomes = outcomes
        self.trials = trials
        self.context = tuple(key for key in context if key not in questions + outcomes)
        self.error = error  # the field that is set if the trial broke
        self.runs = (run.strip().lower(),) if run else RUN_KEYS
        self.must_have_runs = bool(run)
        self.texts = texts
        self.known = {*questions, *outcomes, *trials, *context, *self.runs}

    @classmethod
    def chosen(
        cls, question: str | None, outcome: str | None, kept: tuple[str, ...] = (), run: str | None = None
    ) -> Fields:
        """The usual fields, or those that the user names. The fields in `kept` are context, too."""
        return cls(
            (question.strip().lower(),) if question else QUESTION_KEYS,
            (outcome.strip().lower(),) if outcome else OUTCOME_KEYS,
            context=tuple(dict.fromkeys((*CONTEXT_KEYS, *kept))),
            run=run,
            texts=() if question else TEXT_KEYS,  # the user says that the name is enough
        )


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
