"""Check that pictures and pages are replaced whole or not at all, and that nothing else is overwritten."""

from __future__ import annotations

import functools
import os
import stat

import pytest
from result_files import files_in, good, run, said, spawn

from scorio_lite._command import main as command
from scorio_lite._command import output

OLD = "<svg>old</svg>"


@pytest.mark.parametrize("option", ["--svg", "--html"])
def test_other_files_are_not_overwritten(tmp_path, option):
    """Only a file with the ending of pictures or pages is overwritten, also if a link to another has it."""
    path, link = tmp_path / "old.csv", tmp_path / f"link.{option[2:]}"
    link.symlink_to(path)
    path.write_text("q,passed\n1,1\n")
    for name in (path, link, tmp_path / "new", "-"):
        words = f"{option} {name}: it writes {option[2:].upper()}; name a file NAME.{option[2:]}"
        assert said("--example", option, name) == words
    assert path.read_text() == "q,passed\n1,1\n"


@pytest.fixture
def old(tmp_path):
    """Return options for an existing picture and page; afterwards check that both, and their folder, are unchanged."""
    paths = files_in(tmp_path, **{"old.svg": OLD, "old.html": OLD})
    yield "--example", "--svg", paths[0], "--html", paths[1]
    assert [path.read_text() for path in paths] == [OLD, OLD]
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["old.svg", "old.html"])
def test_a_full_disk_leaves_the_old_files(old, tmp_path_factory, name):
    """The old picture and page stay if either of the new ones finds no room."""
    resource = pytest.importorskip("resource")
    new = tmp_path_factory.mktemp("new") / "new.svg"
    good("--example", "--svg", new)
    limit = 4096 if name == "old.svg" else new.stat().st_size + 10  # bytes of a file; the page is larger
    full = functools.partial(resource.setrlimit, resource.RLIMIT_FSIZE, (limit, limit))
    status, out, err = spawn(*old, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, preexec_fn=full)
    assert (status, out) == (1, "") and err.endswith(f"{name}: File too large\n")


@pytest.mark.parametrize("error, status", [(KeyboardInterrupt, 130), (MemoryError, 1), (ValueError("x"), 1)])
@pytest.mark.parametrize("module, name", [(output, "print_text"), (command, "_draw"), (output.os, "chmod")])
def test_a_run_that_does_not_end_well_leaves_the_old_files(old, monkeypatch, module, name, error, status):
    def fails(*_):
        raise error

    monkeypatch.setattr(module, name, fails)
    assert run(*old)[0] == status


def test_modes_and_links_stay(tmp_path):
    """Writing to a link replaces its target and keeps the target's mode; a new file has the umask's mode."""
    target, link, new = tmp_path / "folder" / "page.html", tmp_path / "link.html", tmp_path / "new.html"
    target.parent.mkdir()
    target.write_text(OLD)
    target.chmod(0o640)
    link.symlink_to("folder/page.html")
    for path in (link, new):
        good("--example", "--html", path)
    umask = os.umask(0)
    os.umask(umask)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (target, new)] == [0o640, 0o666 & ~umask]
    assert link.is_symlink() and target.read_text() == new.read_text().replace("/new.", "/link.") != OLD
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["folder", "link.html", "new.html", "page.html"]
