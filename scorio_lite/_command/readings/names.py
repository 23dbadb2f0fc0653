"""Decide which role (question, outcome, run, ...) the name of a field, an entry or a part of a path suggests.

The usual names are in usual.py. A cost says how unlikely a role is.
"""

from __future__ import annotations

import re

from ..fields import (
    ANSWERS,
    LAST_KEYS,
    LISTS,
    OUTCOME_KEYS,
    QUESTION_KEYS,
    RUN_KEYS,
    SUCCESSES_KEYS,
    TRIALS_KEYS,
    last_part,
    means_trial,
    measures,
    usual_name,
    words,
)
from ..grading import RIGHT
from . import usual

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Collection, Iterable, Sequence

_NUMBER = re.compile(r"(.*?)[-_ .#]*([a-z]{2,})?[-_ ]*(\d{1,6})", re.IGNORECASE | re.DOTALL)
_MODEL = re.compile(r"(?:\d+x)?\d+(?:[.p]\d+)?[bm]|o[1-9]")  # of this size: 7b, 0.5b, 8x7b; and o1
_FIRST_NUMBER = re.compile(r"([a-z]{2,})[-_ ]?\d+[-_ ]", re.IGNORECASE)
_LETTERED = re.compile(
    r"(?:model+[oe]?|modèle|модель|模型|モデル|모델|llm|system|agent)[-_ ]?[a-z]", re.IGNORECASE
)  # Model A
NO_OUTCOME = 3  # what a name costs that says nothing of an outcome
_SETTING = re.compile(r"v\d+|\d+-?shots?|\d+k")


def last_words(name: str) -> list[str]:
    """Return the words of a field's name; of a dotted path, the words of its last part."""
    return words(last_part(name))


def _with_a_word(known: Collection[str]) -> Callable[[str], bool]:
    """Return a function that says whether the last part of a name has one of these words."""
    return lambda name: any(word in known for word in last_words(name))


says_task = _with_a_word(usual.TASK)
says_answer = _with_a_word(ANSWERS)
says_gold = _with_a_word(usual.GOLD)
says_measuring = _with_a_word(usual.MEASURING)  # who or what measured an outcome, such as a judge or a metric
says_part = _with_a_word(usual.PART)  # parts of a trial, such as tests or turns


def cost_as_question(name: str) -> int | None:
    """Return how unlikely a name is for questions: 0 for the usual names, at most 4; None if it has another role."""
    found = [word for word in last_words(name) if word not in usual.NAMING]
    if usual_name(name) in QUESTION_KEYS:
        return 0
    if usual_name(name) in LAST_KEYS:
        return 1
    if found and all(word in usual.QUESTION for word in found):
        return 1
    is_count = usual_name(name) in (*SUCCESSES_KEYS, *TRIALS_KEYS)
    if is_count or means_trial(name) == "sure" or cost_as_outcome(name) == 0:
        return None
    return 2 if len(found) < len(last_words(name)) else 4 if measures(name) else 3


def says_question(name: str) -> bool:
    """Whether a name says that a field names questions: it is a usual name, or has only words for questions."""
    return cost_as_question(name) in (0, 1)


def names_records(name: str) -> bool:
    """Whether a field's name says that it holds ids, but not that they are ids of questions: id, log_id, request_id."""
    found = [word for word in last_words(name) if word not in usual.NAMING]
    return len(found) < len(last_words(name)) and not (found and all(word in usual.QUESTION for word in found))


def says_outcome(name: str) -> bool:
    """Whether a name is a usual name of outcomes, or has a word for outcomes, and no word for failures."""
    return cost_as_outcome(name) < 2


def cost_as_outcome(name: str) -> int:
    """Return how unlikely a name is for an outcome: 0 for the usual names, at most 3."""
    if usual_name(name).rpartition(".")[2] in OUTCOME_KEYS:
        return 0
    found = {*last_words(name)}
    is_doubtful = "@" in name or found & (usual.FAILURE | usual.FORM)  # pass@5 is an estimate
    return 1 if found & usual.OUTCOME and not is_doubtful else 2 if is_doubtful else NO_OUTCOME


def counts_successes(name: str, others: Iterable[str]) -> bool:
    """Whether a name counts the successes of trials that one of `others` counts: correct_samples, total_samples."""
    found = {*last_words(name)}
    rest = found - {*RIGHT}
    return rest < found and bool(rest & LISTS) and any(rest <= {*last_words(other)} != found for other in others)


def surely_outcome(name: str) -> bool:
    """Whether all words of a name say outcome. A field of this name is an outcome if its values can be outcomes."""
    found = {*last_words(name)}
    return bool(found - {"is", "was"}) and not (found - usual.SURE or any(mark.isdigit() for mark in last_part(name)))


def names_outcome(name: str) -> bool:
    """Whether a name is a usual name of outcomes, or all its words say outcome."""
    return usual_name(name) in OUTCOME_KEYS or surely_outcome(name)


def may_say_match(name: str) -> bool:
    """Whether all words of a name say that an answer was found to be right: execution_match, math_verify."""
    found = {*last_words(name)}
    return bool(found & usual.MATCH and found & usual.MATCHED) and found <= usual.MATCH | usual.MATCHED


def may_say_outcome(name: str) -> bool:
    """Whether a word of a name says that it may be an outcome: label_ok, final verdict."""
    found = {*last_words(name)}
    return not found.isdisjoint(usual.OUTCOME - usual.WEAK) and found.isdisjoint(usual.FORM) and not says_failure(name)


def says_failure(name: str) -> bool:
    return not usual.FAILURE.isdisjoint(last_words(name)) and "no" not in last_words(name)


def says_run(name: str) -> bool:
    return usual_name(name) in RUN_KEYS or not usual.RUN.isdisjoint(last_words(name)) or name.strip() == "T"


def says_setting(name: str) -> bool:
    """Whether a field of this name says how a model was asked, as temperature does."""
    return says_run(name) or not usual.OF_SETTING.isdisjoint(last_words(name))


def _pieces(name: str) -> set[str]:
    """Return the words of a name, two words as one, and each one's part before its first digit: qwen2, and qwen."""
    found = re.split(r"[^\w.]+|_|(?<!\d)\.|\.(?!\d)", name[:100].casefold())
    found += [one + other for one, other in zip(found, found[1:]) if one.isalpha()]  # deep_seek
    return {one for piece in found for one in (piece, re.split(r"[\d.]", piece)[0]) if one}


def is_model(name: str) -> bool:
    """Whether a name has the family or the size of a model, such as qwen or 8b, or is a name such as Model A."""
    own = _pieces(name)
    known = usual.MODEL | usual.ALSO_MODEL if len(own) > 1 else usual.MODEL
    is_lettered = _LETTERED.fullmatch(last_part(name).strip()) is not None
    return is_lettered or not own.isdisjoint(known) or any(map(_MODEL.fullmatch, own))


def are_models(names: Sequence[str]) -> bool:
    """Whether these are names of several models. Trials of one model are not: gpt-4o_run1, gpt-4o_run2."""
    firsts = [match[1] for match in map(_FIRST_NUMBER.match, names) if match]  # run1_gpt
    if len(names) < 2 or not all(map(is_model, names)) or any(map(means_trial, firsts)):
        return False
    ends: dict[str, list[int]] = {}
    for stem, word, number in (found.groups() for found in map(_NUMBER.fullmatch, names) if found):
        ends.setdefault(stem, []).append(int(number))
        if (word and means_trial(word)) or word == "run":
            return False
    return not any(len(own) > 1 and min(own) < 2 and max(own) - min(own) < len(own) for own in ends.values())


def _kind(name: str) -> str:
    own = _pieces(name)
    if is_model(name):
        return "run"
    if is_benchmark(name):
        return "task"
    return "run" if own & usual.SETTING or any(map(_SETTING.fullmatch, own)) else ""


def kind_of_names(names: Sequence[str]) -> str:
    """Return what these names are: "run" for models and settings, "task" for benchmarks or languages, "" for others."""
    if all(name.casefold() in usual.LANGUAGE for name in names):
        return "task"
    # At least half of the names must be known to be of one kind, and none to be of the other. Languages are all of the
    # names, since words such as "no" mean other things, too
    kinds = list(map(_kind, names))
    return next((one for one in ("run", "task") if 2 * kinds.count(one) >= len(kinds) and {*kinds} <= {one, ""}), "")


def are_tasks(names: Sequence[str]) -> bool:
    """Whether these are names of different benchmarks. AIME 1 and AIME 2 are questions of one benchmark."""
    return kind_of_names(names) == "task" and len(without_numbers(names)) == len(names)


def without_numbers(names: Iterable[str]) -> set[str]:
    """Return the names without their numbers: a single name if they differ only in numbers."""
    return {re.sub(r"\d+", "", name) for name in names}


def name_runs(names: Sequence[str], are_settings: bool) -> bool:
    """Whether these are names of models (or, with `are_settings`, of settings), and none is a benchmark's."""
    is_known = are_models(names) or (are_settings and kind_of_names(names) == "run")
    return is_known and not any(map(is_benchmark, names))


def is_benchmark(name: str) -> bool:
    return not _pieces(name).isdisjoint(usual.BENCHMARK)


def role_of_names(name: str) -> str:
    """Return the role of a list's entries by its name: "run" for models, "question" for ids; "" if none is clear."""
    one = name.strip().lower()
    one = one[:-1] if one.endswith("s") else ""
    found = [word for word in words(one) if word not in usual.NAMING]
    if not found or found == ["task"]:
        return "question" if one == "id" else ""
    is_question = all(word in usual.QUESTION for word in found)
    return "question" if is_question else "run" if says_run(one) else "trial" if means_trial(one) == "sure" else ""


def says_other(name: str) -> bool:
    """Whether a field of this name holds no outcomes of questions, but, say, errors, labels or latency."""
    if usual_name(name) in usual.LISTS_OF_RECORDS | usual.LISTS_OF_TRIALS or cost_as_outcome(name) < 2:
        return False
    found = {form for word in last_words(name) for form in (word, word.rstrip("s"))}
    others = usual.FAILURE | usual.GOLD | usual.PART | usual.LEAVES | usual.LACKING | usual.MEASURING
    return not found.isdisjoint(others) or says_answer(name) or measures(name)


def has_other_role(name: str) -> bool:
    """Whether a name is for runs or measurements, so that the field neither names questions nor numbers trials."""
    others = says_run(name) or says_measuring(name) or "run" in last_words(name)
    return others or (measures(name) and cost_as_question(name) != 2)


def only_numbers(name: str) -> bool:
    """Whether a name, such as k or nr, says that a field numbers something, but not what."""
    are_marks = all(len(word) == 1 or word in usual.NAMING for word in words(name))
    return are_marks and usual_name(name) not in QUESTION_KEYS and not says_run(name)


def name_several(entries: Sequence[Any]) -> bool:
    """Whether the records in a list name several questions, in a field such as task_id (id may name other things)."""
    records = [one for one in entries if isinstance(one, dict)]
    keys = {*QUESTION_KEYS} - {"name", "id", "index", "idx"}
    return any(len({str(one[key]) for one in records if key in one}) > 1 for key in keys)
