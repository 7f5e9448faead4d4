"""The endings of files that BLEUscope's own readers read, which no plug-in may have."""

TEXT, TSV, CSV = ("txt",), ("tsv", "tab"), ("csv",)
JSON = ("jsonl", "ndjson", "json")
SGML = ("sgm", "sgml")
WORKBOOKS = ("xlsx", "xlsm")
PACKED = ("gz", "zip")
OWN_ENDINGS = frozenset([*TEXT, *TSV, *CSV, *JSON, *SGML, *WORKBOOKS, *PACKED, "xml", "parquet"])
"""A plug-in may still recognize such a file by its content."""
