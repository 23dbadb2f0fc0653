"""All words that the reader knows: the usual names of fields by role, and words in names and values.

Names are compared in the form of `plain`: in lower case, without - _ and blanks. Add a name only if a file has it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..text import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Collection, Iterable

_PARTS = re.compile(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]+|[^\W\d_a-zA-Z]+|\d+")
_NUMBER = re.compile(r"[-_. ]?(?<!\d)\d{1,4}$")


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


def _words(text: str) -> frozenset[str]:
    return frozenset(names_in(text))


# The usual names of each role, the likeliest first.
USUAL = {
    "question": names_in(
        "task_id question_id problem_id example_id instance_id doc_id item_id prompt_id case_id qid question problem "
        "prompt id idx"
    ),
    "outcome": names_in(
        "passed correct is_correct success resolved is_resolved solved is_solved outcome exact_match reward score acc "
        "result"
    ),
    "trial": names_in(
        "trial trial_id trial_index attempt seed repeat rep repetition rollout rollout_id sample_idx try"
    ),
    "run": names_in("model model_name model_id llm"),
    "answer": names_in("predicted_answer extracted_answer prediction pred answer"),
    "broken": names_in("error exception traceback timed_out error_type"),
}
QUESTION, OUTCOME, TRIAL, RUN, ANSWER, BROKEN = (tuple(map(plain, names)) for names in USUAL.values())
REAL = _plain("reward score")  # outcomes that may be real numbers in [0, 1]
MAYBE_TRIAL = _plain("epoch iteration run run_id sample sample_id")  # if they number the trials of each question
MAYBE_RUN = _plain("agent system arm variant condition")  # if set in every record, and no model varies
TRIALS = _plain("n num_samples n_samples num_trials n_trials")  # counts: how many trials, and how many solved
SOLVED = _plain("c num_correct n_correct num_passed n_passed n_successes")
LISTS = _plain("trials attempts samples runs rollouts responses")
TEXTS = _plain("question problem prompt input instruction")  # of the question's text, even a short one
FIXED = _plain("dataset benchmark split subset category subject language")

# Words of trials in the names of files, of keys and of questions.
TRIAL_WORDS = _words("trial attempt seed repeat rep repetition rollout try sample rs")
MAYBE_WORDS = _words("run pass epoch iteration")
# regular expressions that match any of these words
TRIAL_WORD, ANY_WORD = (
    "|".join(sorted(every, key=len, reverse=True)) for every in (TRIAL_WORDS, TRIAL_WORDS | MAYBE_WORDS)
)
MODELS = _words("model llm")
# Words in the names of measurements: what a trial took, said or was like.
AMOUNTS = _words("token tokens cost latency duration seconds ms s length price steps turns calls")
TIMES = _words("time timestamp date created")
MEASURES = AMOUNTS | TIMES | _words(
    "answer prediction pred response output completion solution reasoning explanation confidence logprob error hash "
    "status finish stop reason exit stdout log text extracted parsed retries code judge"
)  # fmt: skip
COUNTS = _words("num count total attempts samples")  # of counts that may stand beside an outcome
OF_SCALES = _words("max stderr std")  # of fields beside a score that may be points, or a mean
SAYS_YES = _words("pass passed correct right success solved resolved ok")  # words of outcomes alone
OTHER_FILES = _words("config settings summary data dataset")  # names of files without results
SUMMARIES = _words("all total average avg mean overall sum summary std accuracy σ ∑ ø")
# Words that make a name likelier for a role, in offers.
LIKE_QUESTION = _words("id q key name question problem task prompt instance case example item index input")
LIKE_OUTCOME = _words(
    "correct right pass passed success solved resolved outcome match acc accuracy score reward verdict rating grade"
)
GIVEN = _words("pred prediction predicted answer extracted output response label")  # of an answer
GOLD = _words("gold gt target expected truth label reference")  # of a right answer
GOLD_NAME = GOLD - {"label"} | {"answer", "ground", "correct"}
_PAIRS = (
    "true/false pass/fail passed/failed correct/incorrect right/wrong success/failure yes/no solved/unsolved "
    "resolved/unresolved ok/fail y/n t/f p/f ✓/✗ ✅/❌"
)
ONES, ZEROS = map(frozenset, zip(*(pair.split("/") for pair in names_in(_PAIRS))))
MISSING = frozenset(("", "nan", "null", "none", "na", "n/a", "-"))


def first_usual(names: Iterable[str], usual: tuple[str, ...]) -> list[str]:
    """Return the names whose `plain` form is in `usual`, the names of a role, in the order of `usual`."""
    known: dict[str, list[str]] = {}
    for name in names:
        known.setdefault(plain(name), []).append(name)
    return [name for one in usual for name in known.get(one, ())]


def meant_by(text: str, names: Collection[str], option: str) -> list[str]:
    """Return the fields that TEXT may mean: those alike by `plain`, or those that end in .TEXT (not for --task)."""
    alike = [text] if text in names else [name for name in names if plain(name) == plain(text)]
    return alike or [name for name in names if option != "task" and plain(name).endswith(f".{plain(text)}")]


def has_word(name: str, known: frozenset[str]) -> bool:
    """Whether one of the `known` words is in the part of a name after its last point."""
    return not known.isdisjoint(words(name.rpartition(".")[2]))


def stem_of(name: str) -> str:
    """Return a name without its final number of up to 4 digits and one of "-_. " before it: t for t3 and t_3."""
    return _NUMBER.sub("", name)


def is_missing(value: object) -> bool:
    """Whether a value stands for a missing one: null, NaN, or a text of MISSING, such as ""."""
    if isinstance(value, str):
        return len(value) < 8 and value.strip().lower() in MISSING
    return value is None or value != value


def sums_up(text: str) -> bool:
    """Whether a text names a row that sums up others: total, Mean:, overall (n=20)."""
    own = re.split(r"[-_\s]+", text[:40].partition("(")[0].strip(" :.=*%#").lower())
    return SUMMARIES.issuperset(own)
