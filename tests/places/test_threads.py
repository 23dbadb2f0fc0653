"""Many threads that start cold give the same bits as one."""

from __future__ import annotations

import subprocess
import sys

import pytest
from helpers import ROOT

# Every metric on one tally that all threads share, in an order of each thread's own; the first calls import, fill the
# caches of constants and quantiles, and complete the tally.
PROGRAM = """
import random, sys, threading
sys.path.insert(0, sys.argv[1])
import scorio_lite as sl
from scorio_lite import Tally, rank, special

sys.setswitchinterval(1e-6)
R = [[0, 1, 1, 0, 1, 1], [1, 1, 0, 1, 1, 0], [0, 0, 0, 1, 0, 0], [1, 1, 1, 1, 1, 1]]
shared = Tally(R)
calls = []
for name in sl.eval.__all__:
    extra = {"g_pass_at_k_tau": (0.5,), "threshold_spectrum_at_k": ([0.5, 0.25, 0.25],)}.get(name.replace("_ci", ""), ())
    arguments = (3, *extra) if "_k" in name else ()
    for matrix in (R, shared):
        calls.append((name, matrix, arguments, {}))
        if name.endswith("_ci"):
            for confidence in [0.5 + i / 300 for i in range(40)]:
                calls.append((name, matrix, arguments, {"confidence": confidence}))
votes = sl.VoteTally.from_counts([([2], [1, 1], 0), ([1], [2], 1)])
calls += [(sl.confidence.cons_at_k, votes, (None, k), {}) for k in (1, 2, 3, 4) * 20]
calls += [(special.normal_quantile, i / 97, (), {}) for i in range(1, 97)]
calls += [(rank.bayes, [R, R[::-1], shared], (), {"quantile": 0.05}), (rank.compare, R, (R[:2],), {})]


def run(seed, results):
    order = list(range(len(calls)))
    random.Random(seed).shuffle(order)
    start.wait()
    for i in order:
        function, first, rest, options = calls[i]
        results[i] = (getattr(sl, function) if isinstance(function, str) else function)(first, *rest, **options)


threads = int(sys.argv[2])
start = threading.Barrier(threads)
found = [[None] * len(calls) for _ in range(threads)]
workers = [threading.Thread(target=run, args=(i, results)) for i, results in enumerate(found)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
for results in found:
    print(results)
"""


def results_of(threads):
    command = [sys.executable, "-c", PROGRAM, str(ROOT), str(threads)]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()


@pytest.mark.long
def test_eight_threads_with_cold_caches_give_the_bits_of_one():
    (alone,) = results_of(1)
    assert "None" not in alone
    together = results_of(8)
    assert together == [alone] * 8
