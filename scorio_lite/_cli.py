"""The command: a result file in, a report out."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

from . import __version__
from ._formats import read
from ._records import OUTCOME_KEYS, QUESTION_KEYS
from ._trials import count
from .eval import avg_ci, bayes_ci, pass_at_k, pass_hat_k
from .tally import Tally, tally

_EXAMPLE = [  # 8 questions, 6 trials each
    [1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 0, 1],
    [1, 0, 1, 1, 1, 1],
    [1, 1, 0, 1, 0, 1],
    [0, 1, 1, 0, 1, 0],
    [0, 0, 1, 0, 0, 1],
    [0, 0, 0, 1, 0, 0],
    [0, 0, 0, 0, 0, 0],
]
_CONFIDENCE = 0.95
_EVERY_K = 8  # trials up to which the report has every k


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status: 0, 1 for refused data. Wrong usage exits with 2."""
    options = _parser().parse_args(arguments)
    name = "the built-in example" if options.example else "standard input" if options.file == "-" else options.file
    try:
        outcomes = tally(_EXAMPLE) if options.example else _read(options.file)
        report = _report(name, outcomes, options.k)
    except OSError as error:
        return _refuse(f"{name}: {error.strerror or error}")
    except ValueError as error:
        return _refuse(f"{name}: {error}")
    except KeyboardInterrupt:
        return 130
    return _print(json.dumps(report, indent=2) if options.json else _text(report))


def _print(text: str) -> int:
    if sys.stdout is None:
        return _refuse("standard output is closed")
    try:
        print(text.encode(sys.stdout.encoding or "utf-8", "backslashreplace").decode(sys.stdout.encoding or "utf-8"))
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is flushed at exit
        # A closed pipe is no error: the reader has seen enough.
        return 0 if isinstance(error, BrokenPipeError) else _refuse(f"standard output: {error.strerror or error}")
    return 0


def _refuse(message: str) -> int:
    if sys.stderr is not None:
        print(f"scorio-lite: {_in_one_line(message)}", file=sys.stderr)
    return 1


def _in_one_line(text: str) -> str:
    return "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scorio-lite",
        description="Score a language model's results from repeated trials: avg@N, Bayes@N, Pass@k and Pass^k.",
        epilog="FILE holds 0/1 outcomes: a JSON or CSV matrix (questions in rows, trials in columns), JSON Lines or "
        "CSV with one record a trial, or a tau-bench result list. A record's question is in one of the fields "
        f"{', '.join(QUESTION_KEYS)}; its outcome in {', '.join(OUTCOME_KEYS)}. "
        "Exit status: 0, 1 for a file that cannot be scored, 2 for wrong usage.",
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("file", nargs="?", metavar="FILE", help="the result file; - is standard input")
    source.add_argument("--example", action="store_true", help="run on a small built-in matrix")
    parser.add_argument("-k", type=_k_list, metavar="K,K,...", help="the k to report (default: 1, 2, 4, ... up to N)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--version", action="version", version=f"scorio-lite {__version__}")
    return parser


def _k_list(text: str) -> list[int]:
    try:
        ks = [int(part) for part in text.split(",")]
    except ValueError:
        ks = []
    if not ks or min(ks) < 1:
        raise argparse.ArgumentTypeError(f"positive integers with commas between them are wanted, not {text!r}")
    return ks


def _read(name: str) -> Tally:
    if name == "-" and sys.stdin is None:
        raise OSError("it is closed")
    # A byte order mark is skipped; standard input is UTF-8 whatever the locale says. Bytes that are not UTF-8 are let
    # through: the reader says where they are.
    source: Any = sys.stdin.fileno() if name == "-" else name
    with open(source, encoding="utf-8-sig", errors="surrogateescape", closefd=name != "-") as file:
        return read(file)


def _report(name: str, outcomes: Tally, ks: list[int] | None) -> dict[str, Any]:
    trials = outcomes.lengths()[0]
    if not ks:
        doubling = [2**i for i in range(trials.bit_length())]
        ks = list(range(1, trials + 1)) if trials <= _EVERY_K else sorted({*doubling, trials})
    return {
        "file": name,
        "questions": outcomes.questions,
        "trials": trials,
        "confidence": _CONFIDENCE,
        "avg": _summary(avg_ci(outcomes, confidence=_CONFIDENCE, bounds=(0, 1))),
        "bayes": _summary(bayes_ci(outcomes, confidence=_CONFIDENCE, bounds=(0, 1))),
        "at_k": [{"k": k, "pass_at_k": pass_at_k(outcomes, k), "pass_hat_k": pass_hat_k(outcomes, k)} for k in ks],
    }


def _summary(values: tuple[float, float, float, float]) -> dict[str, float]:
    return dict(zip(("mu", "sigma", "lo", "hi"), values))


def _text(report: dict[str, Any]) -> str:
    questions, trials = report["questions"], report["trials"]
    lines = [f"{_in_one_line(report['file'])}: {count(questions, 'question')}, {count(trials, 'trial')} each", ""]
    means = {f"{key}@{trials}": [_number(x) for x in report[key.lower()].values()] for key in ("avg", "Bayes")}
    width, wide = len(f"Bayes@{trials}") + 2, max(len(number) for row in means.values() for number in row)
    lines.append(f"{'':{width}}  {'mean':{wide}}  {'sigma':{wide}}  {report['confidence'] * 100:g} % interval")
    for name, (mu, sigma, lo, hi) in means.items():
        lines.append(f"{name:{width}}  {mu:>{wide}}  {sigma:>{wide}}  {lo:>{wide}} to {hi:>{wide}}")
    width = max(len(str(row["k"])) for row in report["at_k"]) + 2
    lines += ["", f"{'k':>{width}}  Pass@k  Pass^k"]
    for row in report["at_k"]:
        lines.append(f"{row['k']:>{width}}  {_number(row['pass_at_k']):>6}  {_number(row['pass_hat_k']):>6}")
    return "\n".join(lines)


def _number(value: float) -> str:
    """Three decimals, which show 0 and 1 only where the value is 0 or 1."""
    text = f"{value:.3f}"
    if text == "0.000" and value:
        return "<0.001"
    return ">0.999" if text == "1.000" and value < 1 else text
