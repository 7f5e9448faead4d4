"""Tables: CSV, TSV, workbooks and Parquet, read and written."""
