"""Cases of the command at random: files, the arguments, and how it must end with them."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from fuzzing import formats, newer, spoil
from fuzzing.formats import Document, Outcomes

LARGE = 0.004  # of the cases


class Case(NamedTuple):
    """What the command is given. `FOLDER` in an argument is where the files are."""

    files: dict  # name: content
    arguments: list
    ending: str  # accepted, refused, same, any, or "same or refused"
    expected: list  # of the runs, where the numbers are known: (rows, weights)
    stdin: str  # the file that is standard input, or none


FORMATS = """
bigcodebench evalplus harbor helm human-eval inspect lighteval livecodebench lm-eval matrix nemo-skills openai-evals
opencompass promptfoo records swe-bench tau-bench tau2-bench terminal-bench verifiers verl
"""
OUTPUTS = "--json --csv --markdown --plot --percent --by-question --svg=FOLDER/out.svg --base"
NAMES = "all avg bayes pass pass_hat maj g_pass@0.5 mg_pass auc geom geom_ds geo_spectrum@0.3 max unanimous"
ODD_WORDS = """
-k=0 -k=1,2 -k=3 -k=100 -k=x -k= -k=1_0 --confidence=1e-300 --confidence=0.9999999999999999 --confidence=nan
--confidence=5e-324 --threshold=1e308 --threshold=inf --threshold=-1e-320 --threshold=0.5 --weights=-1e308,1e308
--weights=5e-324,0,1 --weights=0,0 --weights=1 --weights=1,2,x --weights=0,nan --weights=1e-308,1e308,0.1
--weights=3,2,1,0 --values=classes --values=rewards --metrics= --metrics=g_pass --metrics=g_pass@1e-300,g_pass@1
--metrics=geo_spectrum@5e-324 --metrics=all,all,avg --metrics=pass@0.5 --question=task_id --question=nothing
--outcome=reward --success=pass --counts=n,c --list=results --transpose --header --no-header
--scorer=match --scorer=judge --filter=none --metric=value --metric=exact_match --rank-by=pass
--rank-by=bayes --rank-by=avg --run=model --run=task_id --name=x=FOLDER/a --questions=these --flips --merge --example
--svg=FOLDER --svg=FOLDER/no/out.svg --svg=FOLDER/a --nothing FOLDER FOLDER/none
/dev/null - FOLDER/loop
"""
ODD = [*ODD_WORDS.split(), "", "-k=1" + "0" * 30, "-k=" + "9" * 3000, "--weights=" + "0," * 3000 + "1", "x" * 300]
ODD += [f"--{name}={'n' * 5000}" for name in ("question", "scorer", "metric")] + ["FOLDER/" + "d/" * 3000 + "x"]
ODD += ["--metrics=x\x1b[31m", "--question=\n", "--outcome=\ud800", "--filter=\x00", "FOLDER/missing\n\x1b[2J"]


def draw(seed: str, number: int) -> Case:
    rng = random.Random(f"{seed}:{number}")
    if rng.random() < LARGE:
        data, ending = spoil.large(rng)
        options = rng.choice([[], [], ["--missing", "fail"], ["--by-question", "--csv"]])
        return placed(rng, {"a": data}, options, ending)
    run = formats.outcomes(rng)
    write = rng.choice([*formats.WRITERS, *newer.WRITERS])
    if write is newer.single and len(run.trials) > len(run.labels):
        write = newer.written
    mode = rng.random()
    if mode < 0.1:
        return with_missing(rng, run, write)
    if mode < 0.16:
        return several(rng, run, write)
    document = write(rng, run)
    data = formats.rendered(rng, document)
    options = [*document.options, *run.options]
    if mode < 0.3:
        return placed(rng, {"a": data}, [*options, "--json"], "accepted", [(run.rows(2), run.weights)])
    if mode < 0.36:
        others = rng.sample(["--by-question", "--svg=FOLDER/out.svg", "--confidence=0.5", "-k=1"], rng.randint(0, 2))
        output = rng.choice([["--json"], ["--csv"], ["--markdown"], ["--plot"], ["--percent", "--plot"]])
        return placed(rng, {"a": data}, [*options, *others, *output], "accepted")
    return spoiled(rng, run, document, data, options)


def placed(rng: random.Random, files: dict, options: list, ending: str, expected: Any = ()) -> Case:
    """The files before or behind the options, or one of them as standard input."""
    names, stdin = [f"FOLDER/{name}" for name in files], ""
    if rng.random() < 0.1 and "--svg=FOLDER/a" not in options:
        stdin, names[0] = next(iter(files)), "-"
    arguments = [*names, *options] if rng.random() < 0.7 else [*options, "--", *names]
    return Case(files, arguments, ending, list(expected), stdin)


def with_missing(rng: random.Random, run: Outcomes, write: Any) -> Case:
    """Some trials are not there: refused, or scored as the policy says."""
    columns = 1 + max(trial[1] for trial in run.trials)
    kept = [trial for trial in run.trials if trial[0] == 0 or trial[1] == 0 or rng.random() < 0.8]
    kept = rng.sample(kept, len(kept)) if write in (*formats.UNORDERED, *newer.WRITERS) and rng.random() < 0.6 else kept
    document = write(rng, run._replace(trials=kept))
    options = [*document.options, *run.options, "--json"]
    files = {"a": formats.rendered(rng, document)}
    policy, weights = rng.choice(["own", "drop", "fail", "truncate", "truncate", None]), run.weights
    ordered = sorted(kept, key=lambda trial: trial[1]) if document.numbered else kept
    rows = run._replace(trials=ordered).rows(2)
    if policy is None and len(kept) < len(run.trials):
        return placed(rng, files, options, "refused")
    if policy == "drop":
        rows = [row for row in rows if len(row) == columns]
    elif policy == "fail":
        worst = weights.index(min(weights)) if weights else 0
        rows = [row + [worst] * (columns - len(row)) for row in rows]
    elif policy == "truncate":
        rows = [row[: min(map(len, rows))] for row in rows]
    missing = ["--missing", policy] if policy else []
    return placed(rng, files, [*options, *missing], "accepted", [(rows, weights)])


def several(rng: random.Random, run: Outcomes, write: Any) -> Case:
    parts = [run._replace(trials=[trial for trial in run.trials if trial[1] % 2 == i]) for i in range(2)]
    merged = rng.random() < 0.5 and all(part.trials for part in parts)
    if not merged:
        mixed = [[(*trial[:2], *rng.choice(run.trials)[2:]) for trial in run.trials] for _ in range(rng.randint(2, 3))]
        parts = [run._replace(trials=trials) for trials in mixed]
    spelling = rng.random()
    documents = [write(random.Random(spelling), part) for part in parts]
    files = {name: formats.rendered(rng, document) for name, document in zip("abc", documents)}
    options = [*documents[0].options, *run.options, "--json", *["--merge"] * merged]
    return placed(rng, files, options, "accepted", [(x.rows(2), x.weights) for x in ([run] if merged else parts)])


def spoiled(rng: random.Random, run: Outcomes, document: Document, honest: bytes, options: list) -> Case:
    what, data = rng.random(), honest
    tells = len(run.labels) > 1 and len(run.trials) > len(run.labels)  # that a trial is missing, by other questions
    if what < 0.25:
        data, ending = spoil.with_tokens(formats.rendered(rng, spoil.spoiled_document(rng, document))), "any"
    elif what < 0.4:
        changed = spoil.with_other_trials(rng, document) if tells and "--filter" not in document.options else None
        twice = spoil.with_a_field_twice(rng, data) or rng.choice([b"", b" \n", b"[]", b"[[]]", b"[[],[]]"])
        data, ending = formats.rendered(rng, changed) if changed and rng.random() < 0.6 else twice, "refused"
    elif what < 0.6 and document.kind == "zip":
        data, ending = rng.choice(spoil.ARCHIVES)(rng, data)
        ending = "any" if ending == "same or refused" and not tells else ending
    else:
        data, ending = rng.choice(spoil.SPOILINGS)(rng, data)
        if document.kind == "zip" and (ending != "refused" or data[:2] == b"PK"):
            ending = "any"
    if ending == "refused" or "same" in ending:
        return placed(rng, {"a": data}, [*options, "--json"], ending, [(run.rows(2), run.weights)])
    files = {"a": data}
    if rng.random() < 0.15:
        files["b"] = honest
        options = [*options, *(["--merge"] if rng.random() < 0.5 else [])]
    return placed(rng, files, [*(options if rng.random() < 0.8 else []), *odd_options(rng)], "any")


def odd_options(rng: random.Random) -> list:
    options = rng.sample(OUTPUTS.split(), rng.choice([0, 0, 1, 1, 2])) + rng.sample(ODD, rng.choice([0, 0, 0, 1, 1, 2]))
    if rng.random() < 0.3:
        options += ["--missing", rng.choice(["own", "drop", "fail", "truncate", "harness"])]
    if rng.random() < 0.1:
        options += ["--format", rng.choice(FORMATS.split())]
    if rng.random() < 0.1:
        options.append("--metrics=" + ",".join(rng.sample(NAMES.split(), rng.randint(1, 3))))
    return options
