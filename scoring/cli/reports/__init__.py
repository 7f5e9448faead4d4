"""Results of the command line as text, one file a command; a table, JSON, TSV or LaTeX."""
