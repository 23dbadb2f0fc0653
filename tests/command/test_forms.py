"""Check the words and tables of reports: that they fit, what is said once, titles, and each kind of output."""

from __future__ import annotations

import random
import re

import pytest
from result_files import R, board_of, files_in, good, lines, placed, run, scored

from scorio_lite import files
from scorio_lite._command.score.metric_names import usual_k
from scorio_lite._command.text import columns, shortened, stem, write_number

ONE = [[1], [0], [1], [1]]
ASKED = ("-", "--outcome", "ok", "--task", "ds", "--run", "m")


def records(R, **more):
    return lines({"id": f"q{i}", "passed": x, **more} for i, row in enumerate(R) for x in row)


def tasks(models, tasks, trials=2):
    """Return the records of so many models on so many tasks."""
    draw = random.Random(7)
    names = ["opus", "gpt-5-mini", "llama-3.1-70b", *(f"model-{i}" for i in range(60))][:models]
    return board_of(
        {
            name: {
                f"task_{j}": [[int(draw.random() < 0.4 + 0.03 * i) for _ in range(trials)] for _ in range(5)]
                for j in range(tasks)
            }
            for i, name in enumerate(names)
        }
    )


# What fits


@pytest.mark.parametrize("percent", [[], ["--percent"]])
def test_a_report_fits_a_terminal(percent):
    names = [{"task_id": f"{'long ' * 30}{i}", "passed": x} for i, row in enumerate(R) for x in row]
    for text in (R, lines(names)):
        more = ("--plan", "0.1", "--credible", "--require", "g_pass@0.333333333@4>=0")
        out = good("--metrics", "all", "--by-question", *more, *percent, "-", stdin=text)
        assert max(map(len, out.splitlines())) <= 80
        assert not any(line.endswith(" ") for line in out.splitlines())


@pytest.mark.parametrize(("models", "count"), [(2, 3), (3, 3), (4, 4), (12, 6), (3, 20), (7, 20), (1, 9)])
def test_every_number_of_a_board_is_on_the_screen(models, count):
    words = good(*ASKED, stdin=tasks(models, count))
    assert max(map(len, words.splitlines())) <= 80
    for row in scored(*ASKED, stdin=tasks(models, count))["runs"]:
        for score in (row["avg"], *(task["avg"] for task in row["tasks"].values())):
            assert write_number(score["value"]) in words
            assert f"[{write_number(score['lo'])}, {write_number(score['hi'])}]" in words
    table = good(*ASKED, "--markdown", stdin=tasks(models, count))
    assert ("| rank | run | mean of tasks |" in table) == (models > count), "no wider than a page"


def test_long_names_are_wrapped_and_not_cut(tmp_path):
    runs = {f"{'long' * 30}a": R, f"{'long' * 30}b": [[0] * 4] * 3, "模型" * 20: R, "x" * 40 + "70b" + "y" * 70: R}
    paths = files_in(tmp_path, **runs)
    for options in ((), ("--rank-by", "g_pass@0.75", "-k", "4"), ("--percent",), ("-k", "1,2,3,4")):
        out = good(*paths, *options)
        assert max(map(columns, out.splitlines())) <= 80
        names = [line[5:].strip().split("  ")[0] for line in out.split("\n\n")[1].splitlines()[1:]]
        assert all(name in "".join(names) for name in runs)


def test_names_are_shortened_by_the_columns_that_they_take():
    for text in ("日本語のモデル名はとても長いです" * 2, "abc" * 20):
        start, end = shortened(text, 21).split("...")
        assert (columns(start), columns(end)) == (6, 12) and text.startswith(start) and text.endswith(end)
    assert columns("日本語e\u0301") == 7 and stem("a/gpt-4.1.json.gz") == "gpt-4.1"
    assert [usual_k(3000, 3)[-1], usual_k(60, 3)[-1]] == [512, 60], "Maj@k of larger k would take minutes"


def test_a_number_that_is_not_0_or_1_is_not_rounded_to_it():
    for value, shown, percent in (
        *((0, "0.000", "0.0"), (1, "1.000", "100.0"), (0.0004, "<0.001", "<0.1"), (0.9996, ">0.999", ">99.9")),
        *((-0.0001, ">-0.001", ">-0.1"), (1e12, "1e+12", "1e+14")),
    ):
        assert (write_number(value), write_number(value, True)) == (shown, percent)


# What is said


def test_one_trial_each_is_printed_once():
    """avg, Pass@1 and Pass^1 are one number of a question with one trial; JSON keeps all."""
    out = good("-", stdin=records(ONE))
    value, interval = re.search(r"for new questions of this kind +(\S+) +(\[.*\])", out).groups()
    assert "avg@1, Pass@1, Pass^1" in out and out.count(interval) == 1
    assert out.count(value) == 2, "for new questions, and for these"
    got = scored("-", stdin=records(ONE))
    assert got["at_k"][0]["pass_at_k"] == got["at_k"][0]["pass_hat_k"] == got["avg"]
    assert "Pass@k" in good("-", stdin=records([[1, 0], [1, 1]]))
    assert "mG-Pass@k" in good("-", "--metrics", "avg,mg_pass,pass", stdin=records(ONE)), "which is 0 at k = 1"


def test_what_was_read_of_each_task(tmp_path):
    """Where tasks are read from different fields, the report says which of each; else it says it once."""
    fields = {"x": "passed", "y": "correct"}
    for folder, named in (("out", fields), ("same", dict.fromkeys(fields, "passed"))):
        texts = {
            f"{m}/{t}.jsonl": lines({"id": i, field: i % 2} for i in range(9))
            for m in "ab"
            for t, field in named.items()
        }
        out = good(placed(tmp_path / folder, texts), "--path", "{run}/{task}.jsonl")
        read = re.findall(r"^Read ?(.?): question id, outcome (\w+)", out, re.MULTILINE)
        assert read == ([*fields.items()] if folder == "out" else [("", "passed")])


def test_a_slice_says_by_what():
    text = lines(
        {"id": q, "passed": q % 2, "level": "ab"[q % 2], "hard": q, "model": m} for q in range(6) for m in "xy"
    )
    board, report = (good("-", "--by", "level", *options, stdin=text) for options in ((), ("--only", "x")))
    assert "ranked by avg@1, by level\n" in board
    assert re.search("^Slices by level:\n\nslice +questions", report, re.MULTILINE)
    assert "not used: hard\n" in report, "the field of the slices is used"


def test_no_view_is_there_unasked():
    plain = records(ONE)
    more = lines(
        {"id": f"q{i}", "passed": x, "tokens": 100 + i, "cost": 0.1 * i, "judge": 1} for i, (x,) in enumerate(ONE)
    )
    one, other = (re.sub("(?s)Read: .*?\n\n", "", good("-", stdin=text)) for text in (plain, more))
    assert one == other


def test_titles_are_no_paths(tmp_path):
    """A title is the model and the task where they are known, else the file's name without folders and ending."""
    files = placed(tmp_path, {"deep/in/file.jsonl": records(ONE), "deep/named.jsonl": records(ONE, model="gpt-4.1")})
    for path, title in (("deep/in/file.jsonl", "file"), ("deep/named.jsonl", "gpt-4.1")):
        good(files / path, "--svg", tmp_path / "x.svg")
        assert f"<title>{title}: 4 questions, 1 trial each</title>" in (tmp_path / "x.svg").read_text(encoding="utf-8")
        assert f"\\caption{{{title}: 4 questions, 1 trial each" in good(files / path, "--latex")


# Other outputs


def test_a_table_of_a_paper():
    text = board_of({"oak_1": {"x": [[1]] * 20, "y": [[1]] * 20}, "birch": {"x": [[0]] * 20, "y": [[1]] * 20}})
    out = good(*ASKED, "--latex", stdin=text)
    assert out.startswith("% \\usepackage{booktabs}\n")
    size = "2 runs of 2 tasks, 40 questions in all, 1 trial each"
    caption = f"{size}, ranked by avg@1, mean of tasks. $^\\dagger$: significantly below the best"
    assert f"\\caption{{{caption}.}}" in out
    means = [row["avg"] for row in scored(*ASKED, stdin=text)["runs"]]
    cells = [f"{mean['value']:.3f} [{mean['lo']:.3f}, {mean['hi']:.3f}]" for mean in means]
    assert " & oak\\_1 & birch$^\\dagger$ \\\\\n\\midrule\nrank & 1 & 2 \\\\\n" in out
    assert f"mean of tasks & {' & '.join(cells)} \\\\\n" in out


def test_a_title_is_the_caption_and_k_is_mathematics():
    out = good("-", "--latex", "--title", "50 % of #1", "--metrics", "pass,pass_hat,g_pass@0.5", "-k", "2", stdin=R)
    assert "\\caption{50 \\% of \\#1.}" in out
    assert "k & Pass@$k$ & Pass$^{k}$ & G-Pass@$k$(0.5) \\\\" in out
    two = records(R, model="a") + "\n" + records(R, model="b")
    assert "Pass$^{2}$" in good("-", "--latex", "--rank-by", "pass^2", stdin=two)


def test_names_in_latex():
    escaped = {
        "a_b": "a\\_b",
        "50 % & #1": "50 \\% \\& \\#1",
        "x^2 {y}|": "x\\textasciicircum{}2 \\{y\\}|",
        "\\input{z}": "\\textbackslash{}input\\{z\\}",
        "~$1<2>": "\\textasciitilde{}\\$1$<$2$>$",
    }
    out = good("-", "--latex", "--by-question", stdin=lines({"id": x, "passed": t} for x in escaped for t in (0, 1)))
    assert all(text in out for text in escaped.values())
    rows = [line for line in out.splitlines() if line.endswith("\\\\")]
    assert all(len(re.findall(r"(?<!\\)&", row)) in (1, 2) for row in rows)


def test_percent_is_in_every_table():
    out = good("-", "--percent", "--plan", "0.1", "--by-question", "--require", "avg>=0.5", stdin=R * 4, status=4)
    assert not re.search(r"(?<![\d.>=])0\.\d{3}", out)


@pytest.mark.parametrize("form", ["--json", "--csv", "--markdown", "--latex", "--percent"])
def test_the_least_in_every_form(form):
    """One question with one trial, and sample sizes without data."""
    assert good("-", form, stdin="[[1]]")
    assert "700" in good("--plan", "0.70,0.65", form)
    assert good("-", "--scores=-1e300,1e300", form, stdin="q,1e300,-1e300,0")


# In Python


def test_a_report_in_python(tmp_path):
    """A report in Python is what the command prints; a notebook shows the same tables."""
    paths = files_in(tmp_path, a=records(R), b=records(R[::-1]))
    one, both = files.read(paths[0]), files.read(*paths)
    assert one.report() == good(paths[0])
    shown = one.report(k=[1, 3], metrics=["pass", "maj"], percent=True)
    assert shown == good(paths[0], "-k", "1,3", "--metrics", "pass,maj", "--percent")
    shown = one.report(require=["avg>=0.1", "pass@2>=0.1"], output="json")
    assert shown == run(paths[0], "--require", "avg>=0.1", "--require", "pass@2>=0.1", "--json")[1]
    assert both.report(rank_by="pass@2", flips=("a", "b")) == good(*paths, "--rank-by", "pass@2", "--flips", "a", "b")
    shown = both.report()._repr_html_()
    assert shown.count("<table") == 1 and '<th scope="row" class="left name">a</th>' in shown and "<style" not in shown
    leveled = files.read(*files_in(tmp_path, c=records(R, level="x")), keep=["level"])
    both_ways = leveled.report(by="level"), good(tmp_path / "c", "--by", "level")
    assert len({text.partition("Slices by")[2][:300] for text in both_ways} - {""}) == 1
    with pytest.raises(ValueError, match="keep=\\['trial'\\]"):
        one.report(by="trial")
    with pytest.raises(TypeError, match="report\\(\\) has no option 'svg'"):
        one.report(svg="x")
    for wrong in ({"k": 0}, {"rank_by": "pass"}, {"by": ":"}, {"questions": "all"}):
        with pytest.raises(ValueError, match=r"."):
            one.report(**wrong)


def test_a_slice_whose_value_is_the_name_of_the_slice_without_values():
    levels = {1: "(none)", 2: None, 3: 1e300, 4: "x"}
    text = lines({"id": q, "passed": q % 2, "level": level} for q, level in levels.items())
    slices = scored("-", "--by", "level", stdin=text)["by"]["slices"]
    assert [one["slice"] for one in slices] == ["'(none)'", "1e+300", "x", "(none)"]
