"""All words that the reader knows: the usual names of fields by role, and words that occur in names and values.

Names are compared in the form of `plain`: without case, marks and blanks. A new name needs a real file.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..text import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable, Sequence

_PARTS = re.compile(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]+|[^\W\d_a-zA-Z]+|\d+")
_SUMS = ("#", "%", "Σ", "∑", "Ø")  # marks of rows that sum up
_NUMBERED = re.compile(r"(.*?)[-_. ]?(\d{1,4})")


@lru_cache(maxsize=2**16)
def plain(name: str) -> str:
    """Return the form in which names are compared: taskid for task_id, Task-ID and taskId."""
    return "".join(mark for mark in name.lower() if mark not in "-_ \t\ufeff")


@lru_cache(maxsize=2**16)
def words(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case: ("sample", "idx") for sampleIdx and sample_idx."""
    return tuple(part.lower() for part in _PARTS.findall(name))


def _plain(text: str) -> tuple[str, ...]:
    return tuple(map(plain, names_in(text)))


# The usual names of each role, the first ones first.
USUAL = {
    "question": names_in("""
        task_id question_id problem_id example_id instance_id doc_id item_id prompt_id case_id qid question problem
        prompt id idx
    """),
    "outcome": names_in("""
        passed correct is_correct success resolved is_resolved solved is_solved outcome exact_match reward score acc
        result
    """),
    "trial": names_in("""
        trial trial_id trial_index attempt seed repeat rep repetition rollout rollout_id sample_idx try
    """),
    "run": names_in("model model_name model_id llm"),
    "answer": names_in("predicted_answer extracted_answer prediction pred answer"),
    "broken": names_in("error exception traceback timed_out error_type"),
}
QUESTION, OUTCOME, TRIAL, RUN, ANSWER, BROKEN = (tuple(map(plain, names)) for names in USUAL.values())
REAL = _plain("reward score")  # outcomes that may be real numbers in [0, 1]
# Of trials, if they are numbers, equally often in each question.
MAYBE_TRIAL = _plain("epoch iteration run run_id sample sample_id")
MAYBE_RUN = _plain("agent system arm variant condition")  # if set in every record, and no model varies
TRIALS = _plain("n num_samples n_samples num_trials n_trials")  # counts: how many trials, and how many solved
SOLVED = _plain("c num_correct n_correct num_passed n_passed n_successes")
LISTS = _plain("trials attempts samples runs rollouts responses")
PARTS = _plain("tests results")  # lists that may be parts of a trial
STEMS = _plain("t trial run attempt sample seed try rep")  # of numbered columns
FIXED = _plain("dataset benchmark split subset category subject language")

# Words of trials in the names of files, of keys and of questions.
TRIAL_WORDS = frozenset(names_in("trial attempt seed repeat rep repetition rollout try epoch iteration sample rs"))
MODELS = frozenset(names_in("model llm"))
MAYBE_WORDS = frozenset(names_in("run pass"))
# Words in the names of measurements: what a trial took, said or was like.
AMOUNTS = frozenset(names_in("token tokens cost latency duration seconds ms s elapsed length price steps turns calls"))
TIMES = frozenset(names_in("time timestamp date created"))
MEASURES = frozenset((
    *AMOUNTS, *TIMES, *names_in("""
        answer prediction pred response output completion solution reasoning explanation confidence logprob error hash
        status finish stop reason exit stdout log trace messages text extracted parsed retries usage code judge
    """),
))  # fmt: skip
COUNTS = frozenset(names_in("num count total attempts samples"))  # of what may stand beside an outcome
OF_SCALES = frozenset(names_in("max maximum possible stderr std"))  # of a score that is no mean of [0, 1]
SAYS_YES = frozenset(names_in("pass passed correct right success solved resolved ok"))  # words of outcomes alone
OTHER_FILES = frozenset(names_in("config settings summary data dataset"))  # names of files without results
SUMMARIES = frozenset(names_in("all total average avg mean overall sum summary std accuracy"))
# Words that make a name likelier for a role, in offers.
LIKE_QUESTION = frozenset(names_in("id q key name question problem task prompt instance case example item index input"))
LIKE_OUTCOME = frozenset(
    names_in("correct pass passed success solved resolved outcome match acc accuracy score reward")
)
# Words of an answer, and of the right answer.
GIVEN = frozenset(names_in("pred prediction predicted answer extracted output response"))
GOLD = frozenset(names_in("gold gt target expected truth label reference"))
PAIRS = tuple(
    tuple(pair.split("/"))
    for pair in names_in("""
        true/false pass/fail passed/failed correct/incorrect right/wrong success/failure yes/no solved/unsolved
        resolved/unresolved ok/fail y/n t/f p/f ✓/✗ ✅/❌
    """)
)
ONES = frozenset(right for right, _ in PAIRS)
ZEROS = frozenset(wrong for _, wrong in PAIRS)
MISSING = frozenset(("", "nan", "null", "none", "na", "n/a", "-"))


def first_usual(names: Iterable[str], usual: tuple[str, ...]) -> list[str]:
    """Return the names that are usual, in the order of `usual`. The last part of a dotted name counts, after others."""
    known: dict[str, list[str]] = {}
    for name in names:
        known.setdefault(plain(name), []).append(name)
    return [name for one in usual for name in known.get(one, ())]


def has_word(name: str, known: frozenset[str]) -> bool:
    """Whether a word of the name's last part is known."""
    return not known.isdisjoint(words(name.rpartition(".")[2]))


def numbered(name: str) -> tuple[str, int] | None:
    """Return (stem, number) of a name that ends in a number: ("t", 3) for t3 and t_3; None for other names."""
    match = _NUMBERED.fullmatch(name)
    return (match[1], int(match[2])) if match else None


def are_trials(names: Sequence[str]) -> bool:
    """Whether names are words of trials with a number: seed_0, seed_1."""
    split = [numbered(name) for name in names]
    return len(names) > 1 and all(one and TRIAL_WORDS | {"run"} >= {*words(one[0])} != set() for one in split)


def is_missing(value: object) -> bool:
    """Whether a value says that there is none: null, NaN, or a text such as an empty one."""
    if isinstance(value, str):
        return len(value) < 8 and value.strip().lower() in MISSING
    return value is None or value != value


def sums_up(text: str) -> bool:
    """Whether this is the name of a row of summary: total, Mean:, overall (n=20)."""
    if len(text) > 40:
        return False
    if text[:1] in _SUMS and not text[1:2].isdecimal():
        return True
    first, *rest = text.partition("(")[0].strip(" :.=*%#").lower().replace("_", " ").replace("-", " ").split() or [""]
    return first in SUMMARIES and SUMMARIES.issuperset(rest)
