"""Check slices and clusters of the questions by a field, plans, and requirements with their exit statuses."""

from __future__ import annotations

import pytest
import result_files
from result_files import lines

from scorio_lite import confidence

# The second half of the questions is hard; "level" is a number, "date" a month or a day, "tag" is sometimes missing.
ROWS = [[1, 1, 1, 0], [1, 1, 1, 1], [1, 0, 1, 1], [0, 0, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0]]
FIELDS = [{"Difficulty": ("easy", "hard")[i >= 3], "level": i / 2, "date": f"2024-0{i + 4}-01", "repo": f"r{i // 2}"} for i in range(6)]
ITEMS = [
    {"task_id": f"q{i}", "trial": j, "passed": bool(x), **FIELDS[i], **({"tag": "a"} if i else {"tag": None})}
    for i, row in enumerate(ROWS)
    for j, x in enumerate(row)
]


def scored(*options, items=ITEMS, status=0):
    return result_files.scored("-", *options, stdin=lines(items), status=status)


@pytest.mark.parametrize("bound", [0.4, 0.45, 0.55, 0.62])
def test_what_would_decide_a_requirement(bound):
    """At the size that the report gives for even odds, copies of the data decide; at 85 % of it, they do not."""
    required = ("--require", f"avg>={bound}")
    rows = [scored(*required, "--power", power, status=4)["require"][0] for power in ("0.5", "0.8", "0.9")]
    assert [row["result"] for row in rows] == ["undecided"] * 3
    size, *more = (row["enough_questions"] for row in rows)
    assert 6 < size < more[0] < more[1]
    for times, decides in ((-(-size // 6), True), (int(size * 0.85) // 6, False)):  # S of copies is a little less
        _, _, lo, hi = confidence.avg(ROWS * times)
        assert (lo > bound or hi < bound) == decides
    assert scored("--questions", "these", *required, status=4)["require"][0]["enough_trials"] > 4
