"""What fields are called: the words that say which coordinate a field may be, where its exact name does not."""

from __future__ import annotations

import re

from ..fields import ANSWERS, LAST_KEYS, OUTCOME_KEYS, QUESTION_KEYS, RUN_KEYS, means_trial, measures, words


def _words(text: str) -> set[str]:
    return {*text.split()}


_QUESTION = _words("""
    question problem task example instance item prompt query doc document case exercise puzzle qid pid input instruction
    context utt statement prob q conversation dialog dialogue request challenge scenario riddle
    aufgabe frage übung pregunta problema ejercicio domanda esercizio questão pergunta exercício vraag opgave
    вопрос задача задание 問題 问题 题号 题目 题 設問 質問 문제 질문 문항
""")
_NAMING = _words("id idx index key uid uuid hash sha md no nr number num name code nummer número numéro")
_OUTCOME = _words("""
    passed pass correct success succeeded solved resolved reward score scored outcome result acc accuracy em verdict
    grade judgement judgment ok accepted match win won valid points rating value label satisfied right hit beat success
    punkte punktzahl richtig korrekt ergebnis bestanden gelöst bewertung réussi juste exact résultat correcto acierto
    resultado aprobado nota corretto esatto risultato correto acerto acertou goed juist resultaat результат оценка верно
    правильно 正誤 正误 正解 正确 正確 是否正确 结果 結果 得分 判定 정답 정오 결과 점수
""")
_FAILURE = {
    "wrong",
    "incorrect",
    "error",
    "errors",
    "fail",
    "failed",
    "failure",
    "failures",
    "unsolved",
    "unresolved",
    "mistake",
    "mistakes",
}
_RUN = {
    "model",
    "llm",
    "engine",
    "provider",
    "agent",
    "method",
    "strategy",
    "system",
    "variant",
    "version",
    "config",
    "experiment",
    "exp",
    "setting",
    "temperature",
    "temp",
    "checkpoint",
    "ckpt",
    "step",
    "effort",
    "tools",
    "mode",
    "policy",
    "arm",
    "condition",
    "commit",
    "release",
    "template",
    "style",
    "budget",
    "thinking",
    "date",
}
_TASK = {
    "dataset",
    "benchmark",
    "task",
    "source",
    "subject",
    "category",
    "domain",
    "topic",
    "language",
    "lang",
    "split",
    "subset",
    "suite",
}
_MEASURING = {"judge", "grader", "annotator", "rater", "metric", "scorer", "evaluator", "filter", "criterion", "rubric"}
_WEAK = {"label", "value", "rating", "points", "match", "result", "nota"}  # also of gold answers and measurements
_SURE = _OUTCOME - _WEAK | {"is", "was", "exact", "match", "rewards", "scores", "outcomes", "results"}
PARTS = _words("""
    test tests step steps turn turns rubric criterion criteria check checks part parts rank position level page
""")
# Families of models, and their sizes: 7b, 0.5B, 8x7b.
_MODEL = re.compile(
    r"(.*[-_/ .:])?((gpt|chatgpt|claude|gemini|gemma|(code)?llama|qwen|qwq|mi[sx]tral|ministral|magistral|codestral|phi"
    r"(?=-?\d)|deepseek|command-[ar]|grok|o[1-9](?![\d])|sonnet|haiku|opus|olmo|glm|kimi|granite|nemotron|internlm|yi"
    r"(?=-\d)|falcon(?=-?\d)|smollm|exaone|starcoder|vicuna|jamba)(?![a-z])|\d+(\.\d+)?(x\d+)?b(?![a-z])).*",
    re.IGNORECASE | re.DOTALL,
)
_NUMBER = re.compile(r"(.*?)[-_ .#]*([a-z]{2,})?[-_ ]*(\d{1,6})", re.IGNORECASE | re.DOTALL)
_GOLD = {"gold", "target", "expected", "reference", "truth", "label", "answer", "correct", "solution", "ground", "key"}


def last_words(name: str) -> list[str]:
    """The words of a field's name; of a path, those of its last part."""
    return words(name.rpartition(".")[2])


def cost_as_question(name: str) -> int | None:
    """How far a name is from naming questions: 0 for the usual names; None if it has another role."""
    found = [word for word in last_words(name) if word not in _NAMING]
    if name.strip().lower() in QUESTION_KEYS:
        return 0
    if name.strip().lower() in LAST_KEYS:
        return 1
    if found and all(word in _QUESTION for word in found):
        return 1
    if means_trial(name) == "sure" or cost_as_outcome(name) == 0:
        return None
    return 2 if len(found) < len(last_words(name)) else 4 if measures(name) else 3


def cost_as_outcome(name: str) -> int:
    """How far a name is from naming an outcome: 0 for the usual names."""
    if name.strip().lower().rpartition(".")[2] in OUTCOME_KEYS:
        return 0
    found = {*last_words(name)}
    return 1 if found & _OUTCOME else 2 if found & _FAILURE else 3


def surely_outcome(name: str) -> bool:
    """Whether a field of this name is sure to be an outcome if its values can be: all its words say so."""
    found = {*last_words(name)}
    return bool(found - {"is", "was"}) and found <= _SURE and not any(mark.isdigit() for mark in name)


def may_say_outcome(name: str) -> bool:
    """Whether a word in the name says so: label_ok, final verdict."""
    return not {*last_words(name)}.isdisjoint(_OUTCOME - _WEAK) and not says_failure(name)


def says_failure(name: str) -> bool:
    return not _FAILURE.isdisjoint(last_words(name)) and "no" not in last_words(name)


def says_run(name: str) -> bool:
    return name.strip().lower() in RUN_KEYS or not _RUN.isdisjoint(last_words(name)) or name.strip() == "T"


def are_models(names: list[str]) -> bool:
    """Whether these are names of several models, and not of their trials: gpt-4o_run1, or gpt-4o_0 and gpt-4o_1."""
    if len(names) < 2 or not all(_MODEL.fullmatch(name[:100]) for name in names):
        return False
    ends: dict[str, list[int]] = {}
    for stem, word, number in (found.groups() for found in map(_NUMBER.fullmatch, names) if found):
        ends.setdefault(stem, []).append(int(number))
        if (word and means_trial(word)) or word == "run":
            return False
    return not any(len(own) > 1 and min(own) < 2 and max(own) - min(own) < len(own) for own in ends.values())


def says_task(name: str) -> bool:
    return not _TASK.isdisjoint(last_words(name))


def says_measuring(name: str) -> bool:
    """Whether a field names who or what measured an outcome: a judge, a metric."""
    return not _MEASURING.isdisjoint(last_words(name))


def says_answer(name: str) -> bool:
    return not ANSWERS.isdisjoint(last_words(name))


def says_gold(name: str) -> bool:
    return not _GOLD.isdisjoint(last_words(name))


def has_other_role(name: str) -> bool:
    """Whether a word in the name says that the field is a run or a measurement, and so no question and no number of a
    trial.
    """
    others = says_run(name) or says_measuring(name) or "run" in last_words(name)
    return others or (measures(name) and cost_as_question(name) != 2)


def says_part(name: str) -> bool:
    """Whether a field numbers the parts of a trial, as tests and turns."""
    return not PARTS.isdisjoint(last_words(name))


def only_numbers(name: str) -> bool:
    """Whether a name says only that the field numbers something: k, no."""
    are_marks = all(len(word) == 1 or word in _NAMING for word in words(name))
    return are_marks and name.strip().lower() not in QUESTION_KEYS and not says_run(name)
