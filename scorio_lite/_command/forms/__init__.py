"""Forms of what is printed: each takes runs and options, and makes text for readers and records for programs.

form         what all forms share: scores, cells of tables, words; types: their types
report       one run
leaderboard  several runs, or runs on several tasks
parts        tables that options add: slices, questions, sample sizes, bounds; differences: those of two runs
slices       the parts of runs in tasks or slices; clusters
tables       text, Markdown, LaTeX, CSV
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Any, Form, Options, Run


def form_of(runs: list[Run], options: Options) -> Form:
    """Return the form of these runs: a report on one run; else a leaderboard, also of one run on several tasks."""
    tasks = None
    if len({run.cell.task for run in runs}) > 1:
        from .slices import tasks_of

        tasks = tasks_of(runs)
        runs = list(tasks.of)
    if tasks or len(runs) > 1:
        from .leaderboard import Leaderboard

        return Leaderboard(runs, options, tasks)
    from .report import Report

    return Report(runs, options)


class ReportText(str):
    """The text of a report. A notebook shows its tables as HTML."""

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
