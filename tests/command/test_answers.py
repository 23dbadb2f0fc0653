"""Check cons@k: read the answers of trials from each format, and vote on them."""

from __future__ import annotations

import json
import random
import re

import pytest
from harness_files import inspect, lm_eval, nemo_skills
from result_files import INTERVAL, files_in, good, lines, merged, refused, report, said, scored

import scorio_lite as sl
from scorio_lite import confidence
from scorio_lite._credit import plurality

# Three trials of the first question: in 3 of 10 both 7s win, in 6 one ties with two others: (3 + 6/3) / 10. Of the
# second: in 3 of 10 the 5 ties with a single 4: (3/2) / 10.
ANSWERS = [["7", "8", "7", "9", "6"], ["4", "4", "5", "4", None]]
R = [[1, 0, 1, 0, 0], [0, 0, 1, 0, 0]]
BY_HAND = {1: 0.3, 3: 0.325, 5: 0.5}
CONS = ("--metrics", "cons")


def items(answers=ANSWERS, outcomes=R, field="answer", **more):
    return [
        {"task_id": f"q{i}", "passed": bool(x), field: answer, **more}
        for i, (row, given) in enumerate(zip(outcomes, answers))
        for x, answer in zip(row, given)
    ]


def at_k(found, key="cons_at_k"):
    return {row["k"]: row[key] for row in found["at_k"]}


def interval(votes, k, **keywords):
    return dict(zip(INTERVAL, confidence.cons_at_k(votes, k=k, **keywords)))


def by_hand(text, *options):
    found = at_k(report(text, *CONS, *options))
    assert {k: found[k]["value"] for k in BY_HAND} == BY_HAND
    votes = sl.VoteTally(ANSWERS, R)
    assert found == {k: interval(votes, k) for k in range(1, 6)}


@pytest.mark.parametrize(
    "text, options",
    [
        *((lines(items(field=name)), ()) for name in ("answer", "predicted_answer", "Extracted_Answer", "pred")),
        (lines(items(field="final")), ("--answer", "Final")),
        (lines({**item, "out": [{"said": item.pop("answer")}]} for item in items()), ("--answer", "out.0.said")),
        (lines(items(field="pred", answer="gold")), ()),
        (json.dumps(items()), ()),
        # Blanks around a text do not matter, and a number is its digits. A text of blanks is no answer.
        (lines(items([[" 7", 8, 7, "9 ", "6"], [4, "4\n", "5", "\t4", "  "]])), ()),
        (lines({"task_id": f"q{i}", "passed": R[i], "answer": ANSWERS[i]} for i in range(2)), ()),
        ("task_id,answer,passed\n" + "".join(f"{x['task_id']},{x['answer'] or ''} ,{x['passed']}\n" for x in items()), ()),
        (lines({**x, "passed": 0.5 + 0.2 * x["passed"]} for x in items()), ("--threshold", "0.6")),
        (lines(items([row[::-1] for row in ANSWERS], [row[::-1] for row in R])), ()),
    ],
)
def test_records(text, options):
    by_hand(text, *options)


def test_inspect():
    """With --scorer, cons@k takes the answers of this scorer, not those of another."""
    log = inspect()
    log["samples"] = [
        {
            "id": i,
            "epoch": j,
            "input": "?",
            "target": "1",
            "scores": {"match": {"value": "C" if R[i][j] else "I", "answer": answer}, "other": {"value": "I", "answer": "0"}},
        }
        for i, row in enumerate(ANSWERS)
        for j, answer in enumerate(row)
    ]
    by_hand(json.dumps(log), "--scorer", "match")
    assert at_k(report(json.dumps(log), *CONS, "--scorer", "other"))[5]["value"] == 0


def test_lm_eval():
    """A trial in which the filter finds nothing has no answer."""
    (record,) = lm_eval()[:1]
    record.pop("doc_hash")
    rows = [
        {**record, "doc_id": i, "filter": "strict", "filtered_resps": [answer or "[invalid]"], "exact_match": float(x)}
        for i, row in enumerate(ANSWERS)
        for answer, x in zip(row, R[i])
    ]
    by_hand(lines(rows))
    by_hand(lines({**row, "filtered_resps": [row["filtered_resps"]]} for row in rows))
    err = refused(lines({**row, "filtered_resps": [[-1.5, False]]} for row in rows), *CONS)
    assert "line 1, field 'filtered_resps': expected one answer, got 2 values" in err


def test_nemo_skills_in_merged_files(tmp_path):
    (record, _, _) = nemo_skills()
    texts = [
        lines({**record, "problem": f"{i}?", "predicted_answer": ANSWERS[i][j], "symbolic_correct": bool(R[i][j])} for i in range(2))
        for j in range(5)
    ]
    found = at_k(merged(tmp_path, texts, *CONS))
    assert {k: found[k]["value"] for k in BY_HAND} == BY_HAND


def random_votes(rng, most=6, kinds=4):
    """Draw answers and outcomes: each question has some right answers, and None is wrong."""
    answers, outcomes = [], []
    for _ in range(rng.randint(2, 5)):
        right = {kind for kind in "abcd"[:kinds] if rng.random() < 0.4}
        row = [rng.choice(["a", "b", "c", "d", None][-kinds:]) for _ in range(rng.randint(2, most))]
        answers.append(row)
        outcomes.append([int(answer in right) for answer in row])
    return answers, outcomes


@pytest.mark.parametrize("seed", range(12))
def test_the_library_has_the_same(seed):
    """For random records in random order, the command has the library's numbers and intervals."""
    rng = random.Random(seed)
    answers, outcomes = random_votes(rng)
    answers[0][0], outcomes[0] = "a", [int(answer == "a") for answer in ["a", *answers[0][1:]]]
    votes = sl.VoteTally(answers, outcomes, ragged=True)
    rows = items(answers, outcomes)
    groups = [str(i % 2) for i in range(len(answers))]
    for row in rows:
        row["group"] = groups[int(row["task_id"][1:])]
    text = lines([rows[0], *rng.sample(rows[1:], len(rows) - 1)])
    order = list(dict.fromkeys(json.loads(line)["task_id"] for line in text.splitlines()))
    groups = [groups[int(name[1:])] for name in order]
    ordered = sl.VoteTally.from_counts(votes.counts[int(name[1:])] for name in order)
    for options, keywords in (
        ((), {}),
        (("--questions", "these"), {"questions": "these"}),
        (("--cluster", "group", "--confidence", "0.8"), {"clusters": groups, "confidence": 0.8}),
    ):
        found = at_k(report(text, *CONS, "--missing", "own", *options))
        assert found == {k: interval(ordered, k, **keywords) for k in found}
        assert max(found) == min(map(len, answers))


def test_missing_trials():
    """A missing trial that counts as failed has no vote. Questions that lack trials can be left out."""
    rows = items()
    rows[7]["passed"] = None  # the right one of b, whose answer does not vote then
    text = lines(rows)
    assert "1 trial has no outcome" in refused(text, *CONS)
    kept = ["4", "4", "4", None]
    for policy, answers, right in (
        ("own", [ANSWERS[0], kept], [R[0], [0] * 4]),
        ("fail", [ANSWERS[0], [*kept, None]], [R[0], [0] * 5]),
        ("drop", ANSWERS[:1], R[:1]),
    ):
        votes = sl.VoteTally(answers, right, ragged=True)
        found = at_k(report(text, *CONS, "--missing", policy))
        assert found == {k: interval(votes, k) for k in range(1, len(answers[-1]) + 1)}


def test_a_leaderboard():
    """Two runs with records in different orders are paired by question."""
    other = [["1", "7", "7", "9"], ["5", "5", "4", "5"], [None, "a", "b", "a"]]
    right = [[0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 1, 0]]
    best = [["7", "7", "7", "8"], ["5", "4", "5", "5"], ["b", "b", "c", "a"]]
    of_best = [[1, 1, 1, 0], [1, 0, 1, 1], [1, 1, 0, 0]]
    first = [row for i in (2, 0, 1) for row in items([best[i]], [of_best[i]], model="x", place=i)]
    for row in first:
        row["task_id"] = f"q{row.pop('place')}"
    text = lines(first + items(other, right, model="y"))
    order = [2, 0, 1]
    for questions in ("new", "these"):
        found = report(text, "--rank-by", "cons", "-k", "3", "--questions", questions)
        assert (found["rank_by"], found["k"]) == ("cons_at_k", 3)
        x, y = (sl.VoteTally([a[i] for i in order], [r[i] for i in order]) for a, r in ((best, of_best), (other, right)))
        for row, votes in zip(found["runs"], (x, y)):
            assert {name: row[name] for name in INTERVAL} == interval(votes, 3, questions=questions)
        wanted = confidence.compare(y, x, "cons_at_k", 3, questions=questions)
        assert tuple(found["runs"][1]["difference"].values()) == wanted
    assert "ranked by cons@3" in good("-", "--rank-by", "cons@3", stdin=text)


def test_how_often_votes_are_counted_for_a_leaderboard(monkeypatch):
    """The votes of a run are counted once, for its interval and all its differences."""
    calls = []
    chances = plurality._win_chances
    monkeypatch.setattr(plurality, "_win_chances", lambda *asked: calls.append(asked) or chances(*asked))
    rows = [row for name in "xyzuv" for row in items(model=name)]
    report(lines(rows), "--rank-by", "cons@3")
    assert len(calls) == 10


def test_slices_plans_and_requirements():
    rows = [{**row, "level": row["task_id"]} for row in items()]
    found = report(lines(rows), *CONS, "-k", "3", "--by", "level", "--plan", "0.1")
    for i, part in enumerate(found["by"]["slices"]):
        assert part["at_k"][0]["cons_at_k"] == interval(sl.VoteTally(ANSWERS[i : i + 1], R[i : i + 1]), 3)
    votes = sl.VoteTally(ANSWERS, R)
    (plan,) = found["plan"]["metrics"]
    assert plan["enough_questions"] == confidence.enough(votes, 0.1, "cons_at_k", 3)
    assert plan["enough_trials"] == confidence.enough(votes, 0.1, "cons_at_k", 3, questions="these")
    for bound, status in ((0.001, 0), (0.5, 4), (0.999, 3)):
        (row,) = scored("-", "--require", f"cons@3>={bound}", stdin=lines(rows), status=status)["require"]
        assert row["metric"] == "cons_at_k"


def test_it_has_no_credible_intervals():
    """cons@k and avg@N have no credible interval: --credible says so, and draws none unless a metric has one."""
    text = lines(items())
    for names in ("cons", "avg,cons", "avg"):
        out = good("-", "--metrics", names, "--credible", stdin=text)
        assert out.endswith("\n\nThese metrics have no credible intervals.\n")
        assert "Posterior" not in out
    assert "Posterior" in good("-", "--metrics", "cons,pass", "--credible", stdin=text)


def test_the_curve_stands_beside_its_bound(tmp_path):
    """The picture has Pass@k once, and its curve is nowhere below that of cons@k."""
    path = tmp_path / "a.svg"
    for names in ("cons", "cons,pass", "maj,cons"):
        good("-", "--metrics", names, "-k", "2", "--svg", path, stdin=lines(items()))
        svg = path.read_text(encoding="utf-8")
        assert re.findall(r">(Pass@k|cons@k|Maj@k)</text>", svg).count("Pass@k") == 1
    lower, upper = (
        [float(y) for x, y in re.findall(rf'<circle class="dot paper s{i}" r="3.2" cx="([\d.]+)" cy="([\d.]+)"', svg)] for i in (2, 0)
    )
    assert len(lower) == len(upper) == 5
    assert lower[0] == upper[0]
    assert all(a > b for a, b in zip(lower[1:], upper[1:]))  # y grows downwards
    out = good("-", *CONS, "--plot", stdin=lines(items()))
    assert "Pass@k" in out.partition("Dot: ")[2]
    good("-", *CONS, "--html", tmp_path / "a.html", stdin=lines(items()))
    assert "cons@k" in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_by_default_few_k_vote():
    """By default, cons@k is given for few k, because large files take long."""
    rows = [{"task_id": i, "answer": ["a", "b"] * 512, "passed": [1, 0] * 512} for i in range(16)]
    found = report(lines(rows), *CONS)
    assert [row["k"] for row in found["at_k"]] == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]


def test_an_answer_that_is_graded_in_two_ways_is_refused_across_files(tmp_path):
    files = files_in(tmp_path, **{name: lines([{"task_id": 1, "answer": "x", "passed": x}]) for name, x in (("a", 1), ("b", 0))})
    assert "answer 'x' of question 1 is wrong here, and was right before" in said(*files, "--merge", *CONS)
    good(*files, "--rank-by", "cons", "-k", "1")  # two runs may differ


def test_answers_are_kept_only_if_they_are_asked_for():
    """Answers are kept only for cons@k, which `all` does not include."""
    text = lines(items([["7"] * 5, [["a"]] * 5]))
    for options in ((), ("--metrics", "all")):
        report(text, *options)
    assert "the built-in example: cons@k needs the answers of trials" in said("--example", *CONS)
