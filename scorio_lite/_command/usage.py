"""The options, as --help and --help formats show them. The parser takes them from these texts."""

from __future__ import annotations

HELP = """\
usage: scorio-lite [options] FILE [FILE ...]

Score a language model's results from repeated trials.

to begin:
  FILE                  a result file (- is stdin); several make a leaderboard
  --example             run on a small built-in matrix
  --formats             list the formats, with an example line each
  --schema              show the JSON Schema of --json
  --version             show the version
  --help [formats]      this help (-h); or which files and fields are read

to say what the files hold:
  --format NAME         the format (default: detected)
  --merge               the files are parts of one run
  --missing HOW         bounds, own, drop, fail, ...: see --help formats
  --question KEY,...    the fields that name the question of a record
  --outcome KEY         the field of the outcome; 'answer==gold' compares two
  --ignore KEY,...      fields to ignore; may be repeated
  --at TEMPLATE         where the outcomes are: '{question}.trials[{trial}]'
  --path TEMPLATE       what paths say: '{run}/seed{trial}.jsonl'
  --explain             show how each field was read, and why
  --select KEY          the field with the scores of a selector: best-of-k as it
                        picks
  --cost KEY,...        the fields with the costs of a trial: the cost per solve
  --cost-limits LOW,HIGH
                        the least and the most that a question can cost
  --labels KEY          the field with what people say of some trials that a
                        judge graded
  --judges A,B          the fields with the verdicts of two judges: how far they
                        agree
  --answer KEY          the field that holds the answer, for cons@k
  --run KEY             the field that names the run of a record (default:
                        model)
  --only NAME           only this run of a file with several; may be repeated
  --threshold T         outcomes are rewards; T or more is a success
  --success WORD,...    count only these words as success
  --weights W,W,...     outcomes are classes 0, 1, ...; the reward of each
  --scores [LOW,HIGH]   outcomes are real scores on this scale (default: 0,1)
  --values WHAT         with --weights: the file holds classes or rewards

to choose the numbers:
  --metrics NAME,...    all, or any of avg, bayes, pass, pass_hat, maj, cons,
                        g_pass, mg_pass, auc, geom, geom_ds, geo_spectrum, max;
                        g_pass@0.5 and geo_spectrum@0.5 take a number
  -k K,K,...            which k: 1,2,4 or 1-8 (default: 1-8, or powers of two);
                        pass and pass_hat have bounds for k beyond the trials
  --confidence C        confidence of the intervals (default: 0.95)
  --questions WHICH     intervals for new questions of this kind (default), or
                        for these, rerun many times
  --anytime             intervals that hold at every look, while a run goes on;
                        questions without a trial are left out
  --of T                with --anytime: the whole benchmark has T questions
  --cluster FIELD       questions that share a value of FIELD are related
  --credible            Bayes@N and credible intervals, too
  --alpha0 A            the prior of the success rate, Beta(A, B)
  --beta0 B             (default: Beta(1, 1), which is uniform)

to look closer, and to decide:
  --by FIELD            slices of the questions, by the values of a field;
                        FIELD:2024-08-01 or FIELD:5 splits at a date or a number
  --macro               with --by: the mean of the slices, all of equal weight
  --by-question         list the questions, hardest first
  --plan H              sample sizes for value +- H; A,B: for two rates, no FILE
  --budget B,Q,T        what B buys at Q a question and T a trial
  --require BOUND       check 'avg>=0.8', or 'gsm8k:avg>=0.8'; may be repeated
  --baseline FILE       the run that all are compared with: by 'avg-base>=-0.02'
                        of --require, and in each task or slice
  --power P             the chance to decide, for sample sizes (default: 0.8)
  --x FIELD             a table and a curve over the steps in FIELD
  --rank-by METRIC      the metric that ranks a leaderboard (default: avg)
  --pairs HOW           confidence of the whole board (default), or of each pair
  --flips A B           the questions that two runs answer differently
  --name NAME=FILE      a name for the run in FILE; may be repeated

to print and to draw:
  --json                print JSON
  --csv                 print CSV
  --markdown            print Markdown tables
  --latex               print LaTeX tables with captions, for booktabs
  --latex-style STYLE   full (default), or compact: it fits a column of a paper
  --percent             percent in tables, not fractions
  --plot                draw the picture in the terminal
  --svg FILE            write a picture: curves over k, or a bar for each run
  --html FILE           write a page with the tables and the pictures
  --eee FILE            write the mean with its uncertainty for Every Eval Ever
  --title TEXT          the title of the picture and of the page
"""
OF_FORMATS = """\
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
  --at TEMPLATE  the address in a file: '[{}].passed', '{question}[{trial}]',
                 '{run}.{task}.{question}.trials[{trial}].ok'
  --path TEMPLATE  the address of files: '{run}/{task}/seed{trial}.jsonl'
  --split F=TEMPLATE  the parts of a name: 'id={question}#{trial}'
  --list KEY     the field of an object that holds the trials
  --trials KEY,... the fields (columns) that are a trial each
  --runs KEY,... the fields (columns) that are a run each
  --totals SOLVED,OF  the fields of a table of totals, a row for each model
  --transpose    a matrix has trials in rows
  --header       the first line of a CSV file holds names
  --no-header    the first line of a CSV file holds outcomes
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
  --all          a list of outcomes is one trial, a success if all of it are

Which records count:
  --where K=V    those with this value; may be repeated
  --skip K=V     not those with this value, or line=N; may be repeated
  --once         equal records once
  --last KEY     of several tries of a trial, that with the largest KEY; line:
                 the last in the file
  --lines A-B    lines A to B of the file; A- for all from A on
  --fold         names that differ in case or blanks are one
  --encoding E   the encoding of a text, such as latin-1
"""
