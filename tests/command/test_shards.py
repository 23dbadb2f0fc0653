"""Check shards, which are files of counts that the library writes: they are added up; and what is refused."""

from __future__ import annotations

import json

import pytest
from result_files import R, placed, run, said, scored

import scorio_lite as sl

PARTS = R[:2], R[2:]
ANSWERS = [["a", "b", "b", None], ["c", "c", "d", "c"]]


def test_parts_add_up(tmp_path):
    files = {f"{i}.json": sl.Tally(part).to_dict() for i, part in enumerate(PARTS)}
    placed(tmp_path, files)
    found = scored(*(tmp_path / name for name in files), "--merge", "-k", "2")
    assert (found["format"], found["question_count"], found["trials"]) == ("tally", 3, 4)
    assert found["at_k"][0]["pass_at_k"]["value"] == sl.pass_at_k(R, 2)
    assert found["avg"]["value"] == sl.confidence.avg(R).value
    status, _, err = run(*(tmp_path / name for name in files))
    assert status == 1
    assert (
        f"{tmp_path / '0.json'}: a tally does not name its questions, so it cannot be paired with another run; --merge adds up parts" in err
    )
    assert "3 questions, 4 trials each, mean 0.417:  --merge" in err


def test_votes_and_grades():
    votes = sl.VoteTally(ANSWERS, [[1, 0, 0, 0], [1, 1, 0, 1]])
    found = scored("-", "--by-question", stdin=json.dumps(votes.to_dict()))
    assert found["avg"]["value"] == 0.5
    assert sorted(one["question"] for one in found["by_question"]) == [f"question {i} of standard input" for i in (1, 2)]
    graded = sl.Tally.from_counts([(1, 0, 3), (0, 4, 0)]).to_dict()
    assert scored("-", "--weights", "0,0.5,1", stdin=json.dumps(graded))["avg"]["value"] == 0.625
    assert "it has the class 2; --weights gives each class its reward" in said("-", stdin=json.dumps(graded))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"version": 2, "cells": []}, "no tally of the library: data must be of version 1"),
        ({"version": 1, "cells": [[1, [0, 1]]]}, "no tally of the library: data must be what Tally.to_dict returns"),
        ({"version": 1, "cells": [[1, [0, 1], [1, 0]]]}, "it has prior outcomes; Tally.from_dict reads them in Python"),
        ({"version": 1, "cells": [[2**40, [0, 1], []]]}, "more than 1,048,576 questions; Tally.from_dict reads them in Python"),
    ],
)
def test_what_is_refused(data, words):
    assert words in said("-", stdin=json.dumps(data))
