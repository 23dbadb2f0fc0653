"""Choose the form that runs and options ask for, and print it."""

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
        from .board import Board

        return Board(runs, options)
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

        return fragment(self._form.all_blocks())


def report(runs: list[Run], **asked: Any) -> ReportText:
    """Return what the command prints of these runs, with options of the command as keywords: k=[1, 4], percent=True."""
    from ..arguments import options_of

    form = form_of(runs, options_of(runs, asked))
    text = ReportText(form.render())
    text._form = form
    return text
