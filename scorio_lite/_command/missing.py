"""Make runs of books: decide about missing trials by --missing. Without this option, refuse a run that lacks trials."""

from __future__ import annotations

from collections import Counter

from .book import Book
from .fields import is_of_data, of_which_sum
from .grading import UnsafeError, count, shown, typed_as
from .item import Item
from .ledger import NAMED, Place, Question
from .run import SO_FAR, Run, all_by_class, answers_of, filled, trials_beside, wanted_of
from .text import folded, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

BOUNDS = "bounds"  # may have the number of trials: bounds=8
POLICIES = (BOUNDS, "own", "drop", "fail", "harness")
_OTHERS = "see --missing bounds, own, drop, fail"
_SHORT = 80  # columns of a name in a message
_LONG = 1000  # characters of a name before its width is counted
_MOST_LACKING = 240_000  # questions that runs may lack, over all runs
_SAME = "all runs must have the same questions"
_WAYS = (["--missing=bounds"], ["--missing=own"], ["--missing=drop"], ["--missing=fail"])


def settle(books: Sequence[Book], policy: str | None) -> list[Run]:
    """Return the runs of the books, all with the same questions. Without --missing, refuse missing trials."""
    policy, _, given = (policy or "").partition("=")
    policy = policy or None
    if len(books) > 1 and any(book.format == "tally" for book in books):
        why = "a tally does not name its questions, so it cannot be paired with another run; --merge adds up parts"
        raise books[0].error(f"{why}").leading(["--merge"])
    if policy is None and _are_plain(books):
        return [_run(book, {}, None, set(), []) for book in books]
    _add_unlisted(books)
    for book in books:
        _end(book, policy)
    _check_identity(books)
    matched = not books[1:] or _align(books, policy)
    if policy in ("fail", BOUNDS):
        _check_known(books, policy)
    if policy == BOUNDS:
        _promise(books, int(given or 0))
    short = {book: _short(book) for book in books}
    for book in books:
        if policy is None or (policy == SO_FAR and book.trials.has_failed):
            _refuse(book, short[book])
    keeps = policy == SO_FAR  # keeps questions with a trial
    left = ((book, label) for book in books for label in (short[book] if keeps or policy == "drop" else ()))
    dropped = {_name(label) for book, label in left if not (keeps and book.questions[label].trials)}
    if dropped and not matched:
        option = "--missing drop" if policy == "drop" else "--anytime"
        raise books[0].error(f"{option} needs names of questions, to leave out the same in all runs")
    for book in books if policy == "harness" else ():
        _follow(book, wanted_of(book), len(books) > 1)
    classes = _classes(books)
    return [_run(book, short[book], policy, dropped, classes) for book in books]


def _are_plain(books: Sequence[Book]) -> bool:
    """Whether all books have one outcome for each of the same questions, so that nothing is left to decide."""
    names = {id(book.rows and book.rows.names) for book in books}
    lacks = any(book.said.unfinished or book.said.expected or book.asked.ordered for book in books)
    if len(names) > 1 or lacks or not books[0].rows:
        return False
    _check_identity(books)
    _check_labels(books[0], books[0].rows.names.labels)
    return True


def _end(book: Book, policy: str | None) -> None:
    """End a book. Refuse a book without outcomes or, if `policy` is None, one that is known to be incomplete."""
    book.end()
    _check_labels(book, book.questions)
    if not any(question.trials for question in book.questions.values()):
        gaps = ", ".join(book.trials.gaps)
        why = f"no trial has an outcome: {gaps}" if gaps else "there is no trial in it"
        raise book.error(f"{why}")
    if book.said.unfinished and policy is None:
        what = f"{book.said.unfinished}, so trials may be missing; {_choices(book)}"
        raise book.error(what).leading(*_ways(book))


def _add_unlisted(books: Sequence[Book]) -> None:
    """Add the questions that a file counts but does not list. Their names are from the files of other runs."""
    parts = [(book, one) for book in books for one in book.said.unlisted]
    groups = dict.fromkeys(one.group for _, one in parts)
    if len(groups) == 2 and "" in groups:  # a file that lists nothing does not name its group
        del groups[""]
    for group in groups:
        inner = [(book, one) for book, one in parts if (one.group if one.group in groups else group) == group]
        first, total = inner[0][0], inner[0][1].total
        labels = dict.fromkeys(label for _, one in inner for label in one.listed)
        others = [book for book in books if not book.said.unlisted and groups.keys() == {group}]
        labels.update(dict.fromkeys(x for book in others for x in book.questions if not isinstance(x, Place)))
        for book, one in inner:
            if one.total != total:
                raise book.error(f"it has {one.total:,} questions in all, and {first.name} has {total:,}")
        if len(labels) > total:
            raise first.error(f"the files list {len(labels):,} questions, but there are {total:,} in all")
        rest = (Place(f"{group} unlisted {i}".strip()) for i in range(len(labels) + 1, total + 1))
        labels.update(dict.fromkeys(rest))
        for book, one in inner:
            for label in labels:
                if label not in one.listed:
                    book.add(book.question(Item(label, str(label))), Item(one.outcome, str(label)))


def _check_labels(book: Book, labels: Iterable[Any]) -> None:
    """Refuse a question that sums up others, such as "algebra total" beside "algebra 1"."""
    texts = [label for label in labels if type(label) is str]
    for label in (text for text in texts if len(text) < _SHORT and " " in text):
        rest = of_which_sum(label)
        if rest and any(text.startswith(rest) for text in texts if text != label):
            raise book.error(f"{shown(label)} sums up other questions; remove it, or give it another name")


def _classes(books: Sequence[Book]) -> list[int]:
    """Return a list with the class of each code (see `Grader.classes`); [] for real scores."""
    grader = books[0].grader
    if grader.scores:
        return []
    codes = zip(*(q.counts for book in books for q in book.questions.values())) if grader.weights else ()
    return grader.classes(code for code, times in enumerate(codes) if any(times))


def _name(label: Any) -> str:
    """Return a question's label as text without blanks around it, to compare it between runs."""
    return str(label).strip()


def _check_identity(books: Sequence[Book]) -> None:
    """Refuse runs on different data sets, and, in runs of one format, questions of equal names but different texts."""
    known: dict[Any, tuple[int, Book]] = {}
    for book in books:
        for name in filter(is_of_data, book.said.facts.keys() & books[0].said.facts.keys()):
            one, other = book.said.facts[name], books[0].said.facts[name]
            if one != other:
                both = f"{name} is {shown(one)}, and {shown(other)} in {books[0].name}; {_SAME}"
                way = f"score them one by one, or use --ignore {typed_as(name)} if it does not matter"
                raise book.error(f"{both}: {way}").leading([f"--ignore={name}"])
        hint = "; --question FIELD matches them by this field only" if book.format == "records" else ""
        for label, question in book.questions.items() if book.said.identity and not book.rows else ():
            if question.digest is not None:
                key = book.format, book.said.identity, _name(label)
                digest, other = known.setdefault(key, (question.digest, book))
                if digest != question.digest:
                    field = book.said.identity
                    error = book.error(f"question {_listed(label)} differs from {other.name} in {field}; {_SAME}{hint}")
                    raise error.leading([f"--ignore={field}"])


def _align(books: Sequence[Book], policy: str | None) -> bool:
    """Give every run the questions of all runs. Return False if only some runs have names of questions."""
    named = [not isinstance(next(iter(book.questions)), Place) for book in books]
    names = [{_name(label): label for label in book.questions} for book in books]
    if len(set(named)) > 1:  # some runs have names and some only rows
        for book, own in zip(books, names):
            if len(own) != len(names[0]):
                raise book.error(f"{count(len(own), 'question')}, and {books[0].name} has {len(names[0]):,}")
        return False
    every = {name: label for labels in reversed(names) for name, label in labels.items()}
    lacking = sum(len(every) - len(own) for own in names)
    if lacking > _MOST_LACKING:
        few = min(range(len(books)), key=lambda i: len(names[i]))
        raise UnsafeError(
            f"{books[few].name}: it has {len(names[few]):,} of the {len(every):,} questions of all runs, which must "
            "have the same"
        )
    for book, own in zip(books, names):
        if policy is None and len(own) < len(every):
            absent = next(name for name in every if name not in own)
            other = next(other for other, questions in zip(books, names) if absent in questions)
            has = f"it has {len(own):,} of the {len(every):,} questions of all runs, and lacks"
            lacks = f"{_listed(every[absent])} of {other.name}; see --missing bounds, drop, fail"
            field = book.read.roles.get("run") if sum(map(len, names)) == len(every) else None  # it may name slices
            raise book.error(f"{has} {lacks}").leading(*([[f"--ignore={field}"]] if field else []), *_WAYS)
        for name, label in every.items():
            if name not in own:
                book.questions[label] = Question(label, book.grader.codes)
    for book in books[1:]:  # in the order of the first run, which pairs them
        by_name = {_name(label): label for label in book.questions}
        book.questions = {by_name[_name(label)]: book.questions[by_name[_name(label)]] for label in books[0].questions}
    return True


def _check_known(books: Sequence[Book], policy: str) -> None:
    """Refuse to count missing trials if the files do not show which are missing."""
    is_open = policy == BOUNDS and all(book.said.unfinished for book in books)
    for book in books:
        twice = _twice(book)
        if twice is not None:
            what = f"question {_listed(twice)} has 2 trials, where others have 1: is it recorded twice?"
            would = f"--missing {policy} would take one of each of the others as missing; see --missing own, drop"
            raise book.error(f"{what} {would}")
        if wanted_of(book) * len(book.questions) < book.said.total or (is_open and not book.said.total):
            raise book.error(f"{book.said.unfinished}, and no questions for the others; see --missing own")


def _promise(books: Sequence[Book], given: int) -> None:
    """Set how many trials each question should have: `given`, or what the file promises, or the most of any run."""
    most = max(map(wanted_of, books))
    for book in books:
        if given and wanted_of(book) > given:
            has = f"it has {count(wanted_of(book), 'trial')} of a question"
            raise book.error(f"{has}; --missing bounds={given} is less")
        book.said.expected = given or book.said.expected or most


def _short(book: Book) -> dict[Any, int]:
    """Return {label: how many trials are missing} for the questions that lack trials."""
    found, wanted = [question.trials for question in book.questions.values()], wanted_of(book)
    return {label: wanted - n for label, n in zip(book.questions, found) if n < wanted}


def _refuse(book: Book, short: dict[Any, int]) -> None:
    """Refuse a run if trials have no outcome, or questions lack trials (`short`). The error names the first of them."""
    choices, ways = _choices(book), _ways(book)
    if book.trials.gaps:
        n = book.trials.lacking
        more, what = n - len(book.trials.gaps), "1 trial has no outcome" if n == 1 else f"{n:,} trials have no outcome"
        gaps = ", ".join(book.trials.gaps) + (f" and {more:,} more" if more else "")
        raise book.error(f"{what}: {gaps}; {choices}").leading(*ways)
    if short:
        raise book.error(f"{_ragged(book)}; {choices}").leading(*ways)


def _choices(book: Book) -> str:
    rule = ", harness" if book.said.rule else ""
    return f"a missing trial is not counted as a failure: {_OTHERS}{rule}"


def _ways(book: Book) -> tuple[list[str], ...]:
    first, *others = _WAYS
    labels = {folded(_name(label)) for label in book.questions}
    folds = [["--fold"]] * (len(labels) < len(book.questions) and not book.asked.folds)  # Q1 and q1 may be one
    return (*folds, first, *[["--missing=harness"]] * bool(book.said.rule), *others)


def _twice(book: Book) -> Any:
    """Return the label of the only question with 2 trials where all others have 1; None if there is none."""
    if book.said.expected or book.trials.gaps:
        return None
    place = one_is_there_twice([question.trials for question in book.questions.values()])
    return None if place is None else list(book.questions)[place]


def one_is_there_twice(trials: Sequence[int]) -> int | None:
    """Return the index of a question whose two trials may be one, recorded twice; None if there is no such question.

    `trials` has the number of trials of each question. Nearly all other questions must have one trial.
    """
    several = [i for i, n in enumerate(trials) if n > 1]
    is_odd = several and len(several) <= max(1, len(trials) // 10) and len(trials) > 2
    return several[0] if is_odd and trials[several[0]] == 2 else None


def _ragged(book: Book) -> str:
    labels: dict[int, list[Any]] = {}  # by number of trials
    for label, question in book.questions.items():
        labels.setdefault(question.trials, []).append(label)
    if len(labels) == 1:
        return f"the questions have {next(iter(labels))} trials, where the file says {book.said.expected}"
    usual = max(labels, key=lambda trials: (len(labels[trials]), trials))
    odd = [(label, trials) for trials in sorted(labels) if trials != usual for label in labels[trials]][:NAMED]
    some = ", ".join(f"{_listed(label)} has {trials}" for label, trials in odd)
    more = len(book.questions) - len(labels[usual]) - len(odd)
    tail = f"{f' and {more:,} more' if more else ''}, where others have {usual}"
    label = _twice(book)
    twice = "" if label is None else f"; or is {_listed(label)} recorded twice?"
    return f"the questions differ in their number of trials: {some}{tail}{twice}"


def _listed(label: Any) -> str:
    return label if isinstance(label, Place) else shortened(shown(label, _LONG), _SHORT)


def _follow(book: Book, wanted: int, several: bool) -> None:
    """Apply the harness's rule for missing trials: count broken trials as the harness does, or refuse the run."""
    rule = book.said.rule
    if rule is None:
        raise book.error(f"{book.format} has no rule for missing trials; {_OTHERS}")
    for label, question in list(book.questions.items()):
        if None in question.broken:
            what = f"a broken trial of question {_listed(label)} has a reward that is neither 0 nor 1"
            raise book.error(f"{what}; see --threshold and --weights")
        for code in question.broken:
            question.counts[code or 0] += 1
        question.gaps -= len(question.broken)
        question.broken = ()
        # a question without any trial is left out, unless several runs must have the same questions
        if question.trials:
            continue
        if rule.empty or several:
            why = rule.empty or f"{book.format} leaves it out, and all runs must have the same questions"
            raise book.error(f"question {_listed(label)} has no trial: {why}; {_OTHERS}")
        del book.questions[label]
    sizes = {question.trials: label for label, question in book.questions.items()}
    fewest = min(sizes)
    why = (rule.refuses if fewest < wanted else "") or (rule.uneven if len(sizes) > 1 else "")
    if why:
        one = f"question {_listed(sizes[fewest])} has {fewest} of {count(wanted, 'trial')}"
        raise book.error(f"{one}, and {why}; {_OTHERS}")


def _run(book: Book, short: dict[Any, int], policy: str | None, dropped: set[str], classes: list[int]) -> Run:
    questions = {} if book.rows else _complete(book, short, policy, dropped, classes)
    run = _scored(book, questions)
    if policy == BOUNDS and short:
        run.solved = _scored(book, filled(book, all_by_class(book, classes), max))
    run.file, run.own_name, run.task, run.format = book.cell.origin, book.cell.run, book.cell.task, book.format
    run.about = book.said.about
    run.title = run.own_name or book.cell.alone or book.cell.origin if run.task else book.name
    run.fields, run.reading, run.why = book.read.fields, book.described(), book.read.why
    run.read_by = book.read.options
    run.contexts = [book.questions[label].context or {} for label in questions] if book.asked.kept else []
    run.answers = answers_of(book, questions) if book.asked.votes else None
    if run.trials == run.most_trials == len(book.trials.numbered) and not run.weights:
        run.runs = [(name, book.trials.totals[i]) for i, name in book.trials.numbered.items()]
    if book.asked.ordered:
        run.rows_in_order = [_in_order(book, label, counts, classes) for label, counts in questions.items()]
    run.fields_beside = book.read.beside
    if book.read.beside:
        run.beside = trials_beside(book, {label: sum(row) for label, row in run.questions})
    if policy and (short or dropped or book.said.unfinished):
        run.remark = _remark(book, short, policy, len(book.questions) - len(questions))
    return run


def _in_order(book: Book, label: Any, counts: Any, classes: list[int]) -> list[Any]:
    """Return the outcomes of a question: those with a known place come first, in order; then the others."""
    has_scores = book.grader.scores
    codes = [code for _, _, code in sorted(book.questions[label].order or ())]
    known = [book.grader.value_of(code) if has_scores else classes[code] if classes else code for code in codes]
    left = Counter(counts if has_scores else dict(enumerate(counts)))
    found = []
    for value in known:
        if left[value]:
            left[value] -= 1
            found.append(value)
    return found + sorted(left.elements(), reverse=True)


def _scored(book: Book, questions: dict[Any, Any]) -> Run:
    if book.rows:
        return Run(book.name, book.rows.counted(), None)
    if not book.grader.scores:
        return Run(book.name, list(questions.items()), book.grader.weights)
    run = Run(book.name, [(label, (0, len(row))) for label, row in questions.items()], list(book.grader.scores))
    run.scores = list(questions.values())
    return run


def _remark(book: Book, short: dict[Any, int], policy: str, left_out: int) -> dict[str, Any]:
    remark: dict[str, Any] = {"policy": policy, "trials": sum(short.values()), "questions": len(short)}
    if book.said.unfinished:
        remark["unfinished"] = book.said.unfinished
    if policy in ("drop", SO_FAR):
        remark["dropped"] = left_out
    if policy == SO_FAR:
        remark["waiting"] = sum(not book.questions[label].trials for label in short)
    if policy == "harness" and book.said.rule:
        remark["rule"] = book.said.rule.text
    return remark


def _complete(
    book: Book, short: dict[Any, int], policy: str | None, dropped: set[str], classes: list[int]
) -> dict[Any, Any]:
    """Return {label: counts or real scores} of the questions, after the policy for missing trials is applied."""
    questions: dict[Any, Any] = all_by_class(book, classes)
    if policy == "own" and short:
        empty = [label for label in short if not book.questions[label].trials]
        if empty:
            what = f"question {_listed(empty[0])} has no trial at all"
            raise book.error(f"{what}; see --missing bounds, drop, fail")
    if policy in ("fail", BOUNDS) or (policy == "harness" and book.said.rule and book.said.rule.fails):
        questions = filled(book, questions, min)
    elif policy in ("drop", SO_FAR):
        questions = {label: row for label, row in questions.items() if _name(label) not in dropped}
        if not questions:
            raise book.error(f"no question has all {count(wanted_of(book), 'trial')}, so none is left")
    return questions
