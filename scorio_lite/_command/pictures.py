"""Which module draws which picture."""

from __future__ import annotations

from .forest import Forest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Union

    from .curves import Picture

    AnyPicture = Union[Picture, Forest]


def as_svg(picture: AnyPicture, inside: str = "") -> str:
    """The picture as a file; or "wide" or "narrow" inside a page, which has the title, the note and the style."""
    if isinstance(picture, Forest):
        from . import forest_svg

        return forest_svg.svg(picture, inside)
    from . import svg

    return svg.svg(picture, inside)


def as_chart(picture: AnyPicture) -> str:
    """The picture for standard output."""
    if isinstance(picture, Forest):
        from . import forest_chart

        return forest_chart.chart(picture)
    from . import chart

    return chart.chart(picture)
