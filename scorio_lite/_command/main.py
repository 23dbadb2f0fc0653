"""Run the command: read the files, print a report or a leaderboard, and write the picture."""

from __future__ import annotations

import os
from copy import copy

from .arguments import read_options
from .beside import Votes
from .book import Book
from .fields import some
from .forms.render import form_of
from .grading import FileError, Grader, UnsafeError, errors_of, shown
from .item import Item
from .ledger import BookOptions, Place
from .missing import settle
from .options import conflict, first_broken, rules_of_alone, rules_of_many
from .output import Progress, is_standard_output, print_error, print_text, write
from .run import SO_FAR, look_like_trials, name_runs
from .score.metric_names import names_metric
from .source import Again, Source, is_tar
from .text import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .folders import FilePart
    from .options import Options
    from .readings.offers import Offer
    from .run import Run

# File names that --svg and --html refuse: the command writes no other kind of picture, and packs nothing.
_OTHER_KINDS = {
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf"), "convert it with a browser"),
    **dict.fromkeys((".gz", ".bz2", ".xz", ".zst", ".zip", ".7z", ".tgz"), "pack it afterwards"),
}
_OURS = (b"<svg", b"<?xml", b"<!doctype html", b"<html")  # how pictures and pages begin
_LONG_NAME = 255  # characters of a file, in an error
_OF_RUNS = ("by", "by_question", "cluster", "baseline", "flips")  # options that not all runs fit
# Of --example: the outcomes of 6 trials of each of 8 questions.
_EXAMPLE = "111111 111101 101111 110101 011010 001001 000100 000000"


def main(arguments: list[str]) -> int:
    """Run the command. Return the exit status: 0, 1 for refused data, 3 or 4 if --require is not met or not decided."""
    Again.forget()
    try:
        return _main(read_options(arguments))
    except KeyboardInterrupt:
        return 130


def _main(options: Options) -> int:
    try:
        if isinstance(options.plan, tuple):
            from .forms.rates import Rates

            return write(Rates(options.plan, options).render(), {})
        text, files, status = _output(_read_runs(options), options)
        return write(text, files) or status
    except _Refused as refused:
        return refused.tell(options)
    except ValueError as error:
        return print_error(_with_short_names(str(error), options))
    except MemoryError:
        return print_error("there is not enough memory")


class _Refused(Exception):
    """The error for files that cannot be read as they are, and the readings that fit (`offers`)."""

    def __init__(self, error: FileError, offers: list[Offer]) -> None:
        self.error, self.offers = error, offers

    def tell(self, options: Options) -> int:
        """Print the error, and a line for each reading that fits; with --json, also as JSON. Return the exit status."""
        message = _with_short_names(str(self.error), options)
        if names_metric(options.metric):
            message += f"; --metrics {options.metric} chooses what is computed"
        status = print_error(message, [offer.line() for offer in self.offers])
        if options.output == "json":
            from json import dumps

            page = {"error": message, "readings": [offer.record() for offer in self.offers]}
            print_text(dumps(page, indent=2) + "\n")
        return status


def _read_runs(options: Options) -> list[Run]:
    """Read the runs. If the files cannot be read as they are, raise _Refused with the readings that fit."""
    try:
        return read_cells(options)
    except FileError as error:
        from .readings.offers import find_offers

        raise _Refused(error, find_offers(error, options, _tried)) from None


def _tried(options: Options) -> list[Run]:
    """Read the runs with the options of a possible reading. Raise a ValueError if other options conflict with them."""
    if conflict(options):
        raise ValueError("the options cannot be combined")
    runs = read_cells(options)
    if any(getattr(options, name) for name in _OF_RUNS):
        form_of(runs, options)
    return runs


def _with_short_names(message: str, options: Options) -> str:
    for name in [*options.files, options.svg or "", options.html or ""]:
        message = message.replace(name, shortened(name, _LONG_NAME))
    return message


def read_cells(options: Options) -> list[Run]:
    """Read the files. Return a Run for each run or, if there are several tasks, for each run and task."""
    _check_files(options)
    if options.example:
        return _name(settle([example()], None), options)
    grader = Grader(options.weights, options.threshold, options.values, options.success, options.scores)
    names = ["standard input" if name == "-" else name for name in options.files]
    votes = Votes() if options.voting else None
    first, *others = names
    one = [f"{first} and {len(others)} more" if others else first]
    are_one = options.merge or (options.path and others)

    def new(name: str) -> Book:
        return Book(grader, name, BookOptions(options.in_order, options.kept, votes, options.fold))

    are_trials = not options.path and look_like_trials(options.files)
    if options.may_be_tree and (are_trials or any(map(os.path.isdir, options.files))):
        return _settled(_together(new(one[0]), options), options)
    books = list(map(new, one if are_one else names))
    try:
        for file, name, book in zip(options.files, names, books * len(names)):
            _read(file, name, book, options)
        return _settled(books, options)
    except FileError as error:
        if isinstance(error, UnsafeError) or options.path or not options.may_be_tree:
            raise
        raise error.leading(*error.ways, *_ways_of_paths(new(one[0]), options)) from None


def _settled(books: list[Book], options: Options) -> list[Run]:
    """Return a Run for each book that --only and --task choose, with its title, after --missing is applied."""
    found = [run for book in books for run in book.books()]
    policy = options.missing or (SO_FAR if options.anytime else None)
    tasks: dict[str, list[Book]] = {}
    for book in _of_tasks(_pick(found, options.only), options.task):
        tasks.setdefault(book.cell.task, []).append(book)
    return _name([run for books in tasks.values() for run in settle(books, policy)], options)


def example() -> Book:
    book = Book(Grader(), "the built-in example")
    for i, row in enumerate(_EXAMPLE.split(), 1):
        book.add_row(book.question(Item(Place(f"row {i}"))), Item([*map(int, row)]))
    return book


def _pick(books: list[Book], names: Sequence[str]) -> list[Book]:
    """Return the books of the runs with these names; if no names are given, all books."""
    known = dict.fromkeys(book.cell.run for book in books if book.cell.run)
    for name in names:
        if name not in known:
            there = f"there are {some(known)}" if known else "the runs have no names"
            raise FileError(f"--only {shown(name)}: no run in the files has this name; {there}")
    return [book for book in books if not names or book.cell.run in names]


def _of_tasks(books: list[Book], names: str | None) -> list[Book]:
    """Return the books of the tasks that --task names; all books if --task names a field."""
    known = {book.cell.task for book in books}
    wanted = {name.strip() for name in (names or "").split(",")}
    if wanted.isdisjoint(known - {""}):
        return books
    for name in sorted(wanted - known):
        raise FileError(f"--task {shown(name)}: no task has this name; there are {some(sorted(known))}")
    return [book for book in books if book.cell.task in wanted]


def _name(runs: list[Run], options: Options) -> list[Run]:
    cells: dict[tuple[str, str], list[Run]] = {}  # of a run, one for each of its tasks
    for run in runs:
        cells.setdefault((run.file, run.own_name), []).append(run)
    if len(cells) > 1 or options.name:
        name_runs([first for first, *_ in cells.values()], options.name)
    for first, *rest in cells.values():
        for run in rest:
            run.title = first.title
    wrong = first_broken((rules_of_many if len(cells) > 1 else rules_of_alone)(options))
    if wrong:
        names = [first.own_name for first, *_ in cells.values() if first.own_name]
        error = FileError(wrong).leading(*([f"--only={name}"] for name in names))
        error.is_read = True
        raise error
    return runs


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
    after = _OTHER_KINDS.get(kind.lower())
    if after:
        name = stem if stem.lower().endswith(f".{option}") else f"{stem}.{option}"
        raise FileError(f"{path}: --{option} writes {option.upper()}; name it {name}, and {after}")
    try:
        if not os.path.isfile(path):
            return
        with open(path, "rb") as file:
            start = file.read(max(map(len, _OURS))).lower()
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    if start and not start.startswith(_OURS):
        raise FileError(f"{path}: it exists, and is neither SVG nor HTML; choose another name, or delete it first")


def _read(file: str, name: str, book: Book, options: Options) -> None:
    from .readings.read import read

    book.open(name)
    with errors_of(name), Progress(file, name) as progress:
        if is_tar(file) or os.path.isdir(file):
            from .folders import parts_of

            return _read_tree(parts_of(file), book, options, options.joins(file))
        if file != "-":
            book.take(file)
        if options.path and len(options.files) > 1:
            book, options = _by_path(file, book, options)
        with Source(file, progress.tell) as source:
            if source.packing != "zip":
                return read(source, book, options)
            from .folders import parts_of_zip

            parts = parts_of_zip(source.seekable())
        if parts is not None:
            return _read_tree(parts, book, options, options.joins(file))
        with Source(file, progress.tell) as source:
            return read(source, book, options)


def _together(book: Book, options: Options) -> list[Book]:
    """Read several folders or files into `book` as one tree (the results of one evaluation). Return [book]."""
    from .folders import parts_together

    book.open(book.name)
    with errors_of(book.name):
        _read_tree(parts_together(options.files), book, options, merge=False)
    return [book]


def _ways_of_paths(book: Book, options: Options) -> list[list[str]]:
    """Return [["--path=TEMPLATE"]] for a template by which all files are one evaluation; [] if there is none."""
    try:
        (whole,) = _together(book, options)
    except ValueError:
        return []
    every = {name for one in whole.books() for name, (role, _, _) in one.read.why.items() if role == "--path"}
    return [[f"--path={name}"] for name in every]


def _by_path(file: str, book: Book, options: Options) -> tuple[Book, Options]:
    """Return (book of the run and task that --path finds in a file's path, options for this file)."""
    from .readings.templates import PathTemplate

    own = PathTemplate(options.path or "").coordinates(file.replace(os.sep, "/"))
    if own is None:
        raise FileError(f"--path {options.path} does not fit it")
    coordinates = own.get("run", ""), own.get("task", "")
    book, options = book.run(*coordinates) if any(coordinates) else book, copy(options)
    options.coordinates = {role: text for role, text in own.items() if role == "question"}
    return book, options


def _read_tree(parts: list[FilePart], book: Book, options: Options, merge: bool) -> None:
    from .trees import read_tree

    read_tree(parts, book, options, merge)


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
