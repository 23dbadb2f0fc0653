"""Stand in for arrays, frames, tables and numbers of other libraries, with the parts that the package reads."""

from __future__ import annotations


class Array:
    """What arrays have in common in NumPy, pandas and torch."""

    def __init__(self, items, shape=None):
        self.items = items
        if shape is not None:
            self.shape = shape

    def tolist(self):
        return self.items


class Scalar(Array):
    """An array of no dimensions: a number that only tolist returns."""

    shape = ()


class Frame:
    """A frame as in pandas: iteration gives the names of its columns."""

    def __init__(self, rows, columns=None):
        self.rows, self.columns = rows, columns or [*range(len(rows[0]))]

    def __iter__(self):
        return iter(self.columns)

    def keys(self):
        return self.columns

    def to_numpy(self):
        return Array(self.rows)


class Index:
    """An integer that has only __index__."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class Number:
    """A number that has only as_integer_ratio."""

    def __init__(self, *ratio):
        self.ratio = ratio

    def as_integer_ratio(self):
        return self.ratio


def reused(rows, kind=None):
    """Yield the rows in one list, which is filled anew for each, or what `kind` makes of the list."""
    row = []
    for row[:] in rows:
        yield kind(row) if kind else row
