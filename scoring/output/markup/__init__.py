"""Results in HTML, for the dashboard's pages and the report. Formatting text into ``Markup`` escapes it."""
