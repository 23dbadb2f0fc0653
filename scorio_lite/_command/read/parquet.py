"""Read the rows of a Parquet file as records, if pyarrow is installed."""

from __future__ import annotations

from ..text import some
from .item import Refusal, Unsafe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import BytesIO
    from typing import Any, Iterator

_ROWS = 1000  # at a time
_MOST = (2e8, 200)  # bytes unpacked, as a number or as a multiple of the packed size, whichever is larger
_LARGEST = 10**40  # a Decimal that becomes an integer
_LONGEST = 200  # characters of a message of pyarrow


def rows(file: BytesIO) -> Iterator[tuple[int, Any]]:
    """Yield (number, row) for each row, from number 1 on."""
    try:
        from pyarrow import parquet  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise Refusal("parquet", "a Parquet file; to read it, install pyarrow, or convert it to JSON Lines") from None
    size, number = len(file.getbuffer()), 0
    try:
        opened = parquet.ParquetFile(file)
        groups = [opened.metadata.row_group(i).total_byte_size for i in range(opened.metadata.num_row_groups)]
        if sum(groups) > max(_MOST[0], _MOST[1] * size):
            raise Unsafe("it is suspiciously compressible, like a zip bomb")
        every = (row for batch in opened.iter_batches(_ROWS) for row in batch.to_pylist())
        for number, row in enumerate(every, 1):
            yield number, _plain(row)
    except (Refusal, MemoryError):
        raise
    except Exception as error:  # pyarrow raises many types, some of them OSErrors without a number
        raise Refusal("parquet", f"a damaged Parquet file: {str(error)[:_LONGEST]}") from None
    if not number:
        names = some(opened.schema_arrow.names)
        raise Refusal("parquet", f"the Parquet file has no rows, only the columns {names}")


def _plain(value: Any) -> Any:
    """Return a value in JSON's types: Decimals as numbers; dates, UUIDs as texts."""
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, (str, int, float)):
        return value
    if hasattr(value, "as_tuple"):  # a Decimal
        number = float(value)
        return int(value) if number.is_integer() and abs(number) < _LARGEST else number
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)
