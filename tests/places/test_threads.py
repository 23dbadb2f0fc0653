"""Many threads that start cold give the golden values."""

from __future__ import annotations

import subprocess
import sys

import pytest
from helpers import ROOT

# All threads share the arguments, in an order of each thread's own; the first calls import, fill the caches of
# constants and quantiles, and complete the tallies.
PROGRAM = """
import random, sys, threading
sys.path[:0] = sys.argv[1:]
import scorio_lite
from check_golden import decoded, made, read

sys.setswitchinterval(1e-6)
calls = [(*call["is"], decoded(scorio_lite, call["of"])) for call in read(sys.argv[2])[::4]]
start = threading.Barrier(8)


def run(seed):
    order = random.Random(seed).sample(calls, len(calls))
    start.wait()
    found[seed] = sum(made(scorio_lite, name, arguments) == expected for name, expected, arguments in order)


found = [0] * 8
workers = [threading.Thread(target=run, args=(i,)) for i in range(8)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print(len(calls), *found)
"""


@pytest.mark.long
def test_eight_threads_with_cold_caches_give_the_golden_values():
    command = [sys.executable, "-c", PROGRAM, str(ROOT), str(ROOT / "tests")]
    calls, *found = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    assert int(calls) > 500
    assert found == [calls] * 8
