"""Results of the command line as text, one file for each command: a table, JSON, TSV or LaTeX."""
