"""Code for the formats that a declaration cannot describe, in the order of the declarations in `table`."""

from __future__ import annotations

import re
from math import fsum, prod

from ..read.item import Item, Refusal, Trial, Unlisted
from ..read.json import canonical
from ..read.sample import number_of
from ..text import TITLE_COLUMNS, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import FileTrials

_SLACK = 1e-6  # a reward of tau-bench this close to 1 is a success
_LETTERS = {"c": 1, "i": 0, "p": 0.5, "n": 0, "yes": 1, "true": 1, "no": 0, "false": 0}  # Inspect's values
_SAMPLE = re.compile(r"samples/(?!.*_epoch_\d+/(?!sample\.json$)).*\.json")  # an entry with a whole sample
_PASS: dict[Any, int] = {"pass": 1, "fail": 0, "timeout": 0}  # of EvalPlus and BigCodeBench
# Lists in reports of SWE-bench. After an error there is no report, and an incomplete instance has no prediction. An
# empty patch is the model's own. If one of _WHOLE is there, the lists together have all instances.
_RESOLVED = {"resolved", "resolved_ids"}
_BROKEN = {"no_logs", "install_fail", "reset_failed", "test_errored", "error_ids", "incomplete_ids", "pending_ids"}
_BROKEN |= {"infra_failure_ids"}
_MADE = {"generated", "generation"}
_WHOLE = {*_MADE, "unresolved", "unresolved_ids", "not_resolved", "submitted", "submitted_ids"}
_NOT_SOLVED = {"unresolved", "unresolved_ids", "empty_patch_ids", "error_ids"}
_NO_INSTANCES = {"unstopped_containers", "unremoved_images"}
STAGES = sorted({*_WHOLE, "no_generation", "none", "no_logs", "error_ids"})  # a report has one of these, too
_MOST = 10**6  # entries of BFCL
_ERROR = 2  # promptfoo's failureReason of a result that an error ended
# Metrics of HELM that score nothing
_COUNTS = re.compile(
    r"(num|inference|training|batch)_|(.*_)?(time|runtime|tokens|cost|bytes|logprob|length|bits)(_|@|$)"
)
_GRADES = ("symbolic_correct", "judge_correct", "is_correct", "is_correct-plus")  # of NeMo-Skills
_USUAL = ("exact_match", "acc", "acc_norm", "pass@1", "pass_at_1", "prompt_level_strict_acc")  # of lm-eval
_LARGEST = 1e300  # a reward of verifiers, or its weight


def tau(file: FileTrials, item: Item) -> dict[str, Any]:
    """Return {"reward": 1} for a trial of tau-bench with a reward of about 1, else {"reward": 0}.

    Keep a reward that is no number, or that an option such as --threshold grades.
    """
    reward = item.inside(file.format.outcome)
    is_graded = file.ask.grades or not isinstance(reward, (int, float))
    return {"reward": reward if is_graded else int(abs(reward - 1) <= _SLACK)}


def inspect(file: FileTrials) -> Iterator[Trial]:
    """Yield the trials of a log of Inspect: a JSON document, or an .eval archive with a file for each sample."""
    archive = file.parsed.document
    if file.parsed.kind != "archive":
        header = Item(file.parsed.document)
        samples = header["samples"].each("sample")
        if not header["samples"].typed(list):
            raise Refusal("empty", "the log has no samples: it is a header alone, or was read with --header-only")
    else:
        names = list(filter(_SAMPLE.fullmatch, archive.names))
        if not names:
            raise Refusal("kind", "a zip, but not an .eval archive of Inspect; unpack it with `unzip FILE -d DIR`")
        header = archive.parsed("header.json") if "header.json" in archive.names else Item({})
        samples = map(archive.parsed, names)
    file.tell_of(header)
    if not header.value:
        file.told.unfinished = "the log has no header.json: it was not finished"
    elif header["status"].value != "success":
        file.told.unfinished = f"the status of the log is {shown(header['status'].value)}"
    for sample in file.kept(samples):
        yield from file.trial(sample)


def outcomes_of_inspect(file: FileTrials, sample: Item) -> dict[str, Any]:
    """Return {SCORER: outcome} of a sample, SCORER@NAME for named outcomes. Put answers into `file.answers`."""
    outcomes: dict[str, Any] = {}
    file.answers = {}
    for scorer, value in Item(sample.get("scores").value or {}, sample, "scores").fields.items():
        score = sample.of(value, f", scorer {shown(scorer)}")
        own = score.inside("value")
        for name, one in own.items() if isinstance(own, dict) else [("", own)]:
            full = f"{scorer}@{name}" if name else scorer
            number = None
            if isinstance(one, str) and not file.ask.success:
                number = _LETTERS.get(one.lower(), number_of(one))
            outcomes[full] = one if number is None else number
            file.answers[full] = score.inside("answer")
    return outcomes


def statuses(_: FileTrials, sample: Item) -> dict[str, Any]:
    """Return {name of a status: 1, 0 or None} for EvalPlus or BigCodeBench. plus_status is 1 only if base_status is."""
    graded: dict[str, Any] = {}
    for name in ("status", "base_status", "plus_status"):
        status = sample.get(name).value
        if status is not None and not (isinstance(status, str) and status in _PASS):
            raise sample.error(f"{shown(status)} is none of {', '.join(map(shown, _PASS))}")
        if name in sample.fields:
            graded[name] = _PASS.get(status)
    if graded.get("plus_status") == 1:
        graded["plus_status"] = graded.get("base_status")
    return graded


def evalplus_2023(file: FileTrials) -> Iterator[Trial]:
    """Yield a trial for each sample of each task: the lists `base` and `plus` have its status, or [status, details].

    A sample succeeds if its status is "success" in both lists; with --metric base, in `base`.
    """
    file.told.outcome = file.choose(Item(None), ["plus", "base"])
    suites = ["base", "plus"][: 1 + (file.metric == "plus")]
    for label, value in Item(file.parsed.document)["eval"].fields.items():
        task = Item(value, f"task {shown(label)}")
        file.told.bare.append(label)
        rows = [[one[0] if isinstance(one, list) and one else one for one in task[name].typed(list)] for name in suites]
        if len({*map(len, rows)}) > 1:
            raise task.error("base and plus differ in their number of samples")
        for i, statuses in enumerate(zip(*rows), 1):
            yield Trial("", "", label, None, int({*statuses} == {"success"}), "", None, f"{task.place}, sample {i}")


def swe_bench(file: FileTrials) -> Iterator[Trial]:
    """Yield the trials of a report of SWE-bench or sb-cli, with lists of instances or an object for each instance."""
    report = Item(file.parsed.document)
    lists = {
        name: report[name].typed(list)
        for name, ids in report.fields.items()
        if (isinstance(ids, list) or name.endswith("_ids")) and name not in _NO_INSTANCES
    }
    if _RESOLVED.isdisjoint(lists):
        for label, value in report.fields.items():
            one = Item(value, f"instance {shown(label)}")
            why = "infra_failure" if one.get("infra_failure").value is True else ""
            yield Trial("", "", label, None, one["resolved"].value, why, file.keep(one), one.place)
        return
    if _WHOLE.isdisjoint(lists):
        raise Refusal("empty", "it names the resolved instances, but not the failed ones")
    ends: dict[Any, set[str]] = {}  # the lists of each instance
    for name, labels in lists.items():
        for label in labels:
            ends.setdefault(file.label(report.get(name), label), set()).add(name)
    total = report.get("total_instances")
    if total.value not in (None, len(ends)):
        raise total.error(f"{shown(total.value)}, where the lists have {len(ends):,}", "total")
    for label, own in ends.items():
        solved, broken = int(not own.isdisjoint(_RESOLVED)), sorted(own & _BROKEN)
        if solved and own & _NOT_SOLVED:
            raise Refusal("twice", f"instance {shown(label)} is in {' and '.join(sorted(map(shown, own)))}")
        if "with_logs" in lists and own <= _MADE:
            broken = ["no log"]
        why = broken[0] if broken and (not solved or "infra_failure_ids" in own) else ""
        yield Trial("", "", label, None, solved, why, None, f"instance {shown(label)}")


def bfcl(file: FileTrials) -> Iterator[Trial]:
    """Yield the failures, which the file lists. Put the successes, which it only counts, into `told.unlisted`."""
    entries = file.items()
    header = next(entries, Item({}))
    successes, total = header["correct_count"].value, header["total_count"].value
    if not all(type(n) is int and 0 <= n <= _MOST for n in (successes, total)):
        raise header.error(f"{shown(successes)} of {shown(total)} are no numbers of entries")
    failed: dict[Any, None] = {}
    for entry in entries:
        if entry["valid"].value is not False:
            raise entry["valid"].error(f"{shown(entry['valid'].value)}; only entries that failed are listed")
        file.tell(model=entry.get("model_name").value, task=entry.get("test_category").value)
        label = file.label(entry, entry["id"].value)
        if label not in failed:
            failed[label] = None
            yield Trial("", "", label, None, 0, "", file.keep(entry), entry.place)
    if len(failed) != total - successes:
        what = f"it says that {successes:,} of {total:,} are correct, and lists {len(failed):,} that failed"
        raise Refusal("total", what)
    file.told.unlisted.append(Unlisted(failed, total, file.told.task))


def promptfoo(file: FileTrials) -> Iterator[Trial]:
    """Yield the trials of results.json or results.jsonl. Each provider with each prompt is a run.

    A repeated test has a new testIdx each time, so tests with the same vars, description, threshold and assertions are
    one question.
    """
    document = file.parsed.document
    is_whole = isinstance(document, dict) and "results" in document
    every = Item(document)["results"]["results"].each("result") if is_whole else file.items()
    results = [(one, *_question_of(one), *_run_of(one)) for one in file.kept(every)]
    assertions: dict[str, set[str]] = {}  # of each text of a question
    prompts: dict[str, set[str]] = {}  # of each provider
    for _, text, asserted, provider, prompt in results:
        assertions.setdefault(text, set()).add(asserted)
        prompts.setdefault(provider, set()).add(prompt)
    outcome = file.told.outcome = "score" if file.ask.grades else "success"
    for one, text, asserted, provider, prompt in results:
        label = text if len(assertions[text]) == 1 else f"{text} {asserted}"
        run = provider if len(prompts[provider]) == 1 else f"{provider}, {prompt}"
        if not one.inside("vars"):  # if they are stripped, only prompts tell questions apart
            file.check_same(one, (label, run), one.inside("prompt"), "prompt")
        reason, error = one.get("failureReason").value, one.get("error").value
        is_broken = reason == _ERROR if reason is not None else bool(error) and not one.get("gradingResult").value
        value, why = (0, str(error or "an error")) if is_broken else (one[outcome].value, "")
        yield Trial(run, "", label, one.get("testIdx").value, value, why, file.keep(one), one.place)


def _question_of(result: Item) -> tuple[str, str]:
    """Return (the text of a question, its assertions as JSON)."""
    text, description = canonical(result["vars"].value), result.inside("testCase.description")
    asserted = canonical([result.inside("testCase.assert"), result.inside("testCase.threshold")])
    return f"{description}: {text}" if description else text, asserted


def _run_of(result: Item) -> tuple[str, str]:
    """Return (the provider, a name of the prompt: its number and its beginning)."""
    provider = result.inside("provider.label") or result.inside("provider.id") or result["provider"].value
    prompt = str(result.inside("prompt.label/prompt.raw") or "")
    return str(provider), f"prompt {result.get('promptIdx').value}: {prompt[:TITLE_COLUMNS]}"


def opencompass(file: FileTrials) -> Iterator[Trial]:
    """Yield the trials in the list `details`. Each entry has an outcome, or a list of outcomes."""
    for detail in file.kept(Item(file.parsed.document)["details"].each("detail")):
        value = detail.inside("correct/is_correct/cascade_correct")
        for one in value if value and isinstance(value, list) else [value]:
            yield from file.trial(detail.of({**detail.fields, "correct": one}))


def helm(file: FileTrials) -> Iterator[Trial]:
    """Yield the trials of instances that are not perturbed. The outcome is the chosen metric, NAME@SPLIT."""
    stats = [
        (item, stat, _name_of(stat))
        for item in file.kept(file.items())
        for stat in map(item.of, item["stats"].typed(list))
        if item.inside("perturbation") is None and stat.inside("name.perturbation") is None
    ]
    names = dict.fromkeys(name for _, _, name in stats if file.wanted or not _COUNTS.match(name))
    wanted = file.choose(Item(None), [*names])
    for item, stat, name in stats:
        if name.partition("@")[2] != wanted.partition("@")[2]:
            continue
        label, count = file.label(item, item["instance_id"].value), stat["count"].value
        file.told.bare.append(label)
        if name == wanted:
            if count not in (0, 1):
                raise stat["count"].error(f"{shown(count)} values are summed up, where one is expected")
            value, why = (stat["mean"].value, "") if count else (None, "nothing was measured")
            yield Trial("", "", label, item["train_trial_index"].value, value, why, file.keep(item), item.place)


def _name_of(stat: Item) -> str:
    """Return NAME@SPLIT of a statistic, or NAME if there is no split."""
    name, split = str(stat["name"]["name"].value), stat.inside("name.split")
    return f"{name}@{split}" if split else name


def nemo_skills(_: FileTrials, item: Item) -> dict[str, Any]:
    """Return {metric of the harness: outcome} of a record."""
    fields = item.fields
    grades = {name: fields[name] for name in _GRADES if name in fields}
    if "expected_judgement" in fields:
        raise item.error("it grades a judgement, which is not read")
    if "judgement" in fields:
        match = re.search(r"(?i).*Judgement:\s*(yes|no)", str(fields["judgement"]), re.S)
        grades["judge_correct"] = match and match[1].lower() == "yes"
    if "proof_status" in fields:
        grades["lean4_correct"] = None if fields["proof_status"] is None else fields["proof_status"] == "completed"
    return grades


def lm_eval(file: FileTrials) -> Iterator[Trial]:
    if "configs" in (file.parsed.document or ()):
        what = "it has no samples, but means; run lm-eval with --log_samples, and give samples_*.jsonl"
        raise Refusal("summary", what)
    return file.declared()


def scores_of_lm_eval(file: FileTrials, item: Item) -> dict[str, Any]:
    """Return {metric: score} of a record. Without --metric, refuse a record with several responses."""
    fields = item.fields
    names = map(str, item["metrics"].typed(list)) if fields.get("metrics") else _USUAL
    scores = {name: fields[name] for name in names if name in fields}
    several = item.inside("resps.*")
    if isinstance(several, list) and len(several) > 1 and not file.wanted:
        what = f"{len(several)} responses and one score, so the trials are not in the file"
        how = "--metric NAME counts the score as one trial"
        raise item.error(f"{what}; {how}", "single", [{"metric": name} for name in scores])
    return scores


def verifiers(file: FileTrials) -> Iterator[Trial]:
    """Yield the trials of episodes with one agent. The outcome is the sum of the rewards in the agent's trace."""
    for item in file.kept(file.items()):
        traces = list(item["traces"].each(f"{item.place}, trace"))
        traces = [one for one in traces if one.inside("agent.trainable") is not False] or traces
        if len(traces) > 1:
            raise item.error(f"it has the traces of {len(traces)} agents; only episodes of one agent are read")
        trace = traces[0] if traces else item.of({"ok": False, "rewards": {}})
        rewards = [_reward(trace.of(x, f", {name}")) for name, x in trace["rewards"].fields.items() if x is not None]
        fields = {"agent": trace.inside("agent"), "reward": fsum(rewards), "no rewards": not rewards}
        fields["not ok"] = trace.get("ok").value is False
        yield from file.trial(item.of({**item.fields, **fields}))


def _reward(reward: Item) -> float:
    """Return a reward: score times weight of an object such as {"score": 1, "weight": 0.5}, or the number itself."""
    factors = [reward.value]
    if isinstance(reward.value, dict):
        factors = [reward["score"].value, reward.fields.get("weight", 1)]
    if not all(type(factor) in (int, float) and abs(factor) <= _LARGEST for factor in factors):
        raise reward.error(f"{' and '.join(map(shown, factors))} are no finite numbers")
    return prod(map(float, factors))


def every_eval_ever(file: FileTrials, item: Item) -> dict[str, Any]:
    """Return {"is_correct": outcome, "score": outcome}. Refuse two that differ, unless an option says which counts."""
    own = item["evaluation"]
    scores = {name: own.get(name).value for name in ("is_correct", "score")}
    right, score = scores.values()
    if not (file.ask.grades or file.wanted) and None not in (right, score) and right != score:
        what = f"is_correct is {shown(right)} and score is {shown(score)}; which counts?"
        raise own.error(what, "metric", [{"metric": name} for name in scores])
    return scores
