"""The types of forms and pictures, for type checkers: nothing runs this module."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Mapping, Sequence, Union

    from ..options import Options
    from ..pictures.picture import Picture
    from ..score.metrics import Metric, Requirement, Score
    from ..score.run import Counts, Run
    from .form import Form
    from .slices import Cells
    from .tables import Table

    Block = Union[str, Table]  # lines of words, or a table
    Record = dict[str, Any]
    TextRows = Sequence[Sequence[str]]  # the first has the titles
    __all__ = ["Any", "Block", "Callable", "Cells", "Counts", "Form", "Iterable", "Mapping", "Metric", "Options"]
    __all__ += ["Picture", "Record", "Requirement", "Run", "Score", "Sequence", "TextRows"]
