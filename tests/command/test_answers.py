"""Check cons@k: the answers of trials are read from each format, and vote."""

from __future__ import annotations

import pytest
from result_files import FILES, INTERVAL, scored

from scorio_lite import VoteTally, confidence, files

# Three trials of the first question: in 3 of 10 both 7s win, in 6 one ties with two others: (3 + 6/3) / 10. Of the
# second: in 3 of 10 the 5 ties with a single 4: (3/2) / 10. The last trial has no answer.
ANSWERS = [["7", "8", "7", "9", "6"], ["4", "4", "5", "4", None]]
R = [[1, 0, 1, 0, 0], [0, 0, 1, 0, 0]]
BY_HAND = {1: 0.3, 3: 0.325, 5: 0.5}


@pytest.mark.parametrize("name, options", [("records", ()), ("inspect", ("--metric=match",)), ("lm_eval", ())])
def test_answers_of_each_format(name, options):
    """With --metric, cons@k takes the answers of this scorer. A trial has no answer if the filter finds nothing in it."""
    (path,) = (FILES / f"harnesses/answers_in_{name}").glob("[!e]*")
    found = {row["k"]: row["cons_at_k"] for row in scored(path, "--metrics=cons", *options)["at_k"]}
    assert {k: found[k]["value"] for k in BY_HAND} == BY_HAND
    votes = VoteTally(ANSWERS, R)
    assert found == {k: dict(zip(INTERVAL, confidence.cons_at_k(votes, k=k))) for k in range(1, 6)}


def test_other_answers():
    (path,) = (FILES / "harnesses/answers_in_inspect").glob("[!e]*")
    assert scored(path, "--metrics=cons", "--metric=other")["at_k"][4]["cons_at_k"]["value"] == 0
    votes = files.read(FILES / "harnesses/answers_in_records/answers.jsonl", answer="answer").answers()
    assert votes.counts == VoteTally(ANSWERS, R).counts
