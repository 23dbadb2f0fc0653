"""Files in folders and archives: which may hold results, their paths, links, pipes; archives that are not read."""

from __future__ import annotations

import os
import tarfile
from unittest import mock

import pytest
from result_files import placed, zipped

from scorio_lite._command.read.archives import files_of
from scorio_lite._command.read.item import Refusal
from scorio_lite._command.read.records import parse
from scorio_lite.files import ReadError, read

TABLE = b"id,passed\nq,0\nr,1"
WANTED = ["gpt/math/seed0.csv", "gpt/math/seed1.csv", "opus/math/seed0.csv"]
TREE = {**dict.fromkeys(WANTED, TABLE), "opus/notes.md": b"None."}


def members(*names):
    return files_of([*map(str, names)])


def paths(*names):
    return sorted(member.path for member in members(*names))


def test_paths_begin_below_the_folder_that_has_all(tmp_path):
    files = {f"run/out/{path}": content for path, content in TREE.items()}
    placed(tmp_path, {**files, "x.csv": TABLE})
    assert paths(tmp_path / "run") == WANTED
    for member in members(tmp_path / "run"):
        assert not member.is_named
        assert [record for _, record in parse(member).pairs] == [{"id": "q", "passed": "0"}, {"id": "r", "passed": "1"}]
    assert paths(tmp_path / "run", tmp_path / "x.csv") == [*(f"run/{path}" for path in WANTED), "x.csv"]


def linked(path, target):
    try:
        path.symlink_to(target, target_is_directory=True)
    except (OSError, NotImplementedError):
        pytest.skip("links cannot be made here")


def test_links(tmp_path):
    """A link to a folder is not followed. A file and a link to it count once; a link to nothing is left out."""
    folder = placed(tmp_path / "run", TREE)
    linked(folder / "loop", folder)
    linked(folder / "gpt" / "copy.csv", folder / "opus" / "math" / "seed0.csv")
    linked(folder / "third.csv", tmp_path / "gone")
    assert paths(folder) == WANTED
    (folder / "gpt" / "math" / "seed0.csv").rename(tmp_path / "blob")
    linked(folder / "gpt" / "math" / "seed0.csv", tmp_path / "blob")
    assert paths(folder) == WANTED


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in the file system")
def test_pipes(tmp_path):
    """Pipes, which never end, are left out, also behind links."""
    folder = placed(tmp_path / "run", TREE)
    os.mkfifo(folder / "a.csv")
    linked(folder / "b.csv", folder / "a.csv")
    assert paths(folder) == WANTED


def test_a_folder_that_cannot_be_read(tmp_path):
    error = PermissionError(13, "Permission denied", "run/task-0")
    with mock.patch("os.walk", lambda _, onerror, **__: onerror(error)), pytest.raises(Refusal) as refused:
        members(tmp_path)
    assert str(refused.value) == f"{tmp_path}: task-0: Permission denied"


def test_zip_archives_are_refused(tmp_path):
    """A zip is refused with what unpacks it. Beside other files of a folder, it is passed over, and named."""
    placed(tmp_path, {"out/a.zip": zipped(("a.csv", TABLE)), "out/config.json": b'{"model": "fir"}'})
    with pytest.raises(ReadError, match=r"a.zip: in a folder, .* end in .json.*; .*a.zip: .* `unzip FILE -d DIR`"):
        read(tmp_path / "out")
    placed(tmp_path, {"out/b.csv": TABLE})
    assert "passed over: 'a.zip'" in read(tmp_path / "out").report()
    with pytest.raises(ReadError, match=r"b\.csv: question='nope': no field has this name"):
        read(tmp_path / "out", question="nope")


@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_tar_archives_are_refused(tmp_path, mode):
    path = placed(tmp_path, {"a.csv": TABLE}) / "a.tar"
    with tarfile.open(path, mode) as file:
        file.add(tmp_path / "a.csv", "a.csv")
    with pytest.raises(Refusal, match="a tar archive; unpack it with `tar xf`"):
        parse(*members(path))
