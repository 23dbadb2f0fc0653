"""Check --anytime: unfinished runs are scored so far, and their intervals hold whenever you compute them."""

from __future__ import annotations

import random

from scorio_lite._command.looks import size_to_see
from scorio_lite._intervals.evidence import PairEvidence


def test_how_many_more_questions_decide():
    """Of runs that are simulated up to the planned number of questions, about the share `power` is decided."""
    rng = random.Random("how many")
    evidence = PairEvidence(60, 40)
    for power in (0.5, 0.8):
        size = size_to_see(evidence, (0, 1, 1), 0.5, 0.95, power, None)
        decided = 0
        for _ in range(100):
            wins = 60 + sum(rng.random() < 0.6 for _ in range(size - 100))
            decided += PairEvidence(wins, size - wins).log_evidence(1, 2, 40)[0] / 2**40 >= 2.9957
        assert power - 0.15 <= decided / 100 <= power + 0.15, (power, size, decided)
    assert size_to_see(PairEvidence(50, 50), (0, 1, 1), 0.5, 0.95, 0.8, None) is None
    assert size_to_see(evidence, (0, 1, 1), 1.0, 0.95, 0.8, None) is None
