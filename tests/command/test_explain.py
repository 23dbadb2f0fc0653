"""Check --explain: what each file is read as, for every format, as options that can be pasted."""

from __future__ import annotations

import random
import shlex

import pytest
from harness_files import MAKERS, OPTIONS, text_of
from result_files import R, good, lines, report, scored
from test_shapes import WRITERS

SAME = "The same as options: "


def options_of(text, *given):
    """Return the options that --explain prints."""
    out = good("-", *given, "--explain", "--markdown", stdin=text)
    return [shlex.split(line[len(SAME) :]) for line in out.splitlines() if line.startswith(SAME)]


def numbers(text, *options):
    got = scored("-", *options, stdin=text)
    return [(one["question_count"], one["trials"], (one.get("avg") or one)["value"]) for one in got.get("runs", [got])]


@pytest.mark.parametrize("name", MAKERS)
def test_every_harness_says_what_its_outcome_is(name):
    text = text_of(name)
    got = report(text, *OPTIONS[name])
    assert [bool(one["reading"]["outcome"]) for one in got.get("runs", [got])] == [True] * len(got.get("runs", [got]))


@pytest.mark.parametrize("name", MAKERS)
def test_a_harness_format_is_a_reading_written_down(name):
    """The options that --explain prints for a format give the same numbers as the format."""
    text = text_of(name)
    for options in options_of(text, *OPTIONS[name]):
        assert numbers(text, *options) == numbers(text, *OPTIONS[name])


def test_some_harness_formats_are_readings():
    assert sum(bool(options_of(text_of(name), *OPTIONS[name])) for name in MAKERS) >= 9


RECORDS = [
    {"id": i, "seed": t, "model": m, "said": x, "right": "b", "passed": x == "b", "usd": 0.5}
    for m in "xy"
    for i in range(5)
    for t in range(2)
    for x in random.Random(f"{m}{i}{t}").choice("ab")
]
PLAIN = {
    **{name: (write(R), ()) for name, write in WRITERS.items()},
    "two models": (lines(RECORDS), ("--ignore", "said,right")),
    "a comparison": (lines(RECORDS), ("--outcome", "said==right")),
    "columns of runs": ("id,gpt,claude\na,1,0\nb,1,1\n", ("--runs", "gpt,claude")),
    "two fields": (lines({"a": i % 3, "b": i // 3, "c": i % 2, "passed": i % 2} for i in range(9)), ("--question", "a,b", "--ignore", "c")),
    "lists": (lines({"id": i, "outcomes": [1, 0, i % 2]} for i in range(4)), ()),
}


@pytest.mark.parametrize("name", PLAIN)
def test_the_options_that_are_printed_give_the_same_numbers(name):
    text, given = PLAIN[name]
    found = options_of(text, *given)
    assert found
    for options in found:
        ignored = given[:2] if given[:1] == ("--ignore",) else ()
        assert numbers(text, *options, *ignored) == numbers(text, *given)
