"""Count a data set in several files with each engine of the guide, and compare with one process, by ==.

python tools/engines.py [--outcomes 10000000] [--shards 16]

The data are CSV files with one trial a line: question,success. Questions have different numbers of trials. Engines that
are not installed are skipped, with a message.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import os
import random
import sqlite3
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from time import perf_counter
from typing import Any, Callable, Iterable, Iterator

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scorio_lite import Tally  # noqa: E402

# All engines that speak SQL: questions by their counts, and counts by how often they occur.
QUERY = """
    select failures, successes, count(*)
    from (select count(*) - sum(success) as failures, sum(success) as successes from {} group by question)
    group by failures, successes
"""


def generate(folder: Path, outcomes: int, shards: int) -> None:
    """Questions of 90 to 110 trials, each with its own rate, and each whole in one of the shards."""
    rng = random.Random(2026)
    questions = max(shards, outcomes // 99)
    for shard in range(shards):
        with (folder / f"{shard}.csv").open("w", encoding="utf-8") as file:
            file.write("question,success\n")
            for question in range(shard, questions, shards):
                trials, rate = rng.randint(90, 110), rng.random()
                file.writelines([f"{question},{int(rng.random() < rate)}\n" for _ in range(trials)])


def rows(file: Path) -> Iterator[list[int]]:
    """The outcomes of each question in a shard."""
    with file.open(newline="", encoding="utf-8") as lines:
        next(lines)
        for _, trials in groupby(csv.reader(lines), itemgetter(0)):
            yield [int(success) for _, success in trials]


def tally_of(file: Path) -> Tally:
    return Tally(rows(file), ragged=True)


def pool(files: list[Path]) -> Tally:
    with ProcessPoolExecutor() as executor:
        return sum(executor.map(tally_of, files), Tally())


def sqlite(files: list[Path]) -> Tally:
    database = sqlite3.connect("")
    database.execute("create table trials (question integer, success integer)")
    for file in files:
        with file.open(newline="", encoding="utf-8") as lines:
            next(lines)
            database.executemany("insert into trials values (?, ?)", csv.reader(lines))
    return of_query(database.execute(QUERY.format("trials")))


def of_query(answer: Iterable[Any]) -> Tally:
    return Tally.from_histogram(((f, s), n) for f, s, n in answer)


def duckdb(files: list[Path]) -> Tally:
    import duckdb

    return of_query(duckdb.sql(QUERY.format(f"'{files[0].parent}/*.csv'")).fetchall())


def dask(files: list[Path]) -> Tally:
    import dask.bag

    return dask.bag.from_sequence(files, partition_size=1).map(tally_of).fold(Tally.__add__, initial=Tally()).compute()


def pyspark(files: list[Path]) -> Tally:
    from pyspark.sql import SparkSession

    local = {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
    spark = SparkSession.builder.master("local[*]").config(map=local).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    try:
        trials = spark.read.csv(str(files[0].parent), header=True, schema="question long, success int")
        trials.createOrReplaceTempView("trials")
        return of_query(spark.sql(QUERY.format("trials")).collect())
    finally:
        spark.stop()


ENGINES: dict[str, Callable[[list[Path]], Tally]] = {
    "sqlite3": sqlite,
    "concurrent.futures": pool,
    "duckdb": duckdb,
    "dask": dask,
    "pyspark": pyspark,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--outcomes", type=int, default=10_000_000, metavar="N", help="about how many (default: 10**7)")
    parser.add_argument("--shards", type=int, default=16, metavar="N", help="files (default: 16)")
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    differing = 0
    with tempfile.TemporaryDirectory() as name:
        generate(Path(name), options.outcomes, options.shards)
        files = sorted(Path(name).glob("*.csv"))
        start = perf_counter()
        expected = Tally(chain.from_iterable(map(rows, files)), ragged=True)
        print(f"{'one process':20}{perf_counter() - start:7.1f} s  {expected}")
        for engine, recipe in ENGINES.items():
            if not importlib.util.find_spec(engine):
                print(f"{engine:20} is not installed")
                continue
            start = perf_counter()
            is_equal = recipe(files) == expected
            differing += not is_equal
            print(f"{engine:20}{perf_counter() - start:7.1f} s  {'==' if is_equal else 'DIFFERS'}", flush=True)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
