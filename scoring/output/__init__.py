"""Results as text: numbers, LaTeX, HTML, the report, and how files are written."""
