"""Check what may be typed: options, their values, which go together, and both pages of help."""

from __future__ import annotations

import re
import shlex

import pytest
from helpers import ROOT
from result_files import files_in, good, lines, of_runs, records, run, said, scored
from test_numbers import FOUR, REAL

import scorio_lite as sl
from scorio_lite._command.help import GONE

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
        ("- --example", "FILE cannot be combined with --example"),
        ("--example --by level", "--by cannot be combined with --example"),
        ("- --quesion x", "there is no option '--quesion'; did you mean --question?"),
        ("- --base-line x", "there is no option '--base-line'; did you mean --baseline?"),
        ("- -question x", "there is no option '-question'; did you mean --question?"),
        ("- --Markdown", "there is no option '--Markdown'; did you mean --markdown?"),
        ("- --zzzz", "there is no option '--zzzz'; see --help"),
        ("- --no\x1b[31m", "there is no option '--no\\x1b[31m'"),
        ("- --undecided pass", "--undecided pass needs --require"),
        ("- --confidence", "--confidence needs a value"),
        ("- --json=1", "--json takes no value"),
        (f"- -k {'9' * 9000}", "-k: expected positive integers"),
        ("- --rank-by bayes", "Bayes@N has no confidence interval; choose another metric"),
        ("- --cluster a --questions these", "--cluster cannot be combined with --questions these: it is for new"),
        ("--plan 70%,67%", "--plan: expected a finite number, got '70%'; write a fraction"),
        ("--plan 0.7,0.6 --svg x.svg", "--svg cannot be combined with --plan A,B: --html FILE writes its table"),
        ("--plan 0.7,0.6 --trials 4", "--trials cannot be combined with --plan A,B: for what is in files, use"),
        ("--plan 0.7,0.6 --merge", "--merge cannot be combined with --plan A,B"),
        ("--plan 0.7,0.6 -k 4", "-k cannot be combined with --plan A,B"),
        ("--plan 0.7,0.6 --require avg>=0.5", "--require cannot be combined with --plan A,B"),
        ("- --percent --scores 1,5", "--percent cannot be combined with scores outside 0 to 1: they are no shares"),
        ("- --percent --weights 0,1,2", "--percent cannot be combined with scores outside 0 to 1"),
        ("a b --require avg>=0.4", "--require avg>=0.4 needs --baseline FILE, as in 'avg-base>=-0.02'; a bound w"),
        ("--plan 0.03", "--plan H needs a FILE; without one, plan for two rates, --plan 0.70,0.65"),
        ("- --require avg>0.5", "--require: expected METRIC>=BOUND, in quotes, such as 'pass_hat@4>=0.8'"),
        ("- --require avg>=80", "--require avg>=80: the bound must be between 0 and 1; for 80 % write 0.8"),
        ("- --require avg>=-0.02", "--require avg>=-0.02: the bound must be between 0 and 1; a difference may"),
        ("- --require avg-base>=0", "--require avg-base>=0 needs --baseline FILE"),
        ("- --title x", "--title needs --svg or --html or --latex"),
        ("a b --plan 0.1", "--plan cannot be combined with several runs; --only NAME picks one run, and --merge makes"),
    ],
)
def test_wrong_usage(arguments, words):
    assert refused(*shlex.split(arguments)).startswith(words)


@pytest.mark.parametrize("name", GONE)
def test_an_option_that_went_names_what_replaces_it(name):
    """What the message names exists: an option that may be typed, a function of the library, or a file."""
    line = refused("x", f"--{name}", "1")
    assert line.startswith(f"--{name} is not an option: ")
    words = line.partition(": ")[2]
    pages = "".join(good(*page) for page in PAGES)
    assert f"  --{name} " not in pages
    assert all(f"  {option} " in pages for option in re.findall(r"--[a-z-]+(?= )", words) if option != "--help")
    for module, function in re.findall(r"(confidence|exact|files)\.(\w+)", words):
        assert hasattr(getattr(sl, module), function)
    assert all((ROOT / path).exists() for path in re.findall(r"\w+/\S+\.\w+", words))


def test_options_may_stand_anywhere(tmp_path):
    a, b = files_in(tmp_path, a=records(FOUR["a"]), b=records(FOUR["b"]))
    (tmp_path / "-b").write_text(records(FOUR["b"]))
    out = good("--rank-by", "pass", "-k", "2", a, b)
    assert out == good(a, "--rank-by=pass", b, "-k2") == good("-k=2", a, "--rank-by", "pass", "--", b)
    for typed in (["-k", "1-3,2-4,9"], ["-k1-4,9"], ["-k=1-3,4,9"]):
        assert [row["k"] for row in scored("--example", *typed)["at_k"]] == [1, 2, 3, 4, 9]


def test_a_value_may_begin_with_a_minus():
    for title in ("-1,1", "-x=y", "-x"):
        assert f"\\caption{{{title}. In" in good("--example", "--latex", "--title", title)
    text = records(REAL)
    assert good("-", "--scores", "-k", "2", stdin=text) == good("-", "--scores=0,1", "-k", "2", stdin=text)
    assert scored("--scores", "-1,1", "-", stdin=text)["scores"] == [-1, 1]
    assert ", scores from -1 to 1, trials" in good("--scores", "-1,1", "-", stdin=text)


@pytest.mark.parametrize("name", ["pass^8", "Pass^8", "pass_hat@8", "PASS-HAT@08", "unanimous@8", "pass_hat_k@8"])
def test_a_k_in_the_name_of_a_metric(name):
    """A metric is written the same way on the command line and in tables."""
    (row,) = scored("--example", "--metrics", f"avg,{name}")["at_k"]
    assert (row["k"], [*row]) == (8, ["k", "pass_hat_k"])
    (row,) = scored("--example", "--require", f"{name}>=0", "-k", "2")["require"]
    assert (row["metric"], row["k"]) == ("pass_hat_k", 8)


def test_names_of_metrics():
    for typed, ks in (("g_pass@0.5@3,pass@2", [2, 3]), ("g_pass@1 -k 2", [2])):  # the 1 is tau
        assert [row["k"] for row in scored("--example", "--metrics", *typed.split())["at_k"]] == ks
    pair = of_runs({name: FOUR[name] for name in "ab"})
    assert good("-", "--rank-by", "accuracy", stdin=pair) == good("-", stdin=pair)
    assert good("--example", "--metrics", "accuracy") == good("--example", "--metrics", "avg")
    text = records([[1], [0]])
    assert said("-", "--metric", "pass@5", stdin=text).endswith("; --metrics pass@5 chooses what is computed")
    assert "--metrics" not in said("-", "--metric", "flexible", stdin=text)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_help(page):
    out = good(*page)
    assert max(map(len, out.splitlines())) <= 80 and len(out.splitlines()) <= 50
    assert good("-h", *page[1:]) == good(*page, "--version") == out


def test_the_examples_in_the_help_can_be_typed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = lines({"id": i, "passed": i % 3 % 2, "difficulty": "ab"[i % 2]} for i in range(20))
    files_in(tmp_path, **dict.fromkeys(re.findall(r"\w+\.(?:jsonl?|csv)", good("--help")), text))
    examples = re.findall("  scorio-lite (.*?)  ", good("--help"))
    assert len(examples) == 6 and all(run(*shlex.split(line))[0] in (0, 4) for line in examples)
