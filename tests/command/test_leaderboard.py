"""Check several runs: values, differences, ranks, and the questions that all runs must have."""

from __future__ import annotations

import functools
import random
import re
from fractions import Fraction

import mpmath
import pytest
from result_files import INTERVAL, files_in, good, lines, placed, rows_of, said, scored

import scorio_lite as sl
from scorio_lite import confidence, rank
from scorio_lite._command.metric_names import choose
from scorio_lite._command.text import columns
from scorio_lite._intervals import CountRows

RUNS = {
    "a": [[1, 1, 1, 0], [1, 0, 1, 1], [0, 1, 0, 0], [1, 1, 1, 1]],
    "b": [[1, 0, 1, 0], [1, 0, 1, 1], [0, 0, 0, 0], [1, 1, 0, 1]],
    "twin": [[0, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0], [1, 0, 1, 1]],
    "c": [[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]],
}


@pytest.fixture
def files(tmp_path):
    return files_in(tmp_path, **{name: RUNS[name] for name in ("c", "b", "a", "twin")})


def leaderboard(*arguments):
    got = scored(*arguments)
    return got, [row["run"] for row in got["runs"]]


SURE = [[1] * 8] * 40 + [[0] * 8] * 60  # at k = 1 better than BOLD, and from some k on worse
BOLD = [[1, 1, 0, 0, 0, 0, 0, 0]] * 100


@pytest.mark.parametrize(
    ("models", "ks", "words"),
    [
        ((SURE, BOLD), "1-8", "a is better at k = 1, b from 3 on; b first draws level between 2 and 3."),
        ((BOLD, SURE), "1-8", "b is better at k = 1, a from 3 on; a first draws level between 2 and 3."),
        ((SURE, BOLD), "1,2", "a is better at k = 1; b first draws level at k = 2, or at none up to 2."),
        ((SURE, [[0] * 8] * 100), "1-8", "a is better at every k = 1 to 8."),
        ((SURE, SURE), "1-8", ""),
    ],
)
def test_where_two_curves_cross(tmp_path, models, ks, words):
    """The words on where two curves cross are what confidence.compare_curve says, for all k together."""
    files = files_in(tmp_path, **dict(zip("ab", models)))
    text = " ".join(good(*files, "-k", ks).split())
    assert (f"Pass@k, at 95 % for all k together: {words}" in text) is bool(words)
    assert ("all k together" in text) is bool(words)
    for option in (("--questions", "these"), ("--anytime",), ("--rank-by", "bayes")):
        assert "together" not in good(*files, "-k", ks, *option)


def holm(matrices, compare=confidence.compare, level=0.95, **how):
    """Return the pairs (i, j) in which i beats j, by the definition of the ranks, and the level of the last of Holm's steps."""
    pairs = [(i, j) for i in range(len(matrices)) for j in range(len(matrices)) if i != j]
    above, steps = set(), -1
    while steps < len(above):
        steps, c = len(above), Fraction(level)
        if len(matrices) > 2:
            c = 1 - 2 * (1 - c) / (len(pairs) - steps)
        above = {(i, j) for i, j in pairs if compare(matrices[i], matrices[j], confidence=c, **how)[2] > 0}
    return above, c


def check_ranks(got, runs, compare=confidence.compare, level=0.95, **how):
    """Check that ranks and differences are those of Holm's steps. Return the ranks."""
    matrices = [runs[row["run"]] for row in got["runs"]]
    above, c = holm(matrices, compare, level, **how)
    for i, row in enumerate(got["runs"]):
        assert row["rank"] == 1 + sum(j == i for _, j in above), row["run"]
        assert row["worst"] == len(matrices) - sum(j == i for j, _ in above), row["run"]
        found = row["difference"] and tuple(row["difference"][key] for key in INTERVAL)
        assert found == (compare(matrices[i], matrices[0], confidence=c, **how) if i else None)
    assert got["difference_confidence"] == float(c)
    if compare is confidence.compare:
        assert [(row["rank"], row["worst"]) for row in got["runs"]] == confidence.ranks(matrices, confidence=level, **how)
    return [row["rank"] for row in got["runs"]]


@pytest.mark.parametrize(
    "typed, function, arguments, options",
    [
        ("avg", "avg", {}, {}),
        ("avg", "avg", {}, {"questions": "these"}),
        ("avg", "avg", {}, {"confidence": 0.5}),
        ("pass", "pass_at_k", {"k": 2}, {"confidence": 0.5}),
        ("pass_hat", "pass_hat_k", {"k": 4}, {"confidence": 0.5}),
        ("maj", "maj_at_k", {"k": 3}, {"confidence": 0.5}),
        ("g_pass@0.5", "g_pass_at_k_tau", {"k": 2, "tau": 0.5}, {"confidence": 0.5}),
    ],
)
def test_values_differences_and_ranks_are_the_librarys(files, typed, function, arguments, options):
    asked = [part for name, value in options.items() for part in (f"--{name}", value)]
    k = ("-k", arguments["k"]) if arguments else ()
    got, names = leaderboard(*files, "--rank-by", typed, *k, *asked)
    level, questions = options.get("confidence", 0.95), options.get("questions", "new")
    assert (got["confidence"], got["questions"], got.get("k")) == (level, questions, arguments.get("k"))
    assert got["rank_by"] == ("g_pass_at_k_tau@0.5" if "tau" in arguments else function)
    assert all("at_k" not in row for row in got["runs"])
    if function == "avg":
        assert names == ["a", "b", "twin", "c"], "b and twin are equal, and b was given first"
    for row, name in zip(got["runs"], names):
        found = getattr(confidence, function)(RUNS[name], **arguments, **options)
        assert tuple(row[key] for key in INTERVAL) == found
        assert (row["question_count"], row["trials"], row["format"]) == (4, 4, "matrix")
    assert [row["value"] for row in got["runs"]] == sorted((row["value"] for row in got["runs"]), reverse=True)
    check_ranks(got, RUNS, level=level, questions=questions, metric=function, **arguments)


def test_every_metric_has_an_interval_or_a_posterior():
    """Every metric has an interval or a posterior, and so can rank and be drawn."""
    every = [*choose(["all"], False), *choose(["all"], True)]
    assert all(one.has_interval or one.has_credible for one in every)


@pytest.mark.parametrize("typed, function, k", [("bayes", "bayes", None), ("geom", "geom_at_k", 2)])
def test_metrics_with_credible_intervals_alone(files, typed, function, k):
    asked = ("-k", k) if k else ()
    got, names = leaderboard(*files, "--rank-by", typed, *asked, "--confidence", "0.5")
    assert "questions" not in got
    more, keywords = ((k,), {}) if k else ((), {"bounds": (0, 1)})
    summaries = [getattr(sl, f"{function}_ci")(RUNS[name], *more, confidence=0.5, **keywords) for name in names]
    chances = {}
    with mpmath.workdps(60):
        for one, first in zip(names, summaries):
            for other, second in zip(names, summaries):
                z = (mpmath.mpf(first[0]) - second[0]) / mpmath.hypot(first[1], second[1])
                chances[one, other] = float(mpmath.ncdf(z))
    for row, name, summary in zip(got["runs"], names, summaries):
        assert tuple(row["credible"].values()) == summary
        assert row["rank"] == 1 + sum(chances[other, name] > 0.75 for other in names if other != name)
    found = [row["p_better"] for row in got["runs"]]
    if k:
        assert found == [*(chances[pair] for pair in zip(names, names[1:])), None]
        assert names == sorted(names, key=lambda name: -sl.geom_at_k(RUNS[name], 2))
    else:
        pairs = zip(names, names[1:])
        assert found == [*(rank.compare(RUNS[one], RUNS[other])[-1] for one, other in pairs), None]
        assert found[1] == 0.5
    assert "credible interval, under a uniform prior" in good(*files, "--rank-by", typed, *asked)


def one_trial(a_alone, b_alone, both=64, neither=71):
    """Make two runs with one trial of each question."""
    first = [1] * (both + a_alone) + [0] * (b_alone + neither)
    second = [1] * both + [0] * a_alone + [1] * b_alone + [0] * neither
    return {"first": [[x] for x in first], "second": [[x] for x in second]}


def test_close_runs_are_no_chain(tmp_path):
    """Ranks tell the first run from the last where neighbours do not differ; with --pairs each, more pairs differ."""
    draw = random.Random(5)
    runs = {f"r{i}": [[int(draw.random() < 0.4 + 0.02 * i) for _ in range(4)] for _ in range(100)] for i in range(10)}
    paths = files_in(tmp_path, **runs)
    got, names = leaderboard(*paths)
    ranks = check_ranks(got, runs)
    assert ranks[:2] == [1, 1]
    assert ranks[-1] > 1
    each, _ = leaderboard(*paths, "--pairs", "each")
    rows = [runs[name] for name in names]
    for i, row in enumerate(each["runs"]):
        assert row["rank"] == 1 + sum(confidence.compare(other, rows[i])[2] > 0 for other in rows)
        assert row["worst"] == 10 - sum(confidence.compare(rows[i], other)[2] > 0 for other in rows)
        assert (row["rank"], -row["worst"]) >= (got["runs"][i]["rank"], -got["runs"][i]["worst"])
    assert tuple(each["runs"][3]["difference"].values()) == confidence.compare(rows[3], rows[0])


SUBJECTS = {"s": [0, 1, 2], "t": [3, 4, 5, 6, 7], "u": [8, 9]}


def sliced(tmp_path):
    draw = random.Random(1)
    runs = {name: [[int(draw.random() < 0.3 + 0.3 * i) for _ in range(3)] for _ in range(10)] for i, name in enumerate("abc")}
    fields = {q: s for s, at in SUBJECTS.items() for q in at}
    texts = {
        name: lines({"id": q, "subject": fields[q], "passed": x} for q, row in enumerate(rows) for x in row) for name, rows in runs.items()
    }
    return files_in(tmp_path, **texts), runs


def parts_of(rows):
    return [[rows[q] for q in places] for places in SUBJECTS.values()]


@pytest.mark.parametrize("options, asked", [((), ("avg",)), (("--rank-by", "pass@2"), ("pass_at_k", 2))])
def test_slices_of_several_runs(tmp_path, options, asked):
    """With --by, each slice lists the runs. With --macro, runs are ranked by the mean of their slices."""
    paths, runs = sliced(tmp_path)
    got, names = leaderboard(*paths, "--by", "subject", *options)
    interval = functools.partial(getattr(confidence, asked[0]), **({"k": asked[1]} if asked[1:] else {}))
    assert got["by"]["field"] == "subject"
    for part, (name, places) in zip(got["by"]["slices"], SUBJECTS.items()):
        assert (part["slice"], part["question_count"]) == (name, len(places))
        assert [row["run"] for row in part["runs"]] == names
        for row in part["runs"]:
            assert tuple(row[key] for key in INTERVAL) == interval([runs[row["run"]][q] for q in places])
    table = rows_of(*paths, "--by", "subject", *options)
    parts = got["by"]["slices"]
    found = [(part["slice"], row["run"], str(row["value"])) for part in parts for row in part["runs"]]
    assert [(row["slice"], row["run"], row["value"]) for row in table] == found
    macro, _ = leaderboard(*paths, "--by", "subject", "--macro", *options)
    for row in macro["runs"]:
        assert tuple(row[key] for key in INTERVAL) == confidence.suite(parts_of(runs[row["run"]]), *asked)
    by_parts = {name: parts_of(rows) for name, rows in runs.items()}
    check_ranks(macro, by_parts, functools.partial(confidence.compare_suite, metric=asked[0], **({"k": asked[1]} if asked[1:] else {})))
    assert macro["macro"] == "subject"
    one = scored(paths[0], "--by", "subject", "--macro", "-k", "2")["by"]["macro"]
    assert tuple(one["avg"].values()) == confidence.suite(parts_of(runs["a"]))
    assert tuple(one["at_k"][0]["pass_hat_k"].values()) == confidence.suite(parts_of(runs["a"]), "pass_hat_k", 2)
    last = rows_of(paths[0], "--by", "subject", "--macro", "-k", "2")[-1]
    assert (last["slice"], last["metric"]) == ("mean of slices", "pass_hat_k")


def test_plans_of_several_runs(tmp_path):
    """A plan says how many questions or trials make intervals short, and tell each run from the best."""
    runs = {name: rows * 5 for name, rows in RUNS.items()}
    paths = files_in(tmp_path, **runs)
    for questions in ("new", "these"):
        got, names = leaderboard(*paths, "--plan", "0.05", "--questions", questions)
        plan = got["plan"]
        assert (plan["half_width"], plan["power"]) == (0.05, 0.8)
        assert plan["confidence"] == got["difference_confidence"]
        for name, row in zip(names, plan["runs"]):
            assert row["run"] == name
            assert row["enough_questions"] == confidence.enough(runs[name], 0.05)
            assert row["enough_trials"] == confidence.enough(runs[name], 0.05, questions="these")
            assert row["enough_to_decide"] == (
                None
                if name == names[0]
                else confidence.enough_to_decide(runs[name], runs[names[0]], confidence=plan["confidence"], questions=questions)
            )
        assert rows_of(*paths, "--plan", "0.05", "--questions", questions)[1] == {
            name: "" if value is None else str(value) for name, value in plan["runs"][1].items()
        }
    assert "with a chance of 90 %, if" in " ".join(good(*paths, "--plan", "0.05", "--power", "0.9").split())


def test_the_words_under_the_table(tmp_path):
    """The words under the table say whether ranks hold for the whole board or for each pair."""
    differing, equal = one_trial(23, 6), one_trial(8, 6)
    together = "Ranks hold together: the chance of any false order on the board is at most 5 %."
    alone = "ranks do not hold together: chance separates 5 % of the pairs that are equally good."
    for runs, is_open in (
        (differing, False),
        (equal, True),
        ({**equal, "third": equal["first"]}, True),
        ({**differing, "third": [[0]] * 164}, False),
    ):
        for pairs in ("board", "each"):
            words = " ".join(good(*files_in(tmp_path, **runs), "--pairs", pairs).split())
            assert "Each value has its own 95 % interval, for new questions of this kind." in words
            assert (together in words, alone in words) == (len(runs) > 2 and pairs == "board", len(runs) > 2 and pairs == "each")
            assert ("the data do not decide within it." in words) == is_open
    assert "Their 98.3 % intervals agree with the ranks" in " ".join(
        good(*files_in(tmp_path, **{**equal, "third": equal["first"]})).split()
    )
    bayes = " ".join(good(*files_in(tmp_path, **equal), "--rank-by", "bayes").split())
    assert bayes.endswith("Rank 1-2 is a range: the data do not decide within it.")


def test_graded_runs(tmp_path):
    runs, w = {"x": [[0, 1, 2], [1, 1, 0]], "y": [[2, 1, 2], [1, 2, 0]]}, [0, 0.5, 1]
    paths = files_in(tmp_path, **runs)
    got, names = leaderboard(*paths, "--weights", "0,0.5,1")
    assert names == ["y", "x"]
    check_ranks(got, runs, w=w)
    got, names = leaderboard(*paths, "--weights", "0,0.5,1", "--rank-by", "bayes")
    assert got["runs"][0]["p_better"] == rank.compare(runs["y"], runs["x"], w)[-1]
    got, names = leaderboard(*paths, "--weights", "0,0.5,1", "--rank-by", "max", "-k", "2")
    assert names == ["y", "x"]
    check_ranks(got, runs, metric="max_at_k", k=2, w=w)


def test_clusters(tmp_path):
    """Questions on one passage are a cluster, in intervals, differences and ranks."""
    draw = random.Random(8)
    runs = {"a": [], "b": []}
    for i in range(60):
        for name, p in (("a", 0.3), ("b", 0.6)):
            passage = random.Random(f"{i // 6}{name}").random() < p
            runs[name].append([int(passage), int(passage or draw.random() < 0.1)])
    paths = files_in(
        tmp_path,
        **{
            name: lines({"id": i, "passage": i // 6, "passed": x} for i, row in enumerate(rows) for x in row) for name, rows in runs.items()
        },
    )
    clusters = [i // 6 for i in range(60)]
    got, names = leaderboard(*paths, "--cluster", "passage")
    for row, name in zip(got["runs"], names):
        assert tuple(row[key] for key in INTERVAL) == confidence.avg(runs[name], clusters=clusters)
    found = tuple(got["runs"][1]["difference"][key] for key in INTERVAL)
    assert found == confidence.compare(runs[names[1]], runs[names[0]], clusters=clusters)
    assert check_ranks(got, runs, clusters=clusters) != check_ranks(leaderboard(*paths)[0], runs)
    assert (got["cluster"], got["clusters"]) == ("passage", 10)
    assert "\n10 clusters of questions by passage\n" in good(*paths, "--cluster", "passage")
    flips = scored(*paths, "--cluster", "passage", "--flips", *names)["runs"][1]["difference"]
    assert tuple(flips[key] for key in INTERVAL) == confidence.compare(runs[names[1]], runs[names[0]], clusters=clusters)


def test_values_of_all_files_tell_what_they_are(tmp_path):
    """0 and 1 are rewards, not classes, if another file has 0.5."""
    paths = files_in(tmp_path, x=[[0, 1], [1, 1]], y=[[0.5, 1], [0, 0]])
    got, names = leaderboard(*paths, "--weights", "0,0.5,1")
    assert (names, got["runs"][0]["value"]) == (["x", "y"], 0.75)


def test_long_names_fit(tmp_path):
    runs = {"long" * 30 + name: rows for name, rows in RUNS.items()}
    runs["模型" * 20] = RUNS["b"]
    runs["x" * 40 + "70b" + "y" * 70] = runs["x" * 40 + "8b" + "y" * 70] = RUNS["a"]
    paths = files_in(tmp_path, **runs)
    for options in ((), ("--rank-by", "g_pass@0.75", "-k", "4"), ("--percent",), ("--rank-by", "geom", "-k", "2"), ("-k", "1,2,3,4")):
        out = good(*paths, *options)
        assert max(map(columns, out.splitlines())) <= 80
        table = out.split("\n\n")[1].splitlines()[1:]
        starts = [i for i, line in enumerate(table) if line[:5].strip()]
        cells = ["".join(line[5:].strip().split("  ")[0] for line in table[i:j]) for i, j in zip(starts, [*starts[1:], None])]
        assert set(cells) == set(runs), "wrapped, and not cut"
    names = [row["run"] for row in leaderboard(*paths)[0]["runs"]]
    assert set(names) == set(runs), "in full"


def records(rows, name=str, **more):
    return lines({"task_id": name(i), "passed": x, **more} for i, row in enumerate(rows) for x in row)


def test_all_runs_have_the_same_questions(tmp_path):
    whole, part, matrix = files_in(tmp_path, whole=records(RUNS["a"]), part=records(RUNS["b"][:3]), matrix=RUNS["c"][:3])
    ways = "see --missing bounds, drop, fail"
    assert said(whole, part) == f"{part}: it has 3 of the 4 questions of all runs, and lacks '3' of {whole}; {ways}"
    assert said(whole, matrix) == f"{matrix}: 3 questions, and {whole} has 4"
    matrix.write_text("[[1, 1, 1], [1, 1], [1, 0, 1], [0, 0, 0]]")
    message = f"{whole}: --missing drop needs names of questions, to leave out the same in all runs"
    assert said(whole, matrix, "--missing", "drop") == message
    got, names = leaderboard(whole, part, "--missing", "drop")
    assert names == ["whole", "part"]
    assert [(row["question_count"], row["value"]) for row in got["runs"]] == [(3, sl.avg(RUNS[name][:3])[0]) for name in "ab"]
    assert got["runs"][0]["missing"] == {"policy": "drop", "trials": 0, "questions": 0, "dropped": 1}
    assert "\nwhole: no trial missing: 1 question left out (--missing drop)" in good(whole, part, "--missing", "drop")
    got, _ = leaderboard(whole, part, "--missing", "fail")
    assert got["runs"][1]["value"] == sl.avg([*RUNS["b"][:3], [0, 0, 0, 0]])[0]
    assert said(whole, part, "--missing", "own") == f"{part}: question '3' has no trial at all; {ways}"


def test_a_remark_on_several_runs_is_made_once(tmp_path):
    runs = {f"m{i}": {f"q{q}": [0.5, 0.51][q % 2] for q in range(12 if i else 11)} for i in range(12)}
    files = files_in(
        tmp_path, **{f"{name}.jsonl": lines({"task_id": q, "score": x} for q, x in rows.items()) for name, rows in runs.items()}
    )
    out = good(*files, "--scores", "--missing", "drop")
    said_once = "The scores use little of the range 0 to 1, and intervals allow for all of it"
    assert " ".join(out.split()).count(said_once) == 1
    assert f"\nall 12 runs: {said_once[:50]}" in out
    assert "\n11 of 12 runs: no trial missing: 1 question left out (--missing drop)\n" in out
    assert "\nm0: no trial missing" not in out
    assert "\nm0: 1 trial missing in 1 question: 1 question left out (--missing drop)\n" in out
    out = good(*files[:3], "--scores", "--missing", "drop")
    assert "\nm1, m2: no trial missing: 1 question left out" in out
    assert f"\nm0, m1, m2: {said_once[:50]}" in out


def test_names_are_compared_as_texts(tmp_path):
    """The name 1 is the same question in JSON and in CSV."""
    table = "task_id,passed\n" + "".join(f"{i},{x}\n" for i, row in enumerate(RUNS["b"]) for x in row[:2])
    one, other = files_in(tmp_path, one=records(RUNS["a"], int), other=table)
    got, _ = leaderboard(one, other)
    assert [row["trials"] for row in got["runs"]] == [4, 2]
    out = good(one, other)
    assert "paired by row" not in out
    assert "avg@N" in out
    words = f"{other}: no question has more than 2 trials: k=3 is too large, k=2 will do"
    assert said(one, other, "--rank-by", "pass", "-k", "3") == words


@pytest.mark.parametrize("name", ["a ", " a", "a\t", "\u00a0a", "of ", "algebra total "])
def test_blanks_around_a_name_do_not_matter(tmp_path, name):
    files = [tmp_path / f"{i}.jsonl" for i in range(3)]
    for file, one in zip(files, (name, name.strip(), f" {name} ")):
        file.write_text(lines([{"task_id": one, "passed": 1}, {"task_id": "b", "passed": 0}]), encoding="utf-8")
    assert [scored(file)["question_count"] for file in files] == [2, 2, 2]
    assert [run["question_count"] for run in scored(*files)["runs"]] == [2, 2, 2]


def test_runs_are_paired_by_name_and_not_by_place(tmp_path):
    """Runs pair their questions by name, in any order and with any numbers of trials."""
    draw = random.Random(2)
    a = {f"q{i}": [int(draw.random() < 0.5)] for i in range(40)}
    b = {f"q{i}": [max(a[f"q{i}"][0], int(draw.random() < 0.3))] * (1 + i % 2) for i in range(40)}
    one, other = tmp_path / "one", tmp_path / "other"
    for path, rows in ((one, a), (other, b)):
        order = draw.sample(sorted(rows), 40)
        path.write_text(lines({"task_id": name, "passed": x} for name in order for x in rows[name]))
    got, _ = leaderboard(one, other, "--missing", "own")
    found = tuple(got["runs"][1]["difference"][key] for key in INTERVAL)
    names = sorted(a)
    counts = [CountRows([(len(run[q]) - sum(run[q]), sum(run[q])) for q in names]) for run in (a, b)]
    assert found == confidence.compare(*counts)
    assert found != confidence.compare(counts[0], CountRows(counts[1].counts[::-1]))


def test_several_k(files):
    """Each k has a column, and the runs are ranked by the k in --rank-by, or else by the last."""
    for options, function, ranking, ks in (
        (("--rank-by", "pass@2", "-k", "1,4"), "pass_at_k", 2, (1, 2, 4)),
        (("--rank-by", "pass_hat", "-k", "3,1"), "pass_hat_k", 3, (1, 3)),
        (("-k", "1,2"), "pass_at_k", None, (1, 2)),
    ):
        got, names = leaderboard(*files, *options)
        assert got.get("k") == ranking
        for row, name in zip(got["runs"], names):
            expected = [getattr(confidence, function)(RUNS[name], k) for k in ks]
            assert [tuple(at[function].values()) for at in row["at_k"]] == expected
            assert [at["k"] for at in row["at_k"]] == list(ks)
            assert row["value"] == (expected[ks.index(ranking)] if ranking else confidence.avg(RUNS[name]))[0]
        for row, name in zip(rows_of(*files, *options), names):
            assert [float(row[f"{function}@{k}"]) for k in ks if k != ranking] == [
                getattr(confidence, function)(RUNS[name], k)[0] for k in ks if k != ranking
            ]


def test_the_trials_are_a_column_where_they_differ(tmp_path):
    paths = files_in(tmp_path, a=RUNS["a"], b=[row[:2] for row in RUNS["b"]])
    rows = [re.split(" {2,}", line.strip()) for line in good(*paths).splitlines()[3:6]]
    assert [row[-1] for row in rows] == ["trials", "4", "2"]
    assert "trials" not in good(paths[0], *files_in(tmp_path, c=RUNS["c"])).split("\n\n")[1]


@pytest.mark.parametrize(("questions", "last", "expected"), [(20, 0, True), (19, 0, False), (20, 1, False)])
def test_runs_with_the_same_outcomes(tmp_path, questions, last, expected):
    """Two runs with the same 20 outcomes may be copies; 19 outcomes, or one that differs, say nothing."""
    rows = {"one": [q % 2 for q in range(questions)], "two": [*(q % 2 for q in range(questions - 2)), last, 1 - last]}
    files = {f"{name}.csv": "id,passed\n" + "".join(f"q{i},{x}\n" for i, x in enumerate(own)) for name, own in rows.items()}
    if questions == 19:
        files["two.csv"] = files["one.csv"]
    folder = placed(tmp_path, files)
    assert ("have the same outcomes on all questions" in good(folder / "one.csv", folder / "two.csv")) is expected
    for x in "01":
        same = placed(tmp_path / x, {name: re.sub(",[01]$", f",{x}", text, flags=re.M) for name, text in files.items()})
        assert "same outcomes" not in good(same / "one.csv", same / "two.csv")
