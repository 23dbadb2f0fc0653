"""Folders and archives as FILE, and Parquet."""

from __future__ import annotations

import datetime
import gzip
import io
import json
import os
import sys
import tarfile
import types
import warnings
import zipfile
from decimal import Decimal
from unittest import mock

import pytest

from harness_files import (  # isort: skip
    INSPECT, TRIALS, archive, harbor, harbor_trial, helm, inspect, lighteval, promptfoo, swe_bench,
    swe_bench_instance, tau2_bench, terminal_bench, terminal_bench_trial, texts_of, verl,
)  # fmt: skip
from result_files import check_numbers, lines, run, said

from scorio_lite._command import unpacked


def placed(folder, files):
    """The folder, with these files in it: a text, bytes or a document by path."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, (str, bytes)) else json.dumps(content)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def scored(path, *options):
    status, out, err = run(path, "--json", *options)
    assert (status, err) == (0, ""), err
    return json.loads(out)


def refused(path, *options):
    line = said(path, *options)
    assert line.startswith(f"{path}: "), line
    return line[len(f"{path}: ") :]


JOB = {f"{trial['trial_name']}/result.json": trial for trial in (harbor_trial(*each) for each in TRIALS)}
TASKS = {f"{trial['task_id']}/{trial['trial_name']}/results.json": trial
         for trial in (terminal_bench_trial(*each) for each in TRIALS)}  # fmt: skip
SUMMARY = {**harbor(), "trial_results": []}
RUNS = {  # a folder in the shape that the harness gives it, and its options
    "nemo-skills": ({**{f"output-rs{i}.jsonl": text for i, text in enumerate(texts_of("nemo-skills"))}, "metrics.json": {"a": 1}, "output-rs0.jsonl.done": ""}, ()),
    "harbor": ({**JOB, "result.json": SUMMARY, "config.json": {"n_attempts": 2}, "task-0__aB0/config.json": {}, "task-0__aB0/trial.log": "..."}, ()),
    "terminal-bench": ({**TASKS, "results.json": terminal_bench(), "run_metadata.json": {"run_id": "a"}, "tb.lock": "{"}, ()),
    "terminal-bench without results.json": (TASKS, ()),
    "helm": ({"per_instance_stats.json": helm(), "run_spec.json": {"name": "a"}, "stats.json": [{"name": {"name": "x"}}]}, ("--metric", "exact_match")),
    "tau2-bench": ({"results.json": {**{k: v for k, v in tau2_bench().items() if k != "simulations"}, "simulation_index": None}, **{f"simulations/{item['id']}.json": item for item in tau2_bench()["simulations"]}}, ()),
    "inspect": ({"log.eval": archive(inspect()), "eval-set.json": {"a": 1}}, INSPECT),
}  # fmt: skip


def packed(folder, kind):
    """The folder as an archive of this kind, with its name in front of each path."""
    path = folder.parent / f"packed.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            for part in sorted(folder.rglob("*")):
                file.write(part, part.relative_to(folder.parent).as_posix())
    else:
        with tarfile.open(path, "w" if kind == "tar" else "w:gz") as file:
            file.add(folder, folder.name)
    return path


@pytest.mark.parametrize("name", RUNS)
def test_a_folder_of_one_run(tmp_path, name):
    files, options = RUNS[name]
    folder = placed(tmp_path / "run", files)
    got = scored(folder, *options)
    assert got["format"] == name.split()[0]
    check_numbers(got)
    if name != "tau2-bench":
        for kind in ("tar.gz", "tgz", "tar", "zip"):
            check_numbers(scored(packed(folder, kind), *options))


def test_reports_of_instances(tmp_path):
    reports = {f"a__a-{q}/report.json": swe_bench_instance(q, x) for q, x in enumerate((1, 0, 0))}
    folder = placed(tmp_path / "run1" / "model", {**reports, "a__a-0/patch.diff": "", "a__a-0/run_instance.log": ""})
    assert scored(folder)["avg"]["value"] == 1 / 3
    assert scored(folder.parent)["avg"]["value"] == 1 / 3
    placed(tmp_path / "run1" / "other", reports)
    assert refused(folder.parent).startswith("it has 6 files of swe-bench (model/a__a-0/report.json, model/a__a-1/")
    check_numbers_of_reports = scored(tmp_path / "run1", "--merge")
    assert (check_numbers_of_reports["trials"], check_numbers_of_reports["avg"]["value"]) == (2, 1 / 3)


def test_a_folder_that_may_be_one_run_or_several(tmp_path):
    folder = placed(tmp_path / "a", {f"model.run{i}.json": swe_bench(i) for i in range(2)})
    assert refused(folder) == (
        "it has 2 files of swe-bench (model.run0.json, model.run1.json); if they are one run, use --merge, or "
        "--each-folder for several such folders; if they are a run each, give their names"
    )
    check_numbers(scored(folder, "--merge"))
    folder = placed(tmp_path / "b", {"output.jsonl": texts_of("nemo-skills")[0], "output-rs0.jsonl": texts_of("nemo-skills")[1]})
    assert refused(folder).startswith("it has 2 files of nemo-skills (output-rs0.jsonl, output.jsonl); if they")
    folder = placed(tmp_path / "c", {"run0.csv": "q,0\nr,1", "run1.csv": "q,1\nr,1", "config.json": {"a": 1}})
    assert refused(folder).startswith("it has 2 files of matrix (run0.csv, run1.csv); if they are one run, use --merge")
    assert scored(folder, "--merge")["avg"]["value"] == 3 / 4


def test_the_files_of_a_harness_as_records(tmp_path):
    """--question, or --format records, reads them without what the harness means by them."""
    folder = placed(tmp_path / "run", RUNS["nemo-skills"][0])
    for options in (("--question", "problem"), ("--format", "records")):
        got = scored(folder, *options)
        assert got["format"] == "records"
        check_numbers(got)
    assert refused(folder, "--format", "verl") == (
        "there is no result file of verl in it, but of nemo-skills: output-rs0.jsonl"
    )
    (tmp_path / "empty" / "gpt").mkdir(parents=True)
    assert refused(tmp_path / "empty") == "there is no result file in it; if its folders have them, give these"


def test_a_folder_of_several_runs(tmp_path):
    """Steps of verl, in their order; agents of Harbor."""
    steps = {f"{step}.jsonl": lines({**item, "step": step} for item in verl()) for step in (9, 10, 100)}
    got = scored(placed(tmp_path / "steps", steps))
    assert sorted(row["run"] for row in got["runs"]) == ["10", "100", "9"]
    assert {row["value"] for row in got["runs"]} == {0.5}
    assert scored(placed(tmp_path / "one", {"9.jsonl": steps["9.jsonl"]}))["avg"]["value"] == 0.5
    other = {**JOB, **{f"o{name}": {**trial, "agent_info": {"name": "o", "version": "1"}} for name, trial in JOB.items()}}
    got = scored(placed(tmp_path / "job", {**other, "result.json": {**SUMMARY, "n_total_trials": 12}}))
    assert {row["run"] for row in got["runs"]} == {"terminus-2, m-1, terminal-bench", "o, terminal-bench"}


def test_a_folder_that_lacks_something(tmp_path):
    few = dict(list(JOB.items())[:4])
    few = {name: trial for name, trial in JOB.items() if "task-1" not in name}
    assert refused(placed(tmp_path / "a", {**few, "result.json": SUMMARY})).startswith("the job has 4 of 6 trials, so ")
    broken = {**JOB, "task-0__aB0/result.json": json.dumps(JOB["task-0__aB0/result.json"])[:-9]}
    assert "task-0__aB0/result.json: line 1, column" in refused(placed(tmp_path / "b", broken))
    wrong = {**JOB, "task-0__aB0/result.json": {**JOB["task-0__aB0/result.json"], "task_name": 0.5}}
    assert refused(placed(tmp_path / "c", wrong)) == (
        "task-0__aB0/result.json: trial, field 'task_name': 0.5 does not name a question"
    )
    assert refused(placed(tmp_path / "d", {"notes.txt": ""})) == "there is no result file in it; if its folders have them, give these"
    assert refused(placed(tmp_path / "e", {"a.json": swe_bench(), "b.json": promptfoo()})) == (
        "a.json is of swe-bench and b.json of promptfoo; use --format"
    )
    assert scored(tmp_path / "e", "--format", "swe-bench")["avg"]["value"] == 1 / 3
    assert refused(tmp_path / "e", "--format", "helm") == "there is no result file of helm in it, but of swe-bench: a.json"
    (tmp_path / "f").mkdir()
    assert refused(tmp_path / "f") == "there is no result file in it; if its folders have them, give these"


def test_a_part_that_is_not_like_the_others(tmp_path):
    """It is not left out as if the run had a trial less: it may be empty, or unfinished."""
    rollouts = RUNS["nemo-skills"][0]
    for i, text in enumerate(("", "\n", '{"problem": "a", "symbolic_correct": true}', "a,b\n1,0")):
        folder = placed(tmp_path / f"n{i}", {**rollouts, "output-rs1.jsonl": text})
        assert refused(folder) == refused(folder, "--merge") == (
            "output-rs1.jsonl is no file of nemo-skills, as output-rs0.jsonl is; mend or remove it, or leave it out with "
            "--format nemo-skills"
        )
        assert scored(folder, "--format", "nemo-skills")["trials"] == 1
    folder = placed(tmp_path / "job", {**JOB, "task-0__aB0/result.json": {}, "task-0__aB0/agent/result.json": {}})
    assert refused(folder).startswith("task-0__aB0/result.json is no file of harbor, as task-")
    folder = placed(tmp_path / "lone", {"r0.json": [{"id": 1, "passed": 1}], "r1.json": {"id": 1, "passed": 0}})
    assert refused(folder, "--merge").startswith("r1.json is no file of records, as r0.json is; mend or remove it, ")


def test_a_trial_twice(tmp_path):
    """A copy of a trial's folder has the number of the trial. Two runs have the same numbers."""
    folder = placed(tmp_path / "tb", {**TASKS, "task-0/copy/results.json": TASKS[next(iter(TASKS))]})
    for options in ((), ("--merge",), ("--missing", "own")):
        assert refused(folder, *options).endswith("results.json: trial: a second trial '1' of question 'task-0'")
    folder = placed(tmp_path / "harbor", {**JOB, "copy/result.json": JOB[next(iter(JOB))]})
    assert refused(folder).endswith("result.json: trial: a second trial 'task-0__aB0' of question 'org/task-0'")
    runs = placed(tmp_path / "runs", {f"{run}/{name}": trial for run in "ab" for name, trial in TASKS.items()})
    assert refused(runs).startswith("it has 12 files of terminal-bench")
    assert scored(runs, "--merge")["trials"] == 4


def test_a_run_beside_its_trials(tmp_path):
    """Each trial counts once, also with --merge; a run of which only the trials are there is not left out."""
    folder = placed(tmp_path / "a", {**TASKS, "results.json": terminal_bench()})
    assert [scored(folder, *options)["trials"] for options in ((), ("--merge",))] == [2, 2]
    folder = placed(tmp_path / "b", {"a/results.json": terminal_bench(), **{f"b/{name}": x for name, x in TASKS.items()}})
    assert refused(folder).startswith("it has 7 files of terminal-bench")
    assert scored(folder, "--merge")["trials"] == 4


def test_a_folder_and_a_file_in_it(tmp_path):
    folder = placed(tmp_path / "run", RUNS["nemo-skills"][0])
    status, out, err = run(folder, folder / "output-rs0.jsonl", "--merge")
    assert (status, out) == (1, "")
    assert "output-rs0.jsonl: this file has been read before" in err
    (tmp_path / "more").mkdir()
    (tmp_path / "more/output-rs9.jsonl").symlink_to(folder / "output-rs1.jsonl")
    status, out, err = run(folder, tmp_path / "more", "--merge")
    assert (status, out) == (1, "")
    assert "more: output-rs9.jsonl: this file has been read before" in err
    (folder / "latest.log").symlink_to("nowhere")  # no result
    assert run(folder)[0] == 0


def linked(path, target):
    try:
        path.symlink_to(target, target_is_directory=True)
    except (OSError, NotImplementedError):
        pytest.skip("links cannot be made here")


def test_links(tmp_path):
    """Folders behind links count, once; loops and what has the folder in it do not."""
    folder = placed(tmp_path / "run", TASKS)
    (folder / "task-0").rename(tmp_path / "away")
    linked(folder / "task-0", tmp_path / "away")
    check_numbers(scored(folder))
    linked(folder / "loop", folder)
    linked(folder / "task-1" / "up", tmp_path)
    linked(folder / "latest", folder / "task-1")
    linked(folder / "again", tmp_path / "away")
    check_numbers(scored(folder))
    linked(folder / "task-3", tmp_path / "gone")
    assert refused(folder) == "task-3 is a link to nothing; remove or mend it"
    folder = placed(tmp_path / "rollouts", RUNS["nemo-skills"][0])
    linked(folder / "output-rs9.jsonl", folder / "output-rs0.jsonl")
    check_numbers(scored(folder))


def test_links_in_archives(tmp_path):
    for target, words in (("task-1", ""), ("./task-1/", ""), ("../gone", "run/task-9 is a link to what is not in the archive")):
        with tarfile.open(tmp_path / "a.tar", "w") as file:
            for name, trial in TASKS.items():
                entry, text = tarfile.TarInfo(f"run/{name}"), json.dumps(trial).encode()
                entry.size = len(text)
                file.addfile(entry, io.BytesIO(text))
            entry = tarfile.TarInfo("run/task-9")
            entry.type, entry.linkname = tarfile.SYMTYPE, target
            file.addfile(entry)
        if words:
            assert refused(tmp_path / "a.tar").startswith(words)
        else:
            check_numbers(scored(tmp_path / "a.tar"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system")
def test_pipes_in_a_folder(tmp_path):
    """They would never end: they are left out, also in an archive, and whatever links lead to them."""
    folder = placed(tmp_path / "run", TASKS)
    for name in ("results.json", "task-1/results.json", "a.csv"):
        os.mkfifo(folder / name)
    linked(folder / "b.json", folder / "a.csv")
    check_numbers(scored(folder))
    (folder / "b.json").unlink()
    check_numbers(scored(packed(folder, "tar.gz")))


def test_a_folder_that_cannot_be_read(tmp_path):
    """It is not left out."""
    error = PermissionError(13, "Permission denied", "run/task-0")
    with mock.patch("os.walk", lambda _, onerror: onerror(error)):
        assert refused(tmp_path) == "task-0: Permission denied"


def archived(path, files):
    """A tar archive with these files, in this order; the contents that are None are links to the first."""
    with tarfile.open(path, "w") as file:
        for name, text in files:
            entry = tarfile.TarInfo(name)
            entry.size = len(text or "")
            if text is None:
                entry.type, entry.linkname = tarfile.LNKTYPE, files[0][0]
            file.addfile(entry, io.BytesIO((text or "").encode()))
    return path


def test_names_in_archives(tmp_path):
    """Tar writes ./ in front of them, or a file twice if it is updated; two names of one file are a link."""
    first, second = texts_of("nemo-skills")[:2]
    for start in ("./", "../", "/", "./x/./", ".//"):
        files = [(f"{start}output-rs0.jsonl", first), (f"{start}output-rs1.jsonl", second), (f"{start}.hidden.jsonl", "")]
        check_numbers(scored(archived(tmp_path / "a.tar", files)))
        with zipfile.ZipFile(tmp_path / "a.zip", "w") as file:
            for name, text in files:
                file.writestr(name, text)
        check_numbers(scored(tmp_path / "a.zip"))
    for twice in ("output-rs0.jsonl", "./output-rs0.jsonl"):
        files = [("output-rs0.jsonl", first), (twice, second)]
        assert refused(archived(tmp_path / "b.tar", files)) == "output-rs0.jsonl is in the archive twice"
        with zipfile.ZipFile(tmp_path / "b.zip", "w") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name, text in files:
                file.writestr(name, text)
        assert refused(tmp_path / "b.zip") == "output-rs0.jsonl is in the archive twice"
    linked = archived(tmp_path / "c.tar", [("output-rs0.jsonl", first), ("output-rs1.jsonl", None)])
    assert refused(linked) == "output-rs1.jsonl is a link, or no plain file; unpack the archive"
    check_numbers(scored(archived(tmp_path / "d.tar", [("output-rs0.jsonl", first), ("output-rs1.jsonl", second), ("x.txt", None)])))


def test_damaged_archives(tmp_path):
    folder = placed(tmp_path / "run", RUNS["nemo-skills"][0])
    for kind in ("tar.gz", "tar"):
        path = packed(folder, kind)
        for cut in (60, len(path.read_bytes()) // 2):
            data = path.read_bytes()[:-cut] if kind == "tar.gz" else path.read_bytes()[:cut]
            (tmp_path / f"cut.{kind}").write_bytes(data)
            assert refused(tmp_path / f"cut.{kind}").startswith("a damaged archive: ")
    path = packed(folder, "zip")
    data = bytearray(path.read_bytes())
    data[data.index(b"output-rs0.jsonl") + 40] ^= 0xFF
    path.write_bytes(bytes(data))
    assert "cannot be unpacked" in refused(path)


def test_archives_that_unpack_to_too_much(tmp_path):
    bomb = b"[" + b"0," * 1_000_000 + b"0]"
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.json", bomb)
    with mock.patch.dict(unpacked._MOST, {"value": (1e6, 30)}):
        assert "suspiciously compressible" in refused(tmp_path / "bomb.zip")
    with tarfile.open(tmp_path / "bomb.tgz", "w:gz") as file:
        entry = tarfile.TarInfo("notes.txt")  # even in front of what is wanted
        entry.size = len(bomb)
        file.addfile(entry, io.BytesIO(bomb))
    with mock.patch.dict(unpacked._MOST, {"size": (1e6, 200)}):
        assert "suspiciously compressible" in refused(tmp_path / "bomb.tgz")


def test_a_workbook(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.xlsx", "w") as file:
        file.writestr("xl/workbook.xml", "<workbook/>")
    assert refused(tmp_path / "a.xlsx") == "this is a workbook of Excel; save its sheet as CSV"


def test_a_packed_file_in_a_folder(tmp_path):
    text = texts_of("nemo-skills")[0].encode()
    folder = placed(tmp_path / "run", {"output-rs0.jsonl.gz": gzip.compress(text)})
    assert scored(folder)["avg"]["value"] == 1 / 3
    assert scored(packed(folder, "zip"))["avg"]["value"] == 1 / 3


def test_merge_needs_several_files_or_a_folder(tmp_path):
    path = placed(tmp_path, {"a.csv": "q,0\nr,1"}) / "a.csv"
    assert run(path, "--merge")[0] == 2
    assert run(tmp_path, "--merge")[0] == 0


def parquet(tmp_path, name="details.parquet"):
    return placed(tmp_path, {name: b"PAR1...PAR1"}) / name


class Table:
    """Stands for pyarrow.parquet.ParquetFile of a few rows."""

    def __init__(self, rows, size=1000):
        group = types.SimpleNamespace(total_byte_size=size)
        self.metadata = types.SimpleNamespace(num_row_groups=1, row_group=lambda _: group)
        self.schema_arrow = types.SimpleNamespace(names=["doc", "metric"])
        self._rows = rows

    def iter_batches(self, _):
        for i in range(0, len(self._rows), 2):
            yield types.SimpleNamespace(to_pylist=lambda i=i: self._rows[i : i + 2])


def with_pyarrow(make):
    """pyarrow is installed, and a file of its is what `make` returns."""
    package, module = types.ModuleType("pyarrow"), types.ModuleType("pyarrow.parquet")
    package.parquet, module.ParquetFile = module, make
    return mock.patch.dict(sys.modules, {"pyarrow": package, "pyarrow.parquet": module})


def test_parquet_without_pyarrow(tmp_path):
    with mock.patch.dict(sys.modules, {"pyarrow": None}):
        message = refused(parquet(tmp_path))
    assert message == "a Parquet file; to read it, install pyarrow, or convert it to JSON Lines"


def test_parquet(tmp_path):
    """Rows are records, of lighteval or of any format."""
    path = parquet(tmp_path)
    with with_pyarrow(lambda _: Table(lighteval())):
        got = scored(path)
        assert (got["format"], got["avg"]["value"]) == ("lighteval", 1 / 3)
        assert scored(tmp_path)["avg"]["value"] == 1 / 3
    with with_pyarrow(lambda _: Table([{"task_id": q, "passed": x} for q, _, x in TRIALS])):
        check_numbers(scored(path))
    odd = {"task_id": Decimal("7"), "passed": Decimal("1.0"), "at": datetime.date(2025, 1, 2), "x": [b"\xff", {"y": Decimal("0.5")}], "z": [("a", 1)]}
    with with_pyarrow(lambda _: Table([odd, {**odd, "passed": Decimal("0"), "at": datetime.datetime(2025, 1, 3)}])):
        assert scored(path, "--by-question")["by_question"][0]["question"] == "7"
        assert scored(path, "--threshold", "0.5", "--outcome", "x.1.y")["avg"]["value"] == 1
    with with_pyarrow(lambda _: Table([])):
        assert refused(path) == "the Parquet file has no rows, only the columns 'doc, metric'"
    with with_pyarrow(lambda _: Table(lighteval(), 10**9)):
        assert "suspiciously compressible" in refused(path)
    with with_pyarrow(lambda _: 1 / 0):
        assert refused(path).startswith("a damaged Parquet file: ")


def test_parquet_of_pyarrow(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as writer

    writer.write_table(pyarrow.Table.from_pylist(lighteval()), tmp_path / "details.parquet")
    assert scored(tmp_path / "details.parquet")["avg"]["value"] == 1 / 3
