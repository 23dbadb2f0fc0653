"""The sections of bench.py on reading: rows, and many models in one array."""

from __future__ import annotations

from functools import partial
from typing import Any, Iterable, Sequence

from bench_timing import Group, Record, Settings, Workload, digits, measure, show

# b. Reading


def reading(settings: Settings) -> list[Record]:
    from scorio_lite.tally import tally_of

    records: list[Record] = []
    for workload in (Workload(1000, 100, 0), Workload(164, 200, 0)):
        ints = workload.outcomes()
        kinds: dict[str, tuple[Sequence[Any], int]] = {
            "lists of ints": (ints, 1),
            "lists of bools": ([list(map(bool, row)) for row in ints], 1),
            "lists of floats": ([list(map(float, row)) for row in ints], 1),
            "tuples of ints": (tuple(map(tuple, ints)), 1),
            "bytes": ([bytes(row) for row in ints], 1),
            "lists of classes 0..2": (workload.outcomes(3), 2),
        }
        groups = {
            kind: Group(partial(tally_of, R, highest), partial(sum_rows, R), budget=settings.budget)
            for kind, (R, highest) in kinds.items()
        }
        measure(groups.values(), settings.rounds)
        for kind, group in groups.items():
            record: Record = {"rows": kind, "matrix": f"{workload.M} x {workload.N}"}
            record["seconds_per_entry"] = group.time(0) / (workload.M * workload.N)
            record["floor_seconds_per_entry"] = group.time(1) / (workload.M * workload.N)
            record.update(over_floor=group.ratio(), over_ints=group.over(groups["lists of ints"]))
            records.append(record)
    table = [["", "matrix", "ns an entry", "sum(row)", "over sum(row)", "over lists of ints"]]
    for record in records:
        times = [digits(record[field], 1e9) for field in ("seconds_per_entry", "floor_seconds_per_entry")]
        ratios = [digits(record[field]) for field in ("over_floor", "over_ints")]
        table.append([record["rows"], record["matrix"], *times, *ratios])
    show("b. Reading: tally_of(R), every entry checked, against sum(row) for the same rows", table)
    return records


def sum_rows(R: Iterable[Any]) -> None:
    for row in R:
        sum(row)


# g. Many models


def models(settings: Settings) -> list[Record]:
    """Ranks of 50 models in one array, compared with the array's own sums."""
    try:
        import numpy
    except ImportError as error:
        print(f"\ng. Many models: left out ({error})")
        return []
    from scorio_lite import Tally, rank

    array = numpy.array([Workload(1000 + i, 16, 2).outcomes()[:1000] for i in range(50)])
    counts = array[0].sum(axis=1)
    columns = numpy.array([16 - counts, counts]).T.repeat(50, axis=0)
    sums = partial(array.sum, axis=2)
    groups = {
        "rank.avg, 50 x 1000 x 16": Group(partial(rank.avg, array), sums, budget=settings.budget),
        "rank.bayes": Group(partial(rank.bayes, array), sums, budget=settings.budget),
        "rank.pass_at_k": Group(partial(rank.pass_at_k, array, 2), sums, budget=settings.budget),
        "Tally, 50000 x 16": Group(partial(Tally, array.reshape(-1, 16)), sums, budget=settings.budget),
        "Tally.from_counts, 50000 x 2": Group(partial(Tally.from_counts, columns), sums, budget=settings.budget),
    }
    measure(groups.values(), settings.rounds)
    found = [{"what": what, "seconds": group.time(), "ratio": group.ratio()} for what, group in groups.items()]
    table = [["", "ms", "ratio"], *([one["what"], digits(one["seconds"], 1e3), digits(one["ratio"])] for one in found)]
    show("g. Many models in one array, over its own sums of the trials", table)
    return found
