"""Run the command: read the files, print a report or a leaderboard, and write the picture."""

from __future__ import annotations

import os

from .arguments import read_options
from .forms.render import form_of
from .grading import FileError, shown
from .options import first_broken, rules_of_alone, rules_of_many
from .output import is_standard_output, print_error, print_text, write
from .read.item import Refusal
from .score.metric_names import names_metric
from .score.run import Place, Run
from .text import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .options import Options

# Endings that --svg and --html refuse: the command writes no other kind of picture, and packs nothing.
_OTHER_KINDS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".gz", ".bz2", ".xz", ".zst", ".zip", ".7z", ".tgz")
_OURS = (b"<svg", b"<?xml", b"<!doctype html", b"<html")  # how pictures and pages begin
_CELL = 30  # columns of a cell, in the table of fields
_LONG_NAME = 255  # characters of a file, in an error
# Of --example: the outcomes of 6 trials of each of 8 questions.
_EXAMPLE = "111111 111101 101111 110101 011010 001001 000100 000000"


def main(arguments: list[str]) -> int:
    """Run the command. Return the exit status: 0, 1 for refused data, 3 or 4 if --require is not met or not decided."""
    try:
        return _main(read_options(arguments))
    except KeyboardInterrupt:
        return 130


def _main(options: Options) -> int:
    try:
        if isinstance(options.plan, tuple):
            from .forms.rates import Detectable, Rates

            form = Detectable if isinstance(options.plan[0], int) else Rates
            return write(form(options.plan, options).render(), {})
        text, files, status = _output(read_runs(options), options)
        return write(text, files) or status
    except Refusal as refusal:
        return _tell(refusal, options)
    except ValueError as error:
        return print_error(_with_short_names(str(error), options))
    except MemoryError:
        return print_error("there is not enough memory")


def _tell(refusal: Refusal, options: Options) -> int:
    """Print a refusal, a line for each reading that fits, and the fields; with --json, also as JSON."""
    message = _with_short_names(str(refusal), options)
    if names_metric(options.metric):
        message += f"; --metrics {options.metric} chooses what is computed"
    status = print_error(message, [*(offer.line() for offer in refusal.readings), *_field_lines(refusal)])
    if options.output == "json":
        from json import dumps

        offered = [offer.record() for offer in refusal.readings]
        page = {"error": message, "code": refusal.code, "readings": offered, "fields": refusal.table}
        print_text(dumps(page, indent=2) + "\n")
    return status


def _field_lines(refusal: Refusal) -> list[str]:
    """Return a line for each field of the files, in columns: its name, its values, an example, the options it fits."""
    from .forms.tables import Table, as_text

    rows = [["field", "values", "example", "fits"]]
    for row in refusal.table:
        fits = " ".join(f"--{name}" for name in row["fits"])
        rows.append([*(shortened(cell, _CELL) for cell in (row["field"], row["values"], row["example"])), fits])
    return as_text([Table(rows, left=range(4))], 5 * _CELL).splitlines() if rows[1:] else []


def _with_short_names(message: str, options: Options) -> str:
    for name in [*options.files, options.svg or "", options.html or ""]:
        message = message.replace(name, shortened(name, _LONG_NAME))
    return message


def read_runs(options: Options) -> list[Run]:
    """Read the files. Return a Run for each run or, if there are several tasks, for each run and task."""
    _check_files(options)
    if options.example:
        runs = [_example()]
    else:
        from .read import read_evaluation

        runs = read_evaluation(options.files, options.asked(), options.anytime)
    own = list(dict.fromkeys(run.own_name for run in runs))
    are_several = len({(run.file, run.own_name) for run in runs}) > 1
    wrong = first_broken((rules_of_many if are_several else rules_of_alone)(options))
    if wrong and own[1:] and "--only" not in wrong:
        wrong += f"; the runs are {', '.join(map(shown, own[:3]))}{', ...' * bool(own[3:])}: --only NAME"
    if wrong:
        raise FileError(wrong)
    return runs


def _example() -> Run:
    rows = [[*map(int, row)] for row in _EXAMPLE.split()]
    run = Run(
        "the built-in example", [(Place(f"row {i}"), (6 - sum(row), sum(row))) for i, row in enumerate(rows, 1)], None
    )
    run.outcomes = rows
    run.reading = {"format": "matrix", "question": ["row"], "outcome": None}
    return run


def _check_files(options: Options) -> None:
    seen = set()
    for file in options.files:
        if file == "-":
            continue
        path = os.path.realpath(file)
        if path in seen:
            raise FileError(f"{file}: the file is given twice")
        seen.add(path)
    for kind, output in (("svg", options.svg), ("html", options.html)):
        if output and os.path.realpath(output) in seen:
            raise FileError(f"{output}: it would overwrite an input file")
        if output:
            _check_output(kind, output)


def _check_output(option: str, path: str) -> None:
    """Refuse a `path` that ends like another kind of file (.png), or that exists and is neither SVG nor HTML."""
    if is_standard_output(path):
        raise FileError(f"--{option} {path}: name a file")
    stem, kind = os.path.splitext(path)
    if kind.lower() in _OTHER_KINDS:
        name = stem if stem.lower().endswith(f".{option}") else f"{stem}.{option}"
        raise FileError(f"{path}: --{option} writes {option.upper()}; name it {name}, and convert or pack it then")
    try:
        if not os.path.isfile(path):
            return
        with open(path, "rb") as file:
            start = file.read(max(map(len, _OURS))).lower()
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    if start and not start.startswith(_OURS):
        raise FileError(f"{path}: it exists, and is neither SVG nor HTML; choose another name, or delete it first")


def _output(runs: list[Run], options: Options) -> tuple[str, dict[str, str], int]:
    """Return the text to print, {path: content} of the files to write, and the exit status."""
    form = form_of(runs, options)
    text, files = form.render(), {}
    pictures = form.pictures() if options.svg or options.html else ()
    if options.svg:
        from .pictures.svg import svg

        files[options.svg] = svg(pictures[form.main_picture])
    if options.html:
        from .pictures.page import page

        files[options.html] = page(options.title or form.title(), form.all_blocks(), pictures, options.given)
    return text, files, form.status
