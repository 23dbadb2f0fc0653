"""The two pages of help: --help, and --help formats."""

from __future__ import annotations

from .fields import ANSWER_KEYS, OUTCOME_KEYS, QUESTION_KEYS, RUN_KEYS, TRIAL_KEYS
from .formats.table import FORMATS as TABLE
from .grading import shown
from .options import PRINTING, USAGE
from .score.metric_names import NAMES
from .text import fold

_WIDTH = 80
_NAMES = 22  # columns of the options
_EXAMPLES = """\
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


def page(topic: str) -> str:
    """Return a page of help: on `formats`, or for any other topic on what is scored and printed."""
    if topic == "formats":
        return FORMATS
    metrics = f"metrics: {', '.join(NAMES)}; g_pass@0.5 and geo_spectrum@0.5 take a number"
    lines = [USAGE, "Score a language model's results from repeated trials.", *map(_line, PRINTING.strip().split("\n"))]
    unknown = f"No help on {shown(topic)}: there is --help and --help formats.\n" if topic else ""
    return "\n".join(lines) + f"\n{fold(metrics, _WIDTH)}{_EXAMPLES}{unknown}"


def _line(text: str) -> str:
    name, colon, words = text.partition(": ")
    name = name.replace("*", "")
    return f"{name:{_NAMES}}{' ' * (len(name) >= _NAMES)}{words}" if colon else f"{text}:"


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
  --metric base_status  EvalPlus: the base tests only

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
  --name A=FOLDER  all files of FOLDER are one run, called A; may be repeated
  --run KEY, --runs, --only NAME  the field of the run; only this run
  --merge        the files are parts of one run
  --explain      show how each field was read, and why

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
