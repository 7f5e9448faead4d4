"""The formats that BLEUscope reads by the endings of files, and which endings no plug-in may have."""

from .json_files.jsonl import read_jsonl_columns
from .markup.nist import read_nist
from .plain_text.text import read_text
from .tables.delimited_tables import read_csv, read_tsv

READERS = {
    "txt": read_text,
    "tsv": read_tsv,
    "tab": read_tsv,
    "csv": read_csv,
    "jsonl": read_jsonl_columns,
    "ndjson": read_jsonl_columns,
    "json": read_jsonl_columns,
    "sgm": read_nist,
    "sgml": read_nist,
}
JSON = ("jsonl", "ndjson", "json")
ENDINGS = ("txt", "gz", "tsv", "csv", "xlsx", "jsonl", "sgm", "sgml", "xml", "zip")
"""The endings of formats that are read here; files with others are plain text, or markup by their content."""
WORKBOOKS = ("xlsx", "xlsm")


def own_endings() -> frozenset[str]:
    """Return the endings that no plug-in may have; it may still recognize such a file by its content."""
    return frozenset([*ENDINGS, *READERS, *WORKBOOKS, "parquet"])
