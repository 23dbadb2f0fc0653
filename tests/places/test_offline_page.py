"""Check the page of tools/page.py in Chromium: it opens from the disk, asks for nothing, and has CPython's bits."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from helpers import ROOT
from result_files import R, good, scored

sys.path.insert(1, str(ROOT / "tools"))

import browser
import page

PYODIDE = Path(os.environ.get("PYODIDE_FOLDER", "pyodide")) / "node_modules/pyodide"
STEP = 20  # of the golden calls, every so many-th


def test_its_policy_forbids_connections():
    """The page's policy allows no connections, frames or pictures, and names scripts by their digests."""
    from scorio_lite._command.page import SCRIPT, policy

    assert "default-src 'none'" in policy(SCRIPT)
    assert "connect-src" not in policy(SCRIPT) + Path(page.__file__).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    if not (browser.PATHS and shutil.which("node") and (PYODIDE / page.PARTS[0]).exists()):
        pytest.skip("this needs Chromium, Node, and a folder PYODIDE_FOLDER in which npm installed pyodide")
    path = tmp_path_factory.mktemp("page") / "scorio-lite.html"
    path.write_text(page.page(PYODIDE), encoding="utf-8")
    with browser.Browser(path.as_uri()) as found:
        found.run("loaded.then(() => 0)")
        yield found


def chosen(opened, paths, *options):
    """Return the record that the page prints of these files, and the report that it shows."""
    opened.run(f"form.elements.options.value = {json.dumps(' '.join(options))}")
    opened.choose("#files", list(map(str, paths)))
    return opened.run("work.then(() => result)")


def test_files_and_options(opened, tmp_path, monkeypatch):
    """The page opened in the browser has the numbers of CPython, and shows what the command writes with --html."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("a.json", json.dumps(R)), ("b.json", json.dumps([row[::-1] for row in R]))):
        (tmp_path / name).write_text(text, encoding="utf-8")
    for names, options in ((["a.json"], ["-k", "1,2"]), (["a.json", "b.json"], ["--rank-by", "pass@2"])):
        found = chosen(opened, [tmp_path / name for name in names], *options)
        assert found["status"] == 0, found
        assert json.loads(found["printed"]) == scored(*names, *options)
        good(*names, *options, "--html", "x.html")
        body = (tmp_path / "x.html").read_text(encoding="utf-8").partition("<h1")[2].partition("<footer")[0]
        assert body in found["page"]


def test_a_folder_and_its_table(opened, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    files = {f"runs/{name}.json": json.dumps(rows) for name, rows in (("a", R), ("b", [row[::-1] for row in R]))}
    for path, text in files.items():
        (tmp_path / path).write_text(text, encoding="utf-8")
    opened.run("form.elements.options.value = ''")
    opened.run(f"take(Object.entries({json.dumps(files)}).map(([path, text]) => [path, new Blob([text])]))")
    assert opened.run("run('--csv')")[1] == good("runs", "--csv")
    assert opened.run("run('--svg', '/out')")[3].startswith("<svg ")


def test_a_refusal_offers_readings(opened, tmp_path):
    (tmp_path / "bad.csv").write_text("task_id,passed\na,1\nb,maybe\n", encoding="utf-8")
    found = chosen(opened, [tmp_path / "bad.csv"])
    assert found["status"] == 1 and not found["page"]
    assert "'maybe' is neither 0 nor 1" in opened.run("at('error').textContent")
    opened.run("document.querySelector('#readings button').click()")
    assert opened.run("work.then(() => result.status)") == 0


def test_the_golden_values(opened):
    for name in ("check_golden.py", "golden.json"):
        text = json.dumps((ROOT / "tests" / name).read_text(encoding="utf-8"))
        opened.run(f"pyodide.FS.mkdirTree('/golden'), pyodide.FS.writeFile('/golden/{name}', {text})")
    check = "import sys; sys.path.insert(0, '/golden'); import check_golden; check_golden.main(['/library', 'scorio_lite', '{}'])"
    assert opened.run(f"pyodide.runPython({json.dumps(check.format(STEP))})") == 0


def test_nothing_leaves(opened):
    """The browser asks only for the page and for what is inside it, and the page cannot connect to anything."""
    assert opened.sent[0].startswith("file:")
    assert {address.partition(":")[0] for address in opened.sent[1:]} <= {"blob", "about"}
    blocked = """new Promise(done => {
      document.addEventListener("securitypolicyviolation", event => done(event.effectiveDirective));
      new XMLHttpRequest().open("GET", "x");
      const request = new XMLHttpRequest(); request.open("GET", "https://example.org/"); request.send();
    })"""
    assert opened.run(blocked) == "connect-src"
