"""Cases of the command at random: files, the arguments, and how it must end with them."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from fuzzing import honest, spoil
from fuzzing.archives import ARCHIVES
from fuzzing.honest import Document, Outcomes
from fuzzing.largefiles import large

LARGE = 0.004  # of the cases


class Case(NamedTuple):
    """What the command is given. `FOLDER` in an argument is where the files are."""

    files: dict  # name: content
    arguments: list
    ending: str  # accepted, refused, same, any, or "same or refused"
    expected: list  # of the runs, where the numbers are known: (rows, weights)
    stdin: str  # the file that is standard input, or none

    def __str__(self) -> str:
        shown = {
            name: data if len(data) < 2000 else data[:1000] + b" ... " + data[-1000:]
            for name, data in self.files.items()
        }
        return f"{' '.join(map(repr, self.arguments))}\n    files: {shown}\n    ending: {self.ending}"


FORMATS = [
    *("evalplus", "human-eval", "inspect", "livecodebench", "lm-eval", "matrix", "records", "tau-bench"),
    *("tau2-bench", "verifiers"),
]
OUTPUTS = [
    *("--json", "--csv", "--markdown", "--plot", "--percent", "--by-question", "--svg=FOLDER/out.svg", "--base"),
]
NAMES = [
    *("all", "avg", "bayes", "pass", "pass_hat", "maj", "g_pass@0.5", "mg_pass", "auc", "geom", "geom_ds"),
    *("geo_spectrum@0.3", "max", "unanimous"),
]
ODD = [
    *("-k=0", "-k=1,2", "-k=3", "-k=100", "-k=1" + "0" * 30, "-k=" + "9" * 3000, "-k=x", "-k=", "-k=1_0"),
    *("--confidence=1e-300", "--confidence=0.9999999999999999", "--confidence=nan", "--confidence=5e-324"),
    *("--threshold=1e308", "--threshold=inf", "--threshold=-1e-320", "--threshold=0.5", "--weights=0,1e308"),
    *("--weights=-1e308,1e308", "--weights=5e-324,0,1", "--weights=0,0", "--weights=1", "--weights=1,2,x"),
    *("--weights=0,nan", "--weights=1e-308,1e308,0.1", "--weights=3,2,1,0", "--weights=" + "0," * 3000 + "1"),
    *("--values=classes", "--values=rewards", "--metrics=", "--metrics=g_pass", "--metrics=x\x1b[31m"),
    *("--metrics=g_pass@1e-300,g_pass@1", "--metrics=geo_spectrum@5e-324", "--metrics=all,all,avg"),
    *("--metrics=pass@0.5", "--question=task_id", "--question=nothing", "--question=\n", "--question=" + "q" * 5000),
    *("--outcome=reward", "--outcome=\ud800", "--scorer=match", "--scorer=judge", "--scorer=" + "s" * 5000),
    *("--filter=none", "--filter=\x00", "--metric=value", "--metric=" + "m" * 5000, "--metric=exact_match"),
    *("--rank-by=pass", "--rank-by=bayes", "--merge", "--example", "--svg=FOLDER/no/out.svg", "--svg=FOLDER"),
    *("--svg=FOLDER/a", "--nothing", "--nothing=\x1b[31m\n", "x" * 300, "FOLDER/missing\n\x1b[2J", "FOLDER"),
    *("FOLDER/none", "/dev/null", "-", "", "FOLDER/" + "d/" * 3000 + "x", "FOLDER/loop"),
]


def draw(seed: str, number: int) -> Case:
    rng = random.Random(f"{seed}:{number}")
    if rng.random() < LARGE:
        data, ending = large(rng)
        return _placed(
            rng, {"a": data}, rng.choice([[], [], ["--missing", "fail"], ["--by-question", "--csv"]]), ending, []
        )
    run = honest.outcomes(rng)
    write = rng.choice([format for format in honest.FORMATS if run.values == "plain" or format not in honest.PLAIN])
    mode = rng.random()
    if mode < 0.1:
        return _with_missing(rng, run, write)
    if mode < 0.16:
        return _several(rng, run, write)
    document = write(rng, run)
    data = honest.rendered(rng, document)
    options = [*document.options, *run.options]
    if mode < 0.3:
        return _placed(rng, {"a": data}, [*options, "--json"], "accepted", [_expected(run, run.trials)])
    if mode < 0.36:
        return _placed(rng, {"a": data}, [*options, *_outputs(rng)], "accepted", [])
    return _spoiled(rng, run, document, data, options)


def _outputs(rng: random.Random) -> list:
    """Options that any file may have, all together or not."""
    options = rng.sample(["--by-question", "--svg=FOLDER/out.svg", "--confidence=0.5", "-k=1"], rng.randint(0, 2))
    return options + rng.choice(
        [["--json"], ["--csv"], ["--markdown"], ["--plot"], ["--percent", "--plot"], ["--markdown", "--plot"]]
    )


def _expected(run: Outcomes, trials: list) -> tuple:
    rows: list[list] = [[] for _ in run.labels]
    for question, _, x, _ in trials:
        rows[question].append(x)
    return rows, run.weights


def _placed(rng: random.Random, files: dict, options: list, ending: str, expected: list) -> Case:
    """The files before, behind or between the options, or one of them as standard input."""
    names = [f"FOLDER/{name}" for name in files]
    stdin = ""
    if rng.random() < 0.1 and "--svg=FOLDER/a" not in options:
        stdin, names[0] = next(iter(files)), "-"
    return Case(files, [*names, *options] if rng.random() < 0.7 else [*options, "--", *names], ending, expected, stdin)


# --- honest files -----------------------------------------------------------------------------------------------------


def _with_missing(rng: random.Random, run: Outcomes, write: Any) -> Case:
    """Some trials are not there: refused, or scored as the policy says."""
    columns = 1 + max(trial[1] for trial in run.trials)
    kept = [trial for trial in run.trials if trial[0] == 0 or trial[1] == 0 or rng.random() < 0.8]
    kept = (
        kept
        if write in (honest.matrix, honest.table, honest.livecodebench, honest.evalplus)
        else honest.ordered(rng, kept)
    )
    part = run._replace(trials=kept)
    document = write(rng, part)
    options = [*document.options, *run.options, "--json"]
    files = {"a": honest.rendered(rng, document)}
    policy = rng.choice(["own", "drop", "fail", "truncate", None])
    rows, weights = _expected(part, sorted(kept, key=lambda trial: trial[1]) if document.numbered else kept)
    if policy is None:
        ending = "refused" if len(kept) < len(run.trials) else "accepted"
        return _placed(rng, files, options, ending, [(rows, weights)] if ending == "accepted" else [])
    fewest, worst = min(map(len, rows)), weights.index(min(weights)) if weights else 0
    if policy == "drop":
        rows = [row for row in rows if len(row) == columns]
    elif policy == "fail":
        rows = [row + [worst] * (columns - len(row)) for row in rows]
    elif policy == "truncate":
        rows = [row[:fewest] for row in rows]
    return _placed(rng, files, [*options, "--missing", policy], "accepted", [(rows, weights)])


def _several(rng: random.Random, run: Outcomes, write: Any) -> Case:
    """Parts of a run, or runs of the same questions; all files written alike."""
    merged = rng.random() < 0.5
    parts = [run] * rng.randint(2, 3)
    if merged:
        parts = [run._replace(trials=[trial for trial in run.trials if trial[1] % 2 == i]) for i in range(2)]
        if not all(part.trials for part in parts):
            parts, merged = [run, run], False
    if not merged:
        parts = [run._replace(trials=[(*t[:2], *rng.choice(run.trials)[2:]) for t in run.trials]) for _ in parts]
    spelling = rng.random()
    documents = [write(random.Random(spelling), part) for part in parts]
    files = {name: honest.rendered(rng, document) for name, document in zip("abc", documents)}
    options = [*documents[0].options, *run.options, "--json"]
    if merged:
        return _placed(rng, files, [*options, "--merge"], "accepted", [_expected(run, run.trials)])
    return _placed(rng, files, options, "accepted", [_expected(part, part.trials) for part in parts])


# --- spoiled ones -----------------------------------------------------------------------------------------------------


def _spoiled(rng: random.Random, run: Outcomes, document: Document, honest_data: bytes, options: list) -> Case:
    what, data = rng.random(), honest_data
    if what < 0.25:
        data = spoil.with_tokens(honest.rendered(rng, spoil.spoiled_document(rng, document)))
        ending = "any"
    elif what < 0.4:
        data, ending = _noticed(rng, run, document, data)
    elif what < 0.6 and document.kind == "zip":
        data, ending = rng.choice(ARCHIVES)(rng, data)
        if ending == "same or refused" and not _would_miss_a_trial(run):
            ending = "any"
    else:
        data, ending = rng.choice(spoil.SPOILINGS)(rng, data)
        if document.kind == "zip" and ending != "refused":
            ending = "any"
        elif document.kind == "zip" and data[:2] == b"PK":
            ending = "any"  # text within
    if ending in ("same", "same or refused"):
        return _placed(rng, {"a": data}, [*options, "--json"], ending, [_expected(run, run.trials)])
    if ending == "refused":
        return _placed(rng, {"a": data}, [*options, "--json"], ending, [])
    files = {"a": data}
    if rng.random() < 0.15:
        files["b"] = honest_data
        options = [*options, *(["--merge"] if rng.random() < 0.5 else [])]
    return _placed(rng, files, [*(options if rng.random() < 0.8 else []), *_odd(rng)], "any", [])


def _would_miss_a_trial(run: Outcomes) -> bool:
    """Whether there are other questions, with as many trials and more than one."""
    return len(run.labels) > 1 and len(run.trials) > len(run.labels)


def _noticed(rng: random.Random, run: Outcomes, document: Document, data: bytes) -> tuple:
    """What must be noticed whatever else there is."""
    if rng.random() < 0.4:
        return spoil.with_a_field_twice(rng, data) or (b"", "refused")
    change = rng.choice([spoil.without_a_trial, spoil.with_a_trial_twice])
    is_seen = _would_miss_a_trial(run) and "--filter" not in document.options
    changed = change(rng, document) if is_seen else None
    if changed is None:
        return rng.choice([b"", b" \n", b"[]", b"[[]]", b"[[],[]]"]), "refused"
    return honest.rendered(rng, changed), "refused"


def _odd(rng: random.Random) -> list:
    options = rng.sample(OUTPUTS, rng.choice([0, 0, 1, 1, 2])) + rng.sample(ODD, rng.choice([0, 0, 0, 1, 1, 2]))
    if rng.random() < 0.3:
        options += ["--missing", rng.choice(["own", "drop", "fail", "truncate"])]
    if rng.random() < 0.1:
        options += ["--format", rng.choice(FORMATS)]
    if rng.random() < 0.1:
        options.append("--metrics=" + ",".join(rng.sample(NAMES, rng.randint(1, 3))))
    return options
