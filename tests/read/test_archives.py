"""Files in folders and archives: which may hold results, their paths, links, pipes, damaged and hostile archives."""

from __future__ import annotations

import os
import tarfile
from unittest import mock

import pytest
from result_files import placed, zipped

from scorio_lite._command.read import archives, source
from scorio_lite._command.read.archives import files_of
from scorio_lite._command.read.item import Refusal, Unsafe
from scorio_lite._command.read.records import parse

TABLE = b"id,passed\nq,0\nr,1"
WANTED = ["gpt/math/seed0.csv", "gpt/math/seed1.csv", "opus/math/seed0.csv"]
TREE = {**dict.fromkeys(WANTED, TABLE), "opus/notes.md": b"None."}


def packed(tmp_path, *files):
    path = tmp_path / "a.zip"
    path.write_bytes(zipped(*files))
    return path


def members(*names):
    return files_of([*map(str, names)])


def paths(*names):
    return sorted(member.path for member in members(*names))


def refused(words, *names):
    with pytest.raises(Refusal, match=words) as caught:
        members(*names)
    return str(caught.value)


def test_paths_begin_below_the_folder_that_has_all(tmp_path):
    files = [(f"run/out/{path}", content) for path, content in TREE.items()]
    for run in (placed(tmp_path, dict(files)) / "run", packed(tmp_path, *files)):
        assert paths(run) == WANTED
        for member in members(run):
            assert not member.is_named
            assert [record for _, record in parse(member).pairs] == [
                {"id": "q", "passed": "0"},
                {"id": "r", "passed": "1"},
            ]


def test_archives_in_archives_and_files_beside_folders(tmp_path):
    both = packed(tmp_path, ("run/all.zip", zipped(*TREE.items())), ("b.csv", TABLE))
    refused("run/all.zip is an archive in an archive; unpack it", both)
    placed(tmp_path, {"x.csv": TABLE, **{f"run/{path}": content for path, content in TREE.items()}})
    assert paths(tmp_path / "run", tmp_path / "x.csv") == [*(f"run/{path}" for path in WANTED), "x.csv"]


def linked(path, target):
    try:
        path.symlink_to(target, target_is_directory=True)
    except (OSError, NotImplementedError):
        pytest.skip("links cannot be made here")


def test_links(tmp_path):
    """Folders behind links count once. Links back to an enclosing folder are left out; links to nothing are refused."""
    folder = placed(tmp_path / "run", TREE)
    (folder / "gpt").rename(tmp_path / "away")
    linked(folder / "gpt", tmp_path / "away")
    linked(folder / "loop", folder)
    linked(folder / "opus" / "up", tmp_path)
    linked(folder / "latest", folder / "opus")
    linked(folder / "opus" / "math" / "copy.csv", folder / "opus" / "math" / "seed0.csv")
    linked(folder / "latest.log", "nowhere")  # no result
    assert paths(folder) == WANTED
    linked(folder / "third", tmp_path / "gone")
    assert refused("link to nothing", folder).endswith("third is a link to nothing; remove or mend it")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system")
def test_pipes(tmp_path):
    """Pipes, which never end, are left out, also behind links."""
    folder = placed(tmp_path / "run", TREE)
    os.mkfifo(folder / "a.csv")
    linked(folder / "b.csv", folder / "a.csv")
    assert paths(folder) == WANTED


def test_a_folder_that_cannot_be_read(tmp_path):
    error = PermissionError(13, "Permission denied", "run/task-0")
    with mock.patch("os.walk", lambda _, onerror, **__: onerror(error)):
        assert refused("Permission", tmp_path) == f"{tmp_path}: task-0: Permission denied"


def test_names_in_archives(tmp_path):
    """In an archive, ./ before names does not count; a file that is there twice is refused."""
    for start in ("./", "../", "/", "./x/./", ".//"):
        files = [(f"{start}a.csv", TABLE), (f"{start}b.csv", TABLE), (f"{start}.hidden.jsonl", b"")]
        assert paths(packed(tmp_path, *files)) == ["a.csv", "b.csv"]
    refused("a.csv is in the archive twice", packed(tmp_path, ("a.csv", TABLE), ("a.csv", TABLE)))


def test_damaged_archives(tmp_path):
    path = packed(tmp_path, *((name, content * 50) for name, content in TREE.items()))
    data = bytearray(path.read_bytes())
    path.write_bytes(data[:-60])
    refused("a damaged zip: ", path)
    data[data.index(b"gpt/math/seed0.csv") + 30] ^= 0xFF
    path.write_bytes(data)
    refused("cannot be unpacked", path)


@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_tar_archives_are_refused(tmp_path, mode):
    path = placed(tmp_path, {"a.csv": TABLE}) / "a.tar"
    with tarfile.open(path, mode) as file:
        file.add(tmp_path / "a.csv", "a.csv")
    with pytest.raises(Refusal, match="a tar archive; unpack it with `tar xf`"):
        parse(*members(path))


def test_bombs_and_crowds(tmp_path, monkeypatch):
    bomb = b"[" + b"0," * 1_000_000 + b"0]"
    with mock.patch.dict(source._MOST, {"value": (1e6, 30)}), pytest.raises(Unsafe):
        parse(*members(packed(tmp_path, ("a.json", bomb))))
    with mock.patch.dict(source._MOST, {"size": (1e6, 200)}), pytest.raises(Unsafe):
        members(packed(tmp_path, ("notes.md", bomb)))  # even if it is not wanted
    monkeypatch.setattr(archives, "_MOST", 2)
    refused("more than 2 files", placed(tmp_path / "run", TREE))
