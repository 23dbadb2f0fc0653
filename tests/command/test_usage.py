"""Check the usage of the command: help and options."""

from __future__ import annotations

import io
import shlex

import pytest
from helpers import ROOT
from kept import Kept
from result_files import good, run, said

import scorio_lite as sl
from scorio_lite._command.arguments import read_options as options
from scorio_lite._command.fields import ANSWER_KEYS, OUTCOME_KEYS, QUESTION_KEYS, TRIAL_KEYS
from scorio_lite._command.help import EPILOG
from scorio_lite._command.help import FORMATS as FORMATS_HELP
from scorio_lite._command.output import Progress
from scorio_lite._command.parser import _parser
from scorio_lite._command.tables import Table, as_text
from scorio_lite._command.text import columns, shortened

WRONG_USAGE = Kept("wrong_usage.txt")


@WRONG_USAGE.parametrized
def test_wrong_usage(case):
    """These arguments are refused in one line, below the usage."""
    status, out, err = run(*shlex.split(case))
    usage, line, end = err.split("\n")
    assert (status, out, usage, end) == (2, "", "usage: scorio-lite [options] FILE [FILE ...]", "")
    WRONG_USAGE.check(case, line.replace("scorio-lite: error: ", "", 1))


def test_no_arguments():
    assert run()[2].endswith("give a FILE; try --example or --help\n")


def test_a_k_beyond_the_limit():
    words = "standard input: maj_at_k at k=50000: k is beyond the limit: "
    assert words in said("-", "-k", "1,50000", "--metrics", "maj", stdin=f"{'1,0,' * 49_999}1,0\n" * 2)


@pytest.mark.parametrize(
    "options",
    [
        ("-k", "9" * 9000),
        ("--metrics", "x" * 9000),
        ("--metrics", f"pass@{'1' * 9000}"),
        ("--threshold", "x" * 9000),
        ("--confidence", "2" * 9000),
        ("--format", "x" * 9000),
        ("--nothing=\x1b[31m\n",),
        ("--weights", "0," * 1000 + "1"),
        ("--weights", "0,1e301"),
        ("--svg", ""),
        ("--question", ""),
        ("--outcome", " "),
        ("--scorer", ""),
        ("--metric", ""),
        ("--filter", ""),
    ],
)
def test_wrong_usage_in_one_short_line(options):
    status, out, err = run("x", *options)
    usage, line, end = err.split("\n")
    assert (status, out, end) == (2, "", "")
    assert usage.startswith("usage: ")
    assert line.isprintable()
    assert len(line) < 450


def test_options_may_stand_anywhere():
    found = options(["a", "--rank-by", "pass", "b", "-k", "2", "c", "--percent"])
    assert (found.files, found.rank_by, found.k, found.percent) == (["a", "b", "c"], "pass", [2], True)
    assert options(["--example", "-k", "3,1"]).k == [1, 3]
    assert options(["--example", "-k", "1-3,2-4,9"]).k == [1, 2, 3, 4, 9]


@pytest.mark.parametrize("value", ["-1,1", "-1e-3", "-x=y", "-x"])
def test_a_value_may_begin_with_a_minus(value):
    """Every option that takes a value reads the next word as this value, even if it begins with a minus."""
    names = [name for action in _parser()._actions if action.nargs is None for name in action.option_strings]
    assert len(names) > 40
    for name in names if value == "-1,1" else {*names} - {"--scores"}:  # whose range may be left out
        assert run("-", name, value) == run("-", f"{name}={value}"), name
    assert run("-", "--title", "--json")[2].endswith("argument --title: expected one argument\n")
    assert run("-", "-k", "-k=1")[2].endswith("argument -k: expected one argument\n")


def test_a_scale_below_zero():
    assert options(["a", "--scores", "-1,1", "--percent"]).scores == (-1, 1)
    assert options(["--weights", "-1,0,1", "--values", "classes", "a"]).weights == [-1, 0, 1]
    assert options(["a", "--scores", "-k", "2"]).k == [2]
    assert options(["a", "--scores", "--", "-1,1"]).files == ["a", "-1,1"]


@pytest.mark.parametrize("name", ["pass^8", "Pass^8", "pass_hat@8", "PASS-HAT@08", "unanimous@8", "pass_hat_k@8"])
def test_a_k_in_the_name_of_a_metric(name):
    """A metric is written the same way on the command line and in tables."""
    assert options(["-", "--metrics", f"avg,{name}"]).k == [8]
    assert options(["a", "b", "--rank-by", name, "-k", "8"]).k == [8]
    (required,) = options(["-", "--require", f"{name}>=0.5", "-k", "2"]).require
    assert (required.metric.function, required.metric.k) == ("pass_hat_k", 8)
    assert options(["-", "--metrics", "g_pass@0.5@3,pass@3"]).k == [3]
    assert options(["-", "--metrics", "g_pass@1", "-k", "2"]).k == [2], "this is tau"


@pytest.mark.parametrize("option, start", [("--version", "scorio-lite "), ("--schema", '{\n  "$schema"'), ("--formats", "")])
def test_options_that_end_it(option, start):
    """Options such as --version print more than one word and end the command; they take no value."""
    _parser.cache_clear()
    status, out, err = run(option)
    assert (status, err) == (0, "")
    assert out.startswith(start) and len(out.split()) > 1


def test_options_that_choose_an_output():
    _parser.cache_clear()
    for name in ("json", "csv", "markdown"):
        assert options(["x.csv", f"--{name}"]).output == name


def test_help():
    """The help has two short screens; --help formats has the options and fields of single formats."""
    for option in ("--help", "-h"):
        out = good(option)
        assert max(map(len, out.splitlines())) <= 80
        assert len(out.splitlines()) <= 99
        assert out.endswith(EPILOG)
    assert good("--help", "metrics") == f"{out}No help on 'metrics': there is --help and --help formats.\n"
    formats = good("--help", "formats")
    assert formats == FORMATS_HELP
    assert max(map(len, formats.splitlines())) <= 80
    guide = (ROOT / "scorio_lite/_command/README.md").read_text(encoding="utf-8")
    for keys in (QUESTION_KEYS, OUTCOME_KEYS, TRIAL_KEYS, ANSWER_KEYS):
        assert ", ".join(keys) in " ".join(formats.split())
        assert ", ".join(f"`{key}`" for key in keys) in " ".join(guide.split())
    for name in vars(options(["-"])):
        option = "-k" if name == "k" else f"--{name.replace('_', '-')}"
        assert name in ("files", "given", "output", "settings", "kept") or f"  {option} " in out + formats, option
    assert good("--version") == f"scorio-lite {sl.__version__}\n"


@pytest.mark.parametrize("line", [line.split("  ")[1] for line in EPILOG.split("\n\n")[0].splitlines()[1:]])
def test_the_examples_in_the_help_can_be_typed(line):
    assert "scorio-lite " in line
    options(shlex.split(line.partition("scorio-lite ")[2]))


def test_wide_characters_are_aligned_and_shortened_by_the_columns_that_they_take():
    assert [columns(text) for text in ("abc", "日本語", "e\u0301", "ﾊﾛ")] == [3, 6, 1, 2]
    assert as_text([Table([["run", "n"], ["日本", "1"], ["e\u0301e", "22"]])], 80) == "run    n\n日本   1\ne\u0301e    22\n"
    for width in (12, 21, 40):
        for text in ("日本語のモデル名はとても長いです" * 2, "abc" * 20, "e\u0301" * 50, "mixed日本語" * 6):
            short = shortened(text, width)
            assert width - 2 < columns(short) <= width
            assert short[0] == text[0]
            assert short[-1] == text[-1]


def test_progress(tmp_path, monkeypatch):
    class Terminal(io.StringIO):
        is_one = True

        def isatty(self):
            return self.is_one

    path, terminal, clock = tmp_path / "results.jsonl", Terminal(), [0.0]
    path.write_bytes(b"x" * 2_000_000)
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("scorio_lite._command.output.monotonic", lambda: clock[0])
    progress = Progress(str(path), str(path))
    progress.tell(1)
    progress.__exit__()
    assert terminal.getvalue() == "", "a file that is read at once"
    clock[0] = 1.5
    progress.tell(1_990_000)
    assert terminal.getvalue().endswith("results.jsonl: 99 % of 2 MB")
    shown = terminal.getvalue()
    clock[0] = 1.6
    progress.tell(2_000_000)
    assert terminal.getvalue() == shown, "not faster than one can read"
    progress.__exit__()
    width = len(shown) - 1
    assert terminal.getvalue() == f"{shown}\r{' ' * width}\r"
    piped = Progress("-", "-")
    clock[0] = 5
    piped.tell(1_234_000_000)
    assert terminal.getvalue().endswith("\r-: 1,234 MB")
    terminal.is_one = False
    progress = Progress(str(path), str(path))
    clock[0] = 9
    progress.tell(1)
    assert terminal.getvalue().count("%") == 1
