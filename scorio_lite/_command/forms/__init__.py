"""Forms of what is printed: each takes runs and options, and makes text for readers and records for programs.

form         what all forms share: scores, cells of tables, notes; `types` has their types
report       the form for one run
leaderboard  the form for several runs, or for runs on several tasks
parts        tables that options add: slices, questions, sample sizes, bounds; `differences` has tables on two runs
slices       splits runs into tasks or slices, and sets clusters
tables       writes words and tables as text, Markdown, LaTeX, CSV
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Any, Form, Options, Run


def form_of(runs: list[Run], options: Options) -> Form:
    """Return a Report on one run. For several runs, or for one run on several tasks, return a Leaderboard."""
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
    """The text of a report. A notebook shows the report as HTML."""

    _form: Form

    def _repr_html_(self) -> str:
        from ..pictures.page import fragment

        return fragment(self._form.blocks())


def write_report(runs: list[Run], **asked: Any) -> ReportText:
    """Return what the command prints for these runs. `asked` has options of the command: k=[1, 4], percent=True."""
    from ..arguments import options_of

    form = form_of(runs, options_of(runs, asked))
    text = ReportText(form.render())
    text._form = form
    return text
