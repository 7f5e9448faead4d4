"""Read and write tables: CSV, TSV, workbooks and Parquet."""
