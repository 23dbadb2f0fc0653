"""Check folders and archives as FILE, and Parquet."""

from __future__ import annotations

import datetime
import gzip
import io
import os
import sys
import tarfile
import types
from decimal import Decimal
from unittest import mock

import pytest

from harness_files import (  # isort: skip
    INSPECT,
    TRIALS,
    archive,
    harbor,
    harbor_trial,
    helm,
    inspect,
    lighteval,
    tau2_files,
    terminal_bench,
    terminal_bench_trial,
    texts_of,
    verl,
)
from result_files import as_bytes, check_numbers, lines, placed, said, scored, zipped

from scorio_lite._command import source
from scorio_lite._command.folders import FilePart


def refused(path, *options):
    line = said(path, *options)
    assert line.startswith(f"{path}: "), line
    return line[len(f"{path}: ") :]


def tarred(files, mode="w"):
    """Make a tar archive of these files, in this order. A list in place of content is a link: (type, target)."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode=mode) as file:
        for name, text in files:
            entry = tarfile.TarInfo(name)
            if isinstance(text, list):
                entry.type, entry.linkname = text
                text = b""
            entry.size = len(as_bytes(text))
            file.addfile(entry, io.BytesIO(as_bytes(text)))
    return content.getvalue()


def packed(folder, kind):
    """Pack the folder as an archive of this kind. Each path starts with the folder's name."""
    parts = [(part.relative_to(folder.parent).as_posix(), part) for part in sorted(folder.rglob("*"))]
    files = [(name, part.read_bytes()) for name, part in parts if part.is_file()]
    path = folder.parent / f"packed.{kind}"
    path.write_bytes(zipped(*files) if kind == "zip" else tarred(files, "w" if kind == "tar" else "w:gz"))
    return path


JOB = {f"{trial['trial_name']}/result.json": trial for trial in (harbor_trial(*each) for each in TRIALS)}
TASKS = {f"{trial['task_id']}/{trial['trial_name']}/results.json": trial for trial in (terminal_bench_trial(*each) for each in TRIALS)}
SUMMARY = {**harbor(), "trial_results": []}
RUNS = {  # a folder in the shape that the harness gives it, and its options
    "nemo-skills": (
        {
            **{f"output-rs{i}.jsonl": text for i, text in enumerate(texts_of("nemo-skills"))},
            "metrics.json": {"a": 1},
            "output-rs0.jsonl.done": "",
        },
        (),
    ),
    "harbor": (
        {**JOB, "result.json": SUMMARY, "config.json": {"n_attempts": 2}, "task-0__aB0/config.json": {}, "task-0__aB0/trial.log": "..."},
        (),
    ),
    "terminal-bench": ({**TASKS, "results.json": terminal_bench(), "run_metadata.json": {"run_id": "a"}, "tb.lock": "{"}, ()),
    "terminal-bench without results.json": (TASKS, ()),
    "helm": (
        {"per_instance_stats.json": helm(), "run_spec.json": {"name": "a"}, "stats.json": [{"name": {"name": "x"}}]},
        ("--metric", "exact_match"),
    ),
    "tau2-bench": (tau2_files(index=False), ()),
    "inspect": ({"log.eval": archive(inspect()), "eval-set.json": {"a": 1}}, INSPECT),
}


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


NEMO = RUNS["nemo-skills"][0]
STEPS = {f"{step}.jsonl": lines({**item, "step": step} for item in verl()) for step in (9, 10, 100)}
ABLE = "id,passed\nq,0\nr,1"


def nested(levels):
    """Return an archive in an archive, and so on, of which the innermost has a table."""
    return zipped((f"{levels - 1}.zip", nested(levels - 1)) if levels > 1 else ("a.csv", ABLE))


ANY = {
    "b.tsv": ABLE.replace(",", "\t"),
    "b.tsv.gz": gzip.compress(ABLE.replace(",", "\t").encode()),
    "b.txt": ABLE.replace(",", ";"),
    "b.log": '{"id": "q", "passed": 0}\n{"id": "r", "passed": 1}',
    "b": ABLE.replace(",", "\t").encode("utf-16"),
}


@pytest.mark.parametrize("kind", ["tar.gz", "zip"])
def test_archives_with_files_of_any_ending(tmp_path, kind):
    got = scored(packed(placed(tmp_path / "folder", {**ANY, "notes.md": "None."}), kind))  # all are copies of one
    assert (got["question_count"], got["trials"], got["avg"]["value"]) == (2, 1, 0.5)


def test_the_paths_in_one_archive(tmp_path):
    archive = placed(tmp_path, {"runs.zip": zipped(("a.csv", ABLE), ("b.csv", ABLE))}) / "runs.zip"
    assert [row["run"] for row in scored(archive, "--path", "{run}.csv")["runs"]] == ["a", "b"]


def test_a_folder_of_several_runs(tmp_path):
    """A folder can have several runs: steps of verl, in order, or agents of Harbor."""
    got = scored(placed(tmp_path / "steps", STEPS))["runs"]
    assert sorted((row["run"], row["value"]) for row in got) == [("10", 0.5), ("100", 0.5), ("9", 0.5)]
    other = {**JOB, **{f"o{name}": {**trial, "agent_info": {"name": "o", "version": "1"}} for name, trial in JOB.items()}}
    got = scored(placed(tmp_path / "job", {**other, "result.json": {**SUMMARY, "n_total_trials": 12}}))
    assert {row["run"] for row in got["runs"]} == {"terminus-2, m-1, terminal-bench", "o, terminal-bench"}


def test_files_are_in_the_order_of_their_numbers():
    """Files are in the order of the numbers in their names, of any length; deeper files come first."""
    wanted = ["b/a2.json", "b/a10.json", "9.json", "010.json", "a02b3", "a2b12", f"a1{'0' * 5000}", f"a2{'0' * 5000}"]
    for order in (sorted(wanted), sorted(wanted, reverse=True)):
        parts = [FilePart(path, path, io.BytesIO) for path in order]
        assert [part.name for part in sorted(parts, key=FilePart.order)] == wanted


def test_a_folder_and_a_file_in_it(tmp_path):
    folder = placed(tmp_path / "run", NEMO)
    assert "output-rs0.jsonl: this file has been read before" in said(folder, folder / "output-rs0.jsonl", "--merge")
    (tmp_path / "more").mkdir()
    (tmp_path / "more/output-rs9.jsonl").symlink_to(folder / "output-rs1.jsonl")
    assert "more: output-rs9.jsonl: this file has been read before" in said(folder, tmp_path / "more", "--merge")
    (folder / "latest.log").symlink_to("nowhere")  # no result
    check_numbers(scored(folder))


def linked(path, target):
    try:
        path.symlink_to(target, target_is_directory=True)
    except (OSError, NotImplementedError):
        pytest.skip("links cannot be made here")


def test_links(tmp_path):
    """Folders behind links count once. Links back to an enclosing folder are left out; links to nothing are refused."""
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


def written(path, content):
    path.write_bytes(content)
    return path


def test_links_in_archives(tmp_path):
    for target, words in (("task-1", ""), ("./task-1/", ""), ("../gone", "run/task-9 is a link to a file that is not in the archive")):
        files = [(f"run/{name}", trial) for name, trial in TASKS.items()]
        path = written(tmp_path / "a.tar", tarred([*files, ("run/task-9", [tarfile.SYMTYPE, target])]))
        if words:
            assert refused(path).startswith(words)
        else:
            check_numbers(scored(path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system")
def test_pipes_in_a_folder(tmp_path):
    """Pipes and devices, which never end, are left out, also in an archive and behind links."""
    folder = placed(tmp_path / "run", TASKS)
    for name in ("results.json", "task-1/results.json", "a.csv"):
        os.mkfifo(folder / name)
    linked(folder / "b.json", folder / "a.csv")
    check_numbers(scored(folder))
    (folder / "b.json").unlink()
    with tarfile.open(tmp_path / "packed.tar.gz", "w:gz") as file:
        file.add(folder, folder.name)
    check_numbers(scored(tmp_path / "packed.tar.gz"))


def test_a_folder_that_cannot_be_read(tmp_path):
    """A folder that cannot be read is refused, not left out."""
    error = PermissionError(13, "Permission denied", "run/task-0")
    with mock.patch("os.walk", lambda _, onerror: onerror(error)):
        assert refused(tmp_path) == "task-0: Permission denied"


def test_names_in_archives(tmp_path):
    """In an archive, ./ before names does not count; a file that is there twice, or a link in its place, is refused."""
    first, second = texts_of("nemo-skills")[:2]
    for start in ("./", "../", "/", "./x/./", ".//"):
        files = [(f"{start}output-rs0.jsonl", first), (f"{start}output-rs1.jsonl", second), (f"{start}.hidden.jsonl", "")]
        check_numbers(scored(written(tmp_path / "a.tar", tarred(files))))
        check_numbers(scored(written(tmp_path / "a.zip", zipped(*files))))
    files = [("output-rs0.jsonl", first), ("output-rs1.jsonl", second)]
    for twice in ("output-rs0.jsonl", "./output-rs0.jsonl"):
        for path, pack in ((tmp_path / "b.tar", lambda *files: tarred(files)), (tmp_path / "b.zip", zipped)):
            assert refused(written(path, pack(files[0], (twice, second)))) == "output-rs0.jsonl is in the archive twice"
    link = [tarfile.LNKTYPE, "output-rs0.jsonl"]
    path = written(tmp_path / "c.tar", tarred([files[0], ("output-rs1.jsonl", link)]))
    assert refused(path) == "output-rs1.jsonl is a link, or not a plain file; unpack the archive"
    check_numbers(scored(written(tmp_path / "d.tar", tarred([*files, ("x.txt", link)]))))


def test_damaged_archives(tmp_path):
    folder = placed(tmp_path / "run", NEMO)
    for kind in ("tar.gz", "tar"):
        data = packed(folder, kind).read_bytes()
        for kept in (60, 700) if kind == "tar" else (-60, len(data) // 2):
            path = written(tmp_path / f"cut.{kind}", data[:kept])
            assert refused(path).startswith("a damaged archive: ")
    data = bytearray(packed(folder, "zip").read_bytes())
    data[data.index(b"output-rs0.jsonl") + 40] ^= 0xFF
    assert "cannot be unpacked" in refused(written(tmp_path / "a.zip", data))


def test_archives_that_unpack_to_too_much(tmp_path):
    bomb = b"[" + b"0," * 1_000_000 + b"0]"
    with mock.patch.dict(source._MOST, {"value": (1e6, 30)}):
        assert "suspiciously compressible" in refused(written(tmp_path / "bomb.zip", zipped(("a.json", bomb))))
    path = written(tmp_path / "bomb.tgz", tarred([("notes.txt", bomb)], "w:gz"))  # even in front of what is wanted
    with mock.patch.dict(source._MOST, {"size": (1e6, 200)}):
        assert "suspiciously compressible" in refused(path)


def test_a_workbook(tmp_path):
    path = written(tmp_path / "a.xlsx", zipped(("xl/workbook.xml", "<workbook/>")))
    assert refused(path) == "this is a workbook of Excel; save its sheet as CSV"


def parquet(tmp_path, name="details.parquet"):
    return placed(tmp_path, {name: b"PAR1...PAR1"}) / name


class Table:
    """A stand-in for pyarrow.parquet.ParquetFile with a few rows."""

    def __init__(self, rows, size=1000):
        group = types.SimpleNamespace(total_byte_size=size)
        self.metadata = types.SimpleNamespace(num_row_groups=1, row_group=lambda _: group)
        self.schema_arrow = types.SimpleNamespace(names=["doc", "metric"])
        self._rows = rows

    def iter_batches(self, _):
        for i in range(0, len(self._rows), 2):
            yield types.SimpleNamespace(to_pylist=lambda i=i: self._rows[i : i + 2])


def with_pyarrow(make):
    """Replace pyarrow with a stand-in that opens a file as `make` returns it."""
    package, module = types.ModuleType("pyarrow"), types.ModuleType("pyarrow.parquet")
    package.parquet, module.ParquetFile = module, make
    return mock.patch.dict(sys.modules, {"pyarrow": package, "pyarrow.parquet": module})


def test_parquet_without_pyarrow(tmp_path):
    with mock.patch.dict(sys.modules, {"pyarrow": None}):
        message = refused(parquet(tmp_path))
    assert message == "a Parquet file; to read it, install pyarrow, or convert it to JSON Lines"


def test_parquet(tmp_path):
    """Rows of Parquet are read as records, of lighteval or of any other kind."""
    path = parquet(tmp_path)
    with with_pyarrow(lambda _: Table(lighteval())):
        got = scored(path)
        assert (got["format"], got["avg"]["value"]) == ("lighteval", 1 / 3)
        assert scored(tmp_path)["avg"]["value"] == 1 / 3
    with with_pyarrow(lambda _: Table([{"task_id": q, "passed": x} for q, _, x in TRIALS])):
        check_numbers(scored(path))
    odd = {
        "task_id": Decimal("7"),
        "passed": Decimal("1.0"),
        "at": datetime.date(2025, 1, 2),
        "x": [b"\xff", {"y": Decimal("0.5")}],
        "z": [("a", 1)],
    }
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
