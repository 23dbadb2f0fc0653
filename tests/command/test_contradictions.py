"""Check what contradicts a reading, each case from both sides.

The cases are the first line of a table, and rows that name trials.
"""

from __future__ import annotations

import pytest

from scorio_lite._command.grading import FileError
from scorio_lite._command.readings.header import Header
from scorio_lite._command.readings.trial_names import rows_name_trials
from scorio_lite._command.settings import Settings

EITHER = None
LINES = {  # the first line, the one below it, and whether the first holds names
    ("id,passed", "a,1"): True,
    ("id,correct", "a,correct"): True,  # a usual name of questions
    ("q1,correct", "q2,incorrect"): EITHER,
    ("q1,correct,correct", "q2,correct,fail"): False,  # names of fields differ
    ("x,1,0", "y,1,1"): False,  # these do not count
    ("foo,0,1", "bar,1,1"): EITHER,
    ("x,0,1", ""): False,  # names need a line below
    ("x1,0,1", "x2,1,1"): False,  # the line below goes on
    ("x1,0,1", "y2,1,1"): EITHER,
    ("a,0,1", "b,1,1"): False,
    ("a,0,1", "c,1,1"): EITHER,
    ("foo,1", "bar,0"): False,  # a single outcome
    ("foo,0", "bar,0"): EITHER,
    ("name,1", "y,0"): EITHER,
    ("task_id,1", "y,0"): True,
    ("name,0,2", "y,0,1"): False,
    ("name,1,2", "y,0,1"): True,
    ("0,1", "1,0"): EITHER,
    ("0,1,2", "1,0,1"): True,  # 2 is no outcome
    ("0,1,3", "1,0,1"): False,
    ("foo,1,2", "bar,0,1"): EITHER,
    ("foo,1,2,3", "bar,0,1,1"): True,
    ("0", "1"): EITHER,
    ("1", "1"): False,
    ("q", "1"): True,
    ("pass", "1"): False,
    ("q,,", "1,1,1"): False,
}


@pytest.mark.parametrize(("first", "below"), LINES)
def test_a_first_line_of_names_or_outcomes(first, below):
    line = Header(1, first.split(","), below.split(",") if below else [], Settings(), True)
    if LINES[first, below] is EITHER:
        with pytest.raises(FileError, match="names, or outcomes"):
            line.is_one()
    else:
        assert line.is_one() is LINES[first, below]


def test_more_than_two_classes_do_not_count_trials():
    with pytest.raises(FileError, match="names, or outcomes"):
        Header(1, ["0", "1", "2"], ["1", "2", "2"], Settings(), False).is_one()


def test_rows_that_name_trials():
    assert "look like trials" in rows_name_trials(["trial_0", "trial_1", "trial_2"], 2), "no word for a question"
    assert "look like trials" in rows_name_trials(["sample_0", "sample_1"], 2)
    assert "look like trials" in rows_name_trials(["t0", "t1", "t2"], 2)
    for labels, width in ((["sample_0", "sample_1", "sample_2"], 2), (["trial_0", "q1"], 9), (["a", "b"], 9), ([], 9)):
        assert not rows_name_trials(labels, width)
