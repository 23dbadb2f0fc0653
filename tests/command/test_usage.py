"""Check the usage of the command: help and options."""

from __future__ import annotations

import shlex

import pytest
from helpers import ROOT
from result_files import good, lines, of_models, run, said

import scorio_lite as sl
from scorio_lite._command.arguments import read_options as options
from scorio_lite._command.fields import ANSWER_KEYS, OUTCOME_KEYS, QUESTION_KEYS, TRIAL_KEYS
from scorio_lite._command.help import EPILOG
from scorio_lite._command.help import FORMATS as FORMATS_HELP
from scorio_lite._command.parser import _parser
from scorio_lite._command.tables import Table, as_text
from scorio_lite._command.text import columns, shortened


@pytest.mark.parametrize(
    "arguments, words",
    [
        ((), "give a FILE; try --example or --help\n"),
        (("-", "--example"), "give a FILE or --example, not both"),
        (("-", "-"), "standard input (-) can be read only once"),
        (("-", "--merge"), "--merge needs several files"),
        (("-", "--values", "classes"), "--values needs --weights"),
        (("-", "--weights", "1"), "expected two to 1,000 weights"),
        (("-", "--weights", "0,x"), "expected a finite number, got 'x'"),
        (("-", "--weights", "0,1", "--threshold", "1"), "not allowed with argument --weights"),
        (("-", "--confidence", "1"), "expected a number between 0 and 1, such as 0.95; got '1'"),
        (("-", "--confidence", "95"), "expected a number between 0 and 1, for 95 % pass 0.95; got '95'"),
        (("-", "--cluster", "repo", "--questions", "these"), "--cluster needs --questions new"),
        (("-", "--alpha0", "2"), "--alpha0 and --beta0 need --credible\n"),
        (("-", "--beta0", "2", "--credible", "--weights", "0,1"), "need --credible, and 0/1 outcomes"),
        (("-", "--by", "date:2024-13-01"), "expected FIELD, or FIELD:VALUE with a number or a date such as 2024-08-01"),
        (("-", "--by", ":5"), "expected FIELD, or FIELD:VALUE"),
        (("-", "--by", "a", "--by-question", "--csv"), "--csv prints one table: --by or --by-question\n"),
        (("-", "--plan", "0.1", "--by-question", "--csv"), "--csv prints one table: --by-question or --plan\n"),
        (("-", "--plan", "0.1", "--cluster", "repo"), "--plan cannot be combined with --cluster"),
        (("-", "--require", "avg>0.5"), "expected METRIC>=BOUND, in quotes, such as 'pass_hat@4>=0.8'; got 'avg>0.5'"),
        (("-", "--require", "avg>=x"), "'avg>=x': expected a finite number, got 'x'"),
        (("-", "--require", "avg>=80"), "--require avg>=80: the bound must be between 0 and 1; for 80 % write 0.8"),
        (("-", "--require", "avg>=7 %"), "expected a finite number, got '7 %'; write 0.07"),
        (("-", "--threshold", "3/6%"), "expected a finite number, got '3/6%'"),
        (("-", "--threshold", "1e999%"), "expected a finite number, got '1e999%'\n"),
        (("-", "--plan", "5%"), "expected a finite number, got '5%'; write 0.05"),
        (("-", "--require", "avg>=2", "--weights=-1,0,1"), "--require avg>=2: the bound must be between -1 and 1"),
        (("-", "--require", "nope>=0.5"), "unknown metric 'nope'"),
        (("-", "--require", "pass>=0.5"), "'pass' needs a k, as in 'pass@4'"),
        (("-", "--require", "pass@0>=0.5"), "'pass@0': after @, expected k, as in pass@4"),
        (("-", "--require", "g_pass@0.5>=0.5"), "'g_pass@0.5' needs a k, as in 'g_pass@0.5@4'"),
        (("-", "--require", "g_pass@4>=0.5"), "g_pass needs a threshold"),
        (("-", "--require", "avg@4>=0.5"), "'avg@4': this metric has no k; write avg"),
        (("-", "--require", "geom@4>=0.5"), "'geom@4' has no confidence interval"),
        (("-", "--html", "x", "--svg", "./x"), "--svg and --html need a file each"),
        (("-", "--title", "x"), "--title needs --svg or --html"),
        (("-", "--macro"), "--macro needs --by\n"),
        (("-", "--macro", "--by", "x", "--questions", "these"), "--macro needs --by, and new questions"),
        (("a", "b", "--by", "x", "--macro", "--plan", "0.1"), "--plan of several runs cannot be combined with --macro"),
        (("a", "--require", "avg-base>=0"), "--require avg-base>=0 needs --baseline FILE"),
        (
            ("a", "--baseline", "b", "--require", "avg-base>=-2"),
            "--require avg-base>=-2: the bound must be between -1 and 1; for -2 % write -0.02",
        ),
        (("a", "b", "--rank-by", "bayes", "--plan", "0.1"), "--plan is for confidence intervals; --rank-by bayes has"),
        (("a", "b", "--by", "x", "--plan", "0.1", "--csv"), "--csv prints one table: --by or --plan\n"),
        (("a", "b", "--flips", "a", "b", "--by", "x"), "--flips compares by avg; leave out --by\n"),
        (("a", "b", "--rank-by", "bayes", "--cluster", "x"), "--cluster is for confidence intervals; --rank-by bayes has"),
        (("a", "b", "--rank-by", "geom", "-k", "1", "--questions", "these"), "--questions these is for confidence"),
        (("a", "b", "--require", "avg>=0.5"), "--require of several runs compares them with one: --baseline FILE"),
        (("-", "-k=3-1"), "expected positive integers, such as 1,2,4 or 1-8; got '3-1'"),
        (("-", "--metrics", "pass,nope"), "unknown metric 'nope'; choose from avg, bayes, pass, "),
        (("-", "--metrics", "g_pass"), "g_pass needs a threshold, as in g_pass@0.5"),
        (("-", "--metrics", "g_pass@2"), "g_pass needs a threshold, as in g_pass@0.5"),
        (("-", "--metrics", "pass@x"), "'pass@x': after @, expected k, as in pass@4"),
        (("-", "--metrics", "pass^x"), "unknown metric 'pass^x'"),
        (("-", "--metrics", "pass@8,pass^4"), "--metrics: all metrics have the same k; leave it out of their names, and write -k 4,8"),
        (("-", "--metrics", "pass@8,pass_hat"), "leave it out of their names, and write -k 8\n"),
        (("-", "--metrics", "all,pass@8"), "leave it out of their names, and write -k 8\n"),
        (("-", "--json", "--csv"), "not allowed with argument"),
        (("-", "--json", "--percent"), "--percent is for tables; --json has fractions"),
        (("-", "--csv", "--plot"), "--plot cannot be combined with --csv"),
        (("-", "--format", "nope"), "invalid choice"),
        (("a", "b", "--by-question"), "--by-question is for one run: --merge makes one run of several files"),
        (
            ("a", "b", "--metrics", "all"),
            "--metrics is for one run: --merge makes one run of several files; --rank-by chooses the metric of several",
        ),
        (("a", "b", "--rank-by", "pass"), "--rank-by pass needs a k, such as pass@4, or -k, whose largest k ranks\n"),
        (("a", "b", "--flips", "a", "b", "--rank-by", "pass", "-k", "2"), "--flips compares by avg"),
        (("-", "--scores=1"), "expected LOW,HIGH, the range of the scale, such as 1,5; got"),
        (("-", "--scores=1,5", "--require", "avg>=0.5"), "the bound must be between 1 and 5"),
        (("-", "--scores", "--threshold", "1"), "not allowed with argument"),
        (("-", "--scores", "--credible"), "--credible needs classes, which --weights gives; leave out --scores"),
        (("-", "--scores", "--metrics", "cons"), "cons@k needs answers that are right or wrong; leave out --scores"),
        (("-", "--answer", "x"), "--answer is for cons@k"),
        (("-", "--metrics", "cons", "--weights", "0,1"), "leave out --weights"),
        (("-", "--metrics", "cons", "--missing", "harness"), "cons@k cannot use --missing harness; use own, drop or fail"),
        (("-", "--require", "cons@3>=0.5", "--missing", "harness"), "cons@k cannot use --missing harness"),
        (("-", "--of", "200"), "--of needs --anytime"),
        (("-", "--anytime", "--cluster", "x"), "--anytime cannot be combined with --cluster"),
        (("-", "--anytime", "--plan", "0.1"), "--anytime cannot be combined with --plan"),
        (("-", "--anytime", "--questions", "these", "-k", "1", "--metrics", "pass"), "--anytime with --questions these is for the avg"),
        (("-", "--anytime", "--questions", "these", "--of", "200"), "--anytime with --questions these is for the avg"),
        (("-", "--anytime", "--questions", "these", "--plot"), "--anytime with --questions these has no picture"),
        (("-", "--what"), "unrecognized arguments: --what"),
    ],
)
def test_wrong_usage(arguments, words):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("usage: scorio-lite [options] FILE [FILE ...]\n")
    assert words in err


OPUS, GPT, MATRIX = lines(of_models(names=("opus",))), lines(of_models()), "[[0, 1], [1, 0]]"
SCORES = "question,t1,t2,t3\na,0.37,0.5,1\nb,0.5,0.25,1.5"
BEYOND = "there are bounds for new questions only"
CLASSES = ("--weights", "0,0.5,1", "--values", "classes")


@pytest.mark.parametrize(
    "text, options, words",
    [
        # Runs.
        (GPT, ("--by-question",), "--by-question is for one run: --only NAME picks one run of the file"),
        (GPT, ("--metrics", "pass"), "--metrics is for one run"),
        (GPT, ("--only", "o1"), "--only 'o1': no run in the files has this name; there are 'opus', 'gpt'"),
        (MATRIX, ("--only", "o1"), "--only 'o1': no run in the files has this name; the runs have no names"),
        (GPT, ("--rank-by", "pass"), "--rank-by pass needs a k, such as pass@4"),
        (MATRIX, ("--name", "x=-", "--name", "y=-"), "--name gives standard input two names: 'x' and 'y'"),
        (GPT, ("--name", "x=-"), "--name 'x': standard input holds several runs, which have names"),
        (OPUS, ("--rank-by", "avg"), "--rank-by needs several runs"),
        (OPUS, ("--flips", "a", "b"), "--flips needs several runs"),
        (GPT, ("--flips", "opus", "third"), "--flips 'third': no run has this name; there are 'opus', 'gpt'"),
        (GPT, ("--flips", "opus", "opus"), "--flips needs two different runs"),
        (GPT, ("--flips", "opus", "gpt", "--weights", "0,1"), "--flips needs 0/1 outcomes; --threshold makes them"),
        (GPT, ("--flips", "opus", "gpt", "--plot"), "--flips has no picture; leave out --svg and --plot"),
        # Trials.
        (
            "[[1, 0, 1], [1, 0]]",
            ("--metrics", "pass", "--missing", "own", "-k", "3"),
            "1 question has fewer than 3 trials; the first, row 2, has 2: k=2 will do, or",
        ),
        (
            "[[1, 0, 1], [1, 0]]",
            ("--metrics", "pass", "--missing", "own", "-k", "4"),
            "no question has more than 3 trials: k=4 is too large, k=2 will do",
        ),
        # Weights and thresholds.
        (MATRIX, ("--weights", "0,0.5,1"), "are the values 0 and 1 numbers of classes, or rewards? Use --values classes or"),
        ("[[0, 0.5], [2, 0]]", ("--weights", "0,0.5,1"), "2 is the number of a class and 0.5 a weight; they cannot be mixed"),
        (
            "[[0, 0.7], [2, 0]]",
            ("--weights", "0,0.5,1"),
            "row 1, column 2: 0.7 is neither the number of a class (0 to 2) nor one of the weights 0, 0.5, 1",
        ),
        ("[[0, 0.7]]", ("--weights", "0,1,2,3,4,5"), "(0 to 5) nor one of the weights 0, 1, 2, 3, 4, ..."),
        ("[[0, 2], [2, 0]]", ("--weights", "0,0.5,1", "--values", "rewards"), "row 1, column 2: 2 is not one of the weights 0, 0.5, 1"),
        ("[[0, 0.5]]", CLASSES, "row 1, column 2: 0.5 is not the number of a class (0 to 2)"),
        (MATRIX, (*CLASSES, "--metrics", "pass"), "Pass@k needs 0/1 outcomes; with --weights, use avg, bayes or max"),
        ('[[0, "x"]]', ("--threshold", "0.5"), "row 1, column 2: 'x' is not a finite number"),
        ("[[0, Infinity]]", ("--threshold", "0.5"), "row 1, column 2: inf is not a finite number"),
        ("0,1,2\n1,1,2", ("--weights", "0,0.5,1"), "line 1: are '0', '1', '2' names, or outcomes?"),
        # Real scores.
        (SCORES, ("--scores",), "line 3, field 't3': 1.5 is not a number from 0 to 1; --scores LOW,HIGH gives the range"),
        (SCORES, ("--scores=0,2", "--metrics", "pass"), "Pass@k is not for real scores: use avg or max, or --threshold T, not --scores"),
        (SCORES, ("--scores=0,2", "--metrics", "bayes"), "Bayes@N is not for real scores"),
        # k beyond the trials.
        (
            MATRIX,
            ("-k", "9", "--metrics", "maj"),
            "no question has more than 2 trials: k=9 is too large, k=2 will do; pass and pass_hat have bounds for it",
        ),
        (MATRIX, ("-k", "9", "--questions", "these"), BEYOND),
        (MATRIX, ("-k", "9", "--anytime"), f"{BEYOND}, and not with --anytime"),
        (MATRIX, ("-k", "9", "--weights", "0,1", "--metrics", "max"), "no question has more than"),
        (
            f"{'1,0,' * 49_999}1,0\n" * 2,
            ("-k", "1,50000", "--metrics", "maj"),
            "standard input: maj_at_k at k=50000: k is beyond the limit: ",
        ),
        # Looks.
        (MATRIX, ("--anytime", "--of", "9"), "standard input: --of needs 0/1 outcomes, and one trial of each question"),
        ("[[0], [1], [1]]", ("--anytime", "--of", "2"), "standard input: it has 3 questions, more than --of 2"),
        ("[[0, 1], [1]]", ("--missing", "own", "--anytime", "--questions", "these"), "--questions these needs equal numbers of trials"),
        # The word of success that never occurs.
        (
            lines({"id": i, "passed": x} for i, x in enumerate("ab")),
            ("--success", "c"),
            "no outcome is one of the words of --success; there are 'a', 'b'",
        ),
    ],
)
def test_what_is_refused(text, options, words):
    assert words in said("-", *options, stdin=text)


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
    """They take no value, and print a text of several lines or words."""
    _parser.cache_clear()
    status, out, err = run(option)
    assert (status, err) == (0, "")
    assert out.startswith(start) and len(out.split()) > 1


def test_options_that_choose_an_output():
    _parser.cache_clear()
    for name in ("json", "csv", "markdown"):
        assert options(["x.csv", f"--{name}"]).output == name


def test_a_refusal_as_json():
    status, out, _ = run("-", "--json", stdin="id,note\na,x\nb,y\nc,z\nd,u\n")
    assert status == 1
    assert out.startswith('{\n  "error": "standard input: no field holds the outcome')


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
