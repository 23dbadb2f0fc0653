"""Cases at random: functions and descriptions of their arguments, honest, extreme and hostile."""

from __future__ import annotations

import random
from typing import Any, Dict, Tuple

import scorio_lite
from fuzzing import draw_rank
from fuzzing.draw import INTEGERS, REALS, WHOLE, metric_case, special_case, tally_case
from fuzzing.hostile import hostile_number, spoiled
from fuzzing.judge import parameters
from scorio_lite import exact, rank, special

# function, descriptions of arguments, and after which share of its lines the call is interrupted first, or 0
Case = Tuple[str, Dict[str, Any], float]

EVAL = [f"eval.{name}" for name in scorio_lite.eval.__all__]
EXACT = [f"exact.{name}" for name in exact.__all__]
SPECIAL = [f"special.{name}" for name in special.__all__]
RANK = [f"rank.{name}" for name in rank.__all__]
TALLIES = ["Tally", "Tally.from_counts", "Tally.from_histogram", "Tally.from_dict"]
FLAGS = {"ragged", "return_scores"}  # of which Python asks whether they are true


def draw(seed: str, number: int) -> Case:
    rng = random.Random(f"{seed}:{number}")
    pool = rng.random()
    shares = ((0.65, EVAL), (0.75, EXACT), (0.88, RANK), (0.95, TALLIES), (1.0, SPECIAL))
    name = rng.choice(next(names for share, names in shares if pool < share))
    if name in RANK:
        given = draw_rank.case(rng, name[5:], parameters(name))
    else:
        cases = special_case if name in SPECIAL else tally_case if name in TALLIES else metric_case
        given = cases(rng, name)
    mode = rng.random()
    if mode < 0.3:
        key = rng.choice(sorted(set(given) - FLAGS))
        given[key] = spoiled(rng, given[key])
    elif mode < 0.4:
        key = rng.choice([key for key in parameters(name) if key not in FLAGS])
        given[key] = rng.choice([rng.choice(REALS), rng.choice(INTEGERS + WHOLE), hostile_number(rng)])
    return name, given, rng.random() if rng.random() < 0.05 else 0.0
