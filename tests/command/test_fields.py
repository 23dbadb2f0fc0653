"""Check numbers of trials and of successes that confirm each other, and records of several kinds.

Files that are refused are in tests/small_files.txt.
"""

from __future__ import annotations

import shlex

import pytest
from result_files import good, lines, quick, report, run
from test_readings import offers

from scorio_lite._command.readings.around import without_ends


def rows(head, *records):
    return "\n".join([head, *records, ""])


COUNTS = {  # a table, and its questions, trials and mean
    "successes, failures and their sum": (rows("q,ok,failed,total", "a,1,3,4", "b,4,0,4", "c,2,2,4", "d,0,4,4"), (4, 4, 7 / 16)),
    "failures and successes": (rows("q,passes,failures", "a,1,3", "b,4,0", "c,2,2", "d,0,4"), (4, 4, 7 / 16)),
    "one of each": (rows("q,passes,failures", "a,1,0", "b,0,1", "c,1,0", "d,0,1"), (4, 1, 0.5)),
    "a rate": (rows("q,num_trials,success_rate", "a,4,0.25", "b,4,1.0", "c,4,0.5", "d,4,0"), (4, 4, 7 / 16)),
    "a rate in percent": (rows("q,runs,pass_rate", "a,8,12.5%", "b,8,100%", "c,8,50%", "d,8,0%"), (4, 8, 13 / 32)),
    "64 trials": (rows("task,n_samples,accuracy", "ab,64,0.25", "b,64,1.0", "c,64,0.5", "d,64,0"), (4, 64, 7 / 16)),
    "65 trials": (rows("task,n_samples,accuracy", "p/1,65,0.2", "p/2,65,1.0", "p/3,65,0.4", "p/4,65,0"), (4, 65, 0.4)),
    "fractions": (rows("problem,solved", "a,3/8", "b,0/8", "c,8/8", "d,2/8"), (4, 8, 13 / 32)),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_that_confirm_each_other(name):
    text, expected = COUNTS[name]
    got = report(text)
    assert (got["question_count"], got["trials"], got["avg"]["value"]) == expected
    (way,) = [line for line in good("-", "--explain", stdin=text).splitlines() if line.startswith("The same as options: ")]
    assert report(text, *shlex.split(way)[4:])["avg"] == got["avg"]


RECORDS = [{"type": "result", "id": i, "correct": i > 1} for i in range(5)]
ENDS = [  # the first record, the last, and how many of them are left out
    ({"type": "config", "model": "x"}, {"type": "summary", "mean": 0.5}, 2),
    ({"type": "result", "model": "x"}, {"type": "summary", "mean": 0.5}, 1),
    ({"kind": "config"}, {"total": 3}, 2),
    ({"type": 3, "model": "x"}, {"type": None}, 0),
    ({"type": "config", "id": 7}, {"type": "summary", "correct": 0.5}, 0),
]


@pytest.mark.parametrize(("first", "last", "left_out"), ENDS)
def test_records_of_another_kind_at_the_ends(first, last, left_out):
    assert without_ends([*enumerate([first, *RECORDS, last])], goes_on=False)[1] == left_out


def test_only_few_kinds_of_records():
    for kinds, left_out in ((2, 1), (3, 0)):
        several = [{**one, "type": f"kind {i % kinds}"} for i, one in enumerate(RECORDS)]
        assert without_ends([*enumerate([{"type": "config"}, *several])], goes_on=True)[1] == left_out


def test_a_file_in_another_encoding_is_offered_with_its_fields(tmp_path):
    text = rows("Prüffrage;Nr;bestanden", *(f"Frage {i};{j};{(i + j) % 2}" for i in range(6) for j in (1, 2, 3)))
    (tmp_path / "a.csv").write_bytes(text.encode("cp1252"))
    _, _, err = run(tmp_path / "a.csv")
    assert "6 questions, 3 trials each, mean 0.500:  --encoding latin-1 --question 'Prüffrage'" in err


def test_an_outcome_is_found_for_a_threshold():
    text = lines({"q": f"q{i}", "rep": j, "rating": 1 + (i + j) % 5} for i in range(6) for j in (0, 1))
    assert report(text, "--threshold", "4")["question_count"] == 6
    assert quick("-", stdin=text)[0] == 1


@pytest.mark.parametrize("size, found", [(1, 4), (3 * 10**6, 3)])
def test_how_much_a_refusal_reads(size, found):
    """The larger a file, the fewer readings are tried."""
    text = lines({"key": f"q{i}", "note": f"text {i}" + "." * size, "foo": i % 2, "bar": i % 3 % 2} for i in range(8))
    assert len(offers(text)) == found


@pytest.mark.parametrize("fields, found", [(199, 4), (200, 0)])
def test_how_wide_a_file_is_tried(fields, found):
    text = rows(*(",".join(form.format(i, i % 5) for i in range(fields)) for form in ("c{}", "{1}", "{1}")))
    assert len(offers(text)) == found
