"""Check how records are grouped and sampled, and how blocks of lines are read."""

from __future__ import annotations

import random

import pytest
from result_files import good, said

from scorio_lite._command.readings.table import Groups, Sample, taken


def test_counting():
    sample = Sample([{"q": i // 2, "zero": i % 2, "one": i % 2 + 1, "two": i % 2 + 2, "same": 0, "gap": i} for i in range(6)])
    groups = Groups(sample, ["q"])
    counting = {name: sample[name].counts(groups) for name in ("zero", "one", "two", "same", "gap")}
    assert counting == {"zero": True, "one": True, "two": False, "same": False, "gap": False}


def test_pairs_are_counted_by_numbers():
    """Records are in one group if and only if all fields of the groups are equal, or missing, in them."""
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
