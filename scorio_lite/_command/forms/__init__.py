"""Forms: runs and options come in, text for readers or records for programs go out.

form         what all forms share: scores, cells of tables, words
report       one run
leaderboard  several runs, or runs on several tasks
parts        the tables below: slices, questions, sample sizes; gates: --require; differences: of two runs
rates        sample sizes without data; slices: the values of --by and --cluster
tables       text, Markdown, LaTeX, CSV
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..options import Options
    from ..score.run import Run
    from .form import Form


def form_of(runs: list[Run], options: Options) -> Form:
    """Return what the runs and the options ask for: a report, a leaderboard, or a board of tasks."""
    if len({run.task for run in runs}) > 1:
        from ..grading import FileError
        from ..options import conflict
        from .leaderboard import Leaderboard
        from .slices import tasks_of

        wrong = conflict(options, "tasks")
        if wrong:
            raise FileError(wrong)
        tasks = tasks_of(runs)
        return Leaderboard(list(tasks.of), options, tasks)
    if len(runs) > 1:
        from .leaderboard import Leaderboard

        return Leaderboard(runs, options)
    from .report import Report

    return Report(runs, options)


class ReportText(str):
    """The text of a report. A notebook shows its tables as HTML."""

    __slots__ = ("_form",)
    _form: Form

    def _repr_html_(self) -> str:
        from ..pictures.page import fragment

        return fragment(self._form.blocks())


def write_report(runs: list[Run], **asked: Any) -> ReportText:
    """Return what the command prints of these runs, with options of the command as keywords: k=[1, 4], percent=True."""
    from ..arguments import options_of

    form = form_of(runs, options_of(runs, asked))
    text = ReportText(form.render())
    text._form = form
    return text
