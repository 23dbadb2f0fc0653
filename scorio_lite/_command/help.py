"""The texts of --help after the list of options, of --help formats, and of --schema."""

from __future__ import annotations

import re

from .fields import ANSWER_KEYS, OUTCOME_KEYS, QUESTION_KEYS, RUN_KEYS, TRIAL_KEYS
from .formats.table import FORMATS as TABLE
from .text import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Schema = dict[str, Any]

UNKNOWN = "No help on {}: there is --help and --help formats.\n"
EPILOG = """\
examples:
  scorio-lite results.jsonl --by difficulty        a report on one run
  scorio-lite run0.csv run1.csv --merge            one run in several files
  scorio-lite results.jsonl --require 'avg>=0.5'   a check for a CI job
  scorio-lite a.json b.json c.json                 a leaderboard
  scorio-lite b.json --baseline a.json --require 'avg-base>=-0.02'  a gate
  scorio-lite --flips a.json b.json                where two runs differ

exit status: 0; 1 for files that cannot be scored; 2 for wrong usage; with
--require, 0 if all bounds are met, 3 if one is missed, 4 if one is undecided.
"""

FORMATS = f"""\
Files: matrices in JSON or CSV, with questions in rows and trials in columns;
records, one per trial, in JSON Lines, a JSON list, CSV or Parquet; and the
result files of the harnesses below. Any of them may be gzipped. FILE may also
be a folder, a .zip or a .tar.gz of such files. The format is detected from the
content. --format NAME sets it:
{fold(", ".join(sorted(TABLE)), 80)}
One of these fields of a record names the question (or --question KEY):
  {", ".join(QUESTION_KEYS[:7])},
  {", ".join(QUESTION_KEYS[7:])};
one of these holds the outcome (or --outcome KEY):
  {", ".join(OUTCOME_KEYS[:7])},
  {", ".join(OUTCOME_KEYS[7:])};
one of these holds the number of the trial:
  {", ".join(TRIAL_KEYS)};
and so do run, seed, sample, rollout, repeat, try and the like, if they differ
between the records of a question;
with --metrics cons, one of these holds the answer (or --answer KEY):
  {", ".join(ANSWER_KEYS)}.
A field {", ".join(RUN_KEYS[:4])} (or --run KEY) names the run: if
a file has several, it is a leaderboard. A path with dots reaches into a record
(--question doc.id, --by metadata.level).

Options of one format:
  --scorer NAME  Inspect: the scorer, if the log has several
  --metric NAME  the metric, if the file has several: HELM, Harbor, lighteval,
                 lm-evaluation-harness, NeMo-Skills, OpenAI evals, verl, the
                 scorers of Inspect, and exports of platforms
  --filter NAME  the filter of lm-evaluation-harness, the split of HELM, or the
                 evaluation_result_id of Every Eval Ever
  --success W,.. Inspect: count only these words as success
  --base         EvalPlus: use the base tests only

Where the outcomes are, in files of any shape:
  --at TEMPLATE  the address in a file: '[{{}}].passed', '{{question}}[{{trial}}]',
                 '{{run}}.{{task}}.{{question}}.trials[{{trial}}].ok'
  --path TEMPLATE  the address of files: '{{run}}/{{task}}/seed{{trial}}.jsonl';
                 / before it begins at the top: '/{{task}}.jsonl'
  --line TEMPLATE  the lines of a log: '{{}} {{question}} run {{trial}}: {{outcome}}';
                 a line above others has none: '== {{run}} =='; may be repeated
  --split F=TEMPLATE  the parts of a name: 'id={{question}}#{{trial}}'
  --list KEY     the field of an object that holds the trials
  --trials KEY,... the fields (columns) that are a trial each
  --runs KEY,... the fields (columns) that are a run each
  --transpose    a matrix has trials in rows
  --header       the first line of a CSV file holds names
  --no-header    the first line of a CSV file holds outcomes; for --question and
                 other options, its columns are c0, c1, ...
  --each-folder  each FILE is a folder, or has folders, with the files of a run
                 (and so do --name A=FOLDER --name B=FOLDER without FILE)

What the fields say:
  --trial KEY    the field that numbers the trials
  --task KEY     the field that names the task; each task has a row
  --question row each record is a question, which has no name
  --counts N,C   the fields that count trials and successes; N,N-F with
                 failures, and C/N for a field with texts such as 3/4
  --outcome A/B  points and their maximum, with --scores or --threshold
  --outcome A==B an answer and the right one; A,B: the first that is there
  --digits       each digit of a text is a trial: 0110
  --all          a list of outcomes (tests) is one trial, a success if all are

Which records count:
  --where K=V    those with this value; may be repeated
  --skip K=V     not those with this value (K=: with none), or line=N;
                 may be repeated
  --once         equal records once
  --last KEY     of several tries of a trial, that with the largest KEY; line:
                 the last in the file
  --fill KEY     merged cells: a blank repeats the cell above; may be repeated
  --lines A-B    lines A to B of the file; A- for all from A on
  --fold         names that differ in case or blanks are one
  --encoding E   the encoding of a text, such as latin-1

Rewards and grades: --threshold T makes T or more a success. --weights W,W,...
gives each class its reward; the file holds the numbers of classes (0, 1, ...)
or the weights themselves. If both are possible, --values says which. --scores
reads real scores from 0 to 1, and --scores LOW,HIGH scores on another scale.
Their metrics are avg and max.

Missing trials: a question lacks trials if another question of the run has more,
or if the file promises more. A broken trial has no outcome, even if the file
has a reward for it: a record says so in an error field, and the guide has a
table of harnesses (scorio_lite/_command/README.md). The command stops until
--missing says what to do:
  bounds    say between which ends each value is, whatever hid the missing
            trials; bounds=N if no question has all its N trials
  own       score each question with the trials that it has
  drop      leave out the questions that lack trials, in all runs
  fail      count missing trials as failures
  harness   count them as the harness that wrote the file does, if it has a
            rule; the report says which
All runs of a leaderboard must have the same questions.
"""


_WORDS: dict[str, Schema] = {
    "text": {"type": "string"},
    "number": {"type": "number"},
    "count": {"type": "integer", "minimum": 0},
    "boolean": {"type": "boolean"},
    "yes": {"const": True},
    "1": {"const": 1},
    "null": {"type": "null"},
    "any": {},
    "cells": {"type": "object", "additionalProperties": {"$ref": "#/$defs/cell"}},  # by task
}
# Each line has a name and its keys; an indented line continues it. A key with ? may be absent, and * is any other key.
# After each key is its type: a word of _WORDS, values with / between them, or a name. ...name adds the keys of a name.
# With "beyond", k is above the number of trials: there are bounds, and no value. With missing trials that are bounded,
# the value is null, and from value_low to value_high. An end of an amount that has no limit is null.
_SHARED = """
size {question_count: count trials: count}
more {most_trials?: count missing?: missing}
score {value?: number|null se?: number lo?: number hi?: number value_low?: number value_high?: number
  credible?: {mu: number sigma: number lo: number hi: number} beyond?: yes unexplained?: yes}
at_k {at_k?: {k: count *: score}[]}
settings {anytime?: yes of?: count cluster?: text clusters?: count}
difference {difference: score task?: text slice?: text from_the_others?: score}
ranks {rank: count|null worst: count|null run: text file: text format: text}
parts {by?: by differences?: differences by_question?: by_question flips?: flips plan?: plan budget?: budget
  require?: require best_of_k?: best_of_k cost_per_solve?: cost_per_solve judged?: judged judges?: judges}
board {questions?: new/these ...settings pairs?: board/each difference_confidence?: number ...parts k?: count}
missing {policy: text trials: count questions: count unfinished?: text dropped?: count waiting?: count rule?: text}
reading {format: text question: text[] unused: text[] *: any}
by {field: text slices: slice[] macro?: {...at_k *: score}}
slice {slice: text question_count: count trials?: count ...more ...at_k runs?: {run: text ...score}[] *: score}
differences {run: text base: text confidence: number differing: text[] difference?: score|null
  tasks?: {...difference}[] slices?: {...difference}[]}[]
by_question {question: text trials: count avg_these: score}[]
flips {first: text second: text solved: {both: count first_alone: count second_alone: count neither: count}
  differing: {question: text p: number first: successes second: successes}[]}
successes {successes: count trials: count}
plan {half_width: number confidence?: number power?: number runs?: planned[] metrics?: planned[]}
budget {budget: number question_price: number trial_price: number questions: count trials: count half_width: number}
planned {metric: text enough_questions: count enough_trials: count run?: text k?: count|null
  enough_to_decide?: count|null share_of_questions?: number|null left_by_twice_the_questions?: number|null
  left_by_twice_the_trials?: number|null}
require {required: text metric: text bound: number result: met/failed/undecided lo: number hi: number
  run?: text base?: text task?: text k?: count confidence?: number enough_questions?: count enough_trials?: count
  ...score}[]
amount {value: number|null lo: number|null hi: number|null se?: number|null}
best_of_k {run: text k: count best_of_k: score random: number perfect: number gap_closed: amount difference?: score}[]
cost_per_solve {run: text cost_per_solve: amount cost: number solved: number times?: amount}[]
judged {run: text judged: score judge: number trials: count labels: count agree: count without_labels: count
  difference?: score}[]
judges {run: text trials: count both: count[][] agree: score kappa: number|null}[]
cell {...size ...more *: score}
"""
# The model and the task of a report are texts, if the file names them; all other keys are metrics. On a board of tasks,
# a run that lacks a task has null for its rank, its mean and its difference to the best.
_PRINTED = """
report {schema_version: 1 file: text format: text ...size confidence: number questions: new/these reading: reading
  ...more ...settings ...at_k ...parts run?: text weights?: number[] scores?: number[]
  prior?: {alpha0: number beta0: number} between_runs?: number
  homogeneous?: {trial: text p: number holm: number fewer: boolean}[] *: score|text}
leaderboard {schema_version: 1 rank_by: text confidence: number runs: {...ranks ...size reading: reading ...more
  ...score ...at_k difference?: score|null p_better?: number|null}[] ...board macro?: text}
board of tasks {schema_version: 1 rank_by: text confidence: number tasks: text[] runs: {...ranks question_count: count
  reading: reading difference: score|null tasks: cells ...at_k *: score|null}[] ...board}
rates {schema_version: 1 rates: number[] confidence: number power: number
  cases: {case: text exactly_one: number correlation: number|null questions: count}[]}
steps {schema_version: 1 x: text metric: text k: count|null confidence: number reading: reading
  steps: {x: number run: text ...size value: number lo: number hi: number ...more}[] ...settings}
refusal {error: text readings: {options: text[] runs: any[]}[]}
"""


_KEYS: Schema = {}  # the shared objects by name


def _read(text: str, found: Schema) -> Schema:
    """Parse lines such as "NAME {KEY ...}", and add {NAME: JSON Schema} for each to `found`. Return `found`."""
    for line in text.strip().replace("\n ", "").split("\n"):
        name, _, kind = line.partition(" {")
        found[name] = _kind(re.findall(r"[{}|]|\[\]|[^\s{}|\[\]]+", f"{{{kind}")[::-1])
    return found


def _kind(words: list[str]) -> Schema:
    """Remove the words of one type from the end of `words`, which are in reverse order. Return its schema."""
    word = words.pop()
    if word == "{":
        found = _object(words)
    elif "/" in word:
        found = {"enum": word.split("/")}
    else:
        found = _WORDS.get(word, {"$ref": f"#/$defs/{word}"})
    while words[-1:] == ["[]"]:
        words.pop()
        found = {"type": "array", "items": found}
    if words[-1:] == ["|"]:
        words.pop()
        found = {"anyOf": [found, _kind(words)]}
    return found


def _object(words: list[str]) -> Schema:
    """Remove the keys of an object and "}" from the end of `words`. Return the object's schema."""
    properties: Schema = {}
    required: list[str] = []
    others: Schema | bool = False
    for key in iter(words.pop, "}"):
        name = key.strip("?:.")
        if key.startswith("..."):
            properties.update(_KEYS[name]["properties"])
            required += _KEYS[name]["required"]
        elif name == "*":
            others = _kind(words)
        else:
            properties[name] = _kind(words)
            required += [] if "?" in key else [name]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": others}


def schema() -> Schema:
    """Return the JSON Schema of what --json prints."""
    _read(_SHARED, _KEYS)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "scorio-lite --json",
        "anyOf": [{"title": title, **kind} for title, kind in _read(_PRINTED, {}).items()],
        "$defs": _KEYS,
    }
