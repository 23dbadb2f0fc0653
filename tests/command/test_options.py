"""Check what may be typed: options, their values, which go together, and both pages of help."""

from __future__ import annotations

import re
import shlex

import pytest
from helpers import ROOT
from result_files import files_in, good, lines, run, said

import scorio_lite as sl
from scorio_lite._command.arguments import parse, read_options
from scorio_lite._command.help import GONE
from scorio_lite._command.options import Options
from scorio_lite._command.read.options import Ask

PAGES = (("--help",), ("--help", "formats"))


def refused(*arguments):
    """Return the line that refuses these arguments as wrong usage."""
    status, out, err = run(*arguments)
    usage, line, end = err.split("\n")
    assert (status, out, usage, end) == (2, "", "usage: scorio-lite [options] FILE [FILE ...]", "")
    assert line.isprintable() and len(line) < 450
    return line.replace("scorio-lite: error: ", "", 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("", "give a FILE; try --example or --help"),
        ("- --example", "give a FILE or --example, not both"),
        ("- --undecided pass", "--undecided needs --require"),
        ("- --confidence", "--confidence needs a value"),
        ("- --json=1", "--json takes no value"),
        ("- --json --csv", "--csv cannot be combined with --json"),
        (f"- -k {'9' * 9000}", "-k: expected positive integers"),
        ("- --no\x1b[31m", "there is no option '--no\\x1b[31m'"),
        ("- --rank-by bayes", "--rank-by: 'bayes' has no confidence interval, and so no ranks"),
        ("- --cluster a --questions these", "--cluster needs --questions new: for these questions, only the trials"),
        ("--plan 70%,67%", "--plan: expected a finite number, got '70%'; write a fraction"),
        ("--plan 0.03", "--plan H needs a FILE; without one, plan for two rates, --plan 0.70,0.65"),
        ("- --require avg>0.5", "--require: expected METRIC>=BOUND, in quotes, such as 'pass_hat@4>=0.8'"),
        ("- --require avg>=80", "--require avg>=80: the bound must be between 0 and 1; for 80 % write 0.8"),
        ("- --require avg-base>=0", "--require avg-base>=0 needs --baseline FILE"),
        ("- --metrics pass@3,maj", "--metrics: all metrics have the same k; leave it out of their names, and write"),
        ("a b --metrics pass", "--metrics is for one run: --merge makes one run of several files; --rank-by chooses"),
    ],
)
def test_wrong_usage(arguments, words):
    assert refused(*shlex.split(arguments)).startswith(words)


def test_a_misspelt_option():
    typed = {
        "--quesion": "--question",
        "--base-line": "--baseline",
        "-question": "--question",
        "--Markdown": "--markdown",
    }
    for name, meant in typed.items():
        assert refused("x", name) == f"there is no option '{name}'; did you mean {meant}?"
    assert refused("x", "--zzzz") == "there is no option '--zzzz'; see --help"
    assert refused("--help", "nope") == "there is no page of help on 'nope'; see --help and --help formats"


@pytest.mark.parametrize("name", GONE)
def test_an_option_that_went_names_what_replaces_it(name):
    """What the message names exists: an option that may be typed, or a function of the library."""
    line = refused("x", f"--{name}", "1")
    assert line.startswith(f"--{name} is not an option: ")
    words = line.partition(": ")[2]
    for option in re.findall(r"--[a-z-]+", words):
        assert option in "".join(good(*page) for page in PAGES)
    for module, function in re.findall(r"(confidence|exact|files)\.(\w+)", words):
        assert hasattr(__import__(f"scorio_lite.{module}", fromlist=["x"]), function)
    assert name not in vars(Options)
    assert name != "schema" or (ROOT / words.rpartition(" ")[2]).exists()


def test_options_may_stand_anywhere():
    found = read_options(["a", "--rank-by", "pass", "b", "-k", "2", "c", "--percent", "--", "-d"])
    assert (found.files, found.rank_by, found.k, found.percent) == (["a", "b", "c", "-d"], "pass", [2], True)
    for typed in (["-k", "1-3,2-4,9"], ["-k1-4,9"], ["-k=1-3,4,9"]):
        assert read_options(["--example", *typed]).k == [1, 2, 3, 4, 9]
    found = read_options(["a", "--where", "x=1", "--where", "x=2", "--ignore", "b,c", "--ignore", "d", "--only", "e"])
    assert (found.where, found.ignore, found.only) == ({"x": ("1", "2")}, ("b", "c", "d"), ("e",))


@pytest.mark.parametrize("value", ["-1,1", "-1e-3", "-x=y", "-x"])
def test_a_value_may_begin_with_a_minus(value):
    for name in ("--question", "--outcome", "--success", "--title"):
        assert parse(["-", name, value]) == parse(["-", f"{name}={value}"])
    assert read_options(["a", "--scores", "-1,1"]).scores == (-1, 1)
    assert read_options(["a", "--scores", "-k", "2"]).scores == (0, 1)
    assert read_options(["a", "--scores", "--", "-1,1"]).files == ["a", "-1,1"]
    assert read_options(["--weights", "-1,0,1", "a"]).weights == (-1, 0, 1)


@pytest.mark.parametrize("name", ["pass^8", "Pass^8", "pass_hat@8", "PASS-HAT@08", "unanimous@8", "pass_hat_k@8"])
def test_a_k_in_the_name_of_a_metric(name):
    """A metric is written the same way on the command line and in tables."""
    assert read_options(["-", "--metrics", f"avg,{name}"]).k == [8]
    assert read_options(["a", "b", "--rank-by", name, "-k", "8"]).k == [8]
    (required,) = read_options(["-", "--require", f"{name}>=0.5", "-k", "2"]).require
    assert (required.metric.function, required.metric.k) == ("pass_hat_k", 8)
    assert read_options(["-", "--metrics", "g_pass@0.5@3,pass@3"]).k == [3]
    assert read_options(["-", "--metrics", "g_pass@1", "-k", "2"]).k == [2], "this is tau"


@pytest.mark.parametrize("options", ["--require {}>=0.1", "--rank-by {}", "--baseline A --require {}-base>=-0.9"])
def test_accuracy_is_avg(options, tmp_path):
    """accuracy is another name of avg in each option that takes a metric."""
    a, b = files_in(tmp_path, a=[[1, 0], [1, 1]], b=[[0, 0], [1, 1]])
    paths = (a,) if options.startswith("--require") else (a, b)
    one, other = (options.replace("A", str(a)).format(name).split() for name in ("avg", "accuracy"))
    status, out, _ = run(*paths, *one, "--json")
    assert run(*paths, *other, "--json")[:2] == (status, out.replace('required": "avg', 'required": "accuracy'))
    assert good(a, "--metrics", "accuracy", "--csv") == good(a, "--metrics", "avg", "--csv")


def test_metric_is_not_metrics():
    text = lines([{"id": 1, "passed": 1}, {"id": 2, "passed": 0}])
    assert said("-", "--metric", "pass@5", stdin=text).endswith("; --metrics pass@5 chooses what is computed")
    assert "--metrics" not in said("-", "--metric", "flexible", stdin=text)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_help(page):
    out = good(*page)
    assert max(map(len, out.splitlines())) <= 80 and len(out.splitlines()) <= 50
    assert good("-h", *page[1:]) == out
    assert good(*page, "--version") == out and good("--version") == f"scorio-lite {sl.__version__}\n"


def test_every_option_is_on_a_page():
    pages = "".join(good(*page) for page in PAGES)
    names = {name for kind in (Options, Ask) for name, value in vars(kind).items() if not hasattr(value, "__get__")}
    for name in names - {"output", "keep", "fixed", "names", "votes"}:
        option = "-k" if name == "k" else f"--{name.replace('_', '-')}"
        assert name.startswith("__") or f"  {option} " in pages, option


@pytest.mark.parametrize("line", re.findall("  scorio-lite (.*?)  ", good("--help")))
def test_the_examples_in_the_help_can_be_typed(line):
    read_options(shlex.split(line))
