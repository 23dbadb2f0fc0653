"""Check what contradicts a reading, each case from both sides.

The cases are the first line of a table, rows that name trials, a question that is there twice, and names of models.
"""

from __future__ import annotations

import pytest

from scorio_lite._command.grading import FileError
from scorio_lite._command.readings.contradictions import one_is_there_twice
from scorio_lite._command.readings.header import Header
from scorio_lite._command.readings.names import are_models, is_model, kind_of_names
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


def test_a_question_that_is_there_twice():
    """The command asks about two trials of a question if only this one, or a tenth of all, has more than one."""
    assert one_is_there_twice([1, 2, 1]) == 1
    assert one_is_there_twice([1, 2]) is None
    assert one_is_there_twice([1, 3, 1]) is None
    assert one_is_there_twice([1] * 5) is None
    assert one_is_there_twice([2, 2, *[1] * 18]) == 0
    assert one_is_there_twice([2, 2, *[1] * 17]) is None


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        ("gpt-4o claude-opus", "run"),
        ("phi-4 command-r", "run"),  # of two meanings, beside a number or another word
        ("phi command", ""),
        ("falcon orca", ""),
        ("opt-in opt-out", ""),
        ("7b 0.5B 8x7b", "run"),
        ("7bit 8bit", ""),
        ("o1-mini o3", "run"),
        ("openai.gpt-4.1 meta.llama-3", "run"),
        ("de fr", "task"),
        ("base it", "run"),  # tuned by instructions
        ("math code", "task"),
        ("gsm8k-cot math-cot", "task"),
        ("cot direct", "run"),
        ("left right", ""),
    ],
)
def test_names_of_models_and_tasks(names, kind):
    assert kind_of_names(names.split()) == kind
    assert all(map(is_model, names.split())) == are_models(names.split())


def test_numbers_of_one_model_are_its_trials():
    assert are_models(["gpt-4o_1", "gpt-5_1"])
    for names in (["gpt-4o_0", "gpt-4o_1"], ["gpt-4o_run1", "gpt-5_run1"], ["o1", "o2"], ["gpt-4o"]):
        assert not are_models(names)
