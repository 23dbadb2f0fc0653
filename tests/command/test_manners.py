"""How the command behaves: usage, statuses, terminals, pipes, interruptions, pictures that can be shown anywhere."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree

import pytest
from helpers import ROOT
from result_files import R, lines, run

from scorio_lite._command import chart as charts
from scorio_lite._command.arguments import EPILOG, options
from scorio_lite._command.curves import Curve, Picture, dense_k
from scorio_lite._command.metrics import metric
from scorio_lite._command.missing import Run
from scorio_lite._command.progress import Progress
from scorio_lite._command.svg import svg

MATRIX = json.dumps(R)
COMMAND = [sys.executable, "-m", "scorio_lite"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    "arguments, words",
    [
        ((), "one FILE or several are wanted, or --example"),
        (("-", "--example"), "one FILE or several are wanted, or --example"),
        (("-", "-"), "standard input can be read once"),
        (("-", "--merge"), "--merge wants several files"),
        (("-", "--values", "classes"), "--values goes with --weights"),
        (("-", "--weights", "1"), "two to 1,000 weights are wanted"),
        (("-", "--weights", "0,x"), "a finite number is wanted, not 'x'"),
        (("-", "--weights", "0,1", "--threshold", "1"), "not allowed with argument --weights"),
        (("-", "--threshold", "nan"), "a finite number is wanted, not 'nan'"),
        (("-", "--confidence", "1"), "a number between 0 and 1 is wanted, such as 0.95, not '1'"),
        (("-", "--confidence", "95"), "a number between 0 and 1 is wanted"),
        (("-", "-k", "0"), "positive integers with commas between them are wanted, not '0'"),
        (("-", "-k", "1,x"), "positive integers"),
        (("-", "--metrics", "pass,nope"), "no metric is called 'nope'; there are avg, bayes, pass, "),
        (("-", "--metrics", "g_pass"), "g_pass is wanted with a threshold, as in g_pass@0.5"),
        (("-", "--metrics", "g_pass@2"), "'g_pass@2': after @, tau, in [0, 1], is wanted"),
        (("-", "--metrics", "pass@2"), "'pass@2': after @, nothing is wanted; -k has the k"),
        (("-", "--json", "--csv"), "not allowed with argument"),
        (("-", "--json", "--percent"), "--percent is for text and Markdown; --json has fractions"),
        (("-", "--csv", "--plot"), "--plot does not go with --csv"),
        (("-", "--rank-by", "pass", "-k", "1"), "--rank-by wants several files"),
        (("-", "--format", "nope"), "invalid choice"),
        (("-", "--missing", "nope"), "invalid choice"),
        (("a", "b", "--by-question"), "--by-question is for one run; for several, see --rank-by and --merge"),
        (("a", "b", "--metrics", "all"), "--metrics is for one run"),
        (("a", "b", "--rank-by", "pass"), "--rank-by pass wants its k: -k K"),
        (("a", "b", "--rank-by", "pass", "-k", "1,2"), "--rank-by pass wants its k: -k K"),
        (("a", "b", "-k", "1"), "-k goes with --rank-by and a metric that has a k"),
        (("-", "--what"), "unrecognized arguments: --what"),
        (("-", "--mark"), "unrecognized arguments: --mark"),
    ],
)
def test_wrong_usage(arguments, words):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("usage: scorio-lite [options] FILE [FILE ...]\n")
    assert words in err


def test_options_may_stand_anywhere():
    found = options(["a", "--rank-by", "pass", "b", "-k", "2", "c", "--percent"])
    assert (found.files, found.rank_by, found.k, found.percent) == (["a", "b", "c"], "pass", [2], True)
    assert options(["--example", "-k", "3,1"]).k == [1, 3]


def test_help():
    status, out, err = run("--help")
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    assert EPILOG.splitlines()[1] in out


@pytest.mark.parametrize("line", [line.split("  ")[1] for line in EPILOG.split("\n\n")[0].splitlines()[1:]])
def test_the_examples_in_the_help_can_be_typed(line):
    assert "scorio-lite " in line
    options(line.partition("scorio-lite ")[2].split())


def test_nothing_but_what_is_needed_is_loaded():
    program = "import sys; from scorio_lite._command.main import main; main(['--example']); print(sorted(sys.modules))"
    out = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True).stdout
    assert "'scorio_lite._command.report'" in out
    for name in (
        "scorio_lite._command.svg",
        "scorio_lite._command.chart",
        "scorio_lite.rank",
        "zipfile",
        "gzip",
        "fractions",
    ):
        assert f"'{name}'" not in out


def on_a_terminal(*arguments, environment=None):
    """What the command writes to a terminal."""
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    process = subprocess.Popen([*COMMAND, *map(str, arguments)], cwd=ROOT, stdout=follower, stderr=follower,
                               stdin=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm", **(environment or {})})  # fmt: skip
    os.close(follower)
    text = b""
    while True:
        try:
            piece = os.read(leader, 1 << 16)
        except OSError:
            piece = b""
        if not piece:
            break
        text += piece
    os.close(leader)
    return process.wait(), text.decode()


def test_progress(tmp_path, monkeypatch):
    class Terminal:
        def __init__(self):
            self.text = ""

        def write(self, text):
            self.text += text

        def flush(self):
            pass

        def isatty(self):
            return True

    path, terminal, clock = tmp_path / "results.jsonl", Terminal(), [0.0]
    path.write_bytes(b"x" * 2_000_000)
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("scorio_lite._command.progress.monotonic", lambda: clock[0])
    progress = Progress(str(path), str(path))
    progress.tell(1)
    progress.end()
    assert terminal.text == "", "a file that is read at once"
    clock[0] = 1.5
    progress.tell(1_000_000)
    assert terminal.text.endswith("results.jsonl: 50 % of 2 MB")
    shown = terminal.text
    clock[0] = 1.6
    progress.tell(1_100_000)
    assert terminal.text == shown, "not faster than one can read"
    progress.end()
    width = len(shown) - 1
    assert terminal.text == f"{shown}\r{' ' * width}\r"
    terminal.isatty = lambda: False
    progress = Progress(str(path), str(path))
    clock[0] = 9
    progress.tell(1)
    assert terminal.text.count("%") == 1


def test_an_interruption(tmp_path):
    """Ctrl-C ends it with status 130, and nothing is said."""
    fifo = tmp_path / "fifo"
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes in the file system")
    os.mkfifo(fifo)
    process = subprocess.Popen(
        [*COMMAND, str(fifo)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # shells ignore it in what they run behind
    )
    with fifo.open("w") as file:  # waits for the command to open it
        file.write("[0, 1]\n")
        file.flush()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, b"", b"")


def test_a_closed_pipe():
    read_end, write_end = os.pipe()
    os.close(read_end)
    for arguments in (("--example",), ("--example", "--json"), ("--example", "--plot")):
        result = subprocess.run([*COMMAND, *arguments], cwd=ROOT, stdout=write_end, stderr=subprocess.PIPE)
        assert (result.returncode, result.stderr) == (0, b"")
    os.close(write_end)


def test_a_stream_is_read_as_it_comes():
    """Lines through a pipe, more than a pipe holds, plain and compressed."""
    text = lines({"task_id": i % 50, "passed": i % 3 == 0} for i in range(15_000)).encode()
    for data in (text, gzip.compress(text)):
        process = subprocess.Popen([*COMMAND, "-", "--json"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        writer = threading.Thread(target=lambda: (process.stdin.write(data), process.stdin.close()))
        writer.start()
        got = json.loads(process.stdout.read())
        writer.join()
        assert process.wait() == 0
        assert (got["questions"], got["trials"]) == (50, 300)
        process.stdout.close()


def picture(trials=6, curves=("pass", "pass_hat", "maj"), title="Title", names=None):
    run = Run("run", [(i, (trials - s, s)) for i, s in enumerate({0, trials, trials // 2, trials // 3})], None)
    drawn = [Curve(name, run, metric(which), 0.95) for name, which in zip(names or curves, curves)]
    return Picture(title, "score", 0.95, drawn)


def test_svg(tmp_path):
    path = tmp_path / "picture.svg"
    status, out, err = run("--example", "--svg", path)
    assert (status, err) == (0, "")
    assert out == run("--example")[1]
    text = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert len(root.findall(f"{SVG}polyline")) == len(root.findall(f"{SVG}polygon")) == 3
    assert len(root.findall(f"{SVG}circle")) == 18
    words = [element.text for element in root.iter(f"{SVG}text")]
    for name in (
        "Pass@k",
        "Pass^k",
        "Maj@k",
        "k (trials)",
        "0.0",
        "1.0",
        "6",
        "the built-in example: 8 questions, 6 trials each",
    ):
        assert name in words
    assert "prefers-color-scheme: dark" in text
    assert not list(root.iter(f"{SVG}script"))
    for forbidden in ("href", "http://www.w3.org/1999", "onload", "url(", "@import"):
        assert forbidden not in text
    status, out, err = run("--example", "--svg", tmp_path / "none" / "picture.svg")
    assert (status, out, err) == (1, "", f"scorio-lite: {tmp_path}/none/picture.svg: No such file or directory\n")


def test_svg_is_where_its_numbers_are():
    """Higher values are higher up, larger k further to the right, and bands hold their lines."""
    drawn = picture()
    root = ElementTree.fromstring(svg(drawn))
    for curve, line, band in zip(drawn.curves, root.findall(f"{SVG}polyline"), root.findall(f"{SVG}polygon")):
        points = [tuple(map(float, pair.split(","))) for pair in line.get("points").split()]
        outline = [tuple(map(float, pair.split(","))) for pair in band.get("points").split()]
        upper, lower = outline[:6], outline[:5:-1]
        assert (
            [x for x, _ in points] == sorted({x for x, _ in points}) == [x for x, _ in upper] == [x for x, _ in lower]
        )
        assert all(high <= y <= low for (_, high), (_, y), (_, low) in zip(upper, points, lower))
        order = sorted(range(6), key=lambda i: curve.points[i].mu)
        assert [points[i][1] for i in order] == sorted((y for _, y in points), reverse=True)


@pytest.mark.parametrize("trials", [1, 2, 3, 16, 17, 64, 1000])
def test_svg_of_any_size(trials):
    many = [f"a rather long name of a run {i}.jsonl" for i in range(20)]
    for drawn in (picture(trials), picture(trials, ["pass"] * 20, names=many)):
        root = ElementTree.fromstring(svg(drawn))
        labels = [float(e.get("y")) for e in root.findall(f"{SVG}text") if e.get("dy") and not e.get("text-anchor")]
        assert len(labels) == len(drawn.curves)
        assert all(later - earlier >= 13 for earlier, later in zip(labels, labels[1:])), "no two overlap"
        assert min(labels) > 60 or len(labels) > 10
        assert max(labels) <= 460 - 10
        numbers = [e for e in root.findall(f"{SVG}text") if e.get("text-anchor") == "middle" and e.text.isdigit()]
        at = [(float(e.get("x")), len(e.text)) for e in numbers]
        assert [e.text for e in numbers][-1] == str(trials)
        assert all(x2 - x1 > 4 * (n1 + n2) + 4 for (x1, n1), (x2, n2) in zip(at, at[1:])), "nor any two of the axis"


def test_hostile_names_in_svg():
    name = "</svg><script>alert(1)</script>&amp;\"'\x00\x1b\ud800\ufffe\u202e]]>"
    text = svg(picture(title=name, names=[name, "b", "c"]))
    root = ElementTree.fromstring(text.encode())
    assert not list(root.iter(f"{SVG}script"))
    assert len(list(root)) > 10


def test_percent_in_pictures(tmp_path):
    path = tmp_path / "picture.svg"
    out = run("--example", "--percent", "--plot", "--svg", path)[1]
    words = [element.text for element in ElementTree.parse(path).getroot().iter(f"{SVG}text")]
    for label in ("0 %", "20 %", "100 %"):
        assert label in words
        assert f"\n{label:>5} ┤" in out


def test_dense_k():
    for trials in (1, 2, 15, 16, 17, 100, 1024, 5000):
        ks = dense_k(trials)
        assert ks == sorted(set(ks))
        most = 419 if trials == 5000 else trials
        assert (ks[0], ks[-1]) == (1, most)
        assert set(range(1, min(most, 16) + 1)) <= set(ks)
        assert {2**i for i in range(most.bit_length())} <= set(ks)
        assert len(ks) < 60


@pytest.mark.parametrize("columns", [20, 40, 80, 100])
@pytest.mark.parametrize("trials", [1, 2, 6, 8, 9, 100, 1000])
def test_charts_fit(columns, trials):
    for names in (None, [f"run{i}" for i in range(12)]):
        drawn = picture(trials, ["pass"] * 12, names=names) if names else picture(trials)
        for style in (charts._UNICODE, charts._ASCII):
            text = charts.drawn(drawn, columns, style, False)
            body = text.splitlines()[1:]
            assert max(map(len, body)) <= columns, text
            assert text.isascii() or style is charts._UNICODE
            for i, curve in enumerate(drawn.curves[: columns - 8]):
                assert style.markers[i % 8] in text, curve.name


def test_a_chart():
    """Markers stand in the rows of their values, to half a row, between the ends of their bars."""
    drawn = picture()
    rows = charts.drawn(drawn, 80, charts._ASCII, False).splitlines()
    first = next(i for i, row in enumerate(rows) if row.startswith("1.0"))
    last = next(i for i, row in enumerate(rows) if row.startswith("0.0"))
    for curve, marker in zip(drawn.curves, "ox+"):
        found = sorted(
            (column, i)
            for i, row in enumerate(rows[first : last + 1])
            for column, sign in enumerate(row[5:])
            if sign == marker
        )
        assert len(found) == 6
        for (_, row), point in zip(found, curve.points):
            assert abs(row - (1 - point.value) * (last - first)) <= 1
    assert rows[-1].split() == ["k", *"123456"]


def test_colours_and_signs(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(MATRIX)
    plain = run(path, "--plot")[1]
    assert "\x1b" not in plain, "not into a pipe"
    assert "●" in plain
    status, text = on_a_terminal(path, "--plot")
    assert status == 0
    assert "\x1b[34m●\x1b[0m" in text
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b" not in on_a_terminal(path, "--plot", environment=environment)[1]
    ascii_only = run(path, "--plot", env={**os.environ, "PYTHONIOENCODING": "ascii"})[1]
    assert ascii_only.isascii()
    assert "o Pass@k" in ascii_only
    assert on_a_terminal(path, "--plot", environment={"TERM": "dumb"})[1].isascii()
    fenced = run(path, "--plot", "--markdown")[1]
    assert fenced.count("\n```\n") == 2
    assert fenced.index("```") < fenced.index("●")
    assert fenced.endswith("```\n")
    narrow = run(path, "--plot", env={**os.environ, "COLUMNS": "40"})[1]
    assert max(map(len, narrow[narrow.index("● ") :].splitlines())) <= 40
