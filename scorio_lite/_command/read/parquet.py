"""Read the rows of a Parquet file as records, if pyarrow is installed."""

from __future__ import annotations

from .item import Refusal
from .source import check_packed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import BytesIO
    from typing import Any

_LONGEST = 200  # characters of a message of pyarrow


def rows(file: BytesIO) -> list[Any]:
    """Return the rows of a file, with values of JSON's types."""
    try:
        from pyarrow import parquet  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise Refusal("parquet", "a Parquet file; to read it, install pyarrow, or convert it to JSON Lines") from None
    size = len(file.getbuffer())
    try:
        opened = parquet.ParquetFile(file)
        about = opened.metadata
        check_packed("lines", about.num_rows, size)
        check_packed("size", sum(about.row_group(i).total_byte_size for i in range(about.num_row_groups)), size)
        return [_plain(row) for batch in opened.iter_batches() for row in batch.to_pylist()]
    except (Refusal, MemoryError):
        raise
    except Exception as error:  # pyarrow raises many types, some of them OSErrors without a number
        raise Refusal("parquet", f"a damaged Parquet file: {str(error)[:_LONGEST]}") from None


def _plain(value: Any) -> Any:
    """Return a value in JSON's types: Decimals as numbers; dates, UUIDs and bytes as texts."""
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, (str, int, float)):
        return value
    if hasattr(value, "as_tuple"):  # a Decimal
        return int(value) if value == int(value) else float(value)
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)
