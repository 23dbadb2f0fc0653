"""What a harness does itself about trials that are missing, which --missing harness follows."""

from __future__ import annotations


class Rule:
    """How a harness counts. `Book.gap` has the outcomes that it gives to broken trials; a question that is left without
    any trial is left out, unless `empty` says why not."""

    def __init__(self, text: str, fails: bool = False, refuses: str = "", uneven: str = "", empty: str = "") -> None:
        self.text = text  # for the report
        self.fails = fails  # whether trials that are not in the file count as failures
        self.refuses = refuses  # why a question that lacks trials cannot be scored in this way
        self.uneven = uneven  # why questions that differ in their number of trials cannot
        self.empty = empty  # why a question without a trial cannot
