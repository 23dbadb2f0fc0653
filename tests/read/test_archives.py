"""Files in folders and archives: which may hold results, their paths, links, pipes, damaged and hostile archives."""

from __future__ import annotations

import io
import os
import tarfile
from functools import partial
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


def tarred(*files, mode="w"):
    """Make a tar archive of these files, in this order. A list in place of content is a link: [type, target]."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode=mode) as file:
        for name, text in files:
            entry = tarfile.TarInfo(name)
            if isinstance(text, list):
                entry.type, entry.linkname = text
                text = b""
            entry.size = len(text)
            file.addfile(entry, io.BytesIO(text))
    return content.getvalue()


PACKS = {"zip": zipped, "tar": tarred, "tar.gz": partial(tarred, mode="w:gz"), "tgz": partial(tarred, mode="w:gz")}


def packed(tmp_path, kind, *files):
    path = tmp_path / f"a.{kind}"
    path.write_bytes(PACKS[kind](*files))
    return path


def members(*names):
    return files_of([*map(str, names)])


def paths(*names):
    return sorted(member.path for member in members(*names))


def refused(words, *names):
    with pytest.raises(Refusal, match=words) as caught:
        members(*names)
    return str(caught.value)


@pytest.mark.parametrize("kind", ["folder", *PACKS])
def test_paths_begin_below_the_folder_that_has_all(tmp_path, kind):
    run = placed(tmp_path / "run", {f"out/{path}": content for path, content in TREE.items()})
    if kind != "folder":
        run = packed(tmp_path, kind, *((f"run/out/{path}", content) for path, content in TREE.items()))
    assert paths(run) == WANTED
    for member in members(run):
        assert not member.is_named
        assert [record for _, record in parse(member)] == [{"id": "q", "passed": "0"}, {"id": "r", "passed": "1"}]


def test_archives_in_archives_and_files_beside_folders(tmp_path):
    both = packed(tmp_path, "zip", ("run/all.zip", zipped(*TREE.items())), ("b.csv", TABLE))
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
    """Pipes, which never end, are left out, also behind links and in an archive."""
    folder = placed(tmp_path / "run", TREE)
    os.mkfifo(folder / "a.csv")
    linked(folder / "b.csv", folder / "a.csv")
    assert paths(folder) == WANTED
    (folder / "b.csv").unlink()
    with tarfile.open(tmp_path / "packed.tar.gz", "w:gz") as file:
        file.add(folder, folder.name)
    assert paths(tmp_path / "packed.tar.gz") == WANTED


def test_a_folder_that_cannot_be_read(tmp_path):
    error = PermissionError(13, "Permission denied", "run/task-0")
    with mock.patch("os.walk", lambda _, onerror, **__: onerror(error)):
        assert refused("Permission", tmp_path) == f"{tmp_path}: task-0: Permission denied"


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_names_in_archives(tmp_path, kind):
    """In an archive, ./ before names does not count; a file that is there twice is refused."""
    for start in ("./", "../", "/", "./x/./", ".//"):
        files = [(f"{start}a.csv", TABLE), (f"{start}b.csv", TABLE), (f"{start}.hidden.jsonl", b"")]
        assert paths(packed(tmp_path, kind, *files)) == ["a.csv", "b.csv"]
    for twice in ("a.csv", "./a.csv"):
        refused("a.csv is in the archive twice", packed(tmp_path, kind, ("a.csv", TABLE), (twice, TABLE)))


def test_links_in_archives(tmp_path):
    files = [(f"run/{name}", content) for name, content in TREE.items()]
    assert paths(packed(tmp_path, "tar", *files, ("run/latest", [tarfile.SYMTYPE, "opus"]))) == WANTED
    hard = [tarfile.LNKTYPE, "a.csv"]
    refused("b.csv is a link, or not a plain file", packed(tmp_path, "tar", ("a.csv", TABLE), ("b.csv", hard)))
    assert paths(packed(tmp_path, "tar", ("a.csv", TABLE), ("x.txt", hard))) == ["a.csv"]


def test_damaged_archives(tmp_path):
    files = [(name, content * 50) for name, content in TREE.items()]
    for kind, kept in (("tar.gz", -60), ("tar.gz", 100), ("tar", 60), ("tar", 700)):
        (tmp_path / f"cut.{kind}").write_bytes(packed(tmp_path, kind, *files).read_bytes()[:kept])
        refused("a damaged archive: ", tmp_path / f"cut.{kind}")
    data = bytearray(packed(tmp_path, "zip", *files).read_bytes())
    data[data.index(b"gpt/math/seed0.csv") + 30] ^= 0xFF
    (tmp_path / "a.zip").write_bytes(data)
    refused("cannot be unpacked", tmp_path / "a.zip")


def test_bombs_and_crowds(tmp_path, monkeypatch):
    bomb = b"[" + b"0," * 1_000_000 + b"0]"
    with mock.patch.dict(source._MOST, {"value": (1e6, 30)}), pytest.raises(Unsafe):
        parse(*members(packed(tmp_path, "zip", ("a.json", bomb))))
    with mock.patch.dict(source._MOST, {"size": (1e6, 200)}), pytest.raises(Unsafe):  # even in front of what is wanted
        members(packed(tmp_path, "tgz", ("notes.txt", bomb)))
    monkeypatch.setattr(archives, "_MOST", 2)
    refused("more than 2 files", placed(tmp_path / "run", TREE))
