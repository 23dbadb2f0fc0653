"""Call the command at random, on files of every format, and judge how each call ended.

For an honest file, the command must print the numbers of its outcomes, also if the file is packed, in a folder or on
standard input. If trials are missing, --missing says what counts. For a spoiled file or odd options, the command prints
any numbers, or says in one line what is wrong. It never changes a file.
"""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import json
import random
import signal
import warnings
import zipfile
from pathlib import Path
from time import process_time
from traceback import extract_tb
from typing import Any, NamedTuple
from xml.etree import ElementTree

import oracle
from harness_files import MAKERS, OPTIONS, SHAPES, SINGLE, archive, lines, text_of, texts_of
from result_files import run

import scorio_lite
from fuzzing.spoil import changed, with_tokens
from scorio_lite import Tally, confidence

LONGEST = 560  # characters of a message
LIMIT = 10.0  # seconds of the processor for a call
LIBRARY = str(Path(scorio_lite.__file__).parent)
OPENED = Path("/proc/self/fd")


class Overtime(BaseException):
    """The error that ends a call after LIMIT seconds."""


class Case(NamedTuple):
    """A call of the command. `FOLDER` in an argument stands for the folder of the files."""

    files: dict  # name: content
    arguments: list
    expected: list | None  # the outcomes of each run, where they are known
    ending: str = "scored"  # or refused, any, "same or refused"
    stdin: str = ""  # the file that is standard input


class Ending(NamedTuple):
    status: Any
    out: str
    err: str
    raised: BaseException | None
    seconds: float
    megabytes: float
    changed: set  # files, but the picture
    picture: str
    is_open: bool  # whether a file stays so


def draw(seed: str, number: int, corpus: tuple[Path, ...] = ()) -> Case:
    """Make the case that this seed and number stand for. Some cases have one or two files from `corpus`."""
    rng = random.Random(f"{seed}:{number}")
    mode = rng.random()
    rows = outcomes(rng)
    if rng.random() < 0.25:
        return crossed(rng, corpus, rows)
    if mode < 0.004:
        return Case({"a": large(rng)}, ["FOLDER/a", *rng.choice([[], ["--missing", "fail"]])], None, "any")
    if mode < 0.12:
        return with_missing(rng, rows)
    name, texts, options = written(rng, rows)
    if mode < 0.2 and len(texts) == 1 and name in MAKERS:
        runs = [rows, [[rng.choice([0, 1]) for _ in row] for row in rows]]
        found = {f"{i}": texts_of(name, one)[0] for i, one in enumerate(runs)}
        return Case(encoded(found), ["FOLDER/0", "FOLDER/1", *options, "--json"], runs)
    if mode < 0.4:
        return dressed(rng, texts, [*options, "--json"], rows)
    if mode < 0.5:
        pictures = "--svg=FOLDER/out.svg", "--html=FOLDER/out.svg"
        more = rng.sample(["--by-question", *pictures, "--confidence=0.5", "-k=1"], 2)
        more = more[:1] if "out.svg" in more[0] else more
        output = rng.choice([["--csv"], ["--markdown"], ["--plot"], ["--percent", "--plot"]])
        return dressed(rng, texts, [*options, *more[: rng.randint(0, 2)], *output], None)
    if mode < 0.6:
        return damaged(rng, texts, [*options, "--json"], rows)
    return spoiled(rng, name, texts, options)


def outcomes(rng: random.Random) -> list[list[int]]:
    M, N = rng.choice([1, 2, 2, 3, 4, 6]), rng.choice([1, 2, 2, 3, 4])
    M, N = rng.choice([(1, 200), (60, 3), (30, 30)]) if rng.random() < 0.02 else (M, N)
    rate = rng.choice([0, 0.1, 0.5, 0.5, 0.9, 1])
    return [[int(rng.random() < rate) for _ in range(N)] for _ in range(M)]


GENERAL = ("records", "records", "records", "table", "matrix", "lists", "counts")


def written(rng: random.Random, rows: list[list[int]], several: bool = True) -> tuple[str, list[str], list[str]]:
    """Write outcomes in a random format. Return (its name, the texts of the files, the options that they need)."""
    names = [name for name in MAKERS if several or name not in SINGLE]
    name = rng.choice([*names, *GENERAL, *GENERAL])
    if name in MAKERS:
        texts = texts_of(name, rows)
        options = [*OPTIONS[name], *["--merge"] * (len(texts) > 1)]
        return name, texts, options
    text = general(rng, name, rows)
    return name, [text], ["--no-header"] if name == "matrix" and text[0] != "[" else []


WORDS = [(0, 1), (False, True), (0.0, 1.0), ("fail", "pass"), ("I", "C"), ("No", "yes")]


def general(rng: random.Random, name: str, rows: list[list[int]]) -> str:
    """Write outcomes as people do, in the general format `name`: "records", "table", "matrix", "lists" or "counts"."""
    label, word = rng.choice(["q{}", "frage ä{}", "a, b {}", 'the "{}"', "x" * 300 + "{}"]), rng.choice(WORDS[:3])
    labels = [label.format(q) for q in range(len(rows))]
    if name == "matrix":
        return rng.choice([json.dumps, lines, as_csv])([[word[x] for x in row] for row in rows])
    if name == "table":
        width = max(map(len, rows))
        cells = [[labels[q], *(int(x) for x in row), *[""] * (width - len(row))] for q, row in enumerate(rows)]
        return as_csv([["task_id", *(f"t{t}" for t in range(width))], *cells])
    if name == "lists":
        return json.dumps({labels[q]: row for q, row in enumerate(rows)})
    if name == "counts":
        return as_csv([["task_id", "n", "c"], *([labels[q], len(row), sum(row)] for q, row in enumerate(rows))])
    word = rng.choice(WORDS)
    question, outcome = rng.choice(["task_id", "qid"]), rng.choice(["passed", "Correct"])
    number = rng.choice(["trial", ""])
    items = [
        {question: labels[q], outcome: word[x], **({number: t} if number else {}), "output_tokens": 5 + t % 3}
        for t in range(max(map(len, rows)))
        for q, row in enumerate(rows)
        for x in row[t : t + 1]
    ]
    if rng.random() < 0.3:
        return as_csv([list(items[0]), *(list(item.values()) for item in items)])
    return rng.choice([json.dumps, lines, lambda some: json.dumps({"meta": {}, "results": some}, indent=1)])(items)


def as_csv(rows: list) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(rows if isinstance(rows[0], list) else [rows])
    return file.getvalue()


def encoded(texts: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode("utf-8", "surrogatepass") for name, text in texts.items()}


def dressed(rng: random.Random, texts: list[str], options: list[str], rows: Any) -> Case:
    """Make a case of these texts, some of them compressed, after a byte order mark, in an archive or on stdin."""
    data = encoded({f"part{i}.json": text for i, text in enumerate(texts)})
    way = rng.choice(["", "gzip", "mark", "breaks", "stdin", "folder", "zip"])
    if way in ("gzip", "mark", "breaks"):
        change = {
            "gzip": lambda x: gzip.compress(x, mtime=0),
            "mark": lambda x: b"\xef\xbb\xbf" + x,
            "breaks": lambda x: x.replace(b"\n", b"\r\n") + b"\n \n",
        }[way]
        data = {name: change(content) for name, content in data.items()}
    if way == "stdin" and len(data) == 1:
        return Case(data, ["-", *options], rows and [rows], stdin="part0.json")
    if way == "zip" and len(data) == 1:
        return Case({"a.zip": zipped(data)}, ["FOLDER/a.zip", *options], rows and [rows])
    if way == "folder" and "--svg" not in str(options) + "--html":
        return Case(data, ["FOLDER", *options], rows and [rows])
    names = [f"FOLDER/{name}" for name in data]
    return Case(data, [*names, *options] if rng.random() < 0.7 else [*options, "--", *names], rows and [rows])


def zipped(members: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def with_missing(rng: random.Random, rows: list[list[int]]) -> Case:
    """Make a case in which some questions lack their last trials. It is refused, or scored as --missing says."""
    kept = [row if q == 0 else row[: rng.randint(1, len(row))] for q, row in enumerate(rows)]
    _, texts, options = written(rng, kept, several=False)
    policy, width = rng.choice(["own", "drop", "fail", None]), len(rows[0])
    scored = {
        "own": kept,
        None: kept,
        "drop": [row for row in kept if len(row) == width],
        "fail": [row + [0] * (width - len(row)) for row in kept],
    }[policy]
    ending = "refused" if policy is None and kept != rows else "scored"
    ending = "any" if policy == "fail" else ending  # is one there twice?
    missing = ["--missing", policy] if policy else []
    return Case(encoded({"a": texts[0]}), ["FOLDER/a", *options, *missing, "--json"], [scored], ending)


def damaged(rng: random.Random, texts: list[str], options: list[str], rows: Any) -> Case:
    """Make a case with a damaged file: compressed and cut, compressed with a wrong bit, with wrong bytes, or empty."""
    data = encoded({f"{i}": text for i, text in enumerate(texts)})
    content, ending = data["0"], "refused"
    what, at = rng.random(), rng.randrange(3, max(4, len(content)))
    if what < 0.5:
        content, ending = gzip.compress(content, mtime=0), "same or refused"
        at = rng.randrange(3, len(content))
        if what < 0.2:
            content, ending = content[: max(4, at)], "refused"
        else:
            content = content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]
    elif what < 0.8:
        content = content[:at] + rng.choice([b"\xff\xfe", b"\0", b"\xc3\x28"]) + content[at:]
    else:
        content = rng.choice([b"", b" \n", b"[]", b"[[]]", b"[[],[]]", b"{}", b"null", b"(\xb5/\xfd", b"%PDF-1.4"])
    return Case({**data, "0": content}, [*(f"FOLDER/{name}" for name in data), *options], [rows], ending)


NUMBERS = ["0", "1", "-1", "0.5", "2", "100", "1e-300", "5e-324", "1e9", "1e155", "-1e155", "1e300", "-1e300", "1e308"]
NUMBERS += ["nan", "1e400", "9007199254740993", "1234567890" * 3]
NAMES = ["group", "task_id", "trial", "model", "score", "id", "a b", "-x", "\x1b[31m", "=1+1", ""]
CHOICES = {  # the values of options; other texts are the values themselves
    "-k": ["1", "1,2", "3", "1-8", "64"],
    "--by": [*NAMES, "group:2", "group:2024-01-01"],
    "--metrics": ["avg", "all", "pass,maj", "max", "g_pass@0.5", "cons", "bayes,geom"],
    "--missing": ["bounds", "own", "drop", "fail"],
    "--rank-by": ["avg", "pass@2", "max@1", "bayes", "geom@1", "pass_hat"],
    "--questions": ["new", "these"],
    "--require": [f"{one}>={bound}" for one in ("avg", "avg-base", "pass@1", "max@2-base") for bound in NUMBERS],
    "--confidence": ["0.5", "1e-300", "0.9999999999999999", *NUMBERS],
    "--pairs": ["each", "board"],
    "--baseline": ["FOLDER/0", "FOLDER/1", "x", "0"],
    "--name": ["x=FOLDER/0", "=1+1=FOLDER/0"],
    "--values": ["classes", "rewards"],
    "--where": ["group=2", "model=x"],
    "--of": ["3", "9", "1000000"],
    **{f"--{x}": NAMES for x in ("question", "outcome", "trial", "run", "ignore", "cluster", "only", "title")},
    **{f"--{x}": NUMBERS for x in ("plan", "alpha0", "beta0", "threshold", "power")},
}
SWITCHES = ["--anytime", "--credible", "--macro", "--by-question", "--explain", "--percent", "--merge", "--transpose"]
FORMS = ["--json", "--csv", "--markdown", "--latex", "--plot", "--svg=FOLDER/out.svg", "--html=FOLDER/out.svg"]


def crossed(rng: random.Random, corpus: tuple[Path, ...], rows: Any) -> Case:
    """Make a case of one or two honest files with options of every kind, which have ordinary or extreme values."""
    more: list[str] = []
    what, runs = rng.random(), rng.choice([1, 1, 2])
    if corpus and what < 0.5:
        contents = [path.read_bytes() for path in rng.sample(corpus, min(runs, len(corpus)))]
    elif what < 0.7:
        name, texts, more = written(rng, rows)
        contents = [text.encode("utf-8", "surrogatepass") for text in texts[:1] * runs]
    else:
        ends = rng.sample(NUMBERS, 2)
        more = [rng.choice(["--scores=", "--weights=", "--threshold="]) + ",".join(sorted(ends, key=float))]
        values = [*ends, *NUMBERS[:4]]
        tables = [[[f"q{i // 2}", rng.choice(values), i % 3] for i in range(8)] for _ in range(runs)]
        contents = [as_csv([["task_id", "score", "group"], *table]).encode() for table in tables]
    data = {f"{i}": content for i, content in enumerate(contents)}
    for name in rng.sample([*CHOICES], rng.choice([0, 1, 1, 2, 3])):
        more += [name, rng.choice(CHOICES[name])] if rng.random() < 0.5 else [f"{name}={rng.choice(CHOICES[name])}"]
    more += rng.sample(SWITCHES, rng.choice([0, 0, 1, 2]))
    more += rng.sample(FORMS, rng.choice([0, 1, 1, 1]))
    return Case(data, [*(f"FOLDER/{one}" for one in data), *more], None, "any")


OUTPUTS = ["--json", "--csv", "--markdown", "--plot", "--percent", "--by-question", "--svg=FOLDER/out.svg", "--base"]
ODD_WORDS = """
-k=0 -k=1,2 -k=3 -k=100 -k=x -k= --confidence=1e-300 --confidence=0.9999999999999999 --confidence=nan --threshold=1e308
--threshold=inf --threshold=0.5 --weights=-1e308,1e308 --weights=5e-324,0,1 --weights=0,0 --weights=1 --weights=1,2,x
--weights=3,2,1,0 --values=classes --values=rewards --metrics= --metrics=g_pass --metrics=g_pass@1e-300,g_pass@1
--metrics=all --metrics=all,all,avg --question=task_id --question=nothing --outcome=reward --success=pass --counts=n,c
--list=results --transpose --header --no-header --total=5 --total=999999 --scorer=match --filter=none --metric=value
--rank-by=pass --rank-by=bayes --run=model --run=task_id --name=x=FOLDER/0 --questions=these --merge --example --explain
--svg=FOLDER --svg=FOLDER/no/out.svg --svg=FOLDER/0 --svg=- --html=x.gz --nothing FOLDER FOLDER/none /dev/null -
--plan=0.1 --by=model --cluster=model --require=avg>=0.5 --missing=own --missing=drop --missing=fail
--missing=bounds --missing=harness --format=records --format=matrix --format=inspect --format=swe-bench
--format=tau-bench --format=bfcl
"""
ODD = [*ODD_WORDS.split(), ""]
ODD += ["-k=1" + "0" * 30, "-k=" + "9" * 3000, "--weights=" + "0," * 3000 + "1", "x" * 300, "--metrics=x\x1b[31m"]
ODD += [f"--{name}={'n' * 5000}" for name in ("question", "scorer", "metric")] + ["FOLDER/" + "d/" * 3000 + "x"]
ODD += ["--question=\n", "--outcome=\ud800", "--filter=\x00", "FOLDER/missing\n\x1b[2J"]


def spoiled(rng: random.Random, name: str, texts: list[str], options: list[str]) -> Case:
    """Make a case of a document whose parts or bytes are changed, with any options."""
    data = encoded({f"{i}": text for i, text in enumerate(texts)})
    what = rng.random()
    if what < 0.6 and name in MAKERS:
        document = changed(rng, MAKERS[name]())
        is_log = name == "inspect" and rng.random() < 0.3
        content = archived(document) if is_log else b""
        if not content:
            text = text_of(name, document) if isinstance(document, (dict, list)) and SHAPES[name][0] != "lines" else ""
            text = text or (lines(document) if isinstance(document, list) else json.dumps(document))
            content = with_tokens(text)
        data["0"] = content
    elif what < 0.85:
        content = bytearray(data["0"])
        for _ in range(rng.choice([1, 1, 2, 5])):
            at = rng.randrange(len(content) + 1)
            pieces = b"", b'"', b",", b"\n", b"{", b"]", bytes([rng.randrange(256)]), bytes(content[at : at + 30])
            piece = rng.choice(pieces)
            content[at : at + rng.choice([0, 1, 1, 10])] = piece
        data["0"] = bytes(content[: rng.randrange(len(content) + 1)] if rng.random() < 0.3 else content)
    more = rng.sample(OUTPUTS, rng.choice([0, 0, 1, 1, 2])) + rng.sample(ODD, rng.choice([0, 0, 1, 1, 2]))
    names = [f"FOLDER/{one}" for one in data]
    return Case(data, [*names, *(options if rng.random() < 0.8 else []), *more], None, "any")


def archived(log: Any) -> bytes:
    try:
        return archive(log)
    except (AttributeError, KeyError, TypeError, ValueError):
        return b""


UNITS = [  # the repeated text, with a number in place of braces, and the texts before and after it
    *((unit, "", "") for unit in ("1\n", "[]\n", "[1]\n", "{{}}\n", "\n", " ", ",", '"', "1,", "é", "[", "{{")),
    *((unit, "", "") for unit in ('{{"a":', "9", "a,b\n", "sep=,\n", "q{},1\n", "# x\n", "// x\n")),
    *((unit, "", "") for unit in ('{{"task_id": 1, "passed": 1}}\n', '{{"task_id":{},"passed":1}}\n')),
    ('{{"task_id":1,"trial":{},"passed":1}}\n', "", ""),
    ('{{"k{}":1,"task_id":1,"passed":1}}\n', "", ""),
    ('{{\n"task_id":{},"passed":1}}', "", ""),
    ("[],", "[", "[]]"),
    ("[", "", "]" * 500_000),
    ("9", "[[1,", "]]"),
    ("t{},", "", "t\n1"),
    ('{{"a":1}},', "[", ""),
    ("x", '{"task_id": "', '", "passed": 1}'),
    ('"k{}":1,', '{"task_id":1,"passed":1,', '"b":1}'),
    ('"q{}":[],', '{"eval":{', '"b":[]}}'),
    ("a{0}b{0},", "task_id,", "x\n1"),
]


def large(rng: random.Random) -> bytes:
    """Make a megabyte that is large in one way, to make work or memory explode; it may unpack to much more."""
    unit, before, after = rng.choice(UNITS)
    content = (before + "".join(map(unit.format, range(1_000_000 // (len(unit) + 5)))) + after).encode()
    return gzip.compress(content * 30, 1, mtime=0) if rng.random() < 0.3 else content


# The command called in this process.


def peak() -> float:
    return int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) / 1024


def listed(folder: Path) -> dict[str, tuple[int, int]]:
    return {path.name: (path.lstat().st_size, path.lstat().st_mtime_ns) for path in folder.iterdir()}


def _end(*_: Any) -> None:
    raise Overtime(f"more than {LIMIT:.0f} s of the processor")


def called(case: Case, folder: Path) -> Ending:
    """Run the command on a case in a folder, and return how it ended."""
    for name, data in case.files.items():
        (folder / name).write_bytes(data)
    arguments = [argument.replace("FOLDER", str(folder)) for argument in case.arguments]
    before, opened = listed(folder), len(list(OPENED.iterdir()))
    found, raised = (None, "", ""), None
    signal.signal(signal.SIGPROF, _end)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        with contextlib.suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")  # the peak of memory starts anew
        base, start = peak(), process_time()
        signal.setitimer(signal.ITIMER_PROF, LIMIT)
        try:
            found = run(*arguments, stdin=case.files.get(case.stdin, b""))
        except BaseException as error:
            raised = error
        signal.setitimer(signal.ITIMER_PROF, 0)
        seconds, megabytes = process_time() - start, peak() - base
    after = listed(folder)
    picture = (folder / "out.svg").read_text("utf-8") if after.pop("out.svg", None) else ""
    changed = set(after.items()) ^ set(before.items())
    return Ending(*found, raised, seconds, megabytes, changed, picture, len(list(OPENED.iterdir())) != opened)


# The verdict.


def wrong(case: Case, ending: Ending) -> str | None:
    """Return the fault in how the command ended; None if there is none."""
    if ending.raised:
        frames = [one for one in extract_tb(ending.raised.__traceback__) if one.filename.startswith(LIBRARY)]
        places = " < ".join(f"{Path(one.filename).name}:{one.lineno}" for one in frames[:-4:-1])
        return f"exception {type(ending.raised).__name__} at {places}: {str(ending.raised)[:200]}"
    if ending.changed or ending.is_open:
        return f"files: {ending.changed or 'one stays open'}"
    is_asked = any(argument.endswith("=FOLDER/out.svg") for argument in case.arguments)
    if bool(ending.picture) != (is_asked and ending.status in (0, 3, 4)):
        return f"picture: status {ending.status}"
    if ending.picture.startswith("<svg"):
        ElementTree.fromstring(ending.picture)
    if ending.status in (0, 3, 4):
        return wrong_output(case, ending)
    if ending.out and not ending.out.startswith('{\n  "error": '):
        return f"output before a refusal: {ending.out[:200]!r}"
    reason = wrong_message(case, ending)
    return reason or (f"refused: {ending.err[:300]}" if case.ending == "scored" else None)


def wrong_message(case: Case, ending: Ending) -> str | None:
    *said, rest = ending.err.split("\n")
    said = said[:1] + [line for line in said[1:] if not line.startswith("  ")]  # below it are the readings that fit
    if ending.status == 2 and ending.err.startswith("usage:"):
        said = said[-1:]
    if ending.status not in (1, 2) or rest or len(said) != 1 or not said[0].startswith("scorio-lite: "):
        return f"not one line: status {ending.status}: {ending.err[:300]!r}"
    if len(said[0]) > LONGEST + max(len(argument) for argument in ["", *case.arguments] if argument[:1] != "-"):
        return f"long message: {len(said[0])} characters: {said[0][:200]!r}"
    return None if said[0].isprintable() else f"control characters: {said[0][:300]!r}"


def wrong_output(case: Case, ending: Ending) -> str | None:
    if ending.err or case.ending == "refused" or not ending.out.endswith("\n"):
        return f"scored, with a warning, or without output: {ending.out[:200]!r}{ending.err[:300]!r}"
    try:
        found = json.loads(ending.out, parse_constant=int) if "--json" in case.arguments else None
    except ValueError as error:
        return f"no JSON: {error}: {ending.out[:200]!r}"
    if not found or not case.expected:
        return None
    if len(case.expected) > 1:
        means = sorted((oracle.double(oracle.avg(rows, (0, 1))[0]) for rows in case.expected), reverse=True)
        return None if [one["value"] for one in found["runs"]] == means else f"wrong: {found['runs']!r:.300}"
    return differs(report(case.expected[0]), found)


def report(rows: list[list[int]]) -> dict[str, Any]:
    """Return the fields of the command's JSON output that depend on the outcomes alone."""
    R = rows if len(set(map(len, rows))) == 1 else Tally(rows, ragged=True)
    fewest = min(map(len, rows))
    found: dict[str, Any] = {"question_count": len(rows), "trials": fewest, "avg": interval("avg", R), "at_k": []}
    for k in range(1, fewest + 1) if fewest <= 8 else ():
        found["at_k"].append({"k": k, **{name: interval(name, R, k) for name in ("pass_at_k", "pass_hat_k")}})
    return found if found["at_k"] else {**found, "at_k": None}


def interval(name: str, *arguments: Any) -> dict[str, float]:
    return dict(zip(("value", "se", "lo", "hi"), getattr(confidence, name)(*arguments)))


def differs(right: Any, found: Any, place: str = "") -> str | None:
    if isinstance(right, dict) and isinstance(found, dict):
        return next(filter(None, (differs(x, found.get(key), f"{place} {key}") for key, x in right.items())), None)
    if isinstance(right, list) and isinstance(found, list) and len(right) == len(found):
        return next(filter(None, (differs(x, y, f"{place} {i}") for i, (x, y) in enumerate(zip(right, found)))), None)
    return None if right is None or right == found else f"wrong: {place} is {found!r:.200}, not {right!r:.200}"
