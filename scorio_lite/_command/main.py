"""Run the command: read the files, print a report or a leaderboard, and write the picture and the page."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from os.path import realpath

from .arguments import read_options
from .forms import form_of
from .options import USAGE, Usage, check
from .output import print_error, print_text, write
from .read.item import Refusal
from .read.options import Ask
from .score.ledger import Grades, TaskRun
from .score.metrics import parse_metric
from .score.run import Place, Run
from .text import FileError, is_below, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .forms.form import Form
    from .options import Options

_COLUMNS = 400  # of a message on options
_CELL = 30  # columns of a cell, in the table of fields
# Of --example: the outcomes of 6 trials of each of 8 questions.
_EXAMPLE = "111111 111101 101111 110101 011010 001001 000100 000000"


def main(arguments: list[str]) -> int:
    """Run the command with these words. Return the exit status: see --help."""
    try:
        options = read_options(arguments)
        if isinstance(options.plan, tuple):
            from .forms.parts import plan_rates

            form: Form = plan_rates(options.plan, options)
        else:
            form = form_of(read_runs(options), options)
        return write(form.render(), _draw(form, options)) or form.status
    except Usage as error:
        print_error(f"error: {shortened(str(error), _COLUMNS)}", before=USAGE)
        return 2
    except Refusal as refusal:
        return _tell(refusal, options)
    except ValueError as error:
        return print_error(str(error))
    except MemoryError:
        return print_error("there is not enough memory")
    except KeyboardInterrupt:
        return 130


def _tell(refusal: Refusal, options: Options) -> int:
    """Print why files are refused, which options help, and what fields there are. Return 1."""
    from .forms.tables import Table, as_text

    message = str(refusal)
    with suppress(ValueError):  # unless --metric names a metric of this library
        parse_metric(options.metric or "")
        message += f"; --metrics {options.metric} chooses what is computed"
    rows = [["field", "values", "example", "fits"]]
    for row in refusal.table:
        cells = [shortened(row[name], _CELL) for name in rows[0][:3]]
        rows.append([*cells, " ".join(f"--{name}" for name in row["fits"])])
    fields = as_text([Table(rows, left=range(4))], 5 * _CELL).splitlines() if rows[1:] else []
    status = print_error(message, [*(offer.line() for offer in refusal.readings), *fields])
    if options.output == "json":
        from json import dumps

        offered = [offer.record() for offer in refusal.readings]
        page = {"error": message, "code": refusal.code, "readings": offered, "fields": refusal.table}
        print_text(dumps(page, indent=2) + "\n")
    return status


def read_runs(options: Options) -> list[Run]:
    """Return a Run for each run in each task, from the files or --example."""
    _check_files(options)
    if options.example:
        runs = [_example()]
    else:
        from .read import read_evaluation

        runs = read_evaluation(options.files, options, options.anytime)
    check(options, runs)
    return runs


def _example() -> Run:
    rows = [[*map(int, row)] for row in _EXAMPLE.split()]
    cell = TaskRun("", "", "the built-in example")
    cell.reading = {"format": "matrix", "question": ["row"], "outcome": None, "unused": []}
    return Run(cell, [Place(f"row {i}") for i in range(1, len(rows) + 1)], rows, Grades(Ask(), None))


def _check_files(options: Options) -> None:
    """Raise FileError for a file given twice, a picture not called NAME.svg, a page not called NAME.html."""
    for i, file in enumerate(options.files):
        for other in filter(partial(is_below, file), options.files[:i] + options.files[i + 1 :]):
            where = f", alone and in {other}; --baseline and --only take the name of a run"
            raise FileError(f"{file}: the file is given twice{where * (not is_below(other, file))}")
    for option, output in (("svg", options.svg), ("html", options.html)):
        if output and not realpath(output).lower().endswith(f".{option}"):
            raise FileError(f"--{option} {output}: it writes {option.upper()}; name a file NAME.{option}")


def _draw(form: Form, options: Options) -> dict[str, str]:
    """Return {path: content} of the picture (--svg) and the page (--html) that the options ask for."""
    picture, files = form.picture() if options.svg or options.html else None, {}
    title = options.title or form.title
    if options.svg and picture:
        from .pictures.svg import svg

        files[options.svg] = svg(title, picture)
    if options.html:
        from .pictures.page import page

        files[options.html] = page(title, form.blocks(), picture, options.given)
    return files
