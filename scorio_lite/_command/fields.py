"""The fields of records, by their usual names and roles."""

from __future__ import annotations

QUESTION_KEYS = (
    *("task_id", "question_id", "problem_id", "example_id", "doc_id", "qid", "question", "problem", "example", "task"),
    *("prompt", "name", "id", "index", "idx"),
)
OUTCOME_KEYS = ("passed", "correct", "is_correct", "success", "outcome", "reward", "score", "result")
TRIAL_KEYS = ("trial", "trial_id", "attempt", "epoch", "sample_id")
# Of these a question has one: trials of two models, or of the questions 0 of two data sets, are not to be mixed.
CONTEXT_KEYS = ("model", "model_name", "dataset", "benchmark", "category", "subject", "language", "split", "filter",
                "metric", "scorer")  # fmt: skip


class Fields:
    """Which fields are looked for, by their names in lower case, and in which role."""

    def __init__(
        self,
        questions: tuple[str, ...] = QUESTION_KEYS,
        outcomes: tuple[str, ...] = OUTCOME_KEYS,
        trials: tuple[str, ...] = TRIAL_KEYS,
        context: tuple[str, ...] = CONTEXT_KEYS,
        error: str | None = None,
    ) -> None:
        self.questions = questions
        self.outcomes = outcomes
        self.trials = trials
        self.context = tuple(key for key in context if key not in questions + outcomes)
        self.error = error  # one that is empty where the trial has not broken
        self.known = {*questions, *outcomes, *trials, *context}

    @classmethod
    def chosen(cls, question: str | None, outcome: str | None) -> Fields:
        """The usual ones, but for those that are given."""
        return cls(
            (question.strip().lower(),) if question else QUESTION_KEYS,
            (outcome.strip().lower(),) if outcome else OUTCOME_KEYS,
        )
