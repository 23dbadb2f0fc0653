"""Check what values and fields may mean as outcomes, how records are grouped and sampled, and blocks of lines."""

from __future__ import annotations

import random
import re

import pytest
from result_files import good, said

from scorio_lite._command.readings.outcomes import outcome_ways
from scorio_lite._command.readings.outline import Outline, _outline_rows
from scorio_lite._command.readings.table import Column, Groups, Sample, taken
from scorio_lite._command.readings.values import values_as_outcomes

LETTERS = [*"bcdeghjklmoqu"]  # none says success or failure
FIVE = [1, 2, 5]


@pytest.mark.parametrize(
    ("values", "cost", "expected"),
    [  # of the field v, whose name costs so much as an outcome
        ([1, None, 0], 2, {"": 0}),
        (["good", "bad", "fair"], 0, {"--success=good": 0, "--success=bad": 1, "--success=fair": 2}),
        (LETTERS[:12], 2, {f"--success={x}": i for i, x in enumerate(LETTERS[:12])}),
        (LETTERS, 2, {}),
        (LETTERS[:4], 3, {f"--success={x}": i for i, x in enumerate(LETTERS[:4])}),
        (LETTERS[:5], 3, {}),
        (["x=1", "z", "n,m"], 0, {"--success=z": 1}),
        ([1, 0, "timeout"], 1, {"--skip=v=timeout": 0, "--success=1": 2, "--success=0": 2, "--success=timeout": 2}),
        ([1, 0, "timeout"], 2, {"--skip=v=timeout": 0}),
        ([1, 0, "timeout"], 3, {"--success=1": 0, "--success=timeout": 1, "--success=0": 2}),
        ([1, 0, -1], 1, {"--skip=v=-1": 0}),
        ([1, 0, float("inf"), 0.5], 0, {"--skip=v=inf": 0}),
        (["0110", "0101"], 0, {"--digits": -1}),
        (["[1, 0]", "[0, 1]"], 0, {"": 0, "--all": 1}),
        ([[1, 0], [0, 2]], 0, {}),
        ([0, 0.5, 1], 0, {"--scores": 0, "--threshold=0.5": 1, "--threshold=1": 2}),
        (FIVE, 0, {"--scores=1,5": 0, "--threshold=3": 1, "--threshold=5": 2}),
        ([0, *FIVE], 0, {"--scores=0,5": 0, "--threshold=2.5": 1, "--threshold=5": 2}),
        ([*FIVE, 7], 0, {"--scores=1,7": 0, "--threshold=4": 1, "--threshold=7": 2}),
        ([*FIVE, 8], 0, {"--scores=0,10": 0, "--threshold=5": 1, "--threshold=8": 2}),
        ([*FIVE, 100], 0, {"--scores=0,100": 0, "--threshold=50": 1, "--threshold=100": 2}),
        ([*FIVE, 101], 0, {"--scores=0,102": 2, "--threshold=51": 3, "--threshold=101": 4}),
        ([-0.5, 0.5, 0.2], 0, {"--scores=-1,1": 2, "--threshold=0": 3, "--threshold=0.5": 4}),
        ([-3, 2], 0, {"--success=2": 0, "--success=-3": 1, "--scores=-3,3": 2, "--threshold=0": 3, "--threshold=2": 4}),
        (["2/8", "4/8", "1/8"], 0, {"--counts=v": 0, "--scores": 0, "--threshold=0.5": 2}),
    ],
)
def test_what_values_may_mean_as_outcomes(values, cost, expected):
    found = values_as_outcomes(Column("v", values), "v", cost)
    assert {"".join(options).replace("--outcome=v", ""): place for options, place in found} == expected


@pytest.mark.parametrize(
    "columns, expected",
    [
        ({"n": [2, 2], "c": [1, 0]}, {"--counts=n,c": 0, "--outcome=c": 3}),
        ({"n": [1, 1], "c": [1, 0]}, {"--trials=n,c": 3, "--runs=n,c": 2, "--outcome=n": 3, "--outcome=c": 3}),
        ({"n": [3, 3], "c": [4, 0]}, {}),
        ({"n": [2, 2], "failures": [1, 0]}, {"--counts=n,n-failures": 0, "--outcome=failures": 2}),
        ({"solved": [2, 0], "failed": [1, 3]}, {"--counts=solved+failed,solved": -1}),
        ({"score": [1, 3], "max_score": [3, 3]}, {"--outcome=score/max_score--scores": 0, "--outcome=score/max_score--threshold=1": 1}),
        ({"score": [4, 3], "max_score": [3, 3]}, {}),
        ({"said": ["a", "b"], "gold": ["a", "c"]}, {"--outcome=said==gold": 2}),
        ({"said": ["a", "b"], "gold": ["x", "c"]}, {}),
        (
            {"passed": [1, None], "correct": [None, 0]},
            {
                "--trials=passed,correct": 3,
                "--runs=passed,correct": 2,
                "--outcome=passed": 0,
                "--outcome=correct": 0,
                "--outcome=passed,correct": -1,
                "--outcome=correct,passed": -1,
            },
        ),
        (
            {"a_run0": [1, 0], "a_run1": [1, 1], "b_run0": [0, 0], "b_run1": [1, 0]},
            {
                "--trials=a_run0,a_run1": 1,
                "--runs=a_run0,a_run1": 2,
                "--trials=b_run0,b_run1": 1,
                "--runs=b_run0,b_run1": 2,
                "--trials=a_run0,a_run1,b_run0,b_run1": 3,
                "--runs=a_run0,a_run1,b_run0,b_run1": 2,
                "--at=[{}].{run}_run{trial}": 0,
                **dict.fromkeys([f"--outcome={run}_run{i}" for run in "ab" for i in (0, 1)], 3),
            },
        ),
        (
            {"trial": ["t0", "t1"], "q1": [0, 1], "q2": [1, 1]},
            {"--at=[{}].q{question}--trial=trial": 0, "--trials=q1,q2": 1, "--runs=q1,q2": 2, "--outcome=q1": 3, "--outcome=q2": 3},
        ),
    ],
)
def test_what_fields_may_mean_as_outcomes(columns, expected):
    """These columns are possible outcomes; options for scales, thresholds and words of success are left aside."""
    ways = outcome_ways(Sample([dict(zip(columns, row)) for row in zip(*columns.values())]))
    texts = {"".join(options): place for options, place in ways}
    found = {text: place for text, place in texts.items() if text and not re.match(r"--outcome=\w+--", text)}
    assert found == expected


@pytest.mark.parametrize(("mark", "expected"), [(" ", ["unnamed: 0", "t0", "t1"]), (",", None)])
def test_a_table_of_blanks_may_leave_its_first_name_out(mark, expected):
    found = Outline()
    _outline_rows([(i, mark.join(row)) for i, row in enumerate((("t0", "t1"), ("a", "0", "1"), ("b", "1", "1")), 1)], found)
    assert ([*found.records[0]] if found.records else None) == expected


def test_counting():
    sample = Sample([{"q": i // 2, "zero": i % 2, "one": i % 2 + 1, "two": i % 2 + 2, "same": 0, "gap": i} for i in range(6)])
    groups = Groups(sample, ["q"])
    counting = {name: sample[name].counts(groups) for name in ("zero", "one", "two", "same", "gap")}
    assert counting == {"zero": True, "one": True, "two": False, "same": False, "gap": False}


def test_pairs_are_counted_by_numbers():
    """Groups of records, also with missing values, are those of the tuples of their values."""
    draw = random.Random(3)
    for _ in range(200):
        names = ["a", "b", "c"][: draw.randint(1, 3)]
        items = [{name: draw.choice([None, 1, 2, "x"][: draw.randint(1, 4)]) for name in "abcv"} for _ in range(draw.randint(1, 9))]
        sample, keys = Sample(items), [tuple(item[name] for name in names) for item in items]
        groups, values = Groups(sample, names), sample["v"].values
        known = {(key, value) for key, value in zip(keys, values) if value is not None}
        assert len(groups) == len({*keys})
        assert sorted(map(len, groups.of.values())) == sorted(map(keys.count, {*keys}))
        if not (sample["v"].is_constant or sample["v"].is_unique):
            assert groups.is_fixed(sample["v"]) == (len(known) == len({key for key, _ in known}))
            assert groups.never_again(sample["v"]) == (len(known) == sum(value is not None for value in values))


def test_wide_records_have_a_smaller_sample():
    """The sample of wide records has as many cells as that of narrow ones, and no more characters."""
    for fields, size in ((13, 10_000), (14, 9363), (29, 4520)):
        first, goes_on = taken((i, dict.fromkeys(map(str, range(fields)), 0)) for i in range(10_001))
        assert (len(first), goes_on) == (size, True)
    first, goes_on = taken((i, {"a": "x" * (2**20 + 1)}) for i in range(40))
    assert (len(first), goes_on) == (9, True), "one record in eight is measured"
    assert taken(iter([(1, {"a": 1})])) == ([(1, {"a": 1})], False)


@pytest.mark.parametrize("cell", [" a", '"a,b"'])
def test_blocks_of_lines_and_single_lines_are_read_alike(cell):
    """If a line has quotes or blanks, lines are read singly from there on, with the same records and numbers."""
    text = "id,trial,passed\n" + "".join(f"q{i},{t},{i % 2}\n" for i in range(2000) for t in (0, 1)) + f"{cell},0,1\n{cell},1,1\n\n"
    assert "2,001 questions, 2 trials each" in good("-", stdin=text)
    assert "line 4003: 2 fields, where line 1 names 3" in said("-", stdin=text.replace(f"{cell},1,1", "odd,1"))
