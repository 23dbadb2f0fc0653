"""The usual field names of a record, by role, and the words that occur in field names."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from .grading import FileError, shown
from .text import LISTED, names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection, Iterable


ACCENTS = str.maketrans("áàâãäåąčćçďéèêëęěíìîïłñňńóòôõöøřšśťúùûüůýžźż", "aaaaaaacccdeeeeeeiiiilnnnoooooorsstuuuuuyzzz")


def words_in(text: str, mark: str | None = None) -> frozenset[str]:
    """Return the words of a text, and each also without accents. Blanks separate the words or, if given, `mark`."""
    return frozenset(map(str.strip, (text + (mark or " ") + text.translate(ACCENTS)).split(mark)))


QUESTION_KEYS = names_in("""
    task_id question_id problem_id example_id instance_id doc_id qid question problem
    example task prompt name custom_id id index idx
""")
WEAK_KEYS = names_in("problem example task prompt name id index idx sample_id category subject")
LAST_KEYS = ("key", "sample_id")  # name the question if nothing else does; a sample_id otherwise names the trial
OUTCOME_KEYS = names_in("""
    passed correct is_correct success resolved is_resolved outcome reward score result
    acc accuracy symbolic_correct judge_correct
""")
TRIAL_KEYS = ("trial", "trial_id", "attempt", "epoch", "sample_id")  # also say which trials are missing
ANSWER_KEYS = ("predicted_answer", "extracted_answer", "pred", "answer")  # for cons@k; the last may be the right one
# How many trials a question has, and how many of them succeeded.
TRIALS_KEYS = names_in("n num_samples n_samples num_trials n_trials num_runs n_runs num_attempts n_attempts n_total")
SUCCESSES_KEYS = names_in("c num_correct n_correct num_passed n_passed num_successes n_successes")
RUN_KEYS = names_in("""
    model model_name llm model_id modell modello modelo modèle модель 模型 モデル 모델 النموذج
""")  # each model of a file is a run
# A question has one value of each: trials of two models, or of two data sets with a question 0, must not be mixed.
CONTEXT_KEYS = RUN_KEYS + names_in("""
    engine provider agent system checkpoint dataset benchmark category subject language split filter metric scorer
""")
# The first of these in a record holds the question's text: runs are not compared if they differ in it.
TEXT_KEYS = names_in("""
    question_hash problem_hash doc_hash task_hash question problem
    question_text problem_text problem_statement prompt_hash prompt input
""")
# The usual names without _ in them, as people spell them in many ways: taskid for task_id.
_USUAL = {name.replace("_", ""): name for name in (*CONTEXT_KEYS, *TEXT_KEYS, *ANSWER_KEYS, *TRIAL_KEYS, *LAST_KEYS)}
_USUAL.update((name.replace("_", ""), name) for name in (*QUESTION_KEYS, *OUTCOME_KEYS, *TRIALS_KEYS, *SUCCESSES_KEYS))
_SIGNS = re.compile("(?<=[^-_])[-_]+(?=[^-_])")  # inside of a name: a store sets _id, not the data
_DESCRIBING = ("info", "doc", "metadata", "data")  # of tau-bench, lm-evaluation-harness, Inspect, verifiers
_UNIT = re.compile(r"(?<=\S)\s*[(\[][^()\[\]]*[)\]]\s*$")  # Latency (s), Note [0-1]
_EAST = "\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"  # letters of Japanese, Chinese and Korean
_WORD, _INNER_CAPITAL = re.compile(rf"[^\W\d_{_EAST}]+|[{_EAST}]+"), re.compile("(?<=[a-z])(?=[A-Z])")


# Words in the names of fields.
_TRIAL = words_in("""
    t trial attempt try epoch seed rep repeat repetition replicate rollout iteration iter gen generation
    rs versuch lauf durchgang durchlauf wiederholung essai tentative intento intentos ensayo repetición tentativo
    próba deneme försök pokus yritys спроба forsøg percobaan
    prova tentativa repetição poging попытка запуск прогон 試行 轮次 轮 次 次数 次數 第几次 尝试 回 回目 시도 회차
    المحاولة محاولة
""")
_MAYBE_TRIAL = words_in("run sample episode completion response candidate submission")  # with numbers as values
_NUMBERING = words_in("id idx index no num number nr name key random rng uuid label output file")
LISTS = words_in("""
    trials attempts runs samples responses completions rollouts repeats generations epochs outcomes
    tries
""")
_AMOUNTS = words_in("""
    tokens tok toks length len chars cost latency duration elapsed ms sec secs seconds logprob logp
""")
# Measurements of a trial: its answer, how it ended, and where, when and how long it ran.
_MEASURES = _AMOUNTS | words_in("""
    answer prediction predicted predictions pred response output completion solution choice reason
    reasoning rationale status state verdict grade label judgement judgment comment feedback confidence
    error time timestamp date day created started finished ended uuid hash host hostname machine node
    worker gpu device region server shard thread batch session endpoint finish stop termination failure
    extracted parsed said chosen mark weekday month price usage retries retry turns steps calls prob perplexity
    exit code stdout stderr log trace trajectory messages transcript user truncated cached explanation
    thought thoughts text
""")
_SETTINGS = words_in("max min limit budget use uses with enable enabled allow")  # limits, not measurements
_INPUTS = words_in("input inputs query question instruction prompt problem behavior goal statement title")
_BROKEN = words_in("""
    error errors err exc exception traceback failure fault fatal crash crashed timeout skipped abort aborted killed oom
""")
BROKEN_WORDS = words_in(
    """
    skip, skipped, error, errored, crashed, crash, cancelled, canceled, aborted,
    timeout, timed out, timed_out, not run, exception, err, pending, tbd, todo, running""",
    ",",
)
ANSWERS = words_in("""
    answer prediction predicted pred preds predictions response responses output outputs extracted guess parsed votes
    majority answers choice said antwort réponse respuesta resposta risposta 模型答案 模型回答 回答 الإجابة إجابة
""")
DATA_WORDS = words_in("dataset benchmark split subset language lang task subject domain data")
_COUNTS = words_in("""
    total count max possible out runs trials samples rollouts tests failed fail failures incorrect wrong
    unresolved errors
""")
_SIDES = words_in("output input prompt completion response total generated used")  # of tokens that are counted
# Where and when a trial ran.
_LOGISTICS = words_in("""
    host hostname machine node worker gpu device region server shard thread batch session endpoint pid
    uuid date day time timestamp created started finished ended weekday month
""")


# Names of summary rows, and the marks before such a name or in place of it.
_SUMMARIES = words_in(
    """
    all,any,majority,accuracy,average,avg,mean,overall,sum,summary,aggregate,aggregated,total,totals,grand total,
    total correct,std,stdev,overall accuracy,average accuracy,
    mean accuracy,total accuracy,macro avg,micro avg,weighted avg,macro average,micro average,macro-average,
    micro-average,pass rate,success rate,gesamt,summe,mittelwert,durchschnitt,moyenne,somme,promedio,media,suma,totale,
    soma,média,gemiddelde,totaal,итого,всего,среднее,合计,总计,平均,平均值,合計,総計,합계,평균""",
    ",",
)
_MARKS = tuple("#%Σ∑Øμ")


@lru_cache(maxsize=2**17)  # wide records ask for each of their names many times
def words(name: str) -> list[str]:
    """Return the words of a field's name: the same for sampleIdx and sample_idx."""
    return _WORD.findall(_INNER_CAPITAL.sub("_", name).lower())


@lru_cache(maxsize=2**17)
def last_part(name: str) -> str:
    """Return the last part of a dotted path, without a unit: correct for a.correct, Note for Note (0/1)."""
    return _UNIT.sub("", name).rstrip(" .").rpartition(".")[2]


@lru_cache(maxsize=2**17)
def means_trial(name: str) -> str:
    """Say whether a field of this name numbers the trials: "sure", "maybe" (the values decide), or "" (no)."""
    if any(mark.isdigit() for mark in name):
        return ""
    found = [word for word in words(last_part(name)) if word not in _NUMBERING]
    found = found[:-1] if found[1:] == ["n"] else found  # rollout_n
    if len(found) != 1:
        return "sure" if found[-1:] == ["seed"] else ""
    return "sure" if found[0] in _TRIAL else "maybe" if found[0] in _MAYBE_TRIAL else ""


def measures(name: str) -> bool:
    """Whether a field of this name is a measurement of a trial."""
    found = words(last_part(name))
    return not _MEASURES.isdisjoint(found) and _SETTINGS.isdisjoint(found)


def is_amount(name: str) -> bool:
    """Whether a field of this name says what a trial took: tokens, seconds or characters."""
    return not _AMOUNTS.isdisjoint(words(last_part(name)))


def is_input(name: str) -> bool:
    """Whether a text in a field of this name is the question itself."""
    found = words(last_part(name))
    return not _INPUTS.isdisjoint(found) and ANSWERS.isdisjoint(found)


def says_broken(name: str) -> bool:
    """Whether a value in a field of this name, such as error or timed_out, says that the trial broke."""
    found = words(name)
    return not _BROKEN.isdisjoint(found) or found[-2:] == ["timed", "out"]


def says_break(value: Any) -> bool:
    """Whether a value says, in place of an outcome, that the trial broke or did not run yet."""
    return isinstance(value, str) and value.strip().lower() in BROKEN_WORDS


def may_count_trials(name: str) -> bool:
    """Whether a field of this name, such as n or total, may hold a number of trials."""
    found = words(name)
    return found == ["n"] or (not _COUNTS.isdisjoint(found) and _MEASURES.isdisjoint(found))


def is_of_data(name: str) -> bool:
    """Whether a field of this name says which data set the questions are from."""
    return not DATA_WORDS.isdisjoint(words(name))


def is_circumstance(name: str) -> bool:
    """Whether a field of this name only says where or when a trial ran, or how many tokens it took."""
    found = {*words(last_part(name))}
    return not _LOGISTICS.isdisjoint(found) or ("tokens" in found and not _SIDES.isdisjoint(found))


@lru_cache(maxsize=2**17)
def usual_name(name: str) -> str:
    """Return the form in which field names are compared: question_id for questionId, QuestionID and question-id.

    A name is put in lower case, with _ before a capital inside of it. A usual name may lack _, or have - for it.
    """
    spelled = _INNER_CAPITAL.sub("_", name.strip()).lower()
    return ".".join(_USUAL.get(_SIGNS.sub("", part), part) for part in spelled.split("."))


@lru_cache(maxsize=2**17)
def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "").replace("_", "")


def as_asked(names: Collection[str], asked: str) -> list[str]:
    """Return the names that an option may mean: the name `asked`; else all that differ from it by case, - and _."""
    return [asked] if asked in names else [name for name in names if _plain(name) == _plain(asked)]


def usual_names(item: Iterable[str]) -> set[str]:
    """Return the names in the form in which they are compared."""
    return set(map(usual_name, item))


def has_outcome(item: Any) -> bool:
    """Whether this is a record with a usual outcome field."""
    return isinstance(item, dict) and not usual_names(item).isdisjoint(OUTCOME_KEYS)


def some(names: Iterable[str], most: int = LISTED) -> str:
    """List the first few of these names, at most `most`, for a message."""
    listed = list(names)
    return ", ".join(shown(name) for name in listed[:most]) + ", ..." * bool(listed[most:])


def sums_up(text: str) -> bool:
    """Whether this is the name of a summary row: total, Mean:, accuracy (%), all (n=20)."""
    if text.startswith(_MARKS) and not text[1:2].isdecimal():
        return True
    name, _, number = text.rpartition("(")
    return (text if number.strip("0123456789n=% )") else name).strip(" :._=*-").lower() in _SUMMARIES


def of_which_sum(text: str) -> str:
    """Return the group that a summary row sums up: algebra for "algebra total" or "Mean of algebra"; else ""."""
    first, *rest = text.split()
    if not rest:
        return ""
    if sums_up(rest[-1]):
        return " ".join([first, *rest[:-1]])
    rest = rest[1:] if rest[0] in ("of", "for") else rest
    return " ".join(rest) if sums_up(first) else ""


def reached(item: Any, path: str) -> Any:
    """Return the value at a dotted path, such as data.correct or scores.0.value; None if the path leads nowhere."""
    # a field may have the whole path as its name, such as claude-3.5
    if "." in path and isinstance(item, dict) and path in item:
        return item[path]
    for part in path.split("."):
        if isinstance(item, list) and part.isdecimal() and int(part) < len(item):
            item = item[int(part)]
            continue
        item = by_name(item)
        if isinstance(item, dict):
            item = _field(item, part)
        else:
            return None
    return item


def _field(item: dict[str, Any], name: str) -> Any:
    """Return the value of a field; None if it is missing. Refuse a name that several fields have."""
    usual = usual_name(name)
    found = [one for one in item if usual_name(one) == usual] or as_asked(item, name)
    if len(found) > 1:
        raise FileError(f"the fields {some(found)} differ only in case, - and _; rename or remove one")
    if type(item) is Repeated and item.names.intersection(found):
        raise FileError(f"the field {shown(found[0])} occurs twice; rename or remove one")
    return item[found[0]] if found else None


def numbered_fields(row: Any) -> Any:
    """Return a list as a record with the fields c0, c1, ...; any other value as it is."""
    return {f"c{j}": value for j, value in enumerate(row)} if isinstance(row, list) else row


def by_name(value: Any) -> Any:
    """Turn a list of objects, all with a name and a value or score, into {name: value}. Keep any other value."""
    if not (isinstance(value, list) and value and all(isinstance(one, dict) and "name" in one for one in value)):
        return value
    key = next((key for key in ("value", "score") if all(key in one for one in value)), "")
    return {str(one["name"]): one[key] for one in value} if key else value


def described(item: dict[str, Any], name: str) -> Any:
    """Return the value of a field (or dotted path) in a record, or in an object of it (metadata, say); else None."""
    for part in (item, *[item[key] for key in _DESCRIBING if isinstance(item.get(key), dict)]):
        found = _field(part, name)
        found = reached(part, name) if found is None and "." in name else found
        if found is not None:
            return found
    return None


def listed(item: dict[str, Any]) -> list[str]:
    """List the first fields of a record that --by and --cluster could name."""
    objects = [(key, item[key]) for key in _DESCRIBING if isinstance(item.get(key), dict)]
    inner = [(f"{key}.{name}", value) for key, part in objects for name, value in part.items()]
    kept = [name for name, value in (*item.items(), *inner) if not isinstance(value, (list, dict))]
    useless = {*OUTCOME_KEYS, *TRIAL_KEYS, *TEXT_KEYS}
    kept = [name for name in kept if not (means_trial(name) or says_broken(name))]
    return [name for name in kept if usual_name(name) not in useless][:LISTED]


class Repeated(dict):  # type: ignore[type-arg]
    """A record in which the fields `names` occur twice."""

    names: set[str]


def record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a record of these fields, for `object_pairs_hook` of JSON. The record notes fields that occur twice."""
    fields = dict(pairs)
    if len(fields) == len(pairs):
        return fields
    fields = Repeated(fields)
    times = Counter(name for name, _ in pairs)
    fields.names = {name for name, number in times.items() if number > 1}
    return fields
